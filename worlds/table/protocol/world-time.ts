// World time as an integer day and the microsecond of that day, read from and written as the protocol's object. Never one number: years of microseconds leave what a number holds exactly.
import { bandOf, type Calendar, dateOf, dayNumber } from "./calendar.ts";
import { isObject, type JsonObject } from "./path.ts";

/** A moment: comparable, exact. */
export interface WorldMoment {
  readonly day: number;
  /** Microsecond of the day, from 0. */
  readonly micro: number;
}

export const MICROS = 1_000_000;
const CLOCK = ["hour", "minute", "second", "microsecond"] as const;
const FIELDS = ["year", "month", "day", ...CLOCK, "time_of_day"] as const;

export const secondsPerDay = ({ hoursPerDay, minutesPerHour, secondsPerMinute }: Calendar): number =>
  hoursPerDay * minutesPerHour * secondsPerMinute;

/** A moment of a `world_time` object, or a sentence that says what is wrong with it. A missing second or microsecond counts as 0. */
export function readMoment(calendar: Calendar, given: unknown): WorldMoment | string {
  if (!isObject(given)) return "world_time is an object";
  const strange = Object.keys(given).find((key) => !(FIELDS as readonly string[]).includes(key));
  if (strange !== undefined) return `world_time has no field "${strange}"`;
  const { year, month, day } = given;
  if (typeof year !== "number" || typeof month !== "string" || typeof day !== "number")
    return "world_time has a year and a day as numbers, and the name of a month";
  const number = dayNumber(calendar, { year, month, day });
  if (typeof number === "string") return number;
  const limits = [calendar.hoursPerDay, calendar.minutesPerHour, calendar.secondsPerMinute, MICROS];
  let micro = 0;
  for (const [i, name] of CLOCK.entries()) {
    const value = given[name] ?? (i >= 2 ? 0 : undefined);
    if (typeof value !== "number" || !Number.isInteger(value) || value < 0 || value >= limits[i]!)
      return `${name} is a whole number from 0 to ${limits[i]! - 1}`;
    micro = micro * limits[i]! + value;
  }
  return { day: number, micro };
}

/** Whether `time_of_day` of an object agrees with its hour. */
export const isBandRight = (calendar: Calendar, given: JsonObject): boolean =>
  typeof given["hour"] === "number" && given["time_of_day"] === bandOf(calendar, given["hour"]);

/** The `world_time` object of a moment; inverse of `readMoment`. */
export function writeMoment(calendar: Calendar, { day, micro }: WorldMoment): JsonObject {
  const { secondsPerMinute, minutesPerHour } = calendar;
  const seconds = Math.floor(micro / MICROS);
  const minutes = Math.floor(seconds / secondsPerMinute);
  const hour = Math.floor(minutes / minutesPerHour);
  return {
    ...dateOf(calendar, day),
    hour,
    minute: minutes % minutesPerHour,
    second: seconds % secondsPerMinute,
    microsecond: micro % MICROS,
    time_of_day: bandOf(calendar, hour),
  };
}

export const compare = (a: WorldMoment, b: WorldMoment): number => a.day - b.day || a.micro - b.micro;

/** A moment so many seconds and microseconds later. Both are whole numbers and may be negative. */
export function later(calendar: Calendar, { day, micro }: WorldMoment, seconds: number, micros = 0): WorldMoment {
  const long = secondsPerDay(calendar);
  const days = Math.floor(seconds / long);
  const total = micro + (seconds - days * long) * MICROS + micros;
  const perDay = long * MICROS;
  const carried = Math.floor(total / perDay);
  return { day: day + days + carried, micro: total - carried * perDay };
}

/** Seconds from one moment to another; exact to the microsecond for spans under 285 years. */
export const secondsBetween = (calendar: Calendar, from: WorldMoment, to: WorldMoment): number =>
  (to.day - from.day) * secondsPerDay(calendar) + (to.micro - from.micro) / MICROS;

/** Seconds of one of the calendar's own hours. */
export const secondsPerHour = ({ minutesPerHour, secondsPerMinute }: Calendar): number =>
  minutesPerHour * secondsPerMinute;

/** Hours from one moment to another in the calendar's own hours. */
export const hoursBetween = (calendar: Calendar, from: WorldMoment, to: WorldMoment): number =>
  secondsBetween(calendar, from, to) / secondsPerHour(calendar);

/** Days from one moment to another in the calendar's own days. */
export const daysBetween = (calendar: Calendar, from: WorldMoment, to: WorldMoment): number =>
  secondsBetween(calendar, from, to) / secondsPerDay(calendar);
