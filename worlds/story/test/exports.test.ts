// A town as files: measures by round and tables, as other programs read them.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Commit, type ExportFile, getKey, type RunRecord, setKey } from "@orrery/kernel";
import { playOut, sha256 } from "@orrery/kernel/testing";
import type { Story, StoryAction } from "../shape.ts";
import { bots } from "../town/bots.ts";
import { measuresOf } from "../town/exports.ts";
import { story } from "../world.ts";
import { engine, SMALL } from "./stage.ts";

function record(rounds: number): RunRecord<Story> {
  const config = {
    ...SMALL,
    people: 14,
    rounds,
    platforms: [{ id: "square", policy: { chronological: 1, random: 1 } as const }],
  };
  const played = playOut(engine, {
    config,
    seed: "exports",
    choose: ({ ask, view, legal, dice }) =>
      ask.kind === "standing" ? [] : (bots.resident({ ask, view, legal, dice }) as readonly StoryAction[]),
  });
  const acted = played.commits.filter(({ draft }) => draft.events.length > 0);
  const frames = [played.opened.frame, ...acted.map(({ frame }) => frame)];
  const turns = acted.map(({ draft }, i) => ({
    commit: { events: draft.events } as Commit<Story>,
    before: frames[i]!,
    after: frames[i + 1]!,
  }));
  return {
    id: "r",
    config,
    opened: played.opened.frame,
    turns: () => turns,
    call: () => null,
    artifact: () => null,
    hash: sha256,
  };
}
const rowsOf = (text: string | Uint8Array) =>
  `${text}`
    .trimEnd()
    .split("\n")
    .map((line) => line.split(","));

describe("exports", () => {
  const run = record(16);
  const toEnd = <T>(work: Generator<undefined, T>): T => {
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
    }
  };
  const filesOf = (name: "measures" | "town", options: Readonly<Record<string, string>>): readonly ExportFile[] => {
    const files = story.exports[name]!.write(run, options);
    return "next" in files ? toEnd(files) : files;
  };
  it("write a row of measures for each round, the opening first", () => {
    const [file] = filesOf("measures", {});
    const [head, ...rows] = rowsOf(file!.bytes);
    assert.equal(file!.path, "measures.csv");
    assert.deepEqual(head!.slice(0, 4), ["round", "people", "posts", "comments"]);
    assert.ok(head!.includes("polarisation.harbour") && head!.includes("modularity") && head!.includes("anger"));
    assert.deepEqual(
      rows.map(([round]) => Number(round)),
      Array.from({ length: 17 }, (_, i) => i),
    );
    assert.ok(rows.every((row) => row.length === head!.length && row.every((cell) => Number.isFinite(Number(cell)))));
  });

  it("count the acts of a round and take opinions from the state", () => {
    const events = [...run.turns()].flatMap(({ commit }) => commit.events);
    const sum = (name: string) => toEnd(measuresOf(run)).reduce((total, row) => total + row[name]!, 0);
    assert.equal(
      sum("posts"),
      events.filter(({ type }) => type === "posted" || type === "reposted" || type === "quoted").length,
    );
    assert.equal(sum("comments"), events.filter(({ type }) => type === "commented").length);
    assert.ok(sum("posts") > 10 && sum("reach") > 10);
  });

  it("write the last row alone, equal to the last of all rows", () => {
    const all = rowsOf(filesOf("measures", {})[0]!.bytes);
    const last = rowsOf(filesOf("measures", { rows: "last" })[0]!.bytes);
    assert.deepEqual(last, [all[0], all.at(-1)]);
    assert.throws(() => filesOf("measures", { rows: "first" }), RangeError);
  });

  it("write people, ties, posts, comments and cascades as tables", () => {
    const files = new Map(filesOf("town", {}).map(({ path, bytes }) => [path, `${bytes}`]));
    assert.deepEqual([...files.keys()], ["people.csv", "follows.csv", "posts.csv", "comments.csv", "cascades.csv"]);
    assert.equal(files.get("people.csv")!.trimEnd().split("\n").length, 16);
    assert.match(files.get("people.csv")!, /^id,name,status,following,followers,opinion\.harbour/);
    assert.match(files.get("posts.csv")!, /\neditor|p1,editor,square,0,The harbour opens on Monday\./);
  });

  it("pause after each turn that is folded, and within long tables", () => {
    const pausesOf = (record: RunRecord<Story>) => {
      let read = 0;
      const turns = function* () {
        for (const turn of record.turns()) {
          read++;
          yield turn;
        }
      };
      const work = story.exports["town"]!.write({ ...record, turns }, {}) as Generator;
      for (let pauses = 0; ; pauses++) {
        const before = read;
        if (work.next().done) return pauses;
        assert.ok(read - before <= 1, `${read - before} turns without a pause`);
      }
    };
    const all = [...run.turns()];
    const small = pausesOf(run);
    assert.equal(small, all.length + 5, "one a turn, one before each table");
    // The same run with posts that fill four pieces of a table.
    const { state } = all.at(-1)!.after;
    const more = Array.from({ length: 2000 }, (_, i) => ({ ...getKey(state.posts, "p1")!, id: `more${i}` }));
    const posts = more.reduce((now, post) => setKey(now, post.id, post), state.posts);
    const last = { ...all.at(-1)!, after: { ...all.at(-1)!.after, state: { ...state, posts } } };
    assert.ok(pausesOf({ ...run, turns: () => all.with(-1, last) }) >= small + 4);
  });
});
