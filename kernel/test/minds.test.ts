// Who learns what, and what nobody learns: percepts, minds, views, and the blindfold.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  decideTurn,
  type Frame,
  loadWorld,
  mindOf,
  perceptsOf,
  type Shape,
  step,
  Type,
  viewOf,
  type World,
} from "@orrery/kernel";
import { askFor, blindfold, frameAt, perceived, sha256 } from "@orrery/kernel/testing";
import { withKey } from "../src/frame.ts";
import { type Council, council } from "./worlds/council.ts";
import { plainWords } from "./worlds/words.ts";

const engine = loadWorld<Council>(council, sha256);
const start = frameAt(engine, council.open({ members: ["ann", "bob", "cyn"] }));
const folded = (frame: Frame<Council>, ...events: Council["event"][]): Frame<Council> => {
  let at = frame;
  for (const event of events) at = { ...at, ...step(engine, at, event) };
  return at;
};

describe("minds", () => {
  it("[K33] each is a fold over its own percepts", () => {
    const { minds } = folded(start, { type: "voted", by: "ann", for: "bob" }, { type: "took", by: "bob" });
    assert.deepEqual(minds, { ann: { heard: 2 }, bob: { heard: 1 }, cyn: { heard: 1 } });
  });

  it("[K33] a percept addressed to one changes no other mind", () => {
    const { minds } = folded(start, { type: "voted", by: "ann", for: "bob" });
    assert.equal(minds["bob"], start.minds["bob"]);
    assert.equal(minds["cyn"], start.minds["cyn"]);
  });

  it("[K33] percepts come in the order of the events, and only the viewer's own", () => {
    const events = [
      { type: "took", by: "bob" },
      { type: "voted", by: "ann", for: "ann" },
    ] as const;
    assert.deepEqual(perceived(engine, start, events, "ann"), [{ what: "took", by: "bob" }, { what: "voted" }]);
    assert.deepEqual(perceived(engine, start, events, "cyn"), [{ what: "took", by: "bob" }]);
    assert.deepEqual(perceived(engine, start, events, "eve"), []);
    assert.deepEqual(perceptsOf(engine, start.state, { type: "@amended", changes: [] }, start.state, "ann"), []);
  });

  it("[K33] an event that nobody perceives leaves every mind as it was", () => {
    assert.equal(folded(start, { type: "looked", by: "ann" }).minds, start.minds);
  });

  it("[K33] a world without one keeps none, and still says what is perceived", () => {
    const { mind: _kept, ...forgetful } = council;
    const told = loadWorld<Council>(forgetful, sha256);
    const voted = { type: "voted", by: "ann", for: "bob" } as const;
    assert.deepEqual(frameAt(told, start.state).minds, {});
    assert.deepEqual(step(told, { state: start.state, minds: {} }, voted).minds, {});
    assert.equal(mindOf(told, { state: start.state, minds: {} }, "ann"), null);
    assert.deepEqual(
      perceived(told, { ...start, minds: {} }, [voted], "ann"),
      perceived(engine, start, [voted], "ann"),
    );
    assert.equal(perceived(told, { ...start, minds: {} }, [voted], "ann").length, 1);
  });

  it("[K34] minds are opened with the run, for those who are there", () => {
    assert.deepEqual(Object.keys(start.minds), ["ann", "bob", "cyn"]);
  });

  it("[K35] a view is made of the state and the viewer's own mind", () => {
    const at = folded(start, { type: "voted", by: "ann", for: "bob" });
    assert.deepEqual(viewOf(engine, at, "ann"), {
      you: "ann",
      members: ["ann", "bob", "cyn"],
      yours: "bob",
      open: false,
      results: [],
      heard: 1,
    });
    assert.equal(viewOf(engine, at, "bob").heard, 0);
    assert.equal(viewOf(engine, at, "bob").yours, null);
  });
});

/** A party: a guest hears what is said after they enter. */
interface Party extends Shape {
  config: Record<string, never>;
  state: { readonly guests: readonly string[]; readonly said: number };
  view: { readonly memory: readonly string[] };
  percept: string;
  mind: readonly string[];
  event: { readonly type: "entered"; readonly who: string } | { readonly type: "said"; readonly text: string };
  reasons: Record<string, never>;
  actions: Record<string, never>;
  god: Record<string, never>;
}
const party = {
  id: "party",
  version: 1,
  config: Type.Object({}),
  actions: {},
  open: () => ({ guests: ["ann"], said: 0 }),
  actors: ({ guests }) => guests,
  asks: () => [],
  check: {},
  decide: {},
  apply: {
    entered: (state, { who }) => ({ ...state, guests: [...state.guests, who] }),
    said: (state) => ({ ...state, said: state.said + 1 }),
  },
  perceive: (_before, event, after) =>
    event.type === "said" ? after.guests.map((to) => ({ to, what: event.text })) : [],
  mind: { open: ({ said }) => [`came after ${said}`], learn: (mind, text) => [...mind, text] },
  view: (_state, _who, memory) => ({ memory }),
  legal: () => [],
  explain: {},
  outcome: () => null,
  entities: () => [],
  words: plainWords<Party>([]),
} satisfies World<Party>;

describe("late comers", () => {
  const parties = loadWorld<Party>(party, sha256);
  const say = (frame: Frame<Party>, ...events: Party["event"][]) => {
    let at = frame;
    for (const event of events) at = { ...at, ...step(parties, at, event) };
    return at;
  };
  const opened = frameAt(parties, party.open());

  it("[K34] have their minds opened at the first percept, from the state before it", () => {
    const at = say(
      opened,
      { type: "said", text: "one" },
      { type: "entered", who: "bob" },
      { type: "said", text: "two" },
    );
    assert.deepEqual(at.minds["ann"], ["came after 0", "one", "two"]);
    assert.deepEqual(at.minds["bob"], ["came after 1", "two"]);
  });

  it("[K33] what several learn of one event leaves their minds before it as they were", () => {
    const names = ["bob", "__proto__", "cyn"];
    const before = say(opened, ...names.map((who) => ({ type: "entered", who }) as const), {
      type: "said",
      text: "one",
    });
    const after = say(before, { type: "said", text: "two" });
    for (const who of ["ann", ...names]) {
      assert.equal(mindOf(parties, before, who).at(-1), "one");
      assert.equal(mindOf(parties, after, who).at(-1), "two");
    }
  });

  it("[K34] until then their minds are opened from the state they are looked at in", () => {
    const at = say(opened, { type: "said", text: "one" }, { type: "entered", who: "bob" });
    assert.ok(!Object.hasOwn(at.minds, "bob"));
    assert.deepEqual(mindOf(parties, at, "bob"), ["came after 1"]);
    assert.deepEqual(viewOf(parties, at, "bob"), { memory: ["came after 1"] });
  });

  it("[K34] may have any name", () => {
    for (const who of ["constructor", "__proto__", "toString"]) {
      const at = say(opened, { type: "entered", who }, { type: "said", text: "hello" });
      assert.deepEqual(mindOf(parties, at, who), ["came after 0", "hello"]);
      assert.deepEqual(mindOf(parties, opened, who), ["came after 0"]);
    }
  });

  it("[K34] a name like that is kept beside others", () => {
    let minds: Record<string, number> = {};
    for (const [i, who] of ["ann", "__proto__", "bob", "constructor", "__proto__", "ann"].entries())
      minds = withKey(minds, who, i);
    assert.deepEqual(Object.entries(minds), [
      ["ann", 5],
      ["__proto__", 4],
      ["bob", 2],
      ["constructor", 3],
    ]);
    assert.equal(Object.getPrototypeOf(minds), Object.prototype);
  });
});

describe("blindfold", () => {
  const voted = (name: string) => {
    const action = { actorId: "ann", type: "vote", metadata: { for: name } } as const;
    const ask = askFor(engine, start.state, "ann", "vote");
    const given = {
      actor: "ann",
      ask,
      actions: [action],
      provenance: { actor: "ann", ask: ask!.id, by: "agent" },
    } as const;
    const happened = decideTurn(engine, start, "council", [given], { seed: "s", salt: "0" });
    return { before: start, happened, frame: { ...start, ...happened.after } };
  };
  const [forBob, forCyn] = [voted("bob"), voted("cyn")];
  const probes = [
    { actorId: "bob", type: "vote", metadata: { for: "zoe" } },
    { actorId: "bob", type: "take", metadata: { haste: 1 } },
    { actorId: "ann", type: "vote", metadata: { for: "bob" } },
    { actorId: "bob", type: "look", locationId: "hall" },
  ];

  it("[K35] a secret vote is no difference to the others", () => {
    for (const who of ["bob", "cyn", "eve"])
      blindfold(engine, forBob.frame, forCyn.frame, who, { probes, turns: [forBob, forCyn] });
  });

  it("[K35] but it is one to the voter", () => {
    assert.throws(
      () => blindfold(engine, forBob.frame, forCyn.frame, "ann", { turns: [forBob, forCyn] }),
      /view of ann/,
    );
  });

  it("proves nothing, and says so, when both frames are the same", () => {
    assert.throws(() => blindfold(engine, forBob.frame, forBob.frame, "bob"), /nothing is hidden/);
  });

  const leaky: [string, Partial<World<Council>>, RegExp][] = [
    [
      "a view",
      { view: (state, who, mind) => ({ ...council.view(state, who, mind), results: Object.values(state.votes) }) },
      /view of bob/,
    ],
    [
      "an ask",
      {
        asks: (state) => council.asks(state).map((ask) => ({ ...ask, id: `${ask.id}-${Object.values(state.votes)}` })),
      },
      /asks of bob/,
    ],
    [
      "a percept",
      {
        perceive: (_before, event, { members }) =>
          event.type === "voted" && event.for === "bob"
            ? members.map((to) => ({ to, what: { what: "voted" as const } }))
            : [],
      },
      /of bob/,
    ],
    [
      "a mind",
      { mind: { open: ({ votes }) => ({ heard: votes["ann"] === "bob" ? 1 : 0 }), learn: (mind) => mind } },
      /of eve/,
    ],
    ["an outcome", { outcome: ({ votes }) => ({ votes }) }, /outcome of bob/],
    [
      "an ending",
      {
        outcome: () => ({ over: true }),
        words: { ...council.words, ending: ({ votes }) => `Ann voted for ${votes["ann"]}.` },
      },
      /ending of bob/,
    ],
  ];
  for (const [name, part, message] of leaky)
    it(`[K35] finds ${name} that leaks`, () => {
      const broken = loadWorld<Council>({ ...council, ...part }, sha256);
      const reached = (seen: typeof forBob) => {
        let at: Frame<Council> = start;
        for (const event of seen.happened.events) at = { ...at, ...step(broken, at, event) };
        return at;
      };
      const who = String(message).includes("eve") ? "eve" : "bob";
      assert.throws(
        () => blindfold(broken, reached(forBob), reached(forCyn), who, { probes, turns: [forBob, forCyn] }),
        message,
      );
    });
});
