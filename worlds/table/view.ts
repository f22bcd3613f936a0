// What one seat sees, built up field by field. The page draws from these types; checks and choices rest on them and on nothing else.

import type { Disposition, Exit, Place, Risk } from "./adventure/adventure.ts";
import { type Campaign, campaignOf } from "./campaign.ts";
import { type TurnFacts, turnFacts } from "./gm/assemble.ts";
import { nextInLine, type Offer, offeredIn } from "./gm/offers.ts";
import { entriesOf, keysOf, valuesOf } from "./order.ts";
import { bodyIn, bodyOf, healthOf, helpless } from "./play/body.ts";
import { onTurn } from "./play/fight.ts";
import { distance, isPresent } from "./play/ground.ts";
import { holds } from "./play/happen.ts";
import { aimOf, edgeOf } from "./play/strike.ts";
import { writeHeader, writeResources } from "./protocol/header-text.ts";
import { later, writeMoment } from "./protocol/world-time.ts";
import {
  ABILITIES,
  type Ability,
  modifierOf,
  proficiencyOf,
  SKILL_IDS,
  SKILLS,
  type Skill,
  titleOf,
  xpForNext,
} from "./rules/abilities.ts";
import { FEATURES, improvesAt } from "./rules/classes.ts";
import type { DamageType } from "./rules/damage.ts";
import { effectOf } from "./rules/effects.ts";
import { goodsOf } from "./rules/gear.ts";
import type { Hero } from "./rules/hero.ts";
import { ATTRIBUTION } from "./rules/licence.ts";
import type { Cause, Sum } from "./rules/numbers.ts";
import { BACKGROUNDS, raceOf } from "./rules/races.ts";
import { fixedGain, levelsWaiting, lightFor, longRestRefused, travelSeconds } from "./rules/rest.ts";
import { chanceOf, type RollRecord, rollText } from "./rules/roll.ts";
import {
  armourClassOf,
  attacksFor,
  attacksPerAction,
  burdenOf,
  checkBonus,
  heroScores,
  hpMaxOf,
  initiativeOf,
  isProficient,
  passiveOf,
  resources,
  saveBonus,
  scoreOf,
  slotsLeft,
  speedOf,
  spellBonus,
  untrained,
} from "./rules/sheet.ts";
import { type SpellId, spellOf } from "./rules/spells.ts";
import type { Choice, Economy, Fact, Health, Mission, Mode, Phase, TableState, Told } from "./state.ts";
import { calendarOf, secondsIn } from "./time.ts";

export interface AttackView {
  readonly item: string;
  readonly name: string;
  readonly bonus: Sum;
  /** "1d8+3". */
  readonly damage: string;
  readonly type: DamageType;
  readonly reach: number;
  readonly range: readonly [number, number] | null;
  /** Shots left; null where none are needed. */
  readonly shots: number | null;
}

export interface SpellView {
  readonly id: SpellId;
  readonly name: string;
  readonly level: number;
  readonly cast: "action" | "bonus" | "reaction";
  readonly range: number;
  readonly on: string;
  readonly concentration: boolean;
  readonly says: string;
  /** Lowest slot that is left for it; 0 for cantrips, null where none is. */
  readonly slot: number | null;
}

/** A character sheet. Alignment and personality type are not on it. */
export interface SheetView {
  readonly id: string;
  readonly name: string;
  readonly race: string;
  readonly class: string;
  readonly level: number;
  readonly background: string;
  readonly hp: number;
  readonly hpMax: Sum;
  readonly temp: number;
  readonly armourClass: Sum;
  readonly initiative: Sum;
  readonly speed: Sum;
  readonly passivePerception: Sum;
  readonly proficiency: number;
  readonly abilities: readonly {
    readonly id: Ability;
    readonly score: Sum;
    readonly modifier: number;
    readonly save: Sum;
    readonly saves: boolean;
  }[];
  readonly skills: readonly {
    readonly id: Skill;
    readonly name: string;
    readonly ability: Ability;
    readonly bonus: Sum;
    readonly trained: boolean;
    readonly expert: boolean;
  }[];
  readonly xp: number;
  /** Null at level 20. */
  readonly xpNext: number | null;
  /** Levels that wait to be taken. */
  readonly levels: number;
  /** What the next level asks to be chosen. */
  readonly levelUp: { readonly fixed: number; readonly raises: boolean } | null;
  readonly gold: number;
  readonly hitDice: { readonly left: number; readonly total: number };
  readonly slots: readonly { readonly level: number; readonly left: number; readonly total: number }[];
  /** `total` and `left` are null where it never runs out. */
  readonly resources: readonly {
    readonly id: string;
    readonly name: string;
    readonly left: number | null;
    readonly total: number | null;
    readonly back: "short" | "long";
  }[];
  readonly attacks: readonly AttackView[];
  readonly attacksPerAction: number;
  readonly spells: readonly SpellView[];
  readonly spellDc: Sum | null;
  readonly spellAttack: Sum | null;
  readonly items: readonly {
    readonly id: string;
    readonly name: string;
    readonly kind: string;
    readonly count: number;
    readonly worn: boolean;
    readonly use: string | null;
  }[];
  readonly burden: { readonly weight: number; readonly capacity: number };
  readonly conditions: readonly { readonly name: string; readonly by: string; readonly seconds: number | null }[];
  readonly effects: readonly { readonly name: string; readonly seconds: number | null }[];
  readonly concentrating: string | null;
  readonly exhaustion: number;
  readonly inspiration: boolean;
  readonly status: "conscious" | "unconscious" | "stable" | "dead";
  readonly deathSaves: { readonly successes: number; readonly failures: number };
  readonly features: readonly string[];
  readonly armourTrouble: string | null;
}

/** Somebody who is here and seen. Of those who are no companions nothing is known but what eyes tell. */
export interface PersonView {
  readonly id: string;
  readonly name: string;
  readonly role: string;
  readonly disposition: Disposition;
  readonly health: Health;
  readonly conditions: readonly string[];
  /** Feet in a fight, else null. */
  readonly feet: number | null;
  /** Kind of thing to its price. */
  readonly wares: readonly { readonly kind: string; readonly price: number }[];
}

export interface CombatantView {
  readonly id: string;
  readonly name: string;
  readonly side: "party" | "foes" | "others";
  readonly initiative: number;
  readonly health: Health;
  /** Of the party alone. */
  readonly hp: { readonly current: number; readonly max: number; readonly temp: number } | null;
  readonly armourClass: number | null;
  readonly square: readonly [number, number] | null;
  readonly conditions: readonly string[];
  readonly turn: boolean;
}

export interface CombatView {
  readonly round: number;
  readonly combatants: readonly CombatantView[];
  /** What the one on turn may still do, when that is this seat. */
  readonly economy: Economy | null;
  readonly reaction: boolean;
}

export interface PlaceView {
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly here: boolean;
  readonly visited: boolean;
  readonly exits: readonly {
    readonly to: string;
    readonly miles: number;
    readonly ground: string;
    readonly seconds: number;
  }[];
}

export interface ChoiceView extends Choice {
  readonly key: string;
  /** Percent that its roll succeeds; null where nothing is rolled or it cannot be known. */
  readonly chance: number | null;
  /** What is rolled: "Persuasion +3 against 12". */
  readonly roll: string | null;
}

export interface DeadlineView {
  readonly id: string;
  readonly description: string;
  readonly urgency: Risk;
  readonly at: Readonly<Record<string, unknown>>;
  readonly secondsLeft: number;
  readonly status: "active" | "fired";
}

/** Dice of the last turn; `text` is the protocol's string. */
export interface RollView extends RollRecord {
  readonly text: string;
}

export interface TableView {
  readonly who: string;
  readonly role: "player" | "gm";
  readonly title: string;
  readonly summary: string;
  readonly over: { readonly title: string; readonly text: string } | null;
  readonly mode: Mode;
  readonly phase: Phase;
  /** Whose move it is, by id. */
  readonly turn: string;
  readonly yours: boolean;
  /** Why this seat's character can do nothing now; null when it can. */
  readonly helpless: string | null;
  readonly sequence: number;
  readonly narrative: string;
  readonly input: string;
  readonly god: string;
  readonly thinking: string;
  readonly choices: readonly ChoiceView[];
  readonly analysis: Told["analysis"];
  readonly dice: readonly RollView[];
  /** The protocol's lines, computed for this seat's character. */
  readonly sessionHeader: string;
  readonly resourcesLine: string;
  readonly time: Readonly<Record<string, unknown>>;
  /** Seconds since the campaign began. */
  readonly seconds: number;
  readonly location: {
    readonly id: string;
    readonly name: string;
    readonly description: string;
    readonly light: string;
    readonly safe: boolean;
  };
  readonly you: SheetView | null;
  readonly companions: readonly SheetView[];
  readonly here: readonly PersonView[];
  readonly lying: readonly {
    readonly id: string;
    readonly name: string;
    readonly kind: string;
    readonly count: number;
  }[];
  readonly combat: CombatView | null;
  readonly map: readonly PlaceView[];
  /** Ways that are open from here. */
  readonly ways: readonly {
    readonly to: string;
    readonly name: string;
    readonly miles: number;
    readonly seconds: number;
  }[];
  readonly missions: readonly Mission[];
  readonly memories: readonly string[];
  readonly timeline: TableState["timeline"];
  readonly deadlines: readonly DeadlineView[];
  readonly supplies: readonly {
    readonly id: string;
    readonly amount: number;
    readonly most: number;
    readonly critical: boolean;
  }[];
  readonly restRefused: string | null;
  readonly isGod: boolean;
  readonly limits: {
    readonly rating: TableState["settings"]["rating"];
    readonly lines: readonly string[];
    readonly veils: readonly string[];
  };
  readonly attribution: string;
  /** Present when debug is on, and for the game master. */
  readonly debug: {
    readonly dm_notes: readonly string[];
    readonly state_rationale: string;
    readonly drift: TableState["drift"];
    readonly state_updates: Readonly<Record<string, unknown>>;
  } | null;
  /** The game master's alone. */
  readonly desk: DeskView | null;
}

/** What lies behind the screen. */
export interface DeskView {
  readonly campaign: Campaign;
  readonly hero: string;
  readonly input: string;
  readonly mode: Mode;
  readonly facts: readonly Fact[];
  readonly rolls: readonly string[];
  readonly offers: readonly Offer[];
  readonly scene: {
    readonly id: string;
    readonly text: readonly string[];
    readonly again: string;
    readonly secret: string;
  } | null;
  readonly people: readonly {
    readonly id: string;
    readonly name: string;
    readonly manner: string;
    readonly lines: readonly string[];
    readonly told: number;
    readonly dead: boolean;
  }[];
  readonly dead: readonly string[];
  readonly dying: readonly string[];
  readonly transition: boolean;
  /** Who is here, by name. */
  readonly names: readonly string[];
  /** Every name that a text may mention. */
  readonly allNames: readonly string[];
  /** The campaign before this turn, and what was rolled in it, as the protocol's check wants to know; null where nothing waits to be told. */
  readonly turn: TurnFacts | null;
  /** The table as the character in question sees it: free words are read as deeds by this view. Null where nothing waits for a ruling. */
  readonly seat: TableView | null;
  readonly ending: { readonly title: string; readonly text: string } | null;
  readonly pronouns: Readonly<Record<string, string>>;
}

export function sheetView(state: TableState, hero: Hero): SheetView {
  const now = secondsIn(state);
  const left = (until?: number) => (until === undefined ? null : Math.max(0, until - now));
  const magic = spellBonus(hero);
  const waiting = levelsWaiting(hero);
  const scores = heroScores(hero);
  return {
    id: hero.id,
    name: hero.name,
    race: raceOf(hero.race).name,
    class: titleOf(hero.class),
    level: hero.level,
    background: BACKGROUNDS[hero.background].name,
    hp: hero.hp,
    hpMax: hpMaxOf(hero),
    temp: hero.temp,
    armourClass: armourClassOf(hero),
    initiative: initiativeOf(hero),
    speed: speedOf(hero),
    passivePerception: passiveOf(hero, "perception"),
    proficiency: proficiencyOf(hero.level),
    abilities: ABILITIES.map((id) => ({
      id,
      score: scoreOf(hero, id),
      modifier: modifierOf(scores[id]),
      save: saveBonus(hero, id),
      saves: saveBonus(hero, id).causes.some(({ what }) => what === "proficiency"),
    })),
    skills: SKILL_IDS.map((id) => ({
      id,
      name: titleOf(id),
      ability: SKILLS[id],
      bonus: checkBonus(hero, id),
      trained: isProficient(hero, id),
      expert: hero.expertise.includes(id),
    })),
    xp: hero.xp,
    xpNext: xpForNext(hero.level),
    levels: waiting,
    levelUp: waiting > 0 ? { fixed: fixedGain(hero), raises: improvesAt(hero.class, hero.level + 1) } : null,
    gold: hero.gold,
    hitDice: { left: hero.level - hero.hitDiceUsed, total: hero.level },
    slots: slotsLeft(hero),
    resources: resources(hero).map(({ id, left: rest, total, back }) => ({
      id,
      name: titleOf(id),
      left: rest,
      total,
      back,
    })),
    attacks: attackViews(hero),
    attacksPerAction: attacksPerAction(hero),
    spells: [...hero.cantrips, ...hero.spells].map((id) => spellView(hero, id)),
    spellDc: magic?.dc ?? null,
    spellAttack: magic?.attack ?? null,
    items: hero.items.map(({ id, name, kind, count, worn }) => ({
      id,
      name,
      kind,
      count,
      worn: worn ?? false,
      use: useOf(kind),
    })),
    burden: burdenOf(hero),
    conditions: hero.conditions.map(({ is, by, until }) => ({ name: is, by, seconds: left(until) })),
    effects: hero.effects.map(({ id, until }) => ({ name: effectOf(id).name, seconds: left(until) })),
    concentrating: hero.concentrating === null ? null : spellOf(hero.concentrating).name,
    exhaustion: hero.exhaustion,
    inspiration: hero.inspiration,
    status: hero.dead ? "dead" : hero.hp > 0 ? "conscious" : hero.stable ? "stable" : "unconscious",
    deathSaves: hero.saves,
    features: [
      ...raceOf(hero.race).traits,
      ...FEATURES[hero.class].filter(([level]) => level <= hero.level).map(([, name]) => name),
    ],
    armourTrouble: untrained(hero),
  };
}

export const useOf = (kind: string): string | null => {
  const goods = goodsOf(kind);
  if (!goods) return null;
  return goods.heals
    ? `heals ${goods.heals}`
    : goods.light
      ? `light for ${goods.light} feet`
      : kind === "healers_kit"
        ? "stabilises the dying"
        : null;
};

const attackViews = (hero: Hero): AttackView[] =>
  attacksFor(hero).map(({ item, name, bonus, damage, damageBonus, type, reach, range, ammunition }) => {
    const added = damageBonus.reduce((total, { value }: Cause) => total + value, 0);
    const dice =
      damage === "0" ? `${Math.max(0, added)}` : `${damage}${added === 0 ? "" : added > 0 ? `+${added}` : added}`;
    const shots =
      ammunition === null || ammunition === "stones"
        ? null
        : (hero.items.find(({ kind }) => kind === ammunition)?.count ?? 0);
    return { item, name, bonus, damage: dice, type, reach, range, shots };
  });

function spellView(hero: Hero, id: SpellId): SpellView {
  const { name, level, cast, range, on, concentration = false, says } = spellOf(id);
  const slot = level === 0 ? 0 : (slotsLeft(hero).find((one) => one.level >= level && one.left > 0)?.level ?? null);
  return { id, name, level, cast, range, on, concentration, says, slot };
}

function personView(state: TableState, id: string, from: string | null): PersonView {
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
    wares: entriesOf(npc.wares).map(([kind, price]) => ({ kind, price })),
  };
}

function combatView(state: TableState, who: string, isGm: boolean): CombatView | null {
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

const isOpen = (state: TableState, exit: Exit): boolean => holds(state, exit.when);

const wayView = (state: TableState, exit: Exit) => ({
  to: exit.to,
  name: state.adventure.places[exit.to]!.name,
  miles: exit.miles,
  seconds: travelSeconds(exit.miles, exit.ground, { difficult: exit.difficult }),
});

function mapView(state: TableState): PlaceView[] {
  const known = (id: string) => state.places[id]!.known;
  return valuesOf(state.adventure.places)
    .filter(({ id }) => known(id))
    .map(({ id, name, x, y, exits }: Place) => ({
      id,
      name,
      x,
      y,
      here: id === state.at,
      visited: state.places[id]!.visited,
      exits: exits
        .filter(({ to }) => known(to))
        .map((exit) => ({
          to: exit.to,
          miles: exit.miles,
          ground: exit.ground,
          seconds: wayView(state, exit).seconds,
        })),
    }));
}

function choiceView(state: TableState, who: string, key: string, choice: Choice, offers: readonly Offer[]): ChoiceView {
  const offer = offers.find((one) => one.key === key);
  const hero = state.heroes[who];
  const check = offer?.check;
  if (hero && check) {
    const bonus = checkBonus(hero, check.skill).value;
    return {
      key,
      ...choice,
      chance: chanceOf(bonus, check.dc, false),
      roll: `${titleOf(check.skill)} ${bonus < 0 ? bonus : `+${bonus}`} against ${check.dc}`,
    };
  }
  const target = offer?.action?.type === "attack" ? offer.action.targetId : undefined;
  if (hero && typeof target === "string" && state.npcs[target]) {
    const attack = attacksFor(hero)[0]!;
    const feet = state.combat ? distance(state.combat, who, target) : 5;
    const edge = edgeOf(state, bodyIn(state, who), bodyIn(state, target), aimOf(attack, feet));
    // A foe's armour is not known; what is seen of it is told as a guess to the nearest five.
    const guess = Math.round(bodyIn(state, target).ac.value / 5) * 5;
    return {
      key,
      ...choice,
      chance: chanceOf(attack.bonus.value, guess, true, edge),
      roll: `${attack.name} ${attack.bonus.value < 0 ? attack.bonus.value : `+${attack.bonus.value}`}`,
    };
  }
  return { key, ...choice, chance: null, roll: null };
}

export function view(state: TableState, who: string): TableView {
  const isGm = state.heroes[who] === undefined;
  const seat = isGm ? (state.pending?.hero ?? state.told?.hero ?? state.order[0]!) : who;
  const hero = state.heroes[seat]!;
  const { told, adventure } = state;
  const place = adventure.places[state.at]!;
  const calendar = calendarOf(adventure);
  const turn = turnOf(state);
  const ending = state.ended === null ? null : adventure.endings[state.ended]!;
  const chooser = isGm ? (state.phase === "ruling" ? seat : nextInLine(state)) : who;
  const offers = offeredIn(state, chooser);
  const campaign = campaignOf(state, seat);
  const sections = campaign as unknown as Parameters<typeof writeHeader>[0];
  const choices = told?.choices ?? {};
  return {
    who,
    role: isGm ? "gm" : "player",
    title: adventure.title,
    summary: adventure.summary,
    over: ending && state.phase === "player" ? { title: ending.title, text: ending.text } : null,
    mode: told?.mode ?? "STORY",
    phase: state.phase,
    turn,
    yours: turn === who,
    helpless: isGm ? null : helpless(bodyIn(state, who)),
    sequence: told?.sequence ?? 0,
    narrative: told?.narrative ?? "",
    input: told?.input ?? "",
    god: told?.god_mode_response ?? "",
    thinking: told?.thinking ?? "",
    choices: inOfferOrder(keysOf(choices), offers).map((key) => choiceView(state, chooser, key, choices[key]!, offers)),
    analysis: told?.analysis ?? null,
    dice: (told?.rolls ?? []).map((roll) => ({ ...roll, text: rollText(roll) })),
    sessionHeader: writeHeader(sections, calendar, state.now),
    resourcesLine: writeResources(sections),
    time: writeMoment(calendar, state.now),
    seconds: secondsIn(state),
    location: {
      id: place.id,
      name: place.name,
      description: place.description,
      light: lightFor(place.light, raceOf(hero.race).darkvision > 0),
      safe: place.safe,
    },
    you: isGm ? null : sheetView(state, hero),
    companions: state.order.filter((id) => id !== who).map((id) => sheetView(state, state.heroes[id]!)),
    here: keysOf(state.npcs)
      .filter((id) => isPresent(state, id))
      .sort()
      .map((id) => personView(state, id, isGm ? null : who)),
    lying: state.places[state.at]!.items.map(({ id, name, kind, count }) => ({ id, name, kind, count })),
    combat: combatView(state, who, isGm),
    map: mapView(state),
    ways: state.combat ? [] : place.exits.filter((exit) => isOpen(state, exit)).map((exit) => wayView(state, exit)),
    missions: state.missions,
    memories: state.memories,
    timeline: state.timeline,
    deadlines: deadlineViews(state),
    supplies: entriesOf(state.supplies).map(([id, { amount, max_amount, critical_level }]) => ({
      id,
      amount,
      most: max_amount,
      critical: amount <= critical_level,
    })),
    restRefused: state.combat
      ? "there is a fight"
      : !place.safe
        ? "this is no place to sleep"
        : longRestRefused(hero, secondsIn(state)),
    isGod: state.settings.gods.includes(who),
    limits: { rating: state.settings.rating, lines: state.settings.lines, veils: state.settings.veils },
    attribution: ATTRIBUTION,
    debug:
      isGm || state.settings.debug
        ? {
            dm_notes: told?.dm_notes ?? [],
            state_rationale: told?.state_rationale ?? "",
            drift: state.drift,
            state_updates: isGm ? (told?.state_updates ?? {}) : {},
          }
        : null,
    desk: isGm ? deskView(state, seat, offers, campaign) : null,
  };
}

/** As the engine offers them, then what a game master added, and free words last. */
function inOfferOrder(keys: readonly string[], offers: readonly Offer[]): readonly string[] {
  const rank = (key: string) => {
    const at = offers.findIndex((offer) => offer.key === key);
    return key === "other_action" ? 1000 : at < 0 ? 500 : at;
  };
  return [...keys].sort((a, b) => rank(a) - rank(b));
}

/** Who has the move: the game master, whoever is on turn in a fight, or the one in the spotlight. */
export function turnOf(state: TableState): string {
  if (state.phase !== "player") return "gm";
  return onTurn(state) ?? state.order[state.spotlight] ?? state.order[0]!;
}

const deadlineViews = (state: TableState): DeadlineView[] => {
  const calendar = calendarOf(state.adventure);
  return entriesOf(state.deadlines)
    .filter(([, { status, warnings_given }]) => status === "fired" || (status === "active" && warnings_given >= 0))
    .map(([id, { description, urgency_level, deadline, status }]) => {
      const left = (deadline.day - state.now.day) * 86_400 + Math.floor((deadline.micro - state.now.micro) / 1_000_000);
      return {
        id,
        description,
        urgency: urgency_level,
        at: writeMoment(calendar, later(calendar, deadline, 0)),
        secondsLeft: Math.max(0, left),
        status: status === "fired" ? "fired" : "active",
      };
    });
};

function deskView(state: TableState, hero: string, offers: readonly Offer[], campaign: Campaign): DeskView {
  const { pending, adventure } = state;
  const scene = adventure.scenes[state.scene] ?? null;
  const ending = state.ended === null ? null : adventure.endings[state.ended]!;
  return {
    campaign,
    hero,
    input: pending?.input ?? "",
    mode: pending?.mode ?? "STORY",
    facts: pending?.facts ?? [],
    rolls: (pending?.rolls ?? []).map(rollText),
    offers,
    scene: scene && { id: scene.id, text: scene.text, again: scene.again, secret: scene.secret },
    people: valuesOf(adventure.people).map(({ id, name, manner, lines }) => ({
      id,
      name,
      manner,
      lines,
      told: state.seen[`talk/${id}`] ?? 0,
      dead: state.npcs[id] === undefined,
    })),
    dead: [
      ...state.tombs.map(({ name }) => name),
      ...state.order.filter((id) => state.heroes[id]!.dead).map((id) => state.heroes[id]!.name),
    ],
    dying: state.order
      .filter((id) => !state.heroes[id]!.dead && state.heroes[id]!.hp <= 0)
      .map((id) => state.heroes[id]!.name),
    transition: pending?.transition ?? false,
    names: [...valuesOf(state.npcs).filter(({ id }) => isPresent(state, id)), ...valuesOf(state.heroes)].map(
      ({ name }) => name,
    ),
    allNames: [...valuesOf(state.heroes), ...valuesOf(state.npcs), ...state.tombs, ...valuesOf(adventure.places)].map(
      ({ name }) => name,
    ),
    turn: pending && turnFacts(state),
    seat: state.phase === "ruling" ? view(state, hero) : null,
    ending: ending && { title: ending.title, text: ending.text },
    pronouns: Object.fromEntries(state.order.map((id) => [state.heroes[id]!.name, state.heroes[id]!.pronoun])),
  };
}
