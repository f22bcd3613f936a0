// What an author should know of a house that holds together and yet may not be meant so: rooms nobody can reach, keys that open nothing, rules that never fire.
import type { Json, Located, Path, Problem } from "@orrery/kernel";
import type { Condition } from "../model/condition.ts";
import type { HouseConfig } from "../model/house.ts";
import type { Effect, Rule } from "../model/rule.ts";
import { own } from "../model/state.ts";
import { isPose, placeOf, USES, type Use } from "../model/thing.ts";
import { allNames } from "../rules/valid.ts";
import { isKey } from "../words/explain.ts";
import { type Note, shadowedLines, unheardNames } from "./names.ts";
import { namesOf } from "./roles.ts";

/** In the order of the text. An empty list is no promise: it is what can be told without playing. */
export function warningsOf(house: HouseConfig, doc: Located): Problem[] {
  const live = liveRules(house);
  const notes = [
    ...rooms(house),
    ...things(house, live),
    ...locks(house, live),
    ...rules(house, live),
    ...silent(live),
    ...idle(house),
    ...lintUnusedVerbs(house, live),
    ...wanderers(house),
    ...topics(house, live),
    ...leads(house),
    ...shadowedLines(house),
    ...unheardNames(house),
    ...endings(house, live),
    ...style(house),
    ...cutSayings(doc.value),
  ];
  return notes
    .map(({ path, message, hint }) => ({ ...doc.atKey(path), path, message, hint }))
    .sort((a, b) => a.line - b.line || a.column - b.column);
}

/** What nobody but a model will follow. */
const style = ({ style: { person = "second", tense = "present" } = {} }: HouseConfig): Note[] =>
  person === "second" && tense === "present"
    ? []
    : [
        {
          path: ["style", person === "second" ? "tense" : "person"],
          message: `Only a model tells it in the ${person} person and the ${tense}: sentences of the house are in the second person and the present.`,
          hint: "Leave it out, or write `phrases` for what is to be told alike without a model.",
        },
      ];

/** Lists in which a comma has cut a sentence in two: `[Well, well., Good night.]` are three texts. */
function cutSayings(value: Json | undefined, path: Path = []): Note[] {
  if (typeof value !== "object" || value === null) return [];
  if (!Array.isArray(value)) return Object.entries(value).flatMap(([key, one]) => cutSayings(one, [...path, key]));
  return value.flatMap((one: Json, i: number): Note[] => {
    const before = value[i - 1] as Json | undefined;
    if (typeof one !== "string" || typeof before !== "string") return cutSayings(one, [...path, i]);
    const isRest = /^\p{Ll}.*[.!?…]$/su.test(one) && !/[.!?…"”’)]$/u.test(before);
    if (!isRest) return [];
    return [
      {
        path: [...path, i],
        message: `"${one}" looks like the rest of "${before}".`,
        hint: "Inside [ ] a comma begins another text: words with a comma stand in quotation marks.",
      },
    ];
  });
}

/** Every effect that may ever happen: of rules that can fire, and of rulings. */
const effectsOf = (house: HouseConfig, live: Iterable<Rule>): Effect[] => [
  ...[...live].flatMap((rule) => rule.do),
  ...(house.rulings ?? []).flatMap(({ ruling }) => [...ruling.success.do, ...ruling.failure.do]),
];

function rooms(house: HouseConfig): Note[] {
  const seen = new Set(house.players.flatMap((id) => own(house.people, id)?.at ?? []));
  // A rule may carry a player anywhere.
  for (const { do: effects } of house.rules ?? [])
    for (const effect of effects) if ("goes" in effect && house.players.includes(effect.person)) seen.add(effect.goes);
  for (const room of seen) for (const { to } of own(house.rooms, room)?.exits ?? []) seen.add(to);
  return Object.keys(house.rooms)
    .filter((id) => !seen.has(id))
    .map((id) => ({
      path: ["rooms", id],
      message: `Nobody who is played can ever reach "${id}".`,
      hint: "Give some room an exit to it.",
    }));
}

function things(house: HouseConfig, live: readonly Rule[]): Note[] {
  const revealed = new Set(effectsOf(house, live).flatMap((effect) => ("reveal" in effect ? [effect.reveal] : [])));
  const kept = new Set([
    ...allNames(house).flatMap(({ id, at }) => (at[0] === "rulings" ? [] : [id])),
    ...[...Object.values(house.things), ...Object.values(house.doors)].flatMap(({ lock }) => lock?.keys ?? []),
  ]);
  return Object.entries(house.things).flatMap(([id, { hidden, beneath, at, name, aliases }]): Note[] => {
    const shut = shutAway(house, id, live);
    const notes: Note[] = [];
    if (hidden && !beneath && !revealed.has(id) && kept.has(id))
      notes.push({
        path: ["things", id],
        message: `"${id}" is hidden, and no rule reveals it.`,
        hint: `Write a rule that does \`reveal: ${id}\`.`,
      });
    if (shut !== null)
      notes.push({
        path: ["things", id],
        message: `"${id}" is shut away in "${shut}", which nothing ever opens.`,
        hint: `Give ${shut} a key, or let a rule do \`set: ${shut}\` with \`open: true\`.`,
      });
    if (isKey({ name, aliases }) && !kept.has(id) && !("heldBy" in at && house.players.includes(at.heldBy)))
      notes.push({
        path: ["things", id],
        message: `"${id}" is called a key, and opens nothing.`,
        hint: `Name it as \`key: ${id}\` of a door or a box, or call it something else.`,
      });
    return notes;
  });
}

/** The locked box around a thing that neither a key nor a rule opens, or null. */
function shutAway(house: HouseConfig, id: string, live: readonly Rule[]): string | null {
  const { at } = house.things[id]!;
  if (!("in" in at)) return null;
  const box = own(house.things, at.in);
  return box?.lock?.locked && box.lock.keys.length === 0 && !isOpened(house, at.in, live) ? at.in : null;
}

const isOpened = (house: HouseConfig, id: string, live: readonly Rule[]): boolean =>
  effectsOf(house, live).some(
    (effect) =>
      ("set" in effect &&
        effect.set === id &&
        (("open" in effect && effect.open) || ("locked" in effect && !effect.locked))) ||
      ("break" in effect && effect.break === id),
  );

function locks(house: HouseConfig, live: readonly Rule[]): Note[] {
  return (["doors", "things"] as const).flatMap((part) =>
    Object.entries(house[part]).flatMap(([id, { lock }]): Note[] => {
      if (!lock?.locked || isOpened(house, id, live)) return [];
      if (lock.keys.length === 0)
        return part === "things" && Object.values(house.things).some(({ at }) => "in" in at && at.in === id)
          ? [] // told of what is inside
          : [
              {
                path: [part, id],
                message: `No key fits "${id}", and no rule opens it.`,
                hint: "Name a key, or open it by a rule.",
              },
            ];
      if (lock.keys.every((key: string) => isBehind(house, key, id)))
        return [
          {
            path: [part, id],
            message: `The only key of "${id}" is locked up in it.`,
            hint: "Put the key somewhere else, or name a second one.",
          },
        ];
      return [];
    }),
  );
}

function isBehind(house: HouseConfig, key: string, box: string): boolean {
  for (let at = house.things[key]!.at; !("heldBy" in at); ) {
    const place = placeOf(at);
    if (place === box) return true;
    const holder = own(house.things, place);
    if (!holder) return false;
    at = holder.at;
  }
  return false;
}

function rules(house: HouseConfig, live: readonly Rule[]): Note[] {
  return (house.rules ?? [])
    .filter((rule) => !live.includes(rule))
    .map((rule) => ({
      path: ["rules", rule.id],
      message: `The rule "${rule.id}" can never fire${whyNot(house, rule, live)}.`,
      hint: cureOf(house, rule, live),
    }));
}

function whyNot(house: HouseConfig, { on, when }: Rule, live: readonly Rule[]): string {
  if (on && !isDoable(house, on, live)) return `: ${(on as ActTrigger).by} never does that`;
  if (on && !isTriggerable(house, on, live)) return "act" in on ? ": that cannot be done to what it names" : "";
  return when && !isPossible(house, when, live) ? ": its condition never holds" : "";
}

/**
 * The rules that could fire, to the best of what can be told: more are found until no more are, by turns from the top and
 * from the bottom, so that long chains are found out in few rounds whichever way they run.
 */
function liveRules(house: HouseConfig): readonly Rule[] {
  const all = house.rules ?? [];
  const live = new Set<Rule>();
  for (let rounds = 0; ; rounds++) {
    const before = live.size;
    for (const rule of rounds % 2 === 0 ? all : all.toReversed()) {
      if (live.has(rule)) continue;
      const { on, when } = rule;
      if (
        (on === null || (isDoable(house, on, live) && isTriggerable(house, on, live))) &&
        (when === undefined || isPossible(house, when, live))
      )
        live.add(rule);
    }
    if (live.size === before) return all.filter((rule) => live.has(rule));
  }
}

function isTriggerable(house: HouseConfig, on: NonNullable<Rule["on"]>, live: Iterable<Rule>): boolean {
  if ("rule" in on) return firesIn(live, on.rule);
  if (!("act" in on) || on.target === null) return true;
  const thing = own(house.things, on.target);
  switch (on.act) {
    case "take":
    case "drop":
    case "show":
      return !thing?.fixed;
    case "put":
      return !thing?.fixed && (on.other === null || holdsThings(house, on.other));
    case "give":
      return !thing?.fixed && (on.other === null || mayAccept(house, on.target, on.other));
    case "read":
      return (
        thing === undefined || thing.text !== null || Boolean(thing.changes?.some(({ text }) => text !== undefined))
      );
    case "search":
      return thing === undefined || thing.container !== null || thing.supporter;
    case "light":
    case "extinguish":
      return thing?.light?.switch ?? false;
    case "say":
    case "ask":
    case "tell":
      return !house.players.includes(on.target) || house.players.length > 1;
    default:
      return true;
  }
}

/** Whether somebody who is named and not played could come to do this: on a round, in a trade, on a rule's word or when asked. */
function isDoable(house: HouseConfig, on: NonNullable<Rule["on"]>, live: Iterable<Rule>): boolean {
  const by = "by" in on ? on.by : null;
  const person = by === null ? undefined : own(house.people, by);
  if (!person || house.players.includes(by!)) return true;
  const { obeys = [], route, trades, lends } = person;
  const act = "act" in on ? on.act : null;
  const goes = [...live].some(({ do: effects }) =>
    effects.some((effect) => ("goes" in effect || "follows" in effect) && effect.person === by),
  );
  if (obeys.some((one) => one.act === act)) return true;
  switch (act) {
    case "say":
      return true;
    case "go":
      return goes || route !== undefined || obeys.some((one) => one.act === "follow");
    case "give":
      return trades.length + lends.length > 0;
    case "open":
    case "close":
    case "unlock":
    case "lock":
      return route !== undefined;
    default:
      return false;
  }
}

/** Whether anything can be put into or onto it. */
function holdsThings({ things }: HouseConfig, id: string): boolean {
  const it = own(things, id);
  return it === undefined || it.supporter || it.container !== null;
}

/** Whether somebody would take this when it is offered: players always, others what they want, lend or are given by name. */
function mayAccept({ people, players }: HouseConfig, thing: string, id: string): boolean {
  const it = own(people, id);
  if (!it || players.includes(id)) return true;
  return (
    it.trades.some(({ wants }) => wants === thing) ||
    it.lends.some((one) => one.thing === thing) ||
    (it.given ?? []).some(({ about }) => about === thing)
  );
}

/** Why a deed that a rule waits for can never be done, with what would make it possible. */
function cureOf(house: HouseConfig, { on }: Rule, live: Iterable<Rule>): string {
  if (on && !isDoable(house, on, live))
    return `Give ${(on as ActTrigger).by} a \`route\`, let them \`obeys\` it, or write \`by: anyone\`.`;
  if (on && "act" in on && on.target !== null && on.other !== null) {
    if (on.act === "put" && !holdsThings(house, on.other))
      return `Add \`supporter: true\` or \`container: open\` to ${on.other}, or wait for \`use: ${on.other}, with: ${on.target}\`.`;
    if (on.act === "give" && !mayAccept(house, on.target, on.other))
      return `Let ${on.other} take it: write \`given: { ${on.target}: words }\` or a trade.`;
  }
  return "Change what it waits for, or leave it out.";
}

/** Effects that anybody present can see or hear. */
const SHOWN = new Set("tell says goes follows stays move set reveal hide end break noise hurt glimpse".split(" "));

/** Handlings that a rule answers in silence: the player is told of no result. */
function silent(live: readonly Rule[]): Note[] {
  const shows = (id: string, { do: effects }: Rule): boolean =>
    effects.some((effect) => Object.keys(effect).some((key) => SHOWN.has(key))) ||
    live.some((next) => next.on !== null && "rule" in next.on && next.on.rule === id && shows(next.id, next)) ||
    live.some(({ on, when }) => on === null && when !== undefined && "fired" in when && when.fired === id);
  const isHandled = (on: Rule["on"]): on is ActTrigger =>
    on !== null && "act" in on && (USES as readonly string[]).includes(on.act);
  const actKeyOf = ({ act, target, other }: ActTrigger) => [act, target, other].join(" ");
  const shown = new Set(
    live.flatMap((rule) => (isHandled(rule.on) && shows(rule.id, rule) ? [actKeyOf(rule.on)] : [])),
  );
  return live
    .filter(({ on }) => isHandled(on) && !shown.has(actKeyOf(on)))
    .map(({ id }) => ({
      path: ["rules", id],
      message: `Nobody is told that the rule "${id}" has fired.`,
      hint: "Add a `tell` that says what comes of it.",
    }));
}
type ActTrigger = Extract<NonNullable<Rule["on"]>, { act: string }>;

/** Handlings that a thing shows and no rule waits for. */
function idle({ things, doors, rules = [] }: HouseConfig): Note[] {
  return (["things", "doors"] as const).flatMap((part) =>
    Object.entries(part === "things" ? things : doors).flatMap(([id, { uses = [] }]) =>
      (uses as readonly Use[])
        .filter(
          (use) =>
            !isPose(use) &&
            !rules.some(({ on }) => on && "act" in on && on.act === use && (on.target === id || on.target === null)),
        )
        .map((use) => ({
          path: [part, id, "uses"],
          message: `"${id}" shows that one can ${use} it, and no rule says what comes of that.`,
          hint: `Write a rule \`on: {${use}: ${id}}\`, or leave \`${use}\` out.`,
        })),
    ),
  );
}

/** Verbs of the author's that nothing ever comes of. */
const lintUnusedVerbs = ({ verbs = {} }: HouseConfig, live: readonly Rule[]): Note[] =>
  Object.keys(verbs).flatMap((id) =>
    live.some(({ on }) => on !== null && "verb" in on && on.verb === id)
      ? []
      : [
          {
            path: ["verbs", id],
            message: `No rule waits for "${id}", so nothing ever comes of it.`,
            hint: `Write a rule \`on: {${id}: …}\`, with \`any\` for whatever it is done to.`,
          },
        ],
  );

const SOMEWHERE = /\b(?:on|in|at|by|under|behind|beside|near|against) (?:the|an?|his|her|its|their)\b/i;

/** A wandering person keeps one description, so one that names a place is soon untrue. */
const wanderers = ({ people }: HouseConfig): Note[] =>
  Object.entries(people).flatMap(([id, { route, appearance, changes = [] }]) =>
    route && appearance !== null && SOMEWHERE.test(appearance) && !changes.some((one) => one.appearance !== undefined)
      ? [
          {
            path: ["people", id, "appearance"],
            message: `"${id}" goes about, and is shown in these words in every room.`,
            hint: "Write words that are true anywhere, or `changes` with `{person, at}` for each room.",
          },
        ]
      : [],
  );

function firesIn(live: Iterable<Rule>, id: string): boolean {
  for (const rule of live) if (rule.id === id) return true;
  return false;
}

/** Whether a condition could ever hold: only what nothing can bring about is told from what may come. */
function isPossible(house: HouseConfig, when: Condition, live: Iterable<Rule>): boolean {
  if ("all" in when) return when.all.every((one) => isPossible(house, one as Condition, live));
  if ("any" in when) return when.any.some((one) => isPossible(house, one as Condition, live));
  if ("not" in when) return true;
  const effects = effectsOf(house, live);
  if ("flag" in when)
    return (
      (own(house.flags ?? {}, when.flag) ?? false) === when.is ||
      effects.some((effect) => "flag" in effect && effect.flag === when.flag && effect.is === when.is)
    );
  if ("cast" in when) return own(house.casts ?? {}, when.cast)?.includes(when.is) ?? false;
  if ("counter" in when) {
    const start = own(house.counters ?? {}, when.counter) ?? 0;
    const [low, high] =
      "is" in when ? [when.is, when.is] : "atLeast" in when ? [when.atLeast, Infinity] : [-Infinity, when.atMost];
    if (start >= low && start <= high) return true;
    return effects.some(
      (effect) =>
        "counter" in effect &&
        effect.counter === when.counter &&
        ("to" in effect ? effect.to >= low && effect.to <= high : start < low ? effect.add > 0 : effect.add < 0),
    );
  }
  if ("follows" in when)
    return (
      effects.some((effect) => "follows" in effect && effect.person === when.person) ||
      (own(house.people, when.person)?.obeys ?? []).some(
        ({ act, target }) => act === "follow" && (target === null || target === when.follows),
      )
    );
  if ("fired" in when) return firesIn(live, when.fired);
  if ("hidden" in when)
    return (
      (house.things[when.thing]?.hidden ?? false) === when.hidden ||
      !when.hidden ||
      effects.some((effect) => "hide" in effect && effect.hide === when.thing)
    );
  if ("heldBy" in when && house.players.includes(when.heldBy)) return !house.things[when.thing]?.fixed;
  return true;
}

function topics(house: HouseConfig, live: readonly Rule[]): Note[] {
  const taught = new Set([
    ...Object.values(house.people).flatMap(({ topics = [], given = [], shown = [], trades }) => [
      ...[...topics, ...given, ...shown, ...trades].flatMap(({ teaches = [] }) => teaches),
      ...topics.flatMap(({ leads = [] }) => leads),
    ]),
    ...Object.values(house.things).flatMap(({ teaches = [] }) => teaches),
    ...house.players.flatMap((id) => own(house.people, id)?.knows ?? []),
  ]);
  const spoken = new Set(Object.values(house.people).flatMap(({ topics = [] }) => topics.map(({ about }) => about)));
  const triggers = new Set(live.flatMap((rule) => namesOf(rule).map(({ id }) => id)));
  return Object.entries(house.topics ?? {}).flatMap(([id, { known }]): Note[] => {
    if (!known && !taught.has(id))
      return [
        {
          path: ["topics", id],
          message: `Nobody who is played can ever hear of "${id}".`,
          hint: "Write `known: true`, or let somebody or something teach it.",
        },
      ];
    return spoken.has(id) || triggers.has(id)
      ? []
      : [
          {
            path: ["topics", id],
            message: `Nobody has anything to say about "${id}".`,
            hint: "Write it under the `topics` of a person.",
          },
        ];
  });
}

/** Topics that an answer leads on to, of which the same person has nothing to say. */
const leads = ({ people }: HouseConfig): Note[] =>
  Object.entries(people).flatMap(([id, { topics: all = [] }]) =>
    all.flatMap(({ about, leads: to = [] }) =>
      to
        .filter((topic) => !all.some((one) => one.about === topic && one.says !== null))
        .map((topic) => ({
          path: ["people", id, "topics", about],
          message: `"${id}" leads on to "${topic}", and has nothing to say about it.`,
          hint: `Write \`${topic}\` under the \`topics\` of ${id}, or leave it out of \`leads\`.`,
        })),
    ),
  );

function endings(house: HouseConfig, live: readonly Rule[]): Note[] {
  const brought = new Set(live.flatMap((rule) => rule.do.flatMap((effect) => ("end" in effect ? [effect.end] : []))));
  const notes = house.endings
    .filter(({ id, when }) => !brought.has(id) && (when === undefined || !isPossible(house, when, live)))
    .map(
      ({ id }): Note => ({
        path: ["endings", id],
        message: `Nothing can bring about the ending "${id}".`,
        hint: "Change its condition, or the rule that should end it.",
      }),
    );
  return house.endings.some(({ tone }) => tone === "won")
    ? notes
    : [
        ...notes,
        {
          path: house.endings.length > 0 ? ["endings"] : [],
          message: "There is no way to win.",
          hint: "Write an ending with `tone: won`.",
        },
      ];
}
