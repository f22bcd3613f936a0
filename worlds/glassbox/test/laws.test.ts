// The laws that hold for any world, at frames of games that were played at random and recklessly; and skipping idle time equals stepping through it.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { loadWorld } from "@orrery/kernel";
import { amendable, lawful, playOut, recklessly, redecides, replays, sha256 } from "@orrery/kernel/testing";
import { COLOURS, type GlassConfig } from "../settings.ts";
import { settle } from "../settle.ts";
import type { GlassBox } from "../shape.ts";
import { glassbox } from "../world.ts";
import { atRandom, engine, game } from "./stage.ts";

const long = process.env["ORRERY_LONG"] === "1";
const seats = (n: number): NonNullable<GlassConfig["seats"]> => COLOURS.slice(0, n).map((id) => ({ id }));
/** Games of every make: few and many players, every trigger opted in, no context, fast, dark, and with every console. */
export const MAKES: readonly GlassConfig[] = [
  {},
  { preset: "model" },
  { preset: "people" },
  { seats: seats(4) },
  { seats: seats(15), settings: { impostors: 3, crewMuted: [], impostorMuted: [], speedPercent: 300 } },
  {
    seats: COLOURS.slice(0, 7).map((id) => ({
      id,
      triggers: {
        every_n_seconds: 7,
        random_n_seconds: 9,
        intersection: true,
        hallway_waypoint: true,
        mute: [{ type: "INTERSECTION", until: "REACHED_DESTINATION" }],
        unmute: ["PLAYER_EXITS_FOV", "OBJECT_IN_RANGE"],
      },
    })),
    settings: { vitals: true, anonymousVotes: true, taskBar: "meetings", visualTasks: false },
  },
  {
    settings: {
      contextTools: false,
      interruptAsk: true,
      discussionOrder: "together",
      consolidationAsk: false,
      gameEndAsk: false,
      confirmEjects: false,
      limitMs: 120_000,
    },
  },
  {
    settings: {
      crewVisionPercent: 25,
      speedPercent: 50,
      killDistance: "long",
      emergencyMeetings: 9,
      ghostTasks: false,
    },
  },
];

describe("laws", () => {
  for (const [i, config] of MAKES.entries()) {
    const name = JSON.stringify(config).slice(0, 60);
    it(`hold in game ${i} ${name}`, () => {
      const played = game(`laws ${i}`, config, 160);
      const frames = played.commits.filter((_, n) => n % 40 === i * 4).map(({ frame }) => frame);
      const tally = lawful(engine, [played.opened.frame, ...frames], { most: 3 });
      assert.ok(tally.legal > 10 && tally.refused > 10 && tally.fallbacks > 3);
    });

    it(`replay ${i} from its texts, and decide it again`, () => {
      const played = game(`replay ${i}`, config, 60);
      replays(engine, played.opened, played.commits);
      redecides(engine, played);
    });
  }

  it("survive seats that hand in anything at all", () => {
    const played = playOut(engine, { config: {}, choose: recklessly, seed: "reckless", turns: 150 });
    assert.ok(played.commits.some(({ draft }) => draft.validation.some(({ success }) => !success)));
    lawful(engine, [played.frame], { most: 4 });
  });

  it("let a god put nothing that breaks a game", () => {
    const played = game("amended", {}, 200);
    const frames = played.commits.filter((_, n) => n % 90 === 7).map(({ frame }) => frame);
    const { done, refused } = amendable(engine, frames, { most: 40 });
    assert.ok(done > 5 && refused > 20, `${done} done, ${refused} refused`);
  });
});

describe("skipping idle time", () => {
  const stepping = loadWorld<GlassBox>({ ...glassbox, settle: (state, dice) => settle(state, dice, "step") }, sha256);
  const games = long ? 600 : 2;
  /** In the long run the first are played to their end, and of all the others a good part. */
  const turnsOf = (n: number) => (!long ? 150 : n < 20 ? 2000 : 120);
  it("puts whoever walks by where it is when a task is seen to be real", () => {
    const plan = { config: { preset: "model" }, choose: atRandom, seed: "stride s7 1 6", turns: 40 } as const;
    const [skipped, stepped] = [playOut(engine, plan), playOut(stepping, plan)];
    assert.ok(skipped.commits.some(({ draft }) => draft.events.some(({ type }) => type === "visual_seen")));
    assert.equal(stepped.truth, skipped.truth);
  });
  for (const [i, config] of MAKES.entries())
    it(`equals stepping, byte for byte, in game ${i}`, () => {
      for (let n = 0; n < games; n++) {
        const seed = `stride ${i} ${n}`;
        const turns = turnsOf(n);
        const skipped = playOut(engine, { config, choose: atRandom, seed, turns });
        const stepped = playOut(stepping, { config, choose: atRandom, seed, turns });
        const differs = skipped.commits.findIndex(({ body }, t) => stepped.commits[t]?.body !== body);
        assert.equal(differs, -1, `seed ${seed}: turn ${differs + 1} is not the same`);
        assert.equal(stepped.truth, skipped.truth, `seed ${seed}`);
      }
    });
});
