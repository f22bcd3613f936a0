// One command from its words to its exit code: reads them, calls Orrery, prints the answer on stdout and everything else on stderr. Thin on purpose.
import { parseArgs } from "node:util";
import { nearest } from "@orrery/models/config";
import { Fault } from "@orrery/runtime";
import { StoreFault } from "@orrery/store";
import { COMMANDS } from "./commands.ts";
import { orNearest, shortUsage, usage } from "./usage.ts";
import { FLAGS, type Flags, type Options, splitOptions, WrongUse } from "./words.ts";

/** Done, refused or not found, used wrongly, broken data. */
const EXIT = { done: 0, refused: 1, usage: 2, broken: 3 } as const;
const USED_WRONGLY: ReadonlySet<string> = new Set(["bad_config", "bad_export", "bad_name", "bad_agents", "bad_models"]);
/** What the command line has beside a fault's own sentence, which is the same for every face. */
const WHERE_TO_LOOK: Readonly<Record<string, string>> = {
  unknown_run: "`runs` lists those there are.",
  unknown_league: "`league list` lists those there are.",
};
const BROKEN: ReadonlySet<string> = new Set(["corrupt", "not_a_database", "malformed"]);

/** The command that is being done. */
let called: string | undefined;

/** Does one command; its exit code. Throws bugs alone. */
export async function run(words: readonly string[]): Promise<number> {
  try {
    return await done(words);
  } catch (error) {
    return reportError(error);
  }
}

async function done(words: readonly string[]): Promise<number> {
  const { values, positionals, options } = readWords(words);
  const [name, ...rest] = positionals;
  if (values.help || name === undefined || name === "help") {
    process.stdout.write(usage(name === "help" ? rest[0] : name));
    return name === undefined && !values.help ? EXIT.usage : EXIT.done;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name as keyof typeof COMMANDS] : undefined;
  if (!command) throw new WrongUse(`There is no command "${name}". ${orNearest(name, Object.keys(COMMANDS))}`);
  return (await command(rest, values, options)) ? EXIT.done : EXIT.refused;
}

function readWords(all: readonly string[]): { values: Flags; positionals: string[]; options: Options } {
  called = all.find((word) => Object.hasOwn(COMMANDS, word));
  const { words, options } = splitOptions(all);
  try {
    const parsed = parseArgs({ args: [...words], options: FLAGS, allowPositionals: true, strict: true });
    return { values: parsed.values as Flags, positionals: parsed.positionals, options };
  } catch (error) {
    const [, unknown] = /^Unknown option '--?([^' ]+)/.exec((error as Error).message) ?? [];
    if (unknown === undefined) throw new WrongUse((error as Error).message);
    const near = nearest(unknown, Object.keys(FLAGS));
    throw new WrongUse(`There is no option --${unknown}.${near === null ? "" : ` Did you mean --${near}?`}`);
  }
}

/** One clear line on stderr, and the exit code for it. Bugs are thrown on. */
function reportError(error: unknown): number {
  if (error instanceof WrongUse) {
    process.stderr.write(`${error.message}\n${shortUsage(called ?? "")}`);
    return EXIT.usage;
  }
  if (error instanceof Fault) {
    const hint = WHERE_TO_LOOK[error.code];
    process.stderr.write(`${error.message}${hint === undefined ? "" : ` ${hint}`}\n`);
    return USED_WRONGLY.has(error.code) ? EXIT.usage : EXIT.refused;
  }
  if (error instanceof StoreFault) {
    process.stderr.write(`${error.message}\n`);
    return BROKEN.has(error.code) ? EXIT.broken : EXIT.refused;
  }
  throw error;
}
