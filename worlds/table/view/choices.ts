// Choices as they were told, each with its roll and its chance of success.

import type { Offer } from "../gm/offers.ts";
import { keysOf } from "../order.ts";
import { bodyIn } from "../play/body.ts";
import { distance } from "../play/ground.ts";
import { aimOf, edgeOf } from "../play/strike.ts";
import { titleOf } from "../rules/abilities.ts";
import type { Hero } from "../rules/hero.ts";
import { withSign } from "../rules/numbers.ts";
import { chanceOf } from "../rules/roll.ts";
import { attacksFor, checkBonus } from "../rules/sheet.ts";
import type { Choice, TableState } from "../state.ts";
import type { ChoiceView } from "./types.ts";

/** What was told to choose from, for the seat that chooses. An answer out of the story leaves what is offered in it open. */
export function choiceViews(state: TableState, who: string, offers: readonly Offer[]): ChoiceView[] {
  const { told } = state;
  const isAside = told?.mode === "DM" && keysOf(told.choices).length === 0 && state.ended === null;
  const choices = isAside ? choicesOf(offers) : (told?.choices ?? {});
  return inOfferOrder(keysOf(choices), offers).map((key) => choiceView(state, who, key, choices[key]!, offers));
}

const choicesOf = (offers: readonly Offer[]): Readonly<Record<string, Choice>> =>
  Object.fromEntries(offers.map(({ key, text, description, risk }) => [key, { text, description, risk_level: risk }]));

/** As the engine offers them, then what a game master added, and free words last. */
function inOfferOrder(keys: readonly string[], offers: readonly Offer[]): readonly string[] {
  const rank = (key: string) => {
    const at = offers.findIndex((offer) => offer.key === key);
    return key === "other_action" ? 1000 : at < 0 ? 500 : at;
  };
  return [...keys].sort((a, b) => rank(a) - rank(b));
}

function choiceView(state: TableState, who: string, key: string, choice: Choice, offers: readonly Offer[]): ChoiceView {
  const offer = offers.find((one) => one.key === key);
  const hero = state.heroes[who];
  if (hero && offer?.check) return { key, ...choice, ...checkChance(hero, offer.check) };
  const target = offer?.action?.type === "attack" ? offer.action.targetId : undefined;
  if (hero && target !== undefined && state.npcs[target])
    return { key, ...choice, ...attackChance(state, hero, target) };
  return { key, ...choice, chance: null, roll: null };
}

type Chance = Pick<ChoiceView, "chance" | "roll">;

function checkChance(hero: Hero, { skill, dc }: NonNullable<Offer["check"]>): Chance {
  const bonus = checkBonus(hero, skill).value;
  return { chance: chanceOf(bonus, dc, false), roll: `${titleOf(skill)} ${withSign(bonus)} against ${dc}` };
}

function attackChance(state: TableState, hero: Hero, target: string): Chance {
  const attack = attacksFor(hero)[0]!;
  const feet = state.combat ? distance(state.combat, hero.id, target) : 5;
  const on = bodyIn(state, target);
  const edge = edgeOf(state, bodyIn(state, hero.id), on, aimOf(attack, feet));
  // A foe's armour is unknown to the player: the guess is to the nearest five.
  const guess = Math.round(on.ac.value / 5) * 5;
  const bonus = attack.bonus.value;
  return { chance: chanceOf(bonus, guess, true, edge), roll: `${attack.name} ${withSign(bonus)}` };
}
