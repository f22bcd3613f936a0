// The world's type, drawn from its nouns: what players and the game master may do, what happens, and why something is refused.
import { type Action, type Refusal, type Static, Type } from "@orrery/kernel";
import { type Exit, type Place, RISKS } from "./adventure/adventure.ts";
import type { Choices } from "./people/maker.ts";
import type { WorldMoment } from "./protocol/world-time.ts";
import { ABILITIES, type Ability, SKILL_IDS, type Skill } from "./rules/abilities.ts";
import type { Hero, Item } from "./rules/hero.ts";
import { LIGHTS, PACES } from "./rules/rest.ts";
import type { RollRecord } from "./rules/roll.ts";
import type {
  Agenda,
  AssembledResponse,
  Combat,
  Deadline,
  Fact,
  Mission,
  Mode,
  Npc,
  PlaceState,
  Prop,
  Supply,
  TablePhase,
  TableState,
  TurnKind,
} from "./state.ts";
import { ORDERS, PROP_STATES } from "./state.ts";
import type { TableView } from "./view/types.ts";

const closed = { additionalProperties: false };
/** A closed list of words as a schema that keeps its type. */
const oneOf = <const T extends string>(...words: readonly T[]) =>
  Type.Unsafe<T>(Type.Enum([...words], { type: "string" }));
const words = (most: number) => Type.String({ minLength: 1, maxLength: most, pattern: "\\S" });
const id = Type.String({ minLength: 1, maxLength: 80 });

const TEXT_MAX = 2000;
const NARRATIVE_MAX = 12_000;
export const MANEUVERS = [
  "dodge",
  "dash",
  "disengage",
  "hide",
  "help",
  "stand",
  "stabilise",
  "grapple",
  "shove",
  "flee",
] as const;
export const FEATURES = [
  "second_wind",
  "action_surge",
  "rage",
  "reckless",
  "lay_on_hands",
  "bardic_inspiration",
  "turn_undead",
  "preserve_life",
  "arcane_recovery",
  "cunning_dash",
  "cunning_disengage",
  "cunning_hide",
  "flurry",
  "patient_defence",
  "step_of_the_wind",
  "divine_sense",
  "make_slot",
  "sacred_weapon",
] as const;
export type FeatureId = (typeof FEATURES)[number];
export const CHECKS = [...SKILL_IDS, ...ABILITIES] as readonly (Skill | Ability)[];

const ChoiceSchema = Type.Object(
  {
    text: words(120),
    description: words(400),
    /** "safe" belongs to GOD mode alone. */
    risk_level: oneOf(...RISKS, "safe"),
    analysis: Type.Optional(
      Type.Object(
        { pros: Type.Array(words(300)), cons: Type.Array(words(300)), confidence: oneOf("low", "medium", "high") },
        closed,
      ),
    ),
  },
  closed,
);

/** What a game master writes in a turn; the rest of the response is computed. */
export const NarrationSchema = Type.Object(
  {
    narrative: Type.String({ maxLength: NARRATIVE_MAX }),
    thinking: Type.String({ maxLength: TEXT_MAX }),
    context: Type.Optional(Type.String({ maxLength: TEXT_MAX })),
    choices: Type.Record(Type.String({ minLength: 1, maxLength: 60 }), ChoiceSchema),
    analysis: Type.Optional(
      Type.Object(
        { pros: Type.Array(words(300)), cons: Type.Array(words(300)), confidence: oneOf("low", "medium", "high") },
        closed,
      ),
    ),
    god_mode_response: Type.Optional(Type.String({ maxLength: NARRATIVE_MAX })),
    entities_mentioned: Type.Optional(Type.Array(words(120), { maxItems: 60 })),
    state_updates: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    dm_notes: Type.Optional(Type.Array(Type.String({ maxLength: TEXT_MAX }), { maxItems: 20 })),
    state_rationale: Type.Optional(Type.String({ maxLength: TEXT_MAX })),
  },
  closed,
);
export type Narration = Static<typeof NarrationSchema>;

export const actions = {
  /** One of the choices that were offered, by its key. */
  choose: { metadata: Type.Object({ key: id }, closed) },
  attack: { targetId: true, metadata: Type.Object({ with: Type.Optional(id) }, closed) },
  cast: {
    targetId: "optional",
    metadata: Type.Object(
      {
        spell: id,
        slot: Type.Optional(Type.Integer({ minimum: 1, maximum: 9 })),
        also: Type.Optional(Type.Array(id, { maxItems: 10 })),
      },
      closed,
    ),
  },
  check: { targetId: "optional", metadata: Type.Object({ skill: oneOf(...CHECKS) }, closed) },
  talk: { targetId: true, metadata: Type.Object({ say: Type.Optional(words(TEXT_MAX)) }, closed) },
  travel: { locationId: true, metadata: Type.Object({ pace: Type.Optional(oneOf(...PACES)) }, closed) },
  rest: { metadata: Type.Object({ length: oneOf("short", "long") }, closed) },
  think: { metadata: Type.Object({ about: Type.Optional(words(TEXT_MAX)) }, closed) },
  look: { metadata: Type.Object({}, closed) },
  use: { targetId: true, metadata: Type.Object({ on: Type.Optional(id) }, closed) },
  take: { targetId: true, metadata: Type.Object({}, closed) },
  give: { targetId: true, metadata: Type.Object({ to: id }, closed) },
  wear: { targetId: true, metadata: Type.Object({ off: Type.Optional(Type.Boolean()) }, closed) },
  buy: { targetId: true, metadata: Type.Object({ from: id }, closed) },
  sell: { targetId: true, metadata: Type.Object({ to: id }, closed) },
  maneuver: { targetId: "optional", metadata: Type.Object({ kind: oneOf(...MANEUVERS) }, closed) },
  feature: {
    targetId: "optional",
    metadata: Type.Object(
      { feature: oneOf(...FEATURES), amount: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) },
      closed,
    ),
  },
  end_turn: { metadata: Type.Object({}, closed) },
  level_up: {
    metadata: Type.Object(
      {
        hp: oneOf("fixed", "rolled"),
        raise: Type.Optional(Type.Array(oneOf(...ABILITIES), { maxItems: 2 })),
        cantrips: Type.Optional(Type.Array(id, { maxItems: 4 })),
        spells: Type.Optional(Type.Array(id, { maxItems: 24 })),
      },
      closed,
    ),
  },
  /** Anything else, in the player's words: the game master rules on it. Words that begin with GOD MODE: or ask about the rules are read as such. */
  say: { metadata: Type.Object({ text: words(TEXT_MAX) }, closed), open: true },
  ask_gm: { metadata: Type.Object({ text: words(TEXT_MAX) }, closed), open: true },

  set_dc: {
    metadata: Type.Object(
      {
        skill: oneOf(...CHECKS),
        dc: Type.Integer({ minimum: 5, maximum: 30 }),
        minutes: Type.Optional(Type.Integer({ minimum: 0, maximum: 480 })),
        what: words(300),
        yes: words(600),
        no: words(600),
      },
      closed,
    ),
    open: true,
  },
  allow: {
    metadata: Type.Object({ what: words(600), minutes: Type.Integer({ minimum: 0, maximum: 480 }) }, closed),
    open: true,
  },
  deny: { metadata: Type.Object({ why: words(600) }, closed), open: true },
  read_as: { metadata: Type.Object({ action: Type.Record(Type.String(), Type.Unknown()) }, closed), open: true },
  spawn: {
    metadata: Type.Object(
      {
        block: id,
        name: words(60),
        role: words(60),
        gender: words(30),
        age: Type.Integer({ minimum: 0, maximum: 5000 }),
        disposition: oneOf("friendly", "neutral"),
        mbti: Type.String({ pattern: "^[EI][NS][FT][JP]$" }),
        alignment: words(30),
      },
      closed,
    ),
    open: true,
  },
  /** A place that the game master comes up with, on from where the party is. */
  add_place: {
    metadata: Type.Object(
      {
        name: words(60),
        description: words(400),
        miles: Type.Number({ minimum: 0.1, maximum: 24 }),
        ground: oneOf("road", "wild"),
        light: Type.Optional(oneOf(...LIGHTS)),
      },
      closed,
    ),
    open: true,
  },
  /** Scenery that the game master comes up with, where the party is. */
  add_prop: { metadata: Type.Object({ name: words(60), description: words(300) }, closed), open: true },
  change_prop: { targetId: true, metadata: Type.Object({ state: oneOf(...PROP_STATES) }, closed), open: true },
  advance_mission: {
    metadata: Type.Object(
      { mission_id: id, title: words(120), status: oneOf("offered", "accepted", "failed"), objective: words(300) },
      closed,
    ),
    open: true,
  },
  order: {
    targetId: true,
    metadata: Type.Object({ what: oneOf(...ORDERS), on: Type.Optional(id) }, closed),
    open: true,
  },
  narrate: { metadata: NarrationSchema, open: true },
} as const;

export const godActions = {
  /** A GOD_MODE_SET block, whole or not at all. */
  set_block: { metadata: Type.Object({ text: Type.String({ minLength: 1, maxLength: 20_000 }) }, closed) },
} as const;

export type TableEvent =
  | {
      readonly type: "began";
      readonly hero: string;
      readonly mode: Mode;
      readonly input: string;
      /** The form of the campaign that is kept from before the turn; absent: the present one. */
      readonly form?: 1;
    }
  | { readonly type: "fact"; readonly fact: Fact }
  | { readonly type: "rolled"; readonly roll: RollRecord }
  | { readonly type: "passed"; readonly seconds: number; readonly micros: number }
  | { readonly type: "clock_set"; readonly to: TableState["now"] }
  | { readonly type: "hero_changed"; readonly id: string; readonly why: string; readonly set: Partial<Hero> }
  | { readonly type: "npc_changed"; readonly id: string; readonly why: string; readonly set: Partial<Npc> }
  | { readonly type: "npc_added"; readonly npc: Npc }
  | { readonly type: "died"; readonly id: string; readonly name: string; readonly by: string }
  | {
      readonly type: "gold_moved";
      readonly from: string;
      readonly to: string;
      readonly amount: number;
      readonly why: string;
    }
  | {
      readonly type: "item_moved";
      readonly from: string;
      readonly to: string;
      readonly item: Item;
      readonly why: string;
    }
  | { readonly type: "flag_set"; readonly flag: string; readonly to: boolean }
  | { readonly type: "scene_entered"; readonly scene: string }
  | { readonly type: "party_moved"; readonly to: string }
  | { readonly type: "place_changed"; readonly id: string; readonly set: Partial<PlaceState> }
  | { readonly type: "place_added"; readonly place: Place; readonly from: string; readonly exit: Exit }
  | { readonly type: "prop_set"; readonly id: string; readonly prop: Prop }
  | { readonly type: "mission_set"; readonly mission: Mission }
  | { readonly type: "remembered"; readonly text: string }
  | { readonly type: "deadline_set"; readonly id: string; readonly deadline: Deadline }
  | { readonly type: "agenda_set"; readonly id: string; readonly agenda: Agenda }
  | { readonly type: "supply_set"; readonly id: string; readonly supply: Supply }
  | { readonly type: "fight_began"; readonly combat: Combat }
  | { readonly type: "fight_changed"; readonly set: Partial<Combat> }
  | { readonly type: "fight_ended"; readonly how: "won" | "fled" | "lost" | "ended" }
  | { readonly type: "choice_made"; readonly choice: string }
  | { readonly type: "talked"; readonly to: string }
  | { readonly type: "phase_set"; readonly phase: TablePhase }
  | { readonly type: "spotlight_moved"; readonly to: number }
  | {
      readonly type: "narrated";
      readonly told: AssembledResponse;
      readonly summary: string;
      readonly at?: WorldMoment;
      readonly kind?: TurnKind;
    }
  | { readonly type: "drifted"; readonly fields: readonly string[] }
  | { readonly type: "ended"; readonly ending: string };

/** What reaches a seat: a turn as it was told, or that somebody acted. Everything else is looked up in the view. */
export type TablePercept =
  | ({ readonly is: "told" } & Pick<
      AssembledResponse,
      "sequence" | "mode" | "hero" | "input" | "narrative" | "god_mode_response"
    >)
  | { readonly is: "acted"; readonly who: string; readonly input: string };

export interface TableReasons {
  campaign_over: Record<string, never>;
  not_your_turn: { readonly who: string };
  not_in_a_fight: { readonly what: string };
  only_in_a_fight: { readonly what: string };
  cannot_act: { readonly why: string };
  no_such_choice: { readonly key: string };
  no_such_target: { readonly target: string };
  out_of_reach: { readonly target: string };
  not_a_foe: { readonly target: string };
  no_such_item: { readonly item: string };
  no_such_place: { readonly place: string };
  no_way_there: { readonly place: string };
  not_here: { readonly who: string };
  unknown_spell: { readonly spell: string };
  no_slot: { readonly level: number };
  no_component: { readonly why: string };
  nothing_left: { readonly what: string };
  not_of_your_class: { readonly what: string };
  action_spent: { readonly what: "action" | "bonus" | "reaction" };
  cannot_rest: { readonly why: string };
  no_level_waiting: Record<string, never>;
  wrong_choices: { readonly why: string };
  too_poor: { readonly cost: number };
  not_for_sale: { readonly item: string };
  off_limits: { readonly why: string };
  not_a_god: Record<string, never>;
  bad_block: { readonly problems: readonly string[] };
  bad_key: { readonly key: string };
  choice_count: { readonly count: number };
  missing_other_action: Record<string, never>;
  needs_analysis: Record<string, never>;
  leaks_internals: { readonly word: string };
  dead_cannot_act: { readonly who: string };
  bad_update: { readonly path: string; readonly why: string };
  bad_proposal: { readonly why: string };
  not_ruled: Record<string, never>;
  not_narrated: Record<string, never>;
}

export interface Table {
  config: TableConfig;
  state: TableState;
  view: TableView;
  percept: TablePercept;
  mind: null;
  event: TableEvent;
  reasons: TableReasons;
  actions: typeof actions;
  god: typeof godActions;
}
export type TableAction = Action<Table>;
export type TableActionOf<K extends TableAction["type"]> = Extract<TableAction, { type: K }>;
/** Null: nothing speaks against it. */
export type TableRefusal = Refusal<Table> | null;

export const GM = "gm";

export interface TableConfig {
  /** Compiled from a text; absent: the shipped adventure that is named. */
  readonly adventure: TableState["adventure"];
  /** Ready-made characters by name, choices for the maker, or whole ones. Absent: one of the four. */
  readonly party?: readonly (string | Hero | Choices)[];
  readonly debug?: boolean;
  readonly rating?: TableState["settings"]["rating"];
  readonly lines?: readonly string[];
  readonly veils?: readonly string[];
  readonly gods?: readonly string[];
}
