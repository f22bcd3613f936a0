// What models learn lasts: kept by agent from run to run and league to league, version by version, and no replay needs it.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Json } from "@orrery/kernel";
import { Fault, type LeaguePlan, type Orrery } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { fakeProvider, setupAt, withModels } from "./fakes.ts";
import { all } from "./open.ts";
import { CONFIG, pupil, textsOf } from "./pupil.ts";

const fake = fakeProvider();
const AGENTS = "red=model:openai,blue=model:openai,green=model:compatible,pink=bot:careful";

/** One game from its beginning to its end, with what each seat brought to it. */
async function gameOf(orrery: Orrery, seed: string, { agents = AGENTS, learn = true, config = CONFIG as object } = {}) {
  const { run } = await orrery.createRun({ world: "glassbox", config, seed, play: { agents, learn } });
  const { outcome } = await orrery.play(run, { agents });
  assert.notEqual(outcome, null);
  const { seats } = (await orrery.configOf(run)) as { seats: { id: string; learned?: Json }[] };
  const brought = new Map(seats.flatMap(({ id, learned }) => (learned === undefined ? [] : [[id, textsOf(learned)]])));
  return { run, brought };
}
const farewells = async (orrery: Orrery, run: string) =>
  (await all(orrery.calls(run))).filter(({ prompt }) => prompt.includes("The game is over.")).map(({ lane }) => lane);
const newest = async (orrery: Orrery, agent: string) => textsOf((await orrery.learned.show(agent)).learned);
const faulty = (work: Promise<unknown>, code: string, words: RegExp) =>
  assert.rejects(work, (fault) => fault instanceof Fault && fault.code === code && words.test(fault.message));

describe("what agents learn", () => {
  it("goes from run to run by agent, whatever the seat; seats of one agent put theirs together", async () => {
    const { orrery } = await withModels(setupAt(fake));
    fake.answerWith(pupil((who) => `First, as ${who}.`));
    const first = await gameOf(orrery, "one");
    assert.deepEqual(
      [...first.brought],
      [
        ["red", []],
        ["blue", []],
        ["green", []],
      ],
    );
    assert.deepEqual((await farewells(orrery, first.run)).sort(), ["blue", "green", "red"]);
    assert.deepEqual(await newest(orrery, "model:openai"), ["First, as blue.", "First, as red."]);
    fake.answerWith(pupil((who) => `Second, as ${who}.`));
    const second = await gameOf(orrery, "two", { agents: "red=model:compatible,pink=model:openai,*=bot:careful" });
    assert.deepEqual(
      [...second.brought],
      [
        ["red", ["First, as green."]],
        ["pink", ["First, as blue.", "First, as red."]],
      ],
    );
    assert.deepEqual(await newest(orrery, "model:openai"), ["First, as blue.", "First, as red.", "Second, as pink."]);
    const cards = await orrery.learned.list();
    assert.deepEqual(
      cards.map(({ world, agent, versions }) => [
        world,
        agent,
        versions.map(({ version, from }) => [version, "run" in from && from.run]),
      ]),
      [
        [
          "glassbox",
          "model:openai",
          [
            [1, first.run],
            [2, second.run],
          ],
        ],
        [
          "glassbox",
          "model:compatible",
          [
            [1, first.run],
            [2, second.run],
          ],
        ],
      ],
    );
    assert.deepEqual(textsOf((await orrery.learned.show("model:openai", { version: 1 })).learned), [
      "First, as blue.",
      "First, as red.",
    ]);
    await orrery.close();
  });

  it("is neither brought nor asked for where a run is not begun to learn", async () => {
    const { orrery } = await withModels(setupAt(fake));
    fake.answerWith(pupil((who) => `As ${who}.`));
    const { run, brought } = await gameOf(orrery, "plain", { learn: false });
    assert.equal(brought.size, 0);
    assert.deepEqual(await farewells(orrery, run), []);
    assert.deepEqual(await orrery.learned.list(), []);
    await orrery.close();
  });

  it("is kept once, also where a run is played on after its end", async () => {
    const { orrery } = await withModels(setupAt(fake));
    fake.answerWith(pupil((who) => `As ${who}.`));
    const { run } = await gameOf(orrery, "once");
    await orrery.play(run, { agents: AGENTS });
    assert.deepEqual(
      (await orrery.learned.list()).map(({ versions }) => versions.length),
      [1, 1],
    );
    await orrery.close();
  });

  it("makes no version of nothing new, and is put beside what came from another game meanwhile", async () => {
    const { orrery } = await withModels(setupAt(fake));
    const play = { agents: AGENTS, learn: true };
    fake.answerWith(pupil((who) => `Early, as ${who}.`));
    const early = await orrery.createRun({ world: "glassbox", config: CONFIG, seed: "early", play });
    await gameOf(orrery, "between");
    fake.answerWith(pupil((who) => `Late, as ${who}.`));
    await orrery.play(early.run, play);
    assert.deepEqual(await newest(orrery, "model:compatible"), ["Early, as green.", "Late, as green."]);
    fake.answerWith(pupil(() => null));
    await gameOf(orrery, "idle");
    assert.deepEqual(
      (await orrery.learned.list()).map(({ versions }) => versions.length),
      [2, 2],
    );
    await orrery.close();
  });

  it("does not bring back what was dropped meanwhile, when a game teaches nothing", async () => {
    const { orrery } = await withModels(setupAt(fake));
    const agents = "red=model:compatible,*=bot:careful";
    fake.answerWith(pupil((who) => `As ${who}.`));
    await gameOf(orrery, "teacher", { agents });
    const play = { agents, learn: true };
    const idle = await orrery.createRun({ world: "glassbox", config: CONFIG, seed: "idle", play });
    const file = await orrery.learned.show("model:compatible");
    await orrery.learned.import({ ...file, learned: { games: 2, lessons: [] } });
    fake.answerWith(pupil(() => null));
    await orrery.play(idle.run, { agents });
    assert.deepEqual(await newest(orrery, "model:compatible"), []);
    assert.equal((await orrery.learned.show("model:compatible")).version, 2);
    await orrery.close();
  });

  it("stands in the run that used it: without the store the run verifies, and plays again from its recording", async () => {
    const { orrery } = await withModels(setupAt(fake));
    fake.answerWith(pupil((who) => `As ${who}.`));
    await gameOf(orrery, "teacher");
    const { run, brought } = await gameOf(orrery, "pupil");
    assert.deepEqual(brought.get("green"), ["As green."]);
    const lines = await all(orrery.export(run));
    const recording = await orrery.recording(run);
    const config = (await orrery.configOf(run)) as object;
    const truth = async (at: Orrery, of: string) =>
      (await all(at.log(of))).map((line) => "truthHash" in line && line.truthHash);
    const other = await withModels(setupAt(fake), { store: memoryStore() });
    await other.orrery.import(lines);
    assert.equal((await other.orrery.verify(run)).ok, true);
    fake.answerWith(() => ({ status: 500, error: { message: "nobody is to be called" } }));
    const again = await other.orrery.createRun({ world: "glassbox", config, seed: "pupil" });
    await other.orrery.play(again.run, { agents: AGENTS, replay: recording });
    assert.deepEqual(await truth(other.orrery, again.run), await truth(orrery, run));
    assert.deepEqual(await other.orrery.learned.list(), []);
    await other.orrery.close();
    await orrery.close();
  });

  it("travels as a file, is forgotten when asked, and a version's number is never given twice", async () => {
    const { orrery } = await withModels(setupAt(fake));
    fake.answerWith(pupil((who) => `As ${who}.`));
    const { run } = await gameOf(orrery, "file");
    const file = await orrery.learned.show("model:compatible");
    assert.deepEqual(
      [file.orrery, file.world, file.agent, file.version],
      ["learned", "glassbox", "model:compatible", 1],
    );
    assert.equal(await orrery.learned.import(JSON.parse(JSON.stringify(file))), null, "it is that already");
    const made = await orrery.learned.import(file, { agent: "model:openai" });
    assert.deepEqual([made?.version, made?.from], [2, { file: { agent: "model:compatible", version: 1 } }]);
    assert.deepEqual(await newest(orrery, "model:openai"), ["As green."]);
    await orrery.learned.forget("model:openai");
    await faulty(
      orrery.learned.show("model:openai"),
      "unknown_thing",
      /Nothing is kept .*There is: model:compatible\./,
    );
    assert.equal((await orrery.learned.import(file, { agent: "model:openai" }))?.version, 3);
    assert.deepEqual((await gameOf(orrery, "after")).brought.get("red"), ["As green."]);
    assert.equal((await orrery.verify(run)).ok, true);
    await faulty(orrery.learned.show("model:openai", { version: 1 }), "unknown_thing", /no version 1 .*There are: 3/);
    await faulty(orrery.learned.show("model:openai", { world: "house" }), "unknown_thing", /Nothing is kept/);
    await faulty(orrery.learned.import({ ...file, learned: { games: -1 } }), "bad_export", /cannot be read/);
    await faulty(orrery.learned.import({ lessons: [] }), "bad_export", /no file of what an agent learned/);
    await faulty(orrery.learned.import({ ...file, world: "tictactoe" }), "bad_config", /Nothing is learned/);
    await orrery.close();
  });

  it("is refused where there is nothing to learn, nobody who learns, or a replay", async () => {
    const { orrery } = await withModels(setupAt(fake));
    const begin = (world: string, play: { agents: string; replay?: string }) =>
      orrery.createRun({ world, ...(world === "glassbox" ? { config: CONFIG } : {}), play: { ...play, learn: true } });
    await faulty(begin("tictactoe", { agents: "*=model:openai" }), "bad_config", /Nothing is learned .* "tictactoe"/);
    await faulty(begin("glassbox", { agents: "*=bot:careful" }), "bad_agents", /Nobody .* keeps what it learns/);
    const { run } = await orrery.createRun({ world: "glassbox", config: CONFIG });
    const replay = await orrery.recording(run);
    await faulty(begin("glassbox", { agents: "*=model:openai", replay }), "bad_config", /A replay learns nothing/);
    assert.equal((await orrery.runs()).length, 1);
    await orrery.close();
  });
});

describe("a league with learning that lasts", () => {
  const PLAN: LeaguePlan = {
    world: "glassbox",
    config: CONFIG,
    seed: "school",
    entrants: [
      { name: "ann", agent: "model:openai" },
      { name: "bold", agent: "model:compatible", traits: { persona: "A gambler" } },
    ],
    arms: ["off", "on"],
    paired: false,
    lineUp: "teams",
    lasting: true,
  };

  it("begins with what was learned before, keeps what it teaches, and stays the same league when it goes on", async () => {
    const { orrery } = await withModels(setupAt(fake));
    fake.answerWith(pupil((who) => `Before, as ${who}.`));
    await gameOf(orrery, "before");
    const before = await newest(orrery, "model:openai");
    fake.answerWith(pupil(() => "At school."));
    const { id } = await orrery.leagues.open(PLAN, 4);
    const brought = async () => {
      const seats: [arm: string, entrant: string, texts: string[] | null][] = [];
      for await (const { arm, run, seats: sat } of orrery.leagues.games(id)) {
        const config = (await orrery.configOf(run)) as { seats: { id: string; learned?: Json }[] };
        for (const { actor, entrant } of sat) {
          const { learned } = config.seats.find((seat) => seat.id === actor)!;
          seats.push([arm, entrant, learned === undefined ? null : textsOf(learned)]);
        }
      }
      return seats;
    };
    await orrery.leagues.play(id, {});
    // One block: each pair once, in each arm.
    for (const [arm, entrant, texts] of await brought())
      assert.deepEqual(texts, arm === "off" ? null : entrant === "ann" ? before : [], `${arm} ${entrant}`);
    assert.deepEqual(await newest(orrery, "model:openai"), ["At school.", ...before].sort());
    // A person of its own remembers under its own name.
    assert.deepEqual(await newest(orrery, "model:compatible as bold"), ["At school."]);
    assert.deepEqual(await newest(orrery, "model:compatible"), ["Before, as green."]);
    const versions = (await orrery.learned.list()).map((card) => card.versions.length);
    await orrery.leagues.play(id, {});
    assert.deepEqual(
      (await orrery.learned.list()).map((card) => card.versions.length),
      versions,
      "kept once",
    );
    // What is learned elsewhere meanwhile does not change what this league began with.
    fake.answerWith(pupil(() => "Elsewhere."));
    await gameOf(orrery, "elsewhere", { agents: "red=model:openai,*=bot:careful" });
    fake.answerWith(pupil(() => "At school again."));
    assert.equal((await orrery.leagues.open(PLAN, 8)).id, id);
    await orrery.leagues.play(id, {});
    const later = (await brought()).slice(32).filter(([arm, entrant]) => arm === "on" && entrant === "ann");
    assert.ok(later.length > 0);
    for (const [, , texts] of later) assert.deepEqual(texts, ["At school.", ...before].sort());
    assert.deepEqual(
      await newest(orrery, "model:openai"),
      ["At school again.", "At school.", "Elsewhere.", ...before].sort(),
    );
    await orrery.close();
  });

  it("is refused without the arm on, and where nobody learns", async () => {
    const { orrery } = await withModels(setupAt(fake));
    await faulty(orrery.leagues.open({ ...PLAN, arms: ["off"] }, 4), "bad_config", /name that arm/);
    const bots = [
      { name: "a", agent: "bot:careful" },
      { name: "b", agent: "bot:detective" },
    ];
    await faulty(orrery.leagues.open({ ...PLAN, entrants: bots }, 4), "bad_agents", /Nobody in this league/);
    const tictactoe = { ...PLAN, world: "tictactoe", config: {}, entrants: [PLAN.entrants[0]!], arms: ["on"] as const };
    const { lasting: _lasting, ...once } = tictactoe;
    for (const plan of [tictactoe, once])
      await faulty(orrery.leagues.open(plan, 4), "bad_config", /Nothing is learned .* "tictactoe"/);
    await orrery.close();
  });
});
