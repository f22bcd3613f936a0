// What a person types and is told: the words of the Glass Box through the real parser, and tellings in plain sentences.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { admit, viewOf } from "@orrery/kernel";
import { askFor, told } from "@orrery/kernel/testing";
import { parseTextToActions } from "@orrery/parser";
import type { GlassState, Player } from "../shape.ts";
import { asking, engine, game, given, interact, kill, scene, speak, vote } from "./stage.ts";

const HOLD = ["hold", 1350, 2250] as const;
const BODY = { who: "orange", place: "hold", x: 1500, y: 2300, tick: 900 };
function typed(state: GlassState, who: string, text: string): Record<string, unknown> {
  const view = viewOf(engine, given({ state }).frame, who);
  const { actions, ...rest } = parseTextToActions(text, {
    actorId: who,
    lexicon: engine.world.words.lexicon(view, who),
    recent: [],
  });
  assert.equal(actions.length, 1, `${text}: ${JSON.stringify(rest)}`);
  const { actorId, ...action } = actions[0] as unknown as Record<string, unknown>;
  assert.equal(actorId, who);
  const ask = askFor(engine, state, who, String(action["type"]));
  assert.equal(admit(engine, view, { actor: who, ask }, actions[0]!), null, text);
  return action;
}

/** What somebody is told when blue reports a body: the last line of it. */
function asked(who: string, change: Partial<Player>): string {
  const state = scene(
    { blue: HOLD },
    {
      asked: ["blue"],
      settings: { interruptAsk: true },
      change: { orange: { life: "ghost" }, [who]: change },
      state: { bodies: [BODY] },
    },
  );
  const start = given({ state });
  const called = start.rolling(["speakers", 0], ["speakers", 0], ["speakers", 0]).when(interact("blue", "body_orange"));
  const [before, after] = [viewOf(engine, start.frame, who), viewOf(engine, called.after, who)];
  const dice = { int: () => 0 } as never;
  return engine.world.words.tell({ who, before, after, percepts: [], tried: [], dice }).split("\n").at(-1)!;
}

describe("an interruption", () => {
  const points = [1000, 2500, 1100, 2500, 1200, 2500];
  const walk = { tick: 1000, points, places: ["hold", "hold"], to: "bridge", follow: null, caught: false, use: null };
  const rows: readonly [did: string, change: Partial<Player>][] = [
    ["You were in the Cargo Hold.", {}],
    ["You were on your way to the Bridge.", { walk }],
    ["You were on your way to blue.", { walk: { ...walk, to: "blue", follow: "blue" } }],
    [
      "You were on your way to the helm in the Bridge.",
      { walk: { ...walk, use: { what: "fake", site: "task_helm_bridge" } } },
    ],
    [
      "You were at the wiring panel in the Cargo Hold.",
      { doing: { what: "fake", site: "task_wiring_hold", since: 990, until: 1020 } },
    ],
  ];
  for (const [did, change] of rows)
    it(`is told as it was: ${did}`, () => assert.equal(asked("red", change), `${did} Note down what you were doing.`));
});

it("names a player who stands over a body", () => {
  const data = { player: "red", body: "orange", location: "hold" };
  const view = viewOf(engine, given({ state: crew }).frame, "blue");
  const percepts = [{ type: "witnessed", what: "near_body", tick: 1000, data }] as const;
  const telling = { who: "blue", before: view, after: { ...view, ask: null }, percepts, tried: [] };
  assert.equal(
    engine.world.words.tell({ ...telling, dice: { int: () => 0 } as never }),
    "1:40 Red stands over the body of orange in the Cargo Hold!",
  );
});

const crew = scene(
  { blue: ["hold", 1000, 1960], green: ["hold", 1200, 2100] },
  {
    asked: ["blue"],
    change: {
      orange: { life: "ghost" },
      blue: { tasks: [{ kind: "wiring", sites: ["task_wiring_hold"], done: 0, ready: 0 }] },
    },
    state: { bodies: [{ ...BODY, x: 1100, y: 2000 }] },
  },
);
const impostor = scene({ red: ["hold", 1700, 1960], blue: ["hold", 1650, 2000] });
const voting: GlassState = (() => {
  const settings = {
    preparationAsk: false,
    deliberationAsk: false,
    discussionRounds: 1,
    discussionOrder: "together",
  } as const;
  const state = scene(
    { blue: HOLD },
    { asked: ["blue"], settings, change: { orange: { life: "ghost" } }, state: { bodies: [BODY] } },
  );
  return given({ state })
    .rolling(["speakers", 3], ["speakers", 2], ["speakers", 1])
    .when(interact("blue", "body_orange")).after.state;
})();

const asksOf = (state: GlassState): string[] => engine.world.asks(state).map(({ to }) => to);

describe("words to act with", () => {
  const cases: readonly [state: GlassState, who: string, text: string, action: Record<string, unknown>][] = [
    [crew, "blue", "go to reactor", { type: "move", locationId: "reactor" }],
    [crew, "blue", "go to the crew quarters", { type: "move", locationId: "quarters" }],
    [crew, "blue", "medbay", { type: "move", locationId: "infirmary" }],
    [crew, "blue", "follow green", { type: "move", targetId: "green" }],
    [crew, "blue", "report", { type: "interact", targetId: "body_orange" }],
    [crew, "blue", "report the body", { type: "interact", targetId: "body_orange" }],
    [crew, "blue", "do my task", { type: "interact", targetId: "task_wiring_hold" }],
    [crew, "blue", "mend the wiring", { type: "interact", targetId: "task_wiring_hold" }],
    [crew, "blue", "wait", { type: "wait" }],
    [impostor, "red", "kill blue", { type: "kill", targetId: "blue" }],
    [impostor, "red", "sabotage the lights", { type: "sabotage", targetId: "lights" }],
    [impostor, "red", "close the reactor doors", { type: "sabotage", targetId: "doors_reactor" }],
    [impostor, "red", "vent", { type: "interact", targetId: "vent_hold" }],
    [impostor, "red", "fake the crate stack", { type: "fake_task", targetId: "task_crates_hold" }],
    [voting, "red", "say I was in the engine room", { type: "speak" }],
  ];
  for (const [state, who, text, action] of cases)
    it(text, () => {
      const { metadata, ...rest } = typed(asking(state, who), who, text);
      assert.deepEqual(rest, action);
      assert.ok(typeof metadata === "object");
    });

  it("any words are said in a discussion; elsewhere they are deeds or not understood", () => {
    const read = (state: GlassState, who: string, text: string) => {
      const view = viewOf(engine, given({ state }).frame, who);
      return parseTextToActions(text, { actorId: who, lexicon: engine.world.words.lexicon(view, who), recent: [] });
    };
    const said = (text: string) => read(voting, "red", text).actions;
    for (const text of [
      "I was in the Registry with blue, and I think it is green.",
      "blue is the impostor, I saw him vent",
      "it was blue",
      "where were you, green?",
      "kill blue",
      "why?",
    ])
      assert.deepEqual(said(text), [{ actorId: "red", type: "speak", metadata: { text } }], text);
    assert.deepEqual(said('"Nobody ever trusts me."')[0]!.metadata, { text: "Nobody ever trusts me." });
    assert.deepEqual(said("stay silent")[0]!.metadata, { text: "" });
    assert.deepEqual(read(asking(crew, "blue"), "blue", '"Nobody ever trusts me."').actions, []);
    assert.equal(read(asking(crew, "blue"), "blue", "kill green").actions[0]?.type, "kill");
  });
  it("say keeps the words as they are", () => {
    assert.deepEqual(typed(voting, "red", "say Blue killed Orange, I saw it.")["metadata"], {
      text: "Blue killed Orange, I saw it.",
    });
  });
  it("vote for a name, or skip", () => {
    const state = given({ state: voting }).when(...engine.world.asks(voting).map(({ to }) => speak(to, ""))).after
      .state;
    for (const text of ["vote red", "red", "Red.", "I vote for red"])
      assert.deepEqual([typed(state, "green", text)["type"], typed(state, "green", text)["targetId"]], ["vote", "red"]);
    assert.equal(typed(state, "green", "nobody")["targetId"], "skip");
    assert.equal(typed(state, "green", "skip")["targetId"], "skip");
    assert.equal(typed(state, "green", "vote skip")["targetId"], "skip");
  });
});

describe("tellings", () => {
  it("say in plain words what a seat noticed, in games to their end", () => {
    const played = game("told", {});
    const said: string[] = [];
    let before = played.opened.frame;
    for (const { frame, draft } of played.commits) {
      for (const who of ["red", "green", "tan"])
        if (frame.state.players[who]) said.push(...told(engine, who, frame, { before, happened: draft }).split("\n"));
      before = frame;
    }
    const odd = said.filter((line) => /_|undefined|null|\[object|NaN/.test(line));
    assert.deepEqual(odd, []);
    for (const telling of [
      /comes into sight in the/,
      /You lose sight of/,
      /Alarm: somebody has sabotaged/,
      /emergency meeting|reports? the body/,
      /ejected/,
      /^Votes for /,
      /^(\w+( and \w+)? were the impostors|You were the impostor|\w+ was the impostor)\.$/,
    ])
      assert.ok(
        said.some((line) => telling.test(line)),
        `nobody was told ${telling}`,
      );
  });

  it("the opening says the player's role, its partners and its tasks", () => {
    const opened = game("told", {}, 1).opened.frame;
    const impostor = Object.keys(opened.state.players).find((id) => opened.state.players[id]!.role === "impostor")!;
    const mate = Object.keys(opened.state.players).find(
      (id) => id !== impostor && opened.state.players[id]!.role === "impostor",
    )!;
    const crew = Object.keys(opened.state.players).find((id) => opened.state.players[id]!.role === "crewmate")!;
    assert.match(told(engine, impostor, opened), new RegExp(`You are an impostor, with ${mate}`));
    assert.match(told(engine, crew, opened), /You are crew\. .*Your tasks: /s);
  });

  it("a vote is told with everybody's choice, and the end with the impostor's name", () => {
    const spoken = (state: GlassState) =>
      given({ state }).when(...asksOf(state).map((id) => speak(id, ""))).after.state;
    const state = spoken(voting);
    const choices = { red: "blue", blue: "red", green: "red", pink: "skip" };
    given({ state })
      .when(...Object.entries(choices).map(([id, choice]) => vote(id, choice)))
      .tells("green", /^Votes for red \(blue and you\); for blue \(red\); for nobody \(pink\)\.\n.*Red is ejected\./m)
      .tells("green", /The crew wins: no impostor is left\.\nRed was the impostor\./)
      .tells("red", /^You were the impostor\.$/m);
    const secret = spoken({ ...voting, settings: { ...voting.settings, anonymousVotes: true } });
    given({ state: secret })
      .when(...Object.entries(choices).map(([id, choice]) => vote(id, choice)))
      .tells("green", /^Votes for red 2; for blue 1; for nobody 1\.$/m);
    given({ state })
      .when(...asksOf(state).map((id) => vote(id, "skip")))
      .tells("pink", /^Votes for nobody \(/m);
  });

  it("a kill is told to who saw it, to the one who died, and to nobody else", () => {
    const before = given({
      state: scene({ red: HOLD, blue: ["hold", 1450, 2250], green: ["hold", 1350, 2400], pink: ["bridge", 3850, 350] }),
    });
    const acted = before.when(kill("red", "blue"));
    acted
      .tells("green", /Red kills blue in the Cargo Hold!/)
      .tells("blue", /Red kills you in the Cargo Hold\. You go on as a ghost\./);
    acted.tells("red", /You kill blue/).tells("pink", "");
  });
});
