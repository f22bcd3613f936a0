// The check as a whole: clean responses pass, each settled point of the contract holds, and what does not land leaves the engine's turn as it was.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, it } from "node:test";
import { CODES, checkResponse, isCampaign, readCampaign } from "../../protocol/index.ts";
import { get, type JsonObject, put } from "../../protocol/path.ts";
import { choices, fight, god, judge, SCENE_NAMES, type Scene, scene, talk, textOf, think, time } from "./scenes.ts";

const withField = (scene: Scene, field: string, value: unknown): Scene => ({
  ...scene,
  response: { ...scene.response, [field]: value },
});
const without = (scene: Scene, field: string): Scene => {
  const { [field]: _gone, ...response } = scene.response;
  return { ...scene, response };
};
const withUpdates = (scene: Scene, updates: unknown): Scene => withField(scene, "state_updates", updates);
const withState = (scene: Scene, place: readonly string[], value: unknown): Scene => ({
  ...scene,
  state: put(scene.state as JsonObject, place, value as never) as Record<string, unknown>,
});
const codes = (scene: Scene, text?: string) => judge(scene, text).violations.map(({ code, path }) => `${code} ${path}`);

describe("clean responses", () => {
  for (const name of SCENE_NAMES)
    it(`${name}: has no violation`, () => {
      const { ok, violations, mode } = judge(scene(name));
      assert.deepEqual(violations, []);
      assert.equal(ok, true);
      assert.equal(mode, scene(name).mode);
    });

  it("takes a STORY response without its mode line", () => {
    assert.deepEqual(codes({ ...talk(), mode: null }), []);
  });

  it("returns a state that is valid input", () => {
    const { state } = judge(fight());
    const again = readCampaign(JSON.parse(JSON.stringify(state)));
    assert.ok(isCampaign(again));
    assert.equal(get(state, "resolved"), undefined);
    assert.deepEqual(get(state, "offered"), ["attack_goblin_archer", "take_cover", "other_action"]);
    assert.equal(
      get(state, "custom_campaign_state", "tombstones", "npc_goblin_scout_001", "display_name"),
      "Goblin Scout",
    );
  });
});

describe("the envelope", () => {
  const cases: readonly [string, string, string][] = [
    ["nothing", "", "empty_response response:1:1"],
    ["prose alone", "The goblin snarls.", "json_not_object response:1:1"],
    ["a code fence", `\`\`\`json\n${textOf({ ...talk(), mode: null })}\n\`\`\``, "code_fence response:1:1"],
    ["text behind", `${textOf(talk())}\nEnjoy!`, "text_outside_json"],
    ["two objects", `${textOf(talk())}{}`, "text_outside_json"],
    ["a cut-off", textOf(talk()).slice(0, -20), "json_syntax"],
    ["a trailing comma", textOf(talk()).replace(/\}$/, ",}"), "json_syntax"],
    ["NaN", textOf(talk()).replace('"minute": 32', '"minute": NaN'), "json_syntax"],
    [
      "a duplicate key",
      textOf(talk()).replace('"minute": 32', '"minute": 32, "minute": 33'),
      "duplicate_key state_updates.world_data.world_time.minute",
    ],
    [
      "a reserved key",
      textOf(talk()).replace('"minute": 32', '"minute": 32, "__proto__": {}'),
      "reserved_key state_updates.world_data.world_time.__proto__",
    ],
    ["a wrong mode line", `[Mode: Story]\n${textOf({ ...talk(), mode: null })}`, "mode_line response:1:1"],
    ["GOD mode unasked", textOf({ ...talk(), mode: "GOD" }), "mode_wrong mode"],
  ];
  for (const [name, text, expected] of cases)
    it(`${name}: is refused, and the turn goes on without it`, () => {
      const { violations, state, shown, ok } = judge(talk(), text);
      assert.ok(
        violations.some(({ code, path }) => `${code} ${path}`.startsWith(expected)),
        JSON.stringify(violations),
      );
      assert.equal(ok, false);
      assert.deepEqual(get(state, "world_data", "world_time", "minute"), 31, "the engine's own minute");
      assert.ok(String(shown["narrative"]).length > 0);
    });
});

describe("fields", () => {
  for (const field of Object.keys(talk().response))
    it(`${field} is required`, () => {
      assert.deepEqual(
        codes(without(talk(), field)).filter((one) => one.endsWith(` ${field}`)),
        [`field_missing ${field}`],
      );
    });

  it("refuses fields that the protocol does not have, and says where", () => {
    assert.deepEqual(codes(withField(talk(), "mood", "dark")), ["field_unknown mood"]);
    assert.deepEqual(codes(withField(talk(), "debug_info", { dm_notes: [], mood: 1 })), [
      "field_unknown debug_info.mood",
    ]);
  });

  it("names the place of a choice key that is not snake_case", () => {
    const scene = withField(talk(), "planning_block", {
      thinking: "",
      choices: choices("attack-goblin", "leave_inn", "other_action"),
    });
    assert.deepEqual(codes(scene), ["choice_key planning_block.choices.attack-goblin"]);
    assert.equal(get(judge(scene).state, "world_data", "world_time", "minute"), 32, "the update lands all the same");
  });

  it("takes every code from the closed list", () => {
    for (const { code, message } of judge(talk(), "{}").violations) {
      assert.ok(Object.hasOwn(CODES, code));
      assert.match(message, /\.$/);
    }
  });
});

describe("state updates", () => {
  const refused: readonly [string, unknown, string][] = [
    ["a sixth key", { party: {} }, "update_root party"],
    ["a replaced root", { npc_data: "__DELETE__" }, "update_replaces npc_data"],
    [
      "hit points of its own",
      { player_character_data: { hp_current: 3 } },
      "update_differs player_character_data.hp_current",
    ],
    [
      "numbers as text",
      { player_character_data: { hp_current: "15" } },
      "update_type player_character_data.hp_current",
    ],
    [
      "gold by its other name",
      { player_character_data: { inventory: { gold: 500 } } },
      "update_differs player_character_data.resources.gold",
    ],
    [
      "missions as a dict",
      { custom_campaign_state: { active_missions: { main: {} } } },
      "update_type custom_campaign_state.active_missions",
    ],
    [
      "memories as a list",
      { custom_campaign_state: { core_memories: ["x"] } },
      "list_update custom_campaign_state.core_memories",
    ],
    ["a string over an NPC", { npc_data: { "Mara Voss": "gone" } }, 'update_type npc_data."Mara Voss"'],
    ["enemies", { combat_state: { enemies: {} } }, "update_unknown combat_state.enemies"],
    [
      "a fighter beside combatants",
      { combat_state: { goblin_1: { hp_current: 0 } } },
      "update_unknown combat_state.goblin_1",
    ],
    ["NPCs in the world", { world_data: { npcs: { x: {} } } }, "update_unknown world_data.npcs"],
    [
      "another id",
      { npc_data: { "Mara Voss": { string_id: "npc_mara_002" } } },
      'entity_id_changed npc_data."Mara Voss".string_id',
    ],
    ["deleting the living", { npc_data: { "Mara Voss": "__DELETE__" } }, 'delete_undefeated npc_data."Mara Voss"'],
    [
      "raising the dead",
      { npc_data: { "Gorm Ashfist": { present: true } } },
      'dead_changed npc_data."Gorm Ashfist".present',
    ],
    ["a half NPC", { npc_data: { Brenna: { role: "guard" } } }, "npc_incomplete npc_data.Brenna.string_id"],
    [
      "a completed mission unlogged",
      { custom_campaign_state: { active_missions: [{ mission_id: "rescue_merchant", status: "completed" }] } },
      "memory_missing custom_campaign_state.core_memories",
    ],
    ["backward time", { world_data: { world_time: { minute: 10 } } }, "time_backward world_data.world_time"],
    [
      "too long a talk",
      { world_data: { world_time: { hour: 18, time_of_day: "Evening" } } },
      "time_bounds world_data.world_time",
    ],
    ["an hour alone", { world_data: { world_time: { hour: 15 } } }, "time_of_day world_data.world_time"],
    [
      "a wrong part of day",
      { world_data: { world_time: { minute: 32, hour: 14, time_of_day: "Night" } } },
      "time_of_day world_data.world_time",
    ],
    [
      "no such date",
      { world_data: { world_time: { month: "Shieldmeet", year: 1493, day: 1 } } },
      "time_invalid world_data.world_time",
    ],
  ];
  for (const [name, updates, expected] of refused)
    it(`${name}: refused, and nothing of the response lands`, () => {
      const { violations, state } = judge(withUpdates(talk(), updates));
      assert.ok(
        violations.some(({ code, path }) => `${code} ${path}` === expected),
        JSON.stringify(violations),
      );
      const { world_data: _time, offered: _offered, ...rest } = state;
      const { world_data: _old, offered: _keys, ...before } = talk().state;
      assert.deepEqual(rest, before);
      assert.equal(get(state, "world_data", "world_time", "minute"), 31);
    });

  it("accepts the fields that a model may write", () => {
    const scene = withUpdates(talk(), {
      world_data: { world_time: { minute: 32 } },
      npc_data: { "Mara Voss": { relationships: { Kira: "wary" } }, "Captain Orrin": { present: true } },
      player_character_data: { hp_current: 15 },
      custom_campaign_state: {
        active_missions: [
          { mission_id: "rescue_merchant", status: "active" },
          {
            mission_id: "find_road",
            title: "Find the Road",
            status: "accepted",
            objective: "Learn who watches the road",
          },
        ],
        core_memories: { append: "Mara warned Kira of the old road." },
        npc_agendas: { npc_mara_voss_001: { current_goal: "Keep the inn safe", progress_percentage: 10 } },
      },
    });
    const { violations, state } = judge(scene);
    assert.deepEqual(violations, []);
    assert.equal((get(state, "custom_campaign_state", "active_missions") as unknown[]).length, 2);
    assert.equal((get(state, "custom_campaign_state", "core_memories") as unknown[]).length, 2);
    assert.equal(get(state, "npc_data", "Captain Orrin", "present"), true);
  });

  it("notes an alias that was accepted", () => {
    const { ok, applied } = judge(
      withUpdates(talk(), {
        player_character_data: { inventory: { gold: 50 } },
        world_data: { world_time: { minute: 32 } },
      }),
    );
    assert.equal(ok, true);
    assert.ok(
      applied.some(
        ({ path, cause }) => path === "player_character_data.resources.gold" && cause.includes("inventory.gold"),
      ),
    );
  });

  it("completes identity fields at the first change, and never shows them", () => {
    const scene = withState(
      withUpdates(talk(), {
        npc_data: { "Mara Voss": { relationships: { Kira: "warm" } } },
        world_data: { world_time: { minute: 32 } },
      }),
      ["npc_data", "Mara Voss", "mbti"],
      "",
    );
    const { applied, shown } = judge(scene);
    assert.ok(
      applied.some(
        ({ path, cause, after }) =>
          path === 'npc_data."Mara Voss".mbti' && cause === "completed" && /^[EI][NS][FT][JP]$/.test(String(after)),
      ),
    );
    assert.doesNotMatch(JSON.stringify(shown), /mbti|\b[EI][NS][FT][JP]\b/);
  });
});

describe("time and its pressure", () => {
  it("advances a microsecond for thinking, through midnight if need be", () => {
    const late = withState(think(), ["world_data", "world_time"], {
      ...time(30, 23, 59, 59, 999_999),
      month: "Mirtul",
    });
    const { state } = judge(late, "");
    assert.deepEqual(get(state, "world_data", "world_time"), {
      year: 1492,
      month: "Kythorn",
      day: 1,
      hour: 0,
      minute: 0,
      second: 0,
      microsecond: 0,
      time_of_day: "Deep Night",
    });
  });

  it("gives each warning once, fires the consequence once, and runs resources down", () => {
    const event = {
      description: "The merchant is sold",
      deadline: time(11, 14, 0),
      consequences: "The merchant is gone.",
      urgency_level: "high",
      status: "active",
      warnings_given: 0,
      related_npcs: [],
    };
    const food = {
      current_amount: 10,
      max_amount: 10,
      depletion_rate: 24,
      depletion_unit: "per_day",
      critical_level: 9,
      consequence: "People go hungry.",
      last_updated_day: 10,
    };
    const scene = withState(
      withState(talk(), ["custom_campaign_state", "time_sensitive_events", "sale"], event),
      ["custom_campaign_state", "world_resources", "food"],
      food,
    );
    const hour = { ...withUpdates(scene, {}), state: { ...scene.state, resolved: { seconds: 3600 } } };
    const first = judge(hour, "");
    assert.equal(get(first.state, "custom_campaign_state", "time_sensitive_events", "sale", "warnings_given"), 3);
    assert.equal(get(first.state, "custom_campaign_state", "world_resources", "food", "current_amount"), 9);
    const second = judge({ ...hour, state: { ...first.state, resolved: { seconds: 3600 } } }, "");
    assert.ok(!second.applied.some(({ cause }) => cause.includes("warning")));
    const third = judge({ ...hour, state: { ...second.state, resolved: { seconds: 86_400 } } }, "");
    assert.ok(third.applied.some(({ path, after }) => path.endsWith("sale.status") && after === "expired"));
    const fourth = judge({ ...hour, state: { ...third.state, resolved: { seconds: 86_400 } } }, "");
    assert.ok(!fourth.applied.some(({ path }) => path.includes("time_sensitive_events")));
  });
});

describe("GOD mode", () => {
  const block = (...lines: string[]): Scene => ({
    ...god(),
    input: ["GOD_MODE_SET:", ...lines].join("\n"),
    response: { ...god().response, state_updates: {} },
  });

  it("applies a block all or nothing, with the line of each fault", () => {
    const good = judge(block("player_character_data.hp_current = 20", 'npc_data."Mara Voss".present = false'));
    assert.deepEqual(good.violations, []);
    assert.equal(get(good.state, "npc_data", "Mara Voss", "present"), false);
    const bad = judge(
      block(
        "player_character_data.hp_current = 20",
        "player_character_data.hp_max = twelve",
        "npc_data.nobody = __DELETE__",
      ),
    );
    assert.deepEqual(
      bad.violations.filter(({ path }) => path.startsWith("input:")).map(({ code, path }) => `${code} ${path}`),
      ["god_line input:3"],
    );
    assert.equal(get(bad.state, "player_character_data", "hp_current"), 15);
  });

  it("renames an NPC, who keeps the id and is not buried", () => {
    for (const name of ["Mara the Bold", "Mara Voss"]) {
      const { state, applied } = judge(block(`npc_data."Mara Voss".display_name = "${name}"`));
      assert.equal(get(state, "npc_data", name, "string_id"), "npc_mara_voss_001");
      assert.equal(get(state, "npc_data", "Mara Voss") === undefined, name !== "Mara Voss");
      assert.equal(get(state, "custom_campaign_state", "tombstones"), undefined);
      assert.equal(applied.length, name === "Mara Voss" ? 0 : 2);
    }
  });

  it("takes the block of the source", () => {
    const scene = withState(
      block(
        "player_character_data.hp_current = 75",
        'player_character_data.inventory.sunstone_amulet = {"name": "Sunstone Amulet"}',
      ),
      ["player_character_data", "hp_max"],
      80,
    );
    const { violations, state } = judge({
      ...scene,
      response: {
        ...scene.response,
        session_header: String(scene.response["session_header"]).replace("20/20", "75/80"),
      },
    });
    assert.deepEqual(violations, []);
    assert.match(JSON.stringify(get(state, "player_character_data", "equipment", "backpack")), /Sunstone Amulet/);
    assert.deepEqual(
      codes(block("world_data.npcs.man_tibbet.current_status = __DELETE__")).filter((one) => one.startsWith("god")),
      ["god_path input:2"],
    );
  });

  it("never leaves a half state behind a level", () => {
    const { state } = judge(block("player_character_data.level = 5"), "");
    assert.equal(get(state, "player_character_data", "experience", "current"), 6500);
    assert.equal(get(state, "player_character_data", "experience", "needed_for_next_level"), 14_000);
    assert.equal(get(state, "player_character_data", "proficiency_bonus"), 3);
    assert.deepEqual(
      codes(block("player_character_data.level = 5", "player_character_data.experience.current = 10")).filter((one) =>
        one.startsWith("god"),
      ),
      ["god_conflict input:2"],
    );
  });

  it("moves time only on request, and backward only with a warning", () => {
    const back = { world_data: { world_time: { hour: 9, time_of_day: "Morning" } } };
    const asked = { ...withUpdates(god(), back), input: "GOD MODE: Reset to Mirtul 10 morning" };
    assert.ok(codes(withUpdates(god(), back)).includes("time_unasked world_data.world_time"));
    assert.ok(codes(withField(asked, "god_mode_response", "Done.")).includes("time_unwarned world_data.world_time"));
    const header = String(talk().response["session_header"]).replace("14:32", "09:30");
    assert.deepEqual(
      codes({
        ...asked,
        response: { ...asked.response, session_header: header, god_mode_response: "Time reset to Mirtul 10, Morning." },
      }),
      [],
    );
  });
});

describe("text from anywhere", () => {
  it("never throws and always shows something", () => {
    const campaign = readCampaign(talk().state);
    assert.ok(isCampaign(campaign));
    for (const text of [
      "{",
      "[]",
      "null",
      '{"narrative": 3}',
      '{"planning_block": []}',
      '{"state_updates": []}',
      '{"dice_rolls": [1]}',
      "\uFEFF{}",
      '{"a":"\\ud800"}',
      "{}{}",
      "[Mode: GOD MODE]{}",
    ])
      for (const input of ["go", "GOD MODE: x", "GOD_MODE_SET:\nx = 1", "think", ""]) {
        const { shown, ok } = checkResponse(campaign, input, text);
        assert.equal(ok, false);
        assert.ok(Object.keys(shown).length > 3);
      }
  });
});

describe("the guide", () => {
  it("explains every code, and no other", () => {
    const guide = readFileSync(resolve(import.meta.dirname, "../../../../docs/guides/table-check.md"), "utf8");
    const named = [...guide.matchAll(/^\| `(\w+)` \| (.+) \| (nothing|yes) \|$/gm)].map(([, code, meaning, lands]) => [
      code,
      meaning,
      lands,
    ]);
    const known = Object.entries(CODES).map(([code, [weight, meaning]]) => [
      code,
      meaning,
      weight === "blocks" ? "nothing" : "yes",
    ]);
    assert.deepEqual(named, known);
  });
});
