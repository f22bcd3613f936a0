// A world's text is judged in a thread that may use so much of the processor, however long the clock runs.
import assert from "node:assert/strict";
import { it } from "node:test";
import { Fault } from "@orrery/runtime";
import { checkAside, waitForCpuTime } from "../src/worlds/check-world.ts";

const unending = new AbortController().signal;

it("a thread has spent its time when the processor says so, and not the clock", async () => {
  const used = [0, 1, 1, 4, 5];
  let asked = 0;
  const cpuUsage = async () => ({ user: used[asked++]! * 900, system: used[asked - 1]! * 100 });
  await waitForCpuTime({ cpuUsage }, 5, unending);
  assert.equal(asked, used.length);
});

it("a thread that ends first has not spent its time", async () => {
  const over = new AbortController();
  const waiting = waitForCpuTime({ cpuUsage: async () => ({ user: 0, system: 0 }) }, 1, over.signal);
  over.abort();
  await assert.rejects(waiting, { name: "AbortError" });
});

it("a text that takes more of the processor than it may is given up", async () => {
  const text = Array.from({ length: 20_000 }, (_, i) => `k${i}: 1`).join("\n");
  const toCheck = { text, known: ["house"], usual: "house", tries: 0 };
  await assert.rejects(checkAside(toCheck, 1), (error) => error instanceof Fault && error.code === "too_large");
});
