// The nouns of one world, and the types drawn from them. Nothing here runs.
import type { Static, TSchema } from "typebox";

export type ActorId = string;
/** Lower-case hexadecimal of a sha-256. */
export type Hash = string;
/** The sha-256 of UTF-8 text, handed in by the loader of a world, so that the same files run in a browser. */
export type HashText = (text: string) => Hash;

/** Which of the four optional parts an action of one type carries; `metadata` is a schema and a type in one. */
export interface Contract {
  readonly targetId?: true | "optional";
  readonly locationId?: true | "optional";
  readonly metadata?: TSchema;
  /** `legal` lists examples of this action, and any action that fits the contract is allowed. Absent: `legal` lists every choice. See `World.legal`. */
  readonly open?: true;
}

type ActionPart<Name extends "targetId" | "locationId", C> = C extends true
  ? { readonly [N in Name]: string }
  : C extends "optional"
    ? { readonly [N in Name]?: string }
    : { readonly [N in Name]?: never };

/** The action that a contract describes. */
export type ActionOf<Kind, C extends Contract> = { readonly actorId: ActorId; readonly type: Kind } & ActionPart<
  "targetId",
  C["targetId"]
> &
  ActionPart<"locationId", C["locationId"]> &
  (C["metadata"] extends TSchema ? { readonly metadata: Static<C["metadata"]> } : { readonly metadata?: never });

/** A world names its nouns once; every function of it is typed from here. All of them are plain JSON. */
export interface Shape {
  config: unknown;
  state: unknown;
  view: unknown;
  percept: unknown;
  /** What one viewer has learned: a fold over its percepts. */
  mind: unknown;
  event: { readonly type: string };
  /** Reason code to its data: the closed list of why an action may be refused or fail. */
  reasons: object;
  actions: Record<string, Contract>;
  /** The world's own god actions; `amend` exists for every world and is not listed. */
  god: Record<string, Contract>;
}

export type Kind<S extends Shape> = keyof S["actions"] & string;
export type GodKind<S extends Shape> = keyof S["god"] & string;
export type Action<S extends Shape> = { [K in Kind<S>]: ActionOf<K, S["actions"][K]> }[Kind<S>];
export type GodAction<S extends Shape> = { [K in GodKind<S>]: ActionOf<K, S["god"][K]> }[GodKind<S>];
export type Reason<S extends Shape> = keyof S["reasons"] & string;
export type Refusal<S extends Shape> = {
  [R in Reason<S>]: { readonly reason: R; readonly data: S["reasons"][R] };
}[Reason<S>];

/** Tried and did not work: reported as `success: false`, but it happened, so it costs and teaches (one event at least). */
export interface Failure<S extends Shape> {
  readonly failed: Refusal<S>;
  readonly events: readonly [S["event"], ...S["event"][]];
}
export type Outcome<S extends Shape> = readonly S["event"][] | Failure<S>;
/** Why a god's action is refused: a reason of the world's, with a sentence worded from the truth, which a god sees. */
export interface RefusedGod<S extends Shape> {
  readonly reason: Reason<S>;
  readonly message: string;
}
export interface Percept<S extends Shape> {
  readonly to: ActorId;
  readonly what: S["percept"];
}

/** The source's entity: what `entities` of a world lists and what databases are queried by. */
export interface Entity {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
}

export const refuse = <const R extends string, D>(reason: R, data: D): { reason: R; data: D } => ({ reason, data });
export const fail = <R, E>(
  failed: R,
  ...events: readonly [E, ...E[]]
): { failed: R; events: readonly [E, ...E[]] } => ({
  failed,
  events,
});
