// Held: the faults that are planted are the ones that were meant, each at its place, and a file stays as it is without them.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { reaches } from "../mutate/ground.ts";
import { mutantsOf, plant } from "../mutate/mutants.ts";

const textsOf = (source: string) => mutantsOf("a.ts", source).map((mutant) => plant(source, mutant));

describe("faults planted by mutate", () => {
  it("keep a guard from saying no", () =>
    assert.deepEqual(textsOf("if (x as boolean) throw new Error();"), ["if (false) throw new Error();"]));

  it("turn comparisons and connectives, one at a time", () =>
    assert.deepEqual(textsOf("const y = (a: number) => a < 3 && b !== c;"), [
      "const y = (a: number) => a <= 3 && b !== c;",
      "const y = (a: number) => a < 3 || b !== c;",
      "const y = (a: number) => a < 3 && b === c;",
    ]));

  it("leave out calls and negations", () => assert.deepEqual(textsOf("await f(!x);"), [";", "await f(x);"]));

  it("ask for any where all were asked for", () =>
    assert.deepEqual(textsOf("const y = list.every(f);"), ["const y = list.some(f);"]));

  it("say in which line they stand", () =>
    assert.deepEqual(
      mutantsOf("a.ts", "const a = 1;\n\nf(a);\n").map(({ line }) => line),
      [3],
    ));
});

describe("what a test reaches", () => {
  const reach = {
    test: "t",
    ms: 1,
    ranges: new Map([
      [
        "a.ts",
        [
          { start: 0, end: 100, count: 1 },
          { start: 10, end: 20, count: 0 },
        ],
      ],
    ]),
  };
  it("is told by the narrowest range around a place", () => {
    assert.equal(reaches(reach, "a.ts", 5), true);
    assert.equal(reaches(reach, "a.ts", 15), false);
  });
  it("is nothing in a file that was not loaded", () => assert.equal(reaches(reach, "b.ts", 5), false));
});
