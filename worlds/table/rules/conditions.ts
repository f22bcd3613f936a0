// The fifteen conditions and the levels of exhaustion, as sets of effects: what uses them asks for an effect and never for a condition.
import type { Ability } from "./abilities.ts";

export const CONDITIONS = [
  "blinded",
  "charmed",
  "deafened",
  "exhaustion",
  "frightened",
  "grappled",
  "incapacitated",
  "invisible",
  "paralyzed",
  "petrified",
  "poisoned",
  "prone",
  "restrained",
  "stunned",
  "unconscious",
] as const;
export type Condition = (typeof CONDITIONS)[number];
export const isCondition = (value: unknown): value is Condition => (CONDITIONS as readonly unknown[]).includes(value);

export const EFFECTS = [
  "no_actions",
  "no_move",
  "no_speech",
  "unaware",
  "half_speed",
  "crawls",
  "attacks_at_disadvantage",
  "attacks_at_advantage",
  "checks_at_disadvantage",
  "saves_at_disadvantage",
  "dexterity_saves_at_disadvantage",
  "fails_strength_and_dexterity_saves",
  "attacked_at_advantage",
  "attacked_at_disadvantage",
  "attacked_close_at_advantage",
  "attacked_far_at_disadvantage",
  "hit_close_is_critical",
  "resists_all",
  "no_harm_to_charmer",
  "blind",
  "deaf",
  "half_maximum",
  "dead",
  "drops_items",
] as const;
export type ConditionEffect = (typeof EFFECTS)[number];

const HELPLESS = [
  "no_actions",
  "no_move",
  "no_speech",
  "fails_strength_and_dexterity_saves",
  "attacked_at_advantage",
] as const;

const TABLE: Readonly<Record<Condition, readonly ConditionEffect[]>> = {
  blinded: ["blind", "attacks_at_disadvantage", "attacked_at_advantage"],
  charmed: ["no_harm_to_charmer"],
  deafened: ["deaf"],
  // By its level: see EXHAUSTION.
  exhaustion: [],
  frightened: ["attacks_at_disadvantage", "checks_at_disadvantage"],
  grappled: ["no_move"],
  incapacitated: ["no_actions"],
  invisible: ["attacks_at_advantage", "attacked_at_disadvantage"],
  paralyzed: [...HELPLESS, "hit_close_is_critical"],
  petrified: [...HELPLESS, "unaware", "resists_all"],
  poisoned: ["attacks_at_disadvantage", "checks_at_disadvantage"],
  prone: ["crawls", "attacks_at_disadvantage", "attacked_close_at_advantage", "attacked_far_at_disadvantage"],
  restrained: ["no_move", "attacks_at_disadvantage", "attacked_at_advantage", "dexterity_saves_at_disadvantage"],
  stunned: [...HELPLESS],
  unconscious: [...HELPLESS, "unaware", "hit_close_is_critical", "drops_items"],
};

/** By level, each on top of those before it. */
const EXHAUSTION: readonly (readonly ConditionEffect[])[] = [
  [],
  ["checks_at_disadvantage"],
  ["half_speed"],
  ["attacks_at_disadvantage", "saves_at_disadvantage"],
  ["half_maximum"],
  ["no_move"],
  ["dead"],
];

/** An effect and the condition that brings it. */
export interface Affliction {
  readonly effect: ConditionEffect;
  readonly by: string;
}

export function afflictionsOf(conditions: readonly Condition[], exhaustion = 0): readonly Affliction[] {
  const worn = EXHAUSTION.slice(1, exhaustion + 1).flatMap((effects, i) =>
    effects.map((effect) => ({ effect, by: `exhaustion ${i + 1}` })),
  );
  return [...conditions.flatMap((by) => TABLE[by].map((effect) => ({ effect, by }))), ...worn];
}

export const sourceOfEffect = (all: readonly Affliction[], effect: ConditionEffect): string | null =>
  all.find((one) => one.effect === effect)?.by ?? null;

/** The condition by which a save fails without a roll; null where it is rolled. */
export const failsSave = (all: readonly Affliction[], ability: Ability): string | null =>
  ability === "strength" || ability === "dexterity" ? sourceOfEffect(all, "fails_strength_and_dexterity_saves") : null;

/** Speed in feet under conditions. */
export function speedUnder(speed: number, all: readonly Affliction[]): number {
  if (sourceOfEffect(all, "no_move")) return 0;
  return sourceOfEffect(all, "half_speed") ? Math.floor(speed / 2) : speed;
}
