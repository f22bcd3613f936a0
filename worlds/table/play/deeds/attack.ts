// Weapons and spells: an attack, the closing in for it, and the fight that it begins.
import { valuesOf } from "../../order.ts";
import type { Hero } from "../../rules/hero.ts";
import { type Attack, attacksFor, attacksPerAction } from "../../rules/sheet.ts";
import { isSpell, spellOf } from "../../rules/spells.ts";
import { TAKES } from "../../time.ts";
import { bodyIn, bodyOf } from "../body.ts";
import { castSpell } from "../cast.ts";
import type { Deed } from "../deed.ts";
import { beginFight, moveTo, onTurn, standUp } from "../fight.ts";
import { approach, distance, isPresent } from "../ground.ts";
import { startEncounter } from "../happen.ts";
import { aimOf, strike, threatOf } from "../strike.ts";
import { costs, nameOf, noteAct } from "./cost.ts";
import type { Does } from "./types.ts";

export const attack: Does<"attack"> = (deed, { actorId: who, targetId, metadata }) => {
  if (!deed.state.combat) {
    noteAct(deed, who, `attacks ${nameOf(deed, targetId)}`);
    provoke(deed, targetId);
    if (onTurn(deed.state) !== who || !deed.state.npcs[targetId]) return;
  }
  const { combat } = deed.state;
  const hero = deed.state.heroes[who]!;
  const begun = combat!.economy.attacks > 0;
  const attacks = begun ? combat!.economy.attacks : attacksPerAction(hero);
  deed.emit({
    type: "fight_changed",
    set: { economy: { ...combat!.economy, action: begun ? combat!.economy.action : false, attacks: attacks - 1 } },
  });
  const feet = distance(deed.state.combat!, who, targetId);
  const close = feet <= 5 + combat!.economy.movement;
  const using = attackWith(hero, metadata.with, feet, close);
  if (using.reach > 0 && feet > using.reach && close) {
    standUp(deed, who);
    const square = approach(deed.state.combat!, who, targetId, deed.state.combat!.economy.movement, using.reach);
    if (square && !moveTo(deed, who, square)) return;
  }
  if (!deed.state.combat || !bodyOf(deed.state, targetId)) return;
  strike(deed, who, targetId, aimOf(using, distance(deed.state.combat, who, targetId)), {
    threat: threatOf(bodyIn(deed.state, who)),
  });
  if (using.item !== "unarmed" && aimOf(using, feet).ranged && using.ammunition === null)
    throwAway(deed, who, using.item);
};

/** The weapon that was named, or the first that reaches: by hand when close enough, else by its range. */
function attackWith(hero: Hero, item: string | undefined, feet: number, close: boolean): Attack {
  const all = attacksFor(hero).filter(
    ({ ammunition }) =>
      ammunition === null || ammunition === "stones" || hero.items.some(({ kind }) => kind === ammunition),
  );
  return (
    all.find((attack) => attack.item === item) ??
    all.find(({ reach, range }) => (close && reach > 0) || (range !== null && feet <= range[1])) ??
    all.at(-1)!
  );
}

function throwAway(deed: Deed, who: string, itemId: string): void {
  const item = deed.state.heroes[who]!.items.find(({ id }) => id === itemId);
  if (item) deed.emit({ type: "item_moved", from: who, to: deed.state.at, item: { ...item, count: 1 }, why: "thrown" });
}

export const cast: Does<"cast"> = (deed, action) => {
  const { actorId: who, targetId, metadata } = action;
  const spell = isSpell(metadata.spell) ? spellOf(metadata.spell) : null;
  const hostile = spell !== null && (spell.on === "foe" || spell.on === "foes") && targetId !== undefined;
  if (hostile && !deed.state.combat && metadata.spell !== "charm_person") {
    noteAct(deed, who, `turns on ${nameOf(deed, targetId)}`);
    provoke(deed, targetId);
    if (onTurn(deed.state) !== who || !deed.state.npcs[targetId]) return;
  }
  costs(deed, TAKES.quick, spell?.cast === "bonus" ? "bonus" : "action");
  if (spell?.cast === "bonus" && spell.level > 0 && deed.state.combat)
    deed.emit({ type: "fight_changed", set: { economy: { ...deed.state.combat.economy, hurried: true } } });
  castSpell(deed, action);
};

/** Somebody who is attacked, and all hostile company, take up arms. */
function provoke(deed: Deed, target: string): void {
  // A fight that an author has written around somebody is that fight, however it begins.
  const written = valuesOf(deed.state.adventure.encounters).find(({ foes }) =>
    foes.some(({ name }) => name === deed.state.npcs[target]!.name),
  );
  if (written) {
    startEncounter(deed, written.id);
    return;
  }
  const { npcs } = deed.state;
  const foes = valuesOf(npcs).filter(
    (npc) => isPresent(deed.state, npc.id) && (npc.id === target || npc.disposition === "hostile"),
  );
  for (const { id, disposition } of foes)
    if (disposition !== "hostile") deed.npc(id, "attacked", { disposition: "hostile" });
  beginFight(
    deed,
    null,
    foes.map(({ id }) => id),
    { squares: 4 },
  );
}
