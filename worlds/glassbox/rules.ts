// What follows from a state at a glance: ranges, cooldowns, what is within reach, who has won. The one place for each rule that several parts need.
import { isCritical, isDark, isSilent, isSystem } from "./sabotages/index.ts";
import { KILL_DISTANCES, type Settings, ticksOf } from "./settings.ts";
import type { Body, GlassState, Player, SeenDoing, Task, Walk, Win, Winner } from "./shape.ts";
import { ofStation, type Station, stationOf } from "./station/index.ts";
import { distance, type Spot, spotAt } from "./ways.ts";

/** Vision at 100 %, in map units; and from how near one uses a thing and reports a body. */
export const VISION = 500;
export const USE_RANGE = 100;
export const REPORT_RANGE = 400;
/** Eyes look round twice a second, at ticks that are the same for all: so often, in ticks. Followers choose their way then. */
export const SIGHT_EVERY = 5;
/** A tick that never comes. */
export const NEVER = 0x3fffffff;
/** The first look at or after a tick, and after now. */
export const nextLook = (tick: number, now: number): number =>
  tick >= NEVER ? NEVER : Math.ceil(Math.max(tick, now + 1) / SIGHT_EVERY) * SIGHT_EVERY;
/** The last look before a tick. */
export const lookBefore = (tick: number): number => Math.ceil(tick / SIGHT_EVERY) * SIGHT_EVERY - SIGHT_EVERY;
/** Where a player was at that look. Its way may have changed since: then the state has kept it. */
export function spotAtLook({ looked, walk, x, y }: Player, at: number, speedPercent: number): { x: number; y: number } {
  if (looked?.tick === at) return looked;
  return walk !== null && walk.tick <= at ? spotAt(walk, at, speedPercent) : { x, y };
}
/** A follower stays so far behind. */
export const FOLLOW_GAP = 60;

export const idsOf = (state: GlassState): string[] => state.seats.map(({ id }) => id);
export const seatOf = (state: GlassState, id: string): number => state.seats.findIndex((seat) => seat.id === id);
export const isAlive = (state: GlassState, id: string): boolean => state.players[id]?.life === "alive";
export function living({ seats, players }: GlassState): string[] {
  const out: string[] = [];
  for (const { id } of seats) if (players[id]!.life === "alive") out.push(id);
  return out;
}

/** Where a player is now. */
export function spotOf({ tick, settings }: Pick<GlassState, "tick" | "settings">, player: Player): Spot {
  return player.walk ? spotAt(player.walk, tick, settings.speedPercent) : player;
}

/** How far one sees, in map units. */
export function radiusOf(settings: Settings, role: Player["role"], dark: boolean): number {
  if (role === "impostor") return Math.trunc((VISION * settings.impostorVisionPercent) / 100);
  const full = Math.trunc((VISION * settings.crewVisionPercent) / 100);
  return dark ? Math.trunc((full * settings.lightsVisionPercent) / 100) : full;
}

/** By opening: whether it is closed at a tick. */
export function shutAt(station: Station, doors: GlassState["doors"], tick: number): Uint8Array {
  const none = noneShut(station);
  const { portals } = station;
  let shut = none;
  for (const room in doors) {
    if (doors[room]!.until <= tick) continue;
    if (shut === none) shut = new Uint8Array(portals.length);
    for (let i = 0; i < portals.length; i++) if (portals[i]!.door === room) shut[i] = 1;
  }
  return shut;
}
const noneShut = ofStation(({ portals }) => new Uint8Array(portals.length));

/** Whether a spot is within sight of a player: in range, and nothing solid between. */
export function seesSpot(state: GlassState, viewer: Player, spot: Spot): boolean {
  if (viewer.life === "ghost") return true;
  const from = spotOf(state, viewer);
  const far = distance(from.x, from.y, spot.x, spot.y);
  if (far > radiusOf(state.settings, viewer.role, isDark(state))) return false;
  const station = stationOf(state.settings);
  const { index } = station.ways;
  const [p, q] = [index.get(from.place)!, index.get(spot.place)!];
  return station.ways.inLine(p, from.x, from.y, q, spot.x, spot.y, shutAt(station, state.doors, state.tick));
}

/** Living players, other than these, who see a spot. */
export const witnessesOf = (state: GlassState, spot: Spot, ...but: readonly string[]): string[] =>
  living(state).filter((id) => !but.includes(id) && seesSpot(state, state.players[id]!, spot));

/** Players in sight, without those who have died, left or gone into a vent since the last look. */
export function inSight({ seats, players }: GlassState, { sees }: Player): string[] {
  const out: string[] = [];
  for (let seat = 0; sees >> seat !== 0; seat++) {
    if ((sees & (1 << seat)) === 0) continue;
    const { id } = seats[seat]!;
    const { life, vent } = players[id]!;
    if (life === "alive" && vent === null) out.push(id);
  }
  return out;
}

/** Seats in a mask of bits. */
export function inMask({ seats }: GlassState, mask: number): string[] {
  const out: string[] = [];
  for (let seat = 0; mask >> seat !== 0; seat++) if ((mask & (1 << seat)) !== 0) out.push(seats[seat]!.id);
  return out;
}

/** Ticks until a player may kill. */
export const killWait = ({ tick }: GlassState, { killReady, paused }: Player): number =>
  Math.max(0, killReady - (paused ?? tick));
export const killRange = ({ killDistance }: Settings): number => KILL_DISTANCES[killDistance];

/** The step of a task that is next, if there is one. */
export const siteOf = ({ sites, done }: Task): string | null => sites[done] ?? null;
/** The kind's own step behind a dealt one. */
export function stepOf(station: Station, task: Task, at = task.done) {
  const kind = station.task.get(task.kind)!;
  return kind.deal === undefined ? kind.steps[at]! : kind.steps.find(({ site }) => site === task.sites[at])!;
}
/** Index of the task with a next step ready at a site; -1 when there is none. */
export const taskAt = (player: Player, site: string, tick: number): number =>
  player.tasks.findIndex((task) => siteOf(task) === site && task.ready <= tick);

/** Whether the button would ring. */
export const buttonWorks = (state: GlassState, player: Player, tick: number): boolean =>
  player.life === "alive" && player.emergencies > 0 && state.buttonReady <= tick && state.sabotage === null;

/** Panels still to be mended. */
export const openPanels = ({ sabotage, settings }: GlassState): string[] =>
  sabotage ? stationOf(settings).panels[sabotage.system].filter((panel) => !sabotage.fixed.includes(panel)) : [];

/** Ids of all that a player can interact with from where it is: things of the same place, and bodies near enough. */
export function reachable(state: GlassState, id: string): string[] {
  const player = state.players[id]!;
  const alive = player.life === "alive";
  if (player.vent !== null)
    return alive && state.settings.vents ? [player.vent, ...stationOf(state.settings).ducts.get(player.vent)!] : [];
  const { place } = spotOf(state, player);
  const out = sitesIn(state, player, place, state.tick);
  if (state.settings.errands) addErrands(out, state, player, place);
  if (alive) for (const body of state.bodies) if (canReport(state, player, body)) out.push(bodyId(body.who));
  return out;
}

/** What is to be done elsewhere, where games let one set out for it in one decision. */
function addErrands(out: string[], state: GlassState, player: Player, place: string): void {
  const { site: siteBy } = stationOf(state.settings);
  const add = (id: string) => {
    if (siteBy.get(id)!.place !== place && player.doing?.site !== id && !out.includes(id)) out.push(id);
  };
  if (player.role === "crewmate")
    for (const task of player.tasks) {
      const site = siteOf(task);
      if (site !== null && task.ready <= state.tick) add(site);
    }
  if (player.life === "alive") for (const panel of openPanels(state)) add(panel);
}

/** Things of a place that a player could use at a tick. */
export function sitesIn(state: GlassState, player: Player, place: string, tick: number): string[] {
  const { settings } = state;
  const alive = player.life === "alive";
  const out: string[] = [];
  for (const { id, kind } of stationOf(settings).sitesIn.get(place)!) {
    if (player.doing?.site === id) continue;
    const usable =
      kind === "task"
        ? player.role === "crewmate" && taskAt(player, id, tick) >= 0
        : alive &&
          (kind === "vent"
            ? player.role === "impostor" && settings.vents
            : kind === "button"
              ? buttonWorks(state, player, tick)
              : kind === "panel"
                ? openPanels(state).includes(id)
                : hasConsole(settings, kind) && !isSilent(state));
    if (usable) out.push(id);
  }
  return out;
}

export const hasConsole = (settings: Settings, kind: "cameras" | "admin" | "vitals"): boolean =>
  kind === "cameras" ? settings.cameras : kind === "admin" ? settings.adminTable : settings.vitals;

export const bodyId = (who: string): string => `body_${who}`;

export function canReport(state: GlassState, player: Player, body: Body): boolean {
  const spot = spotOf(state, player);
  return distance(spot.x, spot.y, body.x, body.y) <= REPORT_RANGE && seesSpot(state, player, body);
}

/** Living others that an impostor could kill now. */
export function victims(state: GlassState, id: string): string[] {
  const killer = state.players[id]!;
  if (killer.role !== "impostor" || killer.life !== "alive" || killer.vent !== null || killWait(state, killer) > 0)
    return [];
  const from = spotOf(state, killer);
  const range = killRange(state.settings);
  const station = stationOf(state.settings);
  const { ways } = station;
  const shut = shutAt(station, state.doors, state.tick);
  const out: string[] = [];
  for (const { id: other } of state.seats) {
    const player = state.players[other]!;
    if (other === id || player.life !== "alive" || player.role === "impostor" || player.vent !== null) continue;
    const spot = spotOf(state, player);
    if (distance(from.x, from.y, spot.x, spot.y) > range) continue;
    const [p, q] = [ways.index.get(from.place)!, ways.index.get(spot.place)!];
    if (ways.inLine(p, from.x, from.y, q, spot.x, spot.y, shut)) out.push(other);
  }
  return out;
}

/** What a living impostor could set off now: systems, and `doors_` with a room. The dead change nothing. */
export function sabotages(state: GlassState, id: string): string[] {
  const { settings, tick } = state;
  const { role, life } = state.players[id]!;
  if (role !== "impostor" || life !== "alive") return [];
  const out: string[] = [];
  if (state.sabotage === null && state.sabotageReady <= tick)
    for (const system of settings.sabotages) if (isSystem(system)) out.push(system);
  const critical = state.sabotage !== null && isCritical(state.sabotage.system);
  if (settings.sabotages.includes("doors") && !critical && firstDoorsAt(settings) <= tick)
    for (const { room, system } of doorSystems(stationOf(settings)))
      if ((state.doors[room]?.ready ?? 0) <= tick) out.push(system);
  return out;
}
export const doorSystems = ofStation(({ doors }) =>
  [...doors.keys()].map((room) => ({ room, system: `doors_${room}` })),
);
const firstDoorsAt = (settings: Settings): number => ticksOf(settings.firstSabotageMs);

/** Task sites in the same place that a living impostor can pretend to work at. */
export function fakeable(state: GlassState, id: string): string[] {
  const player = state.players[id]!;
  if (player.role !== "impostor" || player.life !== "alive" || player.vent !== null) return [];
  const out: string[] = [];
  const { sitesIn } = stationOf(state.settings);
  for (const { id: site, kind } of sitesIn.get(spotOf(state, player).place)!) if (kind === "task") out.push(site);
  return out;
}

/** How long standing at a site looks like work, in ticks: as long as the longest real step there. */
export function fakeTicks({ tasks }: Station, site: string): number {
  let most = 0;
  for (const { steps } of tasks) for (const step of steps) if (step.site === site) most = Math.max(most, step.ticks);
  return most;
}

/** What a player who looks on takes a player to be doing. */
export function seemsToBe(state: GlassState, player: Player): SeenDoing {
  if (player.vent !== null) return "vent";
  const { doing, walk } = player;
  if (walk && walk.tick <= state.tick && !isWaiting(walk)) return "walking";
  if (!doing) return "standing";
  if (doing.what === "fake") return "task";
  if (doing.what !== "task") return doing.what;
  return state.settings.visualTasks && isVisual(stationOf(state.settings), player, doing.site) ? "visual_task" : "task";
}

/** A follower who has caught up keeps its place until there is somewhere to go. */
export const isWaiting = ({ points }: Walk): boolean =>
  points.length === 4 && points[0] === points[2] && points[1] === points[3];

/** Whether what a player does at a site is a step that others can see to be real. */
export function isVisual(station: Station, player: Player, site: string): boolean {
  const task = player.tasks.find((one) => siteOf(one) === site);
  return task !== undefined && stepOf(station, task).visual === true;
}

/** Steps done and to do, of the crew's tasks that count. */
export function barOf({ players, settings }: GlassState): { done: number; total: number } {
  let done = 0;
  let total = 0;
  for (const id in players) {
    const { role, life, tasks } = players[id]!;
    if (role !== "crewmate" || life === "gone" || (life === "ghost" && !settings.ghostTasks)) continue;
    for (const task of tasks) {
      done += task.done;
      total += task.sites.length;
    }
  }
  return { done, total };
}

/** Who has won, or null. `tasks` before `ejection` before `parity`: what the crew did last counts for them. */
export function outcomeOf(state: GlassState): { winner: Winner; by: Win } | null {
  const { done, total } = barOf(state);
  if (total > 0 && done === total) return { winner: "crew", by: "tasks" };
  let impostors = 0;
  let crew = 0;
  for (const id in state.players) {
    const { role, life } = state.players[id]!;
    if (life !== "alive") continue;
    if (role === "impostor") impostors++;
    else crew++;
  }
  if (impostors === 0) return { winner: "crew", by: "ejection" };
  if (impostors >= crew) return { winner: "impostors", by: "parity" };
  return null;
}

/** Where everybody stands at a meeting: a ring around the button, by this order. */
export function ringSpot({ hub, middle }: Station, i: number, n: number): Spot {
  const { x, y } = middle.get(hub)!;
  const [dx, dy] = RING[Math.trunc((i * RING.length) / Math.max(n, 1)) % RING.length]!;
  return { place: hub, x: x + dx, y: y + dy };
}
const RING: readonly (readonly [number, number])[] = [
  [0, -150],
  [61, -137],
  [111, -100],
  [143, -46],
  [149, 16],
  [130, 75],
  [88, 121],
  [31, 147],
  [-31, 147],
  [-88, 121],
  [-130, 75],
  [-149, 16],
  [-143, -46],
  [-111, -100],
  [-61, -137],
];
