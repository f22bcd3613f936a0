// From a verb's patterns to small programs that a matcher can run. A pattern that cannot be read is its author's bug and throws.
import type { Slot, Verb } from "@orrery/kernel";
import { keptByObject } from "./meter.ts";
import { wordsOf } from "./tokens.ts";

/** One step of a program; `next` is the index that follows. A fork tries `next` first, then `skip`. */
export type PatternStep =
  | { readonly op: "word"; readonly words: ReadonlySet<string> }
  | { readonly op: "comma" }
  /** Any one word: the verb that nobody knows. */
  | { readonly op: "verb" }
  | { readonly op: "slot"; readonly name: string; readonly slot: Slot }
  | { readonly op: "fork"; readonly skip: number };

export interface Pattern {
  readonly verb: Verb;
  readonly steps: readonly PatternStep[];
  /** Words it may begin with; null when it may begin with a slot. */
  readonly opens: ReadonlySet<string> | null;
  /** Where it goes on after its first words: what "and the key in the box" begins with after "put the lamp on the table". */
  readonly afterVerb: number;
}

/** A verb's patterns, compiled once for each verb object. */
export const patternsOf = keptByObject((verb: Verb): readonly Pattern[] =>
  verb.patterns.map((text) => compile(verb, text)),
);

/** `one|or|another` are single words each; parentheses hold what may be left out, and may nest. */
function compile(verb: Verb, text: string): Pattern {
  const steps: PatternStep[] = [];
  const open: number[] = [];
  const bug = (what: string) => new Error(`verb "${verb.type}": pattern "${text}" ${what}`);
  for (const [part] of text.matchAll(/[(),]|\{[^{}]*\}|[^\s(){},]+|[{}]/g)) {
    if (part === "(") {
      open.push(steps.length);
      steps.push({ op: "fork", skip: -1 });
    } else if (part === ")") {
      const from = open.pop();
      if (from === undefined) throw bug('has a ")" too many');
      steps[from] = { op: "fork", skip: steps.length };
    } else if (part.startsWith("{")) {
      const name = part.slice(1, -1);
      const slot = verb.slots?.[name as keyof NonNullable<Verb["slots"]>];
      if (!slot) throw bug(`has ${part}, which is not among the verb's slots`);
      if (!/^(target|location|count|aside|metadata\..+)$/.test(name))
        throw bug(`has ${part}, which is no part of an action`);
      steps.push({ op: "slot", name, slot });
    } else if (part === "*") {
      if (verb.said === undefined || steps.length > 0)
        throw bug('has a "*", which only begins what is tried otherwise');
      steps.push({ op: "verb" });
    } else if (part === ",") {
      steps.push({ op: "comma" });
    } else {
      const words = part.split("|").flatMap((one) => {
        const found = wordsOf(one);
        if (found.length !== 1) throw bug(`has "${one}", which is not one word`);
        return found;
      });
      steps.push({ op: "word", words: new Set(words) });
    }
  }
  if (open.length > 0) throw bug('lacks a ")"');
  if (!steps.some(({ op }) => op !== "fork")) throw bug("is empty");
  let afterVerb = 0;
  while (steps[afterVerb]?.op === "word") afterVerb++;
  const { words, slot, end } = openings(steps, 0);
  if (end) throw bug("may be left out altogether");
  return { verb, steps, opens: slot ? null : words, afterVerb };
}

/** How a program may go on from a step: with one of these words, with a slot, or by being at its end. */
export function openings(
  steps: readonly PatternStep[],
  from: number,
): { words: Set<string>; slot: boolean; end: boolean } {
  const found = { words: new Set<string>(), slot: false, end: false };
  const todo = [from];
  while (todo.length > 0) {
    const at = todo.pop()!;
    const step = steps[at];
    if (!step) found.end = true;
    else if (step.op === "slot" || step.op === "comma") found.slot = true;
    else if (step.op === "fork") todo.push(at + 1, step.skip);
    else if (step.op === "word") for (const word of step.words) found.words.add(word);
  }
  return found;
}
