// Plain JSON: its canonical text, where two values first differ. Knows nothing of models.
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };

/** Keys that would reach into the prototype of a careless copy. */
export const isReserved = (key: string): boolean => key === "__proto__" || key === "constructor" || key === "prototype";

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Canonical text (RFC 8785): keys in UTF-16 order, no white space. A property that is `undefined` is left out, as in
 * `JSON.stringify`. Throws on what JSON cannot carry.
 */
export function canonical(value: unknown): string {
  switch (typeof value) {
    case "string":
      if (!value.isWellFormed()) throw new TypeError("not Unicode text: it holds an unpaired surrogate");
      return JSON.stringify(value);
    case "number":
      if (!Number.isFinite(value)) throw new TypeError(`not a JSON number: ${value}`);
      return JSON.stringify(value);
    case "boolean":
      return value ? "true" : "false";
    case "object": {
      if (value === null) return "null";
      if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
      const entries = Object.entries(value).filter(([, part]) => part !== undefined);
      entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
      return `{${entries.map(([key, part]) => `${canonical(key)}:${canonical(part)}`).join(",")}}`;
    }
    default:
      throw new TypeError(`not JSON: ${typeof value}`);
  }
}

/** One more step of a JSON pointer. */
export const step = (at: string, key: string | number): string =>
  `${at}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;

/** The path (a JSON pointer) at which two plain values first differ, with both sides; null when they are equal. */
export function firstDifference(
  a: unknown,
  b: unknown,
  at = "",
): { readonly path: string; readonly a: unknown; readonly b: unknown } | null {
  if (Object.is(a, b)) return null;
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < Math.max(a.length, b.length); i++) {
      const found = firstDifference(a[i], b[i], step(at, i));
      if (found) return found;
    }
    return null;
  }
  if (isObject(a) && isObject(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)].sort())) {
      const found = firstDifference(a[key], b[key], step(at, key));
      if (found) return found;
    }
    return null;
  }
  return { path: at, a, b };
}

/** Freezes a plain value through and through and hands it back. */
export function frozen<T>(value: T): T {
  if (typeof value === "object" && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}

/** At most so many characters of a text, never half a surrogate pair, with a mark where it was cut. */
export const shorten = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1).replace(/[\uD800-\uDBFF]$/, "")}…`;
