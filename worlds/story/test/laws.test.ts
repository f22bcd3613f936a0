// The laws that hold for any world, at frames of towns in which anybody does anything.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { amendable, lawful, playOut, recklessly, redecides, replays } from "@orrery/kernel/testing";
import type { StoryConfig } from "../shape.ts";
import { engine, playAtRandom, SMALL } from "./stage.ts";

const MAKES: readonly StoryConfig[] = [
  SMALL,
  {
    ...SMALL,
    platforms: [
      { id: "a", policy: { random: 1, engagement: 2 } },
      { id: "b", policy: "similarity", feed: 3 },
    ],
  },
  { ...SMALL, asked: "awake", rounds: 20, behaviour: { activity: 0.4 } },
  { ...SMALL, platforms: [{ id: "a", policy: "pairs" }], quorum: 0.5, deadlineMs: 1000, retainRounds: 2 },
  {
    ...SMALL,
    platforms: [
      { id: "a", policy: "network" },
      { id: "b", policy: "everyone" },
    ],
  },
];

describe("laws", () => {
  for (const [i, config] of MAKES.entries()) {
    it(`hold in town ${i}`, () => {
      const played = playAtRandom(config, `laws ${i}`);
      const frames = played.commits.filter((_, n) => n % 3 === 0).map(({ frame }) => frame);
      const tally = lawful(engine, [played.opened.frame, ...frames]);
      assert.ok(tally.legal > 20 && tally.refused > 10 && tally.fallbacks > 10, JSON.stringify(tally));
      assert.notEqual(played.outcome, null);
    });

    it(`replay town ${i} from its texts, and decide it again`, () => {
      const played = playAtRandom(config, `replay ${i}`);
      replays(engine, played.opened, played.commits);
      redecides(engine, played);
    });
  }

  it("survive arbitrary input from people", () => {
    const played = playOut(engine, { config: SMALL, choose: recklessly, seed: "havoc", turns: 6 });
    assert.ok(played.commits.some(({ draft }) => draft.validation.some(({ success }) => !success)));
    lawful(engine, [played.frame], { most: 4 });
  });

  it("let no god edit break a town", () => {
    const played = playAtRandom(MAKES[1]!, "amended", 6);
    const frames = played.commits.map(({ frame }) => frame);
    const { done, refused } = amendable(engine, frames, { most: 60 });
    assert.ok(done > 10 && refused > 60, `${done} done, ${refused} refused`);
  });
});
