// What comes of an admitted action, from the truth: what the actor could not know shows itself here, as a failure that teaches.

import { type Dice, type Failure, fail, type Outcome, refuse } from "@orrery/kernel";
import { attempt, carryOutRuling, TRIED_AS } from "../attempt/attempts.ts";
import type { Condition } from "../model/condition.ts";
import type { Person } from "../model/person.ts";
import { byRank, type HouseState, moodOf, own } from "../model/state.ts";
import { isPose } from "../model/thing.ts";
import { bidden } from "../people/bid.ts";
import { admissionOf, caughtAtOnce, confrontWith, type Lie, lieOf } from "../people/lies.ts";
import { saying, speech } from "../people/sayings.ts";
import { accountsOf, isPresent } from "../people/sightings.ts";
import { speechActOf } from "../people/speech-acts.ts";
import { hearersIn, isLit, sceneOf, touches } from "../sense/scope.ts";
import { allSeen } from "../sense/seen.ts";
import type { actions, House, HouseAction } from "../shape.ts";
import { currentWords, holds as holdsNow, knewAlready, sourcesOf } from "./conditions.ts";
import type { HouseEvent } from "./events.ts";
import { after, inHand, open, risingFirst, unworn } from "./implied.ts";
import { journey, step } from "./walking.ts";

type Decide = {
  [K in keyof typeof actions]: (
    state: HouseState,
    action: Extract<HouseAction, { type: K }>,
    dice: Dice,
  ) => Outcome<House>;
};

export const decide: Decide = {
  go: (state, { actorId: who, metadata: { direction } }) => step(state, who, direction),
  travel: (state, { actorId: who, metadata: { path } }, dice) => journey(state, who, path, dice),
  look: (_state, { actorId: who }) => [{ type: "looked", who, how: "around" }],
  inventory: (_state, { actorId: who }) => [{ type: "looked", who, how: "self" }],
  examine: (_state, { actorId: who, targetId: at }) => [{ type: "looked", who, how: "at", at }],
  search: (state, { actorId: who, targetId: at }) =>
    gropeInVain(state, who, at) ??
    after(open(state, who, at), () => [{ type: "looked", who, how: "into", at }, ...findingsAt(state, who, at)]),
  read: (state, { actorId: who, targetId: at }) => [
    { type: "looked", who, how: "text", at },
    ...(own(state.things, at)?.teaches ?? []).map((topic) => ({ type: "taught", topic, from: at, to: [who] }) as const),
  ],
  smell(state, { actorId: who, targetId: at }) {
    const missed =
      at !== undefined && own(state.things, at) && !isSeen(state, who, at) ? gropeInVain(state, who, at) : null;
    return missed ?? [{ type: "smelt", who, ...(at === undefined ? {} : { at }) }];
  },
  take: (state, { actorId: who, targetId: thing }) =>
    gropeInVain(state, who, thing) ?? [{ type: "took", who, thing }, ...findingsAt(state, who, thing)],
  wear: (state, { actorId: who, targetId: thing }) =>
    after(inHand(state, who, thing), () => [{ type: "wore", who, thing }]),
  remove: (_state, { actorId: who, targetId: thing }) => [{ type: "removed", who, thing }],
  drop: (state, { actorId: who, targetId: thing }) =>
    after(unworn(state, who, thing), () => [{ type: "dropped", who, thing }]),
  put: (state, { actorId: who, targetId: thing, locationId: into, metadata: { how } }) =>
    gropeInVain(state, who, into) ??
    after(
      [...inHand(state, who, thing), ...unworn(state, who, thing), ...(how === "in" ? open(state, who, into) : [])],
      () => [{ type: "put", who, thing, how, into }],
    ),
  open(state, { actorId: who, targetId: what }) {
    const door = own(state.doors, what);
    const missed = door ? null : gropeInVain(state, who, what);
    if (missed) return missed;
    if ((door ?? state.things[what]!).lock?.locked) {
      const reason = door ? "door_locked" : "container_locked";
      return fail(refuse(reason, { id: what }), { type: "tried", who, reason, what });
    }
    return [{ type: "opened", who, what }];
  },
  close: (state, { actorId: who, targetId: what }) =>
    (own(state.doors, what) ? null : gropeInVain(state, who, what)) ?? [{ type: "closed", who, what }],
  unlock: (state, { actorId: who, targetId: what, metadata: { keyId } }) => turnKey(state, who, what, keyId, false),
  lock: (state, { actorId: who, targetId: what, metadata: { keyId } }) => turnKey(state, who, what, keyId, true),
  switch: (state, { actorId: who, targetId: thing, metadata: { on } }) =>
    gropeInVain(state, who, thing) ?? [{ type: "switched", who, thing, on }],
  give: (state, { actorId: who, targetId: thing, metadata: { to } }, dice) =>
    after([...inHand(state, who, thing), ...unworn(state, who, thing)], () => handOver(state, who, thing, to, dice)),
  show: (state, { actorId: who, targetId: thing, metadata: { to } }) => [
    ...inHand(state, who, thing),
    { type: "showed", who, thing, to },
    ...unlessCaught(confrontWith(state, who, to, thing), () => reply(state, who, to, state.people[to]!.shown, thing)),
  ],
  request: (state, { actorId: who, targetId: thing, metadata: { from } }, dice) =>
    askFor(state, who, thing, from, dice),
  say: (state, { actorId: who, metadata: { text, to } }, dice) => [
    { type: "said", who, text, ...(to === undefined ? {} : { to }) },
    ...(to === undefined || state.players.includes(to) ? [] : answerTo(state, who, to, text, dice)),
  ],
  think: (_state, { actorId: who, metadata: { text } }) => [{ type: "thought", who, text }],
  ask: (state, { actorId: who, metadata }, dice) => askAbout(state, who, metadata, dice),
  tell: (state, { actorId: who, metadata: { to, about } }) => tellAbout(state, who, to, about),
  use(state, { actorId: who, targetId: what, metadata: { how, with: tool } }, dice) {
    const door = own(state.doors, what);
    const missed = door ? null : gropeInVain(state, who, what);
    const tried = TRIED_AS[how];
    if (!missed && tried && !(door ?? state.things[what]!).uses?.includes(how))
      return attempt(state, { who, how: tried, target: what, with: tool ?? null, words: null }, dice);
    if (missed) return missed;
    const used = { type: "used", who, how, what, ...(tool === undefined ? {} : { with: tool }) } as const;
    return isPose(how)
      ? [
          ...(own(state.posed ?? {}, who)?.on === what ? [] : risingFirst(state, who)),
          used,
          { type: "posed", who, how, on: what },
        ]
      : [used];
  },
  rise: (_state, { actorId: who }) => [{ type: "rose", who }],
  perform(state, { actorId: who, targetId: target, metadata }) {
    const missed = target !== undefined && own(state.things, target) ? gropeInVain(state, who, target) : null;
    const meant = target ?? onlyOne(state, who, metadata.verb);
    return missed ?? [{ type: "performed", who, ...metadata, ...(meant === null ? {} : { target: meant }) }];
  },
  wait: (_state, { actorId: who }) => [{ type: "waited", who }],
  hint: (state, { actorId: who }) => [hintFor(state, who)],
  bid: (state, { actorId: who, metadata: { to, wanted } }, dice) =>
    bidden(state, who, to, wanted, dice, (now, action) =>
      (decide[action.type] as (state: HouseState, action: HouseAction, dice: Dice) => Outcome<House>)(
        now,
        action,
        dice,
      ),
    ),
  recall: (_state, { actorId: who, targetId, locationId, metadata: { what, about } }) => {
    const id = targetId ?? locationId;
    return [
      {
        type: "recalled",
        who,
        what,
        ...(id === undefined ? {} : { id }),
        ...(about === undefined ? {} : { about }),
      },
    ];
  },
  attempt(state, { actorId: who, targetId: target = null, metadata: { how, with: tool = null, words = null } }, dice) {
    const isThing = target !== null && own(state.things, target) !== undefined;
    const missed = isThing ? gropeInVain(state, who, target) : null;
    const found = how === "search" && isThing ? findingsAt(state, who, target) : [];
    if (!missed && found.length > 0) return [{ type: "looked", who, how: "at", at: target! }, ...found];
    return missed ?? attempt(state, { who, how, target, with: tool, words }, dice);
  },
  claim: (_state, { actorId: who, targetId: target, metadata: { text } }) => [
    { type: "claimed", who, text, ...(target === undefined ? {} : { target }) },
  ],
  rule: (state, { metadata: ruling }, dice) =>
    carryOutRuling(state, state.pending!, { ruling, by: "gamemaster" }, null, dice),
};

/** "Dial 41", where one thing in sight has a dial: that one is meant. */
function onlyOne(state: HouseState, who: string, verb: string): string | null {
  const scene = sceneOf(state, who);
  const waiting = [...allSeen(scene), ...scene.people].filter(({ verbs }) => verbs?.includes(verb));
  return waiting.length === 1 && !state.verbs?.[verb]?.open ? waiting[0]!.id : null;
}

/** What comes to light when somebody looks under or behind a thing, or takes it away. */
const findingsAt = (state: HouseState, who: string, cover: string): HouseEvent[] =>
  byRank(state.things).flatMap(([thing, { hidden, beneath }]) =>
    hidden && beneath?.thing === cover ? [{ type: "found", who, thing, cover, how: beneath.how } as const] : [],
  );

const isSeen = (state: HouseState, who: string, id: string): boolean =>
  allSeen(sceneOf(state, who)).some((one) => one.id === id);

/** The next step of the first hint that is to the point; the last one over again when all were given. */
function hintFor(state: HouseState, who: string): HouseEvent {
  const hint = state.hints?.find(({ when }) => when === undefined || holdsNow(state, when));
  if (!hint) return { type: "hinted", who, hint: null, step: 0 };
  const given = own(state.hinted ?? {}, hint.id) ?? 0;
  return { type: "hinted", who, hint: hint.id, step: Math.min(given + 1, hint.steps.length) };
}

/** Hands that find nothing: only in the dark can a thing be elsewhere than its view says. */
function gropeInVain(state: HouseState, who: string, what: string): Failure<House> | null {
  if (touches(state, who, what)) return null;
  if (isLit(state, state.people[who]!.at)) throw new Error(`house: ${what} was seen and cannot be touched`);
  return fail(refuse("not_reachable", { id: what }), { type: "tried", who, reason: "not_reachable", what });
}

function turnKey(state: HouseState, who: string, what: string, key: string, shut: boolean): Outcome<House> {
  const door = own(state.doors, what);
  const missed = door ? null : gropeInVain(state, who, what);
  if (missed) return missed;
  const { keys, locked } = (door ?? state.things[what]!).lock!;
  if (!keys.includes(key))
    return fail(refuse("wrong_key", { id: what, key }), { type: "tried", who, reason: "wrong_key", what, other: key });
  if (locked === shut) {
    const reason = shut ? "already_locked" : "already_unlocked";
    return fail(refuse(reason, { id: what }), { type: "tried", who, reason, what });
  }
  return [{ type: shut ? "locked" : "unlocked", who, what, key }];
}

/** A player takes what is handed over; anyone else takes what they want, or lent, and gives what they promised for it. */
function handOver(state: HouseState, who: string, thing: string, to: string, dice: Dice): Outcome<House> {
  const gave: HouseEvent = { type: "gave", who, thing, to };
  if (state.players.includes(to)) return [gave];
  const { trades, lends, declines, given = [] } = state.people[to]!;
  const trade = trades.find(
    ({ wants, gives, when }) => wants === thing && isNow(state, when) && (gives === null || holds(state, to, gives)),
  );
  if (trade) {
    const { says, gives } = trade;
    return [
      gave,
      ...speech(state, to, says, who),
      ...(gives === null ? [] : [{ type: "gave", who: to, thing: gives, to: who } as const]),
    ];
  }
  if (lends.some((one) => one.thing === thing)) return [gave];
  if (given.some((one) => one.about === thing && isNow(state, one.when)))
    return [gave, ...reply(state, who, to, given, thing)];
  return fail(
    refuse("not_wanted", { id: thing, who: to }),
    { type: "tried", who, reason: "not_wanted", what: thing, other: to },
    ...saying(state, to, "declines", declines, who, dice),
  );
}

/** The answer to a request is the same whether it is not there or not given: pockets stay closed. */
function askFor(state: HouseState, who: string, thing: string, from: string, dice: Dice): Outcome<House> {
  const requested: HouseEvent = { type: "requested", who, thing, from };
  const { trades, lends, declines } = state.people[from]!;
  if (state.players.includes(from) && own(state.things, thing)) return [requested];
  const loan = lends.find((one) => one.thing === thing);
  if (loan && holds(state, from, thing))
    return [requested, ...speech(state, from, loan.says, who), { type: "gave", who: from, thing, to: who }];
  const trade = trades.find(({ gives, when }) => gives === thing && isNow(state, when) && holds(state, from, thing));
  return fail(
    refuse("not_given", { id: thing, who: from }),
    { type: "tried", who, reason: "not_given", what: thing, other: from },
    ...saying(state, from, "declines", trade?.asks ?? declines, who, dice),
    ...lessons(state, from, trade?.teaches ?? []),
  );
}

/** A greeting is returned, and thanks are taken, where their author has words for it. */
function answerTo(state: HouseState, who: string, to: string, text: string, dice: Dice): HouseEvent[] {
  const person = state.people[to]!;
  const act = speechActOf(text);
  const polite = act && person.courtesies?.[act];
  return polite
    ? saying(state, to, act, polite, who, dice)
    : saying(state, to, "answers", currentWords(state, person, "answers"), who, dice);
}

/** An author's reply when one of their people is shown or given something. */
function reply(state: HouseState, who: string, to: string, replies: Person["shown"] = [], thing: string): HouseEvent[] {
  if (state.players.includes(to)) return [];
  const found = replies.find((one) => one.about === thing && isNow(state, one.when));
  return found ? [...speech(state, to, found.says, who), ...lessons(state, to, found.teaches)] : [];
}

type Question = Extract<HouseAction, { type: "ask" }>["metadata"];

/** Everybody who is there hears what is said. */
function askAbout(state: HouseState, who: string, { to, about, question }: Question, dice: Dice): Outcome<House> {
  const how = question === undefined ? {} : { question };
  const asked: HouseEvent = { type: "asked", who, to, about, ...how };
  if (state.players.includes(to)) return [asked];
  const { topics = [], unaware = null } = state.people[to]!;
  if (moodOf(state, to) === "cold")
    return fail(refuse("not_talking", { id: to }), {
      type: "tried",
      who,
      reason: "not_talking",
      what: about,
      other: to,
    });
  const lie = lieOf(state, to, about);
  const untrue = insteadOfTruth(state, to, about, who);
  if (untrue.length > 0) return [asked, ...untrue];
  const lied = lie ? lying(state, to, lie, who) : [];
  const known = topics.find((one) => one.about === about && one.says !== null && isNow(state, one.when));
  const next = known ? nextAnswer(state, to, known) : null;
  // Of somebody who goes about, and of what is looked for, they say what they think and where they saw it.
  const isSought = question === "where" || own(state.people, about) !== undefined;
  const all = known && !isSought ? [] : accountsOf(state, to, about, who);
  const accounts = known && question !== "where" ? all.filter((one) => !isPresent(state, to, one)) : all;
  if (accounts.length > 0)
    return [
      asked,
      {
        type: "recounted",
        who: to,
        to: who,
        about,
        ...(next?.says ? { says: next.says, ...next.answers } : {}),
        accounts,
      },
      ...lied,
      ...lessons(state, to, [...(known?.teaches ?? []), ...(known?.leads ?? [])]),
      ...(known ? leadsOn(state, to, who, known) : []),
    ];
  if (!known || !next)
    return fail(
      refuse("not_known", { id: about, who: to }),
      { type: "tried", who, reason: "not_known", what: about, other: to, ...how },
      ...saying(state, to, "unaware", unaware, who, dice),
    );
  return [asked, ...authoredAnswer(state, to, who, known)];
}

/** What somebody says who lies about this in words, or who was caught at it. */
function insteadOfTruth(state: HouseState, who: string, about: string, to: string): HouseEvent[] {
  const lie = lieOf(state, who, about);
  const words = lie?.says ?? admissionOf(state, who, about);
  return words === null ? [] : [...speech(state, who, words, to), ...(lie ? lying(state, who, lie, to) : [])];
}

const lying = (state: HouseState, who: string, lie: Lie, to: string): HouseEvent[] => [
  { type: "lied", who, about: lie.about },
  ...caughtAtOnce(state, to, who, lie),
];

function authoredAnswer(state: HouseState, to: string, who: string, known: Topic): HouseEvent[] {
  const { says, answers } = nextAnswer(state, to, known);
  return [
    ...speech(state, to, says, who).map((said) => ({ ...said, ...answers }) as HouseEvent),
    ...lessons(state, to, [...known.teaches, ...(known.leads ?? [])]),
    ...leadsOn(state, to, who, known),
  ];
}

type Topic = NonNullable<Person["topics"]>[number];

/** Of several answers the one that is due; the last of them for good. */
function nextAnswer(state: HouseState, to: string, reply: Topic) {
  const { about, says, again } = reply;
  if (again === undefined) return { says, answers: {} };
  const of = state.people[to]!.topics!.indexOf(reply);
  const last = own(own(state.answered ?? {}, to) ?? {}, about);
  const given = last?.of === of ? last.times : 0;
  return { says: given === 0 ? says : again[Math.min(given, again.length) - 1]!, answers: { answers: { about, of } } };
}

/** The topics that an answer leads on to, as far as there is an answer to them now. */
function leadsOn(state: HouseState, to: string, who: string, { leads = [] }: Topic): HouseEvent[] {
  const about = leads.filter((id) =>
    state.people[to]!.topics?.some((one) => one.about === id && one.says !== null && isNow(state, one.when)),
  );
  return about.length === 0 ? [] : [{ type: "suggested", who: to, to: who, about }];
}

function tellAbout(state: HouseState, who: string, to: string, about: string): Outcome<House> {
  const informed: HouseEvent = { type: "informed", who, to, about };
  return [
    informed,
    ...(own(state.topics ?? {}, about) ? lessons(state, who, [about]) : []),
    ...unlessCaught(confrontWith(state, who, to, about), () => replyToNews(state, who, to, about)),
  ];
}

/** What an author has somebody say who is told of this; without words for that, what they would say when asked. */
function replyToNews(state: HouseState, who: string, to: string, about: string): HouseEvent[] {
  if (state.players.includes(to)) return [];
  const replies = (state.people[to]!.topics ?? []).filter((one) => one.about === about && isNow(state, one.when));
  const heard = replies.find(({ hears }) => hears !== null);
  if (heard) return [...speech(state, to, heard.hears, who), ...lessons(state, to, heard.teaches)];
  if (moodOf(state, to) === "cold") return [];
  const untrue = insteadOfTruth(state, to, about, who);
  if (untrue.length > 0) return untrue;
  const answer = replies.find(({ says }) => says !== null);
  return answer ? authoredAnswer(state, to, who, answer) : [];
}

const isNow = (state: HouseState, when: Condition | undefined): boolean => when === undefined || holdsNow(state, when);

/** What is said reaches all who hear it and have not heard of it from there. */
function lessons(state: HouseState, from: string, topics: readonly string[]): HouseEvent[] {
  if (topics.length === 0) return [];
  const hearers = hearersIn(state, state.people[from]!.at, from);
  return topics.flatMap((topic) => {
    const to = hearers.filter(
      (who) => !knewAlready(state, who, topic) && !sourcesOf(state, who, topic).some((one) => one.from === from),
    );
    return to.length === 0 ? [] : [{ type: "taught", topic, from, to }];
  });
}

const holds = (state: HouseState, who: string, thing: string): boolean => {
  const it = own(state.things, thing);
  const at = it?.hidden ? undefined : it?.at;
  return at !== undefined && "heldBy" in at && at.heldBy === who;
};

/** What somebody answers to evidence, beside an admission that it has wrung from them. */
const unlessCaught = (confronted: readonly HouseEvent[], then: () => readonly HouseEvent[]): readonly HouseEvent[] =>
  confronted.some(({ type }) => type === "caught") ? confronted : [...confronted, ...then()];
