// A conversation that a team shares: each goes on from what any of them said last, and answers of one window do not see each other.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AnyWorld, type Asked, Type, type World } from "@orrery/kernel";
import type { Seen } from "@orrery/models/testing";
import { openOrrery, shippedWorlds } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { type Council, council } from "./council.ts";
import { fakeProvider, setupAt } from "./fakes.ts";

const fake = fakeProvider();
const teamOf = (who: string) => who.split("-")[0]!;
/** Each team talks with its model in one conversation. */
const choir = {
  ...council,
  id: "choir",
  prompt: ({ ask }: Asked<Council>) => ({
    parts: [
      { id: "rules", version: 1, stable: true, text: `You vote for team ${teamOf(ask.to)}.` },
      { id: "now", version: 1, stable: false, text: `Vote ${ask.id}.` },
    ],
    conversation: `team ${teamOf(ask.to)}`,
    output: { name: "vote", schema: Type.Object({ yes: Type.Boolean() }, { additionalProperties: false }) },
    actions: (output: unknown) => [{ actorId: ask.to, type: "vote", metadata: output }],
  }),
} satisfies World<Council>;

const AGENTS = "red-ann=model:compatible,red-ben=model:compatible,red-cat=model:compatible,*=bot:first";

describe("a conversation of a team", () => {
  it("continues from the last answer of any member; answers of one window are blind to each other", async () => {
    const store = memoryStore();
    const seen = new Map<string, string>();
    fake.answerWith((request: Seen) => {
      const text = request.messages.map((message) => message.text).join("\n");
      seen.set(request.messages.at(-1)!.text.match(/Vote (\S+)\./)![1]!, text);
      return { json: { yes: true } };
    });
    const open = () => openOrrery({ store, worlds: shippedWorlds([choir as AnyWorld]), models: setupAt(fake) });
    const first = await open();
    const { run } = await first.createRun({ world: "choir", config: { rounds: 3, deadlineMs: 0 }, seed: "s" });
    await first.play(run, { agents: AGENTS, turnsMax: 4 });
    // Another process goes on from what was recorded.
    const again = await open();
    const { outcome } = await again.play(run, { agents: AGENTS });
    assert.notEqual(outcome, null);
    for (const who of ["ann", "ben", "cat"]) {
      const heard = (round: number) => seen.get(`red-${who}/${round}`)!;
      assert.equal(heard(0).split("Vote red-").length - 1, 1, "nothing of the same window");
      for (const round of [1, 2]) {
        const before = [...heard(round).matchAll(/Vote red-(\w+)\/(\d)\./g)].map(([, one, n]) => `${one}/${n}`);
        assert.deepEqual(
          before.slice(0, -1),
          Array.from({ length: round }, (_, n) => `cat/${n}`),
          heard(round),
        );
        assert.equal(before.at(-1), `${who}/${round}`);
      }
    }
    const turns = Array.from({ length: (await again.show(run)).head.turn }, (_, i) => `${i + 1}`);
    const answers = (await Promise.all(turns.map((turn) => again.why(run, turn)))).flatMap((why) => why.answers);
    assert.equal(answers.length, 18);
    for (const { actor, conversation } of answers)
      assert.equal(conversation, teamOf(actor) === "red" ? "team red" : undefined, actor);
    assert.equal((await again.verify(run)).ok, true);
  });
});
