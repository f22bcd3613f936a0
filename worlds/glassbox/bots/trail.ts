// A bot's memory of whom it saw where: a line of text in its own pad `events`, because a bot has no other.
import { PLACES } from "../map.ts";
import type { GlassView } from "../shape.ts";

/** From this second on it was here, with these in sight, until the next entry. */
export interface Step {
  readonly second: number;
  readonly place: string;
  readonly saw: readonly string[];
}

/** Entries that are kept: a minute or two of a lively game. */
const KEPT = 24;
const INDEX: ReadonlyMap<string, number> = new Map(PLACES.map(({ id }, i) => [id, i]));

/** What the pad says, and what has been seen since. Oldest first. */
export function trailOf(view: GlassView): Step[] {
  const steps = read(view);
  const called = view.phase === "MEETING" ? calledAt(view) : Number.MAX_SAFE_INTEGER;
  // Standing around the table is not worth remembering.
  for (const { t, vision } of view.recent_history)
    if (t < called) push(steps, { second: Math.trunc(t), place: vision.location, saw: vision.players });
  if (view.phase === "PLAYING")
    push(steps, {
      second: Math.trunc(view.time),
      place: view.you.location,
      saw: view.vision.players_visible.flatMap(({ id, via }) => (via === "eyes" ? [id] : [])),
    });
  return steps.slice(-KEPT);
}

/** `12:3:ae;15:4:` — second, place by number, players by seat. */
export const writeTrail = (view: GlassView, steps: readonly Step[]): string => {
  const letters = new Map(view.players.map(({ id }, seat) => [id, LETTERS[seat]!]));
  return steps
    .map(({ second, place, saw }) => `${second}:${INDEX.get(place)}:${saw.map((id) => letters.get(id)).join("")}`)
    .join(";");
};

/** Where it was at a second, and whom it saw; null where the trail does not reach back so far. */
export function stepAt(steps: readonly Step[], second: number): Step | null {
  let found: Step | null = null;
  for (const step of steps) if (step.second <= second) found = step;
  return found;
}

/** The last time that somebody was seen before a second; null when never. */
export function lastSaw(steps: readonly Step[], who: string, before: number): Step | null {
  let found: Step | null = null;
  for (const step of steps) if (step.second <= before && step.saw.includes(who)) found = step;
  return found;
}

/** When the meeting that is held was called, in seconds. */
const calledAt = ({ witnessed_events, time }: GlassView): number =>
  witnessed_events.findLast(({ type }) => type === "meeting")?.t ?? time;

const LETTERS = "abcdefghijklmno";

function read({ you, players }: GlassView): Step[] {
  const { events } = you.notes;
  if (events === "") return [];
  return events.split(";").map((part) => {
    const [second, place, saw = ""] = part.split(":");
    return {
      second: Number(second),
      place: PLACES[Number(place)]!.id,
      saw: [...saw].map((letter) => players[LETTERS.indexOf(letter)]!.id),
    };
  });
}

function push(steps: Step[], step: Step): void {
  const last = steps.at(-1);
  if (last && step.second < last.second) return;
  if (last && last.place === step.place && last.saw.join() === step.saw.join()) return;
  if (last && last.second === step.second) steps.pop();
  steps.push(step);
}
