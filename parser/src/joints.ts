// What stands between and around clauses: "then", full stops, courtesies, manner. None of it changes what is done.
import { bookOf, longest } from "./books.ts";
import { betweenAt, closerAt, openerAt, reasonAt, skipPostponement } from "./courtesies.ts";
import type { Entry } from "./nouns.ts";
import { type PhraseReader, phrasesAt, wordAt } from "./phrases.ts";
import { isGrammar } from "./spelling.ts";
import type { Hole, Token } from "./tokens.ts";

/** How many courtesies are tried one by one before the rest are skipped together. */
const TRIED = 12;

/** The end of a clause: where its own words end, where the next may begin (null at the end of the text), answers kept in between. */
export interface Joint {
  readonly next: number | null;
  readonly holes: readonly Hole[];
  /** Joined by "and" or a comma alone, so that verbs may share an object: "unlock and open the door". */
  readonly tight: boolean;
  /** Whether words that only give a reason were passed over. */
  readonly reason: boolean;
  /** Whether it is said what for: "for a key", of something named before. */
  readonly aim: boolean;
  /** Whether it is put off to some other time. */
  readonly later?: true;
  /** Whether nothing at all stands between. */
  readonly unjoined?: true;
  /** Whether what was said before is taken back: "the lamp, no wait, the key". */
  readonly withdraws?: true;
}

/** With these words one puts oneself right. */
const WITHDRAWING = bookOf(`(oh) no wait|sorry|actually
(oh) wait|oops|whoops no|not|sorry
(no|oops|wait|sorry|actually) (no) i mean|meant
no|wait|actually (no) leave|forget it|that|them (there|here|be|alone)`);

/** Whether a clause may end before a token, and how it goes on. */
export function jointAt(reader: PhraseReader, at: number): Joint | null {
  let joint = reader.joints.get(at);
  if (joint === undefined) {
    joint = readJoint(reader, at);
    reader.joints.set(at, joint);
  }
  return joint;
}

function readJoint(reader: PhraseReader, at: number): Joint | null {
  const holes: Hole[] = [];
  let end = at;
  for (;;) {
    reader.meter.count();
    const token: Token | undefined = reader.tokens[end];
    if (token?.kind === "hole") {
      holes.push(token.hole);
      end++;
      continue;
    }
    const from = reader.tokens[end]?.kind === "comma" ? end + 1 : end;
    const courtesy = closerAt(reader, from);
    const after = courtesy ?? reasonAt(reader, from);
    // Each joint is read once, so that a long row of courtesies is not walked again from each of its words.
    const joint = after === null ? null : jointAt(reader, after);
    if (!joint) break;
    return {
      ...joint,
      holes: [...holes, ...joint.holes],
      reason: joint.reason || courtesy === null,
      aim: joint.aim || (courtesy === null && wordAt(reader, from) === "for"),
      ...(courtesy !== null && skipPostponement(reader, from) !== null ? { later: true } : {}),
    };
  }
  const pause = reader.tokens[end]?.kind;
  const from = pause === "comma" || pause === "stop" ? end + 1 : end;
  const back = longest(WITHDRAWING, reader.tokens, from) ?? (pause === "comma" && isNo(reader, from) ? from + 1 : null);
  const instead = back === null ? null : afterJoints(reader, back);
  const plain = { holes, tight: false, reason: false, aim: false };
  if (instead !== null && end > 0 && instead < reader.tokens.length)
    return { ...plain, next: instead, tight: true, withdraws: true };
  const next = afterJoints(reader, end);
  if (end >= reader.tokens.length || next >= reader.tokens.length) return { ...plain, next: null };
  if (next === end) return null;
  const tight = next === end + 1 && (wordAt(reader, end) === "and" || reader.tokens[end]?.kind === "comma");
  return { ...plain, next, tight };
}

/** ", no, …" */
const isNo = (reader: PhraseReader, at: number): boolean =>
  wordAt(reader, at) === "no" && reader.tokens[at + 1]?.kind === "comma";

/** ", doctor" where a clause ends, and where that ends. In haste the pause is left out: "what is it doctor". */
export function vocativeAt(reader: PhraseReader, at: number): { readonly entry: Entry; readonly end: number } | null {
  if (reader.addressed === undefined || at >= reader.tokens.length) return null;
  let from = at;
  for (let after = closerAt(reader, from); after !== null; after = closerAt(reader, from)) from = after;
  const pause = reader.tokens[from]?.kind === "comma";
  const named = addresseeAt(reader, pause ? from + 1 : from);
  if (!named || (!pause && from === at && isWithinName(reader, at, named.end))) return null;
  const kind = reader.tokens[named.end]?.kind;
  return kind === "hole" || (kind === "word" && !reader.unjoined) ? null : named;
}

/** "Who is Lady | Constance": what one name ends with is nobody who is spoken to. */
function isWithinName(reader: PhraseReader, at: number, end: number): boolean {
  const word = wordAt(reader, at - 1) ?? "";
  if (isGrammar(word) || !reader.nouns.byWord.has(word)) return false;
  return phrasesAt(reader, at - 1).some((phrase) => phrase.kind === "nouns" && phrase.end === end && phrase.fits);
}

/** The comma before a name with which all that is said ends: "open the cupboard, Ada". Null where it ends otherwise. */
export function callAtEnd(reader: PhraseReader): number | null {
  const comma = reader.tokens.findLastIndex(({ kind }) => kind === "comma");
  const end = comma < 0 ? undefined : addresseeAt(reader, comma + 1)?.end;
  return end !== undefined && reader.tokens.slice(end).every(({ kind }) => kind === "stop") ? comma : null;
}

/** A name by which somebody is spoken to. */
export function addresseeAt(reader: PhraseReader, at: number): { readonly entry: Entry; readonly end: number } | null {
  for (const phrase of phrasesAt(reader, at)) {
    if (phrase.kind !== "nouns" || phrase.place) continue;
    const ids = new Map(
      (phrase.fits ?? []).flatMap(({ entry }) =>
        entry.noun.kinds.includes(reader.addressed ?? "") ? [[entry.noun.id, entry] as const] : [],
      ),
    );
    if (ids.size === 1) return { entry: [...ids.values()][0]!, end: phrase.end };
  }
  return null;
}

/** Past all full stops, commas and joining words. */
export function afterJoints(reader: PhraseReader, at: number): number {
  for (let end = at; ; ) {
    reader.meter.count();
    const kind = reader.tokens[end]?.kind;
    const after = kind === "comma" || kind === "stop" ? end + 1 : betweenAt(reader, end);
    if (after === null) return end;
    end = after;
  }
}

/** Where a clause that begins at a token may have its verb: there, or after some or all of its courtesies. */
export function startsAt(reader: PhraseReader, at: number): number[] {
  const starts = [at];
  let end = at;
  for (;;) {
    reader.meter.count();
    // "Whoops! That was it": nothing goes on across a full stop.
    const after = openerAt(reader, pastPause(reader, end), end > at && reader.tokens[end - 1]?.kind !== "stop");
    if (after === null) break;
    end = pastPause(reader, after);
    if (starts.length < TRIED) starts.push(end);
  }
  if (starts.at(-1) !== end) starts.push(end);
  return starts.filter((start) => start < reader.tokens.length);
}

/** "Well, …", "OK. …" */
const pastPause = ({ tokens }: PhraseReader, at: number): number =>
  tokens[at]?.kind === "comma" || tokens[at]?.kind === "stop" ? at + 1 : at;

/** Whether nothing but courtesies is left of the text. */
export function isIdle(reader: PhraseReader, at: number): boolean {
  let end = at;
  for (;;) {
    reader.meter.count();
    const from = afterJoints(reader, end);
    const after = openerAt(reader, from, end > at) ?? closerAt(reader, from);
    if (after === null) return afterJoints(reader, end) >= reader.tokens.length;
    end = after;
  }
}
