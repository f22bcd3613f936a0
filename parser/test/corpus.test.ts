// The corpus of labelled utterances: how many of each part are read exactly as meant, printed and held to.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { canonical } from "@orrery/kernel";
import { type Labelled, labelled, parse, situationOf } from "./situations.ts";

/** What is wrong with the parser's answer, or null. */
function differs(one: Labelled): string | null {
  const { world, scene, setup = [], say, actions, reason } = one;
  const { at, recent } = situationOf(one);
  const parsed = parse(at, say, recent);
  const expected = { actions: actions.map((action) => ({ ...action, actorId: at.who })), reason: reason ?? null };
  const actual = { actions: parsed.actions, reason: parsed.reading.problem?.reason ?? null };
  if (canonical(expected) === canonical(actual)) return null;
  const where = [world, scene, ...setup.map((text) => `"${text}"`)].filter(Boolean).join(", ");
  return `${where}: "${say}"\n    expected ${canonical(expected)}\n    actual   ${canonical(actual)}  ${parsed.reading.problem?.message ?? ""}`;
}

/** How many are read as labelled, and the rest. */
function measure(part: string) {
  const all = labelled(`${part}.jsonl`);
  const wrong = all.flatMap((one) => differs(one) ?? []);
  const rate = (all.length - wrong.length) / all.length;
  const said = `${part}: ${all.length - wrong.length} of ${all.length} exact, ${(rate * 100).toFixed(1)} %`;
  return { wrong, rate, said };
}

describe("corpus", () => {
  it("the tuned part is read as labelled", (test) => {
    const { wrong, said } = measure("tuned");
    test.diagnostic(said);
    assert.deepEqual(wrong, []);
  });
  it("the part of the first look is read no worse than then", (test) => {
    const { wrong, rate, said } = measure("first-look");
    test.diagnostic(`${said} (85.9 % when it was first read; its misses have been seen since)`);
    assert(rate >= 94 / 99, wrong.join("\n"));
  });
  // These two do not print their misses on purpose: a part that somebody has seen is spent.
  it("the part that was held out is read no worse than at the first look", (test) => {
    const { rate, said } = measure("held-out");
    test.diagnostic(`${said} (87.5 % when it was first read)`);
    assert(rate >= 78 / 88, said);
  });
  it("at least 95 % of the blind part is read as labelled", (test) => {
    const { rate, said } = measure("blind");
    test.diagnostic(said);
    assert(rate >= 0.95, said);
  });
  it("all of the second blind part is read as labelled", (test) => {
    const { rate, said } = measure("second-blind");
    test.diagnostic(said);
    assert(rate === 1, said);
  });
  it("the later blind parts are read no worse than when their misses were seen", (test) => {
    for (const [part, first, floor] of [
      ["third-blind", "65.8 %", 77 / 79],
      ["fourth-blind", "56.5 %", 62 / 69],
      ["fifth-blind", "72.7 %", 105 / 110],
      ["seventh-blind", "84.2 %", 114 / 115],
      ["eighth-blind", "30.8 %", 108 / 118],
      ["ninth-blind", "51.7 %", 104 / 116],
      ["eleventh-blind", "51.4 %", 97 / 111],
      ["twelfth-blind", "80.0 %", 109 / 115],
    ] as const) {
      const { wrong, rate, said } = measure(part);
      test.diagnostic(`${said} (${first} when it was first read; its misses have been seen since)`);
      assert(rate >= floor, wrong.join("\n"));
    }
  });
  it("what the parser's author would thumb into a phone is read no worse than when its misses were mended", (test) => {
    const { wrong, rate, said } = measure("phone");
    test.diagnostic(`${said} (68.3 % when it was first read; its misses have been seen since)`);
    assert(rate >= 113 / 138, wrong.join("\n"));
  });
  // Kept quiet as well: what is left for a first look.
  it("the sixth blind part is read no worse than at the first look", (test) => {
    const { rate, said } = measure("sixth-blind");
    test.diagnostic(
      `${said} (70 % by the parser before its layers; 84 % with them, 92 % since, none of its misses seen)`,
    );
    assert(rate >= 45 / 49, said);
  });
  it("the tenth blind part is read no worse than at the first look", (test) => {
    const { rate, said } = measure("tenth-blind");
    test.diagnostic(`${said} (56.8 % when it was first read, none of its misses seen)`);
    assert(rate >= 71 / 111, said);
  });
  it("there are enough utterances, a third of them blind, none twice", () => {
    const part = (...names: string[]) => names.flatMap((name) => labelled(`${name}.jsonl`));
    const blind = part(
      "blind",
      "second-blind",
      "third-blind",
      "fourth-blind",
      "fifth-blind",
      "sixth-blind",
      "seventh-blind",
      "eighth-blind",
      "ninth-blind",
      "tenth-blind",
      "eleventh-blind",
      "twelfth-blind",
    );
    const all = [...part("tuned", "first-look", "held-out", "phone"), ...blind];
    assert(all.length >= 300);
    assert(blind.length >= all.length / 3);
    const lines = all.map(({ world, scene, setup, say }) => canonical([world, scene ?? "", setup ?? [], say]));
    assert.equal(new Set(lines).size, lines.length);
  });
});
