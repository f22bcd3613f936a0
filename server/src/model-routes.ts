// Endpoints of models: who is configured, who plays a run, what they were asked and said. The owner's alone: calls hold every seat's view.
import type { TSchema } from "@orrery/kernel";
import { artifactReply } from "./artifact-routes.ts";
import * as schema from "./model-schemas.ts";
import { RequestRefused } from "./problems.ts";
import { eyes, jsonList, ok, onePiece, type Route, route, upTo } from "./route.ts";
import { NoQuery, OnBranch, RunPath, TurnPath } from "./schemas.ts";

export const MODEL_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/models",
    name: "listModels",
    summary: "The configured models: keys, servers, prices, what was learned. Calls none of them.",
    who: "owner",
    query: NoQuery,
    answers: { 200: { description: "One report a model, without any key.", schema: schema.Models } },
    problems: [400, 409],
    handle: async ({ orrery }) => ok(await orrery.probe({ call: false })),
  }),
  route({
    method: "POST",
    path: "/api/models/check",
    name: "checkModels",
    summary: "The same after one small call to each model, or to those in `only`.",
    who: "owner",
    query: NoQuery,
    body: schema.CheckBody,
    bodyOptional: true,
    answers: { 200: { description: "One report a model, without any key.", schema: schema.Models } },
    problems: [400, 409],
    handle: async ({ orrery, body }) => ok(await orrery.probe({ call: true, only: body?.only })),
  }),
  route({
    method: "POST",
    path: "/api/models",
    name: "addModel",
    summary: "Puts a model into `orrery.config.json`. Its key is named and never sent; no model is called.",
    who: "owner",
    query: NoQuery,
    body: schema.NewModelBody,
    answers: { 200: { description: "The name it has.", schema: schema.ModelNamed } },
    problems: [400, 409],
    async handle({ orrery, body: { name, roles = [], ...settings } }) {
      if (settings.key && !/^[A-Z][A-Z0-9_]*_API_KEY$/.test(settings.key.env))
        throw new RequestRefused(400, "bad_key", NO_KEY);
      return ok({ name: await orrery.addModel({ name, settings, roles }) });
    },
  }),
  route({
    method: "POST",
    path: "/api/models/{name}/remove",
    name: "removeModel",
    summary: "Takes a model out of `orrery.config.json`, and the roles that it had. What it said in runs stays.",
    who: "owner",
    params: schema.ModelNamed,
    query: NoQuery,
    answers: { 200: { description: "The name it had.", schema: schema.ModelNamed } },
    problems: [400, 404, 409],
    async handle({ orrery, params: { name } }) {
      await orrery.removeModel(name);
      return ok({ name });
    },
  }),
  route({
    method: "POST",
    path: "/api/models/discover",
    name: "discoverModels",
    summary:
      "Models of the servers on this machine, at their usual ports or at the given addresses of this machine. Sends no prompt.",
    who: "owner",
    query: NoQuery,
    body: schema.DiscoverBody,
    answers: { 200: { description: "What was found, as it goes into the configuration.", schema: schema.Discovered } },
    problems: [400],
    async handle({ orrery, body }) {
      for (const url of body.urls ?? [])
        if (!isHere(url))
          throw new RequestRefused(
            400,
            "bad_address",
            `"${url}" is no address of this machine, such as http://127.0.0.1:8080.`,
          );
      return ok(await orrery.discover(body.urls));
    },
  }),
  route({
    method: "GET",
    path: "/api/bill",
    name: "billOf",
    summary: "What models have cost: every call once, by model, day and run; of one run with `run`.",
    who: "owner",
    query: schema.BillQuery,
    answers: { 200: { description: "Calls, tokens and dollars.", schema: schema.Bill } },
    problems: [400, 404],
    handle: async ({ orrery, query }) => ok(await orrery.bill(query)),
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/agents",
    name: "listAgents",
    summary: "Agents at work in a run: one sitting a branch, the latest of each.",
    who: "owner",
    params: RunPath,
    query: NoQuery,
    answers: { 200: { description: "The sittings.", schema: schema.Sittings } },
    problems: [404],
    async handle({ orrery, sittings, params }) {
      await orrery.branches(params.id);
      return ok(sittings.of(params.id));
    },
  }),
  route({
    method: "POST",
    path: "/api/runs/{id}/agents",
    name: "startAgents",
    summary:
      "Lets agents play until a person is waited for, again whenever one has played, to the end. The stream tells of them as `agents`.",
    who: "owner",
    params: RunPath,
    query: NoQuery,
    body: schema.SittingBody,
    answers: { 202: { description: "They have begun.", schema: schema.Sitting } },
    problems: [400, 403, 404, 409],
    handle: async ({ sittings, params, body }) => ({ status: 202, body: await sittings.start(params.id, body) }),
  }),
  route({
    method: "POST",
    path: "/api/runs/{id}/agents/stop",
    name: "stopAgents",
    summary: "Calls agents off within a second. What they had bought is kept, and the run can be played on.",
    who: "owner",
    params: RunPath,
    query: NoQuery,
    body: schema.StopBody,
    answers: { 200: { description: "How it stood when they stopped.", schema: schema.Sitting } },
    problems: [400, 404],
    async handle({ sittings, params, body }) {
      const sitting = await sittings.stop(params.id, body.branch ?? "main");
      if (!sitting) throw new RequestRefused(404, "no_agents", "No agents play here.");
      return ok(sitting);
    },
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/agents/forecast",
    name: "forecastAgents",
    summary: "What a lineup's models would cost for so many moves each. Sends nothing.",
    who: "owner",
    params: RunPath,
    query: schema.ForecastQuery,
    answers: { 200: { description: "Calls, tokens and dollars, by seat and in all.", schema: schema.Forecast } },
    problems: [400, 404, 409],
    handle: async ({ orrery, params, query }) => ok(await orrery.forecast(params.id, query)),
  }),
  route({
    method: "POST",
    path: "/api/forecast",
    name: "forecastStart",
    summary:
      "What a lineup's models would cost in a run that has not begun. Bots rehearse it; nothing is sent, and nothing begins.",
    who: "owner",
    query: NoQuery,
    body: schema.ForecastBody,
    answers: { 200: { description: "Calls, tokens and dollars, by seat and in all.", schema: schema.Forecast } },
    problems: [400, 404, 409],
    handle: async ({ orrery, body: { agents, moves, ...start } }) =>
      ok(await orrery.forecastStart(start, { agents, moves })),
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/calls",
    name: "listCalls",
    summary:
      "What models were asked and answered, in the order in which the answers came; of one turn with `turn`, from the n-th on with `from`.",
    who: "owner",
    params: RunPath,
    query: schema.CallsQuery,
    answers: { 200: { description: "The calls.", schema: { type: "array", items: schema.Call } as TSchema } },
    problems: [400, 404],
    handle: async ({ orrery, params, query }) => ({
      status: 200,
      text: jsonList(upTo(orrery.calls(params.id, query), query.most ?? 1000)),
      headers: { "content-type": "application/json; charset=utf-8" },
    }),
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/tellings",
    name: "listTellings",
    summary:
      "What is shown of turns in place of the narration by rule, told by models or written by the owner. The stream tells of them as `telling`, provisional pieces first.",
    who: "player",
    params: RunPath,
    query: schema.TellingsQuery,
    answers: {
      200: {
        description: "The tellings; a seat has its own.",
        schema: { type: "array", items: schema.Told } as TSchema,
      },
    },
    problems: [400, 404],
    handle: async ({ orrery, caller, params, query }) => ({
      status: 200,
      text: jsonList(orrery.tellings(params.id, { ...query, as: eyes(caller, query.as) })),
      headers: { "content-type": "application/json; charset=utf-8" },
    }),
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/turns/{turn}/tellings",
    name: "tellingsOfTurn",
    summary:
      "All tellings of a turn to one viewer (the first who answered, unless `as` says), beside what the rules told.",
    who: "owner",
    params: TurnPath,
    query: schema.ToldQuery,
    answers: { 200: { description: "Facts and tellings.", schema: schema.TellingSheet } },
    problems: [400, 404],
    handle: async ({ orrery, params: { id, turn }, query }) => ok(await orrery.tellingSheet(id, { turn, ...query })),
  }),
  route({
    method: "POST",
    path: "/api/runs/{id}/turns/{turn}/tellings",
    name: "writeTelling",
    summary: "Shows the owner's own words in place of a turn's telling. What happened stays as it is.",
    who: "owner",
    params: TurnPath,
    query: NoQuery,
    body: schema.WriteTellingBody,
    answers: { 200: { description: "Facts and tellings.", schema: schema.TellingSheet } },
    problems: [400, 404],
    handle: async ({ orrery, params: { id, turn }, body }) => ok(await orrery.writeTelling(id, { turn, ...body })),
  }),
  route({
    method: "POST",
    path: "/api/runs/{id}/turns/{turn}/tellings/again",
    name: "retell",
    summary:
      "Has a model tell a turn once more, and shows that. The stream tells of it as `telling`, provisional pieces first.",
    who: "owner",
    params: TurnPath,
    query: NoQuery,
    body: schema.RetellBody,
    answers: { 200: { description: "Facts and tellings, and why there is no new one.", schema: schema.Retold } },
    problems: [400, 404, 409],
    handle: async ({ orrery, params: { id, turn }, body }) => ok(await orrery.retell(id, { turn, ...body })),
  }),
  route({
    method: "POST",
    path: "/api/runs/{id}/turns/{turn}/tellings/shown",
    name: "chooseTelling",
    summary: "Shows another of a turn's tellings, by its number.",
    who: "owner",
    params: TurnPath,
    query: NoQuery,
    body: schema.ChooseTellingBody,
    answers: { 200: { description: "Facts and tellings.", schema: schema.TellingSheet } },
    problems: [400, 404],
    handle: async ({ orrery, params: { id, turn }, body }) => ok(await orrery.chooseTelling(id, { turn, ...body })),
  }),
  route({
    method: "POST",
    path: "/api/runs/{id}/turns/{turn}/speech",
    name: "speak",
    summary:
      "Has the telling that is shown of a turn read aloud by a model; what was spoken before is not asked for again.",
    who: "owner",
    params: TurnPath,
    query: NoQuery,
    body: schema.SpeakBody,
    answers: { 200: { description: "The artifact with the sound, or why there is none.", schema: schema.Spoken } },
    problems: [400, 404, 409, 413],
    handle: async ({ orrery, params: { id, turn }, body }) => ok(await orrery.speak(id, { turn, ...body })),
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/turns/{turn}/speech",
    name: "sound",
    summary:
      "The sound of the telling that is shown of a turn, where the owner had it read aloud. A seat hears its own.",
    who: "player",
    params: TurnPath,
    query: schema.ToldQuery,
    answers: { 200: { description: "MP3, WAV, Ogg or FLAC.", schema: { type: "string" } as TSchema, type: "audio/*" } },
    problems: [400, 404],
    handle: async ({ orrery, caller, params: { id, turn }, query }) =>
      artifactReply(await orrery.sound(id, { turn, branch: query.branch, as: eyes(caller, query.as) })),
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/recording",
    name: "recordingOf",
    summary: "The recording, as newline-delimited JSON, from which a branch plays again without any model.",
    who: "owner",
    params: RunPath,
    query: OnBranch,
    answers: {
      200: {
        description: "One text or call a line.",
        schema: { type: "string" } as TSchema,
        type: "application/x-ndjson",
      },
    },
    problems: [400, 404],
    handle: async ({ orrery, params, query }) => ({
      status: 200,
      text: onePiece(await orrery.recording(params.id, query)),
      headers: { "content-type": "application/x-ndjson; charset=utf-8" },
    }),
  }),
];

/** Whether a URL leads nowhere but to this machine: the server must not be made to call others. */
function isHere(url: string): boolean {
  const known = URL.canParse(url) ? new URL(url) : null;
  return known?.protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(known.hostname);
}

/** Any other variable could be sent to a server by naming it a key. What was given is not repeated: it may be a key. */
const NO_KEY =
  "A key is named here and never written: give the name of the variable of the environment that holds it. The name ends in _API_KEY, such as OPENROUTER_API_KEY.";
