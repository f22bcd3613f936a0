// The station holds together, and a broken one is found out.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CAMERAS, checkMap, HUB, ROOMS, SITES, STATION, TASK_KINDS, VENT_NETWORKS } from "../map.ts";

describe("the station", () => {
  it("holds together", () => assert.deepEqual(checkMap(), []));

  it("is as large as promised", () => {
    assert.ok(ROOMS.length >= 12);
    assert.ok(VENT_NETWORKS.length >= 3);
    assert.ok(CAMERAS.length >= 3);
    assert.ok(SITES.filter(({ kind }) => kind === "task").length >= 20);
    assert.ok(TASK_KINDS.length >= 20);
  });

  const broken: readonly [what: string, station: Partial<typeof STATION>, problem: RegExp][] = [
    ["a place nobody can reach", { exits: new Map() }, /cannot be reached from/],
    [
      "an exit without a way back",
      { exits: new Map([...STATION.exits, ["reactor", []]]) },
      /leads to reactor, but not back/,
    ],
    [
      "a duct without a way back",
      { ducts: new Map([...STATION.ducts, ["vent_watch", []]]) },
      /vent_reactor leads to vent_watch, but not back/,
    ],
    ["a vent in no network", { ventNetworks: STATION.ventNetworks.slice(1) }, /not in exactly one vent network/],
    [
      "a task at a site that is not there",
      { sites: STATION.sites.filter(({ id }) => id !== "task_helm_bridge") },
      /task helm has a step at task_helm_bridge/,
    ],
    ["a site that nothing is done at", { tasks: STATION.tasks.slice(1) }, /no task is done at task_pass_registry/],
    [
      "a site outside its room",
      { sites: [...STATION.sites, { id: "far", kind: "button", place: HUB, name: "far", x: 0, y: 0 }] },
      /far is not inside atrium/,
    ],
    [
      "two rooms in one place",
      { places: [...STATION.places, { ...STATION.places[0]!, id: "twin" }] },
      /reactor and twin overlap/,
    ],
    [
      "a door off the wall",
      {
        portals: [
          ...STATION.portals,
          { ...STATION.portals[0]!, id: "odd", y1: 650, y2: 650, between: ["reactor", "hold"] },
        ],
      },
      /odd is not on the border of hold/,
    ],
    [
      "a slanted door",
      { portals: [{ ...STATION.portals[0]!, y2: 650 }, ...STATION.portals.slice(1)] },
      /is not parallel to an axis/,
    ],
    ["two of one id", { portals: [...STATION.portals, STATION.portals[0]!] }, /two things have the id/],
    [
      "a camera that looks through a wall",
      { cameras: [{ id: "eye", place: HUB, x: 0, y: 0, w: 10, h: 10 }] },
      /eye is not inside atrium/,
    ],
  ];
  for (const [what, station, problem] of broken)
    it(`finds ${what}`, () =>
      assert.ok(checkMap({ ...STATION, ...station }).some((sentence) => problem.test(sentence))));
});
