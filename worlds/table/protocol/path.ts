// Places in a campaign as text: dot-separated segments, quoted where a bare segment would not do. Reads, writes and changes places; knows no rules.
import { type Json, valueAt } from "@orrery/kernel";

export type StatePath = readonly string[];
export interface JsonObject {
  readonly [key: string]: Json;
}

export const DELETE = "__DELETE__";

/** Anything but white space, dots, quotes, `=`, brackets and backslashes. */
const BARE = /^[^\s."=[\]\\]+$/u;
const SEGMENT = /[^\s."=[\]\\]+|"(?:[^"\\]|\\.)*"/uy;

/** `npc_data."Goblin Scout".hp_current`; inverse of `readPath`. */
export const writePath = (place: StatePath): string =>
  place.map((segment) => (BARE.test(segment) ? segment : JSON.stringify(segment))).join(".");

/** The segments of a path from the start of a text, and where it ends; null when none stands there. */
export function readPathAt(text: string): { readonly place: StatePath; readonly end: number } | null {
  const place: string[] = [];
  let at = 0;
  for (;;) {
    SEGMENT.lastIndex = at;
    const found = SEGMENT.exec(text);
    if (found === null) return null;
    const segment = unquote(found[0]);
    if (segment === null) return null;
    place.push(segment);
    at = SEGMENT.lastIndex;
    if (text[at] !== ".") return { place, end: at };
    at++;
  }
}

/** The segments of a whole text; null when it is no path. */
export function readPath(text: string): StatePath | null {
  const read = readPathAt(text);
  return read !== null && read.end === text.length ? read.place : null;
}

function unquote(segment: string): string | null {
  if (!segment.startsWith('"')) return segment;
  try {
    return JSON.parse(segment) as string;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The value at a place of a campaign, or undefined. */
export const get = (value: unknown, ...place: string[]): Json | undefined => valueAt(value, place) as Json | undefined;

/** A copy with another value at a place; objects on the way are made where there are none. */
export function put(value: JsonObject, place: StatePath, next: Json): JsonObject {
  const [key, ...rest] = place;
  if (key === undefined) throw new RangeError("a place has at least one segment");
  const child = Object.hasOwn(value, key) ? value[key] : undefined;
  if (rest.length === 0) return { ...value, [key]: next };
  if (Array.isArray(child)) {
    const index = Number(rest[0]);
    if (rest.length === 1) return { ...value, [key]: child.with(index, next) };
    return { ...value, [key]: child.with(index, put(child[index] as JsonObject, rest.slice(1), next)) };
  }
  return { ...value, [key]: put(isObject(child) ? child : {}, rest, next) };
}

/** A copy without what stands at a place. */
export function drop(value: JsonObject, place: StatePath): JsonObject {
  const [key, ...rest] = place;
  if (key === undefined || !Object.hasOwn(value, key)) return value;
  const child = value[key]!;
  if (rest.length === 0) {
    const { [key]: _gone, ...left } = value;
    return left;
  }
  if (Array.isArray(child)) {
    const index = Number(rest[0]);
    if (!Number.isInteger(index) || index < 0 || index >= child.length) return value;
    if (rest.length === 1) return { ...value, [key]: child.toSpliced(index, 1) };
    const item = child[index];
    return isObject(item) ? { ...value, [key]: child.with(index, drop(item, rest.slice(1))) } : value;
  }
  return isObject(child) ? { ...value, [key]: drop(child, rest) } : value;
}

/** `Goblin Scout` to `goblin_scout`: how names become parts of ids. */
export const slug = (name: string): string =>
  name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "");
