// The table in the browser, by keyboard: a character is chosen, an adventure is played to an ending, a roll is proved, god puts something right, and a branch goes another way.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TableState } from "@orrery/worlds/table";
import type { Locator, Page } from "playwright-core";
import type { Line } from "../src/shapes.ts";
import { messagesIn, turnsTold } from "../src/stage/table/stream.ts";
import { type Bench, FILE_MS, openBench, skip, until } from "./support.ts";

/** Messages by keys before the bot goes on. */
const MESSAGES_MOST = 80;
const SEED = "journey";

describe("the story as messages", () => {
  const told = (sequence: number, input: string) => ({
    sequence,
    mode: "STORY",
    hero: "pc_ilsa_001",
    input,
    narrative: `told ${sequence}`,
    god_mode_response: "",
  });
  const lines = [
    { turn: 0, events: [] },
    { turn: 1, events: [{ type: "narrated", told: told(1, "") }] },
    { turn: 2, events: [{ type: "rolled" }] },
    { turn: 3, events: [{ type: "passed" }] },
    { turn: 4, events: [{ type: "narrated", told: told(2, "Knock") }] },
    { turn: 5, events: [{ type: "rolled" }] },
  ] as unknown as readonly Line[];
  it("is read from an owner's events and from a seat's percepts alike", () => {
    const seat = lines.map((line) => ({
      ...line,
      events: (line.events as readonly { type: string; told?: object }[]).flatMap((event) =>
        event.told ? [{ is: "told", ...event.told }] : [],
      ),
    })) as unknown as readonly Line[];
    assert.deepEqual(messagesIn(seat, 9), messagesIn(lines, 9));
    assert.deepEqual(
      messagesIn(lines, 9).map(({ turn, from, input }) => [turn, from, input]),
      [
        [1, null, ""],
        [4, 1, "Knock"],
      ],
    );
  });
  it("ends at the turn in view, and knows the turns of its dice", () => {
    assert.equal(messagesIn(lines, 3).length, 1);
    assert.deepEqual(turnsTold(lines, 5), [2, 3, 4]);
    assert.deepEqual(turnsTold(lines, 0), []);
  });
});

describe("the table in the browser", { skip, timeout: FILE_MS }, () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench?.close());

  const press = async (page: Page, what: Locator, key = "Enter") => {
    await what.focus();
    await page.keyboard.press(key);
  };
  const choices = (page: Page) => page.getByRole("list", { name: "What you could do" }).getByRole("button");
  const log = (page: Page) => page.getByRole("log", { name: "The story" });
  /** Does something and waits until it has been told. */
  async function told(page: Page, act: () => Promise<unknown>): Promise<void> {
    const messages = log(page).getByRole("article");
    const [before, last] = [await messages.count(), await messages.last().textContent()];
    await act();
    await until(
      async () => (await messages.count()) !== before || (await messages.last().textContent()) !== last,
      "it is told",
    );
    await until(
      async () =>
        (await page.getByRole("heading", { level: 3, name: /./ }).count()) > 0 &&
        ((await isOver(page)) || ((await choices(page).count()) > 0 && (await choices(page).first().isEnabled()))),
      "something can be done",
    );
  }
  const isOver = (page: Page) => page.getByText("Nothing is lost: go back to any message").isVisible();
  const say = async (page: Page, words: string) => {
    await page.keyboard.press("5");
    await page.keyboard.type(words);
    await page.keyboard.press("Enter");
    await page.locator("#words").evaluate("field => field.blur()");
  };

  it("plays an adventure from the choice of a character to an ending, and another way from there", async () => {
    const { context, page } = await bench.open("/worlds");
    // The page asks for dice that nobody knows; the same ones make the same way to an ending.
    await page.route("**/api/runs", (route) =>
      route.request().method() === "POST"
        ? route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), seed: SEED }) })
        : route.fallback(),
    );
    await press(page, page.getByRole("button", { name: "Start The Third Bell" }));
    const dialog = page.getByRole("dialog");
    await press(page, dialog.getByRole("checkbox", { name: /^Ilsa Vane/ }), "Space");
    await press(page, dialog.getByRole("checkbox", { name: /^Bram Oakhand/ }), "Space");
    await press(page, dialog.getByRole("button", { name: "Begin", exact: true }));
    await log(page).getByText("Thornwick has drawn up its chairs.").waitFor();
    await until(() => choices(page).first().isEnabled(), "the first choice can be made");
    const run = decodeURIComponent(new URL(page.url()).pathname.split("/")[2]!);
    const state = async () => (await bench.orrery.show(run)).view as TableState;

    // Thinking takes no time, and shows what speaks for and against.
    const before = (await state()).now;
    await page.getByRole("heading", { level: 1 }).click();
    await told(page, () => say(page, "I think about my options."));
    await page.getByRole("complementary", { name: "Thinking it over" }).waitFor();
    assert.deepEqual((await state()).now, { ...before, micro: before.micro + 1 });

    // Why the armour class is what it is.
    await press(page, page.getByRole("button", { name: /^Why Armour is 19/ }));
    await page.getByRole("note").getByText("Chain mail").waitFor();

    // God gives ten pieces of gold: seen before it is done, and taken back.
    const gold = () => state().then(({ heroes }) => Object.values(heroes)[0]!.gold);
    assert.equal(await gold(), 18);
    await press(page, page.getByRole("button", { name: "GOD", exact: true }));
    const god = page.getByRole("region", { name: "Set things right" });
    await god.locator("ins").getByText("28").waitFor();
    assert.equal(await gold(), 18, "nothing is done before it is applied");
    await press(page, god.getByRole("button", { name: "Apply as one turn" }));
    await god.getByText("Done, as turn").waitFor();
    assert.equal(await gold(), 28);
    await press(page, god.getByRole("button", { name: "Take it back" }));
    await until(async () => (await gold()) === 18, "it is taken back");
    await god.getByLabel("Changes, one a line").fill("GOD_MODE_SET:\nplayer_character_data.hp_max = 99");
    await god.getByText(/hp_max is derived/).waitFor();
    assert.ok(await god.getByRole("button", { name: "Apply as one turn" }).isDisabled());
    await press(page, god.getByRole("button", { name: "Return to story" }));

    // To the end, by number keys; the first roll on the way is opened to its proof.
    let proved = false;
    for (let n = 0; n < MESSAGES_MOST && !(await isOver(page)); n++) {
      const count = await choices(page).count();
      const fights = (await page.getByRole("list", { name: "Turn order" }).count()) > 0;
      await page.getByRole("heading", { level: 1 }).click();
      await told(page, () => page.keyboard.press(`${fights ? 1 : 1 + (n % count)}`));
      const roll = page.getByRole("button", { name: /Open its proof$/ }).first();
      if (!proved && (await roll.isVisible())) {
        await prove(page, roll);
        proved = true;
      }
    }
    // Keys in a fixed order may go in circles; then the bot goes on from here, and the page shows its way to an ending.
    if (!(await isOver(page))) {
      const agents = new URL(`/api/runs/${run}/agents`, page.url()).href;
      assert.equal((await page.request.post(agents, { data: { agents: "*=bot:scripted" } })).status(), 202);
      await page.getByText("Nothing is lost: go back to any message").waitFor();
    }
    assert.ok(await isOver(page), "the story has an end");
    assert.ok(proved, "something was rolled");
    const { ended } = await state();
    assert.notEqual(ended, null);

    // What if that had not been said: a branch from before it, where the story goes on.
    await press(
      page,
      log(page)
        .getByRole("button", { name: /^What if I had not/ })
        .last(),
    );
    await press(page, page.getByRole("dialog").getByRole("button", { name: "Branch", exact: true }));
    await page.waitForURL(/branch=/);
    await until(
      async () => !(await isOver(page)) && (await choices(page).count()) > 0,
      "the branch stands before the end",
    );
    assert.equal((await bench.orrery.branches(run)).length, 2);
    await page.getByRole("heading", { level: 1 }).click();
    await told(page, () => page.keyboard.press("1"));
    assert.equal((await state()).ended, ended, "the first line is as it was");
    await bench.done(context);
  });

  async function prove(page: Page, roll: Locator): Promise<void> {
    await press(page, roll);
    const dialog = page.getByRole("dialog");
    await dialog.getByText("The seed is still secret").first().waitFor();
    await press(page, dialog.getByRole("button", { name: /^Reveal the seed/ }));
    await press(page, page.getByRole("dialog").last().getByRole("button", { name: "Reveal it" }));
    await dialog
      .getByText(/^Proved/)
      .first()
      .waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  }
});
