// Shipped stations hold together, broken plans are found out, and games are played on any plan that holds together.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checker, viewOf } from "@orrery/kernel";
import { bots } from "../bots/index.ts";
import { contest } from "../contest.ts";
import { mapText, rulesText } from "../prompt-rules.ts";
import { ConfigSchema, type GlassConfig, resolveConfig } from "../settings.ts";
import type { GlassAction } from "../shape.ts";
import { problemsOf } from "../station/check.ts";
import { MERIDIAN } from "../station/meridian.ts";
import type { StationPlan } from "../station/plan.ts";
import { SPINDLE } from "../station/spindle.ts";
import { valid } from "../valid.ts";
import { engine, game } from "./stage.ts";

const PLANS = { MERIDIAN, SPINDLE };
for (const [name, plan] of Object.entries(PLANS))
  describe(`the plan ${name}`, () => {
    it("holds together", () => assert.deepEqual(problemsOf(plan), []));

    it("is as large as promised", () => {
      assert.ok(plan.places.filter(({ kind }) => kind === "room").length >= 12);
      assert.ok(plan.ventNetworks.length >= 3);
      assert.ok(plan.cameras.length >= 3);
      assert.ok(plan.sites.filter(({ kind }) => kind === "task").length >= 20);
      assert.ok(plan.tasks.length >= 20);
    });
  });

it("no id is two things on two shipped stations", () => {
  const names = new Map<string, string>();
  for (const { places, sites, tasks } of Object.values(PLANS))
    for (const { id, name } of [...places, ...sites, ...tasks]) {
      assert.equal(names.get(id) ?? name, name, id);
      names.set(id, name);
    }
});

describe("a plan that does not hold together", () => {
  const { portals, sites, tasks, places } = MERIDIAN;
  const [first, ...others] = portals;
  const broken: readonly [what: string, plan: Partial<StationPlan>, problem: RegExp][] = [
    ["a place nobody can reach", { portals: others }, /reactor cannot be reached from atrium/],
    ["a hub that is none", { hub: "hall_north" }, /the hub hall_north is no room/],
    ["a vent in no network", { ventNetworks: MERIDIAN.ventNetworks.slice(1) }, /not in exactly one vent network/],
    [
      "a vent by another name",
      { sites: sites.map((one) => (one.id === "vent_hold" ? { ...one, id: "vent_cargo" } : one)) },
      /its id is vent_hold/,
    ],
    ["a duct to no vent", { ventNetworks: [...MERIDIAN.ventNetworks, ["button"]] }, /has button, which is no vent/],
    [
      "a task at a site that is not there",
      { sites: sites.filter(({ id }) => id !== "task_helm_bridge") },
      /task helm has a step at task_helm_bridge/,
    ],
    ["a site that nothing is done at", { tasks: tasks.slice(1) }, /no task is done at task_pass_registry/],
    ["two tasks of one id", { tasks: [...tasks, tasks[0]!] }, /two tasks have the id pass/],
    [
      "more steps dealt than there are",
      { tasks: [{ ...tasks[0]!, deal: 2 }, ...tasks.slice(1)] },
      /deals 2 of 1 steps/,
    ],
    [
      "a site outside its room",
      { sites: [...sites, { id: "far", kind: "task", place: "atrium", name: "far", x: 0, y: 0 }] },
      /far is not inside atrium/,
    ],
    ["no button", { sites: sites.filter(({ kind }) => kind !== "button") }, /there must be one button/],
    ["two rooms in one place", { places: [...places, { ...places[0]!, id: "twin" }] }, /reactor and twin overlap/],
    [
      "a door off the wall",
      { portals: [...portals, { ...first!, id: "odd", y1: 650, y2: 650, between: ["reactor", "hold"] }] },
      /odd is not on the border of hold/,
    ],
    ["a slanted door", { portals: [{ ...first!, y2: 650 }, ...others] }, /is not parallel to an axis/],
    ["a door that runs backwards", { portals: [{ ...first!, x1: 480, x2: 320 }, ...others] }, /runs backwards/],
    ["a door of another room", { portals: [{ ...first!, door: "hold" }, ...others] }, /a door of hold, which/],
    ["two of one id", { portals: [...portals, first!] }, /two things have the id/],
    ["a name that the game gives", { cameras: [{ ...MERIDIAN.cameras[0]!, id: "body_red" }] }, /body_red is a name/],
    [
      "a camera that looks through a wall",
      { cameras: [{ id: "eye", place: "atrium", x: 0, y: 0, w: 10, h: 10 }] },
      /eye is not inside/,
    ],
    [
      "too few panels",
      { panels: { ...MERIDIAN.panels, oxygen: ["panel_oxygen_registry"] } },
      /oxygen is mended at 2 panels/,
    ],
    [
      "a panel of nothing",
      { panels: { ...MERIDIAN.panels, lights: ["panel_comms"] } },
      /nothing is mended at panel_lights/,
    ],
  ];
  for (const [what, plan, problem] of broken)
    it(`is told of ${what}`, () => {
      const found = problemsOf({ ...MERIDIAN, ...plan });
      assert.ok(
        found.some((sentence) => problem.test(sentence)),
        found.join("; "),
      );
    });
});

/** Meridian without the rooms of its lower deck but one, under another name: what somebody might bring. */
const OWN: StationPlan = (() => {
  const kept = new Set(MERIDIAN.places.flatMap(({ id, y }) => (y < 1700 || id === "hall_southwest" ? [id] : [])));
  kept.delete("shaft_east");
  const sites = MERIDIAN.sites.filter(({ place }) => kept.has(place));
  const ids = new Set(sites.map(({ id }) => id));
  const tasks = MERIDIAN.tasks.filter(
    ({ deal, steps }) => deal === undefined && steps.every(({ site }) => ids.has(site)),
  );
  const used = new Set(tasks.flatMap(({ steps }) => steps.map(({ site }) => site)));
  return {
    ...MERIDIAN,
    name: "Half",
    places: MERIDIAN.places.filter(({ id }) => kept.has(id)),
    portals: MERIDIAN.portals.filter(({ between }) => between.every((side) => kept.has(side))),
    sites: sites.filter(({ id, kind }) => kind !== "task" || used.has(id)),
    ventNetworks: MERIDIAN.ventNetworks.map((net) => net.filter((id) => ids.has(id))).filter((net) => net.length > 0),
    cameras: MERIDIAN.cameras.filter(({ place }) => kept.has(place)),
    tasks,
  };
})();

describe("the station of a game", () => {
  const configs: readonly [string, GlassConfig, StationPlan][] = [
    ["a shipped one", { settings: { station: "spindle" } }, SPINDLE],
    ["one of its own", { settings: { station: OWN, commonTasks: 0 } }, OWN],
  ];
  for (const [what, config, plan] of configs)
    it(`is ${what} by its configuration: bots play on it, and everybody is told of it`, () => {
      assert.equal(checker(ConfigSchema, "config")(config), null);
      const places = new Set(plan.places.map(({ id }) => id));
      const been = new Set<string>();
      const played = game(`on ${plan.name}`, config, 20_000, ({ ask, view, legal, dice }) => {
        been.add(view.you.location);
        const bot = view.you.role === "impostor" ? bots.careful : bots.detective;
        return [bot({ ask, view, legal, dice }) as GlassAction];
      });
      const { state } = played.commits.at(-1)!.frame;
      assert.ok(state.result, "the game was decided");
      assert.ok(been.size > 6, [...been].join());
      assert.deepEqual(
        [...been].filter((place) => !places.has(place)),
        [],
      );
      for (const { frame } of played.commits.filter((_, i) => i % 40 === 0))
        assert.deepEqual(valid(frame.state), [], "every state holds");
      const { settings } = viewOf(engine, played.commits[0]!.frame, "red");
      for (const { id } of plan.places) assert.match(mapText(settings), new RegExp(`- ${id}(:| \\()`));
      const table = plan.places.find(({ id }) => id === plan.hub)!.name;
      assert.match(rulesText(settings, 10), new RegExp(`button in the ${table}`));
    });

  it("is refused with every reason when its plan does not hold together", () => {
    const plan = { ...OWN, hub: "nowhere", tasks: OWN.tasks.slice(1) };
    assert.throws(
      () => resolveConfig({ settings: { station: plan } }),
      /the hub nowhere is no room; .*no task is done at/,
    );
  });

  it("is refused when there is none of that name, or what is brought is no plan", () => {
    const check = checker(ConfigSchema, "config");
    assert.notEqual(check({ settings: { station: "atlantis" } }), null);
    assert.notEqual(check({ settings: { station: { ...OWN, places: [] } } }), null);
  });

  it("is part of a league's rules, by its plan and not by its name", () => {
    const rules = (config: GlassConfig) => JSON.stringify(contest.rules!(config));
    assert.equal(rules({}), rules({ settings: { station: "meridian" } }));
    assert.equal(rules({}), rules({ settings: { station: { ...MERIDIAN, name: "Another" } } }));
    assert.notEqual(rules({}), rules({ settings: { station: "spindle" } }));
    const slower = {
      ...MERIDIAN,
      tasks: MERIDIAN.tasks.map((one, i) =>
        i > 0 ? one : { ...one, steps: [{ site: "task_pass_registry", ticks: 26 }] },
      ),
    };
    assert.notEqual(rules({}), rules({ settings: { station: slower } }));
  });

  it("keeps a god from putting anybody or anything where it has no place", () => {
    const { opened } = game("wrong places", {}, 1);
    const { state } = opened.frame;
    const red = state.players["red"]!;
    const lost = { ...state, players: { ...state.players, red: { ...red, place: "galley" } } };
    assert.match(valid(lost).join(), /red is said to be at galley, which is no place/);
    const busy = { ...red, tasks: [{ ...red.tasks[0]!, kind: "bread" }] };
    assert.match(valid({ ...state, players: { ...state.players, red: busy } }).join(), /the task bread, which is none/);
  });
});
