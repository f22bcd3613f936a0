// What a player notices, and what it knows of what it cannot see now. Nothing here runs.
import type { GlassEvent, Sight } from "./events.ts";

/** One thing a player notices. Everything it knows of what it cannot see now is a fold over these. */
export type GlassPercept =
  | { readonly type: "answered" }
  | ({ readonly type: "sight" } & Omit<Sight, "to">)
  | ({ readonly type: "witnessed" } & Witnessed)
  | {
      readonly type: "deaths";
      readonly tick: number;
      readonly who: readonly string[];
      readonly how: KnownDeath["how"];
      readonly place: string | null;
    }
  /** Own deeds and public announcements, for the telling; nothing is remembered of them beside `witnessed_events`. */
  | { readonly type: "news"; readonly tick: number; readonly event: GlassEvent };

export const WITNESSED = [
  "kill",
  "vent",
  "near_body",
  "visual_task",
  "body",
  "own_death",
  "kill_interrupted",
  "failed",
  "sabotage",
  "sabotage_over",
  "doors",
  "meeting",
  "ejection",
  "task_done",
  "disconnected",
] as const;
export interface Witnessed {
  readonly what: (typeof WITNESSED)[number];
  readonly tick: number;
  readonly data: Readonly<Record<string, string | number | boolean | null>>;
}
export interface KnownDeath {
  readonly who: string;
  readonly tick: number;
  readonly how: "witnessed" | "body" | "announced" | "ejected";
  readonly place: string | null;
}

export interface GlassMind {
  readonly deaths: readonly KnownDeath[];
  /** Last seen, when out of sight: by player. */
  readonly last: Readonly<
    Record<
      string,
      { readonly place: string; readonly x: number | null; readonly y: number | null; readonly tick: number }
    >
  >;
  readonly witnessed: readonly Witnessed[];
  /** Who is in sight since the last sight, and where the viewer was. */
  readonly now: readonly string[];
  readonly at: string;
  /** Changes of vision since the last answer, oldest first. */
  readonly history: readonly { readonly tick: number; readonly at: string; readonly players: readonly string[] }[];
  /** So many older changes were dropped since the last answer. */
  readonly dropped: number;
  /** As many as settings let it keep. */
  readonly keep: number;
}
