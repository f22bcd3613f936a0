// An ability check: what helps and what hinders, the roll, and the fact of it.
import { type Ability, abilityOf, type Skill, titleOf } from "../../rules/abilities.ts";
import { armourOf } from "../../rules/gear.ts";
import { sumOf } from "../../rules/numbers.ts";
import { type Edge, rollTest } from "../../rules/roll.ts";
import { type Body, bodyIn, checkOf, clumsy, has } from "../body.ts";
import type { Deed } from "../deed.ts";
import { extraDice } from "../harm.ts";

/** True when the check succeeds. Inspiration is spent on a DC of 15 or more that nothing else helps with. */
export function rollCheck(
  deed: Deed,
  who: string,
  skill: Skill | Ability,
  dc: number | null,
  extra: Edge = { advantage: [], disadvantage: [] },
): boolean {
  const body = bodyIn(deed.state, who);
  const advantage = [...extra.advantage];
  if (abilityOf(skill) === "strength" && body.effects.some(({ id }) => id === "raging")) advantage.push("rage");
  const disadvantage = [...extra.disadvantage, ...hindrances(deed, body, skill)];
  const bonus = sumOf(...checkOf(body, skill).causes, ...extraDice(deed, body, "check"));
  if (body.hero?.inspiration && dc !== null && dc >= 15 && advantage.length === 0) {
    advantage.push("inspiration");
    deed.hero(who, "inspiration spent", { inspiration: false });
  }
  const purpose = `${body.name}: ${titleOf(skill)} check`;
  const edge = { advantage, disadvantage };
  const tested = rollTest(deed.dice, { who, purpose, bonus, edge, ...(dc === null ? {} : { dc }) });
  deed
    .emitRoll(tested.record)
    .fact({ is: "check", who: body.name, skill, total: tested.record.total, dc, success: tested.success });
  return tested.success;
}

/** What counts against this skill: conditions, untrained or loud armour, darkness. */
function hindrances({ state }: Deed, body: Body, skill: Skill | Ability): string[] {
  const loud = skill === "stealth" && body.hero?.items.some(({ worn, kind }) => worn && armourOf(kind)?.loud);
  const dark =
    skill === "perception" &&
    state.adventure.places[state.at]!.light !== "bright" &&
    !body.darkvision &&
    !body.rules.some(({ light }) => light) &&
    !isPartyLit(state);
  return [
    ...[has(body, "checks_at_disadvantage"), clumsy(body, abilityOf(skill))].flatMap((why) => why ?? []),
    ...(loud ? ["loud armour"] : []),
    ...(dark ? ["darkness"] : []),
  ];
}

const isPartyLit = ({ order, heroes }: Deed["state"]): boolean =>
  order.some((id) =>
    heroes[id]!.effects.some((effect) => effect.id === "light" || effect.id === "torch" || effect.id === "lantern"),
  );
