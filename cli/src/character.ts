// Characters for the table from the command line: the ready-made ones, and the maker's verdict on a player's choices, printed for a text's `party:`.
import { isRecord } from "@orrery/kernel";
import { makeHero, READY_MADE } from "@orrery/worlds/table";
import { answer } from "./print.ts";
import { type Flags, jsonOf, Usage } from "./words.ts";

/** `character list`, or `character new --config JSON`: what is printed goes under `party:` in an adventure. */
export async function character(words: readonly string[], flags: Flags): Promise<boolean> {
  const [what, ...more] = words;
  if (more.length > 0) throw new Usage("character takes list or new.");
  if (what === "list") {
    const lines = Object.entries(READY_MADE).map(
      ([key, { name, race, class: role, level }]) =>
        `${key.padEnd(8)}${name}, ${race.replaceAll("_", " ")} ${role} of level ${level}`,
    );
    answer(flags, READY_MADE, () => lines.join("\n"));
    return true;
  }
  if (what !== "new") throw new Usage(`character ${what ?? ""}: write list or new.`);
  const choices = jsonOf(flags.config, "--config");
  if (typeof choices !== "object" || choices === null || !isRecord(choices))
    throw new Usage(`character new takes --config with the choices as JSON, such as ${JSON.stringify(EXAMPLE)}`);
  const made = makeHero(choices);
  answer(flags, made, () => (made.ok ? `party:\n  - ${JSON.stringify(choices)}` : made.problems.join("\n")));
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
