// The public face for batches: what is valid is told, only that is applied, and both roll alike.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type Action,
  applyActions,
  keyedDice,
  loadWorld,
  stateHash,
  streamsOf,
  type Validation,
  validateActions,
} from "@orrery/kernel";
import { sha256, spoil, unplugged } from "@orrery/kernel/testing";
import fc from "fast-check";
import { type Council, council } from "./worlds/council.ts";
import { type DiceTable, diceTable } from "./worlds/dice-table.ts";

const engine = loadWorld<Council>(council, sha256);
const table = loadWorld<DiceTable>(diceTable, sha256);
const streams = streamsOf(sha256, { seed: "batch", salt: "0", lane: "council", depth: 0 });
const members = ["ann", "bob", "cyn"];
const opened = council.open({ members });
const vote = (actorId: string, name: string): Action<Council> => ({ actorId, type: "vote", metadata: { for: name } });
const take = (actorId: string): Action<Council> => ({ actorId, type: "take", metadata: { haste: 0 } });
const roll = (sides: number): Action<DiceTable> => ({ actorId: "ann", type: "roll", metadata: { sides } });
const reasons = (results: readonly Validation[]) => results.map(({ reason }) => reason ?? null);

describe("validateActions", () => {
  it("[K41] judges each on the state that the valid ones before it leave", () => {
    const actions = [
      vote("ann", "zoe"),
      vote("ann", "bob"),
      vote("ann", "cyn"),
      take("bob"),
      take("cyn"),
      "nonsense",
      take("eve"),
    ];
    const results = validateActions(engine, opened, actions, streams);
    assert.deepEqual(reasons(results), [
      "no_such_member",
      null,
      "voted_already",
      null,
      "no_cake_left",
      "invalid_action",
      "not_asked",
    ]);
    assert.deepEqual(
      results.map(({ actionIndex }) => actionIndex),
      [0, 1, 2, 3, 4, 5, 6],
    );
    for (const { success, reason, message } of results)
      assert.equal(success, reason === undefined && message === undefined);
    assert.equal(results[2]!.message, "You have voted for bob.");
  });

  it("[K41] holds back what hangs on an action of the same actor that is not valid", () => {
    const hanging = loadWorld<Council>(
      { ...council, hangsOn: (later, earlier) => later === "take" && earlier === "vote" },
      sha256,
    );
    const actions = [vote("ann", "zoe"), take("ann"), take("bob")];
    const results = validateActions(hanging, opened, actions, streams);
    assert.deepEqual(reasons(results), ["no_such_member", "held_back", null]);
    assert.equal(applyActions(hanging, opened, actions, results, streams).cakes, opened.cakes - 1);
  });

  it("[K41] changes nothing, and gives the same again", () => {
    const before = stateHash(sha256, opened);
    const actions = [vote("ann", "bob"), take("bob")];
    assert.deepEqual(
      validateActions(engine, opened, actions, streams),
      validateActions(engine, opened, actions, streams),
    );
    assert.equal(stateHash(sha256, opened), before);
  });

  it("[K41] throws at nothing that comes from outside", () => {
    const anything = fc.oneof(
      fc.anything({
        withBigInt: true,
        withDate: true,
        withMap: true,
        withNullPrototype: true,
        withSparseArray: true,
        withTypedArray: true,
      }),
      fc
        .nat()
        .map((n) =>
          spoil(
            vote("ann", "bob"),
            members,
            keyedDice(sha256, { seed: `${n}`, salt: "0", lane: "l", depth: 0 }, "spoil"),
          ),
        ),
    );
    fc.assert(
      fc.property(fc.array(anything, { maxLength: 5 }), (actions) => {
        const results = validateActions(engine, opened, actions, streams);
        assert.equal(results.length, actions.length);
        assert.ok(
          results.every(({ success, reason, message }) => success || (reason && message && message.length < 500)),
        );
        const state = applyActions(engine, opened, actions, results, streams);
        if (results.every(({ success }) => !success)) assert.equal(state, opened);
      }),
      { numRuns: 400 },
    );
  });

  it("[K41] takes an empty batch", () => {
    assert.deepEqual(validateActions(engine, opened, [], streams), []);
    assert.equal(applyActions(engine, opened, [], [], streams), opened);
  });
});

describe("applyActions", () => {
  const rolls = [roll(1000), roll(0), roll(1000), roll(1000)];
  const start = diceTable.open({ luck: 1 }, streams("world"));

  it("[K42] applies what was valid and nothing else", () => {
    const actions = [vote("ann", "bob"), vote("bob", "zoe"), take("cyn")];
    const state = applyActions(engine, opened, actions, validateActions(engine, opened, actions, streams), streams);
    assert.deepEqual(state, { ...opened, votes: { ann: "bob" }, acted: ["ann", "cyn"], cakes: 0 });
  });

  it("[K42] rolls as validation rolled, and again the same", () => {
    const results = validateActions(table, start, rolls, streams);
    assert.deepEqual(reasons(results), [null, "bad_die", null, null]);
    const once = applyActions(table, start, rolls, results, streams);
    const stream = streams("ann");
    assert.deepEqual(
      once.rolls,
      [1, 2, 3].map(() => stream.int("roll", 1, 1000)),
    );
    assert.deepEqual(applyActions(table, start, rolls, results, streams), once);
    const elsewhere = streamsOf(sha256, { seed: "batch", salt: "1", lane: "council", depth: 0 });
    assert.notDeepEqual(
      applyActions(table, start, rolls, validateActions(table, start, rolls, elsewhere), elsewhere),
      once,
    );
  });

  it("[K42] what a result holds back is still decided, so later rolls stay the same", () => {
    const results = validateActions(table, start, rolls, streams);
    const all = applyActions(table, start, rolls, results, streams);
    const held = results.map((result) =>
      result.actionIndex === 0 ? { actionIndex: 0, success: false, reason: "held_back" } : result,
    );
    assert.deepEqual(applyActions(table, start, rolls, held, streams).rolls, all.rolls.slice(1));
  });

  it("[K42] throws when results and actions do not match", () => {
    const actions = [vote("ann", "bob"), vote("ann", "zoe")];
    const results = validateActions(engine, opened, actions, streams);
    const wrong: Validation[][] = [
      [],
      results.slice(0, 1),
      [...results, { actionIndex: 2, success: true }],
      results.toReversed(),
      results.map(({ actionIndex }) => ({ actionIndex, success: true })),
    ];
    for (const given of wrong) assert.throws(() => applyActions(engine, opened, actions, given, streams), RangeError);
  });

  it("[K43] has no settling and no memories, and a failed attempt costs nothing", () => {
    const actions = [vote("ann", "bob"), vote("bob", "bob"), vote("cyn", "bob")];
    const state = applyActions(engine, opened, actions, validateActions(engine, opened, actions, streams), streams);
    assert.equal(state.round, 1);
    const failing = [take("ann"), take("bob")];
    const after = applyActions(engine, opened, failing, validateActions(engine, opened, failing, streams), streams);
    assert.deepEqual(after.acted, ["ann"]);
  });

  it("[K42] [K25] needs nothing from outside", () => {
    unplugged(() => applyActions(table, start, rolls, validateActions(table, start, rolls, streams), streams));
  });
});
