// Armour, weapons and other things that can be carried: what they weigh, cost and do. Costs in gold pieces, weights in pounds.
import { titleOf } from "./abilities.ts";
import type { DamageType } from "./damage.ts";

export interface Armour {
  readonly kind: "light" | "medium" | "heavy" | "shield";
  readonly ac: number;
  readonly cost: number;
  readonly weight: number;
  readonly loud?: true;
  readonly strength?: number;
}

export const ARMOUR = {
  padded: { kind: "light", ac: 11, cost: 5, weight: 8, loud: true },
  leather: { kind: "light", ac: 11, cost: 10, weight: 10 },
  studded_leather: { kind: "light", ac: 12, cost: 45, weight: 13 },
  hide: { kind: "medium", ac: 12, cost: 10, weight: 12 },
  chain_shirt: { kind: "medium", ac: 13, cost: 50, weight: 20 },
  scale_mail: { kind: "medium", ac: 14, cost: 50, weight: 45, loud: true },
  breastplate: { kind: "medium", ac: 14, cost: 400, weight: 20 },
  half_plate: { kind: "medium", ac: 15, cost: 750, weight: 40, loud: true },
  ring_mail: { kind: "heavy", ac: 14, cost: 30, weight: 40, loud: true },
  chain_mail: { kind: "heavy", ac: 16, cost: 75, weight: 55, loud: true, strength: 13 },
  splint: { kind: "heavy", ac: 17, cost: 200, weight: 60, loud: true, strength: 15 },
  plate: { kind: "heavy", ac: 18, cost: 1500, weight: 65, loud: true, strength: 15 },
  shield: { kind: "shield", ac: 2, cost: 10, weight: 6 },
} as const satisfies Readonly<Record<string, Armour>>;
type ArmourId = keyof typeof ARMOUR;

export interface Weapon {
  readonly category: "simple" | "martial";
  readonly ranged?: true;
  readonly damage: string;
  readonly type: DamageType;
  /** In two hands. */
  readonly versatile?: string;
  /** Feet: normal and long. */
  readonly range?: readonly [number, number];
  readonly tags: readonly (
    | "finesse"
    | "light"
    | "heavy"
    | "reach"
    | "thrown"
    | "two_handed"
    | "ammunition"
    | "loading"
  )[];
  readonly cost: number;
  readonly weight: number;
}

export const WEAPONS = {
  club: { category: "simple", damage: "1d4", type: "bludgeoning", tags: ["light"], cost: 0, weight: 2 },
  dagger: {
    category: "simple",
    damage: "1d4",
    type: "piercing",
    range: [20, 60],
    tags: ["finesse", "light", "thrown"],
    cost: 2,
    weight: 1,
  },
  greatclub: { category: "simple", damage: "1d8", type: "bludgeoning", tags: ["two_handed"], cost: 0, weight: 10 },
  handaxe: {
    category: "simple",
    damage: "1d6",
    type: "slashing",
    range: [20, 60],
    tags: ["light", "thrown"],
    cost: 5,
    weight: 2,
  },
  javelin: {
    category: "simple",
    damage: "1d6",
    type: "piercing",
    range: [30, 120],
    tags: ["thrown"],
    cost: 1,
    weight: 2,
  },
  light_hammer: {
    category: "simple",
    damage: "1d4",
    type: "bludgeoning",
    range: [20, 60],
    tags: ["light", "thrown"],
    cost: 2,
    weight: 2,
  },
  mace: { category: "simple", damage: "1d6", type: "bludgeoning", tags: [], cost: 5, weight: 4 },
  quarterstaff: {
    category: "simple",
    damage: "1d6",
    type: "bludgeoning",
    versatile: "1d8",
    tags: [],
    cost: 0,
    weight: 4,
  },
  sickle: { category: "simple", damage: "1d4", type: "slashing", tags: ["light"], cost: 1, weight: 2 },
  spear: {
    category: "simple",
    damage: "1d6",
    type: "piercing",
    versatile: "1d8",
    range: [20, 60],
    tags: ["thrown"],
    cost: 1,
    weight: 3,
  },
  light_crossbow: {
    category: "simple",
    ranged: true,
    damage: "1d8",
    type: "piercing",
    range: [80, 320],
    tags: ["ammunition", "loading", "two_handed"],
    cost: 25,
    weight: 5,
  },
  dart: {
    category: "simple",
    ranged: true,
    damage: "1d4",
    type: "piercing",
    range: [20, 60],
    tags: ["finesse", "thrown"],
    cost: 0,
    weight: 0,
  },
  shortbow: {
    category: "simple",
    ranged: true,
    damage: "1d6",
    type: "piercing",
    range: [80, 320],
    tags: ["ammunition", "two_handed"],
    cost: 25,
    weight: 2,
  },
  sling: {
    category: "simple",
    ranged: true,
    damage: "1d4",
    type: "bludgeoning",
    range: [30, 120],
    tags: ["ammunition"],
    cost: 0,
    weight: 0,
  },
  battleaxe: { category: "martial", damage: "1d8", type: "slashing", versatile: "1d10", tags: [], cost: 10, weight: 4 },
  flail: { category: "martial", damage: "1d8", type: "bludgeoning", tags: [], cost: 10, weight: 2 },
  glaive: {
    category: "martial",
    damage: "1d10",
    type: "slashing",
    tags: ["heavy", "reach", "two_handed"],
    cost: 20,
    weight: 6,
  },
  greataxe: {
    category: "martial",
    damage: "1d12",
    type: "slashing",
    tags: ["heavy", "two_handed"],
    cost: 30,
    weight: 7,
  },
  greatsword: {
    category: "martial",
    damage: "2d6",
    type: "slashing",
    tags: ["heavy", "two_handed"],
    cost: 50,
    weight: 6,
  },
  halberd: {
    category: "martial",
    damage: "1d10",
    type: "slashing",
    tags: ["heavy", "reach", "two_handed"],
    cost: 20,
    weight: 6,
  },
  lance: { category: "martial", damage: "1d12", type: "piercing", tags: ["reach"], cost: 10, weight: 6 },
  longsword: { category: "martial", damage: "1d8", type: "slashing", versatile: "1d10", tags: [], cost: 15, weight: 3 },
  maul: {
    category: "martial",
    damage: "2d6",
    type: "bludgeoning",
    tags: ["heavy", "two_handed"],
    cost: 10,
    weight: 10,
  },
  morningstar: { category: "martial", damage: "1d8", type: "piercing", tags: [], cost: 15, weight: 4 },
  pike: {
    category: "martial",
    damage: "1d10",
    type: "piercing",
    tags: ["heavy", "reach", "two_handed"],
    cost: 5,
    weight: 18,
  },
  rapier: { category: "martial", damage: "1d8", type: "piercing", tags: ["finesse"], cost: 25, weight: 2 },
  scimitar: { category: "martial", damage: "1d6", type: "slashing", tags: ["finesse", "light"], cost: 25, weight: 3 },
  shortsword: { category: "martial", damage: "1d6", type: "piercing", tags: ["finesse", "light"], cost: 10, weight: 2 },
  trident: {
    category: "martial",
    damage: "1d6",
    type: "piercing",
    versatile: "1d8",
    range: [20, 60],
    tags: ["thrown"],
    cost: 5,
    weight: 4,
  },
  war_pick: { category: "martial", damage: "1d8", type: "piercing", tags: [], cost: 5, weight: 2 },
  warhammer: {
    category: "martial",
    damage: "1d8",
    type: "bludgeoning",
    versatile: "1d10",
    tags: [],
    cost: 15,
    weight: 2,
  },
  whip: { category: "martial", damage: "1d4", type: "slashing", tags: ["finesse", "reach"], cost: 2, weight: 3 },
  hand_crossbow: {
    category: "martial",
    ranged: true,
    damage: "1d6",
    type: "piercing",
    range: [30, 120],
    tags: ["ammunition", "light", "loading"],
    cost: 75,
    weight: 3,
  },
  heavy_crossbow: {
    category: "martial",
    ranged: true,
    damage: "1d10",
    type: "piercing",
    range: [100, 400],
    tags: ["ammunition", "heavy", "loading", "two_handed"],
    cost: 50,
    weight: 18,
  },
  longbow: {
    category: "martial",
    ranged: true,
    damage: "1d8",
    type: "piercing",
    range: [150, 600],
    tags: ["ammunition", "heavy", "two_handed"],
    cost: 50,
    weight: 2,
  },
} as const satisfies Readonly<Record<string, Weapon>>;
type WeaponId = keyof typeof WEAPONS;

interface Goods {
  readonly cost: number;
  readonly weight: number;
  /** Gone after its use. */
  readonly consumed?: true;
  readonly heals?: string;
  /** Feet of bright light, as many again of dim. */
  readonly light?: number;
  readonly ammunition?: true;
}

export const GOODS = {
  potion_of_healing: { cost: 50, weight: 0, consumed: true, heals: "2d4+2" },
  potion_of_greater_healing: { cost: 150, weight: 0, consumed: true, heals: "4d4+4" },
  antitoxin: { cost: 50, weight: 0, consumed: true },
  healers_kit: { cost: 5, weight: 3 },
  torch: { cost: 0, weight: 1, light: 20 },
  lantern: { cost: 5, weight: 2, light: 30 },
  oil_flask: { cost: 0, weight: 1, consumed: true },
  rope: { cost: 1, weight: 10 },
  grappling_hook: { cost: 2, weight: 4 },
  crowbar: { cost: 2, weight: 5 },
  thieves_tools: { cost: 25, weight: 1 },
  holy_symbol: { cost: 5, weight: 1 },
  component_pouch: { cost: 25, weight: 2 },
  spellbook: { cost: 50, weight: 3 },
  rations: { cost: 0, weight: 2, consumed: true },
  waterskin: { cost: 0, weight: 5 },
  bedroll: { cost: 1, weight: 7 },
  arrows: { cost: 1, weight: 1, ammunition: true },
  bolts: { cost: 1, weight: 1, ammunition: true },
} as const satisfies Readonly<Record<string, Goods>>;
type GoodsId = keyof typeof GOODS;

export const armourOf = (kind: string): Armour | null =>
  Object.hasOwn(ARMOUR, kind) ? ARMOUR[kind as ArmourId] : null;
export const weaponOf = (kind: string): Weapon | null =>
  Object.hasOwn(WEAPONS, kind) ? WEAPONS[kind as WeaponId] : null;
export const goodsOf = (kind: string): Goods | null => (Object.hasOwn(GOODS, kind) ? GOODS[kind as GoodsId] : null);
export const weightOf = (kind: string): number => (armourOf(kind) ?? weaponOf(kind) ?? goodsOf(kind))?.weight ?? 0;
export const costOf = (kind: string): number | null =>
  (armourOf(kind) ?? weaponOf(kind) ?? goodsOf(kind))?.cost ?? null;
export const isGear = (kind: string): boolean => costOf(kind) !== null;

const NAMES: Readonly<Record<string, string>> = { healers_kit: "Healer's kit", thieves_tools: "Thieves' tools" };
/** A kind of gear as people call it: "Potion of healing". */
export const gearName = (kind: string): string => NAMES[kind] ?? titleOf(kind);
