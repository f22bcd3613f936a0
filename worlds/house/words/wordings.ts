// Which way of saying something is chosen where there are several: by dice, but never the one that was used for it last.
//
// Each percept is told in one way of its purpose. Whether the viewer was told something of that purpose an odd or an even
// number of times halves the ways, and dice choose within the half: so two tellings in a row never share their words,
// and nothing has to be kept of what was told but that one bit.
import type { Dice } from "@orrery/kernel";
import type { HousePercept } from "../sense/told.ts";

/** All that words need of dice. */
export type WordDice = Pick<Dice, "pick">;

/** What has been told an odd number of times, by purpose, in order. */
export interface WordingHistory {
  readonly odd: readonly string[];
  /** The player's own act, when a rule may yet tell its outcome in other words. */
  readonly open?: true;
}
export const NOTHING_WORDED: WordingHistory = { odd: [] };

/** Ways halved by whether the purpose comes up for an odd or an even time. */
export const choiceOf = (dice: Dice, { odd }: WordingHistory): WordDice => ({
  pick(purpose, ways) {
    if (ways.length === 1) return ways[0];
    const middle = Math.ceil(ways.length / 2);
    const half = odd.includes(ALIKE[purpose] ?? purpose) ? ways.slice(middle) : ways.slice(0, middle);
    return dice.pick(purpose, half as [(typeof ways)[number], ...(typeof ways)[number][]]);
  },
});

/** Purposes that read alike, and so take turns together. */
const ALIKE: Readonly<Record<string, string>> = { takeFrom: "take" };

/** After one more percept was told. `isKnown`: whether its room had been seen before. */
export function wordedAfter(
  worded: WordingHistory,
  percept: HousePercept,
  who: string,
  isKnown: boolean,
): WordingHistory {
  // What a rule tells stands in place of "nothing comes of it".
  const taken = worded.open && percept.told?.type === "narrated";
  const purpose = taken ? "vain" : purposeOf(percept, who, isKnown);
  const odd =
    purpose === null
      ? worded.odd
      : worded.odd.includes(purpose)
        ? worded.odd.filter((one) => one !== purpose)
        : [...worded.odd, purpose].sort();
  return purpose === "vain" && !taken ? { odd, open: true } : odd === worded.odd && !worded.open ? worded : { odd };
}

/** What a percept is told as, of all that can be told in several ways; null for the rest. */
function purposeOf({ told, scene }: HousePercept, who: string, isKnown: boolean): string | null {
  if (told === null) return null;
  const own = "who" in told && told.who?.id === who;
  if ("implied" in told && told.implied) return null;
  switch (told.type) {
    case "took":
      return own ? "take" : null;
    case "gave":
      return own ? "give" : told.to.id === who ? "given" : null;
    case "said":
      return own ? "say" : "speech";
    case "switched":
      return own ? (told.on ? "light" : "extinguish") : null;
    case "smelt":
      return told.text === null && !told.what?.pronouns ? "smell" : null;
    case "went":
      return own ? (scene.lit && isKnown ? "back" : "go") : null;
    case "performed":
    case "used":
      return own ? "vain" : null;
    case "caught":
      return "caught";
    case "tried":
      return own && (told.reason === "door_locked" || told.reason === "container_locked") ? "locked" : null;
    case "looked":
      if (!own || told.how === "around" || told.how === "self" || told.how === "text") return null;
      if (!told.at) return told.description === "" ? "self" : null;
      if (told.how === "into" && "in" in told.at) return told.at.in.length + told.at.on.length === 0 ? "bare" : null;
      return told.description.trim() === "" ? "plain" : null;
    case "hinted":
      return own && told.text === null ? "hint" : null;
    case "lock_clicked":
      return "click";
    case "appeared":
      return "appear";
    default:
      return own ? (PURPOSES[told.type] ?? null) : null;
  }
}

const PURPOSES: Readonly<Record<string, string>> = {
  dropped: "drop",
  wore: "wear",
  removed: "remove",
  put: "put",
  opened: "open",
  closed: "close",
  unlocked: "unlock",
  locked: "lock",
  showed: "show",
  requested: "request",
  asked: "ask",
  informed: "tell",
  waited: "wait",
  rose: "rise",
  thought: "think",
  claimed: "claimed",
  hurt: "hurt",
};
