// Runs code with clock, chance, network and locale trapped: what still works depended on none of them.
const at = globalThis as unknown as Record<string, unknown>;

const trap = (name: string) =>
  function trapped(): never {
    throw new Error(`${name} was used where nothing outside may be`);
  };

/** Replaces every source of what is not in the arguments while `run` runs, and puts it back. For synchronous code. */
export function unplugged<T>(run: () => T): T {
  const restore: (() => void)[] = [];
  const set = (target: object, key: string, value: unknown) => {
    const own = Object.getOwnPropertyDescriptor(target, key);
    if (!own) return;
    Object.defineProperty(target, key, { value, configurable: true, writable: true });
    restore.push(() => Object.defineProperty(target, key, own));
  };
  try {
    const date = { now: trap("Date.now"), parse: trap("Date.parse"), UTC: trap("Date.UTC") };
    set(globalThis, "Date", Object.assign(trap("Date"), date));
    for (const name of ["fetch", "WebSocket", "setTimeout", "setInterval", "setImmediate", "queueMicrotask"])
      set(globalThis, name, trap(name));
    set(Math, "random", trap("Math.random"));
    if (at["performance"]) set(globalThis, "performance", { now: trap("performance.now") });
    if (at["crypto"])
      set(globalThis, "crypto", {
        getRandomValues: trap("crypto.getRandomValues"),
        randomUUID: trap("crypto.randomUUID"),
      });
    for (const [name, proto, keys] of LOCALE) for (const key of keys) set(proto, key, trap(`${name}.${key}`));
    return run();
  } finally {
    for (const back of restore.reverse()) back();
  }
}

const LOCALE = [
  ["String", String.prototype, ["localeCompare", "toLocaleLowerCase", "toLocaleUpperCase"]],
  ["Number", Number.prototype, ["toLocaleString"]],
  ["Array", Array.prototype, ["toLocaleString"]],
  ["Intl", Intl, ["DateTimeFormat", "Collator", "NumberFormat"]],
] as const;
