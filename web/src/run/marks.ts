// What is worth stopping at in a run: turns by kind, and the way from one to the next. A world may bring kinds of its own.
import type { Branch, Line, Outline, TakenBack } from "../shapes.ts";
import { t } from "../words.ts";

export interface MarkKind {
  readonly id: string;
  /** What its marks are called together, in the reader's language. */
  readonly name: () => string;
  /** The key that goes to the next of them. */
  readonly key: string;
  /** A drawing in a square of 12, so that shape tells kinds apart where colour cannot. */
  readonly sign: { readonly path: string; readonly filled: boolean };
  readonly tone: "refusal" | "brass" | "blue" | "good";
  /** How high above the bar it stands: 0, 1 or 2. */
  readonly row: 0 | 1 | 2;
}
/** A kind that a world's stage brings along: it knows its turns by what happened in them. */
export interface WorldMark extends MarkKind {
  /** Those of these turns that are of this kind, ascending. Turns from 0, as the owner has them. */
  readonly find: (lines: readonly Line[]) => readonly number[];
}

export const REFUSAL: MarkKind = {
  id: "refusal",
  name: () => t("refusal"),
  key: "r",
  sign: { path: "M2 2l8 8M10 2l-8 8", filled: false },
  tone: "refusal",
  row: 0,
};
export const GOD: MarkKind = {
  id: "god",
  name: () => t("god"),
  key: "g",
  sign: { path: "M6 .5 7.3 4.7 11.5 6 7.3 7.3 6 11.5 4.7 7.3.5 6 4.7 4.7z", filled: true },
  tone: "brass",
  row: 2,
};
export const ROLL: MarkKind = {
  id: "roll",
  name: () => t("roll"),
  key: "d",
  sign: { path: "M6 1l5 5-5 5-5-5z", filled: true },
  tone: "blue",
  row: 0,
};
export const BRANCH: MarkKind = {
  id: "branch",
  name: () => t("branch"),
  key: "b",
  sign: { path: "M3 11.5V6.5M3 7c0-3 6-2 6-6M9 1v.2M3 .8v6", filled: false },
  tone: "blue",
  row: 1,
};
export const ROLLBACK: MarkKind = {
  id: "rollback",
  name: () => t("rollback"),
  key: "u",
  sign: { path: "M4.5 1 1.5 4l3 3M2 4h5a3 3 0 0 1 0 6.5H4", filled: false },
  tone: "refusal",
  row: 1,
};
export const ENDING: MarkKind = {
  id: "ending",
  name: () => t("ending"),
  key: "e",
  sign: { path: "M6 .6 7.6 4.3 11.6 4.6 8.5 7.2 9.5 11.1 6 9 2.5 11.1 3.5 7.2.4 4.6 4.4 4.3z", filled: true },
  tone: "brass",
  row: 2,
};

/** Turns of one kind, ascending. */
export interface TimelineMark {
  readonly kind: MarkKind;
  readonly turns: readonly number[];
}
export type Marks = readonly TimelineMark[];

interface Marked {
  /** From turn 0, in order. */
  readonly lines: readonly Line[];
  /** Of a long run, whose lines are not all here; null: they are. */
  readonly outline: Outline | null;
  readonly branch: string;
  readonly branches: readonly Branch[];
  readonly takenBack: readonly TakenBack[];
  /** Turns with which it ended, where that is known; else the newest, when the run is over. */
  readonly endings: readonly number[];
  /** The world's own kinds. */
  readonly more: readonly WorldMark[];
}

/** Every kind of which there is a turn. */
export function marksOf({ lines, outline, branch, branches, takenBack, endings, more }: Marked): Marks {
  const own = branches.find(({ name }) => name === branch)?.parent;
  const head = lines.at(-1)?.turn ?? 0;
  // One may go back to before a branch point, and then it is on this line no more.
  const left = [
    ...(own ? [own.turn] : []),
    ...branches.flatMap(({ parent }) => (parent?.branch === branch ? [parent.turn] : [])),
  ].filter((turn) => turn <= head);
  const turnsThat = (is: (line: Line) => boolean) => lines.flatMap((line) => (is(line) ? [line.turn] : []));
  /** Those of the outline, and of the turns that have come since it was read. */
  const knownTurns = (turns: readonly number[] | undefined, is: (line: Line) => boolean) =>
    turns === undefined
      ? turnsThat(is)
      : [...turns.filter((turn) => turn <= head), ...turnsThat((line) => line.turn > outline!.turns && is(line))];
  return [
    { kind: REFUSAL, turns: knownTurns(outline?.refused, isRefused) },
    { kind: GOD, turns: knownTurns(outline?.gods, isGods) },
    { kind: ROLL, turns: knownTurns(outline?.rolled, (line) => "rolls" in line && (line.rolls?.length ?? 0) > 0) },
    { kind: BRANCH, turns: ascending(left) },
    { kind: ROLLBACK, turns: ascending(backOn(lines, branch, takenBack).map(({ to }) => to.turn)) },
    { kind: ENDING, turns: endings },
    ...more.map((kind) => ({ kind, turns: kind.find(lines) })),
  ].filter(({ turns }) => turns.length > 0);
}

/** Those ways back that led to a turn of this line as it is now. */
const backOn = (lines: readonly Line[], branch: string, all: readonly TakenBack[]): readonly TakenBack[] =>
  all.filter(
    (one) =>
      one.branch === branch &&
      one.to.turn < lines.length &&
      (!(one.to.turn in lines) || lines[one.to.turn]!.id === one.to.id),
  );

const ascending = (turns: readonly number[]): readonly number[] => [...new Set(turns)].sort((a, b) => a - b);

const isGods = (line: Line): boolean =>
  "by" in line && line.turn > 0 && (line.by.includes("god") || line.actions[0]?.actorId === "god");

/** Refused by the rules, or not understood at all. */
export const isRefused = (line: Line): boolean =>
  line.validation.some(({ success }) => !success) ||
  (line.rawText !== "" && line.actions.length === 0 && line.events.length === 0);

/** The nearest mark after a turn, or before it; null where there is none. */
export function nextMark(turns: readonly number[], from: number, back: boolean): number | null {
  let low = 0;
  let high = turns.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (back ? turns[middle]! < from : turns[middle]! <= from) low = middle + 1;
    else high = middle;
  }
  return (back ? turns[low - 1] : turns[low]) ?? null;
}

/** As many places as a bar has room for: a thousand marks side by side are drawn as one. Fractions of the bar's length. */
export function places(turns: readonly number[], head: number, room: number): number[] {
  const taken = new Set(turns.map((turn) => Math.round((turn / Math.max(1, head)) * room)));
  return [...taken].map((place) => place / room);
}
