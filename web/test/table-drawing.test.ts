// What the table's stage draws from words and numbers alone: the form of a place, the sky of an hour, and marks of what happened.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { chance } from "../src/stage/chance.ts";
import { landOf } from "../src/stage/table/land.ts";
import { besideRoad, boxOfName } from "../src/stage/table/map-words.ts";
import { mix, skyAt } from "../src/stage/table/sky-colours.ts";
import { marksOf } from "../src/stage/table/sky-marks.ts";

describe("the land of a place", () => {
  for (const [name, description, form, around] of [
    ["Thornwick", "Forty roofs of reed around a green, and a pond.", "village", "marsh"],
    ["the Salt Road", "A raised road of crushed shell between two marshes.", "road", "marsh"],
    ["the Causeway", "A mile of black stones that the tide gives and takes back.", "causeway", "water"],
    ["the Drowned Nave", "Benches in rows under two hand's breadths of water.", "hall", "water"],
    ["the Crypt", null, "crypt", "hills"],
    ["Elm Tower", "A tower among oaks.", "tower", "wood"],
    ["Nowhere", null, "hills", "hills"],
  ] as const)
    it(`is read from its words: ${name}`, () => {
      const land = landOf({ name, description });
      assert.deepEqual([land.form, land.around], [form, around]);
    });
  it("has a roof in halls, crypts and caves alone", () => {
    const under = ["the Old Hall", "a Cave", "the Crypt", "the Mill"].map(
      (name) => landOf({ name, description: null }).indoors,
    );
    assert.deepEqual(under, [true, true, true, false]);
  });
  it("draws the same numbers for the same words", () => {
    const [one, same, other] = ["a", "a", "b"].map((words) => Array.from({ length: 5 }, chance(words)));
    assert.deepEqual(one, same);
    assert.notDeepEqual(one, other);
    assert.ok(one!.every((n) => n >= 0 && n < 1));
  });
});

describe("words on the map", () => {
  const far = { x: 12, y: 64 };
  const near = { x: 40, y: 45 };
  it("stand beside a road, on the side that has room", () => {
    assert.deepEqual(besideRoad(far, near, "1 mi", []), { x: 28, y: 56.9 });
    const name = boxOfName("Anywhere", { x: 34, y: 61 });
    const aside = besideRoad(far, near, "1 mi", [name])!;
    assert.ok(aside.x < 26, JSON.stringify(aside));
  });
  it("are left out where names leave no room", () => {
    const everywhere = { left: 0, right: 100, top: 0, bottom: 76 };
    assert.equal(besideRoad(far, near, "1 mi", [everywhere]), null);
    assert.equal(besideRoad(far, { x: 15, y: 58 }, "close by", []), null, "between neighbours");
  });
  it("never leave the picture", () => {
    const at = besideRoad({ x: 97, y: 10 }, { x: 97, y: 30 }, "0.5 mi · 14:47", [])!;
    assert.ok(at.x > 0 && at.x + "0.5 mi · 14:47".length * 1.5 < 99, JSON.stringify(at));
  });
});

describe("the sky", () => {
  it("goes round: midnight is midnight on either side, and no hour jumps", () => {
    assert.deepEqual(skyAt(0), skyAt(24));
    assert.deepEqual(skyAt(-1), skyAt(23));
    const parts = (hex: string) => [1, 3, 5].map((i) => Number.parseInt(hex.slice(i, i + 2), 16));
    for (let hour = 0; hour < 24; hour += 0.1) {
      const [a, b] = [parts(skyAt(hour).middle), parts(skyAt(hour + 0.1).middle)];
      assert.ok(
        a.every((part, i) => Math.abs(part - b[i]!) < 20),
        `${hour}`,
      );
    }
  });
  it("mixes by the share", () => assert.equal(mix("#000000", "#ffffff", 0.5), "#808080"));
});

describe("marks on the band of hours", () => {
  const at = (sequence_id: number, seconds: number | null, kind: "talk" | "fight" | null = "talk") => ({
    sequence_id,
    seconds,
    kind,
    summary: `${sequence_id}`,
  });
  const marks = (timeline: Parameters<typeof marksOf>[0]) =>
    marksOf(timeline, 36_000).map(({ kind, told }) => [kind, told.map(({ sequence_id }) => sequence_id)]);
  it("are one where turns are close, and speak of the weightiest", () =>
    assert.deepEqual(marks([at(1, 30_000), at(2, 34_000), at(3, 34_006, "fight"), at(4, 34_012)]), [
      ["talk", [1]],
      ["fight", [2, 3, 4]],
    ]));
  it("leave out what lies ahead since a god turned time back", () =>
    assert.deepEqual(marks([at(1, 30_000), at(2, 50_000), at(3, 36_000)]), [
      ["talk", [1]],
      ["talk", [3]],
    ]));
  it("leave out what is too long ago, and turns without a time", () =>
    assert.deepEqual(marks([at(1, 10_000), at(2, null), at(3, 35_000, null), at(4, 36_000)]), [["talk", [4]]]));
});
