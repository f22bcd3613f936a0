// Reads everything again: every hash, every event, every cached state. Finds damage and says where it is.
import { canonical, type Hash, type Opening, readCommit, type Shape, truthAfter, truthOpen } from "@orrery/kernel";
import { type Damage, type StoredTurn, StoreFault } from "@orrery/store";
import type { Verified } from "./api.ts";
import type { Keeper } from "./keeper.ts";
import { advance, type Moment, opened } from "./line.ts";

const CHUNK = 512;

/** Verifies one run, or all. Damage is a value; a file that cannot be read at all is a `StoreFault`. */
export async function verify(keeper: Keeper, only: string | undefined): Promise<Verified> {
  const runs = only === undefined ? (await keeper.store.runs()).map(({ id }) => id) : [(await keeper.run(only)).id];
  const [damage] = await keeper.store.check(only ?? null);
  let turns = 0;
  if (damage) return found(runs.length, turns, damage);
  for (const run of runs) {
    const checked = await verifyRun(keeper, run);
    turns += checked.turns;
    if (checked.damage) return found(runs.length, turns, checked.damage);
  }
  return { ok: true, runs: runs.length, turns };
}

const found = (runs: number, turns: number, { run, turn, problem }: Damage): Verified => ({
  ok: false,
  runs,
  turns,
  run,
  turn,
  problem,
});

/** Folds every segment of a run from its opening, parents first, and compares truth at every turn. */
async function verifyRun(keeper: Keeper, run: string): Promise<{ turns: number; damage: Damage | null }> {
  const { store } = keeper;
  const engine = await keeper.engine(run);
  const segments = await store.segments(run);
  const forks = new Map<string, Moment>();
  const wanted = new Set(segments.flatMap(({ parent }) => (parent ? [`${parent.segment}/${parent.turn}`] : [])));
  let turns = 0;
  for (const segment of segments) {
    let moment = segment.parent ? forks.get(`${segment.parent.segment}/${segment.parent.turn}`)! : null;
    const from = segment.parent ? segment.parent.turn + 1 : 0;
    for (let next = from; next <= segment.last; next += CHUNK) {
      for (const stored of await store.read(
        { segment: segment.id, turn: segment.last },
        next,
        Math.min(next + CHUNK - 1, segment.last),
      )) {
        const problem = problemOf(keeper, moment, stored, engine.hash);
        if (problem) return { turns, damage: { run, segment: segment.id, turn: stored.turn, problem } };
        moment = moment ? advance(engine, moment, stored) : opened(engine, stored);
        if (stored.turn === 0) {
          const truth = truthOpen(engine, JSON.parse(stored.body) as Opening<Shape>);
          if (truth !== stored.truth)
            return {
              turns,
              damage: {
                run,
                segment: segment.id,
                turn: 0,
                problem: "the truth hash of the opening does not match its state",
              },
            };
        } else turns++;
        const key = `${stored.segment}/${stored.turn}`;
        if (wanted.has(key)) forks.set(key, moment);
      }
    }
    const damage = await snapshotDamage(keeper, run, segment.id, segment.last, moment);
    if (damage) return { turns, damage };
  }
  return { turns, damage: null };
}

function problemOf(
  _keeper: Keeper,
  before: Moment | null,
  stored: StoredTurn,
  hash: (text: string) => Hash,
): string | null {
  if (hash((before?.frame.hash ?? "0".repeat(64)) + stored.body) !== stored.hash)
    return "the text of this turn, or its place in the chain, does not match its hash";
  if (!before) return null;
  const commit = readCommit(stored.body);
  if (commit.turn.id !== stored.id) return "the id of this turn does not match its text";
  if (truthAfter(hash, before.truth, commit) !== stored.truth)
    return "the truth hash of this turn does not match its events";
  return null;
}

/** The newest snapshot of a segment must hold what its events fold to. */
async function snapshotDamage(
  keeper: Keeper,
  run: string,
  segment: number,
  turn: number,
  folded: Moment | null,
): Promise<Damage | null> {
  const engine = await keeper.engine(run);
  const { snapshot, turns } = await keeper.store.load({ segment, turn });
  if (!snapshot || !folded) return null;
  const kept = JSON.parse(snapshot.text) as { version: number; frame: Moment["frame"]; truth: Hash };
  if (kept.version !== engine.world.version) return null;
  let moment: Moment = { place: { segment, turn: snapshot.turn }, frame: kept.frame, truth: kept.truth };
  for (const stored of turns) moment = advance(engine, moment, stored);
  const same = canonical([moment.frame, moment.truth]) === canonical([folded.frame, folded.truth]);
  return same
    ? null
    : {
        run,
        segment,
        turn: snapshot.turn,
        problem: "the snapshot here does not hold what its events fold to; it is only a cache and may be deleted",
      };
}

export const isDamage = (error: unknown): error is StoreFault =>
  error instanceof StoreFault && (error.code === "corrupt" || error.code === "not_a_database");
