// Lobbies over HTTP: the owner opens one invitation for several seats, and its guests take them. Its token alone opens it.
import type { LobbyCard } from "@orrery/runtime";
import * as schema from "./lobby-schemas.ts";
import { RequestRefused } from "./problems.ts";
import { ok, type Route, route } from "./route.ts";
import { Invited, NoQuery, RunPath } from "./schemas.ts";

export const LOBBY_ROUTES: readonly Route[] = [
  route({
    method: "POST",
    path: "/api/runs/{id}/lobbies",
    name: "openLobby",
    summary: "One invitation for several seats: each guest who has its link takes one that is free.",
    who: "owner",
    params: RunPath,
    query: NoQuery,
    body: schema.LobbyBody,
    answers: { 201: { description: "The lobby with its link.", schema: schema.LobbyCard } },
    problems: [400, 404],
    handle: async ({ orrery, params, body }) => ({
      status: 201,
      body: withLink(await orrery.openLobby(params.id, body)),
    }),
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/lobbies",
    name: "listLobbies",
    summary: "Lobbies of a run, oldest first, and who has which seat.",
    who: "owner",
    params: RunPath,
    query: NoQuery,
    answers: { 200: { description: "The lobbies; closed and expired ones too.", schema: schema.Lobbies } },
    problems: [404],
    handle: async ({ orrery, params }) => ok((await orrery.lobbies(params.id)).map(withLink)),
  }),
  route({
    method: "POST",
    path: "/api/runs/{id}/lobbies/{lobby}/close",
    name: "closeLobby",
    summary: "Nobody takes a seat by it any more; who has one keeps it, and the time of the run begins.",
    who: "owner",
    params: schema.LobbyPath,
    query: NoQuery,
    answers: { 200: { description: "The lobby as it is now.", schema: schema.LobbyCard } },
    problems: [404],
    handle: async ({ orrery, params }) => ok(withLink(await orrery.closeLobby(params.id, params.lobby))),
  }),
  route({
    method: "POST",
    path: "/api/runs/{id}/lobby",
    name: "showLobby",
    summary: "What a guest with a lobby's link may take. The token is its only key.",
    who: "open",
    params: RunPath,
    query: NoQuery,
    body: schema.LobbyGuestBody,
    answers: { 200: { description: "The seats, and which are free.", schema: schema.LobbyView } },
    problems: [401, 404, 429],
    async handle({ orrery, params, body, caller, meter }) {
      const shown = await orrery.showLobby(params.id, body.token);
      meter.take("requests", `lobby ${body.token}`);
      const yours = caller.role === "seat" && caller.run === params.id ? caller.actor : null;
      return ok({ ...shown, yours });
    },
  }),
  route({
    method: "POST",
    path: "/api/runs/{id}/lobby/seat",
    name: "takeSeat",
    summary: "Takes a free seat of a lobby. Of two guests who want one, one gets it.",
    who: "open",
    params: RunPath,
    query: NoQuery,
    body: schema.LobbySeatBody,
    answers: { 201: { description: "The token and the link of the seat, for this guest.", schema: Invited } },
    problems: [401, 404, 409, 429],
    keepsKey: true,
    async handle({ orrery, params, body: { token, ...guest }, caller, meter, once }) {
      await orrery.showLobby(params.id, token);
      meter.take("requests", `lobby ${token}`);
      if (caller.role === "seat" && caller.run === params.id)
        throw new RequestRefused(409, "seat_taken", "You have a seat in this run already. Leave it first.");
      const seat = await orrery.takeSeat(params.id, token, { ...guest, once });
      const { id } = (await orrery.seatOf(seat))!;
      return { status: 201, body: { id, token: seat, link: `/seat/${encodeURIComponent(seat)}` } };
    },
  }),
];

const withLink = ({ token, ...card }: LobbyCard) => ({
  ...card,
  link: token === null ? null : `/join/${encodeURIComponent(token)}`,
});
