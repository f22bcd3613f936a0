// The sprint's stage: what it reads of a match holds against the transcript's own hashes, and a visitor can watch, scrub, and hang pictures on the wall.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, describe, it } from "node:test";
import type { Agent } from "@orrery/agents";
import { canonHash } from "@orrery/worlds/sprint/canon";
import type { Page } from "playwright-core";
import { hashText } from "../src/fold/hash.ts";
import type { Line } from "../src/shapes.ts";
import { planIsland } from "../src/stage/sprint/island-plan.ts";
import { type Match, readMatch, type Stop } from "../src/stage/sprint/match.ts";
import { momentAt } from "../src/stage/sprint/moment.ts";
import { TROUBLE_KINDS } from "../src/stage/sprint/trouble.ts";
import { type Bench, FILE_MS, openBench, skip, until } from "./support.ts";

async function playMatch(bench: Bench, seed: string): Promise<{ run: string; lines: readonly Line[]; view: unknown }> {
  const { orrery } = bench;
  const { run } = await orrery.createRun({ world: "sprint", seed });
  await orrery.play(run, { agents: "*=bot:scripted" });
  const lines = await Array.fromAsync(orrery.log(run, { from: 0 }));
  return { run, lines, view: (await orrery.show(run, {})).view };
}

/** Team A's seats fail in turn: no schema fits, the patch does not apply, a rule is broken, nothing comes at all. */
async function brokenMatch({ orrery }: Bench): Promise<{ run: string; lines: readonly Line[] }> {
  const config = { rounds: { FOUNDATION: 2, LANDMARKS: 1, TENSION: 1 }, prompts: false };
  const { run } = await orrery.createRun({ world: "sprint", seed: "broken", config });
  let calls = 0;
  const answer: Agent = ({ ask, legal }) => {
    const [own] = legal as readonly { readonly metadata: { readonly output: object } }[];
    const spoilt = (change: object) => ({
      actions: [
        { ...own, actorId: ask.to, type: "speak", metadata: { output: { ...own!.metadata.output, ...change } } },
      ],
    });
    if (!ask.to.startsWith("A.")) return { actions: legal.slice(0, 1) };
    switch (calls++ % 8) {
      case 1:
        return spoilt({ content: 7 });
      case 3:
        return spoilt({ canon_patch: [{ op: "replace", path: "/aesthetic_mood/9", value: "torn" }] });
      case 5:
        return spoilt({ speaker_role: ask.to === "A.ARCHITECT" ? "LOREKEEPER" : "ARCHITECT" });
      case 7:
        throw new Error("this agent is gone");
      default:
        return { actions: legal.slice(0, 1) };
    }
  };
  await orrery.crank(run, { agents: () => answer });
  return { run, lines: await Array.fromAsync(orrery.log(run, { from: 0 })) };
}

/** In a low window an objection has more lines than there is room for: the rest is one press away. */
async function readsWhatIsCut(page: Page): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 620 });
  const said = page.locator("main article").filter({ hasText: "Settle:" }).first();
  const hidden = () =>
    said.evaluate((article) => {
      const words = (article as unknown as ParentNodeOf).querySelector("[data-clamped]")!;
      return words.scrollHeight - words.clientHeight;
    });
  await until(async () => (await hidden()) > 1, "the text to be longer than its lines");
  await said.getByRole("button", { name: "Read all" }).click();
  await until(async () => (await hidden()) <= 1, "all of the text");
  await said.getByRole("button", { name: "Read less" }).click();
  await said.getByRole("button", { name: "Read all" }).waitFor();
}
interface ParentNodeOf {
  querySelector(selector: string): { readonly scrollHeight: number; readonly clientHeight: number } | null;
}

/** No picture on the wall is cut: its place has its own shape. */
async function hangsWhole(page: Page): Promise<void> {
  const images = page.getByRole("button", { name: /^Look at/ }).locator("img");
  assert.equal(await images.count(), 6);
  for (const image of await images.all()) {
    await until(
      () => image.evaluate((one) => (one as unknown as { naturalWidth: number }).naturalWidth > 0),
      "a picture to be drawn",
    );
    const [own, shown] = (await image.evaluate((one) => {
      const { naturalWidth, naturalHeight, clientWidth, clientHeight } = one as unknown as Record<string, number>;
      return [naturalWidth! / naturalHeight!, clientWidth! / clientHeight!];
    })) as [number, number];
    assert.ok(Math.abs(shown / own - 1) < 0.03, `${own} is shown as ${shown}`);
  }
}

/** How many turns of the transcript are looked at for one moment. */
function readsAt(match: Match, turn: number): number {
  let reads = 0;
  const counted = (stops: readonly Stop[]) =>
    new Proxy(stops, {
      get(all, key) {
        if (typeof key === "string" && /^\d+$/.test(key)) reads++;
        return Reflect.get(all, key);
      },
    });
  momentAt({ ...match, stops: counted(match.stops), own: { A: counted(match.own.A), B: counted(match.own.B) } }, turn);
  return reads;
}

describe("the sprint's stage", { skip, timeout: FILE_MS }, () => {
  let bench: Bench;
  let run: string;
  let lines: readonly Line[];
  let match: Match;
  before(async () => {
    bench = await openBench();
    const played = await playMatch(bench, "a lake that drained");
    ({ run, lines } = played);
    match = readMatch(lines, played.view);
  });
  after(() => bench?.close());

  it("rebuilds at every turn of either team the canon that the transcript's hash names", () => {
    assert.ok(match.stops.length > 100, `${match.stops.length} turns`);
    for (const { team, record, canon, turn } of match.stops) {
      assert.equal(canonHash(hashText, canon), record.after, record.id);
      // A window of four votes is one turn of the run, and its moment is that of the last vote.
      const { latest, canon: shown } = momentAt(match, turn).teams[team];
      assert.equal(canonHash(hashText, shown), latest!.after, record.id);
    }
  });

  it("shows both teams by turns, neither far ahead of the other", () => {
    let ahead = 0;
    for (const { team, record } of match.stops) {
      if (record.turn_type === "VOTE") continue;
      ahead += team === "A" ? 1 : -1;
      assert.ok(Math.abs(ahead) <= 6, `${ahead} ahead at ${record.id}`);
    }
  });

  it("draws the same picture of a turn from either direction", () => {
    const turns = [...new Set(match.stops.map(({ turn }) => turn))];
    const forwards = turns.map((turn) => momentAt(match, turn).picture);
    const backwards = turns.toReversed().map((turn) => momentAt(readMatch(lines, null), turn).picture);
    assert.deepEqual(
      forwards.map(({ tables }) => tables),
      backwards.toReversed().map(({ tables }) => tables),
    );
  });

  it("says what the prompt engineer made in a turn in which no seat spoke", () => {
    assert.deepEqual([match.packs.length, match.pictures.length], [2, 12]);
    for (const { team, turn } of match.packs) assert.deepEqual(momentAt(match, turn).made, { team, what: "prompts" });
    for (const { team, turn } of match.pictures)
      assert.deepEqual(momentAt(match, turn).made, { team, what: "picture" });
    assert.equal(momentAt(match, match.stops[0]!.turn).made, null);
  });

  it("reads no more of a match of 2,000 turns than of one of 200 to show a moment", () => {
    const length = match.stops.at(-1)!.turn + 1;
    const later = (stops: readonly Stop[]) =>
      Array.from({ length: 10 }, (_, i) => stops.map((stop) => ({ ...stop, turn: stop.turn + i * length }))).flat();
    const long = { ...match, stops: later(match.stops), own: { A: later(match.own.A), B: later(match.own.B) } };
    assert.ok(long.stops.length > 2_000, `${long.stops.length} turns`);
    for (const turn of [20, Math.floor(length / 2), length - 1]) {
      const [short, far] = [readsAt(match, turn), readsAt(long, turn + 9 * length)];
      // Looking for a place by halves takes four steps more in ten times as much, in three lists.
      assert.ok(far <= short + 3 * 4, `${short} turns read, and ${far} of ten times as many`);
    }
  });

  it("draws only what the canon holds, and shows proposals as ghosts", () => {
    for (const { turn } of match.stops) {
      const { teams } = momentAt(match, turn);
      for (const { canon, motion, table } of Object.values(teams)) {
        const standing = table.island.features.filter(({ state }) => state !== "ghost").length;
        assert.ok(standing <= canon.landmarks.length, `${standing} stand, ${canon.landmarks.length} are accepted`);
        if (motion?.state === "proposed" && motion.canon.landmarks.length > canon.landmarks.length)
          assert.ok(table.island.features.some(({ state }) => state === "ghost"));
      }
    }
    const last = momentAt(match, lines.length).teams.A.canon;
    assert.equal(planIsland(last, last, null).features.length, 3);
  });

  it("draws what the checks refused, of every kind, and who gave no answer", async () => {
    const spoilt = await brokenMatch(bench);
    const { stops } = readMatch(spoilt.lines, null);
    const kinds = new Map(stops.flatMap((stop) => (stop.trouble ? [[stop.trouble.kind, stop] as const] : [])));
    assert.deepEqual([...kinds.keys()].sort(), TROUBLE_KINDS.toSorted());
    for (const stop of stops) {
      const { tables } = momentAt(readMatch(spoilt.lines, null), stop.turn).picture;
      const mark = tables[stop.team].troubles[stop.record.role];
      assert.equal(mark !== undefined, stop.trouble !== null || stop.record.by === "engine", stop.record.id);
      assert.ok(stop.team === "A" || mark === undefined, "nobody at the other table failed");
      if (stop.trouble) assert.equal(mark?.repaired, stop.record.output !== null, stop.record.id);
    }
    const { context, page } = await bench.open(`/runs/${spoilt.run}?at=${kinds.get("patch")!.turn}`);
    await page.getByText(/attempt.* refused \(patch\)/).waitFor();
    await page.getByRole("tab", { name: "Transcript" }).click();
    const refused = page.getByRole("list", { name: "What the checks said" }).getByText("patch_inapplicable");
    await refused.first().waitFor();
    await page.goto(`${bench.server.url}/runs/${spoilt.run}?at=${kinds.get("silence")!.turn}`);
    await page.getByText(/gave no answer\./).waitFor();
    await bench.done(context);
  });

  it("is watched, scrubbed to an objection, and hung with pictures, and axe finds nothing wrong", async () => {
    const { context, page } = await bench.open(`/runs/${run}`);
    await page.getByRole("button", { name: "Flat", exact: true }).click();
    await page.getByRole("img", { name: /^Two round tables/ }).waitFor();
    const objection = match.stops.find(({ record }) => record.turn_type === "OBJECTION")!;
    await page.goto(`${bench.server.url}/runs/${run}?at=${objection.turn}`);
    await page.getByRole("status").getByText("Objection", { exact: true }).waitFor();
    await page
      .getByText(/^evt_\w+ · answers/)
      .first()
      .waitFor();
    await readsWhatIsCut(page);
    await page.getByRole("tab", { name: "Transcript" }).click();
    const [, accepted] = match.stops.filter(({ landed }) => landed.length > 0);
    await page
      .getByRole("button", { name: new RegExp(`Go to turn ${accepted!.turn}$`) })
      .first()
      .click();
    await page.getByText(`turn ${accepted!.turn} of ${lines.length - 1}`).waitFor();
    await page.getByRole("button", { name: "Table", exact: true }).click();
    assert.equal(await page.getByRole("row").count(), 2 * 5);
    await page.getByRole("button", { name: "To the newest turn" }).click();
    await page.getByRole("button", { name: "Gallery" }).click();
    await page
      .getByRole("button", { name: /^Look at/ })
      .nth(5)
      .waitFor();
    for (const viewport of [
      { width: 1280, height: 720 },
      { width: 390, height: 844 },
    ]) {
      await page.setViewportSize(viewport);
      await hangsWhole(page);
    }
    await page.setViewportSize({ width: 1280, height: 720 });
    await page
      .getByRole("button", { name: /^Look at/ })
      .first()
      .click();
    await page.getByText("How it was asked for").waitFor();
    await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
    const problems = (await page.evaluate(
      "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] }).then(({ violations }) => violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' ' + target)))",
    )) as string[];
    assert.deepEqual(problems, []);
    await bench.done(context);
  });
});
