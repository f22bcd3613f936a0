// The command `learned`: what agents learned from game to game, listed, shown, carried as files and forgotten. Thin: the store is the runtime's.
import { readFileSync } from "node:fs";
import { Fault, type LearnedFile, type LearnedFrom, type Orrery } from "@orrery/runtime";
import { withOrrery } from "./database.ts";
import { answer, pretty } from "./print.ts";
import { type Flags, WrongUse, wholeNumber } from "./words.ts";

const VERBS = ["list", "show", "export", "import", "forget"] as const;

export async function learnedCommand(words: readonly string[], flags: Flags): Promise<boolean> {
  const [verb = "list", what, ...rest] = words;
  if (!VERBS.includes(verb as (typeof VERBS)[number]) || rest.length > 0)
    throw new WrongUse(`learned takes ${VERBS.join(", ")} and one agent or file, not "${words.join(" ")}".`);
  if (verb === "list") return withOrrery(flags, (orrery) => list(orrery, flags));
  if (what === undefined)
    throw new WrongUse(
      verb === "import" ? "learned import needs a file." : `learned ${verb} needs an agent, such as model:NAME.`,
    );
  return withOrrery(flags, async (orrery) => {
    const which = { world: flags.world, version: wholeNumber(flags.version, "--version") };
    if (verb === "import") return importFile(orrery, what, flags);
    if (verb === "forget") {
      if (which.version !== undefined) throw new WrongUse("learned forget erases every version: leave --version out.");
      await orrery.learned.forget(what, which);
      answer(flags, { agent: what }, () => `Forgotten. Runs that used what ${what} learned keep it.`);
      return true;
    }
    const file = await orrery.learned.show(what, which);
    if (verb === "export") process.stdout.write(`${pretty(file)}\n`);
    else answer(flags, file, () => inWords(file));
    return true;
  });
}

async function list(orrery: Orrery, flags: Flags): Promise<boolean> {
  const cards = await orrery.learned.list();
  const wide = Math.max(0, ...cards.map(({ agent }) => agent.length));
  const lines = cards.map(({ world, agent, versions }) => {
    const { version, at, from } = versions.at(-1)!;
    return `${agent.padEnd(wide)}  ${world.padEnd(10)} version ${version}, ${dateOf(at)}, ${sourceOf(from)}`;
  });
  answer(
    flags,
    cards,
    () =>
      lines.join("\n") ||
      "Nothing is kept yet. Begin a game that teaches: run glassbox --agents '*=model:NAME' --learn",
  );
  return true;
}

async function importFile(orrery: Orrery, path: string, flags: Flags): Promise<boolean> {
  const file = read(path);
  const made = await orrery.learned.import(file, { agent: flags.name });
  const agent = flags.name ?? (file as LearnedFile).agent;
  answer(flags, { agent, made }, () =>
    made ? `${agent} is at version ${made.version}.` : `${agent} has learned just that already.`,
  );
  return true;
}

function read(path: string): unknown {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch (error) {
    throw new WrongUse(`${path} cannot be read: ${(error as Error).message}.`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Fault("bad_export", `${path} is not JSON: ${(error as Error).message}.`);
  }
}

const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 16).replace("T", " ");
function sourceOf(from: LearnedFrom): string {
  if ("run" in from) return `from run ${from.run}`;
  return "league" in from
    ? `from league ${from.league}`
    : `from a file of ${from.file.agent}, version ${from.file.version}`;
}

const inWords = ({ agent, world, version, at, from, learned }: LearnedFile): string =>
  `${agent} in ${world}, version ${version}, ${dateOf(at)}, ${sourceOf(from)}\n${pretty(learned)}`;
