// Settings have ranges and defaults, and a game that does not hold together is refused with the reason.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checker } from "@orrery/kernel";
import {
  COLOURS,
  ConfigSchema,
  DEFAULTS,
  impostorsMax,
  resolved,
  SETTING_SCHEMAS,
  SettingsSchema,
} from "../settings.ts";

const problem = checker(ConfigSchema, "config");

describe("settings", () => {
  it("have defaults that fit their own contract", () =>
    assert.equal(checker(SettingsSchema, "settings")(DEFAULTS), null));

  for (const [name, schema] of Object.entries(SETTING_SCHEMAS) as [
    string,
    { type?: string; minimum?: number; maximum?: number; multipleOf?: number },
  ][])
    it(`${name} is held to its range`, () => {
      const bad =
        schema.type === "integer"
          ? [
              schema.minimum! - (schema.multipleOf ?? 1),
              schema.maximum! + (schema.multipleOf ?? 1),
              schema.minimum! + 0.5,
            ]
          : schema.type === "boolean"
            ? [0, "yes"]
            : ["nonsense", 7, ["nonsense"]];
      for (const value of bad) assert.match(problem({ settings: { [name]: value } }) ?? "", new RegExp(name));
    });

  it("refuse a name that there is not", () => assert.notEqual(problem({ settings: { killCooldown: 1 } }), null));

  it("are ten players and two impostors when nothing is said", () => {
    const { seats, settings } = resolved({});
    assert.equal(seats.length, 10);
    assert.equal(settings.impostors, 2);
  });

  it("keep what is given over what a preset changes", () => {
    assert.equal(resolved({ preset: "model" }).settings.decisionMs, 15_000);
    assert.equal(resolved({ preset: "model", settings: { decisionMs: 700 } }).settings.decisionMs, 700);
  });

  for (const players of [4, 5, 6, 7, 8, 9, 15])
    it(`allow ${impostorsMax(players)} impostors at ${players} players and no more`, () => {
      const seats = COLOURS.slice(0, players).map((id) => ({ id }));
      const most = impostorsMax(players);
      assert.equal(resolved({ seats, settings: { impostors: most } }).settings.impostors, most);
      if (most < 3) assert.throws(() => resolved({ seats, settings: { impostors: most + 1 } }), /can have at most/);
    });

  const four = COLOURS.slice(0, 4).map((id) => ({ id }));
  it("refuse two seats of one colour", () =>
    assert.throws(() => resolved({ seats: [...four, { id: "red" }] }), /same colour/));
  it("refuse more fixed roles than there are", () => {
    assert.throws(
      () => resolved({ seats: four.map((seat) => ({ ...seat, role: "impostor" })) }),
      /seats are impostors/,
    );
    assert.throws(() => resolved({ seats: four.map((seat) => ({ ...seat, role: "crewmate" })) }), /too few/);
  });
  it("refuse a game without tasks", () =>
    assert.throws(
      () => resolved({ settings: { commonTasks: 0, longTasks: 0, shortTasks: 0 } }),
      /there must be a task/,
    ));
});
