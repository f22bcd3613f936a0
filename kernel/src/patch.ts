// Differences of plain values as data: what changed, with both sides, so that a change carries its own inverse.
import { equal } from "./json.ts";

/** A place in a plain value: object keys and array indexes. */
export type Path = readonly (string | number)[];

/** `before` is absent where nothing was (in a list: `after` is put in there), `after` where nothing is left. */
export interface Change {
  readonly path: Path;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** Smallest changes that lead from one value to another; stops where both share a subtree. What was added at the end of a list is a change for each item; a list that is otherwise longer or shorter is one change. */
export function diff(before: unknown, after: unknown, path: Path = []): Change[] {
  if (before === after) return [];
  if (isRecord(before) && isRecord(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
    return keys.flatMap((key) => {
      const at = [...path, key];
      if (!Object.hasOwn(before, key)) return [{ path: at, after: after[key] }];
      if (!Object.hasOwn(after, key)) return [{ path: at, before: before[key] }];
      return diff(before[key], after[key], at);
    });
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    if (before.length === after.length) return before.flatMap((item, i) => diff(item, after[i], [...path, i]));
    if (after.length > before.length && before.every((item, i) => equal(item, after[i])))
      return after.slice(before.length).map((item, i) => ({ path: [...path, before.length + i], after: item }));
  }
  return equal(before, after) ? [] : [{ path, before, after }];
}

/** The change that takes a change back. */
export const invert = ({ path, before, after }: Change): Change => ({
  path,
  ...(after === undefined ? {} : { before: after }),
  ...(before === undefined ? {} : { after: before }),
});

/** The value at a place, or undefined where there is none. Own properties only. */
export function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const key of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, key)) return undefined;
    at = (at as Record<string | number, unknown>)[key];
  }
  return at;
}

/** Applies one change, sharing what it leaves alone. Throws a `RangeError` where the path leads nowhere: check first. */
export function patch(value: unknown, change: Change): unknown {
  const { path, after } = change;
  const [key, ...rest] = path;
  if (key === undefined) return after;
  const deeper = (child: unknown) => patch(child, { ...change, path: rest });
  if (Array.isArray(value)) {
    const index = Number(key);
    const puts = rest.length === 0 && change.before === undefined;
    if (
      String(index) !== String(key) ||
      !Number.isInteger(index) ||
      index < 0 ||
      index >= value.length + (puts ? 1 : 0)
    )
      throw new RangeError(`no place ${String(key)} in a list of ${value.length}`);
    if (puts) return value.toSpliced(index, 0, after);
    return rest.length === 0 && after === undefined
      ? value.toSpliced(index, 1)
      : value.with(index, deeper(value[index]));
  }
  if (!isRecord(value)) throw new RangeError(`no place ${String(key)} in ${value === null ? "null" : typeof value}`);
  if (rest.length === 0 && after === undefined) {
    const { [key]: _gone, ...left } = value;
    return left;
  }
  if (rest.length > 0 && !Object.hasOwn(value, key)) throw new RangeError(`no place ${String(key)}`);
  return { ...value, [key]: deeper(value[key]) };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
