// A bot's suspicions: points of evidence from its own sightings and from claims. Whole numbers only.
import type { Dice } from "@orrery/kernel";
import { sameAs } from "../read-claims.ts";
import { isDark } from "../sabotages/index.ts";
import type { Claim, GlassView } from "../shape.ts";
import { stationOf } from "../station/index.ts";
import { far, isNear, nameOf } from "./paths.ts";
import { lastSaw, meetingStart, stepAt, type TrailStep } from "./trail.ts";

/** What proves somebody guilty: who, and what it was seen doing. */
interface Proof {
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
export function provenCrew({ witnessed_events }: GlassView): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { type, data } of witnessed_events)
    if (type === "visual_task") found.set(`${data["player"]}`, `${data["object"]}`);
  return found;
}

/** As people call a player; oneself too. */
export const nameIn = ({ players }: GlassView, who: string): string =>
  players.find(({ id }) => id === who)?.name ?? who;

/** Living others; for an impostor this includes its partners. */
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

/** How much somebody is suspected, and what speaks most against them. */
export interface Suspicions {
  /** P(impostor) for every living other. They add up to the number of impostors left, about. */
  readonly percents: Readonly<Record<string, number>>;
  /** As one would go on after "it is blue: "; null where nothing speaks against them. */
  readonly why: (who: string) => string | null;
}

type Add = (who: string, weight: number, why?: () => string) => void;

/** What somebody of the crew would think who saw what this player saw. */
export function suspicions(view: GlassView, trail: readonly TrailStep[]): Suspicions {
  const points = new Map(candidates(view).map((id) => [id, BASE]));
  const against = new Map<string, { readonly weight: number; readonly why: () => string }>();
  const add: Add = (who, weight, why) => {
    const before = points.get(who);
    if (before === undefined) return;
    points.set(who, before + weight);
    if (why && weight > (against.get(who)?.weight ?? 0)) against.set(who, { weight, why });
  };
  const clear = provenCrew(view);
  weighPastMeetings(view, clear, add);
  if (view.meeting) {
    nearTheBody(view, trail, add);
    const heard = view.meeting.statements.flatMap(({ who, claims }) => claims.map((claim) => ({ who, claim })));
    weighThisMeeting(view, trail, clear, heard, add);
  }
  for (const who of clear.keys()) if (points.has(who)) points.set(who, 0);
  const proved = proofs(view);
  for (const who of proved.keys()) if (points.has(who)) points.set(who, SURE);
  return {
    percents: percents(points, impostorsLeft(view)),
    why: (who) => (proved.has(who) ? "I know what I saw" : (against.get(who)?.why() ?? null)),
  };
}

/** How earlier meetings came out tells who had spoken true. */
function weighPastMeetings(view: GlassView, clear: ReadonlyMap<string, string>, add: Add): void {
  const name = (who: string) => nameIn(view, who);
  for (const { ejected, was_impostor, statements, votes } of view.past_meetings) {
    for (const { who, claims } of statements)
      for (const claim of claims) {
        const accused = hardAgainst(claim);
        if (accused === null) continue;
        if (accused === view.you.id) add(who, 9, () => "they once swore to have seen me at it, and they cannot have");
        else if (clear.has(accused)) add(who, 9, () => `they once spoke against ${name(accused)}, whose work was real`);
        else if (accused === ejected && was_impostor === false)
          add(who, 9, () => `it was their word that sent ${name(accused)} out, who was crew`);
        else if (accused === ejected && was_impostor === true) add(who, -5);
        // Nobody was sent out for it: it may still be true.
        else add(accused, 3, () => `${name(who)} spoke against them once before`);
      }
    if (ejected === null || was_impostor === null) continue;
    // A bot that voted the same way blames nobody aloud for it.
    const blames = votes[view.you.id] !== ejected;
    const why = blames ? () => `they voted ${name(ejected)} out, who was crew` : undefined;
    for (const [voter, choice] of Object.entries(votes)) if (choice === ejected) add(voter, was_impostor ? -1 : 1, why);
  }
}

/**
 * Victims by the player it found over the body since the last meeting. Leaves out players it came with, the reporter, and
 * kills that it saw.
 */
function foundOver(
  { witnessed_events, past_meetings, meeting }: GlassView,
  trail: readonly TrailStep[],
): ReadonlyMap<string, string> {
  const since = past_meetings.at(-1)?.t ?? 0;
  const saw = new Set(witnessed_events.flatMap(({ type, data }) => (type === "kill" ? [data["victim"]] : [])));
  const over = new Map<string, string>();
  for (const { t, type, data } of witnessed_events) {
    if (type !== "near_body" || t <= since || saw.has(data["body"]!)) continue;
    const [who, body] = [`${data["player"]}`, `${data["body"]}`];
    const together = stepAt(trail, Math.trunc(t) - TOGETHER)?.saw.includes(who);
    if (!together && !(meeting?.body === body && meeting.called_by === who)) over.set(who, body);
  }
  return over;
}
/** Seconds. A player in sight so long before the body came upon it at the bot's side. */
const TOGETHER = 5;
/** Of the others who are found over a body and do not report it, four in five have killed. */
const OVER = 5;

/** Who stood over a body, who was last seen near its place, or with the victim, shortly before it was found; and who far away. */
function nearTheBody(view: GlassView, trail: readonly TrailStep[], add: Add): void {
  const { meeting } = view;
  const over = foundOver(view, trail);
  for (const [id, victim] of over) add(id, OVER, () => `I saw them over the body of ${nameIn(view, victim)}`);
  if (!meeting?.body || !meeting.found_in) return;
  const began = Math.trunc(meetingStart(view));
  const victim = meeting.body.replace(/^body_/, "");
  const [dead, where] = [nameIn(view, victim), nameOf(stationOf(view.settings), meeting.found_in)];
  for (const id of candidates(view)) {
    const step = lastSaw(trail, id, began);
    if (over.get(id) === victim || !step || began - step.second > 2 * WINDOW) continue;
    if (step.saw.includes(victim) && id !== meeting.called_by)
      add(id, 2, () => `I saw them with ${dead} in the ${nameOf(stationOf(view.settings), step.place)} shortly before`);
    else if (isNear(stationOf(view.settings), step.place, meeting.found_in))
      add(id, id === meeting.called_by ? 0 : 1, () => `I saw them close to the ${where} shortly before`);
    else if (began - step.second <= WINDOW && far(stationOf(view.settings), step.place, meeting.found_in) > 2000)
      add(id, -1);
  }
}

function weighThisMeeting(
  view: GlassView,
  trail: readonly TrailStep[],
  clear: ReadonlyMap<string, string>,
  heard: readonly Heard[],
  add: Add,
): void {
  const { you, meeting } = view;
  const name = (who: string) => nameIn(view, who);
  const accusedFirst = new Map<string, string>();
  const told = new Set<string>();
  const opinions = new Set<string>();
  for (const { who, claim } of heard) {
    // What somebody says twice counts once.
    const key = `${who} ${sameAs(claim)}`;
    if (who === you.id || told.has(key)) continue;
    told.add(key);
    const accused = hardAgainst(claim);
    if (accused !== null) {
      if (accused === you.id) add(who, 9, () => "they swear to have seen me at it, and they cannot have");
      else if (clear.has(accused)) add(who, 9, () => `they speak against ${name(accused)}, whose work was real`);
      else {
        // A counter-accusation is believed less than the first one.
        const back = accusedFirst.get(who) === accused;
        add(accused, back ? 2 : 6, () => `${name(who)} saw them at it`);
        if (!accusedFirst.has(accused)) accusedFirst.set(accused, who);
      }
    } else if (claim.kind === "accusation" || (claim.kind === "role" && claim.player !== who)) {
      // One opinion of somebody may be followed; more of them are an echo.
      const against = claim.kind === "accusation" || claim.role === "impostor";
      if (claim.player === you.id || opinions.has(claim.player)) continue;
      opinions.add(claim.player);
      add(claim.player, against ? 1 : -1, () => `${name(who)} suspects them`);
    } else if (claim.kind === "did_task" && claim.player !== who && isVisual(claim.task)) add(claim.player, -2);
    else if (claim.kind === "own_location") alibi(view, trail, heard, { who, claim }, add);
    else if (claim.kind === "location" && claim.player !== you.id && meeting?.found_in)
      if (
        isNear(stationOf(view.settings), claim.place, meeting.found_in) &&
        meeting.body &&
        claim.player !== meeting.called_by
      )
        add(claim.player, 1, () => `${name(who)} saw them close to the body`);
  }
}

const VISUAL = ["scan", "debris", "compost", "prime"];
const isVisual = (task: string): boolean => VISUAL.some((kind) => task.includes(kind));

/** What speaks against somebody's word on where it was, from one's own eyes and from what others say. */
function alibi(
  view: GlassView,
  trail: readonly TrailStep[],
  heard: readonly Heard[],
  { who, claim: { place, second } }: { who: string; claim: Extract<Claim, { kind: "own_location" }> },
  add: Add,
): void {
  const said = `they say they were in the ${nameOf(stationOf(view.settings), place)}`;
  // An impostor may have said of itself that it was elsewhere: it does not let slip from where it saw anything.
  const open = view.you.role === "crewmate";
  const step = stepAt(trail, second);
  if (step) {
    const there = step.saw.includes(who);
    if (there && isNear(stationOf(view.settings), step.place, place)) add(who, -1);
    else if (there)
      add(
        who,
        4,
        () =>
          `${said}, and I saw them ${open ? `from the ${nameOf(stationOf(view.settings), step.place)}` : "elsewhere"}`,
      );
    // In the same room, in the light, and nobody there: rooms are larger than what one sees.
    else if (step.place === place && !isDark(view.station))
      add(who, 1, open ? () => `${said}; so was I, and I did not see them` : undefined);
  }
  for (const { who: other, claim } of heard) {
    if (other === who || claim.kind !== "location" || claim.player !== who) continue;
    if (Math.abs(claim.second - second) > 4) continue;
    if (isNear(stationOf(view.settings), claim.place, place)) add(who, -1);
    else
      add(
        who,
        1,
        () => `${said}, and ${nameIn(view, other)} saw them in the ${nameOf(stationOf(view.settings), claim.place)}`,
      );
  }
  const { meeting } = view;
  if (
    meeting?.found_in &&
    meeting.body &&
    who !== meeting.called_by &&
    isNear(stationOf(view.settings), place, meeting.found_in)
  )
    add(who, 1, () => "by their own word they were close to the body");
}

/** The player that a claim would prove guilty if true. */
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

/**
 * The prime suspect and the percent. Of equals the one `meant` already, so that votes agree with words; else a random one, as
 * taking the first would eject the first seats most.
 */
export function prime(
  percents: Readonly<Record<string, number>>,
  dice: Dice,
  meant: string | null = null,
): { who: string; percent: number } | null {
  const most = Math.max(0, ...Object.values(percents));
  const all = Object.keys(percents).filter((who) => percents[who] === most);
  if (meant !== null && all.includes(meant)) return { who: meant, percent: most };
  const [first, ...rest] = all;
  return first === undefined ? null : { who: dice.pick("suspect", [first, ...rest]), percent: most };
}
