// What a turn of a house costs from words to words, in a small house and in one of two thousand rooms.

import { type Frame, viewOf } from "@orrery/kernel";
import { parseTextToActions } from "@orrery/parser";
import { type House, house } from "@orrery/worlds/house";
import { generated } from "../../worlds/house/test/generated.ts";
import { engine, turn } from "../../worlds/house/test/manor.ts";
import { begin } from "../../worlds/house/test/shipped.ts";
import { inRounds, middle, type Pace, ratio, type Value } from "./rounds.ts";

/** Three hundred entities, and two thousand rooms with as many doors and things. */
const SIZES = { small: { rooms: 60, things: 228, people: 12 }, large: { rooms: 2000, things: 1500, people: 12 } };
/** What a turn is to stay below, in milliseconds: told beside what it takes, and no gate, for it is the machine's as well. */
const GOALS_MS: { readonly [name in keyof typeof SIZES]: number } = { small: 5, large: 20 };
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

/** A turn in two thousand rooms ÷ one in sixty: parsed, decided, sealed and told. Prints the median of both in milliseconds. */
export async function houseSizeFigure(pace: Pace): Promise<Value> {
  const cases = Object.entries(SIZES).map(([name, size]) => {
    const opened = begin(generated(size));
    return {
      name,
      run: () => {
        let frame = opened;
        for (const line of LINES) frame = said(frame, line);
        return LINES.length;
      },
    };
  });
  const samples = await inRounds(cases, "cpu", pace);
  for (const [name, goal] of Object.entries(GOALS_MS)) {
    const { value } = middle(samples.get(name)!);
    process.stderr.write(
      `  a turn of the ${name} house: ${(value / 1000).toFixed(2)} ms in the median, to stay below ${goal}\n`,
    );
  }
  return ratio(samples, "large", "small");
}

function said(frame: Frame<House>, line: string): Frame<House> {
  const lexicon = house.words.lexicon(viewOf(engine, frame, "you"));
  const { actions } = parseTextToActions(line, { actorId: "you", lexicon, recent: [] });
  if (actions.length === 0) throw new Error(`"${line}" was not understood`);
  const done = turn(frame, ...(actions as [never]));
  done.told("you");
  return done.frame;
}
