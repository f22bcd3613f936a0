// Rules of checking, copying and sharing a store.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe } from "node:test";
import type { Head } from "../src/store.ts";
import { append, faults, grown, lineOf, play, sampleRun, turnAfter } from "./sample.ts";
import type { Rule } from "./subject.ts";

export function keepingRules(name: string, rule: Rule): void {
  describe(`${name}: keeping whole`, () => {
    rule("[S32] a store that nobody touched has no damage", async ({ store }) => {
      await grown(store, "a");
      await grown(store, "b");
      assert.deepEqual(await store.check(null), []);
      assert.deepEqual(await store.check("a"), []);
      await faults(() => store.check("c"), "not_found");
    });

    rule(
      "[S33] a backup is whole and of one moment, while others write; it overwrites nothing",
      async (subject, context) => {
        const { store, reopen, again } = subject;
        if (!reopen) return context.skip("this store has no file: its backup is refused");
        const folder = await mkdtemp(join(tmpdir(), "orrery-backup-"));
        let head = await grown(store, "a");
        await store.setSetting("key", "value");
        const before = head;
        const other = again ? await again() : store;
        const file = join(folder, "deep", "copy.db");
        const done = store.backup(file);
        let isDone = false;
        done.finally(() => (isDone = true));
        for (let i = 0; i < 50 || !isDone; i++) {
          head = await append(other, head, `w${i}`);
          await new Promise((resolve) => setImmediate(resolve));
        }
        await done;
        const copy = await reopen(file);
        const kept = (await copy.head("a", "main"))!;
        assert.ok(kept.turn >= before.turn && kept.turn <= head.turn);
        assert.deepEqual(await lineOf(copy, kept), (await lineOf(store, head)).slice(0, kept.turn + 1));
        assert.deepEqual(await copy.check(null), []);
        assert.equal(await copy.setting("key"), "value");
        await play(copy, kept, 2, "on");
        await copy.close();
        await faults(() => store.backup(file), "exists");
        await writeFile(join(folder, "note.txt"), "mine");
        await faults(() => store.backup(join(folder, "note.txt")), "exists");
        await faults(() => store.backup(join(folder, "note.txt", "copy.db")), "io");
        if (again) await other.close();
        await rm(folder, { recursive: true });
      },
    );

    rule("[S34] two handles on one run never lose a turn, whatever both do", async ({ store, again }, context) => {
      if (!again) return context.skip("nobody else can have a handle on this store");
      const handles = [store, await again()] as const;
      const start = await store.createRun(sampleRun("a"));
      const heads: [Head, Head] = [start, start];
      const taken: string[] = [];
      let random = 7;
      for (let i = 0; i < 400; i++) {
        random = (random * 48_271) % 2_147_483_647;
        const who = (random % 2) as 0 | 1;
        const act = random % 11;
        const head = heads[who];
        if (act === 0 && head.turn > 2) {
          heads[who] = (
            await handles[who].moveHead(head, await handles[who].ancestor(head, head.turn - 2), "undo", i)
          ).head;
        } else {
          const turn = turnAfter(head, `${i}x`);
          const done = await handles[who].append(head, turn);
          if (done.ok) taken.push(turn.id);
          heads[who] = done.head;
        }
        assert.deepEqual(heads[who], await handles[1 - who]!.head("a", "main"));
      }
      for (const id of taken) assert.ok(await store.locate("a", id), `${id} was taken and is gone`);
      assert.ok(taken.length > 100);
      assert.deepEqual(await handles[1].check(null), []);
      await handles[1].close();
    });
  });
}
