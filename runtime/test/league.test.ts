// Leagues on a store: played concurrently, continued after kills, and tabulated from their logs alone.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { it } from "node:test";
import {
  type AgentFactory,
  Fault,
  type LeaguePlan,
  type LeagueProgress,
  type Orrery,
  openOrrery,
  type PlayOptions,
  type TurnLine,
  writeCsv,
} from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { all, folder, inMemory, onDisk } from "./open.ts";

const leaguer = resolve(import.meta.dirname, "leaguer.ts");
const PLAN: LeaguePlan = {
  world: "tictactoe",
  config: {},
  seed: "league",
  entrants: [
    { name: "ann", agent: "bot:first" },
    { name: 'ben, the "second"', agent: "bot:random" },
    { name: "=cy", agent: "bot:random" },
  ],
  arms: ["off"],
  paired: false,
  lineUp: "mixed",
};
const options: PlayOptions = { concurrency: 4 };
/** As games of models are played. */
const slowly: PlayOptions = { ...options, turnByTurn: true };
const tables = async (orrery: Orrery, id: string) => JSON.stringify(await orrery.leagues.table([id]));

it("what bots play in one go is what the crank makes turn by turn", async () => {
  const truths = async (how: PlayOptions) => {
    const orrery = await inMemory();
    const { id } = await orrery.leagues.open(PLAN, 12);
    await orrery.leagues.play(id, how);
    const out: string[] = [];
    for await (const { run } of orrery.leagues.games(id)) {
      const turns = (await all(orrery.log(run, { from: 0 }))) as TurnLine[];
      out.push(`${turns.length} ${turns.at(-1)!.truthHash} ${turns.at(-1)!.stateHash}`);
    }
    assert.ok((await orrery.verify()).ok);
    await orrery.close();
    return out;
  };
  assert.deepEqual(await truths(options), await truths(slowly));
});

it("games are played once each at any concurrency", async () => {
  const results = [];
  for (const concurrency of [1, 7]) {
    const orrery = await inMemory(`c${concurrency}`);
    const { id } = await orrery.leagues.open(PLAN, 24);
    const seen: LeagueProgress[] = [];
    const card = await orrery.leagues.play(id, { ...options, concurrency, onProgress: (now) => seen.push(now) });
    assert.equal(card.done, 24);
    assert.equal((await orrery.runs()).length, 24);
    const { done, games: all_, open, spent } = seen.at(-1)!;
    assert.deepEqual([done, all_, open, spent.calls], [24, 24, 0, 0]);
    assert.ok(Math.max(...seen.map(({ open }) => open)) <= concurrency);
    const games = await all(orrery.leagues.games(id));
    assert.ok(games.every(({ ended }) => ended));
    results.push(games.map(({ index, run, results: its, seats }) => ({ index, run, results: its, seats })));
    await orrery.close();
  }
  assert.deepEqual(results[0], results[1]);
});

it("the same words continue a league, and a larger number makes it longer", async () => {
  const orrery = await inMemory();
  const { id } = await orrery.leagues.open(PLAN, 6);
  await orrery.leagues.play(id, options);
  const again = await orrery.leagues.open(PLAN, 10);
  assert.equal(again.id, id);
  assert.equal(again.done, 6);
  assert.equal((await orrery.leagues.play(id, options)).done, 10);
  assert.equal((await orrery.leagues.open(PLAN, 4)).games, 10);
  assert.deepEqual(
    (await orrery.leagues.list()).map((card) => card.id),
    [id],
  );
  await orrery.close();
});

it("stopping leaves whole turns, and going on gives the same league as never having stopped", async () => {
  const straight = await inMemory("straight");
  const { id } = await straight.leagues.open(PLAN, 12);
  await straight.leagues.play(id, options);
  const stopped = await inMemory("stopped");
  await stopped.leagues.open(PLAN, 12);
  for (let stops = 0; ; stops++) {
    const stop = new AbortController();
    const late = stops;
    const card = await stopped.leagues.play(id, {
      ...slowly,
      concurrency: 2,
      signal: stop.signal,
      // At another place each time: as soon as one game more than before has ended.
      onProgress: ({ done }) => done > late && stop.abort(),
    });
    if (card.done === 12) break;
    assert.ok(stops < 20, "it never ends");
  }
  assert.equal(await tables(stopped, id), await tables(straight, id));
  await Promise.all([straight.close(), stopped.close()]);
});

const KILLS = process.env["ORRERY_LONG"] ? 30 : 3;
for (const [how, played] of [
  ["in one go", options],
  ["turn by turn", slowly],
] as const)
  it(`played ${how}: after ${KILLS} kills no game is lost, none is played twice, and the table is that of a league that was never killed`, async (t) => {
    const file = join(folder(t), "league.db");
    const opened = await onDisk(file);
    const { id } = await opened.orrery.leagues.open(PLAN, 200);
    await opened.orrery.close();
    for (let kill = 0; kill < KILLS; kill++) {
      await new Promise<void>((done, failed) => {
        // However late the kill comes, the league is not over by then.
        const words = [played.turnByTurn ? "turns" : "games", `${Math.floor(190 / KILLS)}`];
        const child = spawn(process.execPath, [leaguer, file, "play", id, ...words], {
          stdio: ["ignore", "pipe", "inherit"],
        });
        child.stdout.once("data", () => setTimeout(() => child.kill("SIGKILL"), 40 + kill * 53));
        child.on("error", failed);
        child.on("close", () => done());
      });
    }
    const { orrery } = await onDisk(file, "after");
    const before = await orrery.leagues.card(id);
    assert.ok(before.done < 200, "it was killed before its end");
    assert.equal((await orrery.leagues.play(id, played)).done, 200);
    assert.equal((await orrery.runs()).length, 200);
    assert.ok((await orrery.verify()).ok);
    const straight = await inMemory("straight");
    await straight.leagues.open(PLAN, 200);
    await straight.leagues.play(id, options);
    const wanted = await straight.leagues.table([id]);
    assert.deepEqual(await orrery.leagues.table([id]), wanted);
    await Promise.all([orrery.close(), straight.close()]);
    const elsewhere = execFileSync(process.execPath, [leaguer, file, "table", id], { encoding: "utf8" });
    assert.equal(elsewhere, `${JSON.stringify(wanted)}\n${writeCsv(wanted)}`);
  });

const STATION_GAMES = process.env["ORRERY_LONG"] ? 10_000 : 36;
it(`${STATION_GAMES} games of the Glass Box take no more memory at the end than before, over a kill`, async (t) => {
  const file = join(folder(t), "station.db");
  const { orrery } = await onDisk(file);
  const plan: LeaguePlan = {
    ...PLAN,
    world: "glassbox",
    config: { seats: ["red", "blue", "green", "pink"].map((id) => ({ id })), settings: { limitMs: 60_000 } },
    entrants: ["careful", "detective", "liar", "tasker"].map((name) => ({ name, agent: `bot:${name}` })),
  };
  const { id } = await orrery.leagues.open(plan, STATION_GAMES);
  await orrery.close();
  const heaps = new Map<number, number>();
  /** Plays until so many games are done. */
  const play = (until: number) =>
    new Promise<void>((done, failed) => {
      const child = spawn(process.execPath, ["--expose-gc", leaguer, file, "play", id], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      createInterface(child.stdout).on("line", (line) => {
        const [games, heap] = line.split(" ").map(Number);
        if (Number.isNaN(games) || heap === undefined) return;
        heaps.set(games!, heap);
        if (games! >= until && games! < STATION_GAMES) child.kill("SIGKILL");
      });
      child.on("error", failed);
      child.on("close", () => done());
    });
  await play(STATION_GAMES / 5);
  await play(STATION_GAMES);
  const after = await onDisk(file, "after");
  assert.equal((await after.orrery.leagues.card(id)).done, STATION_GAMES);
  assert.equal((await after.orrery.runs()).length, STATION_GAMES);
  await after.orrery.close();
  const most = (from: number, to: number) =>
    Math.max(...[...heaps].flatMap(([games, heap]) => (games >= from && games < to ? [heap] : [])));
  const third = STATION_GAMES / 3;
  const [middle, end] = [most(third, 2 * third), most(2 * third, STATION_GAMES + 1)];
  assert.ok(end < middle + 1e6, `${middle} bytes in use in the middle, ${end} at the end`);
});

it("the table's CSV has the numbers of its JSON, with awkward names in quotes", async () => {
  const orrery = await inMemory();
  const { id } = await orrery.leagues.open(PLAN, 30);
  await orrery.leagues.play(id, options);
  const table = await orrery.leagues.table([id]);
  const [head, ...rows] = readCsv(writeCsv(table));
  assert.equal(rows.length, table.standings.length);
  assert.ok(head!.length > 20);
  for (const [i, row] of rows.entries()) {
    const get = (column: string) => row[head!.indexOf(column)];
    const standing = table.standings[i]!;
    assert.equal(get("entrant"), standing.entrant.replace(/^=/, "'="));
    for (const [column, figure] of [
      ["wins", standing.wins],
      ["rating", standing.rating!],
      ...Object.entries(standing.measures),
    ] as const) {
      assert.equal(get(column), figure.value === null ? "" : `${figure.value}`);
      assert.equal(get(`${column} low`), figure.low === null ? "" : `${figure.low}`);
      assert.equal(get(`${column} high`), figure.high === null ? "" : `${figure.high}`);
    }
  }
  await orrery.close();
});

it("what is counted by the game is counted over all games, and is what the logs say", async () => {
  const orrery = await inMemory();
  const plan: LeaguePlan = {
    ...PLAN,
    world: "glassbox",
    seed: "out",
    config: { seats: ["red", "blue", "green", "pink", "black"].map((id) => ({ id })), settings: { limitMs: 60_000 } },
    entrants: ["careful", "detective"].map((name) => ({ name, agent: `bot:${name}` })),
  };
  const { id } = await orrery.leagues.open(plan, 10);
  await orrery.leagues.play(id, options);
  const seats = new Map<string, number>();
  const kills = new Map<string, number>();
  for await (const game of orrery.leagues.games(id)) {
    const whose = new Map(game.seats.map(({ actor, entrant, side }) => [actor, `${entrant} ${side}`]));
    for (const who of whose.values()) seats.set(who, (seats.get(who) ?? 0) + 1);
    for await (const line of orrery.log(game.run))
      for (const event of (line as TurnLine).events as { type: string; by?: string }[])
        if (event.type === "killed") {
          const who = whose.get(event.by!)!;
          kills.set(who, (kills.get(who) ?? 0) + 1);
        }
  }
  for (const { entrant, side, games, measures } of (await orrery.leagues.table([id])).standings) {
    const who = `${entrant} ${side}`;
    const figure = measures["per game: kills"];
    const wanted = (kills.get(who) ?? 0) / seats.get(who)!;
    if (side === "crew") assert.equal(figure, undefined);
    else {
      assert.ok(Math.abs(figure!.value! - wanted) < 1e-6, `${who}: ${figure!.value}, by the logs ${wanted}`);
      assert.equal(figure!.n, games);
    }
  }
  await orrery.close();
});

it("a game that a god has touched is shown and never rated", async () => {
  const orrery = await inMemory();
  const { id } = await orrery.leagues.open(PLAN, 4);
  await orrery.leagues.play(id, options);
  assert.equal((await orrery.leagues.table([id])).games, 4);
  const [game] = await all(orrery.leagues.games(id));
  await orrery.god(game!.run, { actorId: "god", type: "amend", metadata: { path: ["cells", 0], value: "x" } });
  const { games, touched } = await orrery.leagues.table([id]);
  assert.deepEqual([games, touched], [3, 1]);
  const met = (await orrery.leagues.table([id])).headToHead;
  assert.equal(
    met.reduce((sum, { games }) => sum + games, 0),
    3,
  );
  await orrery.close();
});

it("makes a table in pieces, and tables asked for at once are the same", async (t) => {
  const orrery = await inMemory("pieces");
  const { id } = await orrery.leagues.open({ ...PLAN, paired: true }, 60);
  await orrery.leagues.play(id, options);
  // A clock on which every piece of work is long, so that no fast machine makes the table in one go.
  let ms = 0;
  t.mock.method(performance, "now", () => {
    ms += 5;
    return ms;
  });
  let pieces = 0;
  const count = () => {
    pieces++;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const made = await Promise.all([tables(orrery, id), tables(orrery, id), tables(orrery, id)]);
  clearImmediate(timer);
  assert.ok(pieces > 3, `${pieces} pieces`);
  assert.equal(JSON.parse(made[0]!).games, 60);
  assert.deepEqual(made, [made[0], made[0], made[0]]);
  await orrery.close();
});

it("a league that has no game yet has an empty table", async () => {
  const orrery = await inMemory();
  const { id } = await orrery.leagues.open(PLAN, 4);
  const table = await orrery.leagues.table([id]);
  assert.deepEqual([table.games, table.standings, table.firstSideWins?.value], [0, [], null]);
  await orrery.close();
});

it("what cannot be a league is refused", async () => {
  const orrery = await inMemory();
  const refused = (work: Promise<unknown>, code: string) =>
    assert.rejects(work, (error: unknown) => error instanceof Fault && error.code === code);
  await refused(orrery.leagues.card("nothing"), "unknown_league");
  await refused(orrery.leagues.table([]), "unknown_league");
  await refused(orrery.leagues.open({ ...PLAN, world: "nowhere" }, 1), "unknown_world");
  await refused(
    orrery.leagues.open({ ...PLAN, world: "council", config: { rounds: 1, deadlineMs: 0 } }, 1),
    "bad_config",
  );
  await refused(orrery.leagues.open({ ...PLAN, config: { cats: 1 } }, 1), "bad_config");
  await refused(orrery.leagues.open(PLAN, 0), "bad_config");
  const noTasks = { settings: { commonTasks: 0, longTasks: 0, shortTasks: 0 } };
  await refused(orrery.leagues.open({ ...PLAN, world: "glassbox", config: noTasks }, 1), "bad_config");
  for (const agent of ["person", "bot:nobody", "model:nobody", "cat:tom", "bot:a,b=bot:random"])
    await refused(orrery.leagues.open({ ...PLAN, entrants: [{ name: "ann", agent }] }, 1), "bad_agents");
  const one = await orrery.leagues.open(PLAN, 1);
  const other = await orrery.leagues.open({ ...PLAN, entrants: [{ name: "ann", agent: "bot:random" }] }, 1);
  await refused(orrery.leagues.table([one.id, other.id]), "bad_config");
  await orrery.close();
});

it("plays games of programs, which are asked turn by turn", async () => {
  let asked = 0;
  const last: AgentFactory = () => (seat) => {
    asked++;
    return { actions: [seat.legal.at(-1)!] };
  };
  const orrery = await openOrrery({ store: memoryStore(), agents: { last } });
  const entrants = [PLAN.entrants[0]!, { name: "program", agent: "agent:last" }];
  const { id } = await orrery.leagues.open({ ...PLAN, entrants }, 4);
  assert.deepEqual((await orrery.leagues.play(id, options)).done, 4);
  const { standings } = await orrery.leagues.table([id]);
  assert.deepEqual(
    standings.map(({ entrant, games }) => [entrant, games]),
    standings.map(({ entrant }) => [entrant, 2]),
  );
  assert.ok(asked >= 4 * 2);
  await assert.rejects(
    orrery.leagues.open({ ...PLAN, entrants: [entrants[0]!, { name: "nobody", agent: "agent:nobody" }] }, 1),
    /nobody/,
  );
  await orrery.close();
});

/** CSV by the book: quoted fields may hold commas, quotes and line breaks. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === "\r\n") rows.push([]);
  }
  rows.pop();
  return rows;
}

it("is not gone on with by other rules, and its table stands", async () => {
  const store = memoryStore();
  const orrery = await openOrrery({ store });
  const { id } = await orrery.leagues.open(PLAN, 6);
  await orrery.leagues.play(id, options);
  const record = JSON.parse((await store.setting(`league ${id}`))!);
  assert.match(record.rules, /^tictactoe \d+, rules [0-9a-f]{8}$/);
  await store.setSetting(`league ${id}`, JSON.stringify({ ...record, rules: "tictactoe 0, rules 00000000" }));
  const changed = (error: unknown) => error instanceof Fault && error.code === "rules_changed";
  await assert.rejects(orrery.leagues.open(PLAN, 12), changed);
  await store.setSetting(
    `league ${id}`,
    JSON.stringify({ ...record, games: 12, rules: "tictactoe 0, rules 00000000" }),
  );
  await assert.rejects(orrery.leagues.play(id, options), changed);
  const { games, rulesets } = await orrery.leagues.table([id]);
  assert.deepEqual([games, rulesets.map(({ ruleset }) => ruleset)], [6, ["tictactoe 0, rules 00000000"]]);
  await orrery.close();
});

it("seats teams where two sides meet, unless it is told otherwise", async () => {
  const orrery = await inMemory();
  const { lineUp: _lineUp, ...plan } = PLAN;
  const entrants = ["careful", "tasker"].map((bot) => ({ name: bot, agent: `bot:${bot}` }));
  assert.equal((await orrery.leagues.open({ ...plan, world: "glassbox", entrants }, 2)).lineUp, "teams");
  assert.equal((await orrery.leagues.open(plan, 2)).lineUp, "mixed");
  await orrery.close();
});

it("is played by a frozen protocol, with the players tested beside its baselines", async () => {
  const orrery = await inMemory();
  const { plan, games } = await orrery.leagues.protocol("glassbox-4", [{ name: "mine", agent: "bot:random" }]);
  assert.deepEqual(
    plan.entrants.map(({ name }) => name),
    ["tasker", "detective", "careful", "liar", "mine"],
  );
  assert.deepEqual([plan.paired, plan.lineUp, games], [true, "teams", 25 * 50]);
  const fault = (code: string) => (error: unknown) => error instanceof Fault && error.code === code;
  // Of other rules than this program has: nobody plays it on as if they were the same.
  await assert.rejects(orrery.leagues.protocol("glassbox-1", []), fault("rules_changed"));
  await assert.rejects(orrery.leagues.protocol("glassbox-99", []), fault("bad_config"));
  await orrery.close();
});

it("adds up a league of a million games at the cost of those that have begun", async () => {
  const store = memoryStore();
  let asked = 0;
  const counted = {
    ...store,
    run: (id: string) => {
      asked++;
      return store.run(id);
    },
  };
  const orrery = await openOrrery({ store: counted });
  const entrants = ["ann", "ben"].map((name) => ({ name, agent: "bot:careful" }));
  const plan = { world: "tictactoe", config: {}, seed: "s", entrants, arms: ["off"] as const, paired: false };
  const { id } = await orrery.leagues.open(plan, 1_000_000);
  const stop = new AbortController();
  await orrery.leagues.play(id, {
    signal: stop.signal,
    onProgress: ({ done }) => done >= 5 && stop.abort(),
  });
  asked = 0;
  assert.equal((await orrery.leagues.table([id])).games, 5);
  assert.ok(asked < 500, `${asked} runs were looked for`);
  await orrery.close();
});
