// What one seat is given: its own facts, what it sees now, what it remembers, and the list of what it may do. Built up field by field, never pruned down.
import { withKey } from "@orrery/kernel";
import { SKIP } from "./meet.ts";
import {
  barOf,
  bodyId,
  doorSystems,
  fakeable,
  idsOf,
  inMask,
  inSight,
  killWait,
  openPanels,
  radiusOf,
  reachable,
  sabotages,
  seemsToBe,
  siteOf,
  spotOf,
  victims,
} from "./rules.ts";
import { isDark, isSilent, SYSTEMS } from "./sabotages/index.ts";
import { TICK_MS } from "./settings.ts";
import type {
  AskKind,
  Available,
  DeedKind,
  GlassMind,
  GlassState,
  GlassView,
  Overview,
  Player,
  SeenPlayer,
  StatementView,
  SuspicionMoment,
  TaskView,
} from "./shape.ts";
import { contains, ofStation, type Station, stationOf } from "./station/index.ts";
import type { Spot } from "./ways.ts";

/** Ticks as seconds of the game clock, one decimal. */
export const secondsOf = (ticks: number): number => (ticks * TICK_MS) / 1000;

export function view(state: GlassState, who: string, mind: GlassMind): GlassView {
  const me = state.players[who];
  if (!me) throw new RangeError(`${who} has no seat in this game`);
  const { tick, phase, meeting, settings, seats, players } = state;
  const kind = askKind(state, me);
  const facts = seats.find(({ id }) => id === who)!;
  const spot = spotOf(state, me);
  const at = phase === "MEETING" || phase === "ENDED" ? null : spot;
  const vision = visionOf(state, who, me, spot, at === null);
  return {
    time: secondsOf(tick),
    phase,
    stage: meeting?.stage ?? null,
    ask: kind && {
      kind,
      triggers: (me.asked ?? []).map(({ type, tick: when, data }) => ({
        trigger_type: type,
        trigger_data: withKey(data, "timestamp", secondsOf(when)),
      })),
      suspicions: momentOf(kind, me),
    },
    you: {
      id: who,
      name: facts.name,
      role: me.role,
      status: me.life,
      partners: me.role === "impostor" ? idsOf(state).filter((id) => id !== who && isImpostor(state, id)) : [],
      location: spot.place,
      x: spot.x,
      y: spot.y,
      heading: me.walk?.to ?? null,
      doing: seemsToBe(state, me),
      at_work: workOf(me, tick),
      vent: me.vent,
      interrupted: interruptionOf(state, me),
      kill_cooldown: me.role === "impostor" ? secondsOf(killWait(state, me)) : null,
      tasks:
        isSilent(state) && me.life === "alive"
          ? []
          : me.tasks.map((task) => taskView(stationOf(settings), task, me, tick)),
      emergencies_remaining: me.emergencies,
      emergency_cooldown: secondsOf(Math.max(0, state.buttonReady - tick)),
      notes: me.notes,
      learned: me.learned,
      learns: settings.gameEndAsk || facts.learns === true,
      triggers: me.triggers,
      model: facts.model,
      persona: settings.personas ? facts.persona : null,
      strategy_level: facts.strategyLevel,
      meta_level: facts.metaLevel,
    },
    recent_history: mind.history.map(({ tick: when, at: location, players }) => ({
      t: secondsOf(when),
      vision: { players, location },
    })),
    history_dropped: mind.dropped,
    vision,
    overview: me.life === "ghost" ? overviewOf(state, who) : null,
    known_deaths: mind.deaths.map(({ who: player, tick: when, how, place }) => ({
      player,
      t: secondsOf(when),
      how,
      location: place,
    })),
    known_locations: knownLocations(mind, vision, secondsOf(tick)),
    witnessed_events: mind.witnessed.map(({ what, tick: when, data }) => ({ t: secondsOf(when), type: what, data })),
    station: conditionOf(state, me),
    players: seats.map(({ id, name }) => {
      const player = players[id]!;
      return { id, name, status: statusOf(state, me, mind, id, player), role: roleOf(state, me, id, player) };
    }),
    meeting: meeting && {
      number: meeting.number,
      called_by: meeting.by,
      body: meeting.body,
      found_in: meeting.body === null ? null : meeting.place,
      announced_dead: meeting.dead,
      stage: meeting.stage,
      round: meeting.round,
      rounds: settings.discussionRounds,
      speaking_order: meeting.order,
      statements: meeting.statements.map(statementView),
    },
    past_meetings: pastMeetings(state.past),
    available_actions: available(state, who, me, kind),
    settings,
    result: state.result && {
      winner: state.result.winner,
      by: state.result.by,
      you_won: state.result.winner === (me.role === "impostor" ? "impostors" : "crew"),
    },
  };
}

const workOf = ({ doing }: Player, tick: number): GlassView["you"]["at_work"] =>
  doing && { site: doing.site, seconds_left: doing.until === null ? null : secondsOf(doing.until - tick) };

/** Everybody's clocks and errands, for those who change nothing any more. */
function overviewOf(state: GlassState, who: string): Overview {
  const { tick, doors } = state;
  return {
    players: idsOf(state).flatMap((id) => {
      const player = state.players[id]!;
      const { life, role, walk, vent, emergencies, tasks } = player;
      if (id === who || life === "gone") return [];
      return {
        id,
        heading: walk?.to ?? null,
        at_work: workOf(player, tick),
        vent,
        kill_cooldown: role === "impostor" && life === "alive" ? secondsOf(killWait(state, player)) : null,
        emergencies_remaining: emergencies,
        tasks: tasks.map((task) => ({
          kind: task.kind,
          step: task.done,
          steps: task.sites.length,
          site: siteOf(task),
        })),
      };
    }),
    closed_rooms: Object.keys(doors).filter((room) => doors[room]!.until > tick),
  };
}

/** During a meeting, and when one is asked at its end. */
function interruptionOf({ phase }: GlassState, { life, asked, interrupted }: Player): GlassView["you"]["interrupted"] {
  if (interrupted === null || life !== "alive") return null;
  if (phase !== "MEETING" && !asked?.some(({ type }) => type === "MEETING_END")) return null;
  const { place, to, work } = interrupted;
  const left = work?.left ?? null;
  return {
    location: place,
    heading: to,
    at_work: work && { site: work.site, seconds_left: left === null ? null : secondsOf(left) },
  };
}

function knownLocations(
  { last }: GlassMind,
  { players_visible }: GlassView["vision"],
  now: number,
): GlassView["known_locations"] {
  const out: Record<string, GlassView["known_locations"][string]> = {};
  for (const id in last) {
    const { place, x, y, tick } = last[id]!;
    out[id] = { location: place, x, y, t: secondsOf(tick) };
  }
  for (const { id, location, x, y } of players_visible) out[id] = { location, x, y, t: now };
  return out;
}

const isImpostor = (state: GlassState, id: string): boolean => state.players[id]!.role === "impostor";
const statementView = ({ who, tick, round, text, claims }: StatementSource): StatementView => ({
  who,
  t: secondsOf(tick),
  round,
  text,
  claims,
});
/** Meetings that are over, the same for all who look: made once. */
function pastMeetings(past: GlassState["past"]): GlassView["past_meetings"] {
  if (past.length === 0) return [];
  let made = PAST.get(past);
  if (!made) {
    made = past.map(({ number, tick, by, body, statements, votes, tally, ejected, wasImpostor }) => ({
      number,
      t: secondsOf(tick),
      called_by: by,
      body,
      statements: statements.map(statementView),
      votes,
      tally,
      ejected,
      was_impostor: wasImpostor,
    }));
    PAST.set(past, made);
  }
  return made;
}
const PAST = new WeakMap<GlassState["past"], GlassView["past_meetings"]>();

type StatementSource = GlassState["past"][number]["statements"][number];

function askKind({ phase, meeting, closed }: GlassState, { asked, intent, life }: Player): AskKind | null {
  if (asked === null || intent !== null || closed) return null;
  if (phase === "ENDED") return "end";
  return phase === "MEETING" && life === "alive" ? meeting!.stage : "decision";
}

/** The fixed moments at which suspicions are kept: of the living crew and impostors alike. */
function momentOf(kind: AskKind, { life }: Player): SuspicionMoment | null {
  if (life !== "alive") return null;
  if (kind === "interrupt" || kind === "preparation") return "before_meeting";
  if (kind === "deliberation") return "after_discussion";
  return kind === "vote" ? "before_vote" : null;
}

function taskView(station: Station, task: Player["tasks"][number], me: Player, tick: number): TaskView {
  const site = siteOf(task);
  return {
    kind: task.kind,
    name: station.task.get(task.kind)!.name,
    done: site === null,
    step: task.done,
    steps: task.sites.length,
    site,
    location: site === null ? null : station.site.get(site)!.place,
    wait_seconds: secondsOf(Math.max(0, task.ready - tick)),
    fake: me.role === "impostor",
  };
}

/** What the eyes tell. At the table, and after the end, everybody alive is simply there. */
function visionOf(state: GlassState, who: string, me: Player, spot: Spot, atTable: boolean): GlassView["vision"] {
  const { settings } = state;
  const { place } = spot;
  const ghost = me.life !== "alive";
  const visible = ghost
    ? idsOf(state).filter((id) => id !== who && state.players[id]!.life !== "gone")
    : atTable
      ? []
      : inSight(state, me);
  const bodies = ghost ? state.bodies : bodiesInSight(state, me);
  const console = me.doing?.what;
  const works = !isSilent(state);
  return {
    players_visible: visible.map((id) => seenPlayer(state, me, spot, id)),
    objects_visible: objectsIn(state, place, bodies),
    bodies_visible: bodies.map((body) => ({
      id: bodyId(body.who),
      player: body.who,
      location: body.place,
      x: body.x,
      y: body.y,
    })),
    exits: exitsOf(stationOf(settings)).get(place)!,
    closed_exits: closedExits(state, place),
    radius: ghost ? 0 : radiusOf(settings, me.role, isDark(state)),
    admin: console === "admin" && works ? headCount(state) : null,
    vitals: console === "vitals" && works ? vitalsOf(state) : null,
    cameras: console === "cameras" && works ? "watching" : cameraLight(state, spot) ? "in_use" : null,
  };
}

const exitsOf = ofStation(
  ({ exits }): ReadonlyMap<string, readonly string[]> =>
    new Map([...exits].map(([id, leads]) => [id, leads.map(({ to }) => to)])),
);

function closedExits({ doors, tick, settings }: GlassState, place: string): readonly string[] {
  const out: string[] = [];
  for (const { to, portal } of stationOf(settings).exits.get(place)!)
    if (portal.door !== null && (doors[portal.door]?.until ?? 0) > tick) out.push(to);
  return out;
}

function bodiesInSight(state: GlassState, { seesBodies }: Player): GlassState["bodies"] {
  if (seesBodies === 0) return [];
  const seen = inMask(state, seesBodies);
  return state.bodies.filter(({ who }) => seen.includes(who));
}

function objectsIn(state: GlassState, place: string, bodies: GlassState["bodies"]): string[] {
  const out: string[] = [];
  for (const { id, kind } of stationOf(state.settings).sitesIn.get(place)!) if (isSeen(state, kind)) out.push(id);
  for (const { who } of bodies) out.push(bodyId(who));
  return out;
}

/** Which fixtures are there in this game. */
function isSeen({ settings }: GlassState, kind: string): boolean {
  if (kind === "cameras") return settings.cameras;
  if (kind === "admin") return settings.adminTable;
  if (kind === "vitals") return settings.vitals;
  return kind !== "vent" || settings.vents;
}

function seenPlayer(state: GlassState, me: Player, spot: Spot, id: string): SeenPlayer {
  const player = state.players[id]!;
  const { place, x, y } = spotOf(state, player);
  const via =
    me.life !== "alive" ? "ghost" : me.doing?.what === "cameras" && !isNear(state, me, spot, x, y) ? "camera" : "eyes";
  return {
    id,
    location: place,
    x,
    y,
    doing: seemsToBe(state, player),
    via,
    life: player.life === "ghost" ? "ghost" : "alive",
  };
}

function isNear(state: GlassState, me: Player, spot: Spot, x: number, y: number): boolean {
  const radius = radiusOf(state.settings, me.role, isDark(state));
  return (spot.x - x) * (spot.x - x) + (spot.y - y) * (spot.y - y) <= radius * radius;
}

function headCount(state: GlassState): Record<string, number> {
  const count: Record<string, number> = {};
  const { place: placeBy } = stationOf(state.settings);
  const add = (place: string) => {
    if (placeBy.get(place)!.kind === "room") count[place] = (count[place] ?? 0) + 1;
  };
  for (const id of idsOf(state)) {
    const player = state.players[id]!;
    if (player.life === "alive") add(spotOf(state, player).place);
  }
  for (const { place } of state.bodies) add(place);
  return count;
}

function vitalsOf(state: GlassState): Record<string, "alive" | "dead" | "disconnected"> {
  return Object.fromEntries(
    idsOf(state).map((id) => {
      const { life } = state.players[id]!;
      return [id, life === "alive" ? "alive" : life === "ghost" ? "dead" : "disconnected"] as const;
    }),
  );
}

/** A camera's light is on while anybody watches; it is seen from where the camera hangs. */
function cameraLight(state: GlassState, { place, x, y }: Spot): boolean {
  const { watched, cameras } = stationOf(state.settings);
  if (!watched.has(place) || isSilent(state)) return false;
  if (!cameras.some((camera) => camera.place === place && contains(camera, x, y))) return false;
  return idsOf(state).some((id) => state.players[id]!.doing?.what === "cameras");
}

function conditionOf(state: GlassState, me: Player): GlassView["station"] {
  const { sabotage, settings, tick, phase } = state;
  const hidden = settings.taskBar === "never" || (isSilent(state) && me.life === "alive" && phase === "PLAYING");
  return {
    sabotage: sabotage && {
      system: sabotage.system,
      seconds_left: sabotage.until === null ? null : secondsOf(sabotage.until - tick),
      panels: openPanels(state),
    },
    sabotage_cooldown:
      me.role === "impostor" || me.life === "ghost" ? secondsOf(Math.max(0, state.sabotageReady - tick)) : null,
    task_bar: hidden ? null : settings.taskBar === "always" || phase === "ENDED" ? barOf(state) : state.bar,
  };
}

function statusOf(
  { phase }: GlassState,
  me: Player,
  mind: GlassMind,
  id: string,
  player: Player,
): "alive" | "dead" | "disconnected" {
  const { life } = player;
  if (life === "gone") return "disconnected";
  const sees = me.life !== "alive" || phase === "ENDED" || me === player;
  if (sees) return life === "ghost" ? "dead" : "alive";
  for (const { who } of mind.deaths) if (who === id) return "dead";
  return "alive";
}

/** A role the viewer knows for certain: its own, an impostor's knowledge of all, a ghost's, or one shown by an ejection. */
function roleOf(state: GlassState, me: Player, id: string, player: Player): Player["role"] | null {
  const { role } = player;
  if (player === me || me.life === "ghost" || state.phase === "ENDED") return role;
  if (me.role === "impostor") return role;
  for (const { ejected, wasImpostor } of state.past)
    if (ejected === id) return wasImpostor === null ? null : wasImpostor ? "impostor" : "crewmate";
  return null;
}

const NOTHING: Available = {
  types: [],
  available_moves: [],
  available_follows: [],
  available_interactions: [],
  available_kills: [],
  available_sabotages: [],
  available_fakes: [],
  available_votes: [],
};
const allPlaces = ofStation(({ places }) => places.map(({ id }) => id));

/** The dynamic list of tools: what an ask allows, and with what, from what this player can see. */
function available(state: GlassState, who: string, me: Player, kind: AskKind | null): Available {
  if (kind === null) return NOTHING;
  if (kind === "discussion") return { ...NOTHING, types: ["speak", "configure_triggers"] };
  if (kind === "vote")
    return {
      ...NOTHING,
      types: ["vote", "configure_triggers"],
      available_votes: [...idsOf(state).filter((id) => state.players[id]!.life === "alive"), SKIP],
    };
  if (kind !== "decision" && kind !== "consolidation") return { ...NOTHING, types: ["reflect", "configure_triggers"] };
  if (state.phase === "MEETING" && me.life !== "alive")
    return { ...NOTHING, types: ["wait", "reflect", "configure_triggers"] };
  return state.settings.contextTools ? inContext(state, who, me) : outOfContext(state, who, me);
}

function inContext(state: GlassState, who: string, me: Player): Available {
  const inVent = me.vent !== null;
  // At the table one may say where one will go, but nothing is done before play resumes.
  const atTable = state.phase === "MEETING";
  const interactions = reachable(state, who).filter((id) => !atTable || id !== "button");
  const fakes = fakeable(state, who);
  const kills = atTable ? [] : victims(state, who);
  const breaks = atTable ? [] : sabotages(state, who);
  const types: DeedKind[] = inVent ? ["wait"] : ["move", "wait"];
  if (interactions.length > 0) types.push("interact");
  if (kills.length > 0) types.push("kill");
  if (breaks.length > 0) types.push("sabotage");
  if (fakes.length > 0) types.push("fake_task");
  types.push("reflect", "configure_triggers");
  return {
    types,
    available_moves: inVent ? [] : allPlaces(stationOf(state.settings)),
    available_follows: inVent ? [] : followable(state, who, me),
    available_interactions: interactions,
    available_kills: kills,
    available_sabotages: breaks,
    available_fakes: fakes,
    available_votes: [],
  };
}

/** Players the viewer can follow: those it sees with its own eyes. */
function followable(state: GlassState, who: string, me: Player): string[] {
  if (me.life !== "alive") return idsOf(state).filter((id) => id !== who && state.players[id]!.life === "alive");
  const seen = inSight(state, me);
  if (me.doing?.what !== "cameras") return seen;
  const spot = spotOf(state, me);
  return seen.filter((id) => seenPlayer(state, me, spot, id).via === "eyes");
}

/** Everything there is on this station, whether it is possible now or not. */
function outOfContext(state: GlassState, who: string, me: Player): Available {
  const others = idsOf(state).filter((id) => id !== who);
  const impostor = me.role === "impostor" && me.life === "alive";
  const station = stationOf(state.settings);
  const tasks = station.sites.filter(({ kind }) => kind === "task").map(({ id }) => id);
  return {
    ...NOTHING,
    types: [
      "move",
      "wait",
      "interact",
      ...(impostor ? (["kill", "sabotage", "fake_task"] as const) : []),
      "reflect",
      "configure_triggers",
    ],
    available_moves: allPlaces(station),
    available_follows: others,
    available_interactions: [...station.sites.map(({ id }) => id), ...others.map(bodyId)],
    available_kills: impostor ? others : [],
    available_sabotages: impostor ? [...SYSTEMS, ...doorSystems(station).map(({ system }) => system)] : [],
    available_fakes: impostor ? tasks : [],
  };
}
