// What a model may write into the campaign in STORY mode, and what it may not: rule numbers are the engine's, and must be equal where they are written.
import { equal, type Json } from "@orrery/kernel";
import { type Assignment, isAppend, isCalled, listAfter, readUpdates, standsAs } from "./assignments.ts";
import type { Calendar } from "./calendar.ts";
import { fault, type Violation } from "./codes.ts";
import { brief } from "./fits.ts";
import { MEMORIES_PATH, memoriesAfter, missionsAfter } from "./missions.ts";
import { idFaults, mbtiFaults, newNpcFaults } from "./npcs.ts";
import { DELETE, get, isObject, type JsonObject, type StatePath, writePath } from "./path.ts";
import { leaksIn } from "./secrets.ts";
import {
  AGENDA_FIELDS,
  EVENT_FIELDS,
  isDead,
  isDefeated,
  kindAt,
  kindProblem,
  RESOURCE_FIELDS,
  type ValueKind,
} from "./sheet.ts";
import { readMoment } from "./world-time.ts";

/** The campaign before the turn and after what the engine did in it, time and its consequences included. */
interface UpdateSetting {
  readonly before: JsonObject;
  readonly after: JsonObject;
  readonly calendar: Calendar;
  /** Notes of the game master, which a change of alignment must be explained in. */
  readonly notes: string;
}

/** A change that the model's updates come to: `after` is the value itself, or "__DELETE__". */
export interface Landing {
  readonly place: StatePath;
  readonly after: Json;
  readonly cause: string;
}

export interface UpdateVerdict {
  readonly landings: readonly Landing[];
  readonly faults: readonly Violation[];
  /** Missions that the updates complete. */
  readonly completed: readonly string[];
  /** Core memories that they add. */
  readonly memories: readonly string[];
}

type PartialVerdict = Partial<UpdateVerdict>;

/** Judges updates. `world_time` is left to the judge of time. */
export function judgeUpdates(updates: JsonObject, setting: UpdateSetting): UpdateVerdict {
  const { assignments, faults } = readUpdates(updates, setting.after);
  const parts = assignments
    .filter(({ place }) => !(place[0] === "world_data" && place[1] === "world_time"))
    .map((one) => judgeOne(one, setting));
  const all = <K extends keyof UpdateVerdict>(key: K) =>
    parts.flatMap((part) => (part[key] ?? []) as UpdateVerdict[K][number][]);
  return {
    landings: all("landings"),
    faults: [...faults, ...all("faults")] as Violation[],
    completed: all("completed") as string[],
    memories: all("memories") as string[],
  };
}

function judgeOne(one: Assignment, setting: UpdateSetting): PartialVerdict {
  const [root, field] = one.place;
  if (one.place.some((segment) => segment === "")) return unknown(one, "a key is blank");
  if (root === "custom_campaign_state") return judgeCustom(one, setting);
  if (root === "npc_data") return judgeNpc(one, setting);
  if (root === "world_data" && field === "npcs") return unknown(one, "NPCs stand under npc_data, by display name");
  if (root === "combat_state" && field === "enemies")
    return unknown(one, "fighters stand under combat_state.combatants");
  if (
    root === "combat_state" &&
    kindAt(one.place.slice(0, 2)) === null &&
    get(setting.after, root, field!) === undefined
  )
    return unknown(one, "fighters stand under combat_state.combatants, by id");
  if (root === "player_character_data" && one.place.length === 2) {
    const identity = judgeIdentity(one, "pc", setting);
    if (identity) return identity;
  }
  return judgeRule(one, setting);
}

const wrong = (...faults: Violation[]): PartialVerdict => ({ faults });
const unknown = ({ place, alias }: Assignment, hint: string): PartialVerdict => {
  const path = alias ?? writePath(place);
  return wrong(fault("update_unknown", path, `${path} cannot be set: ${hint}.`));
};

/** A value that the engine owns: it may be left out, and must be equal where it is written. */
function judgeRule(one: Assignment, { before, after }: UpdateSetting): PartialVerdict {
  const { place, value, alias } = one;
  const path = writePath(place);
  const existing = get(after, ...place);
  if (existing === undefined) {
    if (get(before, ...place) !== undefined && (value === DELETE || isGone(value))) return {};
    const inPack = itemIn(place, value, after);
    if (inPack) return {};
    return unknown(
      one,
      get(before, ...place) === undefined ? "the state has no such place" : "it is gone after this turn",
    );
  }
  if (value === DELETE)
    return wrong(
      isObject(existing)
        ? fault("update_replaces", path, `${path} would be deleted whole; write the fields that change.`)
        : fault("update_differs", path, `${path} is ${brief(existing)} after this turn, and was not deleted.`),
    );
  if (Array.isArray(existing)) return judgeRuleList(one, existing, get(before, ...place));
  if (isObject(existing))
    return wrong(
      fault(
        "update_replaces",
        path,
        `${path} would be replaced whole by ${standsAs(value)}; write the fields that change.`,
      ),
    );
  if (!sameNumberOrValue(value, existing, place)) {
    const isMistyped = typeof value !== typeof existing && existing !== null;
    return wrong(
      isMistyped
        ? fault("update_type", path, `${path} must be a ${typeof existing}, and this is ${standsAs(value)}.`)
        : fault(
            "update_differs",
            path,
            `${path} is ${brief(existing)} after this turn, not ${brief(value)}; leave it out or write that.`,
          ),
    );
  }
  return alias === undefined ? {} : { landings: [{ place, after: existing, cause: `alias of ${alias}` }] };
}

const isGone = (value: Json): boolean => value === null || value === 0 || (Array.isArray(value) && value.length === 0);

/** Amounts that deplete are fractions; everything else is exact. */
const sameNumberOrValue = (value: Json, existing: Json, place: StatePath): boolean =>
  equal(value, existing) ||
  (place[1] === "world_resources" &&
    typeof value === "number" &&
    typeof existing === "number" &&
    Math.abs(value - existing) <= 1e-6 * Math.max(1, Math.abs(existing)));

function judgeRuleList(one: Assignment, existing: readonly Json[], before: Json | undefined): PartialVerdict {
  const { place, value, alias } = one;
  const path = writePath(place);
  const noted: PartialVerdict =
    alias === undefined ? {} : { landings: [{ place, after: [...existing], cause: `alias of ${alias}` }] };
  if (Array.isArray(value) && equal(value, existing)) return noted;
  const made = isAppend(value) ? listAfter(before ?? [], value) : null;
  if (made !== null && equal(made, existing)) return noted;
  if (!Array.isArray(value) && !isAppend(value))
    return wrong(
      fault("update_type", path, `${path} is a list; write {"append": …} or the whole list, not ${standsAs(value)}.`),
    );
  return wrong(
    fault("update_differs", path, `${path} is ${brief(existing)} after this turn; leave it out or write that.`),
  );
}

/** An alias of an item that the character has under another of its places. */
function itemIn(place: StatePath, value: Json, after: JsonObject): boolean {
  if (place[0] !== "player_character_data" || !isObject(value) || typeof value["name"] !== "string") return false;
  const { name } = value as { readonly name: string };
  return ["weapons", "backpack"].some((list) => {
    const items = get(after, "player_character_data", "equipment", list);
    return Array.isArray(items) && items.some((item) => isCalled(item, name));
  });
}

const IDENTITY: ReadonlySet<string> = new Set([
  "string_id",
  "alignment",
  "mbti",
  "temp_hp",
  "gender",
  "age",
  "role",
  "background",
]);
const isMissing = (value: Json | undefined): boolean => value === undefined || value === null || value === "";

/** Identity fields that a record lacks may be filled in; an id never changes; alignment may, with a note. Null: not such a field. */
function judgeIdentity(
  { place, value }: Assignment,
  type: "npc" | "pc",
  { after, notes }: UpdateSetting,
): PartialVerdict | null {
  const field = place.at(-1)!;
  const path = writePath(place);
  const existing = get(after, ...place);
  if (!IDENTITY.has(field) || (!isMissing(existing) && equal(existing, value))) return null;
  if (field === "string_id" && !isMissing(existing))
    return wrong(fault("entity_id_changed", path, `${path} is "${String(existing)}" and never changes.`));
  if (field === "alignment" && !isMissing(existing) && typeof value === "string" && value !== DELETE)
    return /alignment/i.test(notes)
      ? { landings: [{ place, after: value, cause: "model" }] }
      : wrong(
          fault(
            "update_differs",
            path,
            `A change of alignment is explained in debug_info.dm_notes; none of them speaks of it.`,
          ),
        );
  if (!isMissing(existing)) return null;
  const kind = kindAt(place);
  const problem = kind === null ? "no such field" : kindProblem(kind, value);
  if (problem !== null || value === "" || value === DELETE || value === null)
    return wrong(fault("update_type", path, `${path} must be ${problem ?? "filled in"}.`));
  if (field === "temp_hp" && value !== 0)
    return wrong(fault("update_differs", path, `${path} was missing and is 0; the engine gives temporary hit points.`));
  const faults = [
    ...(field === "string_id" ? idFaults(place.slice(0, -1), value as string, after, type) : []),
    ...(field === "mbti" ? mbtiFaults(place.slice(0, -1), value as string) : []),
  ];
  return faults.length > 0 ? { faults } : { landings: [{ place, after: value, cause: "model" }] };
}

function judgeNpc(one: Assignment, setting: UpdateSetting): PartialVerdict {
  const { place, value } = one;
  const { before, after } = setting;
  const [, name, field] = place as [string, string, string?];
  const npc = get(after, "npc_data", name);
  const path = writePath(place);
  if (field === undefined) {
    if (value === DELETE) {
      if (npc === undefined)
        return get(before, "npc_data", name) === undefined ? unknown(one, "there is nobody of this name") : {};
      return isDefeated(npc)
        ? { landings: [{ place, after: DELETE, cause: "model" }] }
        : wrong(fault("delete_undefeated", path, `"${name}" is not defeated; somebody who leaves has present: false.`));
    }
    if (npc !== undefined)
      return wrong(
        fault("update_type", path, `${path} is an object; ${standsAs(value)} would replace it. Write its fields.`),
      );
    const known = get(before, "npc_data", name) !== undefined;
    if (known) return wrong(fault("dead_changed", path, `"${name}" is gone after this turn.`));
    const faults = [...newNpcFaults(name, value, after), ...leaksIn(name, place)];
    return faults.length > 0 ? { faults } : { landings: [{ place, after: value, cause: "model" }] };
  }
  if (field === "relationships") {
    const faults = leaksIn(value, place);
    if (value === DELETE && place.length === 3)
      return wrong(fault("update_replaces", path, `${path} would be deleted whole; write the entries that change.`));
    const list = isAppend(value) ? listAfter(get(after, ...place), value) : null;
    if (Array.isArray(value) && Array.isArray(get(after, ...place)) && !equal(value, get(after, ...place)))
      return wrong(fault("list_update", path, `${path} is a list; write {"append": …}.`));
    return faults.length > 0
      ? { faults }
      : { landings: [{ place, after: list === null ? value : [...list], cause: "model" }] };
  }
  if (field === "present" && place.length === 3) {
    if (typeof value !== "boolean") return wrong(fault("update_type", path, `${path} is true or false.`));
    if (value && isDead(npc))
      return wrong(fault("dead_changed", path, `"${name}" is dead and cannot be present as if alive.`));
    return { landings: [{ place, after: value, cause: "model" }] };
  }
  if (place.length === 3) {
    const identity = judgeIdentity(one, "npc", setting);
    if (identity) return identity;
  }
  return judgeRule(one, setting);
}

const DICTS: Readonly<Record<string, Readonly<Record<string, ValueKind>>>> = {
  time_sensitive_events: EVENT_FIELDS,
  npc_agendas: AGENDA_FIELDS,
  world_resources: RESOURCE_FIELDS,
};

function judgeCustom(one: Assignment, setting: UpdateSetting): PartialVerdict {
  const { place, value } = one;
  const { after } = setting;
  const [, field, id] = place as [string, string, string?];
  const path = writePath(place);
  if (field === "active_missions" || field === "core_memories") {
    const existing = get(after, "custom_campaign_state", field) ?? [];
    if (id !== undefined || !Array.isArray(existing))
      return wrong(fault("update_type", writePath(place.slice(0, 2)), `${field} is a LIST; write it as one.`));
    if (field === "active_missions") {
      const { list, faults, completed } = missionsAfter(existing, value);
      return {
        faults,
        completed,
        landings: equal(list, existing) ? [] : [{ place, after: [...list], cause: "model" }],
      };
    }
    const { list, faults, added } = memoriesAfter(existing, value);
    return {
      faults,
      memories: added,
      landings: equal(list, existing) ? [] : [{ place, after: [...list], cause: "model" }],
    };
  }
  if (field === "attribute_system" && value !== "dnd")
    return wrong(fault("update_differs", path, 'attribute_system is "dnd"; older values are migrated by the engine.'));
  if (field === "attribute_system") return { landings: [{ place, after: value, cause: "model" }] };
  if (Object.hasOwn(DICTS, field)) return judgeDict(one, DICTS[field]!, setting);
  return judgeRule(one, setting);
}

/** Events, agendas and resources, by id. */
function judgeDict(
  one: Assignment,
  fields: Readonly<Record<string, ValueKind>>,
  setting: UpdateSetting,
): PartialVerdict {
  const { place, value } = one;
  const [root, field, id, ...rest] = place as [string, string, string?, ...string[]];
  const path = writePath(place);
  if (id === undefined) {
    if (!isObject(value) || isAppend(value))
      return wrong(fault("update_type", path, `${field} is a DICT by id; this is ${standsAs(value)}.`));
    const parts = Object.entries(value).map(([key, entry]) =>
      judgeDict({ place: [root, field, key], value: entry }, fields, setting),
    );
    return {
      landings: parts.flatMap((part) => part.landings ?? []),
      faults: parts.flatMap((part) => part.faults ?? []),
    };
  }
  const existing = get(setting.after, root, field, id);
  if (existing === undefined) return newEntry(one, fields, setting);
  if (field !== "npc_agendas" || rest.length === 0) return judgeRule(one, setting);
  const current = get(setting.after, ...place);
  if (Array.isArray(current) || isAppend(value)) {
    const list = Array.isArray(value) && !equal(value, current ?? []) ? null : listAfter(current ?? [], value);
    if (list === null)
      return wrong(fault("list_update", path, `${path} is a list; write {"append": …} or the equal whole list.`));
    return { landings: [{ place, after: [...list], cause: "model" }], faults: leaksIn(value, place) };
  }
  const kind = Object.hasOwn(fields, rest[0]!) ? fields[rest[0]!]! : null;
  const problem = kind === null ? "one of the fields of an agenda" : kindProblem(kind, value);
  if (problem !== null)
    return wrong(fault(kind === null ? "update_unknown" : "update_type", path, `${path} must be ${problem}.`));
  if (rest[0] === "progress_percentage" && ((value as number) < 0 || (value as number) > 100))
    return wrong(fault("update_type", path, `${path} is from 0 to 100.`));
  return { landings: [{ place, after: value, cause: "model" }], faults: leaksIn(value, place) };
}

const NEEDED: Readonly<Record<string, readonly string[]>> = {
  time_sensitive_events: ["description", "deadline", "consequences"],
  npc_agendas: ["current_goal"],
  world_resources: ["current_amount", "depletion_rate", "depletion_unit"],
};
const UNITS = ["per_day", "per_hour", "per_patient_per_day"];

/** A new event, agenda or resource: of the right shape, and with what it cannot do without. */
export function newEntry(
  { place, value }: Assignment,
  fields: Readonly<Record<string, ValueKind>>,
  { calendar }: Pick<UpdateSetting, "calendar">,
): PartialVerdict {
  const path = writePath(place);
  const field = place[1]!;
  if (value === DELETE) return wrong(fault("update_unknown", path, `${path} cannot be deleted: there is none.`));
  if (!isObject(value) || place.length > 3)
    return wrong(fault("update_unknown", path, `${path} is new; write it as one object with its fields.`));
  const problem = kindProblem({ fields }, value);
  if (problem !== null) return wrong(fault("update_type", path, `${path} must be ${problem}.`));
  const lacks = NEEDED[field]!.find((name) => isMissing(value[name]));
  if (lacks !== undefined)
    return wrong(fault("update_type", writePath([...place, lacks]), `${path} needs "${lacks}".`));
  if (field === "time_sensitive_events") {
    const deadline = readMoment(calendar, value["deadline"]);
    if (typeof deadline === "string")
      return wrong(fault("time_invalid", writePath([...place, "deadline"]), `${deadline}.`));
  }
  if (field === "world_resources" && !UNITS.includes(String(value["depletion_unit"])))
    return wrong(
      fault("update_type", writePath([...place, "depletion_unit"]), `depletion_unit is ${UNITS.join(", ")}.`),
    );
  const faults = leaksIn(value, place);
  return faults.length > 0 ? { faults } : { landings: [{ place, after: value, cause: "model" }] };
}

/** What must be logged and was not. */
export function memoryFaults(verdict: UpdateVerdict, daysPassed: number): Violation[] {
  if (verdict.memories.length > 0) return [];
  const missing = (what: string) => fault("memory_missing", MEMORIES_PATH, `${what}; log it: {"append": "…"}.`);
  return [
    ...(verdict.completed.length > 0 ? [missing(`The mission "${verdict.completed[0]}" was completed`)] : []),
    ...(daysPassed >= 10 ? [missing(`${Math.floor(daysPassed)} days passed`)] : []),
  ];
}
