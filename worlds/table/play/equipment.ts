// What a character carries, set by the names that its sheet shows: things come, go and are put on by what differs. Knows no coins and nothing that is used up.
import { isAppend } from "../protocol/assignments.ts";
import { isObject, slug } from "../protocol/path.ts";
import { ARMOUR, armourOf, GOODS, gearName, goodsOf, WEAPONS, weaponOf } from "../rules/gear.ts";
import type { Hero, Item } from "../rules/hero.ts";
import { NOWHERE } from "../state.ts";
import type { Deed } from "./deed.ts";

const WHY = "a god's hand";
/** The lists of a sheet's equipment, and what stands in each of them. */
const EQUIPMENT = ["weapons", "armor", "shield", "backpack"] as const;
type EquipmentSlot = (typeof EQUIPMENT)[number];
const isPart = (field: string): field is EquipmentSlot => (EQUIPMENT as readonly string[]).includes(field);

/** What stands in a part of the sheet: armour and a shield only where they are worn, and in the backpack otherwise. */
export function equipmentIn({ items }: Hero, part: EquipmentSlot): readonly Item[] {
  const isArmour = ({ kind, worn }: Item) => worn === true && armourOf(kind) !== null;
  switch (part) {
    case "weapons":
      return items.filter(({ kind }) => weaponOf(kind) !== null);
    case "armor":
      return items.filter(isArmour);
    case "shield":
      return items.filter((item) => isArmour(item) && item.kind === "shield");
    case "backpack":
      return items.filter(
        (item) => weaponOf(item.kind) === null && !isArmour(item) && goodsOf(item.kind)?.consumed !== true,
      );
  }
}

/** A thing as the sheet names it: "Rope", "Dart (10)". */
export const countedName = ({ name, count }: Pick<Item, "name" | "count">): string =>
  count === 1 ? name : `${name} (${count})`;

/** Sets a part of the equipment to a list of names, or adds to it with {append}. A sentence where that cannot be. */
export function landEquipment(deed: Deed, id: string, [part = "", ...rest]: readonly string[], value: unknown) {
  if (!isPart(part) || rest.length > 0)
    return `equipment has ${EQUIPMENT.join(", ")}; set one of them to a list of names`;
  const wanted = readThings(value);
  if (wanted === null)
    return `equipment.${part} is a list of names, such as ["Rope", "Torch (2)"], or {"append": name}`;
  const hero = deed.state.heroes[id]!;
  const had = equipmentIn(hero, part);
  const known = wanted.map((one) => itemNamed(one, hero));
  const stray = known.find(({ kind }) => !belongs(kind, part));
  if (stray !== undefined) return `"${stray.name}" is no ${NOUN[part]} of the rules`;
  if (part === "armor" || part === "shield") return wearOnly(deed, id, part, known);
  if (isObject(value)) for (const item of known) move(deed, id, item, item.count);
  else {
    for (const item of had) if (!known.some(({ kind }) => kind === item.kind)) move(deed, id, item, -item.count);
    for (const item of known)
      move(deed, id, item, item.count - (had.find(({ kind }) => kind === item.kind)?.count ?? 0));
  }
  return null;
}
const NOUN: Readonly<Record<EquipmentSlot, string>> = {
  weapons: "weapon",
  armor: "armour",
  shield: "shield",
  backpack: "thing for the backpack",
};

const belongs = (kind: string, part: EquipmentSlot): boolean =>
  part === "weapons"
    ? weaponOf(kind) !== null
    : part === "backpack"
      ? weaponOf(kind) === null && goodsOf(kind)?.consumed !== true
      : armourOf(kind) !== null && (part === "armor" || kind === "shield");

/** Armour that is named is put on, and given first where it is not there; what else was worn goes into the backpack. */
function wearOnly(deed: Deed, id: string, part: "armor" | "shield", wanted: readonly Item[]): string | null {
  const slots = wanted.map(({ kind }) => (kind === "shield" ? "shield" : "body"));
  if (new Set(slots).size !== slots.length) return "one armour and one shield are worn at a time";
  for (const item of wanted)
    if (!deed.state.heroes[id]!.items.some(({ kind }) => kind === item.kind)) move(deed, id, item, 1);
  const isTouched = ({ kind }: Item) => armourOf(kind) !== null && (part === "armor" || kind === "shield");
  const items = deed.state.heroes[id]!.items.map((item) => {
    if (!isTouched(item)) return item;
    const { worn: _worn, ...rest } = item;
    return wanted.some(({ kind }) => kind === item.kind) ? { ...rest, worn: true as const } : rest;
  });
  deed.hero(id, WHY, { items });
  return null;
}

function move(deed: Deed, id: string, { name, kind, id: thing }: Item, by: number): void {
  if (by === 0) return;
  const [from, to] = by > 0 ? [NOWHERE, id] : [id, NOWHERE];
  deed.emit({ type: "item_moved", from, to, item: { id: thing, name, kind, count: Math.abs(by) }, why: WHY });
}

interface WantedItem {
  readonly name: string;
  readonly count: number;
}

/** Names with their numbers, out of a list, a text with commas, nothing, or {append}; null where it is none of these. */
function readThings(value: unknown): readonly WantedItem[] | null {
  if (value === null || value === "") return [];
  if (typeof value === "string") return value.split(/\s*,\s*/).map(readThing);
  if (Array.isArray(value)) {
    const names = value.map((one) => (isObject(one) ? one["name"] : one));
    return names.every((name): name is string => typeof name === "string" && slug(name) !== "")
      ? names.map(readThing)
      : null;
  }
  return isObject(value) && isAppend(value) ? readThings([value.append].flat()) : null;
}

function readThing(text: string): WantedItem {
  const { name, count } = /^(?<name>.+?)\s*\((?<count>[1-9]\d{0,3})\)$/.exec(text.trim())?.groups ?? {};
  return { name: name ?? text.trim(), count: Number(count ?? 1) };
}

/** The thing of that name: the character's own, one of the rules, or one that is new to them. */
function itemNamed({ name, count }: WantedItem, hero: Hero): Item {
  const own = hero.items.find((item) => item.name.toLowerCase() === name.toLowerCase() || item.kind === slug(name));
  if (own !== undefined) return { ...own, count };
  const kind = GEAR.find((one) => gearName(one).toLowerCase() === name.toLowerCase()) ?? slug(name);
  return { id: `item_${kind}_001`, name: GEAR.includes(kind) ? gearName(kind) : name, kind, count };
}
const GEAR: readonly string[] = [...Object.keys(WEAPONS), ...Object.keys(ARMOUR), ...Object.keys(GOODS)];
