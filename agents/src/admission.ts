// Whether an answer would be admitted, before it is handed in: the same judgement that the kernel makes, as a list of verdicts.
import {
  type ActionBase,
  type AnyEngine,
  type Ask,
  actionProblem,
  admit,
  tooMany,
  type Validation,
} from "@orrery/kernel";
import type { AnyShape } from "./agent.ts";

/** What is wrong with an answer, by the index of its actions; empty when nothing is. Of a sequence only the first part can be known. */
export function verdictsOn(
  engine: AnyEngine,
  view: unknown,
  ask: Ask<AnyShape>,
  actions: readonly unknown[],
): readonly Validation[] {
  if (actions.length === 0)
    return [{ actionIndex: 0, success: false, reason: "invalid_action", message: "The answer holds no action." }];
  const over = tooMany(ask, actions.length);
  if (over) return [{ actionIndex: 0, success: false, ...over }];
  return actions.flatMap((action, actionIndex) => {
    const problem = actionProblem(action);
    if (problem) return [{ actionIndex, success: false, reason: "invalid_action", message: problem }];
    if (ask.mode === "each" && actionIndex > 0) return [];
    const verdict = admit(engine, view, { actor: ask.to, ask }, action as ActionBase);
    return verdict ? [{ actionIndex, success: false, ...verdict }] : [];
  });
}
