// Reads the words that an author adds: verbs with what rules wait for of them, and questions. Every fault at its place.
import type { Path } from "@orrery/kernel";
import type { HouseConfig } from "../model/house.ts";
import { ACTS } from "../model/person.ts";
import { USES } from "../model/thing.ts";
import {
  type AuthorQuestions,
  type AuthorVerb,
  firstFault,
  partsOf,
  placesIn,
  placesOf,
  QUESTION_PLACES,
  TARGETS,
  type VerbPlace,
} from "../model/verb.ts";
import type { AuthorReader } from "./reader.ts";
import { dropUndefined } from "./rulebook.ts";
import type { AuthorHouse } from "./schema.ts";

/** `sign: [autograph]`, or `sign: { patterns: ["sign {thing} (with {with})"], otherwise: … }`. */
export function verbsOf(read: AuthorReader, verbs: AuthorHouse["verbs"] = {}): NonNullable<HouseConfig["verbs"]> {
  const all = Object.entries(verbs).map(([id, it], rank): [string, AuthorVerb] => {
    const path = ["verbs", id];
    if (([...ACTS, ...USES] as readonly string[]).includes(id))
      read.problem(
        path,
        `Every house knows how to ${id}.`,
        `Write a rule \`on: {${id}: …}\`, or give the verb another name.`,
        "key",
      );
    const plain = id.replaceAll(/[-_]/g, " ");
    if (Array.isArray(it)) {
      const patterns = [plain, ...it].map((word) => `${word} {anything}`);
      return [id, { rank, patterns: patternsAt(read, path, patterns) }];
    }
    const { patterns = [], otherwise, grave } = it;
    return [
      id,
      {
        rank,
        patterns: patternsAt(read, [...path, "patterns"], patterns.length > 0 ? patterns : [`${plain} {anything}`]),
        ...dropUndefined({ otherwise: otherwise?.trim(), grave: grave || undefined }),
      },
    ];
  });
  return Object.fromEntries(all);
}

function patternsAt(read: AuthorReader, path: Path, patterns: readonly string[]): string[] {
  for (const [i, pattern] of patterns.entries()) {
    if (pattern === "") continue;
    const parts = partsOf(pattern);
    const fault = "message" in parts ? parts : i === 0 ? firstFault(pattern) : null;
    if (fault)
      read.problem(read.has([...path, i]) ? [...path, i] : path, `\`${pattern}\`: ${fault.message}`, fault.hint);
  }
  return [...patterns];
}

/** `questions: { people: ["who are the guests"] }`: other words for what anybody asks oneself. */
export function questionsOf(read: AuthorReader, questions: AuthorHouse["questions"] = {}): AuthorQuestions {
  for (const [kind, patterns] of Object.entries(questions))
    questionFaults(read, ["questions", kind], patterns, ["aside"]);
  return Object.fromEntries(Object.entries(questions).filter(([, patterns]) => patterns.length > 0));
}

/** What is wrong with patterns of questions: words, and at most these places. */
export function questionFaults(
  read: AuthorReader,
  path: Path,
  patterns: readonly string[] = [],
  places: readonly VerbPlace[] = QUESTION_PLACES,
): void {
  for (const [i, pattern] of patterns.entries()) {
    if (pattern === "") continue;
    const parts = partsOf(pattern);
    const stray = "message" in parts ? null : placesIn(parts).find((place) => !places.includes(place));
    if ("message" in parts) read.problem([...path, i], `\`${pattern}\`: ${parts.message}`, parts.hint);
    else if (stray)
      read.problem(
        [...path, i],
        `\`${pattern}\`: a question has no room for {${stray}}.`,
        `There are: ${places.map((one) => `{${one}}`).join(", ")}.`,
      );
  }
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
export function verbProblems({ verbs = {}, rules = [] }: HouseConfig, read: AuthorReader): void {
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
