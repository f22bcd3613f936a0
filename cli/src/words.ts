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
  standing: { type: "boolean" },
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
  play: { type: "string" },
  out: { type: "string" },
  code: { type: "boolean" },
  tries: { type: "string" },
  world: { type: "string" },
  agents: { type: "string" },
  traits: { type: "string" },
  paired: { type: "boolean" },
  teams: { type: "boolean" },
  mixed: { type: "boolean" },
  protocol: { type: "string" },
  learn: { type: "boolean" },
  version: { type: "string" },
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
  "on-fault": { type: "string" },
  parser: { type: "string" },
  narrator: { type: "string" },
  near: { type: "boolean" },
  prompts: { type: "string" },
  speak: { type: "string" },
  speaker: { type: "string" },
  check: { type: "boolean" },
  round: { type: "string" },
  again: { type: "boolean" },
  text: { type: "string" },
  choose: { type: "string" },
  turn: { type: "string" },
  state: { type: "string" },
  input: { type: "string" },
  response: { type: "string" },
  debug: { type: "boolean" },
  reveal: { type: "boolean" },
  hours: { type: "string" },
  revoke: { type: "string" },
} as const;
export type Flags = {
  readonly [K in keyof typeof FLAGS]?: (typeof FLAGS)[K]["type"] extends "boolean" ? boolean : string;
};

/** Flags of the named export; only its world knows them. */
export type Options = Readonly<Record<string, string>>;

/** What `export` itself reads; every other flag beside `--as` is an option of the export that it names. */
const EXPORT_FLAGS: ReadonlySet<string> = new Set(["db", "json", "help", "as", "out", "html", "play", "branch"]);

/** Takes the options of an export out of a command line. Anything else stays as it is. */
export function splitOptions(words: readonly string[]): {
  readonly words: readonly string[];
  readonly options: Options;
} {
  const isAs = (word: string) => word === "--as" || word.startsWith("--as=");
  if (!words.includes("export") || !words.some(isAs)) return { words, options: {} };
  const kept: string[] = [];
  const options: Record<string, string> = {};
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const [, name, value] = /^--([^=]+)(?:=(.*))?$/s.exec(word) ?? [];
    if (name === undefined || EXPORT_FLAGS.has(name)) {
      kept.push(word);
      continue;
    }
    const given = value ?? words[++at];
    if (given === undefined || (value === undefined && given.startsWith("--")))
      throw new WrongUse(`--${name} needs a value.`);
    options[name] = given;
  }
  return { words: kept, options };
}

/** Wrong use: shown with the help. */
export class WrongUse extends Error {}

/** Arguments as a command needs them: no fewer, no more. */
export function take(
  words: readonly string[],
  needed: readonly string[],
  optional: readonly string[] = [],
): readonly string[] {
  if (words.length < needed.length) throw new WrongUse(`Missing: ${needed.slice(words.length).join(", ")}.`);
  if (words.length > needed.length + optional.length)
    throw new WrongUse(`Too many words: ${words.slice(needed.length + optional.length).join(" ")}.`);
  return words;
}

export function wholeNumber(text: string | undefined, flag: string): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new WrongUse(`${flag} takes a whole number, not "${text}".`);
  return Number(text);
}

export function jsonOf(text: string | undefined, name: string): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new WrongUse(`${name} is not JSON: ${(error as Error).message}.`);
  }
}
