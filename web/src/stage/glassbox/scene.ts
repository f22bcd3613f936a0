// What the station shows at one moment, as one shape: from a player's view what that player knows, from the state everything. Pure; draws nothing.
import {
  type Body,
  type GlassState,
  type GlassView,
  type Learned,
  type Life,
  type Notes,
  type Role,
  type Settings,
  type StatementView,
  TICK_MS,
  type Walk,
} from "@orrery/worlds/glassbox";
import { barOf, radiusOf, ringSpot, spotOf } from "@orrery/worlds/glassbox/rules";
import type { System } from "@orrery/worlds/glassbox/sabotages";
import { centreOf, type StationPlace, stationOf } from "@orrery/worlds/glassbox/station";

/** Somebody on the map. */
export interface Figure {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly place: string;
  readonly ghost: boolean;
  /** What hands are busy with, as far as it shows; `fake` shows to all eyes alone. */
  readonly doing: string;
  /** How far that is done, from 0 to 1; null where it has no known end. */
  readonly progress: number | null;
  readonly hidden: boolean;
  /** Seconds since it was last seen there; null: it is there now. */
  readonly ago: number | null;
  /** Where it is on its way, when that is known. */
  readonly walk: Walk | null;
}
/** Everyone of the game, on the map or not. */
export interface Member {
  readonly id: string;
  readonly name: string;
  readonly life: "alive" | "dead" | "gone";
  readonly role: Role | null;
  /** What goes on in its head, for itself and for all eyes. */
  readonly mind: Mind | null;
  /** How far its work is, and in how many seconds it can strike, as the dead are shown it; null where it is not. */
  readonly work: { readonly done: number; readonly total: number } | null;
  readonly strikesIn: number | null;
}
export interface Mind {
  readonly thought: string | null;
  readonly notes: Notes;
  readonly learned: Learned;
  readonly tasks: readonly {
    readonly name: string;
    readonly done: number;
    readonly steps: number;
    readonly fake: boolean;
    /** Where its next step is; null: it is done. */
    readonly place: string | null;
  }[];
}
export interface MeetingScene {
  readonly number: number;
  /** When it was called; a seat is told when it is over, and until then this is now. */
  readonly tick: number;
  readonly by: string;
  readonly body: string | null;
  readonly stage: string;
  readonly round: number;
  readonly statements: readonly StatementView[];
  /** Votes as far as they may be known: all eyes see them fall. */
  readonly votes: Readonly<Record<string, string>>;
}
export interface PastScene {
  readonly number: number;
  readonly tick: number;
  readonly by: string;
  readonly body: string | null;
  readonly statements: readonly StatementView[];
  readonly votes: Readonly<Record<string, string>>;
  readonly tally: Readonly<Record<string, number>>;
  readonly ejected: string | null;
  readonly wasImpostor: boolean | null;
}
export interface StationScene {
  readonly tick: number;
  readonly phase: string;
  readonly settings: Settings;
  readonly figures: readonly Figure[];
  readonly bodies: readonly Pick<Body, "who" | "x" | "y">[];
  readonly members: readonly Member[];
  /** Rooms with doors known to be shut. */
  readonly shut: readonly string[];
  readonly sabotage: { readonly system: System; readonly left: number | null } | null;
  readonly bar: { readonly done: number; readonly total: number } | null;
  /** Who looks, and how far; null: nobody in particular. */
  readonly you: string | null;
  readonly meeting: MeetingScene | null;
  readonly past: readonly PastScene[];
  /** How far each of the living sees, in map units; 0: without limit. */
  readonly radius: Readonly<Record<string, number>>;
}

const TICKS_A_SECOND = 1000 / TICK_MS;
export const ticksOf = (seconds: number): number => Math.round(seconds * TICKS_A_SECOND);
export const secondsOf = (ticks: number): number => ticks / TICKS_A_SECOND;

export const isState = (view: unknown): view is GlassState =>
  typeof view === "object" && view !== null && "seats" in view && "tick" in view;
export const isView = (view: unknown): view is GlassView =>
  typeof view === "object" && view !== null && "you" in view && "vision" in view;

export const sceneOf = (seen: GlassState | GlassView): StationScene => (isState(seen) ? ofState(seen) : ofView(seen));

function ofState(state: GlassState): StationScene {
  const { settings, seats, players, tick, sabotage, meeting } = state;
  return {
    tick,
    phase: state.phase,
    settings,
    figures: seats.flatMap(({ id }) => {
      const { life, doing, vent, walk } = players[id]!;
      if (life === "gone") return [];
      return [
        {
          id,
          ...spotNow(state, id),
          ghost: life === "ghost",
          doing: doing?.what ?? (walk ? "walking" : "standing"),
          progress: doing?.until == null ? null : (tick - doing.since) / Math.max(1, doing.until - doing.since),
          hidden: vent !== null,
          ago: null,
          walk,
        },
      ];
    }),
    bodies: state.bodies,
    members: seats.map(({ id, name }) => {
      const { life, role, thought, notes, learned, tasks } = players[id]!;
      return {
        id,
        name,
        life: lifeOf(life),
        role,
        work: null,
        strikesIn: null,
        mind: {
          thought: thought === "" ? null : thought,
          notes,
          learned,
          tasks: tasks.map(({ kind, done, sites }) => ({
            name: kind,
            done,
            steps: sites.length,
            fake: role === "impostor",
            place: stationOf(settings).site.get(sites[done] ?? "")?.place ?? null,
          })),
        },
      };
    }),
    shut: Object.entries(state.doors).flatMap(([room, { until }]) => (until > tick ? [room] : [])),
    sabotage: sabotage && { system: sabotage.system, left: sabotage.until && secondsOf(sabotage.until - tick) },
    bar: barOf(state),
    you: null,
    meeting: meeting && {
      number: meeting.number,
      tick: meeting.tick,
      by: meeting.by,
      body: meeting.body,
      stage: meeting.stage,
      round: meeting.round,
      statements: meeting.statements.map(statementOf),
      votes: meeting.votes,
    },
    past: state.past.map((one) => ({ ...one, statements: one.statements.map(statementOf) })),
    radius: Object.fromEntries(
      seats.flatMap(({ id }) => {
        const { life, role } = players[id]!;
        return life === "alive" ? [[id, radiusOf(settings, role, sabotage?.system === "lights")]] : [];
      }),
    ),
  };
}

function ofView(view: GlassView): StationScene {
  const { you, vision, settings, players, meeting } = view;
  const tick = ticksOf(view.time);
  const figures: Figure[] = [
    {
      id: you.id,
      x: you.x,
      y: you.y,
      place: you.location,
      ghost: you.status === "ghost",
      doing: you.doing,
      progress: null,
      hidden: you.vent !== null,
      ago: null,
      walk: null,
    },
    ...vision.players_visible.map(({ id, x, y, location, doing, life }) => ({
      id,
      x,
      y,
      place: location,
      ghost: life === "ghost",
      doing,
      progress: null,
      hidden: doing === "vent",
      ago: null,
      walk: null,
    })),
  ];
  if (view.phase === "MEETING" && you.status === "alive") figures.push(...atTable(view));
  const here = new Set(figures.map(({ id }) => id));
  const dead = new Set(players.flatMap(({ id, status }) => (status === "alive" ? [] : [id])));
  const unplaced = new Map<string, number>();
  for (const [id, { location, x, y, t }] of Object.entries(view.known_locations)) {
    const place = stationOf(view.settings).place.get(location);
    if (here.has(id) || dead.has(id) || !place) continue;
    const nth = unplaced.get(location) ?? 0;
    const unknown = x === null || y === null;
    if (unknown) unplaced.set(location, nth + 1);
    figures.push({
      id,
      ...(unknown ? besideOthers(place, nth) : { x, y }),
      place: location,
      ghost: false,
      doing: "standing",
      progress: null,
      hidden: false,
      ago: Math.max(0, view.time - t),
      walk: null,
    });
  }
  return {
    tick,
    phase: view.phase,
    settings,
    figures,
    bodies: vision.bodies_visible.map(({ player, x, y }) => ({ who: player, x, y })),
    members: players.map(({ id, name, status, role }) => ({
      id,
      name,
      life: status === "disconnected" ? "gone" : status,
      role,
      ...beheld(view, id),
      mind:
        id === you.id
          ? {
              thought: null,
              notes: you.notes,
              learned: you.learned,
              tasks: you.tasks.map((task) => ({
                name: task.name,
                done: task.done ? task.steps : task.step,
                steps: task.steps,
                fake: task.fake,
                place: task.location,
              })),
            }
          : null,
    })),
    shut: view.overview?.closed_rooms ?? vision.closed_exits,
    sabotage: view.station.sabotage && {
      system: view.station.sabotage.system,
      left: view.station.sabotage.seconds_left,
    },
    bar: view.station.task_bar,
    you: you.id,
    meeting: meeting && {
      number: meeting.number,
      tick,
      by: meeting.called_by,
      body: meeting.body,
      stage: meeting.stage,
      round: meeting.round,
      statements: meeting.statements,
      votes: {},
    },
    past: view.past_meetings.map((one) => ({
      number: one.number,
      tick: ticksOf(one.t),
      by: one.called_by,
      body: one.body,
      statements: one.statements,
      votes: one.votes,
      tally: one.tally,
      ejected: one.ejected,
      wasImpostor: one.was_impostor,
    })),
    radius: { [you.id]: vision.radius },
  };
}

/** What the dead are shown of one of the others. An impostor has no work that counts. */
function beheld({ overview, players }: GlassView, id: string): Pick<Member, "work" | "strikesIn"> {
  const shown = overview?.players.find((one) => one.id === id);
  if (!shown) return { work: null, strikesIn: null };
  const { tasks, kill_cooldown } = shown;
  const crew = players.some((one) => one.id === id && one.role === "crewmate");
  const done = tasks.filter(({ site }) => site === null).length;
  return { work: crew ? { done, total: tasks.length } : null, strikesIn: kill_cooldown };
}

/** Figures remembered in a place without a spot stand side by side in it, so that each label can be read. */
function besideOthers(place: StationPlace, nth: number): { x: number; y: number } {
  const { x, y } = centreOf(place);
  const within = (at: number, from: number, size: number) => Math.min(from + size - EDGE, Math.max(from + EDGE, at));
  const column = [0, -1, 1][nth % 3]!;
  const row = [0, 1, -1][Math.trunc(nth / 3) % 3]!;
  const lying = place.w >= place.h;
  const [dx, dy] = lying ? [column * APART, row * APART] : [row * APART, column * APART];
  return { x: within(x + dx, place.x, place.w), y: within(y + dy, place.y, place.h) };
}
/** Map units between two who are remembered in one place, and from its walls. */
const APART = 170;
const EDGE = 60;

/** The others around the table: everyone who lives is there for all to see, in no order that would mean anything. */
function atTable({ you, players, vision, settings }: GlassView): Figure[] {
  const shown = new Set(vision.players_visible.map(({ id }) => id));
  const living = players.flatMap(({ id, status }) => (status === "alive" ? [id] : []));
  const chairs = living
    .map((_, i) => ringSpot(stationOf(settings), i, living.length))
    .filter(({ x, y }) => x !== you.x || y !== you.y);
  return living
    .filter((id) => id !== you.id && !shown.has(id))
    .map((id, i) => ({
      id,
      ...chairs[i]!,
      ghost: false,
      doing: "standing",
      progress: null,
      hidden: false,
      ago: null,
      walk: null,
    }));
}

const spotNow = (state: GlassState, id: string) => {
  const { x, y, place } = spotOf(state, state.players[id]!);
  return { x, y, place };
};
const lifeOf = (life: Life): Member["life"] => (life === "ghost" ? "dead" : life);
const statementOf = ({
  who,
  tick,
  round,
  text,
  claims,
}: GlassState["past"][number]["statements"][number]): StatementView => ({
  who,
  t: secondsOf(tick),
  round,
  text,
  claims,
});
