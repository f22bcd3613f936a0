// What it costs to say to a model what its seat knows: whole prompts of a game of ten, against bare JSON of the parts that change.
import {
  type Answer,
  type Asked,
  decideTurn,
  type Frame,
  keyedDice,
  loadWorld,
  type Prompt,
  seal,
  viewOf,
} from "@orrery/kernel";
import { type GlassBox, glassbox } from "@orrery/worlds/glassbox";
import { peerMoves } from "./games.ts";
import { KEY, openUnderKey, sha256 } from "./memory-run.ts";
import { type FigureValue, inRounds, type RoundPace, ratio, tellRate } from "./rounds.ts";

const engine = loadWorld<GlassBox>(glassbox, sha256);

/**
 * Every ask of a game between bots. `json`: time of `JSON.stringify` of what changes ÷ time to build the prompts; `moves`:
 * time to build one ÷ time of a move of boardgame.io's tic-tac-toe.
 */
export async function promptsFigures(pace: RoundPace): Promise<{ json: FigureValue; moves: FigureValue }> {
  const asked = asksOfAGame();
  const values = asked.map((one) => changing(glassbox.prompt(one)));
  let characters = 0;
  const cases = [
    {
      name: "json",
      run: () => {
        for (const parts of values) for (const part of parts) characters += JSON.stringify(part).length;
        return asked.length;
      },
    },
    {
      name: "prompts",
      run: () => {
        for (const one of asked) characters += glassbox.prompt(one).parts.length;
        return asked.length;
      },
    },
    { name: "move", run: peerMoves() },
  ];
  const samples = await inRounds(cases, "cpu", pace);
  if (characters === 0) throw new Error("nothing was said");
  for (const name of ["prompts", "move"]) tellRate(name, samples);
  return { json: ratio(samples, "json", "prompts"), moves: ratio(samples, "prompts", "move") };
}

/** The JSON in the parts of a prompt that change. */
function changing({ parts }: Prompt): unknown[] {
  return parts.flatMap(({ stable, text }) => {
    if (stable) return [];
    return text.split("\n").flatMap((line) => (line.startsWith("{") ? [JSON.parse(line) as unknown] : []));
  });
}

function asksOfAGame(): Asked<GlassBox>[] {
  const all: Asked<GlassBox>[] = [];
  let frame: Frame<GlassBox> = openUnderKey(engine, {}).frame;
  for (let turn = 1; engine.world.outcome(frame.state) === null; turn++) {
    const asks = engine.world.asks(frame.state);
    const given = asks.map((ask): Answer<GlassBox> => {
      const view = viewOf(engine, frame, ask.to);
      const dice = keyedDice(sha256, { ...KEY, lane: "@bots", depth: turn }, ask.to);
      all.push({ ask, view, legal: [] });
      const bot = view.you.role === "impostor" ? glassbox.bots.liar : glassbox.bots.detective;
      const choice = bot({ ask, view, legal: [], dice });
      const actions = choice === null ? [] : [choice].flat();
      return { actor: ask.to, ask, actions, provenance: { actor: ask.to, ask: ask.id, by: "agent" } };
    });
    const draft = decideTurn(engine, frame, "station", given, KEY);
    frame = seal(engine, frame, draft, { id: `${turn}`, createdAt: turn, rawText: "", salt: KEY.salt }).frame;
  }
  return all;
}
