// Query caches of branches: how often they are written while turns go on.
import assert from "node:assert/strict";
import { it } from "node:test";
import type { BranchRegistry } from "../src/branch/branch-registry.ts";
import { HeadCaches } from "../src/branch/head-caches.ts";

it("writes a cache again only after twenty times as long as the last write took", async () => {
  const writes: { began: number; ended: number }[] = [];
  const second = Promise.withResolvers<void>();
  const stale = new Map([["r\nmain", { run: "r", branch: "main" }]]);
  const registry = {
    stale,
    isTurned: () => true,
    engine: async () => ({ world: { entities: () => [] } }),
    session: async () => ({ frame: { state: {} }, head: { id: "1", turn: 1 } }),
    store: {
      settle: async () => {},
      async cacheHead() {
        const began = performance.now();
        while (performance.now() - began < 25);
        writes.push({ began, ended: performance.now() });
        if (writes.length === 2) second.resolve();
      },
    },
  } as unknown as BranchRegistry;
  const caches = new HeadCaches(registry, async () => {});
  caches.rest();
  // The cache's timers keep no process alive.
  const turn = setInterval(() => {
    if (writes.length !== 1 || stale.size > 0) return;
    stale.set("r\nmain", { run: "r", branch: "main" });
    caches.rest();
  }, 10);
  await second.promise;
  clearInterval(turn);
  caches.stop();
  const [one, two] = writes as [(typeof writes)[0], (typeof writes)[0]];
  // A timer may go off a millisecond early.
  assert.ok(two.began - one.ended >= 20 * (one.ended - one.began) - 2, JSON.stringify(writes));
});
