// Experiments: effects against known figures, arms that share everything but what is done, going on after a stop, and a placebo that does nothing.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Fault, readPlan, runExperiment } from "@orrery/runtime";
import { effectOf, holm, seedsFor, twoSided } from "../src/experiment/effects.ts";
import { folder, inMemory, onDisk } from "./open.ts";

const near = (a: number, b: number, by: number) => assert.ok(Math.abs(a - b) <= by, `${a}, expected ${b}`);
const long = process.env["ORRERY_LONG"] === "1";

describe("effects", () => {
  it("have the p values of Student's tables", () => {
    for (const [t, freedom, p] of [
      [12.706, 1, 0.05],
      [2.262, 9, 0.05],
      [3.25, 9, 0.01],
      [2.045, 29, 0.05],
      [1.98, 120, 0.05],
      [0, 5, 1],
    ] as const)
      near(twoSided(t, freedom), p, 0.0005);
  });

  it("are paired: a seed's effect on both arms is no part of their spread", () => {
    const pairs = [100, -40, 7, 33, 250].map((luck, i) => [luck, luck + 2 + (i - 2) * 0.1] as const);
    const effect = effectOf({ arm: "a", measure: "m", key: "k" }, pairs);
    near(effect.difference, 2, 1e-9);
    // s = 0.1581…, t(4) = 2.776: ± 0.1963.
    near(effect.byT!.low, 2 - 0.1963, 0.002);
    near(effect.byT!.high, 2 + 0.1963, 0.002);
    assert.ok(effect.byBootstrap!.low > 1.8 && effect.byBootstrap!.high < 2.2);
    assert.ok(effect.p! < 0.001);
  });

  it("are the same on every computation", () => {
    const pairs = [1, 4, 2, 8].map((x, i) => [x, x * i] as const);
    const read = () => effectOf({ arm: "a", measure: "m", key: "k" }, pairs);
    assert.deepEqual(read(), read());
  });

  it("have no spread with one seed", () => {
    const { difference, byT, byBootstrap, p, seedsNeeded } = effectOf({ arm: "a", measure: "m", key: "k" }, [[1, 3]]);
    assert.deepEqual([difference, byT, byBootstrap, p, seedsNeeded], [2, null, null, null, null]);
  });

  it("are adjusted by Holm: stepwise, never decreasing, 1 at most", () => {
    const adjusted = holm([0.01, 0.04, 0.03, null, 0.9]);
    for (const [i, p] of [0.04, 0.09, 0.09, null, 0.9].entries())
      if (p === null) assert.equal(adjusted[i], null);
      else near(adjusted[i]!, p, 1e-12);
    assert.deepEqual(holm([0.6, 0.7]), [1, 1]);
  });

  it("give the number of seeds for a half-width", () => {
    // t(n−1) · 1 / √n ≤ 0.5 first holds at 18: 2.110 / 4.243 = 0.497.
    assert.equal(seedsFor(1, 0.5), 18);
    assert.equal(seedsFor(1, 0), null);
    assert.equal(seedsFor(0, 0.5), 2);
  });

  it("name no number of seeds for a difference of nothing, unless a half-width was planned", () => {
    const pairs = [1, 2, 3].map((x) => [x, x] as const);
    const needed = (halfWidth?: number) => effectOf({ arm: "a", measure: "m", halfWidth, key: "k" }, pairs).seedsNeeded;
    assert.deepEqual([needed(), needed(0.01)], [null, 2]);
  });
});

const PLAN = `
world: story
config: {people: 8, rounds: 8}
agents: "*=bot:resident"
seeds: 3
seed: test
arms:
  - name: control
  - name: decision
    do:
      - {after: 3, action: {type: inject, metadata: {text: It is cancelled., topic: harbour, stance: 0}}}
      - {after: 5, action: {type: silence, targetId: PERSON, metadata: {rounds: 2}}}
  - name: nothing
measures: [mean.harbour, anger, posts]
read: mean
`;
const plan = (text = PLAN) => readPlan(text.replace("PERSON", "author-of-nothing"), "x.yaml");
const simple = () => plan(PLAN.replace(/ +- \{after: 5.*\n/, ""));

describe("an experiment", () => {
  it("plays every arm with every seed; an arm without changes equals its control to the last hash", async () => {
    const orrery = await inMemory();
    const done = (await runExperiment(orrery, simple()))!;
    assert.equal(done.seeds, 3);
    assert.equal(done.trials.length, 9);
    for (const { arm, difference, p } of done.effects) if (arm === "nothing") assert.deepEqual([difference, p], [0, 1]);
    const anger = done.effects.find(({ arm, measure }) => arm === "decision" && measure === "anger")!;
    assert.ok(anger.difference > 0, `${anger.difference}`);
    const [first] = done.trials;
    const head = async (branch: string) =>
      (await orrery.branches(first!.run)).find(({ name }) => name === branch)!.head;
    assert.equal((await head("nothing")).id, (await head("main")).id);
    // Everything before the first deed is shared, and the deed is one turn of a god.
    assert.equal((await head("decision")).turn, (await head("main")).turn + 1);
    assert.equal((await orrery.verify(first!.run)).ok, true);
  });

  it("reads the last row of each trial alone, unless it takes the mean of all", async () => {
    const orrery = await inMemory();
    const asked: (string | undefined)[] = [];
    const watched: typeof orrery = {
      ...orrery,
      exportAs: (run, name, at) => {
        asked.push(at?.options?.["rows"]);
        return orrery.exportAs(run, name, at);
      },
    };
    const short = { ...simple(), config: { people: 6, rounds: 5 }, seeds: 1, read: "last" as const };
    await runExperiment(watched, short);
    assert.deepEqual(asked.splice(0), ["last", "last", "last"]);
    await runExperiment(watched, { ...short, read: "mean" });
    assert.deepEqual(asked, [undefined, undefined, undefined]);
  });

  it("resumes after a stop in another process and reaches the same effects", async (t) => {
    const whole = (await runExperiment(await inMemory(), simple()))!;
    const file = `${folder(t)}/o.db`;
    let orrery = (await onDisk(file)).orrery;
    for (let turns = 1; ; turns++) {
      const stop = new AbortController();
      const play = orrery.play.bind(orrery);
      // Stops after a few turns of one arm, wherever that is.
      const impatient = {
        ...orrery,
        play: (...[run, options]: Parameters<typeof play>) => {
          const { turnsMax = 100 } = options;
          if (turnsMax <= 2) return play(run, options);
          return play(run, { ...options, turnsMax: 2 }).then((played) => {
            if (played.turns > 0) stop.abort();
            return played;
          });
        },
      };
      const done = await runExperiment(impatient, simple(), { signal: stop.signal, concurrency: 1 });
      await orrery.close();
      orrery = (await onDisk(file)).orrery;
      if (done !== null) {
        assert.ok(turns > 5, `it was stopped ${turns - 1} times`);
        break;
      }
    }
    const again = (await runExperiment(orrery, simple()))!;
    assert.deepEqual(again, whole);
    await orrery.close();
  });

  it("branches off an existing run, each seed with dice of its own", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "story", config: { people: 6, rounds: 8 }, seed: "base" });
    await orrery.play(run, { agents: "*=bot:resident", turnsMax: 4 });
    const text = simple();
    const { world: _w, config: _c, ...rest } = text;
    const done = (await runExperiment(orrery, { ...rest, base: { run, at: 3 } }))!;
    assert.equal(done.trials.length, 9);
    assert.equal(new Set(done.trials.map(({ branch }) => branch)).size, 9);
    assert.equal((await orrery.show(run)).head.turn, 4);
    const heads = (await orrery.branches(run)).filter(({ name }) => /^x.*-\d$/.test(name));
    assert.equal(new Set(heads.map(({ head }) => head.id)).size, 3);
  });

  it("is refused where it does not hold together, at its line", () => {
    const refused = (text: string, pattern: RegExp) =>
      assert.throws(
        () => plan(text),
        (error) => error instanceof Fault && error.code === "bad_config" && pattern.test(error.message),
      );
    refused(PLAN.replace("seeds: 3", "seeds: many"), /^x\.yaml:5:\d+: experiment\.seeds must /);
    refused(PLAN.replace("name: nothing", "name: control"), /^x\.yaml:13:\d+: Two arms are called "control"/);
    refused(PLAN.replace("after: 5", "after: 2"), /^x\.yaml:12:\d+: What is done stands in the order of its time/);
    refused(`${PLAN}colour: red\n`, /has no field "colour"/);
    refused(PLAN.replace("world: story", "base: {run: r1}"), /A base is configured already/);
    refused("arms: [", /^x\.yaml:1:/);
  });

  it("is refused where a measure or a deed is not there, with what there is", async () => {
    const orrery = await inMemory();
    const unknown = { ...simple(), measures: ["happiness"], seeds: 1, turns: 1, arms: [{ name: "a" }, { name: "b" }] };
    await assert.rejects(runExperiment(orrery, unknown), /There is no measure "happiness"\. There are: people, posts/);
    await assert.rejects(runExperiment(orrery, { ...plan(), seeds: 1 }), /author-of-nothing/);
  });

  it("keeps 0 in about 95 of 100 intervals when it does the same without content", {
    skip: long ? false : "long: npm run fuzz",
  }, async () => {
    const seed = process.env["ORRERY_SEED"] ?? "0";
    let held = 0;
    const experiments = 100;
    for (let i = 0; i < experiments; i++) {
      const orrery = await inMemory();
      const done = (await runExperiment(orrery, {
        world: "story",
        config: { people: 8, rounds: 14, startHour: 8, behaviour: { opinion: { rule: "degroot" } } },
        agents: "*=bot:resident",
        seeds: 8,
        seed: `placebo ${seed} ${i}`,
        arms: [
          { name: "control" },
          { name: "placebo", do: [{ after: 2, action: { type: "inject", metadata: { text: "Nothing." } } }] },
        ],
        measures: ["mean.harbour"],
      }))!;
      const { low, high } = done.effects[0]!.byT!;
      if (low <= 0 && 0 <= high) held++;
      await orrery.close();
    }
    // Binomial with 0.95: fewer than 88 or all hundred happen to one in two hundred.
    assert.ok(held >= 88, `${held} of ${experiments} held 0`);
  });
});
