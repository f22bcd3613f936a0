// What one person knows and believes: a fold over what that person perceived, counted in its own moments.

import { byRank, GAMEMASTER, type HouseState, own, SOURCES } from "../model/state.ts";
import { digestOf } from "../model/text.ts";
import { type Placement, placeOf } from "../model/thing.ts";
import { knows } from "../rules/conditions.ts";
import {
  type Card,
  cardOf,
  type DoorCard,
  type Named,
  nameCard,
  namedPerson,
  type RoomScene,
  sceneOf,
} from "../sense/scope.ts";
import { allSeen, topicOf } from "../sense/seen.ts";
import type { HousePercept, ToldEvent } from "../sense/told.ts";
import { NOTHING_WORDED, type WordingHistory, wordedAfter } from "../words/wordings.ts";

/** The room behind an exit is known after going through it, or after seeing it where it is plain. */
export interface KnownExit {
  readonly to: string | null;
  readonly door: string | null;
}
export interface KnownRoom {
  readonly room: Named;
  /** The last moment it was seen by light; null when it was never seen, or is only known as what a way leads to. */
  readonly seen: number | null;
  readonly exits: Readonly<Record<string, KnownExit>>;
  /** The digest of its description when it was last seen by light. */
  readonly look?: number;
}
/** `at` is where it was last seen, null when it was not there any more. */
export interface KnownThing {
  readonly card: Card;
  readonly at: Placement | null;
  readonly when: number;
}
export interface KnownPerson {
  readonly person: Named;
  readonly room: string | null;
  readonly when: number;
  /** The way they were seen to go. */
  readonly left?: string;
  /** Where they were before they were gone from there. */
  readonly last?: Named;
  /** What others have said since of where they were, each as they said it last: not for that the truth. */
  readonly said?: readonly { readonly by: Named; readonly room: Named }[];
}
export interface KnownLock {
  /** As it was at `when`. */
  readonly locked: boolean | null;
  readonly when: number;
  readonly fits: readonly string[];
  readonly wrong: readonly string[];
}
/** `from`: who told of it, or what it was read on; null when it was known all along, or an unknown voice spoke of it. */
export interface KnownTopic {
  readonly topic: Named;
  readonly from: Named | null;
  readonly when: number;
  /** Who and what told of it again, oldest first. */
  readonly again?: readonly { readonly from: Named | null; readonly when: number }[];
}
export interface MindMemory {
  readonly kind: "heard" | "said" | "read" | "thought" | "noise";
  /** Who said it, or what it stands on; null for an unknown voice, noises and thoughts. */
  readonly from: Named | null;
  readonly text: string;
  readonly when: number;
}

export interface Mind {
  readonly you: string;
  readonly now: number;
  /** The moment of coming into the present room: what a lock was before it may have changed behind one's back. */
  readonly arrived: number;
  readonly rooms: Readonly<Record<string, KnownRoom>>;
  readonly things: Readonly<Record<string, KnownThing>>;
  readonly people: Readonly<Record<string, KnownPerson>>;
  readonly doors: Readonly<Record<string, DoorCard>>;
  readonly locks: Readonly<Record<string, KnownLock>>;
  /** The latest, oldest first; the history keeps the rest. */
  readonly memories: readonly MindMemory[];
  /** What was told of all this so far, for the choice of words. */
  readonly worded?: WordingHistory;
  /** The room that one was in before the present one. */
  readonly came?: string;
  /** By id: the words in which something was last looked at closely. */
  readonly shown?: Readonly<Record<string, string>>;
  /** Who was seen to follow somebody, or to stay (null); absent where nobody was. */
  readonly led?: Readonly<Record<string, Named | null>>;
  /** Topics that were heard of; absent where there are none. */
  readonly topics?: Readonly<Record<string, KnownTopic>>;
}

const MEMORIES = 40;
const EMPTY: Omit<Mind, "you"> = {
  now: 0,
  arrived: 0,
  rooms: {},
  things: {},
  people: {},
  doors: {},
  locks: {},
  memories: [],
};

export function openMind(state: HouseState, who: string): Mind {
  if (who === GAMEMASTER) return { you: who, ...EMPTY };
  const topics = byRank(state.topics ?? {}).flatMap(([id]) =>
    knows(state, who, id) ? [[id, { topic: nameCard(id, topicOf(state, id)), from: null, when: 0 }] as const] : [],
  );
  const people = Object.fromEntries(
    byRank(state.people)
      .filter(([id, { known }]) => known && id !== who)
      .map(([id]) => [id, { person: namedPerson(state, id), room: null, when: 0 }] as const),
  );
  const mind = { you: who, ...EMPTY, people, ...(topics.length === 0 ? {} : { topics: Object.fromEntries(topics) }) };
  return recollecting(state, absorb(mind, sceneOf(state, who)));
}

/** With the things that everybody has heard of, what its author has them have seen before it begins, and what they have words for, but for what is before their eyes. */
function recollecting(state: HouseState, mind: Mind): Mind {
  const { saw = [], topics = [] } = state.people[mind.you]!;
  let now = mind;
  const recall = (id: string, at: Placement | null) => {
    // A thing's appearance is known only once it is seen.
    if (own(state.things, id) && !own(mind.things, id))
      now = believe(now, { ...cardOf(state, id), appearance: null }, at);
  };
  for (const [id, { known }] of byRank(state.things)) if (known) recall(id, null);
  for (const { about } of topics) recall(about, null);
  for (const { about, room } of saw) {
    recall(about, { in: room });
    const named = nameCard(room, state.rooms[room]!);
    now = { ...now, rooms: { [room]: { room: named, seen: null, exits: {} }, ...now.rooms } };
    if (own(state.people, about) && !own(mind.people, about)?.room)
      now = notePeople(now, [namedPerson(state, about)], named);
  }
  return now;
}

export function learn(mind: Mind, percept: HousePercept): Mind {
  const { told, scene, into } = percept;
  const isKnown = (mind.rooms[scene.room.id]?.seen ?? null) !== null;
  const worded = wordedAfter(mind.worded ?? NOTHING_WORDED, percept, mind.you, isKnown);
  const next = { ...mind, now: mind.now + 1, ...(worded.odd.length > 0 || mind.worded ? { worded } : {}) };
  const heard = told ? hear(next, told) : next;
  return absorb(told && into ? lookInto(heard, told, into) : heard, scene);
}

/** Places the things and people seen in another room there; or the people have gone. */
function lookInto(mind: Mind, told: ToldEvent, room: Named): Mind {
  const known = mind.rooms[room.id] ?? { room, seen: null, exits: {} };
  const there = { ...mind, rooms: { ...mind.rooms, [room.id]: known } };
  const placed = told.type === "dropped" ? believe(there, told.thing, { in: room.id }) : there;
  if (!("who" in told) || !told.who) return placed;
  return notePeople(placed, [told.who], told.type === "went" && told.direction !== undefined ? null : room);
}

/** What an event itself teaches, seen or unseen. */
function hear(mind: Mind, told: ToldEvent): Mind {
  switch (told.type) {
    case "went":
      return told.who.id === mind.you
        ? walk(mind, told)
        : goesAfter(wentOff(mind, told.who, told.direction), told.who.id, told.after);
    case "joined":
      return goesAfter(mind, told.who.id, told.whom);
    case "stayed":
      return { ...mind, led: { ...mind.led, [told.who.id]: null } };
    case "released":
      return goesAfter(mind, told.who.id, undefined);
    case "brought": {
      const { came: _came, ...elsewhere } = mind;
      return { ...elsewhere, arrived: mind.now };
    }
    case "wore":
    case "removed":
    case "took":
      return believe(mind, told.thing, { heldBy: told.who.id });
    case "dropped":
      return believe(mind, told.thing, null);
    case "put":
      return believe(mind, told.thing, told.how === "in" ? { in: told.into.id } : { on: told.into.id });
    case "gave":
      return believe(mind, told.thing, { heldBy: told.to.id });
    case "showed":
      return believe(mind, told.thing, { heldBy: told.who.id });
    case "opened":
    case "closed":
      return noteOpen(
        lock(mind, told.what.id, told.type === "opened" ? { locked: false } : {}),
        told.what.id,
        told.type === "opened",
      );
    case "door_moved":
      return noteOpen(lock(mind, told.what.id, told.open ? { locked: false } : {}), told.what.id, told.open);
    case "unlocked":
    case "locked":
      return lock(mind, told.what.id, { locked: told.type === "locked", fits: told.key.id });
    case "lock_clicked":
      return lock(mind, told.what.id, { locked: null });
    case "tried":
      return noteRefusal(mind, told);
    case "said":
      return noteAccounts(remember(mind, told.who?.id === mind.you ? "said" : "heard", told.who, told.text), told);
    case "learned":
      return { ...mind, topics: { ...mind.topics, [told.topic.id]: noteTopic(mind, told) } };
    case "broke":
      return noteOpen(lock(mind, told.what.id, { locked: false }), told.what.id, true);
    case "noised":
      return remember(mind, "noise", null, told.text);
    case "glimpsed":
      return notePeople(mind, told.people, told.room);
    case "thought":
      return remember(mind, "thought", null, told.text);
    case "looked":
      if (!told.at) return mind;
      if (told.how === "text") return remember(mind, "read", bare(told.at), told.description);
      return told.description === "" || mind.shown?.[told.at.id] === told.description
        ? mind
        : { ...mind, shown: { ...mind.shown, [told.at.id]: told.description } };
    default:
      return mind;
  }
}

/** Which way somebody was seen to go. */
function wentOff(mind: Mind, who: Named, direction: string | undefined): Mind {
  const known = mind.people[who.id];
  return known && direction !== undefined
    ? { ...mind, people: { ...mind.people, [who.id]: { ...known, left: direction } } }
    : mind;
}

/** Who said that somebody was where: kept beside what one has seen, and never in its place. */
function noteAccounts(mind: Mind, { who: by, accounts = [] }: Extract<ToldEvent, { type: "said" }>): Mind {
  if (!by || by.id === mind.you) return mind;
  const people = { ...mind.people };
  for (const { of, room } of accounts) {
    const known = people[of.id];
    if (!known || of.id === mind.you) continue;
    const others = (known.said ?? []).filter((one) => one.by.id !== by.id);
    people[of.id] = { ...known, said: [...others, { by: bare(by), room: bare(room) }] };
  }
  return { ...mind, people };
}

/** Records the leader of a walker; a person seen walking alone has none. */
function goesAfter({ led, ...mind }: Mind, who: string, whom: Named | undefined): Mind {
  if (whom) return { ...mind, led: { ...led, [who]: bare(whom) } };
  const { [who]: _gone, ...others } = led ?? {};
  return Object.keys(others).length === 0 ? mind : { ...mind, led: others };
}

function noteTopic({ topics, now }: Mind, { topic, from }: Extract<ToldEvent, { type: "learned" }>): KnownTopic {
  const known = topics?.[topic.id];
  const source = { from: from && bare(from), when: now };
  if (!known) return { topic, ...source };
  const again = [...(known.again ?? []), source];
  return again.length < SOURCES ? { ...known, again } : known;
}

function noteRefusal(mind: Mind, { reason, what, other }: Extract<ToldEvent, { type: "tried" }>): Mind {
  if (!what) return mind;
  switch (reason) {
    case "door_locked":
    case "container_locked":
    case "already_locked":
      return lock(mind, what.id, { locked: true });
    case "already_unlocked":
      return lock(mind, what.id, { locked: false });
    case "wrong_key":
      return lock(mind, what.id, { wrong: other!.id });
    case "door_closed":
      return noteOpen(mind, what.id, false);
    case "not_reachable": {
      const known = mind.things[what.id];
      return known ? { ...mind, things: { ...mind.things, [what.id]: { ...known, at: null } } } : mind;
    }
    default:
      return mind;
  }
}

function notePeople(mind: Mind, all: readonly Named[], room: Named | null): Mind {
  const people = { ...mind.people };
  for (const person of all) people[person.id] = { person: bare(person), room: room?.id ?? null, when: mind.now };
  return { ...mind, people };
}

/** After a walk, the walker knows where that way led, and the way back. */
function walk(mind: Mind, { between, direction, back, door }: Extract<ToldEvent, { type: "went" }>): Mind {
  const { from, to } = between!;
  const rooms = { ...mind.rooms };
  const add = (at: Named, way: string, leads: string) => {
    const known = rooms[at.id] ?? { room: at, seen: null, exits: {} };
    rooms[at.id] = { ...known, exits: { ...known.exits, [way]: { to: leads, door: door?.id ?? null } } };
  };
  add(from, direction!, to.id);
  for (const way of back ?? []) add(to, way, from.id);
  return { ...mind, rooms, arrived: mind.now, came: from.id };
}

function believe(mind: Mind, card: Card, at: Placement | null): Mind {
  // What is dropped lies in the room that the mind's own sense of place will name.
  return { ...mind, things: { ...mind.things, [card.id]: { card, at, when: mind.now } } };
}

/** The open state of a door, or of a container that is only felt. */
function noteOpen(mind: Mind, id: string, open: boolean): Mind {
  const door = mind.doors[id];
  if (door) return { ...mind, doors: { ...mind.doors, [id]: { ...door, open } } };
  const known = mind.things[id];
  if (!known?.card.container) return mind;
  const card = { ...known.card, container: { ...known.card.container, open } };
  return { ...mind, things: { ...mind.things, [id]: { ...known, card } } };
}

function lock(mind: Mind, id: string, taught: { locked?: boolean | null; fits?: string; wrong?: string }): Mind {
  const known = mind.locks[id] ?? { locked: null, when: mind.now, fits: [], wrong: [] };
  const add = (list: readonly string[], key: string | undefined) =>
    key === undefined || list.includes(key) ? list : [...list, key];
  return {
    ...mind,
    locks: {
      ...mind.locks,
      [id]: {
        locked: taught.locked === undefined ? known.locked : taught.locked,
        when: taught.locked === undefined ? known.when : mind.now,
        fits: add(known.fits, taught.fits),
        wrong: add(known.wrong, taught.wrong),
      },
    },
  };
}

const remember = (mind: Mind, kind: MindMemory["kind"], from: Named | null, text: string): Mind => ({
  ...mind,
  memories: [...mind.memories, { kind, from: from && bare(from), text, when: mind.now }].slice(-MEMORIES),
});

/** A name, without how anything looks. */
export const bare = ({ id, name, aliases, adjectives, article, plural, pronouns }: Named): Named => ({
  id,
  name,
  aliases,
  adjectives,
  ...(article === undefined ? {} : { article }),
  ...(plural === undefined ? {} : { plural }),
  ...(pronouns === undefined ? {} : { pronouns }),
});

/** What is in sight replaces what was believed of it; what should be in sight and is not is believed gone. */
function absorb(mind: Mind, scene: RoomScene): Mind {
  const { now, you } = mind;
  const here = scene.room.id;
  const things: Record<string, KnownThing> = { ...mind.things };
  const seen = new Map(allSeen(scene).map((one) => [one.id, one]));
  for (const [id, known] of Object.entries(mind.things)) {
    if (seen.has(id)) continue;
    // Dropped in the dark: it lies where one stands.
    if (known.at === null && known.when === now) things[id] = { ...known, at: { in: here } };
    else if (known.at !== null && isMissed(known.at)) things[id] = { ...known, at: null };
  }
  function isMissed(at: Placement): boolean {
    const place = placeOf(at);
    if ("heldBy" in at) return place === you;
    if (place === here) return scene.lit;
    const holder = seen.get(place);
    return (
      holder !== undefined &&
      ("on" in at || holder.container === null || holder.container.open || holder.container.transparent)
    );
  }
  for (const [id, { reach: _reach, at, in: _in, on: _on, ...card }] of seen) things[id] = { card, at, when: now };

  const people = { ...mind.people };
  if (scene.lit) {
    for (const [id, known] of Object.entries(mind.people)) {
      if (known.room === here && !scene.people.some((one) => one.id === id))
        people[id] = { ...known, room: null, last: scene.room };
    }
    for (const one of scene.people) people[one.id] = { person: bare(one), room: here, when: now };
  }

  const known = mind.rooms[here];
  const exits: Record<string, KnownExit> = { ...known?.exits };
  const doors: Record<string, DoorCard> = { ...mind.doors };
  const rooms: Record<string, KnownRoom> = { ...mind.rooms };
  for (const { direction, door, leads } of scene.exits) {
    exits[direction] = { to: leads?.id ?? exits[direction]?.to ?? null, door: door?.id ?? null };
    if (door) doors[door.id] = door;
    if (leads) rooms[leads.id] ??= { room: leads, seen: null, exits: {} };
  }
  const look = scene.lit ? digestOf(scene.description) : known?.look;
  rooms[here] = {
    room: scene.room,
    seen: scene.lit ? now : (known?.seen ?? null),
    exits,
    ...(look === undefined ? {} : { look }),
  };
  return { ...mind, things, people, rooms, doors };
}
