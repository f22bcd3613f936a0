// What an adventure's effects do: the only way by which gold, things, experience and scenes come into a campaign.

import type { AdventureEffect, When } from "../adventure/adventure.ts";
import { valuesOf } from "../order.ts";
import { later } from "../protocol/world-time.ts";
import { levelForXp } from "../rules/abilities.ts";
import type { Item } from "../rules/hero.ts";
import { averageHp, type MonsterId, monsterOf } from "../rules/monsters.ts";
import { rollAmount } from "../rules/roll.ts";
import { NOWHERE, type Npc, type TableState } from "../state.ts";
import { calendarOf, secondsIn } from "../time.ts";
import { bodyOf } from "./body.ts";
import type { Deed } from "./deed.ts";
import { beginFight } from "./fight.ts";
import { die, giveCondition, harm, heal, moveGold, save } from "./harm.ts";
import { passTime } from "./pressure.ts";

/** Whether everything that a condition names holds, for the party as it stands. */
export function holds(state: TableState, when: When | null): boolean {
  if (when === null) return true;
  const living = state.order.map((id) => state.heroes[id]!).filter(({ dead }) => !dead);
  return (
    (when.flags ?? []).every((flag) => state.flags[flag]) &&
    !(when.unless ?? []).some((flag) => state.flags[flag]) &&
    (when.has === undefined ||
      living.some(({ items }) => when.has!.some((kind) => items.some((item) => item.kind === kind)))) &&
    (when.gold === undefined || living.some(({ gold }) => gold >= when.gold!)) &&
    (when.at === undefined || state.at === when.at) &&
    (when.alive ?? []).every((id) => state.npcs[id] !== undefined) &&
    (when.dead ?? []).every((id) => state.npcs[id] === undefined)
  );
}

/** Who acts in this message; the first who lives where nobody does. */
const actorOf = (deed: Deed): string => {
  const { pending, order, heroes } = deed.state;
  const acting = pending?.hero;
  return acting !== undefined && heroes[acting] && !heroes[acting].dead
    ? acting
    : (order.find((id) => !heroes[id]!.dead) ?? order[0]!);
};

/** One after another; nothing more once the campaign has ended. */
export function happen(deed: Deed, effects: readonly AdventureEffect[]): void {
  for (const effect of effects) {
    if (deed.state.ended !== null) return;
    one(deed, effect);
  }
}

function one(deed: Deed, effect: AdventureEffect): void {
  const { state } = deed;
  const who = actorOf(deed);
  const hero = state.heroes[who]!;
  switch (effect.is) {
    case "say":
      deed.fact({ is: "told", text: effect.text });
      return;
    case "flag":
      deed.emit({ type: "flag_set", flag: effect.flag, to: effect.to });
      return;
    case "gold":
      if (effect.amount >= 0) moveGold(deed, NOWHERE, who, effect.amount, effect.why);
      else moveGold(deed, who, NOWHERE, Math.min(hero.gold, -effect.amount), effect.why);
      return;
    case "item":
      giveItem(deed, who, itemOf(effect.kind, effect.name, effect.count), NOWHERE);
      return;
    case "lose":
      loseItem(deed, effect.kind, effect.count);
      return;
    case "xp":
      gainXp(deed, effect.amount, effect.why);
      return;
    case "hurt":
      hurtParty(deed, effect);
      return;
    case "heal":
      for (const id of state.order) {
        const record = rollAmount(deed.dice, id, `${state.heroes[id]!.name}: healing`, effect.dice);
        if (!state.heroes[id]!.dead) heal(deed.emitRoll(record), id, record.total, "care");
      }
      return;
    case "condition":
      giveCondition(deed, who, {
        is: effect.condition,
        by: "the adventure",
        ...(effect.seconds === null ? {} : { until: secondsIn(state) + effect.seconds }),
      });
      return;
    case "exhaustion":
      deed.hero(who, "hardship", { exhaustion: Math.max(0, Math.min(6, hero.exhaustion + effect.by)) });
      if (deed.state.heroes[who]!.exhaustion === 6) die(deed, who, "exhaustion");
      return;
    case "inspiration":
      deed.hero(who, "inspiration", { inspiration: true }).fact({ is: "got", who: hero.name, what: "inspiration" });
      return;
    case "mission":
      mission(deed, effect);
      return;
    case "memory":
      deed.emit({ type: "remembered", text: effect.text });
      return;
    case "go":
      enter(deed, effect.scene);
      return;
    case "move":
      arrive(deed, effect.place);
      return;
    case "reveal":
      deed.emit({ type: "place_changed", id: effect.place, set: { known: true } });
      return;
    case "fight":
      startEncounter(deed, effect.encounter);
      return;
    case "person":
      person(deed, effect);
      return;
    case "time":
      passTime(deed, effect.seconds);
      return;
    case "deadline":
      deadline(deed, effect.id, effect.what);
      return;
    case "supply": {
      const supply = state.supplies[effect.id]!;
      deed.emit({
        type: "supply_set",
        id: effect.id,
        supply: { ...supply, amount: Math.max(0, Math.min(supply.max_amount, supply.amount + effect.by)) },
      });
      return;
    }
    case "end":
      deed.emit({ type: "ended", ending: effect.ending }).fact({ is: "end", ending: effect.ending });
      return;
  }
}

export const itemOf = (kind: string, name: string, count: number): Item => ({
  id: `item_${kind}_001`,
  name,
  kind,
  count,
});

function giveItem(deed: Deed, to: string, item: Item, from: string): void {
  deed.emit({ type: "item_moved", from, to, item, why: "given" });
  const hero = deed.state.heroes[to];
  if (hero)
    deed.fact({
      is: "got",
      who: hero.name,
      what: item.count === 1 ? item.name.toLowerCase() : `${item.count} × ${item.name.toLowerCase()}`,
    });
}

function loseItem(deed: Deed, kind: string, count: number): void {
  for (const id of deed.state.order) {
    const item = deed.state.heroes[id]!.items.find((one) => one.kind === kind);
    if (!item) continue;
    deed.emit({
      type: "item_moved",
      from: id,
      to: NOWHERE,
      item: { ...item, count: Math.min(count, item.count) },
      why: "used up",
    });
    deed.fact({ is: "lost", who: deed.state.heroes[id]!.name, what: item.name.toLowerCase() });
    return;
  }
}

/** Experience for the whole party, each in full: it is for what was done together. */
function gainXp(deed: Deed, amount: number, why: string): void {
  for (const id of deed.state.order) {
    const hero = deed.state.heroes[id]!;
    if (hero.dead) continue;
    deed.hero(id, why, { xp: hero.xp + amount }).fact({ is: "got", who: hero.name, what: `${amount} experience` });
    if (levelForXp(hero.xp + amount) > levelForXp(hero.xp))
      deed.fact({ is: "state", who: hero.name, what: "ready for a new level", on: true });
  }
}

function hurtParty(deed: Deed, effect: Extract<AdventureEffect, { is: "hurt" }>): void {
  const struck = effect.all ? deed.state.order : [actorOf(deed)];
  const record = rollAmount(deed.dice, actorOf(deed), `${effect.by}: damage`, effect.dice, { type: effect.type });
  deed.emitRoll(record);
  for (const id of struck) {
    const body = bodyOf(deed.state, id);
    if (!body || body.dead) continue;
    const made = effect.save !== null && save(deed, id, { ...effect.save, against: effect.by });
    harm(deed, id, { amount: made ? Math.floor(record.total / 2) : record.total, type: effect.type, by: effect.by });
    // Outside a fight there is a hand to stop the bleeding.
    const after = deed.state.heroes[id]!;
    if (!deed.state.combat && !after.dead && after.hp <= 0) heal(deed, id, 1, "a companion's care");
  }
}

function mission(deed: Deed, { id, state, objective }: Extract<AdventureEffect, { is: "mission" }>): void {
  const text = deed.state.adventure.missions[id]!;
  const known = deed.state.missions.find(({ mission_id }) => mission_id === id);
  const set = {
    mission_id: id,
    title: text.title,
    status: state,
    objective: objective ?? known?.objective ?? text.objective,
  };
  deed.emit({ type: "mission_set", mission: set }).fact({ is: "mission", title: text.title, state });
  if (state === "completed" || state === "failed")
    deed.emit({
      type: "remembered",
      text: `${state === "completed" ? "Completed" : "Failed"}: ${text.title}. ${set.objective}`,
    });
}

/** A scene is entered: told anew, or told again, and what it does on entering is done the first time. */
export function enter(deed: Deed, scene: string): void {
  const text = deed.state.adventure.scenes[scene]!;
  const again = (deed.state.seen[scene] ?? 0) > 0;
  if (text.at !== deed.state.at) deed.emit({ type: "party_moved", to: text.at });
  deed.emit({ type: "scene_entered", scene }).fact({ is: "scene", scene, again });
  if (!again) happen(deed, text.enter);
}

/** Comes to a place and to the scene that waits there. */
export function arrive(deed: Deed, place: string, scene: string | null = null): void {
  deed.emit({ type: "party_moved", to: place });
  const next = scene ?? deed.state.adventure.places[place]!.scene;
  if (next !== null) enter(deed, next);
}

/** Creatures of an encounter come into play with ids of their own, and the fight begins. */
export function startEncounter(deed: Deed, id: string): void {
  if (deed.state.combat) return;
  const { foes, distance, surprise, text } = deed.state.adventure.encounters[id]!;
  if (text !== "") deed.fact({ is: "told", text });
  const named = foes.flatMap(({ block, name, count, gold }) =>
    Array.from({ length: count }, (_, i) => ({ block, gold, name: count === 1 ? name : `${name} ${i + 1}` })),
  );
  const ids = named.map(({ block, name, gold }) => {
    const standing = valuesOf(deed.state.npcs).find((npc) => npc.name === name && deed.state.adventure.people[npc.id]);
    if (standing) {
      deed.npc(standing.id, "turns hostile", { disposition: "hostile", hidden: false, place: deed.state.at });
      return standing.id;
    }
    return spawn(deed, { block, name: freeName(deed.state, name), gold });
  });
  beginFight(deed, id, ids, { squares: distance, surprise });
}

/** A name that nobody alive or dead has. */
export function freeName(state: TableState, name: string): string {
  const taken = new Set(
    [...valuesOf(state.npcs), ...valuesOf(state.heroes), ...state.tombs].map((one) => one.name.toLowerCase()),
  );
  if (!taken.has(name.toLowerCase())) return name;
  const stem = name.replace(/ \d+$/, "");
  for (let n = 2; ; n++) if (!taken.has(`${stem} ${n}`.toLowerCase())) return `${stem} ${n}`;
}

function newNpcId(state: TableState, name: string): string {
  const stem = `npc_${
    name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "_")
      .replaceAll(/^_+|_+$|_\d+$/g, "") || "somebody"
  }`;
  return `${stem}_${`${(state.counters[stem] ?? 0) + 1}`.padStart(3, "0")}`;
}

export function spawn(
  deed: Deed,
  { block, name, gold = 0, ...more }: { block: MonsterId; name: string; gold?: number } & Partial<Npc>,
): string {
  const id = newNpcId(deed.state, name);
  const monster = monsterOf(block);
  const hp = averageHp(monster);
  deed.emit({
    type: "npc_added",
    npc: {
      role: monster.name.toLowerCase(),
      gender: "unknown",
      age: 0,
      mbti: "ISTP",
      alignment: "unaligned",
      temp: 0,
      conditions: [],
      effects: [],
      place: deed.state.at,
      hidden: false,
      disposition: "hostile",
      relationships: {},
      wares: {},
      order: null,
      ...more,
      id,
      name,
      block,
      hp,
      hpMax: hp,
      gold,
    },
  });
  return id;
}

function person(
  deed: Deed,
  { who, place, disposition, hidden, dies }: Extract<AdventureEffect, { is: "person" }>,
): void {
  if (!deed.state.npcs[who]) return;
  if (dies) {
    die(deed, who, "fate");
    return;
  }
  deed.npc(who, "the adventure", {
    ...(place === undefined ? {} : { place }),
    ...(disposition === null ? {} : { disposition }),
    ...(hidden === null ? {} : { hidden }),
  });
}

function deadline(deed: Deed, id: string, what: "start" | "stop"): void {
  const known = deed.state.deadlines[id]!;
  if (what === "stop") {
    if (known.status === "active" || known.status === "pending")
      deed.emit({ type: "deadline_set", id, deadline: { ...known, status: "resolved" } });
    return;
  }
  if (known.status !== "pending") return;
  const { now, adventure } = deed.state;
  deed.emit({
    type: "deadline_set",
    id,
    deadline: {
      ...known,
      status: "active",
      from: now,
      deadline: later(calendarOf(adventure), now, adventure.deadlines[id]!.after),
    },
  });
}
