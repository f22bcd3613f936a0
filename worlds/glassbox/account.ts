// What all eyes see of a turn: who did what, where and when, under everybody's name. For those who may know everything.
import type { AnyEvent } from "@orrery/kernel";
import { SKIP } from "./meet.ts";
import { SABOTAGES } from "./sabotages/index.ts";
import type { GlassBox, GlassEvent, GlassState } from "./shape.ts";
import { stationOf } from "./station/index.ts";
import { clock, endedHow, list, placeName, siteName, upper } from "./words.ts";

/** Lines with the game's own time, in its order. */
export function account({
  before,
  events,
  after,
}: {
  readonly before: GlassState | null;
  readonly events: readonly AnyEvent<GlassBox>[];
  readonly after: GlassState;
}): readonly string[] {
  if (before === null) return cast(after);
  const known = events as readonly GlassEvent[];
  const setOut = departures(before, after);
  const told: AccountStep[] = known.flatMap((event): AccountStep[] => {
    if (event.type === "walked") return setOut(event);
    const line =
      event.type === "tallied" ? verdict(event, ballots(known, before), after) : sentence(event, before, after);
    return line === null ? [] : [{ tick: "tick" in event ? event.tick : after.tick, line }];
  });
  // Of one moment, the order in which the rules had it stays.
  told.sort((a, b) => a.tick - b.tick);
  return together(told).map(({ tick, line }) => `${clock(tick)}  ${line}`);
}

/** A line, or somebody who sets out for somewhere: `to`. */
type AccountStep = { readonly tick: number } & (
  | { readonly line: string }
  | { readonly who: string; readonly to: string }
);

/** Who sets out where. Turning after somebody who is followed, waiting at a door, and stepping up to a thing in the same room are no new departures. */
function departures(before: GlassState, after: GlassState) {
  const station = stationOf(after.settings);
  const name = nameIn(after);
  const heading = new Map(Object.entries(before.players).map(([id, { walk }]) => [id, walk?.to ?? null]));
  return ({ who, tick, walk }: Extract<GlassEvent, { type: "walked" }>): AccountStep[] => {
    const { to, follow, places } = walk;
    if (heading.get(who) === to || (follow === null && places[0] === to)) return [];
    heading.set(who, to);
    return follow === null
      ? [{ tick, who: name(who), to: placeName(station, to) }]
      : [{ tick, line: `${name(who)} follows ${name(follow)}.` }];
  };
}

/** Those who set out for one place at one time share a line. */
function together(told: readonly AccountStep[]): { readonly tick: number; readonly line: string }[] {
  const lines: { tick: number; line: string }[] = [];
  for (const [i, one] of told.entries()) {
    if ("line" in one) {
      lines.push(one);
      continue;
    }
    const same = (other: AccountStep | undefined) =>
      other && "to" in other && other.to === one.to && other.tick === one.tick;
    if (same(told[i - 1])) continue;
    const who: string[] = [];
    for (let at = i; same(told[at]); at++) who.push((told[at] as typeof one).who);
    lines.push({ tick: one.tick, line: `${list(who)} ${who.length > 1 ? "set" : "sets"} out for ${one.to}.` });
  }
  return lines;
}

function cast(state: GlassState): readonly string[] {
  const namesOfRole = (role: string) =>
    list(state.seats.flatMap(({ id, name }) => (state.players[id]!.role === role ? [upper(name)] : [])));
  return [
    `On board ${stationOf(state.settings).name}. Impostors: ${namesOfRole("impostor")}. Crew: ${namesOfRole("crewmate")}.`,
  ];
}

function sentence(event: GlassEvent, before: GlassState, after: GlassState): string | null {
  const station = stationOf(after.settings);
  const name = nameIn(after);
  const place = (id: string) => placeName(station, id);
  const witnessSentence = (witnesses: readonly string[]) =>
    witnesses.length === 0 ? "Nobody sees it." : `Seen by ${list(witnesses.map(name))}.`;
  switch (event.type) {
    case "began":
      return event.doing.what === "task"
        ? null
        : `${name(event.who)} ${DOES[event.doing.what]} ${siteName(station, event.doing.site)}.`;
    case "task_stepped": {
      const task = station.task.get(before.players[event.who]!.tasks[event.task]!.kind)!;
      return event.whole ? `${name(event.who)} has done a task: ${task.name}.` : null;
    }
    case "vented":
      return event.how === "moved"
        ? `${name(event.who)} crawls to ${siteName(station, event.vent)}.`
        : `${name(event.who)} climbs ${event.how === "entered" ? "into" : "out of"} ${siteName(station, event.vent)}. ${witnessSentence(event.witnesses)}`;
    case "killed":
      return `${event.by === null ? `${name(event.who)} drops dead` : `${name(event.by)} kills ${name(event.who)}`} in ${place(event.place)}. ${witnessSentence(event.witnesses)}`;
    case "kill_interrupted":
      return `${name(event.by)} was about to kill ${name(event.who)}.`;
    case "sabotaged":
      return `${name(event.by)} ${SABOTAGES[event.sabotage.system].deed}.`;
    case "sabotage_ended":
      return `${upper(SABOTAGES[event.system].name)}: ${event.how === "fixed" ? "mended" : "over, for a meeting is called"}.`;
    case "doors_closed":
      return `${name(event.by)} shuts the doors of ${place(event.room)}.`;
    case "meeting_called":
      return event.body === null
        ? `${name(event.by)} calls a meeting.`
        : `${name(event.by)} reports the body of ${name(event.body)}, in ${place(event.place)}.`;
    case "spoke":
      return event.text === "" ? `${name(event.who)} says nothing.` : `${name(event.who)}: “${event.text}”`;
    case "started":
      return "The game begins.";
    case "resumed":
      return "Everyone goes back to work.";
    case "ended":
      return `${endedHow(event)}.`;
    case "left":
      return `${name(event.who)} has left the game.`;
    case "revived":
      return `${name(event.who)} is alive again.`;
    case "placed":
      return `${name(event.who)} is put into ${place(event.place)}.`;
    case "recast":
      return `${name(event.who)} is now ${event.role}.`;
    default:
      return null;
  }
}

/** Secret votes too: a vote is handed in before it is counted. */
function ballots(events: readonly GlassEvent[], before: GlassState): ReadonlyMap<string, string> {
  const votes = new Map<string, string>();
  for (const [id, { intent }] of Object.entries(before.players))
    if (intent?.type === "vote") votes.set(id, intent.target);
  for (const event of events)
    if (event.type === "intended" && event.intent.type === "vote") votes.set(event.who, event.intent.target);
  return votes;
}

function verdict(
  { ejected }: Extract<GlassEvent, { type: "tallied" }>,
  votes: ReadonlyMap<string, string>,
  after: GlassState,
): string {
  const name = nameIn(after);
  const each = [...votes].map(([who, choice]) => `${name(who)} for ${choice === SKIP ? "nobody" : name(choice)}`);
  const out = ejected === null ? "Nobody is ejected." : `${name(ejected)} is ejected: ${after.players[ejected]!.role}.`;
  return each.length === 0 ? out : `Votes: ${each.join(", ")}. ${out}`;
}

const nameIn =
  ({ seats }: GlassState) =>
  (id: string) =>
    upper(seats.find((seat) => seat.id === id)?.name ?? id);

const DOES = {
  fake: "pretends to work at",
  panel: "is at",
  cameras: "watches",
  admin: "looks at",
  vitals: "looks at",
} as const;
