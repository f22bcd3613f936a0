// A run of ten thousand turns in the browser: what it loads to open, what it loads to be looked back in, and what a move of the scrubber costs.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { marksOf, places } from "../src/run/marks.ts";
import { LONG, missingIn, upTo, withPage } from "../src/run/pages.ts";
import type { Line } from "../src/shapes.ts";
import { type Bench, FILE_MS, openBench, skip, story, until } from "./support.ts";

const TURNS = 10_000;
const line = (turn: number): Line =>
  ({ turn, id: `t${turn}`, rawText: "wait", validation: [], actions: [], events: [1] }) as unknown as Line;

describe("the turns of a long run", () => {
  const tail = withPage(
    [],
    Array.from({ length: 100 }, (_, i) => line(9_901 + i)),
  );

  it("keep their numbers, and asks for whole pages of what is missing", () => {
    assert.deepEqual([tail.length, tail.at(-1)?.turn, 5 in tail], [10_001, 10_000, false]);
    assert.equal(tail.filter(() => true).length, 100);
    assert.deepEqual(missingIn(tail, 940, 1_000), [900, 1_000]);
    assert.deepEqual(missingIn(tail, 9_880, 9_950), [9_800, 9_900]);
    assert.equal(missingIn(tail, 9_901, 10_000), null);
    assert.equal(
      missingIn(
        withPage(
          tail,
          Array.from({ length: 101 }, (_, i) => line(900 + i)),
        ),
        940,
        1_000,
      ),
      null,
    );
  });

  it("are cut at a turn without losing their numbers", () => {
    assert.equal(upTo(tail, 9_950).at(-1)?.turn, 9_950);
    assert.deepEqual(
      upTo([line(3), line(7)], 5).map(({ turn }) => turn),
      [3],
      "a seat counts its own",
    );
  });

  it("are marked by the outline, and those that came after it by themselves", () => {
    const outline = { turns: 9_999, refused: [4, 4_000], gods: [], rolled: [] };
    const marks = marksOf({ lines: tail, outline, branch: "main", branches: [], takenBack: [], endings: [], more: [] });
    assert.deepEqual(
      marks.map(({ kind, turns }) => [kind.id, turns]),
      [["refusal", [4, 4_000]]],
    );
  });

  it("are drawn as marks in as many places as there is room for", () => {
    assert.ok(
      places(
        Array.from({ length: TURNS }, (_, i) => i),
        TURNS,
        240,
      ).length <= 241,
    );
  });
});

describe("a run of ten thousand turns", { skip, timeout: FILE_MS }, () => {
  let bench: Bench;
  let run: string;
  before(async () => {
    bench = await openBench();
    const { orrery } = bench;
    ({ run } = await orrery.createRun({ world: "house/cottage" }));
    assert.ok(TURNS > LONG);
    const as = (await orrery.show(run)).asks[0]!.to;
    const acts = [
      { type: "look" },
      { type: "examine", targetId: "sundial" },
      { type: "go", metadata: { direction: "north" } },
      { type: "wait" },
    ];
    for (let i = 0; i < TURNS; i++)
      await orrery.enter(run, { as, actions: [{ actorId: as, ...acts[i % acts.length]! }] });
  });
  after(() => bench?.close());

  /** What the page asked the server for about runs, and the bytes of it as they came over the wire. */
  async function counted(page: Page) {
    const wire = await page.context().newCDPSession(page);
    await wire.send("Network.enable");
    const asked = new Map<string, string>();
    const seen = { requests: 0, bytes: 0, turns: [] as string[] };
    wire.on("Network.requestWillBeSent", ({ requestId, request }) => asked.set(requestId, request.url));
    wire.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      const url = asked.get(requestId) ?? "";
      if (!url.includes("/api/runs/")) return;
      seen.requests++;
      seen.bytes += encodedDataLength;
      if (/\/turns\?/.test(url)) seen.turns.push(new URL(url).search);
    });
    return seen;
  }
  const bar = (page: Page) => page.getByRole("slider", { name: "Turn" });

  it("opens with no more than 300 kB of it, reads a page where one looks back, and no turn twice", async () => {
    const { context, page } = await bench.open("about:blank");
    const seen = await counted(page);
    await page.goto(`${bench.server.url}/runs/${run}`);
    await story(page).locator('article[data-turn="10000"]').waitFor();
    console.log(`a run of ${TURNS} turns: ${seen.requests} requests, ${(seen.bytes / 1000).toFixed(1)} kB`);
    assert.ok(seen.bytes <= 300_000, `${seen.bytes} bytes`);
    assert.deepEqual(seen.turns.length, 1, "its newest turns alone");
    await page.getByRole("button", { name: "Look back" }).click();
    // Marks of all its turns are there, though few of the turns are.
    await page.getByRole("button", { name: "Next of Refusals 2500" }).waitFor();
    await bar(page).fill("5000");
    await story(page).locator('article[data-turn="5000"]').waitFor();
    await page.getByText("You are looking at turn 5000 of 10000").waitFor();
    assert.equal(seen.turns.length, 2);
    await bar(page).fill("5001");
    await story(page).locator('article[data-turn="5001"]').waitFor();
    await bar(page).fill("5000");
    await story(page).locator('article[data-turn="5000"]').waitFor();
    assert.ok(seen.turns.length <= 3, `each page is read once: ${seen.turns}`);
    await page.getByRole("tab", { name: "Turns" }).click();
    await page.getByRole("tabpanel").locator('[data-turn="5000"]').waitFor();
    await bench.done(context);
  });

  it("says what is said in it, and goes on from there", async () => {
    const { context, page } = await bench.open(`/runs/${run}`);
    await page.getByLabel("What do you do?").fill("wait");
    await page.keyboard.press("Enter");
    await story(page).locator('article[data-turn="10001"]').waitFor();
    await page.getByRole("button", { name: "Look back" }).click();
    assert.equal(await bar(page).getAttribute("max"), "10001");
    await bench.done(context);
  });

  it("draws no more for a move of the scrubber than a short run does", async () => {
    const { context, page } = await bench.open(`/runs/${run}?at=5000`);
    await story(page).locator('article[data-turn="5000"]').waitFor();
    await bar(page).focus();
    const wire = await context.newCDPSession(page);
    // Time of the thread, not of the wall: what else the machine does is not the page's.
    await wire.send("Performance.enable", { timeDomain: "threadTicks" });
    const scripted = async () =>
      (await wire.send("Performance.getMetrics")).metrics.find(({ name }) => name === "ScriptDuration")!.value * 1000;
    const moves: number[] = [];
    for (let i = 0; i < 100; i++) {
      const before = await scripted();
      await page.keyboard.press(i % 10 === 9 ? "PageDown" : "ArrowRight");
      moves.push((await scripted()) - before);
    }
    moves.sort((a, b) => a - b);
    console.log(`a move of the scrubber: ${moves[50]!.toFixed(1)} ms of script, p95 ${moves[95]!.toFixed(1)} ms`);
    const drawn = (await page.evaluate("document.querySelectorAll('*').length")) as number;
    assert.ok(drawn < 2_500, `${drawn} elements`);
    await until(async () => (await story(page).locator("article").count()) > 0, "the story is there");
    await bench.done(context);
  });
});
