// The station as its visitors have it: a game of bots started, watched, looked into and taken another way; and a seat played to the end.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { GlassEvent, GlassState } from "@orrery/worlds/glassbox";
import type { Page } from "playwright-core";
import { type Bench, counts, FILE_MS, openBench, seeAs, skip, until } from "./support.ts";

/** Early kills and many tasks, so that there is something to see. */
const LIVELY = { settings: { killCooldownMs: 10_000, firstKillCooldownMs: 1000, longTasks: 3, shortTasks: 5 } };
/** A person's game in a hurry. */
const SHORT = {
  seats: ["red", "blue", "green", "pink", "orange"].map((id) => ({ id })),
  settings: { limitMs: 60_000, votingMs: 1000, discussionRounds: 1, longTasks: 0 },
};
/** Somebody can call a meeting at once, and everybody speaks in it together. */
const TALK = {
  seats: SHORT.seats,
  settings: { emergencyCooldownMs: 0, preparationAsk: false, discussionOrder: "together", discussionRounds: 1 },
};
/** How long a seat may think: on a busy machine a hurried one never comes to do anything, and plays again with more. */
const HURRIES_MS = [100, 400, 1600, 6400];

/** The game's own clock in seconds, and the page's in milliseconds at that moment. */
async function clock(page: Page): Promise<{ readonly shown: number; readonly now: number }> {
  const [text, now] = (await page.evaluate(`[
    [...document.querySelectorAll("span")].find(({ textContent }) => /^\\d+:\\d\\d$/.test(textContent)).textContent,
    performance.now(),
  ]`)) as [string, number];
  const [minutes, seconds] = text.split(":");
  return { shown: Number(minutes) * 60 + Number(seconds), now };
}
/** Whether all of it is on the screen, with nothing over it and none of its words cut off: runs in the page. */
const IN_SIGHT = `(part) => {
  const { left, right, top, bottom } = part.getBoundingClientRect();
  if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight) return false;
  return part.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2)) && part.scrollWidth <= part.clientWidth;
}`;

/** Why the picture is not what the page is for; null: it is. */
const HIDDEN = `(() => {
  const { left, right, top, bottom } = document.querySelector("svg[aria-label^='Map of the station']").getBoundingClientRect();
  if (top < 0 || bottom > innerHeight || left < 0 || right > innerWidth) return "it reaches from " + top + " to " + bottom;
  const wide = (right - left) / innerWidth;
  if (wide < (innerWidth > 900 ? 0.55 : 0.7)) return "it is " + wide + " of the page wide";
  return bottom - top < innerHeight * 0.4 ? "it is " + (bottom - top) + " high" : null;
})()`;

describe("the station in the browser", { skip, timeout: FILE_MS }, () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench?.close());

  const runOf = (page: Page) => decodeURIComponent(new URL(page.url()).pathname.split("/")[2]!);
  async function start(page: Page, way: RegExp, config: unknown, go: string, seed = "") {
    await page.getByRole("button", { name: /^Start Glass Box/ }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("radio", { name: way }).check();
    await dialog.getByText("More", { exact: true }).click();
    await dialog.getByLabel(/configuration/).fill(JSON.stringify(config));
    await dialog.getByLabel(/seed/i).fill(seed);
    await dialog.getByRole("button", { name: go }).click({ noWaitAfter: true });
    await page.getByRole("img", { name: /^Map of the station/ }).waitFor();
  }

  it("watches bots, reads the killer's mind at the kill, and lets a branch go on from before the vote", async () => {
    const { context, page } = await bench.open("/");
    await start(page, /^Bots play/, LIVELY, "Watch", "a journey");
    const run = runOf(page);
    // It is watched from its beginning, twice as fast as its own clock, however fast bots play it.
    await page.getByRole("button", { name: "Pause" }).waitFor();
    await until(async () => {
      const began = await clock(page);
      await new Promise((done) => setTimeout(done, 3_000));
      const after = await clock(page);
      // A page that stood still for want of a processor catches up: then the next stretch tells.
      const [shown, seconds] = [after.shown - began.shown, (after.now - began.now) / 1_000];
      return shown > 0 && shown <= 2 * seconds + 3;
    }, "it goes on at its pace");
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("tab", { name: "Players" }).click();
    await page.getByText("They have played it to its end.").waitFor();

    // All of it is played, and what has not been watched yet is still no secret told.
    await page.getByRole("tab", { name: "Turns" }).click();
    const turns = page.getByRole("tabpanel").getByRole("listitem");
    await turns.first().waitFor();
    assert.equal(await page.locator('li[data-later="true"]').count(), 0);
    const ending = page.getByRole("button", { name: /Endings/ });
    assert.match((await ending.textContent())!, /0$/);

    const log = await Array.fromAsync(bench.orrery.log(run));
    const find = (type: GlassEvent["type"]) =>
      log.find(({ events }) => (events as unknown as GlassEvent[]).some((event) => event.type === type))!;
    const kill = find("killed");
    const { who: victim, by: killer } = (kill.events as unknown as GlassEvent[]).find(
      (event) => event.type === "killed",
    ) as { who: string; by: string };
    await page.getByRole("heading", { level: 1 }).click();
    // From its beginning: by now it may have been watched beyond the first of them.
    await page.keyboard.press("Home");
    await page.keyboard.press("x");
    await page.getByText(`You are looking at turn ${kill.turn} of`).waitFor();
    // Told as it was, and not as the killer was told: in the list of turns and in the story.
    const news = new RegExp(`${killer} kills ${victim} in the .+\\.`, "i");
    await page.getByRole("tab", { name: "Turns" }).click();
    await page.getByRole("tabpanel").getByText(news).waitFor();
    const caption = page.locator("[class*=caption]");
    await caption.getByText(news).waitFor();
    await page.getByRole("tab", { name: "Minds" }).click();
    const crew = page.getByRole("list", { name: "Crew" });
    await crew.getByRole("button", { name: new RegExp(`${victim}.*dead`, "i") }).waitFor();
    await crew.getByRole("button", { name: new RegExp(`${killer}.*impostor`, "i") }).click();
    const mind = page.getByRole("region", { name: new RegExp(`head of ${killer}`, "i") });
    const { thought } = ((await bench.orrery.show(run, { at: kill.turn })).view as GlassState).players[killer]!;
    assert.notEqual(thought, "");
    await mind.getByText(thought).waitFor();

    // Through the victim's own eyes there is no killer's role, and no thought of anybody else.
    await seeAs(page, victim.charAt(0).toUpperCase() + victim.slice(1));
    await page.getByRole("list", { name: "Crew" }).getByText("you").waitFor();
    await counts(page.getByRole("button", { name: new RegExp(`${killer}.*impostor`, "i") }), 0);
    await counts(mind, 0);

    await seeAs(page, "All eyes");
    await page.getByRole("button", { name: "To the end" }).click();
    await page.getByRole("button", { name: "Earlier turn", exact: true }).click();
    await page.getByRole("tab", { name: "Turns" }).click();
    await page.locator('li[data-later="true"]').first().waitFor();
    assert.match((await ending.textContent())!, /1$/);

    const vote = find("tallied");
    // What is said stands over the map, and the meeting beside it: both without scrolling.
    const spoken = log.flatMap(({ turn, events }) =>
      (events as unknown as GlassEvent[]).flatMap((event) =>
        event.type === "spoke" && event.text !== "" && turn < vote.turn ? [{ turn, text: event.text }] : [],
      ),
    );
    const { turn, text } = spoken.at(-1)!;
    await page.goto(`${bench.server.url}/runs/${run}?at=${turn}&as=*`);
    await caption.getByText(text).waitFor();
    // Beside a statement its signs arrive a moment later, and it stays in sight.
    await page.locator("[data-sign]").first().waitFor();
    for (const part of [caption, page.getByRole("region", { name: /^Meeting/ }).getByText(text)])
      await until(async () => {
        const { y, height } = (await part.last().boundingBox())!;
        return y > 0 && y + height < 860;
      }, `in sight without a scroll: ${text}`);
    // A lie is marked, and a click shows where the speaker really was.
    await page.goto(`${bench.server.url}/runs/${run}?at=${vote.turn}&as=*`);
    const lie = page.locator('[data-sign="lie"] button').first();
    await lie.click();
    await page.getByText(/^really: /).waitFor();
    await page.getByRole("button", { name: "Back to the table" }).first().click();
    await counts(page.getByText(/^really: /), 0);
    await page.getByRole("tab", { name: "Minds" }).click();
    await page.getByRole("table", { name: "Who suspects whom" }).last().waitFor();
    // With one pair of eyes nothing is listed that they do not know, unless that is wanted.
    const blind = log[1]!.actions[0]!.actorId === "red" ? "blue" : "red";
    const unaware = log.find(({ events }) =>
      (events as unknown as GlassEvent[]).some(
        (event) =>
          event.type === "killed" && event.by !== blind && event.who !== blind && !event.witnesses.includes(blind),
      ),
    );
    if (unaware) {
      await page.goto(`${bench.server.url}/runs/${run}?at=${unaware.turn}&as=${blind}`);
      await page.getByRole("tab", { name: "Turns" }).click();
      const row = page.locator(`[data-turn="${unaware.turn}"]`);
      await row.getByText("knows nothing of this").waitFor();
      await page.getByRole("checkbox", { name: /^Hide what/ }).uncheck();
      await row.getByText(/kills/).waitFor();
    }
    // What stood behind the votes is there for all eyes.
    await page.goto(`${bench.server.url}/runs/${run}?at=${vote.turn}&as=*`);
    const voted = page.getByRole("region", { name: /^Meeting/ });
    await voted.getByText("Thoughts and suspicions").click();
    await voted
      .getByRole("list", { name: "Suspicions" })
      .first()
      .getByText(/\d+ %$/)
      .first()
      .waitFor();
    await page.goto(`${bench.server.url}/runs/${run}?at=${vote.turn - 1}&as=*`);
    await page.getByText(`You are looking at turn ${vote.turn - 1} of`).waitFor();
    await page.getByRole("button", { name: "Branch from here…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Branch", exact: true }).click();
    await page.waitForURL(/branch=/);
    // Nobody plays there yet: that is said where words would be written, and is one click away.
    const goOn = page.getByRole("button", { name: "Let bots go on" });
    await goOn.waitFor();
    assert.equal(await page.getByLabel("What do you do?").count(), 0, "with all eyes nobody is spoken for");
    await goOn.click();
    await page.getByRole("button", { name: "Pause" }).waitFor();
    // The button is gone, and keys are still in the page.
    await counts(page.locator(":focus"), 1);
    await page.getByRole("tab", { name: "Players" }).click();
    await page.getByText("They have played it to its end.").waitFor();
    const branch = (await bench.orrery.branches(run)).find(({ name }) => name !== "main")!;
    assert.notEqual((await bench.orrery.show(run, { branch: branch.name })).outcome, null);
    assert.ok(branch.head.turn > vote.turn - 1);
    await bench.done(context);
  });

  it("shows the whole map while it is watched, and a board in a seat as large as there is room for, on a low screen", async () => {
    const low = { viewport: { width: 1280, height: 800 } };
    const { orrery } = bench;
    const { run } = await orrery.createRun({ world: "glassbox", seed: "low" });
    await orrery.play(run, { agents: "*=bot:detective" });
    const watched = await bench.open(`/runs/${run}?at=20&as=*&play=1`, low);
    const map = (await watched.page.getByRole("img", { name: /^Map of the station/ }).boundingBox())!;
    assert.ok(map.y + map.height <= 800, `it ends at ${map.y + map.height}`);
    await bench.done(watched.context);
    const { run: game } = await orrery.createRun({ world: "tictactoe" });
    const seat = await bench.open(`/seat/${encodeURIComponent(await orrery.invite(game, "x"))}`, low);
    const board = (await seat.page.getByRole("toolbar").boundingBox())!;
    assert.ok(board.width >= 370, `it is ${board.width} wide`);
    assert.equal(await seat.page.evaluate("document.documentElement.scrollHeight"), 800, "nothing needs a scroll");
    await bench.done(seat.context);
    const { run: table } = await orrery.createRun({ world: "glassbox", config: TALK });
    const began = await fetch(`${bench.server.url}/api/runs/${table}/agents`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ agents: "red=person,*=bot:detective" }),
    });
    assert.ok(began.ok, await began.text());
    const red = await bench.open(`/seat/${encodeURIComponent(await orrery.invite(table, "red"))}`, low);
    await red.page
      .getByRole("button", { name: /emergency button/i })
      .first()
      .click();
    const words = red.page.getByLabel("Say to everyone");
    await words.waitFor();
    assert.equal(await red.page.getByRole("textbox").count(), 1, "there is one field to speak in");
    for (const part of ["textarea", "label:has(textarea)", "form:has(textarea) button"])
      await until(
        async () => (await red.page.evaluate(`(${IN_SIGHT})(document.querySelector("${part}"))`)) === true,
        `what may be written is there to be read: ${part}`,
      );
    await bench.done(red.context);
  });

  it("gives the picture most of the page while one looks back, with a meeting or without", async () => {
    const { orrery } = bench;
    const { run } = await orrery.createRun({ world: "glassbox", seed: "low" });
    await orrery.play(run, { agents: "*=bot:detective" });
    const lines = await Array.fromAsync(orrery.log(run));
    const first = (type: GlassEvent["type"]) =>
      lines.find(({ events }) => (events as unknown as GlassEvent[]).some((event) => event.type === type))!.turn;
    for (const [width, height] of [
      [1280, 800],
      [1440, 900],
      [390, 844],
      [768, 1024],
    ] as const) {
      const { context, page } = await bench.open("about:blank", { viewport: { width, height } });
      for (const [turn, as] of [
        [first("killed"), "*"],
        [first("tallied"), "*"],
        [first("tallied"), "blue"],
      ] as const) {
        await page.goto(`${bench.server.url}/runs/${run}?at=${turn}&as=${as}`);
        const map = page.getByRole("img", { name: /^Map of the station/ });
        await map.waitFor();
        await page.getByRole("button", { name: "Back to here…" }).waitFor();
        const problem = await page.evaluate(HIDDEN);
        assert.equal(problem, null, `at ${turn} as ${as} on ${width}×${height}`);
      }
      await bench.done(context);
    }
  });

  it("takes a seat among bots and plays it to the end", async () => {
    let done = false;
    for (const decisionDeadlineMs of HURRIES_MS) done ||= await playASeat(decisionDeadlineMs);
    assert.ok(done, "what was pressed was done");
  });

  /** True when something that was pressed was done. */
  async function playASeat(decisionDeadlineMs: number): Promise<boolean> {
    const { context, page } = await bench.open("/");
    const settings = { ...SHORT.settings, decisionDeadlineMs };
    await start(page, /You take a seat/, { ...SHORT, settings }, "Take the seat");
    const run = runOf(page);
    await page.getByText("You play Red").waitFor();
    assert.match(await page.title(), /^Glass Box/);
    const controls = page.getByRole("region", { name: "What you can do" });
    const mine: string[] = [];
    // Time goes on without us: what was offered may be gone by the time it is pressed.
    let patience = 500;
    const tried = (click: (options: { timeout: number }) => Promise<void>) =>
      click({ timeout: patience }).then(
        () => true,
        () => {
          patience = Math.min(10_000, patience * 1.5);
          return false;
        },
      );
    const over = page.locator("b", { hasText: /^(The crew wins|The impostors win|Nobody wins): [^.]+\.$/ });
    while (!(await over.isVisible())) {
      const press = async (group: string) => {
        const button = controls.getByRole("group", { name: group }).getByRole("button").first();
        if (!(await button.isVisible())) return false;
        const pressed = await tried((options) => button.click(options));
        if (pressed) mine.push(group);
        return pressed;
      };
      const words = controls.getByLabel("Say to everyone");
      if (await words.isVisible()) {
        await tried((options) => words.fill("I was at my work.", options));
        await tried((options) => controls.getByRole("button", { name: "Say it" }).click(options));
      } else
        (await press("Vote for")) || (await press("Kill")) || (await press("Use or report")) || (await press("Go to"));
      await new Promise((done) => setTimeout(done, 150));
    }
    const log = await Array.fromAsync(bench.orrery.log(run));
    const own = log.flatMap(({ actions }) => actions).filter(({ actorId }) => actorId === "red");
    assert.notEqual((await bench.orrery.show(run)).outcome, null);
    // Time went on while a click was on its way: that is refused, and told.
    await bench.done(context, /409/);
    return mine.length > 0 && own.some(({ type }) => type !== "wait");
  }
});
