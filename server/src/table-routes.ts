// Endpoints of the table's protocol: its schemas, and its check of a response that any program may bring.
import { Type } from "@orrery/kernel";
import { answerTableMessage, checkTableResponse, tableProtocol } from "@orrery/runtime";
import { ok, type Route, route } from "./route.ts";
import * as schema from "./schemas.ts";

const closed = { additionalProperties: false } as const;
const AnySchema = Type.Record(Type.String(), Type.Unknown());

const Protocol = Type.Object(
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
const Violation = Type.Object({ code: Type.String(), path: Type.String(), message: Type.String() }, closed);
const Change = Type.Object(
  { path: Type.String(), before: Type.Unknown(), after: Type.Unknown(), cause: Type.String() },
  closed,
);
const Checked = Type.Object(
  {
    ok: Type.Boolean(),
    mode: Type.Enum(["STORY", "DM", "GOD"], { type: "string" }),
    violations: Type.Array(Violation),
    applied: Type.Array(Change),
    state: AnySchema,
    shown: AnySchema,
    recovery: Type.Optional(
      Type.Object(
        {
          discrepancies: Type.Array(
            Type.Object(
              { path: Type.String(), shows: Type.Unknown(), should: Type.Unknown(), message: Type.String() },
              closed,
            ),
          ),
          block: Type.Union([Type.String(), Type.Null()]),
        },
        closed,
      ),
    ),
  },
  {
    ...closed,
    title: "CheckedResponse",
    description:
      "The verdict, the campaign after the turn, what the player is shown, and how to resync where they do not agree.",
  },
);

const Faulty = Type.Object({ violations: Type.Array(Violation) }, { ...closed, title: "MessageFaults" });

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
    handle: async () => ok(await tableProtocol()),
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
        await checkTableResponse(typeof state === "string" ? state : JSON.stringify(state), input, response, {
          debug: debug === true,
        }),
      ),
  }),
  route({
    method: "POST",
    path: "/api/runs/{id}/protocol",
    name: "tellTable",
    summary:
      "A message of the table's protocol to a run: what a player says, an instruction, or a continuation. Answered with the game master's exact response.",
    who: "player",
    params: schema.RunPath,
    query: Type.Object(
      {
        ...schema.OnBranch.properties,
        gm: Type.Optional(
          Type.String({
            minLength: 1,
            maxLength: 200,
            description:
              "Who tells, as in a lineup. Without it, the agent that sits in the game master's seat; where nobody does, bot:scripted. The owner's choice.",
          }),
        ),
        debug: Type.Optional(
          Type.Enum(["true", "false"], {
            type: "string",
            description: "Whether debug_info is in it. The owner's choice.",
          }),
        ),
      },
      closed,
    ),
    body: Type.Unknown(),
    answers: {
      200: { description: "The response, without debug_info unless debug is on.", schema: AnySchema },
      400: { description: "The message lacks what it needs, and was not processed.", schema: Faulty },
    },
    problems: [404, 409],
    async handle({ orrery, sittings, caller, left, params: { id }, query: { branch, gm, debug }, body }) {
      const own = caller.role === "seat" ? { as: caller.actor, seatId: caller.id } : { gm, debug: debug === "true" };
      // A game master who is named here tells alone.
      if (caller.role === "owner" && gm !== undefined) await sittings.stop(id, branch ?? "main");
      const sittingOf = (actor: string) => sittings.seated(id, branch ?? "main", actor);
      const answer = await answerTableMessage(orrery, id, body, { branch, ...own, sittingOf, signal: left() });
      if ("faults" in answer) return { status: 400, body: { violations: answer.faults } };
      return {
        status: 200,
        body: answer.response,
        headers: { "x-table-mode": answer.mode, "x-table-sequence": String(answer.sequence_id) },
      };
    },
  }),
];
