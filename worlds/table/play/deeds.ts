// What players' actions do once they are admitted: the rules resolve them, roll for them, and write down what came of it.
import { equal } from "@orrery/kernel";
import { readClaim } from "../gm/claims.ts";
import { offeredIn, sceneChoices } from "../gm/offers.ts";
import { keysOf, valuesOf } from "../order.ts";
import { type Ability, abilityOf, type Skill, titleOf } from "../rules/abilities.ts";
import { CLASS, destroysUndead, improvesAt, SLOT_POINTS, slotsOf } from "../rules/classes.ts";
import { costOf, goodsOf } from "../rules/gear.ts";
import type { Hero } from "../rules/hero.ts";
import { cause, sumOf } from "../rules/numbers.ts";
import {
  afterLongRest,
  afterShortRest,
  arcaneRecovery,
  fixedGain,
  LONG_REST,
  levelUp,
  longRestRefused,
  SHORT_REST,
  travelSeconds,
} from "../rules/rest.ts";
import { type Edge, rollAmount, rollTest } from "../rules/roll.ts";
import { attacksFor, attacksPerAction, hpMaxOf, modOf, spellBonus } from "../rules/sheet.ts";
import { isSpell, spellOf } from "../rules/spells.ts";
import type { TableAction } from "../shape.ts";
import { NOWHERE } from "../state.ts";
import { secondsIn, TAKES } from "../time.ts";
import { sheetView } from "../view/sheet.ts";
import { bodyIn, bodyOf, canAct, checkOf, clumsy, has } from "./body.ts";
import { castSpell } from "./cast.ts";
import { FEATURE_COST } from "./check.ts";
import type { Deed } from "./deed.ts";
import {
  advance,
  beginFight,
  endFight,
  finishTurn,
  leaveFight,
  moveTo,
  onTurn,
  settleFight,
  standUp,
} from "./fight.ts";
import { approach, distance, isPresent } from "./ground.ts";
import { arrive, happen, holds, itemOf, startEncounter } from "./happen.ts";
import { die, extraDice, giveCondition, giveEffect, heal, moveGold, save } from "./harm.ts";
import { passThought, passTime } from "./pressure.ts";
import { aimOf, strike, threatOf } from "./strike.ts";

type Of<K extends TableAction["type"]> = Extract<TableAction, { type: K }>;
type Doing = { readonly [K in PlayerKind]: (deed: Deed, action: Of<K>) => void };
export type PlayerKind = Exclude<
  TableAction["type"],
  "set_dc" | "allow" | "deny" | "read_as" | "spawn" | "advance_mission" | "order" | "narrate" | "say" | "ask_gm"
>;

const nameOf = (deed: Deed, id: string): string => bodyOf(deed.state, id)?.name ?? id;

/** An ability check: rolled, told, true when it succeeds. */
export function rollCheck(
  deed: Deed,
  who: string,
  skill: Skill | Ability,
  dc: number | null,
  extra: Edge = { advantage: [], disadvantage: [] },
): boolean {
  const body = bodyIn(deed.state, who);
  const down = [
    ...extra.disadvantage,
    ...[has(body, "checks_at_disadvantage"), clumsy(body, abilityOf(skill))].flatMap((why) => why ?? []),
  ];
  const loud = skill === "stealth" && body.hero?.items.some(({ worn, kind }) => worn && LOUD.has(kind));
  const dark =
    skill === "perception" &&
    deed.state.adventure.places[deed.state.at]!.light !== "bright" &&
    !body.darkvision &&
    !body.rules.some(({ light }) => light) &&
    !litParty(deed);
  const up = [...extra.advantage];
  if (abilityOf(skill) === "strength" && body.effects.some(({ id }) => id === "raging")) up.push("rage");
  const bonus = sumOf(...checkOf(body, skill).causes, ...extraDice(deed, body, "check"));
  const inspired = body.hero?.inspiration && dc !== null && dc >= 15 && up.length === 0;
  if (inspired) {
    up.push("inspiration");
    deed.hero(who, "inspiration spent", { inspiration: false });
  }
  const purpose = `${body.name}: ${titleOf(skill)} check`;
  const edge = {
    advantage: up,
    disadvantage: [...down, ...(loud ? ["loud armour"] : []), ...(dark ? ["darkness"] : [])],
  };
  const tested = rollTest(deed.dice, { who, purpose, bonus, edge, ...(dc === null ? {} : { dc }) });
  deed
    .rolled(tested.record)
    .fact({ is: "check", who: body.name, skill, total: tested.record.total, dc, success: tested.success });
  return tested.success;
}
const LOUD: ReadonlySet<string> = new Set([
  "padded",
  "scale_mail",
  "half_plate",
  "ring_mail",
  "chain_mail",
  "splint",
  "plate",
]);
const litParty = (deed: Deed): boolean =>
  deed.state.order.some((id) =>
    deed.state.heroes[id]!.effects.some(
      (effect) => effect.id === "light" || effect.id === "torch" || effect.id === "lantern",
    ),
  );

const spend = (deed: Deed, cost: "action" | "bonus"): void => {
  const { combat } = deed.state;
  if (combat) deed.emit({ type: "fight_changed", set: { economy: { ...combat.economy, [cost]: false } } });
};
const acted = (deed: Deed, who: string, what: string): void => {
  deed.fact({ is: "acted", who: nameOf(deed, who), what });
};
/** What a deed costs outside a fight is time; in one it costs an action. */
const costs = (deed: Deed, seconds: number, action: "action" | "bonus" | null = "action"): void => {
  if (!deed.state.combat) passTime(deed, seconds);
  else if (action) spend(deed, action);
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

export const deeds: Doing = {
  choose(deed, action) {
    const { actorId: who, metadata } = action;
    const offer = offeredIn(deed.state, who).find(({ key }) => key === metadata.key);
    if (offer?.action) return perform(deed, { actorId: who, ...offer.action } as TableAction);
    const choice = sceneChoices(deed.state).find(({ key }) => key === metadata.key);
    if (!choice) {
      // A game master's own choice: its words are an intent, ruled on like any other.
      const told = deed.state.told?.choices[metadata.key];
      acted(deed, who, told?.text ?? metadata.key);
      deed.emit({ type: "phase_set", phase: "ruling" });
      return;
    }
    acted(deed, who, choice.text);
    deed.emit({ type: "choice_made", choice: `${deed.state.scene}/${choice.key}` });
    const { check, first, yes, no } = choice;
    passTime(deed, check ? (check.seconds ?? TAKES.search) : TAKES.talk);
    happen(deed, first);
    if (deed.state.ended !== null) return;
    if (check === null) return happen(deed, yes);
    const edge =
      check.advantage !== null && holds(deed.state, check.advantage)
        ? { advantage: ["well prepared"], disadvantage: [] }
        : undefined;
    happen(deed, rollCheck(deed, who, check.skill, check.dc, edge) ? yes : no);
  },

  attack(deed, { actorId: who, targetId, metadata }) {
    if (!deed.state.combat) {
      acted(deed, who, `attacks ${nameOf(deed, targetId)}`);
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
    const all = attacksFor(hero).filter(
      ({ ammunition }) =>
        ammunition === null || ammunition === "stones" || hero.items.some(({ kind }) => kind === ammunition),
    );
    const attack =
      all.find(({ item }) => item === metadata.with) ??
      all.find(({ reach, range }) => (close && reach > 0) || (range !== null && feet <= range[1])) ??
      all.at(-1)!;
    if (attack.reach > 0 && feet > attack.reach && close) {
      standUp(deed, who);
      const square = approach(deed.state.combat!, who, targetId, deed.state.combat!.economy.movement, attack.reach);
      if (square && !moveTo(deed, who, square)) return;
    }
    if (!deed.state.combat || !bodyOf(deed.state, targetId)) return;
    strike(deed, who, targetId, aimOf(attack, distance(deed.state.combat, who, targetId)), {
      threat: threatOf(bodyIn(deed.state, who)),
    });
    if (attack.item !== "unarmed" && aimOf(attack, feet).ranged && attack.ammunition === null)
      throwAway(deed, who, attack.item);
  },

  cast(deed, action) {
    const { actorId: who, targetId, metadata } = action;
    const spell = isSpell(metadata.spell) ? spellOf(metadata.spell) : null;
    const hostile = spell !== null && (spell.on === "foe" || spell.on === "foes") && targetId !== undefined;
    if (hostile && !deed.state.combat && metadata.spell !== "charm_person") {
      acted(deed, who, `turns on ${nameOf(deed, targetId)}`);
      provoke(deed, targetId);
      if (onTurn(deed.state) !== who || !deed.state.npcs[targetId]) return;
    }
    costs(deed, TAKES.quick, spell?.cast === "bonus" ? "bonus" : "action");
    if (spell?.cast === "bonus" && spell.level > 0 && deed.state.combat)
      deed.emit({ type: "fight_changed", set: { economy: { ...deed.state.combat.economy, hurried: true } } });
    castSpell(deed, action);
  },

  check(deed, { actorId: who, targetId, metadata: { skill } }) {
    acted(
      deed,
      who,
      `tries ${titleOf(skill).toLowerCase()}${targetId === undefined ? "" : ` on ${nameOf(deed, targetId)}`}`,
    );
    costs(deed, TAKES.search);
    // What the scene asks of this very skill is what is tried.
    const choice =
      targetId === undefined ? sceneChoices(deed.state).find((one) => one.check?.skill === skill) : undefined;
    if (!choice) {
      rollCheck(deed, who, skill, null);
      return;
    }
    deed.emit({ type: "choice_made", choice: `${deed.state.scene}/${choice.key}` });
    happen(deed, choice.first);
    happen(deed, rollCheck(deed, who, skill, choice.check!.dc) ? choice.yes : choice.no);
  },

  talk(deed, { actorId: who, targetId, metadata: { say } }) {
    costs(deed, TAKES.talk, null);
    deed
      .fact({ is: "said", who: nameOf(deed, who), to: nameOf(deed, targetId), words: say ?? "" })
      .emit({ type: "talked", to: targetId });
  },

  travel(deed, { locationId, metadata: { pace = "normal" } }) {
    const { adventure, at } = deed.state;
    const exit = adventure.places[at]!.exits.find(({ to }) => to === locationId)!;
    const seconds = Math.max(60, travelSeconds(exit.miles, exit.ground, { difficult: exit.difficult, pace }));
    deed.fact({ is: "travel", from: adventure.places[at]!.name, to: adventure.places[locationId]!.name, seconds });
    passTime(deed, seconds);
    if (deed.state.ended === null) arrive(deed, locationId, exit.scene);
  },

  rest(deed, { metadata: { length } }) {
    if (length === "short") return shortRest(deed);
    passTime(deed, LONG_REST);
    if (deed.state.ended !== null || deed.state.combat) return;
    const now = secondsIn(deed.state);
    const resting = deed.state.order.filter((id) => longRestRefused(deed.state.heroes[id]!, now) === null);
    for (const id of resting)
      deed.hero(id, "a night's rest", changed(deed.state.heroes[id]!, afterLongRest(deed.state.heroes[id]!, now)));
    deed.fact({ is: "rest", kind: "long", who: resting.map((id) => nameOf(deed, id)) });
  },

  think(deed, { actorId: who, metadata: { about } }) {
    deed.fact({ is: "think", who: nameOf(deed, who), about: about ?? "" });
    passThought(deed);
  },

  look(deed, { actorId: who }) {
    acted(deed, who, "looks around");
    costs(deed, TAKES.quick, null);
    if (!deed.state.combat) deed.fact({ is: "scene", scene: deed.state.scene, again: true });
  },

  use(deed, { actorId: who, targetId, metadata: { on } }) {
    const item = deed.state.heroes[who]!.items.find(({ id }) => id === targetId)!;
    const goods = goodsOf(item.kind)!;
    acted(deed, who, `uses ${item.name.toLowerCase()}${on && on !== who ? ` on ${nameOf(deed, on)}` : ""}`);
    costs(deed, TAKES.quick);
    if (goods.consumed)
      deed.emit({ type: "item_moved", from: who, to: NOWHERE, item: { ...item, count: 1 }, why: "used up" });
    if (goods.heals) {
      const record = rollAmount(deed.dice, who, `${nameOf(deed, who)}: ${item.name.toLowerCase()}`, goods.heals);
      deed.rolled(record);
      heal(deed, on ?? who, record.total, item.name.toLowerCase());
    }
    if (goods.light)
      giveEffect(deed, who, {
        id: item.kind === "lantern" ? "lantern" : "torch",
        by: who,
        until: secondsIn(deed.state) + 3600,
      });
    if (item.kind === "healers_kit" && on) steady(deed, on);
  },

  take(deed, { actorId: who, targetId }) {
    const item = deed.state.places[deed.state.at]!.items.find(({ id }) => id === targetId)!;
    passTime(deed, TAKES.quick);
    deed
      .emit({ type: "item_moved", from: deed.state.at, to: who, item, why: "taken" })
      .fact({ is: "got", who: nameOf(deed, who), what: item.name.toLowerCase() });
  },

  give(deed, { actorId: who, targetId, metadata: { to } }) {
    const item = deed.state.heroes[who]!.items.find(({ id }) => id === targetId)!;
    costs(deed, TAKES.quick, null);
    deed
      .emit({ type: "item_moved", from: who, to, item, why: "given" })
      .fact({ is: "got", who: nameOf(deed, to), what: item.name.toLowerCase() });
    if (!deed.state.combat) return;
    deed.emit({ type: "passed", seconds: 0, micros: 1 });
  },

  wear(deed, { actorId: who, targetId, metadata: { off = false } }) {
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
    acted(deed, who, `${off ? "puts away" : "readies"} ${item.name.toLowerCase()}`);
  },

  buy(deed, { actorId: who, targetId: kind, metadata: { from } }) {
    const price = deed.state.npcs[from]!.wares[kind]!;
    passTime(deed, TAKES.trade);
    deed.emit({ type: "gold_moved", from: who, to: from, amount: price, why: `for ${titleOf(kind).toLowerCase()}` });
    deed.emit({ type: "item_moved", from: NOWHERE, to: who, item: itemOf(kind, titleOf(kind), 1), why: "bought" });
    deed.fact({ is: "got", who: nameOf(deed, who), what: `${titleOf(kind).toLowerCase()} for ${price} gp` });
  },

  sell(deed, { actorId: who, targetId, metadata: { to } }) {
    const item = deed.state.heroes[who]!.items.find(({ id }) => id === targetId)!;
    const price = Math.min(deed.state.npcs[to]!.gold, Math.floor((costOf(item.kind) ?? 0) / 2));
    passTime(deed, TAKES.trade);
    deed.emit({ type: "item_moved", from: who, to: NOWHERE, item: { ...item, count: 1 }, why: "sold" });
    if (price > 0) moveGold(deed, to, who, price, `for ${item.name.toLowerCase()}`);
    deed.fact({ is: "lost", who: nameOf(deed, who), what: item.name.toLowerCase() });
  },

  maneuver(deed, { actorId: who, targetId, metadata: { kind } }) {
    maneuvers[kind](deed, who, targetId ?? who);
  },

  feature(deed, { actorId: who, targetId, metadata: { feature, amount } }) {
    const cost = FEATURE_COST(feature);
    if (cost) costs(deed, TAKES.quick, cost);
    else if (!deed.state.combat) passTime(deed, TAKES.quick);
    features[feature](deed, who, targetId ?? who, amount ?? 1);
  },

  end_turn(deed, { actorId: who }) {
    acted(deed, who, "waits");
    if (deed.state.combat) finishTurn(deed);
  },

  level_up(deed, { actorId: who, metadata: { hp, raise = [], spells = [] } }) {
    const hero = deed.state.heroes[who]!;
    let gain = fixedGain(hero);
    if (hp === "rolled") {
      const record = rollAmount(
        deed.dice,
        who,
        `${hero.name}: hit points of level ${hero.level + 1}`,
        `1d${CLASS[hero.class].hitDie}`,
      );
      deed.rolled(record);
      gain = record.total;
    }
    const risen = levelUp(hero, gain, improvesAt(hero.class, hero.level + 1) ? raise : []);
    const top = slotsOf(risen.class, risen.level).length;
    const learned = spells
      .filter(isSpell)
      .filter(
        (id) =>
          spellOf(id).level >= 1 &&
          spellOf(id).level <= top &&
          (spellOf(id).classes as readonly string[]).includes(hero.class) &&
          !risen.spells.includes(id),
      );
    const next = { ...risen, spells: [...risen.spells, ...learned] };
    deed.hero(who, `level ${next.level}`, changed(hero, next));
    const gains = `+${hpMaxOf(next).value - hpMaxOf(hero).value} hit points${learned.length > 0 ? `, ${learned.map((id) => spellOf(id).name.toLowerCase()).join(", ")}` : ""}`;
    deed
      .fact({ is: "level", who: hero.name, level: next.level, gains })
      .emit({ type: "remembered", text: `${hero.name} reached level ${next.level}: ${gains}.` });
    passTime(deed, TAKES.scene);
  },
};

const slotOf = (kind: string): "body" | "shield" | "hand" =>
  kind === "shield" ? "shield" : goodsOf(kind) === null && attackKind(kind) ? "hand" : "body";
const attackKind = (kind: string): boolean =>
  ![
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
  ].includes(kind);

function throwAway(deed: Deed, who: string, itemId: string): void {
  const item = deed.state.heroes[who]!.items.find(({ id }) => id === itemId);
  if (item) deed.emit({ type: "item_moved", from: who, to: deed.state.at, item: { ...item, count: 1 }, why: "thrown" });
}

/** Only what is different, so that an event says what changed. */
function changed(before: Hero, after: Hero): Partial<Hero> {
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => !equal(before[key as keyof Hero], value)),
  ) as Partial<Hero>;
}

/** An hour: each spends hit dice while they are worth it, and all comes back that a breath brings back. */
function shortRest(deed: Deed): void {
  passTime(deed, SHORT_REST);
  if (deed.state.ended !== null || deed.state.combat) return;
  const resting = deed.state.order.filter((id) => !deed.state.heroes[id]!.dead && deed.state.heroes[id]!.hp > 0);
  for (const id of resting) {
    const hero = deed.state.heroes[id]!;
    const die = CLASS[hero.class].hitDie;
    const rolled: number[] = [];
    let missing = hpMaxOf(hero).value - hero.hp;
    while (missing >= Math.ceil(die / 2) && hero.hitDiceUsed + rolled.length < hero.level) {
      const record = rollAmount(deed.dice, id, `${hero.name}: hit die`, `1d${die}`, {
        bonus: [cause("Constitution", modOf(hero, "constitution"))],
      });
      deed.rolled(record);
      rolled.push(record.dice[0]!);
      missing -= record.total;
    }
    deed.hero(id, "a short rest", changed(hero, afterShortRest(hero, rolled)));
  }
  deed.fact({ is: "rest", kind: "short", who: resting.map((id) => nameOf(deed, id)) });
}

function steady(deed: Deed, who: string): void {
  deed
    .hero(who, "stabilised", { stable: true, saves: { successes: 0, failures: 0 } })
    .fact({ is: "state", who: nameOf(deed, who), what: "stable", on: true });
}

type Maneuvers = {
  readonly [K in Of<"maneuver">["metadata"]["kind"]]: (deed: Deed, who: string, target: string) => void;
};
const maneuvers: Maneuvers = {
  dodge(deed, who) {
    spend(deed, "action");
    acted(deed, who, "guards");
    giveEffect(deed, who, { id: "dodging", by: who });
  },
  dash(deed, who) {
    spend(deed, "action");
    acted(deed, who, "runs");
    const { economy } = deed.state.combat!;
    deed.emit({
      type: "fight_changed",
      set: { economy: { ...economy, movement: economy.movement + bodyIn(deed.state, who).speed } },
    });
  },
  disengage(deed, who) {
    spend(deed, "action");
    acted(deed, who, "breaks off");
    giveEffect(deed, who, { id: "disengaged", by: who });
  },
  hide(deed, who) {
    acted(deed, who, "tries to hide");
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
    acted(deed, who, `helps ${nameOf(deed, target)}`);
    giveEffect(deed, target, { id: "helped", by: who });
  },
  stand(deed, who) {
    acted(deed, who, "gets up");
    standUp(deed, who);
  },
  stabilise(deed, who, target) {
    acted(deed, who, `tends ${nameOf(deed, target)}`);
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
    acted(deed, who, "runs for it");
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
  deed.rolled(own.record);
  const other = rollTest(deed.dice, {
    who: target,
    purpose: `${on.name}: ${titleOf(against)} contest`,
    bonus: checkOf(on, against),
  });
  deed.rolled(other.record);
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

const uses = (deed: Deed, who: string, resource: string, amount = 1): void => {
  const hero = deed.state.heroes[who]!;
  deed.hero(who, titleOf(resource), { used: { ...hero.used, [resource]: (hero.used[resource] ?? 0) + amount } });
};

type Features = {
  readonly [K in Of<"feature">["metadata"]["feature"]]: (
    deed: Deed,
    who: string,
    target: string,
    amount: number,
  ) => void;
};
const features: Features = {
  second_wind(deed, who) {
    uses(deed, who, "second_wind");
    acted(deed, who, "draws a second wind");
    const { name, level } = deed.state.heroes[who]!;
    const record = rollAmount(deed.dice, who, `${name}: second wind`, "1d10", {
      bonus: [cause("fighter level", level)],
    });
    deed.rolled(record);
    heal(deed, who, record.total, "second wind");
  },
  action_surge(deed, who) {
    uses(deed, who, "action_surge");
    acted(deed, who, "finds the strength for one thing more");
    deed.emit({ type: "fight_changed", set: { economy: { ...deed.state.combat!.economy, action: true } } });
  },
  rage(deed, who) {
    uses(deed, who, "rage");
    acted(deed, who, "flies into a rage");
    giveEffect(deed, who, { id: "raging", by: who, until: secondsIn(deed.state) + 60 });
  },
  reckless(deed, who) {
    acted(deed, who, "throws caution away");
    giveEffect(deed, who, { id: "reckless", by: who });
  },
  lay_on_hands(deed, who, target, amount) {
    uses(deed, who, "lay_on_hands_pool", amount);
    acted(deed, who, "lays on hands");
    heal(deed, target, amount, "lay on hands");
  },
  bardic_inspiration(deed, who, target) {
    uses(deed, who, "bardic_inspiration");
    acted(deed, who, `inspires ${nameOf(deed, target)}`);
    giveEffect(deed, target, { id: "inspired", by: who, until: secondsIn(deed.state) + 600 });
  },
  turn_undead(deed, who) {
    uses(deed, who, "channel_divinity");
    acted(deed, who, "raises a holy sign");
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
    acted(deed, who, "calls on life itself");
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
    acted(deed, who, "goes over the book and gathers strength");
  },
  cunning_dash(deed, who) {
    acted(deed, who, "darts away");
    const { economy } = deed.state.combat!;
    deed.emit({
      type: "fight_changed",
      set: { economy: { ...economy, movement: economy.movement + bodyIn(deed.state, who).speed } },
    });
  },
  cunning_disengage(deed, who) {
    acted(deed, who, "slips out of reach");
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
    acted(deed, who, "waits like water");
  },
  step_of_the_wind(deed, who) {
    uses(deed, who, "ki_points");
    giveEffect(deed, who, { id: "disengaged", by: who });
    acted(deed, who, "moves like wind");
  },
  divine_sense(deed, who) {
    uses(deed, who, "divine_sense");
    const undead = valuesOf(deed.state.npcs).some(
      (npc) => npc.place === deed.state.at && bodyIn(deed.state, npc.id).monster!.kind === "undead",
    );
    acted(deed, who, "opens the senses to good and evil");
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
    acted(deed, who, "turns will into magic");
  },
  sacred_weapon(deed, who) {
    uses(deed, who, "channel_divinity");
    giveEffect(deed, who, { id: "sacred_weapon", by: who, until: secondsIn(deed.state) + 60 });
    acted(deed, who, "lights the weapon");
  },
};

/** One action of a player's, whatever its type. */
export function perform(deed: Deed, action: TableAction): void {
  (deeds[action.type as PlayerKind] as (deed: Deed, action: TableAction) => void)(deed, action);
}

/** What is said in free words: a claim is answered at once, anything else waits for a ruling. */
export function speak(deed: Deed, who: string, text: string): void {
  const claim = readClaim(text, sheetView(deed.state, deed.state.heroes[who]!));
  deed.fact({ is: "said", who: nameOf(deed, who), to: null, words: text });
  if (claim === null) {
    deed.emit({ type: "phase_set", phase: "ruling" });
    return;
  }
  deed.fact({ is: "denied", why: claim.what });
  if (!deed.state.combat) passTime(deed, TAKES.quick);
}

/** After a deed in a fight: over, or on to the next turn when nothing useful is left to do in this one. */
export function goOn(deed: Deed, who: string): void {
  if (!deed.state.combat || deed.state.phase === "ruling" || settleFight(deed)) return;
  const { combat } = deed.state;
  const current = onTurn(deed.state);
  // Whoever ran has left the order, and the turn goes to the next.
  if (current === null || deed.state.heroes[current] === undefined || !combat!.order.some(({ id }) => id === who)) {
    advance(deed);
    return;
  }
  if (current !== who) return;
  const able = canAct(bodyIn(deed.state, who));
  const idle = offeredIn(deed.state, who).every(({ key }) => key === "end_turn" || key === "other_action");
  if (!able || idle) finishTurn(deed);
}
