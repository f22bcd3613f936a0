// What models would cost, told before a run by a rehearsal: within a quarter of what the same games then cost, over real HTTP.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Answerer } from "@orrery/models/testing";
import type { Orrery } from "@orrery/runtime";
import { babbling, fakeProvider, schemaIn, setupAt, spelled, withModels } from "./fakes.ts";

const NEAR = 0.25;
/** Looks and waits, with a note beside it, as models make them. */
const patient =
  (seed: string): Answerer =>
  (seen, n) => ({
    json: spelled(
      {
        thought: `In game ${seed}, nobody has come in yet. I keep an eye on the door, and on the letter.`,
        actions: [{ type: n % 2 ? "look" : "wait" }],
      },
      schemaIn(seen),
    ),
  });
const near = (foretold: number, cost: number, what: string) =>
  assert.ok(Math.abs(foretold - cost) <= NEAR * cost, `${what}: foretold ${foretold}, was ${cost}`);

describe("a forecast", () => {
  const fake = fakeProvider();
  let orrery: Orrery;
  before(async () => {
    ({ orrery } = await withModels(setupAt(fake)));
  });
  after(() => orrery.close());

  /** Foretells and then plays games; sums of both. `turns`: of a world that has no end in sight. */
  async function compared(world: string, agents: string, seeds: readonly string[], moves?: number, answer = babbling) {
    const sums = { foretold: 0, cost: 0, calls: 0, made: 0, input: 0, sent: 0 };
    for (const seed of seeds) {
      fake.answerWith(answer(seed));
      const asked = fake.seen.length;
      const forecast = await orrery.forecastStart({ world, seed }, { agents, moves });
      assert.equal(fake.seen.length, asked, "nothing is sent");
      const { run } = await orrery.createRun({ world, seed });
      const [spending] = (await orrery.play(run, { agents, onFault: "bot", ...(moves ? { turnsMax: moves } : {}) }))
        .spending;
      sums.foretold += forecast.money!;
      sums.calls += forecast.calls;
      sums.input += forecast.usage.input;
      sums.cost += spending!.money;
      sums.made += spending!.calls;
      sums.sent += spending!.usage.input;
    }
    return sums;
  }

  for (const family of ["openai", "anthropic", "google", "compatible"] as const)
    it(`is within a quarter of what ten games of tic-tac-toe cost, once one was recorded (${family})`, async () => {
      const agents = `x=model:${family},o=bot:random`;
      const seeds = Array.from({ length: 10 }, (_, i) => `${family} ${i}`);
      await compared("tictactoe", agents, ["first"]);
      const sums = await compared("tictactoe", agents, seeds);
      near(sums.foretold, sums.cost, JSON.stringify(sums));
    });

  it("is within a quarter of what eight moves in the cottage cost, once some were recorded", async () => {
    const agents = "you=model:google,*=bot:random";
    await compared("house/cottage", agents, ["first"], 8, patient);
    const sums = await compared("house/cottage", agents, ["a", "b", "c"], 8, patient);
    near(sums.foretold, sums.cost, JSON.stringify(sums));
  });

  it("of a world that no model was asked in yet comes near what is sent", async () => {
    const sums = await compared("house/lighthouse", "*=model:compatible", ["a"], 2);
    near(sums.input / sums.calls, sums.sent / sums.made, JSON.stringify(sums));
  });

  it("counts the schema of an answer where the provider reads it as input, and not where it becomes a grammar", async () => {
    const fresh = (await withModels(setupAt(fake))).orrery;
    const inputOf = async (family: string) =>
      (await fresh.forecastStart({ world: "tictactoe", seed: "a" }, { agents: `*=model:${family}`, moves: 1 })).usage
        .input;
    const [read, compiled] = [await inputOf("openai"), await inputOf("compatible")];
    assert.ok(read > compiled, `${read} tokens against ${compiled}`);
    await fresh.close();
  });

  it("says whether the game is over by then, and foretells twenty moves where none is in sight", async () => {
    const game = await orrery.forecastStart({ world: "tictactoe" }, { agents: "*=model:google" });
    assert.deepEqual([game.ended, game.seats.length, game.calls <= 9], [true, 2, true]);
    // By chance some games of the cottage are over at once: one of these is not.
    const wandering = [];
    for (const seed of ["a", "b", "c", "d"])
      wandering.push(await orrery.forecastStart({ world: "house/cottage", seed }, { agents: "*=model:google" }));
    const endless = wandering.filter(({ ended }) => !ended);
    assert.ok(endless.length > 0);
    for (const { seats } of endless) assert.deepEqual(Math.max(...seats.map(({ calls }) => calls)), 20);
    const two = await orrery.forecastStart({ world: "tictactoe" }, { agents: "*=model:google", moves: 2 });
    assert.deepEqual([two.moves, two.calls, two.ended], [2, 4, false]);
    const none = await orrery.forecastStart({ world: "tictactoe" }, { agents: "*=bot:random" });
    assert.deepEqual([none.calls, none.money], [0, 0]);
  });

  it("goes on from where a run stands, and refuses who cannot be there", async () => {
    const { run } = await orrery.createRun({ world: "tictactoe", seed: "s" });
    for (const [actorId, cell] of [
      ["x", 0],
      ["o", 1],
      ["x", 3],
      ["o", 4],
    ] as const)
      await orrery.submit(run, { as: actorId, actions: [{ actorId, type: "place", metadata: { cell } }] });
    const { head } = await orrery.show(run);
    const left = await orrery.forecast(run, { agents: "*=model:openai" });
    assert.ok(left.calls >= 1 && left.calls <= 5, `${left.calls}`);
    assert.deepEqual((await orrery.show(run)).head, head);
    await assert.rejects(orrery.forecast(run, { agents: "x=model:nobody" }), { code: "bad_agents" });
    await assert.rejects(orrery.forecastStart({ world: "nowhere" }, { agents: "*=model:openai" }), {
      code: "unknown_world",
    });
  });
});
