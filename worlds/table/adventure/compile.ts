// From an author's text to an adventure, or to everything that is wrong with it, each with its place and what would mend it.
import type { Located, Path, Problem } from "@orrery/kernel";
import { makeHero } from "../people/maker.ts";
import { READY_MADE } from "../people/ready-made.ts";
import { dayNumber, readCalendar } from "../protocol/calendar.ts";
import { isGear } from "../rules/gear.ts";
import type { Hero } from "../rules/hero.ts";
import { MONSTERS, type MonsterId } from "../rules/monsters.ts";
import { LIGHTS } from "../rules/rest.ts";
import { CHECKS, type TableConfig } from "../shape.ts";
import { calendarOf } from "../time.ts";
import {
  type Adventure,
  type AgendaText,
  type DeadlineText,
  DISPOSITIONS,
  type Effect,
  type Encounter,
  type Exit,
  type Person,
  type Place,
  RATINGS,
  RISKS,
  type Scene,
  type SceneChoice,
  SUPPLY_UNITS,
  type SupplyText,
} from "./adventure.ts";
import { effectsOf, type Names, personId, placeId, whenOf } from "./effects.ts";
import { isBag, Reader } from "./reader.ts";

const BLOCKS = Object.keys(MONSTERS) as readonly MonsterId[];
const TOP = [
  "title",
  "summary",
  "calendar",
  "start",
  "rating",
  "lines",
  "veils",
  "opening",
  "party",
  "places",
  "people",
  "encounters",
  "scenes",
  "missions",
  "deadlines",
  "agendas",
  "supplies",
  "endings",
] as const;
const FALLEN = {
  id: "fallen",
  title: "The last of the company",
  text: "Nobody is left to tell it. Others will find what you left behind, and guess.",
  when: null,
};
/** As many choices as a planning block has room for beside other_action. */
const CHOICES_MAX = 8;

export function compileAdventure(
  doc: Located,
):
  | { readonly ok: true; readonly config: Pick<TableConfig, "adventure" | "party"> }
  | { readonly ok: false; readonly problems: readonly Problem[] } {
  const read = new Reader(doc);
  const top = read.bag([], TOP);
  const keys = (name: string) => (isBag(top[name]) ? Object.keys(top[name]) : []);
  const names: Names = {
    places: keys("places"),
    people: keys("people"),
    scenes: keys("scenes"),
    encounters: keys("encounters"),
    missions: keys("missions"),
    deadlines: keys("deadlines"),
    supplies: keys("supplies"),
    endings: [...keys("endings"), "fallen"],
  };
  const adventure = readAll(read, names);
  checkWhole(read, adventure);
  const party = partyOf(read);
  if (read.problems.length === 0) return { ok: true, config: { adventure, ...(party.length > 0 ? { party } : {}) } };
  return { ok: false, problems: [...read.problems].sort((a, b) => a.line - b.line || a.column - b.column) };
}

/** Ready-made characters by name, or choices for the maker; each mistake of the maker's is one of the text's. */
function partyOf(read: Reader): readonly (string | Hero)[] {
  const listed = read.value(["party"]);
  if (listed === undefined) return [];
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > 6) {
    read.problem(
      ["party"],
      "A party is a list of one to six characters.",
      `Ready-made are ${Object.keys(READY_MADE).join(", ")}.`,
    );
    return [];
  }
  return listed.flatMap((one, i): (string | Hero)[] => {
    if (typeof one === "string") return [read.oneOf(["party", i], Object.keys(READY_MADE))];
    if (!isBag(one)) {
      read.problem(["party", i], "A character is a name or the choices for one.", "Print some with `character new`.");
      return [];
    }
    const made = makeHero(one, i + 1);
    if (made.ok) return [made.hero];
    for (const problem of made.problems) read.problem(["party", i], problem, "Mend this choice of the character.");
    return [];
  });
}

const CALENDAR = ["id", "era", "segments", "leap", "hoursPerDay", "minutesPerHour", "secondsPerMinute", "bands"];

/** The name of a calendar, or the author's own: its months and festivals in order, its leap years, the parts of its day. */
function calendarIn(read: Reader): Adventure["calendar"] {
  const given = read.value(["calendar"]);
  if (!isBag(given)) return read.oneOf(["calendar"], ["harptos", "gregorian"] as const, "harptos");
  read.bag(["calendar"], CALENDAR);
  const calendar = readCalendar(given);
  if (typeof calendar !== "string") return calendar;
  read.problem(["calendar"], `${calendar}.`, "Write `segments:` with a name and days for each month, in their order.");
  return "harptos";
}

/** When it begins; to be written in full where the calendar is the author's own. */
function startIn(read: Reader, calendar: Adventure["calendar"]): Adventure["start"] {
  const keys = ["year", "month", "day", "hour", "minute"];
  const isOwn = typeof calendar !== "string";
  read.bag(["start"], keys, isOwn);
  const { hoursPerDay, minutesPerHour } = calendarOf({ calendar });
  const or = (value: number) => (isOwn ? {} : { or: value });
  return {
    year: read.whole(["start", "year"], { most: 100_000, ...or(1492) }),
    month: read.text(["start", "month"], isOwn ? undefined : "Mirtul"),
    day: read.whole(["start", "day"], { least: 1, most: isOwn ? 10_000 : 31, ...or(10) }),
    hour: read.whole(["start", "hour"], { most: hoursPerDay - 1, ...or(14) }),
    minute: read.whole(["start", "minute"], { most: minutesPerHour - 1, or: 0 }),
  };
}

function readAll(read: Reader, names: Names): Adventure {
  const calendar = calendarIn(read);
  const places = read.entries(["places"], (path, id) => placeOf(read, path, id, names));
  const people = read.entries(["people"], (path, id) => personOf(read, path, id, names));
  return {
    title: read.text(["title"]),
    summary: read.text(["summary"]),
    calendar,
    start: startIn(read, calendar),
    rating: read.oneOf(["rating"], RATINGS, "teen"),
    lines: read.texts(["lines"]),
    veils: read.texts(["veils"]),
    opening: read.ref(["opening"], names.scenes, "scene"),
    places: byId(places),
    people: byId(people),
    encounters: read.entries(["encounters"], (path, id) => encounterOf(read, path, id, names)),
    scenes: read.entries(["scenes"], (path, id) => sceneOf(read, path, id, names)),
    missions: read.entries(["missions"], (path) => {
      read.bag(path, ["title", "objective"]);
      return { title: read.text([...path, "title"]), objective: read.text([...path, "objective"]) };
    }),
    deadlines: read.entries(["deadlines"], (path, id) => deadlineOf(read, path, id, names)),
    agendas: Object.fromEntries(
      Object.values(read.entries(["agendas"], (path, id) => agendaOf(read, path, id, names))).map((one) => [
        one.who,
        one,
      ]),
    ),
    supplies: read.entries(["supplies"], (path, id) => supplyOf(read, path, id, names)),
    endings: {
      fallen: FALLEN,
      ...read.entries(["endings"], (path, id) => {
        read.bag(path, ["title", "text", "if"]);
        return {
          id,
          title: read.text([...path, "title"]),
          text: read.text([...path, "text"]),
          when: whenOf(read, [...path, "if"], names),
        };
      }),
    },
  };
}
const byId = <T extends { readonly id: string }>(all: Readonly<Record<string, T>>): Record<string, T> =>
  Object.fromEntries(Object.values(all).map((one) => [one.id, one]));

function placeOf(read: Reader, path: Path, id: string, names: Names): Place {
  read.bag(path, ["name", "description", "light", "map", "known", "safe", "scene", "exits"]);
  const [x, y] = [0, 1].map((i) => read.whole([...path, "map", i], { most: 100, or: 50 })) as [number, number];
  const exits = read.entries([...path, "exits"], (at, to): Exit => {
    read.bag(at, ["miles", "ground", "difficult", "if", "scene"]);
    if (!names.places.includes(to))
      read.problem(at, `There is no place "${to}".`, `There are: ${names.places.join(", ")}.`, true);
    const miles = read.value([...at, "miles"]);
    if (typeof miles !== "number" || miles < 0 || miles > 500)
      read.problem([...at, "miles"], "A way has its miles.", "Write a number from 0 to 500; parts of a mile are fine.");
    return {
      to: placeId(to),
      miles: typeof miles === "number" ? miles : 1,
      ground: read.oneOf([...at, "ground"], ["road", "wild"] as const, "road"),
      difficult: read.flag([...at, "difficult"]),
      when: whenOf(read, [...at, "if"], names),
      scene: sceneRef(read, [...at, "scene"], names),
    };
  });
  return {
    id: placeId(id),
    name: read.text([...path, "name"]),
    description: read.text([...path, "description"]),
    light: read.oneOf([...path, "light"], LIGHTS, "bright"),
    x,
    y,
    known: read.flag([...path, "known"]),
    safe: read.flag([...path, "safe"]),
    exits: Object.values(exits),
    scene: sceneRef(read, [...path, "scene"], names),
  };
}
const sceneRef = (read: Reader, path: Path, names: Names): string | null =>
  read.value(path) === undefined ? null : read.ref(path, names.scenes, "scene");

function personOf(read: Reader, path: Path, id: string, names: Names): Person {
  read.bag(path, [
    "name",
    "role",
    "block",
    "gender",
    "age",
    "mbti",
    "alignment",
    "at",
    "disposition",
    "hidden",
    "manner",
    "lines",
    "wares",
    "gold",
  ]);
  const mbti = read.text([...path, "mbti"], "ISFJ");
  if (!/^[EI][NS][FT][JP]$/.test(mbti))
    read.problem(
      [...path, "mbti"],
      `"${mbti}" is no personality type.`,
      "Four letters, as ISTJ. Players never see it.",
    );
  const wares = read.entries([...path, "wares"], (at, kind) => {
    if (!isGear(kind))
      read.problem(
        at,
        `"${kind}" is no gear of the rules.`,
        "Wares are armour, weapons or goods, by their key: potion_of_healing.",
        true,
      );
    return read.whole(at, { least: 1 });
  });
  const at = read.value([...path, "at"]);
  return {
    id: personId(id),
    name: read.text([...path, "name"]),
    role: read.text([...path, "role"]),
    block: read.oneOf([...path, "block"], BLOCKS, "commoner"),
    gender: read.text([...path, "gender"], "unspecified"),
    age: read.whole([...path, "age"], { most: 5000, or: 40 }),
    mbti,
    alignment: read.text([...path, "alignment"], "neutral"),
    place: at === undefined || at === null ? null : placeId(read.ref([...path, "at"], names.places, "place")),
    disposition: read.oneOf([...path, "disposition"], DISPOSITIONS, "neutral"),
    hidden: read.flag([...path, "hidden"]),
    manner: read.text([...path, "manner"], ""),
    lines: read.texts([...path, "lines"]),
    wares,
    gold: read.whole([...path, "gold"], { or: 0 }),
  };
}

function encounterOf(read: Reader, path: Path, id: string, names: Names): Encounter {
  read.bag(path, ["text", "foes", "distance", "surprise", "won", "fled", "lost"]);
  const listed = read.value([...path, "foes"]);
  const foes = (Array.isArray(listed) ? listed : []).map((_, i) => {
    const at = [...path, "foes", i];
    read.bag(at, ["block", "name", "count", "gold"]);
    return {
      block: read.oneOf([...at, "block"], BLOCKS),
      name: read.text([...at, "name"]),
      count: read.whole([...at, "count"], { least: 1, most: 8, or: 1 }),
      gold: read.whole([...at, "gold"], { or: 0 }),
    };
  });
  if (foes.length === 0)
    read.problem(path, "A fight needs somebody to fight.", "Write `foes:` with a list of {block, name, count}.", true);
  const lost: readonly Effect[] = effectsOf(read, [...path, "lost"], names);
  return {
    id,
    text: read.text([...path, "text"], ""),
    foes,
    distance: read.whole([...path, "distance"], { least: 1, most: 10, or: 6 }),
    surprise:
      read.value([...path, "surprise"]) === undefined
        ? null
        : read.oneOf([...path, "surprise"], ["party", "foes"] as const),
    won: effectsOf(read, [...path, "won"], names),
    fled: effectsOf(read, [...path, "fled"], names),
    lost: lost.length > 0 ? lost : [{ is: "end", ending: "fallen" }],
  };
}

function sceneOf(read: Reader, path: Path, id: string, names: Names): Scene {
  const bag = read.bag(path, ["at", "text", "again", "enter", "choices", "secret"]);
  const text = read.text([...path, "text"]);
  const choices = read.entries([...path, "choices"], (at, key) => choiceOf(read, at, key, names));
  const many = Object.keys(choices).length;
  if (many === 0) read.problem(path, `The scene "${id}" offers no choice.`, "Write `choices:` with two or more.", true);
  if (many > CHOICES_MAX)
    read.problem(
      [...path, "choices"],
      `${many} choices are too many for one scene.`,
      `At most ${CHOICES_MAX}, of which four are offered at a time.`,
    );
  return {
    id,
    at: placeId(read.ref([...path, "at"], names.places, "place")),
    text: text
      .split(/\n\s*\n/)
      .map((one) => one.replaceAll(/\s*\n\s*/g, " ").trim())
      .filter(Boolean),
    again: typeof bag["again"] === "string" ? bag["again"].trim().replaceAll(/\s*\n\s*/g, " ") : "",
    enter: effectsOf(read, [...path, "enter"], names),
    choices: Object.values(choices),
    secret: read.text([...path, "secret"], ""),
  };
}

function choiceOf(read: Reader, path: Path, key: string, names: Names): SceneChoice {
  const bag = read.bag(path, ["text", "says", "risk", "if", "once", "check", "first", "do", "yes", "no", "also"]);
  if (key === "other_action")
    read.problem(path, "`other_action` is always offered by itself.", "Give this choice another key.", true);
  const check = bag["check"] !== undefined;
  if (check && bag["do"] !== undefined)
    read.problem(
      [...path, "do"],
      "A choice with a check has `yes` and `no`.",
      "Move what happens in any case to `first`.",
      true,
    );
  if (!check && (bag["yes"] !== undefined || bag["no"] !== undefined))
    read.problem(
      path,
      "`yes` and `no` belong to a check.",
      "Write `check: {skill: …, dc: …}`, or `do` in place of them.",
      true,
    );
  if (!check && bag["do"] === undefined)
    read.problem(path, "Nothing comes of this choice.", "Write `do:` or `check:`.", true);
  if (check) read.bag([...path, "check"], ["skill", "dc", "takes", "advantage"]);
  return {
    key,
    text: read.text([...path, "text"]),
    description: read.text([...path, "says"]),
    risk: read.oneOf([...path, "risk"], RISKS, "low"),
    when: whenOf(read, [...path, "if"], names),
    once: read.flag([...path, "once"], check),
    also: read.texts([...path, "also"]),
    check: check
      ? {
          skill: read.oneOf([...path, "check", "skill"], CHECKS),
          dc: read.whole([...path, "check", "dc"], { least: 1, most: 30 }),
          seconds:
            read.value([...path, "check", "takes"]) === undefined ? null : read.seconds([...path, "check", "takes"]),
          advantage: whenOf(read, [...path, "check", "advantage"], names),
        }
      : null,
    first: effectsOf(read, [...path, "first"], names),
    yes: effectsOf(read, [...path, check ? "yes" : "do"], names),
    no: effectsOf(read, [...path, "no"], names),
  };
}

function deadlineOf(read: Reader, path: Path, id: string, names: Names): DeadlineText {
  read.bag(path, [
    "description",
    "after",
    "running",
    "urgency",
    "consequences",
    "people",
    "subtle",
    "clear",
    "urgent",
    "then",
  ]);
  return {
    id,
    description: read.text([...path, "description"]),
    after: read.seconds([...path, "after"]),
    running: read.flag([...path, "running"]),
    urgency: read.oneOf([...path, "urgency"], RISKS, "medium"),
    consequences: read.text([...path, "consequences"]),
    people: read.refs([...path, "people"], names.people, "person").map(personId),
    warnings: [read.text([...path, "subtle"]), read.text([...path, "clear"]), read.text([...path, "urgent"])],
    effects: effectsOf(read, [...path, "then"], names),
  };
}

function agendaOf(read: Reader, path: Path, id: string, names: Names): AgendaText {
  read.bag(path, ["goal", "per_hour", "milestones", "blocked_by"]);
  if (!names.people.includes(id))
    read.problem(
      path,
      `There is nobody "${id}".`,
      `An agenda stands under a person: ${names.people.join(", ")}.`,
      true,
    );
  const listed = read.value([...path, "milestones"]);
  return {
    who: personId(id),
    goal: read.text([...path, "goal"]),
    perHour: read.whole([...path, "per_hour"], { least: 1, most: 100 }),
    blocked: read.texts([...path, "blocked_by"]),
    milestones: (Array.isArray(listed) ? listed : []).map((_, i) => {
      const at = [...path, "milestones", i];
      read.bag(at, ["at", "text", "then"]);
      return {
        at: read.whole([...at, "at"], { least: 1, most: 100 }),
        text: read.text([...at, "text"]),
        effects: effectsOf(read, [...at, "then"], names),
      };
    }),
  };
}

function supplyOf(read: Reader, path: Path, id: string, names: Names): SupplyText {
  read.bag(path, ["amount", "most", "rate", "unit", "critical", "consequence", "then"]);
  const amount = read.whole([...path, "amount"]);
  return {
    id,
    amount,
    most: read.whole([...path, "most"], { or: amount }),
    rate: read.whole([...path, "rate"]),
    unit: read.oneOf([...path, "unit"], SUPPLY_UNITS, "per_day"),
    critical: read.whole([...path, "critical"], { or: 0 }),
    consequence: read.text([...path, "consequence"]),
    effects: effectsOf(read, [...path, "then"], names),
  };
}

/** What only shows once everything is read: the date, ways to each scene, flags that nothing sets, names that two share. */
function checkWhole(read: Reader, adventure: Adventure): void {
  const { minute: _minute, hour: _hour, ...date } = adventure.start;
  const day = dayNumber(calendarOf(adventure), date);
  if (typeof day === "string") read.problem(["start"], `There is no such day: ${day}.`, "Name a day of the calendar.");
  const text = JSON.stringify(adventure);
  const set = new Set([...text.matchAll(/"is":"flag","flag":"([^"]+)","to":true/g)].map(([, flag]) => flag));
  for (const [, list] of text.matchAll(/"flags":(\[[^\]]*\])/g))
    for (const flag of JSON.parse(list!) as string[])
      if (!set.has(flag))
        read.problem(
          [],
          `The flag "${flag}" is asked for, and nothing ever sets it.`,
          "Add `- flag:` to some effect, or mend the name.",
        );
  const reached = new Set<string>([
    adventure.opening,
    ...[...text.matchAll(/"is":"go","scene":"([^"]+)"/g)].map(([, scene]) => scene!),
  ]);
  for (const { scene, exits } of Object.values(adventure.places))
    for (const one of [scene, ...exits.map((exit) => exit.scene)]) if (one !== null) reached.add(one);
  for (const id of Object.keys(adventure.scenes))
    if (!reached.has(id))
      read.problem(
        ["scenes", id],
        `Nothing leads to the scene "${id}".`,
        "Reach it by `- go:`, by a place's scene or by a way's.",
        true,
      );
  const seen = new Set<string>();
  for (const { id, name } of [...Object.values(adventure.people), ...Object.values(adventure.places)]) {
    if (seen.has(name.toLowerCase()))
      read.problem([], `Two things are called "${name}".`, `Rename one of them (${id}).`);
    seen.add(name.toLowerCase());
  }
}
