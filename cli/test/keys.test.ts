// Two keys, one in the environment and one in a file, at a server that quotes them back wherever it can: neither is found in anything
// that is kept, printed, exported, logged, streamed or served.
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { type Answerer, babble, FakeProvider } from "@orrery/models/testing";
import { Thread } from "./thread.ts";

const IN_ENV = "canary+11aa22bb33cc/in-the-environment";
const IN_FILE = "canary-44dd55ee66ff-in-a-file";
const folder = mkdtempSync(join(tmpdir(), "orrery-keys-"));
const main = resolve(import.meta.dirname, "../src/main.ts");

const keyIn = (headers: Readonly<Record<string, unknown>>): string =>
  String(headers["authorization"] ?? headers["x-api-key"] ?? headers["x-goog-api-key"]).replace("Bearer ", "");

/** Quotes the key in errors, in answers, piece by piece in prose, and cut off in the middle; then plays on. */
const hostile: Answerer = (seen, n) => {
  const key = keyIn(seen.headers);
  if (!seen.schema) return { text: `You look about. ${key} is written on the wall.`, stream: { piece: 3, gapMs: 0 } };
  switch (n % 6) {
    case 0:
      return { status: 400, error: { message: `the key ${key} may not do this`, code: `no_${key}` } };
    case 1:
      return { text: `{"thought":"${key}"`, ending: "truncated" };
    case 2:
      return { text: key.slice(0, -5), ending: "truncated" };
    case 3:
      return { status: 401, body: `<html>${key} ${encodeURIComponent(key)} ${btoa(key)}</html>` };
    default:
      return { json: { ...(babble(seen.schema, String(n)) as object), thought: `My key is ${key}` } };
  }
};

interface Done {
  readonly code: number;
  readonly text: string;
}
const started: ChildProcess[] = [];
const everything: string[] = [];

const ENV = { ORRERY_DB: join(folder, "o.db"), TEST_KEY: IN_ENV, ORRERY_MODEL: "" };
const thread = new Thread();

function start(words: readonly string[], cwd = folder): ChildProcess {
  const child = spawn(process.execPath, [main, ...words], { cwd, env: { ...process.env, ...ENV } });
  started.push(child);
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => everything.push(String(chunk)));
  return child;
}
async function orrery(words: readonly string[], { cwd = folder, input = "" } = {}): Promise<Done> {
  // A thread stands where its process does.
  process.chdir(cwd);
  const { code, out, err } = await thread.doing(words, input, ENV);
  everything.push(out, err);
  return { code, text: err + out };
}

describe("[M90] keys", () => {
  const fake = new FakeProvider({ answer: hostile });
  before(async () => {
    await fake.start();
    writeFileSync(join(folder, "secret.key"), `${IN_FILE}\n`);
    chmodSync(join(folder, "secret.key"), 0o600);
    const models = {
      one: { provider: "openai", model: "gpt-4.1-mini", url: fake.url("openai"), key: { env: "TEST_KEY" } },
      two: {
        provider: "anthropic",
        model: "claude-haiku-4-5",
        url: fake.url("anthropic"),
        key: { file: "secret.key" },
      },
      three: { provider: "google", model: "gemini-2.5-flash", url: fake.url("google"), key: { file: "secret.key" } },
      four: {
        provider: "compatible",
        model: "fake",
        url: fake.url("compatible"),
        key: { env: "TEST_KEY" },
        stream: true,
      },
    };
    writeFileSync(join(folder, "orrery.config.json"), JSON.stringify({ models, roles: { "*": "four" } }));
  });
  after(async () => {
    for (const child of started) if (child.exitCode === null) child.kill();
    await fake.stop();
    process.chdir(tmpdir());
    rmSync(folder, { recursive: true, force: true });
  });

  it("are in nothing that anybody can read, for every answer of a server", async () => {
    await orrery(["models", "--check"]);
    const { text } = await orrery([
      "run",
      "tictactoe",
      "--agents",
      "x=model:one,o=model:two",
      "--record",
      "one.ndjson",
    ]);
    const run = /run (\w+) --agents|"run": "(\w+)"/.exec(text)!.slice(1).find(Boolean)!;
    await orrery(["run", run, "--agents", "x=model:three,o=model:four", "--json"]);
    await orrery(["calls", run, "--json"]);
    const told = await orrery(["play", "house/cottage", "--parser", "model:one", "--narrator", "model:four"], {
      input: "let my eyes wander\nlook\n",
    });
    assert.equal(told.code, 0, told.text);
    if (existsSync(resolve(import.meta.dirname, "../../web/dist/replay"))) {
      const page = await orrery(["export", run, "--html", "page.html"]);
      assert.equal(page.code, 0, page.text);
    }
    // A key where none belongs, and a file that others can read: told without repeating it.
    const wrong = mkdtempSync(join(folder, "wrong-"));
    const misplaced = {
      a: { provider: "openai", model: "m", key: IN_ENV },
      b: { provider: "openai", model: IN_FILE, key: { env: IN_FILE } },
    };
    writeFileSync(join(wrong, "orrery.config.json"), JSON.stringify({ models: misplaced }));
    assert.equal((await orrery(["models"], { cwd: wrong })).code, 2);

    const server = start(["serve", "--port", "0", "--narrator", "model:four", "--parser", "model:one"]);
    const url = await new Promise<string>((found) =>
      server.stdout!.on(
        "data",
        (chunk) => /is at (\S+)/.test(String(chunk)) && found(/is at (\S+)/.exec(String(chunk))![1]!),
      ),
    );
    const ask = async (path: string, body?: unknown) => {
      const init =
        body === undefined
          ? {}
          : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
      const answer = await fetch(new URL(path, url), init);
      const said = await answer.text();
      everything.push(JSON.stringify([...answer.headers]), said);
      return said;
    };
    const { id } = JSON.parse(await ask("/api/runs", { world: "house/cottage" })) as { id: string };
    const hangUp = new AbortController();
    let streamed = "";
    const following = (async () => {
      const { body } = await fetch(new URL(`/api/runs/${id}/stream`, url), { signal: hangUp.signal });
      for await (const chunk of body!) streamed += new TextDecoder().decode(chunk);
    })().catch(() => {});
    // What is told meanwhile is not told again to who comes late.
    while (streamed === "") await new Promise((wait) => setTimeout(wait, 50));
    await ask(`/api/runs/${id}/turns`, { text: "look" });
    await ask(`/api/runs/${id}/agents`, { agents: "*=model:two" });
    while (!/"state":"(?:stopped|ended)"/.test(await ask(`/api/runs/${id}/agents`)))
      await new Promise((wait) => setTimeout(wait, 50));
    while (!/telling/.test(streamed)) await new Promise((wait) => setTimeout(wait, 50));
    for (const path of ["calls", "recording", "export", "tellings", "turns", "replay", ""])
      await ask(`/api/runs/${id}/${path}`);
    await ask("/api/models?call=true");
    hangUp.abort();
    await following;
    everything.push(streamed);
    const over = new Promise((done) => server.on("close", done));
    server.kill("SIGTERM");
    await over;

    const sent = JSON.stringify(fake.seen.map(({ headers }) => headers));
    for (const key of [IN_ENV, IN_FILE]) assert.ok(sent.includes(key), "the key was sent");
    for (const name of readdirSync(folder, { recursive: true }) as string[])
      if (!/secret\.key$|orrery\.config\.json$|^wrong-\w+$/.test(name))
        everything.push(readFileSync(join(folder, name), "latin1"));
    const all = everything.join("\n");
    assert.ok(all.length > 100_000 && all.includes("is written on the wall"));
    for (const key of [IN_ENV, IN_FILE])
      for (const spelt of [key, encodeURIComponent(key), btoa(key), key.slice(0, -5), key.slice(0, 12)]) {
        const at = all.indexOf(spelt);
        assert.ok(at < 0, `${spelt} stands in: ${all.slice(Math.max(0, at - 300), at + 100)}`);
      }
  });
});
