// One attack, from its reasons for and against to its damage. Weapons, creatures' strikes and spells that are aimed come through here.

import { keysOf } from "../order.ts";
import { sneakDice, stepOf } from "../rules/classes.ts";
import type { Condition } from "../rules/conditions.ts";
import type { DamageType } from "../rules/damage.ts";
import type { Strike } from "../rules/monsters.ts";
import { cause, type ModifierCause, type Sum, sumOf } from "../rules/numbers.ts";
import { type Edge, rollAmount, rollAttack } from "../rules/roll.ts";
import { type Attack, slotsLeft, spellBonus } from "../rules/sheet.ts";
import { NOWHERE, type TableState } from "../state.ts";
import { secondsIn } from "../time.ts";
import { type Body, bodyIn, bodyOf, canAct, clumsy, has } from "./body.ts";
import type { Deed } from "./deed.ts";
import { distance } from "./ground.ts";
import { dropCondition, dropEffect, extraDice, giveCondition, giveEffect, harm, save } from "./harm.ts";

/** One aimed attack: a weapon, spell or creature's strike. */
interface Aim {
  readonly name: string;
  readonly bonus: Sum;
  readonly damage: string;
  readonly damageBonus: readonly ModifierCause[];
  readonly type: DamageType;
  readonly ranged: boolean;
  readonly reach: number;
  readonly range: readonly [number, number] | null;
  readonly finesse?: boolean;
  readonly ammunition?: Attack["ammunition"];
  readonly unwieldy?: string | null;
  readonly more?: { readonly damage: string; readonly type: DamageType };
  readonly save?: Strike["save"];
  readonly spell?: true;
}

export const aimOf = (attack: Attack, feet: number): Aim => ({
  ...attack,
  ranged: attack.range !== null && feet > attack.reach,
});

export const strikeAim = (strike: Strike): Aim => ({
  name: strike.name,
  bonus: sumOf(cause("attack", strike.bonus)),
  damage: strike.damage,
  damageBonus: [],
  type: strike.type,
  ranged: strike.range !== undefined,
  reach: strike.reach ?? 5,
  range: strike.range ?? null,
  ...(strike.more ? { more: strike.more } : {}),
  ...(strike.save ? { save: strike.save } : {}),
});

/** Feet between two; 5 outside a fight. */
export const feetBetween = (state: TableState, a: string, b: string): number =>
  state.combat ? distance(state.combat, a, b) : 5;

const enemiesOf = (state: TableState, body: Body): Body[] =>
  [...state.order, ...keysOf(state.npcs)].flatMap((id) => {
    const other = bodyOf(state, id);
    if (!other || !canAct(other) || other.npc?.hidden) return [];
    return (body.side === "foes") !== (other.side === "foes") &&
      (other.hero || other.side !== "others") &&
      state.combat?.squares[id]
      ? [other]
      : [];
  });

/** Reasons for and against an attack. */
export function edgeOf(state: TableState, by: Body, on: Body, aim: Pick<Aim, "ranged" | "range" | "unwieldy">): Edge {
  const feet = feetBetween(state, by.id, on.id);
  const up: string[] = [];
  const down: string[] = [];
  const note = (list: string[], why: string | null | undefined | false) => {
    if (why) list.push(why);
  };
  note(up, has(by, "attacks_at_advantage"));
  note(down, has(by, "attacks_at_disadvantage"));
  for (const rule of by.rules) {
    note(up, rule.attacksAtAdvantage && rule.name.toLowerCase());
    note(down, rule.attacksAtDisadvantage && rule.name.toLowerCase());
  }
  note(up, has(on, "attacked_at_advantage"));
  note(down, has(on, "attacked_at_disadvantage"));
  note(feet <= 5 ? up : down, has(on, "attacked_close_at_advantage") && "prone");
  for (const rule of on.rules) {
    note(up, rule.attackedAtAdvantage && rule.name.toLowerCase());
    note(down, rule.attackedAtDisadvantage && canAct(on) && rule.name.toLowerCase());
  }
  note(down, aim.ranged && aim.range !== null && feet > aim.range[0] && "long range");
  note(
    down,
    aim.ranged && enemiesOf(state, by).some(({ id }) => feetBetween(state, by.id, id) <= 5) && "a foe close by",
  );
  note(down, aim.unwieldy);
  note(down, clumsy(by, "strength") && "untrained in this armour");
  if (by.npc?.hidden) up.push("unseen");
  if (state.combat?.surprised.includes(on.id) && by.hero?.class === "rogue") up.push("surprise");
  if (by.monster?.traits?.includes("pack_tactics") && friendNear(state, by, on)) up.push("pack tactics");
  return { advantage: up, disadvantage: down };
}

/** Somebody else of the attacker's side, able to act, next to the target. */
function friendNear(state: TableState, by: Body, on: Body): boolean {
  return enemiesOf(state, on).some(({ id }) => id !== by.id && feetBetween(state, id, on.id) <= 5);
}

interface Struck {
  readonly hit: boolean;
  readonly critical: boolean;
}

/** Rolls an attack and all that follows a hit. */
export function strike(
  deed: Deed,
  who: string,
  target: string,
  aim: Aim,
  { sparing = false, threat = 20 } = {},
): Struck {
  const by = bodyIn(deed.state, who);
  const on = bodyIn(deed.state, target);
  const edge = edgeOf(deed.state, by, on, aim);
  const close = feetBetween(deed.state, who, target) <= 5;
  const bonus = sumOf(...aim.bonus.causes, ...extraDice(deed, by, "attack"));
  const ac = on.ac.value;
  const word =
    edge.advantage.length > 0 !== edge.disadvantage.length > 0
      ? edge.advantage.length > 0
        ? ", advantage"
        : ", disadvantage"
      : "";
  const purpose = `${by.name}: ${aim.name} against ${on.name}${word}`;
  const sure = close && has(on, "hit_close_is_critical") !== null;
  const rolled = raiseShield(
    deed,
    on,
    rollAttack(deed.dice, { who, purpose, bonus, ac, edge, critical: sure, threat }),
  );
  deed.emitRoll(rolled.record);
  if (aim.ammunition && by.hero) useAmmunition(deed, who, aim.ammunition);
  const outcome = rolled.critical ? "critical" : rolled.success ? "hit" : "miss";
  deed.fact({ is: "attack", by: by.name, on: on.name, with: aim.name, outcome, ranged: aim.ranged });
  for (const { id } of by.effects) if (id === "mocked" || id === "helped") dropEffect(deed, who, id, "used");
  for (const { id } of on.effects) if (id === "lit") dropEffect(deed, target, id, "used");
  unveil(deed, who);
  if (rolled.success) dealDamage(deed, by, target, aim, { critical: rolled.critical, edge, sparing });
  return { hit: rolled.success, critical: rolled.critical };
}

/** A caster's shield goes up where it turns a hit into a miss, if there is a reaction and a slot for it. */
function raiseShield(deed: Deed, on: Body, rolled: ReturnType<typeof rollAttack>): ReturnType<typeof rollAttack> {
  const { hero } = on;
  const { combat } = deed.state;
  const ac = on.ac.value + 5;
  if (
    !hero?.spells.includes("shield") ||
    combat === null ||
    !rolled.success ||
    rolled.critical ||
    rolled.record.total >= ac
  )
    return rolled;
  const slot = slotsLeft(hero).find(({ left }) => left > 0);
  if (!slot || !canAct(on) || combat.reacted.includes(hero.id)) return rolled;
  deed.emit({ type: "fight_changed", set: { reacted: [...combat.reacted, hero.id] } });
  spendSlot(deed, hero.id, slot.level, "shield");
  giveEffect(deed, hero.id, { id: "shield", by: hero.id, until: secondsIn(deed.state) + 6 });
  deed.fact({ is: "cast", who: hero.name, spell: "Shield", on: [hero.name] });
  return { ...rolled, success: false, record: { ...rolled.record, ac, outcome: "Miss" } };
}

export function spendSlot(deed: Deed, who: string, level: number, why: string): void {
  const used = Array.from(
    { length: 9 },
    (_, i) => (deed.state.heroes[who]!.slotsUsed[i] ?? 0) + (i === level - 1 ? 1 : 0),
  );
  deed.hero(who, why, { slotsUsed: used.slice(0, used.findLastIndex((count) => count > 0) + 1) });
}

/** Attacking ends hiding and invisibility. */
function unveil(deed: Deed, who: string): void {
  const body = bodyIn(deed.state, who);
  const veiled = body.conditions.filter(({ is, by }) => is === "invisible" && by !== "greater invisibility");
  if (veiled.length > 0) dropCondition(deed, who, "invisible", "attacked");
  if (body.npc?.hidden) deed.npc(who, "attacked", { hidden: false });
}

function useAmmunition(deed: Deed, who: string, kind: string): void {
  const item = deed.state.heroes[who]!.items.find((one) => one.kind === kind);
  if (item) deed.emit({ type: "item_moved", from: who, to: NOWHERE, item: { ...item, count: 1 }, why: "shot" });
}

function dealDamage(
  deed: Deed,
  by: Body,
  target: string,
  aim: Aim,
  { critical, edge, sparing }: { critical: boolean; edge: Edge; sparing: boolean },
): void {
  const roll = (label: string, notation: string, type: DamageType, bonus: readonly ModifierCause[] = []) => {
    if (notation === "0")
      return Math.max(
        0,
        bonus.reduce((total, { value }) => total + value, 0),
      );
    const record = rollAmount(deed.dice, by.id, `${by.name}: ${label}`, notation, { bonus, critical, type });
    deed.emitRoll(record);
    return record.total;
  };
  const blow = (amount: number, type: DamageType) => {
    if (bodyOf(deed.state, target) && !bodyIn(deed.state, target).dead)
      harm(deed, target, { amount, type, by: by.name, critical, sparing: sparing && !aim.ranged });
  };
  let amount = roll(`${aim.name} damage`, aim.damage, aim.type, aim.damageBonus);
  amount += extras(deed, by, target, aim, edge, roll);
  blow(amount, aim.type);
  if (aim.more) blow(roll(`${aim.name}, ${aim.more.type}`, aim.more.damage, aim.more.type), aim.more.type);
  const struck = bodyOf(deed.state, target);
  if (aim.save && struck && !struck.dead && struck.hp > 0) riderSave(deed, by, target, aim.save);
}

/** Dice that features add to a hit: sneak attack, a hunter's mark, martial advantage, improved smite. */
function extras(
  deed: Deed,
  by: Body,
  target: string,
  aim: Aim,
  edge: Edge,
  roll: (label: string, notation: string, type: DamageType) => number,
): number {
  const { combat } = deed.state;
  const on = bodyIn(deed.state, target);
  let more = 0;
  const clear = edge.advantage.length > 0 && edge.disadvantage.length === 0;
  const flanked = combat !== null && friendNear(deed.state, by, on) && edge.disadvantage.length === 0;
  if (by.hero?.class === "rogue" && aim.finesse && (clear || flanked) && !(combat?.economy.sneaked ?? false)) {
    more += roll("sneak attack", `${sneakDice(by.hero.level)}d6`, aim.type);
    if (combat)
      deed.emit({ type: "fight_changed", set: { economy: { ...deed.state.combat!.economy, sneaked: true } } });
  }
  if (on.effects.some((effect) => effect.id === "marked" && effect.held === by.id) && !aim.spell)
    more += roll("hunter's mark", "1d6", aim.type);
  if (by.monster?.traits?.includes("martial_advantage") && friendNear(deed.state, by, on))
    more += roll("martial advantage", "2d6", aim.type);
  if (by.hero?.class === "paladin" && by.hero.level >= 11 && !aim.ranged)
    more += roll("improved smite", "1d8", "radiant");
  return more;
}

function riderSave(deed: Deed, by: Body, target: string, rider: NonNullable<Strike["save"]>): void {
  const on = bodyIn(deed.state, target);
  const made = save(deed, target, {
    ability: rider.ability,
    dc: rider.dc,
    against: by.name,
    ...(rider.inflicts ? { condition: rider.inflicts } : {}),
  });
  if (rider.damage) {
    const record = rollAmount(deed.dice, by.id, `${by.name}: ${rider.type}`, rider.damage, { type: rider.type! });
    deed.emitRoll(record);
    const amount = made ? (rider.half ? Math.floor(record.total / 2) : 0) : record.total;
    if (amount > 0) harm(deed, target, { amount, type: rider.type!, by: by.name });
  }
  const inflicts: Condition | undefined = rider.inflicts;
  if (!made && inflicts && bodyOf(deed.state, on.id))
    giveCondition(deed, target, {
      is: inflicts,
      by: by.name,
      ...(rider.lasts
        ? { until: secondsIn(deed.state) + rider.lasts, save: { ability: rider.ability, dc: rider.dc } }
        : {}),
    });
}

/** The level-dependent range of a critical hit. */
export const threatOf = (body: Body): number =>
  body.hero?.class === "fighter"
    ? (stepOf(
        [
          [1, 20],
          [3, 19],
          [15, 18],
        ],
        body.hero.level,
      ) ?? 20)
    : 20;

/** A spell that is aimed. */
export function spellAim(
  deed: Deed,
  who: string,
  name: string,
  dice: string,
  type: DamageType,
  ranged: boolean,
  range: number,
  damageBonus: readonly ModifierCause[] = [],
): Aim {
  const magic = spellBonus(deed.state.heroes[who]!)!;
  return {
    name,
    bonus: magic.attack,
    damage: dice,
    damageBonus,
    type,
    ranged,
    reach: ranged ? 0 : 5,
    range: ranged ? [range, range] : null,
    spell: true,
  };
}
