// Whole journeys in a real browser on a real server: a new player's evening in the cottage, a board by keyboard, two seats.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, describe, it } from "node:test";
import type { Orrery } from "@orrery/runtime";
import type { Locator, Page } from "playwright-core";
import { PNG } from "pngjs";
import { type Bench, counts, FILE_MS, openBench, skip, story, until } from "./support.ts";

/** As the page has it: these tests have no types of a browser. */
interface Box {
  readonly scrollHeight: number;
  readonly clientHeight: number;
  getBoundingClientRect(): { readonly top: number; readonly bottom: number };
}

/** Saves what the page shows as a picture. Returns its file's name, its size, and how many colours some of its pixels have. */
async function pictured(page: Page): Promise<{ file: string; width: number; height: number; colours: number }> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Picture (PNG)" }).click();
  const got = await download;
  const { width, height, data } = PNG.sync.read(await readFile(await got.path()));
  const colours = new Set(Array.from({ length: data.length >> 7 }, (_, i) => data.readUInt32BE(i << 7)));
  return { file: got.suggestedFilename(), width, height, colours: colours.size };
}

describe("in the browser", { skip, timeout: FILE_MS }, () => {
  let bench: Bench;
  let orrery: Orrery;
  before(async () => {
    bench = await openBench();
    ({ orrery } = bench);
  });
  after(() => bench?.close());

  /** A page of its own browser profile, and every answer that it got. */
  async function open(path: string, options?: Parameters<Bench["open"]>[1]) {
    const { context, page } = await bench.open("about:blank", options);
    const bodies: string[] = [];
    page.on("response", (response) => {
      if (response.url().includes("/api/") && !response.url().includes("/stream"))
        response.text().then(
          (text) => bodies.push(text),
          () => {},
        );
    });
    await page.goto(bench.server.url + path);
    return { context, page, bodies };
  }
  const words = (page: Page) => page.getByLabel("What do you do?");
  /** Types words and waits until the story has grown by their turn. */
  async function say(page: Page, ...utterances: string[]) {
    for (const utterance of utterances) {
      const parts = await story(page).locator("article").count();
      await words(page).fill(utterance);
      await words(page).press("Enter");
      await story(page).locator("article").nth(parts).waitFor();
    }
  }

  it("plays the cottage to an end, goes back three turns, branches, finishes otherwise, and compares", async () => {
    const { context, page } = await open("/");
    await page.getByRole("button", { name: /Start The Cottage/ }).click();
    await story(page)
      .getByText(/great-aunt Wren/)
      .waitFor();
    await say(page, "read the letter", "fly to the moon", "go up");
    assert.equal(
      (await story(page).locator('article[data-refused="true"]').count()) > 0,
      true,
      "the refusal is in the story",
    );
    await say(page, "open the front door", "open the gate", "go west");
    await page.getByText("The Last Train").first().waitFor();
    // Nothing is asked when it is over, and keys go on from where the words were.
    await counts(words(page), 0);
    await counts(page.locator(":focus"), 1);

    await page.getByRole("button", { name: "Earlier turn" }).click();
    await page.getByRole("button", { name: "Earlier turn" }).click();
    await page.getByRole("button", { name: "Earlier turn" }).click();
    await page.getByText(/You are looking at turn 3 of 6/).waitFor();
    await page.waitForURL(/at=3/);
    await page.getByRole("button", { name: "Branch from here…" }).click();
    const asked = page.getByRole("dialog", { name: "Branch from turn 3" });
    await asked.getByLabel("Its name").fill("the long way");
    await asked.getByRole("button", { name: "Branch", exact: true }).click();
    await words(page).waitFor();
    assert.match(page.url(), /branch=the\+long\+way/);
    await say(
      page,
      "open the front door",
      "go in",
      "take the brass key",
      "go west",
      "open the cupboard",
      "take the lamp",
      "go east",
      "go east",
    );
    await say(
      page,
      "unlock the bureau with the brass key",
      "open the bureau",
      "take the spectacles",
      "go west",
      "go west",
    );
    await say(
      page,
      "give the spectacles to ada",
      "go east",
      "unlock the cellar door with the iron key",
      "open the cellar door",
      "go down",
    );
    await say(
      page,
      "switch on the lamp",
      "open the crate",
      "take the sun",
      "go up",
      "go up",
      "put the sun on the orrery",
    );
    await page.getByText("The Planets Turn").first().waitFor();

    await page.getByRole("button", { name: "Compare…" }).click();
    await page.getByRole("heading", { name: "They part at turn 5" }).waitFor();
    assert.match(page.url(), /compare\?a=the\+long\+way&b=main$/, "the address can be sent to somebody");
    const [one, other] = [
      page.getByRole("region", { name: "the long way" }),
      page.getByRole("region", { name: "main" }),
    ];
    // One scrubber for both: each stands at its own fifth turn, and at its end where the other goes on.
    const both = page.getByRole("slider", { name: "Both stories" });
    await one.getByRole("button", { name: "Open at turn 5" }).waitFor();
    await other.getByRole("button", { name: "Open at turn 5" }).waitFor();
    await both.press("End");
    await one.getByRole("button", { name: "Open at turn 27" }).waitFor();
    await other.getByRole("button", { name: "Open at turn 6" }).waitFor();
    await one.getByText("The Planets Turn").first().waitFor();
    // Each part of a told story has room for all of it, and none lies on another.
    const parts = one.getByRole("log").locator("article");
    assert.ok((await parts.count()) > 10);
    const over = await parts.evaluateAll((all) =>
      (all as unknown as Box[]).map(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight),
    );
    assert.deepEqual(
      over.filter((height) => height > 1),
      [],
    );
    const sent = await pictured(page);
    assert.equal(sent.file, "The-Cottage-at-Wrens-End-two-stories.png");
    assert.ok(sent.width > 2_000 && sent.colours > 50, JSON.stringify(sent));
    const ends = page.getByRole("region", { name: "How they end" });
    await ends.getByText("The Planets Turn").waitFor();
    await ends.getByText("The Last Train").waitFor();
    const differences = (await ends.getByRole("row").allTextContents()).join("\n");
    assert.match(differences, /The brass key.*held by/i);
    assert.match(differences, /The glass sun.*on the orrery.*in the crate/);
    assert.doesNotMatch(differences, /Moment|when \d/, "what was noticed on the way is no difference in what is so");
    // The raw state comes last, and only when it is asked for.
    const raw = page.getByText(/^All \d+ parts of the state that differ$/);
    await counts(page.getByRole("table"), 1);
    await raw.click();
    await counts(page.getByRole("table"), 2);
    await page.goBack();

    await page.getByRole("tab", { name: "Turns" }).click();
    await page.getByRole("button", { name: "Verify" }).press("Enter");
    await page.getByText(/every hash fits/).waitFor();
    await page.getByRole("button", { name: "Verify" }).and(page.locator(":focus")).waitFor();
    await page.getByRole("button", { name: "Share…" }).click();
    const share = page.getByRole("dialog", { name: "Share" });
    assert.match(await share.getByLabel("Link to this moment").inputValue(), /branch=the\+long\+way/);
    for (const [role, name, file, holds] of [
      ["link", "Export", /^The-Cottage-at-Wrens-End-turn-\d+\.ndjson$/, /"branch"/],
      ["link", "Replay", /^The-Cottage-at-Wrens-End-turn-\d+\.html$/, /The Cottage at Wren/],
      [
        "button",
        "Transcript",
        /^The-Cottage-at-Wrens-End-turn-\d+\.md$/,
        /^# The Cottage at Wren's End[\s\S]*> put the sun on the orrery\n\n[\s\S]*\*\*The Planets Turn\.\*\*\n$/,
      ],
    ] as const) {
      const download = page.waitForEvent("download");
      await share.getByRole(role, { name }).click();
      const got = await download;
      assert.match(got.suggestedFilename(), file);
      assert.match(await readFile(await got.path(), "utf8"), holds);
    }
    const picture = await pictured(page);
    assert.match(picture.file, /^The-Cottage-at-Wrens-End-turn-\d+\.png$/);
    assert.ok(picture.width > 1_000 && picture.height > 400 && picture.colours > 50, JSON.stringify(picture));
    await bench.done(context);
  });

  it("tries a line otherwise in place, undoes it, and goes from version to version", async () => {
    const { run } = await orrery.createRun({ world: "house/cottage" });
    for (const text of ["read the letter", "open the gate", "go west"]) await orrery.submit(run, { text });
    const { context, page } = await open(`/runs/${run}`);
    const part = story(page).locator('article[data-turn="2"]');
    await part.getByRole("button", { name: "Try it otherwise: open the gate" }).click();
    const field = part.getByRole("textbox", { name: "Try it otherwise" });
    assert.equal(await field.inputValue(), "open the gate");
    await field.fill("Knock, at the front door!");
    await field.press("Enter");
    // The branch is made and named by the words, and play goes on there.
    await page.getByText("This is a branch of its own now, “Knock at the front door”.").waitFor();
    await page.waitForURL(/branch=Knock/);
    await part.getByText("Knock, at the front door!", { exact: true }).waitFor();
    await part.getByText("2/2").waitFor();
    assert.equal(await story(page).getByText("go west", { exact: true }).count(), 0, "what came after is not there");
    const knock = (await orrery.branches(run)).find(({ name }) => name === "Knock at the front door")!;
    assert.deepEqual([knock.parent, knock.head.turn], [{ branch: "main", turn: 1 }, 2]);
    await page.getByRole("button", { name: "Undo: back to main" }).click();
    await page.waitForURL((url) => !url.searchParams.has("branch"));
    await part.getByText("1/2").waitFor();
    await part.getByRole("button", { name: "The next version: Knock at the front door" }).click();
    await part.getByText("2/2").waitFor();
    await part.getByRole("button", { name: "The version before: main" }).click();
    await part.getByText("open the gate", { exact: true }).waitFor();
    await bench.done(context);
  });

  it("lets a thing be clicked where the newest prose names it, and tells a refusal in words alone", async () => {
    const { run } = await orrery.createRun({ world: "house/cottage" });
    await orrery.submit(run, { text: "look around" });
    const { context, page } = await open(`/runs/${run}`);
    const newest = story(page).locator("article").last();
    await newest.getByRole("button", { name: "sundial" }).click();
    await newest.getByRole("button", { name: /^Look at the sundial/ }).click();
    await counts(story(page).locator("article"), 3);
    await say(page, "go up");
    const refused = story(page).locator("article").last();
    await refused.getByText("You cannot go up from here.").waitFor();
    assert.doesNotMatch((await refused.textContent())!, /Refused|no exit/i);
    await page.getByRole("tab", { name: "Inspect" }).click();
    await page.getByRole("tabpanel").getByText("no_exit").first().waitFor();
    await bench.done(context);
  });

  it("saves files under the server's name for them, for a world of any title", async () => {
    const title = `my_house v.2: ${"家".repeat(60)}`;
    const text = (await orrery.worldText("house/cottage")).replace(/^title: .*$/m, `title: ${JSON.stringify(title)}`);
    const checked = await orrery.checkWorld(text);
    assert.ok(checked.ok);
    const { run } = await orrery.createRun({ world: "house", config: checked.config });
    const { context, page } = await open(`/runs/${run}`);
    await story(page).waitFor();
    await page.getByRole("button", { name: "Share…" }).click();
    const share = page.getByRole("dialog", { name: "Share" });
    const names: string[] = [];
    for (const [role, name] of [
      ["link", "Export"],
      ["button", "Transcript"],
    ] as const) {
      const download = page.waitForEvent("download");
      await share.getByRole(role, { name }).click();
      names.push((await download).suggestedFilename());
    }
    const called = `my_house-v-2-${"家".repeat(56 - 14)}-turn-0`;
    assert.deepEqual(names, [`${called}.ndjson`, `${called}.md`]);
    await bench.done(context);
  });

  it("takes a branch back, after asking, and another window follows", async () => {
    const { run } = await orrery.createRun({ world: "house/cottage" });
    const { context, page } = await open(`/runs/${run}`);
    await story(page).waitFor();
    await say(page, "read the letter", "look", "wait");
    const other = await context.newPage();
    await other.goto(page.url());
    await story(other).locator("article").nth(3).waitFor();
    await page.getByRole("button", { name: "See turn 1" }).click();
    await page.getByRole("button", { name: "Back to here…" }).click();
    const asked = page.getByRole("dialog", { name: "Go back to turn 1?" });
    await asked.getByText(/Turns 2 to 3 leave/).waitFor();
    await asked.getByRole("button", { name: "Go back to turn 1" }).click();
    await page.locator("#words:focus").waitFor();
    await other.getByText("Turn 1", { exact: true }).waitFor();
    await counts(story(page).locator("article"), 2);
    await say(page, "open the gate");
    await story(other).getByText("open the gate").waitFor();
    // What was taken back is marked in both windows, and can be had again.
    await other.getByRole("button", { name: "Look back" }).click();
    for (const one of [page, other]) await one.getByRole("button", { name: /Next of Taken back 1/ }).waitFor();
    await page.getByRole("button", { name: /Next of Taken back/ }).click();
    await page.getByText(/You are looking at turn 1 of 2/).waitFor();
    await page.getByRole("tab", { name: "Branches" }).click();
    await page.getByText(/Turns 2 to 3 were taken back just now/).waitFor();
    await page.getByRole("button", { name: /^Bring back/ }).click();
    await page.waitForURL(/branch=main\+3/);
    await story(page).getByText("wait", { exact: true }).waitFor();
    await counts(story(page).locator("article"), 4);
    await page.getByRole("tab", { name: "Branches" }).click();
    // It is on a branch again.
    await counts(page.getByText(/were taken back/), 0);
    await bench.done(context);
  });

  it("plays tic-tac-toe by the keyboard alone", async () => {
    const { context, page } = await open("/");
    await page.getByRole("button", { name: /Start Tic-tac-toe/ }).focus();
    await page.keyboard.press("Enter");
    // A game for two is offered as one to play; what is first there has the keys.
    assert.equal(await page.getByRole("radio", { name: "You take a seat" }).isChecked(), true);
    await page.getByRole("radio", { name: "You play every seat" }).focus();
    await page.keyboard.press("Space");
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "centre, empty" }).waitFor();
    await page.getByRole("button", { name: "centre, empty" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "centre, x" }).waitFor();
    const cells = await page.getByRole("button", { name: /, (x|empty)$/ }).all();
    const heights = await Promise.all(cells.map(async (cell) => Math.round((await cell.boundingBox())!.height)));
    assert.equal(heights.length, 9);
    assert.equal(new Set(heights).size, 1, `a mark makes no row higher: ${heights}`);
    await page.setViewportSize({ width: 1280, height: 800 });
    await until(async () => {
      const [board, field] = [await page.getByRole("toolbar").boundingBox(), await words(page).boundingBox()];
      return board !== null && field !== null && board.y > 0 && board.y + board.height <= field.y;
    }, "the board ends above the words");
    for (const [keys, name] of [
      [["ArrowUp", "Enter"], "top, o"],
      [["ArrowLeft", "Space"], "top left, x"],
      [["3"], "top right, o"],
      [["9"], "bottom right, x"],
    ] as const) {
      for (const key of keys) await page.keyboard.press(key);
      await page.getByRole("button", { name, exact: true }).waitFor();
    }
    await page.getByText("X wins").first().waitFor();
    await bench.done(context);
  });

  it("gives two seats in two browsers each its own part, live, and nothing of the other's", async () => {
    const { run } = await orrery.createRun({ world: "house/cottage" });
    const actors = (await orrery.show(run)).actors.map(({ id }) => id);
    const [me, other] = [actors.find((id) => id === "you")!, actors.find((id) => id !== "you")!];
    const one = await open(`/seat/${await orrery.invite(run, me)}`);
    const two = await open(`/seat/${await orrery.invite(run, other)}`);
    for (const { page } of [one, two]) {
      await page.getByText(/^You play/).waitFor();
      assert.equal(await page.getByRole("heading", { name: "Turns" }).count(), 0, "going back is the owner's");
    }
    await say(one.page, "read the letter");
    await story(one.page)
      .getByText(/The cellar is as dark/)
      .waitFor();
    await new Promise((done) => setTimeout(done, 300));
    assert.equal(
      await story(two.page)
        .getByText(/The cellar is as dark/)
        .count(),
      0,
    );
    // What an answer held is read after it has come, and may take a moment.
    await until(() => two.bodies.some((body) => body.includes('"seat":true')), "an answer to the seat");
    const traffic = two.bodies.join("\n");
    assert.doesNotMatch(traffic, /cellar is as dark|"hash"|Hash"|read the letter/);
    await one.context.close();
    await bench.done(two.context);
  });

  it("keeps in sight what is read: a long answer from its first line, a page of earlier turns where one was", async () => {
    const { run } = await orrery.createRun({ world: "house/cottage" });
    const { context, page } = await open(`/runs/${run}`, { viewport: { width: 1024, height: 560 } });
    await story(page).waitFor();
    const top = (of: string) => page.locator(of).evaluate((one) => (one as unknown as Box).getBoundingClientRect().top);
    const bottom = (of: string) =>
      page.locator(of).evaluate((one) => (one as unknown as Box).getBoundingClientRect().bottom);
    await say(page, "look", "wait", "read the letter");
    // What is on the page is scrolled to a moment later.
    await until(async () => {
      const said = await top('article[data-turn="3"]');
      return said >= (await bottom("header")) && said < 300;
    }, "the letter begins in sight");
    for (let i = 0; i < 70; i++) await orrery.submit(run, { text: "wait" });
    await page.getByText("Turn 73", { exact: true }).waitFor();
    const first = Number(await story(page).locator("article").first().getAttribute("data-turn"));
    assert.ok(first > 0);
    await story(page).evaluate((log) => (log as unknown as { scrollTo(x: number, y: number): void }).scrollTo(0, 0));
    const before = await top(`article[data-turn="${first}"]`);
    await page.getByRole("button", { name: "Show earlier turns" }).click();
    await story(page)
      .locator(`article[data-turn="${first - 1}"]`)
      .waitFor();
    await until(
      async () => Math.abs((await top(`article[data-turn="${first}"]`)) - before) < 60,
      "what was read is where it was",
    );
    await bench.done(context);
  });

  it("says of what was refused what the telling leaves out, and nothing twice", async () => {
    const { run } = await orrery.createRun({ world: "house/cottage" });
    const { context, page } = await open(`/runs/${run}`);
    await say(page, "go up and look");
    const told = story(page).locator('article[data-turn="1"]');
    await told.getByText("What you meant to do there, you leave.").waitFor();
    assert.equal((await told.textContent())?.match(/You cannot go up/g)?.length, 1);
    assert.equal(await told.getByText("hangs on something").count(), 0);
    await bench.done(context);
  });

  it("goes back turn by turn on a phone without losing the way", async () => {
    const { run } = await orrery.createRun({ world: "house/cottage" });
    await orrery.submit(run, { text: "read the letter" });
    for (let i = 0; i < 9; i++) await orrery.submit(run, { text: "look" });
    const { context, page } = await open(`/runs/${run}`, { viewport: { width: 390, height: 844 } });
    await story(page).waitFor();
    await page.getByRole("button", { name: "Look back" }).click();
    await page.getByRole("button", { name: "Earlier turn" }).first().click();
    const bar = page.getByRole("region", { name: "Looking back" });
    for (const turn of [8, 7, 6]) {
      await bar.getByRole("button", { name: "Earlier turn" }).click();
      await bar.getByText(`You are looking at turn ${turn} of 10`).waitFor();
      await until(async () => {
        const box = (await bar.boundingBox())!;
        return box.y > 500 && box.y + box.height <= 844;
      }, "the bar stays at the foot of the screen");
    }
    await bar.getByRole("button", { name: "Later turn" }).click();
    await bar.getByText("You are looking at turn 7 of 10").waitFor();
    // The way back to now is at the foot of every part, and takes nobody out of the part they are in.
    await page.getByRole("button", { name: "Around you" }).click();
    await bar.getByText("You are looking at turn 7 of 10").waitFor();
    await page.getByRole("button", { name: "Panels" }).click();
    await bar.getByRole("button", { name: "Return to now" }).click();
    await counts(bar, 0);
    await page.getByRole("tab", { name: "Turns" }).waitFor();
    await bench.done(context);
  });

  it("has on a phone the newest of the story and of the turns in sight, whichever part was seen before", async () => {
    const { run } = await orrery.createRun({ world: "house/cottage" });
    for (let i = 0; i < 20; i++) await orrery.submit(run, { text: "look" });
    const { context, page } = await open(`/runs/${run}`, { viewport: { width: 390, height: 844 } });
    const inSight = (part: Locator, what: string) =>
      until(async () => {
        const box = await part.boundingBox();
        return box !== null && box.y >= 0 && box.y + box.height <= 844;
      }, `in sight: ${what}`);
    await story(page).locator("article").nth(20).waitFor();
    await page.getByRole("button", { name: "Panels" }).click();
    await page.getByRole("tab", { name: "Turns" }).click();
    await inSight(page.locator("li [data-turn='20']"), "the turn in the list");
    await page.getByRole("button", { name: "Story", exact: true }).click();
    await inSight(story(page).locator("article").last(), "the newest part of the story");
    // However many answers there are to a question, it stands above them.
    await say(page, "examine");
    const answer = page.getByRole("button", { name: "the sundial" });
    const question = story(page).getByText("Look at what?");
    await inSight(question, "what is asked");
    await until(async () => {
      const [asked, first] = [await question.boundingBox(), await answer.locator("xpath=..").boundingBox()];
      return asked !== null && first !== null && asked.y + asked.height <= first.y;
    }, "the question is not covered");
    // The stage is shown for its picture.
    await page.getByRole("button", { name: "Panels" }).click();
    await page.getByRole("button", { name: "Share…" }).click();
    const picture = await pictured(page);
    assert.ok(picture.width >= 700 && picture.height > 400 && picture.colours > 50, JSON.stringify(picture));
    await bench.done(context);
  });

  it("says why a picture failed, keeps the scroll bars, and draws it when its fonts come", async () => {
    const { run } = await orrery.createRun({ world: "house/cottage" });
    const { context, page } = await open(`/runs/${run}`);
    await story(page).locator("article").first().waitFor();
    await page.getByRole("button", { name: "Share…" }).click();
    await page.route("**/*.woff2", (route) => route.fulfill({ status: 503 }));
    await page.getByRole("button", { name: "Picture (PNG)" }).click();
    await page.getByText("The picture could not be drawn: a font did not come: 503").waitFor();
    assert.equal(await page.locator("[style*='scrollbar-width']").count(), 0);
    await page.unroute("**/*.woff2");
    const { colours } = await pictured(page);
    assert.ok(colours > 50, String(colours));
    assert.equal(await page.locator("[style*='scrollbar-width']").count(), 0);
    await bench.done(context, /503/);
  });

  it("offers no answer for an actor who is only watched, and leads back to the actor asked", async () => {
    const { run } = await orrery.createRun({ world: "house/cottage" });
    const { context, page } = await open(`/runs/${run}?as=ada`);
    await page.getByText("You look on through the eyes of Ada, who is asked for nothing now.").waitFor();
    assert.equal(await words(page).count(), 0);
    await page.getByRole("button", { name: "See as whoever’s turn it is" }).click();
    await words(page).waitFor();
    await bench.done(context);
  });

  it("keeps the focus on the button while a world starts, and starts it once", async () => {
    const { context, page } = await open("/");
    let [asked, goOn] = [0, () => {}];
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    await page.route("**/api/runs", async (route) => {
      if (route.request().method() !== "POST") return route.continue();
      asked++;
      await held;
      return route.fulfill({ status: 503, json: { code: "full", detail: "There is no room." } });
    });
    const start = page.getByRole("button", { name: /Start The Cottage/ });
    await start.press("Enter");
    const starting = page.getByRole("button", { name: /Starting.*The Cottage/ });
    await starting.and(page.locator(":focus")).waitFor();
    await starting.press("Enter");
    goOn();
    await page.getByText("There is no room.").waitFor();
    await start.and(page.locator(":focus")).waitFor();
    assert.equal(asked, 1);
    await bench.done(context, /503/);
  });

  it("fits a phone, and says when there is no such run", async () => {
    const { context, page } = await open("/", { viewport: { width: 390, height: 800 }, colorScheme: "dark" });
    await page.getByRole("button", { name: /Start The Cottage/ }).click();
    await story(page).waitFor();
    await page.getByRole("button", { name: "Around you" }).click();
    await page.getByRole("heading", { name: "Front garden" }).waitFor();
    await page.getByRole("button", { name: /^letter/ }).click();
    await page.getByRole("button", { name: "Read the letter" }).click();
    await story(page)
      .getByText(/The cellar is as dark/)
      .waitFor();
    assert.equal(
      await page.evaluate("document.documentElement.scrollWidth <= innerWidth"),
      true,
      "nothing hangs over the edge",
    );
    await page.goto(`${bench.server.url}/runs/nowhere`);
    await page.getByRole("heading", { name: "There is no such run" }).waitFor();
    for (const [path, name] of [
      ["/elsewhere", "There is nothing here"],
      ["/seat/cut-short", "This invitation opens nothing"],
    ] as const) {
      await page.goto(bench.server.url + path);
      await page.getByRole("heading", { name }).waitFor();
    }
    // The browser itself reports the answers that were 404, as it should.
    await bench.done(context, /404/);
  });
});
