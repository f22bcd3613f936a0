// NPCs in state updates: who may be added, which fields a model may write, when somebody is deleted, and that ids keep their owners.
import type { Json } from "@orrery/kernel";
import { fault, type Violation } from "./codes.ts";
import { get, isObject, type JsonObject, type StatePath, writePath } from "./path.ts";
import {
  ENTITY_ID,
  idsOf,
  kindAt,
  kindProblem,
  MBTI,
  NPC_REQUIRED,
  npcsOf,
  statusProblem,
  tombstonesOf,
} from "./sheet.ts";

/** Faults of a whole new NPC. `raised`: a god may bring back a name from the tombstones. */
export function newNpcFaults(name: string, npc: Json, state: JsonObject, raised = false): Violation[] {
  const place = ["npc_data", name];
  const path = writePath(place);
  if (!isObject(npc))
    return [
      fault("update_unknown", path, `There is nobody called "${name}"; a new NPC is an object with all its fields.`),
    ];
  const twin = twinOf(name, npc, state);
  if (twin !== null) return [fault("entity_twice", path, `"${name}" is "${twin}"; write under that name.`)];
  if (ENTITY_ID.test(name))
    return [fault("update_unknown", path, `NPCs are keyed by display name, and "${name}" is an id.`)];
  if (!raised && isBuried(name, state))
    return [fault("dead_changed", path, `"${name}" is dead and gone; the dead do not come back by a state update.`)];
  const faults = NPC_REQUIRED.filter((field) => npc[field] === undefined || npc[field] === null).map((field) =>
    fault("npc_incomplete", `${path}.${field}`, `A new NPC needs "${field}"; required are ${NPC_REQUIRED.join(", ")}.`),
  );
  for (const [field, value] of Object.entries(npc)) {
    const at = writePath([...place, field]);
    const kind = kindAt([...place, field]);
    if (kind === null) faults.push(fault("update_unknown", at, `An NPC has no field "${field}".`));
    else if (value !== null) {
      const problem = kindProblem(kind, value);
      if (problem !== null) faults.push(fault("update_type", at, `${at} must be ${problem}.`));
    }
  }
  const status = statusProblem(npc);
  if (status !== null) faults.push(fault("update_type", writePath([...place, status.field]), status.message));
  if (typeof npc["string_id"] === "string") faults.push(...idFaults(place, npc["string_id"], state, "npc"));
  if (typeof npc["mbti"] === "string") faults.push(...mbtiFaults(place, npc["mbti"]));
  const { attributes, hp_current: hp, hp_max: most } = npc;
  if (isObject(attributes))
    for (const name of ["strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma"])
      if (attributes[name] === undefined)
        faults.push(fault("npc_incomplete", `${path}.attributes.${name}`, "Attributes are six whole numbers."));
  if (typeof hp === "number" && typeof most === "number" && (hp > most || hp < 0))
    faults.push(fault("update_type", `${path}.hp_current`, `hp_current is from 0 to hp_max, and ${hp} is not.`));
  return faults;
}

/** Whether somebody of this name lies under a tombstone. */
export const isBuried = (name: string, state: JsonObject): boolean =>
  Object.values(tombstonesOf(state)).some(
    (stone) => String(get(stone, "display_name") ?? get(stone, "name")).toLowerCase() === name.toLowerCase(),
  );

/** The NPC that a new name stands for already: the same name otherwise spelt, or a longer or shorter name of the same person. */
function twinOf(name: string, npc: JsonObject, state: JsonObject): string | null {
  const words = wordsOf(name);
  for (const [known, being] of Object.entries(npcsOf(state))) {
    const others = wordsOf(known);
    if (words.join(" ") === others.join(" ")) return known;
    const [short, long] = words.length < others.length ? [words, others] : [others, words];
    const role = get(being, "role");
    const isSameRole =
      typeof role === "string" && role !== "" && String(npc["role"]).toLowerCase() === role.toLowerCase();
    if (isSameRole && short.length > 0 && short.length < long.length && short.every((word) => long.includes(word)))
      return known;
  }
  return null;
}
const wordsOf = (name: string): string[] =>
  name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Faults of an assigned id: its form and its owner. */
export function idFaults(place: StatePath, id: string, state: JsonObject, type: "npc" | "pc"): Violation[] {
  const path = writePath([...place, "string_id"]);
  if (!ENTITY_ID.test(id) || !id.startsWith(`${type}_`))
    return [fault("entity_id", path, `"${id}" is no id; write ${type}_name_001, the number with three digits.`)];
  const owner = idsOf(state).get(id);
  if (owner !== undefined && writePath(owner) !== writePath(place))
    return [fault("entity_id_taken", path, `"${id}" belongs to ${writePath(owner)}; ids are never used twice.`)];
  return [];
}

export const mbtiFaults = (place: StatePath, mbti: string): Violation[] =>
  MBTI.test(mbti)
    ? []
    : [
        fault(
          "update_type",
          writePath([...place, "mbti"]),
          "mbti is one of the sixteen types, as four capital letters.",
        ),
      ];
