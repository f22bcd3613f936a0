// The shapes of the campaign state: which fields a character, an NPC, a mission, an event have, and of what kind. Judges kinds; owns no rule numbers.
import { type Json, valueAt } from "@orrery/kernel";
import { get, isObject, type JsonObject, type StatePath } from "./path.ts";

/** The kind of value at a place. `dict`: any keys, one kind; `fields`: these keys. */
export type ValueKind =
  | "text"
  | "whole"
  | "number"
  | "flag"
  | "list"
  | "any"
  | { readonly dict: ValueKind }
  | { readonly fields: Readonly<Record<string, ValueKind>> };

const ATTRIBUTES = ["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"] as const;
const attributes: ValueKind = { fields: Object.fromEntries(ATTRIBUTES.map((name) => [name, "whole" as const])) };
const pool: ValueKind = { fields: { used: "whole", total: "any" } };

const CHARACTER: Readonly<Record<string, ValueKind>> = {
  string_id: "text",
  name: "text",
  level: "whole",
  class: "text",
  subclass: "text",
  race: "text",
  background: "text",
  gender: "any",
  age: "any",
  alignment: "text",
  mbti: "text",
  hp_current: "whole",
  hp_max: "whole",
  temp_hp: "whole",
  armor_class: "whole",
  attributes,
  proficiency_bonus: "whole",
  skills: "list",
  saving_throw_proficiencies: "list",
  resources: {
    fields: {
      gold: "number",
      hit_dice: pool,
      spell_slots: { dict: pool },
      class_features: { dict: pool },
      consumables: { dict: "whole" },
    },
  },
  experience: { fields: { current: "whole", needed_for_next_level: "any" } },
  equipment: { fields: { weapons: "list", armor: "any", shield: "any", backpack: "list" } },
  combat_stats: { fields: { initiative: "whole", speed: "whole", passive_perception: "whole" } },
  status: "text",
  status_conditions: "list",
  concentration: "any",
  death_saves: { fields: { successes: "whole", failures: "whole" } },
  active_effects: "list",
  features: "list",
  spells_known: "list",
  exhaustion: "whole",
  inspiration: "flag",
  relationships: "any",
};

const NPC: Readonly<Record<string, ValueKind>> = {
  string_id: "text",
  role: "text",
  mbti: "text",
  alignment: "text",
  gender: "text",
  age: "any",
  level: "whole",
  hp_current: "whole",
  hp_max: "whole",
  temp_hp: "whole",
  armor_class: "whole",
  attributes,
  present: "flag",
  conscious: "flag",
  hidden: "flag",
  status: "any",
  visibility: "text",
  relationships: "any",
  status_conditions: "list",
  stat_block: "text",
  disposition: "text",
  location: "any",
};

const LIFE = ["conscious", "unconscious", "stable", "dead"];
const CONDITIONS =
  "blinded charmed deafened exhaustion frightened grappled incapacitated invisible paralyzed petrified poisoned prone restrained stunned unconscious".split(
    " ",
  );
const VISIBILITY = ["visible", "hidden", "invisible", "obscured", "darkness"];

/** What is wrong with an NPC's status, conditions and visibility, in a sentence; null when nothing is. */
export function statusProblem(npc: JsonObject): { readonly field: string; readonly message: string } | null {
  const wordsAt = (field: string): readonly Json[] => {
    const given = npc[field] ?? [];
    return Array.isArray(given) ? given : [given];
  };
  const closed = {
    status: [...LIFE, ...CONDITIONS, ...VISIBILITY],
    status_conditions: CONDITIONS,
    visibility: VISIBILITY,
  };
  for (const [field, list] of Object.entries(closed)) {
    const strange = wordsAt(field).find((word) => typeof word !== "string" || !list.includes(word.toLowerCase()));
    if (strange !== undefined)
      return { field, message: `${field} is none of ${[...new Set(list)].join(", ")}: ${JSON.stringify(strange)}.` };
  }
  const has = (word: string) => wordsAt("status").some((one) => String(one).toLowerCase() === word);
  const { conscious, hp_current: hp } = npc;
  if (has("dead") && typeof hp === "number" && hp > 0)
    return { field: "status", message: `status is dead, and ${hp} hit points are left.` };
  if (conscious === true && (has("dead") || has("unconscious")))
    return { field: "conscious", message: "conscious is true, and the status says otherwise." };
  return conscious === false && has("conscious")
    ? { field: "conscious", message: "conscious is false, and the status says otherwise." }
    : null;
}

/** What an NPC always has. */
export const NPC_REQUIRED = [
  "string_id",
  "role",
  "mbti",
  "gender",
  "age",
  "level",
  "hp_current",
  "hp_max",
  "armor_class",
  "attributes",
  "present",
  "conscious",
  "hidden",
  "status",
  "relationships",
] as const;

const CLOCK: Readonly<Record<string, ValueKind>> = {
  year: "whole",
  month: "text",
  day: "whole",
  hour: "whole",
  minute: "whole",
  second: "whole",
  microsecond: "whole",
  time_of_day: "text",
};

export const EVENT_FIELDS: Readonly<Record<string, ValueKind>> = {
  description: "text",
  deadline: { fields: CLOCK },
  consequences: "any",
  urgency_level: "text",
  status: "text",
  warnings_given: "any",
  related_npcs: "list",
};
export const AGENDA_FIELDS: Readonly<Record<string, ValueKind>> = {
  current_goal: "text",
  progress_percentage: "number",
  next_milestone: "text",
  blocking_factors: "list",
  completed_milestones: "list",
};
export const RESOURCE_FIELDS: Readonly<Record<string, ValueKind>> = {
  current_amount: "number",
  max_amount: "number",
  depletion_rate: "number",
  depletion_unit: "text",
  critical_level: "number",
  consequence: "any",
  last_updated_day: "whole",
  patients: "whole",
};
const LOCATION: Readonly<Record<string, ValueKind>> = {
  display_name: "text",
  connected_to: "list",
  entities_present: "list",
  environmental_effects: "list",
};

/** The whole state, from its five keys down. */
export const STATE: ValueKind = {
  fields: {
    player_character_data: { fields: CHARACTER },
    world_data: {
      fields: {
        world_time: { fields: CLOCK },
        current_location: "text",
        locations: { dict: { fields: LOCATION } },
        calendar: "any",
        objects: { dict: { fields: { display_name: "text", location: "text", state: "any" } } },
      },
    },
    npc_data: { dict: { fields: NPC } },
    custom_campaign_state: {
      fields: {
        attribute_system: "text",
        active_missions: "list",
        core_memories: "list",
        time_sensitive_events: { dict: { fields: EVENT_FIELDS } },
        time_pressure_warnings: "any",
        npc_agendas: { dict: { fields: AGENDA_FIELDS } },
        world_resources: { dict: { fields: RESOURCE_FIELDS } },
        tombstones: { dict: "any" },
      },
    },
    combat_state: {
      fields: { in_combat: "flag", round: "whole", turn: "any", initiative: "list", combatants: { dict: "any" } },
    },
  },
};

/** The kind of a place; null where the state has no such place. Below "any" everything is "any". */
export function kindAt(place: StatePath): ValueKind | null {
  let kind: ValueKind = STATE;
  for (const key of place) {
    if (kind === "any") return "any";
    if (kind === "list") return "any";
    if (typeof kind === "string") return null;
    if ("dict" in kind) kind = kind.dict;
    else if (Object.hasOwn(kind.fields, key)) kind = kind.fields[key]!;
    else return null;
  }
  return kind;
}

/** Whether the keys at a place are free: names of people, things, places. */
export const isEntry = (place: StatePath): boolean => {
  const parent = kindAt(place.slice(0, -1));
  return typeof parent === "object" && parent !== null && "dict" in parent;
};

/** What a kind wants, in a sentence; null when the value is of it. */
export function kindProblem(kind: ValueKind, value: Json): string | null {
  if (kind === "any") return null;
  if (kind === "text") return typeof value === "string" ? null : "a string";
  if (kind === "whole") return Number.isInteger(value) ? null : "a whole number";
  if (kind === "number") return typeof value === "number" ? null : "a number";
  if (kind === "flag") return typeof value === "boolean" ? null : "true or false";
  if (kind === "list") return Array.isArray(value) ? null : "an array";
  if (!isObject(value)) return "an object";
  const below = (key: string) =>
    "dict" in kind ? kind.dict : Object.hasOwn(kind.fields, key) ? kind.fields[key] : undefined;
  for (const [key, one] of Object.entries(value)) {
    const wanted = below(key);
    if (wanted === undefined) return `an object without "${key}"`;
    const problem = kindProblem(wanted, one);
    if (problem !== null) return `${problem} at "${key}"`;
  }
  return null;
}

export const ENTITY_ID = /^(pc|npc|loc|item|faction)_[a-z0-9]+(_[a-z0-9]+)*_\d{3}$/;
export const MBTI = /^[EI][NS][FT][JP]$/;

/** A status says dead, or nothing is left of its hit points. Tombstones are dead for good. */
export function isDead(being: unknown): boolean {
  const status = get(being, "status");
  const words = (Array.isArray(status) ? status : [status]).map((word) => String(word).toLowerCase());
  return words.includes("dead") || words.includes("killed") || words.includes("deceased");
}

/** Dead, or without hit points: what may be deleted. */
export const isDefeated = (being: unknown): boolean => {
  const hp = get(being, "hp_current");
  return isDead(being) || (typeof hp === "number" && hp <= 0);
};

/** Everybody's id, tombstones included: id to the path of who has it. */
export function idsOf(state: JsonObject): ReadonlyMap<string, StatePath> {
  const ids = new Map<string, StatePath>();
  const note = (id: unknown, place: StatePath) => {
    if (typeof id === "string" && id !== "" && !ids.has(id)) ids.set(id, place);
  };
  note(get(state, "player_character_data", "string_id"), ["player_character_data"]);
  for (const [name, npc] of Object.entries(npcsOf(state))) note(get(npc, "string_id"), ["npc_data", name]);
  for (const id of Object.keys(tombstonesOf(state))) note(id, ["custom_campaign_state", "tombstones", id]);
  return ids;
}

export const npcsOf = (state: JsonObject): JsonObject => objectOf(state, ["npc_data"]);
export const tombstonesOf = (state: JsonObject): JsonObject => objectOf(state, ["custom_campaign_state", "tombstones"]);

export function objectOf(state: JsonObject, place: StatePath): JsonObject {
  const found = valueAt(state, place);
  return isObject(found) ? found : {};
}
