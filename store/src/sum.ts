// Checksums of rows that no hash chain covers. They find damage, not forgery: those who can write the file can write a sum.
import { crc32 } from "node:zlib";
import { StoreFault } from "./store.ts";

/** Of the values of a row, in the order of its columns. */
export const sumOf = (...values: readonly (string | number | null)[]): number => crc32(JSON.stringify(values));

/** Throws `corrupt` where a row does not fit its sum. `what` begins the sentence: `The seat "x"`. */
export function requireSum(what: string, sum: number, values: readonly (string | number | null)[]): void {
  if (sumOf(...values) !== sum)
    throw new StoreFault(
      "corrupt",
      `${what} is damaged: it is not as it was written. Restore a backup, or make it anew.`,
    );
}
