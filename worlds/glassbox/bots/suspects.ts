// Whom a bot suspects and how much: evidence in points, from what it saw itself and what was said. Whole numbers only.
import type { Dice } from "@orrery/kernel";
import type { Claim, GlassView } from "../shape.ts";
import { far, isNear } from "./paths.ts";
import { lastSaw, type Step, stepAt } from "./trail.ts";

/** What proves somebody guilty: who, and what it was seen doing. */
export interface Proof {
  readonly who: string;
  readonly kind: "kill" | "vent";
  readonly victim: string | null;
  readonly place: string;
}

/** What this player has seen with its own eyes of those who still live: by player. */
export function proofs({ witnessed_events, players, you }: GlassView): ReadonlyMap<string, Proof> {
  const alive = new Set(players.flatMap(({ id, status }) => (status === "alive" ? [id] : [])));
  const found = new Map<string, Proof>();
  for (const { type, data } of witnessed_events) {
    if (type !== "kill" && type !== "vent") continue;
    const who = `${data[type === "kill" ? "killer" : "player"]}`;
    if (who === you.id || !alive.has(who) || found.get(who)?.kind === "kill") continue;
    const victim = type === "kill" ? `${data["victim"]}` : null;
    found.set(who, { who, kind: type, victim, place: `${data["location"]}` });
  }
  return found;
}

/** Who was seen doing what only the crew can do: by player, the task. */
export function cleared({ witnessed_events }: GlassView): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { type, data } of witnessed_events)
    if (type === "visual_task") found.set(`${data["player"]}`, `${data["object"]}`);
  return found;
}

/** Living others that may be impostors, for whoever is asked: for an impostor its partners are none of them. */
export const candidates = ({ players, you }: GlassView): string[] =>
  players.flatMap(({ id, status }) => (status === "alive" && id !== you.id ? [id] : []));

/** Impostors that nobody knows to be out. */
export function impostorsLeft({ past_meetings, settings }: GlassView): number {
  const out = past_meetings.filter(({ was_impostor }) => was_impostor === true).length;
  return Math.max(1, settings.impostors - out);
}

const BASE = 10;
const SURE = 30;
/** A point of evidence makes guilt so much likelier, in tenths: as bots have been wrong, two in three rather than twice. */
const POINT = 16;
const WEIGHTS: readonly number[] = Array.from({ length: SURE }).reduce<number[]>(
  (list) => [...list, Math.trunc((list.at(-1)! * POINT) / 10)],
  [100],
);
/** Seconds before a report in which the deed was probably done. */
const WINDOW = 15;

interface Heard {
  readonly who: string;
  readonly claim: Claim;
}

/**
 * P(impostor) in percent for every living other, as somebody of the crew would think who saw what this player saw. The
 * percents add up to the number of impostors left, about.
 */
export function suspicions(view: GlassView, trail: readonly Step[]): Readonly<Record<string, number>> {
  const points = new Map(candidates(view).map((id) => [id, BASE]));
  const add = (who: string, weight: number) => {
    const before = points.get(who);
    if (before !== undefined) points.set(who, before + weight);
  };
  const clear = cleared(view);
  heardBefore(view, clear, add);
  if (view.meeting) {
    nearTheBody(view, trail, add);
    const heard = view.meeting.statements.flatMap(({ who, claims }) => claims.map((claim) => ({ who, claim })));
    heardNow(view, trail, clear, heard, add);
  }
  for (const who of clear.keys()) if (points.has(who)) points.set(who, 0);
  for (const who of proofs(view).keys()) if (points.has(who)) points.set(who, SURE);
  return percents(points, impostorsLeft(view));
}

/** How earlier meetings came out tells who had spoken true. */
function heardBefore(
  view: GlassView,
  clear: ReadonlyMap<string, string>,
  add: (who: string, weight: number) => void,
): void {
  for (const { ejected, was_impostor, statements, votes } of view.past_meetings) {
    for (const { who, claims } of statements)
      for (const claim of claims) {
        const accused = hardAgainst(claim);
        if (accused === null) continue;
        if (accused === view.you.id || clear.has(accused)) add(who, 9);
        else if (accused === ejected && was_impostor === false) add(who, 9);
        else if (accused === ejected && was_impostor === true) add(who, -5);
        // Nobody was sent out for it: it may still be true.
        else add(accused, 3);
      }
    if (ejected === null || was_impostor === null) continue;
    for (const [voter, choice] of Object.entries(votes)) if (choice === ejected) add(voter, was_impostor ? -1 : 1);
  }
}

/** Who was last seen near the place of a body, or with the victim, shortly before it was found; and who far away. */
function nearTheBody(view: GlassView, trail: readonly Step[], add: (who: string, weight: number) => void): void {
  const { meeting, time } = view;
  if (!meeting?.body || !meeting.found_in) return;
  const began = Math.trunc(time);
  const victim = meeting.body.replace(/^body_/, "");
  for (const id of candidates(view)) {
    const step = lastSaw(trail, id, began);
    if (!step || began - step.second > 2 * WINDOW) continue;
    if (step.saw.includes(victim) && id !== meeting.called_by) add(id, 2);
    else if (isNear(step.place, meeting.found_in)) add(id, id === meeting.called_by ? 0 : 1);
    else if (began - step.second <= WINDOW && far(step.place, meeting.found_in) > 2000) add(id, -1);
  }
}

function heardNow(
  view: GlassView,
  trail: readonly Step[],
  clear: ReadonlyMap<string, string>,
  heard: readonly Heard[],
  add: (who: string, weight: number) => void,
): void {
  const { you, meeting } = view;
  const accusedFirst = new Map<string, string>();
  for (const { who, claim } of heard) {
    if (who === you.id) continue;
    const accused = hardAgainst(claim);
    if (accused !== null) {
      if (accused === you.id || clear.has(accused)) add(who, 9);
      else {
        // Whoever strikes back is believed less than who spoke first.
        const back = accusedFirst.get(who) === accused;
        add(accused, back ? 2 : 6);
        if (!accusedFirst.has(accused)) accusedFirst.set(accused, who);
      }
    } else if (claim.kind === "did_task" && claim.player !== who && isVisual(claim.task)) add(claim.player, -2);
    else if (claim.kind === "own_location") add(who, alibi(view, trail, heard, who, claim.place, claim.second));
    else if (claim.kind === "location" && claim.player !== you.id && meeting?.found_in)
      if (isNear(claim.place, meeting.found_in) && meeting.body && claim.player !== meeting.called_by)
        add(claim.player, 1);
  }
}

const VISUAL = ["scan", "debris", "compost", "prime"];
const isVisual = (task: string): boolean => VISUAL.some((kind) => task.includes(kind));

/** What speaks against somebody's word on where it was, from one's own eyes and from what others say. */
function alibi(
  view: GlassView,
  trail: readonly Step[],
  heard: readonly Heard[],
  who: string,
  place: string,
  second: number,
): number {
  let weight = 0;
  const step = stepAt(trail, second);
  if (step) {
    const there = step.saw.includes(who);
    if (there) weight += isNear(step.place, place) ? -1 : 4;
    // In the same room, in the light, and nobody there: rooms are larger than what one sees.
    else if (step.place === place && view.station.sabotage?.system !== "lights") weight += 1;
  }
  for (const { who: other, claim } of heard) {
    if (other === who || claim.kind !== "location" || claim.player !== who) continue;
    if (Math.abs(claim.second - second) > 4) continue;
    weight += isNear(claim.place, place) ? -1 : 1;
  }
  const { meeting } = view;
  if (meeting?.found_in && meeting.body && who !== meeting.called_by && isNear(place, meeting.found_in)) weight += 1;
  return weight;
}

/** Whom a claim would prove guilty if it were true. */
export const hardAgainst = (claim: Claim): string | null =>
  claim.kind === "saw_kill" ? claim.killer : claim.kind === "saw_vent" ? claim.player : null;

function percents(points: ReadonlyMap<string, number>, impostors: number): Record<string, number> {
  const weight = (value: number) => WEIGHTS[Math.min(SURE, Math.max(0, value))]!;
  let sum = 0;
  for (const value of points.values()) sum += weight(value);
  const out: Record<string, number> = {};
  for (const [id, value] of points)
    out[id] = Math.min(98, Math.max(1, Math.trunc((100 * impostors * weight(value)) / sum)));
  return out;
}

/** Whoever is suspected most, and how much. Of equals any: were it the first, whoever sits first would be sent out most. */
export function prime(percents: Readonly<Record<string, number>>, dice: Dice): { who: string; percent: number } | null {
  const most = Math.max(0, ...Object.values(percents));
  const [first, ...rest] = Object.keys(percents).filter((who) => percents[who] === most);
  return first === undefined ? null : { who: dice.pick("suspect", [first, ...rest]), percent: most };
}
