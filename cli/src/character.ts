// Characters for the table from the command line: the ready-made ones, and the maker's verdict on a player's choices, asked for one by one or given as JSON.
import { isRecord } from "@orrery/kernel";
import { linesOf } from "@orrery/store";
import {
  armourClassOf,
  BACKGROUNDS,
  type Choices,
  hpMaxOf,
  type MadeHero,
  makeHero,
  RACES,
  READY_MADE,
  titleOf,
} from "@orrery/worlds/table";
import { characterQuestions } from "./character-questions.ts";
import { answer, say } from "./print.ts";
import { typedLines } from "./terminal.ts";
import { type Flags, jsonOf, WrongUse } from "./words.ts";

/** `character list`, or `character new`, which asks question by question unless `--config` has the choices. */
export async function character(words: readonly string[], flags: Flags): Promise<boolean> {
  const [what, ...more] = words;
  if (more.length > 0) throw new WrongUse("character takes list or new.");
  if (what === "list") {
    const lines = Object.entries(READY_MADE).map(
      ([key, { name, race, class: role, level }]) =>
        `${key.padEnd(8)}${name}, ${race.replaceAll("_", " ")} ${role} of level ${level}`,
    );
    answer(flags, READY_MADE, () => lines.join("\n"));
    return true;
  }
  if (what !== "new") throw new WrongUse(`character ${what ?? ""}: write list or new.`);
  const isAsked = flags.config === undefined;
  const choices = isAsked ? await askChoices() : jsonOf(flags.config, "--config");
  if (typeof choices !== "object" || choices === null || !isRecord(choices))
    throw new WrongUse(`character new takes --config with the choices as JSON, such as ${JSON.stringify(EXAMPLE)}`);
  const made = makeHero(choices);
  if (isAsked && made.ok) say(`\n${summaryOf(made)}\n`);
  answer(flags, made, () => (made.ok ? `party:\n  - ${JSON.stringify(choices)}` : made.problems.join("\n")));
  if (isAsked && made.ok)
    say(
      `\nPut that into an adventure's text, or play with it at once:\n  orrery play table/third-bell --config '${shellQuoted(JSON.stringify({ party: [choices] }))}'`,
    );
  return made.ok;
}

const EXAMPLE = {
  name: "Kes",
  race: "human",
  class: "fighter",
  background: "soldier",
  scores: { strength: 15, dexterity: 13, constitution: 14, intelligence: 8, wisdom: 12, charisma: 10 },
  skills: ["perception", "survival"],
};

/** The answers of a person at the terminal, or of lines that are piped in. */
async function askChoices(): Promise<Partial<Choices>> {
  const person = process.stdin.isTTY === true && process.stdout.isTTY === true ? typedLines() : null;
  const lines = (person ?? linesOf(process.stdin))[Symbol.asyncIterator]();
  const questions = characterQuestions();
  say("Answer with a number or a name. `back` goes back to the question before.");
  let asking = questions.next("");
  let prompt = "> ";
  while (!asking.done) {
    say(asking.value.text);
    if (asking.value.is === "question") prompt = asking.value.prompt;
    person?.prompting(prompt);
    person?.prompt();
    const line = await lines.next();
    if (line.done)
      throw new WrongUse(
        `The answers ended before the character was whole. Answer each question, or give --config with the choices as JSON, such as ${JSON.stringify(EXAMPLE)}`,
      );
    asking = questions.next(line.value);
  }
  person?.close();
  return asking.value;
}

function summaryOf({ hero }: Extract<MadeHero, { ok: true }>): string {
  const { name, level, class: role, race, background, skills, cantrips, spells, items } = hero;
  const list = (title: string, all: readonly string[]) =>
    all.length === 0 ? [] : [`${title}: ${all.map((one) => titleOf(one).toLowerCase()).join(", ")}.`];
  return [
    `${name}, ${RACES[race].name.toLowerCase()} ${role} of level ${level}, ${BACKGROUNDS[background].name.toLowerCase()}.`,
    `Hit points ${hpMaxOf(hero).value}, armour class ${armourClassOf(hero).value}.`,
    ...list("Trained in", skills),
    ...list("Cantrips", cantrips),
    ...list("Spells", spells),
    ...list(
      "Carries",
      items.map((item) => item.name),
    ),
  ].join("\n");
}

const shellQuoted = (text: string): string => text.replaceAll("'", `'\\''`);
