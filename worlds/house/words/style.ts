// How a world wants to be told: a voice for narrators with words of their own, and phrases that take the place of the house's.
import type { Path } from "@orrery/kernel";
import type { Reader } from "../author/reader.ts";
import type { Style } from "../model/house.ts";
import { LIMITS } from "../model/text.ts";
import type { Choice } from "./wordings.ts";

/** What can be phrased, and what a phrase may name in braces. */
export const PHRASES: Readonly<Record<string, readonly string[]>> = {
  take: ["thing"],
  takeFrom: ["thing", "place"],
  drop: ["thing"],
  put: ["thing", "how", "place"],
  wear: ["thing"],
  remove: ["thing"],
  open: ["thing"],
  close: ["thing"],
  unlock: ["thing", "key"],
  lock: ["thing", "key"],
  light: ["thing"],
  extinguish: ["thing"],
  give: ["thing", "person"],
  show: ["thing", "person"],
  request: ["thing", "person"],
  ask: ["person", "topic"],
  tell: ["person", "topic"],
  go: ["way"],
  back: ["way", "room"],
  wait: [],
  think: [],
  vain: [],
  hurt: [],
};

/** A phrase of the world's own for this, with its parts in place; null where it has none. */
export function phrased(
  style: Style | undefined,
  dice: Choice,
  purpose: string,
  parts: Readonly<Record<string, string>> = {},
): string | null {
  const ways = style?.phrases && Object.hasOwn(style.phrases, purpose) ? style.phrases[purpose]! : [];
  const [first, ...more] = ways;
  if (first === undefined) return null;
  const way = more.length === 0 ? first : dice.pick(purpose, [first, ...more]);
  return way
    .replace(/\{([a-z]+)\}/g, (_all, part: string) => parts[part] ?? "")
    .replace(/^\p{Ll}/u, (start) => start.toUpperCase());
}

export const PERSONS = ["first", "second", "third"] as const;
export const TENSES = ["present", "past"] as const;

/** `style: {voice: words, person: second, tense: present, phrases: {take: [words, words]}}`. */
export function styleOf(read: Reader): { style?: Style } {
  if (read.top["style"] === undefined) return {};
  const it = read.record(["style"], ["voice", "person", "tense", "phrases"]);
  if (!it) return {};
  const voice = read.text(["style", "voice"], { max: 500 });
  const person =
    it["person"] === undefined
      ? null
      : read.choice(["style", "person"], PERSONS, "A story is told in the first, second or third person.");
  const tense =
    it["tense"] === undefined
      ? null
      : read.choice(["style", "tense"], TENSES, "A story is told in the present or the past.");
  const phrases = Object.fromEntries(
    read
      .map(["style", "phrases"])
      .map(([purpose]) => [purpose, phrasesOf(read, ["style", "phrases", purpose])] as const),
  );
  if (it["phrases"] !== undefined) read.record(["style", "phrases"], Object.keys(PHRASES));
  return {
    style: {
      ...(voice === null ? {} : { voice: voice.trim() }),
      ...(person === null ? {} : { person }),
      ...(tense === null ? {} : { tense }),
      ...(Object.keys(phrases).length === 0 ? {} : { phrases }),
    },
  };
}

function phrasesOf(read: Reader, path: Path): string[] {
  const purpose = String(path.at(-1));
  const allowed = Object.hasOwn(PHRASES, purpose) ? PHRASES[purpose]! : null;
  const places: Path[] = read.isText(path) ? [path] : read.list(path).map((_, i) => [...path, i]);
  if (places.length === 0 || places.length > 20)
    read.problem(path, `There are ${places.length} phrases here.`, "Write 1 to 20, in a list.");
  return places.flatMap((at) => {
    const text = read.text(at, { max: LIMITS.said });
    if (text === null) return [];
    for (const [, part] of text.matchAll(/\{([^}]*)\}/g))
      if (allowed && !allowed.includes(part!))
        read.problem(
          at,
          `A phrase for \`${purpose}\` has no {${read.short(part!)}}.`,
          allowed.length === 0
            ? "It names nothing in braces."
            : `It may name ${allowed.map((one) => `{${one}}`).join(", ")}.`,
        );
    return [text.trim()];
  });
}
