// What was said or done in a turn, in its actor's words where there are any.
import type { Action, Line } from "../wire.ts";
import { t } from "../words.ts";

/** `asides` go unsaid beside other deeds. */
export function wordsOfLine(line: Line, inWords: (action: Action) => string, asides: readonly string[] = []): string {
  if (line.rawText.trim() !== "") return line.rawText;
  const deeds = line.actions.filter(({ type }) => !asides.includes(type));
  return (deeds.length > 0 ? deeds : line.actions).map(inWords).join(t("andThen"));
}
