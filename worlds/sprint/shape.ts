// The world's nouns: state, events, views, actions, reasons. Nothing here runs.
import { type Action, CAUSES, type Cause, type Refusal, type Static, Type } from "@orrery/kernel";
import type { Canon } from "./canon.ts";
import { type ImagePrompt, PICTURES, type PictureKey, type PromptPack, PromptPackSchema } from "./pack.ts";
import type { Phase, Role, Settings, SprintConfig, Team, TurnType } from "./settings.ts";
import { TEAMS } from "./settings.ts";
import type { CanonPatch, TurnOutput } from "./turn.ts";
import { TurnSchema } from "./turn.ts";

const closed = { additionalProperties: false } as const;
const Score = Type.Integer({ minimum: 1, maximum: 5 });

/** Marks of one entry, 1 to 5 each. */
export const ScoresSchema = Type.Object(
  { coherence: Score, ambition: Score, visual_fidelity: Score, artifact_quality: Score, process: Score },
  closed,
);
export type Scores = Static<typeof ScoresSchema>;

export const LABELS = ["entry-1", "entry-2"] as const;
export type Label = (typeof LABELS)[number];

export const actions = {
  /** One turn of the deliberation. `scripted` is set by scripted players alone: they say that they are. */
  speak: {
    metadata: Type.Object({ output: TurnSchema, scripted: Type.Optional(Type.Literal(true)) }, closed),
    open: true,
  },
  /** What is left of a turn for which nothing came: the fallback of every ask at the tables, and nobody's to choose. */
  forfeit: { metadata: Type.Object({ cause: Type.Enum([...CAUSES]) }, closed), open: true },
  /** The prompt engineer's answer for one team's final canon. */
  compose: {
    metadata: Type.Object(
      { team: Type.Enum([...TEAMS]), pack: PromptPackSchema, scripted: Type.Optional(Type.Literal(true)) },
      closed,
    ),
    open: true,
  },
  /** One picture. Without `hash` the house's own sketch hangs there; with it, the artifact of that sha-256. */
  paint: {
    metadata: Type.Object(
      {
        team: Type.Enum([...TEAMS]),
        picture: Type.Enum([...PICTURES]),
        hash: Type.Optional(Type.String({ pattern: "^[0-9a-f]{64}$" })),
        media_type: Type.Optional(Type.Enum(["image/png", "image/jpeg", "image/webp", "image/svg+xml"])),
      },
      closed,
    ),
    open: true,
  },
  /** One judge's marks for both entries, in the order in which they were shown. */
  score: {
    metadata: Type.Object({ scores: Type.Record(Type.String({ maxLength: 40 }), ScoresSchema) }, closed),
    open: true,
  },
} as const;

export const godActions = {
  /** Opens the sealed mapping of labels to teams; refused before a verdict. */
  unseal: {},
} as const;

/** Where a team stands in its round, then after its last one. */
export type Stage =
  | "proposal"
  | "second_proposal"
  | "objection"
  | "response"
  | "resolution"
  | "vote"
  | "tiebreak"
  | "revote"
  | "prompts"
  | "pictures"
  | "done";

/** What a turn brought about beyond being said. */
export type Result =
  | "unproposed"
  | "accepted"
  | "amended"
  | "dropped"
  | "deadlock"
  | "tiebreak"
  | "revote"
  | "carried"
  | "failed"
  | "inapplicable"
  | "completed";

/** One turn of a team's transcript. `output` is null where the turn was forfeited. */
export interface TurnRecord {
  readonly id: string;
  readonly phase: Phase;
  /** Within its phase, from 1. */
  readonly round: number;
  readonly role: Role;
  readonly turn_type: TurnType;
  readonly output: TurnOutput | null;
  readonly by: "seat" | "scripted" | "engine";
  readonly cause?: Cause;
  readonly before: string;
  readonly after: string;
  readonly result?: Result;
}

export interface AgentState {
  readonly turn_count: number;
  readonly last_turn_type: TurnType | null;
}

/** A picture on the wall: `sketch` where the house drew it from the prompt, else what its artifact is. */
export interface Picture {
  readonly hash: string;
  readonly media_type: string;
  readonly sketch: boolean;
  /** Of a sketch: by which edition of the house's drawing it was made; the first where it does not say. */
  readonly edition?: number;
}

export interface TeamState {
  readonly canon: Canon;
  readonly hash: string;
  readonly stage: Stage;
  /** Of the round that is on; of the last one when the deliberation is over. */
  readonly phase: Phase;
  readonly round: number;
  /** Index in `turns` at which this round began. */
  readonly from: number;
  /** Who speaks next; null where the stage says it. */
  readonly speaker: Role | null;
  /** The role that last really proposed; it may not open the next round. */
  readonly proposer: Role | null;
  readonly agents: Readonly<Record<Role, AgentState>>;
  readonly turns: readonly TurnRecord[];
  readonly pack: { readonly pack: PromptPack; readonly scripted: boolean } | null;
  readonly pictures: Readonly<Partial<Record<PictureKey, Picture>>>;
}

export interface Challenge {
  readonly tier: number;
  readonly biome: string;
  readonly inhabitants: string;
  readonly twist_constraint: string;
}

/** The sealed order of the entries: the first team of `order` is entry-1. */
export interface Seal {
  readonly commitment: string;
  readonly order: readonly [Team, Team];
  readonly salt: string;
}

export interface Verdict {
  readonly judge: string;
  readonly order: readonly [Label, Label];
  readonly scores: Readonly<Record<Label, Scores>>;
}

export interface SprintState {
  readonly settings: Settings;
  readonly challenge: Challenge;
  readonly teams: Readonly<Record<Team, TeamState>>;
  /** Null until both teams are done. */
  readonly seal: Seal | null;
  readonly verdicts: readonly Verdict[];
  readonly unsealed: boolean;
}

export type SprintEvent =
  /** A turn was taken. `landed`: the operations that it put into the canon, mostly none. */
  | { readonly type: "turned"; readonly team: Team; readonly turn: TurnRecord; readonly landed: CanonPatch }
  | { readonly type: "composed"; readonly team: Team; readonly pack: PromptPack; readonly scripted: boolean }
  | { readonly type: "painted"; readonly team: Team; readonly picture: PictureKey; readonly made: Picture }
  /** Both teams are done: their entries are shuffled under labels, and the mapping is committed to. */
  | { readonly type: "sealed"; readonly seal: Seal }
  | { readonly type: "judged"; readonly verdict: Verdict }
  | {
      readonly type: "unsealed";
      readonly mapping: Readonly<Record<Label, Team>>;
      readonly salt: string;
      readonly commitment: string;
    };

/** What is asked of a seat at a table. */
export interface AskedTurn {
  readonly role: Role;
  readonly turn_type: TurnType;
  readonly stage: Stage;
}

/** What a team's agent sees: all of its own team, nothing of the other. */
export interface TableView {
  readonly kind: "table";
  readonly you: { readonly actor: string; readonly team: Team; readonly role: Role } & AgentState;
  readonly challenge: Challenge;
  readonly rounds: Settings["rounds"];
  readonly asked: AskedTurn | null;
  readonly write: readonly string[];
  readonly team: Pick<TeamState, "canon" | "hash" | "stage" | "phase" | "round" | "from" | "proposer" | "turns">;
}

/** What the prompt engineer sees: final canons, and nothing of how they came about. */
export interface EngineerView {
  readonly kind: "engineer";
  readonly briefs: readonly { readonly team: Team; readonly canon: Canon }[];
}

export interface PainterView {
  readonly kind: "painter";
  readonly wanted: readonly { readonly team: Team; readonly picture: PictureKey; readonly prompt: ImagePrompt }[];
}

/** An entry as a judge is shown it: no team, no model, no time; roles stay, because the process is judged. */
export interface JudgedEntry {
  readonly label: Label;
  readonly canon: Canon;
  readonly prompts: PromptPack | null;
  readonly pictures: Readonly<Partial<Record<PictureKey, Picture>>>;
  readonly transcript: readonly BlindTurn[];
}
export interface BlindTurn {
  readonly event_id: string;
  readonly phase: Phase;
  readonly round: number;
  readonly speaker_role: Role;
  readonly turn_type: TurnType;
  readonly turn_output: TurnOutput | null;
}

export interface JudgeView {
  readonly kind: "judge";
  readonly challenge: Challenge;
  readonly commitment: string | null;
  /** In the order in which this judge is to read them; empty before both are done, and after the last verdict. */
  readonly entries: readonly JudgedEntry[];
  readonly given: readonly Verdict[];
}

export type SprintView = TableView | EngineerView | PainterView | JudgeView;

export interface SprintReasons {
  not_asked_now: Record<string, never>;
  wrong_role: { readonly asked: Role };
  wrong_turn_type: { readonly asked: TurnType };
  no_content: Record<string, never>;
  vote_missing: Record<string, never>;
  vote_not_allowed: { readonly turn_type: TurnType };
  decision_missing: Record<string, never>;
  decision_not_allowed: { readonly turn_type: TurnType };
  wrong_decision: { readonly allowed: readonly string[] };
  patch_required: { readonly what: string };
  patch_not_allowed: { readonly what: string };
  patch_too_large: { readonly bytes: number };
  write_scope: { readonly path: string; readonly phase: Phase; readonly allowed: readonly string[] };
  patch_inapplicable: { readonly index: number; readonly path: string; readonly why: string };
  patch_changes_nothing: Record<string, never>;
  final_schema: { readonly path: string; readonly why: string };
  unknown_reference: { readonly id: string };
  references_missing: Record<string, never>;
  untraced_path: { readonly path: string; readonly places: readonly string[] };
  objection_not_named: { readonly ids: readonly string[] };
  objection_missing: { readonly lacks: string };
  objection_where: { readonly where: string };
  no_delta: Record<string, never>;
  bare_agreement: Record<string, never>;
  response_too_short: { readonly length: number };
  pack_coverage: { readonly at: string; readonly least: number };
  pack_reference: { readonly at: string; readonly ref: string };
  no_such_picture: { readonly picture: string };
  picture_incomplete: Record<string, never>;
  unknown_label: { readonly label: string };
  label_missing: { readonly label: string };
  no_verdict: Record<string, never>;
  already_unsealed: Record<string, never>;
}

export interface Sprint {
  config: SprintConfig;
  state: SprintState;
  view: SprintView;
  percept: SprintEvent;
  mind: null;
  event: SprintEvent;
  reasons: SprintReasons;
  actions: typeof actions;
  god: typeof godActions;
}
export type SprintAction = Action<Sprint>;
/** Null: nothing speaks against it. */
export type SprintRefusal = Refusal<Sprint> | null;
export type SpeakAction = Extract<SprintAction, { type: "speak" }>;
