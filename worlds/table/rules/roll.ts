// Rolls: dice notation, twenty-sided tests with advantage, damage, and the one string that each is shown as. Every die is drawn from the dice that are handed in.
import type { Dice } from "@orrery/kernel";
import { type ModifierCause, type Sum, withSign } from "./numbers.ts";

/** What was rolled, as it lies in the events. The dice are drawn under `purpose`, in this order. */
export interface RollRecord {
  /** Who rolled, by id. */
  readonly who: string;
  /** What it was for: the label of the display string and the name of the draw. */
  readonly purpose: string;
  readonly notation: string;
  readonly sides: number;
  /** Every face, those that do not count as well. */
  readonly dice: readonly number[];
  readonly kept?: "higher" | "lower";
  /** Why it was rolled with advantage or disadvantage, both kinds where they cancelled. */
  readonly because?: readonly string[];
  readonly modifier: number;
  readonly causes: readonly ModifierCause[];
  readonly total: number;
  readonly dc?: number;
  readonly ac?: number;
  /** "Hit", "Critical Hit", "Miss", "Success", "Failure", or a type of damage. */
  readonly outcome?: string;
}

interface Notation {
  readonly count: number;
  readonly sides: number;
  readonly bonus: number;
}

const NOTATION = /^(\d{0,3})d(\d{1,4})([+-]\d{1,4})?$/i;

/** "2d6+3", "d20", "1d8-1"; 1 to 999 dice of 2 to 1000 sides. Null for anything else. */
export function parseNotation(text: string): Notation | null {
  const [, count, sides, bonus] = NOTATION.exec(text.replaceAll(" ", "")) ?? [];
  if (sides === undefined) return null;
  const read = { count: count === "" ? 1 : Number(count), sides: Number(sides), bonus: Number(bonus ?? 0) };
  return read.count >= 1 && read.sides >= 2 && read.sides <= 1000 ? read : null;
}

/** The same for notation in our own tables, where a mistake is a bug. */
export function notationOf(text: string): Notation {
  const read = parseNotation(text);
  if (!read) throw new Error(`"${text}" is no dice notation`);
  return read;
}

/** Reasons for advantage and disadvantage; having both cancels out, regardless of count. */
export interface Edge {
  readonly advantage: readonly string[];
  readonly disadvantage: readonly string[];
}
const NO_EDGE: Edge = { advantage: [], disadvantage: [] };

interface TestOf {
  readonly who: string;
  readonly purpose: string;
  readonly bonus: Sum;
  readonly edge?: Edge;
  readonly dc?: number;
  readonly ac?: number;
}

/** A d20 with its bonus. `face` is the die that counts. */
interface Tested {
  readonly record: RollRecord;
  readonly face: number;
  readonly success: boolean;
}

/** An ability check or a saving throw: meeting the number succeeds, and no face does so by itself. */
export function rollTest(dice: Dice, test: TestOf): Tested {
  const { face, faces, kept } = rollTwenty(dice, test);
  const total = face + test.bonus.value;
  const target = test.dc ?? test.ac;
  const success = target === undefined || total >= target;
  const record = recordOf(test, faces, kept, total);
  return {
    face,
    success,
    record: target === undefined ? record : { ...record, outcome: success ? "Success" : "Failure" },
  };
}

/** An attack roll: 20 hits and is critical, 1 misses, at any armour class. `critical` turns any hit into a critical one. */
export function rollAttack(
  dice: Dice,
  test: TestOf & { readonly ac: number; readonly critical?: boolean; readonly threat?: number },
): Tested & { readonly critical: boolean } {
  const { face, faces, kept } = rollTwenty(dice, test);
  const total = face + test.bonus.value;
  const success = face === 20 || (face !== 1 && total >= test.ac);
  const critical = success && (face >= (test.threat ?? 20) || test.critical === true);
  const outcome = critical ? "Critical Hit" : success ? "Hit" : "Miss";
  return { face, success, critical, record: { ...recordOf(test, faces, kept, total), outcome } };
}

function rollTwenty(dice: Dice, { purpose, edge = NO_EDGE }: TestOf) {
  const up = edge.advantage.length > 0;
  const down = edge.disadvantage.length > 0;
  const first = dice.int(purpose, 1, 20);
  if (up === down) return { face: first, faces: [first], kept: undefined };
  const faces = [first, dice.int(purpose, 1, 20)];
  return up
    ? { face: Math.max(...faces), faces, kept: "higher" as const }
    : { face: Math.min(...faces), faces, kept: "lower" as const };
}

function recordOf(
  test: TestOf,
  faces: readonly number[],
  kept: "higher" | "lower" | undefined,
  total: number,
): RollRecord {
  const { who, purpose, bonus, edge = NO_EDGE, dc, ac } = test;
  const because = [...edge.advantage, ...edge.disadvantage];
  return {
    who,
    purpose,
    notation: `1d20${withSign(bonus.value)}`,
    sides: 20,
    dice: faces,
    ...(kept ? { kept } : {}),
    ...(because.length > 0 ? { because } : {}),
    modifier: bonus.value,
    causes: bonus.causes,
    total,
    ...(dc === undefined ? {} : { dc }),
    ...(ac === undefined ? {} : { ac }),
  };
}

/** Dice for an amount: damage, healing, hit points. A critical hit rolls twice the dice and adds the bonus once; never below zero. */
export function rollAmount(
  dice: Dice,
  who: string,
  purpose: string,
  notation: string,
  { bonus = [], critical = false, type }: { bonus?: readonly ModifierCause[]; critical?: boolean; type?: string } = {},
): RollRecord {
  const read = notationOf(notation);
  const causes = [...(read.bonus === 0 ? [] : [{ what: "base", value: read.bonus }]), ...bonus].filter(
    ({ value }) => value !== 0,
  );
  const modifier = causes.reduce((total, { value }) => total + value, 0);
  const count = critical ? read.count * 2 : read.count;
  const faces = Array.from({ length: count }, () => dice.int(purpose, 1, read.sides));
  return {
    who,
    purpose,
    notation: `${count}d${read.sides}${modifier === 0 ? "" : withSign(modifier)}`,
    sides: read.sides,
    dice: faces,
    modifier,
    causes,
    total: Math.max(0, faces.reduce((total, face) => total + face, 0) + modifier),
    ...(type === undefined ? {} : { outcome: type }),
  };
}

/** Dice strings as the protocol shows them: "Attack: 1d20+5 = [14, 8]+5 = 19 (took higher) vs AC 15 (Hit)". */
export function rollText({ purpose, notation, dice, kept, modifier, total, dc, ac, outcome }: RollRecord): string {
  const faces = dice.length === 1 ? `${dice[0]}` : `[${dice.join(", ")}]`;
  const added = /[+-]\d+$/.test(notation) ? withSign(modifier) : "";
  const took = kept ? ` (took ${kept})` : "";
  const against = ac !== undefined ? ` vs AC ${ac}` : dc !== undefined ? ` vs DC ${dc}` : "";
  const verdict = outcome === undefined ? "" : against === "" ? ` ${outcome}` : ` (${outcome})`;
  return `${purpose}: ${notation} = ${faces}${added} = ${total}${took}${against}${verdict}`;
}

/** How often, in percent, a plain d20 test of this bonus meets a number: an attack never misses on 20 or hits on 1. */
export function chanceOf(bonus: number, target: number, attack: boolean, edge: Edge = NO_EDGE): number {
  let hits = 0;
  for (let face = 1; face <= 20; face++)
    if (attack ? face === 20 || (face !== 1 && face + bonus >= target) : face + bonus >= target) hits++;
  const up = edge.advantage.length > 0;
  if (up === edge.disadvantage.length > 0) return hits * 5;
  const of = up ? 400 - (20 - hits) * (20 - hits) : hits * hits;
  return Math.round(of / 4);
}
