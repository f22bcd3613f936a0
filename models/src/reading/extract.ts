// Finds the JSON in what a model said: bare, in fences, in prose, behind its thinking. Bounded, and never guesses an ending.
import { jsonrepair } from "jsonrepair";
import type { Json } from "../json.ts";
import type { AnswerProblem } from "../problem.ts";
import { scan } from "./scan.ts";

/** Text beyond this is not read: no answer of ours is that long. */
const LONGEST_ANSWER = 262_144;
const MOST_CANDIDATES = 16;
const DEEPEST = 64;

type Extracted =
  | {
      readonly ok: true;
      readonly value: Json;
      /** What had to be mended to read it: nothing, or how it was found. */
      readonly mended: readonly string[];
    }
  | { readonly ok: false; readonly problem: AnswerProblem };

/**
 * The one JSON object in a text. When there are several different ones, `accepts` decides, and if that leaves more than
 * one, none is taken: a guess would be our answer and not the model's.
 */
export function extract(text: string, accepts: (value: Json) => boolean): Extracted {
  if (text.length > LONGEST_ANSWER)
    return no("too_long", `the answer has ${text.length} characters, at most ${LONGEST_ANSWER} are read`);
  const whole = parseStrict(text.trim().replace(/^\uFEFF/, ""));
  if (whole) return whole.ok ? { ...whole, mended: [] } : whole;
  const { said, thought } = withoutThinking(text);
  if (said === "") return no("only_thinking", "the answer holds thinking and nothing else");
  const spans = candidates(said);
  if (spans.length === 0)
    return said.includes("{")
      ? no("unclosed", "the answer breaks off before its JSON object is closed")
      : no("no_object", "the answer holds no JSON object");
  const read = spans.map((span) => readSpan(span));
  const good = distinct(read.filter((one) => one.ok));
  const chosen = good.length > 1 ? good.filter((one) => accepts(one.value)) : good;
  if (chosen.length > 1) return no("several_answers", "the answer holds several different JSON objects; send one");
  const one = chosen[0];
  if (one) return { ...one, mended: [...(thought ? ["thinking"] : []), "surroundings", ...one.mended] };
  if (good.length > 1) return no("several_answers", "the answer holds several JSON objects and none of them fits");
  return read.find((other) => !other.ok)!;
}

type Read = Extracted & { readonly mended?: readonly string[] };
const no = (code: string, message: string): Extracted & { ok: false } => ({
  ok: false,
  problem: { path: "", code, message },
});

/** Strict JSON as a value that may be kept; undefined where the text is not JSON at all. */
function parseStrict(text: string): ({ ok: true; value: Json } | { ok: false; problem: AnswerProblem }) | undefined {
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
  if (depthOf(text) > DEEPEST) return no("too_deep", `the answer is nested more than ${DEEPEST} levels deep`);
  const fault = scan(text).faults[0];
  if (fault) return { ok: false, problem: fault };
  if (!text.isWellFormed() || /\\u[dD][89a-fA-F]/.test(text))
    if (!isUnicode(value)) return no("not_unicode", "the answer holds half a character (an unpaired surrogate)");
  return { ok: true, value };
}

function readSpan(span: string): Read {
  const strict = parseStrict(span);
  if (strict) return strict.ok ? { ...strict, mended: [] } : strict;
  if (depthOf(span) > DEEPEST) return no("too_deep", `the answer is nested more than ${DEEPEST} levels deep`);
  if (hasGap(span)) return no("gap", "the answer leaves something out (…); send the whole object");
  try {
    const mended = parseStrict(jsonrepair(span));
    if (mended?.ok) return { ...mended, mended: ["spelling"] };
    if (mended) return mended;
  } catch {
    // Not to be mended either; what is wrong with it is said below.
  }
  return no("not_json", "the answer is not valid JSON");
}

const THINKING = ["think", "thinking", "thought", "reasoning", "analysis"].join("|");

/** The text without what a model thought aloud. An opening tag that is never closed leaves nothing. */
function withoutThinking(text: string): { said: string; thought: boolean } {
  const open = new RegExp(`<(${THINKING})>`, "i");
  let said = text;
  for (;;) {
    const start = open.exec(said);
    if (!start) break;
    const end = new RegExp(`</${start[1]}>`, "i").exec(said.slice(start.index));
    if (!end) {
      said = said.slice(0, start.index);
      break;
    }
    said = said.slice(0, start.index) + said.slice(start.index + end.index + end[0].length);
  }
  // Some servers cut the opening tag off.
  const lone = [...said.matchAll(new RegExp(`</(${THINKING})>`, "gi"))].at(-1);
  if (lone) said = said.slice(lone.index + lone[0].length);
  said = said.trim();
  return { said, thought: said !== text.trim() };
}

/** Texts of the outermost closed objects, those in fences first if there are any. */
function candidates(text: string): string[] {
  const fenced = [...text.matchAll(/```[a-zA-Z0-9_-]*[ \t]*\r?\n?([\s\S]*?)```/g)].flatMap((match) =>
    objects(match[1]!),
  );
  return (fenced.length > 0 ? fenced : objects(text)).slice(0, MOST_CANDIDATES);
}

function objects(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  while (found.length < MOST_CANDIDATES) {
    const start = text.indexOf("{", from);
    if (start < 0) break;
    const end = closingOf(text, start);
    // An object that never closes holds all that follows: what stands inside it is no answer.
    if (end < 0) break;
    found.push(text.slice(start, end + 1));
    from = end + 1;
  }
  return found;
}

/** Where the object that opens here closes, strings in either quote skipped; -1 where it never does. */
function closingOf(text: string, start: number): number {
  let depth = 0;
  let quote = "";
  let before = "";
  for (let i = start; i < text.length; i++) {
    const char = text[i]!;
    if (quote !== "") {
      if (char === "\\") i++;
      else if (char === quote) quote = "";
      continue;
    }
    // An apostrophe is a quote only where a string may begin.
    if (char === '"' || (char === "'" && /[{[,:]/.test(before))) quote = char;
    else if (char === "{" || char === "[") depth++;
    else if ((char === "}" || char === "]") && --depth === 0) return i;
    if (!/\s/.test(char)) before = char;
  }
  return -1;
}

/** An ellipsis outside of strings stands for something the model did not send. */
function hasGap(span: string): boolean {
  const bare = span.replaceAll(/"[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\]*(?:\\.[^'\\]*)*'/gs, '""');
  return /\.\.\.|…/.test(bare);
}

function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i];
    if (quoted) {
      if (char === "\\") i++;
      else if (char === '"') quoted = false;
    } else if (char === '"') quoted = true;
    else if (char === "{" || char === "[") most = Math.max(most, ++depth);
    else if (char === "}" || char === "]") depth--;
  }
  return most;
}

function isUnicode(value: Json): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value !== "object" || value === null) return true;
  return Object.entries(value).every(([key, part]) => key.isWellFormed() && isUnicode(part as Json));
}

function distinct<T extends { readonly value: Json }>(read: readonly T[]): T[] {
  const seen = new Map<string, T>();
  for (const one of read) {
    const key = JSON.stringify(one.value);
    if (!seen.has(key)) seen.set(key, one);
  }
  return [...seen.values()];
}
