// What a frozen league rests on: bots and prompts answer as they did, or their versions go up.
import assert from "node:assert/strict";
import { it } from "node:test";
import { viewOf } from "@orrery/kernel";
import { sha256 } from "@orrery/kernel/testing";
import { bots } from "../bots/index.ts";
import { BOTS_VERSION, PROMPTS_VERSION } from "../contest.ts";
import { prompt } from "../prompt.ts";
import type { GlassAction } from "../shape.ts";
import { engine, game } from "./stage.ts";

const KEPT = { bots: [4, "bda9a112fbb997e2"], prompts: [6, "a20b72b5e70658fe"] } as const;

it("bots and prompts are the ones of their versions", () => {
  const told: string[] = [];
  const done: string[] = [];
  for (const [name, bot] of Object.entries(bots)) {
    const config = { settings: { limitMs: 150_000, gameEndAsk: true, metaLevel: "direct", strategyLevel: 3 } } as const;
    const played = game(`version ${name}`, config, 20_000, ({ ask, view, legal, dice }) => {
      const action = bot({ ask, view, legal, dice }) as GlassAction;
      return action === null ? null : Array.isArray(action) ? action : [action];
    });
    done.push(...played.commits.map(({ frame }) => JSON.stringify(frame.state)));
    for (const { frame } of played.commits.slice(0, 40))
      for (const ask of engine.world.asks(frame.state).slice(0, 1)) {
        const { parts, output } = prompt({ ask, view: viewOf(engine, frame, ask.to), legal: [] });
        told.push(JSON.stringify([parts, { ...output, now: output.now?.() }]));
      }
  }
  const found = {
    bots: [BOTS_VERSION, sha256(done.join("\n")).slice(0, 16)],
    prompts: [PROMPTS_VERSION, sha256(told.join("\n")).slice(0, 16)],
  };
  assert.deepEqual(found, KEPT, "another answer needs another version, and leagues of the old one stay as they are");
});
