// No request stops the others: however much one reads, others have their turn after a small part of it. Measured by what this thread
// used of the processor between two turns of its event loop, against the whole request and against what playing costs: by no clock.
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { openSqlite } from "@orrery/store";
import { type Fixture, openFixture } from "./support.ts";

const TURNS = 6_000;
const RUNS = 400;
const GAMES = 120;
/** A request that costs less than so many turns of play holds nobody up. */
const SMALL = 300;
/** Of a longer one the loop is held for no more than this part at a time. */
const PART = 1 / 4;

/** Milliseconds of the processor that this thread has used. */
const used = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

setFlagsFromString("--expose-gc");
/** Collects all garbage. */
const collect = runInNewContext("gc") as () => void;

/** How long some work held the loop at a time, and altogether. Garbage that was there before is not the work's to collect. */
async function holdsOf(work: () => Promise<unknown>): Promise<{ longest: number; all: number }> {
  collect();
  let [longest, all, at, isOver] = [0, 0, used(), false];
  const look = () => {
    const now = used();
    const held = now - at;
    at = now;
    longest = Math.max(longest, held);
    // Turns of the loop with nothing in them are not the work's.
    if (held > 0.2) all += held;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await work();
  look();
  isOver = true;
  return { longest, all };
}

describe("a heavy request", () => {
  const folder = mkdtempSync(join(tmpdir(), "orrery-holds-"));
  const owner = { authorization: "Bearer the-owner" };
  let at: Fixture;
  let run: string;
  let league: string;
  let seat: { authorization: string };
  /** Milliseconds of one turn of play. */
  let turnMs: number;
  const action = { actorId: "x", type: "place", metadata: { cell: 9 } };
  before(async () => {
    // A replay costs what its run costs: the page around it may be an empty one.
    const pages = join(folder, "pages");
    mkdirSync(join(pages, "replay"), { recursive: true });
    writeFileSync(join(pages, "index.html"), "<!doctype html>");
    for (const name of ["replay.js", "replay.css"]) writeFileSync(join(pages, "replay", name), "");
    writeFileSync(join(pages, "replay", "folds.json"), '["tictactoe"]');
    const open = () => openFixture({ token: "the-owner", pages }, { store: openSqlite(join(folder, "orrery.db")) });
    at = await open();
    run = await at.start();
    const began = used();
    // Refused actions are turns too, so that one game goes on for ever.
    for (let i = 0; i < TURNS; i++) await at.orrery.enter(run, { as: "x", actions: [action] });
    turnMs = (used() - began) / TURNS;
    for (let i = 0; i < RUNS; i++) await at.start();
    const entrants = ["first", "random"].map((name) => ({ name, agent: `bot:${name}` }));
    const plan = { world: "tictactoe", config: {}, seed: "s", entrants, arms: ["off"], paired: false } as const;
    ({ id: league } = await at.orrery.leagues.open({ ...plan, lineUp: "mixed" }, GAMES));
    await at.orrery.leagues.play(league, { concurrency: 8 });
    seat = { authorization: `Bearer ${await at.orrery.invite(run, "x")}` };
    // What is put off until it is quiet is done when it closes, and is not measured.
    await at.close();
    at = await open();
  });
  after(async () => {
    await at.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const asked: readonly [what: string, path: (run: string, league: string) => string, who?: "seat"][] = [
    ["a seat's run, first after a start", (run) => `/api/runs/${run}`, "seat"],
    ["every turn", (run) => `/api/runs/${run}/turns`],
    ["every turn of a seat", (run) => `/api/runs/${run}/turns`, "seat"],
    ["a seat's tellings", (run) => `/api/runs/${run}/tellings`, "seat"],
    ["every telling", (run) => `/api/runs/${run}/tellings`],
    ["the list of runs", () => "/api/runs?most=1000"],
    ["verify", (run) => `/api/runs/${run}/verify`],
    ["export", (run) => `/api/runs/${run}/export`],
    ["replay", (run) => `/api/runs/${run}/replay`],
    ["the outline", (run) => `/api/runs/${run}/outline`],
    ["a league's table", (_run, league) => `/api/leagues/${league}/table`],
  ];
  for (const [what, path, who] of asked)
    it(`lets others in: ${what}`, async (t) => {
      const headers = who === "seat" ? seat : owner;
      const url = path(run, league);
      const { longest, all } = await holdsOf(async () => {
        const { statusCode, body } = await at.app.inject({ method: "GET", url, headers });
        assert.equal(statusCode, 200, body.slice(0, 300));
      });
      const turns = (ms: number) => Math.round(ms / turnMs);
      const told = `${turns(longest)} turns of play at a time, ${turns(all)} altogether`;
      t.diagnostic(told);
      assert.ok(longest < Math.max(SMALL * turnMs, PART * all), `${what} holds the loop for ${told}`);
    });
});
