// What stands between and around clauses: "then", full stops, courtesies, manner. None of it changes what is done.
import { type Reader, wordAt, wordsAt } from "./phrases.ts";
import type { Hole, Token } from "./tokens.ts";

const split = (lines: string): string[][] => lines.split("\n").map((line) => line.trim().split(" "));

// Longest first where one begins another.
const BEFORE = split(`i would like to
i would like you to
i want you to
i would try to
i want to
i wish to
i need to
i have to
i am going to
i will try to
i try to
i will
i can
i shall
id rather
id love to
i would rather
id like to
id like you to
ill try to
ill
im going to
im
i
let us
let me
lets
we
could you
can you
would you
will you
could i
can i
may i
try to
try and
attempt to
go ahead and
go over and
go and
walk over and
come and
stop and
turn around and
turn round and
turn around to
stand up and
please
kindly
just
also
now
then
first
next
finally
afterwards
quickly
slowly
carefully
gently
quietly
ok
okay
well
so
um
hey
hmm`);
const AFTER = split(`please
first
again
now
too
thank you
thanks
for me
quickly
slowly
carefully
gently
quietly`);
const BETWEEN = split(`and then
and after that
and
then
after that
but`);
/** How many courtesies are tried one by one before the rest are skipped together. */
const TRIED = 6;

/** The end of a clause: where its own words end, where the next may begin (null at the end of the text), answers kept in between. */
export interface Joint {
  readonly next: number | null;
  readonly holes: readonly Hole[];
  /** Joined by "and" or a comma alone, so that verbs may share an object: "unlock and open the door". */
  readonly tight: boolean;
}

/** Whether a clause may end before a token, and how it goes on. */
export function jointAt(reader: Reader, at: number): Joint | null {
  let joint = reader.joints.get(at);
  if (joint === undefined) {
    joint = readJoint(reader, at);
    reader.joints.set(at, joint);
  }
  return joint;
}

function readJoint(reader: Reader, at: number): Joint | null {
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
    const courtesy = oneOf(reader, reader.tokens[end]?.kind === "comma" ? end + 1 : end, AFTER);
    if (courtesy === null) break;
    // Each joint is read once, so that a long row of courtesies is not walked again from each of its words.
    const joint = jointAt(reader, courtesy);
    return joint && { ...joint, holes: [...holes, ...joint.holes] };
  }
  const next = afterJoints(reader, end);
  if (end >= reader.tokens.length || next >= reader.tokens.length) return { next: null, holes, tight: false };
  if (next === end) return null;
  return {
    next,
    holes,
    tight: next === end + 1 && (wordAt(reader, end) === "and" || reader.tokens[end]?.kind === "comma"),
  };
}

/** Past all full stops, commas and joining words. */
export function afterJoints(reader: Reader, at: number): number {
  for (let end = at; ; ) {
    reader.meter.count();
    const kind = reader.tokens[end]?.kind;
    const after = kind === "comma" || kind === "stop" ? end + 1 : oneOf(reader, end, BETWEEN);
    if (after === null) return end;
    end = after;
  }
}

/** Where a clause that begins at a token may have its verb: there, or after some or all of its courtesies. */
export function startsAt(reader: Reader, at: number): number[] {
  const starts = [at];
  let end = at;
  for (;;) {
    reader.meter.count();
    const after = oneOf(reader, reader.tokens[end]?.kind === "comma" ? end + 1 : end, BEFORE);
    if (after === null) break;
    end = reader.tokens[after]?.kind === "comma" ? after + 1 : after;
    if (starts.length < TRIED) starts.push(end);
  }
  if (starts.at(-1) !== end) starts.push(end);
  return starts.filter((start) => start < reader.tokens.length);
}

/** Whether nothing but courtesies is left of the text. */
export function isIdle(reader: Reader, at: number): boolean {
  let end = at;
  for (;;) {
    reader.meter.count();
    const after = oneOf(reader, afterJoints(reader, end), BEFORE) ?? oneOf(reader, afterJoints(reader, end), AFTER);
    if (after === null) return afterJoints(reader, end) >= reader.tokens.length;
    end = after;
  }
}

function oneOf(reader: Reader, at: number, phrases: readonly (readonly string[])[]): number | null {
  if (wordAt(reader, at) === null) return null;
  for (const words of phrases) {
    const end = wordsAt(reader, at, words);
    if (end !== null) return end;
  }
  return null;
}
