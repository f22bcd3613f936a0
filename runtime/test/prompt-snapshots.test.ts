// What models read, one file a world and role in fixtures/prompts: the first request of each, as it goes over the wire with its contract
// in words. A change of a prompt is seen there before it is meant; `UPDATE_PROMPTS=1` writes the files anew.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { parseConfig } from "@orrery/models/config";
import type { Reply } from "@orrery/models/testing";
import { fixedOutside, openOrrery } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { fakeProvider } from "./fakes.ts";
import { all, turn } from "./open.ts";

const FOLDER = join(import.meta.dirname, "../../fixtures/prompts");
const UPDATES = process.env["UPDATE_PROMPTS"] === "1";
const fake = fakeProvider();
const NOBODY: Reply = { status: 401, error: { message: "no" } };

async function opened(world: string, ends: { parser?: string; narrator?: string } = {}) {
  fake.reset();
  fake.answerWith(() => NOBODY);
  const model = { provider: "compatible", model: "m", url: fake.url("compatible"), structure: "prompt", stream: false };
  const parsed = parseConfig(JSON.stringify({ models: { m: model } }), {});
  assert.ok(parsed.ok, JSON.stringify(parsed));
  const models = () => ({ config: parsed.config, environment: {}, directory: "." });
  const orrery = await openOrrery({ store: memoryStore(), outside: fixedOutside("first"), models, ...ends });
  const { run } = await orrery.createRun({ world, seed: "first" });
  return { orrery, run };
}

/** The first request of a seat, when the others are played by bots. */
async function seatRequest(world: string, seat: string, others: string): Promise<string> {
  const { orrery, run } = await opened(world);
  await orrery.play(run, { agents: `${seat}=model:m,${others}`, turnsMax: 400, standing: true });
  const [call] = await all(orrery.calls(run));
  assert.ok(call, `"${seat}" was never asked`);
  return asRead(call.prompt);
}

/** The first request of the reader of words, or of the teller, in a house. */
async function endRequest(role: "parser" | "narrator"): Promise<string> {
  const { orrery, run } = await opened("house/cottage", { [role]: "model:m" });
  await turn(orrery, run, { text: role === "parser" ? "let my eyes wander about" : "open the front door" });
  await orrery.tellingsDone();
  const [call] = await all(orrery.calls(run));
  return asRead(call!.prompt);
}

/** One request as the model read it. */
function asRead(prompt: string): string {
  const seen = fake.seen.find(({ messages }) => messages.at(-1)!.text === prompt)!;
  return `# System\n\n${seen.system}\n\n# Message\n\n${seen.messages.map(({ text }) => text).join("\n\n---\n\n")}\n`;
}

const REQUESTS: Readonly<Record<string, () => Promise<string>>> = {
  "tictactoe.player": () => seatRequest("tictactoe", "x", "*=bot:random"),
  "cottage.player": () => seatRequest("house/cottage", "you", "*=person"),
  "cottage.parser": () => endRequest("parser"),
  "cottage.narrator": () => endRequest("narrator"),
  "lighthouse.player": () => seatRequest("house/lighthouse", "you", "*=person"),
  "mystery.player": () => seatRequest("house/mystery", "you", "*=person"),
  "glassbox.crewmate": () => seatRequest("glassbox", "blue", "*=bot:detective"),
  "glassbox.impostor": () => seatRequest("glassbox", "red", "*=bot:detective"),
  "sprint.architect": () => seatRequest("sprint", "A.ARCHITECT", "*=bot:scripted"),
  "sprint.judge": () => seatRequest("sprint", "judge", "*=bot:scripted"),
  "sprint.prompt-engineer": () => seatRequest("sprint", "prompt-engineer", "*=bot:scripted"),
  "story.resident": () => seatRequest("story", "gita-brandt", "*=person"),
  "table.gamemaster": () => seatRequest("table/third-bell", "gm", "*=person"),
  "table.player": () => seatRequest("table/third-bell", "pc_ilsa_vane_001", "*=bot:scripted"),
};

describe("prompts as models read them", () => {
  for (const [name, request] of Object.entries(REQUESTS))
    it(`${name} is worded as its file says`, async () => {
      const file = join(FOLDER, `${name}.md`);
      const text = await request();
      if (UPDATES) {
        mkdirSync(FOLDER, { recursive: true });
        writeFileSync(file, text);
      }
      const kept = existsSync(file) ? readFileSync(file, "utf8") : "";
      const [lines, was] = [text.split("\n"), kept.split("\n")];
      const at = lines.findIndex((line, i) => line !== was[i]);
      assert.equal(
        text,
        kept,
        `fixtures/prompts/${name}.md differs from line ${at + 1}. If it is meant: UPDATE_PROMPTS=1 npm test -- prompt-snapshots`,
      );
    });

  it("have no file that nothing is read from", () => {
    assert.deepEqual(
      readdirSync(FOLDER).sort(),
      Object.keys(REQUESTS)
        .map((name) => `${name}.md`)
        .sort(),
    );
  });
});
