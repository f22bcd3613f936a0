// Rules of runs that leave a store and arrive in another.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { exportRun, importRun, linesOf } from "../src/ndjson.ts";
import { memoryStore } from "../src/sqlite.ts";
import type { Head, NewTurn, RunPart } from "../src/store.ts";
import {
  append,
  branch,
  calls,
  collect,
  faults,
  grown,
  idsOf,
  isChained,
  lineOf,
  play,
  sampleRun,
  sha256,
} from "./sample.ts";
import type { Open, Rule, Subject } from "./subject.ts";

export function travelRules(name: string, rule: Rule, open: Open): void {
  describe(`${name}: leaving and arriving`, () => {
    rule("[S27] a run leaves and arrives whole, and leaves again as the same bytes", async ({ store }) => {
      await store.createRun(sampleRun("first"));
      const main = await grown(store, "a");
      const side = (await store.head("a", "side"))!;
      await play(store, await branch(store, main, await store.ancestor(main, 0), "from the opening"), 1, "o");
      await play(store, await branch(store, side, await store.ancestor(side, 5), "from a first turn"), 1, "f");
      await calls(store, "a");
      const lines = await collect(exportRun(store, "a"));
      assert.deepEqual(lines.filter((line) => /^{"t(ake|ext)"/.test(line)).length, 5);
      const others: Subject[] = [{ store: memoryStore() }, await open()];
      for (const { store: target, dispose } of others) {
        await target.createRun(sampleRun("before"));
        assert.deepEqual(await importRun(target, lines, sha256), { run: "a", existed: false });
        assert.deepEqual(await collect(exportRun(target, "a")), lines);
        assert.deepEqual(await target.check(null), []);
        assert.deepEqual(await target.run("a"), await store.run("a"));
        const names = (await store.branches("a")).map((row) => row.name);
        for (const name of names) {
          const [here, there] = [await store.head("a", name), await target.head("a", name)];
          const bare = (turns: readonly NewTurn[]) =>
            turns.map(({ id, body, hash, truth }) => ({ id, body, hash, truth }));
          assert.deepEqual(bare(await lineOf(target, there!)), bare(await lineOf(store, here!)));
          assert.equal(there!.salt, here!.salt);
          await isChained(target, await play(target, there!, 2, `on-${name}`));
        }
        assert.deepEqual(await target.check(null), []);
        await target.close();
        await dispose?.();
      }
    });

    rule("[S28] the same run again is no change; another run of its id is refused", async ({ store }) => {
      const head = await grown(store, "a");
      const lines = await collect(exportRun(store, "a"));
      const spaced = lines.map((line) => JSON.stringify(JSON.parse(line), null, " ").replaceAll("\n", ""));
      for (const same of [lines, [...lines, ""], spaced]) {
        assert.deepEqual(await importRun(store, same, sha256), { run: "a", existed: true });
      }
      await append(store, head, "more");
      await faults(() => importRun(store, lines, sha256), "conflict", /line \d+ differs/);
      assert.equal((await store.head("a", "main"))!.turn, head.turn + 1);
    });

    rule(
      "[S29] what was changed on the way is found, its line is named, and nothing of it stays",
      async ({ store, again }) => {
        const source = memoryStore();
        await grown(source, "a");
        await calls(source, "a");
        const lines = await collect(exportRun(source, "a"));
        const where = (test: (line: string) => boolean) => lines.findIndex(test);
        const turn = where((line) => line.includes('"turn":3}'));
        const note = where((line) => line.startsWith('{"note"'));
        const text = where((line) => line.startsWith('{"text"'));
        const takeAt = where((line) => line.startsWith('{"take"'));
        const branchAt = where((line) => line.startsWith('{"branch"'));
        const segment = where((line) => line.startsWith('{"segment":{"id":2'));
        const secret = where((line) => line.startsWith('{"secret"'));
        const edited = (at: number, from: string | RegExp, to: string) => lines.with(at, lines[at]!.replace(from, to));
        const cases: [string, string[], RegExp][] = [
          ["text of a turn", edited(turn, "says", "sais"), new RegExp(`^Line ${turn + 1}: .*do not fit together`)],
          ["hash of a turn", edited(turn, /"hash":"[0-9a-f]/, '"hash":"-'), new RegExp(`^Line ${turn + 1}: `)],
          ["opening", edited(1, '"version":1', '"version":2'), /^Line 2: .*do not fit together/],
          ["text of a note", edited(note, '"text":"', '"text":"Not '), new RegExp(`^Line ${note + 1}: `)],
          [
            "text of a call",
            edited(text, '"text":"', '"text":"!'),
            new RegExp(`^Line ${text + 1}: .*do not fit together`),
          ],
          ["a text of a call gone", lines.toSpliced(text, 1), /names a text that is not there/],
          [
            "a call gone",
            lines.toSpliced(takeAt, 1),
            new RegExp(`^Line ${takeAt + 1}: call 1 of "x" should stand here`),
          ],
          ["a turn gone", lines.toSpliced(turn, 1), new RegExp(`^Line ${turn + 1}: `)],
          ["a turn twice", lines.toSpliced(turn, 0, lines[turn]!), new RegExp(`^Line ${turn + 2}: `)],
          [
            "two turns swapped",
            lines.with(turn, lines[turn + 1]!).with(turn + 1, lines[turn]!),
            new RegExp(`^Line ${turn + 1}: `),
          ],
          [
            "a head off its line",
            edited(branchAt, /"turn":\d+\}/, '"turn":4000}'),
            new RegExp(`^Line ${branchAt + 1}: there is no turn 4000`),
          ],
          ["no segments", lines.filter((line) => !line.startsWith('{"segment"')), /^Line 3: there is no segment/],
          [
            "a segment gone",
            lines.toSpliced(segment, 1),
            new RegExp(`^Line ${segment + 1}: segment 2 should stand here`),
          ],
          [
            "a first segment that continues another",
            edited(segment - 1, '"parent":null', '"parent":{"segment":1,"turn":4}'),
            new RegExp(`^Line ${segment}: only the first segment, and it alone`),
          ],
          [
            "a second segment that continues nothing",
            edited(segment, /"parent":\{.*?\}/, '"parent":null'),
            new RegExp(`^Line ${segment + 1}: only the first segment, and it alone`),
          ],
          [
            "a segment that continues a later one",
            edited(segment, '"parent":{"segment":1', '"parent":{"segment":3'),
            new RegExp(`^Line ${segment + 1}: there is no turn 4 in segment 3`),
          ],
          [
            "an empty segment",
            edited(segment, '"last":7', '"last":4'),
            new RegExp(`^Line ${segment + 1}: a segment holds one turn at least`),
          ],
          [
            "a turn of another segment",
            edited(turn, '"segment":1', '"segment":2'),
            new RegExp(`^Line ${turn + 1}: turn 3 of segment 1 should stand here`),
          ],
          [
            "the id of another turn",
            edited(turn, '"id":"3-m"', '"id":"4-m"'),
            new RegExp(`^Line ${turn + 1}: turn 3 cannot have the id "4-m"`),
          ],
          [
            "a head before its segment",
            edited(branchAt + 1, '"segment":2,"turn":7', '"segment":2,"turn":4'),
            new RegExp(`^Line ${branchAt + 2}: there is no turn 4 in segment 2`),
          ],
          [
            "a branch twice",
            lines.toSpliced(branchAt, 0, lines[branchAt]!),
            new RegExp(`^Line ${branchAt + 2}: there are two branches "main"`),
          ],
          [
            "a secret twice",
            lines.toSpliced(secret, 0, lines[secret]!),
            new RegExp(`^Line ${secret + 2}: it is there twice`),
          ],
          [
            "the number of a note",
            edited(note, '"n":1', '"n":2'),
            new RegExp(`^Line ${note + 1}: note 1 should stand here`),
          ],
          [
            "a text of a call twice",
            lines.toSpliced(text, 0, lines[text]!),
            new RegExp(`^Line ${text + 2}: it is there twice`),
          ],
          ["cut off", lines.slice(0, -1), /was cut off/],
          ["a secret gone", lines.filter((line) => !line.includes('"seed-a"')), /lines should come before it/],
          [
            "another seed",
            lines.map((line) => line.replace('"seed-a"', '"seed-b"')),
            /its seed is not the one that was committed to/,
          ],
          ["a branch gone", lines.toSpliced(branchAt, 1), /^Line \d+: the branch "main" is missing/],
          ["a note gone", lines.toSpliced(note, 1), /^Line \d+: /],
          ["more after the end", [...lines, lines[1]!], /more after the end/],
          ["no JSON", lines.with(turn, lines[turn]!.slice(0, -1)), new RegExp(`^Line ${turn + 1}: it is not JSON`)],
          ["no export", ['{"a":1}'], /^Line 1: it is no line of an export/],
          ["something else first", lines.slice(1), /^Line 1: the header should stand here/],
          ["a newer format", edited(0, '"orrery":1', '"orrery":2'), /^Line 1: it is of format 2/],
          [
            "an unknown property",
            edited(branchAt, '"name"', '"nom":1,"name"'),
            new RegExp(`^Line ${branchAt + 1}: as a branch, .*nom`),
          ],
          ["an unpaired surrogate", edited(turn, "says", "\\ud800"), new RegExp(`^Line ${turn + 1}: `)],
          ["nothing", [], /was cut off/],
        ];
        for (const [what, bad, message] of cases) {
          assert.notDeepEqual(bad, lines, what);
          let isClosed = false;
          const sent = async function* () {
            try {
              yield* bad;
            } finally {
              isClosed = true;
            }
          };
          await faults(() => importRun(store, sent(), sha256), "malformed", message);
          assert.ok(isClosed, what);
          assert.deepEqual(await store.runs(), [], what);
          assert.deepEqual(await store.segments("a"), [], what);
        }
        assert.deepEqual(await store.check(null), []);
        assert.equal((await importRun(store, lines, sha256)).existed, false);
        if (again) {
          const other = await again();
          assert.deepEqual(await collect(exportRun(other, "a")), lines);
          await other.close();
        }
      },
    );

    rule("[S30] while a run arrives, others are played; it is seen when it is complete", async ({ store }) => {
      const source = memoryStore();
      await grown(source, "a");
      const lines = await collect(exportRun(source, "a"));
      let head = await store.createRun(sampleRun("b"));
      async function* slowly() {
        for (const line of lines) {
          yield line;
          head = await append(store, head, "b");
          assert.equal(await store.run("a"), null);
        }
      }
      await importRun(store, slowly(), sha256);
      assert.equal(head.turn, lines.length);
      assert.deepEqual(await collect(exportRun(store, "a")), lines);
      async function* broken(): AsyncGenerator<RunPart> {
        yield { kind: "segment", segment: { id: 1, parent: null, last: 0 } };
        head = await append(store, head, "b");
        throw new Error("the sender hung up");
      }
      await assert.rejects(() => store.restore({ id: "c", name: "c", world: "c", createdAt: 0 }, broken()), /hung up/);
      assert.deepEqual(idsOf(await store.runs()), ["b", "a"]);
      assert.deepEqual(await store.head("b", "main"), head);
      assert.deepEqual(await store.check(null), []);
      await faults(() => collect(exportRun(store, "c")), "not_found");
      const late = memoryStore();
      await grown(late, "d");
      let made: Head | null = null;
      async function* overtaken() {
        yield* exportRun(late, "d");
        made = await play(store, await store.createRun(sampleRun("d")), 2, "mine");
      }
      await faults(() => importRun(store, overtaken(), sha256), "exists");
      assert.deepEqual(await store.head("d", "main"), made);
      assert.equal((await store.segments("d")).length, 1);
      assert.deepEqual(await store.check(null), []);
    });

    it("[S31] lines of a text in pieces end at line feeds only, and are UTF-8 or refused", async () => {
      const text = '{"a":"é\u2028\u2029\u0085"}\r\n\n漢字🜁\nlast';
      const bytes = Buffer.from(text);
      for (let size = 1; size < bytes.length; size++) {
        const pieces = async function* () {
          for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
        };
        assert.deepEqual(await collect(linesOf(pieces())), ['{"a":"é\u2028\u2029\u0085"}', "", "漢字🜁", "last"]);
      }
      const broken = async function* () {
        yield Buffer.from([0x7b, 0xff, 0x0a]);
      };
      await faults(() => collect(linesOf(broken())), "malformed", /UTF-8/);
    });
  });
}
