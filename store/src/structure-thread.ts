// A thread that reads one database file's structure again and ends. Answers with what it found; writes nothing.
import { parentPort, workerData } from "node:worker_threads";
import { openDriver } from "./driver.ts";
import { StoreFault } from "./store.ts";
import { type Structure, structure } from "./structure.ts";

function answer(): Structure {
  try {
    const db = openDriver(workerData as string, { readOnly: true, busyMs: 5000 });
    try {
      return { ok: true, damages: [...structure(db)] };
    } finally {
      db.close();
    }
  } catch (error) {
    if (!(error instanceof StoreFault)) throw error;
    const { code, message, cause } = error;
    return { ok: false, code, message, why: cause instanceof Error ? cause.message : null };
  }
}
parentPort!.postMessage(answer());
