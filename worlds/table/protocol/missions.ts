// Missions and core memories: two lists that grow by their own rules. Missions are put in by id, memories only appended.
import { equal, type Json } from "@orrery/kernel";
import { isAppend } from "./assignments.ts";
import { fault, type Violation } from "./codes.ts";
import { brief, kindOf } from "./fits.ts";
import { DELETE, isObject, type JsonObject, writePath } from "./path.ts";
import { secretIn } from "./secrets.ts";

const FIELDS = ["mission_id", "title", "status", "objective"] as const;
const MISSIONS = ["custom_campaign_state", "active_missions"] as const;
const MEMORIES = ["custom_campaign_state", "core_memories"] as const;
const MISSIONS_PATH = writePath(MISSIONS);
export const MEMORIES_PATH = writePath(MEMORIES);

interface ListOutcome {
  readonly list: readonly Json[];
  readonly faults: readonly Violation[];
}

/** The missions after an update: known ids are updated, new ones must be complete, none is ever lost. */
export function missionsAfter(
  existing: readonly Json[],
  value: Json,
): ListOutcome & { readonly completed: readonly string[] } {
  const given = isAppend(value) ? (Array.isArray(value.append) ? value.append : [value.append]) : value;
  if (!Array.isArray(given)) {
    const message = `${MISSIONS_PATH} is always a LIST of {mission_id, title, status, objective}, and this is ${kindOf(given)}.`;
    return { list: existing, faults: [fault("update_type", MISSIONS_PATH, message)], completed: [] };
  }
  const faults: Violation[] = [];
  const completed: string[] = [];
  let list = [...existing];
  for (const [i, one] of given.entries()) {
    const path = `${MISSIONS_PATH}.${i}`;
    const id = isObject(one) ? one["mission_id"] : undefined;
    if (!isObject(one) || typeof id !== "string" || id.trim() === "") {
      faults.push(fault("mission_shape", path, "A mission is an object with a mission_id."));
      continue;
    }
    const at = list.findIndex((known) => isObject(known) && known["mission_id"] === id);
    if (one["status"] === DELETE || one["__DELETE__"] === true) {
      if (at < 0) faults.push(fault("update_unknown", path, `There is no mission "${id}" to delete.`));
      else list = list.toSpliced(at, 1);
      continue;
    }
    const known = at < 0 ? {} : (list[at] as JsonObject);
    const merged: JsonObject = { ...known, ...one };
    const wrong = missionFault(merged, path);
    if (wrong) faults.push(wrong);
    else if (isCompleted(merged) && !isCompleted(known)) completed.push(id);
    list = at < 0 ? [...list, merged] : list.with(at, merged);
  }
  return { list, faults, completed };
}

export const isCompleted = (mission: Json): boolean =>
  isObject(mission) && /^(completed?|done|fulfilled|finished|success(ful)?)$/i.test(String(mission["status"]));

function missionFault(mission: JsonObject, path: string): Violation | null {
  for (const field of FIELDS) {
    const value = mission[field];
    if (typeof value !== "string" || value.trim() === "")
      return fault(
        "mission_shape",
        `${path}.${field}`,
        `A mission has ${FIELDS.join(", ")}, each a string that is not blank.`,
      );
    const label = field === "mission_id" ? null : secretIn(value);
    if (label !== null)
      return fault("personality_leak", `${path}.${field}`, `"${label}" is internal; players read missions.`);
  }
  return null;
}

const DICE_IN_MEMORY = /\b\d{0,3}d\d{1,4}\b|\broll(ed|s)?\b[^.!?]{0,20}\b\d+/i;
const SMALL_TRADE = /\b(bought|sold|purchased|paid)\b[^.!?]{0,60}\b(\d+)\s*(cp|sp|gp|copper|silver|gold)\b/i;

/** The memories after an update. A raw list is only accepted where it changes nothing. */
export function memoriesAfter(
  existing: readonly Json[],
  value: Json,
): ListOutcome & { readonly added: readonly string[] } {
  const none = { list: existing, added: [] };
  if (Array.isArray(value) && equal(value, existing)) return { ...none, faults: [] };
  if (!isAppend(value))
    return {
      ...none,
      faults: [
        fault(
          Array.isArray(value) ? "list_update" : "update_type",
          MEMORIES_PATH,
          `Write {"append": "what happened"}; memories are only ever added to, and this is ${kindOf(value)}.`,
        ),
      ],
    };
  const given = Array.isArray(value.append) ? value.append : [value.append];
  const faults = given.flatMap((one) => memoryFault(one));
  return { list: [...existing, ...given], faults, added: given.filter((one) => typeof one === "string") };
}

function memoryFault(memory: Json): Violation[] {
  if (typeof memory !== "string" || memory.trim() === "")
    return [
      fault(
        "memory_shape",
        MEMORIES_PATH,
        `A core memory is a string that is not blank, and this is ${brief(memory)}.`,
      ),
    ];
  const label = secretIn(memory);
  if (label !== null)
    return [fault("personality_leak", MEMORIES_PATH, `"${label}" is internal; players read memories.`)];
  if (DICE_IN_MEMORY.test(memory))
    return [fault("memory_excluded", MEMORIES_PATH, "Routine dice rolls are no core memory; log what came of them.")];
  const trade = SMALL_TRADE.exec(memory);
  if (trade && (/^(cp|sp|copper|silver)$/i.test(trade[3]!) || Number(trade[2]) <= 10))
    return [fault("memory_excluded", MEMORIES_PATH, "Minor transactions are no core memory.")];
  return [];
}
