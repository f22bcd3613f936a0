// From an author's located document to a house, or to every problem in it with its place and a hint. Pure: it reads no file.
import type { Json, Located, Path, Problem } from "@orrery/kernel";
import type { HouseConfig } from "../model/house.ts";
import type { Person } from "../model/person.ts";
import type { Ending } from "../model/rule.ts";
import { LIMITS, plainWords } from "../model/text.ts";
import type { Door, Lock, Placement, Room, Thing } from "../model/thing.ts";
import { crossProblems } from "./cross.ts";
import { natureFrom } from "./nature.ts";
import { proseProblems } from "./prose.ts";
import { AuthorReader } from "./reader.ts";
import {
  addUses,
  dropUndefined,
  hintsOf,
  obeysOf,
  rulesOf,
  rulingsOf,
  topicRepliesOf,
  topicsOf,
  trimLines,
} from "./rulebook.ts";
import {
  type AuthorDoor,
  type AuthorHouse,
  type AuthorPerson,
  type AuthorRoom,
  type AuthorThing,
  House,
  partsWith,
} from "./schema.ts";
import { styleOf } from "./style.ts";
import { addVerbs, questionsOf, verbProblems, verbsOf } from "./verbs.ts";

export type Compiled =
  | { readonly ok: true; readonly config: HouseConfig }
  | { readonly ok: false; readonly problems: readonly Problem[] };

const DARKNESS = "It is pitch dark, and you can see nothing at all.";

/** Reports all that is wrong, in the order of the text, not the first thing only. */
export function compileHouse(doc: Located): Compiled {
  const verbs = (doc.value as { readonly verbs?: Json } | null)?.verbs;
  const read = new AuthorReader(doc, partsWith(verbs && typeof verbs === "object" ? Object.keys(verbs) : []));
  const file = read.value([], House);
  if (!file) return { ok: false, problems: read.problems };
  const config: HouseConfig = {
    title: file.title,
    opening: file.opening ?? "",
    darkness: file.darkness ?? DARKNESS,
    players: playersOf(read, file),
    rooms: each(file.rooms, (it, id, rank) => roomOf(read, ["rooms", id], it, rank)),
    doors: each(file.doors, (it, id, rank) => doorOf(read, ["doors", id], it, rank)),
    things: each(file.things, (it, id, rank) => thingOf(read, ["things", id], it, rank)),
    people: each(file.people, (it, id, rank) => personOf(read, ["people", id], it, rank)),
    endings: endingsOf(read, file),
    ...dropUndefined({
      verbs: some(verbsOf(read, file.verbs)),
      questions: some(questionsOf(read, file.questions)),
      flags: some(file.flags),
      counters: some(file.counters),
      casts: some(castsOf(read, file.casts)),
      topics: some(topicsOf(read, file.topics)),
      rules: some(rulesOf(read, file)),
      hints: some(hintsOf(file.hints)),
      rulings: some(rulingsOf(read, file.rulings)),
      style: styleOf(read, file.style),
      clock: file.clock,
      gamemaster: file.gamemaster || undefined,
    }),
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

const each = <T, R>(all: Readonly<Record<string, T>> = {}, of: (it: T, id: string, rank: number) => R) =>
  Object.fromEntries(Object.entries(all).map(([id, it], rank): [string, R] => [id, of(it, id, rank)]));

/** What is not written is left out, so that a plain house stays as it always was. */
const some = <T extends object>(all: T | undefined): T | undefined =>
  all && Object.keys(all).length > 0 ? all : undefined;

/** When a room's description names the room behind an exit, by any of its names or as "the vault", the exit is known and goes by its name. */
function linkNamedRooms({ rooms }: HouseConfig): void {
  const lastWord = (name: string) => plainWords(name).trim().split(" ").at(-1)!;
  const lastWords = Object.values(rooms).flatMap(({ name, aliases }) => [...new Set([name, ...aliases].map(lastWord))]);
  /** The last word of a name, where it is no other room's. */
  const shortNames = ({ name }: Room) =>
    lastWords.filter((word) => word === lastWord(name)).length === 1 ? [`the ${lastWord(name)}`] : [];
  for (const room of Object.values(rooms)) {
    const prose = plainWords(room.description);
    for (const exit of room.exits) {
      const to = Object.hasOwn(rooms, exit.to) ? rooms[exit.to]! : null;
      if (!to || exit.when !== undefined) continue;
      const names = [to.name, ...to.aliases, ...shortNames(to)];
      if (names.some((name) => prose.includes(plainWords(name)))) exit.known = true;
    }
  }
}

function playersOf(read: AuthorReader, { player, players }: AuthorHouse): string[] {
  if (read.top["player"] !== undefined && players !== undefined)
    read.problem(["players"], "There is `player` and `players` too.", "Keep one of the two.", "key");
  if (players?.length === 0) read.problem(["players"], "Nobody is played.", "Name at least one person under `people`.");
  else if (players === undefined && read.top["player"] === undefined)
    read.problem([], "Nobody is played.", "Write `player: you`, and describe `you` under `people`.");
  return players ?? (player === undefined ? [] : [player]);
}

function castsOf(read: AuthorReader, casts: AuthorHouse["casts"] = {}): NonNullable<HouseConfig["casts"]> {
  for (const [part, ids] of Object.entries(casts))
    if (ids.length === 0) read.problem(["casts", part], "Nobody can be given this part.", "Write `[one, two, three]`.");
  return casts;
}

function roomOf(read: AuthorReader, path: Path, { exits = {}, ...it }: AuthorRoom, rank: number): Room {
  return {
    ...compileWords(read, path, it, rank),
    dark: it.dark ?? false,
    exits: Object.entries(exits).map(([direction, exit]) => {
      if (!/^[a-z][a-z' -]*$/.test(direction) || direction.length > LIMITS.name)
        read.problem(
          [...path, "exits", direction],
          `"${read.short(direction)}" cannot be a direction.`,
          "Use small letters, such as north, in, or stairs.",
          "key",
        );
      if (typeof exit === "string") return { direction, to: exit, door: null };
      const { to, door = null, when, called, known } = exit;
      return { direction, to, door, ...dropUndefined({ when, called, known: known || undefined }) };
    }),
    ...dropUndefined({ overlooks: it.overlooks }),
  };
}

function doorOf(read: AuthorReader, path: Path, it: AuthorDoor, rank: number): Door {
  const words = compileWords(read, path, it, rank);
  return { ...words, open: it.open ?? false, lock: lockOf(read, path, it), ...usesOf(it), ...natureOf(it, words) };
}

const usesOf = ({ uses }: Pick<AuthorDoor, "uses">) => dropUndefined({ uses: uses && [...new Set(uses)] });

/** What things are made of, are good for, and stand up to: for attempts that no rule knows. */
const natureOf = (
  { material, tags, yields }: AuthorDoor,
  words: Pick<Thing, "name" | "aliases" | "adjectives">,
): Pick<Thing, "material" | "tags" | "yields"> => ({
  ...natureFrom({ ...words, ...dropUndefined({ material, tags: tags && [...new Set(tags)] }) }),
  ...dropUndefined({ yields }),
});

function thingOf(read: AuthorReader, path: Path, it: AuthorThing, rank: number): Thing {
  const { container: lid = false, transparent = false, light, article, teaches } = it;
  if (it.transparent !== undefined && lid === false)
    read.problem(
      [...path, "transparent"],
      "Only a container can be transparent.",
      "Add `container: closed`, or leave this out.",
      "key",
    );
  const part = it.partOf !== undefined;
  const beneath = coverOf(it);
  const scenery = it.scenery ?? part;
  const words = compileWords(read, path, it, rank);
  return {
    ...words,
    ...dropUndefined({ article }),
    plural: it.plural ?? false,
    appearance: it.appearance ?? null,
    moved: false,
    at: placementOf(read, path, it),
    fixed: it.fixed ?? (scenery || part),
    scenery,
    container: lid === false ? null : { open: lid !== "closed", lid: lid !== "bare", transparent },
    supporter: it.supporter ?? false,
    ...(part ? { part } : {}),
    lock: lockOf(read, path, it),
    light: light === undefined ? null : { on: light !== "off", switch: light !== "always" },
    text: it.text ?? null,
    ...usesOf(it),
    ...natureOf(it, words),
    ...(it.wearable || it.wornBy !== undefined ? { wearable: true } : {}),
    ...(it.wornBy === undefined ? {} : { worn: true }),
    ...dropUndefined({ teaches }),
    ...(it.known ? { known: true } : {}),
    ...(it.hidden || beneath ? { hidden: true } : {}),
    ...dropUndefined({ beneath }),
  };
}

/** How a thing can lie, and the place that each makes. Where what covers a thing is, is only known once all are read. */
const PLACES = {
  in: "in",
  on: "on",
  partOf: "on",
  heldBy: "heldBy",
  wornBy: "heldBy",
  under: "in",
  behind: "in",
} as const satisfies Partial<Record<keyof AuthorThing, string>>;

function placementOf(read: AuthorReader, path: Path, thing: AuthorThing): Placement {
  const [how, second] = (Object.keys(PLACES) as (keyof typeof PLACES)[]).filter((one) => thing[one] !== undefined);
  if (how === undefined) {
    // What stands there and is no id was told of.
    const isSaid = Object.keys(PLACES).some((one) => read.has([...path, one]));
    if (!isSaid)
      read.problem(
        path,
        `Nobody knows where "${read.last(path)}" is.`,
        "Write `in: ` with a room or container, `on: ` with a supporter, `heldBy: ` with a person, or `partOf: `, `under: ` or `behind: ` with a thing.",
        "key",
      );
    return { in: "" };
  }
  if (second !== undefined)
    read.problem(
      [...path, second],
      `"${read.last(path)}" is in two places: \`${how}\` and \`${second}\`.`,
      "A thing is in one place. Keep one of the two.",
      "key",
    );
  return { [PLACES[how]]: thing[how]! } as Placement;
}

function coverOf(it: AuthorThing): Thing["beneath"] {
  const how = (["under", "behind"] as const).find((one) => it[one] !== undefined);
  return how && { thing: it[how]!, how };
}

/** What is under or behind a thing lies where that does, and stays there when it is taken away. */
function tuckAway({ things, rooms }: HouseConfig, read: AuthorReader): void {
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

function lockOf(read: AuthorReader, path: Path, { key, keys, locked = false }: AuthorDoor): Lock | null {
  const [hasKey, hasKeys] = [read.has([...path, "key"]), read.has([...path, "keys"])];
  if (hasKey && hasKeys)
    read.problem([...path, "keys"], "There is `key` and `keys` too.", "Keep one of the two.", "key");
  if (locked && !hasKey && !hasKeys)
    read.problem(
      [...path, "locked"],
      `"${read.last(path)}" is locked, but no key is named.`,
      "Write `key: ` and the id of a thing, or `keys: []` if nothing ever opens it.",
      "key",
    );
  return locked || hasKey || hasKeys ? { locked, keys: keys ?? (key === undefined ? [] : [key]) } : null;
}

function personOf(read: AuthorReader, path: Path, it: AuthorPerson, rank: number): Person {
  return {
    ...compileWords(read, path, it, rank),
    pronouns: it.pronouns ?? "they",
    appearance: it.appearance ?? null,
    at: it.in,
    openly: it.openly ?? [],
    lends: (it.lends ?? []).map(({ thing, says = null }) => ({ thing, says })),
    trades: (it.trades ?? []).map(({ wants, gives = null, says = null, asks = null, ...more }) => ({
      wants,
      gives,
      says,
      asks,
      ...more,
    })),
    declines: trimLines(it.declines) ?? null,
    answers: trimLines(it.answers) ?? null,
    ...dropUndefined({
      obeys: it.obeys && obeysOf(read, [...path, "obeys"], it.obeys),
      topics: it.topics && topicRepliesOf(read, [...path, "topics"], it.topics),
      unaware: trimLines(it.unaware),
      refuses: trimLines(it.refuses),
      courtesies:
        it.courtesies &&
        dropUndefined({
          greeting: trimLines(it.courtesies.greeting),
          thanks: trimLines(it.courtesies.thanks),
          apology: trimLines(it.courtesies.apology),
          farewell: trimLines(it.courtesies.farewell),
        }),
      hides: it.hides,
      lies: it.lies && liesOf(read, [...path, "lies"], it.lies),
      saw: it.saw && Object.entries(it.saw).map(([about, room]) => ({ about, room })),
      shown: it.shown && repliesOf(read, [...path, "shown"], it.shown),
      given: it.given && repliesOf(read, [...path, "given"], it.given),
      route: it.route && routeOf(it.route),
      objects: it.objects,
      nerve: it.nerve,
      silent: it.silent || undefined,
      animal: it.animal || undefined,
      known: it.known || undefined,
      knows: it.knows,
    }),
  };
}

/** `lies: [{about: id, room: room}]`: where they say to have seen it; or `says`: what they say of it. */
function liesOf(read: AuthorReader, path: Path, lies: NonNullable<AuthorPerson["lies"]>): NonNullable<Person["lies"]> {
  return lies.map(({ betrayedBy, ...lie }, i) => {
    if ((lie.room === undefined) === (lie.says === undefined))
      read.problem(
        [...path, i],
        lie.room === undefined ? "Nothing is told here that is not so." : "This lie has a room and words too.",
        "Write `room: ` and where they say it was, or `says: ` and what they say of it.",
      );
    const betrayers = betrayedBy?.map((one) => (typeof one === "string" ? { about: one } : one));
    return { ...lie, ...dropUndefined({ betrayedBy: betrayers }) };
  });
}

const repliesOf = (
  read: AuthorReader,
  path: Path,
  all: NonNullable<AuthorPerson["shown"]>,
): NonNullable<Person["shown"]> => topicRepliesOf(read, path, all).map(({ hears: _hears, ...reply }) => reply);

/** `route: {stops: [{at: room, turns: 5}, room], loop: false, when: condition, blocked: words}`, or a list of stops. */
function routeOf(route: NonNullable<AuthorPerson["route"]>): NonNullable<Person["route"]> {
  const { stops, loop = true, when, blocked = null } = Array.isArray(route) ? { stops: route } : route;
  return {
    stops: stops.map((stop) =>
      typeof stop === "string" ? { at: stop, turns: 1 } : { at: stop.at, turns: stop.turns ?? 1 },
    ),
    loop,
    ...dropUndefined({ when }),
    blocked,
  };
}

function endingsOf(read: AuthorReader, { endings = {}, rules = {} }: AuthorHouse): Ending[] {
  const byRule = new Set(
    Object.values(rules).flatMap((rule) => rule.do.map((effect) => ("end" in effect ? effect.end : null))),
  );
  return Object.entries(endings).map(([id, { tone = "neutral", title = plainName(id), text, when }]) => {
    if (when === undefined && !byRule.has(id) && !read.has(["endings", id, "when"]))
      read.problem(
        ["endings", id],
        "`when` is missing.",
        "An ending says when it comes about: write `when: ` and a condition, or `end: ` in a rule.",
        "key",
      );
    return { id, tone, title, text, ...dropUndefined({ when }) };
  });
}

/** The words that rooms, doors, things and people have. */
function compileWords(read: AuthorReader, path: Path, it: Omit<AuthorRoom, "exits">, rank: number) {
  return {
    rank,
    name: it.name ?? plainName(String(path.at(-1))),
    aliases: it.aliases ?? [],
    adjectives: it.adjectives ?? [],
    description: (it.description ?? "").trim(),
    ...dropUndefined({ smell: it.smell?.trim(), changes: it.changes && some(changesOf(read, path, it.changes)) }),
  };
}

/** Words that take the place of others, as `changes: [{when: ..., description: ...}]`. */
const changesOf = (
  read: AuthorReader,
  path: Path,
  changes: NonNullable<AuthorRoom["changes"]>,
): NonNullable<Room["changes"]> =>
  changes.map(({ when, answers, ...words }, i) => {
    const at = [...path, "changes", i];
    if (answers === undefined && Object.keys(words).length === 0 && !read.isBroken(at))
      read.problem(
        at,
        "This changes no words.",
        "Write one of `description`, `appearance`, `text`, `answers`, `smell`.",
      );
    const told = Object.fromEntries(Object.entries(words).map(([key, text]) => [key, text.trim()]));
    return { when, ...told, ...dropUndefined({ answers: trimLines(answers) }) };
  });

/** "brass-key" is called "brass key" unless its author says otherwise. */
const plainName = (id: string): string => id.replaceAll(/[-_]+/g, " ").trim() || id;
