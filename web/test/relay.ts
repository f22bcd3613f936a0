// A relay before a server that fails as networks do: real answers that are lost on the way, or come from somebody else.
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

/** What becomes of the next turn that is sent. */
export type Fault =
  /** It arrives, and the line breaks before its answer. */
  | { readonly kind: "lost" }
  /** The same, in the middle of its answer. */
  | { readonly kind: "cut" }
  /** It does not arrive: the relay answers for itself, as a proxy would. */
  | { readonly kind: "answered"; readonly status: number; readonly body: string }
  /** It arrives, and its answer waits for that. */
  | { readonly kind: "held"; readonly until: Promise<void> };

export interface Relay {
  readonly url: string;
  /** Once, at the next turn. */
  fail(fault: Fault): void;
  close(): Promise<void>;
}

export async function relayTo(to: string): Promise<Relay> {
  let next: Fault | null = null;
  const { hostname, port } = new URL(to);
  const server = createServer((asked, answer) => {
    const isTurn = asked.method === "POST" && asked.url!.endsWith("/turns");
    const fault = isTurn ? next : null;
    if (isTurn) next = null;
    if (fault?.kind === "answered") {
      asked.resume();
      answer.writeHead(fault.status).end(fault.body);
      return;
    }
    const { method, url: path, headers } = asked;
    const onward = request({ hostname, port, method, path, headers }, async (answered) => {
      if (fault?.kind === "lost") {
        await answered.toArray();
        asked.socket.destroy();
        return;
      }
      if (fault?.kind === "held") await fault.until;
      answer.writeHead(answered.statusCode!, answered.headers);
      answer.flushHeaders();
      if (fault?.kind === "cut") {
        const [first] = await answered.take(1).toArray();
        answer.write(first.subarray(0, first.length / 2), () => asked.socket.destroy());
        return;
      }
      answered.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    answer.on("close", () => onward.destroy());
    asked.pipe(onward);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail(fault) {
      next = fault;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}
