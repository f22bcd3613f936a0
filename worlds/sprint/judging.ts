// What judges said, added up: weights, totals with an interval, and the mapping once it is open. Pure arithmetic.
import type { Team } from "./settings.ts";
import { LABELS, type Label, type Scores, type Seal, type SprintState, type Verdict } from "./shape.ts";

/** In percent of a verdict. */
export const WEIGHTS: Readonly<Record<keyof Scores, number>> = {
  coherence: 25,
  ambition: 20,
  visual_fidelity: 20,
  artifact_quality: 20,
  process: 15,
};

export interface Judgement {
  readonly commitment: string;
  readonly weights: typeof WEIGHTS;
  readonly verdicts: readonly Verdict[];
  /** Weighted marks, 1 to 5: their mean over all verdicts, and where it lies with 95 % confidence. */
  readonly totals: Totals;
  readonly reveal: { readonly mapping: Readonly<Record<Label, Team>>; readonly salt: string } | null;
}
export type Totals = Readonly<Record<Label, { readonly mean: number; readonly low: number; readonly high: number }>>;

/** Which team wrote which entry. */
export const mappingOf = ([first, second]: Seal["order"]): Readonly<Record<Label, Team>> => ({
  "entry-1": first,
  "entry-2": second,
});

/** Throws a `RangeError` before both teams are done, and before the first verdict. */
export function judgementOf({ seal, verdicts, unsealed }: SprintState): Judgement {
  if (!seal) throw new RangeError("the match is not over, so there is nothing to judge yet");
  if (verdicts.length === 0) throw new RangeError("nobody has judged it yet");
  const reveal = unsealed ? { mapping: mappingOf(seal.order), salt: seal.salt } : null;
  return { commitment: seal.commitment, weights: WEIGHTS, verdicts, totals: totalsOf(verdicts), reveal };
}

/** Of at least one verdict. */
export const totalsOf = (verdicts: readonly Verdict[]): Totals =>
  Object.fromEntries(
    LABELS.map((label) => [label, interval(verdicts.map(({ scores }) => weightedMark(scores[label])))]),
  ) as Totals;

/** One mark out of five. */
export const weightedMark = (scores: Scores): number =>
  Object.entries(WEIGHTS).reduce((sum, [part, weight]) => sum + scores[part as keyof Scores] * weight, 0) / 100;

/** Mean and Student's interval, held within the scale. One verdict alone says nothing of its spread. */
function interval(marks: readonly number[]): { mean: number; low: number; high: number } {
  const mean = marks.reduce((sum, one) => sum + one, 0) / marks.length;
  if (marks.length < 2) return { mean: round(mean), low: 1, high: 5 };
  const variance = marks.reduce((sum, one) => sum + (one - mean) * (one - mean), 0) / (marks.length - 1);
  const half = quantile(marks.length - 1) * Math.sqrt(variance / marks.length);
  return { mean: round(mean), low: round(Math.max(1, mean - half)), high: round(Math.min(5, mean + half)) };
}
const round = (value: number): number => Math.round(value * 1000) / 1000;

/** Student's t at 97.5 %, by degrees of freedom. */
const quantile = (freedom: number): number => T[freedom - 1] ?? 1.96;
const T = [
  12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.16, 2.145, 2.131, 2.12, 2.11,
  2.101, 2.093, 2.086, 2.08, 2.074, 2.069, 2.064, 2.06, 2.056, 2.052, 2.048, 2.045, 2.042,
];
