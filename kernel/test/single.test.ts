// The common turn, one action of one actor: judged, decided and sealed as the first action of a longer answer is.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decideTurn, type Engine, loadWorld, readCommit, type Shape, seal } from "@orrery/kernel";
import { playOut, recklessly, sha256 } from "@orrery/kernel/testing";
import { type Council, council } from "./worlds/council.ts";
import { type DiceTable, diceTable } from "./worlds/dice-table.ts";
import { type Relay, relay } from "./worlds/relay.ts";

const key = { seed: "single", salt: "s" };
const envelope = { id: "1-a", createdAt: 1_700_000_000_123, rawText: "", salt: key.salt };

/** Every action of a game alone in its window, and as the first of two in an `each` answer. */
function bothWays<S extends Shape>(engine: Engine<S>, config: S["config"]) {
  const games = ["a", "b", "c", "d"].map((seed) => playOut(engine, { config, choose: recklessly, seed }));
  const turns = games.flatMap(({ opened, commits }) => {
    const frames = [opened.frame, ...commits.map(({ frame }) => frame)];
    return commits.map(({ given, lane }, i) => ({ given, lane, frame: frames[i]! }));
  });
  return turns.flatMap(({ given, lane, frame }) =>
    given.flatMap((one) =>
      one.actions.map((action) => {
        const given = { ...one, ask: one.ask && { ...one.ask, mode: "all" as const }, actions: [action] };
        const each = { ...given, ask: given.ask && { ...given.ask, mode: "each" as const } };
        const alone = decideTurn(engine, frame, lane, [given], key);
        const longer = decideTurn(engine, frame, lane, [{ ...each, actions: [action, action] }], key);
        return { alone, longer, sealed: seal(engine, frame, alone, envelope) };
      }),
    ),
  );
}

describe("one actor, one action", () => {
  const council3 = bothWays(loadWorld<Council>(council, sha256), { members: ["ann", "bob", "cyn"], rounds: 3 });
  const table = bothWays(loadWorld<DiceTable>(diceTable, sha256), {});
  const race = bothWays(loadWorld<Relay>(relay, sha256), { teams: ["red", "blue"] });

  it("[K12] is judged, decided and told as the first action of a longer answer is", () => {
    const outcomes = new Set<string>();
    for (const { alone, longer } of [...council3, ...table, ...race]) {
      assert.deepEqual(alone.validation[0], longer.validation[0]);
      assert.deepEqual(alone.actions[0], longer.actions[0]);
      const own = longer.events.filter((_, i) => longer.by[i] === 0);
      assert.deepEqual(
        alone.events.filter((_, i) => alone.by[i] === 0),
        own,
      );
      outcomes.add(`${alone.validation[0]!.success} ${own.length > 0}`);
    }
    assert.deepEqual([...outcomes].sort(), ["false false", "false true", "true true"]);
  });

  it("[K26] is sealed with the commit that its text reads back as", () => {
    for (const { sealed } of [...council3, ...table, ...race]) assert.deepEqual(sealed.commit, readCommit(sealed.body));
  });
});
