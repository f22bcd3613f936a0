// The table of every endpoint: who may call it, what it takes, what it answers. Handlers and the OpenAPI document both come from here.
import type { TSchema } from "@orrery/kernel";
import { Fault, StoreFault } from "@orrery/runtime";
import { ARTIFACT_ROUTES } from "./artifact-routes.ts";
import { type Caller, forgetOwner, forgetSeat, ownerCookie, same, unauthorized } from "./auth.ts";
import { EXPERIMENT_ROUTES } from "./experiment-routes.ts";
import { EXPORT_ROUTES } from "./export-routes.ts";
import { asFile } from "./file-name.ts";
import { FOLDER_ROUTES } from "./folder-routes.ts";
import { LEAGUE_ROUTES } from "./league-routes.ts";
import { linesOf, type Text } from "./lines.ts";
import { LOBBY_ROUTES } from "./lobby-routes.ts";
import { MODEL_ROUTES } from "./model-routes.ts";
import { NARRATIVE_ROUTES } from "./narrative-routes.ts";
import { RequestRefused } from "./problems.ts";
import { playPage, replayPieces, Unbuilt, Unplayable } from "./replay.ts";
import { eyes, jsonList, ok, onePiece, type Route, route, upTo } from "./route.ts";
import * as schema from "./schemas.ts";
import { TABLE_ROUTES } from "./table-routes.ts";

const UNBUILT = "The page has not been built: `npm start` builds it.";
const TEXT_BYTES_MAX = 1 << 20;

/** Depths count everyone's turns, so probing them would tell a seat how often others acted. */
function presentOnly(caller: Caller, at: number | undefined): void {
  if (caller.role === "seat" && at !== undefined)
    throw new RequestRefused(403, "not_allowed", "A seat sees the present; what it noticed before is in its turns.");
}

export const ROUTES: readonly Route[] = [
  route({
    method: "GET",
    path: "/api/health",
    name: "health",
    summary: "Whether the server answers.",
    who: "open",
    query: schema.NoQuery,
    answers: { 200: { description: "It does.", schema: schema.Health } },
    problems: [],
    handle: async () => ok({ ok: true }),
  }),
  route({
    method: "GET",
    path: "/api/session",
    name: "session",
    summary: "Who this caller is, apart from any seat.",
    who: "open",
    query: schema.NoQuery,
    answers: { 200: { description: "The caller's role.", schema: schema.Session } },
    problems: [],
    handle: async ({ caller, token }) =>
      ok({ role: caller.role === "owner" ? "owner" : "nobody", locked: token !== null }),
  }),
  route({
    method: "POST",
    path: "/api/login",
    name: "login",
    summary: "Trades the owner's token for a cookie.",
    who: "open",
    query: schema.NoQuery,
    body: schema.LoginBody,
    answers: { 200: { description: "The cookie is set.", schema: schema.Session } },
    problems: [400, 401, 429],
    async handle({ token, body, meter }) {
      if (token === null) return ok({ role: "owner", locked: false });
      meter.take("logins", "anybody");
      if (!same(body.token, token)) throw unauthorized("That is not this server's token.");
      return ok({ role: "owner", locked: true }, { "set-cookie": ownerCookie(token) });
    },
  }),
  route({
    method: "POST",
    path: "/api/logout",
    name: "logout",
    summary: "Forgets the owner's cookie.",
    who: "open",
    query: schema.NoQuery,
    answers: { 200: { description: "The cookie is gone.", schema: schema.Health } },
    problems: [],
    handle: async () => ok({ ok: true }, { "set-cookie": forgetOwner }),
  }),
  route({
    method: "GET",
    path: "/api/worlds",
    name: "listWorlds",
    summary: "What can be started.",
    who: "owner",
    query: schema.NoQuery,
    answers: { 200: { description: "Every world.", schema: schema.WorldCards } },
    problems: [],
    handle: async ({ orrery }) => ok(await orrery.worlds()),
  }),
  route({
    method: "GET",
    path: "/api/worlds/rules",
    name: "worldRules",
    summary: "What there is to read about a world before playing it.",
    who: "owner",
    query: schema.WorldQuery,
    answers: { 200: { description: "What can be done, and why it may be refused.", schema: schema.WorldRules } },
    problems: [400, 404],
    handle: async ({ orrery, query }) => ok(await orrery.worldRules(query.world)),
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/replay",
    name: "replayRun",
    summary: "A whole run as one page that opens from disk.",
    who: "owner",
    params: schema.RunPath,
    query: schema.NoQuery,
    answers: {
      200: { description: "The page.", schema: { type: "string" } as TSchema, type: "text/html" },
    },
    problems: [404, 503],
    async handle({ orrery, params, pages }) {
      if (pages === null) throw new RequestRefused(503, "not_built", UNBUILT);
      return {
        status: 200,
        text: refuseUnbuilt(replayPieces(orrery, params.id, pages)),
        headers: {
          "content-type": "text/html; charset=utf-8",
          "content-disposition": await asFile(orrery, params.id, "html"),
        },
      };
    },
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/player",
    name: "playRunFromFile",
    summary: "The story of a run, from its beginning, as one page that is played from disk without a server.",
    who: "owner",
    params: schema.RunPath,
    query: schema.NoQuery,
    answers: {
      200: { description: "The page.", schema: { type: "string" } as TSchema, type: "text/html" },
    },
    problems: [400, 404, 503],
    async handle({ orrery, params, pages }) {
      if (pages === null) throw new RequestRefused(503, "not_built", UNBUILT);
      const page = await playPage(orrery, params.id, pages).catch((error: unknown) => {
        if (error instanceof Unplayable) throw new RequestRefused(400, "unplayable", error.message);
        throw error instanceof Unbuilt ? new RequestRefused(503, "not_built", UNBUILT) : error;
      });
      return {
        status: 200,
        text: onePiece(page),
        headers: {
          "content-type": "text/html; charset=utf-8",
          "content-disposition": await asFile(orrery, params.id, "html"),
        },
      };
    },
  }),
  route({
    method: "GET",
    path: "/api/worlds/text",
    name: "worldText",
    summary: "The text of a world, to begin another from.",
    who: "owner",
    query: schema.WorldQuery,
    answers: { 200: { description: "YAML.", schema: schema.WorldText } },
    problems: [400, 404],
    handle: async ({ orrery, query }) => ok({ text: await orrery.worldText(query.world) }),
  }),
  route({
    method: "POST",
    path: "/api/worlds/check",
    name: "checkWorld",
    summary: "Judges the text of a world: its configuration, or what is wrong and where.",
    who: "owner",
    query: schema.NoQuery,
    body: schema.WorldToCheck,
    answers: { 200: { description: "The verdict, whichever it is.", schema: schema.CheckedWorld } },
    problems: [400, 413],
    handle: async ({ orrery, body }) => ok(await orrery.checkWorld(body.text, body)),
  }),
  route({
    method: "POST",
    path: "/api/runs",
    name: "startRun",
    summary: "Starts a run, and its agents where there are some.",
    who: "owner",
    query: schema.NoQuery,
    body: schema.StartBody,
    answers: { 201: { description: "Started, with its opening as turn 0.", schema: schema.Started } },
    problems: [400, 404, 409],
    async handle({
      orrery,
      sittings,
      body: { agents, budget, replay, standing, onFault, learn, parser, narrator, ...start },
    }) {
      if (agents === undefined && (budget ?? replay ?? standing ?? onFault ?? learn) !== undefined)
        throw new RequestRefused(
          400,
          "bad_agents",
          "A budget, a replay, standing answers, learning and what is done on a fault are for agents: say who plays, such as *=bot:random.",
        );
      const play = agents === undefined ? undefined : { agents, learn, ...(replay ? { replay } : {}) };
      const ends = parser === undefined && narrator === undefined ? undefined : { parser, narrator };
      const { run, head } = await orrery.createRun({ ...start, play, ends });
      const sitting =
        agents === undefined
          ? await sittings.seatStaff(run, head.branch)
          : await sittings.start(run, { agents, budget, replay, standing, onFault });
      return {
        status: 201,
        body: { id: run, run, head, ...(sitting ? { sitting } : {}) },
        headers: { location: `/api/runs/${encodeURIComponent(run)}` },
      };
    },
  }),
  route({
    method: "GET",
    path: "/api/runs",
    name: "listRuns",
    summary: "Runs, newest last: the newest, or with `before` those before a run.",
    who: "owner",
    query: schema.RunsQuery,
    answers: { 200: { description: "The runs.", schema: schema.RunCards } },
    problems: [400, 404],
    handle: async ({ orrery, query: { most = 500, ...page } }) => ok(await orrery.runs({ ...page, most })),
  }),
  route({
    method: "POST",
    path: "/api/runs/{id}/shelf",
    name: "shelveRun",
    summary: "Names a run, puts it away, or takes it out of the library. Its turns stay as they are.",
    who: "owner",
    params: schema.RunPath,
    query: schema.NoQuery,
    body: schema.ShelveBody,
    answers: { 200: { description: "What it is now.", schema: schema.Shelved } },
    problems: [400, 404],
    handle: async ({ orrery, params, body }) => ok(await orrery.shelve(params.id, body)),
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/reel",
    name: "reelOfRun",
    summary: "The turns of a run that are most worth watching, as small pictures.",
    who: "owner",
    params: schema.RunPath,
    query: schema.NoQuery,
    answers: {
      200: { description: "Pictures turn by turn; null where nothing is worth watching.", schema: schema.Reel },
    },
    problems: [400, 404],
    handle: async ({ orrery, params }) => ok(await orrery.reel(params.id)),
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}",
    name: "showRun",
    summary: "A moment of a run, with one actor's eyes or all.",
    who: "player",
    params: schema.RunPath,
    query: schema.ShowQuery,
    answers: { 200: { description: "The view, who is asked, and what is legal.", schema: schema.Showing } },
    problems: [400, 404],
    async handle({ orrery, caller, params, query }) {
      presentOnly(caller, query.at);
      const showing = await orrery.show(params.id, { ...query, as: eyes(caller, query.as) });
      return ok(caller.role === "seat" ? { ...showing, seat: true } : showing);
    },
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/asks",
    name: "listAsks",
    summary: "Who is asked now: what may be answered, how, and until when. A seat is told of its own asks.",
    who: "player",
    params: schema.RunPath,
    query: schema.EyesOnBranch,
    answers: { 200: { description: "The open asks, each with its contracts.", schema: schema.Asks } },
    problems: [400, 404],
    handle: async ({ orrery, caller, params, query }) =>
      ok(await orrery.asks(params.id, { ...query, as: eyes(caller, query.as) })),
  }),
  route({
    method: "POST",
    path: "/api/runs/{id}/judge",
    name: "judge",
    summary: "Whether an answer would be admitted now, from its actor's view alone. Rolls nothing, records nothing.",
    who: "player",
    params: schema.RunPath,
    query: schema.NoQuery,
    body: schema.JudgeBody,
    answers: { 200: { description: "The verdicts.", schema: schema.Judged } },
    problems: [400, 404, 409],
    async handle({ orrery, caller, params, body }) {
      const as = eyes(caller, body.as);
      if (as === undefined) throw new RequestRefused(400, "bad_shape", "Name the answering actor in `as`.");
      return ok(await orrery.judge(params.id, { ...body, as }));
    },
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/turns",
    name: "listTurns",
    summary: "Turns in order, from the first that was played; `from=0` begins with the opening.",
    who: "player",
    params: schema.RunPath,
    query: schema.LogQuery,
    answers: { 200: { description: "The turns.", schema: { type: "array", items: schema.Line } as TSchema } },
    problems: [400, 404],
    async handle({ orrery, caller, params, query: { most, stateHash, ...query } }) {
      presentOnly(caller, query.at);
      const hashed = stateHash !== "false";
      const lines = orrery.log(params.id, { ...query, as: eyes(caller, query.as), hashed });
      return {
        status: 200,
        text: jsonList(most === undefined ? lines : upTo(lines, most)),
        headers: { "content-type": "application/json; charset=utf-8" },
      };
    },
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/outline",
    name: "outlineOfRun",
    summary:
      "What is worth stopping at on a branch, as numbers of turns: enough to draw a long run before its turns are read.",
    who: "owner",
    params: schema.RunPath,
    query: schema.OnBranch,
    answers: { 200: { description: "Numbers of turns by kind, ascending.", schema: schema.Outline } },
    problems: [400, 404],
    handle: async ({ orrery, params, query }) => ok(await orrery.outline(params.id, query)),
  }),
  route({
    method: "POST",
    path: "/api/runs/{id}/turns",
    name: "submit",
    summary: "One utterance, or one answer of actions. What the world refuses is a turn too.",
    who: "player",
    params: schema.RunPath,
    query: schema.NoQuery,
    body: schema.TurnBody,
    answers: {
      200: {
        description: "UNDO or RESTART, typed by the owner: the branch is back at this head.",
        schema: schema.Rewound,
      },
      201: { description: "The turn, whether or not its actions succeeded.", schema: schema.Line },
      202: { description: "Kept until the rest of its window has answered.", schema: schema.Kept },
    },
    problems: [400, 404, 409, 413],
    keepsKey: true,
    async handle({ orrery, sittings, caller, params, body, once }) {
      const as = eyes(caller, body.as);
      const seat = caller.role === "seat";
      if ((body.text === undefined) === (body.actions === undefined))
        throw new RequestRefused(400, "bad_shape", "Give exactly one of text and actions.");
      if (body.text !== undefined && Buffer.byteLength(body.text) > TEXT_BYTES_MAX)
        throw new RequestRefused(413, "too_large", "The text is longer than 1 MiB. Nothing was recorded.");
      const done = await orrery.submit(params.id, {
        ...body,
        as,
        seat,
        once,
        ...(caller.role === "seat" ? { seatId: caller.id } : {}),
      });
      await sittings.seatStaff(params.id, body.branch ?? "main").catch(afterwards);
      if (done.kind === "turn") return { status: 201, body: done.line };
      if (done.kind === "rewound") return ok(done);
      // Who else is asked may be a secret of the others.
      const { kind, ask, waitingFor } = done;
      return { status: 202, body: seat ? { kind, ask } : { kind, ask, waitingFor } };
    },
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/turns/{turn}/why",
    name: "why",
    summary: "How a turn came about: who was asked, what was tried, what was rolled.",
    who: "owner",
    params: schema.TurnPath,
    query: schema.OnBranch,
    answers: { 200: { description: "The turn's record, laid open.", schema: schema.Anything } },
    problems: [400, 404],
    handle: async ({ orrery, params, query }) => ok(await orrery.why(params.id, params.turn, query)),
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/recall",
    name: "recall",
    summary: "What an actor remembers that matters, best first, and why each was chosen. A seat recalls for itself.",
    who: "player",
    params: schema.RunPath,
    query: schema.RecallQuery,
    answers: { 200: { description: "Memories, each of a turn.", schema: schema.Recalled } },
    problems: [400, 404, 409],
    async handle({ orrery, caller, params, query: { about, ...query } }) {
      presentOnly(caller, query.at);
      const as = eyes(caller, query.as);
      if (as === undefined) throw new RequestRefused(400, "bad_shape", "Say whose memories: as=ACTOR.");
      const cue = { ...query, as, seat: caller.role === "seat", about: about === undefined ? [] : [about] };
      return ok(await orrery.recall(params.id, cue));
    },
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/knows",
    name: "knows",
    summary: "Who knows a thing, since when, and how. A seat is told of itself.",
    who: "player",
    params: schema.RunPath,
    query: schema.KnowsQuery,
    answers: { 200: { description: "Those who know of it, and those who do not.", schema: schema.Knowledge } },
    problems: [400, 404, 409],
    async handle({ orrery, caller, params, query: { thing, ...query } }) {
      presentOnly(caller, query.at);
      const as = eyes(caller, query.as);
      return ok(await orrery.knows(params.id, thing, { ...query, as, seat: caller.role === "seat" }));
    },
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/why",
    name: "whySo",
    summary: "Why an entity, or one attribute of it, is as it is: what set it, back to the opening.",
    who: "owner",
    params: schema.RunPath,
    query: schema.WhySoQuery,
    answers: { 200: { description: "Every setting, newest first.", schema: schema.Because } },
    problems: [400, 404, 409],
    handle: async ({ orrery, params, query: { of, ...at } }) => ok(await orrery.whySo(params.id, of, at)),
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/stream",
    name: "follow",
    summary: "Turns as they come (server-sent events `turn` and `rollback`), resumed by `Last-Event-ID`.",
    who: "player",
    params: schema.RunPath,
    query: schema.StreamQuery,
    answers: {
      200: {
        description: "One event a turn, its id the turn's; a comment each ten seconds.",
        schema: { type: "string" } as TSchema,
        type: "text/event-stream",
      },
    },
    problems: [400, 404],
    async handle({ caller, params, query, lastEventId }) {
      const key = { run: params.id, branch: query.branch ?? "main", as: eyes(caller, query.as) };
      return { stream: key, after: lastEventId || query.after };
    },
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/branches",
    name: "listBranches",
    summary: "The branches of a run, and where each left its parent; with `beside`, where each leaves that branch.",
    who: "owner",
    params: schema.RunPath,
    query: schema.BranchesQuery,
    answers: { 200: { description: "The branches.", schema: schema.BranchCards } },
    problems: [400, 404],
    handle: async ({ orrery, params, query }) => ok(await orrery.branches(params.id, query)),
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/taken-back",
    name: "takenBack",
    summary: "Every way back that the branches of a run took: what was left, where it went on, and when.",
    who: "owner",
    params: schema.RunPath,
    query: schema.NoQuery,
    answers: { 200: { description: "Oldest first.", schema: schema.TakenBack } },
    problems: [400, 404],
    handle: async ({ orrery, params }) => ok(await orrery.takenBack(params.id)),
  }),
  route({
    method: "POST",
    path: "/api/runs/{id}/branches",
    name: "branch",
    summary: "A new branch from an earlier turn. Fresh dice unless told to keep them.",
    who: "owner",
    params: schema.RunPath,
    query: schema.NoQuery,
    body: schema.BranchBody,
    answers: { 201: { description: "Branched.", schema: schema.Branched } },
    problems: [400, 404, 409],
    async handle({ orrery, sittings, params, body }) {
      const branched = await orrery.createBranch(params.id, body);
      await sittings.seatStaff(params.id, branched.branch);
      return { status: 201, body: branched };
    },
  }),
  route({
    method: "POST",
    path: "/api/runs/{id}/rollback",
    name: "rollback",
    summary: "Takes a branch back to an earlier turn. Nothing is deleted.",
    who: "owner",
    params: schema.RunPath,
    query: schema.NoQuery,
    body: schema.RollbackBody,
    answers: { 200: { description: "Where the branch now stands.", schema: schema.Moved } },
    problems: [400, 404, 409],
    handle: async ({ orrery, params, body }) => ok(await orrery.rollback(params.id, body.to, { branch: body.branch })),
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/diff",
    name: "diff",
    summary: "How two moments of a run differ.",
    who: "owner",
    params: schema.RunPath,
    query: schema.DiffQuery,
    answers: { 200: { description: "What changes from the first to the second.", schema: schema.Changes } },
    problems: [400, 404],
    handle: async ({ orrery, params, query }) => ok(await orrery.diff(params.id, query.a, query.b)),
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/god",
    name: "listGodActions",
    summary: "What a god may do here, each with the JSON Schema of its action.",
    who: "owner",
    params: schema.RunPath,
    query: schema.NoQuery,
    answers: { 200: { description: "`amend` first, then the world's own.", schema: schema.GodActions } },
    problems: [400, 404],
    handle: async ({ orrery, params }) => ok(await orrery.godActions(params.id)),
  }),
  route({
    method: "POST",
    path: "/api/runs/{id}/god/try",
    name: "tryGod",
    summary: "What a god's action would change, or why it would be refused. Records nothing.",
    who: "owner",
    params: schema.RunPath,
    query: schema.NoQuery,
    body: schema.GodBody,
    answers: { 200: { description: "The changes, or the refusal.", schema: schema.Tried } },
    problems: [400, 404],
    handle: async ({ orrery, params, body }) =>
      ok(await orrery.tryGod(params.id, body.action, { branch: body.branch })),
  }),
  route({
    method: "POST",
    path: "/api/runs/{id}/god",
    name: "god",
    summary: "A god's action: recorded, visible, and judged by the world's own invariants.",
    who: "owner",
    params: schema.RunPath,
    query: schema.NoQuery,
    body: schema.GodBody,
    answers: { 201: { description: "The turn, whether or not the world allowed it.", schema: schema.OwnerLine } },
    problems: [400, 404, 409],
    keepsKey: true,
    handle: async ({ orrery, params, body, once }) => ({
      status: 201,
      body: await orrery.god(params.id, body.action, { branch: body.branch, once }),
    }),
  }),
  route({
    method: "POST",
    path: "/api/runs/{id}/undo",
    name: "undo",
    summary: "Takes a turn back, or tells why it cannot be.",
    who: "owner",
    params: schema.RunPath,
    query: schema.NoQuery,
    body: schema.UndoBody,
    answers: { 200: { description: "What was done about it.", schema: schema.Undone } },
    problems: [400, 404, 409],
    handle: async ({ orrery, params, body: { turn, ...how } }) => ok(await orrery.undo(params.id, `${turn}`, how)),
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/verify",
    name: "verify",
    summary: "Replays a run and checks every hash.",
    who: "owner",
    params: schema.RunPath,
    query: schema.NoQuery,
    answers: { 200: { description: "`ok`, or where it is broken.", schema: schema.Verified } },
    problems: [400, 404],
    handle: async ({ orrery, params }) => ok(await orrery.verify(params.id)),
  }),
  route({
    method: "POST",
    path: "/api/runs/{id}/reveal",
    name: "reveal",
    summary: "Opens the commitment to the dice of the epoch that ends here, and begins the next.",
    who: "owner",
    params: schema.RunPath,
    query: schema.NoQuery,
    body: schema.RevealBody,
    bodyOptional: true,
    answers: { 200: { description: "Seed and nonce, for anyone to check.", schema: schema.Revealed } },
    problems: [400, 404, 409],
    handle: async ({ orrery, params, body }) => ok(await orrery.reveal(params.id, { branch: body?.branch })),
  }),
  route({
    method: "POST",
    path: "/api/runs/{id}/seats",
    name: "invite",
    summary: "A token and a link that make their bearer this actor of this run, and nothing else.",
    who: "owner",
    params: schema.RunPath,
    query: schema.NoQuery,
    body: schema.SeatBody,
    answers: { 201: { description: "The token and the link, for one guest.", schema: schema.Invited } },
    problems: [400, 404],
    keepsKey: true,
    async handle({ orrery, params, body: { actor, ...terms }, once }) {
      const token = await orrery.invite(params.id, actor, { ...terms, once });
      const { id } = (await orrery.seatOf(token))!;
      return { status: 201, body: { id, token, link: `/seat/${encodeURIComponent(token)}` } };
    },
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/seats",
    name: "listSeats",
    summary: "Every seat that was given out, oldest first. The turns that came by it name its id in their record.",
    who: "owner",
    params: schema.RunPath,
    query: schema.NoQuery,
    answers: { 200: { description: "The seats; revoked and expired ones too.", schema: schema.Seats } },
    problems: [404],
    handle: async ({ orrery, params }) => ok(await orrery.seats(params.id)),
  }),
  route({
    method: "POST",
    path: "/api/runs/{id}/seats/{seat}",
    name: "changeSeat",
    summary: "Opens or closes branches to a seat, names it, sets its end, or revokes it for good.",
    who: "owner",
    params: schema.SeatPath,
    query: schema.NoQuery,
    body: schema.SeatChange,
    answers: { 200: { description: "The seat as it is now.", schema: schema.SeatCard } },
    problems: [400, 404],
    async handle({ orrery, params, body, endStreams }) {
      const changed = await orrery.changeSeat(params.id, params.seat, body);
      await endStreams(changed.id);
      return ok(changed);
    },
  }),
  route({
    method: "POST",
    path: "/api/runs/{id}/leave",
    name: "leaveSeat",
    summary: "Forgets the seat's cookie in this browser. The invitation stays good.",
    who: "open",
    params: schema.RunPath,
    query: schema.NoQuery,
    answers: { 200: { description: "The cookie is gone.", schema: schema.Health } },
    problems: [],
    handle: async ({ params }) => ok({ ok: true }, { "set-cookie": forgetSeat(params.id) }),
  }),
  route({
    method: "GET",
    path: "/api/runs/{id}/export",
    name: "exportRun",
    summary: "A whole run as newline-delimited JSON.",
    who: "owner",
    params: schema.RunPath,
    query: schema.NoQuery,
    answers: {
      200: { description: "One record a line.", schema: { type: "string" } as TSchema, type: "application/x-ndjson" },
    },
    problems: [404],
    handle: async ({ orrery, params }) => ({
      status: 200,
      text: newlines(orrery.export(params.id)),
      headers: {
        "content-type": "application/x-ndjson; charset=utf-8",
        "content-disposition": await asFile(orrery, params.id, "ndjson"),
      },
    }),
  }),
  route({
    method: "POST",
    path: "/api/import",
    name: "importRun",
    summary: "Takes in an exported run. The same run again changes nothing; another under its id is refused.",
    who: "owner",
    query: schema.NoQuery,
    lines: true,
    answers: {
      200: { description: "It was here already, the same to the last byte.", schema: schema.Imported },
      201: { description: "Taken in.", schema: schema.Imported },
    },
    problems: [400, 409, 413],
    async handle({ orrery, body }) {
      const { run, existed } = await orrery.import(linesOf(body as Text));
      return { status: existed ? 200 : 201, body: { id: run, run, existed } };
    },
  }),
  ...FOLDER_ROUTES,
  ...ARTIFACT_ROUTES,
  ...EXPORT_ROUTES,
  ...NARRATIVE_ROUTES,
  ...TABLE_ROUTES,
  ...LOBBY_ROUTES,
  ...LEAGUE_ROUTES,
  ...EXPERIMENT_ROUTES,
  ...MODEL_ROUTES,
];

/** The change is made: that its staff cannot sit down now is no reason to say otherwise. */
function afterwards(error: unknown): null {
  if (error instanceof Fault || error instanceof StoreFault) return null;
  throw error;
}

/** Length of a piece of an answer: a write for each line would cost the socket more than the lines cost to read. */
const PIECE = 16 << 10;

/** Lines with their ends, in pieces of many. */
async function* newlines(lines: AsyncIterable<string>): AsyncIterable<string> {
  let piece = "";
  for await (const line of lines) {
    piece += line.endsWith("\n") ? line : `${line}\n`;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = "";
  }
  if (piece !== "") yield piece;
}

async function* refuseUnbuilt(pieces: AsyncIterable<string>): AsyncIterable<string> {
  try {
    yield* pieces;
  } catch (error) {
    throw error instanceof Unbuilt ? new RequestRefused(503, "not_built", UNBUILT) : error;
  }
}
