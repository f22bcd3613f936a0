// What one actor was told on a line so far: its own tellings and nobody else's, for agents that are asked in words.
import type { Tellings } from "@orrery/agents";
import { type AnyEngine, type Commit, readCommit, type Shape } from "@orrery/kernel";
import type { Place, Store, StoredTurn } from "@orrery/store";
import { type Moment, momentAt } from "./line.ts";
import { seatLine, walk } from "./lines.ts";

/** How many turns back an actor's last answer is looked for; one who was silent for longer is told of these. */
const SINCE_MAX = 64;
/** Turns before that from which an earlier telling may come. */
const BEFORE_MAX = 32;

/** The tellings of `who` on the line that ends at `at`. */
export async function tellingsOf(engine: AnyEngine, store: Store, at: Place, who: string): Promise<Tellings> {
  const answer = await lastAnswer(store, at, who);
  const since = answer === null ? Math.max(0, at.turn - SINCE_MAX) : answer.stored.turn;
  const first = answer === null ? since : Math.max(0, since - BEFORE_MAX);
  const start: Moment | null = first === 0 ? null : await momentAt(engine, store, await store.ancestor(at, first - 1));
  const told: { before: string[]; since: string[] } = { before: [], since: [] };
  for await (const passed of walk(engine, store, start, at)) {
    const line = seatLine(engine, passed, who, { turn: 0, id: "" });
    if (line && line.narration !== "") told[passed.stored.turn < since ? "before" : "since"].push(line.narration);
  }
  return told;
}

/** The newest of the last turns of a line in which the agent of `who` itself answered; of those that `which` lets through. */
export async function lastAnswer(
  store: Store,
  at: Place,
  who: string,
  which: (commit: Commit<Shape>) => boolean = () => true,
): Promise<{ stored: StoredTurn; commit: Commit<Shape> } | null> {
  const from = Math.max(1, at.turn - SINCE_MAX + 1);
  for (const stored of (await store.read(at, from, at.turn)).toReversed()) {
    const commit = readCommit<Shape>(stored.body);
    if (commit.answers.some(({ actor, by }) => actor === who && by === "agent") && which(commit))
      return { stored, commit };
  }
  return null;
}
