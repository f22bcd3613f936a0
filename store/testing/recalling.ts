// Rules of memories: kept per stretch of turns, found by what they say, and never across lines.
import assert from "node:assert/strict";
import { describe } from "node:test";
import fc from "fast-check";
import { memoryStore } from "../src/sqlite.ts";
import type { Head, Memory, MemoryQuery, Place, Store } from "../src/store.ts";
import { plainMemories } from "./plain-memories.ts";
import { branch, faults, play, sampleRun } from "./sample.ts";
import type { Rule } from "./subject.ts";

const STAMP = "1";
/** A memory of a turn: what is not said is plain. */
export function memoryAt(at: Place, words: string, more: Partial<Memory> = {}): Memory {
  const list = words.split(" ").filter((word) => word !== "");
  return {
    segment: at.segment,
    turn: at.turn,
    turnId: `${at.turn.toString(36)}-x`,
    actor: "ada",
    moment: at.turn,
    n: 0,
    how: "saw",
    from: null,
    importance: 3,
    about: [],
    text: `${list.join(", ")}.`,
    words: list,
    ...more,
  };
}

const all = (actor = "ada"): MemoryQuery => ({ actor, words: [], about: [], most: 100 });
const texts = (found: readonly Memory[]) => found.map(({ text }) => text);
/** What is found, read; what was said of each before it was read must be so. */
async function recalled(store: Store, at: Place, query: MemoryQuery): Promise<Memory[]> {
  const gists = await store.recall(at, query);
  return gists.map(({ id, read, ...gist }, i) => {
    const memory = read();
    assert.deepEqual(gist, {
      moment: memory.moment,
      importance: memory.importance,
      says: [...new Set(query.words)].filter((word) => memory.words.includes(word)),
      shares: [...new Set(query.about)].filter((thing) => memory.about.includes(thing)),
      words: memory.words.length,
      about: memory.about.length,
      text: memory.text,
    });
    assert.ok(i === 0 || id < gists[i - 1]!.id, "latest first, by their keys too");
    return memory;
  });
}

export function recallRules(name: string, rule: Rule): void {
  /** Keeps memories of one segment up to a turn. */
  const keep = async (
    store: Store,
    head: Place & { run: string },
    from: number,
    memories: Memory[],
    upTo = head.turn,
  ) => {
    assert.equal(await store.remember(head.run, { segment: head.segment, upTo, stamp: STAMP }, from, memories), true);
  };

  describe(`${name}: memories`, () => {
    rule("[S60] memories come back as they were kept, latest first, to nobody but their actor", async ({ store }) => {
      const head = await play(store, await store.createRun(sampleRun("a")), 3, "x");
      const { segment } = head;
      const odd = memoryAt({ segment, turn: 2 }, "brass schlüssel 鍵 🗝", {
        n: 1,
        importance: 10,
        about: ["the key", 'a"b', "鍵", ""],
        from: "Mara O'Neil",
        how: "told",
        text: 'She said: "鍵"\u0000\u2028 🗝️.',
      });
      const kept = [
        memoryAt({ segment, turn: 0 }, "hall"),
        memoryAt({ segment, turn: 2 }, "door"),
        odd,
        memoryAt({ segment, turn: 2 }, "door", { actor: "bob of the Ämter" }),
      ];
      await keep(store, head, 0, kept);
      assert.deepEqual(await recalled(store, head, all()), [odd, kept[1], kept[0]]);
      assert.deepEqual(await recalled(store, head, all("bob of the Ämter")), [kept[3]]);
      assert.deepEqual(await recalled(store, head, all("")), []);
      for (const words of [["鍵"], ["🗝"], ["schlüssel"]])
        assert.deepEqual(await recalled(store, head, { ...all(), words }), [odd], words[0]);
      for (const id of odd.about) assert.deepEqual(await recalled(store, head, { ...all(), about: [id] }), [odd], id);
      assert.deepEqual(await recalled(store, head, { ...all(), words: ["AND"].map((w) => w.toLowerCase()) }), []);
      for (const words of [['"'], ["a*"], ["A"], ["a b"], [""], ["near("], ["a\u0000"]])
        await assert.rejects(() => store.recall(head, { ...all(), words }), RangeError, words[0]);
    });

    rule("[S61] a stretch is kept once and in order; what was dropped can be kept again", async ({ store }) => {
      const head = await play(store, await store.createRun(sampleRun("a")), 4, "x");
      const { segment } = head;
      const at = (turn: number) => memoryAt({ segment, turn }, `turn${turn}`);
      const span = (upTo: number) => ({ segment, upTo, stamp: STAMP });
      const spans = async () => (await store.remembered(head)).flatMap(({ span }) => span ?? []);
      assert.deepEqual(await store.remembered(head), [{ segment, from: 0, to: 4, span: null }]);
      assert.equal(await store.remember("a", span(1), 0, [at(0), at(1)]), true);
      assert.equal(await store.remember("a", span(1), 0, [at(0), at(1)]), false);
      assert.equal(await store.remember("a", span(4), 3, [at(3)]), false);
      assert.equal(await store.remember("a", span(4), 2, [at(2), at(4)]), true);
      assert.deepEqual(await spans(), [span(4)]);
      assert.deepEqual(texts(await recalled(store, head, all())), ["turn4.", "turn2.", "turn1.", "turn0."]);
      await assert.rejects(() => store.remember("a", span(6), 5, [at(6), at(5)]), RangeError);
      await assert.rejects(() => store.remember("a", span(6), 5, [at(4)]), RangeError);
      await store.createRun(sampleRun("b"));
      await faults(() => store.remember("b", span(6), 5, []), "not_found");
      await store.forget("b");
      const kept = await store.recall(head, all());
      assert.equal(kept.length, 4);
      await store.forget("a");
      assert.deepEqual(texts(kept.map((gist) => gist.read()))[0], "turn4.");
      assert.deepEqual(await spans(), []);
      assert.deepEqual(await recalled(store, head, { ...all(), words: ["turn1"] }), []);
      assert.equal(await store.remember("a", span(0), 0, [at(0)]), true);
      assert.deepEqual(texts(await recalled(store, head, all())), ["turn0."]);
      assert.deepEqual(await store.check(null), []);
    });

    rule("[S62] nothing of a sibling, nothing of what was left, and nothing later is found", async ({ store }) => {
      const main = await play(store, await store.createRun(sampleRun("a")), 6, "x");
      const marked = (at: Place & { run: string }, from: number, mark: string) =>
        keep(
          store,
          at,
          from,
          Array.from({ length: at.turn - from + 1 }, (_, i) =>
            memoryAt({ segment: at.segment, turn: from + i }, `thing ${mark}${from + i}`),
          ),
        );
      await marked(main, 0, "m");
      const side = await play(store, await branch(store, main, await store.ancestor(main, 3), "side"), 2, "y");
      await marked(side, 4, "s");
      const back = await store.moveHead(main, await store.ancestor(main, 4), "back", 0);
      assert.ok(back.ok);
      const again = await play(store, back.head, 1, "z");
      await marked(again, 5, "a");
      const seen = async (at: Place, query: MemoryQuery = { ...all(), words: ["thing"] }) =>
        (await recalled(store, at, query)).map(({ words }) => words[1]);
      const lines: [Place, string[]][] = [
        [main, ["m6", "m5", "m4", "m3", "m2", "m1", "m0"]],
        [side, ["s5", "s4", "m3", "m2", "m1", "m0"]],
        [again, ["a5", "m4", "m3", "m2", "m1", "m0"]],
        [await store.ancestor(side, 4), ["s4", "m3", "m2", "m1", "m0"]],
        [await store.ancestor(side, 1), ["m1", "m0"]],
      ];
      for (const [at, words] of lines) {
        assert.deepEqual(await seen(at), words);
        assert.deepEqual(await seen(at, all()), words);
        assert.deepEqual(await seen(at, { ...all(), words: ["thing"], most: 2 }), words.slice(0, 2));
      }
    });

    rule("[S63] what weighs something is found where as many later ones stand before it", async ({ store }) => {
      const found: string[][][] = [];
      for (const one of [store, plainMemories(memoryStore())]) {
        const main = await play(one, await one.createRun(sampleRun("a")), 7, "x");
        const made = Array.from({ length: 24 }, (_, i) =>
          memoryAt({ segment: main.segment, turn: Math.floor(i / 3) }, `thing m${i}`, {
            n: i % 3,
            importance: [9, 2, 7, 3, 8][i % 5]!,
          }),
        );
        await keep(one, main, 0, made);
        const lists: string[][] = [];
        for (let most = 1; most < 12; most++)
          for (const words of [["thing"], []])
            for (const turn of [7, 6, 3])
              lists.push(texts(await recalled(one, { ...main, turn }, { ...all(), words, most })));
        found.push(lists);
      }
      assert.deepEqual(found[0], found[1]);
    });

    rule("[S63] any memories on any lines are found as by looking at each", async ({ store }) => {
      let count = 0;
      const pool = ["key", "keys", "door", "鍵", "été", "7"];
      const ids = ["k", "d", "a b"];
      const property = fc.asyncProperty(
        fc.array(
          fc.record({
            turn: fc.nat(11),
            actor: fc.constantFrom("ada", "bob"),
            words: fc.uniqueArray(fc.constantFrom(...pool)),
            about: fc.uniqueArray(fc.constantFrom(...ids)),
            importance: fc.nat(10),
          }),
          { maxLength: 40 },
        ),
        fc.array(
          fc.record({
            words: fc.uniqueArray(fc.constantFrom(...pool, "nothing")),
            about: fc.uniqueArray(fc.constantFrom(...ids)),
            most: fc.integer({ min: 1, max: 6 }),
            turn: fc.nat(11),
            side: fc.boolean(),
          }),
          { minLength: 1, maxLength: 8 },
        ),
        async (made, queries) => {
          const found: Memory[][][] = [[], []];
          const id = `run${++count}`;
          for (const [i, one] of [store, plainMemories(memoryStore())].entries()) {
            const main = await play(one, await one.createRun(sampleRun(id)), 7, "x");
            const side = await play(one, await branch(one, main, await one.ancestor(main, 4), "side"), 7, "y");
            const of = async (head: Head, from: number, to: number, late: boolean) => {
              const own: Memory[] = [];
              for (let turn = from; turn <= to; turn++) {
                const here = made.filter(
                  (memory) => memory.turn === turn && (late ? turn > 7 || memory.importance < 5 : true),
                );
                here.forEach(({ words, turn: _, ...rest }, n) => {
                  own.push({ ...memoryAt({ segment: head.segment, turn }, words.join(" ")), ...rest, n });
                });
              }
              await keep(one, head, from, own, to);
            };
            await of(main, 0, 7, false);
            await of(side, 5, 11, true);
            for (const { words, about, most, turn, side: isSide } of queries) {
              const head = isSide ? side : main;
              const at = await one.ancestor(head, Math.min(turn, head.turn));
              const read = await recalled(one, at, { actor: "ada", words, about, most });
              found[i]!.push(read.map((memory) => ({ ...memory, segment: 0 })));
            }
          }
          assert.deepEqual(found[0], found[1]);
        },
      );
      await fc.assert(property, { numRuns: process.env["ORRERY_LONG"] ? 500 : 25 });
    });
  });
}
