// A slow teller and two writers: what authors do while a round is told is never lost, never half in a telling, and known to the next one.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, describe, it } from "node:test";
import { openSqlite } from "@orrery/store";
import type { StoryState } from "@orrery/worlds/story";
import { type Orrery, openOrrery } from "../src/index.ts";
import { fakeProvider, setupAt } from "./fakes.ts";

const ROUNDS = 6;
const QUIET = "The hour passed, and nobody spoke of it afterwards.";

describe("a slow teller", () => {
  const fake = fakeProvider();
  const folder = mkdtempSync(join(tmpdir(), "orrery-slow-"));
  let files = 0;
  let [one, other]: Orrery[] = [];
  let run: string;
  let people: readonly string[];
  let names: ReadonlyMap<string, string>;
  beforeEach(async () => {
    await one?.close();
    await other?.close();
    const file = join(folder, `${++files}.db`);
    // Two programs on one file.
    one = await openOrrery({ store: await openSqlite(file), models: setupAt(fake) });
    other = await openOrrery({ store: await openSqlite(file), models: setupAt(fake) });
    ({ run } = await one.createRun({ world: "story", seed: "slow", config: { people: 8, rounds: ROUNDS } }));
    await one.play(run, { agents: "*=bot:resident" });
    const { actors, profiles } = (await one.show(run)).view as StoryState;
    people = actors.slice(0, -2);
    names = new Map(profiles.leaves.flatMap((leaf) => Object.values(leaf)).map(({ id, name }) => [id, name]));
  });
  after(async () => {
    await one!.close();
    await other!.close();
    rmSync(folder, { recursive: true, force: true });
  });
  const god = (at: Orrery, type: string, metadata: object, targetId?: string) =>
    at.god(run, { actorId: "god", type, ...(targetId ? { targetId } : {}), metadata });

  /** Lets a model begin to tell a round, and holds it until `go`. */
  async function begin(round: number) {
    const held = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    fake.push(async () => {
      begun.resolve();
      await held.promise;
      return { text: QUIET };
    });
    const told = one!.stories.translate(run, { round, teller: "model:openai" });
    await begun.promise;
    return { told, go: held.resolve };
  }

  it("is asked once, and two programs that write meanwhile lose nothing", async () => {
    const { told, go } = await begin(2);
    const deeds = Array.from({ length: 12 }, (_, i) =>
      god([one!, other!][i % 2]!, "inject_event", { description: `Omen ${i} was seen.`, scope: "telling" }),
    );
    await Promise.all([...deeds, god(other!, "kill", {}, people[0])]);
    go();
    assert.equal((await told)!.teller, "model openai");
    for (const at of [one!, other!]) {
      const { event_log } = await at.stories.world(run);
      assert.equal(event_log.length, 13);
      assert.equal(new Set(event_log.map(({ id }) => id)).size, 13, "no id is given twice");
      for (let i = 0; i < 12; i++)
        assert.equal(
          event_log.filter(({ description }) => description === `Omen ${i} was seen.`).length,
          1,
          `omen ${i}`,
        );
      assert.deepEqual(
        (await at.stories.beats(run)).map(({ prose }) => prose),
        [QUIET],
      );
    }
    assert.deepEqual(await one!.verify(run), { ok: true, runs: 1, turns: ROUNDS + 13 });
  });

  it("tells as things stood when it was asked, and the next round knows what came since", async () => {
    const { told, go } = await begin(2);
    await god(other!, "kill", {}, people[0]);
    await god(other!, "modify_emotion", { emotions: { fear: 0.9 } }, people[1]);
    go();
    const beat = (await told)!;
    assert.deepEqual(beat.events, [], "the death is no part of it");
    const next = (await one!.stories.translate(run, { round: 3 }))!;
    assert.ok(next.asOf > beat.asOf);
    assert.ok(next.prose.startsWith(`${names.get(people[0]!)} has died.`), next.prose);
    assert.ok(!next.ids.includes(people[0]!));
  });

  it("leaves no telling behind where its turn was taken back meanwhile", async () => {
    await god(one!, "inject_event", { description: "The clocks stopped.", scope: "telling" });
    const { told, go } = await begin(2);
    await one!.rollback(run, ROUNDS);
    go();
    await told;
    assert.deepEqual(await one!.stories.beats(run), [], "it was told of what is no more");
    const again = (await one!.stories.translate(run, { round: 2 }))!;
    assert.ok(!again.prose.includes("The clocks stopped."));
  });

  it("holds up neither turns nor tellings of another branch", async () => {
    await one!.createBranch(run, { name: "otherwise", at: 4, dice: "keep" });
    const { told, go } = await begin(2);
    const elsewhere = (await one!.stories.translate(run, { branch: "otherwise", round: 2 }))!;
    assert.equal(elsewhere.teller, "template");
    await one!.play(run, { agents: "*=bot:resident", branch: "otherwise" });
    go();
    assert.equal((await told)!.prose, QUIET);
    assert.deepEqual(
      (await one!.stories.beats(run, { branch: "otherwise" })).map(({ prose }) => prose),
      [elsewhere.prose],
    );
  });
});
