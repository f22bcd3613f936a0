// A process for the league tests: plays a league until it is done or killed, or prints its table.
import { openOrrery, writeCsv } from "@orrery/runtime";
import { openSqlite } from "@orrery/store";

const [file, what, id, how, most] = process.argv.slice(2) as [string, "play" | "table", string, string?, string?];
/** After so many lines it does nothing more but wait to be killed. */
let left = most === undefined ? Number.POSITIVE_INFINITY : Number(most);
const orrery = await openOrrery({ store: await openSqlite(file) });
if (what === "table") {
  const table = await orrery.leagues.table([id]);
  process.stdout.write(`${JSON.stringify(table)}\n${writeCsv(table)}`);
} else {
  const card = await orrery.leagues.play(id, {
    turnByTurn: how === "turns",
    concurrency: 3,
    // With `--expose-gc`, what is in use beside the number of games.
    onProgress({ done }) {
      globalThis.gc?.();
      process.stdout.write(globalThis.gc ? `${done} ${process.memoryUsage().heapUsed}\n` : `${done}\n`);
      if (--left === 0) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    },
  });
  process.stdout.write(`end ${card.done}\n`);
}
await orrery.close();
