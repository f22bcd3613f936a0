// A turn in the making: the state as events move it, those events, and who has been woken by them. The scratch of `settle`.
import type { Dice } from "@orrery/kernel";
import { apply } from "./apply.ts";
import { idsOf, living } from "./rules.ts";
import type { GlassEvent, GlassState, Player } from "./shape.ts";
import { isMandatory, isOptional, type TriggerType, type Wake } from "./triggers.ts";

export class Unfolding {
  state: GlassState;
  readonly events: GlassEvent[] = [];
  readonly dice: Dice;
  readonly ids: readonly string[];
  /** By player: what it is to be asked for now. */
  readonly wakes = new Map<string, Wake[]>();
  /** By ghost: what it will be told when it is asked. */
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
    const { life, triggers } = this.player(id);
    if (life === "gone") return;
    const { muted } = triggers;
    let heard = !isOptional(type) || wants(triggers, type);
    for (let i = 0; i < muted.length; i++) {
      const { type: what, until } = muted[i]!;
      if (what === type) heard = false;
      if (until === type) push(this.lifted, id, type);
    }
    if (!heard && !isMandatory(type)) return;
    const wake = { type, tick, data };
    const seldom = life === "ghost" && type !== "DEATH" && type !== "DECISION_TICK" && !isMandatory(type);
    push(seldom ? this.kept : this.wakes, id, wake);
  }

  /** Something a player is told when it is next asked, whatever it has muted. */
  keep(id: string, type: TriggerType, tick: number, data: Wake["data"] = {}): void {
    push(this.kept, id, { type, tick, data });
  }

  fireAll(type: TriggerType, tick: number, data: Wake["data"] = {}): void {
    for (const id of living(this.state)) this.fire(id, type, tick, data);
  }

  /** Ends the turn by asking whoever was woken. */
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
