// The Glass Box as a world: its functions put together. Rules live in their own files.
import type { Entity, World } from "@orrery/kernel";
import { about } from "./about.ts";
import { account } from "./account.ts";
import { apply } from "./apply.ts";
import { asks } from "./asks.ts";
import { bots, botWords } from "./bots/index.ts";
import { cast, contest } from "./contest.ts";
import { check, decide, explain, legal } from "./deeds.ts";
import { drama, glance } from "./glance.ts";
import { godDecide } from "./god.ts";
import { learn, openMind, perceive } from "./mind.ts";
import { stateOf1 } from "./old.ts";
import { open } from "./open.ts";
import { prompt, promptTexts } from "./prompt.ts";
import { barOf, idsOf, spotOf } from "./rules.ts";
import { ConfigSchema } from "./settings.ts";
import { settle } from "./settle.ts";
import { actions, type GlassBox, type GlassState, godActions } from "./shape.ts";
import { transcript } from "./transcript.ts";
import { valid } from "./valid.ts";
import { view } from "./view.ts";
import { endedHow, lexicon, nameOf, tell } from "./words.ts";

export const glassbox = {
  id: "glassbox",
  about,
  version: 4,
  config: ConfigSchema,
  actions,
  open,
  actors: idsOf,
  asks,
  check,
  decide,
  // Time stands still after a god's turn while somebody who was asked before it is still thinking.
  settle: (state, dice, after) => (after === "god" && asks(state).length > 0 ? [] : settle(state, dice)),
  apply,
  perceive,
  mind: { open: openMind, learn },
  upcastState: { 1: stateOf1 },
  view,
  legal,
  explain,
  outcome,
  valid,
  god: { actions: godActions, decide: godDecide },
  entities,
  words: { lexicon, tell, account, name: nameOf, ending: ({ result }) => endedHow(result!) },
  glance,
  drama,
  bots,
  botWords,
  company: { bot: "detective", seated: { preset: "people" }, first: "watch" },
  cast,
  prompt,
  promptTexts,
  contest,
  exports: { transcript },
} satisfies World<GlassBox>;

/** Null until the last words after the end have been written. Everybody reads it, so it holds no player's own notes. */
function outcome(state: GlassState) {
  const { result, closed } = state;
  if (!result || !closed) return null;
  return {
    winner: result.winner,
    by: result.by,
    tick: result.tick,
    roles: Object.fromEntries(idsOf(state).map((id) => [id, state.players[id]!.role])),
    lives: Object.fromEntries(idsOf(state).map((id) => [id, state.players[id]!.life])),
    tasks: barOf(state),
    meetings: state.past.length,
  };
}

function entities(state: GlassState): Entity[] {
  const players = state.seats.map(({ id, name }): Entity => {
    const player = state.players[id]!;
    const { place, x, y } = spotOf(state, player);
    const { role, life, doing, vent, tasks } = player;
    const done = tasks.filter((task) => task.done === task.sites.length).length;
    return {
      id,
      name,
      type: "player",
      attributes: { role, life, place, x, y, doing: doing?.what ?? null, vent, tasks: tasks.length, tasks_done: done },
    };
  });
  const bodies = state.bodies.map(
    ({ who, place, x, y, tick }): Entity => ({
      id: `body_${who}`,
      name: `body of ${who}`,
      type: "body",
      attributes: { who, place, x, y, tick },
    }),
  );
  return [...players, ...bodies];
}
