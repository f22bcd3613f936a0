// Figures of the sprint: a whole offline match, from its opening to the seal, by scripted agents; without pictures, and with all twelve drawn.
import { openOrrery } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { peerMoves } from "./games.ts";
import { type FigureValue, inRounds, type RoundPace, ratio, tellRate } from "./rounds.ts";

/** A match ÷ a move of boardgame.io's: without pictures, and with sketches. */
export async function sprintFigures(
  pace: RoundPace,
): Promise<{ readonly match: FigureValue; readonly sketches: FigureValue }> {
  let seed = 0;
  const match = (pictures: boolean) => async () => {
    const orrery = await openOrrery({ store: memoryStore() });
    const { run } = await orrery.createRun({ world: "sprint", seed: `bench ${seed++}`, config: { pictures } });
    await orrery.play(run, { agents: "*=bot:scripted" });
    await orrery.close();
    return 1;
  };
  const cases = [
    { name: "peer", run: peerMoves() },
    { name: "matches", run: match(false) },
    { name: "matches with sketches", run: match(true) },
  ];
  const samples = await inRounds(cases, "cpu", pace);
  tellRate("matches", samples);
  tellRate("matches with sketches", samples);
  return { match: ratio(samples, "matches", "peer"), sketches: ratio(samples, "matches with sketches", "peer") };
}
