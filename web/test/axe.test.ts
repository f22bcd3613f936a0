// WCAG 2.2 AA by axe on every page, with each panel and each question open, light and dark, wide and narrow.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, it } from "node:test";
import { tellExamples } from "@orrery/runtime";
import type { Page } from "playwright-core";
import { type Bench, skip as noBrowser, openBench } from "./support.ts";

const AXE = process.env["AXE"] ?? axeFile();
const skip = noBrowser || (AXE && existsSync(AXE) ? false : "axe-core is not installed: name its axe.min.js in AXE");

function axeFile(): string | null {
  try {
    return createRequire(import.meta.url).resolve("axe-core/axe.min.js");
  } catch {
    return null;
  }
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[];
}

describe("axe", { skip, timeout: 180_000 }, () => {
  let bench: Bench;
  let cottage: string;
  let board: string;
  before(async () => {
    bench = await openBench();
    [cottage, board] = (await tellExamples(bench.orrery)) as [string, string];
  });
  after(() => bench?.close());

  async function judge(page: Page, where: string): Promise<string[]> {
    await page.evaluate(readFileSync(AXE!, "utf8"));
    const { violations } = (await page.evaluate(
      "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })",
    )) as { violations: readonly Violation[] };
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${where}: ${id} at ${target.join(" ")}: ${failureSummary}`),
    );
  }

  for (const [size, viewport] of [
    ["wide", { width: 1280, height: 860 }],
    ["narrow", { width: 390, height: 800 }],
  ] as const)
    for (const colorScheme of ["light", "dark"] as const)
      it(`finds nothing wrong, ${size} and ${colorScheme}`, async () => {
        const { context, page } = await bench.open("/", { viewport, colorScheme });
        const found: string[] = [];
        const at = async (path: string, ready: string) => {
          await page.goto(bench.server.url + path);
          await page.getByText(ready).first().waitFor();
        };
        await at("/", "example");
        found.push(...(await judge(page, "gallery")));
        await at("/write", "holds together");
        await page.getByLabel("The text of the world").fill("title: [");
        await page.getByText(/wrong/).first().waitFor();
        found.push(...(await judge(page, "editor")));
        await at(`/runs/${board}?at=3`, "You are looking at turn 3");
        found.push(...(await judge(page, "board")));
        await at(`/runs/${cottage}?at=3`, "You are looking at turn 3");
        found.push(...(await judge(page, "story")));
        const panels = page.getByRole("button", { name: "Panels" });
        if (await panels.isVisible()) await panels.click();
        for (const tab of ["Inspect", "Branches", "God", "Turns"]) {
          await page.getByRole("tab", { name: tab }).click();
          await new Promise((done) => setTimeout(done, 250));
          found.push(...(await judge(page, tab)));
        }
        await page.getByRole("button", { name: "Compare…" }).click();
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("button", { name: "Compare", exact: true }).click();
        await dialog.getByRole("button", { name: "Side by side" }).click();
        found.push(...(await judge(page, "compare")));
        const over = await page.evaluate("document.documentElement.scrollWidth - innerWidth");
        assert.equal(Number(over) > 0, false, "nothing hangs over the edge");
        await page.keyboard.press("Escape");
        await page.getByRole("button", { name: "Keys" }).click();
        found.push(...(await judge(page, "keys")));
        assert.deepEqual(found, []);
        await bench.done(context);
      });
});
