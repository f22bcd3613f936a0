// A newcomer's way through stories, by the page alone: a run folder read, changed, taken back, branched and compared; then a town with two models, a rumour in it, and an experiment that asks what the rumour did.
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { getKey } from "@orrery/kernel";
import { babble, FakeProvider } from "@orrery/models/testing";
import { type Orrery, openOrrery } from "@orrery/runtime";
import { type Listening, listen } from "@orrery/server";
import { memoryStore } from "@orrery/store";
import type { StoryState } from "@orrery/worlds/story";
import type { Page } from "playwright-core";
import { schemaIn, setupAt } from "../../runtime/test/fakes.ts";
import { type Bench, counts, DIST, drop, FILE_MS, openBench, skip, until } from "./support.ts";

const FIXTURE = resolve(import.meta.dirname, "../../fixtures/oasis/reddit-12x10/sim_3893a0b4a610");
const NAME = "O'Dowd, Patrick";
const DIED = `${NAME} has died.`;
const LAST = 10;
const RUMOUR = "The new harbour is sinking into the mud.";
const ROUNDS = 6;
const MODELS = ["openai", "anthropic"] as const;
/** The second server is none of the bench's own. */
const OURS = /^asked http:\/\/127\.0\.0\.1:/;

const log = (page: Page) => page.getByRole("list", { name: "The last events" });

async function killIn(page: Page, round: number): Promise<void> {
  await page.getByRole("tab", { name: "God Mode" }).click();
  const card = page.locator("section").filter({ has: page.getByRole("button", { name: "Kill", exact: true }) });
  await card.last().getByRole("combobox").selectOption({ label: NAME });
  const kill = page.getByRole("button", { name: "Kill", exact: true });
  assert.ok(await kill.isDisabled(), "the name is not typed yet");
  await card.last().getByRole("textbox").fill(` ${NAME.toLowerCase()} `);
  await card.last().getByRole("spinbutton", { name: "In round" }).fill(String(round));
  await kill.click();
  await log(page).getByText(DIED).waitFor();
}

/** Goes to a round and reads what is told of it, with the actions that it was told from. */
async function readRound(page: Page, round: number): Promise<string> {
  await page.getByRole("tab", { name: "Story" }).click();
  await page
    .getByRole("list", { name: "Rounds" })
    .getByRole("button", { name: `round ${round} ` })
    .click();
  await page.getByRole("heading", { name: `Round ${round}`, exact: true }).waitFor();
  const beat = page.getByRole("article").first();
  const show = beat.getByRole("button", { name: "Show them" });
  if ((await show.count()) > 0) await show.click();
  return (await beat.textContent())!;
}

/** Rounds from one to the last, once a round of the telling that is meant can be read. */
async function readOn(page: Page, from: number, isThere: (told: string) => boolean): Promise<readonly string[]> {
  await until(async () => isThere(await readRound(page, from)), `round ${from} is told anew`);
  const told: string[] = [];
  for (let round = from; round <= LAST; round++) told.push(await readRound(page, round));
  return told;
}

describe("a newcomer to stories", { skip, timeout: FILE_MS }, () => {
  const fake = new FakeProvider();
  let bench: Bench;
  let orrery: Orrery;
  let server: Listening;
  before(async () => {
    await fake.start();
    // The same words whichever is asked first, so that the town goes the same way each time.
    fake.answerWith((seen) => ({ json: babble(schemaIn(seen), seen.family) }));
    bench = await openBench();
    orrery = await openOrrery({ store: memoryStore(), models: setupAt(fake) });
    server = await listen({ orrery, port: 0, pages: DIST });
  });
  after(async () => {
    await bench?.close();
    await server?.close();
    await orrery?.close();
    await fake.stop();
  });

  it("drops a run folder, reads it, kills somebody in round 4, reads on, takes it back, branches and compares", async () => {
    const { context, page } = await bench.open(server.url);
    await page.getByText("Either can be dropped anywhere on this page.").waitFor();
    await drop(page, FIXTURE);
    await page.getByRole("heading", { name: `Round ${LAST}` }).waitFor();
    const first = await readOn(page, 4, (told) => told !== "");
    assert.ok(
      first.slice(1).some((told) => told.includes("Patrick")),
      "he acts after round 4",
    );
    await page.getByRole("tab", { name: "God Mode" }).click();
    await page.getByRole("button", { name: "Go there" }).click();

    await killIn(page, 4);
    const without = await readOn(page, 4, (told) => told.includes(DIED));
    for (const [i, told] of without.entries())
      if (i > 0) assert.ok(!told.includes("Patrick"), `nothing of the dead is told in round ${i + 4}`);

    await page.getByRole("tab", { name: "God Mode" }).click();
    await page.getByRole("button", { name: "Go there" }).click();
    await page.getByRole("button", { name: `Take back: ${DIED}` }).click();
    await log(page).getByText(DIED).waitFor({ state: "detached" });
    assert.deepEqual(await readOn(page, 4, (told) => !told.includes(DIED)), first);

    await page.getByRole("tab", { name: "God Mode" }).click();
    await page.getByRole("button", { name: "Go there" }).click();
    await page.getByRole("button", { name: "Branch from here" }).first().click();
    const asked = page.getByRole("dialog");
    await asked.getByRole("textbox").first().fill("without him");
    await asked.getByRole("button", { name: "Branch", exact: true }).click();
    await page.waitForURL(/branch=without/);
    await killIn(page, 4);
    await page.getByRole("button", { name: "Compare…" }).click();
    await page.getByRole("heading", { name: "They part in round 4" }).waitFor();
    await page.getByText(DIED).first().waitFor();
    await page.getByRole("heading", { name: "Who stands otherwise in the end" }).waitFor();
    await page.getByRole("rowheader", { name: NAME }).waitFor();
    await bench.done(context, OURS);
  });

  it("makes a town of thirty, adds two models, whispers to three, and watches who believes it", async () => {
    const { context, page } = await bench.open(server.url);
    await page.getByRole("button", { name: "Start Story" }).click();
    const start = page.getByRole("dialog");
    await start.getByRole("radio", { name: /You play every seat/ }).check();
    await start.getByRole("textbox", { name: "People", exact: true }).fill("30");
    await start.getByRole("textbox", { name: "Rounds", exact: true }).fill(String(ROUNDS));
    await start.getByText("More", { exact: true }).click();
    await start.getByRole("textbox", { name: /^Seed of its dice/ }).fill("harbour");
    await start.locator("button[type=submit]").click();
    await page.waitForURL(/\/runs\//);
    const run = decodeURIComponent(new URL(page.url()).pathname.split("/")[2]!);

    await page.getByRole("tab", { name: "God Mode" }).click();
    await page.getByRole("textbox", { name: "What is whispered" }).fill(RUMOUR);
    const people = page.getByRole("group", { name: "Whispered to" });
    // The first two seats will be models, which tell nobody.
    for (const place of [2, 3, 4]) await people.getByRole("checkbox").nth(place).check();
    await page.getByRole("button", { name: "Whisper it" }).click();
    await log(page).getByText(RUMOUR).waitFor();

    await page.getByRole("tab", { name: "Players" }).click();
    await page.getByRole("button", { name: "Offer models too" }).click();
    const seats = page.getByRole("group", { name: "Who plays which seat" });
    await seats.getByRole("combobox", { name: "Everybody" }).selectOption("bot:resident");
    await counts(seats.getByRole("combobox"), 2);
    const names: string[] = [];
    for (const [place, model] of MODELS.entries()) {
      const more = seats.getByRole("combobox", { name: "One seat more" });
      const name = (await more.getByRole("option").nth(1).textContent())!.trim();
      names.push(name);
      await more.selectOption({ label: name });
      await seats.getByRole("combobox", { name, exact: true }).selectOption(`model:${model}`);
      await counts(seats.getByRole("combobox"), 3 + place);
    }
    const lineup = await page.getByRole("textbox", { name: "Who plays for whom" }).inputValue();
    assert.match(lineup, /^[^=,]+=model:openai,[^=,]+=model:anthropic,\*=bot:resident$/);
    await page.getByRole("button", { name: "Let them play" }).click();
    await page.getByRole("heading", { name: `Round ${ROUNDS}`, exact: true }).waitFor();
    assert.deepEqual(new Set(fake.seen.map(({ family }) => family)), new Set(MODELS));

    await page.getByRole("tab", { name: "Hearsay" }).click();
    const hearers = page.getByRole("list", { name: "have heard" });
    await hearers.getByText("told in round 1").nth(2).waitFor();
    const { agents, settings } = (await orrery.show(run)).view as StoryState;
    const topic = settings.topics[0]!.id;
    const heard = (await orrery.knows(run, "evt_001")).knowers.filter(({ actor }) => getKey(agents, actor));
    const believers = heard.filter(({ actor }) => getKey(agents, actor)!.opinions[topic]! <= 0.25);
    assert.ok(heard.length > 3, `${heard.length} have heard`);
    await counts(hearers.getByRole("listitem"), heard.length);
    await counts(hearers.getByText("believes it"), believers.length);
    await page.getByRole("slider", { name: "Rounds of the story" }).press("Home");
    await page.getByRole("button", { name: "Next round" }).click();
    await page.getByRole("heading", { name: "Round 1", exact: true }).waitFor();
    await counts(hearers.getByRole("listitem"), 3);

    // The same rumour, from the moment before it, in twenty seeds and against none.
    await page.getByRole("link", { name: "Try it in 20 seeds, against none" }).click();
    const plan = await page.getByRole("textbox", { name: "What is played: arms, seeds, measures" }).inputValue();
    assert.ok(plan.includes(RUMOUR) && plan.includes(run) && plan.includes("seeds: 20"), plan);
    await page.getByRole("button", { name: "Run it" }).click();
    await page.getByText("Lines are means over 20 seeds, bands 95 % intervals.").waitFor();
    await readEffect(page, `told mean.${topic}`);
    await page.getByText("The runs behind it").click();
    await counts(page.getByRole("link", { name: "told", exact: true }), 20);
    await bench.done(context, OURS);
  });

  it("runs the experiment that the page begins with, and reads its effect with its interval", async () => {
    const { context, page } = await bench.open(`${server.url}/experiments`);
    const plan = await page.getByRole("textbox", { name: "What is played: arms, seeds, measures" }).inputValue();
    assert.match(plan, /people: 30.*seeds: 20/s);
    await page.getByRole("button", { name: "Run it" }).click();
    await page.getByText("Lines are means over 20 seeds, bands 95 % intervals.").waitFor();
    await readEffect(page, "rumour mean.harbour");
    await bench.done(context, OURS);
  });
});

/** The difference of an effect lies in its interval. */
async function readEffect(page: Page, name: string): Promise<void> {
  const cells = await page
    .getByRole("row", { name: new RegExp(`^${name} `) })
    .getByRole("cell")
    .allInnerTexts();
  const number = (text: string) => Number(text.replace("−", "-"));
  const [, , difference, interval] = cells;
  const [low, high] = interval!.split(" … ").map(number);
  assert.ok(low! <= number(difference!) && number(difference!) <= high!, cells.join(" | "));
  assert.ok(low! < high!, "an interval of nothing says nothing");
}
