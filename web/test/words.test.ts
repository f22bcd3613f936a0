// Another language on every page: in a made-up one, two fifths longer, no word is left in English and nothing hangs over its edge, on the smallest phone or on one that lies down.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { speak } from "../src/words.ts";
import { FILE_MS, skip } from "./support.ts";
import { openTour, type Tour, walk } from "./walk.ts";

const SCREENS = [
  [1280, 860],
  [390, 860],
  [320, 568],
  [844, 390],
] as const;

describe("another language", { skip, timeout: FILE_MS }, () => {
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
      for (const [width, height] of SCREENS) {
        await page.setViewportSize({ width, height });
        for (const what of await spilling(page)) found.add(`${state}, ${width} wide: ${what}`);
        const stuck = await sticking(page);
        if (stuck > height / 2) found.add(`${state}, ${width} by ${height}: ${stuck} of it never leave the screen`);
      }
      await page.setViewportSize({ width: 1280, height: 860 });
    }
    assert.deepEqual([...found], []);
    assert.ok(states > 30, `only ${states} states`);
  });

  it("has room for any name an author gives, and shows it as plain text", async () => {
    const { orrery } = tour.bench;
    const long = "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft";
    const checked =
      await orrery.checkWorld(`title: "<b>The <script>House</script></b> دار 🌙 ${"of many words ".repeat(2)}"
opening: <img src=x onerror=alert(1)> Say what you do.
player: you
rooms:
  hall: { name: "<h2>hall</h2> ${"on & on ".repeat(7)}", description: A hall., exits: { north: yard } }
  yard: { name: "ساحة", description: A yard., exits: { south: hall } }
people:
  you: { name: "عمر <i>you</i>", in: hall, description: You. }
  bob: { name: "Bartholomew-Maximilian von und zu Hohenzollern-Sigmaringen-Oettingen", aliases: [bob], in: hall, description: A man. }
things:
  cup: { name: ${long}, aliases: [cup], in: hall, description: A cup. }
endings:
  home: { tone: won, title: Won, when: { thing: cup, heldBy: you }, text: Yes. }
`);
    assert.ok(checked.ok, JSON.stringify(checked));
    const { run } = await orrery.createRun({ world: "house", config: checked.config });
    for (const text of ["take cup", "hello bob", "<b>dance</b>"]) await orrery.submit(run, { text });
    const { context, page } = await tour.bench.open(`/runs/${run}`);
    await page.locator("[data-room]").first().waitFor();
    let opened = 0;
    for (const pane of ["", "stage"])
      for (const [width, height] of SCREENS) {
        await page.setViewportSize({ width, height });
        if (pane && width < 832) await page.getByRole("button", { name: "Around you" }).click();
        assert.deepEqual(await hanging(page), [], `${width} wide`);
        const playback = page.getByTitle("Playback", { exact: true });
        if (!(await playback.isVisible())) continue;
        await playback.click();
        await page.getByLabel("Loop", { exact: true }).waitFor();
        assert.deepEqual(await hanging(page), [], `playback, ${width} wide`);
        opened++;
        await playback.click();
      }
    assert.ok(opened > 0, "the sheet of playback was never open");
    assert.equal(await page.locator("main :is(script, img, i), article b").count(), 0);
    await page.goto(tour.bench.server.url);
    await page.getByText(long.slice(0, 12)).or(page.getByText("<h2>hall</h2>")).first().waitFor();
    assert.deepEqual(await hanging(page), []);
    await tour.bench.done(context);
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

/** What ends outside of the page, or of a card that it stands in, and does not scroll. */
const hanging = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll("body *")].flatMap((one) => {
    const { left, right, width } = one.getBoundingClientRect();
    if (width === 0 || one.closest(".unseen, svg")) return [];
    const card = one.parentElement.closest("section, li, main, header, body");
    for (let at = one.parentElement; at !== null; at = at.parentElement) if (getComputedStyle(at).overflowX !== "visible") return [];
    const edge = card.getBoundingClientRect().right;
    return right > Math.min(edge + 16, innerWidth + 1) || left < -2 ? [one.localName + " “" + one.textContent.slice(0, 40) + "” " + Math.round(right) + " of " + Math.round(edge)] : [];
  })`);

/** How much of the height is taken, in pixels, by what stays where it is while one scrolls: what is told must have room beside it. */
const sticking = (page: Page): Promise<number> =>
  page.evaluate(`[...document.querySelectorAll("body *")]
    .filter((one) => {
      const { position, overflowY } = getComputedStyle(one);
      return ["sticky", "fixed"].includes(position) && overflowY !== "auto" && !one.closest("dialog, textarea, [class*=sheet]");
    })
    .reduce((sum, one) => sum + (one.offsetWidth > innerWidth / 3 ? one.offsetHeight : 0), 0)`);

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
