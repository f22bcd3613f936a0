// What is wrong between the parts of a house that was read: names that lead nowhere, two of a kind, circles. Each at its place.
import type { Path } from "@orrery/kernel";
import type { HouseConfig } from "../model/house.ts";
import { own } from "../model/state.ts";
import { placeOf } from "../model/thing.ts";
import { allNames } from "../rules/valid.ts";
import { type AuthorReader, nearest } from "./reader.ts";
import { circleOf, idsOf, isOf, misfit, ROLES, type RoleKind, roundabout } from "./roles.ts";

export function crossProblems(house: HouseConfig, read: AuthorReader): void {
  const names = new Names(house, read);
  duplicates(house, read);
  rooms(house, read, names);
  doors(house, read, names);
  things(house, read, names);
  people(house, read, names);
  checkNames(house, read, names);
  for (const [i, id] of house.players.entries()) {
    const path = read.top.players === undefined ? ["player"] : ["players", i];
    names.must(path, id, "person");
    if (house.players.indexOf(id) < i) read.problem(path, `"${id}" is played twice.`, "Name every player once.");
  }
  if (Object.keys(house.rooms).length === 0)
    read.problem(["rooms"], "There is no room.", "Write at least one under `rooms`.", "key");
}

/** Looks names up and notes what they lead to instead. */
class Names {
  readonly #house: HouseConfig;
  readonly #read: AuthorReader;
  constructor(house: HouseConfig, read: AuthorReader) {
    this.#house = house;
    this.#read = read;
  }

  /** True when the id is one of these kinds. An empty id was noted when it was read. */
  must(path: Path, id: string, ...kinds: readonly RoleKind[]): boolean {
    if (id === "") return false;
    const of = (kind: RoleKind) => isOf(this.#house, kind, id);
    if (kinds.some(of)) return true;
    const kind = KINDS.find(of);
    const close = nearest(
      id,
      kinds.flatMap((one) => idsOf(this.#house, one)),
    );
    const wanted = kinds.map((one) => `a ${one}`).join(" or ");
    this.#read.problem(
      path,
      kind ? `"${id}" is a ${kind}, and here must stand ${wanted}.` : `There is no ${kinds.join(" or ")} "${id}".`,
      close
        ? `Did you mean \`${close}\`?`
        : kind
          ? `Name ${wanted}.`
          : `Add it under \`${PARTS[kinds[0]!]}\`, or name one that is there.`,
    );
    return false;
  }
}
const KINDS = ["room", "door", "thing", "person"] as const;
const PARTS = {
  room: "rooms",
  door: "doors",
  thing: "things",
  person: "people",
  flag: "flags",
  counter: "counters",
  rule: "rules",
  ending: "endings",
  topic: "topics",
  cast: "casts",
} as const;

function duplicates(house: HouseConfig, read: AuthorReader): void {
  const seen = new Map<string, string>();
  for (const part of ["rooms", "doors", "things", "people", "topics"] as const) {
    for (const id of Object.keys(house[part] ?? {})) {
      const first = seen.get(id);
      if (first === undefined) seen.set(id, part);
      else
        read.problem(
          [part, id],
          `"${id}" is an id under \`${first}\` already.`,
          "Give one of the two another id; its name can stay.",
          "key",
        );
    }
  }
}

function rooms(house: HouseConfig, read: AuthorReader, names: Names): void {
  const sides = new Map<string, readonly [string, string]>();
  for (const [room, { exits }] of Object.entries(house.rooms)) {
    for (const { direction, to, door } of exits) {
      const path = ["rooms", room, "exits", direction];
      const plain =
        typeof (read.top.rooms as Record<string, { exits: Record<string, unknown> }>)[room]?.exits[direction] ===
        "string";
      const leads = names.must(plain ? path : [...path, "to"], to, "room");
      if (door === null) {
        // Walking round a door by leaving it out on one side is always a slip.
        const back = leads ? house.rooms[to]!.exits.find((exit) => exit.to === room && exit.door !== null) : undefined;
        const other = exits.some((exit) => exit.to === to && exit.door !== null);
        if (back && !other) {
          read.problem(
            plain ? path : [...path, "to"],
            `The door "${back.door}" is left out on this side.`,
            `Write \`${direction}: {to: ${to}, door: ${back.door}}\`.`,
          );
        }
        continue;
      }
      if (!names.must([...path, "door"], door, "door") || !leads) continue;
      const joins = sides.get(door) ?? [room, to];
      sides.set(door, joins);
      if (!joins.includes(room) || !joins.includes(to)) {
        read.problem(
          [...path, "door"],
          `The door "${door}" joins ${joins[0]} and ${joins[1]} already.`,
          "A door joins two rooms. Add another door for this way.",
        );
      }
    }
  }
  for (const id of Object.keys(house.doors)) {
    if (!sides.has(id))
      read.problem(
        ["doors", id],
        `The door "${id}" leads nowhere.`,
        `Give it to an exit: \`north: {to: room, door: ${id}}\`.`,
        "key",
      );
  }
}

function doors(house: HouseConfig, read: AuthorReader, names: Names): void {
  for (const [id, { open, lock }] of Object.entries(house.doors)) {
    keys(read, names, ["doors", id], lock?.keys ?? []);
    if (open && lock?.locked)
      read.problem(["doors", id, "locked"], `"${id}" is both open and locked.`, "Make it one or the other.", "key");
  }
}

function keys(read: AuthorReader, names: Names, path: Path, all: readonly string[]): void {
  const top = (read.top[path[0] as string] as Record<string, Record<string, unknown>>)[path[1] as string];
  for (const [i, key] of all.entries())
    names.must(top?.keys === undefined ? [...path, "key"] : [...path, "keys", i], key, "thing");
}

function things(house: HouseConfig, read: AuthorReader, names: Names): void {
  for (const [id, { at, fixed, worn, container, lock, part }] of Object.entries(house.things)) {
    const how = "in" in at ? "in" : "on" in at ? (part ? "partOf" : "on") : worn ? "wornBy" : "heldBy";
    const path = ["things", id, how];
    const place = placeOf(at);
    const holder = own(house.things, place);
    if (how === "heldBy" || how === "wornBy") {
      if (names.must(path, place, "person") && fixed)
        read.problem(path, `"${id}" is fixed, so nobody can hold it.`, "Leave out `fixed`, or put it into a room.");
    } else if (how === "partOf") names.must(path, place, "thing");
    else if (how === "on") {
      if (names.must(path, place, "thing") && !holder?.supporter)
        read.problem(path, `Nothing can be put on "${place}".`, `Add \`supporter: true\` to ${place}.`);
    } else if (names.must(path, place, "room", "thing") && holder && !holder.container) {
      read.problem(path, `Nothing can be put into "${place}".`, `Add \`container: open\` to ${place}.`);
    }
    const circle = circleFrom(house, id);
    if (circle)
      read.problem(path, `"${id}" is inside itself: ${roundabout(circle)}.`, "Put one of them somewhere else.");
    keys(read, names, ["things", id], lock?.keys ?? []);
    if (lock && !container?.lid)
      read.problem(
        ["things", id],
        `"${id}" has a lock, but no lid to lock.`,
        "Add `container: closed`, or leave out its key.",
        "key",
      );
    if (lock?.locked && container?.open)
      read.problem(["things", id, "locked"], `"${id}" is both open and locked.`, "Write `container: closed`.", "key");
  }
}

/** The way round from a thing back to itself, or null; a circle further on is told where it begins. */
function circleFrom({ things }: HouseConfig, id: string): string[] | null {
  const way = [id];
  const met = new Set<string>();
  for (let at = own(things, id); at; ) {
    const next = placeOf(at.at);
    way.push(next);
    if (next === id) return way;
    if (met.has(next)) return null;
    met.add(next);
    at = "heldBy" in at.at ? undefined : own(things, next);
  }
  return null;
}

function people(house: HouseConfig, read: AuthorReader, names: Names): void {
  for (const [id, { at, openly, lends, trades }] of Object.entries(house.people)) {
    const path = ["people", id];
    names.must([...path, "in"], at, "room");
    for (const [i, thing] of openly.entries()) names.must([...path, "openly", i], thing, "thing");
    for (const [i, { thing }] of lends.entries()) names.must([...path, "lends", i, "thing"], thing, "thing");
    for (const [i, { wants, gives }] of trades.entries()) {
      names.must([...path, "trades", i, "wants"], wants, "thing");
      if (gives !== null) names.must([...path, "trades", i, "gives"], gives, "thing");
    }
    const deals = lends.length > 0 ? "lends" : trades.length > 0 ? "trades" : null;
    if (deals && house.players.includes(id)) {
      read.problem(
        [...path, deals],
        `"${id}" is played, and gives by their own will.`,
        `Leave out \`${deals}\`.`,
        "key",
      );
    }
  }
}

/** Checks the names in conditions, triggers and effects, and finds rules that set themselves off. */
function checkNames(house: HouseConfig, read: AuthorReader, names: Names): void {
  for (const { at, id, is } of allNames(house)) {
    const role = ROLES[is];
    if (!names.must(at, id, ...role.kinds) || misfit(house, id, is) === null || !("lacks" in role)) continue;
    const [message, hint] = role.lacks as readonly [(id: string) => string, (id: string) => string];
    read.problem(at, message(id), hint(id));
  }
  for (const { id, on } of house.rules ?? []) {
    const circle = on && "rule" in on ? circleOf(house.rules ?? [], id) : null;
    if (circle)
      read.problem(
        ["rules", id, "on"],
        `"${id}" would set itself off without end: ${roundabout(circle)}.`,
        "Let one of them begin with something that somebody does, or with time.",
      );
  }
}
