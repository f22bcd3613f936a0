// People, places and scenery that a game master comes up with: taken up by the truth with an id and its consequences, or refused with a reason.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decideTurn, type Frame, viewOf } from "@orrery/kernel";
import { campaignOf } from "../campaign.ts";
import { prompt } from "../gm/prompt.ts";
import type { Table, TableAction } from "../shape.ts";
import { GM } from "../shape.ts";
import type { TableState } from "../state.ts";
import { table } from "../world.ts";
import { engine, sceneOf } from "./campaign.ts";

type Stage = Frame<Table>;
const ILSA = "pc_ilsa_vane_001";
const FIELD = { name: "Widow's Field", description: "Stubble, and a scarecrow.", miles: 0.5, ground: "wild" } as const;
const WELL = { name: "Stone Well", description: "Dry for years." } as const;
const JUNE = {
  block: "commoner",
  name: "June Marlow",
  role: "carter",
  gender: "woman",
  age: 30,
  disposition: "neutral",
  mbti: "ISTJ",
  alignment: "neutral",
} as const;

function turn(frame: Stage, actions: readonly TableAction[], seed = "inventions") {
  const actor = actions[0]!.actorId;
  const ask = table.asks(frame.state).find(({ to }) => to === actor)!;
  const provenance = { actor, ask: ask.id, by: "agent" } as const;
  const draft = decideTurn(engine, frame, "table", [{ actor, ask, actions, provenance }], { seed, salt: "0" });
  const lanes = { table: (frame.lanes["table"] ?? 0) + 1 };
  return { draft, frame: { ...frame, ...draft.after, lanes } as Stage };
}
const asked = (frame = sceneOf()): Stage =>
  turn(frame, [{ actorId: ILSA, type: "look", metadata: {} } as TableAction]).frame;
const gm = (type: TableAction["type"], metadata: object, more: object = {}): TableAction =>
  ({ actorId: GM, type, metadata, ...more }) as TableAction;

/** What the scripted game master would tell here, with other words. */
function telling(frame: Stage, narrative: string): TableAction {
  const said = table.legal(viewOf(engine, frame, GM), GM)[0]! as unknown as { metadata: object };
  return gm("narrate", { ...said.metadata, narrative });
}
function told(frame: Stage, inventions: readonly TableAction[], narrative: string) {
  const done = turn(frame, [...inventions, telling(frame, narrative)]);
  const refused = done.draft.validation.filter(({ success }) => !success);
  return { ...done, refused: refused.map(({ reason, message }) => `${reason}: ${message}`) };
}
const inPlay = (state: TableState) => campaignOf(state, ILSA).world_data as Record<string, Record<string, object>>;

describe("an invented place", () => {
  const { frame, refused } = told(asked(), [gm("add_place", FIELD)], "A path leads off to Widow's Field.");
  it("is in the campaign, with the ways to it and back, and on the map", () => {
    assert.deepEqual(refused, []);
    const { locations, current_location } = inPlay(frame.state);
    const here = current_location as unknown as string;
    assert.deepEqual(locations!["loc_widow_s_field_001"], {
      display_name: "Widow's Field",
      connected_to: [here],
      entities_present: [],
      environmental_effects: [],
    });
    const view = viewOf(engine, frame, ILSA);
    const way = view.ways.find(({ to }) => to === "loc_widow_s_field_001")!;
    assert.deepEqual([way.name, way.miles, way.seconds], ["Widow's Field", 0.5, 900]);
    const spots = view.map.map(({ x, y }) => `${x} ${y}`);
    assert.equal(new Set(spots).size, spots.length, "no two places are drawn on one spot");
    assert.deepEqual(table.valid(frame.state), []);
    assert.ok(frame.state.told!.entities_mentioned.includes("Widow's Field"));
  });
  it("can be walked to and from, by the clock, and offers what any place does", () => {
    let at = frame;
    for (const place of ["loc_widow_s_field_001", frame.state.at]) {
      const before = at.state.now.micro;
      const travel = { actorId: ILSA, type: "travel", locationId: place, metadata: {} } as TableAction;
      const gone = turn(at, [travel]);
      assert.equal(gone.draft.validation[0]!.success, true, gone.draft.validation[0]!.message);
      const heard = turn(gone.frame, [table.legal(viewOf(engine, gone.frame, GM), GM)[0]! as TableAction]);
      assert.equal(heard.draft.validation[0]!.success, true, heard.draft.validation[0]!.message);
      at = heard.frame;
      assert.equal(at.state.at, place);
      assert.ok(at.state.now.micro - before >= 900e6);
      assert.ok(viewOf(engine, at, ILSA).choices.length >= 3);
    }
    assert.equal(at.state.places["loc_widow_s_field_001"]!.visited, true);
  });
  for (const [why, change, says] of [
    ["a name that is taken", { name: "Thornwick" }, /called "Thornwick" already/],
    ["a living person's name", { name: "Jory Pell" }, /called "Jory Pell" already/],
    ["no name", { name: "!!" }, /"!!" is no name/],
    ["an alignment in it", { description: "A chaotic evil place." }, /nothing that players may read/],
  ] as const)
    it(`is refused with ${why}`, () => {
      const done = turn(asked(), [gm("add_place", { ...FIELD, ...change })]);
      assert.match(done.draft.validation[0]!.message ?? "", says);
      assert.deepEqual(done.frame.state.adventure.places, sceneOf().state.adventure.places);
    });
  it("is refused in a fight, behind a line, and beyond the twelfth", () => {
    const verdict = (frame: Stage) => turn(frame, [gm("add_place", FIELD)]).draft.validation[0]!;
    const limited = sceneOf((state) => ({ ...state, settings: { ...state.settings, lines: ["scarecrow"] } }));
    assert.equal(verdict(asked(limited)).reason, "off_limits");
    let full = asked();
    for (let n = 1; n <= 12; n++) {
      const one = turn(full, [gm("add_place", { ...FIELD, name: `Field ${n}` })]);
      assert.equal(one.draft.validation[0]!.success, true, one.draft.validation[0]!.message);
      full = one.frame;
    }
    assert.match(verdict(full).message ?? "", /12 places were invented/);
    const road = sceneOf((state) => ({ ...state, scene: "toll", at: "loc_salt_road_001" }));
    const fight = turn(road, [
      { actorId: ILSA, type: "attack", targetId: "npc_perrin_001", metadata: {} } as TableAction,
    ]).frame;
    assert.ok(fight.state.combat, "they fight");
    assert.match(verdict(fight).message ?? "", /in a fight/);
  });
});

describe("invented scenery", () => {
  const { frame, refused } = told(asked(), [gm("add_prop", WELL)], "There is a Stone Well here.");
  it("is an object of the campaign, seen by players who are there", () => {
    assert.deepEqual(refused, []);
    assert.deepEqual(inPlay(frame.state)["objects"], {
      item_stone_well_001: { display_name: "Stone Well", location: frame.state.at, state: "whole" },
    });
    assert.deepEqual(viewOf(engine, frame, ILSA).props, [{ id: "item_stone_well_001", ...WELL, state: "whole" }]);
    assert.deepEqual(table.valid(frame.state), []);
  });
  it("is not seen from elsewhere, and cannot be taken for gear", () => {
    const away = { ...frame, state: { ...frame.state, at: "loc_salt_road_001" } };
    assert.deepEqual(viewOf(engine, away, ILSA).props, []);
    const take = { actorId: ILSA, type: "take", targetId: "item_stone_well_001", metadata: {} } as TableAction;
    assert.equal(turn(frame, [take]).draft.validation[0]!.reason, "no_such_item");
  });
  it("changes its state, and is offered no more once it is empty", () => {
    const emptied = told(
      asked(frame),
      [gm("change_prop", { state: "empty" }, { targetId: "item_stone_well_001" })],
      "The Stone Well is dry to its floor.",
    );
    assert.deepEqual(emptied.refused, []);
    const later = asked(emptied.frame);
    const said = telling(later, "The Stone Well gapes.") as unknown as { metadata: { choices: object } };
    const loot = { text: "Search the Stone Well", description: "Climb down once more.", risk_level: "low" };
    const { other_action, ...rest } = said.metadata.choices as Record<string, object>;
    const choices = { ...Object.fromEntries(Object.entries(rest).slice(0, 3)), search_well: loot, other_action };
    const again = turn(later, [gm("narrate", { ...said.metadata, choices })]);
    assert.match(again.draft.validation[0]!.message ?? "", /Stone Well was emptied before/);
  });
  it("is gone for good when it is gone", () => {
    const gone = told(
      asked(frame),
      [gm("change_prop", { state: "gone" }, { targetId: "item_stone_well_001" })],
      "Stones fall, and it is filled.",
    );
    assert.deepEqual(gone.refused, []);
    assert.deepEqual(viewOf(engine, gone.frame, ILSA).props, []);
    const back = turn(asked(gone.frame), [gm("change_prop", { state: "whole" }, { targetId: "item_stone_well_001" })]);
    assert.equal(back.draft.validation[0]!.reason, "no_such_target");
  });
  for (const [why, change, says] of [
    ["gear of the rules", { name: "Longsword" }, /gear of the rules/],
    ["a potion", { name: "Potion of healing" }, /gear of the rules/],
    ["a name that is taken", { name: "Jory Pell" }, /already/],
  ] as const)
    it(`is refused as ${why}`, () => {
      const done = turn(asked(), [gm("add_prop", { ...WELL, ...change })]);
      assert.match(done.draft.validation[0]!.message ?? "", says);
      assert.equal(done.frame.state.props, undefined);
    });
});

describe("an invented person", () => {
  it("is an NPC with every field, at the place of the party", () => {
    const { frame, refused } = told(asked(), [gm("spawn", JUNE)], "June Marlow reins in her mule.");
    assert.deepEqual(refused, []);
    const npc = campaignOf(frame.state, ILSA).npc_data["June Marlow"] as Record<string, unknown>;
    assert.deepEqual(
      [npc["string_id"], npc["role"], npc["present"], npc["location"]],
      ["npc_june_marlow_001", "carter", true, frame.state.at],
    );
    assert.deepEqual(table.valid(frame.state), []);
  });
  it("who is only told of is refused with the telling", () => {
    const { refused } = told(asked(), [], 'A cart stops. "Well met," says June Marlow.');
    assert.match(refused.join(), /Nobody called "June Marlow" is in the state/);
  });
  for (const [why, change, says] of [
    ["a dead man's name", { name: "Old Tam" }, /dead/],
    ["a taken name", { name: "Jory Pell" }, /already/],
    ["a monster", { block: "zombie" }, /Only people and beasts/],
    ["a creature of no book", { block: "laser_cat" }, /none of the rules' creatures/],
  ] as const)
    it(`is refused with ${why}`, () => {
      const frame = sceneOf((state) => ({
        ...state,
        tombs: [{ id: "npc_tam_001", name: "Old Tam", at: state.now, by: "age" }],
      }));
      const done = turn(asked(frame), [gm("spawn", { ...JUNE, ...change })]);
      assert.match(`${done.draft.validation[0]!.reason} ${done.draft.validation[0]!.message}`, says);
    });
});

describe("a mission of the game master's", () => {
  it("is offered or failed, and never completed by word alone", () => {
    const mission = { mission_id: "find_mule", title: "The lost mule", status: "accepted", objective: "Find it." };
    const { frame, refused } = told(asked(), [gm("advance_mission", mission)], "She asks after her mule.");
    assert.deepEqual(refused, []);
    assert.deepEqual(frame.state.missions.at(-1), mission);
    const done = turn(asked(), [gm("advance_mission", { ...mission, status: "completed" })]);
    assert.equal(done.draft.validation[0]!.success, false);
  });
});

describe("a model's inventions", () => {
  it("become actions before the telling that names them", () => {
    const frame = asked();
    const { actions } = prompt({ ask: table.asks(frame.state)[0]!, view: viewOf(engine, frame, GM), legal: [] });
    const { metadata } = telling(frame, "June Marlow waters a mule at the Stone Well, by the path to Widow's Field.");
    const made = actions({
      ...(metadata as object),
      inventions: { people: [JUNE], places: [FIELD], props: [WELL], changed: [], missions: [] },
    } as never) as readonly TableAction[];
    assert.deepEqual(
      made.map(({ type }) => type),
      ["spawn", "add_place", "add_prop", "narrate"],
    );
    const done = turn(frame, made);
    assert.deepEqual(
      done.draft.validation.map(({ success, message }) => (success ? "" : message)),
      ["", "", "", ""],
    );
    assert.deepEqual(
      ["June Marlow", "Stone Well", "Widow's Field"].filter(
        (name) => !done.frame.state.told!.entities_mentioned.includes(name),
      ),
      [],
    );
  });
});
