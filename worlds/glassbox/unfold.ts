// A turn in the making: the state as events move it, those events, and who has been woken by them. The scratch of `settle`.
import type { Dice } from "@orrery/kernel";
import { apply } from "./apply.ts";
import { idsOf } from "./rules.ts";
import type { GlassEvent, GlassState, Player } from "./shape.ts";
import { isMandatory, isOptional, type TriggerType, type Wake } from "./triggers.ts";

export class Unfolding {
  state: GlassState;
  readonly events: GlassEvent[] = [];
  readonly dice: Dice;
  readonly ids: readonly string[];
  /** By player: what it is to be asked for now. */
  readonly wakes = new Map<string, Wake[]>();
  /** By player: what it will be told when it is asked next. */
  readonly kept = new Map<string, Wake[]>();
  /** By player: triggers that have happened and that something was muted until. */
  readonly lifted = new Map<string, string[]>();

  constructor(state: GlassState, dice: Dice) {
    this.state = state;
    this.dice = dice;
    this.ids = idsOf(state);
  }

  happen(event: GlassEvent): void {
    this.events.push(event);
    this.state = (apply[event.type] as (state: GlassState, event: GlassEvent) => GlassState)(this.state, event);
  }

  player(id: string): Player {
    return this.state.players[id]!;
  }

  /** A trigger happens to a player: it is woken unless it does not want to be. `tick` is when; the state may lag behind. */
  fire(id: string, type: TriggerType, tick: number, data: Wake["data"] = {}): void {
    const { life } = this.player(id);
    if (!this.#hears(id, type)) return;
    const seldom = life === "ghost" && !WAKES_GHOSTS.has(type);
    push(seldom ? this.kept : this.wakes, id, { type, tick, data });
  }

  /** The same of something that a player is told when it is next asked. */
  keep(id: string, type: TriggerType, tick: number, data: Wake["data"] = {}): void {
    if (this.#hears(id, type)) push(this.kept, id, { type, tick, data });
  }

  /** What comes to all, the dead among them. */
  fireAll(type: TriggerType, tick: number, data: Wake["data"] = {}): void {
    for (const id of this.ids) this.fire(id, type, tick, data);
  }

  /** A trigger lifts what was muted until it, also where nobody is to be woken by it. */
  lift(id: string, type: TriggerType): void {
    for (const { until } of this.player(id).triggers.muted) if (until === type) push(this.lifted, id, type);
  }

  /** Something else comes first: drops all wakes but those of a death, which must be told. */
  hush(): void {
    for (const [id, wakes] of this.wakes) {
      const deaths = wakes.filter(({ type }) => type === "DEATH");
      if (deaths.length > 0) this.wakes.set(id, deaths);
      else this.wakes.delete(id);
    }
  }

  #hears(id: string, type: TriggerType): boolean {
    const { life, triggers } = this.player(id);
    if (life === "gone") return false;
    this.lift(id, type);
    if (isMandatory(type)) return true;
    if (isOptional(type) && !wants(triggers, type)) return false;
    for (const mute of triggers.muted) if (mute.type === type) return false;
    return true;
  }

  /** Asks the woken players, while earlier asks are still open. */
  rouse(): void {
    const { tick } = this.state;
    for (const [who, wakes] of this.wakes)
      this.happen({ type: "roused", who, wakes, lifted: this.lifted.get(who) ?? [], tick });
  }

  /** Ends the turn by asking the woken players. */
  ask(random: Record<string, number | null> = {}): void {
    const asked: Record<string, readonly Wake[]> = {};
    for (const [id, wakes] of this.wakes)
      asked[id] = [...this.player(id).pending, ...(this.kept.get(id) ?? []), ...wakes];
    const kept: Record<string, readonly Wake[]> = {};
    for (const [id, wakes] of this.kept) if (!this.wakes.has(id)) kept[id] = wakes;
    const lifted: Record<string, readonly string[]> = {};
    for (const [id, types] of this.lifted) lifted[id] = types;
    this.happen({ type: "woken", tick: this.state.tick, asked, kept, lifted, random });
  }
}

/** Ghosts are asked seldom: of all else they are told then, the mandatory too. */
const WAKES_GHOSTS: ReadonlySet<TriggerType> = new Set(["DEATH", "DECISION_TICK", "GAME_END"]);

function push<T>(lists: Map<string, T[]>, id: string, item: T): void {
  const list = lists.get(id);
  if (list) list.push(item);
  else lists.set(id, [item]);
}

function wants({ every, random, intersection, hallway_waypoint }: Player["triggers"], type: TriggerType): boolean {
  if (type === "EVERY_N_SECONDS") return every > 0;
  if (type === "RANDOM_N_SECONDS") return random > 0;
  return type === "INTERSECTION" ? intersection : hallway_waypoint;
}
