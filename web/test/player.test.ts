// A story in one file: opened from disk with no network, it is played, taken back, begun anew, and goes on after the page was closed.
import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { openOrrery } from "@orrery/runtime";
import { playPage } from "@orrery/server";
import { memoryStore } from "@orrery/store";
import { type Browser, chromium, type Page } from "playwright-core";
import { CHROMIUM, DIST, FILE_MS, FLAGS, STEP_MS, skip, until } from "./support.ts";

describe("a story in one file", { skip, timeout: FILE_MS }, () => {
  let folder: string;
  let browser: Browser;
  let page: Page;
  const troubles: string[] = [];
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "orrery-player-"));
    const orrery = await openOrrery({ store: memoryStore() });
    const { run } = await orrery.createRun({ world: "house/cottage" });
    await orrery.submit(run, { text: "take all" });
    await writeFile(join(folder, "story.html"), await playPage(orrery, run, DIST));
    const other = await orrery.createRun({ world: "glassbox" });
    await assert.rejects(playPage(orrery, other.run, DIST), /cannot be played from a file/);
    await orrery.close();
    browser = await chromium.launch({ executablePath: CHROMIUM!, args: FLAGS, timeout: STEP_MS });
    const context = await browser.newContext({ viewport: { width: 390, height: 780 }, offline: true });
    page = await context.newPage();
    page.setDefaultTimeout(STEP_MS);
    page.on("pageerror", (error) => troubles.push(error.message));
    page.on("console", (message) => message.type() === "error" && troubles.push(message.text()));
    await page.goto(pathToFileURL(join(folder, "story.html")).href);
  });
  after(async () => {
    await browser?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const told = async () => (await page.locator("#told").textContent()) ?? "";
  const turns = () => page.locator("[data-turn]").count();
  const type = async (words: string) => {
    await page.fill("#words", words);
    await page.press("#words", "Enter");
  };

  it("begins at the beginning, whatever was played in the run", async () => {
    assert.match(await told(), /The Cottage at Wren’s End|Cottage/);
    assert.equal(await turns(), 1);
  });
  it("reads, decides and tells by itself", async () => {
    await type("open the front door and go in");
    await until(async () => (await turns()) === 2, "a second turn");
    assert.match(await told(), /hall/i);
    await type("xyzzy the frobnicator");
    await until(async () => (await turns()) === 3, "an answer to what it cannot read");
  });
  it("takes the last deed back, by words and by its button", async () => {
    await type("undo");
    await until(async () => (await turns()) === 1, "the beginning again");
    await type("look");
    await page.click('[data-do="undo"]');
    await until(async () => (await turns()) === 1, "nothing left");
    assert.ok(await page.locator('[data-do="undo"]').isDisabled());
  });
  it("goes on where it was when the page is opened again", async () => {
    await type("take the letter");
    await type("i");
    await until(async () => (await turns()) === 3, "two turns");
    const before = await told();
    await page.reload();
    assert.equal(await told(), before);
  });
  it("begins anew after a second press, or in words", async () => {
    await page.click('[data-do="restart"]');
    assert.equal(await turns(), 3);
    await page.click('[data-do="restart"]');
    await until(async () => (await turns()) === 1, "the beginning");
    await type("look");
    await type("restart");
    await until(async () => (await turns()) === 1, "the beginning");
  });
  it("complains of nothing, and fits a phone", async () => {
    assert.deepEqual(troubles, []);
    assert.equal(await page.evaluate("document.documentElement.scrollWidth <= innerWidth"), true);
  });
});
