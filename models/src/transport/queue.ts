// One queue for each provider account and model: what they limit is the account, not the agent that happens to ask.
import PQueue from "p-queue";
import type { Call, CallRoute, Outcome, Transport } from "../call.ts";
import { abortSignalOf } from "./cancel.ts";
import { failedOutcome } from "./outcome.ts";

export class Queues {
  readonly #queues = new Map<string, PQueue>();

  /** The queue of that account and model. The first to name it sets how many calls may run at a time. */
  of(account: string, model: string, concurrency: number): PQueue {
    const key = `${account} ${model}`;
    const queue = this.#queues.get(key) ?? new PQueue({ concurrency });
    this.#queues.set(key, queue);
    return queue;
  }
}

/** Waits for its turn before it calls. Called off while waiting, it never calls. */
export function withQueue(transport: Transport, queue: PQueue): Transport {
  return async (call: Call, way: CallRoute): Promise<Outcome> => {
    const { signal } = way;
    const begun = performance.now();
    let running: Promise<Outcome> | null = null;
    try {
      return await queue.add(() => (running = transport(call, way)), {
        ...(signal ? { signal: abortSignalOf(signal) } : {}),
      });
    } catch (error) {
      // The queue gives up on a call at once; the call itself ends in an outcome that keeps what was bought.
      if (running !== null) return await running;
      if (!signal?.aborted) throw error;
      return failedOutcome(call, { code: "cancelled", message: "called off while waiting in the queue" }, begun);
    }
  };
}
