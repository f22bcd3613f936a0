// Query caches of branches: how often they are written while turns go on.
import assert from "node:assert/strict";
import { it } from "node:test";
import type { BranchRegistry } from "../src/branch/branch-registry.ts";
import { HeadCaches } from "../src/branch/head-caches.ts";

/** Caches of one branch, and how to move it. `cacheHead` writes. `keepUp` makes memories, unless agents play there (`isTurned`). */
function cachesOf(cacheHead: () => void, isTurned = true, keepUp = () => {}) {
  const stale = new Map<string, { run: string; branch: string }>();
  const move = () => stale.set("r\nmain", { run: "r", branch: "main" });
  const registry = {
    stale,
    isTurned: () => isTurned,
    engine: async () => ({ world: { entities: () => [] } }),
    session: async () => ({ frame: { state: {} }, head: { id: "1", turn: 1 } }),
    store: { cacheHead: async () => cacheHead() },
  } as unknown as BranchRegistry;
  move();
  return { caches: new HeadCaches(registry, async () => keepUp()), stale, move };
}

it("writes a cache again only after twenty times as long as the last write took, even for a turn during that write", async () => {
  const writes: { readonly began: number; readonly ended: number }[] = [];
  const third = Promise.withResolvers<void>();
  const { caches, stale, move } = cachesOf(() => {
    const began = performance.now();
    while (performance.now() - began < 25);
    writes.push({ began, ended: performance.now() });
    if (writes.length === 3) third.resolve();
    if (writes.length > 1) return;
    move();
    caches.rest();
  });
  caches.rest();
  // The cache's timers keep no process alive.
  const turn = setInterval(() => {
    if (stale.size > 0) return;
    move();
    caches.rest();
  }, 10);
  await third.promise;
  clearInterval(turn);
  caches.stop();
  // A timer may go off a millisecond early.
  for (const [i, { began, ended }] of writes.slice(0, -1).entries())
    assert.ok(writes[i + 1]!.began - ended >= 20 * (ended - began) - 2, JSON.stringify(writes));
});

it("writes a cache again for a turn that came during its write", async () => {
  let written = 0;
  const { caches, stale, move } = cachesOf(() => void (++written === 1 && move()));
  await caches.write();
  assert.equal(stale.size, 1);
  await caches.write();
  assert.deepEqual([stale.size, written], [0, 2]);
});

it("begins no write once it was stopped, even for a turn during the last one", async () => {
  let written = 0;
  const done = Promise.withResolvers<void>();
  const { caches, move } = cachesOf(() => {
    written++;
    move();
    caches.rest();
    caches.stop();
    done.resolve();
  });
  const open = setInterval(() => {}, 1_000);
  caches.rest();
  await done.promise;
  // Longer than a quiet moment, and than the pause after a write of no length.
  await new Promise((resolve) => setTimeout(resolve, 400));
  clearInterval(open);
  assert.equal(written, 1);
});

it("makes memories where no agent plays, until it is stopped", async () => {
  let made = 0;
  const make = () => void made++;
  const played = cachesOf(() => {}, true, make);
  await played.caches.write();
  assert.equal(made, 0);
  const { caches, move } = cachesOf(() => {}, false, make);
  await caches.write();
  assert.equal(made, 1);
  move();
  caches.stop();
  await caches.write();
  assert.equal(made, 1);
});
