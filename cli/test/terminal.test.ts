// The command line as a person meets it: slips answered with what was meant, help that fits a window, prose broken between words, a terminal that remembers.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, describe, it } from "node:test";
import { setTimeout } from "node:timers/promises";
import { wrapText } from "../src/terminal.ts";
import { Waiting } from "../src/waiting.ts";
import { Thread } from "./thread.ts";

const MAIN = resolve(import.meta.dirname, "../src/main.ts");
const folder = mkdtempSync(join(tmpdir(), "orrery-terminal-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const thread = new Thread();
const orrery = (...words: string[]) => {
  const { code: status, out: stdout, err: stderr } = thread.do(["--db", join(folder, "run.db"), ...words]);
  return { status, stdout, stderr };
};

describe("a slip", () => {
  for (const [words, meant, status] of [
    [["plya", "house/cottage"], /There is no command "plya"\. Did you mean "play"\?/, 2],
    [["play", "house/cotage"], /no run and no world "house\/cotage"\. Did you mean "house\/cottage"\?/, 1],
    [["play", "mystery"], /Did you mean "house\/mystery"\?/, 1],
    [["play", "tictactoe", "--sed", "x"], /There is no option --sed\. Did you mean --seed\?/, 2],
    [["branch", "r1"], /branch needs --at N and --name B\.\n.*branch <run> --at N/, 2],
    [["xyzzy"], /There is no command "xyzzy"\. .*help/, 2],
  ] as const)
    it(`is answered with what was meant: ${words.join(" ")}`, () => {
      const done = orrery(...words);
      assert.deepEqual([done.status, done.stdout], [status, ""]);
      assert.match(done.stderr, meant);
      assert.ok(done.stderr.trim().split("\n").length <= 4, "and not with a page of help");
    });
});

describe("help", () => {
  it("names every command, and fits a window of eighty columns", () => {
    const all = orrery("--help").stdout;
    const names = [...all.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, name]) => name!);
    assert.ok(names.length >= 27, names.join(" "));
    for (const text of [all, orrery("help", "play").stdout, orrery("league", "--help").stdout])
      assert.deepEqual(
        text.split("\n").filter((line) => line.length > 80),
        [],
      );
    assert.match(orrery("help", "play").stdout, /play <world\|run>[\s\S]*--script FILE/);
  });
});

describe("prose", () => {
  it("is broken between words, and keeps its own lines and every word", () => {
    const text = "A cold hall with a chequered floor.\n\n  Indented, and long enough to be broken once or twice.\nend";
    const lines = wrapText(text, 24).split("\n");
    assert.ok(
      lines.every((line) => line.length <= 24),
      lines.join("|"),
    );
    assert.equal(lines.join(" ").replaceAll(/\s+/g, " "), text.replaceAll(/\s+/g, " "));
    assert.ok(lines.includes("") && lines.at(-1) === "end");
    assert.deepEqual(
      lines.filter((line) => line.startsWith("  ")).length,
      lines.length - 2 - 2,
      "what was indented stays indented",
    );
    assert.equal(wrapText("unbreakableword", 4), "unbreakableword");
    assert.equal(wrapText(text, Number.POSITIVE_INFINITY), text, "piped, it stays as it was told");
  });
});

describe("the line that is shown while a model is waited for", () => {
  it("counts the seconds, also under another label, and is taken away at the end", async (t) => {
    const shown: string[] = [];
    t.mock.method(process.stderr, "write", (text: string) => shown.push(text) > 0);
    const { isTTY } = process.stderr;
    process.stderr.isTTY = true;
    t.after(() => {
      process.stderr.isTTY = isTTY;
    });
    const seen = async (line: string) => {
      while (!shown.includes(`\r\x1b[K${line}`)) await setTimeout(20);
    };
    const waiting = new Waiting();
    waiting.show("x", "clever is thinking for x");
    await seen("clever is thinking for x: 0 s");
    await seen("clever is thinking for x: 1 s");
    waiting.show("x", "clever: rate_limited, asked again in 9 s");
    await seen("clever: rate_limited, asked again in 9 s: 2 s");
    waiting.show("o", "clever is thinking for o");
    await seen("clever: rate_limited, asked again in 9 s: 3 s, and 1 more");
    waiting.end("x");
    waiting.end("o");
    assert.equal(shown.at(-1), "\r\x1b[K");
  });
});

/** `script` gives a command a terminal of its own; not every machine has it. */
const hasScript = spawnSync("script", ["--version"]).status === 0;

describe("a terminal", { skip: hasScript ? false : "no `script` command to make a terminal with" }, () => {
  /** Types each of the keys once it has been prompted for them, as a person would. */
  async function atTerminal(...keys: readonly string[]): Promise<{ shown: string; status: number | null }> {
    const play = `stty cols 60; ${process.execPath} ${MAIN} --db ${join(folder, "person.db")} play house/cottage`;
    const person = spawn("script", ["-qec", play, "/dev/null"]);
    // Only what hangs takes so long.
    const stop = globalThis.setTimeout(() => person.kill(), 600_000);
    let shown = "";
    person.stdout.setEncoding("utf8").on("data", (more: string) => {
      shown += more;
      const prompts = shown.split("> ").length - 1;
      if (prompts > sent && sent < keys.length) person.stdin.write(keys[sent++]!);
    });
    let sent = 0;
    const [status] = (await once(person, "close")) as [number | null];
    clearTimeout(stop);
    return { shown, status };
  }

  it("prompts, wraps what is told, and on Ctrl-C says how to go on with what is kept", async () => {
    const { shown, status } = await atTerminal("look\r", "\u0003");
    assert.equal(status, 0);
    assert.match(shown, /It is kept as (r\w+): play \1 goes on\./);
    const told = shown.split(/\r?\n/).filter((line) => /^[A-Z]/.test(line) && !line.startsWith("It is kept"));
    assert.ok(told.length > 5 && told.every((line) => line.length <= 60), told.join("|"));
    const [{ run, turns }] = JSON.parse(thread.do(["--db", join(folder, "person.db"), "runs", "--json"]).out) as [
      { run: string; turns: number },
    ];
    assert.ok(shown.includes(run));
    assert.equal(turns, 1, "what was said is kept");
  });

  it("brings back what was said, and ends by itself when the story has ended", async () => {
    const { shown, status } = await atTerminal("look\r", "\u001b[A\r", "open the gate\r", "go west\r");
    assert.ok(shown.split("Front garden").length - 1 >= 3, "arrow up says it again");
    assert.match(shown, /It has ended: The Last Train\./);
    assert.match(shown, /log r\w+ tells it again/);
    assert.equal(status, 0);
  });
});
