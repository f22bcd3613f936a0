// How far what a model wrote is from what the engine computed, field by field. Counts and compares; judges nothing.
import { equal, type Json } from "@orrery/kernel";
import { isAppend } from "./assignments.ts";
import { get, isObject, type JsonObject, type StatePath, writePath } from "./path.ts";

/** One field that a model wrote although the engine computes it. */
export interface DriftedField {
  /** A field of the response, or a place of the state. */
  readonly field: string;
  readonly wrote: Json;
  /** What the engine computed; null where the campaign has no such place. */
  readonly is: Json;
  readonly agrees: boolean;
}

const TEXTS = ["session_header", "resources", "location_confirmed"] as const;
const LISTS = ["dice_rolls", "entities_mentioned"] as const;

/** Places that are the model's to write: there is nothing to compare them with. */
const isModels = ([root, key, field]: StatePath): boolean =>
  root === "custom_campaign_state"
    ? ["core_memories", "active_missions", "npc_agendas"].includes(key!)
    : root === "npc_data" && (field === "relationships" || field === "present");

/**
 * Every computed field that a response holds, beside the engine's response to the same turn. Texts are compared without
 * spaces and case, lists without order. A place that the turn did not change is compared with `after`, the campaign after
 * the turn.
 */
export function writtenFields(wrote: JsonObject, told: JsonObject, after: JsonObject): readonly DriftedField[] {
  const texts = TEXTS.flatMap((field) => compareField(field, wrote[field], told[field], plain));
  const lists = LISTS.flatMap((field) => compareField(field, wrote[field], told[field], sortList));
  const updates = leaves(isObject(wrote["state_updates"]) ? wrote["state_updates"] : {}).flatMap(([place, value]) =>
    isModels(place)
      ? []
      : compareField(
          writePath(place),
          value,
          get(told["state_updates"], ...place) ?? get(after, ...place),
          (one) => one,
        ),
  );
  return [...texts, ...lists, ...updates];
}

function compareField(
  field: string,
  wrote: Json | undefined,
  is: Json | undefined,
  norm: (value: Json) => Json,
): DriftedField[] {
  if (wrote === undefined) return [];
  return [{ field, wrote, is: is ?? null, agrees: equal(norm(wrote), norm(is ?? null)) }];
}

const plain = (value: Json): Json => (typeof value === "string" ? value.replaceAll(/\s+/g, "").toLowerCase() : value);
const sortList = (value: Json): Json =>
  Array.isArray(value)
    ? value
        .map(plain)
        .map((one) => JSON.stringify(one))
        .sort()
    : value;

/** Values of nested updates with their places; an append is a value. */
function leaves(updates: JsonObject, at: StatePath = []): (readonly [StatePath, Json])[] {
  return Object.entries(updates).flatMap(([key, value]) =>
    isObject(value) && !isAppend(value) && Object.keys(value).length > 0
      ? leaves(value, [...at, key])
      : [[[...at, key], value] as const],
  );
}

/** How often a field was written and how often it was the engine's. */
export interface FieldDrift {
  readonly field: string;
  readonly written: number;
  readonly differed: number;
  /** The last difference; absent where there was none. */
  readonly last?: { readonly wrote: Json; readonly is: Json };
}

/** The counts of many turns, most different first. */
export function driftOf(turns: readonly (readonly DriftedField[])[]): readonly FieldDrift[] {
  const counts = new Map<string, FieldDrift>();
  for (const { field, agrees, wrote, is } of turns.flat()) {
    const { written = 0, differed = 0, last } = counts.get(field) ?? {};
    counts.set(field, {
      field,
      written: written + 1,
      differed: differed + (agrees ? 0 : 1),
      ...(agrees ? (last ? { last } : {}) : { last: { wrote, is } }),
    });
  }
  return [...counts.values()].sort((a, b) => b.differed - a.differed || (a.field < b.field ? -1 : 1));
}
