// How an opinion follows those that were met: the classical models, each as the next value of one person. Opinions are in [0, 1].
//
// DeGroot 1974; Friedkin and Johnsen 1990; Deffuant and others 2000; Hegselmann and Krause 2002.
import type { OpinionRule } from "../config.ts";

/** Somebody's opinion as it was last met. */
export interface Met {
  readonly by: string;
  readonly opinion: number;
}

interface OpinionHolder {
  readonly id: string;
  readonly opinion: number;
  /** Before anybody was met. */
  readonly first: number;
}

/** The opinion after these were met, all in the same round; each person is in `met` once at most. */
export function nextOpinion(rule: OpinionRule, me: OpinionHolder, met: readonly Met[]): number {
  switch (rule.rule) {
    case "fixed":
      return me.opinion;
    case "degroot":
      return clamp(weighedMean(rule, me, met));
    case "friedkin-johnsen":
      return clamp(rule.openness * weighedMean(rule, me, met) + (1 - rule.openness) * me.first);
    case "deffuant": {
      let { opinion } = me;
      for (const other of met)
        if (Math.abs(other.opinion - opinion) < rule.within) opinion += rule.step * (other.opinion - opinion);
      return clamp(opinion);
    }
    case "hegselmann-krause": {
      let sum = me.opinion;
      let count = 1;
      for (const { opinion } of met)
        if (Math.abs(opinion - me.opinion) <= rule.within) {
          sum += opinion;
          count++;
        }
      return clamp(sum / count);
    }
  }
}

/** The mean of oneself and those who were met: by given weights, else with a part for oneself and the rest in equal parts. */
function weighedMean(
  { self = 0.5, weights }: { readonly self?: number; readonly weights?: Readonly<Record<string, number>> },
  me: OpinionHolder,
  met: readonly Met[],
): number {
  if (met.length === 0) return me.opinion;
  if (weights === undefined) {
    let sum = 0;
    for (const { opinion } of met) sum += opinion;
    return self * me.opinion + ((1 - self) * sum) / met.length;
  }
  let total = weights[me.id] ?? 0;
  let sum = total * me.opinion;
  for (const { by, opinion } of met) {
    const weight = weights[by] ?? 0;
    total += weight;
    sum += weight * opinion;
  }
  return total === 0 ? me.opinion : sum / total;
}

const clamp = (x: number): number => Math.min(1, Math.max(0, x));
