// A process for the league tests: plays a league until it is done or killed, or prints its table.
import { botAgent, firstBot, randomBot } from "@orrery/agents";
import { openOrrery, writeCsv } from "@orrery/runtime";
import { openSqlite } from "@orrery/store";

const [file, what, id] = process.argv.slice(2) as [string, "play" | "table", string];
const orrery = await openOrrery({ store: await openSqlite(file) });
if (what === "table") {
  const table = await orrery.leagues.table([id]);
  process.stdout.write(`${JSON.stringify(table)}\n${writeCsv(table)}`);
} else {
  const card = await orrery.leagues.play(id, {
    agent: ({ agent }) => botAgent(agent.endsWith(":first") ? firstBot : randomBot),
    concurrency: 3,
    onProgress: ({ done }) => process.stdout.write(`${done}\n`),
  });
  process.stdout.write(`end ${card.done}\n`);
}
await orrery.close();
