// The facade on tic-tac-toe: turns, refusals, branches, rollback, undo, god, reveal, verification, export.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { commitSeed } from "@orrery/kernel";
import { Fault, sha256, type TurnLine } from "@orrery/runtime";
import { all, inMemory, place, turn } from "./open.ts";

const fault = (code: string) => (error: unknown) => error instanceof Fault && error.code === code;

describe("a turn", () => {
  it("is one stored line, with the five fields of the source and the hashes", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "tictactoe", seed: "s" });
    const line = await turn(orrery, run, { text: "centre" });
    assert.deepEqual(line.actions, [{ actorId: "x", type: "place", metadata: { cell: 4 } }]);
    assert.deepEqual(line.validation, [{ actionIndex: 0, success: true }]);
    assert.deepEqual(line.events, [{ type: "placed", cell: 4, mark: "x" }]);
    assert.equal(line.turn, 1);
    assert.match(line.narration, /You take the centre/);
    for (const hash of [line.hash, line.truthHash, line.stateHash]) assert.match(hash, /^[0-9a-f]{64}$/);
    assert.deepEqual(await all(orrery.log(run)), [line]);
  });

  it("[law 4] refused leaves state and truth as they were, and one record", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "tictactoe" });
    const first = await turn(orrery, run, place("x", 4));
    for (const [submission, reason] of [
      [place("o", 4), "cell_taken"],
      [place("x", 0), "not_your_turn"],
      [place("o", 9), "out_of_range"],
      [{ as: "o", actions: [{ actorId: "x", type: "place", metadata: { cell: 1 } }] }, "not_your_seat"],
      [{ as: "o", actions: [{ actorId: "o", type: "jump" }] }, "invalid_action"],
      [{ as: "o", actions: [{ actorId: "o", type: "place", metadata: { cell: 1 }, extra: 1 }] }, "invalid_action"],
      [{ as: "o", actions: [{ actorId: "o", type: "place", metadata: { cell: "1" } }] }, "invalid_action"],
      [
        { as: "o", actions: [JSON.parse('{"actorId":"o","type":"place","metadata":{"cell":1,"__proto__":{"x":1}}}')] },
        "invalid_action",
      ],
      [{ as: "o", actions: ["place"] }, "invalid_action"],
    ] as const) {
      const line = await turn(orrery, run, submission);
      assert.deepEqual(
        line.validation.map(({ reason }) => reason),
        [reason],
      );
      assert.deepEqual([line.truthHash, line.stateHash, line.events], [first.truthHash, first.stateHash, []]);
    }
    assert.equal((await orrery.show(run)).head.turn, 10);
    assert.equal((await orrery.verify()).ok, true);
  });

  it("is made of words that say nothing, too", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "tictactoe" });
    for (const text of ["", "   ", "xyzzy", "\u0000\u0007", "🎲".repeat(100), "a".repeat(1_000_000)]) {
      const line = await turn(orrery, run, { text });
      assert.deepEqual([line.rawText, line.actions, line.events], [text, [], []]);
      assert.notEqual(line.narration, "");
    }
    assert.equal((await orrery.show(run)).head.turn, 6);
  });

  it("has what the reader said of its words apart from what the world tells, for its owner and for its seat", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "house/cottage" });
    const left = "I left out “behind its ear”.";
    const line = await turn(orrery, run, { text: "examine the sundial behind its ear" });
    assert.equal(line.remark, left);
    assert.ok(line.narration.endsWith(`\n\n${left}`));
    const seat = await all(orrery.log(run, { as: "you" }));
    assert.equal(seat.at(-1)!.remark, left);
    assert.ok(!("remark" in (await turn(orrery, run, { text: "examine the sundial" }))));
  });

  it("refuses text that is no Unicode or too large, and stores nothing", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "tictactoe" });
    await assert.rejects(orrery.submit(run, { text: "\ud800" }), fault("not_text"));
    await assert.rejects(orrery.submit(run, { text: "a".repeat(1_048_577) }), fault("too_large"));
    assert.equal((await orrery.show(run)).head.turn, 0);
  });

  it("after the end is recorded and refused", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "tictactoe" });
    for (const text of ["1", "4", "2", "5", "3"]) await turn(orrery, run, { text });
    assert.deepEqual((await orrery.show(run)).outcome, { winner: "x" });
    assert.deepEqual((await turn(orrery, run, { text: "9" })).validation[0]?.reason, "game_over");
  });

  it("with an old head goes through while it still holds, else says where the story is", async () => {
    const orrery = await inMemory();
    const { run, head } = await orrery.createRun({ world: "tictactoe" });
    await turn(orrery, run, place("x", 4));
    await assert.rejects(
      orrery.submit(run, { ...place("x", 0), expectedHead: head.id }),
      (error) => fault("moved")(error) && ((error as Fault).head as { turn: number }).turn === 1,
    );
    const line = await turn(orrery, run, { ...place("o", 0), expectedHead: head.id });
    assert.equal(line.validation[0]?.success, true);
    assert.equal((await orrery.show(run)).head.turn, 2);
  });

  it("[law 1] the same seed and actions give the same truth at any ids and times", async () => {
    const lines: TurnLine[][] = [];
    for (const outside of ["one", "two"]) {
      const orrery = await inMemory(outside);
      const { run } = await orrery.createRun({ world: "tictactoe", seed: "s" });
      for (const cell of [4, 0, 8]) await turn(orrery, run, { text: String(cell + 1) });
      lines.push((await all(orrery.log(run))) as TurnLine[]);
    }
    const [a, b] = lines as [TurnLine[], TurnLine[]];
    assert.deepEqual(
      a.map((line) => [line.truthHash, line.stateHash]),
      b.map((line) => [line.truthHash, line.stateHash]),
    );
    assert.notDeepEqual(
      a.map(({ hash }) => hash),
      b.map(({ hash }) => hash),
    );
  });
});

describe("going back", () => {
  it("[law 3] a branch equals its parent up to the fork, and the same choices reach the same truth", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "tictactoe" });
    for (const cell of [4, 0, 8, 2]) await turn(orrery, run, { text: String(cell + 1) });
    const { head } = await orrery.createBranch(run, { name: "other", at: 2, dice: "keep" });
    assert.equal(head.turn, 2);
    const main = (await all(orrery.log(run))) as TurnLine[];
    assert.deepEqual(await all(orrery.log(run, { branch: "other" })), main.slice(0, 2));
    for (const cell of [8, 2]) await turn(orrery, run, { text: String(cell + 1), branch: "other" });
    const other = (await all(orrery.log(run, { branch: "other" }))) as TurnLine[];
    assert.equal(other.at(-1)!.truthHash, main.at(-1)!.truthHash);
    assert.notEqual(other.at(-1)!.id, main.at(-1)!.id);
    await turn(orrery, run, { text: "2", branch: "other" });
    assert.deepEqual(
      (await orrery.diff(run, "main", "other")).changes.map(({ path }) => path),
      [["cells", 1], ["turn"]],
    );
    assert.deepEqual(await orrery.diff(run, "main@2", "other@2"), { changes: [] });
    assert.equal((await orrery.verify(run)).ok, true);
  });

  it("a rollback keeps the old turns in the history, and playing on leaves them there", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "tictactoe" });
    for (const cell of [4, 0, 8]) await turn(orrery, run, { text: String(cell + 1) });
    const { head } = await orrery.rollback(run, 1);
    assert.equal(head.turn, 1);
    assert.equal((await all(orrery.log(run))).length, 1);
    await turn(orrery, run, { text: "2" });
    assert.equal((await all(orrery.log(run))).length, 2);
    const verified = await orrery.verify(run);
    assert.deepEqual([verified.ok, verified.turns], [true, 4]);
    await assert.rejects(orrery.rollback(run, 3), fault("unknown_turn"));
  });

  it("says what was taken back, and a branch can begin at any turn of it", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "tictactoe" });
    for (const cell of [4, 0, 8]) await turn(orrery, run, { text: String(cell + 1) });
    const main = (await all(orrery.log(run, { from: 0 }))) as TurnLine[];
    assert.deepEqual(await orrery.takenBack(run), []);
    await orrery.rollback(run, 1);
    await turn(orrery, run, { text: "2" });
    const [back, ...more] = await orrery.takenBack(run);
    assert.deepEqual(more, []);
    assert.deepEqual(
      [back!.branch, back!.from, back!.to],
      ["main", { turn: 3, id: main[3]!.id }, { turn: 1, id: main[1]!.id }],
    );
    const { head } = await orrery.createBranch(run, { name: "again", at: back!.from.id, dice: "keep" });
    assert.deepEqual([head.turn, head.id, head.hash], [3, main[3]!.id, main[3]!.hash]);
    assert.deepEqual(await all(orrery.log(run, { branch: "again", from: 0 })), main);
    const { parent } = (await orrery.branches(run)).find(({ name }) => name === "again")!;
    assert.deepEqual(parent, { branch: "main", turn: 1 });
    await turn(orrery, run, { text: "3", branch: "again" });
    // Held beside a branch, each says where it leaves that one, and with which turn.
    const beside = await orrery.branches(run, { beside: "main" });
    assert.deepEqual(
      beside.map(({ name, apart }) => [name, apart]),
      [
        ["main", { turn: 2, next: null }],
        ["again", { turn: 1, next: main[2]!.id }],
      ],
    );
    await assert.rejects(orrery.branches(run, { beside: "nowhere" }), fault("unknown_branch"));
    assert.equal((await orrery.verify(run)).ok, true);
    await assert.rejects(orrery.createBranch(run, { name: "x", at: "9-nothing" }), fault("unknown_turn"));
  });

  it("outlines a branch by the numbers of its turns: refused, a god's, rolled", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "tictactoe" });
    for (const text of ["5", "5", "fly", "1"]) await turn(orrery, run, { text });
    await orrery.god(run, { type: "amend", metadata: { path: ["turn"], value: "x" } });
    await orrery.god(run, { type: "amend", metadata: { path: ["turn"], value: "z" } });
    await orrery.reveal(run);
    assert.deepEqual(await orrery.outline(run), { turns: 7, refused: [2, 3, 6], gods: [5, 6, 7], rolled: [] });
    const { run: short } = await orrery.createRun({ world: "tictactoe" });
    await turn(orrery, short, { text: "fly" });
    assert.deepEqual((await orrery.outline(short)).refused, [1], "the newest turn is read too");
  });

  it("undo of the newest turn moves back; of god's hand amends; where the place has changed it is refused", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "tictactoe" });
    await turn(orrery, run, place("x", 4));
    const line = await orrery.god(run, { type: "amend", metadata: { path: ["cells", 0], value: "o" } });
    assert.deepEqual(line.events, [{ type: "@amended", changes: [{ path: ["cells", 0], before: null, after: "o" }] }]);
    assert.equal(line.narration, "A god's hand: amend (path: cells 0, value: o).");
    await turn(orrery, run, place("o", 1));
    const undone = await orrery.undo(run, "2");
    assert.equal(undone.kind, "amended");
    assert.deepEqual(((await orrery.show(run)).view as { cells: unknown[] }).cells.slice(0, 2), [null, "o"]);
    const again = await orrery.undo(run, "2");
    assert.deepEqual([again.kind, again.kind === "refused" && again.reason], ["refused", "changed_since"]);
    assert.equal((await orrery.undo(run, "1")).kind, "refused");
    assert.equal((await orrery.undo(run, "4")).kind, "moved_back");
    assert.equal((await orrery.show(run)).head.turn, 3);
    await assert.rejects(orrery.undo(run, "0"), fault("unknown_turn"));
  });

  it("as if it had never been: a branch on which the rest is decided again", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "tictactoe" });
    await turn(orrery, run, place("x", 4));
    await orrery.god(run, { type: "amend", metadata: { path: ["turn"], value: "x" } });
    await turn(orrery, run, place("x", 0));
    await turn(orrery, run, place("o", 8));
    const undone = await orrery.undo(run, "2", { asIfNever: true });
    assert.equal(undone.kind, "as_if_never");
    if (undone.kind !== "as_if_never") return;
    assert.deepEqual(
      undone.refused.map(({ turn, reason }) => [turn, reason]),
      [[3, "not_your_turn"]],
    );
    const { view } = await orrery.show(run, { branch: undone.branch });
    assert.deepEqual((view as { cells: unknown[] }).cells, [null, null, null, null, "x", null, null, null, "o"]);
    assert.equal((await orrery.show(run)).head.turn, 4);
  });

  it("[law 10] what a god may not do is refused and recorded; the log shows it", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "tictactoe" });
    const broken = await orrery.god(run, { type: "amend", metadata: { path: ["turn"], value: "z" } });
    assert.deepEqual([broken.validation[0]?.reason, broken.events], ["breaks_world", []]);
    const nowhere = await orrery.god(run, { type: "amend", metadata: { path: ["a", "b"], value: 1 } });
    assert.equal(nowhere.validation[0]?.reason, "no_such_place");
    const log = (await all(orrery.log(run))) as TurnLine[];
    assert.deepEqual(
      log.map(({ narration }) => narration !== ""),
      [true, true],
    );
    await assert.rejects(orrery.god(run, "smite"), fault("bad_config"));
  });
});

describe("dice", () => {
  it("are committed before the first roll and opened by a reveal, which begins a new epoch", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "tictactoe" });
    const { commitment, seed, nonce, next } = await orrery.reveal(run);
    assert.equal(commitSeed(sha256, seed, nonce), commitment);
    const again = await orrery.reveal(run);
    assert.equal(again.commitment, next);
    assert.notEqual(again.seed, seed);
  });
});

describe("what is not there", () => {
  it("is said plainly", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "tictactoe" });
    await assert.rejects(orrery.createRun({ world: "chess" }), fault("unknown_world"));
    await assert.rejects(orrery.createRun({ world: "tictactoe", config: { size: 4 } }), fault("bad_config"));
    await assert.rejects(orrery.show("r0"), fault("unknown_run"));
    await assert.rejects(orrery.show(run, { branch: "x" }), fault("unknown_branch"));
    await assert.rejects(orrery.show(run, { at: 1 }), fault("unknown_turn"));
    await assert.rejects(orrery.show(run, { as: "z" }), fault("unknown_actor"));
    await assert.rejects(orrery.why(run, "9"), fault("unknown_turn"));
    await assert.rejects(orrery.createBranch(run, { name: "", at: 0 }), fault("bad_name"));
    await assert.rejects(orrery.createBranch(run, { name: "main", at: 0 }), fault("name_taken"));
    await assert.rejects(orrery.diff(run, "main@x", "main"), fault("bad_name"));
  });
});

describe("export and import", () => {
  it("carries a run with all its lines to another store, hash for hash", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "tictactoe" });
    for (const cell of [4, 0, 8]) await turn(orrery, run, { text: String(cell + 1) });
    await orrery.createBranch(run, { name: "b", at: 1 });
    await turn(orrery, run, { text: "9", branch: "b" });
    await orrery.rollback(run, 2);
    const lines = await all(orrery.export(run));
    const there = await inMemory("elsewhere");
    assert.deepEqual(await there.import(lines), { run, existed: false });
    assert.deepEqual(await there.import(lines), { run, existed: true });
    for (const branch of ["main", "b"])
      assert.deepEqual(await all(there.log(run, { branch })), await all(orrery.log(run, { branch })));
    assert.deepEqual(await all(there.export(run)), lines);
    assert.deepEqual(await there.verify(), await orrery.verify());
    await turn(there, run, { text: "5", branch: "b" });
  });
});

describe("the runs there are", () => {
  it("have the title of their world, or of the text that somebody wrote", async () => {
    const orrery = await inMemory();
    const { run: cottage } = await orrery.createRun({ world: "house/cottage" });
    const checked = await orrery.checkWorld(await orrery.worldText("house"));
    assert.ok(checked.ok);
    const { run: own } = await orrery.createRun({ world: "house", config: checked.config });
    assert.deepEqual(
      (await orrery.runs()).map(({ run, world, title }) => [run, world, title]),
      [
        [cottage, "house/cottage", "The Cottage at Wren's End"],
        [own, "house", "A small house"],
      ],
    );
    assert.deepEqual((await orrery.show(own)).title, "A small house");
    const { run: board } = await orrery.createRun({ world: "tictactoe" });
    assert.deepEqual((await orrery.show(board)).title, "Tic-tac-toe");
    assert.deepEqual((await orrery.show(cottage, { as: "ada" })).title, "The Cottage at Wren's End");
  });
});

describe("the rules of a world", () => {
  it("show for each deed ways of saying it that differ, those that name it where any does, the shortest first", async () => {
    const orrery = await inMemory();
    for (const { name } of await orrery.worlds()) {
      for (const { type, phrases } of (await orrery.worldRules(name)).actions) {
        const words = phrases.map((phrase) =>
          phrase
            .replaceAll(/\([^()]*\)/g, " ")
            .trim()
            .split(/\s+/),
        );
        const named = words.filter(([first]) => first!.split("|").includes(type));
        const lengths = named.map(({ length }) => length);
        assert.ok(phrases.length <= 4 && new Set(phrases).size === phrases.length, `${name} ${type}`);
        assert.ok(named.length === 0 || named.length === words.length, `${name} ${type}: ${phrases}`);
        assert.deepEqual(lengths, lengths.toSorted(), `${name} ${type}: ${phrases}`);
      }
    }
    const { actions } = await orrery.worldRules("house/mystery");
    const first = (type: string) => actions.find((action) => action.type === type)!.phrases[0]!;
    assert.match(first("take"), /^take\b[^{]* \{target\}/);
    assert.match(first("examine"), /\bexamine\b[^{]* \{target\}/);
  });
});
