// A whole story told by the template from a run alone: its rounds in order, each as it is told once it is over. The same run gives the same words.
import { canonical, keyedDice, type RunRecord } from "@orrery/kernel";
import type { Story, StoryEvent, StoryState } from "../shape.ts";
import { type Beat, beatOf, translateRound } from "./beat.ts";
import { factsOf, type RoundFacts } from "./facts.ts";
import { openingRound, RoundFinder, type TellableRound } from "./rounds.ts";

/** Dice for the words of a round: keyed by what is told, so that the same round is told alike wherever it is. */
export const tellingDice = (hash: RunRecord<Story>["hash"], { round, platform, events }: TellableRound) =>
  keyedDice(
    hash,
    { seed: canonical([round, platform, events.length, events.at(0) ?? null]), salt: "", lane: "@tell", depth: round },
    "teller",
  );

/** A round with the states before its first turn and after its last. */
export interface MetRound {
  readonly found: TellableRound;
  readonly before: StoryState;
  readonly after: StoryState;
}
export interface MetStory {
  readonly rounds: readonly MetRound[];
  readonly now: StoryState;
  readonly hash: string;
  readonly turn: number;
  /** Milliseconds since 1970 of the last turn; 0 where there is none. */
  readonly at: number;
}

export function roundsOf(run: Pick<RunRecord<Story>, "opened" | "turns">): MetStory {
  const finder = new RoundFinder();
  const rounds: MetRound[] = [];
  let { state: now, hash } = run.opened;
  const opening = openingRound(now);
  if (opening) rounds.push({ found: opening, before: now, after: now });
  let turn = 0;
  let at = 0;
  let before = now;
  for (const { commit, before: from, after } of run.turns()) {
    turn++;
    at = commit.turn.createdAt;
    for (const found of finder.take(turn, commit.events as readonly StoryEvent[])) {
      rounds.push({ found, before: found.from === turn ? from.state : before, after: after.state });
      before = after.state;
    }
    now = after.state;
    hash = after.hash;
  }
  return { rounds, now, hash, turn, at };
}

/** One round, after the beats that were told before it. */
export function tellMet(
  { found, before, after }: MetRound,
  { now, last, turn }: { readonly now: StoryState; readonly last: number; readonly turn: number },
  earlier: readonly Beat[],
  hash: RunRecord<Story>["hash"],
): { readonly beat: Beat; readonly facts: RoundFacts } {
  const told = earlier.flatMap(({ events }) => events);
  const facts = factsOf({ ...found, before, after, now: knownIn(now, found.round, last), told });
  const previous = earlier.slice(-2).map(({ prose }) => prose);
  const { prose } = translateRound(facts, previous, tellingDice(hash, found));
  const { from, to } = found;
  const beat = beatOf(facts, { prose, teller: "template", from, to, asOf: turn, isFirst: earlier.length === 0 });
  return { beat, facts };
}

/** What is known when a round is told: nothing of what the author did in later rounds. The last round knows all of it. */
export function knownIn(now: StoryState, round: number, last: number): StoryState {
  if (round >= last) return now;
  const { log } = now.tale;
  const alive = new Set(
    log.flatMap(({ type, who, round: when, undone }) =>
      type === "god_mode_death" && !undone && when > round && who !== null ? [who] : [],
    ),
  );
  return {
    ...now,
    dead: now.dead.filter((id) => !alive.has(id)),
    tale: { ...now.tale, log: log.filter((entry) => entry.round <= round) },
  };
}
