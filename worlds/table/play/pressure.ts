// Time as it passes: what runs out, what fires, who gets on with what they want. Every change of the clock comes through here.
import { keysOf } from "../order.ts";
import {
  compare,
  daysBetween,
  hoursBetween,
  later,
  secondsPerDay,
  secondsPerHour,
  type WorldMoment,
} from "../protocol/world-time.ts";
import type { Deadline, TableState } from "../state.ts";
import { calendarOf, hourOf, secondsIn } from "../time.ts";
import type { Deed } from "./deed.ts";
import { happen } from "./happen.ts";
import { expire } from "./harm.ts";

/** Lets time pass. Deadlines fire in the order in which they fall due, each at once; time goes on to the end all the same. */
export function passTime(deed: Deed, seconds: number, micros = 0): void {
  deed.emit({ type: "passed", seconds, micros });
  expire(deed);
  if (seconds <= 0) return;
  deplete(deed);
  progress(deed, seconds);
  for (const id of dueNow(deed.state)) if (deed.state.ended === null) fire(deed, id);
  for (const id of keysOf(deed.state.deadlines)) if (deed.state.ended === null) warn(deed, id);
}

/** A thought takes a microsecond, and nothing runs in it. */
export const passThought = (deed: Deed): void => {
  deed.emit({ type: "passed", seconds: 0, micros: 1 });
};

const dueNow = ({ deadlines, now }: TableState): string[] =>
  keysOf(deadlines)
    .filter((id) => deadlines[id]!.status === "active" && compare(deadlines[id]!.deadline, now) <= 0)
    .sort((a, b) => compare(deadlines[a]!.deadline, deadlines[b]!.deadline) || (a < b ? -1 : 1));

function fire(deed: Deed, id: string): void {
  const deadline = deed.state.deadlines[id]!;
  if (deadline.status !== "active") return;
  deed.emit({ type: "deadline_set", id, deadline: { ...deadline, status: "fired" } });
  deed.fact({ is: "fired", text: deadline.consequences });
  deed.emit({ type: "remembered", text: `${deadline.description}: time ran out. ${deadline.consequences}` });
  happen(deed, deed.state.adventure.deadlines[id]?.effects ?? []);
}

/** A subtle, a clear and an urgent warning when half, a quarter and a tenth of the time is left: each once, the latest that is due. */
function warn(deed: Deed, id: string): void {
  const deadline = deed.state.deadlines[id]!;
  const due = warningsDue(deed.state, deadline);
  if (deadline.status !== "active" || due <= deadline.warnings_given) return;
  deed.emit({ type: "deadline_set", id, deadline: { ...deadline, warnings_given: due, warned: deed.state.now } });
  const texts = deed.state.adventure.deadlines[id]?.warnings;
  deed.fact({ is: "warning", text: texts?.[due - 1] || deadline.description });
}

function warningsDue({ adventure, now }: TableState, { from, deadline }: Deadline): number {
  const calendar = calendarOf(adventure);
  const whole = hoursBetween(calendar, from, deadline);
  const left = hoursBetween(calendar, now, deadline);
  return left * 10 <= whole ? 3 : left * 4 <= whole ? 2 : left * 2 <= whole ? 1 : 0;
}

const unitsBetween = (state: TableState, unit: string, from: WorldMoment): number => {
  const calendar = calendarOf(state.adventure);
  return unit === "per_hour" ? hoursBetween(calendar, from, state.now) : daysBetween(calendar, from, state.now);
};

/** Supplies go down by whole units of their rate; what is left of a unit waits for the next time. */
function deplete(deed: Deed): void {
  for (const id of keysOf(deed.state.supplies)) {
    const supply = deed.state.supplies[id]!;
    const units = Math.floor(unitsBetween(deed.state, supply.unit, supply.updated));
    if (units < 1 || supply.rate === 0) continue;
    const calendar = calendarOf(deed.state.adventure);
    const seconds = units * (supply.unit === "per_hour" ? secondsPerHour(calendar) : secondsPerDay(calendar));
    const amount = Math.max(0, supply.amount - supply.rate * units);
    const critical = amount <= supply.critical_level && !supply.told;
    const updated = later(calendar, supply.updated, seconds);
    deed.emit({ type: "supply_set", id, supply: { ...supply, amount, updated, told: supply.told || critical } });
    if (!critical) continue;
    deed.fact({ is: "fired", text: supply.consequence });
    happen(deed, deed.state.adventure.supplies[id]?.effects ?? []);
  }
}

/** What others want goes on by the hour, unless something stands in its way or they are dead. */
function progress(deed: Deed, seconds: number): void {
  const hour = hourOf(deed.state);
  for (const who of keysOf(deed.state.agendas)) {
    const agenda = deed.state.agendas[who]!;
    const text = deed.state.adventure.agendas[who];
    if (!text || !deed.state.npcs[who] || text.blocked.some((flag) => deed.state.flags[flag])) continue;
    const hours = Math.floor(secondsIn(deed.state) / hour) - Math.floor((secondsIn(deed.state) - seconds) / hour);
    const percent = Math.min(100, agenda.progress_percentage + text.perHour * hours);
    if (percent === agenda.progress_percentage) continue;
    const reached = text.milestones.filter(
      ({ at, text: name }) => at <= percent && !agenda.completed_milestones.includes(name),
    );
    deed.emit({
      type: "agenda_set",
      id: who,
      agenda: {
        ...agenda,
        progress_percentage: percent,
        completed_milestones: [...agenda.completed_milestones, ...reached.map(({ text: name }) => name)],
      },
    });
    for (const { effects } of reached) happen(deed, effects);
  }
}
