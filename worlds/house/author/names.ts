// What an author should know of the names in a house: words that lead a player to something else, and names in the prose that nobody can ask about yet.
import type { Path } from "@orrery/kernel";
import type { HouseConfig } from "../model/house.ts";
import type { Person } from "../model/person.ts";
import { own } from "../model/state.ts";
import { placeOf } from "../model/thing.ts";
import { firstOf } from "../words/naming.ts";

export interface Note {
  readonly path: Path;
  readonly message: string;
  readonly hint: string;
}

/** What can be talked about, by every name it has. */
interface Subject {
  readonly id: string;
  readonly part: "topics" | "people" | "things" | "doors";
  readonly names: readonly string[];
}

const subjectsOf = ({ topics = {}, people, things, doors }: HouseConfig): readonly Subject[] =>
  Object.entries({ topics, people, things, doors }).flatMap(([part, all]) =>
    Object.entries(all).map(([id, { name, aliases }]) => ({
      id,
      part: part as Subject["part"],
      names: [name, ...aliases, ...(part === "people" ? firstOf({ name }) : [])],
    })),
  );

const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, " ")
    .trim()
    .replace(/^(the|an?) /, "");

/** Lines about something of which a player who asks for it by its id or name is taken to mean something else. */
export function shadowedLines(house: HouseConfig): Note[] {
  const subjects = subjectsOf(house);
  const byName = Map.groupBy(
    subjects.flatMap((subject) => [...new Set(subject.names.map(plainName))].map((name) => ({ name, subject }))),
    ({ name }) => name,
  );
  /** Of equal names a topic is meant. */
  const meantBy = (word: string): readonly Subject[] => {
    const all = (byName.get(word) ?? []).map(({ subject }) => subject);
    const topics = all.filter(({ part }) => part === "topics");
    return topics.length > 0 ? topics : all;
  };
  const insteadOf = (id: string, word: string): Subject | undefined => {
    const meant = meantBy(word);
    return meant.some((one) => one.id === id) ? undefined : meant[0];
  };
  return Object.entries(house.people).flatMap(([who, { topics = [], lies = [] }]) => {
    const lines = [
      ...topics.map(({ about }) => ({ about, path: ["people", who, "topics", about] })),
      ...lies.map(({ about }, i) => ({ about, path: ["people", who, "lies", i, "about"] })),
    ];
    const has = (id: string) => lines.some(({ about }) => about === id);
    return [...Map.groupBy(lines, ({ about }) => about).values()].flatMap(([first]): Note[] => {
      const { about, path } = first!;
      const it = subjects.find(({ id }) => id === about);
      const names = it?.names.map(plainName) ?? [];
      const words = [plainName(about), ...(names.every((name) => insteadOf(about, name)) ? names : [])];
      const word = words.find((one) => insteadOf(about, one));
      const other = word === undefined ? undefined : insteadOf(about, word);
      if (!other || has(other.id)) return [];
      return [
        {
          path,
          message: `A player who asks "${who}" about "${word}" means "${other.id}", not "${about}", and "${who}" has nothing to say about that.`,
          hint: `Write the same under \`${other.id}\`, or call one of the two otherwise.`,
        },
      ];
    });
  });
}

/** A text that is told: where it is said or read, and the topics that come with it. */
interface Telling {
  readonly path: Path;
  readonly room: string | null;
  readonly text: string;
  readonly teaches: readonly string[];
  readonly isDescription?: true;
}

/** People, topics and things that a text names, so that a player asks about them, and is told that they are unheard of. */
export function unheardNames(house: HouseConfig): Note[] {
  const subjects = subjectsOf(house);
  const start = own(house.people, house.players[0] ?? "")?.at ?? null;
  const isSpokenOf = (id: string) =>
    Object.values(house.people).some(({ topics = [] }) => topics.some(({ about }) => about === id));
  const opening: Telling = { path: ["opening"], room: start, text: house.opening, teaches: [] };
  const tellings = [
    opening,
    ...Object.entries(house.people).flatMap(([who, person]) => linesOf(who, person)),
    ...Object.entries(house.things).flatMap(([id, { text, teaches = [] }]): Telling[] =>
      text === null ? [] : [{ path: ["things", id, "text"], room: roomOf(house, id), text, teaches }],
    ),
    ...descriptionsIn(house),
  ];
  const found = tellings.flatMap((telling) =>
    subjects.flatMap(({ id, part, names }): Note[] => {
      // Other words of a description are parts of the scene, and answered for as that.
      if (isKnownAt(house, id, part, telling) || (telling.isDescription && part !== "people")) return [];
      // Of things only the opening speaks to somebody who has seen none yet, and only what others can answer for is asked about.
      if (part === "things" && (telling !== opening || !isSpokenOf(id))) return [];
      const usable = part === "things" ? names.slice(0, 1) : names;
      const name = usable.find((one) => isNamedIn(telling.text, one, part));
      if (name === undefined) return [];
      // Something else by that name is meant and known.
      const others = subjects.filter((one) => one.id !== id && one.names.some((n) => plainName(n) === plainName(name)));
      if (others.some((one) => one.part !== part || isKnownAt(house, one.id, one.part, telling))) return [];
      return [
        {
          path: telling.path,
          message: `"${name}" is named here, and a player who asks about it is told that it is unknown.`,
          hint: cureOf(id, part, telling === opening),
        },
      ];
    }),
  );
  // What is mended in one place is told once.
  return [...new Map(found.toReversed().map((note) => [note.hint, note])).values()].toReversed();
}

const cureOf = (id: string, part: Subject["part"], isOpening: boolean): string =>
  `Write \`known: true\` for ${id}${part === "topics" && !isOpening ? `, or \`teaches: [${id}]\` here` : ""}.`;

const descriptionsIn = (house: HouseConfig): Telling[] =>
  (["rooms", "things", "people"] as const).flatMap((part) =>
    Object.entries(house[part]).map(([id, it]) => ({
      path: [part, id],
      room: roomOf(house, id),
      text: [it.description, "appearance" in it ? (it.appearance ?? "") : ""].join("\n"),
      teaches: [],
      isDescription: true as const,
    })),
  );

/** Whether somebody who is told this can speak of it. */
function isKnownAt(house: HouseConfig, id: string, part: Subject["part"], { room, teaches }: Telling): boolean {
  if (part === "topics") {
    const knowers = house.players.every((who) => own(house.people, who)?.knows?.includes(id));
    return house.topics![id]!.known || teaches.includes(id) || knowers;
  }
  if (part === "people") {
    const { known, at, route } = house.people[id]!;
    return known || route !== undefined || house.players.includes(id) || room === null || isMetBefore(house, at, room);
  }
  if (part === "doors") return true;
  return Boolean(house.things[id]!.known) || roomOf(house, id) === room;
}

/** Whether every way to a room leads through another, or is that one. */
function isMetBefore(house: HouseConfig, passed: string, room: string): boolean {
  const seen = new Set(house.players.flatMap((who) => own(house.people, who)?.at ?? []).filter((at) => at !== passed));
  for (const at of seen) for (const { to } of own(house.rooms, at)?.exits ?? []) if (to !== passed) seen.add(to);
  return !seen.has(room);
}

/** The room in which a thing begins, also inside something or in somebody's hands. */
function roomOf(house: HouseConfig, id: string): string | null {
  const met = new Set<string>();
  for (let now = id; !met.has(now); ) {
    met.add(now);
    const at = own(house.things, now)?.at;
    if (!at) return own(house.people, now)?.at ?? now;
    now = placeOf(at);
  }
  return null;
}

function linesOf(who: string, person: Person): Telling[] {
  const {
    at,
    topics = [],
    shown = [],
    given = [],
    trades,
    lends,
    lies = [],
    answers,
    unaware,
    declines,
    refuses,
  } = person;
  const path = ["people", who];
  const telling = (
    more: Path,
    teaches: readonly string[],
    ...texts: (string | readonly string[] | null | undefined)[]
  ) => ({ path: [...path, ...more], room: at, text: texts.flatMap((one) => one ?? []).join("\n"), teaches });
  return [
    ...topics.map(({ about, says, again, hears, teaches, leads = [] }) =>
      telling(["topics", about], [about, ...teaches, ...leads], says, again, hears),
    ),
    ...shown.map(({ about, says, teaches }) => telling(["shown", about], teaches, says)),
    ...given.map(({ about, says, teaches }) => telling(["given", about], teaches, says)),
    ...trades.map(({ says, asks, teaches = [] }, i) => telling(["trades", i], teaches, says, asks)),
    ...lends.map(({ says }, i) => telling(["lends", i], [], says)),
    ...lies.map(({ about, says, admits }, i) => telling(["lies", i], [about], says, admits)),
    telling(["answers"], [], answers),
    telling(["unaware"], [], unaware),
    telling(["declines"], [], declines),
    telling(["refuses"], [], refuses),
  ];
}

/** Proper names as they are written; other names behind a word that shows that they are names here: "will" is more often a verb. */
function isNamedIn(text: string, name: string, part: Subject["part"]): boolean {
  const isProper = /^\p{Lu}/u.test(name);
  if (part === "people" && !isProper) return false;
  const exact = name.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
  const before = isProper ? "" : "(?:the|an?|his|her|its|my|your|our|their|this|that) ";
  return new RegExp(`(?<![\\p{L}\\p{M}-])${before}${exact}(?![\\p{L}\\p{M}-])`, isProper ? "u" : "iu").test(text);
}
