// The rounds of a story: where each ends in the run, what everybody felt at its end, and what the author did in it. Read from turns and states alone.
import { getKey } from "@orrery/kernel";
import { emotionsOf, type StoryEvent, type StoryState } from "@orrery/worlds/story";
import type { Line } from "../../shapes.ts";
import { EMOTIONS } from "./feelings.ts";

export interface Round extends End {
  /** By place of the person, in the order of `EMOTIONS`. */
  readonly levels: readonly (readonly number[])[];
  /** Means over those who live. */
  readonly mean: readonly number[];
}
export interface RoundMark {
  readonly round: number;
  readonly turn: number;
  readonly kind: "event" | "feeling" | "death" | "other";
  readonly text: string;
}
/** A round that is over, before its feelings are known. */
interface End {
  readonly round: number;
  readonly turn: number;
  /** Of the turn: another branch may have another one of the same number. */
  readonly id: string;
}

/** The last turn of each round, ascending. */
export function endsIn(lines: readonly Line[]): readonly End[] {
  const ends = new Map<number, End>();
  for (const { turn, id, events } of lines)
    for (const event of events as readonly StoryEvent[])
      if (event.type === "round_ended") ends.set(event.round, { round: event.round, turn, id });
  return [...ends.values()].sort((a, b) => a.turn - b.turn);
}

/** What the author did and has not taken back, in the order of the turns. `nameOf`: of people. */
export function marksIn(lines: readonly Line[], nameOf: (id: string) => string): readonly RoundMark[] {
  return deedsIn(lines).flatMap(({ round, turn, type, description, who, emotions }): RoundMark[] => {
    const [kind, name] = [KINDS[type], who === null ? description : nameOf(who)];
    if (!kind) return [];
    return [{ round, turn, kind, text: emotions ? `${name}: ${feelingsInWords(emotions)}` : name }];
  });
}
const KINDS: Readonly<Record<string, RoundMark["kind"]>> = {
  god_mode_injection: "event",
  god_mode_emotion_change: "feeling",
  god_mode_death: "death",
  god_mode_resurrection: "other",
};
const feelingsInWords = (emotions: Readonly<Partial<Record<string, number>>>): string =>
  Object.entries(emotions)
    .map(([name, level]) => `${name} ${level?.toFixed(2)}`)
    .join(", ");

/** Entries of the author's log with the turn that each was made in; what was taken back is left out. */
function deedsIn(lines: readonly Line[]): (Entry & { readonly turn: number })[] {
  const deeds = new Map<string, Entry & { turn: number }>();
  const put = (turn: number, entry: Entry) =>
    deeds.set(entry.id, { ...entry, turn: deeds.get(entry.id)?.turn ?? turn });
  for (const { turn, events } of lines)
    for (const event of events as readonly StoryEvent[]) {
      if (event.type === "logged" || event.type === "relogged") put(turn, event.entry);
      else if (event.type === "happened") {
        const { id, round, text } = event;
        put(turn, { id, round, type: "god_mode_injection", description: text, who: null, undone: false });
      }
    }
  return [...deeds.values()].filter(({ undone }) => !undone);
}
type Entry = Pick<
  StoryState["tale"]["log"][number],
  "id" | "round" | "type" | "description" | "who" | "undone" | "emotions"
>;

/** The round in which each of the dead died. */
export function deathsIn(lines: readonly Line[]): ReadonlyMap<string, number> {
  const deaths = new Map<string, number>();
  for (const { type, who, round } of deedsIn(lines)) {
    if (who === null) continue;
    if (type === "god_mode_death") deaths.set(who, round);
    if (type === "god_mode_resurrection") deaths.delete(who);
  }
  return deaths;
}

/** What everybody felt in a state. */
export function levelsIn(state: StoryState): Pick<Round, "levels" | "mean"> {
  const ids = state.actors.slice(0, -2);
  const sums = EMOTIONS.map(() => 0);
  let living = 0;
  const levels = ids.map((id) => {
    const one = getKey(state.agents, id)!;
    const felt = emotionsOf(one, getKey(state.profiles, id)!, state.round);
    if (one.status === "alive") {
      living++;
      for (const [i, level] of felt.entries()) sums[i] = sums[i]! + level;
    }
    return felt;
  });
  return { levels, mean: sums.map((sum) => (living === 0 ? 0 : sum / living)) };
}

/** The people with the most changed feelings, most changed first; always with `first`. */
export function mostMoved(rounds: readonly Round[], first: number | null, count: number): readonly number[] {
  const last = rounds.at(-1);
  if (!last) return [];
  const moved = last.levels.map((_, place) => {
    let sum = 0;
    for (let i = 1; i < rounds.length; i++) {
      const [before, after] = [rounds[i - 1]!.levels[place], rounds[i]!.levels[place]];
      if (before && after) for (let e = 0; e < EMOTIONS.length; e++) sum += Math.abs(after[e]! - before[e]!);
    }
    return { place, sum };
  });
  const places = moved
    .sort((a, b) => b.sum - a.sum || a.place - b.place)
    .map(({ place }) => place)
    .filter((place) => place !== first)
    .slice(0, first === null ? count : count - 1);
  return first === null ? places : [first, ...places];
}
