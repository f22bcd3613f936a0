// A server for the test of a full disk: on the file that it is given, in a process whose files may only grow so far. Says where it listens.
import { openOrrery } from "@orrery/runtime";
import { listen } from "@orrery/server";
import { openSqlite } from "@orrery/store";

const orrery = await openOrrery({ store: openSqlite(process.argv[2]!) });
const { run } = await orrery.createRun({ world: "tictactoe", seed: "full" });
const { url } = await listen({ orrery, port: 0, pages: null });
process.stdout.write(`${JSON.stringify({ url, run })}\n`);
