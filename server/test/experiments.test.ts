// Experiments over HTTP: written as text, played by the server, stopped and gone on with, and read with bands.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type Fixture, openFixture, until } from "./support.ts";

const TEXT = `title: Is it the news?
world: story
config: {people: 6, rounds: 6}
agents: "*=bot:resident"
seeds: 3
arms:
  - name: control
  - name: news
    do: [{after: 2, action: {type: inject, metadata: {text: It is cancelled., topic: harbour, stance: 0}}}]
measures: [mean.harbour]
`;

describe("experiments over HTTP", () => {
  let at: Fixture;
  before(async () => {
    at = await openFixture();
  });
  after(() => at.close());

  it("are played to their end and read with their effects and bands", async () => {
    const { status, body: card } = await at.ask("POST", "/api/experiments", { text: TEXT });
    assert.equal(status, 202);
    assert.deepEqual(card.deeds, [{ arm: "news", after: 2, type: "inject" }]);
    await until(
      async () => (await at.ask("GET", `/api/experiments/${card.id}`)).body.state === "stopped",
      "it comes to its end",
    );
    const { body } = await at.ask("GET", `/api/experiments/${card.id}/results`);
    assert.deepEqual([body.seeds, body.control, body.effects.length], [3, "control", 1]);
    assert.equal(body.series[0].arms[1].points.length, 7);
    assert.equal((await at.ask("GET", "/api/experiments")).body.length, 1);
  });

  it("stop when they are told, and go on with what they have", async () => {
    const { body: card } = await at.ask("POST", "/api/experiments", {
      text: TEXT.replace("seeds: 3", "seeds: 40\nseed: x"),
    });
    const stopped = await at.ask("POST", `/api/experiments/${card.id}/stop`);
    assert.deepEqual([stopped.body.state, stopped.body.done], ["stopped", null]);
    assert.ok((await at.ask("GET", `/api/experiments/${card.id}/results`)).body.seeds < 40);
    assert.equal((await at.ask("POST", `/api/experiments/${card.id}/go`)).body.state, "playing");
    await at.ask("POST", `/api/experiments/${card.id}/stop`);
  });

  it("say where their text is wrong, and why they cannot go on", async () => {
    const wrong = await at.ask("POST", "/api/experiments", { text: TEXT.replace("seeds: 3", "seeds: none") });
    assert.deepEqual([wrong.status, wrong.body.code, wrong.body.problems[0].line], [400, "bad_config", 5]);
    const { body: card } = await at.ask("POST", "/api/experiments", { text: TEXT.replace("after: 2", "after: 99") });
    const now = async () => (await at.ask("GET", `/api/experiments/${card.id}`)).body;
    await until(async () => (await now()).state === "stopped", "it gives up");
    assert.match((await now()).why, /after 99 turns, and run .* has ended after 6/);
    assert.equal((await at.ask("GET", "/api/experiments/nothing")).status, 404);
  });
});
