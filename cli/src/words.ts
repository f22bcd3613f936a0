// The words of a command line as values: its flags, its arguments, and what is wrong with them. Opens and prints nothing.

export const FLAGS = {
  db: { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  config: { type: "string" },
  seed: { type: "string" },
  script: { type: "string" },
  as: { type: "string" },
  games: { type: "string" },
  turns: { type: "string" },
  branch: { type: "string" },
  from: { type: "string" },
  at: { type: "string" },
  to: { type: "string" },
  name: { type: "string" },
  dice: { type: "string" },
  "as-if-never": { type: "boolean" },
  port: { type: "string" },
  host: { type: "string" },
  examples: { type: "boolean" },
  html: { type: "string" },
  tries: { type: "string" },
  world: { type: "string" },
  agents: { type: "string" },
  traits: { type: "string" },
  paired: { type: "boolean" },
  teams: { type: "boolean" },
  arms: { type: "string" },
  concurrency: { type: "string" },
  csv: { type: "boolean" },
  of: { type: "string" },
  query: { type: "string" },
  about: { type: "string" },
  k: { type: "string" },
  budget: { type: "string" },
  record: { type: "string" },
  replay: { type: "string" },
  mode: { type: "string" },
  parser: { type: "string" },
  narrator: { type: "string" },
  check: { type: "boolean" },
  turn: { type: "string" },
} as const;
export type Flags = {
  readonly [K in keyof typeof FLAGS]?: (typeof FLAGS)[K]["type"] extends "boolean" ? boolean : string;
};

/** Wrong use: shown with the help. */
export class Usage extends Error {}

/** Arguments as a command needs them: no fewer, no more. */
export function take(
  words: readonly string[],
  needed: readonly string[],
  optional: readonly string[] = [],
): readonly string[] {
  if (words.length < needed.length) throw new Usage(`Missing: ${needed.slice(words.length).join(", ")}.`);
  if (words.length > needed.length + optional.length)
    throw new Usage(`Too many words: ${words.slice(needed.length + optional.length).join(" ")}.`);
  return words;
}

export function wholeNumber(text: string | undefined, flag: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new Usage(`${flag} takes a whole number, not "${text}".`);
  return Number(text);
}

export function jsonOf(text: string | undefined, name: string): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Usage(`${name} is not JSON: ${(error as Error).message}.`);
  }
}
