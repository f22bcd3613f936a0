// A thread that does one command after another as `main.ts` would in a process of its own each: words, environment and stdin in; exit code, stdout and stderr out.
import { Readable } from "node:stream";
import { type MessagePort, workerData } from "node:worker_threads";
import type { Order } from "./thread.ts";

const port = workerData as MessagePort;

const own = { ...process.env };
let stdin = Readable.from([]);
Object.defineProperty(process, "stdin", { get: () => stdin });
const said = { out: "", err: "" };
const into = (where: keyof typeof said) => (chunk: string | Uint8Array) => {
  said[where] += typeof chunk === "string" ? chunk : Buffer.from(chunk).toString();
  return true;
};
Object.assign(process.stdout, { write: into("out") });
Object.assign(process.stderr, { write: into("err") });
// After that, so that modules see it when they are loaded.
const { run } = await import("../src/run.ts");

port.on("message", async ({ words, input, env, woken }: Order) => {
  for (const name of Object.keys(process.env)) if (!(name in own) && !(name in env)) delete process.env[name];
  Object.assign(process.env, own, env);
  stdin = Readable.from([Buffer.from(input)]);
  Object.assign(said, { out: "", err: "" });
  let code = 70;
  try {
    code = await run(words);
  } catch (error) {
    said.err += error instanceof Error ? error.stack : String(error);
  }
  port.postMessage({ code, ...said });
  Atomics.store(woken, 0, 1);
  Atomics.notify(woken, 0);
});
