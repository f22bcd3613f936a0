// The parser's own sentences: what was understood, what was not, which one is meant. Names and typed words only, never an id.
import type { Noun, Slot } from "@orrery/kernel";

/** As many names as are said or offered at once. */
export const SHOWN_MAX = 10;
const ECHO_MAX = 48;

/** A noun as one would say it: "the brass key", "Anna". A name with a capital or its own article takes none. */
export function withArticle({ names }: Pick<Noun, "names">): string {
  const name = names[0] ?? "something";
  return /^(\p{Lu}|(the|a|an|my|your|some) )/u.test(name) ? name : `the ${name}`;
}

/** Words of the player's, given back: one line, not too long. */
export function echo(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, " ").trim();
  return line.length <= ECHO_MAX ? line : `${line.slice(0, ECHO_MAX).toWellFormed().trimEnd()}…`;
}

export const which = (words: string, choices: readonly { readonly noun: Noun }[]): string =>
  `Which ${words === "" ? "one" : echo(words)} do you mean: ${either(choices.map(({ noun }) => withArticle(noun)))}?`;

/** After "yes" to several proposals. */
export const whichOf = (names: readonly string[]): string => `Which do you mean: ${either(names)}?`;

/** What is called the same is told apart by its place among them, which can be said in answer. */
const numberAlike = (names: readonly string[]): readonly string[] =>
  names.map((name, i) => {
    const nth = names.slice(0, i).filter((one) => one === name).length;
    return names.indexOf(name) === names.lastIndexOf(name) || nth >= NTH.length
      ? name
      : `the ${NTH[nth]} ${name.replace(/^the /, "")}`;
  });
const NTH = ["first", "second", "third", "fourth", "fifth"];

export function either(all: readonly string[]): string {
  const names = numberAlike(all);
  if (names.length > SHOWN_MAX)
    return `${names.slice(0, SHOWN_MAX).join(", ")} or one of ${names.length - SHOWN_MAX} others`;
  return joinWith(names, "or");
}
const joinWith = (names: readonly string[], word: string): string =>
  names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;

/** Ways to say one thing: a player who meets it often does not read the same words twice running. */
export interface Ways {
  readonly kind: string;
  readonly all: readonly [string, ...string[]];
}
export const unseen = (words: string): Ways => ({
  kind: "unseen",
  all: [
    `You can see no ${echo(words)} here.`,
    `Nothing here goes by the name of “${echo(words)}”.`,
    `You look about, but you can see no ${echo(words)}.`,
  ],
});
/** For a later clause: what was done before it may have brought to light what it names. */
export const unseenYet = (words: string): string => `You could see no ${echo(words)} when you began.`;
export const outOfSightMessage = (words: string): string => `You cannot see what “${echo(words)}” was any more.`;
/** "All but the lamp" where there is none. */
export const noException = (words: string): string => `You can see no ${echo(words)} here that could be left out.`;
export const nobodyLike = (words: string): string => `There is nobody here whom “${echo(words)}” could mean.`;
export const meansNothing = (words: string): string => `I am not sure what “${echo(words)}” means here.`;
export const nothingFor = (words: string): string =>
  words === "" ? "There is nothing here to do that with." : `There are no ${echo(words)} here to do that with.`;
export const nothingThere = "There is nothing there to do that with.";
export const tooFew = (words: string, all: readonly { readonly noun: Noun }[]): string =>
  all.length === 1
    ? `There is only one: ${withArticle(all[0]!.noun)}.`
    : `There are not so many ${echo(words)}s: ${joinWith(
        all.map(({ noun }) => withArticle(noun)),
        "and",
      )}.`;
export const unfit = (noun: Noun): string => noun.instead ?? `I don't see how to do that with ${withArticle(noun)}.`;
export const partly = (understood: string, not: string, usage = ""): string =>
  `${understood === "" ? "I did not understand" : `I understood “${echo(understood)}”, but not`} “${echo(not)}”.${usage === "" ? "" : ` ${usage}`}`;
export const unfinishedMessage = (understood: string, hints: readonly string[] = []): string =>
  `I understood “${echo(understood)}”, but something is missing after it${hints.length > 0 ? `: ${either(hints.slice(0, SHOWN_MAX).map((hint) => `“${hint}”`))}?` : "."}`;
/** "Give it to everyone", where only one can be meant. */
export const oneAtATime = (ask: string, choices: readonly Noun[]): string =>
  `${ask} One at a time: ${either(choices.map(withArticle))}.`;
/** Several verbs begin alike: "Put it in what? Or put it on what?" */
export const joinAsks = (asks: readonly string[]): string =>
  asks.map((ask, i) => (i === 0 ? ask : `Or ${ask.charAt(0).toLowerCase()}${ask.slice(1)}`)).join(" ");
export const noVerb = (word: string): Ways => ({
  kind: "verb",
  all: [
    `I don't know the word “${echo(word)}”.`,
    `“${echo(word)}” is not a word that I know. HELP tells what one can do here.`,
    `I know no “${echo(word)}”. Short commands work best, such as LOOK, TAKE, OPEN or GO.`,
  ],
});
export const noSense = (text: string): Ways => ({
  kind: "sense",
  all: [
    `I don't know what to make of “${echo(text)}”.`,
    `“${echo(text)}” is more than I can make out. Say it in other words.`,
  ],
});
/** A question that no pattern reads. */
export const noAnswer = (text: string): Ways => ({
  kind: "question",
  all: [
    `I have no answer to “${echo(text)}”. You could ask WHERE AM I, WHO IS HERE or WHAT CAN I DO, or ask for a HINT.`,
    `“${echo(text)}” is not a question I can answer. If there is anybody here, ASK them ABOUT it.`,
  ],
});
/** What was said of the scene, with nothing done. */
export const remarkAnswers = (words: string): Ways => ({
  kind: "remark",
  all: [
    `“${echo(words)}”: I take that for a remark, and nothing is done about it.`,
    `“${echo(words)}”: so it may be. What do you do?`,
    `You keep in mind: “${echo(words)}”. Say what you want to do about it.`,
  ],
});
/** A deed that was only asked about or supposed, in the words that would do it. */
export const onlyAsked = (deed: string): Ways => ({
  kind: "asked",
  all: [
    `Nothing is done by asking. Say ${echo(deed)} if you mean it.`,
    `That is no more than a thought so far. Say ${echo(deed)} if you mean it.`,
  ],
});
/** One that was put off. */
export const doLater = (deed: string): Ways => ({
  kind: "later",
  all: [
    `It can wait, then. Say ${echo(deed)} when the time has come.`,
    `Nothing is done about it yet. Say ${echo(deed)} when you want it done.`,
  ],
});
/** One that is told of the past. */
export const didBefore = (deed: string): Ways => ({
  kind: "past",
  all: [
    `Nothing is done by telling of it. Say ${echo(deed)} if it is to be done now.`,
    `So you say, and nothing is done about it. Say ${echo(deed)} to do it now.`,
  ],
});
/** What hangs on something else. */
export const cannotWait = (condition: string): Ways => ({
  kind: "condition",
  all: [
    `I cannot wait for that: “${echo(condition)}”. Say what you do when it is so.`,
    `“${echo(condition)}” is more than I can watch for. Say what you do when it is so.`,
  ],
});
/** What is put before something else, to be said in its order. */
export const oneByOne = (words: string): Ways => ({
  kind: "order",
  all: [`“${echo(words)}”: say what comes first, THEN what comes after it.`],
});
export const sayWhat: Ways = { kind: "nothing", all: ["Say what you want to do.", "What do you want to do?"] };
/** What names nothing that could fill a slot, in the slot's own words. */
export function unknownTo(words: string, says: NonNullable<Slot["unknown"]>): Ways {
  const all = typeof says === "string" ? ([says] as const) : says;
  return {
    kind: `unknown ${all[0]}`,
    all: all.map((one) => one.replace("{}", () => echo(words))) as [string, ...string[]],
  };
}
/** What only the prose names, in a slot's own words. */
export const onlyScenery = (words: string, says: readonly [string, ...string[]]): Ways => ({
  kind: `scenery ${says[0]}`,
  all: says.map((one) => one.replace("{}", () => `the ${echo(words)}`)) as [string, ...string[]],
});
/** After what was wrong: the commands behind it, which are to be said anew. */
export const leftOut = (words: string): string => `I left out “${echo(words)}”.`;
/** After what was wrong: what may have been meant. */
export const didYouMean = (names: readonly string[]): string => `Did you mean ${either(names)}?`;
export const sayOtherwise = "Then say it in other words.";
/** "Why not?" where nothing was refused. */
export const nothingRefused = "Nothing has been refused you just now. If you are at a loss, ask WHAT CAN I DO.";
export const nothingToRepeat = "There is nothing yet to do again.";
export const whatWith = (noun: Noun): string => `What do you want to do with ${withArticle(noun)}?`;
export const tooMany = (most: number): string => `That is too much at once: I can take ${most} things in one go.`;
export const oneListOnly = "I can follow only one list at a time there.";

export const noNumber = (words: string): string => `“${words}” is no number.`;
