// Who is seen: the people at hand, and the combatants of a fight.
import { entriesOf } from "../order.ts";
import { bodyIn, bodyOf, healthOf } from "../play/body.ts";
import { onTurn } from "../play/fight.ts";
import { distance } from "../play/ground.ts";
import { gearName } from "../rules/gear.ts";
import type { TableState } from "../state.ts";
import type { CombatantView, CombatView, PersonView } from "./types.ts";

export function personView(state: TableState, id: string, from: string | null): PersonView {
  const npc = state.npcs[id]!;
  const body = bodyIn(state, id);
  return {
    id,
    name: npc.name,
    role: npc.role,
    disposition: npc.disposition,
    health: healthOf(body),
    conditions: npc.conditions.map(({ is }) => is),
    feet: state.combat && from !== null && state.combat.squares[id] ? distance(state.combat, from, id) : null,
    wares: entriesOf(npc.wares).map(([kind, price]) => ({ kind, name: gearName(kind), price })),
  };
}

export function combatView(state: TableState, who: string, isGm: boolean): CombatView | null {
  const { combat } = state;
  if (!combat) return null;
  return {
    round: combat.round,
    economy: onTurn(state) === who ? combat.economy : null,
    reaction: !combat.reacted.includes(who),
    combatants: combat.order.flatMap(({ id, initiative }, i): CombatantView[] => {
      const body = bodyOf(state, id);
      if (!body || (!isGm && body.npc?.hidden)) return [];
      const own = body.hero !== null || isGm;
      return [
        {
          id,
          name: body.name,
          side: body.side,
          initiative,
          health: healthOf(body),
          hp: own ? { current: body.hp, max: body.hpMax, temp: body.temp } : null,
          armourClass: own ? body.ac.value : null,
          square: combat.squares[id] ?? null,
          conditions: [...new Set(body.conditions.map(({ is }) => is))],
          turn: i === combat.turn,
        },
      ];
    }),
  };
}
