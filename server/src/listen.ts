// Opens the port, on loopback unless a token guards it, and closes it gently.
import type { FastifyInstance } from "fastify";
import { PAGES } from "./pages.ts";
import { createServer, type ServerOptions } from "./server.ts";

export interface ListenOptions extends Omit<ServerOptions, "hosts" | "pages"> {
  /** 127.0.0.1 by default. Anything but loopback needs a token. */
  readonly host?: string | undefined;
  /** 4747 by default; 0 takes a free one. */
  readonly port?: number | undefined;
  /** The built web page; the one of this repository by default, null for none. */
  readonly pages?: string | null | undefined;
  /** Further names that the server is reached by. */
  readonly hosts?: readonly string[] | undefined;
}
export interface Listening {
  readonly url: string;
  readonly app: FastifyInstance;
  /** Takes no more requests, lets those under way finish, ends the streams. */
  close(): Promise<void>;
}

const LOOPBACK = new Set(["127.0.0.1", "::1", "localhost"]);

/** Why it may not listen there, as a sentence; null when it may. */
export const hostProblem = (host: string, token: string | null | undefined): string | null =>
  LOOPBACK.has(host) || token
    ? null
    : `Without a token the server only listens on 127.0.0.1, because whoever reaches it owns it. Set ORRERY_TOKEN to a secret to listen on ${host}.`;

/** An address that cannot be listened on. The message says what to do. */
export class AddressRefused extends Error {}

/** What to say, by the code of the system's error. */
const ADDRESS_FAULTS: Readonly<Record<string, (host: string, port: number) => string>> = {
  EADDRINUSE: (_host, port) => `Port ${port} is taken. Is Orrery already running? Choose another with --port.`,
  EACCES: (_host, port) => `Port ${port} is reserved. Choose one from 1024 on with --port.`,
  EADDRNOTAVAIL: (host) => `This machine has no address ${host}. Choose another with --host.`,
  ENOTFOUND: (host) => `Nobody knows the host ${host}. Choose another with --host.`,
};

/** Rejects with `AddressRefused` when the address is taken, unknown or not allowed. */
export async function listen(options: ListenOptions): Promise<Listening> {
  const { host = "127.0.0.1", port = 4747, hosts = [], pages = PAGES, ...rest } = options;
  const problem = hostProblem(host, options.token);
  if (problem) throw new AddressRefused(problem);
  const open = host === "0.0.0.0" || host === "::";
  const app = createServer({
    ...rest,
    pages: pages ?? undefined,
    hosts: open && hosts.length === 0 ? "any" : [host, ...hosts],
  });
  try {
    await app.listen({ host, port });
  } catch (error) {
    const say = ADDRESS_FAULTS[(error as NodeJS.ErrnoException).code ?? ""];
    if (say) throw new AddressRefused(say(host, port), { cause: error });
    throw error;
  }
  const at = app.server.address();
  const bound = typeof at === "object" && at ? at.port : port;
  const name = open ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  return { url: `http://${name}:${bound}`, app, close: () => app.close() };
}
