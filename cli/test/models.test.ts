// Models from the command line, against a fake provider: a game, its recording, its replay, and clear errors.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { type Answerer, babble, FakeProvider } from "@orrery/models/testing";
import { type Done, Thread } from "./thread.ts";

const KEY = "planted+9f8e7d6c5b4a/3f2e1d";
const folder = mkdtempSync(join(tmpdir(), "orrery-cli-models-"));
const thread = new Thread();
/** Every fourth answer is none. */
const forgetful: Answerer = (seen, n) =>
  n % 4 === 3 ? { text: "Let me think." } : { json: babble(seen.schema, String(n)) };
const fake = new FakeProvider({ answer: forgetful });

function orrery(words: readonly string[], { cwd = folder, key = KEY, input = "" } = {}): Promise<Done> {
  // A thread stands where its process does.
  process.chdir(cwd);
  return thread.doing(words, input, { ORRERY_DB: join(folder, "o.db"), TEST_KEY: key, ORRERY_MODEL: "" });
}

describe("models on the command line", () => {
  before(async () => {
    await fake.start();
    const models = {
      clever: { provider: "openai", model: "gpt-4.1-mini", url: fake.url("openai"), key: { env: "TEST_KEY" } },
      home: { provider: "compatible", model: "llama-fake", url: fake.url("compatible") },
    };
    writeFileSync(join(folder, "orrery.config.json"), JSON.stringify({ models, roles: { player: "home" } }));
  });
  after(async () => {
    await fake.stop();
    process.chdir(tmpdir());
    rmSync(folder, { recursive: true, force: true });
  });

  it("a game is played, recorded, read and replayed without a model", async () => {
    const words = ["run", "tictactoe", "--seed", "s", "--agents", "x=model:clever,o=model", "--budget", "calls=40"];
    const played = await orrery([...words, "--record", "game.ndjson"]);
    assert.equal(played.code, 0, played.err);
    const { run, truthHash, outcome } = JSON.parse(played.out);
    assert.notEqual(outcome, null);
    assert.match(played.err, /x by clever, o by home: the game would be about \d calls, \d+ tokens, about \$0\.\d+/);
    assert.match(played.err, /clever answered for x: [\d.]+ s, \$0\.\d+, \$0\.\d+ so far/);
    assert.match(played.err, /this play: \d+ of 40 calls/);
    const calls = await orrery(["calls", run]);
    assert.match(calls.out, /x#1 {2}turn 1 {2}gpt-4\.1-mini {2}try 1/);
    assert.match(calls.out, /refused: the answer holds no JSON object/);
    assert.match((await orrery(["calls", run, "--turn", "1"])).out, /What you can see now/);
    const asked = fake.seen.length;
    for (const from of ["game.ndjson", run]) {
      const again = await orrery([...words, "--replay", from], { key: "" });
      assert.equal(again.code, 0, again.err);
      assert.equal(JSON.parse(again.out).truthHash, truthHash);
    }
    assert.equal(fake.seen.length, asked);
    assert.equal((await orrery(["recording", run])).out, readFileSync(join(folder, "game.ndjson"), "utf8"));
    const files = ["o.db", "o.db-wal", "game.ndjson"].map((name) => {
      try {
        return readFileSync(join(folder, name), "latin1");
      } catch {
        return "";
      }
    });
    for (const text of [...files, played.out, played.err, calls.out]) assert.ok(!text.includes(KEY));
  });

  it("a story that models read and tell is recorded, and told again without them", async () => {
    writeFileSync(join(folder, "words.txt"), "let my eyes wander\nopen the front door\n");
    const words = ["play", "house/cottage", "--seed", "s", "--script", "words.txt"];
    const ends = ["--parser", "model:home", "--narrator", "model:home"];
    const told = "Paper and rain: you open the front door.";
    // The second line is plain to the rules, and no model is asked about it.
    const queue = [{ json: { commands: [] } }, { text: told }];
    fake.push(...queue);
    const live = await orrery([...words, ...ends, "--record", "story.ndjson"]);
    assert.equal(live.code, 0, live.err);
    assert.match(live.out, /Paper and rain/);
    const asked = fake.seen.length;
    const again = await orrery([...words, ...ends, "--replay", "story.ndjson", "--record", "again.ndjson"], {
      key: "",
    });
    assert.equal(again.code, 0, again.err);
    // A telling comes when it is written: before the next line or after it.
    const lines = (out: string) => out.split("\n").sort();
    assert.deepEqual(lines(again.out), lines(live.out));
    assert.equal(fake.seen.length, asked);
    assert.equal(
      readFileSync(join(folder, "again.ndjson"), "utf8"),
      readFileSync(join(folder, "story.ndjson"), "utf8"),
    );
    writeFileSync(join(folder, "words.txt"), "let my mind wander\n");
    const other = await orrery([...words, ...ends, "--replay", "story.ndjson"]);
    assert.equal(other.code, 1);
    assert.match(other.err, /does not fit this run: .*first difference at \/messages\/0\/text[^\n]*can be played on/);
  });

  it("a parser and a narrator that cannot are said once each, on stderr", async () => {
    writeFileSync(join(folder, "words.txt"), "let my eyes wander\nlet my eyes wander\nlook\n");
    const refused = { status: 401, error: { message: "no" } };
    fake.push(refused, refused);
    const ends = ["--parser", "model:home", "--narrator", "model:home"];
    const { code, err } = await orrery(["play", "house/cottage", "--script", "words.txt", ...ends]);
    assert.equal(code, 0, err);
    assert.equal(err.match(/The narrator was refused: its key is not valid\. The plain telling stands\./g)?.length, 1);
    assert.equal(err.match(/The reader of your words was refused/g)?.length, 1);
    assert.match(err, /The key of "home" is refused at http/);
  });

  it("a turn is read aloud into a file, and from a recording into the same file", async () => {
    const play = ["play", "house/cottage", "--seed", "s", "--script", "words.txt", "--json"];
    writeFileSync(join(folder, "words.txt"), "look\n");
    const runOf = async () => {
      const before = new Set(await ids());
      assert.equal((await orrery(play)).code, 0);
      return (await ids()).find((id) => !before.has(id))!;
    };
    const ids = async (): Promise<string[]> =>
      JSON.parse((await orrery(["runs", "--json"])).out).map(({ run }: { run: string }) => run);
    const run = await runOf();
    const sound = Buffer.from("ID3\u0004 the front garden", "latin1");
    fake.push({ audio: sound.toString("base64") });
    const { code, out, err } = await orrery(["telling", run, "1", "--speak", "a.mp3", "--speaker", "model:home"]);
    assert.equal(code, 0, err);
    assert.match(out, /a\.mp3: 21 bytes of audio\/mpeg, spoken by home/);
    assert.deepEqual(readFileSync(join(folder, "a.mp3")), sound);
    const other = await runOf();
    const asked = fake.seen.length;
    const from = ["--speaker", "model:home", "--replay", run];
    const again = await orrery(["telling", other, "1", "--speak", "b.mp3", ...from]);
    assert.equal(again.code, 0, again.err);
    assert.deepEqual(readFileSync(join(folder, "b.mp3")), sound);
    assert.equal(fake.seen.length, asked);
    const nobody = await orrery(["telling", other, "1", "--speak", "c.mp3", "--speaker", "model:hom"]);
    assert.equal(nobody.code, 2);
    assert.match(nobody.err, /home/);
    assert.equal((await orrery(["telling", other, "1", "--speak", "c.mp3", "--again"])).code, 2);
  });

  it("a prompt is ejected, changed, compared and used", async () => {
    const done = await orrery(["prompts", "eject", "narrator"]);
    assert.equal(done.code, 0, done.err);
    const file = join(folder, "prompts", "narrator.md");
    writeFileSync(file, readFileSync(file, "utf8").replace("Write the prose alone.", "Write like a sailor."));
    assert.equal(
      (await orrery(["prompts", "diff", "narrator"])).out,
      "- Write the prose alone.\n+ Write like a sailor.\n",
    );
    assert.match((await orrery(["prompts"])).out, /narrator +prompts\/narrator\.md/);
    assert.equal((await orrery(["prompts", "eject", "narrator"])).code, 2);
    assert.match((await orrery(["prompts", "show", "narator"])).err, /did you mean "narrator"/);
    rmSync(join(folder, "prompts"), { recursive: true });
    assert.match((await orrery(["prompts", "show", "glassbox.output"])).out, /^# How you answer/);
  });

  it("two wordings of a prompt are compared by a league", async () => {
    assert.equal((await orrery(["prompts", "eject", "player"])).code, 0);
    renameSync(join(folder, "prompts"), join(folder, "terse"));
    writeFileSync(join(folder, "terse", "player.md"), "Win. Answer with one JSON object.\n");
    const from = fake.seen.length;
    const league = ["league", "run", "--world", "tictactoe", "--games", "2", "--agents", "a=model:home,b=model:home"];
    const run = await orrery([...league, "--prompts", "b=terse", "--json"]);
    assert.equal(run.code, 0, run.err);
    const starts = new Set(fake.seen.slice(from).map(({ system }) => system.slice(0, 16)));
    assert.deepEqual([...starts].sort(), ["Win. Answer with", "You play one sea"]);
    const { id, entrants } = JSON.parse(run.out);
    assert.deepEqual(entrants[1].prompts, { player: "Win. Answer with one JSON object." });
    const table = await orrery(["league", "table", id]);
    assert.match(table.out, /a[\s\S]*b/);
    for (const [prompts, words] of [
      ["c=terse", /names "c"/],
      ["b=nowhere", /no folder "nowhere"/],
      ["terse", /NAME=FOLDER/],
    ] as const)
      assert.match((await orrery([...league, "--prompts", prompts])).err, words);
  });

  it("a model in a game is told which it is, by the lineup that the game is begun with", async () => {
    const words = ["run", "glassbox", "--seed", "s", "--turns", "1", "--agents"];
    const first = async (lineup: string, more: readonly string[] = []) => {
      const from = fake.seen.length;
      const { run } = JSON.parse((await orrery([...words, lineup, ...more])).out);
      const told = fake.seen.slice(from).map(({ blocks }) => blocks.map(({ text }) => text).join("\n"));
      return { run, told: told.map((text) => /You are [^.]*\. You play \w+/.exec(text)![0]) };
    };
    // One model by its own name, one by the role that it has here.
    const { run, told } = await first("red=model:clever,blue=model,*=bot:random");
    assert.deepEqual([...new Set(told)].sort(), ["You are clever. You play red", "You are home. You play blue"]);
    const { view } = JSON.parse((await orrery(["show", run, "--json"])).out);
    const named = view.seats.flatMap(({ id, model }: { id: string; model: string | null }) =>
      model ? [[id, model]] : [],
    );
    assert.deepEqual(named, [
      ["red", "clever"],
      ["blue", "home"],
    ]);
    // What the configuration says of a seat stands.
    const seats = ["red", "blue", "green", "pink"].map((id) => ({
      id,
      ...(id === "red" ? { model: "Somebody" } : {}),
    }));
    const other = await first("*=model:home", ["--config", JSON.stringify({ seats })]);
    assert.deepEqual(
      [...new Set(other.told)].sort(),
      [
        "You are Somebody. You play red",
        ...["blue", "green", "pink"].map((id) => `You are home. You play ${id}`),
      ].sort(),
    );
  });

  it("a person types and plays against a model", async () => {
    const { code, out } = await orrery(["play", "tictactoe", "--as", "x", "--agents", "*=model:home"], {
      input: "1\n",
    });
    assert.equal(code, 0);
    assert.match(out, /You take the top left[\s\S]*x · ·/);
  });

  it("a spent budget, a missing key and a slip each say what is wrong, and the run can be gone on with", async () => {
    fake.answerWith((seen, n) => ({ json: babble(seen.schema, String(n)) }));
    const spent = await orrery(["run", "tictactoe", "--agents", "*=model:home", "--budget", "calls=2"]);
    fake.answerWith(forgetful);
    assert.equal(spent.code, 1);
    assert.match(spent.err, /gave no answer \(budget\): this play: no call of 2 is left/);
    const { run } = JSON.parse(spent.out);
    const on = await orrery(["run", run, "--agents", "*=bot:random", "--json"]);
    assert.notEqual(JSON.parse(on.out).outcome, null);
    const keyless = await orrery(["run", "tictactoe", "--agents", "*=model:clever"], { key: "" });
    assert.equal(keyless.code, 1);
    assert.match(keyless.err, /no key is set for model "clever": TEST_KEY is not set/);
    for (const [words, message] of [
      [["--agents", "x=modl:clever"], /did you mean "model"/],
      [["--agents", "*=bot:first", "--budget", "cals=2"], /The budget "cals=2" is not understood/],
      [["--agents", "*=bot:first", "--mode", "relive"], /--mode is/],
    ] as const) {
      const done = await orrery(["run", "tictactoe", ...words]);
      assert.equal(done.code, 2, done.err);
      assert.match(done.err, message);
    }
  });

  it("Ctrl-C while a model is silent ends the play with its bill and how to go on", async () => {
    const main = resolve(import.meta.dirname, "../src/main.ts");
    const words = ["--db", join(folder, "stopped.db"), "run", "tictactoe", "--agents", "*=model:home"];
    fake.answerWith(() => ({ hang: true }));
    const child = spawn(process.execPath, [main, ...words], { cwd: folder });
    fake.onStill = () => void child.kill("SIGINT");
    let err = "";
    child.stderr.setEncoding("utf8").on("data", (more: string) => {
      err += more;
    });
    const [code] = await once(child, "close");
    fake.onStill = () => {};
    fake.answerWith(forgetful);
    assert.equal(code, 0, err);
    assert.match(err, /this play: 1 calls? · \d+ tokens/);
    assert.match(err, /The run stays as it is\. To go on: run r\w+ --agents …/);
  });

  it("what cannot begin is refused before there is a run", async () => {
    const count = async () => JSON.parse((await orrery(["runs", "--json"])).out).length as number;
    const before = await count();
    writeFileSync(join(folder, "torn.ndjson"), "not a recording");
    for (const [words, code, message] of [
      [["run", "tictactoe", "--agents", "x=model:clevr"], 2, /did you mean "clever"/],
      [["play", "tictactoe", "--as", "z"], 2, /Nobody is called "z" here/],
      [["run", "tictactoe", "--agents", "*=model:home", "--replay", "nowhere"], 1, /no file and no run "nowhere"/],
      [["run", "tictactoe", "--agents", "*=model:home", "--replay", "torn.ndjson"], 1, /The recording cannot be used/],
      [["play", "house/cottage", "--parser", "model:nope"], 2, /No model is called "nope"/],
      [["play", "house/cottage", "--narrator", "bot:first"], 2, /The narrator is model:NAME, model or rules/],
    ] as const) {
      const done = await orrery(words);
      assert.equal(done.code, code, `${words.join(" ")}: ${done.err}`);
      assert.match(done.err, message);
    }
    assert.equal(await count(), before);
  });

  it("lists what is configured, and says where a configuration is wrong", async () => {
    const listed = await orrery(["models"]);
    assert.equal(listed.code, 0);
    assert.match(listed.out, /clever: gpt-4\.1-mini[\s\S]*key {5}found \(TEST_KEY\)[\s\S]*server {2}answers/);
    fake.push({ json: { state: "ready" } });
    assert.match((await orrery(["models", "home", "--check"])).out, /call {4}works/);
    assert.equal((await orrery(["models"], { key: "" })).code, 1);
    const typo = mkdtempSync(join(folder, "typo-"));
    writeFileSync(join(typo, "orrery.config.json"), '{ "models": {\n  "a": { "provider": "opnai", "model": "x" } } }');
    const wrong = await orrery(["models"], { cwd: typo });
    assert.equal(wrong.code, 2);
    assert.match(wrong.err, /orrery\.config\.json:2:22: .*did you mean "openai"/);
    const none = mkdtempSync(join(folder, "none-"));
    assert.match((await orrery(["models"], { cwd: none })).out, /No model is configured, and none is needed/);
    const schema = JSON.parse((await orrery(["models", "schema"], { cwd: none })).out);
    const [model] = Object.values<{ required: string[] }>(schema.properties.models.patternProperties);
    assert.deepEqual(model?.required, ["provider", "model"]);
  });
});
