// The mystery: the evidence tells for every culprit; and each accusation, right, hasty or wrong, has its end.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { canonical, type Frame } from "@orrery/kernel";
import { blindfold, frameAt, legally, playOut } from "@orrery/kernel/testing";
import { explore, type House, type HouseAction, house } from "../index.ts";
import { currentWords, exitsFrom } from "../rules/conditions.ts";
import { attempt, engine, examine, go, see, turn, turnOf, wait } from "./manor.ts";
import { shipped, walk } from "./shipped.ts";

const mystery = shipped("mystery");
const CULPRITS = ["julian", "finch", "osei"] as const;
type Culprit = (typeof CULPRITS)[number];
/** The story as it is when chance has chosen this one. */
const startWith = (culprit: Culprit): Frame<House> => {
  const pick = { pick: (_purpose: string, list: readonly string[]) => list.find((one) => one === culprit) ?? list[0] };
  return frameAt(engine, house.open(mystery, pick as never));
};
const CAT = "gladstone";
const ask = (to: string, about = "last-night"): HouseAction => ({
  actorId: "you",
  type: "ask",
  metadata: { to, about },
});
const accuse = (targetId: string): HouseAction => ({
  actorId: "you",
  type: "perform",
  targetId,
  metadata: { verb: "accuse" },
});
const endOf = (frame: Frame<House>) => (house.outcome(frame.state) as { ending: string } | null)?.ending;

/** All that can be looked into, the same for every culprit; ends in the hall. */
const round: HouseAction[] = [
  examine("bag"),
  examine("study-door"),
  go("north"),
  examine("glass"),
  examine("study-key"),
  examine("bookcases"),
  go("south"),
  go("up"),
  go("west"),
  examine("bottles"),
  go("east"),
  go("down"),
  go("east"),
  go("north"),
  examine("tin"),
  ask("constance"),
  go("south"),
  go("west"),
  go("west"),
  go("west"),
  ask("hallam"),
  go("east"),
  go("east"),
];
const wayTo: Record<string, HouseAction[]> = {
  julian: [go("east")],
  finch: [go("west")],
  osei: [],
  hallam: [go("west"), go("west")],
  constance: [go("east"), go("north")],
};
const PROVED = { julian: "through-the-wall", finch: "a-loop-of-wool", osei: "an-open-door" } as const;
/** What the cat has brought along from the study. */
const MARKS: Record<Culprit, RegExp> = {
  julian: /dyed brown.*back of a bookcase/,
  finch: /unravelled grey/,
  osei: /medical bag.*green ring/,
};
/** What in all that is seen and heard points to each. */
const SIGNS: Record<Culprit, RegExp[]> = {
  julian: [/almonds/, /quarter of a circle/, /clean place/, /draught from a bookcase/, /Mr Julian/],
  finch: [/white grit/, /loop of grey wool/, /slit/, /woman's voice/, /Miss Finch/],
  osei: [/leaf green/, /not even scratched/, /one loop is empty/, /called out that it was locked/, /The doctor/],
};

describe("the mystery", () => {
  it("has ten rooms, five people to talk to, and everything is described", () => {
    assert.ok(Object.keys(mystery.rooms).length >= 8);
    const { [CAT]: _cat, ...people } = mystery.people;
    assert.equal(Object.keys(people).length - mystery.players.length, 5);
    for (const part of [mystery.rooms, mystery.doors, mystery.things, mystery.people])
      for (const [id, { description }] of Object.entries(part)) assert.ok(description.length > 15, id);
  });

  for (const culprit of CULPRITS) {
    it(`can be solved by evidence when it was ${culprit}, which points to nobody else`, () => {
      const { frame, texts } = walk(startWith(culprit), round);
      const all = texts.join("\n");
      for (const other of CULPRITS)
        for (const sign of SIGNS[other].slice(0, 4)) assert.equal(sign.test(all), other === culprit, `${sign}`);
      assert.equal(frame.state.counters?.["proof"], 5);
      const { frame: end, texts: last } = walk(frame, [...wayTo[culprit]!, accuse(culprit)]);
      assert.equal(endOf(end), PROVED[culprit]);
      assert.match(last.at(-1)!, /— [A-Z][\w ]+ —$/);
    });
    it(`ends badly for ${culprit} accused in haste, or anybody else accused at all`, () => {
      const start = startWith(culprit);
      assert.equal(endOf(walk(start, [...wayTo[culprit]!, accuse(culprit)]).frame), "not-proven");
      const known = walk(start, round).frame;
      for (const other of Object.keys(wayTo))
        if (other !== culprit) {
          const { frame } = walk(known, [...wayTo[other]!, accuse(other)]);
          assert.deepEqual(house.outcome(frame.state), { ending: "the-wrong-one", tone: "lost" });
        }
    });
  }

  const handled = (how: "push" | "pull"): HouseAction => ({
    actorId: "you",
    type: "use",
    targetId: "bookcases",
    metadata: { how },
  });
  for (const act of [handled("push"), handled("pull"), attempt("shift", "bookcases")])
    it(`the bookcase swings for a player who ${act.type === "attempt" ? "moves" : "pushes and pulls"} it, if it was Julian, and then only`, () => {
      const proofs = (frame: Frame<House>) => frame.state.counters?.["proof"];
      const { frame, texts } = walk(startWith("julian"), [go("north"), act]);
      assert.match(texts[1]!, /swings out over the boards/);
      assert.equal(proofs(frame), 1);
      const through = walk(frame, [go("gap"), go("gap"), examine("bookcases")]);
      assert.match(texts.concat(through.texts).join("\n"), /Library[\s\S]*stands open on a hinge/);
      assert.equal(proofs(through.frame), 1, "what was found out is not found out again");
      const looked = walk(startWith("julian"), [go("north"), examine("bookcases"), act]);
      assert.equal(proofs(looked.frame), 1);
      assert.doesNotMatch(turn(looked.frame, act).told("you"), /swings/);
      for (const other of ["finch", "osei"] as const) {
        const study = walk(startWith(other), [go("north")]).frame;
        const tried = turn(study, act);
        assert.match(tried.told("you"), /screwed to the wall/);
        assert.equal(tried.frame.state.flags?.["passage"], false);
        assert.equal(proofs(tried.frame), 0);
        assert.ok(!see(tried.frame).exits.some(({ direction }) => direction === "gap"));
      }
    });
  it("the knitting tells of the yard that is missing, if it was Miss Finch, and counts with the key as one", () => {
    for (const culprit of CULPRITS) {
      const { frame, texts } = walk(startWith(culprit), [go("west"), examine("knitting")]);
      assert.equal(/yard missing/.test(texts[1]!), culprit === "finch");
      assert.equal(frame.state.counters?.["proof"], culprit === "finch" ? 1 : 0);
      const both = walk(frame, [go("east"), go("north"), examine("study-key")]).frame;
      assert.equal(both.state.counters?.["proof"], culprit === "finch" ? 1 : 0);
    }
  });
  it("everybody can be asked about themselves, about each motive, and shown what lies about", () => {
    for (const [id, { topics = [], shown = [], declines }] of Object.entries(mystery.people)) {
      if (id === "you" || id === CAT) continue;
      const about = new Set(topics.map((one) => one.about));
      for (const topic of [id, "last-night", "vane", "the-will", "debts", "ledgers", "mother", "poison", "boat"])
        assert.ok(about.has(topic), `${id} on ${topic}`);
      assert.deepEqual(new Set(shown.map((one) => one.about)), new Set(["will", "glass", "study-key"]));
      assert.ok(declines, id);
    }
  });

  for (const culprit of CULPRITS) {
    it(`the cat, who was there, goes his rounds, and ${culprit} lies about where, if it was ${culprit}`, () => {
      // He has been through every room that he goes to, and everybody has seen him but who sits where he does not come.
      let { frame } = walk(
        startWith(culprit),
        Array.from({ length: 22 }, () => wait),
      );
      assert.equal(frame.state.people[CAT]?.at, "bedroom");
      const says = (to: string): string => {
        const { frame: there } = walk(frame, wayTo[to]!);
        return walk(there, [ask(to, CAT)]).texts[0]!;
      };
      const truth: Record<string, RegExp> = {
        osei: /I saw him here in the hall, going up/,
        julian: /I saw him here in the library, going west/,
        finch: /I saw him here in the dining room, going east/,
        hallam: /I saw him here in the kitchen, going east/,
      };
      const lie: Record<Culprit, RegExp> = {
        osei: /I saw him in the study, just now/,
        julian: /I saw him in the garden, just now/,
        finch: /I saw him in the darkroom, just now/,
      };
      for (const [who, words] of Object.entries(truth)) assert.match(says(who), who === culprit ? lie[culprit] : words);
      const toConstance = walk(frame, wayTo["constance"]!).frame;
      const asked = turn(toConstance, ask("constance", CAT));
      assert.equal(asked.draft.validation[0]?.reason, "not_known");
      assert.ok(isUnaware("constance", asked.told("you")));
      let talked = toConstance;
      const persuade: HouseAction = {
        actorId: "you",
        type: "attempt",
        targetId: "constance",
        metadata: { how: "persuade" },
      };
      for (let tries = 0; talked.state.moods?.["constance"]?.mood !== "open"; tries++) {
        assert.ok(tries < 20, "she never gives way");
        // The same words in the same circumstances come to the same: time and place have to be others.
        talked = turnOf(toConstance, [persuade], `try ${tries}`).frame;
      }
      assert.match(walk(talked, [ask("constance", CAT)]).texts[0]!, /I saw him here in the conservatory, going south/);
      // The honest ones are right: he is up in the bedroom, and what is on him says who it was.
      const found = walk(frame, [go("up"), go("east"), examine(CAT)]);
      frame = found.frame;
      assert.match(found.texts.at(-1)!, MARKS[culprit]);
      for (const other of CULPRITS) if (other !== culprit) assert.doesNotMatch(found.texts.at(-1)!, MARKS[other]);
      assert.equal(frame.state.counters?.["proof"], 1);
      frame = walk(frame, [go("west"), go("down"), go("north"), examine("glass"), go("south")]).frame;
      frame = walk(meet(frame, "constance"), [ask("constance")]).frame;
      const evidence = walk(meet(frame, culprit), [accuse(culprit)]);
      assert.equal(endOf(evidence.frame), PROVED[culprit], "the cat, the glass and one who saw are enough");
    });
  }

  for (const culprit of CULPRITS)
    it(`${culprit} lies about last night, if it was ${culprit}, is caught by what was found out, and that is a proof`, () => {
      const start = walk(startWith(culprit), [go("north"), examine("glass"), go("south")]).frame;
      const heard = walk(meet(start, "hallam"), [ask("hallam")]).frame;
      const lied = walk(meet(heard, culprit), [ask(culprit)]);
      const innocent = startWith(CULPRITS.find((one) => one !== culprit)!);
      assert.equal(
        wordsOf(lied.texts[0]!),
        wordsOf(walk(meet(innocent, culprit), [ask(culprit)]).texts[0]!),
        "in the words of whoever has nothing to hide",
      );
      const proofs = (frame: Frame<House>) => frame.state.counters?.["proof"];
      assert.equal(proofs(lied.frame), 2);
      assert.equal(endOf(walk(lied.frame, [accuse(culprit)]).frame), "not-proven");
      const caught = walk(lied.frame, [tell(culprit, "hallam")]);
      const { admits } = mystery.people[culprit]!.lies!.find(({ about }) => about === "last-night")!;
      assert.ok(wordsOf(caught.texts[0]!).includes(admits!.slice(0, 30)), caught.texts[0]);
      assert.equal(proofs(caught.frame), 3);
      assert.equal(proofs(walk(caught.frame, [tell(culprit, "hallam"), tell(culprit, "constance")]).frame), 3, "once");
      assert.ok(wordsOf(walk(caught.frame, [ask(culprit)]).texts[0]!).includes(admits!.slice(0, 30)));
      assert.equal(endOf(walk(caught.frame, [accuse(culprit)]).frame), PROVED[culprit]);
    });

  it("no evidence catches innocent people in a lie", () => {
    const known = walk(startWith("finch"), round).frame;
    for (const who of ["julian", "osei", "hallam", "constance"]) {
      const at = walk(meet(known, who), [ask(who, "last-night")]).frame;
      const evidence = ["hallam", "constance", "glass", "study-key", "tin", "bag", "bookcases", "study-door"];
      const told = walk(
        at,
        evidence.filter((one) => one !== who).map((one) => tell(who, one)),
      );
      assert.equal(told.frame.state.caught, undefined, who);
      assert.equal(told.frame.state.counters?.["proof"], 5);
    }
  });

  it("everybody goes their rounds after a while, and is told as they are where they are", () => {
    let frame = walk(startWith("julian"), [go("out")]).frame;
    const rooms: Record<string, Set<string>> = {};
    for (let i = 0; i < 72; i++) {
      frame = walk(frame, [wait]).frame;
      for (const [id, { at, route, appearance }] of Object.entries(frame.state.people)) {
        if (id === "you" || id === CAT) continue;
        assert.ok(route, id);
        rooms[id] = (rooms[id] ?? new Set()).add(at);
        if (i < 14) assert.equal(at, mystery.people[id]!.at, `${id} is where the opening has them, for a while`);
        const seen = currentWords(frame.state, frame.state.people[id]!, "appearance");
        assert.equal(seen === appearance, at === mystery.people[id]!.at, `${id} in the ${at}: ${seen}`);
      }
    }
    for (const [id, been] of Object.entries(rooms)) assert.ok(been.size > 1, id);
  });

  it("people say where they saw each other, beside what they think of them", () => {
    const { texts } = walk(startWith("osei"), [ask("osei", "julian")]);
    assert.match(texts[0]!, /cyanide[\s\S]*I saw him in the library, a little while ago/);
  });

  for (const culprit of CULPRITS)
    it(`is won by the explorer, when it was ${culprit}`, () => {
      const { won, way } = explore(engine, { ...mystery, casts: { culprit: [culprit] } }, { tries: 1500, walks: 0 });
      assert.equal(won, true);
      assert.ok(way.length > 3);
    });

  it("nobody lies about what stands before both", () => {
    const { frame } = walk(startWith("osei"), [wait, wait, wait, wait, wait]);
    assert.equal(frame.state.people[CAT]?.at, "hall");
    assert.match(turn(frame, ask("osei", CAT)).told("you"), /right here/);
  });

  it("the cat is seen from the library window only where he is, makes no steps, and cannot be accused to any end", () => {
    const library = walk(startWith("finch"), [go("east"), ...Array.from({ length: 14 }, () => wait)]);
    assert.ok(
      library.texts.every((text) => !/footsteps/.test(text)),
      library.texts.join("\n"),
    );
    assert.match(library.texts.join("\n"), /Gladstone comes in/);
    const met = walk(startWith("finch"), [wait, wait, wait, wait, wait]).frame;
    const accused = walk(met, [accuse(CAT)]);
    assert.match(accused.texts[0]!, /been called worse/);
    assert.equal(endOf(accused.frame), undefined);
  });

  it("what is done on the lawn is seen from the library", () => {
    const { frame } = walk(startWith("finch"), [go("east")]);
    const out = {
      ...frame,
      state: {
        ...frame.state,
        people: {
          ...frame.state.people,
          osei: {
            ...frame.state.people["osei"]!,
            route: { stops: [{ at: "garden", turns: 9 }], loop: false, blocked: null },
          },
        },
      },
    };
    assert.match(turn(out, wait).told("you"), /Over in the garden, Dr Osei comes in from/);
  });

  it("people who were not met yet can be asked about", () => {
    const { texts } = walk(startWith("finch"), [ask("osei", "julian")]);
    assert.match(texts[0]!, /^You ask Dr Osei about Julian\. .*cyanide/);
    assert.equal(turn(startWith("finch"), ask("julian")).draft.validation[0]?.reason, "not_here");
    assert.match(walk(startWith("finch"), [ask("osei")]).texts[0]!, /about last night\./);
  });

  it("what is counted is not shown", () => {
    const { frame } = walk(startWith("julian"), round);
    assert.ok(!canonical(see(frame)).includes('"proof"'));
    assert.ok(!canonical(see(frame)).includes('"culprit"'));
  });

  it("is opened by the dice: every suspect comes up, and the same seed gives the same one", () => {
    const castBy = (seed: string) =>
      playOut(engine, { config: mystery, choose: () => [], seed, turns: 0 }).opened.frame.state.cast?.["culprit"];
    const seeds = Array.from({ length: 24 }, (_, i) => `mystery ${i}`);
    assert.deepEqual([...new Set(seeds.map(castBy))].sort(), [...CULPRITS].sort());
    assert.equal(castBy("mystery 3"), castBy("mystery 3"));
    assert.throws(() => house.open(mystery), /no dice/);
  });

  it("tells nobody who it was before it is found out", () => {
    for (const [a, b] of [
      ["julian", "finch"],
      ["finch", "osei"],
    ] as const) {
      blindfold(engine, startWith(a), startWith(b), "you", { probes: [accuse("osei"), accuse("julian"), wait] });
      // A walk in which nothing is looked at gives nothing away.
      const still = round.filter(({ type }) => type === "go");
      const [x, y] = [walk(startWith(a), still), walk(startWith(b), still)];
      assert.deepEqual(x.texts, y.texts);
      blindfold(engine, x.frame, y.frame, "you");
    }
  });

  it("ends at noon, after two warnings, for a player who only waits", () => {
    let frame = startWith("osei");
    const texts: string[] = [];
    while (house.outcome(frame.state) === null) {
      const next = walk(frame, [wait]);
      texts.push(...next.texts);
      frame = next.frame;
    }
    assert.equal(endOf(frame), "noon");
    assert.equal(frame.state.time, 80);
    assert.equal(texts.filter((text) => /eleven|engine/.test(text)).length, 2);
  });

  it("can be solved from wherever random play has led, while nobody was accused", () => {
    let solved = 0;
    for (let i = 0; i < 12; i++) {
      const choose: typeof legally<House> = (chance) =>
        legally({ ...chance, legal: chance.legal.filter(({ type }) => type !== "perform") });
      const culprit = CULPRITS[i % 3]!;
      const begun = startWith(culprit);
      const played = playOut(
        { ...engine, world: { ...house, open: () => begun.state } },
        { config: mystery, choose, seed: `mystery ${i}`, turns: 30 },
      );
      if (played.outcome !== null) continue;
      // Moving things does not change what people say or where the poison came from.
      let frame: Frame<House> = played.frame;
      const act = (action: HouseAction) => {
        const next = turn(frame, action);
        assert.ok(next.draft.validation[0]!.success, `${JSON.stringify(action)}: ${next.draft.validation[0]!.message}`);
        frame = { ...next.frame, state: { ...next.frame.state, time: 0 } };
      };
      for (const action of [...home(frame), ...[examine("bag"), examine("study-door"), go("up"), go("west")]])
        act(action);
      // People go about meanwhile.
      const find = (who: string) => {
        const met = meet(frame, who);
        frame = { ...met, state: { ...met.state, time: 0 } };
      };
      for (const action of [examine("bottles"), go("east"), go("down"), go("east"), go("north"), examine("tin")])
        act(action);
      find("constance");
      act(ask("constance"));
      find("hallam");
      act(ask("hallam"));
      find(culprit);
      act(accuse(culprit));
      assert.equal(endOf(frame), PROVED[culprit]);
      solved++;
    }
    assert.ok(solved >= 6, `${solved} were still open`);
  });
});

const tell = (to: string, about: string): HouseAction => ({ actorId: "you", type: "tell", metadata: { to, about } });
/** What is said, without who says it and how that is put. */
const wordsOf = (text: string): string =>
  [...text.matchAll(/"([^"]*)"/g)].map(([, words]) => words!.replace(/[.,]$/, "")).join(" ");
const isUnaware = (who: string, text: string): boolean =>
  [mystery.people[who]!.unaware ?? []].flat().some((one) => wordsOf(text).includes(one.replace(/[.,]$/, "")));

/** Goes to where somebody is, and after them, as fast as one can. */
function meet(from: Frame<House>, who: string): Frame<House> {
  let frame = from;
  for (let step = 0; frame.state.people["you"]!.at !== frame.state.people[who]!.at; step++) {
    assert.ok(step < 20, `${who} is never met`);
    frame = walk(frame, [go(wayFrom(frame, frame.state.people[who]!.at))]).frame;
  }
  return frame;
}

/** The first step of the shortest way. */
function wayFrom({ state }: Frame<House>, goal: string): string {
  const first = new Map<string, string | null>([[state.people["you"]!.at, null]]);
  for (const room of first.keys())
    for (const { direction, to } of exitsFrom(state, room))
      if (!first.has(to)) first.set(to, first.get(room) ?? direction);
  return first.get(goal)!;
}

/** Back to the hall, from any room. */
function home({ state }: Frame<House>): HouseAction[] {
  const BACK: Record<string, string[]> = {
    hall: [],
    garden: ["in"],
    study: ["south"],
    library: ["west"],
    conservatory: ["south", "west"],
    "dining-room": ["east"],
    kitchen: ["east", "east"],
    upstairs: ["down"],
    bedroom: ["west", "down"],
    darkroom: ["east", "down"],
  };
  const door: HouseAction = { actorId: "you", type: "open", targetId: "study-door" };
  const shut = !state.doors["study-door"]!.open && ["hall", "study"].includes(state.people["you"]!.at);
  return [...(shut ? [door] : []), ...BACK[state.people["you"]!.at]!.map(go)];
}
