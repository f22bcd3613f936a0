// The protocol's response, put together: header, resources, dice, place and state from the facts, prose and planning from whoever sits in the game master's seat.
import { campaignOf, changesBetween, updatesOf } from "../campaign.ts";
import { compare, secondsBetween } from "../protocol/world-time.ts";
import { writeHeader, writeResources } from "../protocol/header-text.ts";
import { modeLine } from "../protocol/envelope.ts";
import type { JsonObject } from "../protocol/path.ts";
import { rollText } from "../rules/roll.ts";
import type { Narration } from "../shape.ts";
import type { TableState, Told } from "../state.ts";
import { calendarOf } from "../time.ts";

/** What a turn is told as. `state` is after everything that was resolved and landed. */
export function assemble(state: TableState, said: Narration): Told {
  const pending = state.pending!;
  const calendar = calendarOf(state.adventure);
  const after = campaignOf(state, pending.hero);
  const campaign = after as unknown as JsonObject;
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
    session_header: writeHeader(campaign, calendar, state.now),
    resources: writeResources(campaign),
    rolls: pending.rolls,
    entities_mentioned: namesIn(state, said.narrative),
    location_confirmed: state.adventure.places[state.at]!.name,
    state_updates: updatesOf(changes),
    dm_notes: said.dm_notes ?? [],
    state_rationale: said.state_rationale ?? "",
  };
}

/** Everybody and every place that a text names, by display name, in the order of the campaign. */
export function namesIn(state: TableState, text: string): string[] {
  const names = [
    ...Object.values(state.heroes).map(({ name }) => name),
    ...Object.values(state.npcs).map(({ name }) => name),
    ...state.tombs.map(({ name }) => name),
    ...Object.values(state.adventure.places).map(({ name }) => name),
  ];
  return [...new Set(names)].filter((name) => isNamed(text, name));
}

export function isNamed(text: string, name: string): boolean {
  const at = text.toLowerCase().indexOf(name.toLowerCase());
  if (at < 0) return false;
  const edge = (char: string | undefined) => char === undefined || !/[\p{L}\p{N}]/u.test(char);
  return edge(text[at - 1]) && edge(text[at + name.length]);
}

/** The response as the protocol's JSON, without what is only the engine's. */
export function responseOf(told: Told, debug: boolean): JsonObject {
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
    ...(mode === "DM" && Object.keys(told.choices).length === 0 ? {} : { planning_block: block }),
    dice_rolls: told.rolls.map(rollText),
    ...(mode === "GOD" ? { god_mode_response: told.god_mode_response } : {}),
    entities_mentioned: told.entities_mentioned,
    location_confirmed: told.location_confirmed,
    state_updates: told.state_updates,
    ...(debug ? { debug_info: { dm_notes: told.dm_notes, state_rationale: told.state_rationale } } : {}),
  } as unknown as JsonObject;
}

/** The whole text of a response: mode line and object. */
export const responseText = (told: Told, debug = true): string => `${modeLine(told.mode)}\n${JSON.stringify(responseOf(told, debug))}`;

/** What the protocol's check wants to know beside the response: the campaign before the turn, and what the engine resolved in it. */
export function checkable(state: TableState, offered: readonly string[]): JsonObject {
  const pending = state.pending!;
  const calendar = calendarOf(state.adventure);
  const after = campaignOf(state, pending.hero);
  const seconds = secondsBetween(calendar, pending.since, state.now);
  const before = pending.before.world_data["current_location"];
  return {
    ...pending.before,
    offered,
    reference_timeline: state.timeline,
    resolved: {
      rolls: pending.rolls.map(({ purpose, notation, dice, kept, modifier, total, dc, ac, outcome }) => ({
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
      ...(Number.isSafeInteger(seconds) && compare(pending.since, state.now) < 0 ? { seconds } : {}),
      changes: changesBetween(pending.before, after)
        .filter(({ path }) => path.at(-1) !== "world_time")
        .map(({ path, value }) => ({ path: path.map((step) => (/^[\w]+$/.test(step) ? step : JSON.stringify(step))).join("."), before: null, ...(value === undefined ? {} : { after: value }), cause: "resolved" })),
      ...(before === state.at ? {} : { moved_to: state.at }),
      transition: pending.transition,
    },
  } as unknown as JsonObject;
}
