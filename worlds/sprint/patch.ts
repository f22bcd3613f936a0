// Patches on a canon: applying them without ever throwing, their size, and which places they touch.
import { canonical } from "@orrery/kernel";
import { type Canon, type CanonProblem, limitProblem } from "./canon.ts";
import type { CanonPatch, Operation } from "./turn.ts";

export type Patched =
  | { readonly ok: true; readonly canon: Canon }
  | { readonly ok: false; readonly index: number; readonly path: string; readonly why: string };

/** Applies every operation or none; shares what it leaves alone. `index` is that of the first operation that does not apply. */
export function applyPatch(canon: Canon, patch: CanonPatch): Patched {
  let at: unknown = canon;
  for (const [index, operation] of patch.entries()) {
    const done = step(at, operation, operation.path.slice(1).split("/"));
    if (typeof done === "string") return { ok: false, index, path: operation.path, why: done };
    at = done.value;
  }
  return { ok: true, canon: at as Canon };
}

/** What is wrong with a patch on a canon: it does not apply, or leads to what no canon may be. */
export function patchProblem(canon: Canon, patch: CanonPatch): (CanonProblem & { readonly index: number }) | null {
  const patched = applyPatch(canon, patch);
  if (!patched.ok) return { index: patched.index, path: patched.path, message: patched.why };
  const limit = limitProblem(patched.canon);
  return limit && { index: patch.length - 1, ...limit };
}

/** The operation done at a value, or why it cannot be. */
function step(value: unknown, operation: Operation, [key, ...rest]: readonly string[]): { value: unknown } | string {
  if (key === undefined) return { value: "value" in operation ? operation.value : undefined };
  if (Array.isArray(value)) return stepList(value, operation, key, rest);
  if (typeof value !== "object" || value === null) return `there is nothing inside a text, so no "${key}"`;
  const record = value as Readonly<Record<string, unknown>>;
  const isThere = Object.hasOwn(record, key);
  if (!isThere && (rest.length > 0 || operation.op !== "add")) return `there is no "${key}" there`;
  if (rest.length === 0 && operation.op === "remove") {
    const { [key]: _gone, ...left } = record;
    return { value: left };
  }
  const done = step(record[key], operation, rest);
  return typeof done === "string" ? done : { value: { ...record, [key]: done.value } };
}

function stepList(
  list: readonly unknown[],
  operation: Operation,
  key: string,
  rest: readonly string[],
): { value: unknown } | string {
  const isAdded = rest.length === 0 && operation.op === "add";
  if (key === "-")
    return isAdded && "value" in operation ? { value: [...list, operation.value] } : `"-" can only be added to`;
  const index = Number(key);
  if (index >= list.length + (isAdded ? 1 : 0))
    return list.length === 0 ? "the list is empty" : `the list ends at ${list.length - 1}`;
  if (isAdded && "value" in operation) return { value: list.toSpliced(index, 0, operation.value) };
  if (rest.length === 0 && operation.op === "remove") return { value: list.toSpliced(index, 1) };
  const done = step(list[index], operation, rest);
  return typeof done === "string" ? done : { value: list.with(index, done.value) };
}

/** The RFC 8785 text by which amendments are compared. */
export const patchText = (patch: CanonPatch): string => canonical(patch);

/** Length of a patch's canonical text in UTF-8 bytes. */
export function patchBytes(patch: CanonPatch): number {
  let bytes = 0;
  for (const character of patchText(patch)) {
    const code = character.codePointAt(0)!;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
  }
  return bytes;
}

export const pathsOf = (patch: CanonPatch): readonly string[] => patch.map(({ path }) => path);

/** Whether a path is one of these places or below one; "-" stands for any index. */
export const isCovered = (path: string, places: readonly string[]): boolean =>
  places.some((place) => {
    const own = path.split("/");
    const wanted = place.split("/");
    return wanted.length <= own.length && wanted.every((part, i) => own[i] === part || isSameItem(own[i]!, part));
  });

const isSameItem = (a: string, b: string): boolean => (a === "-" && isIndex(b)) || (b === "-" && isIndex(a));
const isIndex = (part: string): boolean => part === "-" || /^\d+$/.test(part);
