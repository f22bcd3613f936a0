// Values that are cached beside a run: derived once for each head, and dispensable.
import assert from "node:assert/strict";
import { it } from "node:test";
import { openOrrery } from "@orrery/runtime";
import { memoryStore, StoreFault } from "@orrery/store";
import { place, turn, worlds } from "./open.ts";

it("derives a run's card once for each head and version of its world", async ({ mock }) => {
  const store = memoryStore();
  const orrery = await openOrrery({ store, worlds });
  const { run } = await orrery.createRun({ world: "tictactoe" });
  const { mock: put } = mock.method(store, "putDerived");
  const first = await orrery.runs();
  assert.deepEqual(await orrery.runs(), first);
  assert.equal(put.callCount(), 1);
  await turn(orrery, run, place("x", 4));
  assert.equal((await orrery.runs())[0]!.turns, 1);
  assert.equal(put.callCount(), 2);
  const [, name, value] = put.calls[1]!.arguments;
  for (const old of [
    { ...JSON.parse(value), version: 0 },
    { ...JSON.parse(value), value: undefined },
  ]) {
    await store.putDerived(run, name, JSON.stringify(old));
    assert.equal((await orrery.runs())[0]!.title, first[0]!.title);
    assert.equal(await store.derived(run, name), value);
  }
});

it("lists runs where the store cannot write, and throws any other error", async ({ mock }) => {
  const store = memoryStore();
  const orrery = await openOrrery({ store, worlds });
  await orrery.createRun({ world: "tictactoe" });
  const { mock: put } = mock.method(store, "putDerived");
  put.mockImplementation(() => Promise.reject(new StoreFault("read_only", "The file cannot be written.")));
  assert.equal((await orrery.runs()).length, 1);
  put.mockImplementation(() => Promise.reject(new TypeError("a bug")));
  await assert.rejects(orrery.runs(), /a bug/);
});
