// What a lineup's models would cost for so many moves, told before anything is sent: from the very prompts they would get now.
import { genericPrompt } from "@orrery/agents";
import { viewOf } from "@orrery/kernel";
import { type Expectation, estimateTokens, forecast, type Usage } from "@orrery/models/pure";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { parseLineup, playerFor } from "../seating/lineup.ts";
import type { ModelSetup } from "../seating/model-setup.ts";
import { modelOf, requirePlayers, roleOf } from "./play.ts";

export interface Forecasted {
  readonly moves: number;
  /** One for each seat that a model plays, and their sum; money in dollars, null where no price is known. */
  readonly seats: readonly {
    readonly actor: string;
    readonly model: string;
    readonly calls: number;
    readonly usage: Usage;
    readonly money: number | null;
  }[];
  readonly calls: number;
  readonly usage: Usage;
  readonly money: number | null;
}

/** Where neither the asker nor the world says how many. */
const MOVES = 20;
/** Tokens of a usual answer. */
const ANSWER = 80;

/** For `moves` moves of every seat that is asked now and played by a model. Repairs are not foreseen. */
export async function forecastPlay(
  registry: BranchRegistry,
  run: string,
  given: { readonly agents: string; readonly branch?: string | undefined; readonly moves?: number | undefined },
  setup: () => ModelSetup,
): Promise<Forecasted> {
  const { agents, branch = "main" } = given;
  const engine = await registry.engine(run);
  const session = await registry.session(run, branch);
  const moves = given.moves ?? engine.world.movesLeft?.(session.frame.state) ?? MOVES;
  const lineup = parseLineup(agents);
  requirePlayers(lineup, engine, engine.world.actors(session.frame.state), setup, registry.programs);
  const narrations = await registry.narrations(run);
  const promptOf = engine.world.prompt ?? genericPrompt(engine.world, setup().prompts);
  const expectations: Expectation[] = [];
  for (const ask of engine.world.asks(session.frame.state)) {
    const player = playerFor(lineup, ask.to);
    if (player.kind !== "model") continue;
    const name = modelOf(setup(), player, roleOf(ask.to));
    const { model } = setup().config.models[name]!;
    const view = viewOf(engine, session.frame, ask.to);
    const told = await narrations.tellings(branch, session.moment.place, ask.to);
    const prompt = promptOf({ ask, view, legal: engine.world.legal(view, ask.to), told: told.since });
    const size = (stable: boolean) =>
      prompt.parts.reduce((sum, part) => sum + (part.stable === stable ? part.text.length : 0), 0);
    expectations.push({
      label: ask.to,
      model: name,
      price: model.price,
      calls: moves,
      prefix: estimateTokens(size(true) + JSON.stringify(prompt.output.schema).length),
      turn: estimateTokens(size(false)),
      answer: ANSWER,
      continues: true,
      caches: model.provider !== "compatible",
    });
  }
  // An actor seated by name will be asked too, with about as much to read as the actors asked now.
  const [like] = expectations;
  for (const [actor, player] of lineup) {
    if (player.kind !== "model" || !like || actor === "*" || expectations.some(({ label }) => label === actor))
      continue;
    const model = modelOf(setup(), player, roleOf(actor));
    expectations.push({ ...like, label: actor, model, price: setup().config.models[model]!.model.price });
  }
  const { parts, ...sum } = forecast(expectations);
  const seats = parts.map(({ label, model, calls, usage, money }) => ({ actor: label, model, calls, usage, money }));
  return { moves, seats, calls: sum.calls, usage: sum.usage, money: sum.money };
}
