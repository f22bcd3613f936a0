// What a god may do, what it may not, and how it is taken back.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type ActionBase,
  type Amended,
  commitmentAfter,
  type Draft,
  decideGod,
  type Frame,
  foldCommit,
  type GodRefusal,
  invert,
  loadWorld,
  patch,
  readCommit,
  seal,
  step,
  type TSchema,
  Type,
  undoTurn,
} from "@orrery/kernel";
import { frameAt, legally, playOut, sha256 } from "@orrery/kernel/testing";
import fc from "fast-check";
import { type Council, council } from "./worlds/council.ts";

const engine = loadWorld<Council>(council, sha256);
const start = frameAt(engine, {
  ...council.open({ members: ["ann", "bob", "cyn"], cakes: 2 }),
  results: ["ann", "bob", "ann"],
});
const KEY = { seed: "god", salt: "0" };
const amend = (path: unknown, ...value: unknown[]): ActionBase => ({
  actorId: "god",
  type: "amend",
  metadata: { path, ...(value.length > 0 ? { value: value[0] } : {}) },
});
type Decided = Draft<Council> | GodRefusal;
const reasonOf = (decided: Decided) => ("reason" in decided ? decided.reason : null);
function done(decided: Decided): Draft<Council> {
  assert.ok(!("reason" in decided), "reason" in decided ? decided.message : "");
  return decided;
}
const after = (frame: Frame<Council>, draft: Draft<Council>) =>
  seal(engine, frame, draft, { id: "g", createdAt: 0, rawText: "", salt: "0" }).frame;

describe("amend", () => {
  it("[K36] makes several changes in order, all or none", () => {
    const block = (...changes: unknown[]): ActionBase => ({ actorId: "god", type: "amend", metadata: { changes } });
    const several = done(
      decideGod(
        engine,
        start,
        block({ path: ["votes", "ann"], value: "bob" }, { path: ["cakes"], value: 9 }, { path: ["votes", "ann"] }),
        KEY,
      ),
    );
    assert.equal(several.events.length, 1);
    assert.deepEqual([several.after.state.cakes, several.after.state.votes], [9, start.state.votes]);
    const undone = done(undoTurn(engine, after(start, several), { before: start.state, after: several.after.state }));
    assert.deepEqual(undone.after.state, start.state);
    assert.equal(
      reasonOf(
        decideGod(engine, start, block({ path: ["cakes"], value: 9 }, { path: ["nowhere", "x"], value: 1 }), KEY),
      ),
      "no_such_place",
    );
    assert.equal(reasonOf(decideGod(engine, start, block(), KEY)), "invalid_action");
  });

  it("[K36] sets, adds and removes a place", () => {
    const state = (action: ActionBase) => done(decideGod(engine, start, action, KEY)).after.state;
    assert.equal(state(amend(["cakes"], 9)).cakes, 9);
    assert.deepEqual(state(amend(["votes", "ann"], "bob")).votes, { ann: "bob" });
    assert.deepEqual(state(amend(["results", 1], "cyn")).results, ["ann", "cyn", "ann"]);
    assert.deepEqual(state(amend(["results", 3], "cyn")).results, ["ann", "bob", "ann", "cyn"]);
    assert.deepEqual(state(amend(["results", 1])).results, ["ann", "ann"]);
    assert.deepEqual(state(amend(["results"], [])).results, []);
  });

  it("[K36] the event holds both sides, and its inverse takes it back exactly", () => {
    const places = fc.constantFrom(
      ["cakes"],
      ["results", 0],
      ["results", 1],
      ["results", 3],
      ["votes", "ann"],
      ["votes"],
      ["results"],
    );
    const values = fc.oneof(fc.constant([]), fc.constantFrom([0], ["x"], [null], [{ a: [1] }]));
    let taken = 0;
    fc.assert(
      fc.property(places, values, (path, value) => {
        const decided = decideGod(engine, start, amend(path, ...value), KEY);
        if ("reason" in decided) return;
        const { changes } = decided.events[0] as Amended;
        taken++;
        assert.deepEqual(
          changes
            .toReversed()
            .map(invert)
            .reduce(patch, decided.after.state as unknown),
          start.state,
        );
      }),
    );
    assert.ok(taken > 20);
  });

  it("[K37] is refused where there is no such place", () => {
    for (const path of [
      ["nothing", "here"],
      ["cakes", "x"],
      ["results", 9],
      ["results", 4],
      ["results", "01"],
      ["results", ""],
      ["results", "length"],
      ["toString", "x"],
    ])
      assert.deepEqual(decideGod(engine, start, amend(path, 1), KEY), {
        reason: "no_such_place",
        message: `There is no place ${path.join(".")} in this state.`,
      });
    for (const path of [["nothing"], ["results", 3], ["votes", "toString"]])
      assert.equal(reasonOf(decideGod(engine, start, amend(path), KEY)), "no_such_place", JSON.stringify(path));
  });

  it("[K37] is refused where the result breaks the world, or could not be stored", () => {
    assert.equal(reasonOf(decideGod(engine, start, amend(["cakes"], -1), KEY)), "breaks_world");
    for (const path of [["__proto__"], ["votes", "constructor"], ["votes", "prototype"]])
      assert.equal(reasonOf(decideGod(engine, start, amend(path, 1), KEY)), "breaks_world", JSON.stringify(path));
  });

  it("[K37] is refused when it is no action, or does not fit its contract", () => {
    for (const action of [
      amend([], 1),
      amend("cakes", 1),
      amend([-1], 1),
      amend(["votes", "\ud800"], 1),
      amend([0.5], 1),
      amend(["cakes"], Number.NaN),
      amend(["cakes"], undefined),
      amend(["cakes"], new Date(0)),
      { ...amend(["cakes"], 1), targetId: "x" },
      { ...amend(["cakes"], 1), extra: 1 },
      { actorId: "god", type: "amend" },
      { ...amend(["cakes"], 1), type: "mend" },
    ] as ActionBase[])
      assert.equal(reasonOf(decideGod(engine, start, action, KEY)), "invalid_action", JSON.stringify(action));
  });

  it("[K37] a refusal is a sentence, and the frame is untouched", () => {
    const before = structuredClone(start);
    const refusal = decideGod(engine, start, amend(["cakes"], -1), KEY) as GodRefusal;
    assert.match(refusal.message, /cannot be fewer than no cakes/);
    assert.deepEqual(start, before);
  });

  it("[K39] changes the state and nothing else", () => {
    const frame = after(start, done(decideGod(engine, start, amend(["members", 0], "zoe"), KEY)));
    assert.equal(frame.minds, start.minds);
    assert.equal(frame.commitment, start.commitment);
    assert.deepEqual(frame.lanes, { "@god": 1 });
  });
});

describe("god actions of a world", () => {
  const pardon = (targetId: string): ActionBase => ({ actorId: "god", type: "pardon", targetId });

  it("[K38] are decided and recorded like any other", () => {
    const draft = done(decideGod(engine, start, pardon("ann"), KEY));
    assert.deepEqual(draft.events, [{ type: "pardoned", whom: "ann" }]);
    const sealed = seal(engine, start, draft, { id: "g", createdAt: 0, rawText: "", salt: "0" });
    const commit = readCommit<Council>(sealed.body);
    assert.deepEqual(commit.by, ["god"]);
    assert.equal(commit.lane, "@god");
    assert.deepEqual(commit.answers, [{ actor: "god", ask: null, by: "god" }]);
    assert.deepEqual(commit.turn.actions, [pardon("ann")]);
    assert.deepEqual(foldCommit(engine, start, commit, sealed.hash), sealed.frame);
    assert.deepEqual(sealed.frame.state.results, ["bob"]);
  });

  it("[K38] roll, settle, and keep their rolls", () => {
    const rolling = loadWorld<Council>(
      {
        ...council,
        god: {
          ...council.god!,
          decide: {
            pardon: (_state, { targetId }, dice) =>
              Array.from({ length: dice.int("pardons", 2, 2) }, () => ({ type: "pardoned" as const, whom: targetId })),
          },
        },
        settle: ({ results }) => (results.includes("ann") ? [] : [{ type: "pardoned", whom: "bob" }]),
      },
      sha256,
    );
    const draft = done(decideGod(rolling, start, pardon("ann"), KEY));
    assert.deepEqual(draft.by, ["god", "god", "settle"]);
    assert.deepEqual(
      draft.rolls.map(({ who, purpose, value }) => [who, purpose, value]),
      [["god", "pardons", 2]],
    );
    const amended = done(decideGod(rolling, start, amend(["results"], []), KEY));
    assert.deepEqual(amended.by, ["god"], "an amendment settles nothing");
  });

  it("[K17] [K38] do not settle when nothing happened", () => {
    const idle = loadWorld<Council>(
      {
        ...council,
        god: { ...council.god!, decide: { pardon: () => [] } },
        settle: () => [{ type: "pardoned", whom: "bob" }],
      },
      sha256,
    );
    assert.deepEqual(done(decideGod(idle, start, pardon("ann"), KEY)).events, []);
  });

  it("[K38] may be given without metadata where an empty one fits, and are recorded with it", () => {
    const withCause = (metadata: TSchema) =>
      loadWorld<Council>(
        { ...council, god: { ...council.god!, actions: { pardon: { targetId: true, metadata } } } } as never,
        sha256,
      );
    const lenient = withCause(Type.Object({ cause: Type.Optional(Type.String()) }, { additionalProperties: false }));
    const [recorded] = done(decideGod(lenient, start, pardon("ann"), KEY)).actions;
    assert.deepEqual(recorded, { ...pardon("ann"), metadata: {} });
    const strict = withCause(Type.Object({ cause: Type.String() }));
    assert.equal(reasonOf(decideGod(strict, start, pardon("ann"), KEY)), "invalid_action");
  });

  it("[K38] are refused with a reason of the world's own", () => {
    const refusal = { reason: "no_cake", message: "No cake is left to pardon for." } as const;
    const strict = loadWorld<Council>(
      { ...council, god: { ...council.god!, decide: { pardon: () => refusal as never } } },
      sha256,
    );
    assert.deepEqual(decideGod(strict, start, pardon("ann"), KEY), refusal);
  });

  it("[K38] a sentence refuses them", () => {
    assert.deepEqual(decideGod(engine, start, pardon("cyn"), KEY), {
      reason: "refused",
      message: "cyn has won nothing.",
    });
  });

  it("[K9] [K38] a rule of theirs that throws is a bug, not a refusal", () => {
    const pardoned = () => {
      throw new RangeError("broken rule");
    };
    const broken = loadWorld<Council>({ ...council, apply: { ...council.apply, pardoned } }, sha256);
    assert.throws(() => decideGod(broken, start, pardon("ann"), KEY), /broken rule/);
  });

  it("[K38] have contracts", () => {
    assert.equal(reasonOf(decideGod(engine, start, { actorId: "god", type: "pardon" }, KEY)), "invalid_action");
    const unknown = decideGod(engine, start, { actorId: "god", type: "toString" }, KEY) as GodRefusal;
    assert.equal(unknown.message, 'There is no god action "toString" here. There are: amend, pardon.');
  });
});

describe("undo", () => {
  it("[K40] takes back what any turn did to the state", () => {
    for (let i = 0; i < 10; i++) {
      const { opened, commits } = playOut(engine, {
        config: { members: ["ann", "bob"], rounds: 4 },
        choose: legally,
        seed: `undo ${i}`,
        turns: 5,
      });
      const frames = [opened.frame, ...commits.map(({ frame }) => frame)];
      const last = frames.at(-1)!;
      const before = frames.at(-2)!;
      const draft = done(undoTurn(engine, last, { before: before.state, after: last.state }));
      assert.deepEqual(draft.after.state, before.state);
      assert.equal(draft.after.minds, last.minds);
    }
  });

  it("[K40] takes back an older turn where its places are still as it left them, and keeps the rest", () => {
    const one = after(start, done(decideGod(engine, start, amend(["cakes"], 9), KEY)));
    const two = after(one, done(decideGod(engine, one, amend(["votes", "ann"], "bob"), KEY)));
    const draft = done(undoTurn(engine, two, { before: start.state, after: one.state }));
    assert.deepEqual(draft.after.state, { ...start.state, votes: { ann: "bob" } });
    const undone = after(two, draft);
    const redone = done(undoTurn(engine, undone, { before: two.state, after: undone.state }));
    assert.deepEqual(redone.after.state, two.state);
  });

  it("[K40] leaves what the world says outlasts a turn, and later items of a list that the turn added to", () => {
    const counting = loadWorld<Council>({ ...council, undone: (before, { round }) => ({ ...before, round }) }, sha256);
    const noted = (frame: Frame<Council>, value: string) =>
      after(frame, done(decideGod(engine, frame, amend(["results", frame.state.results.length], value), KEY)));
    const moved = after(start, done(decideGod(engine, start, amend(["round"], start.state.round + 1), KEY)));
    const one = noted(moved, "cyn");
    const two = noted(one, "bob");
    const draft = done(undoTurn(counting, two, { before: start.state, after: one.state }));
    assert.deepEqual(draft.after.state, {
      ...start.state,
      round: start.state.round + 1,
      results: [...start.state.results, "bob"],
    });
  });

  it("[K40] is refused where a place has changed since, and where nothing was changed", () => {
    const one = after(start, done(decideGod(engine, start, amend(["cakes"], 9), KEY)));
    const two = after(one, done(decideGod(engine, one, amend(["cakes"], 4), KEY)));
    assert.equal(reasonOf(undoTurn(engine, two, { before: start.state, after: one.state })), "changed_since");
    assert.equal(reasonOf(undoTurn(engine, two, { before: one.state, after: one.state })), "no_such_place");
    const [gone] = [after(two, done(decideGod(engine, two, amend(["votes"]), KEY)))];
    const added = { ...start.state, votes: { ann: "bob" } };
    assert.equal(reasonOf(undoTurn(engine, gone, { before: added, after: start.state })), "no_such_place");
  });

  it("[K40] is refused where the world would no longer hold together", () => {
    assert.equal(
      reasonOf(undoTurn(engine, start, { before: { ...start.state, cakes: -1 }, after: start.state })),
      "breaks_world",
    );
  });
});

describe("reveal", () => {
  it("[K24] changes neither state nor minds, and moves the commitment", () => {
    const revealed = {
      type: "@revealed",
      commitment: start.commitment,
      seed: "s",
      nonce: "n",
      next: "f".repeat(64),
    } as const;
    assert.equal(step(engine, start, revealed), start);
    assert.equal(commitmentAfter(start.commitment, [revealed, { type: "looked" }]), revealed.next);
    assert.equal(commitmentAfter(start.commitment, [{ type: "looked" }]), start.commitment);
    const draft: Draft<Council> = {
      lane: "@god",
      actions: [],
      validation: [],
      events: [revealed],
      by: ["god"],
      answers: [],
      rolls: [],
      after: start,
      percepts: [],
    };
    const sealed = seal(engine, start, draft, { id: "r", createdAt: 0, rawText: "", salt: "0" });
    assert.equal(sealed.frame.commitment, revealed.next);
    assert.deepEqual(foldCommit(engine, start, readCommit(sealed.body), sealed.hash), sealed.frame);
  });
});
