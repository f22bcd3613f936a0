// Verbs that an author adds: read from the file, said in words, judged, told, offered and found by the checker.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Json } from "@orrery/kernel";
import { readYaml } from "../../../runtime/src/yaml.ts";
import { compileHouse, explore, type HouseConfig, house, warningsOf, wordsFor } from "../index.ts";
import { deedPhrase } from "../model/verb.ts";
import { build, engine, frameOf, see } from "./manor.ts";
import { playing } from "./playing.ts";

const VAULT = {
  title: "The Vault",
  player: "you",
  rooms: { vault: { description: "A bare vault." } },
  things: {
    certificate: { in: "vault" },
    pen: { in: "vault" },
    safe: { in: "vault", fixed: true, container: "closed", locked: true, keys: [] },
    ruby: { in: "safe" },
  },
  people: {
    you: { in: "vault", name: "visitor" },
    tom: { name: "Tom", pronouns: "he", in: "vault" },
  },
  flags: { signed: false },
  verbs: {
    sign: {
      patterns: ["sign|initial {thing} (with {with})", "put my name to|on {thing}"],
      otherwise: "That asks for nobody's name.",
    },
    bribe: ["grease"],
    spin: { patterns: ["spin {thing} to {number}", "dial {number} (on {thing})"] },
    pray: { patterns: ["pray (for help)"] },
    chant: { patterns: ["chant {words}"] },
    knight: { patterns: ["knight {person} with {with}"] },
  },
  rules: {
    sign: { on: { sign: "certificate", with: "pen" }, do: [{ flag: "signed" }, { tell: "With a flourish." }] },
    bribe: { on: { bribe: "tom" }, do: [{ person: "tom", says: "I never saw you." }] },
    spin: { on: { spin: "safe", number: 41 }, do: [{ set: "safe", open: true }, { tell: "It swings open." }] },
    pray: { on: { pray: "any" }, do: [{ tell: "You feel heard." }] },
    chant: { on: { chant: "any", words: "klaatu barada" }, do: [{ tell: "The walls hum." }] },
    password: { on: { say: "any", words: "open sesame" }, do: [{ tell: "Something groans." }] },
    knight: { on: { knight: "tom", with: "pen" }, do: [{ flag: "signed" }] },
  },
  endings: {
    won: { tone: "won", text: "Yours.", when: { all: [{ flag: "signed" }, { thing: "ruby", heldBy: "you" }] } },
  },
};
const VAULT_JSON = VAULT as unknown as Json;
const vault = build(VAULT_JSON) as HouseConfig;
const problemsOf = (parts: object): string[] => {
  const read = readYaml(JSON.stringify({ ...VAULT, ...parts }));
  assert.ok(read.ok);
  const compiled = compileHouse(read.doc);
  return compiled.ok
    ? warningsOf(compiled.config, read.doc).map(({ message }) => message)
    : compiled.problems.map(({ message, hint }) => `${message} ${hint}`);
};

describe("a verb of the author's", () => {
  it("is said in all its patterns and words, and told by its rule", () => {
    for (const line of ["sign the certificate with the pen", "initial it with the pen"])
      assert.equal(playing(VAULT_JSON)("take pen", "x certificate", line), "With a flourish.", line);
    assert.match(playing(VAULT_JSON)("grease tom"), /^You bribe Tom\. .*I never saw you/);
  });
  it("is done to the one thing that waits for it where none is named, and asked for else", () => {
    assert.match(playing(VAULT_JSON)("bribe"), /never saw you/);
    assert.match(playing(VAULT_JSON)("chant"), /^Chant what\?/);
  });
  it("takes a number, in figures and words, and only that one", () => {
    for (const line of ["spin the safe to 41", "dial forty-one", "dial 41 on the safe"])
      assert.match(playing(VAULT_JSON)(line), /It swings open\./, line);
    assert.doesNotMatch(playing(VAULT_JSON)("dial 42"), /swings/);
  });
  it("takes words, and a password may be said in any case", () => {
    assert.match(playing(VAULT_JSON)("chant Klaatu, barada nikto!"), /hum/);
    assert.doesNotMatch(playing(VAULT_JSON)("chant klaatu nikto"), /hum/);
    assert.match(playing(VAULT_JSON)('say "Open, Sesame!"'), /groans/);
    assert.doesNotMatch(playing(VAULT_JSON)('say "sesame"'), /groans/);
  });
  it("comes before what a house says to the same words", () =>
    assert.equal(playing(VAULT_JSON)("pray"), "You feel heard."));
  it("is only tried where nothing comes of it, or told in the author's words", () => {
    assert.match(playing(VAULT_JSON)("dial 12"), /^You try to spin the safe to 12\. /);
    assert.equal(playing(VAULT_JSON)("sign the pen"), "That asks for nobody's name.");
    assert.match(playing(VAULT_JSON)("bribe the pen"), /^There is no point in trying to bribe the pen\./);
  });
  it("is offered where it shows, numbers and words are not given away", () => {
    const legal = house.legal(see(frameOf(house.open(vault))), "you").filter(({ type }) => type === "perform");
    const verbs = new Set(legal.map(({ metadata }) => (metadata as { verb: string }).verb));
    assert.deepEqual([...verbs].sort(), ["bribe", "knight", "pray", "sign"]);
    assert.ok(!JSON.stringify(house.legal(see(frameOf(house.open(vault))), "you")).includes("41"));
  });
  it("is found by the explorer, who wins the story with it", () => {
    const { won, way } = explore(engine, vault, { tries: 2000, walks: 0 });
    assert.equal(won, true);
    assert.ok(wordsFor(vault, way).includes("spin safe to 41"), wordsFor(vault, way).join(", "));
  });
});

describe("the explorer", () => {
  const sung = (on: object) =>
    build({
      ...VAULT,
      verbs: { sing: { patterns: ["sing (to {thing})", "sing {words} (to {thing})"] } },
      rules: { sing: { on, do: [{ end: "won" }] } },
      endings: { won: { tone: "won", text: "Sung." } },
    } as unknown as Json) as HouseConfig;
  it("tries a verb that has room for words where the rule asks for none", () => {
    const { won, way } = explore(engine, sung({ sing: "any" }), { tries: 500, walks: 0 });
    assert.equal(won, true);
    assert.deepEqual(wordsFor(sung({ sing: "any" }), way), ["sing"]);
  });
  it("says what anybody may say", () => {
    assert.equal(explore(engine, sung({ say: "any", words: "la", by: "anyone" }), { tries: 500, walks: 0 }).won, true);
    assert.equal(explore(engine, sung({ say: "any", words: "la", by: "tom" }), { tries: 500, walks: 0 }).won, false);
  });
});

describe("what a verb of the author's is done with", () => {
  const reasonFor = (tool: string) =>
    house.check.perform(see(frameOf(house.open(vault))), {
      actorId: "you",
      type: "perform",
      targetId: "certificate",
      metadata: { verb: "sign", with: tool },
    })?.reason ?? null;
  it("is in hand", () => assert.equal(reasonFor("pen"), "not_holding"));
  it("stands where it is when nobody can carry it", () => assert.equal(reasonFor("safe"), null));
});

describe("the words of a deed", () => {
  const spin = { patterns: ["spin {thing} (to {number})", "dial {number}"] };
  it("are those of the first pattern that has room for all of it", () => {
    assert.equal(deedPhrase(spin, { thing: "the safe", number: "3" }), "spin the safe to 3");
    assert.equal(deedPhrase(spin, { thing: "the safe" }), "spin the safe");
    assert.equal(deedPhrase(spin, { number: "3" }), "dial 3");
  });
});

describe("world check", () => {
  const found = (verbs: object, rules: object, about: RegExp) => {
    const problems = problemsOf({ verbs: { ...VAULT.verbs, ...verbs }, rules: { ...VAULT.rules, ...rules } });
    assert.ok(
      problems.some((one) => about.test(one)),
      problems.join("\n"),
    );
  };
  it("names patterns that cannot be read", () => {
    found({ wave: { patterns: ["{thing} wave"] } }, {}, /begins with its verb/);
    found({ wave: { patterns: ["wave {thin}"] } }, {}, /Nothing can stand at `\{thin\}`/);
    found({ wave: { patterns: ["wave-off {thing}"] } }, {}, /`wave-off` is no word/);
    found({ wave: { patterns: ["wave (at {person}"] } }, {}, /"\(" too many/);
    found({ wave: { patterns: ["wave {thing} at {person}"] } }, {}, /Two places here/);
  });
  it("names verbs that every house knows", () => found({ open: ["unseal"] }, {}, /Every house knows how to open/));
  it("names what a verb has no room for", () => {
    found({}, { bad: { on: { pray: "any", number: 3 }, do: [{ tell: "x" }] } }, /"pray" has no room for a number/);
    found({}, { bad: { on: { take: "pen", number: 3 }, do: [{ tell: "x" }] } }, /`take` has no room for that/);
    found({}, { bad: { on: { pray: "pen" }, do: [{ tell: "x" }] } }, /"pray" has no room for "pen"/);
  });
  it("says nothing of what is sat on, which needs no rule", () => {
    const warned = problemsOf({ things: { ...VAULT.things, stool: { in: "vault", uses: ["sit", "push"] } } });
    assert.ok(
      !warned.some((one) => /can sit it/.test(one)) && warned.some((one) => /can push it/.test(one)),
      `${warned}`,
    );
  });
  it("warns of verbs that no rule waits for", () => found({ wave: ["flap"] }, {}, /No rule waits for "wave"/));
});
