// A campaign as the protocol has it: five sections, computed from the stored causes for one player's character. Internal fields are in it; views leave them out.

import { equal, type Json } from "@orrery/kernel";
import { entriesOf, keysOf, valuesOf } from "./order.ts";
import { bodyIn } from "./play/body.ts";
import { countedName, equipmentIn } from "./play/equipment.ts";
import { isPresent } from "./play/ground.ts";
import { DELETE, get, isObject, type JsonObject, put } from "./protocol/path.ts";
import { writeMoment } from "./protocol/world-time.ts";
import { proficiencyOf, SKILL_IDS, titleOf, xpForNext } from "./rules/abilities.ts";
import { CLASS, FEATURES } from "./rules/classes.ts";
import { effectOf } from "./rules/effects.ts";
import { goodsOf } from "./rules/gear.ts";
import type { Hero } from "./rules/hero.ts";
import { monsterOf, scoresOf } from "./rules/monsters.ts";
import { BACKGROUNDS, raceOf } from "./rules/races.ts";
import {
  armourClassOf,
  heroScores,
  hpMaxOf,
  initiativeOf,
  isProficient,
  passiveOf,
  resources,
  slotsLeft,
  speedOf,
} from "./rules/sheet.ts";
import { spellOf } from "./rules/spells.ts";
import type { Noted, Npc, TableState } from "./state.ts";
import { calendarOf } from "./time.ts";

export const SECTIONS = [
  "player_character_data",
  "world_data",
  "npc_data",
  "custom_campaign_state",
  "combat_state",
] as const;
export type Campaign = { readonly [S in (typeof SECTIONS)[number]]: JsonObject };

export function campaignOf(state: TableState, hero: string): Campaign {
  return {
    player_character_data: sheetData(state.heroes[hero]!),
    world_data: worldData(state),
    npc_data: npcData(state, hero),
    custom_campaign_state: customData(state),
    combat_state: combatData(state),
  };
}

/** What a header is written from. */
export type CampaignHead = Pick<Campaign, "player_character_data" | "world_data">;
export const headOf = (state: TableState, hero: string): CampaignHead => ({
  player_character_data: sheetData(state.heroes[hero]!),
  world_data: {
    current_location: state.at,
    locations: { [state.at]: { display_name: state.adventure.places[state.at]!.name } },
  },
});

/** The player character schema, field by field. */
function sheetData(hero: Hero): JsonObject {
  const goods = hero.items.filter(({ kind }) => goodsOf(kind)?.consumed);
  return {
    string_id: hero.id,
    name: hero.name,
    race: raceOf(hero.race).name,
    level: hero.level,
    class: titleOf(hero.class),
    background: BACKGROUNDS[hero.background].name,
    gender: hero.gender,
    age: hero.age,
    alignment: hero.alignment,
    mbti: hero.mbti,
    hp_current: hero.hp,
    hp_max: hpMaxOf(hero).value,
    temp_hp: hero.temp,
    armor_class: armourClassOf(hero).value,
    attributes: heroScores(hero),
    proficiency_bonus: proficiencyOf(hero.level),
    skills: SKILL_IDS.filter((skill) => isProficient(hero, skill)),
    saving_throw_proficiencies: CLASS[hero.class].saves,
    resources: {
      gold: hero.gold,
      hit_dice: { used: hero.hitDiceUsed, total: hero.level },
      spell_slots: Object.fromEntries(
        slotsLeft(hero).map(({ level, left, total }) => [`${level}`, { used: total - left, total }]),
      ),
      class_features: Object.fromEntries(
        resources(hero).map(({ id, total, left }) => [
          id,
          { used: total === null || left === null ? 0 : total - left, total },
        ]),
      ),
      consumables: Object.fromEntries(goods.map(({ kind, count }) => [kind, count])),
    },
    experience: { current: hero.xp, needed_for_next_level: xpForNext(hero.level) },
    equipment: {
      weapons: equipmentIn(hero, "weapons").map(countedName),
      armor: equipmentIn(hero, "armor").map(countedName).join(", "),
      backpack: equipmentIn(hero, "backpack").map(countedName),
    },
    combat_stats: {
      initiative: initiativeOf(hero).value,
      speed: speedOf(hero).value,
      passive_perception: passiveOf(hero, "perception").value,
    },
    status: hero.dead ? "dead" : hero.hp > 0 ? "conscious" : hero.stable ? "stable" : "unconscious",
    status_conditions: [...new Set(hero.conditions.map(({ is }) => is))],
    exhaustion: hero.exhaustion,
    inspiration: hero.inspiration,
    death_saves: { successes: hero.saves.successes, failures: hero.saves.failures },
    active_effects: hero.effects.map(({ id }) => effectOf(id).name),
    concentration: hero.concentrating === null ? null : spellOf(hero.concentrating).name,
    features: [
      ...raceOf(hero.race).traits,
      ...FEATURES[hero.class].filter(([level]) => level <= hero.level).map(([, name]) => name),
    ],
    spells_known: [...hero.cantrips, ...hero.spells].map((spell) => spellOf(spell).name),
  };
}

const worldData = (state: TableState): JsonObject => ({
  ...(state.props === undefined ? {} : { objects: objectsIn(state.props) }),
  world_time: writeMoment(calendarOf(state.adventure), state.now),
  calendar: state.adventure.calendar,
  current_location: state.at,
  locations: Object.fromEntries(
    valuesOf(state.adventure.places).map(({ id, name, exits }) => [
      id,
      {
        display_name: name,
        connected_to: exits.map(({ to }) => to),
        entities_present: [
          ...valuesOf(state.npcs)
            .filter(({ place }) => place === id)
            .map((npc) => npc.id),
          ...(state.at === id ? state.order : []),
        ],
        environmental_effects: state.places[id]!.effects,
      },
    ]),
  ),
});

const objectsIn = (props: NonNullable<TableState["props"]>): JsonObject =>
  Object.fromEntries(
    entriesOf(props).map(([id, { name, place, state }]) => [id, { display_name: name, location: place, state }]),
  );

/** NPCs by display name; the other characters of the party stand among them, as one player's campaign sees it. */
const npcData = (state: TableState, hero: string): JsonObject =>
  Object.fromEntries([
    ...state.order
      .filter((id) => id !== hero && !state.heroes[id]!.dead)
      .map((id) => [state.heroes[id]!.name, companionData(state, id)]),
    ...valuesOf(state.npcs).map((npc) => [npc.name, npcFields(state, npc)]),
  ]);

function companionData(state: TableState, id: string): JsonObject {
  const hero = state.heroes[id]!;
  return {
    string_id: id,
    role: `companion, ${hero.class}`,
    mbti: hero.mbti,
    alignment: hero.alignment,
    gender: hero.gender,
    age: hero.age,
    level: hero.level,
    hp_current: hero.hp,
    hp_max: hpMaxOf(hero).value,
    temp_hp: hero.temp,
    armor_class: armourClassOf(hero).value,
    attributes: heroScores(hero),
    present: true,
    conscious: hero.hp > 0,
    hidden: false,
    status: hero.hp > 0 ? "conscious" : hero.stable ? "stable" : "unconscious",
    status_conditions: [...new Set(hero.conditions.map(({ is }) => is))],
    visibility: visibilityOf(state, hero, state.at),
    relationships: {},
  };
}

function npcFields(state: TableState, npc: Npc): JsonObject {
  const body = bodyIn(state, npc.id);
  const conditions = npc.conditions.map(({ is }) => is);
  const asleep = npc.hp <= 0 || conditions.includes("unconscious");
  return {
    string_id: npc.id,
    role: npc.role,
    stat_block: npc.block,
    mbti: npc.mbti,
    alignment: npc.alignment,
    gender: npc.gender,
    age: npc.age,
    level: Math.max(1, Math.floor(monsterOf(npc.block).challenge / 8)),
    hp_current: npc.hp,
    hp_max: npc.hpMax,
    temp_hp: npc.temp,
    armor_class: body.ac.value,
    attributes: scoresOf(monsterOf(npc.block)),
    present: isPresent(state, npc.id),
    conscious: !asleep,
    hidden: npc.hidden,
    status: asleep ? "unconscious" : "conscious",
    status_conditions: conditions,
    visibility: npc.hidden ? "hidden" : visibilityOf(state, npc, npc.place),
    disposition: npc.disposition,
    location: npc.place,
    relationships: npc.relationships,
  };
}

/** How well somebody can be seen: unseen by itself, or by the light of the place. */
function visibilityOf(
  { adventure }: TableState,
  { conditions }: Pick<Npc | Hero, "conditions">,
  at: string | null,
): string {
  if (conditions.some(({ is }) => is === "invisible")) return "invisible";
  const light = at === null ? "bright" : adventure.places[at]!.light;
  return light === "bright" ? "visible" : light === "dim" ? "obscured" : "darkness";
}

/** The day of the last warning, counted from the day on which the campaign began; null before the first. */
function lastWarningDay({ deadlines, began }: TableState): number | null {
  const days = valuesOf(deadlines).flatMap(({ warned }) => (warned ? [warned.day - began.day] : []));
  return days.length === 0 ? null : Math.max(...days);
}

function customData(state: TableState): JsonObject {
  const calendar = calendarOf(state.adventure);
  const running = entriesOf(state.deadlines).filter(([, { status }]) => status !== "pending");
  const countWarned = (count: number) => running.some(([, { warnings_given }]) => warnings_given >= count);
  return {
    attribute_system: "dnd",
    active_missions: state.missions.map((mission) => ({ ...mission })),
    core_memories: state.memories,
    time_sensitive_events: Object.fromEntries(
      running.map(([id, { from: _from, warned: _warned, deadline, ...event }]) => [
        id,
        { ...event, deadline: writeMoment(calendar, deadline) },
      ]),
    ),
    time_pressure_warnings: {
      subtle_given: countWarned(1),
      clear_given: countWarned(2),
      urgent_given: countWarned(3),
      last_warning_day: lastWarningDay(state),
    },
    tombstones: Object.fromEntries(
      state.tombs.map(({ id, name, at, by }) => [
        id,
        { display_name: name, string_id: id, status: "dead", cause: by, at: writeMoment(calendar, at) },
      ]),
    ),
    npc_agendas: Object.fromEntries(
      entriesOf(state.agendas).map(([id, agenda]) => {
        const next = state.adventure.agendas[id]?.milestones.find(
          ({ text }) => !agenda.completed_milestones.includes(text),
        );
        return [id, { ...agenda, next_milestone: next?.text ?? "" }];
      }),
    ),
    world_resources: Object.fromEntries(
      entriesOf(state.supplies).map(([id, { amount, rate, unit, told: _told, updated, ...supply }]) => [
        id,
        {
          ...supply,
          current_amount: amount,
          depletion_rate: rate,
          depletion_unit: unit,
          last_updated_day: updated.day - state.began.day,
        },
      ]),
    ),
  };
}

function combatData({ combat, npcs, heroes }: TableState): JsonObject {
  if (combat === null) return { in_combat: false, round: 0, turn: null, initiative: [], combatants: {} };
  return {
    in_combat: true,
    round: combat.round,
    turn: combat.order[combat.turn]?.id ?? null,
    initiative: combat.order.map(({ id }) => id),
    combatants: Object.fromEntries(
      combat.order.map(({ id, initiative }) => {
        const one = npcs[id] ?? heroes[id]!;
        const hpMax = npcs[id]?.hpMax ?? hpMaxOf(heroes[id]!).value;
        return [
          id,
          {
            name: one.name,
            initiative,
            side: npcs[id]?.disposition === "hostile" ? "enemy" : "ally",
            hp_current: one.hp,
            hp_max: hpMax,
            temp_hp: one.temp,
            status_conditions: one.conditions.map(({ is }) => is),
          },
        ];
      }),
    ),
  };
}

/** Narrowest changes from one campaign to another: lists count as one value, a record that came or went as a whole. */
export function changesBetween(before: Json, after: Json, path: readonly string[] = []): readonly Noted[] {
  if (before === after) return [];
  // A deleted NPC leaves a tombstone: the deletion is the change.
  if (path.at(-1) === "tombstones") return [];
  // A moment is written as a whole: hour and part of the day always go together.
  if (path.at(-1) === "core_memories")
    return additionsTo(before as readonly string[], after as readonly string[], path);
  if (!isObject(before) || !isObject(after) || path.at(-1) === "world_time")
    return equal(before, after) ? [] : [{ path, value: after }];
  const keys = [...new Set([...keysOf(before), ...keysOf(after)])].sort();
  return keys.flatMap((key): readonly Noted[] => {
    const at = [...path, key];
    const [was, is] = [get(before, key), get(after, key)];
    if (is === undefined) return [{ path: at }];
    return was === undefined ? [{ path: at, value: is }] : changesBetween(was, is, at);
  });
}
/** Memories are only ever added to. */
function additionsTo(before: readonly string[], after: readonly string[], path: readonly string[]): readonly Noted[] {
  const added = after.slice(before.length);
  return added.length === 0 ? [] : [{ path, value: { append: added.length === 1 ? added[0]! : added } }];
}

/** Changes as the protocol writes them: nested by path, `__DELETE__` for what is gone. */
export function updatesOf(changes: readonly Noted[]): JsonObject {
  let updates: JsonObject = {};
  for (const { path, value } of changes) updates = put(updates, path, value === undefined ? DELETE : value);
  return updates;
}
