// What each event makes of the campaign. Total: nothing is rolled and nothing is refused here.
import { campaignOf } from "./campaign.ts";
import { later } from "./protocol/world-time.ts";
import type { Item } from "./rules/hero.ts";
import type { TableEvent } from "./shape.ts";
import type { Pending, PlaceState, TableState } from "./state.ts";
import { calendarOf } from "./time.ts";
import { firstForm } from "./versions.ts";

type Apply = {
  readonly [T in TableEvent["type"]]: (state: TableState, event: Extract<TableEvent, { type: T }>) => TableState;
};

const onPending = (state: TableState, change: (pending: Pending) => Partial<Pending>): TableState =>
  state.pending === null ? state : { ...state, pending: { ...state.pending, ...change(state.pending) } };

export const apply: Apply = {
  began: (state, { hero, mode, input, form }) => ({
    ...state,
    pending: {
      hero,
      mode,
      input,
      facts: [],
      rolls: [],
      before: form === 1 ? firstForm(state, campaignOf(state, hero)) : campaignOf(state, hero),
      since: state.now,
      transition: false,
    },
  }),
  fact: (state, { fact }) =>
    onPending(state, ({ facts, transition }) => ({
      facts: [...facts, fact],
      transition: transition || fact.is === "travel" || fact.is === "scene",
    })),
  rolled: (state, { roll }) => onPending(state, ({ rolls }) => ({ rolls: [...rolls, roll] })),
  passed: (state, { seconds, micros }) => ({
    ...state,
    now: later(calendarOf(state.adventure), state.now, seconds, micros),
  }),
  clock_set: (state, { to }) => ({ ...state, now: to }),
  hero_changed: (state, { id, set }) => {
    const hero = state.heroes[id];
    return hero ? { ...state, heroes: { ...state.heroes, [id]: { ...hero, ...set } } } : state;
  },
  npc_changed: (state, { id, set }) => {
    const npc = state.npcs[id];
    return npc ? { ...state, npcs: { ...state.npcs, [id]: { ...npc, ...set } } } : state;
  },
  npc_added: (state, { npc }) => ({
    ...state,
    npcs: { ...state.npcs, [npc.id]: npc },
    counters: { ...state.counters, [stemOf(npc.id)]: Math.max(state.counters[stemOf(npc.id)] ?? 0, numberOf(npc.id)) },
  }),
  died: (state, { id, name, by }) => {
    const { [id]: _gone, ...npcs } = state.npcs;
    return { ...state, npcs, tombs: [...state.tombs, { id, name, at: state.now, by }] };
  },
  gold_moved: (state, { from, to, amount }) => withGold(withGold(state, from, -amount), to, amount),
  item_moved: (state, { from, to, item }) => withItem(withItem(state, from, item, -1), to, item, 1),
  flag_set: (state, { flag, to }) => {
    const { [flag]: _gone, ...rest } = state.flags;
    return { ...state, flags: to ? { ...rest, [flag]: true } : rest };
  },
  scene_entered: (state, { scene }) => ({
    ...state,
    scene,
    seen: { ...state.seen, [scene]: (state.seen[scene] ?? 0) + 1 },
  }),
  party_moved: (state, { to }) => onPlace({ ...state, at: to }, to, { known: true, visited: true }),
  place_changed: (state, { id, set }) => onPlace(state, id, set),
  place_added: (state, { place, from, exit }) => {
    const { places } = state.adventure;
    const here = { ...places[from]!, exits: [...places[from]!.exits, exit] };
    return {
      ...state,
      adventure: { ...state.adventure, places: { ...places, [from]: here, [place.id]: place } },
      places: { ...state.places, [place.id]: { known: true, visited: false, items: [], gold: 0, effects: [] } },
    };
  },
  prop_set: (state, { id, prop }) => ({ ...state, props: { ...state.props, [id]: prop } }),
  mission_set: (state, { mission }) => {
    const at = state.missions.findIndex(({ mission_id }) => mission_id === mission.mission_id);
    return { ...state, missions: at < 0 ? [...state.missions, mission] : state.missions.with(at, mission) };
  },
  remembered: (state, { text }) => ({ ...state, memories: [...state.memories, text] }),
  deadline_set: (state, { id, deadline }) => ({ ...state, deadlines: { ...state.deadlines, [id]: deadline } }),
  agenda_set: (state, { id, agenda }) => ({ ...state, agendas: { ...state.agendas, [id]: agenda } }),
  supply_set: (state, { id, supply }) => ({ ...state, supplies: { ...state.supplies, [id]: supply } }),
  fight_began: (state, { combat }) => ({ ...state, combat }),
  fight_changed: (state, { set }) => (state.combat ? { ...state, combat: { ...state.combat, ...set } } : state),
  fight_ended: (state) => ({ ...state, combat: null }),
  choice_made: (state, { choice }) => ({ ...state, made: { ...state.made, [choice]: true } }),
  talked: (state, { to }) => ({
    ...state,
    seen: { ...state.seen, [`talk/${to}`]: (state.seen[`talk/${to}`] ?? 0) + 1 },
  }),
  phase_set: (state, { phase }) => ({ ...state, phase }),
  spotlight_moved: (state, { to }) => ({ ...state, spotlight: to }),
  narrated: (state, { told, summary, at, kind }) => ({
    ...state,
    told,
    pending: null,
    phase: "player",
    timeline: [
      ...state.timeline,
      { sequence_id: told.sequence, summary, ...(at ? { at } : {}), ...(kind ? { kind } : {}) },
    ].slice(-TIMELINE),
  }),
  drifted: (state, { fields }) => ({
    ...state,
    drift: {
      ...state.drift,
      ...Object.fromEntries(fields.map((field) => [field, (state.drift[field] ?? 0) + 1])),
    },
  }),
  ended: (state, { ending }) => ({ ...state, ended: ending }),
};
/** Turns of the reference timeline that a campaign keeps at hand; the record of the run has them all. */
const TIMELINE = 24;

const onPlace = (state: TableState, id: string, set: Partial<PlaceState>): TableState => {
  const place = state.places[id];
  return place ? { ...state, places: { ...state.places, [id]: { ...place, ...set } } } : state;
};

function withGold(state: TableState, holder: string, amount: number): TableState {
  const hero = state.heroes[holder];
  if (hero) return { ...state, heroes: { ...state.heroes, [holder]: { ...hero, gold: hero.gold + amount } } };
  const npc = state.npcs[holder];
  if (npc) return { ...state, npcs: { ...state.npcs, [holder]: { ...npc, gold: npc.gold + amount } } };
  const place = state.places[holder];
  return place ? onPlace(state, holder, { gold: place.gold + amount }) : state;
}

/** So many of a thing come to a holder or leave it; with somebody, a pile of the same thing grows. */
function withItem(state: TableState, holder: string, item: Item, sign: 1 | -1): TableState {
  const change = (items: readonly Item[]): readonly Item[] => {
    const at = items.findIndex(({ id }) => id === item.id);
    if (at < 0) return sign > 0 ? [...items, plain(item)] : items;
    const count = items[at]!.count + sign * item.count;
    return count > 0 ? items.with(at, { ...items[at]!, count }) : items.toSpliced(at, 1);
  };
  const hero = state.heroes[holder];
  if (hero) return { ...state, heroes: { ...state.heroes, [holder]: { ...hero, items: change(hero.items) } } };
  const place = state.places[holder];
  return place ? onPlace(state, holder, { items: change(place.items) }) : state;
}
const plain = ({ worn: _off, ...item }: Item): Item => item;

/** `npc_goblin_scout_003` to `npc_goblin_scout` and 3. */
const stemOf = (id: string): string => id.replace(/_\d+$/, "");
const numberOf = (id: string): number => Number(/_(\d+)$/.exec(id)?.[1] ?? 0);
