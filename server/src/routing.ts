// Puts the route table on an instance: who may call, what it takes, and the handler behind it. Knows no route by name.
import { ARTIFACT_BYTES_MAX } from "@orrery/runtime";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { send } from "./answers.ts";
import type { Upload } from "./artifact-routes.ts";
import { type Caller, callerOf, unauthorized } from "./auth.ts";
import { mustFit } from "./bodies.ts";
import { onceKey, type openOnce } from "./idempotency.ts";
import { RequestRefused } from "./problems.ts";
import { tooMany } from "./quotas.ts";
import { isChange, onOwnBranch, type Reply, type Route, type RouteCall } from "./route.ts";
import { ROUTES } from "./routes.ts";
import type { Streams } from "./streams.ts";

const IMPORT_BYTES_MAX = 2 ** 31;
/** One byte over the artifact limit, so that the runtime reports the limit. */
const FILE_BYTES_MAX = ARTIFACT_BYTES_MAX + 1;

interface Service {
  /** What every handler is given. */
  readonly common: Pick<RouteCall, "orrery" | "meter" | "sittings" | "trials" | "leaguePlays" | "token" | "pages">;
  readonly streams: Streams;
  readonly once: ReturnType<typeof openOnce>;
}

export function addRoutes(app: FastifyInstance, service: Service): void {
  const add = (scope: FastifyInstance, route: Route) => addRoute(scope, route, service);
  for (const route of ROUTES.filter(({ lines, archive, bytes }) => !lines && !archive && !bytes)) add(app, route);
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
    for (const route of ROUTES.filter(({ bytes }) => bytes)) add(scope, route);
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
    for (const route of ROUTES.filter(({ lines }) => lines)) add(scope, route);
  });
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(
      ["application/x-tar", "application/octet-stream"],
      { bodyLimit: IMPORT_BYTES_MAX },
      async (_request: FastifyRequest, body: AsyncIterable<Uint8Array>) => body,
    );
    for (const route of ROUTES.filter(({ archive }) => archive)) add(scope, route);
  });
}

function addRoute(scope: FastifyInstance, route: Route, service: Service): void {
  const { common, streams, once } = service;
  const { orrery, meter, token } = common;
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
        throw new RequestRefused(
          400,
          "bad_artifact",
          "Send the file as the body, with its media type as content-type.",
        );
      if ((lines || archive) && request.body === undefined)
        throw new RequestRefused(400, "bad_shape", "Send the file as the body, with its media type as content-type.");
      if (bodyOptional && request.body !== undefined) mustFit(body!, request.body);
      const { caller } = request;
      if (caller.role === "seat") {
        const { actions } = (request.body ?? {}) as { actions?: unknown };
        meter.take("bytes", caller.id, request.bytes);
        if (isChange(route)) meter.take("actions", caller.id, Array.isArray(actions) ? actions.length : 1);
      }
      const call: RouteCall = {
        ...common,
        caller: request.caller,
        params: request.params,
        endStreams: (seat) => streams.endSeat(seat),
        ...onOwnBranch(route, request.caller, request.query, request.body),
        left: () => leaving(reply.raw),
        lastEventId: request.headers["last-event-id"] as string | undefined,
      };
      const key = request.headers["idempotency-key"] as string | undefined;
      if (key === undefined || !isChange(route)) return answer(await route.handle(call), reply, service);
      const named = onceKey(key, `${route.method} ${request.url}`, request.caller, request.body);
      const done = await once(named, () => route.handle({ ...call, once: named }), route.keepsKey === true);
      return answer(done, reply, service);
    },
  });
}

async function answer(result: Reply, reply: FastifyReply, service: Service): Promise<FastifyReply> {
  return "stream" in result ? follow(result, reply, service) : send(result, reply);
}

/** Sends events until the client leaves, the server closes, or the seat may no longer follow. */
async function follow(
  { stream, after }: Extract<Reply, { stream: unknown }>,
  reply: FastifyReply,
  { common: { orrery, meter, token }, streams }: Service,
): Promise<FastifyReply> {
  const { raw } = reply;
  const headers = reply.getHeaders() as Record<string, string>;
  const { caller } = reply.request;
  const { branch } = stream;
  /** Asked again from time to time: another process may have revoked the seat. */
  const isStanding = async () => {
    const now = await callerOf(orrery, token, reply.request.headers).catch(() => null);
    return now?.role === "seat" && now.branches.includes(branch);
  };
  if (caller.role === "seat" && streams.held(caller.id) >= meter.streams) throw tooMany("streams", 0);
  const holder = caller.role === "seat" ? { seat: caller.id, isStanding } : null;
  await streams.follow(stream, after, raw, headers, holder);
  return reply.hijack();
}

/** Aborts when the connection of an answer closes before the answer is written. */
function leaving(raw: FastifyReply["raw"]): AbortSignal {
  const left = new AbortController();
  raw.once("close", () => raw.writableFinished || left.abort());
  return left.signal;
}

function permit({ who, path }: Route, caller: Caller, run: string | undefined): void {
  if (who === "open" || caller.role === "owner") return;
  if (caller.role === "nobody") throw unauthorized("Send the owner's token, or a seat's, as Authorization: Bearer.");
  if (who === "owner") throw new RequestRefused(403, "not_allowed", "That is for the owner of this server alone.");
  // An endpoint without a run gives a seat its own data.
  if (path.includes("{id}") && caller.run !== run)
    throw new RequestRefused(403, "not_allowed", "This seat belongs to another run.");
}
