// What the stored history of one game says: its facts, and what playing it took. Read from the turns alone, so that anyone can compute it again.
import {
  type ActorId,
  type AnyEngine,
  type Cause,
  type Commit,
  type FoldState,
  type GameFacts,
  lift,
  type Opening,
  openFrame,
  readCommit,
  type Shape,
  step,
} from "@orrery/kernel";
import type { Store } from "@orrery/store";
import type { Breath } from "../breath.ts";
import type { Runs } from "../runs.ts";
import { endingOf } from "../turns/telling.ts";
import { NOTHING_SPENT, plus, type Spent, spendingOf } from "./spent.ts";

/** How one seat's agent did as a machine, apart from what the game made of its answers. */
export interface Effort {
  /** Asks answered, by the agent or by the fallback. */
  readonly asked: number;
  /** Tries that were refused before an answer was taken. */
  readonly invalid: number;
  readonly fallbacks: Readonly<Partial<Record<Cause, number>>>;
  /** What its model used, by the run's own record of calls. */
  readonly spent: Spent;
}

export interface GameRecord {
  readonly run: string;
  /** Record hash of its last turn. */
  readonly hash: string;
  readonly turns: number;
  /** From the opening to the last turn, in real milliseconds. */
  readonly tookMs: number;
  /** How it ended, in the words of its world; null while it goes on. */
  readonly ending: string | null;
  /** A god has changed it: it is shown, and never rated. */
  readonly touched: boolean;
  readonly facts: GameFacts;
  readonly efforts: Readonly<Record<ActorId, Effort>>;
}

/** An `Effort` while it is counted. */
interface AskTally {
  asked: number;
  invalid: number;
  readonly fallbacks: Partial<Record<Cause, number>>;
  spent: Spent;
}

const CHUNK = 256;

/** Reads the main branch of a run from its first turn to its head. One `breath` serves many games: a short game uses up no slice. */
export async function readGame(
  engine: AnyEngine,
  store: Store,
  run: string,
  calls: Runs["calls"],
  breath: Breath,
): Promise<GameRecord> {
  const { world } = engine;
  const head = await store.head(run, "main");
  if (!head) throw new Error(`no run ${run}`);
  const [first] = await store.read(head, 0, 0);
  const opening = JSON.parse(first!.body) as Opening<Shape>;
  let at: FoldState<Shape> = openFrame(engine, opening, first!.hash);
  const watch = world.contest!.watch(at);
  const efforts = new Map<ActorId, AskTally>();
  let last = opening.createdAt;
  let touched = false;
  for (let from = 1; from <= head.turn; from += CHUNK) {
    for (const { body } of await store.read(head, from, Math.min(from + CHUNK - 1, head.turn))) {
      await breath.take();
      const commit = readCommit<Shape>(body);
      last = commit.turn.createdAt;
      if (commit.by.includes("god")) touched = true;
      note(efforts, commit);
      for (const event of commit.events) {
        for (const lifted of lift(engine, commit.version, event)) {
          const after = step(engine, at, lifted);
          watch.see(at, lifted, after);
          at = after;
        }
      }
    }
  }
  for await (const call of calls(run)) {
    const effort = efforts.get(call.lane);
    if (effort) effort.spent = plus(effort.spent, spendingOf(call));
  }
  return {
    run,
    hash: head.hash,
    turns: head.turn,
    tookMs: last - opening.createdAt,
    ending: endingOf(world, at.state),
    touched,
    facts: watch.facts(),
    efforts: Object.fromEntries(efforts),
  };
}

/** One answer of one turn. */
export interface TurnRow {
  readonly turn: number;
  readonly turn_id: string;
  readonly created_at: number;
  readonly actor: string;
  readonly action: string | null;
  readonly by: string;
  readonly cause: string | null;
  readonly attempts: number;
  readonly calls: number;
}

/** Every answer of the main branch, in order. */
export async function readTurns(store: Store, run: string, breath: Breath): Promise<readonly TurnRow[]> {
  const head = await store.head(run, "main");
  if (!head) throw new Error(`no run ${run}`);
  const rows: TurnRow[] = [];
  for (let from = 1; from <= head.turn; from += CHUNK)
    for (const [i, { body }] of (await store.read(head, from, Math.min(from + CHUNK - 1, head.turn))).entries()) {
      await breath.take();
      const { turn, answers } = readCommit<Shape>(body);
      for (const { actor, by, cause, attempts = [], calls = [] } of answers)
        rows.push({
          turn: from + i,
          turn_id: turn.id,
          created_at: turn.createdAt,
          actor,
          action: turn.actions.find(({ actorId }) => actorId === actor)?.type ?? null,
          by,
          cause: cause ?? null,
          attempts: attempts.length,
          calls: calls.length,
        });
    }
  return rows;
}

function note(efforts: Map<ActorId, AskTally>, { answers }: Commit<Shape>): void {
  for (const { actor, by, cause, attempts = [] } of answers) {
    if (by === "god") continue;
    const effort = efforts.get(actor) ?? { asked: 0, invalid: 0, fallbacks: {}, spent: NOTHING_SPENT };
    efforts.set(actor, effort);
    effort.asked++;
    effort.invalid += attempts.length;
    if (cause) effort.fallbacks[cause] = (effort.fallbacks[cause] ?? 0) + 1;
  }
}
