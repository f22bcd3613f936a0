// The fold in the page, counted: how much of a long run a seek folds again, and that it shows what the server shows.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { openOrrery, sha256, type TurnLine } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { Chronicle, EVENTS, STRIDE } from "../src/fold/chronicle.ts";
import { engineOf } from "../src/fold/engines.ts";
import { isIdle, lineHeardBy, lookAt } from "../src/fold/look.ts";
import { marksOf, nextMark, places, REFUSAL } from "../src/run/marks.ts";

const WORDS = ["look", "open the gate", "close the gate", "wait", "go up", "drop the letter", "take the letter"];

async function cottage(turns: number) {
  const orrery = await openOrrery({ store: memoryStore() });
  const { run } = await orrery.createRun({ world: "house/cottage", seed: "chronicle" });
  for (let i = 0; i < turns; i++) await orrery.submit(run, { text: WORDS[i % WORDS.length]! });
  const lines = (await Array.fromAsync(orrery.log(run, { from: 0 }))) as TurnLine[];
  const opened = (await orrery.show(run, { at: 0 })).view;
  return { orrery, run, lines, opened };
}

async function town(people: number, rounds: number) {
  const orrery = await openOrrery({ store: memoryStore() });
  const { run } = await orrery.createRun({ world: "story", seed: "crowd", config: { people, rounds } });
  await orrery.play(run, { agents: "*=bot:resident" });
  const lines = (await Array.fromAsync(orrery.log(run, { from: 0 }))) as TurnLine[];
  const engine = (await engineOf("story"))!;
  const chronicle = await Chronicle.open(engine, (await orrery.show(run, { at: 0 })).view, lines);
  return { orrery, run, lines, engine, chronicle };
}

describe("chronicle", () => {
  it("shows through every pair of eyes at every turn what the server shows", async () => {
    const { orrery, run, lines, opened } = await cottage(20);
    const chronicle = await Chronicle.open((await engineOf("house"))!, opened, lines);
    const { actors, world, title, plays } = await orrery.show(run);
    for (let turn = 0; turn < lines.length; turn++)
      for (const as of [null, ...actors.map(({ id }) => id)]) {
        const here = lookAt(chronicle, { run, world, title, plays, branch: "main" }, turn, as);
        const there = await orrery.show(run, { at: turn, ...(as === null ? {} : { as }) });
        // A seat's head is its own; the page's is the owner's.
        const { head: _, ...shown } = there;
        const { head: __, ...seen } = here;
        assert.deepEqual(seen, shown, `turn ${turn} as ${as}`);
      }
    for (const { id } of actors) {
      const told = await Array.fromAsync(orrery.log(run, { as: id, from: 0 }));
      const heard = lines.flatMap(({ turn }) => lineHeardBy(chronicle, turn, id) ?? []);
      assert.deepEqual(
        heard.map(({ narration }) => narration),
        told.map(({ narration }) => narration),
        id,
      );
    }
    assert.equal(isIdle(chronicle, 1, "ada"), true, "ada is elsewhere");
    assert.equal(isIdle(chronicle, 2, null), false);
    await orrery.close();
  });

  it("hashes as the server does", async () => {
    const { hash } = (await engineOf("tictactoe"))!;
    for (const text of ["", "orrery", "ä😀".repeat(100)]) assert.equal(hash(text), sha256(text));
    assert.equal(await engineOf("constructor"), null);
  });

  it("folds few events a seek where the turns are long, backwards too", async () => {
    const { chronicle, lines } = await town(200, 12);
    const eventsIn = (from: number, to: number) =>
      lines.slice(from, to + 1).reduce((sum, { events }) => sum + events.length, 0);
    assert.ok(eventsIn(1, chronicle.head) > 2 * EVENTS && chronicle.head < STRIDE);
    for (let turn = chronicle.head; turn >= 0; turn--) {
      const before = chronicle.folds;
      chronicle.at(turn);
      const folded = eventsIn(turn - (chronicle.folds - before) + 1, turn);
      assert.ok(folded < EVENTS, `seek to ${turn}: ${folded} events`);
    }
    const shorter = await chronicle.withLines(lines.slice(0, 7));
    assert.deepEqual(shorter.at(6).state, chronicle.at(6).state);
  });

  it("asks no view of a crowd for what is legal, and each name once", async () => {
    const { orrery, run, chronicle, engine } = await town(80, 3);
    let views = 0;
    const { view } = engine.world;
    const seen: typeof view = (...args) => {
      views++;
      return view(...args);
    };
    const counted = {
      ...engine,
      world: { ...engine.world, view: seen },
    };
    const watched = await Chronicle.open(counted, chronicle.at(0).state, chronicle.lines);
    const place = { run, world: "story", title: "", plays: "story", branch: "main" };
    const first = lookAt(watched, place, 1, null);
    assert.equal(views, first.actors.length);
    const second = lookAt(watched, place, 2, null);
    assert.equal(views, first.actors.length, "no view for another moment");
    assert.deepEqual([second.legal, second.actors], [[], first.actors]);
    const shown = await orrery.show(run, { at: 2 });
    assert.deepEqual([shown.legal, shown.actors], [[], second.actors], "the server says the same");
    const [somebody] = shown.actors;
    assert.ok((await orrery.show(run, { at: 2, as: somebody!.id })).legal.length > 0);
    await orrery.close();
  });

  it("folds fewer turns a seek than lie between keyframes, in a run of 10,000", async () => {
    const { orrery, lines: few, opened } = await cottage(280);
    await orrery.close();
    // The opening, and the same round of turns again and again: each round leads back to where it began.
    const round = few.slice(-WORDS.length * 20);
    const lines: TurnLine[] = [few[0]!];
    for (let i = 1; lines.length <= 10_000; i++)
      lines.push({ ...round[(i - 1) % round.length]!, turn: i, id: `t${i}` });
    const chronicle = await Chronicle.open((await engineOf("house"))!, opened, lines);
    assert.equal(chronicle.folds, 10_000, "once over");
    const times: number[] = [];
    let at = 1;
    for (let i = 0; i < 500; i++) {
      at = (at * 7919 + 13) % 10_001;
      const before = chronicle.folds;
      const began = performance.now();
      const { state } = chronicle.at(at);
      times.push(performance.now() - began);
      assert.ok(chronicle.folds - before < STRIDE, `seek to ${at}: ${chronicle.folds - before} folds`);
      assert.equal(chronicle.at(at).state, state);
    }
    const before = chronicle.folds;
    for (let turn = 5_000; turn < 5_100; turn++) chronicle.at(turn);
    assert.ok(chronicle.folds - before <= 100 + STRIDE, "one fold a turn, forwards");
    const longer = await chronicle.withLines([...lines, { ...round[0]!, turn: lines.length, id: "new" }]);
    assert.equal(longer.folds - chronicle.folds <= STRIDE + 1, true, "a new turn is folded alone");
    const shorter = await longer.withLines(lines.slice(0, 500));
    assert.equal(shorter.head, 499);
    assert.ok(shorter.folds - longer.folds <= STRIDE, "a rollback folds next to nothing");
    assert.deepEqual(shorter.at(499).state, chronicle.at(499).state);
    times.sort((a, b) => a - b);
    console.log(
      `seek in 10,000 turns: median ${times[250]!.toFixed(3)} ms, 95 % ${times[475]!.toFixed(3)} ms, 99 % ${times[495]!.toFixed(3)} ms`,
    );
  });

  it("marks what is worth stopping at, and draws a thousand marks as few", () => {
    const line = (turn: number, more: object = {}) =>
      ({ turn, id: `${turn}`, rawText: "", actions: [], validation: [], events: [{}], by: [0], ...more }) as never;
    const lines = [
      line(0),
      line(1),
      line(2, { validation: [{ actionIndex: 0, success: false }] }),
      line(3, { by: ["god"] }),
      line(4, { rolls: [{}] }),
    ];
    const head = { branch: "", turn: 0, id: "" };
    const branches = [
      { name: "main", head, parent: null },
      { name: "b", head, parent: { branch: "main", turn: 1 } },
    ];
    const back = (turn: number, id: string) => ({
      branch: "main",
      from: { turn: 9, id: "gone" },
      to: { turn, id },
      why: "rollback",
      at: 0,
    });
    const own = { ...REFUSAL, id: "own", find: () => [1] };
    const marks = marksOf({
      lines,
      outline: null,
      branch: "main",
      branches,
      // The second led to a turn that was left since; the third is another branch's.
      takenBack: [back(2, "2"), back(3, "other"), { ...back(1, "1"), branch: "b" }],
      endings: [4],
      more: [own],
    });
    assert.deepEqual(Object.fromEntries(marks.map(({ kind, turns }) => [kind.id, turns])), {
      refusal: [2],
      god: [3],
      roll: [4],
      branch: [1],
      rollback: [2],
      ending: [4],
      own: [1],
    });
    const onB = { outline: null, branch: "b", branches, takenBack: [], endings: [], more: [] };
    const points = (count: number) =>
      marksOf({ ...onB, lines: lines.slice(0, count) }).flatMap(({ kind, turns }) =>
        kind.id === "branch" ? turns : [],
      );
    assert.deepEqual(points(5), [1]);
    assert.deepEqual(points(1), [], "gone back to before it branched");
    assert.equal(nextMark([2, 5, 9], 5, false), 9);
    assert.equal(nextMark([2, 5, 9], 5, true), 2);
    assert.equal(nextMark([2, 5, 9], 9, false), null);
    assert.ok(
      places(
        Array.from({ length: 10_000 }, (_, i) => i),
        10_000,
        240,
      ).length <= 241,
    );
  });
});
