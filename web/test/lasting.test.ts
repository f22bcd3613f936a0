// What must not break: the server going away in the middle, two seats' secrets on every way a browser can ask, a whole story by keys alone, play that goes round.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { Orrery } from "@orrery/runtime";
import { type Listening, listen } from "@orrery/server";
import type { Page } from "playwright-core";
import { readingMs } from "../src/run/pace.ts";
import { type Bench, DIST, FILE_MS, isAsking, openBench, skip, story, tell, until } from "./support.ts";

/** What a page may see while its server, which is not the bench's, goes away: a last answer, or none. */
const gone = ({ url }: Listening): RegExp =>
  RegExp(
    `status of 503|ERR_(CONNECTION_(REFUSED|RESET)|INCOMPLETE_CHUNKED|EMPTY_RESPONSE)|asked ${RegExp.escape(url)}/`,
  );

describe("what lasts", { skip, timeout: FILE_MS }, () => {
  let bench: Bench;
  const servers: Listening[] = [];
  before(async () => {
    bench = await openBench();
  });
  after(async () => {
    for (const server of servers) await server.close();
    await bench?.close();
  });
  /** A server where another has been; as soon as the port is free, which anybody's outgoing line may have taken meanwhile. */
  const listenAgain = async ({ url }: Listening): Promise<void> => {
    const port = Number(new URL(url).port);
    await until(async () => {
      const server = await listen({ orrery: bench.orrery, port, pages: DIST }).catch((error: Error) => {
        assert.equal((error.cause as NodeJS.ErrnoException)?.code, "EADDRINUSE", String(error));
      });
      if (server) servers.push(server);
      return server !== undefined;
    }, "the port is free");
  };
  /** A promise, and what keeps it. */
  const gate = (): [Promise<void>, () => void] => {
    let open = () => {};
    return [
      new Promise<void>((done) => {
        open = done;
      }),
      () => open(),
    ];
  };
  const said = (page: Page) =>
    page.evaluate("[...document.querySelectorAll('[role=log] article')].map((one) => one.dataset.turn)");

  it("loses and doubles no turn when the server goes away and comes back", async () => {
    const { orrery } = bench;
    const { run } = await orrery.createRun({ world: "house/cottage" });
    const first = await listen({ orrery, port: 0, pages: DIST });
    const { context, page } = await bench.open("about:blank");
    const words = page.getByLabel("What do you do?");
    await page.goto(`${first.url}/runs/${run}`);
    await words.fill("read the letter");
    await words.press("Enter");
    await story(page).locator("article").nth(1).waitFor();

    await first.close();
    await page.getByText("Reconnecting…").waitFor();
    // Nobody answers: what was typed stays, and why is said.
    await words.fill("open the gate");
    await words.press("Enter");
    await page
      .getByRole("alert")
      .getByText(/The server does not answer/)
      .waitFor();
    assert.equal(await words.inputValue(), "open the gate");
    // Meanwhile the run goes on by another door.
    await tell(orrery, run, "main", "look", "wait", "examine the sundial");

    await listenAgain(first);
    await story(page).locator("article").nth(4).waitFor();
    await page.getByText("Reconnecting…").waitFor({ state: "detached" });
    // It has found out by itself that what got no answer did not arrive.
    await page
      .getByRole("alert")
      .getByText(/had not reached it/)
      .waitFor();
    assert.equal(await words.inputValue(), "open the gate");
    await words.press("Enter");
    await story(page).locator("article").nth(5).waitFor();
    assert.deepEqual(await said(page), ["0", "1", "2", "3", "4", "5"]);
    const told = (await Array.fromAsync(orrery.log(run))).map(({ rawText }) => rawText);
    assert.deepEqual(told, ["read the letter", "look", "wait", "examine the sundial", "open the gate"]);
    await bench.done(context, gone(first));
  });

  it("is told by a server that is stopping, and keeps what was typed for the next", async () => {
    const { orrery } = bench;
    const { run } = await orrery.createRun({ world: "house/cottage" });
    // One turn of somebody else's is under way, and so long the server takes its leave.
    const [begun, begins] = gate();
    const [held, goOn] = gate();
    const slow: Orrery = {
      ...orrery,
      async submit(...args) {
        begins();
        await held;
        return orrery.submit(...args);
      },
    };
    const first = await listen({ orrery: slow, port: 0, pages: DIST });
    const { context, page } = await bench.open("about:blank");
    const words = page.getByLabel("What do you do?");
    const answered = (path: string, status: number) =>
      page.waitForResponse((one) => new URL(one.url()).pathname.endsWith(path) && one.status() === status);
    const follows = answered("/stream", 200);
    await page.goto(`${first.url}/runs/${run}`);
    await words.fill("open the gate");
    await follows;
    const under = fetch(`${first.url}/api/runs/${run}/turns`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ text: "wait" }),
    });
    await begun;

    const [stream, turn] = [answered("/stream", 503), answered("/turns", 503)];
    const closed = first.close();
    await stream;
    await page.getByText("Reconnecting…").waitFor();
    await words.press("Enter");
    await turn;
    goOn();
    assert.equal((await under).status, 201);
    await closed;
    await listenAgain(first);
    await page.getByRole("alert").getByText("The server is stopping. Try again in a moment.").waitFor();
    assert.equal(await words.inputValue(), "open the gate");
    await words.press("Enter");
    await story(page).locator("article").nth(2).waitFor();
    assert.deepEqual(
      (await Array.fromAsync(orrery.log(run))).map(({ rawText }) => rawText),
      ["wait", "open the gate"],
    );
    await bench.done(context, gone(first));
  });

  it("sends once what lost its answer on the way, says what a proxy said, and keeps what is written", async () => {
    const { orrery } = bench;
    const { run } = await orrery.createRun({ world: "house/cottage" });
    const relay = await bench.failing();
    const { context, page } = await bench.open(`${relay.url}/runs/${run}`);
    const words = page.getByLabel("What do you do?");
    const alert = page.getByRole("alert");
    const isFree = () => words.and(page.locator(":placeholder-shown")).waitFor();
    const said: string[] = [];
    const arrived = async (text: string) => {
      said.push(text);
      await story(page).locator("article").nth(said.length).waitFor();
      await isFree();
      assert.deepEqual(
        (await Array.fromAsync(orrery.log(run))).map(({ rawText }) => rawText),
        said,
      );
    };
    // The line breaks before its answer has begun, and in the middle of it.
    for (const [kind, text] of [
      ["lost", "read the letter"],
      ["cut", "wait"],
    ] as const) {
      relay.fail({ kind });
      await words.fill(text);
      await words.press("Enter");
      await arrived(text);
      await alert.waitFor({ state: "detached" });
    }

    relay.fail({ kind: "answered", status: 503, body: "upstream" });
    await words.fill("open the front door");
    await words.press("Enter");
    await alert.getByText("The server answered 503. Try again in a moment.").waitFor();
    assert.equal(await words.inputValue(), "open the front door");
    await words.press("Enter");
    await arrived("open the front door");

    // A turn that is told before its answer comes leaves the field to the next one, which goes as soon as that may.
    const [answered, answer] = gate();
    relay.fail({ kind: "held", until: answered });
    await words.fill("wait");
    await words.press("Enter");
    await arrived("wait");
    await words.fill("go in");
    await words.press("Enter");
    await page.getByText("The world is answering…").waitFor();
    answer();
    await arrived("go in");

    // What is begun outlives a look back, a reload, and a token that has ended.
    await words.fill("go in and");
    await page.getByRole("button", { name: "Look back" }).click();
    await page.getByRole("button", { name: "Earlier turn" }).first().click();
    await page.getByRole("button", { name: "Return to now" }).click();
    assert.equal(await words.inputValue(), "go in and");
    await page.goto(`${relay.url}/runs/${run}`);
    assert.equal(await words.inputValue(), "go in and");
    relay.fail({ kind: "answered", status: 401, body: JSON.stringify({ code: "locked", detail: "No." }) });
    await words.press("Enter");
    await page.getByRole("heading", { name: "This server is locked" }).waitFor();
    await page.reload();
    assert.equal(await words.inputValue(), "go in and");
    await bench.done(
      context,
      /status of (401|503)|ERR_(CONNECTION_RESET|EMPTY_RESPONSE|INCOMPLETE_CHUNKED|CONTENT_LENGTH)/,
    );
  });

  it("keeps the turns that come while everything is read again, and is free at once", async () => {
    const { orrery } = bench;
    const { run } = await orrery.createRun({ world: "house/cottage" });
    const relay = await bench.failing();
    const { context, page } = await bench.open(`${relay.url}/runs/${run}`);
    const words = page.getByLabel("What do you do?");
    await words.fill("look");
    await words.press("Enter");
    await story(page).locator("article").nth(1).waitFor();

    // A refused answer has everything read again. The turns are read, and what was read is long on its way.
    const [released, release] = gate();
    const [readOnce, isRead] = gate();
    await page.route(/\/turns\?/, async (route) => {
      const read = await route.fetch();
      isRead();
      await released;
      await route.fulfill({ response: read });
    });
    relay.fail({ kind: "answered", status: 409, body: "moved" });
    await words.fill("open the gate");
    await words.press("Enter");
    await readOnce;
    await tell(orrery, run, "main", "wait", "examine the sundial");
    await story(page).locator("article").nth(3).waitFor();
    // The field does not wait for what is read.
    await words.press("Enter");
    await story(page).locator("article").nth(4).waitFor();
    // Branches are read last of all.
    const isOver = page.waitForResponse(/\/branches\?/);
    release();
    await isOver;
    await page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))");
    assert.deepEqual(await said(page), ["0", "1", "2", "3", "4"]);
    await bench.done(context, /status of 409/);
  });

  it("takes the next move of a board while the answer to the last is on its way, and two presses of one as one", async () => {
    const { orrery } = bench;
    const { run } = await orrery.createRun({ world: "tictactoe" });
    const relay = await bench.failing();
    const { context, page } = await bench.open(`${relay.url}/runs/${run}`);
    const cell = (name: string) => page.getByRole("button", { name, exact: true });
    const [answered, answer] = gate();
    relay.fail({ kind: "held", until: answered });
    // Before anything can be told of it.
    await cell("centre, empty").evaluate((cell) => {
      const button = cell as unknown as { click(): void };
      button.click();
      button.click();
    });
    await cell("centre, x").waitFor();
    await cell("top, empty").click();
    await page.getByText("The world is answering…").waitFor();
    assert.equal((await orrery.show(run)).head.turn, 1);
    answer();
    await cell("top, o").waitFor();
    assert.equal((await orrery.show(run)).head.turn, 2);
    await bench.done(context);
  });

  it("hands a seat nothing of the others on any address", async () => {
    const { orrery, server } = bench;
    const { run } = await orrery.createRun({ world: "house/cottage" });
    await tell(orrery, run, "main", "read the letter", "open the front door", "go in", "take the brass key");
    await orrery.rollback(run, 3);
    const token = await orrery.invite(run, "ada");
    const { context, page } = await bench.open(`/seat/${encodeURIComponent(token)}`);
    await page.getByText(/^You play/).waitFor();
    const { head } = await orrery.show(run);
    const path = `/api/runs/${run}`;
    const asked = (await page.evaluate(
      `Promise.all(${JSON.stringify([
        path,
        `${path}?as=you`,
        `${path}?at=1`,
        `${path}/turns`,
        `${path}/turns?as=you`,
        `${path}/turns/1/why`,
        `${path}/branches`,
        `${path}/taken-back`,
        `${path}/diff?a=main@0&b=main`,
        `${path}/god`,
        `${path}/verify`,
        `${path}/export`,
        `${path}/replay`,
        `${path}/calls`,
        "/api/runs",
        "/api/worlds/rules?world=house/cottage",
      ])}.map(async (path) => { const answer = await fetch(path); return { path, status: answer.status, body: await answer.text() }; }))`,
    )) as { path: string; status: number; body: string }[];
    const open = asked.filter(({ status }) => status === 200).map((one) => one.path.replace(path, ""));
    // The last two are of no run; a server without a token treats every local client as its owner there.
    assert.deepEqual(open, ["", "/turns", "/api/runs", "/api/worlds/rules?world=house/cottage"]);
    const traffic = asked
      .filter((one) => one.path.startsWith(path))
      .map(({ body }) => body)
      .join("\n");
    for (const secret of [
      "The cellar is as dark",
      "lavender and old umbrellas",
      "take the brass key",
      "read the letter",
      head.hash!,
      head.id,
    ])
      assert.equal(traffic.includes(secret), false, secret);
    assert.ok(traffic.includes('"seat":true'));
    assert.ok(server.url);
    await bench.done(context, /status of (403|404)/);
  });

  it("plays a story to its end by the keyboard alone, each turn told aloud, refusals too", async () => {
    const { context, page } = await bench.open("/");
    await page.getByRole("button", { name: /^Start The Cottage/ }).focus();
    await page.keyboard.press("Enter");
    await story(page).locator("article").first().waitFor();
    const log = story(page);
    assert.deepEqual(
      await page.evaluate(
        "['aria-live', 'aria-relevant'].map((name) => document.querySelector('[role=log]').getAttribute(name))",
      ),
      ["polite", "additions"],
    );
    // What is added to the log from here on is what a screen reader says.
    await page.evaluate(`window.told = []; new MutationObserver((list) => { for (const { addedNodes } of list)
      for (const node of addedNodes) if (node.nodeType === 1) window.told.push(node.textContent); }).observe(document.querySelector("[role=log]"), { childList: true })`);
    const turns = ["read the letter", "fly to the moon", "open the front door", "open the gate", "go west"];
    for (const [i, text] of turns.entries()) {
      // The words field has the focus from the start, and keeps it.
      await page.keyboard.type(text);
      await page.keyboard.press("Enter");
      await log
        .locator("article")
        .nth(i + 1)
        .waitFor();
    }
    await page.getByText("The Last Train").first().waitFor();
    const told = (await page.evaluate("window.told")) as string[];
    assert.equal(told.length, turns.length, "each turn once");
    assert.match(told[0]!, /The cellar is as dark/);
    assert.match(told[1]!, /I don't know the word “fly”/);
    assert.match(told[4]!, /Last Train/);
    // By the plan of the house, from room to room.
    await page.locator("[data-room][data-here=true]").focus();
    await page.keyboard.press("Enter");
    await page.getByText("(you are here)").first().waitFor();
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.evaluate("document.activeElement.dataset.room"), "garden");
    await bench.done(context);
  });

  it("finds out who has played while it could not hear of it", async () => {
    const { orrery, server } = bench;
    const { run } = await orrery.createRun({ world: "tictactoe" });
    const { context, page } = await bench.open("about:blank");
    const [there, letThere] = gate();
    await page.route("**/stream?*", async (route) => {
      await there;
      await route.continue();
    });
    await page.goto(`${server.url}/runs/${run}?as=*`);
    await page.getByRole("tab", { name: "Players" }).click();
    await until(() => !isAsking(page), "who plays was asked");
    const agents = `${server.url}/api/runs/${run}/agents`;
    const headers = { "content-type": "application/json" };
    const begun = await fetch(agents, { method: "POST", headers, body: JSON.stringify({ agents: "*=bot:first" }) });
    assert.equal(begun.status, 202, await begun.text());
    await until(async () => /"ended"/.test(await (await fetch(agents)).text()), "they have played to the end");
    letThere();
    await page.getByText("They have played it to its end.").waitFor();
    await bench.done(context);
  });

  it("goes round in a loop, and gives each turn the time that reading it takes", async () => {
    const { orrery } = bench;
    const { run } = await orrery.createRun({ world: "house/cottage" });
    await tell(orrery, run, "main", "look", "open the gate", "close the gate", "open the gate");
    const { context, page } = await bench.open(`/runs/${run}?at=2`);
    await page.getByText(/You are looking at turn 2 of 4/).waitFor();
    await page.evaluate(`window.seen = []; new MutationObserver(() => { const { value } = document.querySelector("input[type=range]");
      if (window.seen.at(-1) !== value) window.seen.push(value); }).observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true })`);
    await page.getByLabel("Playback").click();
    await page.getByLabel("Loop").check();
    await page.getByLabel("Speed").selectOption("4");
    await page.getByRole("button", { name: "Play" }).click();
    // A slow frame passes over turns: on a busy machine it goes round more often until each has been shown.
    await until(
      async () => (await page.evaluate("window.seen.length >= 8 && new Set(window.seen).size >= 3")) as boolean,
      "eight turns were shown, and each of them",
    );
    await page.getByRole("button", { name: "Pause" }).click();
    const seen = (await page.evaluate("window.seen")) as string[];
    assert.deepEqual([...new Set(seen)].sort(), ["2", "3", "4"], "round from where play began to the end");
    assert.equal(seen[seen.indexOf("4") + 1], "2");
    await page.getByLabel("Speed").selectOption({ label: "reading pace" });
    await page.getByLabel("Loop").uncheck();
    const bar = page.getByRole("slider", { name: "Turn" });
    await bar.focus();
    await page.keyboard.press("Home");
    await page.getByText(/You are looking at turn 0 of 4/).waitFor();
    await page.getByRole("button", { name: "Play" }).click();
    await new Promise((done) => setTimeout(done, 400));
    assert.equal(await bar.inputValue(), "0", "nobody reads so fast");
    await page.getByRole("button", { name: "Pause" }).click();
    assert.ok(readingMs(100) > readingMs(10) && readingMs(10) > 1_000 && readingMs(100_000) <= 60_000);
    await bench.done(context);
  });
});
