// A run as the files that its world can write it as. Reads the whole branch before the world's own code writes; sends and saves nothing.
import {
  type AnyEngine,
  type CallFacts,
  type Commit,
  type Export,
  type ExportFile,
  lift,
  type Opening,
  type RunRecord,
  readCommit,
  type Shape,
} from "@orrery/kernel";
import { nearest } from "@orrery/models/config";
import { loadCall, loadOutcome } from "@orrery/models/recording";
import type { Place, Store, StoredTurn } from "@orrery/store";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { inSlices } from "../breath.ts";
import { placeOfCall, tapeOf } from "../calls/recordings.ts";
import { Fault } from "../fault.ts";
import { sha256 } from "../ids.ts";
import type { ExportCard } from "../shapes.ts";
import { advance, type HistoryMoment, openingMoment } from "../turns/branch-session.ts";

type Exports = Readonly<Record<string, Export<Shape>>>;
type Artifact = NonNullable<ReturnType<RunRecord<Shape>["artifact"]>>;

/** The exports of the world that a run plays. */
export async function exportCards(registry: BranchRegistry, run: string): Promise<readonly ExportCard[]> {
  const { world } = await registry.engine(run);
  return Object.entries((world.exports ?? {}) as Exports).map(([name, { about, options = {} }]) => ({
    name,
    about,
    options,
  }));
}

/** What a run was opened with. */
export async function configOf(registry: BranchRegistry, run: string): Promise<unknown> {
  const { main } = Object.fromEntries((await registry.store.branches(run)).map(({ name, head }) => [name, head]));
  const [opening] = await registry.store.read(main!, 0, 0);
  return (JSON.parse(opening!.body) as Opening<Shape>).config;
}

/** Faults `unknown_export`, and `bad_export` when the options or the run do not fit it. */
export async function writeExport(
  registry: BranchRegistry,
  run: string,
  name: string,
  { branch, options }: { readonly branch: string; readonly options: Readonly<Record<string, string>> },
): Promise<readonly ExportFile[]> {
  const { world } = await registry.engine(run);
  const exports = (world.exports ?? {}) as Exports;
  if (!Object.hasOwn(exports, name)) throw unknownExport(world.id, name, Object.keys(exports));
  const one = exports[name]!;
  requireOptions(name, one, options);
  const record = await recordOf(registry, run, await registry.head(run, branch));
  try {
    const files = one.write(record, options);
    return "next" in files ? await inSlices(files) : files;
  } catch (error) {
    if (error instanceof RangeError) throw new Fault("bad_export", `${name} cannot be written: ${error.message}`);
    throw error;
  }
}

function unknownExport(world: string, name: string, names: readonly string[]): Fault {
  if (names.length === 0)
    return new Fault(
      "unknown_export",
      `The world "${world}" has no exports of its own: leave the name away for the whole run as NDJSON.`,
    );
  const near = nearest(name, names);
  return new Fault(
    "unknown_export",
    `"${world}" has no export "${name}".${near === null ? "" : ` Did you mean "${near}"?`} There are: ${names.join(", ")}.`,
  );
}

function requireOptions(name: string, { options = {} }: Export<Shape>, given: Readonly<Record<string, string>>): void {
  const known = Object.keys(options);
  for (const option of Object.keys(given)) {
    if (Object.hasOwn(options, option)) continue;
    const near = nearest(option, known);
    const rest = known.length === 0 ? "It takes none." : `It takes: ${known.join(", ")}.`;
    throw new Fault(
      "bad_export",
      `${name} takes no option "${option}". ${near === null ? rest : `Did you mean "${near}"?`}`,
    );
  }
}

/** A line as exports read it, up to a place. Turns are held as stored text; each reading folds the frames anew, one at a time. */
export async function recordOf(registry: BranchRegistry, run: string, to: Place): Promise<RunRecord<Shape>> {
  const { store } = registry;
  const engine = await registry.engine(run);
  const turns: StoredTurn[] = [];
  const called: string[] = [];
  for (let from = 0; from <= to.turn; from += CHUNK)
    for (const stored of await store.read(to, from, Math.min(from + CHUNK - 1, to.turn))) {
      turns.push(stored);
      if (stored.turn > 0) called.push(...readCommit<Shape>(stored.body).answers.flatMap(({ calls = [] }) => calls));
    }
  const opening = turns.shift();
  if (opening === undefined) throw new Error(`run ${run} has no opening`);
  const start = openingMoment(engine, opening);
  const calls = await callFacts(store, run, called);
  const artifacts = await artifactsOf(store, run);
  return {
    id: run,
    config: (JSON.parse(opening.body) as Opening<Shape>).config,
    opened: start.frame,
    turns: () => foldTurns(engine, start, turns),
    call: (id) => calls.get(id) ?? null,
    artifact: (hash) => artifacts.get(hash) ?? null,
    hash: sha256,
  };
}

function* foldTurns(engine: AnyEngine, start: HistoryMoment, turns: readonly StoredTurn[]) {
  let moment = start;
  for (const stored of turns) {
    const commit = readCommit<Shape>(stored.body);
    const { frame: before } = moment;
    ({ moment } = advance(engine, moment, stored, commit));
    yield { commit: liftCommit(engine, commit), before, after: moment.frame };
  }
}

/** A turn of an older version of the world in events of this one. */
function liftCommit(engine: AnyEngine, commit: Commit<Shape>): Commit<Shape> {
  const { version } = engine.world;
  if (commit.version === version) return commit;
  const events = commit.events.map((event) => lift(engine, commit.version, event));
  return { ...commit, version, events: events.flat(), by: events.flatMap((some, i) => some.map(() => commit.by[i]!)) };
}

/** What each of these calls cost; one that was not kept is left out. */
async function callFacts(
  store: Store,
  run: string,
  called: readonly string[],
): Promise<ReadonlyMap<string, CallFacts>> {
  const tape = tapeOf(store, run);
  const facts = new Map<string, CallFacts>();
  for (const id of called) {
    const { lane, seq } = placeOfCall(id);
    const take = await tape.take(lane, seq);
    if (!take) continue;
    const [{ model }, { usage, responseId }] = [await loadCall(tape, take.call), await loadOutcome(tape, take.outcome)];
    const { input: tokensIn, output: tokensOut, cached: tokensCached } = usage;
    facts.set(id, { model, responseId, tokensIn, tokensOut, tokensCached });
  }
  return facts;
}

async function artifactsOf(store: Store, run: string): Promise<ReadonlyMap<string, Artifact>> {
  const artifacts = new Map<string, Artifact>();
  for (let after = ""; ; ) {
    const rows = await store.artifacts(run, after, CHUNK);
    for (const { hash } of rows) artifacts.set(hash, (await store.artifact(run, hash))!);
    if (rows.length < CHUNK) return artifacts;
    after = rows.at(-1)!.hash;
  }
}
const CHUNK = 256;
