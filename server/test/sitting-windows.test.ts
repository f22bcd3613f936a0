// A person and agents in one window: the answers of the agents are kept, and the person's closes the window.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AnyWorld } from "@orrery/kernel";
import { openOrrery, shippedWorlds } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { council } from "../../runtime/test/council.ts";
import { BLANK, gallery } from "../../runtime/test/gallery.ts";
import { openFixture, until } from "./support.ts";

describe("a person and an agent in one window", () => {
  it("commits with the person's answer, and the agent was asked once a window", async () => {
    let asked = 0;
    const orrery = await openOrrery({
      store: memoryStore(),
      worlds: shippedWorlds([gallery as AnyWorld]),
      agents: {
        counting: () => () => {
          asked++;
          return { actions: [{ actorId: "ben", type: "hang", metadata: { picture: BLANK } }] };
        },
      },
    });
    const fixture = await openFixture({ orrery });
    const start = { world: "gallery", config: { rounds: 2, patient: true }, agents: "ben=agent:counting,ann=person" };
    const { run } = (await fixture.ask("POST", "/api/runs", start)).body;
    const hang = { as: "ann", actions: [{ actorId: "ann", type: "hang", metadata: { picture: BLANK } }] };
    const isKept = async (id: string) => (await orrery.asks(run)).some((ask) => ask.id === id && ask.answered === true);
    for (const round of [0, 1]) {
      await until(() => isKept(`ben/${round}`), "the answer of the agent is kept");
      assert.equal((await fixture.ask("POST", `/api/runs/${run}/turns`, hang)).status, 201);
    }
    const { outcome, head } = await orrery.show(run);
    assert.deepEqual([outcome, head.turn, asked], [{ done: 2 }, 2, 2]);
    await fixture.close();
  });
});

describe("asks that wait for nobody", () => {
  const speech = { actorId: "chair", type: "speak", metadata: { text: "Order." } };
  const speaker = () => () => ({ actions: [speech] });
  const said = async (standing: boolean | undefined) => {
    const orrery = await openOrrery({
      store: memoryStore(),
      worlds: shippedWorlds([council as AnyWorld]),
      agents: { speaker },
    });
    const fixture = await openFixture({ orrery });
    const agents = "chair=agent:speaker,*=bot:random";
    const start = { world: "council", config: { rounds: 1, deadlineMs: 0 }, agents, standing };
    const { run } = (await fixture.ask("POST", "/api/runs", start)).body;
    await until(
      async () => (await fixture.ask("GET", `/api/runs/${run}/agents`)).body[0]?.state === "ended",
      "the end",
    );
    const turns: { actions: readonly { type: string }[] }[] = (await fixture.ask("GET", `/api/runs/${run}/turns`)).body;
    await fixture.close();
    return turns.flatMap(({ actions }) => actions.filter(({ type }) => type === "speak")).length;
  };
  it("are answered by agents on the owner's word", async () => assert.equal(await said(true), 1));
  it("are left alone without it", async () => assert.equal(await said(undefined), 0));
  it("need agents to answer them", async () => {
    const fixture = await openFixture();
    assert.equal((await fixture.ask("POST", "/api/runs", { world: "tictactoe", standing: true })).status, 400);
    await fixture.close();
  });
});
