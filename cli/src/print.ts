// How answers look: JSON for programs, plain text for people. Only answers go to stdout.
import { proseWidth, wrapped } from "./terminal.ts";

/** The one answer of a command. */
export function answer(flags: { readonly json?: boolean | undefined }, value: unknown, words: () => string): void {
  process.stdout.write(`${flags.json ? JSON.stringify(value) : words()}\n`);
}

/** One line of many, as JSON. */
export function record(value: unknown): void {
  process.stdout.write(`${JSON.stringify(value)}\n`);
}

/** A remark beside the answer. */
export function say(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** A told turn, after the words that led to it. */
export function prose(narration: string, rawText: string): void {
  process.stdout.write(`${rawText === "" ? "" : `> ${rawText}\n`}${wrapped(narration, proseWidth())}\n\n`);
}

/** How a run stands, in a column. */
export const standing = (ending: string | null): string => ending ?? "goes on";

export const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
