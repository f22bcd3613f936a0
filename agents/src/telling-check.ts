// What a telling by a model leaves out of what happened. Beside this, model-narrator.ts finds what it makes up.
import type { Lexicon } from "@orrery/kernel";
import type { AnswerProblem } from "@orrery/models/pure";

/** A quotation as long as this is a document: it stands as it is written, and no model tells it. */
const DOCUMENT_MIN = 120;
/** Of the things that a plain telling names, one in so many may be left out: the furniture of a long description. */
const OMITTED_SHARE = 4;
const LISTED_MAX = 8;

/** Whether a telling quotes a long text, in marks or in paragraphs of its own behind a colon: "The letter reads:". */
export const holdsDocument = (template: string): boolean =>
  quotesIn(template).some((quote) => quote.length >= DOCUMENT_MIN) ||
  (/:\n\n([\s\S]+)$/.exec(template)?.[1] ?? "").length >= DOCUMENT_MIN;

/** What of a plain telling a model's telling does not tell: what was said, numbers, people, and most of the things and ways. */
export function omissions(text: string, template: string, lexicons: readonly Lexicon[]): readonly AnswerProblem[] {
  const told = plain(text);
  const problems: AnswerProblem[] = [];
  const add = (code: string, message: string) => problems.push({ path: "", code, message });
  for (const quote of quotesIn(template))
    if (!told.includes(plain(quote).replace(/[.,!?]+$/, "")))
      add("unsaid", `Tell word for word what was said: “${quote}”.`);
  const numbers = [...new Set(template.match(/\b\d+(?:[.:]\d+)?\b/g) ?? [])].filter((number) => !hasWord(told, number));
  if (numbers.length > 0) add("numbers", `Tell these numbers: ${numbers.join(", ")}.`);
  const before = plain(template);
  const nouns = lexicons.flatMap((lexicon) => lexicon.nouns).filter(({ kinds }) => !kinds.includes("speaker"));
  const named = new Map<string, { readonly name: string; readonly isPerson: boolean; readonly isTold: boolean }>();
  for (const { id, value, names, kinds } of nouns) {
    const name = names.find((one) => hasWord(before, plain(one)));
    // The reader is "you" or "I", and knows what room this is.
    if (name === undefined || kinds.includes("self") || kinds.includes("room")) continue;
    const isTold = names.some((one) => headsOf(one).some((head) => hasWord(told, head)));
    const key = `${id} ${JSON.stringify(value ?? null)}`;
    const known = named.get(key);
    named.set(key, { name, isPerson: kinds.includes("person"), isTold: isTold || known?.isTold === true });
  }
  const missing = [...named.values()].filter(({ isTold }) => !isTold);
  const people = missing.filter(({ isPerson }) => isPerson);
  if (people.length > 0) add("people", `Tell of ${people.map(({ name }) => name).join(", ")}.`);
  const things = missing.flatMap(({ isPerson, name }) => (isPerson ? [] : [name]));
  if (things.length > Math.floor(named.size / OMITTED_SHARE))
    add("omitted", `Tell of ${things.slice(0, LISTED_MAX).join(", ")} too.`);
  return problems;
}

/** Addresses and mail: no story here holds any that its author did not write. */
export function foreignAddress(text: string, template: string): string | null {
  const found = text.match(
    /\b(?:https?:\/\/|www\.)\S+|\b[\w-]+(?:\.[\w-]+)*\.(?:com|net|org|io|example|info|dev|app)\b|\b\S+@\S+\.\S+/i,
  );
  return found && !plain(template).includes(plain(found[0])) ? found[0] : null;
}

const quotesIn = (text: string): readonly string[] =>
  [...text.matchAll(/[“"]([^”"]{3,})[”"]/g)].map((match) => match[1]!.trim());

/** The name, and the noun of it: "brass key" may be told as "the key". */
const headsOf = (name: string): readonly string[] => {
  const whole = plain(name);
  const head = whole
    .split(/ (?:of|in|on|at|with|from) /)[0]!
    .split(" ")
    .at(-1)!;
  return [whole, head];
};

const plain = (text: string): string =>
  text.normalize("NFKC").toLowerCase().replaceAll(/[’‘]/g, "'").replaceAll(/\s+/g, " ");

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0 && word !== ""; at = text.indexOf(word, at + 1))
    if (!/[\p{L}\d]/u.test(text[at - 1] ?? " ") && !/[\p{L}\d]/u.test(text[at + word.length]?.replace("s", " ") ?? " "))
      return true;
  return false;
}
