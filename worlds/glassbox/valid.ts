// What must hold in every state: shape and ranges by schema, then what fields owe each other. What a god may not bring about is found here.
import { checker, type Static, Type } from "@orrery/kernel";
import { isCritical, SYSTEMS } from "./sabotages/index.ts";
import { COLOURS, LearnedSchema, META_LEVELS, NotesSchema, SettingsSchema } from "./settings.ts";
import { ClaimSchema, type GlassState, STAGES, WINS } from "./shape.ts";
import { stationProblems } from "./station/check.ts";
import { type Station, stationOf } from "./station/index.ts";
import { MUTABLE, TRIGGERS } from "./triggers.ts";

const closed = { additionalProperties: false } as const;
const Tick = Type.Integer({ minimum: 0, maximum: 10_000_000 });
const Coordinate = Type.Integer({ minimum: 0, maximum: 10_000 });
const Id = Type.Enum([...COLOURS]);
/** Ids of the station: which ones there are is its plan's matter, and is checked after the shape. */
const Place = Type.String({ maxLength: 40 });
const Site = Place;
const orNull = <T extends Parameters<typeof Type.Array>[0]>(schema: T) => Type.Union([schema, Type.Null()]);
const Datum = Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()]);
const Wake = Type.Object(
  { type: Type.Enum([...TRIGGERS]), tick: Tick, data: Type.Record(Type.String(), Datum) },
  closed,
);
const Use = Type.Object({ what: Type.Enum(["interact", "fake"]), site: Site }, closed);
const Walk = Type.Object(
  {
    tick: Tick,
    points: Type.Array(Coordinate, { minItems: 4, maxItems: 200 }),
    places: Type.Array(Place, { minItems: 1, maxItems: 99 }),
    to: Place,
    follow: orNull(Id),
    caught: Type.Boolean(),
    use: orNull(Use),
  },
  closed,
);
const Doing = Type.Object(
  {
    what: Type.Enum(["task", "fake", "panel", "cameras", "admin", "vitals"]),
    site: Site,
    since: Tick,
    until: orNull(Tick),
  },
  closed,
);
const Text = Type.String({ maxLength: 4000 });
const Intent = Type.Union([
  Type.Object({ type: Type.Literal("wait") }, closed),
  Type.Object({ type: Type.Literal("reflect") }, closed),
  Type.Object({ type: Type.Literal("move"), to: Place }, closed),
  Type.Object({ type: Type.Literal("follow"), who: Id }, closed),
  Type.Object({ type: Type.Literal("interact"), object: Text }, closed),
  Type.Object({ type: Type.Literal("kill"), target: Id }, closed),
  Type.Object({ type: Type.Literal("sabotage"), system: Text }, closed),
  Type.Object({ type: Type.Literal("fake"), site: Site }, closed),
  Type.Object(
    {
      type: Type.Literal("speak"),
      text: Text,
      claims: Type.Array(ClaimSchema, { maxItems: 8 }),
      read: Type.Optional(Type.Literal(true)),
    },
    closed,
  ),
  Type.Object({ type: Type.Literal("vote"), target: Text }, closed),
]);
const Task = Type.Object(
  {
    kind: Place,
    sites: Type.Array(Site, { minItems: 1, maxItems: 8 }),
    done: Type.Integer({ minimum: 0, maximum: 8 }),
    ready: Tick,
  },
  closed,
);
const Mask = Type.Integer({ minimum: 0, maximum: 2 ** COLOURS.length - 1 });
const Player = Type.Object(
  {
    role: Type.Enum(["crewmate", "impostor"]),
    life: Type.Enum(["alive", "ghost", "gone"]),
    place: Place,
    x: Coordinate,
    y: Coordinate,
    walk: orNull(Walk),
    doing: orNull(Doing),
    vent: orNull(Site),
    killReady: Tick,
    paused: orNull(Tick),
    tasks: Type.Array(Task, { maxItems: 10 }),
    emergencies: Type.Integer({ minimum: 0, maximum: 9 }),
    interrupted: orNull(
      Type.Object(
        {
          place: Place,
          to: orNull(Place),
          work: orNull(Type.Object({ site: Site, left: orNull(Tick) }, closed)),
        },
        closed,
      ),
    ),
    sees: Mask,
    seesBodies: Mask,
    lookedFrom: Place,
    reaches: Mask,
    looked: orNull(Type.Object({ tick: Tick, x: Coordinate, y: Coordinate }, closed)),
    triggers: Type.Object(
      {
        muted: Type.Array(
          Type.Object({ type: Type.Enum([...MUTABLE]), until: orNull(Type.Enum([...TRIGGERS])) }, closed),
          { maxItems: 100 },
        ),
        every: Type.Integer({ minimum: 0, maximum: 600 }),
        random: Type.Integer({ minimum: 0, maximum: 600 }),
        intersection: Type.Boolean(),
        hallway_waypoint: Type.Boolean(),
      },
      closed,
    ),
    randomAt: orNull(Tick),
    pending: Type.Array(Wake, { maxItems: 100 }),
    asked: orNull(Type.Array(Wake, { maxItems: 200 })),
    asks: Type.Integer({ minimum: 0, maximum: 10_000_000 }),
    intent: orNull(Intent),
    thought: Text,
    notes: Type.Required(NotesSchema, closed),
    learned: LearnedSchema,
  },
  closed,
);
const Statement = Type.Object(
  { who: Id, tick: Tick, round: Tick, text: Text, claims: Type.Array(ClaimSchema, { maxItems: 8 }) },
  closed,
);
const Votes = Type.Record(Type.String(), Type.String({ maxLength: 20 }));
const Ids = Type.Array(Id, { maxItems: COLOURS.length, uniqueItems: true });
const State = Type.Object(
  {
    settings: SettingsSchema,
    seats: Type.Array(
      Type.Object(
        {
          id: Id,
          name: Text,
          model: orNull(Text),
          persona: orNull(Text),
          strategyLevel: Type.Integer({ minimum: 0, maximum: 3 }),
          metaLevel: Type.Enum([...META_LEVELS]),
          learns: Type.Optional(Type.Literal(true)),
        },
        closed,
      ),
      { minItems: 4, maxItems: COLOURS.length },
    ),
    tick: Tick,
    phase: Type.Enum(["LOBBY", "PLAYING", "MEETING", "ENDED"]),
    players: Type.Record(Type.String(), Player),
    bodies: Type.Array(Type.Object({ who: Id, place: Place, x: Coordinate, y: Coordinate, tick: Tick }, closed), {
      maxItems: COLOURS.length,
    }),
    sabotage: orNull(
      Type.Object(
        { system: Type.Enum([...SYSTEMS]), since: Tick, until: orNull(Tick), fixed: Type.Array(Site, { maxItems: 4 }) },
        closed,
      ),
    ),
    sabotageReady: Tick,
    doors: Type.Record(Type.String(), Type.Object({ until: Tick, ready: Tick }, closed)),
    buttonReady: Tick,
    bar: Type.Object({ done: Tick, total: Tick }, closed),
    meeting: orNull(
      Type.Object(
        {
          number: Tick,
          by: Id,
          body: orNull(Id),
          place: Place,
          tick: Tick,
          dead: Ids,
          stage: Type.Enum([...STAGES]),
          round: Tick,
          order: Ids,
          queue: Ids,
          statements: Type.Array(Statement),
          votes: Votes,
        },
        closed,
      ),
    ),
    past: Type.Array(
      Type.Object(
        {
          number: Tick,
          by: Id,
          body: orNull(Id),
          tick: Tick,
          statements: Type.Array(Statement),
          votes: Votes,
          tally: Type.Record(Type.String(), Tick),
          ejected: orNull(Id),
          wasImpostor: orNull(Type.Boolean()),
        },
        closed,
      ),
    ),
    result: orNull(
      Type.Object({ winner: Type.Enum(["crew", "impostors", "nobody"]), by: Type.Enum([...WINS]), tick: Tick }, closed),
    ),
    closed: Type.Boolean(),
  },
  closed,
);

const shapeProblem = checker(State, "state");

export function valid(state: GlassState): readonly string[] {
  const problem = shapeProblem(state);
  if (problem) return [problem];
  return [...problemsOf(state as Static<typeof State> as GlassState)];
}

function* problemsOf(state: GlassState): Generator<string> {
  const { seats, players, phase, meeting, result, bodies, doors, tick, sabotage, settings } = state;
  yield* stationProblems(settings);
  const station = stationOf(settings);
  const ids = seats.map(({ id }) => id);
  if (new Set(ids).size !== ids.length) yield "two seats have the same colour";
  if (Object.keys(players).length !== ids.length || ids.some((id) => !Object.hasOwn(players, id)))
    yield "there must be one player for each seat";
  if ((phase === "MEETING") !== (meeting !== null)) yield "there is a meeting exactly while the phase is MEETING";
  if ((phase === "ENDED") !== (result !== null)) yield "there is a result exactly when the phase is ENDED";
  if (state.closed && !result) yield "a game is closed only after its end";
  const isSeat = (id: string) => Object.hasOwn(players, id);
  for (const { who } of bodies) {
    if (!isSeat(who)) yield `there is a body of ${who}, who has no seat`;
    else if (players[who]!.life === "alive") yield `${who} is alive, and there is a body`;
  }
  if (new Set(bodies.map(({ who }) => who)).size !== bodies.length) yield "there are two bodies of one player";
  for (const room of Object.keys(doors)) if (!station.doors.has(room)) yield `${room} has no doors`;
  if (sabotage && (sabotage.until !== null) !== isCritical(sabotage.system))
    yield "a sabotage runs out exactly when it is critical";
  for (const { place, who } of bodies)
    if (!station.place.has(place)) yield `the body of ${who} lies in ${place}, which is no place`;
  for (const panel of sabotage?.fixed ?? []) if (!station.site.has(panel)) yield `there is no panel ${panel}`;
  if (meeting && !station.place.has(meeting.place))
    yield `the meeting was called from ${meeting.place}, which is no place`;
  if (sabotage?.until != null && sabotage.until <= tick && phase === "PLAYING") yield "the sabotage has run out";
  if (phase === "PLAYING" && tick * 100 >= settings.limitMs) yield "the time limit has passed";
  if (meeting)
    for (const id of [...meeting.order, ...meeting.queue, ...meeting.dead, meeting.by])
      if (!isSeat(id)) yield `${id} is at the meeting and has no seat`;
  if (meeting)
    for (const id of [...meeting.order, ...meeting.queue])
      if (
        isSeat(id) &&
        players[id]!.life !== "alive" &&
        meeting.stage !== "consolidation" &&
        meeting.queue.includes(id)
      )
        yield `${id} is to speak and is not alive`;
  for (const id of ids) {
    if (!isSeat(id)) continue;
    const unknown = [...unknownTo(station, players, id)];
    yield* unknown.length > 0 ? unknown : brokenPlayer(state, station, id);
  }
  const waits = ids.some((id) => isSeat(id) && players[id]!.asked !== null && players[id]!.intent === null);
  if (!state.closed && !waits) yield "somebody must be asked while the game goes on";
}

/** Places, sites and tasks that a player is said to be at, and that the station does not have. */
function* unknownTo(
  { place: places, site: sites, task: kinds }: Station,
  players: GlassState["players"],
  id: string,
): Generator<string> {
  const { place, lookedFrom, walk, doing, vent, interrupted, tasks } = players[id]!;
  const isTarget = (to: string) => places.has(to) || sites.has(to) || Object.hasOwn(players, to);
  for (const at of [place, lookedFrom, ...(walk?.places ?? []), ...(interrupted ? [interrupted.place] : [])])
    if (!places.has(at)) yield `${id} is said to be at ${at}, which is no place`;
  for (const to of [walk?.to, interrupted?.to])
    if (to != null && !isTarget(to)) yield `${id} is on the way to ${to}, which is not there`;
  for (const at of [
    doing?.site,
    vent,
    walk?.use?.site,
    interrupted?.work?.site,
    ...tasks.flatMap((task) => task.sites),
  ])
    if (at != null && !sites.has(at)) yield `${id} has to do with ${at}, which is not there`;
  for (const { kind } of tasks) if (!kinds.has(kind)) yield `${id} has the task ${kind}, which is none`;
}

function* brokenPlayer(state: GlassState, station: Station, id: string): Generator<string> {
  const { life, walk, doing, vent, tasks, sees, seesBodies, asked, place, x, y, paused } = state.players[id]!;
  const { tick, seats } = state;
  const spot = station.place.get(place)!;
  if (x < spot.x || x > spot.x + spot.w || y < spot.y || y > spot.y + spot.h) yield `${id} is not inside ${place}`;
  if (walk) {
    if (walk.points.length !== walk.places.length * 2 + 2) yield `${id}'s walk needs one place for each of its legs`;
    if (walk.follow !== null && !Object.hasOwn(state.players, walk.follow)) yield `${id} follows nobody`;
    if (doing || vent !== null) yield `${id} cannot walk and be busy`;
    for (let leg = 0; leg < walk.places.length && leg * 2 + 3 < walk.points.length; leg++) {
      const on = station.place.get(walk.places[leg]!)!;
      for (const end of [leg, leg + 1]) {
        const [px, py] = [walk.points[end * 2]!, walk.points[end * 2 + 1]!];
        if (px < on.x || px > on.x + on.w || py < on.y || py > on.y + on.h) yield `${id}'s walk leaves ${on.id}`;
      }
    }
  }
  if (doing?.until != null && doing.until <= tick && state.phase === "PLAYING" && life === "alive")
    yield `${id} should have finished`;
  if (doing?.what === "task" && !tasks.some((task) => task.sites[task.done] === doing.site))
    yield `${id} works at a step that is not next`;
  if (doing?.what === "panel" && !state.sabotage) yield `${id} mends what is not broken`;
  if (vent !== null && station.site.get(vent)!.kind !== "vent") yield `${vent} is no vent`;
  for (const { kind, sites, done } of tasks) {
    if (done > sites.length) yield `${id} has done more steps of ${kind} than there are`;
    const steps = station.task.get(kind)!.steps.map((step) => step.site);
    if (sites.some((site) => !steps.includes(site))) yield `${kind} has no step at one of ${id}'s sites`;
  }
  const seat = seats.findIndex((one) => one.id === id);
  if ((sees & (1 << seat)) !== 0 || sees >= 1 << seats.length) yield `${id} sees somebody who is not there`;
  for (let bit = 0; bit < seats.length; bit++)
    if ((seesBodies & (1 << bit)) !== 0 && !state.bodies.some(({ who }) => who === seats[bit]!.id))
      yield `${id} sees a body that is not there`;
  if (seesBodies >= 1 << seats.length) yield `${id} sees a body of nobody`;
  if (life === "gone" && asked !== null) yield `${id} has left and cannot be asked`;
  if (paused !== null && paused > tick) yield `${id}'s kill clock is paused in the future`;
}
