// The time that is left to answer, in a real browser: a seat sees its own run down, and what comes of silence.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import type { AnyWorld } from "@orrery/kernel";
import { shippedWorlds } from "@orrery/runtime";
import { gallery } from "../../runtime/test/gallery.ts";
import { type Bench, FILE_MS, openBench, skip, until } from "./support.ts";

describe("a countdown", { skip, timeout: FILE_MS }, () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench(shippedWorlds([gallery as AnyWorld]));
  });
  after(() => bench?.close());
  const seat = async (deadlineMs: number | undefined) => {
    const { orrery } = bench;
    const { run } = await orrery.createRun({
      world: "gallery",
      config: { rounds: 1, ...(deadlineMs ? { deadlineMs } : {}) },
    });
    const opened = await bench.open(`/seat/${encodeURIComponent(await orrery.invite(run, "ann"))}`);
    return { run, timer: opened.page.getByRole("timer"), ...opened };
  };

  it("shows a seat its own time, second by second", async () => {
    const { context, timer } = await seat(600_000);
    await timer.waitFor();
    const secondsOf = async () => {
      const [, minutes, seconds] = /^(\d+):(\d\d) left to answer$/.exec((await timer.textContent()) ?? "")!;
      return Number(minutes) * 60 + Number(seconds);
    };
    const first = await secondsOf();
    assert.ok(first > 0 && first <= 600, `${first} seconds`);
    assert.equal(await timer.getAttribute("data-short"), "false");
    await until(async () => (await secondsOf()) < first, "a second less");
    await bench.done(context);
  });

  it("is absent without a deadline", async () => {
    const { page, context, timer } = await seat(undefined);
    await page.getByLabel("What do you do?").waitFor();
    assert.equal(await timer.count(), 0);
    await bench.done(context);
  });

  it("is gone after the deadline, once the run has moved on without an answer", async () => {
    // It may be over before a page on a slow machine is there; that a timer runs at all is held above.
    const { run, page, context, timer } = await seat(4_000);
    await page.getByText("2 pictures hang.").waitFor();
    await timer.waitFor({ state: "detached" });
    assert.equal((await bench.orrery.show(run)).head.turn, 1);
    await bench.done(context);
  });
});
