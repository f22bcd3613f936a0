// Orrery over HTTP: builds the Fastify instance from the route table. Decides nothing about worlds or runs.
import { type ServerResponse, STATUS_CODES } from "node:http";
import type { TSchema } from "@orrery/kernel";
import { Fault, type Orrery, type SeatCard } from "@orrery/runtime";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { sendPage } from "./answers.ts";
import { type Caller, checkOrigin, seatCookie } from "./auth.ts";
import { jsonOf, validator } from "./bodies.ts";
import { openOnce } from "./idempotency.ts";
import { openLeaguePlays } from "./league-plays.ts";
import { greeting, tellNews } from "./news.ts";
import { openApi } from "./openapi.ts";
import { HEADERS, type Page, type Pages, pageAt, readPages } from "./pages.ts";
import { closing, problemOf, RequestRefused, unreadable } from "./problems.ts";
import { Meter, type Quotas } from "./quotas.ts";
import { ROUTES } from "./routes.ts";
import { addRoutes } from "./routing.ts";
import { openSittings } from "./sittings.ts";
import { openStreams, type StreamOptions } from "./streams.ts";
import { openTrials } from "./trials.ts";

export interface ServerOptions {
  readonly orrery: Orrery;
  /** Who plays a run where its owner does not say: a lineup such as `*=model:clever`. */
  readonly agents?: string | undefined;
  /** The owner's token. Null or absent: every caller is the owner, so it must only listen on loopback. */
  readonly token?: string | null | undefined;
  /** Names, beside those of loopback, that the server goes by; `any` only together with a token. */
  readonly hosts?: readonly string[] | "any" | undefined;
  /** The built web page. Absent: none is served. */
  readonly pages?: string | undefined;
  /** Told of every fault of our own, before the caller gets its 500. */
  readonly onBug?: ((error: unknown) => void) | undefined;
  /** Told once of what its owner should know of the models that read and tell. */
  readonly onNotice?: ((words: string) => void) | undefined;
  /** What a seat may ask for in a time; see `QUOTAS`. */
  readonly quotas?: Partial<Quotas> | undefined;
  readonly stream?: Partial<Omit<StreamOptions, "onBug">> | undefined;
}

const BODY_BYTES_MAX = 4 << 20;

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller;
    /** Of its body. */
    bytes: number;
  }
}

/** Not yet listening; `inject` needs no port. Closing it ends every stream and leaves the orrery open. */
export function createServer(options: ServerOptions): FastifyInstance {
  const { orrery, onBug = (error) => console.error(error) } = options;
  const token = options.token ?? null;
  const hosts = options.hosts === "any" ? null : new Set((options.hosts ?? []).map((name) => name.toLowerCase()));
  if (hosts === null && token === null) throw new TypeError("a server that goes by any name needs a token");

  const app = Fastify({
    bodyLimit: BODY_BYTES_MAX,
    routerOptions: { maxParamLength: 1000 },
    // It would answer so by itself, and with no problem detail.
    return503OnClosing: false,
    // When what is under way has been answered: a browser keeps lines that it never asked anything on, and Node waits for them.
    forceCloseConnections: true,
    frameworkErrors: (error, _request, reply) => void sendProblem(reply, error),
    clientErrorHandler: (error, socket) => socket.writable && socket.end(noRequest(error.code)),
  });
  const once = openOnce(orrery);
  const streams = openStreams(orrery, {
    heartbeatMs: 10_000,
    bufferMax: 1 << 20,
    keep: 512,
    ...options.stream,
    onBug,
    greet: greeting(orrery),
  });
  const sittings = openSittings(orrery, options.agents, {
    tell: (run, branch, event) => streams.tell({ run, branch, as: undefined }, "agents", event),
    onBug,
  });
  const trials = openTrials(orrery, onBug);
  const leaguePlays = openLeaguePlays(orrery, onBug);
  const stopNews = tellNews(orrery, streams, { onBug, onNotice: options.onNotice });
  const sendProblem = (reply: FastifyReply, error: unknown): FastifyReply => {
    const { problem, headers } = problemOf(error);
    if (problem.status >= 500 && problem.status !== 503) onBug(error);
    return reply
      .code(problem.status)
      .headers({ ...HEADERS, "cache-control": "no-store", ...headers })
      .type("application/problem+json")
      .send(JSON.stringify(problem));
  };

  app.decorateRequest("caller");
  app.decorateRequest("bytes", 0);
  const meter = new Meter(options.quotas);
  app.setErrorHandler((error, _request, reply) => sendProblem(reply, error));
  app.setValidatorCompiler(({ schema, httpPart }) => validator(schema as TSchema, httpPart ?? "value"));
  // Answers are the runtime's own plain values: nothing is dropped or turned into something else on the way out.
  app.setSerializerCompiler(() => (value) => JSON.stringify(value));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("application/json", { parseAs: "buffer" }, async (request: FastifyRequest, body: Buffer) => {
    request.bytes = body.length;
    return jsonOf(body);
  });
  let isClosing = false;
  /** What is being answered. */
  const underWay = new Set<ServerResponse>();
  app.addHook("onRequest", async (request, reply) => {
    reply.headers(HEADERS);
    if (isClosing) throw closing();
    checkOrigin(request.method, request.headers, hosts);
  });
  // A body takes as long as its sender likes: what has not begun by then begins no more, and is not waited for.
  app.addHook("preHandler", async (_request, { raw }) => {
    if (isClosing) throw closing();
    // Clients that have hung up are not waited for.
    if (raw.destroyed) return;
    underWay.add(raw);
    raw.once("close", () => underWay.delete(raw));
  });
  let stopClocks = async () => {};
  app.addHook("onReady", async () => {
    stopClocks = await orrery.keepTime({ onBug });
  });
  app.addHook("preClose", async () => {
    isClosing = true;
    await stopClocks();
    stopNews();
    streams.close();
    await Promise.all([...underWay].map((response) => new Promise((done) => response.once("close", done))));
    // Not before: what is under way may still seat agents.
    await sittings.close();
    await trials.close();
    await leaguePlays.close();
  });

  const common = { orrery, meter, sittings, trials, leaguePlays, token, pages: options.pages ?? null };
  addRoutes(app, { common, streams, once });

  app.get("/openapi.json", async (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(openApi(ROUTES)),
  );

  servePages(app, orrery, options.pages ?? null);
  return app;
}

/** What browsers open: invitations, and the built page in `folder` at every path that is no route. */
function servePages(app: FastifyInstance, orrery: Orrery, folder: string | null): void {
  app.get<{ Params: { token: string } }>("/seat/:token", async (request, reply) => {
    const seat = await seatByInvitation(request.params.token);
    if (seat instanceof RequestRefused) {
      const shown = await nowhere(request);
      if (shown) return sendPage(reply.code(seat.status), shown, request.headers["accept-encoding"] ?? "");
      throw seat;
    }
    const branch = seat.branches[0]!;
    return reply
      .headers({ "cache-control": "no-store", "set-cookie": seatCookie(seat.run, request.params.token) })
      .redirect(
        `/runs/${encodeURIComponent(seat.run)}${branch === "main" ? "" : `?branch=${encodeURIComponent(branch)}`}`,
        303,
      );
  });

  /** The seat that an invitation opens, or why it opens nothing. */
  async function seatByInvitation(token: string): Promise<SeatCard | RequestRefused> {
    try {
      const unknown =
        "This server gave out no such invitation. Check that the whole link was copied, or ask for a new one.";
      return (await orrery.seatOf(token)) ?? new RequestRefused(404, "unknown_seat", unknown);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const { status, code, detail } = problemOf(error).problem;
      return new RequestRefused(status, code, detail);
    }
  }

  const pages: Promise<Pages> = folder ? readPages(folder) : Promise.resolve(new Map());
  // A folder that cannot be read is reported when a page is requested.
  pages.catch(() => {});
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split("?", 1)[0]!;
    const found = request.method === "GET" ? pageAt(await pages, path) : null;
    const shown = found ?? (path.startsWith("/api/") ? null : await nowhere(request));
    if (!shown) throw new RequestRefused(404, "not_found", `There is nothing at ${request.method} ${path}.`);
    return sendPage(found ? reply : reply.code(404), shown, request.headers["accept-encoding"] ?? "");
  });
  /** A browser without a matching route gets the page, which says so; a program gets the problem. */
  async function nowhere({ method, headers }: FastifyRequest): Promise<Page | null> {
    const reads = method === "GET" && /\btext\/html\b/.test(headers.accept ?? "");
    return (reads && (await pages).get("/index.html")) || null;
  }
}

/** What a line hears that carries no request which could be read: the answer as its bytes, since there is nothing to reply to. */
function noRequest(code: string): string {
  const { problem, headers } = unreadable(code);
  const body = JSON.stringify(problem);
  const head = { ...HEADERS, ...headers, "content-type": "application/problem+json" };
  const lines = Object.entries({ ...head, "content-length": Buffer.byteLength(body), connection: "close" });
  return [
    `HTTP/1.1 ${problem.status} ${STATUS_CODES[problem.status]}`,
    ...lines.map(([name, value]) => `${name}: ${value}`),
    "",
    body,
  ].join("\r\n");
}
