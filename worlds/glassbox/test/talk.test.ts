// What bots say, think and answer at a table, one sentence at a time: each depends on what was said before it and on what they saw.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { keyedDice, viewOf } from "@orrery/kernel";
import { sha256 } from "@orrery/kernel/testing";
import { bots } from "../bots/index.ts";
import { inWords, type Mood, thinking, votingThought } from "../bots/speech.ts";
import { suspicions } from "../bots/suspects.ts";
import type { Claim, GlassAction, GlassView } from "../shape.ts";
import { asking, engine, given, interact, scene } from "./stage.ts";

type Said = readonly [who: string, ...claims: Claim[]];
const HOLD = ["hold", 1350, 2250] as const;
const dice = keyedDice(sha256, { seed: "talk", salt: "", lane: "b", depth: 0 }, "red");

/** The second round of a meeting about orange, found by blue in the hold at 100 s. Red is the impostor. */
const table = (said: readonly Said[]) => {
  const state = scene(
    { blue: HOLD },
    {
      asked: ["blue"],
      settings: { preparationAsk: false, deliberationAsk: false },
      change: { orange: { life: "ghost" } },
      state: { bodies: [{ who: "orange", place: "hold", x: 1400, y: 2250, tick: 900 }] },
    },
  );
  const rolls = [3, 2, 1].map((roll) => ["speakers", roll] as const);
  const frame = given({ state })
    .rolling(...rolls)
    .when(interact("blue", "body_orange")).after;
  const statements = said.map(([who, ...claims]) => ({ who, tick: 1000, round: 1, text: "…", claims }));
  const meeting = { ...frame.state.meeting!, round: 2, statements };
  return { ...frame, state: { ...frame.state, meeting } };
};
const seen = (who: string, ...said: Said[]): GlassView => viewOf(engine, table(said), who);
const mood = (more: Partial<Mood> = {}): Mood => ({ trail: [], why: () => null, suspect: null, ...more });
const because = () => "they were there";

const was = (place: string, second: number): Claim => ({ kind: "own_location", place, second });
const met = (player: string): Claim => ({ kind: "location", player, place: "hold", second: 95 });
const blame = (player: string): Claim => ({ kind: "accusation", player });
const killed = (killer: string): Claim => ({ kind: "saw_kill", killer, victim: "orange" });
const vented = (player: string): Claim => ({ kind: "saw_vent", player, place: "hold" });
const found: Claim = { kind: "found_body", body: "orange", place: "hold" };
const innocent = (player: string): Claim => ({ kind: "role", player, role: "crewmate" });

describe("what bots say", () => {
  const blue = seen("blue");
  const stood = (second: number, saw: readonly string[]) => mood({ trail: [{ second, place: "hold", saw }] });

  it("is where they were, how long if it was long, and alone if it was so", () => {
    const say = (second: number, saw: readonly string[]) =>
      inWords(blue, stood(second, saw), [was("hold", second)], false);
    assert.equal(say(95, []), "I was in the Cargo Hold, alone.");
    assert.equal(say(95, ["green"]), "I was in the Cargo Hold.");
    assert.equal(say(60, []), "I was in the Cargo Hold all the while, alone.");
    assert.equal(say(60, ["green"]), "I was in the Cargo Hold all the while.");
  });

  it("names company, but not a player seen at a kill; beside a body the place is named once", () => {
    const say = (...claims: Claim[]) => inWords(blue, stood(95, ["green", "red"]), claims, false);
    assert.equal(say(was("hold", 95), met("green"), met("red")), "I was in the Cargo Hold with green and red.");
    assert.equal(
      say(killed("red"), was("hold", 95), met("green"), met("red")),
      "I saw red kill orange. I was in the Cargo Hold with green.",
    );
    const body = "I found the body of orange in the Cargo Hold.";
    assert.equal(say(found, was("hold", 95), met("green")), `${body} With me: green.`);
    assert.equal(say(found, was("hold", 95)), body);
  });

  it("is a suspicion with its reason, a change of mind, or a guess", () => {
    const say = (view: GlassView, why: Mood["why"]) => inWords(view, mood({ why }), [blame("red")], true);
    assert.equal(say(blue, because), "I think it is red: they were there.");
    assert.equal(say(seen("blue", ["blue", blame("green")]), because), "By now I think it is red: they were there.");
    assert.equal(
      say(blue, () => null),
      "It is only a guess, but I say red.",
    );
  });

  it("is a hint once, from a speaker who has pointed at nobody; never at a partner", () => {
    const at = mood({ why: because, suspect: { who: "green", percent: 30 } });
    const say = (view: GlassView, reasons = true) => inWords(view, at, [], reasons);
    const spoken = seen("blue", ["blue", was("hold", 95)]);
    assert.equal(say(spoken), "I have my eye on green: they were there.");
    assert.equal(say(spoken, false), "");
    assert.equal(say(blue), "");
    assert.equal(say(seen("blue", ["blue", was("hold", 95)], ["blue"])), "");
    assert.equal(say(seen("blue", ["blue", vented("red")])), "");
    assert.equal(say({ ...spoken, you: { ...spoken.you, partners: ["green"] } }), "");
  });
});

describe("what bots think", () => {
  const red = seen("red");
  const think = (view: GlassView, ...claims: Claim[]) =>
    thinking(view, dice, mood({ trail: [{ second: 95, place: "hold", saw: [] }] }), claims);

  it("as impostors while they lie, blame, are looked at, tell the truth, or are silent", () => {
    assert.equal(
      think(red, was("bridge", 95)),
      "I was in the Cargo Hold. They had better believe that it was the Bridge.",
    );
    assert.equal(think(red, vented("blue")), "I saw nothing of the kind. If they send blue out, that is one less.");
    assert.equal(think(red, blame("blue")), "It was not blue, and I know it. Better they than I.");
    assert.equal(think(seen("red", ["green", blame("red")])), "They are looking at me. Calm now.");
    assert.equal(think(seen("red", ["green", killed("red")])), "They are looking at me. Calm now.");
    assert.equal(think(red, was("hold", 95)), "All of this is true, and none of it helps them.");
    assert.match(think(seen("red", ["green", blame("blue")])), /^(The less I say|Nobody is looking|Let the others)/);
  });

  it("as crew, of the player they trust least", () => {
    const blue = seen("blue");
    const at = { suspect: { who: "red", percent: 40 } };
    assert.equal(thinking(blue, dice, mood({ ...at, why: because }), []), "I trust red least, 40 %: they were there.");
    assert.match(thinking(blue, dice, mood(at), []), /^Nothing speaks against anyone\. .* red, 40 %\.$/);
  });

  it("while they vote", () => {
    const at = mood({ why: because, suspect: { who: "red", percent: 30 } });
    const vote = (view: GlassView, target: string, how = at) => votingThought(view, how, target, { red: 60, blue: 20 });
    const red2 = { ...red, you: { ...red.you, partners: ["green"] } };
    assert.equal(vote(red2, "skip"), "No vote, no trace.");
    assert.equal(vote(red2, "green"), "green is lost. I go with the others.");
    assert.equal(vote(red2, "blue"), "blue will do.");
    assert.equal(vote(seen("blue"), "skip"), "red at 30 % is not enough for me.");
    assert.equal(vote(seen("blue"), "red"), "red, 60 %: they were there.");
    assert.equal(vote(seen("blue"), "red", mood()), "red, 60 %: a guess, but somebody has to go.");
  });
});

describe("what bots answer", () => {
  const answers = (bot: keyof typeof bots, ...said: Said[]): readonly Claim[] => {
    const frame = table(said);
    const { meeting } = frame.state;
    const state = asking({ ...frame.state, meeting: { ...meeting!, queue: ["green"] } }, "green");
    const ask = engine.world.asks(state).find(({ to }) => to === "green")!;
    const view = viewOf(engine, { ...frame, state }, "green");
    const action = bots[bot]({ ask, view, legal: [], dice }) as Extract<GlassAction, { type: "speak" }>;
    assert.equal(action.type, "speak");
    return action.metadata.claims ?? [];
  };

  it("is a denial once, and a word against a player who swears to have seen them at it", () => {
    const own: Said = ["green", was("bridge", 95)];
    assert.deepEqual(answers("tasker", own, ["red", killed("green")]), [innocent("green"), blame("red")]);
    assert.deepEqual(answers("tasker", own, ["red", blame("green")]), [innocent("green")]);
    assert.deepEqual(answers("tasker", own, ["red", blame("green")], ["green", innocent("green")]), []);
  });

  it("is an accusation that is not made twice", () => {
    const own: Said = ["green", was("bridge", 95)];
    const sworn: Said = ["blue", killed("red")];
    assert.deepEqual(answers("detective", own, sworn), [blame("red")]);
    const again = answers("detective", own, sworn, ["green", blame("red")]);
    assert.ok(!again.some(({ kind }) => kind === "accusation"));
  });

  it("answers who asks where they were, and asks the player who has not said so", () => {
    const ask = (player: string): Claim => ({ kind: "question", player });
    const own: Said = ["green", was("bridge", 95)];
    assert.deepEqual(answers("tasker", own, ["red", ask("green")]), [was("bridge", 95)]);
    assert.deepEqual(answers("tasker", ["red", ask("green")], own), []);
    const others: Said[] = [
      ["blue", was("hold", 95)],
      ["pink", was("hold", 95)],
    ];
    assert.deepEqual(answers("detective", own, ...others), [ask("red")]);
    assert.deepEqual(answers("detective", own, ...others, ["blue", ask("red")]), []);
    assert.deepEqual(answers("detective", own, ...others, ["red", was("engine", 95)]), []);
  });

  it("counts what somebody says twice once", () => {
    const once = suspicions(seen("green", ["blue", blame("red")]), []).percents["red"]!;
    assert.equal(suspicions(seen("green", ["blue", blame("red")], ["blue", blame("red")]), []).percents["red"], once);
    assert.ok(once > suspicions(seen("green"), []).percents["red"]!);
  });

  it("believes a counter-accusation less than the first one", () => {
    const { percents } = suspicions(seen("green", ["blue", killed("red")], ["red", vented("blue")]), []);
    assert.ok(percents["red"]! > 2 * percents["blue"]!, JSON.stringify(percents));
  });
});
