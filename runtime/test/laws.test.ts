// The laws on the house and on rolling worlds, end to end: replay, branches with kept and fresh dice, lying dice found.
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { describe, it } from "node:test";
import { botAgent, randomBot } from "@orrery/agents";
import { openOrrery, type TurnLine } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { all, folder, inMemory, onDisk, worlds } from "./open.ts";

const bots = botAgent(randomBot);
const COUNCIL = { world: "council", config: { rounds: 3, deadlineMs: 0 } };

async function playedOut(seed: string | undefined, outside = "test") {
  const orrery = await inMemory(outside);
  const { run } = await orrery.createRun({ ...COUNCIL, seed });
  await orrery.crank(run, { agents: () => bots });
  return { orrery, run, lines: (await all(orrery.log(run))) as TurnLine[] };
}
const truths = (lines: readonly TurnLine[]) => lines.map(({ truthHash, stateHash }) => [truthHash, stateHash]);

describe("[law 1] same seed, same run", () => {
  it("at any clock and with any ids; another seed gives another run", async () => {
    assert.deepEqual(truths((await playedOut("a", "one")).lines), truths((await playedOut("a", "two")).lines));
    assert.notDeepEqual(truths((await playedOut("a")).lines), truths((await playedOut("b")).lines));
  });

  it("the same transcript gives the same hashes in memory and on disk", async (t) => {
    const script = [
      "read letter",
      "take basket",
      "open door",
      "in",
      "take key",
      "w",
      "xyzzy",
      "say hello",
      "e",
      "u",
      "look",
    ];
    const play = async ({ orrery }: { orrery: Awaited<ReturnType<typeof inMemory>> }) => {
      const { run } = await orrery.createRun({ world: "house/cottage", seed: "s" });
      for (const text of script) await orrery.submit(run, { text });
      const lines = (await all(orrery.log(run))) as TurnLine[];
      await orrery.close();
      return lines;
    };
    assert.deepEqual(await play({ orrery: await inMemory() }), await play(await onDisk(`${folder(t)}/o.db`)));
  });
});

describe("[law 3] a branch", () => {
  it("that keeps its dice and makes the same choices reaches the same truth; a fresh one does not", async () => {
    const { orrery, run, lines } = await playedOut(undefined);
    for (const dice of ["keep", "fresh"] as const) {
      await orrery.createBranch(run, { name: dice, at: 2, dice });
      await orrery.crank(run, { branch: dice, agents: () => bots });
    }
    const kept = (await all(orrery.log(run, { branch: "keep" }))) as TurnLine[];
    const fresh = (await all(orrery.log(run, { branch: "fresh" }))) as TurnLine[];
    assert.deepEqual(truths(kept), truths(lines));
    assert.deepEqual(truths(fresh).slice(0, 2), truths(lines).slice(0, 2));
    assert.notEqual(fresh.at(-1)!.truthHash, lines.at(-1)!.truthHash);
    assert.equal((await orrery.verify(run)).ok, true);
  });

  it("from before a reveal still rolls what its parent rolled", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun(COUNCIL);
    await orrery.crank(run, { agents: () => bots, turnsMax: 2 });
    await orrery.reveal(run);
    await orrery.crank(run, { agents: () => bots });
    const main = (await all(orrery.log(run))) as TurnLine[];
    await orrery.createBranch(run, { name: "before", at: 1, dice: "keep" });
    await orrery.crank(run, { branch: "before", agents: () => bots, turnsMax: 1 });
    const before = (await all(orrery.log(run, { branch: "before" }))) as TurnLine[];
    assert.equal(before.at(-1)!.truthHash, main[1]!.truthHash);
    assert.equal((await orrery.verify(run)).ok, true);
  });
});

describe("[law 2] verification", () => {
  /** Plays a run on disk, changes the file behind its back, and opens it again. */
  async function changed(t: { after(work: () => void): void }, change: (db: DatabaseSync) => void) {
    const file = `${folder(t)}/o.db`;
    const first = await onDisk(file);
    const { run } = await first.orrery.createRun(COUNCIL);
    await first.orrery.crank(run, { agents: () => bots });
    assert.equal((await first.orrery.verify()).ok, true);
    await first.orrery.close();
    const db = new DatabaseSync(file);
    change(db);
    db.close();
    return { run, orrery: (await onDisk(file, "later")).orrery };
  }
  async function damaged(t: { after(work: () => void): void }, change: (db: DatabaseSync) => void) {
    const { run, orrery } = await changed(t, change);
    const verified = await orrery.verify();
    await orrery.close();
    return { run, verified };
  }

  it("finds a changed seed by what was committed to, which needs no roll; it is neither rolled with nor revealed", async (t) => {
    const change = (db: DatabaseSync) => db.exec("UPDATE secrets SET seed = seed || '0'");
    const { run, verified } = await damaged(t, change);
    assert.deepEqual([verified.ok, verified.run, verified.turn], [false, run, null]);
    assert.match(verified.problem ?? "", /seed/);
    const other = await changed(t, change);
    for (const use of [() => other.orrery.reveal(other.run), () => other.orrery.submit(other.run, { text: "yes" })])
      await assert.rejects(use, { code: "corrupt", message: /seed/ });
    await other.orrery.close();
  });

  it("finds a roll that the committed seed does not give", async () => {
    const store = memoryStore();
    // A program that rolls by another seed than the one that was committed to.
    const lying = new Proxy(store, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (name !== "secret") return value;
        return async (...given: Parameters<typeof store.secret>) => {
          const secret = await store.secret(...given);
          return secret && { ...secret, seed: `${secret.seed}x` };
        };
      },
    });
    const liar = await openOrrery({ store: lying, worlds });
    const { run } = await liar.createRun({ ...COUNCIL, seed: "a" });
    await liar.crank(run, { agents: () => bots });
    const verified = await (await openOrrery({ store, worlds })).verify(run);
    assert.equal(verified.ok, false);
    assert.match(verified.problem ?? "", /^the roll for ".+" is not what its seed gives/i);
  });

  it("finds a changed truth hash", async (t) => {
    const { run, verified } = await damaged(t, (db) =>
      db.exec("UPDATE commits SET truth = zeroblob(32) WHERE key & 67108863 = 3"),
    );
    assert.deepEqual([verified.ok, verified.run, verified.turn], [false, run, 3]);
  });

  it("nothing is folded from a turn that is no longer JSON", async (t) => {
    const { run, orrery } = await changed(t, (db) =>
      db.exec("DELETE FROM snapshots; UPDATE commits SET body = substr(body, 2) WHERE key & 67108863 = 2"),
    );
    await assert.rejects(orrery.show(run), { name: "StoreFault", code: "corrupt" });
    await orrery.close();
  });

  it("finds one changed byte in any turn", async (t) => {
    for (const turn of [0, 1, 4, 6]) {
      const { run, verified } = await damaged(t, (db) => {
        const body = (db.prepare("SELECT body FROM commits WHERE key & 67108863 = ?").get(turn) as { body: string })
          .body;
        const at = body.length >> 1;
        db.prepare("UPDATE commits SET body = ? WHERE key & 67108863 = ?").run(
          body.slice(0, at) + (body[at] === "a" ? "b" : "a") + body.slice(at + 1),
          turn,
        );
      });
      assert.deepEqual([verified.ok, verified.run, verified.turn], [false, run, turn]);
    }
  });
});
