// The mystery: whoever chance has made the culprit, evidence tells; and each accusation, right, hasty or wrong, has its end.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { canonical, type Frame } from "@orrery/kernel";
import { blindfold, frameAt, legally, playOut } from "@orrery/kernel/testing";
import { type House, type HouseAction, house } from "../index.ts";
import { engine, examine, go, see, turn, wait } from "./manor.ts";
import { shipped, walk } from "./shipped.ts";

const mystery = shipped("mystery");
const CULPRITS = ["julian", "finch", "osei"] as const;
type Culprit = (typeof CULPRITS)[number];
/** The story as it is when chance has chosen this one. */
const startWith = (culprit: Culprit): Frame<House> => {
  const pick = { pick: (_purpose: string, list: readonly string[]) => list.find((one) => one === culprit) ?? list[0] };
  return frameAt(engine, house.open(mystery, pick as never));
};
const ask = (to: string, about = "last-night"): HouseAction => ({
  actorId: "you",
  type: "ask",
  metadata: { to, about },
});
const accuse = (targetId: string): HouseAction => ({ actorId: "you", type: "accuse", targetId });
const endOf = (frame: Frame<House>) => (house.outcome(frame.state) as { ending: string } | null)?.ending;

/** All that can be looked into, the same for every culprit; ends in the hall. */
const round: HouseAction[] = [
  examine("bag"),
  examine("study-door"),
  go("north"),
  examine("glass"),
  examine("study-key"),
  examine("bookcases"),
  go("south"),
  go("up"),
  go("west"),
  examine("bottles"),
  go("east"),
  go("down"),
  go("east"),
  go("north"),
  examine("tin"),
  ask("constance"),
  go("south"),
  go("west"),
  go("west"),
  go("west"),
  ask("hallam"),
  go("east"),
  go("east"),
];
const wayTo: Record<string, HouseAction[]> = {
  julian: [go("east")],
  finch: [go("west")],
  osei: [],
  hallam: [go("west"), go("west")],
  constance: [go("east"), go("north")],
};
const PROVED = { julian: "through-the-wall", finch: "a-loop-of-wool", osei: "an-open-door" } as const;
/** What in all that is seen and heard points to each. */
const SIGNS: Record<Culprit, RegExp[]> = {
  julian: [/almonds/, /quarter of a circle/, /clean place/, /draught from a bookcase/, /Mr Julian/],
  finch: [/white grit/, /loop of grey wool/, /slit/, /woman's voice/, /Miss Finch/],
  osei: [/leaf green/, /not even scratched/, /one loop is empty/, /called out that it was locked/, /The doctor/],
};

describe("the mystery", () => {
  it("has ten rooms, five people to talk to, and everything is described", () => {
    assert.ok(Object.keys(mystery.rooms).length >= 8);
    assert.equal(Object.keys(mystery.people).length - mystery.players.length, 5);
    for (const part of [mystery.rooms, mystery.doors, mystery.things, mystery.people])
      for (const [id, { description }] of Object.entries(part)) assert.ok(description.length > 15, id);
  });

  for (const culprit of CULPRITS) {
    it(`can be solved by evidence when it was ${culprit}, which points to nobody else`, () => {
      const { frame, texts } = walk(startWith(culprit), round);
      const all = texts.join("\n");
      for (const other of CULPRITS)
        for (const sign of SIGNS[other].slice(0, 4)) assert.equal(sign.test(all), other === culprit, `${sign}`);
      assert.equal(frame.state.counters?.["proof"], 5);
      const { frame: end, texts: last } = walk(frame, [...wayTo[culprit]!, accuse(culprit)]);
      assert.equal(endOf(end), PROVED[culprit]);
      assert.match(last.at(-1)!, /— [A-Z][\w ]+ —$/);
    });
    it(`ends badly for ${culprit} accused in haste, or anybody else accused at all`, () => {
      const start = startWith(culprit);
      assert.equal(endOf(walk(start, [...wayTo[culprit]!, accuse(culprit)]).frame), "not-proven");
      const known = walk(start, round).frame;
      for (const other of Object.keys(wayTo))
        if (other !== culprit) {
          const { frame } = walk(known, [...wayTo[other]!, accuse(other)]);
          assert.deepEqual(house.outcome(frame.state), { ending: "the-wrong-one", tone: "lost" });
        }
    });
  }

  it("people who were not met yet can be asked about", () => {
    const { texts } = walk(startWith("finch"), [ask("osei", "julian")]);
    assert.match(texts[0]!, /^You ask Dr Osei about Julian\. .*cyanide/);
    assert.equal(turn(startWith("finch"), ask("julian")).draft.validation[0]?.reason, "not_here");
    assert.match(walk(startWith("finch"), [ask("osei")]).texts[0]!, /about last night\./);
  });

  it("what is counted is not shown", () => {
    const { frame } = walk(startWith("julian"), round);
    assert.ok(!canonical(see(frame)).includes("proof"));
    assert.ok(!canonical(see(frame)).includes("culprit"));
  });

  it("is opened by the dice: every suspect comes up, and the same seed gives the same one", () => {
    const castBy = (seed: string) =>
      playOut(engine, { config: mystery, choose: () => [], seed, turns: 0 }).opened.frame.state.cast?.["culprit"];
    const seeds = Array.from({ length: 24 }, (_, i) => `mystery ${i}`);
    assert.deepEqual([...new Set(seeds.map(castBy))].sort(), [...CULPRITS].sort());
    assert.equal(castBy("mystery 3"), castBy("mystery 3"));
    assert.throws(() => house.open(mystery), /no dice/);
  });

  it("tells nobody who it was before it is found out", () => {
    for (const [a, b] of [
      ["julian", "finch"],
      ["finch", "osei"],
    ] as const) {
      blindfold(engine, startWith(a), startWith(b), "you", { probes: [accuse("osei"), accuse("julian"), wait] });
      // A walk in which nothing is looked at gives nothing away.
      const still = round.filter(({ type }) => type === "go");
      const [x, y] = [walk(startWith(a), still), walk(startWith(b), still)];
      assert.deepEqual(x.texts, y.texts);
      blindfold(engine, x.frame, y.frame, "you");
    }
  });

  it("ends at noon, after two warnings, for whoever only waits", () => {
    let frame = startWith("osei");
    const texts: string[] = [];
    while (house.outcome(frame.state) === null) {
      const next = walk(frame, [wait]);
      texts.push(...next.texts);
      frame = next.frame;
    }
    assert.equal(endOf(frame), "noon");
    assert.equal(frame.state.time, 80);
    assert.equal(texts.filter((text) => /eleven|engine/.test(text)).length, 2);
  });

  it("can be solved from wherever random play has led, while nobody was accused", () => {
    let solved = 0;
    for (let i = 0; i < 12; i++) {
      const choose: typeof legally<House> = (chance) =>
        legally({ ...chance, legal: chance.legal.filter(({ type }) => type !== "accuse") });
      const culprit = CULPRITS[i % 3]!;
      const begun = startWith(culprit);
      const played = playOut(
        { ...engine, world: { ...house, open: () => begun.state } },
        { config: mystery, choose, seed: `mystery ${i}`, turns: 30 },
      );
      if (played.outcome !== null) continue;
      // Whatever was moved, what people say and where the poison came from stays where it is.
      let frame: Frame<House> = played.frame;
      const act = (action: HouseAction) => {
        const next = turn(frame, action);
        assert.ok(next.draft.validation[0]!.success, `${JSON.stringify(action)}: ${next.draft.validation[0]!.message}`);
        frame = { ...next.frame, state: { ...next.frame.state, time: 0 } };
      };
      for (const action of [...home(frame), ...[examine("bag"), examine("study-door"), go("up"), go("west")]])
        act(action);
      for (const action of [examine("bottles"), go("east"), go("down"), ...wayTo["constance"]!]) act(action);
      for (const action of [examine("tin"), ask("constance"), go("south"), go("west"), ...wayTo["hallam"]!])
        act(action);
      for (const action of [ask("hallam"), go("east"), go("east"), ...wayTo[culprit]!, accuse(culprit)]) act(action);
      assert.equal(endOf(frame), PROVED[culprit]);
      solved++;
    }
    assert.ok(solved >= 6, `${solved} were still open`);
  });
});

/** Back to the hall, from any room. */
function home({ state }: Frame<House>): HouseAction[] {
  const BACK: Record<string, string[]> = {
    hall: [],
    garden: ["in"],
    study: ["south"],
    library: ["west"],
    conservatory: ["south", "west"],
    "dining-room": ["east"],
    kitchen: ["east", "east"],
    upstairs: ["down"],
    bedroom: ["west", "down"],
    darkroom: ["east", "down"],
  };
  const door: HouseAction = { actorId: "you", type: "open", targetId: "study-door" };
  const shut = !state.doors["study-door"]!.open && ["hall", "study"].includes(state.people["you"]!.at);
  return [...(shut ? [door] : []), ...BACK[state.people["you"]!.at]!.map(go)];
}
