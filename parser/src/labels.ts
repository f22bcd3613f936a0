// What stands before a colon: "hint: it was him", "my plan: take the key". A label and what is noted behind it are no command.
import { afterJoints, startsAt } from "./joints.ts";
import type { Text } from "./match.ts";
import { phrasesAt } from "./phrases.ts";
import { candidatesAt } from "./readings.ts";
import { type Remark, remarkOf } from "./remarks.ts";
import { isQuestion, type Walk } from "./walk.ts";

const WORDS_MAX = 4;

/** A label at the beginning of a sentence, with all behind it up to the full stop; a question behind it is asked all the same. */
export function noteAt(walk: Walk, at: number): Remark | null {
  const { text } = walk;
  const { tokens } = text;
  if (at !== afterJoints(text, 0) && tokens[at - 1]?.kind !== "stop") return null;
  let colon = at + 1;
  while (colon <= at + WORDS_MAX && tokens[colon]?.kind === "word") colon++;
  if (tokens[at]?.kind !== "word" || !isColon(text, colon)) return null;
  // "Julian: where were you" and "letter: read it" are of what is named, "say: hello" goes on, and "OK: take it" is no label.
  for (let i = at; i < colon; i++) if (phrasesAt(text, i).some(({ kind }) => kind === "nouns")) return null;
  if (startsAt(text, at).some((start) => start > colon)) return null;
  if (candidatesAt(walk, at, "whole").some(({ end }) => end > colon)) return null;
  const next = afterJoints(text, colon);
  if (startsAt(text, next).some((start) => isQuestion(walk, start))) return remarkOf(walk, at, colon, next);
  const stop = tokens.findIndex(({ kind }, i) => i > colon && kind === "stop");
  const end = stop < 0 ? tokens.length : stop;
  const after = afterJoints(text, end);
  return remarkOf(walk, at, end, after < tokens.length ? after : null);
}

/** Whether a label, or a word alone and a pause, stands before a token in the same sentence: "hint, it was him". */
export function isLabelled(text: Text, at: number): boolean {
  const start = text.tokens.findLastIndex(({ kind }, i) => i < at && kind === "stop") + 1;
  const before = text.tokens.slice(start, at);
  return (before.length === 2 && before[1]!.kind === "comma") || before.some((_, i) => isColon(text, start + i));
}

/** No part of a face or of a time of day. */
const isColon = ({ tokens, source }: Text, at: number): boolean => {
  const token = tokens[at];
  return token?.kind === "comma" && COLON.test(source.slice(Math.max(0, token.start - 1), token.start + 2));
};
const COLON = /^(?:\D:\s|[^\s\d]:[\p{L}\p{N}"“])/u;
