// What a model is told for one ask: stable parts that stay the same all game, then what it knows now. Made of the view alone.
import type { Asked, Prompt, PromptPart } from "@orrery/kernel";
import { EJECTION_TICKS } from "./meet.ts";
import { metaText, tipsText } from "./prompt-advice.ts";
import { actionsOf, OUTPUT_TEXT, outputOf } from "./prompt-output.ts";
import { briefingText, ghostText, mapText, rulesText, settingsText, tasksText } from "./prompt-rules.ts";
import { ROLES, type Settings } from "./settings.ts";
import type { AskKind, GlassBox, GlassView } from "./shape.ts";
import { stationOf } from "./station/index.ts";
import { secondsOf } from "./view.ts";

const VERSION = 5;
const CONVERSATION_MAX = 4_000;

export function prompt({ view }: Asked<GlassBox>): Prompt {
  const kind = view.ask?.kind ?? "end";
  return {
    parts: [...stableParts(view), ...changing(view, kind)],
    chapter: chapter(view),
    // Each message says all that is known by now, and the pads keep what was thought: of earlier exchanges the last is enough.
    advice: { conversationMax: CONVERSATION_MAX },
    output: outputOf(kind, view),
    actions: (output) => actionsOf(view, output),
  };
}

/**
 * A conversation lasts until a meeting is over and consolidated. The pads are what an agent remembers of it: talk and
 * meeting_scratch, once erased, must not live on in what was said before.
 */
function chapter({ meeting, past_meetings }: GlassView): string {
  const over = meeting ? meeting.number - 1 : past_meetings.length;
  if (over === 0) return "";
  return `# So far\n${over === 1 ? "A meeting is" : `${over} meetings are`} over. What was said until then is gone but for your scratchpads and what you are told here.`;
}

/** What the stable parts of one seat are made of beside the settings, and the parts. */
interface PromptSeat extends Pick<GlassView["you"], "role" | "model" | "persona" | "strategy_level" | "meta_level"> {
  readonly players: number;
  readonly partners: string;
  readonly learned: string;
  readonly parts: readonly PromptPart[];
}
/** What is worded alike in every game: how to answer, and the advice of each role and level. */
export const promptTexts: Readonly<Record<string, string>> = {
  output: OUTPUT_TEXT,
  ...Object.fromEntries(
    ROLES.flatMap((role) => [1, 2, 3].map((level) => [`strategy-${role}-${level}`, tipsText(role, level)] as const)),
  ),
};

/** By the settings of its game, which are one object as long as the game is in memory, and by seat. */
const KNOWN = new WeakMap<Settings, Map<string, PromptSeat>>();

function stableParts(view: GlassView): readonly PromptPart[] {
  const { settings, you, players } = view;
  const seats = KNOWN.get(settings) ?? new Map<string, PromptSeat>();
  KNOWN.set(settings, seats);
  const { role, model, persona, strategy_level, meta_level } = you;
  const lessons = learnedText(you);
  const partners = you.partners.join();
  const known = seats.get(you.id);
  if (
    known?.role === role &&
    known.partners === partners &&
    known.model === model &&
    known.persona === persona &&
    known.strategy_level === strategy_level &&
    known.meta_level === meta_level &&
    known.learned === lessons &&
    known.players === players.length
  )
    return known.parts;
  const parts = [
    // What is the same for every seat and game comes first, so that all of them share what is cached.
    part("output", OUTPUT_TEXT),
    part("map", mapText(settings)),
    spare(1, part("tasks", tasksText(settings))),
    part("rules", rulesText(settings, players.length)),
    spare(2, part("settings", settingsText(settings))),
    part("role", briefingText(role, you.partners, settings)),
    spare(3, part("strategy", tipsText(role, strategy_level))),
    part("meta", metaText(meta_level)),
    part("identity", identity(view)),
    part("learned", lessons),
  ].filter(({ text }) => text !== "");
  const all = { role, model, persona, strategy_level, meta_level, partners, learned: lessons };
  seats.set(you.id, { ...all, players: players.length, parts });
  return parts;
}

/** What earlier games taught, and how to answer when what this one taught is asked for. */
function learnedText({ learned, learns }: GlassView["you"]): string {
  const { games, lessons } = learned;
  const notes = `Your own notes from ${games} ${games === 1 ? "game" : "games"}, as data:\n${JSON.stringify(learned)}`;
  const lines = [...(lessons.length > 0 ? [notes] : []), ...(learns ? [FAREWELL] : [])];
  return lines.length === 0 ? "" : ["# What you learn from game to game", ...lines].join("\n");
}
const FAREWELL =
  'After the end you are asked once more, and answer `{"internal_thought", "learned"}`: what you take into later games. It takes the place of what you had learned before; what you learn in games that are played at the same time is put beside it.';

const part = (id: string, text: string, stable = true): PromptPart => ({ id, version: VERSION, stable, text });
const spare = (rank: number, one: PromptPart): PromptPart => ({ ...one, spare: rank });

/** "You are {model}. {persona}. {context}" */
function identity({ you, settings }: GlassView): string {
  const who = you.model ?? you.name;
  const persona = settings.personas && you.persona ? ` ${sentence(you.persona)}` : "";
  return `You are ${sentence(who)}${persona} You play ${you.id} in a game of social deduction on a space station.`;
}
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

/** What a meeting's moment is for. */
const MOMENTS: Readonly<Record<AskKind, string>> = {
  decision: "",
  interrupt:
    "A meeting was called and interrupts you. Note what you were doing and what you meant to do next, so that you can go on with it afterwards.",
  preparation: "The meeting begins. Go over what you know, and prepare what you will say and ask.",
  discussion: "It is your turn to speak.",
  deliberation: "The talk is over. Weigh what was said before you vote.",
  vote: "Vote now: a living player, or skip.",
  consolidation:
    "The meeting is over, and meeting_scratch will be erased. Move what is worth remembering into plan, events and suspicions.",
  end: "The game is over. Write what you take into later games.",
};

/** You, recent history, vision, what may be done: in this order. */
function changing(view: GlassView, kind: AskKind): PromptPart[] {
  const { ask, time, phase, station } = view;
  const moment =
    kind === "decision" && view.you.status === "ghost" ? ghostText(view.you.role, view.settings) : MOMENTS[kind];
  const self = { time, phase, triggers: ask?.triggers ?? [], you: selfOf(view), scratchpads: padsOf(view), station };
  const parts = [
    part("you", `# You\n${moment === "" ? "" : `${moment}\n`}${withoutNothing(self)}`, false),
    part("recent_history", `# Recent history\n${JSON.stringify(historyOf(view))}`, false),
    part("vision", `# Vision\n${withoutNothing({ ...view.vision, ...beyond(view) })}`, false),
  ];
  if (view.meeting) parts.push(part("meeting", `# The meeting\n${JSON.stringify(view.meeting)}`, false));
  const { types, ...available } = view.available_actions;
  // A decision has no word for thinking alone: that is to wait.
  const deeds = kind === "decision" ? types.filter((type) => type !== "reflect") : types;
  const listed: Record<string, unknown> = { types: deeds.map((type) => type.toUpperCase()) };
  for (const name in available) {
    const list = available[name as keyof typeof available];
    // All places are on the map, which has been told.
    if (name === "available_moves" && list.length >= stationOf(view.settings).places.length - 1)
      listed[name] = "any place";
    else if (list.length > 0) listed[name] = list;
  }
  const wanted = ask?.suspicions ? `\nReport your suspicions: this is the moment "${ask.suspicions}".` : "";
  const result = view.result ? `\n${JSON.stringify({ result: view.result })}` : "";
  const text = `# Available actions\nThese are your actions now.\n${JSON.stringify(listed)}${wanted}${result}`;
  parts.push(part("available_actions", text, false));
  return parts;
}

/** JSON without what is null or an empty list: the reader is told that it is left out. */
const withoutNothing = (value: object): string => JSON.stringify(prune(value));

/** A copy: a replacer of `JSON.stringify` would do the same and takes longer. */
function prune(value: object): object {
  if (Array.isArray(value)) return value.map((part) => (isHolder(part) ? prune(part) : part));
  const copy: Record<string, unknown> = {};
  for (const key in value) {
    const part = (value as Record<string, unknown>)[key];
    if (!isHolder(part)) {
      if (part !== null) copy[key] = part;
    } else if (!Array.isArray(part) || part.length > 0) copy[key] = prune(part);
  }
  return copy;
}
const isHolder = (value: unknown): value is object => typeof value === "object" && value !== null;

/** Role, place, status, clocks; of the tasks only what is still to do. */
function selfOf({ you }: GlassView): Record<string, unknown> {
  const { tasks, triggers } = you;
  const open = [];
  // A site's id says what it is and where.
  for (const { step, steps, site, wait_seconds, done } of tasks)
    if (!done) open.push({ site, step: `${step + 1} of ${steps}`, ...(wait_seconds > 0 ? { wait_seconds } : {}) });
  return {
    id: you.id,
    role: you.role,
    ...(you.role === "impostor" ? { partners: you.partners, kill_cooldown: you.kill_cooldown } : {}),
    status: you.status,
    location: you.location,
    heading: you.heading,
    doing: you.doing,
    ...(you.at_work ? { at_work: you.at_work } : {}),
    ...(you.vent ? { vent: you.vent } : {}),
    ...(you.interrupted ? { interrupted: you.interrupted } : {}),
    tasks: open,
    tasks_done: tasks.length - open.length,
    emergencies_remaining: you.emergencies_remaining,
    emergency_cooldown: you.emergency_cooldown,
    // A good deal is muted from the start: nobody can tell by what it is not told.
    muted: triggers.muted.map(({ type, until }) => (until === null ? type : { type, until })),
    ...(triggers.every > 0 ? { every_n_seconds: triggers.every } : {}),
    ...(triggers.random > 0 ? { random_n_seconds: triggers.random } : {}),
    ...(triggers.intersection ? { intersection: true } : {}),
    ...(triggers.hallway_waypoint ? { hallway_waypoint: true } : {}),
  };
}

/** What the dead see of everybody else; of tasks, as of their own, only what is still to do. */
function beyond({ overview }: GlassView): Record<string, unknown> {
  if (!overview) return {};
  const { players, closed_rooms } = overview;
  const others = players.map(({ tasks, ...rest }) => {
    const open = tasks.flatMap(({ site }) => site ?? []);
    return { ...rest, tasks: open, tasks_done: tasks.length - open.length };
  });
  return { players: others, closed_rooms };
}

/** Scratchpads that hold something. */
function padsOf({ you }: GlassView): Record<string, string> {
  const pads: Record<string, string> = {};
  for (const name in you.notes) {
    const text = you.notes[name as keyof typeof you.notes];
    if (text !== "") pads[name] = text;
  }
  return pads;
}

/**
 * What was said in a meeting meanwhile: the dead sit at no table, and are told when they are asked next, which is one
 * interval of theirs after everybody has looked at who goes, at the latest.
 */
function overheard({ you, time, settings, past_meetings }: GlassView): Record<string, unknown> {
  if (you.status !== "ghost") return {};
  const since = time - settings.ghostDecisionMs / 1000 - secondsOf(EJECTION_TICKS);
  const said = past_meetings.flatMap(({ number, statements }) =>
    (statements.at(-1)?.t ?? -1) >= since ? [{ number, statements }] : [],
  );
  return said.length === 0 ? {} : { overheard: said };
}

/** So many of the things that one has witnessed are told again; what was before is for the scratchpads. */
const WITNESSED = 8;
/** What was news when it happened and says nothing of anybody. */
const PASSING: ReadonlySet<string> = new Set([
  "sabotage",
  "sabotage_over",
  "doors",
  "task_done",
  "meeting",
  "ejection",
]);

/** Where the others were last; vision says where those are who are in sight. */
function elsewhere({ vision, known_locations }: GlassView): Pick<Partial<GlassView>, "known_locations"> {
  const others: Record<string, GlassView["known_locations"][string]> = {};
  let any = false;
  for (const id in known_locations) {
    if (vision.players_visible.some((one) => one.id === id)) continue;
    others[id] = known_locations[id]!;
    any = true;
  }
  return any ? { known_locations: others } : {};
}

/**
 * What was seen since one was last asked, and what is known of everybody. Of meetings that are over only what came of them:
 * their talk was there while it lasted, and is remembered in the scratchpads or not at all.
 */
function historyOf(view: GlassView): Record<string, unknown> {
  const { recent_history, history_dropped, known_deaths, witnessed_events, past_meetings } = view;
  const alive = [];
  const roles: Record<string, string> = {};
  for (const { id, status, role } of view.players) {
    if (status === "alive") alive.push(id);
    if (role !== null) roles[id] = role;
  }
  return {
    recent_history,
    ...(history_dropped > 0 ? { older_moments_dropped: history_dropped } : {}),
    alive,
    known_roles: roles,
    known_deaths,
    ...elsewhere(view),
    witnessed_events: witnessed_events.filter(({ type }) => !PASSING.has(type)).slice(-WITNESSED),
    ...overheard(view),
    ...(past_meetings.length === 0
      ? {}
      : {
          past_meetings: past_meetings.map(({ number, t, called_by, body, votes, ejected, was_impostor }) => ({
            number,
            t,
            called_by,
            body,
            votes,
            ejected,
            was_impostor,
          })),
        }),
  };
}
