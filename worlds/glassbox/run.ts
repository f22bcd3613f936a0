// Time runs on from one decision to the next. One tick is one function; skipping leaves out the ticks at which nothing can happen, and is proved equal to stepping.
import { Eyes, nextLook } from "./eyes.ts";
import { HUB, PLACES, PORTALS, SITE } from "./map.ts";
import { callMeeting } from "./meet.ts";
import {
  compete,
  heedsObjects,
  NEVER,
  noticesTheWay,
  type Pawn,
  pawnOf,
  sees,
  spotOf,
  stand,
  stoppedAt,
} from "./pawn.ts";
import {
  buttonWorks,
  commsDown,
  decided,
  FIX_TICKS,
  FOLLOW_GAP,
  fakeTicks,
  hasConsole,
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
import type { Doing, GlassState, Player, Walk } from "./shape.ts";
import type { Unfolding } from "./unfold.ts";
import { distance, PLACE_INDEX, portalBetween, reach, type Spot, ticksFor, walkLength, wayBetween } from "./ways.ts";

/** `step` visits each tick; `skip` goes from one that matters to the next. Both give the same events. */
export type Stride = "skip" | "step";

/** Everybody and everything that moves, from the state's tick on. */
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
  readonly #pawns: readonly Pawn[];
  readonly #eyes: Eyes;
  /** The next tick at which the clock asks somebody; 0: to be reckoned anew. */
  #clockAt = 0;
  #doorsAt = NEVER;

  constructor(turn: Unfolding, stride: Stride) {
    this.turn = turn;
    this.ids = turn.ids;
    this.n = turn.ids.length;
    this.#stride = stride;
    const { state } = turn;
    this.tick = state.tick;
    this.#since = state.tick;
    this.#speed = state.settings.speedPercent;
    this.#pawns = turn.ids.map((id, seat) => pawnOf(id, seat, turn.player(id)));
    this.#eyes = new Eyes(turn, this.#pawns, this.#doors(state), stride === "step", reach(1, this.#speed) + 1);
    this.refresh();
  }

  /** Everybody looks round as play begins, and nobody is woken by whom they see. */
  lookRound(): void {
    this.#eyes.look(this.tick, true);
  }

  /** Doors, lights or lines have changed: everyone is read anew. */
  refresh(): void {
    this.#eyes.shut = this.#doors(this.turn.state);
    for (const one of this.#pawns) this.#read(one);
    this.#light();
  }

  /** Runs until somebody is woken or the game is decided. Something always ends it: the time limit, if nothing else. */
  go(): void {
    const { turn } = this;
    // What the deeds of this moment have brought about is answered one tick later.
    const soon = this.#stride === "step" || turn.wakes.size > 0;
    // Both strides draw at the same place among the rolls: skipping has to know when anyone is asked before anything moves.
    if (turn.wakes.size === 0)
      for (const one of this.#pawns)
        if (one.player.life !== "gone" && one.player.triggers.random > 0) this.#randomAt(one);
    do {
      this.#advance(soon ? this.tick + 1 : this.#nextTick());
    } while (!this.over && turn.wakes.size === 0);
  }

  /** Notes down what was seen on the way; whatever needs the state to be up to date comes after it. */
  flush(): void {
    const sees: Record<string, readonly [number, number, string]> = {};
    for (const { id, player, sees: now, bodies, was } of this.#pawns) {
      const from = PLACES[was]!.id;
      if (now !== player.sees || bodies !== player.seesBodies || from !== player.lookedFrom)
        sees[id] = [now, bodies, from];
    }
    this.turn.happen({ type: "ran", tick: this.tick, sights: this.#eyes.take(), sees });
  }

  /** A player sets out for a spot. */
  walk(i: number, to: Spot, more: Pick<Walk, "to" | "follow" | "caught" | "use">): void {
    this.release(i);
    const one = this.#pawns[i]!;
    const { points, places } = wayBetween(spotOf(one), to);
    const { follow, caught, use } = more;
    const walk = { tick: this.tick, points, places, to: more.to, follow, caught, use };
    this.turn.happen({ type: "walked", who: one.id, tick: this.tick, walk });
    this.#load(one);
  }

  /** Stands still where it is, with idle hands. */
  stop(i: number): void {
    const one = this.#pawns[i]!;
    const { doing, walk } = one.player;
    if (doing) {
      this.release(i);
      this.turn.happen({ type: "left_off", who: one.id, tick: this.tick });
    }
    if (walk) this.turn.happen(stoppedAt(one, this.tick));
    this.#load(one);
  }

  /** Follows somebody from here on. */
  follow(i: number, who: string): void {
    this.walk(i, spotOf(this.#pawnOf(who)), { to: who, follow: who, caught: false, use: null });
  }

  /** Takes up what is at a site: from here if it is near enough, else on arrival. */
  use(i: number, site: string, what: "interact" | "fake"): void {
    const spot = SITE.get(site)!;
    const one = this.#pawns[i]!;
    const near = distance(one.x, one.y, spot.x, spot.y) <= USE_RANGE;
    if (near && one.place === PLACE_INDEX.get(spot.place)) this.#takeUp(one, site, what);
    else this.walk(i, spot, { to: spot.place, follow: null, caught: false, use: { what, site } });
  }

  /** From one vent to another of its network, or out of it. */
  crawl(i: number, vent: string): void {
    const one = this.#pawns[i]!;
    this.#vent(one, one.player.vent === vent ? "exited" : "moved", vent);
  }

  #vent(one: Pawn, how: "entered" | "moved" | "exited", vent: string): void {
    const { place, x, y } = SITE.get(vent)!;
    const witnesses = how === "moved" ? [] : this.#eyes.witnesses(PLACE_INDEX.get(place)!, x, y, one);
    const spot = { place, x, y };
    this.turn.happen({ type: "vented", who: one.id, how, vent, spot, witnesses, tick: this.tick });
    for (const to of witnesses)
      this.turn.fire(to, "VENT_WITNESSED", this.tick, { player: one.id, vent_location: place, action: how });
    this.#load(one);
  }

  #pawnOf(who: string): Pawn {
    return this.#pawns[this.ids.indexOf(who)]!;
  }

  /** Reads a player from the state anew, as at this tick. Owed to whomever an event has just changed. */
  #load(one: Pawn): void {
    this.#read(one);
    this.#eyes.startle(one);
  }

  #read(one: Pawn): void {
    const player = this.turn.player(one.id);
    const { walk, life, doing } = player;
    one.player = player;
    one.walk = walk;
    one.viewer = life === "alive";
    one.shown = life === "alive" && player.vent === null;
    one.watching = doing?.what === "cameras" && !commsDown(this.turn.state);
    one.moves = walk !== null && !isWaiting(walk);
    if (walk) this.#takeWalk(one, walk);
    else {
      one.x = player.x;
      one.y = player.y;
      one.place = PLACE_INDEX.get(player.place)!;
    }
    // A ghost's hands may have been done while the living sat at the table.
    const until = doing?.until ?? NEVER;
    one.busyUntil = until <= this.#since ? this.#since + 1 : until;
    this.#clockAt = 0;
  }

  #light(): void {
    const { state } = this.turn;
    const dark = lightsOut(state);
    for (const one of this.#pawns) one.radius = radiusOf(state.settings, one.player.role, dark);
    this.#eyes.startleAll();
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
      this.#eyes.shut = this.#doors({ ...turn.state, tick });
      this.#eyes.startleAll();
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
      if (this.#stride === "step" || tick >= this.#eyes.nextAt) this.#eyes.look(tick, false);
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
    if (this.#stride === "skip" && this.#pawns.some((one) => one.busyUntil === tick && this.#shows(one)))
      this.#catchUp(tick - 1);
    for (const one of this.#pawns) if (one.busyUntil === tick && !this.over) this.#done(one, one.player.doing!, tick);
  }

  /** Whether others can see that what its hands do is real. */
  #shows({ player }: Pawn): boolean {
    const { doing, life } = player;
    return (
      doing?.what === "task" && life === "alive" && this.turn.state.settings.visualTasks && isVisual(player, doing.site)
    );
  }

  /** Eyes are where feet have brought them: whoever walked on while time was skipped is put where it is by now. */
  #catchUp(tick: number): void {
    for (const one of this.#pawns) if (one.walk && one.moves && one.walk.tick < tick) this.#stepOn(one, one.walk, tick);
  }

  #done(one: Pawn, { site, what }: Doing, tick: number): void {
    const { turn } = this;
    const { id } = one;
    if (what === "fake") {
      turn.happen({ type: "left_off", who: id, tick });
      turn.fire(id, "TASK_COMPLETE", tick, { object: site, fake: true });
    } else if (what === "panel") {
      turn.happen({ type: "panel_fixed", who: id, panel: site, tick });
      turn.happen({ type: "left_off", who: id, tick });
      turn.fire(id, "TASK_COMPLETE", tick, { object: site });
      this.#mended();
    } else if (what === "task") this.#worked(one, site, tick);
    this.#load(one);
  }

  #worked(one: Pawn, site: string, tick: number): void {
    const { turn } = this;
    const { id, player } = one;
    const task = player.tasks.findIndex(({ sites, done }) => sites[done] === site);
    const dealt = player.tasks[task]!;
    const whole = dealt.done + 1 === dealt.sites.length;
    const shows = this.#shows(one);
    turn.happen({ type: "task_stepped", who: id, task, ready: tick + (stepOf(dealt).wait ?? 0), whole, tick });
    if (shows) {
      const witnesses = this.#eyes.witnesses(one.place, one.x, one.y, one);
      if (witnesses.length > 0) turn.happen({ type: "visual_seen", who: id, site, witnesses, tick });
    }
    const { wait } = stepOf(dealt);
    // An errand is the whole task: from one step one goes to the next, unless that has to wait.
    if (turn.state.settings.errands && !whole && !wait) {
      this.#load(one);
      this.use(one.seat, dealt.sites[dealt.done + 1]!, "interact");
    } else turn.fire(id, "TASK_COMPLETE", tick, { object: site, task: dealt.kind, whole });
    if (decided(turn.state)?.by === "tasks") this.#stop("crew", "tasks");
  }

  /** A sabotage is over when all its panels are mended, or held. */
  #mended(): void {
    const { turn } = this;
    const { sabotage } = turn.state;
    if (!sabotage || openPanels(turn.state).length > 0) return;
    const hands = this.ids.filter((id) => turn.player(id).doing?.what === "panel");
    turn.happen({ type: "sabotage_ended", system: sabotage.system, how: "fixed", tick: this.tick });
    // Whoever was at it as well has its hands free again, and is told so like one who has finished.
    for (const id of hands) turn.fire(id, "TASK_COMPLETE", this.tick, { object: sabotage.system });
    turn.fireAll("SABOTAGE_END", this.tick, { system: sabotage.system });
    for (const one of this.#pawns) this.#read(one);
    this.#light();
  }

  // ---- walking

  #nextLeg(one: Pawn, { tick, points, places }: Walk): void {
    const leg = one.leg + 1;
    const p = leg * 2;
    one.leg = leg;
    one.place = PLACE_INDEX.get(places[leg]!)!;
    one.from = one.to;
    one.to += distance(points[p]!, points[p + 1]!, points[p + 2]!, points[p + 3]!);
    one.legAt = tick + Math.max(1, ticksFor(one.to, this.#speed));
  }

  /** Takes up a walk that was begun before, as at this tick. */
  #takeWalk(one: Pawn, walk: Walk): void {
    one.leg = -1;
    one.to = 0;
    one.endAt = walk.tick + Math.max(1, ticksFor(walkLength(walk), this.#speed));
    one.detail = this.#doorsAt < NEVER || noticesTheWay(one.player);
    this.#nextLeg(one, walk);
    const gone = this.tick <= walk.tick ? -1 : reach(this.tick - walk.tick, this.#speed);
    while (gone >= one.to && one.leg + 1 < walk.places.length) this.#nextLeg(one, walk);
    stand(one, walk, Math.max(gone, 0));
  }

  #move(tick: number): void {
    let arrived: Pawn[] | null = null;
    for (const one of this.#pawns) {
      const { walk } = one;
      if (!walk || !one.moves || tick <= walk.tick || !this.#stepOn(one, walk, tick)) continue;
      arrived ??= [];
      arrived.push(one);
    }
    if (!arrived) return;
    // Who comes first where only one can be first is for the dice, and only then.
    const order = arrived.length > 1 && compete(arrived) ? this.turn.dice.shuffle("arrivals", arrived) : arrived;
    for (const one of order) if (!this.over) this.#arrive(one, tick);
  }

  /** True when the way is at its end. */
  #stepOn(one: Pawn, walk: Walk, tick: number): boolean {
    const gone = reach(tick - walk.tick, this.#speed);
    while (gone >= one.to) {
      const { leg } = one;
      if (leg + 1 === walk.places.length) {
        stand(one, walk, gone);
        return true;
      }
      const from = walk.places[leg]!;
      const to = walk.places[leg + 1]!;
      if (from !== to && one.viewer && this.#eyes.shut[portalBetween(from, to)] === 1) {
        this.#waitAtDoor(one, walk, leg, tick);
        return false;
      }
      this.#nextLeg(one, walk);
      this.#pass(one, from, to, tick);
    }
    stand(one, walk, gone);
    return false;
  }

  /** The rest of the way begins when the doors open again; until then one stands on the near side. */
  #waitAtDoor(one: Pawn, walk: Walk, leg: number, tick: number): void {
    const rest = walk.points.slice((leg + 1) * 2);
    const room = PORTALS[portalBetween(walk.places[leg]!, walk.places[leg + 1]!)]!.door!;
    this.turn.happen({
      type: "walked",
      who: one.id,
      tick,
      walk: {
        ...walk,
        tick: this.turn.state.doors[room]!.until,
        points: [rest[0]!, rest[1]!, ...rest],
        places: walk.places.slice(leg),
      },
    });
    this.#load(one);
  }

  /** What one meets on the way at the end of a leg. */
  #pass(one: Pawn, from: string, to: string, tick: number): void {
    const { turn } = this;
    const { id, player } = one;
    if (from === to) {
      if (PLACES[PLACE_INDEX.get(from)!]!.kind === "hallway")
        turn.fire(id, "HALLWAY_WAYPOINT", tick, { location: from });
      return;
    }
    this.#eyes.startle(one);
    turn.fire(id, "INTERSECTION", tick, { from, to });
    if (!heedsObjects(player)) return;
    for (const object of sitesIn(turn.state, player, to, tick))
      turn.fire(id, "OBJECT_IN_RANGE", tick, { object, location: to });
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
    turn.happen(stoppedAt(one, tick));
    this.#load(one);
    if (use) this.#takeUp(one, use.site, use.what);
    else turn.fire(id, "DESTINATION_REACHED", tick, { location: to });
  }

  /** A follower stands until the next look; `caught`: it has come up to whom it follows. */
  #wait(one: Pawn, tick: number, caught: boolean): void {
    const { place, x, y } = spotOf(one);
    const here = { ...one.walk!, tick, points: [x, y, x, y], places: [place], caught };
    this.turn.happen({ type: "walked", who: one.id, tick, walk: here });
    this.#load(one);
  }

  /** Followers look where to go. Whoever is out of sight is followed to where it was last seen, and is lost there. */
  #chase(tick: number): void {
    for (const one of this.#pawns) {
      const { id, walk } = one;
      if (!walk?.follow) continue;
      const ahead = this.#pawnOf(walk.follow);
      if (!sees(one, ahead)) {
        if (!one.moves) this.#lose(one, tick);
      } else if (distance(one.x, one.y, ahead.x, ahead.y) <= FOLLOW_GAP) {
        if (one.moves || !walk.caught) this.#wait(one, tick, true);
        if (!walk.caught) this.turn.fire(id, "DESTINATION_REACHED", tick, { player: walk.follow, lost: false });
      } else if (!one.moves || walk.points.at(-2) !== ahead.x || walk.points.at(-1) !== ahead.y) {
        const way = wayBetween(spotOf(one), spotOf(ahead));
        this.turn.happen({ type: "walked", who: id, tick, walk: { ...walk, tick, ...way } });
        this.#load(one);
      }
    }
  }

  #lose(one: Pawn, tick: number): void {
    const who = one.id;
    const { follow } = one.walk!;
    this.turn.happen(stoppedAt(one, tick));
    this.#load(one);
    this.turn.fire(who, "DESTINATION_REACHED", tick, { player: follow, lost: true });
  }

  // ---- hands

  #takeUp(one: Pawn, site: string, what: "interact" | "fake"): void {
    if (what === "fake") this.#begin(one, "fake", site, fakeTicks(site));
    else if (!this.#start(one, site)) this.#vain(one, site);
  }

  #begin(one: Pawn, what: Doing["what"], site: string, ticks: number | null): void {
    const { turn, tick } = this;
    this.release(one.seat);
    const until = ticks === null ? null : tick + ticks;
    turn.happen({ type: "began", who: one.id, doing: { what, site, since: tick, until }, tick });
    this.#load(one);
  }

  /** False when there is nothing for this player to do at a site now. */
  #start(one: Pawn, site: string): boolean {
    const { turn, tick } = this;
    const { state } = turn;
    const { id, player } = one;
    const { kind } = SITE.get(site)!;
    if (kind === "task") {
      const task = player.role === "crewmate" ? taskAt(player, site, tick) : -1;
      if (task < 0) return false;
      const step = stepOf(player.tasks[task]!);
      if (step.alone && player.life === "alive" && this.#isTaken(site)) return false;
      this.#begin(one, "task", site, step.ticks);
      return true;
    }
    if (player.life !== "alive") return false;
    if (kind === "vent") {
      if (player.role !== "impostor" || !state.settings.vents) return false;
      this.release(one.seat);
      this.#vent(one, "entered", site);
      turn.fire(id, "DESTINATION_REACHED", tick, { object: site });
    } else if (kind === "button") {
      if (!buttonWorks(state, player, tick)) return false;
      this.flush();
      callMeeting(turn, id, null, HUB);
      this.over = true;
    } else if (kind === "panel") {
      if (!state.sabotage || !openPanels(state).includes(site)) return false;
      const ticks = FIX_TICKS[state.sabotage.system];
      this.#begin(one, "panel", site, ticks);
      if (ticks === null) {
        turn.happen({ type: "panel_fixed", who: id, panel: site, tick });
        this.#mended();
      }
    } else {
      if (!hasConsole(state.settings, kind) || commsDown(state)) return false;
      this.#begin(one, kind, site, null);
      turn.fire(id, "DESTINATION_REACHED", tick, { object: site });
    }
    return true;
  }

  /** One came for nothing: the thing is taken, mended or dead by now. */
  #vain({ id: who }: Pawn, site: string): void {
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
    return this.#pawns.some(
      ({ player: { doing, life } }) => life === "alive" && doing?.what === "task" && doing.site === site,
    );
  }

  /** Lets go of a panel that is only mended while it is held. */
  release(i: number): void {
    const { turn, tick } = this;
    const { id, player } = this.#pawns[i]!;
    const { doing } = player;
    if (doing?.what !== "panel" || !turn.state.sabotage?.fixed.includes(doing.site)) return;
    if (FIX_TICKS[turn.state.sabotage.system] === null)
      turn.happen({ type: "panel_released", who: id, panel: doing.site, tick });
  }

  // ---- clock

  /** Those who are asked by the clock, and what gets ready. */
  #clock(tick: number): void {
    const { turn } = this;
    const { settings, buttonReady } = turn.state;
    for (const one of this.#pawns) {
      const { id, player } = one;
      if (player.life === "gone") continue;
      const interval = tickInterval(player, settings);
      if (interval > 0 && tick % interval === 0) turn.fire(id, "DECISION_TICK", tick);
      const { every, random } = player.triggers;
      if (every > 0 && tick % (every * 10) === 0) turn.fire(id, "EVERY_N_SECONDS", tick, { seconds: every });
      for (const { kind, sites, done, ready } of player.tasks)
        if (ready === tick && done > 0 && done < sites.length && stepOf({ kind, sites, done, ready }, done - 1).wait)
          turn.fire(id, "TASK_COMPLETE", tick, { object: sites[done]!, task: kind, whole: false });
      if (random > 0 && tick === this.#randomAt(one)) turn.fire(id, "RANDOM_N_SECONDS", tick, { seconds: random });
      if (player.life !== "alive") continue;
      if (player.role === "impostor" && player.killReady === tick && player.paused === null)
        turn.fire(id, "COOLDOWN_READY", tick, { what: "kill" });
      if (buttonReady === tick && player.emergencies > 0) turn.fire(id, "COOLDOWN_READY", tick, { what: "emergency" });
    }
  }

  /** When a player is next asked at random; drawn when it is first needed, and told by `woken`. */
  #randomAt({ id, player: { randomAt, triggers } }: Pawn): number {
    const drawn = this.random[id];
    if (drawn != null) return drawn;
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
    if (this.#eyes.nextAt <= now) this.#eyes.nextAt = nextLook(0, now);
    if (this.#clockAt <= now) this.#clockAt = this.#nextClock(now);
    let next = Math.min(this.#doorsAt, this.#eyes.nextAt, this.#clockAt);
    if (sabotage?.until != null) next = Math.min(next, sabotage.until);
    for (const { busyUntil, walk, moves, legAt, endAt, detail } of this.#pawns) {
      if (busyUntil > now && busyUntil < next) next = busyUntil;
      if (!walk) continue;
      if (walk.follow !== null) next = Math.min(next, nextLook(now + 1, now));
      if (moves)
        next = Math.min(next, Math.max(now + 1, detail ? legAt : nextLook(legAt, now)), Math.max(now + 1, endAt));
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
    for (const one of this.#pawns) {
      const { player } = one;
      if (player.life === "gone") continue;
      if (player.paused === null) soon(player.killReady);
      for (const { ready } of player.tasks) soon(ready);
      const interval = tickInterval(player, settings);
      if (interval > 0) soon(now - (now % interval) + interval);
      const { every, random } = player.triggers;
      if (every > 0) soon(now - (now % (every * 10)) + every * 10);
      if (random > 0) soon(this.#randomAt(one));
    }
    return next;
  }
}

/** Ticks between two decision ticks; 0: never. */
const tickInterval = ({ life, role }: Player, { decisionMs, ghostDecisionMs }: Settings): number =>
  life === "ghost" ? ticksOf(ghostDecisionMs) : life === "alive" && role === "impostor" ? ticksOf(decisionMs) : 0;
