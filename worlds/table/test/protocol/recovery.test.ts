// State recovery: a mismatch is listed place by place with a block of deltas, and the pasted block brings the campaign and the account together.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { get, type JsonObject, put } from "../../protocol/path.ts";
import { dm, fight, judge, SCENE_NAMES, type Scene, scene, talk } from "./scenes.ts";

const withUpdates = (scene: Scene, updates: unknown): Scene => ({
  ...scene,
  response: { ...scene.response, state_updates: updates },
});
const withField = (scene: Scene, field: string, value: unknown): Scene => ({
  ...scene,
  response: { ...scene.response, [field]: value },
});
const withState = (scene: Scene, place: readonly string[], value: unknown): Scene => ({
  ...scene,
  state: put(scene.state as JsonObject, place, value as never) as Record<string, unknown>,
});
const codes = (scene: Scene) => judge(scene).violations.map(({ code, path }) => `${code} ${path}`);
const PC = "player_character_data";

describe("state recovery", () => {
  for (const name of SCENE_NAMES)
    it(`${name}: a clean response needs none`, () => assert.equal(judge(scene(name)).recovery, undefined));

  it("lists hit points that the response has otherwise, and a block that resyncs them", () => {
    const given = talk();
    const hp = get(given.state, PC, "hp_current") as number;
    const { recovery, state, violations } = judge(withUpdates(given, { [PC]: { hp_current: hp - 1 } }));
    assert.deepEqual(recovery, {
      discrepancies: [
        {
          path: `${PC}.hp_current`,
          shows: hp,
          should: hp - 1,
          message: `${PC}.hp_current shows ${hp} but should be ${hp - 1}.`,
        },
      ],
      block: `GOD_MODE_SET:\n${PC}.hp_current = ${hp - 1}`,
    });
    assert.ok(violations.some(({ code }) => code === "update_differs"));
    assert.equal(get(state, PC, "hp_current"), hp, "nothing is set before the block is pasted");

    const pasted = judge({ ...talk(), state: state as Record<string, unknown>, input: recovery!.block!, mode: "GOD" });
    assert.equal(get(pasted.state, PC, "hp_current"), hp - 1);
    assert.equal(pasted.recovery, undefined);
  });

  it("lists missing items, a wrong place and an NPC that is not what was told", () => {
    const given = talk();
    const [npc] = Object.keys(given.state["npc_data"] as object);
    const pack = get(given.state, PC, "equipment", "backpack") as readonly unknown[];
    const wrong = withUpdates(given, {
      [PC]: { equipment: { backpack: { append: "Sunstone Amulet" } } },
      npc_data: { [npc!]: "__DELETE__" },
    });
    const { recovery } = judge(withField(wrong, "location_confirmed", "The Moon"));
    const of = (path: string) => recovery!.discrepancies.find((one) => one.path === path)!;
    assert.deepEqual(of(`${PC}.equipment.backpack`).should, [...pack, "Sunstone Amulet"]);
    assert.equal(recovery!.discrepancies.find(({ path }) => path.startsWith("npc_data"))!.should, "__DELETE__");
    assert.match(of("world_data.current_location").message, /That cannot be set: There is no location "The Moon"/);
    assert.match(recovery!.block!, /equipment\.backpack = \{"append":"Sunstone Amulet"\}/);
    assert.doesNotMatch(recovery!.block!, /Moon/, "what cannot be set is not in the block");
  });

  it("reads hit points and gold in the header", () => {
    const header = (talk().response["session_header"] as string).replace(/HP: \d+\//, "HP: 3/");
    const { recovery } = judge(withField(talk(), "session_header", header));
    assert.equal(recovery!.block, `GOD_MODE_SET:\n${PC}.hp_current = 3`);
  });

  it("leaves differences that are no mismatch of the story alone", () => {
    const { recovery, violations } = judge(withUpdates(talk(), { [PC]: { proficiency_bonus: 9 } }));
    assert.ok(violations.some(({ code }) => code === "update_differs"));
    assert.equal(recovery, undefined);
  });

  it("finds where a campaign contradicts itself, and the block mends all of it", () => {
    const most = get(fight().state, PC, "hp_max") as number;
    const [id, fighter] = Object.entries(get(fight().state, "combat_state", "combatants") as JsonObject).find(
      ([one]) => one !== get(fight().state, PC, "string_id"),
    )!;
    const hp = get(fighter, "hp_current") as number;
    const torn = [
      [[PC, "hp_current"], most + 5],
      [["combat_state", "combatants", id, "hp_current"], hp + 90],
    ].reduce((at, [place, value]) => withState(at, place as string[], value), { ...talk(), state: fight().state });
    const { recovery, state } = judge({ ...torn, state: { ...torn.state, resolved: {} } });
    assert.deepEqual(
      recovery!.discrepancies.map(({ path }) => path),
      [`${PC}.hp_current`, `combat_state.combatants.${id}.hp_current`],
    );
    const pasted = judge({ ...talk(), state: state as Record<string, unknown>, input: recovery!.block! });
    assert.equal(pasted.recovery, undefined);
  });
});

describe("a block that a game master presents", () => {
  const presenting = (block: string): Scene =>
    withField(dm(), "narrative", `HP shows 45 but should be 75. Paste this block to resync.\n\n${block}`);
  const hp = get(dm().state, PC, "hp_current") as number;

  it("passes in DM mode when it can be pasted", () => {
    assert.deepEqual(codes(presenting(`GOD_MODE_SET:\n${PC}.hp_current = ${hp - 1}`)), []);
  });
  for (const [name, lines] of [
    ["a line that is none", "hp is 75"],
    ["a place that there is not", "world_data.npcs.man_tibbet.current_status = __DELETE__"],
    ["what stands already", `${PC}.hp_current = ${hp}`],
    ["the whole state", `${PC} = {}`],
  ] as const)
    it(`is faulted for ${name}`, () => {
      assert.deepEqual([...new Set(codes(presenting(`GOD_MODE_SET:\n${lines}`)))], ["recovery_block narrative"]);
    });
  it("does not belong in a STORY narrative", () => {
    const told = `${talk().response["narrative"]}\n\nGOD_MODE_SET:\n${PC}.hp_current = 1`;
    assert.ok(codes(withField(talk(), "narrative", told)).includes("narrative_block narrative"));
  });
});
