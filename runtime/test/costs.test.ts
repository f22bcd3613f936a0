// What a seat reads costs what it is answered: counts of how many turns are read and folded, not times.
import assert from "node:assert/strict";
import { join } from "node:path";
import { it } from "node:test";
import { openOrrery } from "@orrery/runtime";
import { openSqlite, type Store } from "@orrery/store";
import { all, folder, worlds } from "./open.ts";

/** A store that counts the turns that are read from it. */
function counting(store: Store): { store: Store; read(): number } {
  let turns = 0;
  return {
    store: {
      ...store,
      async read(...given) {
        const found = await store.read(...given);
        turns += found.length;
        return found;
      },
      async load(...given) {
        const found = await store.load(...given);
        turns += found.bodies.length;
        return found;
      },
    },
    read: () => turns,
  };
}

it("a seat's newest turns, its view and its list cost the same after 150 turns and after 750", async (t) => {
  const file = join(folder(t), "orrery.db");
  const first = await openOrrery({ store: openSqlite(file), worlds });
  const { run } = await first.createRun({ world: "house/cottage", seed: "1" });
  const [who] = (await first.show(run)).asks.map(({ to }) => to);
  await first.close();
  const costs: number[][] = [];
  const play = async (turns: number) => {
    const orrery = await openOrrery({ store: openSqlite(file), worlds });
    for (let i = 0; i < turns; i++) await orrery.submit(run, { as: who, text: i % 2 ? "look" : "wait", seat: true });
    await orrery.close();
  };
  for (const turns of [150, 600]) {
    await play(turns);
    const { store, read } = counting(openSqlite(file));
    const orrery = await openOrrery({ store, worlds });
    const cost = async (work: () => Promise<unknown>) => {
      const before = read();
      await work();
      return read() - before;
    };
    const { head } = await orrery.show(run, { as: who });
    const from = head.turn - 5;
    costs.push([
      read(),
      await cost(() => orrery.show(run, { as: who })),
      await cost(async () => assert.equal((await all(orrery.log(run, { as: who, from }))).length, 6)),
      await cost(() => all(orrery.tellings(run, { as: who, from }))),
      await cost(() => orrery.runs()),
      await cost(() => orrery.runs()),
    ]);
    await orrery.close();
  }
  const [few, many] = costs;
  // Both lie within what a snapshot leaves to be folded and what the last count leaves to be counted.
  for (const [i, cost] of many!.entries()) assert.ok(cost <= 500, `read ${i}: ${few![i]}, then ${cost}`);
  assert.ok(many![1]! <= 2 && many![5] === 0, `again: ${many}`);
});

it("goes on from a kept count after a rollback, a branch and a damaged cache, as from none", async (t) => {
  const file = join(folder(t), "orrery.db");
  const open = async () => openOrrery({ store: openSqlite(file), worlds });
  let orrery = await open();
  const { run } = await orrery.createRun({ world: "house/cottage", seed: "1" });
  const [who] = (await orrery.show(run)).asks.map(({ to }) => to);
  const say = async (count: number, branch = "main") => {
    for (let i = 0; i < count; i++)
      await orrery.submit(run, { as: who, text: i % 3 ? "look" : "wait", branch, seat: true });
  };
  const told = async (branch = "main") => [
    (await orrery.show(run, { as: who, branch })).head,
    await all(orrery.log(run, { as: who, branch, from: 3 })),
  ];
  await say(110);
  await orrery.rollback(run, 90);
  await say(10);
  await orrery.createBranch(run, { name: "side", at: 40 });
  await say(70, "side");
  const was = [await told(), await told("side")];
  await orrery.close();
  orrery = await open();
  assert.deepEqual([await told(), await told("side")], was);
  await orrery.rollback(run, 60);
  await say(10);
  const back = await told();
  await orrery.close();
  const { DatabaseSync } = await import("node:sqlite");
  const db = new DatabaseSync(file);
  db.exec("UPDATE derived SET value = replace(value, '1', '2')");
  db.close();
  orrery = await open();
  assert.deepEqual(await told(), back);
  await orrery.close();
});
