// Four votes and what comes of them: one table for the rounds, one for the crystallization. Counts and equal amendments, nothing else.
import { patchText } from "./patch.ts";
import { ROLES, type Role } from "./settings.ts";
import type { CanonPatch, Vote } from "./turn.ts";

/** One ballot. A forfeited vote is an ABSTAIN; only an AMEND brings a patch along. */
export interface Ballot {
  readonly role: Role;
  readonly vote: Vote | "ABSTAIN";
  readonly patch: CanonPatch;
}

type Tally =
  | { readonly result: "dropped" }
  | { readonly result: "amended"; readonly patch: CanonPatch }
  | { readonly result: "accepted" }
  | { readonly result: "deadlock" };

/** Rules in order; the first one that matches decides. No match is a deadlock. */
const TABLE: readonly [(count: Count) => boolean, Tally["result"]][] = [
  [({ REJECT }) => REJECT >= 2, "dropped"],
  [({ first, second }) => first >= 2 && second < 2, "amended"],
  [({ ACCEPT }) => ACCEPT >= 3, "accepted"],
];

interface Count extends Readonly<Record<Vote | "ABSTAIN", number>> {
  /** Sizes of the two largest groups of equal amendments. */
  readonly first: number;
  readonly second: number;
}

/** What four votes of a round come to. */
export function tally(ballots: readonly Ballot[]): Tally {
  const groups = amendments(ballots);
  const count: Count = {
    ...countOf(ballots),
    first: groups[0]?.size ?? 0,
    second: groups[1]?.size ?? 0,
  };
  const result = TABLE.find(([holds]) => holds(count))?.[1] ?? "deadlock";
  return result === "amended" ? { result, patch: groups[0]!.patch } : { result };
}

/** Groups of equal amendments, the largest first; ties go to the group with the earliest voter. */
function amendments(ballots: readonly Ballot[]): readonly { readonly patch: CanonPatch; readonly size: number }[] {
  const groups = new Map<string, { patch: CanonPatch; size: number }>();
  for (const { vote, patch } of inOrder(ballots)) {
    if (vote !== "AMEND") continue;
    const key = patchText(patch);
    const group = groups.get(key);
    if (group) group.size++;
    else groups.set(key, { patch, size: 1 });
  }
  return [...groups.values()].sort((a, b) => b.size - a.size);
}

type Ratification =
  | { readonly result: "accepted" }
  /** Dissent opens one more vote, on the motion and this amendment (empty where no dissenter had one). */
  | { readonly result: "revote"; readonly patch: CanonPatch };

/** The first vote of the crystallization: dissent is AMEND or REJECT, an ABSTAIN is none. */
export function ratify(ballots: readonly Ballot[]): Ratification {
  const { AMEND, REJECT } = countOf(ballots);
  return AMEND + REJECT === 0 ? { result: "accepted" } : { result: "revote", patch: riderOf(ballots) };
}

/** The AMEND patch of the first dissenter by role order who has one. */
export const riderOf = (ballots: readonly Ballot[]): CanonPatch =>
  inOrder(ballots).find(({ vote }) => vote === "AMEND")?.patch ?? [];

/** The second vote of the crystallization: a majority decides. */
export function carries(ballots: readonly Ballot[]): boolean {
  const { ACCEPT, AMEND, REJECT } = countOf(ballots);
  return ACCEPT > AMEND + REJECT;
}

function countOf(ballots: readonly Ballot[]): Record<Vote | "ABSTAIN", number> {
  const count = { ACCEPT: 0, AMEND: 0, REJECT: 0, ABSTAIN: 0 };
  for (const { vote } of ballots) count[vote]++;
  return count;
}

const inOrder = (ballots: readonly Ballot[]): readonly Ballot[] =>
  ROLES.flatMap((role) => ballots.filter((ballot) => ballot.role === role));
