// The house's nouns in one place: what may be done, why it may be refused, and the type that all of it is drawn from.
import { type Action, type Refusal, Type } from "@orrery/kernel";
import type { Overstep } from "./attempt/bounds.ts";
import type { HouseConfig } from "./model/house.ts";
import { APPROACHES, type Approach, RulingSchema } from "./model/ruling.ts";
import type { HouseState } from "./model/state.ts";
import { Id, LIMITS } from "./model/text.ts";
import { PlacementSchema, USES, type Use } from "./model/thing.ts";
import { QUESTIONS } from "./people/answers.ts";
import type { Mind } from "./people/mind.ts";
import { WantedSchema } from "./people/wanted.ts";
import type { HouseEvent } from "./rules/events.ts";
import type { HousePercept } from "./sense/told.ts";
import type { HouseView } from "./sense/view.ts";

const closed = { additionalProperties: false } as const;
const Ref = Type.String({ minLength: 1, maxLength: LIMITS.id });
/** Something to say or think: one line or several, no control characters, not blank. */
const Words = Type.String({
  maxLength: LIMITS.said,
  pattern: "^(?=[\\s\\S]*\\S)[^\\u0000-\\u0008\\u000b-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069]*$",
});

/** What can be claimed of a thing, door or person. */
export const CLAIMS = ["have", "wear", "here", "open", "closed", "locked", "lit"] as const;

export const actions = {
  go: { metadata: Type.Object({ direction: Type.String({ minLength: 1, maxLength: LIMITS.name }) }, closed) },
  /** The whole of a known way, a direction a step. */
  travel: {
    metadata: Type.Object(
      { path: Type.Array(Type.String({ minLength: 1, maxLength: LIMITS.name }), { minItems: 2, maxItems: 40 }) },
      closed,
    ),
  },
  look: {},
  examine: { targetId: true },
  search: { targetId: true },
  read: { targetId: true },
  /** Of the air, where nothing is named. */
  smell: { targetId: "optional" },
  inventory: {},
  /** `locationId`: where it is to be taken from, when that was said. */
  take: { targetId: true, locationId: "optional" },
  drop: { targetId: true },
  put: {
    targetId: true,
    locationId: true,
    metadata: Type.Object({ how: Type.Union([Type.Literal("in"), Type.Literal("on")]) }, closed),
  },
  open: { targetId: true },
  close: { targetId: true },
  unlock: { targetId: true, metadata: Type.Object({ keyId: Ref }, closed) },
  lock: { targetId: true, metadata: Type.Object({ keyId: Ref }, closed) },
  switch: { targetId: true, metadata: Type.Object({ on: Type.Boolean() }, closed) },
  give: { targetId: true, metadata: Type.Object({ to: Ref }, closed) },
  show: { targetId: true, metadata: Type.Object({ to: Ref }, closed) },
  /** Asks somebody for a thing. */
  request: { targetId: true, metadata: Type.Object({ from: Ref }, closed) },
  say: { metadata: Type.Object({ text: Words, to: Type.Optional(Ref) }, closed) },
  think: { metadata: Type.Object({ text: Words }, closed) },
  wear: { targetId: true },
  /** Takes off what is worn. */
  remove: { targetId: true },
  /** Speaks with somebody about a topic, or about anything that is known; or asks where it is. */
  ask: { metadata: Type.Object({ to: Ref, about: Ref, question: Type.Optional(Type.Literal("where")) }, closed) },
  tell: { metadata: Type.Object({ to: Ref, about: Ref }, closed) },
  /** Plain handling, with a tool or without. */
  use: { targetId: true, metadata: Type.Object({ how: Type.Enum(USES), with: Type.Optional(Ref) }, closed) },
  /** A verb of the author's own; its places are those that its patterns have. */
  perform: {
    targetId: "optional",
    metadata: Type.Object(
      {
        verb: Id,
        with: Type.Optional(Ref),
        to: Type.Optional(Ref),
        number: Type.Optional(Type.Number({ minimum: -LIMITS.count, maximum: LIMITS.count })),
        words: Type.Optional(Words),
      },
      closed,
    ),
  },
  wait: {},
  /** Gets up from what one sits or lies on, or out of what one is in. */
  rise: {},
  /** Asks somebody to do something. */
  bid: { metadata: Type.Object({ to: Ref, wanted: WantedSchema }, closed) },
  /** Asks oneself: words only, from what is seen and remembered, and no time passes. */
  recall: {
    targetId: "optional",
    locationId: "optional",
    metadata: Type.Object({ what: Type.Enum(QUESTIONS), about: Type.Optional(Ref) }, closed),
  },
  /** Asks for help: words only, and no time passes. */
  hint: {},
  /** Tries what no rule knows: `with` is the means, `words` what was said of it. What comes of it is ruled. */
  attempt: {
    targetId: "optional",
    metadata: Type.Object(
      { how: Type.Enum(APPROACHES), with: Type.Optional(Ref), words: Type.Optional(Words) },
      closed,
    ),
  },
  /** Says that something is so. It changes nothing, and is refused unless it is. */
  claim: {
    targetId: "optional",
    metadata: Type.Object({ text: Words, that: Type.Optional(Type.Enum(CLAIMS)) }, closed),
  },
  /** A game master's answer to an attempt. */
  rule: { metadata: RulingSchema },
} as const;

export const godActions = {
  /** Puts a thing (`at`) or a person (`room`) somewhere. */
  move: {
    targetId: true,
    metadata: Type.Union([
      Type.Object({ at: PlacementSchema }, { ...closed, title: "a thing" }),
      Type.Object({ room: Id }, { ...closed, title: "a person" }),
    ]),
  },
  /** Opens, closes, locks, unlocks or switches a thing or a door. */
  set: {
    targetId: true,
    metadata: Type.Union([
      Type.Object({ open: Type.Boolean() }, closed),
      Type.Object({ locked: Type.Boolean() }, closed),
      Type.Object({ on: Type.Boolean() }, closed),
    ]),
  },
} as const;

type It = { readonly id: string };
type Nothing = Record<string, never>;

/** Why something is refused or fails. Ids in here are in the actor's view, and its sentence names them by it. */
export interface HouseReasons {
  game_over: Nothing;
  not_your_turn: Nothing;
  object_not_found: Nothing;
  not_here: It;
  too_dark: Nothing;
  no_exit: { readonly direction: string };
  door_locked: It;
  not_reachable: It;
  container_locked: It;
  not_a_container: It;
  not_a_supporter: It;
  not_portable: It;
  already_held: It;
  held_by_other: It & { readonly who: string };
  not_holding: It;
  not_there: It & { readonly place: string };
  into_itself: It;
  not_openable: It;
  already_open: It;
  already_closed: It;
  not_closed: It;
  not_lockable: It;
  already_locked: It;
  already_unlocked: It;
  wrong_key: It & { readonly key: string };
  not_switchable: It;
  already_on: It;
  already_off: It;
  not_readable: It;
  already_up: Nothing;
  not_wearable: It;
  already_worn: It;
  not_worn: It;
  not_usable: It & { readonly how: Use };
  /** No rule of the author's waits for this verb here. */
  no_point: { readonly verb: string; readonly id?: string };
  not_a_person: It;
  to_yourself: It;
  not_theirs: It;
  not_wanted: It & { readonly who: string };
  not_given: It & { readonly who: string };
  not_known: It & { readonly who: string };
  not_talking: It;
  unwilling: It;
  unable: It;
  nothing_named: { readonly how: Approach };
  did_not_work: { readonly text: string };
  no_use: { readonly text: string };
  being_ruled: Nothing;
  nothing_to_rule: Nothing;
  out_of_bounds: Overstep;
  not_so: { readonly text: string; readonly that?: (typeof CLAIMS)[number] };
}
export const REASONS = [
  "game_over",
  "not_your_turn",
  "object_not_found",
  "not_here",
  "too_dark",
  "no_exit",
  "door_locked",
  "not_reachable",
  "container_locked",
  "not_a_container",
  "not_a_supporter",
  "not_portable",
  "already_held",
  "held_by_other",
  "not_holding",
  "not_there",
  "into_itself",
  "not_openable",
  "already_open",
  "already_closed",
  "not_closed",
  "not_lockable",
  "already_locked",
  "already_unlocked",
  "wrong_key",
  "not_switchable",
  "already_on",
  "already_off",
  "not_readable",
  "already_up",
  "not_wearable",
  "already_worn",
  "not_worn",
  "not_usable",
  "no_point",
  "not_a_person",
  "to_yourself",
  "not_theirs",
  "not_wanted",
  "not_given",
  "not_known",
  "not_talking",
  "unwilling",
  "unable",
  "nothing_named",
  "did_not_work",
  "no_use",
  "being_ruled",
  "nothing_to_rule",
  "out_of_bounds",
  "not_so",
] as const satisfies readonly (keyof HouseReasons)[];

export interface House {
  config: HouseConfig;
  state: HouseState;
  view: HouseView;
  percept: HousePercept;
  mind: Mind;
  event: HouseEvent;
  reasons: HouseReasons;
  actions: typeof actions;
  god: typeof godActions;
}
export type HouseAction = Action<House>;
export type HouseRefusal = Refusal<House>;
