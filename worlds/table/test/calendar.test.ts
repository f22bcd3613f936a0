// An adventure in a calendar of its author's own: compiled with the place of each mistake, and played with time that is written and kept in it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { playOut } from "@orrery/kernel/testing";
import { decide } from "../decide.ts";
import { adventurer } from "../gm/scripted.ts";
import { checkResponse, isCampaign, readCalendar, readCampaign } from "../protocol/index.ts";
import type { Table, TableAction } from "../shape.ts";
import { compiled, dull, engine } from "./campaign.ts";

const STARTER = readFileSync(new URL("../starter.yaml", import.meta.url), "utf8")
  .replace("TITLE", '"Mine"')
  .replace(/^world: table$/m, "");
const withCalendar = (calendar: string, start: string) =>
  compiled(STARTER.replace(/^start: .*$/m, `calendar: ${calendar}\nstart: ${start}`));

const MOONS =
  "{ id: two_moons, era: AM, segments: [{ name: Frost, days: 2 }, { name: Still, leapDays: 1, kind: festival }, { name: Bloom, days: 3 }], leap: { every: 2 }, hoursPerDay: 10, minutesPerHour: 100, secondsPerMinute: 50, bands: [{ from: 0, name: Dark }, { from: 4, name: Light }] }";
const START = "{ year: 12, month: Frost, day: 2, hour: 9, minute: 99 }";

describe("a calendar of an author's own", () => {
  const read = withCalendar(MOONS, START);
  assert.ok(read.ok, JSON.stringify(read));
  const { adventure } = read.config;

  it("is read as the protocol reads it, and stays so when it is read again", () => {
    assert.deepEqual(readCalendar(adventure.calendar), adventure.calendar);
  });

  it("dates every turn, and each later than the one before", () => {
    const played = playOut<Table>(engine, {
      config: { adventure, party: ["ilsa"] },
      seed: "moons",
      turns: 40,
      choose: (chance) => {
        const action = adventurer(chance) as TableAction | null;
        return action === null ? null : [action];
      },
    });
    const headers = played.commits.flatMap(({ frame }) => frame.state.told?.session_header ?? []);
    assert.ok(headers.length > 5);
    assert.match(headers[0]!, /^Timestamp: 12 AM, Frost 2, 09:99$/m);
    assert.ok(
      headers.some((header) => /^Timestamp: 12 AM, (Still 1|Bloom \d), 0\d:\d\d$/m.test(header)),
      headers.at(-1)!,
    );
    const moments = played.commits.map(({ frame }) => frame.state.now);
    assert.ok(moments.every(({ micro }) => micro >= 0 && micro < 10 * 100 * 50 * 1_000_000));
    assert.ok(
      moments.every((now, i) => i === 0 || now.day > moments[i - 1]!.day || now.micro >= moments[i - 1]!.micro),
    );
  });

  it("rests in its own hours, and bounds a rest by them", () => {
    const opened = engine.world.open({ adventure, party: ["ilsa"] }, dull);
    const [hero] = opened.order;
    for (const [length, hours] of [
      ["short", 1],
      ["long", 8],
    ] as const) {
      const action = { actorId: hero!, type: "rest", metadata: { length } } as TableAction;
      const passed = decide.rest({ ...opened, pending: null }, action, dull).find(({ type }) => type === "passed");
      assert.deepEqual(passed, { type: "passed", seconds: hours * 100 * 50, micros: 0 });
    }
    const world_time = { year: 12, month: "Frost", day: 1, hour: 1, minute: 0, time_of_day: "Dark" };
    const campaign = readCampaign({
      world_data: { world_time, calendar: JSON.parse(JSON.stringify(adventure.calendar)) },
    });
    assert.ok(isCampaign(campaign));
    const { state } = checkResponse(campaign, "I take a short rest.", "no response at all");
    assert.equal((state["world_data"] as { world_time: { hour: number } }).world_time.hour, 2);
  });

  it("goes with the campaign, so that a response is judged in it", () => {
    const view = engine.world.view(engine.world.open({ adventure, party: ["ilsa"] }, dull), "gm", null);
    const campaign = readCampaign(JSON.parse(JSON.stringify(view.desk!.campaign)));
    assert.ok(isCampaign(campaign), JSON.stringify(campaign));
    assert.deepEqual(campaign.calendar, adventure.calendar);
  });

  const refused: readonly [string, string, string, RegExp][] = [
    [
      "a month twice",
      "{ segments: [{ name: A, days: 3 }, { name: a, days: 3 }] }",
      START,
      /two segments are called "a"/,
    ],
    ["no segments", "{ era: AM }", START, /segments/],
    ["a key misspelt", "{ segements: [] }", START, /no key `segements`/],
    ["an unknown name", "martian", "{ year: 1, month: A, day: 1, hour: 1 }", /martian/],
    ["a start without its month", MOONS, "{ year: 12, day: 2, hour: 9 }", /`month` is missing/],
    ["a start on no day", MOONS, "{ year: 13, month: Still, day: 1, hour: 1 }", /no such day/],
    ["an hour that its day has not", MOONS, "{ year: 12, month: Frost, day: 1, hour: 10 }", /number does not fit/],
  ];
  for (const [name, calendar, start, why] of refused)
    it(`is refused with ${name}`, () => {
      const found = withCalendar(calendar, start);
      assert.equal(found.ok, false);
      assert.match(found.ok ? "" : found.problems.map(({ line, message }) => `${line}: ${message}`).join("\n"), why);
    });
});
