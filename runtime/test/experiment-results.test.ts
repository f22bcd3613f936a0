// Experiments that are kept: listed by their plans, read from the stored runs at any time, and round by round with bands that a table of t confirms.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { readPlan } from "@orrery/runtime";
import { readTable, seriesOf } from "../src/experiment/series.ts";
import { inMemory } from "./open.ts";

const plan = (more = "") =>
  readPlan(
    `title: Is it the news?
world: story
config: {people: 6, rounds: 6}
agents: "*=bot:resident"
seeds: 3
seed: results
arms:
  - name: control
  - name: news
    do: [{after: 2, action: {type: inject, metadata: {text: It is cancelled., topic: harbour, stance: 0}}}]
measures: [mean.harbour, anger]
${more}`,
    "x.yaml",
  );

describe("measures by round", () => {
  it("are means over seeds with a 95 % band by t", () => {
    const tables = [1, 2, 4].map((x) => readTable(`round,m,n\n0,${x},\n1,${2 * x},7\n`));
    const [series] = seriesOf(["m"], [{ arm: "a", seeds: tables }]);
    const [first, second] = series!.arms[0]!.points;
    // Of 1, 2, 4: mean 7/3, s = 1.5275, t(2) = 4.3027, so ± 3.7945.
    assert.ok(Math.abs(first!.mean - 7 / 3) < 1e-12 && Math.abs(first!.high - first!.mean - 3.7945) < 1e-3);
    assert.ok(Math.abs(second!.mean - 2 * first!.mean) < 1e-12);
    assert.deepEqual([first!.round, first!.seeds], [0, 3]);
  });

  it("are paired in differences: luck that both arms share is no part of the band", () => {
    const seeds = (add: number) => [100, -40, 7].map((luck) => readTable(`round,m\n0,${luck}\n1,${luck + add}\n`));
    const tables = [
      { arm: "control", seeds: seeds(0) },
      { arm: "news", seeds: seeds(2) },
    ];
    const [series] = seriesOf(["m"], tables);
    assert.deepEqual(
      series!.differences.map(({ arm, points }) => [arm, points.map(({ mean, low, high }) => [mean, low, high])]),
      [
        [
          "news",
          [
            [0, 0, 0],
            [2, 2, 2],
          ],
        ],
      ],
    );
    assert.ok(series!.arms[1]!.points[1]!.high > 50);
  });

  it("have no band with one seed, and leave out what is missing", () => {
    const [series] = seriesOf(["n"], [{ arm: "a", seeds: [readTable("round,m,n\n0,1,\n1,1,7\n")] }]);
    assert.deepEqual(series!.arms[0]!.points, [{ round: 1, mean: 7, low: 7, high: 7, seeds: 1 }]);
  });
});

describe("an experiment that is kept", () => {
  it("has the effects that were played for, read again from its runs", async () => {
    const orrery = await inMemory();
    const played = (await orrery.experiments.play(plan()))!;
    const { series, ...read } = (await orrery.experiments.results(played.id))!;
    assert.deepEqual(read, played);
    const [mean] = series;
    assert.deepEqual(
      series.map(({ measure, arms }) => [measure, arms.map(({ arm }) => arm)]),
      [
        ["mean.harbour", ["control", "news"]],
        ["anger", ["control", "news"]],
      ],
    );
    const [control, news] = mean!.arms;
    // Until the deed both arms are the same turns.
    assert.deepEqual(control!.points.slice(0, 3), news!.points.slice(0, 3));
    assert.notDeepEqual(control!.points.at(-1), news!.points.at(-1));
    assert.equal(read.effects[0]!.control, control!.points.at(-1)!.mean);
  });

  it("is listed by its plan, and counts the seeds that are done alone", async () => {
    const orrery = await inMemory();
    const stop = new AbortController();
    const onProgress = ({ done }: { done: number }) => done === 1 && stop.abort();
    assert.equal(
      await orrery.experiments.play(plan(), {
        signal: stop.signal,
        concurrency: 1,
        onProgress: (p) => void onProgress(p),
      }),
      null,
    );
    const [card, ...others] = await orrery.experiments.list();
    assert.deepEqual(
      [others.length, card?.title, card?.seeds, card?.arms],
      [0, "Is it the news?", 3, ["control", "news"]],
    );
    assert.equal((await orrery.experiments.results(card!.id))?.seeds, 1);
    // The same runs with other measures are the same experiment.
    await orrery.experiments.keep(plan("read: mean"));
    assert.equal((await orrery.experiments.list()).length, 1);
    assert.equal((await orrery.experiments.plan(card!.id)).read, "mean");
    await orrery.experiments.play(await orrery.experiments.plan(card!.id));
    assert.equal((await orrery.experiments.results(card!.id))?.seeds, 3);
  });

  it("is null while nothing of it is done, and unknown where there is none", async () => {
    const orrery = await inMemory();
    await orrery.experiments.keep(plan());
    const [card] = await orrery.experiments.list();
    assert.equal(await orrery.experiments.results(card!.id), null);
    await assert.rejects(orrery.experiments.results("nothing"), { code: "unknown_experiment" });
  });
});
