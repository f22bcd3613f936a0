// Programs in seats: seated by name or from a file, judged like anyone, and told of by name when they hang, break or overstep.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { describe, it } from "node:test";
import type { Agent, Reply } from "@orrery/agents";
import type { AnyWorld } from "@orrery/kernel";
import { type AgentFactory, Fault, fixedOutside, type Orrery, openOrrery, shippedWorlds } from "@orrery/runtime";
import { hashBytes, memoryStore } from "@orrery/store";
import { BLANK, gallery } from "./gallery.ts";
import { folder } from "./open.ts";

const hang = (to: string, picture = BLANK) => [{ actorId: to, type: "hang", metadata: { picture } }];
async function open(agents: Readonly<Record<string, AgentFactory>>, more: object = {}): Promise<Orrery> {
  return openOrrery({
    store: memoryStore(),
    worlds: shippedWorlds([gallery as AnyWorld]),
    outside: fixedOutside("test"),
    agents,
    ...more,
  });
}
const start = async (orrery: Orrery, config: object = {}) =>
  (await orrery.createRun({ world: "gallery", config: { rounds: 1, ...config }, seed: "s" })).run;

describe("a program in a seat", () => {
  it("is made once for its seat and answers each of its asks, files included", async () => {
    const made: unknown[] = [];
    const bytes = new Uint8Array(Buffer.from("<svg/>"));
    const sketch: AgentFactory = (place) => {
      made.push(place);
      return async ({ ask }) => ({
        actions: hang(ask.to, hashBytes(bytes)),
        artifacts: [{ hash: hashBytes(bytes), mediaType: "image/svg+xml", bytes }],
      });
    };
    const orrery = await open({ sketch });
    const run = await start(orrery, { rounds: 2 });
    const { outcome } = await orrery.play(run, { agents: "ann=agent:sketch,*=bot:first" });
    assert.deepEqual(outcome, { done: 2 });
    assert.deepEqual(made, [{ run, branch: "main", actor: "ann" }]);
    const [ann, ben] = (await orrery.why(run, "2")).answers;
    assert.deepEqual([ann!.by, ann!.artifacts, ben!.by], ["agent", [hashBytes(bytes)], "agent"]);
  });

  it("must be registered: the fault names the registered programs, and nothing begins", async () => {
    const orrery = await open({ sketch: () => () => ({ actions: [] }) });
    const bad = (agents: string, message: RegExp) =>
      assert.rejects(orrery.createRun({ world: "gallery", config: { rounds: 1 }, play: { agents } }), (error) => {
        assert.ok(error instanceof Fault);
        assert.equal(error.code, "bad_agents");
        assert.match(error.message, message);
        return true;
      });
    await bad("ann=agent:sketsh", /did you mean "sketch"/);
    await bad("ann=agent", /which agent\?.*agent:NAME/);
    await bad("ann=agent:./sketch.ts", /There are: sketch/);
    await bad("ann=agnet:sketch", /did you mean "agent"/);
    assert.deepEqual(await orrery.runs(), []);
  });

  it("is loaded from a file where file names are allowed", async (t) => {
    const file = `${folder(t)}/painter.mjs`;
    writeFileSync(
      file,
      `export const agent = ({ actor }) => () => ({ actions: [{ actorId: actor, type: "hang", metadata: { picture: "${"1".repeat(64)}" } }] });`,
    );
    const orrery = await open({}, { files: true });
    const run = await start(orrery);
    await orrery.play(run, { agents: `*=agent:${file}` });
    assert.deepEqual((await orrery.show(run, { as: "ann" })).view, {
      done: 1,
      mine: null,
      shown: [["1".repeat(64), "1".repeat(64)]],
    });
    const missing = orrery.play(run, { agents: "*=agent:./nowhere.mjs" });
    await assert.rejects(missing, { code: "bad_agents", message: /There is no file/ });
  });
});

describe("a misbehaving program", () => {
  const CASES: readonly [string, Agent, string, RegExp][] = [
    ["throws", () => Promise.reject(new Error("no paint")), "fault", /"odd" failed: no paint/],
    ["returns nothing", (() => undefined) as unknown as Agent, "fault", /"odd" gave no answer.*undefined/],
    ["returns no list", (() => ({ actions: "x" })) as unknown as Agent, "fault", /`actions` is no list/],
    ["returns functions", (() => ({ actions: [() => 1] })) as unknown as Agent, "fault", /"odd" failed/],
    ["gives an unknown cause", (() => ({ ok: false, cause: "x" })) as unknown as Agent, "fault", /its cause/],
    ["answers for another seat", () => ({ actions: hang("ben") }), "attempts", /ann cannot act for ben/],
    [
      "brings files that are none",
      (() => ({ actions: [], artifacts: [1] })) as unknown as Agent,
      "fault",
      /no list of/,
    ],
  ];
  for (const [what, agent, cause, message] of CASES)
    it(`${what}: the fallback speaks, or the play stops and says why`, async () => {
      const orrery = await open({ odd: () => agent });
      const run = await start(orrery);
      await orrery.play(run, { agents: "ann=agent:odd,ben=bot:first" });
      const [ann] = (await orrery.why(run, "1")).answers;
      assert.deepEqual([ann!.by, ann!.cause], ["fallback", cause]);
      const other = await start(orrery, { patient: true });
      const { stopped } = await orrery.play(other, { agents: "ann=agent:odd,ben=bot:first" });
      assert.deepEqual(
        stopped.map((one) => [one.actor, one.cause]),
        [["ann", cause]],
      );
      assert.match(stopped[0]!.message, message);
    });

  it("a hanging program is told to stop at its timeout, with or without a deadline", async () => {
    let told = 0;
    const asleep: AgentFactory =
      () =>
      ({ signal }) =>
        new Promise<Reply>(() => signal.addEventListener("abort", () => told++, { once: true }));
    const orrery = await open({ asleep }, { agentLimitMs: 20 });
    const byDeadline = await start(orrery, { deadlineMs: 15 });
    const byLimit = await start(orrery);
    for (const run of [byDeadline, byLimit]) {
      await orrery.play(run, { agents: "ann=agent:asleep,*=bot:first" });
      const [ann, ben] = (await orrery.why(run, "1")).answers;
      assert.deepEqual([ann!.by, ann!.cause, ben!.by], ["fallback", "deadline", "agent"]);
    }
    assert.equal(told, 2);
  });

  it("changes nothing by changing its answer afterwards", async () => {
    const answer = { actions: hang("ann", "2".repeat(64)) };
    const sly: Agent = ({ ask }) => {
      setImmediate(() => {
        answer.actions[0]!.metadata.picture = "3".repeat(64);
      });
      return ask.to === "ann" ? answer : new Promise((done) => setTimeout(done, 30, { actions: hang("ben") }));
    };
    const orrery = await open({ sly: () => sly });
    const run = await start(orrery);
    await orrery.play(run, { agents: "*=agent:sly" });
    assert.deepEqual(((await orrery.show(run)).view as { shown: unknown }).shown, [["2".repeat(64), BLANK]]);
  });
});

describe("an answer that names its ask", () => {
  it("counts once: sending it again replaces it while the window is open, and is refused once the window has closed", async () => {
    const orrery = await open({});
    const run = await start(orrery, { rounds: 2 });
    const ann = (picture: string, ask = "ann/0") =>
      orrery.submit(run, { as: "ann", ask, actions: hang("ann", picture.repeat(64)) });
    for (const picture of ["1", "2"]) assert.equal((await ann(picture)).kind, "kept");
    await orrery.submit(run, { as: "ben", actions: hang("ben") });
    await assert.rejects(ann("3"), { code: "moved", message: /"ann\/0" is not open to "ann"/ });
    await assert.rejects(ann("3", "ben/1"), { code: "moved" });
    assert.equal((await orrery.show(run)).head.turn, 1);
    assert.deepEqual(((await orrery.show(run)).view as { shown: unknown }).shown, [["2".repeat(64), BLANK]]);
  });
});
