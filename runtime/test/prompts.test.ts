// How models are asked, in every world that is shipped: schemas that no provider refuses, prompts that know what their actor knows.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Agent, type AgentTask, firstBot, genericPrompt, randomBot } from "@orrery/agents";
import type { AnyWorld, Prompt } from "@orrery/kernel";
import { gateSchemas, type JsonObject, type NamedSchema, startConversation } from "@orrery/models/pure";
import type { Orrery } from "@orrery/runtime";
import { inMemory, worlds } from "./open.ts";

/** Seats of a run played by chance, each with the prompt that a model would have got there. */
async function promptsOf(
  world: string,
  turnsMax: number,
  { config, own = true, act }: { config?: unknown; own?: boolean; act?: (seat: AgentTask, n: number) => unknown } = {},
): Promise<{ prompt: Prompt; seat: AgentTask }[]> {
  const orrery = await inMemory(world);
  const { run } = await orrery.createRun({ ...(await started(orrery, world, config)), seed: "prompts" });
  const { plays } = await orrery.show(run);
  const rules: AnyWorld = (await worlds.engine(plays)).world;
  const found: { prompt: Prompt; seat: AgentTask }[] = [];
  const ask = (own && rules.prompt) || genericPrompt(rules);
  let n = 0;
  const agent: Agent = async (seat) => {
    const { since } = await seat.tellings();
    found.push({ seat, prompt: ask({ ask: seat.ask, view: seat.view, legal: seat.legal, told: since }) });
    const choice = act?.(seat, n++) ?? randomBot(seat) ?? firstBot(seat);
    return choice === null ? { ok: false, cause: "scripted" } : { actions: [choice] };
  };
  const { stopped } = await orrery.crank(run, { agents: () => agent, turnsMax });
  assert.deepEqual(stopped, []);
  return found;
}

/** A house is given a game master's seat. */
async function started(orrery: Orrery, world: string, config: unknown): Promise<{ world: string; config: unknown }> {
  if (!world.startsWith("house/")) return { world, config };
  const checked = await orrery.checkWorld(`gamemaster: true\n${await orrery.worldText(world)}`);
  assert.ok(checked.ok, JSON.stringify(checked));
  return { world: "house", config: checked.config };
}

/** Attempts at what no rule knows, so that a game master is asked. */
const daring = ({ ask }: AgentTask, n: number): unknown =>
  n % 3 === 0 && (ask.may as readonly string[]).includes("attempt")
    ? { actorId: ask.to, type: "attempt", metadata: { how: "listen", words: `very hard, for the ${n}th time` } }
    : null;

const CASES: readonly [world: string, turns: number, own: boolean, act?: typeof daring][] = [
  ["tictactoe", 9, true],
  ["house/cottage", 40, true, daring],
  ["house/mystery", 30, true, daring],
  ["house/lighthouse", 30, true, daring],
  ["glassbox", 30, true],
  ["sprint", 40, true],
  ["council", 4, true],
];

describe("every shipped prompt", () => {
  for (const [world, turns, own, act] of CASES)
    it(`of ${world} has a schema that every provider takes, and stable parts first`, async () => {
      const config = world === "council" ? { rounds: 2, deadlineMs: 0 } : undefined;
      const found = await promptsOf(world, turns, { own, config, ...(act ? { act } : {}) });
      assert.ok(found.length >= Math.min(turns, 3), `${found.length} asks`);
      const schemas: NamedSchema[] = found.map(({ prompt }) => ({
        name: prompt.output.name,
        schema: prompt.output.schema as unknown as JsonObject,
      }));
      const distinct = [...new Map(schemas.map((one) => [JSON.stringify(one), one])).values()];
      assert.deepEqual(gateSchemas(distinct), []);
      for (const { prompt } of found) startConversation("x", prompt.parts);
      if (act)
        assert.ok(
          found.some(({ seat }) => seat.ask.to === "gamemaster"),
          "a game master was asked",
        );
    });

  it("keeps its stable parts byte for byte from ask to ask of one actor", async () => {
    for (const world of ["house/cottage", "tictactoe", "glassbox"]) {
      const stable = new Map<string, string>();
      for (const { prompt, seat } of await promptsOf(world, 12)) {
        const text = JSON.stringify(prompt.parts.filter((part) => part.stable));
        assert.equal(stable.get(seat.ask.to) ?? text, text, `${world}, ${seat.ask.to}`);
        stable.set(seat.ask.to, text);
      }
    }
  });

  it("holds what authors and players wrote between marks only", async () => {
    for (const { prompt, seat } of await promptsOf("house/cottage", 12)) {
      const { opening } = seat.view as { opening: string };
      const first = opening.split(/[.\n]/)[0]!;
      const outside = prompt.parts
        .map(({ text }) => text.replaceAll(/<<<([A-Z-]+=*)\n[\s\S]*?\n\1>>>/g, ""))
        .join("\n");
      assert.ok(!outside.includes(first));
    }
  });
});

describe("[law 5] prompts", () => {
  it("of two runs that differ in what an actor may not know are the same bytes", async () => {
    const { council } = await import("./council.ts");
    assert.ok(council);
    const asked = async (yes: boolean) => {
      const found = await promptsOf("council", 3, {
        config: { rounds: 3, deadlineMs: 0 },
        act: ({ ask }) => ({
          actorId: ask.to,
          type: "vote",
          metadata: { yes: ask.to.startsWith("blue") ? yes : true },
        }),
      });
      // Seats of one ask are asked at the same time, in no order.
      const red = found.filter(({ seat }) => seat.ask.to.startsWith("red-"));
      return red
        .toSorted((a, b) => (a.seat.ask.to < b.seat.ask.to ? -1 : a.seat.ask.to > b.seat.ask.to ? 1 : 0))
        .map(({ prompt }) => [prompt.parts, prompt.output]);
    };
    assert.deepEqual(await asked(true), await asked(false));
  });
});
