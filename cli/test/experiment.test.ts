// The command `experiment` as its users meet it: killed in the middle it goes on, and comes to the same effects.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, it } from "node:test";
import { Thread } from "./thread.ts";

const folder = mkdtempSync(join(tmpdir(), "orrery-experiment-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const thread = new Thread();
const experiment = (db: string, ...words: string[]) =>
  thread.do(["experiment", ...words], "", { ORRERY_DB: join(folder, db) });
const FILE = join(folder, "x.yaml");
writeFileSync(
  FILE,
  `title: Is it the news?
world: story
config: {people: 10, rounds: 12}
agents: "*=bot:resident"
seeds: 4
seed: cli
arms:
  - name: control
  - name: news
    do: [{after: 4, action: {type: inject, metadata: {text: It is cancelled., topic: harbour, stance: 0}}}]
measures: [mean.harbour, anger]
halfWidth: {anger: 0.01}
`,
);

/** Starts the command in a process of its own and kills it once its database has so many turns, or it has ended. */
async function killed(db: string, afterMs: number): Promise<boolean> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, "../src/main.ts"), "experiment", FILE], {
    env: { ...process.env, ORRERY_DB: join(folder, db) },
    stdio: "ignore",
  });
  const timer = setTimeout(() => child.kill("SIGKILL"), afterMs);
  const signal = await new Promise((done) => child.on("exit", (_code, signal) => done(signal)));
  clearTimeout(timer);
  return signal === "SIGKILL";
}

it("shows the effects as a table and as JSON, and the same again from what is stored", () => {
  const first = experiment("a.db", FILE);
  assert.equal(first.code, 0, first.err);
  assert.match(first.out, /^Is it the news\?: 4 seeds, each arm less "control"/);
  assert.match(first.out, /\nnews +mean\.harbour /);
  assert.match(first.out, / for ±0\.01\n/);
  assert.equal(experiment("a.db", FILE).out, first.out);
  const json = JSON.parse(experiment("a.db", FILE, "--json").out);
  assert.deepEqual([json.control, json.seeds, json.trials.length, json.effects.length], ["control", 4, 8, 2]);
});

it("resumes after each kill -9 and reaches the effects of an uninterrupted experiment", async () => {
  let kills = 0;
  for (let ms = 700; await killed("b.db", ms); ms = Math.round(ms * 1.3)) {
    kills++;
    assert.ok(kills < 60, "it never comes to an end");
  }
  assert.ok(kills > 0, "it was over before it could be killed");
  assert.equal(experiment("b.db", FILE, "--json").out, experiment("a.db", FILE, "--json").out);
});

it("names the place of each mistake in a plan, and each unknown key", () => {
  const bad = join(folder, "bad.yaml");
  writeFileSync(bad, 'world: story\nagents: "*=bot:resident"\nseeds: 2\narms: [{name: a}]\n');
  const refused = experiment("c.db", bad);
  assert.equal(refused.code, 2);
  assert.match(refused.err, /bad\.yaml:4:\d+: experiment\.arms /);
  assert.equal(experiment("c.db").code, 2);
  assert.match(experiment("c.db", join(folder, "none.yaml")).err, /cannot be read \(ENOENT\)/);
});
