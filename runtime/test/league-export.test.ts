// An exported league, computed again by a second implementation that knows its files and codebook alone.
import assert from "node:assert/strict";
import { it } from "node:test";
import { type LeagueTable, openOrrery } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { parquetReadObjects } from "hyparquet";

// biome-ignore lint/suspicious/noExplicitAny: rows of a file
type Row = any;

async function exported() {
  const orrery = await openOrrery({ store: memoryStore() });
  const { id } = await orrery.leagues.open(
    {
      world: "glassbox",
      config: { settings: { limitMs: 300_000, anonymousVotes: true } },
      seed: "export",
      entrants: ["careful", "tasker"].map((bot) => ({ name: bot, agent: `bot:${bot}` })),
      arms: ["off"],
      paired: true,
    },
    8,
  );
  await orrery.leagues.play(id, { concurrency: 2 });
  const files = new Map<string, string | Uint8Array>();
  for await (const { path, bytes } of orrery.leagues.export(id)) files.set(path, bytes);
  await orrery.close();
  return files;
}

const near = (a: number | null, b: number, what: string) => assert.ok(Math.abs(a! - b) < 1e-5, `${what}: ${a} is ${b}`);
const sum = (rows: readonly Row[], column: string): number => rows.reduce((all, row) => all + row[column], 0);

it("repeats every figure of the table, and Parquet holds the same rows as the lines", async () => {
  const files = await exported();
  const rows = (name: string): Row[] =>
    String(files.get(`${name}.jsonl`))
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line));
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
  let compared = 0;
  for (const { entrant, side, wins, measures, beliefs } of table.standings) {
    const own = seats.filter((seat) => seat.entrant === entrant && seat.side === side);
    const isOwn = ({ game, actor }: Row) => own.some((seat) => seat.game === game && seat.actor === actor);
    const played = [...Map.groupBy(own, ({ game }) => game).values()].map(([seat]) => seat);
    near(wins.value, sum(played, "won") / played.length, `${entrant} ${side} wins`);
    for (const [name, { value }] of Object.entries(measures)) {
      compared++;
      const counted = /^per game: (.*)$/.exec(name)?.[1];
      const parts = rows("measures").filter((row) => row.name === name && isOwn(row));
      if (counted === "asked") near(value, sum(own, "asked") / own.length, name);
      else if (counted !== undefined) {
        const counts = rows("counts").filter((row) => row.name === counted && row.actor !== null && isOwn(row));
        near(value, sum(counts, "value") / own.length, `${entrant} ${side} ${name}`);
      } else if (parts.length > 0) near(value, sum(parts, "part") / sum(parts, "whole"), `${entrant} ${side} ${name}`);
      else if (name === "invalid answers") near(value, sum(own, "invalid") / sum(own, "asked"), name);
      else if (name === "fallbacks") near(value, sum(own, "fallbacks") / sum(own, "asked"), name);
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
  assert.ok(compared > 60, `${compared} figures`);
  for (const { side, first, second, difference } of table.contrasts) {
    const share = (entrant: string) => {
      const own = seats.filter((seat) => seat.entrant === entrant && seat.side === side);
      const played = [...Map.groupBy(own, ({ game }) => game).values()].map(([seat]) => seat);
      return sum(played, "won") / played.length;
    };
    near(difference, share(first) - share(second), `${side} ${first} − ${second}`);
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
