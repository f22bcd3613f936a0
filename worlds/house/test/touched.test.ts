// Rooms looked at again after an event: always enough, and no more than the rooms it happened in.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { equal, step } from "@orrery/kernel";
import { type Choose, legally, playOut } from "@orrery/kernel/testing";
import { type House, type HouseAction, type HouseConfig, type HouseEvent, type HouseState, house } from "../index.ts";
import { sceneOf } from "../sense/scope.ts";
import { roomsTouchedBy } from "../sense/touched.ts";
import { generated } from "./generated.ts";
import { attempt, build, engine, wait } from "./manor.ts";
import { shipped } from "./shipped.ts";
import { WORKSHOP } from "./workshop.ts";

/** Every event of a game, with the states on both its sides. */
function eventsOf(config: HouseConfig, seed: string, turns: number, choose: Choose<House> = legally) {
  const { opened, commits } = playOut(engine, { config, seed, turns, choose });
  const out: { before: HouseState; event: HouseEvent; after: HouseState }[] = [];
  let at: Parameters<typeof step<House>>[1] = opened.frame;
  for (const { draft } of commits)
    for (const event of draft.events) {
      const next = step(engine, at, event);
      if (!event.type.startsWith("@")) out.push({ before: at.state, event: event as HouseEvent, after: next.state });
      at = next;
    }
  return out;
}

const long = process.env["ORRERY_LONG"] ? 10 : 1;
const rough: Choose<House> = (chance) =>
  chance.dice.int("rough", 0, 2) > 0
    ? legally(chance)
    : [attempt(chance.dice.pick("how", ["listen", "jump", "climb", "search", "throw"] as const))];

describe("what an event touches", () => {
  it("is everything that anybody elsewhere could see change", () => {
    let looked = 0;
    for (const [name, config] of Object.entries({
      cottage: shipped("cottage"),
      lighthouse: shipped("lighthouse"),
      mystery: shipped("mystery"),
      workshop: build(WORKSHOP as never),
      generated: generated({ rooms: 12, things: 20, people: 5 }),
    }))
      for (let i = 0; i < 3 * long; i++)
        for (const { before, event, after } of eventsOf(config, `${name} ${i}`, 40, rough)) {
          const touched = roomsTouchedBy(before, event, after);
          if (touched === "all") continue;
          for (const who of Object.keys(after.people)) {
            if (touched.has(after.people[who]!.at) || touched.has(before.people[who]!.at)) continue;
            looked++;
            assert.ok(equal(sceneOf(after, who), sceneOf(before, who)), `${event.type} changed what ${who} sees`);
          }
        }
    assert.ok(looked > 2000, `${looked}`);
  });
  it("is everywhere, where words and ways depend on what happens elsewhere", () => {
    const use = (how: string, targetId: string, tool?: string) =>
      ({ actorId: "you", type: "use", targetId, metadata: { how, ...(tool ? { with: tool } : {}) } }) as HouseAction;
    const done = [use("fill", "pump", "oilcan"), use("ring", "bell"), use("ring", "bell"), use("pull", "lever")];
    const events = eventsOf(build(WORKSHOP as never), "smoke", 4, () => [done.shift() ?? wait]);
    const seen = events.filter(({ before, after }) => !equal(sceneOf(before, "you"), sceneOf(after, "you")));
    assert.ok(seen.some(({ event }) => event.type === "flagged"));
    for (const { before, event, after } of seen) {
      const touched = roomsTouchedBy(before, event, after);
      assert.ok(touched === "all" || touched.has(after.people["you"]!.at), event.type);
    }
  });
  it("is two rooms at most in a house without conditions, however large", () => {
    const rooms = eventsOf(generated({ rooms: 2000, things: 300, people: 12 }), "large", 30).map(
      ({ before, event, after }) => {
        const touched = roomsTouchedBy(before, event, after);
        return touched === "all" ? Number.POSITIVE_INFINITY : touched.size;
      },
    );
    assert.ok(rooms.length > 200);
    assert.ok(Math.max(...rooms) <= 2, `${Math.max(...rooms)}`);
  });
  it("finds the same way for walkers as a search of everything would: they arrive", () => {
    const config = generated({ rooms: 40, things: 0, people: 6 });
    const seen = new Map<string, Set<string>>();
    for (const { after } of eventsOf(config, "walk", 60, () => [wait]))
      for (const [id, { at }] of Object.entries(after.people)) seen.set(id, (seen.get(id) ?? new Set()).add(at));
    for (const [id, { route }] of Object.entries(config.people))
      for (const stop of route?.stops ?? []) assert.ok(seen.get(id)?.has(stop.at), `${id} never came to ${stop.at}`);
    assert.equal(house.valid(house.open(config)).length, 0);
  });
});
