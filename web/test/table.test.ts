// The table in the browser, by keyboard: characters are chosen, the game master is asked, god puts something right, a roll is proved; an adventure is played to two endings; a character dies, and lives on a branch.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { TableState } from "@orrery/worlds/table";
import type { Locator, Page } from "playwright-core";
import type { Line } from "../src/shapes.ts";
import { messagesIn, turnsTold } from "../src/stage/table/stream.ts";
import { type Bench, FILE_MS, openBench, skip, until } from "./support.ts";

/** With these dice Ilsa comes by the wishes below to the silver in the crypt, and a lone wizard who picks a fight on the road is dead in two rounds of waiting. */
const SILVER = "silver1";
const DEADLY = "fall4";
const ROUNDS_MOST = 12;
/** What is chosen where it is offered, the first of them first; in a fight, the first choice. */
const WISHES = [
  "Slip away with the silver",
  "Open the copper box",
  "Go down to the crypt",
  "Feel along the floor",
  "Go in",
  "Creep past the porter",
  "Walk out along the stones",
  "Take the causeway",
  "Go on to the Waystone",
  "Pay the toll",
  "Promise to go",
  "Take the Salt Road",
];
const MESSAGES_MOST = 40;

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

  /** Starts the adventure with one character, and with dice that are the same each time. */
  async function begin(name: string, seed: string) {
    const { context, page } = await bench.open("/worlds");
    // The page asks for dice that nobody knows; the same ones make the same way to an ending.
    await page.route("**/api/runs", (route) =>
      route.request().method() === "POST"
        ? route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), seed }) })
        : route.fallback(),
    );
    await press(page, page.getByRole("button", { name: "Start The Third Bell" }));
    const dialog = page.getByRole("dialog");
    const card = (who: string) => dialog.getByRole("checkbox", { name: new RegExp(`^${who}`) });
    if (name !== "Ilsa Vane") {
      await press(page, card("Ilsa Vane"), "Space");
      await press(page, card(name), "Space");
    }
    await press(page, dialog.getByRole("button", { name: "Begin", exact: true }));
    await log(page).getByText("Thornwick has drawn up its chairs.").waitFor();
    await until(() => choices(page).first().isEnabled(), "the first choice can be made");
    const run = decodeURIComponent(new URL(page.url()).pathname.split("/")[2]!);
    const state = async (branch = "main") => (await bench.orrery.show(run, { branch })).view as TableState;
    return { context, page, run, state };
  }

  /** Makes a choice by its number key. */
  const choose = async (page: Page, title: string) => {
    const titles = await choices(page).locator("b").allTextContents();
    assert.ok(titles.includes(title), `${title} is offered among ${titles}`);
    await told(page, () => page.keyboard.press(`${titles.indexOf(title) + 1}`));
  };
  const does = async (page: Page, words: string) => {
    await page.locator("#words").fill(words);
    await told(page, () => page.keyboard.press("Enter"));
    await page.locator("#words").evaluateAll((fields) => {
      for (const field of fields) (field as unknown as { blur(): void }).blur();
    });
  };

  /** Branches from before what was said, and waits until the branch can be played. */
  async function branchBefore(page: Page, words: string): Promise<string> {
    const message = log(page)
      .getByRole("article")
      .filter({ hasText: `› ${words}` });
    await press(page, message.getByRole("button", { name: /^What if I had not/ }));
    await press(page, page.getByRole("dialog").getByRole("button", { name: "Branch", exact: true }));
    await page.waitForURL(/branch=/);
    await until(
      async () =>
        !(await isOver(page)) && (await choices(page).count()) > 0 && (await choices(page).first().isEnabled()),
      "the branch stands before the end",
    );
    return new URL(page.url()).searchParams.get("branch")!;
  }

  it("thinks, asks, shows why, puts right, and proves a roll", async () => {
    const { context, page, state } = await begin("Bram Oakhand", "journey");

    // Thinking takes no time, and shows what speaks for and against.
    const before = (await state()).now;
    await page.getByRole("heading", { level: 1 }).click();
    await told(page, () => say(page, "I think about my options."));
    await page.getByRole("complementary", { name: "Thinking it over" }).waitFor();
    assert.deepEqual((await state()).now, { ...before, micro: before.micro + 1 });

    // Why the armour class is what it is.
    await press(page, page.getByRole("button", { name: /^Why Armour is 19/ }));
    await page.getByRole("note").getByText("Chain mail").waitFor();

    // The game master answers a question out of the story, and the story stands still.
    const asked = await state();
    await press(page, page.getByRole("button", { name: "DM", exact: true }));
    await page.getByRole("button", { name: "DM", exact: true, pressed: true }).waitFor();
    await told(page, async () => {
      await page.getByRole("textbox", { name: "Ask the game master, out of the story" }).fill("Why is my armour 19?");
      await page.keyboard.press("Enter");
    });
    const answered = await state();
    assert.deepEqual([answered.told!.mode, answered.now], ["DM", asked.now]);
    assert.match(answered.told!.narrative, /Chain mail/i);
    await log(page)
      .getByRole("article")
      .last()
      .getByText(/Chain mail/i)
      .first()
      .waitFor();
    await press(page, page.getByRole("button", { name: "STORY", exact: true }));

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

    // Each refused line is told with its number, and can be left out: the rest applies.
    const block = "GOD_MODE_SET:\nplayer_character_data.temp_hp = 3\nworld_data.npcs.x.status = __DELETE__";
    await god.getByRole("textbox", { name: "Changes, one a line" }).fill(block);
    await god.getByText("line 3", { exact: true }).waitFor();
    await press(page, god.getByRole("button", { name: "Leave out line 3" }));
    await god.getByText("line 2 · ").waitFor();
    await until(
      () => god.getByRole("button", { name: "Apply as one turn" }).isEnabled(),
      "what is left can be applied",
    );
    await press(page, god.getByRole("button", { name: "Return to story" }));

    // The whole sheet on one page, and back to the story.
    await press(page, page.getByRole("button", { name: "Sheet", exact: true }));
    await page.getByRole("main").getByText("Animal handling").waitFor();
    assert.equal(await log(page).count(), 0);
    await press(page, page.getByRole("button", { name: "Scene", exact: true }));
    await log(page).waitFor();

    // Something is rolled, and the roll is opened to its proof.
    await until(() => choices(page).first().isEnabled(), "the story goes on");
    await page.getByRole("heading", { level: 1 }).click();
    await choose(page, "Ask about the bell");
    await prove(page, page.getByRole("button", { name: /Open its proof$/ }).first());

    // What happened stands on the band of the sky, and a mark leads back to its turn.
    const marks = page.getByRole("list", { name: "What happened, by the hour" });
    await press(page, marks.getByRole("button", { name: /^13:/ }).first());
    await page.getByRole("button", { name: "To the newest turn" }).first().waitFor();
    await bench.done(context);
  });

  it("plays an adventure by number keys to an ending, and from before it to another", async () => {
    const { context, page, run, state } = await begin("Ilsa Vane", SILVER);
    for (let n = 0; n < MESSAGES_MOST && !(await isOver(page)); n++) {
      const titles = await choices(page).locator("b").allTextContents();
      await choose(page, WISHES.find((wish) => titles.includes(wish)) ?? titles[0]!);
    }
    await page.getByRole("heading", { level: 3, name: "Eighty years of silver" }).waitFor();
    assert.equal((await state()).ended, "silver");
    assert.ok((await log(page).getByRole("article").count()) > 12, "it is a whole adventure");

    // What if the road had not been taken: the company sleeps in the village until the bell has rung.
    const branch = await branchBefore(page, "Take the Salt Road");
    assert.equal((await bench.orrery.branches(run)).length, 2);
    await does(page, "long rest");
    await choose(page, "Ask about the bell");
    await choose(page, "Tell the reeve the truth");
    await page.getByRole("heading", { level: 3, name: "One string left over" }).waitFor();
    assert.deepEqual([(await state(branch)).ended, (await state()).ended], ["too_late", "silver"]);
    await bench.done(context);
  });

  it("makes a wizard by the rules, and says what is missing until she is whole", async () => {
    const { context, page } = await bench.open("/worlds");
    await press(page, page.getByRole("button", { name: "Start The Third Bell" }));
    await press(page, page.getByRole("button", { name: "Make a character" }));
    const maker = page.getByRole("dialog", { name: "Make a character" });
    const take = maker.getByRole("button", { name: "Take this character" });
    await maker.getByRole("textbox", { name: "Name" }).fill("Mira Sand");
    await maker.getByRole("combobox", { name: "Class" }).selectOption("wizard");
    await maker.getByRole("combobox", { name: "Level" }).selectOption("1");
    await maker.getByRole("spinbutton", { name: "Strength" }).fill("15");
    await maker.getByRole("spinbutton", { name: "Intelligence" }).fill("15");
    await maker.getByRole("status").getByText("These scores cost 32 points, and there are 27.").waitFor();
    assert.ok(await take.isDisabled(), "what is missing is said, and nobody half made plays");
    await maker.getByRole("spinbutton", { name: "Strength" }).fill("8");
    await maker.getByRole("spinbutton", { name: "Charisma" }).fill("10");
    for (const list of await maker
      .locator("fieldset")
      .filter({ has: page.getByRole("checkbox") })
      .all()) {
      const [chosen, all] = (await list.locator("legend small").textContent())!.match(/\d+/g)!.map(Number);
      for (let n = chosen!; n < all!; n++)
        await list.getByRole("checkbox", { checked: false, disabled: false }).first().click();
    }
    await until(() => take.isEnabled(), "she is whole");
    await press(page, take);
    await press(page, page.getByRole("dialog").getByRole("button", { name: "Begin", exact: true }));
    await log(page).getByText("Thornwick has drawn up its chairs.").waitFor();
    await until(() => choices(page).first().isEnabled(), "the first choice can be made");
    const run = decodeURIComponent(new URL(page.url()).pathname.split("/")[2]!);
    const [mira] = Object.values(((await bench.orrery.show(run, {})).view as TableState).heroes);
    // A human's intelligence of 15 is 16, and so she knows four spells.
    assert.deepEqual([mira!.name, mira!.class, mira!.spells.length], ["Mira Sand", "wizard", 4]);
    await bench.done(context);
  });

  it("dies in a fight, and lives on a branch from before it", async () => {
    const { context, page, state } = await begin("Tobin Quill", DEADLY);
    await does(page, "go to salt road");
    await does(page, "attack perrin");
    await page.getByRole("list", { name: "Turn order" }).waitFor();
    for (let n = 0; n < ROUNDS_MOST && !(await isOver(page)); n++) await does(page, "wait");
    const [tobin] = Object.values((await state()).heroes);
    assert.deepEqual([tobin!.dead, (await state()).ended], [true, "fallen"]);
    await page.getByRole("heading", { level: 3, name: "The last of the company" }).waitFor();
    assert.equal(await page.locator("#words").count(), 0, "the dead say nothing more");

    // Before the attack: there Tobin is unhurt, and goes his way.
    const branch = await branchBefore(page, "attack perrin");
    const [alive] = Object.values((await state(branch)).heroes);
    assert.deepEqual([alive!.dead, alive!.hp > 0, (await state(branch)).combat], [false, true, null]);
    await does(page, "go to thornwick");
    assert.equal((await state(branch)).at, "loc_thornwick_001");
    assert.equal((await state()).ended, "fallen", "the first line is as it was");
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
