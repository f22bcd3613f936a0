// Calendars as data: months and festivals in order, leap years by rule, days as integers. Exact for every year; no clock and no time zone.
import { isObject } from "./path.ts";

/** A month, or a festival between months. */
export type CalendarSegment = {
  readonly name: string;
  readonly kind: "month" | "festival";
  /** Days in an ordinary year; 0 where it exists in leap years alone. */
  readonly days: number;
  /** Days in a leap year; the same as `days` unless said. */
  readonly leapDays: number;
  readonly aliases: readonly string[];
};

/** Leap years: every so many, counted from `offset`, except those of `except`. */
export type LeapRule = {
  readonly every: number;
  readonly offset: number;
  readonly except: LeapRule | null;
};

export type Calendar = {
  readonly id: string;
  /** What follows the year in a header. */
  readonly era: string;
  readonly segments: readonly CalendarSegment[];
  readonly leap: LeapRule | null;
  readonly hoursPerDay: number;
  readonly minutesPerHour: number;
  readonly secondsPerMinute: number;
  /** Names of parts of the day, each from an hour on; the first begins at 0. */
  readonly bands: readonly { readonly from: number; readonly name: string }[];
};

interface CalendarDate {
  readonly year: number;
  readonly month: string;
  readonly day: number;
}

const month = (name: string, days: number, leapDays = days, aliases: readonly string[] = []): CalendarSegment => ({
  name,
  kind: "month",
  days,
  leapDays,
  aliases,
});
const festival = (name: string, days = 1, aliases: readonly string[] = []): CalendarSegment => ({
  name,
  kind: "festival",
  days,
  leapDays: 1,
  aliases,
});

const BANDS = [
  { from: 0, name: "Deep Night" },
  { from: 5, name: "Dawn" },
  { from: 7, name: "Morning" },
  { from: 12, name: "Midday" },
  { from: 14, name: "Afternoon" },
  { from: 18, name: "Evening" },
  { from: 20, name: "Night" },
] as const;
const COMMON_DAY = { hoursPerDay: 24, minutesPerHour: 60, secondsPerMinute: 60, bands: BANDS };

export const HARPTOS: Calendar = {
  id: "harptos",
  era: "DR",
  segments: [
    month("Hammer", 30),
    festival("Midwinter"),
    month("Alturiak", 30),
    month("Ches", 30),
    month("Tarsakh", 30),
    festival("Greengrass"),
    month("Mirtul", 30),
    month("Kythorn", 30),
    month("Flamerule", 30),
    festival("Midsummer"),
    festival("Shieldmeet", 0),
    month("Eleasis", 30, 30, ["Eleasias"]),
    month("Eleint", 30),
    festival("Highharvestide", 1, ["Higharvestide"]),
    month("Marpenoth", 30),
    month("Uktar", 30),
    festival("Feast of the Moon", 1, ["The Feast of the Moon"]),
    month("Nightal", 30),
  ],
  leap: { every: 4, offset: 0, except: null },
  ...COMMON_DAY,
};

export const GREGORIAN: Calendar = {
  id: "gregorian",
  era: "CE",
  segments: [
    month("January", 31, 31, ["Jan"]),
    month("February", 28, 29, ["Feb"]),
    month("March", 31, 31, ["Mar"]),
    month("April", 30, 30, ["Apr"]),
    month("May", 31),
    month("June", 30, 30, ["Jun"]),
    month("July", 31, 31, ["Jul"]),
    month("August", 31, 31, ["Aug"]),
    month("September", 30, 30, ["Sep", "Sept"]),
    month("October", 31, 31, ["Oct"]),
    month("November", 30, 30, ["Nov"]),
    month("December", 31, 31, ["Dec"]),
  ],
  leap: { every: 4, offset: 0, except: { every: 100, offset: 0, except: { every: 400, offset: 0, except: null } } },
  ...COMMON_DAY,
};

const isMultiple = (year: number, { every, offset }: LeapRule): boolean => (year - offset) % every === 0;
const isLeapBy = (year: number, rule: LeapRule): boolean =>
  isMultiple(year, rule) && !(rule.except !== null && isLeapBy(year, rule.except));

/** Leap years from year 0 up to `year`, without it; negative before year 0. Every exception is a rule of its own with the same phase. */
function leapsBefore(year: number, rule: LeapRule): number {
  const upTo = (to: number) => Math.ceil((to - rule.offset) / rule.every) - Math.ceil(-rule.offset / rule.every);
  return upTo(year) - (rule.except === null ? 0 : leapsBefore(year, rule.except));
}

export const isLeap = ({ leap }: Calendar, year: number): boolean => leap !== null && isLeapBy(year, leap);
const daysIn = (segment: CalendarSegment, leap: boolean): number => (leap ? segment.leapDays : segment.days);
const yearLength = ({ segments }: Calendar, leap: boolean): number =>
  segments.reduce((sum, segment) => sum + daysIn(segment, leap), 0);

/** Number of the first day of a year; the first day of year 0 is 0. */
function firstDay(calendar: Calendar, year: number): number {
  const common = yearLength(calendar, false);
  const extra = yearLength(calendar, true) - common;
  return common * year + (calendar.leap === null ? 0 : extra * leapsBefore(year, calendar.leap));
}

/** The segment of this name or alias, case ignored. */
function segmentOf({ segments }: Calendar, name: string): CalendarSegment | null {
  const plain = name.trim().toLowerCase();
  return (
    segments.find((one) => one.name.toLowerCase() === plain) ??
    segments.find(({ aliases }) => aliases.some((alias) => alias.toLowerCase() === plain)) ??
    null
  );
}

/** Day number of a date, or a sentence that says why there is no such date. */
export function dayNumber(calendar: Calendar, { year, month, day }: CalendarDate): number | string {
  if (!Number.isSafeInteger(year) || Math.abs(year) > YEAR_MAX)
    return `year ${year} is not a whole number up to ${YEAR_MAX}`;
  const segment = segmentOf(calendar, month);
  if (segment === null)
    return `${calendar.id} has no month "${month}"; it has ${calendar.segments.map(({ name }) => name).join(", ")}`;
  const leap = isLeap(calendar, year);
  const at = calendar.segments.indexOf(segment);
  const following = calendar.segments[at + 1];
  // Some tools write the festival after a month as one more day of it.
  const isNextFestival = day === segment.days + 1 && segment.kind === "month" && following?.kind === "festival";
  if (!Number.isInteger(day) || day < 1 || (day > daysIn(segment, leap) && !isNextFestival))
    return daysIn(segment, leap) === 0
      ? `year ${year} is no leap year and has no ${segment.name}`
      : `${segment.name} ${year} has ${daysIn(segment, leap)} days, and no day ${day}`;
  const before = calendar.segments.slice(0, at).reduce((sum, one) => sum + daysIn(one, leap), 0);
  return firstDay(calendar, year) + before + day - 1;
}
/** Far enough for any campaign, and day numbers stay exact. */
const YEAR_MAX = 1_000_000;

/** The date of a day number; inverse of `dayNumber`. */
export function dateOf(calendar: Calendar, number: number): CalendarDate {
  const common = yearLength(calendar, false);
  let year = Math.floor(number / common);
  while (firstDay(calendar, year) > number) year--;
  while (firstDay(calendar, year + 1) <= number) year++;
  const leap = isLeap(calendar, year);
  let left = number - firstDay(calendar, year);
  for (const segment of calendar.segments) {
    const days = daysIn(segment, leap);
    if (left < days) return { year, month: segment.name, day: left + 1 };
    left -= days;
  }
  throw new Error(`day ${number} lies in no segment of ${calendar.id}`);
}

/** The part of the day that an hour belongs to. */
export const bandOf = ({ bands }: Calendar, hour: number): string => bands.findLast(({ from }) => from <= hour)!.name;

/** The calendar that a campaign names: `"harptos"`, `"gregorian"`, an object of its own, or nothing. A sentence when it makes no sense. */
export function readCalendar(given: unknown): Calendar | string {
  if (given === undefined || given === null) return HARPTOS;
  if (typeof given === "string") {
    const name = given.trim().toLowerCase();
    if (name === "harptos") return HARPTOS;
    if (name === "gregorian") return GREGORIAN;
    return `there is no calendar "${given}"; write "harptos", "gregorian", or an object with segments`;
  }
  return isObject(given) ? readCustom(given) : "a calendar is a name or an object";
}

function readCustom(given: Readonly<Record<string, unknown>>): Calendar | string {
  const id = typeof given["id"] === "string" ? given["id"] : "custom";
  if (id === "harptos" && given["segments"] === undefined) return HARPTOS;
  if (id === "gregorian" && given["segments"] === undefined) return GREGORIAN;
  const segments = readSegments(given["segments"] ?? given["months"]);
  if (typeof segments === "string") return segments;
  const leap = given["leap"] === undefined || given["leap"] === null ? null : readLeap(given["leap"]);
  if (typeof leap === "string") return leap;
  if (leap === null && segments.some(({ days, leapDays }) => days !== leapDays))
    return "a segment has leapDays, and the calendar has no leap rule";
  const units = { hoursPerDay: 24, minutesPerHour: 60, secondsPerMinute: 60 };
  for (const name of ["hoursPerDay", "minutesPerHour", "secondsPerMinute"] as const) {
    const unit = given[name] ?? units[name];
    if (!Number.isInteger(unit) || (unit as number) < 1 || (unit as number) > 1000)
      return `${name} is a whole number from 1 to 1000`;
    units[name] = unit as number;
  }
  const bands = readBands(given["bands"], units.hoursPerDay);
  if (typeof bands === "string") return bands;
  return { id, era: eraOf(given), segments, leap, ...units, bands };
}

function eraOf(given: Readonly<Record<string, unknown>>): string {
  const { era, eras } = given as { era?: unknown; eras?: unknown };
  if (typeof era === "string") return era;
  const first: unknown = Array.isArray(eras) ? eras[0] : isObject(eras) ? Object.keys(eras)[0] : eras;
  if (typeof first === "string") return first;
  if (!isObject(first)) return "";
  const named = first["abbreviation"] ?? first["short"] ?? first["id"] ?? first["name"];
  return typeof named === "string" ? named : "";
}

function readSegments(given: unknown): readonly CalendarSegment[] | string {
  if (!Array.isArray(given) || given.length === 0) return "a custom calendar has segments: [{name, days}]";
  const segments: CalendarSegment[] = [];
  const taken = new Set<string>();
  for (const one of given as readonly unknown[]) {
    if (!isObject(one) || typeof one["name"] !== "string" || one["name"].trim() === "") return "a segment has a name";
    const { name } = one as { readonly name: string };
    const days = one["days"] ?? 0;
    const leapDays = one["leapDays"] ?? days;
    const aliases = one["aliases"] ?? [];
    for (const count of [days, leapDays])
      if (!Number.isInteger(count) || (count as number) < 0 || (count as number) > 10_000)
        return `${name}: days are a whole number from 0 to 10000`;
    if (days === 0 && leapDays === 0) return `${name} has no days at all`;
    if (!Array.isArray(aliases) || aliases.some((alias) => typeof alias !== "string"))
      return `${name}: aliases are a list of names`;
    for (const word of [name, ...(aliases as string[])].map((word) => word.toLowerCase())) {
      if (taken.has(word)) return `two segments are called "${word}"`;
      taken.add(word);
    }
    const kind = one["kind"] === "festival" ? "festival" : "month";
    segments.push({ name, kind, days: days as number, leapDays: leapDays as number, aliases: aliases as string[] });
  }
  return segments.some(({ days }) => days > 0) ? segments : "a year has at least one day";
}

function readLeap(given: unknown): LeapRule | string {
  if (!isObject(given) || !Number.isInteger(given["every"]) || (given["every"] as number) < 1)
    return "leap is {every, offset, except}, with every a whole number from 1";
  const offset = given["offset"] ?? 0;
  if (!Number.isInteger(offset)) return "leap.offset is a whole number";
  const every = given["every"] as number;
  const inner = given["except"];
  const except =
    inner === undefined || inner === null ? null : readLeap(Number.isInteger(inner) ? { every: inner, offset } : inner);
  if (typeof except === "string") return except;
  if (except !== null && (except.every % every !== 0 || (except.offset - (offset as number)) % every !== 0))
    return "an exception of a leap rule is a multiple of it";
  return { every, offset: offset as number, except };
}

function readBands(given: unknown, hours: number): Calendar["bands"] | string {
  if (given === undefined) return hours === 24 ? BANDS : "a day that has not 24 hours needs bands: [{from, name}]";
  if (!Array.isArray(given) || given.length === 0) return "bands are a list of {from, name}";
  const bands = given as readonly unknown[];
  let last = -1;
  for (const one of bands) {
    if (!isObject(one) || !Number.isInteger(one["from"]) || typeof one["name"] !== "string")
      return "a band is {from: hour, name}";
    const from = one["from"] as number;
    if (last < 0 ? from !== 0 : from <= last || from >= hours) return "bands begin at hour 0 and go up";
    last = from;
  }
  return bands as Calendar["bands"];
}
