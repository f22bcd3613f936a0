// The contract of a model's answer to one ask, drawn from the world's contracts and closed over what is legal now. Plain JSON Schema.
import type { ActionBase, Asked, Contract, TSchema } from "@orrery/kernel";
import type { AnyShape } from "./agent.ts";

type SchemaNode = Readonly<Record<string, unknown>>;

/** Values that a schema lists at most, so that every provider takes it; ids beyond are left to the rules. */
const LISTED_MAX = 800;
/** A text that may be longer than a name is free words, and never closed over those that `legal` happens to show. */
const NAME_MAX = 200;
const THOUGHT_MAX = 600;
/** Actions in one answer to an ask that takes a sequence. */
export const SEQUENCE_MAX = 5;

/** `{ thought, action }`, or `{ thought, actions }` for an ask that takes a sequence. */
export function answerSchema(
  contracts: Readonly<Record<string, Contract>>,
  { ask, legal }: Pick<Asked<AnyShape>, "ask" | "legal">,
): TSchema {
  const room = { left: LISTED_MAX };
  const open = (ask.may as readonly string[]).filter((type) => Object.hasOwn(contracts, type));
  const legalOfType = (type: string) => (legal as readonly ActionBase[]).filter((action) => action.type === type);
  // Types that `legal` does not list are possible only if they take free words or are open; if none remain, every type is offered.
  const possible = open.filter(
    (type) => legalOfType(type).length > 0 || contracts[type]!.open || hasFreeWords(contracts[type]!),
  );
  const kinds = (possible.length > 0 ? possible : open).map((type) => {
    const contract = contracts[type]!;
    // Examples do not limit an open contract.
    return actionNode(type, contract, contract.open ? [] : legalOfType(type), room);
  });
  // By all contracts, not only those possible now: a conversation keeps its contract as long as it can.
  const contract = open.map((type) => actionNode(type, contracts[type]!, [], { left: LISTED_MAX }));
  const action = oneOf(kinds, typesToSpell(contract));
  const thought = { type: "string", maxLength: THOUGHT_MAX, description: "a note to yourself; nobody else reads it" };
  const answer =
    ask.mode === "each"
      ? { actions: { type: "array", items: action, minItems: 1, maxItems: SEQUENCE_MAX } }
      : { action };
  return object({ thought, ...answer }, ["thought", ...Object.keys(answer)]) as unknown as TSchema;
}

/** Kinds of actions as one node. Providers take few optional properties: of more, each way of leaving them out is a kind of its own. */
function oneOf(kinds: readonly SchemaNode[], spelled = typesToSpell(kinds)): SchemaNode {
  const all = kinds.flatMap((kind) => (spelled.has(tagOf(kind)!) ? everyWayOf(kind) : [kind]));
  return all.length === 1 ? all[0]! : { anyOf: all };
}

const OPTIONAL_MAX = 8;

/** Types of which each way is spelled: those with the fewest optional parts first, since every further part doubles the ways. */
function typesToSpell(kinds: readonly SchemaNode[]): ReadonlySet<string> {
  const spelled = new Set<string>();
  let left = kinds.reduce((sum, kind) => sum + optionalIn(kind), 0);
  const counted = kinds.map((kind) => ({ type: tagOf(kind)!, count: optionalNames(kind).length }));
  for (const { type, count } of counted.filter((one) => one.count > 0).sort((a, b) => a.count - b.count)) {
    if (left <= OPTIONAL_MAX) break;
    spelled.add(type);
    left -= count;
  }
  return spelled;
}

/** Each way of leaving parts of an action out, under a tag of its own: "take", "take with locationId". `typeOf` reads it back. */
function everyWayOf(kind: SchemaNode): SchemaNode[] {
  const { type, ...others } = kind["properties"] as Readonly<Record<string, SchemaNode>>;
  const optional = optionalNames(kind);
  return waysOf(
    object(
      others,
      (kind["required"] as readonly string[]).filter((name) => name !== "type"),
    ),
  ).flatMap((way) => {
    const properties = way["properties"] as Readonly<Record<string, SchemaNode>>;
    const { metadata } = properties;
    return (metadata ? waysOf(metadata) : [undefined]).map((inner) => {
      const there = { ...properties, ...(inner ? { metadata: inner } : {}) };
      const given = [...Object.keys(there), ...Object.keys((inner?.["properties"] ?? {}) as SchemaNode)];
      const names = given.filter((name) => optional.includes(name));
      const tag = [String(type!["const"]), ...(names.length > 0 ? [names.join(" and ")] : [])].join(WITH);
      return object({ type: { const: tag }, ...there }, ["type", ...Object.keys(there)]);
    });
  });
}

const WITH = " with ";
/** The type of an action by the tag that it travelled under. */
const typeOf = (tag: string): string => tag.split(WITH)[0]!;

function optionalNames(node: SchemaNode): string[] {
  const { properties = {}, required = [] } = node as {
    properties?: Readonly<Record<string, SchemaNode>>;
    required?: readonly string[];
  };
  const own = Object.keys(properties).filter((name) => !required.includes(name));
  return [...own, ...(properties["metadata"] ? optionalNames(properties["metadata"]) : [])];
}

/**
 * The contract of an answer that takes in what earlier answers of the same conversation could be: providers cache a conversation
 * under its schema, so it should change as seldom as can be. What is not possible any more is left to the rules. `now` itself where
 * the two cannot be one, or where it would be more than every provider takes.
 */
export function widen(before: TSchema, now: TSchema): TSchema {
  const merged = both(plain(before), plain(now));
  if (merged === null || valuesIn(merged) > LISTED_MAX || optionalIn(merged) > OPTIONAL_MAX) return now;
  return merged as unknown as TSchema;
}

function both(a: SchemaNode, b: SchemaNode): SchemaNode | null {
  if (isSame(a, b)) return a;
  const [before, now] = [a["anyOf"] ?? a, b["anyOf"] ?? b] as (SchemaNode | readonly SchemaNode[])[];
  if (tagOf(a) !== null || tagOf(b) !== null || Array.isArray(before) || Array.isArray(now))
    return kindsOf([before!].flat() as SchemaNode[], [now!].flat() as SchemaNode[]);
  if ("enum" in a && "enum" in b) return { enum: [...new Set([...listIn(a), ...listIn(b)])] };
  // Values that are listed, and the same thing left open: left open.
  if ("enum" in a || "enum" in b) return "enum" in a ? b : a;
  if (a["type"] === "array" && b["type"] === "array") {
    const items = both(a["items"] as SchemaNode, b["items"] as SchemaNode);
    return items && isSame({ ...a, items }, { ...b, items }) ? { ...b, items } : null;
  }
  return a["type"] === "object" && b["type"] === "object" ? joinSchemas(a, b) : null;
}

/** Two objects of the same properties. */
function joinSchemas(a: SchemaNode, b: SchemaNode): SchemaNode | null {
  const [before, now] = [a["properties"], b["properties"]] as Readonly<Record<string, SchemaNode>>[];
  if (!before || !now || !isSame(Object.keys(before), Object.keys(now)) || !isSame(a["required"], b["required"]))
    return null;
  const properties: Record<string, SchemaNode> = {};
  for (const [name, part] of Object.entries(now)) {
    const merged = both(before[name]!, part);
    if (merged === null) return null;
    properties[name] = merged;
  }
  return { ...b, properties };
}

/** Kinds of actions by their tags: those there were, then those that are new. */
function kindsOf(before: readonly SchemaNode[], now: readonly SchemaNode[]): SchemaNode | null {
  const kinds = new Map<string, SchemaNode>();
  for (const kind of [...before, ...now]) {
    const tag = tagOf(kind);
    if (tag === null) return null;
    const known = kinds.get(tag);
    const merged = known ? joinSchemas(known, kind) : kind;
    if (merged === null) return null;
    kinds.set(tag, merged);
  }
  const all = [...kinds.values()];
  return all.length === 1 ? all[0]! : { anyOf: all };
}

function tagOf(node: SchemaNode): string | null {
  const { type } = (node["properties"] ?? {}) as { type?: { const?: unknown } };
  return typeof type?.const === "string" ? type.const : null;
}
const listIn = (node: SchemaNode): readonly unknown[] => (node["enum"] ?? []) as readonly unknown[];
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
const inside = (node: unknown, count: (one: SchemaNode) => number): number => {
  if (typeof node !== "object" || node === null) return 0;
  const own = Array.isArray(node) ? 0 : count(node as SchemaNode);
  return Object.values(node).reduce<number>((sum, part) => sum + inside(part, count), own);
};
const valuesIn = (node: SchemaNode): number => inside(node, (one) => listIn(one).length + ("const" in one ? 1 : 0));
const optionalIn = (node: SchemaNode): number =>
  inside(node, ({ properties, required = [] }) =>
    properties && typeof properties === "object" && Array.isArray(required)
      ? Object.keys(properties).length - required.length
      : 0,
  );

/** One action of an answer, under its own type and its actor's name. */
const actionOf = (actor: string, one: object): object => {
  const { type } = one as { type?: unknown };
  return { actorId: actor, ...one, ...(typeof type === "string" ? { type: typeOf(type) } : {}) };
};

/** The actions that an answer of that schema wants done by its actor. */
export function actionsOf(actor: string, output: unknown): readonly unknown[] {
  const { action, actions } = output as { action?: object; actions?: readonly object[] };
  return (actions ?? [action!]).map((one) => actionOf(actor, one));
}

function actionNode(
  type: string,
  contract: Contract,
  legal: readonly ActionBase[],
  room: { left: number },
): SchemaNode {
  const properties: Record<string, unknown> = { type: { const: type } };
  const required = ["type"];
  room.left--;
  for (const part of ["targetId", "locationId"] as const) {
    if (contract[part] === undefined) continue;
    const values = legal.flatMap((action) => action[part] ?? []);
    properties[part] = closeSchema({ type: "string", minLength: 1, maxLength: NAME_MAX }, values, room);
    if (contract[part] === true) required.push(part);
  }
  if (contract.metadata) {
    const given = legal.flatMap(({ metadata }) => (metadata ? [metadata] : []));
    properties["metadata"] = metadataNode(plain(contract.metadata), given, room);
    required.push("metadata");
  }
  return object(properties, required);
}

/** Each property closed over what legal actions hold there; anything but an object of properties stays as it is. */
function metadataNode(
  schema: SchemaNode,
  given: readonly Readonly<Record<string, unknown>>[],
  room: { left: number },
): SchemaNode {
  const parts = schema["properties"] as Readonly<Record<string, SchemaNode>> | undefined;
  if (schema["type"] !== "object" || !parts) return portable(schema) as SchemaNode;
  const properties = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => {
      const values = given.flatMap((metadata) => (metadata[name] === undefined ? [] : [metadata[name]]));
      return [name, isFreeWords(part) ? portable(part) : closeSchema(portable(part) as SchemaNode, values, room)];
    }),
  );
  return object(properties, (schema["required"] as readonly string[] | undefined) ?? []);
}

/**
 * The schema with its values listed; as it is where nothing is known, or where there are too many. Of alternatives told apart by
 * a tag, those with a tag that occurs, with the parts that occur.
 */
function closeSchema(schema: SchemaNode, values: readonly unknown[], room: { left: number }): SchemaNode {
  const kinds = schema["anyOf"] as readonly SchemaNode[] | undefined;
  if (kinds?.every((kind) => tagOf(kind) !== null)) {
    const there = kinds.flatMap((kind) => {
      const held = (values as readonly { readonly type?: unknown }[]).filter(({ type }) => type === tagOf(kind));
      return held.length === 0 ? [] : [{ ...kind, properties: partsIn(kind, held) }];
    });
    return there.length === 0 ? schema : there.length === 1 ? there[0]! : { ...schema, anyOf: there };
  }
  const distinct = [...new Set(values)];
  const isListable = distinct.every((value) => ["string", "number", "boolean"].includes(typeof value));
  if (distinct.length === 0 || !isListable || distinct.length > room.left) return schema;
  room.left -= distinct.length;
  return { enum: distinct };
}

/** Properties that must be there, and those that some value has. */
const partsIn = ({ properties, required = [] }: SchemaNode, values: readonly object[]): SchemaNode =>
  Object.fromEntries(
    Object.entries(properties as SchemaNode).filter(
      ([name]) => (required as readonly string[]).includes(name) || values.some((value) => Object.hasOwn(value, name)),
    ),
  );

const isFreeWords = (part: SchemaNode): boolean =>
  part["type"] === "string" && ((part["maxLength"] as number | undefined) ?? Number.POSITIVE_INFINITY) > NAME_MAX;

function hasFreeWords({ metadata }: Contract): boolean {
  if (!metadata) return false;
  const parts = Object.values((plain(metadata)["properties"] ?? {}) as Readonly<Record<string, SchemaNode>>);
  return parts.some(isFreeWords);
}

/**
 * The same contract as decoders can carry it. Patterns that look around are no regular language, and left to the rules. Of
 * alternatives that no literal tells apart none may have optional properties, where absence must be spelled: each way of
 * leaving them out becomes an alternative of its own.
 */
function portable(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(portable);
  if (typeof part !== "object" || part === null) return part;
  const kept = Object.entries(part).filter(
    ([key, value]) => !(key === "pattern" && typeof value === "string" && /\(\?[=!<]/.test(value)),
  );
  const out: Record<string, unknown> = Object.fromEntries(kept.map(([key, value]) => [key, portable(value)]));
  const alternatives = out["anyOf"] as readonly SchemaNode[] | undefined;
  return alternatives && !alternatives.every(isTagged) ? { ...out, anyOf: alternatives.flatMap(waysOf) } : out;
}

const isTagged = (node: SchemaNode): boolean =>
  node["type"] !== "object" ||
  Object.values((node["properties"] ?? {}) as Readonly<Record<string, SchemaNode>>).some((one) => "const" in one);

/** An object with each of its optional properties there or not. */
function waysOf(node: SchemaNode): SchemaNode[] {
  const { properties, required = [] } = node as { properties?: SchemaNode; required?: readonly string[] };
  const optional = Object.keys(properties ?? {}).find((name) => !required.includes(name));
  if (node["type"] !== "object" || optional === undefined) return [node];
  const { [optional]: _, ...without } = properties!;
  return [
    { ...node, required: [...required, optional] },
    { ...node, properties: without },
  ].flatMap(waysOf);
}

const object = (properties: SchemaNode, required: readonly string[]): SchemaNode => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
const plain = (schema: TSchema): SchemaNode => JSON.parse(JSON.stringify(schema)) as SchemaNode;
