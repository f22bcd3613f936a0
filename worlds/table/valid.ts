// What is broken in a campaign, as sentences: what no turn and no god may bring about.

import { valuesOf } from "./order.ts";
import { bodyIn } from "./play/body.ts";
import { MICROS, secondsPerDay } from "./protocol/world-time.ts";
import { hpMaxOf } from "./rules/sheet.ts";
import type { TableState } from "./state.ts";
import { calendarOf } from "./time.ts";
import { getShapeProblem } from "./valid-shape.ts";

export function valid(state: TableState): readonly string[] {
  const shape = getShapeProblem(state);
  if (shape !== null) return [shape];
  const problems: string[] = [];
  const say = (bad: boolean, text: string) => {
    if (bad) problems.push(text);
  };
  say(
    state.now.micro >= secondsPerDay(calendarOf(state.adventure)) * MICROS,
    "the clock is past the end of a day of its calendar",
  );
  for (const id of state.order) {
    const hero = state.heroes[id]!;
    say(
      hero.hp < 0 || hero.hp > hpMaxOf(hero).value,
      `${hero.name}: hit points are ${hero.hp} of ${hpMaxOf(hero).value}`,
    );
    say(hero.gold < 0, `${hero.name} owes gold`);
    say(hero.dead && hero.hp > 0, `${hero.name} is dead and has hit points`);
    say(
      hero.items.some(({ count }) => count < 1),
      `${hero.name} carries less than one of something`,
    );
    say(
      hero.level < 1 || hero.level > 20 || hero.hpGains.length !== hero.level - 1,
      `${hero.name}: levels and hit points do not go together`,
    );
    say(hero.saves.failures > 3 || hero.saves.successes > 2, `${hero.name}: death saves are beyond three`);
    say(
      hero.temp < 0 || hero.exhaustion < 0 || hero.exhaustion > 6,
      `${hero.name}: temporary hit points or exhaustion are out of bounds`,
    );
  }
  for (const npc of valuesOf(state.npcs)) {
    say(npc.hp < 0 || npc.hp > npc.hpMax, `${npc.name}: hit points are ${npc.hp} of ${npc.hpMax}`);
    say(npc.gold < 0, `${npc.name} owes gold`);
    say(
      state.tombs.some(({ id }) => id === npc.id),
      `${npc.name} is dead and about`,
    );
  }
  const names = [...valuesOf(state.npcs), ...valuesOf(state.heroes)].map(({ name }) => name);
  say(new Set(names).size !== names.length, "two have the same name");
  if (state.combat) {
    say(
      state.combat.order.some(({ id }) => !state.heroes[id] && !state.npcs[id]),
      "somebody fights who is not there",
    );
    const on = state.combat.order[state.combat.turn]?.id;
    say(on === undefined, "a fight in which nobody has the turn");
    say(
      on !== undefined &&
        (state.heroes[on] !== undefined || state.npcs[on] !== undefined) &&
        state.phase === "player" &&
        state.heroes[on] === undefined &&
        bodyIn(state, on).hero === null,
      "a creature is waited for",
    );
  }
  say(state.phase !== "player" && state.pending === null, "nothing waits to be told, and the game master is asked");
  return problems;
}
