// What agents and gods may hand in: the contracts of a game, and of what is claimed in it. Nothing here runs.
import { type Static, Type } from "@orrery/kernel";
import { LearnedSchema, LIMITS, NotesSchema, Text } from "../settings.ts";
import { TriggerConfigSchema } from "../triggers.ts";

const closed = { additionalProperties: false } as const;
const Ref = Type.String({ minLength: 1, maxLength: 60 });
const Second = Type.Integer({ minimum: 0, maximum: 100_000 });

/**
 * What a statement asserts, in a form that can be held against the log; and questions, which assert nothing. Times are
 * whole seconds of the game clock.
 */
const claimSchema = <More extends Type.TProperties>(more: More) =>
  Type.Union([
    Type.Object({ kind: Type.Literal("own_location"), place: Ref, second: Second, ...more }, closed),
    Type.Object({ kind: Type.Literal("location"), player: Ref, place: Ref, second: Second, ...more }, closed),
    Type.Object({ kind: Type.Literal("saw_kill"), killer: Ref, victim: Ref, ...more }, closed),
    Type.Object({ kind: Type.Literal("saw_vent"), player: Ref, place: Ref, ...more }, closed),
    Type.Object({ kind: Type.Literal("found_body"), body: Ref, place: Ref, ...more }, closed),
    /** `task`: the id of a task kind, or of one of its sites. */
    Type.Object({ kind: Type.Literal("did_task"), player: Ref, task: Ref, ...more }, closed),
    Type.Object(
      { kind: Type.Literal("role"), player: Ref, role: Type.Enum(["crewmate", "impostor"]), ...more },
      closed,
    ),
    Type.Object({ kind: Type.Literal("accusation"), player: Ref, ...more }, closed),
    /** Asks a player where it was and what it did. */
    Type.Object({ kind: Type.Literal("question"), player: Ref, ...more }, closed),
  ]);

/** As agents declare it. */
export const DeclaredClaimSchema = claimSchema({});
/** With the part of the statement that it stands for. */
export const ClaimSchema = claimSchema({ words: Type.Optional(Text(LIMITS.words)) });
export type Claim = Static<typeof ClaimSchema>;

/** What may accompany every action. Only its owner, gods and the replay after the end ever see it. */
const private_ = {
  thought: Type.Optional(Text(LIMITS.thought)),
  /** Each pad that is given replaces what was in it. */
  notes: Type.Optional(NotesSchema),
  triggers: Type.Optional(TriggerConfigSchema),
  /** P(impostor) in percent, for living others. Kept at the fixed moments: see `view.ask.suspicions`. */
  suspicions: Type.Optional(Type.Record(Ref, Type.Integer({ minimum: 0, maximum: 100 }))),
} as const;
const Plain = Type.Object(private_, closed);

/** Exactly one deed an answer; `configure_triggers` may come beside it. `metadata` is always there, and may be empty. */
export const actions = {
  /** To a place (`locationId`), or after a player in sight (`targetId`); one of the two. Where one already is: stop there. */
  move: { targetId: "optional", locationId: "optional", metadata: Plain },
  /** Goes on as before. */
  wait: { metadata: Plain },
  /** With an object in range: `task_…`, `body_…` (report), `button`, `vent_…`, `cameras`, `admin_table`, `vitals`, `panel_…`. */
  interact: { targetId: true, metadata: Plain },
  kill: { targetId: true, metadata: Plain },
  /** `reactor`, `oxygen`, `lights`, `comms`, or `doors_` and a room. */
  sabotage: { targetId: true, metadata: Plain },
  /** Stands at a task site as if at work. */
  fake_task: { targetId: true, metadata: Plain },
  /** `metadata.triggers` is required here. */
  configure_triggers: { metadata: Plain },
  /** A statement in a discussion; empty text is silence. Without `claims` they are read from the text; with an empty list there are none. */
  speak: {
    metadata: Type.Object(
      { ...private_, text: Text(2000), claims: Type.Optional(Type.Array(ClaimSchema, { maxItems: 8 })) },
      closed,
    ),
  },
  /** A living player's id, or `skip`. */
  vote: { targetId: true, metadata: Plain },
  /** Thinks, writes, reports; nothing else. `learned` is for after the end. */
  reflect: { metadata: Type.Object({ ...private_, learned: Type.Optional(LearnedSchema) }, closed) },
} as const;
export type DeedKind = keyof typeof actions;

/** A god's own actions. Times and refusals are as for any action; `targetId` is a player. */
export const godActions = {
  /** Dies where it stands and leaves a body. */
  kill: { targetId: true },
  revive: { targetId: true },
  /** To the middle of a place, at once. */
  move: { targetId: true, locationId: true },
  set_role: { targetId: true, metadata: Type.Object({ role: Type.Enum(["crewmate", "impostor"]) }, closed) },
  /** The player has left for good: nobody asks it any more, its tasks leave the total, all are told. */
  disconnect: { targetId: true },
  call_meeting: {},
  end: { metadata: Type.Object({ winner: Type.Enum(["crew", "impostors", "nobody"]) }, closed) },
} as const;
