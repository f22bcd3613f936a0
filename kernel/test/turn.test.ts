// One window becomes one turn: contracts, admission, answers of several actions, order, settling.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type Action,
  ActionSchema,
  type ActorId,
  type Answer,
  actionProblem,
  canonical,
  checker,
  type Draft,
  decideTurn,
  type Engine,
  type Frame,
  foldTurn,
  keyedDice,
  loadWorld,
  type Origin,
  plainProblem,
  refuse,
  type Shape,
  seal,
  streamsOf,
  truthAfter,
  validateActions,
  viewOf,
  type World,
  windowsOf,
} from "@orrery/kernel";
import { askFor, frameAt, scenario, sha256, spoil } from "@orrery/kernel/testing";
import fc from "fast-check";
import { type Council, council } from "./worlds/council.ts";
import { type DiceTable, diceTable } from "./worlds/dice-table.ts";
import { type Relay, relay } from "./worlds/relay.ts";

const engine = loadWorld<Council>(council, sha256);
const table = loadWorld<DiceTable>(diceTable, sha256);
const three = { members: ["ann", "bob", "cyn"] };
const opened = (config: Council["config"] = three) => frameAt(engine, council.open(config));
const vote = (actorId: ActorId, name: string): Action<Council> => ({ actorId, type: "vote", metadata: { for: name } });
const take = (actorId: ActorId, haste = 0): Action<Council> => ({ actorId, type: "take", metadata: { haste } });

function answer<S extends Shape>(of: Engine<S>, frame: Frame<S>, actor: ActorId, ...actions: unknown[]): Answer<S> {
  const type = (actions[0] as { type?: string } | undefined)?.type ?? "";
  const ask = askFor(of, frame.state, actor, type) ?? of.world.asks(frame.state).find(({ to }) => to === actor) ?? null;
  return { actor, ask, actions, provenance: { actor, ask: ask?.id ?? null, by: "agent" } };
}
const decide = (frame: Frame<Council>, given: Answer<Council>[], salt = "0", of = engine): Draft<Council> =>
  decideTurn(of, frame, "council", given, { seed: "test", salt });
const tryOne = (actor: ActorId, ...actions: unknown[]) =>
  decide(opened(), [answer(engine, opened(), actor, ...actions)]);
const reasons = (draft: Draft<Council>) => draft.validation.map(({ reason }) => reason ?? null);

describe("contracts", () => {
  const fine = vote("ann", "bob");
  const bad: [string, unknown, RegExp][] = [
    ["null", null, /action must be object/],
    ["a text", "vote bob", /action must be object/],
    ["a list", [fine], /action must be object/],
    ["nothing in it", {}, /required .*actorId, type/],
    ["another field", { ...fine, because: 1 }, /^action has no field "because"\.$/],
    ["two other fields", { ...fine, id: 1, reason: 2 }, /no field "id"/],
    [
      "another field in metadata",
      { ...fine, metadata: { for: "bob", by: "ann" } },
      /^action\.metadata has no field "by"\.$/,
    ],
    ["no metadata", { actorId: "ann", type: "vote" }, /metadata/],
    ["metadata that is null", { ...fine, metadata: null }, /action\.metadata must be/],
    ["metadata that is a list", { ...fine, metadata: [] }, /action\.metadata must be/],
    ["a number for a text", { ...fine, metadata: { for: 1 } }, /action\.metadata\.for must be string/],
    [
      "a text for a number",
      { actorId: "ann", type: "take", metadata: { haste: "1" } },
      /metadata\.haste must be integer/,
    ],
    [
      "a fraction for an integer",
      { actorId: "ann", type: "take", metadata: { haste: 0.5 } },
      /metadata\.haste must be integer/,
    ],
    ["a part the contract does not name", { ...fine, targetId: "bob" }, /^action has no field "targetId"\.$/],
    ["a part that is missing", { actorId: "ann", type: "look" }, /locationId/],
    ["an empty id", { ...fine, actorId: "" }, /action\.actorId/],
    ["an id of 201 letters", { ...fine, actorId: "a".repeat(201) }, /action\.actorId/],
    ["a field that is undefined", { ...fine, targetId: undefined }, /action\.targetId is undefined/],
    ["NaN", { actorId: "ann", type: "take", metadata: { haste: Number.NaN } }, /haste is NaN/],
    ["-0", { actorId: "ann", type: "take", metadata: { haste: -0 } }, /haste is -0/],
    ["an unpaired surrogate", { ...fine, metadata: { for: "\ud800" } }, /metadata\.for holds an unpaired surrogate/],
    [
      "a prototype key",
      JSON.parse('{"actorId":"ann","type":"vote","metadata":{"for":"bob","__proto__":{"for":"ann"}}}'),
      /"__proto__", which is reserved/,
    ],
    [
      "a prototype key at the top",
      JSON.parse('{"actorId":"ann","type":"vote","metadata":{"for":"bob"},"constructor":1}'),
      /"constructor", which is reserved/,
    ],
    [
      "an instance",
      {
        ...fine,
        metadata: new (class Vote {
          for = "bob";
        })(),
      },
      /not a plain object/,
    ],
    [
      "a type that does not exist",
      { ...fine, type: "fly" },
      /^There is no action "fly" here\. There are: vote, take, look\.$/,
    ],
    ["a type of every object", { ...fine, type: "toString" }, /There is no action "toString"/],
    ["the type of an event", { ...fine, type: "@amended" }, /There is no action/],
  ];
  for (const [name, action, message] of bad)
    it(`[K1] [K2] refuses ${name}`, () => {
      const draft = tryOne("ann", action);
      assert.deepEqual(reasons(draft), ["invalid_action"]);
      assert.match(draft.validation[0]!.message!, message);
      assert.deepEqual(draft.events, []);
    });

  it("[K1] takes what JSON carries: a megabyte of text, control characters, any plane", () => {
    for (const note of ["x".repeat(2 ** 20), "\u0000\u001b[31m\u007f\u2028", "\u{1f600}\u0301", ""]) {
      const action = { ...vote("ann", "bob"), metadata: { for: "bob", note } };
      const draft = tryOne("ann", action);
      assert.deepEqual(reasons(draft), [null]);
      const { body } = seal(engine, opened(), draft, { id: "1", createdAt: 0, rawText: note, salt: "0" });
      assert.equal(JSON.parse(body).turn.actions[0].metadata.note, note);
    }
  });

  it("[K1] answers a megabyte of nonsense with one short sentence", () => {
    const long = "k".repeat(2 ** 20);
    for (const action of [
      { ...vote("ann", "bob"), [long]: 1 },
      { ...vote("ann", "bob"), metadata: { for: "bob", [long]: 1 } },
      { ...vote("ann", "bob"), metadata: { [long]: Number.NaN } },
      long,
      { actorId: long, type: long },
    ]) {
      const [validation] = tryOne("ann", action).validation;
      assert.equal(validation!.reason, "invalid_action");
      assert.ok(validation!.message!.length < 500, `${validation!.message!.length} characters`);
      assert.ok(validation!.message!.isWellFormed());
    }
  });

  it("[K2] takes the parts that the contract names, the optional one or not", () => {
    for (const parts of [{ locationId: "hall" }, { locationId: "hall", targetId: "bob" }])
      assert.deepEqual(reasons(tryOne("ann", { actorId: "ann", type: "look", ...parts })), ["not_asked"]);
  });

  it("[K3] judges a configuration", () => {
    assert.equal(engine.configProblem(three), null);
    for (const config of [null, {}, { members: [] }, { members: [1] }, { ...three, cake: 1 }])
      assert.equal(typeof engine.configProblem(config), "string", JSON.stringify(config));
  });
});

describe("reserved names", () => {
  const odd: [string, Partial<Record<keyof World<Council>, unknown>>][] = [
    ["an action", { actions: { ...council.actions, "@vote": {} } }],
    ["an event", { apply: { ...council.apply, "@amended": council.apply.looked } }],
    ["a god action", { god: { actions: { "@pardon": {} }, decide: {} } }],
    ["a god action that every world has", { god: { actions: { amend: {} }, decide: {} } }],
  ];
  for (const [name, part] of odd)
    it(`[K47] a world with ${name} of a reserved name is not loaded`, () => {
      assert.throws(() => loadWorld({ ...council, ...part } as World<Council>, sha256), /^Error: council: /);
    });
});

describe("admission", () => {
  it("[K4] judges contract, then seat, then the world's check, then the ask", () => {
    const misfit = { actorId: "bob", type: "vote", metadata: { for: 1 } };
    assert.deepEqual(reasons(tryOne("ann", misfit)), ["invalid_action"]);
    assert.deepEqual(reasons(tryOne("ann", vote("bob", "zoe"))), ["not_your_seat"]);
    assert.deepEqual(reasons(tryOne("eve", vote("eve", "zoe"))), ["no_such_member"]);
    assert.deepEqual(reasons(tryOne("eve", vote("eve", "ann"))), ["not_asked"]);
  });

  it("[K5] hands `check` the view, and words the refusal from it", () => {
    const seen: unknown[] = [];
    const spying: World<Council> = {
      ...council,
      check: {
        ...council.check,
        vote: (view, action) => {
          seen.push(view);
          return council.check.vote(view, action);
        },
      },
    };
    const frame = opened();
    const draft = decide(frame, [answer(engine, frame, "ann", vote("ann", "zoe"))], "0", loadWorld(spying, sha256));
    assert.deepEqual(seen, [council.view(frame.state, "ann", { heard: 0 })]);
    assert.equal(draft.validation[0]!.message, "zoe does not sit here: ann, bob, cyn do.");
  });

  it("[K6] nobody acts for another, whether asked or not", () => {
    assert.deepEqual(reasons(tryOne("ann", vote("bob", "ann"))), ["not_your_seat"]);
    assert.deepEqual(reasons(tryOne("eve", vote("ann", "ann"))), ["not_your_seat"]);
    assert.deepEqual(reasons(tryOne("ann", vote("ann", "ann"), vote("bob", "ann"))), ["held_back", "not_your_seat"]);
  });

  it("[K6] nobody acts who is not asked, nor in what the ask does not allow", () => {
    assert.deepEqual(reasons(tryOne("eve", take("eve"))), ["not_asked"]);
    assert.deepEqual(reasons(tryOne("ann", { actorId: "ann", type: "look", locationId: "hall" })), ["not_asked"]);
  });

  it("[K6] every event names the action, or the settling, that it comes from", () => {
    const frame = opened();
    const draft = decide(
      frame,
      ["ann", "bob", "cyn"].map((who) => answer(engine, frame, who, vote(who, "bob"))),
    );
    assert.deepEqual(draft.by, [0, 1, 2, "settle"]);
    for (const [i, event] of draft.events.entries()) {
      const origin: Origin = draft.by[i]!;
      if (typeof origin === "number" && event.type === "voted") assert.equal(draft.actions[origin]!.actorId, event.by);
    }
  });

  it("[K7] a refused action leaves state, minds, lanes and truth as they were, and one verdict", () => {
    const frame = opened();
    for (const action of [vote("ann", "zoe"), vote("bob", "ann"), "vote", { ...take("ann"), extra: 1 }]) {
      const draft = decide(frame, [answer(engine, frame, "ann", action)]);
      const sealed = seal(engine, frame, draft, { id: "1", createdAt: 0, rawText: "", salt: "0" });
      assert.equal(sealed.frame.state, frame.state);
      assert.equal(sealed.frame.minds, frame.minds);
      assert.equal(sealed.frame.lanes, frame.lanes);
      assert.equal(truthAfter(sha256, "truth", JSON.parse(sealed.body)), "truth");
      assert.notEqual(sealed.hash, frame.hash);
      const { validation } = JSON.parse(sealed.body).turn;
      assert.equal(validation.length, 1);
      assert.equal(validation[0].success, false);
    }
  });

  it("[K8] a failure happened: its events are applied, and its sentence is worded from the view after it", () => {
    scenario(engine)
      .given({ config: { ...three, cakes: 0 } })
      .when(take("ann"))
      .failed("no_cake_left", { type: "reached", by: "ann" });
    const frame = opened({ ...three, cakes: 0 });
    const draft = decide(frame, [answer(engine, frame, "ann", take("ann"))]);
    assert.deepEqual(draft.validation, [
      { actionIndex: 0, success: false, reason: "no_cake_left", message: "The plate is empty (1)." },
    ]);
    assert.deepEqual(draft.after.state.acted, ["ann"]);
  });

  it("[K9] an admitted action without an event is a bug, and so is a rule that throws", () => {
    const frame = opened();
    const broken = (vote: World<Council>["decide"]["vote"]) =>
      loadWorld<Council>({ ...council, decide: { ...council.decide, vote } }, sha256);
    const given = [answer(engine, frame, "ann", vote("ann", "bob"))];
    assert.throws(
      () =>
        decide(
          frame,
          given,
          "0",
          broken(() => []),
        ),
      /"vote" was admitted and decided without an event/,
    );
    assert.throws(
      () =>
        decide(
          frame,
          given,
          "0",
          broken(() => {
            throw new TypeError("broken rule");
          }),
        ),
      /broken rule/,
    );
  });

  it("[K9] so is a failure without an event", () => {
    const take = () => ({ failed: { reason: "no_cake_left", data: {} }, events: [] }) as never;
    const broken = loadWorld<Council>({ ...council, decide: { ...council.decide, take } }, sha256);
    const given = [answer(engine, opened(), "ann", { actorId: "ann", type: "take", metadata: { haste: 0 } })];
    assert.throws(() => decide(opened(), given, "0", broken), /decided without an event/);
  });

  it("[K9] no mistake of a player throws, in a window with a priority either", () => {
    const frame = opened();
    for (const odd of [
      null,
      { actorId: "bob", type: "take" },
      { actorId: "bob", type: "take", metadata: { haste: "much" } },
      { actorId: "bob", type: "toString" },
    ]) {
      const draft = decide(frame, [
        answer(engine, frame, "ann", vote("ann", "bob")),
        answer(engine, frame, "bob", odd),
      ]);
      assert.equal(draft.validation.filter(({ success }) => success).length, 1);
      assert.equal(draft.validation.filter(({ reason }) => reason === "invalid_action").length, 1);
    }
  });

  it("[K10] every verdict has its own index, and those on no action at all come last", () => {
    for (const salt of ["0", "1", "2", "3", "4", "5"]) {
      const frame = opened();
      const given = [
        answer(engine, frame, "ann", "nonsense", vote("ann", "bob")),
        answer(engine, frame, "bob", vote("bob", "ann")),
        answer(engine, frame, "cyn", 7),
      ];
      const draft = decide(frame, given, salt);
      assert.deepEqual(
        draft.validation.map(({ actionIndex }) => actionIndex),
        [0, 1, 2, 3],
      );
      assert.deepEqual(draft.actions, [vote("bob", "ann")]);
      assert.deepEqual(draft.validation[0], { actionIndex: 0, success: true });
      assert.deepEqual(reasons(draft).slice(1).sort(), ["held_back", "invalid_action", "invalid_action"]);
    }
  });
});

describe("answers of several actions", () => {
  it("[K11] most: an answer that holds more is refused whole", () => {
    const given = answer(engine, opened(), "ann", vote("ann", "zoe"), take("ann"));
    const draft = decide(opened(), [{ ...given, ask: { ...given.ask!, most: 1 } }]);
    assert.deepEqual(reasons(draft), ["invalid_action", "invalid_action"]);
    assert.deepEqual(draft.events, []);
    assert.match(draft.validation[0]!.message!, /at most 1 here/);
    const fits = decide(opened(), [{ ...given, ask: { ...given.ask!, most: 2 } }]);
    assert.ok(!reasons(fits).includes("invalid_action"), "as many as it may hold are judged one by one");
  });

  it("[K11] all: one refused holds the others back", () => {
    assert.deepEqual(reasons(tryOne("ann", take("ann"), vote("ann", "zoe"))), ["held_back", "no_such_member"]);
    assert.deepEqual(tryOne("ann", take("ann"), vote("ann", "zoe")).events, []);
  });

  it("[K11] all: each is admitted against the view at the asking, not against what the others did", () => {
    const draft = tryOne("ann", vote("ann", "bob"), vote("ann", "cyn"));
    assert.deepEqual(reasons(draft), [null, null]);
    assert.deepEqual(draft.events, [
      { type: "voted", by: "ann", for: "bob" },
      { type: "voted", by: "ann", for: "cyn" },
    ]);
  });

  it("[K11] an answer with something that is no action is refused whole", () => {
    const draft = tryOne("ann", vote("ann", "bob"), null);
    assert.deepEqual(reasons(draft), ["held_back", "invalid_action"]);
    assert.deepEqual(draft.events, []);
    assert.deepEqual(draft.actions, []);
  });

  const roll = (sides: number): Action<DiceTable> => ({ actorId: "ann", type: "roll", metadata: { sides } });
  const stop: Action<DiceTable> = { actorId: "ann", type: "stop" };

  it("[K12] each: refusals and failures do not stop the rest", () => {
    scenario(table)
      .given({ config: { luck: 1 } })
      .rolling(4, 1, ["roll", 6])
      .when(roll(6), roll(0), roll(6), roll(6))
      .decides(
        [null, "bad_die", "slipped", null],
        { type: "rolled", value: 4 },
        { type: "slipped" },
        { type: "rolled", value: 6 },
      );
  });

  it("[K12] each: what hangs on a refusal or failure is held back, and what hangs on that; nothing before it, nothing else", () => {
    const hanging = loadWorld<DiceTable>(
      {
        ...diceTable,
        hangsOn: (later, earlier) =>
          (earlier === "roll" && later === "peek") || (earlier === "peek" && later === "stop"),
      },
      sha256,
    );
    const peek: Action<DiceTable> = { actorId: "ann", type: "peek" };
    const frame = frameAt(hanging, { rolls: [], luck: 1, stopped: false });
    const after = (...actions: Action<DiceTable>[]) => {
      const { validation, events } = decideTurn(hanging, frame, "table", [answer(hanging, frame, "ann", ...actions)], {
        seed: "s",
        salt: "0",
      });
      return [validation.map(({ reason }) => reason ?? null), events.length] as const;
    };
    assert.deepEqual(after(peek, roll(0), peek, stop), [[null, "bad_die", "held_back", "held_back"], 1]);
    assert.deepEqual(after(roll(0), stop), [["bad_die", null], 1]);
    assert.deepEqual(after(peek, stop), [[null, null], 2]);
    scenario(hanging)
      .given({ config: { luck: 1 } })
      .rolling(1)
      .when(roll(6), peek)
      .decides(["slipped", "held_back"], { type: "slipped" });
  });

  it("[K12] each: an action is judged on what those before it left", () => {
    scenario(table)
      .given({ config: { luck: 1 } })
      .rolling(3)
      .when(roll(6), stop, roll(6))
      .decides([null, null, "stopped_already"], { type: "rolled", value: 3 }, { type: "stopped" });
  });

  it("[K17] each: settles behind every action that did something, and the next one sees it", () => {
    const before: (string | undefined)[] = [];
    const strict = loadWorld<DiceTable>(
      {
        ...diceTable,
        settle: (state, _dice, _after, next) => {
          before.push(next?.type);
          return state.rolls.length > 0 && !state.stopped ? [{ type: "stopped" }] : [];
        },
      },
      sha256,
    );
    const frame = frameAt(strict, { rolls: [], luck: 1, stopped: false });
    const given = answer(strict, frame, "ann", roll(0), { actorId: "ann", type: "peek" }, roll(6), roll(6));
    const { validation, by } = decideTurn(strict, frame, "table", [given], { seed: "s", salt: "0" });
    assert.deepEqual(
      validation.map(({ reason }) => reason ?? null),
      ["bad_die", null, null, "stopped_already"],
    );
    assert.deepEqual(by, [1, 2, "settle"]);
    assert.deepEqual(before, ["roll", "roll", undefined]);
  });

  it("[K13] each: alone in its window, or it is a bug", () => {
    const frame = frameAt(table, { rolls: [], luck: 1, stopped: false });
    const given = [answer(table, frame, "ann", roll(6)), answer(table, frame, "ann", stop)];
    assert.throws(
      () => decideTurn(table, frame, "table", given, { seed: "s", salt: "0" }),
      /must be alone in its window/,
    );
  });

  it("an answer without actions is a turn in which nothing happened", () => {
    const draft = tryOne("ann");
    assert.deepEqual([draft.actions, draft.validation, draft.events], [[], [], []]);
    assert.equal(draft.answers.length, 1);
  });
});

describe("admission of anything from outside", () => {
  const probe = fc.nat().map((n) => {
    const dice = keyedDice(sha256, { seed: `${n}`, salt: "0", lane: "l", depth: 0 }, "probe");
    const base = dice.pick("base", [
      vote("ann", "bob"),
      take("ann"),
      { actorId: "ann", type: "look", locationId: "hall" },
    ]);
    return dice.int("sound", 0, 3) === 0 ? base : spoil(base, three.members, dice);
  });

  it("[K14] one action alone is judged, decided and settled as it is in company that says nothing", () => {
    const last = frameAt(engine, {
      ...council.open({ members: ["ann", "bob", "cyn"], cakes: 0 }),
      acted: ["bob", "cyn"],
    });
    fc.assert(
      fc.property(probe, fc.constantFrom(opened(), last), (action, frame) => {
        const one = answer(engine, frame, "ann", action);
        const { answers: _, ...alone } = decide(frame, [one]);
        const { answers: __, ...among } = decide(frame, [one, answer(engine, frame, "eve")]);
        assert.deepEqual(alone, among);
      }),
      { numRuns: 500 },
    );
  });

  it("[K1] an action is plain JSON that fits the schema of actions, and has a contract that lets no other field pass", () => {
    const problem = (action: object) => actionProblem(action) ?? engine.contracts.get("vote")!(action);
    const fine = vote("ann", "bob");
    class Vote {
      for = "bob";
    }
    const metadata = { for: "bob" };
    assert.equal(problem({ ...fine, metadata }), null);
    for (const wrong of [{ ...metadata, by: "ann" }, { For: "bob" }, {}, [], null, "bob", new Vote()])
      assert.notEqual(problem({ ...fine, metadata: wrong }), null);
    assert.notEqual(problem({ ...fine, metadata, because: 1 }), null);
    assert.notEqual(problem({ ...fine, metadata, targetId: "bob" }), null);
    assert.notEqual(problem(Object.assign(new Vote(), fine, { metadata })), null);
    assert.notEqual(problem({ ...fine, metadata: { for: "\ud800" } }), null);
    assert.notEqual(problem({ ...fine, actorId: "\ud800" }), null);
    assert.notEqual(problem({ actorId: "ann", type: "vote" }), null);
    const slow = checker(ActionSchema, "action");
    fc.assert(
      fc.property(fc.oneof(probe, fc.anything({ withNullPrototype: true, withDate: true })), (value) => {
        const plain = plainProblem(value, "action") === null;
        assert.equal(actionProblem(value) === null, plain && slow(value) === null);
      }),
      { numRuns: 1000 },
    );
  });

  it("[K1] what is taken in is a copy: nothing hides in it, and nobody changes it later", () => {
    const frame = opened();
    const key = { seed: "s", salt: "0" };
    const seen: object[] = [];
    const watching = loadWorld<Council>(
      {
        ...council,
        check: {
          ...council.check,
          vote(view, action) {
            seen.push(action, action.metadata);
            return council.check.vote(view, action);
          },
        },
      },
      sha256,
    );
    const hiding = <T extends object>(value: T): T => Object.defineProperty(value, "unseen", { value: 1 });
    const given = (to: string, more: object = {}) =>
      hiding({ ...vote("ann", to), metadata: hiding({ for: to, ...more }) });
    // One that was met before and one that was not; one that fits no contract; and two in one answer.
    const lists = [[given("bob")], [given("bob")], [given("bob", { by: "ann" })], [given("bob"), given("eve")]];
    for (const actions of lists) {
      seen.length = 0;
      const draft = decideTurn(watching, frame, "floor", [answer(watching, frame, "ann", ...actions)], key);
      const before = canonical(draft.actions);
      assert.equal(before, canonical(actions));
      for (const { metadata } of actions) metadata.for = "cyn";
      assert.equal(canonical(draft.actions), before);
      const fits = !("by" in actions[0]!.metadata);
      assert.equal(seen.length > 0, fits);
      for (const value of seen) assert.deepEqual(Object.getOwnPropertyNames(value), Object.keys(value));
    }
    seen.length = 0;
    const [result] = validateActions(
      watching,
      frame.state,
      [given("bob")],
      streamsOf(sha256, { ...key, lane: "floor", depth: 0 }),
    );
    assert.deepEqual(result, { actionIndex: 0, success: true });
    for (const value of seen) assert.deepEqual(Object.getOwnPropertyNames(value), Object.keys(value));
    assert.equal(seen.length, 2);
  });
});

describe("windows", () => {
  const members = ["ann", "bob", "cyn", "dan"];

  it("[K49] are the due asks of each lane, and every standing ask alone; a quorum closes one sooner", () => {
    const ask = (id: string, lane: string, more: object = {}) => ({
      id,
      to: id,
      lane,
      may: ["vote"],
      kind: "due",
      ...more,
    });
    const asks = [
      ask("ann", "b"),
      ask("chair", "b", { kind: "standing" }),
      ask("bob", "a", { quorum: 2 }),
      ask("cyn", "b", { to: "ann", may: ["take"] }),
      ask("dan", "a", { quorum: 2 }),
      ask("eve", "a", { quorum: 2 }),
    ];
    const asking = { ...engine, world: { ...council, asks: () => asks } } as unknown as typeof engine;
    const { state } = opened();
    assert.deepEqual(
      windowsOf(asking, state).map(({ lane, kind, asks, quorum }) => [lane, kind, asks.map(({ id }) => id), quorum]),
      [
        ["b", "due", ["ann", "cyn"], 2],
        ["a", "due", ["bob", "dan", "eve"], 2],
        ["b", "standing", ["chair"], 1],
      ],
    );
    assert.equal(askFor(asking, state, "ann", "take")?.id, "cyn");
    assert.equal(askFor(asking, state, "ann")?.id, "ann");
    assert.equal(askFor(asking, state, "chair", "vote")?.kind, "standing");
    assert.equal(askFor(asking, state, "chair", "take"), null);
  });

  it("[K50] a turn brings what everyone perceives of it, as folding it again does", () => {
    const frame = opened();
    const draft = decide(
      frame,
      three.members.map((who) => answer(engine, frame, who, vote(who, "bob"))),
    );
    const sealed = seal(engine, frame, draft, { id: "1-a", createdAt: 1, rawText: "", salt: "0" });
    const again = foldTurn(engine, frame, sealed.commit, sealed.hash);
    assert.ok(draft.percepts.length > 0);
    assert.deepEqual(draft.percepts, again.percepts);
    assert.deepEqual(sealed.frame, again.frame);
  });

  it("[K14] the view that was answered to is not made again, but at its own frame alone", () => {
    const frame = opened();
    const [mine, other] = [
      answer(engine, frame, "ann", vote("ann", "bob")),
      answer(engine, frame, "bob", vote("bob", "bob")),
    ];
    const made: ActorId[] = [];
    const view: typeof council.view = (state, who, mind) => {
      made.push(who);
      return council.view(state, who, mind);
    };
    const counting = { ...engine, world: { ...council, view } };
    const saw = { frame, view: viewOf(engine, frame, "ann") };
    const elsewhere = { frame: opened(), view: { ...saw.view, members: [] } };
    for (const given of [[mine], [mine, other]]) {
      const plain = decide(frame, given);
      assert.deepEqual(decide(frame, [{ ...mine, saw }, ...given.slice(1)], "0", counting), plain);
      assert.deepEqual(
        made.splice(0),
        given.slice(1).map(({ actor }) => actor),
      );
      assert.deepEqual(decide(frame, [{ ...mine, saw: elsewhere }, ...given.slice(1)], "0", counting), plain);
      assert.ok(made.splice(0).includes("ann"));
    }
  });

  it("[K14] window-mates are admitted against the view at the asking", () => {
    const frame = opened({ members });
    const draft = decide(
      frame,
      members.map((who) => answer(engine, frame, who, vote(who, "ann"))),
    );
    assert.deepEqual(reasons(draft), [null, null, null, null]);
  });

  it("[K14] not even where the view would tell: what a mate did is not seen until the turn is over", () => {
    const take: World<Council>["check"]["take"] = ({ heard }) => (heard > 0 ? refuse("no_cake_left", {}) : null);
    const shy = loadWorld<Council>({ ...council, check: { ...council.check, take } }, sha256);
    const frame = opened({ members, cakes: 9 });
    const draft = decide(
      frame,
      members.map((who) => answer(shy, frame, who, { actorId: who, type: "take", metadata: { haste: 0 } })),
      "0",
      shy,
    );
    assert.deepEqual(reasons(draft), [null, null, null, null]);
    assert.equal(draft.events.filter(({ type }) => type === "took").length, 4);
  });

  it("[K14] a conflict between them is a failure with an event, not a refusal", () => {
    const frame = opened({ members, cakes: 1 });
    const draft = decide(
      frame,
      members.map((who) => answer(engine, frame, who, take(who))),
    );
    assert.deepEqual(reasons(draft), [null, "no_cake_left", "no_cake_left", "no_cake_left"]);
    assert.deepEqual(
      draft.events.map(({ type }) => type),
      ["took", "reached", "reached", "reached", "closed"],
    );
  });

  it("[K15] priority goes first, by the best action of an answer", () => {
    const frame = opened({ members });
    for (const salt of ["0", "1", "2", "3"]) {
      const given = [
        answer(engine, frame, "ann", take("ann", 1)),
        answer(engine, frame, "bob", take("bob", 3)),
        answer(engine, frame, "cyn", take("cyn", 2), take("cyn", 9)),
        answer(engine, frame, "dan", take("dan", 2)),
      ];
      assert.deepEqual(
        decide(frame, given, salt).actions.map(({ actorId }) => actorId),
        ["cyn", "cyn", "bob", "dan", "ann"],
      );
    }
  });

  it("[K15] the order of arrival has no part in it", () => {
    const frame = opened({ members });
    const order = (arrived: readonly ActorId[]) =>
      decide(
        frame,
        arrived.map((who) => answer(engine, frame, who, take(who))),
      ).actions;
    const expected = order(members);
    for (const arrived of [members.toReversed(), ["cyn", "ann", "dan", "bob"], ["dan", "cyn", "ann", "bob"]])
      assert.deepEqual(order(arrived), expected);
  });

  it("[K16] each seat comes first, and last, equally often", () => {
    const first = new Map<string, number>();
    const last = new Map<string, number>();
    const count = 1200;
    const frame = opened({ members });
    const given = members.map((who) => answer(engine, frame, who, take(who)));
    for (let i = 0; i < count; i++) {
      const actors = decide(frame, given, `salt ${i}`).actions.map(({ actorId }) => actorId);
      first.set(actors[0]!, (first.get(actors[0]!) ?? 0) + 1);
      last.set(actors[3]!, (last.get(actors[3]!) ?? 0) + 1);
    }
    for (const counts of [first, last])
      for (const who of members)
        assert.ok(
          Math.abs(counts.get(who)! - count / 4) < 4 * Math.sqrt((count * 3) / 16),
          `${who}: ${counts.get(who)}`,
        );
  });

  it("[K16] the order moves from turn to turn of one run", () => {
    const orders = new Set<string>();
    for (let depth = 0; depth < 20; depth++) {
      const frame = { ...opened({ members }), lanes: { council: depth } };
      orders.add(
        decide(
          frame,
          members.map((who) => answer(engine, frame, who, take(who))),
        )
          .actions.map(({ actorId }) => actorId)
          .join(),
      );
    }
    assert.ok(orders.size > 8, `${orders.size} orders in 20 turns`);
  });

  it("[K17] settles once, after all actions, and only when something happened", () => {
    let settled = 0;
    const counting = loadWorld<Council>(
      {
        ...council,
        settle: (state, dice) => {
          settled++;
          return council.settle(state, dice);
        },
      },
      sha256,
    );
    const frame = opened();
    decide(frame, [answer(engine, frame, "ann", vote("ann", "zoe"))], "0", counting);
    decide(
      frame,
      three.members.map((who) => answer(engine, frame, who, vote(who, "zoe"))),
      "0",
      counting,
    );
    assert.equal(settled, 0);
    const draft = decide(
      frame,
      three.members.map((who) => answer(engine, frame, who, vote(who, "cyn"))),
      "0",
      counting,
    );
    assert.equal(settled, 1);
    assert.deepEqual(draft.events.at(-1), { type: "closed", winner: "cyn" });
  });
});

describe("lanes", () => {
  const races = loadWorld<Relay>(relay, sha256);
  const run = (frame: Frame<Relay>, lane: string, actor = lane, type = "run") => {
    const given = answer(races, frame, actor, { actorId: actor, type });
    const draft = decideTurn(races, frame, lane, [given], { seed: "race", salt: "0" });
    return seal(races, frame, draft, { id: "1", createdAt: 0, rawText: "", salt: "0" });
  };
  const order = (frame: Frame<Relay>, lanes: readonly string[]) =>
    lanes.reduce((at, lane) => (lane === "crowd" ? run(at, "stands", "crowd", "heckle") : run(at, lane)).frame, frame);

  it("[K18] [K21] whichever lane is faster, both end alike, and so does what joins them", () => {
    const start = frameAt(races, relay.open({ teams: ["red", "blue"] }));
    const [a, b, c] = [
      ["red", "red", "red", "blue", "blue", "blue"],
      ["blue", "red", "blue", "red", "blue", "red"],
      ["blue", "crowd", "blue", "blue", "crowd", "red", "red", "red"],
    ].map((lanes) => order(start, lanes).state);
    assert.deepEqual(a, b);
    assert.deepEqual({ ...c, heckles: 0 }, a);
    assert.notEqual(a!.prize, null);
  });

  it("[K20] a lane's depth counts its turns with events, and no other lane's", () => {
    const start = frameAt(races, relay.open({ teams: ["red", "blue"] }));
    assert.deepEqual(order(start, ["red", "blue", "red", "crowd"]).lanes, { red: 2, blue: 1, stands: 1 });
    const refused = run(order(start, ["red", "red", "red"]), "red");
    assert.deepEqual(refused.frame.lanes, { red: 3 });
    assert.equal(JSON.parse(refused.body).turn.validation[0].reason, "arrived");
  });

  it("[K20] being refused does not move the dice", () => {
    const frame = frameAt(table, { rolls: [], luck: 1, stopped: false });
    const roll = (sides: number) => answer(table, frame, "ann", { actorId: "ann", type: "roll", metadata: { sides } });
    const key = { seed: "s", salt: "0" };
    const straight = decideTurn(table, frame, "table", [roll(1000)], key);
    const draft = decideTurn(table, frame, "table", [roll(0)], key);
    const after = seal(table, frame, draft, { id: "1", createdAt: 0, rawText: "", salt: "0" }).frame;
    assert.deepEqual(decideTurn(table, after, "table", [roll(1000)], key).events, straight.events);
  });

  it("[K18] what an action says does not move the dice, nor does a draw of another purpose", () => {
    const frame = frameAt(table, { rolls: [], luck: 1, stopped: false });
    const rolled = (...actions: Action<DiceTable>[]) =>
      decideTurn(table, frame, "table", [answer(table, frame, "ann", ...actions)], {
        seed: "s",
        salt: "0",
      }).events.filter(({ type }) => type === "rolled");
    const roll = (say: string): Action<DiceTable> => ({
      actorId: "ann",
      type: "roll",
      metadata: { sides: 1_000_000, say },
    });
    const peek: Action<DiceTable> = { actorId: "ann", type: "peek" };
    const plain = rolled(roll("please"));
    assert.equal(plain.length, 1);
    assert.deepEqual(rolled(roll("come on")), plain);
    assert.deepEqual(rolled(peek, roll("come on")), plain);
  });

  it("[K20] a lane may have any name that a configuration gives it", () => {
    for (const team of ["constructor", "toString", "hasOwnProperty", "ü \u0000"]) {
      const start = frameAt(races, relay.open({ teams: [team, "blue"] }));
      const first = run(start, team);
      assert.equal(JSON.parse(first.body).depth, 0);
      assert.deepEqual({ ...first.frame.lanes }, { [team]: 1 });
      assert.equal(JSON.parse(run(first.frame, team).body).depth, 1);
    }
  });
});
