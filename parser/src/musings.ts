// Deeds that are named and not meant: asked about, supposed, put off, told of the past, made to hang on something. None of them is carried out.
import { bookOf, longest, wordSet } from "./books.ts";
import { openerAt, skipPostponement, wonderingAt } from "./courtesies.ts";
import { endOfClause } from "./diagnosis.ts";
import { startsAt } from "./joints.ts";
import type { Candidate } from "./match.ts";
import { cannotWait, didBefore, doLater, oneByOne, onlyAsked, type Ways } from "./messages.ts";
import { isDeterminer, phrasesAt, wordAt } from "./phrases.ts";
import { type Clause, canStart, infinitive, isQuestion, openingAt, sourceOf, type Walk } from "./walk.ts";

export type Musing = "asked" | "later" | "past";

/** What leads up to a deed that is only asked about or supposed. "Can I", "could I" and "may I" ask for it, and do it. */
const ASKED = bookOf(`should|shall|would|will|must|do|did|wont|wouldnt|shouldnt|cant|couldnt|cannot i|we
what|how about if
what if
what|how about i|we
suppose|supposing|imagine|assuming (that) (if) i|we
if|whether i|we should|shall|would|will|must|ought
whether to
i|we (really|also|just|probably|maybe|perhaps|still|even|then|actually|definitely|easily) would|could|might|wouldve|couldve|mightve|shouldve
i|we should|must|ought|would|could|might (to) (not) have
id|wed`);
/** What is wished for and not supposed: "I would like to", "I might as well". */
const WISHED = wordSet("like love prefer rather want wish need appreciate as better best");
/** "Is it all right if I": a courtesy. */
const PERMITTING = wordSet("ok okay alright possible allowed fine mind wonder wondered wondering see");
/** What leads up to a deed that was done before now, or was not. */
const PAST = bookOf(`i|we (have) already|never|almost|nearly
i|we did|tried|attempted
have|has|had|ive|weve tried|attempted
i|we was|were (just|only|still) about|going|gonna|planning|trying|supposed
i|we used to`);
const PERFECT = bookOf("ive|weve\ni|we have|had");
const MODAL = wordSet("can could may might would should shall will");
/** "I have to", "I had better": still to be done. */
const OWED = wordSet("to gotta better decided need");
/** For what cannot be taken back these are doubt enough. */
const DOUBTS =
  wordSet(`can could may might maybe perhaps possibly probably think guess suppose reckon figure believe bet wonder wondering wondered
  hope hoping feel how why what should ought tempted try trying tried if whether you supposed possible allowed able way`);

/** With these words a question asks for its deed, or asks no more than it does: "any sign of Wren?" */
const BEGGING = wordSet("please can could may would will shall mind ok okay alright about any");
const OUGHT = wordSet("should must ought");

/** "…, isn't he", "or not". */
const TAGS = wordSet("or not is isnt was wasnt did didnt");

/** Whether a clause names its deed and does not mean it. */
export function musingIn(
  walk: Walk,
  at: number,
  { at: verb, end, joint, pattern, fillings }: Candidate,
  begins = at,
): Musing | null {
  const { text } = walk;
  const leads = (words: ReadonlySet<string>, from: number, to = verb) =>
    text.tokens.slice(from, to).some((token) => token.kind === "word" && words.has(token.word));
  if (joint.later) return "later";
  for (let from = at; from < verb; from++) {
    const ends = (end: number | null) => end !== null && end <= verb;
    // "As soon as possible" is at once.
    if (ends(skipPostponement(text, from)) && wordAt(text, from - 1) !== "as") return "later";
    if (ends(longest(PAST, text.tokens, from))) return "past";
    // "Can I have the one on the left" asks for it.
    const perfect = ends(longest(PERFECT, text.tokens, from)) && !MODAL.has(wordAt(text, from - 1) ?? "");
    if (perfect && !leads(OWED, from)) return "past";
    // "I was wondering if I could": what comes after "if" is judged with it.
    if (wordAt(text, from - 1) === "if" && from > at) continue;
    const asked = ends(longest(ASKED, text.tokens, from)) || supposes(walk, from, verb);
    if (asked && !leads(WISHED, from, verb + 1)) return "asked";
  }
  if ([end - 1, end].some((one) => wordAt(text, one) === "already") && !isPresent(walk, verb)) return "past";
  // "Polly want a biscuit?" is a question, and no words in it ask for the deed.
  const begs = leads(BEGGING, at, end) || text.tokens.slice(at, end).some((_, i) => isQuestion(walk, at + i));
  if (fillings.size > 0 && isMarked(text, end) && !begs) return "asked";
  if (pattern.verb.said !== undefined) return leads(OUGHT, at) ? "asked" : null;
  if (!pattern.verb.grave) return null;
  // Words that nobody knows stand right before it.
  if (isLabelled(text, begins) || (begins > at && wordAt(text, begins - 1) !== null)) return "asked";
  const mark = text.tokens.slice(end).findIndex(({ kind }) => kind === "stop");
  const marked = mark >= 0 && isMarked(text, end + mark);
  const after = joint.reason ? [] : text.tokens.slice(end, joint.next ?? text.tokens.length);
  const trails = after.some((token) => token.kind === "word" && (DOUBTS.has(token.word) || TAGS.has(token.word)));
  const asked = trails || leads(DOUBTS, at) || isQuestion(walk, at) || marked;
  return asked ? "asked" : null;
}

/** Whether a question mark stands at a token. */
const isMarked = ({ tokens, source }: Walk["text"], at: number): boolean =>
  tokens[at]?.kind === "stop" && source[tokens[at].start] === "?";

/** "Hint: it was him", "hint, it was him": behind a colon, or a word alone and a comma, in the same sentence. */
function isLabelled({ tokens, source }: Walk["text"], at: number): boolean {
  const start = tokens.findLastIndex(({ kind }, i) => i < at && kind === "stop") + 1;
  const before = tokens.slice(start, at).flatMap(({ kind, start }) => (kind === "comma" ? [source[start]] : []));
  return before.includes(":") || (at === start + 2 && before.length === 1);
}

/** "If I took the lamp"; "is it all right if I take it" and "if I could, I would take it" ask for it. */
function supposes({ text }: Walk, from: number, verb: number): boolean {
  if (wordAt(text, from) !== "if" || !["i", "we"].includes(wordAt(text, from + 1) ?? "")) return false;
  if (PERMITTING.has(wordAt(text, from - 1) ?? "") || wordAt(text, from + 2) === "may") return false;
  return text.tokens.slice(from, verb).every(({ kind }) => kind === "word");
}

/** Whether what follows is still part of it: up to the next full stop, or to "but"; after what was done, as long as it is told so. */
export function musesOn(walk: Walk, musing: Musing, { end, joint }: Candidate): boolean {
  const { text } = walk;
  if (joint.next === null || joint.withdraws || joint.later) return false;
  if (musing === "past" && isPresent(walk, startsAt(text, joint.next).at(-1)!)) return false;
  if (SETTLING.has(wordAt(text, joint.next) ?? "")) return false;
  const between = text.tokens.slice(end, joint.next);
  return between.every((token) => token.kind !== "stop" && !(token.kind === "word" && SETTLING.has(token.word)));
}

/** With these what was asked about is settled: "should I take it, OK take it". */
const SETTLING = wordSet("but ok okay alright yes yeah yep fine sure lets now");

const isPresent = (walk: Walk, at: number): boolean => {
  const word = wordAt(walk.text, at) ?? "";
  return infinitive(walk.verbs, word) === word;
};

/** What to say of it: how it is said when it is meant. */
export function answerTo(walk: Walk, musing: Musing, { candidate, verb }: Clause): Ways {
  const said = `${verb} ${sourceOf(walk.text, candidate.at, candidate.end)}`.trim().replace(/ already\b/i, "");
  const [first = ""] = said.split(" ", 1);
  const plain = `${infinitive(walk.verbs, first.toLowerCase())}${said.slice(first.length)}`.toUpperCase();
  return { asked: onlyAsked, later: doLater, past: didBefore }[musing](plain);
}

/** Words on which a deed is made to hang. */
const CONDITIONS = bookOf(`if|unless|when|whenever|once|after|until|till|while
as soon|long as
the moment|instant|minute (that)
provided|providing (that)
in case
on condition that`);
export const isCondition = (text: Walk["text"], at: number): boolean => longest(CONDITIONS, text.tokens, at) !== null;

/** "If the gate is open, take the basket": what hangs on something is not done, since nobody here waits for it. Null where no deed follows. */
export function conditionAt(walk: Walk, at: number): Ways | null {
  const { text } = walk;
  const starts = startsAt(text, at);
  const start = starts.find((one) => isCondition(text, one));
  if (start === undefined || starts.some((one) => one < start && wonderingAt(text, one) === start)) return null;
  const bare = ["if", "unless"].includes(wordAt(text, start)!);
  const own = ["i", "we"].includes(wordAt(text, start + 1) ?? "");
  const courtesy = openerAt(text, start, false);
  const begs =
    courtesy !== null && (!own || wordAt(text, start + 2) === "may" || text.tokens[courtesy]?.kind === "comma");
  // "Once inside" and "when I am ready" are courtesies as well.
  if (bare ? begs : courtesy !== null || isQuestion(walk, start + 1)) return null;
  let hangs = bare && own;
  let end = start + 2;
  for (; end < text.tokens.length; end++) {
    const { kind } = text.tokens[end]!;
    if (kind === "quote" || kind === "hole") return null;
    if (kind === "stop") break;
    hangs ||=
      text.tokens[end - 1]!.kind === "comma" || wordAt(text, end - 1) === "then"
        ? canStart(walk, end)
        : does(walk, end);
  }
  return hangs ? cannotWait(sourceOf(text, start, end)) : null;
}

/**
 * "Before it gets dark, open the gate" tells only why, and the deed begins at the next pause after which a command can be read.
 * Of two deeds ("before going west, open the gate") it is to be said which comes first: nobody puts them in order.
 */
export function beforeAt(walk: Walk, at: number): number | Ways | null {
  const { text } = walk;
  const start = startsAt(text, at).find((one) => wordAt(text, one) === "before");
  if (start === undefined || text.tokens[start + 1]?.kind !== "word" || openerAt(text, start, false) !== null)
    return null;
  // "Before | going west".
  const isDeed = isDoing(wordAt(text, start + 1) ?? "") && openingAt(walk, start + 1).length > 0;
  let end = start + 2;
  for (; end < text.tokens.length && text.tokens[end]!.kind !== "stop"; end++)
    if (!isDeed && text.tokens[end]!.kind === "comma" && canStart(walk, end + 1)) return end + 1;
  return oneByOne(sourceOf(text, start, end));
}

/** What may be a verb that ends so. */
export const isDoing = (word: string): boolean => /..ing$/.test(word) && !NOT_DOING.has(word);
const NOT_DOING = wordSet("anything everything something nothing evening morning spring during being having");

/** A verb and something to do it to: "if the gate is open go west". */
const does = ({ text, verbs }: Walk, at: number): boolean =>
  !isDeterminer(wordAt(text, at - 1) ?? "") &&
  verbs.byWord.has(wordAt(text, at) ?? "") &&
  phrasesAt(text, at + 1).length > 0;

/** The same where it comes last: "take the basket, if the gate is open". */
export function hangsOn(walk: Walk, { end, joint }: Candidate): Ways | null {
  const { text } = walk;
  if (joint.next === null || text.tokens.slice(end, joint.next).some(({ kind }) => kind === "stop")) return null;
  const bare = ["if", "unless"].includes(wordAt(text, joint.next) ?? "");
  if (joint.unjoined ? !isCondition(text, joint.next) : !bare || conditionAt(walk, joint.next)) return null;
  return cannotWait(sourceOf(text, joint.next, endOfClause(walk, joint.next)));
}
