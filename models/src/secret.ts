// Keys: held where nothing prints them, and struck out of every text that leaves.
import { inspect } from "node:util";

/** A key that shows as three stars wherever it is printed, logged or turned into JSON. */
export class Secret {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  /** The key itself, for the one place that sends it. */
  reveal(): string {
    return this.#text;
  }
  toString(): string {
    return "***";
  }
  toJSON(): string {
    return "***";
  }
  [inspect.custom](): string {
    return "Secret(***)";
  }
}

/** What keys of the big providers look like, whole or half starred out: some servers quote the key they refuse. */
const KEY_LIKE = [
  /\b(?:sk|pk|rk|gsk|xai|key)-[A-Za-z0-9_*.…-]{8,}/g,
  /\bAIza[A-Za-z0-9_*-]{8,}/g,
  /\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=*-]{6,}/gi,
];

/** A function that strikes the keys, and what looks like one, out of any plain value. */
export function scrubber(secrets: readonly (Secret | null)[]): <T>(value: T) => T {
  const words = secrets.flatMap((secret) => {
    const text = secret?.reveal() ?? "";
    if (text.length < 4) return [];
    return [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1), Buffer.from(text).toString("base64")];
  });
  const clean = (text: string): string => {
    let out = text;
    for (const word of words) out = out.replaceAll(word, "***");
    for (const pattern of KEY_LIKE) out = out.replaceAll(pattern, "***");
    return out;
  };
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return clean(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value === "object" && value !== null)
      return Object.fromEntries(Object.entries(value).map(([key, part]) => [clean(key), walk(part)]));
    return value;
  };
  return <T>(value: T): T => walk(value) as T;
}
