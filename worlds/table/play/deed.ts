// A deed under way: events are written down one after another, and each is applied at once, so that what follows rests on what was.
import type { Dice } from "@orrery/kernel";
import { apply } from "../apply.ts";
import type { RollRecord } from "../rules/roll.ts";
import type { TableEvent } from "../shape.ts";
import type { Fact, TableState } from "../state.ts";

export class Deed {
  readonly dice: Dice;
  readonly events: TableEvent[] = [];
  #state: TableState;

  constructor(state: TableState, dice: Dice) {
    this.#state = state;
    this.dice = dice;
  }

  get state(): TableState {
    return this.#state;
  }

  emit(...events: readonly TableEvent[]): this {
    for (const event of events) {
      this.events.push(event);
      this.#state = (apply[event.type] as (state: TableState, event: TableEvent) => TableState)(this.#state, event);
    }
    return this;
  }

  fact(fact: Fact): this {
    return this.emit({ type: "fact", fact });
  }

  emitRoll(roll: RollRecord): this {
    return this.emit({ type: "rolled", roll });
  }

  hero(id: string, why: string, set: Extract<TableEvent, { type: "hero_changed" }>["set"]): this {
    return this.emit({ type: "hero_changed", id, why, set });
  }

  npc(id: string, why: string, set: Extract<TableEvent, { type: "npc_changed" }>["set"]): this {
    return this.emit({ type: "npc_changed", id, why, set });
  }
}
