// Taint: every player's secrets carry its name. Everything that a seat gets over HTTP, by its stream or at a terminal, holds no mark but its own, during the game and after it.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { it } from "node:test";
import { openOrrery } from "@orrery/runtime";
import { createServer, listen, ROUTES } from "@orrery/server";
import { openSqlite } from "@orrery/store";
import { run as cli } from "../src/run.ts";

const PLAYERS = ["red", "blue", "green", "pink"] as const;
const MARK = (who: string) => `TAINT-${who.toUpperCase()}`;
const SEED = "TAINT-SEED";

it("no seat is given another's notes, persona, lessons or seed", async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "orrery-taint-"));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "orrery.db");
  const orrery = await openOrrery({ store: openSqlite(file) });
  const app = createServer({ orrery, quotas: { requests: { burst: 1e6, perSecond: 1e6 } } });
  const seats = PLAYERS.map((id) => ({
    id,
    persona: `persona ${MARK(id)}`,
    learned: { games: 1, lessons: [{ about: "meetings", text: `lesson ${MARK(id)}` }] },
  }));
  const { run } = await orrery.createRun({
    world: "glassbox",
    config: { seats, settings: { limitMs: 60_000 } },
    seed: SEED,
  });
  const server = await listen({ orrery, port: 0, pages: null });
  const tokens = new Map<string, string>();
  for (const who of PLAYERS) tokens.set(who, await orrery.invite(run, who));
  const stop = new AbortController();
  const streamed = new Map<string, string>();
  const reading = PLAYERS.map(async (who) => {
    const headers = { authorization: `Bearer ${tokens.get(who)}` };
    const { body } = await fetch(`${server.url}/api/runs/${run}/stream`, { headers, signal: stop.signal });
    for await (const chunk of body!) streamed.set(who, (streamed.get(who) ?? "") + Buffer.from(chunk).toString());
  });
  for (const one of reading) one.catch(() => {});
  let looked = 0;
  let own = 0;
  const clean = (what: string, who: string, text: string) => {
    looked++;
    if (text.includes(MARK(who))) own++;
    for (const mark of [...PLAYERS.filter((other) => other !== who).map(MARK), SEED])
      assert.ok(
        !text.includes(mark),
        `${what} tells ${who} of ${mark}: ${text.slice(Math.max(0, text.indexOf(mark) - 120), text.indexOf(mark) + 60)}`,
      );
  };
  const gets = ROUTES.filter(({ who, method, name }) => who !== "owner" && method === "GET" && name !== "follow");
  const look = async (when: string) => {
    for (const who of PLAYERS)
      for (const { path } of gets)
        for (const query of ["", "?from=0", "?thing=red", "?query=lesson"]) {
          const url = path.replace("{id}", run).replace("{hash}", "0".repeat(64)) + query;
          const { body } = await app.inject({ url, headers: { authorization: `Bearer ${tokens.get(who)}` } });
          clean(`${when}: ${url}`, who, body);
        }
  };
  await look("at the opening");
  await orrery.createBranch(run, { name: "side", at: 0, dice: "keep" });
  await orrery.play(run, { agents: "*=bot:detective", turnsMax: 20 });
  await look("in the middle");
  await orrery.play(run, { agents: "*=bot:detective" });
  assert.notEqual((await orrery.show(run)).ending, null, "it was played to its end");
  await look("at the end");
  for (const who of PLAYERS) clean("the stream", who, streamed.get(who) ?? "");
  assert.ok(
    [...streamed.values()].every((text) => text.includes("event: turn")),
    "the streams told of turns",
  );
  stop.abort();
  await Promise.allSettled(reading);
  await server.close();
  await app.close();
  await orrery.close();
  for (const who of PLAYERS)
    for (const words of [
      ["show", run],
      ["log", run],
    ])
      clean(words[0]!, who, await printed([...words, "--as", who, "--db", file]));
  assert.ok(looked > 300 && own > 0, `${looked} answers, ${own} with marks of one's own`);
});

/** What a command prints on stdout. */
async function printed(words: readonly string[]): Promise<string> {
  const { write } = process.stdout;
  let text = "";
  process.stdout.write = ((chunk: string | Uint8Array) => {
    text += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
    return true;
  }) as typeof write;
  try {
    await cli(words);
  } finally {
    process.stdout.write = write;
  }
  return text;
}
