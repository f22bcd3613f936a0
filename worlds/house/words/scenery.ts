// Which words of the prose may be named: parts of the scene that are no things of the world. It reads what was shown and nothing else.
import type { Named } from "../sense/scope.ts";
import { allSeen } from "../sense/seen.ts";
import { doorsOf, type HouseView } from "../sense/view.ts";

/** How a part of the scene is answered for: looked at, handled, spoken to. True of everything that the prose may name. */
export const LOOKED = [
  "There is no more to {} than you have been told.",
  "You take another look, but {} can be taken in at a glance.",
  "You look, and learn nothing new: you have been told what there is to {}.",
] as const;
export const HANDLED = [
  "You can leave {} out of it: nothing comes of that.",
  "You could look at {} all day, but there is nothing to be done there.",
  "Nothing would be gained by that. You had better let {} be.",
] as const;
export const TAKEN = ["There is no carrying off {}.", "You would not get far with {}."] as const;
export const ADDRESSED = ["You will get no answer out of {}.", "You might as well talk to the air as to {}."] as const;

/** From here to the next pause the prose speaks of something else: it compares, denies, or tells of another place. */
const ELSEWHERE =
  /\b(like|as|no|not|never|nothing|nobody|without|where|if|than|unless|until|once|whoever)\b[^.,;:!?…—]*/giu;
const QUOTED = /"[^"]*"|“[^”]*”|\bnext door\b/giu;
const WORD = /[\p{L}\p{M}]+(?:['’][\p{L}]+)?/gu;

/** Words that name nothing. */
const PLAIN = new Set(
  `the and but with from for into onto out off over under through along about around round between beneath behind beside
  above below down near across against toward towards upon within inside outside here there this that these those what
  which who whose you your yours yourself his her hers him its it she they them their theirs himself herself itself
  themselves have has had having are is was were been being can could must should would will may might shall does did
  done one two three four five six seven eight nine ten all any some each every both many much more most few little less
  too also even still yet again always ever far long now then very just only own same other another else something
  everything anything somebody everybody anybody someone anyone thing things when while because since before after
  north south east west northeast northwest southeast southwest up back away how why so such been goes go comes come
  stands stand lies lie hangs hang leads lead looks look seems seem makes make takes take gives give gets get says say
  sits sit runs run keeps keep`
    .split(/\s+/)
    .filter((word) => word !== ""),
);

const KEPT_MAX = 2000;

/** Each text is read once. */
function once<T>(read: (text: string) => T): (text: string) => T {
  const kept = new Map<string, T>();
  return (text) => {
    const known = kept.get(text);
    if (known !== undefined) return known;
    if (kept.size >= KEPT_MAX) kept.clear();
    const found = read(text);
    kept.set(text, found);
    return found;
  };
}

const wordsOf = (text: string): string[] =>
  (text.replace(QUOTED, " ").replace(ELSEWHERE, " ").toLowerCase().match(WORD) ?? []).map((word) =>
    word.replace(/['’]s$/u, ""),
  );
const isNaming = (word: string): boolean => word.length > 2 && !PLAIN.has(word);

/** Words of one text that may name something in it. */
const namesIn = once((text): readonly string[] => [...new Set(wordsOf(text))].filter(isNaming));

/** What stands right before each word of a text, as "small brass" does before "key". */
const describedIn = once((text): ReadonlyMap<string, readonly string[]> => {
  const all = wordsOf(text);
  const found = new Map<string, string[]>();
  for (const [i, word] of all.entries()) {
    const before = [all[i - 1], all[i - 2]].map((one) => (one !== undefined && isNaming(one) ? one : undefined));
    const said = before[0] === undefined ? [] : before.flatMap((one) => one ?? []);
    if (said.length > 0) found.set(word, [...(found.get(word) ?? []), ...said]);
  }
  return found;
});

/** How the prose that shows a thing calls it: "a striped hatbox" is the striped one. */
export function adjectivesOf(view: HouseView, it: Named & { readonly appearance?: string | null }): string[] {
  if (!view.lit) return [];
  const heads = new Set([it.name, ...it.aliases].map((name) => name.toLowerCase().split(" ").at(-1)!));
  const texts = [view.description, it.appearance ?? "", view.shown?.[it.id] ?? ""];
  return texts.flatMap((text) => [...heads].flatMap((head) => describedIn(text).get(head) ?? []));
}

/** Of the room that is seen, of what shows itself there, and of what was looked at closely and is in sight. */
export function sceneryOf(view: HouseView): string[] {
  if (!view.lit) return [];
  const near = allSeen(view);
  const shown = [...near, ...doorsOf(view), ...view.people].flatMap(({ id }) => view.shown?.[id] ?? []);
  const appearing = [...near, ...view.people].flatMap(({ appearance }) => appearance ?? []);
  return [...new Set([view.description, ...appearing, ...shown].flatMap(namesIn))];
}
