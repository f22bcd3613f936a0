// Long random play, sensible and not, over every shipped story and some made for tests: the house's invariants always hold.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { legally, playOut, told } from "@orrery/kernel/testing";
import { type House, house } from "../index.ts";
import { generated } from "./generated.ts";
import { engine, manor } from "./manor.ts";
import { shipped } from "./shipped.ts";
import { wildly } from "./wild.ts";

const TURNS = Number(process.env["ORRERY_TURNS"] ?? (process.env["ORRERY_LONG"] ? 1_000_000 : 600));
const SEED = process.env["ORRERY_SEED"] ?? "fuzz";
const GAME = 100;
const LOOKED_AT = 20;

const mystery = shipped("mystery");
const houses = [
  shipped("cottage"),
  { ...manor, endings: [] },
  { ...manor, players: ["you", "ann"], endings: [] },
  shipped("lighthouse"),
  mystery,
  { ...mystery, gamemaster: true },
  generated({ rooms: 15, things: 25, people: 6 }),
];

describe("long random play", () => {
  it(`holds together for ${TURNS} turns`, (test) => {
    let turns = 0;
    let happened = 0;
    for (let game = 0; turns < TURNS; game++) {
      const config = houses[game % houses.length]!;
      const seed = `${SEED} ${game}`;
      const { opened, commits } = playOut(engine, {
        config,
        seed,
        turns: GAME,
        choose: game % 2 === 0 ? legally<House> : wildly(config),
      });
      turns += Math.max(1, commits.length);
      commits.forEach(({ frame, draft }, i) => {
        happened += draft.events.length;
        if (i % LOOKED_AT !== 0 && i !== commits.length - 1) return;
        assert.deepEqual(house.valid(frame.state), [], `seed ${seed}, turn ${i + 1}`);
        const before = commits[i - 1]?.frame ?? opened.frame;
        for (const who of house.actors(frame.state))
          assert.doesNotMatch(
            told(engine, who, frame, { before, happened: draft }),
            /undefined|\[object|\b(brass-key|front-door|study-door|room-\d|thing-\d)\b/,
            `seed ${seed}, turn ${i + 1}`,
          );
      });
    }
    test.diagnostic(`${turns} turns, ${happened} events`);
    assert.ok(happened > turns / 4);
  });
});
