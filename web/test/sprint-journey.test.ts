// A match from "start" to the file that opens on another machine, and what the arena costs while nothing moves.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import type { Agent } from "@orrery/agents";
import { chromium, type Locator, type Page } from "playwright-core";
import type { Line } from "../src/shapes.ts";
import { type Match, readMatch, type Stop } from "../src/stage/sprint/match.ts";
import { type Bench, CHROMIUM, counts, FILE_MS, openBench, STEP_MS, skip, until } from "./support.ts";

/** Drawn by software, so that there is an arena on machines without a graphics card. */
const GL_FLAGS = ["--no-sandbox", "--disable-quic", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"];
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==",
  "base64",
);

const WINDOW = { width: 1280, height: 720 };
/** As few rounds as a world with three landmarks needs, and a seed that has an objection in the first of them. */
const SHORT = { rounds: { FOUNDATION: 1, LANDMARKS: 3, TENSION: 1 } };
const SEED = "salt and bells";

/** Starts a match that bots play, as a visitor does, and returns its run. */
async function startsMatch(page: Page): Promise<string> {
  await page.getByRole("button", { name: "Start Worldbuilding Sprint" }).click();
  await page.getByRole("dialog").getByText("More", { exact: true }).click();
  await page.getByLabel(/^Seed of its dice/).fill(SEED);
  await page.getByLabel(/^Its configuration/).fill(JSON.stringify(SHORT));
  await page.getByRole("button", { name: "Watch", exact: true }).click();
  await page.waitForURL(/\/runs\//);
  return new URL(page.url()).pathname.split("/").at(-1)!;
}

/** To the end of what there is: the button is called "Live" where the end is followed. */
const toNewest = (page: Page) => page.getByRole("button", { name: /^(To the newest turn|Live)$/ }).click();

/** Judges both ways round, and goes back to the match. */
async function judges(page: Page): Promise<void> {
  await page.getByRole("tab", { name: "Verdict" }).click();
  await page.getByRole("button", { name: "Judge blind" }).click();
  for (const reading of [1, 2]) {
    await page.getByText(`Your marks, reading ${reading} of 2`).waitFor();
    const groups = page.getByRole("group", { name: /^Entry/ });
    for (let i = 0; i < 10; i++) await groups.nth(i).getByRole("radio", { name: "4" }).check();
    await page.getByRole("button", { name: "Hand in these marks" }).click();
  }
  await page.getByRole("button", { name: "Back to the match" }).click();
}

async function matchOf({ orrery }: Bench, run: string): Promise<Match> {
  return readMatch((await Array.fromAsync(orrery.log(run, { from: 0 }))) as readonly Line[], null);
}

/** The first objection in a round that changed the canon, and the turn that changed it. */
function turningPoint({ stops }: Match): { objection: Stop; landing: Stop } {
  for (const objection of stops) {
    if (objection.record.turn_type !== "OBJECTION") continue;
    const { phase, round } = objection.record;
    const isOfRound = (stop: Stop) =>
      stop.team === objection.team && stop.record.phase === phase && stop.record.round === round;
    const landing = stops.find((stop) => isOfRound(stop) && stop.landed.length > 0);
    if (landing) return { objection, landing };
  }
  throw new Error("no objection led to a change");
}

const PHASE_NAMES = {
  FOUNDATION: "Foundation",
  LANDMARKS: "Landmarks",
  TENSION: "Tension",
  CRYSTALLIZATION: "Crystallization",
} as const;

/** Goes to a turn as a reader does, by the transcript, and says what is shown there: the headline, both lower thirds, the canon beside them. */
async function wordsAt(page: Page, { turn, record }: Stop): Promise<string> {
  await page.getByRole("tab", { name: "Transcript" }).click();
  await page.getByRole("button", { name: `Go to ${PHASE_NAMES[record.phase]}` }).click();
  await page
    .getByRole("button", { name: new RegExp(`Go to turn ${turn}$`) })
    .first()
    .click();
  await page.getByText(`turn ${turn} of`).waitFor();
  await page.getByRole("tab", { name: "Canon" }).click();
  const shown = [
    page.locator("main").getByRole("status").filter({ hasText: /./ }).first(),
    page.locator("main article"),
    page.locator("aside dl"),
  ];
  return (await Promise.all(shown.map((part) => part.allInnerTexts()))).flat().join("\n");
}

/** Both teams' pictures on the wall, each of them drawn. */
async function walksThroughTheGallery(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Gallery" }).click();
  const wall = page.getByRole("region", { name: "Gallery" });
  for (const team of [0, 1]) {
    await wall.getByRole("group", { name: "Which team" }).getByRole("button").nth(team).click();
    await counts(wall.locator("img"), 6);
    for (const image of await wall.locator("img").all())
      await until(
        () => image.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth > 0),
        "a picture to be drawn",
      );
  }
  await wall
    .getByRole("button", { name: /^Look at/ })
    .first()
    .click();
  await wall.getByText("How it was asked for").waitFor();
  await wall.getByRole("button", { name: "Back to the gallery" }).click();
  await counts(wall.locator("img"), 6);
}

/** Opens a file in three dimensions, in a browser that has never seen anything else. Returns the words at a turn; null where there is no WebGL. */
async function wordsInTheHall(file: string, profile: string, stop: Stop): Promise<string | null> {
  const browser = await chromium.launchPersistentContext(profile, {
    executablePath: CHROMIUM!,
    args: GL_FLAGS,
    timeout: STEP_MS,
    viewport: WINDOW,
    offline: true,
    locale: "en-US",
    reducedMotion: "reduce",
  });
  try {
    const page = await browser.newPage();
    page.setDefaultTimeout(STEP_MS);
    const complaints: string[] = [];
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("requestfailed", (request) => complaints.push(request.url()));
    await page.addInitScript(COUNT_DRAWS);
    await page.goto(String(pathToFileURL(file)));
    await page.locator("canvas").or(page.getByText("This browser shows no 3D")).first().waitFor();
    if (await page.getByText("This browser shows no 3D").isVisible()) return null;
    const words = await wordsAt(page, stop);
    const draws = () => page.evaluate("window.draws") as Promise<number>;
    await until(async () => (await draws()) > 0, "the hall to be drawn");
    await settled(draws);
    assert.equal(await page.evaluate("window.pendingFrames.size"), 0, "a frame is asked for at rest");
    assert.deepEqual(complaints, []);
    return words;
  } finally {
    await browser.close();
  }
}

/** Whether two things share a place on the page. */
async function overlap(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  return !!a && !!b && a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
}

const headlineOf = (page: Page): Locator => page.locator("main").getByRole("status").filter({ hasText: /./ }).first();

/** Names of worlds make switches wide: neither the headline nor the button below may lie over them. */
async function standsApart(page: Page): Promise<void> {
  const headline = headlineOf(page);
  const hide = await page.getByRole("button", { name: "Hide the words" }).all();
  for (const choice of await page.locator("main fieldset").all())
    for (const other of [headline, ...hide])
      assert.equal(await overlap(other, choice), false, `${page.viewportSize()!.width} wide`);
}

describe("a match from start to file", { skip, timeout: FILE_MS }, () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench?.close());

  it("is started, watched live, scrubbed to the objection that changed the canon, judged, revealed and kept as a file", async (test) => {
    const { context, page } = await bench.open("/", { viewport: WINDOW, acceptDownloads: true });
    const run = await startsMatch(page);
    await page.getByRole("button", { name: "Flat", exact: true }).click();
    const shown = new Set<string>();
    await until(async () => {
      shown.add(String(await page.getByText(/^turn \d+ of \d+$/).textContent()));
      return shown.size > 2;
    }, "the match to go on before one's eyes");
    await toNewest(page);
    await page.getByText("Both canons are sealed").first().waitFor();
    await page.getByText("complete", { exact: true }).waitFor();
    await page.getByRole("button", { name: "Gallery" }).waitFor();

    const match = await matchOf(bench, run);
    const { objection, landing } = turningPoint(match);
    const moments = [objection, landing, match.stops.at(-1)!];
    const live = [await wordsAt(page, objection)];
    await page.getByRole("status").getByText("Objection", { exact: true }).waitFor();
    await page.getByText("objected to").first().waitFor();
    await page.getByRole("slider").focus();
    for (let turn = objection.turn; turn < landing.turn; turn++) {
      await page.keyboard.press("ArrowRight");
      await page.getByText(`turn ${turn + 1} of`).waitFor();
    }
    await page.getByText("accepted", { exact: true }).first().waitFor();
    const panels = page.getByRole("complementary", { name: "Panels" });
    await until(() => overlap(panels.locator("ins").first(), panels), "the change to come into sight");
    for (const moment of moments.slice(1)) live.push(await wordsAt(page, moment));

    await toNewest(page);
    await walksThroughTheGallery(page);
    await judges(page);
    await page.getByRole("button", { name: "Reveal the teams" }).click();
    const revealed = page.getByRole("heading", { name: /^Entry 1 is team [AB], / });
    const team = String(await revealed.textContent());

    await page.getByRole("button", { name: "Share…" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Replay", exact: true }).click(),
    ]);
    const file = join(bench.folder, "match.html");
    await download.saveAs(file);
    await bench.done(context);

    const elsewhere = await bench.open(String(pathToFileURL(file)), { viewport: WINDOW, offline: true });
    await elsewhere.page.getByRole("button", { name: "Flat", exact: true }).click();
    for (const [i, moment] of moments.entries()) {
      const words = await wordsAt(elsewhere.page, moment);
      assert.equal(words, live[i], `turn ${moment.turn}`);
      assert.ok(words.length > 200, words);
    }
    await toNewest(elsewhere.page);
    await elsewhere.page.setViewportSize({ width: 820, height: 1100 });
    await standsApart(elsewhere.page);
    await elsewhere.page.setViewportSize(WINDOW);
    await walksThroughTheGallery(elsewhere.page);
    await elsewhere.page.getByRole("tab", { name: "Verdict" }).click();
    await elsewhere.page.getByRole("heading", { name: team }).waitFor();
    await bench.done(elsewhere.context);
    const words = await wordsInTheHall(file, join(bench.folder, "profile"), objection);
    if (words === null) return test.diagnostic("this Chromium has no WebGL: the hall of the file was not looked at");
    assert.equal(words, live[0]);
  });

  it("shows what agents do beside the stage, and over nothing that is said there", async () => {
    const asked = { world: "sprint", seed: SEED, config: SHORT, agents: "A.ARCHITECT=person,*=bot:scripted" };
    const begun = await fetch(`${bench.server.url}/api/runs`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(asked),
    });
    const { id } = (await begun.json()) as { id: string };
    for (const viewport of [WINDOW, { width: 820, height: 1100 }, { width: 390, height: 844 }]) {
      const { context, page } = await bench.open(`/runs/${id}?as=*`, { viewport });
      // It waits for the person who is to open for team A; team B has deliberated on.
      const atWork = page.getByRole("region", { name: "At work" });
      await atWork.getByText(/wait/i).waitFor();
      await page.locator("main article").first().waitFor();
      assert.equal(await overlap(atWork, page.locator("main")), false, `${viewport.width} wide`);
      const state = page.locator("header b").filter({ hasText: /^(running|paused|complete)/ });
      assert.equal(await overlap(page.getByRole("heading", { level: 1 }), state), false, `${viewport.width} wide`);
      await standsApart(page);
      await page.getByRole("button", { name: "Table", exact: true }).click();
      for (const caption of await page.locator("main caption").all())
        assert.equal(await overlap(headlineOf(page), caption), false, `${viewport.width} wide`);
      await bench.done(context);
    }
  });

  it("keeps painted pictures in the file", async () => {
    const hash = createHash("sha256").update(PNG).digest("hex");
    const { run } = await bench.orrery.createRun({ world: "sprint", seed: "painted", config: SHORT });
    const painter: Agent = ({ ask, view }) => {
      const { wanted } = view as { wanted: readonly { team: string; picture: string }[] };
      const one = wanted.find(({ team, picture }) => ask.id === `picture-${team}-${picture}`)!;
      const metadata = { team: one.team, picture: one.picture, hash, media_type: "image/png" };
      return {
        actions: [{ actorId: "painter", type: "paint", metadata }],
        artifacts: [{ hash, mediaType: "image/png", bytes: PNG }],
      };
    };
    const others: Agent = ({ legal }) => ({ actions: legal.slice(0, 1) });
    await bench.orrery.crank(run, {
      agents: (actor) => (actor === "painter" ? painter : actor.startsWith("judge") ? null : others),
    });
    const file = join(bench.folder, "painted.html");
    await writeFile(file, Buffer.from(await (await fetch(`${bench.server.url}/api/runs/${run}/replay`)).arrayBuffer()));
    const { context, page } = await bench.open(String(pathToFileURL(file)), { offline: true });
    await page.getByRole("button", { name: "Gallery" }).click();
    await counts(page.locator("main img"), 6);
    for (const image of await page.locator("main img").all()) {
      assert.equal(await image.getAttribute("src"), `data:image/png;base64,${PNG.toString("base64")}`);
      assert.ok(await image.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth > 0));
    }
    await counts(page.getByText("sketch", { exact: true }), 0);
    await bench.done(context);
  });

  it("has its words before the arena is loaded, and draws no frame while nothing moves", async (test) => {
    const { run } = await bench.orrery.createRun({ world: "sprint", seed: "still", config: { prompts: false } });
    await bench.orrery.play(run, { agents: "*=bot:scripted", turnsMax: 12 });
    const browser = await chromium.launch({ executablePath: CHROMIUM!, args: GL_FLAGS, timeout: STEP_MS });
    try {
      const page = await browser.newPage({ viewport: { width: 800, height: 500 } });
      page.setDefaultTimeout(STEP_MS);
      await page.addInitScript(COUNT_DRAWS);
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/\/assets\/arena-/, async (route) => {
        await held;
        await route.continue();
      });
      await page.goto(`${bench.server.url}/runs/${run}?at=3`);
      await page.getByRole("status").filter({ hasText: /./ }).first().waitFor();
      await page.getByText("The arena is being built").waitFor();
      assert.ok((await page.locator("main article").count()) > 0, "what was said is there");
      release();
      await page.locator("canvas").waitFor();
      const draws = () => page.evaluate("window.draws") as Promise<number>;
      if (await page.getByText("This browser shows no 3D").isVisible()) return test.skip("this Chromium has no WebGL");
      await until(async () => (await draws()) > 0, "a first frame");
      await settled(draws);
      const before = await draws();
      assert.equal(await page.evaluate("window.pendingFrames.size"), 0, "a frame is asked for at rest");
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      assert.equal(await draws(), before, "drawn at rest");
      await page.getByRole("button", { name: "Next turn" }).click();
      await until(async () => (await draws()) > before, "the next turn to be drawn");
    } finally {
      await browser.close();
    }
  });
});

/** Waits until a count stands still for half a second. */
async function settled(count: () => Promise<number>): Promise<void> {
  let last = -1;
  await until(async () => {
    const now = await count();
    const still = now === last;
    last = now;
    await new Promise((resolve) => setTimeout(resolve, 500));
    return still;
  }, "the arena to come to rest");
}

/** Slow machines draw a frame in a second, so frames that are asked for count as well as calls that draw. */
const COUNT_DRAWS = `
  window.pendingFrames = new Set();
  const [ask, cancel] = [window.requestAnimationFrame, window.cancelAnimationFrame];
  window.requestAnimationFrame = (draw) => {
    const id = ask((now) => {
      window.pendingFrames.delete(id);
      draw(now);
    });
    window.pendingFrames.add(id);
    return id;
  };
  window.cancelAnimationFrame = (id) => {
    window.pendingFrames.delete(id);
    cancel(id);
  };
  window.draws = 0;
  for (const name of ["drawElements", "drawArrays", "drawElementsInstanced", "drawArraysInstanced"]) {
    const draw = WebGL2RenderingContext.prototype[name];
    WebGL2RenderingContext.prototype[name] = function (...rest) {
      window.draws++;
      return draw.apply(this, rest);
    };
  }
`;
