// What one seat, and one who guesses at the owner's token, may ask of the server: buckets that fill again with time. The owner has no limit.
import { RequestRefused } from "./problems.ts";

/** So many at once, and so many more every second. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}
export interface Quotas {
  /** Of one seat. */
  readonly requests: Rate;
  /** Of bodies that one seat sends. */
  readonly bytes: Rate;
  /** Of answers that one seat sends. */
  readonly actions: Rate;
  /** Streams that one seat may hold open. */
  readonly streams: number;
  /** Wrong tokens at the login, from anybody. */
  readonly logins: Rate;
}

/** A page of a fast game asks some ten times a second; an upload may be 16 MiB. */
const QUOTAS: Quotas = {
  requests: { burst: 300, perSecond: 30 },
  bytes: { burst: 64 << 20, perSecond: 256 << 10 },
  actions: { burst: 2000, perSecond: 50 },
  streams: 16,
  logins: { burst: 20, perSecond: 1 },
};
/** Buckets that are full again say nothing, and are dropped when there are more. */
const BUCKETS_MAX = 10_000;

interface Bucket {
  left: number;
  at: number;
}

export class Meter {
  readonly #quotas: Quotas;
  readonly #buckets = new Map<string, Bucket>();
  readonly #now: () => number;

  /** `now` in milliseconds; only differences count. */
  constructor(quotas: Partial<Quotas> = {}, now: () => number = () => performance.now()) {
    this.#quotas = { ...QUOTAS, ...quotas };
    this.#now = now;
  }

  get streams(): number {
    return this.#quotas.streams;
  }

  /** Takes `count` of what `who` has left. Throws 429 with the time to wait; then nothing is taken. */
  take(kind: Exclude<keyof Quotas, "streams">, who: string, count = 1): void {
    const { burst, perSecond } = this.#quotas[kind];
    const now = this.#now();
    const key = `${kind} ${who}`;
    const { left, at } = this.#buckets.get(key) ?? { left: burst, at: now };
    const filled = Math.min(burst, left + ((now - at) / 1000) * perSecond);
    // More than a bucket ever holds may be taken from a full one, or it could never be asked for.
    const wanted = Math.min(count, burst);
    if (filled < wanted) throw tooMany(kind, (wanted - filled) / perSecond);
    this.#buckets.delete(key);
    this.#buckets.set(key, { left: filled - wanted, at: now });
    if (this.#buckets.size > BUCKETS_MAX) this.#buckets.delete(this.#buckets.keys().next().value!);
  }
}

const WHAT = { requests: "requests", bytes: "bytes", actions: "actions", logins: "tokens" } as const;

export function tooMany(kind: keyof typeof WHAT | "streams", seconds: number): RequestRefused {
  if (kind === "streams")
    return new RequestRefused(429, "too_many", "This seat has too many streams open. Close one, then try again.", {
      "retry-after": "1",
    });
  const wait = Math.max(1, Math.ceil(seconds));
  return new RequestRefused(
    429,
    "too_many",
    `Too many ${WHAT[kind]} in a short time. Try again in ${wait} ${wait === 1 ? "second" : "seconds"}. Nothing was done.`,
    { "retry-after": String(wait) },
  );
}
