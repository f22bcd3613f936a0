// Words to the game and not in it: going back, saving, leaving. No world knows them, and each gets an answer that helps.

const BACK =
  "Nothing that was done is ever lost: every turn is kept, and you can go back to any of them and try another way. That is not done in words, but with the commands or the timeline of whatever you play in.";
const KEPT = "There is no need: every turn is kept as soon as it is made. You can leave at any time and go on later.";
const LEAVE =
  "You can leave whenever you like: every turn is kept, and the story goes on from here when you come back.";
const ABOUT = "Say what you do in plain words, and I will say what I understood and what I did not.";
const UNASKED = "I did not ask anything. Say what you want to do.";

const ASIDES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    [BACK]:
      "undo|undo that|undo it|take that back|take it back|go back a turn|back a turn|restart|start again|start over|begin again|new game|restore|load|load game|reset|rewind",
    [KEPT]: "save|save game|save the game|save my game",
    [LEAVE]: "quit|q|exit game|quit game|quit the game|stop playing|end game|bye|goodbye|good bye|leave the game",
    [ABOUT]: "about|credits|version|info|verbose|brief|score|full score|transcript|script",
    [UNASKED]: "yes|y|yeah|yep|no|nope|ok|okay|sure",
  }).flatMap(([answer, words]) => words.split("|").map((one) => [one, answer] as const)),
);

/** Answers to a question, when one is open. */
export const ANSWERS: ReadonlySet<string> = new Set(
  [...ASIDES].flatMap(([words, answer]) => (answer === UNASKED ? [words] : [])),
);

/** What to say to somebody who speaks to the game and not in it; null where these are words like any other. */
export const asideTo = (words: string): string | null => ASIDES.get(words) ?? null;
