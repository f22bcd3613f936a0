// Time runs on from one decision to the next. One tick is one function; skipping leaves out the ticks at which nothing can happen, and is proved equal to stepping.
import { Clock } from "./clock.ts";
import { Eyes } from "./eyes.ts";
import { Hands } from "./hands.ts";
import {
  compete,
  heedsObjects,
  isAs,
  nextLeg,
  noticesTheWay,
  type Pawn,
  pawnOf,
  sees,
  spotOf,
  stand,
  stopEvent,
  takeWalk,
} from "./pawn.ts";
import { FOLLOW_GAP, isWaiting, NEVER, nextLook, radiusOf, SIGHT_EVERY, shutAt, sitesIn } from "./rules.ts";
import { isDark, isSilent } from "./sabotages/index.ts";
import { type Settings, ticksOf } from "./settings.ts";
import type { GlassState, Walk } from "./shape.ts";
import { type Station, stationOf } from "./station/index.ts";
import type { Unfolding } from "./unfold.ts";
import { distance, reach, type Spot } from "./ways.ts";

/** `step` visits each tick; `skip` goes from one that matters to the next. Both give the same events. */
export type Stride = "skip" | "step";

/** A turn's run: the one of the turn before, if that has led here, or else one that has read everybody anew. */
export function runOf(turn: Unfolding, stride: Stride): StationMotion {
  const before = stride === "skip" ? LEFT.get(turn.state.settings) : undefined;
  return before?.resume(turn) ? before : new StationMotion(turn, stride);
}
/** How the newest turn of a game has left its run, by the settings that all of its states share. */
const LEFT = new WeakMap<Settings, StationMotion>();

/** Everybody and everything that moves, from the state's tick on. */
export class StationMotion {
  turn: Unfolding;
  readonly stepping: boolean;
  readonly station: Station;
  readonly pawns: readonly Pawn[];
  readonly hands: Hands;
  clock: Clock;
  tick: number;
  over = false;

  readonly #eyes: Eyes;
  #doorsAt = NEVER;
  /** Whether its turn has ended in an ask of somebody, and the next may begin where it stands. */
  #left = false;

  constructor(turn: Unfolding, stride: Stride) {
    this.turn = turn;
    this.stepping = stride === "step";
    const { tick, settings } = turn.state;
    const { speedPercent } = settings;
    this.tick = tick;
    this.station = stationOf(settings);
    this.pawns = turn.ids.map((id, seat) => pawnOf(id, seat, turn.player(id), this.station, speedPercent));
    this.hands = new Hands(this);
    this.clock = new Clock(this);
    this.#eyes = new Eyes(this, reach(1, speedPercent) + 1);
    this.refresh();
  }

  /** Notes down what was seen, and asks those who were woken. */
  leave(): void {
    this.flush();
    this.turn.ask(this.clock.random);
    this.#left = true;
    LEFT.set(this.turn.state.settings, this);
  }

  /**
   * Goes on with the next turn; false if that does not begin where this has ended. What was reckoned of a player holds as
   * long as the state has the same of it as then: all others are read anew.
   */
  resume(turn: Unfolding): boolean {
    const { state } = turn;
    const { tick, seats, bodies, doors, sabotage } = this.turn.state;
    if (!this.#left || state.tick !== tick || state.seats !== seats) return false;
    if (state.bodies !== bodies || state.doors !== doors || state.sabotage !== sabotage) return false;
    this.#left = false;
    this.turn = turn;
    this.clock = new Clock(this);
    for (const one of this.pawns) {
      const player = turn.player(one.id);
      if (isAs(one, player)) one.player = player;
      else this.load(one);
    }
    this.#catchUp(state.tick);
    return true;
  }

  /** Everybody looks round as play begins, and no sighting wakes anybody. */
  lookRound(): void {
    this.#eyes.look(this.tick, true);
  }

  /** Doors, lights or lines have changed: everyone is read anew. */
  refresh(): void {
    const { state } = this.turn;
    this.#doors(state);
    const dark = isDark(state);
    for (const one of this.pawns) {
      this.#read(one);
      one.radius = radiusOf(state.settings, one.player.role, dark);
    }
    this.#eyes.startleAll();
  }

  /** Runs until somebody is woken or the game is decided. Something always ends it: the time limit, if nothing else. */
  go(): void {
    const { turn } = this;
    // What the deeds of this moment have brought about is answered one tick later.
    const soon = this.stepping || turn.wakes.size > 0;
    // Both strides draw at the same place among the rolls: skipping has to know when anyone is asked before anything moves.
    if (turn.wakes.size === 0) this.clock.draw();
    do {
      this.#advance(soon ? this.tick + 1 : this.#nextTick());
    } while (!this.over && turn.wakes.size === 0);
  }

  /** Records sightings since the last flush. Must come before any code that needs the state up to date. */
  flush(): void {
    const sees: Record<string, readonly [number, number, string, number?]> = {};
    for (const { id, player, sees: now, bodies, reaches, was } of this.pawns) {
      const from = this.station.places[was]!.id;
      const { seesBodies, lookedFrom } = player;
      if (now !== player.sees || bodies !== seesBodies || from !== lookedFrom || reaches !== player.reaches)
        sees[id] = reaches === 0 ? [now, bodies, from] : [now, bodies, from, reaches];
    }
    this.turn.happen({ type: "ran", tick: this.tick, sights: this.#eyes.take(), sees });
  }

  /** A player sets out for a spot. */
  walk(one: Pawn, to: Spot, more: Pick<Walk, "to" | "follow" | "caught" | "use">): void {
    this.hands.release(one);
    const { points, places } = this.station.ways.between(this.spotOf(one), to);
    const { follow, caught, use } = more;
    const walk = { tick: this.tick, points, places, to: more.to, follow, caught, use };
    this.turn.happen({ type: "walked", who: one.id, tick: this.tick, walk });
    this.load(one);
  }

  /** Stands still where it is, with idle hands. */
  stop(one: Pawn): void {
    const { doing, walk } = one.player;
    if (doing) {
      this.hands.release(one);
      this.turn.happen({ type: "left_off", who: one.id, tick: this.tick });
    }
    if (walk) this.turn.happen(stopEvent(one, this.tick));
    this.load(one);
  }

  /** Follows somebody from here on. */
  follow(one: Pawn, who: string): void {
    this.walk(one, this.spotOf(this.#pawnOf(who)), { to: who, follow: who, caught: false, use: null });
  }

  spotOf(one: Pawn): Spot {
    return spotOf(one, this.tick);
  }

  /** Who, other than one, has a spot in sight when feet have come as far as at a tick. */
  witnesses(place: number, x: number, y: number, but: Pawn, tick: number): string[] {
    this.#catchUp(tick);
    return this.#eyes.witnesses(place, x, y, but, tick);
  }

  /** Reads a player from the state again, as at this tick. Due for a player whenever an event has changed it. */
  load(one: Pawn): void {
    this.#read(one);
    this.#eyes.startle(one);
  }

  /** The game is decided. */
  stopAll(winner: "crew" | "impostors", by: "sabotage" | "time" | "tasks"): void {
    this.flush();
    this.turn.happen({ type: "ended", tick: this.tick, winner, by });
    this.over = true;
  }

  #pawnOf(who: string): Pawn {
    return this.pawns[this.turn.ids.indexOf(who)]!;
  }

  #read(one: Pawn): void {
    const player = this.turn.player(one.id);
    const { walk, life, doing } = player;
    one.player = player;
    one.walk = walk;
    one.viewer = life === "alive";
    one.heeds = life !== "gone" && heedsObjects(player);
    one.shown = life === "alive" && player.vent === null;
    one.watching = doing?.what === "cameras" && !isSilent(this.turn.state);
    one.moves = walk !== null && !isWaiting(walk);
    if (walk && one.moves) {
      one.detail = this.stepping || this.#doorsAt < NEVER || noticesTheWay(player);
      takeWalk(one, walk, this.tick);
    } else {
      one.x = player.x;
      one.y = player.y;
      one.place = this.station.ways.index.get(player.place)!;
    }
    // A ghost's hands may have been done while the living sat at the table.
    const until = doing?.until ?? NEVER;
    one.busyUntil = Math.max(until, this.clock.since + 1);
    if (one.busyUntil < this.hands.doneAt) this.hands.doneAt = one.busyUntil;
    this.clock.at = 0;
  }

  #doors({ doors, tick }: Pick<GlassState, "doors" | "tick">): void {
    this.#doorsAt = NEVER;
    for (const room in doors) {
      const { until } = doors[room]!;
      if (until > tick) this.#doorsAt = Math.min(this.#doorsAt, until);
    }
    this.#eyes.shut = shutAt(this.station, doors, tick);
  }

  // ---- one tick

  #advance(tick: number): void {
    const { turn } = this;
    this.tick = tick;
    const { doors, sabotage, settings } = turn.state;
    if (tick === this.#doorsAt) {
      this.#doors({ doors, tick });
      this.#eyes.startleAll();
    }
    if (sabotage && sabotage.until === tick) {
      this.stopAll("impostors", "sabotage");
      return;
    }
    this.hands.finish(tick);
    if (this.over) return;
    this.#move(tick);
    if (this.over) return;
    if (tick % SIGHT_EVERY === 0) {
      if (this.stepping || tick >= this.#eyes.nextAt) this.#eyes.look(tick, false);
      this.#chase(tick);
    }
    if (this.stepping || tick >= this.clock.at) this.clock.strike(tick);
    if (tick >= ticksOf(settings.limitMs)) this.stopAll("impostors", "time");
  }

  /** The next tick at which anything can happen. */
  #nextTick(): number {
    const now = this.tick;
    const eyes = this.#eyes;
    const soon = nextLook(now + 1, now);
    if (eyes.nextAt <= now) eyes.nextAt = soon;
    this.clock.wind(now);
    let next = Math.min(this.#doorsAt, eyes.nextAt, this.clock.at, this.hands.doneAt);
    const until = this.turn.state.sabotage?.until;
    if (until != null && until < next) next = until;
    for (const { walk, moves, dueAt } of this.pawns) {
      if (!walk) continue;
      if (moves && dueAt < next) next = Math.max(now + 1, dueAt);
      if (walk.follow !== null && soon < next) next = soon;
    }
    return next;
  }

  // ---- walking

  #move(tick: number): void {
    let arrived: Pawn[] | null = null;
    for (const one of this.pawns) {
      const { walk } = one;
      if (!walk || !one.moves || tick < one.dueAt || !this.#stepOn(one, walk, tick)) continue;
      arrived ??= [];
      arrived.push(one);
    }
    if (!arrived) return;
    // Who comes first where only one can be first is for the dice, and only then.
    const order = arrived.length > 1 && compete(arrived) ? this.turn.dice.shuffle("arrivals", arrived) : arrived;
    for (const one of order) if (!this.over) this.#arrive(one, tick);
  }

  /** Skipping looks after feet where something may come of it: between looks they may have come to another place unnoticed. */
  #catchUp(tick: number): void {
    for (const one of this.pawns) if (one.walk && one.moves && one.walk.tick < tick) this.#stepOn(one, one.walk, tick);
  }

  /** True when the way is at its end. */
  #stepOn(one: Pawn, walk: Walk, tick: number): boolean {
    const { places } = walk;
    const gone = reach(tick - walk.tick, one.speed);
    while (gone >= one.to) {
      const { leg } = one;
      if (leg + 1 === places.length) {
        stand(one, tick);
        return true;
      }
      const from = places[leg]!;
      const to = places[leg + 1]!;
      if (from !== to && one.viewer && this.#doorsAt < NEVER) {
        const { ways } = this.station;
        const portal = ways.portalBetween(ways.index.get(from)!, ways.index.get(to)!);
        if (this.#eyes.shut[portal] === 1) {
          this.#waitAtDoor(one, walk, this.station.portals[portal]!.door!, tick);
          return false;
        }
      }
      nextLeg(one, walk);
      this.#pass(one, from, to, tick);
    }
    return false;
  }

  /** The rest of the way begins when the doors open again; until then one stands on the near side. */
  #waitAtDoor(one: Pawn, walk: Walk, room: string, tick: number): void {
    const rest = walk.points.slice((one.leg + 1) * 2);
    const points = [rest[0]!, rest[1]!, ...rest];
    const later = { ...walk, tick: this.turn.state.doors[room]!.until, points, places: walk.places.slice(one.leg) };
    this.turn.happen({ type: "walked", who: one.id, tick, walk: later });
    this.load(one);
  }

  /** What one meets on the way at the end of a leg. */
  #pass(one: Pawn, from: string, to: string, tick: number): void {
    const { turn } = this;
    const { id, player, place } = one;
    if (from !== to) this.#eyes.startle(one);
    if (!one.detail) return;
    if (from === to) {
      if (this.station.places[place]!.kind === "hallway") turn.fire(id, "HALLWAY_WAYPOINT", tick, { location: from });
      return;
    }
    turn.fire(id, "INTERSECTION", tick, { from, to });
    if (!one.heeds) return;
    for (const object of sitesIn(turn.state, player, to, tick))
      turn.fire(id, "OBJECT_IN_RANGE", tick, { object, location: to });
  }

  /** What has come to be usable where somebody is, though it has not moved: since a state, and since a tick. */
  reachAnew(one: Pawn, before: GlassState, since: number): void {
    const { turn, tick } = this;
    const { id, heeds } = one;
    if (!heeds || turn.player(id).vent !== null) return;
    const location = this.station.places[one.place]!.id;
    const had = sitesIn(before, before.players[id]!, location, since);
    for (const object of sitesIn(turn.state, turn.player(id), location, tick))
      if (!had.includes(object)) turn.fire(id, "OBJECT_IN_RANGE", tick, { object, location });
  }

  #arrive(one: Pawn, tick: number): void {
    const { turn } = this;
    const { id } = one;
    const { follow, use, to, caught } = one.walk!;
    if (follow !== null) {
      if (sees(one, this.#pawnOf(follow))) this.#wait(one, tick, caught);
      else this.#lose(one, tick);
      return;
    }
    turn.happen(stopEvent(one, tick));
    this.load(one);
    if (use) this.hands.takeUp(one, use.site, use.what);
    else turn.fire(id, "DESTINATION_REACHED", tick, { location: to });
  }

  /** A follower stands until the next look; `caught`: it has caught up. */
  #wait(one: Pawn, tick: number, caught: boolean): void {
    const { place, x, y } = this.spotOf(one);
    const here = { ...one.walk!, tick, points: [x, y, x, y], places: [place], caught };
    this.turn.happen({ type: "walked", who: one.id, tick, walk: here });
    this.load(one);
  }

  /** Followers look where to go. A player out of sight is followed to where it was last seen, and is lost there. */
  #chase(tick: number): void {
    for (const one of this.pawns) {
      const { id, walk } = one;
      if (!walk || walk.follow === null) continue;
      const ahead = this.#pawnOf(walk.follow);
      if (!sees(one, ahead)) {
        if (!one.moves) this.#lose(one, tick);
        continue;
      }
      const from = this.spotOf(one);
      const to = this.spotOf(ahead);
      if (distance(from.x, from.y, to.x, to.y) <= FOLLOW_GAP) {
        if (one.moves || !walk.caught) this.#wait(one, tick, true);
        if (!walk.caught) this.turn.fire(id, "DESTINATION_REACHED", tick, { player: walk.follow, lost: false });
      } else if (!one.moves || walk.points.at(-2) !== to.x || walk.points.at(-1) !== to.y) {
        this.turn.happen({
          type: "walked",
          who: id,
          tick,
          walk: { ...walk, tick, ...this.station.ways.between(from, to) },
        });
        this.load(one);
      }
    }
  }

  #lose(one: Pawn, tick: number): void {
    const who = one.id;
    const { follow } = one.walk!;
    this.turn.happen(stopEvent(one, tick));
    this.load(one);
    this.turn.fire(who, "DESTINATION_REACHED", tick, { player: follow, lost: true });
  }
}
