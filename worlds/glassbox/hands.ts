// What hands do as time runs: take up what is at a site, be busy with it, be done, or let go. Feet and eyes are the run's.
import { callMeeting } from "./meet.ts";
import type { Pawn } from "./pawn.ts";
import {
  buttonWorks,
  fakeTicks,
  hasConsole,
  isVisual,
  NEVER,
  openPanels,
  outcomeOf,
  stepOf,
  taskAt,
  USE_RANGE,
} from "./rules.ts";
import type { StationMotion } from "./run.ts";
import { isDark, isSilent, SABOTAGES } from "./sabotages/index.ts";
import type { Doing, Player } from "./shape.ts";
import type { Unfolding } from "./unfold.ts";
import { distance } from "./ways.ts";

export class Hands {
  /** No hands are done before this tick. */
  doneAt = NEVER;
  readonly #run: StationMotion;

  constructor(run: StationMotion) {
    this.#run = run;
  }

  /** Those that are done. Nobody's being done depends on another's, so their order is no matter. */
  finish(tick: number): void {
    if (tick < this.doneAt) return;
    const run = this.#run;
    for (const one of run.pawns) if (one.busyUntil === tick && !run.over) this.#done(one, one.player.doing!, tick);
    this.doneAt = NEVER;
    for (const { busyUntil } of run.pawns) if (busyUntil > tick && busyUntil < this.doneAt) this.doneAt = busyUntil;
  }

  #done(one: Pawn, { site, what }: Doing, tick: number): void {
    const { turn } = this.#run;
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
    this.#run.load(one);
  }

  #worked(one: Pawn, site: string, tick: number): void {
    const run = this.#run;
    const { turn } = run;
    const { id, player } = one;
    const task = player.tasks.findIndex(({ sites, done }) => sites[done] === site);
    const dealt = player.tasks[task]!;
    const whole = dealt.done + 1 === dealt.sites.length;
    const { wait } = stepOf(run.station, dealt);
    const shows = player.life === "alive" && turn.state.settings.visualTasks && isVisual(run.station, player, site);
    turn.happen({ type: "task_stepped", who: id, task, ready: tick + (wait ?? 0), whole, tick });
    if (shows) {
      // Hands are done before feet have moved: everybody is where it was a tick ago.
      const witnesses = run.witnesses(one.place, one.x, one.y, one, tick - 1);
      if (witnesses.length > 0) turn.happen({ type: "visual_seen", who: id, site, witnesses, tick });
    }
    // An errand is the whole task: from one step one goes to the next, unless that has to wait.
    if (turn.state.settings.errands && !whole && !wait) {
      run.load(one);
      this.use(one, dealt.sites[dealt.done + 1]!, "interact");
    } else turn.fire(id, "TASK_COMPLETE", tick, { object: site, task: dealt.kind, whole });
    if (outcomeOf(turn.state)?.by === "tasks") run.stopAll("crew", "tasks");
  }

  /** A sabotage is over when all its panels are mended, or held. */
  #mended(): void {
    const { turn, tick, pawns } = this.#run;
    const before = turn.state;
    const { sabotage } = before;
    if (!sabotage || openPanels(before).length > 0) return;
    const hands = turn.ids.filter((id) => turn.player(id).doing?.what === "panel");
    turn.happen({ type: "sabotage_ended", system: sabotage.system, how: "fixed", tick });
    // Others at its panels have their hands free again, and are told so as if they had finished.
    for (const id of hands) turn.fire(id, "TASK_COMPLETE", tick, { object: sabotage.system });
    if (isDark({ sabotage })) turn.fireAll("LIGHTS_ON", tick, { system: sabotage.system });
    turn.fireAll("SABOTAGE_END", tick, { system: sabotage.system });
    for (const one of pawns) this.#run.reachAnew(one, before, tick);
    this.#run.refresh();
  }

  /** Takes up what is at a site: from here if it is near enough, else on arrival. */
  use(one: Pawn, site: string, what: "interact" | "fake"): void {
    const spot = this.#run.station.site.get(site)!;
    const { place, x, y } = this.#run.spotOf(one);
    if (place === spot.place && distance(x, y, spot.x, spot.y) <= USE_RANGE) this.takeUp(one, site, what);
    else this.#run.walk(one, spot, { to: spot.place, follow: null, caught: false, use: { what, site } });
  }

  /** A player at a site begins with its task or thing, or has come in vain. */
  takeUp(one: Pawn, site: string, what: "interact" | "fake"): void {
    this.#run.turn.lift(one.id, "DESTINATION_REACHED");
    if (what === "fake") this.#begin(one, "fake", site, fakeTicks(this.#run.station, site));
    else if (!this.#start(one, site)) this.#vain(one, site);
  }

  #begin(one: Pawn, what: Doing["what"], site: string, ticks: number | null): void {
    const { turn, tick } = this.#run;
    this.release(one);
    const until = ticks === null ? null : tick + ticks;
    turn.happen({ type: "began", who: one.id, doing: { what, site, since: tick, until }, tick });
    this.#run.load(one);
  }

  /** False when there is nothing for this player to do at a site now. */
  #start(one: Pawn, site: string): boolean {
    const run = this.#run;
    const { turn } = run;
    const { tick } = run;
    const { state } = turn;
    const { id, player } = one;
    const { kind } = this.#run.station.site.get(site)!;
    if (kind === "task") {
      const task = player.role === "crewmate" ? taskAt(player, site, tick) : -1;
      if (task < 0) return false;
      const step = stepOf(run.station, player.tasks[task]!);
      if (step.alone && player.life === "alive" && this.#isTaken(site)) return false;
      this.#begin(one, "task", site, step.ticks);
      return true;
    }
    if (player.life !== "alive") return false;
    if (kind === "vent") {
      if (player.role !== "impostor" || !state.settings.vents) return false;
      this.release(one);
      this.#vent(one, "entered", site);
      turn.fire(id, "DESTINATION_REACHED", tick, { object: site });
    } else if (kind === "button") {
      if (!buttonWorks(state, player, tick)) return false;
      run.flush();
      callMeeting(turn, id, null, run.station.hub);
      run.over = true;
    } else if (kind === "panel") {
      if (!state.sabotage || !openPanels(state).includes(site)) return false;
      const ticks = SABOTAGES[state.sabotage.system].fixTicks;
      this.#begin(one, "panel", site, ticks);
      if (ticks === null) {
        turn.happen({ type: "panel_fixed", who: id, panel: site, tick });
        this.#mended();
      }
    } else {
      if (!hasConsole(state.settings, kind) || isSilent(state)) return false;
      this.#begin(one, kind, site, null);
      turn.fire(id, "DESTINATION_REACHED", tick, { object: site });
    }
    return true;
  }

  /** One came for nothing: the thing is taken, mended or dead by now. */
  #vain({ id: who }: Pawn, site: string): void {
    const { turn, tick } = this.#run;
    const intent = { type: "interact", object: site } as const;
    turn.happen({ type: "failed", who, intent, reason: "too_late", tick });
    turn.fire(who, "DESTINATION_REACHED", tick, { object: site, failed: true });
  }

  #isTaken(site: string): boolean {
    return this.#run.pawns.some(
      ({ player: { doing, life } }) => life === "alive" && doing?.what === "task" && doing.site === site,
    );
  }

  /** From one vent to another of its network, or out of it. */
  crawl(one: Pawn, vent: string): void {
    this.#vent(one, one.player.vent === vent ? "exited" : "moved", vent);
  }

  #vent(one: Pawn, how: "entered" | "moved" | "exited", vent: string): void {
    const { turn, tick } = this.#run;
    const { place, x, y } = this.#run.station.site.get(vent)!;
    const witnesses =
      how === "moved" ? [] : this.#run.witnesses(this.#run.station.ways.index.get(place)!, x, y, one, tick);
    const spot = { place, x, y };
    turn.happen({ type: "vented", who: one.id, how, vent, spot, witnesses, tick });
    for (const to of witnesses)
      turn.fire(to, "VENT_WITNESSED", tick, { player: one.id, vent_location: place, action: how });
    this.#run.load(one);
  }

  /** Lets go of a panel that is only mended while it is held. */
  release(one: Pawn): void {
    letGo(this.#run.turn, one.id, one.player, this.#run.tick);
  }
}

export function letGo(turn: Unfolding, who: string, { doing }: Player, tick: number): void {
  const { sabotage } = turn.state;
  if (doing?.what !== "panel" || !sabotage?.fixed.includes(doing.site)) return;
  if (SABOTAGES[sabotage.system].fixTicks === null)
    turn.happen({ type: "panel_released", who, panel: doing.site, tick });
}
