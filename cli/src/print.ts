// How answers look: JSON for programs, plain text for people. Only answers go to stdout.
import type { Line } from "@orrery/runtime";
import { proseWidth, wrapText } from "./terminal.ts";

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

/** A told turn, after the words that led to it, under the name of its reader where several are shown. */
export function prose(narration: string, rawText: string, reader = ""): void {
  const head = `${reader === "" ? "" : `${reader}\n`}${rawText === "" ? "" : `> ${rawText}\n`}`;
  process.stdout.write(`${head}${wrapText(narration, proseWidth())}\n\n`);
}

/** A turn as its reader has it. The owner reads what all eyes see of it where the world has words for that, and else what each seat that answered was told, by name where several did. `turn`: its number, as `undo`, `why` and `branch` take it. */
export function proseOf(line: Line, rawText = line.rawText, turn?: number): void {
  const account = "account" in line ? line.account : undefined;
  if (account && line.validation.every(({ success }) => success)) {
    for (const text of account) process.stdout.write(`${wrapText(text, proseWidth())}\n`);
    return;
  }
  const seats = "seats" in line ? line.seats : undefined;
  if (turn !== undefined) process.stdout.write(`Turn ${turn}\n`);
  for (const { narration, rawText: words, actor } of seats ?? [{ narration: line.narration, rawText, actor: "" }])
    if (narration !== "" || words !== "") prose(narration, words, actor);
}

/** How a run stands, in a column. */
export const standing = (ending: string | null): string => ending ?? "goes on";

export const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
