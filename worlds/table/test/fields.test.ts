// The campaign as the protocol has it, field by field: every place of the source is there, is of its kind, and says what is so.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { campaignOf } from "../campaign.ts";
import { Deed } from "../play/deed.ts";
import { land } from "../play/landing.ts";
import { passTime } from "../play/pressure.ts";
import { get, type JsonObject } from "../protocol/path.ts";
import { kindAt, kindProblem, NPC_REQUIRED, STATE, statusProblem } from "../protocol/sheet.ts";
import type { TableState } from "../state.ts";
import { table } from "../world.ts";
import { dull, game, sceneOf } from "./campaign.ts";

const ILSA = "pc_ilsa_vane_001";
const custom = (state: TableState) => campaignOf(state, ILSA).custom_campaign_state;
const npc = (state: TableState, name: string) => campaignOf(state, ILSA).npc_data[name] as JsonObject;
/** What the source lists of a player's character. */
const CHARACTER = (
  "string_id name level class background alignment mbti hp_current hp_max temp_hp armor_class attributes proficiency_bonus " +
  "skills saving_throw_proficiencies resources experience equipment combat_stats status_conditions death_saves " +
  "active_effects features spells_known"
).split(" ");
const TIMED = {
  time_sensitive_events: "description deadline consequences urgency_level status warnings_given related_npcs",
  npc_agendas: "current_goal progress_percentage next_milestone blocking_factors completed_milestones",
  world_resources:
    "current_amount max_amount depletion_rate depletion_unit critical_level consequence last_updated_day",
} as const;

describe("the campaign of a played game", () => {
  const { commits } = game("fields", ["ilsa", "bram", "maren", "tobin"], 120);
  const states = commits.map(({ frame }) => frame.state).filter((_, i) => i % 6 === 0 || i === commits.length - 1);
  it("has every field in its kind, and no other", () => {
    for (const state of states)
      for (const hero of state.order) assert.equal(kindProblem(STATE, campaignOf(state, hero) as never), null);
  });
  it("has all that the source asks of a character, a person, a place and the clock", () => {
    for (const state of states) {
      const { player_character_data: hero, npc_data: people, world_data: world } = campaignOf(state, ILSA);
      assert.deepEqual(
        CHARACTER.filter((field) => hero[field] === undefined),
        [],
      );
      for (const one of Object.values(people) as JsonObject[]) {
        assert.deepEqual(
          [...NPC_REQUIRED, "temp_hp", "visibility"].filter((field) => one[field] === undefined),
          [],
        );
        assert.equal(statusProblem(one), null);
      }
      for (const place of Object.values(world["locations"] as JsonObject))
        assert.deepEqual(
          ["display_name", "connected_to", "entities_present", "environmental_effects"].filter(
            (field) => (place as JsonObject)[field] === undefined,
          ),
          [],
        );
      for (const [part, fields] of Object.entries(TIMED))
        for (const one of Object.values(custom(state)[part] as JsonObject))
          assert.deepEqual(
            fields.split(" ").filter((field) => (one as JsonObject)[field] === undefined),
            [],
          );
    }
  });
  it("keeps a tombstone of each who died", () => {
    const last = states.at(-1)!;
    assert.ok(last.tombs.length > 0, "somebody died");
    const stones = custom(last)["tombstones"] as JsonObject;
    assert.deepEqual(Object.keys(stones).sort(), last.tombs.map(({ id }) => id).sort());
    for (const { id, name } of last.tombs) assert.equal(get(stones, id, "display_name"), name);
  });
  it("marks each turn of the timeline with its time and what it was about", () => {
    const { timeline } = states.at(-1)!;
    for (const { at, kind } of timeline) assert.ok(at && kind);
    assert.ok(new Set(commits.at(-1)!.frame.state.timeline.map(({ kind }) => kind)).size > 1);
  });
});

describe("the day of the last warning", () => {
  const { state } = sceneOf();
  const warned = (hours: number) => {
    const deed = new Deed(state, dull);
    passTime(deed, hours * 3600);
    return deed.state;
  };
  const day = (one: TableState) => get(custom(one), "time_pressure_warnings", "last_warning_day");
  it("is none before the first warning", () => assert.equal(day(state), null));
  it("is that of the warning, also when days have gone by", () => {
    const first = warned(4);
    assert.equal(day(first), 0);
    const later = new Deed(first, dull);
    later.emit({ type: "passed", seconds: 3 * 86_400, micros: 0 });
    assert.equal(day(later.state), 0);
  });
});

describe("how somebody can be seen", () => {
  const { state } = sceneOf();
  const name = "Hesper Rudd";
  const with_ = (change: object): TableState => ({
    ...state,
    npcs: { ...state.npcs, npc_hesper_001: { ...state.npcs["npc_hesper_001"]!, ...change } },
  });
  for (const [what, change, visibility, status] of [
    ["in plain sight", {}, "visible", "conscious"],
    ["hidden", { hidden: true }, "hidden", "conscious"],
    ["invisible", { conditions: [{ is: "invisible", by: "a spell" }] }, "invisible", "conscious"],
    ["in the dusk", { place: "loc_ferry_001" }, "obscured", "conscious"],
    ["in the dark", { place: "loc_crypt_001" }, "darkness", "conscious"],
    ["asleep", { conditions: [{ is: "unconscious", by: "a spell" }] }, "visible", "unconscious"],
  ] as const)
    it(`is written for somebody ${what}`, () => {
      const { visibility: seen, status: life } = npc(with_(change), name);
      assert.deepEqual([seen, life], [visibility, status]);
    });
  it("is set by a god as hidden or visible, and temporary hit points as a number", () => {
    const deed = new Deed(state, dull);
    assert.equal(land(deed, ILSA, ["npc_data", name, "visibility"], "hidden"), null);
    assert.equal(land(deed, ILSA, ["npc_data", name, "temp_hp"], 7), null);
    assert.deepEqual([npc(deed.state, name)["visibility"], npc(deed.state, name)["temp_hp"]], ["hidden", 7]);
    assert.match(land(deed, ILSA, ["npc_data", name, "visibility"], "darkness")!, /follows from light/);
    assert.match(land(deed, ILSA, ["npc_data", name, "temp_hp"], -1)!, /whole number/);
  });
});

describe("a message of version 1", () => {
  it("keeps the campaign in the form of its time", () => {
    const { state } = sceneOf();
    const began = { type: "began", hero: ILSA, mode: "STORY", input: "" } as const;
    const [lifted] = table.upcast[1](began);
    const { before: old } = table.apply.began(state, lifted as typeof began).pending!;
    const { before: now } = table.apply.began(state, began).pending!;
    assert.deepEqual(Object.keys(old.npc_data).sort(), Object.keys(now.npc_data).sort());
    for (const one of Object.values(old.npc_data) as JsonObject[])
      assert.deepEqual([one["temp_hp"], one["visibility"]], [undefined, undefined]);
    assert.deepEqual(
      [
        old.custom_campaign_state["tombstones"],
        get(old.custom_campaign_state, "time_pressure_warnings", "last_warning_day"),
      ],
      [undefined, 0],
    );
  });
  it("is told of without places that the source does not have", () =>
    assert.equal(kindAt(["npc_data", "X", "aura"]), null));
});
