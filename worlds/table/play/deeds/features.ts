// What a class can do: second wind, rage, lay on hands, channel divinity and the like.
import { valuesOf } from "../../order.ts";
import { titleOf } from "../../rules/abilities.ts";
import { destroysUndead, SLOT_POINTS } from "../../rules/classes.ts";
import { cause } from "../../rules/numbers.ts";
import { arcaneRecovery } from "../../rules/rest.ts";
import { rollAmount } from "../../rules/roll.ts";
import { attacksFor, hpMaxOf, spellBonus } from "../../rules/sheet.ts";
import type { TableActionOf } from "../../shape.ts";
import { secondsIn, TAKES } from "../../time.ts";
import { bodyIn, bodyOf } from "../body.ts";
import { FEATURE_COST } from "../check.ts";
import type { Deed } from "../deed.ts";
import { moveTo } from "../fight.ts";
import { approach, distance } from "../ground.ts";
import { die, giveEffect, heal, save } from "../harm.ts";
import { passTime } from "../pressure.ts";
import { aimOf, strike } from "../strike.ts";
import { costs, nameOf, noteAct } from "./cost.ts";
import { maneuvers } from "./maneuvers.ts";
import type { Does } from "./types.ts";

export const feature: Does<"feature"> = (deed, { actorId: who, targetId, metadata: { feature, amount } }) => {
  const cost = FEATURE_COST(feature);
  if (cost) costs(deed, TAKES.quick, cost);
  else if (!deed.state.combat) passTime(deed, TAKES.quick);
  features[feature](deed, who, targetId ?? who, amount ?? 1);
};

const uses = (deed: Deed, who: string, resource: string, amount = 1): void => {
  const hero = deed.state.heroes[who]!;
  deed.hero(who, titleOf(resource), { used: { ...hero.used, [resource]: (hero.used[resource] ?? 0) + amount } });
};

type Features = {
  readonly [K in TableActionOf<"feature">["metadata"]["feature"]]: (
    deed: Deed,
    who: string,
    target: string,
    amount: number,
  ) => void;
};
const features: Features = {
  second_wind(deed, who) {
    uses(deed, who, "second_wind");
    noteAct(deed, who, "draws a second wind");
    const { name, level } = deed.state.heroes[who]!;
    const record = rollAmount(deed.dice, who, `${name}: second wind`, "1d10", {
      bonus: [cause("fighter level", level)],
    });
    deed.emitRoll(record);
    heal(deed, who, record.total, "second wind");
  },
  action_surge(deed, who) {
    uses(deed, who, "action_surge");
    noteAct(deed, who, "finds the strength for one thing more");
    deed.emit({ type: "fight_changed", set: { economy: { ...deed.state.combat!.economy, action: true } } });
  },
  rage(deed, who) {
    uses(deed, who, "rage");
    noteAct(deed, who, "flies into a rage");
    giveEffect(deed, who, { id: "raging", by: who, until: secondsIn(deed.state) + 60 });
  },
  reckless(deed, who) {
    noteAct(deed, who, "throws caution away");
    giveEffect(deed, who, { id: "reckless", by: who });
  },
  lay_on_hands(deed, who, target, amount) {
    uses(deed, who, "lay_on_hands_pool", amount);
    noteAct(deed, who, "lays on hands");
    heal(deed, target, amount, "lay on hands");
  },
  bardic_inspiration(deed, who, target) {
    uses(deed, who, "bardic_inspiration");
    noteAct(deed, who, `inspires ${nameOf(deed, target)}`);
    giveEffect(deed, target, { id: "inspired", by: who, until: secondsIn(deed.state) + 600 });
  },
  turn_undead(deed, who) {
    uses(deed, who, "channel_divinity");
    noteAct(deed, who, "raises a holy sign");
    const { level } = deed.state.heroes[who]!;
    const dc = spellBonus(deed.state.heroes[who]!)!.dc.value;
    const destroyed = destroysUndead(level) ?? -1;
    for (const { id } of deed.state.combat!.order) {
      const body = bodyOf(deed.state, id);
      if (body?.monster?.kind !== "undead" || distance(deed.state.combat!, who, id) > 30) continue;
      if (save(deed, id, { ability: "wisdom", dc, against: "the holy sign" })) continue;
      if (body.monster.challenge <= destroyed) die(deed, id, "holy light");
      else deed.npc(id, "turned", { order: { what: "flee", on: null } });
    }
  },
  preserve_life(deed, who) {
    uses(deed, who, "channel_divinity");
    noteAct(deed, who, "calls on life itself");
    let left = 5 * deed.state.heroes[who]!.level;
    const hurt = deed.state.order
      .filter((id) => !deed.state.heroes[id]!.dead)
      .sort((a, b) => deed.state.heroes[a]!.hp - deed.state.heroes[b]!.hp);
    for (const id of hurt) {
      const hero = deed.state.heroes[id]!;
      const amount = Math.min(left, Math.max(0, Math.floor(hpMaxOf(hero).value / 2) - hero.hp));
      if (amount <= 0) continue;
      left -= amount;
      heal(deed, id, amount, "preserve life");
    }
  },
  arcane_recovery(deed, who) {
    uses(deed, who, "arcane_recovery");
    deed.hero(who, "arcane recovery", { slotsUsed: arcaneRecovery(deed.state.heroes[who]!) });
    noteAct(deed, who, "goes over the book and gathers strength");
  },
  cunning_dash(deed, who) {
    noteAct(deed, who, "darts away");
    const { economy } = deed.state.combat!;
    deed.emit({
      type: "fight_changed",
      set: { economy: { ...economy, movement: economy.movement + bodyIn(deed.state, who).speed } },
    });
  },
  cunning_disengage(deed, who) {
    noteAct(deed, who, "slips out of reach");
    giveEffect(deed, who, { id: "disengaged", by: who });
  },
  cunning_hide(deed, who) {
    const { economy } = deed.state.combat!;
    maneuvers.hide(deed, who, who);
    // Hiding this way leaves the action as it was.
    if (deed.state.combat)
      deed.emit({ type: "fight_changed", set: { economy: { ...deed.state.combat.economy, action: economy.action } } });
  },
  flurry(deed, who, target) {
    uses(deed, who, "ki_points");
    const fist = attacksFor(deed.state.heroes[who]!).at(-1)!;
    const square = approach(deed.state.combat!, who, target, deed.state.combat!.economy.movement, 5);
    if (square && !moveTo(deed, who, square)) return;
    for (let i = 0; i < 2 && deed.state.combat && bodyOf(deed.state, target); i++)
      strike(deed, who, target, aimOf(fist, 5));
  },
  patient_defence(deed, who) {
    uses(deed, who, "ki_points");
    giveEffect(deed, who, { id: "dodging", by: who });
    noteAct(deed, who, "waits like water");
  },
  step_of_the_wind(deed, who) {
    uses(deed, who, "ki_points");
    giveEffect(deed, who, { id: "disengaged", by: who });
    noteAct(deed, who, "moves like wind");
  },
  divine_sense(deed, who) {
    uses(deed, who, "divine_sense");
    const undead = valuesOf(deed.state.npcs).some(
      (npc) => npc.place === deed.state.at && bodyIn(deed.state, npc.id).monster!.kind === "undead",
    );
    noteAct(deed, who, "opens the senses to good and evil");
    deed.fact({
      is: "told",
      text: undead
        ? "Something dead is awake here: it sits on the tongue like rust."
        : "Nothing here is other than it should be.",
    });
  },
  make_slot(deed, who, _target, level) {
    const at = Math.min(5, level);
    uses(deed, who, "sorcery_points", SLOT_POINTS[at - 1]!);
    const used = [...deed.state.heroes[who]!.slotsUsed];
    used[at - 1] = (used[at - 1] ?? 0) - 1;
    deed.hero(who, "font of magic", { slotsUsed: Array.from(used, (count) => count ?? 0) });
    noteAct(deed, who, "turns will into magic");
  },
  sacred_weapon(deed, who) {
    uses(deed, who, "channel_divinity");
    giveEffect(deed, who, { id: "sacred_weapon", by: who, until: secondsIn(deed.state) + 60 });
    noteAct(deed, who, "lights the weapon");
  },
};
