// The drift of a model: what it wrote and need not have, beside what the engine computed.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { driftOf, writtenFields } from "../../protocol/index.ts";
import type { JsonObject } from "../../protocol/path.ts";
import { fight } from "./scenes.ts";

const { response, state } = fight();
const told = response as JsonObject;
const campaign = state as JsonObject;

describe("drift", () => {
  it("is zero where the model wrote the engine's values", () => {
    const written = writtenFields(told, told, campaign);
    assert.deepEqual(
      written.map(({ field }) => field),
      [
        "session_header",
        "resources",
        "location_confirmed",
        "dice_rolls",
        "entities_mentioned",
        'npc_data."Goblin Scout"',
      ],
    );
    assert.ok(written.every(({ agrees }) => agrees));
  });

  it("does not count what the model left to the engine", () => {
    assert.deepEqual(writtenFields({ narrative: "…" }, told, campaign), []);
  });

  it("names each place that differs, with both values", () => {
    const wrote = {
      ...told,
      resources: "HD: 0/2",
      dice_rolls: [],
      state_updates: {
        player_character_data: { hp_current: 3 },
        custom_campaign_state: { core_memories: { append: "x" } },
      },
    } as JsonObject;
    const differs = writtenFields(wrote, told, campaign).filter(({ agrees }) => !agrees);
    assert.deepEqual(
      differs.map(({ field }) => field),
      ["resources", "dice_rolls", "player_character_data.hp_current"],
    );
    assert.deepEqual(differs[2], { field: "player_character_data.hp_current", wrote: 3, is: 15, agrees: false });
  });

  it("takes an unchanged value as right, and a place that is not there as wrong", () => {
    const wrote = {
      state_updates: { player_character_data: { hp_current: 15, resources: { gold: 50 }, luck: 3 } },
    } as JsonObject;
    assert.deepEqual(
      writtenFields(wrote, told, campaign).map(({ field, is, agrees }) => [field, is, agrees]),
      [
        ["player_character_data.hp_current", 15, true],
        ["player_character_data.resources.gold", 50, true],
        ["player_character_data.luck", null, false],
      ],
    );
  });

  it("overlooks spaces, case and order", () => {
    const wrote = {
      resources: String(told["resources"]).toUpperCase(),
      dice_rolls: (told["dice_rolls"] as string[]).toReversed(),
    } as JsonObject;
    assert.ok(writtenFields(wrote, told, campaign).every(({ agrees }) => agrees));
  });

  it("counts per field over turns, most different first", () => {
    const bad = writtenFields({ resources: "HD: 0/2" }, told, campaign);
    const good = writtenFields(
      { resources: told["resources"]!, location_confirmed: told["location_confirmed"]! },
      told,
      campaign,
    );
    assert.deepEqual(driftOf([good, bad, good]), [
      { field: "resources", written: 3, differed: 1, last: { wrote: "HD: 0/2", is: told["resources"] } },
      { field: "location_confirmed", written: 2, differed: 0 },
    ]);
  });
});
