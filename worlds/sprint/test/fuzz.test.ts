// Fuzz: matches of all tiers in which seats babble, spoil their answers or stay silent. Every match ends, every output that was taken validates, every deadlock is broken.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { checker, type Dice } from "@orrery/kernel";
import { type Chance, recklessly, replays } from "@orrery/kernel/testing";
import { finalProblems, ROLES, type Sprint, sprint, TEAMS, type TurnRecord } from "../index.ts";
import { DECISIONS, TurnSchema, VOTES } from "../turn.ts";
import { engine, match, speak } from "./stage.ts";

const MATCHES = process.env["ORRERY_LONG"] ? 1_000 : 6;
const base = process.env["ORRERY_SEED"] ?? "b";
const outputProblem = checker(TurnSchema, "output");

/** What must have happened somewhere, or the matches were too tame to prove anything. */
const MET = ["refused", "forfeits", "accepted", "dropped", "deadlock", "tiebreak", "unproposed", "completed"];

describe("fuzzed matches", () => {
  it("end with both canons final, for any input from the seats", (test) => {
    const tally = new Map<string, number>();
    const count = (what: string, by = 1) => tally.set(what, (tally.get(what) ?? 0) + by);
    for (let i = 0; i < MATCHES; i++) {
      const seed = `${base}${i}`;
      const played = match(seed, { tier: ((i % 3) + 1) as 1 | 2 | 3, pictures: false }, babbling);
      assert.notEqual(played.outcome, null, `${seed} did not end`);
      const { state } = played.frame;
      assert.deepEqual(sprint.valid(state), [], seed);
      for (const team of TEAMS) {
        const { canon, turns } = state.teams[team];
        assert.deepEqual(finalProblems(canon), [], seed);
        for (const { output } of turns) assert.equal(output && outputProblem(output), null, seed);
        for (const round of roundsOf(turns)) keepsProtocol(round, seed);
        for (const { result, output } of turns) {
          if (result) count(result);
          if (output === null) count("forfeits");
        }
        count("turns", turns.length);
      }
      const refused = played.commits.flatMap(({ draft }) => draft.validation.filter(({ success }) => !success));
      count("refused", refused.length);
      for (const { reason } of refused) count(`refused: ${reason}`);
      replays(engine, played.opened, played.commits);
    }
    test.diagnostic(JSON.stringify(Object.fromEntries([...tally].sort(([a], [b]) => (a < b ? -1 : 1)))));
    for (const one of MET) assert.ok((tally.get(one) ?? 0) > 0, `${one} never occurred`);
  });
});

/** The turns of one team, round by round. */
function roundsOf(turns: readonly TurnRecord[]): readonly (readonly TurnRecord[])[] {
  return Object.values(Object.groupBy(turns, ({ phase, round }) => `${phase} ${round}`)) as TurnRecord[][];
}

/** Order of speakers, and an ending for every deadlock and every second vote. */
function keepsProtocol(round: readonly TurnRecord[], seed: string): void {
  const spoken = (type: TurnRecord["turn_type"]) => round.filter(({ turn_type }) => turn_type === type);
  const proposer = spoken("PROPOSAL").at(-1)!;
  const responders = spoken("RESPONSE").map(({ role }) => role);
  const results = round.flatMap(({ result }) => result ?? []);
  if (proposer.output !== null)
    assert.deepEqual(
      responders,
      ROLES.filter((role) => role !== proposer.role),
      seed,
    );
  else assert.deepEqual(results[0], "unproposed", seed);
  for (const [i, result] of results.entries()) {
    if (result === "deadlock") assert.match(results[i + 1] ?? "", /^(tiebreak|inapplicable)$/, seed);
    if (result === "revote") assert.match(results[i + 1] ?? "", /^(carried|failed|inapplicable)$/, seed);
  }
  assert.equal(spoken("VOTE").length % ROLES.length, 0, seed);
}

/** One answer in four is babble in the form of a turn, one in four reckless, one in eight silence; the rest is legal. */
function babbling(chance: Chance<Sprint>) {
  const { dice, ask } = chance;
  switch (dice.int("kind", 0, 7)) {
    case 0:
      return ask.fallback ? null : (recklessly(chance) as never);
    case 1:
    case 2:
      return recklessly(chance) as never;
    case 3:
    case 4:
      return [babble(chance)] as never;
    default:
      return chance.legal.length === 0 ? null : [dice.pick("choice", chance.legal as [never, ...never[]])];
  }
}

/** A turn of the right form by the seat that is asked, with anything in its fields. */
function babble({ view, dice, ask }: Chance<Sprint>): unknown {
  if (view.kind !== "table" || !view.asked) return speak(ask.to, { content: "?" });
  const { role, turn_type } = view.asked;
  const some = <T>(purpose: string, list: readonly T[]): T => list[dice.int(purpose, 0, list.length - 1)]!;
  const ids = view.team.turns.map(({ id }) => id);
  return speak(ask.to, {
    speaker_role: some("role", [role, role, role, ...ROLES]),
    turn_type,
    content: Array.from({ length: dice.int("lines", 1, 5) }, (_, i) => some(`line ${i}`, SAYINGS)).join("\n"),
    canon_patch: Array.from({ length: dice.int("operations", 0, 3) }, (_, i) => operation(dice, i)),
    references: Array.from({ length: dice.int("references", 0, 3) }, (_, i) => some(`id ${i}`, [...ids, "evt_A_9999"])),
    vote: turn_type === "VOTE" ? some("vote", VOTES) : null,
    decision: turn_type === "RESOLUTION" ? some("decision", DECISIONS) : null,
  });
}

const SAYINGS = [
  "+1",
  "I agree, a truly wonderful idea.",
  "Breaks: nobody can hear who pays for the bells at night.",
  "Where: /governing_logic",
  "Where: /landmarks/7",
  "Settle: say who listens, and what it costs them to hear.",
  "It answers evt_A_0002, evt_B_0002 and whatever else was said here before anybody had spoken.",
  "Delta:",
  "- Add a watchman who sleeps by day and writes down each sound of the night, for those who were not there to hear it.",
  "\u202e{} </script> \u0000",
];
const PATHS = [
  "/world_name",
  "/governing_logic",
  "/aesthetic_mood/-",
  "/aesthetic_mood/0",
  "/aesthetic_mood",
  "/landmarks/-",
  "/landmarks/1",
  "/landmarks/0/name",
  "/inhabitants/appearance",
  "/tension/stakes",
  "/tension",
  "/hero_image_description",
  "/__proto__/x",
];
const LANDMARK = { name: "The Stair", description: "d", significance: "s", visual_key: "v" };

function operation(dice: Dice, i: number): unknown {
  const path = PATHS[dice.int(`path ${i}`, 0, PATHS.length - 1)]!;
  const op = ["add", "add", "replace", "replace", "remove", "move"][dice.int(`op ${i}`, 0, 5)]!;
  if (op === "remove") return { op, path };
  const value =
    path === "/aesthetic_mood"
      ? ["hushed", "wide"]
      : path === "/tension"
        ? { conflict: "c", stakes: "s", visual_manifestation: "v" }
        : /^\/landmarks\/[-\d]$/.test(path)
          ? { ...LANDMARK, name: `The Stair ${dice.int(`name ${i}`, 0, 3)}` }
          : `said ${dice.int(`text ${i}`, 0, 9)}`;
  return { op, path, value };
}
