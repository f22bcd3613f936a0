// Endpoints of the table's protocol: its schemas, and its check of a response that any program may bring.
import { Type } from "@orrery/kernel";
import { checkTableResponse, tableProtocol } from "@orrery/runtime";
import { ok, type Route, route } from "./route.ts";
import * as schema from "./schemas.ts";

const closed = { additionalProperties: false } as const;
const AnySchema = Type.Record(Type.String(), Type.Unknown());

export const Protocol = Type.Object(
  {
    responses: Type.Object({ STORY: AnySchema, DM: AnySchema, GOD: AnySchema }, closed),
    messages: Type.Record(Type.String(), AnySchema),
    codes: Type.Record(Type.String(), Type.Object({ meaning: Type.String(), blocks: Type.Boolean() }, closed)),
  },
  {
    ...closed,
    title: "TableProtocol",
    description: "JSON Schemas by mode and by message type, and every code of a fault.",
  },
);
const Change = Type.Object(
  { path: Type.String(), before: Type.Unknown(), after: Type.Unknown(), cause: Type.String() },
  closed,
);
const Checked = Type.Object(
  {
    ok: Type.Boolean(),
    mode: Type.Enum(["STORY", "DM", "GOD"], { type: "string" }),
    violations: Type.Array(Type.Object({ code: Type.String(), path: Type.String(), message: Type.String() }, closed)),
    applied: Type.Array(Change),
    state: AnySchema,
    shown: AnySchema,
  },
  {
    ...closed,
    title: "CheckedResponse",
    description: "The verdict, the campaign after the turn, and what the player is shown.",
  },
);

export const TABLE_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/table/schema",
    name: "tableSchema",
    summary: "JSON Schemas of the table's responses and messages, and the codes of what a response can be faulted for.",
    who: "open",
    query: schema.NoQuery,
    answers: { 200: { description: "The protocol.", schema: Protocol } },
    problems: [],
    handle: async () => ok(tableProtocol()),
  }),
  route({
    method: "POST",
    path: "/api/table/check",
    name: "checkTableResponse",
    summary: "Judges one response of a game master, as `orrery table check` does. Nothing is kept.",
    who: "owner",
    query: schema.NoQuery,
    body: Type.Object(
      {
        state: Type.Union([AnySchema, Type.String()]),
        input: Type.String(),
        response: Type.String(),
        debug: Type.Optional(Type.Boolean()),
      },
      closed,
    ),
    answers: { 200: { description: "The verdict; faults of the response are in it.", schema: Checked } },
    problems: [400],
    handle: async ({ body: { state, input, response, debug } }) =>
      ok(
        checkTableResponse(typeof state === "string" ? state : JSON.stringify(state), input, response, {
          debug: debug === true,
        }),
      ),
  }),
];
