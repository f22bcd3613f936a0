// How a model is asked in any world, from the world's own contracts and words: no world needs a line of code to be played by one.
//
// What does not change comes first, byte for byte the same for a whole conversation, so that a provider can cache it.
// Text by people or authors (names, views, tellings) stands between marks, to be read and not obeyed.
import type { ActionBase, AnyWorld, Asked, Contract, Prompt, PromptPart, Verb } from "@orrery/kernel";
import { inert } from "@orrery/models/pure";
import type { AnyShape } from "./agent.ts";
import { actionsOf, answerSchema, SEQUENCE_MAX } from "./answer-schema.ts";
import { compactJson } from "./compact.ts";
import { type OwnPrompts, promptText } from "./prompt-texts.ts";

const VIEW_MAX = 200_000;
const TOLD_MAX = 8_000;

export const genericPrompt =
  (world: AnyWorld, prompts: OwnPrompts = {}) =>
  (asked: Asked<AnyShape>): Prompt => {
    const { ask, view, legal, told = [] } = asked;
    const lexicon = world.words.lexicon(view, ask.to);
    const rules = promptText("player", prompts);
    return {
      parts: [
        { ...part("rules", rules.text), version: rules.version },
        part("game", gameOf(world)),
        part(
          "actions",
          `What can be done in this game, whether or not you may do it now:\n\n${contractsOf(contractsIn(world, ask.may as readonly string[]), lexicon.verbs)}`,
        ),
        // What differs from seat to seat comes last, so that all seats share what is cached before it.
        part(
          "you",
          `You play the actor "${ask.to}", who is called:\n\n${inert("name", world.words.name(view, ask.to))}`,
        ),
        ...toldPart(told),
        now("view", `What you can see now, as JSON:\n\n${inert("view", compactJson(briefOf(world, view)), VIEW_MAX)}`),
        now("choices", choicesOf(world.actions, ask, legal as readonly ActionBase[], namesOf(lexicon.nouns))),
      ],
      output: { name: "Move", schema: answerSchema(world.actions, asked) },
      actions: (output) => actionsOf(ask.to, output),
    };
  };

/** The view as this world shows it to models. */
export const briefOf = ({ words }: Pick<AnyWorld, "words">, view: unknown): unknown => words.brief?.(view) ?? view;

/** The game: its title and rules if the world has them, else its id. */
function gameOf({ id, about }: AnyWorld): string {
  if (!about) return `The game is "${id}".`;
  const rules = about.rules === undefined ? "" : `\n\n${about.rules}\n\n`;
  return `The game is "${id}": ${about.title}. ${about.summary}${rules}`;
}

const part = (id: string, text: string): PromptPart => ({ id, version: 2, stable: true, text });
const now = (id: string, text: string): PromptPart => ({ id, version: 2, stable: false, text });

/** All actions but the long ones that are not this seat's, such as a game master's rulings. Small ones stay, so that the list stays the same from ask to ask. */
const contractsIn = ({ actions }: AnyWorld, may: readonly string[]): Readonly<Record<string, Contract>> =>
  Object.fromEntries(
    Object.entries(actions as Readonly<Record<string, Contract>>).filter(
      ([type, { metadata }]) => may.includes(type) || JSON.stringify(metadata ?? null).length <= LONG_CONTRACT,
    ),
  );
const LONG_CONTRACT = 1_000;

/** Tellings as one quotation; of very many the latest. */
function toldPart(told: readonly string[]): PromptPart[] {
  const { texts, cut } = latest(told, TOLD_MAX);
  if (texts.length === 0) return [];
  const head = cut
    ? "The latest of what you were told since your last move"
    : "What you were told since your last move";
  return [now("told", `${head}:\n\n${inert("told", texts.join("\n\n"))}`)];
}

/** As many of the last texts as fit into so many characters. One that is too long by itself is left out, never cut. */
export function latest(told: readonly string[], most: number): { texts: readonly string[]; cut: boolean } {
  const all = told.filter((text) => text !== "");
  let room = most;
  let first = all.length;
  while (first > 0 && all[first - 1]!.length + 2 <= room) room -= all[--first]!.length + 2;
  return { texts: all.slice(first), cut: first > 0 };
}

/** One line an action: how a person would say it. Its fields stand in the contract of the answer. */
function contractsOf(contracts: Readonly<Record<string, Contract>>, verbs: readonly Verb[]): string {
  return Object.keys(contracts)
    .map((type) => {
      const own = verbs.filter((verb) => verb.type === type && !verb.fixed);
      const closed = own.flatMap(({ patterns }) => patterns.filter((pattern) => !pattern.includes("*")));
      // The wording that calls the action by its own name, if there is one.
      const said = closed.find((pattern) => pattern.split(/[\s|()]+/).includes(type)) ?? closed[0];
      const form = said ? formOf(said, type) : "";
      return form === "" || form === type ? `- ${type}` : `- ${type}: ${form}`;
    })
    .join("\n");
}

/** A pattern as one would say it, without what may be left out: "look|peek (of) {target}" is "look THING". Of words to choose from it takes `word`, else the first. */
export const formOf = (pattern: string, word = ""): string =>
  pattern
    .replaceAll(/\([^)]*\)/g, "")
    .replaceAll(/\{(?:metadata\.)?(\w+)\}/g, (_, slot: string) => (SLOTS[slot] ?? slot).toUpperCase())
    .split(/\s+/)
    .filter(Boolean)
    .map((part) => {
      const words = part.split("|");
      return words.includes(word) ? word : words[0];
    })
    .join(" ");
const SLOTS: Readonly<Record<string, string>> = { target: "thing", location: "place", to: "person", text: "words" };

/** What may be done now, a line a type: the values that each field can have, or examples where the contract is open. */
function choicesOf(
  contracts: Readonly<Record<string, Contract>>,
  ask: Asked<AnyShape>["ask"],
  legal: readonly ActionBase[],
  names: ReadonlyMap<unknown, string>,
): string {
  const may = ask.may as readonly string[];
  const used = new Set<unknown>();
  const lines = may.flatMap((type) => {
    const some = legal.filter((action) => action.type === type);
    if (some.length === 0) return [];
    return [contracts[type]?.open ? examplesLine(type, some) : valuesLine(type, some, used)];
  });
  const glossary = [...used].flatMap((value) => {
    const name = names.get(value);
    return name === undefined || name === String(value) ? [] : [`${JSON.stringify(value)} is called: ${name}`];
  });
  const free = may.filter((type) => !legal.some((action) => action.type === type));
  return [
    ask.mode === "each"
      ? `Your move: 1 to ${SEQUENCE_MAX} actions, done in this order. Only the first can be judged before the others are tried.`
      : "Your move: one action.",
    ...(lines.length > 0
      ? [`What you may do now:\n\n${inert("choices", [...lines, ...glossary].join("\n"), VIEW_MAX)}`]
      : []),
    ...(free.length > 0 ? [`Not listed one by one, but allowed where it makes sense: ${free.join(", ")}.`] : []),
  ].join("\n");
}

/** Each field with the values that it has in some choice. */
function valuesLine(type: string, some: readonly ActionBase[], used: Set<unknown>): string {
  const fields = new Map<string, Map<string, unknown>>();
  for (const { targetId, locationId, metadata = {} } of some)
    for (const [name, value] of Object.entries({ targetId, locationId, ...prefixMetadata(metadata) }))
      if (value !== undefined) {
        // Objects are equal if their texts are equal.
        fields.set(name, (fields.get(name) ?? new Map()).set(JSON.stringify(value), value));
        used.add(value);
      }
  const values = [...fields].map(([name, set]) => `${name} = ${[...set.keys()].join(" | ")}`);
  const all = [...fields.values()].reduce((product, set) => product * set.size, 1);
  return `${type}${values.length > 0 ? `: ${values.join("; ")}` : ""}${all > some.length ? " (not in every combination)" : ""}`;
}

/** A few whole actions, as their fields are written. */
function examplesLine(type: string, some: readonly ActionBase[]): string {
  const examples = some.slice(0, EXAMPLES_MAX).map(({ actorId: _, type: __, ...fields }) => JSON.stringify(fields));
  return `${type}: anything that fits, for example ${[...new Set(examples)].join(" or ")}`;
}
const EXAMPLES_MAX = 3;

const prefixMetadata = (metadata: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(metadata).map(([name, value]) => [`metadata.${name}`, value]));

const namesOf = (
  nouns: readonly { readonly id: string; readonly value?: unknown; readonly names: readonly string[] }[],
) =>
  new Map<unknown, string>(
    // A thing is called what its first noun is.
    nouns
      .toReversed()
      .flatMap(({ id, value, names }) => (names[0] === undefined ? [] : [[value ?? id, names[0]] as const])),
  );
