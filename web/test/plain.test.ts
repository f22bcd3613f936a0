// A world that this page has never heard of is played by its view and its legal actions, and looked back at.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { pathToFileURL } from "node:url";
import type { AnyWorld, World } from "@orrery/kernel";
import { shippedWorlds, type TurnLine } from "@orrery/runtime";
import { replayPage } from "@orrery/server";
import { ballot } from "../../server/test/support.ts";
import { proofOf } from "../src/fold/open.ts";
import type { RollProof } from "../src/shapes.ts";
import { type Bench, FILE_MS, openBench, seeAs, skip } from "./support.ts";

/** The same with a lot drawn at the end of each round. */
const lots: World<typeof ballot extends World<infer S> ? S : never> = {
  ...ballot,
  id: "lots",
  settle: (state, dice) =>
    ballot.settle(state).length === 0 ? [] : [{ type: "counted", result: String(dice.int("lot", 1, 1000)) }],
};

describe("the default stage", { skip, timeout: FILE_MS }, () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench(shippedWorlds([ballot as AnyWorld, lots as AnyWorld]));
  });
  after(() => bench?.close());

  it("plays a new world to its end, looks back, and lets a god amend it", async () => {
    const { context, page } = await bench.open("/");
    await page.getByRole("button", { name: /Start ballot/ }).click();
    await page.getByRole("radio", { name: "You play every seat" }).check();
    await page.getByRole("button", { name: "Open it" }).click();
    await page.getByRole("region", { name: "What you can do" }).waitFor();
    const run = decodeURIComponent(new URL(page.url()).pathname.split("/")[2]!);
    for (const eyes of ["ann", "ben", "ann", "ben"]) {
      await seeAs(page, eyes.charAt(0).toUpperCase() + eyes.slice(1));
      await page.getByRole("heading", { name: "What you can do" }).waitFor();
      const turn = (await bench.orrery.show(run)).head.turn;
      await page.getByRole("button", { name: eyes === "ann" ? "Vote yes" : "Vote no", exact: true }).click();
      if (eyes === "ann") await page.getByText(/Your answer is kept/).waitFor();
      else
        await page
          .getByText(`Turn ${turn + 1} of ${turn + 1}`)
          .first()
          .waitFor();
    }
    await page
      .getByText(/Counted yes no/)
      .first()
      .waitFor();
    await page.getByRole("button", { name: "Earlier turn" }).click();
    await page.getByText(/You are looking at turn 1 of 2/).waitFor();
    await page.getByRole("tab", { name: "Inspect" }).click();
    await page.getByRole("region", { name: "What happened" }).getByText("by the world itself").waitFor();
    await page.getByText(/Only the server has this world’s rules/).waitFor();
    await page.getByRole("button", { name: "Return to now" }).click();
    await page.getByRole("tab", { name: "God" }).click();
    await page.getByLabel(/Which place/).fill("secret");
    await page.getByLabel(/What shall be there/).fill("open now");
    await page.getByRole("button", { name: "See what it would do" }).click();
    await page.getByRole("row", { name: /Secret none open now/ }).waitFor();
    await bench.done(context);
  });

  it("shows a roll with its proof, and once the seed is revealed that it was fair", async () => {
    const { orrery } = bench;
    const { run } = await orrery.createRun({ world: "lots" });
    for (const as of ["ann", "ben"])
      await orrery.submit(run, { as, actions: [{ actorId: as, type: "vote", metadata: { for: "yes" } }] });
    const [line] = await Array.fromAsync(orrery.log(run));
    const [roll] = (line as TurnLine).rolls!;
    const { context, page } = await bench.open(`/runs/${run}`);
    await page.getByRole("tab", { name: "Inspect" }).click();
    const rolls = page.getByRole("region", { name: "What was rolled" });
    await rolls.getByText(`${roll!.value}, between 1 and 1000`).waitFor();
    await rolls.getByText(/The seed is still secret/).waitFor();
    await rolls.getByText("Proof", { exact: true }).click();
    await rolls.getByText("lane box, depth 0, roll 1 for this purpose").waitFor();
    const before = await rolls.getByRole("definition").allTextContents();
    assert.match(before[0]!, /^[0-9a-f]{64}$/);
    await rolls.getByRole("button", { name: "Reveal the seed…" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Reveal it" }).click();
    await page.getByText("Turn 2 of 2").first().waitFor();
    await page.getByRole("button", { name: "Earlier turn" }).click();
    await rolls.getByText(/^Proved: the revealed seed fits its commitment/).waitFor();
    await rolls.getByText("Proof", { exact: true }).click();
    const after = await rolls.getByRole("definition").allTextContents();
    assert.equal(after[0], before[0]);
    assert.match(after[3]!, /^[0-9a-f]{64}$/, "the seed itself");
    await bench.done(context);

    // The same judgement, and what it says of a roll that was tampered with.
    const lines = (await Array.fromAsync(orrery.log(run, { from: 0 }))) as TurnLine[];
    const { rolls: proofs } = await orrery.why(run, "1");
    const judge = (one: Partial<RollProof>, all = lines) => proofOf(all, { ...proofs[0]!, ...one }).kind;
    assert.equal(judge({}), "proved");
    assert.equal(judge({ value: (roll!.value % 1000) + 1 }), "wrong");
    assert.equal(judge({ depth: 1 }), "wrong");
    assert.equal(judge({}, lines.slice(0, 2)), "sealed");
    const forged = lines.map((one) => ({ ...one, events: one.events.map((event) => ({ ...event, seed: "another" })) }));
    assert.deepEqual(proofOf(forged as TurnLine[], proofs[0]!), { kind: "wrong", again: null });
  });

  it("shows a world that only the server knows from one file, as everybody saw it", async () => {
    const { orrery } = bench;
    const { run } = await orrery.createRun({ world: "ballot", config: { secret: "the fox" } });
    for (const as of ["ann", "ben", "ann", "ben"])
      await orrery.submit(run, {
        as,
        actions: [{ actorId: as, type: "vote", metadata: { for: as === "ann" ? "yes" : "no" } }],
      });
    const file = join(bench.folder, "ballot.html");
    await writeFile(file, await replayPage(orrery, run));
    const { context, page } = await bench.open(pathToFileURL(file).href, { offline: true });
    await page
      .getByText(/Counted yes no, yes no/)
      .first()
      .waitFor();
    await seeAs(page, "Ann");
    await page.getByText("Secret the fox").waitFor();
    await seeAs(page, "Ben");
    await page.getByText("Secret nothing").waitFor();
    await page.keyboard.press("Home");
    await page.getByText(/You are looking at turn 0 of 2/).waitFor();
    await page
      .getByText(/Counted nothing/)
      .first()
      .waitFor();
    await page.keyboard.press("ArrowRight");
    await page.getByText(/You are looking at turn 1 of 2/).waitFor();
    assert.equal(
      await page.getByRole("region", { name: "What you can do" }).count(),
      0,
      "nothing can be done in a file",
    );
    await bench.done(context);
  });
});
