// What is remembered, who knows what, and why things are so: against a played house, on both stores, across branches.
import assert from "node:assert/strict";
import { join } from "node:path";
import { describe, it } from "node:test";
import { type Agent, memoriesFor, type Recollection } from "@orrery/agents";
import { Hourglass } from "@orrery/models/testing";
import { Fault, type Orrery, openOrrery } from "@orrery/runtime";
import { memoryStore, openSqlite, type Store } from "@orrery/store";
import { type HouseState, whoKnows } from "../../worlds/house/index.ts";
import { openInn } from "./inn.ts";
import { all, folder, inMemory, worlds } from "./open.ts";

const fault = (code: string) => (error: unknown) => error instanceof Fault && error.code === code;
const ways = async (orrery: Orrery, run: string, thing: string, at = {}) =>
  Object.fromEntries(
    (await orrery.knows(run, thing, at)).knowers.map(({ actor, ways }) => [
      actor,
      ways.map(({ turn, words }) => `${turn} ${words}`),
    ]),
  );

/** How far memories have got on the run's main line. */
const spansOf = async (store: Store, run: string) =>
  (await store.remembered((await store.head(run, "main"))!)).flatMap(({ span }) => span ?? []);

/** Everything that an actor has, told apart by nothing but its content. */
const everything = async (orrery: Orrery, run: string, as: string, more = {}) =>
  (await orrery.recall(run, { as, k: 100, ...more })).map(({ id: _, ...rest }) => rest);

const EVENING = [
  "take iron key",
  "read note",
  "east",
  "ask moll about the rumour",
  "take brass key",
  "drop brass key",
  "west",
  "ring bell",
];

describe("recall", () => {
  it("finds by words, by things and by weight, and says why", async (t) => {
    const { orrery, run, say } = await openInn(t);
    await say(...EVENING);
    const [first] = await orrery.recall(run, { as: "you", query: "Who had the KEYS, ned?" });
    assert.match(first!.text, /It was Ned, with the brass key/);
    assert.deepEqual([first!.turn, first!.how, first!.from?.name], [4, "heard", "Moll"]);
    assert.deepEqual(first!.why, ["mentions “KEYS” and “ned”", "4 moments ago"]);
    const about = await orrery.recall(run, { as: "you", about: ["the brass key"], k: 3 });
    assert.ok(about.length === 3 && about.every((one) => one.about.some(({ id }) => id === "brass-key")));
    assert.deepEqual(about[0]!.why.slice(0, 1), ["about the brass key"]);
    assert.equal((await orrery.recall(run, { as: "you", k: 0 })).length, 0);
    assert.equal((await orrery.recall(run, { as: "you", k: 2 })).length, 2);
  });

  it("gives an actor what it perceived and nothing else", async (t) => {
    const { orrery, run, say } = await openInn(t);
    await say(...EVENING, "think the safe word is zanzibar");
    const ned = await orrery.recall(run, { as: "ned", k: 100 });
    const before = ned.filter(({ turn }) => turn !== 8);
    assert.ok(ned.length > before.length, "what happened when the bell had called him");
    for (const { how, from, about, text } of before)
      assert.deepEqual(
        [how, from, about, /^You hear footsteps from the south(, going away)?\.$/.test(text)],
        ["heard", null, [], true],
      );
    for (const word of ["zanzibar", "rumour", "brass"]) {
      assert.deepEqual(await orrery.recall(run, { as: "ned", query: word }), [], word);
      assert.ok((await orrery.recall(run, { as: "you", query: word })).length > 0, word);
    }
    await assert.rejects(orrery.recall(run, { as: "ned", about: ["brass key"] }), fault("unknown_thing"));
    await assert.rejects(orrery.recall(run, { as: "nobody" }), fault("unknown_actor"));
    const here = await inMemory();
    const { run: game } = await here.createRun({ world: "tictactoe" });
    await here.submit(game, { text: "centre" });
    assert.match((await here.recall(game, { as: "o", query: "centre" }))[0]!.text, /centre/);
  });

  it("[law 5] is the same for two histories that differ in what the actor may not know", async (t) => {
    const changes = [
      (text: string) => text,
      (text: string) => text.replace("It was Ned, with the brass key.", "It was I, with a spoon."),
      (text: string) =>
        text.replace("brass-key: { in: pantry }", "brass-key: { heldBy: moll }\n  crown: { in: pantry }"),
    ];
    const seen: unknown[] = [];
    for (const [i, change] of changes.entries()) {
      const { orrery, run, say } = await openInn(t, { change });
      // What is done where Ned is not, and how often, differs too.
      await say(
        "east",
        "ask moll about the rumour",
        ...Array.from({ length: i * 3 }, () => "look"),
        "west",
        "ring bell",
      );
      // Between what reaches him, too: his memories count his own moments.
      await say(...Array.from({ length: i * 2 }, () => "think nothing"), 'say "good evening, ned"');
      await say(...Array.from({ length: i }, () => "think nothing"));
      seen.push(
        (await everything(orrery, run, "ned", { query: "evening door visitor", about: ["visitor"] })).map(
          ({ turn: _, ...rest }) => rest,
        ),
      );
    }
    assert.ok((seen[0] as unknown[]).length >= 2);
    assert.deepEqual(seen[1], seen[0]);
    assert.deepEqual(seen[2], seen[0]);
  });

  it("knows nothing of a sibling, of what was gone back from, or of later", async (t) => {
    const { orrery, run, say } = await openInn(t);
    await say("say apples", "say pears");
    await orrery.recall(run, { as: "you" });
    await orrery.createBranch(run, { name: "side", at: 1 });
    await orrery.submit(run, { text: "say plums", branch: "side" });
    await say("say cherries");
    const said = async (more = {}) =>
      (await orrery.recall(run, { as: "you", query: "apples pears plums cherries quinces", ...more }))
        .map(({ text }) => /\b(apples|pears|plums|cherries|quinces)\b/i.exec(text)![1]!.toLowerCase())
        .sort();
    assert.deepEqual(await said(), ["apples", "cherries", "pears"]);
    assert.deepEqual(await said({ branch: "side" }), ["apples", "plums"]);
    assert.deepEqual(await said({ at: 2 }), ["apples", "pears"]);
    assert.deepEqual(await said({ branch: "side", at: 1 }), ["apples"]);
    await orrery.rollback(run, 1);
    assert.deepEqual(await said(), ["apples"]);
    await say("say quinces");
    assert.deepEqual(await said(), ["apples", "quinces"]);
    assert.deepEqual(await said({ branch: "side" }), ["apples", "plums"]);
  });

  it("is the same however it was come by: turn by turn, all at once, on disk, in memory, after an import", async (t) => {
    const file = join(folder(t), "inn.db");
    const kept: unknown[] = [];
    for (const [store, eachTurn] of [
      [memoryStore(), true],
      [memoryStore(), false],
      [openSqlite(file), true],
    ] as const) {
      const { orrery, run, say } = await openInn(t, { store });
      for (const text of EVENING) {
        await say(text);
        if (eachTurn) await orrery.recall(run, { as: "you" });
      }
      await orrery.createBranch(run, { name: "side", at: 3 });
      await orrery.submit(run, { text: "say boo", branch: "side" });
      const asked = async (from: Orrery) => {
        const out: unknown[] = [];
        for (const as of ["you", "moll", "ned"])
          for (const branch of ["main", "side"])
            for (const query of ["", "key", "ned dong", "moll brass oak"])
              out.push(await everything(from, run, as, { branch, query }));
        return out;
      };
      kept.push(await asked(orrery));
      const lines = await all(orrery.export(run));
      assert.ok(!lines.some((line) => line.includes('"memories"')));
      const there = await inMemory();
      await there.import(lines);
      const elsewhere = await openOrrery({ store: memoryStore(), worlds });
      await elsewhere.import(lines);
      kept.push(await asked(elsewhere));
      await store.forget(run);
      kept.push(await asked(orrery));
      assert.equal((await orrery.verify(run)).ok, true);
      await orrery.close();
    }
    for (const [i, one] of kept.entries()) assert.deepEqual(one, kept[0], `way ${i}`);
    assert.ok((kept[0] as unknown[][]).flat().length > 50);
  });

  it("takes any text for what it is: words to find, and never syntax", async (t) => {
    const store = openSqlite(join(folder(t), "inn.db"));
    const { orrery, run, say } = await openInn(t, { store });
    const said = [
      "鍵は台所にある",
      "Ключ на кухне",
      "المفتاح في المطبخ",
      "Unter der Matte: 🗝️",
      "Crème brûlée, ΟΔΟΣ",
      "กุญแจอยู่ในครัว",
    ];
    for (const text of said) await say(`say "${text}"`);
    for (const [query, hit] of [
      ["台所", 0],
      ["КУХНЕ", 1],
      ["مفتاح", null],
      ["المِفتاح", 2],
      ["🗝", 3],
      ["MATTE", 3],
      ["creme", 4],
      ["οδός", 4],
      ["ครัว", 5],
    ] as const) {
      const found = await orrery.recall(run, { as: "you", query, k: 1 });
      if (hit === null) assert.deepEqual(found, [], query);
      else assert.ok(found[0]?.text.includes(said[hit]!), `${query}: ${found[0]?.text}`);
    }
    for (const query of [
      '"',
      'key"*',
      "NEAR(a b)",
      "a AND NOT (",
      "text:key",
      "^key -key",
      "\u0000",
      "'; DROP TABLE memories",
      "\ud800",
      "{}[]",
      "key OR",
    ])
      assert.ok(Array.isArray(await orrery.recall(run, { as: "you", query })), query);
    assert.ok((await orrery.recall(run, { as: "you", query: "x".repeat(1_000_000) })).length === 0);
    assert.ok(
      (await orrery.recall(run, { as: "you", query: "the of and" })).length > 0,
      "nothing asked for: the latest",
    );
    const long = await orrery.recall(run, {
      as: "you",
      query: `matte ${Array.from({ length: 50_000 }, (_, i) => `word${i}`).join(" ")}`,
    });
    assert.match(long[0]!.text, /Matte/);
    await orrery.close();
  });

  it("is made in a quiet moment, beside the turns and never before them", async (t) => {
    const glass = new Hourglass(250).hold();
    t.after(() => glass.release());
    const store = memoryStore();
    const { orrery, run, say } = await openInn(t, { store });
    await say("look", "wait");
    assert.deepEqual(await spansOf(store, run), [], "no turn waits for it");
    assert.deepEqual(glass.turn(), [250]);
    while ((await spansOf(store, run)).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    assert.deepEqual(
      (await spansOf(store, run)).map(({ upTo }) => upTo),
      [2],
    );
    await orrery.close();
  });

  it("waits while agents play, and is made up after them", async (t) => {
    const glass = new Hourglass(250).hold();
    t.after(() => glass.release());
    const store = memoryStore();
    const { orrery, run, say } = await openInn(t, { store });
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    const stop = new AbortController();
    const playing = orrery.crank(run, {
      agents: () => async () => {
        await mayAnswer;
        return { ok: false, cause: "fault" };
      },
      signal: stop.signal,
    });
    await say("look");
    glass.turn();
    await new Promise((resolve) => setTimeout(resolve, 100));
    assert.deepEqual(await spansOf(store, run), []);
    answer();
    stop.abort();
    await playing;
    await say("wait");
    glass.turn();
    while ((await spansOf(store, run)).length === 0) await new Promise((resolve) => setTimeout(resolve, 20));
    await orrery.close();
  });
});

describe("who knows", () => {
  it("says since when and how: seen, heard, told, read, done, or all along", async (t) => {
    const { orrery, run, say } = await openInn(t);
    await say(...EVENING);
    assert.deepEqual(await ways(orrery, run, "culprit"), {
      you: ["4 was told by Moll"],
      moll: ["0 from the beginning"],
    });
    assert.deepEqual(await ways(orrery, run, "rumour"), {
      you: ["2 read it on the note", "4 spoke of it"],
      moll: ["4 heard the visitor speak of it"],
    });
    assert.deepEqual(await ways(orrery, run, "the brass key"), {
      you: ["3 saw it", "4 heard Moll speak of it", "5 had to do with it"],
      moll: ["0 from the beginning", "3 saw it"],
    });
    const { others, thing } = await orrery.knows(run, "brass-key");
    assert.deepEqual(thing, { id: "brass-key", name: "brass key", type: "thing" });
    assert.deepEqual(others, [{ actor: "ned", name: "Ned" }]);
    assert.deepEqual(await ways(orrery, run, "brass key", { at: 2 }), { moll: ["0 from the beginning"] });
    assert.deepEqual((await ways(orrery, run, "ned"))["you"], [
      "4 heard Moll speak of him",
      "8 saw him",
      "8 heard Ned speak",
    ]);
  });

  it("asks back when a name may be either, and when there is none", async (t) => {
    const { orrery, run } = await openInn(t);
    await assert.rejects(orrery.knows(run, "key"), (error) => {
      assert.ok(error instanceof Fault && error.code === "ambiguous");
      assert.deepEqual(
        error.choices.map(({ id }) => id),
        ["brass-key", "iron-key"],
      );
      assert.match(error.message, /brass key .* or iron key .*by its id/);
      return true;
    });
    for (const none of ["unicorn", "", "   ", '"', "__proto__", "constructor", "🦄", "x".repeat(100_000)])
      await assert.rejects(orrery.knows(run, none), fault("unknown_thing"), none);
    assert.equal((await orrery.knows(run, "鍵")).thing.id, "odd");
    await assert.rejects(orrery.knows(run, "bell", { as: "ned" }), fault("unknown_thing"));
  });

  it("tells a seat of itself alone, in its own count of turns", async (t) => {
    const { orrery, run, say } = await openInn(t);
    await say("look", "look", ...EVENING);
    const whole = await orrery.knows(run, "visitor");
    assert.ok(whole.knowers.length === 2);
    const own = await orrery.knows(run, "visitor", { as: "ned", seat: true });
    assert.deepEqual([own.knowers.map(({ actor }) => actor), own.others], [["ned"], []]);
    const lines = await all(orrery.log(run, { as: "ned", from: 0 }));
    const ids = new Map(lines.map(({ turn, id }) => [id, turn]));
    const recalled = await orrery.recall(run, { as: "ned", seat: true });
    assert.ok(recalled.length > 0);
    for (const { turn, id } of [...own.knowers[0]!.ways, ...recalled]) assert.equal(ids.get(id), turn);
    assert.ok(
      recalled.every(({ turn }) => turn < 4),
      "ned noticed few turns",
    );
  });
});

describe("why it is so", () => {
  it("names every turn that set it, newest first, back to the opening, with what caused it", async (t) => {
    const { orrery, run, say } = await openInn(t);
    await say(...EVENING);
    await orrery.god(run, {
      actorId: "god",
      type: "amend",
      metadata: { path: ["things", "brass-key", "at"], value: { in: "yard" } },
    });
    const { thing, attribute, value, settings } = await orrery.whySo(run, "brass key.at");
    assert.deepEqual([thing.id, attribute, value], ["brass-key", "at", { in: "yard" }]);
    assert.deepEqual(
      settings.map(({ turn, by }) => [turn, by.kind]),
      [
        [9, "god"],
        [6, "action"],
        [5, "action"],
        [0, "opening"],
      ],
    );
    assert.match(
      settings[2]!.words,
      /^Turn 5: at of the brass key became .*you.*pantry.*the visitor did “take the brass key”, at the words “take brass key”\.$/,
    );
    const door = await orrery.whySo(run, "oak-door.open");
    assert.deepEqual(
      door.settings.map(({ turn, by, before, after }) => [turn, by.kind, "rule" in by ? by.rule : null, before, after]),
      [
        [8, "settle", "ring", true, false],
        [0, "opening", null, undefined, true],
      ],
    );
    assert.match(door.settings[0]!.words, /the rule “ring” came into play after the visitor did “use the bell”/);
    assert.deepEqual((await orrery.whySo(run, "oak-door.open", { at: 7 })).value, true);
    const whole = await orrery.whySo(run, "ned");
    assert.match(whole.settings[0]!.words, /Ned changed: at: "yard" → "parlour"/);
    await assert.rejects(orrery.whySo(run, "ned.wings"), fault("unknown_thing"));
    await assert.rejects(orrery.whySo(run, "key.at"), fault("ambiguous"));
    await assert.rejects(orrery.whySo(run, "unicorn.at"), fault("unknown_thing"));
  });
});

describe("memories of an agent", () => {
  it("come from its own perceptions, say nothing of others' turns, and make a part of a prompt", async (t) => {
    const { orrery, run, say } = await openInn(t);
    await say(...EVENING);
    const seen: { part: Awaited<ReturnType<typeof memoriesFor>>; found: readonly Recollection[] }[] = [];
    const agent: Agent = async (seat) => {
      seen.push({
        part: await memoriesFor(seat),
        found: await seat.memories({ about: ["brass-key", "no-such"], k: 3 }),
      });
      return { actions: [{ actorId: "you", type: "wait" }] };
    };
    await orrery.crank(run, { agents: () => agent, turnsMax: 1 });
    const [{ part, found }] = seen as [(typeof seen)[number]];
    assert.equal(found.length, 3);
    assert.deepEqual(Object.keys(found[0]!).sort(), ["age", "text", "why"]);
    assert.match(part!.text, /^What you remember [^\n]*:\n\n<<<MEMORIES\n\([^)]*moments? ago[^)]*\)\n/);
    assert.match(part!.text, /brass key/);
    assert.doesNotMatch(part!.text, /[0-9a-z]+-[0-9a-f]{8}|brass-key/);
  });
});

describe("the log and the world", () => {
  it("agree on who has learned what, and its source", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "house/mystery", seed: "s" });
    for (const text of [
      "ask osei about last night",
      "ask osei about vane",
      "ask osei about julian",
      "east",
      "east",
      "west",
      "up",
    ])
      await orrery.submit(run, { text });
    const state = (await orrery.show(run)).view as HouseState;
    let learned = 0;
    for (const topic of Object.keys(state.topics ?? {})) {
      const { knowers } = await orrery.knows(run, topic);
      for (const { who, from } of whoKnows(state, topic)) {
        const ways = knowers.find(({ actor }) => actor === who)?.ways ?? [];
        assert.ok(
          ways.some((way) => (from === null ? way.how === "known" : way.from?.id === from)),
          `${who}: ${topic}`,
        );
        learned++;
      }
    }
    assert.ok(learned > 0);
  });
});
