// The two ends played by models: words read before a turn, a turn told after it. Neither moves the truth, and both have a rule to fall back on.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { namesSecret, tellingProblems } from "@orrery/agents";
import { type Answerer, brokenAnswers, type Seen } from "@orrery/models/testing";
import { fixedOutside, openOrrery, type ParserAndNarratorOptions, type Telling, type TurnLine } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { fakeProvider, offline, setupAt } from "./fakes.ts";
import { all, turn, worlds } from "./open.ts";

const fake = fakeProvider();

async function opened(ends: ParserAndNarratorOptions, seed = "test") {
  const store = memoryStore();
  const models = setupAt(fake, { roles: { narrator: "google", parser: "openai" } });
  const orrery = await openOrrery({ store, worlds, outside: fixedOutside(seed), models, ...ends });
  const { run } = await orrery.createRun({ world: "house/cottage", seed: "s" });
  const why = async (at: number) => (await orrery.why(run, String(at))).answers[0]!;
  return { orrery, store, run, why };
}
const reads =
  (...commands: readonly string[]): Answerer =>
  () => ({ json: { commands } });

describe("who reads and tells in one run", () => {
  const ends = { parser: "model:openai", narrator: "model:google" };
  const begun = async (server: ParserAndNarratorOptions, chosen?: typeof ends) => {
    const { orrery, store } = await opened(server);
    const { run } = await orrery.createRun({ world: "house/cottage", seed: "s", ends: chosen });
    return { orrery, store, run };
  };
  const said = { text: "let my eyes wander along Wren's lines" };

  it("is chosen where the run begins, and for that run alone, also by a process that comes later", async () => {
    const { orrery, store, run } = await begun({}, ends);
    const { run: plain } = await orrery.createRun({ world: "house/cottage", seed: "s" });
    const answer: Answerer = (seen) =>
      /<<<WORDS/.test(JSON.stringify(seen.messages))
        ? { json: { commands: ["read letter"] } }
        : { text: "The letter lies in your hand." };
    fake.answerWith(answer);
    const before = fake.seen.length;
    assert.deepEqual((await turn(orrery, plain, said)).actions, []);
    await orrery.tellingsDone();
    assert.equal(fake.seen.length, before);
    assert.equal((await turn(orrery, run, said)).actions[0]?.type, "read");
    await turn(orrery, run, { text: "go north" });
    await orrery.tellingsDone();
    const asked = async (of: typeof orrery, which: string) =>
      (await all(of.calls(which))).map(({ model, lane }) => `${lane.split("/")[0]} ${model}`);
    assert.ok((await asked(orrery, run)).some((one) => one.startsWith("parser ")));
    assert.ok((await asked(orrery, run)).some((one) => one.startsWith("narrator ")));
    const models = setupAt(fake, { roles: { narrator: "google", parser: "openai" } });
    const later = await openOrrery({ store, worlds, outside: fixedOutside("later"), models });
    const calls = (await asked(later, run)).length;
    await turn(later, run, { text: "go south" });
    await later.tellingsDone();
    assert.ok((await asked(later, run)).length > calls);
    assert.deepEqual(await asked(later, plain), []);
  });

  it("may be the rules, where every other run has models", async () => {
    const { orrery, run } = await begun({ parser: "model", narrator: "model" }, { parser: "rules", narrator: "rules" });
    const before = fake.seen.length;
    assert.deepEqual((await turn(orrery, run, said)).actions, []);
    await orrery.tellingsDone();
    assert.equal(fake.seen.length, before);
  });

  it("is refused before there is a run where it cannot be", async () => {
    const { orrery } = await opened({});
    for (const chosen of [
      { parser: "model:nobody", narrator: "rules" },
      { parser: "rules", narrator: "bot:first" },
    ])
      await assert.rejects(orrery.createRun({ world: "house/cottage", ends: chosen }), { code: "bad_agents" });
    assert.equal((await orrery.runs()).length, 1);
  });
});

describe("a model parser", () => {
  it("says in a rule's words what was meant in words that no rule knows; the world judges, and both are kept", async () => {
    const { orrery, run, why } = await opened({ parser: "model" });
    fake.answerWith(reads("read letter"));
    const line = await turn(orrery, run, { text: "let my eyes wander along Wren's lines" });
    assert.deepEqual(line.actions, [{ actorId: "you", type: "read", targetId: "letter" }]);
    assert.equal(line.rawText, "let my eyes wander along Wren's lines");
    assert.match(line.narration, /The letter reads/);
    const { calls, reading } = await why(1);
    assert.deepEqual(calls, ["parser/you#1"]);
    assert.equal((reading as { readAs?: string }).readAs, "read letter");
    const [call] = await all(orrery.calls(run));
    assert.match(call!.prompt, /<<<WORDS\nlet my eyes wander/);
    assert.match(call!.prompt, /<<<TOLD\n/);
    assert.deepEqual(call!.turn?.turn, 1);
    fake.answerWith(reads("open the front door", "go in"));
    const two = await turn(orrery, run, { text: "I fancy making my way past that entrance" });
    assert.deepEqual(
      two.validation.map(({ success }) => success),
      [true, true],
    );
  });

  it("is not asked where the rules are sure, nor about an empty line", async () => {
    const { orrery, run } = await opened({ parser: "model" });
    const asked = fake.seen.length;
    for (const text of ["look", "n", "read the letter", "open the front door and go in", " "])
      await turn(orrery, run, { text });
    assert.equal(fake.seen.length, asked);
  });

  it("may name nothing that its player could not, nor put words into its mouth: the rules answer instead", async () => {
    const { orrery, run, why } = await opened({ parser: "model" });
    for (const [i, command] of ["take the sun", "go to the moon", "say I surrender.", "win"].entries()) {
      fake.answerWith(reads(command));
      const line = await turn(orrery, run, { text: "frobnicate the letter gently" });
      assert.ok(
        line.actions.every(({ type }) => type === "attempt"),
        command,
      );
      const { attempts, calls } = await why(i + 1);
      assert.deepEqual([attempts?.length, calls?.length], [2, 2], command);
    }
  });

  it("of broken answers, troubles and a model that understands nothing, each leaves exactly one turn by rule", async () => {
    const { orrery, run } = await opened({ parser: "model" });
    const shapes = brokenAnswers({ commands: [] }).filter((_, i) => i % 12 === 0);
    const answers: Answerer[] = [
      ...shapes.map(({ text }) => () => ({ text })),
      () => ({ declined: "no" }),
      () => ({ json: { commands: [] } }),
      () => ({ status: 401, error: { message: "no" } }),
    ];
    for (const [i, answer] of answers.entries()) {
      fake.answerWith(answer);
      const line = await turn(orrery, run, { text: "frobnicate" });
      assert.equal(line.turn, i + 1);
      assert.ok(line.actions.every(({ type }) => type === "attempt"));
    }
  });
});

/** A telling that leaves nothing out: the plain one, with some weather before it. */
const retold = (seen: Seen): string =>
  `Rain ticks on the path. ${/<<<FACTS\n([\s\S]*?)\nFACTS>>>/.exec(seen.messages.map(({ text }) => text).join("\n"))![1]}`;

describe("a model narrator", () => {
  it("tells a turn that was committed and answered before, provisionally at first, and changes no truth", async () => {
    const { orrery, run } = await opened({ narrator: "model" });
    const heard: Telling[] = [];
    orrery.onTelling((telling) => heard.push(telling));
    let prose = "";
    fake.answerWith((seen) => {
      prose = retold(seen);
      return { text: prose, stream: { piece: 20, gapMs: 2 }, delayMs: 30 };
    });
    const line = await turn(orrery, run, { text: "look" });
    assert.match(line.narration, /Front garden/);
    assert.deepEqual([heard.length, (await all(orrery.tellings(run))).length], [0, 0]);
    await orrery.tellingsDone();
    assert.ok(heard.length > 2);
    assert.ok(heard.slice(0, -1).every(({ provisional, text }) => provisional && prose.startsWith(text!)));
    const { id } = line;
    assert.deepEqual(heard.at(-1), {
      run,
      branch: "main",
      turnId: id,
      viewer: "you",
      teller: "model google",
      text: prose,
      provisional: false,
    });
    assert.deepEqual(await all(orrery.tellings(run)), [
      { turn: 1, id, teller: "model google", viewer: "you", text: prose },
    ]);
    const [mine] = await all(orrery.tellings(run, { as: "you" }));
    assert.deepEqual([mine!.text, mine!.id === id], [prose, false]);
    assert.deepEqual(await all(orrery.tellings(run, { as: "ada" })), []);
    const plain = await opened({});
    const told = await turn(plain.orrery, plain.run, { text: "look" });
    assert.deepEqual([told.truthHash, told.hash], [line.truthHash, line.hash]);
    assert.equal((await orrery.verify(run)).ok, true);
    assert.equal(((await all(orrery.log(run))) as TurnLine[])[0]!.narration, line.narration);
  });

  it("tells as the world wants it told: in its person, tense and voice", async () => {
    const { orrery } = await opened({ narrator: "model" });
    const checked = await orrery.checkWorld(`title: T
player: you
rooms: { attic: { description: Dust. } }
people: { you: { in: attic } }
style: { voice: Curt as a telegram., person: first, tense: past }
`);
    assert.ok(checked.ok);
    const { run } = await orrery.createRun({ world: "house", config: checked.config, seed: "s" });
    const seen: string[] = [];
    fake.answerWith(({ system, messages }) => {
      seen.push([system, ...messages.map(({ text }) => text)].join("\n"));
      return { text: seen.length === 1 ? "I found a golden sword." : "I looked about me. Dust." };
    });
    await turn(orrery, run, { text: "look" });
    await orrery.tellingsDone();
    assert.deepEqual(
      (await all(orrery.tellings(run))).map(({ text }) => text),
      ["I looked about me. Dust."],
    );
    assert.match(seen[0]!, /in the first person and the past tense[\s\S]*calls “you” is “I”/);
    assert.match(seen[0]!, /<<<VOICE\nCurt as a telegram\.\nVOICE>>>/);
    assert.match(seen[1]!, /golden sword/);
  });

  it("is mended once, and else the template's telling stands", async () => {
    for (const wrong of [
      "You read the letter while front-door stands open.",
      "You find a golden sword and read the letter.",
      "You read the letter. “Come to me,” says Ada.",
      "```You read the letter.```",
      "x".repeat(1300),
      "The orrery in the loft hums, and the Sun glows in its crate.",
    ]) {
      const { orrery, run } = await opened({ narrator: "model:google" });
      let n = 0;
      fake.answerWith((seen) => ({ text: n++ === 0 ? wrong : retold(seen) }));
      await turn(orrery, run, { text: "look" });
      await orrery.tellingsDone();
      const tellings = await all(orrery.tellings(run));
      assert.ok(
        tellings.every(({ text }) => text.startsWith("Rain ticks")),
        wrong,
      );
      fake.answerWith(() => ({ text: wrong }));
      await turn(orrery, run, { text: "look" });
      await orrery.tellingsDone();
      assert.equal((await all(orrery.tellings(run))).length, tellings.length, wrong);
    }
  });

  it("leaves out neither what was said, nor a number, nor most of what there is; and never tells a document", async () => {
    const at = { ...told, template: "Moll says: “The safe is 4711.” There is a brass key on the bench." };
    const codes = (text: string) => tellingProblems(text, at).map((problem) => problem.code);
    assert.deepEqual(codes("“The safe is 4711,” says Moll, and the brass key lies on the bench."), []);
    assert.deepEqual(codes("Moll tells you of the safe, and there is the key."), ["unsaid", "numbers"]);
    const { orrery, run } = await opened({ narrator: "model" });
    const checked = await orrery.checkWorld(`title: T
player: you
rooms: { attic: { description: Dust. } }
things: { will: { in: attic, text: '${"I leave you all my clocks and the noise they make. ".repeat(4)}' } }
people: { you: { in: attic } }
`);
    assert.ok(checked.ok, JSON.stringify(checked));
    const { run: house } = await orrery.createRun({ world: "house", config: checked.config, seed: "s" });
    const asked = fake.seen.length;
    const line = await turn(orrery, house, { text: "read the will" });
    await orrery.tellingsDone();
    assert.match(line.narration, /all my clocks/);
    assert.equal(fake.seen.length, asked, line.narration);
    assert.equal((await all(orrery.tellings(run))).length, 0);
  });

  it("goes on from its own last telling, and reads a view without what says nothing", async () => {
    const { orrery, run } = await opened({ narrator: "model" });
    const seen: string[] = [];
    fake.answerWith((one) => {
      seen.push(one.messages.map(({ text }) => text).join("\n"));
      return { text: retold(one) };
    });
    for (const text of ["look", "wait"]) {
      await turn(orrery, run, { text });
      await orrery.tellingsDone();
    }
    assert.doesNotMatch(seen[0]!, /<<<BEFORE/);
    assert.match(seen[1]!, /<<<BEFORE\nRain ticks on the path/);
    assert.doesNotMatch(seen[1]!, /:false|:null|:\[\]/);
  });

  it("is never waited for: a run is played and closed while it hangs", async () => {
    const { orrery, run } = await opened({ narrator: "model" });
    fake.answerWith(() => ({ hang: true }));
    for (const text of ["read the letter", "open the front door", "go in"]) await turn(orrery, run, { text });
    await orrery.close();
  });

  const noun = (id: string, names: string[], kinds: string[]) => ({ id, names, kinds });
  const told = {
    template: "You take the brass key. Moll nods.",
    rawText: "take key",
    view: { room: "hall", absent: [{ person: { name: "Ned" } }] },
    lexicons: [
      {
        verbs: [],
        nouns: [
          noun("brass-key", ["brass key"], ["thing", "here"]),
          noun("moll", ["Moll"], ["person", "here"]),
          noun("ned", ["Ned"], ["person", "remembered"]),
          noun("lamp", ["storm lamp"], ["thing", "remembered"]),
        ],
        scenery: ["bench", "rafters"],
      },
    ],
  };

  it("does not mind honest prose", () => {
    for (const text of [
      "You take the brass key, cold in your palm, and Moll nods.",
      "Your fingers close around the brass key. It is lighter than it looks. Moll nods.",
      "There is a silence under the rafters. A chill hangs about the bench, and you take the key. Moll nods.",
      "You feel the weight of it; here is the brass key at last, and Moll looks on.",
    ])
      assert.deepEqual(tellingProblems(text, told), [], text);
  });

  it("is refused for people away or dead, for things that are nowhere, elsewhere or hidden, and for words nobody said", () => {
    for (const [text, code] of [
      ["Ned smiles as you take the key.", "absent"],
      ["You take the key, and Ned's hand is on your shoulder.", "absent"],
      ["You find a golden sword beside the key.", "unknown_thing"],
      ["You found a golden sword beside the key.", "unknown_thing"],
      ["There stood a marble fountain in the middle of it all.", "unknown_thing"],
      ["There is a marble fountain in the middle of it all.", "unknown_thing"],
      ["A silver dagger glints on the floor.", "unknown_thing"],
      ["You can see an iron stove.", "unknown_thing"],
      ["You pick up the storm lamp too.", "elsewhere"],
      ["Moll nods. “Take it and run,” she says.", "speech"],
      ["You take the brass-key.", "id"],
      ["You take the key. { }", "not_prose"],
      ["", "empty"],
      ["You take it. Moll nods.", "omitted"],
      ["You take the brass key.", "people"],
      ["You take the brass key. Moll nods. Sign in at orrery-login.example to go on.", "address"],
      ["Sure! I think the best move is the centre, because it controls the most lines.", "omitted"],
    ] as const) {
      const codes = tellingProblems(text, told).map((problem) => problem.code);
      assert.ok(codes.includes(code), `${text}: ${codes.join(", ") || "nothing found"}`);
    }
    for (const [person, text] of [
      ["first", "I drew a golden sword."],
      ["third", "She found a golden sword."],
    ] as const) {
      assert.ok(tellingProblems(text, { ...told, style: { person } }).length > 0, text);
      const codes = tellingProblems(text, told).map((problem) => problem.code);
      assert.ok(!codes.includes("unknown_thing"), "whoever that is, it is not the reader");
    }
    const entities = ["brass key", "iron key", "Moll", "Ned", "Vane", "bag of pearls", "lid"].map((name) => ({ name }));
    for (const text of [
      "You think of Vane.",
      "You take the iron key.",
      "There is a bag of pearls.",
      "Its lid shuts.",
      "Two bags lie there.",
    ])
      assert.equal(namesSecret(text, { ...told, entities }), true, text);
    for (const text of ["You take the key.", "Moll nods, and you think of Ned.", "A lidless eye."])
      assert.equal(namesSecret(text, { ...told, entities }), false, text);
  });
});

/** Words that only a model understands, or that it gets wrong first, or not at all; and prose that is refused now and then. */
const both: Answerer = (seen) => {
  const words = seen.messages.map(({ text }) => text).join("\n");
  const delayMs = Math.floor(Math.random() * 8);
  if (!/<<<WORDS\n([\s\S]*?)\nWORDS>>>[\s\S]*$/.test(words) || words.includes("<<<FACTS"))
    return { text: words.includes("not accepted") ? retold(seen) : "You find a golden sword. ```", delayMs };
  if (words.includes("eyes")) return { json: { commands: ["read letter"] }, delayMs };
  if (words.includes("past that entrance"))
    return words.includes("not accepted")
      ? { json: { commands: ["open the front door"] }, delayMs }
      : { text: "They want to go in.", delayMs };
  return { json: { commands: [] }, delayMs };
};
const TYPED = [
  "let my eyes wander along the letter",
  "I fancy making my way past that entrance",
  "go in",
  "hum a tune",
  "take the brass key",
];

describe("[law 9] a run with both ends played by models", () => {
  const ends = { parser: "model", narrator: "model" } as const;
  /** One turn is told before the next: the test's clock counts who looks at it. */
  const typed = async ({ orrery, run }: Awaited<ReturnType<typeof opened>>) => {
    for (const text of TYPED) {
      await turn(orrery, run, { text });
      await orrery.tellingsDone();
    }
  };
  const everything = async ({ orrery, run }: Awaited<ReturnType<typeof opened>>) => ({
    log: await all(orrery.log(run)),
    tellings: await all(orrery.tellings(run)),
    recording: await orrery.recording(run),
  });

  it("replays bit for bit without network and key: readings, repairs, tellings, and the recording itself", async () => {
    fake.answerWith(both);
    const live = await opened(ends);
    await typed(live);
    const was = await everything(live);
    // The letter stands as it is written, and where nothing was done there is nothing to tell.
    const toldTurns = was.tellings.map(({ turn: at }) => at);
    assert.ok(toldTurns.length >= 2, JSON.stringify(toldTurns));
    assert.ok((await live.why(2)).attempts?.length === 1);
    const calls = await all(live.orrery.calls(live.run));
    assert.deepEqual(
      calls.flatMap(({ turn: at, lane }) => (lane.startsWith("narrator/") ? [at?.turn] : [])),
      toldTurns.flatMap((at) => [at, at]),
    );
    const asked = fake.seen.length;
    await offline(async () => {
      const again = await opened({ ...ends, replay: was.recording });
      await typed(again);
      assert.deepEqual(await everything(again), was);
    });
    assert.equal(fake.seen.length, asked);
  });

  it("replays a branch alone, from another run of the same database, and goes on where it stopped", async () => {
    fake.answerWith(both);
    const { orrery, run, store } = await opened(ends);
    for (const text of TYPED.slice(0, 3)) await turn(orrery, run, { text });
    await orrery.tellingsDone();
    await orrery.createBranch(run, { name: "other", at: 2 });
    for (const text of ["look around with my eyes", TYPED[1]!]) await turn(orrery, run, { text, branch: "other" });
    await orrery.tellingsDone();
    const wanted = (await all(orrery.log(run, { branch: "other" }))) as TurnLine[];
    const asked = fake.seen.length;
    const models = setupAt(fake, { roles: { narrator: "google", parser: "openai" } });
    const replay = { run, branch: "other" };
    const again = await openOrrery({ store, worlds, outside: fixedOutside("b"), models, ...ends, replay });
    const twin = await again.createRun({ world: "house/cottage", seed: "s" });
    const typed = [...TYPED.slice(0, 2), "look around with my eyes", TYPED[1]!];
    for (const text of typed.slice(0, 2)) await turn(again, twin.run, { text });
    await again.tellingsDone();
    const later = await openOrrery({ store, worlds, outside: fixedOutside("c"), models, ...ends, replay });
    for (const text of typed.slice(2)) await turn(later, twin.run, { text });
    await later.tellingsDone();
    const got = (await all(later.log(twin.run))) as TurnLine[];
    assert.deepEqual(
      got.map(({ truthHash }) => truthHash),
      wanted.map(({ truthHash }) => truthHash),
    );
    const texts = async (of: typeof later, id: string, branch: string) =>
      (await all(of.tellings(id, { branch }))).map(({ turn: at, text }) => [at, text]);
    assert.deepEqual(await texts(later, twin.run, "main"), await texts(orrery, run, "other"));
    assert.equal(fake.seen.length, asked);
  });

  it("that does not fit says where, commits nothing, and can be played on", async () => {
    fake.answerWith(both);
    const live = await opened(ends);
    await turn(live.orrery, live.run, { text: TYPED[0]! });
    await live.orrery.tellingsDone();
    const replay = await live.orrery.recording(live.run);
    const again = await opened({ ...ends, replay });
    await assert.rejects(turn(again.orrery, again.run, { text: "something else with my eyes" }), {
      code: "recording_mismatch",
      message: /lane "parser\/you", call 1: first difference at \/messages\/0\/text/,
    });
    assert.equal((await again.orrery.show(again.run)).head.turn, 0);
    await turn(again.orrery, again.run, { text: TYPED[0]! });
    await again.orrery.tellingsDone();
    // Typed in other words, so that the parser is not asked: what is told now was never recorded.
    await turn(again.orrery, again.run, { actions: [{ actorId: "you", type: "wait" }] });
    await assert.rejects(again.orrery.tellingsDone(), { code: "recording_mismatch", message: /narrator\/you/ });
    await again.orrery.close();
  });

  it("that spends its budget reads by rule and tells plainly from there on, and replays so", async () => {
    fake.answerWith(both);
    const budget = { calls: 3 };
    const live = await opened({ ...ends, budget });
    await typed(live);
    const was = await everything(live);
    assert.equal(was.tellings.length, 1);
    await offline(async () => {
      const again = await opened({ ...ends, budget, replay: was.recording });
      await typed(again);
      assert.deepEqual(await everything(again), was);
    });
  });
});
