// A bot's memory of its sightings: text in its own pad `events`, because a bot has no other memory.
import type { GlassView } from "../shape.ts";
import { ofStation, stationOf } from "../station/index.ts";

/** From this second on it was here, with these in sight, until the next entry. */
export interface TrailStep {
  readonly second: number;
  readonly place: string;
  readonly saw: readonly string[];
}

/** Entries that are kept: a minute or two of a lively game. */
const KEPT = 24;
const idsOf = ofStation(({ places }): ReadonlyMap<string, string> => new Map(places.map(({ id, name }) => [name, id])));

/** What the pad says, and what has been seen since. Oldest first. */
export function trailOf(view: GlassView): TrailStep[] {
  const steps = read(view);
  const called = view.phase === "MEETING" ? meetingStart(view) : Number.MAX_SAFE_INTEGER;
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

/** One readable line for each step: `12 s, Watch Room: red, blue`. */
export function writeTrail({ settings }: GlassView, steps: readonly TrailStep[]): string {
  const { place: placeBy } = stationOf(settings);
  return steps
    .map(
      ({ second, place, saw }) =>
        `${second} s, ${placeBy.get(place)?.name}${saw.length > 0 ? `: ${saw.join(", ")}` : ""}`,
    )
    .join("\n");
}

/** Its place and the players it saw at a second; null if the trail does not reach back so far. */
export function stepAt(steps: readonly TrailStep[], second: number): TrailStep | null {
  let found: TrailStep | null = null;
  for (const step of steps) if (step.second <= second) found = step;
  return found;
}

/** The last time that somebody was seen before a second; null when never. */
export function lastSaw(steps: readonly TrailStep[], who: string, before: number): TrailStep | null {
  let found: TrailStep | null = null;
  for (const step of steps) if (step.second <= before && step.saw.includes(who)) found = step;
  return found;
}

/** When the meeting that is held was called, in seconds: what anybody says of where it was is of that moment, however long they talk. */
export const meetingStart = ({ witnessed_events, time }: GlassView): number =>
  witnessed_events.findLast(({ type }) => type === "meeting")?.t ?? time;

/** Lines that somebody else wrote, who sat here before, are not its trail. */
function read({ you, settings }: GlassView): TrailStep[] {
  const ids = idsOf(stationOf(settings));
  return you.notes.events.split("\n").flatMap((line) => {
    const [, second, name, saw] = LINE.exec(line) ?? [];
    const place = name === undefined ? undefined : ids.get(name);
    return place === undefined
      ? []
      : [{ second: Number(second), place, saw: saw === undefined ? [] : saw.split(", ") }];
  });
}
const LINE = /^(\d+) s, ([^:]+)(?:: (.+))?$/;

function push(steps: TrailStep[], step: TrailStep): void {
  const last = steps.at(-1);
  if (last && step.second < last.second) return;
  if (last && last.place === step.place && last.saw.join() === step.saw.join()) return;
  if (last && last.second === step.second) steps.pop();
  steps.push(step);
}
