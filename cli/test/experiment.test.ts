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
const plan = (agents: string) => `title: Is it the news?
world: story
config: {people: 10, rounds: 12}
agents: ${JSON.stringify(agents)}
seeds: 4
seed: cli
arms:
  - name: control
  - name: news
    do: [{after: 4, action: {type: inject, metadata: {text: It is cancelled., topic: harbour, stance: 0}}}]
measures: [mean.harbour, anger]
halfWidth: {anger: 0.01}
`;
const FILE = join(folder, "x.yaml");
writeFileSync(FILE, plan("*=bot:resident"));

/** A program that takes the first choice, and kills its own process at the answer that the environment names. */
const MORTAL = join(folder, "mortal.mjs");
writeFileSync(
  MORTAL,
  `let left = Number(process.env.ANSWERS);
export const agent = () => ({ ask, legal }) => {
  if (--left === 0) process.kill(process.pid, "SIGKILL");
  return { actions: legal.filter(({ type }) => ask.may.includes(type)).slice(0, 1) };
};
`,
);
const MORTAL_FILE = join(folder, "mortal.yaml");
writeFileSync(MORTAL_FILE, plan(`*=agent:${MORTAL}`));

/** Runs the command in a process of its own; true when it died at that answer, false when it came to its end before. */
async function diesAt(db: string, answers: number): Promise<boolean> {
  const child = spawn(process.execPath, [resolve(import.meta.dirname, "../src/main.ts"), "experiment", MORTAL_FILE], {
    env: { ...process.env, ORRERY_DB: join(folder, db), ANSWERS: `${answers}` },
    stdio: "ignore",
  });
  const [code, signal] = await new Promise<[number | null, string | null]>((done) =>
    child.on("exit", (code, signal) => done([code, signal])),
  );
  assert.ok(signal === "SIGKILL" || code === 0, `it ended with ${code ?? signal}`);
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
  for (let answers = 150; await diesAt("b.db", answers); answers += 100) kills++;
  assert.ok(kills > 2, `killed ${kills} times`);
  assert.equal(experiment("b.db", MORTAL_FILE, "--json").out, experiment("a.db", MORTAL_FILE, "--json").out);
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
