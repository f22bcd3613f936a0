// What the rules say of a word, in a sentence or two: for questions that are asked out of the story. Knows the rules of this engine, and no campaign.
import { titleOf } from "./abilities.ts";
import { afflictionsOf, CONDITIONS, type ConditionEffect } from "./conditions.ts";
import { SPELL_IDS, spellOf } from "./spells.ts";

/** In words, for "Blinded: …". */
const EFFECT_WORDS: Readonly<Record<ConditionEffect, string>> = {
  no_actions: "no actions, bonus actions or reactions",
  no_move: "speed 0",
  no_speech: "no speech",
  unaware: "unaware of what goes on around",
  half_speed: "half speed",
  crawls: "crawling only, and standing up costs half the speed",
  attacks_at_disadvantage: "disadvantage on attacks",
  attacks_at_advantage: "advantage on attacks",
  checks_at_disadvantage: "disadvantage on ability checks",
  saves_at_disadvantage: "disadvantage on saves",
  dexterity_saves_at_disadvantage: "disadvantage on Dexterity saves",
  fails_strength_and_dexterity_saves: "Strength and Dexterity saves fail",
  attacked_at_advantage: "attackers have advantage",
  attacked_at_disadvantage: "attackers have disadvantage",
  attacked_close_at_advantage: "attackers within 5 feet have advantage",
  attacked_far_at_disadvantage: "attackers from farther away have disadvantage",
  hit_close_is_critical: "a hit from within 5 feet is critical",
  resists_all: "resistance to all damage",
  no_harm_to_charmer: "no attack on the charmer",
  blind: "checks that need sight fail",
  deaf: "checks that need hearing fail",
  half_maximum: "half the hit point maximum",
  dead: "dead",
  drops_items: "what was held is dropped, and the body lies prone",
};

/** The first that fits answers. */
const TOPICS: readonly (readonly [RegExp, string])[] = [
  [
    /\b(dis)?advantage\b/,
    "Advantage rolls two d20 and keeps the higher, disadvantage keeps the lower. Several sources are still one extra die, and one of each kind cancel out to a plain roll, however many there are.",
  ],
  [
    /\bdeath sav|\bdying\b|\b(0|zero) hit points\b/,
    "At 0 hit points a character is unconscious and rolls a d20 at the start of each turn: 10 or more is a success, three of either decide. A 1 counts as two failures, a 20 wakes with 1 hit point. Damage at 0 is a failure, and any healing wakes.",
  ],
  [
    /\bmassive\b|\binstant death\b|\bkilled (outright|at once)\b/,
    "When the damage left over at 0 hit points is as much as the hit point maximum, death is immediate.",
  ],
  [
    /\bcrit/,
    "A natural 20 on an attack always hits and doubles the damage dice, not the modifiers; a natural 1 always misses. Checks and saves have neither.",
  ],
  [
    /\blong rest\b|\bsleep(ing)?\b|\bovernight\b/,
    "A long rest takes 8 hours, once in 24: all hit points, all spell slots, half the hit dice and most class resources come back, and one level of exhaustion goes.",
  ],
  [
    /\bshort rest\b|\bhit d(ice|ie)\b/,
    "A short rest takes an hour: hit dice may be spent, each healing its roll plus Constitution, and some class resources come back.",
  ],
  [
    /\brest(s|ing)?\b/,
    "A short rest takes an hour and spends hit dice; a long rest takes 8 hours, once in 24, and restores nearly all.",
  ],
  [
    /\bconcentrat/,
    "One spell at a time can be concentrated on. Damage asks for a Constitution save against 10 or half the damage, whichever is higher; being unable to act ends it.",
  ],
  [
    /\bexhaust/,
    "Exhaustion adds up: 1 disadvantage on ability checks, 2 half speed, 3 disadvantage on attacks and saves, 4 half the hit point maximum, 5 speed 0, 6 death. A long rest takes one level off.",
  ],
  [
    /\btemp(orary)? (hp|hit points)\b/,
    "Temporary hit points are lost first, never add up and are no healing; a long rest ends them.",
  ],
  [
    /\bresist|\bvulnerab|\bimmun/,
    "Resistance halves damage, rounded down; vulnerability doubles it after that; immunity makes it nothing. The same kind never counts twice.",
  ],
  [/\binitiative\b/, "Initiative is a d20 plus Dexterity, rolled once as a fight begins. A round takes 6 seconds."],
  [
    /\bopportunity|\breaction/,
    "A reaction comes back at the start of your turn. A foe who leaves your reach without breaking off first can be struck with it.",
  ],
  [
    /\bbonus action|\bactions?\b|\bmy turn\b/,
    "Each turn has movement, an action, at most one bonus action where something grants it, and one reaction a round.",
  ],
  [
    /\bproficien/,
    "The proficiency bonus is +2 at levels 1 to 4, and one more every four levels: +6 from 17 on. It counts where there is training.",
  ],
  [
    /\bmodifiers?\b|\bability scores?\b/,
    "A modifier is the score less 10, halved and rounded down: 15 gives +2, 9 gives −1.",
  ],
  [
    /\bspell slots?\b|\bslots?\b|\bcantrips?\b/,
    "A spell uses a slot of its level or higher; cantrips use none. Slots come back with a long rest, a warlock's with a short one.",
  ],
  [
    /\binspir/,
    "Inspiration is had or not had: it does not add up. It is spent by itself on a check against 15 or more, for advantage.",
  ],
  [
    /\bhid(e|ing|den)\b|\bstealth\b|\bsneak/,
    "Hiding is a Stealth check against those who might notice. Attacks from hiding have advantage, and end it.",
  ],
  [/\bgrappl|\bshov/, "Grappling and shoving are Athletics against the target's Athletics or Acrobatics."],
  [
    /\blevel(s|led|ling)?\b|\bxp\b|\bexperience\b/,
    "Experience is never taken back. When it reaches the next level, say LEVEL UP: the choices stand on your sheet.",
  ],
  [
    /\btravel|\bmiles?\b|\bpace\b/,
    "On a road it is 3 miles an hour on foot and 6 mounted, in the wild 2 and 4; difficult ground takes twice as long.",
  ],
  [
    /\bdeadline|\btime\b|\bclock\b/,
    "Everything takes time except thinking, and deadlines do not wait: they warn up to three times, and then what was threatened happens.",
  ],
  [
    /\bcarry|\bencumbr|\bweight\b/,
    "A character carries 15 pounds for each point of Strength; fifty coins weigh a pound.",
  ],
  [
    /\bdice?\b|\brolls?\b|\bfair\b|\bcheat/,
    "The engine rolls every die from a seed that was committed to before play. Open a roll to see its proof.",
  ],
  [
    /\bgod mode\b/,
    "Those who run the table write GOD MODE: and what is to change. It is seen before it is done, and can be taken back.",
  ],
  [
    /\bdc\b|\bability checks?\b|\bskill checks?\b/,
    "A check is a d20 plus the modifier, plus proficiency where there is training. It succeeds when it meets the difficulty.",
  ],
];

/** What the rules say; null where none of the words is theirs. */
export function ruleOn(question: string): string | null {
  const asked = question.toLowerCase();
  const condition = CONDITIONS.find((one) => one !== "exhaustion" && asked.includes(one));
  if (condition)
    return `${titleOf(condition)}: ${afflictionsOf([condition])
      .map(({ effect }) => EFFECT_WORDS[effect])
      .join("; ")}.`;
  const topic = TOPICS.find(([words]) => words.test(asked));
  if (topic) return topic[1];
  const spell = SPELL_IDS.map(spellOf).find(({ name }) => asked.includes(name.toLowerCase()));
  return spell ? `${spell.name}, ${spell.level === 0 ? "a cantrip" : `level ${spell.level}`}: ${spell.says}` : null;
}
