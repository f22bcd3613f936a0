// Plain JSON and its one canonical text (RFC 8785). Refuses whatever would not come back from text as it went in.

export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const DEEPEST = 64;
/** Keys that would reach into the prototype of whoever copies them carelessly. */
const isReserved = (key: string): boolean => key === "__proto__" || key === "constructor" || key === "prototype";

/**
 * Canonical text of a plain value: keys in UTF-16 order, no white space, numbers and strings as ECMAScript writes them.
 * Throws a `TypeError` on what JSON cannot carry (`undefined`, `NaN`, infinities, `-0`, lone surrogates, class
 * instances): inside the kernel that is a bug. Use `plainProblem` first on anything from outside.
 */
export const canonical = (value: unknown): string => putCanonical("", value);

/** The text before, and the canonical text of a value behind it: one string that only grows is the quickest to build. */
export function putCanonical(text: string, value: unknown): string {
  switch (typeof value) {
    case "string":
      return text + quoteName(value);
    case "number":
      if (!Number.isFinite(value) || Object.is(value, -0)) throw new TypeError(`not a JSON number: ${value}`);
      return text + (value >= 0 && value < 256 && Number.isInteger(value) ? SMALL[value]! : value);
    case "boolean":
      return text + (value ? "true" : "false");
    case "object":
      if (value === null) return `${text}null`;
      return Array.isArray(value) ? putArray(text, value) : putObject(text, value as Record<string, unknown>, ANYWHERE);
    default:
      throw new TypeError(`not JSON: ${typeof value}`);
  }
}

const SMALL = Array.from({ length: 256 }, (_, i) => `${i}`);

/** A string as canonical JSON text. Throws on lone surrogates. */
export const quote = (text: string): string => (text.length <= 48 && isSimple(text) ? `"${text}"` : escaped(text));

/** The same without its quotes, for whoever has them in the texts around it. */
export const inQuotes = (text: string): string =>
  text.length <= 48 && isSimple(text) ? text : escaped(text).slice(1, -1);

/** The same for names and codes, which come again and again: the first few thousand are quoted once. */
export function quoteName(text: string): string {
  if (text.length > 24) return quote(text);
  const known = QUOTED.get(text);
  if (known !== undefined) return known;
  const quoted = inOnePiece(quote(text));
  if (QUOTED.size < 4096) QUOTED.set(text, quoted);
  return quoted;
}
const QUOTED = new Map<string, string>();

/** The same text in one piece. A sum of texts is a tree of its parts until it is read, in everything that it is put into. */
export const inOnePiece = (text: string): string => (Number.isNaN(text.charCodeAt(0)) ? "" : text);

function escaped(text: string): string {
  if (!text.isWellFormed()) throw new TypeError("not Unicode text: it holds an unpaired surrogate");
  return JSON.stringify(text);
}

/** What keeps a value from outside from being stored, as a sentence that names the place; null when nothing does. */
export const plainProblem = (value: unknown, at = "value"): string | null =>
  isPlain(value) ? null : whyNotPlain(value, at, 0);

/** Whether JSON carries a value as it is: the quick answer, for which `plainProblem` has the words. */
export function isPlain(value: unknown, depth = 0): boolean {
  switch (typeof value) {
    case "string":
      return isUnicode(value);
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
      for (const key in value) {
        if (isReserved(key) || !isUnicode(key)) return false;
        if (!isPlain(value[key], depth + 1)) return false;
      }
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

/** `isWellFormed`, sooner for the short plain names that most strings are. */
export const isUnicode = (text: string): boolean => (text.length <= 32 && isSimple(text)) || text.isWellFormed();

/** Printable ASCII without quote and backslash: what needs no escape. */
function isSimple(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x20 || code > 0x7e || code === 0x22 || code === 0x5c) return false;
  }
  return true;
}

function putArray(text: string, list: readonly unknown[]): string {
  if (list.length === 0) return `${text}[]`;
  const first = list[0];
  if (list.length === 1 && typeof first === "object" && first !== null && !Array.isArray(first))
    return putObject(text, first as Record<string, unknown>, ALONE);
  let out = putCanonical(`${text}[`, first);
  for (let i = 1; i < list.length; i++) out = putCanonical(`${out},`, list[i]);
  return `${out}]`;
}

/** A name between two fixed texts. The first thousand short ones are put together once. */
export function piece(before: string, after: string): (name: string) => string {
  const made = new Map<string, string>();
  return (name) => {
    const known = made.get(name);
    if (known !== undefined) return known;
    const text = before + quote(name) + after;
    if (made.size < 1000 && name.length <= 24) made.set(name, inOnePiece(text));
    return text;
  };
}

/** Writes objects between two fixed texts, which become of one piece with the first and the last of their fields. */
export function objectsBetween(before: string, behind: string): (text: string, value: object) => string {
  const first = noKeys(before, behind);
  return (text, value) => putObject(text, value as Record<string, unknown>, first);
}

function putObject(text: string, value: Record<string, unknown>, first: KeyOrder): string {
  let order: KeyOrder | undefined = first;
  for (const key in value) {
    order = order.key === key ? order.next! : after(order, key);
    if (order === undefined) return putSorted(text + first.before, value) + first.behind;
  }
  const { fields } = order;
  if (fields.length === 0) {
    if (!isRecord(value)) throw new TypeError("not JSON: an instance of a class");
    return `${text}${first.before}{}${first.behind}`;
  }
  let out = text;
  for (let i = 0; i < fields.length; i++) out = putField(out, fields[i]!, value[fields[i]!.name]);
  return out;
}

/** A field with the bracket or comma before it. Where few values come again and again, each is one piece with it, made once. */
function putField(text: string, field: Field, value: unknown): string {
  const { known, head, foot } = field;
  const isShort =
    typeof value === "string" ? value.length <= 24 : typeof value === "number" && value > 0 && value < 256;
  if (known === null || !isShort) return putCanonical(text + head, value) + foot;
  return text + (known.get(value) ?? keep(field, known, value));
}

function keep(field: Field, known: Map<unknown, string>, value: unknown): string {
  const piece = inOnePiece(putCanonical(field.head, value) + field.foot);
  if (known.size >= PIECES.perField || PIECES.kept >= PIECES.most) field.known = null;
  else {
    PIECES.kept++;
    known.set(value, piece);
  }
  return piece;
}
const PIECES = { kept: 0, most: 16_384, perField: 128 };

/** Keys as they were met, and in canonical order with the text before each value. */
interface KeyOrder {
  readonly met: readonly string[];
  readonly fields: readonly Field[];
  readonly after: Map<string, KeyOrder>;
  /** The key that came after these the last time, and where it leads. */
  key: string;
  next: KeyOrder | undefined;
  /** What the whole object stands between. */
  readonly before: string;
  readonly behind: string;
}
interface Field {
  readonly name: string;
  readonly head: string;
  /** The last one closes the object. */
  readonly foot: string;
  /** Pieces by value; null where too many different ones have been met. */
  known: Map<unknown, string> | null;
}
const noKeys = (before: string, behind: string): KeyOrder => ({
  met: [],
  fields: [],
  after: new Map(),
  key: "",
  next: undefined,
  before,
  behind,
});
const ANYWHERE = noKeys("", "");
/** In a list of one. */
const ALONE = noKeys("[", "]");
/** Objects of one make have the same few keys in the same order: sorting and quoting them is done once. Bounded, for maps by id. */
const ORDERS = { known: 0, most: 4096, longest: 24 };

function after(order: KeyOrder, key: string): KeyOrder | undefined {
  const next = order.after.get(key) ?? learn(order, key);
  if (next === undefined) return undefined;
  order.key = key;
  order.next = next;
  return next;
}

function learn(order: KeyOrder, key: string): KeyOrder | undefined {
  if (ORDERS.known >= ORDERS.most || order.met.length >= ORDERS.longest || key.length > 64) return undefined;
  ORDERS.known++;
  const { before, behind } = order;
  const met = [...order.met, key];
  const fields = met.toSorted().map((name, i) => ({
    name,
    head: inOnePiece(`${i === 0 ? `${before}{` : ","}${quote(name)}:`),
    foot: i === order.met.length ? `}${behind}` : "",
    known: new Map(),
  }));
  const next: KeyOrder = { ...noKeys(before, behind), met, fields };
  order.after.set(key, next);
  return next;
}

function putSorted(text: string, value: Record<string, unknown>): string {
  const keys = Object.keys(value).sort();
  let out = `${text}{`;
  for (let i = 0; i < keys.length; i++) {
    const key = keys[i]!;
    out = putCanonical(`${out}${i === 0 ? "" : ","}${quote(key)}:`, value[key]);
  }
  return `${out}}`;
}
