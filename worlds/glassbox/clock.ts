// What comes at a tick that is known beforehand: decision ticks, periods, random moments, waits and cooldowns that are over. It wakes players and changes nothing.
import type { Pawn } from "./pawn.ts";
import { stepOf } from "./rules.ts";
import type { StationMotion } from "./run.ts";
import { type Settings, ticksOf } from "./settings.ts";
import type { Player } from "./shape.ts";

export class Clock {
  /** The next tick at which it asks somebody; 0: to be reckoned anew. */
  at = 0;
  /** What was drawn for RANDOM_N_SECONDS, for `woken`. */
  readonly random: Record<string, number | null> = {};
  readonly #run: StationMotion;
  /** The tick at which the turn began. */
  readonly since: number;

  constructor(run: StationMotion) {
    this.#run = run;
    this.since = run.tick;
  }

  /** Draws everybody's random moment, if it has none. */
  draw(): void {
    for (const one of this.#run.pawns)
      if (one.player.life !== "gone" && one.player.triggers.random > 0) this.#randomAt(one);
  }

  /** Those who are asked by the clock, and what gets ready. */
  strike(tick: number): void {
    const { turn } = this.#run;
    const { settings, buttonReady } = turn.state;
    for (const one of this.#run.pawns) {
      const { id, player } = one;
      if (player.life === "gone") continue;
      const interval = tickInterval(player, settings);
      if (interval > 0 && tick % interval === 0) turn.fire(id, "DECISION_TICK", tick);
      const { every, random } = player.triggers;
      if (every > 0 && tick % (every * 10) === 0) turn.fire(id, "EVERY_N_SECONDS", tick, { seconds: every });
      for (const task of player.tasks) {
        const { kind, sites, done, ready } = task;
        if (ready === tick && done > 0 && done < sites.length && stepOf(this.#run.station, task, done - 1).wait)
          turn.fire(id, "TASK_COMPLETE", tick, { object: sites[done]!, task: kind, whole: false });
      }
      if (random > 0 && tick === this.#randomAt(one)) turn.fire(id, "RANDOM_N_SECONDS", tick, { seconds: random });
      this.#run.reachAnew(one, turn.state, tick - 1);
      if (player.life !== "alive") continue;
      if (player.role === "impostor" && player.killReady === tick && player.paused === null)
        turn.fire(id, "COOLDOWN_READY", tick, { what: "kill" });
      if (buttonReady === tick && player.emergencies > 0) turn.fire(id, "COOLDOWN_READY", tick, { what: "emergency" });
    }
  }

  /** Sees to it that `at` is after now. */
  wind(now: number): void {
    if (this.at > now) return;
    const { settings, buttonReady } = this.#run.turn.state;
    let next = Math.max(now + 1, ticksOf(settings.limitMs));
    if (buttonReady > now && buttonReady < next) next = buttonReady;
    for (const one of this.#run.pawns) {
      const { life, paused, killReady, tasks, triggers } = one.player;
      if (life === "gone") continue;
      if (paused === null && killReady > now && killReady < next) next = killReady;
      for (let i = 0; i < tasks.length; i++) {
        const { ready } = tasks[i]!;
        if (ready > now && ready < next) next = ready;
      }
      const interval = tickInterval(one.player, settings);
      if (interval > 0) next = Math.min(next, now - (now % interval) + interval);
      const { every, random } = triggers;
      if (every > 0) next = Math.min(next, now - (now % (every * 10)) + every * 10);
      if (random > 0) {
        const at = this.#randomAt(one);
        if (at > now && at < next) next = at;
      }
    }
    this.at = next;
  }

  /** When a player is next asked at random; drawn when it is first needed, and told by `woken`. */
  #randomAt({ id, player: { randomAt, triggers } }: Pawn): number {
    const drawn = this.random[id];
    if (drawn != null) return drawn;
    if (randomAt !== null && randomAt > this.since) return randomAt;
    const { randomTicks } = this.#run.turn.state.settings;
    const seconds = randomTicks ? this.#run.turn.dice.int(`random ${id}`, 1, triggers.random) : triggers.random;
    const at = this.since + seconds * 10;
    this.random[id] = at;
    return at;
  }
}

/** Ticks between two decision ticks; 0: never. */
const tickInterval = ({ life, role }: Player, { decisionMs, ghostDecisionMs }: Settings): number =>
  life === "ghost" ? ticksOf(ghostDecisionMs) : life === "alive" && role === "impostor" ? ticksOf(decisionMs) : 0;
