// Words of a meeting as tokens: which of them name players, places and tasks. Knows what everybody at the table knows, and no grammar.
import type { GlassState, GlassView } from "./shape.ts";
import { ofStation, type Station, stationOf } from "./station/index.ts";

/** What is needed to understand somebody at the table. */
export interface Hearing {
  readonly speaker: string;
  readonly station: Station;
  readonly players: readonly { readonly id: string; readonly name: string }[];
  /** The last whole second before the meeting: statements without a time are about it. */
  readonly second: number;
  /** The body that was reported, and where it lay. */
  readonly body: { readonly who: string; readonly place: string } | null;
}

export interface HeardToken {
  /** In lower case; of a name, a mark such as `<p:blue>`, `<l:hold>` or `<t:scan>`. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

const TICKS_A_SECOND = 10;

export function hearingOf({ seats, meeting, tick, settings }: GlassState, speaker: string): Hearing {
  const began = meeting?.tick ?? tick;
  return {
    speaker,
    station: stationOf(settings),
    players: seats.map(({ id, name }) => ({ id, name })),
    second: Math.max(0, Math.floor((began - 1) / TICKS_A_SECOND)),
    body: meeting?.body ? { who: meeting.body, place: meeting.place } : null,
  };
}

/** The same from a seat's own view. */
export function hearingIn({ you, players, meeting, witnessed_events, time, settings }: GlassView): Hearing {
  const began = witnessed_events.findLast(({ type }) => type === "meeting")?.t ?? time;
  return {
    speaker: you.id,
    station: stationOf(settings),
    players: players.map(({ id, name }) => ({ id, name })),
    second: Math.max(0, Math.floor((Math.round(began * TICKS_A_SECOND) - 1) / TICKS_A_SECOND)),
    body: meeting?.body && meeting.found_in ? { who: meeting.body, place: meeting.found_in } : null,
  };
}

interface HeardName {
  readonly words: readonly string[];
  readonly mark: string;
  /** Also an everyday word: a name only after a preposition or an article. */
  readonly weak: boolean;
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const place = (id: string) => (text: string, i: number) => ({
  words: wordsIn(text),
  mark: `<l:${id}>`,
  weak: i > 0 && wordsIn(text).length === 1,
});
const placeNames = ({ places }: Station): readonly HeardName[] =>
  places.flatMap(({ id, name, aliases }) => [name, ...aliases, id.replaceAll("_", " ")].map(place(id)));
const OWNERS = ["my", "their", "his", "her", "the"] as const;
const taskNames = ({ tasks }: Station): readonly HeardName[] =>
  tasks.flatMap(({ id, name }) => {
    const whose = / your /.test(name) ? OWNERS.map((owner) => name.replace("your", owner)) : [];
    const short = id.includes("_") ? [] : [id];
    return [name, ...whose, ...short].map((text, i) => ({
      words: wordsIn(text),
      mark: `<t:${id}>`,
      weak: i > whose.length,
    }));
  });
const namesOf = ofStation((station) => byFirst([...placeNames(station), ...taskNames(station)]));

/** Longest first, so that `upload data from the Bridge` is one task and no place. */
function byFirst(names: readonly HeardName[]): ReadonlyMap<string, readonly HeardName[]> {
  const found = new Map<string, HeardName[]>();
  for (const name of names) {
    const [first] = name.words;
    if (first !== undefined) found.set(first, [...(found.get(first) ?? []), name]);
  }
  for (const list of found.values()) list.sort((a, b) => b.words.length - a.words.length);
  return found;
}

const BEFORE_NAMES: ReadonlySet<string> = new Set(
  "the a in at to from near inside into by of outside through via around my did doing do does finished did".split(" "),
);
const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bcan['’]?t\b/giu, "can not"],
  [/\b(was|were|is|are|did|do|does|could|would|have|has)n['’]?t\b/giu, "$1 not"],
  [/\b(i)['’]?m\b/giu, "$1 am"],
  [/\b(i|we|you|they)['’]ve\b/giu, "$1 have"],
  [/\b(it|he|she|that|who|where)['’]s\b/giu, "$1 is"],
  [/\b(they|we|you)['’]re\b/giu, "$1 are"],
];

/** Names of things become marks; a pronoun after a verb of seeing stands for the player who was named last. */
export function tokensOf(text: string, { players, station }: Hearing): readonly HeardToken[] {
  const fixed = namesOf(station);
  const people = byFirst(
    players.flatMap(({ id, name }) =>
      [...new Set([id, name.toLowerCase()])].map((one) => ({ words: wordsIn(one), mark: `<p:${id}>`, weak: false })),
    ),
  );
  const raw = [...text.matchAll(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?|[.!?;:,\n]/gu)].flatMap(({ 0: word, index }) =>
    spread(word, index),
  );
  const tokens: HeardToken[] = [];
  let last: string | null = null;
  for (let i = 0; i < raw.length; ) {
    const { text: word, from } = raw[i]!;
    const name = nameAt(people, raw, i) ?? nameAt(fixed, raw, i);
    if (name) {
      if (name.mark.startsWith("<p:")) last = name.mark;
      tokens.push({ text: name.mark, from, to: raw[i + name.words.length - 1]!.to });
      i += name.words.length;
      continue;
    }
    const stands = PRONOUNS.has(word) && last !== null;
    tokens.push({ ...raw[i]!, text: stands ? last! : word });
    i++;
  }
  return tokens;
}
const PRONOUNS: ReadonlySet<string> = new Set(["he", "she", "him"]);

/** A contraction is several words at one spot. */
function spread(word: string, from: number): HeardToken[] {
  let plain = word.toLowerCase();
  for (const [pattern, whole] of CONTRACTIONS) plain = plain.replace(pattern, whole);
  const owner = /^(.+)['’]s$/u.exec(plain);
  if (owner) return [{ text: owner[1]!, from, to: from + word.length }];
  return plain.split(" ").map((text) => ({ text, from, to: from + word.length }));
}

function nameAt(
  names: ReadonlyMap<string, readonly HeardName[]>,
  tokens: readonly HeardToken[],
  at: number,
): HeardName | null {
  for (const name of names.get(tokens[at]!.text) ?? []) {
    if (name.weak && !BEFORE_NAMES.has(tokens[at - 1]?.text ?? "")) continue;
    if (name.words.every((word, i) => tokens[at + i]?.text === word)) return name;
  }
  return null;
}
