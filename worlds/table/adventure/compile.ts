// From an author's text to an adventure, or to everything that is wrong with it, each with its place and what would mend it.
import type { Located, Problem } from "@orrery/kernel";
import { makeHero } from "../people/maker.ts";
import { READY_MADE } from "../people/ready-made.ts";
import { readCalendar } from "../protocol/calendar.ts";
import type { Hero } from "../rules/hero.ts";
import type { TableConfig } from "../shape.ts";
import { calendarOf } from "../time.ts";
import { type Adventure, RATINGS } from "./adventure.ts";
import { type EffectNames, whenOf } from "./effects.ts";
import { AdventureReader, isBag } from "./reader.ts";
import { sceneOf } from "./scenes.ts";
import { agendaOf, deadlineOf, encounterOf, personOf, placeOf, supplyOf } from "./sections.ts";
import { checkWhole } from "./whole.ts";

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
export function compileAdventure(
  doc: Located,
):
  | { readonly ok: true; readonly config: Pick<TableConfig, "adventure" | "party"> }
  | { readonly ok: false; readonly problems: readonly Problem[] } {
  const read = new AdventureReader(doc);
  const top = read.bag([], TOP);
  const keys = (name: string) => (isBag(top[name]) ? Object.keys(top[name]) : []);
  const names: EffectNames = {
    places: keys("places"),
    people: keys("people"),
    scenes: keys("scenes"),
    encounters: keys("encounters"),
    missions: keys("missions"),
    deadlines: keys("deadlines"),
    supplies: keys("supplies"),
    endings: [...keys("endings"), "fallen"],
    used: { flagsSet: new Set(), flagsAsked: [], scenesNamed: new Set() },
  };
  const adventure = readAll(read, names);
  checkWhole(read, adventure, names);
  const party = partyOf(read);
  if (read.problems.length === 0) return { ok: true, config: { adventure, ...(party.length > 0 ? { party } : {}) } };
  return { ok: false, problems: [...read.problems].sort((a, b) => a.line - b.line || a.column - b.column) };
}

/** Ready-made characters by name, or choices for the maker; each mistake of the maker's is one of the text's. */
function partyOf(read: AdventureReader): readonly (string | Hero)[] {
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
function calendarIn(read: AdventureReader): Adventure["calendar"] {
  const given = read.value(["calendar"]);
  if (!isBag(given)) return read.oneOf(["calendar"], ["harptos", "gregorian"] as const, "harptos");
  read.bag(["calendar"], CALENDAR);
  const calendar = readCalendar(given);
  if (typeof calendar !== "string") return calendar;
  read.problem(["calendar"], `${calendar}.`, "Write `segments:` with a name and days for each month, in their order.");
  return "harptos";
}

/** When it begins; to be written in full where the calendar is the author's own. */
function startIn(read: AdventureReader, calendar: Adventure["calendar"]): Adventure["start"] {
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

function readAll(read: AdventureReader, names: EffectNames): Adventure {
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
