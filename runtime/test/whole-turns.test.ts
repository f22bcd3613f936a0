// A turn is one step with all that belongs to it: an error means that nothing happened, whichever write the disk refused.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, it } from "node:test";
import { Fault, fixedOutside, type Orrery, openOrrery, type Submission } from "@orrery/runtime";
import { memoryStore, openSqlite, type Store, StoreFault } from "@orrery/store";
import { folder, worlds } from "./open.ts";

/** A store that fails at its `n`-th call from now like a full disk; it counts what it was asked. */
function failing(store: Store): { store: Store; failAt(n: number): void; calls(): number } {
  let left = Number.POSITIVE_INFINITY;
  let calls = 0;
  const wrapped = new Proxy(store, {
    get(target, name) {
      const value = Reflect.get(target, name) as unknown;
      if (typeof value !== "function") return value;
      return (...given: unknown[]) => {
        calls++;
        if (--left === 0) throw new StoreFault("io", "The disk is full.");
        return (value as (...given: unknown[]) => unknown).apply(target, given);
      };
    },
  });
  return {
    store: wrapped,
    failAt(n) {
      left = n;
      calls = 0;
    },
    calls: () => calls,
  };
}

const once = (key: string) => ({ scope: "test", key, body: key });

describe("whichever call of the store fails", () => {
  const say = (text: string): Submission => ({ text });
  const vote = (who: string): Submission => ({
    as: who,
    actions: [{ actorId: who, type: "vote", metadata: { yes: true } }],
  });
  const votes = { rounds: 2, deadlineMs: 60_000 };
  const CASES: readonly [string, string, unknown, readonly Submission[], Submission][] = [
    ["words", "house/cottage", undefined, [], say("look")],
    ["an action", "tictactoe", undefined, [], say("centre")],
    ["a kept answer", "council", votes, [], vote("red-ann")],
    ["the answer that closes its window", "council", votes, [vote("red-ann"), vote("red-ben")], vote("red-cat")],
  ];
  for (const [what, world, config, before, submission] of CASES)
    it(`${what}: an error means that nothing is stored, and the same again is taken once`, async () => {
      for (let n = 1; ; n++) {
        const plain = memoryStore();
        const { store, failAt, calls } = failing(plain);
        const orrery = await openOrrery({ store, worlds, outside: fixedOutside(what) });
        const { run } = await orrery.createRun({ world, config, seed: "7" });
        for (const one of before) await orrery.submit(run, one);
        const state = async () =>
          JSON.stringify([
            await plain.head(run, "main"),
            await plain.inbox(run, "main"),
            await plain.noteLog(run, 1, 99),
            await plain.once("test", "k"),
          ]);
        const was = await state();
        failAt(n);
        const named = { ...submission, once: once("k") };
        const answer = await orrery.submit(run, named).catch((error: unknown) => error);
        const asked = calls();
        failAt(Number.POSITIVE_INFINITY);
        if (answer instanceof Error) {
          assert.ok(answer instanceof StoreFault, String(answer));
          assert.equal(await state(), was, `call ${n}: an error, and something is stored`);
        }
        const again = await orrery.submit(run, named);
        const kept = await state();
        assert.deepEqual(await orrery.submit(run, named), again, `call ${n}`);
        assert.equal(await state(), kept, `call ${n}: done twice`);
        if (asked < n) return;
      }
    });
});

it("an error of a full disk leaves the head where the last acknowledged turn put it", (t) => {
  const file = join(folder(t), "orrery.db");
  const script = `
    import { openOrrery } from "@orrery/runtime";
    import { openSqlite } from "@orrery/store";
    const orrery = await openOrrery({ store: openSqlite(${JSON.stringify(file)}) });
    const { run } = await orrery.createRun({ world: "house/cottage", seed: "1" });
    let acked = 0;
    try {
      for (;;) { await orrery.submit(run, { text: acked % 2 ? "look" : "wait" }); acked++; }
    } catch (error) {
      const { head } = await orrery.show(run);
      process.stdout.write(JSON.stringify({ run, acked, head: head.turn, code: error.code }));
      process.exit(0);
    }`;
  const done = spawnSync("bash", ["-c", `ulimit -f 2000; exec ${process.execPath} --input-type=module -e "$SCRIPT"`], {
    env: { ...process.env, SCRIPT: script },
    cwd: import.meta.dirname,
    encoding: "utf8",
  });
  const { acked, head, code } = JSON.parse(done.stdout || `{"error":${JSON.stringify(done.stderr)}}`);
  assert.equal(code, "io", done.stderr);
  assert.ok(acked > 20, `${acked} turns fitted`);
  assert.equal(head, acked);
});

describe("expectedHead", () => {
  const start = async () => {
    const orrery: Orrery = await openOrrery({ store: memoryStore(), worlds });
    const { run, head } = await orrery.createRun({ world: "tictactoe" });
    await orrery.submit(run, { text: "centre" });
    return { orrery, run, head };
  };
  it("takes what still fits after the branch has moved", async () => {
    const { orrery, run, head } = await start();
    assert.equal((await orrery.submit(run, { text: "top left", expectedHead: head.id })).kind, "turn");
  });
  it("is a compare-and-set when it is asked to be: of many with one head one is taken", async () => {
    const { orrery, run } = await start();
    const { head } = await orrery.show(run);
    const cells = ["top left", "top right", "bottom left", "bottom right"];
    const done = await Promise.allSettled(
      cells.map((text) => orrery.submit(run, { text, expectedHead: head.id, exact: true })),
    );
    assert.equal(done.filter(({ status }) => status === "fulfilled").length, 1);
    for (const one of done)
      if (one.status === "rejected") assert.ok(one.reason instanceof Fault && one.reason.code === "moved");
  });
  it("holds between two processes on one file", async (t) => {
    const file = join(folder(t), "orrery.db");
    const [a, b] = [await openOrrery({ store: openSqlite(file) }), await openOrrery({ store: openSqlite(file) })];
    const { run, head } = await a.createRun({ world: "tictactoe" });
    await b.show(run);
    const done = await Promise.allSettled(
      [a, b, a, b].map((one, i) =>
        one.submit(run, {
          text: ["centre", "top left", "top right", "bottom left"][i]!,
          expectedHead: head.id,
          exact: true,
        }),
      ),
    );
    assert.equal(done.filter(({ status }) => status === "fulfilled").length, 1);
    assert.equal((await a.show(run)).head.turn, 1);
    await a.close();
    await b.close();
  });
});
