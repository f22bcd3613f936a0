// `orrery prompts`: the fixed texts that models are given, and own texts in their place: listed, shown, put into a file, compared.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { Fault, nearestPrompt, PROMPT_NAMES, PROMPTS, type PromptName, promptFile } from "@orrery/runtime";
import { answer, say } from "./print.ts";
import { Usage } from "./words.ts";

const VERBS = ["list", "show", "eject", "diff"] as const;

export function prompts(words: readonly string[], flags: { readonly json?: boolean | undefined }): boolean {
  const [verb = "list", name, ...rest] = words;
  if (!VERBS.includes(verb as (typeof VERBS)[number]) || rest.length > 0)
    throw new Usage(`prompts takes ${VERBS.join(", ")} and the name of a prompt.`);
  if (verb === "list") return list(flags);
  const known = requireName(name);
  const own = ownText(known);
  const shipped = PROMPTS[known].text;
  if (verb === "show") {
    const shown = {
      name: known,
      source: own === null ? `shipped, version ${PROMPTS[known].version}` : fileOf(known),
      text: own ?? shipped,
    };
    answer(flags, shown, () => shown.text);
    return true;
  }
  if (verb === "eject") {
    const file = fileOf(known);
    if (own !== null) throw new Fault("bad_config", `${file} is there already. Remove it to begin anew.`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `${shipped}\n`);
    answer(flags, { file }, () => `${file} is used from now on. Change it, and compare with: prompts diff ${known}`);
    return true;
  }
  const lines = own === null ? [] : differences(shipped.split("\n"), own.split("\n"));
  if (own === null) say(`There is no ${fileOf(known)}: the shipped text is used. To change it: prompts eject ${known}`);
  answer(flags, { name: known, lines }, () => lines.join("\n") || "No difference.");
  return true;
}

function list(flags: { readonly json?: boolean | undefined }): boolean {
  const all = PROMPT_NAMES.map((name) => ({
    name,
    about: PROMPTS[name].about,
    version: PROMPTS[name].version,
    own: ownText(name) === null ? null : fileOf(name),
  }));
  answer(flags, all, () =>
    all
      .map(({ name, about, version, own }) => `${name.padEnd(10)} ${own ?? `version ${version}`}: ${about}`)
      .join("\n"),
  );
  return true;
}

const fileOf = (name: PromptName): string => promptFile(".", name);

function ownText(name: PromptName): string | null {
  const file = fileOf(name);
  return existsSync(file) ? readFileSync(file, "utf8").trimEnd() : null;
}

function requireName(name: string | undefined): PromptName {
  if (name === undefined) throw new Usage(`Which prompt? There are: ${PROMPT_NAMES.join(", ")}.`);
  if (PROMPT_NAMES.includes(name as PromptName)) return name as PromptName;
  const near = nearestPrompt(name);
  throw new Usage(
    `No prompt is called "${name}"${near ? `; did you mean "${near}"?` : `. There are: ${PROMPT_NAMES.join(", ")}.`}`,
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
