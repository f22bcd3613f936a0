// A view as a prompt has it: JSON without what is false, null or empty, since a reader of many views pays for each word.

/** The value's JSON; fields that say nothing are left out, items of lists stay where they are. */
export const compactJson = (value: unknown): string => JSON.stringify(compact(value)) ?? "null";

function compact(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(compact);
  if (typeof value !== "object" || value === null) return value;
  const kept = Object.entries(value).flatMap(([name, part]) => {
    const small = compact(part);
    return saysNothing(small) ? [] : [[name, small]];
  });
  return Object.fromEntries(kept);
}

const saysNothing = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);
