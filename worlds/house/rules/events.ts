// What can happen in a house, and what each happening does to the state.

import type { SayingFor } from "../model/person.ts";
import type { Mood } from "../model/rule.ts";
import type { Attempt, Precedent } from "../model/ruling.ts";
import { type HouseState, HURT_MOST, isClocked, own, PRECEDENTS, SOURCES } from "../model/state.ts";
import type { Placement, Pose, Use } from "../model/thing.ts";
import type { Asked } from "../people/answers.ts";
import { type Account, updateSightings } from "../people/sightings.ts";
import type { Wanted } from "../people/wanted.ts";
import { setOff } from "./triggers.ts";

export const LOOKS = ["around", "at", "into", "text", "self"] as const;
export type LookKind = (typeof LOOKS)[number];

/** Why something that was tried did not work: hidden from the actor until then. */
export type Hidden =
  | "door_locked"
  | "door_closed"
  | "container_locked"
  | "wrong_key"
  | "already_locked"
  | "already_unlocked"
  | "not_reachable"
  | "not_wanted"
  | "not_given"
  | "not_known"
  | "not_talking"
  | "unwilling"
  | "unable"
  | "no_exit";

interface Answered {
  readonly about: string;
  readonly of: number;
}

/** Why a walk ends early: something happens, or there is no light to go on by. */
export type Halt = "happened" | "dark";

export type HouseEvent =
  | { readonly type: "looked"; readonly who: string; readonly how: LookKind; readonly at?: string }
  | { readonly type: "smelt"; readonly who: string; readonly at?: string }
  | {
      readonly type: "went";
      readonly who: string;
      readonly from: string;
      readonly to: string;
      readonly direction: string;
      /** The person they follow, where that is why. */
      readonly after?: string;
      readonly implied?: true;
    }
  /** Somebody goes where somebody else goes from now on. */
  | { readonly type: "joined"; readonly who: string; readonly whom: string }
  /** Somebody stays where they are, and goes no rounds; and is their own again. */
  | { readonly type: "stayed"; readonly who: string }
  | { readonly type: "released"; readonly who: string }
  /** Somebody on the way stops before the end of it; somebody who waits stops waiting, with so many moments left. */
  | { readonly type: "halted"; readonly who: string; readonly why: Halt }
  | { readonly type: "roused"; readonly who: string; readonly left: number }
  /** Somebody does not come along, this once. */
  | { readonly type: "lagged"; readonly who: string; readonly whom: string }
  /** `implied`: a step that was not asked for, and that what was asked for plainly needs. */
  | { readonly type: "took"; readonly who: string; readonly thing: string; readonly implied?: true }
  | { readonly type: "wore"; readonly who: string; readonly thing: string }
  | { readonly type: "removed"; readonly who: string; readonly thing: string; readonly implied?: true }
  | { readonly type: "dropped"; readonly who: string; readonly thing: string }
  | {
      readonly type: "put";
      readonly who: string;
      readonly thing: string;
      readonly how: "in" | "on";
      readonly into: string;
    }
  | { readonly type: "opened"; readonly who: string; readonly what: string; readonly implied?: true }
  | { readonly type: "closed"; readonly who: string; readonly what: string }
  | { readonly type: "unlocked"; readonly who: string; readonly what: string; readonly key: string }
  | { readonly type: "locked"; readonly who: string; readonly what: string; readonly key: string }
  | { readonly type: "switched"; readonly who: string; readonly thing: string; readonly on: boolean }
  | { readonly type: "gave"; readonly who: string; readonly thing: string; readonly to: string }
  | { readonly type: "showed"; readonly who: string; readonly thing: string; readonly to: string }
  | { readonly type: "requested"; readonly who: string; readonly thing: string; readonly from: string }
  /** `saying`: which of several ways to say this it was. */
  | {
      readonly type: "said";
      readonly who: string;
      readonly text: string;
      readonly to?: string;
      readonly saying?: { readonly of: SayingFor; readonly nth: number };
      /** Which of their replies about a topic this was, where it has several answers in order. */
      readonly answers?: Answered;
    }
  /** An answer leads on to these topics. */
  | { readonly type: "suggested"; readonly who: string; readonly to: string; readonly about: readonly string[] }
  /** What somebody has just said is not so, and they know it. */
  | { readonly type: "lied"; readonly who: string; readonly about: string }
  /** Somebody is shown, or told, what gives away a lie that they have told. */
  | { readonly type: "caught"; readonly who: string; readonly whom: string; readonly about: string }
  /** Somebody is shown, or told, what gives away a lie that they have not told yet. */
  | { readonly type: "forewarned"; readonly who: string; readonly whom: string; readonly about: string }
  /** `question`: they are asked where it is. */
  | {
      readonly type: "asked";
      readonly who: string;
      readonly to: string;
      readonly about: string;
      readonly question?: "where";
    }
  | { readonly type: "informed"; readonly who: string; readonly to: string; readonly about: string }
  /** People hear of a topic, from somebody or by reading. */
  | { readonly type: "taught"; readonly topic: string; readonly from: string; readonly to: readonly string[] }
  | { readonly type: "bade"; readonly who: string; readonly to: string; readonly wanted: Wanted }
  | ({ readonly type: "recalled"; readonly who: string } & Asked)
  | { readonly type: "thought"; readonly who: string; readonly text: string }
  | { readonly type: "waited"; readonly who: string }
  | { readonly type: "posed"; readonly who: string; readonly how: Pose; readonly on: string }
  | { readonly type: "rose"; readonly who: string; readonly implied?: true }
  /** A verb of the author's own. */
  | {
      readonly type: "performed";
      readonly who: string;
      readonly verb: string;
      readonly target?: string;
      readonly with?: string;
      readonly to?: string;
      readonly number?: number;
      readonly words?: string;
    }
  | { readonly type: "used"; readonly who: string; readonly how: Use; readonly what: string; readonly with?: string }
  /** `hint` is null when there is none to give. */
  | { readonly type: "hinted"; readonly who: string; readonly hint: string | null; readonly step: number }
  /** `what` is a thing, a door or a direction; `other` the key or the person it was tried with. */
  | {
      readonly type: "tried";
      readonly who: string;
      readonly reason: Hidden;
      readonly what: string;
      readonly other?: string;
      /** What somebody was asked to do in vain. */
      readonly wanted?: Wanted;
      readonly question?: "where";
    }
  | { readonly type: "passed"; readonly to: string }
  | { readonly type: "ended"; readonly ending: string }
  /** `quiet`: done by a rule, which finds its own words. */
  | { readonly type: "placed"; readonly thing: string; readonly at: Placement; readonly quiet?: true }
  | { readonly type: "brought"; readonly person: string; readonly to: string; readonly quiet?: true }
  | { readonly type: "changed"; readonly what: string; readonly set: Setting; readonly quiet?: true }
  /** A turn's worth of time has passed. */
  | { readonly type: "ticked"; readonly time: number }
  | { readonly type: "fired"; readonly rule: string; readonly by: string | null }
  /** A rule could not do what it says. */
  | { readonly type: "baulked"; readonly rule: string; readonly reason: "into_itself"; readonly thing: string }
  /** `room`: where it is told; null for everywhere. */
  | { readonly type: "narrated"; readonly text: string; readonly room: string | null }
  | { readonly type: "revealed"; readonly thing: string }
  /** What was under or behind a thing comes to light. */
  | {
      readonly type: "found";
      readonly who: string;
      readonly thing: string;
      readonly cover: string;
      readonly how: "under" | "behind";
    }
  | { readonly type: "hid"; readonly thing: string }
  | { readonly type: "flagged"; readonly flag: string; readonly is: boolean }
  | { readonly type: "counted"; readonly counter: string; readonly to: number }
  | { readonly type: "claimed"; readonly who: string; readonly text: string; readonly target?: string }
  /** Something that no rule knows is tried; what comes of it is ruled, at once or by a game master. */
  | ({ readonly type: "attempted"; readonly waits?: true } & Attempt)
  /** `kept`: which precedent was followed, by its number; null where this ruling is one from now on. */
  | ({ readonly type: "ruled"; readonly kept: number | null } & Omit<Precedent, "followed">)
  /** Somebody says what they know, or say they know, of who and what was where. */
  | {
      readonly type: "recounted";
      readonly who: string;
      readonly to: string;
      readonly about: string;
      /** What they say of it before that. */
      readonly says?: string;
      readonly answers?: Answered;
      readonly accounts: readonly Account[];
    }
  /** Somebody on a route makes for a stop, stays there, or finds the way barred. */
  | {
      readonly type: "routed";
      readonly who: string;
      readonly stop: number;
      readonly until: number | null;
      readonly barred: string | null;
    }
  | { readonly type: "broke"; readonly what: string }
  | { readonly type: "noised"; readonly text: string; readonly room: string }
  | { readonly type: "hurt"; readonly who: string; readonly by: number }
  | { readonly type: "mooded"; readonly person: string; readonly mood: Mood; readonly until: number }
  | {
      readonly type: "glimpsed";
      readonly who: string;
      readonly room: string;
      readonly by: "sight" | "sound";
    };

/** What a god or a rule may turn on a thing or a door, and a rule on a room. */
export interface Setting {
  readonly dark?: boolean;
  readonly open?: boolean;
  readonly locked?: boolean;
  readonly on?: boolean;
}
export type Of<T extends HouseEvent["type"]> = Extract<HouseEvent, { type: T }>;

const changes: { [T in HouseEvent["type"]]: (state: HouseState, event: Of<T>) => HouseState } = {
  looked: (state) => state,
  smelt: (state) => state,
  went: (state, { who, to }) => endOfErrand(stand(state, who, to), who),
  joined: (state, { who, whom }) => lead(state, who, whom),
  stayed: (state, { who }) => lead(state, who, null),
  released: (state, { who }) => release(state, who),
  halted: (state) => state,
  roused: (state) => state,
  lagged: (state) => state,
  took: (state, { who, thing }) => place(state, thing, { heldBy: who }),
  wore: (state, { thing }) => wear(state, thing, true),
  removed: (state, { thing }) => wear(state, thing, false),
  dropped: (state, { who, thing }) => place(state, thing, { in: state.people[who]!.at }),
  put: (state, { thing, how, into }) => place(state, thing, how === "in" ? { in: into } : { on: into }),
  opened: (state, { what }) => change(state, what, { open: true }),
  closed: (state, { what }) => change(state, what, { open: false }),
  unlocked: (state, { what }) => change(state, what, { locked: false }),
  locked: (state, { what }) => change(state, what, { locked: true }),
  switched: (state, { thing, on }) => change(state, thing, { on }),
  gave: (state, { thing, to }) => place(state, thing, { heldBy: to }),
  showed: (state) => state,
  requested: (state) => state,
  said: (state, { who, saying, answers }) =>
    saying
      ? {
          ...state,
          sayings: { ...state.sayings, [who]: { ...own(state.sayings ?? {}, who), [saying.of]: saying.nth } },
        }
      : noteAnswer(state, who, answers),
  suggested: (state) => state,
  lied: (state, { who, about }) => ({
    ...state,
    lied: { ...state.lied, [who]: { ...own(state.lied ?? {}, who), [about]: state.moment ?? 0 } },
  }),
  caught: (state, { who, whom, about }) => ({
    ...state,
    caught: { ...state.caught, [whom]: { ...own(state.caught ?? {}, whom), [about]: who } },
  }),
  forewarned: (state, { who, whom, about }) => {
    const of = own(state.forewarned ?? {}, whom) ?? {};
    return {
      ...state,
      forewarned: { ...state.forewarned, [whom]: { ...of, [about]: [...(own(of, about) ?? []), who] } },
    };
  },
  asked: (state) => state,
  informed: (state) => state,
  taught: (state, { topic, from, to }) => ({ ...state, knowing: learnTopic(state, topic, from, to) }),
  bade: (state) => state,
  recalled: (state) => state,
  thought: (state) => state,
  waited: (state, { who }) => mend(state, who),
  posed: (state, { who, how, on }) => ({ ...state, posed: { ...state.posed, [who]: { how, on } } }),
  rose: (state, { who }) => upright(state, who),
  tried: (state) => state,
  passed: (state, { to }) => ({ ...state, turn: to, acted: false }),
  ended: (state, { ending }) => ({ ...state, ended: ending }),
  placed: (state, { thing, at }) => place(state, thing, at),
  brought: (state, { person, to }) => stand(state, person, to),
  changed: (state, { what, set }) => change(state, what, set),
  used: (state) => state,
  performed: (state) => state,
  hinted: (state, { hint, step }) => (hint === null ? state : { ...state, hinted: { ...state.hinted, [hint]: step } }),
  ticked: ({ due: _due, spent: _spent, idle: _idle, ...state }, { time }) => ({ ...state, time }),
  fired: (state, { rule }) => ({
    ...state,
    fired: { ...state.fired, [rule]: (own(state.fired ?? {}, rule) ?? 0) + 1 },
  }),
  baulked: (state) => state,
  narrated: (state) => state,
  revealed: (state, { thing }) => hide(state, thing, false),
  found: (state, { thing }) => hide(state, thing, false),
  hid: (state, { thing }) => hide(state, thing, true),
  flagged: (state, { flag, is }) => ({ ...state, flags: { ...state.flags, [flag]: is } }),
  counted: (state, { counter, to }) => ({ ...state, counters: { ...state.counters, [counter]: to } }),
  claimed: (state) => state,
  attempted: (state, { type: _type, waits, ...attempt }) => (waits ? { ...state, pending: attempt } : state),
  ruled: (state, event) => settleFor(state, event),
  broke: (state, { what }) => breakApart(state, what),
  noised: (state) => state,
  hurt: (state, { who, by }) => ({
    ...state,
    hurts: { ...state.hurts, [who]: Math.min(HURT_MOST, (own(state.hurts ?? {}, who) ?? 0) + by) },
  }),
  mooded: (state, { person, mood, until }) => ({ ...state, moods: { ...state.moods, [person]: { mood, until } } }),
  glimpsed: (state) => state,
  recounted: (state, { who, answers }) => noteAnswer(state, who, answers),
  routed: (state, { who, stop, until, barred }) => ({
    ...state,
    routes: { ...state.routes, [who]: { stop, until, barred } },
  }),
};

/** Acts that take a turn, and time where it is counted. Looking, thinking and asking for a hint are free. */
const TIMED: ReadonlySet<HouseEvent["type"]> = new Set([
  "went",
  "took",
  "wore",
  "removed",
  "dropped",
  "put",
  "opened",
  "closed",
  "unlocked",
  "locked",
  "switched",
  "gave",
  "showed",
  "requested",
  "said",
  "asked",
  "informed",
  "bade",
  "waited",
  "rose",
  "used",
  "performed",
  "tried",
  "attempted",
]);

/** What an event does; beside it, who has acted is noted, and which rules it sets off. */
export const apply = Object.fromEntries(
  Object.entries(changes).map(([type, change]) => [
    type,
    (state: HouseState, event: HouseEvent) => {
      const changed = (change as (state: HouseState, event: HouseEvent) => HouseState)(state, event);
      return setOff(noteAct(updateSightings(state, event, changed), event), event);
    },
  ]),
) as unknown as typeof changes;

function noteAct(state: HouseState, event: HouseEvent): HouseState {
  if (!TIMED.has(event.type) || !("who" in event) || event.who !== state.turn) return state;
  const noted = state.players.length < 2 || state.acted ? state : { ...state, acted: true };
  return noteIdle(spend(noted, 1), event.type === "waited");
}

/** Moments at the end of a turn that are only waited: they need not all pass. */
function noteIdle({ idle = 0, ...state }: HouseState, waits: boolean): HouseState {
  return waits && isClocked(state) ? { ...state, idle: idle + 1 } : state;
}

/** Time goes by. Moments are counted where people keep minds of their own, turns where there are rules. */
function spend(state: HouseState, turns: number): HouseState {
  if (turns === 0) return state;
  const counted =
    state.moment === undefined && state.precedents === undefined
      ? state
      : { ...state, moment: (state.moment ?? 0) + turns };
  return isClocked(counted) ? { ...counted, spent: (counted.spent ?? 0) + turns } : counted;
}

/** Of several answers the next one is due. */
function noteAnswer(state: HouseState, who: string, answers: Answered | undefined): HouseState {
  if (answers === undefined) return state;
  const before = own(state.answered ?? {}, who) ?? {};
  const { about, of } = answers;
  const last = own(before, about);
  const times = last?.of === of ? last.times + 1 : 1;
  return {
    ...state,
    answered: { ...state.answered, [who]: { ...before, [about]: { of, times } } },
  };
}

/** A turn of rest takes one hurt away. */
function mend(state: HouseState, who: string): HouseState {
  const hurt = own(state.hurts ?? {}, who);
  if (hurt === undefined) return state;
  const { [who]: _healed, ...others } = state.hurts!;
  return { ...state, hurts: hurt > 1 ? { ...others, [who]: hurt - 1 } : others };
}

function settleFor(state: HouseState, event: Of<"ruled">): HouseState {
  const { type: _type, kept, ...given } = event;
  const { pending: _pending, ...ruled } = spend(state, given.ruling.turns);
  const list = state.precedents ?? [];
  const precedents =
    kept === null
      ? [...list, { ...given, followed: 0 }].slice(-PRECEDENTS)
      : list.map((one, i) => (i === kept ? { ...one, followed: one.followed + 1 } : one));
  return { ...ruled, precedents };
}

function breakApart(state: HouseState, id: string): HouseState {
  const door = own(state.doors, id);
  if (door) return { ...state, doors: { ...state.doors, [id]: { ...door, open: true, lock: null, broken: true } } };
  const { uses: _uses, ...thing } = state.things[id]!;
  const container = thing.container && { ...thing.container, open: true, lid: false };
  return {
    ...state,
    things: { ...state.things, [id]: { ...thing, container, lock: null, light: null, broken: true } },
  };
}

const stand = (state: HouseState, who: string, at: string): HouseState => ({
  ...upright(state, who),
  people: { ...state.people, [who]: { ...state.people[who]!, at } },
});

/** On one's feet again. */
function upright(state: HouseState, who: string): HouseState {
  if (own(state.posed ?? {}, who) === undefined) return state;
  const { posed, ...rest } = state;
  const { [who]: _up, ...others } = posed!;
  return Object.keys(others).length === 0 ? rest : { ...rest, posed: others };
}

/** Where somebody was when they were first led away is kept: they go back there. */
function lead(state: HouseState, who: string, by: string | null): HouseState {
  const home = own(state.led ?? {}, who)?.home ?? state.people[who]!.at;
  return { ...state, led: { ...state.led, [who]: { by, home } } };
}

/** People with rounds take them up; others go back to where they were, and are their own once they are there. */
function release(state: HouseState, who: string): HouseState {
  const way = own(state.led ?? {}, who);
  if (!way) return state;
  const back = { by: null, home: way.home, back: true } as const;
  const going = { ...state, led: { ...state.led, [who]: back } };
  return state.people[who]!.route ? letGo(going, who) : endOfErrand(going, who);
}

const endOfErrand = (state: HouseState, who: string): HouseState => {
  const way = own(state.led ?? {}, who);
  return way?.back && state.people[who]!.at === way.home ? letGo(state, who) : state;
};

function letGo({ led, ...state }: HouseState, who: string): HouseState {
  const { [who]: _gone, ...others } = led ?? {};
  return Object.keys(others).length === 0 ? state : { ...state, led: others };
}

/** What one has heard of before stays as it was heard first; each other source is added, as far as they are kept. */
function learnTopic(state: HouseState, topic: string, from: string, to: readonly string[]) {
  const knowing = { ...state.knowing };
  const source = { from, time: state.time ?? 0 };
  for (const who of to) {
    const known = own(knowing[who] ?? {}, topic);
    const again = known?.again ?? [];
    if (known && ([known, ...again].some((one) => one.from === from) || again.length >= SOURCES - 1)) continue;
    knowing[who] = { ...knowing[who], [topic]: known ? { ...known, again: [...again, source] } : source };
  }
  return knowing;
}

function hide(state: HouseState, id: string, hidden: boolean): HouseState {
  const { hidden: _hidden, beneath: _beneath, ...thing } = state.things[id]!;
  return { ...state, things: { ...state.things, [id]: hidden ? { ...thing, hidden } : thing } };
}

function wear(state: HouseState, id: string, worn: boolean): HouseState {
  const { worn: _worn, ...thing } = state.things[id]!;
  return { ...state, things: { ...state.things, [id]: worn ? { ...thing, worn } : thing } };
}

/** What changes places is worn no longer, and no longer part of anything; nobody sits on it any more. */
function place(before: HouseState, id: string, at: Placement): HouseState {
  const on = Object.entries(before.posed ?? {}).filter(([, pose]) => pose.on === id);
  const state = on.reduce((now, [who]) => upright(now, who), before);
  const { worn: _worn, part: _part, ...thing } = state.things[id]!;
  return { ...state, things: { ...state.things, [id]: { ...thing, at, moved: true } } };
}

function change(state: HouseState, id: string, { open, locked, on, dark }: Setting): HouseState {
  const room = own(state.rooms, id);
  if (room) return { ...state, rooms: { ...state.rooms, [id]: { ...room, dark: dark ?? room.dark } } };
  const door = Object.hasOwn(state.doors, id) ? state.doors[id] : undefined;
  if (door) {
    const lock = door.lock && locked !== undefined ? { ...door.lock, locked } : door.lock;
    return { ...state, doors: { ...state.doors, [id]: { ...door, lock, open: open ?? door.open } } };
  }
  const thing = state.things[id]!;
  return {
    ...state,
    things: {
      ...state.things,
      [id]: {
        ...thing,
        container: thing.container && open !== undefined ? { ...thing.container, open } : thing.container,
        lock: thing.lock && locked !== undefined ? { ...thing.lock, locked } : thing.lock,
        light: thing.light && on !== undefined ? { ...thing.light, on } : thing.light,
      },
    },
  };
}
