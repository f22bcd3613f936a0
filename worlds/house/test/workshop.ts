// A house of rules for tests: everything that conditions, triggers and effects can say, at least once.
import type { Json } from "@orrery/kernel";
import { type HouseState, house } from "../index.ts";
import { build } from "./manor.ts";

export const WORKSHOP = {
  title: "The Workshop",
  opening: "",
  darkness: "It is dark.",
  player: "you",
  rooms: {
    shop: {
      description: "A workshop.",
      changes: [{ when: { flag: "smoke" }, description: "A workshop full of smoke." }],
      exits: { east: "store", north: { to: "vault", when: { flag: "passage" } } },
    },
    store: { description: "A store.", exits: { west: "shop" } },
    vault: { description: "A vault.", exits: { south: "shop" } },
  },
  things: {
    bell: { in: "shop", fixed: true },
    lever: { in: "shop", fixed: true },
    pump: { in: "shop", fixed: true },
    oilcan: { heldBy: "you" },
    rag: { heldBy: "you" },
    lamp: { in: "shop", light: "on" },
    coin: { in: "shop", hidden: true },
    box: { in: "shop", container: "closed", locked: true, keys: [] },
    sack: { in: "shop", container: "bare" },
    pouch: { in: "shop", container: "bare" },
    book: {
      in: "shop",
      description: "A book.",
      text: "Page one.",
      teaches: ["culprit"],
      changes: [
        { when: { counter: "rings", atLeast: 2 }, description: "A trembling book.", text: "Page two." },
        { when: { counter: "rings", atLeast: 1 }, description: "A humming book." },
      ],
    },
  },
  people: {
    you: { name: "visitor", in: "shop" },
    moll: {
      name: "Moll",
      pronouns: "she",
      in: "store",
      answers: "Hm?",
      unaware: "I could not say.",
      knows: ["fire"],
      topics: {
        fire: { says: "It was the oil.", teaches: ["oil-theft"] },
        "oil-theft": [
          { when: { person: "moll", knows: "culprit" }, says: "You told me yourself." },
          { says: "Somebody took it.", hears: "So they did." },
        ],
        culprit: { hears: "I thought as much.", teaches: ["fire"] },
        bell: "It is cracked.",
      },
    },
    ned: { name: "Ned", pronouns: "he", in: "store" },
  },
  topics: {
    fire: { name: "fire", known: true },
    "oil-theft": { name: "stolen oil", aliases: ["theft"] },
    culprit: { name: "culprit" },
  },
  flags: { smoke: false, passage: false },
  counters: { rings: 0, oil: 2 },
  rules: {
    ring: { on: { ring: "bell" }, do: [{ tell: "Dong." }, { counter: "rings", add: 1 }] },
    echo: { on: { rule: "ring" }, when: { counter: "rings", is: 2 }, do: [{ tell: "Dong, it echoes." }] },
    moll: {
      on: { rule: "ring" },
      do: [
        { person: "moll", goes: "shop" },
        { person: "moll", says: "You rang?" },
      ],
    },
    lever: {
      on: { pull: "lever" },
      once: true,
      do: [{ tell: "Something slides aside." }, { flag: "passage" }, { reveal: "coin" }, { set: "box", open: true }],
    },
    stuck: { on: { pull: "lever" }, when: { fired: "lever" }, do: [{ tell: "It will not move again." }] },
    oil: { on: { fill: "pump", with: "oilcan" }, do: [{ counter: "oil", to: 5 }, { flag: "smoke" }] },
    sack: {
      on: { push: "pump" },
      do: [
        { move: "pouch", in: "sack" },
        { move: "sack", in: "pouch" },
      ],
    },
    eat: { on: { eat: "rag" }, do: [{ hide: "rag" }] },
    clock: { on: { every: 3 }, do: [{ counter: "oil", add: -1 }] },
    noon: { on: { after: 2 }, do: [{ tell: "Noon.", everywhere: true }] },
    dry: { when: { counter: "oil", atMost: 0 }, do: [{ set: "lamp", lit: false }, { tell: "The lamp dies." }] },
    gossip: { on: { tell: "moll", with: "culprit" }, do: [{ tell: "Word gets round." }] },
    over: { on: { take: "coin" }, do: [{ end: "rich" }] },
  },
  endings: { rich: { tone: "won", text: "Rich." } },
  hints: {
    lever: {
      when: { flag: "passage", is: false },
      steps: ["Look about.", "A lever is for pulling.", "PULL THE LEVER."],
    },
    coin: { steps: ["TAKE THE COIN."] },
  },
};

export const workshopWith = (parts: object): HouseState =>
  house.open(
    build({ ...WORKSHOP, ...("rules" in parts ? { endings: {}, hints: {} } : {}), ...parts } as unknown as Json),
  );
export const workshop: HouseState = workshopWith({});
