// Bodies and queries as they arrive: read, and held against their schemas. Reads no route.
import { checker, type TSchema } from "@orrery/kernel";
import { textOf } from "./lines.ts";
import { RequestRefused } from "./problems.ts";

/** As deep as a body may be: deeper than anything that a world takes. */
const DEPTH_MAX = 100;

/** Bodies are judged as they are; only a query's digits become the integer that they spell. */
export function validator(schema: TSchema, part: string): (value: unknown) => { value: unknown } | { error: Error } {
  const problem = checker(schema, part === "querystring" ? "query" : part === "params" ? "path" : part);
  const integers = part === "querystring" ? integersOf(schema) : [];
  return (given) => {
    const value = integers.length > 0 ? withIntegers(given as Record<string, unknown>, integers) : given;
    const wrong = problem(value);
    return wrong === null ? { value } : { error: new RequestRefused(400, "bad_shape", `${wrong}.`) };
  };
}

/** Refuses with `bad_shape`. */
export function mustFit(schema: TSchema, value: unknown): void {
  const wrong = checker(schema, "body")(value);
  if (wrong !== null) throw new RequestRefused(400, "bad_shape", `${wrong}.`);
}

const integersOf = (schema: TSchema): string[] =>
  Object.entries((schema as { properties?: Record<string, { type?: string }> }).properties ?? {}).flatMap(
    ([name, { type }]) => (type === "integer" ? [name] : []),
  );
const withIntegers = (query: Record<string, unknown>, names: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, text]) => [
      name,
      names.includes(name) && typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : text,
    ]),
  );

/** A body that is nothing at all stays so, for the endpoints that take none. */
export function jsonOf(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  if (isTooDeep(body))
    throw new RequestRefused(400, "too_deep", `The body is nested more than ${DEPTH_MAX} levels deep.`);
  const text = textOf(body);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new RequestRefused(400, "not_json", "The body is not JSON.");
  }
}

const [QUOTE, BACKSLASH] = [0x22, 0x5c];
const OPENS: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSES: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** Whether lists and objects lie too deep in one another: brackets outside of strings are counted before anything is built of them. */
function isTooDeep(json: Buffer): boolean {
  let depth = 0;
  let isInString = false;
  for (let i = 0; i < json.length; i++) {
    const byte = json[i]!;
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString && byte === BACKSLASH) i++;
    else if (!isInString && OPENS.has(byte) && ++depth > DEPTH_MAX) return true;
    else if (!isInString && CLOSES.has(byte)) depth--;
  }
  return false;
}
