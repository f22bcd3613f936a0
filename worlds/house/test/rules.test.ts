// Custom rules: what sets them off, what they do, in which order, and that none of them goes on for ever.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type AnyEvent, canonical } from "@orrery/kernel";
import { readYaml } from "../../../runtime/src/yaml.ts";
import { compileHouse, type House, type HouseAction, type HouseEvent, type HouseState, house } from "../index.ts";
import { alter, frameOf, given, go, look, manor, open, read, say, see, take, turn, wait } from "./manor.ts";
import { WORKSHOP, workshop, workshopWith } from "./workshop.ts";

const who = "you";
const use = (how: string, targetId: string, tool?: string) =>
  ({ actorId: who, type: "use", targetId, metadata: { how, ...(tool && { with: tool }) } }) as HouseAction;
const hint: HouseAction = { actorId: who, type: "hint" };
const used = (how: string, what: string, tool?: string) =>
  ({ type: "used", who, how, what, ...(tool && { with: tool }) }) as HouseEvent;
const fired = (rule: string, by: string | null = who): HouseEvent => ({ type: "fired", rule, by });
const narrated = (text: string, room: string | null = "shop"): HouseEvent => ({ type: "narrated", text, room });
const ticked = (time: number): HouseEvent => ({ type: "ticked", time });
const eventsOf = (state: HouseState, ...actions: HouseAction[]) => turn(frameOf(state), ...actions).draft.events;
const rulesFired = (events: readonly AnyEvent<House>[]) =>
  events.flatMap((event) => (event.type === "fired" ? [event.rule] : []));

describe("what sets a rule off", () => {
  it("something that is done; then time passes", () => {
    given(workshop)
      .when(use("fill", "pump", "oilcan"))
      .happens(
        used("fill", "pump", "oilcan"),
        fired("oil"),
        { type: "counted", counter: "oil", to: 5 },
        { type: "flagged", flag: "smoke", is: true },
        ticked(1),
      );
  });
  it("what is done twice in one turn, twice", () => {
    const twice = eventsOf(workshop, use("fill", "pump", "oilcan"), use("fill", "pump", "oilcan"));
    assert.deepEqual(
      rulesFired(twice).filter((rule) => rule === "oil"),
      ["oil", "oil"],
    );
  });
  it("not the same done to another thing, with another tool, or with none", () => {
    assert.deepEqual(rulesFired(eventsOf(workshop, use("fill", "pump", "rag"))), []);
    assert.deepEqual(rulesFired(eventsOf(workshop, use("fill", "pump"))), []);
    const by = workshopWith({ rules: { say: { on: { say: "moll", by: "you" }, do: [{ tell: "Yes." }] } } });
    const together = alter(by, "people", "moll", { at: "shop" });
    assert.deepEqual(rulesFired(eventsOf(together, say("Hello", "moll"))), ["say"]);
    assert.deepEqual(rulesFired(eventsOf(together, say("Hello"))), []);
  });
  it("nothing that was tried in vain, and nothing that people do by a rule", () => {
    const state = workshopWith({
      rules: {
        box: { on: { open: "box" }, do: [{ tell: "Creak." }] },
        come: { on: { after: 1 }, do: [{ person: "moll", goes: "shop" }] },
        came: { on: { go: "shop" }, do: [{ tell: "Steps." }] },
      },
    });
    assert.deepEqual(rulesFired(eventsOf(state, open("box"))), ["come"]);
    const come = turn(frameOf(state), wait);
    assert.deepEqual(rulesFired(come.draft.events), ["come"]);
    assert.equal(come.frame.state.due, undefined);
    assert.deepEqual(rulesFired(turn(come.frame, wait).draft.events), []);
    assert.deepEqual(rulesFired(eventsOf(state, go("east"), go("west"))), ["come", "came"]);
  });
  it("before the next deed of the same line, which sees what came of the one before", () => {
    const smoky = turn(frameOf(workshop), use("fill", "pump", "oilcan"), look);
    assert.match(smoky.told(who), /A workshop full of smoke\./);
    const away = turn(frameOf(workshop), use("pull", "lever"), go("north"));
    assert.equal(away.frame.state.people[who]?.at, "vault");
    // Waits in a row are one stretch of time, and it is over before anything else is done.
    const noon = turn(frameOf(workshop), wait, wait, look).draft;
    assert.deepEqual(
      noon.events.flatMap(({ type }) => (["narrated", "looked"].includes(type) ? [type] : [])),
      ["narrated", "looked"],
    );
    const state = workshopWith({
      endings: { burst: { text: "It bursts." } },
      rules: { end: { on: { pull: "lever" }, do: [{ end: "burst" }] } },
    });
    assert.deepEqual(
      turn(frameOf(state), use("pull", "lever"), look).draft.validation.map(({ reason }) => reason),
      [undefined, "game_over"],
    );
  });
  it("looking and reading set off rules and take no time", () => {
    const state = workshopWith({ rules: { page: { on: { read: "book" }, do: [{ flag: "smoke" }] } } });
    given(state)
      .when(read("book"))
      .happens(
        { type: "looked", who, how: "text", at: "book" },
        { type: "taught", topic: "culprit", from: "book", to: [who] },
        fired("page"),
        { type: "flagged", flag: "smoke", is: true },
        ticked(0),
      )
      .when(look)
      .tells(who, /full of smoke/)
      .happens({ type: "looked", who, how: "around" });
  });
  it("time: after so many turns once, and every so many again; each act of an utterance takes its own", () => {
    const look = { actorId: who, type: "say", metadata: { text: "Well." } } as const;
    const one = turn(frameOf(workshop), wait, wait, look);
    assert.deepEqual(
      one.draft.events.filter(({ type }) => type !== "waited" && type !== "said"),
      [
        ticked(1),
        ticked(2),
        fired("noon", null),
        narrated("Noon.", null),
        ticked(3),
        fired("clock", null),
        { type: "counted", counter: "oil", to: 1 },
      ],
    );
    const two = turn(one.frame, wait, wait, wait);
    assert.deepEqual(rulesFired(two.draft.events), ["clock", "dry"]);
  });
  it("waiting ends when something happens, and the moments left over do not pass", () => {
    const { draft, told } = turn(frameOf(workshop), wait, wait, wait, wait, wait);
    assert.deepEqual(
      draft.events.filter(({ type }) => type !== "waited"),
      [ticked(1), ticked(2), fired("noon", null), narrated("Noon.", null), { type: "roused", who, left: 3 }],
    );
    assert.equal(told(who), "You let two moments go by.\n\nNoon.\n\nYou stop waiting.");
  });
  it("waiting goes on through what comes round by the clock", () => {
    const rain = workshopWith({ rules: { rain: { on: { every: 2 }, do: [{ tell: "Rain." }] } } });
    const { draft } = turn(frameOf(rain), wait, wait, wait, wait);
    assert.equal(draft.events.filter(({ type }) => type === "ticked").length, 4);
  });
  it("a condition alone: the first time that it holds, and never again", () => {
    const dry = { ...workshop, counters: { rings: 0, oil: 0 } };
    const first = turn(frameOf(dry), wait);
    assert.deepEqual(rulesFired(first.draft.events), ["dry"]);
    assert.match(first.told(who), /\n\nThe lamp dies\.$/);
    assert.deepEqual(rulesFired(turn(first.frame, wait, wait).draft.events).includes("dry"), false);
  });
  it("another rule, when its own condition holds", () => {
    const once = turn(frameOf(workshop), use("ring", "bell"));
    assert.deepEqual(rulesFired(once.draft.events), ["ring", "moll"]);
    const twice = turn(once.frame, use("ring", "bell"));
    assert.deepEqual(rulesFired(twice.draft.events).slice(0, 3), ["ring", "echo", "moll"]);
  });
  it("all that one act sets off are judged before any is carried out", () => {
    const one = turn(frameOf(workshop), use("pull", "lever"));
    assert.deepEqual(rulesFired(one.draft.events), ["lever"]);
    assert.deepEqual(rulesFired(turn(one.frame, use("pull", "lever")).draft.events)[0], "stuck");
  });
});

describe("what a rule does", () => {
  it("is told to everybody there, and replaces the bare act for the actor", () => {
    const here = alter(workshop, "people", "moll", { at: "shop" });
    const { told } = turn(frameOf(here), use("pull", "lever"));
    assert.equal(told(who), "Something slides aside.\n\nThe box opens.");
    assert.match(told("moll"), /^The visitor pulls the lever\.\n\nSomething slides aside\./);
    assert.equal(turn(frameOf(workshop), use("pull", "lever")).told("moll"), "");
  });
  it("says that nothing comes of what no rule waits for", () => {
    assert.match(
      turn(frameOf(workshop), use("fill", "pump", "rag")).told(who),
      /^You try to fill the pump with the rag\. \w/,
    );
  });
  it("reveals what nobody could sense, and hides what is gone", () => {
    const before = frameOf(workshop);
    assert.equal(turn(before, take("coin")).draft.validation[0]?.reason, "object_not_found");
    assert.ok(!canonical(see(before)).includes("coin"));
    const { frame } = turn(before, use("pull", "lever"));
    assert.ok(see(frame).things.some(({ id }) => id === "coin"));
    const eaten = turn(before, use("eat", "rag")).frame;
    assert.deepEqual(
      see(eaten).holding.map(({ id }) => id),
      ["oilcan"],
    );
    assert.equal(eaten.state.things["rag"]?.hidden, true);
  });
  it("opens a way that was not there", () => {
    const before = frameOf(workshop);
    assert.equal(turn(before, go("north")).draft.validation[0]?.reason, "no_exit");
    const { frame } = turn(before, use("pull", "lever"));
    assert.ok(see(frame).exits.some(({ direction }) => direction === "north"));
    assert.equal(turn(frame, go("north")).frame.state.people[who]?.at, "vault");
  });
  it("opens what was locked, and leaves a house that holds together", () => {
    const { state } = turn(frameOf(workshop), use("pull", "lever")).frame;
    assert.equal(state.things["box"]?.container?.open, true);
    assert.equal(state.things["box"]?.lock?.locked, false);
    assert.deepEqual(house.valid(state), []);
  });
  it("sends people, who are seen to come, and speak", () => {
    const { told } = turn(frameOf(workshop), use("ring", "bell"));
    assert.match(told(who), /^Dong\.\n\nMoll comes in from the east\. .*You rang/);
  });
  it("brings about an ending, and nothing after it", () => {
    const { frame } = turn(frameOf(workshop), use("pull", "lever"));
    const last = turn(frame, take("coin"));
    assert.deepEqual(last.draft.events.slice(-2), [fired("over"), { type: "ended", ending: "rich" }]);
    assert.deepEqual(house.outcome(last.frame.state), { ending: "rich", tone: "won" });
  });
  it("baulks at putting a thing inside itself, and says so in the log", () => {
    const events = eventsOf(workshop, use("push", "pump"));
    assert.deepEqual(events.slice(1, 4), [
      fired("sack"),
      { type: "placed", thing: "pouch", at: { in: "sack" }, quiet: true },
      { type: "baulked", rule: "sack", reason: "into_itself", thing: "sack" },
    ]);
  });
  it("changes words by what is so: the first change that holds and has them", () => {
    const at = (rings: number) => frameOf({ ...workshop, counters: { rings, oil: 2 } });
    const told = (rings: number, action: HouseAction) => turn(at(rings), action).told(who);
    const examine: HouseAction = { actorId: who, type: "examine", targetId: "book" };
    assert.equal(told(0, examine), "A book.");
    assert.equal(told(1, examine), "A humming book.");
    assert.equal(told(2, examine), "A trembling book.");
    assert.match(told(1, read("book")), /Page one/);
    assert.match(told(2, read("book")), /Page two/);
  });
  it("chooses between texts with the turn's dice", () => {
    const state = workshopWith({ rules: { sky: { on: { every: 1 }, do: [{ tell: ["Rain.", "Wind.", "Hail."] }] } } });
    let frame = frameOf(state);
    const heard = new Set<string>();
    for (let i = 0; i < 20; i++) {
      const next = turn(frame, wait);
      for (const event of next.draft.events) if (event.type === "narrated") heard.add(event.text);
      frame = { ...next.frame, lanes: { main: i + 1 } };
    }
    assert.deepEqual([...heard].sort(), ["Hail.", "Rain.", "Wind."]);
  });
});

describe("hints", () => {
  it("come in steps, move nothing and take no time", () => {
    let frame = frameOf(workshop);
    for (const words of [/^Look about\. \(1 of 3\)$/, /\(2 of 3\)$/, /^PULL THE LEVER\. \(3 of 3\)$/, /\(3 of 3\)$/]) {
      const next = turn(frame, hint);
      assert.match(next.told(who), words);
      const { hinted: _given, ...after } = next.frame.state;
      const { hinted: _before, ...before } = frame.state;
      assert.deepEqual(after, before);
      frame = next.frame;
    }
    frame = turn(frame, use("pull", "lever")).frame;
    assert.equal(turn(frame, hint).told(who), "TAKE THE COIN.");
  });
  it("are for the asker alone", () => {
    const here = alter(workshop, "people", "moll", { at: "shop" });
    assert.equal(turn(frameOf(here), hint).told("moll"), "");
  });
  it("a house without any says so", () => {
    assert.match(turn(frameOf(house.open(manor)), hint).told(who), /[.]$/);
  });
});

describe("houses of before", () => {
  it("open and go on without counting anything", () => {
    const { moment: _moment, seen: _seen, ...state } = house.open(manor);
    assert.deepEqual(Object.keys(state).sort(), [...Object.keys(manor), "acted", "ended", "turn"].sort());
    const { state: after } = turn(frameOf(state), wait).frame;
    assert.deepEqual(Object.keys(after).sort(), Object.keys(state).sort());
    assert.deepEqual(eventsOf(state, wait), [{ type: "waited", who }]);
    assert.deepEqual(house.valid(state), []);
  });
});

describe("what no author may write", () => {
  const source = (rules: string, more = "") => `title: T
player: you
rooms: { a: {}, b: {} }
people: { you: { in: a } }
things:
  lever: { in: a }
  stone: { in: a, fixed: true }
flags: { wet: false }
counters: { n: 0 }
endings: { e: { text: End. } }
${more}
rules:
${rules}
`;
  const problemsOf = (text: string) => {
    const doc = readYaml(text);
    assert.ok(doc.ok);
    const compiled = compileHouse(doc.doc);
    return compiled.ok ? [] : compiled.problems;
  };
  const END = "\n  last: { on: { wait: any }, do: [{ end: e }] }";
  for (const [rules, line, message, hint] of [
    ["  r: { on: { pull: lver }, do: [{ tell: x }] }", 13, /There is no thing or door "lver"/, /`lever`/],
    ["  r: { on: { pull: lever }, do: [{ flag: wett }] }", 13, /There is no flag "wett"/, /`wet`/],
    ["  r: { on: { pull: lever }, do: [{ end: f }] }", 13, /There is no ending "f"/, /`e`/],
    ["  r: { on: { pull: lever }, do: [{ counter: n, add: x }] }", 13, /`add` cannot be text/, /whole number/],
    ["  r: { on: { pull: lever }, do: [{ move: stone, heldBy: you }] }", 13, /fixed/, /`fixed`/],
    [
      "  r: { on: { pull: lever }, do: [{ move: lever, in: stone }] }",
      13,
      /Nothing can be put into "stone"/,
      /container/,
    ],
    ["  r: { on: { pull: lever }, do: [{ set: stone, open: true }] }", 13, /neither opens nor closes/, /lid/],
    ["  r: { on: { pull: lever }, do: [{ set: stone, locked: true }] }", 13, /no lock/, /key/],
    ["  r: { on: { pull: lever }, do: [{ set: stone, lit: true }] }", 13, /gives no light/, /light/],
    ["  r: { on: { pull: lever }, do: [{ tel: x }] }", 13, /no key `tel`/, /`tell`/],
    [
      "  r: { on: { pull: lever }, do: [{ tell: x, flag: wet }] }",
      13,
      /No effect has the parts flag, tell/,
      /tell: words/,
    ],
    ["  r: { on: { pull: lever } }", 13, /does 1 to 20 things/, /`do/],
    ["  r: { do: [{ tell: x }] }", 13, /Nothing ever sets off "r"/, /`on: `/],
    ["  r: { on: { pull: lever, push: lever }, do: [{ tell: x }] }", 13, /Two things stand here/, /take: id/],
    ["  r: { on: { every: 0 }, do: [{ tell: x }] }", 13, /`every` cannot be 0/, /between 1/],
    ["  r: { on: { every: 3, by: you }, do: [{ tell: x }] }", 13, /`by` goes with/, /Leave/],
    ["  r: { on: { pull: lever, with: stone, to: you }, do: [{ tell: x }] }", 13, /`with` and `to`/, /Keep one/],
    ["  r: { when: { flag: wet }, once: false, do: [{ tell: x }] }", 13, /fire without end/, /every: 1/],
    ["  r: { on: { rule: r }, do: [{ tell: x }] }", 13, /itself off without end: r → r/, /somebody does/],
    [
      "  r: { on: { rule: s }, do: [{ tell: x }] }\n  s: { on: { rule: r }, do: [{ tell: x }] }",
      13,
      /itself off without end: r → s → r/,
      /somebody does/,
    ],
  ] as const)
    it(rules.trim(), () => {
      const [problem] = problemsOf(source(rules + END));
      assert.ok(problem, "it compiles");
      assert.match(problem.message, message);
      assert.match(problem.hint ?? "", hint);
      assert.equal(problem.line, line);
    });
  it("an ending that neither a condition nor a rule brings about", () => {
    const [problem] = problemsOf(source("  r: { on: { pull: lever }, do: [{ tell: x }] }"));
    assert.match(problem?.message ?? "", /`when` is missing/);
  });
  it("a change without words, and a hint without steps", () => {
    const more = "hints: { h: {} }";
    const text = source(END.slice(1), more).replace(
      "lever: { in: a }",
      "lever: { in: a, changes: [{ when: { flag: wet } }] }",
    );
    assert.deepEqual(
      problemsOf(text).map(({ message }) => message),
      ["This changes no words.", "`steps` takes 1 to 5 texts."],
    );
  });
  it("a god may not bring about a rule that sets itself off", () => {
    const rules = workshop.rules!.map((rule) => (rule.id === "ring" ? { ...rule, on: { rule: "echo" } } : rule));
    assert.ok(house.valid({ ...workshop, rules }).some((one) => /sets itself off/.test(one)));
    assert.ok(house.valid({ ...workshop, due: [{ rule: "none", by: who }] }).length > 0);
  });
});

it("the workshop says all that there is to say", () => {
  const effects = new Set(workshop.rules!.flatMap((rule) => rule.do.map((one) => Object.keys(one).sort().join(" "))));
  assert.ok(effects.size >= 12, [...effects].join("; "));
  assert.equal(Object.keys(WORKSHOP.rules).length, workshop.rules!.length);
});
