// The rules one by one, then the laws that hold for every world, tried at games played by chance.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { loadWorld } from "@orrery/kernel";
import {
  amendable,
  blindfold,
  frameAt,
  lawful,
  legally,
  playOut,
  recklessly,
  redecides,
  replays,
  scenario,
  sha256,
} from "@orrery/kernel/testing";
import { type Nearest, world } from "../index.ts";

const engine = loadWorld<Nearest>(world, sha256);
const name = (actorId: string, number: number) => ({ actorId, type: "name", metadata: { number } }) as const;
const given = () => scenario(engine).given({ config: { rounds: 1 } });

describe("a round", () => {
  it("gives the point to the nearest player", () => {
    const { frame } = given()
      .rolling(["die", 9])
      .when(name("ann", 7), name("ben", 12))
      .happens(
        { type: "named", who: "ann", number: 7 },
        { type: "named", who: "ben", number: 12 },
        { type: "fell", die: 9, named: { ann: 7, ben: 12 } },
      );
    assert.deepEqual(frame.state.scores, { ann: 1, ben: 0 });
    assert.deepEqual(world.outcome(frame.state), { scores: { ann: 1, ben: 0 } });
  });

  it("refuses a number that is not on the die, and a second number", () => {
    given().when(name("ann", 21)).refused("out_of_range", "The die has 20 sides: name a number from 1 to 20, not 21.");
    given()
      .when(name("ann", 3))
      .happens({ type: "named", who: "ann", number: 3 })
      .when(name("ann", 4))
      .refused("named_already", "You have named 3. Now the other's number is waited for.");
  });

  it("keeps a number from the other player until both are in", () => {
    const at = (number: number) =>
      frameAt(engine, { rounds: 1, round: 1, named: { ann: number }, scores: { ann: 0, ben: 0 } });
    blindfold(engine, at(3), at(17), "ben", { probes: [name("ben", 3), name("ben", 99)] });
  });
});

describe("laws", () => {
  const games = [1, 2, 3].map((n) =>
    playOut(engine, { config: {}, seed: String(n), choose: n === 1 ? legally : recklessly }),
  );
  const frames = games.flatMap(({ opened, commits }) => [opened.frame, ...commits.map(({ frame }) => frame)]);

  it("hold at every moment of games played by chance", () => {
    assert.ok(lawful(engine, frames).legal > 20);
  });
  it("hold after every act of a god", () => {
    assert.ok(amendable(engine, frames).done > 0);
  });
  it("give the same bytes when a game is replayed and decided again", () => {
    for (const game of games) {
      replays(engine, game.opened, game.commits);
      redecides(engine, game);
    }
  });
});
