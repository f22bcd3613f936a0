// A player's knowledge of things out of sight: the percepts of each event, and the fold of percepts into a mind.
//
// Nothing here depends on how time was cut into turns: what is heard at one tick is one percept, so that a decision of
// somebody out of sight leaves no trace.
import type { Percept } from "@orrery/kernel";
import { idsOf, inMask, spotOf } from "./rules.ts";
import type {
  GlassBox,
  GlassEvent,
  GlassMind,
  GlassPercept,
  GlassState,
  KnownDeath,
  Sight,
  Witnessed,
} from "./shape.ts";

/** So much is remembered of what was witnessed; what is older is in the scratchpads or lost. */
const WITNESSED_MAX = 60;

export function openMind(state: GlassState, who: string): GlassMind {
  const player = state.players[who];
  return {
    deaths: [],
    last: {},
    witnessed: [],
    now: player ? inMask(state, player.sees) : [],
    at: player?.place ?? "",
    history: [],
    dropped: 0,
    keep: state.settings.historyMax,
  };
}

type To = Percept<GlassBox>;

/** Percepts of an event. Ghosts see everything but thoughts: they are told everything that a witness is told. */
export function perceive(before: GlassState, event: GlassEvent, after: GlassState): readonly To[] {
  switch (event.type) {
    case "intended":
    case "configured":
      return [{ to: event.who, what: { type: "answered" } }];
    case "failed": {
      const { who, intent, reason, tick } = event;
      return [witnessNote(who, "failed", tick, { deed: intent.type, what: objectOf(intent), reason })];
    }
    case "ran": {
      const noticed: To[] = [];
      for (const { to, tick, at, in: seen, out, bodies } of event.sights) {
        noticed.push({ to, what: { type: "sight", tick, at, in: seen, out, bodies } });
        for (const [body, location, ...by] of bodies)
          for (const player of by) noticed.push(witnessNote(to, "near_body", tick, { player, body, location }));
      }
      return noticed;
    }
    case "task_stepped":
      return [witnessNote(event.who, "task_done", event.tick, { task: taskKind(before, event), whole: event.whole })];
    case "visual_seen":
      return [...event.witnesses, ...ghosts(after)].map((to) =>
        witnessNote(to, "visual_task", event.tick, { player: event.who, object: event.site }),
      );
    case "vented":
      return event.how === "moved"
        ? []
        : [...event.witnesses, ...ghosts(after)].map((to) =>
            witnessNote(to, "vent", event.tick, { player: event.who, location: event.spot.place, action: event.how }),
          );
    case "killed":
      return notesOfKill(before, event);
    case "kill_interrupted":
      return [witnessNote(event.by, "kill_interrupted", event.tick, { player: event.who })];
    case "sabotaged":
      return everyone(after, "sabotage", event.tick, { system: event.sabotage.system });
    case "sabotage_ended":
      return everyone(after, "sabotage_over", event.tick, { system: event.system, how: event.how });
    case "doors_closed":
      return idsOf(after).flatMap((to) =>
        to === event.by || after.players[to]!.life === "ghost" || standsIn(after, to, event.room)
          ? [witnessNote(to, "doors", event.tick, { location: event.room })]
          : [],
      );
    case "meeting_called":
      return notesOfMeeting(before, after, event);
    case "spoke":
      return idsOf(after).map((to) => ({ to, what: { type: "news", tick: event.tick, event } }));
    case "tallied":
      return notesOfTally(after, event);
    case "resumed":
    case "started":
    case "ended":
      return idsOf(after).map((to) => ({ to, what: { type: "news", tick: event.tick, event } }));
    case "left":
      return everyone(after, "disconnected", event.tick, { player: event.who });
    default:
      return [];
  }
}

const witnessNote = (to: string, what: Witnessed["what"], tick: number, data: Witnessed["data"]): To => ({
  to,
  what: { type: "witnessed", what, tick, data },
});
const everyone = (state: GlassState, what: Witnessed["what"], tick: number, data: Witnessed["data"]): To[] =>
  idsOf(state).map((to) => witnessNote(to, what, tick, data));
const ghosts = ({ players }: GlassState): string[] =>
  Object.keys(players).filter((id) => players[id]!.life === "ghost");

type EventOf<T extends GlassEvent["type"]> = Extract<GlassEvent, { type: T }>;

function taskKind(before: GlassState, { who, task }: EventOf<"task_stepped">): string {
  return before.players[who]!.tasks[task]!.kind;
}

function objectOf(intent: EventOf<"failed">["intent"]): string | null {
  if (intent.type === "interact") return intent.object;
  if (intent.type === "kill") return intent.target;
  if (intent.type === "sabotage") return intent.system;
  if (intent.type === "follow") return intent.who;
  return intent.type === "fake" ? intent.site : null;
}

function standsIn(state: GlassState, id: string, room: string): boolean {
  const player = state.players[id]!;
  const { walk } = player;
  if (!walk) return player.place === room;
  return walk.places.includes(room) && spotOf(state, player).place === room;
}

function notesOfKill(before: GlassState, { by, who, place, witnesses, tick }: EventOf<"killed">): To[] {
  const out: To[] = [];
  const death = (to: string, how: KnownDeath["how"]) =>
    out.push({ to, what: { type: "deaths", tick, who: [who], how, place } });
  for (const to of new Set([...witnesses, ...ghosts(before), ...(by === null ? [] : [by]), who])) {
    death(to, "witnessed");
    out.push(witnessNote(to, to === who ? "own_death" : "kill", tick, { killer: by, victim: who, location: place }));
  }
  return out;
}

/** Everybody is at the table: players in sight were last seen where they stood. */
function notesOfMeeting(
  before: GlassState,
  after: GlassState,
  { by, body, place, dead, tick }: EventOf<"meeting_called">,
): To[] {
  return idsOf(after).flatMap((to): To[] => [
    ...(body === null ? [] : [deathNote(to, tick, [body], "announced", place)]),
    deathNote(to, tick, dead, "announced", null),
    ...leaving(before, after, to, tick),
    witnessNote(to, "meeting", tick, { by, body }),
  ]);
}

function leaving(before: GlassState, after: GlassState, to: string, tick: number): To[] {
  const player = before.players[to]!;
  if (player.life !== "alive") return [];
  const out = inMask(before, player.sees).map((id) => {
    const { place, x, y } = spotOf(before, before.players[id]!);
    return [id, place, x, y] as const;
  });
  return [{ to, what: { type: "sight", tick, at: after.players[to]!.place, in: [], out, bodies: [] } }];
}

const deathNote = (
  to: string,
  tick: number,
  who: readonly string[],
  how: KnownDeath["how"],
  place: string | null,
): To => ({
  to,
  what: { type: "deaths", tick, who, how, place },
});

function notesOfTally(after: GlassState, { ejected, wasImpostor, tick }: EventOf<"tallied">): To[] {
  return idsOf(after).flatMap((to): To[] => [
    ...(ejected === null ? [] : [deathNote(to, tick, [ejected], "ejected", null)]),
    witnessNote(to, "ejection", tick, { player: ejected, was_impostor: wasImpostor }),
  ]);
}

export function learn(mind: GlassMind, what: GlassPercept): GlassMind {
  switch (what.type) {
    case "answered":
      return mind.history.length === 0 && mind.dropped === 0 ? mind : { ...mind, history: [], dropped: 0 };
    case "sight":
      return noteSight(mind, what);
    case "witnessed": {
      const { what: kind, tick, data } = what;
      const list = [...mind.witnessed, { what: kind, tick, data }];
      return { ...mind, witnessed: list.length > WITNESSED_MAX ? list.slice(-WITNESSED_MAX) : list };
    }
    case "deaths":
      return dead(mind, what.who, what.tick, what.how, what.place);
    case "news":
      return mind;
  }
}

function noteSight(mind: GlassMind, { tick, at, in: came, out, bodies }: Omit<Sight, "to">): GlassMind {
  let { now, last } = mind;
  if (out.length > 0) {
    now = now.filter((id) => !has(out, id));
    const changed: Record<string, GlassMind["last"][string]> = Object.assign({}, last);
    for (const [id, place, x = null, y = null] of out) changed[id] = { place, x, y, tick };
    last = changed;
  }
  if (came.length > 0) now = [...now, ...came.map(([id]) => id)];
  const over = Math.max(0, mind.history.length + 1 - mind.keep);
  const kept = over > 0 ? mind.history.slice(over) : mind.history;
  const history = [...kept, { tick, at, players: now }];
  let next: GlassMind = { ...mind, now, last, at, history, dropped: mind.dropped + over };
  for (const [who, place] of bodies) next = dead(next, [who], tick, "body", place);
  return next;
}

function has(list: Sight["out"], id: string): boolean {
  for (const [who] of list) if (who === id) return true;
  return false;
}

/** The first one hears of a death is what is kept. */
function dead(
  mind: GlassMind,
  who: readonly string[],
  tick: number,
  how: KnownDeath["how"],
  place: string | null,
): GlassMind {
  const news = who.filter((id) => !mind.deaths.some((death) => death.who === id));
  if (news.length === 0) return mind;
  return { ...mind, deaths: [...mind.deaths, ...news.map((id) => ({ who: id, tick, how, place }))] };
}
