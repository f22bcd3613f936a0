// The turn of a fight: ended by its player, or once nothing useful is left to do in it.
import { offersIn } from "../../gm/offers.ts";
import { bodyIn, canAct } from "../body.ts";
import type { Deed } from "../deed.ts";
import { advance, finishTurn, onTurn, settleFight } from "../fight.ts";
import { noteAct } from "./cost.ts";
import type { Does } from "./types.ts";

export const endTurn: Does<"end_turn"> = (deed, { actorId: who }) => {
  noteAct(deed, who, "waits");
  if (deed.state.combat) finishTurn(deed);
};

/** After a deed in a fight: over, or on to the next turn when nothing useful is left to do in this one. */
export function goOn(deed: Deed, who: string): void {
  if (!deed.state.combat || deed.state.phase === "ruling" || settleFight(deed)) return;
  const { combat } = deed.state;
  const current = onTurn(deed.state);
  // A combatant who ran has left the order, and the turn goes to the next.
  if (current === null || deed.state.heroes[current] === undefined || !combat!.order.some(({ id }) => id === who)) {
    advance(deed);
    return;
  }
  if (current !== who) return;
  const able = canAct(bodyIn(deed.state, who));
  const idle = offersIn(deed.state, who).every(({ key }) => key === "end_turn" || key === "other_action");
  if (!able || idle) finishTurn(deed);
}
