// Models in a league: what they cost is read from the runs' own records, a budget ends it, and lessons travel as the arms say.
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Answerer } from "@orrery/models/testing";
import type { Orrery, Plan } from "@orrery/runtime";
import { babbling, fakeProvider, schemaIn, setupAt, spelled, withModels } from "./fakes.ts";
import { all } from "./open.ts";

const fake = fakeProvider();
const PLAN: Plan = {
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
  const deed = (type: string, target = "") => ({
    internal_thought: "",
    action: { type, target },
    scratchpad_updates: {},
  });
  const answer = JSON.stringify(schema).includes('"learned"')
    ? {
        internal_thought: "",
        learned: { games: 1, lessons: [{ about: "players", text: `Lesson of ${seen.family}.` }] },
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
      const lesson = seat.learned?.lessons[0]?.text;
      // A block of teams is each pair once: four games in each arm.
      if (arm === "off" || index < 12) assert.equal(lesson, undefined);
      else assert.equal(lesson, `Lesson of ${arm === "on" ? seat.model : other}.`, `game ${index}, ${arm}`);
    }
  }
  const runs = (arm: string) => games.filter((game) => game.arm === arm).map(({ seats }) => JSON.stringify(seats));
  assert.deepEqual(runs("on"), runs("off"));
  assert.deepEqual(runs("placebo"), runs("off"));
  const { standings } = await orrery.leagues.table([id]);
  assert.equal(new Set(standings.map(({ entrant, arm }) => `${entrant} ${arm}`)).size, 6);
  await orrery.close();
});
