// Recall with vectors: a memory that shares no word with what is asked is found by its meaning, a replay needs no model, and without
// vectors recall is by words alone.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Reply, Seen } from "@orrery/models/testing";
import type { TurnLine } from "@orrery/runtime";
import { fakeProvider, offline, schemaIn, setupAt, spelled, withModels } from "./fakes.ts";
import { all } from "./open.ts";

const fake = fakeProvider();

const HOUSE = `
title: The Shed
opening: Rain on the roof.
players: [you, ann]
rooms:
  hall: { description: A bare hall., exits: { east: shed } }
  shed: { description: Something purrs in the straw., exits: { west: hall } }
people:
  you: { name: visitor, in: hall }
  ann: { name: Ann, pronouns: she, in: hall }
`;

const isEmbedding = ({ path }: Seen): boolean => path.endsWith("/embeddings");
/** What purrs is near to what is told at the end; everything else is far. */
const vectors = (seen: Seen): Reply => {
  const texts = seen.body.input as string[];
  const near = (text: string) => /purrs/.test(text) || /tremble|shiver/.test(text);
  const data = texts.map((text, index) => ({ index, embedding: near(text) ? [1, 0.1] : [0.1, 1] }));
  return { body: JSON.stringify({ data, usage: { prompt_tokens: 9, total_tokens: 9 } }) };
};
const waits = (seen: Seen): Reply => ({
  json: spelled(JSON.stringify({ thought: "", actions: [{ type: "wait" }] }), schemaIn(seen)),
});
const answering =
  (embedding: (seen: Seen) => Reply) =>
  (seen: Seen): Reply =>
    isEmbedding(seen) ? embedding(seen) : waits(seen);

/** Ann hears something purr; much later the visitor says a thing that shares no word with it, and it is her turn. */
async function opened(roles: object) {
  const { orrery, store } = await withModels(setupAt(fake, { roles }));
  const checked = await orrery.checkWorld(HOUSE);
  assert.ok(checked.ok, JSON.stringify(checked));
  const { run } = await orrery.createRun({ world: "house", config: checked.config, seed: "s" });
  const both = async (ann: string, visitor = "wait") => {
    await orrery.submit(run, { as: "you", text: visitor });
    await orrery.submit(run, { as: "ann", text: ann });
  };
  for (const text of ["go east", "look", "go west", ...Array<string>(20).fill("wait")]) await both(text);
  await orrery.submit(run, { as: "you", text: 'say "Small paws tremble in the cold."' });
  const play = (replay?: string) =>
    orrery.play(run, { agents: "ann=model:compatible,you=person", turnsMax: 1, replay });
  return { orrery, store, run, play };
}
const promptOf = (): string =>
  fake.seen
    .filter((one) => !isEmbedding(one))
    .at(-1)!
    .messages.at(-1)!.text;
const embeddings = (): readonly Seen[] => fake.seen.filter(isEmbedding);
const truths = async ({ orrery, run }: Pick<Awaited<ReturnType<typeof opened>>, "orrery" | "run">) =>
  (await all(orrery.log(run))).map((line) => (line as TurnLine).truthHash);

describe("recall with vectors", () => {
  it("finds what shares no word with what is asked, says why, and replays without a network", async () => {
    fake.answerWith(answering(vectors));
    const live = await opened({ embedder: "openai" });
    assert.deepEqual((await live.play()).stopped, []);
    assert.match(promptOf(), /\(close in meaning; 2\d moments ago\)\nYou head east\.\n\nShed\nSomething purrs/);
    assert.deepEqual(
      embeddings().map(({ body }) => body.input.length),
      [1, 4],
    );
    assert.match(embeddings()[0]!.body.input[0], /Small paws tremble/);
    const lanes = (await all(live.orrery.calls(live.run))).map(({ lane }) => lane.split("/")[0]);
    assert.deepEqual(lanes, ["embedder", "embedder", "ann"]);
    assert.equal((await live.orrery.bill({ run: live.run })).total.calls, 3);
    const replay = await live.orrery.recording(live.run);
    await offline(async () => {
      const again = await opened({ embedder: "openai" });
      assert.deepEqual((await again.play(replay)).stopped, []);
      assert.deepEqual(await truths(again), await truths(live));
      // Without the role the prompt is another one, and the replay says so.
      const without = await opened({});
      await assert.rejects(without.play(replay), { code: "recording_mismatch" });
    });
  });

  it("asks for no text twice, not even after a restart", async () => {
    fake.answerWith(answering(vectors));
    const { orrery, run, store, play } = await opened({ embedder: "openai" });
    await play();
    await orrery.submit(run, { as: "you", text: "wait" });
    await play();
    const asked = embeddings().flatMap(({ body }) => body.input as string[]);
    assert.equal(new Set(asked).size, asked.length);
    const before = embeddings().length;
    const next = await withModels(setupAt(fake, { roles: { embedder: "openai" } }), { store });
    await next.orrery.submit(run, { as: "you", text: 'say "Good night."' });
    await next.orrery.play(run, { agents: "ann=model:compatible,you=person", turnsMax: 1 });
    // What she was told now is new; the block of her memories is not.
    assert.deepEqual(
      embeddings()
        .slice(before)
        .map(({ body }) => body.input.length),
      [1],
    );
  });

  it("is recall by words alone where there is no embedder, it has trouble, or it sends nonsense", async () => {
    fake.answerWith(answering(vectors));
    await (await opened({ "*": "openai" })).play();
    const plain = promptOf();
    assert.equal(embeddings().length, 0);
    assert.doesNotMatch(plain, /purrs|close in meaning/);
    const troubles: readonly Reply[] = [
      { status: 401, error: { message: "no" } },
      { body: JSON.stringify({ data: [] }) },
      { body: "<html>" },
    ];
    for (const trouble of troubles) {
      fake.reset();
      fake.answerWith(answering(() => trouble));
      const { play } = await opened({ embedder: "openai" });
      assert.deepEqual((await play()).stopped, []);
      assert.equal(promptOf(), plain);
    }
  });

  it("spares a model that refuses its key, and replays the refusal", async () => {
    fake.answerWith(answering(() => ({ status: 401, error: { message: "no" } })));
    const live = await opened({ embedder: "openai" });
    const rounds = async ({ orrery, run, play }: typeof live, replay?: string) => {
      for (let n = 0; n < 3; n++) {
        await play(replay);
        await orrery.submit(run, { as: "you", text: "wait" });
      }
    };
    await rounds(live);
    // Each play begins anew, and asks once.
    assert.equal(embeddings().length, 3);
    const replay = await live.orrery.recording(live.run);
    await offline(async () => {
      const again = await opened({ embedder: "openai" });
      await rounds(again, replay);
      assert.deepEqual(await truths(again), await truths(live));
    });
  });

  it("serves the owner's questions when it is asked to, and no other reader", async () => {
    fake.answerWith(answering(vectors));
    const { orrery, run } = await opened({ embedder: "openai" });
    const cue = { as: "ann", query: "shivering" };
    assert.deepEqual(await orrery.recall(run, cue), []);
    assert.equal(embeddings().length, 0);
    const [found] = await orrery.recall(run, { ...cue, near: true });
    assert.match(found!.text, /Something purrs/);
    assert.deepEqual(found!.why[0], "close in meaning");
    const none = await opened({});
    await assert.rejects(none.orrery.recall(none.run, { ...cue, near: true }), { code: "bad_agents" });
  });
});
