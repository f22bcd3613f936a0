// What somebody means by a name: one entity or fact, or the choice between several. Asks back rather than guess.
import { mentions, spokenWords } from "@orrery/agents";
import { type AnyEngine, type Frame, mindOf, type Shape } from "@orrery/kernel";
import { type Choice, Fault } from "../fault.ts";

/** An entity, or a fact that one may know. */
export type Thing = Choice;

/** Everything with a name; for an actor only what its mind has met, so that asking teaches it nothing. */
export function thingsOf(engine: AnyEngine, frame: Pick<Frame<Shape>, "state" | "minds">, as?: string): Thing[] {
  const { world } = engine;
  const all = [
    ...world.entities(frame.state).map(({ id, name, type }) => ({ id, name, type })),
    ...(world.facts?.(frame.state) ?? []).map(({ id, name }) => ({ id, name, type: "fact" })),
  ];
  if (as === undefined) return all;
  const mind = mindOf(engine, frame, as);
  return all.filter(({ id }) => id === as || mentions(mind, id));
}

/** The one thing that is called so, by id or by name. Faults `unknown_thing`, `ambiguous` (with the choices). */
export function thingOf(things: readonly Thing[], called: string): Thing {
  const found = thingsCalled(things, called);
  const [one] = found;
  if (!one) {
    const some = things.slice(0, 8).map(({ name }) => name);
    throw new Fault(
      "unknown_thing",
      `Nothing here is called "${brief(called)}". ${some.length === 0 ? "Nothing is known here at all." : `There are, for instance: ${some.join(", ")}.`}`,
    );
  }
  if (found.length === 1) return one;
  const choices = found.slice(0, CHOICES_MAX).map(({ id, name, type }) => ({ id, name, type }));
  const more = found.length > CHOICES_MAX ? `, and ${found.length - CHOICES_MAX} more` : "";
  throw new Fault(
    "ambiguous",
    `"${brief(called)}" may be ${choices.map(({ name, id, type }) => `${name} (${type}, id ${id})`).join(" or ")}${more}. Say which by its id.`,
    { choices },
  );
}
const CHOICES_MAX = 8;

/** By id; else by the whole name; else by some words of it. */
export function thingsCalled(things: readonly Thing[], called: string): readonly Thing[] {
  const exact = things.filter(({ id }) => id === called);
  if (exact.length > 0) return exact;
  const asked = wordsIn(called);
  if (asked.length === 0) return [];
  const named = things.map((thing) => ({ thing, words: wordsIn(thing.name) }));
  const whole = named.filter(({ words }) => words.join(" ") === asked.join(" "));
  const some = whole.length > 0 ? whole : named.filter(({ words }) => asked.every((word) => words.includes(word)));
  return some.map(({ thing }) => thing);
}

/** A name as a sentence says it; proper names have no article. */
export const spokenName = ({ name }: Pick<Thing, "name">): string => (/^\p{Ll}/u.test(name) ? `the ${name}` : name);

const ARTICLE = /^(?:the|a|an)\s+/i;
const wordsIn = (name: string): string[] => spokenWords(name.trim().replace(ARTICLE, "")).map(({ word }) => word);
const brief = (text: string): string => (text.length <= 60 ? text : `${text.slice(0, 60).toWellFormed()}…`);
