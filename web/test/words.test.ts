// Another language on every page: in a made-up one, two fifths longer, no word is left in English and nothing hangs over its edge.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { speak } from "../src/words.ts";
import { skip } from "./support.ts";
import { openTour, type Tour, walk } from "./walk.ts";

describe("another language", { skip, timeout: 300_000 }, () => {
  let tour: Tour;
  before(async () => {
    tour = await openTour();
    speak("pseudo");
  });
  after(() => {
    speak(null);
    return tour?.bench.close();
  });

  it("finds the page without a word of its own, and room for longer ones", async () => {
    const found = new Set<string>();
    let states = 0;
    for await (const { page, state } of walk(tour, { lang: "pseudo" })) {
      states++;
      for (const text of await untranslated(page)) found.add(`${state}: ${text}`);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: 860 });
        for (const what of await spilling(page)) found.add(`${state}, ${width} wide: ${what}`);
      }
      await page.setViewportSize({ width: 1280, height: 860 });
    }
    assert.deepEqual([...found], []);
    assert.ok(states > 30, `only ${states} states`);
  });

  it("would find a word that is not from the table", async () => {
    const { context, page } = await tour.bench.open("/settings?lang=pseudo");
    await page.getByRole("heading").first().waitFor();
    await page.evaluate(`document.querySelector("h1").append("Plain", document.createElement("i"));
      document.querySelector("h1 i").title = "Also plain";
      document.querySelector("legend").style.cssText = "width: 20px; white-space: nowrap"`);
    assert.deepEqual(await untranslated(page), ["h1: Plain", "i title: Also plain"]);
    assert.equal((await spilling(page)).length, 1);
    await tour.bench.done(context);
  });
});

/** What is on the page in letters, outside of the brackets of the made-up language, and not a world's own words. */
const untranslated = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const found = [];
    const plain = (text) => {
      let depth = 0, rest = "";
      for (const letter of text) {
        if (letter === "⟦") depth++;
        else if (letter === "⟧") depth--;
        else if (depth === 0) rest += letter;
      }
      return /\\p{L}{2,}/u.test(rest) ? rest.trim() : null;
    };
    const note = (where, text) => { const rest = plain(text); if (rest !== null) found.push(where + ": " + rest); };
    note("title", document.title.replace("Orrery", "").replace(/The Cottage.*|The Glass.*|The Teeth|Tic-tac-toe|ballot/, ""));
    for (const one of document.body.querySelectorAll("*")) {
      if (one.closest("[translate=no], script, style, noscript, textarea")) continue;
      for (const child of one.childNodes) if (child.nodeType === 3) note(one.localName, child.data);
      for (const name of ["aria-label", "placeholder", "title", "alt", "aria-valuetext", "aria-description"])
        if (one.hasAttribute(name)) note(one.localName + " " + name, one.getAttribute(name));
    }
    return found;
  })()`);

/** The page, if it is wider than the window, and every text that is wider than its place. */
const spilling = (page: Page): Promise<string[]> =>
  page.evaluate(`(() => {
    const found = [];
    const over = document.documentElement.scrollWidth - innerWidth;
    if (over > 0) found.push("the page, by " + over);
    for (const one of document.querySelectorAll("h1, h2, h3, p, button, a, label, legend, summary, dt, dd, th, td, li, small, span, [role=tab]")) {
      if (one.closest("[translate=no], .unseen, svg") || one.clientWidth === 0) continue;
      const { overflowX, display } = getComputedStyle(one);
      if (display === "inline" || overflowX !== "visible") continue;
      if (one.scrollWidth > one.clientWidth + 2)
        found.push(one.localName + " “" + one.textContent.slice(0, 50) + "”, " + (one.scrollWidth - one.clientWidth));
    }
    return found;
  })()`);
