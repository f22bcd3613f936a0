// Plain JSON and its one canonical text (RFC 8785). Refuses whatever would not come back from text as it went in.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const SIMPLE = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;
const FORBIDDEN_KEYS: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

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
      return Array.isArray(value) ? canonicalArray(value) : canonicalObject(value as Record<string, unknown>);
    default:
      throw new TypeError(`not JSON: ${typeof value}`);
  }
}

/** A string as canonical JSON text. Throws on lone surrogates. */
export function quote(text: string): string {
  if (text.length < 64 && SIMPLE.test(text)) return `"${text}"`;
  if (!text.isWellFormed()) throw new TypeError("not Unicode text: it holds an unpaired surrogate");
  return JSON.stringify(text);
}

/** What keeps a value from outside from being stored, as a sentence that names the place; null when nothing does. */
export function plainProblem(value: unknown, at = "value", depth = 0): string | null {
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
      if (depth > 64) return `${at} is nested more than 64 levels deep`;
      if (Array.isArray(value)) {
        for (let i = 0; i < value.length; i++) {
          const problem = plainProblem(value[i], `${at}[${i}]`, depth + 1);
          if (problem) return problem;
        }
        return null;
      }
      const proto = Object.getPrototypeOf(value);
      if (proto !== Object.prototype && proto !== null) return `${at} is not a plain object`;
      for (const key of Object.keys(value)) {
        if (FORBIDDEN_KEYS.has(key)) return `${at} has the key "${key}", which is reserved`;
        if (!key.isWellFormed()) return `${at} has a key that is not Unicode text`;
        const problem = plainProblem((value as Record<string, unknown>)[key], `${at}.${key}`, depth + 1);
        if (problem) return problem;
      }
      return null;
    }
    default:
      return `${at} is ${typeof value}, which JSON cannot carry`;
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

function canonicalArray(list: readonly unknown[]): string {
  if (list.length === 0) return "[]";
  let text = `[${canonical(list[0])}`;
  for (let i = 1; i < list.length; i++) text += `,${canonical(list[i])}`;
  return `${text}]`;
}

function canonicalObject(value: Record<string, unknown>): string {
  const keys = Object.keys(value);
  sortKeys(keys);
  let text = "{";
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    text += `${i === 0 ? "" : ","}${quote(key)}:${canonical(value[key])}`;
  }
  return `${text}}`;
}

/** Objects here are small and nearly sorted: insertion beats the general sort; code-unit order is what RFC 8785 asks. */
function sortKeys(keys: string[]): void {
  if (keys.length > 24) {
    keys.sort();
    return;
  }
  for (let i = 1; i < keys.length; i++) {
    const key = keys[i]!;
    let j = i - 1;
    while (j >= 0 && keys[j]! > key) {
      keys[j + 1] = keys[j]!;
      j--;
    }
    keys[j + 1] = key;
  }
}
