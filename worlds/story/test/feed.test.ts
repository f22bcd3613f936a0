// Recommendation policies, each against the feed that its rule gives by hand in a town of six.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { getKey } from "@orrery/kernel";
import { foldEvents } from "../god/fold.ts";
import type { StoryConfig, StoryEvent, StoryState } from "../shape.ts";
import { feedOf, partnerOf, rarity } from "../town/feed.ts";
import { story } from "../world.ts";
import { diceOf, live, STILL } from "./stage.ts";

type Policy = NonNullable<NonNullable<StoryConfig["platforms"]>[number]["policy"]>;
const TEXTS = {
  ann: "Salt and bread at the market.",
  ben: "The lighthouse needs a keeper.",
  cat: "Who has seen my cat?",
  dan: "The lighthouse is dark again, and the harbour too.",
  eva: "Bread is dear.",
} as const;
const NAMES = ["me", ...Object.keys(TEXTS)];

/** `me` follows ann and ben, ann follows ben, ben follows cat; dan and eva are strangers. Everybody else has written once, in that order. */
function town(policy: Policy, feed = 5, settings: Partial<StoryConfig> = {}): StoryState {
  const follows: Record<string, string[]> = { me: ["ann", "ben"], ann: ["ben"], ben: ["cat"] };
  return story.open(
    {
      written: NAMES.map((id) => ({
        id,
        name: id,
        ...(follows[id] ? { follows: follows[id] } : {}),
        ...(id === "me" ? { interests: ["the lighthouse"] } : {}),
      })),
      platforms: [{ id: "square", policy, feed }],
      opening: Object.entries(TEXTS).map(([by, text]) => ({ by, text })),
      ...settings,
    },
    diceOf("feed"),
  );
}
const postOf = (state: StoryState, by: string) => getKey(state.agents, by)!.recent.at(-1)!.id;
const next = (state: StoryState, ...events: StoryEvent[]) =>
  foldEvents(state, [...events, { type: "round_ended", platform: null, round: state.round }]);
const feed = (state: StoryState, who = "me", page = 0) =>
  feedOf({ state, who, me: getKey(state.agents, who)!, platform: state.settings.platforms[0]!, page }).map(
    ({ by }) => by,
  );
const like = (state: StoryState, by: string, whose: string): StoryEvent => ({
  type: "reacted",
  by,
  what: "like",
  on: "post",
  id: postOf(state, whose),
  round: state.round,
});

describe("recommendation policies", () => {
  it("chronological: posts of followed people alone, the newest first", () => {
    const state = town("chronological");
    assert.deepEqual(feed(state), ["ann", "ben"]);
    const later = next(state, { type: "posted", by: "ben", post: "p9", platform: "square", text: "Again.", round: 1 });
    assert.deepEqual(feed(later), ["ben", "ann", "ben"]);
    assert.deepEqual(feed(later, "dan"), []);
  });

  it("network: the newest posts of those they follow, and before them posts that they liked or passed on", () => {
    const state = town("network");
    assert.deepEqual(feed(state), ["cat"]);
    assert.deepEqual(feed(next(state, like(state, "ann", "eva"))), ["eva", "cat"]);
  });

  it("engagement: likes lift a post above newer ones, and dislikes sink it", () => {
    const state = town("engagement");
    const [first] = feed(state);
    assert.equal(first, "eva", "of equals the newest comes first");
    const liked = next(state, like(state, "dan", "cat"), like(state, "eva", "cat"), like(state, "ben", "ann"));
    assert.deepEqual(feed(liked), ["cat", "ann", "eva", "dan", "ben"]);
  });

  it("similarity: words in common with one's interests, rare words first", () => {
    assert.deepEqual(feed(town("similarity")).toSorted(), ["ben", "dan"]);
    const state = next(town("similarity"), {
      type: "posted",
      by: "me",
      post: "p9",
      platform: "square",
      text: "I love my harbour.",
      round: 1,
    });
    assert.deepEqual(feed(state), ["dan", "ben"], "two words in common, one of them rare");
    assert.ok(rarity(100, 1) > rarity(100, 50));
    // log2((100 − 50 + 0.5) / (50 + 0.5) + 1) = 1: sixteen sixteenths of a bit.
    assert.equal(rarity(100, 50), 16);
  });

  it("everyone: the newest post of each other person", () => {
    assert.deepEqual(feed(town("everyone")), Object.keys(TEXTS));
  });

  it("random: posts of anybody without repeats, each as likely", () => {
    const counts: Record<string, number> = {};
    let state = town("random", 2, { rounds: 1000, retainRounds: 1000 });
    for (let round = 0; round < 4; round++) {
      for (let page = 0; page < 100; page++) {
        const shown = feedOf({
          state: { ...state, settings: { ...state.settings, salt: `${round} ${page}` } },
          who: "me",
          me: getKey(state.agents, "me")!,
          platform: state.settings.platforms[0]!,
          page: 0,
        }).map(({ by }) => by);
        assert.equal(new Set(shown).size, 2);
        for (const by of shown) counts[by] = (counts[by] ?? 0) + 1;
      }
      state = next(state);
    }
    // 800 draws over five people: 160 each, with a standard deviation of about 10.
    for (const name of Object.keys(TEXTS))
      assert.ok(Math.abs((counts[name] ?? 0) - 160) < 45, `${name}: ${counts[name]} of 800`);
  });

  it("pairs: meetings are mutual, and the feed is only the partner's post", () => {
    let state = town("pairs");
    for (let round = 0; round < 12; round++) {
      for (const who of NAMES) {
        const partner = partnerOf(state, who);
        if (partner !== null) assert.equal(partnerOf(state, partner), who);
        const shown = feed(state, who);
        assert.deepEqual(shown, partner === null || partner === "me" ? [] : [partner]);
      }
      state = next(state);
    }
  });

  it("mixtures: each policy has its share of the feed, the first one first, and nothing comes twice", () => {
    assert.deepEqual(feed(town({ everyone: 1, network: 1 }, 4)), ["ann", "ben", "cat"]);
    assert.deepEqual(feed(town({ chronological: 1, everyone: 1 }, 4)), ["ann", "ben", "cat", "dan"]);
  });

  it("never show one's own posts, those of this round, or those of anybody muted", () => {
    for (const policy of ["chronological", "network", "engagement", "similarity", "random", "everyone"] as const) {
      const state = town(policy, 20);
      const now = next(state, { type: "muted", by: "me", who: "ben", round: 1 }, like(state, "ann", "ben"));
      const written: StoryEvent = {
        type: "posted",
        by: "ann",
        post: "p9",
        platform: "square",
        text: "lighthouse",
        round: 2,
      };
      const shown = feed(foldEvents(now, [written]));
      assert.ok(!shown.includes("ben") && !shown.includes("me"), `${policy}: ${shown}`);
      assert.ok(shown.filter((by) => by === "ann").length <= 1, `${policy}: ${shown}`);
    }
  });
});

it("a feed of random posts by anybody mixes well: consensus at the mean, as where everybody meets everybody", () => {
  const config = (policy: Policy): StoryConfig => ({
    people: 40,
    rounds: 60,
    topics: [{ id: "t", words: ["harbour"] }],
    network: { kind: "none" },
    platforms: [{ id: "square", policy, feed: 8 }],
    behaviour: {
      habits: STILL,
      outspoken: true,
      opinion: { rule: "degroot" },
      hours: Array.from({ length: 24 }, (_, h) => h),
    },
  });
  for (const policy of ["random", "everyone"] as const) {
    const state = live(config(policy), "well-mixed");
    const x = state.actors.slice(0, -2).map((id) => getKey(state.agents, id)!.opinions["t"]!);
    const [low, high] = [Math.min(...x), Math.max(...x)];
    assert.ok(high - low < 0.02, `${policy}: opinions from ${low} to ${high}`);
  }
});
