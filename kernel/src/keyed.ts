// Large collections in state: a record cut into small leaves by a hash of the key, so that an update copies one leaf and not
// the whole. Plain JSON like everything in a state. Keys have no order of their own: what is listed comes leaf by leaf.

/** `size` entries in a power of two of leaves. Two collections with the same entries may differ in leaves when one was larger before. */
export interface Keyed<T> {
  readonly size: number;
  readonly leaves: readonly Readonly<Record<string, T>>[];
}

/** Entries a leaf holds on average before the number of leaves doubles. */
const LEAF_SIZE = 16;

/** A collection of these entries; of two with the same key the last counts. */
export const keyed = <T>(entries: Iterable<readonly [string, T]> = []): Keyed<T> =>
  setAll({ size: 0, leaves: [{}] }, entries);

/** The value at a key, or undefined where there is none. */
export function getKey<T>({ leaves }: Keyed<T>, key: string): T | undefined {
  const leaf = leaves[leafOf(key, leaves.length)]!;
  return Object.hasOwn(leaf, key) ? leaf[key] : undefined;
}

/** The collection with one entry set, sharing every other leaf. */
export function setKey<T>(all: Keyed<T>, key: string, value: T): Keyed<T> {
  const { size, leaves } = all;
  const at = leafOf(key, leaves.length);
  const leaf = leaves[at]!;
  const isNew = !Object.hasOwn(leaf, key);
  if (isNew && size + 1 > leaves.length * LEAF_SIZE) return setAll(all, [[key, value]]);
  const copy: Record<string, T> = { ...leaf };
  put(copy, key, value);
  const after = leaves.slice();
  after[at] = copy;
  return { size: isNew ? size + 1 : size, leaves: after };
}

/** The collection with these entries set; each leaf that changes is copied once. */
export function setAll<T>(all: Keyed<T>, entries: Iterable<readonly [string, T]>): Keyed<T> {
  let { size } = all;
  let leaves = all.leaves as Record<string, T>[];
  let own = new Set<number>();
  for (const [key, value] of entries) {
    if (own.size === 0) leaves = leaves.slice();
    let at = leafOf(key, leaves.length);
    if (!Object.hasOwn(leaves[at]!, key) && ++size > leaves.length * LEAF_SIZE) {
      leaves = split(leaves);
      own = new Set(leaves.keys());
      at = leafOf(key, leaves.length);
    }
    if (!own.has(at)) {
      leaves[at] = { ...leaves[at] };
      own.add(at);
    }
    put(leaves[at]!, key, value);
  }
  return own.size === 0 ? all : { size, leaves };
}

/** The collection without a key; the same one where the key is not in it. */
export function deleteKey<T>(all: Keyed<T>, key: string): Keyed<T> {
  const at = leafOf(key, all.leaves.length);
  const leaf = all.leaves[at]!;
  if (!Object.hasOwn(leaf, key)) return all;
  const { [key]: _, ...rest } = leaf;
  return { size: all.size - 1, leaves: all.leaves.with(at, rest as Record<string, T>) };
}

/** Every entry, in an order that depends on the entries and the number of leaves alone, so that a reloaded state lists the same. */
export function* entriesOf<T>({ leaves }: Keyed<T>): Generator<readonly [string, T]> {
  for (const leaf of leaves) for (const key of Object.keys(leaf).sort()) yield [key, leaf[key]!];
}

/** What is wrong with a value as a collection, as a sentence; null when nothing is. For a world's `valid`. */
export function keyedProblem(value: unknown): string | null {
  const { size, leaves } = (value ?? {}) as Partial<Keyed<unknown>>;
  if (!Array.isArray(leaves) || leaves.length === 0 || (leaves.length & (leaves.length - 1)) !== 0)
    return "the leaves must be a list whose length is a power of two";
  let count = 0;
  for (const [at, leaf] of leaves.entries()) {
    if (typeof leaf !== "object" || leaf === null || Array.isArray(leaf)) return `leaf ${at} must be a record`;
    for (const key of Object.keys(leaf)) {
      if (leafOf(key, leaves.length) !== at) return `"${key}" is in leaf ${at} and belongs in another`;
      count++;
    }
  }
  return count === size ? null : `the size says ${size}, and there are ${count} entries`;
}

function split<T>(leaves: readonly Record<string, T>[]): Record<string, T>[] {
  const twice = Array.from({ length: leaves.length * 2 }, (): Record<string, T> => ({}));
  for (const leaf of leaves)
    for (const key of Object.keys(leaf)) put(twice[leafOf(key, twice.length)]!, key, leaf[key]!);
  return twice;
}

/** Plain assignment would take one key for the prototype. */
function put<T>(leaf: Record<string, T>, key: string, value: T): void {
  if (key === "__proto__")
    Object.defineProperty(leaf, key, { value, enumerable: true, configurable: true, writable: true });
  else leaf[key] = value;
}

/** FNV-1a over UTF-16 units; `count` is a power of two. */
function leafOf(key: string, count: number): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  return (hash ^ (hash >>> 15)) & (count - 1);
}
