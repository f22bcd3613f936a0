// A house for tests: one of everything, two who can be played, and short ways of saying who does what.
import type { Frame, Json, Located } from "@orrery/kernel";
import { decideTurn, loadWorld, perceptsOf, seal, step, viewOf } from "@orrery/kernel";
import { askFor, frameAt, scenario, sha256, told } from "@orrery/kernel/testing";
import {
  type Approach,
  compileHouse,
  type House,
  type HouseAction,
  type HouseConfig,
  type HouseEvent,
  type HouseState,
  house,
} from "../index.ts";

export const engine = loadWorld<House>(house, sha256);

/** Reasons that `rulings.test.ts` meets; all others are met in `actions.test.ts`. */
export const RULING_REASONS = [
  "nothing_named",
  "did_not_work",
  "no_use",
  "being_ruled",
  "nothing_to_rule",
  "out_of_bounds",
  "not_so",
] as const;

/** Reasons that `minds.test.ts` meets. */
export const MIND_REASONS = ["not_talking"] as const;

/** A plain value as a document with every position at the start. */
export const located = (value: Json): Located => ({
  value,
  at: () => ({ line: 1, column: 1 }),
  atKey: () => ({ line: 1, column: 1 }),
});

export function build(doc: Json): HouseConfig {
  const compiled = compileHouse(located(doc));
  if (!compiled.ok)
    throw new Error(compiled.problems.map(({ message, path }) => `${path.join(".")}: ${message}`).join("\n"));
  return compiled.config;
}

const MANOR = {
  title: "The Manor",
  opening: "You are in the manor.",
  darkness: "It is dark.",
  player: "you",
  rooms: {
    hall: {
      description: "A hall.",
      exits: {
        north: { to: "study", door: "oak-door" },
        east: "yard",
        down: "cellar",
        west: { to: "closet", door: "blue-door" },
      },
    },
    study: { description: "A study.", exits: { south: { to: "hall", door: "oak-door" } } },
    yard: { description: "A yard.", exits: { west: "hall", gap: "wood" } },
    wood: { description: "A wood.", exits: { gap: "yard" } },
    cellar: { dark: true, description: "A cellar.", exits: { up: "hall", east: "vault" } },
    vault: { dark: true, description: "A vault.", exits: { west: "cellar" } },
    closet: { description: "A closet.", exits: { east: { to: "hall", door: "blue-door" } } },
  },
  doors: {
    "oak-door": { locked: true, key: "brass-key", description: "A door of oak." },
    "blue-door": { open: true },
  },
  things: {
    "brass-key": { in: "hall" },
    "iron-key": { heldBy: "you" },
    lamp: { in: "hall", light: "off", description: "A lamp." },
    table: { in: "hall", supporter: true, fixed: true },
    note: { on: "table", text: "Beware." },
    box: { in: "hall", container: "closed", description: "A box." },
    coin: { in: "box" },
    bag: { in: "hall", container: "bare" },
    pouch: { in: "hall", container: "open" },
    "glass-case": { in: "hall", container: "closed", transparent: true },
    ring: { in: "glass-case" },
    chest: { in: "hall", container: "closed", locked: true, key: "iron-key" },
    book: { in: "chest", text: "Once upon a time." },
    statue: { in: "hall", scenery: true },
    pear: { heldBy: "bo" },
    plum: { heldBy: "bo" },
    hat: { heldBy: "bo" },
    apple: { in: "hall", article: "some" },
    egg: { in: "cellar" },
    torch: { in: "wood", light: "always" },
  },
  people: {
    you: { name: "visitor", in: "hall", description: "Your own good self." },
    ann: { name: "Ann", pronouns: "she", in: "hall" },
    bo: {
      name: "Bo",
      pronouns: "he",
      in: "hall",
      openly: ["hat"],
      lends: [{ thing: "pear", says: "Bring it back." }],
      trades: [{ wants: "apple", gives: "plum", says: "A fair swap.", asks: "I would like an apple first." }],
      declines: "No.",
      answers: "Hello yourself.",
    },
  },
  endings: {
    home: { tone: "won", title: "Home", text: "You are home.", when: { person: "you", at: "wood" } },
    rich: {
      tone: "won",
      title: "Rich",
      text: "You are rich.",
      when: {
        all: [
          { thing: "coin", heldBy: "you" },
          { thing: "ring", heldBy: "you" },
        ],
      },
    },
  },
} as const;

export const manor = build(MANOR as unknown as Json);
export const opened: HouseState = house.open(manor);

/** The manor with some things changed, by the path of each. */
export function manorWith(change: (house: HouseState) => HouseState): HouseState {
  return change(opened);
}
type Part = "things" | "doors" | "people" | "rooms";
/** The same state with some attributes of one entity changed. */
export const alter = (state: HouseState, part: Part, id: string, attributes: object): HouseState => ({
  ...state,
  [part]: { ...state[part], [id]: { ...state[part][id], ...attributes } },
});

export const given = (state: HouseState = opened) => scenario(engine).given({ state });
export const frameOf = (state: HouseState): Frame<House> => frameAt(engine, state);
export const see = (frame: Pick<Frame<House>, "state" | "minds">, who = "you") => viewOf(engine, frame, who);

/** One turn from any frame, even one that was tampered with. */
export function turn(frame: Frame<House>, ...actions: readonly HouseAction[]) {
  return turnOf(frame, actions, "t");
}

/** The same with dice of another seed. */
export function turnOf(frame: Frame<House>, actions: readonly HouseAction[], seed: string) {
  const [first] = actions as [HouseAction];
  const ask = askFor(engine, frame.state, first.actorId, first.type);
  const provenance = { actor: first.actorId, ask: ask?.id ?? null, by: "agent" } as const;
  const draft = decideTurn(engine, frame, "main", [{ actor: first.actorId, ask, actions, provenance }], {
    seed,
    salt: "0",
  });
  const after = seal(engine, frame, draft, { id: "1", createdAt: 0, rawText: "", salt: "0" }).frame;
  return { draft, frame: after, told: (who: string) => told(engine, who, after, { before: frame, happened: draft }) };
}

/** Everything that one person perceives of a turn. */
export function perceivedBy(who: string, before: Frame<House>, events: readonly HouseEvent[]) {
  let at: Pick<Frame<House>, "state" | "minds"> = before;
  return events.flatMap((event) => {
    const next = step(engine, at, event);
    const percepts = perceptsOf(engine, at.state, event, next.state, who);
    at = next;
    return percepts;
  });
}

const one = (type: string, parts: object = {}) => ({ actorId: "you", type, ...parts }) as HouseAction;
/** What "you" do. */
export const go = (direction: string) => one("go", { metadata: { direction } });
export const look = one("look");
export const inventory = one("inventory");
export const wait = one("wait");
export const examine = (targetId: string) => one("examine", { targetId });
export const search = (targetId: string) => one("search", { targetId });
export const read = (targetId: string) => one("read", { targetId });
export const take = (targetId: string, locationId?: string) =>
  one("take", { targetId, ...(locationId && { locationId }) });
export const drop = (targetId: string) => one("drop", { targetId });
export const putIn = (targetId: string, locationId: string) =>
  one("put", { targetId, locationId, metadata: { how: "in" } });
export const putOn = (targetId: string, locationId: string) =>
  one("put", { targetId, locationId, metadata: { how: "on" } });
export const open = (targetId: string) => one("open", { targetId });
export const close = (targetId: string) => one("close", { targetId });
export const unlock = (targetId: string, keyId: string) => one("unlock", { targetId, metadata: { keyId } });
export const lock = (targetId: string, keyId: string) => one("lock", { targetId, metadata: { keyId } });
export const on = (targetId: string) => one("switch", { targetId, metadata: { on: true } });
export const off = (targetId: string) => one("switch", { targetId, metadata: { on: false } });
export const give = (targetId: string, to: string) => one("give", { targetId, metadata: { to } });
export const show = (targetId: string, to: string) => one("show", { targetId, metadata: { to } });
export const request = (targetId: string, from: string) => one("request", { targetId, metadata: { from } });
export const say = (text: string, to?: string) => one("say", { metadata: { text, ...(to && { to }) } });
export const attempt = (how: Approach, targetId?: string, tool?: string) =>
  one("attempt", { ...(targetId && { targetId }), metadata: { how, ...(tool && { with: tool }) } });
export const claim = (text: string, targetId?: string, that?: string) =>
  one("claim", { ...(targetId && { targetId }), metadata: { text, ...(that && { that }) } });
export const think = (text: string) => one("think", { metadata: { text } });
/** The same, done by another. */
export const by = (actorId: string, action: HouseAction): HouseAction => ({ ...action, actorId }) as HouseAction;
