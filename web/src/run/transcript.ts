// A run as a text to read: Markdown, in the order it was told.
import { type Names, untold } from "../say.ts";
import type { Line } from "../wire.ts";

interface TranscriptSource {
  readonly title: string;
  readonly lines: readonly Line[];
  readonly said: (line: Line) => string;
  readonly names: Names;
  /** How it ended; null while it goes on. */
  readonly ending: string | null;
}

export function transcriptOf({ title, lines, said: saidOf, names, ending }: TranscriptSource): string {
  const several =
    new Set(lines.flatMap((line) => ("actor" in line && line.actor !== null ? [line.actor] : []))).size > 1;
  const parts = lines.map((line) => {
    const said = saidOf(line);
    const actor = several && "actor" in line && line.actor !== null ? (names.get(line.actor) ?? line.actor) : null;
    return [
      ...(said === "" ? [] : [`> ${actor === null ? "" : `**${escapeMarkdown(actor)}:** `}${escapeMarkdown(said)}`]),
      ...(line.narration.trim() === "" ? [] : [escapeMarkdown(line.narration.trim())]),
      ...untold(line).map((message) => `*${escapeMarkdown(message)}*`),
    ].join("\n\n");
  });
  return `${[`# ${escapeMarkdown(title)}`, ...parts.filter((part) => part !== ""), ...(ending === null ? [] : [`**${escapeMarkdown(ending)}.**`])].join("\n\n")}\n`;
}

/** A world's words are no Markdown. */
const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_[\]<>#|]/g, "\\$&");
