// WCAG 2.2 AA by axe on every page and in every state of it, light and dark; with ORRERY_LONG on a narrow screen as well.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { FILE_MS, skip as noBrowser } from "./support.ts";
import { openTour, type Tour, walk } from "./walk.ts";

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
const SIZES = [
  ["wide", { width: 1280, height: 860 }],
  ...(process.env["ORRERY_LONG"] ? ([["narrow", { width: 390, height: 800 }]] as const) : []),
] as const;

describe("axe", { skip, timeout: FILE_MS }, () => {
  let tour: Tour;
  before(async () => {
    tour = await openTour();
  });
  after(() => tour?.bench.close());

  async function judge(page: Page, where: string, rules: string): Promise<string[]> {
    if (!(await page.evaluate("'axe' in window"))) await page.evaluate(readFileSync(AXE!, "utf8"));
    const { violations } = (await page.evaluate(`axe.run({ runOnly: ${rules}, resultTypes: ['violations'] })`)) as {
      violations: readonly Violation[];
    };
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${where}: ${id} at ${target.join(" ")}: ${failureSummary}`),
    );
  }
  const ALL = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']";
  /** All that a change of colours can make wrong. */
  const COLOURS = "{ type: 'rule', values: ['color-contrast', 'link-in-text-block'] }";

  for (const [name, viewport] of SIZES)
    it(`finds nothing wrong, ${name}, light and dark`, async () => {
      const found: string[] = [];
      let states = 0;
      for await (const { page, state } of walk(tour, { viewport, colorScheme: "light" })) {
        states++;
        found.push(...(await judge(page, state, ALL)));
        await page.emulateMedia({ colorScheme: "dark" });
        found.push(...(await judge(page, `${state}, dark`, COLOURS)));
        await page.emulateMedia({ colorScheme: "light" });
      }
      assert.deepEqual(found, []);
      assert.ok(states > 30, `only ${states} states`);
    });
});
