// What the telling of a story is grounded in beside the town itself: rules, places, who is where, powers and goods, and the log of every intervention. Nothing here runs.
import type { StoryEvent } from "./shape.ts";
import type { Emotion } from "./town/config.ts";
import type { AgentId } from "./town/state.ts";

export interface TalePlace {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly atmosphere?: string;
  readonly time_of_day?: string;
}
export interface Faction {
  readonly id: string;
  readonly name: string;
  /** 0 to 1. */
  readonly power: number;
  readonly members: readonly AgentId[];
  readonly goals: readonly string[];
}
export interface TaleResource {
  readonly id: string;
  readonly name: string;
  /** 0 to 1. */
  readonly abundance: number;
  /** A faction, a person, or nobody. */
  readonly controlled_by: string | null;
}

/** How strongly a telling must speak of the newest event. */
export const ENFORCEMENTS = ["soft", "medium", "hard"] as const;
export type Enforcement = (typeof ENFORCEMENTS)[number];
/** What a telling is told of a place beside its name and description: nothing, its atmosphere, its hour, or both. */
export const PLACE_SCHEMAS = ["minimal", "cinematic", "temporal", "full"] as const;
export type PlaceSchema = (typeof PLACE_SCHEMAS)[number];
export interface TellingSettings {
  readonly tone: string;
  readonly enforcement: Enforcement;
  readonly places: PlaceSchema;
}

/** What a standing rule comes to where it can be checked; null: it is advice. */
export type DirectiveCheck =
  /** None of these words in a telling or an event, until the round, or until an event says so. */
  | {
      readonly kind: "forbid";
      readonly words: readonly string[];
      readonly untilRound: number | null;
      readonly untilWords: readonly string[] | null;
    }
  | { readonly kind: "immortal"; readonly who: AgentId }
  /** These two never in one sentence. */
  | { readonly kind: "apart"; readonly a: readonly string[]; readonly b: readonly string[] }
  | { readonly kind: "stays"; readonly who: AgentId; readonly place: string };
export interface Directive {
  readonly id: string;
  readonly text: string;
  readonly check: DirectiveCheck | null;
}

/** Kinds of intervention; the first seven are shown and exported as the event log. */
export const LOG_TYPES = [
  "god_mode_injection",
  "god_mode_emotion_change",
  "god_mode_death",
  "god_mode_resurrection",
  "god_mode_move",
  "god_mode_force_action",
  "god_mode_time_skip",
  "edit",
] as const;
export type LogType = (typeof LOG_TYPES)[number] | (string & {});

/** How the event log words a death and an arrival. */
export const LOG_TEXTS = {
  death: (name: string) => `${name} has died.`,
  arrival: (name: string, place: string) => `${name} has come to ${place}.`,
} as const;

/** One intervention by the author: the audit of all of them. */
export interface LogEntry {
  /** `evt_001` and so on, never given twice; `edit_001` for what is no event of the story. */
  readonly id: string;
  /** Of the telling, for show: nothing is chosen by it. */
  readonly round: number;
  readonly type: LogType;
  readonly description: string;
  readonly scope: "truth" | "telling";
  readonly who: AgentId | null;
  /** Feelings as they were set, where that is what was done. */
  readonly emotions?: Readonly<Partial<Record<Emotion, number>>>;
  /** Wall clock of the author, ISO 8601, where it was given. */
  readonly at: string | null;
  /** What takes it back; null where only its turn can be undone, or a branch left from before it. */
  readonly undo: readonly StoryEvent[] | null;
  readonly undone: boolean;
}

export interface Tale {
  readonly rules: readonly string[];
  /** In the order in which they were made. */
  readonly places: readonly TalePlace[];
  readonly whereabouts: Readonly<Record<AgentId, string>>;
  readonly factions: readonly Faction[];
  readonly resources: readonly TaleResource[];
  readonly directives: readonly Directive[];
  readonly telling: TellingSettings;
  /** In the order in which they came; nothing ever leaves it. */
  readonly log: readonly LogEntry[];
  /** Ids given out so far. */
  readonly counts: { readonly edits: number; readonly directives: number };
}

export const openTale = (): Tale => ({
  rules: [],
  places: [],
  whereabouts: {},
  factions: [],
  resources: [],
  directives: [],
  telling: { tone: "dramatic", enforcement: "medium", places: "minimal" },
  log: [],
  counts: { edits: 0, directives: 0 },
});

/** What changes a tale. Each is of the round in which the town stood. */
export type TaleEvent = { readonly round: number } & (
  | { readonly type: "rules_set"; readonly rules: readonly string[] }
  /** In place of the one of the same id; else at this place in the list, counted from 0, or as the newest. */
  | { readonly type: "place_put"; readonly place: TalePlace; readonly at?: number }
  | { readonly type: "place_removed"; readonly id: string }
  | { readonly type: "moved"; readonly who: AgentId; readonly place: string | null }
  | { readonly type: "faction_put"; readonly faction: Faction; readonly at?: number }
  | { readonly type: "faction_removed"; readonly id: string }
  | { readonly type: "resource_put"; readonly resource: TaleResource; readonly at?: number }
  | { readonly type: "resource_removed"; readonly id: string }
  | { readonly type: "directive_put"; readonly directive: Directive; readonly at?: number }
  | { readonly type: "directive_removed"; readonly id: string }
  | { readonly type: "telling_set"; readonly telling: TellingSettings }
  | { readonly type: "logged"; readonly entry: LogEntry }
  | { readonly type: "relogged"; readonly entry: LogEntry }
  /** Nobody has learned of it any more. */
  | { readonly type: "forgotten"; readonly id: string }
);

/** The event log as it is shown and exported: what is an event of the story, and stands. */
export const eventLog = ({ log }: Tale): readonly LogEntry[] =>
  log.filter(({ type, undone }) => type !== "edit" && !undone);
/** Of those, what a telling may speak of: a change of somebody's feelings is the author's doing and no event that anybody saw. */
export const tellable = (tale: Tale): readonly LogEntry[] =>
  eventLog(tale).filter(({ type }) => type !== "god_mode_emotion_change");
