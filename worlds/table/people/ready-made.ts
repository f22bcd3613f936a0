// The four characters to begin with, and who a configuration means by a name, by choices, or by a whole character.
import type { Scores } from "../rules/abilities.ts";
import type { Hero } from "../rules/hero.ts";
import { isHero } from "../valid-shape.ts";
import { type Choices, makeHero } from "./maker.ts";

const scores = (
  strength: number,
  dexterity: number,
  constitution: number,
  intelligence: number,
  wisdom: number,
  charisma: number,
): Scores => ({ strength, dexterity, constitution, intelligence, wisdom, charisma });

/** Level 2, each with a potion and a light: an evening's company. */
export const READY_MADE = {
  ilsa: {
    name: "Ilsa Vane",
    pronoun: "she",
    race: "half_elf",
    class: "rogue",
    background: "street",
    gender: "woman",
    age: 24,
    alignment: "chaotic good",
    mbti: "ENTP",
    scores: scores(8, 15, 14, 12, 13, 10),
    raise: ["dexterity", "constitution"],
    skills: ["perception", "deception", "investigation", "acrobatics"],
    expertise: ["stealth", "perception"],
    level: 2,
    gear: {
      leather: 1,
      shortsword: 1,
      shortbow: 1,
      arrows: 20,
      dagger: 2,
      thieves_tools: 1,
      torch: 3,
      potion_of_healing: 1,
      rations: 5,
    },
    gold: 22,
  },
  bram: {
    name: "Bram Oakhand",
    pronoun: "he",
    race: "human",
    class: "fighter",
    background: "soldier",
    gender: "man",
    age: 33,
    alignment: "lawful good",
    mbti: "ISTJ",
    scores: scores(15, 13, 14, 8, 12, 10),
    skills: ["perception", "survival"],
    style: "defence",
    level: 2,
    gear: {
      chain_mail: 1,
      shield: 1,
      longsword: 1,
      handaxe: 2,
      lantern: 1,
      potion_of_healing: 1,
      rations: 10,
      rope: 1,
    },
    gold: 18,
  },
  maren: {
    name: "Maren Holt",
    pronoun: "she",
    race: "hill_dwarf",
    class: "cleric",
    background: "acolyte",
    gender: "woman",
    age: 61,
    alignment: "neutral good",
    mbti: "ISFJ",
    scores: scores(14, 8, 13, 10, 15, 12),
    skills: ["medicine", "persuasion"],
    cantrips: ["sacred_flame", "guidance", "light"],
    spells: ["cure_wounds", "bless", "guiding_bolt", "healing_word", "command"],
    level: 2,
    gear: { chain_mail: 1, shield: 1, mace: 1, holy_symbol: 1, potion_of_healing: 1, rations: 10 },
    gold: 20,
  },
  tobin: {
    name: "Tobin Quill",
    pronoun: "they",
    race: "high_elf",
    class: "wizard",
    background: "scholar",
    gender: "unspecified",
    age: 118,
    alignment: "neutral",
    mbti: "INTP",
    scores: scores(8, 14, 13, 15, 12, 10),
    skills: ["investigation", "insight"],
    cantrips: ["fire_bolt", "mage_hand", "light"],
    spells: ["magic_missile", "shield", "mage_armor", "sleep", "thunderwave"],
    level: 2,
    gear: { quarterstaff: 1, component_pouch: 1, spellbook: 1, potion_of_healing: 1, rations: 10 },
    gold: 25,
  },
} as const satisfies Readonly<Record<string, Choices>>;
export type ReadyMade = keyof typeof READY_MADE;

/** A whole character, one made from choices, or a ready-made one by name. Throws a `RangeError` where that is none. */
export function heroOf(one: string | Hero | Choices, at: number): Hero {
  if (typeof one !== "string") {
    if (typeof one !== "object" || one === null) throw new RangeError("a character is a name, choices or a whole one");
    if ("id" in one) {
      if (isHero(one)) return one;
      throw new RangeError("a whole character has every field of one; give choices, and the rest follows");
    }
    const made = makeHero(one, at + 1);
    if (!made.ok) throw new RangeError(`${one.name}: ${made.problems.join(" ")}`);
    return made.hero;
  }
  if (!Object.hasOwn(READY_MADE, one))
    throw new RangeError(`there is no ready-made character "${one}"; there are ${Object.keys(READY_MADE).join(", ")}`);
  const made = makeHero(READY_MADE[one as ReadyMade], at + 1);
  if (!made.ok) throw new Error(`${one}: ${made.problems.join(" ")}`);
  return made.hero;
}
