// Starts real llama.cpp on loopback with a model of random weights. A development tool.
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Order, Ready } from "./llama-process.ts";
import { randomGguf } from "./random-gguf.ts";

export interface LlamaServer {
  /** Base URL of the OpenAI-compatible interface. */
  readonly url: string;
  /** Whether requests are refused with 401 from now on, as with a key that was withdrawn. */
  refuseKeys(refuse: boolean): void;
  stop(): Promise<void>;
}

export interface LlamaOptions {
  /** What the vocabulary is drawn from. */
  readonly text: string;
  readonly contextTokens: number;
  readonly seed?: number;
}

/** The server, or why llama.cpp cannot run here. */
export async function startLlama({ text, contextTokens, seed = 1 }: LlamaOptions): Promise<LlamaServer | string> {
  const folder = mkdtempSync(join(tmpdir(), "orrery-llama-"));
  const file = join(folder, "random.gguf");
  writeFileSync(file, randomGguf(text, { contextTokens, seed }));
  const child = fork(new URL("./llama-process.ts", import.meta.url), [file, String(contextTokens), String(seed)], {
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const ready = await new Promise<Ready>((resolve) => {
    child.once("message", (said) => resolve(said as Ready));
    child.once("exit", (code, signal) => resolve({ missing: `llama.cpp ended at once: ${signal ?? code}` }));
  });
  const stop = async () => {
    await ended(child);
    rmSync(folder, { recursive: true, force: true });
  };
  if ("missing" in ready) {
    await stop();
    return ready.missing;
  }
  return {
    url: `http://127.0.0.1:${ready.port}/v1`,
    refuseKeys: (refuseKeys) => void child.send({ refuseKeys } satisfies Order),
    stop,
  };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const end = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await end;
}
