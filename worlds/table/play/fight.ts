// How a fight goes: initiative, turns, movement with the blows it invites, and how it ends. Creatures move by their orders or their nature.

import { valuesOf } from "../order.ts";
import { xpForChallenge } from "../rules/monsters.ts";
import { rollAmount, rollTest } from "../rules/roll.ts";
import { attacksFor } from "../rules/sheet.ts";
import type { Combat, Economy, TableState } from "../state.ts";
import { type Body, bodyIn, bodyOf, canAct, initiativeBonus } from "./body.ts";
import type { Deed } from "./deed.ts";
import { approach, away, distance, FEET, lineUp, type Square, towards } from "./ground.ts";
import { happen } from "./happen.ts";
import { award, deathSave, dropCondition, dropEffect, expire, heal, save } from "./harm.ts";
import { passTime } from "./pressure.ts";
import { aimOf, feetBetween, strike, strikeAim, threatOf } from "./strike.ts";

const ROUND = 6;
const NO_ECONOMY: Economy = { action: false, bonus: false, attacks: 0, movement: 0, hurried: false, sneaked: false };

const freshEconomy = (body: Body): Economy => ({
  action: true,
  bonus: true,
  attacks: 0,
  movement: body.speed,
  hurried: false,
  sneaked: false,
});

/** Foes that still stand in this fight, seen or not. */
const foesLeft = (state: TableState): readonly string[] =>
  state.combat === null
    ? []
    : state.combat.order.map(({ id }) => id).filter((id) => state.npcs[id]?.disposition === "hostile");
const heroesLeft = (state: TableState): readonly string[] =>
  state.order.filter((id) => !state.heroes[id]!.dead && state.heroes[id]!.hp > 0);
/** Who has the turn; null outside fights. */
export const onTurn = ({ combat }: TableState): string | null => combat?.order[combat.turn]?.id ?? null;

/** Rolls initiative for everybody and begins. Identical creatures share one roll; ties go to the higher bonus, then by id. */
export function beginFight(
  deed: Deed,
  encounter: string | null,
  foes: readonly string[],
  { squares = 6, surprise = null as "party" | "foes" | null } = {},
): void {
  const { state } = deed;
  const party = state.order.filter((id) => !state.heroes[id]!.dead);
  const friends = valuesOf(state.npcs).filter(
    ({ id, disposition, place, hidden }) =>
      disposition === "friendly" && place === state.at && !hidden && !foes.includes(id) && !state.adventure.people[id],
  );
  const sides = [...party, ...friends.map(({ id }) => id)];
  const groups = new Map<string, number>();
  const order = [...sides, ...foes].map((id) => {
    const body = bodyIn(deed.state, id);
    const group = body.npc ? `${body.npc.block}/${body.npc.disposition}` : id;
    const known = groups.get(group);
    if (known !== undefined) return { id, initiative: known, bonus: initiativeBonus(body).value };
    const label = body.npc ? body.npc.name.replace(/ \d+$/, "") : body.name;
    const tested = rollTest(deed.dice, { who: id, purpose: `${label}: initiative`, bonus: initiativeBonus(body) });
    deed.emitRoll(tested.record);
    groups.set(group, tested.record.total);
    return { id, initiative: tested.record.total, bonus: initiativeBonus(body).value };
  });
  order.sort((a, b) => b.initiative - a.initiative || b.bonus - a.bonus || (a.id < b.id ? -1 : 1));
  const combat: Combat = {
    encounter,
    round: 1,
    turn: -1,
    order: order.map(({ id, initiative }) => ({ id, initiative })),
    squares: lineUp(sides, foes, squares),
    economy: NO_ECONOMY,
    reacted: [],
    surprised: surprise === "party" ? [...party] : surprise === "foes" ? [...foes] : [],
    micros: 0,
    fallen: [],
  };
  deed.emit({ type: "fight_began", combat }).fact({ is: "fight", begins: true, how: "begins" });
  advance(deed);
}

/** Goes on from turn to turn until a player's character may act, or the fight is over. */
export function advance(deed: Deed): void {
  for (let guard = 0; guard < 500; guard++) {
    if (settleFight(deed)) return;
    const { combat } = deed.state;
    if (!combat) return;
    const next = combat.turn + 1;
    if (next >= combat.order.length) {
      newRound(deed);
      continue;
    }
    deed.emit({ type: "fight_changed", set: { turn: next, economy: NO_ECONOMY } });
    if (takeTurn(deed, combat.order[next]!.id)) return;
  }
  throw new Error("a fight goes on and nobody can act in it");
}

function newRound(deed: Deed): void {
  const { round, micros } = deed.state.combat!;
  passTime(deed, ROUND, 0 - micros);
  if (!deed.state.combat) return;
  deed
    .emit({ type: "fight_changed", set: { round: round + 1, turn: -1, micros: 0 } })
    .fact({ is: "round", round: round + 1 });
}

/** True when it is a player's to choose what is done. */
function takeTurn(deed: Deed, id: string): boolean {
  const { combat } = deed.state;
  beginTurn(deed, id);
  const body = bodyOf(deed.state, id);
  if (!body || body.dead) return false;
  const surprised = combat!.surprised.includes(id);
  if (surprised)
    deed.emit({ type: "fight_changed", set: { surprised: combat!.surprised.filter((one) => one !== id) } });
  if (surprised || !canAct(body)) {
    if (body.hero && body.hp <= 0) deathSave(deed, id);
    endTurn(deed, id);
    return false;
  }
  deed.emit({ type: "fight_changed", set: { economy: freshEconomy(body) } });
  if (body.hero) return true;
  creatureTurn(deed, id);
  if (deed.state.combat) endTurn(deed, id);
  return false;
}

/** Reactions come back, and what lasts until the next own turn ends. */
function beginTurn(deed: Deed, id: string): void {
  const { combat } = deed.state;
  if (combat!.reacted.includes(id))
    deed.emit({ type: "fight_changed", set: { reacted: combat!.reacted.filter((one) => one !== id) } });
  for (const effect of bodyIn(deed.state, id).effects)
    if (["dodging", "disengaged", "shield", "reckless"].includes(effect.id))
      dropEffect(deed, id, effect.id, "a new turn");
  const body = bodyIn(deed.state, id);
  if (body.monster?.traits?.includes("regeneration") && body.hp > 0 && body.hp < body.hpMax)
    heal(deed, id, 10, "regeneration");
}

/** Saves that are made again at the end of a turn, and what runs out by then. */
function endTurn(deed: Deed, id: string): void {
  const body = bodyOf(deed.state, id);
  for (const worn of body?.conditions ?? [])
    if (
      worn.save &&
      save(deed, id, { ability: worn.save.ability, dc: worn.save.dc, against: worn.is, condition: worn.is })
    )
      dropCondition(deed, id, worn.is, "shaken off");
  expire(deed);
}

/** The end of a player's turn, and all turns until a player's next. */
export function finishTurn(deed: Deed): void {
  const id = onTurn(deed.state);
  if (id !== null) endTurn(deed, id);
  advance(deed);
}

/** Ends the fight when one side is gone. True when it is over. */
export function settleFight(deed: Deed): boolean {
  const { combat } = deed.state;
  if (!combat) return true;
  if (foesLeft(deed.state).length === 0) return endFight(deed, "won");
  if (
    deed.state.order.every(
      (id) => deed.state.heroes[id]!.dead || (deed.state.heroes[id]!.hp <= 0 && deed.state.heroes[id]!.stable),
    )
  )
    return endFight(deed, "lost");
  return false;
}

export function endFight(deed: Deed, how: "won" | "fled" | "lost" | "ended"): boolean {
  const { combat, adventure } = deed.state;
  const encounter = combat!.encounter === null ? null : adventure.encounters[combat!.encounter]!;
  deed.emit({ type: "fight_ended", how }).fact({ is: "fight", begins: false, how });
  for (const id of deed.state.order) {
    for (const effect of bodyIn(deed.state, id).effects)
      if (["dodging", "disengaged", "reckless", "raging", "helped"].includes(effect.id))
        dropEffect(deed, id, effect.id, "the fight is over");
    const hero = deed.state.heroes[id]!;
    // After a fight that was not lost there are hands to stop the bleeding.
    if (how !== "lost" && !hero.dead && hero.hp <= 0)
      deed.hero(id, "bandaged", { stable: true, saves: { successes: 0, failures: 0 } });
  }
  if (how === "won")
    award(
      deed,
      combat!.fallen.reduce((total, { xp }) => total + xp, 0),
      "the fight",
    );
  // Who lives of the other side is gone from here when the party has left, and stays as a foe otherwise.
  if (encounter)
    happen(
      deed,
      how === "won" ? encounter.won : how === "fled" ? encounter.fled : how === "lost" ? encounter.lost : [],
    );
  if (how === "won" || how === "ended") wakeUp(deed);
  else
    for (const id of combat!.order.map((one) => one.id))
      if (deed.state.npcs[id]?.disposition === "hostile" && !adventure.people[id])
        deed.npc(id, "left behind", { place: null });
  return true;
}

/** After a fight that was won, those who lie stable come round: an hour or more goes by unseen in most tables, here a minute's care does. */
function wakeUp(deed: Deed): void {
  const awake = heroesLeft(deed.state).length > 0;
  for (const id of deed.state.order) {
    const hero = deed.state.heroes[id]!;
    if (!hero.dead && hero.hp <= 0 && awake) heal(deed, id, 1, "a companion's care");
  }
}

/** Moves somebody, with the blows that leaving a foe's reach invites. False when the mover was stopped. */
export function moveTo(deed: Deed, who: string, square: Square, { free = false } = {}): boolean {
  const { combat } = deed.state;
  const from = combat!.squares[who];
  if (!from || (from[0] === square[0] && from[1] === square[1])) return true;
  const body = bodyIn(deed.state, who);
  const safe = free || body.effects.some(({ id }) => id === "disengaged" || id === "stepped");
  const watchers = combat!.order
    .map(({ id }) => id)
    .filter(
      (id) =>
        id !== who &&
        distance(combat!, id, who) <= FEET &&
        Math.max(Math.abs(combat!.squares[id]![0] - square[0]), Math.abs(combat!.squares[id]![1] - square[1])) > 1,
    );
  if (!safe)
    for (const id of watchers) {
      opportunity(deed, id, who);
      const still = bodyOf(deed.state, who);
      if (!deed.state.combat || !still || !canAct(still)) return false;
    }
  const feet = Math.max(Math.abs(from[0] - square[0]), Math.abs(from[1] - square[1])) * FEET;
  const now = deed.state.combat!;
  deed.emit({
    type: "fight_changed",
    set: {
      squares: { ...now.squares, [who]: square },
      economy: { ...now.economy, movement: Math.max(0, now.economy.movement - feet) },
    },
  });
  deed.fact({ is: "move", who: body.name, feet, how: "moves" });
  return true;
}

/** One melee blow at somebody who walks away, for a reaction. */
function opportunity(deed: Deed, by: string, on: string): void {
  const watcher = bodyOf(deed.state, by);
  const mover = bodyOf(deed.state, on);
  const { combat } = deed.state;
  if (!watcher || !mover || !combat || !canAct(watcher) || combat.reacted.includes(by) || mover.npc?.hidden) return;
  if ((watcher.side === "foes") === (mover.side === "foes") || watcher.side === "others") return;
  deed.emit({ type: "fight_changed", set: { reacted: [...combat.reacted, by] } });
  const aim = watcher.hero
    ? attacksFor(watcher.hero)
        .map((attack) => aimOf(attack, 5))
        .find(({ ranged, reach }) => !ranged && reach > 0)
    : watcher.monster!.strikes.map(strikeAim).find(({ ranged }) => !ranged);
  if (aim) strike(deed, by, on, aim, { threat: threatOf(watcher) });
}

/** Standing up costs half the speed. */
function standUp(deed: Deed, id: string): void {
  const body = bodyIn(deed.state, id);
  if (!body.conditions.some(({ is }) => is === "prone") || body.speed === 0) return;
  const { economy } = deed.state.combat!;
  if (economy.movement < Math.floor(body.speed / 2)) return;
  dropCondition(deed, id, "prone", "stood up");
  deed.emit({
    type: "fight_changed",
    set: { economy: { ...deed.state.combat!.economy, movement: economy.movement - Math.floor(body.speed / 2) } },
  });
}

export { standUp };

/** What a creature does by itself: obey, else close in on the nearest enemy it sees and strike, or shoot from where it stands. */
function creatureTurn(deed: Deed, id: string): void {
  const body = bodyIn(deed.state, id);
  const { order } = body.npc!;
  if (order?.what === "hold") return;
  if (order?.what === "surrender") {
    deed
      .npc(id, "gives up", { disposition: "neutral", order: null })
      .fact({ is: "state", who: body.name, what: "surrendering", on: true });
    leaveFight(deed, id);
    return;
  }
  const enemies = enemiesInSight(deed, body);
  if (order?.what === "flee" || isRouted(deed, body)) {
    flee(deed, id, enemies);
    return;
  }
  standUp(deed, id);
  const wanted = order?.on !== null && order?.on !== undefined && enemies.includes(order.on) ? order.on : null;
  const target = wanted ?? nearest(deed, id, enemies);
  if (target === null) return;
  const close = body.monster!.strikes.filter(({ range }) => range === undefined);
  const far = body.monster!.strikes.filter(({ range }) => range !== undefined);
  const { combat } = deed.state;
  const near = distance(combat!, id, target) <= FEET || (close.length > 0 && body.speed > 0);
  const square =
    near && close.length > 0
      ? approach(combat!, id, target, combat!.economy.movement, Math.max(...close.map(({ reach = 5 }) => reach)))
      : null;
  if (square) {
    if (!moveTo(deed, id, square)) return;
    melee(deed, body, target);
    return;
  }
  if (far.length > 0 && distance(deed.state.combat!, id, target) <= far[0]!.range![1]) {
    strike(deed, id, target, strikeAim(far[0]!));
    return;
  }
  const step = towards(deed.state.combat!, id, target, deed.state.combat!.economy.movement * 2);
  if (step) moveTo(deed, id, step);
}

function melee(deed: Deed, body: Body, target: string): void {
  const { strikes, multi } = body.monster!;
  for (const at of multi ?? [strikes.findIndex(({ range }) => range === undefined)]) {
    const on = bodyOf(deed.state, target);
    if (!deed.state.combat || !on || on.dead || !canAct(bodyIn(deed.state, body.id))) return;
    // Beasts attack standing targets only.
    if (on.hp <= 0) return;
    strike(deed, body.id, target, strikeAim(strikes[at]!));
  }
}

const enemiesInSight = (deed: Deed, body: Body): string[] =>
  deed.state
    .combat!.order.map(({ id }) => id)
    .filter((id) => {
      const other = bodyOf(deed.state, id);
      return (
        other !== null &&
        !other.dead &&
        other.hp > 0 &&
        !other.npc?.hidden &&
        (body.side === "foes" ? other.side === "party" : other.side === "foes")
      );
    });

/** The nearest; of equals the one with fewer hit points, then by id. */
function nearest(deed: Deed, id: string, enemies: readonly string[]): string | null {
  const rank = (one: string) => feetBetween(deed.state, id, one) * 1000 + bodyIn(deed.state, one).hp;
  return [...enemies].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))[0] ?? null;
}

/** Creatures that think of their skins run when they are alone, badly hurt, and outnumbered. */
function isRouted(deed: Deed, body: Body): boolean {
  if (
    body.side !== "foes" ||
    body.monster!.kind === "undead" ||
    body.monster!.kind === "dragon" ||
    deed.state.adventure.people[body.id]
  )
    return false;
  return (
    foesLeft(deed.state).length === 1 &&
    body.hp * 3 <= body.hpMax &&
    heroesLeft(deed.state).length > 0 &&
    deed.state.combat!.fallen.length > 0
  );
}

function flee(deed: Deed, id: string, enemies: readonly string[]): void {
  const body = bodyIn(deed.state, id);
  const square = away(deed.state.combat!, id, enemies, body.speed * 2);
  if (square && !moveTo(deed, id, square)) return;
  if (!bodyOf(deed.state, id)) return;
  deed.npc(id, "fled", { place: null, order: null }).fact({ is: "state", who: body.name, what: "fleeing", on: true });
  // Driven off counts as overcome.
  const { combat } = deed.state;
  if (combat && body.side === "foes")
    deed.emit({
      type: "fight_changed",
      set: { fallen: [...combat.fallen, { name: body.name, xp: xpForChallenge(body.monster!.challenge), gold: 0 }] },
    });
  leaveFight(deed, id);
}

export function leaveFight(deed: Deed, id: string): void {
  const { combat } = deed.state;
  if (!combat) return;
  const at = combat.order.findIndex((one) => one.id === id);
  if (at < 0) return;
  deed.emit({
    type: "fight_changed",
    set: { order: combat.order.toSpliced(at, 1), turn: at <= combat.turn ? combat.turn - 1 : combat.turn },
  });
}

/** A die that is not an attack, check or damage: rolled and told. */
export function rollPlain(deed: Deed, who: string, purpose: string, notation: string): number {
  const record = rollAmount(deed.dice, who, purpose, notation);
  deed.emitRoll(record);
  return record.total;
}
