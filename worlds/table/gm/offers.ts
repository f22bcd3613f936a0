// What can sensibly be done now, as the choices of the protocol: from the scene as its author wrote it, or from the fight. Each knows the action behind it.
import type { Risk, SceneChoice } from "../adventure/adventure.ts";
import { bodyIn, canAct } from "../play/body.ts";
import { onTurn } from "../play/fight.ts";
import { distance, isPresent } from "../play/ground.ts";
import { holds } from "../play/happen.ts";
import { goodsOf } from "../rules/gear.ts";
import type { Hero } from "../rules/hero.ts";
import { attacksFor, hpMaxOf, resourceLeft, slotsLeft } from "../rules/sheet.ts";
import { type Spell, type SpellId, spellOf } from "../rules/spells.ts";
import type { TableState } from "../state.ts";

export interface OfferedAction {
  readonly type: string;
  readonly targetId?: string;
  readonly locationId?: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface Offer {
  readonly key: string;
  readonly text: string;
  readonly description: string;
  readonly risk: Risk;
  readonly check: SceneChoice["check"];
  /** What choosing it does; null: the scene's own choice of that key. */
  readonly action: OfferedAction | null;
  readonly also: readonly string[];
}

/** At most so many beside `other_action`. */
const MOST = 4;

export const OTHER: Offer = {
  key: "other_action",
  text: "Other Action",
  description: "Describe a different action you would like to take.",
  risk: "low",
  check: null,
  action: null,
  also: ["something else"],
};

/** Offers to one character, `other_action` last. Three at least and five at most. */
export function offersIn(state: TableState, hero: string): readonly Offer[] {
  const all =
    state.ended !== null
      ? afterwards()
      : state.combat
        ? inFight(state, hero)
        : [...inScene(state), ...around(state, hero)];
  const seen = new Set<string>();
  const unique = all.filter(({ key }) => !seen.has(key) && seen.add(key));
  return [...unique.slice(0, MOST), OTHER];
}

const afterwards = (): Offer[] => [
  plain("think_back", "Think back", "Remember how it came to this.", "think", {}),
  plain("look_around", "Look around", "Take in the place where it ended.", "look", {}),
];

const plain = (
  key: string,
  text: string,
  description: string,
  type: string,
  metadata: OfferedAction["metadata"],
  more: Partial<Offer> & { targetId?: string; locationId?: string } = {},
): Offer => {
  const { targetId, locationId, ...rest } = more;
  return {
    key,
    text,
    description,
    risk: "low",
    check: null,
    also: [],
    action: {
      type,
      metadata,
      ...(targetId === undefined ? {} : { targetId }),
      ...(locationId === undefined ? {} : { locationId }),
    },
    ...rest,
  };
};

/** The author's choices with their conditions met, in written order. */
export function sceneChoices(state: TableState): readonly SceneChoice[] {
  const scene = state.adventure.scenes[state.scene];
  if (!scene || scene.at !== state.at) return [];
  return scene.choices.filter(
    (choice) => holds(state, choice.when) && !(choice.once && state.made[`${scene.id}/${choice.key}`]),
  );
}

const inScene = (state: TableState): Offer[] =>
  sceneChoices(state).map(({ key, text, description, risk, check, also }) => ({
    key,
    text,
    description,
    risk,
    check,
    also,
    action: null,
  }));

/** What any place allows: going on, resting, looking; it fills up what a scene leaves free. */
function around(state: TableState, id: string): Offer[] {
  const hero = state.heroes[id]!;
  const place = state.adventure.places[state.at]!;
  const hurt = hero.hp * 2 <= hpMaxOf(hero).value;
  const potion = hero.items.find(({ kind }) => goodsOf(kind)?.heals);
  // A way that the scene itself offers is not offered twice.
  const offered = sceneChoices(state).flatMap(({ yes }) =>
    yes.flatMap((effect) => (effect.is === "move" ? [effect.place] : [])),
  );
  const ways = place.exits.filter((exit) => holds(state, exit.when) && !offered.includes(exit.to));
  return [
    ...(hurt && potion
      ? [
          plain(
            `drink_${keyOf(potion.kind)}`,
            `Drink the ${potion.name.toLowerCase()}`,
            "It heals at once.",
            "use",
            {},
            { targetId: potion.id },
          ),
        ]
      : []),
    ...(hurt && !potion && hero.level > hero.hitDiceUsed
      ? [
          plain("catch_breath", "Catch your breath", "An hour's rest: spend hit dice and recover.", "rest", {
            length: "short",
          }),
        ]
      : []),
    ...ways.map(({ to }) =>
      plain(
        `go_to_${keyOf(state.adventure.places[to]!.name)}`,
        `Go to ${state.adventure.places[to]!.name}`,
        "Leave this place behind.",
        "travel",
        {},
        { locationId: to },
      ),
    ),
    ...(place.safe
      ? [
          plain("rest_the_night", "Rest until morning", "Eight hours of sleep, if time allows.", "rest", {
            length: "long",
          }),
        ]
      : []),
    plain("look_around", "Look around", "Take in where you are and who is here.", "look", {}),
    plain("think_it_over", "Think it over", "Go over what you know. No time passes.", "think", {}),
  ];
}

const keyOf = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/['’]/g, "")
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^[_0-9]+|_+$/g, "")
    .slice(0, 40) || "it";

/** In a fight: strike, cast, mend, use what the class gives, guard, or get away. */
function inFight(state: TableState, id: string): Offer[] {
  const hero = state.heroes[id]!;
  const { combat } = state;
  if (!combat || onTurn(state) !== id)
    return [
      plain("think_ahead", "Think ahead", "Wait for your turn and weigh what comes.", "think", {}),
      plain("look_around", "Look around", "See how the fight stands.", "look", {}),
    ];
  const { action, bonus, attacks, hurried } = combat.economy;
  const foes = combat.order
    .map((one) => one.id)
    .filter((one) => state.npcs[one]?.disposition === "hostile" && isPresent(state, one));
  const near = [...foes].sort(
    (a, b) => distance(combat, id, a) - distance(combat, id, b) || bodyIn(state, a).hp - bodyIn(state, b).hp,
  );
  const offers: Offer[] = [];
  const target = near[0];
  if (target !== undefined && (action || attacks > 0)) offers.push(...strikes(state, hero, target));
  if (target !== undefined && action) offers.push(...attackSpells(state, hero, near, hurried));
  offers.push(...mending(state, hero, { action, bonus }));
  offers.push(...ofClass(hero, { action, bonus }, target));
  if (action && attacks === 0) {
    offers.push(
      plain(
        "guard_yourself",
        "Guard yourself",
        "Dodge: attacks on you are at a disadvantage until your next turn.",
        "maneuver",
        { kind: "dodge" },
      ),
    );
    offers.push(
      plain(
        "get_away",
        "Get away",
        "Break off and run. Whoever is close may strike.",
        "maneuver",
        { kind: "flee" },
        { risk: "high" },
      ),
    );
  }
  offers.push(plain("end_turn", "End your turn", "Leave the rest undone.", "end_turn", {}));
  const wait = offers.find(({ key }) => key === "end_turn")!;
  // Waiting is always offered.
  return [...offers.filter((offer) => offer !== wait).slice(0, MOST - 1), wait];
}

function strikes(state: TableState, hero: Hero, target: string): Offer[] {
  const { combat } = state;
  const feet = distance(combat!, hero.id, target);
  const close = feet <= 5 + combat!.economy.movement;
  const usable = attacksFor(hero).filter(({ reach, range, ammunition, item }) => {
    if (item === "unarmed") return false;
    if (ammunition === "arrows" || ammunition === "bolts") {
      if (!hero.items.some(({ kind }) => kind === ammunition)) return false;
    }
    return (close && reach > 0) || (range !== null && feet <= range[1]);
  });
  const best =
    [...usable].sort(
      (a, b) => Number(!(close ? a.reach > 0 : a.range !== null)) - Number(!(close ? b.reach > 0 : b.range !== null)),
    )[0] ?? attacksFor(hero).find(({ item }) => item === "unarmed");
  const body = bodyIn(state, target);
  return best && (best.reach > 0 ? close || best.range !== null : true)
    ? [
        plain(
          `attack_${keyOf(body.name)}`,
          `Attack ${body.name}`,
          `With the ${best.name.toLowerCase()}.`,
          "attack",
          { with: best.item },
          { targetId: target, risk: "medium", also: [`strike ${body.name.toLowerCase()}`] },
        ),
      ]
    : [];
}

function attackSpells(state: TableState, hero: Hero, near: readonly string[], hurried: boolean): Offer[] {
  const { combat } = state;
  const target = near[0]!;
  const feet = distance(combat!, hero.id, target);
  const known = [...hero.cantrips, ...hero.spells].filter((id) => {
    const spell: Spell = spellOf(id);
    const slot = spell.level === 0 || slotsLeft(hero).some(({ level, left }) => level >= spell.level && left > 0);
    return (
      slot &&
      (spell.on === "foe" || spell.on === "foes") &&
      spell.cast === "action" &&
      (spell.damage || spell.inflicts) &&
      feet <= Math.max(5, spell.range) &&
      (!hurried || spell.level === 0)
    );
  });
  const worth = (id: SpellId) => {
    const spell: Spell = spellOf(id);
    return (
      spell.level * 10 +
      (spell.on === "foes" ? near.length * 6 - 8 : 0) +
      (spell.damage ? 3 : 0) -
      (spell.concentration && hero.concentrating ? 30 : 0)
    );
  };
  return [...known]
    .sort((a, b) => worth(b) - worth(a))
    .slice(0, 2)
    .map((id) => {
      const spell: Spell = spellOf(id);
      const all =
        spell.on === "foes"
          ? near.filter((one) => distance(combat!, hero.id, one) <= Math.max(5, spell.range)).slice(1, spell.most ?? 1)
          : [];
      return plain(
        `cast_${id}`,
        `Cast ${spell.name.toLowerCase()}`,
        spell.says,
        "cast",
        { spell: id, ...(all.length > 0 ? { also: all } : {}) },
        { targetId: target, risk: "medium" },
      );
    });
}

function mending(state: TableState, hero: Hero, { action, bonus }: { action: boolean; bonus: boolean }): Offer[] {
  const party = state.order.map((id) => state.heroes[id]!).filter(({ dead }) => !dead);
  const worst = party.filter((one) => one.hp * 3 <= hpMaxOf(one).value).sort((a, b) => a.hp - b.hp)[0];
  if (!worst) return [];
  const whom = worst.id === hero.id ? "yourself" : worst.name;
  const spells = (["healing_word", "cure_wounds"] as const).filter((id) => {
    const spell: Spell = spellOf(id);
    return (
      hero.spells.includes(id) &&
      (spell.cast === "bonus" ? bonus : action) &&
      slotsLeft(hero).some(({ level, left }) => level >= 1 && left > 0)
    );
  });
  const potion = action ? hero.items.find(({ kind }) => goodsOf(kind)?.heals) : undefined;
  return [
    ...spells
      .slice(0, 1)
      .map((id) =>
        plain(
          `cast_${id}`,
          `Cast ${spellOf(id).name.toLowerCase()} on ${whom}`,
          spellOf(id).says,
          "cast",
          { spell: id },
          { targetId: worst.id },
        ),
      ),
    ...(potion
      ? [
          plain(
            `drink_${keyOf(potion.kind)}`,
            worst.id === hero.id
              ? `Drink the ${potion.name.toLowerCase()}`
              : `Pour the ${potion.name.toLowerCase()} into ${worst.name}`,
            "It heals at once.",
            "use",
            worst.id === hero.id ? {} : { on: worst.id },
            { targetId: potion.id },
          ),
        ]
      : []),
    ...(action && worst.hp <= 0 && !worst.stable && worst.id !== hero.id
      ? [
          plain(
            `stabilise_${keyOf(worst.name)}`,
            `Stop ${worst.name}'s bleeding`,
            "Medicine against 10.",
            "maneuver",
            { kind: "stabilise" },
            { targetId: worst.id },
          ),
        ]
      : []),
  ];
}

function ofClass(
  hero: Hero,
  { action, bonus }: { action: boolean; bonus: boolean },
  target: string | undefined,
): Offer[] {
  const feature = (id: string, text: string, description: string, more: Parameters<typeof plain>[5] = {}) =>
    plain(id, text, description, "feature", { feature: id }, more);
  const hurt = hero.hp * 2 <= hpMaxOf(hero).value;
  return [
    ...(hero.class === "barbarian" &&
    bonus &&
    resourceLeft(hero, "rage") > 0 &&
    !hero.effects.some(({ id }) => id === "raging")
      ? [feature("rage", "Rage", "Hit harder and shrug off blows for a minute.")]
      : []),
    ...(hero.class === "fighter" && bonus && hurt && resourceLeft(hero, "second_wind") > 0
      ? [feature("second_wind", "Second wind", `Regain 1d10+${hero.level} hit points.`)]
      : []),
    ...(hero.class === "fighter" && !action && resourceLeft(hero, "action_surge") > 0
      ? [feature("action_surge", "Action surge", "One action more, now.")]
      : []),
    ...(hero.class === "monk" && bonus && !action && target !== undefined && resourceLeft(hero, "ki_points") > 0
      ? [feature("flurry", "Flurry of blows", "Two more strikes for a point of ki.", { targetId: target })]
      : []),
    ...(hero.class === "paladin" && action && hurt && resourceLeft(hero, "lay_on_hands_pool") > 0
      ? [feature("lay_on_hands", "Lay on hands", "Heal from the pool.", { targetId: hero.id })]
      : []),
    ...(hero.class === "rogue" && bonus && hero.level >= 2
      ? [feature("cunning_hide", "Slip out of sight", "Hide as a bonus action.")]
      : []),
  ];
}

/** The next speaker after this turn: the actor on turn in a fight, else the next of the party who can act. */
export function nextInLine(state: TableState): string {
  const { order, spotlight, pending } = state;
  const current = onTurn(state);
  if (current !== null && state.heroes[current]) return current;
  const after = order.map((_, i) => order[(spotlight + 1 + i) % order.length]!);
  return after.find((id) => canAct(bodyIn(state, id))) ?? pending?.hero ?? order[0]!;
}
