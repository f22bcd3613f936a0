// Changes that say which they are: the same one, sent again, gets the answer of the first and changes nothing. The store keeps them.
import { canonical } from "@orrery/kernel";
import { Fault, type OnceKey, type Orrery, sha256 } from "@orrery/runtime";
import type { Caller } from "./auth.ts";
import { RequestRefused } from "./problems.ts";
import type { Reply } from "./route.ts";

const KEY = /^[\x21-\x7e]{1,200}$/;
/** Answers longer than this are not kept: no change has one. */
const REPLY_MAX = 1 << 20;

/**
 * Does `change` unless it was done before. With `isKept` the change keeps its key itself, in one step with what it changes;
 * any other is kept as soon as it is done. What was refused has changed nothing and may be asked for again.
 */
type Once = (once: OnceKey, change: () => Promise<Reply>, isKept: boolean) => Promise<Reply>;

/** Throws `Refused` for a key that is none. `what`: method and address. */
export function onceKey(key: string, what: string, caller: Caller, body: unknown): OnceKey {
  if (!KEY.test(key))
    throw new RequestRefused(400, "bad_key", "Idempotency-Key takes 1 to 200 letters, digits and signs of ASCII.");
  const who = caller.role === "seat" ? `seat ${caller.id}` : caller.role;
  return { scope: `${who} ${what}`, key, body: sha256(textOf(body ?? null)) };
}

/** Of two bodies that say the same the fields may stand in another order. */
function textOf(body: unknown): string {
  try {
    return canonical(body);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new RequestRefused(400, "not_text", `The body cannot be kept under its key: ${error.message}.`);
  }
}

export function openOnce(orrery: Orrery): Once {
  /** Those that are being done: a second one beside the first waits for it. */
  const open = new Map<string, { readonly body: string; readonly reply: Promise<Reply> }>();
  return async (once, change, isKept) => {
    const name = `${once.key} ${once.scope}`;
    const beside = open.get(name);
    if (beside && beside.body !== once.body)
      throw new Fault("key_taken", "That Idempotency-Key came with something else before. Take a new one.");
    if (beside) return beside.reply;
    const reply = isKept ? change() : doOnce(orrery, once, change);
    open.set(name, { body: once.body, reply });
    try {
      return await reply;
    } finally {
      open.delete(name);
    }
  };
}

async function doOnce(orrery: Orrery, once: OnceKey, change: () => Promise<Reply>): Promise<Reply> {
  const before = await orrery.outcomeOf(once);
  if (before !== null) return before as Reply;
  const reply = await change();
  // A key that cannot be kept must not make a change that was done look like one that was not.
  if ("body" in reply && JSON.stringify(reply).length <= REPLY_MAX) await orrery.keepOnce(once, reply).catch(() => {});
  return reply;
}
