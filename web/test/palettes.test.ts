// The colours of every world: words can be read on each of its grounds, by day and by night.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

const LOOK = join(import.meta.dirname, "../src/look");
/** Palettes as they are written: the manifests are components, which Node does not load. */
const palettes = ["glassbox.tsx", "house-palettes.ts", "sprint.tsx", "story.tsx", "table.tsx", "tictactoe.tsx"].flatMap(
  (file) => {
    const text = readFileSync(join(LOOK, file), "utf8");
    return text
      .split(/\bground:/)
      .slice(1)
      .map((part, i) => {
        const pairs = `ground:${part}`.matchAll(/(\w+): \["(#[0-9a-f]{6})", "(#[0-9a-f]{6})"\]/g);
        return { name: `${file} ${i}`, of: new Map([...pairs].map(([, key, ...pair]) => [key!, pair])) };
      });
  },
);

function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const c = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
}
function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light! + 0.05) / (dark! + 0.05);
}

describe("palettes of worlds", () => {
  it("are there for every world, with all ten values", () => {
    assert.equal(palettes.length, 8);
    for (const { name, of } of palettes) assert.equal(of.size, 10, name);
  });

  for (const [words, grounds, least] of [
    [["ink", "soft", "accent"], ["ground", "sheet", "sunken"], 4.5],
    [["ink", "soft"], ["wash"], 4.5],
    [["onAccent"], ["accent"], 4.5],
    [["edge"], ["ground", "sheet"], 3],
  ] as const)
    it(`have ${words.join(", ")} at ${least} to 1 or more on ${grounds.join(", ")}`, () => {
      for (const { name, of } of palettes)
        for (const word of words)
          for (const ground of grounds)
            for (const theme of [0, 1]) {
              const found = contrast(of.get(word)![theme]!, of.get(ground)![theme]!);
              assert.ok(
                found >= least,
                `${name}: ${word} on ${ground}, ${theme ? "dark" : "light"}: ${found.toFixed(2)}`,
              );
            }
    });
});
