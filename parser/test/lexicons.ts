// Small vocabularies for tests of the parser: one room, made by hand.
import type { ActionBase, Lexicon, Noun } from "@orrery/kernel";
import { type Parsed, parseTextToActions, type Reading } from "../src/index.ts";

export const thing = (
  id: string,
  names: string | readonly string[],
  kinds: string,
  more: Partial<Noun> = {},
): Noun => ({
  id,
  names: typeof names === "string" ? [names] : names,
  kinds: kinds.split(" "),
  pronouns: ["it"],
  ...more,
});

const ANY = ["thing", "person", "door"];
export const room: Lexicon = {
  verbs: [
    {
      type: "say",
      patterns: ["say|shout {metadata.text} to {metadata.to}"],
      slots: { "metadata.text": { kinds: ["text"] }, "metadata.to": { kinds: ["person"] } },
    },
    {
      type: "say",
      patterns: ["say|shout {metadata.text}", "{metadata.text}"],
      slots: { "metadata.text": { kinds: ["text"], ask: "Say what?" } },
    },
    { type: "look", patterns: ["look|l", "look around", "what is here"] },
    { type: "inventory", patterns: ["i|inventory"] },
    {
      type: "take",
      patterns: ["take|get {target}", "pick up {target}", "pick {target} up"],
      slots: { target: { kinds: ANY, prefer: "loose", all: "loose", ask: "Take what?" } },
    },
    {
      type: "drop",
      patterns: ["drop {target}", "put down {target}", "put {target} down"],
      slots: { target: { kinds: ANY, prefer: "held", all: "held", ask: "Drop what?" } },
    },
    {
      type: "open",
      patterns: ["open {target}"],
      slots: { target: { kinds: ANY, prefer: "closed", ask: "Open what?" } },
    },
    {
      type: "close",
      patterns: ["close|shut {target}"],
      slots: { target: { kinds: ["container", "door"], ask: "Close what?" } },
    },
    {
      type: "search",
      patterns: ["look in {target}"],
      slots: { target: { kinds: ["container"], ask: "Look in what?" } },
    },
    {
      type: "examine",
      patterns: ["x|examine|look (at) {target}"],
      slots: { target: { kinds: ANY, ask: "Look at what?" } },
    },
    {
      type: "unlock",
      patterns: ["unlock {target} (with|using {metadata.key})"],
      slots: {
        target: { kinds: ["door", "container"], prefer: "door", ask: "Unlock what?" },
        "metadata.key": { kinds: ["thing"], prefer: "key", ask: "With what?" },
      },
    },
    {
      type: "put",
      patterns: ["put|place {target} in|into {location}"],
      slots: {
        target: { kinds: ["thing"], prefer: "held", all: "held", ask: "Put what?" },
        location: { kinds: ANY, prefer: "container", ask: "Put it in what?" },
      },
      fixed: { how: "in" },
    },
    {
      type: "put",
      patterns: ["put|place {target} on|onto {location}"],
      slots: {
        target: { kinds: ["thing"], prefer: "held", all: "held", ask: "Put what?" },
        location: { kinds: ANY, prefer: "supporter", ask: "Put it on what?" },
      },
      fixed: { how: "on" },
    },
    {
      type: "give",
      patterns: ["give {target} to {metadata.to}", "give {metadata.to} {target}", "give {target}"],
      slots: {
        target: { kinds: ["thing"], prefer: "held", ask: "Give what?" },
        "metadata.to": { kinds: ["person"], ask: "To whom?" },
      },
    },
    {
      type: "light",
      patterns: ["light {target}", "turn|switch on {target}", "turn|switch {target} on"],
      slots: { target: { kinds: ["thing"], prefer: "lamp", ask: "Light what?" } },
      fixed: { on: true },
    },
    {
      type: "light",
      patterns: ["turn|switch off {target}", "turn|switch {target} off"],
      slots: { target: { kinds: ["thing"], prefer: "lamp", ask: "Switch off what?" } },
      fixed: { on: false },
    },
    {
      type: "go",
      patterns: ["go|walk (to) {metadata.way}", "{metadata.way}"],
      slots: { "metadata.way": { kinds: ["way"], ask: "Go where?" } },
    },
    { type: "wait", patterns: ["wait and see", "wait|z"] },
  ],
  nouns: [
    thing("k1", "brass key", "thing key loose"),
    thing("k2", "iron key", "thing key loose"),
    thing("l1", ["brass lamp", "lantern"], "thing lamp loose", { adjectives: ["old"] }),
    thing("b1", "wooden box", "thing container closed"),
    thing("b2", "coin", "thing held"),
    thing("t1", "table", "thing supporter"),
    thing("d1", "oak door", "door closed", { adjectives: ["north"] }),
    thing("s1", "salt and pepper shaker", "thing loose"),
    thing("m1", "matches", "thing held", { pronouns: ["them"] }),
    thing("u1", "bunch of grapes", "thing held"),
    thing("c1", "cook's hat", "thing"),
    thing("p1", "Anna", "person", { pronouns: ["her"] }),
    thing("p2", "Mr. Green", "person", { pronouns: ["him"] }),
    { id: "w:n", value: "north", names: ["north", "n"], kinds: ["way"] },
    { id: "w:e", value: "east", names: ["east", "e"], kinds: ["way"] },
  ],
};

/** The room with everything that a lexicon can say: places, sources, deeds, commas, verbs that nobody knows. */
export const rich: Lexicon = {
  verbs: [
    ...room.verbs,
    {
      type: "fetch",
      patterns: ["fetch {target} from {location}", "fetch {target}"],
      slots: {
        target: { kinds: ["thing"], prefer: "loose", all: "loose", ask: "Fetch what?", unknown: "No {} is known." },
        location: { kinds: ANY, source: true },
      },
    },
    {
      type: "bid",
      patterns: ["{metadata.to} (,) {metadata.wanted}", "tell {metadata.to} to {metadata.wanted}"],
      slots: {
        "metadata.to": { kinds: ["person"], ask: "Whom?", none: "Nobody is here." },
        "metadata.wanted": { kinds: ["deed"], deeds: ["take", "put", "fetch", "bid"] },
      },
    },
    {
      type: "say",
      patterns: ["{metadata.to} , {metadata.text}"],
      slots: { "metadata.text": { kinds: ["text"] }, "metadata.to": { kinds: ["person"] } },
    },
    {
      type: "attempt",
      patterns: ["* (up|at|over) {target} (with {metadata.with})"],
      slots: { target: { kinds: ANY }, "metadata.with": { kinds: ["thing"] } },
      said: "metadata.words",
    },
  ],
  nouns: room.nouns.map((noun) => {
    const at = ({ k1: "t1", l1: "b1", b1: "t1", k2: "b1", u1: "p1" } as Readonly<Record<string, string>>)[noun.id];
    return at === undefined ? noun : { ...noun, at };
  }),
};

/** Utterances in a row by one actor: each sees the readings of those before it. Gives the last. */
export function say(lexicon: Lexicon, ...texts: readonly string[]): Parsed {
  let recent: Reading[] = [];
  let last: Parsed | null = null;
  for (const text of texts) {
    last = parseTextToActions(text, { actorId: "me", lexicon, recent });
    recent = [last.reading, ...recent].slice(0, 6);
  }
  return last!;
}

/** Actions in brief: "take k1", "put b2 @b1 how=in"; a problem as "!reason". */
export function brief({ actions, reading }: Parsed): string {
  const parts = actions.map(briefly);
  if (reading.problem) parts.push(`!${reading.problem.reason}`);
  return parts.join("; ");
}

const briefly = ({ type, targetId, locationId, metadata }: Omit<ActionBase, "actorId">): string =>
  [
    type,
    ...(targetId === undefined ? [] : [targetId]),
    ...(locationId === undefined ? [] : [`@${locationId}`]),
    ...Object.entries(metadata ?? {}).map(
      ([key, value]) => `${key}=${key === "wanted" ? `(${briefly(value as ActionBase)})` : value}`,
    ),
  ].join(" ");
