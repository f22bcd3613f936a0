// The station as its visitors have it: a game of bots started, watched, looked into and taken another way; and a seat played to the end.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { GlassEvent, GlassState } from "@orrery/worlds/glassbox";
import type { Page } from "playwright-core";
import { type Bench, openBench, skip } from "./support.ts";

/** Kills come early, tasks are many: whoever watches has something to see. */
const LIVELY = { settings: { killCooldownMs: 10_000, firstKillCooldownMs: 1000, longTasks: 3, shortTasks: 5 } };
/** A person's game in a hurry. */
const SHORT = {
  seats: ["red", "blue", "green", "pink", "orange"].map((id) => ({ id })),
  settings: { limitMs: 60_000, decisionDeadlineMs: 100, votingMs: 1000, discussionRounds: 1, longTasks: 0 },
};

/** The game's own clock, in seconds. */
async function clock(page: Page): Promise<number> {
  const [minutes, seconds] = (await page
    .getByText(/^\d+:\d\d$/)
    .first()
    .textContent())!.split(":");
  return Number(minutes) * 60 + Number(seconds);
}
/** Whether the words in an empty field are no wider than the field: runs in the page. */
const FITS = `(field) => {
  const style = getComputedStyle(field);
  const pen = document.createElement("canvas").getContext("2d");
  pen.font = style.font;
  const room = field.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  return pen.measureText(field.placeholder).width <= room;
}`;

describe("the station in the browser", { skip, timeout: 180_000 }, () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench?.close());

  const runOf = (page: Page) => decodeURIComponent(new URL(page.url()).pathname.split("/")[2]!);
  async function start(page: Page, way: RegExp, config: unknown, go: string) {
    await page.getByRole("button", { name: /^Start Glass Box/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: way }).check();
    await dialog.getByText("More", { exact: true }).click();
    await dialog.getByLabel(/configuration/).fill(JSON.stringify(config));
    await dialog.getByRole("button", { name: go }).click({ noWaitAfter: true });
    // Bots that play a whole game at once leave little of this process to the server and to us.
    await page.getByRole("list", { name: "Crew" }).waitFor({ timeout: 60_000 });
  }

  it("watches bots, reads the killer's mind at the kill, and lets a branch go on from before the vote", async () => {
    const { context, page } = await bench.open("/");
    await start(page, /^Bots play/, LIVELY, "Watch");
    const run = runOf(page);
    // It is watched from its beginning, twice as fast as its own clock, however fast bots play it.
    const [began, since] = [await clock(page), performance.now()];
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await new Promise((done) => setTimeout(done, 3_000));
    const [shown, seconds] = [(await clock(page)) - began, (performance.now() - since) / 1_000];
    assert.ok(shown > 0 && shown <= 2 * seconds + 3, `${shown} s of the game in ${seconds} s`);
    await page.getByRole("tab", { name: "Models" }).click();
    await page.getByText("They have played it to its end.").waitFor({ timeout: 60_000 });

    const log = await Array.fromAsync(bench.orrery.log(run));
    const find = (type: GlassEvent["type"]) =>
      log.find(({ events }) => (events as unknown as GlassEvent[]).some((event) => event.type === type))!;
    const kill = find("killed");
    const { who: victim, by: killer } = (kill.events as unknown as GlassEvent[]).find(
      (event) => event.type === "killed",
    ) as { who: string; by: string };
    await page.getByRole("heading", { level: 1 }).click();
    await page.keyboard.press("x");
    await page.getByText(`You are looking at turn ${kill.turn} of`).waitFor();
    const crew = page.getByRole("list", { name: "Crew" });
    await crew.getByRole("button", { name: new RegExp(`${victim}.*dead`, "i") }).waitFor();
    await crew.getByRole("button", { name: new RegExp(`${killer}.*impostor`, "i") }).click();
    const mind = page.getByRole("region", { name: new RegExp(`head of ${killer}`, "i") });
    const { thought } = ((await bench.orrery.show(run, { at: kill.turn })).view as GlassState).players[killer]!;
    assert.notEqual(thought, "");
    await mind.getByText(thought).waitFor();

    // Through the victim's own eyes there is no killer's role, and no thought of anybody else.
    await page.getByLabel("See as").selectOption(victim);
    await page.getByRole("list", { name: "Crew" }).getByText("you").waitFor();
    assert.equal(await page.getByRole("button", { name: new RegExp(`${killer}.*impostor`, "i") }).count(), 0);
    assert.equal(await mind.count(), 0);

    const vote = find("tallied");
    await page.goto(`${bench.server.url}/runs/${run}?at=${vote.turn - 1}&as=*`);
    await page.getByText(`You are looking at turn ${vote.turn - 1} of`).waitFor();
    await page.getByRole("button", { name: "Branch from here…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Branch", exact: true }).click();
    await page.waitForURL(/branch=/);
    await page.getByRole("tab", { name: "Models" }).click();
    await page.getByRole("button", { name: "Let them play" }).click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await page.getByText("They have played it to its end.").waitFor({ timeout: 60_000 });
    const branch = (await bench.orrery.branches(run)).find(({ name }) => name !== "main")!;
    assert.notEqual((await bench.orrery.show(run, { branch: branch.name })).outcome, null);
    assert.ok(branch.head.turn > vote.turn - 1);
    await bench.done(context);
  });

  it("takes a seat among bots and plays it to the end", async () => {
    const { context, page } = await bench.open("/");
    await start(page, /You take a seat/, SHORT, "Take the seat");
    const run = runOf(page);
    await page.getByText("You play Red").waitFor();
    assert.match(await page.title(), /^Glass Box/);
    const fits = await page.evaluate(`(${FITS})(document.querySelector("#words"))`);
    assert.equal(fits, true, "what may be written is there to be read");
    const controls = page.getByRole("region", { name: "What you can do" });
    const mine: string[] = [];
    const over = page.getByText(/^(The crew wins|The impostors win|Nobody wins)$/).first();
    for (let i = 0; i < 400 && !(await over.isVisible()); i++) {
      const press = async (group: string) => {
        const button = controls.getByRole("group", { name: group }).getByRole("button").first();
        if (!(await button.isVisible())) return false;
        // Time goes on without us: what was offered may be gone by the time it is pressed.
        const pressed = await button.click({ timeout: 500 }).then(
          () => true,
          () => false,
        );
        if (pressed) mine.push(group);
        return pressed;
      };
      const words = controls.getByLabel("Say to everyone");
      if (await words.isVisible()) {
        await words.fill("I was at my work.", { timeout: 500 }).catch(() => {});
        await controls
          .getByRole("button", { name: "Say it" })
          .click({ timeout: 500 })
          .catch(() => {});
      } else
        (await press("Vote for")) || (await press("Kill")) || (await press("Use or report")) || (await press("Go to"));
      await new Promise((done) => setTimeout(done, 150));
    }
    await over.waitFor();
    const log = await Array.fromAsync(bench.orrery.log(run));
    const own = log.flatMap(({ actions }) => actions).filter(({ actorId }) => actorId === "red");
    assert.ok(mine.length > 0 && own.some(({ type }) => type !== "wait"), "what was pressed was done");
    assert.notEqual((await bench.orrery.show(run)).outcome, null);
    // Time went on while a click was on its way: that is refused, and told.
    await bench.done(context, /409/);
  });
});
