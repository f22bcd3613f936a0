// Where the page is: read from the address bar and written to it, so that any moment can be linked to.
import { useSyncExternalStore } from "react";

export interface Place {
  readonly branch: string;
  /** A turn to look back at; null: now. */
  readonly at: number | null;
  /** Whose eyes were chosen; null: whoever's turn it is. */
  readonly eyes: string | null;
}
export type Address = { readonly page: "home" } | ({ readonly page: "run"; readonly run: string } & Place);

const CHANGED = "orrery:address";

export function useAddress(): Address {
  const href = useSyncExternalStore(
    (changed) => {
      addEventListener("popstate", changed);
      addEventListener(CHANGED, changed);
      return () => {
        removeEventListener("popstate", changed);
        removeEventListener(CHANGED, changed);
      };
    },
    () => location.pathname + location.search,
  );
  return read(href);
}

/** Goes to a run, or elsewhere within it. Looking around does not fill the back button; going somewhere does. */
export function goTo(run: string | null, place: Partial<Place> = {}, how: "push" | "replace" = "push"): void {
  const { branch = "main", at = null, eyes = null } = place;
  const search = new URLSearchParams([
    ...(branch === "main" ? [] : [["branch", branch]]),
    ...(at === null ? [] : [["at", String(at)]]),
    ...(eyes === null ? [] : [["as", eyes]]),
  ]);
  const path = run === null ? "/" : `/runs/${encodeURIComponent(run)}${search.size > 0 ? `?${search}` : ""}`;
  if (how === "push") history.pushState(null, "", path);
  else history.replaceState(null, "", path);
  dispatchEvent(new Event(CHANGED));
}

/** Where in its run the page is at this moment. */
export function readPlace(): Place {
  const address = read(location.href);
  return address.page === "run" ? address : { branch: "main", at: null, eyes: null };
}

function read(href: string): Address {
  const { pathname, searchParams } = new URL(href, location.origin);
  const run = /^\/runs\/([^/]+)\/?$/.exec(pathname)?.[1];
  if (!run) return { page: "home" };
  const at = searchParams.get("at");
  return {
    page: "run",
    run: decodeURIComponent(run),
    branch: searchParams.get("branch") ?? "main",
    at: at !== null && /^\d+$/.test(at) ? Number(at) : null,
    eyes: searchParams.get("as"),
  };
}
