// A store that counts what is asked of it: what an answer costs, by no clock.
import { memoryStore, type Store } from "@orrery/store";

/** A store in memory that outlives the servers that close it. */
export const lastingStore = (): Store => ({ ...memoryStore(), close: async () => {} });

/** A store that writes down its calls: the name of each, and how many items it gave. */
export function counted(store: Store): { readonly store: Store; readonly calls: string[] } {
  const calls: string[] = [];
  const noteOf = (name: string, value: unknown): string => `${name} ${Array.isArray(value) ? value.length : ""}`;
  const wrapped = new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        const got = (value as (...given: unknown[]) => unknown).apply(target, given);
        if (got instanceof Promise)
          return got.then((done) => {
            calls.push(noteOf(String(name), done));
            return done;
          });
        if (typeof got !== "object" || got === null || !(Symbol.asyncIterator in got)) {
          calls.push(noteOf(String(name), got));
          return got;
        }
        return (async function* () {
          let count = 0;
          for await (const item of got as AsyncIterable<unknown>) {
            count++;
            yield item;
          }
          calls.push(`${String(name)} ${count}`);
        })();
      };
    },
  });
  return { store: wrapped, calls };
}
