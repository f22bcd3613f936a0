// Models among scripted residents: two of a town of thirty are played by models over real HTTP, and hear a rumour like anybody else.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { getKey } from "@orrery/kernel";
import type { StoryState } from "@orrery/worlds/story";
import type { Orrery } from "../src/index.ts";
import { babbling, fakeProvider, setupAt, withModels } from "./fakes.ts";

const RUMOUR = "The mayor sold the old lighthouse to a stranger.";
const ROUNDS = 5;

describe("a town of thirty with two models", () => {
  const fake = fakeProvider();
  let orrery: Orrery;
  let run: string;
  let seats: readonly string[];
  let agents: string;
  before(async () => {
    ({ orrery } = await withModels(setupAt(fake)));
    ({ run } = await orrery.createRun({
      world: "story",
      seed: "two models",
      config: { people: 30, rounds: ROUNDS, topics: [{ id: "mayor", name: "the mayor", words: ["mayor"] }] },
    }));
    const { actors } = (await orrery.show(run)).view as StoryState;
    seats = [actors[0]!, actors[1]!];
    fake.answerWith(babbling("town"));
    agents = `${seats[0]}=model:openai,${seats[1]}=model:anthropic,*=bot:resident`;
  });
  after(() => orrery.close());
  const stateNow = async () => (await orrery.show(run)).view as StoryState;
  /** Whose prompts hold these words, sorted. */
  const askedWith = (words: string) => {
    const told = fake.seen.filter(({ system, messages }) =>
      [system, ...messages.map(({ text }) => text)].join("\n").includes(words),
    );
    return [...new Set(told.map(({ family }) => family))].sort();
  };

  it("costs as many moves of each model as the town has rounds", async () => {
    const { moves, calls } = await orrery.forecast(run, { agents });
    assert.deepEqual([moves, calls], [ROUNDS, 2 * ROUNDS]);
    assert.equal((await orrery.forecast(run, { agents, moves: 3 })).moves, 3);
  });

  it("tells a rumour to those it is whispered to, models among them, and to no other prompt", async () => {
    const { actors } = (await orrery.show(run)).view as StoryState;
    const metadata = { text: RUMOUR, to: [seats[0], actors[2], actors[3]], topic: "mayor", stance: 0 };
    await orrery.god(run, { actorId: "god", type: "rumour", metadata });
    await orrery.play(run, { agents, turnsMax: 1 });
    assert.deepEqual(new Set(fake.seen.map(({ family }) => family)), new Set(["openai", "anthropic"]));
    assert.deepEqual(askedWith(RUMOUR), ["openai"]);
  });

  it("puts the rules of the world into the next prompts, as soon as the author sets them", async () => {
    const rule = "Nobody lights a lamp {after} dusk";
    await orrery.god(run, { actorId: "god", type: "set_rules", metadata: { rules: [rule] } });
    await orrery.play(run, { agents, turnsMax: 1 });
    assert.deepEqual(askedWith(rule), ["anthropic", "openai"]);
  });

  it("puts a private message into the prompt of its reader alone, and no words of the muted", async () => {
    const { actors, agents: people } = await stateNow();
    const following = (who: string) => getKey(people, who)!.following;
    const writer = actors.slice(2, -2).find((who) => following(who).includes(seats[1]!))!;
    const [loud, muted] = following(seats[0]!).filter((who) => !seats.includes(who)) as [string, string];
    const force = async (who: string, action: object) => {
      const { validation } = await orrery.god(run, {
        actorId: "god",
        type: "force_action",
        targetId: who,
        metadata: { action },
      });
      assert.ok(
        validation.every(({ success }) => success),
        JSON.stringify(validation),
      );
    };
    await force(writer, { type: "send_message", targetId: seats[1], metadata: { text: "Meet me at the weir." } });
    await force(seats[0]!, { type: "mute", targetId: muted });
    await force(loud, { type: "create_post", metadata: { text: "Look at the mayor's new coat." } });
    await force(muted, { type: "create_post", metadata: { text: "The mayor's coat is borrowed." } });
    await orrery.god(run, {
      actorId: "god",
      type: "inject_event",
      metadata: { description: "The narrator saw a comet.", scope: "telling" },
    });
    // What is written in a round is read in the next.
    await orrery.play(run, { agents, turnsMax: 2 });
    assert.deepEqual(askedWith("Meet me at the weir."), ["anthropic"]);
    assert.ok(askedWith("Look at the mayor's new coat.").includes("openai"), "what a model follows is in its prompt");
    assert.ok(!askedWith("The mayor's coat is borrowed.").includes("openai"));
    assert.deepEqual(askedWith("The narrator saw a comet."), []);
  });

  it("is played to its end by both, every answer admitted, and knows who has heard", async () => {
    const { outcome } = await orrery.play(run, { agents });
    assert.notEqual(outcome, null);
    for await (const line of orrery.log(run, { from: 1 }))
      assert.deepEqual(
        line.validation.filter(({ success, reason }) => !success && reason === "invalid_action"),
        [],
      );
    const { knowers } = await orrery.knows(run, "evt_001");
    assert.equal(knowers.find(({ actor }) => actor === seats[0])?.ways[0]?.words, "was told");
    assert.equal((await orrery.forecast(run, { agents })).calls, 0);
    assert.equal((await orrery.verify(run)).ok, true);
  });
});
