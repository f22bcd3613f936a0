// A process for the kill test: answers for everyone in turn and says on stdout what it was promised, until it is killed.
import { openOrrery } from "@orrery/runtime";
import { openSqlite } from "@orrery/store";
import { worlds } from "./open.ts";

const [file, run] = process.argv.slice(2) as [string, string];
const orrery = await openOrrery({ store: await openSqlite(file), worlds });
for (let n = 0; ; n++) {
  const { asks } = await orrery.show(run);
  for (const { to, id, kind } of asks) {
    if (kind !== "due") continue;
    const submitted = await orrery.submit(run, { as: to, text: n % 3 === 0 ? "mumble" : "yes" });
    process.stdout.write(`${submitted.kind === "turn" ? `turn ${submitted.line.id}` : `kept ${id}`}\n`);
  }
}
