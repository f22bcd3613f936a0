// Rests, levels and journeys: what time gives back and what it takes. Rolls are handed in as numbers.
import { type Ability, levelForXp, modifierOf, type Scores } from "./abilities.ts";
import { CLASS, resourcesOf } from "./classes.ts";
import { NO_SAVES } from "./damage.ts";
import type { Hero } from "./hero.ts";
import { half } from "./numbers.ts";
import { heroScores, hpMaxOf } from "./sheet.ts";

/** Hours of a rest, in the hours of the campaign's calendar. */
export const REST_HOURS = { short: 1, long: 8 } as const;
/** Hours from one long rest to the next. */
const BETWEEN_LONG_RESTS = 24;

/** Resources with nothing used of those that come back at such a rest. */
function resourcesAfterRest(hero: Hero, rest: "short" | "long"): Readonly<Record<string, number>> {
  const back = resourcesOf(hero.class, hero.level, heroScores(hero)).filter(
    (one) => rest === "long" || one.back === "short",
  );
  return Object.fromEntries(
    Object.entries(hero.used).filter(([id, used]) => used > 0 && !back.some((one) => one.id === id)),
  );
}

/** After an hour: hit dice heal by what they rolled with constitution on each, and what comes back with a breath comes back. */
export function afterShortRest(hero: Hero, rolled: readonly number[]): Hero {
  const con = modifierOf(heroScores(hero).constitution);
  const gained = rolled.reduce((total, face) => total + Math.max(0, face + con), 0);
  return {
    ...hero,
    hp: Math.min(hpMaxOf(hero).value, hero.hp + gained),
    hitDiceUsed: hero.hitDiceUsed + rolled.length,
    used: resourcesAfterRest(hero, "short"),
    slotsUsed: CLASS[hero.class].casting === "pact" ? [] : hero.slotsUsed,
  };
}

/** After eight hours: all hit points, half the hit dice, all slots and resources, one level of exhaustion less. */
export function afterLongRest(hero: Hero, now: number): Hero {
  const exhaustion = Math.max(0, hero.exhaustion - 1);
  const fresh: Hero = {
    ...hero,
    exhaustion,
    temp: 0,
    saves: NO_SAVES,
    stable: false,
    conditions: hero.conditions.filter(({ is }) => is !== "unconscious"),
    slotsUsed: [],
    used: resourcesAfterRest(hero, "long"),
    hitDiceUsed: Math.max(0, hero.hitDiceUsed - Math.max(1, half(hero.level))),
    concentrating: null,
    restedAt: now,
  };
  return { ...fresh, hp: hpMaxOf(fresh).value };
}

/** Why a long rest gives nothing; null when it does. `now` in seconds since the campaign began, `hour` the seconds of one of its hours. */
export function longRestRefused(hero: Hero, now: number, hour: number): string | null {
  if (hero.dead) return "the dead do not rest";
  if (hero.hp < 1) return "at zero hit points there is no long rest";
  if (hero.restedAt !== null && now - hero.restedAt < (BETWEEN_LONG_RESTS - REST_HOURS.long) * hour)
    return "there is one long rest in 24 hours";
  return null;
}

/** Slots that a wizard may regain after a short rest: levels totalling half the wizard's level, rounded up, none of sixth or above. */
export function arcaneRecovery(hero: Hero): readonly number[] {
  let points = Math.ceil(hero.level / 2);
  const used = [...hero.slotsUsed];
  for (let at = Math.min(5, used.length); at >= 1; at--)
    while (points >= at && (used[at - 1] ?? 0) > 0) {
      used[at - 1]!--;
      points -= at;
    }
  return used;
}

/** Levels a character may rise to by its experience. */
export const levelsWaiting = (hero: Hero): number => Math.max(0, levelForXp(hero.xp) - hero.level);

/** The fixed gain of a level: half the hit die and one. */
export const fixedGain = (hero: Hero): number => CLASS[hero.class].hitDie / 2 + 1;

/** One level more. Hit points rise by the gain, constitution and all that a higher constitution gives for levels before. */
export function levelUp(hero: Hero, gain: number, raised: readonly Ability[]): Hero {
  const next: Hero = {
    ...hero,
    level: hero.level + 1,
    hpGains: [...hero.hpGains, gain],
    raised: [...hero.raised, ...raised],
  };
  return { ...next, hp: hero.hp + hpMaxOf(next).value - hpMaxOf(hero).value };
}

export const PACES = ["slow", "normal", "fast"] as const;
type TravelPace = (typeof PACES)[number];
export type TravelGround = "road" | "wild";

/** Seconds for a mile: by ground, on foot or mounted, twice as long over difficult ground. Pace is a third more or less. */
export function travelSeconds(
  miles: number,
  ground: TravelGround,
  { mounted = false, difficult = false, pace = "normal" as TravelPace } = {},
): number {
  const perMile = ground === "road" ? (mounted ? 600 : 1200) : mounted ? 900 : 1800;
  const seconds = miles * perMile * (difficult ? 2 : 1);
  return Math.floor(pace === "fast" ? (seconds * 3) / 4 : pace === "slow" ? (seconds * 3) / 2 : seconds);
}

export const LIGHTS = ["bright", "dim", "dark"] as const;
export type Light = (typeof LIGHTS)[number];
/** How light is to eyes with darkvision: one step brighter. */
export const lightFor = (light: Light, darkvision: boolean): Light =>
  !darkvision ? light : light === "dark" ? "dim" : "bright";

export const pointBuyCost = (scores: Scores): number | null => {
  let total = 0;
  for (const score of Object.values(scores)) {
    const cost = POINT_COST[score];
    if (cost === undefined) return null;
    total += cost;
  }
  return total;
};
const POINT_COST: Readonly<Record<number, number>> = { 8: 0, 9: 1, 10: 2, 11: 3, 12: 4, 13: 5, 14: 7, 15: 9 };
export const POINTS = 27;
export const STANDARD_SCORES = [15, 14, 13, 12, 10, 8] as const;
