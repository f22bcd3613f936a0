// A league's schedule: balanced over seats and sides, paired where asked, and the same in every process.
import assert from "node:assert/strict";
import { it } from "node:test";
import type { Dice } from "@orrery/kernel";
import { checkPlan, type LeaguePlan, type LeagueSeats, leagueId, scheduleGame } from "../src/league/plan.ts";

const table = (players: number, first: number): LeagueSeats => ({
  sides: ["impostors", "crew"],
  seats: Array.from({ length: players }, () => ({})),
  groups: [],
  sizes: [first, players - first],
  actors: () => Array.from({ length: players }, (_, i) => `p${i + 1}`),
});
const plan = (names: readonly string[], more: Partial<LeaguePlan> = {}): LeaguePlan => ({
  world: "w",
  config: {},
  seed: "s",
  entrants: names.map((name) => ({ name, agent: "bot:random" })),
  arms: ["off"],
  paired: false,
  lineUp: "mixed",
  ...more,
});
const named = (count: number) => Array.from({ length: count }, (_, i) => `e${i + 1}`);
const games = (plan: LeaguePlan, table: LeagueSeats, count: number) =>
  Array.from({ length: count }, (_, i) => scheduleGame(plan, "league", table, i));
const tally = (list: readonly string[]) => {
  const counts = new Map<string, number>();
  for (const one of list) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
};

for (let players = 4; players <= 15; players++) {
  it(`${players} entrants at ${players} seats: in ${players} games each takes each seat once and is on the first side as often as it has seats`, () => {
    for (const first of players < 7 ? [1] : players < 9 ? [1, 2] : [1, 2, 3]) {
      const its = table(players, first);
      const list = games(plan(named(players)), its, 3 * players);
      for (let block = 0; block < 3; block++) {
        const seats = list.slice(block * players, (block + 1) * players).flatMap(({ seats }) => seats);
        const taken = tally(seats.map(({ actor, entrant }) => `${actor} ${entrant}`));
        assert.equal(taken.size, players * players);
        const sides = tally(seats.map(({ entrant, side }) => `${entrant} ${side}`));
        for (const name of named(players)) assert.equal(sides.get(`${name} impostors`), first);
      }
      for (const { seats } of list) assert.equal(seats.filter(({ side }) => side === "impostors").length, first);
    }
  });
}

it("fewer or more entrants than seats play equally often", () => {
  for (const [entrants, players, blocks] of [
    [3, 10, 3],
    [14, 6, 7],
    [1, 5, 1],
  ] as const) {
    const seats = games(plan(named(entrants)), table(players, 1), players * blocks).flatMap(({ seats }) => seats);
    const played = tally(seats.map(({ entrant }) => entrant));
    assert.deepEqual(
      [...new Set(played.values())],
      [(players * players * blocks) / entrants],
      `${entrants} of ${players}`,
    );
  }
});

it("an entrant bound to a side plays it alone, on every seat", () => {
  const entrants = [
    { name: "x", agent: "bot:a", side: "impostors" },
    { name: "y", agent: "bot:b", side: "crew" },
    { name: "z", agent: "bot:c", side: "crew" },
  ];
  const its = table(7, 2);
  const seats = games(plan([], { entrants }), its, 14).flatMap(({ seats }) => seats);
  for (const { entrant, side } of seats) assert.equal(side, entrant === "x" ? "impostors" : "crew");
  const taken = tally(seats.map(({ actor, side }) => `${actor} ${side}`));
  for (const actor of named(7)) assert.equal(taken.get(`${actor.replace("e", "p")} impostors`), 4);
  const crew = tally(seats.map(({ entrant }) => entrant));
  assert.equal(crew.get("y"), crew.get("z"));
});

it("where the rules fix who sits on which side, entrants change seats", () => {
  const fixed: LeagueSeats = {
    sides: ["x", "o"],
    seats: [{ side: "x" }, { side: "o" }],
    groups: [],
    sizes: [1, 1],
    actors: () => ["x", "o"],
  };
  const [one, two] = games(plan(["a", "b"]), fixed, 2);
  assert.deepEqual(
    one!.seats.map(({ side }) => side),
    ["x", "o"],
  );
  assert.deepEqual(
    one!.seats.map(({ entrant }) => entrant),
    two!.seats.map(({ entrant }) => entrant).toReversed(),
  );
});

it("over the blocks of a league every seat is on the first side equally often", () => {
  for (const [players, first, blocks] of [
    [10, 2, 5],
    [10, 3, 10],
    [7, 2, 7],
    [15, 3, 5],
  ] as const) {
    const list = games(plan(named(5)), table(players, first), players * blocks);
    const sides = tally(list.flatMap(({ seats }) => seats.map(({ actor, side }) => `${actor} ${side}`)));
    const wanted = (players * blocks * first) / players;
    for (let seat = 1; seat <= players; seat++) assert.equal(sides.get(`p${seat} impostors`), wanted, `seat ${seat}`);
  }
});

it("where the rules fix the side of some seats, the others make up the number", () => {
  const some: LeagueSeats = {
    ...table(6, 2),
    seats: [{ side: "impostors" }, {}, {}, { side: "crew" }, {}, {}],
  };
  for (const lineUp of ["mixed", "teams"] as const)
    for (const { seats } of games(plan(named(3), { lineUp }), some, 60)) {
      assert.equal(seats.filter(({ side }) => side === "impostors").length, 2);
      assert.deepEqual([seats[0]!.side, seats[3]!.side], ["impostors", "crew"]);
    }
});

it("paired games of a block share their seed and nothing else does", () => {
  const its = table(5, 1);
  const seeds = (paired: boolean) => games(plan(named(5), { paired }), its, 15).map(({ seed }) => seed);
  assert.deepEqual(
    seeds(true).map((seed) => seeds(true).indexOf(seed)),
    [0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 10, 10, 10, 10, 10],
  );
  assert.equal(new Set(seeds(false)).size, 15);
});

it("teams: each meets each on both sides, and every seat is on the first side equally often", () => {
  const its = table(5, 1);
  const teams = plan(named(3), { lineUp: "teams" });
  const list = games(teams, its, 45);
  for (let block = 0; block < 5; block++) {
    const met = list.slice(block * 9, block * 9 + 9).map(({ seats }) => {
      const of = (side: string) => [...new Set(seats.flatMap((seat) => (seat.side === side ? [seat.entrant] : [])))];
      assert.equal(of("impostors").length + of("crew").length, 2);
      return `${of("impostors")[0]} ${of("crew")[0]}`;
    });
    assert.equal(new Set(met).size, 9);
  }
  const first = tally(
    list.flatMap(({ seats }) => seats.flatMap(({ actor, side }) => (side === "crew" ? [] : [actor]))),
  );
  assert.deepEqual([...first.values()], [9, 9, 9, 9, 9]);
  const paired = games({ ...teams, paired: true }, its, 9);
  assert.equal(new Set(paired.map(({ seed, seats }) => `${seed} ${seats.map(({ side }) => side)}`)).size, 1);
});

it("every arm plays the same games: seeds, seats and looks", () => {
  const its = table(5, 1);
  const list = games(plan(named(5), { arms: ["off", "on", "placebo"] }), its, 30);
  for (let game = 0; game < 10; game++) {
    const [off, on, placebo] = list.slice(game * 3, game * 3 + 3);
    assert.deepEqual([off!.arm, on!.arm, placebo!.arm], ["off", "on", "placebo"]);
    for (const other of [on!, placebo!]) {
      assert.equal(other.seed, off!.seed);
      assert.deepEqual(other.seats, off!.seats);
      assert.notEqual(other.run, off!.run);
    }
  }
});

it("names and colours stay with nobody", () => {
  const actors = ["red", "blue", "green", "pink", "black"];
  const its = { ...table(5, 1), actors: (shuffle: Dice["shuffle"]) => shuffle("colours", actors) };
  const list = games(plan(named(5)), its, 100);
  assert.deepEqual(list, games(plan(named(5)), its, 100));
  const looks = tally(list.flatMap(({ seats }) => seats.map(({ actor, entrant }) => `${actor} ${entrant}`)));
  assert.equal(looks.size, 25);
  for (const [who, times] of looks) assert.ok(times > 8 && times < 35, `${who}: ${times} of 100`);
});

it("the same plan is the same league; any word of it makes another", () => {
  assert.equal(leagueId(plan(["a", "b"])), leagueId(plan(["a", "b"])));
  for (const more of [{ seed: "t" }, { paired: true }, { arms: ["on"] as const }, { config: { players: 5 } }])
    assert.notEqual(leagueId(plan(["a", "b"], more)), leagueId(plan(["a", "b"])));
});

it("plans that cannot be played are refused with a reason", () => {
  const its = table(5, 1);
  const refused = (bad: LeaguePlan, words: RegExp, at = its) =>
    assert.throws(
      () => checkPlan(bad, at),
      (error: Error) => words.test(error.message),
    );
  refused(plan([]), /at least one agent/);
  refused(plan(["a", "a"]), /same name/);
  refused(plan(["a"], { arms: [] }), /each arm once/);
  refused(plan(["a"], { arms: ["on", "on"] }), /each arm once/);
  refused(plan([], { entrants: [{ name: "a", agent: "b", side: "cats" }] }), /sides are impostors and crew/);
  refused(plan([], { entrants: [{ name: "a", agent: "b", side: "crew" }] }), /every side is named/);
  refused(plan(["a"]), /somebody on every side/, table(5, 0));
});

const alone = (players: number): LeagueSeats => ({
  sides: ["player"],
  groups: [],
  seats: Array.from({ length: players }, (_, i) => ({ party: `${i}` })),
  sizes: [players],
  actors: () => Array.from({ length: players }, (_, i) => `p${i + 1}`),
});
/** Two teams of four that play alike. */
const TEAMS: LeagueSeats = {
  sides: ["team"],
  groups: [],
  seats: ["A", "A", "A", "A", "B", "B", "B", "B"].map((party) => ({ party })),
  sizes: [8],
  actors: () => Array.from({ length: 8 }, (_, i) => `p${i + 1}`),
};

it("seats everybody equally often at each seat where all play for themselves", () => {
  const list = games(plan(named(4)), alone(4), 8);
  const taken = tally(list.flatMap(({ seats }) => seats.map(({ actor, entrant }) => `${actor} ${entrant}`)));
  assert.deepEqual([...new Set(taken.values())], [2]);
  assert.equal(taken.size, 16);
});

it("lets teams of one side meet each other in either place, and never themselves", () => {
  const list = games(plan(named(3), { lineUp: "teams" }), TEAMS, 6);
  const met = tally(list.map(({ seats }) => `${seats[0]!.entrant} ${seats[4]!.entrant}`));
  assert.deepEqual([...met.keys()].sort(), ["e1 e2", "e1 e3", "e2 e1", "e2 e3", "e3 e1", "e3 e2"]);
  for (const { seats } of list)
    for (const half of [seats.slice(0, 4), seats.slice(4)])
      assert.equal(new Set(half.map(({ entrant }) => entrant)).size, 1);
});

it("refuses teams in a game of more than two parties", () => {
  assert.throws(() => checkPlan(plan(named(3), { lineUp: "teams" }), alone(3)), /has 3 parties: leave them mixed/);
});
