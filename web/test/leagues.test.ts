// Leagues in the page: nothing there and how to begin, the table with its intervals, one player and its games; and the station, judged by axe.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, it } from "node:test";
import type { Page } from "playwright-core";
import { type Bench, counts, FILE_MS, isAsking, openBench, skip, until } from "./support.ts";

const AXE = process.env["AXE"] ?? createRequire(import.meta.url).resolve("axe-core/axe.min.js");

async function judge(page: Page, where: string): Promise<string[]> {
  if (!existsSync(AXE)) return [];
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(readFileSync(AXE, "utf8"));
  const { violations } = (await page.evaluate(
    "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })",
  )) as { violations: { id: string; nodes: { target: string[]; failureSummary: string }[] }[] };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${where}: ${id} at ${target.join(" ")}: ${failureSummary}`),
  );
}

describe("leagues and the station", { skip, timeout: FILE_MS }, () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench?.close());

  it("says how to run a league, then shows its table, a player and its games", async () => {
    const first = await bench.open("/leagues");
    await first.page.getByText("From a terminal").click();
    await first.page.getByText(/orrery -- league run --agents/).waitFor();
    const { leagues } = bench.orrery;
    const { id } = await leagues.open(
      {
        world: "tictactoe",
        config: {},
        seed: "s",
        entrants: [
          { name: "ann/1", agent: "bot:first" },
          { name: "ben", agent: "bot:random" },
        ],
        arms: ["off"],
        paired: true,
        lineUp: "teams",
      },
      12,
    );
    await leagues.play(id, {});
    const played = await Array.fromAsync(leagues.games(id));
    await bench.done(first.context);

    const found: string[] = [];
    for (const colorScheme of ["light", "dark"] as const) {
      const { context, page } = await bench.open("/", { colorScheme });
      // The games of a league stand apart from the runs that somebody began.
      await page.getByText(/^0 runs$/).waitFor({ state: "attached" });
      await page.getByRole("navigation", { name: "Pages" }).getByRole("link", { name: "Leagues" }).click();
      await page.getByText("12 of 12 games played").click();
      await page.getByRole("heading", { name: "Who met whom" }).waitFor();
      const table = await leagues.table([id]);
      const ben = table.standings.find(({ entrant }) => entrant === "ben")!;
      await page
        .getByText(`${Math.round(ben.wins.value! * 100)} %`)
        .first()
        .waitFor();
      const [surest] = table.contrasts.toSorted((a, b) => a.holm - b.holm || a.p - b.p);
      const row = page.getByRole("region", { name: "Differences on the same seeds" }).getByRole("row").nth(1);
      const [side, one, other, , chance, , needed] = await row.locator("td, th").allInnerTexts();
      assert.deepEqual(
        [side, one, other, needed],
        [surest!.side, surest!.first, surest!.second, `${surest!.seedsForTenPoints}`],
      );
      assert.equal(chance, surest!.holm < 0.001 ? "< 0.001" : surest!.holm.toFixed(3));
      const seats = page.locator("table").last().getByRole("rowheader");
      assert.deepEqual(await seats.allInnerTexts(), ["1", "2"]);
      const marks = ben.measures["per game: marks"]!;
      const shown = (value: number) => `${Number(value.toPrecision(3))}`;
      await page.getByText("How they voted, lied, believed").first().click();
      await page
        .getByRole("row", { name: /^marks/ })
        .first()
        .getByText(`${shown(marks.low!)} to ${shown(marks.high!)}`)
        .waitFor();
      found.push(...(await judge(page, `league, ${colorScheme}`)));
      await page.getByRole("link", { name: "ann/1" }).first().click();
      await page.getByRole("heading", { level: 1, name: "ann/1" }).waitFor();
      const own = played.filter(({ seats }) => seats.some(({ entrant }) => entrant === "ann/1"));
      const links = page.getByRole("link", { name: /^Game \d+$/ });
      await counts(links, own.length);
      found.push(...(await judge(page, `player, ${colorScheme}`)));
      await page.getByRole("link", { name: `Game ${own[0]!.index + 1}`, exact: true }).click();
      await page.getByRole("tab", { name: "Turns" }).waitFor();
      await bench.done(context);
    }
    // What an entrant is beside its agent stands below it.
    const personas = await leagues.open(
      {
        world: "glassbox",
        config: { seats: ["red", "blue", "green", "pink"].map((id) => ({ id })), settings: { limitMs: 60_000 } },
        seed: "s",
        entrants: [
          { name: "calm", agent: "bot:tasker", traits: { persona: "A retired detective", strategyLevel: 2 } },
          { name: "bare", agent: "bot:tasker" },
        ],
        arms: ["off"],
        paired: false,
        lineUp: "teams",
      },
      2,
    );
    await leagues.play(personas.id, {});
    const traits = await bench.open(`/leagues/${personas.id}`);
    const names = traits.page.getByRole("rowheader", { name: /^(calm|bare)/ });
    await names.first().waitFor();
    const texts = (await names.allInnerTexts()).map((text) => text.split(/\n+/));
    const of = (who: string) => texts.find(([name]) => name === who);
    assert.deepEqual(of("calm"), ["calm", "bot:tasker", "persona: A retired detective", "strategy level: 2"]);
    assert.deepEqual(of("bare"), ["bare", "bot:tasker"]);
    await bench.done(traits.context);
    // A league that is not there is said, and nothing is waited for.
    const lost = await bench.open("/leagues/nothing");
    await lost.page.getByText('There is no league "nothing"').waitFor();
    await counts(lost.page.getByText("Adding up the games"), 0);
    await bench.done(lost.context, /404/);
    assert.deepEqual(found, []);
  });

  it("begins a league, watches it fill, stops it and goes on with it", async () => {
    const found: string[] = [];
    const { context, page } = await bench.open("/leagues");
    await page.getByRole("button", { name: "Begin a league" }).click();
    const ask = page.getByRole("dialog");
    await ask.getByText("Remembers every sighting").waitFor();
    await ask.getByRole("combobox", { name: /^Learning/ }).selectOption("on");
    await ask.getByText(/^They bring what they learned/).waitFor();
    found.push(...(await judge(page, "league to begin")));
    await ask.getByRole("combobox", { name: /^World/ }).selectOption("tictactoe");
    await ask.getByText("Never loses.").waitFor();
    await ask.getByRole("button", { name: "Add a player" }).click();
    await ask.getByLabel("Name of player 3").fill("carol");
    await ask.getByRole("spinbutton", { name: /^Games/ }).fill("100000");
    // Nothing is learned from one game of it to the next.
    await counts(ask.getByRole("combobox", { name: /^Learning/ }), 0);
    await ask.getByText("More", { exact: true }).click();
    await ask.getByLabel(/^Seed/).fill("begun on the page");
    await ask.getByLabel(/^Settings/).fill("[1]");
    await ask.getByRole("button", { name: "Begin", exact: true }).click();
    await ask.getByText(/^The settings are no JSON object/).waitFor();
    await ask.getByLabel(/^Settings/).fill("");
    await ask.getByRole("button", { name: "Begin", exact: true }).click();
    await page.waitForURL("**/leagues/*");
    await page.getByRole("heading", { level: 1, name: /carol/ }).waitFor();
    const id = decodeURIComponent(new URL(page.url()).pathname.split("/").at(-1)!);
    const plan = await bench.orrery.leagues.card(id);
    assert.deepEqual([plan.seed, plan.games, plan.arms], ["begun on the page", 100_000, ["off"]]);
    // The table comes by itself with the first games, and grows.
    const count = page.getByText(/^\d+ games? counts?/);
    await count.waitFor();
    const before = Number.parseInt((await count.textContent()) ?? "", 10);
    await until(async () => Number.parseInt((await count.textContent()) ?? "", 10) > before, "more games count");
    found.push(...(await judge(page, "league being played")));
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByText("Stopped", { exact: true }).waitFor();
    const { done } = await bench.orrery.leagues.card(id);
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByText("Being played", { exact: true }).waitFor();
    await until(async () => (await bench.orrery.leagues.card(id)).done > done, "it goes on");
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Go on" }).waitFor();
    await until(() => !isAsking(page), "the last table is there");
    // Who met whom: a row each, a square a pair, with its wins and games.
    const { headToHead } = await bench.orrery.leagues.table([id]);
    const squares = headToHead
      .filter(({ first }) => first === "carol")
      .map(({ wins, games }) => `${Math.round(wins.value! * 100)} ${games}`);
    const row = page.getByRole("region", { name: "Who met whom" }).getByRole("row", { name: /^carol / });
    await until(
      async () => `${await row.first().getByRole("cell").allInnerTexts()}` === `${squares}`,
      `the squares of carol are ${squares}`,
    );
    await bench.done(context);
    assert.deepEqual(found, []);
  });

  it("finds nothing wrong with the station: on the move, in a meeting, at the end, in a seat, before the start", async () => {
    const { run } = await bench.orrery.createRun({ world: "glassbox", seed: "a dim corridor" });
    await bench.orrery.play(run, { agents: "*=bot:detective" });
    const log = await Array.fromAsync(bench.orrery.log(run));
    const meeting = log.find(({ events }) => (events as { type: string }[]).some(({ type }) => type === "spoke"))!;
    const { run: fresh } = await bench.orrery.createRun({ world: "glassbox", config: { preset: "people" } });
    const found: string[] = [];
    for (const colorScheme of ["light", "dark"] as const) {
      const { context, page } = await bench.open("/", { colorScheme });
      await page.getByRole("button", { name: /^Start Glass Box/ }).click();
      await page.getByRole("dialog").waitFor();
      found.push(...(await judge(page, `start, ${colorScheme}`)));
      const states = [
        `${run}?at=20&as=*`,
        `${run}?at=${meeting.turn}&as=*`,
        `${run}?as=*`,
        `${run}?as=red&at=20`,
        `${fresh}?as=red`,
      ];
      // Colours are what differs in the dark: two states hold all of them.
      for (const at of colorScheme === "light" || process.env["ORRERY_LONG"] ? states : states.slice(1, 3)) {
        await page.goto(`${bench.server.url}/runs/${at}`);
        // First as it opens, with the talk beside the stage, then with the crew and what each of them thinks.
        const minds = page.getByRole("tab", { name: "Minds", exact: true });
        await minds.waitFor();
        found.push(...(await judge(page, `${at} as it opens, ${colorScheme}`)));
        await minds.click();
        const crew = page.getByRole("list", { name: "Crew" });
        await crew.waitFor();
        const red = crew.getByRole("button", { name: /Red/ });
        if (await red.isVisible()) await red.click();
        found.push(...(await judge(page, `${at}, ${colorScheme}`)));
      }
      await bench.done(context);
    }
    assert.deepEqual(found, []);
  });
});
