// Endpoints of leagues. They are the owner's: a table tells who played against which model, which a live seat may not know.
import type { TSchema } from "@orrery/kernel";
import { type Entrant, Fault, writeCsv } from "@orrery/runtime";
import * as schema from "./league-schemas.ts";
import { jsonList, ok, onePiece, type Route, route } from "./route.ts";
import { NoQuery } from "./schemas.ts";

const JSON_TYPE = { "content-type": "application/json; charset=utf-8" };

export const LEAGUE_ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/leagues",
    name: "listLeagues",
    summary: "Every league, oldest first.",
    who: "owner",
    query: NoQuery,
    answers: { 200: { description: "The leagues.", schema: schema.LeagueCards } },
    problems: [],
    handle: async ({ leaguePlays }) => ok(await leaguePlays.list()),
  }),
  route({
    method: "POST",
    path: "/api/leagues",
    name: "beginLeague",
    summary:
      "Opens a league and plays it. The same plan goes on where it stopped; more games than before make it longer.",
    who: "owner",
    query: NoQuery,
    body: schema.LeagueBody,
    answers: { 202: { description: "It is being played.", schema: schema.LeagueCard } },
    problems: [400, 404, 409],
    async handle({
      orrery,
      leaguePlays,
      body: { world, entrants, games, budget, config = {}, seed = "league", arms, paired = false, lineUp, lasting },
    }) {
      const plan = {
        world,
        config,
        seed,
        entrants: entrants as readonly Entrant[],
        arms: arms ?? (["off"] as const),
        paired,
        ...(lineUp === undefined ? {} : { lineUp }),
        ...(lasting === undefined ? {} : { lasting }),
      };
      const { id } = await orrery.leagues.open(plan, games);
      return { status: 202, body: await leaguePlays.start(id, budget ? { budget } : {}) };
    },
  }),
  route({
    method: "POST",
    path: "/api/leagues/{id}/stop",
    name: "stopLeague",
    summary: "Stops it after the turns that are being played. Nothing of it is lost.",
    who: "owner",
    params: schema.LeaguePath,
    query: NoQuery,
    answers: { 200: { description: "The league.", schema: schema.LeagueCard } },
    problems: [404],
    handle: async ({ leaguePlays, params }) => ok(await leaguePlays.stop(params.id)),
  }),
  route({
    method: "POST",
    path: "/api/leagues/{id}/go",
    name: "goOnWithLeague",
    summary: "Goes on with one that was stopped.",
    who: "owner",
    params: schema.LeaguePath,
    query: NoQuery,
    body: schema.LeagueGo,
    bodyOptional: true,
    answers: { 202: { description: "It is being played.", schema: schema.LeagueCard } },
    problems: [400, 404],
    handle: async ({ leaguePlays, params, body }) => ({
      status: 202,
      body: await leaguePlays.start(params.id, body?.budget ? { budget: body.budget } : {}),
    }),
  }),
  route({
    method: "GET",
    path: "/api/leagues/{id}",
    name: "showLeague",
    summary: "The plan of a league, and how far it has been played.",
    who: "owner",
    params: schema.LeaguePath,
    query: NoQuery,
    answers: { 200: { description: "The league.", schema: schema.LeagueCard } },
    problems: [400, 404],
    handle: async ({ leaguePlays, params }) => ok(await leaguePlays.card(params.id)),
  }),
  route({
    method: "GET",
    path: "/api/leagues/{id}/table",
    name: "leagueTable",
    summary: "Ratings, shares, measures and seats, with their intervals; made of the games' histories alone.",
    who: "owner",
    params: schema.LeaguePath,
    query: NoQuery,
    answers: { 200: { description: "The table.", schema: schema.LeagueTable } },
    problems: [400, 404],
    handle: async ({ orrery, params }) => ok(await orrery.leagues.table([params.id])),
  }),
  route({
    method: "GET",
    path: "/api/leagues/{id}/table.csv",
    name: "leagueTableCsv",
    summary: "The standings of the table as CSV: the same numbers.",
    who: "owner",
    params: schema.LeaguePath,
    query: NoQuery,
    answers: {
      200: {
        description: "One row for each entrant and side.",
        schema: { type: "string" } as TSchema,
        type: "text/csv",
      },
    },
    problems: [400, 404],
    async handle({ orrery, params }) {
      const text = writeCsv(await orrery.leagues.table([params.id]));
      return {
        status: 200,
        text: onePiece(text),
        headers: {
          "content-type": "text/csv; charset=utf-8; header=present",
          "content-disposition": `attachment; filename="league.csv"`,
        },
      };
    },
  }),
  route({
    method: "GET",
    path: "/api/leagues/{id}/games",
    name: "leagueGames",
    summary: "Games that have begun, in the order of the schedule: who sat where, and who won.",
    who: "owner",
    params: schema.LeaguePath,
    query: schema.GamesQuery,
    answers: { 200: { description: "The games.", schema: schema.GameCards } },
    problems: [400, 404],
    async handle({ orrery, params, query }) {
      await orrery.leagues.card(params.id);
      return { status: 200, text: jsonList(orrery.leagues.games(params.id, query)), headers: JSON_TYPE };
    },
  }),
  route({
    method: "GET",
    path: "/api/leagues/{id}/entrants/{name}",
    name: "leagueEntrant",
    summary: "One entrant: how it stands on each side, and against whom.",
    who: "owner",
    params: schema.EntrantPath,
    query: NoQuery,
    answers: { 200: { description: "The entrant.", schema: schema.Entrant } },
    problems: [400, 404],
    async handle({ orrery, params: { id, name } }) {
      const { entrants } = await orrery.leagues.card(id);
      const entrant = entrants.find((one) => one.name === name);
      if (!entrant)
        throw new Fault(
          "unknown_actor",
          `Nobody plays as "${name}" in this league. There are: ${entrants.map((one) => one.name).join(", ")}.`,
        );
      const { standings, headToHead } = await orrery.leagues.table([id]);
      const mine = standings.filter((one) => one.entrant === name);
      // With several arms an entrant meets under the name of its arm.
      const names = new Set([name, ...mine.map(({ arm }) => `${name} (${arm})`)]);
      const met = headToHead.filter(({ first, second }) => names.has(first) || names.has(second));
      return ok({ entrant: name, agent: entrant.agent, standings: mine, headToHead: met });
    },
  }),
  route({
    method: "GET",
    path: "/api/learned",
    name: "listLearned",
    summary: "What agents learned in games that were begun to learn, by agent and world, version by version.",
    who: "owner",
    query: NoQuery,
    answers: { 200: { description: "The learners.", schema: schema.LearnedCards } },
    problems: [],
    handle: async ({ orrery }) => ok(await orrery.learned.list()),
  }),
  route({
    method: "GET",
    path: "/api/learned/{agent}",
    name: "showLearned",
    summary: "What one agent learned: the newest version, or the one that is named.",
    who: "owner",
    params: schema.LearnerPath,
    query: schema.LearnerQuery,
    answers: { 200: { description: "The version with its words.", schema: schema.LearnedFile } },
    problems: [400, 404, 409],
    handle: async ({ orrery, params, query }) => ok(await orrery.learned.show(params.agent, query)),
  }),
  route({
    method: "POST",
    path: "/api/learned/{agent}/forget",
    name: "forgetLearned",
    summary: "Erases every version of what one agent learned. Runs that used one keep it.",
    who: "owner",
    params: schema.LearnerPath,
    query: NoQuery,
    body: schema.ForgetBody,
    bodyOptional: true,
    answers: { 200: { description: "What is still kept.", schema: schema.LearnedCards } },
    problems: [400, 404, 409],
    async handle({ orrery, params, body }) {
      await orrery.learned.forget(params.agent, { world: body?.world });
      return ok(await orrery.learned.list());
    },
  }),
];
