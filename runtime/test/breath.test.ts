// Long work in slices: everything else has its turn between the pieces.
import assert from "node:assert/strict";
import { it } from "node:test";
import { inSlices } from "../src/breath.ts";

it("lets others in between pieces of long work, and gives what it came to", async () => {
  let others = 0;
  let isOver = false;
  const other = () => {
    others++;
    if (!isOver) setImmediate(other);
  };
  setImmediate(other);
  function* work(): Generator<undefined, readonly number[]> {
    const seen: number[] = [];
    for (let piece = 0; piece < 4; piece++) {
      const end = performance.now() + 5;
      while (performance.now() < end);
      seen.push(others);
      yield;
    }
    return seen;
  }
  const seen = await inSlices(work());
  isOver = true;
  assert.equal(new Set(seen).size, 4, `others had no turn between the pieces: ${seen}`);
});
