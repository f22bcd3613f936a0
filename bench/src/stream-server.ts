// A process that streams on demand: Orrery's server with a run in memory, or node:http with one buffer for everyone.
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { AnyWorld } from "@orrery/kernel";
import { openOrrery, shippedWorlds } from "@orrery/runtime";
import { listen } from "@orrery/server";
import { memoryStore } from "@orrery/store";
import type { Order, Report } from "./streams.ts";
import { chronicle } from "./worlds/chronicle.ts";

/** Sends so many events to everyone; resolves when they are written, not when they have arrived. */
type Send = (events: number, bytes: number) => Promise<void>;

const tell = (report: Report) => process.send!(report);
const { send, port, path } = await (process.argv[2] === "ours" ? ours() : bare());
process.on("message", async (order: Order) => {
  if (order.type === "end") process.exit(0);
  await send(order.events, order.bytes);
  tell({ type: "sent" });
});
process.on("disconnect", () => process.exit(0));
tell({ type: "ready", port, path });

/** Every event is a turn: submitted, decided, stored in memory and told by the server's own stream. */
async function ours() {
  const orrery = await openOrrery({ store: memoryStore(), worlds: shippedWorlds([chronicle as AnyWorld]) });
  const { run } = await orrery.createRun({ world: "chronicle", config: { size: 14 } });
  const { url } = await listen({ orrery, port: 0, pages: null });
  let n = 0;
  const send: Send = async (events) => {
    for (let i = 0; i < events; i++) {
      const metadata = { mood: "calm", hp: n++ % 100, thread: "t1" };
      const action = { actorId: "author", type: "write", targetId: "c1", locationId: "l1", metadata };
      await orrery.submit(run, { as: "author", actions: [action] });
      await new Promise(setImmediate);
    }
  };
  return { send, port: Number(new URL(url).port), path: `/api/runs/${run}/stream` };
}

/** The least that node:http can do: headers, then the same buffer written to each response. */
async function bare() {
  const clients = new Set<ServerResponse>();
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write(":\n\n");
    clients.add(response);
    response.on("close", () => clients.delete(response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", 2048, resolve));
  let n = 0;
  const send: Send = async (events, bytes) => {
    for (let i = 0; i < events; i++) {
      const head = `id: ${++n}\nevent: turn\ndata: `;
      const frame = Buffer.from(`${head}${"x".repeat(Math.max(0, Math.round(bytes) - head.length - 2))}\n\n`);
      for (const response of clients) response.write(frame);
      await new Promise(setImmediate);
    }
  };
  return { send, port: (server.address() as AddressInfo).port, path: "/" };
}
