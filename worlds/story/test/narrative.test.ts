// Rounds told in prose, prompts and checks, each from facts made by hand: what a telling must say, and what it may never say.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { getKey, keyedDice } from "@orrery/kernel";
import { sha256 } from "@orrery/kernel/testing";
import { foldEvents } from "../god/fold.ts";
import { translateRound } from "../narrative/beat.ts";
import { problemsOf } from "../narrative/checks.ts";
import { type Character, factsOf, gatherFacts, type RoundDeed, type RoundFacts } from "../narrative/facts.ts";
import { characterText, promptOf } from "../narrative/prompt.ts";
import { attribute } from "../narrative/speech.ts";
import { BODIES, GESTURES } from "../narrative/stock.ts";
import type { StoryEvent } from "../shape.ts";
import type { LogEntry, TalePlace } from "../tale.ts";
import { EMOTIONS } from "../town/config.ts";
import { story } from "../world.ts";
import { diceOf, SMALL } from "./stage.ts";

const dice = (seed: string) => keyedDice(sha256, { seed, salt: "", lane: "@tell", depth: 0 }, "teller");
const event = (n: number, description: string): LogEntry => ({
  id: `evt_00${n}`,
  round: n,
  type: "god_mode_injection",
  description,
  scope: "truth",
  who: null,
  at: null,
  undo: [],
  undone: false,
});
const tower: TalePlace = {
  id: "iron_tower",
  name: "The Iron Tower",
  description: "A brutal spire.",
  atmosphere: "oppressive silence",
  time_of_day: "dusk",
};
const person = (name: string, emotions = [0, 0, 0, 0, 0.5, 0], before = emotions): Character => ({
  id: name.toLowerCase(),
  name,
  called: name,
  isOffice: false,
  place: null,
  emotions,
  before,
});
const deed = (name: string, act: RoundDeed["act"], more: Partial<RoundDeed> = {}): RoundDeed => ({
  by: name.toLowerCase(),
  name,
  act,
  text: null,
  of: null,
  to: null,
  thread: null,
  about: null,
  ...more,
});
const facts = (more: Partial<RoundFacts> = {}): RoundFacts => ({
  round: 3,
  platform: null,
  hour: 9,
  deeds: [
    deed("Elena", "post", { text: "The gates are shut.", thread: "p1" }),
    deed("Marcus", "comment", {
      text: "Then we wait.",
      thread: "p1",
      of: { by: "elena", name: "Elena", text: "The gates are shut." },
    }),
    deed("Ivo", "like", { thread: "p1", of: { by: "elena", name: "Elena", text: "The gates are shut." } }),
    deed("Ivo", "follow", { to: { id: "marcus", name: "Marcus" } }),
    deed("Ada", "nothing"),
  ],
  characters: [person("Elena"), person("Marcus"), person("Ivo"), person("Ada")],
  dead: [],
  untold: [],
  recent: [],
  rules: [],
  places: [],
  telling: { tone: "dramatic", enforcement: "medium", places: "minimal" },
  directives: [],
  forbids: () => false,
  ...more,
});
describe("the facts of a round", () => {
  it("name a group by its name", () => {
    const before = story.open(SMALL, diceOf("group"));
    const [by, other] = before.actors as readonly [string, string];
    const events: StoryEvent[] = [
      { type: "grouped", by, what: "create", group: "g1", name: "Night Shift", round: 1 },
      { type: "messaged", by, to: "g1", message: "m1", text: "Who is awake?", round: 1 },
      { type: "messaged", by, to: other, message: "m2", text: "Are you?", round: 1 },
    ];
    const after = foldEvents(before, events);
    const { deeds } = factsOf({ round: 1, platform: null, events, before, after, now: after, told: [] });
    const name = getKey(after.profiles, other)!.name;
    assert.deepEqual(
      deeds.flatMap(({ act, to }) => (act === "message" ? [to!.name] : [])),
      ["the group “Night Shift”", name],
    );
  });

  it("tell offices from people by what they are said to be, and call a person by a name that is theirs alone", () => {
    const people = [
      { id: "a", name: "Lark Courier", kind: "MediaOutlet" },
      { id: "b", name: "Ann Board", kind: "PoliceOfficer" },
      { id: "c", name: "Ann Church" },
      { id: "d", name: "Ropewalk Association" },
      { id: "e", name: "Bea Moss", kind: "Journalist" },
      { id: "f", name: "O'Dowd, Cal" },
    ];
    const before = story.open({ written: people, rounds: 3, network: { kind: "none" } }, diceOf("kinds"));
    const input = { round: 1, platform: null, events: [], before, after: before, now: before, told: [] };
    const { characters } = factsOf(input);
    assert.deepEqual(
      characters.map(({ called, isOffice }) => [called, isOffice]),
      [
        ["Lark Courier", true],
        ["Ann Board", false],
        ["Ann Church", false],
        ["Ropewalk Association", true],
        ["Bea", false],
        ["O'Dowd, Cal", false],
      ],
    );
  });

  it("are gathered with pauses where a round is long", () => {
    const before = story.open(SMALL, diceOf("long"));
    const [by] = before.actors as readonly [string];
    const events = Array.from({ length: 3000 }, (): StoryEvent => ({ type: "idled", by, round: 1 }));
    const work = gatherFacts({ round: 1, platform: null, events, before, after: before, now: before, told: [] });
    let pauses = 0;
    for (;;) {
      const { done, value } = work.next();
      if (!done) {
        pauses++;
        continue;
      }
      assert.equal(value.deeds.length, 3000);
      break;
    }
    assert.ok(pauses >= 10, `${pauses} pauses`);
  });
});

const tell = (more: Partial<RoundFacts> = {}, seed = "s", previous: readonly string[] = ["Before."]) =>
  translateRound(facts(more), previous, dice(seed)).prose;

describe("the template teller", () => {
  it("says who spoke, who agreed and who only watched; never as a log", () => {
    for (let seed = 0; seed < 40; seed++) {
      const prose = tell({}, String(seed));
      assert.match(prose, /“The gates are shut[.,]”/);
      assert.match(prose, /“Then we wait[.,]”/);
      for (const name of ["Elena", "Marcus", "Ivo", "Ada"]) assert.ok(prose.includes(name), `${name}: ${prose}`);
      assert.ok(!/like_post|CREATE_|\bround \d|^\s*-|:\s*\w+=/im.test(prose), prose);
    }
  });
  it("tells the same facts in many ways, and the same way with the same dice", () => {
    const told = new Set(Array.from({ length: 40 }, (_, seed) => tell({}, String(seed))));
    assert.ok(told.size > 30, `${told.size} ways`);
    assert.equal(tell({}, "x"), tell({}, "x"));
  });
  it("begins with what the author brought about, word for word, and tells every event that waits", () => {
    const untold = [
      event(1, "A tremor ran through the city."),
      event(2, "The {bridge} fell"),
      event(3, "Rain."),
      event(4, "Snow."),
      event(5, "Ash fell."),
    ];
    const prose = tell({ untold, recent: untold.slice(-3) });
    assert.ok(prose.startsWith("Ash fell."), prose);
    for (const { description } of untold) assert.ok(prose.includes(description), `M15: ${description}`);
  });
  it("repeats the newest event in its opening line on demand", () => {
    const recent = [event(1, "A tremor ran through the city.")];
    const hard = { tone: "", enforcement: "hard", places: "minimal" } as const;
    assert.match(tell({ recent, telling: hard }).split("\n")[0]!, /^.{0,40}tremor ran through the city/);
    assert.ok(!tell({ recent }).includes("tremor"));
  });
  it("shows feelings through bodies and never names them", () => {
    for (let i = 0; i < 6; i++) {
      const felt = [0, 0, 0, 0, 0.2, 0].with(i, 0.8);
      const prose = tell({ characters: [person("Elena", felt, [0, 0, 0, 0, 0.2, 0])] }, `b${i}`);
      assert.ok(!/\b(?:anger|angry|fear|afraid|joy|joyful|sadness|sad|trust|surprise|surprised)\b/i.test(prose), prose);
      const emotion = EMOTIONS[i]!;
      assert.ok(
        [...GESTURES[emotion], ...BODIES[emotion]("Elena")].some((shown) => prose.includes(shown)),
        `${emotion}: ${prose}`,
      );
    }
  });
  it("gives no body to an office, and one to a person", () => {
    const council = { ...person("Town Council", [0.9, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 0]), isOffice: true };
    const deeds = [
      deed("Town Council", "post", { text: "The gates are shut.", thread: "p1" }),
      deed("Elena", "comment", {
        text: "Why?",
        thread: "p1",
        of: { by: "town council", name: "Town Council", text: "x" },
      }),
      deed("Town Council", "like", { thread: "p1", of: { by: "elena", name: "Elena", text: "Why?" } }),
    ];
    const bodily = /nodded|leaned|looked|jaw|knuckles|teeth|stepped|walked|cup|room/;
    for (let seed = 0; seed < 40; seed++) {
      const office = tell({ deeds, characters: [council, person("Elena")] }, `o${seed}`);
      assert.ok(!bodily.test(office.replaceAll(/“[^”]*”/g, "").replaceAll(/Elena [a-z ]+\./g, "")), office);
    }
    const somebody = { ...council, isOffice: false };
    assert.match(tell({ deeds, characters: [somebody, person("Elena")] }), bodily);
  });
  it("names somebody whole at first, and then by a first name that is theirs alone", () => {
    const elena = { ...person("Elena Moss"), id: "elena", called: "Elena" };
    const deeds = [
      { ...deed("Elena", "post", { text: "The gates are shut.", thread: "p1" }), name: "Elena Moss" },
      { ...deed("Elena", "follow", { to: { id: "marcus", name: "Marcus" } }), name: "Elena Moss" },
    ];
    for (let seed = 0; seed < 20; seed++) {
      const prose = tell({ deeds, characters: [elena, person("Marcus")] }, `n${seed}`);
      assert.equal(prose.split("Elena Moss").length, 2, prose);
      assert.ok(prose.split("Elena").length > 2, prose);
    }
  });
  it("tells the same words of several people once", () => {
    const of = { by: "elena", name: "Elena", text: "The gates are shut." };
    const deeds = [
      deed("Elena", "post", { text: "The gates are shut.", thread: "p1" }),
      ...["Marcus", "Ivo", "Ada"].map((name) => deed(name, "comment", { text: "Hm.", thread: "p1", of })),
    ];
    for (let seed = 0; seed < 20; seed++) {
      const prose = tell({ deeds }, `h${seed}`);
      assert.equal(prose.split("“Hm").length, 2, prose);
      for (const name of ["Marcus", "Ivo", "Ada"]) assert.ok(prose.includes(name), prose);
    }
  });
  it("says that somebody stands by their own words, not that they agree with themselves", () => {
    const own = { by: "elena", name: "Elena", text: "Old words." };
    const deeds = [
      deed("Elena", "like", { thread: "p0", of: own }),
      deed("Marcus", "post", { text: "Rain.", thread: "p1" }),
    ];
    for (let seed = 0; seed < 20; seed++) {
      const prose = tell({ deeds }, `w${seed}`);
      assert.match(prose, /Elena (?:stood by|would not have taken back)/);
      assert.ok(!/Elena [^.]* what Elena/.test(prose), prose);
    }
  });
  it("breaks a line after its first sentence to say who speaks, and ends an abbreviation once", () => {
    const said = (text: string) => attribute(text, (tone) => `${tone === "asked" ? "asked" : "said"} Brook Ltd.`);
    assert.equal(said("Were you there? I was."), "“Were you there?” asked Brook Ltd. “I was.”");
    assert.equal(said("The gates are shut."), "“The gates are shut,” said Brook Ltd.");
    assert.equal(said("Ask Dr. Moss about it"), "“Ask Dr. Moss about it,” said Brook Ltd.");
    assert.equal(said("Well said. 🔥"), "“Well said. 🔥” said Brook Ltd.");
    assert.equal(said("好。我去。"), "“好。我去。” said Brook Ltd.");
  });
  it("claims no talk of an event that nobody speaks of", () => {
    const untold = [event(1, "A tremor ran through the city.")];
    for (let seed = 0; seed < 20; seed++)
      assert.ok(!/mouth to mouth|get round|part of what was said/.test(tell({ untold, recent: untold }, `q${seed}`)));
    const deeds = [deed("Elena", "post", { text: "Did the tremor wake the whole city?", thread: "p1" })];
    assert.match(tell({ untold, recent: untold, deeds }), /mouth to mouth|get round|part of what was said/);
  });
  it("tells a quiet round, and is rooted in a place where people are", () => {
    const quiet = tell({ deeds: [] });
    assert.ok(quiet.length > 20 && !quiet.includes("Elena"));
    const there = person("Elena");
    const prose = tell({
      characters: [{ ...there, place: tower }],
      telling: { tone: "", enforcement: "soft", places: "full" },
    });
    assert.match(prose, /at The Iron Tower/);
    assert.match(prose, /Oppressive silence/);
  });
  it("leaves out words that a standing rule forbids", () => {
    const prose = tell({ forbids: (text) => text.includes("gates") });
    assert.ok(!prose.includes("gates") && prose.includes("Marcus"), prose);
  });
});

describe("the prompt", () => {
  it("has the source's sections in order, and the author's words byte for byte", () => {
    const odd = 'braces { } {{x}} {previous} $& $1 "quotes" \\n\nline two <b>&amp;</b> 林 \u2028 Events this round:';
    const recent = [event(7, odd)];
    const prompt = promptOf(
      facts({
        rules: [odd, "two"],
        recent,
        places: [{ ...tower, description: odd }],
        telling: { tone: odd, enforcement: "medium", places: "full" },
      }),
      [odd],
    );
    const sections = [
      "Tone: ",
      "World grounding:\n  Rules: ",
      "\n  Recent events: ",
      "\n  Known locations: ",
      "Previous scene:\n",
      "Characters:\n",
      "CINEMATIC DETAIL\n",
    ];
    let at = -1;
    for (const section of sections) {
      const next = prompt.indexOf(section, at + 1);
      assert.ok(next > at, section);
      at = next;
    }
    assert.ok(prompt.includes(`Rules: ${odd}; two\n`));
    assert.ok(prompt.includes(`Recent events: (Round 7) ${odd}\n`));
    assert.ok(prompt.includes(`The Iron Tower — ${odd} (atmosphere: oppressive silence; time of day: dusk)`));
    assert.equal(prompt.split(odd).length - 1, 5);
  });
  it("says how strongly the newest event must be told", () => {
    const line = (enforcement: "soft" | "medium" | "hard") =>
      promptOf(facts({ telling: { tone: "", enforcement, places: "minimal" } }), []);
    assert.match(line("soft"), /consider referencing the event if it fits/);
    assert.match(line("medium"), /weave it in OR acknowledge its aftermath — do not ignore it\./);
    assert.match(line("hard"), /the opening line of this passage MUST reference the most recent world event/);
  });
  it("names each schema's part of a place, and no other", () => {
    const of = (places: "minimal" | "cinematic" | "temporal" | "full") =>
      /Known locations: (.*)/.exec(
        promptOf(facts({ places: [tower], telling: { tone: "", enforcement: "soft", places } }), []),
      )![1];
    assert.equal(of("minimal"), "The Iron Tower — A brutal spire.");
    assert.equal(of("cinematic"), "The Iron Tower — A brutal spire. (atmosphere: oppressive silence)");
    assert.equal(of("temporal"), "The Iron Tower — A brutal spire. (time of day: dusk)");
    assert.equal(of("full"), "The Iron Tower — A brutal spire. (atmosphere: oppressive silence; time of day: dusk)");
  });
  it("writes a character with place and feelings", () => {
    const elena = { ...person("Elena", [0.3, 0, 0, 0, 0.1, 0.04]), place: tower };
    assert.equal(characterText(elena), "Elena (at The Iron Tower, feeling: anger=0.3, trust=0.1)");
    assert.equal(characterText({ ...elena, place: null, emotions: [0, 0, 0, 0, 0, 0] }), "Elena");
  });
  it("M15: brings an event that nobody has told into the next round, beside the last three", () => {
    const all = [1, 2, 3, 4, 5].map((n) => event(n, `Sign ${n}.`));
    const first = promptOf(facts({ untold: all, recent: all.slice(-3) }), []);
    assert.ok(!first.includes("Sign 1.") && first.includes("(Round 5) Sign 5."));
    const next = promptOf(facts({ untold: all.slice(0, 2), recent: all.slice(-3) }), ["A beat."]);
    assert.match(next, /Events this round:\n- \(Round 1\) Sign 1\.\n- \(Round 2\) Sign 2\./);
  });
});

describe("checks on a model's telling", () => {
  const dead = [{ id: "ivan", names: ["Ivan Petrov", "Ivan"] }];
  const problems = (text: string, more: Partial<RoundFacts> = {}) => problemsOf(text, facts({ dead, ...more }), []);
  it("accept a good telling", () => {
    const good =
      "The gates had closed before dawn. “They are shut,” Elena said, and Marcus only looked at the wall. “Then we wait.” Ivo went to stand beside him, while Ada said nothing.";
    assert.deepEqual(problems(good), []);
    assert.deepEqual(problems(`${good} Ivan was dead, and everybody knew it.`), []);
    assert.deepEqual(problems(`${good} Ivan's chair stood at the wall.`), []);
  });
  it("refuse the dead who act, in every telling of five hundred", () => {
    const acts = ["nodded", "said so", "walked to the gate", "smiled at Elena", "whispered, “Wait.”"];
    const frames = [
      (act: string) => `Ivan ${act}.`,
      (act: string) => `At that Ivan Petrov ${act}.`,
      (act: string) => `“No,” and then Ivan ${act}.`,
      (act: string) => `Elena turned as Ivan ${act}.`,
    ];
    for (let i = 0; i < 500; i++) {
      const text = `The morning was grey. ${frames[i % frames.length]!(acts[i % acts.length]!)} Elena looked up.`;
      assert.ok(
        problems(text).some((one) => /Ivan Petrov is dead/.test(one)),
        text,
      );
    }
  });
  it("refuse a name that nobody has", () => {
    for (const text of [
      "At the wall Captain Varn waited with Elena.",
      "Gregor said nothing.",
      "Elena turned, and Tomas laughed.",
    ])
      assert.ok(
        problems(text).some((one) => /Nobody here is called/.test(one)),
        text,
      );
  });
  it("demand a required event, and first in the text if the rule says so", () => {
    const untold = [event(1, "A stranger arrived at the market, carrying a sealed letter.")];
    assert.ok(problems("Elena waited.", { untold, recent: untold }).some((one) => /is missing/.test(one)));
    assert.deepEqual(problems("Elena waited. A stranger came with a sealed letter.", { untold, recent: untold }), []);
    const telling = { tone: "", enforcement: "hard", places: "minimal" } as const;
    assert.ok(
      problems("Elena waited. A stranger came with a sealed letter.", { untold, recent: untold, telling }).some((one) =>
        /opening line/.test(one),
      ),
    );
    assert.deepEqual(
      problems("The stranger's sealed letter lay on the table. Elena waited.", { untold: [], recent: untold, telling }),
      [],
    );
    assert.deepEqual(
      problems("Elena waited.", { untold, recent: untold, telling: { ...telling, enforcement: "soft" } }),
      [],
    );
  });
  it("refuse markup, instructions, numbers of feelings, nothing, and too much", () => {
    for (const text of [
      "# Round 3\nElena waited.",
      "World grounding: Elena",
      "Elena (anger=0.8) waited.",
      "",
      "   ",
      "word ".repeat(500),
    ])
      assert.ok(problems(text).length > 0, JSON.stringify(text.slice(0, 30)));
  });
  it("refuse what a standing rule forbids, a thousand rounds on", () => {
    for (let round = 0; round < 1000; round++)
      assert.ok(
        problems("Elena worked magic at the gate.", { round, forbids: (text) => /magic/.test(text) }).length > 0,
      );
  });
});
