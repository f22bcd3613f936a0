// Heads and the few judgements about them that every store makes alike.
import type { Head, NewTurn, Place } from "./store.ts";

/** The branch's head once `at` is its newest turn. */
export const headAt = (run: string, branch: string, salt: string, at: Place & Omit<NewTurn, "body">): Head => ({
  run,
  branch,
  segment: at.segment,
  turn: at.turn,
  id: at.id,
  hash: at.hash,
  truth: at.truth,
  salt,
});

/** Whether a branch still stands where a caller believes it to. */
export const isSameHead = (now: Head, expected: Head): boolean =>
  now.segment === expected.segment && now.turn === expected.turn && now.hash === expected.hash;

/** Whether an id was made for this depth, which is what `locate` goes by. */
const isIdAt = (id: string, turn: number): boolean =>
  turn === 0 ? id === "0" : id.startsWith(`${turn.toString(36)}-`);

/** The depth an id was made for; null when it is no turn's id. */
export function depthOf(id: string): number | null {
  if (id === "0") return 0;
  const digits = /^([1-9a-z][0-9a-z]{0,9})-/.exec(id)?.[1];
  return digits === undefined ? null : Number.parseInt(digits, 36);
}

/** Throws on an id that `locate` could not find again. */
export function requireId({ id }: NewTurn, turn: number): void {
  if (!isIdAt(id, turn))
    throw new RangeError(`turn ${turn} cannot have the id "${id}": it must begin with "${turn.toString(36)}-"`);
}

/** Throws when a place is asked for that does not lie before `at`. */
export function requireAncestor(at: Place, turn: number): void {
  if (!Number.isInteger(turn) || turn < 0 || turn > at.turn)
    throw new RangeError(`turn ${turn} is not on a line that ends at turn ${at.turn}`);
}
