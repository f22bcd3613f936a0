// Prose and choices against facts: the dead do not act, the hidden are not named, and names are listed.
import type { Violation } from "./codes.ts";
import type { FieldSetting } from "./fields.ts";
import type { JsonObject } from "./path.ts";

/** Faults of the narrative, the choices and the list of entities. */
export function judgeProse(_object: JsonObject, _setting: FieldSetting): Violation[] {
  return [];
}
