// The shared timeline in a real browser: marks, play, scrub, keys, deep links, nothing drawn at rest; and the panels beside it.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { type Bench, counts, FILE_MS, openBench, seeAs, skip, story, tell, until } from "./support.ts";

describe("the timeline", { skip, timeout: FILE_MS }, () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench?.close());

  /** Eight turns of the cottage, one of them refused, one a god's, with a branch from turn 3. */
  async function played(): Promise<string> {
    const { orrery } = bench;
    const { run } = await orrery.createRun({ world: "house/cottage" });
    await tell(orrery, run, "main", "read the letter", "open the gate", "close the gate", "go up", "wait");
    await orrery.god(run, { type: "amend", metadata: { path: ["things", "letter", "name"], value: "old letter" } });
    await tell(orrery, run, "main", "open the front door", "go in");
    await orrery.createBranch(run, { name: "other", at: 3 });
    await tell(orrery, run, "other", "open the front door");
    return run;
  }
  const bar = (page: Page) => page.getByRole("slider", { name: "Turn" });
  const standsAt = (page: Page, turn: number) =>
    until(async () => (await bar(page).inputValue()) === `${turn}`, `it stands at turn ${turn}`);
  /** Until for seven tenths of a second no frame was asked for and nothing changed: what never rests, never comes to it. */
  const atRest = (page: Page) =>
    until(async () => {
      await page.evaluate("window.frames_ = 0; window.changes = 0");
      await new Promise((done) => setTimeout(done, 700));
      return (await page.evaluate("window.frames_ + window.changes")) === 0;
    }, "nothing is drawn");

  it("names the players of a board to a watcher", async () => {
    const { run } = await bench.orrery.createRun({ world: "tictactoe" });
    await bench.orrery.play(run, { agents: "*=bot:random" });
    const { context, page } = await bench.open(`/runs/${run}?as=*`);
    const told = story(page);
    await told
      .getByText(/^X takes the .+\.$/)
      .first()
      .waitFor();
    await told
      .getByText(/^O takes the .+\.$/)
      .first()
      .waitFor();
    assert.equal(await told.getByText(/^You /).count(), 0);
    await page.getByRole("tab", { name: "Turns" }).click();
    await page
      .getByRole("tabpanel")
      .getByText(/^X takes the /)
      .first()
      .waitFor();
    // Nor is a player in the game a thing: "the red" would be.
    const { run: game } = await bench.orrery.createRun({ world: "glassbox" });
    await bench.orrery.play(game, { agents: "*=bot:random" });
    await page.goto(`${bench.server.url}/runs/${game}?at=1&as=*`);
    await page.getByRole("tab", { name: "Inspect" }).click();
    await page.getByRole("heading", { name: "What happened" }).waitFor();
    const events = (await page.getByRole("tabpanel").textContent())!;
    assert.match(events, /who\s*(Red|Blue)/);
    assert.doesNotMatch(events, /the (red|blue|green|pink)/);
    await bench.done(context);
  });

  it("says that there are no turns yet until there is one", async () => {
    const { orrery } = bench;
    const { run } = await orrery.createRun({ world: "house/cottage" });
    const { context, page } = await bench.open(`/runs/${run}?at=0`);
    const timeline = page.getByRole("region", { name: "Timeline" });
    const where = timeline.locator("[class*=where]");
    await where.getByText("No turns yet").waitFor();
    assert.equal(await bar(page).getAttribute("aria-valuetext"), "No turns yet");
    assert.equal(await page.getByText("of 0").count(), 0);
    await tell(orrery, run, "main", "wait");
    await where.getByText("Turn 0 of 1").waitFor();
    await bench.done(context);
  });

  it("scrubs, steps and jumps by kind, keeps the address, and comes back by it", async () => {
    const run = await played();
    const { context, page } = await bench.open(`/runs/${run}`);
    await story(page).getByText("open the front door", { exact: true }).waitFor();
    // A story has no playback until somebody looks back in it.
    assert.equal(await bar(page).count(), 0);
    await page.getByRole("button", { name: "Look back" }).click();
    await standsAt(page, 8);
    await bar(page).focus();
    await page.keyboard.press("Home");
    await standsAt(page, 0);
    // The story goes only so far.
    await counts(story(page).locator("article"), 1);
    await page.keyboard.press("ArrowRight");
    await standsAt(page, 1);
    await page.getByRole("button", { name: /Next of Refusals/ }).click();
    await standsAt(page, 4);
    await page.getByRole("button", { name: /Next of God/ }).click();
    await standsAt(page, 6);
    await page.getByRole("button", { name: /Next of Branches/ }).click();
    await standsAt(page, 3);
    await page.waitForURL(/at=3/);
    await page.reload();
    await standsAt(page, 3);
    await page.getByText(/You are looking at turn 3 of 8/).waitFor();
    await page.getByRole("button", { name: "Return to now" }).click();
    await standsAt(page, 8);
    await page.waitForURL((url) => !url.searchParams.has("at"));
    await page.getByLabel("Branch").selectOption("other");
    await standsAt(page, 4);
    await page.goBack();
    await standsAt(page, 8);
    await bench.done(context);
  });

  it("is worked by single keys, never while typing, and by none where they are switched off", async () => {
    const run = await played();
    const { context, page } = await bench.open(`/runs/${run}?at=2`);
    await page.getByText(/You are looking at turn 2 of 8/).waitFor();
    // The list of turns is one stop, however long it is; within it arrows go from turn to turn, and look at none.
    await page.getByRole("tab", { name: "Turns" }).click();
    for (const [key, turn] of [
      ["Tab", 2],
      ["ArrowDown", 3],
      ["End", 8],
      ["ArrowUp", 7],
      ["Home", 0],
    ] as const) {
      await page.keyboard.press(key);
      await page.locator(`li [data-turn="${turn}"]:focus`).waitFor();
    }
    await page.keyboard.press("Tab");
    await page.getByRole("button", { name: "Branch from turn 2…" }).and(page.locator(":focus")).waitFor();
    for (const [key, turn] of [
      ["l", 3],
      ["j", 2],
      ["Shift+ArrowRight", 8],
      ["Home", 0],
      ["r", 4],
      ["g", 6],
      ["Shift+R", 4],
      ["End", 8],
    ] as const) {
      await page.keyboard.press(key);
      await standsAt(page, turn);
    }
    await page.keyboard.press("/");
    await page.keyboard.type("r");
    assert.equal(await page.getByLabel("What do you do?").inputValue(), "r");
    await standsAt(page, 8);
    await page.keyboard.press("Escape");
    await page.keyboard.press("?");
    const sheet = page.getByRole("dialog", { name: "Keys of this page" });
    await sheet.getByRole("checkbox").uncheck();
    await sheet.getByRole("button", { name: "Close" }).click();
    await page.keyboard.press("r");
    await new Promise((done) => setTimeout(done, 100));
    await standsAt(page, 8);
    await bench.done(context);
  });

  it("plays to the end and is live there; at rest nothing is drawn", async () => {
    const run = await played();
    const { context, page } = await bench.open(`/runs/${run}?at=0`);
    await page.getByText(/You are looking at turn 0 of 8/).waitFor();
    await page.evaluate(`(() => {
      const real = requestAnimationFrame;
      window.requestAnimationFrame = (f) => real((time) => { window.frames_++; f(time); });
      new MutationObserver((list) => { window.changes += list.length; })
        .observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
    })()`);
    await atRest(page);
    await page.getByLabel("Playback").click();
    await page.getByLabel("Speed").selectOption("16");
    await page.getByRole("button", { name: "Play" }).click();
    await standsAt(page, 8);
    await page.getByRole("button", { name: "Live", pressed: true }).waitFor();
    await page.getByRole("button", { name: "Play" }).waitFor();
    assert.ok(Number(await page.evaluate("window.frames_")) > 0, "frames are counted at all");
    await atRest(page);
    await bench.orrery.submit(run, { text: "look" });
    await standsAt(page, 9);
    await bench.done(context);
  });

  it("lays a turn open: events and their cause, changes, who knows what, through other eyes", async () => {
    const run = await played();
    const { context, page } = await bench.open(`/runs/${run}?at=2`);
    await page.getByRole("tab", { name: "Inspect" }).click();
    await page.getByRole("heading", { name: "Turn 2" }).waitFor();
    const part = (name: string) => page.getByRole("region", { name, exact: true });
    await part("What happened")
      .getByText(/^by “open the/)
      .waitFor();
    await part("What it changed")
      .getByRole("row", { name: /gate.*open.*no.*yes/i })
      .waitFor();
    await part("Who knows what").locator("summary", { hasText: "The visitor" }).first().click();
    await part("Who knows what")
      .getByRole("button", { name: /^Rooms/ })
      .waitFor();
    await page.keyboard.press("Escape");
    await bar(page).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowRight");
    await page.getByRole("heading", { name: "Turn 4" }).waitFor();
    await part("What happened").getByRole("alert").getByText(/Go up/).waitFor();
    await seeAs(page, "Ada");
    await page.waitForURL(/as=ada/);
    await page.getByRole("tab", { name: "Around you" }).click();
    await page.getByRole("heading", { name: "Kitchen" }).waitFor();
    // Ada heard nothing of it.
    await counts(story(page).getByText("read the letter", { exact: true }), 0);
    await seeAs(page, "All eyes");
    await story(page).getByText("read the letter", { exact: true }).waitFor();
    await page.getByRole("tab", { name: "Inspect" }).click();
    await page.getByRole("tab", { name: "Inspect" }).press("ArrowRight");
    await page.getByRole("button", { name: /^other/ }).click();
    await page.waitForURL(/branch=other/);
    await bench.done(context);
  });

  it("lets a god act after a look at what it would do, and takes it back", async () => {
    const run = await played();
    const { context, page } = await bench.open(`/runs/${run}`);
    await page.getByRole("tab", { name: "God" }).click();
    await page.getByLabel("What to do").selectOption("move");
    await page.getByLabel("Who or what").fill("ada");
    await page.getByRole("radio", { name: "a person" }).check();
    await page.getByLabel("Room", { exact: true }).fill("nowhere");
    await page.getByRole("button", { name: "See what it would do" }).click();
    await page.getByText(/The world does not allow it/).waitFor();
    await page.getByLabel("Room", { exact: true }).fill("garden");
    await page.getByRole("button", { name: "See what it would do" }).click();
    await page.getByRole("row", { name: /kitchen.*front garden/ }).waitFor();
    const turns = async () => (await bench.orrery.show(run)).head.turn;
    assert.equal(await turns(), 8, "trying leaves no trace");
    await page.getByRole("button", { name: "Do it…" }).click();
    await page.getByRole("dialog", { name: "Change the world?" }).getByRole("button", { name: "Change it" }).click();
    await page.getByText("Done, as turn 9.").waitFor();
    const where = async () =>
      ((await bench.orrery.show(run)).view as { people: { ada: { at: string } } }).people.ada.at;
    assert.equal(await where(), "garden");
    await page.getByRole("button", { name: "Undo turn 9" }).click();
    await page.getByText("Turn 9 is taken back.").waitFor();
    assert.equal(await where(), "kitchen");
    await page.getByRole("button", { name: "Undo turn 6" }).click();
    await page.getByText("Turn 6 is taken back.").waitFor();
    await page.getByLabel("What to do").selectOption("amend");
    await page.getByLabel(/Which place/).fill("things.letter.at");
    await page.getByLabel(/What shall be there/).fill('{"in":"nowhere"}');
    await page.getByRole("button", { name: "See what it would do" }).click();
    await page.getByText(/no longer hold together/).waitFor();
    await bench.done(context);
  });
});
