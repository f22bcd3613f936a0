// Letting a lineup play from the command line: what it would cost before, a meter on stderr during, and what it used after.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { meterLine } from "@orrery/models/pure";
import {
  Fault,
  type Forecasted,
  type ModelProgress,
  ON_FAULT,
  type OnFault,
  type Orrery,
  type ParserAndNarratorOptions,
  type PlayResult,
  type PlayWith,
  parseBudget,
  parseLineup,
} from "@orrery/runtime";
import { StoreFault } from "@orrery/store";
import { say } from "./print.ts";
import { Waiting } from "./waiting.ts";

export interface SeatingFlags {
  readonly as?: string | undefined;
  readonly agents?: string | undefined;
  readonly budget?: string | undefined;
  readonly replay?: string | undefined;
  readonly record?: string | undefined;
  readonly mode?: string | undefined;
  readonly "on-fault"?: string | undefined;
  readonly json?: boolean | undefined;
}

type EndsFlags = Pick<SeatingFlags, "budget" | "replay"> & {
  readonly parser?: string | undefined;
  readonly narrator?: string | undefined;
  readonly speak?: string | undefined;
};

/** Random bots may wander a house for ever: then the run is left as it is and its outcome stays null. */
export const TURNS_MAX = 5_000;

/** The lineup of the flags; `person` sits where somebody types, before any other player named for that seat. */
export function lineupOf({ agents = "*=bot:random" }: SeatingFlags, person?: string): string {
  if (person === undefined) return agents;
  const others = agents.split(",").filter((part) => part.trim().split("=")[0] !== person);
  return [...others, `${person}=person`].join(",");
}

const hasModels = (agents: string): boolean => [...parseLineup(agents).values()].some(({ kind }) => kind === "model");

/** What the flags say of a play, read before anything has begun. */
export type Seating = Pick<PlayWith, "budget" | "replay" | "mode" | "onFault">;

/** Faults of a budget, a mode or a recording that cannot be. */
export const seatingOf = async (orrery: Orrery, flags: SeatingFlags): Promise<Seating> => ({
  mode: modeOf(flags),
  onFault: onFaultOf(flags),
  budget: flags.budget === undefined ? undefined : parseBudget(flags.budget),
  replay: flags.replay === undefined ? undefined : await replayOf(orrery, flags.replay),
});

/** Plays until somebody is waited for, and says what models do meanwhile. Ctrl-C ends it within a second; nothing bought is lost. */
export async function letPlay(
  orrery: Orrery,
  run: string,
  flags: SeatingFlags,
  seating: Seating,
  more: Pick<PlayWith, "branch" | "turnsMax" | "used" | "signal" | "standing"> & {
    readonly agents: string;
    /** Whether the line that counts may be written now. */
    readonly isFree?: () => boolean;
  },
): Promise<PlayResult> {
  const quiet = flags.json || !hasModels(more.agents);
  if (!quiet && seating.replay === undefined && !more.used?.length)
    sayForecast(await orrery.forecast(run, { agents: more.agents, branch: more.branch }));
  const stop = new AbortController();
  const waiting = new Waiting(more.isFree);
  let used: ModelProgress["spending"] | null = null;
  const line = meter(waiting);
  const onProgress = (progress: ModelProgress) => {
    used = progress.spending;
    line(progress);
  };
  const interrupted = () => stop.abort();
  // A caller with its own signal handles interruptions.
  if (!more.signal) process.once("SIGINT", interrupted);
  try {
    const played = await orrery.play(run, {
      turnsMax: TURNS_MAX,
      ...more,
      ...seating,
      signal: more.signal ? AbortSignal.any([stop.signal, more.signal]) : stop.signal,
      ...(quiet ? {} : { onProgress }),
    });
    waiting.clear();
    if (!quiet && played.spending[0]?.calls) for (const line of worthSaying(played.spending)) say(meterLine(line));
    for (const { actor, cause, message } of played.stopped)
      say(`${actor} gave no answer (${cause})${sees(flags.as, actor) ? `: ${message}` : "."}`);
    if (stop.signal.aborted && !played.spending[0]?.calls && used) say(meterLine(used));
    if (played.stopped.length > 0 || stop.signal.aborted)
      say(`The run stays as it is. To go on: run ${run} --agents …`);
    return played;
  } finally {
    process.off("SIGINT", interrupted);
  }
}

/** Why an answer was refused is worded from its actor's view, which another seat must not read. */
const sees = (as: string | undefined, actor: string): boolean => as === undefined || as === actor;

/** Writes the recording of a branch to the file of `--record`, when everything is told. */
export async function keepRecording(
  orrery: Orrery,
  run: string,
  { record }: SeatingFlags,
  branch: string,
): Promise<void> {
  await orrery.tellingsDone();
  if (record === undefined) return;
  writeFileSync(record, await orrery.recording(run, { branch }));
  say(`recorded in ${record}`);
}

/** A team of one seat says nothing that the seat does not. */
const worthSaying = (spending: PlayResult["spending"]): PlayResult["spending"] =>
  spending.filter(
    ({ name }) => !(name.startsWith("team ") && spending.some((one) => one.name === `seat ${name.slice(5)}`)),
  );

function onFaultOf({ "on-fault": said = "stop" }: SeatingFlags): OnFault {
  const found = ON_FAULT.find((one) => one === said);
  if (found) return found;
  throw new Fault("bad_config", `--on-fault is one of ${ON_FAULT.join(", ")}, not "${said}".`);
}

function modeOf({ mode = "record", replay }: SeatingFlags): "record" | "live" | "cache" {
  if (mode !== "record" && mode !== "live" && mode !== "cache")
    throw new Fault("bad_config", '--mode is "record", "live" or "cache"; to replay, give --replay FILE or RUN.');
  if (replay !== undefined && mode !== "record")
    throw new Fault("bad_config", "--replay and --mode do not go together.");
  return mode;
}

/** What reads words, tells turns and reads them aloud, by the flags; from a recording where one is given. */
export function endsOf({ parser, narrator, speak, replay, budget }: EndsFlags): ParserAndNarratorOptions {
  if (parser === undefined && narrator === undefined && speak === undefined) return {};
  return {
    parser,
    narrator,
    ...(budget === undefined ? {} : { budget: parseBudget(budget) }),
    ...(replay === undefined ? {} : { replay: recordingAt(replay) }),
  };
}

/** A recording from a file, or from a run (`RUN` or `RUN@branch`) of the same database. */
function recordingAt(from: string): NonNullable<PlayWith["replay"]> {
  if (existsSync(from)) return readFileSync(from, "utf8");
  const [run, branch] = from.split("@");
  return { run: run!, branch };
}

/** The same, when it is there. */
async function replayOf(orrery: Orrery, from: string): Promise<PlayWith["replay"]> {
  const found = recordingAt(from);
  if (typeof found === "string" || (await orrery.runs()).some(({ run }) => run === found.run)) return found;
  throw new StoreFault("not_found", `There is no file and no run "${from}" to replay from.`);
}

function sayForecast({ moves, ended, seats, calls, usage, money }: Forecasted): void {
  if (calls === 0) return;
  const of = seats.map(({ actor, model }) => `${actor} by ${model}`).join(", ");
  const price = money === null ? "at an unknown price" : money === 0 ? "free of charge" : `about $${money.toFixed(4)}`;
  say(
    `${of}: ${ended ? "the game" : `${moves} moves each`} would be about ${calls} calls, ${usage.input + usage.output} tokens, ${price}.`,
  );
}

/** One line an answer; on a terminal also one that counts while it is awaited. */
function meter(waiting: Waiting): (progress: ModelProgress) => void {
  return ({ actor, model, state, ms, cost, note, spending }) => {
    const total = `$${spending.money.toFixed(4)} so far`;
    if (state === "answered" || state === "gave_up") {
      const verb = state === "answered" ? "answered" : "gave up";
      const paid = cost === null ? "price unknown" : `$${cost.toFixed(4)}`;
      waiting.end(actor);
      process.stderr.write(`${model} ${verb} for ${actor}: ${(ms / 1000).toFixed(1)} s, ${paid}, ${total}\n`);
    } else if (state === "waiting") waiting.show(actor, `${model} for ${actor}: ${note}`);
    else waiting.show(actor, `${model} is ${state === "writing" ? "writing" : "thinking"} for ${actor} (${total})`);
  };
}
