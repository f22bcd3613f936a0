// Caches values that are slow to derive from a run's turns. A store that cannot write does without: its runs can still be read.
import type { AnyEngine } from "@orrery/kernel";
import { type Head, type Store, StoreFault } from "@orrery/store";

interface HeadValue<T> {
  /** The turn at the head. */
  readonly id: string;
  /** The version of the world. */
  readonly version: number;
  readonly value: T;
}

/** The cached result of `derive` for a head. It is derived again once the branch has moved or the world has another version. */
export async function derivedAt<T>(
  { store, run, name }: { readonly store: Store; readonly run: string; readonly name: string },
  { id }: Head,
  { world: { version } }: AnyEngine,
  derive: () => Promise<T>,
): Promise<T> {
  const text = await store.derived(run, name);
  const known = text === null ? null : (JSON.parse(text) as HeadValue<T>);
  // Values of earlier releases have other keys.
  if (known?.id === id && known.version === version && Object.hasOwn(known, "value")) return known.value;
  const made: HeadValue<T> = { id, version, value: await derive() };
  await keepDerived(store, run, name, JSON.stringify(made));
  return made.value;
}

/** Writes a cached value. A fault of the store is passed over; anything else is thrown. */
export async function keepDerived(store: Store, run: string, name: string, value: string): Promise<void> {
  await store.putDerived(run, name, value).catch((error: unknown) => {
    if (!(error instanceof StoreFault)) throw error;
  });
}
