// The OpenAPI 3.1 document, drawn from the route table: what is served is what is described.
import type { TSchema } from "@orrery/kernel";
import { isChange, type Route } from "./route.ts";
import { Problem } from "./schemas.ts";

type OpenApiSchema = Record<string, unknown>;

/** Schemas with a title become components and are referred to. */
export function openApi(routes: readonly Route[]): OpenApiSchema {
  const components: Record<string, unknown> = {};
  const place = (schema: unknown): unknown => {
    if (Array.isArray(schema)) return schema.map(place);
    if (typeof schema !== "object" || schema === null) return schema;
    const { title } = schema as { title?: unknown };
    const plain = () => Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, place(value)]));
    if (typeof title !== "string") return plain();
    if (!Object.hasOwn(components, title)) {
      components[title] = null;
      components[title] = plain();
    }
    return { $ref: `#/components/schemas/${title}` };
  };
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes) {
    paths[route.path] ??= {};
    paths[route.path]![route.method.toLowerCase()] = operation(route, place);
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Orrery",
      version: "1",
      description:
        "Worlds that are played in words and decided by rules. Every change of a run is a turn of its history.",
    },
    servers: [{ url: "/" }],
    paths,
    components: {
      schemas: components,
      securitySchemes: {
        owner: {
          type: "http",
          scheme: "bearer",
          description: "The owner's token. Without one set, whoever is on this machine is the owner.",
        },
        seat: { type: "http", scheme: "bearer", description: "A seat's token: one actor of one run." },
        ownerCookie: { type: "apiKey", in: "cookie", name: "orrery_owner" },
        seatCookie: { type: "apiKey", in: "cookie", name: "orrery_seat" },
      },
    },
  };
}

const SECURITY: Record<Route["who"], readonly OpenApiSchema[]> = {
  open: [{}],
  owner: [{ owner: [] }, { ownerCookie: [] }],
  player: [{ owner: [] }, { ownerCookie: [] }, { seat: [] }, { seatCookie: [] }],
};
const WHY: Record<number, string> = {
  400: "No JSON, or not of this endpoint's shape.",
  401: "No token, or not one of this server's.",
  403: "A seat that oversteps, or a request from elsewhere.",
  404: "There is no such thing.",
  409: "It is no longer as the caller saw it.",
  413: "Too large.",
  422: "The same Idempotency-Key came with another body.",
  429: "Too much in a short time; `Retry-After` says in how many seconds.",
  500: "A fault of the server.",
  503: "The database is busy or cannot be written, or the server is stopping; try again.",
};

const KEY: OpenApiSchema = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  schema: { type: "string", minLength: 1, maxLength: 200 },
  description: "Names this change: the same, sent again under its name, is answered as before and changes nothing.",
};

function operation(route: Route, place: (schema: unknown) => unknown): OpenApiSchema {
  const content = (type: string, schema: TSchema) => ({ content: { [type]: { schema: place(schema) } } });
  const always = {
    open: [403, 500, 503],
    owner: [401, 403, 500, 503],
    player: [401, 403, 429, 500, 503],
  }[route.who];
  const once = isChange(route) ? [400, 422] : [];
  // Every route with a body or query may be sent what is not of its shape.
  const shaped =
    route.method === "POST" ||
    route.params ||
    Object.keys((route.query as OpenApiSchema)["properties"] ?? {}).length > 0
      ? [400]
      : [];
  const problems = [...new Set([...route.problems, ...always, ...once, ...shaped])].sort();
  const json = route.lines ? "application/x-ndjson" : route.archive ? "application/x-tar" : "application/json";
  const file = Object.fromEntries((route.bytes ?? []).map((type) => [type, {}]));
  const body = route.lines || route.archive ? ({ type: "string" } as TSchema) : route.body;
  return {
    operationId: route.name,
    summary: route.summary,
    security: SECURITY[route.who],
    parameters: [
      ...parameters("path", route.params, place),
      ...parameters("query", route.query, place),
      ...(route.name === "follow"
        ? [{ name: "Last-Event-ID", in: "header", required: false, schema: { type: "string" } }]
        : []),
      ...(isChange(route) ? [KEY] : []),
    ],
    ...(route.bytes ? { requestBody: { required: true, content: file } } : {}),
    ...(body ? { requestBody: { required: !route.bodyOptional, ...content(json, body) } } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.answers).map(([status, { description, schema, type }]) => [
          status,
          { description, ...content(type ?? "application/json", schema) },
        ]),
      ),
      ...Object.fromEntries(
        problems.map((status) => {
          const own = route.answers[status];
          const problem = content("application/problem+json", Problem).content;
          if (!own) return [status, { description: WHY[status], content: problem }];
          // A route may answer with the same status in words of its own.
          const both = { ...content(own.type ?? "application/json", own.schema).content, ...problem };
          return [status, { description: own.description, content: both }];
        }),
      ),
    },
  };
}

function parameters(
  where: "path" | "query",
  schema: TSchema | undefined,
  place: (schema: unknown) => unknown,
): OpenApiSchema[] {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, value]) => ({
    name,
    in: where,
    required: required.includes(name),
    schema: place(value),
  }));
}
