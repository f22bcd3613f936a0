// Judging in the browser: somebody with a judge's seat reads both entries blind, in both orders; then the owner reveals the teams.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import { FakeProvider } from "@orrery/models/testing";
import { openOrrery } from "@orrery/runtime";
import { listen, replayPage } from "@orrery/server";
import { memoryStore } from "@orrery/store";
import type { Page } from "playwright-core";
import { parseConfig } from "../../models/src/config/parse.ts";
import { type Bench, counts, DIST, FILE_MS, openBench, skip } from "./support.ts";

const CONFIG = { rounds: { FOUNDATION: 1, LANDMARKS: 3, TENSION: 1 } };
const WEIGHTS = [0.25, 0.2, 0.2, 0.2, 0.15];
const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** A link for a judge who was not there, as the invitation gives it. */
async function judgeLink({ server }: Bench, run: string): Promise<string> {
  const invited = await fetch(`${server.url}/api/runs/${run}/seats`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ actor: "judge", branches: ["main"] }),
  });
  return ((await invited.json()) as { link: string }).link;
}

const entries = (page: Page) => page.getByRole("article", { name: /^Entry \d$/ });
const labels = (page: Page) =>
  entries(page).evaluateAll((all) => all.map((one) => (one as unknown as { ariaLabel: string }).ariaLabel));

/** Gives one mark for each criterion and entry: `marks` in the order in which the criteria stand. */
async function give(page: Page, marks: Readonly<Record<string, readonly number[]>>): Promise<void> {
  for (const [label, values] of Object.entries(marks))
    for (const [i, value] of values.entries()) {
      const group = page.getByRole("group", { name: new RegExp(`^${label}`) }).nth(i);
      await group.getByRole("radio", { name: String(value) }).check();
    }
}
const sum = (values: readonly number[]) => values.reduce((all, value, i) => all + value * WEIGHTS[i]!, 0);

describe("judging in the browser", { skip, timeout: FILE_MS }, () => {
  let bench: Bench;
  let run: string;
  before(async () => {
    bench = await openBench();
    ({ run } = await bench.orrery.createRun({ world: "sprint", seed: "judged", config: CONFIG }));
    await bench.orrery.play(run, { agents: "*=bot:scripted", turnsMax: 10 });
  });
  after(() => bench?.close());

  it("lets a model judge both ways round, tells why one that fails gave no verdict, and shows the seed", async () => {
    const fake = new FakeProvider();
    await fake.start();
    const model = { provider: "openai", model: "gpt-4.1-mini", url: fake.url("openai"), key: { env: "TEST_KEY" } };
    const environment = { TEST_KEY: "a key of tests" };
    const parsed = parseConfig(JSON.stringify({ models: { strict: model } }), environment);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const models = () => ({ config: parsed.config, environment, directory: "." });
    const orrery = await openOrrery({ store: memoryStore(), models });
    const server = await listen({ orrery, port: 0, pages: DIST });
    try {
      const match = (await orrery.createRun({ world: "sprint", seed: "judged by a model", config: CONFIG })).run;
      await orrery.play(match, { agents: "*=bot:scripted" });
      const { context, page } = await bench.open("about:blank");
      await page.goto(`${server.url}/runs/${match}`);
      await page.getByText("seed judged by a model").first().waitFor();
      await page.getByRole("tab", { name: "Verdict" }).click();
      const judgeBy = async (player: string) => {
        await page.getByRole("button", { name: "Let a model judge…" }).click();
        await page.getByLabel("Who judges").selectOption({ label: player });
        await page.getByRole("button", { name: "Let it judge" }).click();
      };
      fake.answerWith(() => ({ status: 400, error: { code: "bad", message: "no verdicts today" } }) as never);
      await judgeBy("model: strict");
      await page.getByText("No verdict came of it.").waitFor();

      const marks = { coherence: 4, ambition: 3, visual_fidelity: 5, artifact_quality: 2, process: 4 };
      fake.answerWith(() => ({ json: { "entry-1": marks, "entry-2": { ...marks, ambition: 5 } } }));
      await judgeBy("model: strict");
      await page.getByText("2 readings by judge (gpt-4.1-mini)", { exact: true }).waitFor();
      await page.getByText("3.60 of 5").waitFor();
      await page.getByText("4.00 of 5").waitFor();
      const { verdicts } = JSON.parse(String((await orrery.exportAs(match, "verdict", {}))[0]!.bytes)) as {
        verdicts: readonly { judge: string; model?: string; order: readonly string[] }[];
      };
      assert.deepEqual(
        verdicts.map(({ judge, model, order }) => [judge, model, order[0]]),
        [
          ["judge", "gpt-4.1-mini", "entry-1"],
          ["judge", "gpt-4.1-mini", "entry-2"],
        ],
      );
      await judgeBy("bot: rubric");
      await page.getByText("4 readings by judge (gpt-4.1-mini), judge-2", { exact: true }).waitFor();

      const file = join(bench.folder, "judged.html");
      await writeFile(file, await replayPage(orrery, match, DIST));
      const elsewhere = await bench.open(String(pathToFileURL(file)), { offline: true });
      await elsewhere.page.getByRole("tab", { name: "Verdict" }).click();
      await elsewhere.page.getByText("4 readings by judge (gpt-4.1-mini), judge-2", { exact: true }).waitFor();

      // On a phone the desk and the marks take turns.
      const phone = await bench.open("about:blank", { viewport: { width: 390, height: 844 } });
      await phone.page.goto(`${server.url}/runs/${match}?as=judge-3`);
      await phone.page.getByRole("button", { name: "To the marks" }).click();
      const groups = phone.page.getByRole("group", { name: /^Entry/ });
      for (let i = 0; i < 10; i++) await groups.nth(i).getByRole("radio", { name: "4" }).check();
      await phone.page.getByRole("button", { name: "Hand in these marks" }).click();
      await phone.page.getByText("Reading 2 of 2.").waitFor();
      await bench.done(context, /^asked /);
    } finally {
      await server.close();
      await orrery.close();
      await fake.stop();
    }
  });

  it("shows a judge no team, takes marks in both orders, and reveals the teams after the verdict alone", async () => {
    const heard: string[] = [];
    const { context, page } = await bench.open("about:blank");
    page.on("response", (response) => {
      if (response.url().includes("/api/") && !response.url().includes("/stream"))
        response.text().then(
          (text) => heard.push(text),
          () => {},
        );
    });
    await page.goto(bench.server.url + (await judgeLink(bench, run)));
    await page.getByText("The worlds are not finished yet").waitFor();
    await bench.orrery.play(run, { agents: "*=bot:scripted" });

    // Live: the desk is laid when both teams are done.
    await page.getByText("Two worlds, and no names of teams").waitFor();
    assert.deepEqual(await labels(page), ["Entry 1", "Entry 2"]);
    await counts(page.getByRole("img"), 12);
    await page.getByRole("tab", { name: "Verdict" }).click();
    await page.getByRole("button", { name: "10 marks are missing" }).press("Enter");
    await page.evaluate(AXE);
    const problems = (await page.evaluate(
      "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target)))",
    )) as string[];
    assert.deepEqual(problems, []);

    const first = { "Entry 1": [5, 4, 3, 4, 2], "Entry 2": [3, 3, 2, 4, 5] } as const;
    await give(page, first);
    await page.getByText(`Entry 1 ${sum(first["Entry 1"]).toFixed(2)}`).waitFor();
    await page.getByRole("button", { name: "Hand in these marks" }).click();
    await page.getByText("Your marks, reading 2 of 2").waitFor();
    assert.deepEqual(await labels(page), ["Entry 2", "Entry 1"]);
    await page.getByRole("button", { name: "10 marks are missing" }).waitFor();
    const second = { "Entry 2": [4, 3, 2, 4, 5], "Entry 1": [5, 5, 3, 4, 2] } as const;
    await give(page, second);
    await page.getByRole("button", { name: "Hand in these marks" }).click();
    await page.getByText("Your verdict is in the log").waitFor();
    for (const text of heard) assert.doesNotMatch(text, BLIND, text.slice(0, 300));
    assert.ok(heard.some((text) => text.includes('"entry-1"')));

    const owner = await bench.open(`/runs/${run}`);
    await owner.page.getByRole("tab", { name: "Verdict" }).click();
    const mean = (sum(first["Entry 1"]) + sum(second["Entry 1"])) / 2;
    await owner.page.getByText(`${mean.toFixed(2)} of 5`).waitFor();
    assert.equal(await owner.page.getByText(/is team/).count(), 0);
    await owner.page.getByRole("button", { name: "Reveal the teams" }).click();
    await owner.page.getByRole("heading", { name: /^Entry 1 is team/ }).waitFor();
    const [file] = await bench.orrery.exportAs(run, "verdict", {});
    const { reveal } = JSON.parse(String(file!.bytes)) as { reveal: { mapping: Record<string, string> } };
    for (const one of [owner.page, page])
      await one.getByRole("heading", { name: new RegExp(`^Entry 1 is team ${reveal.mapping["entry-1"]}`) }).waitFor();
    await counts(owner.page.getByRole("button", { name: "Judge blind" }), 0);
    await bench.done(owner.context);
    await bench.done(context);
  });
});

/** What would tell a judge which team wrote an entry: names of teams and seats, original ids, models, the mapping. */
const BLIND = /evt_[AB]_|\bteam[ _-]?[AB]\b|\b[AB]\.[A-Z]{4}|"mapping"|"[AB]":|"salt"|scripted/i;
