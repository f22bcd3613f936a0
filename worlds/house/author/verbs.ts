// Reads the words that an author adds: verbs with what rules wait for of them, and questions. Every fault at its place.
import type { Path } from "@orrery/kernel";
import type { HouseConfig } from "../model/house.ts";
import { ACTS } from "../model/person.ts";
import { LIMITS } from "../model/text.ts";
import { USES } from "../model/thing.ts";
import {
  type AuthorQuestions,
  type AuthorVerb,
  firstFault,
  partsOf,
  placesIn,
  placesOf,
  QUESTION_PLACES,
  QuestionsSchema,
  TARGETS,
  type VerbPlace,
} from "../model/verb.ts";
import type { Reader } from "./reader.ts";
import { keysOf, Verb } from "./schema.ts";

const SHORT = "a verb is a list of other words for it, or {patterns: [...], otherwise: words, grave: true}";

/** `sign: [autograph]`, or `sign: { patterns: ["sign {thing} (with {with})"], otherwise: … }`. */
export function verbsOf(read: Reader): Pick<HouseConfig, "verbs"> {
  const verbs = read.entries(["verbs"], "verb", (path, id, rank): AuthorVerb | null => {
    if (([...ACTS, ...USES] as readonly string[]).includes(id))
      read.problem(
        path,
        `Every house knows how to ${id}.`,
        `Write a rule \`on: {${id}: …}\`, or give the verb another name.`,
        "key",
      );
    if (read.isList(path)) {
      const words = [id.replaceAll(/[-_]/g, " "), ...read.names(path)];
      return {
        rank,
        patterns: patternsAt(
          read,
          path,
          words.map((word) => `${word} {anything}`),
        ),
      };
    }
    const verb = read.record(path, keysOf(Verb), SHORT);
    if (!verb) return null;
    const listed = read
      .list([...path, "patterns"])
      .flatMap((_, i) => read.text([...path, "patterns", i], { max: 200 }) ?? []);
    const patterns = patternsAt(
      read,
      [...path, "patterns"],
      listed.length > 0 ? listed : [`${id.replaceAll(/[-_]/g, " ")} {anything}`],
    );
    const otherwise = read.text([...path, "otherwise"], { max: LIMITS.text });
    return {
      rank,
      patterns,
      ...(otherwise === null ? {} : { otherwise: otherwise.trim() }),
      ...(read.flag([...path, "grave"]) ? { grave: true } : {}),
    };
  });
  return Object.keys(verbs).length > 0 ? { verbs } : {};
}

function patternsAt(read: Reader, path: Path, patterns: readonly string[]): string[] {
  for (const [i, pattern] of patterns.entries()) {
    const parts = partsOf(pattern);
    const fault = "message" in parts ? parts : i === 0 ? firstFault(pattern) : null;
    if (fault) read.problem(read.isList(path) ? [...path, i] : path, `\`${pattern}\`: ${fault.message}`, fault.hint);
  }
  return [...patterns];
}

/** `questions: { people: ["who are the guests"] }`: other words for what anybody asks oneself. */
export function questionsOf(read: Reader): Pick<HouseConfig, "questions"> {
  const kinds = Object.keys(QuestionsSchema.properties) as (keyof AuthorQuestions)[];
  if (read.top["questions"] === undefined) return {};
  read.record(["questions"], kinds, "lists of patterns by what they ask: {people: [...], time: [...]}");
  const questions = Object.fromEntries(
    kinds.flatMap((kind) => {
      const patterns = questionsAt(read, ["questions", kind], ["aside"]);
      return patterns.length > 0 ? [[kind, patterns]] : [];
    }),
  );
  return Object.keys(questions).length > 0 ? { questions } : {};
}

/** Patterns of questions: words, and at most these places. */
export function questionsAt(read: Reader, path: Path, places: readonly VerbPlace[] = QUESTION_PLACES): string[] {
  return read.list(path).flatMap((_, i) => {
    const at = [...path, i];
    const pattern = read.text(at, { max: 200 });
    if (pattern === null) return [];
    const parts = partsOf(pattern);
    const stray = "message" in parts ? null : placesIn(parts).find((place) => !places.includes(place));
    if ("message" in parts) read.problem(at, `\`${pattern}\`: ${parts.message}`, parts.hint);
    else if (stray)
      read.problem(
        at,
        `\`${pattern}\`: a question has no room for {${stray}}.`,
        `There are: ${places.map((one) => `{${one}}`).join(", ")}.`,
      );
    return [pattern];
  });
}

/** What rules wait for shows: a thing, door or person can be treated so; a verb that waits for anything is open. */
export function addVerbs(config: HouseConfig): void {
  const { verbs = {}, rules = [] } = config;
  for (const { on } of rules) {
    if (!on || !("verb" in on) || !Object.hasOwn(verbs, on.verb)) continue;
    const { verb, target } = on;
    if (target === null) {
      verbs[verb]!.open = true;
      continue;
    }
    for (const part of [config.things, config.doors, config.people]) {
      const it = Object.hasOwn(part, target) ? part[target]! : null;
      if (it && !it.verbs?.includes(verb)) it.verbs = [...(it.verbs ?? []), verb];
    }
  }
}

/** What a rule asks of a verb that none of its patterns has room for. */
export function verbProblems({ verbs = {}, rules = [] }: HouseConfig, read: Reader): void {
  for (const { id, on } of rules) {
    if (!on || !("verb" in on) || !Object.hasOwn(verbs, on.verb)) continue;
    const places = placesOf(verbs[on.verb]!);
    const lacks = (what: string, place: string) =>
      read.problem(
        ["rules", id, "on"],
        `"${on.verb}" has no room for ${what}.`,
        `Add \`{${place}}\` to one of its patterns.`,
      );
    if (on.target !== null && !TARGETS.some((one) => places.has(one))) lacks(`"${on.target}"`, "anything");
    if (on.other !== null && !places.has("with") && !places.has("to")) lacks(`"${on.other}"`, "with");
    if (on.number !== undefined && !places.has("number")) lacks("a number", "number");
    if (on.words !== undefined && !places.has("words")) lacks("words", "words");
  }
}
