// Answers that the checks refused, and turns that nobody took: their kind, seat and fault. Draws nothing.
import { explain } from "@orrery/worlds/sprint/explain";
import { seatOf } from "@orrery/worlds/sprint/settings";
import type { SprintReasons, TurnRecord } from "@orrery/worlds/sprint/shape";
import type { FailedAttempt } from "../../shapes.ts";
import type { Team } from "./identity.ts";

/** `schema`: it had not the form of a turn. `patch`: its patch could not be put to the vote. `rule`: another rule of the discourse. `silence`: nothing came. */
export const TROUBLE_KINDS = ["schema", "patch", "rule", "silence"] as const;
export type TroubleKind = (typeof TROUBLE_KINDS)[number];

/** What went wrong at one seat in one turn. */
export interface Trouble {
  /** Of the last failed attempt. */
  readonly kind: TroubleKind;
  readonly attempts: readonly FailedAttempt[];
  /** Whether an answer was accepted in the end. */
  readonly repaired: boolean;
}

const PATCH_CODES: ReadonlySet<string> = new Set([
  "patch_required",
  "patch_not_allowed",
  "patch_too_large",
  "patch_inapplicable",
  "patch_changes_nothing",
  "write_scope",
  "untraced_path",
  "final_schema",
] satisfies readonly (keyof SprintReasons)[]);

/** Codes that the world does not explain are of the contract: the kernel's and the model's own. */
function kindOf({ problems }: FailedAttempt): TroubleKind {
  if (problems.some(({ reason }) => PATCH_CODES.has(reason))) return "patch";
  return problems.some(({ reason }) => Object.hasOwn(explain, reason)) ? "rule" : "schema";
}

/** The trouble of one turn; null where the first answer was accepted. `attempts`: of all who answered in it. */
export function troubleOf(
  team: Team,
  { role, output, by }: TurnRecord,
  attempts: readonly FailedAttempt[],
): Trouble | null {
  if (by === "engine") return null;
  const own = attempts.filter(({ actor }) => {
    const seat = seatOf(actor);
    return seat?.team === team && seat.role === role;
  });
  const last = own.at(-1);
  if (last === undefined) return output === null ? { kind: "silence", attempts: [], repaired: false } : null;
  return { kind: kindOf(last), attempts: own, repaired: output !== null };
}
