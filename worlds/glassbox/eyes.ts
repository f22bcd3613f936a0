// The players in each player's sight: checked twice a second for all at once, and skipped while it cannot change. Nobody walks or acts here.
import { type Pawn, stand } from "./pawn.ts";
import { bodyId, isAlive, killRange, NEVER, nextLook, REPORT_RANGE, SIGHT_EVERY, spotAtLook } from "./rules.ts";
import type { StationMotion } from "./run.ts";
import type { Sight } from "./shape.ts";
import { contains, type Station } from "./station/index.ts";
import { distance } from "./ways.ts";

/** Rounding moves a position by a unit or two: so much nearer are distances taken to be when time is skipped. */
const SLACK = 4;

type Places = Sight["in"];
const NOBODY: Places = [];
const and = (list: Places, who: string, place: string): Places =>
  list.length === 0 ? [[who, place]] : [...list, [who, place]];

export class Eyes {
  /** By opening: whether it is closed now. */
  shut: Uint8Array;
  /** The next tick at which somebody may see otherwise; 0: as soon as eyes look. */
  nextAt = 0;
  readonly #run: StationMotion;
  readonly #station: Station;
  readonly #pawns: readonly Pawn[];
  /** The most that one walks in a tick. */
  readonly #stepLong: number;
  /** By pair: the tick before which what they see of each other cannot change. */
  readonly #look: number[];
  #sights: Sight[] = [];

  constructor(run: StationMotion, stepLong: number) {
    const { pawns, station } = run;
    this.#run = run;
    this.#station = station;
    this.shut = new Uint8Array(station.portals.length);
    this.#pawns = pawns;
    this.#stepLong = stepLong;
    this.#look = new Array<number>(pawns.length * pawns.length).fill(0);
  }

  /** What was seen since this was asked last. */
  take(): readonly Sight[] {
    const seen = this.#sights;
    this.#sights = [];
    return seen;
  }

  /** Everyone's eyes on one spot, at a tick. */
  witnesses(p: number, x: number, y: number, but: Pawn, tick: number): string[] {
    const out: string[] = [];
    for (const one of this.#pawns) {
      if (one === but || !one.viewer) continue;
      stand(one, tick);
      if (
        distance(one.x, one.y, x, y) <= one.radius &&
        this.#station.ways.inLine(one.place, one.x, one.y, p, x, y, this.shut)
      )
        out.push(one.id);
    }
    return out;
  }

  /** Nothing that was reckoned about a player's sight holds any longer. */
  startle(one: Pawn): void {
    const n = this.#pawns.length;
    const i = one.seat;
    for (let j = 0; j < n; j++) this.#look[i < j ? i * n + j : j * n + i] = 0;
    one.lookBodies = 0;
    this.nextAt = 0;
  }

  /** Everybody looks anew. */
  startleAll(): void {
    this.#look.fill(0);
    for (const one of this.#pawns) one.lookBodies = 0;
    this.nextAt = 0;
  }

  /** Everybody looks round at a tick. `quiet`: nobody is woken by what it sees. */
  look(tick: number, quiet: boolean): void {
    const pawns = this.#pawns;
    const look = this.#look;
    const n = pawns.length;
    // Stepping takes nothing to hold until it has been looked into.
    const { stepping } = this.#run;
    let next = NEVER;
    for (const one of pawns) {
      one.saw = one.sees;
      one.sawBodies = one.bodies;
    }
    for (let i = 0; i < n; i++)
      for (let j = i + 1; j < n; j++) {
        const at = i * n + j;
        if (stepping || look[at]! <= tick) look[at] = this.#pair(pawns[i]!, pawns[j]!, tick);
        if (look[at]! < next) next = look[at]!;
      }
    for (const one of pawns) {
      const had = one.reaches;
      if (stepping || one.lookBodies <= tick) this.#seeBodies(one, tick);
      if (one.lookBodies < next) next = one.lookBodies;
      if (one.sees !== one.saw || one.bodies !== one.sawBodies || one.place !== one.was) this.#note(one, tick, quiet);
      if (!quiet && one.reaches & ~had) this.#reach(one, one.reaches & ~had, tick);
    }
    for (const one of pawns) one.was = one.place;
    this.nextAt = nextLook(next, tick);
  }

  /** What two players see of each other, and until which tick that is sure to hold. */
  #pair(a: Pawn, b: Pawn, tick: number): number {
    const aLooks = a.viewer && b.shown;
    const bLooks = b.viewer && a.shown;
    const most = Math.max(a.radius, b.radius);
    let next = NEVER;
    let aSees = false;
    let bSees = false;
    if (a.watching || b.watching) {
      stand(a, tick);
      stand(b, tick);
      const d = distance(a.x, a.y, b.x, b.y);
      const clear = d <= most && this.#station.ways.inLine(a.place, a.x, a.y, b.place, b.x, b.y, this.shut);
      aSees = aLooks && ((clear && d <= a.radius) || onScreen(a, b));
      bSees = bLooks && ((clear && d <= b.radius) || onScreen(b, a));
      if ((aLooks || bLooks) && (a.moves || b.moves)) next = tick + 1;
    } else if ((aLooks || bLooks) && this.#station.ways.leastApart(a.place, b.place) <= most) {
      stand(a, tick);
      stand(b, tick);
      const d = distance(a.x, a.y, b.x, b.y);
      if (d <= most && this.#station.ways.inLine(a.place, a.x, a.y, b.place, b.x, b.y, this.shut)) {
        aSees = aLooks && d <= a.radius;
        bSees = bLooks && d <= b.radius;
      }
      const moving = (a.moves ? 1 : 0) + (b.moves ? 1 : 0);
      if (moving > 0) {
        const room =
          d > most ? d - most : a.place === b.place ? Math.min(Math.abs(d - a.radius), Math.abs(d - b.radius)) : 0;
        next = tick + Math.max(1, Math.trunc((room - SLACK) / (moving * this.#stepLong)));
      }
    }
    a.sees = aSees ? a.sees | (1 << b.seat) : a.sees & ~(1 << b.seat);
    b.sees = bSees ? b.sees | (1 << a.seat) : b.sees & ~(1 << a.seat);
    return next;
  }

  #seeBodies(one: Pawn, tick: number): void {
    const { turn } = this.#run;
    const { bodies } = turn.state;
    let seen = 0;
    let reaches = 0;
    let next = NEVER;
    if (one.viewer && bodies.length > 0) {
      stand(one, tick);
      const { x, y, radius } = one;
      for (const body of bodies) {
        const p = this.#station.ways.index.get(body.place)!;
        const d = distance(x, y, body.x, body.y);
        if (d <= radius && this.#station.ways.inLine(one.place, x, y, p, body.x, body.y, this.shut)) {
          const bit = 1 << turn.ids.indexOf(body.who);
          seen |= bit;
          if (one.heeds && d <= REPORT_RANGE) reaches |= bit;
        }
        if (!one.moves) continue;
        let room = d > radius ? d - radius : p === one.place ? radius - d : 0;
        if (one.heeds && d <= radius) room = Math.min(room, Math.abs(d - REPORT_RANGE));
        next = Math.min(next, tick + Math.max(1, Math.trunc((room - SLACK) / this.#stepLong)));
      }
    }
    one.bodies = seen;
    one.reaches = reaches;
    one.lookBodies = next;
  }

  /** A body that has come into sight, and those in sight who are as near to it as one kills from. */
  #found({ sees }: Pawn, who: string, tick: number): Sight["bodies"][number] {
    const { bodies, settings } = this.#run.turn.state;
    const { place, x, y } = bodies.find((body) => body.who === who)!;
    const over: string[] = [];
    for (const one of this.#pawns) {
      if ((sees & (1 << one.seat)) === 0) continue;
      stand(one, tick);
      const near = distance(one.x, one.y, x, y) <= killRange(settings);
      if (
        near &&
        this.#station.ways.inLine(one.place, one.x, one.y, this.#station.ways.index.get(place)!, x, y, this.shut)
      )
        over.push(one.id);
    }
    return [who, place, ...over];
  }

  /** Bodies that have come near enough to be reported. */
  #reach({ id }: Pawn, news: number, tick: number): void {
    const { turn } = this.#run;
    for (const { who, place } of turn.state.bodies)
      if (news & (1 << turn.ids.indexOf(who)))
        turn.fire(id, "OBJECT_IN_RANGE", tick, { object: bodyId(who), location: place });
  }

  /** What has changed before a viewer's eyes. */
  #note(one: Pawn, tick: number, quiet: boolean): void {
    const { turn } = this.#run;
    const { id: to, sees: now, saw: before } = one;
    const news = one.bodies & ~one.sawBodies;
    let seen = NOBODY;
    let gone: Sight["out"] = NOBODY;
    let found: Sight["bodies"] = NOBODY;
    for (let changed = (now ^ before) | news, seat = 0; changed >> seat !== 0; seat++) {
      const bit = 1 << seat;
      if ((changed & bit) === 0) continue;
      const { id: who, place, was, player } = this.#pawns[seat]!;
      if (now & ~before & bit) seen = and(seen, who, this.#station.places[place]!.id);
      else if (before & ~now & bit) {
        const { x, y } = spotAtLook(player, tick - SIGHT_EVERY, turn.state.settings.speedPercent);
        gone = [...gone, [who, this.#station.places[was]!.id, x, y]];
      }
      if (news & bit) found = [...found, this.#found(one, who, tick)];
    }
    this.#sights.push({ to, tick, at: this.#station.places[one.place]!.id, in: seen, out: gone, bodies: found });
    if (quiet) return;
    for (const { 0: player, 1: location } of seen) turn.fire(to, "PLAYER_ENTERS_FOV", tick, { player, location });
    for (const { 0: player, 1: location } of gone)
      if (isAlive(turn.state, player)) turn.fire(to, "PLAYER_EXITS_FOV", tick, { player, location });
    for (const { 0: player, 1: location } of found) turn.fire(to, "BODY_IN_FOV", tick, { player, location });
  }
}

function onScreen(viewer: Pawn, { place, x, y, station }: Pawn): boolean {
  if (!viewer.watching) return false;
  const { id } = station.places[place]!;
  return station.cameras.some((camera) => camera.place === id && contains(camera, x, y));
}
