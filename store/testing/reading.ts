// Rules of reading: ranges, ancestors, snapshots, ids, deep trees.
import assert from "node:assert/strict";
import { describe } from "node:test";
import type { Place } from "../src/store.ts";
import { branch, faults, idIn, idsOf, lineOf, move, play, sampleRun, zigzag } from "./sample.ts";
import type { Rule } from "./subject.ts";

export function readingRules(name: string, rule: Rule): void {
  describe(`${name}: reading`, () => {
    rule("[S17] ranges are read across segments, in order, and end where the line does", async ({ store }) => {
      const { head, ids } = await zigzag(store, "a", 8, 3);
      const read = async (from: number, to: number) => idsOf(await store.read(head, from, to));
      assert.deepEqual(await read(0, head.turn), ids);
      assert.deepEqual(await read(0, Number.MAX_SAFE_INTEGER), ids);
      for (const [from, to] of [
        [0, 0],
        [2, 3],
        [3, 4],
        [5, 17],
        [10, 10],
        [head.turn, head.turn + 3],
      ] as const) {
        assert.deepEqual(await read(from, to), ids.slice(from, to + 1));
      }
      assert.deepEqual(await read(5, 4), []);
      assert.deepEqual(await read(head.turn + 1, head.turn + 9), []);
      await faults(() => store.read({ segment: head.segment, turn: head.turn + 1 }, 0, head.turn + 1), "not_found");
    });

    rule("[S18] any turn before a place is found on its line, and none after it", async ({ store }) => {
      const { head, ids } = await zigzag(store, "a", 8, 3);
      for (let turn = 0; turn <= head.turn; turn++) {
        const at = await store.ancestor(head, turn);
        assert.deepEqual(idsOf(await store.read(at, turn, turn)), [ids[turn]]);
        assert.deepEqual(await store.ancestor(at, turn), at);
      }
      for (const turn of [head.turn + 1, -1, 1.5]) await assert.rejects(() => store.ancestor(head, turn), RangeError);
      await faults(() => store.ancestor({ segment: 999_999, turn: 5 }, 2), "not_found");
    });

    rule(
      "[S19] loading takes the nearest snapshot of the line, across forks, and never one of a sibling",
      async ({ store }) => {
        const main = await play(store, await store.createRun(sampleRun("a")), 10, "m");
        const loaded = async (at: Place) => {
          const { snapshot, bodies, hash, truth } = await store.load(at);
          const [end] = await store.read(at, at.turn, at.turn);
          assert.deepEqual([hash, truth], [end!.hash, end!.truth]);
          return [snapshot?.turn ?? null, snapshot?.text ?? null, ...bodies.map(idIn)];
        };
        const whole = idsOf(await lineOf(store, main));
        assert.deepEqual(await loaded(main), [null, null, ...whole]);
        const text = JSON.stringify({ text: "é".repeat(5000) });
        assert.ok((await store.saveSnapshot(await store.ancestor(main, 4), text)) > 0);
        await store.saveSnapshot(await store.ancestor(main, 8), "eight");
        const side = await play(store, await branch(store, main, await store.ancestor(main, 6), "side"), 4, "s");
        assert.deepEqual(await loaded(main), [8, "eight", "9-m", "a-m"]);
        assert.deepEqual(await loaded(side), [4, text, "5-m", "6-m", "7-s", "8-s", "9-s", "a-s"]);
        assert.deepEqual(await loaded(await store.ancestor(main, 8)), [8, "eight"]);
        assert.deepEqual(await loaded(await store.ancestor(main, 7)), [4, text, "5-m", "6-m", "7-m"]);
        assert.deepEqual(await loaded(await store.ancestor(main, 3)), [null, null, ...whole.slice(0, 4)]);
        await store.saveSnapshot(await store.ancestor(side, 8), "side");
        assert.deepEqual(await loaded(side), [8, "side", "9-s", "a-s"]);
        await store.saveSnapshot(await store.ancestor(side, 8), "again");
        assert.deepEqual(await loaded(side), [8, "again", "9-s", "a-s"]);
        assert.deepEqual(await loaded(main), [8, "eight", "9-m", "a-m"]);
        await store.saveSnapshot(await store.ancestor(main, 0), "opening");
        assert.deepEqual(await loaded(await store.ancestor(main, 1)), [0, "opening", "1-m"]);
        await faults(() => store.saveSnapshot({ segment: main.segment, turn: 11 }, ""), "not_found");
        await faults(() => store.load({ segment: main.segment, turn: 11 }), "not_found");
      },
    );

    rule("[S20] a turn is found by its id on whatever line of its run, and of no other", async ({ store }) => {
      const main = await play(store, await store.createRun(sampleRun("a")), 40, "m");
      const back = await move(store, main, await store.ancestor(main, 35));
      const side = await play(store, back, 3, "s");
      const other = await play(store, await store.createRun(sampleRun("b")), 2, "o");
      for (const turn of [...(await lineOf(store, main)), ...(await lineOf(store, side))]) {
        assert.deepEqual(await store.locate("a", turn.id), { segment: turn.segment, turn: turn.turn });
      }
      assert.deepEqual(await store.locate("b", "0"), { segment: other.segment, turn: 0 });
      for (const id of ["1-o", "c-m ", "13-x", "zzzzzzzzzz-m", "10", "00-m", "", "-", "1", "%", "1-%", "1_m"]) {
        assert.equal(await store.locate("a", id), null);
      }
      assert.equal(await store.locate("c", "0"), null);
    });

    rule("[S21] thousands of forks one behind the other change nothing", async ({ store }) => {
      const { head, ids } = await zigzag(store, "a", 2000, 1);
      assert.equal((await store.segments("a")).length, 2001);
      assert.deepEqual(idsOf(await lineOf(store, head)), ids);
      for (let turn = 0; turn <= head.turn; turn += 37) {
        const at = await store.ancestor(head, turn);
        assert.deepEqual(idsOf(await store.read(at, turn, turn)), [ids[turn]]);
      }
      await store.saveSnapshot(await store.ancestor(head, 700), "700");
      const { snapshot, bodies } = await store.load(await store.ancestor(head, 900));
      assert.deepEqual(snapshot, { turn: 700, text: "700" });
      assert.deepEqual(bodies.map(idIn), ids.slice(701, 901));
      assert.deepEqual(await store.check("a"), []);
    });

    rule("[S22] segments are listed with parents before children and hold every turn once", async ({ store }) => {
      const { head } = await zigzag(store, "a", 6, 2);
      await play(store, await branch(store, head, await store.ancestor(head, 3), "side"), 4, "s");
      const seen = new Map<number, number>();
      for (const { id, parent, last } of await store.segments("a")) {
        const first = parent ? parent.turn + 1 : 0;
        if (parent)
          assert.ok(parent.turn <= seen.get(parent.segment)!, "a child continues from a turn that its parent holds");
        assert.ok(last >= first, "no segment is empty");
        assert.equal(
          (await store.read({ segment: id, turn: last }, first, last)).every((turn) => turn.segment === id),
          true,
        );
        seen.set(id, last);
      }
    });
  });
}
