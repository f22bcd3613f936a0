// A person speaks at the station in their own words: what will be heard is shown before it is said, and the owner sees what it is worth.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { GlassEvent } from "@orrery/worlds/glassbox";
import { type Bench, FILE_MS, openBench, skip } from "./support.ts";

const CONFIG = {
  seats: ["red", "blue", "green", "pink", "orange", "yellow"].map((id) => ({
    id,
    role: id === "red" ? "impostor" : "crewmate",
  })),
  settings: { emergencyCooldownMs: 0, preparationAsk: false, discussionOrder: "together", discussionRounds: 1 },
};

describe("a person's words at the station", { skip, timeout: FILE_MS }, () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench?.close());

  it("are read before they are said, may be kept to a part, and stand beside the truth for the owner", async () => {
    const { orrery, server } = bench;
    const { run } = await orrery.createRun({ world: "glassbox", config: CONFIG, seed: "in their own words" });
    const token = await orrery.invite(run, "red");
    const began = await fetch(`${server.url}/api/runs/${run}/agents`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ agents: "red=person,*=bot:detective" }),
    });
    assert.ok(began.ok, await began.text());
    const { page } = await bench.open(`/seat/${encodeURIComponent(token)}`);
    await page
      .getByRole("button", { name: /emergency button/i })
      .first()
      .click();

    const field = page.getByLabel("Say to everyone");
    await field.fill("I was in the Bridge. It was green, I saw green vent in the Bridge!");
    const heard = page.getByRole("group", { name: /will hear/ });
    await heard.getByText("accuses green").waitFor();
    assert.equal(await heard.getByRole("checkbox").count(), 3);
    assert.equal(
      await page.getByRole("button", { name: "Say", exact: true }).count(),
      0,
      "there is one field to speak in",
    );
    await heard.getByText("accuses green").click();
    if (process.env["ORRERY_LOOKS"]) await page.screenshot({ path: `${process.env["ORRERY_LOOKS"]}/talk.png` });
    await page.getByRole("button", { name: "Say it" }).click();
    await page.getByText("I was in the Bridge.").first().waitFor();

    const lines = [];
    for await (const line of orrery.log(run)) lines.push(line);
    const events = lines.flatMap((line) => ("events" in line ? line.events : [])) as unknown as GlassEvent[];
    const spoke = events.find((event) => event.type === "spoke" && event.who === "red");
    assert.deepEqual(spoke?.type === "spoke" && spoke.claims.map(({ kind }) => kind), ["own_location", "saw_vent"]);

    const owner = await bench.open(`/runs/${run}?as=*`);
    await owner.page.getByText("made up").first().waitFor();
    await owner.page.locator('[data-ground="knowing_lie"]').first().waitFor();
    if (process.env["ORRERY_LOOKS"])
      await owner.page.screenshot({ path: `${process.env["ORRERY_LOOKS"]}/truth.png`, fullPage: true });
    assert.equal(await page.locator("[data-ground]").count(), 0, "a seat is told nothing of it");
  });
});
