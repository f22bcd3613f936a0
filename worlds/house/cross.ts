// What is wrong between the parts of a house that was read: names that lead nowhere, two of a kind, circles. Each at its place.
import type { Path } from "@orrery/kernel";
import { type Condition, type HouseConfig, own, placeOf } from "./model.ts";
import { nearest, type Reader } from "./reader.ts";

type Kind = "room" | "door" | "thing" | "person";

export function crossProblems(house: HouseConfig, read: Reader): void {
  const names = new Names(house, read);
  duplicates(house, read);
  rooms(house, read, names);
  doors(house, read, names);
  things(house, read, names);
  people(house, read, names);
  for (const { id, when } of house.endings) condition(house, read, names, when, ["endings", id, "when"]);
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
  readonly #read: Reader;
  constructor(house: HouseConfig, read: Reader) {
    this.#house = house;
    this.#read = read;
  }

  kindOf(id: string): Kind | null {
    const { rooms, doors, things, people } = this.#house;
    return own(rooms, id)
      ? "room"
      : own(doors, id)
        ? "door"
        : own(things, id)
          ? "thing"
          : own(people, id)
            ? "person"
            : null;
  }

  /** True when the id is one of these kinds. An empty id was noted when it was read. */
  must(path: Path, id: string, ...kinds: readonly Kind[]): boolean {
    if (id === "") return false;
    const kind = this.kindOf(id);
    if (kind && kinds.includes(kind)) return true;
    const all = kinds.flatMap((one) => Object.keys(this.#part(one)));
    const close = nearest(id, all);
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

  #part(kind: Kind): Readonly<Record<string, unknown>> {
    return this.#house[PARTS[kind]];
  }
}
const PARTS = { room: "rooms", door: "doors", thing: "things", person: "people" } as const;

function duplicates(house: HouseConfig, read: Reader): void {
  const seen = new Map<string, string>();
  for (const part of ["rooms", "doors", "things", "people"] as const) {
    for (const id of Object.keys(house[part])) {
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

function rooms(house: HouseConfig, read: Reader, names: Names): void {
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

function doors(house: HouseConfig, read: Reader, names: Names): void {
  for (const [id, { open, lock }] of Object.entries(house.doors)) {
    keys(read, names, ["doors", id], lock?.keys ?? []);
    if (open && lock?.locked)
      read.problem(["doors", id, "locked"], `"${id}" is both open and locked.`, "Make it one or the other.", "key");
  }
}

function keys(read: Reader, names: Names, path: Path, all: readonly string[]): void {
  const top = (read.top[path[0] as string] as Record<string, Record<string, unknown>>)[path[1] as string];
  for (const [i, key] of all.entries())
    names.must(top?.keys === undefined ? [...path, "key"] : [...path, "keys", i], key, "thing");
}

function things(house: HouseConfig, read: Reader, names: Names): void {
  for (const [id, { at, fixed, container, lock }] of Object.entries(house.things)) {
    const how = "in" in at ? "in" : "on" in at ? "on" : "heldBy";
    const path = ["things", id, how];
    const place = placeOf(at);
    const holder = own(house.things, place);
    if (how === "heldBy") {
      if (names.must(path, place, "person") && fixed)
        read.problem(path, `"${id}" is fixed, so nobody can hold it.`, "Leave out `fixed`, or put it into a room.");
    } else if (how === "on") {
      if (names.must(path, place, "thing") && !holder?.supporter)
        read.problem(path, `Nothing can be put on "${place}".`, `Add \`supporter: true\` to ${place}.`);
    } else if (names.must(path, place, "room", "thing") && holder && !holder.container) {
      read.problem(path, `Nothing can be put into "${place}".`, `Add \`container: open\` to ${place}.`);
    }
    const circle = circleFrom(house, id);
    if (circle)
      read.problem(path, `"${id}" is inside itself: ${circle.join(" → ")}.`, "Put one of them somewhere else.");
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
  for (let at = own(things, id); at; ) {
    const next = placeOf(at.at);
    way.push(next);
    if (next === id) return way;
    if (way.indexOf(next) < way.length - 1) return null;
    at = "heldBy" in at.at ? undefined : own(things, next);
  }
  return null;
}

function people(house: HouseConfig, read: Reader, names: Names): void {
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

function condition(house: HouseConfig, read: Reader, names: Names, when: Condition, path: Path): void {
  const thing = (key: string, id: string, test: (id: string) => boolean, message: string, hint: string) => {
    if (names.must([...path, key], id, "thing") && !test(id)) read.problem([...path, key], message, hint);
  };
  if ("all" in when || "any" in when) {
    const key = "all" in when ? "all" : "any";
    const parts = ("all" in when ? when.all : when.any) as Condition[];
    parts.forEach((one, i) => {
      condition(house, read, names, one, [...path, key, i]);
    });
  } else if ("not" in when) {
    condition(house, read, names, when.not as Condition, [...path, "not"]);
  } else if ("person" in when) {
    names.must([...path, "person"], when.person, "person");
    names.must([...path, "at"], when.at, "room");
  } else if ("door" in when) {
    names.must([...path, "door"], when.door, "door");
  } else if ("heldBy" in when) {
    names.must([...path, "thing"], when.thing, "thing");
    names.must([...path, "heldBy"], when.heldBy, "person");
  } else if ("on" in when) {
    names.must([...path, "thing"], when.thing, "thing");
    thing(
      "on",
      when.on,
      (id) => house.things[id]!.supporter,
      `Nothing can be put on "${when.on}".`,
      `Add \`supporter: true\` to ${when.on}.`,
    );
  } else if ("open" in when) {
    thing(
      "thing",
      when.thing,
      (id) => house.things[id]!.container !== null,
      `"${when.thing}" cannot be open.`,
      "Name a container.",
    );
  } else if ("lit" in when) {
    thing(
      "thing",
      when.thing,
      (id) => house.things[id]!.light !== null,
      `"${when.thing}" gives no light.`,
      "Name a thing with `light`.",
    );
  } else {
    names.must([...path, "thing"], when.thing, "thing");
    if (names.must([...path, "in"], when.in, "room", "thing") && own(house.things, when.in)?.container === null) {
      read.problem([...path, "in"], `Nothing can be put into "${when.in}".`, `Add \`container: open\` to ${when.in}.`);
    }
  }
}
