// Words to the game and not in it: going back, saving, leaving, asking why. No world knows them, and each gets an answer that helps.
import { bookOf, longest } from "./books.ts";
import { jointAt, startsAt } from "./joints.ts";
import { type PhraseReader, wordAt } from "./phrases.ts";
import { REWINDING_WORDS } from "./rewinding.ts";

const BACK =
  "Nothing that was done is ever lost: every turn is kept, and you can go back to any of them and try another way, with the commands or the timeline of whatever you play in.";
const KEPT = "There is no need: every turn is kept as soon as it is made. You can leave at any time and go on later.";
const LEAVE =
  "You can leave whenever you like: every turn is kept, and the story goes on from here when you come back.";
const ABOUT = "Say what you do in plain words, and I will say what I understood and what I did not.";
const UNASKED = "I did not ask anything. Say what you want to do.";

const ASIDES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    [BACK]: [...REWINDING_WORDS, "restore", "load", "load game", "rewind"].join("|"),
    [KEPT]:
      "save|save here|save my progress|save this|save this game|save the progress|save game|save the game|save my game",
    [LEAVE]:
      "quit|give up|stop|stop this|exit the game|close the game|leave game|stop the game|end the game|im done|i am done|quit this|q|exit game|quit game|quit the game|stop playing|end game|bye|goodbye|good bye|leave the game",
    [ABOUT]: "about|credits|version|info|verbose|brief|score|full score|transcript|script",
    [UNASKED]: "yes|y|yeah|yep|no|nope|ok|okay|sure",
  }).flatMap(([answer, words]) => words.split("|").map((one) => [one, answer] as const)),
);

/** Answers to a question, when one is open. */
export const ANSWERS: ReadonlySet<string> = new Set(
  [...ASIDES].flatMap(([words, answer]) => (answer === UNASKED ? [words] : [])),
);

const FIRST: ReadonlySet<string> = new Set([...ASIDES.keys()].map((words) => words.split(" ")[0]!));

/** What may lead up to a wish. */
const LEADS = bookOf(`how do|can|could|would|does|should i|you|one|we
how to
(i) (would) want|need|like|wanna to
let me|us`);
const WORDS_MAX = 10;

/** The words of a short utterance without what leads up to them and what follows, in every way that may be meant. */
export function bareWords(reader: PhraseReader, isFirst: (word: string) => boolean): string[] {
  const { tokens } = reader;
  if (tokens.length > WORDS_MAX) return [];
  const starts = new Set(startsAt(reader, 0));
  for (const start of [...starts]) {
    const lead = longest(LEADS, tokens, start);
    if (lead !== null) for (const after of startsAt(reader, lead)) starts.add(after);
  }
  return [...starts].flatMap((start) => {
    const first = wordAt(reader, start) ?? "";
    if (!FIRST.has(first) && !isFirst(first)) return [];
    const found: string[] = [];
    for (let end = start + 1; end <= tokens.length; end++) {
      const joint = jointAt(reader, end);
      if (joint && joint.next === null && !joint.reason)
        found.push(Array.from({ length: end - start }, (_, i) => wordAt(reader, start + i) ?? ",").join(" "));
    }
    return found;
  });
}

const WHY = bookOf(`(but) why (not) (then)
(but) how come (not)
(but) what is|was|went the|wrong|stopping|problem|matter (with|me|that|it) (that|it|me)
(but) why|how|what do|did you mean (by) (that)
(but) why cant|cannot|couldnt|can i (not) (do) (that|this|it|so)
(but) why wont|doesnt|didnt|does|did|will|cant|couldnt|isnt it|that|this|they (not) (work|open|move|budge|go|close|fit|happen|help)`);

/** Whether somebody asks why what was tried came to nothing. */
export function asksWhy(reader: PhraseReader): boolean {
  return startsAt(reader, 0).some((start) => {
    const end = longest(WHY, reader.tokens, start);
    return end !== null && jointAt(reader, end)?.next === null;
  });
}

/** What to say to somebody who speaks to the game and not in it; null where these are words like any other. */
export const asideTo = (words: string): string | null => ASIDES.get(words) ?? null;
