// What somebody may be asked to do, and what an author's people are willing to do when asked. Data; nothing here decides.
import { type Static, Type } from "@orrery/kernel";
import { below, type Naming, namesIn, namesOn } from "../author/roles.ts";
import type { Person } from "../model/person.ts";
import type { HouseState } from "../model/state.ts";
import { LIMITS } from "../model/text.ts";
import { USES } from "../model/thing.ts";
import { exitsFrom } from "../rules/conditions.ts";
import type { Named } from "../sense/scope.ts";
import { the, toward, usePhrase } from "../words/grammar.ts";

const closed = { additionalProperties: false } as const;
const Ref = Type.String({ minLength: 1, maxLength: LIMITS.id });
const plain = <T extends string>(type: T) => Type.Object({ type: Type.Literal(type), targetId: Ref }, closed);
const toSomebody = <T extends string>(type: T) =>
  Type.Object({ type: Type.Literal(type), targetId: Ref, metadata: Type.Object({ to: Ref }, closed) }, closed);
const withKey = <T extends string>(type: T) =>
  Type.Object({ type: Type.Literal(type), targetId: Ref, metadata: Type.Object({ keyId: Ref }, closed) }, closed);

/** An action of the house without its actor. */
export const WantedSchema = Type.Union([
  Type.Object(
    {
      type: Type.Literal("go"),
      metadata: Type.Object({ direction: Type.String({ minLength: 1, maxLength: LIMITS.name }) }, closed),
    },
    closed,
  ),
  Type.Object({ type: Type.Literal("take"), targetId: Ref, locationId: Type.Optional(Ref) }, closed),
  plain("drop"),
  plain("open"),
  plain("close"),
  plain("wear"),
  plain("remove"),
  Type.Object(
    {
      type: Type.Literal("put"),
      targetId: Ref,
      locationId: Ref,
      metadata: Type.Object({ how: Type.Union([Type.Literal("in"), Type.Literal("on")]) }, closed),
    },
    closed,
  ),
  withKey("unlock"),
  withKey("lock"),
  Type.Object(
    { type: Type.Literal("switch"), targetId: Ref, metadata: Type.Object({ on: Type.Boolean() }, closed) },
    closed,
  ),
  toSomebody("give"),
  toSomebody("show"),
  Type.Object(
    {
      type: Type.Literal("use"),
      targetId: Ref,
      metadata: Type.Object({ how: Type.Enum(USES), with: Type.Optional(Ref) }, closed),
    },
    closed,
  ),
  Type.Object({ type: Type.Literal("wait") }, closed),
  /** Follows the asker, unless somebody else is named. */
  Type.Object({ type: Type.Literal("follow"), targetId: Type.Optional(Ref) }, closed),
  /** To be one's own again, and go back to where one was. */
  Type.Object({ type: Type.Literal("return") }, closed),
]);
export type Wanted = Static<typeof WantedSchema>;

/** The types of action that may be wanted, as the lexicon offers them. */
export const DEEDS: readonly Wanted["type"][] = WantedSchema.anyOf.map(({ properties }) => properties.type.const);

/** Every id that a wanted action names. */
export const idsIn = (wanted: Wanted): string[] => {
  const {
    targetId,
    locationId,
    metadata = {},
  } = wanted as {
    targetId?: string;
    locationId?: string;
    metadata?: { keyId?: string; to?: string; with?: string };
  };
  return [targetId, locationId, metadata.keyId, metadata.to, metadata.with].filter((id) => id !== undefined);
};

export type Willing = NonNullable<Person["obeys"]>[number];

/** Whether an author's `{act, target, other}` names what is wanted of somebody. */
export function isWanted(state: HouseState, who: string, { act, target, other }: Willing, wanted: Wanted): boolean {
  const deed = actOf(state, who, wanted);
  return deed?.act === act && (target === null || target === deed.target) && (other === null || other === deed.other);
}

/** What is wanted as an author would name it; null for what needs no will of theirs. */
function actOf(state: HouseState, who: string, wanted: Wanted): Pick<Willing, "act" | "target" | "other"> | null {
  switch (wanted.type) {
    case "go": {
      const { direction } = wanted.metadata;
      const exit = exitsFrom(state, state.people[who]!.at).find((one) => one.direction === direction);
      return { act: "go", target: exit?.to ?? null, other: null };
    }
    case "wait":
      return { act: "wait", target: null, other: null };
    case "follow":
      return { act: "follow", target: wanted.targetId ?? null, other: null };
    case "return":
      return null;
    case "switch":
      return { act: wanted.metadata.on ? "light" : "extinguish", target: wanted.targetId, other: null };
    case "use":
      return { act: wanted.metadata.how, target: wanted.targetId, other: wanted.metadata.with ?? null };
    default: {
      const [target, other] = idsIn(wanted);
      return { act: wanted.type, target: target!, other: other ?? null };
    }
  }
}

export const namesObeyed = (obeys: readonly Willing[]): Naming[] =>
  obeys.flatMap(({ act, target, other, when }, i) =>
    below(
      ["obeys", i],
      [...namesOn({ act, target, other, by: null }), ...(when === undefined ? [] : below(["when"], namesIn(when)))],
    ),
  );

/** A deed in the words of the person who hears it asked for. */
export interface DeedTold {
  readonly verb: string;
  readonly target?: Named;
  readonly how?: string;
  readonly other?: Named;
}

export function deedTold(wanted: Wanted, named: (id: string) => Named): DeedTold {
  switch (wanted.type) {
    case "go":
      return { verb: `go ${toward(wanted.metadata.direction)}` };
    case "wait":
      return { verb: "wait" };
    case "follow":
      return { verb: "follow", ...(wanted.targetId === undefined ? {} : { target: named(wanted.targetId) }) };
    case "return":
      return { verb: "go back" };
    case "take":
      return {
        verb: "take",
        target: named(wanted.targetId),
        ...(wanted.locationId === undefined ? {} : { how: "from", other: named(wanted.locationId) }),
      };
    case "put":
      return {
        verb: "put",
        target: named(wanted.targetId),
        how: wanted.metadata.how,
        other: named(wanted.locationId),
      };
    case "unlock":
    case "lock":
      return { verb: wanted.type, target: named(wanted.targetId), how: "with", other: named(wanted.metadata.keyId) };
    case "give":
    case "show":
      return { verb: wanted.type, target: named(wanted.targetId), how: "to", other: named(wanted.metadata.to) };
    case "use": {
      const { how, with: tool } = wanted.metadata;
      const target = named(wanted.targetId);
      return { verb: usePhrase(how), target, ...(tool === undefined ? {} : { how: "with", other: named(tool) }) };
    }
    case "switch":
      return { verb: wanted.metadata.on ? "light" : "put out", target: named(wanted.targetId) };
    default:
      return { verb: PLAIN[wanted.type], target: named(wanted.targetId) };
  }
}
const PLAIN = { drop: "put down", open: "open", close: "close", wear: "put on", remove: "take off" } as const;

/** "open the cupboard", "give you the key". */
export function deedSaid({ verb, target, how, other }: DeedTold, me: string): string {
  const name = (it: Named) => (it.id === me ? "you" : the(it));
  return [verb, ...(target ? [name(target)] : []), ...(how && other ? [how, name(other)] : [])].join(" ");
}
