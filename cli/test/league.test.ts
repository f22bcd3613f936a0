// The command `league` as its users meet it: real processes on a real file.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, it } from "node:test";

const folder = mkdtempSync(join(tmpdir(), "orrery-league-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const main = resolve(import.meta.dirname, "../src/main.ts");

function league(...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, "league", ...words], {
    encoding: "utf8",
    env: {
      ...process.env,
      ORRERY_DB: join(folder, "o.db"),
      NODE_COMPILE_CACHE: join(tmpdir(), "orrery-compile-cache"),
    },
  });
  return { code: status, out: stdout, err: stderr };
}
const PLAY = ["run", "--world", "tictactoe", "--agents", "ann=bot:first,ben=bot:random", "--seed", "s"];

it("plays a league, goes on with it, and shows its table as text, JSON and CSV", () => {
  const first = league(...PLAY, "--games", "6", "--json");
  assert.equal(first.code, 0, first.err);
  const card = JSON.parse(first.out);
  assert.deepEqual([card.done, card.games], [6, 6]);
  assert.match(first.err, /6 of 6 games/);
  const more = JSON.parse(league("run", card.id, "--games", "10", "--json").out);
  assert.deepEqual([more.id, more.done], [card.id, 10]);
  const again = league(...PLAY, "--games", "10", "--json");
  assert.equal(JSON.parse(again.out).done, 10);
  const text = league("table");
  assert.match(text.out, /tictactoe: 10 games\n/);
  assert.match(text.out, /ann +5 .* \(.* to .*\)/);
  assert.match(text.out, /sat in every game/);
  const json = JSON.parse(league("table", card.id, "--json").out);
  assert.equal(json.sidesApart, false);
  assert.equal(json.games, 10);
  const csv = league("table", "--csv").out.split("\r\n");
  assert.equal(csv.length, json.standings.length + 2);
  assert.match(csv[0]!, /^entrant,agent,arm,side,games,wins,wins low,wins high,rating,/);
  assert.equal(league("games", "--json").out.trim().split("\n").length, 10);
  assert.match(league("list").out, /10 of 10 games {2}ann, ben/);
});

it("says what is wrong with words and plans", () => {
  for (const [words, code, said] of [
    [[], 2, /league takes run, table, games or list/],
    [["fly"], 2, /not "fly"/],
    [["run"], 2, /needs --agents/],
    [["run", "--agents", "a=bot:first"], 2, /needs --world/],
    [["run", "--world", "tictactoe", "--agents", "bot:first"], 2, /NAME=AGENT/],
    [
      ["run", "--world", "tictactoe", "--agents", "a=bot:first", "--arms", "sideways"],
      2,
      /--arms takes off, on, placebo/,
    ],
    [["run", "--world", "house/cottage", "--agents", "a=bot:first"], 2, /nobody wins it/],
    [["run", "--world", "tictactoe", "--agents", "a=cat:tom", "--games", "2"], 2, /bot:NAME/],
    [
      ["run", "--world", "tictactoe", "--agents", "a=bot:deep-blue", "--games", "2"],
      2,
      /No bot is called "deep-blue".*random, first/,
    ],
    [["table", "nothing"], 1, /no league "nothing"/],
  ] as const) {
    const done = league(...words);
    assert.equal(done.code, code, `${words.join(" ")}: ${done.err}`);
    assert.match(done.err, said);
    assert.equal(done.out, "");
  }
});
