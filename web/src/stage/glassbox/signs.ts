// How a claim stands to the log, as three signs: borne out, belied, or neither. Pure.
import type { ClaimFact, ClaimGround, StatementView } from "@orrery/worlds/glassbox";
import { ticksOf } from "./scene.ts";

type SpokenClaim = StatementView["claims"][number];
/** How a claim stands to the log, as a page shows it. */
export type Sign = "true" | "lie" | "open";
export type Worth = Pick<ClaimFact, "ground" | "sincere">;
/** Null: not known to these eyes, or not yet. */
export type WorthOf = (who: string, seconds: number, claim: SpokenClaim) => Worth | null;

/** A claim that is held against the log on the map. */
export interface Picked {
  readonly key: string;
  /** The speaker (`by`) and the subject (`who`). */
  readonly by: string;
  readonly who: string;
  readonly claim: SpokenClaim;
  /** The moment that it speaks of, in ticks. */
  readonly tick: number;
  readonly holds: boolean;
}

export const signOf = (ground: ClaimGround): Sign =>
  ground === "true" ? "true" : ground === "knowing_lie" || ground === "fabricated" ? "lie" : "open";

/** By speaker, in the order of what was claimed; what asserts nothing has no sign. */
export function signsIn(statements: readonly StatementView[], worthOf: WorthOf): ReadonlyMap<string, readonly Sign[]> {
  const signs = new Map<string, Sign[]>();
  for (const { who, t, claims } of statements)
    for (const claim of claims) {
      const worth = worthOf(who, t, claim);
      if (worth) signs.set(who, [...(signs.get(who) ?? []), signOf(worth.ground)]);
    }
  return signs;
}

/** Signs that stand side by side as they came. */
const FEW = 3;
const KINDS: readonly Sign[] = ["true", "lie", "open"];

/** Signs as they came, while they are few; of many, each kind once with how often it came. */
export function tallyOf(signs: readonly Sign[]): readonly { readonly sign: Sign; readonly many: number }[] {
  if (signs.length <= FEW) return signs.map((sign) => ({ sign, many: 1 }));
  return KINDS.map((sign) => ({ sign, many: signs.filter((one) => one === sign).length })).filter(
    ({ many }) => many > 0,
  );
}

/** Seconds before the talk that a claim without a time of its own speaks of. */
const LATELY = 6;

/** The way and the moment that the map can show for a claim. Null: the claim names no place. */
export function pickOfClaim(
  { who, t, round }: StatementView,
  claim: SpokenClaim,
  ground: ClaimGround,
  called: number,
): Picked | null {
  if (!("place" in claim)) return null;
  const subject = "player" in claim ? claim.player : who;
  const tick = "second" in claim ? ticksOf(claim.second) : called - ticksOf(LATELY);
  const key = `${round} ${who} ${t} ${JSON.stringify(claim)}`;
  return { key, by: who, who: subject, claim, tick, holds: signOf(ground) === "true" };
}

/** A text in pieces, of which those that a lie stands for are marked. */
export function piecesOf(
  { who, t, text, claims }: StatementView,
  worthOf: WorthOf,
): readonly { readonly at: number; readonly text: string; readonly lie: boolean }[] {
  const spans = claims
    .flatMap((claim) => {
      const worth = worthOf(who, t, claim);
      const at = claim.words ? text.indexOf(claim.words) : -1;
      return worth && signOf(worth.ground) === "lie" && at >= 0 ? [{ at, end: at + claim.words!.length }] : [];
    })
    .sort((a, b) => a.at - b.at);
  const pieces: { at: number; text: string; lie: boolean }[] = [];
  let done = 0;
  for (const { at, end } of spans) {
    if (at < done) continue;
    if (at > done) pieces.push({ at: done, text: text.slice(done, at), lie: false });
    pieces.push({ at, text: text.slice(at, end), lie: true });
    done = end;
  }
  if (done < text.length) pieces.push({ at: done, text: text.slice(done), lie: false });
  return pieces;
}
