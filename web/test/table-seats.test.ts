// Two people in two browsers at one table: each sits with its own character, both hear what either does, and neither is told what only the game master knows.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TurnLine } from "@orrery/runtime";
import type { TableState } from "@orrery/worlds/table";
import type { Page } from "playwright-core";
import { type Bench, FILE_MS, openBench, skip, until } from "./support.ts";

const [ILSA, BRAM] = ["pc_ilsa_vane_001", "pc_bram_oakhand_002"];
/** What the campaign holds and no player may read: types and alignments, and what a scene keeps to itself. */
const SECRETS = /chaotic good|lawful good|\b(ENTP|ISTJ|ESTJ)\b|dm_notes|Wil alone chose to go/;

describe("two seats at the table", { skip, timeout: FILE_MS }, () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench?.close());

  const log = (page: Page) => page.getByRole("log", { name: "The story" });
  const choices = (page: Page) => page.getByRole("list", { name: "What you could do" }).getByRole("button");

  it("each have their own character and the same story", async () => {
    const begun = await fetch(`${bench.server.url}/api/runs`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ world: "table/third-bell", seed: "two seats", config: { party: ["ilsa", "bram"] } }),
    });
    const { id: run } = (await begun.json()) as { id: string };
    const state = async () => (await bench.orrery.show(run)).view as TableState;
    const sit = async (actor: string) =>
      bench.open(`/seat/${encodeURIComponent(await bench.orrery.invite(run, actor))}`);
    const [ilsa, bram] = [await sit(ILSA!), await sit(BRAM!)];
    const seats = [
      { ...ilsa, name: "Ilsa Vane", other: "Bram Oakhand", status: "Lvl 2 Rogue" },
      { ...bram, name: "Bram Oakhand", other: "Ilsa Vane", status: "Lvl 2 Fighter" },
    ];
    for (const { page, name, other, status } of seats) {
      await page.getByText(`You play ${name}`).waitFor();
      await log(page).getByText("Thornwick has drawn up its chairs.").waitFor();
      await page.getByRole("heading", { level: 2, name }).waitFor();
      assert.equal(await page.getByRole("heading", { level: 2, name: other }).count(), 0, "one sheet, its own");
      assert.ok((await page.locator("header[title*='Status:']").getAttribute("title"))!.includes(status));
      assert.equal(await page.getByRole("button", { name: "GOD", exact: true }).count(), 0, "no seat is god");
      await page.getByRole("list", { name: "Deadlines" }).getByText("The bell rings for the third time").waitFor();
      assert.equal(await page.getByRole("button", { name: "Previous turn" }).count(), 0, "no seat looks back");
    }

    // What one does is told to both, under its name; then the other leads both down the road.
    await until(() => choices(ilsa.page).first().isEnabled(), "Ilsa may choose");
    await choices(ilsa.page).filter({ hasText: "Promise to go" }).click();
    for (const { page } of seats) await log(page).getByText("Ilsa Vane: Promise to go").waitFor();
    assert.equal(Object.values((await state()).heroes).find(({ id }) => id === ILSA)!.gold, 32);
    await until(() => choices(bram.page).first().isEnabled(), "Bram may choose");
    await choices(bram.page).filter({ hasText: "Take the Salt Road" }).click();
    for (const { page } of seats) await page.getByRole("heading", { level: 2, name: "the Salt Road" }).waitFor();
    for (const { page } of seats) await log(page).getByText("Bram Oakhand: Take the Salt Road").waitFor();

    // Nobody plays another's character: that is refused, recorded, and nothing comes of it.
    const at = `${bench.server.url}/api/runs/${run}`;
    const before = await state();
    const data = { actions: [{ actorId: BRAM, type: "look", metadata: {} }] };
    const refused = await ilsa.context.request.post(`${at}/turns`, { data });
    const { events, validation } = (await refused.json()) as TurnLine;
    assert.deepEqual([events, validation.map(({ reason }) => reason)], [[], ["not_your_seat"]]);
    assert.deepEqual(await state(), before);

    // Nothing that is the game master's reaches a seat.
    for (const { context } of seats)
      for (const url of [at, `${at}/turns`]) {
        const answer = await context.request.get(url);
        assert.equal(answer.status(), 200);
        assert.doesNotMatch(await answer.text(), SECRETS, url);
      }
    assert.match(JSON.stringify(await state()), SECRETS, "the campaign does hold them");
    for (const { context } of seats) await bench.done(context);
  });
});
