// Models in a league: what they cost is read from the runs' own records, a budget ends it, and lessons travel as the arms say.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Answerer } from "@orrery/models/testing";
import { Fault, type LeaguePlan, type Orrery, PROMPTS } from "@orrery/runtime";
import { babbling, fakeProvider, schemaIn, setupAt, spelled, withModels } from "./fakes.ts";
import { all } from "./open.ts";

const fake = fakeProvider();
const PLAN: LeaguePlan = {
  world: "tictactoe",
  config: {},
  seed: "models",
  entrants: [
    { name: "clever", agent: "model:openai" },
    { name: "plain", agent: "bot:random" },
  ],
  arms: ["off"],
  paired: false,
  lineUp: "mixed",
};

it("a model's calls, tokens and money stand in the table, and a bot has none", async () => {
  fake.answerWith(babbling("league"));
  const { orrery } = await withModels(setupAt(fake));
  const { id } = await orrery.leagues.open(PLAN, 4);
  let told = 0;
  const card = await orrery.leagues.play(id, { onProgress: ({ spent }) => (told = spent.calls) });
  assert.equal(card.done, 4);
  const calls = [];
  for await (const { run } of orrery.leagues.games(id)) calls.push(...(await all(orrery.calls(run))));
  assert.equal(told, calls.length);
  assert.ok(calls.length >= 8);
  const { standings } = await orrery.leagues.table([id]);
  const sum = (name: string, entrant: string) =>
    standings
      .filter((one) => one.entrant === entrant)
      .reduce((total, { measures, games }) => total + (measures[name]?.value ?? 0) * games, 0);
  assert.equal(Math.round(sum("per game: model calls", "clever")), calls.length);
  assert.equal(
    Math.round(sum("per game: tokens", "clever")),
    calls.reduce((total, { usage }) => total + usage.input + usage.output, 0),
  );
  const dollars = calls.reduce((total, { cost }) => total + cost!, 0);
  assert.ok(dollars > 0 && Math.abs(sum("per game: dollars", "clever") - dollars) < 1e-5, `${dollars}`);
  assert.equal(sum("per game: model calls", "plain"), 0);
  await orrery.close();
});

it("a budget ends a league between games, counts what was used before, and a larger one goes on", async () => {
  fake.answerWith(babbling("budget"));
  const { orrery } = await withModels(setupAt(fake));
  const { id } = await orrery.leagues.open(PLAN, 12);
  const first = await orrery.leagues.play(id, { budget: { calls: 9 } });
  assert.ok(first.done > 0 && first.done < 12, `${first.done}`);
  const used = await callsIn(orrery, id);
  assert.ok(used <= 9, `${used} calls`);
  const begun = (await all(orrery.leagues.games(id))).length;
  assert.ok(begun <= first.done + 1, `${begun} games begun, ${first.done} done`);
  const again = await orrery.leagues.play(id, { budget: { calls: 9 } });
  assert.equal((await all(orrery.leagues.games(id))).length, begun, "a game was begun without money");
  assert.equal(await callsIn(orrery, id), used, "nothing more is bought for the same budget");
  assert.ok(again.done <= first.done + 1);
  assert.equal((await orrery.leagues.play(id, { budget: { calls: 500 } })).done, 12);
  await orrery.close();
});

const callsIn = async (orrery: Orrery, id: string): Promise<number> => {
  let sum = 0;
  for await (const { run } of orrery.leagues.games(id)) sum += (await all(orrery.calls(run))).length;
  return sum;
};

/** A crew that waits and skips, and writes a lesson under its own name when the game is over. */
const pupil: Answerer = (seen) => {
  const schema = schemaIn(seen);
  const words = seen.blocks.map(({ text }) => text).join("\n");
  const types = /"types":\[([^\]]*)\]/.exec(words.slice(words.lastIndexOf("# Available actions")))?.[1] ?? "";
  const who = [...words.matchAll(/"you":\{"id":"(\w+)"/g)].at(-1)?.[1];
  const deed = (type: string, target = "") => ({
    internal_thought: "",
    action: { type, target },
    scratchpad_updates: {},
  });
  const answer = JSON.stringify(schema).includes('"learned"')
    ? {
        internal_thought: "",
        learned: {
          games: 1,
          lessons: [{ about: "players", text: `Lesson of ${seen.family} as ${who}.` }],
        },
      }
    : types.includes("VOTE")
      ? deed("VOTE", "skip")
      : types.includes("SPEAK")
        ? { ...deed("SPEAK"), meeting: { speech: "", claims: [], suspicions: [] } }
        : deed(types.includes("WAIT") ? "WAIT" : "REFLECT");
  return { json: spelled(answer, schema) };
};

it("lessons travel from block to block: none, one's own, or another's, on the same seeds", async () => {
  fake.answerWith(pupil);
  const { orrery, store } = await withModels(setupAt(fake));
  const seats = ["red", "blue", "green", "pink"].map((id) => ({ id }));
  const { id } = await orrery.leagues.open(
    {
      world: "glassbox",
      config: { preset: "model", seats, settings: { limitMs: 60_000, sabotages: [], decisionMs: 30_000 } },
      seed: "school",
      entrants: [
        { name: "ann", agent: "model:openai" },
        { name: "ben", agent: "model:compatible" },
      ],
      arms: ["off", "on", "placebo"],
      paired: false,
      lineUp: "teams",
    },
    8,
  );
  await orrery.leagues.play(id, {
    concurrency: 5,
    onProgress: ({ done, open }) =>
      assert.ok(done >= 12 || done + open <= 12, "a block began before the lessons of the last were there"),
  });
  const games = await all(orrery.leagues.games(id));
  assert.equal(games.length, 24);
  assert.ok(games.every(({ ended }) => ended));
  /** Of every seat that a model had in the first block, and not of one. */
  const taught = (arm: string, model: string): string[] => {
    const block = games.filter((game) => game.arm === arm && game.index < 12).flatMap((game) => game.seats);
    const mine = block.filter(({ entrant }) => entrant === (model === "openai" ? "ann" : "ben"));
    assert.ok(mine.length > 4);
    return [...new Set(mine.map(({ actor }) => `Lesson of ${model} as ${actor}.`))].sort();
  };
  for (const { arm, index, run, seats } of games) {
    const head = await store.head(run, "main");
    const [first] = await store.read(head!, 0, 0);
    const { config } = JSON.parse(first!.body) as {
      config: { seats: { id: string; model: string; learned?: { games: number; lessons: { text: string }[] } }[] };
    };
    for (const { actor, entrant } of seats) {
      const seat = config.seats.find((one) => one.id === actor)!;
      assert.equal(seat.model, entrant === "ann" ? "openai" : "compatible");
      const other = entrant === "ann" ? "compatible" : "openai";
      const lessons = seat.learned?.lessons.map(({ text }) => text);
      // A block of teams is each pair once: four games in each arm.
      if (arm === "off") assert.equal(lessons, undefined);
      else if (index < 12) assert.deepEqual(lessons, []);
      else assert.deepEqual(lessons?.sort(), taught(arm, arm === "on" ? seat.model : other), `game ${index}, ${arm}`);
    }
  }
  // Where nothing crosses nobody is asked for a lesson.
  for (const { arm, run } of games) {
    const farewells = (await all(orrery.calls(run))).filter(({ prompt }) => prompt.includes("The game is over."));
    assert.equal(farewells.length, arm === "off" ? 0 : 4, `${arm}: ${run}`);
  }
  const runs = (arm: string) => games.filter((game) => game.arm === arm).map(({ seats }) => JSON.stringify(seats));
  assert.deepEqual(runs("on"), runs("off"));
  assert.deepEqual(runs("placebo"), runs("off"));
  const { standings } = await orrery.leagues.table([id]);
  assert.equal(new Set(standings.map(({ entrant, arm }) => `${entrant} ${arm}`)).size, 6);
  await orrery.close();
});

it("one model plays as two persons, who are rated apart and stay who they are on every seat", async () => {
  fake.answerWith(pupil);
  const { orrery } = await withModels(setupAt(fake));
  const seats = ["red", "blue", "green", "pink"].map((id) => ({ id }));
  const plan: LeaguePlan = {
    ...PLAN,
    world: "glassbox",
    config: { preset: "model", seats, settings: { limitMs: 60_000, sabotages: [], decisionMs: 30_000 } },
    entrants: [
      { name: "calm", agent: "model:openai", traits: { persona: "A retired detective", strategyLevel: 0 } },
      { name: "bold", agent: "model:openai", traits: { persona: "A gambler", strategyLevel: 3, metaLevel: "direct" } },
    ],
  };
  const { id } = await orrery.leagues.open(plan, 4);
  await orrery.leagues.play(id, {});
  const sat = new Map<string, Set<string>>();
  for (const { run, seats } of await all(orrery.leagues.games(id)))
    for (const { lane, system } of await all(orrery.calls(run))) {
      const { entrant } = seats.find(({ actor }) => actor === lane)!;
      const told = system.filter(({ id }) => id === "identity");
      assert.deepEqual(
        told.map(({ id, text }) => [id, text.replace(/ You play.*/, "")]),
        [["identity", entrant === "calm" ? "You are openai. A retired detective." : "You are openai. A gambler."]],
      );
      assert.match(told[0]!.text, new RegExp(` You play ${lane} `));
      // Nowhere else is it told that it is somebody, least of all the other.
      const all = system.map(({ text }) => text).join("\n");
      assert.equal(all.match(/A retired detective|A gambler|You are openai/g)?.length, 2);
      const parts = system.map((part) => part.id);
      assert.deepEqual(
        [parts.includes("strategy"), parts.includes("meta")],
        entrant === "calm" ? [false, false] : [true, true],
      );
      sat.set(entrant, (sat.get(entrant) ?? new Set()).add(lane));
    }
  for (const name of ["calm", "bold"]) assert.ok(sat.get(name)!.size > 1, `${name} sat on one seat`);
  const { standings } = await orrery.leagues.table([id]);
  assert.deepEqual([...new Set(standings.map(({ entrant }) => entrant))].sort(), ["bold", "calm"]);
  // Another persona under the same name is another player: no table holds both.
  const [calm, bold] = plan.entrants;
  const other = await orrery.leagues.open(
    { ...plan, entrants: [calm!, { ...bold!, traits: { persona: "A saint" } }] },
    1,
  );
  const refused = (work: Promise<unknown>, words: RegExp) =>
    assert.rejects(
      work,
      (error: unknown) => error instanceof Fault && error.code === "bad_config" && words.test(error.message),
    );
  await refused(orrery.leagues.table([id, other.id]), /"bold" has other traits/);
  for (const traits of [{ persona: 7 }, { strategyLevel: 4 }, { role: "impostor" }])
    await refused(
      orrery.leagues.open({ ...plan, entrants: [{ ...calm!, traits }] }, 1),
      /The traits of "calm" cannot be/,
    );
  await refused(
    orrery.leagues.open({ ...PLAN, entrants: [{ ...PLAN.entrants[1]!, traits: {} }] }, 1),
    /nobody has any/,
  );
  await orrery.close();
});

describe("two wordings of a prompt in one league", () => {
  const entrants: LeaguePlan["entrants"] = [
    { name: "shipped", agent: "model:compatible" },
    { name: "terse", agent: "model:compatible", prompts: { player: "Win. Answer with one JSON object." } },
  ];
  const systems = () => new Set(fake.seen.map(({ system }) => system));

  it("play as two entrants on the same seeds; the texts decide the league's id and stand in the record", async () => {
    fake.answerWith(babbling("wordings"));
    const { orrery } = await withModels(setupAt(fake));
    const plan: LeaguePlan = { ...PLAN, entrants, paired: true };
    const { id } = await orrery.leagues.open(plan, 4);
    assert.equal((await orrery.leagues.play(id, {})).done, 4);
    const of = async (run: string, actor: string) =>
      (await all(orrery.calls(run))).filter(({ lane }) => lane === actor).map(({ system }) => system[0]!);
    for await (const { run, seats } of orrery.leagues.games(id))
      for (const { actor, entrant } of seats)
        for (const { text, version } of await of(run, actor))
          assert.deepEqual(
            [text.startsWith("Win. Answer"), version],
            entrant === "terse" ? [true, 0] : [false, PROMPTS.player.version],
          );
    const { standings, contrasts } = await orrery.leagues.table([id]);
    assert.deepEqual([...new Set(standings.map(({ entrant }) => entrant))].sort(), ["shipped", "terse"]);
    assert.ok(contrasts.length > 0, "they are compared on the same seeds");
    const other = [entrants[0]!, { ...entrants[1]!, prompts: { player: "Win!" } }];
    assert.notEqual((await orrery.leagues.open({ ...plan, entrants: other }, 4)).id, id);
    await orrery.close();
  });

  it("may be a fixed part of a world that writes its own prompts", async () => {
    fake.answerWith(pupil);
    const { orrery } = await withModels(setupAt(fake));
    const seats = ["red", "blue", "green", "pink"].map((id) => ({ id }));
    const config = { preset: "model", seats, settings: { limitMs: 60_000, sabotages: [], decisionMs: 30_000 } };
    const prompts = { "glassbox.output": "# How you answer\nOne JSON object." };
    const { id } = await orrery.leagues.open(
      {
        ...PLAN,
        world: "glassbox",
        config,
        entrants: [entrants[0]!, { ...entrants[1]!, prompts }],
        lineUp: "mixed",
      },
      1,
    );
    fake.reset();
    fake.answerWith(pupil);
    await orrery.leagues.play(id, { budget: { calls: 12 } });
    const heads = new Set([...systems()].map((text) => text.split("\n").slice(0, 2).join(" ").slice(0, 60)));
    assert.deepEqual([...heads].filter((head) => head === "# How you answer One JSON object.").length, 1);
    assert.ok(heads.size > 1);
    // A text of somebody's own is known in the record by its content, and never by a version of the shipped one.
    const versions = new Map<boolean, Set<number>>();
    for await (const { run } of orrery.leagues.games(id))
      for (const { system } of await all(orrery.calls(run)))
        for (const { text, version } of system.filter((part) => part.id === "output")) {
          const isOwn = text === prompts["glassbox.output"];
          versions.set(isOwn, (versions.get(isOwn) ?? new Set()).add(version));
        }
    assert.deepEqual(versions.get(true), new Set([0]));
    assert.ok(!versions.get(false)!.has(0));
    await orrery.close();
  });

  it("are refused where no player is given such a prompt, and where the text cannot be used", async () => {
    const { orrery } = await withModels(setupAt(fake));
    for (const [prompts, words] of [
      [{ narrator: "x {person} {tense}" }, /players here are given player/],
      [{ "glassbox.output": "x" }, /players here are given player/],
      [{ player: " " }, /it is empty/],
    ] as const)
      await assert.rejects(
        orrery.leagues.open({ ...PLAN, entrants: [entrants[0]!, { ...entrants[1]!, prompts }] }, 2),
        (fault) => fault instanceof Fault && fault.code === "bad_models" && words.test(fault.message),
      );
    await orrery.close();
  });
});
