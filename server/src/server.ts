// Orrery over HTTP: builds the Fastify instance from the route table. Decides nothing about worlds or runs.
import { type ServerResponse, STATUS_CODES } from "node:http";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { checker, type TSchema } from "@orrery/kernel";
import { ARTIFACT_BYTES_MAX, Fault, type ModelNews, type Orrery, type SeatCard, type Telling } from "@orrery/runtime";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import type { Upload } from "./artifact-routes.ts";
import { type Caller, callerOf, checkOrigin, seatCookie, unauthorized } from "./auth.ts";
import { onceKey, openOnce } from "./idempotency.ts";
import { openLeaguePlays } from "./league-plays.ts";
import { textOf } from "./lines.ts";
import { openApi } from "./openapi.ts";
import { HEADERS, PAGE_HEADERS, type Page, type Pages, pageAt, readPages } from "./pages.ts";
import { closing, problemOf, Refused, unreadable } from "./problems.ts";
import { Meter, type Quotas, tooMany } from "./quotas.ts";
import { type Call, isChange, onOwnBranch, type Reply, type Route } from "./route.ts";
import { ROUTES } from "./routes.ts";
import { openSittings } from "./sittings.ts";
import { openStreams, type StreamKey, type StreamOptions } from "./streams.ts";
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
/** As deep as a body may be: deeper than anything that a world takes. */
const DEPTH_MAX = 100;
const IMPORT_BYTES_MAX = 2 ** 31;
/** One byte over the artifact limit, so that the runtime reports the limit. */
const FILE_BYTES_MAX = ARTIFACT_BYTES_MAX + 1;

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
  /** What a page that comes late must know: which models are in trouble. */
  const greet = ({ run, branch, as }: StreamKey) =>
    orrery
      .modelTroubles(run, branch)
      .filter(({ viewer }) => as === undefined || viewer === as)
      .map((news) => ["model", newsFor(news, as)] as const);
  const once = openOnce(orrery);
  const streams = openStreams(orrery, {
    heartbeatMs: 10_000,
    bufferMax: 1 << 20,
    keep: 512,
    ...options.stream,
    onBug,
    greet,
  });
  const sittings = openSittings(orrery, options.agents, {
    tell: (run, branch, event) => streams.tell({ run, branch, as: undefined }, "agents", event),
    onBug,
  });
  const trials = openTrials(orrery, onBug);
  const leaguePlays = openLeaguePlays(orrery, onBug);
  const unheard = orrery.onTelling((telling) => void tellAll(telling).catch(onBug));
  /** To its viewer under the viewer's own name for the turn, and to the owner. */
  async function tellAll({ run, branch, turnId, viewer, teller, text, provisional }: Telling): Promise<void> {
    const said = { viewer, teller, text, provisional };
    // A partial answer has no turn; other seats may not learn its ask's id.
    const id = turnId ?? `answer ${teller}`;
    streams.tell({ run, branch, as: undefined }, "telling", { id, ...said });
    const seat = { run, branch, as: viewer };
    if (!streams.has(seat)) return;
    if (turnId === null) return streams.tell(seat, "telling", { id, ...said });
    const named = await orrery.seatTurn(run, { branch, as: viewer, turnId });
    if (named) streams.tell(seat, "telling", { id: named.id, ...said });
  }
  const unread = orrery.onModelNews((news) => {
    const { run, branch, viewer, role, state, text, detail } = news;
    streams.tell({ run, branch, as: undefined }, "model", newsFor(news, undefined));
    if (text !== null || state === "recovered")
      streams.tell({ run, branch, as: viewer }, "model", newsFor(news, viewer));
    if (state === "failed") options.onNotice?.(`Run ${run}, ${role}: ${detail}`);
  });
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
    unheard();
    unread();
    streams.close();
    await Promise.all([...underWay].map((response) => new Promise((done) => response.once("close", done))));
    // Not before: what is under way may still seat agents.
    await sittings.close();
    await trials.close();
    await leaguePlays.close();
  });

  for (const route of ROUTES.filter(({ lines, archive, bytes }) => !lines && !archive && !bytes)) addRoute(app, route);
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    // Accepts any media type; the runtime decides which are allowed.
    scope.addContentTypeParser(
      "*",
      { parseAs: "buffer", bodyLimit: FILE_BYTES_MAX },
      async (request: FastifyRequest, bytes: Buffer): Promise<Upload> => {
        request.bytes = bytes.length;
        const mediaType = (request.headers["content-type"] ?? "").split(";", 1)[0]!.trim().toLowerCase();
        return { mediaType, bytes };
      },
    );
    for (const route of ROUTES.filter(({ bytes }) => bytes)) addRoute(scope, route);
  });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      [
        "application/x-ndjson",
        "application/ndjson",
        "application/jsonl",
        "application/json",
        "application/octet-stream",
      ],
      { bodyLimit: IMPORT_BYTES_MAX },
      async (_request: FastifyRequest, body: AsyncIterable<Uint8Array>) => body,
    );
    for (const route of ROUTES.filter(({ lines }) => lines)) addRoute(scope, route);
  });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ["application/x-tar", "application/octet-stream"],
      { bodyLimit: IMPORT_BYTES_MAX },
      async (_request: FastifyRequest, body: AsyncIterable<Uint8Array>) => body,
    );
    for (const route of ROUTES.filter(({ archive }) => archive)) addRoute(scope, route);
  });

  function addRoute(scope: FastifyInstance, route: Route): void {
    const { params, query, body, bodyOptional, lines, archive, bytes } = route;
    scope.route({
      method: route.method,
      url: route.path.replaceAll(/\{(\w+)\}/g, ":$1"),
      exposeHeadRoute: false,
      ...(lines || archive ? { bodyLimit: IMPORT_BYTES_MAX } : bytes ? { bodyLimit: FILE_BYTES_MAX } : {}),
      schema: {
        ...(params ? { params } : {}),
        querystring: query,
        ...(body && !bodyOptional ? { body } : {}),
        response: Object.fromEntries(Object.entries(route.answers).map(([status, { schema }]) => [status, schema])),
      },
      // Before the body is read: an unauthorised caller sends none.
      onRequest: async (request) => {
        request.caller = await callerOf(orrery, token, request.headers).catch((error) => {
          if (route.who === "open") return { role: "nobody" } as const;
          throw error;
        });
        permit(route, request.caller, (request.params as { id?: string }).id);
        if (request.caller.role === "seat") meter.take("requests", request.caller.id);
      },
      handler: async (request, reply) => {
        if (bytes && request.body === undefined)
          throw new Refused(400, "bad_artifact", "Send the file as the body, with its media type as content-type.");
        if ((lines || archive) && request.body === undefined)
          throw new Refused(400, "bad_shape", "Send the file as the body, with its media type as content-type.");
        if (bodyOptional && request.body !== undefined) mustFit(body!, request.body);
        const { caller } = request;
        if (caller.role === "seat") {
          const { actions } = (request.body ?? {}) as { actions?: unknown };
          meter.take("bytes", caller.id, request.bytes);
          if (isChange(route)) meter.take("actions", caller.id, Array.isArray(actions) ? actions.length : 1);
        }
        const call: Call = {
          orrery,
          meter,
          sittings,
          trials,
          leaguePlays,
          token,
          caller: request.caller,
          params: request.params,
          endStreams: (seat) => streams.endSeat(seat),
          ...onOwnBranch(route, request.caller, request.query, request.body),
          pages: options.pages ?? null,
          left: () => leaving(reply.raw),
          lastEventId: request.headers["last-event-id"] as string | undefined,
        };
        const key = request.headers["idempotency-key"] as string | undefined;
        if (key === undefined || !isChange(route)) return answer(await route.handle(call), reply);
        const named = onceKey(key, `${route.method} ${request.url}`, request.caller, request.body);
        const done = await once(named, () => route.handle({ ...call, once: named }), route.keepsKey === true);
        return answer(done, reply);
      },
    });
  }

  async function answer(result: Reply, reply: FastifyReply): Promise<FastifyReply> {
    if ("stream" in result) {
      const { raw } = reply;
      const headers = reply.getHeaders() as Record<string, string>;
      const { caller } = reply.request;
      const { branch } = result.stream;
      /** Asked again from time to time: another process may have revoked the seat. */
      const isStanding = async () => {
        const now = await callerOf(orrery, token, reply.request.headers).catch(() => null);
        return now?.role === "seat" && now.branches.includes(branch);
      };
      if (caller.role === "seat" && streams.held(caller.id) >= meter.streams) throw tooMany("streams", 0);
      const holder = caller.role === "seat" ? { seat: caller.id, isStanding } : null;
      await streams.follow(result.stream, result.after, raw, headers, holder);
      return reply.hijack();
    }
    reply.code(result.status).headers({ "cache-control": "no-store", ...result.headers });
    if ("bytes" in result) return reply.send(Buffer.from(result.bytes));
    if ("text" in result) return reply.send(Readable.from(await begun(result.text), { objectMode: false }));
    reply.type("application/json; charset=utf-8");
    const json = JSON.stringify(result.body);
    const squeezes = json.length > SQUEEZED_LEAST && /\bgzip\b/.test(reply.request.headers["accept-encoding"] ?? "");
    if (!squeezes) return reply.send(json);
    reply.headers({ "content-encoding": "gzip", vary: "accept-encoding" });
    return reply.send(await squeeze(json));
  }

  app.get("/openapi.json", async (_request, reply) =>
    reply.type("application/json; charset=utf-8").send(openApi(ROUTES)),
  );

  app.get<{ Params: { token: string } }>("/seat/:token", async (request, reply) => {
    const seat = await invited(request.params.token);
    if (seat instanceof Refused) {
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
  async function invited(token: string): Promise<SeatCard | Refused> {
    try {
      const unknown =
        "This server gave out no such invitation. Check that the whole link was copied, or ask for a new one.";
      return (await orrery.seatOf(token)) ?? new Refused(404, "unknown_seat", unknown);
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      const { status, code, detail } = problemOf(error).problem;
      return new Refused(status, code, detail);
    }
  }

  const pages: Promise<Pages> = options.pages ? readPages(options.pages) : Promise.resolve(new Map());
  // A folder that cannot be read is reported when a page is requested.
  pages.catch(() => {});
  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split("?", 1)[0]!;
    const found = request.method === "GET" ? pageAt(await pages, path) : null;
    const shown = found ?? (path.startsWith("/api/") ? null : await nowhere(request));
    if (!shown) throw new Refused(404, "not_found", `There is nothing at ${request.method} ${path}.`);
    return sendPage(found ? reply : reply.code(404), shown, request.headers["accept-encoding"] ?? "");
  });
  /** A browser without a matching route gets the page, which says so; a program gets the problem. */
  async function nowhere({ method, headers }: FastifyRequest): Promise<Page | null> {
    const reads = method === "GET" && /\btext\/html\b/.test(headers.accept ?? "");
    return (reads && (await pages).get("/index.html")) || null;
  }

  return app;
}

const squeeze = promisify(gzip);
/** Shorter answers fit one packet as they are. Characters. */
const SQUEEZED_LEAST = 1_400;

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

/** Aborts when the connection of an answer closes before the answer is written. */
function leaving(raw: FastifyReply["raw"]): AbortSignal {
  const left = new AbortController();
  raw.once("close", () => raw.writableFinished || left.abort());
  return left.signal;
}

async function sendPage(reply: FastifyReply, page: Page, accepts: string): Promise<FastifyReply> {
  const [coding, squeezed] =
    page.brotli && /\bbr\b/.test(accepts)
      ? ["br", await page.brotli()]
      : page.gzipped && /\bgzip\b/.test(accepts)
        ? ["gzip", page.gzipped]
        : [null, page.bytes];
  return reply
    .headers({
      ...PAGE_HEADERS,
      "cache-control": page.hashed ? "public, max-age=31536000, immutable" : "no-cache",
      vary: "accept-encoding",
      ...(coding === null ? {} : { "content-encoding": coding }),
    })
    .type(page.type)
    .send(squeezed);
}

function permit({ who, path }: Route, caller: Caller, run: string | undefined): void {
  if (who === "open" || caller.role === "owner") return;
  if (caller.role === "nobody") throw unauthorized("Send the owner's token, or a seat's, as Authorization: Bearer.");
  if (who === "owner") throw new Refused(403, "not_allowed", "That is for the owner of this server alone.");
  // An endpoint without a run gives a seat its own data.
  if (path.includes("{id}") && caller.run !== run)
    throw new Refused(403, "not_allowed", "This seat belongs to another run.");
}

/** Bodies are judged as they are; only a query's digits become the integer that they spell. */
function validator(schema: TSchema, part: string): (value: unknown) => { value: unknown } | { error: Error } {
  const problem = checker(schema, part === "querystring" ? "query" : part === "params" ? "path" : part);
  const integers = part === "querystring" ? integersOf(schema) : [];
  return (given) => {
    const value = integers.length > 0 ? withIntegers(given as Record<string, unknown>, integers) : given;
    const wrong = problem(value);
    return wrong === null ? { value } : { error: new Refused(400, "bad_shape", `${wrong}.`) };
  };
}

function mustFit(schema: TSchema, value: unknown): void {
  const wrong = checker(schema, "body")(value);
  if (wrong !== null) throw new Refused(400, "bad_shape", `${wrong}.`);
}

const integersOf = (schema: TSchema): string[] =>
  Object.entries((schema as { properties?: Record<string, { type?: string }> }).properties ?? {}).flatMap(
    ([name, { type }]) => (type === "integer" ? [name] : []),
  );
const withIntegers = (query: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, text]) => [
      name,
      names.includes(name) && typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : text,
    ]),
  );

/** A body that is nothing at all stays so, for the endpoints that take none. */
function jsonOf(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  if (isTooDeep(body)) throw new Refused(400, "too_deep", `The body is nested more than ${DEPTH_MAX} levels deep.`);
  const text = textOf(body);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new Refused(400, "not_json", "The body is not JSON.");
  }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENS: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSES: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Whether lists and objects lie too deep in one another: brackets outside of strings are counted before anything is built of them. */
function isTooDeep(json: Buffer): boolean {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]!;
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString && byte === BACKSLASH) i++;
    else if (!isInString && OPENS.has(byte) && ++depth > DEPTH_MAX) return true;
    else if (!isInString && CLOSES.has(byte)) depth--;
  }
  return false;
}

/** Waits for the first piece, so that a fault becomes an answer of its own and not a torn one. */
async function begun(text: AsyncIterable<string>): Promise<AsyncIterable<string>> {
  const iterator = text[Symbol.asyncIterator]();
  const first = await iterator.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* { [Symbol.asyncIterator]: () => iterator };
  })();
}

/** A seat learns what is missing, and neither the model's name nor its server. */
const newsFor = ({ viewer, role, model, state, text, detail }: ModelNews, as: string | undefined) =>
  as === undefined ? { viewer, role, model, state, text, detail } : { viewer, role, state, text };
