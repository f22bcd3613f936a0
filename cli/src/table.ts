// The table's check from the command line: judges one response of a game master against the protocol, from files. Opens no database.
import { readFileSync } from "node:fs";
import { type CheckResult, checkTableResponse } from "@orrery/runtime";
import { answer } from "./print.ts";
import { type Flags, Usage } from "./words.ts";

export async function table(words: readonly string[], flags: Flags): Promise<boolean> {
  const [what, ...more] = words;
  if (what !== "check") throw new Usage(`table ${what ?? ""}: write check.`);
  if (more.length > 0) throw new Usage(`Too many words: ${more.join(" ")}.`);
  const { state, input, response } = flags;
  if (state === undefined || input === undefined || response === undefined)
    throw new Usage("table check needs --state FILE, --input TEXT and --response FILE.");
  const checked = await checkTableResponse(textOf(state, "--state"), input, textOf(response, "--response"), {
    debug: flags.debug === true,
  });
  answer(flags, checked, () => told(checked));
  return checked.ok;
}

function textOf(file: string, flag: string): string {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new Usage(`${flag} ${file} cannot be read (${code}).`);
  }
}

function told({ ok, mode, violations, applied }: CheckResult): string {
  const word = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  const count = `${violations.length} ${violations.length === 1 ? "fault" : "faults"}`;
  return [
    ...violations.map(({ code, path, message }) => `${path}: ${message} (${code})`),
    ...applied.map(({ path, before, after, cause }) => `  ${path}: ${word(before)} → ${word(after)} (${cause})`),
    ok ? `${mode}: nothing to complain of.` : `${mode}: ${count}.`,
  ].join("\n");
}
