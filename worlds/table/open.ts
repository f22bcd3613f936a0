// How a campaign begins: places, people and the party from the configuration, and the first scene waiting to be told.

import type { Dice } from "@orrery/kernel";
import { valuesOf } from "./order.ts";
import { heroOf } from "./people/ready-made.ts";
import { Deed } from "./play/deed.ts";
import { enter } from "./play/happen.ts";
import { later } from "./protocol/world-time.ts";
import { averageHp, monsterOf } from "./rules/monsters.ts";
import type { TableConfig } from "./shape.ts";
import type { Npc, TableState } from "./state.ts";
import { calendarOf, startOf } from "./time.ts";

const order = ["everyone", "teen", "mature"] as const;

/** Throws a `RangeError` when the configuration does not hold together. */
export function open(config: TableConfig, dice: Dice): TableState {
  const { adventure } = config;
  const party = (config.party ?? ["ilsa"]).map((one, i) => heroOf(one, i));
  if (party.length === 0 || party.length > 6) throw new RangeError("a party has one to six characters");
  for (const [i, { id, name }] of party.entries())
    if (party.some((other, j) => j < i && (other.id === id || other.name === name)))
      throw new RangeError(`two characters are called ${name}`);
  const now = startOf(adventure);
  const calendar = calendarOf(adventure);
  const rating = order[Math.min(order.indexOf(adventure.rating), order.indexOf(config.rating ?? adventure.rating))]!;
  const gods = config.gods ?? [party[0]!.id];
  const state: TableState = {
    adventure,
    settings: {
      rating,
      lines: [...new Set([...adventure.lines, ...(config.lines ?? [])])],
      veils: [...new Set([...adventure.veils, ...(config.veils ?? [])])],
      debug: config.debug ?? false,
      gods,
    },
    order: party.map(({ id }) => id),
    heroes: Object.fromEntries(party.map((hero) => [hero.id, hero])),
    npcs: Object.fromEntries(
      valuesOf(adventure.people).map((person): [string, Npc] => {
        const hp = averageHp(monsterOf(person.block));
        const { id, name, role, block, gender, age, mbti, alignment, place, disposition, hidden, wares, gold } = person;
        return [
          id,
          {
            id,
            name,
            role,
            block,
            gender,
            age,
            mbti,
            alignment,
            hp,
            hpMax: hp,
            temp: 0,
            conditions: [],
            effects: [],
            place,
            hidden,
            disposition,
            relationships: {},
            gold,
            wares,
            order: null,
          },
        ];
      }),
    ),
    tombs: [],
    counters: {},
    at: adventure.scenes[adventure.opening]!.at,
    places: Object.fromEntries(
      valuesOf(adventure.places).map(({ id, known }) => [
        id,
        { known, visited: false, items: [], gold: 0, effects: [] },
      ]),
    ),
    began: now,
    now,
    flags: {},
    scene: adventure.opening,
    seen: {},
    made: {},
    missions: [],
    memories: [],
    deadlines: Object.fromEntries(
      valuesOf(adventure.deadlines).map(({ id, description, after, running, urgency, consequences, people }) => [
        id,
        {
          description,
          from: now,
          deadline: later(calendar, now, after),
          consequences,
          urgency_level: urgency,
          status: running ? ("active" as const) : ("pending" as const),
          warnings_given: 0,
          related_npcs: people,
        },
      ]),
    ),
    agendas: Object.fromEntries(
      valuesOf(adventure.agendas).map(({ who, goal, blocked }) => [
        who,
        { current_goal: goal, progress_percentage: 0, blocking_factors: blocked, completed_milestones: [] },
      ]),
    ),
    supplies: Object.fromEntries(
      valuesOf(adventure.supplies).map(({ id, amount, most, rate, unit, critical, consequence }) => [
        id,
        { amount, max_amount: most, rate, unit, critical_level: critical, consequence, told: false, updated: now },
      ]),
    ),
    combat: null,
    spotlight: 0,
    phase: "narration",
    pending: null,
    told: null,
    timeline: [],
    ended: null,
    drift: {},
  };
  const deed = new Deed(state, dice);
  deed.emit({ type: "began", hero: state.order[0]!, mode: "STORY", input: "" });
  deed.emit({ type: "party_moved", to: state.at });
  enter(deed, adventure.opening);
  return deed.state;
}
