// The server that the health figure asks: a long run, many runs and a guest, in a process of its own. Says where it listens.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openOrrery } from "@orrery/runtime";
import { listen } from "@orrery/server";
import { openSqlite } from "@orrery/store";

/** What the parent is told. */
export interface HealthServer {
  readonly url: string;
  readonly run: string;
  readonly seat: string;
  /** The seat's own newest turns begin here. */
  readonly from: number;
  readonly league: string;
}

const [turns, runs, games] = process.argv.slice(2).map(Number) as [number, number, number];
const folder = mkdtempSync(join(tmpdir(), "orrery-health-"));
const file = join(folder, "orrery.db");
const first = await openOrrery({ store: openSqlite(file) });
const { run } = await first.createRun({ world: "tictactoe", seed: "health" });
// Refused actions are turns too, so that one game goes on for ever.
for (let i = 0; i < turns; i++)
  await first.enter(run, { as: "x", actions: [{ actorId: "x", type: "place", metadata: { cell: 9 } }] });
for (let i = 0; i < runs; i++) await first.createRun({ world: "tictactoe", seed: `${i}` });
const league = await first.leagues.open(
  {
    world: "tictactoe",
    config: {},
    seed: "health",
    entrants: [
      { name: "first", agent: "bot:first" },
      { name: "random", agent: "bot:random" },
    ],
    arms: ["off"],
    paired: false,
    lineUp: "mixed",
  },
  games,
);
await first.leagues.play(league.id, { concurrency: 8 });
// A replay costs what its run costs: the page around it may be an empty one.
mkdirSync(join(folder, "pages", "replay"), { recursive: true });
writeFileSync(join(folder, "pages", "index.html"), "<!doctype html>");
for (const name of ["replay.js", "replay.css"]) writeFileSync(join(folder, "pages", "replay", name), "");
writeFileSync(join(folder, "pages", "replay", "folds.json"), '["tictactoe"]');
const seat = await first.invite(run, "x");
const { head } = await first.show(run, { as: "x" });
await first.close();

const orrery = await openOrrery({ store: openSqlite(file) });
const server = await listen({ orrery, port: 0, pages: join(folder, "pages") });
const other = new DatabaseSync(file);
process.on("message", (order: "lock" | "unlock" | "end") => {
  if (order === "lock") other.exec("BEGIN IMMEDIATE");
  if (order === "unlock") other.exec("COMMIT");
  if (order === "end")
    void (async () => {
      await server.close();
      await orrery.close();
      other.close();
      rmSync(folder, { recursive: true });
      process.disconnect();
    })();
});
process.send!({
  url: server.url,
  run,
  seat,
  from: Math.max(0, head.turn - 10),
  league: league.id,
} satisfies HealthServer);
