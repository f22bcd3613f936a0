// Invitations in the page: a link for a part, the list of seats that were given out, and a seat that is ended for good.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { openOrrery } from "@orrery/runtime";
import { type Listening, listen } from "@orrery/server";
import { memoryStore } from "@orrery/store";
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
