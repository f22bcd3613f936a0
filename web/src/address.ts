// Where the page is: read from the address bar and written to it, so that any moment can be linked to.
import { useSyncExternalStore } from "react";

export interface RunPlace {
  readonly branch: string;
  /** A turn to look back at; null: now. */
  readonly at: number | null;
  /** The viewpoint chosen; null: the actor asked. */
  readonly eyes: string | null;
  /** How fast it plays from there by itself, once it is opened; null: it does not. */
  readonly play: number | null;
  /** The panel that is opened first; absent: the world's own first one. */
  readonly panel?: string;
  /** The question that is asked first; absent: none. */
  readonly ask?: "invite";
}
/** Two places of a run, each `branch` or `branch@turn`, and the step that both are shown at; null: the usual one. */
export interface Between {
  readonly a: string | null;
  readonly b: string | null;
  readonly at: number | null;
}
type Address =
  | { readonly page: "home" }
  /** `world`: the one that is read about; null: all of them. */
  | { readonly page: "worlds"; readonly world: string | null }
  /** `path`: one of the pages of settings. */
  | { readonly page: "settings"; readonly path: string }
  /** `league` null: all of them; `entrant`: one of its players. */
  | { readonly page: "leagues"; readonly league: string | null; readonly entrant: string | null }
  /** `experiment` null: all of them; `plan`: a text that a new one begins with. */
  | { readonly page: "experiments"; readonly experiment: string | null; readonly plan: string | null }
  /** A link that opened no run: the server sends a guest elsewhere when it does. */
  | { readonly page: "invitation"; readonly token: string }
  /** A link that leads to several seats of a run. */
  | { readonly page: "join"; readonly token: string }
  /** An address that means nothing. */
  | { readonly page: "nowhere" }
  /** `from`: the world that gives the first text. */
  | { readonly page: "write"; readonly from: string | null }
  | { readonly page: "compare"; readonly run: string; readonly between: Between }
  | ({ readonly page: "run"; readonly run: string } & RunPlace);

const CHANGED = "orrery:address";

/** In a file there is one path only: the address goes behind the `#`. */
let hashed = false;
export function addressInHash(): void {
  hashed = true;
}
const here = (): string => (hashed ? location.hash.slice(1) || "/" : location.pathname + location.search);
/** Whether one has gone from page to page since it was loaded: then what is new is led to. */
let moved = false;
export const hasMoved = (): boolean => moved;
function there(path: string, how: "push" | "replace"): void {
  const target = hashed ? `#${path}` : path;
  if (how === "push") moved = true;
  if (how === "push") history.pushState(null, "", target);
  else history.replaceState(null, "", target);
  dispatchEvent(new Event(CHANGED));
}

export function useAddress(): Address {
  const href = useSyncExternalStore((changed) => {
    const back = () => {
      moved = true;
      changed();
    };
    addEventListener("popstate", back);
    addEventListener(CHANGED, changed);
    return () => {
      removeEventListener("popstate", back);
      removeEventListener(CHANGED, changed);
    };
  }, here);
  return read(href);
}

/** Goes to a run, or elsewhere within it. Looking around does not fill the back button; going somewhere does. */
export function goTo(run: string | null, place: Partial<RunPlace> = {}, how: "push" | "replace" = "push"): void {
  const { branch = "main", at = null, eyes = null, play = null, ask } = place;
  const search = new URLSearchParams([
    ...(branch === "main" ? [] : [["branch", branch]]),
    ...(at === null ? [] : [["at", String(at)]]),
    ...(eyes === null ? [] : [["as", eyes]]),
    ...(play === null ? [] : [["play", String(play)]]),
    ...(ask === undefined ? [] : [["ask", ask]]),
  ]);
  const path = run === null ? "/" : `/runs/${encodeURIComponent(run)}${search.size > 0 ? `?${search}` : ""}`;
  there(path, how);
}

/** Where in its run the page is at this moment. */
export function readPlace(): RunPlace {
  const address = read(here());
  return address.page === "run" ? address : { branch: "main", at: null, eyes: null, play: null };
}

/** Pages that are about no run. */
export const HOME = "/";
export const SETTINGS = "/settings";
export const COSTS = "/settings/costs";
export const LESSONS = "/settings/lessons";
export const worldsPath = (world: string | null = null): string =>
  world === null ? "/worlds" : `/worlds/${world.split("/").map(encodeURIComponent).join("/")}`;
export const leaguesPath = (league: string | null = null, entrant: string | null = null): string =>
  ["/leagues", league, entrant]
    .flatMap((part, i) => (part === null ? [] : [i === 0 ? part : encodeURIComponent(part)]))
    .join("/");
export const experimentsPath = (experiment: string | null = null): string =>
  experiment === null ? "/experiments" : `/experiments/${encodeURIComponent(experiment)}`;
/** Where a new experiment is written, beginning with this text. */
export const newExperimentPath = (plan: string): string => `/experiments?${new URLSearchParams({ plan })}`;
/** Where two stories of a run stand side by side. */
export function comparePath(run: string, { a, b, at }: Between): string {
  const search = new URLSearchParams([
    ...(a === null ? [] : [["a", a]]),
    ...(b === null ? [] : [["b", b]]),
    ...(at === null ? [] : [["at", String(at)]]),
  ]);
  return `/runs/${encodeURIComponent(run)}/compare${search.size > 0 ? `?${search}` : ""}`;
}
export const goPage = (path: string): void => there(path, "push");

/** To the place where worlds are written. */
export function goWrite(from: string | null): void {
  there(from === null ? "/write" : `/write?from=${encodeURIComponent(from)}`, "push");
}

/** Addresses that open a story at one of its panels, as its source document has them. */
const PANELS: Readonly<Record<string, string>> = { godmode: "godmode", world: "world" };

function read(href: string): Address {
  const { pathname, searchParams } = new URL(href, "http://orrery");
  if (pathname === "/write") return { page: "write", from: searchParams.get("from") };
  if (pathname === "/") return { page: "home" };
  if ([SETTINGS, COSTS, LESSONS].includes(pathname)) return { page: "settings", path: pathname };
  const token = /^\/seat\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (token) return { page: "invitation", token: decodeURIComponent(token) };
  const lobby = /^\/join\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (lobby) return { page: "join", token: decodeURIComponent(lobby) };
  const world = /^\/worlds(?:\/(.+))?$/.exec(pathname);
  if (world) return { page: "worlds", world: world[1] === undefined ? null : decodeURIComponent(world[1]) };
  const league = /^\/leagues(?:\/([^/]+)(?:\/([^/]+))?)?\/?$/.exec(pathname);
  if (league) {
    const part = (at: number) => (league[at] === undefined ? null : decodeURIComponent(league[at]));
    return { page: "leagues", league: part(1), entrant: part(2) };
  }
  const experiment = /^\/experiments(?:\/([^/]+))?\/?$/.exec(pathname);
  if (experiment)
    return {
      page: "experiments",
      experiment: experiment[1] === undefined ? null : decodeURIComponent(experiment[1]),
      plan: searchParams.get("plan"),
    };
  const compared = /^\/runs\/([^/]+)\/compare\/?$/.exec(pathname)?.[1];
  if (compared) {
    const step = searchParams.get("at");
    return {
      page: "compare",
      run: decodeURIComponent(compared),
      between: {
        a: searchParams.get("a"),
        b: searchParams.get("b"),
        at: step !== null && /^\d+$/.test(step) ? Number(step) : null,
      },
    };
  }
  const [, kind, run] = /^\/(runs|godmode|world)\/([^/]+)\/?$/.exec(pathname) ?? [];
  if (!kind || !run) return { page: "nowhere" };
  const panel = PANELS[kind];
  const at = searchParams.get("at");
  const play = searchParams.get("play");
  return {
    page: "run",
    run: decodeURIComponent(run),
    branch: searchParams.get("branch") ?? "main",
    at: at !== null && /^\d+$/.test(at) ? Number(at) : null,
    eyes: searchParams.get("as"),
    play: play !== null && /^\d{1,2}$/.test(play) && Number(play) > 0 ? Number(play) : null,
    ...(panel === undefined ? {} : { panel }),
    ...(searchParams.get("ask") === "invite" ? { ask: "invite" as const } : {}),
  };
}
