// Changes that say which they are: the same one, sent again, gets the answer of the first and changes nothing. Kept in memory only.
import { createHash } from "node:crypto";
import { Refused } from "./problems.ts";
import type { Reply } from "./route.ts";

/** A browser whose line breaks may send a change again by itself, at once; a caller of ours, until it gives up. */
const KEPT_MAX = 256;
const KEY = /^[\x21-\x7e]{1,200}$/;

/**
 * `scope`: who asks, and for what; `key`: of the header `Idempotency-Key`. What was refused has changed nothing and may be
 * asked for again. Throws `Refused` for a key that is none, or that came with another body before.
 */
export type Once = (scope: string, key: string, body: unknown, change: () => Promise<Reply>) => Promise<Reply>;

export function openOnce(): Once {
  const kept = new Map<string, { readonly body: string; readonly reply: Promise<Reply> }>();
  return async (scope, key, body, change) => {
    if (!KEY.test(key))
      throw new Refused(400, "bad_key", "Idempotency-Key takes 1 to 200 letters, digits and signs of ASCII.");
    const name = `${key} ${scope}`;
    const text = createHash("sha256")
      .update(JSON.stringify(body ?? null))
      .digest("base64");
    const before = kept.get(name);
    if (before && before.body !== text)
      throw new Refused(422, "key_taken", "That Idempotency-Key came with something else before. Take a new one.");
    if (before) return before.reply;
    const reply = change();
    kept.set(name, { body: text, reply });
    reply.catch(() => kept.delete(name));
    for (const [oldest] of kept) {
      if (kept.size <= KEPT_MAX) break;
      kept.delete(oldest);
    }
    return reply;
  };
}
