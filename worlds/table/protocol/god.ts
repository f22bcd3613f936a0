// Changes from outside the game: any value that fits its place, all or nothing, and never a state that contradicts itself.
import type { Json } from "@orrery/kernel";
import { canonical, isAppend, listAfter } from "./assignments.ts";
import { bandOf, type Calendar } from "./calendar.ts";
import { type Code, fault, type Violation } from "./codes.ts";
import { brief, kindOf } from "./fits.ts";
import type { GodSet } from "./god-block.ts";
import { Ledger } from "./ledger.ts";
import { cascadeLevel, LEVEL_MAX, levelConflict } from "./level.ts";
import { memoriesAfter, missionsAfter } from "./missions.ts";
import { isBuried, newNpcFaults } from "./npcs.ts";
import { DELETE, get, isObject, type JsonObject, type StatePath, writePath } from "./path.ts";
import { UPDATE_ROOTS } from "./schema.ts";
import {
  AGENDA_FIELDS,
  ENTITY_ID,
  EVENT_FIELDS,
  idsOf,
  isEntry,
  kindAt,
  kindProblem,
  npcsOf,
  RESOURCE_FIELDS,
} from "./sheet.ts";
import { newEntry } from "./updates.ts";
import { compare, isBandRight, readMoment } from "./world-time.ts";

interface GodOutcome {
  /** The campaign with every change in it; null when one of them was refused. */
  readonly ledger: Ledger | null;
  readonly faults: readonly Violation[];
}

/** Applies changes all or nothing. `cause` is what the ledger notes for each of them. */
export function applyGod(sets: readonly GodSet[], state: JsonObject, calendar: Calendar, cause: string): GodOutcome {
  const ledger = new Ledger(state);
  const faults: Violation[] = [];
  const placed: { readonly place: StatePath; readonly where: string }[] = [];
  for (const given of sets) {
    const named = byName(given, ledger.state);
    if (named === null) {
      faults.push(fault("god_path", given.where, `Write under ${UPDATE_ROOTS.join(", ")}; NPCs stand under npc_data.`));
      continue;
    }
    if (isRenaming(named.place, ledger.state)) {
      const wrong = renameFault(named.place[1]!, named.value, ledger.state);
      if (wrong !== null) faults.push(fault("god_value", given.where, wrong));
      else ledger.rename(named.place[1]!, named.value as string, cause);
      continue;
    }
    for (const one of canonical(named, ledger.state)) {
      const wrong =
        (one.entry === true ? null : clash(one.place, one.value, placed)) ??
        refusal(one.place, one.value, ledger.state, calendar);
      if (wrong !== null) {
        faults.push(fault(wrong[0], given.where, wrong[1]));
        continue;
      }
      if (one.entry !== true) placed.push({ place: one.place, where: given.where });
      ledger.set(
        one.place,
        valueFor(one.place, one.value, ledger.state),
        one.alias === undefined ? cause : `${cause}, alias of ${one.alias}`,
      );
    }
  }
  if (faults.length === 0) faults.push(...settle(ledger, placed, state, calendar));
  return { ledger: faults.length === 0 ? ledger : null, faults };
}

/** With the NPC's display name where its id was written; null for a place that no state has. */
function byName(
  { place, value }: GodSet,
  state: JsonObject,
): { readonly place: StatePath; readonly value: Json } | null {
  const [root, key] = place;
  if (!(UPDATE_ROOTS as readonly string[]).includes(root!) || place.length < 2) return null;
  if (root === "world_data" && key === "npcs") return null;
  if (root !== "npc_data" || !ENTITY_ID.test(key!)) return { place, value };
  const name = Object.entries(npcsOf(state)).find(([, npc]) => get(npc, "string_id") === key)?.[0];
  return name === undefined ? { place, value } : { place: ["npc_data", name, ...place.slice(2)], value };
}

/** An NPC's display name is its key: setting it moves the record, and the id goes with it. */
const isRenaming = ([root, name, field, ...rest]: StatePath, state: JsonObject): boolean =>
  root === "npc_data" && field === "display_name" && rest.length === 0 && get(state, root, name!) !== undefined;

function renameFault(name: string, next: Json, state: JsonObject): string | null {
  if (typeof next !== "string" || next.trim() === "" || ENTITY_ID.test(next))
    return `display_name is a name for "${name}", not ${brief(next)}.`;
  const other = Object.keys(npcsOf(state)).find((known) => known.toLowerCase() === next.toLowerCase());
  if (other !== undefined && other !== name) return `Somebody is called "${other}" already.`;
  return isBuried(next, state) ? `"${next}" is a dead person's name.` : null;
}

type GodProblem = readonly [Code, string] | null;

/** One place is set once; a part of what was set whole is set with it. */
function clash(
  place: StatePath,
  value: Json,
  placed: readonly { readonly place: StatePath; readonly where: string }[],
): GodProblem {
  if (isAppend(value)) return null;
  const other = placed.find(({ place: at }) => {
    const shorter = Math.min(at.length, place.length);
    return at.slice(0, shorter).every((key, i) => key === place[i]);
  });
  return other === undefined ? null : ["god_conflict", `${writePath(place)} was set already, on ${other.where}.`];
}

/** Why a place cannot take a value. */
function refusal(place: StatePath, value: Json, state: JsonObject, calendar: Calendar): GodProblem {
  const path = writePath(place);
  const existing = get(state, ...place);
  const kind = kindAt(place);
  const isFree = place[0] === "custom_campaign_state" && place.length === 2;
  if (value === DELETE) return deletion(place, existing);
  // An object that the state has beside the protocol's own, such as an inventory, may grow.
  const isOwn = kindAt(place.slice(0, -1)) === null && isObject(get(state, ...place.slice(0, -1)));
  if (kind === null && existing === undefined && !isFree && !isOwn)
    return ["god_path", `The state has no place ${path}.`];
  if (place.at(-1) === "string_id" && typeof existing === "string" && existing !== "" && existing !== value)
    return ["god_value", `${path} is "${existing}" and never changes.`];
  const special = specialRefusal(place, value, existing, state, calendar);
  if (special !== undefined) return special;
  if (isObject(existing) && !isAppend(value))
    return ["god_value", `${path} is an object and would be replaced whole; set its fields one by one.`];
  if (isAppend(value))
    return listAfter(existing, value) === null ? ["god_value", `${path} is no list to append to.`] : null;
  if (kind !== null && kind !== "any") {
    const problem = kindProblem(kind, value);
    if (problem !== null) return ["god_value", `${path} must be ${problem}, and ${brief(value)} is ${kindOf(value)}.`];
  } else if (existing !== undefined && existing !== null && kindOf(existing) !== kindOf(value))
    return ["god_value", `${path} is ${kindOf(existing)}, and ${brief(value)} is ${kindOf(value)}.`];
  return null;
}

function deletion(place: StatePath, existing: Json | undefined): GodProblem {
  const path = writePath(place);
  if (existing === undefined) return ["god_path", `There is nothing at ${path} to delete.`];
  const isCustom = place[0] === "custom_campaign_state" && place.length === 2 && kindAt(place) === null;
  if (kindAt(place) !== null && !isEntry(place) && !isCustom)
    return ["god_value", `${path} is a fixed part of the state and cannot be deleted; set a value.`];
  return null;
}

/** Places with rules of their own; undefined for every other. */
function specialRefusal(
  place: StatePath,
  value: Json,
  existing: Json | undefined,
  state: JsonObject,
  calendar: Calendar,
): GodProblem | undefined {
  const [root, field, id] = place;
  const first = (faults: readonly Violation[]): GodProblem => (faults[0] ? ["god_value", faults[0].message] : null);
  if (root === "npc_data" && place.length === 2 && existing === undefined)
    return first(newNpcFaults(field!, value, state, true));
  if (root !== "custom_campaign_state") return undefined;
  const list = Array.isArray(existing) ? existing : [];
  if (field === "active_missions" && id === undefined) return first(missionsAfter(list, value).faults);
  if (field === "core_memories" && id === undefined) return first(memoriesAfter(list, value).faults);
  if (field === "attribute_system") return value === "dnd" ? null : ["god_value", 'attribute_system is "dnd".'];
  const fields =
    field === "time_sensitive_events"
      ? EVENT_FIELDS
      : field === "npc_agendas"
        ? AGENDA_FIELDS
        : field === "world_resources"
          ? RESOURCE_FIELDS
          : null;
  if (fields === null || id === undefined || place.length > 3 || existing !== undefined) return undefined;
  return first(newEntry({ place, value }, fields, { calendar }).faults ?? []);
}

/** Missions and memories are merged into their lists; everything else is set as it is. */
function valueFor(place: StatePath, value: Json, state: JsonObject): Json {
  if (place[0] !== "custom_campaign_state" || place.length !== 2 || value === DELETE) return value;
  const existing = get(state, ...place);
  const list = Array.isArray(existing) ? existing : [];
  if (place[1] === "active_missions") return [...missionsAfter(list, value).list];
  return place[1] === "core_memories" ? [...memoriesAfter(list, value).list] : value;
}

/** What follows from the changes, and whether the state holds together after them. */
function settle(
  ledger: Ledger,
  placed: readonly { readonly place: StatePath; readonly where: string }[],
  before: JsonObject,
  calendar: Calendar,
): Violation[] {
  const at = (...place: string[]) => placed.find((one) => writePath(one.place) === writePath(place))?.where;
  const isSet = (...place: string[]) => at("player_character_data", ...place) !== undefined;
  const whereOf = (prefix: string) => placed.find(({ place }) => writePath(place).startsWith(prefix))?.where ?? prefix;
  const conflict = levelConflict(ledger, isSet);
  if (conflict !== null) return [fault("god_conflict", whereOf("player_character_data"), conflict)];
  const level = get(before, "player_character_data", "level");
  if (!problemsOf(ledger.state).some(({ prefix }) => prefix.endsWith(".level")))
    cascadeLevel(ledger, typeof level === "number" ? level : undefined, isSet);
  if (
    at("world_data", "world_time", "hour") !== undefined &&
    at("world_data", "world_time", "time_of_day") === undefined
  ) {
    const hour = get(ledger.state, "world_data", "world_time", "hour");
    if (typeof hour === "number" && hour >= 0)
      ledger.setNew(["world_data", "world_time", "time_of_day"], bandOf(calendar, hour), "follows from the hour");
  }
  const faults = timeFaults(ledger.state, calendar).map((sentence) =>
    fault("god_conflict", whereOf("world_data.world_time"), sentence),
  );
  const had = new Set(problemsOf(before).map(({ sentence }) => sentence));
  for (const { prefix, sentence } of problemsOf(ledger.state))
    if (!had.has(sentence)) faults.push(fault("god_conflict", whereOf(prefix), sentence));
  return faults;
}

function timeFaults(state: JsonObject, calendar: Calendar): string[] {
  const time = get(state, "world_data", "world_time");
  if (time === undefined) return [];
  const moment = readMoment(calendar, time);
  if (typeof moment === "string") return [`${moment}.`];
  return isObject(time) && time["time_of_day"] !== undefined && !isBandRight(calendar, time)
    ? [`Hour ${time["hour"]} is "${bandOf(calendar, time["hour"] as number)}", not "${time["time_of_day"]}".`]
    : [];
}

/** Contradictions within a state: numbers out of their range, ids used twice, places that are not there. */
export function problemsOf(state: JsonObject): readonly { readonly prefix: string; readonly sentence: string }[] {
  const problems: { prefix: string; sentence: string }[] = [];
  const note = (place: StatePath, sentence: string) => problems.push({ prefix: writePath(place), sentence });
  const beings: [StatePath, Json | undefined][] = [
    [["player_character_data"], get(state, "player_character_data")],
    ...Object.entries(npcsOf(state)).map(([name, npc]): [StatePath, Json] => [["npc_data", name], npc]),
  ];
  for (const [place, being] of beings) {
    const range = (field: string[], least: number, most: number) => {
      const value = get(being, ...field);
      if (typeof value === "number" && (value < least || value > most))
        note([...place, ...field], `${writePath([...place, ...field])} is ${value}; it is from ${least} to ${most}.`);
    };
    const most = get(being, "hp_max");
    range(["hp_current"], 0, typeof most === "number" ? most : 1e6);
    range(["hp_max"], 1, 1e6);
    range(["temp_hp"], 0, 1e6);
    range(["exhaustion"], 0, 6);
    range(["resources", "gold"], 0, 1e12);
    range(["experience", "current"], 0, 1e9);
    if (place.length === 1) range(["level"], 1, LEVEL_MAX);
    for (const name of Object.keys(objectIn(being, "attributes"))) range(["attributes", name], 1, 30);
    for (const group of ["spell_slots", "class_features"])
      for (const key of Object.keys(objectIn(get(being, "resources"), group)))
        poolRange(range, being, ["resources", group, key]);
    poolRange(range, being, ["resources", "hit_dice"]);
    for (const key of Object.keys(objectIn(get(being, "resources"), "consumables")))
      range(["resources", "consumables", key], 0, 1e6);
  }
  const here = get(state, "world_data", "current_location");
  const known = objectIn(get(state, "world_data"), "locations");
  if (typeof here === "string" && Object.keys(known).length > 0 && !Object.hasOwn(known, here))
    note(
      ["world_data", "current_location"],
      `There is no location "${here}"; there are ${Object.keys(known).join(", ")}.`,
    );
  const owners = idsOf(state);
  for (const [name, npc] of Object.entries(npcsOf(state))) {
    const id = get(npc, "string_id");
    const owner = typeof id === "string" ? owners.get(id) : undefined;
    if (owner !== undefined && writePath(owner) !== writePath(["npc_data", name]))
      note(["npc_data", name], `${writePath(owner)} and npc_data."${name}" have one id.`);
  }
  return problems;
}

function poolRange(
  range: (field: string[], least: number, most: number) => void,
  being: Json | undefined,
  field: string[],
): void {
  const total = get(being, ...field, "total");
  range([...field, "used"], 0, typeof total === "number" ? total : 1e6);
}

const objectIn = (value: Json | undefined, key: string): JsonObject => {
  const found = get(value, key);
  return isObject(found) ? found : {};
};

/** Whether changes of a god moved time backward. */
export function isTimeBackward(before: JsonObject, after: JsonObject, calendar: Calendar): boolean {
  const [from, to] = [before, after].map((state) => readMoment(calendar, get(state, "world_data", "world_time")));
  return typeof from === "object" && typeof to === "object" && compare(to, from) < 0;
}
