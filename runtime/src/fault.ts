// What goes wrong at the edges of the runtime: a closed list of codes, each with a sentence that says what to do.
import type { Problem } from "@orrery/kernel";

export const FAULT_CODES = [
  "unknown_world",
  "unknown_run",
  "unknown_branch",
  "unknown_turn",
  "unknown_actor",
  "unknown_league",
  "unknown_experiment",
  "unknown_thing",
  "unknown_export",
  "unknown_artifact",
  "unknown_seat",
  "ambiguous",
  "no_minds",
  "bad_world",
  "bad_config",
  "bad_name",
  "bad_export",
  "name_taken",
  "rules_changed",
  "nobody_asked",
  "moved",
  "key_taken",
  "seat_over",
  "seat_taken",
  "not_allowed",
  "too_large",
  "not_text",
  "bad_artifact",
  "sealed",
  "no_agent",
  "bad_agents",
  "bad_models",
  "recording_mismatch",
  "recording_damaged",
] as const;
export type FaultCode = (typeof FAULT_CODES)[number];

export interface Choice {
  readonly id: string;
  readonly name: string;
  readonly type: string;
}

/** A request that cannot be carried out as it stands. Not a player's mistake: those are refusals, and values. */
export class Fault extends Error {
  override readonly name = "Fault";
  readonly code: FaultCode;
  /** Where a world file is wrong, for `bad_world`. */
  readonly problems: readonly Problem[];
  /** The present head, for `moved`. */
  readonly head: unknown;
  /** What may be meant, for `ambiguous`. */
  readonly choices: readonly Choice[];
  constructor(
    code: FaultCode,
    message: string,
    more: { problems?: readonly Problem[]; head?: unknown; choices?: readonly Choice[] } = {},
  ) {
    super(message);
    this.code = code;
    this.problems = more.problems ?? [];
    this.head = more.head ?? null;
    this.choices = more.choices ?? [];
  }
}
