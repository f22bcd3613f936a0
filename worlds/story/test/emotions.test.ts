// Feelings: they halve in their half-life, are moved by what happens, and stay within their bounds.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { getKey, type Impression } from "@orrery/kernel";
import { storyApply as apply } from "../god/fold.ts";
import { EMOTIONS, type StoryEvent, type StoryState } from "../shape.ts";
import { emotionsOf } from "../town/emotions.ts";
import { binaryLog, halve } from "../town/numbers.ts";
import { impression } from "../town/perceive.ts";
import { live, STILL } from "./stage.ts";

const HALF_LIVES = { anger: 2, fear: 3, joy: 5, sadness: 7, trust: 11, surprise: 1 };
const town = (rounds: number) =>
  live(
    {
      rounds: 30,
      topics: [{ id: "t" }],
      written: [
        {
          id: "ann",
          name: "Ann",
          emotions: { anger: 0.8, fear: 0.6, joy: 0.4, sadness: 1, trust: 0.9, surprise: 0.5 },
          halfLives: HALF_LIVES,
          opinions: { t: 0.9 },
        },
        { id: "ben", name: "Ben", opinions: { t: 0.1 } },
      ],
      behaviour: { habits: STILL },
    },
    "emotions",
    () => {},
    rounds,
  );
const levels = (state: StoryState, who: string, round = state.round) =>
  emotionsOf(getKey(state.agents, who)!, getKey(state.profiles, who)!, round);
const after = (state: StoryState, event: StoryEvent) =>
  (apply[event.type] as (state: StoryState, event: StoryEvent) => StoryState)(state, event);
const at = (name: (typeof EMOTIONS)[number]) => EMOTIONS.indexOf(name);

describe("feelings", () => {
  it("halve in exactly one half-life when nothing happens", () => {
    const state = town(0);
    const now = levels(state, "ann");
    for (const [i, name] of EMOTIONS.entries())
      assert.equal(levels(state, "ann", state.round + HALF_LIVES[name])[i], now[i]! / 2, name);
  });

  it("fade by the same factor in each round: e(t+1) = e(t) · 2^(−1/h)", () => {
    const state = town(0);
    for (let round = state.round; round < 20; round++) {
      const [now, next] = [levels(state, "ann", round), levels(state, "ann", round + 1)];
      for (const [i, name] of EMOTIONS.entries())
        assert.ok(Math.abs(next[i]! - now[i]! * 2 ** (-1 / HALF_LIVES[name])) < 1e-15);
    }
  });

  it("fade as the power of two does, to double precision", () => {
    for (let x = 0; x < 60; x += 0.37) assert.ok(Math.abs(halve(x) / 2 ** -x - 1) < 1e-14, `${x}`);
    assert.equal(halve(3), 0.125);
    assert.equal(halve(5000), 0);
    for (let x = 0.001; x < 50; x *= 1.7) assert.ok(Math.abs(binaryLog(x) - Math.log2(x)) < 1e-14, `${x}`);
    assert.deepEqual([binaryLog(8), binaryLog(0.25), binaryLog(1)], [3, -2, 0]);
  });

  it("change through acts done and suffered, and stay within 0 to 1", () => {
    const state = after(town(0), { type: "posted", by: "ben", post: "p1", platform: "square", text: "x", round: 1 });
    const liked = after(state, { type: "reacted", by: "ann", what: "like", on: "post", id: "p1", round: 1 });
    assert.ok(levels(liked, "ben")[at("joy")]! > levels(state, "ben")[at("joy")]!);
    assert.ok(levels(liked, "ann")[at("joy")]! > levels(state, "ann")[at("joy")]!);
    const disliked = after(state, { type: "reacted", by: "ann", what: "dislike", on: "post", id: "p1", round: 1 });
    assert.ok(levels(disliked, "ben")[at("anger")]! > 0);
    let many = state;
    for (let i = 0; i < 60; i++) many = after(many, { type: "followed", by: "ann", who: null, round: 1 });
    assert.ok(levels(many, "ann").every((level) => level >= 0 && level <= 1));
    assert.equal(levels(many, "ann")[at("trust")], 1);
  });

  it("weigh acts of trusted people more than those of strangers", () => {
    const state = after(town(0), { type: "posted", by: "ben", post: "p1", platform: "square", text: "x", round: 1 });
    let fond = state;
    for (let i = 0; i < 4; i++)
      fond = after(fond, { type: "messaged", by: "ann", to: "ben", message: `m${i}`, text: "x", round: 1 });
    const gain = (from: StoryState) =>
      levels(after(from, { type: "reacted", by: "ann", what: "dislike", on: "post", id: "p1", round: 1 }), "ben")[
        at("anger")
      ]! - levels(from, "ben")[at("anger")]!;
    assert.ok(gain(fond) > gain(state));
  });

  it("depend on whether an event supports the person's opinion", () => {
    const state = town(0);
    const event: StoryEvent = {
      type: "happened",
      id: "evt_001",
      kind: "event",
      text: "It is decided.",
      round: 1,
      scope: "truth",
      to: null,
      topic: "t",
      stance: 1,
    };
    const told = after(state, event);
    assert.ok(levels(told, "ann")[at("joy")]! > levels(state, "ann")[at("joy")]!);
    assert.ok(levels(told, "ben")[at("anger")]! > levels(state, "ben")[at("anger")]!);
    const untold = after(state, { ...event, scope: "telling" });
    assert.deepEqual(levels(untold, "ben"), levels(state, "ben"));
    const known: Impression = impression(event, "ann");
    assert.equal(known.how, "told");
  });
});
