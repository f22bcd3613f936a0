// Models in the page, on a provider of our own: set to play, seen at work, called off, each call laid open; no key anywhere.
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import type { AnyWorld } from "@orrery/kernel";
import { babble, FakeProvider } from "@orrery/models/testing";
import { type ModelSetup, openOrrery, readModelSetup, shippedWorlds } from "@orrery/runtime";
import { type Listening, listen } from "@orrery/server";
import { memoryStore } from "@orrery/store";
import { parseConfig } from "../../models/src/config/parse.ts";
import { BLANK, gallery } from "../../runtime/test/gallery.ts";
import { type Bench, DIST, FILE_MS, openBench, skip } from "./support.ts";

const KEY = "planted+9f8e7d6c5b4a/3f2e1d";

describe("models at work", { skip, timeout: FILE_MS }, () => {
  const fake = new FakeProvider();
  let bench: Bench;
  let server: Listening;
  let models: () => ModelSetup;
  let orrery: Awaited<ReturnType<typeof openOrrery>>;
  before(async () => {
    await fake.start();
    const config = {
      models: {
        clever: { provider: "openai", model: "gpt-4.1-mini", url: fake.url("openai"), key: { env: "TEST_KEY" } },
      },
      roles: { player: "clever" },
    };
    const environment = { TEST_KEY: KEY };
    const parsed = parseConfig(JSON.stringify(config), environment);
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    bench = await openBench();
    models = () => ({ config: parsed.config, environment, directory: "." });
    orrery = await openOrrery({ store: memoryStore(), models });
    server = await listen({ orrery, port: 0, pages: DIST });
  });
  after(async () => {
    await bench?.close();
    await server?.close();
    await orrery?.close();
    await fake.stop();
  });

  it("play, are seen at work, and are called off; every call can be read", async () => {
    const { run } = await orrery.createRun({ world: "tictactoe" });
    fake.answerWith((seen, n) => ({ json: babble(seen.schema, String(n)), delayMs: 5 }));
    const { context, page } = await bench.open("about:blank");
    await page.goto(`${server.url}/runs/${run}`);
    await page.getByRole("tab", { name: "Players" }).click();
    const lineup = page.getByLabel("Who plays for whom");
    await lineup.fill("x=model:nobody");
    await page.getByRole("button", { name: "Let them play" }).click();
    // The forecast may say it as well.
    await page
      .getByRole("alert")
      .getByText(/nobody/)
      .first()
      .waitFor();
    await lineup.fill("x=model:clever, o=person");
    await page
      .getByRole("status")
      .getByText(/^To the end of the game about \d calls? · .* · \$/)
      .waitFor();
    await page.getByRole("button", { name: "Let them play" }).click();
    await page.getByText("Waiting for o.").waitFor();
    await page.getByText(/^1 call · [\d,]+ tokens in, [\d,]+ cached, [\d,]+ out · \$/).waitFor();
    const calls = page.getByRole("region", { name: "Calls to models" });
    await calls.getByRole("listitem").first().waitFor();
    await calls.locator("summary").first().click();
    await calls.getByText(/What you can see now/).waitFor();
    await calls
      .getByText(/"cell"/)
      .first()
      .waitFor();

    // A model that does not answer is seen to be asked, and is called off.
    fake.answerWith(() => ({ hang: true }));
    await page
      .getByRole("button", { name: /, empty$/ })
      .first()
      .click();
    const atWork = page.getByRole("region", { name: "At work" });
    await atWork.getByText(/X: clever was asked \d+ s ago/).waitFor();
    await page.getByRole("tab", { name: "Turns" }).click();
    await atWork.getByRole("button", { name: "Stop" }).click();
    await atWork.waitFor({ state: "detached" });
    await page.getByRole("tab", { name: "Players" }).click();
    await page.getByText("They have stopped.").waitFor();
    assert.equal((await page.content()).includes(KEY), false);

    await page.goto(`${server.url}/settings`);
    await page.getByText("openai · gpt-4.1-mini").waitFor();
    await page.getByText(/key found in TEST_KEY/).waitFor();
    assert.equal((await page.content()).includes(KEY), false);
    await bench.done(context, /asked http:\/\/127|status of 4\d\d/);
  });

  it("are set up, tested and taken out from the page, which tells what they cost and what they learned", async (t) => {
    const folder = await mkdtemp(join(tmpdir(), "orrery-models-"));
    const own = await openOrrery({
      store: memoryStore(),
      models: () => readModelSetup(folder, { CLEVER_API_KEY: KEY }),
    });
    const at = await listen({ orrery: own, port: 0, pages: DIST });
    t.after(async () => {
      await at.close();
      await own.close();
      await rm(folder, { recursive: true, force: true });
    });
    fake.answerWith((seen, n) => ({ json: babble(seen.schema, String(n)) }));
    const { context, page } = await bench.open("about:blank");
    const sent: string[] = [];
    page.on("request", (request) => sent.push(request.postData() ?? ""));
    await page.goto(`${at.url}/settings`);
    await page.getByText("No model is set up yet.").waitFor();
    // What runs on this machine is found and set up for every use.
    const { origin } = new URL(fake.url("compatible"));
    await page.getByLabel(/^Address of a server/).fill(`${origin}/compatible`);
    await page.getByRole("button", { name: "Look on this machine" }).click();
    await page.getByText("1 model was found.").waitFor();
    await page.getByRole("button", { name: /^Add / }).click();
    await page.getByText("fake-model is set up.").waitFor();
    await page.getByText("used wherever a model is wanted and none is named").waitFor();
    await page.getByRole("button", { name: "Test fake-model with one small call" }).click();
    await page.getByText(/^It works: answered in /).waitFor();
    // A key is not taken, and does not leave the page.
    await page.getByText("Add a model of a provider").click();
    await page.getByLabel("Model, as its provider calls it").fill("gpt-4.1-mini");
    const key = page.getByLabel(/^Variable of the environment/);
    const add = page.getByRole("button", { name: "Add", exact: true });
    await key.fill(KEY);
    await add.click();
    await page.getByText(/take it out of this field/).waitFor();
    assert.deepEqual(
      sent.filter((body) => body.includes(KEY)),
      [],
    );
    await key.fill("NOWHERE_API_KEY");
    await add.click();
    await page.getByText("gpt-4.1-mini is set up.").waitFor();
    await page.getByText(/no key: NOWHERE_API_KEY is not set/).waitFor();
    await page.getByText("$0.40 for a million tokens read, $1.60 for a million written.").waitFor();
    await page.getByRole("button", { name: "Test gpt-4.1-mini with one small call" }).click();
    await page.getByText(/^It does not work: .*NOWHERE_API_KEY/).waitFor();
    await page.getByRole("button", { name: "Take gpt-4.1-mini out" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Take out" }).click();
    await page.getByText("gpt-4.1-mini is taken out.").waitFor();
    const { models: left } = JSON.parse(await readFile(join(folder, "orrery.config.json"), "utf8"));
    assert.deepEqual(Object.keys(left), ["fake-model"]);
    // Costs, by model, day and run.
    const { run } = await own.createRun({ world: "tictactoe" });
    await own.play(run, { agents: "x=model:fake-model,o=bot:first", onFault: "bot" });
    await page.getByRole("link", { name: "Costs" }).click();
    const { total } = await own.bill();
    assert.ok(total.calls > 0);
    for (const name of ["By model", "By day", "By run"])
      await page
        .getByRole("region", { name })
        .getByRole("cell", { name: `${total.calls}`, exact: true })
        .waitFor();
    await page.getByRole("region", { name: "By run" }).getByRole("link", { name: "Tic-tac-toe" }).click();
    await page
      .getByRole("grid")
      .or(page.getByRole("button", { name: /, (empty|x|o)$/i }))
      .first()
      .waitFor();
    // Lessons are read, and forgotten when that is confirmed.
    const lesson = { about: "map", text: "The engine room is a trap." };
    const file = { orrery: "learned", world: "glassbox", agent: "model:fake-model", version: 1 };
    await own.learned.import({ ...file, learned: { games: 1, lessons: [lesson] } });
    await page.goto(`${at.url}/settings/lessons`);
    await page.getByRole("button", { name: "Read what model:fake-model learned in glassbox" }).click();
    await page.getByText("The engine room is a trap.").waitFor();
    await page.getByRole("button", { name: /^Forget what/ }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Leave it" }).click();
    assert.equal((await own.learned.list()).length, 1);
    await page.getByRole("button", { name: /^Forget what/ }).click();
    await page.getByRole("button", { name: "Forget it for good" }).click();
    await page.getByText(/^Nothing is kept yet/).waitFor();
    assert.deepEqual(await own.learned.list(), []);
    await bench.done(context, /asked http:\/\/127/);
  });

  it("are chosen to read and to tell where a table begins", async () => {
    const { context, page } = await bench.open("about:blank");
    await page.goto(`${server.url}/worlds`);
    await page.getByRole("button", { name: "Start The Third Bell" }).click();
    const ask = page.getByRole("dialog");
    await ask.getByText("Reading, telling and learning").click();
    await ask.getByLabel("Who reads what you type").selectOption("model:clever");
    await ask.getByText(/^The model is asked only where the rules are unsure.*\$/).waitFor();
    await ask.getByLabel("Who tells what happens").selectOption("rules");
    const asked = page.waitForRequest((request) => request.method() === "POST");
    await ask.getByRole("button", { name: "Begin", exact: true }).click();
    const { parser, narrator } = (await asked).postDataJSON();
    assert.deepEqual([parser, narrator], ["model:clever", "rules"]);
    await page.getByText("Thornwick has drawn up its chairs.").waitFor();
    await bench.done(context, /asked http:\/\/127/);
  });

  it("tell turns in their own words, shown as they come, with what the rules say beside them", async (t) => {
    const told = await openOrrery({ store: memoryStore(), models, narrator: "model:clever" });
    const teller = await listen({ orrery: told, port: 0, pages: DIST });
    t.after(async () => {
      await teller.close();
      await told.close();
    });
    const { run } = await told.createRun({ world: "house/cottage" });
    const text =
      "Hollyhocks lean over the brick path. From the gate on the lane it runs to the front door of the cottage, past a sundial and a bench, and the place looks back.";
    fake.answerWith(() => ({ text, delayMs: 40 }));
    const { context, page } = await bench.open("about:blank");
    await page.goto(`${teller.url}/runs/${run}`);
    const say = async (words: string) => {
      await page.getByLabel("What do you do?").fill(words);
      await page.keyboard.press("Enter");
    };
    await say("look");
    await page.getByText("the place looks back").waitFor();
    await page.getByText("Told by clever. What the rules say").click();
    await page.getByText("Wisteria").or(page.getByText("front garden")).first().waitFor();
    // What is not so is taken back, and the rules' words stand.
    fake.answerWith(() => ({ text: "A dragon called Glum breathes fire at Ada.", delayMs: 40 }));
    await say("inventory");
    await page.getByText("You are carrying a letter").waitFor();
    await told.tellingsDone();
    await page.getByText("Glum").waitFor({ state: "detached" });
    // What was told is there again, and a seat has its own.
    await page.reload();
    await page.getByText("the place looks back").waitFor();
    const seat = await bench.browser.newContext();
    const sitting = await seat.newPage();
    await sitting.goto(`${teller.url}/seat/${await told.invite(run, "you")}`);
    await sitting.getByText("the place looks back").waitFor();
    await seat.close();
    await bench.done(context, /asked http:\/\/127/);
  });

  it("show an answer as it is written, to the eyes that may hear it, until it is a turn", async (t) => {
    const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>();
    const picture = { actorId: "ann", type: "hang", metadata: { picture: BLANK, title: "A river at night" } };
    const spoken = await openOrrery({
      store: memoryStore(),
      worlds: shippedWorlds([gallery as AnyWorld]),
      agents: {
        talker: () => async (seat) => {
          seat.aloud("A river");
          await new Promise((resolve) => setTimeout(resolve, 300));
          seat.aloud("A river at midnight");
          await mayAnswer;
          return { actions: [picture] };
        },
      },
    });
    const speaker = await listen({ orrery: spoken, port: 0, pages: DIST });
    t.after(async () => {
      await speaker.close();
      await spoken.close();
    });
    const { run } = await spoken.createRun({ world: "gallery", config: { rounds: 1 } });
    const { context, page } = await bench.open("about:blank");
    const seat = await bench.browser.newContext();
    const other = await seat.newPage();
    const begun = [page, other].map((one) => one.waitForResponse(/\/stream/));
    await page.goto(`${speaker.url}/runs/${run}?as=ann`);
    await other.goto(`${speaker.url}/seat/${await spoken.invite(run, "ben")}`);
    await Promise.all(begun);
    const played = spoken.play(run, { agents: "ann=agent:talker,ben=bot:first" });
    const writing = page.getByRole("region", { name: /is writing$/ });
    await writing.getByText("A river at midnight").waitFor();
    assert.equal(await other.getByText("A river at midnight").count(), 0);
    answer();
    await played;
    await writing.waitFor({ state: "detached" });
    await seat.close();
    await bench.done(context, /asked http:\/\/127/);
  });
});
