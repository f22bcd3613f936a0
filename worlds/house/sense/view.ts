// What one person may know, built up from what is sensed now and what is remembered. All that its player ever gets.
import { ruling } from "../attempt/attempts.ts";
import { type Bounds, boundsOf } from "../attempt/bounds.ts";
import type { Clock, Style } from "../model/house.ts";
import type { Tone } from "../model/rule.ts";
import type { Approach, Ruling } from "../model/ruling.ts";
import { GAMEMASTER, type HouseState, own } from "../model/state.ts";
import { type Placement, placeOf } from "../model/thing.ts";
import type { AuthorQuestions, AuthorVerb } from "../model/verb.ts";
import { bare, type KnownThing, type KnownTopic, type Mind, type MindMemory, openMind } from "../people/mind.ts";
import type { WordingHistory } from "../words/wordings.ts";
import {
  type Card,
  type DoorCard,
  type Named,
  namedPerson,
  type Posed,
  type RoomScene,
  type Seen,
  type SeenPerson,
  sceneOf,
} from "./scope.ts";
import { allSeen, namedOfAny } from "./seen.ts";

export interface ViewExit {
  readonly direction: string;
  readonly door: DoorCard | null;
  /** Where it leads, for people who have gone there, and for all where it is plain to see. */
  readonly beyond: Named | null;
  readonly called?: readonly string[];
}
/** `locked` is null where it is not known, or was known before and may have changed. Keys by id. */
export interface ViewLock {
  readonly id: string;
  readonly locked: boolean | null;
  readonly fits: readonly string[];
  readonly wrong: readonly string[];
}
/** A thing that is out of sight: `at` null when it is not where it was. `when` counts in the viewer's own moments. */
export interface Remembered {
  readonly card: Card;
  readonly at: Placement | null;
  /** The room of that place, as far as it is known. */
  readonly room: Named | null;
  /** In this very room, and not behind a lid: hands may find it in the dark. */
  readonly felt: boolean;
  readonly when: number;
}

export interface HouseView {
  readonly title: string;
  readonly opening: string;
  readonly you: Named;
  /** Whether it is this person's turn. */
  readonly turn: boolean;
  readonly ended: { readonly tone: Tone; readonly title: string; readonly text: string } | null;
  readonly room: Named;
  readonly lit: boolean;
  /** Of the room; or of the darkness. */
  readonly description: string;
  readonly exits: readonly ViewExit[];
  readonly things: readonly Seen[];
  readonly people: readonly SeenPerson[];
  readonly holding: readonly Seen[];
  readonly posed?: Posed;
  /** Doors that one has seen and that are elsewhere: to speak of. */
  readonly elsewhere?: readonly Named[];
  /** Of doors and things here that have a lock. */
  readonly locks: readonly ViewLock[];
  /** By room id: what is behind each exit that is known. */
  readonly map: Readonly<Record<string, KnownRoomView>>;
  /** Things out of sight, the latest seen first. */
  readonly remembered: readonly Remembered[];
  /** People out of sight. */
  readonly absent: readonly Absent[];
  /** Who of those in sight goes where somebody goes, or stays where they were told (`by` is null); absent: nobody. */
  readonly led?: readonly { readonly who: Named; readonly by: Named | null }[];
  /** What was lately heard, read and thought, oldest first. */
  readonly memories: readonly MindMemory[];
  /** What can be talked about beside what was met, in the order it was heard of. */
  readonly topics: readonly KnownTopicView[];
  /** Verbs that this story adds. */
  readonly verbs?: Readonly<Record<string, AuthorVerb>>;
  /** Its other words for questions to oneself. */
  readonly questions?: AuthorQuestions;
  /** Whether this is a story in which there is help to ask for. */
  readonly helped: boolean;
  readonly now: number;
  /** For the choice of words alone. */
  readonly worded?: WordingHistory;
  /** The room that one has come from. */
  readonly came?: string;
  /** By id: the words in which what is in sight was last looked at closely. */
  readonly shown?: Readonly<Record<string, string>>;
  /** How the story wants to be told. */
  readonly style?: Style;
  /** Where everybody knows the time: the minute of the day, and how many turns of all are left until the clock's end. */
  readonly clock?: { readonly minute: number; readonly left: number; readonly of: number };
  /** What this person has tried waits for the game master. */
  readonly waiting?: true;
  /** How badly this person is hurt, of three. */
  readonly hurt?: number;
  /** For the game master: an attempt to rule on, what the house would say to it, and how far a ruling may go. */
  readonly ruling?: ViewRuling;
}
/** `room`: where they were last seen, null once they have gone from there; and what others say. */
export interface Absent {
  readonly person: Named;
  readonly room: Named | null;
  readonly last?: { readonly room: Named; readonly left?: string };
  readonly said?: readonly { readonly by: Named; readonly room: Named }[];
}
/** `sources`: the people and things it was learned from, oldest first; empty where it was known all along. */
export interface KnownTopicView extends Named {
  readonly sources: readonly (Named | null)[];
  /** Questions that mean it without its name. */
  readonly asked?: readonly string[];
}
export interface ViewRuling {
  readonly who: Named;
  readonly how: Approach;
  readonly what: Named | null;
  readonly with: Named | null;
  readonly words: string | null;
  readonly proposal: Ruling;
  readonly bounds: Bounds;
}
export interface KnownRoomView {
  readonly room: Named;
  readonly seen: boolean;
  /** The digest of the description in which it was last seen. */
  readonly look?: number;
  readonly exits: readonly { readonly direction: string; readonly to: string | null; readonly door: string | null }[];
}

const RECENT = 12;

const DAY = 24 * 60;
const minuteOf = (hour: string): number => Number(hour.split(":")[0]) * 60 + Number(hour.split(":")[1]);

/** After its end a clock goes on as fast as before. */
function readClock({ from, to, turns }: Clock, time: number): NonNullable<HouseView["clock"]> {
  const begun = minuteOf(from);
  const lasts = (minuteOf(to) - begun + DAY) % DAY || DAY;
  const minute = (begun + Math.floor((lasts * time) / turns)) % DAY;
  return { minute, left: Math.max(0, turns - time), of: turns };
}

export function viewOf(state: HouseState, who: string, mind: Mind): HouseView {
  if (who === GAMEMASTER) return masterView(state);
  const scene = sceneOf(state, who);
  const seen = allSeen(scene);
  const exits = exitsOf(scene, mind);
  const remembered = memoriesOf(mind, scene, new Set(seen.map(({ id }) => id)));
  const lockable = [
    ...exits.flatMap(({ door }) => (door?.lockable ? [door.id] : [])),
    ...seen.flatMap((one) => (one.lockable ? [one.id] : [])),
    ...remembered.flatMap(({ card, felt }) => (felt && card.lockable ? [card.id] : [])),
  ];
  const ended = state.ended === null ? undefined : state.endings.find(({ id }) => id === state.ended);
  return {
    title: state.title,
    opening: state.opening,
    you: namedPerson(state, who),
    turn: state.turn === who,
    ended: ended ? { tone: ended.tone, title: ended.title, text: ended.text } : null,
    room: scene.room,
    lit: scene.lit,
    description: scene.description,
    exits,
    things: scene.things,
    people: scene.people,
    holding: scene.holding,
    ...(scene.posed ? { posed: scene.posed } : {}),
    ...elsewhereOf(mind, exits),
    locks: [...new Set(lockable)].map((id) => lockOf(mind, id, isOpen(id, exits, seen))),
    map: mapOf(mind),
    remembered,
    absent: Object.values(mind.people)
      .filter(({ person }) => person.id !== who && !scene.people.some(({ id }) => id === person.id))
      .sort((a, b) => b.when - a.when || (a.person.id < b.person.id ? -1 : 1))
      .map(({ person, room, last, left, said }) => ({
        person,
        room: room === null ? null : (mind.rooms[room]?.room ?? null),
        ...(last && room === null ? { last: { room: last, ...(left === undefined ? {} : { left }) } } : {}),
        ...(said ? { said } : {}),
      })),
    ...leadersInSight(mind, scene.people),
    memories: mind.memories.slice(-RECENT),
    helped: state.hints !== undefined,
    ...(state.verbs ? { verbs: state.verbs } : {}),
    ...(state.questions ? { questions: state.questions } : {}),
    topics: Object.values(mind.topics ?? {})
      .sort((a, b) => a.when - b.when || (a.topic.id < b.topic.id ? -1 : 1))
      .map((known) => ({ ...known.topic, ...askingOf(state, known.topic.id), sources: sourcesIn(known) })),
    now: mind.now,
    ...(mind.worded === undefined ? {} : { worded: mind.worded }),
    ...(mind.came === undefined ? {} : { came: mind.came }),
    ...wordsLookedAt(mind, [...seen, ...scene.people, ...exits.flatMap(({ door }) => door ?? [])]),
    ...(state.style ? { style: state.style } : {}),
    ...(state.clock ? { clock: readClock(state.clock, state.time ?? 0) } : {}),
    ...(state.pending ? { waiting: true } : {}),
    ...(own(state.hurts ?? {}, who) === undefined ? {} : { hurt: state.hurts![who]! }),
  };
}

/** A game master sees the view of the attempt's actor, and all that a ruling needs; it has no memory. */
function masterView(state: HouseState): HouseView {
  const { pending } = state;
  const eyes = pending?.who ?? state.turn;
  const seen = viewOf(state, eyes, openMind(state, eyes));
  const { waiting: _waiting, hurt: _hurt, ...view } = seen;
  return {
    ...view,
    you: { id: GAMEMASTER, name: "game master", aliases: [], adjectives: [] },
    turn: pending !== undefined,
    holding: [],
    things: [...seen.things, ...seen.holding],
    ...(pending
      ? {
          ruling: {
            who: namedPerson(state, pending.who),
            how: pending.how,
            what: pending.target === null ? null : namedOfAny(state, pending.target),
            with: pending.with === null ? null : namedOfAny(state, pending.with),
            words: pending.words,
            proposal: ruling(state, pending),
            bounds: boundsOf(state, pending.who),
          },
        }
      : {}),
  };
}

const askingOf = ({ topics = {} }: HouseState, id: string): Pick<KnownTopicView, "asked"> => {
  const asked = own(topics, id)?.asked;
  return asked ? { asked } : {};
};

const sourcesIn = ({ from, when, again = [] }: KnownTopic): (Named | null)[] => [
  ...(when === 0 ? [] : [from]),
  ...again.map((one) => one.from),
];

function leadersInSight({ led = {} }: Mind, inSight: readonly SeenPerson[]): Pick<HouseView, "led"> {
  const here = inSight.flatMap((who) => {
    const by = own(led, who.id);
    return by === undefined ? [] : [{ who, by }];
  });
  return here.length === 0 ? {} : { led: here };
}

/** The words in which what is in sight was looked at; nothing where nothing was. */
function wordsLookedAt({ shown }: Mind, inSight: readonly Named[]): Pick<HouseView, "shown"> {
  if (!shown) return {};
  const here = inSight.flatMap(({ id }) => (shown[id] === undefined ? [] : [[id, shown[id]] as const]));
  return here.length === 0 ? {} : { shown: Object.fromEntries(here) };
}

function elsewhereOf({ doors }: Mind, here: readonly ViewExit[]): Pick<HouseView, "elsewhere"> {
  const away = Object.keys(doors)
    .filter((id) => !here.some(({ door }) => door?.id === id))
    .sort()
    .map((id) => bare(doors[id]!));
  return away.length === 0 ? {} : { elsewhere: away };
}

/** By light the exits are seen; in the dark there are those that are remembered, with their doors as they were. */
function exitsOf(scene: RoomScene, mind: Mind): ViewExit[] {
  const known = mind.rooms[scene.room.id]?.exits ?? {};
  const beyond = (direction: string) => {
    const to = known[direction]?.to;
    return to ? (mind.rooms[to]?.room ?? null) : null;
  };
  if (scene.lit) return scene.exits.map(({ leads: _leads, ...exit }) => ({ ...exit, beyond: beyond(exit.direction) }));
  return Object.keys(known)
    .sort()
    .map((direction) => {
      const { door } = known[direction]!;
      return { direction, door: door === null ? null : (mind.doors[door] ?? null), beyond: beyond(direction) };
    });
}

function lockOf(mind: Mind, id: string, open: boolean): ViewLock {
  const known = mind.locks[id];
  const locked = open ? false : known && known.when >= mind.arrived ? known.locked : null;
  return { id, locked, fits: known?.fits ?? [], wrong: known?.wrong ?? [] };
}

const isOpen = (id: string, exits: readonly ViewExit[], seen: readonly Seen[]): boolean =>
  exits.find(({ door }) => door?.id === id)?.door?.open ?? seen.find((one) => one.id === id)?.container?.open ?? false;

function memoriesOf(mind: Mind, scene: RoomScene, seen: ReadonlySet<string>): Remembered[] {
  return Object.values(mind.things)
    .filter(({ card }) => !seen.has(card.id))
    .sort((a, b) => b.when - a.when || (a.card.id < b.card.id ? -1 : 1))
    .map((known) => {
      const { room, open } = beliefAbout(mind, known);
      return {
        card: known.card,
        at: known.at,
        room: room === null ? null : (mind.rooms[room]?.room ?? null),
        felt: !scene.lit && room === scene.room.id && open,
        when: known.when,
      };
    });
}

/** The room in which a mind believes a thing to be, and whether hands could get at it there. */
function beliefAbout(mind: Mind, known: KnownThing): { room: string | null; open: boolean } {
  let at = known.at;
  let open = true;
  const seen = new Set<string>();
  while (at) {
    const place = placeOf(at);
    if ("heldBy" in at)
      return place === mind.you ? { room: null, open: false } : { room: mind.people[place]?.room ?? null, open: false };
    if (mind.rooms[place]) return { room: place, open };
    const holder = mind.things[place];
    if (!holder || seen.has(place)) break;
    seen.add(place);
    if ("in" in at && !holder.card.container?.open) open = false;
    at = holder.at;
  }
  return { room: null, open: false };
}

const mapOf = (mind: Mind): Record<string, KnownRoomView> =>
  Object.fromEntries(
    Object.entries(mind.rooms).map(([id, { room, seen, exits, look }]) => [
      id,
      {
        room,
        seen: seen !== null,
        ...(look === undefined ? {} : { look }),
        exits: Object.keys(exits)
          .sort()
          .map((direction) => ({ direction, ...exits[direction]! })),
      },
    ]),
  );

/** What an id means to a viewer: the one place where check, legal and lexicon look it up. */
export type ViewedEntity =
  | { readonly is: "thing"; readonly it: Seen }
  | { readonly is: "felt"; readonly it: Card }
  | { readonly is: "remembered"; readonly it: Card }
  | { readonly is: "person"; readonly it: SeenPerson }
  | { readonly is: "absent"; readonly it: Named }
  | { readonly is: "self"; readonly it: Named }
  | { readonly is: "door"; readonly it: DoorCard };

export function find(view: HouseView, id: string): ViewedEntity | null {
  const thing = allSeen(view).find((one) => one.id === id);
  if (thing) return { is: "thing", it: thing };
  const person = view.people.find((one) => one.id === id);
  if (person) return { is: "person", it: person };
  if (id === view.you.id) return { is: "self", it: view.you };
  const door = doorsOf(view).find((one) => one.id === id);
  if (door) return { is: "door", it: door };
  const remembered = view.remembered.find(({ card }) => card.id === id);
  if (remembered) return { is: remembered.felt ? "felt" : "remembered", it: remembered.card };
  const absent = view.absent.find((one) => one.person.id === id);
  return absent ? { is: "absent", it: absent.person } : null;
}

/** The doors of the exits here, each once. */
export function doorsOf(view: HouseView): DoorCard[] {
  const out: DoorCard[] = [];
  for (const { door } of view.exits) if (door && !out.some(({ id }) => id === door.id)) out.push(door);
  return out;
}

export const lockIn = (view: HouseView, id: string): ViewLock | undefined => view.locks.find((one) => one.id === id);

/** What a thing lies in or on, or who holds it, as far as the viewer knows. */
export function keeperOf(view: HouseView, id: string): string | null {
  const at = allSeen(view).find((one) => one.id === id)?.at ?? view.remembered.find(({ card }) => card.id === id)?.at;
  return at ? placeOf(at) : null;
}
