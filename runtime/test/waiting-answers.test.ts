// An answer is judged before it is kept in the inbox, and again on each new head: what would be refused never waits.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AnyWorld, type Ask, refuse } from "@orrery/kernel";
import { Fault, fixedOutside, type Orrery, openOrrery, shippedWorlds } from "@orrery/runtime";
import { memoryStore, type Store } from "@orrery/store";
import { type Council, council } from "./council.ts";
import { inMemory, place, turn } from "./open.ts";

/** A council in which the chair may forbid to vote yes. `more` changes what it asks. */
const strict = (more: Partial<Ask<Council>>) => ({
  ...council,
  asks: (state: Council["state"]) => council.asks(state).map((ask) => ({ ...ask, ...more })),
  check: {
    ...council.check,
    vote: (view: Council["view"], action: { readonly metadata: { readonly yes: boolean } }) =>
      view.said.includes("no more yes") && action.metadata.yes ? refuse("closed", {}) : council.check.vote(view),
  },
});

async function start(
  more: Partial<Ask<Council>> = { most: 1 },
): Promise<{ orrery: Orrery; store: Store; run: string }> {
  const store = memoryStore();
  const worlds = shippedWorlds([strict(more) as unknown as AnyWorld]);
  const orrery = await openOrrery({ store, worlds, outside: fixedOutside("waiting") });
  const { run } = await orrery.createRun({ world: "council", config: { rounds: 1, deadlineMs: 0 }, seed: "s" });
  return { orrery, store, run };
}

const votes = (who: string, ...all: readonly boolean[]) => ({
  as: who,
  actions: all.map((yes) => ({ actorId: who, type: "vote", metadata: { yes } })),
});
const forbid = { as: "chair", actions: [{ actorId: "chair", type: "speak", metadata: { text: "no more yes" } }] };

describe("an answer in the inbox", () => {
  it("is dropped by a turn after which it would be refused, and one that still holds stays", async () => {
    const { orrery, store, run } = await start();
    await orrery.submit(run, votes("red-ann", true));
    await orrery.submit(run, votes("red-ben", false));
    await turn(orrery, run, forbid);
    assert.deepEqual(
      (await store.inbox(run, "main")).map(({ actor }) => actor),
      ["red-ben"],
    );
    assert.deepEqual(await orrery.submit(run, votes("red-cat", false)), {
      kind: "kept",
      ask: "red-cat/0",
      waitingFor: ["red-ann"],
    });
    const line = await turn(orrery, run, votes("red-ann", false));
    assert.deepEqual(
      line.validation.map(({ success }) => success),
      [true, true, true],
    );
  });

  it("is not replaced by one with more actions than its ask takes, which is refused at once", async () => {
    const { orrery, store, run } = await start();
    await orrery.submit(run, votes("red-ann", true));
    const line = await turn(orrery, run, votes("red-ann", false, false));
    assert.deepEqual(
      line.validation.map(({ reason }) => reason),
      ["invalid_action", "invalid_action"],
    );
    const [kept] = await store.inbox(run, "main");
    assert.equal(JSON.parse(kept!.answer).actions[0].metadata.yes, true);
  });

  it("is not taken in part where others are asked too, even if its ask takes actions one by one", async () => {
    const { orrery, store, run } = await start({ mode: "each" });
    const [yes] = votes("red-ann", true).actions;
    const line = await turn(orrery, run, { as: "red-ann", actions: [yes, { ...yes, metadata: { yes: "perhaps" } }] });
    assert.deepEqual([line.events, line.validation.at(-1)?.reason], [[], "invalid_action"]);
    assert.deepEqual(await store.inbox(run, "main"), []);
    assert.equal(((await orrery.show(run, { as: "red-ann" })).view as Council["view"]).mine, null);
  });
});

it("an answer to an older head is refused as moved when the new head does not admit it", async () => {
  const orrery = await inMemory();
  const { run, head } = await orrery.createRun({ world: "tictactoe" });
  await orrery.submit(run, place("x", 4));
  await assert.rejects(
    orrery.submit(run, { ...place("o", 4), expectedHead: head.id }),
    (error) => error instanceof Fault && error.code === "moved",
  );
  assert.equal((await orrery.show(run)).head.turn, 1);
});
