// What the people of a house remember of each other and of things: who was last seen where, and what they were told. Kept in the truth, so that they answer from it.
//
// A sighting is written when it will be needed: when two part, when a thing changes hands, when somebody is told. While
// both are in one room nothing is to be remembered; they can look.

import { byRank, type HouseState, moodOf, own, type Sighting } from "../model/state.ts";
import type { HouseEvent } from "../rules/events.ts";
import { hearersIn, isLit, knowsVoice, onlookersIn, peopleIn, roomOf, sceneOf } from "../sense/scope.ts";
import { allSeen } from "../sense/seen.ts";
import { lieOf } from "./lies.ts";

/** Moments since then, where there is anything of that kind: "a little while ago". */
const SINCE = 5;

/** What people have seen before a story begins, and what moment it begins at. */
export function initialSightings({
  people,
}: Pick<HouseState, "people">): Required<Pick<HouseState, "seen" | "moment">> {
  const seen = Object.fromEntries(
    byRank(people).flatMap(([who, { saw = [] }]) =>
      saw.length === 0
        ? []
        : [[who, Object.fromEntries(saw.map(({ about, room }) => [about, { room, when: 0, from: null }]))]],
    ),
  );
  return { seen, moment: Object.keys(seen).length === 0 ? 0 : SINCE };
}

/** The state with what this event leaves in the minds of those who were there. Where no minds are kept, nothing. */
export function updateSightings(before: HouseState, event: HouseEvent, after: HouseState): HouseState {
  if (after.seen === undefined) return after;
  return rememberEvent(before, event, rememberBeforeDark(before, after));
}

function rememberEvent(before: HouseState, event: HouseEvent, after: HouseState): HouseState {
  switch (event.type) {
    case "went":
      return rememberParting(before, after, event.who, event.direction);
    case "brought":
      return rememberParting(before, after, event.person, null);
    case "took":
    case "wore":
      return rememberHandling(after, event.who, event.thing, event.who);
    case "gave":
      return rememberHandling(after, event.who, event.thing, event.to);
    case "showed":
      return rememberHandling(after, event.who, event.thing, event.who);
    case "dropped":
    case "put":
      return rememberHandling(after, event.who, event.thing, null);
    case "glimpsed":
      return peopleIn(after, event.room, event.who).reduce(
        (state, id) => (event.by === "sight" ? note(state, event.who, id, saw(after, event.room)) : state),
        after,
      );
    case "informed": {
      const account = accountOf(after, event.who, event.about);
      return account ? passOn(after, event.who, [event.to], event.about, account) : after;
    }
    case "recounted":
      return event.accounts.reduce(
        (state, { subject, ...account }) =>
          passOn(state, event.who, hearersIn(after, after.people[event.who]!.at, event.who), subject, account),
        after,
      );
    default:
      return after;
  }
}

const saw = (state: HouseState, room: string, more: Partial<Sighting> = {}): Sighting => ({
  room,
  when: state.moment ?? 0,
  from: null,
  ...more,
});

/** When the light goes out, those who stay have seen each other until then. */
function rememberBeforeDark(before: HouseState, after: HouseState): HouseState {
  if (before.things === after.things && before.rooms === after.rooms && before.people === after.people) return after;
  const rooms = new Set(Object.values(after.people).flatMap(({ at }) => (after.rooms[at]!.dark ? [at] : [])));
  let state = after;
  for (const room of rooms) {
    if (isLit(after, room) || !isLit(before, room)) continue;
    const stayed = peopleIn(after, room).filter((id) => before.people[id]!.at === room);
    for (const who of stayed)
      if (moodOf(before, who) !== "distracted")
        for (const other of stayed) if (other !== who) state = note(state, who, other, saw(after, room));
  }
  return state;
}

/** The leaver remembers the people and things left behind; the people who stay, or look in, remember the leaver. */
function rememberParting(before: HouseState, after: HouseState, who: string, direction: string | null): HouseState {
  const room = before.people[who]!.at;
  if (room === after.people[who]!.at) return after;
  let state = after;
  // People in the room they come to, and people who come with them, see them.
  for (const other of onlookersIn(isLit(before, room) ? before : after, room, who))
    if (moodOf(before, other) !== "distracted" && before.people[other]!.at !== after.people[who]!.at)
      state = note(state, other, who, saw(after, room, direction === null ? {} : { left: direction }));
  const scene = sceneOf(before, who);
  for (const { id } of scene.people) state = note(state, who, id, saw(after, room));
  for (const { id } of allSeen(scene)) {
    const holder = holderOf(before, id);
    if (holder !== who) state = note(state, who, id, saw(after, room, holder === null ? {} : { holder }));
  }
  return state;
}

/** A thing passes through somebody's hands before the eyes of those who are there. */
function rememberHandling(state: HouseState, who: string, thing: string, holder: string | null): HouseState {
  const room = state.people[who]!.at;
  return onlookersIn(state, room, who).reduce(
    (now, id) =>
      id === holder || moodOf(now, id) === "distracted"
        ? now
        : note(now, id, thing, saw(now, room, holder === null ? {} : { holder })),
    state,
  );
}

function note(state: HouseState, who: string, subject: string, sighting: Sighting): HouseState {
  return { ...state, seen: { ...state.seen, [who]: { ...own(state.seen ?? {}, who), [subject]: sighting } } };
}

/** Hearsay never replaces a sighting of the same time or later, and an unknown speaker is not believed. */
function passOn(
  state: HouseState,
  from: string,
  to: readonly string[],
  subject: string,
  { met: _met, ...account }: Sighting,
): HouseState {
  return to.reduce((now, who) => {
    if (who === subject || !knowsVoice(state, who, from)) return now;
    const known = own(own(now.seen ?? {}, who) ?? {}, subject);
    if (known && known.when >= account.when) return now;
    const met = known !== undefined && (known.from === null || known.met);
    return note(now, who, subject, { ...account, from, ...(met ? { met } : {}) });
  }, state);
}

/** What somebody would say of a person or a thing, truthfully: null where they know nothing, or can see it themselves. */
export function accountOf(state: HouseState, who: string, subject: string): Sighting | null {
  const here = state.people[who]!.at;
  const thing = own(state.things, subject);
  const person = own(state.people, subject);
  if (!thing && !person) return null;
  const scene = sceneOf(state, who);
  if (person && scene.people.some(({ id }) => id === subject)) return saw(state, here);
  if (thing && allSeen(scene).some(({ id }) => id === subject)) {
    const holder = holderOf(state, subject);
    return saw(state, here, holder === null ? {} : { holder });
  }
  return own(own(state.seen ?? {}, who) ?? {}, subject) ?? null;
}

export interface Account extends Sighting {
  readonly subject: string;
}

/** Whether this is what somebody sees at this moment, and no memory. */
export function isPresent(state: HouseState, who: string, { subject, room, when, from }: Account): boolean {
  // The question itself may have taken a moment.
  if (from !== null || when < (state.moment ?? 0) - 1 || room !== state.people[who]!.at) return false;
  const scene = sceneOf(state, who);
  return scene.people.some(({ id }) => id === subject) || allSeen(scene).some(({ id }) => id === subject);
}

/**
 * What somebody answers who is asked about a person, a thing or a room: their own word for it where they lie, nothing
 * where they hide it, else what they see or know. An `open` mood ends lying and hiding.
 */
export function accountsOf(state: HouseState, who: string, about: string, asker: string): Account[] {
  const here = state.people[who]!.at;
  const thing = own(state.things, about);
  const isHidden = (id: string) => moodOf(state, who) !== "open" && (state.people[who]!.hides ?? []).includes(id);
  if (isHidden(about)) return [];
  const isHere =
    own(state.people, about)?.at === here ||
    (thing !== undefined && !thing.hidden && roomOf(state, about) === here && holderOf(state, about) !== who);
  if (isHere) {
    if (state.people[who]!.animal) return [];
    const seen = about === who || about === asker ? null : accountOf(state, who, about);
    const account = seen && { subject: about, ...seen };
    return account && isPresent(state, who, account) ? [account] : [];
  }
  const lie = moodOf(state, who) === "open" ? null : lieOf(state, who, about);
  if (lie?.room !== undefined) return [{ subject: about, ...saw(state, lie.room) }];
  const mine = own(state.seen ?? {}, who) ?? {};
  if (own(state.rooms, about)) {
    const before = byRank(state.people)
      .flatMap(([id]) => {
        const sighting = own(mine, id);
        const isGone = about !== here || state.people[id]!.at !== here;
        return sighting?.room === about && isGone && !isHidden(id) ? [{ subject: id, ...sighting }] : [];
      })
      .sort((a, b) => b.when - a.when)
      .slice(0, 3);
    if (about !== here || !isLit(state, here)) return before;
    const others = sceneOf(state, who).people.flatMap(({ id }) => (id === asker || isHidden(id) ? [] : [id]));
    // With nobody else to name, they name the asker.
    const ids = others.length + before.length > 0 ? others : [asker];
    return [...ids.map((id) => ({ subject: id, ...saw(state, here) })), ...before];
  }
  const sighting = own(mine, about);
  return sighting ? [{ subject: about, ...sighting }] : [];
}

/** The person who carries a thing, at any depth of containers. */
function holderOf(state: HouseState, id: string): string | null {
  for (let at = state.things[id]!.at; ; ) {
    if ("heldBy" in at) return at.heldBy;
    const holder = own(state.things, "in" in at ? at.in : at.on);
    if (!holder) return null;
    at = holder.at;
  }
}
