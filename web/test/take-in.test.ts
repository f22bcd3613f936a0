// A run folder of another simulator is chosen or dropped on the first page: it becomes a story, and what could not be read is shown first.
import assert from "node:assert/strict";
import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { unpackTar } from "../../server/src/tar.ts";
import { writeTar } from "../src/tar.ts";
import { type Bench, drop, FILE_MS, openBench, skip } from "./support.ts";

const FIXTURE = resolve(import.meta.dirname, "../../fixtures/oasis/reddit-12x10/sim_3893a0b4a610");

describe("a run folder in the page", { skip, timeout: FILE_MS }, () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
  });
  after(() => bench?.close());

  it("is chosen, taken in, and opens as a story", async () => {
    const { context, page } = await bench.open("/");
    await page.getByLabel("Bring in a run folder of OASIS or MiroFish").setInputFiles(FIXTURE);
    await page.waitForURL(/\/runs\/oasis-sim_3893a0b4a610/);
    await page.getByRole("heading", { name: "Round 10" }).waitFor();
    await bench.done(context);
  });

  it("is dropped once more with a line that is cut, and says so before it is opened", async () => {
    const dir = join(bench.folder, "sim_cut");
    cpSync(FIXTURE, dir, { recursive: true });
    appendFileSync(join(dir, "reddit", "actions.jsonl"), '{"round": 10, "timestamp": "2026-\n');
    const { context, page } = await bench.open("/");
    await page.getByText("Either can be dropped anywhere on this page.").waitFor();
    await drop(page, dir);
    const told = page.getByRole("status").filter({ hasText: "could not be read" });
    await told
      .getByText(/reddit\/actions\.jsonl:\d+/)
      .first()
      .waitFor();
    assert.match(
      (await told.textContent()) ?? "",
      /It was here already; 0 turns added\.\s\d+ places? of the folder could not be read/,
    );
    await told.getByRole("link", { name: "Open it" }).click();
    await page.getByRole("heading", { name: "Round 10" }).waitFor();
    await bench.done(context);
  });

  it("is refused in words where it is none", async () => {
    const dir = join(bench.folder, "photos");
    mkdirSync(dir);
    writeFileSync(join(dir, "a.txt"), "no run");
    const { context, page } = await bench.open("/");
    await page.getByText("Either can be dropped anywhere on this page.").waitFor();
    await drop(page, dir);
    await page.getByRole("alert").getByText("The archive holds no folder that can be imported.").waitFor();
    await bench.done(context, /400/);
  });

  it("is packed as any tar reader reads it, long and foreign names included", async () => {
    const long = `${"folder/".repeat(20)}Größe 城.txt`;
    const files = [
      { path: "a/empty.txt", file: new Blob([]) },
      { path: long, file: new Blob(["x".repeat(513)]) },
    ];
    const into = join(bench.folder, "packed");
    mkdirSync(into);
    const bytes = writeTar(files).stream() as unknown as AsyncIterable<Uint8Array>;
    assert.equal(await unpackTar(bytes, into, { bytes: 1 << 20, files: 9 }), 2);
    assert.equal(readFileSync(join(into, long), "utf8").length, 513);
    assert.equal(readFileSync(join(into, "a/empty.txt"), "utf8"), "");
  });
});
