// State updates as a list of assignments: nested objects walked down to what they set, aliases mapped to the one place that a value has.
import { equal, type Json } from "@orrery/kernel";
import { fault, type Violation } from "./codes.ts";
import { kindOf } from "./fits.ts";
import { DELETE, get, isObject, type JsonObject, type StatePath, slug, writePath } from "./path.ts";
import { UPDATE_ROOTS } from "./schema.ts";

/** One value for one place. Lists may be `{append}`; deletion is "__DELETE__". */
export interface Assignment {
  readonly place: StatePath;
  readonly value: Json;
  /** The path that was written, where it is not the place itself. */
  readonly alias?: string;
  /** Set where the path names one thing of the list at `place`: the others stay as they are. */
  readonly entry?: true;
}

/** `{"append": …}` and nothing else. */
export const isAppend = (value: Json): value is { readonly append: Json } =>
  isObject(value) && Object.hasOwn(value, "append") && Object.keys(value).length === 1;

/** What updates set in this state, and what is wrong with their outermost keys. `world_time` stays whole. */
export function readUpdates(
  updates: JsonObject,
  state: JsonObject,
): { readonly assignments: readonly Assignment[]; readonly faults: readonly Violation[] } {
  const faults: Violation[] = [];
  const assignments: Assignment[] = [];
  for (const [root, value] of Object.entries(updates)) {
    const path = writePath([root]);
    if (!(UPDATE_ROOTS as readonly string[]).includes(root))
      faults.push(
        fault("update_root", path, `There is no "${root}" in the state; write under ${UPDATE_ROOTS.join(", ")}.`),
      );
    else if (!isObject(value))
      faults.push(
        fault(
          "update_replaces",
          path,
          `${path} would be ${value === DELETE ? "deleted" : "replaced"} whole; write the fields that change.`,
        ),
      );
    else if (isAppend(value))
      faults.push(fault("update_type", path, `${path} is an object; only lists take {append}.`));
    else walk([root], value, state, assignments);
  }
  return { assignments: assignments.flatMap((one) => canonical(one, state)), faults };
}

function walk(place: StatePath, value: JsonObject, state: JsonObject, out: Assignment[]): void {
  for (const [key, one] of Object.entries(value)) {
    const at = [...place, key];
    const isWhole = at.length === 2 && key === "world_time";
    if (isObject(one) && !isAppend(one) && !isWhole && isObject(get(state, ...at))) walk(at, one, state, out);
    else out.push({ place: at, value: one });
  }
}

const PC = "player_character_data";

/** Gold and equipment have one place each; the other names that they are known by lead there. */
export function canonical(one: Assignment, state: JsonObject): Assignment[] {
  const { place, value } = one;
  const [root, field, key, ...rest] = place;
  if (root !== PC || (field !== "inventory" && field !== "backpack" && field !== "gold")) return [one];
  // A state that has these places itself is taken at its word.
  if (get(state, PC, field) !== undefined) return [one];
  const alias = writePath(place);
  if (field === "gold") return [{ place: [PC, "resources", "gold"], value, alias }];
  if (field === "backpack") return [{ place: [PC, "equipment", "backpack", ...place.slice(2)], value, alias }];
  if (key === undefined)
    return isObject(value) && !isAppend(value)
      ? Object.entries(value).flatMap(([name, item]) => canonical({ place: [...place, name], value: item }, state))
      : [{ place: [PC, "equipment", "backpack"], value, alias }];
  if (key === "gold") return [{ place: [PC, "resources", "gold"], value, alias }];
  if (["weapons", "armor", "shield", "backpack"].includes(key))
    return [{ place: [PC, "equipment", key, ...rest], value, alias }];
  if (typeof value === "number") return [{ place: [PC, "resources", "consumables", key, ...rest], value, alias }];
  return rest.length === 0 ? [item(key, value, state, alias)] : [one];
}

/** An item of an inventory by key, as the list of a backpack has it. */
function item(key: string, value: Json, state: JsonObject, alias: string): Assignment {
  const consumable = [PC, "resources", "consumables", key];
  if (get(state, ...consumable) !== undefined) return { place: consumable, value, alias };
  const place = [PC, "equipment", "backpack"];
  const pack = get(state, ...place);
  const items = Array.isArray(pack) ? pack : [];
  if (value === DELETE) return { place, value: items.filter((one) => !isCalled(one, key)), alias, entry: true };
  const named = isObject(value) && typeof value["name"] === "string" ? value["name"] : null;
  const areTexts = items.length > 0 && items.every((one) => typeof one === "string");
  const entry = areTexts ? (named ?? key) : value === true ? key : value;
  if (items.some((one) => isCalled(one, key) || equal(one, entry))) return { place, value: items, alias, entry: true };
  return { place, value: { append: entry }, alias, entry: true };
}

/** Whether an item goes by this key: its own text, name or id. */
export function isCalled(item: Json, key: string): boolean {
  const names = isObject(item) ? [item["name"], item["id"], item["string_id"], item["item_id"]] : [item];
  return names.some((name) => typeof name === "string" && (name === key || slug(name) === slug(key)));
}

/** What an assignment makes of a list: the whole list, or null when it cannot be applied to one. */
export function listAfter(existing: Json | undefined, value: Json): readonly Json[] | null {
  if (Array.isArray(value)) return value;
  if (!isAppend(value)) return null;
  const list = existing === undefined ? [] : existing;
  if (!Array.isArray(list)) return null;
  return [...list, ...(Array.isArray(value.append) ? value.append : [value.append])];
}

/** "a string" where something else should stand; for messages. */
export const standsAs = (value: Json): string => (value === DELETE ? "__DELETE__" : kindOf(value));
