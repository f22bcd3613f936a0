// A ship of ten: everyone walks, works and remembers the others they met. The tick game that both engines are timed with.
import { type Ask, type Lexicon, refuse, Type, type World, withKey } from "@orrery/kernel";

const ROOMS = [
  "bridge",
  "galley",
  "chapel",
  "hold",
  "engine",
  "reactor",
  "medbay",
  "workshop",
  "garden",
  "archive",
  "armoury",
  "hangar",
  "quarters",
] as const;
const CREW = ["p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8", "p9"] as const;
const KINDS = ["wiring", "samples", "filters", "charts", "fuel"] as const;
const TRAIL = 8;

export interface Task {
  readonly id: string;
  readonly kind: string;
  readonly room: string;
  readonly progress: number;
  readonly need: number;
  readonly finished: number;
}
export interface Sailor {
  readonly id: string;
  readonly name: string;
  readonly role: "crew" | "impostor";
  readonly alive: boolean;
  readonly room: string;
  readonly x: number;
  readonly y: number;
  readonly cooldown: number;
  readonly tasks: readonly Task[];
  /** The last rooms, newest last. */
  readonly trail: readonly string[];
  readonly trust: Readonly<Record<string, number>>;
}
export interface Room {
  readonly id: string;
  readonly exits: readonly string[];
  readonly lights: boolean;
  readonly bodies: readonly string[];
}
export interface ShipState {
  readonly tick: number;
  /** The tick at which the shift ends. */
  readonly end: number;
  readonly rooms: Readonly<Record<string, Room>>;
  readonly crew: Readonly<Record<string, Sailor>>;
  readonly sabotage: { readonly kind: string | null; readonly until: number };
  readonly score: { readonly crew: number; readonly impostor: number };
}

/** Of others, what can be seen from here: where they stand, when they stand in the same room. */
interface Sighting {
  readonly id: string;
  readonly name: string;
  readonly alive: boolean;
  readonly x?: number;
  readonly y?: number;
}
export interface ShipView {
  readonly tick: number;
  readonly over: boolean;
  readonly me: Sailor | null;
  readonly room: Room | null;
  readonly others: readonly Sighting[];
  readonly sabotage: ShipState["sabotage"];
  /** Where this sailor last met each other one. */
  readonly met: Readonly<Record<string, string>>;
}

const actions = {
  step: {
    locationId: true,
    metadata: Type.Object(
      { x: Type.Integer(), y: Type.Integer(), task: Type.Integer() },
      { additionalProperties: false },
    ),
  },
} as const;

interface Stepped {
  readonly type: "stepped";
  readonly who: string;
  readonly to: string;
  readonly x: number;
  readonly y: number;
  readonly task: number;
}
interface Met {
  readonly who: string;
  readonly room: string;
}
export interface Ship {
  config: { readonly ticks: number };
  state: ShipState;
  view: ShipView;
  percept: Met;
  mind: Readonly<Record<string, string>>;
  event: Stepped;
  reasons: {
    shift_over: Record<string, never>;
    not_aboard: Record<string, never>;
    too_far: { readonly to: string };
    off_the_map: { readonly x: number; readonly y: number };
    no_such_task: { readonly task: number };
  };
  actions: typeof actions;
  god: Record<string, never>;
}

const ASKS = CREW.map((to): Ask<Ship> => ({ id: `walk-${to}`, to, lane: to, may: ["step"], kind: "standing" }));

export const ship = {
  id: "ship",
  version: 1,
  config: Type.Object({ ticks: Type.Integer({ minimum: 1 }) }, { additionalProperties: false }),
  actions,
  open: ({ ticks }) => ({
    tick: 0,
    end: ticks,
    rooms: Object.fromEntries(ROOMS.map((id, i) => [id, openRoom(id, i)])),
    crew: Object.fromEntries(CREW.map((id, i) => [id, openSailor(id, i)])),
    sabotage: { kind: null, until: 0 },
    score: { crew: 0, impostor: 0 },
  }),
  actors: () => CREW,
  asks: ({ tick, end, crew }) => (tick < end ? ASKS.filter(({ to }) => crew[to]!.alive) : []),
  check: {
    step({ me, over, room }, { locationId, metadata: { x, y, task } }) {
      if (over) return refuse("shift_over", {});
      if (!me?.alive || !room) return refuse("not_aboard", {});
      if (locationId !== me.room && !room.exits.includes(locationId)) return refuse("too_far", { to: locationId });
      if (x < 0 || x > 100 || y < 0 || y > 100) return refuse("off_the_map", { x, y });
      if (!me.tasks[task]) return refuse("no_such_task", { task });
      return null;
    },
  },
  decide: {
    step: (_state, { actorId, locationId, metadata: { x, y, task } }) => [
      { type: "stepped", who: actorId, to: locationId, x, y, task },
    ],
  },
  apply: {
    stepped(state, { who, to, x, y, task }) {
      const sailor = state.crew[who]!;
      const before = sailor.tasks[task]!;
      const done = before.progress + 1 >= before.need;
      const after = {
        ...before,
        progress: done ? 0 : before.progress + 1,
        finished: before.finished + (done ? 1 : 0),
      };
      const trail = sailor.trail.slice(sailor.trail.length < TRAIL ? 0 : 1);
      trail.push(to);
      const tasks = sailor.tasks.with(task, after);
      return {
        ...state,
        tick: state.tick + 1,
        crew: withKey(state.crew, who, { ...sailor, room: to, x, y, tasks, trail }),
        score: done ? { ...state.score, crew: state.score.crew + 1 } : state.score,
      };
    },
  },
  perceive(before, { who, to }, { crew }) {
    if (before.crew[who]!.room === to) return [];
    const met: { to: string; what: Met }[] = [];
    for (const id in crew) {
      if (id === who || crew[id]!.room !== to) continue;
      met.push({ to: id, what: { who, room: to } }, { to: who, what: { who: id, room: to } });
    }
    return met;
  },
  mind: {
    // Everyone has seen the muster roll, which says where each begins.
    open: ({ crew }, who) => Object.fromEntries(CREW.filter((id) => id !== who).map((id) => [id, crew[id]!.room])),
    learn: (mind, { who, room }) => (mind[who] === room ? mind : withKey(mind, who, room)),
  },
  view({ tick, end, rooms, crew, sabotage }, who, met) {
    const me = crew[who] ?? null;
    const others: Sighting[] = [];
    for (const id in crew) {
      if (id === who) continue;
      const { name, alive, room, x, y } = crew[id]!;
      others.push(me && room === me.room ? { id, name, alive, x, y } : { id, name, alive });
    }
    return { tick, over: tick >= end, me, room: me && rooms[me.room]!, others, sabotage, met };
  },
  legal: ({ me, over, room }, actorId) =>
    over || !me?.alive || !room
      ? []
      : [me.room, ...room.exits].flatMap((locationId) =>
          me.tasks.map((_, task) => ({
            actorId,
            type: "step" as const,
            locationId,
            metadata: { x: me.x, y: me.y, task },
          })),
        ),
  explain: {
    shift_over: () => "The shift is over.",
    not_aboard: () => "You are not aboard.",
    too_far: ({ to }, { room }) => `No door leads to "${to}" from here, only to ${room?.exits.join(", ")}.`,
    off_the_map: ({ x, y }) => `${x}, ${y} is off the map: both run from 0 to 100.`,
    no_such_task: ({ task }, { me }) => `You have no task ${task}: yours are 0 to ${(me?.tasks.length ?? 0) - 1}.`,
  },
  outcome: ({ tick, end, score }) => (tick < end ? null : { score }),
  entities: ({ crew }) =>
    CREW.map((id) => ({ id, name: crew[id]!.name, type: "sailor", attributes: { room: crew[id]!.room } })),
  words: {
    name: (_view, who) => who,
    lexicon: (): Lexicon => ({ verbs: [], nouns: [] }),
    tell: ({ percepts }) => percepts.map(({ who, room }) => `You meet ${who} in the ${room}.`).join(" "),
  },
} satisfies World<Ship>;

const openRoom = (id: string, i: number): Room => ({
  id,
  exits: [1, 4, ROOMS.length - 4, ROOMS.length - 1].map((away) => ROOMS[(i + away) % ROOMS.length]!),
  lights: true,
  bodies: [],
});

const openSailor = (id: string, i: number): Sailor => ({
  id,
  name: `${["Ada", "Bo", "Cleo", "Dov", "Eri", "Fay", "Gus", "Hal", "Ida", "Jun"][i]} of the ${ROOMS[i]}`,
  role: i === 3 || i === 7 ? "impostor" : "crew",
  alive: true,
  room: ROOMS[i]!,
  x: (i * 37) % 100,
  y: (i * 61) % 100,
  cooldown: 0,
  tasks: [0, 1, 2].map((k) => ({
    id: `task-${i}-${k}`,
    kind: KINDS[(i + k) % KINDS.length]!,
    room: ROOMS[(i * 3 + k) % ROOMS.length]!,
    progress: 0,
    need: 3,
    finished: 0,
  })),
  trail: [],
  trust: Object.fromEntries(CREW.map((other) => [other, 0])),
});
