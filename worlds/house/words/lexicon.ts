// How a person may speak of what is in their view: verbs with their patterns, and a noun for everything that can be named.
import type { Lexicon, Verb } from "@orrery/kernel";
import { ATTEMPT_VERBS, masterVerbs } from "../attempt/attempt-verbs.ts";
import { GAMEMASTER } from "../model/state.ts";
import { talkers } from "../sense/seen.ts";
import type { HouseView } from "../sense/view.ts";
import { ASIDES } from "./asides.ts";
import { ASKED, AT_A_LOSS } from "./asking.ts";
import { authorVerbs, verbWords, withoutWords } from "./author-verbs.ts";
import { HANDLING, RISING, USING } from "./handling.ts";
import { LOOKING } from "./looking.ts";
import { MOVING } from "./moving.ts";
import { nounsOf } from "./naming.ts";
import { sceneryOf } from "./scenery.ts";
import { ANY, THINGS } from "./slots.ts";
import { QUESTIONED, TALKING, WONDERED } from "./talking.ts";

export const lexicon = (view: HouseView): Lexicon =>
  view.you.id === GAMEMASTER
    ? { verbs: masterVerbs(view), nouns: nounsOf(view) }
    : {
        ...vocabularyOf(view, verbsFor(view)),
        nouns: nounsOf(view),
        scenery: sceneryOf(view),
        addressed: "person",
        ...(view.ended ? { over: OVER } : {}),
      };

const OVER = "The story is over. You can still go back to any turn of it and try another way.";

/** A verb of which nobody knows what it does, to something known: it is tried, in the words it was said in. */
const OTHER: Verb = {
  type: "attempt",
  patterns: [
    "* (up|down|in|into|on|onto|off|out|away|over|at|to|with|from|against|through|round|around|behind|along|about|for) {target} (up|down|in|out|off|away|over|open|shut|apart|aside) with|using {metadata.with}",
    "* {metadata.with} at|against|over|under|on|onto|in|into|through|round|around|to|behind|between|across {target}",
    "* (up|down|in|into|on|onto|off|out|away|over|at|to|with|from|against|through|round|around|behind|along|about|for) {target} (up|down|in|out|off|away|over|open|shut|apart|aside)",
    "* {target} on|in|by (the|his|her|their) shoulder|head|back|arm|hand|face|cheek|knee|leg|foot|hair",
  ],
  slots: { target: { kinds: ANY, prefer: "here" }, "metadata.with": { kinds: THINGS, prefer: "held" } },
  said: "metadata.words",
  fixed: { how: "other" },
};

/** The same for verbs of which other wordings are known. */
const LIKE_OTHER: Verb = {
  ...OTHER,
  patterns: [
    "wave|pour|blow|help|hold|spill|empty|comfort (out|on|in|into|at|up|away) {target} (up|down|out|off|away|over) with|using|to|at|on|in|into|from {metadata.with}",
    "pat|touch|stroke|hold {target} on|in|by (the|his|her|their) shoulder|head|back|arm|hand|face|cheek|knee|leg|foot|hair",
    "wave|pour|blow|help|hold|spill|empty|comfort (out|on|in|into|at|up|away) {target} (up|down|out|off|away|over)",
  ],
};

/** Verbs are the same for everyone and always the same object, so that a parser prepares them once. Of equals the first is read. */
const VERBS: readonly Verb[] = [
  ...TALKING,
  ...HANDLING,
  ...LOOKING,
  ...AT_A_LOSS,
  ...MOVING,
  ...ASKED,
  ...QUESTIONED,
  ...ATTEMPT_VERBS,
  ...USING,
  LIKE_OTHER,
  OTHER,
];
const IN_COMPANY: readonly Verb[] = [...VERBS, ...WONDERED];
const SEATED: readonly Verb[] = [RISING, ...VERBS];
const SEATED_IN_COMPANY: readonly Verb[] = [RISING, ...IN_COMPANY];

const verbsFor = (view: HouseView): readonly Verb[] =>
  talkers(view).length > 0 ? (view.posed ? SEATED_IN_COMPANY : IN_COMPANY) : view.posed ? SEATED : VERBS;

/** To somebody who sits, getting up is no idle word. */
const SEATED_ASIDES = ASIDES.filter(({ words }) => !words.includes("stand up"));

/**
 * The author's verbs come before those of every house, and what is said to the game in their words is no longer an aside.
 * Made once for each story, so that a parser prepares it once.
 */
function vocabularyOf({ verbs, posed }: HouseView, all: readonly Verb[]): Required<Pick<Lexicon, "verbs" | "asides">> {
  const known = posed ? SEATED_ASIDES : ASIDES;
  if (!verbs) return { verbs: all, asides: known };
  let lists = owned.get(all);
  if (!lists) {
    lists = new WeakMap();
    owned.set(all, lists);
  }
  let own = lists.get(verbs);
  if (!own) {
    const taken = verbWords(verbs);
    own = {
      verbs: [...authorVerbs(verbs), ...withoutWords(all, taken)],
      asides: known.map(({ words, says }) => ({ words: words.filter((one) => !taken.has(one.split(" ")[0]!)), says })),
    };
    lists.set(verbs, own);
  }
  return own;
}
const owned = new WeakMap<readonly Verb[], WeakMap<object, Required<Pick<Lexicon, "verbs" | "asides">>>>();
