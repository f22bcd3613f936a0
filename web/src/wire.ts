// What the page asks of the server: one function per need, plain values in and out. Knows no world and no component.
import type { StoryComparison } from "@orrery/worlds/story";
import type {
  Action,
  AmendmentTrial,
  AnsweredBy,
  Ask,
  Because,
  Branch,
  Change,
  CheckedWorld,
  ExperimentCard,
  ExperimentResults,
  Forecast,
  GodAction,
  HeadView,
  Knowledge,
  LeagueCard,
  LeagueGame,
  LeaguePlan,
  LeagueTable,
  Line,
  LobbyCard,
  LobbyView,
  ModelCall,
  ModelCard,
  Outline,
  Recalled,
  Reel,
  RunCard,
  SeatCard,
  Shelved,
  Shown,
  Sitting,
  Submitted,
  TakenBack,
  Telling,
  TellingSheet,
  TurnLine,
  Undone,
  Verified,
  Why,
  WorldCard,
  WorldRules,
} from "./shapes.ts";

import { t } from "./words.ts";

export type * from "./shapes.ts";

/** Why the server said no, in its own words. `status` 0: it could not be reached at all. */
export class Problem extends Error {
  readonly status: number;
  readonly code: string;
  constructor(status: number, code: string, detail: string) {
    super(detail);
    this.status = status;
    this.code = code;
  }
}
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface At {
  readonly branch?: string | undefined;
  readonly at?: number | undefined;
  readonly as?: string | undefined;
}

export const worlds = (): Promise<WorldCard[]> => get("/api/worlds");
/** Every run, a page at a time, newest last. */
export async function runs(): Promise<RunCard[]> {
  const most = 500;
  let all: RunCard[] = [];
  for (;;) {
    const page: RunCard[] = await get("/api/runs", { most, before: all[0]?.run });
    all = [...page, ...all];
    if (page.length < most) return all;
  }
}
export const shelve = (run: string, change: { name?: string; away?: boolean; gone?: boolean }): Promise<Shelved> =>
  post(under(run, "/shelf"), change);
export const reel = (run: string): Promise<Reel | null> => get(under(run, "/reel"));
export const login = (token: string): Promise<unknown> => post("/api/login", { token });
/** `agents`: who plays from the start; there is no run unless they can. */
export const startRun = (
  world: string,
  how: {
    config?: unknown;
    agents?: string | undefined;
    seed?: string | undefined;
    parser?: string;
    narrator?: string;
    learn?: boolean;
  } = {},
): Promise<{ id: string }> => post("/api/runs", { world, ...how });
export const leagues = (): Promise<LeagueCard[]> => get("/api/leagues");
/** Opens a league and plays it. */
export const beginLeague = (plan: LeaguePlan): Promise<LeagueCard> => post("/api/leagues", plan);
const leagueAt = (id: string, part = ""): string => `/api/leagues/${encodeURIComponent(id)}${part}`;
export const league = (id: string): Promise<LeagueCard> => get(leagueAt(id));
export const stopLeague = (id: string): Promise<LeagueCard> => post(leagueAt(id, "/stop"));
export const goOnWithLeague = (id: string): Promise<LeagueCard> => post(leagueAt(id, "/go"));
export const leagueLink = (league: string, part: "table" | "table.csv" | "games"): string =>
  leagueAt(league, `/${part}`);
export const leagueTable = (league: string): Promise<LeagueTable> => get(leagueLink(league, "table"));
/** The first `most` of them; all unless told. */
export const leagueGames = (league: string, most?: number): Promise<LeagueGame[]> =>
  get(leagueLink(league, "games"), most === undefined ? {} : { to: most - 1 });
export const experiments = (): Promise<ExperimentCard[]> => get("/api/experiments");
const experimentAt = (id: string, part = ""): string => `/api/experiments/${encodeURIComponent(id)}${part}`;
export const experiment = (id: string): Promise<ExperimentCard> => get(experimentAt(id));
export const experimentResults = (id: string): Promise<ExperimentResults> => get(experimentAt(id, "/results"));
/** `text`: YAML. Rejects with every place in it that is wrong. */
export const startExperiment = (text: string): Promise<ExperimentCard> => post("/api/experiments", { text });
export const stopExperiment = (id: string): Promise<ExperimentCard> => post(experimentAt(id, "/stop"));
export const goOnWithExperiment = (id: string): Promise<ExperimentCard> => post(experimentAt(id, "/go"));
export const worldRules = (world: string): Promise<WorldRules> => get("/api/worlds/rules", { world });
export const worldText = (world: string): Promise<{ text: string }> => get("/api/worlds/text", { world });
/** `tries`: how many acts the server may try to win it; none unless told. */
export const checkWorld = (text: string, tries = 0): Promise<CheckedWorld> =>
  post("/api/worlds/check", { text, tries });
export const importRun = (file: Blob): Promise<{ id: string; existed: boolean }> =>
  send("/api/import", { method: "POST", body: file, headers: { "content-type": "application/x-ndjson" } });
/** Who is asked now, and what each answer looks like. */
export const asks = (run: string, at: Omit<At, "at">): Promise<readonly Ask[]> => get(`${under(run)}/asks`, at);
export const show = (run: string, at: At): Promise<Shown> => get(under(run), at);
/** The opening is the first of them. */
export const turns = (run: string, at: At & { from?: number }): Promise<Line[]> =>
  get(under(run, "/turns"), { from: 0, stateHash: false, ...at });
export const outline = (run: string, branch: string): Promise<Outline> => get(under(run, "/outline"), { branch });
/** What models told of turns, beside what the rules tell. */
export const tellings = (
  run: string,
  at: At & { from?: number | undefined },
): Promise<Omit<Telling, "provisional">[]> => get(under(run, "/tellings"), at);
/** All tellings of one turn to one viewer, beside what the rules told. */
export interface ToldTurn {
  readonly turn: string;
  readonly branch: string;
  readonly as: string;
}
const ofTurn = (run: string, turn: string, more = ""): string =>
  under(run, `/turns/${encodeURIComponent(turn)}/tellings${more}`);
export const tellingSheet = (run: string, { turn, ...at }: ToldTurn): Promise<TellingSheet> =>
  get(ofTurn(run, turn), at);
export const writeTelling = (run: string, { turn, ...at }: ToldTurn, text: string) =>
  post<TellingSheet>(ofTurn(run, turn), { ...at, text });
export const retell = (run: string, { turn, ...at }: ToldTurn, narrator: string | null) =>
  post<TellingSheet & { readonly trouble: string | null }>(ofTurn(run, turn, "/again"), {
    ...at,
    ...(narrator === null ? {} : { narrator }),
  });
export const chooseTelling = (run: string, { turn, ...at }: ToldTurn, n: number) =>
  post<TellingSheet>(ofTurn(run, turn, "/shown"), { ...at, n });
/** Has what is shown of a turn read aloud. */
export const speak = (run: string, { turn, ...at }: ToldTurn) =>
  post<{ readonly audio: { readonly hash: string; readonly speaker: string } | null; readonly trouble: string | null }>(
    under(run, `/turns/${encodeURIComponent(turn)}/speech`),
    at,
  );
/** `beside`: each also says where it leaves that branch. */
export const branches = (run: string, beside?: string): Promise<Branch[]> => get(under(run, "/branches"), { beside });
export const takenBack = (run: string): Promise<TakenBack[]> => get(under(run, "/taken-back"));
export const createBranch = (
  run: string,
  branch: { name: string; at: number | string; dice: "keep" | "fresh"; from: string },
) => post<{ branch: string; head: HeadView }>(under(run, "/branches"), branch);
export const rollback = (run: string, to: number, branch: string) =>
  post<{ head: HeadView }>(under(run, "/rollback"), { to, branch });
export const compare = (run: string, a: string, b: string): Promise<{ changes: Change[] }> =>
  get(under(run, "/diff"), { a, b });
export const measuresLink = (run: string, branch: string): string =>
  `${under(run, "/exports/measures")}${query({ branch })}`;
/** As CSV. */
export const measuresOf = (run: string, branch: string): Promise<string> =>
  get<{ files: readonly { text: string }[] }>(under(run, "/exports/measures"), { branch, as: "json" }).then(
    ({ files }) => files[0]!.text,
  );
export const storyComparison = (run: string, a: string, b: string): Promise<StoryComparison> =>
  get(`/api/narrative/compare/${encodeURIComponent(run)}`, { a, b });
export const models = (): Promise<ModelCard[]> => get("/api/models");
export const forecast = (run: string, agents: string, branch: string): Promise<Forecast> =>
  get(under(run, "/agents/forecast"), { agents, branch });
export const forecastStart = (
  world: string,
  start: { config?: object | undefined; seed?: string | undefined },
  agents: string,
): Promise<Forecast> => post("/api/forecast", { world, ...start, agents });
export const agents = (run: string): Promise<Sitting[]> => get(under(run, "/agents"));
/** `standing`: they also answer asks that wait for nobody, such as a judge's. */
export const startAgents = (run: string, agents: string, branch: string, standing = false): Promise<Sitting> =>
  post(under(run, "/agents"), { agents, branch, ...(standing ? { standing } : {}) });
export const stopAgents = (run: string, branch: string): Promise<Sitting> =>
  post(under(run, "/agents/stop"), { branch });
export const calls = (run: string, at: { branch: string; turn?: number | undefined }): Promise<ModelCall[]> =>
  get(under(run, "/calls"), at);
/** Which models answered in a turn. A file holds this much of their calls. */
export const answeredBy = (run: string, at: { branch: string; turn: number }): Promise<readonly AnsweredBy[]> =>
  get(under(run, "/calls"), at);
export const reveal = (run: string, branch: string): Promise<unknown> => post(under(run, "/reveal"), { branch });
export const verify = (run: string): Promise<Verified> => get(under(run, "/verify"));
export const invite = (run: string, actor: string, branch = "main"): Promise<{ token: string; link: string }> =>
  post(under(run, "/seats"), { actor, branches: [branch] });
export const seats = (run: string): Promise<SeatCard[]> => get(under(run, "/seats"));
/** One invitation for several seats. `expiresAt`: milliseconds since 1970. */
export const openLobby = (run: string, terms: { actors: readonly string[]; branch: string; expiresAt?: number }) =>
  post<LobbyCard>(under(run, "/lobbies"), terms);
export const lobbies = (run: string): Promise<LobbyCard[]> => get(under(run, "/lobbies"));
/** Nobody takes a seat by it any more. */
export const closeLobby = (run: string, lobby: string): Promise<LobbyCard> =>
  post(under(run, `/lobbies/${encodeURIComponent(lobby)}/close`));
/** A lobby's token names its run first. */
const runOf = (lobbyToken: string): string => lobbyToken.split(".", 1)[0]!;
export const showLobby = (token: string): Promise<LobbyView> => post(under(runOf(token), "/lobby"), { token });
/** Resolves to the link of the seat. */
export const takeSeat = (token: string, seat: { actor: string; label?: string }): Promise<{ link: string }> =>
  post(under(runOf(token), "/lobby/seat"), { token, ...seat });
/** Ends a seat for good. */
export const revokeSeat = (run: string, seat: string): Promise<SeatCard> =>
  post(under(run, `/seats/${encodeURIComponent(seat)}`), { revoked: true });
/** Why an invitation opens nothing; null when it opens its run after all. */
export const invitationProblem = (token: string): Promise<Problem | null> =>
  send(`/seat/${encodeURIComponent(token)}`, { headers: { accept: "application/json" }, redirect: "manual" }).then(
    () => null,
    (problem: Problem) => (problem.code === "unknown" ? null : problem),
  );
export const leaveSeat = (run: string): Promise<unknown> => post(under(run, "/leave"));
export const godActions = (run: string): Promise<GodAction[]> => get(under(run, "/god"));
export const tryGod = (run: string, action: unknown, branch: string): Promise<AmendmentTrial> =>
  post(under(run, "/god/try"), { action, branch });
export const god = (run: string, action: unknown, branch: string): Promise<TurnLine> =>
  post(under(run, "/god"), { action, branch });
export const undo = (run: string, turn: string, branch: string): Promise<Undone> =>
  post(under(run, "/undo"), { turn, branch });

export const why = (run: string, turn: string, branch: string): Promise<Why> =>
  get(under(run, `/turns/${encodeURIComponent(turn)}/why`), { branch });
export const whySo = (run: string, of: string, at: At): Promise<Because> => get(under(run, "/why"), { of, ...at });
export const knows = (run: string, thing: string, at: At): Promise<Knowledge> =>
  get(under(run, "/knows"), { thing, ...at });
export const recall = (run: string, cue: At & { k?: number; query?: string }): Promise<Recalled[]> =>
  get(under(run, "/recall"), cue);
export const exportLink = (run: string): string => under(run, "/export");
export const playerLink = (run: string): string => under(run, "/player");
export const replayLink = (run: string): string => under(run, "/replay");
export const streamLink = (run: string, at: { branch?: string | undefined }): string =>
  under(run, "/stream") + query(at);

/** A turn, or an answer that waits for the others of its window. */
export async function submit(
  run: string,
  answer: { text?: string; actions?: readonly Action[]; as?: string | undefined; branch: string; expectedHead: string },
): Promise<Submitted> {
  const done = await post<Line | Exclude<Submitted, { kind: "turn" }>>(under(run, "/turns"), answer);
  return "kind" in done ? done : { kind: "turn", line: done };
}

const under = (run: string, path = ""): string => `/api/runs/${encodeURIComponent(run)}${path}`;
export const get = <T>(path: string, at: object = {}): Promise<T> => send<T>(path + query(at), {});
export const post = <T>(path: string, body?: object): Promise<T> =>
  send<T>(path, {
    method: "POST",
    // A browser may send it again when its line breaks.
    headers: { "idempotency-key": newKey(), ...(body ? { "content-type": "application/json" } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

/** Also where the page came over a line that is not secure, which has no `randomUUID`. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

function query(at: object): string {
  const given = Object.entries(at).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}

/** Asked in place of the server, where the run is kept in the page's own file. */
let disk: ((path: string, query: Readonly<Record<string, unknown>>) => Promise<unknown>) | null = null;
/** Files of the run as data URIs, by hash. */
let files: Readonly<Record<string, string>> = {};
export function answerWith(answerer: NonNullable<typeof disk>, artifacts: typeof files): void {
  disk = answerer;
  files = artifacts;
}
/** Where a file of a run can be loaded from; null where the page's own file does not hold it. */
export const artifactSource = (run: string, hash: string): string | null =>
  disk ? (files[hash] ?? null) : under(run, `/artifacts/${hash}`);
/** Whether this is a run in a file: it can be looked at, and nothing else. */
export const onDisk = (): boolean => disk !== null;

async function send<T>(path: string, init: RequestInit): Promise<T> {
  if (disk) {
    const { pathname, searchParams } = new URL(path, "http://disk");
    const found = await disk(decodeURIComponent(pathname), Object.fromEntries(searchParams));
    if (found === null || found === undefined) throw new Problem(404, "not_found", t("notInFile"));
    return found as T;
  }
  const unreachable = () => {
    throw new Problem(0, "unreachable", t("unreachable"));
  };
  const response = await fetch(path, init).catch(unreachable);
  // An answer that breaks off is none.
  if (response.ok) return response.json().catch(unreachable);
  const problem = await response.json().catch(() => ({}));
  throw new Problem(
    response.status,
    problem.code ?? "unknown",
    problem.detail ?? problem.error ?? t("answered", { status: response.status }),
  );
}
