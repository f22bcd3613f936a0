// The table from the command line: its check of one response of a game master, from files and without a database; and the drift of a run's models.
import { readFileSync } from "node:fs";
import { type CheckResult, checkTableResponse, type ModelDrift, type Orrery, tableDrift } from "@orrery/runtime";
import { recoveryText } from "@orrery/worlds/table/protocol";
import { answer } from "./print.ts";
import { type Flags, WrongUse } from "./words.ts";

export async function table(words: readonly string[], flags: Flags): Promise<boolean> {
  const [what, ...more] = words;
  if (what !== "check") throw new WrongUse(`table ${what ?? ""}: write check.`);
  if (more.length > 0) throw new WrongUse(`Too many words: ${more.join(" ")}.`);
  const { state, input, response } = flags;
  if (state === undefined || input === undefined || response === undefined)
    throw new WrongUse("table check needs --state FILE, --input TEXT and --response FILE.");
  const checked = await checkTableResponse(textOf(state, "--state"), input, textOf(response, "--response"), {
    debug: flags.debug === true,
  });
  answer(flags, checked, () => resultInWords(checked));
  return checked.ok;
}

function textOf(file: string, flag: string): string {
  try {
    return readFileSync(file === "-" ? 0 : file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    throw new WrongUse(`${flag} ${file} cannot be read (${code}).`);
  }
}

function resultInWords({ ok, mode, violations, applied, recovery }: CheckResult): string {
  const word = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
  const count = `${violations.length} ${violations.length === 1 ? "fault" : "faults"}`;
  return [
    ...violations.map(({ code, path, message }) => `${path}: ${message} (${code})`),
    ...applied.map(({ path, before, after, cause }) => `  ${path}: ${word(before)} → ${word(after)} (${cause})`),
    ...(recovery === undefined
      ? []
      : [
          "",
          recoveryText(
            recovery.discrepancies.map(({ message }) => message),
            recovery.block,
          ),
          "",
        ]),
    ok ? `${mode}: nothing to complain of.` : `${mode}: ${count}.`,
  ].join("\n");
}

/** Prints how each model at a table drifted from the facts. */
export async function drift(orrery: Orrery, run: string, flags: Flags): Promise<boolean> {
  const models = await tableDrift(orrery, run, { branch: flags.branch });
  answer(flags, models, () => models.map(driftWords).join("\n\n") || "Nothing has been told in this run yet.");
  return true;
}

function driftWords({ model, told, refused, fields }: ModelDrift): string {
  const wrong = fields.reduce((sum, { differed }) => sum + differed, 0);
  const written = fields.reduce((sum, { written }) => sum + written, 0);
  return [
    `${model ?? "(no model)"}: ${told} told, ${written} computed fields written, ${wrong} otherwise than computed.`,
    ...refused.map(({ reason, times, last }) => `  refused ${times} × ${reason}: ${last}`),
    ...fields
      .filter(({ differed }) => differed > 0)
      .map(
        ({ field, written, differed, last }) =>
          `  ${field}: ${differed} of ${written}, last ${JSON.stringify(last!.wrote)} instead of ${JSON.stringify(last!.is)}`,
      ),
  ].join("\n");
}
