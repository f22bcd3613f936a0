// What comes in from outside: the strict action contract, its checks, and the verdict on each action.
import Type, { type Static, type TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { copyOf, plainProblem } from "./json.ts";
import type { Contract, Shape } from "./shape.ts";
import type { AnyWorld, World } from "./world.ts";

const Name = Type.String({ minLength: 1, maxLength: 200 });

/** The contract of every action; `type` selects the world's schema for the rest. Nothing else crosses. */
export const ActionSchema = Type.Object(
  {
    actorId: Name,
    type: Name,
    targetId: Type.Optional(Name),
    locationId: Type.Optional(Name),
    metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
  },
  { additionalProperties: false },
);
export type ActionBase = Readonly<Static<typeof ActionSchema>>;

/** The verdict on one action of a turn. `reason` and `message` are there when `success` is false. */
export interface Validation {
  readonly actionIndex: number;
  readonly success: boolean;
  readonly reason?: string;
  readonly message?: string;
}

/** Reasons that the kernel gives, beside a world's own. */
export const CORE_REASONS = ["invalid_action", "not_your_seat", "not_asked", "held_back"] as const;
export type CoreReason = (typeof CORE_REASONS)[number];

/** A world made ready: each of its contracts is compiled once, and never again. */
export interface Engine<S extends Shape> {
  readonly world: World<S>;
  readonly hash: (text: string) => string;
  /** By action type: null when the action fits its contract, else a sentence that names the field. */
  readonly contracts: ReadonlyMap<string, (action: unknown) => string | null>;
  readonly godContracts: ReadonlyMap<string, (action: unknown) => string | null>;
  readonly configProblem: (config: unknown) => string | null;
}
// biome-ignore lint/suspicious/noExplicitAny: see AnyWorld
export type AnyEngine = Engine<any>;

/** Makes a world ready. Throws when the world itself is malformed: that is a bug of its author. */
export function loadWorld<S extends Shape>(world: World<S>, hash: (text: string) => string): Engine<S> {
  const god = world.god?.actions ?? {};
  for (const name of [world.actions, god, world.apply].flatMap((named) => Object.keys(named)))
    if (name.startsWith("@"))
      throw new Error(`${world.id}: "${name}" begins with @, as only the kernel's own names do`);
  if (Object.hasOwn(god, "amend")) throw new Error(`${world.id}: "amend" is every world's already`);
  const compile = (contracts: Record<string, Contract>) =>
    new Map(
      Object.entries(contracts).map(([type, contract]) => [type, checker(actionSchema(type, contract), "action")]),
    );
  return {
    world,
    hash,
    contracts: compile(world.actions),
    godContracts: compile(god),
    configProblem: checker(world.config, "config"),
  };
}

/** JSON Schema of one action type: what a model, a form or an API description is given. */
export function actionSchema(type: string, contract: Contract): TSchema {
  const part = (name: "targetId" | "locationId") =>
    contract[name] === undefined ? {} : { [name]: contract[name] === true ? Name : Type.Optional(Name) };
  return Type.Object(
    {
      actorId: Name,
      type: Type.Literal(type),
      ...part("targetId"),
      ...part("locationId"),
      ...(contract.metadata ? { metadata: contract.metadata } : {}),
    },
    { additionalProperties: false },
  );
}

const baseProblem = checker(ActionSchema, "action");
/** Why a value is no action at all, or null. */
export function actionProblem(value: unknown): string | null {
  const taken = takeAction(value);
  return typeof taken === "string" ? taken : null;
}

/** An action with an empty `metadata`, where it has none and its contract admits one: who may leave out every field may leave out the object. */
export const withMetadata = <A extends object>(action: A, problemOf: (action: unknown) => string | null): A =>
  !("metadata" in action) && problemOf({ ...action, metadata: {} }) === null ? { ...action, metadata: {} } : action;

/**
 * A copy of an action with nothing but its JSON content; else the reason it is no action. What fits one of `contracts` is an
 * action, since each of them narrows the contract of all.
 */
export function takeAction(value: unknown, contracts: Engine<Shape>["contracts"] = NO_CONTRACTS): ActionBase | string {
  const problem = plainProblem(value, "action");
  if (problem !== null) return brief(problem);
  const copy = copyOf(value) as ActionBase | null;
  if (copy && contracts.get(copy.type)?.(copy) === null) return copy;
  return baseProblem(copy) ?? (copy as ActionBase);
}
const NO_CONTRACTS: Engine<Shape>["contracts"] = new Map();

/** A check of plain values against a schema, compiled once, for the first value. The sentence names the first place that does not fit. */
export function checker(schema: TSchema, name: string): (value: unknown) => string | null {
  let compiled: Validator | null = null;
  return (value) => {
    compiled ??= Compile(schema);
    return compiled.Check(value) ? null : brief(misfit(compiled.Errors(value), name));
  };
}

function misfit(errors: ReturnType<Validator["Errors"]>, name: string): string {
  // A field too many is told twice; the second time with all such fields, at the object that has them.
  const first = errors.find(({ keyword }) => keyword !== "boolean");
  if (!first) return `${name} does not fit its contract`;
  const at = `${name}${first.instancePath.replaceAll("/", ".")}`;
  if (first.keyword === "additionalProperties")
    return `${at} has no field ${first.params.additionalProperties.map((field) => JSON.stringify(field)).join(", ")}`;
  if (first.keyword === "const") {
    const allowed = errors.flatMap((error) =>
      error.keyword === "const" && error.instancePath === first.instancePath ? [error.params.allowedValue] : [],
    );
    return `${at} must be ${allowed.map((value) => JSON.stringify(value)).join(" or ")}`;
  }
  return `${at} ${first.message}`;
}

/** Names and values from outside may be of any length; a sentence about them is not. */
const brief = (sentence: string): string =>
  sentence.length <= LONGEST ? sentence : `${sentence.slice(0, LONGEST).toWellFormed()}…`;
const LONGEST = 300;

/** JSON Schemas of everything a world accepts, by action type. */
export const actionSchemas = (world: AnyWorld): Record<string, TSchema> =>
  Object.fromEntries(
    Object.entries(world.actions as Record<string, Contract>).map(([type, contract]) => [
      type,
      actionSchema(type, contract),
    ]),
  );
