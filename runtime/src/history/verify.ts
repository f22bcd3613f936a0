// Reads everything again: every hash, every event, every cached state. Finds damage and says where it is.
import {
  type Commit,
  canonical,
  commitSeed,
  firstHash,
  type Hash,
  type Opening,
  readCommit,
  recordHash,
  redraw,
  type Shape,
  truthAfter,
  truthOpen,
} from "@orrery/kernel";
import { type Damage, type Head, type Place, StoreFault } from "@orrery/store";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { Breath } from "../breath.ts";
import { sha256 } from "../ids.ts";
import type { Verified } from "../shapes.ts";
import { advance, foldBodies, type HistoryMoment, openingMoment } from "../turns/branch-session.ts";
import { seatKeyProblem } from "../turns/seats.ts";

const CHUNK = 64;

/** Verifies one run, or all. Damage is a value; a file that cannot be read at all is a `StoreFault`. */
export async function verify(registry: BranchRegistry, only: string | undefined): Promise<Verified> {
  const runs = only === undefined ? (await registry.store.runs()).map(({ id }) => id) : [(await registry.run(only)).id];
  // The chains are checked below, on the way; only where that meets damage are they read once more, to say exactly where.
  const [damage] = await registry.store.check(only ?? null, { turns: false });
  let turns = 0;
  const key = await seatKeyProblem(registry.store);
  if (key !== null) return damageFound(runs.length, turns, { run: null, segment: null, turn: null, problem: key });
  if (damage) return damageFound(runs.length, turns, (await nearest(registry, damage)) ?? damage);
  for (const run of runs) {
    const checked = await verifyRun(registry, run).catch(async (error: unknown) => {
      const located = isDamage(error) ? await nearest(registry, { run, segment: null, turn: null, problem: "" }) : null;
      if (located) return { turns: 0, damage: located };
      throw error;
    });
    turns += checked.turns;
    if (checked.damage) return damageFound(runs.length, turns, checked.damage);
  }
  return { ok: true, runs: runs.length, turns };
}

/** The first damage that a store can tell the turn of, when it is asked to read all. */
async function nearest({ store }: BranchRegistry, { run, turn }: Damage): Promise<Damage | null> {
  if (turn !== null) return null;
  const all = await store.check(run);
  return all.find((damage) => damage.turn !== null) ?? all[0] ?? null;
}

const isDamage = (error: unknown): boolean =>
  error instanceof StoreFault && (error.code === "corrupt" || error.code === "not_found");

const damageFound = (runs: number, turns: number, { run, turn, problem }: Damage): Verified => ({
  ok: false,
  runs,
  turns,
  run,
  turn,
  problem,
});

/** Folds every segment of a run from its opening, parents first, and compares truth at every turn. */
async function verifyRun(registry: BranchRegistry, run: string): Promise<{ turns: number; damage: Damage | null }> {
  const { store } = registry;
  const engine = await registry.engine(run);
  const segments = await store.segments(run);
  const forks = new Map<string, HistoryMoment>();
  const heads = await store.branches(run);
  const wanted = new Set([
    ...segments.flatMap(({ parent }) => (parent ? [keyOf(parent)] : [])),
    ...heads.map(({ head }) => keyOf(head)),
  ]);
  let turns = 0;
  const breath = new Breath();
  for (const { id: segment, parent, last } of segments) {
    let moment = parent ? forks.get(keyOf(parent))! : null;
    for (let next = parent ? parent.turn + 1 : 0; next <= last; next += CHUNK) {
      for (const stored of await store.read({ segment, turn: last }, next, Math.min(next + CHUNK - 1, last))) {
        await breath.take();
        const damage = (problem: string) => ({ turns, damage: { run, segment, turn: stored.turn, problem } });
        if (recordHash(engine.hash, moment?.frame.hash ?? firstHash, stored.body) !== stored.hash) {
          return damage("the text of this turn, or its place in the chain, does not match its hash");
        }
        if (!moment) {
          if (truthOpen(engine, JSON.parse(stored.body) as Opening<Shape>) !== stored.truth) {
            return damage("the truth hash of the opening does not match its state");
          }
          const { name } = JSON.parse(stored.body) as Opening<Shape>;
          if (name !== (await registry.run(run)).name)
            return damage("the run goes by another name than it was opened with");
          moment = openingMoment(engine, stored);
        } else {
          const commit = readCommit(stored.body);
          if (commit.turn.id !== stored.id) return damage("the id of this turn does not match its text");
          if (truthAfter(engine.hash, moment.truth, commit) !== stored.truth) {
            return damage("the truth hash of this turn does not match its events");
          }
          const loaded = commit.rolls ? await loadedRoll(registry, run, moment, commit) : null;
          if (loaded) return damage(loaded);
          moment = advance(engine, moment, stored, commit).moment;
          turns++;
        }
        if (wanted.size > 0 && wanted.has(keyOf(stored))) forks.set(keyOf(stored), moment);
      }
    }
    const damage = moment && (await snapshotDamage(registry, run, segment, last, moment));
    if (damage) return { turns, damage };
  }
  for (const { name, head } of heads) {
    const moment = forks.get(keyOf(head));
    const damage = moment && (await cacheDamage(registry, run, name, head, moment));
    if (damage) return { turns, damage };
  }
  return { turns, damage: null };
}

/** What is cached of a branch for queries must be what its turns fold to, where it is up to date. */
async function cacheDamage(
  { store, worlds }: BranchRegistry,
  run: string,
  branch: string,
  { id, segment, turn }: Head,
  { frame }: HistoryMoment,
): Promise<Damage | null> {
  const cached = await store.cachedHead(run, branch);
  if (cached === null || cached.turnId !== id) return null;
  const { world } = await worlds.engine((await store.run(run))!.world);
  const entities = [...world.entities(frame.state)].sort((a, b) => (a.id < b.id ? -1 : 1));
  const isSame =
    holdsState(cached.state, frame.state) && cached.turn === turn && canonical(cached.entities) === canonical(entities);
  return isSame
    ? null
    : { run, segment, turn, problem: `what is cached of branch "${branch}" for queries is not what its turns fold to` };
}

/** Whether a cached text is this state: a program that decided a turn has its keys in another order than one that read it. */
function holdsState(text: string, state: unknown): boolean {
  if (text === JSON.stringify(state)) return true;
  try {
    return canonical(JSON.parse(text)) === canonical(state);
  } catch {
    return false;
  }
}

const keyOf = ({ segment, turn }: Place): string => `${segment}/${turn}`;

/** Every recorded roll must be what the committed seed gives; a seed that is not held here cannot be asked. */
async function loadedRoll(
  registry: BranchRegistry,
  run: string,
  before: HistoryMoment,
  commit: Commit<Shape>,
): Promise<string | null> {
  const secret = await registry.store.secret(run, before.frame.commitment);
  if (!secret) return null;
  const { commitment, seed, nonce } = secret;
  if (commitSeed(sha256, seed, nonce) !== commitment)
    return "the seed of its dice is not the one that was committed to";
  const { salt, lane, depth } = commit;
  const wrong = commit.rolls?.find((roll) => redraw(sha256, { seed, salt, lane, depth }, roll) !== roll.value);
  return wrong ? `the roll for "${wrong.purpose}" is not what its seed gives` : null;
}

/** The newest snapshot of a segment must hold what its events fold to. */
async function snapshotDamage(
  registry: BranchRegistry,
  run: string,
  segment: number,
  turn: number,
  folded: HistoryMoment,
): Promise<Damage | null> {
  const engine = await registry.engine(run);
  const { snapshot, bodies, hash, truth } = await registry.store.load({ segment, turn });
  if (!snapshot) return null;
  const kept = JSON.parse(snapshot.text) as { version: number; frame: HistoryMoment["frame"]; truth: Hash };
  if (kept.version !== engine.world.version) return null;
  const frame = foldBodies(engine, kept.frame, bodies, hash);
  const same = canonical([frame, bodies.length > 0 ? truth : kept.truth]) === canonical([folded.frame, folded.truth]);
  return same
    ? null
    : {
        run,
        segment,
        turn: snapshot.turn,
        problem: "the snapshot here does not hold what its events fold to; it is only a cache and may be deleted",
      };
}
