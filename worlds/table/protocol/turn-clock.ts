// How far a turn's time may go, and whether the time that a model wrote agrees with it.
import type { Json } from "@orrery/kernel";
import { asksForTime, boundsOf } from "./activity.ts";
import type { Campaign } from "./campaign.ts";
import { fault, type Violation } from "./codes.ts";
import type { TimeSpan } from "./header-text.ts";
import { get, isObject, type JsonObject } from "./path.ts";
import type { Mode } from "./schema.ts";
import {
  compare,
  isBandRight,
  later,
  readMoment,
  secondsBetween,
  type WorldMoment,
  writeMoment,
} from "./world-time.ts";

const TIME = "world_data.world_time";

/** Where time stands after a turn, as far as the engine decides it. */
export interface TurnClock {
  readonly from: WorldMoment;
  /** The earliest and the latest that a model may write; equal where the engine is exact. */
  readonly span: TimeSpan;
  /** What the engine itself sets. */
  readonly engine: WorldMoment;
  readonly why: string;
  /** A god asked for a change: any time goes. */
  readonly free: boolean;
}

/** The clock of a turn; null where the campaign keeps no time. */
export function clockOf(campaign: Campaign, mode: Mode, thinking: boolean, input: string): TurnClock | null {
  const { now, calendar, resolved, state } = campaign;
  if (now === null) return null;
  const exact = (moment: WorldMoment, why: string): TurnClock => ({
    from: now,
    span: { from: moment, to: moment },
    engine: moment,
    why,
    free: false,
  });
  if (mode === "DM") return exact(now, "DM mode stands still");
  if (mode === "GOD") {
    const months = calendar.segments.map(({ name }) => name);
    return { ...exact(now, "GOD mode stands still unless it asks for time"), free: asksForTime(input, months) };
  }
  if (thinking) return exact(later(calendar, now, 0, 1), "thinking takes one microsecond");
  if (resolved.seconds !== undefined)
    return exact(
      resolved.seconds === 0 ? later(calendar, now, 0, 1) : later(calendar, now, resolved.seconds),
      `the engine let ${resolved.seconds} s pass`,
    );
  const { activity, min, max } = boundsOf(input, state, calendar);
  const from = later(calendar, now, min);
  return {
    from: now,
    span: { from, to: later(calendar, now, max) },
    engine: from,
    why: `${activity} takes ${min} to ${max} s`,
    free: false,
  };
}

interface TimeVerdict {
  /** The moment that the model wrote, where it is one. */
  readonly moment: WorldMoment | null;
  readonly faults: readonly Violation[];
}

/** Judges the `world_time` of an update, merged over the old one before it is compared. */
export function judgeTime(
  given: Json | undefined,
  campaign: Campaign,
  clock: TurnClock | null,
  told: string,
): TimeVerdict {
  if (given === undefined) return { moment: null, faults: [] };
  const { state, calendar } = campaign;
  const wrong = (code: Violation["code"], message: string): TimeVerdict => ({
    moment: null,
    faults: [fault(code, TIME, message)],
  });
  if (!isObject(given)) return wrong("update_replaces", `${TIME} is an object; write its fields.`);
  const old = get(state, "world_data", "world_time");
  const merged: JsonObject = { ...(isObject(old) ? old : {}), ...given };
  const moment = readMoment(calendar, merged);
  if (typeof moment === "string") return wrong("time_invalid", `${moment}.`);
  const hasHour = given["hour"] !== undefined;
  if (hasHour !== (given["time_of_day"] !== undefined))
    return wrong("time_of_day", "Write hour and time_of_day together, always.");
  const band = writeMoment(calendar, moment)["time_of_day"];
  if (!isBandRight(calendar, merged))
    return wrong("time_of_day", `Hour ${merged["hour"]} is "${band}", not "${merged["time_of_day"]}".`);
  if (clock === null) return { moment, faults: [] };
  const { from, span, free, why } = clock;
  if (free) {
    const isBack = compare(moment, from) < 0;
    if (isBack && !WARNS.test(told))
      return wrong("time_unwarned", "Time goes backward here: say so in god_mode_response.");
    return { moment, faults: [] };
  }
  if (compare(moment, span.from) >= 0 && compare(moment, span.to) <= 0) return { moment, faults: [] };
  const shown = JSON.stringify(writeMoment(calendar, span.from));
  if (compare(span.to, from) === 0) return wrong("time_unasked", `${why}; leave ${TIME} out.`);
  if (compare(moment, from) <= 0) return wrong("time_backward", `Time must be later than before: ${shown} or later.`);
  if (compare(span.from, span.to) === 0) return wrong("time_inexact", `${why}: write ${shown}, or leave it out.`);
  return wrong("time_bounds", `${why}, and ${secondsBetween(calendar, from, moment)} s were written.`);
}

const WARNS =
  /\b(time|clock|warn\w*|back\w*|earlier|rewind\w*|rewound|reset\w*|flash ?back|past|restored?|return(ed|s|ing)?)\b/i;
