// Two branches of a story side by side: they part where something was first done on one alone, and read the same up to there.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { memoryStore } from "@orrery/store";
import type { StoryComparison, StoryState } from "@orrery/worlds/story";
import { type Orrery, openOrrery } from "../src/index.ts";

describe("two branches of a story", () => {
  let orrery: Orrery;
  let run: string;
  let victim: string;
  let name: string;
  let found: StoryComparison;
  before(async () => {
    orrery = await openOrrery({ store: memoryStore() });
    ({ run } = await orrery.createRun({ world: "story", seed: "part", config: { people: 12, rounds: 8 } }));
    await orrery.play(run, { agents: "*=bot:resident" });
    const { view } = await orrery.show(run, { at: 4 });
    const state = view as StoryState;
    // Somebody who acts before round 4 and after.
    victim = await talkative(state);
    await orrery.createBranch(run, { name: "without", at: 4, dice: "keep" });
    await orrery.god(run, { actorId: "god", type: "kill", targetId: victim, metadata: {} }, { branch: "without" });
    await orrery.play(run, { agents: "*=bot:resident", branch: "without" });
    found = await orrery.stories.compare(run, "main", "without");
  });
  after(() => orrery.close());

  async function talkative(state: StoryState): Promise<string> {
    const counts = new Map<string, number>();
    for await (const line of orrery.log(run, { from: 1 }))
      for (const event of line.events as readonly { type: string; by?: string }[])
        if (event.type === "posted" || event.type === "commented")
          counts.set(event.by!, (counts.get(event.by!) ?? 0) + 1);
    const [most] = [...counts].sort((x, y) => y[1] - x[1]);
    name = Object.values(
      Object.assign({}, ...state.profiles.leaves) as Record<string, { id: string; name: string }>,
    ).find(({ id }) => id === most![0])!.name;
    return most![0];
  }

  it("part in the round in which the author first did something on one of them", () => {
    assert.equal(found.first?.round, 5);
    assert.ok(found.first.b.includes(`${name} has died.`), JSON.stringify(found.first));
    assert.ok(!found.first.a.some((sentence) => sentence.includes("has died")));
    assert.deepEqual(
      found.rounds.map(({ round }) => round),
      [5, 6, 7, 8],
    );
    assert.notEqual(found.rounds[0]!.a, found.rounds[0]!.b);
  });

  it("name those who stand otherwise in the end, the dead first", () => {
    const [first] = found.people;
    assert.deepEqual([first?.id, first?.a.status, first?.b.status], [victim, "alive", "dead"]);
  });

  it("read the same before they part: a death is no secret that earlier rounds keep", async () => {
    const rounds = await orrery.stories.compare(run, "main@4", "without");
    assert.equal(rounds.first, null);
    assert.deepEqual(
      rounds.rounds.map(({ round, a }) => [round, a]),
      [5, 6, 7, 8].map((round) => [round, null]),
    );
  });

  it("do not part where one is the other", async () => {
    assert.deepEqual(await orrery.stories.compare(run, "without", "without"), { first: null, rounds: [], people: [] });
  });

  it("say what was done by people, where no author did anything", async () => {
    await orrery.createBranch(run, { name: "otherwise", at: 4, dice: "fresh" });
    await orrery.play(run, { agents: "*=bot:resident", branch: "otherwise" });
    const { first } = await orrery.stories.compare(run, "main", "otherwise");
    assert.ok(first !== null && first.round >= 5 && first.a.length + first.b.length > 0);
    for (const sentence of [...first.a, ...first.b]) assert.match(sentence, /[.!?…]”?$/, sentence);
  });

  it("are refused where a branch is none", async () => {
    await assert.rejects(orrery.stories.compare(run, "main", "nowhere"), /no branch "nowhere"/);
  });
});
