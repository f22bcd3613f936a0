// Turns upon turns of scripted play under every law at once: a hundred and more as a rule, ten thousand in the long run.
import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { decideTurn, type Roll, seal, truthAfter } from "@orrery/kernel";
import { type Played, redecides, replays } from "@orrery/kernel/testing";
import { responseOf } from "../gm/assemble.ts";
import { IN_BRIEF } from "../gm/scripted.ts";
import { readRoll } from "../protocol/dice-text.ts";
import type { Table, TableEvent } from "../shape.ts";
import { table } from "../world.ts";
import { engine, game } from "./campaign.ts";
import { unexplained } from "./ledger.ts";

const long = process.env["ORRERY_LONG"] === "1";
const TURNS = long ? 10_000 : 300;
const PARTIES = [["ilsa"], ["bram"], ["maren"], ["tobin"], ["ilsa", "bram", "maren", "tobin"]] as const;
const eventsIn = ({ draft }: Played<Table>["commits"][number]) => draft.events as readonly TableEvent[];
const flat = (rolls: readonly { purpose: string; dice: readonly number[] }[]) =>
  rolls.flatMap(({ purpose, dice }) => dice.map((face) => `${purpose}=${face}`));

describe(`${TURNS} turns of scripted play`, () => {
  const games: { readonly seed: string; readonly played: Played<Table> }[] = [];
  before(() => {
    for (let i = 0, turns = 0; turns < TURNS; i++) {
      const seed = `soak ${i}`;
      const played = game(seed, PARTIES[i % PARTIES.length]!, 200);
      games.push({ seed, played });
      turns += played.commits.length;
    }
  });

  it("are accepted, ninety-nine of a hundred at least", () => {
    const all = games.flatMap(({ played }) => played.commits.flatMap(({ draft }) => draft.validation));
    const refused = all.filter(({ success }) => !success);
    assert.ok(refused.length <= all.length / 100, `${refused.length} of ${all.length}: ${JSON.stringify(refused[0])}`);
  });
  it("are told in full, ninety-nine of a hundred at least", () => {
    const told = games.flatMap(({ played }) =>
      played.commits.flatMap((commit) =>
        eventsIn(commit).flatMap((event) => (event.type === "narrated" ? [event.told.narrative] : [])),
      ),
    );
    const brief = told.filter((narrative) => narrative === IN_BRIEF).length;
    assert.ok(told.length > TURNS / 4 && brief <= told.length / 100, `${brief} of ${told.length}`);
  });
  it("break no invariant", () => {
    for (const { seed, played } of games)
      for (const { frame } of played.commits) assert.deepEqual(table.valid(frame.state), [], seed);
  });
  it("explain every change of hit points, experience, gold, things and time", () => {
    for (const { seed, played } of games) {
      let { state } = played.opened.frame;
      for (const [i, commit] of played.commits.entries()) {
        assert.deepEqual(unexplained(state, eventsIn(commit), commit.frame.state), [], `${seed}, turn ${i + 1}`);
        state = commit.frame.state;
      }
    }
  });
  it("show each die that was rolled in one string of the response, and no other", () => {
    let shown = 0;
    for (const { seed, played } of games) {
      let rolled: Roll[] = [];
      for (const [i, commit] of played.commits.entries()) {
        rolled.push(...(commit.draft.rolls as readonly Roll[]));
        const told = eventsIn(commit).find((event) => event.type === "narrated")?.told;
        if (!told) continue;
        const strings = responseOf(told, false)["dice_rolls"] as readonly string[];
        const read = strings.map((text) => readRoll(text) ?? assert.fail(text));
        assert.deepEqual(
          flat(read),
          rolled.map(({ purpose, value }) => `${purpose}=${value}`),
          `${seed}, turn ${i + 1}`,
        );
        shown += rolled.length;
        rolled = [];
      }
    }
    assert.ok(shown > TURNS / 10, `${shown} dice`);
  });
  it("have the same truth when they are replayed and when they are decided again", () => {
    for (const { seed, played } of games) {
      assert.equal(replays(engine, played.opened, played.commits).truth, played.truth, seed);
      redecides(engine, played);
    }
  });
  it("have the same truth on a branch that keeps its dice, and another with dice of its own", () => {
    let others = 0;
    for (const { seed, played } of games) {
      assert.equal(truthOnBranch(played, played.salt), played.truth, seed);
      if (truthOnBranch(played, "another") !== played.truth) others++;
    }
    assert.ok(others > games.length / 2, `${others} of ${games.length}`);
  });
});

it("lets the last of a lost party come round after hours that a die names, by the clock and in words", () => {
  const { opened, commits } = game("soak 43", ["tobin"], 20);
  const at = commits.findIndex((commit) =>
    eventsIn(commit).some((event) => event.type === "rolled" && /coming round$/.test(event.roll.purpose)),
  );
  const [before, { state }] = [commits[at - 1]?.frame ?? opened.frame, commits[at]!.frame];
  const events = eventsIn(commits[at]!);
  assert.deepEqual(unexplained(before.state, events, state), []);
  const { roll } = events.findLast((event) => event.type === "rolled")!;
  assert.ok(
    events.some((event) => event.type === "passed" && event.seconds === roll.total * 3600),
    `${roll.total} hours`,
  );
  assert.ok(events.some((event) => event.type === "fact" && event.fact.is === "healed"));
});

/** The truth after the same answers are given again from the middle of a run. */
function truthOnBranch({ commits, seed }: Played<Table>, salt: string): string {
  const half = Math.floor(commits.length / 2);
  let { frame, truth } = commits[half - 1]!;
  for (const [i, { lane, given }] of commits.slice(half).entries()) {
    const draft = decideTurn(engine, frame, lane, given, { seed, salt });
    frame = seal(engine, frame, draft, { id: `b${i}`, createdAt: i, rawText: "", salt }).frame;
    truth = truthAfter(engine.hash, truth, { events: draft.events, lane, version: table.version });
  }
  return truth;
}
