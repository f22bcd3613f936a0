// Held: the two walks in ARCHITECTURE.md, stop by stop: each function they name is called, and no walk passes through more files than is said.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { Session } from "node:inspector/promises";
import { describe, it } from "node:test";
import { babbling, fakeProvider, setupAt, withModels } from "../../runtime/test/fakes.ts";
import { inMemory } from "../../runtime/test/open.ts";

const root = new URL("../../", import.meta.url);
const text = readFileSync(new URL("ARCHITECTURE.md", root), "utf8");
/** Stops that one walk may have. */
const STOPS_MAX = 12;

/** Names of called functions, by file. */
type Passed = ReadonlyMap<string, ReadonlySet<string>>;

/** Every function of the project that is called while `work` runs. */
async function passedBy(work: () => Promise<unknown>): Promise<Passed> {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  await work();
  const { result } = await session.post("Profiler.takePreciseCoverage");
  session.disconnect();
  const passed = new Map<string, Set<string>>();
  for (const { url, functions } of result) {
    if (!url.startsWith(root.href) || /\/(node_modules|test|testing)\//.test(url)) continue;
    const called = functions.filter(({ ranges }) => ranges[0]!.count > 0).map(({ functionName }) => functionName);
    if (called.length > 0) passed.set(url.slice(root.href.length), new Set(called));
  }
  return passed;
}

/** The numbered stops under a heading: each begins with its file and the function one comes into. */
function stopsOf(heading: string): readonly { readonly file: string; readonly name: string }[] {
  const section = text.slice(text.indexOf(`## ${heading}\n`)).split("\n## ")[0]!;
  return [...section.matchAll(/^\d+\. `([^`]+)` `([^`]+)`/gm)].map(([, file, name]) => ({ file: file!, name: name! }));
}

/** How many files the section says that one walk passes through. */
const saidFiles = (heading: string): number =>
  Number(/passes through (\d+) files/.exec(text.slice(text.indexOf(`## ${heading}\n`)))![1]);

function holds(heading: string, passed: Passed): void {
  const stops = stopsOf(heading);
  assert.ok(stops.length > 5 && stops.length <= STOPS_MAX, `${stops.length} stops`);
  for (const { file, name } of stops)
    assert.ok(passed.get(file)?.has(name), `${name} of ${file} is not called: mend the walk in ARCHITECTURE.md`);
  const said = saidFiles(heading);
  assert.ok(
    passed.size <= said,
    `${passed.size} files, and ARCHITECTURE.md says ${said}: ${[...passed.keys()].join(", ")}`,
  );
}

describe("the walks of ARCHITECTURE.md", () => {
  const fake = fakeProvider();

  it("are true of one utterance", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "house/cottage", seed: "walk" });
    await orrery.submit(run, { text: "look" });
    holds("The way of one utterance", await passedBy(() => orrery.submit(run, { text: "open the gate and go in" })));
    await orrery.close();
  });

  it("are true of one model's answer", async () => {
    fake.answerWith(babbling("walk"));
    const { orrery } = await withModels(setupAt(fake));
    const { run } = await orrery.createRun({ world: "tictactoe", seed: "walk" });
    await orrery.play(run, { agents: "*=model:openai", turnsMax: 1 });
    holds(
      "The way of one model's answer",
      await passedBy(() => orrery.play(run, { agents: "*=model:openai", turnsMax: 1 })),
    );
    await orrery.close();
  });
});
