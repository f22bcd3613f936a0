// What the original gets wrong on real runs, each with the run folder that shows it: M1 to M15 of its narrative layer, and the traps of its files.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, describe, it } from "node:test";
import { type Orrery, openOrrery } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import type { Beat, StoryEvent, StoryState } from "@orrery/worlds/story";
import { importerFor } from "../src/index.ts";
import { begin, dice, type Made, playRounds } from "./made.ts";
import { NAMES } from "./simulator.ts";

const FIXTURE = resolve(import.meta.dirname, "../../fixtures/oasis/reddit-12x10/sim_3893a0b4a610");
const root = mkdtempSync(join(tmpdir(), "orrery-stories-"));
let folders = 0;
const newFolder = (): string => {
  const dir = join(root, String(++folders));
  mkdirSync(dir);
  return dir;
};
after(() => rmSync(root, { recursive: true, force: true }));

const open = (): Promise<Orrery> => openOrrery({ store: memoryStore() });
const take = async (orrery: Orrery, dir: string) => (await importerFor(dir)!.read(orrery, dir)).run;
/** Tells every round that can be told. */
async function tellAll(orrery: Orrery, run: string): Promise<readonly Beat[]> {
  while ((await orrery.stories.translate(run)) !== null);
  return orrery.stories.beats(run);
}
const god = (orrery: Orrery, run: string, type: string, metadata?: object, targetId?: string) =>
  orrery.god(run, { actorId: "god", type, ...(targetId ? { targetId } : {}), ...(metadata ? { metadata } : {}) });
const played = (dir: string, platform: "reddit" | "twitter", seed: number, rounds: number): Made => {
  const made = begin(dir, platform, 6);
  playRounds(made, dice(seed), 1, rounds, 6);
  return made;
};

describe("a story told from a run folder", () => {
  it("M1: reads its characters from the files that real runs have, of either platform", async () => {
    const orrery = await open();
    const of = async (dir: string) => orrery.stories.characters(await take(orrery, dir));
    const profiles = JSON.parse(readFileSync(join(FIXTURE, "reddit_profiles.json"), "utf8")) as {
      user_id: number;
      name: string;
      persona: string;
    }[];
    assert.deepEqual(
      (await of(FIXTURE)).map(({ id, name, backstory }) => [id, name, backstory]),
      profiles.map(({ user_id, name, persona }) => [String(user_id), name, persona]),
    );
    const dir = newFolder();
    played(dir, "twitter", 3, 2).sim.end(2);
    rmSync(join(dir, "simulation_config.json"));
    const twitter = await of(dir);
    assert.deepEqual(
      twitter.map(({ id, name, backstory }) => [id, name, backstory]),
      NAMES.slice(0, 6).map((name, id) => [String(id), name, `Bio of ${id}, plain.`]),
    );
    await orrery.close();
  });

  it("M2: loses no action and no round where there is no file of characters at all", async () => {
    const orrery = await open();
    const beats = await tellAll(orrery, await take(orrery, FIXTURE));
    assert.deepEqual(
      beats.map(({ round, action_count }) => [round, action_count]),
      [3, 6, 8, 8, 0, 0, 7, 7, 7, 3, 4].map((count, round) => [round, count]),
    );
    const bare = newFolder();
    const made = played(bare, "twitter", 3, 3);
    made.sim.end(3);
    rmSync(join(bare, "twitter_profiles.csv"));
    rmSync(join(bare, "simulation_config.json"));
    const told = await tellAll(orrery, await take(orrery, bare));
    assert.deepEqual(
      told.map(({ round, action_count }) => [round, action_count]),
      [...made.sim.did].map(([round, did]) => [round, did.length]),
    );
    assert.ok(told.every(({ action_count, characters }) => characters.length > 0 === action_count > 0));
    await orrery.close();
  });

  it("M3: tells no round before it has ended, and then all of it", async () => {
    const dir = newFolder();
    const orrery = await open();
    const made = played(dir, "reddit", 4, 2);
    made.sim.startRound(3, 2);
    made.posts.push(made.sim.post(1, "The first half of a round."));
    const run = await take(orrery, dir);
    assert.deepEqual(
      (await tellAll(orrery, run)).map(({ round }) => round),
      [0, 1, 2],
    );
    made.sim.post(2, "The second half of it.");
    made.sim.endRound();
    made.sim.end(3);
    await take(orrery, dir);
    const [, , , third] = await tellAll(orrery, run);
    assert.match(third!.prose, /The first half of a round[.,][\s\S]*The second half of it[.,]/);
    await orrery.close();
  });

  it("M4: tells round 1 whole after round 2 was told", async () => {
    const orrery = await open();
    const run = await take(orrery, FIXTURE);
    await orrery.stories.translate(run, { round: 2 });
    await orrery.stories.translate(run, { round: 1 });
    assert.deepEqual(
      (await orrery.stories.beats(run)).map(({ round, action_count }) => [round, action_count]),
      [
        [1, 6],
        [2, 8],
      ],
    );
    await orrery.close();
  });

  it("M5: keeps one beat for a round that is told twice, the later one", async () => {
    const orrery = await open();
    const run = await take(orrery, FIXTURE);
    const first = await orrery.stories.translate(run, { round: 1 });
    await god(orrery, run, "inject_event", { description: "The lamps went out." });
    const again = await orrery.stories.translate(run, { round: 1 });
    assert.notEqual(first!.prose, again!.prose);
    assert.match(again!.prose, /The lamps went out\./);
    assert.deepEqual(
      (await orrery.stories.beats(run)).map(({ prose }) => prose),
      [again!.prose],
    );
    await orrery.close();
  });

  it("M6: keeps an author's change of feelings in the log and out of prose, under a hard rule too", async () => {
    const orrery = await open();
    const run = await take(orrery, FIXTURE);
    await god(orrery, run, "set_telling", { enforcement: "hard" });
    await god(orrery, run, "modify_emotion", { emotions: { anger: 1 } }, "3");
    assert.deepEqual(
      (await orrery.stories.world(run)).event_log.map(({ type }) => type),
      ["god_mode_emotion_change"],
    );
    const { prose } = (await orrery.stories.translate(run))!;
    assert.ok(!/feelings|god_mode|anger|=\s*[\d.]|→/.test(prose), prose);
    await orrery.close();
  });

  it("M7: tells an author's braces as they were written", async () => {
    const orrery = await open();
    const run = await take(orrery, FIXTURE);
    await god(orrery, run, "inject_event", { description: "A {sealed} {{letter}} came." });
    const { prose } = (await orrery.stories.translate(run))!;
    assert.ok(prose.startsWith("A {sealed} {{letter}} came."), prose);
    await orrery.close();
  });

  it("M8: tells the atmosphere of a location that the author gave it", async () => {
    const orrery = await open();
    const run = await take(orrery, FIXTURE);
    const location = { id: "quay", name: "The Old Quay", description: "Stone.", atmosphere: "tar and salt in the air" };
    await god(orrery, run, "put_location", location);
    await god(orrery, run, "set_telling", { places: "cinematic" });
    await god(orrery, run, "move", { place: "quay" }, "1");
    const beats = await tellAll(orrery, run);
    assert.deepEqual((await orrery.stories.world(run)).locations, { quay: location });
    assert.ok(beats.some(({ prose }) => /at The Old Quay, [^.]*\. Tar and salt in the air\./.test(prose)));
    await orrery.close();
  });

  it("M9: lets feelings fade, so that nobody ends in full trust", async () => {
    const orrery = await open();
    const dir = newFolder();
    const { sim } = begin(dir, "twitter", 12, []);
    sim.startRound(1, 0);
    for (let who = 1; who < 12; who++) sim.follow(0, who);
    sim.endRound();
    for (let round = 2; round <= 40; round++) {
      sim.startRound(round, 0);
      sim.endRound();
    }
    sim.end(40);
    const run = await take(orrery, dir);
    const trust = async (at: number) => {
      const state = (await orrery.show(run, { at })).view as StoryState;
      const { emotionsOf } = await import("@orrery/worlds/story");
      const leaf = state.agents.leaves.find((one) => Object.hasOwn(one, "0"))!;
      const profile = state.profiles.leaves.find((one) => Object.hasOwn(one, "0"))!["0"]!;
      return emotionsOf(leaf["0"]!, profile, state.round)[4]!;
    };
    assert.ok((await trust(41)) < (await trust(2)) * 0.7);
    await orrery.close();
  });

  it("M10: keeps two people of one name apart", async () => {
    const dir = newFolder();
    const orrery = await open();
    const { sim } = begin(dir, "reddit", 6, []);
    sim.startRound(1, 0);
    sim.post(3, "I am the first of that name.");
    sim.post(4, "And I the second.");
    sim.endRound();
    sim.end(1);
    const run = await take(orrery, dir);
    const beats = await tellAll(orrery, run);
    const round = beats.find((beat) => beat.round === 1)!;
    assert.deepEqual(round.ids, ["3", "4"]);
    assert.deepEqual(round.characters, ["Sam Carver (user_3)", "Sam Carver (user_4)"]);
    await god(orrery, run, "kill", {}, "3");
    assert.deepEqual((await orrery.stories.translate(run, { round: 1 }))!.ids, ["4"]);
    await orrery.close();
  });

  it("M11: tells the rounds of two platforms each for itself", async () => {
    const dir = newFolder();
    const orrery = await open();
    played(dir, "reddit", 5, 3).sim.end(3);
    played(dir, "twitter", 6, 2).sim.end(2);
    const beats = await tellAll(orrery, await take(orrery, dir));
    const keys = beats.map(({ platform, round }) => `${platform} ${round}`);
    assert.deepEqual(keys.toSorted(), [
      "reddit 0",
      "reddit 1",
      "reddit 2",
      "reddit 3",
      "twitter 0",
      "twitter 1",
      "twitter 2",
    ]);
    assert.equal(new Set(keys).size, keys.length);
    await orrery.close();
  });

  it("M12: the dead do nothing in any later scene; a revived person acts again", async () => {
    const orrery = await open();
    const run = await take(orrery, FIXTURE);
    await orrery.stories.translate(run);
    await god(orrery, run, "kill", {}, "7");
    const beats = (await tellAll(orrery, run)).slice(1);
    assert.ok(beats.every(({ ids }) => !ids.includes("7")));
    assert.match(beats[0]!.prose, /^O'Dowd, Patrick has died\./);
    await god(orrery, run, "resurrect", undefined, "7");
    assert.ok((await orrery.stories.translate(run, { round: 2 }))!.ids.includes("7"));
    await orrery.close();
  });

  it("tells nothing of words that the dead were not alive to say, nor of those who stood by them", async () => {
    const orrery = await open();
    const run = await take(orrery, FIXTURE);
    const NAME = "林小雨";
    assert.ok((await tellAll(orrery, run))[10]!.prose.includes(NAME), "Marta Okonjo stands by words of round 8");
    await god(orrery, run, "kill", { round: 5 }, "8");
    assert.ok((await orrery.stories.translate(run, { round: 5 }))!.prose.startsWith(`${NAME} has died.`));
    for (let round = 6; round <= 10; round++) {
      const { prose } = (await orrery.stories.translate(run, { round }))!;
      assert.ok(!prose.includes(NAME), prose);
    }
    await orrery.close();
  });

  it("tells nobody to be muted, followed or written to after their death", async () => {
    const orrery = await open();
    const run = await take(orrery, FIXTURE);
    assert.match((await tellAll(orrery, run))[8]!.prose, /When O'Dowd, Patrick spoke, Sam Carver/);
    await god(orrery, run, "kill", { round: 4 }, "7");
    await orrery.stories.translate(run, { round: 4 });
    assert.ok(!(await orrery.stories.translate(run, { round: 8 }))!.prose.includes("Patrick"));
    await orrery.close();
  });

  it("M13: loses nothing when an author writes while a story is told", async () => {
    const orrery = await open();
    const run = await take(orrery, FIXTURE);
    const told = tellAll(orrery, run);
    await Promise.all(
      Array.from({ length: 20 }, (_, i) => god(orrery, run, "inject_event", { description: `Omen ${i}.`, round: i })),
    );
    await told;
    const { event_log } = await orrery.stories.world(run);
    assert.equal(event_log.length, 20);
    assert.deepEqual(
      event_log.map(({ id }) => id),
      Array.from({ length: 20 }, (_, i) => `evt_${String(i + 1).padStart(3, "0")}`),
    );
    assert.equal((await orrery.verify(run)).ok, true);
    await orrery.close();
  });

  it("M14: begins with round 0, the opening posts, each once", async () => {
    const orrery = await open();
    const run = await take(orrery, FIXTURE);
    const first = (await orrery.stories.translate(run))!;
    assert.deepEqual([first.round, first.action_count], [0, 3]);
    assert.match(first.prose, /Ferry Lane bridge closes/);
    await orrery.close();
  });

  it("M15: tells each of the author's events once, however many came after it", async () => {
    const orrery = await open();
    const run = await take(orrery, FIXTURE);
    for (let i = 0; i < 7; i++) await god(orrery, run, "inject_event", { description: `Omen number ${i} was seen.` });
    const beats = await tellAll(orrery, run);
    for (let i = 0; i < 7; i++)
      assert.equal(beats.filter(({ prose }) => prose.includes(`Omen number ${i} was seen.`)).length, 1, `omen ${i}`);
    await orrery.close();
  });

  it("records DO_NOTHING of those who declined to act, and nothing of those who were not asked", async () => {
    const dir = newFolder();
    const orrery = await open();
    const { sim } = begin(dir, "reddit", 6, []);
    sim.startRound(1, 0);
    sim.idle(2);
    sim.post(3, "The ferry is late again.");
    sim.endRound();
    sim.startRound(2, 1);
    sim.endRound();
    sim.end(2);
    const run = await take(orrery, dir);
    const done = (await Array.fromAsync(orrery.log(run, { from: 1 }))).map(({ events }) =>
      (events as readonly StoryEvent[]).flatMap((event) => ("by" in event ? [[event.by, event.type]] : [])),
    );
    assert.deepEqual(done, [
      [],
      [
        ["2", "idled"],
        ["3", "posted"],
      ],
      [],
    ]);
    const beats = await tellAll(orrery, run);
    assert.deepEqual(
      beats.map(({ round, action_count, ids }) => [round, action_count, ids]),
      [
        [0, 0, []],
        [1, 2, ["2", "3"]],
        [2, 0, []],
      ],
    );
    await orrery.close();
  });

  it("keeps the beats of a branch to that branch", async () => {
    const orrery = await open();
    const run = await take(orrery, FIXTURE);
    await orrery.createBranch(run, { name: "otherwise", at: 12 });
    await god(orrery, run, "kill", {}, "7");
    await tellAll(orrery, run);
    assert.deepEqual(await orrery.stories.beats(run, { branch: "otherwise" }), []);
    const beat = await orrery.stories.translate(run, { branch: "otherwise", round: 2 });
    assert.ok(beat!.ids.includes("7"));
    await orrery.close();
  });

  it("works for a generated town as well", async () => {
    const orrery = await open();
    const { run } = await orrery.createRun({ world: "story", config: { people: 5, rounds: 3 }, seed: "t" });
    await orrery.play(run, { agents: "*=bot:resident" });
    const beats = await tellAll(orrery, run);
    assert.ok(beats.length >= 3);
    assert.ok(beats.every(({ platform }) => platform === null));
    const { run: other } = await orrery.createRun({ world: "tictactoe" });
    await assert.rejects(orrery.stories.beats(other), /stories are told of "story" alone/);
    await orrery.close();
  });
});
