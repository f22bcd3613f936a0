// What time does by itself: deadlines pass, warnings are given once each, resources run down. Works from two moments and the campaign; tells nobody.
import type { Json } from "@orrery/kernel";
import type { Calendar } from "./calendar.ts";
import type { Ledger } from "./ledger.ts";
import { get, isObject, type JsonObject, readPath, type StatePath } from "./path.ts";
import { objectOf } from "./sheet.ts";
import { compare, daysBetween, hoursBetween, readMoment, type WorldMoment } from "./world-time.ts";

const EVENTS = ["custom_campaign_state", "time_sensitive_events"] as const;
const RESOURCES = ["custom_campaign_state", "world_resources"] as const;
const WARNINGS = ["custom_campaign_state", "time_pressure_warnings"] as const;
const MEMORIES = ["custom_campaign_state", "core_memories"] as const;

/** Days before a deadline from which a warning is due, mildest first. */
const WARNING_DAYS = [
  ["subtle", 7],
  ["clear", 3],
  ["urgent", 1],
] as const;

const CLOSED = /^(expired|resolved|completed?|done|failed|missed|cancell?ed|averted|prevented|triggered|inactive)$/i;

/** Runs time from one moment to a later one. Nothing happens where it stands still. */
export function runPressure(ledger: Ledger, calendar: Calendar, from: WorldMoment, to: WorldMoment): void {
  if (compare(to, from) <= 0) return;
  const today = get(ledger.state, "world_data", "world_time", "day") ?? to.day;
  const open = Object.entries(objectOf(ledger.state, EVENTS)).filter(
    ([, event]) => isObject(event) && !CLOSED.test(String(event["status"] ?? "active")),
  );
  for (const [id, event] of open) {
    const deadline = readMoment(calendar, get(event, "deadline"));
    if (typeof deadline === "string") continue;
    if (compare(to, deadline) >= 0) expire(ledger, id, event as JsonObject);
    else warn(ledger, id, event as JsonObject, daysBetween(calendar, to, deadline), open.length === 1, today);
  }
  for (const [id, resource] of Object.entries(objectOf(ledger.state, RESOURCES)))
    if (isObject(resource)) deplete(ledger, id, resource, calendar, from, to, today);
}

function expire(ledger: Ledger, id: string, event: JsonObject): void {
  const place = [...EVENTS, id];
  const told = textOf(event["consequences"]);
  ledger.set([...place, "status"], "expired", `deadline passed${told === "" ? "" : `: ${told}`}`);
  for (const one of Array.isArray(event["consequences"]) ? event["consequences"] : []) {
    const target = isObject(one) && typeof one["path"] === "string" ? readPath(one["path"]) : null;
    const value = isObject(one) ? (one["value"] ?? one["after"]) : undefined;
    if (target !== null && value !== undefined) ledger.set(target, value, `consequence of ${id}`);
  }
  const what = textOf(event["description"]) || id;
  ledger.append(MEMORIES, `Deadline passed: ${what}.${told === "" ? "" : ` ${told}`}`, `deadline passed: ${id}`);
}

const textOf = (value: Json | undefined): string =>
  typeof value === "string"
    ? value
    : Array.isArray(value)
      ? value.filter((one) => typeof one === "string").join("; ")
      : "";

/** The severest warning that is due, unless it was given; milder ones count as given with it. */
function warn(ledger: Ledger, id: string, event: JsonObject, days: number, isOnly: boolean, today: Json): void {
  const rank = WARNING_DAYS.findLastIndex(([, limit]) => days <= limit);
  const given = event["warnings_given"];
  if (rank < 0 || rank < rankOf(ledger.state, id, given, isOnly)) return;
  const [level] = WARNING_DAYS[rank]!;
  const cause = `${level} warning: ${textOf(event["description"]) || id}`;
  const place = [...EVENTS, id, "warnings_given"];
  const names = WARNING_DAYS.slice(0, rank + 1).map(([name]) => name);
  if (Array.isArray(given)) ledger.set(place, [...given, ...names.filter((name) => !given.includes(name))], cause);
  else if (isObject(given))
    ledger.set(place, { ...given, ...Object.fromEntries(names.map((name) => [`${name}_given`, true])) }, cause);
  else ledger.set(place, rank + 1, cause);
  const own = isObject(get(ledger.state, ...WARNINGS, id)) ? [...WARNINGS, id] : WARNINGS;
  for (const name of names) ledger.setNew([...own, `${name}_given`], true, cause);
  ledger.setNew([...own, "last_warning_day"], today, cause);
}

/** How many of the three warnings an event has had. */
function rankOf(state: JsonObject, id: string, given: Json | undefined, isOnly: boolean): number {
  if (typeof given === "number") return given;
  const flags = isObject(given) ? given : objectOf(state, [...WARNINGS, id]);
  const names = Array.isArray(given)
    ? given
    : WARNING_DAYS.map(([name]) => name).filter((name) => flags[`${name}_given`] === true);
  const shared = objectOf(state, WARNINGS);
  const byShared = isOnly ? WARNING_DAYS.findLastIndex(([name]) => shared[`${name}_given`] === true) + 1 : 0;
  return Math.max(byShared, WARNING_DAYS.findLastIndex(([name]) => names.includes(name)) + 1);
}

/** Continuous: the rate times the time that has passed, and never below nothing. */
function deplete(
  ledger: Ledger,
  id: string,
  resource: JsonObject,
  calendar: Calendar,
  from: WorldMoment,
  to: WorldMoment,
  today: Json,
): void {
  const { current_amount: amount, depletion_rate: rate, depletion_unit: unit, critical_level: critical } = resource;
  if (typeof amount !== "number" || typeof rate !== "number" || rate <= 0 || amount <= 0) return;
  const place: StatePath = [...RESOURCES, id];
  const patients =
    unit === "per_patient_per_day" ? (numberOf(resource["patients"] ?? resource["patient_count"]) ?? 1) : 1;
  const units = unit === "per_hour" ? hoursBetween(calendar, from, to) : daysBetween(calendar, from, to);
  const left = Math.max(0, roundAmount(amount - rate * patients * units));
  const told = textOf(resource["consequence"]);
  const isCrossed = typeof critical === "number" && amount > critical && left <= critical;
  ledger.set(
    [...place, "current_amount"],
    left,
    isCrossed ? `depletion, critical${told === "" ? "" : `: ${told}`}` : "depletion",
  );
  if (resource["last_updated_day"] !== undefined) ledger.setNew([...place, "last_updated_day"], today, "depletion");
  if (isCrossed && told !== "")
    ledger.append(MEMORIES, `Running out of ${id.replaceAll("_", " ")}: ${told}`, `critical level: ${id}`);
}

const numberOf = (value: Json | undefined): number | null => (typeof value === "number" ? value : null);
/** Ten decimals: far below what any amount means, far above what sums of fractions lose. */
const roundAmount = (n: number): number => Math.round(n * 1e10) / 1e10;
