// Goods for gold: bought at the price of the wares, sold at half the price of the rules.
import { costOf, gearName } from "../../rules/gear.ts";
import { NOWHERE } from "../../state.ts";
import { TAKES } from "../../time.ts";
import { itemOf } from "../happen.ts";
import { moveGold } from "../harm.ts";
import { passTime } from "../pressure.ts";
import { nameOf } from "./cost.ts";
import type { Does } from "./types.ts";

export const buy: Does<"buy"> = (deed, { actorId: who, targetId: kind, metadata: { from } }) => {
  const price = deed.state.npcs[from]!.wares[kind]!;
  passTime(deed, TAKES.trade);
  deed.emit({ type: "gold_moved", from: who, to: from, amount: price, why: `for ${gearName(kind).toLowerCase()}` });
  deed.emit({ type: "item_moved", from: NOWHERE, to: who, item: itemOf(kind, gearName(kind), 1), why: "bought" });
  deed.fact({ is: "got", who: nameOf(deed, who), what: `${gearName(kind).toLowerCase()} for ${price} gp` });
};

export const sell: Does<"sell"> = (deed, { actorId: who, targetId, metadata: { to } }) => {
  const item = deed.state.heroes[who]!.items.find(({ id }) => id === targetId)!;
  const price = Math.min(deed.state.npcs[to]!.gold, Math.floor((costOf(item.kind) ?? 0) / 2));
  passTime(deed, TAKES.trade);
  deed.emit({ type: "item_moved", from: who, to: NOWHERE, item: { ...item, count: 1 }, why: "sold" });
  if (price > 0) moveGold(deed, to, who, price, `for ${item.name.toLowerCase()}`);
  deed.fact({ is: "lost", who: nameOf(deed, who), what: item.name.toLowerCase() });
};
