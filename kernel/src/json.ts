// Plain JSON and its one canonical text (RFC 8785). Refuses values that would not come back from text as it went in.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const DEEPEST = 64;
/** Keys that would reach into the prototype of a careless copy. */
const isReserved = (key: string): boolean => key === "__proto__" || key === "constructor" || key === "prototype";

/**
 * Canonical text of a plain value: keys in UTF-16 order, no white space, numbers and strings as ECMAScript writes them.
 * Throws a `TypeError` on what JSON cannot carry (`undefined`, `NaN`, infinities, `-0`, lone surrogates, class
 * instances): inside the kernel that is a bug. Use `plainProblem` first on anything from outside.
 */
export function canonical(value: unknown): string {
  switch (typeof value) {
    case "string":
      return quote(value);
    case "number":
      if (!Number.isFinite(value) || Object.is(value, -0)) throw new TypeError(`not a JSON number: ${value}`);
      return `${value}`;
    case "boolean":
      return value ? "true" : "false";
    case "object":
      if (value === null) return "null";
      return Array.isArray(value) ? listText(value) : recordText(value);
    default:
      throw new TypeError(`not JSON: ${typeof value}`);
  }
}

/** A string as canonical JSON text. Throws on lone surrogates. */
export function quote(text: string): string {
  if (text.length <= 48 && isSimple(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new TypeError("not Unicode text: it holds an unpaired surrogate");
  return JSON.stringify(text);
}

/** Printable ASCII without quote and backslash: what needs no escape. */
function isSimple(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) return false;
  }
  return true;
}

function listText(list: readonly unknown[]): string {
  let text = "[";
  for (let i = 0; i < list.length; i++) text += i === 0 ? canonical(list[i]) : `,${canonical(list[i])}`;
  return `${text}]`;
}

function recordText(value: object): string {
  if (!isRecord(value)) throw new TypeError("not JSON: an instance of a class");
  const keys = sortKeys(Object.keys(value));
  let text = "{";
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    text += `${i === 0 ? "" : ","}${quote(key)}:${canonical(value[key])}`;
  }
  return `${text}}`;
}

/** In place. Most objects have a few keys, for which putting each where it belongs is quicker than a general sort. */
function sortKeys(keys: string[]): string[] {
  if (keys.length > 16) return keys.sort();
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i]!;
    let at = i;
    for (; at > 0 && keys[at - 1]! > key; at--) keys[at] = keys[at - 1]!;
    keys[at] = key;
  }
  return keys;
}

/** What keeps a value from outside from being stored, as a sentence that names the place; null when nothing does. */
export const plainProblem = (value: unknown, at = "value"): string | null =>
  isPlain(value, 0) ? null : whyNotPlain(value, at, 0);

/** The same verdict without the words, which cost more than the judging. */
function isPlain(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case "string":
      return value.isWellFormed();
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0);
    case "boolean":
      return true;
    case "object": {
      if (value === null) return true;
      if (depth > DEEPEST) return false;
      if (Array.isArray(value)) {
        for (let i = 0; i < value.length; i++) if (!isPlain(value[i], depth + 1)) return false;
        return true;
      }
      if (!isRecord(value)) return false;
      for (const key in value)
        if (isReserved(key) || !key.isWellFormed() || !isPlain(value[key], depth + 1)) return false;
      return true;
    }
    default:
      return false;
  }
}

/** Structural equality of plain values. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((item, i) => equal(item, b[i]));
  }
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every(
      (key) => Object.hasOwn(b, key) && equal((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
    )
  );
}

function whyNotPlain(value: unknown, at: string, depth: number): string | null {
  switch (typeof value) {
    case "string":
      return value.isWellFormed() ? null : `${at} holds an unpaired surrogate, which is not Unicode text`;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0)
        ? null
        : `${at} is ${Object.is(value, -0) ? "-0" : value}, which JSON cannot carry`;
    case "boolean":
      return null;
    case "object": {
      if (value === null) return null;
      if (depth > DEEPEST) return `${at} is nested more than ${DEEPEST} levels deep`;
      if (Array.isArray(value)) {
        for (let i = 0; i < value.length; i++) {
          const problem = whyNotPlain(value[i], `${at}[${i}]`, depth + 1);
          if (problem) return problem;
        }
        return null;
      }
      if (!isRecord(value)) return `${at} is not a plain object`;
      for (const key of Object.keys(value)) {
        if (isReserved(key)) return `${at} has the key "${key}", which is reserved`;
        if (!key.isWellFormed()) return `${at} has a key that is not Unicode text`;
        const problem = whyNotPlain(value[key], `${at}.${key}`, depth + 1);
        if (problem) return problem;
      }
      return null;
    }
    default:
      return `${at} is ${typeof value}, which JSON cannot carry`;
  }
}

/** A copy of a plain value: what its text says, and nothing else. Ask `plainProblem` first. */
export function copyOf<T>(value: T): T {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return Array.from(value, copyOf) as T;
  const copy: Record<string, unknown> = {};
  for (const key in value) copy[key] = copyOf(value[key]);
  return copy as T;
}

/** An object as JSON makes them. Only its own keys can be enumerated then. */
export function isRecord(value: object): value is Record<string, unknown> {
  const proto = Object.getPrototypeOf(value);
  return proto === Object.prototype || proto === null;
}
