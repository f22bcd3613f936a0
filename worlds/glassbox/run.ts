// Time runs on from one decision to the next. One tick is one function; skipping leaves out the ticks at which nothing can happen, and is proved equal to stepping.
import { CAMERAS, contains, HUB, PLACES, PORTALS, SITE } from "./map.ts";
import { callMeeting } from "./meet.ts";
import {
  buttonWorks,
  commsDown,
  decided,
  FIX_TICKS,
  FOLLOW_GAP,
  fakeTicks,
  hasConsole,
  isAlive,
  isVisual,
  isWaiting,
  lightsOut,
  openPanels,
  radiusOf,
  SIGHT_EVERY,
  shutAt,
  sitesIn,
  stepOf,
  taskAt,
  USE_RANGE,
} from "./rules.ts";
import { type Settings, ticksOf } from "./settings.ts";
import type { Doing, GlassState, Player, Sight, Walk } from "./shape.ts";
import type { TriggerType } from "./triggers.ts";
import type { Unfolding } from "./unfold.ts";
import {
  distance,
  inLine,
  PLACE_INDEX,
  portalBetween,
  reach,
  type Spot,
  ticksFor,
  walkLength,
  wayBetween,
} from "./ways.ts";

/** `step` visits each tick; `skip` goes from one that matters to the next. Both give the same events. */
export type Stride = "skip" | "step";

const NEVER = 0x3fffffff;
/** Rounding moves a position by a unit or two: so much nearer are distances taken to be when time is skipped. */
const SLACK = 4;

/** Everything that moves, in flat arrays by seat, from the state's tick on. */
export class Run {
  readonly turn: Unfolding;
  readonly ids: readonly string[];
  readonly n: number;
  tick: number;
  over = false;
  /** What was drawn for RANDOM_N_SECONDS, for `woken`. */
  readonly random: Record<string, number | null> = {};

  readonly #stride: Stride;
  readonly #since: number;
  readonly #speed: number;
  /** The most that one walks in a tick. */
  readonly #stepLong: number;
  readonly #x: number[];
  readonly #y: number[];
  readonly #place: number[];
  /** Place at the last look: where a player was seen last when it has gone out of sight, and looked from itself. */
  readonly #was: number[];
  readonly #walks: (Walk | null)[];
  readonly #leg: number[];
  /** Distances walked at which the present leg begins and ends. */
  readonly #from: number[];
  readonly #to: number[];
  /** When hands are done. */
  readonly #busyUntil: number[];
  /** Distance at which the way ends. */
  readonly #end: number[];
  /** Whether each leg's end matters: a shut door may be there, or a trigger. */
  readonly #detail: number[];
  readonly #viewer: number[];
  readonly #shown: number[];
  readonly #watching: number[];
  /** Followers who have caught up: they have a walk and stand. */
  readonly #waits: number[];
  readonly #radius: number[];
  readonly #sees: number[];
  readonly #bodies: number[];
  readonly #saw: number[];
  readonly #sawBodies: number[];
  /** By pair: the tick before which what they see of each other cannot change. */
  readonly #look: number[];
  readonly #lookBodies: number[];
  /** The next tick at which somebody may see otherwise, and at which the clock asks somebody; 0: to be reckoned anew. */
  #lookAt = 0;
  #clockAt = 0;
  #shut: Uint8Array;
  #doorsAt = NEVER;
  #sights: Sight[] = [];

  constructor(turn: Unfolding, stride: Stride) {
    this.turn = turn;
    this.ids = turn.ids;
    this.n = turn.ids.length;
    this.#stride = stride;
    const { state } = turn;
    this.tick = state.tick;
    this.#since = state.tick;
    this.#speed = state.settings.speedPercent;
    this.#stepLong = reach(1, this.#speed) + 1;
    const ints = (size = this.n) => new Array<number>(size).fill(0);
    this.#x = ints();
    this.#y = ints();
    this.#place = ints();
    this.#was = ints();
    this.#walks = turn.ids.map(() => null);
    this.#leg = ints();
    this.#from = ints();
    this.#to = ints();
    this.#busyUntil = ints();
    this.#end = ints();
    this.#detail = ints();
    this.#viewer = ints();
    this.#shown = ints();
    this.#watching = ints();
    this.#waits = ints();
    this.#radius = ints();
    this.#sees = ints();
    this.#bodies = ints();
    this.#saw = ints();
    this.#sawBodies = ints();
    this.#look = ints(this.n * this.n);
    this.#lookBodies = ints(this.n);
    this.#shut = this.#doors(state);
    for (let i = 0; i < this.n; i++) {
      const player = this.#player(i);
      this.#sees[i] = player.sees;
      this.#bodies[i] = player.seesBodies;
      this.#load(i);
      this.#was[i] = PLACE_INDEX.get(player.lookedFrom)!;
    }
    this.#light();
  }

  /** Everybody looks round as play begins, and nobody is woken by whom they see. */
  lookRound(): void {
    this.#see(this.tick, true);
  }

  /** Doors, lights or lines have changed: everyone is read anew. */
  refresh(): void {
    this.#shut = this.#doors(this.turn.state);
    for (let i = 0; i < this.n; i++) this.#load(i);
    this.#light();
  }

  /** Runs until somebody is woken or the game is decided. Something always ends it: the time limit, if nothing else. */
  go(): void {
    const { turn } = this;
    // What the deeds of this moment have brought about is answered one tick later.
    const soon = this.#stride === "step" || turn.wakes.size > 0;
    do {
      this.#advance(soon ? this.tick + 1 : this.#nextTick());
    } while (!this.over && turn.wakes.size === 0);
  }

  /** Notes down what was seen on the way; whatever needs the state to be up to date comes after it. */
  flush(): void {
    const sees: Record<string, readonly [number, number, string]> = {};
    for (let i = 0; i < this.n; i++) {
      const { sees: players, seesBodies, lookedFrom } = this.#player(i);
      const from = PLACES[this.#was[i]!]!.id;
      if (this.#sees[i] !== players || this.#bodies[i] !== seesBodies || from !== lookedFrom)
        sees[this.ids[i]!] = [this.#sees[i]!, this.#bodies[i]!, from];
    }
    this.turn.happen({ type: "ran", tick: this.tick, sights: this.#sights, sees });
    this.#sights = [];
  }

  /** A player sets out for a spot. */
  walk(i: number, to: Spot, more: Pick<Walk, "to" | "follow" | "caught" | "use">): void {
    this.release(i);
    const way = wayBetween(this.#spot(i), to);
    this.turn.happen({
      type: "walked",
      who: this.ids[i]!,
      tick: this.tick,
      walk: { tick: this.tick, ...way, ...more },
    });
    this.#load(i);
  }

  /** Stands still where it is, with idle hands. */
  stop(i: number): void {
    const { doing, walk } = this.#player(i);
    if (doing) {
      this.release(i);
      this.turn.happen({ type: "left_off", who: this.ids[i]!, tick: this.tick });
    }
    if (walk) this.turn.happen({ type: "stopped", who: this.ids[i]!, tick: this.tick, ...this.#spot(i) });
    this.#load(i);
  }

  /** Follows somebody from here on. */
  follow(i: number, who: string): void {
    const j = this.ids.indexOf(who);
    this.walk(i, this.#spot(j), { to: who, follow: who, caught: false, use: null });
  }

  /** Takes up what is at a site: from here if it is near enough, else on arrival. */
  use(i: number, site: string, what: "interact" | "fake"): void {
    const spot = SITE.get(site)!;
    const near = distance(this.#x[i]!, this.#y[i]!, spot.x, spot.y) <= USE_RANGE;
    if (near && this.#place[i] === PLACE_INDEX.get(spot.place)) this.#takeUp(i, site, what);
    else this.walk(i, spot, { to: spot.place, follow: null, caught: false, use: { what, site } });
  }

  /** From one vent to another of its network, or out of it. */
  crawl(i: number, vent: string): void {
    this.#vent(i, this.#player(i).vent === vent ? "exited" : "moved", vent);
  }

  #vent(i: number, how: "entered" | "moved" | "exited", vent: string): void {
    const id = this.ids[i]!;
    const { place, x, y } = SITE.get(vent)!;
    const witnesses = how === "moved" ? [] : this.#witnesses(PLACE_INDEX.get(place)!, x, y, i);
    const spot = { place, x, y };
    this.turn.happen({ type: "vented", who: id, how, vent, spot, witnesses, tick: this.tick });
    for (const to of witnesses)
      this.turn.fire(to, "VENT_WITNESSED", this.tick, { player: id, vent_location: place, action: how });
    this.#load(i);
  }

  /** Everyone's eyes on one spot, at this tick. */
  #witnesses(p: number, x: number, y: number, but: number): string[] {
    return this.ids.filter(
      (_, v) =>
        v !== but &&
        this.#viewer[v] === 1 &&
        distance(this.#x[v]!, this.#y[v]!, x, y) <= this.#radius[v]! &&
        inLine(this.#place[v]!, this.#x[v]!, this.#y[v]!, p, x, y, this.#shut),
    );
  }

  #player(i: number): Player {
    return this.turn.state.players[this.ids[i]!]!;
  }
  #spot(i: number): Spot {
    return { place: PLACES[this.#place[i]!]!.id, x: this.#x[i]!, y: this.#y[i]! };
  }

  /** Reads a player from the state anew, as at this tick. */
  #load(i: number): void {
    const player = this.#player(i);
    this.#walks[i] = player.walk;
    this.#viewer[i] = player.life === "alive" ? 1 : 0;
    this.#shown[i] = player.life === "alive" && player.vent === null ? 1 : 0;
    this.#watching[i] = player.doing?.what === "cameras" && !commsDown(this.turn.state) ? 1 : 0;
    this.#waits[i] = player.walk && isWaiting(player.walk) ? 1 : 0;
    if (player.walk) this.#takeWalk(i, player.walk, this.tick);
    else {
      this.#x[i] = player.x;
      this.#y[i] = player.y;
      this.#place[i] = PLACE_INDEX.get(player.place)!;
    }
    // A ghost's hands may have been done while the living sat at the table.
    const until = player.doing?.until ?? NEVER;
    this.#busyUntil[i] = until <= this.#since ? this.#since + 1 : until;
    this.#clockAt = 0;
    this.#startle(i);
  }

  /** Nothing that was reckoned about a player's sight holds any longer. */
  #startle(i: number): void {
    const { n } = this;
    for (let j = 0; j < n; j++) this.#look[i < j ? i * n + j : j * n + i] = 0;
    this.#lookBodies[i] = 0;
    this.#lookAt = 0;
  }

  #light(): void {
    const { state } = this.turn;
    const dark = lightsOut(state);
    for (let i = 0; i < this.n; i++) this.#radius[i] = radiusOf(state.settings, this.#player(i).role, dark);
    this.#look.fill(0);
    this.#lookBodies.fill(0);
    this.#lookAt = 0;
  }

  #doors({ doors, tick }: GlassState): Uint8Array {
    this.#doorsAt = NEVER;
    for (const room in doors) {
      const { until } = doors[room]!;
      if (until > tick) this.#doorsAt = Math.min(this.#doorsAt, until);
    }
    return shutAt(doors, tick);
  }

  // ---- one tick

  #advance(tick: number): void {
    const { turn } = this;
    this.tick = tick;
    if (tick === this.#doorsAt) {
      this.#shut = this.#doors({ ...turn.state, tick });
      this.#look.fill(0);
      this.#lookBodies.fill(0);
    }
    const { sabotage, settings } = turn.state;
    if (sabotage && sabotage.until === tick) {
      this.#stop("impostors", "sabotage");
      return;
    }
    this.#finish(tick);
    if (this.over) return;
    this.#move(tick);
    if (this.over) return;
    if (tick % SIGHT_EVERY === 0) {
      this.#see(tick, false);
      this.#chase(tick);
    }
    if (this.#stride === "step" || tick >= this.#clockAt) this.#clock(tick);
    if (tick >= ticksOf(settings.limitMs)) this.#stop("nobody", "time");
  }

  #stop(winner: "crew" | "impostors" | "nobody", by: "sabotage" | "time" | "tasks"): void {
    this.flush();
    this.turn.happen({ type: "ended", tick: this.tick, winner, by });
    this.over = true;
  }

  /** Hands that are done. Nobody's being done depends on another's, so their order is no matter. */
  #finish(tick: number): void {
    for (let i = 0; i < this.n && !this.over; i++)
      if (this.#busyUntil[i] === tick) this.#done(i, this.#player(i).doing!, tick);
  }

  #done(i: number, doing: Doing, tick: number): void {
    const { turn } = this;
    const id = this.ids[i]!;
    const { site, what } = doing;
    if (what === "fake") {
      turn.happen({ type: "left_off", who: id, tick });
      turn.fire(id, "TASK_COMPLETE", tick, { object: site, fake: true });
    } else if (what === "panel") {
      turn.happen({ type: "panel_fixed", who: id, panel: site, tick });
      turn.happen({ type: "left_off", who: id, tick });
      turn.fire(id, "TASK_COMPLETE", tick, { object: site });
      this.#mended();
    } else if (what === "task") this.#worked(i, site, tick);
    this.#load(i);
  }

  #worked(i: number, site: string, tick: number): void {
    const { turn } = this;
    const id = this.ids[i]!;
    const player = this.#player(i);
    const task = player.tasks.findIndex((one) => one.sites[one.done] === site);
    const dealt = player.tasks[task]!;
    const whole = dealt.done + 1 === dealt.sites.length;
    const shows = turn.state.settings.visualTasks && player.life === "alive" && isVisual(player, site);
    turn.happen({ type: "task_stepped", who: id, task, ready: tick + (stepOf(dealt).wait ?? 0), whole, tick });
    if (shows) {
      const witnesses = this.#witnesses(this.#place[i]!, this.#x[i]!, this.#y[i]!, i);
      if (witnesses.length > 0) turn.happen({ type: "visual_seen", who: id, site, witnesses, tick });
    }
    const { wait } = stepOf(dealt);
    // An errand is the whole task: from one step one goes to the next, unless that has to wait.
    if (turn.state.settings.errands && !whole && !wait) this.use(i, dealt.sites[dealt.done + 1]!, "interact");
    else turn.fire(id, "TASK_COMPLETE", tick, { object: site, task: dealt.kind, whole });
    if (decided(turn.state)?.by === "tasks") this.#stop("crew", "tasks");
  }

  /** A sabotage is over when all its panels are mended, or held. */
  #mended(): void {
    const { turn } = this;
    const { sabotage } = turn.state;
    if (!sabotage || openPanels(turn.state).length > 0) return;
    const hands = this.ids.filter((_, i) => this.#player(i).doing?.what === "panel");
    turn.happen({ type: "sabotage_ended", system: sabotage.system, how: "fixed", tick: this.tick });
    // Whoever was at it as well has its hands free again, and is told so like one who has finished.
    for (const id of hands) turn.fire(id, "TASK_COMPLETE", this.tick, { object: sabotage.system });
    turn.fireAll("SABOTAGE_END", this.tick, { system: sabotage.system });
    for (let i = 0; i < this.n; i++) this.#load(i);
    this.#light();
  }

  // ---- walking

  #nextLeg(i: number, { points }: Walk): void {
    const leg = this.#leg[i]! + 1;
    this.#leg[i] = leg;
    this.#from[i] = this.#to[i]!;
    const p = leg * 2;
    this.#to[i] = this.#from[i]! + distance(points[p]!, points[p + 1]!, points[p + 2]!, points[p + 3]!);
  }

  /** Takes up a walk that was begun before, as at a tick. */
  #takeWalk(i: number, walk: Walk, tick: number): void {
    this.#leg[i] = -1;
    this.#to[i] = 0;
    this.#end[i] = walkLength(walk);
    this.#detail[i] = this.#doorsAt < NEVER || noticesTheWay(this.#player(i)) ? 1 : 0;
    this.#nextLeg(i, walk);
    const gone = tick <= walk.tick ? -1 : reach(tick - walk.tick, this.#speed);
    while (gone >= this.#to[i]! && this.#leg[i]! + 1 < walk.places.length) this.#nextLeg(i, walk);
    this.#stand(i, walk, Math.max(gone, 0));
  }

  #stand(i: number, { points, places }: Walk, gone: number): void {
    const leg = this.#leg[i]!;
    const p = leg * 2;
    const long = this.#to[i]! - this.#from[i]!;
    const on = gone - this.#from[i]!;
    const [x0, y0, x1, y1] = [points[p]!, points[p + 1]!, points[p + 2]!, points[p + 3]!];
    this.#place[i] = PLACE_INDEX.get(places[leg]!)!;
    this.#x[i] = on >= long ? x1 : x0 + Math.trunc(((x1 - x0) * on) / long);
    this.#y[i] = on >= long ? y1 : y0 + Math.trunc(((y1 - y0) * on) / long);
  }

  #move(tick: number): void {
    let arrived: number[] | null = null;
    for (let i = 0; i < this.n; i++) {
      const walk = this.#walks[i];
      if (!walk || this.#waits[i] === 1 || tick <= walk.tick || !this.#stepOn(i, walk, tick)) continue;
      arrived ??= [];
      arrived.push(i);
    }
    if (!arrived) return;
    // Who comes first where only one can be first is for the dice, and only then.
    const order = arrived.length > 1 && this.#compete(arrived) ? this.turn.dice.shuffle("arrivals", arrived) : arrived;
    for (const i of order) if (!this.over) this.#arrive(i, tick);
  }

  /** Whether two arrive for the same thing. */
  #compete(arrived: readonly number[]): boolean {
    const sites = arrived.flatMap((i) => this.#walks[i]!.use?.site ?? []);
    return new Set(sites).size < sites.length;
  }

  /** True when the way is at its end. */
  #stepOn(i: number, walk: Walk, tick: number): boolean {
    const gone = reach(tick - walk.tick, this.#speed);
    while (gone >= this.#to[i]!) {
      const leg = this.#leg[i]!;
      if (leg + 1 === walk.places.length) {
        this.#stand(i, walk, gone);
        return true;
      }
      const from = walk.places[leg]!;
      const to = walk.places[leg + 1]!;
      if (from !== to && this.#viewer[i] === 1 && this.#shut[portalBetween(from, to)] === 1) {
        this.#waitAtDoor(i, walk, leg, tick);
        return false;
      }
      this.#nextLeg(i, walk);
      this.#pass(i, from, to, tick);
    }
    this.#stand(i, walk, gone);
    return false;
  }

  /** The rest of the way begins when the doors open again; until then one stands on the near side. */
  #waitAtDoor(i: number, walk: Walk, leg: number, tick: number): void {
    const rest = walk.points.slice((leg + 1) * 2);
    const room = PORTALS[portalBetween(walk.places[leg]!, walk.places[leg + 1]!)]!.door!;
    this.turn.happen({
      type: "walked",
      who: this.ids[i]!,
      tick,
      walk: {
        ...walk,
        tick: this.turn.state.doors[room]!.until,
        points: [rest[0]!, rest[1]!, ...rest],
        places: walk.places.slice(leg),
      },
    });
    this.#load(i);
  }

  /** What one meets on the way at the end of a leg. */
  #pass(i: number, from: string, to: string, tick: number): void {
    const { turn } = this;
    const id = this.ids[i]!;
    if (from === to) {
      if (PLACES[PLACE_INDEX.get(from)!]!.kind === "hallway")
        turn.fire(id, "HALLWAY_WAYPOINT", tick, { location: from });
      return;
    }
    this.#startle(i);
    turn.fire(id, "INTERSECTION", tick, { from, to });
    const player = this.#player(i);
    if (!heeds(player, "OBJECT_IN_RANGE")) return;
    for (const object of sitesIn(turn.state, player, to, tick))
      turn.fire(id, "OBJECT_IN_RANGE", tick, { object, location: to });
  }

  #arrive(i: number, tick: number): void {
    const { turn } = this;
    const id = this.ids[i]!;
    const { follow, use, to } = this.#walks[i]!;
    if (follow !== null && this.#seesNow(i, follow)) {
      this.#wait(i, tick, this.#walks[i]!.caught);
      return;
    }
    if (follow !== null) {
      this.#lose(i, tick);
      return;
    }
    turn.happen({ type: "stopped", who: id, tick, ...this.#spot(i) });
    this.#load(i);
    if (use) this.#takeUp(i, use.site, use.what);
    else turn.fire(id, "DESTINATION_REACHED", tick, { location: to });
  }

  #seesNow(i: number, who: string): boolean {
    return (this.#sees[i]! & (1 << this.ids.indexOf(who))) !== 0;
  }

  /** A follower stands until the next look; `caught`: it has come up to whom it follows. */
  #wait(i: number, tick: number, caught: boolean): void {
    const walk = this.#walks[i]!;
    const { place, x, y } = this.#spot(i);
    const here = { ...walk, tick, points: [x, y, x, y], places: [place], caught };
    this.turn.happen({ type: "walked", who: this.ids[i]!, tick, walk: here });
    this.#load(i);
  }

  /** Followers look where to go. Whoever is out of sight is followed to where it was last seen, and is lost there. */
  #chase(tick: number): void {
    for (let i = 0; i < this.n; i++) {
      const walk = this.#walks[i];
      if (!walk?.follow) continue;
      const id = this.ids[i]!;
      const j = this.ids.indexOf(walk.follow);
      const [x, y] = [this.#x[j]!, this.#y[j]!];
      if (!this.#seesNow(i, walk.follow)) {
        if (this.#waits[i] === 1) this.#lose(i, tick);
      } else if (distance(this.#x[i]!, this.#y[i]!, x, y) <= FOLLOW_GAP) {
        if (this.#waits[i] === 0 || !walk.caught) this.#wait(i, tick, true);
        if (!walk.caught) this.turn.fire(id, "DESTINATION_REACHED", tick, { player: walk.follow, lost: false });
      } else if (this.#waits[i] === 1 || walk.points.at(-2) !== x || walk.points.at(-1) !== y) {
        const way = wayBetween(this.#spot(i), this.#spot(j));
        this.turn.happen({ type: "walked", who: id, tick, walk: { ...walk, tick, ...way } });
        this.#load(i);
      }
    }
  }

  #lose(i: number, tick: number): void {
    const who = this.ids[i]!;
    const { follow } = this.#walks[i]!;
    this.turn.happen({ type: "stopped", who, tick, ...this.#spot(i) });
    this.#load(i);
    this.turn.fire(who, "DESTINATION_REACHED", tick, { player: follow, lost: true });
  }

  // ---- hands

  #takeUp(i: number, site: string, what: "interact" | "fake"): void {
    if (what === "fake") this.#begin(i, "fake", site, fakeTicks(site));
    else if (!this.#start(i, site)) this.#vain(i, site);
  }

  #begin(i: number, what: Doing["what"], site: string, ticks: number | null): void {
    const { turn, tick } = this;
    this.release(i);
    const until = ticks === null ? null : tick + ticks;
    turn.happen({ type: "began", who: this.ids[i]!, doing: { what, site, since: tick, until }, tick });
    this.#load(i);
  }

  /** False when there is nothing for this player to do at a site now. */
  #start(i: number, site: string): boolean {
    const { turn, tick } = this;
    const { state } = turn;
    const id = this.ids[i]!;
    const player = this.#player(i);
    const { kind } = SITE.get(site)!;
    if (kind === "task") {
      const task = player.role === "crewmate" ? taskAt(player, site, tick) : -1;
      if (task < 0) return false;
      const step = stepOf(player.tasks[task]!);
      if (step.alone && player.life === "alive" && this.#isTaken(site)) return false;
      this.#begin(i, "task", site, step.ticks);
      return true;
    }
    if (player.life !== "alive") return false;
    if (kind === "vent") {
      if (player.role !== "impostor" || !state.settings.vents) return false;
      this.release(i);
      this.#vent(i, "entered", site);
      turn.fire(id, "DESTINATION_REACHED", tick, { object: site });
    } else if (kind === "button") {
      if (!buttonWorks(state, player, tick)) return false;
      this.flush();
      callMeeting(turn, id, null, HUB);
      this.over = true;
    } else if (kind === "panel") {
      if (!state.sabotage || !openPanels(state).includes(site)) return false;
      const ticks = FIX_TICKS[state.sabotage.system];
      this.#begin(i, "panel", site, ticks);
      if (ticks === null) {
        turn.happen({ type: "panel_fixed", who: id, panel: site, tick });
        this.#mended();
      }
    } else {
      if (!hasConsole(state.settings, kind) || commsDown(state)) return false;
      this.#begin(i, kind, site, null);
      turn.fire(id, "DESTINATION_REACHED", tick, { object: site });
    }
    return true;
  }

  /** One came for nothing: the thing is taken, mended or dead by now. */
  #vain(i: number, site: string): void {
    const who = this.ids[i]!;
    this.turn.happen({
      type: "failed",
      who,
      intent: { type: "interact", object: site },
      reason: "too_late",
      tick: this.tick,
    });
    this.turn.fire(who, "DESTINATION_REACHED", this.tick, { object: site, failed: true });
  }

  #isTaken(site: string): boolean {
    for (let i = 0; i < this.n; i++) {
      const { doing, life } = this.#player(i);
      if (life === "alive" && doing?.what === "task" && doing.site === site) return true;
    }
    return false;
  }

  /** Lets go of a panel that is only mended while it is held. */
  release(i: number): void {
    const { turn, tick } = this;
    const { doing } = this.#player(i);
    if (doing?.what !== "panel" || !turn.state.sabotage?.fixed.includes(doing.site)) return;
    if (FIX_TICKS[turn.state.sabotage.system] === null)
      turn.happen({ type: "panel_released", who: this.ids[i]!, panel: doing.site, tick });
  }

  // ---- eyes

  #see(tick: number, quiet: boolean): void {
    const { n } = this;
    const stepping = this.#stride === "step";
    for (let i = 0; i < n; i++) {
      this.#saw[i] = this.#sees[i]!;
      this.#sawBodies[i] = this.#bodies[i]!;
    }
    for (let i = 0; i < n; i++)
      for (let j = i + 1; j < n; j++) if (stepping || this.#look[i * n + j]! <= tick) this.#pair(i, j, tick);
    for (let i = 0; i < n; i++) if (stepping || this.#lookBodies[i]! <= tick) this.#seeBodies(i, tick);
    for (let i = 0; i < n; i++) {
      const isNew = this.#sees[i] !== this.#saw[i] || this.#bodies[i] !== this.#sawBodies[i];
      if (isNew || this.#place[i] !== this.#was[i]) this.#note(i, tick, quiet);
    }
    for (let i = 0; i < n; i++) this.#was[i] = this.#place[i]!;
    this.#lookAt = 0;
  }

  /** What two players see of each other, and how long that is sure to hold. */
  #pair(i: number, j: number, tick: number): void {
    const iLooks = this.#viewer[i]! & this.#shown[j]!;
    const jLooks = this.#viewer[j]! & this.#shown[i]!;
    const at = i * this.n + j;
    const [pi, pj] = [this.#place[i]!, this.#place[j]!];
    const [ri, rj] = [this.#radius[i]!, this.#radius[j]!];
    const moving = this.#moves(i) + this.#moves(j);
    let next = moving === 0 ? NEVER : tick + 1;
    let line = 0;
    if ((iLooks | jLooks) === 0) next = NEVER;
    else {
      const d = distance(this.#x[i]!, this.#y[i]!, this.#x[j]!, this.#y[j]!);
      const most = Math.max(ri, rj);
      if (d <= most && inLine(pi, this.#x[i]!, this.#y[i]!, pj, this.#x[j]!, this.#y[j]!, this.#shut))
        line = (d <= ri ? 1 : 0) | (d <= rj ? 2 : 0);
      if (moving > 0) {
        const room = d > most ? d - most : pi === pj ? Math.min(Math.abs(d - ri), Math.abs(d - rj)) : 0;
        next = tick + Math.max(1, Math.trunc((room - SLACK) / (moving * this.#stepLong)));
      }
    }
    const iSees = iLooks === 1 && ((line & 1) !== 0 || this.#onScreen(i, j));
    const jSees = jLooks === 1 && ((line & 2) !== 0 || this.#onScreen(j, i));
    if (moving > 0 && (this.#watching[i]! | this.#watching[j]!) === 1) next = tick + 1;
    this.#look[at] = next;
    this.#sees[i] = iSees ? this.#sees[i]! | (1 << j) : this.#sees[i]! & ~(1 << j);
    this.#sees[j] = jSees ? this.#sees[j]! | (1 << i) : this.#sees[j]! & ~(1 << i);
  }

  #moves(i: number): number {
    return this.#walks[i] && this.#waits[i] === 0 ? 1 : 0;
  }

  #onScreen(viewer: number, j: number): boolean {
    if (this.#watching[viewer] === 0) return false;
    const place = PLACES[this.#place[j]!]!.id;
    return CAMERAS.some((camera) => camera.place === place && contains(camera, this.#x[j]!, this.#y[j]!));
  }

  #seeBodies(i: number, tick: number): void {
    const { bodies } = this.turn.state;
    let seen = 0;
    let next = NEVER;
    if (this.#viewer[i] === 1)
      for (const { who, place, x, y } of bodies) {
        const p = PLACE_INDEX.get(place)!;
        const d = distance(this.#x[i]!, this.#y[i]!, x, y);
        const r = this.#radius[i]!;
        if (d <= r && inLine(this.#place[i]!, this.#x[i]!, this.#y[i]!, p, x, y, this.#shut))
          seen |= 1 << this.ids.indexOf(who);
        if (this.#moves(i) === 0) continue;
        const room = d > r ? d - r : p === this.#place[i] ? r - d : 0;
        next = Math.min(next, tick + Math.max(1, Math.trunc((room - SLACK) / this.#stepLong)));
      }
    this.#bodies[i] = seen;
    this.#lookBodies[i] = next;
  }

  /** What has changed before a viewer's eyes. */
  #note(i: number, tick: number, quiet: boolean): void {
    const { turn, ids } = this;
    const to = ids[i]!;
    const [now, before] = [this.#sees[i]!, this.#saw[i]!];
    const news = this.#bodies[i]! & ~this.#sawBodies[i]!;
    const seen: [string, string][] = [];
    const gone: [string, string][] = [];
    const found: [string, string][] = [];
    for (let j = 0; j < this.n; j++) {
      const bit = 1 << j;
      const who = ids[j]!;
      if (now & ~before & bit) seen.push([who, PLACES[this.#place[j]!]!.id]);
      else if (before & ~now & bit) gone.push([who, PLACES[this.#was[j]!]!.id]);
      if (news & bit) found.push([who, turn.state.bodies.find((body) => body.who === who)!.place]);
    }
    this.#sights.push({ to, tick, at: PLACES[this.#place[i]!]!.id, in: seen, out: gone, bodies: found });
    if (quiet) return;
    for (const [player, location] of seen) turn.fire(to, "PLAYER_ENTERS_FOV", tick, { player, location });
    for (const [player, location] of gone)
      if (isAlive(turn.state, player)) turn.fire(to, "PLAYER_EXITS_FOV", tick, { player, location });
    for (const [player, location] of found) turn.fire(to, "BODY_IN_FOV", tick, { player, location });
  }

  // ---- clock

  /** Those who are asked by the clock, and what gets ready. */
  #clock(tick: number): void {
    const { turn } = this;
    const { settings, buttonReady } = turn.state;
    for (let i = 0; i < this.n; i++) {
      const id = this.ids[i]!;
      const player = this.#player(i);
      if (player.life === "gone") continue;
      const interval = tickInterval(player, settings);
      if (interval > 0 && tick % interval === 0) turn.fire(id, "DECISION_TICK", tick);
      const { every, random } = player.triggers;
      if (every > 0 && tick % (every * 10) === 0) turn.fire(id, "EVERY_N_SECONDS", tick, { seconds: every });
      for (const { kind, sites, done, ready } of player.tasks)
        if (ready === tick && done > 0 && done < sites.length && stepOf({ kind, sites, done, ready }, done - 1).wait)
          turn.fire(id, "TASK_COMPLETE", tick, { object: sites[done]!, task: kind, whole: false });
      if (random > 0 && tick === this.#randomAt(i)) turn.fire(id, "RANDOM_N_SECONDS", tick, { seconds: random });
      if (player.life !== "alive") continue;
      if (player.role === "impostor" && player.killReady === tick && player.paused === null)
        turn.fire(id, "COOLDOWN_READY", tick, { what: "kill" });
      if (buttonReady === tick && player.emergencies > 0) turn.fire(id, "COOLDOWN_READY", tick, { what: "emergency" });
    }
  }

  /** When a player is next asked at random; drawn when it is first needed, and told by `woken`. */
  #randomAt(i: number): number {
    const id = this.ids[i]!;
    const drawn = this.random[id];
    if (drawn != null) return drawn;
    const { randomAt, triggers } = this.#player(i);
    if (randomAt !== null && randomAt > this.#since) return randomAt;
    const { randomTicks } = this.turn.state.settings;
    const seconds = randomTicks ? this.turn.dice.int(`random ${id}`, 1, triggers.random) : triggers.random;
    const at = this.#since + seconds * 10;
    this.random[id] = at;
    return at;
  }

  /** The next tick at which anything can happen. */
  #nextTick(): number {
    const { sabotage } = this.turn.state;
    const now = this.tick;
    if (this.#lookAt <= now) this.#lookAt = nextLook(this.#soonestLook(), now);
    if (this.#clockAt <= now) this.#clockAt = this.#nextClock(now);
    let next = Math.min(this.#doorsAt, this.#lookAt, this.#clockAt);
    if (sabotage?.until != null) next = Math.min(next, sabotage.until);
    for (let i = 0; i < this.n; i++) {
      const until = this.#busyUntil[i]!;
      if (until > now && until < next) next = until;
      const walk = this.#walks[i];
      if (!walk) continue;
      if (walk.follow !== null) next = Math.min(next, nextLook(now + 1, now));
      if (this.#waits[i] === 1) continue;
      const leg = this.#when(walk, this.#to[i]!);
      next = Math.min(next, this.#detail[i] === 1 ? leg : nextLook(leg, now), this.#when(walk, this.#end[i]!));
    }
    return next;
  }

  /** The tick, after now, at which a walk has come so far. */
  #when(walk: Walk, far: number): number {
    return Math.max(this.tick + 1, walk.tick + Math.max(1, ticksFor(far, this.#speed)));
  }

  #soonestLook(): number {
    const { n } = this;
    let next = NEVER;
    for (let i = 0; i < n; i++) {
      next = Math.min(next, this.#lookBodies[i]!);
      for (let j = i + 1; j < n; j++) next = Math.min(next, this.#look[i * n + j]!);
    }
    return next;
  }

  /** The next tick for which `#clock` has something. */
  #nextClock(now: number): number {
    const { settings, buttonReady } = this.turn.state;
    let next = Math.max(now + 1, ticksOf(settings.limitMs));
    const soon = (tick: number) => {
      if (tick > now && tick < next) next = tick;
    };
    soon(buttonReady);
    for (let i = 0; i < this.n; i++) {
      const player = this.#player(i);
      if (player.life === "gone") continue;
      if (player.paused === null) soon(player.killReady);
      for (const { ready } of player.tasks) soon(ready);
      const interval = tickInterval(player, settings);
      if (interval > 0) soon(now - (now % interval) + interval);
      const { every, random } = player.triggers;
      if (every > 0) soon(now - (now % (every * 10)) + every * 10);
      if (random > 0) soon(this.#randomAt(i));
    }
    return next;
  }
}

/** Whether a trigger would do anything to a player, so that it is worth finding out. */
function heeds({ triggers: { muted } }: Player, type: TriggerType): boolean {
  return muted.some(({ until }) => until === type) || !muted.some((mute) => mute.type === type);
}
const noticesTheWay = (player: Player): boolean =>
  player.triggers.intersection ||
  player.triggers.hallway_waypoint ||
  heeds(player, "OBJECT_IN_RANGE") ||
  player.triggers.muted.some(({ until }) => until === "INTERSECTION" || until === "HALLWAY_WAYPOINT");

/** The first look at or after a tick, and after now. */
const nextLook = (tick: number, now: number): number =>
  tick >= NEVER ? NEVER : Math.ceil(Math.max(tick, now + 1) / SIGHT_EVERY) * SIGHT_EVERY;

/** Ticks between two decision ticks; 0: never. */
const tickInterval = ({ life, role }: Player, { decisionMs, ghostDecisionMs }: Settings): number =>
  life === "ghost" ? ticksOf(ghostDecisionMs) : life === "alive" && role === "impostor" ? ticksOf(decisionMs) : 0;
