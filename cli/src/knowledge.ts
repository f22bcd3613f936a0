// The commands about minds and causes: what is remembered, who knows a thing, why it is so.
import { withOrrery } from "./database.ts";
import { answer } from "./print.ts";
import { type Flags, Usage, wholeNumber } from "./words.ts";

export async function recall(run: string, flags: Flags): Promise<boolean> {
  const { as, query, about, branch } = flags;
  if (as === undefined) throw new Usage("recall needs --as ACTOR: memories are somebody's.");
  const k = wholeNumber(flags.k, "--k");
  const at = wholeNumber(flags.at, "--at");
  return withOrrery(flags, async (orrery) => {
    const found = await orrery.recall(run, { as, query, about: about === undefined ? [] : [about], k, branch, at });
    answer(
      flags,
      found,
      () =>
        found.map(({ turn, text, why }) => `turn ${turn}: ${text}\n    ${why.join("; ")}`).join("\n\n") ||
        "Nothing that fits is remembered. Ask for something else, or for nothing in particular.",
    );
    return true;
  });
}

export async function knows([run, thing]: readonly string[], flags: Flags): Promise<boolean> {
  const { as, branch } = flags;
  const at = wholeNumber(flags.at, "--at");
  return withOrrery(flags, async (orrery) => {
    const found = await orrery.knows(run!, thing!, { as, branch, at });
    answer(flags, found, () => {
      const known = found.knowers.map(({ name, ways }) => {
        const each = ways.map(
          ({ turn, words, text }) => `  turn ${turn}: ${words}${text === null ? "" : `. ${oneLine(text)}`}`,
        );
        return `${name}\n${each.join("\n")}`;
      });
      const others = found.others.map(({ name }) => name).join(", ");
      return [
        `Of ${found.thing.name} (${found.thing.id}):`,
        ...(known.length === 0 ? ["Nobody knows of it."] : known),
        ...(others === "" || known.length === 0 ? [] : [`Who know nothing of it: ${others}.`]),
      ].join("\n");
    });
    return true;
  });
}

export async function whySo(run: string, of: string, flags: Flags): Promise<boolean> {
  const at = wholeNumber(flags.at, "--at");
  return withOrrery(flags, async (orrery) => {
    const because = await orrery.whySo(run, of, { branch: flags.branch, at });
    answer(flags, because, () => because.settings.map(({ words }) => words).join("\n"));
    return true;
  });
}

const oneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, " ").trim();
  return line.length <= 160 ? line : `${line.slice(0, 160).toWellFormed()}…`;
};
