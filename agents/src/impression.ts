// The plain impression of a percept, for worlds that do not say: what is named in it, and no more.
import type { AnyWorld, Impression } from "@orrery/kernel";

/** What a percept leaves behind: by the world's own measure where it has one. `isKnown` says which ids there are. */
export function impressionOf(
  world: AnyWorld,
  percept: unknown,
  who: string,
  isKnown: (id: string) => boolean,
): Impression {
  if (world.impression) return world.impression(percept, who);
  const about = new Set<string>();
  let isOwn = false;
  for (const text of stringsIn(percept)) {
    if (text === who) isOwn = true;
    else if (isKnown(text)) about.add(text);
  }
  return { how: "saw", from: null, about: [...about].sort(), importance: isOwn ? 5 : 3 };
}

/** Whether an id stands anywhere in a plain value, as a value or as a key. */
export function mentions(value: unknown, id: string): boolean {
  if (typeof value === "string") return value === id;
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return value.some((item) => mentions(item, id));
  return Object.hasOwn(value, id) || Object.values(value).some((item) => mentions(item, id));
}

function* stringsIn(value: unknown): Generator<string> {
  if (typeof value === "string") yield value;
  else if (Array.isArray(value)) for (const item of value) yield* stringsIn(item);
  else if (typeof value === "object" && value !== null)
    for (const [key, item] of Object.entries(value)) {
      yield key;
      yield* stringsIn(item);
    }
}
