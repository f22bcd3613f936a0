// Time as the campaign has it: moments, the calendar they are written in, and what seconds are. Nothing happens here by itself.
import type { Adventure } from "./adventure/adventure.ts";
import { type Calendar, dayNumber, GREGORIAN, HARPTOS } from "./protocol/calendar.ts";
import { MICROS, secondsBetween, secondsPerHour, type WorldMoment } from "./protocol/world-time.ts";
import type { TableState } from "./state.ts";

export const calendarOf = ({ calendar }: Pick<Adventure, "calendar">): Calendar =>
  calendar === "gregorian" ? GREGORIAN : calendar === "harptos" ? HARPTOS : calendar;

/** When a campaign begins. Throws where the calendar has no such day: a compiled adventure has one. */
export function startOf(adventure: Adventure): WorldMoment {
  const { hour, minute, ...date } = adventure.start;
  const calendar = calendarOf(adventure);
  const day = dayNumber(calendar, date);
  if (typeof day === "string") throw new RangeError(`start: ${day}`);
  return { day, micro: (hour * calendar.minutesPerHour + minute) * calendar.secondsPerMinute * MICROS };
}

/** Seconds since the campaign began: what effects and conditions end by. Whole. */
export const secondsIn = (state: TableState): number =>
  Math.floor(secondsBetween(calendarOf(state.adventure), state.began, state.now));

/** Seconds of an hour of the campaign's calendar: what rests and supplies are counted in. */
export const hourOf = ({ adventure }: TableState): number => secondsPerHour(calendarOf(adventure));

const MINUTE = 60;
const HOUR = 3600;

/** Seconds that each kind of doing takes, within the bounds of the protocol. */
export const TAKES = {
  quick: 12,
  talk: 2 * MINUTE,
  search: 10 * MINUTE,
  scene: 5 * MINUTE,
  trade: 3 * MINUTE,
} as const;

/** "2 h 20 min", "45 min", "6 s". */
export function spanText(seconds: number): string {
  if (seconds < MINUTE) return `${seconds} s`;
  const hours = Math.floor(seconds / HOUR);
  const minutes = Math.floor((seconds % HOUR) / MINUTE);
  return [hours > 0 ? `${hours} h` : "", minutes > 0 ? `${minutes} min` : ""].filter(Boolean).join(" ");
}
