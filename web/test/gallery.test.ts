// From the first page: examples to look at, filters, a file dropped in, a world written and played, a run in one file without a server.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { tellExamples } from "@orrery/runtime";
import { replayPage } from "@orrery/server";
import { type Bench, counts, FILE_MS, openBench, seeAs, skip, story, tell, until } from "./support.ts";

interface Scrolled {
  readonly scrollTop: number;
}

describe("from the first page", { skip, timeout: FILE_MS }, () => {
  let bench: Bench;
  let cottage: string;
  before(async () => {
    bench = await openBench();
    cottage = (await tellExamples(bench.orrery))[0]!;
  });
  after(() => bench?.close());

  it("shows runs as living cards, filters them, and takes a dropped file in", async () => {
    const { orrery } = bench;
    const { run } = await orrery.createRun({ world: "tictactoe" });
    const { context, page } = await bench.open("/");
    const cards = page.getByRole("region", { name: "Go on" }).getByRole("listitem");
    await cards.nth(2).waitFor();
    await cards
      .filter({ hasText: /The Planets Turn/ })
      .getByText("example")
      .waitFor();
    await cards
      .filter({ hasText: /The Planets Turn/ })
      .getByText(/\bloft\b/)
      .waitFor();
    // A run has a name of one's own, is found by it, and can be put away and had back.
    await page.getByRole("button", { name: "Rename Tic-tac-toe" }).first().click();
    await page.getByLabel("Name of the run").fill("rainy evening");
    await page.getByLabel("Name of the run").press("Enter");
    await page.getByRole("link", { name: /^rainy evening/ }).waitFor();
    await page.reload();
    await page.getByRole("searchbox", { name: "Find a run" }).fill("rainy");
    await counts(cards, 1);
    await page.getByRole("button", { name: "Put away rainy evening" }).click();
    await counts(cards, 0);
    await page.getByRole("button", { name: "Undo" }).click();
    await counts(cards, 1);
    // Another browser shows the same library, and hands over what it once kept by itself: where the server has no mark.
    const [example] = await orrery.runs();
    const { context: second, page: other } = await bench.open("/settings");
    const old = { [run]: { name: "not this" }, [example!.run]: { name: "first evening" }, gone: { away: true } };
    await other.evaluate(`localStorage.setItem("orrery:shelf", ${JSON.stringify(JSON.stringify(old))})`);
    await other.goto(`${bench.server.url}/`);
    const there = other.getByRole("region", { name: "Go on" }).getByRole("listitem");
    await there.filter({ hasText: "rainy evening" }).waitFor();
    await there.filter({ hasText: "first evening" }).waitFor();
    assert.equal(await other.evaluate(`localStorage.getItem("orrery:shelf")`), "");
    // What is put away can be deleted there: it leaves the library, can be had back at once, and stays in the database.
    await other.getByRole("button", { name: "Put away rainy evening" }).click();
    await other.getByRole("button", { name: "Put away", exact: true }).click();
    await other.getByRole("button", { name: "Delete rainy evening" }).click();
    await other.getByText(/It is out of the library/).waitFor();
    await counts(there, 0);
    await other.getByRole("button", { name: "Undo" }).click();
    await other.getByRole("button", { name: "Bring back rainy evening" }).click();
    await until(async () => (await orrery.runs()).every(({ away, gone }) => !away && !gone), "it is back");
    await orrery.shelve(example!.run, { name: "" });
    await bench.done(second);
    await page.getByRole("searchbox", { name: "Find a run" }).fill("");
    await page.getByRole("button", { name: "Under way" }).click();
    await counts(cards, 1);
    await page.getByRole("button", { name: "Examples" }).click();
    await counts(cards, 3);
    await page.getByRole("searchbox", { name: "Find a run" }).fill("cottage");
    await counts(cards, 1);
    const lines = (await Array.fromAsync(orrery.export(run))).join("\n");
    const dropped = await page.evaluateHandle((text) => {
      // biome-ignore lint/suspicious/noExplicitAny: the browser's own classes, which are not known here
      const { DataTransfer, File } = globalThis as any;
      const data = new DataTransfer();
      data.items.add(new File([text], "run.ndjson"));
      return data;
    }, lines);
    await page.dispatchEvent("main", "drop", { dataTransfer: dropped });
    await page.waitForURL(`**/runs/${run}`);
    await bench.done(context);
  });

  it("tells while one writes what is wrong and where, and plays what is written", async () => {
    const { context, page } = await bench.open("/");
    await page.getByRole("button", { name: "Write a world" }).click();
    const text = page.getByLabel("The text of the world");
    await page.getByText(/“A small house” holds together/).waitFor();
    // A draft of each text it began from: looking at another one loses nothing.
    await text.fill((await text.inputValue()).replace(/^title: .*/m, "title: A house of mine"));
    await page.getByText(/“A house of mine” holds together/).waitFor();
    await page.getByLabel("Begin from").selectOption({ label: "The Cottage at Wren's End" });
    await page.getByText(/“The Cottage at Wren's End” holds together/).waitFor();
    await text.press("End");
    await text.pressSequentially(" ");
    await page.getByLabel("Begin from").selectOption("");
    await page.getByText(/“A house of mine” holds together/).waitFor();
    await page.getByRole("button", { name: "Start over…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Start over" }).click();
    await page.getByText(/“A small house” holds together/).waitFor();
    await counts(page.getByRole("button", { name: "Start over…" }), 0);
    await page.getByLabel("Begin from").selectOption({ label: "The Cottage at Wren's End" });
    await page.getByText(/“The Cottage at Wren's End” holds together/).waitFor();
    const good = await text.inputValue();
    // What was wrong leaves the list with the text that had it.
    const wrong = page.locator('li[data-kind="problem"]');
    await text.fill("rooms:\n  a: { exits: { north: b\nplayer: you");
    await page.getByRole("heading", { name: "One thing is wrong" }).waitFor();
    await counts(wrong, 1);
    await text.fill("");
    await page.getByText("The file is empty.").waitFor();
    await counts(wrong, 1);
    await text.fill(good);
    await page.getByText(/“The Cottage at Wren's End” holds together/).waitFor();
    await text.fill(good.replace("kitchen\n", "kitchn\n"));
    await page.getByRole("heading", { name: /wrong/ }).waitFor();
    await page.getByRole("button", { name: "Play it", disabled: true }).waitFor();
    const problem = page.getByRole("button", { name: /^Line \d+, column \d+/ }).first();
    const line = Number(/Line (\d+)/.exec((await problem.textContent()) ?? "")![1]);
    assert.match(good.split("\n")[line - 1]!, /kitchen/);
    await problem.click();
    assert.equal(
      await text.evaluate((area) => {
        const { value, selectionStart } = area as unknown as { value: string; selectionStart: number };
        return value.slice(0, selectionStart).split("\n").length;
      }),
      line,
    );
    const shown = await problem.evaluate(() => {
      const area = (
        globalThis as unknown as { document: { querySelector(at: string): { parentElement: Scrolled } } }
      ).document.querySelector("textarea");
      return area.parentElement.scrollTop;
    });
    assert.ok(shown < line * 22, "the line is in sight");
    // A room nobody can come to may be meant so, and is said; the rest can be won, and how is shown.
    await text.fill(
      `${good.trimEnd()}\n`.replace(
        "rooms:\n",
        "rooms:\n  nowhere:\n    name: walled-up room\n    description: Bricks.\n",
      ),
    );
    const doubt = page.getByRole("button", { name: /nowhere/ });
    await doubt.waitFor();
    await page.getByRole("button", { name: "Try whether it can be won" }).click();
    // Thousands of acts are tried: as long as that takes.
    await page.getByText(/^It can be won, in \d+ steps/).click();
    await page.getByText(/take spectacles\. /).waitFor();
    await page.getByText(/^Neither: The Last Train, reached in one step$/).waitFor();
    await doubt.waitFor();
    await text.fill(good.replace(/^title: .*/m, "title: The House I Wrote"));
    await page.getByRole("button", { name: "Try whether it can be won" }).waitFor();
    await page.getByText(/“The House I Wrote” holds together/).waitFor();
    await page.getByRole("button", { name: "Play it" }).click();
    await page.getByRole("heading", { name: "The House I Wrote" }).waitFor();
    await page.getByLabel("What do you do?").fill("open the gate");
    await page.keyboard.press("Enter");
    await story(page).locator("article").nth(1).waitFor();
    await page.goto(bench.server.url);
    await page.getByRole("link", { name: /The House I Wrote/ }).waitFor();
    await bench.done(context);
  });

  it("links what the world tells of, and no word of a remark about the line", async () => {
    const { run } = await bench.orrery.createRun({ world: "house/cottage" });
    await tell(bench.orrery, run, "main", "open the front door", "go in", "look at the hooks behind its ear");
    const { context, page } = await bench.open(`/runs/${run}`);
    const newest = story(page).locator("article").nth(3);
    await newest.getByRole("button", { name: "brass key" }).waitFor();
    const remark = newest.locator("p", { hasText: "I left out “behind its ear”." });
    assert.equal(await remark.getByRole("button").count(), 0);
    await bench.done(context);
  });

  it("keeps the page when a part of it cannot be loaded, and has it once it is loaded again", async () => {
    const { run } = await bench.orrery.createRun({ world: "house/cottage" });
    const { context, page } = await bench.open(`/runs/${run}`);
    await story(page).waitFor();
    await page.getByLabel("What do you do?").fill("half a sentence");
    await page.route(/assets\/inspector/, (route) => route.abort());
    await page.getByRole("tab", { name: "Inspect" }).click();
    await page.getByText(/could not be loaded/).waitFor();
    await page.getByRole("tab", { name: "Turns" }).click();
    assert.equal(await page.getByLabel("What do you do?").inputValue(), "half a sentence");
    // A browser may ask again for what failed to come, and may not: while it cannot come, the offer stands.
    await page.getByRole("tab", { name: "Inspect" }).click();
    const again = page.getByRole("button", { name: "Load the page again" });
    await again.waitFor();
    await page.unroute(/assets\/inspector/);
    await again.click();
    await page.getByRole("tab", { name: "Inspect", selected: false }).click();
    await page.getByRole("heading", { name: "What happened" }).waitFor();
    await bench.done(context, /ERR_FAILED/);
  });

  it("opens a run from one file, with no server and no net", async () => {
    const file = join(bench.folder, "run.html");
    await writeFile(file, await replayPage(bench.orrery, cottage));
    const { context, page } = await bench.open(pathToFileURL(file).href, { offline: true });
    await page.getByRole("heading", { name: "The Cottage at Wren's End" }).waitFor();
    await page.getByText("The Planets Turn").first().waitFor();
    await page.keyboard.press("Home");
    await page.getByText(/You are looking at turn 0 of/).waitFor();
    await page.getByRole("heading", { name: "Front garden" }).waitFor();
    assert.equal(await page.getByRole("tab", { name: "God" }).count(), 0, "nothing can be changed in a file");
    assert.equal(await page.getByRole("button", { name: /Branch from/ }).count(), 0);
    await seeAs(page, "Ada");
    await page.getByRole("heading", { name: "Kitchen" }).waitFor();
    await page.getByLabel("Branch").selectOption("the last train");
    await story(page)
      .getByText(/The Last Train/i)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Compare…" }).click();
    await page.getByRole("row", { name: /glass sun/i }).waitFor();
    await counts(page.getByRole("log", { name: "Story" }), 2);
    await page.getByRole("button", { name: "Back to the run" }).click();
    await page.reload();
    await story(page)
      .getByText(/The Last Train/i)
      .first()
      .waitFor();
    await bench.done(context);
  });

  it("exports such a file from the command line", async () => {
    const root = resolve(import.meta.dirname, "../..");
    const file = join(bench.folder, "cli.html");
    const made = execFileSync(
      process.execPath,
      ["cli/src/main.ts", "export", cottage, "--html", file, "--db", join(bench.folder, "run.db")],
      { cwd: root, encoding: "utf8" },
    );
    assert.equal(made.trim(), file);
    const { context, page } = await bench.open(pathToFileURL(file).href, { offline: true });
    await page.getByText("The Planets Turn").first().waitFor();
    await bench.done(context);
  });
});
