// Casting: a spell's cost, targets and rolls. Effects without numbers are narrated and left to the game master.
import { valuesOf } from "../order.ts";
import { cantripDice } from "../rules/classes.ts";
import type { Active, Worn } from "../rules/hero.ts";
import { cause, half, sumOf } from "../rules/numbers.ts";
import { notationOf, type RollRecord, rollAmount } from "../rules/roll.ts";
import { slotsLeft, spellBonus } from "../rules/sheet.ts";
import { type Spell, type SpellId, spellOf } from "../rules/spells.ts";
import type { TableAction } from "../shape.ts";
import { secondsIn } from "../time.ts";
import { bodyIn, bodyOf } from "./body.ts";
import type { Deed } from "./deed.ts";
import { moveTo } from "./fight.ts";
import { approach } from "./ground.ts";
import { die, dropCondition, endConcentration, giveCondition, giveEffect, harm, heal, save } from "./harm.ts";
import { spellAim, spendSlot, strike } from "./strike.ts";

type Cast = Extract<TableAction, { type: "cast" }>;

/** A spell and the slot that it is cast from. */
interface Casting {
  readonly who: string;
  readonly id: SpellId;
  readonly spell: Spell;
  readonly slot: number;
}

/** Slot levels above the spell's own. */
const above = ({ spell, slot }: Casting): number => (spell.level === 0 ? 0 : Math.max(0, slot - spell.level));

export function castSpell(deed: Deed, { actorId: who, targetId, metadata }: Cast): void {
  const id = metadata.spell as SpellId;
  const spell: Spell = spellOf(id);
  const hero = deed.state.heroes[who]!;
  const lowest = slotsLeft(hero).find(({ level, left }) => level >= spell.level && left > 0)?.level ?? spell.level;
  const slot = spell.level === 0 ? 0 : (metadata.slot ?? lowest);
  if (slot > 0) spendSlot(deed, who, slot, spell.name);
  if (spell.concentration) {
    endConcentration(deed, who);
    deed.hero(who, spell.name, { concentrating: id });
  }
  const casting: Casting = { who, id, spell, slot };
  const targets = targetsFor(deed, casting, targetId, metadata.also ?? []);
  deed.fact({ is: "cast", who: hero.name, spell: spell.name, on: targets.map((one) => bodyIn(deed.state, one).name) });
  if (hero.conditions.some(({ is, by }) => is === "invisible" && by !== "greater invisibility"))
    dropCondition(deed, who, "invisible", "cast a spell");
  reachOut(deed, who, spell, targets);
  if (deed.state.combat && bodyIn(deed.state, who).hp <= 0) return;
  resolve(deed, casting, targets);
  // Concentration without anybody to hold is over at once.
  if (spell.concentration && spell.on === "foe" && (spell.save || spell.inflicts) && !isHeld(deed, who))
    deed.hero(who, `${spell.name} found no hold`, { concentrating: null });
}

const isHeld = (deed: Deed, who: string): boolean =>
  [...valuesOf(deed.state.heroes), ...valuesOf(deed.state.npcs)].some((one) =>
    [...one.conditions, ...one.effects].some(({ held }) => held === who),
  );

function targetsFor(
  deed: Deed,
  { who, spell, slot }: Casting,
  targetId: string | undefined,
  also: readonly string[],
): readonly string[] {
  if (spell.on === "self" || spell.on === "utility") return [who];
  const main = targetId ?? (spell.on === "friend" || spell.on === "friends" ? who : undefined);
  const most = (spell.most ?? 1) + (spell.morePerSlot ?? 0) * Math.max(0, slot - spell.level);
  const all = [...new Set([...(main === undefined ? [] : [main]), ...also])].filter(
    (one) => bodyOf(deed.state, one) !== null,
  );
  if (spell.on !== "friends") return all.slice(0, Math.max(1, most));
  // A blessing goes to the party, the named first.
  const rest = deed.state.order.filter((one) => !all.includes(one) && !deed.state.heroes[one]!.dead);
  return [...all, ...rest].slice(0, most);
}

/** A touch needs a step. */
function reachOut(deed: Deed, who: string, spell: Spell, targets: readonly string[]): void {
  const { combat } = deed.state;
  const target = targets[0];
  if (!combat || spell.range > 5 || target === undefined || target === who || !combat.squares[target]) return;
  const square = approach(combat, who, target, combat.economy.movement, 5);
  if (square) moveTo(deed, who, square);
}

function resolve(deed: Deed, casting: Casting, targets: readonly string[]): void {
  const { spell, id } = casting;
  if (id === "sleep") sleep(deed, casting, targets);
  else if (id === "power_word_kill") {
    for (const target of targets) if (bodyIn(deed.state, target).hp <= 100) die(deed, target, "a word of power");
  } else if (spell.heal) mend(deed, casting, targets);
  else if (spell.attack || spell.rays) rays(deed, casting, targets);
  else if (spell.damage) burst(deed, casting, targets);
  else linger(deed, casting, targets);
}

/** Spells without damage: targets that fail the save get the condition or effect. */
function linger(deed: Deed, casting: Casting, targets: readonly string[]): void {
  const { spell, who } = casting;
  for (const target of targets) {
    if (!bodyOf(deed.state, target)) continue;
    const made =
      spell.save !== undefined &&
      save(deed, target, {
        ability: spell.save.ability,
        dc: spellBonus(deed.state.heroes[who]!)!.dc.value,
        against: spell.name.toLowerCase(),
        magic: true,
        ...(spell.inflicts ? { condition: spell.inflicts } : {}),
      });
    if (!made) leave(deed, casting, target);
  }
}

/** What stays on a target after it: a condition, an effect. */
function leave(deed: Deed, { who, spell, id }: Casting, target: string): void {
  const body = bodyOf(deed.state, target);
  if (!body || body.dead || (body.npc && body.hp <= 0)) return;
  const until = spell.lasts === undefined ? {} : { until: secondsIn(deed.state) + spell.lasts };
  const held = spell.concentration ? { held: who } : {};
  if (spell.inflicts) {
    const worn: Worn = {
      is: spell.inflicts,
      by: spell.inflicts === "charmed" ? deed.state.heroes[who]!.name : spell.name.toLowerCase(),
      ...until,
      ...held,
      ...(spell.repeats && spell.save
        ? { save: { ability: spell.save.ability, dc: spellBonus(deed.state.heroes[who]!)!.dc.value } }
        : {}),
    };
    giveCondition(deed, target, worn);
  }
  if (id === "lesser_restoration" || id === "greater_restoration") {
    for (const is of ["blinded", "deafened", "paralyzed", "poisoned"] as const)
      dropCondition(deed, target, is, spell.name);
    return;
  }
  if (spell.effect) {
    const effect: Active = {
      id: spell.effect,
      by: who,
      ...until,
      ...held,
      ...(spell.effect === "marked" ? { held: who } : {}),
    };
    giveEffect(deed, target, effect);
  }
}

/** Five d8 of hit points fall asleep, the weakest first; the undead and those immune to charms never do. */
function sleep(deed: Deed, casting: Casting, targets: readonly string[]): void {
  const pool = rollAmount(
    deed.dice,
    casting.who,
    `${deed.state.heroes[casting.who]!.name}: sleep`,
    `${5 + 2 * above(casting)}d8`,
  );
  deed.emitRoll(pool);
  let left = pool.total;
  for (const target of [...targets].sort(
    (a, b) => bodyIn(deed.state, a).hp - bodyIn(deed.state, b).hp || (a < b ? -1 : 1),
  )) {
    const body = bodyIn(deed.state, target);
    if (body.monster?.kind === "undead" || body.monster?.immuneTo?.includes("charmed") || body.hp > left) continue;
    left -= body.hp;
    giveCondition(deed, target, { is: "unconscious", by: "sleep", until: secondsIn(deed.state) + 60 });
  }
}

function mend(deed: Deed, casting: Casting, targets: readonly string[]): void {
  const { who, spell } = casting;
  const hero = deed.state.heroes[who]!;
  const { dice, flat = 0, perSlot, bonus } = spell.heal!;
  const magic = spellBonus(hero)!.attack.causes[0]!;
  // A life cleric gives two more and the slot's level.
  const life = hero.class === "cleric" && spell.level > 0 && dice ? [cause("disciple of life", 2 + casting.slot)] : [];
  for (const target of targets) {
    if (!dice) {
      heal(deed, target, flat, spell.name.toLowerCase());
      continue;
    }
    const record = rollAmount(
      deed.dice,
      who,
      `${hero.name}: ${spell.name.toLowerCase()}`,
      moreDice(dice, perSlot, above(casting)),
      { bonus: [...(bonus ? [magic] : []), ...life] },
    );
    deed.emitRoll(record);
    heal(deed, target, record.total, spell.name.toLowerCase());
  }
}

/** `1d8` with one `1d8` more for each slot level: `2d8`. */
function moreDice(dice: string, perSlot: string | undefined, levels: number): string {
  if (perSlot === undefined || levels === 0) return dice;
  const [base, more] = [notationOf(dice), notationOf(perSlot)];
  const bonus = base.bonus === 0 ? "" : `+${base.bonus}`;
  return `${base.count + more.count * levels}d${base.sides}${bonus}`;
}

/** Rays, beams, bolts and darts: each at the first target that still stands. */
function rays(deed: Deed, casting: Casting, targets: readonly string[]): void {
  const { who, spell } = casting;
  const { level, name } = deed.state.heroes[who]!;
  const dice =
    spell.level === 0 && !spell.rays
      ? `${cantripDice(level)}${spell.damage!.dice.slice(1)}`
      : moreDice(spell.damage!.dice, spell.rays ? undefined : spell.damage!.perSlot, above(casting));
  const count = !spell.rays
    ? 1
    : spell.rays.byLevel
      ? cantripDice(level)
      : spell.rays.count + (spell.rays.perSlot ?? 0) * above(casting);
  const bonus = spell.damage!.bonus ? [spellBonus(deed.state.heroes[who]!)!.attack.causes[0]!] : [];
  for (let i = 0; i < count; i++) {
    const target = targets.filter((one) => bodyOf(deed.state, one) !== null)[
      i % Math.max(1, targets.filter((one) => bodyOf(deed.state, one) !== null).length)
    ];
    if (target === undefined || !bodyOf(deed.state, target)) return;
    if (spell.attack) {
      const struck = strike(
        deed,
        who,
        target,
        spellAim(deed, who, spell.name, dice, spell.damage!.type, spell.attack === "ranged", spell.range, bonus),
      );
      if (struck.hit && bodyOf(deed.state, target)) leave(deed, casting, target);
      continue;
    }
    const record = rollAmount(deed.dice, who, `${name}: ${spell.name.toLowerCase()}`, dice, {
      type: spell.damage!.type,
    });
    deed.emitRoll(record);
    harm(deed, target, { amount: record.total, type: spell.damage!.type, by: name });
  }
}

/** Damage rolled once for all targets; each saves alone. */
function burst(deed: Deed, casting: Casting, targets: readonly string[]): void {
  const { who, spell } = casting;
  const hero = deed.state.heroes[who]!;
  const { dice, type, perSlot } = spell.damage!;
  const grown =
    spell.level === 0 ? `${cantripDice(hero.level)}${dice.slice(1)}` : moreDice(dice, perSlot, above(casting));
  const record: RollRecord = rollAmount(deed.dice, who, `${hero.name}: ${spell.name.toLowerCase()}`, grown, { type });
  deed.emitRoll(record);
  const { dc } = spellBonus(hero)!;
  for (const target of targets) {
    if (!bodyOf(deed.state, target)) continue;
    const made =
      spell.save !== undefined &&
      save(deed, target, {
        ability: spell.save.ability,
        dc: sumOf(...dc.causes).value,
        against: spell.name.toLowerCase(),
        magic: true,
      });
    const amount = made ? (spell.save!.half ? half(record.total) : 0) : record.total;
    if (amount > 0) harm(deed, target, { amount, type, by: hero.name });
    if (!made && bodyOf(deed.state, target)) leave(deed, casting, target);
  }
}
