// The command line: reads words, calls Orrery, prints the answer on stdout and everything else on stderr. Thin on purpose.
import { parseArgs } from "node:util";
import { Fault } from "@orrery/runtime";
import { StoreFault } from "@orrery/store";
import { COMMANDS, FLAGS, type Flags, Usage } from "./commands.ts";
import { usage } from "./usage.ts";

/** Done, refused or not found, used wrongly, broken data. */
const EXIT = { done: 0, refused: 1, usage: 2, broken: 3 } as const;
const USED_WRONGLY: ReadonlySet<string> = new Set(["bad_config", "bad_name", "bad_agents", "bad_models"]);
const BROKEN: ReadonlySet<string> = new Set(["corrupt", "not_a_database", "malformed"]);

// A reader that has gone away (`| head`) is no error of ours.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(EXIT.done);
  throw error;
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.exitCode = told(error);
}

async function main(words: readonly string[]): Promise<number> {
  const { values, positionals } = readWords(words);
  const [name, ...rest] = positionals;
  if (values.help || name === undefined || name === "help") {
    process.stdout.write(usage(name === "help" ? rest[0] : name));
    return name === undefined && !values.help ? EXIT.usage : EXIT.done;
  }
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name as keyof typeof COMMANDS] : undefined;
  if (!command) throw new Usage(`There is no command "${name}".`);
  return (await command(rest, values)) ? EXIT.done : EXIT.refused;
}

function readWords(words: readonly string[]): { values: Flags; positionals: string[] } {
  try {
    return parseArgs({ args: [...words], options: FLAGS, allowPositionals: true, strict: true }) as {
      values: Flags;
      positionals: string[];
    };
  } catch (error) {
    throw new Usage((error as Error).message);
  }
}

/** One clear line on stderr, and the exit code for it. Bugs are thrown on. */
function told(error: unknown): number {
  if (error instanceof Usage) {
    process.stderr.write(`${error.message}\n\n${usage(undefined)}`);
    return EXIT.usage;
  }
  if (error instanceof Fault) {
    process.stderr.write(`${error.message}\n`);
    return USED_WRONGLY.has(error.code) ? EXIT.usage : EXIT.refused;
  }
  if (error instanceof StoreFault) {
    process.stderr.write(`${error.message}\n`);
    return BROKEN.has(error.code) ? EXIT.broken : EXIT.refused;
  }
  throw error;
}
