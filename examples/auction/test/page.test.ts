// The auction on a page that has never heard of it: bids by button, form, keyboard and words, on a wide screen and on a phone.
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { shippedWorlds } from "@orrery/runtime";
import { type Bench, FILE_MS, openBench, skip } from "../../../web/test/support.ts";

describe("the auction on the page", { skip, timeout: FILE_MS }, () => {
  let bench: Bench;
  before(async () => {
    const worlds = shippedWorlds();
    await worlds.add(resolve(import.meta.dirname, ".."));
    bench = await openBench(worlds);
  });
  after(() => bench?.close());

  it("is listed with its rules, and its form takes any number and explains mistakes", async () => {
    const { context, page } = await bench.open("/worlds/auction");
    await page.getByRole("heading", { name: "Four at an auction" }).waitFor();
    await page
      .getByRole("region", { name: "The rules" })
      .getByText(/Lots are put up one after another/)
      .waitFor();
    await page.getByRole("button", { name: "Start", exact: true }).click();
    await page.getByRole("radio", { name: "You take a seat" }).check();
    await page.getByRole("button", { name: "Take the seat" }).click();
    const form = page.getByRole("form", { name: "Bid" });
    const coins = form.getByLabel("Coins");
    await coins.waitFor();
    // By the keyboard alone: nothing, words, too many, then a number that no button offers.
    await coins.focus();
    await page.keyboard.press("Enter");
    await form.getByText("Fill this in.").waitFor();
    await coins.fill("a few");
    await form.getByText("This must be a number.").waitFor();
    await coins.fill("17.5");
    await form.getByText("This must be a whole number.").waitFor();
    await coins.fill("1001");
    await form.getByText("This must be 1000 or less.").waitFor();
    assert.equal(await coins.getAttribute("aria-invalid"), "true");
    await coins.fill("17");
    assert.equal(await coins.getAttribute("aria-invalid"), null);
    await page.keyboard.press("Enter");
    await page
      .getByText(/You bid 17\./)
      .first()
      .waitFor();
    await page.getByRole("form", { name: "Offer" }).waitFor();
    await bench.done(context);
  });

  it("takes nested fields, and shows the world's refusals", async () => {
    const { orrery } = bench;
    const { run } = await orrery.createRun({ world: "auction", seed: "forms", config: { lots: 1, deadlineMs: 0 } });
    const bid = (actorId: string, coins: number) =>
      orrery.submit(run, { as: actorId, actions: [{ actorId, type: "bid", metadata: { coins } }] });
    for (const [who, coins] of [
      ["ada", 1],
      ["ben", 9],
      ["cyd", 2],
      ["dot", 3],
    ] as const)
      await bid(who, coins);
    const { context, page } = await bench.open(`/runs/${run}`, {
      viewport: { width: 390, height: 780 },
      hasTouch: true,
    });
    await page.getByRole("group", { name: "See as" }).getByRole("button", { name: "Ada", exact: true }).click();
    const stage = page.getByRole("tab", { name: "What you see" });
    if (await stage.isVisible()) await stage.click();
    const form = page.getByRole("form", { name: "Offer" });
    await form.getByLabel("Who or what").fill("ben");
    const give = form.getByRole("group", { name: "Give" });
    const want = form.getByRole("group", { name: "Want" });
    await give.getByLabel("Coins").fill("500");
    await want.getByLabel("Coins").fill("0");
    await want.getByLabel("Lot").fill("vase");
    await form.getByLabel("Note").fill("Be kind.");
    await form.getByRole("button", { name: "Offer" }).click();
    await page.getByText("You have 100 coins, not 500.").filter({ visible: true }).waitFor();
    const width = await page.evaluate("document.documentElement.scrollWidth");
    assert.ok(Number(width) <= 390, `the page is ${width} pixels wide`);
    await give.getByLabel("Coins").fill("31");
    await form.getByRole("button", { name: "Offer" }).click();
    await page
      .getByText(/Your answer is kept/)
      .first()
      .waitFor();
    for (const who of ["ben", "cyd", "dot"])
      await orrery.submit(run, { as: who, actions: [{ actorId: who, type: "pass" }] });
    const { view } = await orrery.show(run, { as: "ben" });
    const [offer] = (view as { offers: readonly { give: unknown; note: string }[] }).offers;
    assert.deepEqual([offer!.give, offer!.note], [{ coins: 31 }, "Be kind."]);
    await bench.done(context);
  });
});
