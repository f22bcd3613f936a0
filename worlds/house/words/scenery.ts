// Which words of the prose may be named: parts of the scene that are no things of the world. It reads what was shown and nothing else.
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

const words = new Map<string, readonly string[]>();
const KEPT_MAX = 2000;

/** Words of one text that may name something in it. */
function namesIn(text: string): readonly string[] {
  let found = words.get(text);
  if (!found) {
    const here = text.replace(QUOTED, " ").replace(ELSEWHERE, " ").toLowerCase();
    found = [...new Set((here.match(WORD) ?? []).map((word) => word.replace(/['’]s$/u, "")))].filter(
      (word) => word.length > 2 && !PLAIN.has(word),
    );
    if (words.size >= KEPT_MAX) words.clear();
    words.set(text, found);
  }
  return found;
}

/** Of the room that is seen, of what shows itself there, and of what was looked at closely and is in sight. */
export function sceneryOf(view: HouseView): string[] {
  if (!view.lit) return [];
  const near = allSeen(view);
  const shown = [...near, ...doorsOf(view), ...view.people].flatMap(({ id }) => view.shown?.[id] ?? []);
  const appearing = [...near, ...view.people].flatMap(({ appearance }) => appearance ?? []);
  return [...new Set([view.description, ...appearing, ...shown].flatMap(namesIn))];
}
