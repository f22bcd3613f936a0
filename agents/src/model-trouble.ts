// What became of a call to a model, in words: in full for the owner, and without servers, keys and accounts for a seat.
import type { Cause } from "@orrery/kernel";
import type { FaultReason, Model } from "@orrery/models/pure";

/** Why a model gave nothing. `message` is for the owner: it may name a server or a variable. */
export interface ModelTrouble {
  readonly reason: FaultReason;
  readonly message: string;
}

export type ModelDuty = "parser" | "narrator";

/** What a seat is told, once: what is missing, and what stands in its place. */
export function seatWords(end: ModelDuty, reason: FaultReason): string {
  const who = end === "narrator" ? "The narrator" : "The reader of your words";
  const instead =
    end === "narrator" ? "The plain telling stands." : "Your words are read by rule: short commands work best.";
  return `${who} ${SEAT_WORDS[reason] ?? "cannot be used just now"}. ${instead}`;
}

const SEAT_WORDS: { readonly [R in FaultReason]?: string } = {
  unreachable: "cannot be reached",
  timed_out: "took too long",
  key_missing: "has no key",
  key_refused: "was refused: its key is not valid",
  quota: "has used up its account",
  budget: "has used up its budget",
  rate_limited: "is asked too often just now",
  overloaded: "is overloaded just now",
  server_error: "has trouble of its own",
  too_long: "cannot read so much at once",
  truncated: "was cut off",
  empty: "answered with nothing",
  declined: "declined",
  filtered: "was held back by a filter",
  interrupted: "broke off",
  invalid: "gave nothing that passed the checks",
};

/** Why no answer came, for the owner: what to look at first, then the server's own words. */
export function sayWhy(
  { reason, message }: { readonly reason: FaultReason; readonly message: string },
  model: Model,
): string {
  const advice = ADVICE[reason]?.(model);
  return advice === undefined ? message : `${advice} (${message})`;
}

const ADVICE: { readonly [R in FaultReason]?: (model: Model) => string } = {
  unreachable: ({ name, url }) => `Nothing answers for "${name}" at ${url}. Is the server running, and the url right?`,
  timed_out: ({ name, timeoutMs }) =>
    `"${name}" took too long. Its "timeoutMs" is ${timeoutMs}, its "silenceMs" the limit of silence; a slow machine needs more.`,
  key_refused: ({ name, url }) => `The key of "${name}" is refused at ${url}. Is it the right one, and still valid?`,
  model_unknown: ({ id, url }) => `There is no model "${id}" at ${url}. Is its name spelt as the server spells it?`,
  quota: ({ name }) => `The account of "${name}" has nothing left: its quota or credit is used up.`,
  rate_limited: ({ name }) => `"${name}" is asked too often. Wait, or lower its "concurrency".`,
  schema_refused: ({ name }) => `"${name}" refuses the shape of answers. Try "structure": "prompt" for it.`,
  overloaded: ({ name }) => `The server of "${name}" is overloaded. Try again in a while.`,
  server_error: ({ name, url }) => `The server of "${name}" at ${url} has trouble of its own. Try again in a while.`,
  declined: ({ name }) => `"${name}" declined to answer, also when it was asked again.`,
  filtered: ({ name }) => `The provider's filter held back what "${name}" answered.`,
  truncated: ({ name, maxOutputTokens }) =>
    `The answers of "${name}" do not fit into ${maxOutputTokens} tokens: give it more "maxOutputTokens", or less "reasoning".`,
  empty: ({ name }) => `"${name}" answered with nothing. A model that thinks may need "reasoning": "none".`,
  interrupted: ({ name }) => `The answers of "${name}" broke off each time.`,
  invalid: ({ name }) => `No answer of "${name}" was one that this game can take.`,
  too_long: ({ name }) => `The conversation is longer than "${name}" can read.`,
};

/** Why the fallback speaks, by what became of the call. An answer that never passed and one that was no answer are alike: the tries are spent. */
const CAUSES: { readonly [R in FaultReason]?: Cause } = {
  budget: "budget",
  invalid: "attempts",
  declined: "attempts",
  truncated: "attempts",
  empty: "attempts",
  interrupted: "attempts",
  filtered: "attempts",
  cancelled: "deadline",
};

/** What a fallback's record says. `fault`: the model could not be asked, so that another may be asked instead. */
export const causeOf = (reason: FaultReason): Cause => CAUSES[reason] ?? "fault";
