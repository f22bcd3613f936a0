// Votes: every combination of four, with every grouping of equal amendments, against the rules as the source words them.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type CanonPatch, ROLES } from "../index.ts";
import { type Ballot, carries, ratify, riderOf, tally } from "../votes.ts";

const CHOICES = ["ACCEPT", "AMEND", "REJECT", "ABSTAIN"] as const;
const patch = (n: number): CanonPatch => [{ op: "replace", path: "/world_name", value: `Name ${n}` }];

/** All ways to give each of `count` amendments a group, groups numbered in the order in which they first appear. */
function groupings(count: number): number[][] {
  if (count === 0) return [[]];
  return groupings(count - 1).flatMap((rest) => {
    const next = rest.length === 0 ? 0 : Math.max(...rest) + 1;
    return Array.from({ length: next + 1 }, (_, group) => [...rest, group]);
  });
}

function* elections(): Generator<Ballot[]> {
  for (let n = 0; n < 4 ** 4; n++) {
    const votes = ROLES.map((_, i) => CHOICES[Math.floor(n / 4 ** i) % 4]!);
    const amending = votes.flatMap((vote, i) => (vote === "AMEND" ? [i] : []));
    for (const groups of groupings(amending.length))
      yield ROLES.map((role, i) => ({
        role,
        vote: votes[i]!,
        patch: votes[i] === "AMEND" ? patch(groups[amending.indexOf(i)]!) : [],
      }));
  }
}

const count = (ballots: readonly Ballot[], vote: string) => ballots.filter((one) => one.vote === vote).length;
/** How many voters each amendment has. */
const support = (ballots: readonly Ballot[]) => {
  const sizes = new Map<string, number>();
  for (const { vote, patch } of ballots)
    if (vote === "AMEND") sizes.set(JSON.stringify(patch), (sizes.get(JSON.stringify(patch)) ?? 0) + 1);
  return [...sizes].filter(([, size]) => size >= 2);
};

describe("the votes of a round", () => {
  it("have a defined result for all combinations and groupings", () => {
    const seen = new Map<string, number>();
    let elected = 0;
    for (const ballots of elections()) {
      elected++;
      const result = tally(ballots);
      const strong = support(ballots);
      const wanted =
        count(ballots, "REJECT") >= 2
          ? "dropped"
          : strong.length === 1
            ? "amended"
            : strong.length === 2
              ? "deadlock"
              : count(ballots, "ACCEPT") >= 3
                ? "accepted"
                : "deadlock";
      assert.equal(result.result, wanted, JSON.stringify(ballots));
      if (result.result === "amended") assert.equal(JSON.stringify(result.patch), strong[0]![0]);
      seen.set(wanted, (seen.get(wanted) ?? 0) + 1);
    }
    // 4^4 votes; AMEND k times has Bell(k) groupings: 81 + 4·27·1 + 6·9·2 + 4·3·5 + 1·15.
    assert.equal(elected, 372);
    assert.deepEqual([...seen.keys()].sort(), ["accepted", "amended", "deadlock", "dropped"]);
  });

  it("do not depend on the order in which they come in", () => {
    for (const ballots of elections()) assert.deepEqual(tally([...ballots].reverse()), tally(ballots));
  });

  it("[W7] two ACCEPT and two different AMEND are a deadlock, and so are two amendments with two votes each", () => {
    const vote = (role: Ballot["role"], vote: Ballot["vote"], n = 0): Ballot => ({
      role,
      vote,
      patch: vote === "AMEND" ? patch(n) : [],
    });
    const split = [vote("ARCHITECT", "ACCEPT"), vote("LOREKEEPER", "ACCEPT"), vote("CONTRARIAN", "AMEND", 1)];
    assert.equal(tally([...split, vote("SYNTHESIZER", "AMEND", 2)]).result, "deadlock");
    assert.equal(tally([...split, vote("SYNTHESIZER", "AMEND", 1)]).result, "amended");
    const pairs = ROLES.map((role, i) => vote(role, "AMEND", i % 2));
    assert.equal(tally(pairs).result, "deadlock");
  });

  it("[W8] amendments are equal by their canonical text, in any order of keys", () => {
    const other = [{ value: "Name 0", path: "/world_name", op: "replace" }] as unknown as CanonPatch;
    const ballots: Ballot[] = [
      { role: "ARCHITECT", vote: "AMEND", patch: patch(0) },
      { role: "LOREKEEPER", vote: "AMEND", patch: other },
      { role: "CONTRARIAN", vote: "REJECT", patch: [] },
      { role: "SYNTHESIZER", vote: "ACCEPT", patch: [] },
    ];
    assert.equal(tally(ballots).result, "amended");
  });
});

describe("the votes of the crystallization", () => {
  it("pass where nobody dissents; AMEND and REJECT are dissent and ABSTAIN is not", () => {
    for (const ballots of elections()) {
      const dissent = count(ballots, "AMEND") + count(ballots, "REJECT");
      const first = ratify(ballots);
      assert.equal(first.result, dissent === 0 ? "accepted" : "revote");
      const amending = ballots.find(({ vote }) => vote === "AMEND");
      if (first.result === "revote") assert.deepEqual(first.patch, amending?.patch ?? []);
      assert.equal(carries(ballots), count(ballots, "ACCEPT") > dissent);
    }
  });

  it("take the amendment of the first dissenter by role order, not by time", () => {
    const ballots: Ballot[] = [
      { role: "SYNTHESIZER", vote: "AMEND", patch: patch(4) },
      { role: "LOREKEEPER", vote: "AMEND", patch: patch(2) },
      { role: "CONTRARIAN", vote: "REJECT", patch: [] },
      { role: "ARCHITECT", vote: "ACCEPT", patch: [] },
    ];
    assert.deepEqual(riderOf(ballots), patch(2));
  });
});
