// What each event makes of a state. Total: nothing is rolled and nothing refused here, and what an event leaves alone is shared.
import { withKey } from "@orrery/kernel";
import { barOf, lookBefore, ringSpot, spotAtLook, spotOf } from "./rules.ts";
import { ticksOf } from "./settings.ts";
import type { GlassEvent, GlassState, Player } from "./shape.ts";
import { stationOf } from "./station/index.ts";
import { applyTriggerConfig, type TriggerType } from "./triggers.ts";
import type { Spot } from "./ways.ts";

type Apply = { [T in GlassEvent["type"]]: (state: GlassState, event: Extract<GlassEvent, { type: T }>) => GlassState };

/** One player anew, at a tick. Its fields are written out and not spread from a part, which takes three times as long. */
const change = (state: GlassState, tick: number, who: string, of: (player: Player) => Player): GlassState => {
  const player = state.players[who];
  if (!player) return at(state, tick);
  return { ...state, tick, players: withKey(state.players, who, of(player)) };
};
/** Maps all players; unchanged ones are shared. */
const all = (state: GlassState, of: (player: Player, id: string) => Player): GlassState => {
  const before = state.players;
  let players: Record<string, Player> | null = null;
  for (const id in before) {
    const player = before[id]!;
    const next = of(player, id);
    if (next === player) continue;
    players ??= Object.assign({}, before);
    players[id] = next;
  }
  return players ? { ...state, players } : state;
};
const at = (state: GlassState, tick: number): GlassState => (state.tick === tick ? state : { ...state, tick });

/** Hands free again; the kill clock goes on from where it stood still. */
const idle = (player: Player, tick: number): Player => {
  const { doing, paused, vent, killReady } = player;
  if (paused === null || vent !== null) return doing === null ? player : { ...player, doing: null };
  return { ...player, doing: null, killReady: killReady + tick - paused, paused: null };
};

/** The way of a player is about to change: where it was at the last look is kept. */
const lookOnDeparture = (player: Player, tick: number, { settings }: GlassState): Player["looked"] =>
  keepLook(player, lookBefore(tick), settings);

/** It is elsewhere all of a sudden, by what was decided when eyes had looked round at this tick. */
const lookOnJump = (player: Player, tick: number, state: GlassState, { x, y }: Spot): Player["looked"] => {
  const now = spotOf({ tick, settings: state.settings }, player);
  return now.x === x && now.y === y
    ? lookOnDeparture(player, tick, state)
    : keepLook(player, lookBefore(tick + 1), state.settings);
};

const keepLook = (player: Player, at: number, { speedPercent }: GlassState["settings"]): Player["looked"] => {
  if (player.looked?.tick === at || at < 0) return player.looked;
  const { x, y } = spotAtLook(player, at, speedPercent);
  return { tick: at, x, y };
};

/** A player out of the living, where it stands: nothing is under way any more. */
const standStill = (player: Player, { place, x, y }: Spot, life: Player["life"]): Player => ({
  ...player,
  life,
  place,
  x,
  y,
  walk: null,
  doing: null,
  vent: null,
  intent: null,
  paused: null,
  sees: 0,
  seesBodies: 0,
  reaches: 0,
});

/** The state in which somebody speaks no more in the meeting, if there is one. */
function withoutSpeaker(state: GlassState, who: string): GlassState {
  const { meeting } = state;
  if (!meeting) return state;
  const others = (list: readonly string[]) => list.filter((id) => id !== who);
  return { ...state, meeting: { ...meeting, order: others(meeting.order), queue: others(meeting.queue) } };
}

export const apply: Apply = {
  intended: (state, { who, intent }) => change(state, state.tick, who, (player) => ({ ...player, intent })),
  failed: (state, { who }) =>
    change(state, state.tick, who, (player) => ({ ...player, intent: player.intent ?? { type: "wait" } })),
  noted: (state, { who, thought, notes }) =>
    change(state, state.tick, who, (player) => ({
      ...player,
      thought: thought ?? player.thought,
      notes: { ...player.notes, ...notes },
    })),
  configured: (state, { who, triggers }) =>
    change(state, state.tick, who, (player) => ({
      ...player,
      triggers: applyTriggerConfig(player.triggers, triggers),
    })),
  suspected: (state) => state,
  learned: (state, { who, learned }) => change(state, state.tick, who, (player) => ({ ...player, learned })),

  started: (state) => ({ ...state, phase: "PLAYING" }),
  walked: (state, { who, walk, tick }) =>
    change(state, tick, who, (player) => ({
      ...idle(player, tick),
      place: walk.places[0]!,
      x: walk.points[0]!,
      y: walk.points[1]!,
      looked: lookOnDeparture(player, tick, state),
      walk,
    })),
  stopped: (state, { who, place, x, y, tick }) =>
    change(state, tick, who, (player) => {
      const looked = lookOnDeparture(player, tick, state);
      return { ...player, place, x, y, looked, walk: null };
    }),
  began: (state, { who, doing, tick }) =>
    change(state, tick, who, (player) => {
      const { place, x, y } = spotOf({ tick, settings: state.settings }, player);
      const freed = idle(player, tick);
      const pauses =
        doing.what === "panel" || doing.what === "cameras" || doing.what === "admin" || doing.what === "vitals";
      const looked = player.walk ? lookOnDeparture(player, tick, state) : player.looked;
      return { ...freed, place, x, y, looked, walk: null, doing, paused: pauses ? tick : freed.paused };
    }),
  left_off: (state, { who, tick }) => change(state, tick, who, (player) => idle(player, tick)),
  task_stepped: (state, { who, task, ready, tick }) =>
    change(state, tick, who, (player) => {
      const before = player.tasks[task]!;
      const tasks = player.tasks.with(task, { ...before, done: before.done + 1, ready });
      return { ...player, tasks, doing: null };
    }),
  vented: (state, { who, how, vent, spot, tick }) =>
    change(state, tick, who, (player) => {
      const there = { ...spot, looked: lookOnJump(player, tick, state, spot) };
      return how === "exited"
        ? { ...idle({ ...player, vent: null }, tick), ...there, doing: player.doing }
        : { ...player, ...there, walk: null, doing: null, vent, paused: player.paused ?? tick };
    }),
  killed: (state, { by, who, place, x, y, tick }) => {
    const dead = change(state, tick, who, (player) => ({
      ...standStill(player, { place, x, y }, "ghost"),
      looked: lookOnDeparture(player, tick, state),
    }));
    // Only a god kills at the table.
    const next = withoutSpeaker(dead, who);
    const killReady = tick + ticksOf(state.settings.killCooldownMs);
    const after =
      by === null
        ? next
        : change(next, tick, by, (killer) => ({
            ...killer,
            place,
            x,
            y,
            looked: lookOnJump(killer, tick, state, { place, x, y }),
            walk: null,
            doing: null,
            killReady,
            paused: null,
          }));
    return { ...after, bodies: [...after.bodies, { who, place, x, y, tick }] };
  },
  kill_interrupted: (state, { tick }) => at(state, tick),
  sabotaged: (state, { sabotage, tick }) => ({
    ...state,
    tick,
    sabotage,
    sabotageReady: tick + ticksOf(state.settings.sabotageCooldownMs),
  }),
  panel_fixed: (state, { panel, tick }) =>
    state.sabotage
      ? { ...state, tick, sabotage: { ...state.sabotage, fixed: [...state.sabotage.fixed, panel] } }
      : at(state, tick),
  panel_released: (state, { panel, tick }) =>
    state.sabotage
      ? { ...state, tick, sabotage: { ...state.sabotage, fixed: state.sabotage.fixed.filter((one) => one !== panel) } }
      : at(state, tick),
  sabotage_ended: (state, { tick }) => {
    const now = { ...at(state, tick), sabotage: null };
    return all(now, (player) => (player.doing?.what === "panel" ? idle(player, tick) : player));
  },
  doors_closed: (state, { room, until, ready, tick }) => ({
    ...state,
    tick,
    doors: withKey(state.doors, room, { until, ready }),
  }),
  visual_seen: (state, { tick }) => at(state, tick),
  ran: (state, { tick, sees }) => {
    const now = at(state, tick);
    let players: Record<string, Player> | null = null;
    for (const id in sees) {
      const player = now.players[id];
      if (!player) continue;
      players ??= Object.assign({}, now.players);
      const [seen, seesBodies, lookedFrom, reaches = 0] = sees[id]!;
      players[id] = { ...player, sees: seen, seesBodies, lookedFrom, reaches };
    }
    return players ? { ...now, players } : now;
  },
  woken: (state, { tick, asked, kept, lifted, random }) => {
    const players: Record<string, Player> = Object.assign({}, state.players);
    const renew = (id: string, of: (player: Player) => Player) => {
      const player = players[id];
      if (player) players[id] = of(player);
    };
    for (const id in players) {
      const player = players[id]!;
      if (player.asked !== null || player.intent !== null) players[id] = { ...player, asked: null, intent: null };
    }
    for (const id in kept)
      renew(id, (player) => ({ ...player, pending: [...player.pending, ...kept[id]!].slice(-MOST_PENDING) }));
    for (const id in asked)
      renew(id, (player) => ({ ...player, asked: asked[id]!, asks: player.asks + 1, pending: [] }));
    for (const id in lifted) renew(id, (player) => unmute(player, lifted[id]!));
    for (const id in random) renew(id, (player) => ({ ...player, randomAt: random[id]! }));
    return { ...state, tick, players };
  },
  roused: (state, { who, wakes, lifted, tick }) =>
    change(state, tick, who, (player) => ({
      ...unmute(player, lifted),
      asked: [...(player.asked ?? player.pending), ...wakes],
      asks: player.asks + 1,
      intent: null,
      pending: player.asked ? player.pending : [],
    })),

  meeting_called: (state, { by, body, place, dead, order, tick }) => {
    const now = all(at(state, tick), (player, id) => {
      if (player.life !== "alive") return player;
      const called = id === by && body === null ? { emergencies: Math.max(0, player.emergencies - 1) } : {};
      const spot = ringSpot(stationOf(state.settings), order.indexOf(id), order.length);
      const { walk, doing } = player;
      const left = doing?.until == null ? null : doing.until - tick;
      return {
        ...player,
        ...spot,
        ...called,
        interrupted: {
          place: spotOf({ tick, settings: state.settings }, player).place,
          to: walk?.use?.site ?? walk?.to ?? null,
          work: doing && { site: doing.site, left },
        },
        walk: null,
        doing: null,
        vent: null,
        paused: null,
        sees: 0,
        seesBodies: 0,
        reaches: 0,
        looked: null,
        lookedFrom: spot.place,
      };
    });
    const critical = now.sabotage?.until != null;
    return {
      ...now,
      phase: "MEETING",
      bodies: [],
      doors: {},
      sabotage: critical ? null : now.sabotage,
      bar: barOf(now),
      meeting: {
        number: now.past.length + 1,
        by,
        body,
        place,
        tick,
        dead,
        stage: "interrupt",
        round: 0,
        order,
        queue: [],
        statements: [],
        votes: {},
      },
    };
  },
  stage_began: (state, { stage, round, order, tick }) =>
    state.meeting
      ? { ...state, tick, meeting: { ...state.meeting, stage, round, order, queue: order } }
      : at(state, tick),
  spoke: (state, { who, text, claims, tick }) => {
    const { meeting } = state;
    if (!meeting) return at(state, tick);
    const statement = { who, tick, round: meeting.round, text, claims };
    return {
      ...state,
      tick,
      meeting: {
        ...meeting,
        statements: text === "" && claims.length === 0 ? meeting.statements : [...meeting.statements, statement],
        queue: meeting.queue.filter((one) => one !== who),
      },
    };
  },
  tallied: (state, { votes, tally, ejected, wasImpostor, tick }) => {
    const { meeting } = state;
    if (!meeting) return at(state, tick);
    const { number, by, body, statements } = meeting;
    const past = [
      ...state.past,
      { number, by, body, tick: meeting.tick, statements, votes, tally, ejected, wasImpostor },
    ];
    const next = { ...at(state, tick), past, meeting: { ...meeting, votes, queue: [] } };
    if (ejected === null) return next;
    return change(next, tick, ejected, (player) => standStill(player, spotOf(next, player), "ghost"));
  },
  resumed: (state, { tick }) => {
    const { settings } = state;
    const killReady = tick + ticksOf(settings.killCooldownMs);
    const now = all(at(state, tick), (player) => ({
      ...player,
      killReady,
      notes: player.notes.meeting_scratch === "" ? player.notes : { ...player.notes, meeting_scratch: "" },
    }));
    return {
      ...now,
      phase: "PLAYING",
      meeting: null,
      buttonReady: tick + ticksOf(settings.emergencyCooldownMs),
      sabotageReady: Math.max(now.sabotageReady, tick + ticksOf(settings.firstSabotageMs)),
    };
  },

  ended: (state, { winner, by, tick }) => ({
    ...at(state, tick),
    phase: "ENDED",
    result: { winner, by, tick },
    bar: barOf(state),
  }),
  closed: (state) => ({ ...state, closed: true }),
  left: (state, { who, tick }) => {
    const now = at(state, tick);
    const gone = change(now, tick, who, (player) => ({
      ...standStill(player, spotOf(now, player), "gone"),
      asked: null,
      pending: [],
    }));
    return withoutSpeaker(gone, who);
  },
  revived: (state, { who, tick }) => {
    const now = change(state, tick, who, (player) => ({ ...player, life: "alive" }));
    return { ...now, bodies: now.bodies.filter((body) => body.who !== who) };
  },
  placed: (state, { who, place, x, y, tick }) =>
    change(state, tick, who, (player) => {
      const looked = lookOnJump(player, tick, state, { place, x, y });
      return { ...idle({ ...player, vent: null }, tick), place, x, y, looked, walk: null };
    }),
  recast: (state, { who, role, tick }) => change(state, tick, who, (player) => ({ ...player, role })),
};

const MOST_PENDING = 12;
const unmute = (player: Player, until: readonly string[]): Player => {
  const muted = player.triggers.muted.filter(
    (mute) => mute.until === null || !until.includes(mute.until satisfies TriggerType),
  );
  return { ...player, triggers: { ...player.triggers, muted } };
};
