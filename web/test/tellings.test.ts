// Other tellings of a turn in the page: beside what the rules say, told again, edited, chosen; a seat sees what was chosen for it.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { FakeProvider, type Seen } from "@orrery/models/testing";
import { openOrrery } from "@orrery/runtime";
import { type Listening, listen } from "@orrery/server";
import { memoryStore } from "@orrery/store";
import { parseConfig } from "../../models/src/config/parse.ts";
import { type Bench, DIST, FILE_MS, openBench, skip } from "./support.ts";

const factsIn = ({ messages }: Seen): string =>
  /<<<FACTS\n([\s\S]*?)\nFACTS>>>/.exec(messages.map(({ text }) => text).join("\n"))![1]!;

/** A tone: 16 bits, mono, 8,000 samples a second. */
function wav(seconds: number): Buffer {
  const samples = Buffer.alloc(16_000 * seconds);
  for (let i = 0; i < samples.length / 2; i++) samples.writeInt16LE(Math.round(8_000 * Math.sin(i / 3)), i * 2);
  const head = Buffer.alloc(44);
  head.write("RIFF");
  head.writeUInt32LE(36 + samples.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    head.writeUInt16LE(value, at);
  head.writeUInt32LE(8_000, 24);
  head.writeUInt32LE(16_000, 28);
  head.write("data", 36);
  head.writeUInt32LE(samples.length, 40);
  return Buffer.concat([head, samples]);
}

describe("other tellings", { skip, timeout: FILE_MS }, () => {
  const fake = new FakeProvider();
  let bench: Bench;
  let server: Listening;
  let orrery: Awaited<ReturnType<typeof openOrrery>>;
  before(async () => {
    await fake.start();
    const model = { provider: "compatible", model: "fake", url: fake.url("compatible"), retry: { retries: 0 } };
    const config = { models: { clever: model, voice: model }, roles: { speaker: "voice" } };
    const parsed = parseConfig(JSON.stringify(config), {});
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    bench = await openBench();
    orrery = await openOrrery({
      store: memoryStore(),
      models: () => ({ config: parsed.config, environment: {}, directory: "." }),
      narrator: "model:clever",
    });
    server = await listen({ orrery, port: 0, pages: DIST });
  });
  after(async () => {
    await bench?.close();
    await server?.close();
    await orrery?.close();
    await fake.stop();
  });

  it("stand beside the facts; a turn is told again, edited and chosen, and a seat is shown the choice", async () => {
    const { run } = await orrery.createRun({ world: "house/cottage", seed: "s" });
    fake.answerWith((seen) => ({ text: `Rain ticks on the path. ${factsIn(seen)}` }));
    const { context, page } = await bench.open("about:blank");
    await page.goto(`${server.url}/runs/${run}`);
    await page.getByLabel("What do you do?").fill("look");
    await page.keyboard.press("Enter");
    await page.getByText(/^Rain ticks/).waitFor();
    await page.getByRole("button", { name: "Other tellings" }).click();
    const sheet = page.getByRole("dialog", { name: "Tellings of turn 1" });
    const shown = sheet.getByRole("region", { name: "What is shown" });
    await shown.getByText(/^Rain ticks/).waitFor();
    assert.match((await sheet.getByRole("region", { name: "What the rules say" }).textContent()) ?? "", /Front garden/);
    fake.answerWith((seen) => ({ text: `Wind combs the grass. ${factsIn(seen)}` }));
    await sheet.getByRole("button", { name: "Tell it again" }).click();
    await shown.getByText(/^Wind combs/).waitFor();
    await sheet.getByRole("button", { name: "Edit" }).click();
    await sheet.getByLabel("Your telling").fill("A dry wind, and no rain at all.");
    await sheet.getByRole("button", { name: "Show these words" }).click();
    await shown.getByText("A dry wind, and no rain at all.").waitFor();
    await sheet.getByRole("radio", { name: /^By clever Rain/ }).check();
    await shown.getByText(/^Rain ticks/).waitFor();
    // Read aloud: half a second of sound that the browser plays to its end.
    fake.answerWith(() => ({ audio: wav(0.5).toString("base64") }));
    await sheet.getByRole("button", { name: "Listen" }).click();
    const sound = sheet.getByLabel("The telling, read aloud");
    await sound.waitFor();
    const played = `new Promise((done) => {
      const audio = document.querySelector("audio");
      if (audio.ended) done(audio.duration);
      audio.addEventListener("ended", () => done(audio.duration));
      audio.addEventListener("error", () => done(audio.error.message));
    })`;
    assert.equal(await page.evaluate(played), 0.5);
    if (process.env["SHOT"]) await page.screenshot({ path: process.env["SHOT"] });
    assert.match(fake.last.body.input, /^Rain ticks/);
    // What fails says so, and leaves what there is.
    fake.answerWith(() => ({ status: 401, error: { message: "no" } }));
    await sheet.getByRole("button", { name: "Tell it again" }).click();
    await sheet
      .getByRole("alert")
      .getByText(/The key of "clever" is refused/)
      .waitFor();
    await sheet.getByRole("radio", { name: /In your own words/ }).check();
    await shown.getByText("A dry wind, and no rain at all.").waitFor();
    await sheet.getByRole("button", { name: "Close" }).click();
    await page.getByText("In your own words. What the rules say").waitFor();

    const token = await orrery.invite(run, "you");
    const seat = await fetch(`${server.url}/api/runs/${run}/tellings`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.deepEqual(
      ((await seat.json()) as { text: string }[]).map(({ text }) => text),
      ["A dry wind, and no rain at all."],
    );
    const all = await fetch(`${server.url}/api/runs/${run}/turns/1/tellings`, {
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(all.status, 403);
    await bench.done(context, /asked http:\/\/127/);
  });
});
