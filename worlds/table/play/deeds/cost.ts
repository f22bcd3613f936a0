// What a deed costs, and the words of who acted: an action in a fight, time outside one.

import { bodyOf } from "../body.ts";
import type { Deed } from "../deed.ts";
import { passTime } from "../pressure.ts";

export const nameOf = (deed: Deed, id: string): string => bodyOf(deed.state, id)?.name ?? id;

export const spend = (deed: Deed, cost: "action" | "bonus"): void => {
  const { combat } = deed.state;
  if (combat) deed.emit({ type: "fight_changed", set: { economy: { ...combat.economy, [cost]: false } } });
};

export const noteAct = (deed: Deed, who: string, what: string): void => {
  deed.fact({ is: "acted", who: nameOf(deed, who), what });
};

/** What a deed costs outside a fight is time; in one it costs an action. */
export const costs = (deed: Deed, seconds: number, action: "action" | "bonus" | null = "action"): void => {
  if (!deed.state.combat) passTime(deed, seconds);
  else if (action) spend(deed, action);
};
