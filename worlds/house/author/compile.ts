// From an author's located document to a house, or to every problem in it with its place and a hint. Pure: it reads no file.
import type { Json, Located, Path, Problem } from "@orrery/kernel";
import type { HouseConfig } from "../model/house.ts";
import { NERVES, type Person, PRONOUNS } from "../model/person.ts";
import { type Ending, TONES } from "../model/rule.ts";
import { LIMITS, plainWords } from "../model/text.ts";
import {
  type Door,
  type Lock,
  MATERIALS,
  type Placement,
  type Room,
  TAGS,
  type Thing,
  USES,
  type Use,
  YIELDS,
} from "../model/thing.ts";
import { obeysOf } from "../people/wanted.ts";
import { styleOf } from "../words/style.ts";
import { crossProblems } from "./cross.ts";
import { natureFrom } from "./nature.ts";
import { proseProblems } from "./prose.ts";
import { Reader } from "./reader.ts";
import { addUses, changesOf, conditionOf, rulebookOf, rulingsOf, sayingsOf, topicsOf } from "./rulebook.ts";
import * as Author from "./schema.ts";
import { addVerbs, questionsOf, verbProblems, verbsOf } from "./verbs.ts";

export type Compiled =
  | { readonly ok: true; readonly config: HouseConfig }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const DARKNESS = "It is pitch dark, and you can see nothing at all.";

/** Reports all that is wrong, in the order of the text, not the first thing only. */
export function compileHouse(doc: Located): Compiled {
  const read = new Reader(doc);
  const top = read.record([], Author.HOUSE_KEYS);
  if (!top) return { ok: false, problems: read.problems };
  const config: HouseConfig = {
    title:
      read.text(["title"], { max: LIMITS.name, needed: "Every house has a title: write `title: The Cottage`." }) ?? "",
    opening: read.text(["opening"], { max: LIMITS.text, empty: true }) ?? "",
    darkness: read.text(["darkness"], { max: LIMITS.text }) ?? DARKNESS,
    players: playersOf(read),
    rooms: read.entries(["rooms"], "room", (path, id, rank) => roomOf(read, path, id, rank)),
    doors: read.entries(["doors"], "door", (path, id, rank) => doorOf(read, path, id, rank)),
    things: read.entries(["things"], "thing", (path, id, rank) => thingOf(read, path, id, rank)),
    people: read.entries(["people"], "person", (path, id, rank) => personOf(read, path, id, rank)),
    endings: endingsOf(read),
    ...verbsOf(read),
    ...questionsOf(read),
    ...rulebookOf(read),
    ...rulingsOf(read),
    ...styleOf(read),
    ...(read.flag(["gamemaster"]) ? { gamemaster: true } : {}),
  };
  addUses(config);
  addVerbs(config);
  tuckAway(config, read);
  linkNamedRooms(config);
  proseProblems(config, read);
  crossProblems(config, read);
  verbProblems(config, read);
  if (read.problems.length > 0) {
    const problems = [...read.problems].sort((a, b) => a.line - b.line || a.column - b.column);
    return { ok: false, problems };
  }
  return { ok: true, config };
}

/** When a room's description names the room behind an exit, the exit is known and goes by that name. */
function linkNamedRooms({ rooms }: HouseConfig): void {
  for (const room of Object.values(rooms)) {
    const prose = plainWords(room.description);
    for (const exit of room.exits) {
      const to = Object.hasOwn(rooms, exit.to) ? rooms[exit.to]! : null;
      if (to && exit.when === undefined && prose.includes(plainWords(to.name))) exit.known = true;
    }
  }
}

function playersOf(read: Reader): string[] {
  const { player, players } = read.top;
  if (player !== undefined && players !== undefined) {
    read.problem(["players"], "There is `player` and `players` too.", "Keep one of the two.", "key");
  }
  if (players !== undefined) {
    const ids = read.ids(["players"]);
    if (ids.length === 0) read.problem(["players"], "Nobody is played.", "Name at least one person under `people`.");
    return ids;
  }
  if (player === undefined) {
    read.problem([], "Nobody is played.", "Write `player: you`, and describe `you` under `people`.");
    return [];
  }
  const id = read.id(["player"]);
  return id === null ? [] : [id];
}

function roomOf(read: Reader, path: Path, id: string, rank: number): Room | null {
  const room = read.record(path, Author.keysOf(Author.Room));
  if (!room) return null;
  const exits = read.map([...path, "exits"]).map(([direction, value]) => {
    const at = [...path, "exits", direction];
    if (!/^[a-z][a-z' -]*$/.test(direction) || direction.length > LIMITS.name) {
      read.problem(
        at,
        `"${read.short(direction)}" cannot be a direction.`,
        "Use small letters, such as north, in, or stairs.",
        "key",
      );
    }
    if (typeof value === "string") return { direction, to: read.id(at) ?? "", door: null };
    const exit = read.record(at, Author.keysOf(Author.Exit), "an exit is the id of a room, or {to: room, door: door}");
    if (!exit) return { direction, to: "", door: null };
    return {
      direction,
      to: read.id([...at, "to"], "An exit says where it leads: write `to: ` and the id of a room.") ?? "",
      door: exit.door === undefined ? null : read.id([...at, "door"]),
      ...(exit.when === undefined ? {} : { when: conditionOf(read, [...at, "when"]) }),
      ...(exit.called === undefined ? {} : { called: read.names([...at, "called"]) }),
      ...(read.flag([...at, "known"]) ? { known: true } : {}),
    };
  });
  return {
    ...spoken(read, path, id, rank),
    dark: read.flag([...path, "dark"]) ?? false,
    exits,
    ...(room.overlooks === undefined ? {} : { overlooks: read.ids([...path, "overlooks"]) }),
  };
}

function doorOf(read: Reader, path: Path, id: string, rank: number): Door | null {
  const door = read.record(path, Author.keysOf(Author.Door));
  if (!door) return null;
  const words = spoken(read, path, id, rank);
  return {
    ...words,
    open: read.flag([...path, "open"]) ?? false,
    lock: lockOf(read, path, door),
    ...usesOf(read, path, door),
    ...natureOf(read, path, door, words),
  };
}

/** What things are made of, are good for, and stand up to: for attempts that no rule knows. */
function natureOf(
  read: Reader,
  path: Path,
  it: Readonly<Record<string, Json>>,
  words: Pick<Thing, "name" | "aliases" | "adjectives">,
): Pick<Thing, "material" | "tags" | "yields"> {
  const choice = <const T extends string>(key: string, of: readonly T[]) =>
    it[key] === undefined ? null : read.choice([...path, key], of, `There are: ${of.join(", ")}.`);
  const material = choice("material", MATERIALS);
  const yields = choice("yields", YIELDS);
  const tags = read
    .list([...path, "tags"])
    .flatMap((_, i) => read.choice([...path, "tags", i], TAGS, `There are: ${TAGS.join(", ")}.`) ?? []);
  const said = {
    ...(material ? { material } : {}),
    ...(it.tags === undefined ? {} : { tags: [...new Set(tags)] }),
  };
  return {
    ...natureFrom({ ...words, ...said }),
    ...(yields ? { yields } : {}),
  };
}
const LIDS = ["open", "closed", "bare"] as const;

function thingOf(read: Reader, path: Path, id: string, rank: number): Thing | null {
  const thing = read.record(path, Author.keysOf(Author.Thing));
  if (!thing) return null;
  const lid =
    thing.container === undefined || thing.container === false
      ? null
      : read.choice(
          [...path, "container"],
          LIDS,
          "A container is `open` or `closed` when it has a lid, `bare` when it has none.",
        );
  const light =
    thing.light === undefined
      ? null
      : read.choice(
          [...path, "light"],
          ["on", "off", "always"] as const,
          "A light is `on` or `off` and can be switched, or `always` on.",
        );
  if (thing.transparent !== undefined && lid === null) {
    read.problem(
      [...path, "transparent"],
      "Only a container can be transparent.",
      "Add `container: closed`, or leave this out.",
      "key",
    );
  }
  const part = thing.partOf !== undefined;
  const cover = coverOf(read, path, thing);
  const scenery = read.flag([...path, "scenery"]) ?? part;
  const article = read.text([...path, "article"], { max: 20, empty: true });
  const words = spoken(read, path, id, rank);
  return {
    ...words,
    ...(article === null ? {} : { article }),
    plural: read.flag([...path, "plural"]) ?? false,
    appearance: read.text([...path, "appearance"], { max: LIMITS.text }),
    moved: false,
    at: placementOf(read, path, thing),
    fixed: read.flag([...path, "fixed"]) ?? (scenery || part),
    scenery,
    container:
      lid === null
        ? null
        : { open: lid !== "closed", lid: lid !== "bare", transparent: read.flag([...path, "transparent"]) ?? false },
    supporter: read.flag([...path, "supporter"]) ?? false,
    ...(part ? { part: true } : {}),
    lock: lockOf(read, path, thing),
    light: light === null ? null : { on: light !== "off", switch: light !== "always" },
    text: read.text([...path, "text"], { max: LIMITS.text }),
    ...usesOf(read, path, thing),
    ...natureOf(read, path, thing, words),
    ...(read.flag([...path, "wearable"]) || thing.wornBy !== undefined ? { wearable: true } : {}),
    ...(thing.wornBy === undefined ? {} : { worn: true }),
    ...(thing.teaches === undefined ? {} : { teaches: read.ids([...path, "teaches"]) }),
    ...(read.flag([...path, "hidden"]) || cover ? { hidden: true } : {}),
    ...(cover ? { beneath: cover } : {}),
  };
}

function usesOf(read: Reader, path: Path, it: Readonly<Record<string, Json>>): { uses?: Use[] } {
  if (it.uses === undefined) return {};
  const uses = read
    .list([...path, "uses"])
    .flatMap((_, i) => read.choice([...path, "uses", i], USES, `There are: ${USES.join(", ")}.`) ?? []);
  return { uses: [...new Set(uses)] };
}

function placementOf(read: Reader, path: Path, thing: Readonly<Record<string, Json>>): Placement {
  const said = (["in", "on", "partOf", "heldBy", "wornBy", "under", "behind"] as const).filter(
    (how) => thing[how] !== undefined,
  );
  const [how, second] = said;
  if (how === undefined) {
    read.problem(
      path,
      `Nobody knows where "${read.last(path)}" is.`,
      "Write `in: ` with a room or container, `on: ` with a supporter, `heldBy: ` with a person, or `partOf: `, `under: ` or `behind: ` with a thing.",
      "key",
    );
    return { in: "" };
  }
  if (second !== undefined) {
    read.problem(
      [...path, second],
      `"${read.last(path)}" is in two places: \`${how}\` and \`${second}\`.`,
      "A thing is in one place. Keep one of the two.",
      "key",
    );
  }
  const id = read.id([...path, how]) ?? "";
  // Where the thing that covers it is, is only known once all are read.
  return how === "in" || how === "under" || how === "behind"
    ? { in: id }
    : how === "on" || how === "partOf"
      ? { on: id }
      : { heldBy: id };
}

function coverOf(read: Reader, path: Path, thing: Readonly<Record<string, Json>>): Thing["beneath"] | null {
  const how = (["under", "behind"] as const).find((one) => thing[one] !== undefined);
  return how === undefined ? null : { thing: read.id([...path, how]) ?? "", how };
}

/** What is under or behind a thing lies where that does, and stays there when it is taken away. */
function tuckAway({ things, rooms }: HouseConfig, read: Reader): void {
  for (const [id, thing] of Object.entries(things)) {
    if (!thing.beneath) continue;
    const { thing: cover, how } = thing.beneath;
    const place = Object.hasOwn(things, cover) && cover !== id ? things[cover]! : null;
    const isPut = place !== null && !place.beneath && !("heldBy" in place.at);
    if (!isPut)
      read.problem(
        ["things", id, how],
        `Nothing can be ${how} "${cover}".`,
        "Name a thing that lies in a room, and not in somebody's hands or under another.",
      );
    thing.at = isPut ? place.at : { in: Object.keys(rooms)[0] ?? "" };
  }
}

function lockOf(read: Reader, path: Path, it: Readonly<Record<string, Json>>): Lock | null {
  if (it.key !== undefined && it.keys !== undefined) {
    read.problem([...path, "keys"], "There is `key` and `keys` too.", "Keep one of the two.", "key");
  }
  const named = it.key !== undefined || it.keys !== undefined;
  const one = it.key === undefined ? null : read.id([...path, "key"]);
  const keys = it.keys === undefined ? (one === null ? [] : [one]) : read.ids([...path, "keys"]);
  const locked = read.flag([...path, "locked"]) ?? false;
  if (locked && !named) {
    read.problem(
      [...path, "locked"],
      `"${read.last(path)}" is locked, but no key is named.`,
      "Write `key: ` and the id of a thing, or `keys: []` if nothing ever opens it.",
      "key",
    );
  }
  return locked || named ? { locked, keys } : null;
}

function personOf(read: Reader, path: Path, id: string, rank: number): Person | null {
  const person = read.record(path, Author.keysOf(Author.Person));
  if (!person) return null;
  const line = (at: Path) => read.text(at, { max: LIMITS.text });
  const unaware = sayingsOf(read, [...path, "unaware"]);
  const objects = line([...path, "objects"]);
  const nerve =
    person.nerve === undefined
      ? null
      : read.choice([...path, "nerve"], NERVES, "A person's nerve is weak, steady or iron.");
  return {
    ...spoken(read, path, id, rank),
    pronouns:
      person.pronouns === undefined
        ? "they"
        : (read.choice([...path, "pronouns"], PRONOUNS, "Pronouns are she, he, they or it.") ?? "they"),
    appearance: line([...path, "appearance"]),
    at: read.id([...path, "in"], "A person stands in a room: write `in: ` and its id.") ?? "",
    openly: person.openly === undefined ? [] : read.ids([...path, "openly"]),
    lends: read.list([...path, "lends"]).flatMap((_, i) => {
      const at = [...path, "lends", i];
      if (!read.record(at, Author.keysOf(Author.Loan), "a loan is {thing: id, says: words}")) return [];
      return [
        {
          thing: read.id([...at, "thing"], "A loan names a thing: write `thing: ` and its id.") ?? "",
          says: line([...at, "says"]),
        },
      ];
    }),
    trades: read.list([...path, "trades"]).flatMap((_, i) => {
      const at = [...path, "trades", i];
      const trade = read.record(
        at,
        Author.keysOf(Author.Trade),
        "a trade is {wants: id, gives: id, says: words, asks: words}",
      );
      if (!trade) return [];
      return [
        {
          wants: read.id([...at, "wants"], "A trade says what is wanted: write `wants: ` and the id of a thing.") ?? "",
          gives: trade.gives === undefined ? null : read.id([...at, "gives"]),
          says: line([...at, "says"]),
          asks: line([...at, "asks"]),
          ...(trade.when === undefined ? {} : { when: conditionOf(read, [...at, "when"]) }),
          ...(trade.teaches === undefined ? {} : { teaches: read.ids([...at, "teaches"]) }),
        },
      ];
    }),
    declines: sayingsOf(read, [...path, "declines"]),
    answers: sayingsOf(read, [...path, "answers"]),
    ...(person.obeys === undefined ? {} : { obeys: obeysOf(read, path) }),
    ...(person.topics === undefined ? {} : { topics: topicsOf(read, path) }),
    ...(unaware === null ? {} : { unaware }),
    ...(person.hides === undefined ? {} : { hides: read.ids([...path, "hides"]) }),
    ...(person.lies === undefined ? {} : { lies: liesOf(read, path) }),
    ...(person.saw === undefined ? {} : { saw: sightingsOf(read, [...path, "saw"]) }),
    ...(person.shown === undefined ? {} : { shown: repliesOf(read, path, "shown") }),
    ...(person.given === undefined ? {} : { given: repliesOf(read, path, "given") }),
    ...(person.route === undefined ? {} : { route: routeOf(read, [...path, "route"]) }),
    ...(objects === null ? {} : { objects }),
    ...(nerve === null ? {} : { nerve }),
    ...(read.flag([...path, "silent"]) ? { silent: true } : {}),
    ...(read.flag([...path, "animal"]) ? { animal: true } : {}),
    ...(read.flag([...path, "known"]) ? { known: true } : {}),
    ...(person.knows === undefined ? {} : { knows: read.ids([...path, "knows"]) }),
  };
}

/** `lies: [{about: id, room: room}]`: where they say to have seen it; or `says`: what they say of it. */
function liesOf(read: Reader, path: Path): NonNullable<Person["lies"]> {
  return read.list([...path, "lies"]).flatMap((_, i) => {
    const at = [...path, "lies", i];
    const lie = read.record(
      at,
      Author.keysOf(Author.Lie),
      "a lie is {about: id, room: where they say it was} or {about: id, says: words}",
    );
    if (!lie) return [];
    if ((lie.room === undefined) === (lie.says === undefined))
      read.problem(
        at,
        lie.room === undefined ? "Nothing is told here that is not so." : "This lie has a room and words too.",
        "Write `room: ` and where they say it was, or `says: ` and what they say of it.",
      );
    const [says, admits] = (["says", "admits"] as const).map((key) => read.text([...at, key], { max: LIMITS.text }));
    return [
      {
        about: read.id([...at, "about"], "A lie is about somebody or something: write `about: ` and its id.") ?? "",
        ...(lie.room === undefined ? {} : { room: read.id([...at, "room"]) ?? "" }),
        ...(says ? { says } : {}),
        ...(lie.when === undefined ? {} : { when: conditionOf(read, [...at, "when"]) }),
        ...(lie.betrayedBy === undefined ? {} : { betrayedBy: betrayersOf(read, [...at, "betrayedBy"]) }),
        ...(admits ? { admits } : {}),
      },
    ];
  });
}

/** `saw: {somebody: room}`. */
const sightingsOf = (read: Reader, path: Path): NonNullable<Person["saw"]> =>
  read.map(path).map(([about]) => ({ about, room: read.id([...path, about]) ?? "" }));

/** `betrayedBy: [id, {about: id, when: condition}]`. */
const betrayersOf = (read: Reader, path: Path) =>
  read.list(path).map((one, i) => {
    const at = [...path, i];
    if (typeof one === "string") return { about: read.id(at) ?? "" };
    const it = read.record(
      at,
      Author.keysOf(Author.Betrayal),
      "what betrays a lie is an id, or {about: id, when: condition}",
    );
    return {
      about: it ? (read.id([...at, "about"], "Write `about: ` and an id.") ?? "") : "",
      ...(it?.when === undefined ? {} : { when: conditionOf(read, [...at, "when"]) }),
    };
  });

const repliesOf = (read: Reader, path: Path, key: "shown" | "given"): NonNullable<Person["shown"]> =>
  topicsOf(read, path, key).map(({ hears: _hears, ...reply }) => reply);

/** `route: {stops: [{at: room, turns: 5}, room], loop: false, when: condition, blocked: words}`, or a list of stops. */
function routeOf(read: Reader, path: Path): NonNullable<Person["route"]> {
  const whole = read.isList(path);
  const list = whole ? path : [...path, "stops"];
  const it = whole ? {} : read.record(path, Author.keysOf(Author.Route), "a route is {stops: [{at: room, turns: 5}]}");
  const stops = read.list(list).map((stop, i) => {
    const at = [...list, i];
    if (typeof stop === "string") return { at: read.id(at) ?? "", turns: 1 };
    const one = read.record(at, Author.keysOf(Author.Stop), "a stop is {at: room, turns: 5}, or the id of a room");
    return {
      at: one ? (read.id([...at, "at"], "A stop says where: write `at: ` and the id of a room.") ?? "") : "",
      turns: one?.turns === undefined ? 1 : read.whole([...at, "turns"], 0, 10_000),
    };
  });
  if (it && (stops.length === 0 || stops.length > 50))
    read.problem(
      path,
      `A route has ${stops.length} stops.`,
      "Write 1 to 50: `[{at: hall, turns: 5}, kitchen]`.",
      "key",
    );
  return {
    stops,
    loop: (whole ? null : read.flag([...path, "loop"])) ?? true,
    ...(it?.when === undefined ? {} : { when: conditionOf(read, [...path, "when"]) }),
    blocked: whole ? null : read.text([...path, "blocked"], { max: LIMITS.text }),
  };
}

function endingsOf(read: Reader): Ending[] {
  const endings = read.entries(["endings"], "ending", (path, id) => {
    const ending = read.record(path, Author.keysOf(Author.Ending));
    if (!ending) return null;
    const byRule = ending.when === undefined && endsByRule(read, id);
    return {
      id,
      tone:
        ending.tone === undefined
          ? ("neutral" as const)
          : (read.choice([...path, "tone"], TONES, "An ending is won, lost or neutral.") ?? "neutral"),
      title: read.text([...path, "title"], { max: LIMITS.name }) ?? plainName(id),
      text:
        read.text([...path, "text"], {
          max: LIMITS.text,
          needed: "An ending is told: write `text: ` and what is said.",
        }) ?? "",
      ...(byRule ? {} : { when: conditionOf(read, [...path, "when"], ENDING) }),
    };
  });
  return Object.values(endings);
}
const ENDING = "An ending says when it comes about: write `when: ` and a condition, or `end: ` in a rule.";

/** Whether some rule brings this ending about, so that it needs no condition. */
function endsByRule(read: Reader, id: string): boolean {
  return read
    .map(["rules"])
    .some(([rule]) =>
      read.list(["rules", rule, "do"]).some((effect) => (effect as { end?: unknown } | null)?.end === id),
    );
}

function spoken(read: Reader, path: Path, id: string, rank: number) {
  return {
    rank,
    name: read.text([...path, "name"], { max: LIMITS.name }) ?? plainName(id),
    aliases: read.names([...path, "aliases"]),
    adjectives: read.names([...path, "adjectives"]),
    description: (read.text([...path, "description"], { max: LIMITS.text, empty: true }) ?? "").trim(),
    ...smellOf(read, path),
    ...changesOf(read, path),
  };
}

function smellOf(read: Reader, path: Path): { smell?: string } {
  const smell = read.text([...path, "smell"], { max: LIMITS.text });
  return smell === null ? {} : { smell: smell.trim() };
}

/** "brass-key" is called "brass key" unless its author says otherwise. */
const plainName = (id: string): string => id.replaceAll(/[-_]+/g, " ").trim() || id;
