// What damage, healing, conditions and death do to somebody: the one place where hit points change.

import { entriesOf } from "../order.ts";
import type { Ability } from "../rules/abilities.ts";
import type { Condition } from "../rules/conditions.ts";
import {
  concentrationDc,
  type DamageType,
  damageTaken,
  deathSaveOf,
  hpAfterHealing,
  isMassive,
  NO_SAVES,
  type Wound,
  woundedAtZero,
  woundOf,
} from "../rules/damage.ts";
import { type EffectId, effectOf } from "../rules/effects.ts";
import type { Active, Worn } from "../rules/hero.ts";
import { xpForChallenge } from "../rules/monsters.ts";
import { cause, sumOf } from "../rules/numbers.ts";
import { raceOf } from "../rules/races.ts";
import { type Edge, rollAmount, rollTest } from "../rules/roll.ts";
import { spellOf } from "../rules/spells.ts";
import type { TableEvent } from "../shape.ts";
import { NOWHERE } from "../state.ts";
import { secondsIn } from "../time.ts";
import { type Body, bodyIn, bodyOf, clumsy, has, healthOf, saveOf } from "./body.ts";
import type { Deed } from "./deed.ts";

/** A d4 or the like that blessings add, rolled and named. */
export function extraDice(deed: Deed, body: Body, on: "attack" | "save" | "check"): ReturnType<typeof cause>[] {
  return body.effects.flatMap(({ id }) => {
    const rule = effectOf(id);
    if (!rule.die?.[1].includes(on)) return [];
    const purpose = `${rule.name} (${body.name})`;
    const record = rollAmount(deed.dice, body.id, purpose, `1d${rule.die[0]}`);
    deed.emitRoll(record);
    if (rule.once) dropEffect(deed, body.id, id, "used");
    return [cause(rule.name, record.total)];
  });
}

interface SaveCall {
  readonly ability: Ability;
  readonly dc: number;
  readonly against: string;
  readonly edge?: Edge;
  readonly condition?: Condition;
  readonly magic?: boolean;
}

/** A saving throw, rolled and told; helpless bodies fail those of strength and dexterity without a roll. */
export function save(
  deed: Deed,
  who: string,
  { ability, dc, against, edge, condition, magic = false }: SaveCall,
): boolean {
  const body = bodyIn(deed.state, who);
  const helpless =
    (ability === "strength" || ability === "dexterity") && has(body, "fails_strength_and_dexterity_saves");
  if (helpless) {
    deed.fact({ is: "save", who: body.name, against, success: false });
    return false;
  }
  const race = body.hero ? raceOf(body.hero.race) : null;
  const hardy = race?.hardy?.some(
    (one) =>
      one === condition || (one === "magic" && magic && ["intelligence", "wisdom", "charisma"].includes(ability)),
  );
  const up = [
    ...(edge?.advantage ?? []),
    ...(hardy ? [race!.name.toLowerCase()] : []),
    ...(ability === "dexterity" && body.rules.some((rule) => rule.dexteritySavesAtAdvantage) ? ["dodging"] : []),
  ];
  if (ability === "dexterity" && body.hero?.class === "barbarian" && body.hero.level >= 2 && !has(body, "blind"))
    up.push("danger sense");
  if (ability === "strength" && body.effects.some(({ id }) => id === "raging")) up.push("rage");
  const down = [...(edge?.disadvantage ?? [])];
  const worn =
    has(body, "saves_at_disadvantage") ??
    (ability === "dexterity" ? has(body, "dexterity_saves_at_disadvantage") : null) ??
    clumsy(body, ability);
  if (worn) down.push(worn);
  const bonus = sumOf(...saveOf(body, ability).causes, ...extraDice(deed, body, "save"));
  const purpose = `${body.name}: ${ability} save against ${against}`;
  const tested = rollTest(deed.dice, { who, purpose, bonus, dc, edge: { advantage: up, disadvantage: down } });
  deed.emitRoll(tested.record).fact({ is: "save", who: body.name, against, success: tested.success });
  return tested.success;
}

interface Blow {
  readonly amount: number;
  readonly type: DamageType;
  /** What or who did it, as a name. */
  readonly by: string;
  readonly critical?: boolean;
  /** A melee blow that may stun rather than kill. */
  readonly sparing?: boolean;
}

/** Damage on its way to somebody, through everything that stands between. Returns what arrived. */
export function harm(deed: Deed, who: string, { amount, type, by, critical = false, sparing = false }: Blow): number {
  const body = bodyIn(deed.state, who);
  if (body.dead) return 0;
  const taken = damageTaken(amount, type, body.defences);
  const wound = woundOf(body, taken);
  const after = { hp: wound.hp, temp: wound.temp };
  if (body.hero) deed.hero(who, by, after);
  else deed.npc(who, by, after);
  deed.fact({
    is: "hurt",
    who: body.name,
    amount: taken,
    type,
    by,
    left: healthOf({ hp: wound.hp, hpMax: body.hpMax }),
  });
  if (taken === 0) return 0;
  wake(deed, who);
  if (body.hero) heroWounded(deed, body, { taken, wound, critical, by, type });
  else if (wound.hp === 0) npcFell(deed, body, { taken, type, critical, by, sparing });
  const still = bodyOf(deed.state, who);
  if (still?.hero?.concentrating && still.hp > 0) keepConcentration(deed, who, taken);
  return taken;
}

/** Damage wakes a body from magical sleep. */
function wake(deed: Deed, who: string): void {
  const body = bodyIn(deed.state, who);
  if (body.hp > 0 && body.conditions.some(({ is, by }) => is === "unconscious" && by === "sleep"))
    dropCondition(deed, who, "unconscious", "woken by pain");
}

function heroWounded(
  deed: Deed,
  body: Body,
  {
    taken,
    wound,
    critical,
    by,
    type,
  }: { taken: number; wound: Wound; critical: boolean; by: string; type: DamageType },
): void {
  const hero = body.hero!;
  if (body.hp === 0) {
    const { saves, is } = woundedAtZero(hero.saves, taken, body.hpMax, critical);
    deed.hero(hero.id, by, { saves, stable: false });
    if (is === "dead") die(deed, hero.id, by);
    return;
  }
  if (wound.hp > 0) return;
  if (isMassive(wound, body.hpMax)) {
    die(deed, hero.id, by);
    return;
  }
  if (hero.race === "half_orc" && !hero.used["relentless_endurance"]) {
    deed.hero(hero.id, "relentless endurance", { hp: 1, used: { ...hero.used, relentless_endurance: 1 } });
    deed.fact({ is: "state", who: hero.name, what: "held up by sheer stubbornness", on: true });
    return;
  }
  deed.hero(hero.id, by, {
    saves: NO_SAVES,
    stable: false,
    conditions: withCondition(hero.conditions, { is: "unconscious", by: type }),
  });
  if (hero.concentrating) endConcentration(deed, hero.id);
  deed.fact({ is: "fell", who: hero.name, dead: false, by });
}

function npcFell(
  deed: Deed,
  body: Body,
  {
    taken,
    type,
    critical,
    by,
    sparing,
  }: { taken: number; type: DamageType; critical: boolean; by: string; sparing: boolean },
): void {
  if (body.monster!.traits?.includes("undead_fortitude") && type !== "radiant" && !critical) {
    if (save(deed, body.id, { ability: "constitution", dc: 5 + taken, against: "falling apart" })) {
      deed.npc(body.id, "undead fortitude", { hp: 1 });
      return;
    }
  }
  if (sparing) {
    deed.npc(body.id, by, {
      conditions: withCondition(body.conditions, { is: "unconscious", by: "a blow with the flat" }),
    });
    deed.fact({ is: "fell", who: body.name, dead: false, by });
    return;
  }
  die(deed, body.id, by);
}

/** Death: a character stays on the list of the dead; anybody else leaves play and leaves a tombstone, gold and experience. */
export function die(deed: Deed, who: string, by: string): void {
  const body = bodyIn(deed.state, who);
  deed.fact({ is: "fell", who: body.name, dead: true, by });
  if (body.hero) {
    if (body.hero.concentrating) endConcentration(deed, who);
    deed.hero(who, by, { dead: true, hp: 0, stable: false });
    deed.emit({ type: "remembered", text: `${body.name} died: ${by}.` });
    return;
  }
  const { npc, monster } = body;
  const { combat, at, adventure } = deed.state;
  if (combat)
    deed.emit({
      type: "fight_changed",
      set: {
        fallen: [
          ...combat.fallen,
          { name: body.name, xp: body.side === "foes" ? xpForChallenge(monster!.challenge) : 0, gold: npc!.gold },
        ],
        order: combat.order.filter(({ id }) => id !== who),
        turn: turnWithout(combat.order, combat.turn, who),
      },
    });
  if (npc!.gold > 0)
    deed.emit({ type: "gold_moved", from: who, to: npc!.place ?? at, amount: npc!.gold, why: "left by the dead" });
  endHeld(deed, who);
  deed.emit({ type: "died", id: who, name: body.name, by });
  if (adventure.people[who]) deed.emit({ type: "remembered", text: `${body.name} died: ${by}.` });
}

/** Where the turn stands when somebody leaves the order: with the same combatant, or the one before when the leaver had it. */
function turnWithout(order: readonly { readonly id: string }[], turn: number, who: string): number {
  const at = order.findIndex(({ id }) => id === who);
  return at >= 0 && at <= turn ? Math.max(-1, turn - 1) : turn;
}

/** No longer dying, though no hit point has come back. */
export function steady(deed: Deed, who: string): void {
  deed
    .hero(who, "stabilised", { stable: true, saves: NO_SAVES })
    .fact({ is: "state", who: bodyOf(deed.state, who)?.name ?? who, what: "stable", on: true });
}

export function heal(deed: Deed, who: string, amount: number, by: string): number {
  const body = bodyIn(deed.state, who);
  if (body.dead) return 0;
  const hp = hpAfterHealing(body, amount);
  const gained = hp - body.hp;
  if (body.hero) {
    const conditions =
      hp > 0 ? body.conditions.filter((one) => !(one.is === "unconscious" && body.hp === 0)) : body.conditions;
    deed.hero(who, by, { hp, conditions, ...(hp > 0 ? { saves: NO_SAVES, stable: false } : {}) });
  } else
    deed.npc(who, by, {
      hp,
      conditions: body.hp === 0 && hp > 0 ? body.conditions.filter(({ is }) => is !== "unconscious") : body.conditions,
    });
  deed.fact({ is: "healed", who: body.name, amount: gained, by });
  return gained;
}

/** A death saving throw at the start of a turn. */
export function deathSave(deed: Deed, who: string): void {
  const { hero, name } = bodyIn(deed.state, who);
  if (!hero || hero.dead || hero.hp > 0 || hero.stable) return;
  const bonus = extraDice(deed, bodyIn(deed.state, who), "save");
  const tested = rollTest(deed.dice, {
    who,
    purpose: `${name}: death save`,
    bonus: sumOf(cause("nobody helps", 0), ...bonus),
    dc: 10,
  });
  deed.emitRoll(tested.record);
  const added = bonus.reduce((total, { value }) => total + value, 0);
  const { saves, is } = deathSaveOf(
    hero.saves,
    tested.face === 20 || tested.face === 1 ? tested.face : Math.min(19, Math.max(2, tested.face + added)),
  );
  deed.hero(who, "death save", { saves, stable: is === "stable" });
  if (is === "dead") die(deed, who, "wounds");
  else if (is === "awake") heal(deed, who, 1, "a last reserve");
  else deed.fact({ is: "save", who: name, against: "death", success: tested.face >= 10 });
}

function keepConcentration(deed: Deed, who: string, damage: number): void {
  if (!save(deed, who, { ability: "constitution", dc: concentrationDc(damage), against: "losing concentration" }))
    endConcentration(deed, who);
}

/** Ends what somebody concentrates on, wherever it holds. */
export function endConcentration(deed: Deed, who: string): void {
  const hero = deed.state.heroes[who];
  if (hero?.concentrating) {
    deed.fact({
      is: "state",
      who: hero.name,
      what: `concentrating on ${spellOf(hero.concentrating).name.toLowerCase()}`,
      on: false,
    });
    deed.hero(who, "concentration ends", { concentrating: null });
  }
  endHeld(deed, who);
}

function endHeld(deed: Deed, who: string): void {
  const { heroes, npcs } = deed.state;
  for (const [id, one] of [...entriesOf(heroes), ...entriesOf(npcs)]) {
    if (![...one.conditions, ...one.effects].some(({ held }) => held === who)) continue;
    const set = {
      conditions: one.conditions.filter(({ held }) => held !== who),
      effects: one.effects.filter(({ held }) => held !== who),
    };
    if (heroes[id]) deed.hero(id, "concentration ends", set);
    else deed.npc(id, "concentration ends", set);
  }
}

const withCondition = (all: readonly Worn[], worn: Worn): readonly Worn[] => [
  ...all.filter(({ is, by }) => is !== worn.is || by !== worn.by),
  worn,
];

export function giveCondition(deed: Deed, who: string, worn: Worn): void {
  const body = bodyIn(deed.state, who);
  if (body.monster?.immuneTo?.includes(worn.is)) {
    deed.fact({ is: "state", who: body.name, what: `immune to being ${worn.is}`, on: true });
    return;
  }
  change(deed, body, worn.by, { conditions: withCondition(body.conditions, worn) });
  deed.fact({ is: "state", who: body.name, what: worn.is, on: true });
  const struck = bodyIn(deed.state, who);
  if (struck.hero?.concentrating && has(struck, "no_actions")) endConcentration(deed, who);
}

export function dropCondition(deed: Deed, who: string, is: Condition, why: string): void {
  const body = bodyIn(deed.state, who);
  if (!body.conditions.some((one) => one.is === is)) return;
  change(deed, body, why, { conditions: body.conditions.filter((one) => one.is !== is) });
  deed.fact({ is: "state", who: body.name, what: is, on: false });
}

export function giveEffect(deed: Deed, who: string, effect: Active): void {
  const body = bodyIn(deed.state, who);
  change(deed, body, effectOf(effect.id).name, {
    effects: [...body.effects.filter(({ id, by }) => id !== effect.id || by !== effect.by), effect],
  });
}

export function dropEffect(deed: Deed, who: string, id: EffectId, why: string): void {
  const body = bodyIn(deed.state, who);
  if (body.effects.some((one) => one.id === id))
    change(deed, body, why, { effects: body.effects.filter((one) => one.id !== id) });
}

const change = (
  deed: Deed,
  body: Body,
  why: string,
  set: { conditions?: readonly Worn[]; effects?: readonly Active[] },
): void => {
  if (body.hero) deed.hero(body.id, why, set);
  else deed.npc(body.id, why, set);
};

/** Ends conditions and effects that have expired. */
export function expire(deed: Deed): void {
  const now = secondsIn(deed.state);
  const over = ({ until }: { until?: number }) => until !== undefined && until <= now;
  for (const [id, one] of [...entriesOf(deed.state.heroes), ...entriesOf(deed.state.npcs)]) {
    if (!one.conditions.some(over) && !one.effects.some(over)) continue;
    for (const { is } of one.conditions.filter(over)) deed.fact({ is: "state", who: one.name, what: is, on: false });
    const set = {
      conditions: one.conditions.filter((each) => !over(each)),
      effects: one.effects.filter((each) => !over(each)),
    };
    if (deed.state.heroes[id]) deed.hero(id, "time", set);
    else deed.npc(id, "time", set);
  }
}

/** Experience, shared among those who took part and live; told once. */
export function award(deed: Deed, xp: number, why: string): void {
  const living = deed.state.order.filter((id) => !deed.state.heroes[id]!.dead);
  if (xp <= 0 || living.length === 0) return;
  const each = Math.floor(xp / living.length);
  for (const id of living) {
    const hero = deed.state.heroes[id]!;
    deed.hero(id, why, { xp: hero.xp + each });
    deed.fact({ is: "got", who: hero.name, what: `${each} experience` });
  }
}

/** Gold changes hands, or comes from outside the campaign. Never more than there is. */
export function moveGold(deed: Deed, from: string, to: string, amount: number, why: string): void {
  if (amount <= 0) return;
  const event: TableEvent = { type: "gold_moved", from, to, amount, why };
  deed.emit(event);
  const [taker, giver] = [deed.state.heroes[to], deed.state.heroes[from]];
  if (taker) deed.fact({ is: "got", who: taker.name, what: `${amount} gold pieces` });
  if (giver && to !== NOWHERE) deed.fact({ is: "lost", who: giver.name, what: `${amount} gold pieces` });
  else if (giver) deed.fact({ is: "lost", who: giver.name, what: `${amount} gold pieces` });
}
