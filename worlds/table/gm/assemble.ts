// Assembles the protocol's response: header, resources, dice, place and state from the facts; prose and planning from the game master's seat.
import { type Campaign, campaignOf, changesBetween, updatesOf } from "../campaign.ts";
import { keysOf, valuesOf } from "../order.ts";
import { beingsOf, namesIn } from "../protocol/beings.ts";
import { modeLine } from "../protocol/envelope.ts";
import { writeHeader, writeResources } from "../protocol/header-text.ts";
import { get, type JsonObject, writePath } from "../protocol/path.ts";
import { secondsBetween } from "../protocol/world-time.ts";
import { type RollRecord, rollText } from "../rules/roll.ts";
import type { Narration } from "../shape.ts";
import type { AssembledResponse, Fact, Noted, TableState } from "../state.ts";
import { calendarOf } from "../time.ts";

/** What a turn is told as. `state` is after everything that was resolved and landed. */
export function assemble(
  state: TableState,
  said: Narration,
  recovery: AssembledResponse["recovery"] | null = null,
): AssembledResponse {
  const pending = state.pending!;
  const calendar = calendarOf(state.adventure);
  const after = campaignOf(state, pending.hero);
  const changes = changesBetween(pending.before, after);
  return {
    sequence: (state.told?.sequence ?? 0) + 1,
    mode: pending.mode,
    hero: pending.hero,
    input: pending.input,
    narrative: said.narrative,
    god_mode_response: said.god_mode_response ?? "",
    thinking: said.thinking,
    context: said.context ?? "",
    choices: said.choices,
    analysis: said.analysis ?? null,
    session_header: writeHeader(after, calendar, state.now),
    resources: writeResources(after),
    rolls: pending.rolls,
    entities_mentioned: mentionsIn(said.narrative, allNamesOf(state), pending.before, after),
    location_confirmed: state.adventure.places[state.at]!.name,
    state_updates: updatesOf(changes),
    dm_notes: said.dm_notes ?? [],
    state_rationale: said.state_rationale ?? "",
    ...(recovery ? { recovery } : {}),
  };
}

/** Everybody and everything that a text may name, by display name, in the order of the campaign. */
export const allNamesOf = (state: TableState): readonly string[] => [
  ...new Set([
    ...valuesOf(state.heroes).map(({ name }) => name),
    ...valuesOf(state.npcs).map(({ name }) => name),
    ...state.tombs.map(({ name }) => name),
    ...valuesOf(state.adventure.places).map(({ name }) => name),
    ...valuesOf(state.props ?? {}).map(({ name }) => name),
  ]),
];

/** Of these names, those that a text has in full or by a word that is nobody else's, as the protocol's check finds them. */
export function mentionsIn(text: string, names: readonly string[], before: Campaign, after: Campaign): string[] {
  const short = new Set(namesIn(text, beingsOf(before, after), after));
  return names.filter((name) => short.has(name) || isNamed(text, name));
}

function isNamed(text: string, name: string): boolean {
  const at = text.toLowerCase().indexOf(name.toLowerCase());
  if (at < 0) return false;
  const edge = (char: string | undefined) => char === undefined || !/[\p{L}\p{N}]/u.test(char);
  return edge(text[at - 1]) && edge(text[at + name.length]);
}

/** The response as the protocol's JSON, without what is only the engine's. */
export function responseOf(told: AssembledResponse, debug: boolean): JsonObject {
  const { mode } = told;
  const block = {
    thinking: told.thinking,
    ...(told.context === "" ? {} : { context: told.context }),
    choices: told.choices,
    ...(told.analysis === null ? {} : { analysis: told.analysis }),
  };
  return {
    ...(mode === "DM" ? {} : { session_header: told.session_header }),
    resources: told.resources,
    narrative: told.narrative,
    ...(mode === "DM" && keysOf(told.choices).length === 0 ? {} : { planning_block: block }),
    dice_rolls: told.rolls.map(rollText),
    ...(mode === "GOD" ? { god_mode_response: told.god_mode_response } : {}),
    entities_mentioned: told.entities_mentioned,
    location_confirmed: told.location_confirmed,
    state_updates: told.state_updates,
    ...(debug ? { debug_info: { dm_notes: told.dm_notes, state_rationale: told.state_rationale } } : {}),
  };
}

/** The whole text of a response: mode line and object. */
export const responseText = (told: AssembledResponse, debug = true): string =>
  `${modeLine(told.mode)}\n${JSON.stringify(responseOf(told, debug))}`;

/** Places that time alone moves. The engine has run its own clock, with an adventure's own warnings: the check is not asked about it. */
const CLOCKWORK = ["time_sensitive_events", "time_pressure_warnings", "world_resources"] as const;

/** A campaign, or updates of one, without what time moves. A section of updates in which nothing is left is left out. */
export function withoutClockwork(sections: JsonObject): JsonObject {
  const isWhole = Object.hasOwn((sections["world_data"] ?? {}) as object, "calendar");
  const dropped: Readonly<Record<string, readonly string[]>> = {
    custom_campaign_state: CLOCKWORK,
    world_data: isWhole ? [] : ["world_time"],
  };
  const left = Object.entries(sections).flatMap(([name, section]) => {
    const gone = dropped[name];
    if (gone === undefined || typeof section !== "object" || section === null) return [[name, section] as const];
    const kept = Object.entries(section).filter(([key]) => !gone.includes(key));
    return kept.length === 0 ? [] : [[name, Object.fromEntries(kept)] as const];
  });
  return Object.fromEntries(left);
}

/** What a turn came from, as the game master sees it. */
export interface TurnFacts {
  readonly before: Campaign;
  readonly rolls: readonly RollRecord[];
  /** Null where the story stood still. */
  readonly seconds: number | null;
  readonly offered: readonly string[];
  readonly timeline: TableState["timeline"];
  readonly moved: string | null;
  /** What the character gained and lost in it, one after the other, by its place in the campaign. */
  readonly steps: Readonly<Record<string, readonly number[]>>;
}

export function turnFacts(state: TableState): TurnFacts {
  const { before, rolls, since, facts, mode, hero } = state.pending!;
  const seconds = Math.round(secondsBetween(calendarOf(state.adventure), since, state.now));
  return {
    before,
    rolls,
    // Turns of a fight take microseconds off their round: the check counts whole seconds.
    seconds: facts.some(({ is }) => is === "think") || mode !== "STORY" ? null : Math.max(0, seconds),
    offered: keysOf(state.told?.choices ?? {}),
    timeline: state.timeline,
    moved: before.world_data["current_location"] === state.at ? null : state.at,
    steps: stepsOf(facts, state.heroes[hero]!.name),
  };
}

const COUNTED = {
  experience: "player_character_data.experience.current",
  gold: "player_character_data.resources.gold",
};
/** "200 experience" and "50 experience" in one turn may both be told, and not their sum alone. */
const stepsOf = (facts: readonly Fact[], name: string): TurnFacts["steps"] =>
  Object.fromEntries(
    Object.entries(COUNTED).map(([unit, place]) => [
      place,
      facts.flatMap((fact) => {
        if ((fact.is !== "got" && fact.is !== "lost") || fact.who !== name) return [];
        const [, count] = new RegExp(`^(\\d+) ${unit}\\b`).exec(fact.what) ?? [];
        return count === undefined ? [] : [fact.is === "got" ? Number(count) : -Number(count)];
      }),
    ]),
  );

/** A change of a number in the steps by which it came about, where they add up to it. */
function inSteps(change: JsonObject, steps: readonly number[]): readonly JsonObject[] {
  const { before, after } = change;
  if (steps.length < 2 || typeof before !== "number" || typeof after !== "number") return [change];
  if (steps.reduce((sum, step) => sum + step, before) !== after) return [change];
  let at = before;
  return steps.map((step) => {
    const from = at;
    at += step;
    return { ...change, before: from, after: at };
  });
}

/** The changes that a response names under `state_updates`. */
export const changesOf = ({ before }: TurnFacts, after: Campaign): readonly Noted[] => changesBetween(before, after);

/** What the protocol's check wants to know beside the response: the campaign before the turn, and what the engine resolved in it. */
export function checkable(
  { before, rolls, seconds, offered, timeline, moved, steps }: TurnFacts,
  changes: readonly Noted[],
  transition: boolean,
): JsonObject {
  return {
    ...withoutClockwork(before),
    offered,
    reference_timeline: timeline.map(({ sequence_id, summary }) => ({ sequence_id, summary })),
    resolved: {
      rolls: rolls.map(({ purpose, notation, dice, kept, modifier, total, dc, ac, outcome }) => ({
        purpose,
        notation,
        dice,
        modifier,
        total,
        ...(kept ? { kept } : {}),
        ...(dc === undefined ? {} : { dc }),
        ...(ac === undefined ? {} : { ac }),
        ...(outcome === undefined ? {} : { outcome }),
      })),
      ...(seconds === null ? {} : { seconds }),
      changes: changes
        .filter(
          ({ path }) =>
            path.at(-1) !== "world_time" &&
            path.at(-1) !== "core_memories" &&
            !CLOCKWORK.some((part) => path[1] === part),
        )
        .flatMap(({ path, value }) => {
          const change = {
            path: writePath(path),
            before: get(before, ...path) ?? null,
            ...(value === undefined ? {} : { after: value }),
            cause: "resolved",
          };
          return inSteps(change, steps[change.path] ?? []);
        }),
      ...(moved === null ? {} : { moved_to: moved }),
      transition,
    },
  };
}
