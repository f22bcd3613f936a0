// What the first page weighs as a browser loads it: requests and bytes on the wire, never time.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { tellExamples } from "@orrery/runtime";
import { type Bench, FILE_MS, openBench, skip, tell, until } from "./support.ts";

describe("the weight of the first page", { skip, timeout: FILE_MS }, () => {
  let bench: Bench;
  before(async () => {
    bench = await openBench();
    await tellExamples(bench.orrery);
  });
  after(() => bench?.close());

  /** Loads the first page in a browser that has nothing of it yet, until its covers and its reel are there. */
  async function load(runs: number): Promise<{ readonly requests: readonly string[]; readonly bytes: number }> {
    const { context, page } = await bench.open("about:blank");
    const wire = await context.newCDPSession(page);
    await wire.send("Network.enable");
    const inline = new Set<string>();
    const asked = new Map<string, string>();
    const requests: string[] = [];
    let bytes = 0;
    wire.on("Network.requestWillBeSent", ({ requestId, request }) => {
      asked.set(requestId, request.url);
      if (request.url.startsWith("data:")) inline.add(requestId);
    });
    wire.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
      if (inline.has(requestId)) return;
      requests.push(`${asked.get(requestId) ?? "unknown"} (${encodedDataLength} bytes)`);
      bytes += encodedDataLength;
    });
    await page.goto(bench.server.url);
    await page
      .getByRole("region", { name: "Begin something" })
      .getByRole("img", { includeHidden: true })
      .first()
      .waitFor();
    await page.getByRole("figure").getByText(/kills/).waitFor();
    await until(
      async () =>
        (await page.getByRole("region", { name: "Go on" }).getByRole("listitem").count()) === Math.min(24, runs),
      "the runs are there",
    );
    await bench.done(context);
    return { requests, bytes };
  }

  it("is under 200 kB in 12 requests at most, with fonts, covers and a game that plays", async () => {
    const { requests, bytes } = await load(3);
    console.log(`first page: ${requests.length} requests, ${(bytes / 1000).toFixed(1)} kB`);
    assert.ok(requests.length <= 12, requests.join("\n"));
    assert.ok(bytes < 200_000, `${bytes} bytes`);
  });

  it("is under 350 kB with 55 runs, and asks for no run of its own", async () => {
    for (let i = 0; i < 52; i++) {
      const { run } = await bench.orrery.createRun({ world: i % 2 === 0 ? "house/cottage" : "tictactoe" });
      if (i % 2 === 0) await tell(bench.orrery, run, "main", "look");
    }
    const { requests, bytes } = await load(55);
    console.log(`first page with 55 runs: ${requests.length} requests, ${(bytes / 1000).toFixed(1)} kB`);
    assert.ok(requests.length <= 12, requests.join("\n"));
    assert.ok(bytes < 350_000, `${bytes} bytes`);
  });
});
