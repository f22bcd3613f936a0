// Laws of the parser on generated words: nothing invented, nothing thrown, no sentence that takes for ever.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { actionProblem, canonical, type Lexicon } from "@orrery/kernel";
import fc from "fast-check";
import { type Parsed, parseTextToActions, type Reading, TEXT_MAX } from "../src/index.ts";
import { meterOf, stepsFor } from "../src/meter.ts";
import { parseMetered } from "../src/parser.ts";
import { rich, room, thing } from "./lexicons.ts";

const runs = process.env["ORRERY_LONG"] === "1" ? 50_000 : 600;
const property = <T>(given: fc.Arbitrary<T>, holds: (value: T) => void) =>
  fc.assert(fc.property(given, holds), { numRuns: runs, verbose: fc.VerbosityLevel.None });

/** Words that patterns, names and the grammar know, with some that nobody does. */
const WORDS = [
  ...new Set(
    [...rich.verbs.flatMap(({ patterns }) => patterns), ...room.nouns.flatMap(({ names }) => names)]
      .flatMap((text) => text.split(/[\s()|{}]+/))
      .filter((word) => word !== ""),
  ),
  ..."and then , . ; but all everything both except it them him her that the a other another one ones others of please i want to k1 d1 w:n g again yes no undo first second last lmap boxx antler tkae polish {target} {metadata.to} \" “ ' flarb 2 second".split(
    " ",
  ),
];
/** A clause as some pattern has it, with names and pronouns in its slots. */
const clause = fc
  .tuple(
    fc.constantFrom(...rich.verbs.flatMap(({ patterns }) => patterns)),
    fc.array(
      fc.constantFrom(
        ...room.nouns.flatMap(({ names }) => names),
        ..."it them her all|everything but the lamp|the key|the other key|the keys|the lamp and the coin|“good day”|the unicorn|the key on the table|all in the box|the second key|the lmap|take the coin".split(
          "|",
        ),
      ),
      { minLength: 3, maxLength: 3 },
    ),
    fc.boolean(),
  )
  .map(([pattern, fillings, full]) => {
    let next = 0;
    return pattern
      .replace(/\([^()]*\)/g, (part) => (full ? part.slice(1, -1) : ""))
      .replace(/\{[^{}]*\}/g, () => fillings[next++]!)
      .replace(/(\S+?)\|\S+/g, "$1");
  });
const sentence = fc.array(clause, { minLength: 1, maxLength: 4 }).map((clauses) => clauses.join(" and "));
const salad = fc.array(fc.constantFrom(...WORDS), { maxLength: 24 }).map((words) => words.join(" "));
const anything = fc.oneof(
  { weight: 4, arbitrary: sentence },
  { weight: 4, arbitrary: salad },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 200 }) },
  { weight: 1, arbitrary: fc.string({ unit: "grapheme", maxLength: 200 }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.integer({ min: 0, max: 0xffff })).map((units) => String.fromCharCode(...units)),
  },
);

/** Several utterances in a row, each with the readings before it. */
function converse(texts: readonly string[], lexicon: Lexicon = room): Parsed[] {
  let recent: Reading[] = [];
  return texts.map((text) => {
    const parsed = parseTextToActions(text, { actorId: "me", lexicon, recent });
    // As it comes back from a store.
    recent = [JSON.parse(JSON.stringify(parsed.reading)) as Reading, ...recent].slice(0, 5);
    return parsed;
  });
}

for (const [name, lexicon] of Object.entries({ room, rich })) {
  describe(`laws, ${name}`, () => {
    it("[P1] every id and value comes from the lexicon or was typed", () => {
      const ids = new Set(lexicon.nouns.map(({ id }) => id));
      const values = new Set([
        ...ids,
        ...lexicon.nouns.map(({ value }) => value).filter((value) => value !== undefined),
      ]);
      const types = new Map<string, Set<unknown>>();
      for (const { type, fixed } of lexicon.verbs) {
        const known = types.get(type) ?? new Set<unknown>();
        for (const value of Object.values(fixed ?? {})) known.add(value);
        types.set(type, known);
      }
      let checked = 0;
      property(fc.array(anything, { minLength: 1, maxLength: 4 }), (texts) => {
        for (const { actions } of converse(texts, lexicon)) {
          for (const action of actions) {
            checked++;
            assert.equal(actionProblem(action), null);
            assert.equal(action.actorId, "me");
            assert(types.has(action.type));
            for (const id of [action.targetId, action.locationId]) assert(id === undefined || ids.has(id), id);
            const { wanted, ...rest } = action.metadata ?? {};
            const { type = "take", targetId, locationId, metadata } = (wanted ?? {}) as Partial<typeof action>;
            assert(["take", "put", "fetch"].includes(type), "a deed that may be wanted");
            for (const id of [targetId, locationId]) assert(id === undefined || ids.has(id), id);
            for (const [key, value] of Object.entries({ ...rest, ...metadata })) {
              if (key === "words") continue;
              const typed = key === "text" && texts.some((text) => text.includes(value as string));
              assert(
                typed ||
                  values.has(value as string) ||
                  types.get(action.type)!.has(value) ||
                  types.get(type)!.has(value),
                `${key}: ${String(value)}`,
              );
            }
          }
        }
      });
      assert(checked > runs / 4, `only ${checked} actions came of ${runs} conversations`);
    });

    it("[P2] the same gives the same, and nothing given is changed", () => {
      const frozen = deepFreeze(structuredClone(lexicon));
      property(fc.array(anything, { minLength: 1, maxLength: 3 }), (texts) => {
        assert.equal(canonical(converse(texts, frozen)), canonical(converse(texts, structuredClone(lexicon))));
      });
    });

    it("[P3] a text that ends where a name would go on is answered", () => {
      const [answer] = converse(["x matches of"], lexicon);
      assert.equal(answer!.reading.problem?.reason, "not_understood");
    });

    it("[P3] any text gives an answer that can be stored", () => {
      property(fc.array(anything, { minLength: 1, maxLength: 3 }), (texts) => {
        for (const { actions, reading } of converse(texts, lexicon)) {
          canonical(reading);
          canonical(actions);
          assert(reading.problem !== null || actions.length > 0);
          if (reading.problem) assert(reading.problem.message.length > 0 && reading.problem.message.length < 600);
        }
      });
      for (const text of [
        "\ud800",
        "take \udc00",
        "\u0000".repeat(5000),
        "a".repeat(1_000_000),
        "take ".repeat(200_000),
      ]) {
        assert.notEqual(converse([text], lexicon)[0]!.reading.problem, null);
      }
    });

    it("[P5] no message holds an id that was not typed", () => {
      const ids = lexicon.nouns.map(({ id }) => id).filter((id) => /\d|:/.test(id));
      property(fc.array(anything, { minLength: 1, maxLength: 3 }), (texts) => {
        const parsed = converse(texts, lexicon);
        for (const { reading } of parsed) {
          for (const id of ids) {
            const told = new RegExp(`(?<![\\w])${id}(?![\\w])`).test(reading.problem?.message ?? "");
            assert(!told || texts.some((text) => text.includes(id)), reading.problem?.message);
          }
        }
      });
    });
  });
}

describe("laws", () => {
  it("[P6] too long is too long, by a character", () => {
    const reason = (text: string) => converse([text])[0]!.reading.problem?.reason ?? null;
    assert.equal(reason(`say ${"x".repeat(TEXT_MAX - 4)}`), null);
    assert.equal(reason(`say ${"x".repeat(TEXT_MAX - 3)}`), "too_long");
    const { actions, reading } = converse([Array(201).fill("n").join(". ")])[0]!;
    assert.deepEqual([actions.length, reading.problem?.reason], [200, "too_long"]);
  });
});

describe("work", () => {
  const crowd: Lexicon = {
    verbs: room.verbs,
    nouns: [...room.nouns, ...Array.from({ length: 300 }, (_, i) => thing(`c${i}`, `red ball ${i}`, "thing loose"))],
  };
  const tangles: Readonly<Record<string, (n: number) => string>> = {
    "nouns without end": (n) => `take ${"lamp and ".repeat(n)}lamp`,
    "a list that fails at its end": (n) => `take ${"lamp and ".repeat(n)}flarb`,
    "a list that fails in another slot": (n) => `put ${"coin and ".repeat(n)}coin in flarb`,
    "lists in two slots": (n) => `put ${"coin and ".repeat(n)}coin in ${"box and ".repeat(n)}flarb`,
    "clauses without end": (n) => "n. ".repeat(n),
    "joints alone": (n) => "and then , ".repeat(n),
    "courtesies alone": (n) => "please could you ".repeat(n),
    "courtesies before nothing known": (n) => `${"please ".repeat(n)}flarb`,
    adjectives: (n) => `take ${"brass ".repeat(n)}key`,
    "all but all but": (n) => "take all but ".repeat(n),
    exceptions: (n) => `take all but ${"lamp and ".repeat(n)}flarb`,
    speech: (n) => `say ${"to ".repeat(n)}`,
    "speech to somebody": (n) => `say ${"to Anna ".repeat(n)}flarb`,
    quotes: (n) => `say ${"' 'a ".repeat(n)}`,
    "quotes that open": (n) => '"'.repeat(n),
    verbs: (n) => "unlock and ".repeat(n),
    pronouns: (n) => "it ".repeat(n),
    "unknown words": (n) => "flarb ".repeat(n),
    "unknown clauses": (n) => "flarb and ".repeat(n),
    "of and of": (n) => `take ${"key of brass ".repeat(n)}`,
    "crowded names": (n) => `take ${"red ball and ".repeat(n)}`,
    "courtesies after": (n) => `look ${"too ".repeat(n)}`,
    articles: (n) => `take ${"the ".repeat(n)}`,
    "rich places": (n) => `take ${"lamp in box and ".repeat(n)}flarb`,
    "rich places in places": (n) => `take ${"lamp in box on table in ".repeat(n)}`,
    "rich sources": (n) => `fetch all ${"from box ".repeat(n)}`,
    "rich slips": (n) => "lmap ".repeat(n),
    "rich slips in clauses": (n) => `take the coin and ${"tkae the lmap and ".repeat(n)}look`,
    "rich vocatives": (n) => "Anna, ".repeat(n),
    "rich commands": (n) => "Anna, take the coin. ".repeat(n),
    "rich commands to command": (n) => "tell Anna to ".repeat(n),
    "rich attempts": (n) => "polish the coin and ".repeat(n),
    "rich attempts that fail": (n) => `${"polish the coin and ".repeat(n)}flarb`,
    "rich ordinals": (n) => `take ${"the second key and ".repeat(n)}`,
  };
  for (const [name, tangle] of Object.entries(tangles)) {
    it(`[P4] ${name}: twice the words, about twice the steps`, () => {
      const lexicon = name.startsWith("crowded") ? crowd : name.startsWith("rich") ? rich : room;
      const steps = (n: number) => {
        const meter = meterOf(Number.POSITIVE_INFINITY);
        const text = tangle(n);
        assert(text.length <= TEXT_MAX);
        parseMetered(text, { actorId: "me", lexicon, recent: [] }, meter);
        return { each: meter.steps / text.length, allowed: stepsFor(text.length), all: meter.steps };
      };
      const [small, large] = [steps(100), steps(400)];
      // Linear is a ratio of 1, quadratic one of 4.
      assert(
        large.each <= 1.6 * small.each + 5,
        `${small.each.toFixed(1)} and ${large.each.toFixed(1)} steps a character`,
      );
      assert(large.all <= large.allowed, `${large.all} of ${large.allowed} steps`);
    });
  }
  it("[P4] each of them, as long as text may be, gives an answer within the steps allowed", () => {
    for (const [name, tangle] of Object.entries(tangles)) {
      const text = tangle(2500).slice(0, TEXT_MAX);
      const meter = meterOf(Number.POSITIVE_INFINITY);
      const lexicon = name.startsWith("rich") ? rich : room;
      const { actions, reading } = parseMetered(text, { actorId: "me", lexicon, recent: [] }, meter);
      assert(actions.length > 0 || reading.problem !== null, name);
      assert(meter.steps <= stepsFor(text.length), `${name}: ${meter.steps} of ${stepsFor(text.length)}`);
    }
  });
  it("[P4] what takes too many steps is given up", () => {
    const meter = meterOf(10);
    const { actions, reading } = parseMetered(
      "take the lamp and the coin",
      { actorId: "me", lexicon: room, recent: [] },
      meter,
    );
    assert.deepEqual([actions, reading.problem?.reason], [[], "not_understood"]);
  });
});

function deepFreeze<T>(value: T): T {
  if (typeof value === "object" && value !== null) for (const part of Object.values(value)) deepFreeze(part);
  return Object.freeze(value);
}
