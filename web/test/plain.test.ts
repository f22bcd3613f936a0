// A world that this page has never heard of is played by its view and its legal actions, and looked back at.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { AnyWorld } from "@orrery/kernel";
import { shippedWorlds } from "@orrery/runtime";
import { ballot } from "../../server/test/support.ts";
import { type Bench, openBench, skip } from "./support.ts";

describe("the default stage", { skip, timeout: 60_000 }, () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench(shippedWorlds([ballot as AnyWorld]));
  });
  after(() => bench?.close());

  it("plays a new world to its end, looks back, and lets a god amend it", async () => {
    const { context, page } = await bench.open("/");
    await page.getByRole("button", { name: /Start ballot/ }).click();
    await page.getByRole("region", { name: "What you can do" }).waitFor();
    const run = decodeURIComponent(new URL(page.url()).pathname.split("/")[2]!);
    for (const eyes of ["ann", "ben", "ann", "ben"]) {
      await page.getByLabel("See as").selectOption(eyes);
      await page.getByRole("heading", { name: "What you can do" }).waitFor();
      const turn = (await bench.orrery.show(run)).head.turn;
      await page.getByRole("button", { name: eyes === "ann" ? "Vote yes" : "Vote no", exact: true }).click();
      if (eyes === "ann") await page.getByText(/Your answer is kept/).waitFor();
      else
        for (let i = 0; (await bench.orrery.show(run)).head.turn === turn; i++) {
          assert.ok(i < 200, "the vote was counted");
          await new Promise((done) => setTimeout(done, 25));
        }
    }
    await page
      .getByText(/Counted yes no/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Earlier turn" }).click();
    await page.getByText(/You are looking at turn 1 of 2/).waitFor();
    await page.getByRole("tab", { name: "Inspect" }).click();
    await page.getByRole("region", { name: "What happened" }).getByText("by the world itself").waitFor();
    await page.getByText(/Only the server has this world’s rules/).waitFor();
    await page.getByRole("button", { name: "Return to now" }).click();
    await page.getByRole("tab", { name: "God" }).click();
    await page.getByLabel(/Which place/).fill("secret");
    await page.getByLabel(/What shall be there/).fill("open now");
    await page.getByRole("button", { name: "See what it would do" }).click();
    await page.getByRole("row", { name: /Secret none open now/ }).waitFor();
    await bench.done(context);
  });
});
