// The command `league` as its users meet it, on a real file.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { Thread } from "./thread.ts";

const folder = mkdtempSync(join(tmpdir(), "orrery-league-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const thread = new Thread();
const league = (...words: string[]) => thread.do(["league", ...words], "", { ORRERY_DB: join(folder, "o.db") });
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
  assert.match(league("games").out, / {2}[XO] wins\n/);
  assert.equal(league("games", "--json").out.trim().split("\n").length, 10);
  assert.match(league("list").out, /10 of 10 games {2}ann, ben/);
});

it("plays the station unless told otherwise, and its table says how they voted, lied and believed", () => {
  const few = JSON.stringify({
    seats: ["red", "blue", "green", "pink"].map((id) => ({ id })),
    settings: { limitMs: 60_000 },
  });
  const agents = "ann=bot:liar,ben=bot:detective";
  const played = league(
    "run",
    "--world",
    "glassbox",
    "--agents",
    agents,
    "--games",
    "4",
    "--seed",
    "liars",
    "--config",
    few,
    "--json",
  );
  assert.equal(played.code, 0, played.err);
  assert.equal(JSON.parse(played.out).world, "glassbox");
  const { out } = league("table", JSON.parse(played.out).id);
  assert.match(out, /\nimpostors +.*lies of claims.*asked a game\n(ann|ben) .*\d\.\d \(/);
  assert.match(out, /\ncrew +.*when voting: Brier +when voting: Brier by prior +asked a game\n/);
  assert.doesNotMatch(out, /dollars|tokens/);
});

it("entrants are what --traits says of them, in every game", () => {
  const few = JSON.stringify({
    seats: ["red", "blue", "green", "pink"].map((id) => ({ id })),
    settings: { limitMs: 60_000 },
  });
  const traits = { ann: { persona: "A retired detective", metaLevel: "direct" }, ben: { strategyLevel: 0 } };
  const words = [
    "run",
    "--world",
    "glassbox",
    "--agents",
    "ann=bot:liar,ben=bot:liar",
    "--config",
    few,
    "--games",
    "4",
    "--json",
  ];
  const played = league(...words, "--traits", JSON.stringify(traits));
  assert.equal(played.code, 0, played.err);
  const { id, entrants } = JSON.parse(played.out);
  assert.deepEqual(
    entrants.map((one: { traits: object }) => one.traits),
    [traits.ann, traits.ben],
  );
  const lines = league("table", id).out.split("\n");
  const at = lines.indexOf("Traits:");
  assert.deepEqual(lines.slice(at + 1, at + 3), [
    "  ann  metaLevel direct; persona A retired detective",
    "  ben  strategyLevel 0",
  ]);
  const [head, ...rows] = league("table", id, "--csv").out.trim().split("\r\n");
  assert.match(head!, /^entrant,agent,trait metaLevel,trait persona,trait strategyLevel,arm,/);
  assert.ok(rows.some((row) => row.startsWith("ann,bot:liar,direct,A retired detective,,off,")));
  assert.ok(rows.some((row) => row.startsWith("ben,bot:liar,,,0,off,")));
  for (const line of league("games", id, "--json").out.trim().split("\n")) {
    const { run, seats } = JSON.parse(line) as { run: string; seats: { actor: string; entrant: string }[] };
    const shown = thread.do(["show", run, "--json"], "", { ORRERY_DB: join(folder, "o.db") });
    const { view } = JSON.parse(shown.out) as {
      view: { seats: { id: string; persona: string | null; strategyLevel: number; metaLevel: string }[] };
    };
    for (const { actor, entrant } of seats) {
      const { persona, strategyLevel, metaLevel } = view.seats.find(({ id }) => id === actor)!;
      assert.deepEqual(
        [persona, strategyLevel, metaLevel],
        entrant === "ann" ? ["A retired detective", 1, "direct"] : [null, 0, "off"],
      );
    }
  }
  for (const [wrong, said] of [
    ["{", /--traits is not JSON/],
    ["[]", /--traits takes/],
    ['{"cy":{}}', /names "cy", who is not among --agents/],
    ['{"ann":{"hat":"red"}}', /The traits of "ann" cannot be/],
  ] as const) {
    const done = league(...words, "--traits", wrong);
    assert.equal(done.code, 2, done.err);
    assert.match(done.err, said);
  }
  assert.match(
    thread.do(["help", "league"], "", {}).out,
    /--traits.*\n(?:.*\n)*.*--arms +what is learned: off[\s\S]*--paired[\s\S]*--teams[\s\S]*--concurrency/,
  );
});

it("says what is wrong with words and plans", () => {
  for (const [words, code, said] of [
    [[], 2, /league takes run, table, games, export or list/],
    [["fly"], 2, /not "fly"/],
    [["run"], 2, /needs --agents/],
    [
      ["run", "--world", "glassbox", "--agents", "a=bot:first", "--games", "0"],
      2,
      /--games takes a whole number from 1 on/,
    ],
    [
      ["run", "--world", "glassbox", "--agents", "a=bot:first", "--concurrency", "0"],
      2,
      /--concurrency takes a whole number from 1 on/,
    ],
    [
      ["run", "--world", "glassbox", "--agents", "a=bot:first", "--budget", "cats=1", "--games", "2"],
      2,
      /budget "cats=1"/,
    ],
    [["run", "l123", "--agents", "a=bot:first"], 2, /--agents belongs to a new one/],
    [["run", "l123", "--teams"], 2, /--teams belongs to a new one/],
    [["run", "--world", "glassbox", "--agents", "a=bot"], 2, /"a=bot": which bot/],
    [
      [
        "run",
        "--world",
        "glassbox",
        "--agents",
        "a=bot:first",
        "--config",
        '{"settings":{"commonTasks":0,"longTasks":0,"shortTasks":0}}',
      ],
      2,
      /^this game does not hold together: there must be a task to do/,
    ],
    [["table", "--json", "--csv"], 2, /one of --json and --csv/],
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
