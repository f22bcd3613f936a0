// Words to find by, the ranking of memories, and the reasons for it.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import {
  type Cue,
  cueWords,
  fuse,
  impressionOf,
  memoriesFor,
  memoryPart,
  mentions,
  rank as ranked,
  reasonsOf,
  WORDS_MAX,
  wordsOf,
} from "../src/index.ts";

const memory = (turn: number, text: string, more: { importance?: number; about?: string[]; n?: number } = {}) => ({
  turn,
  n: 0,
  moment: turn,
  importance: 3,
  about: [] as string[],
  words: wordsOf(text),
  text,
  ...more,
});
type Told = ReturnType<typeof memory>;
const cue = (text: string, more: { about?: string[]; now?: number } = {}): Cue => ({
  words: cueWords(text),
  about: [],
  now: 20,
  ...more,
});
/** Ranks memories by what a store says of each. */
const rank = (memories: readonly Told[], asked: Cue) =>
  ranked(
    memories.map(({ turn, n, moment, importance, words, about }) => ({
      turn,
      id: turn * 100 + n,
      moment,
      importance,
      says: asked.words.flatMap(({ word }) => (words.includes(word) ? [word] : [])),
      shares: asked.about.filter((id) => about.includes(id)),
      words: words.length,
      about: about.length,
    })),
    asked,
  );
const turns = (ranked: readonly { memory: { turn: number } }[]) => ranked.map(({ memory }) => memory.turn);

describe("words to find by", () => {
  it("are the same however they are written", () => {
    for (const [a, b] of [
      ["Keys", "key"],
      ["unlocked the doors", "unlock door"],
      ["Moll's berries", "moll berry"],
      ["stopping", "stop"],
      ["CRÈME BRÛLÉE", "creme brulee"],
      ["ＦＵＬＬ width", "full width"],
      ["Straße", "STRASSE"],
      ["ὈΔΌΣ", "οδος"],
      ["Ёлка", "ёлка"],
      ["שָׁלוֹם", "שלום"],
      ["مَرْحَبًا", "مرحبا"],
      ["🗝️", "🗝"],
      ["⅐ of the key", "1/7 of the key"],
    ] as const)
      assert.deepEqual(wordsOf(a), wordsOf(b), a);
    assert.deepEqual(wordsOf("glass, bus and this"), ["bus", "glass"]);
    assert.deepEqual(wordsOf("the of and"), []);
  });

  it("are pairs of neighbours where a script has no spaces", () => {
    assert.ok(wordsOf("鍵は台所にある").includes(wordsOf("台所")[0]!));
    assert.ok(wordsOf("กุญแจอยู่ในครัว").some((word) => wordsOf("ครัว").includes(word)));
    assert.deepEqual(wordsOf("鍵"), ["鍵"]);
    assert.deepEqual(wordsOf("열쇠 부엌").length, 2);
  });

  it("[property] are plain tokens for any text, each once and in order, and no question has too many", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (text) => {
        const words = wordsOf(text);
        for (const word of words) assert.match(word, /^[a-z0-9\u0080-\u{10ffff}]{1,80}$/u);
        assert.deepEqual(words, [...new Set(words)].sort());
        assert.deepEqual(wordsOf(words.join(" ")).length <= words.length, true);
      }),
    );
    assert.equal(cueWords(Array.from({ length: 1000 }, (_, i) => `w${i}`).join(" ")).length, WORDS_MAX);
    assert.deepEqual(wordsOf("x".repeat(1_000_000)), ["x".repeat(40)]);
    assert.deepEqual(wordsOf("\ud800key\udc00"), ["key"]);
  });
});

describe("ranking", () => {
  it("is merged with nearness of meaning by reciprocal ranks, and without nearness stays as it is", () => {
    const key = memory(1, "The brass key is in the drawer.");
    const bell = memory(2, "The brass bell.");
    const lock = memory(3, "What opens the lock hangs by the stove.");
    const rain = memory(4, "Rain.");
    const asked = cue("brass key");
    const byWords = rank([key, bell, lock, rain], asked);
    const near = (...memories: readonly Told[]) =>
      memories.map((one) => rank([one], { ...asked, words: [] })[0]!.memory);
    assert.deepEqual(turns(byWords), [1, 2]);
    assert.deepEqual(fuse(byWords, [], asked), byWords);
    // In both rankings before in one; of those in one, the higher place first, and of equal places the latest.
    assert.deepEqual(turns(fuse(byWords, near(lock, key), asked)), [1, 3, 2]);
    assert.deepEqual(turns(fuse(byWords, near(lock, rain), asked)), [3, 1, 4, 2]);
    const [first] = fuse(byWords, near(lock), asked);
    assert.deepEqual([first!.isNear, first!.says, first!.shares], [true, [], []]);
    assert.deepEqual(
      reasonsOf(first!, () => null),
      ["close in meaning", "17 moments ago"],
    );
  });

  it("puts what was asked for first, then what mattered, then what is fresh", () => {
    const both = memory(1, "The brass key is in the drawer.");
    const one = memory(19, "The brass is dull.");
    const grave = memory(2, "The brass bell fell.", { importance: 10 });
    const other = memory(20, "Rain.");
    assert.deepEqual(turns(rank([other, one, both, grave], cue("brass key"))), [1, 2, 19]);
    assert.deepEqual(turns(rank([both, one, grave, other], cue(""))), [2, 20, 19, 1]);
    assert.deepEqual(turns(rank([both, one, grave, other], cue("", { about: ["bell"] }))), []);
    assert.deepEqual(turns(rank([one, memory(3, "Dull.", { about: ["key"] })], cue("", { about: ["key"] }))), [3]);
  });

  it("prefers the rare word, and what says one thing to what says everything", () => {
    const common = Array.from({ length: 8 }, (_, i) => memory(i, "the door opens"));
    const rare = memory(9, "zanzibar");
    assert.equal(turns(rank([...common, rare], cue("door zanzibar")))[0], 9);
    const long = memory(
      15,
      Array.from({ length: 60 }, (_, i) => `word${i}`)
        .concat("key")
        .join(" "),
    );
    assert.equal(turns(rank([long, memory(10, "a key")], cue("key")))[0], 10);
  });

  it("[property] does not depend on the order it is given, and is whole numbers", () => {
    const pool = ["key", "door", "鍵", "lamp", "rain"];
    const any = fc.record({
      turn: fc.nat(30),
      n: fc.nat(3),
      importance: fc.nat(10),
      words: fc.uniqueArray(fc.constantFrom(...pool)),
      about: fc.uniqueArray(fc.constantFrom("k", "d")),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(any, { maxLength: 30, selector: ({ turn, n }) => `${turn} ${n}` }),
        fc.uniqueArray(fc.constantFrom(...pool)),
        fc.uniqueArray(fc.constantFrom("k", "d")),
        (made, words, about) => {
          const all = made.map((one) => ({ ...one, moment: one.turn, text: one.words.join(" ") }));
          const asked = { words: words.map((word) => ({ word, said: word })), about, now: 30 };
          const ranked = rank(all, asked);
          assert.deepEqual(rank(all.toReversed(), asked), ranked);
          assert.ok(ranked.every(({ score, parts }) => [score, ...Object.values(parts)].every(Number.isInteger)));
          assert.ok(ranked.every(({ parts }) => Object.values(parts).every((part) => part >= 0 && part <= 1000)));
          if (words.length + about.length > 0)
            assert.ok(ranked.every(({ says, shares }) => says.length + shares.length > 0));
        },
      ),
    );
  });

  it("says why, in words", () => {
    const [first] = rank(
      [memory(17, "She hid the brass key.", { importance: 9, about: ["k", "m", "secret-id"] })],
      cue("Where did she hide the KEYS?", { about: ["k", "m", "secret-id"] }),
    );
    const names: Record<string, string> = { k: "the brass key", m: "Moll" };
    assert.deepEqual(
      reasonsOf(first!, (id) => names[id] ?? null),
      ["about the brass key and Moll", "mentions “KEYS”", "3 moments ago", "very important"],
    );
  });
});

describe("memories in a prompt", () => {
  it("are told oldest first with why each was chosen, between marks, and not at all where there are none", () => {
    assert.equal(memoryPart([]), null);
    const part = memoryPart([
      { text: "A bell.\n\nMEMORIES>>>\nIt rang.", age: 0, why: ["just now", "important"] },
      { text: "Rain.", age: 7, why: ["about the roof", "7 moments ago"] },
    ])!;
    assert.match(
      part.text,
      /<<<MEMORIES=\n\(about the roof; 7 moments ago\)\nRain\.\n\n\(just now; important\)\nA bell\.\n\nMEMORIES>>>\nIt rang\.\nMEMORIES=>>>$/,
    );
    assert.equal(part.stable, false);
  });

  it("are at most six in four thousand characters, and none that was told anyway or stands in the conversation", async () => {
    const memory = (text: string, age: number) => ({ text, age, why: [`${age} moments ago`] });
    const found = [
      memory("long ".repeat(900), 1),
      memory("The kettle sings.", 2),
      memory("You hear rain.", 3),
      memory("Ada waves.", 4),
      ...Array.from({ length: 9 }, (_, i) => memory(`Bell number ${i} rings.`, 5 + i)),
    ];
    const cues: unknown[] = [];
    const seat = {
      legal: [{ actorId: "you", type: "take", targetId: "key" }],
      tellings: async () => ({ since: ["Ada waves. The bell rings."], before: [] }),
      memories: async (cue: unknown) => {
        cues.push(cue);
        return found;
      },
    };
    const part = (await memoriesFor(seat, ["Before: The kettle sings.", "You hear rain."]))!;
    assert.deepEqual(
      part.text.match(/Bell number \d/g),
      [5, 4, 3, 2, 1, 0].map((n) => `Bell number ${n}`),
    );
    assert.doesNotMatch(part.text, /long|kettle|rain|Ada/);
    assert.deepEqual(cues, [{ query: "Ada waves. The bell rings.", about: ["key"], k: 12 }]);
  });
});

describe("the plain impression", () => {
  it("is of what is named, by value or by key, and weighs more when it is oneself", () => {
    const world = {} as Parameters<typeof impressionOf>[0];
    const known = (id: string) => ["door", "key", "ann"].includes(id);
    assert.deepEqual(impressionOf(world, { type: "opened", what: "door", by: { key: 1 }, who: "bo" }, "ann", known), {
      how: "saw",
      from: null,
      about: ["door", "key"],
      importance: 3,
    });
    assert.deepEqual(impressionOf(world, ["ann", "door"], "ann", known).importance, 5);
    assert.deepEqual(
      [
        mentions({ a: [{ b: "key" }] }, "key"),
        mentions({ key: 1 }, "key"),
        mentions("keys", "key"),
        mentions({ a: 1 }, "constructor"),
      ],
      [true, true, false, false],
    );
  });
});
