// What people of an author's say, where they have several ways of saying it: chance decides, and none is said twice running.
import type { Dice } from "@orrery/kernel";
import type { SayingFor } from "../model/person.ts";
import { type HouseState, own } from "../model/state.ts";
import { inFull } from "../rules/conditions.ts";
import type { HouseEvent } from "../rules/events.ts";

/** Words to somebody; nothing where there are none. */
export const speech = (state: HouseState, who: string, text: string | null, to: string): HouseEvent[] =>
  text === null ? [] : [{ type: "said", who, text: inFull(state, text), to }];

/** One of somebody's ways of saying this, said to `to`. */
export function saying(
  state: HouseState,
  who: string,
  part: SayingFor,
  ways: string | readonly string[] | null,
  to: string,
  dice: Dice,
): HouseEvent[] {
  if (ways === null || typeof ways === "string") return speech(state, who, ways, to);
  const last = own(own(state.sayings ?? {}, who) ?? {}, part);
  const left = ways.map((text, nth) => ({ text, nth })).filter(({ nth }) => nth !== last || ways.length === 1);
  const { text, nth } = dice.pick(`${part} ${who}`, left as [(typeof left)[number], ...typeof left]);
  return [{ type: "said", who, text: inFull(state, text), to, saying: { of: part, nth } }];
}
