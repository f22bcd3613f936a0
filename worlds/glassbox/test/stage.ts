// What the tests of the Glass Box share: the engine, small games, and seats that play at random.
import type { ActionBase, Frame } from "@orrery/kernel";
import { loadWorld } from "@orrery/kernel";
import { type Choose, legally, playOut, sha256 } from "@orrery/kernel/testing";
import type { GlassConfig } from "../settings.ts";
import type { GlassBox } from "../shape.ts";
import { glassbox } from "../world.ts";

export const engine = loadWorld<GlassBox>(glassbox, sha256);

/** Any legal deed, but mostly those that get a game forward. */
export const atRandom: Choose<GlassBox> = (chance) => {
  const { legal, dice } = chance;
  const eager = legal.filter(({ type }) => type !== "wait" && type !== "reflect");
  const hands = legal.filter(
    ({ type }) => type === "interact" || type === "kill" || type === "vote" || type === "speak",
  );
  if (hands.length > 0 && dice.int("eager", 0, 3) > 0)
    return [dice.pick("hands", hands as [ActionBase, ...ActionBase[]])];
  if (eager.length > 0) return [dice.pick("deed", eager as [ActionBase, ...ActionBase[]])];
  return legally(chance);
};

export const game = (seed: string, config: GlassConfig = {}, turns = 4000, choose: Choose<GlassBox> = atRandom) =>
  playOut(engine, { config, choose, seed, turns });

export type GlassFrame = Frame<GlassBox>;
