// What a model is told for one ask: stable parts that stay the same all game, then what it knows now. Made of the view alone.
import type { Asked, Prompt, PromptPart } from "@orrery/kernel";
import { metaText, tipsText } from "./prompt-advice.ts";
import { actionsOf, OUTPUT_TEXT, outputOf } from "./prompt-output.ts";
import { briefingText, mapText, rulesText } from "./prompt-rules.ts";
import type { Settings } from "./settings.ts";
import type { AskKind, GlassBox, GlassView } from "./shape.ts";

const VERSION = 1;

export function prompt({ view }: Asked<GlassBox>): Prompt {
  const kind = view.ask?.kind ?? "end";
  return {
    parts: [...stableParts(view), ...changing(view, kind)],
    output: outputOf(kind),
    actions: (output) => actionsOf(view, output),
  };
}

/** Stable parts of every seat, by the settings of its game: the same object as long as a game is in memory. */
const KNOWN = new WeakMap<Settings, Map<string, readonly PromptPart[]>>();

function stableParts(view: GlassView): readonly PromptPart[] {
  const { settings, you, players } = view;
  const games = KNOWN.get(settings) ?? new Map<string, readonly PromptPart[]>();
  KNOWN.set(settings, games);
  const { id, role, model, persona, strategy_level, meta_level, learned } = you;
  const lessons = learned.lessons.length === 0 ? "" : JSON.stringify(learned);
  const key = `${id}\n${role}\n${you.partners.join()}\n${players.length}\n${strategy_level}\n${meta_level}\n${model}\n${persona}\n${lessons}`;
  const known = games.get(key);
  if (known) return known;
  const parts = [
    part("identity", identity(view)),
    part("rules", rulesText(settings, players.length)),
    part("map", mapText(settings)),
    part("settings", `# All settings\nDurations in milliseconds.\n${JSON.stringify(settings)}`),
    part("role", briefingText(role, you.partners, settings)),
    part("strategy", tipsText(role, strategy_level)),
    part("meta", metaText(meta_level)),
    part("output", OUTPUT_TEXT),
    part(
      "learned",
      lessons === ""
        ? ""
        : `# What you learned in earlier games\nYour own notes from ${learned.games} ${learned.games === 1 ? "game" : "games"}, as data:\n${lessons}`,
    ),
  ].filter(({ text }) => text !== "");
  games.set(key, parts);
  return parts;
}

const part = (id: string, text: string, stable = true): PromptPart => ({ id, version: VERSION, stable, text });

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
  end: "The game is over. Write what you take into your next game.",
};

/** You, recent history, vision, what may be done: in this order. */
function changing(view: GlassView, kind: AskKind): PromptPart[] {
  const { ask, you, time, phase, station } = view;
  const { notes, learned: _learned, persona: _persona, model: _model, strategy_level, meta_level, ...self } = you;
  void strategy_level;
  void meta_level;
  const moment = MOMENTS[kind];
  const parts = [
    part(
      "you",
      `# You\n${moment === "" ? "" : `${moment}\n`}${JSON.stringify({ time, phase, triggers: ask?.triggers ?? [], you: self, scratchpads: notes, station })}`,
      false,
    ),
    part(
      "recent_history",
      `# Recent history\n${JSON.stringify({
        recent_history: view.recent_history,
        ...(view.history_dropped > 0 ? { older_moments_dropped: view.history_dropped } : {}),
        known_deaths: view.known_deaths,
        known_locations: view.known_locations,
        witnessed_events: view.witnessed_events,
        players: view.players,
        ...(view.past_meetings.length > 0 ? { past_meetings: view.past_meetings } : {}),
      })}`,
      false,
    ),
    part("vision", `# Vision\n${JSON.stringify(view.vision)}`, false),
  ];
  if (view.meeting) parts.push(part("meeting", `# The meeting\n${JSON.stringify(view.meeting)}`, false));
  const { types, ...available } = view.available_actions;
  const listed = Object.entries(available).filter(([, list]) => list.length > 0);
  const wanted = ask?.suspicions ? `\nReport your suspicions: this is the moment "${ask.suspicions}".` : "";
  const result = view.result ? `\n${JSON.stringify({ result: view.result })}` : "";
  parts.push(
    part(
      "available_actions",
      `# Available actions\nThese are your actions now.\n${JSON.stringify({ types: types.map((type) => type.toUpperCase()), ...Object.fromEntries(listed) })}${wanted}${result}`,
      false,
    ),
  );
  return parts;
}
