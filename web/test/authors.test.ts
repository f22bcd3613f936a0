// What an author of towns does in the page: writes people or brings them as a table, compares two branches, runs an experiment and reads it.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { StoryState } from "@orrery/worlds/story";
import type { Page } from "playwright-core";
import { type Bench, FILE_MS, openBench, skip, until } from "./support.ts";

const namesIn = (state: StoryState): string[] =>
  state.profiles.leaves.flatMap((leaf) => Object.values(leaf).map(({ name }) => name)).sort();

async function accessible(page: Page): Promise<void> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  const problems = await page.evaluate(
    "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target)))",
  );
  assert.deepEqual(problems, []);
}

describe("authors of towns", { skip, timeout: FILE_MS }, () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench?.close());
  const begun = async (page: Page): Promise<StoryState> => {
    await page.waitForURL(/\/runs\//);
    const run = decodeURIComponent(new URL(page.url()).pathname.split("/")[2]!);
    return (await bench.orrery.show(run, {})).view as StoryState;
  };

  it("write people in the page, and a town begins with them", async () => {
    const { context, page } = await bench.open("/");
    await page.getByRole("button", { name: "Start Story" }).click();
    await page.getByRole("button", { name: "Written here" }).click();
    await page.getByRole("textbox", { name: "Name of person 1" }).fill("Ada {Byron}");
    await page.getByRole("textbox", { name: "What person 1 is like" }).fill("Counts everything twice.");
    await page.getByRole("textbox", { name: "Interests of person 1" }).fill("engines, whist");
    await page.getByRole("textbox", { name: "Name of person 2" }).fill("王小明");
    await page.getByRole("textbox", { name: "Rounds" }).fill("3");
    await accessible(page);
    await page.locator("dialog button[type=submit]").click();
    const state = await begun(page);
    assert.deepEqual(namesIn(state), ["Ada {Byron}", "王小明"]);
    assert.deepEqual(state.actors.slice(0, 2), ["ada_byron", "王小明"]);
    await bench.done(context);
  });

  it("bring people as a table; a row that is wrong is named before anything begins", async () => {
    const [good, bad] = [join(bench.folder, "people.csv"), join(bench.folder, "bad.csv")];
    writeFileSync(good, 'id,name,interests\nida,"Ida, the elder",ferries;bread\nben,Ben,\n');
    writeFileSync(bad, "id,name,shoe\nida,Ida,41\n");
    const { context, page } = await bench.open("/");
    await page.getByRole("button", { name: "Start Story" }).click();
    await page.getByRole("button", { name: "From a file", exact: true }).click();
    const file = page.getByLabel("Personas as CSV or JSON");
    await file.setInputFiles(bad);
    await page.getByRole("alert").getByText('there is no column "shoe"').waitFor();
    await file.setInputFiles(good);
    await page.getByText("2 people in people.csv").waitFor();
    await page.getByRole("textbox", { name: "And so many made up" }).fill("3");
    await page.locator("dialog button[type=submit]").click();
    const names = namesIn(await begun(page));
    assert.equal(names.length, 5);
    assert.ok(names.includes("Ida, the elder") && names.includes("Ben"));
    await bench.done(context);
  });

  it("compare two branches: where they part, and both tellings", async () => {
    const { orrery } = bench;
    const { run } = await orrery.createRun({ world: "story", seed: "parts", config: { people: 10, rounds: 6 } });
    await orrery.play(run, { agents: "*=bot:resident" });
    await orrery.createBranch(run, { name: "without", at: 3, dice: "keep" });
    const { actors, profiles } = (await orrery.show(run, {})).view as StoryState;
    const name = profiles.leaves.flatMap((leaf) => Object.values(leaf)).find(({ id }) => id === actors[0])!.name;
    await orrery.god(run, { actorId: "god", type: "kill", targetId: actors[0]!, metadata: {} }, { branch: "without" });
    await orrery.play(run, { agents: "*=bot:resident", branch: "without" });
    const { context, page } = await bench.open(`/runs/${run}`);
    await page.getByRole("button", { name: "Compare…" }).click();
    await page.getByRole("heading", { name: "They part in round 4" }).waitFor();
    await page.getByText("A god changed the world in one of them.").waitFor();
    await page.getByText(/^\d+ deeds that the other does not have/).waitFor();
    await page.getByText(`${name} has died.`).first().waitFor();
    for (const round of [4, 5, 6]) await page.getByRole("heading", { name: `Round ${round}`, exact: true }).waitFor();
    assert.equal(await page.getByRole("heading", { name: "Round 3", exact: true }).count(), 0);
    await accessible(page);
    await bench.done(context);
  });

  it("run an experiment and read its effects round by round", async () => {
    const { context, page } = await bench.open("/experiments");
    const plan = page.getByRole("textbox", { name: "What is played: arms, seeds, measures" });
    const text = await plan.inputValue();
    await plan.fill(text.replace("seeds: 20", "seeds: none"));
    await page.getByRole("button", { name: "Run it" }).click();
    await page.getByRole("alert").getByText(/seeds/).waitFor();
    await plan.fill(
      text.replace("seeds: 20", "seeds: 3").replace("rounds: 24", "rounds: 8").replace("people: 30", "people: 8"),
    );
    await page.getByRole("button", { name: "Run it" }).click();
    await page.getByRole("heading", { name: "Who believes a rumour?" }).waitFor();
    await page.getByText("Lines are means over 3 seeds").waitFor();
    await until(async () => (await page.getByRole("img", { name: /^mean\.harbour: rumour/ }).count()) === 1, "a panel");
    await page.getByRole("button", { name: "Each arm by itself" }).click();
    await page.getByRole("img", { name: /^mean\.harbour: none .*; rumour/ }).waitFor();
    await page.getByRole("columnheader", { name: "95 % interval" }).waitFor();
    await accessible(page);
    await page.goto(`${bench.server.url}/`);
    await page.getByRole("button", { name: "Of experiments and leagues" }).click();
    await page.getByText("The town's 8 rounds are over").first().waitFor();
    await bench.done(context, /400/);
  });
});
