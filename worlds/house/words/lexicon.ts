// How a person may speak of what is in their view: verbs with their patterns, and a noun for everything that can be named.
import type { Lexicon, Verb } from "@orrery/kernel";
import { ATTEMPT_VERBS, masterVerbs } from "../attempt/attempt-verbs.ts";
import { GAMEMASTER } from "../model/state.ts";
import { talkers } from "../sense/seen.ts";
import type { HouseView } from "../sense/view.ts";
import { ASIDES } from "./asides.ts";
import { ASKED, AT_A_LOSS } from "./asking.ts";
import { ownQuestions, topicQuestions } from "./author-questions.ts";
import { authorVerbs, verbWords, withoutWords } from "./author-verbs.ts";
import { HANDLING, RISING, USING } from "./handling.ts";
import { LOOKING } from "./looking.ts";
import { MOVING } from "./moving.ts";
import { nounsOf } from "./naming.ts";
import { sceneryOf } from "./scenery.ts";
import { ANY, meansFirst, THINGS } from "./slots.ts";
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
  ...HANDLING.map(meansFirst),
  ...LOOKING,
  ...AT_A_LOSS,
  ...MOVING,
  ...ASKED,
  ...QUESTIONED,
  ...ATTEMPT_VERBS.map(meansFirst),
  ...USING.map(meansFirst),
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
 * The author's verbs come before those of every house, their questions behind them, and what is said to the game in their verbs is no longer an aside.
 * Made once for each story, and once more when a topic with questions of its own is heard of: a parser prepares each once.
 */
function vocabularyOf(view: HouseView, all: readonly Verb[]): Vocabulary {
  const { verbs, questions, posed, topics } = view;
  const known = posed ? SEATED_ASIDES : ASIDES;
  const plain: Vocabulary = { verbs: all, asides: known };
  const spoken = verbs ? remember(all, verbs, () => withVerbs(plain, verbs)) : plain;
  const asked = questions ? remember(spoken.verbs, questions, () => withMore(spoken, ownQuestions(questions))) : spoken;
  return topics.reduce(
    (now, { id, asked }) => (asked ? remember(now.verbs, asked, () => withMore(now, topicQuestions(id, asked))) : now),
    asked,
  );
}
type Vocabulary = Required<Pick<Lexicon, "verbs" | "asides">>;

function withVerbs({ verbs: all, asides }: Vocabulary, verbs: NonNullable<HouseView["verbs"]>): Vocabulary {
  const taken = verbWords(verbs);
  return {
    verbs: [...authorVerbs(verbs), ...withoutWords(all, taken)],
    asides: asides.map(({ words, says }) => ({ words: words.filter((one) => !taken.has(one.split(" ")[0]!)), says })),
  };
}

/** Questions come behind what is said to others anyway, and before what is done and asked oneself. */
function withMore({ verbs, asides }: Vocabulary, more: readonly Verb[]): Vocabulary {
  const at = verbs.findIndex(({ type }) => type === HANDLING[0]!.type);
  return { verbs: [...verbs.slice(0, at), ...more, ...verbs.slice(at)], asides };
}

/** What was made of these verbs and this part of a story before. */
function remember(all: readonly Verb[], part: object, make: () => Vocabulary): Vocabulary {
  let made = grown.get(all);
  if (!made) {
    made = new WeakMap();
    grown.set(all, made);
  }
  let found = made.get(part);
  if (!found) {
    found = make();
    made.set(part, found);
  }
  return found;
}
const grown = new WeakMap<readonly Verb[], WeakMap<object, Vocabulary>>();
