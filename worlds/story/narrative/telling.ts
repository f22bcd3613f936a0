// A whole story told by the template from a run alone: its rounds in order, each as it is told once it is over. The same run gives the same words.
import { canonical, keyedDice, type RunRecord } from "@orrery/kernel";
import type { Story, StoryEvent, StoryState } from "../shape.ts";
import type { LogEntry } from "../tale.ts";
import { type Beat, beatOf, translateRound } from "./beat.ts";
import { type InjectedAt, logIdsOf } from "./characters.ts";
import { gatherFacts, type RoundFacts } from "./facts.ts";
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
/** A run at its end. */
export interface StoryEnd {
  readonly now: StoryState;
  /** The last round that can be told, and its platform; round 0 where there is none. */
  readonly last: Pick<TellableRound, "round" | "platform">;
  readonly hash: string;
  readonly turn: number;
  /** Milliseconds since 1970 of the last turn; 0 where there is none. */
  readonly at: number;
  readonly injectedAt: InjectedAt;
}
type ReplayedRun = Pick<RunRecord<Story>, "opened" | "turns">;

/** Yields after each turn. */
export function* endOf(run: ReplayedRun): Generator<undefined, StoryEnd> {
  const finder = new RoundFinder();
  let { state: now, hash } = run.opened;
  let last: StoryEnd["last"] = { round: 0, platform: null };
  let [turn, at] = [0, 0];
  const injectedAt = new Map<string, number>();
  for (const { commit, after } of run.turns()) {
    turn++;
    at = commit.turn.createdAt;
    const events = commit.events as readonly StoryEvent[];
    last = finder.take(turn, events).at(-1) ?? last;
    for (const id of logIdsOf(events)) injectedAt.set(id, at);
    ({ state: now, hash } = after);
    yield;
  }
  return { now, last, hash, turn, at, injectedAt };
}

/** Rounds in order, one at a time. */
export function* roundsOf(run: ReplayedRun): Generator<MetRound> {
  const finder = new RoundFinder();
  const { state } = run.opened;
  const opening = openingRound(state);
  if (opening) yield { found: opening, before: state, after: state };
  let turn = 0;
  let before = state;
  for (const { commit, before: from, after } of run.turns()) {
    turn++;
    for (const found of finder.take(turn, commit.events as readonly StoryEvent[])) {
      yield { found, before: found.from === turn ? from.state : before, after: after.state };
      before = after.state;
    }
  }
}

/** One round, after the beats that were told before it. Yields between pieces of work. */
export function* tellMet(
  { found, before, after }: MetRound,
  { now, last, turn }: Pick<StoryEnd, "now" | "last" | "turn">,
  earlier: readonly Beat[],
  hash: RunRecord<Story>["hash"],
): Generator<undefined, { readonly beat: Beat; readonly facts: RoundFacts }> {
  const told = earlier.flatMap(({ events }) => events);
  const facts = yield* gatherFacts({ ...found, before, after, now: knowledgeIn(now, found.round, last.round), told });
  const previous = earlier.slice(-2).map(({ prose }) => prose);
  const { prose } = translateRound(facts, previous, tellingDice(hash, found));
  const { from, to } = found;
  const beat = beatOf(facts, { prose, teller: "template", from, to, asOf: turn, isFirst: earlier.length === 0 });
  return { beat, facts };
}

/** What is known when a round is told: nothing of what the author did in later rounds. The last round knows all of it. */
export const knowledgeIn = (now: StoryState, round: number, last: number): StoryState =>
  round >= last ? now : withoutEntries(now, (entry) => entry.round > round);

/** The same for deaths alone, and only those that the author has given a round: any other holds from the next telling on. */
export const livingIn = (now: StoryState, round: number, last: number): StoryState =>
  round >= last ? now : withoutEntries(now, (entry) => isDeath(entry) && entry.round > round && isDated(entry));

/** A state in which these entries are not made yet: those that died in one of them live. */
function withoutEntries(now: StoryState, isLater: (entry: LogEntry) => boolean): StoryState {
  const later = now.tale.log.filter(isLater);
  if (later.length === 0) return now;
  const alive = new Set(later.filter((entry) => isDeath(entry) && !entry.undone).map(({ who }) => who));
  return {
    ...now,
    dead: now.dead.filter((id) => !alive.has(id)),
    tale: { ...now.tale, log: now.tale.log.filter((entry) => !isLater(entry)) },
  };
}
const isDeath = ({ type }: LogEntry): boolean => type === "god_mode_death";
/** An entry that was given no round has that of what takes it back: the round in which the town stood. */
const isDated = ({ round, undo }: LogEntry): boolean => undo?.some((event) => event.round !== round) ?? false;
