// Invitations in the page: a link for a part, the list of seats that were given out, and a seat that is ended for good.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { openOrrery } from "@orrery/runtime";
import { type Listening, listen } from "@orrery/server";
import { memoryStore } from "@orrery/store";
import type { Page } from "playwright-core";
import { PNG } from "pngjs";
import decodeQr from "qr/decode.js";
import { type Bench, DIST, FILE_MS, openBench, skip } from "./support.ts";

describe("invitations", { skip, timeout: FILE_MS }, () => {
  let bench: Bench;
  let server: Listening;
  let orrery: Awaited<ReturnType<typeof openOrrery>>;
  before(async () => {
    bench = await openBench();
    orrery = await openOrrery({ store: memoryStore() });
    server = await listen({ orrery, port: 0, pages: DIST });
  });
  after(async () => {
    await bench?.close();
    await server?.close();
    await orrery?.close();
  });

  it("are listed, and one that is ended opens nothing any more", async () => {
    const { run } = await orrery.createRun({ world: "tictactoe" });
    const { context, page } = await bench.open("about:blank");
    await page.goto(`${server.url}/runs/${run}`);
    await page.getByRole("button", { name: /^Invite/ }).click();
    await page.getByText("A link for one seat").click();
    await page.getByRole("button", { name: "Make a link for x" }).click();
    const link = await page.getByLabel("Invitation for x").inputValue();
    const seats = page.getByRole("region", { name: "Seats given out" });
    await seats.getByText(/^main · /).waitFor();
    const guest = await bench.browser.newContext();
    const theirs = await guest.newPage();
    await theirs.goto(link);
    await theirs.getByText(/^You play/).waitFor();
    await seats.getByRole("button", { name: "End it for x" }).click();
    await seats.getByText("ended").waitFor();
    assert.equal((await guest.request.get(`${server.url}/api/runs/${run}`)).status(), 401);
    const over = theirs.getByRole("heading", { name: "This invitation opens nothing" });
    await theirs.reload();
    await over.waitFor();
    await theirs.getByText("This invitation was withdrawn. Ask the owner of the run for a new one.").waitFor();
    // Without the seat, this server's guest on its own machine is anybody there: its owner.
    await theirs.getByRole("button", { name: "Leave this seat" }).click();
    await theirs.getByRole("button", { name: /^Invite/ }).waitFor();
    await guest.close();
    await bench.done(context, /asked http:\/\/127/);
  });

  it("let two guests choose a seat each by one link, which its code holds too", async () => {
    const { context, page } = await bench.open("about:blank");
    await page.goto(`${server.url}/`);
    await page.getByRole("button", { name: "Start Tic-tac-toe" }).click();
    await page.getByText("You play with others").click();
    await page.getByRole("button", { name: "Invite the others" }).click();
    await page.getByRole("button", { name: "Make the link for 2 seats" }).click();
    const link = await page.getByLabel("The link to send").inputValue();
    const code = page.getByRole("img", { name: "The link as a code for a camera" });
    const { data, width, height } = PNG.sync.read(await code.screenshot());
    assert.equal(decodeQr({ data, width, height }), link);

    const owner = page.getByRole("region", { name: "One link for several seats" });
    const guests = await Promise.all(
      ["Mara", "Tom"].map(async (name) => {
        const guest = await bench.browser.newContext({ viewport: { width: 390, height: 844 } });
        const theirs = await guest.newPage();
        const sent: string[] = [];
        theirs.on(
          "response",
          (answer) =>
            void answer.text().then(
              (text) => sent.push(text),
              () => {},
            ),
        );
        await theirs.goto(link);
        await theirs.getByLabel("What the others call you").fill(name);
        return { guest, theirs, sent };
      }),
    );
    const [mara, tom] = guests as [(typeof guests)[number], (typeof guests)[number]];
    const seat = (at: Page, name: string) =>
      at.getByRole("button", { name: new RegExp(`^${name}\\b.*Take this seat`) });
    await seat(mara.theirs, "O").click();
    await mara.theirs.getByText(/^You play/).waitFor();
    // Each sees who sits where without loading anything again.
    await tom.theirs.getByRole("listitem").filter({ hasText: "Mara" }).waitFor();
    await owner.getByRole("listitem").filter({ hasText: "Mara" }).waitFor();
    await owner.getByText("1 of 2 seats is taken.").waitFor();
    await seat(tom.theirs, "X").click();
    await tom.theirs.getByText(/^You play/).waitFor();
    await owner.getByText("2 of 2 seats are taken.").waitFor();

    const run = decodeURIComponent(new URL(page.url()).pathname.split("/")[2]!);
    for (const [{ guest, sent }, actor] of [
      [mara, "o"],
      [tom, "x"],
    ] as const) {
      const { as, seat: isSeat } = await (await guest.request.get(`${server.url}/api/runs/${run}`)).json();
      assert.deepEqual([as, isSeat], [actor, true]);
      assert.equal((await guest.request.get(`${server.url}/api/runs/${run}/lobbies`)).status(), 403);
      const [token] = /[^/]+$/.exec(link)!;
      assert.equal(
        sent.filter((text) => text.includes(decodeURIComponent(token))).length,
        0,
        "no answer repeats the link",
      );
    }
    // One who comes too late is told, and has no seat; who has one is led to it.
    const late = await bench.browser.newContext();
    const theirs = await late.newPage();
    await theirs.goto(link);
    await theirs.getByText(/^Every seat is taken/).waitFor();
    assert.equal(await theirs.getByRole("button", { name: /Take this seat/ }).count(), 0);
    await mara.theirs.goto(link);
    await mara.theirs.getByRole("button", { name: "Go to your seat" }).click();
    await mara.theirs.waitForURL(`**/runs/${run}`);
    await mara.theirs.getByRole("button", { name: "Leave this seat" }).waitFor();
    // The owner frees a seat: it shows by itself, and is taken once more.
    await owner.getByRole("button", { name: "Free it for o" }).click();
    await seat(theirs, "O").click();
    await theirs.getByText(/^You play/).waitFor();
    await owner.getByRole("button", { name: "Close the link" }).click();
    await tom.theirs.goto(link);
    await tom.theirs.getByText("This invitation was withdrawn. Ask the owner of the run for a new one.").waitFor();
    for (const { guest } of [...guests, { guest: late }]) await guest.close();
    await bench.done(context, /asked http:\/\/127/);
  });

  it("say on a page of their own why they open nothing, and what to do", async () => {
    const { run } = await orrery.createRun({ world: "tictactoe" });
    const token = await orrery.invite(run, "x", { expiresAt: Date.now() - 1 });
    const { context, page } = await bench.open("about:blank");
    const why = {
      [token]: [401, "This invitation has expired. Ask the owner of the run for a new one."],
      [`${token.slice(0, -1)}`]: [404, "Check that the whole link was copied, or ask for a new one."],
    } as const;
    for (const [link, [status, words]] of Object.entries(why)) {
      const answer = await page.goto(`${server.url}/seat/${encodeURIComponent(link)}`);
      assert.equal(answer!.status(), status);
      await page.getByRole("heading", { name: "This invitation opens nothing" }).waitFor();
      await page.getByText(words).waitFor();
    }
    await page.getByRole("link", { name: "To the first page" }).click();
    await page.waitForURL(`${server.url}/`);
    await bench.done(context, /asked http:\/\/127|status of 40[14]/);
  });
});
