// Windows of several seats: blind answers, an inbox, repairs and fallbacks, lanes that never wait for each other.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Agent } from "@orrery/agents";
import type { AnyWorld } from "@orrery/kernel";
import { fixedOutside, openOrrery, shippedWorlds, type TurnLine } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { council } from "./council.ts";
import { all, folder, inMemory, onDisk, turn } from "./open.ts";

const vote = (actorId: string, yes: boolean) => ({
  as: actorId,
  actions: [{ actorId, type: "vote", metadata: { yes } }],
});
const yes: Agent = ({ ask }) => ({ actions: [{ actorId: ask.to, type: "vote", metadata: { yes: true } }] });
const start = (rounds = 1, deadlineMs = 0) => ({ world: "council", config: { rounds, deadlineMs }, seed: "s" });

describe("a window", () => {
  it("commits as one turn when each due seat has answered, and no answer sees another", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun(start());
    const kept = await orrery.submit(run, vote("red-ann", true));
    assert.deepEqual(kept, { kind: "kept", ask: "red-ann/0", waitingFor: ["red-ben", "red-cat"] });
    assert.equal(((await orrery.show(run, { as: "red-ben" })).view as { mine: unknown }).mine, null);
    assert.equal((await orrery.show(run)).head.turn, 0);
    await orrery.submit(run, vote("red-cat", true));
    const line = await turn(orrery, run, vote("red-ben", false));
    assert.equal(line.turn, 1);
    assert.equal(line.events.filter(({ type }) => type === "voted").length, 3);
    assert.equal(line.events.at(-1)?.type, "counted");
    assert.equal(line.by.at(-1), "settle");
    assert.equal(line.rawText, "");
  });

  it("a refused answer is recorded alone and does not use the window up", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun(start());
    const line = await turn(orrery, run, {
      as: "red-ann",
      actions: [{ actorId: "red-ann", type: "speak", metadata: { text: "hi" } }],
    });
    assert.deepEqual([line.validation[0]?.reason, line.events], ["not_asked", []]);
    for (const who of ["ann", "ben"]) await orrery.submit(run, vote(`red-${who}`, true));
    assert.equal((await turn(orrery, run, vote("red-cat", true))).events.length, 4);
  });

  it("a later answer replaces an earlier one while the window is open", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun(start());
    for (const answer of [vote("red-ann", false), vote("red-ben", false), vote("red-ann", true)])
      await orrery.submit(run, answer);
    const line = await turn(orrery, run, vote("red-cat", true));
    assert.equal((line.events.at(-1) as unknown as { passed: boolean }).passed, true);
  });

  it("stops a run when its world offers a fallback that its own rules refuse, instead of recording it without end", async () => {
    const broken = {
      ...council,
      asks: (state: Parameters<typeof council.asks>[0]) =>
        council.asks(state).map((ask) => ({
          ...ask,
          fallback: () => ({ actorId: ask.to, type: "vote", metadata: { yes: "perhaps" } }),
        })),
    };
    const orrery = await openOrrery({
      store: memoryStore(),
      worlds: shippedWorlds([broken as unknown as AnyWorld]),
      outside: fixedOutside("test"),
    });
    const { run } = await orrery.createRun(start());
    const silent: Agent = () => ({ ok: false, cause: "fault", message: "has nothing to say" });
    await assert.rejects(orrery.crank(run, { agents: () => silent, turnsMax: 50 }), /the fallback of .* is refused/);
    assert.ok((await orrery.show(run)).head.turn < 10);
    await orrery.close();
  });

  it("[law 7] kept answers survive the process", async (t) => {
    const file = `${folder(t)}/o.db`;
    const first = await onDisk(file);
    const { run } = await first.orrery.createRun(start());
    for (const who of ["ann", "ben"]) await first.orrery.submit(run, vote(`red-${who}`, true));
    // What a turn leaves for later runs before the file is taken away.
    await new Promise((resolve) => setImmediate(resolve));
    await first.store.close();
    const { orrery } = await onDisk(file, "later");
    assert.equal((await turn(orrery, run, vote("red-cat", false))).events.length, 4);
    await orrery.close();
  });

  it("keeps each actor's words where several share a turn", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun(start());
    await orrery.submit(run, { as: "red-ann", text: "yes" });
    await orrery.submit(run, { as: "red-ben", text: "no" });
    const line = await turn(orrery, run, { as: "red-cat", text: "aye" });
    assert.equal(line.rawText, "");
    const { answers } = await orrery.why(run, "1");
    assert.deepEqual(
      answers.map(({ actor, rawText }) => [actor, rawText]),
      [
        ["red-ann", "yes"],
        ["red-ben", "no"],
        ["red-cat", "aye"],
      ],
    );
  });
});

describe("a standing ask", () => {
  it("commits alone at once and blocks nobody; what it withdraws is gone", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun(start());
    await orrery.submit(run, vote("red-ann", true));
    const line = await turn(orrery, run, {
      as: "chair",
      actions: [{ actorId: "chair", type: "speak", metadata: { text: "close" } }],
    });
    assert.equal(line.events.length, 1);
    assert.deepEqual((await orrery.show(run)).asks, []);
    assert.deepEqual((await turn(orrery, run, vote("red-ben", true))).validation[0]?.reason, "closed");
  });
});

describe("the crank", () => {
  it("plays every seat by agents to the end, lane by lane in the same order every time", async () => {
    const play = async () => {
      const orrery = await inMemory();
      const { run } = await orrery.createRun(start(3));
      const done = await orrery.crank(run, { agents: () => yes });
      assert.deepEqual(done.outcome, { red: [true, true, true], blue: [true, true, true] });
      return ((await all(orrery.log(run))) as TurnLine[]).map(({ truthHash }) => truthHash);
    };
    assert.deepEqual(await play(), await play());
  });

  it("does not let one lane wait for another", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun(start(2));
    const never: Agent = () => new Promise(() => {});
    const stop = new AbortController();
    const cranked = orrery.crank(run, { agents: (actor) => (actor === "blue-ben" ? never : yes), signal: stop.signal });
    while ((await orrery.show(run)).head.turn < 2) await new Promise((resolve) => setImmediate(resolve));
    stop.abort();
    await cranked;
    const { view } = await orrery.show(run);
    assert.deepEqual((view as { teams: { red: { round: number }; blue: { round: number } } }).teams.red.round, 2);
    assert.deepEqual((view as { teams: { blue: { round: number } } }).teams.blue.round, 0);
  });

  it("repairs an answer a bounded number of times, then falls back and says why", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun(start());
    let tries = 0;
    const babbler: Agent = ({ ask, problems }) => {
      tries++;
      assert.equal(problems.length, tries === 1 ? 0 : 1);
      return { actions: [{ actorId: ask.to, type: "vote", metadata: { yes: "maybe" } }] };
    };
    await orrery.crank(run, { agents: (actor) => (actor === "red-ann" ? babbler : yes), turnsMax: 2 });
    assert.equal(tries, 2);
    const turns = (await all(orrery.log(run))) as TurnLine[];
    const red = turns.find(({ actions }) => actions.some(({ actorId }) => actorId === "red-ann"))!;
    const { answers } = await orrery.why(run, red.id);
    const ann = answers.find(({ actor }) => actor === "red-ann")!;
    assert.deepEqual([ann.by, ann.cause, ann.attempts?.length], ["fallback", "attempts", 2]);
    assert.equal(
      (red.events.find((event) => "who" in event && event.who === "red-ann") as unknown as { yes: boolean }).yes,
      false,
    );
  });

  it("[law 6] a fault or a missed deadline speaks through the declared fallback only", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun(start(1, 30));
    const silent: Agent = () => new Promise(() => {});
    const broken: Agent = () => {
      throw new Error("out of order");
    };
    await orrery.crank(run, {
      agents: (actor) =>
        actor === "red-ann" ? silent : actor === "red-ben" ? broken : actor === "red-cat" ? null : yes,
    });
    const causes = new Map<string, string | undefined>();
    for (const { id } of (await all(orrery.log(run))) as TurnLine[]) {
      const { answers } = await orrery.why(run, id);
      for (const { actor, cause } of answers) causes.set(actor, cause);
    }
    assert.deepEqual(
      [causes.get("red-ann"), causes.get("red-ben"), causes.get("red-cat"), causes.get("blue-ann")],
      ["deadline", "fault", "deadline", undefined],
    );
  });

  it("waits for people and names them", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun(start());
    const done = await orrery.crank(run, { agents: (actor) => (actor === "red-ben" ? null : yes) });
    assert.deepEqual(done.waitingFor, ["red-ben"]);
    await orrery.submit(run, vote("red-ben", false));
    const { outcome } = await orrery.crank(run, { agents: (actor) => (actor === "red-ben" ? null : yes) });
    assert.deepEqual(outcome, { red: [true], blue: [true] });
  });
});

describe("a window with a quorum of two", () => {
  const quorate = (deadlineMs = 0) => ({ ...start(1, deadlineMs), config: { rounds: 1, deadlineMs, quorum: 2 } });
  /** Who answered how, by actor. */
  const answersOf = async (orrery: Awaited<ReturnType<typeof inMemory>>, run: string) => {
    const answers = new Map<string, string>();
    for (const { id } of (await all(orrery.log(run))) as TurnLine[])
      for (const { actor, by, cause } of (await orrery.why(run, id)).answers) answers.set(actor, cause ?? by);
    return answers;
  };
  /** An agent that answers when it is told to stop, and not before. */
  const slow: Agent = ({ signal }) =>
    new Promise((resolve) => {
      signal.addEventListener("abort", () => resolve({ ok: false, cause: "fault", calls: ["bought"] }));
    });

  it("closes once two have answered: the third is told to stop, and its fallback counts", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun(quorate());
    const agents = (actor: string) => (actor === "red-cat" ? slow : actor === "blue-cat" ? null : yes);
    const { outcome } = await orrery.crank(run, { agents });
    assert.deepEqual(outcome, { red: [true], blue: [true] });
    const answers = await answersOf(orrery, run);
    assert.deepEqual(
      ["red-ann", "red-ben", "red-cat", "blue-cat"].map((who) => answers.get(who)),
      ["agent", "agent", "quorum", "quorum"],
    );
    const red = ((await all(orrery.log(run))) as TurnLine[]).find(({ seats }) => seats?.[0]?.actor === "red-ann")!;
    const cat = (await orrery.why(run, red.id)).answers.find(({ actor }) => actor === "red-cat");
    assert.deepEqual(cat?.calls, ["bought"], "what it had used by then is kept");
  });

  it("waits for every agent that answers at once, beyond the quorum", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun(quorate());
    await orrery.crank(run, { agents: () => yes });
    assert.deepEqual([...new Set((await answersOf(orrery, run)).values())], ["agent"]);
  });

  it("ends at its deadline without a quorum; fallbacks do not count towards one", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun(quorate(30));
    const silent: Agent = () => new Promise(() => {});
    const mute: Agent = () => ({ ok: false, cause: "fault" });
    const agents = (actor: string) => (actor.endsWith("ann") ? yes : actor.endsWith("ben") ? mute : silent);
    await orrery.crank(run, { agents });
    const answers = await answersOf(orrery, run);
    assert.deepEqual(
      ["red-ann", "red-ben", "red-cat"].map((who) => answers.get(who)),
      ["agent", "fault", "deadline"],
    );
  });

  it("closes without a crank when the second answer is submitted", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun(quorate());
    const kept = await orrery.submit(run, vote("red-cat", true));
    assert.deepEqual(kept, { kind: "kept", ask: "red-cat/0", waitingFor: ["red-ann", "red-ben"] });
    const line = await turn(orrery, run, vote("red-ann", true));
    assert.equal(line.events.length, 4);
    assert.equal((await answersOf(orrery, run)).get("red-ben"), "quorum");
  });
});
