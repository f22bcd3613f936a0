// Figure of the network: one turn told to many clients by the server, against the barest node:http that sends the same bytes.
import { type ChildProcess, fork } from "node:child_process";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { type FigureValue, middle, type RoundPace } from "./rounds.ts";

/** What a stream server answers once it listens, and after each burst. */
export type Report =
  | { readonly type: "ready"; readonly port: number; readonly path: string }
  | { readonly type: "sent" };
/** `bytes` is the size of one event; the real server's own are as long as they are. */
export type Order =
  | { readonly type: "burst"; readonly events: number; readonly bytes: number }
  | { readonly type: "end" };

const EVENT = Buffer.from("event: turn\n");
const NOTHING = Buffer.alloc(0);

/** Deliveries a second of the server ÷ those of the bare one, in bursts by turns. */
export async function broadcastFigure({ rounds }: RoundPace, clients: number): Promise<FigureValue> {
  const events = Math.max(20, Math.round(20_000 / clients));
  const ours = await Audience.gather("ours", clients);
  const bare = await Audience.gather("bare", clients);
  try {
    const one = await ours.burst(1, 0);
    const bytes = one.bytes / clients;
    const ratios: number[] = [];
    for (let round = -2; round < rounds; round++) {
      const sides = round % 2 === 0 ? [ours, bare] : [bare, ours];
      const ms = new Map<Audience, number>();
      for (const side of sides) ms.set(side, (await side.burst(events, bytes)).ms);
      if (round >= 0) ratios.push(ms.get(bare)! / ms.get(ours)!);
    }
    return middle(ratios);
  } finally {
    ours.end();
    bare.end();
  }
}

/** A server in a process of its own, and everyone who listens to it. */
class Audience {
  readonly #server: ChildProcess;
  readonly #sockets: Socket[] = [];
  #heard = 0;
  #bytes = 0;
  #awaited = Number.POSITIVE_INFINITY;
  #reached = () => {};

  private constructor(server: ChildProcess) {
    this.#server = server;
  }

  static async gather(kind: "ours" | "bare", clients: number): Promise<Audience> {
    const server = fork(join(import.meta.dirname, "stream-server.ts"), [kind], { stdio: ["ignore", 2, 2, "ipc"] });
    const { port, path } = await answerOf(server, "ready");
    const audience = new Audience(server);
    for (let i = 0; i < clients; i += 50) {
      const some = Array.from({ length: Math.min(50, clients - i) }, () => audience.#join(port, path));
      await Promise.all(some);
    }
    return audience;
  }

  /** Has the server send so many events; milliseconds until every client has them all. */
  async burst(events: number, bytes: number): Promise<{ ms: number; bytes: number }> {
    const before = this.#bytes;
    const all = new Promise<void>((resolve) => {
      this.#reached = resolve;
    });
    this.#awaited = this.#heard + events * this.#sockets.length;
    const sent = answerOf(this.#server, "sent");
    const start = performance.now();
    this.#server.send({ type: "burst", events, bytes } satisfies Order);
    await all;
    const ms = performance.now() - start;
    await sent;
    return { ms, bytes: this.#bytes - before };
  }

  end(): void {
    for (const socket of this.#sockets) socket.destroy();
    if (this.#server.connected) this.#server.send({ type: "end" } satisfies Order);
  }

  /** Resolves when the stream has begun. */
  #join(port: number, path: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, "127.0.0.1");
      this.#sockets.push(socket);
      socket.on("error", reject);
      // An event's beginning may be cut in two.
      let rest = NOTHING;
      socket.on("data", (chunk) => {
        resolve();
        this.#bytes += chunk.length;
        const text = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
        for (let at = text.indexOf(EVENT); at >= 0; at = text.indexOf(EVENT, at + EVENT.length)) this.#heard++;
        const begun = text.indexOf(EVENT[0]!, Math.max(0, text.length - EVENT.length + 1));
        rest = begun < 0 ? NOTHING : text.subarray(begun);
        if (this.#heard >= this.#awaited) this.#reached();
      });
      socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\naccept: text/event-stream\r\n\r\n`);
    });
  }
}

function answerOf<T extends Report["type"]>(server: ChildProcess, type: T): Promise<Extract<Report, { type: T }>> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`the stream server ended with ${code}`));
    server.once("exit", onExit);
    server.once("message", (report: Report) => {
      server.off("exit", onExit);
      if (report.type === type) resolve(report as Extract<Report, { type: T }>);
      else reject(new Error(`the stream server said "${report.type}" where "${type}" was awaited`));
    });
  });
}
