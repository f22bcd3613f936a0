// What the page asks of the server: one function per need, plain values in and out. Knows no world and no component.
import type {
  CheckedWorld,
  HeadView,
  Line,
  RunCard,
  SeatLine,
  Showing,
  Submitted,
  Tried,
  TurnLine,
  Undone,
  Verified,
  WorldCard,
} from "@orrery/runtime";

export type { CheckedWorld, HeadView, Line, RunCard, SeatLine, Showing, Tried, TurnLine, Undone, Verified, WorldCard };
export type Action = Showing["legal"][number];
/** As a seat gets it, its view is the only one there is. */
export type Shown = Showing & { readonly seat?: true };
export interface Branch {
  readonly name: string;
  readonly head: HeadView;
  readonly parent: { readonly branch: string; readonly turn: number } | null;
}
export interface Change {
  readonly path: readonly (string | number)[];
  readonly before?: unknown;
  readonly after?: unknown;
}

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

export interface At {
  readonly branch?: string | undefined;
  readonly at?: number | undefined;
  readonly as?: string | undefined;
}

export const worlds = (): Promise<WorldCard[]> => get("/api/worlds");
export const runs = (): Promise<RunCard[]> => get("/api/runs");
export const session = (): Promise<{ role: "owner" | "nobody"; locked: boolean }> => get("/api/session");
export const login = (token: string): Promise<unknown> => post("/api/login", { token });
export const startRun = (world: string, config?: unknown): Promise<{ id: string }> =>
  post("/api/runs", config === undefined ? { world } : { world, config });
export const worldText = (world: string): Promise<{ text: string }> => get("/api/worlds/text", { world });
export const checkWorld = (text: string): Promise<CheckedWorld> => post("/api/worlds/check", { text });
export const importRun = (file: Blob): Promise<{ id: string; existed: boolean }> =>
  send("/api/import", { method: "POST", body: file, headers: { "content-type": "application/x-ndjson" } });
export const show = (run: string, at: At): Promise<Shown> => get(under(run), at);
/** The opening is the first of them. */
export const turns = (run: string, at: At): Promise<Line[]> => get(under(run, "/turns"), { from: 0, ...at });
export const branches = (run: string): Promise<Branch[]> => get(under(run, "/branches"));
export const createBranch = (run: string, branch: { name: string; at: number; dice: "keep" | "fresh"; from: string }) =>
  post<{ branch: string; head: HeadView }>(under(run, "/branches"), branch);
export const rollback = (run: string, to: number, branch: string) =>
  post<{ head: HeadView }>(under(run, "/rollback"), { to, branch });
export const compare = (run: string, a: string, b: string): Promise<{ changes: Change[] }> =>
  get(under(run, "/diff"), { a, b });
export const verify = (run: string): Promise<Verified> => get(under(run, "/verify"));
export const invite = (run: string, actor: string): Promise<{ token: string; link: string }> =>
  post(under(run, "/seats"), { actor });
export const leaveSeat = (run: string): Promise<unknown> => post(under(run, "/leave"));
/** A god action's JSON Schema, as much of it as forms are made from. */
export interface GodAction {
  readonly type: string;
  readonly schema: unknown;
}
export const godActions = (run: string): Promise<GodAction[]> => get(under(run, "/god"));
export const tryGod = (run: string, action: unknown, branch: string): Promise<Tried> =>
  post(under(run, "/god/try"), { action, branch });
export const god = (run: string, action: unknown, branch: string): Promise<TurnLine> =>
  post(under(run, "/god"), { action, branch });
export const undo = (run: string, turn: string, branch: string): Promise<Undone> =>
  post(under(run, "/undo"), { turn, branch });

/** What is told of how a turn came about, beside what its line says. */
export interface Why {
  readonly changes: readonly Change[];
  readonly rolls: readonly RollProof[];
  readonly answers: readonly {
    readonly actor: string;
    readonly ask: string | null;
    readonly by: string;
    readonly cause?: string;
    readonly attempts?: readonly unknown[];
  }[];
}
export interface RollProof {
  readonly who: string;
  readonly purpose: string;
  readonly n: number;
  readonly low: number;
  readonly high: number;
  readonly value: number;
  readonly joint?: true;
  readonly lane: string;
  readonly depth: number;
  readonly salt: string;
  readonly commitment: string | null;
}
export const why = (run: string, turn: string, branch: string): Promise<Why> =>
  get(under(run, `/turns/${encodeURIComponent(turn)}/why`), { branch });
export const exportLink = (run: string): string => under(run, "/export");
export const streamLink = (run: string, at: { branch?: string | undefined }): string =>
  under(run, "/stream") + query(at);

/** A turn, or an answer that waits for the others of its window. */
export async function submit(
  run: string,
  answer: { text?: string; actions?: readonly Action[]; as?: string | undefined; branch: string; expectedHead: string },
): Promise<Submitted> {
  const done = await post<Line | Extract<Submitted, { kind: "kept" }>>(under(run, "/turns"), answer);
  return "kind" in done ? done : { kind: "turn", line: done };
}

const under = (run: string, path = ""): string => `/api/runs/${encodeURIComponent(run)}${path}`;
const get = <T>(path: string, at: object = {}): Promise<T> => send<T>(path + query(at), {});
const post = <T>(path: string, body?: object): Promise<T> =>
  send<T>(path, {
    method: "POST",
    ...(body ? { body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {}),
  });

function query(at: object): string {
  const given = Object.entries(at).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}

async function send<T>(path: string, init: RequestInit): Promise<T> {
  const response = await fetch(path, init).catch(() => {
    throw new Problem(0, "unreachable", "The server does not answer. Is it still running?");
  });
  if (response.ok) return response.json();
  const problem = await response.json().catch(() => ({}));
  throw new Problem(
    response.status,
    problem.code ?? "unknown",
    problem.detail ?? `The server answered ${response.status}.`,
  );
}
