// The auction: its rules, hidden information, typed input, and the laws of every world.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Action, loadWorld } from "@orrery/kernel";
import {
  amendable,
  frameAt,
  lawful,
  legally,
  playOut,
  recklessly,
  redecides,
  replays,
  scenario,
  sha256,
  silent,
  unseen,
} from "@orrery/kernel/testing";
import { type Auction, type Lot, PLAYERS, type Player, type State, world } from "../index.ts";

const engine = loadWorld<Auction>(world, sha256);
const bid = (actorId: string, coins: number): Action<Auction> => ({ actorId, type: "bid", metadata: { coins } });
const pass = (actorId: string): Action<Auction> => ({ actorId, type: "pass" });

const hunches = (all: number): Lot["hunches"] => ({ ada: all, ben: all + 1, cyd: all + 2, dot: all + 3 });
/** Two lots, the first of which is the vase, put up and worth 30. */
const START: State = {
  deadlineMs: 1000,
  lots: [
    { id: "vase", name: "blue vase", value: 30, hunches: hunches(28), owner: null, price: null },
    { id: "clock", name: "brass clock", value: 50, hunches: hunches(47), owner: null, price: null },
  ],
  purses: { ada: 100, ben: 100, cyd: 100, dot: 100 },
  round: 0,
  phase: "bids",
  bids: {},
  offers: [],
  done: [],
  accepted: [],
};
const given = (state: Partial<State> = {}) => scenario(engine).given({ state: { ...START, ...state } });
/** Ben owns the vase, and trades may be offered. */
const SOLD: Partial<State> = {
  lots: [{ ...START.lots[0]!, owner: "ben", price: 20 }, START.lots[1]!],
  purses: { ...START.purses, ben: 80 },
  phase: "offers",
};
const offer = (actorId: Player, to: Player, coins: number): Action<Auction> => ({
  actorId,
  type: "offer",
  targetId: to,
  metadata: { give: { coins }, want: { coins: 0, lot: "vase" }, note: "please" },
});

describe("bids", () => {
  it("sell the lot to the highest, who pays its own bid", () => {
    const { frame } = given()
      .when(bid("ada", 10), bid("ben", 20), bid("cyd", 15), bid("dot", 0))
      .includes({ type: "sold", lot: "vase", to: "ben", price: 20 }, { type: "moved", phase: "offers", round: 0 });
    assert.deepEqual(frame.state.purses, { ada: 100, ben: 80, cyd: 100, dot: 100 });
    assert.equal(frame.state.lots[0]!.owner, "ben");
  });

  it("break ties by chance, and roll nothing for a single highest bid", () => {
    given()
      .rolling(["tie", 1])
      .when(bid("ada", 20), bid("ben", 3), bid("cyd", 20), bid("dot", 1))
      .includes({ type: "sold", lot: "vase", to: "cyd", price: 20 });
  });

  it("of zero sell nothing, and silence until the deadline is a bid of zero", () => {
    given()
      .when(bid("ada", 0), silent("ben"), silent("cyd"), silent("dot"))
      .includes({ type: "bid", who: "ben", coins: 0 }, { type: "sold", lot: "vase", to: null, price: 0 });
  });

  it("are refused beyond the purse, twice, and in another phase", () => {
    given().when(bid("ada", 101)).refused("too_much", "You have 100 coins, not 101.");
    given({ bids: { ada: 5 } })
      .when(bid("ada", 6))
      .refused("done_already");
    given(SOLD).when(bid("ada", 6)).refused("wrong_phase", "Offers are made now.");
    given()
      .whenGiven("ada", { actorId: "ada", type: "bid", metadata: { coins: -1 } })
      .refused("invalid_action");
  });
});

describe("trades", () => {
  it("happen when accepted", () => {
    const { frame } = given(SOLD)
      .when(offer("ada", "ben", 40), pass("ben"), pass("cyd"), silent("dot"))
      .includes({ type: "moved", phase: "answers", round: 0 })
      .when({ actorId: "ben", type: "accept", targetId: "offer-1-ada" })
      .includes({ type: "moved", phase: "bids", round: 1 });
    assert.equal(frame.state.lots[0]!.owner, "ada");
    assert.deepEqual(frame.state.purses, { ada: 60, ben: 120, cyd: 100, dot: 100 });
  });

  it("lapse when an earlier trade took the goods, and only the two parties are told", () => {
    const { after } = given(SOLD)
      .when(offer("ada", "ben", 40), pass("ben"), offer("cyd", "ben", 30), pass("dot"))
      .includes({ type: "moved", phase: "answers", round: 0 })
      .when(
        { actorId: "ben", type: "accept", targetId: "offer-1-ada" },
        { actorId: "ben", type: "accept", targetId: "offer-1-cyd" },
      )
      .tells("ada", /You and Ben trade: 40 coins for the blue vase/)
      .tells("cyd", /The trade of 30 coins for the blue vase, and says: “please” is no longer possible/)
      .tells("dot", /^Lot 2 of 2 is put up/);
    assert.equal(after.state.lots[0]!.owner, "ada");
  });

  it("are not answered by silence, and the next lot is put up without offers", () => {
    given(SOLD)
      .when(offer("dot", "ben", 10), silent("ada"), silent("ben"), silent("cyd"))
      .includes({ type: "moved", phase: "answers", round: 0 })
      .when(silent("ben"))
      .includes({ type: "declined", who: "ben" }, { type: "moved", phase: "bids", round: 1 });
    given(SOLD)
      .when(pass("ada"), pass("ben"), pass("cyd"), pass("dot"))
      .includes({ type: "moved", phase: "bids", round: 1 });
  });

  it("are refused for goods that the giver does not have", () => {
    given(SOLD)
      .when(offer("ada", "ben", 101))
      .refused("too_much");
    given(SOLD)
      .when(offer("ada", "cyd", 5))
      .refused("not_theirs", "Cyd does not own “vase”.");
    given(SOLD)
      .when(offer("ben", "ben", 5))
      .refused("no_such_player");
    const metadata = { give: { coins: 0, lot: "vase" }, want: { coins: 0 } };
    given(SOLD).when({ actorId: "ada", type: "offer", targetId: "ben", metadata }).refused("not_yours");
    given(SOLD)
      .when({ actorId: "ada", type: "offer", targetId: "ben", metadata: { give: { coins: 0 }, want: { coins: 81 } } })
      .refused("they_lack", "Ben has 80 coins and no more.");
    given(SOLD)
      .when({ actorId: "ada", type: "offer", targetId: "ben", metadata: { give: { coins: 0 }, want: { coins: 0 } } })
      .refused("empty_offer");
  });

  it("end with the values, and the richest wins", () => {
    const { frame } = given({ ...SOLD, lots: SOLD.lots!.slice(0, 1) })
      .when(pass("ada"), pass("ben"), pass("cyd"), pass("dot"))
      .includes({ type: "moved", phase: "over", round: 0 });
    assert.deepEqual(world.outcome(frame.state), { scores: { ada: 100, ben: 110, cyd: 100, dot: 100 } });
    assert.equal(world.words.ending(frame.state), "Ben wins with 110");
    assert.equal(world.view(frame.state, "dot").lots[0]!.value, 30);
  });
});

describe("what is hidden", () => {
  const probes = [bid("ada", 30), bid("ada", 500), pass("ada")];
  it("while bids are taken: values, others' hunches and bids, and lots to come", () => {
    const frame = frameAt(engine, { ...START, bids: { ben: 12 } });
    const lots = [0, 1].flatMap((n) => [
      [["lots", n, "value"], 3] as const,
      ...PLAYERS.slice(1).map((who) => [["lots", n, "hunches", who], 99] as const),
    ]);
    const hidden = [
      ...lots,
      [["bids", "ben"], 77],
      [["lots", 1, "hunches", "ada"], 1],
      [["lots", 1, "name"], "tin whistle"],
    ] as const;
    assert.equal(unseen(engine, frame, "ada", hidden, { probes }), 11);
    assert.throws(
      () => unseen(engine, frame, "ada", [[["lots", 0, "hunches", "ada"], 1]]),
      /ada can tell that lots\.0\.hunches\.ada is 1/,
    );
  });

  it("while offers are made: every offer but one's own", () => {
    const made = {
      id: "offer-1-cyd",
      from: "cyd",
      to: "ada",
      give: { coins: 5 },
      want: { coins: 0 },
      note: "",
    } as const;
    const frame = frameAt(engine, { ...START, ...SOLD, offers: [made], done: ["cyd"] });
    assert.equal(
      unseen(engine, frame, "ada", [
        [["offers"], []],
        [["offers", 0, "give", "coins"], 9],
        [["done"], []],
      ]),
      3,
    );
  });
});

describe("laws", () => {
  const games = ["a", "b", "c", "d"].map((seed, i) =>
    playOut(engine, { config: { lots: 3 }, seed, choose: i < 2 ? legally : recklessly }),
  );
  const frames = games.flatMap(({ opened, commits }) => [opened.frame, ...commits.map(({ frame }) => frame)]);

  it("hold at every moment of games played by chance, all of which end", () => {
    assert.ok(games.every(({ outcome }) => outcome !== null));
    const tally = lawful(engine, frames);
    assert.ok(tally.legal > 100 && tally.refused > 100 && tally.fallbacks > 20, JSON.stringify(tally));
  });
  it("hold after every act of a god", () => {
    assert.ok(amendable(engine, frames).done > 10);
  });
  it("give the same bytes when a game is replayed and decided again", () => {
    for (const game of games) {
      replays(engine, game.opened, game.commits);
      redecides(engine, game);
    }
  });
});
