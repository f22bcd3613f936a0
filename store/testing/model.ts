// Random trees of turns on a store, compared after every step with the plainest model there is: a list of ids per branch.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import type { Head, Store } from "../src/store.ts";

import { idIn, idsOf, lineOf, sampleRun, turnAfter } from "./sample.ts";
import type { Open } from "./subject.ts";

/** A step; numbers choose among what is there at the time. */
type Step =
  | { readonly do: "append"; readonly branch: number; readonly count: number }
  | { readonly do: "append_stale"; readonly branch: number; readonly head: number }
  | { readonly do: "branch"; readonly branch: number; readonly turn: number }
  | { readonly do: "move"; readonly branch: number; readonly turn: number }
  | { readonly do: "snapshot"; readonly turn: number };

interface Model {
  /** Each branch's line, from "0" on. */
  readonly branches: Map<string, readonly string[]>;
  /** Every turn ever taken, with the line that ends at it. */
  readonly lines: Map<string, readonly string[]>;
  readonly snapshots: Set<string>;
}

const index = fc.nat(1_000_000);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("append" as const), branch: index, count: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("append_stale" as const), branch: index, head: index }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("branch" as const), branch: index, turn: index }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("move" as const), branch: index, turn: index }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("snapshot" as const), turn: index }) },
);

export function modelRules(name: string, open: Open): void {
  describe(`${name}: any tree`, () => {
    it("[S35] after any appends, branches and moves, every line is what a list of its turns would be", async () => {
      const subject = await open();
      let count = 0;
      try {
        const property = fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
          await compare(subject.store, `run-${++count}`, steps);
        });
        await fc.assert(property, { numRuns: process.env["ORRERY_LONG"] ? 1000 : 60 });
        assert.deepEqual(await subject.store.check(null), []);
      } finally {
        await subject.store.close();
        await subject.dispose?.();
      }
    });
  });
}

async function compare(store: Store, run: string, steps: readonly Step[]): Promise<void> {
  const model: Model = { branches: new Map([["main", ["0"]]]), lines: new Map([["0", ["0"]]]), snapshots: new Set() };
  const heads = new Map<string, Head>([["main", await store.createRun(sampleRun(run))]]);
  const seen: Head[] = [...heads.values()];
  const pick = <T>(items: Iterable<T>, n: number): T => {
    const all = [...items];
    return all[n % all.length]!;
  };
  for (const [i, step] of steps.entries()) {
    if (step.do === "append") {
      const branch = pick(heads.keys(), step.branch);
      for (let n = 0; n < step.count; n++) {
        const turn = turnAfter(heads.get(branch)!, `${i}n${n}`);
        const done = await store.append(heads.get(branch)!, turn);
        assert.equal(done.ok, true);
        const line = [...model.branches.get(branch)!, turn.id];
        model.branches.set(branch, line);
        model.lines.set(turn.id, line);
        heads.set(branch, done.head);
        seen.push(done.head);
      }
    } else if (step.do === "append_stale") {
      const old = pick(seen, step.head);
      const now = heads.get(old.branch)!;
      if (old.id === now.id) continue;
      assert.deepEqual(await store.append(old, turnAfter(old, `${i}stale`)), { ok: false, head: now });
    } else if (step.do === "branch") {
      const from = pick(heads.keys(), step.branch);
      const id = pick(model.branches.get(from)!, step.turn);
      const branch = `b${i}`;
      const at = (await store.locate(run, id))!;
      const head = await store.createBranch(run, { name: branch, from, at, salt: branch, createdAt: i });
      assert.ok(head !== "exists");
      heads.set(branch, head);
      seen.push(head);
      model.branches.set(branch, model.lines.get(id)!);
    } else if (step.do === "move") {
      const branch = pick(heads.keys(), step.branch);
      const id = pick(model.lines.keys(), step.turn);
      const moved = await store.moveHead(heads.get(branch)!, (await store.locate(run, id))!, "any", i);
      assert.equal(moved.ok, true);
      heads.set(branch, moved.head);
      seen.push(moved.head);
      model.branches.set(branch, model.lines.get(id)!);
    } else {
      const id = pick(model.lines.keys(), step.turn);
      await store.saveSnapshot((await store.locate(run, id))!, `after ${id}`);
      model.snapshots.add(id);
    }
  }
  for (const [branch, line] of model.branches) {
    const head = (await store.head(run, branch))!;
    assert.deepEqual(head, heads.get(branch));
    assert.deepEqual(idsOf(await lineOf(store, head)), line);
  }
  for (const [id, line] of model.lines) {
    const at = (await store.locate(run, id))!;
    const turn = line.length - 1;
    assert.equal(at.turn, turn);
    const middle = Math.floor(turn / 2);
    assert.deepEqual(idsOf(await store.read(at, middle, turn)), line.slice(middle));
    assert.deepEqual(await store.ancestor(at, middle), await store.locate(run, line[middle]!));
    const kept = line.findLastIndex((one) => model.snapshots.has(one));
    const { snapshot, bodies } = await store.load(at);
    assert.deepEqual(snapshot, kept < 0 ? null : { turn: kept, text: `after ${line[kept]}` });
    assert.deepEqual(bodies.map(idIn), line.slice(kept + 1));
  }
  const turnsHeld = (await store.segments(run)).reduce(
    (sum, { parent, last }) => sum + last - (parent ? parent.turn : -1),
    0,
  );
  assert.equal(turnsHeld, model.lines.size);
}
