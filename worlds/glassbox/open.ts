// The lobby: a configuration becomes a game in which roles, tasks and places around the table are dealt. Throws what `resolved` throws.
import type { Dice } from "@orrery/kernel";
import { barOf, ringSpot, seesSpot } from "./rules.ts";
import {
  type GlassConfig,
  NO_NOTES,
  NOTHING_LEARNED,
  type Role,
  resolveConfig,
  type Settings,
  ticksOf,
} from "./settings.ts";
import type { GlassState, Player, Task } from "./shape.ts";
import { stationOf, type TaskKind } from "./station/index.ts";
import type { TaskClass } from "./station/plan.ts";
import { applyTriggerConfig, type TriggerState } from "./triggers.ts";

export function open(config: GlassConfig, dice: Dice): GlassState {
  const { seats, settings } = resolveConfig(config);
  const station = stationOf(settings);
  const kindsOf = (of: TaskClass) => station.tasks.filter((kind) => kind.class === of);
  const ids = seats.map(({ id }) => id);
  const free = seats.filter(({ role }) => role === undefined).map(({ id }) => id);
  const missing = settings.impostors - seats.filter(({ role }) => role === "impostor").length;
  const dealt = new Set<string>(some(dice, "roles", free, missing));
  const common = some(dice, "common", kindsOf("common"), settings.commonTasks).map((kind) =>
    deal(kind, dice, "wiring"),
  );
  const ring = dice.shuffle("ring", ids);
  const players: Record<string, Player> = {};
  for (const seat of seats) {
    const role: Role = seat.role ?? (dealt.has(seat.id) ? "impostor" : "crewmate");
    const spot = ringSpot(station, ring.indexOf(seat.id), ids.length);
    const own = (of: TaskClass, many: number) =>
      some(dice, `${of} ${seat.id}`, kindsOf(of), many).map((kind) => deal(kind, dice, `steps ${seat.id}`));
    players[seat.id] = {
      role,
      life: "alive",
      place: spot.place,
      x: spot.x,
      y: spot.y,
      walk: null,
      doing: null,
      vent: null,
      killReady: ticksOf(settings.firstKillCooldownMs),
      paused: null,
      tasks: [...common, ...own("long", settings.longTasks), ...own("short", settings.shortTasks)],
      emergencies: settings.emergencyMeetings,
      interrupted: null,
      sees: 0,
      seesBodies: 0,
      lookedFrom: spot.place,
      reaches: 0,
      looked: null,
      triggers: applyTriggerConfig(openTriggers(settings, role), seat.triggers ?? {}),
      randomAt: null,
      pending: [],
      asked: [{ type: "GAME_START", tick: 0, data: {} }],
      asks: 1,
      intent: null,
      thought: "",
      notes: NO_NOTES,
      learned: seat.learned ?? NOTHING_LEARNED,
    };
  }
  const state: GlassState = {
    settings,
    seats: seats.map(({ id, name, model, persona, strategyLevel, metaLevel, learned }) => ({
      id,
      name: name ?? id,
      model: model ?? null,
      persona: persona ?? null,
      strategyLevel: strategyLevel ?? settings.strategyLevel,
      metaLevel: metaLevel ?? settings.metaLevel,
      ...(learned === undefined ? {} : { learns: true as const }),
    })),
    tick: 0,
    phase: "LOBBY",
    players,
    bodies: [],
    sabotage: null,
    sabotageReady: ticksOf(settings.firstSabotageMs),
    doors: {},
    buttonReady: ticksOf(settings.emergencyCooldownMs),
    bar: { done: 0, total: 0 },
    meeting: null,
    past: [],
    result: null,
    closed: false,
  };
  const sightMask = (id: string) =>
    ids.reduce(
      (mask, other, seat) =>
        other !== id && seesSpot(state, players[id]!, players[other]!) ? mask | (1 << seat) : mask,
      0,
    );
  return {
    ...state,
    players: Object.fromEntries(ids.map((id) => [id, { ...players[id]!, sees: sightMask(id) }])),
    bar: barOf(state),
  };
}

/** What a role hears from the start. */
export const openTriggers = (settings: Settings, role: Role): TriggerState => ({
  muted: (role === "impostor" ? settings.impostorMuted : settings.crewMuted).map((type) => ({ type, until: null })),
  every: role === "crewmate" ? settings.periodicMs / 1000 : 0,
  random: role === "crewmate" ? settings.randomMs / 1000 : 0,
  intersection: false,
  hallway_waypoint: false,
});

function deal(kind: TaskKind, dice: Dice, purpose: string): Task {
  const sites = kind.steps.map(({ site }) => site);
  if (kind.deal === undefined) return { kind: kind.id, sites, done: 0, ready: 0 };
  const chosen = new Set(some(dice, purpose, sites, kind.deal));
  return { kind: kind.id, sites: sites.filter((site) => chosen.has(site)), done: 0, ready: 0 };
}

/** So many of a list, whichever: nothing is rolled for those that are left. */
function some<T>(dice: Dice, purpose: string, list: readonly T[], many: number): T[] {
  const left = [...list];
  return Array.from({ length: many }, () => left.splice(dice.int(purpose, 0, left.length - 1), 1)[0]!);
}
