// What becomes of a seat when its model cannot answer: the next model of a chain, a turn that passes, a bot's move, or a run that waits.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Seen } from "@orrery/models/testing";
import { fakeProvider, offline, setupAt, withModels } from "./fakes.ts";
import { all } from "./open.ts";

const fake = fakeProvider();

async function played(world: string, agents: string, onFault?: "wait" | "bot" | "stop") {
  const { orrery, store } = await withModels(setupAt(fake));
  const { run } = await orrery.createRun({ world, seed: "s" });
  const done = await orrery.play(run, { agents, turnsMax: 3, onFault });
  const answers = (await all(orrery.log(run))).slice(0, 3);
  return { orrery, store, run, done, answers };
}

describe("a seat with a model that gives no valid answer", () => {
  for (const [onFault, type] of [
    ["wait", "wait"],
    ["bot", null],
  ] as const)
    it(`${onFault}: goes on, and what was done stands as a fallback with its cause`, async () => {
      fake.answerWith(() => ({ text: "I would rather not." }));
      const { orrery, run, done } = await played("house/cottage", "*=model:google", onFault);
      assert.deepEqual([done.stopped, done.turns], [[], 3]);
      const [answer] = (await orrery.why(run, "1")).answers;
      assert.deepEqual([answer!.by, answer!.cause, answer!.attempts?.length], ["fallback", "attempts", 3]);
      const [line] = await all(orrery.log(run, { from: 1 }));
      if (type) assert.equal(line!.actions[0]!.type, type);
      assert.equal((await orrery.verify(run)).ok, true);
    });

  it("stop, and wait where no turn can pass: the run stays where it is", async () => {
    fake.answerWith(() => ({ text: "no" }));
    for (const [world, onFault] of [
      ["house/cottage", "stop"],
      ["house/cottage", undefined],
      ["tictactoe", "wait"],
    ] as const) {
      const { done } = await played(world, "*=model:google", onFault);
      assert.equal(done.turns, 0, `${world} ${onFault}`);
      assert.ok(done.stopped.length > 0);
    }
  });

  it("stops at a spent budget, also where a bot could move: to spend more is for somebody to decide", async () => {
    fake.answerWith(() => ({ text: "no" }));
    const { orrery } = await withModels(setupAt(fake));
    const { run } = await orrery.createRun({ world: "house/cottage", seed: "s" });
    for (const onFault of ["wait", "bot"] as const) {
      const play = { agents: "*=model:google", turnsMax: 2, onFault, budget: { calls: 0 } };
      const { turns, stopped } = await orrery.play(run, play);
      assert.deepEqual([turns, stopped.map(({ cause }) => cause)], [0, ["budget"]]);
    }
  });

  it("is answered for by the next model of a chain where the first cannot be used, and a replay needs neither", async () => {
    fake.answerWith((seen) =>
      seen.family === "openai"
        ? { status: 401, error: { message: "no" } }
        : { json: { thought: "", action: { type: "place", metadata: { cell: firstFree(seen.schema) } } } },
    );
    const agents = "x=model:openai>google,o=bot:first";
    const { orrery, run, done } = await played("tictactoe", agents);
    assert.equal(done.turns, 3);
    const [answer] = (await orrery.why(run, "1")).answers;
    assert.deepEqual([answer!.by, answer!.calls?.length], ["agent", 2]);
    const recording = await orrery.recording(run);
    const { head } = await orrery.show(run);
    await offline(async () => {
      const again = await withModels(setupAt(fake));
      const twin = await again.orrery.createRun({ world: "tictactoe", seed: "s" });
      await again.orrery.play(twin.run, { agents, turnsMax: 3, replay: recording });
      assert.equal((await again.orrery.show(twin.run)).head.turn, head.turn);
    });
  });

  it("is not passed on for what the first model said", async () => {
    fake.answerWith((seen) => ({ text: seen.family === "openai" ? "Let me think." : "unasked" }));
    const { done } = await played("tictactoe", "x=model:openai>google,o=bot:first");
    assert.equal(done.turns, 0);
    assert.ok(!fake.seen.slice(-3).some(({ family }) => family === "google"));
  });
});

/** Any cell that the schema lists. */
function firstFree(schema: unknown): number {
  const [, list] = /"cell":\{[^}]*?(?:"enum":\[([^\]]+)\]|"const":\d)/.exec(JSON.stringify(schema)) ?? [];
  return Number((list ?? "0").split(",")[0]);
}

describe("a model that can read only so much", () => {
  const moves = (seen: Seen) => ({
    json: { thought: "x".repeat(500), action: { type: "place", metadata: { cell: firstFree(seen.schema) } } },
  });

  it("is asked once more with less when it says so; the run goes on, is replayed, and what follows goes on from there", async () => {
    let refused = 0;
    fake.answerWith((seen) => {
      if (seen.messages.length < 3) return moves(seen);
      refused++;
      return {
        status: 400,
        error: { message: "the request exceeds the available context size", code: "exceed_context_size_error" },
      };
    });
    const { orrery } = await withModels(setupAt(fake));
    const { run } = await orrery.createRun({ world: "tictactoe", seed: "s" });
    const agents = "x=model:compatible,o=bot:first";
    const played = await orrery.play(run, { agents });
    assert.deepEqual(played.stopped, []);
    assert.ok(refused >= 2, `${refused}`);
    const mine = (await all(orrery.calls(run))).filter(({ fault }) => fault === null);
    assert.ok(mine.slice(1).every(({ system, earlier }) => earlier === 0 && system.at(-1)!.id === "summary"));
    const recording = await orrery.recording(run);
    const { head } = await orrery.show(run);
    await offline(async () => {
      const again = await withModels(setupAt(fake));
      const twin = await again.orrery.createRun({ world: "tictactoe", seed: "s" });
      await again.orrery.play(twin.run, { agents, replay: recording });
      assert.equal((await again.orrery.show(twin.run)).head.turn, head.turn);
    });
  });

  it("makes no more calls than it may where an answer was refused before it was too long", async () => {
    const turns: number[] = [];
    fake.answerWith((seen) => {
      turns.push(seen.messages.length);
      if (turns.length === 1) return moves(seen);
      if (turns.length !== 3) return { text: "no" };
      return {
        status: 400,
        error: { message: "the request exceeds the available context size", code: "exceed_context_size_error" },
      };
    });
    const { orrery } = await withModels(setupAt(fake));
    const { run } = await orrery.createRun({ world: "tictactoe", seed: "s" });
    const played = await orrery.play(run, { agents: "x=model:compatible,o=bot:first" });
    assert.equal(played.stopped.length, 1);
    // Refused, too long for a repair, and once more with less: three calls in all.
    assert.deepEqual(turns, [1, 3, 3, 1]);
  });

  it("with a known context is never sent more than fits", async () => {
    const sizes: number[] = [];
    fake.answerWith((seen) => {
      sizes.push(seen.messages.length);
      return moves(seen);
    });
    const { orrery } = await withModels(setupAt(fake, {}, { contextTokens: 1900, maxOutputTokens: 300 }));
    const { run } = await orrery.createRun({ world: "tictactoe", seed: "s" });
    await orrery.play(run, { agents: "x=model:compatible,o=bot:first" });
    assert.ok(sizes.length >= 3);
    assert.ok(Math.max(...sizes) <= 5, sizes.join(" "));
  });
});
