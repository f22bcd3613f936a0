// The session header and the resources line: written from a campaign, and compared field by field with what a model wrote.
import { type Calendar, dateOf } from "./calendar.ts";
import { fault, type Violation } from "./codes.ts";
import { get, isObject, type JsonObject } from "./path.ts";
import { MICROS, type WorldMoment } from "./world-time.ts";

/** What a header can be held to; absent where the campaign does not say. */
interface HeaderFacts {
  readonly timestamp?: readonly string[];
  readonly location?: readonly string[];
  readonly level?: string;
  readonly hp?: string;
  readonly xp?: readonly string[];
  readonly gold?: string;
  readonly conditions: readonly string[];
  readonly exhaustion: string;
  readonly inspiration: string;
}

/** When the header may say it is: from one moment to another, both included. */
export interface TimeSpan {
  readonly from: WorldMoment;
  readonly to: WorldMoment;
}

const pad = (n: number): string => String(n).padStart(2, "0");

/** `1492 DR, Mirtul 10, 14:30`; with seconds where they are wanted. */
export function writeTimestamp(calendar: Calendar, { day, micro }: WorldMoment, withSeconds = false): string {
  const { year, month, day: date } = dateOf(calendar, day);
  const seconds = Math.floor(micro / MICROS);
  const minutes = Math.floor(seconds / calendar.secondsPerMinute);
  const clock = [Math.floor(minutes / calendar.minutesPerHour), minutes % calendar.minutesPerHour];
  const shown = withSeconds ? [...clock, seconds % calendar.secondsPerMinute] : clock;
  return `${year}${calendar.era === "" ? "" : ` ${calendar.era}`}, ${month} ${date}, ${shown.map(pad).join(":")}`;
}

/** Names that the current location goes by: its display name first. */
export function locationNames(state: JsonObject): readonly string[] {
  const id = get(state, "world_data", "current_location");
  if (typeof id !== "string") return [];
  const name = get(state, "world_data", "locations", id, "display_name");
  return typeof name === "string" && name !== "" ? [name, id] : [id];
}

/** The header of a campaign, as every player sees it. */
export function writeHeader(state: JsonObject, calendar: Calendar, now: WorldMoment | null): string {
  const facts = factsOf(state);
  const time = now === null ? "unknown" : writeTimestamp(calendar, now);
  return [
    "[SESSION_HEADER]",
    `Timestamp: ${time}`,
    `Location: ${facts.location?.[0] ?? "unknown"}`,
    `Status: ${facts.level ?? "Lvl ?"} | HP: ${facts.hp ?? "?/? (Temp: 0)"} | XP: ${facts.xp?.[0] ?? "?/?"} | Gold: ${facts.gold ?? "?gp"}`,
    `Conditions: ${facts.conditions.join(", ") || "None"} | Exhaustion: ${facts.exhaustion} | Inspiration: ${facts.inspiration}`,
  ].join("\n");
}

function factsOf(state: JsonObject): HeaderFacts {
  const pc = get(state, "player_character_data");
  const of = (...place: string[]) => get(pc, ...place);
  const location = locationNames(state);
  const current = of("experience", "current");
  const needed = of("experience", "needed_for_next_level");
  const gold = of("resources", "gold") ?? of("inventory", "gold");
  const conditions = of("status_conditions");
  return {
    ...(location.length > 0 ? { location } : {}),
    ...(of("level") === undefined ? {} : { level: `Lvl ${of("level")} ${of("class") ?? ""}`.trim() }),
    ...(of("hp_current") === undefined || of("hp_max") === undefined
      ? {}
      : { hp: `${of("hp_current")}/${of("hp_max")} (Temp: ${of("temp_hp") ?? 0})` }),
    ...(current === undefined ? {} : { xp: xpForms(current, needed) }),
    ...(gold === undefined ? {} : { gold: `${gold}gp` }),
    conditions: Array.isArray(conditions) ? conditions.map(conditionName) : [],
    exhaustion: `${of("exhaustion") ?? of("resources", "exhaustion") ?? 0}`,
    inspiration: (of("inspiration") ?? false) === true ? "Yes" : "No",
  };
}

const conditionName = (condition: unknown): string =>
  isObject(condition) ? String(condition["name"] ?? condition["condition"] ?? "") : String(condition);

/** At the highest level nothing is needed any more. */
const xpForms = (current: unknown, needed: unknown): readonly string[] =>
  typeof needed === "number" ? [`${current}/${needed}`] : ["Max", "-", "—", "None"].map((word) => `${current}/${word}`);

const LINES =
  /^\[SESSION_HEADER\]\s*\nTimestamp:(?<timestamp>[^\n]*)\nLocation:(?<location>[^\n]*)\nStatus:(?<level>[^|\n]*)\|\s*HP:(?<hp>[^|\n]*)\|\s*XP:(?<xp>[^|\n]*)\|\s*Gold:(?<gold>[^|\n]*)\nConditions:(?<conditions>[^|\n]*)\|\s*Exhaustion:(?<exhaustion>[^|\n]*)\|\s*Inspiration:(?<inspiration>[^|\n]*)$/;

/** Faults of a header against the campaign after the turn. Null for `span`: the campaign keeps no time. */
export function judgeHeader(text: string, state: JsonObject, calendar: Calendar, span: TimeSpan | null): Violation[] {
  const said = LINES.exec(text.replaceAll("\r\n", "\n").trim())?.groups;
  if (!said)
    return [
      fault(
        "header_format",
        "session_header",
        "Write [SESSION_HEADER], then the lines Timestamp, Location, Status and Conditions as the protocol has them.",
      ),
    ];
  const facts = factsOf(state);
  const wrong: Violation[] = [];
  const hold = (name: string, given: string, allowed: readonly string[] | undefined) => {
    if (allowed !== undefined && !allowed.some((one) => same(one, given)))
      wrong.push(
        fault("header_value", "session_header", `${name} is "${given.trim()}"; after this turn it is "${allowed[0]}".`),
      );
  };
  if (span !== null) wrong.push(...judgeTimestamp(said["timestamp"]!, calendar, span));
  hold("Location", said["location"]!, facts.location);
  hold("Level and class", said["level"]!, facts.level === undefined ? undefined : [facts.level]);
  hold("HP", said["hp"]!, facts.hp === undefined ? undefined : [facts.hp]);
  hold("XP", said["xp"]!, facts.xp);
  hold("Gold", said["gold"]!, facts.gold === undefined ? undefined : [facts.gold]);
  hold("Conditions", inOrder(said["conditions"]!), [inOrder(facts.conditions.join(", ") || "None")]);
  hold("Exhaustion", said["exhaustion"]!, [facts.exhaustion]);
  hold("Inspiration", said["inspiration"]!, [facts.inspiration]);
  return wrong;
}

/** What a header says of hit points and gold, by the places that hold them. */
export function headerClaims(text: string): readonly { readonly place: readonly string[]; readonly value: number }[] {
  const said = LINES.exec(text.replaceAll("\r\n", "\n").trim())?.groups;
  const number = (part: string, pattern: RegExp) => {
    const found = pattern.exec(part)?.[1];
    return found === undefined ? [] : [Number(found)];
  };
  if (!said) return [];
  const pc = "player_character_data";
  return [
    ...number(said["hp"]!, /^\s*(\d{1,6})\s*\//).map((value) => ({ place: [pc, "hp_current"], value })),
    ...number(said["gold"]!, /^\s*(\d{1,9})\s*gp/i).map((value) => ({ place: [pc, "resources", "gold"], value })),
  ];
}

function judgeTimestamp(given: string, calendar: Calendar, { from, to }: TimeSpan): Violation[] {
  const clocks = [from, to].map((moment) => writeTimestamp(calendar, moment));
  const fits = [from, to].some(
    (moment, i) => same(given, clocks[i]!) || same(given, writeTimestamp(calendar, moment, true)),
  );
  if (fits || isBetween(given, calendar, { from, to })) return [];
  const wanted = clocks[0] === clocks[1] ? `"${clocks[0]}"` : `between "${clocks[0]}" and "${clocks[1]}"`;
  return [fault("header_value", "session_header", `Timestamp is "${given.trim()}"; after this turn it is ${wanted}.`)];
}

/** Whether a timestamp names a minute of the span: checked by writing each of its minutes, for a day at most. */
function isBetween(given: string, calendar: Calendar, { from, to }: TimeSpan): boolean {
  const perMinute = calendar.secondsPerMinute * MICROS;
  const perDay = calendar.hoursPerDay * calendar.minutesPerHour * perMinute;
  const minutes = Math.min(1440, (to.day - from.day) * (perDay / perMinute) + (to.micro - from.micro) / perMinute);
  const shown = given.trim().replace(/(\d{1,2}:\d{2}):\d{2}$/, "$1");
  for (let i = 1; i < minutes; i++) {
    const total = from.micro + i * perMinute;
    const moment = { day: from.day + Math.floor(total / perDay), micro: total % perDay };
    if (same(shown, writeTimestamp(calendar, moment))) return true;
  }
  return false;
}

const inOrder = (list: string): string =>
  list
    .split(",")
    .map((one) => one.trim().toLowerCase())
    .sort()
    .join(", ");
const same = (a: string, b: string): boolean => squeeze(a) === squeeze(b);
const squeeze = (text: string): string =>
  text
    .trim()
    .replaceAll(/\s+/g, " ")
    .replaceAll(/ ?([|/,:()]) ?/g, "$1")
    .toLowerCase();

/** One part of the resources line, with everything it may be written as. */
interface ResourcePart {
  readonly label: string;
  readonly value: string;
  readonly aliases: readonly string[];
}

const HALF_CASTERS: ReadonlySet<string> = new Set(["paladin", "ranger"]);
const NO_SPELLS_YET = "No Spells Yet (Level 2+)";

/** `HD: 2/3, Spells: L1 2/2, Ki Points: 3/5, Potions: 2, Exhaustion: 0`: remaining of total. */
export const writeResources = (state: JsonObject): string =>
  partsOf(state)
    .map(({ label, value }) => `${label}: ${value}`)
    .join(", ");

function partsOf(state: JsonObject): readonly ResourcePart[] {
  const pc = get(state, "player_character_data");
  const { hit_dice, spell_slots, class_features, consumables } = objectAt(pc, "resources");
  const parts: ResourcePart[] = [];
  const add = (label: string, value: string, aliases: readonly string[] = []) => parts.push({ label, value, aliases });
  const dice = remaining(hit_dice);
  if (dice !== null) add("HD", dice);
  const slots = Object.entries(isObject(spell_slots) ? spell_slots : {})
    .filter(([, pool]) => isObject(pool) && pool["total"] !== 0 && remaining(pool) !== null)
    .sort(([a], [b]) => Number(a) - Number(b));
  if (slots.length > 0) add("Spells", slots.map(([level, pool]) => `L${level} ${remaining(pool)}`).join(", "));
  else if (get(pc, "level") === 1 && HALF_CASTERS.has(String(get(pc, "class")).toLowerCase()))
    add("Spells", NO_SPELLS_YET);
  for (const [key, pool] of Object.entries(isObject(class_features) ? class_features : {})) {
    const left = remaining(pool);
    if (left !== null) add(titleCase(key), left, [titleCase(key.replace(/_(points|pool)$/, ""))]);
  }
  const potions = Object.entries(isObject(consumables) ? consumables : {})
    .filter(([key]) => key.toLowerCase().includes("potion"))
    .reduce((sum, [, count]) => sum + (typeof count === "number" ? count : 0), 0);
  if (potions > 0) add("Potions", `${potions}`);
  add("Exhaustion", `${get(pc, "exhaustion") ?? get(pc, "resources", "exhaustion") ?? 0}`);
  return parts;
}

const objectAt = (value: unknown, key: string): Record<string, unknown> => {
  const found = get(value, key);
  return isObject(found) ? found : {};
};

/** `3/5` of `{used: 2, total: 5}`; null where no number is known. */
function remaining(pool: unknown): string | null {
  if (!isObject(pool)) return null;
  const { used, total } = pool;
  if (total === null || total === "unlimited") return "Unlimited";
  return typeof total === "number" && typeof used === "number" ? `${total - used}/${total}` : null;
}

export const titleCase = (key: string): string =>
  key
    .split(/[_\s]+/)
    .filter(Boolean)
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join(" ");

/** Faults of the resources line against the campaign after the turn. The order of its parts is free. */
export function judgeResources(text: string, state: JsonObject): Violation[] {
  if (get(state, "player_character_data", "resources") === undefined) return [];
  const said = readParts(text);
  if (said === null)
    return [
      fault("resources_format", "resources", `Write "label: remaining/total" parts, as "${writeResources(state)}".`),
    ];
  const facts = partsOf(state);
  const matched = new Set<string>();
  const wrong: string[] = [];
  for (const { label, value, aliases } of facts) {
    const names = [label, ...aliases].map((name) => name.toLowerCase());
    const given = said.find(([name]) => names.includes(name.toLowerCase()));
    if (given) matched.add(given[0]);
    if (!given) wrong.push(`${label} is missing; write "${label}: ${value}"`);
    else if (!same(given[1], value)) wrong.push(`${label} is "${given[1]}"; it is "${value}"`);
  }
  for (const [label, value] of said)
    if (!matched.has(label) && !(/^potions$/i.test(label) && value === "0"))
      wrong.push(`there is no resource "${label}"`);
  return wrong.map((sentence) => fault("resources_value", "resources", `${sentence}.`));
}

/** Label and value of each part; null when the line is not made of such parts, or has one twice. */
function readParts(text: string): readonly (readonly [string, string])[] | null {
  if (text.trim() === "") return [];
  const parts: [string, string][] = [];
  for (const piece of text.split(",")) {
    const labelled = /^\s*([^:]+?)\s*:\s*(\S.*?)\s*$/.exec(piece);
    const last = parts.at(-1);
    if (labelled) parts.push([labelled[1]!, labelled[2]!]);
    else if (last && /^\s*L\d\s/i.test(piece)) last[1] += `, ${piece.trim()}`;
    else return null;
  }
  const labels = parts.map(([label]) => label.toLowerCase());
  return new Set(labels).size === labels.length ? parts : null;
}
