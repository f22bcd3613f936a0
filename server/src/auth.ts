// Who is calling: the owner, one seat of one run, or nobody. Also keeps out what a stranger's web page could send.
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";
import type { ActorId } from "@orrery/kernel";
import type { Orrery, SeatCard } from "@orrery/runtime";
import { RequestRefused } from "./problems.ts";

export type Caller = { readonly role: "owner" } | Seat | { readonly role: "nobody" };
export interface Seat {
  readonly role: "seat";
  readonly id: string;
  readonly run: string;
  readonly actor: ActorId;
  /** Those that it may open; the first is shown unasked. */
  readonly branches: readonly string[];
}

const OWNER_COOKIE = "orrery_owner";
const SEAT_COOKIE = "orrery_seat";
const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

/**
 * Tells who calls, from a bearer token, then the seat's cookie (which only its own run is sent), then the owner's.
 * With no owner's token set, a caller that shows nothing is the owner: it then only listens on loopback.
 * A bearer token that nobody gave out is refused, never overlooked.
 */
export async function callerOf(orrery: Orrery, token: string | null, headers: IncomingHttpHeaders): Promise<Caller> {
  const { authorization } = headers;
  if (authorization !== undefined) {
    const bearer = /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
    if (bearer && token !== null && same(bearer, token)) return { role: "owner" };
    const seat = bearer ? await orrery.seatOf(bearer) : null;
    if (seat) return asCaller(seat);
    throw unauthorized("That token is not one of this server's.");
  }
  const cookies = cookiesOf(headers.cookie);
  const seated = cookies.get(SEAT_COOKIE);
  const seat = seated ? await orrery.seatOf(seated) : null;
  if (seat) return asCaller(seat);
  if (token === null) return { role: "owner" };
  const session = cookies.get(OWNER_COOKIE);
  return session && same(session, sessionOf(token)) ? { role: "owner" } : { role: "nobody" };
}

const asCaller = ({ id, run, actor, branches }: SeatCard): Seat => ({ role: "seat", id, run, actor, branches });

export const unauthorized = (detail: string): RequestRefused =>
  new RequestRefused(401, "unauthorized", detail, { "www-authenticate": 'Bearer realm="orrery"' });

/** The cookie that stands for the owner's token without being it. */
export const ownerCookie = (token: string): string =>
  `${OWNER_COOKIE}=${sessionOf(token)}; Path=/; HttpOnly; SameSite=Strict; Max-Age=2592000`;
/** Only the seat's own run is ever sent this one. */
export const seatCookie = (run: string, token: string): string =>
  `${SEAT_COOKIE}=${encodeURIComponent(token)}; Path=/api/runs/${encodeURIComponent(run)}; HttpOnly; SameSite=Strict; Max-Age=31536000`;
export const forgetSeat = (run: string): string =>
  `${SEAT_COOKIE}=; Path=/api/runs/${encodeURIComponent(run)}; HttpOnly; SameSite=Strict; Max-Age=0`;
export const forgetOwner = `${OWNER_COOKIE}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`;

/** Whether two secrets are equal, in a time that does not depend on where they differ. */
export const same = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

/**
 * Refuses names that a rebound DNS entry would bring (`Host`), and changes asked for by another site's page (`Origin`).
 * `hosts` null: any name, for a server that asks for a token anyway.
 */
export function checkOrigin(method: string, headers: IncomingHttpHeaders, hosts: ReadonlySet<string> | null): void {
  const { host, origin } = headers;
  const name = host?.replace(/:\d+$/, "").toLowerCase() ?? "";
  if (hosts && !LOOPBACK.has(name) && !hosts.has(name))
    throw new RequestRefused(403, "bad_host", "This server does not go by that name. Use the address that it printed.");
  if (method === "GET" || method === "HEAD") return;
  if (headers["sec-fetch-site"] === "cross-site" || (origin !== undefined && hostOf(origin) !== host?.toLowerCase()))
    throw new RequestRefused(403, "bad_origin", "A page of another site may not change anything here.");
}

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null);
const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
const sessionOf = (token: string): string => createHash("sha256").update(`orrery owner\n${token}`).digest("base64url");

function cookiesOf(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const part of header?.split(";") ?? []) {
    const at = part.indexOf("=");
    if (at < 0) continue;
    const value = part.slice(at + 1).trim();
    try {
      cookies.set(part.slice(0, at).trim(), decodeURIComponent(value));
    } catch {
      // A cookie that is not ours names nobody here.
    }
  }
  return cookies;
}
