// The table over made games: games of one seed are one word in every figure that it shows.
import assert from "node:assert/strict";
import { it } from "node:test";
import type { GameFacts } from "@orrery/kernel";
import type { GameRecord } from "../src/league/game.ts";
import { leaderboardPage } from "../src/league/leaderboard.ts";
import type { LeaguePlan, LeagueSeats } from "../src/league/plan.ts";
import { NOTHING_SPENT } from "../src/league/spent.ts";
import { type IntervalFigure, type LeagueTable, TableMaker } from "../src/league/table.ts";

const SEATS = ["red", "blue", "green", "pink"];
const ENTRANTS = ["ann", "ben", "cy", "dot", "eve"];
const SIDES = ["bad", "good"] as const;
const PLAN: LeaguePlan = {
  world: "made",
  config: {},
  seed: "made",
  entrants: ENTRANTS.map((name) => ({ name, agent: "bot:made" })),
  arms: ["off"],
  paired: true,
  lineUp: "mixed",
};
const TABLE: LeagueSeats = {
  sides: SIDES,
  groups: [],
  seats: SEATS.map(() => ({})),
  sizes: [1, 3],
  actors: () => SEATS,
};

/** Numbers without a pattern, below `under`, the same whenever asked. */
const pick = (seed: number, what: number, under: number): number => {
  let t = Math.imul(seed + 1, 0x9e3779b1) ^ Math.imul(what + 7, 0x85ebca6b);
  t = Math.imul(t ^ (t >>> 15), 0x2c1b3c6d);
  t = Math.imul(t ^ (t >>> 12), 0x297a2d39);
  return ((t ^ (t >>> 15)) >>> 0) % under;
};

/** A game decided by its seed. */
function gameOf(seed: number) {
  const guilty = pick(seed, 0, 4);
  const sideOf = (seat: number) => SIDES[seat === guilty ? 0 : 1];
  const others = (by: number) => SEATS.map((_, seat) => seat).filter((seat) => seat !== by);
  const beliefs = (by: number, at: number) =>
    others(by).map((about) => ({
      percent: Math.min(100, pick(seed, at + 10 * by + about, 61) + (about === guilty ? 30 : 0)),
      prior: 1 / 3,
      happened: about === guilty,
    }));
  const winner = SIDES[pick(seed, 1, 2)]!;
  const facts: GameFacts = {
    results: SIDES.map((side) => ({
      side,
      actors: SEATS.filter((_, i) => sideOf(i) === side),
      place: side === winner ? 1 : 2,
    })),
    reason: "vote",
    durationMs: 1000 * (100 + pick(seed, 2, 200)),
    seats: SEATS.map((actor, i) => ({
      actor,
      side: sideOf(i)!,
      counts: { tasks: pick(seed, 30 + i, 5) },
      ratios: {
        survived: [pick(seed, 20 + i, 2), 1],
        "votes right": [pick(seed, 40 + i, 3), 3],
        lies: [pick(seed, 70 + i, 3), 2 + pick(seed, 50 + i, 3)],
        skips: [pick(seed, 60 + i, 2), 1],
      },
      predictions: { before: beliefs(i, 100), vote: beliefs(i, 300) },
    })),
    counts: { meetings: 1 + pick(seed, 5, 3) },
  };
  const record: GameRecord = {
    run: `g${seed}`,
    hash: "",
    turns: 1,
    tookMs: 1,
    ending: "It has ended",
    touched: false,
    facts,
    efforts: Object.fromEntries(
      SEATS.map((actor, i) => {
        const calls = 1 + pick(seed, 80 + i, 9);
        const spent = { ...NOTHING_SPENT, calls, tokens: 100 * calls, microdollars: 10 * calls, ms: 900 * calls ** 2 };
        const fallbacks = { fault: pick(seed, 90 + i, 2) };
        return [actor, { asked: 10 + pick(seed, 95 + i, 9), invalid: pick(seed, 85 + i, 3), fallbacks, spent }];
      }),
    ),
  };
  const seats = SEATS.map((actor, i) => ({
    actor,
    entrant: ENTRANTS[pick(seed, 6, 5) + i - 5] ?? ENTRANTS[pick(seed, 6, 5) + i]!,
    side: sideOf(i)!,
  }));
  return { record, seats };
}

const GAMES = 80;
async function tableOf(times: number, order: (list: number[]) => number[] = (list) => list): Promise<LeagueTable> {
  const maker = new TableMaker(["made"], "made", TABLE);
  for (const index of order(Array.from({ length: GAMES * times }, (_, i) => i))) {
    const seed = Math.floor(index / times);
    const { record, seats } = gameOf(seed);
    const scheduled = { index, arm: "off" as const, game: index, block: seed, run: record.run, seed: `${seed}`, seats };
    maker.add({ plan: PLAN, ruleset: "made 1", scheduled, record });
  }
  return maker.make(0);
}

const isFigure = (value: object): value is IntervalFigure => ["value", "low", "high", "n"].every((key) => key in value);

/** Every figure of a table, by its path. */
function figuresOf(value: unknown, path = ""): [path: string, figure: IntervalFigure][] {
  if (value === null || typeof value !== "object") return [];
  if (isFigure(value)) return [[path, value]];
  // Standings are in the order of their ratings.
  return Object.entries(value).flatMap(([key, part]) =>
    figuresOf(part, `${path}/${part?.entrant ? `${part.entrant} ${part.side}` : key}`),
  );
}

it("games that say the same as others of their seed make no figure of the table surer", async () => {
  const [once, often] = [await tableOf(1), await tableOf(4)];
  assert.deepEqual([once.games, once.seeds, often.games, often.seeds], [GAMES, GAMES, GAMES * 4, GAMES]);
  const after = new Map(figuresOf(often));
  let compared = 0;
  for (const [path, { value, low, high }] of figuresOf(once)) {
    const again = after.get(path)!;
    if (
      !path.startsWith("/rulesets") &&
      !path.endsWith("/rating") &&
      !path.endsWith("/predicted") &&
      !path.startsWith("/heldOut")
    )
      assert.ok(Math.abs(value! - again.value!) < 2e-6, `${path}: ${value}, then ${again.value}`);
    if (low === null || low === high) continue;
    compared++;
    // A chance is as sure as its odds are: more games let it come away from the prior.
    const odds = (p: number) => (path.endsWith("/predicted") ? Math.log(p / (1 - p)) : p);
    // Taken as games by themselves they would look twice as sure: half as wide.
    const share = (odds(again.high!) - odds(again.low!)) / (odds(high!) - odds(low));
    assert.ok(share > 0.97, `${path} is ${share} times as wide`);
  }
  assert.ok(compared > 250, `only ${compared} figures have an interval`);
});

it("the order in which games come is no matter, to the last byte", async () => {
  assert.equal(JSON.stringify(await tableOf(2, (list) => list.toReversed())), JSON.stringify(await tableOf(2)));
});

it("the page of a league has a table of differences only where two players met on the same seeds", async () => {
  const table = await tableOf(1);
  assert.ok(table.contrasts.length > 0);
  assert.match(leaderboardPage(table, {}), /Differences on the same seeds/);
  assert.doesNotMatch(leaderboardPage({ ...table, contrasts: [] }, {}), /Differences on the same seeds/);
});
