// What an endpoint is: who may call it, what it takes, what it answers, and the function behind it.
import type { Static, TSchema } from "@orrery/kernel";
import { Fault, type OnceKey, type Orrery } from "@orrery/runtime";
import type { Caller } from "./auth.ts";
import type { LeaguePlays } from "./league-plays.ts";
import { RequestRefused } from "./problems.ts";
import type { Meter } from "./quotas.ts";
import type { Sittings } from "./sittings.ts";
import type { StreamKey } from "./streams.ts";
import type { Trials } from "./trials.ts";

/** `open`: anyone at all; `player`: the owner, or the seat on its own run; `owner`: the owner alone. */
export type Who = "open" | "player" | "owner";

export interface Route {
  readonly method: "GET" | "POST";
  /** As OpenAPI writes it: `/api/runs/{id}`. */
  readonly path: string;
  readonly name: string;
  readonly summary: string;
  readonly who: Who;
  readonly params?: TSchema;
  readonly query: TSchema;
  readonly body?: TSchema;
  /** A body may be left out. */
  readonly bodyOptional?: boolean;
  /** Takes newline-delimited JSON of any length instead of a JSON body. */
  readonly lines?: boolean;
  /** Takes a tar archive of any size instead of a JSON body. */
  readonly archive?: boolean;
  /** Takes a file instead of a JSON body: of one of these media types, as a rule of the endpoint's own. */
  readonly bytes?: readonly string[];
  readonly answers: Readonly<
    Record<number, { readonly description: string; readonly schema: TSchema; readonly type?: string }>
  >;
  /** Statuses of problems that it may answer with, beside those that every route has. */
  readonly problems: readonly number[];
  /** Its change keeps the caller's Idempotency-Key itself, in one step with what it changes. */
  readonly keepsKey?: boolean;
  handle(call: RouteCall): Promise<Reply>;
}

export interface RouteCall<P = unknown, Q = unknown, B = unknown> {
  readonly orrery: Orrery;
  /** Agents at work in runs. */
  readonly sittings: Sittings;
  /** Experiments that are being played. */
  readonly trials: Trials;
  /** Leagues that are being played. */
  readonly leaguePlays: LeaguePlays;
  readonly caller: Caller;
  /** What is counted of those who are not the owner. */
  readonly meter: Meter;
  /** Ends the streams of a seat that may no longer follow. */
  readonly endStreams: (seat: string) => Promise<void>;
  /** The owner's token, when one is set. */
  readonly token: string | null;
  readonly params: P;
  readonly query: Q;
  readonly body: B;
  /** The caller's Idempotency-Key, where the route keeps it. */
  readonly once?: OnceKey;
  /** The folder of the built page; null where this server has none. */
  readonly pages: string | null;
  /** A signal that aborts when the client leaves before it was answered. */
  left(): AbortSignal;
  /** Of the header `Last-Event-ID`. */
  readonly lastEventId: string | undefined;
}
export type Reply =
  | { readonly status: number; readonly body: unknown; readonly headers?: Readonly<Record<string, string>> }
  | { readonly status: 200; readonly text: AsyncIterable<string>; readonly headers: Readonly<Record<string, string>> }
  | { readonly status: number; readonly bytes: Uint8Array; readonly headers: Readonly<Record<string, string>> }
  | { readonly stream: StreamKey; readonly after: string | undefined };

/** Ties a handler's types to its schemas; the table then forgets them. */
export function route<P extends TSchema, Q extends TSchema, B extends TSchema>(
  from: Omit<Route, "handle" | "params" | "query" | "body"> & {
    params?: P;
    query: Q;
    body?: B;
    handle(call: RouteCall<Static<P>, Static<Q>, Static<B>>): Promise<Reply>;
  },
): Route {
  return from as unknown as Route;
}
/** Whether it takes an `Idempotency-Key`: a change with a body small enough to be compared. */
export const isChange = ({ method, who, keepsKey, lines, archive, bytes }: Route): boolean =>
  method === "POST" && (who !== "open" || keepsKey === true) && !lines && !archive && !bytes;

/** Done, with a body. */
export const ok = (body: unknown, headers: Record<string, string> = {}): Reply => ({ status: 200, body, headers });

/** A text that is there already, for a reply that is written in pieces. */
export async function* onePiece(text: string): AsyncIterable<string> {
  yield text;
}

/** A list of JSON values as it comes. */
export async function* jsonList(items: AsyncIterable<unknown>): AsyncIterable<string> {
  let before = "[";
  for await (const item of items) {
    yield before + JSON.stringify(item);
    before = ",";
  }
  yield before === "[" ? "[]" : "]";
}

/** The first of a list. */
export async function* upTo<T>(items: AsyncIterable<T>, most: number): AsyncIterable<T> {
  let count = 0;
  for await (const item of items) {
    if (count++ === most) return;
    yield item;
  }
}

/** The actor that the caller looks as: a seat has its own eyes and no others. */
export function eyes(caller: Caller, as: string | undefined): string | undefined {
  if (caller.role !== "seat") return as;
  if (as !== undefined && as !== caller.actor)
    throw new RequestRefused(403, "not_allowed", "This seat sees and speaks for itself alone.");
  return caller.actor;
}

/**
 * Puts a seat's own branch where it named none. A branch that it does not open is unknown to it, whether or not there is one;
 * nothing of the run is looked at before.
 */
export function onOwnBranch(
  { query: ofQuery, body: ofBody }: Pick<Route, "query" | "body">,
  caller: Caller,
  query: unknown,
  body: unknown,
): { query: unknown; body: unknown } {
  if (caller.role !== "seat") return { query, body };
  const own = (schema: TSchema | undefined, given: unknown): unknown => {
    if (!Object.hasOwn((schema as { properties?: object } | undefined)?.properties ?? {}, "branch")) return given;
    const { branch = caller.branches[0] } = given as { branch?: string };
    if (!caller.branches.includes(branch!)) throw new Fault("unknown_branch", `This seat has no branch "${branch}".`);
    return { ...(given as object), branch };
  };
  return { query: own(ofQuery, query), body: own(ofBody, body) };
}
