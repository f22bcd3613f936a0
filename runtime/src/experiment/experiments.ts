// Plays an experiment: each arm with each seed, sharing the dice and everything before the first difference; and reads the effects out of the stored runs alone.
import { StoreFault } from "@orrery/store";
import { Fault } from "../fault.ts";
import type { Runs } from "../runs.ts";
import { type ArmEffect, effectOf, holm } from "./effects.ts";
import { type Arm, type ExperimentPlan, planId, seedsOf } from "./plan.ts";
import { type MeasureTable, readTable, type Series, seriesOf } from "./series.ts";

export interface ExperimentOptions {
  /** Seeds at a time. */
  readonly concurrency?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: { readonly done: number; readonly all: number }) => void;
}

/** Where one arm of one seed is played. */
export interface Trial {
  readonly seed: string;
  readonly arm: string;
  readonly run: string;
  readonly branch: string;
}

export interface Experiment {
  readonly id: string;
  readonly title: string;
  readonly control: string;
  readonly trials: readonly Trial[];
  /** Seeds of which every arm has been played. */
  readonly seeds: number;
  /** By arm and measure, in the order of the plan. */
  readonly effects: readonly ArmEffect[];
}

const SEEDS_AT_ONCE = 4;
const MAIN = "main";

/** Plays what is not played yet and compares the arms. Stopped at any moment, the same call goes on. Null: `signal` stopped it. */
export async function runExperiment(
  orrery: Runs,
  plan: ExperimentPlan,
  { concurrency = SEEDS_AT_ONCE, signal, onProgress = () => {} }: ExperimentOptions = {},
): Promise<Experiment | null> {
  const id = planId(plan);
  const seeds = seedsOf(plan, id);
  const trials = new Array<readonly Trial[]>(seeds.length);
  let next = 0;
  let done = 0;
  const worker = async (): Promise<void> => {
    while (next < seeds.length && !signal?.aborted) {
      const at = next++;
      trials[at] = await playSeed(orrery, plan, { id, seed: seeds[at]!, place: at }, signal);
      if (signal?.aborted) return;
      done++;
      onProgress({ done, all: seeds.length });
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, Math.min(concurrency, seeds.length)) }, worker));
  if (signal?.aborted) return null;
  return compare(orrery, plan, trials);
}

interface Seeded {
  readonly id: string;
  readonly seed: string;
  readonly place: number;
}

/** All arms of one seed: the first on a line of its own, each other from where it first differs, with the same dice. */
async function playSeed(
  orrery: Runs,
  plan: ExperimentPlan,
  seeded: Seeded,
  signal: AbortSignal | undefined,
): Promise<readonly Trial[]> {
  const [control, ...others] = plan.arms as [Arm, ...Arm[]];
  const line = await lineOf(orrery, plan, seeded);
  await playArm(orrery, plan, line, control, signal);
  const trials: Trial[] = [{ seed: seeded.seed, arm: control.name, run: line.run, branch: line.branch }];
  for (const arm of others) {
    if (signal?.aborted) return trials;
    const branch = line.branch === MAIN ? arm.name : `${line.branch}-${arm.name}`;
    const shared = Math.min(plan.turns ?? Number.POSITIVE_INFINITY, firstDeed(control), firstDeed(arm));
    const head = await headTurn(orrery, line.run, line.branch);
    const turns = Number.isFinite(shared) ? line.start + shared : head;
    if (turns > head) throw tooLate(arm, firstDeed(arm), line.run, head - line.start);
    await unlessThere(
      "name_taken",
      orrery.createBranch(line.run, { name: branch, from: line.branch, at: turns, dice: "keep" }),
    );
    await playArm(orrery, plan, { ...line, branch }, arm, signal);
    trials.push({ seed: seeded.seed, arm: arm.name, run: line.run, branch });
  }
  return trials;
}
const tooLate = ({ name }: Pick<Arm, "name">, after: number, run: string, played: number): Fault =>
  new Fault(
    "bad_config",
    `Arm "${name}" does something after ${after} turns, and run ${run} has ended after ${played}.`,
  );
const firstDeed = ({ do: deeds = [] }: Arm): number => deeds[0]?.after ?? Number.POSITIVE_INFINITY;

/** A line of turns, and the turn from which the experiment counts. */
interface Line {
  readonly run: string;
  readonly branch: string;
  readonly start: number;
}

async function lineOf(orrery: Runs, plan: ExperimentPlan, { id, seed, place }: Seeded): Promise<Line> {
  const { base, world, config } = plan;
  if (base === undefined) {
    const run = `x${id}-${place + 1}`;
    await unlessThere("exists", orrery.createRun({ world: world!, config, seed, id: run }));
    return { run, branch: MAIN, start: 0 };
  }
  const from = base.branch ?? MAIN;
  const start = base.at ?? (await headTurn(orrery, base.run, from));
  const branch = `x${id}-${place + 1}`;
  await unlessThere("name_taken", orrery.createBranch(base.run, { name: branch, from, at: start, dice: "fresh" }));
  return { run: base.run, branch, start };
}

/** What another attempt has made already is there. */
async function unlessThere(code: string, making: Promise<unknown>): Promise<void> {
  try {
    await making;
  } catch (error) {
    if (!((error instanceof Fault || error instanceof StoreFault) && error.code === code)) throw error;
  }
}

const headTurn = async (orrery: Runs, run: string, branch: string): Promise<number> =>
  (await orrery.branches(run)).find(({ name }) => name === branch)?.head.turn ?? 0;

/** Plays one arm from wherever it stands to its end. */
async function playArm(
  orrery: Runs,
  { agents, turns = Number.POSITIVE_INFINITY }: ExperimentPlan,
  line: Line,
  { name, do: deeds = [] }: Arm,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { run, branch } = line;
  let { played, done } = await standing(orrery, line, deeds.length > 0);
  while (!signal?.aborted) {
    const deed = deeds[done];
    const until = Math.min(turns, deed?.after ?? Number.POSITIVE_INFINITY);
    if (played < until) {
      const turnsMax = until - played;
      const limits = Number.isFinite(turnsMax) ? { turnsMax } : {};
      const result = await orrery.play(run, { branch, agents, ...limits, signal });
      played += result.turns;
      if (signal?.aborted) return;
      if (result.outcome === null && played < until && result.turns < turnsMax)
        throw new Fault("no_agent", `Run ${run}, branch ${branch}, waits for ${result.waitingFor.join(", ")}.`);
      if (result.outcome !== null && deed !== undefined && played < deed.after)
        throw tooLate({ name }, deed.after, run, played);
    }
    if (deed === undefined) return;
    const { validation } = await orrery.god(run, { actorId: "god", ...deed.action }, { branch });
    const refused = validation.find(({ success }) => !success);
    if (refused)
      throw new Fault(
        "bad_config",
        `Arm "${name}", after ${deed.after} turns: ${refused.message ?? "it was refused."}`,
      );
    done++;
  }
}

/** How far an arm has come: turns of its agents, and deeds of its own. */
async function standing(
  orrery: Runs,
  { run, branch, start }: Line,
  hasDeeds: boolean,
): Promise<{ played: number; done: number }> {
  const turns = (await headTurn(orrery, run, branch)) - start;
  if (!hasDeeds || turns === 0) return { played: turns, done: 0 };
  let done = 0;
  for await (const line of orrery.log(run, { branch, from: start + 1 }))
    if ("by" in line && line.by.includes("god")) done++;
  return { played: turns - done, done };
}

/** Where every arm of every seed is played, in the order of the plan. */
function trialsOf(plan: ExperimentPlan): readonly (readonly Trial[])[] {
  const id = planId(plan);
  return seedsOf(plan, id).map((seed, place) =>
    plan.arms.map(({ name: arm }, i) => {
      const line = `x${id}-${place + 1}`;
      const branch = plan.base === undefined ? (i === 0 ? MAIN : arm) : i === 0 ? line : `${line}-${arm}`;
      return { seed, arm, run: plan.base?.run ?? line, branch };
    }),
  );
}

/** Trials of the seeds of which every arm has come to its end. */
async function playedTrials(orrery: Runs, plan: ExperimentPlan): Promise<readonly (readonly Trial[])[]> {
  const played: (readonly Trial[])[] = [];
  for (const trials of trialsOf(plan)) {
    let all = true;
    for (const [i, trial] of trials.entries()) all &&= await isPlayed(orrery, plan, trial, plan.arms[i]!);
    if (all) played.push(trials);
  }
  return played;
}

async function isPlayed(orrery: Runs, plan: ExperimentPlan, { run, branch }: Trial, arm: Arm): Promise<boolean> {
  const names = await orrery.branches(run).catch((error: unknown) => {
    if (error instanceof Fault && error.code === "unknown_run") return [];
    throw error;
  });
  if (!names.some(({ name }) => name === branch)) return false;
  const start = plan.base === undefined ? 0 : (plan.base.at ?? (await headTurn(orrery, run, plan.base.branch ?? MAIN)));
  const { do: deeds = [] } = arm;
  const { played, done } = await standing(orrery, { run, branch, start }, deeds.length > 0);
  if (done < deeds.length) return false;
  return played >= (plan.turns ?? Number.POSITIVE_INFINITY) || (await orrery.show(run, { branch })).outcome !== null;
}

/** Effects and every measure by round, read from the stored runs of the seeds that are done; null where none is. */
export async function readResults(
  orrery: Runs,
  plan: ExperimentPlan,
  tableAt: (orrery: Runs, trial: Trial) => Promise<MeasureTable> = readTrial,
): Promise<(Experiment & { readonly series: readonly Series[] }) | null> {
  const trials = await playedTrials(orrery, plan);
  if (trials.length === 0) return null;
  const tables: MeasureTable[][] = [];
  for (const arms of trials) tables.push(await Promise.all(arms.map((trial) => tableAt(orrery, trial))));
  const read = plan.read ?? "last";
  const experiment = effectsOf(
    plan,
    trials,
    tables.map((arms) => arms.map((table) => valuesOf(table, read))),
  );
  const measures = plan.measures ?? tables[0]![0]!.names.slice(1);
  const byArm = plan.arms.map(({ name: arm }, i) => ({ arm, seeds: tables.map((arms) => arms[i]!) }));
  return { ...experiment, series: seriesOf(measures, byArm) };
}

/** The effects, from what is stored: nothing that was counted while playing is used. */
async function compare(orrery: Runs, plan: ExperimentPlan, trials: readonly (readonly Trial[])[]): Promise<Experiment> {
  const read = plan.read ?? "last";
  const values: MeasureValues[][] = [];
  for (const arms of trials) {
    const rows: MeasureValues[] = [];
    for (const trial of arms) rows.push(valuesOf(await tableOf(orrery, trial, read === "last" ? "last" : "all"), read));
    values.push(rows);
  }
  return effectsOf(plan, trials, values);
}

type MeasureValues = ReadonlyMap<string, number>;

/** `values`: by seed and arm. Fault `bad_config` where a measure is asked for that there is not. */
function effectsOf(
  plan: ExperimentPlan,
  trials: readonly (readonly Trial[])[],
  values: readonly (readonly MeasureValues[])[],
): Experiment {
  const id = planId(plan);
  const known = [...values[0]![0]!.keys()];
  const measures = plan.measures ?? known.filter((name) => name !== known[0]);
  const unknown = measures.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw new Fault("bad_config", `There is no measure "${unknown}". There are: ${known.slice(1).join(", ")}.`);
  const [control, ...others] = plan.arms;
  const raw = others.flatMap(({ name: arm }, i) =>
    measures.map((measure) =>
      effectOf(
        { arm, measure, halfWidth: plan.halfWidth?.[measure], key: `${id} ${arm} ${measure}` },
        values.flatMap((rows) => {
          const pair = [rows[0]!.get(measure), rows[i + 1]!.get(measure)] as const;
          return pair[0] === undefined || pair[1] === undefined ? [] : [[pair[0], pair[1]] as const];
        }),
      ),
    ),
  );
  const adjusted = holm(raw.map(({ p }) => p));
  return {
    id,
    title: plan.title ?? `Experiment ${id}`,
    control: control!.name,
    trials: trials.flat(),
    seeds: trials.length,
    effects: raw.map((effect, i) => ({ ...effect, holm: adjusted[i]! })),
  };
}

/** All rows of a trial's measures. */
export const readTrial = (orrery: Runs, trial: Trial): Promise<MeasureTable> => tableOf(orrery, trial, "all");

/** The world's measures of a trial; `last` reads the last row alone where the world offers that. Fault `unknown_export` where a world has none. */
async function tableOf(orrery: Runs, { run, branch }: Trial, rows: "last" | "all"): Promise<MeasureTable> {
  const offered = (await orrery.exports(run)).find(({ name }) => name === "measures")?.options ?? {};
  const options = rows === "last" && Object.hasOwn(offered, "rows") ? { rows } : {};
  const [file] = await orrery.exportAs(run, "measures", { branch, options });
  const { bytes } = file!;
  return readTable(typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes));
}

/** By name: the last row, or the mean of those after the first. */
function valuesOf({ names, rows }: MeasureTable, read: "last" | "mean"): MeasureValues {
  const taken = read === "last" || rows.length < 2 ? rows.slice(-1) : rows.slice(1);
  return new Map(
    names.flatMap((name, column) => {
      const cells = taken.flatMap((row) => row[column] ?? []);
      return cells.length === 0 ? [] : [[name, cells.reduce((sum, value) => sum + value, 0) / cells.length]];
    }),
  );
}
