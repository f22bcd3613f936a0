// The story's stage: its rounds, marks and map are read from turns and states; a visitor reads it, acts as its author, and takes that back.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, it } from "node:test";
import type { StoryState } from "@orrery/worlds/story";
import type { Line } from "../src/shapes.ts";
import { endsIn, levelsIn, marksIn, mostMoved, type Round } from "../src/stage/story/rounds.ts";
import { layOutTown, tiesAt } from "../src/stage/story/town-map.ts";
import { type Bench, FILE_MS, openBench, skip, until } from "./support.ts";

const ROUNDS = 8;
const PEOPLE = 24;

describe("the story's stage", { skip, timeout: FILE_MS }, () => {
  let bench: Bench;
  let run: string;
  let lines: readonly Line[];
  let state: StoryState;
  before(async () => {
    bench = await openBench();
    const { orrery } = bench;
    ({ run } = await orrery.createRun({ world: "story", seed: "ship", config: { people: PEOPLE, rounds: ROUNDS } }));
    await orrery.play(run, { agents: "*=bot:resident" });
    await orrery.god(run, {
      actorId: "god",
      type: "inject_event",
      metadata: { description: "The ledgers burned.", scope: "truth" },
    });
    const [somebody] = ((await orrery.show(run, {})).view as StoryState).actors;
    const killed = await orrery.god(run, { actorId: "god", type: "kill", targetId: somebody!, metadata: {} });
    assert.ok(killed.validation.every(({ success }) => success));
    lines = await Array.fromAsync(orrery.log(run, { from: 0 }));
    state = (await orrery.show(run, {})).view as StoryState;
  });
  after(() => bench?.close());

  it("finds the end of each round, and the author's acts in it", () => {
    const ends = endsIn(lines);
    assert.deepEqual(
      ends.map(({ round }) => round),
      ends.map((_, i) => i + 1),
    );
    for (const { turn, round } of ends)
      assert.ok(lines[turn]!.events.some((event) => (event as { round: number }).round === round));
    const [first] = marksIn(lines, (id) => id);
    assert.deepEqual([first?.kind, first?.text], ["event", "The ledgers burned."]);
  });

  it("counts the feelings of the living alone, and opens the requested stave first", () => {
    const { levels, mean } = levelsIn(state);
    assert.equal(levels.length, PEOPLE);
    for (const level of mean) assert.ok(level >= 0 && level <= 1);
    const all: StoryState = { ...state, actors: state.actors.slice(-2) };
    assert.deepEqual(levelsIn(all).mean, [0, 0, 0, 0, 0, 0]);
    const rounds: Round[] = [
      { round: 1, turn: 1, id: "1", levels: [[0], [0], [0]].map(() => [0, 0, 0, 0, 0, 0]), mean: [] },
      {
        round: 2,
        id: "2",
        turn: 2,
        levels: [
          [0, 0, 0, 0, 0, 0],
          [1, 0, 0, 0, 0, 0],
          [0.2, 0, 0, 0, 0, 0],
        ],
        mean: [],
      },
    ];
    assert.deepEqual(mostMoved(rounds, null, 2), [1, 2]);
    assert.deepEqual(mostMoved(rounds, 0, 2), [0, 1]);
  });

  it("lays out the same town for the same ties, everybody once, each on one island", () => {
    const [map, again] = [layOutTown(state), layOutTown(state)];
    assert.deepEqual(map, again);
    assert.equal(map.spots.length, PEOPLE);
    const housed = map.islands.flatMap(({ people }) => people).sort((a, b) => a - b);
    assert.deepEqual(
      housed,
      Array.from({ length: PEOPLE }, (_, place) => place),
    );
    for (const [from, to] of tiesAt(state)) assert.ok(from < PEOPLE && to < PEOPLE);
  });

  it("is read as a story, changed by its author in the page, and taken back", async () => {
    const { context, page } = await bench.open(`/runs/${run}`);
    await page.getByRole("heading", { name: `Round ${endsIn(lines).length}` }).waitFor();
    // The address of the story's source document opens the same run at its author's cards.
    await page.goto(`${bench.server.url}/godmode/${run}`);
    await page.getByRole("textbox", { name: "What happens" }).fill("A second light was seen {in} the customs house.");
    await page.getByRole("button", { name: "Inject" }).click();
    const log = page.getByRole("list", { name: "The last events" });
    await log.getByText("A second light was seen {in} the customs house.").waitFor();
    await log.getByRole("button", { name: "Take back: A second light was seen {in} the customs house." }).click();
    await until(
      async () => (await log.getByText("A second light").count()) === 0,
      "an event that was taken back leaves the list",
    );
    await page.getByRole("button", { name: "Previous round" }).click();
    await page.getByRole("heading", { name: `Round ${endsIn(lines).length - 1}` }).waitFor();
    await page.getByRole("button", { name: "Town", exact: true }).click();
    await page.getByRole("heading", { name: "Who follows whom" }).waitFor();
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
    const problems = (await page.evaluate(
      "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target)))",
    )) as string[];
    assert.deepEqual(problems, []);
    await bench.done(context);
  });

  it("shows who has heard a rumour and who believes it, in the round that is shown", async () => {
    const config = { people: PEOPLE, rounds: ROUNDS, topics: [{ id: "mayor", name: "the mayor", words: ["mayor"] }] };
    const { run: town } = await bench.orrery.createRun({ world: "story", seed: "hearsay", config });
    const { context, page } = await bench.open(`/runs/${town}`);
    await page.goto(`${bench.server.url}/godmode/${town}`);
    assert.equal(await page.getByRole("spinbutton", { name: "Round" }).inputValue(), "1");
    await page.getByRole("textbox", { name: "What is whispered" }).fill("The mayor sold the lighthouse.");
    const whisper = page.getByRole("button", { name: "Whisper it" });
    assert.ok(await whisper.isDisabled(), "nobody is chosen yet");
    const people = page.getByRole("group", { name: "Whispered to" });
    for (const place of [0, 1, 2]) await people.getByRole("checkbox").nth(place).check();
    await whisper.click();
    await page.getByRole("list", { name: "The last events" }).getByText("The mayor sold the lighthouse.").waitFor();
    await bench.orrery.play(town, { agents: "*=bot:resident" });
    await page.getByRole("heading", { name: `Round ${ROUNDS}` }).waitFor();
    await page.getByRole("tab", { name: "Hearsay" }).click();
    const hearers = page.getByRole("list", { name: "have heard" });
    await hearers.getByText(`told in round 1`).nth(2).waitFor();
    await hearers
      .getByText(/^round \d+, from /)
      .first()
      .waitFor();
    const all = await hearers.getByRole("listitem").count();
    for (let round = ROUNDS; round > 1; round--) await page.getByRole("button", { name: "Previous round" }).click();
    await page.getByRole("heading", { name: "Round 1", exact: true }).waitFor();
    await until(async () => (await hearers.getByRole("listitem").count()) === 3, "three have heard by round 1");
    assert.ok(all > 3, `${all} have heard in the end`);
    await bench.done(context);
  });

  it("moves somebody to a place of the World Builder, and lets rounds pass", async () => {
    const { run: town } = await bench.orrery.createRun({ world: "story", config: { people: 6, rounds: 9 } });
    const stateNow = async () => (await bench.orrery.show(town, {})).view as StoryState;
    const { context, page } = await bench.open(`/runs/${town}`);
    await page.getByRole("tab", { name: "God Mode" }).click();
    await page.getByText("There is no place yet. Add a location under World.").waitFor();
    const tower = { id: "tower", name: "The Iron Tower", description: "Black stone." };
    await bench.orrery.god(town, { actorId: "god", type: "put_location", metadata: tower });
    const move = page.getByRole("button", { name: "Move", exact: true });
    await page.getByRole("combobox", { name: "To the place" }).selectOption("The Iron Tower");
    await move.click();
    await until(async () => Object.keys((await stateNow()).tale.whereabouts).length > 0, "somebody is moved");
    const moved = await stateNow();
    assert.deepEqual(moved.tale.whereabouts, { [moved.actors[0]!]: "tower" });
    await until(() => move.isDisabled(), "nobody is moved to where they are");
    await page.getByRole("spinbutton", { name: "How many pass with nobody acting" }).fill("3");
    await page.getByRole("button", { name: "Skip", exact: true }).click();
    await until(async () => (await stateNow()).round === 4, "three rounds have passed");
    await page.getByRole("spinbutton", { name: "How many pass with nobody acting" }).fill("99");
    await page.getByRole("button", { name: "Skip", exact: true }).click();
    await page.getByRole("alert").waitFor();
    assert.equal((await stateNow()).round, 4);
    await bench.done(context);
  });

  it("lets nothing be edited before what was saved has been read again", async () => {
    const { context, page } = await bench.open(`/runs/${run}`);
    await page.goto(`${bench.server.url}/world/${run}`);
    await page.getByRole("textbox", { name: "Name of the faction" }).fill("The Night Watch");
    let isHeld = true;
    const held: (() => Promise<void>)[] = [];
    await page.route(/\/turns\?/, (route) => (isHeld ? void held.push(() => route.continue()) : route.continue()));
    await page.getByRole("button", { name: "Add a faction" }).click();
    await until(() => held.length > 0, "the run is read again");
    const edit = page.getByRole("button", { name: "Edit: The Night Watch" });
    await edit.waitFor();
    assert.ok(await edit.isDisabled(), "the form is still to be emptied");
    isHeld = false;
    for (const go of held) await go();
    await edit.click();
    const name = page.getByRole("textbox", { name: "Name of the faction" });
    assert.equal(await name.inputValue(), "The Night Watch");
    await page.getByRole("button", { name: "Remove: The Night Watch" }).click();
    await edit.waitFor({ state: "detached" });
    await bench.done(context);
  });

  it("writes, edits and removes factions and resources in the World Builder", async () => {
    const { context, page } = await bench.open(`/runs/${run}`);
    await page.goto(`${bench.server.url}/world/${run}`);
    const tale = async () => ((await bench.orrery.show(run, {})).view as StoryState).tale;
    await page.getByRole("textbox", { name: "Name of the faction" }).fill("The Harbour Guild");
    await page.getByRole("textbox", { name: "Goals, one a line" }).fill("Keep the harbour\n\nPay no toll");
    await page.getByRole("group", { name: "Members" }).getByRole("checkbox").nth(1).check();
    await page.getByRole("button", { name: "Add a faction" }).click();
    await page.getByRole("button", { name: "Edit: The Harbour Guild" }).click();
    await page.getByRole("slider", { name: "Power" }).fill("0.8");
    await page.getByRole("button", { name: "Save" }).first().click();
    await page.getByText("power 80 %").waitFor();
    const [faction] = (await tale()).factions;
    assert.deepEqual(faction, {
      id: "the_harbour_guild",
      name: "The Harbour Guild",
      power: 0.8,
      members: [state.actors[1]],
      goals: ["Keep the harbour", "Pay no toll"],
    });
    await page.getByRole("textbox", { name: "Name of the resource" }).fill("Salt");
    await page.getByRole("combobox", { name: "Held by" }).selectOption("The Harbour Guild");
    await page.getByRole("button", { name: "Add a resource" }).click();
    await page.getByText("held by The Harbour Guild").waitFor();
    await page.getByRole("button", { name: "Remove: The Harbour Guild" }).click();
    await until(async () => (await tale()).factions.length === 0, "a faction that was removed is gone");
    // By name: until the page has read the newest entry, the first of the list is an older one.
    await page.getByRole("button", { name: "Take back: The faction The Harbour Guild was dissolved." }).click();
    await page.getByRole("button", { name: "Edit: The Harbour Guild" }).waitFor();
    await bench.done(context);
  });
});
