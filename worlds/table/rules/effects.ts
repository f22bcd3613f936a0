// What spells and features leave on somebody for a while, and which numbers that moves. An effect is stored with its end; what it does stands here.
import type { DamageType } from "./damage.ts";

export interface EffectRule {
  readonly name: string;
  readonly ac?: number;
  /** Instead of 10, unarmoured. */
  readonly acBase?: number;
  readonly speed?: number;
  readonly speedTimes?: number;
  /** A die on rolls of these kinds. */
  readonly die?: readonly [sides: number, on: readonly ("attack" | "save" | "check")[]];
  readonly attackedAtAdvantage?: true;
  readonly attackedAtDisadvantage?: true;
  readonly attacksAtAdvantage?: true;
  readonly attacksAtDisadvantage?: true;
  readonly resist?: readonly DamageType[];
  readonly light?: number;
  /** Gone with the first roll that it touched. */
  readonly once?: true;
  readonly dexteritySavesAtAdvantage?: true;
}

export const EFFECT_RULES = {
  blessed: { name: "Bless", die: [4, ["attack", "save"]] },
  guidance: { name: "Guidance", die: [4, ["check"]], once: true },
  inspired: { name: "Bardic Inspiration", die: [6, ["attack", "save", "check"]], once: true },
  mage_armor: { name: "Mage armor", acBase: 13 },
  shield: { name: "Shield", ac: 5 },
  hasted: { name: "Haste", ac: 2, speedTimes: 2 },
  flying: { name: "Fly", speed: 30 },
  slowed: { name: "Slowed by frost", speed: -10 },
  mocked: { name: "Mocked", attacksAtDisadvantage: true, once: true },
  lit: { name: "Guiding bolt", attackedAtAdvantage: true, once: true },
  outlined: { name: "Faerie fire", attackedAtAdvantage: true },
  marked: { name: "Hunter's mark" },
  raging: { name: "Rage", resist: ["bludgeoning", "piercing", "slashing"] },
  reckless: { name: "Reckless", attacksAtAdvantage: true, attackedAtAdvantage: true },
  dodging: { name: "Dodging", attackedAtDisadvantage: true, dexteritySavesAtAdvantage: true },
  disengaged: { name: "Disengaged" },
  helped: { name: "Helped", attacksAtAdvantage: true, once: true },
  light: { name: "Light", light: 20 },
  torch: { name: "Torch", light: 20 },
  lantern: { name: "Lantern", light: 30 },
  stepped: { name: "Misty step" },
  restored: { name: "Restored" },
  sacred_weapon: { name: "Sacred Weapon" },
} as const satisfies Readonly<Record<string, EffectRule>>;
export type EffectId = keyof typeof EFFECT_RULES;
export const effectOf = (id: EffectId): EffectRule => EFFECT_RULES[id];
