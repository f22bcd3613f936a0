// Rules of runs, turns, branches and going back.
import assert from "node:assert/strict";
import { describe } from "node:test";
import type { Place } from "../src/store.ts";
import {
  append,
  branch,
  faults,
  idsOf,
  isChained,
  lineOf,
  move,
  play,
  sampleRun,
  sha256,
  turnAfter,
} from "./sample.ts";
import type { Rule } from "./subject.ts";

export function lineRules(name: string, rule: Rule): void {
  describe(`${name}: runs`, () => {
    rule("[S1] a new run stands at its opening, on main", async ({ store }) => {
      const { opening, salt, secret, ...row } = sampleRun("a");
      const head = await store.createRun({ ...row, opening, salt, secret });
      const { segment } = head;
      const at = { segment, turn: 0, id: "0", hash: opening.hash, truth: opening.truth };
      assert.deepEqual(head, { run: "a", branch: "main", salt, ...at });
      assert.deepEqual(await store.head("a", "main"), head);
      assert.deepEqual(await lineOf(store, head), [{ ...at, body: opening.body }]);
      assert.deepEqual(await store.run("a"), row);
      assert.deepEqual(await store.branches("a"), [{ name: "main", head, parent: null, createdAt: row.createdAt }]);
      assert.deepEqual(await store.segments("a"), [{ id: segment, parent: null, last: 0 }]);
      assert.deepEqual(await store.secret("a", secret.commitment), secret);
    });

    rule("[S2] an id is taken once; the run that has it stays as it was", async ({ store }) => {
      const head = await play(store, await store.createRun(sampleRun("a")), 3, "x");
      await faults(() => store.createRun({ ...sampleRun("a"), name: "other", salt: "other" }), "exists");
      assert.deepEqual(await store.head("a", "main"), head);
      assert.equal((await store.run("a"))?.name, "sample");
    });

    rule("[S3] runs are listed in the order they were made; what is unknown is told as such", async ({ store }) => {
      for (const id of ["b", "a", "c"]) await store.createRun(sampleRun(id));
      assert.deepEqual(idsOf(await store.runs()), ["b", "a", "c"]);
      assert.equal(await store.run("d"), null);
      assert.equal(await store.head("d", "main"), null);
      assert.equal(await store.head("a", "side"), null);
      assert.deepEqual(await store.branches("d"), []);
      assert.deepEqual(await store.segments("d"), []);
    });
  });

  describe(`${name}: appending`, () => {
    rule("[S4] a turn comes back as it went in, byte for byte", async ({ store }) => {
      let head = await store.createRun(sampleRun("a"));
      const texts = ["", "plain", 'é 漢字 🜁 \u2028 \u0000 \u007f \ufffd \\ " </script>', "x".repeat(1_000_000)];
      for (const text of texts) {
        const turn = turnAfter(head, "t", text);
        const done = await store.append(head, turn);
        assert.deepEqual(done, {
          ok: true,
          head: { ...head, turn: head.turn + 1, id: turn.id, hash: turn.hash, truth: turn.truth },
        });
        head = done.head;
        assert.deepEqual(await store.read(head, head.turn, head.turn), [
          { ...turn, segment: head.segment, turn: head.turn },
        ]);
      }
      assert.deepEqual(await store.head("a", "main"), head);
      await isChained(store, head);
    });

    rule("[S5] a turn for a head that has moved on is not taken, and the new head is told", async ({ store }) => {
      const before = await play(store, await store.createRun(sampleRun("a")), 2, "x");
      const now = await append(store, before, "first");
      assert.deepEqual(await store.append(before, turnAfter(before, "second")), { ok: false, head: now });
      assert.deepEqual(idsOf(await lineOf(store, now)), ["0", "1-x", "2-x", "3-first"]);
      assert.equal(await store.locate("a", "3-second"), null);
      const forged = { ...now, hash: sha256("another history") };
      assert.deepEqual(await store.append(forged, turnAfter(forged, "forged")), { ok: false, head: now });
      const ahead = { ...now, turn: now.turn + 5 };
      assert.deepEqual(await store.append(ahead, turnAfter(ahead, "ahead")), { ok: false, head: now });
      assert.deepEqual(await store.head("a", "main"), now);
    });

    rule("[S6] of turns that race for one head exactly one is taken", async ({ store, again }) => {
      const start = await store.createRun(sampleRun("a"));
      const handles = [store, again ? await again() : store];
      let head = start;
      for (let round = 0; round < 10; round++) {
        const tries = await Promise.all(
          ["a", "b", "c", "d"].map((tag, i) => handles[i % 2]!.append(head, turnAfter(head, `${tag}${round}`))),
        );
        const taken = tries.filter(({ ok }) => ok);
        assert.equal(taken.length, 1);
        for (const { head: now } of tries) assert.deepEqual(now, taken[0]!.head);
        head = taken[0]!.head;
      }
      assert.equal((await lineOf(store, head)).length, 11);
      if (again) await handles[1]!.close();
    });

    rule("[S7] an id that does not say its depth is our own mistake, and nothing is stored", async ({ store }) => {
      const head = await store.createRun(sampleRun("a"));
      for (const id of ["1", "2-x", "01-x", "-x", "", "0"]) {
        await assert.rejects(() => store.append(head, { ...turnAfter(head, "x"), id }), RangeError);
      }
      assert.deepEqual(await store.head("a", "main"), head);
    });

    rule("[S8] there is no appending to a run or branch that is not there", async ({ store }) => {
      const head = await store.createRun(sampleRun("a"));
      await faults(() => store.append({ ...head, run: "b" }, turnAfter(head, "x")), "not_found");
      await faults(() => store.append({ ...head, branch: "side" }, turnAfter(head, "x")), "not_found");
    });
  });

  describe(`${name}: branches`, () => {
    rule("[S9] a branch is a row at any depth: it shares its parent's turns and copies none", async ({ store }) => {
      const main = await play(store, await store.createRun(sampleRun("a")), 50, "m");
      for (const depth of [0, 1, 25, 50]) {
        const at = await store.ancestor(main, depth);
        const head = await branch(store, main, at, `at-${depth}`);
        const [turn] = await store.read(at, depth, depth);
        const { id, hash, truth } = turn!;
        assert.deepEqual(head, { run: "a", branch: `at-${depth}`, salt: `salt at-${depth}`, ...at, id, hash, truth });
        assert.deepEqual(await lineOf(store, head), (await lineOf(store, main)).slice(0, depth + 1));
      }
      assert.equal((await store.segments("a")).length, 1);
      const rows = await store.branches("a");
      assert.deepEqual(
        rows.map((row) => row.name),
        ["main", "at-0", "at-1", "at-25", "at-50"],
      );
      assert.deepEqual(rows[3]!.parent, { branch: "main", turn: 25 });
      assert.equal(rows[3]!.createdAt, 25);
    });

    rule("[S10] branches grow apart: neither sees the other's turns", async ({ store }) => {
      let main = await play(store, await store.createRun(sampleRun("a")), 5, "m");
      let side = await branch(store, main, await store.ancestor(main, 3), "side");
      let tip = await branch(store, main, main, "tip");
      side = await play(store, side, 3, "s");
      tip = await play(store, tip, 2, "t");
      main = await play(store, main, 2, "m");
      side = await play(store, side, 1, "s");
      assert.deepEqual(idsOf(await lineOf(store, main)), ["0", "1-m", "2-m", "3-m", "4-m", "5-m", "6-m", "7-m"]);
      assert.deepEqual(idsOf(await lineOf(store, side)), ["0", "1-m", "2-m", "3-m", "4-s", "5-s", "6-s", "7-s"]);
      assert.deepEqual(idsOf(await lineOf(store, tip)), ["0", "1-m", "2-m", "3-m", "4-m", "5-m", "6-t", "7-t"]);
      for (const head of [main, side, tip]) {
        assert.deepEqual(await store.head("a", head.branch), head);
        await isChained(store, head);
      }
    });

    rule("[S11] a name is taken once in its run; parent and place must be there", async ({ store }) => {
      const main = await play(store, await store.createRun(sampleRun("a")), 3, "m");
      const other = await play(store, await store.createRun(sampleRun("b")), 3, "m");
      const make = (name: string, from: string, at: Place) =>
        store.createBranch("a", { name, from, at, salt: "", createdAt: 0 });
      assert.equal(await make("main", "main", main), "exists");
      await branch(store, main, main, "side");
      assert.equal(await make("side", "main", await store.ancestor(main, 1)), "exists");
      assert.equal((await store.head("a", "side"))?.turn, 3);
      await branch(store, other, other, "side");
      await faults(() => make("x", "nowhere", main), "not_found");
      await faults(() => make("x", "main", { segment: main.segment, turn: 4 }), "not_found");
      await faults(() => make("x", "main", { segment: 999_999, turn: 1 }), "not_found");
      await faults(() => make("x", "main", other), "not_found");
      await faults(
        () => store.createBranch("c", { name: "x", from: "main", at: main, salt: "", createdAt: 0 }),
        "not_found",
      );
      assert.equal(await store.head("a", "x"), null);
    });
  });

  describe(`${name}: going back`, () => {
    rule(
      "[S12] after going back, playing on makes a sibling; the old line stays and can be gone back to",
      async ({ store }) => {
        const first = await play(store, await store.createRun(sampleRun("a")), 6, "old");
        const back = await move(store, first, await store.ancestor(first, 2));
        assert.equal(back.id, "2-old");
        const second = await play(store, back, 3, "new");
        assert.deepEqual(idsOf(await lineOf(store, second)), ["0", "1-old", "2-old", "3-new", "4-new", "5-new"]);
        const old = await store.locate("a", "6-old");
        assert.deepEqual(old, { segment: first.segment, turn: 6 });
        assert.equal((await store.read(old!, 6, 6))[0]!.hash, first.hash);
        const redone = await move(store, second, old!);
        assert.deepEqual(redone, first);
        const third = await append(store, redone, "third");
        assert.equal((await lineOf(store, third)).at(-1)!.id, "7-third");
        assert.deepEqual(idsOf(await store.read((await store.locate("a", "5-new"))!, 3, 5)), [
          "3-new",
          "4-new",
          "5-new",
        ]);
        await isChained(store, third);
      },
    );

    rule("[S13] a head that has moved on is not moved by whoever has not seen it", async ({ store }) => {
      const before = await play(store, await store.createRun(sampleRun("a")), 3, "x");
      const now = await append(store, before, "y");
      assert.deepEqual(await store.moveHead(before, await store.ancestor(before, 1), "undo", 0), {
        ok: false,
        head: now,
      });
      assert.deepEqual(await store.head("a", "main"), now);
      assert.deepEqual(await store.reflog("a"), []);
      await move(store, now, await store.ancestor(now, 1));
      const lost = await store.append(now, turnAfter(now, "lost"));
      assert.equal(lost.ok, false);
      assert.equal(lost.head.id, "1-x");
      assert.equal(await store.locate("a", "5-lost"), null);
    });

    rule("[S14] a head moves only to a turn of its own run", async ({ store }) => {
      const head = await play(store, await store.createRun(sampleRun("a")), 3, "x");
      const other = await play(store, await store.createRun(sampleRun("b")), 3, "x");
      for (const to of [other, { segment: head.segment, turn: 4 }, { segment: 999_999, turn: 0 }]) {
        await faults(() => store.moveHead(head, to, "undo", 0), "not_found");
      }
      assert.deepEqual(await store.head("a", "main"), head);
    });

    rule(
      "[S15] who left and came back to a turn finds what was expected: its head is still good",
      async ({ store }) => {
        const head = await play(store, await store.createRun(sampleRun("a")), 3, "x");
        const back = await move(store, head, await store.ancestor(head, 1));
        await move(store, back, head);
        const next = await append(store, head, "y");
        assert.deepEqual(idsOf(await lineOf(store, next)), ["0", "1-x", "2-x", "3-x", "4-y"]);
      },
    );

    rule("[S16] every movement is kept with its reason, oldest first", async ({ store }) => {
      const head = await play(store, await store.createRun(sampleRun("a")), 3, "x");
      const { segment } = head;
      const back = await move(store, head, { segment, turn: 1 }, "rollback", 7);
      await move(store, back, { segment, turn: 3 }, "redo", 8);
      assert.deepEqual(await store.reflog("a"), [
        { branch: "main", from: { segment, turn: 3 }, to: { segment, turn: 1 }, why: "rollback", at: 7 },
        { branch: "main", from: { segment, turn: 1 }, to: { segment, turn: 3 }, why: "redo", at: 8 },
      ]);
      assert.deepEqual(await store.reflog("b"), []);
    });
  });
}
