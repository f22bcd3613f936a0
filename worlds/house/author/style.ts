// Reads how a story wants to be told, and checks what its phrases name in braces.
import type { Path } from "@orrery/kernel";
import type { Style } from "../model/house.ts";
import { PHRASES } from "../words/style.ts";
import type { AuthorReader } from "./reader.ts";
import { dropUndefined, texts } from "./rulebook.ts";
import type { AuthorHouse } from "./schema.ts";

/** `style: {voice: words, person: second, tense: present, phrases: {take: [words, words]}}`. */
export function styleOf(read: AuthorReader, style: AuthorHouse["style"]): Style | undefined {
  if (!style) return undefined;
  const { voice, person, tense, phrases = {} } = style;
  const ways = Object.entries(phrases).map(([purpose, said = []]): [string, string[]] => {
    const path = ["style", "phrases", purpose];
    for (const [i, text] of [said].flat().entries())
      phraseFaults(read, typeof said === "string" ? path : [...path, i], purpose, text);
    return [purpose, texts(said)];
  });
  return dropUndefined({
    voice: voice?.trim(),
    person,
    tense,
    phrases: ways.length > 0 ? Object.fromEntries(ways) : undefined,
  });
}

function phraseFaults(read: AuthorReader, at: Path, purpose: string, text: string): void {
  const allowed = PHRASES[purpose]!;
  for (const [, part] of text.matchAll(/\{([^}]*)\}/g))
    if (!allowed.includes(part!))
      read.problem(
        at,
        `A phrase for \`${purpose}\` has no {${read.short(part!)}}.`,
        allowed.length === 0
          ? "It names nothing in braces."
          : `It may name ${allowed.map((one) => `{${one}}`).join(", ")}.`,
      );
}
