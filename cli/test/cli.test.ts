// The command line as its users meet it: a real file, exit codes, stdout that holds the answer alone; and as a process.
import assert from "node:assert/strict";
import { type ChildProcessByStdio, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import type { Readable, Writable } from "node:stream";
import { after, describe, it } from "node:test";
import { Thread } from "./thread.ts";

const folder = mkdtempSync(join(tmpdir(), "orrery-cli-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const main = resolve(import.meta.dirname, "../src/main.ts");
const db = join(folder, "orrery.db");
const thread = new Thread();
const TICTACTOE = ["5", "1", "9", "nonsense words here", "2"];

interface Done {
  readonly code: number;
  readonly out: string;
  readonly err: string;
  readonly json: unknown;
  readonly lines: readonly Record<string, unknown>[];
}
function orrery(words: readonly string[], input = "", file = db): Done {
  const { code, out, err } = thread.do(words, input, { ORRERY_DB: file });
  const lines = () =>
    out
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    code,
    out,
    err,
    get json() {
      return JSON.parse(out);
    },
    get lines() {
      return lines();
    },
  };
}
const start = (world = "tictactoe", file = db) =>
  (orrery(["new", world, "--json"], "", file).json as { run: string }).run;

describe("orrery", () => {
  it("says which port is taken, and no more than that", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const done = orrery(["serve", "--port", String((other.address() as AddressInfo).port)]);
    other.close();
    assert.equal(done.code, 2);
    assert.match(done.err, /^Port \d+ is taken\. Is Orrery already running\?/);
    assert.doesNotMatch(done.err, /\n\s+at /);
  });
  it("lists worlds, starts runs, and says how it is used", () => {
    const worlds = orrery(["worlds", "--json"]).json as { name: string }[];
    assert.ok(worlds.some(({ name }) => name === "tictactoe") && worlds.some(({ name }) => name === "house/cottage"));
    assert.match(start(), /^r[0-9a-z]+$/);
    for (const words of [
      ["fly"],
      [],
      ["new"],
      ["branch", "r1"],
      ["play", "tictactoe", "--sead", "x"],
      ["rollback", "r1", "--to", "x"],
      ["new", "tictactoe", "--config", "{"],
    ]) {
      const done = orrery(words);
      assert.equal(done.code, 2, words.join(" "));
      assert.equal(words.length === 0 ? done.out !== "" : done.err.includes("orrery"), true);
    }
    assert.equal(orrery(["--help"]).code, 0);
    for (const words of [
      ["new", "chess"],
      ["show", "r0"],
      ["log", "r0"],
      ["why", "r0", "1"],
      ["rollback", "r0", "--to", "0"],
      ["play", "nothing"],
      ["import", join(folder, "absent")],
    ]) {
      const done = orrery(words);
      assert.deepEqual([done.code, done.out, done.err.trim() !== ""], [1, "", true], words.join(" "));
    }
  });

  it("tells the opening again when a typed RESTART goes back to it", () => {
    const { out, err } = orrery(["play", "house/cottage", "--script", "-"], "look\nundo\nopen the gate\nrestart\n");
    assert.match(err, /\(Taken back: “look”\)[\s\S]*\(From the beginning\.\)/);
    const [, before, after] = out.split("The Cottage at Wren's End");
    for (const part of [before, after]) assert.match(part ?? "", /left you her cottage[\s\S]*Front garden/);
  });
  it("plays a script: one line and one stored turn for every utterance, and exit 0", () => {
    const done = orrery(["play", "tictactoe", "--seed", "s", "--script", "-", "--json"], `${TICTACTOE.join("\n")}\n`);
    assert.equal(done.code, 0);
    assert.deepEqual(
      done.lines.map(({ rawText }) => rawText),
      TICTACTOE,
    );
    assert.deepEqual(
      done.lines.map(({ turn }) => turn),
      [1, 2, 3, 4, 5],
    );
    for (const line of done.lines)
      for (const key of [
        "turn",
        "id",
        "rawText",
        "actions",
        "validation",
        "events",
        "narration",
        "stateHash",
        "truthHash",
        "hash",
      ])
        assert.ok(key in line, key);
    assert.deepEqual(done.lines[3]!["actions"], []);
    const run = (orrery(["runs", "--json"]).json as { run: string; turns: number }[]).find(
      ({ turns }) => turns === 5,
    )!.run;
    assert.deepEqual(orrery(["log", run, "--json"]).lines, done.lines);
    const script = join(folder, "script.txt");
    writeFileSync(script, "4\n7\n");
    const more = orrery(["play", run, "--script", script, "--json"]);
    assert.deepEqual(
      more.lines.map(({ turn }) => turn),
      [6, 7],
    );
  });

  it("lets bots play the others", () => {
    const done = orrery(
      ["play", "tictactoe", "--as", "o", "--seed", "b", "--json", "--script", "-"],
      "1\n2\n3\n4\n5\n6\n7\n8\n9\n",
    );
    assert.equal(done.code, 0);
    assert.equal(done.lines.length, 9);
    assert.ok(
      done.lines.every(({ actions }) => (actions as { actorId: string }[]).every(({ actorId }) => actorId === "o")),
    );
    const games = orrery(["run", "tictactoe", "--seed", "g", "--games", "3", "--json"]);
    assert.equal(games.lines.length, 3);
    for (const { outcome, turns, truthHash } of games.lines)
      assert.ok(outcome !== null && (turns as number) >= 5 && /^[0-9a-f]{64}$/.test(truthHash as string));
    const again = orrery(["run", "tictactoe", "--seed", "g", "--games", "3", "--json"]);
    assert.deepEqual(
      again.lines.map(({ truthHash }) => truthHash),
      games.lines.map(({ truthHash }) => truthHash),
    );
    // For people, in the words that the list of runs has.
    const told = orrery(["run", "tictactoe", "--seed", "g", "--games", "3"]).out.trim().split("\n");
    games.lines.forEach(({ outcome }, i) => {
      const { winner } = outcome as { winner?: string };
      assert.match(told[i]!, new RegExp(`turns  ${winner ? `${winner.toUpperCase()} wins` : "A draw"}$`));
    });
  });

  it("branches, goes back, compares, plays god, takes back, explains, reveals", () => {
    const run = start();
    orrery(["play", run, "--script", "-"], "5\n1\n9\n");
    assert.deepEqual(
      (orrery(["branch", run, "--at", "1", "--name", "b", "--json"]).json as { head: { turn: number } }).head.turn,
      1,
    );
    assert.deepEqual(
      (orrery(["rollback", run, "--to", "2", "--json"]).json as { head: { turn: number } }).head.turn,
      2,
    );
    const { changes } = orrery(["diff", run, "main", "b@1", "--json"]).json as { changes: unknown[] };
    assert.equal(changes.length, 2);
    assert.equal(
      orrery(["god", run, '{"type":"amend","metadata":{"path":["cells",8],"value":"x"}}', "--json"]).code,
      0,
    );
    assert.equal(orrery(["god", run, '{"type":"amend","metadata":{"path":["turn"],"value":"q"}}', "--json"]).code, 1);
    // `undo` takes a turn's number.
    assert.match(orrery(["god", run, '{"type":"amend","metadata":{"path":["cells",7],"value":"x"}}']).out, /^Turn 5: /);
    assert.equal(orrery(["undo", run, "5", "--json"]).code, 0);
    const shown = orrery(["show", run, "--json"]).json as Record<string, unknown>;
    assert.deepEqual(Object.keys(shown), ["run", "head", "view", "legal", "asks"]);
    assert.equal(orrery(["undo", run, "3", "--json"]).code, 0);
    assert.equal(orrery(["undo", run, "1", "--json"]).code, 1);
    assert.equal(orrery(["undo", run, "1", "--as-if-never", "--json"]).code, 0);
    assert.equal((orrery(["why", run, "1", "--json"]).json as { turn: number }).turn, 1);
    const { out } = orrery(["why", run, "1"]);
    assert.match(out, /^Turn 1, at the words “.+”\.\n/);
    assert.match(out, /^\w+: \w+.*\. Done: \w+/m);
    assert.match(out, /^Told as: /m);
    assert.doesNotMatch(out, /^[{}[\]]/m);
    assert.ok("seed" in (orrery(["reveal", run, "--json"]).json as object));
    assert.deepEqual((orrery(["verify", run, "--json"]).json as { ok: boolean }).ok, true);
  });

  it("recalls, says who knows a thing, and why a thing is so", () => {
    const run = (orrery(["new", "house/mystery", "--seed", "s", "--json"]).json as { run: string }).run;
    orrery(["play", run, "--script", "-"], "ask osei about last night\nnorth\nsouth\n");
    const [first] = orrery(["recall", run, "--as", "you", "--query", "carpet (desk", "--k", "1", "--json"]).json as {
      turn: number;
      why: string[];
    }[];
    assert.deepEqual([first!.turn, first!.why[0]], [2, "mentions “carpet” and “desk”"]);
    assert.match(orrery(["recall", run, "--as", "osei"]).out, /^turn \d+: [\s\S]*moment/);
    assert.match(
      orrery(["knows", run, "study key"]).out,
      /visitor\n {2}turn 2: saw it\n[\s\S]*Dr Osei\n {2}turn 0: from the beginning\n[\s\S]*Who know nothing of it: Gladstone\./,
    );
    assert.match(orrery(["why", run, "--of", "you.at"]).out, /^Turn 3: .*\nTurn 2: .*\nFrom the opening on: /);
    const unclear = orrery(["knows", run, "lord"]);
    assert.deepEqual([unclear.code, unclear.out], [1, ""]);
    assert.match(unclear.err, /may be .* or .*Say which by its id/);
    assert.equal(orrery(["recall", run]).code, 2);
  });

  it("exports, imports, and refuses another content under the same id", () => {
    const run = start();
    orrery(["play", run, "--script", "-"], "5\n1\n");
    const text = orrery(["export", run]).out;
    const file = join(folder, "run.ndjson");
    writeFileSync(file, text);
    const other = join(folder, "other.db");
    assert.deepEqual(orrery(["import", file, "--json"], "", other).json, { run });
    assert.deepEqual(orrery(["import", file, "--json"], "", other).json, { run });
    assert.equal(orrery(["export", run], "", other).out, text);
    orrery(["play", run, "--script", "-"], "3\n", other);
    const clash = orrery(["import", file], "", other);
    assert.deepEqual([clash.code, clash.out], [1, ""]);
    writeFileSync(file, text.replace('"cell":4', '"cell":3'));
    assert.equal(orrery(["import", file], "", join(folder, "third.db")).code, 3);
    writeFileSync(file, "not json\n");
    assert.equal(orrery(["import", file], "", join(folder, "fourth.db")).code, 3);
  });

  it("writes a run as an export of its world, to stdout or into a folder", () => {
    const { run } = orrery(["run", "tictactoe", "--seed", "e", "--json"]).json as { run: string };
    const moves = orrery(["export", run, "--as", "moves"]);
    assert.equal(moves.code, 0, moves.err);
    assert.match(moves.out, /^1\. x takes the /);
    const out = join(folder, "written");
    const saved = orrery(["export", run, "--as", "moves", "--out", out, "--json"]).json;
    assert.deepEqual(saved, { files: [join(out, "moves.txt")] });
    assert.equal(readFileSync(join(out, "moves.txt"), "utf8"), moves.out);
    assert.deepEqual(orrery(["export", run, "--as", "moves", "--json"]).json, {
      files: [{ path: "moves.txt", text: moves.out }],
    });
    const unknown = orrery(["export", run, "--as", "transcript"]);
    assert.deepEqual([unknown.code, unknown.out], [1, ""]);
    assert.match(unknown.err, /There are: moves/);
    const option = orrery(["export", run, "--as", "moves", "--team", "A"]);
    assert.equal(option.code, 2);
    assert.match(option.err, /takes no option "team"/);
    assert.match(orrery(["export", run, "--as", "moves", "--team"]).err, /--team needs a value/);
  });

  it("backs up, and verifies what it finds", () => {
    const copy = join(folder, "copy.db");
    assert.equal(orrery(["backup", copy]).code, 0);
    assert.equal(orrery(["backup", copy]).code, 1);
    const whole = orrery(["verify", "--db", copy, "--json"]);
    assert.deepEqual([whole.code, (whole.json as { ok: boolean }).ok], [0, true]);
    const flipped = new DatabaseSync(copy);
    const { key } = flipped
      .prepare("SELECT key FROM commits WHERE body LIKE '%placed%' ORDER BY key LIMIT 1")
      .get() as { key: number };
    flipped.prepare("UPDATE commits SET body = replace(body, 'placed', 'plaCed') WHERE key = ?").run(key);
    flipped.close();
    const damaged = orrery(["verify", "--db", copy, "--json"]);
    assert.equal(damaged.code, 3);
    const found = damaged.json as { ok: boolean; run: string; turn: number; problem: string };
    assert.deepEqual(
      [found.ok, typeof found.run, found.turn, typeof found.problem],
      [false, "string", key % 2 ** 26, "string"],
    );
    assert.equal(orrery(["verify", "--db", join(folder, "absent.db")]).code, 1);
    assert.equal(existsSync(join(folder, "absent.db")), false);
  });

  it("says what is wrong with a database and loses nothing", () => {
    const file = join(folder, "bad.db");
    copyFileSync(db, file);
    truncateSync(file, 5000);
    const cut = orrery(["verify", "--db", file, "--json"]);
    assert.equal(cut.code, 3);
    assert.equal((cut.json as { ok: boolean }).ok, false);
    writeFileSync(file, "this is a letter, not a database, and it is long enough to be looked at as one");
    assert.equal(orrery(["runs", "--db", file]).code, 3);
    assert.match(readFileSync(file, "utf8"), /^this is a letter/);
    const newer = join(folder, "newer.db");
    copyFileSync(db, newer);
    const handle = new DatabaseSync(newer);
    handle.exec("PRAGMA user_version = 9999");
    handle.close();
    const refused = orrery(["runs", "--db", newer]);
    assert.deepEqual([refused.code, /newer/.test(refused.err)], [1, true]);
  });

  it("ends as a process with the same codes, answers and remarks", () => {
    const bad = join(folder, "letter.db");
    writeFileSync(bad, "this is a letter, not a database, and it is long enough to be looked at as one");
    for (const [words, input, file, code] of [
      [["play", start(), "--script", "-", "--json"], "5\n1\n", db, 0],
      [["show", "r0"], "", db, 1],
      [["play", "tictactoe", "--sead", "x"], "", db, 2],
      [["runs"], "", bad, 3],
    ] as const) {
      const env = { ...process.env, ORRERY_DB: file };
      const done = spawnSync(process.execPath, [main, ...words], { input, encoding: "utf8", env });
      assert.equal(done.status, code, done.stderr);
      const told = done.stdout.split("\n").filter(Boolean);
      if (code === 0)
        assert.deepEqual(
          told.map((line) => JSON.parse(line)),
          orrery(["log", words[1]!, "--json"]).lines,
        );
      else assert.deepEqual([done.stdout, done.stderr], ["", orrery(words, input, file).err]);
    }
  });

  it("keeps every turn when two processes play one run", async () => {
    const run = start();
    const script = Array.from({ length: 25 }, (_, i) => `word ${i}`).join("\n");
    const play = () =>
      new Promise<string>((done) => {
        const child: ChildProcessByStdio<Writable, Readable, null> = spawn(
          process.execPath,
          [main, "play", run, "--script", "-", "--json"],
          { stdio: ["pipe", "pipe", "inherit"], env: { ...process.env, ORRERY_DB: db } },
        );
        let out = "";
        child.stdout.setEncoding("utf8").on("data", (text) => {
          out += text;
        });
        child.on("close", () => done(out));
        child.stdin.end(`${script}\n`);
      });
    const [a, b] = await Promise.all([play(), play()]);
    const told = (a + b)
      .split("\n")
      .filter(Boolean)
      .map((line) => (JSON.parse(line) as { id: string }).id);
    assert.equal(told.length, 50);
    assert.deepEqual(new Set(orrery(["log", run, "--json"]).lines.map(({ id }) => id)), new Set(told));
    assert.equal(orrery(["verify", run]).code, 0);
  });

  it("does not write where it may not", { skip: process.getuid?.() === 0 ? "root may write anywhere" : false }, () => {
    const file = join(folder, "locked.db");
    copyFileSync(db, file);
    chmodSync(file, 0o400);
    const done = orrery(["new", "tictactoe", "--db", file]);
    assert.deepEqual([done.code, done.out], [1, ""]);
  });
});

describe("orrery world", () => {
  it("prints the schema of an author's file, and says where there is none", () => {
    const house = orrery(["world", "schema", "--json"]).json as Record<string, unknown>;
    assert.equal(house["title"], "A house of Orrery");
    const none = orrery(["world", "schema", "--world", "sprint"]);
    assert.notEqual(none.code, 0);
    assert.match(none.err, /Texts of sprint have no schema/);
  });
  const file = join(folder, "mine.yaml");
  it("begins a world that works, and never over another", () => {
    const made = orrery(["world", "new", "My Own", file, "--json"]);
    assert.deepEqual([made.code, made.json], [0, { file }]);
    assert.match(readFileSync(file, "utf8"), /^title: "My Own"$/m);
    const again = orrery(["world", "new", "My Own", file]);
    assert.equal(again.code, 1);
    assert.match(again.err, /is there already/);
    for (const path of [file, "./mine", "mine.yaml"]) {
      const titleless = orrery(["world", "new", path]);
      assert.equal(titleless.code, 2);
      assert.match(titleless.err, /takes the title first/);
    }
  });
  it("creates a world in code that loads, passes its own tests and plays, and never overwrites one", () => {
    const dir = join(folder, "high-tide");
    const made = orrery(["world", "new", "--code", "High Tide", dir, "--json"]);
    assert.deepEqual(made.json, { folder: dir, world: "high-tide" });
    const checked = orrery(["world", "check", dir, "--json"]).json as Record<string, unknown>;
    assert.deepEqual([checked["world"], checked["title"], checked["version"]], ["high-tide", "High Tide", 1]);
    assert.equal(orrery(["world", "test", dir]).code, 0);
    const compiler = resolve(import.meta.dirname, "../../node_modules/.bin/tsc");
    const types = spawnSync(compiler, ["-p", dir], { encoding: "utf8" });
    assert.deepEqual([types.stdout, types.status], ["", 0], "its types are right");
    const played = orrery(["run", dir, "--agents", "*=bot:middle", "--seed", "s", "--json"]).json as { run: string };
    assert.match(orrery(["log", played.run]).out, /^Turn 1\n[\s\S]*The die shows \d+/m);
    assert.equal(orrery(["world", "new", "--code", "High Tide", dir]).code, 1);
    assert.match(orrery(["world", "new", "--code", "7"]).err, /gives a world no id/);
    assert.match(orrery(["world", "check", join(folder, "nowhere")]).err, /There is no/);
    writeFileSync(join(dir, "test", "world.test.ts"), "throw new Error('broken');");
    assert.equal(orrery(["world", "test", dir]).code, 1);
  });

  it("checks it: nothing to complain of, and won", () => {
    const { code, json } = orrery(["world", "check", file, "--json"]);
    assert.equal(code, 0);
    const verdict = json as Record<string, unknown>;
    assert.deepEqual(
      [verdict["ok"], verdict["title"], verdict["winnable"], verdict["warnings"]],
      [true, "My Own", true, []],
    );
  });
  it("tries each deal where chance casts parts, and names the casts with which it can be won", () => {
    const dealt = join(folder, "dealt.yaml");
    const story = (more: string) => `title: T
player: you
rooms: { a: {} }
people: { you: { in: a }, ann: { name: Ann, in: a }, bob: { name: Bob, in: a } }
casts: { thief: [ann, bob] }
verbs: { unmask: [expose] }
rules:
  ann: { on: { unmask: ann }, when: { cast: thief, is: ann }, do: [{ end: caught }] }
${more}endings: { caught: { tone: won, text: x } }
`;
    const bob = "  bob: { on: { unmask: bob }, when: { cast: thief, is: bob }, do: [{ end: caught }] }\n";
    writeFileSync(dealt, story(bob));
    assert.match(
      orrery(["world", "check", dealt]).out,
      /Nothing to complain of\. It can be won, with Ann as thief, Bob as thief, in 1 step at most\.\n {2}won: caught, reached in 1 step with Ann as thief\n$/,
    );
    writeFileSync(
      dealt,
      story(bob).replace("endings: {", "endings: { lost: { tone: lost, text: x, when: { turns: 9999 } },"),
    );
    assert.match(orrery(["world", "check", dealt]).out, /\n {2}lost: lost, not reached\n/);
    writeFileSync(dealt, story(""));
    const { json, out } = orrery(["world", "check", dealt, "--json", "--tries", "300"]);
    const { winnable, deals } = json as { winnable: unknown; deals: { cast: string; winnable: unknown }[] };
    assert.notEqual(winnable, true, out);
    assert.deepEqual([deals[0]!.cast, deals[0]!.winnable], ["Ann as thief", true]);
    assert.match(orrery(["world", "check", dealt, "--tries", "300"]).out, /[Ww]ith Bob as thief/);
  });
  it("names mistakes with line, column and hint, and is refused", () => {
    const bad = join(folder, "bad.yaml");
    writeFileSync(bad, readFileSync(file, "utf8").replace("in: drawer", "in: drawr"));
    const { code, out } = orrery(["world", "check", bad]);
    assert.equal(code, 1);
    assert.match(
      out,
      /bad\.yaml:\d+:\d+: There is no room or thing "drawr"\.\n {4}Did you mean `drawer`\?\n1 problem\./,
    );
    assert.equal(orrery(["world", "check", join(folder, "none.yaml")]).code, 1);
    for (const words of [["world"], ["world", "check"], ["world", "check", file, "--tries", "x"], ["world", "dance"]])
      assert.equal(orrery(words).code, 2, words.join(" "));
  });
  it("shows what was ruled in a run, as an author would write it", () => {
    const run = start(file);
    orrery(["play", run], "jump\n");
    assert.match(orrery(["world", "precedents", run]).out, /^rulings:\n {2}# Ruled by the house.*\n {2}jump:\n/);
    assert.equal(orrery(["world", "precedents", start()]).code, 1);
  });
});
