// What the page weighs before anything is shown, and that its table of words is whole.
import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { ENGLISH } from "../src/english.ts";
import { speak, t } from "../src/words.ts";
import { DIST, FILE_MS, skip } from "./support.ts";

describe("the built page", { skip, timeout: FILE_MS }, () => {
  it("weighs less than 200 kB compressed at first", () => {
    const html = readFileSync(join(DIST, "index.html"), "utf8");
    const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1]!);
    for (const kind of ["js", "css", "woff2"])
      assert.ok(
        files.some((file) => file.endsWith(`.${kind}`)),
        kind,
      );
    const sizeOf = (file: string) => gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length;
    const bytes = files.reduce((sum, file) => sum + sizeOf(file), 0);
    const type = files.filter((file) => file.endsWith(".woff2")).reduce((sum, file) => sum + sizeOf(file), 0);
    console.log(`first load: ${(bytes / 1000).toFixed(1)} kB compressed, ${(type / 1000).toFixed(1)} of it type`);
    assert.ok(bytes < 200_000, `${bytes} bytes`);
  });

  it("has a place in every sentence for what fills it", () => {
    speak("pseudo");
    assert.match(t("turnOf", { turn: 3, head: 8, here: "x" }), /^⟦.*3.*8.*x.*⟧$/);
    speak(null);
    assert.equal(t("turnOf", { turn: 3, head: 8, here: "x" }), "Turn 3 of 8. x");
    for (const text of Object.values(ENGLISH)) assert.doesNotMatch(text, /undefined|\s{2}/);
  });

  it("has no word in its table that nobody says", () => {
    const src = join(import.meta.dirname, "../src");
    const said = globSync("**/*.{ts,tsx}", { cwd: src, exclude: ["english.ts"] })
      .map((file) => readFileSync(join(src, file), "utf8"))
      .join("\n");
    const words = Object.keys(ENGLISH).filter((word) => !said.includes(`"${word.replace(/_(one|other)$/, "")}"`));
    assert.deepEqual(words, []);
  });
});
