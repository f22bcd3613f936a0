// What a person senses of the truth: light, sight and reach, computed here and nowhere else.

import type { Pronouns } from "../model/person.ts";
import { byRank, type HouseState, own } from "../model/state.ts";
import { type Placement, type Pose, placeOf, type Thing, type Use } from "../model/thing.ts";
import { currentWords, exitsFrom } from "../rules/conditions.ts";

/** Something's names. The witness keeps them, so that it can be spoken of when it is gone. */
export interface Named {
  readonly id: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly adjectives: readonly string[];
  readonly article?: string;
  readonly plural?: true;
  readonly pronouns?: Pronouns;
}

/** A thing as it looks from outside: never what a closed lid hides, which key fits, or whether a lock is shut. */
export interface Card extends Named {
  readonly fixed: boolean;
  readonly scenery: boolean;
  readonly container: { readonly open: boolean; readonly lid: boolean; readonly transparent: boolean } | null;
  readonly supporter: boolean;
  readonly lockable: boolean;
  readonly light: { readonly on: boolean; readonly switch: boolean } | null;
  readonly readable: boolean;
  readonly appearance: string | null;
  readonly wearable?: true;
  readonly worn?: true;
  /** What else can be done to it, as one sees. */
  readonly uses?: readonly Use[];
  readonly verbs?: readonly string[];
  /** For good. */
  readonly broken?: true;
}

/** `held`: in one's own hands; `near`: free to touch; `shut`: behind glass; `theirs`: in another's hands. */
export type Reach = "held" | "near" | "shut" | "theirs";
export interface Seen extends Card {
  readonly reach: Reach;
  readonly at: Placement;
  readonly in: readonly Seen[];
  readonly on: readonly Seen[];
}

export interface SeenPerson extends Named {
  readonly pronouns: Pronouns;
  readonly animal?: true;
  readonly verbs?: readonly string[];
  readonly appearance: string | null;
  /** What is held openly, or shines. */
  readonly holding: readonly Seen[];
  readonly posed?: Posed;
}

/** What somebody sits or lies on, or is in. */
export interface Posed {
  readonly how: Pose;
  readonly on: Named;
}

export interface DoorCard extends Named {
  readonly open: boolean;
  readonly lockable: boolean;
  readonly uses?: readonly Use[];
  readonly verbs?: readonly string[];
  readonly broken?: true;
}
export interface SeenExit {
  readonly direction: string;
  readonly door: DoorCard | null;
  /** Other words for it. */
  readonly called?: readonly string[];
  /** Where it leads, when that is plain to see. */
  readonly leads?: Named;
}

/** Everything one person senses at one moment. Without light: the room they know to be in, and what they hold. */
export interface RoomScene {
  readonly room: Named;
  readonly description: string;
  readonly lit: boolean;
  readonly exits: readonly SeenExit[];
  readonly things: readonly Seen[];
  readonly people: readonly SeenPerson[];
  readonly holding: readonly Seen[];
  readonly posed?: Posed;
}

/** What one person senses. `who` must be a person of this house. Computed once for each state and person. */
export function sceneOf(state: HouseState, who: string): RoomScene {
  let all = scenes.get(state);
  if (!all) {
    all = new Map();
    scenes.set(state, all);
  }
  let scene = all.get(who);
  if (!scene) {
    scene = senses(state, who);
    all.set(who, scene);
  }
  return scene;
}
const scenes = new WeakMap<HouseState, Map<string, RoomScene>>();

function senses(state: HouseState, who: string): RoomScene {
  const at = state.people[who]!.at;
  const room = state.rooms[at]!;
  const content = contentOf(state);
  const lit = isLit(state, at);
  return {
    room: nameCard(at, room),
    description: lit ? currentWords(state, room, "description") : state.darkness,
    lit,
    exits: lit
      ? exitsFrom(state, at).map(({ direction, door, to, called, known }) => ({
          direction,
          door: door === null ? null : doorCard(state, door),
          ...(called ? { called } : {}),
          ...(known ? { leads: nameCard(to, state.rooms[to]!) } : {}),
        }))
      : [],
    things: lit ? (content.in.get(at) ?? []).map((id) => see(state, content, id, "near")) : [],
    people: lit ? peopleIn(state, at, who).map((id) => seePerson(state, content, id)) : [],
    holding: (content.heldBy.get(who) ?? []).map((id) => see(state, content, id, "held")),
    ...poseOf(state, who),
  };
}

/** A room is lit when it is not dark, or when a lamp burns in it that nothing closed covers. */
export function isLit(state: HouseState, room: string): boolean {
  if (!state.rooms[room]!.dark) return true;
  return shining(state).some((id) => shinesIn(state, id) === room);
}

/** The lamps that burn, wherever they are. */
function shining({ things }: HouseState): readonly string[] {
  let lamps = lit.get(things);
  if (!lamps) {
    lamps = Object.keys(things).filter((id) => things[id]!.light?.on);
    lit.set(things, lamps);
  }
  return lamps;
}
const lit = new WeakMap<HouseState["things"], readonly string[]>();

/** Whether one person is before another's eyes: same room, with light. */
export const sees = (state: HouseState, who: string, other: string): boolean => {
  const at = state.people[who]!.at;
  return at === state.people[other]!.at && isLit(state, at);
};

/** Whether one looks out of one room into another: where the author says so, and no closed door is in the way. */
export function overlooks(state: HouseState, from: string, room: string): boolean {
  if (!state.rooms[from]!.overlooks?.includes(room)) return false;
  const ways = exitsFrom(state, from).filter(({ to }) => to === room);
  return ways.length === 0 || ways.some((way) => isOpen(state, way));
}

/** How a sound from another room comes: only from the next one, through an open way or through a closed door. */
export interface Sound {
  /** In the dark nobody can tell. */
  readonly direction: string | null;
  readonly open: boolean;
}

/** How a sound made in one room gets to another; null where it does not. */
export function soundFrom(state: HouseState, room: string, to: string): Sound | null {
  if (room === to) return null;
  const ways = exitsFrom(state, to).filter((exit) => exit.to === room);
  const way = ways.find((one) => isOpen(state, one)) ?? ways[0];
  return way ? { direction: isLit(state, to) ? way.direction : null, open: isOpen(state, way) } : null;
}

const isOpen = (state: HouseState, { door }: HouseState["rooms"][string]["exits"][number]): boolean =>
  door === null || state.doors[door]!.open;

/** All who hear what is said in a room, in the author's order: those in it, and those next to it by an open way. */
export const hearersIn = (state: HouseState, room: string, but: string): string[] =>
  byRank(state.people).flatMap(([id, { at }]) =>
    id !== but && (at === room || soundFrom(state, room, at)?.open) ? [id] : [],
  );

/** All who see what is done in a room, in the author's order: those in it, and those who look into it. Nobody in the dark. */
export const onlookersIn = (state: HouseState, room: string, but: string): string[] =>
  isLit(state, room)
    ? byRank(state.people).flatMap(([id, { at }]) =>
        id !== but && (at === room || overlooks(state, at, room)) ? [id] : [],
      )
    : [];

/** Whether somebody knows a voice: by seeing who speaks, or because they have seen each other before. */
export function knowsVoice(state: HouseState, who: string, of: string): boolean {
  if (who === of || sees(state, who, of)) return true;
  const seen = own(own(state.seen ?? {}, who) ?? {}, of);
  return seen !== undefined && (seen.from === null || seen.met === true);
}

/** Whether hands could get at a thing, light or none: in this room or in own hands, behind no lid, in nobody else's hands. */
export function touches(state: HouseState, who: string, id: string): boolean {
  let it = own(state.things, id);
  while (it && !it.hidden) {
    const { at }: Thing = it;
    if ("heldBy" in at) return at.heldBy === who;
    const place = placeOf(at);
    if (Object.hasOwn(state.rooms, place)) return place === state.people[who]!.at;
    it = state.things[place]!;
    if ("in" in at && !it.container!.open) return false;
  }
  return false;
}

/** The people in a room but one, in the author's order. */
export const peopleIn = (state: HouseState, room: string, but?: string): string[] =>
  byRank(state.people).flatMap(([id, { at }]) => (at === room && id !== but ? [id] : []));

/** The rooms on both sides of a door. */
export function sidesOf({ rooms }: HouseState, door: string): readonly string[] {
  let all = sides.get(rooms);
  if (!all) {
    all = new Map();
    for (const room of Object.keys(rooms).sort())
      for (const { door } of rooms[room]!.exits) {
        if (door === null) continue;
        const known = all.get(door) ?? [];
        if (!known.includes(room)) all.set(door, [...known, room]);
      }
    sides.set(rooms, all);
  }
  return all.get(door) ?? [];
}
const sides = new WeakMap<HouseState["rooms"], Map<string, readonly string[]>>();

/** Exits of `to` that lead back through where somebody came from. */
export const waysBack = (state: HouseState, from: string, direction: string): string[] => {
  const exit = state.rooms[from]!.exits.find((one) => one.direction === direction);
  return exit
    ? exitsFrom(state, exit.to).flatMap((back) => (back.to === from && back.door === exit.door ? [back.direction] : []))
    : [];
};

/** The room in which a thing is, also when it is held or inside something. */
export function roomOf(state: HouseState, id: string): string {
  let at = state.things[id]!.at;
  for (;;) {
    const place = placeOf(at);
    if ("heldBy" in at) return state.people[place]!.at;
    if (Object.hasOwn(state.rooms, place)) return place;
    at = state.things[place]!.at;
  }
}

export function nameCard(
  id: string,
  it: Pick<Thing, "name" | "aliases" | "adjectives"> & Partial<Pick<Thing, "article" | "plural">>,
): Named {
  return {
    id,
    name: it.name,
    aliases: it.aliases,
    adjectives: it.adjectives,
    ...(it.article === undefined ? {} : { article: it.article }),
    ...(it.plural ? { plural: true } : {}),
  };
}
export const namedPerson = (state: HouseState, id: string): Named & { pronouns: Pronouns } => ({
  ...nameCard(id, state.people[id]!),
  pronouns: state.people[id]!.pronouns,
});

export function cardOf(state: HouseState, id: string): Card {
  const thing = state.things[id]!;
  return {
    ...nameCard(id, thing),
    fixed: thing.fixed,
    scenery: thing.scenery && !thing.moved,
    container: thing.container,
    supporter: thing.supporter,
    lockable: thing.lock !== null,
    light: thing.light,
    readable: thing.text !== null,
    appearance: thing.moved ? null : currentWords(state, thing, "appearance"),
    ...(thing.wearable ? { wearable: true } : {}),
    ...(thing.worn ? { worn: true } : {}),
    ...(thing.uses === undefined ? {} : { uses: thing.uses }),
    ...(thing.verbs === undefined ? {} : { verbs: thing.verbs }),
    ...(thing.broken ? { broken: true } : {}),
  };
}

export function doorCard(state: HouseState, id: string): DoorCard {
  const door = state.doors[id]!;
  return {
    ...nameCard(id, door),
    open: door.open,
    lockable: door.lock !== null,
    ...(door.uses === undefined ? {} : { uses: door.uses }),
    ...(door.verbs === undefined ? {} : { verbs: door.verbs }),
    ...(door.broken ? { broken: true } : {}),
  };
}

interface Content {
  readonly in: ReadonlyMap<string, readonly string[]>;
  readonly on: ReadonlyMap<string, readonly string[]>;
  readonly heldBy: ReadonlyMap<string, readonly string[]>;
}

/** What lies where, turned round, in the author's order; without what is hidden. Computed once for each record of things. */
export function contentOf(state: HouseState): Content {
  let content = contents.get(state.things);
  if (!content) {
    content = turnedRound(state);
    contents.set(state.things, content);
  }
  return content;
}
const contents = new WeakMap<HouseState["things"], Content>();

function turnedRound(state: HouseState): Content {
  const content = {
    in: new Map<string, string[]>(),
    on: new Map<string, string[]>(),
    heldBy: new Map<string, string[]>(),
  };
  const { things } = state;
  for (const id of Object.keys(things)) {
    const { at, hidden } = things[id]!;
    if (hidden) continue;
    const map = "in" in at ? content.in : "on" in at ? content.on : content.heldBy;
    const place = placeOf(at);
    const list = map.get(place);
    if (list) list.push(id);
    else map.set(place, [id]);
  }
  // Each short list for itself: cheaper than all of them together.
  const byRank = (a: string, b: string) => things[a]!.rank - things[b]!.rank || (a < b ? -1 : 1);
  for (const map of [content.in, content.on, content.heldBy])
    for (const list of map.values()) if (list.length > 1) list.sort(byRank);
  return content;
}

function see(state: HouseState, content: Content, id: string, reach: Reach): Seen {
  const card = cardOf(state, id);
  const { container } = card;
  const within: Reach = reach === "held" ? "near" : reach;
  return {
    ...card,
    reach,
    at: state.things[id]!.at,
    in:
      container && (container.open || container.transparent)
        ? (content.in.get(id) ?? []).map((one) =>
            see(state, content, one, container.open || within === "theirs" ? within : "shut"),
          )
        : [],
    on: (content.on.get(id) ?? []).map((one) => see(state, content, one, within)),
  };
}

function seePerson(state: HouseState, content: Content, id: string): SeenPerson {
  const person = state.people[id]!;
  return {
    ...namedPerson(state, id),
    ...(person.animal ? { animal: true } : {}),
    ...(person.verbs === undefined ? {} : { verbs: person.verbs }),
    appearance: currentWords(state, isAway(state, id) ? { ...person, appearance: null } : person, "appearance"),
    holding: (content.heldBy.get(id) ?? [])
      .filter((thing) => person.openly.includes(thing) || state.things[thing]!.worn || state.things[thing]!.light?.on)
      .map((thing) => see(state, content, thing, "theirs")),
    ...poseOf(state, id),
  };
}

function poseOf(state: HouseState, who: string): { readonly posed?: Posed } {
  const pose = own(state.posed ?? {}, who);
  return pose ? { posed: { how: pose.how, on: nameCard(pose.on, state.things[pose.on]!) } } : {};
}

/** Whether somebody was led away from where an author has them sit and do things; people with rounds are written for any place. */
function isAway({ led, people }: HouseState, id: string): boolean {
  const way = own(led ?? {}, id);
  return way !== undefined && people[id]!.at !== way.home && people[id]!.route === undefined;
}

/** The room into which a lamp shines, or null when it is hidden or something closed covers it. */
function shinesIn(state: HouseState, id: string): string | null {
  let it = state.things[id]!;
  for (;;) {
    if (it.hidden) return null;
    const { at }: Thing = it;
    const place = placeOf(at);
    if ("heldBy" in at) return state.people[place]!.at;
    if (Object.hasOwn(state.rooms, place)) return place;
    it = state.things[place]!;
    if ("in" in at && !it.container!.open && !it.container!.transparent) return null;
  }
}
