// Sentences with parts that depend on what is so: `A stove[if stove lit], roaring[else], cold[end].` and counters: `[shells] shells`.
//
// An author's text is read where it is told. One that is not well formed is told as it stands: the checker says so when a file is read.
import type { Condition } from "../model/condition.ts";
import type { HouseConfig } from "../model/house.ts";
import { own } from "../model/state.ts";

export type Prose = readonly (string | ConditionalProse | Count)[];
interface ConditionalProse {
  readonly when: Condition;
  readonly met: Prose;
  readonly otherwise: Prose;
}
interface Count {
  readonly counter: string;
}

export interface Malformed {
  readonly message: string;
  readonly hint: string;
}

/** What conditions in a text may name. */
export type NamedParts = Pick<HouseConfig, "rooms" | "doors" | "things" | "people" | "flags" | "counters">;

export const hasParts = (text: string): boolean => text.includes("[");

const MARK = /\[([^\][]*)\]/g;

/** The parts of a text, or what is wrong with it. */
export function proseIn(text: string, house: NamedParts): Prose | Malformed {
  interface Level {
    readonly when: Condition | null;
    met: (string | ConditionalProse | Count)[];
    otherwise: (string | ConditionalProse | Count)[] | null;
  }
  const levels: Level[] = [{ when: null, met: [], otherwise: null }];
  const top = () => levels.at(-1)!;
  const add = (part: string | ConditionalProse | Count) => {
    if (part !== "") (top().otherwise ?? top().met).push(part);
  };
  let from = 0;
  for (const found of text.matchAll(MARK)) {
    add(text.slice(from, found.index));
    from = found.index + found[0].length;
    const words = found[1]!.trim().split(/\s+/);
    const [first = ""] = words;
    if (first === "if") {
      const when = conditionIn(words.slice(1), house);
      if ("message" in when) return when;
      levels.push({ when, met: [], otherwise: null });
    } else if (first === "else" && words.length === 1) {
      if (levels.length === 1 || top().otherwise) return malformedProse("`[else]` stands here without an `[if …]`.");
      top().otherwise = [];
    } else if (first === "end" && words.length === 1) {
      const { when, met, otherwise } = levels.pop()!;
      if (when === null) return malformedProse("`[end]` stands here without an `[if …]`.");
      add({ when, met, otherwise: otherwise ?? [] });
    } else if (words.length === 1 && own(house.counters ?? {}, first) !== undefined) add({ counter: first });
    else return malformedProse(`\`${found[0]}\` is no part of a sentence.`);
  }
  add(text.slice(from));
  return levels.length > 1 ? malformedProse("An `[if …]` has no `[end]`.") : top().met;
}

const HINT =
  "Write `[if lamp lit]…[else]…[end]`, with `not` before it where it is not so: a flag; a thing or door that is `open`, `closed`, `locked`, `lit`, `hidden`, or `held` by the player; `key in box`; `ada at hall`; `shells 3` for at least three. `[shells]` shows a counter.";
const malformedProse = (message: string): Malformed => ({ message, hint: HINT });

function conditionIn(
  words: readonly string[],
  house: NamedParts & { readonly players?: readonly string[] },
): Condition | Malformed {
  if (words[0] === "not") {
    const when = conditionIn(words.slice(1), house);
    return "message" in when ? when : ({ not: when } as Condition);
  }
  const [id = "", how, what = ""] = words;
  const is = (part: keyof NamedParts) =>
    own((house[part] ?? {}) as Readonly<Record<string, unknown>>, id) !== undefined;
  if (words.length === 1 && is("flags")) return { flag: id, is: true };
  if (words.length === 2 && is("counters") && /^\d+$/.test(how!)) return { counter: id, atLeast: Number(how) };
  if (words.length === 3 && how === "at" && is("people") && own(house.rooms, what)) return { person: id, at: what };
  if (words.length === 3 && how === "in" && is("things") && (own(house.rooms, what) ?? own(house.things, what)))
    return { thing: id, in: what };
  if (words.length !== 2) return malformedProse(`Nothing is known of \`${words.join(" ")}\`.`);
  if (how === "open" || how === "closed") {
    if (is("doors")) return { door: id, open: how === "open" };
    if (own(house.things, id)?.container) return { thing: id, open: how === "open" };
  }
  if (how === "locked" && is("doors")) return { door: id, locked: true };
  if (how === "lit" && own(house.things, id)?.light) return { thing: id, lit: true };
  if (how === "hidden" && is("things")) return { thing: id, hidden: true };
  if (how === "held" && is("things")) {
    const held = (house.players ?? []).map((who) => ({ thing: id, heldBy: who }));
    return { any: held } as Condition;
  }
  return malformedProse(`\`${id}\` cannot be \`${how}\`.`);
}
