// What anyone can do in a fight beside an attack: dodge, dash, hide, help, grapple, flee.
import { keysOf } from "../../order.ts";
import { titleOf } from "../../rules/abilities.ts";
import { rollTest } from "../../rules/roll.ts";
import { attacksPerAction } from "../../rules/sheet.ts";
import type { TableActionOf } from "../../shape.ts";
import { secondsIn, TAKES } from "../../time.ts";
import { bodyIn, checkOf } from "../body.ts";
import type { Deed } from "../deed.ts";
import { endFight, leaveFight, moveTo, standUp } from "../fight.ts";
import { approach, distance, isPresent } from "../ground.ts";
import { giveCondition, giveEffect, steady } from "../harm.ts";
import { costs, nameOf, noteAct, spend } from "./cost.ts";
import { rollCheck } from "./roll-check.ts";
import type { Does } from "./types.ts";

export const maneuver: Does<"maneuver"> = (deed, { actorId: who, targetId, metadata: { kind } }) => {
  maneuvers[kind](deed, who, targetId ?? who);
};

type Maneuvers = {
  readonly [K in TableActionOf<"maneuver">["metadata"]["kind"]]: (deed: Deed, who: string, target: string) => void;
};
export const maneuvers: Maneuvers = {
  dodge(deed, who) {
    spend(deed, "action");
    noteAct(deed, who, "guards");
    giveEffect(deed, who, { id: "dodging", by: who });
  },
  dash(deed, who) {
    spend(deed, "action");
    noteAct(deed, who, "runs");
    const { economy } = deed.state.combat!;
    deed.emit({
      type: "fight_changed",
      set: { economy: { ...economy, movement: economy.movement + bodyIn(deed.state, who).speed } },
    });
  },
  disengage(deed, who) {
    spend(deed, "action");
    noteAct(deed, who, "breaks off");
    giveEffect(deed, who, { id: "disengaged", by: who });
  },
  hide(deed, who) {
    noteAct(deed, who, "tries to hide");
    costs(deed, TAKES.quick);
    const watch = Math.max(
      10,
      ...keysOf(deed.state.npcs)
        .filter((id) => isPresent(deed.state, id))
        .map((id) => 10 + checkOf(bodyIn(deed.state, id), "perception").value),
    );
    if (rollCheck(deed, who, "stealth", watch))
      giveCondition(deed, who, { is: "invisible", by: "hiding", until: secondsIn(deed.state) + 60 });
  },
  help(deed, who, target) {
    costs(deed, TAKES.quick);
    noteAct(deed, who, `helps ${nameOf(deed, target)}`);
    giveEffect(deed, target, { id: "helped", by: who });
  },
  stand(deed, who) {
    noteAct(deed, who, "gets up");
    standUp(deed, who);
  },
  stabilise(deed, who, target) {
    noteAct(deed, who, `tends ${nameOf(deed, target)}`);
    costs(deed, TAKES.quick);
    if (rollCheck(deed, who, "medicine", 10)) steady(deed, target);
  },
  grapple(deed, who, target) {
    if (!closeIn(deed, who, target)) return;
    if (contest(deed, who, target)) giveCondition(deed, target, { is: "grappled", by: nameOf(deed, who) });
  },
  shove(deed, who, target) {
    if (!closeIn(deed, who, target)) return;
    if (contest(deed, who, target)) giveCondition(deed, target, { is: "prone", by: nameOf(deed, who) });
  },
  flee(deed, who) {
    spend(deed, "action");
    noteAct(deed, who, "runs for it");
    const { combat } = deed.state;
    for (const { id } of combat!.order)
      if (
        deed.state.npcs[id]?.disposition === "hostile" &&
        deed.state.combat &&
        distance(deed.state.combat, id, who) <= 5
      ) {
        const [x, y] = deed.state.combat.squares[who]!;
        const gone = moveTo(deed, who, [Math.max(0, x - 2), y]);
        if (!gone || !deed.state.combat) return;
        break;
      }
    leaveFight(deed, who);
    if (deed.state.combat && deed.state.order.every((id) => !deed.state.combat!.order.some((one) => one.id === id)))
      endFight(deed, "fled");
  },
};

function closeIn(deed: Deed, who: string, target: string): boolean {
  const { combat } = deed.state;
  const begun = combat!.economy.attacks > 0;
  const attacks = begun ? combat!.economy.attacks : attacksPerAction(deed.state.heroes[who]!);
  deed.emit({ type: "fight_changed", set: { economy: { ...combat!.economy, action: false, attacks: attacks - 1 } } });
  const square = approach(deed.state.combat!, who, target, deed.state.combat!.economy.movement, 5);
  return square !== null && moveTo(deed, who, square);
}

/** Athletics against the better of athletics and acrobatics; a tie leaves things as they are. */
function contest(deed: Deed, who: string, target: string): boolean {
  const on = bodyIn(deed.state, target);
  const against = checkOf(on, "athletics").value >= checkOf(on, "acrobatics").value ? "athletics" : "acrobatics";
  const own = rollTest(deed.dice, {
    who,
    purpose: `${nameOf(deed, who)}: Athletics contest`,
    bonus: checkOf(bodyIn(deed.state, who), "athletics"),
  });
  deed.emitRoll(own.record);
  const other = rollTest(deed.dice, {
    who: target,
    purpose: `${on.name}: ${titleOf(against)} contest`,
    bonus: checkOf(on, against),
  });
  deed.emitRoll(other.record);
  const success = own.record.total > other.record.total;
  deed.fact({
    is: "check",
    who: nameOf(deed, who),
    skill: "athletics",
    total: own.record.total,
    dc: other.record.total,
    success,
  });
  return success;
}
