// When somebody passes something on: the classical models of spreading, each as one decision of one person.
//
// Granovetter 1978; Watts 2002; independent cascade (Goldenberg and others 2001, Kempe and others 2003); complex contagion (Centola 2010).
import type { SpreadRule } from "../config.ts";

/** How many have acted, as one person knows it. */
interface Acting {
  /** In the whole town. */
  readonly all: number;
  /** Among the people this person follows. */
  readonly friends: number;
  readonly following: number;
  /** Among the people this person follows: those who first did it in the last round. */
  readonly fresh: number;
}

/** `chance` is drawn only where the rule leaves it to chance. In [0, 1). */
export function passesOn(rule: SpreadRule, { all, friends, following, fresh }: Acting, chance: () => number): boolean {
  switch (rule.rule) {
    case "nobody":
      return false;
    case "granovetter":
      return all >= rule.threshold;
    case "watts":
      return following > 0 && friends >= rule.share * following;
    case "cascade": {
      for (let i = 0; i < fresh; i++) if (chance() < rule.chance) return true;
      return false;
    }
    case "complex":
      return friends >= rule.needs;
  }
}
