// Rests and what they bring: hit points, spell slots, and a level that was earned.
import { equal } from "@orrery/kernel";
import { CLASS, improvesAt } from "../../rules/classes.ts";
import type { Hero } from "../../rules/hero.ts";
import { cause } from "../../rules/numbers.ts";
import { afterLongRest, afterShortRest, fixedGain, levelUp, longRestRefused, REST_HOURS } from "../../rules/rest.ts";
import { rollAmount } from "../../rules/roll.ts";
import { hpMaxOf, modOf } from "../../rules/sheet.ts";
import { isSpell, spellOf } from "../../rules/spells.ts";
import { hourOf, secondsIn, TAKES } from "../../time.ts";
import type { Deed } from "../deed.ts";
import { passTime } from "../pressure.ts";
import { nameOf } from "./cost.ts";
import type { Does } from "./types.ts";

export const rest: Does<"rest"> = (deed, { metadata: { length } }) => {
  if (length === "short") return shortRest(deed);
  passTime(deed, REST_HOURS.long * hourOf(deed.state));
  if (deed.state.ended !== null || deed.state.combat) return;
  const now = secondsIn(deed.state);
  const resting = deed.state.order.filter(
    (id) => longRestRefused(deed.state.heroes[id]!, now, hourOf(deed.state)) === null,
  );
  for (const id of resting)
    deed.hero(id, "a night's rest", changesIn(deed.state.heroes[id]!, afterLongRest(deed.state.heroes[id]!, now)));
  deed.fact({ is: "rest", kind: "long", who: resting.map((id) => nameOf(deed, id)) });
};

/** An hour: each spends hit dice while they are worth it, and all comes back that a breath brings back. */
function shortRest(deed: Deed): void {
  passTime(deed, REST_HOURS.short * hourOf(deed.state));
  if (deed.state.ended !== null || deed.state.combat) return;
  const resting = deed.state.order.filter((id) => !deed.state.heroes[id]!.dead && deed.state.heroes[id]!.hp > 0);
  for (const id of resting) {
    const hero = deed.state.heroes[id]!;
    const die = CLASS[hero.class].hitDie;
    const rolled: number[] = [];
    let missing = hpMaxOf(hero).value - hero.hp;
    while (missing >= Math.ceil(die / 2) && hero.hitDiceUsed + rolled.length < hero.level) {
      const record = rollAmount(deed.dice, id, `${hero.name}: hit die`, `1d${die}`, {
        bonus: [cause("Constitution", modOf(hero, "constitution"))],
      });
      deed.emitRoll(record);
      rolled.push(record.dice[0]!);
      missing -= record.total;
    }
    deed.hero(id, "a short rest", changesIn(hero, afterShortRest(hero, rolled)));
  }
  deed.fact({ is: "rest", kind: "short", who: resting.map((id) => nameOf(deed, id)) });
}

export const riseLevel: Does<"level_up"> = (
  deed,
  { actorId: who, metadata: { hp, raise = [], cantrips = [], spells = [] } },
) => {
  const hero = deed.state.heroes[who]!;
  let gain = fixedGain(hero);
  if (hp === "rolled") {
    const record = rollAmount(
      deed.dice,
      who,
      `${hero.name}: hit points of level ${hero.level + 1}`,
      `1d${CLASS[hero.class].hitDie}`,
    );
    deed.emitRoll(record);
    gain = record.total;
  }
  const risen = levelUp(hero, gain, improvesAt(hero.class, hero.level + 1) ? raise : []);
  const [tricks, learned] = [cantrips.filter(isSpell), spells.filter(isSpell)];
  const next: Hero = {
    ...risen,
    cantrips: [...risen.cantrips, ...tricks],
    spells: [...risen.spells, ...learned],
    book: [...risen.book, ...learned],
  };
  deed.hero(who, `level ${next.level}`, changesIn(hero, next));
  const gains = `+${hpMaxOf(next).value - hpMaxOf(hero).value} hit points${[...tricks, ...learned].map((id) => `, ${spellOf(id).name.toLowerCase()}`).join("")}`;
  deed
    .fact({ is: "level", who: hero.name, level: next.level, gains })
    .emit({ type: "remembered", text: `${hero.name} reached level ${next.level}: ${gains}.` });
  passTime(deed, TAKES.scene);
};

/** Only what is different, so that an event says what changed. */
function changesIn(before: Hero, after: Hero): Partial<Hero> {
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => !equal(before[key as keyof Hero], value)),
  ) as Partial<Hero>;
}
