// What a seat's answer costs does not depend on other branches (law 11): its requests make the same calls of the store and read as much, however much happened elsewhere.
import assert from "node:assert/strict";
import { it } from "node:test";
import { fixedOutside } from "@orrery/runtime";
import { counted, lastingStore } from "./counted-store.ts";
import { openFixture, yes } from "./support.ts";

const ASKED: readonly (readonly [path: string, body?: unknown])[] = [
  [""],
  ["/turns"],
  ["/turns?from=0"],
  ["/asks"],
  ["/tellings"],
  ["/recall?query=yes"],
  ["/knows?thing=ben"],
  ["?branch=side%200"],
  ["/turns?branch=side%200"],
  ["/judge", { actions: [yes("ben")] }],
  ["/turns", { text: "what now?" }],
  ["/turns", { actions: [yes("ben")] }],
  [""],
];

/** Calls of the store, by request, in a server that has just started. */
async function costs(branches: number, turns: number): Promise<Record<string, readonly string[]>> {
  const plain = lastingStore();
  const first = await openFixture({}, { store: plain, outside: fixedOutside("cost") });
  const { run } = await first.orrery.createRun({ world: "ballot", id: "r", seed: "1" });
  const token = await first.orrery.invite(run, "ben");
  await first.orrery.submit(run, { as: "ben", text: "hello" });
  for (let i = 0; i < branches; i++) {
    const branch = `side ${i}`;
    await first.orrery.createBranch(run, { name: branch, at: i % 2 });
    for (let turn = 0; turn < turns; turn++)
      await first.orrery.submit(run, { branch, as: "ben", text: `more ${turn}` });
  }
  await first.close();
  const { store, calls } = counted(plain);
  const at = await openFixture({}, { store, outside: fixedOutside("later") });
  const spent: Record<string, readonly string[]> = {};
  for (const [i, [path, body]] of ASKED.entries()) {
    calls.length = 0;
    const { status } = await at.ask(body ? "POST" : "GET", `/api/runs/${run}${path}`, body, {
      authorization: `Bearer ${token}`,
    });
    spent[`${i} ${path} ${status}`] = [...calls].sort();
  }
  await at.close();
  return spent;
}

it("[law 11] what a seat is answered costs the same, however much there is on other branches", async () => {
  const alone = await costs(0, 0);
  const heads = Object.keys(alone);
  assert.ok(heads.some((head) => head.endsWith("404")) && heads.some((head) => head.endsWith("202")), heads.join());
  assert.ok(Object.values(alone).flat().length > 20, "calls were counted");
  assert.deepEqual(await costs(6, 20), alone);
});
