// What a person may not know makes no difference to that person: not at once, and not after both play on in the same way.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Frame, keyedDice } from "@orrery/kernel";
import { blindfold, sha256 } from "@orrery/kernel/testing";
import { type House, type HouseAction, type HouseState, house } from "../index.ts";
import {
  alter,
  by,
  drop,
  engine,
  examine,
  frameOf,
  give,
  go,
  open,
  opened,
  putIn,
  read,
  request,
  say,
  see,
  show,
  take,
  think,
  turn,
  unlock,
  wait,
} from "./manor.ts";
import { workshop } from "./workshop.ts";

const at = (id: string, place: object, state: HouseState = opened) => alter(state, "things", id, { at: place });
const stand = (id: string, room: string, state: HouseState = opened) => alter(state, "people", id, { at: room });
const shut = { locked: true, keys: ["iron-key"] };

const use = (how: string, targetId: string) =>
  ({ actorId: "you", type: "use", targetId, metadata: { how } }) as HouseAction;

interface Pair {
  readonly hides: string;
  readonly who?: string;
  readonly a: HouseState | Frame<House>;
  readonly b: HouseState | Frame<House>;
  /** Acts that may rightly find it out. */
  readonly reveals?: RegExp;
  /** Acts that do find it out: without them nothing would show that there is a difference to find. */
  readonly finds?: readonly HouseAction[];
}

/** The frame after others did something that the viewer has no way of knowing of. */
const after = (state: HouseState, ...actions: readonly HouseAction[]): Frame<House> => {
  const { draft, frame } = turn(frameOf(state), ...actions);
  assert.deepEqual(
    draft.validation.filter(({ success }) => !success),
    [],
  );
  return frame;
};
const ann = { ...opened, players: ["ann", "you"], turn: "ann" };
/** The turn goes back to where it was, so that nothing but what was done differs. */
const mine = (frame: Frame<House>): Frame<House> => ({
  ...frame,
  lanes: {},
  state: { ...frame.state, players: ["you"], turn: "you", acted: false },
});

const inStore = stand("you", "store", workshop);
const two = at("hat", { heldBy: "ann" }, at("apple", { heldBy: "ann" }, ann));
const dark = stand("you", "cellar", at("lamp", { in: "vault" }));
/** Everybody is somewhere else than the player: nobody has met anyone. */
const apart = stand("ann", "vault", stand("bo", "vault"));
const playedBy = (who: string, state: HouseState): HouseState => ({ ...state, players: [who, "you"], turn: who });
const inYard = (state: HouseState): HouseState => stand("you", "yard", state);
const peeping = alter(at("hat", { heldBy: "ann" }, ann), "rooms", "hall", { overlooks: ["study"] });
const PAIRS: readonly Pair[] = [
  {
    hides: "what is in a closed box",
    a: opened,
    b: at("coin", { in: "chest" }),
    reveals: /"(box|chest)"/,
    finds: [open("box")],
  },
  {
    hides: "whether a closed box holds anything",
    a: opened,
    b: at("coin", { in: "vault" }),
    reveals: /"box"|down/,
    finds: [open("box")],
  },
  {
    hides: "what another has in their pockets",
    a: opened,
    b: at("plum", { heldBy: "ann" }),
    // Who will not come along says so in the same words.
    reveals: /"(give|request|bid)"/,
    finds: [take("apple"), give("apple", "bo")],
  },
  {
    hides: "what lies in rooms out of sight",
    a: opened,
    b: at("torch", { in: "study" }),
    reveals: /"go"/,
    finds: [go("east"), go("gap")],
  },
  { hides: "what lies in the dark", a: dark, b: at("egg", { in: "vault" }, dark), reveals: /"up"/ },
  { hides: "who stands in the dark", a: dark, b: stand("bo", "cellar", dark), reveals: /"up"/ },
  {
    hides: "where the dark leads",
    a: dark,
    b: alter(dark, "rooms", "cellar", { exits: opened.rooms["cellar"]!.exits.slice(0, 1) }),
  },
  {
    hides: "where others are",
    a: stand("ann", "wood"),
    b: stand("ann", "vault"),
    reveals: /"go"/,
    finds: [go("east"), go("gap")],
  },
  {
    hides: "whether a lock is shut",
    a: opened,
    b: alter(opened, "things", "chest", { lock: { ...shut, locked: false } }),
    reveals: /"chest"/,
    finds: [open("chest")],
  },
  {
    hides: "which key fits",
    a: opened,
    b: alter(opened, "doors", "oak-door", { lock: { ...shut, keys: ["iron-key"] } }),
    reveals: /"oak-door"/,
    finds: [unlock("oak-door", "iron-key")],
  },
  {
    hides: "where an exit leads",
    a: opened,
    b: alter(opened, "rooms", "yard", {
      exits: [
        { direction: "west", to: "hall", door: null },
        { direction: "gap", to: "study", door: null },
      ],
    }),
    reveals: /gap/,
    finds: [go("east"), go("gap")],
  },
  {
    hides: "what is plain to see only from where one has not been",
    a: opened,
    b: alter(opened, "rooms", "yard", {
      exits: opened.rooms["yard"]!.exits.map((exit) => (exit.to === "wood" ? { ...exit, known: true } : exit)),
    }),
    reveals: /"go"/,
    finds: [go("east")],
  },
  {
    hides: "what would be plain to see by light",
    a: dark,
    b: alter(dark, "rooms", "cellar", {
      exits: dark.rooms["cellar"]!.exits.map((exit) => ({ ...exit, known: true })),
    }),
  },
  {
    hides: "how rooms look that nobody has seen",
    a: opened,
    b: alter(opened, "rooms", "wood", { description: "Another wood.", name: "forest" }),
    reveals: /gap/,
    finds: [go("east"), go("gap")],
  },
  {
    hides: "what is written on what nobody has read",
    a: opened,
    b: alter(opened, "things", "note", { text: "Run." }),
    reveals: /"read"/,
    finds: [read("note")],
  },
  {
    hides: "what one would see from closer by",
    a: opened,
    b: alter(opened, "things", "box", { description: "Another box." }),
    reveals: /"(examine|search)"/,
    finds: [examine("box")],
  },
  {
    hides: "what somebody wants",
    a: opened,
    b: alter(opened, "people", "bo", { trades: [], lends: [], declines: "Never." }),
    // Who will not come along says so in the same words.
    reveals: /"(give|request|bid)"/,
    finds: [take("apple"), give("apple", "bo")],
  },
  {
    hides: "how it may end",
    a: opened,
    b: { ...opened, endings: opened.endings.map((one) => ({ ...one, title: "Else", text: "Other." })) },
    reveals: /gap|"ring"|"coin"/,
    finds: [go("east"), go("gap")],
  },
  {
    hides: "thoughts",
    a: mine(after(ann, by("ann", think("The coin is in the box.")))),
    b: mine(after(ann, by("ann", think("Nothing much.")))),
  },
  {
    hides: "memories",
    a: mine(after(stand("ann", "wood", ann), by("ann", examine("torch")), by("ann", wait))),
    b: mine(after(stand("ann", "wood", ann), by("ann", wait))),
    reveals: /"gap"/,
  },
  {
    hides: "what is said elsewhere",
    a: mine(after(stand("ann", "wood", ann), { actorId: "ann", type: "say", metadata: { text: "Psst." } })),
    b: mine(after(stand("ann", "wood", ann), by("ann", wait))),
    reveals: /"gap"/,
  },
  {
    hides: "what one person is shown, from who is elsewhere",
    a: mine(after(inYard(two), by("ann", show("hat", "bo")))),
    b: mine(after(inYard(two), by("ann", show("apple", "bo")))),
    reveals: /"go"/,
  },
  {
    hides: "who speaks in the dark, from a stranger",
    a: mine(after(playedBy("ann", stand("ann", "cellar", dark)), by("ann", say("Psst.")))),
    b: mine(after(playedBy("bo", stand("bo", "cellar", dark)), by("bo", say("Psst.")))),
    reveals: /"up"/,
  },
  {
    hides: "who speaks in the next room, from a stranger",
    a: mine(after(playedBy("ann", stand("ann", "yard", apart)), by("ann", say("Psst.")))),
    b: mine(after(playedBy("bo", stand("bo", "yard", apart)), by("bo", say("Psst.")))),
    reveals: /"go"/,
  },
  {
    hides: "what is said behind a closed door",
    a: mine(after(stand("ann", "study", ann), by("ann", say("Psst.")))),
    b: mine(after(stand("ann", "study", ann), by("ann", wait))),
  },
  {
    hides: "who walks in the next room, and what they carry",
    a: mine(after(playedBy("ann", stand("ann", "wood", apart)), by("ann", go("gap")))),
    b: mine(after(playedBy("bo", stand("bo", "wood", at("egg", { heldBy: "bo" }, apart))), by("bo", go("gap")))),
    reveals: /"go"/,
  },
  {
    hides: "who walks by in the dark",
    a: mine(after(playedBy("ann", stand("ann", "vault", dark)), by("ann", { actorId: "ann", type: "wait" }))),
    b: mine(after(playedBy("bo", stand("bo", "vault", dark)), by("bo", { actorId: "bo", type: "wait" }))),
    reveals: /"up"/,
  },
  {
    hides: "what is done in a room that one looks into while its door is shut",
    a: mine(after(stand("ann", "study", peeping), by("ann", drop("hat")))),
    b: mine(after(stand("ann", "study", peeping), by("ann", wait))),
  },
  {
    hides: "what the player holds, from others",
    who: "bo",
    a: opened,
    b: at("egg", { heldBy: "you" }),
    reveals: /"egg"|"(down|go)"/,
  },
  {
    hides: "what the player thinks, from others",
    who: "ann",
    a: after(opened, think("One.")),
    b: after(opened, think("Two.")),
  },
  {
    hides: "what no rule has revealed",
    a: workshop,
    b: at("coin", { in: "vault" }, workshop),
    reveals: /"pull"/,
    finds: [use("pull", "lever")],
  },
  {
    hides: "what a rule would do, how it stands and what time it is",
    a: workshop,
    b: {
      ...workshop,
      counters: { rings: 0, oil: 3 },
      time: 1,
      rules: workshop.rules!.map((rule) => (rule.id === "lever" ? { ...rule, do: rule.do.slice(0, 1) } : rule)),
    },
    reveals: /"pull"|"(wait|go|take|drop|put|use|say|close|open|switch|unlock|lock|give|show|request)"/,
    finds: [use("pull", "lever")],
  },
  {
    hides: "what somebody would say, and what they know",
    a: inStore,
    b: alter(inStore, "people", "moll", { topics: [], knows: ["culprit"], unaware: "No idea." }),
    reveals: /"moll"/,
    finds: [{ actorId: "you", type: "ask", metadata: { to: "moll", about: "fire" } }],
  },
  {
    hides: "topics that were not heard of",
    a: inStore,
    b: { ...inStore, topics: { ...inStore.topics, culprit: { ...inStore.topics!["culprit"]!, name: "thief" } } },
    reveals: /"(moll|book)"/,
    finds: [go("west"), read("book")],
  },
  {
    hides: "what others were told elsewhere",
    a: { ...inStore, people: { ...inStore.people, ned: { ...inStore.people["ned"]!, at: "vault" } } },
    b: {
      ...inStore,
      people: { ...inStore.people, ned: { ...inStore.people["ned"]!, at: "vault" } },
      knowing: { ned: { culprit: { from: "book", time: 3 } } },
    },
    reveals: /"(pull|north)"/,
  },
  {
    hides: "hints that nobody has asked for",
    a: workshop,
    b: { ...workshop, hints: [] },
    reveals: /"hint"/,
    finds: [{ actorId: "you", type: "hint" }],
  },
];

const HIDDEN = ["coin", "egg", "pear", "plum", "book", "torch", "wood", "vault", "home", "no-such-thing"];
const probes = (who: string): HouseAction[] =>
  HIDDEN.flatMap((id) => [
    by(who, take(id)),
    by(who, drop(id)),
    by(who, putIn("iron-key", id)),
    by(who, unlock(id, "iron-key")),
    by(who, request(id, "bo")),
    by(who, unlock("chest", id)),
    by(who, go(id)),
  ]);

describe("blindfold", () => {
  for (const { hides, who = "you", a, b, reveals } of PAIRS) {
    it(hides, () => {
      const [x, y] = [a, b].map((one) => ("minds" in one ? one : frameOf(one))) as [Frame<House>, Frame<House>];
      blindfold(engine, x, y, who, { probes: probes(who) });
      for (let game = 0; game < GAMES; game++) playBoth(x, y, who, reveals, `${hides} ${game}`);
    });
  }

  for (const { hides, a, b, finds } of PAIRS) {
    if (!finds) continue;
    it(`finds out ${hides}`, () => {
      const [x, y] = [a, b].map((one) => ("minds" in one ? one : frameOf(one))) as [Frame<House>, Frame<House>];
      const [one, two] = [turn(x, ...finds), turn(y, ...finds)];
      const turns = [
        { before: x, happened: one.draft },
        { before: y, happened: two.draft },
      ] as const;
      assert.throws(() => blindfold(engine, one.frame, two.frame, "you", { turns }));
    });
  }
});

const GAMES = process.env["ORRERY_LONG"] ? 60 : 1;

/** The same legal acts in both, chosen by what the player sees, which is the same in both. */
function playBoth(a: Frame<House>, b: Frame<House>, who: string, reveals: RegExp | undefined, seed: string): void {
  let [x, y] = [a, b];
  for (let i = 0; i < 12; i++) {
    const dice = keyedDice(sha256, { seed, salt: "0", lane: "@both", depth: i }, "chooser");
    const player = x.state.turn;
    const legal = house.legal(see(x, player), player).filter((action) => !reveals?.test(JSON.stringify(action)));
    const action = legal.length === 0 ? wait : dice.pick("act", legal as [HouseAction, ...HouseAction[]]);
    const [one, two] = [turn(x, action), turn(y, action)];
    blindfold(engine, one.frame, two.frame, who, {
      turns: [
        { before: x, happened: one.draft },
        { before: y, happened: two.draft },
      ],
    });
    [x, y] = [one.frame, two.frame];
  }
}
