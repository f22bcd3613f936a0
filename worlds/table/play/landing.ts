// From a change of the campaign, as a god or a model writes it, to the cause that is stored. Numbers that are derived cannot be set: they are refused with what to change instead.

import { equal } from "@orrery/kernel";
import { MISSION_STATES, type MissionState, RISKS, type Risk } from "../adventure/adventure.ts";
import { valuesOf } from "../order.ts";
import { DELETE, get, isObject, type JsonObject, slug } from "../protocol/path.ts";
import { readMoment, writeMoment } from "../protocol/world-time.ts";
import { ABILITIES, type Ability, XP_FOR_LEVEL } from "../rules/abilities.ts";
import { isCondition } from "../rules/conditions.ts";
import { gearName } from "../rules/gear.ts";
import { isMonster } from "../rules/monsters.ts";
import { fixedGain, levelUp } from "../rules/rest.ts";
import { hpMaxOf } from "../rules/sheet.ts";
import { type Mission, NOWHERE, type Npc, type TableState } from "../state.ts";
import { calendarOf } from "../time.ts";
import type { Deed } from "./deed.ts";
import { landEquipment } from "./equipment.ts";
import { advance, endFight, onTurn } from "./fight.ts";
import { spawn } from "./happen.ts";
import { die, dropCondition, giveCondition } from "./harm.ts";

/** Does one change; a sentence where there is nothing that it could mean. */
export function land(deed: Deed, hero: string, place: readonly string[], value: unknown): string | null {
  const [root, ...rest] = place;
  if (root === "player_character_data") return landHero(deed, hero, rest, value);
  if (root === "npc_data") return landNpc(deed, rest, value);
  if (root === "world_data") return landWorld(deed, rest, value);
  if (root === "custom_campaign_state") return landCustom(deed, rest, value);
  if (root === "combat_state") return landCombat(deed, rest, value);
  return `there is no section "${root}"`;
}

const DERIVED: Readonly<Record<string, string>> = {
  hp_max: "it comes from class, level and constitution",
  armor_class: "it comes from dexterity, armour, shield and effects",
  proficiency_bonus: "it comes from the level",
  skills: "they come from class, people and background",
  saving_throw_proficiencies: "they come from the class",
  combat_stats: "they come from dexterity, wisdom and people",
  features: "they come from class, people and level",
  spells_known: "learn spells by levels",
};
const whole = (value: unknown, least = 0): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value >= least;
const text = (value: unknown): value is string => typeof value === "string" && value !== "";

function landHero(deed: Deed, id: string, [field = "", ...rest]: readonly string[], value: unknown): string | null {
  const hero = deed.state.heroes[id]!;
  const set = (change: Parameters<Deed["hero"]>[2]) => {
    deed.hero(id, "a god's hand", change);
    return null;
  };
  if (Object.hasOwn(DERIVED, field)) return `${field} is derived: ${DERIVED[field]}`;
  switch (field) {
    case "hp_current":
      if (!whole(value) || value > hpMaxOf(hero).value)
        return `hp_current is a whole number from 0 to ${hpMaxOf(hero).value}`;
      return set({
        hp: value,
        dead: false,
        stable: value > 0 ? false : hero.stable,
        saves: value > 0 ? { successes: 0, failures: 0 } : hero.saves,
        conditions: value > 0 ? hero.conditions.filter(({ is }) => is !== "unconscious") : hero.conditions,
      });
    case "temp_hp":
      return whole(value) ? set({ temp: value }) : "temp_hp is a whole number from 0";
    case "level":
      return landLevel(deed, id, value);
    case "experience":
      return rest[0] === "current" && whole(value) ? set({ xp: value }) : "set experience.current to a whole number";
    case "attributes":
      if (!(ABILITIES as readonly string[]).includes(rest[0] ?? "") || !whole(value, 1) || value > 30)
        return "attributes.<ability> is a whole number from 1 to 30";
      return set({
        scores: { ...hero.scores, [rest[0] as Ability]: value },
        raised: hero.raised.filter((one) => one !== rest[0]),
      });
    case "resources":
      return landResource(deed, id, rest, value);
    case "equipment":
      return landEquipment(deed, id, rest, value);
    case "exhaustion":
      return whole(value) && value <= 6 ? set({ exhaustion: value }) : "exhaustion is 0 to 6";
    case "inspiration":
      return typeof value === "boolean" ? set({ inspiration: value }) : "inspiration is true or false";
    case "status_conditions":
      return landConditions(deed, id, value);
    case "death_saves":
      return (rest[0] === "successes" || rest[0] === "failures") && whole(value) && value <= 3
        ? set({ saves: { ...hero.saves, [rest[0]]: value } })
        : "death_saves.successes and .failures are 0 to 3";
    case "alignment":
      return text(value) ? set({ alignment: value }) : "alignment is a text";
    case "mbti":
      return text(value) ? set({ mbti: value }) : "mbti is a text";
    case "name":
      return text(value) ? set({ name: value }) : "name is a text";
    default:
      return `player_character_data.${field} cannot be set here`;
  }
}

/** A level comes with everything that it brings, experience as well; never half of it. */
function landLevel(deed: Deed, id: string, value: unknown): string | null {
  if (!whole(value, 1) || value > 20) return "level is 1 to 20";
  const before = deed.state.heroes[id]!;
  let hero = before;
  while (hero.level < value) hero = levelUp(hero, fixedGain(hero), []);
  if (hero.level > value)
    hero = {
      ...hero,
      level: value,
      hpGains: hero.hpGains.slice(0, value - 1),
      hitDiceUsed: Math.min(hero.hitDiceUsed, value),
    };
  const least = XP_FOR_LEVEL[value - 1]!;
  const most = XP_FOR_LEVEL[value] ?? Number.MAX_SAFE_INTEGER;
  const xp = before.xp >= least && before.xp < most ? before.xp : least;
  deed.hero(id, "a god's hand", {
    level: value,
    hpGains: hero.hpGains,
    hitDiceUsed: hero.hitDiceUsed,
    xp,
    hp: Math.min(hero.hp, hpMaxOf(hero).value),
    slotsUsed: [],
  });
  deed.emit({ type: "remembered", text: `${before.name} was made level ${value} by a god's hand.` });
  return null;
}

function landResource(
  deed: Deed,
  id: string,
  [field = "", key = "", part = ""]: readonly string[],
  value: unknown,
): string | null {
  const hero = deed.state.heroes[id]!;
  if (field === "gold") {
    if (!whole(value)) return "gold is a whole number from 0";
    const more = value - hero.gold;
    if (more !== 0)
      deed.emit({
        type: "gold_moved",
        from: more > 0 ? NOWHERE : id,
        to: more > 0 ? id : NOWHERE,
        amount: Math.abs(more),
        why: "a god's hand",
      });
    return null;
  }
  if (field === "hit_dice" && key === "used") {
    if (!whole(value) || value > hero.level) return `hit_dice.used is 0 to ${hero.level}`;
    deed.hero(id, "a god's hand", { hitDiceUsed: value });
    return null;
  }
  if (field === "spell_slots" && part === "used") {
    if (!whole(value) || !whole(Number(key), 1)) return "spell_slots.<level>.used is a whole number";
    const used = Array.from({ length: 9 }, (_, i) => (i === Number(key) - 1 ? value : (hero.slotsUsed[i] ?? 0)));
    deed.hero(id, "a god's hand", { slotsUsed: used });
    return null;
  }
  if (field === "class_features" && part === "used") {
    if (!whole(value)) return "class_features.<name>.used is a whole number";
    deed.hero(id, "a god's hand", { used: { ...hero.used, [key]: value } });
    return null;
  }
  if (field === "consumables") return landItem(deed, id, key, value === DELETE ? 0 : value);
  return `resources.${[field, key, part].filter(Boolean).join(".")} cannot be set`;
}

function landItem(deed: Deed, id: string, kind: string, count: unknown): string | null {
  if (!whole(count) || kind === "" || slug(kind) !== kind)
    return `${kind} must be the key of a thing, and its number a whole one from 0`;
  const had = deed.state.heroes[id]!.items.find((item) => item.kind === kind);
  const more = count - (had?.count ?? 0);
  if (more === 0) return null;
  const item = had ?? { id: `item_${kind}_001`, name: gearName(kind), kind, count: 0 };
  deed.emit({
    type: "item_moved",
    from: more > 0 ? NOWHERE : id,
    to: more > 0 ? id : NOWHERE,
    item: { id: item.id, name: item.name, kind, count: Math.abs(more) },
    why: "a god's hand",
  });
  return null;
}

function landConditions(deed: Deed, id: string, value: unknown): string | null {
  if (!Array.isArray(value) || !value.every(isCondition))
    return "status_conditions is a list of the fifteen conditions";
  const had = [...(deed.state.heroes[id]?.conditions ?? deed.state.npcs[id]?.conditions ?? [])].map(({ is }) => is);
  for (const is of had) if (!value.includes(is)) dropCondition(deed, id, is, "a god's hand");
  for (const is of value) if (!had.includes(is)) giveCondition(deed, id, { is, by: "a god's hand" });
  return null;
}

/** By display name or id. */
const npcNamed = (state: TableState, name: string): Npc | undefined =>
  state.npcs[name] ?? valuesOf(state.npcs).find((npc) => npc.name.toLowerCase() === name.toLowerCase());

function landNpc(deed: Deed, [name = "", field = "", ...rest]: readonly string[], value: unknown): string | null {
  const npc = npcNamed(deed.state, name);
  if (!npc) return field === "" && isObject(value) ? newNpc(deed, name, value) : `there is nobody called "${name}"`;
  const set = (change: Partial<Npc>) => {
    deed.npc(npc.id, "a god's hand", change);
    return null;
  };
  if (field === "") {
    if (value !== DELETE) return "an NPC is changed field by field";
    die(deed, npc.id, "a god's hand");
    return null;
  }
  switch (field) {
    case "hp_current":
      if (!whole(value) || value > npc.hpMax) return `hp_current is 0 to ${npc.hpMax}`;
      if (value > 0) return set({ hp: value });
      die(deed, npc.id, "a god's hand");
      return null;
    case "temp_hp":
      return whole(value) ? set({ temp: value }) : "temp_hp is a whole number from 0";
    case "visibility":
      return value === "hidden" || value === "visible"
        ? set({ hidden: value === "hidden" })
        : "visibility is hidden or visible here; what else there is follows from light and conditions";
    case "present":
      return typeof value === "boolean"
        ? set({ place: value ? deed.state.at : npc.place === deed.state.at ? null : npc.place })
        : "present is true or false";
    case "hidden":
      return typeof value === "boolean" ? set({ hidden: value }) : "hidden is true or false";
    case "conscious":
      if (value !== true && value !== false) return "conscious is true or false";
      if (value) dropCondition(deed, npc.id, "unconscious", "a god's hand");
      else giveCondition(deed, npc.id, { is: "unconscious", by: "a god's hand" });
      return null;
    case "disposition":
      return value === "friendly" || value === "neutral" || value === "hostile"
        ? set({ disposition: value })
        : "disposition is friendly, neutral or hostile";
    case "location":
      return value === null || (text(value) && deed.state.places[value])
        ? set({ place: value as string | null })
        : "location is the id of a place, or null";
    case "relationships":
      return rest[0] !== undefined && text(value)
        ? set({ relationships: { ...npc.relationships, [rest[0]]: value } })
        : "relationships.<name> is a text";
    case "status_conditions":
      return landConditions(deed, npc.id, value);
    case "role":
    case "gender":
    case "mbti":
    case "alignment":
      return text(value) ? set({ [field]: value }) : `${field} is a text`;
    case "age":
      return whole(value) ? set({ age: value }) : "age is a whole number";
    case "display_name":
      return text(value) ? set({ name: value }) : "display_name is a name";
    case "string_id":
      return value === npc.id ? null : "string_id never changes";
    case "current_status":
    case "status":
      return value === "dead"
        ? landNpc(deed, [name], DELETE)
        : "status follows from hit points and conditions; set those";
    default:
      return `npc_data.${field} is derived from the stat block "${npc.block}"`;
  }
}

/** Somebody new, by a stat block of the rules. Foes come by encounters, so that a fight is always a fair one. */
function newNpc(deed: Deed, name: string, value: JsonObject): string | null {
  const block = get(value, "stat_block") ?? "commoner";
  if (!isMonster(block)) return `stat_block "${String(block)}" is none of the rules' creatures`;
  if (deed.state.tombs.some((tomb) => tomb.name.toLowerCase() === name.toLowerCase()))
    return `"${name}" is dead; the name is not used again`;
  const words = (key: string, or: string) => (text(value[key]) ? (value[key] as string) : or);
  spawn(deed, {
    block,
    name,
    role: words("role", "passer-by"),
    gender: words("gender", "unknown"),
    age: whole(value["age"]) ? value["age"] : 30,
    mbti: words("mbti", "ISFJ"),
    alignment: words("alignment", "neutral"),
    disposition: "neutral",
    place: value["present"] === false ? null : deed.state.at,
    hidden: value["hidden"] === true,
  });
  return null;
}

function landWorld(deed: Deed, [field = "", id = "", part = ""]: readonly string[], value: unknown): string | null {
  if (field === "world_time") {
    const calendar = calendarOf(deed.state.adventure);
    // The part of the day follows from the hour.
    if (id === "time_of_day") return null;
    const given = id === "" ? value : { ...writeMoment(calendar, deed.state.now), [id]: value };
    const moment = readMoment(calendar, given);
    if (typeof moment === "string") return moment;
    deed.emit({ type: "clock_set", to: moment });
    return null;
  }
  if (field === "current_location") {
    if (!text(value) || !deed.state.places[value]) return `there is no place "${String(value)}"`;
    deed.emit({ type: "party_moved", to: value });
    return null;
  }
  if (
    field === "locations" &&
    deed.state.places[id] &&
    part === "environmental_effects" &&
    Array.isArray(value) &&
    value.every(text)
  ) {
    deed.emit({ type: "place_changed", id, set: { effects: value as string[] } });
    return null;
  }
  return "of the world, world_time, current_location and environmental_effects can be set";
}

function landCustom(deed: Deed, [field = "", id = "", part = ""]: readonly string[], value: unknown): string | null {
  switch (field) {
    case "core_memories": {
      const added = isObject(value)
        ? [value["append"]].flat()
        : Array.isArray(value)
          ? value.slice(deed.state.memories.length)
          : [value];
      if (id !== "append" && !isObject(value) && !Array.isArray(value)) return "memories are added with {append: text}";
      for (const one of added) if (text(one)) deed.emit({ type: "remembered", text: one });
      return null;
    }
    case "active_missions":
      return landMissions(deed, value);
    case "time_sensitive_events":
      return landDeadline(deed, id, part, value);
    case "npc_agendas": {
      const agenda = deed.state.agendas[id];
      if (!agenda) return `there is no agenda "${id}"`;
      if (part === "progress_percentage" && whole(value) && value <= 100)
        deed.emit({ type: "agenda_set", id, agenda: { ...agenda, progress_percentage: value } });
      else if (part === "current_goal" && text(value))
        deed.emit({ type: "agenda_set", id, agenda: { ...agenda, current_goal: value } });
      else return "of an agenda, current_goal and progress_percentage can be set";
      return null;
    }
    case "world_resources": {
      const supply = deed.state.supplies[id];
      if (!supply || part !== "current_amount" || !whole(value) || value > supply.max_amount)
        return "set world_resources.<id>.current_amount, up to its max_amount";
      deed.emit({ type: "supply_set", id, supply: { ...supply, amount: value } });
      return null;
    }
    default:
      return `custom_campaign_state.${field} cannot be set`;
  }
}

function landMissions(deed: Deed, value: unknown): string | null {
  if (!Array.isArray(value)) return "active_missions is a list";
  for (const one of value) {
    if (!isObject(one) || !text(one["mission_id"]) || !text(one["title"]))
      return "a mission has mission_id, title, status and objective";
    const status = one["status"] as MissionState;
    if (!MISSION_STATES.includes(status)) return `status is one of ${MISSION_STATES.join(", ")}`;
    const mission: Mission = {
      mission_id: one["mission_id"],
      title: one["title"],
      status,
      objective: text(one["objective"]) ? one["objective"] : "",
    };
    const known = deed.state.missions.find(({ mission_id }) => mission_id === mission.mission_id);
    if (!equal(known ?? null, mission)) deed.emit({ type: "mission_set", mission });
  }
  return null;
}

function landDeadline(deed: Deed, id: string, part: string, value: unknown): string | null {
  const known = deed.state.deadlines[id];
  const calendar = calendarOf(deed.state.adventure);
  if (part !== "") {
    if (!known) return `there is no event "${id}"`;
    if (part === "status" && value === "resolved")
      deed.emit({ type: "deadline_set", id, deadline: { ...known, status: "resolved" } });
    else if (part === "urgency_level" && RISKS.includes(value as Risk))
      deed.emit({ type: "deadline_set", id, deadline: { ...known, urgency_level: value as Risk } });
    else if (part === "deadline") {
      const moment = readMoment(calendar, value);
      if (typeof moment === "string") return moment;
      deed.emit({ type: "deadline_set", id, deadline: { ...known, deadline: moment } });
    } else return "of an event, status, urgency_level and deadline can be set";
    return null;
  }
  if (!isObject(value)) return "an event is an object";
  const moment = readMoment(calendar, value["deadline"]);
  if (typeof moment === "string") return moment;
  deed.emit({
    type: "deadline_set",
    id,
    deadline: {
      description: text(value["description"]) ? value["description"] : id,
      from: deed.state.now,
      deadline: moment,
      consequences: text(value["consequences"]) ? value["consequences"] : "",
      urgency_level: RISKS.includes(value["urgency_level"] as Risk) ? (value["urgency_level"] as Risk) : "medium",
      status: "active",
      warnings_given: 0,
      related_npcs: Array.isArray(value["related_npcs"]) ? value["related_npcs"].filter(text) : [],
    },
  });
  return null;
}

function landCombat(deed: Deed, [field = "", id = "", part = ""]: readonly string[], value: unknown): string | null {
  const { combat } = deed.state;
  if (field === "in_combat" && value === false) {
    if (combat) endFight(deed, "ended");
    return null;
  }
  if (field === "combatants" && combat?.order.some((one) => one.id === id)) {
    if (part === "hp_current" && deed.state.npcs[id]) {
      const problem = landNpc(deed, [id, "hp_current"], value);
      if (problem === null && deed.state.combat && onTurn(deed.state) === null) advance(deed);
      return problem;
    }
    if (part === "hp_current") return landHero(deed, id, ["hp_current"], value);
    if (part === "status_conditions") return landConditions(deed, id, value);
  }
  return "of a fight, in_combat = false and a combatant's hp_current and status_conditions can be set";
}
