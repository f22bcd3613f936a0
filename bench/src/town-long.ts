// A large town played to its end in one process: a line for each round, a table for each ten. Too long to be a figure; `node bench/src/town-long.ts [PEOPLE] [ROUNDS]` runs it.
import { mkdirSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { openOrrery } from "@orrery/runtime";
import { openSqlite } from "@orrery/store";
import { peerMoves } from "./games.ts";

interface Round {
  readonly round: number;
  /** Seconds of the processor, all threads. */
  readonly cpu: number;
  /** The same for one step of one person ÷ a move of boardgame.io's, measured after the round: a busy machine slows both. */
  readonly moves: number;
  readonly seconds: number;
  /** Megabytes: live objects after a full collection, or null where none was made; and what the process holds. */
  readonly heap: number | null;
  readonly rss: number;
  readonly file: number;
}

const MB = 1 << 20;
const [people = 10_000, rounds = 100] = process.argv.slice(2).map(Number);
if (!Number.isSafeInteger(people) || !Number.isSafeInteger(rounds) || people < 1 || rounds < 1) {
  console.error("node bench/src/town-long.ts [PEOPLE] [ROUNDS], both whole numbers from 1");
  process.exit(2);
}
setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

const data = join(import.meta.dirname, "../../data");
mkdirSync(data, { recursive: true });
const folder = mkdtempSync(join(data, "town-long-"));
const file = join(folder, "town.db");
const orrery = await openOrrery({ store: await openSqlite(file) });
const peer = peerMoves();
/** Microseconds of a move of boardgame.io's just now. */
function moveMicros(): number {
  const before = process.cpuUsage();
  let moves = 0;
  for (let i = 0; i < 20; i++) moves += peer();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / moves;
}
moveMicros();
const measured: Round[] = [];
try {
  const { run } = await orrery.createRun({ world: "story", config: { people, rounds }, seed: "long" });
  for (let round = 1; round <= rounds; round++) {
    const [cpu, began] = [process.cpuUsage(), performance.now()];
    const { turns } = await orrery.play(run, { agents: "*=bot:resident", turnsMax: 1 });
    if (turns !== 1) throw new Error(`round ${round} made ${turns} turns`);
    const { user, system } = process.cpuUsage(cpu);
    const seconds = (performance.now() - began) / 1000;
    const moves = (user + system) / people / moveMicros();
    if (round % 10 === 0) collect();
    const { heapUsed, rss } = process.memoryUsage();
    const size = statSync(file).size;
    measured.push({
      round,
      cpu: (user + system) / 1e6,
      moves,
      seconds,
      heap: round % 10 === 0 ? heapUsed / MB : null,
      rss: rss / MB,
      file: size / MB,
    });
    const { cpu: spent } = measured.at(-1)!;
    console.log(
      `round ${round}: ${spent.toFixed(2)} s CPU, ${moves.toFixed(1)} moves a step, ${seconds.toFixed(1)} s; ${round % 10 === 0 ? "live" : "heap"} ${(heapUsed / MB).toFixed(0)}, RSS ${(rss / MB).toFixed(0)}, file ${(size / MB).toFixed(0)} MB`,
    );
  }
  console.log("\nrounds     CPU s  moves a step  live MB  RSS MB  file MB");
  for (let to = 10; to <= measured.length; to += 10) {
    const ten = measured.slice(to - 10, to);
    const cpu = ten.reduce((sum, one) => sum + one.cpu, 0);
    const { heap, rss, file: size } = ten.at(-1)!;
    const step = (ten.reduce((sum, { moves }) => sum + moves, 0) / 10).toFixed(2);
    console.log(
      `${`${to - 9}–${to}`.padEnd(8)} ${cpu.toFixed(1).padStart(7)} ${step.padStart(12)} ${heap!.toFixed(0).padStart(8)} ${rss.toFixed(0).padStart(7)} ${size.toFixed(0).padStart(8)}`,
    );
  }
} finally {
  await orrery.close();
  rmSync(folder, { recursive: true, force: true });
}
