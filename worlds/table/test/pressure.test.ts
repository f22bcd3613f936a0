// Time as it passes in play: warnings each once, consequences by code, agendas that go on, supplies that run out; thinking runs none of it.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Deed } from "../play/deed.ts";
import { passThought, passTime } from "../play/pressure.ts";
import type { TableState } from "../state.ts";
import { BELL, dull, sceneOf } from "./campaign.ts";

const HOUR = 3600;
const [BELL_ID, SEXTON, OIL] = ["third_bell", "npc_sexton_001", "lamp_oil_of_thornwick"];
/** The states after each step of time, and what was noticed in each. */
function steps(from: TableState, seconds: readonly number[]) {
  let state = from;
  return seconds.map((step) => {
    const deed = new Deed(state, dull);
    passTime(deed, step);
    ({ state } = deed);
    const facts = deed.events.flatMap((event) => (event.type === "fact" ? [event.fact] : []));
    return { state, texts: facts.flatMap((fact) => ("text" in fact ? [fact.text] : [])), events: deed.events };
  });
}
const begun = sceneOf().state;

describe("a deadline", () => {
  const { warnings, consequences, description } = BELL.deadlines[BELL_ID!]!;
  const quarters = steps(begun, Array<number>(40).fill(HOUR / 4));
  const said = (text: string) => quarters.flatMap(({ texts }, i) => (texts.includes(text) ? [(i + 1) / 4] : []));
  it("warns at half, a quarter and a tenth of its time, each once, and fires once", () => {
    assert.deepEqual(warnings.map(said), [[4], [6], [7.25]]);
    assert.deepEqual(said(consequences), [8]);
  });
  it("says nothing twice when time leaps: the latest warning alone", () => {
    const [leap] = steps(begun, [7.5 * HOUR]);
    assert.deepEqual(
      warnings.map((text) => leap!.texts.includes(text)),
      [false, false, true],
    );
  });
  it("fires by code with all that follows, and is remembered", () => {
    const [night] = steps(begun, [9 * HOUR]);
    assert.equal(night!.state.flags["third_rung"], true);
    assert.equal(night!.state.deadlines[BELL_ID!]!.status, "fired");
    assert.ok(night!.state.memories.some((one) => one.startsWith(`${description}: time ran out.`)));
  });
});

describe("an agenda", () => {
  const percent = ({ agendas }: TableState) => agendas[SEXTON!]!.progress_percentage;
  it("goes on by the hour, reaches each milestone once, and acts at it", () => {
    const hours = steps(begun, Array<number>(9).fill(HOUR)).map(({ state }) => state);
    assert.deepEqual(hours.map(percent), [6, 12, 18, 24, 30, 36, 42, 48, 54]);
    assert.deepEqual(hours.at(-1)!.agendas[SEXTON!]!.completed_milestones, [
      "He climbs to the bell",
      "He oils the rope",
    ]);
    assert.deepEqual([hours[6]!.flags["rope_oiled"], hours[7]!.flags["rope_oiled"]], [undefined, true]);
  });
  it("goes on as far in one night as in its hours, and no farther than its end", () => {
    const [night, weeks] = steps(begun, [8 * HOUR, 300 * HOUR]);
    assert.deepEqual([percent(night!.state), percent(weeks!.state)], [48, 100]);
  });
  it("is held up by what stands in its way, and by death", () => {
    const blocked: TableState = { ...begun, flags: { ...begun.flags, sexton_named: true } };
    const { [SEXTON!]: _dead, ...npcs } = begun.npcs;
    for (const state of [blocked, { ...begun, npcs }]) assert.equal(percent(steps(state, [5 * HOUR])[0]!.state), 0);
  });
});

describe("a supply", () => {
  const { consequence } = BELL.supplies[OIL!]!;
  it("goes down by its unit, tells of its end once, and never falls below nothing", () => {
    const hours = steps(begun, Array<number>(15).fill(HOUR));
    assert.deepEqual(
      hours.map(({ state }) => state.supplies[OIL!]!.amount),
      [11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0, 0, 0, 0],
    );
    assert.deepEqual(
      hours.flatMap(({ texts }, i) => (texts.includes(consequence) ? [i + 1] : [])),
      [9],
    );
  });
  it("keeps what is left of an hour for the next", () => {
    const minutes = steps(begun, [40 * 60, 40 * 60, 40 * 60]).map(({ state }) => state.supplies[OIL!]!.amount);
    assert.deepEqual(minutes, [12, 11, 10]);
  });
  it("goes down by the day where its unit is a day", () => {
    const daily: TableState = {
      ...begun,
      supplies: { ...begun.supplies, [OIL!]: { ...begun.supplies[OIL!]!, unit: "per_day" } },
    };
    const days = steps(daily, [23 * HOUR, HOUR, 48 * HOUR]).map(({ state }) => state.supplies[OIL!]!.amount);
    assert.deepEqual(days, [12, 11, 9]);
  });
});

it("runs in no thought", () => {
  const deed = new Deed(begun, dull);
  passThought(deed);
  assert.deepEqual(deed.events, [{ type: "passed", seconds: 0, micros: 1 }]);
});
