// `judge RUN`: seats judges at a run that has ended, then prints their verdict; `--reveal` then names the team of each entry.
import { Fault, type Orrery, parseLineup } from "@orrery/runtime";
import { record, say } from "./print.ts";
import { letPlay, seatingOf } from "./seating.ts";
import type { Flags } from "./words.ts";

/** The export that holds a world's verdicts. */
const VERDICT = "verdict";
const RUBRIC = "judge=bot:rubric";

interface JudgedMatch {
  readonly verdicts: readonly { readonly judge: string; readonly model?: string }[];
  readonly totals: Readonly<Record<string, { readonly mean: number; readonly low: number; readonly high: number }>>;
  readonly reveal: { readonly mapping: Readonly<Record<string, string>> } | null;
}

export async function judge(orrery: Orrery, run: string, flags: Flags): Promise<boolean> {
  if (!(await orrery.exports(run)).some(({ name }) => name === VERDICT))
    throw new Fault("bad_name", "Nothing is judged in the world of this run.");
  const branch = flags.branch ?? "main";
  const before = await verdictOf(orrery, run, branch);
  // `--reveal` without a lineup judges nothing: it opens the existing verdict, or refuses.
  const agents = flags.agents ?? (before === null && !flags.reveal ? RUBRIC : null);
  if (agents !== null) {
    onlyJudges(agents);
    await letPlay(orrery, run, flags, await seatingOf(orrery, flags), { branch, agents, standing: true });
  }
  if (flags.reveal && before?.reveal == null) {
    const line = await orrery.god(run, { actorId: "god", type: "unseal" }, { branch });
    const refused = line.validation.find(({ success }) => !success);
    if (refused) {
      say(refused.message ?? "The mapping stays sealed.");
      return false;
    }
  }
  const verdict = await verdictOf(orrery, run, branch);
  if (verdict === null) {
    say("There is no verdict: the match is not over, or no judge gave marks.");
    return false;
  }
  if (flags.json) record(verdict);
  else process.stdout.write(`${inWords(verdict)}\n`);
  return true;
}

/** A lineup for judges may name judges only: the match is over. */
function onlyJudges(agents: string): void {
  const other = [...parseLineup(agents).keys()].find((seat) => !/^judge(-\d+)?$/.test(seat));
  if (other !== undefined)
    throw new Fault("bad_agents", `"${other}" is no judge. Write for instance ${RUBRIC},judge-2=model:NAME.`);
}

/** Null while there is none. */
async function verdictOf(orrery: Orrery, run: string, branch: string): Promise<JudgedMatch | null> {
  try {
    const [file] = await orrery.exportAs(run, VERDICT, { branch, options: {} });
    return JSON.parse(String(file!.bytes)) as JudgedMatch;
  } catch (error) {
    if (error instanceof Fault && error.code === "bad_export") return null;
    throw error;
  }
}

function inWords({ verdicts, totals, reveal }: JudgedMatch): string {
  const marks = Object.entries(totals)
    .sort(([, a], [, b]) => b.mean - a.mean)
    .map(
      ([label, { mean, low, high }]) => `${label}  ${mean.toFixed(2)} of 5  (${low.toFixed(2)} to ${high.toFixed(2)})`,
    );
  const open = reveal
    ? Object.entries(reveal.mapping).map(([label, team]) => `${label} is team ${team}`)
    : ["The teams of the entries stay sealed; --reveal opens them."];
  const judges = new Set(verdicts.map(({ judge, model }) => (model === undefined ? judge : `${judge} (${model})`)));
  return [...marks, `judged by ${[...judges].join(", ")}`, ...open].join("\n");
}
