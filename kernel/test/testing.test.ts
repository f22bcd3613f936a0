// The tools that tests are written with: each must find the mistake that it is there for.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Action, loadWorld, type World } from "@orrery/kernel";
import {
  amendable,
  frameAt,
  lawful,
  legally,
  literal,
  loadedDice,
  Mismatch,
  perft,
  playOut,
  recklessly,
  redecides,
  replays,
  same,
  scenario,
  sha256,
  unplugged,
} from "@orrery/kernel/testing";
import { type Council, council } from "./worlds/council.ts";
import { type DiceTable, diceTable } from "./worlds/dice-table.ts";
import { type Relay, relay } from "./worlds/relay.ts";

const engine = loadWorld<Council>(council, sha256);
const table = loadWorld<DiceTable>(diceTable, sha256);
const races = loadWorld<Relay>(relay, sha256);
const config = { members: ["ann", "bob", "cyn"], rounds: 2, cakes: 1 };
const roll = (sides = 6): Action<DiceTable> => ({ actorId: "ann", type: "roll", metadata: { sides } });
const mended = (part: Partial<World<Council>>) => loadWorld<Council>({ ...council, ...part }, sha256);
const framesOf = (of = engine, seed = "frames") => {
  const { opened, commits } = playOut(of, { config, choose: legally, seed, turns: 6 });
  return [opened.frame, ...commits.map(({ frame }) => frame)];
};

describe("same", () => {
  it("is silent about equal values in any order of keys", () => {
    same("x", [{ a: 1, b: 2 }], [{ b: 2, a: 1 }]);
    same("x", undefined, undefined);
  });

  it("shows lists line by line, as source", () => {
    assert.throws(
      () => same("events", [{ type: "a" }, { type: "b", "odd key": [1] }], [{ type: "a" }, { type: "c" }]),
      {
        name: "Mismatch",
        message:
          'events (- expected, + actual):\n[\n  { type: "a" },\n- { type: "c" },\n+ { type: "b", "odd key": [1] },\n]',
      },
    );
    assert.throws(() => same("x", 1, undefined), Mismatch);
  });

  it("prints what can be pasted", () => {
    const value = { a: [null, true, { "b c": 'x"y' }], $d: {}, e: -1.5 };
    assert.deepEqual(new Function(`return (${literal(value)})`)(), value);
  });
});

describe("loaded dice", () => {
  it("fall as scripted, by number or by purpose and number, in lists and joint streams too", () => {
    const dice = loadedDice([3, ["damage", 6], 1, 0, ["gold", 5]]);
    assert.equal(dice.int("attack", 1, 20), 3);
    assert.equal(dice.int("damage", 1, 6), 6);
    assert.equal(dice.pick("target", ["a", "b"]), "b");
    assert.deepEqual(dice.shuffle("order", ["x", "y"]), ["y", "x"]);
    assert.equal(dice.joint("seal").int("gold", 1, 9), 5);
    dice.done();
  });

  it("fail on a roll that is missing, left over, out of bounds, or for something else", () => {
    assert.throws(() => loadedDice([]).int("attack", 1, 20), /roll 1, "attack" \(1 to 20\), was not scripted/);
    assert.throws(() => loadedDice([4]).done(), /1 of 1 rolls left over: \[4\]/);
    for (const value of [0, 21, 1.5, Number.NaN])
      assert.throws(() => loadedDice([value]).int("attack", 1, 20), /cannot be/);
    assert.throws(() => loadedDice([["damage", 3]]).int("attack", 1, 20), /but "damage" was scripted/);
  });
});

describe("scenario", () => {
  const start = scenario(table).given({ config: { luck: 1 } });

  it("fails when the dice are not as the turn needs them", () => {
    assert.throws(() => start.when(roll()), /was not scripted/);
    assert.throws(() => start.rolling(4, 5).when(roll()), /left over/);
    assert.throws(() => start.rolling(7).when(roll()), /cannot be 7/);
  });

  it("fails when other events, more or fewer, happened", () => {
    const acted = start.rolling(4, 5).when(roll(), roll());
    const first = { type: "rolled", value: 4 } as const;
    const second = { type: "rolled", value: 5 } as const;
    acted.happens(first, second);
    for (const events of [[first], [second, first], [first, second, second], [first, { ...second, value: 6 }]] as const)
      assert.throws(() => acted.happens(...events), /events \(- expected, \+ actual\)/);
  });

  it("tells refusals, failures and successes apart", () => {
    const failed = start.rolling(1).when(roll());
    failed.failed("slipped", { type: "slipped" });
    assert.throws(() => failed.happens({ type: "slipped" }), /verdicts/);
    assert.throws(() => failed.refused("slipped"), /events/);
    const refused = start.when(roll(0));
    refused.refused("bad_die", "There is no die with 0 sides.");
    assert.throws(() => refused.refused("bad_die", "No."), /message/);
    assert.throws(() => refused.refused("slipped"), /verdicts/);
    assert.throws(() => refused.failed("bad_die"), /a failure has events/);
    assert.throws(() => start.when(roll(0), roll(0)).refused("bad_die"), /several actions/);
  });

  it("goes on from events and from the turn before", () => {
    const { frame } = scenario(table)
      .given({ state: { rolls: [2], luck: 1, stopped: false } }, { type: "rolled", value: 3 })
      .rolling(4)
      .when(roll())
      .happens({ type: "rolled", value: 4 })
      .when({ actorId: "ann", type: "stop" })
      .happens({ type: "stopped" });
    assert.deepEqual(frame.state, { rolls: [2, 3, 4], luck: 1, stopped: true });
    assert.deepEqual(frame.lanes, { table: 2 });
  });

  it("plays window-mates as written, after the world's priority, and lets settling roll", () => {
    const take = (actorId: string, haste: number): Action<Council> => ({ actorId, type: "take", metadata: { haste } });
    for (const [late, early] of [
      ["ann", "bob"],
      ["bob", "ann"],
    ] as const)
      scenario(engine)
        .given({ config: { members: ["ann", "bob"], cakes: 1 } })
        .rolling(["tie", 1])
        .when(take(early, 0), take(late, 0))
        .decides(
          [null, "no_cake_left"],
          { type: "took", by: early },
          { type: "reached", by: late },
          { type: "closed", winner: "bob" },
        );
    scenario(engine)
      .given({ config: { members: ["ann", "bob"], cakes: 1 } })
      .rolling(["tie", 0])
      .when(take("ann", 0), take("bob", 1))
      .decides(
        [null, "no_cake_left"],
        { type: "took", by: "bob" },
        { type: "reached", by: "ann" },
        { type: "closed", winner: "ann" },
      );
  });

  it("keeps one turn to one lane", () => {
    const run = (actorId: string): Action<Relay> => ({ actorId, type: "run" });
    assert.throws(
      () =>
        scenario(races)
          .given({ config: { teams: ["red", "blue"] } })
          .rolling(1, 2)
          .when(run("red"), run("blue")),
      /one lane/,
    );
  });

  it("checks what is told", () => {
    const acted = start.when(roll(0));
    acted.tells("ann", "There is no die with 0 sides.").tells("ann", /no die/);
    assert.throws(() => acted.tells("ann", "Nothing."), /told to ann/);
    assert.throws(() => acted.tells("ann", /Nothing/), /told to ann/);
  });
});

describe("perft", () => {
  it("counts every combination of a window, and standing answers", () => {
    // Two members, each with two votes and the cake: nine windows, and then the round is over.
    const counted = perft(engine, 3, council.open({ members: ["ann", "bob"], cakes: 2 }));
    assert.deepEqual(counted.plies, [1, 9]);
    assert.equal(counted.finished, 9);
    // Heckling is possible at every step and leads on; runs of both lanes mix freely.
    assert.deepEqual(perft(races, 3, relay.open({ teams: ["red", "blue"] })).plies, [1, 3, 9, 27]);
  });

  it("counts as often as positions are reached, not as often as they differ", () => {
    const naive = (state: Relay["state"], depth: number): number => {
      if (depth === 0) return 1;
      let sum = 0;
      for (const actor of ["red", "blue", "crowd"]) {
        const [action] = relay.legal(state, actor);
        if (!action) continue;
        const rolling = actor === "crowd" ? [] : [1];
        const joins =
          rolling.length > 0 &&
          Object.entries(state.legs).every(([team, legs]) => legs.length + (team === actor ? 1 : 0) >= 3);
        const { after } = scenario(races)
          .given({ state })
          .rolling(...rolling, ...(joins ? [1] : []))
          .when(action);
        sum += naive(after.state, depth - 1);
      }
      return sum;
    };
    const start = relay.open({ teams: ["red", "blue"] });
    assert.deepEqual(
      perft(races, 6, start).plies,
      [0, 1, 2, 3, 4, 5, 6].map((depth) => naive(start, depth)),
    );
  });

  it("fails on a legal action that changes nothing", () => {
    const broken = mended({ legal: (_view, actorId) => [{ actorId, type: "vote", metadata: { for: "zoe" } }] });
    assert.throws(() => perft(broken, 1, council.open(config)), /legal answer changed nothing: no_such_member/);
  });
});

describe("play out", () => {
  it("plays several windows and lanes, fallbacks among them, the same again from the same seed", () => {
    const silent = playOut(engine, { config, choose: () => null });
    assert.deepEqual(
      silent.outcome !== null && silent.commits[0]!.draft.answers.map(({ by, cause }) => [by, cause]),
      Array(3).fill(["fallback", "scripted"]),
    );
    const race = () => playOut(races, { config: { teams: ["red", "blue"] }, choose: legally, seed: "again" });
    assert.deepEqual(race(), race());
    assert.ok(new Set(race().commits.map(({ lane }) => lane)).size === 3);
  });

  it("stops at its limit, and where nobody is asked", () => {
    assert.equal(playOut(table, { config: {}, choose: () => [roll()], turns: 7 }).commits.length, 7);
    assert.deepEqual(playOut(mended({ asks: () => [] }), { config, choose: legally }).commits, []);
  });

  it("reckless players are refused for many reasons, and never stop the play", () => {
    const reasons = new Set<string>();
    for (let i = 0; i < 60; i++) {
      const { commits } = playOut(engine, {
        config: { ...config, rounds: 5 },
        choose: recklessly,
        seed: `reckless ${i}`,
        turns: 30,
      });
      for (const { draft } of commits) for (const { reason } of draft.validation) if (reason) reasons.add(reason);
    }
    for (const reason of ["invalid_action", "not_your_seat", "held_back", "no_such_member", "no_cake_left"])
      assert.ok(reasons.has(reason), reason);
  });
});

describe("replay", () => {
  const impure: [string, () => unknown][] = [
    ["the clock", () => Date.now()],
    ["a date", () => new Date()],
    ["chance", () => Math.random()],
    ["the network", () => fetch("http://127.0.0.1")],
    ["a timer", () => setTimeout(() => {}, 0)],
    ["a random id", () => crypto.randomUUID()],
    ["the clock of performance", () => performance.now()],
    ["the locale", () => "a".localeCompare("b")],
  ];
  for (const [name, use] of impure)
    it(`is unplugged from ${name}, and plugged in again`, () => {
      const random = Math.random;
      const broken = mended({
        apply: {
          ...council.apply,
          voted: (state, event) => {
            use();
            return council.apply.voted(state, event);
          },
        },
      });
      const { opened, commits } = playOut(engine, { config, choose: () => null });
      assert.throws(() => replays(broken, opened, commits), /was used where nothing outside may be/);
      assert.equal(Math.random, random);
      assert.ok(Date.now() > 0);
    });

  it("is plugged in again after an error, and returns what was computed", () => {
    assert.throws(() => unplugged(() => assert.fail("inside")), /inside/);
    assert.ok(Date.now() > 0);
    assert.equal(
      unplugged(() => 5),
      5,
    );
  });

  it("finds a rule that is not the same on replay", () => {
    const played = playOut(engine, { config, choose: legally });
    let calls = 0;
    const moody = mended({
      apply: { ...council.apply, voted: (state, event) => ({ ...council.apply.voted(state, event), cakes: calls++ }) },
    });
    assert.throws(() => replays(moody, played.opened, played.commits), /frame after turn/);
    const other = mended({
      decide: { ...council.decide, vote: (_state, { actorId }) => [{ type: "voted", by: actorId, for: "ann" }] },
    });
    assert.throws(
      () =>
        redecides(
          other,
          playOut(engine, {
            config,
            choose: ({ ask }) => [{ actorId: ask.to, type: "vote", metadata: { for: "bob" } }],
          }),
        ),
      /text of turn/,
    );
  });

  it("will not prove anything from nothing", () => {
    assert.throws(
      () => redecides(engine, playOut(engine, { config, choose: () => null, turns: 0 })),
      /nothing was played/,
    );
  });
});

describe("lawful", () => {
  it("counts what it tried", () => {
    const tally = lawful(engine, [...framesOf(), frameAt(engine, council.open({ ...config, cakes: 0 }))]);
    assert.ok(
      tally.frames > 2 && tally.legal > 10 && tally.refused > 5 && tally.failed > 0 && tally.fallbacks > 2,
      JSON.stringify(tally),
    );
    lawful(
      table,
      playOut(table, { config: {}, choose: recklessly, turns: 20 })
        .commits.map(({ frame }) => frame)
        .concat(frameAt(table, diceTable.open({ luck: 1 }, loadedDice([])))),
    );
    lawful(
      races,
      playOut(races, { config: { teams: ["red", "blue"] }, choose: legally }).commits.map(({ frame }) => frame),
    );
  });

  const vote = council.decide.vote;
  const broken: [string, Partial<World<Council>>, RegExp][] = [
    [
      "legal, but refused",
      { legal: (_view, actorId) => [{ actorId, type: "vote", metadata: { for: "zoe" } }] },
      /legal, but not admitted/,
    ],
    [
      "legal, but not asked",
      { legal: (_view, actorId) => [{ actorId, type: "look", locationId: "hall" }] },
      /legal, but not admitted/,
    ],
    [
      "legal, but for another",
      { legal: () => [{ actorId: "zoe", type: "take", metadata: { haste: 1 } }] },
      /legal, but not admitted/,
    ],
    ["nothing is ever legal", { legal: () => [] }, /no legal action was met/],
    [
      "a fallback that is refused",
      {
        asks: (state) =>
          council.asks(state).map((ask) => ({
            ...ask,
            fallback: () => ({ actorId: ask.to, type: "vote" as const, metadata: { for: "zoe" } }),
          })),
      },
      /fallback .* is not admitted/,
    ],
    [
      "a fallback for another",
      {
        asks: (state) =>
          council.asks(state).map((ask) => ({
            ...ask,
            fallback: () => ({ actorId: "zoe", type: "take" as const, metadata: { haste: 0 } }),
          })),
      },
      /fallback .* is not admitted/,
    ],
    [
      "two asks of one id",
      { asks: (state) => council.asks(state).map((ask) => ({ ...ask, id: "same" })) },
      /two of one ask id/,
    ],
    ["an ask to nobody", { asks: (state) => council.asks(state).map((ask) => ({ ...ask, to: "zoe" })) }, /no actor/],
    [
      "a lane of the kernel's",
      { asks: (state) => council.asks(state).map((ask) => ({ ...ask, lane: "@god" })) },
      /names with @/,
    ],
    [
      "`each` in company",
      { asks: (state) => council.asks(state).map((ask) => ({ ...ask, mode: "each" as const })) },
      /alone in its window/,
    ],
    ["due after the end", { outcome: () => "over" }, /although the run has ended/],
    [
      "a view that is not plain",
      { view: (state, who, mind) => ({ ...council.view(state, who, mind), heard: undefined as never }) },
      /what ann sees\.view\.heard is undefined/,
    ],
    [
      "a view that is another each time",
      { view: (state, who, mind) => ({ ...council.view(state, who, mind), heard: tick++ }) },
      /when asked for again/,
    ],
    [
      "an event that is not plain",
      {
        decide: {
          ...council.decide,
          vote: (state, action) => vote(state, action).map((event) => ({ ...event, at: undefined })),
        },
      },
      /event voted/,
    ],
    [
      "apply that writes on what it is given",
      {
        apply: {
          ...council.apply,
          took: (state, { by }) => {
            (state.acted as string[]).push(by);
            return state;
          },
        },
      },
      /object is not extensible|read.only/i,
    ],
    [
      "apply that depends on more than its arguments",
      { apply: { ...council.apply, took: (state, event) => ({ ...council.apply.took(state, event), round: tick++ }) } },
      /folded again|comes back|when asked/,
    ],
    [
      "a state that breaks its own invariant",
      { valid: ({ cakes }) => (cakes < 1 ? ["no cake"] : []) },
      /what is broken/,
    ],
    [
      "two entities of one id",
      { entities: () => [1, 2].map(() => ({ id: "x", name: "x", type: "x", attributes: {} })) },
      /two of one entity id/,
    ],
    [
      "a refusal without a sentence",
      { explain: { ...council.explain, no_such_member: () => "" } },
      /without a reason or a sentence/,
    ],
  ];
  let tick = 0;
  for (const [name, part, message] of broken)
    it(`finds: ${name}`, () => {
      const frames = [...framesOf(), ...framesOf(engine, "more")];
      assert.throws(() => lawful(mended(part), frames, { most: 10 }), message);
    });

  it("finds a state that does not come back from text", () => {
    const open = frameAt(engine, council.open(config));
    assert.throws(() => lawful(engine, [{ ...open, state: { ...open.state, round: Number.NaN } }]), Mismatch);
  });

  it("finds what a god may break", () => {
    const sound = mended({ valid: (state) => (isWhole(state) ? [] : ["it is not whole"]) });
    const { done, refused } = amendable(sound, framesOf());
    assert.ok(done > 5 && refused > 20, JSON.stringify({ done, refused }));
    assert.throws(() => amendable(engine, framesOf()), /which `valid` let through/);
  });
});

/** Whether a value is a council's state in every part. */
function isWhole(value: unknown): boolean {
  const { members, round, rounds, cakes, votes, acted, results } = value as Record<string, unknown>;
  const texts = (list: unknown) => Array.isArray(list) && list.every((item) => typeof item === "string");
  return (
    [members, acted, results].every(texts) &&
    (members as string[]).length > 0 &&
    new Set(members as string[]).size === (members as string[]).length &&
    [round, rounds, cakes].every(Number.isInteger) &&
    typeof votes === "object" &&
    votes !== null &&
    !Array.isArray(votes) &&
    texts(Object.values(votes))
  );
}
