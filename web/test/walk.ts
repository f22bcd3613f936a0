// A walk through every page and state, in any language, shared by the tests of looks, words and access.
import type { AnyWorld } from "@orrery/kernel";
import { fixedOutside, shippedWorlds, tellExamples } from "@orrery/runtime";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { ballot } from "../../server/test/support.ts";
import { say } from "../src/lobby-words.ts";
import { say as ofField } from "../src/run/form-words.ts";
import { say as settingsWord } from "../src/settings-words.ts";
import { n, t } from "../src/words.ts";
import { type Bench, isAsking, openBench, tell, until } from "./support.ts";

export interface Tour {
  readonly bench: Bench;
  /** In the middle of a mystery, with a refusal, turns taken back, and a branch. */
  readonly mystery: string;
  readonly cottage: string;
  readonly board: string;
  readonly ballot: string;
  readonly locked: string;
}
/** What pages may complain of on the way: answers that are meant to be no. */
export const EXPECTED = /status of (400|401|404)/;
const TOKEN = "the owner's";
/** A moment after everything on the tour has happened, so that it was "just now" on every run of it. */
const NOW = 1_700_000_030_000;

/** Always the same: ids, times and dice are fixed. `more`: worlds beside those that everybody has; the first is played. */
export async function openTour(more: readonly AnyWorld[] = [ballot as AnyWorld]): Promise<Tour> {
  const bench = await openBench(shippedWorlds(more), fixedOutside("tour"));
  const { orrery } = bench;
  const [cottage, board] = (await tellExamples(orrery)) as [string, string];
  const { run: mystery } = await orrery.createRun({ world: "house/mystery", seed: "tour" });
  await tell(
    orrery,
    mystery,
    "main",
    ...["go north", "examine the desk", "go south", "go east", "go north", "go south", "go west", "fly to the moon"],
    ...["go up", "go down", "go west", "ask finch about lord vane", "go west", "wait"],
  );
  await orrery.rollback(mystery, 12);
  await orrery.god(mystery, { type: "move", targetId: "osei", metadata: { room: "garden" } });
  await tell(orrery, mystery, "main", "ask finch about last night");
  await orrery.createBranch(mystery, { name: "the garden", at: 4, dice: "keep" });
  await tell(orrery, mystery, "the garden", "go west", "go out");
  const box = more.length > 0 ? (await orrery.createRun({ world: more[0]!.id })).run : "";
  const locked = (await bench.locked(TOKEN)).url;
  return { bench, mystery, cottage, board, ballot: box, locked };
}

type Options = Parameters<Browser["newContext"]>[0] & { readonly lang?: "pseudo"; readonly only?: readonly string[] };

/** Opens one page and leads it everywhere; yields the name of each state while the page is in it. `only`: where it need come to rest. */
export async function* walk(tour: Tour, options: Options = {}): AsyncGenerator<{ page: Page; state: string }> {
  const { bench, cottage, mystery, board, locked } = tour;
  const { lang, only, ...rest } = options;
  const { context, page } = await open(bench, rest);
  const seat = await open(bench, rest);
  const go = (path: string, at = page) =>
    at.goto(
      (/^http/.test(path) ? path : bench.server.url + path) +
        (lang ? `${path.includes("?") ? "&" : "?"}lang=${lang}` : ""),
    );
  const button = (name: string, exact = true) => page.getByRole("button", { name, exact });
  const heading = (name: string) => page.getByRole("heading", { name, exact: true }).first().waitFor();
  const here = async (state: string, at = page) => {
    if (!only || only.includes(state)) await settle(at);
    return { page: at, state };
  };
  let done = false;
  let joining = "";
  // What an earlier walk has opened.
  for (const { id } of await bench.orrery.lobbies(mystery)) await bench.orrery.closeLobby(mystery, id);
  for (const { id, revokedAt } of await bench.orrery.seats(mystery))
    if (revokedAt === null) await bench.orrery.changeSeat(mystery, id, { revoked: true });
  try {
    await go(locked);
    await heading(t("lockedTitle"));
    yield await here("locked");
    await page.getByLabel(t("token")).fill("wrong");
    await button(t("openIt")).click();
    await page.getByRole("alert").waitFor();
    yield await here("locked, wrong token");
    await page.getByLabel(t("token")).fill(TOKEN);
    await button(t("openIt")).click();
    await page.getByText(t("noRuns")).waitFor();
    yield await here("gallery, empty");

    await go("/");
    await page.getByText(t("example"), { exact: true }).first().waitFor();
    await page.locator("span[class*=cover] img").first().waitFor();
    yield await here("gallery");
    await page.getByRole("searchbox").fill("no such thing");
    await page.getByText(t("noSuchRuns")).waitFor();
    yield await here("gallery, nothing found");
    await page
      .locator("input[type=file][accept]")
      .setInputFiles({ name: "x.ndjson", mimeType: "text/plain", buffer: Buffer.from("{") });
    await page.getByRole("alert").waitFor();
    yield await here("gallery, a file that is none");

    await go("/worlds");
    await page.getByText(t("worldsText")).waitFor();
    await page.getByRole("listitem").nth(3).waitFor();
    yield await here("worlds");
    await go("/worlds/house/lighthouse");
    await heading(t("whyRefused"));
    await page.locator("summary").first().click();
    yield await here("rules");
    await go("/worlds/nowhere");
    await page.getByRole("alert").waitFor();
    yield await here("rules of no world");
    await go("/settings");
    await heading(t("settings"));
    await page.getByText(settingsWord("none")).waitFor();
    yield await here("settings");
    await page.getByText(settingsWord("byHand")).click();
    yield await here("settings, a model by hand");
    await go("/settings/costs");
    await page.getByText(settingsWord("costsNone")).waitFor();
    yield await here("costs");
    await go("/settings/lessons");
    await page.getByText(settingsWord("lessonsNone")).waitFor();
    yield await here("lessons");
    await go("/write");
    await page.getByText(t("holdsTogether", { title: "A small house" })).waitFor();
    yield await here("editor");
    const text = page.getByLabel(t("worldText"));
    await text.fill((await text.inputValue()).replace("kitchen\n", "kitchn\n"));
    await heading(n("wrongThings", 1));
    yield await here("editor, one thing wrong");
    const spare = "rooms:\n  nowhere:\n    name: walled-up room\n    description: Bricks.\n";
    await text.fill((await text.inputValue()).replace("kitchn\n", "kitchen\n").replace("rooms:\n", spare));
    await heading(n("doubtfulThings", 1));
    await button(t("tryToWin")).click();
    await page.locator("summary").first().click();
    yield await here("editor, won");

    await go("/runs/nowhere");
    await heading(t("noSuchRun"));
    yield await here("no such run");
    await go(`/runs/${board}`);
    await page.getByText(t("nothingLost")).waitFor();
    yield await here("board, ended");
    await go(`/runs/${tour.ballot}?as=ann`);
    await heading(t("canDo"));
    yield await here("any world");

    await go(`/runs/${mystery}`);
    await page.getByLabel(t("whatDoYouDo")).waitFor();
    await page.locator("[data-room]").first().waitFor({ state: "attached" });
    yield await here("story");
    const narrow = ((await page.evaluate("innerWidth")) as number) < 832;
    const pane = async (name: string) => narrow && (await button(name).click());
    await pane(t("aroundYou"));
    await page.locator("[data-room][data-here=true]").click();
    await page.locator("summary", { hasText: t("mapInWords") }).click();
    yield await here("around, map in words");
    await pane(t("panels"));
    for (const panel of ["inspect", "branches", "players", "god", "turns"] as const) {
      await page.getByRole("tab", { name: t(panel), exact: true }).click();
      if (panel === "inspect") {
        await heading(t("changed"));
        await page
          .getByRole("region", { name: t("knows") })
          .locator("summary")
          .first()
          .click();
        await heading(t("remembers"));
        await page.getByLabel(t("askOfThing")).fill("osei");
        await button(t("askLog")).click();
        await heading(t("whySo"));
      }
      if (panel === "players") await page.getByText(t("noCalls")).waitFor();
      if (panel === "god") await button(t("tryIt")).waitFor();
      yield await here(`panel ${panel}`);
    }
    await page.getByRole("tab", { name: t("god"), exact: true }).click();
    await page.getByLabel(t("whatToDo")).selectOption("move");
    await page.getByLabel(ofField("targetId")).fill("osei");
    await page.getByRole("radio", { name: "a person" }).check();
    await page.getByLabel("Room", { exact: true }).fill("kitchen");
    await button(t("tryIt")).click();
    await button(t("doIt")).click();
    await page.getByRole("dialog").waitFor();
    yield await here("god, sure?");
    await page.keyboard.press("Escape");
    await page.getByLabel("Room", { exact: true }).fill("nowhere");
    await button(t("tryIt")).click();
    await page.getByRole("alert").waitFor();
    yield await here("god, not allowed");
    await page.getByRole("tab", { name: t("turns"), exact: true }).click();
    for (const [ask, ready] of [
      ["branchFromNow", t("freshDice")],
      ["inviteAsk", say("lobbyOffers")],
      ["shareAsk", t("shareMoment")],
    ] as const) {
      await button(t(ask)).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText(ready).first().waitFor();
      if (ask === "inviteAsk") {
        yield await here("lobby, not open");
        await dialog.locator("form button").click();
        await dialog.getByRole("img", { name: say("lobbyCode") }).waitFor();
        yield await here("lobby");
        joining = await dialog.getByLabel(say("lobbyLink")).inputValue();
        await dialog.getByText(say("inviteOne")).click();
        await dialog
          .getByRole("button", { name: t("makeLink") })
          .first()
          .click();
        await dialog.getByRole("button", { name: t("revokeSeat") }).waitFor();
      }
      yield await here(`question ${ask}`);
      await page.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
    }
    await go(joining);
    await heading(say("joinChoose"));
    yield await here("join");
    await go(`/runs/${cottage}/compare`);
    await page.getByRole("heading", { name: t("howTheyEnd") }).waitFor();
    yield await here("compare");
    await go(`/runs/${mystery}`);
    await pane(t("panels"));
    await page.getByRole("tab", { name: t("turns"), exact: true }).click();
    await button(t("verify")).click();
    await page.getByText(n("verified", 18)).waitFor();
    yield await here("verified");
    await button(t("keys")).click();
    await page.getByRole("dialog").waitFor();
    yield await here("keys");
    await page.keyboard.press("Escape");
    await go(`/runs/${cottage}?at=20&as=ada`);
    await page.getByText(n("missed", 4, { name: "Ada" })).waitFor({ state: "attached" });
    yield await here("looking back through other eyes");
    await go(`/runs/${cottage}?at=8`);
    await button(t("backToHere")).click();
    await page.getByRole("dialog").waitFor();
    yield await here("going back?");
    await page.keyboard.press("Escape");
    await go(`/runs/${cottage}?as=*`);
    await page.getByText(t("nothingLost")).waitFor();
    yield await here("ended, with all eyes");

    const token = await bench.orrery.invite(mystery, "you");
    await seat.page.goto(`${bench.server.url}/seat/${encodeURIComponent(token)}`);
    await go(`/runs/${mystery}`, seat.page);
    await seat.page.getByRole("button", { name: t("leaveSeat") }).waitFor();
    yield await here("seat", seat.page);
    done = true;
  } finally {
    await seat.context.close();
    // What went wrong on the way is told before what the pages complained of.
    if (done) await bench.done(context, EXPECTED);
    else await context.close();
  }
}

async function open(
  bench: Bench,
  options: Parameters<Browser["newContext"]>[0],
): Promise<{ context: BrowserContext; page: Page }> {
  const opened = await bench.open("about:blank", options);
  await opened.page.clock.setFixedTime(NOW);
  return opened;
}

/** Waits until the page is drawn as it will stay: all that it asked for and its fonts there, and no change while three looks and a frame go by. */
export async function settle(page: Page): Promise<void> {
  do {
    await until(() => !isAsking(page), "all has come that was asked for");
    await page.evaluate(STILL);
  } while (isAsking(page));
}

const STILL = `document.fonts.ready.then(() => new Promise((done) => {
  let still = 0;
  const seen = new MutationObserver(() => { still = 0; });
  seen.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  const look = () => {
    if (still++ < 3) requestAnimationFrame(() => setTimeout(look, 40));
    else { seen.disconnect(); done(); }
  };
  look();
}))`;
