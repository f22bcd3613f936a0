// What the page weighs before anything is shown, and that its own words all come from one table.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";
import { gzipSync } from "node:zlib";
import { ENGLISH } from "../src/english.ts";
import { pseudo, speak, t } from "../src/words.ts";
import { type Bench, DIST, openBench, skip } from "./support.ts";

describe("the built page", { skip, timeout: 60_000 }, () => {
  it("weighs less than 200 kB compressed at first", () => {
    const html = readFileSync(join(DIST, "index.html"), "utf8");
    const files = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map((match) => match[1]!);
    assert.ok(files.some((file) => file.endsWith(".js")) && files.some((file) => file.endsWith(".css")));
    const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length, 0);
    console.log(`first load: ${(bytes / 1000).toFixed(1)} kB compressed`);
    assert.ok(bytes < 200_000, `${bytes} bytes`);
  });

  it("speaks another language wherever it speaks from the table", async () => {
    const bench = await openBench();
    try {
      await speaksPseudo(bench);
    } finally {
      await bench.close();
    }
  });

  it("has a place in every sentence for what fills it", () => {
    speak("pseudo");
    assert.match(t("turnOf", { turn: 3, head: 8, here: "x" }), /^⟦.*3.*8.*x.*⟧$/);
    speak(null);
    assert.equal(t("turnOf", { turn: 3, head: 8, here: "x" }), "Turn 3 of 8. x");
    for (const text of Object.values(ENGLISH)) assert.doesNotMatch(text, /undefined|\s{2}/);
  });
});

interface Said {
  readonly tagName: string;
  readonly textContent: string;
  readonly children: readonly Said[];
}

async function speaksPseudo(bench: Bench): Promise<void> {
  const { run } = await bench.orrery.createRun({ world: "house/cottage" });
  const { context, page } = await bench.open(`/runs/${run}?lang=pseudo`);
  const bar = page.getByRole("region", { name: pseudo().timeline });
  await bar.waitFor();
  const words = await bar.evaluate((bar) => {
    const { children } = bar as unknown as { children: Iterable<Said> };
    const texts = (one: Said): string[] =>
      one.tagName === "OPTION" ? [] : one.children.length > 0 ? [...one.children].flatMap(texts) : [one.textContent];
    return [...children].flatMap(texts);
  });
  const plain = words.map((text) => text.replaceAll(/⟦[^⟧]*⟧|[\d\s?×.←→]/g, "")).filter((text) => text !== "");
  assert.deepEqual(plain, [], "words that are not from the table");
  await page.getByRole("tab", { name: pseudo().inspect }).waitFor();
  await bench.done(context);
}
