// What kind of turn an input asks for: GOD, thinking, or an activity with bounds on how long it takes. Decides from the words and the campaign, never from what the model answered.
import type { Calendar } from "./calendar.ts";
import { get, type JsonObject } from "./path.ts";
import { secondsPerDay, secondsPerHour } from "./world-time.ts";

/** Where an input belongs before any answer is read. */
export type InputKind = "god" | "god_set" | "play";

/** GOD if and only if it starts so, case and all; a byte order mark may stand before it. */
export function inputKind(input: string): InputKind {
  const text = input.replace(/^\uFEFF/, "");
  if (text.startsWith("GOD_MODE_SET:")) return "god_set";
  return text.startsWith("GOD MODE:") ? "god" : "play";
}

/** Seconds that an activity takes. */
interface Bounds {
  readonly activity: string;
  readonly min: number;
  readonly max: number;
}

const THINK = /\b(think|thinking|plan|plans|planning|consider|considering|strategi[sz]e|strategi[sz]ing|options)\b/i;
/** "I follow the plan", "I steal the plans": a thing called plan that one does something with. */
const PLAN_AS_THING =
  /\b(follow|steal|take|grab|read|burn|hand|give|show|tear|hide|study|fold|pocket|copy|execute|sell|deliver|stick|keep|carry|destroy|unroll|snatch)\w*\b[^.!?]{0,30}?\b(the|a|an|this|that|these|those|his|her|its|their|our|my|your|\w+'s)\s+(\w+\s+){0,2}plans?\b/gi;
const QUOTED = /"[^"]*"|“[^”]*”/g;

/**
 * The word by which an input asks to think, plan or weigh options; null where it asks for a deed. A choice that was
 * offered is taken, not thought about again. Words that somebody says aloud do not count. In doubt it is thinking: then
 * nothing happens that cannot be undone.
 */
export function thinkWord(input: string, offered: readonly string[]): string | null {
  const key = input.trim();
  if (offered.includes(key)) return /^(think|consider|strategi[sz]e)_/.exec(key)?.[1] ?? null;
  const text = key.replaceAll("_", " ").replaceAll(QUOTED, " ").replaceAll(PLAN_AS_THING, " ");
  return THINK.exec(text)?.[1] ?? null;
}

/** Whether an input asks to think. */
export const isThinking = (input: string, offered: readonly string[]): boolean => thinkWord(input, offered) !== null;

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;
const FOREVER = 1000 * 366 * DAY;

const KINDS: readonly (readonly [activity: string, pattern: RegExp, min: number, max: number])[] = [
  [
    "dialogue",
    /"|“|\b(say|ask|tell|talk|speak|greet|negotiat|persuad|bargain|haggl|convinc|question|chat|answer|reply|whisper|shout|threaten|intimidat|flirt|apologi|thank|lie to|bluff|beg|introduc)\w*\b/i,
    MINUTE,
    5 * MINUTE,
  ],
  ["investigation", /\b(investigat|ransack|interrogat|canvass)\w*\b/i, 10 * MINUTE, 30 * MINUTE],
  ["search", /\b(search|comb|examin|inspect|study|explor|loot)\w*\b/i, 10, 30 * MINUTE],
  [
    "scene transition",
    /\b(enter|leave|exit|go (in|out|up|down|back|inside|outside)|climb|descend)\w*\b/i,
    10,
    15 * MINUTE,
  ],
  ["travel", /\b(travel|journey|ride|march|sail|trek|hike|set out|set off)\w*\b/i, 5 * MINUTE, FOREVER],
  [
    "movement",
    /\b(walk|go|head|run|move|follow|return|sneak|creep|hurry|make my way|cross|approach)\w*\b/i,
    6,
    8 * HOUR,
  ],
  ["waiting", /\b(wait|rest|sleep|watch|camp|stay|linger|spend|work|train|craft|pray|recover)\w*\b/i, 10, FOREVER],
  ["quick action", /\b(look around|look at|glance|check|listen)\w*\b/i, 10, 30],
  ["handling", /\b(open|close|pick up|draw|drink|light|put|take|grab|drop|press|pull|push|read)\w*\b/i, 6, 30 * MINUTE],
];
/** An input that is none of these: anything from a quick action to half an hour. */
const ANYTHING: Bounds = { activity: "action", min: 10, max: 30 * MINUTE };

const LONG_REST =
  /\blong rest\b|\b(sleep|rest|camp|bed down)\b[^.!?]{0,30}\b(for|through) the night\b|\bsleep until (dawn|morning)\b|\bgo to (bed|sleep)\b/i;
const SHORT_REST = /\bshort rest\b|\bcatch (my|our) breath\b|\btake a breather\b/i;
/** Seconds of a unit of time that is named, as the calendar has it. */
function secondsOf(unit: string, calendar: Calendar): number {
  const days: Readonly<Record<string, number>> = { day: 1, week: 7, tenday: 10 };
  if (unit in days) return days[unit]! * secondsPerDay(calendar);
  return unit === "hour" ? secondsPerHour(calendar) : unit === "minute" ? calendar.secondsPerMinute : 1;
}

const WORDS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
  twenty: 20,
  thirty: 30,
};
const COUNT = `\\d{1,4}|${Object.keys(WORDS).join("|")}`;
const DURATION = new RegExp(
  `\\b(?:wait|rest|sleep|stay|linger|spend|work|train|study|watch|camp|skip|recover|pray|craft)\\w*\\b[^.!?]{0,40}?\\b(${COUNT})\\s+(second|minute|hour|day|week|tenday)s?\\b`,
  "i",
);
const DISTANCE = new RegExp(`\\b(${COUNT})[\\s-]miles?\\b`, "i");

const numberOf = (word: string): number => WORDS[word.toLowerCase()] ?? Number(word);

/** How long what an input asks for may take. Only meaningful where the engine has not said it exactly. */
export function boundsOf(input: string, state: JsonObject, calendar: Calendar): Bounds {
  const hour = secondsPerHour(calendar);
  if (get(state, "combat_state", "in_combat") === true) return { activity: "combat round", min: 6, max: 6 };
  if (LONG_REST.test(input)) return { activity: "long rest", min: 8 * hour, max: 8 * hour };
  if (SHORT_REST.test(input)) return { activity: "short rest", min: hour, max: hour };
  const lasting = DURATION.exec(input);
  if (lasting) {
    const seconds = numberOf(lasting[1]!) * secondsOf(lasting[2]!.toLowerCase(), calendar);
    return { activity: "waiting", min: seconds, max: seconds };
  }
  const distance = DISTANCE.exec(input);
  if (distance) return travelBounds(numberOf(distance[1]!), input);
  const text = input.replaceAll("_", " ");
  const kinds = KINDS.filter(([, pattern]) => pattern.test(text));
  if (/\b(attack|strike|shoot|stab|fight|charge|swing|cast|hit)\w*\b/i.test(text))
    return { activity: "attack", min: 6, max: 10 * MINUTE };
  if (kinds.length === 0) return ANYTHING;
  return {
    activity: kinds.map(([activity]) => activity).join(", "),
    min: Math.min(...kinds.map(([, , min]) => min)),
    max: Math.max(...kinds.map(([, , , max]) => max)),
  };
}

/** Seconds for a mile: road 3 mph on foot and 6 mounted, wilderness 2 and 4; difficult terrain takes twice as long. */
export function secondsPerMile(way: "road" | "wilderness", mounted: boolean, difficult: boolean): number {
  const plain = way === "road" ? (mounted ? 600 : 1200) : mounted ? 900 : 1800;
  return difficult ? plain * 2 : plain;
}

/** Where the words leave pace or terrain open, any of the paces will do. */
function travelBounds(miles: number, input: string): Bounds {
  const mounted = /\b(ride|riding|mounted|horse|horseback|gallop|trot|cart|wagon)\w*\b/i.test(input);
  const onRoad = /\b(road|highway|trail|street|path)\b/i.test(input);
  const wild =
    /\b(wilderness|wilds|forest|woods|swamp|marsh|moor|hills?|mountains?|desert|cross-country|off-road)\b/i.test(input);
  const difficult = /\b(difficult|rough|snow|mud|swamp|marsh)\w*\b/i.test(input);
  const ways: readonly ("road" | "wilderness")[] = onRoad ? ["road"] : wild ? ["wilderness"] : ["road", "wilderness"];
  const paces = ways.map((way) => miles * secondsPerMile(way, mounted, difficult));
  return { activity: "travel", min: Math.min(...paces), max: Math.max(...paces) };
}

/** Whether a GOD command asks for a change of the time. */
export const asksForTime = (input: string, months: readonly string[]): boolean =>
  /\b(time|clock|date|calendar|timestamp|flash ?back|rewind|(back|for)ward|o'clock|noon|midnight|midday|dawn|dusk|morning|afternoon|evening|night|hours?|days?|minutes?|weeks?|tendays?|months?|years?|yesterday|tomorrow|today)\b|\b\d{1,2}:\d{2}\b/i.test(
    input,
  ) || months.some((month) => new RegExp(`\\b${month}\\b`, "i").test(input));
