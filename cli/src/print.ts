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

/** Winners that are more than one, or nobody. */
const SIDES: Readonly<Record<string, string>> = {
  crew: "the crew wins",
  impostors: "the impostors win",
  nobody: "nobody wins",
};

/** How something ended, for people: its ending, who won, or the value that says it; null has not ended. */
export function ended(outcome: unknown): string {
  if (outcome === null) return "goes on";
  const { ending, winner, draw } = (outcome ?? {}) as { ending?: unknown; winner?: unknown; draw?: unknown };
  if (typeof ending === "string") return ending.replaceAll(/[-_]/g, " ");
  if (typeof winner === "string") return Object.hasOwn(SIDES, winner) ? SIDES[winner]! : `${winner} wins`;
  return draw === true ? "a draw" : JSON.stringify(outcome);
}

export const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
