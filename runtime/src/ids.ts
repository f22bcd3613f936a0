// Ids, seeds and the clock: the only chance and time in the runtime, handed in so that tests can hold them still.
import { createHash, randomBytes } from "node:crypto";

/** The world outside. `bytes` returns lower-case hexadecimal of that many random bytes. */
export interface Outside {
  /** Milliseconds since 1970. */
  now(): number;
  bytes(count: number): string;
}

export const outside: Outside = { now: () => Date.now(), bytes: bytePool(4096) };

/** Random bytes fetched many at a time: asking for ten costs as much as asking for thousands. Each is handed out once. */
function bytePool(size: number): Outside["bytes"] {
  let pool = "";
  let at = 0;
  return (count) => {
    if (count > size) return randomBytes(count).toString("hex");
    if (pool.length - at < count * 2) {
      pool = randomBytes(size).toString("hex");
      at = 0;
    }
    at += count * 2;
    return pool.slice(at - count * 2, at);
  };
}

/** An outside that repeats itself: the same seed gives the same ids and the same times, a millisecond apart. */
export function fixedOutside(seed: string): Outside {
  let time = 1_700_000_000_000;
  let draws = 0;
  return {
    now: () => time++,
    bytes: (count) => createHash("shake256", { outputLength: count }).update(`${seed}/${draws++}`).digest("hex"),
  };
}

export { sha256 } from "@orrery/store";

const ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz";
/** Five bits of every byte as a letter. */
export function letters(hex: string): string {
  let text = "";
  for (let i = 0; i < hex.length; i += 2) text += ALPHABET[Number.parseInt(hex.slice(i, i + 2), 16) & 31];
  return text;
}

/** Short enough to type, long enough never to meet another. */
export const newRunId = ({ bytes }: Outside): string => `r${letters(bytes(9))}`;
/** Unique, and quick to find again: its first part is the turn's depth. */
export const newTurnId = ({ bytes }: Outside, turn: number): string => `${turn.toString(36)}-${bytes(8)}`;
/** No secret: what opens a seat is its signature. */
export const newSeatId = ({ bytes }: Outside): string => `s${letters(bytes(12))}`;
export const newSalt = ({ bytes }: Outside): string => letters(bytes(8));
/** 256 bits. */
export const newSeed = ({ bytes }: Outside): string => bytes(32);
