// What matters of what is remembered, against a plain way that reads every memory: the same ones, for the same reasons.
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { reasonsOf } from "@orrery/agents";
import { type Memory, memoryStore, openSqlite, type Place, type Store } from "@orrery/store";
import fc from "fast-check";
import { memoryAt } from "../../store/testing/recalling.ts";
import { branch, play, sampleRun } from "../../store/testing/sample.ts";
import { mattering } from "../src/memory/recall.ts";
import { folder } from "./open.ts";

const WORDS = ["key", "door", "鍵", "lamp", "rain", "bell", "x1", "x2", "x3", "x4", "x5", "x6"];
const THINGS = ["k", "d", "a b"];
const MOST = 32;
interface Asked {
  readonly actor: string;
  readonly words: readonly string[];
  readonly about: readonly string[];
  readonly now: number;
}

/** Reads everything and leaves out what is not wanted. `line` holds all memories of the line, oldest first. */
function plainly(line: readonly Memory[], { actor, words, about, now }: Asked, k: number) {
  const own = line.filter((one) => one.actor === actor).toReversed();
  const marks = [
    ...words.map((word) => (one: Memory) => one.words.includes(word)),
    ...about.map((id) => (one: Memory) => one.about.includes(id)),
  ];
  const any = (one: Memory) => marks.length === 0 || marks.some((has) => has(one));
  const parts = [
    ...marks,
    (one: Memory) => marks.every((has) => has(one)),
    (one: Memory) => one.importance >= 7 && any(one),
  ];
  const found = [...new Set(parts.flatMap((fits) => own.filter(fits).slice(0, MOST)))];
  const worth = words.map((word) => {
    const having = found.filter((one) => one.words.includes(word)).length;
    return Math.floor(Math.log2(Math.max(1, Math.floor(found.length / Math.max(1, having))))) + 1;
  });
  const whole = worth.reduce((sum, one) => sum + one, 0);
  const pointed = (part: number, of: number, size: number, few: number) =>
    Math.floor(((of === 0 ? 0 : Math.floor((1000 * part) / of)) * 5 * few) / (4 * few + Math.max(few, size)));
  const told = new Set<string>();
  return found
    .filter(any)
    .map((memory) => {
      const says = words.filter((word) => memory.words.includes(word));
      const shares = about.filter((id) => memory.about.includes(id));
      const said = words.reduce((sum, word, i) => sum + (says.includes(word) ? worth[i]! : 0), 0);
      const age = Math.max(0, now - memory.moment);
      const score =
        4 * pointed(said, whole, memory.words.length, 8) +
        4 * pointed(shares.length, about.length, memory.about.length, 4) +
        200 * memory.importance +
        Math.floor(16_000 / (16 + age));
      const weight = memory.importance >= 9 ? ["very important"] : memory.importance >= 7 ? ["important"] : [];
      return { memory, score, says, shares, age, weight };
    })
    .sort((a, b) => b.score - a.score || own.indexOf(a.memory) - own.indexOf(b.memory))
    .filter(({ memory: { text } }) => !told.has(text) && told.add(text))
    .slice(0, k);
}

describe("what matters", () => {
  const kinds: [string, (file: string) => Store][] = [
    ["in memory", () => memoryStore()],
    ["in a file", (file) => openSqlite(file)],
  ];
  for (const [kind, open] of kinds)
    it(`[property] ${kind}: is what reading every memory comes to, with the same reasons`, async (t) => {
      const store = open(join(folder(t), "memories.db"));
      let runs = 0;
      const queries = fc.array(
        fc.record({
          words: fc.uniqueArray(fc.constantFrom(...WORDS, "nothing"), { maxLength: 4 }),
          about: fc.uniqueArray(fc.constantFrom(...THINGS), { maxLength: 2 }),
          k: fc.integer({ min: 0, max: 12 }),
          turn: fc.integer({ min: 0, max: 40 }),
          side: fc.boolean(),
        }),
        { minLength: 6, maxLength: 12 },
      );
      const one = fc.record({
        actor: fc.constantFrom("ada", "ada", "ada", "bob"),
        // Mostly one common word, so that there is more of it than is looked at; texts of few words come again.
        words: fc.tuple(fc.boolean(), fc.uniqueArray(fc.constantFrom(...WORDS), { maxLength: 10 })),
        about: fc.uniqueArray(fc.constantFrom(...THINGS)),
        importance: fc.nat(10),
      });
      const turnsOf = fc.array(fc.array(one, { maxLength: 5 }), { minLength: 61, maxLength: 61, size: "max" });
      await fc.assert(
        fc.asyncProperty(turnsOf, queries, async (turns, asked) => {
          const run = `r${runs++}`;
          const main = await play(store, await store.createRun(sampleRun(run)), 40, "x");
          const side = await play(store, await branch(store, main, await store.ancestor(main, 20), "side"), 20, "y");
          const kept = new Map<number, Memory[]>();
          const keep = async (head: Place, from: number, to: number, first: number) => {
            const made: Memory[] = [];
            for (let turn = from; turn <= to; turn++)
              for (const [n, { words, ...more }] of turns[first + turn - from]!.entries()) {
                const list = [...new Set([...(words[0] ? ["key"] : []), ...words[1]])].sort();
                made.push(memoryAt({ segment: head.segment, turn }, list.join(" "), { ...more, n }));
              }
            kept.set(head.segment, made);
            assert.ok(await store.remember(run, { segment: head.segment, upTo: to, stamp: "" }, from, made));
          };
          await keep(main, 0, 40, 0);
          await keep(side, 21, 40, 41);
          for (const { words, about, k, turn, side: isSide } of asked) {
            const at = await store.ancestor(isSide ? side : main, turn);
            const line = isSide
              ? [...kept.get(main.segment)!.filter((memory) => memory.turn <= 20), ...kept.get(side.segment)!]
              : kept.get(main.segment)!;
            const upTo = line.filter((memory) => memory.turn <= turn);
            const expected = plainly(upTo, { actor: "ada", words, about, now: 45 }, k);
            const cue = { actor: "ada", words: words.map((word) => ({ word, said: word })), about, now: 45 };
            const found = await mattering(store, at, cue, k);
            assert.deepEqual(
              found.map((one) => [one.memory.read(), one.score, reasonsOf(one, (id) => id)]),
              expected.map((one) => [
                one.memory,
                one.score,
                reasonsOf({ ...one, parts: null as never } as never, (id) => id),
              ]),
            );
            for (const [i, ranked] of found.entries()) {
              const { says, shares, age } = expected[i]!;
              assert.deepEqual([ranked.says, ranked.shares, ranked.age], [says, shares, age]);
            }
          }
        }),
        { numRuns: process.env["ORRERY_LONG"] ? 300 : 12 },
      );
      await store.close();
    });
});
