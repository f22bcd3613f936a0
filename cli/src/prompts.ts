// `orrery prompts`: the fixed texts that models are given, and own texts in their place: listed, shown, put into a file, compared.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Fault, nearestPrompt, PROMPT_NAMES, PROMPTS, promptFile, shippedWorlds } from "@orrery/runtime";
import { answer, say } from "./print.ts";
import { WrongUse } from "./words.ts";

const VERBS = ["list", "show", "eject", "diff"] as const;

/** A text that models are given, as it is shipped. */
interface Shipped {
  readonly name: string;
  readonly about: string;
  /** What is known of a world's part is its content alone. */
  readonly version: number | null;
  readonly text: string;
}

export async function prompts(
  words: readonly string[],
  flags: { readonly json?: boolean | undefined },
): Promise<boolean> {
  const [verb = "list", name, ...rest] = words;
  if (!VERBS.includes(verb as (typeof VERBS)[number]) || rest.length > 0)
    throw new WrongUse(`prompts takes ${VERBS.join(", ")} and the name of a prompt.`);
  const all = await shippedPrompts();
  if (verb === "list") return list(all, flags);
  const known = requireKnown(all, name);
  const own = ownText(known.name);
  if (verb === "show") {
    const source = own !== null ? fileOf(known.name) : `shipped${versionOf(known)}`;
    answer(flags, { name: known.name, source, text: own ?? known.text }, () => own ?? known.text);
    return true;
  }
  if (verb === "eject") {
    const file = fileOf(known.name);
    if (own !== null) throw new Fault("bad_config", `${file} is there already. Remove it to begin anew.`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${known.text}\n`);
    answer(
      flags,
      { file },
      () => `${file} is used from now on. Change it, and compare with: prompts diff ${known.name}`,
    );
    return true;
  }
  const lines = own === null ? [] : differences(known.text.split("\n"), own.split("\n"));
  if (own === null)
    say(`There is no ${fileOf(known.name)}: the shipped text is used. To change it: prompts eject ${known.name}`);
  answer(flags, { name: known.name, lines }, () => lines.join("\n") || "No difference.");
  return true;
}

/** The prompts of all worlds, then the fixed parts of those that write their own. */
async function shippedPrompts(): Promise<readonly Shipped[]> {
  const general = PROMPT_NAMES.map((name): Shipped => {
    const { about, version, text } = PROMPTS[name];
    return { name, about, version, text };
  });
  const worlds = shippedWorlds();
  const ids = new Set((await worlds.cards()).map(({ plays }) => plays));
  const parts: Shipped[] = [];
  for (const id of ids)
    for (const [name, text] of Object.entries((await worlds.engine(id)).world.promptTexts ?? {}))
      parts.push({ name: `${id}.${name}`, about: `a fixed part of the prompts of ${id}`, version: null, text });
  return [...general, ...parts];
}

const versionOf = ({ version }: Shipped): string => (version === null ? "" : `, version ${version}`);

function list(shipped: readonly Shipped[], flags: { readonly json?: boolean | undefined }): boolean {
  const all = shipped.map(({ name, about, version }) => ({
    name,
    about,
    version,
    own: ownText(name) === null ? null : fileOf(name),
  }));
  const width = Math.max(...all.map(({ name }) => name.length));
  answer(flags, all, () =>
    all
      .map(({ name, about, version, own }) => {
        const source = own ?? (version === null ? "shipped" : `version ${version}`);
        return `${name.padEnd(width)} ${source}: ${about}`;
      })
      .join("\n"),
  );
  return true;
}

const fileOf = (name: string): string => promptFile(".", name);

function ownText(name: string): string | null {
  const file = fileOf(name);
  return existsSync(file) ? readFileSync(file, "utf8").trimEnd() : null;
}

function requireKnown(all: readonly Shipped[], name: string | undefined): Shipped {
  const names = all.map((one) => one.name);
  if (name === undefined) throw new WrongUse(`Which prompt? There are: ${names.join(", ")}.`);
  const known = all.find((one) => one.name === name);
  if (known) return known;
  const near = nearestPrompt(name, names);
  throw new WrongUse(
    `No prompt is called "${name}"${near ? `; did you mean "${near}"?` : `. There are: ${names.join(", ")}.`}`,
  );
}

/** Lines of one text that the other lacks, in their order: the longest common sequence stays unmarked. */
function differences(before: readonly string[], after: readonly string[]): readonly string[] {
  const longest: number[][] = Array.from({ length: before.length + 1 }, () => Array(after.length + 1).fill(0));
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      longest[i]![j] =
        before[i] === after[j] ? longest[i + 1]![j + 1]! + 1 : Math.max(longest[i + 1]![j]!, longest[i]![j + 1]!);
  const lines: string[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    if (i < before.length && before[i] === after[j]) {
      i++;
      j++;
    } else if (i < before.length && (j === after.length || longest[i + 1]![j]! >= longest[i]![j + 1]!))
      lines.push(`- ${before[i++]}`);
    else lines.push(`+ ${after[j++]}`);
  }
  return lines;
}
