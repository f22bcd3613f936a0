// What agents learned over HTTP: a run can be begun to learn, and what is kept is listed and shown, to the owner alone.
import assert from "node:assert/strict";
import { after, before, it } from "node:test";
import { FakeProvider } from "@orrery/models/testing";
import { setupAt } from "../../runtime/test/fakes.ts";
import { CONFIG, pupil, textsOf } from "../../runtime/test/pupil.ts";
import { type Fixture, openFixture, until } from "./support.ts";

let at: Fixture;
before(async () => {
  at = await openFixture();
});
after(() => at.close());

const FILE = {
  orrery: "learned",
  world: "glassbox",
  agent: "model:clever",
  version: 7,
  learned: { games: 7, lessons: [{ about: "map", text: "The engine room is a trap." }] },
};

it("lists the learners and shows a version", async () => {
  await at.orrery.learned.import(FILE);
  await at.orrery.learned.import({ ...FILE, learned: { games: 8, lessons: [] } });
  const { body: list } = await at.ask("GET", "/api/learned");
  assert.deepEqual(
    list.map((card: typeof FILE & { versions: { version: number }[] }) => [
      card.world,
      card.agent,
      card.versions.map(({ version }) => version),
    ]),
    [["glassbox", "model:clever", [1, 2]]],
  );
  const path = `/api/learned/${encodeURIComponent("model:clever")}`;
  assert.equal((await at.ask("GET", path)).body.learned.games, 8);
  assert.deepEqual((await at.ask("GET", `${path}?version=1`)).body.learned, FILE.learned);
  assert.equal((await at.ask("GET", `${path}?version=9`)).status, 404);
  assert.equal((await at.ask("GET", "/api/learned/model%3Anobody")).status, 404);
});

it("forgets one agent for good, and no other", async () => {
  const path = `/api/learned/${encodeURIComponent("model:brief")}`;
  await at.orrery.learned.import({ ...FILE, agent: "model:brief" });
  const left = await at.ask("POST", `${path}/forget`, { world: "glassbox" });
  assert.equal(left.status, 200);
  assert.deepEqual(
    left.body.map(({ agent }: { agent: string }) => agent),
    ["model:clever"],
  );
  assert.equal((await at.ask("GET", path)).status, 404);
  assert.equal((await at.ask("POST", `${path}/forget`)).status, 404);
  assert.equal((await at.ask("POST", "/api/learned/model%3Aclever/forget", { world: "house" })).status, 404);
});

it("refuses a run that is to learn and has nobody who does", async () => {
  const begin = (body: object) => at.ask("POST", "/api/runs", { world: "glassbox", learn: true, ...body });
  const { body: nobody } = await begin({ agents: "*=bot:careful" });
  assert.deepEqual([nobody.status, nobody.code], [400, "bad_agents"]);
  assert.match(nobody.detail, /keeps what it learns/);
  assert.match((await begin({})).body.detail, /learning .* for agents/);
  assert.equal((await at.ask("GET", "/api/runs")).body.length, 0);
});

it("a league with learning that lasts begins over HTTP, says so on its card, and keeps what it taught", async () => {
  const fake = new FakeProvider();
  await fake.start();
  const school = await openFixture({}, { models: setupAt(fake) });
  const begin = (more: object) =>
    school.ask("POST", "/api/leagues", {
      world: "glassbox",
      config: CONFIG,
      entrants: [
        { name: "ann", agent: "model:openai" },
        { name: "bot", agent: "bot:careful" },
      ],
      games: 4,
      lineUp: "teams",
      lasting: true,
      ...more,
    });
  const kept = async () => (await school.ask("GET", "/api/learned")).body.map(({ agent }: { agent: string }) => agent);
  try {
    const { body: off } = await begin({ arms: ["off"] });
    assert.deepEqual([off.status, off.code], [400, "bad_config"]);
    assert.equal((await begin({ arms: ["on"], lasting: false })).status, 400);
    fake.answerWith(pupil(() => "At school."));
    for (const lasting of [undefined, true]) {
      const { status, body } = await begin({ arms: ["on"], lasting, seed: `lasting ${lasting}` });
      assert.deepEqual([status, body.lasting], [202, lasting]);
      await until(
        async () => (await school.ask("GET", `/api/leagues/${body.id}`)).body.state === "stopped",
        "the league comes to rest",
      );
      const { done, games, why } = (await school.ask("GET", `/api/leagues/${body.id}`)).body;
      assert.deepEqual([done, why], [games, null]);
      assert.deepEqual(await kept(), lasting ? ["model:openai"] : []);
    }
    const { body } = await school.ask("GET", `/api/learned/${encodeURIComponent("model:openai")}`);
    assert.deepEqual(textsOf(body.learned), ["At school."]);
    assert.ok("league" in body.from);
  } finally {
    await school.close();
    await fake.stop();
  }
});
