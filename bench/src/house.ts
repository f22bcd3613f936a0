// What a turn of a house costs from words to words, in a small house and in one of two thousand rooms.

import { type Frame, viewOf } from "@orrery/kernel";
import { parseTextToActions } from "@orrery/parser";
import { type House, house } from "@orrery/worlds/house";
import { generated } from "../../worlds/house/test/generated.ts";
import { engine, turn } from "../../worlds/house/test/manor.ts";
import { begin } from "../../worlds/house/test/shipped.ts";
import { type FigureValue, inRounds, middle, type RoundPace, ratio } from "./rounds.ts";

/** Three hundred entities, and two thousand rooms with as many doors and things; thirty entities, and a thousand with fourteen who walk. */
const SIZES = {
  small: { rooms: 60, things: 228, people: 12 },
  large: { rooms: 2000, things: 1500, people: 12 },
  tiny: { rooms: 10, things: 15, people: 1 },
  busy: { rooms: 120, things: 780, people: 14 },
};
type SizeName = keyof typeof SIZES;
/** What a turn is to stay below, in milliseconds: told beside what it takes, and no gate, for it is the machine's as well. */
const GOALS_MS: { readonly [name in SizeName]?: number } = { small: 5, large: 20 };
const LINES = [
  "look",
  "east",
  "drop lantern",
  "south",
  "wait",
  "inventory",
  "examine me",
  "north",
  "take lantern",
  "west",
];

/** A turn in two thousand rooms ÷ one in sixty: parsed, decided, sealed and told. */
export const houseSizeFigure = (pace: RoundPace): Promise<FigureValue> => ratioOf(pace, "large", "small");

/** A turn among a thousand entities, fourteen of which walk ÷ one among thirty. */
export const houseWalkersFigure = (pace: RoundPace): Promise<FigureValue> => ratioOf(pace, "busy", "tiny");

/** Prints the median of both in milliseconds. */
async function ratioOf(pace: RoundPace, slow: SizeName, fast: SizeName): Promise<FigureValue> {
  const cases = [slow, fast].map((name) => {
    const opened = begin(generated(SIZES[name]));
    return {
      name,
      run: () => {
        let frame = opened;
        for (const line of LINES) frame = say(frame, line);
        return LINES.length;
      },
    };
  });
  const samples = await inRounds(cases, "cpu", pace);
  for (const name of [fast, slow]) {
    const goal = GOALS_MS[name] === undefined ? "" : `, to stay below ${GOALS_MS[name]}`;
    const ms = (middle(samples.get(name)!).value / 1000).toFixed(2);
    process.stderr.write(`  a turn of the ${name} house: ${ms} ms in the median${goal}\n`);
  }
  return ratio(samples, slow, fast);
}

function say(frame: Frame<House>, line: string): Frame<House> {
  const lexicon = house.words.lexicon(viewOf(engine, frame, "you"));
  const { actions } = parseTextToActions(line, { actorId: "you", lexicon, recent: [] });
  if (actions.length === 0) throw new Error(`"${line}" was not understood`);
  const done = turn(frame, ...(actions as [never]));
  done.told("you");
  return done.frame;
}
