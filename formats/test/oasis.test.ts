// Run folders of OASIS, read as they lie: a real one against its truth, and made ones with the oddities and the damage that real ones have.
import assert from "node:assert/strict";
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { after, describe, it } from "node:test";
import { readFolder, UnreadList } from "../src/oasis/index.ts";
import { begin, dice, type Made, OPENINGS, playRounds } from "./made.ts";
import { type Report, reportOf, roundsOf, truthOf } from "./reports.ts";
import type { PlatformName } from "./simulator.ts";

const FIXTURES = resolve(import.meta.dirname, "../../fixtures/oasis");
const root = mkdtempSync(join(tmpdir(), "orrery-formats-"));
let folders = 0;
const newFolder = (): string => {
  const dir = join(root, String(++folders));
  mkdirSync(dir);
  return dir;
};
after(() => rmSync(root, { recursive: true, force: true }));

/** A whole run that ended by itself. */
function whole(dir: string, platform: PlatformName, seed: number, { rounds = 8, agents = 6 } = {}): Made {
  const made = begin(dir, platform, agents);
  playRounds(made, dice(seed), 1, rounds, agents);
  made.sim.end(rounds);
  return made;
}
const log = (dir: string, platform: PlatformName) => join(dir, platform, "actions.jsonl");
const linesOf = (dir: string, platform: PlatformName) => readFileSync(log(dir, platform), "utf8").split("\n");
/** Rewrites the lines of a log. */
const edit = (dir: string, platform: PlatformName, change: (lines: string[]) => string[]) =>
  writeFileSync(log(dir, platform), change(linesOf(dir, platform)).join("\n"));
const posts = (report: Report | undefined) => report!["posts"] as Record<string, unknown>[];

describe("a real run folder", () => {
  it("is read correctly, field by field", async () => {
    const truth = (
      JSON.parse(readFileSync(resolve(FIXTURES, "reddit-12x10.truth.json"), "utf8")) as {
        small: Record<string, Record<string, unknown>>;
      }
    ).small;
    const { platforms, unread } = await reportOf(resolve(FIXTURES, "reddit-12x10/sim_3893a0b4a610"));
    assert.deepEqual(Object.keys(platforms), Object.keys(truth));
    for (const [name, fields] of Object.entries(truth))
      for (const [field, value] of Object.entries(fields))
        assert.deepEqual(platforms[name]![field], value, `${name}.${field}`);
    assert.deepEqual(unread, []);
  });
});

describe("whole runs", () => {
  for (const platform of ["reddit", "twitter"] as const)
    it(`of ${platform} are read as they were: actions, agents and feeds of every round`, async () => {
      for (let seed = 1; seed <= 12; seed++) {
        const dir = newFolder();
        const { sim } = whole(dir, platform, seed);
        const { platforms, unread } = await reportOf(dir);
        assert.deepEqual(roundsOf(platforms[platform]!), truthOf(sim, 8), `seed ${seed}`);
        assert.deepEqual(unread, []);
      }
    });

  it("of both platforms in one folder are read together", async () => {
    const dir = newFolder();
    const reddit = whole(dir, "reddit", 1);
    const twitter = whole(dir, "twitter", 2, { rounds: 5 });
    const { platforms } = await reportOf(dir);
    assert.deepEqual(Object.keys(platforms), ["reddit", "twitter"]);
    assert.deepEqual(roundsOf(platforms["reddit"]!), truthOf(reddit.sim, 8));
    assert.deepEqual(roundsOf(platforms["twitter"]!), truthOf(twitter.sim, 5));
  });

  it("count an opening post once, and name the post that Twitter never published", async () => {
    const dir = newFolder();
    whole(dir, "twitter", 3);
    const report = (await reportOf(dir)).platforms["twitter"]!;
    assert.equal(report["opening_posts_published"], 2);
    assert.equal(report["opening_rows_in_round_0"], 3);
    assert.deepEqual(report["phantom_opening_rows"], [{ agent_id: 0, content: OPENINGS[0]!.content }]);
    assert.deepEqual(report["opening_rows_repeated_in_round"], [1]);
    assert.equal(posts(report).filter(({ round }) => round === 0).length, 2);
  });

  it("without a database give the same rounds; opening posts are found by their copies", async () => {
    for (const platform of ["reddit", "twitter"] as const) {
      const dir = newFolder();
      const { sim } = whole(dir, platform, 4);
      rmSync(join(dir, `${platform}_simulation.db`));
      const { platforms, unread } = await reportOf(dir);
      const blind = Object.fromEntries(
        Object.entries(truthOf(sim, 8)).map(([round, truth]) => [round, { ...(truth as object), saw: {} }]),
      );
      assert.deepEqual(roundsOf(platforms[platform]!), blind);
      assert.deepEqual(unread, []);
    }
  });

  it("without any log give everything but the rounds", async () => {
    for (const platform of ["reddit", "twitter"] as const) {
      const dir = newFolder();
      whole(dir, platform, 5);
      const told = (await reportOf(dir)).platforms[platform]!;
      rmSync(join(dir, platform), { recursive: true });
      const { platforms, unread } = await reportOf(dir);
      const report = platforms[platform]!;
      for (const field of [
        "totals_by_type",
        "likes",
        "dislikes",
        "follows",
        "mutes",
        "comment_likes",
        "counts",
        "users",
      ])
        assert.deepEqual(report[field], told[field], field);
      assert.deepEqual(report["rounds"], {});
      assert.equal(report["opening_posts_published"], told["opening_posts_published"]);
      assert.ok(posts(report).every(({ round }) => round === null));
      assert.deepEqual(unread, []);
    }
  });

  it("keep quotes and reposts at their root, even if the log names another author", async () => {
    const dir = newFolder();
    const { sim } = begin(dir, "twitter", 3, [{ agent: 0, content: "First." }]);
    sim.startRound(1, 0);
    const again = sim.repost(1, 1);
    const twice = sim.repost(2, again);
    const quote = sim.quote(2, again, "Well said?");
    sim.endRound();
    sim.end(1);
    const { platforms } = await reportOf(dir);
    const of = (id: number) => posts(platforms["twitter"]).find(({ post_id }) => post_id === id)!;
    assert.deepEqual([of(twice)["kind"], of(twice)["original_post_id"]], ["repost", 1]);
    assert.deepEqual(
      [of(quote)["kind"], of(quote)["original_post_id"], of(quote)["quote_content"]],
      ["quote", 1, "Well said?"],
    );
    assert.equal(of(1)["shares"], 3);
  });
});

describe("interrupted runs", () => {
  it("count a round only once it has ended; newer database rows wait for a later import", async () => {
    const dir = newFolder();
    const made = begin(dir, "reddit", 4);
    playRounds(made, dice(6), 1, 3, 4);
    made.sim.startRound(4, 3);
    made.sim.refresh(1, [1]);
    made.sim.wait(500);
    const lost = made.sim.post(1, "Nobody logs this.");
    made.sim.endRound({ killed: true });
    made.sim.db.close();
    const report = (await reportOf(dir)).platforms["reddit"]!;
    assert.deepEqual(Object.keys(report["rounds"] as object), ["0", "1", "2", "3"]);
    assert.deepEqual(roundsOf(report), truthOf(made.sim, 3));
    assert.equal(report["actions_without_round"], 1);
    assert.equal(report["refresh_rows_without_round"], 1);
    assert.equal(posts(report).find(({ post_id }) => post_id === lost)!["round"], null);
  });

  it("read the last simulation of a restarted log, which matches the database", async () => {
    const dir = newFolder();
    const first = begin(dir, "twitter", 4);
    playRounds(first, dice(7), 1, 2, 4);
    first.sim.startRound(3, 2);
    first.sim.db.close();
    const made = begin(dir, "twitter", 4, OPENINGS, Date.UTC(2026, 0, 6));
    playRounds(made, dice(8), 1, 4, 4);
    made.sim.end(4);
    const { platforms, unread } = await reportOf(dir);
    assert.deepEqual(roundsOf(platforms["twitter"]!), truthOf(made.sim, 4));
    const segments = platforms["twitter"]!["log_segments"] as { rounds: number; ended: boolean }[];
    assert.deepEqual(
      segments.map(({ rounds, ended }) => [rounds, ended]),
      [
        [3, false],
        [5, true],
      ],
    );
    assert.deepEqual(unread, []);
  });
});

describe("damage", () => {
  const damaged = async (platform: PlatformName, change: (lines: string[]) => string[]) => {
    const dir = newFolder();
    const { sim } = whole(dir, platform, 9);
    edit(dir, platform, change);
    const { platforms, unread } = await reportOf(dir);
    return { report: platforms[platform]!, unread, truth: truthOf(sim, 8) };
  };

  it("of a cut last line is reported at its line, and nothing else is lost", async () => {
    const { report, unread, truth } = await damaged("reddit", (lines) => [
      ...lines.slice(0, -2),
      lines.at(-2)!.slice(0, 40),
    ]);
    assert.deepEqual(roundsOf(report), truth);
    assert.equal(unread.length, 1);
    assert.match(unread[0]!.why, /^The file ends inside this line/);
  });

  it("to an action's line loses nothing that the database still has", async () => {
    const at = (lines: string[]) =>
      lines.findIndex((line) => line.includes("CREATE_POST") && line.includes('"round":2'));
    const { report, unread, truth } = await damaged("reddit", (lines) =>
      lines.with(at(lines), lines[at(lines)]!.slice(0, -9)),
    );
    assert.deepEqual(roundsOf(report), truth);
    assert.ok(unread.some(({ file, why }) => file === "reddit/actions.jsonl" && /^Not JSON/.test(why)));
    assert.ok(unread.some(({ why }) => /in the database and not in the log/.test(why)));
    assert.ok(unread.some(({ why }) => /claims \d+ actions, and \d+ can be read/.test(why)));
  });

  it("to a round's markers does not lose the round", async () => {
    for (const mark of ["round_start", "round_end"]) {
      const { report, unread, truth } = await damaged("twitter", (lines) =>
        lines.filter(
          (line) => !(line.includes(`"${mark}"`) && line.includes('"round":2') && !line.includes("action_type")),
        ),
      );
      assert.deepEqual(roundsOf(report), truth, mark);
      assert.ok(unread.length > 0, mark);
    }
  });

  it("by a repeated round doubles nothing", async () => {
    const { report, unread, truth } = await damaged("reddit", (lines) => {
      const from = lines.findIndex((line) => line.includes('"round":3') && line.includes("round_start"));
      const to = lines.findIndex((line) => line.includes('"round":3') && line.includes("round_end"));
      return [...lines.slice(0, to + 1), ...lines.slice(from)];
    });
    assert.deepEqual(roundsOf(report), truth);
    assert.ok(unread.some(({ why }) => why === "Round 3 is there twice; the first is kept."));
  });

  it("by a repeated line doubles nothing", async () => {
    const { report, unread, truth } = await damaged("twitter", (lines) => {
      const at = lines.findIndex((line) => line.includes('"round":2') && line.includes("action_type"));
      return lines.toSpliced(at, 0, lines[at]!);
    });
    assert.deepEqual(roundsOf(report), truth);
    assert.ok(unread.some(({ why }) => why === "The same line a second time."));
  });

  it("by bytes other than UTF-8 is reported at its line; UTF-16 with a byte order mark is read", async () => {
    const dir = newFolder();
    const { sim } = whole(dir, "reddit", 10);
    const text = readFileSync(log(dir, "reddit"));
    writeFileSync(log(dir, "reddit"), Buffer.from(`\uFEFF${text.toString("utf8")}`, "utf16le"));
    assert.deepEqual(roundsOf((await reportOf(dir)).platforms["reddit"]!), truthOf(sim, 8));
    const at = text.indexOf("\n", 2000) + 20;
    text[at] = 0xff;
    writeFileSync(log(dir, "reddit"), text);
    const { platforms, unread } = await reportOf(dir);
    assert.deepEqual(roundsOf(platforms["reddit"]!), truthOf(sim, 8));
    assert.ok(unread.some(({ why }) => why === "The bytes of this line are not UTF-8."));
  });

  it("to names and types is reported, and agents are joined by id", async () => {
    const dir = newFolder();
    const { sim } = begin(dir, "reddit", 3, []);
    sim.startRound(1, 0);
    sim.post(1, "Hello.");
    sim.odd(2, "TELEPORT");
    sim.endRound();
    sim.end(1);
    edit(dir, "reddit", (lines) => lines.map((line) => line.replace("O'Dowd, Patrick", "Paddy")));
    const { platforms, unread } = await reportOf(dir);
    const report = platforms["reddit"]!;
    assert.deepEqual(report["totals_by_type"], { CREATE_POST: 1 });
    assert.equal((report["agents_by_id"] as Record<string, string>)["1"], "O'Dowd, Patrick");
    assert.ok(unread.some(({ why }) => /Agent 1 is called "Paddy" here/.test(why)));
    assert.ok(unread.some(({ why }) => /no known type: "TELEPORT"/.test(why)));
  });

  it("to the database falls back on the log", async () => {
    const dir = newFolder();
    const { sim } = whole(dir, "reddit", 11);
    writeFileSync(join(dir, "reddit_simulation.db"), "this is no database");
    const { platforms, unread } = await reportOf(dir);
    const rounds = roundsOf(platforms["reddit"]!) as Record<string, { actions: unknown }>;
    const truth = truthOf(sim, 8) as Record<string, { actions: unknown }>;
    for (const [round, { actions }] of Object.entries(truth)) assert.deepEqual(rounds[round]!.actions, actions);
    assert.ok(unread.some(({ file, line }) => file === "reddit_simulation.db" && line === null));
  });

  it("by an empty log leaves the database in use", async () => {
    const dir = newFolder();
    whole(dir, "twitter", 14);
    const told = (await reportOf(dir)).platforms["twitter"]!;
    writeFileSync(log(dir, "twitter"), "\n\u0000\n");
    const { platforms, unread } = await reportOf(dir);
    assert.deepEqual(platforms["twitter"]!["totals_by_type"], told["totals_by_type"]);
    assert.equal(platforms["twitter"]!["actions_without_round"], 0);
    assert.ok(unread.some(({ why }) => /no row of a simulation/.test(why)));
  });

  it("to profiles and configuration is reported at its place", async () => {
    const dir = newFolder();
    whole(dir, "twitter", 12);
    appendFileSync(join(dir, "twitter_profiles.csv"), '9,"cut off');
    writeFileSync(join(dir, "simulation_config.json"), "{");
    renameSync(join(dir, "twitter_profiles.csv"), join(dir, "twitter_profile.csv"));
    const { platforms, unread } = await reportOf(dir);
    assert.equal((platforms["twitter"]!["agents_by_id"] as Record<string, string>)["2"], "林小雨");
    assert.ok(unread.some(({ file, why }) => file === "simulation_config.json" && /^Not JSON/.test(why)));
    assert.ok(unread.some(({ file }) => file === "twitter_profile.csv"));
    renameSync(join(dir, "twitter_profile.csv"), join(dir, "twitter_profiles.csv"));
    assert.ok((await reportOf(dir)).unread.some(({ line, why }) => line === 8 && /ends inside this row/.test(why)));
  });

  it("to a half-written database is repaired in a copy, never in the folder", async () => {
    const dir = newFolder();
    const made = begin(dir, "reddit", 6);
    playRounds(made, dice(13), 1, 4, 6);
    made.sim.end(4);
    const truth = truthOf(made.sim, 4);
    const file = join(dir, "reddit_simulation.db");
    const before = readFileSync(file);
    const db = new DatabaseSync(file);
    // Pages leave the cache for the file before the transaction ends, and their old selves stand in the journal.
    db.exec(
      "PRAGMA cache_size = 2; PRAGMA synchronous = OFF; BEGIN; UPDATE trace SET info = info || ' '; DELETE FROM comment;",
    );
    const [half, journal] = [readFileSync(file), readFileSync(`${file}-journal`)];
    db.exec("ROLLBACK");
    db.close();
    assert.notDeepEqual(half, before);
    writeFileSync(file, half);
    writeFileSync(`${file}-journal`, journal);
    const { platforms, unread } = await reportOf(dir);
    assert.deepEqual(roundsOf(platforms["reddit"]!), truth);
    assert.deepEqual(unread, []);
    assert.deepEqual(readFileSync(file), half);
  });

  it("never turns another folder into a run folder", () => {
    const dir = newFolder();
    writeFileSync(join(dir, "notes.txt"), "nothing");
    assert.equal(readFolder(dir, new UnreadList()), null);
  });
});
