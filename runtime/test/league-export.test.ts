// An exported league, computed again by a second implementation that knows its files and codebook alone.
import assert from "node:assert/strict";
import { it } from "node:test";
import { type LeagueTable, openOrrery } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { parquetReadObjects } from "hyparquet";
import {
  type Cluster,
  differenceOf,
  holmOf,
  type Interval,
  meanOf,
  rateOf,
  ratingsOf,
  shareOf,
} from "./second-opinion.ts";

// biome-ignore lint/suspicious/noExplicitAny: rows of a file
type Row = any;

async function exported() {
  const orrery = await openOrrery({ store: memoryStore() });
  const { id } = await orrery.leagues.open(
    {
      world: "glassbox",
      config: { settings: { limitMs: 200_000, anonymousVotes: true } },
      seed: "export",
      entrants: ["careful", "tasker", "detective"].map((bot) => ({ name: bot, agent: `bot:${bot}` })),
      arms: ["off"],
      paired: true,
    },
    27,
  );
  await orrery.leagues.play(id, { concurrency: 2 });
  const files = new Map<string, string | Uint8Array>();
  for await (const { path, bytes } of orrery.leagues.export(id)) files.set(path, bytes);
  await orrery.close();
  return files;
}

const near = (a: number | null, b: number, what: string) => assert.ok(Math.abs(a! - b) < 1e-5, `${what}: ${a} is ${b}`);
/** Intervals agree to a fiftieth of their width: with few clusters the quantiles of the table are an expansion that is off by so much. */
function same(figure: Partial<Interval> | object, own: Interval, what: string): void {
  const { value, low, high } = figure as Interval;
  near(value, own.value, what);
  if (low === null) return;
  const close = Math.max(1e-5, 0.02 * Math.abs(own.high - own.low));
  for (const [found, again] of [
    [low, own.low],
    [high, own.high],
  ] as const)
    assert.ok(Math.abs(found - again) <= close, `${what}: ${low} to ${high} is ${own.low} to ${own.high}`);
}
const sum = (rows: readonly Row[], column: string): number => rows.reduce((all, row) => all + row[column], 0);

it("repeats every figure of the table, and Parquet holds the same rows as the lines", async () => {
  const files = await exported();
  const parsed = new Map<string, Row[]>();
  const rows = (name: string): Row[] => {
    const lines = () =>
      String(files.get(`${name}.jsonl`))
        .split("\n")
        .filter(Boolean);
    const found = parsed.get(name) ?? lines().map((line) => JSON.parse(line));
    parsed.set(name, found);
    return found;
  };
  const table = JSON.parse(String(files.get("table.json"))) as LeagueTable;
  const codebook = JSON.parse(String(files.get("codebook.json")));
  for (const name of [
    "games",
    "seats",
    "counts",
    "measures",
    "predictions",
    "turns",
    "votes",
    "statements",
    "claims",
    "beliefs",
  ]) {
    assert.ok(rows(name).length > 0, `${name} is empty`);
    for (const [column, { meaning }] of Object.entries<Row>(codebook[name]))
      assert.notEqual(meaning, "", `${name}.${column}`);
    const bytes = files.get(`${name}.parquet`) as Uint8Array;
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength) as ArrayBuffer;
    const read = await parquetReadObjects({ file });
    const whole = rows(name).map((row) =>
      Object.fromEntries(Object.keys(codebook[name]).map((column) => [column, row[column] ?? null])),
    );
    assert.deepEqual(read, whole, name);
  }

  const games = rows("games").filter(({ ended, touched }) => ended && !touched);
  const seats = rows("seats").filter(({ game }) => games.some((one) => one.game === game));
  assert.equal(table.games, games.length);
  assert.equal(table.seeds, new Set(games.map(({ seed }) => seed)).size);
  for (const [reason, n] of Object.entries(table.reasons))
    assert.equal(n, games.filter((one) => one.reason === reason).length);
  const amounts = new Set(
    table.groups.flatMap(({ measures }) => measures.flatMap(({ name, as }) => (as === "amount" ? [name] : []))),
  );
  let compared = 0;
  for (const { entrant, side, wins, measures, beliefs } of table.standings) {
    const own = seats.filter((seat) => seat.entrant === entrant && seat.side === side);
    const isOwn = ({ game, actor }: Row) => own.some((seat) => seat.game === game && seat.actor === actor);
    const played = [...Map.groupBy(own, ({ game }) => game).values()].map(([seat]) => seat);
    const clusterOf = new Map(games.map(({ game, cluster }) => [game, cluster]));
    /** Parts and wholes of each cluster, and in how many games there was any whole. */
    const clustered = (list: readonly { game: number; part: number; whole: number }[]): [Cluster[], number] => {
      const kept = list.filter(({ whole }) => whole > 0);
      const groups = [...Map.groupBy(kept, ({ game }) => clusterOf.get(game)).values()];
      return [
        groups.map((group) => ({ part: sum(group, "part"), whole: sum(group, "whole") })),
        new Set(kept.map(({ game }) => game)).size,
      ];
    };
    same(
      wins,
      shareOf(...clustered(played.map(({ game, won }) => ({ game, part: won, whole: 1 })))),
      `${entrant} ${side} wins`,
    );
    const perSeat = (of: (seat: Row) => number) =>
      rateOf(...clustered(own.map((seat) => ({ game: seat.game, part: of(seat), whole: 1 }))));
    const share = (part: string, whole: string) =>
      shareOf(...clustered(own.map((seat) => ({ game: seat.game, part: seat[part], whole: seat[whole] }))));
    for (const [name, figure] of Object.entries(measures)) {
      compared++;
      const counted = /^per game: (.*)$/.exec(name)?.[1];
      const parts = rows("measures").filter((row) => row.name === name && isOwn(row));
      const what = `${entrant} ${side} ${name}`;
      if (counted === "asked")
        same(
          figure,
          perSeat(({ asked }) => asked),
          what,
        );
      else if (counted !== undefined) {
        const counts = rows("counts").filter((row) => row.name === counted && row.actor !== null && isOwn(row));
        const of = new Map(counts.map((row) => [`${row.game} ${row.actor}`, row.value]));
        same(
          figure,
          perSeat(({ game, actor }) => of.get(`${game} ${actor}`) ?? 0),
          what,
        );
      } else if (parts.length > 0) {
        const inside = parts.every(({ part, whole }) => part >= 0 && part <= whole);
        const [clusters, n] = clustered(parts);
        same(figure, inside && !amounts.has(name) ? shareOf(clusters, n) : meanOf(clusters), what);
      } else if (name === "fallbacks") same(figure, share("fallbacks", "asked"), what);
      else if (name === "invalid answers")
        same(
          figure,
          rateOf(...clustered(own.map(({ game, invalid, asked }) => ({ game, part: invalid, whole: asked })))),
          what,
        );
      else assert.fail(`${name} is in no file`);
    }
    for (const [name, { brier, logLoss, auroc, n }] of Object.entries(beliefs)) {
      compared++;
      const made = rows("predictions").filter((row) => row.name === name && isOwn(row));
      assert.equal(n, made.length);
      const mean = (of: (row: Row) => number) => made.reduce((all, row) => all + of(row), 0) / made.length;
      near(
        brier.value,
        mean(({ percent, happened }) => (percent / 100 - Number(happened)) ** 2),
        `${name} Brier`,
      );
      const held = (percent: number) => Math.min(0.995, Math.max(0.005, percent / 100));
      const loss = mean(({ percent, happened }) => -Math.log(happened ? held(percent) : 1 - held(percent)));
      near(logLoss.value, loss, `${name} log loss`);
      const [yes, no] = [made.filter(({ happened }) => happened), made.filter(({ happened }) => !happened)];
      if (yes.length === 0 || no.length === 0) continue;
      let better = 0;
      for (const a of yes) for (const b of no) better += a.percent > b.percent ? 1 : a.percent === b.percent ? 0.5 : 0;
      near(auroc.value, better / (yes.length * no.length), `${name} AUROC`);
    }
    // Secret votes are measured too.
    if (side === "crew") assert.ok(measures["vote accuracy"]?.value != null || measures["skips"]?.value === 1);
  }
  const names = (side: string) => [
    ...new Set<string>(seats.filter((seat) => seat.side === side).map((seat) => seat.entrant)),
  ];
  const [firsts, seconds] = [names("impostors"), names("crew")];
  const matches = games.map(({ game, cluster }) => {
    const on = (side: string) => seats.find((seat) => seat.game === game && seat.side === side);
    const [first, second] = [on("impostors"), on("crew")];
    return { cluster, first: firsts.indexOf(first.entrant), second: seconds.indexOf(second.entrant), won: first.won };
  });
  const ratings = ratingsOf(matches, firsts.length, seconds.length);
  for (const { entrant, side, rating } of table.standings) {
    const at = side === "impostors" ? firsts.indexOf(entrant) : firsts.length + seconds.indexOf(entrant);
    same(rating!, ratings[at]!, `${entrant} ${side} rating`);
  }
  assert.ok(compared > 60, `${compared} figures`);
  const wonBy = (side: string, entrant: string): Cluster[] => {
    const own = seats.filter((seat) => seat.entrant === entrant && seat.side === side);
    const played = [...Map.groupBy(own, ({ game }) => game).values()].map(([seat]) => seat);
    const clusters = Map.groupBy(played, ({ game }) => games.find((one) => one.game === game).cluster);
    return [...clusters].sort(([a], [b]) => a - b).map(([, list]) => ({ part: sum(list, "won"), whole: list.length }));
  };
  for (const side of table.sides) {
    const found = table.contrasts.filter((one) => one.side === side);
    assert.ok(found.length > 0, `no contrasts of ${side}`);
    const again = found.map(({ first, second }) => differenceOf(wonBy(side, first), wonBy(side, second)));
    const corrected = holmOf(again.map(({ p }) => p));
    for (const [i, { first, second, difference, low, high, p, holm, seedsForTenPoints }] of found.entries()) {
      const what = `${side} ${first} − ${second}`;
      same({ value: difference, low, high }, again[i]!, what);
      near(p, again[i]!.p, `${what}: p`);
      near(holm, corrected[i]!, `${what}: Holm`);
      assert.equal(seedsForTenPoints, again[i]!.needed, what);
    }
  }
  for (const [name, { value }] of Object.entries(table.perGame)) {
    const counts = rows("counts").filter((row) => row.actor === null && row.name === name);
    if (name === "seconds")
      near(value, games.reduce((all, row) => all + Math.round(row.duration_ms / 1000), 0) / games.length, name);
    else near(value, sum(counts, "value") / counts.length, name);
  }
  const card = JSON.parse(String(files.get("card.json")));
  assert.equal(card.rules, games[0].rules);
  assert.match(String(files.get("index.html")), /<h2>crew<\/h2>[\s\S]*careful/);
});
