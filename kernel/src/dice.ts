// Named, seeded streams of integers. A draw depends on where it is asked, never on what was drawn before it.
import { canonical, quote } from "./json.ts";
import type { Hash, HashText } from "./shape.ts";

/** What `decide`, `settle` and `open` roll with. Bounds are inclusive safe integers. */
export interface Dice {
  int(purpose: string, low: number, high: number): number;
  pick<T>(purpose: string, list: readonly [T, ...T[]]): T;
  shuffle<T>(purpose: string, list: readonly T[]): T[];
  /** For what joins lanes (a sealing, a final order): keyed by purpose alone, so that which lane came last is no matter. */
  joint(purpose: string): Dice;
  /** The engine's sha-256 of UTF-8 text: for content hashes and commitments that a world puts into its events. */
  hash(text: string): Hash;
}

/** Where a turn's dice are keyed: content of actions is not in it, or comparing two choices would reroll. */
export interface DiceKey {
  readonly seed: string;
  readonly salt: string;
  readonly lane: string;
  readonly depth: number;
}

/** One draw as the record keeps it: with the seed revealed, anyone can compute `value` again. */
export interface Roll {
  readonly who: string;
  readonly purpose: string;
  /** Occurrence of this purpose for this roller in this turn, from 0. */
  readonly n: number;
  readonly low: number;
  readonly high: number;
  readonly value: number;
  /** Drawn from the joint stream `who`, the same in every lane. */
  readonly joint?: true;
}

/** Dice of one roller in one turn. Every `int` drawn is appended to `rolls` when given. */
export function keyedDice(hash: HashText, key: DiceKey, who: string, rolls?: Roll[]): Dice {
  const seen = new Map<string, number>();
  // Computed at the first draw: most rollers of most turns roll nothing.
  let head: string | null = null;
  const int = (purpose: string, low: number, high: number): number => {
    const n = seen.get(purpose) ?? 0;
    seen.set(purpose, n + 1);
    head ??= streamHead(key, who);
    const value = drawInt(hash, head, { purpose, n, low, high });
    if (rolls) {
      const roll: Roll = { who, purpose, n, low, high, value };
      rolls.push(key.lane === JOINT ? { ...roll, joint: true } : roll);
    }
    return value;
  };
  return diceOf(hash, int, (purpose) => keyedDice(hash, jointKey(key), purpose, rolls));
}

const JOINT = "@joint";
const jointKey = (key: DiceKey): DiceKey => ({ ...key, lane: JOINT, depth: 0 });

/** What a recorded roll must have been under a revealed seed; `key` is that of its turn. */
export const redraw = (hash: HashText, key: DiceKey, roll: Roll): number =>
  drawInt(hash, streamHead(roll.joint ? jointKey(key) : key, roll.who), roll);

/** Dice from any source of bounded integers: what loaded dice in tests share with the real ones. */
export function diceOf(hash: HashText, int: Dice["int"], joint: Dice["joint"]): Dice {
  return {
    hash,
    int,
    joint,
    pick: (purpose, list) => list[int(purpose, 0, list.length - 1)]!,
    shuffle: (purpose, list) => {
      const out = [...list];
      for (let i = out.length - 1; i > 0; i--) {
        const j = int(purpose, 0, i);
        [out[i], out[j]] = [out[j]!, out[i]!];
      }
      return out;
    },
  };
}

/** What every draw of one roller begins with: the canonical text of a list, but for its last three and its bracket. */
const streamHead = ({ seed, salt, lane, depth }: DiceKey, who: string): string =>
  canonical([seed, salt, lane, depth, who]).slice(0, -1);

/** The n-th value of a stream: 48 bits of a hash, rejected until unbiased. */
function drawInt(hash: HashText, head: string, roll: Omit<Roll, "who" | "value">): number {
  const { purpose, n, low, high } = roll;
  const size = high - low + 1;
  if (!Number.isSafeInteger(low) || !Number.isSafeInteger(high) || size < 1 || size > 2 ** 48) {
    throw new RangeError(`dice "${purpose}": no integer between ${low} and ${high}`);
  }
  const limit = 2 ** 48 - (2 ** 48 % size);
  for (let attempt = 0; ; attempt++) {
    const digest = hash(`${head},${quote(purpose)},${n},${attempt}]`);
    const draw = Number.parseInt(digest.slice(0, 12), 16);
    if (draw < limit) return low + (draw % size);
  }
}

/** What is published before the first roll, so that the seed cannot be chosen after it. */
export const commitSeed = (hash: HashText, seed: string, nonce: string): Hash =>
  hash(canonical(["orrery-dice", nonce, seed]));
