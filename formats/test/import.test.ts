// Run folders become runs: one turn per round, verified and branched like any other; the same folder again adds only what is new.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, describe, it } from "node:test";
import { type Orrery, openOrrery, type TurnLine } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import type { RecordedEvent, StoryState } from "@orrery/worlds/story";
import { importerFor } from "../src/index.ts";
import { begin, dice, OPENINGS, playRounds } from "./made.ts";

const FIXTURE = resolve(import.meta.dirname, "../../fixtures/oasis/reddit-12x10/sim_3893a0b4a610");
const root = mkdtempSync(join(tmpdir(), "orrery-import-"));
let folders = 0;
const newFolder = (): string => {
  const dir = join(root, String(++folders));
  mkdirSync(dir);
  return dir;
};
after(() => rmSync(root, { recursive: true, force: true }));

const open = (): Promise<Orrery> => openOrrery({ store: memoryStore() });
const take = (orrery: Orrery, dir: string) => importerFor(dir)!.read(orrery, dir, { report: true });
async function eventsOf(orrery: Orrery, run: string): Promise<RecordedEvent[]> {
  const events: RecordedEvent[] = [];
  for await (const line of orrery.log(run)) events.push(...((line as TurnLine).events as unknown as RecordedEvent[]));
  return events;
}
const stateOf = async (orrery: Orrery, run: string, at?: number) =>
  (await orrery.show(run, at === undefined ? {} : { at })).view as StoryState;

describe("an imported run", () => {
  it("holds every action and every look of the folder once, and can be verified, scrubbed and branched", async () => {
    const orrery = await open();
    const { run, turns, platforms } = await take(orrery, FIXTURE);
    const report = platforms["reddit"]!;
    const events = await eventsOf(orrery, run);
    const count = (...types: string[]) => events.filter(({ type }) => types.includes(type)).length;
    assert.equal(turns, 12);
    assert.equal(count("posted"), report.counts.posts);
    assert.equal(count("commented"), report.counts.comments);
    assert.equal(count("followed"), report.counts.follows);
    assert.equal(count("muted"), report.counts.mutes);
    assert.equal(count("round_ended"), 11);
    assert.equal(count("answered"), 3);
    const refreshes = events.filter((event) => event.type === "looked" && event.what === "refresh");
    assert.equal(refreshes.length, report.counts.refresh_rows);
    assert.deepEqual(await orrery.verify(run), { ok: true, runs: 1, turns });
    assert.deepEqual((await stateOf(orrery, run, 1)).closedRounds, { reddit: 0 });
    const { branch } = await orrery.createBranch(run, { name: "otherwise", at: 3 });
    assert.deepEqual(((await orrery.show(run, { branch })).view as StoryState).closedRounds, { reddit: 2 });
    await orrery.close();
  });

  it("knows the post of every comment, and the target of every follow and mute", async () => {
    const orrery = await open();
    const { run, platforms } = await take(orrery, FIXTURE);
    const events = await eventsOf(orrery, run);
    const report = platforms["reddit"]!;
    for (const { comment_id, post_id } of report.comments)
      assert.ok(
        events.some(
          (event) =>
            event.type === "commented" &&
            event.comment === `reddit/c${comment_id}` &&
            event.post === `reddit/${post_id}`,
        ),
      );
    const pairs = (type: "followed" | "muted") =>
      events.flatMap((event) => (event.type === type ? [[Number(event.by), Number(event.who)]] : []));
    assert.deepEqual(pairs("followed"), report.follows);
    assert.deepEqual(pairs("muted"), report.mutes);
    await orrery.close();
  });

  it("is conserved: each like has a liker and a post, and the ties of all platforms are one graph", async () => {
    for (let seed = 1; seed <= 4; seed++) {
      const dir = newFolder();
      for (const platform of ["reddit", "twitter"] as const) {
        const made = begin(dir, platform, 7);
        playRounds(made, dice(seed), 1, 6, 7);
        made.sim.end(6);
      }
      const orrery = await open();
      const { run, platforms } = await take(orrery, dir);
      const state = await stateOf(orrery, run);
      const events = await eventsOf(orrery, run);
      const made = new Set(
        events.flatMap((event) => ("post" in event && event.type !== "commented" ? [event.post] : [])),
      );
      for (const event of events)
        if (event.type === "reacted" && event.on === "post") {
          assert.ok(made.has(event.id), event.id);
          assert.ok(state.actors.includes(event.by));
        }
      const agents = Object.fromEntries(
        state.profiles.leaves.flatMap((leaf) => Object.keys(leaf)).map((id) => [id, agentIn(state, id)]),
      );
      const told = new Set(
        Object.values(platforms).flatMap(({ follows }) =>
          follows.filter(([by, who]) => by !== who && who !== null).map(([by, who]) => `${by}>${who}`),
        ),
      );
      const stands = new Set(Object.entries(agents).flatMap(([by, one]) => one.following.map((who) => `${by}>${who}`)));
      assert.deepEqual([...stands].sort(), [...told].sort(), `seed ${seed}`);
      for (const [id, one] of Object.entries(agents))
        assert.equal(one.followers, [...stands].filter((tie) => tie.endsWith(`>${id}`)).length);
      await orrery.close();
    }
  });

  it("adds nothing when a whole folder is imported again", async () => {
    const orrery = await open();
    const first = await take(orrery, FIXTURE);
    const again = await take(orrery, FIXTURE);
    assert.deepEqual([again.run, again.turns, again.existed], [first.run, 0, true]);
    assert.deepEqual(again.platforms, first.platforms);
    await orrery.close();
  });

  it("grows with its folder: three partial imports equal one full import", async () => {
    for (const platform of ["reddit", "twitter"] as const) {
      const dir = newFolder();
      const orrery = await open();
      const made = begin(dir, platform, 6);
      const roll = dice(21);
      const turns: number[] = [];
      for (const to of [2, 5, 9]) {
        playRounds(made, roll, made.sim.round + 1, to, 6);
        // The rows of a round are in the database before they are in the log.
        if (to === 9) made.sim.end(9);
        turns.push((await take(orrery, dir)).turns);
      }
      assert.deepEqual(turns, [3, 3, 4]);
      const grown = await eventsOf(orrery, "oasis-sim_0123456789ab");
      const other = await open();
      const { run } = await take(other, dir);
      assert.deepEqual(grown, await eventsOf(other, run));
      await orrery.close();
      await other.close();
    }
  });

  it("grows without a log as well, from a half-written burst", async () => {
    const dir = newFolder();
    const orrery = await open();
    const made = begin(dir, "twitter", 5);
    const roll = dice(5);
    playRounds(made, roll, 1, 2, 5);
    made.sim.startRound(3, 2);
    made.sim.refresh(1, [1]);
    made.sim.post(1, "Half a round.");
    rmSync(join(dir, "twitter"), { recursive: true });
    await take(orrery, dir);
    made.sim.post(2, "The other half.");
    made.sim.db.close();
    const { run, turns } = await take(orrery, dir);
    assert.equal(turns, 1);
    const other = await open();
    await take(other, dir);
    const [a, b] = [await eventsOf(orrery, run), await eventsOf(other, run)];
    assert.deepEqual(a, b);
    await orrery.close();
    await other.close();
  });

  it("is another run when the folder was restarted or holds another past", async () => {
    const dir = newFolder();
    const orrery = await open();
    const made = begin(dir, "reddit", 4);
    playRounds(made, dice(1), 1, 3, 4);
    made.sim.end(3);
    const first = await take(orrery, dir);
    const anew = begin(dir, "reddit", 4, OPENINGS, Date.UTC(2026, 2, 2));
    playRounds(anew, dice(2), 1, 2, 4);
    anew.sim.end(2);
    const second = await take(orrery, dir);
    assert.notEqual(second.run, first.run);
    assert.equal(second.turns, 3);
    assert.equal((await take(orrery, dir)).turns, 0);
    await orrery.close();
  });

  it("keeps texts byte for byte: markup, braces, markers, any script", async () => {
    const dir = newFolder();
    const orrery = await open();
    const { sim } = begin(dir, "reddit", 2, []);
    const texts = [
      '{"event_type": "round_end"}',
      "a\u2028b\u0085c",
      "{characters} {{x}}",
      "<b>&amp;</b>",
      "مرحبا 林 🏴‍☠️",
      "\u0000nul",
    ];
    sim.startRound(1, 0);
    for (const text of texts) sim.post(0, text);
    sim.endRound();
    sim.end(1);
    const { run, unread } = await take(orrery, dir);
    const said = (await eventsOf(orrery, run)).flatMap((event) => (event.type === "posted" ? [event.text] : []));
    assert.deepEqual(said, texts);
    assert.deepEqual(unread, []);
    await orrery.close();
  });

  it("reports what it could not read and imports the rest", async () => {
    const dir = newFolder();
    cpSync(FIXTURE, dir, { recursive: true });
    rmSync(join(dir, "reddit_profiles.json"));
    writeFileSync(join(dir, "reddit_profiles.json"), "[{]");
    appendFileSync(join(dir, "reddit/actions.jsonl"), '{"round": 11, "time');
    const orrery = await open();
    const { run, unread, turns } = await take(orrery, dir);
    assert.equal(turns, 12);
    assert.deepEqual(
      unread.map(({ file, line }) => [file, line]),
      [
        ["reddit_profiles.json", null],
        ["reddit/actions.jsonl", 81],
      ],
    );
    assert.equal((await orrery.verify(run)).ok, true);
    await orrery.close();
  });
});

function agentIn(state: StoryState, id: string) {
  for (const leaf of state.agents.leaves) if (Object.hasOwn(leaf, id)) return leaf[id]!;
  throw new Error(`no agent ${id}`);
}

describe("orrery import DIR", () => {
  const orrery = (...words: string[]) =>
    spawnSync(process.execPath, [resolve(import.meta.dirname, "../../cli/src/main.ts"), ...words], {
      encoding: "utf8",
    });

  it("prints the run, its platforms and unread lines; one line without --json", () => {
    const db = join(newFolder(), "a.db");
    const json = orrery("import", FIXTURE, "--json", "--db", db);
    assert.equal(json.status, 0, json.stderr);
    const { run, platforms, unread } = JSON.parse(json.stdout) as Record<
      string,
      Record<string, Record<string, unknown>>
    >;
    const truth = JSON.parse(readFileSync(resolve(FIXTURE, "../../reddit-12x10.truth.json"), "utf8")) as {
      small: { reddit: Record<string, unknown> };
    };
    assert.equal(run, "oasis-sim_3893a0b4a610");
    assert.deepEqual(unread, []);
    for (const [field, value] of Object.entries(truth.small.reddit))
      assert.deepEqual(platforms!["reddit"]![field], value, field);
    const again = orrery("import", FIXTURE, "--as", "oasis", "--db", db);
    assert.equal(again.stdout, "oasis-sim_3893a0b4a610 was here already; nothing new added.\n");
  });

  it("says what to do with a folder of an unknown format", () => {
    const db = join(newFolder(), "b.db");
    const parent = orrery("import", resolve(FIXTURE, ".."), "--db", db);
    assert.equal(parent.status, 2);
    assert.match(parent.stderr, /is no folder that can be imported\. Did you mean .*sim_3893a0b4a610\?/);
    const format = orrery("import", FIXTURE, "--as", "oasys", "--db", db);
    assert.equal(format.status, 2);
    assert.match(format.stderr, /There is no format "oasys"\. Did you mean "oasis"\?/);
  });
});
