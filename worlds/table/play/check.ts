// Why a player's action is refused, from the view alone. Null where it is admitted; what then comes of it is for the rules to say.

import { refuse } from "@orrery/kernel";
import { contentProblem } from "../gate.ts";
import { weaponOf } from "../rules/gear.ts";
import { isSpell, type Spell, spellOf } from "../rules/spells.ts";
import type { FeatureId, TableActionOf, TableRefusal } from "../shape.ts";
import type { SheetView, TableView } from "../view/types.ts";

/** Your turn, your wits about you, and a campaign that goes on. */
function able(view: TableView, { awake = true } = {}): TableRefusal {
  if (view.over) return refuse("campaign_over", {});
  if (view.you === null) return refuse("not_your_turn", { who: view.turn });
  if (view.phase !== "player" || (view.combat && view.turn !== view.who))
    return refuse("not_your_turn", { who: view.turn });
  return awake && view.helpless !== null ? refuse("cannot_act", { why: view.helpless }) : null;
}

/** In a fight every deed has its price in actions. */
function affords(view: TableView, cost: "action" | "bonus" | "attack"): TableRefusal {
  const economy = view.combat?.economy;
  if (!view.combat) return null;
  if (!economy) return refuse("not_your_turn", { who: view.turn });
  if (cost === "attack") return economy.action || economy.attacks > 0 ? null : refuseSpent("action");
  return economy[cost] ? null : refuseSpent(cost);
}
const refuseSpent = (what: "action" | "bonus" | "reaction"): TableRefusal => refuse("action_spent", { what });
const peace = (view: TableView, what: string): TableRefusal =>
  view.combat ? refuse("not_in_a_fight", { what }) : null;
const first = (...verdicts: readonly TableRefusal[]): TableRefusal => verdicts.find((one) => one !== null) ?? null;

const personIn = (view: TableView, id: string) => view.here.find((one) => one.id === id);
const companionIn = (view: TableView, id: string) =>
  id === view.who ? view.you : (view.companions.find((one) => one.id === id) ?? null);
const itemIn = (view: TableView, id: string) => view.you?.items.find((one) => one.id === id);

export const playerChecks = {
  choose(view: TableView, { metadata: { key } }: TableActionOf<"choose">): TableRefusal {
    return (
      able(view) ??
      (view.choices.some((one) => one.key === key && key !== "other_action") ? null : refuse("no_such_choice", { key }))
    );
  },

  attack(view: TableView, { targetId, metadata }: TableActionOf<"attack">): TableRefusal {
    const target = personIn(view, targetId);
    return first(
      able(view),
      target ? null : refuse("no_such_target", { target: targetId }),
      target && view.you?.conditions.some(({ name, by }) => name === "charmed" && by === target.name)
        ? refuse("not_a_foe", { target: target.name })
        : null,
      affords(view, "attack"),
      target && view.you ? weaponVerdict(view, view.you, target.feet, metadata.with, target.name) : null,
    );
  },

  cast(view: TableView, { targetId, metadata: { spell: id, slot, also = [] } }: TableActionOf<"cast">): TableRefusal {
    const barred = able(view);
    if (barred) return barred;
    const you = view.you!;
    const known = isSpell(id) ? you.spells.find((one) => one.id === id) : undefined;
    if (!isSpell(id) || !known) return refuse("unknown_spell", { spell: id });
    const spell: Spell = spellOf(id);
    if (you.armourTrouble) return refuse("cannot_act", { why: `no spells in ${you.armourTrouble} without training` });
    if (spell.cast === "reaction") return refuseSpent("reaction");
    const free = spell.level > 0 && !you.slots.some(({ level, left }) => level === (slot ?? known.slot) && left > 0);
    return first(
      slot !== undefined && slot < spell.level ? refuse("no_slot", { level: slot }) : null,
      free || (spell.level > 0 && known.slot === null) ? refuse("no_slot", { level: slot ?? spell.level }) : null,
      affords(view, spell.cast),
      view.combat?.economy?.hurried && !(spell.level === 0 && spell.cast === "action") ? refuseSpent(spell.cast) : null,
      spell.on === "dead" ? refuse("cannot_act", { why: "nobody lies here whom that could raise" }) : null,
      spellTarget(view, spell, targetId),
      also.every((one) => personIn(view, one) || companionIn(view, one))
        ? null
        : refuse("no_such_target", {
            target: also.find((one) => !personIn(view, one) && !companionIn(view, one)) ?? "",
          }),
      also.length >= (spell.most ?? 1) + (slot ?? spell.level)
        ? refuse("wrong_choices", { why: "that is more than the spell reaches" })
        : null,
    );
  },

  check: (view: TableView, { targetId }: TableActionOf<"check">): TableRefusal =>
    first(
      able(view),
      affords(view, "action"),
      targetId === undefined || personIn(view, targetId) || companionIn(view, targetId)
        ? null
        : refuse("no_such_target", { target: targetId }),
    ),

  talk(view: TableView, { targetId, metadata: { say } }: TableActionOf<"talk">): TableRefusal {
    const person = personIn(view, targetId);
    const gate = say === undefined ? null : contentProblem(say, view.limits, "player");
    return first(
      able(view),
      person || companionIn(view, targetId) ? null : refuse("not_here", { who: targetId }),
      gate ? refuse("off_limits", { why: gate }) : null,
    );
  },

  travel(view: TableView, { locationId }: TableActionOf<"travel">): TableRefusal {
    const place = view.map.find(({ id }) => id === locationId) ?? view.ways.find(({ to }) => to === locationId);
    return first(
      able(view),
      peace(view, "travel"),
      place ? null : refuse("no_such_place", { place: locationId }),
      view.ways.some(({ to }) => to === locationId) ? null : refuse("no_way_there", { place: locationId }),
    );
  },

  rest(view: TableView, { metadata: { length } }: TableActionOf<"rest">): TableRefusal {
    return first(
      able(view),
      peace(view, "rest"),
      length === "long" && view.restRefused !== null ? refuse("cannot_rest", { why: view.restRefused }) : null,
    );
  },

  think: (view: TableView): TableRefusal => able(view, { awake: false }),
  look: (view: TableView): TableRefusal => able(view),

  use(view: TableView, { targetId, metadata: { on } }: TableActionOf<"use">): TableRefusal {
    const item = itemIn(view, targetId);
    const kit = item?.kind === "healers_kit";
    return first(
      able(view),
      item ? null : refuse("no_such_item", { item: targetId }),
      item && item.use === null
        ? refuse("cannot_act", { why: `${item.name.toLowerCase()} is no use by itself; say what you do with it` })
        : null,
      affords(view, "action"),
      on === undefined || companionIn(view, on) ? null : refuse("no_such_target", { target: on }),
      kit && (on === undefined || companionIn(view, on)?.status !== "unconscious")
        ? refuse("cannot_act", { why: "a healer's kit is for the dying" })
        : null,
    );
  },

  take: (view: TableView, { targetId }: TableActionOf<"take">): TableRefusal =>
    first(
      able(view),
      peace(view, "take"),
      view.lying.some(({ id }) => id === targetId) ? null : refuse("no_such_item", { item: targetId }),
    ),

  give(view: TableView, { targetId, metadata: { to } }: TableActionOf<"give">): TableRefusal {
    return first(
      able(view),
      itemIn(view, targetId) ? null : refuse("no_such_item", { item: targetId }),
      to !== view.who && companionIn(view, to) ? null : refuse("not_here", { who: to }),
    );
  },

  wear(view: TableView, { targetId, metadata: { off = false } }: TableActionOf<"wear">): TableRefusal {
    const item = itemIn(view, targetId);
    const wearable = item !== undefined && (weaponOf(item.kind) !== null || isArmour(item.kind));
    return first(
      able(view),
      item ? null : refuse("no_such_item", { item: targetId }),
      wearable ? null : refuse("cannot_act", { why: "that is nothing to wear or wield" }),
      item && item.worn !== off ? refuse("cannot_act", { why: off ? "it is not worn" : "it is worn already" }) : null,
      isArmour(item?.kind ?? "") ? peace(view, "change armour") : null,
    );
  },

  buy(view: TableView, { targetId, metadata: { from } }: TableActionOf<"buy">): TableRefusal {
    const seller = personIn(view, from);
    const ware = seller?.wares.find(({ kind }) => kind === targetId);
    return first(
      able(view),
      peace(view, "buy"),
      seller && seller.disposition !== "hostile" ? null : refuse("not_here", { who: from }),
      ware ? null : refuse("not_for_sale", { item: targetId }),
      ware && view.you && view.you.gold < ware.price ? refuse("too_poor", { cost: ware.price }) : null,
    );
  },

  sell(view: TableView, { targetId, metadata: { to } }: TableActionOf<"sell">): TableRefusal {
    const buyer = personIn(view, to);
    return first(
      able(view),
      peace(view, "sell"),
      buyer && buyer.wares.length > 0 ? null : refuse("not_here", { who: to }),
      itemIn(view, targetId) ? null : refuse("no_such_item", { item: targetId }),
    );
  },

  maneuver(view: TableView, { targetId, metadata: { kind } }: TableActionOf<"maneuver">): TableRefusal {
    const aimed = kind === "help" || kind === "stabilise" || kind === "grapple" || kind === "shove";
    const target = targetId === undefined ? undefined : (personIn(view, targetId) ?? companionIn(view, targetId));
    const friend = targetId === undefined ? null : companionIn(view, targetId);
    return first(
      able(view),
      kind === "hide" || kind === "stabilise" || kind === "help" || view.combat
        ? null
        : refuse("only_in_a_fight", { what: kind }),
      kind === "stand" ? null : affords(view, kind === "grapple" || kind === "shove" ? "attack" : "action"),
      aimed && !target ? refuse("no_such_target", { target: targetId ?? "nobody" }) : null,
      kind === "stabilise" && friend?.status !== "unconscious"
        ? refuse("cannot_act", { why: "nobody is dying there" })
        : null,
      kind === "help" && (!friend || friend.id === view.who)
        ? refuse("no_such_target", { target: targetId ?? "nobody" })
        : null,
      (kind === "grapple" || kind === "shove") && (!targetId || !personIn(view, targetId))
        ? refuse("no_such_target", { target: targetId ?? "nobody" })
        : null,
      (kind === "grapple" || kind === "shove") &&
        (personIn(view, targetId ?? "")?.feet ?? 0) > 5 + (view.combat?.economy?.movement ?? 0)
        ? refuse("out_of_reach", { target: personIn(view, targetId!)!.name })
        : null,
      kind === "stand" && !view.you?.conditions.some(({ name }) => name === "prone")
        ? refuse("cannot_act", { why: "you are on your feet" })
        : null,
    );
  },

  feature(view: TableView, { targetId, metadata: { feature, amount } }: TableActionOf<"feature">): TableRefusal {
    return able(view) ?? featureVerdict(view, view.you!, feature, targetId, amount);
  },

  end_turn: (view: TableView): TableRefusal =>
    first(able(view, { awake: false }), view.combat ? null : refuse("only_in_a_fight", { what: "end your turn" })),

  level_up(
    view: TableView,
    { metadata: { raise = [], cantrips = [], spells = [] } }: TableActionOf<"level_up">,
  ): TableRefusal {
    const up = view.you?.levelUp ?? null;
    const learns = (what: "cantrips" | "spells", chosen: readonly string[]): TableRefusal => {
      const { count, from } = up?.[what] ?? { count: 0, from: [] };
      const unknown = chosen.find((spell) => !from.some(({ id }) => id === spell));
      if (unknown !== undefined) return refuse("unknown_spell", { spell: unknown });
      const wanted = Math.min(count, from.length);
      if (chosen.length === wanted && new Set(chosen).size === wanted) return null;
      const names = from.slice(0, wanted).map(({ name }) => name.toUpperCase());
      const how = wanted === 0 ? "" : `: LEVEL UP LEARNING ${names.join(" AND ")}`;
      return refuse("wrong_choices", {
        why: `this level brings ${wanted} ${wanted === 1 ? what.slice(0, -1) : what}${how}`,
      });
    };
    return first(
      able(view),
      peace(view, "level up"),
      up ? null : refuse("no_level_waiting", {}),
      up?.raises && raise.length !== 2
        ? refuse("wrong_choices", {
            why: "this level raises two abilities by one, or one by two: LEVEL UP WITH STRENGTH AND WISDOM, or LEVEL UP WITH STRENGTH",
          })
        : null,
      up && !up.raises && raise.length > 0 ? refuse("wrong_choices", { why: "this level raises no ability" }) : null,
      learns("cantrips", cantrips),
      learns("spells", spells),
    );
  },

  say(view: TableView, { metadata: { text } }: TableActionOf<"say">): TableRefusal {
    if (view.over) return refuse("campaign_over", {});
    if (view.you === null || view.phase !== "player") return refuse("not_your_turn", { who: view.turn });
    if (/^\uFEFF?GOD(?: MODE:|_MODE_SET:)/.test(text)) return view.isGod ? null : refuse("not_a_god", {});
    const gate = contentProblem(text, view.limits, "player");
    if (gate) return refuse("off_limits", { why: gate });
    return able(view);
  },

  ask_gm(view: TableView, { metadata: { text } }: TableActionOf<"ask_gm">): TableRefusal {
    if (view.over) return refuse("campaign_over", {});
    const gate = contentProblem(text, view.limits, "player");
    if (view.you === null || view.phase !== "player") return refuse("not_your_turn", { who: view.turn });
    return gate ? refuse("off_limits", { why: gate }) : null;
  },
};

const isArmour = (kind: string): boolean =>
  [
    "padded",
    "leather",
    "studded_leather",
    "hide",
    "chain_shirt",
    "scale_mail",
    "breastplate",
    "half_plate",
    "ring_mail",
    "chain_mail",
    "splint",
    "plate",
    "shield",
  ].includes(kind);

/** In a fight one walks up as far as the legs carry. */
function weaponVerdict(
  view: TableView,
  you: SheetView,
  feet: number | null,
  item: string | undefined,
  target: string,
): TableRefusal {
  const named = item === undefined ? undefined : you.attacks.find((one) => one.item === item);
  if (item !== undefined && !named) return refuse("no_such_item", { item });
  const away = feet ?? 5;
  const legs = view.combat?.economy?.movement ?? 0;
  const fits = (named ? [named] : you.attacks).some(
    ({ reach, range, shots }) =>
      shots !== 0 && ((reach > 0 && away <= reach + legs) || (range !== null && away <= range[1])),
  );
  if (named?.shots === 0) return refuse("nothing_left", { what: "ammunition" });
  return fits ? null : refuse("out_of_reach", { target });
}

function spellTarget(view: TableView, spell: Spell, targetId: string | undefined): TableRefusal {
  if (spell.on === "self" || spell.on === "utility") return null;
  const foe = targetId === undefined ? undefined : personIn(view, targetId);
  if (spell.on === "friend" || spell.on === "friends") {
    if (targetId === undefined) return null;
    const friend = companionIn(view, targetId);
    if (friend) return friend.status === "dead" ? refuse("no_such_target", { target: friend.name }) : null;
    return foe && foe.disposition !== "hostile" ? null : refuse("no_such_target", { target: targetId });
  }
  if (!foe) return refuse("no_such_target", { target: targetId ?? "nobody" });
  const legs = spell.range <= 5 ? (view.combat?.economy?.movement ?? 0) : 0;
  return (foe.feet ?? 5) > Math.max(5, spell.range) + legs ? refuse("out_of_reach", { target: foe.name }) : null;
}

/** Class, resource, cost in actions and target of each feature. */
const FEATURE_RULES: Readonly<
  Record<
    FeatureId,
    {
      readonly class: string;
      readonly level: number;
      readonly resource: string | null;
      readonly cost: "action" | "bonus" | null;
      readonly on?: "friend" | "foe";
      readonly fight?: true;
    }
  >
> = {
  second_wind: { class: "fighter", level: 1, resource: "second_wind", cost: "bonus" },
  action_surge: { class: "fighter", level: 2, resource: "action_surge", cost: null, fight: true },
  rage: { class: "barbarian", level: 1, resource: "rage", cost: "bonus" },
  reckless: { class: "barbarian", level: 2, resource: null, cost: null, fight: true },
  lay_on_hands: { class: "paladin", level: 1, resource: "lay_on_hands_pool", cost: "action", on: "friend" },
  bardic_inspiration: { class: "bard", level: 1, resource: "bardic_inspiration", cost: "bonus", on: "friend" },
  turn_undead: { class: "cleric", level: 2, resource: "channel_divinity", cost: "action", fight: true },
  preserve_life: { class: "cleric", level: 2, resource: "channel_divinity", cost: "action" },
  arcane_recovery: { class: "wizard", level: 1, resource: "arcane_recovery", cost: null },
  cunning_dash: { class: "rogue", level: 2, resource: null, cost: "bonus", fight: true },
  cunning_disengage: { class: "rogue", level: 2, resource: null, cost: "bonus", fight: true },
  cunning_hide: { class: "rogue", level: 2, resource: null, cost: "bonus", fight: true },
  flurry: { class: "monk", level: 2, resource: "ki_points", cost: "bonus", on: "foe", fight: true },
  patient_defence: { class: "monk", level: 2, resource: "ki_points", cost: "bonus", fight: true },
  step_of_the_wind: { class: "monk", level: 2, resource: "ki_points", cost: "bonus", fight: true },
  divine_sense: { class: "paladin", level: 1, resource: "divine_sense", cost: "action" },
  make_slot: { class: "sorcerer", level: 2, resource: "sorcery_points", cost: "bonus" },
  sacred_weapon: { class: "paladin", level: 3, resource: "channel_divinity", cost: "action", fight: true },
};

function featureVerdict(
  view: TableView,
  you: SheetView,
  feature: FeatureId,
  targetId: string | undefined,
  amount: number | undefined,
): TableRefusal {
  const rule = FEATURE_RULES[feature];
  if (you.class.toLowerCase() !== rule.class || you.level < rule.level)
    return refuse("not_of_your_class", { what: feature });
  const pool = rule.resource === null ? null : you.resources.find(({ id }) => id === rule.resource);
  const left = pool === null ? 1 : pool === undefined ? 0 : (pool.left ?? 1);
  const needed =
    feature === "lay_on_hands"
      ? (amount ?? 1)
      : feature === "make_slot"
        ? ([2, 3, 5, 6, 7][(amount ?? 1) - 1] ?? 99)
        : 1;
  const friend = targetId === undefined ? you : companionIn(view, targetId);
  const foe = targetId === undefined ? undefined : personIn(view, targetId);
  return first(
    rule.fight && !view.combat ? refuse("only_in_a_fight", { what: feature }) : null,
    feature === "arcane_recovery" ? peace(view, "recover") : null,
    left < needed ? refuse("nothing_left", { what: feature }) : null,
    rule.cost === null ? null : affords(view, rule.cost),
    rule.on === "friend" && (!friend || friend.status === "dead")
      ? refuse("no_such_target", { target: targetId ?? "nobody" })
      : null,
    feature === "bardic_inspiration" && friend?.id === you.id ? refuse("no_such_target", { target: you.name }) : null,
    rule.on === "foe" && !foe ? refuse("no_such_target", { target: targetId ?? "nobody" }) : null,
    rule.on === "foe" && foe && (foe.feet ?? 5) > 5 + (view.combat?.economy?.movement ?? 0)
      ? refuse("out_of_reach", { target: foe.name })
      : null,
    feature === "rage" && you.effects.some(({ name }) => name === "Rage")
      ? refuse("cannot_act", { why: "you are raging already" })
      : null,
    feature === "action_surge" && view.combat?.economy?.action
      ? refuse("cannot_act", { why: "your action is not spent yet" })
      : null,
  );
}

export const FEATURE_COST = (feature: FeatureId): "action" | "bonus" | null => FEATURE_RULES[feature].cost;
