// Commands done by one thread that has everything loaded: what they answer is what a process answers, without the price of a process each.
import { MessageChannel, receiveMessageOnPort, Worker } from "node:worker_threads";

export interface Order {
  readonly words: readonly string[];
  readonly input: string;
  readonly env: Readonly<Record<string, string>>;
  /** Set to 1 when the answer has been sent. */
  readonly woken: Int32Array;
}
export interface Done {
  /** 70 when it threw, which no command ends with. */
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

export class Thread {
  readonly #port;
  readonly #worker;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    this.#worker = new Worker(new URL("./teller.ts", import.meta.url), { workerData: port2, transferList: [port2] });
    this.#worker.unref();
  }

  /** Blocks until it is done. */
  do(words: readonly string[], input = "", env: Order["env"] = {}): Done {
    Atomics.wait(this.#ask({ words, input, env }), 0, 0, LONGEST_MS);
    return this.#answerTo(words);
  }

  /** For commands that ask something of this process meanwhile. One at a time. */
  async doing(words: readonly string[], input = "", env: Order["env"] = {}): Promise<Done> {
    this.#worker.ref();
    await Atomics.waitAsync(this.#ask({ words, input, env }), 0, 0, LONGEST_MS).value;
    this.#worker.unref();
    return this.#answerTo(words);
  }

  #ask(order: Omit<Order, "woken">): Int32Array {
    const woken = new Int32Array(new SharedArrayBuffer(4));
    this.#port.postMessage({ ...order, woken } satisfies Order);
    return woken;
  }

  #answerTo(words: readonly string[]): Done {
    const answer = receiveMessageOnPort(this.#port)?.message as Done | undefined;
    if (!answer) throw new Error(`no answer to "${words.join(" ")}"`);
    return answer;
  }
}

/** A thread that has died answers nothing. */
const LONGEST_MS = 600_000;
