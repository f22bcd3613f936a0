// Turns as text: hashes, folding, damage, old versions.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  type Answer,
  type Commit,
  type CommitEvents,
  canonical,
  decideTurn,
  type Frame,
  firstHash,
  foldCommit,
  lift,
  loadWorld,
  type Opening,
  openFrame,
  openRun,
  readCommit,
  readEvents,
  recordHash,
  seal,
  stateHash,
  truthAfter,
  truthOpen,
  type World,
} from "@orrery/kernel";
import { askFor, frameAt, legally, playOut, recklessly, replays, sha256 } from "@orrery/kernel/testing";
import { writeCommit } from "../src/record.ts";
import { type Council, council } from "./worlds/council.ts";
import { type DiceTable, diceTable } from "./worlds/dice-table.ts";
import { type Ledger1, type Ledger3, ledger1, ledger3 } from "./worlds/ledger.ts";
import { type Relay, relay } from "./worlds/relay.ts";

const councils = loadWorld<Council>(council, sha256);
const table = loadWorld<DiceTable>(diceTable, sha256);
const races = loadWorld<Relay>(relay, sha256);
const config = { members: ["ann", "bob", "cyn"], rounds: 3 };
const played = playOut(councils, { config, choose: recklessly, seed: "history" });
const raced = playOut(races, { config: { teams: ["red", "blue"] }, choose: legally, seed: "race" });

describe("turns as text", () => {
  it("[K26] a sealed text is canonical, and reads back as the commit that was written", () => {
    for (const { body, draft } of [...played.commits, ...raced.commits]) {
      assert.equal(canonical(JSON.parse(body)), body);
      const commit = readCommit<Council>(body);
      assert.deepEqual(commit.events, draft.events);
      assert.deepEqual(commit.by, draft.by);
      assert.deepEqual(commit.answers, draft.answers);
      assert.deepEqual(commit.rolls ?? [], draft.rolls);
      assert.deepEqual(commit.turn.actions, draft.actions);
      assert.deepEqual(commit.turn.validation, draft.validation);
      assert.equal(writeCommit(commit), body);
      // Nothing drawn is nothing said.
      if (draft.rolls.length === 0) assert.equal(writeCommit({ ...commit, rolls: [] }), body);
    }
  });

  it("[K26] what folding needs is read alone as it is read with the rest, for any keys and words of the turn", () => {
    const parts = ({ events, lane, depth, version }: CommitEvents<Council>) => ({ events, lane, depth, version });
    const same = (body: string) =>
      assert.deepEqual(parts(readEvents<Council>(body)), parts(readCommit<Council>(body)), body);
    for (const { body } of [...played.commits, ...raced.commits]) same(body);
    const [plain] = played.commits.map(({ body }) => readCommit<Council>(body));
    const rough = [
      { turn: { actions: [1] }, version: 7 },
      { a: 1, turn: { actions: [{ turn: { actions: [] }, version: 2 }] }, version: { version: 3 } },
      { text: ',"turn":{"actions":[],"x":1},"version":9}', version: '"},"version":4' },
      [
        { a: 0, turn: { actions: [] } },
        { a: 0, version: 1 },
      ],
    ];
    for (const metadata of rough)
      for (const inEvent of rough)
        for (const rawText of ["", ',"turn":{"actions":[', ',"version":3}', '\\","version":3}'])
          for (const rolls of [[], [{ turn: { actions: [] }, a: 1 }]]) {
            const commit = {
              ...plain!,
              events: [{ ...plain!.events[0]!, inEvent }],
              turn: { ...plain!.turn, rawText, actions: [{ actorId: "ann", type: "vote", metadata }] },
              ...(rolls.length > 0 ? { rolls } : {}),
            };
            same(writeCommit(commit as never));
          }
    const cut = `"turn":{"actions":[{"a":1,"turn":{"actions":[]}}]},"version":1,"zeta":{"x":[{"a":1,"version":2}]}`;
    same(`{"depth":1,"events":[],"lane":"l",${cut}}`);
    assert.throws(() => readEvents(plain!.turn.id), SyntaxError);
  });

  it("[K26] everything that is not plain about an answer is written, and read back", () => {
    const frame = frameAt(councils, council.open(config));
    const action = { actorId: "ann", type: "vote", metadata: { for: "bob" } } as const;
    const ask = askFor(councils, frame.state, "ann", "vote");
    const plain = { actor: "ann", ask: ask!.id, by: "agent" } as const;
    const provenances: Answer<Council>["provenance"][] = [
      plain,
      { ...plain, ask: null },
      { ...plain, actor: "bob" },
      { ...plain, by: "fallback", cause: "deadline" },
      { ...plain, by: "god" },
      { ...plain, rawText: "" },
      { ...plain, attempts: [] },
      { ...plain, attempts: [{ actions: "nonsense", problems: [{ actionIndex: 0, success: false, reason: "x" }] }] },
      { ...plain, calls: ["call-1"] },
      { ...plain, reading: null },
      { ...plain, seat: "seat-1" },
      { ...plain, conversation: "team-a" },
      { ...plain, artifacts: ["sha256-1"] },
    ];
    const bodies = provenances.map((provenance) => {
      const draft = decideTurn(councils, frame, "council", [{ actor: "ann", ask, actions: [action], provenance }], {
        seed: "s",
        salt: "0",
      });
      const { body } = seal(councils, frame, draft, { id: "1", createdAt: 5, rawText: "bob!", salt: "0" });
      assert.deepEqual(readCommit(body).answers, [provenance]);
      assert.equal(canonical(JSON.parse(body)), body);
      return body;
    });
    assert.equal(new Set(bodies).size, provenances.length);
  });

  it("[K26] any time and any words are written as JSON writes them", () => {
    const frame = frameAt(councils, council.open(config));
    const draft = decideTurn(councils, frame, "council", [], { seed: "s", salt: "0" });
    for (const createdAt of [
      0,
      1,
      999,
      1000,
      1001,
      1_010_000,
      1_700_000_000_000,
      1_700_000_000_007,
      2 ** 53 - 1,
      -1,
      -1000,
      0.5,
    ])
      for (const rawText of ["", "x", '"\\\n\u0000', "\u{1f600}".repeat(40)]) {
        const { body } = seal(councils, frame, draft, { id: 'a"b', createdAt, rawText, salt: "\u2028" });
        assert.equal(body, canonical(JSON.parse(body)));
        assert.deepEqual([readCommit(body).turn.createdAt, readCommit(body).turn.rawText], [createdAt, rawText]);
      }
  });

  it("[K26] any lane, salt and list of actions is written as JSON writes it, after anything written before", () => {
    const roll = { who: "ann", purpose: "p", n: 0, low: 1, high: 6, value: 3 };
    const bare = { actorId: "ann", type: "vote" };
    const full = {
      actorId: 'b"b',
      type: "go",
      targetId: "t",
      locationId: "l",
      metadata: { z: [{ b: 1, a: {} }], a: -1 },
    };
    for (const actions of [[], [bare], [full], [bare, full], [full, full, bare]])
      for (const [lane, salt] of [
        ["one", "1"],
        ["two", "1"],
        ["two", "2"],
        ['"', "\u2028"],
        ["one", "1"],
      ] as const)
        for (const rolls of [[], [roll], [roll, { ...roll, n: 1 }]])
          for (const depth of [0, 255, 256]) {
            const turn = {
              id: 'a"b',
              rawText: "",
              actions,
              validation: [{ actionIndex: 0, success: true }],
              createdAt: 7,
            };
            const body = writeCommit({
              ...{ turn, version: 1, lane, depth, salt, events: [{ type: "voted" }], by: [0] },
              answers: [{ actor: "ann", ask: null, by: "god" }],
              ...(rolls.length > 0 ? { rolls } : {}),
            });
            assert.equal(body, canonical(JSON.parse(body)));
            const read = readCommit(body);
            assert.deepEqual(
              [read.lane, read.salt, read.depth, read.turn, read.rolls ?? []],
              [lane, salt, depth, turn, rolls],
            );
          }
  });

  it("[K26] the record hash chains each text to all before it", () => {
    let previous = sha256(firstHash + played.opened.body);
    assert.equal(played.opened.hash, previous);
    for (const { body, hash } of played.commits) {
      assert.equal(hash, sha256(previous + body));
      assert.equal(hash, recordHash(sha256, previous, body));
      previous = hash;
    }
  });

  it("[K26] any changed byte shows, at the turn it is in", () => {
    const { opened, commits } = played;
    let tried = 0;
    for (const [turn, { body }] of commits.entries()) {
      for (let at = 0; at < body.length; at += 37) {
        const changed = body.slice(0, at) + (body[at] === "0" ? "1" : "0") + body.slice(at + 1);
        const damaged = commits.map((commit, i) => (i === turn ? { ...commit, body: changed } : commit));
        assert.throws(() => replays(councils, opened, damaged), new RegExp(`turn ${turn + 1}\\b|JSON`));
        tried++;
      }
    }
    assert.ok(tried > 50);
    assert.throws(() => replays(councils, { ...opened, body: opened.body.replace("ann", "anm") }, commits), /opening/);
  });

  it("[K26] a turn left out, or two exchanged, shows", () => {
    const { opened, commits } = played;
    assert.throws(() => replays(councils, opened, commits.toSpliced(1, 1)), /turn 2/);
    assert.throws(() => replays(councils, opened, [commits[1]!, commits[0]!, ...commits.slice(2)]), /turn 1/);
  });
});

describe("truth", () => {
  const opening = JSON.parse(raced.opened.body) as Opening<Relay>;
  const commits = raced.commits.map(({ body }) => readCommit<Relay>(body));
  const truthOf = (list: readonly Commit<Relay>[], from: Opening<Relay> = opening) =>
    list.reduce((truth, commit) => truthAfter(sha256, truth, commit), truthOpen(races, from));

  it("[K27] is over opened state, lanes, versions and events", () => {
    const [first, ...rest] = commits;
    const truths = [
      truthOf(commits),
      truthOf(commits, { ...opening, state: { ...opening.state, heckles: 1 } }),
      truthOf(commits, { ...opening, version: 2 }),
      truthOf([{ ...first!, lane: "other" }, ...rest]),
      truthOf([{ ...first!, version: 2 }, ...rest]),
      truthOf([{ ...first!, events: [...first!.events, { type: "heckled" }] }, ...rest]),
      truthOf([...rest, first!]),
      truthOf(rest),
    ];
    assert.equal(new Set(truths).size, truths.length);
    assert.equal(truths[0], raced.truth);
  });

  it("[K27] is not over who told it, when, in which words, how often it failed, or how the dice were recorded", () => {
    const otherwise = commits.map((commit) => ({
      ...commit,
      salt: "other",
      rolls: [],
      answers: [],
      turn: { ...commit.turn, id: `x${commit.turn.id}`, rawText: "otherwise", createdAt: 99, validation: [] },
    }));
    const silent: Commit<Relay> = { ...commits[0]!, events: [], by: [] };
    assert.equal(truthOf(otherwise, { ...opening, createdAt: 7, name: "other" }), raced.truth);
    assert.equal(truthOf([silent, ...commits, silent]), raced.truth);
  });

  it("[K28] the state hash is of the content, however it was come by", () => {
    const { state } = played.frame;
    const shuffled = Object.fromEntries(Object.entries(state).reverse());
    assert.equal(stateHash(sha256, shuffled), stateHash(sha256, state));
    assert.notEqual(stateHash(sha256, { ...state, cakes: state.cakes + 1 }), stateHash(sha256, state));
  });
});

describe("folding", () => {
  it("[K29] stored texts give the frames of live play", () => {
    assert.ok(played.commits.length > 3 && raced.commits.length > 5);
    const { frame, truth } = replays(councils, played.opened, played.commits);
    assert.deepEqual(frame, played.frame);
    assert.equal(truth, played.truth);
    replays(races, raced.opened, raced.commits);
  });

  it("[K29] asks no rule and rolls no dice", () => {
    const deaf = new Proxy({}, { get: () => () => assert.fail("a rule was asked") });
    const { version, id, apply, perceive, mind, actors } = council;
    const silent = {
      ...councils,
      world: {
        ...deaf,
        version,
        id,
        apply,
        perceive,
        mind,
        actors,
        check: deaf,
        decide: deaf,
      } as unknown as World<Council>,
    };
    replays(silent, played.opened, played.commits);
  });

  it("[K30] the opened state is in the text: another `open` and another generator change no history", () => {
    const game = playOut(table, { config: {}, choose: recklessly, seed: "rolled" });
    assert.equal(typeof (JSON.parse(game.opened.body) as Opening<DiceTable>).state.luck, "number");
    const other = loadWorld<DiceTable>({ ...diceTable, open: () => ({ rolls: [9], luck: 0, stopped: true }) }, sha256);
    assert.deepEqual(replays(other, game.opened, game.commits).frame, game.frame);
  });

  it("[K30] an opening is drawn from its seed and salt", () => {
    const open = (seed: string, salt: string) =>
      openRun(table, { name: "dice-table", config: {}, seed, salt, dice: { commitment: firstHash }, createdAt: 0 })
        .frame.state.luck;
    assert.equal(open("a", "0"), open("a", "0"));
    assert.equal(new Set([open("a", "0"), open("b", "0"), open("a", "1")]).size, 3);
  });

  it("[K32] a fork equals its parent up to the fork, and its own choices after it", () => {
    const half = raced.commits.slice(0, 3);
    const { frame } = replays(races, raced.opened, half);
    assert.deepEqual(frame, half[2]!.frame);
    const continued = (salt: string) => {
      let at: Frame<Relay> = frame;
      let truth = half[2]!.truth;
      for (const { lane, given } of raced.commits.slice(3)) {
        const draft = decideTurn(races, at, lane, given, { seed: "race", salt });
        at = seal(races, at, draft, { id: `other-${at.hash.slice(0, 4)}`, createdAt: 9, rawText: "", salt }).frame;
        truth = truthAfter(sha256, truth, { ...draft, version: 1 });
      }
      return truth;
    };
    assert.equal(continued("0"), raced.truth);
    assert.notEqual(continued("fresh"), raced.truth);
  });
});

describe("versions", () => {
  const old = loadWorld<Ledger1>(ledger1, sha256);
  const now = loadWorld<Ledger3>(ledger3, sha256);
  const amounts = [5, -12, 3];
  const ledger = playOut(old, {
    config: {},
    turns: 3,
    choose: ({ turn }) => [{ actorId: "ann", type: "move", metadata: { amount: amounts[turn - 1] } }],
  });

  it("[K31] events of an old version are lifted one version at a time, into several where they became several", () => {
    assert.deepEqual(lift(now, 1, { type: "moved", amount: -12 } as never), [
      { type: "paid", sum: 12 },
      { type: "counted" },
    ]);
    assert.deepEqual(lift(now, 2, { type: "moved2", down: false, sum: 4 } as never), [
      { type: "received", sum: 4 },
      { type: "counted" },
    ]);
    assert.deepEqual(lift(now, 3, { type: "counted" }), [{ type: "counted" }]);
  });

  it("[K31] an old history folds to the state and minds it had, and not a byte of it is touched", () => {
    const { frame, truth } = replays(
      now as never,
      { body: ledger.opened.body, hash: ledger.opened.hash },
      ledger.commits.map(({ body, hash }) => ({ body, hash })),
    );
    assert.deepEqual(frame, ledger.frame);
    assert.deepEqual(frame.minds, { ann: { seen: [15, 3, 6] } });
    assert.equal(truth, ledger.truth);
  });

  it("[K31] a turn of this version continues an old history", () => {
    const frame = ledger.frame as unknown as Frame<Ledger3>;
    const given: Answer<Ledger3> = {
      actor: "ann",
      ask: ledger3.asks()[0],
      actions: [{ actorId: "ann", type: "move", metadata: { amount: -6 } }],
      provenance: { actor: "ann", ask: "move", by: "agent" },
    };
    const sealed = seal(now, frame, decideTurn(now, frame, "book", [given], { seed: "s", salt: "0" }), {
      id: "4",
      createdAt: 0,
      rawText: "",
      salt: "0",
    });
    assert.equal(readCommit(sealed.body).version, 3);
    assert.deepEqual(foldCommit(now, frame, readCommit(sealed.body), sealed.hash), sealed.frame);
    assert.deepEqual(sealed.frame.state, { balance: 0, moves: 4 });
  });

  it("[K31] a version without a step leaves events as they are", () => {
    const { 1: _gone, ...upcast } = ledger3.upcast;
    const gap = loadWorld<Ledger3>({ ...ledger3, upcast }, sha256);
    assert.deepEqual(lift(gap, 1, { type: "moved2", down: true, sum: 4 } as never), [
      { type: "paid", sum: 4 },
      { type: "counted" },
    ]);
  });

  it("[K31] an event of a newer version throws", () => {
    assert.throws(() => lift(old, 3, { type: "counted" } as never), RangeError);
  });

  it("[K31] the kernel's own events are of every version", () => {
    const amended = { type: "@amended", changes: [] } as const;
    assert.deepEqual(lift(now, 1, amended), [amended]);
  });
});

describe("opened states of older versions", () => {
  it("[K31] are lifted one version at a time", () => {
    const opened = openRun(loadWorld<Ledger1>(ledger1, sha256), {
      name: "ledger",
      config: {},
      seed: "s",
      salt: "main",
      dice: { commitment: "c" },
      createdAt: 0,
    });
    const opening = JSON.parse(opened.body) as Opening<Ledger3>;
    const upcastState = {
      1: (old: unknown) => ({ ...(old as object), balance: (old as { balance: number }).balance * 100 }),
      2: (old: unknown) => ({ ...(old as object), currency: "cents" }),
    };
    const now = loadWorld<Ledger3>({ ...ledger3, upcastState }, sha256);
    assert.deepEqual(openFrame(now, opening, opened.hash).state, { balance: 1000, moves: 0, currency: "cents" });
    assert.throws(() => openFrame(now, { ...opening, version: 4 }, opened.hash), RangeError);
  });
});
