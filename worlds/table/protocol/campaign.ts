// A campaign as the check is given it: the five keys, what the engine resolved, and what was offered. Reads it strictly and says where it makes no sense.
import { type Json, plainProblem } from "@orrery/kernel";
import { type Calendar, readCalendar } from "./calendar.ts";
import type { RollRecord } from "./dice-text.ts";
import { DELETE, get, isObject, type JsonObject, readPath, type StatePath } from "./path.ts";
import { UPDATE_ROOTS } from "./schema.ts";
import { readMoment, type WorldMoment } from "./world-time.ts";

/** One change of a campaign with where it came from. Deleted: `after` is "__DELETE__". */
export interface CampaignChange {
  readonly path: string;
  readonly before: Json;
  readonly after: Json;
  readonly cause: string;
}

/** What the engine resolved for one input. */
export interface Resolved {
  readonly rolls: readonly RollRecord[];
  readonly seconds?: number;
  readonly changes: readonly (CampaignChange & { readonly place: StatePath })[];
  readonly moved_to?: string;
  readonly transition: boolean;
}

export interface Campaign {
  readonly state: JsonObject;
  readonly calendar: Calendar;
  /** Null where the campaign keeps no time. */
  readonly now: WorldMoment | null;
  readonly resolved: Resolved;
  /** Choice keys of the last turn. */
  readonly offered: readonly string[];
}

const NOTHING: Resolved = { rolls: [], changes: [], transition: false };

/** A campaign of a JSON value, or sentences that say why it is none. */
export function readCampaign(given: unknown): Campaign | readonly string[] {
  const odd = plainProblem(given, "state");
  if (odd !== null) return [`${odd}.`];
  if (!isObject(given)) return ["A state is a JSON object with the keys of the protocol."];
  const problems: string[] = [];
  for (const root of UPDATE_ROOTS)
    if (given[root] !== undefined && !isObject(given[root])) problems.push(`${root} must be an object.`);
  if (!UPDATE_ROOTS.some((root) => given[root] !== undefined))
    problems.push(`A state has at least one of ${UPDATE_ROOTS.join(", ")}.`);
  const calendar = readCalendar(get(given, "world_data", "calendar"));
  if (typeof calendar === "string") problems.push(`world_data.calendar: ${calendar}.`);
  const time = get(given, "world_data", "world_time");
  const now = time === undefined || typeof calendar === "string" ? null : readMoment(calendar, time);
  if (typeof now === "string") problems.push(`world_data.world_time: ${now}.`);
  const resolved = given["resolved"] === undefined ? NOTHING : readResolved(given["resolved"]);
  if (Array.isArray(resolved)) problems.push(...(resolved as string[]));
  const offered = readOffered(given["offered"]);
  if (offered === null) problems.push("offered must be an array of choice keys.");
  problems.push(...timelineProblems(given["reference_timeline"]));
  if (problems.length > 0) return problems;
  const { resolved: _resolved, offered: _offered, ...state } = given;
  return {
    state,
    calendar: calendar as Calendar,
    now: now as WorldMoment | null,
    resolved: resolved as Resolved,
    offered: offered!,
  };
}

export const isCampaign = (read: Campaign | readonly string[]): read is Campaign => !Array.isArray(read);

function readOffered(given: unknown): readonly string[] | null {
  if (given === undefined || given === null) return [];
  if (isObject(given)) return Object.keys(given);
  return Array.isArray(given) && given.every((key) => typeof key === "string") ? given : null;
}

function readResolved(given: unknown): Resolved | string[] {
  if (!isObject(given)) return ["resolved must be an object."];
  const problems: string[] = [];
  const rolls = listOf(given["rolls"], "resolved.rolls", problems).map((one, i) => readRecord(one, i, problems));
  const changes = listOf(given["changes"], "resolved.changes", problems).map((one, i) => readChange(one, i, problems));
  const { seconds, moved_to, transition } = given;
  if (seconds !== undefined && seconds !== null && (!Number.isSafeInteger(seconds) || (seconds as number) < 0))
    problems.push("resolved.seconds must be a whole number from 0.");
  if (moved_to !== undefined && moved_to !== null && typeof moved_to !== "string")
    problems.push("resolved.moved_to must be a location id.");
  if (transition !== undefined && typeof transition !== "boolean")
    problems.push("resolved.transition must be true or false.");
  if (problems.length > 0) return problems;
  return {
    rolls: rolls as RollRecord[],
    changes: changes as Resolved["changes"],
    ...(typeof seconds === "number" ? { seconds } : {}),
    ...(typeof moved_to === "string" ? { moved_to } : {}),
    transition: transition === true,
  };
}

function listOf(given: unknown, name: string, problems: string[]): readonly unknown[] {
  if (given === undefined || given === null) return [];
  if (Array.isArray(given)) return given;
  problems.push(`${name} must be an array.`);
  return [];
}

function readRecord(given: unknown, i: number, problems: string[]): RollRecord | null {
  const at = `resolved.rolls.${i}`;
  if (!isObject(given)) {
    problems.push(`${at} must be an object.`);
    return null;
  }
  const { purpose, notation, dice, modifier, total, dc, ac, outcome } = given;
  const isWhole = (value: unknown) => Number.isInteger(value);
  if (typeof purpose !== "string" || typeof notation !== "string")
    problems.push(`${at} needs purpose and notation as strings.`);
  if (!Array.isArray(dice) || dice.length === 0 || !dice.every(isWhole))
    problems.push(`${at}.dice must be an array of faces.`);
  if (!isWhole(modifier ?? 0) || !isWhole(total)) problems.push(`${at} needs modifier and total as whole numbers.`);
  for (const [name, target] of [["dc", dc] as const, ["ac", ac] as const])
    if (target !== undefined && target !== null && !isWhole(target))
      problems.push(`${at}.${name} must be a whole number.`);
  const kept = keptSideOf(given["kept"], dice);
  if (kept === null) problems.push(`${at}.kept must be "higher" or "lower".`);
  if (outcome !== undefined && outcome !== null && typeof outcome !== "string")
    problems.push(`${at}.outcome must be a word.`);
  return {
    purpose,
    notation,
    dice,
    modifier: modifier ?? 0,
    total,
    ...(kept ? { kept } : {}),
    ...(typeof dc === "number" ? { dc } : {}),
    ...(typeof ac === "number" ? { ac } : {}),
    outcome: outcome ?? "",
  } as RollRecord;
}

/** "higher" or "lower", also where the face that was kept is named; undefined without any, null when it is neither. */
function keptSideOf(given: unknown, dice: unknown): "higher" | "lower" | undefined | null {
  if (given === undefined || given === null) return undefined;
  if (given === "higher" || given === "highest") return "higher";
  if (given === "lower" || given === "lowest") return "lower";
  const face = Array.isArray(given) && given.length === 1 ? given[0] : given;
  if (typeof face !== "number" || !Array.isArray(dice) || !dice.includes(face)) return null;
  return face === Math.max(...(dice as number[])) ? "higher" : "lower";
}

function readChange(given: unknown, i: number, problems: string[]): Resolved["changes"][number] | null {
  const at = `resolved.changes.${i}`;
  if (!isObject(given) || typeof given["path"] !== "string") {
    problems.push(`${at} must be {path, before, after, cause}.`);
    return null;
  }
  const place = readPath(given["path"]);
  if (place === null || place.length < 2 || !(UPDATE_ROOTS as readonly string[]).includes(place[0]!)) {
    problems.push(`${at}.path must be a path under one of the five keys, as npc_data."Goblin Scout".hp_current.`);
    return null;
  }
  const gone = given["after"] === undefined || (given["after"] === null && place.length === 2);
  return {
    path: given["path"],
    place,
    before: given["before"] ?? null,
    after: gone ? DELETE : given["after"]!,
    cause: typeof given["cause"] === "string" ? given["cause"] : "resolved",
  };
}

/** Sequence ids strictly increase: numbers, or texts that end in numbers. */
function timelineProblems(given: unknown): string[] {
  if (given === undefined || given === null) return [];
  if (!Array.isArray(given)) return ["reference_timeline must be an array of {sequence_id, summary}."];
  let last: number | null = null;
  for (const [i, one] of (given as readonly unknown[]).entries()) {
    const id = sequenceOf(isObject(one) ? one["sequence_id"] : one);
    if (id === null) return [`reference_timeline.${i} needs a sequence_id with a number.`];
    if (last !== null && id <= last) return [`reference_timeline.${i}: sequence ids must strictly increase.`];
    last = id;
  }
  return [];
}

/** The number of a sequence id: `12`, `"seq_012"`; null when it has none. */
function sequenceOf(id: unknown): number | null {
  if (typeof id === "number") return Number.isFinite(id) ? id : null;
  const found = typeof id === "string" ? /(\d{1,15})$/.exec(id) : null;
  return found ? Number(found[1]) : null;
}
