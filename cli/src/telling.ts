// `orrery telling`: what the rules told of a turn beside what models told and the owner wrote; another telling, another choice, or its sound.
import { writeFileSync } from "node:fs";
import type { Orrery } from "@orrery/runtime";
import { answer, say } from "./print.ts";
import { proseWidth, wrapText } from "./terminal.ts";
import { WrongUse, wholeNumber } from "./words.ts";

interface TellingFlags {
  readonly as?: string | undefined;
  readonly branch?: string | undefined;
  readonly again?: boolean | undefined;
  readonly narrator?: string | undefined;
  readonly text?: string | undefined;
  readonly choose?: string | undefined;
  readonly speak?: string | undefined;
  readonly speaker?: string | undefined;
  readonly json?: boolean | undefined;
}

/** False when a model was to tell it and could not. */
export async function telling(orrery: Orrery, run: string, turn: string, flags: TellingFlags): Promise<boolean> {
  const { again, text, choose, narrator, speak } = flags;
  if (speak !== undefined) return speakTelling(orrery, run, turn, speak, flags);
  if ([again, text, choose].filter((one) => one !== undefined).length > 1)
    throw new WrongUse("--again, --text and --choose do not go together.");
  const of = { turn, branch: flags.branch, as: flags.as };
  const n = wholeNumber(choose, "--choose");
  // What was begun is heard of before it is there.
  if (again) say("A model is telling it …");
  const sheet = again
    ? await orrery.retell(run, { ...of, narrator: narrator ?? "model" })
    : text !== undefined
      ? await orrery.writeTelling(run, { ...of, text })
      : n !== undefined
        ? await orrery.chooseTelling(run, { ...of, n })
        : await orrery.tellingSheet(run, of);
  answer(flags, sheet, () =>
    [{ n: 0, teller: "the rules", text: sheet.facts }, ...sheet.tellings]
      .map((one) => `${one.n === sheet.shown ? "*" : " "} ${one.n}  ${one.teller}\n${wrapText(one.text, proseWidth())}`)
      .join("\n\n"),
  );
  const trouble = "trouble" in sheet ? (sheet.trouble as string | null) : null;
  if (trouble !== null) say(trouble);
  return trouble === null;
}

/** Writes what is shown of the turn into a file, as sound. */
async function speakTelling(
  orrery: Orrery,
  run: string,
  turn: string,
  file: string,
  flags: TellingFlags,
): Promise<boolean> {
  if (flags.again || flags.text !== undefined || flags.choose !== undefined)
    throw new WrongUse("--speak reads aloud what is shown: first --again, --text or --choose, then --speak.");
  const of = { turn, branch: flags.branch, as: flags.as };
  say("A model is reading it aloud …");
  const { audio, trouble } = await orrery.speak(run, { ...of, speaker: flags.speaker });
  if (audio === null) {
    say(trouble!);
    return false;
  }
  const { bytes, mediaType } = await orrery.artifact(run, audio.hash);
  writeFileSync(file, bytes);
  answer(
    flags,
    { ...audio, file },
    () => `${file}: ${bytes.length} bytes of ${mediaType}, spoken by ${audio.speaker}.`,
  );
  return true;
}
