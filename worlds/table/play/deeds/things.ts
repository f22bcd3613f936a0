// Things in hand: used, taken, given and worn.
import { armourOf, goodsOf } from "../../rules/gear.ts";
import { rollAmount } from "../../rules/roll.ts";
import { NOWHERE } from "../../state.ts";
import { secondsIn, TAKES } from "../../time.ts";
import { giveEffect, heal, steady } from "../harm.ts";
import { passTime } from "../pressure.ts";
import { costs, nameOf, noteAct } from "./cost.ts";
import type { Does } from "./types.ts";

export const useThing: Does<"use"> = (deed, { actorId: who, targetId, metadata: { on } }) => {
  const item = deed.state.heroes[who]!.items.find(({ id }) => id === targetId)!;
  const goods = goodsOf(item.kind)!;
  noteAct(deed, who, `uses ${item.name.toLowerCase()}${on && on !== who ? ` on ${nameOf(deed, on)}` : ""}`);
  costs(deed, TAKES.quick);
  if (goods.consumed)
    deed.emit({ type: "item_moved", from: who, to: NOWHERE, item: { ...item, count: 1 }, why: "used up" });
  if (goods.heals) {
    const record = rollAmount(deed.dice, who, `${nameOf(deed, who)}: ${item.name.toLowerCase()}`, goods.heals);
    deed.emitRoll(record);
    heal(deed, on ?? who, record.total, item.name.toLowerCase());
  }
  if (goods.light)
    giveEffect(deed, who, {
      id: item.kind === "lantern" ? "lantern" : "torch",
      by: who,
      until: secondsIn(deed.state) + 3600,
    });
  if (item.kind === "healers_kit" && on) steady(deed, on);
};

export const take: Does<"take"> = (deed, { actorId: who, targetId }) => {
  const item = deed.state.places[deed.state.at]!.items.find(({ id }) => id === targetId)!;
  passTime(deed, TAKES.quick);
  deed
    .emit({ type: "item_moved", from: deed.state.at, to: who, item, why: "taken" })
    .fact({ is: "got", who: nameOf(deed, who), what: item.name.toLowerCase() });
};

export const give: Does<"give"> = (deed, { actorId: who, targetId, metadata: { to } }) => {
  const item = deed.state.heroes[who]!.items.find(({ id }) => id === targetId)!;
  costs(deed, TAKES.quick, null);
  deed
    .emit({ type: "item_moved", from: who, to, item, why: "given" })
    .fact({ is: "got", who: nameOf(deed, to), what: item.name.toLowerCase() });
  if (!deed.state.combat) return;
  deed.emit({ type: "passed", seconds: 0, micros: 1 });
};

export const wear: Does<"wear"> = (deed, { actorId: who, targetId, metadata: { off = false } }) => {
  const hero = deed.state.heroes[who]!;
  const item = hero.items.find(({ id }) => id === targetId)!;
  costs(deed, TAKES.trade, null);
  const same = (kind: string) => slotOf(kind) === slotOf(item.kind) && slotOf(kind) !== "hand";
  const items = hero.items.map((one) => {
    const { worn: _worn, ...rest } = one;
    if (one.id === item.id) return off ? rest : { ...rest, worn: true as const };
    return !off && one.worn && same(one.kind) ? rest : one;
  });
  deed.hero(who, off ? "taken off" : "put on", { items });
  noteAct(deed, who, `${off ? "puts away" : "readies"} ${item.name.toLowerCase()}`);
};

/** Of body armour and shields one is worn at a time. */
const slotOf = (kind: string): "body" | "shield" | "hand" =>
  kind === "shield" ? "shield" : goodsOf(kind) === null && armourOf(kind) === null ? "hand" : "body";
