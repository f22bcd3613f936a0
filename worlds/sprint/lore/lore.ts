// A challenge and the words that belong to it: pools by tier, slots for templates, and choices that need no dice.
import type { Challenge } from "../shape.ts";
import { BIOMES, type Biome } from "./biomes.ts";
import { PEOPLES, type People } from "./peoples.ts";
import { TWISTS, type Twist } from "./twists.ts";

export interface Lore {
  readonly biome: Biome;
  readonly people: People;
  readonly twist: Twist;
}

/** One of a list, by a purpose: what dice and texts can both do. */
export type Pick = <T>(purpose: string, list: readonly T[]) => T;

const biomesOf = (tier: number): readonly Biome[] => BIOMES.filter((one) => one.tier === tier);
const twistsOf = (tier: number): readonly Twist[] => TWISTS.filter((one) => one.tier === tier);

/** A challenge of a tier. */
export const challengeOf = (tier: number, pick: Pick): Challenge => ({
  tier,
  biome: pick("biome", biomesOf(tier)).text,
  inhabitants: pick("inhabitants", PEOPLES).text,
  twist_constraint: pick("twist", twistsOf(tier)).text,
});

/** What the house knows of a challenge; null for one that it has no words for. */
export function loreOf({ biome, inhabitants, twist_constraint }: Challenge): Lore | null {
  const found = {
    biome: BIOMES.find(({ text }) => text === biome),
    people: PEOPLES.find(({ text }) => text === inhabitants),
    twist: TWISTS.find(({ text }) => text === twist_constraint),
  };
  return found.biome && found.people && found.twist ? (found as Lore) : null;
}

/** A template with its slots filled; a slot in capitals begins with a capital. Throws on a slot that no lore has. */
export function fill(template: string, { biome, people, twist }: Lore): string {
  const slots: Readonly<Record<string, string>> = {
    ...strings(biome),
    relic_bare: biome.relic.replace(/^(an?|the) /, ""),
    relic_an: biome.relic,
    ...strings(people),
    people: `the ${people.people}`,
    a_tool: withArticle(people.tool),
    ...strings(twist),
    a_unit: twist.unit,
    a_breach: twist.breach,
  };
  const filled = template.replaceAll(/\{([A-Za-z_]+)\}/g, (_, name: string) => {
    const value = slots[name] ?? slots[name.toLowerCase()];
    if (value === undefined) throw new Error(`no slot {${name}} in "${template}"`);
    return /^[A-Z]/.test(name) ? capital(value) : value;
  });
  // A law may be filled into a text that has slots of its own.
  return filled.includes("{") ? fill(filled, { biome, people, twist }) : filled;
}

const strings = (part: object): Record<string, string> =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => typeof value === "string"));
const withArticle = (noun: string): string => `${/^[aeiou]/.test(noun) ? "an" : "a"} ${noun}`;
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Choices that follow from a text alone: the same text makes the same choices. */
export const pickBy =
  (text: string): Pick =>
  (purpose, list) =>
    list[hashOf(`${text}\n${purpose}`) % list.length]!;

/** FNV-1a over UTF-16 units, finished so that neighbouring texts part ways. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
