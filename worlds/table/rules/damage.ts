// Damage: its types, what becomes of it on its way to somebody, and what it does to hit points. Nothing is rolled here.
import { half } from "./numbers.ts";

export const DAMAGE_TYPES = [
  "acid",
  "bludgeoning",
  "cold",
  "fire",
  "force",
  "lightning",
  "necrotic",
  "piercing",
  "poison",
  "psychic",
  "radiant",
  "slashing",
  "thunder",
] as const;
export type DamageType = (typeof DAMAGE_TYPES)[number];

/** What a body makes of types of damage. A type in several lists of one kind counts once. */
export interface Defences {
  readonly resist?: readonly DamageType[];
  readonly vulnerable?: readonly DamageType[];
  readonly immune?: readonly DamageType[];
}

/** Flat change first, then resistance (half, down), then vulnerability (double); never below zero. */
export function damageTaken(amount: number, type: DamageType, defences: Defences, flat = 0): number {
  if (defences.immune?.includes(type)) return 0;
  let taken = Math.max(0, amount + flat);
  if (defences.resist?.includes(type)) taken = half(taken);
  if (defences.vulnerable?.includes(type)) taken *= 2;
  return taken;
}

interface Vitality {
  readonly hp: number;
  readonly hpMax: number;
  readonly temp: number;
}

export interface Wound {
  readonly hp: number;
  readonly temp: number;
  /** Damage left after hit points reached zero. */
  readonly excess: number;
}

/** Temporary hit points go first. */
export function woundOf({ hp, temp }: Vitality, damage: number): Wound {
  const soaked = Math.min(temp, damage);
  const rest = damage - soaked;
  return { hp: Math.max(0, hp - rest), temp: temp - soaked, excess: Math.max(0, rest - hp) };
}

/** Dead at once: what is left over at zero is at least the maximum; of one who is down already, the whole blow counts. */
export const isMassive = (wound: Wound, hpMax: number): boolean => wound.hp === 0 && wound.excess >= hpMax;

/** Healing never passes the maximum. */
export const hpAfterHealing = ({ hp, hpMax }: Vitality, amount: number): number =>
  Math.min(hpMax, hp + Math.max(0, amount));

/** Temporary hit points do not add up: the larger is kept. */
export const tempAfter = (had: number, gained: number): number => Math.max(had, gained);

export interface DeathSaves {
  readonly successes: number;
  readonly failures: number;
}
export const NO_SAVES: DeathSaves = { successes: 0, failures: 0 };

type Dying = "dying" | "stable" | "dead" | "awake";

/** A death saving throw by the number on its die: 10 and more succeeds, 1 fails twice, 20 wakes with one hit point. */
export function deathSaveOf(saves: DeathSaves, face: number): { readonly saves: DeathSaves; readonly is: Dying } {
  if (face === 20) return { saves: NO_SAVES, is: "awake" };
  if (face >= 10) {
    const successes = saves.successes + 1;
    return successes >= 3 ? { saves: NO_SAVES, is: "stable" } : { saves: { ...saves, successes }, is: "dying" };
  }
  return failDeathSave(saves, face === 1 ? 2 : 1);
}

/** Damage to somebody at zero hit points: a failure, two when it was a critical hit, death at the maximum or more. */
export const woundedAtZero = (saves: DeathSaves, damage: number, hpMax: number, critical: boolean) =>
  damage >= hpMax ? { saves: { ...saves, failures: 3 }, is: "dead" as const } : failDeathSave(saves, critical ? 2 : 1);

function failDeathSave(saves: DeathSaves, count: number): { readonly saves: DeathSaves; readonly is: Dying } {
  const failures = Math.min(3, saves.failures + count);
  return { saves: { ...saves, failures }, is: failures >= 3 ? "dead" : "dying" };
}

/** A constitution save against this keeps concentration after damage. */
export const concentrationDc = (damage: number): number => Math.max(10, half(damage));
