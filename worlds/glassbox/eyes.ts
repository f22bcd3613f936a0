// Who sees whom: looked into twice a second, the same for all, and left alone while it is sure to hold. Nobody walks or acts here.
import { CAMERAS, contains, PLACES } from "./map.ts";
import { NEVER, type Pawn } from "./pawn.ts";
import { isAlive, SIGHT_EVERY } from "./rules.ts";
import type { Sight } from "./shape.ts";
import type { Unfolding } from "./unfold.ts";
import { distance, inLine, PLACE_INDEX } from "./ways.ts";

/** Rounding moves a position by a unit or two: so much nearer are distances taken to be when time is skipped. */
const SLACK = 4;

export class Eyes {
  /** By opening: whether it is closed now. */
  shut: Uint8Array;
  /** The next tick at which somebody may see otherwise; 0: as soon as eyes look. */
  nextAt = 0;
  readonly #turn: Unfolding;
  readonly #pawns: readonly Pawn[];
  readonly #stepping: boolean;
  /** The most that one walks in a tick. */
  readonly #stepLong: number;
  /** By pair: the tick before which what they see of each other cannot change. */
  readonly #look: number[];
  #sights: Sight[] = [];

  /** `stepping`: nothing is taken to hold until it has been looked into. */
  constructor(turn: Unfolding, pawns: readonly Pawn[], shut: Uint8Array, stepping: boolean, stepLong: number) {
    this.#turn = turn;
    this.#pawns = pawns;
    this.shut = shut;
    this.#stepping = stepping;
    this.#stepLong = stepLong;
    this.#look = new Array<number>(pawns.length * pawns.length).fill(0);
  }

  /** What was seen since this was asked last. */
  take(): readonly Sight[] {
    const seen = this.#sights;
    this.#sights = [];
    return seen;
  }

  /** Everyone's eyes on one spot, at this tick. */
  witnesses(p: number, x: number, y: number, but: Pawn): string[] {
    return this.#pawns.flatMap((one) =>
      one !== but &&
      one.viewer &&
      distance(one.x, one.y, x, y) <= one.radius &&
      inLine(one.place, one.x, one.y, p, x, y, this.shut)
        ? [one.id]
        : [],
    );
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
    const stepping = this.#stepping;
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
      if (stepping || one.lookBodies <= tick) this.#seeBodies(one, tick);
      if (one.lookBodies < next) next = one.lookBodies;
      if (one.sees !== one.saw || one.bodies !== one.sawBodies || one.place !== one.was) this.#note(one, tick, quiet);
    }
    for (const one of pawns) one.was = one.place;
    this.nextAt = nextLook(next, tick);
  }

  /** What two players see of each other, and until which tick that is sure to hold. */
  #pair(a: Pawn, b: Pawn, tick: number): number {
    const aLooks = a.viewer && b.shown;
    const bLooks = b.viewer && a.shown;
    let next = NEVER;
    let aSees = false;
    let bSees = false;
    if (aLooks || bLooks) {
      const moving = (a.moves ? 1 : 0) + (b.moves ? 1 : 0);
      const d = distance(a.x, a.y, b.x, b.y);
      const most = Math.max(a.radius, b.radius);
      if (d <= most && inLine(a.place, a.x, a.y, b.place, b.x, b.y, this.shut)) {
        aSees = aLooks && d <= a.radius;
        bSees = bLooks && d <= b.radius;
      }
      if (a.watching || b.watching) {
        aSees ||= aLooks && onScreen(a, b);
        bSees ||= bLooks && onScreen(b, a);
        if (moving > 0) next = tick + 1;
      } else if (moving > 0) {
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
    const turn = this.#turn;
    const { bodies } = turn.state;
    const { x, y, radius } = one;
    let seen = 0;
    let next = NEVER;
    if (one.viewer)
      for (const body of bodies) {
        const p = PLACE_INDEX.get(body.place)!;
        const d = distance(x, y, body.x, body.y);
        if (d <= radius && inLine(one.place, x, y, p, body.x, body.y, this.shut))
          seen |= 1 << turn.ids.indexOf(body.who);
        if (!one.moves) continue;
        const room = d > radius ? d - radius : p === one.place ? radius - d : 0;
        next = Math.min(next, tick + Math.max(1, Math.trunc((room - SLACK) / this.#stepLong)));
      }
    one.bodies = seen;
    one.lookBodies = next;
  }

  /** What has changed before a viewer's eyes. */
  #note(one: Pawn, tick: number, quiet: boolean): void {
    const turn = this.#turn;
    const { id: to, sees: now, saw: before } = one;
    const news = one.bodies & ~one.sawBodies;
    const seen: [string, string][] = [];
    const gone: [string, string][] = [];
    const found: [string, string][] = [];
    if (now !== before || news !== 0)
      for (const { seat, id: who, place, was } of this.#pawns) {
        const bit = 1 << seat;
        if (now & ~before & bit) seen.push([who, PLACES[place]!.id]);
        else if (before & ~now & bit) gone.push([who, PLACES[was]!.id]);
        if (news & bit) found.push([who, turn.state.bodies.find((body) => body.who === who)!.place]);
      }
    this.#sights.push({ to, tick, at: PLACES[one.place]!.id, in: seen, out: gone, bodies: found });
    if (quiet) return;
    for (const [player, location] of seen) turn.fire(to, "PLAYER_ENTERS_FOV", tick, { player, location });
    for (const [player, location] of gone)
      if (isAlive(turn.state, player)) turn.fire(to, "PLAYER_EXITS_FOV", tick, { player, location });
    for (const [player, location] of found) turn.fire(to, "BODY_IN_FOV", tick, { player, location });
  }
}

/** The first look at or after a tick, and after now. */
export const nextLook = (tick: number, now: number): number =>
  tick >= NEVER ? NEVER : Math.ceil(Math.max(tick, now + 1) / SIGHT_EVERY) * SIGHT_EVERY;

function onScreen(viewer: Pawn, { place, x, y }: Pawn): boolean {
  if (!viewer.watching) return false;
  const { id } = PLACES[place]!;
  return CAMERAS.some((camera) => camera.place === id && contains(camera, x, y));
}
