// Tells one round of a story, by the template or by a model that is held against the facts, and keeps the beat beside its turn. Finds no rounds.
import { Budget, volatile } from "@orrery/models/pure";
import type { Head } from "@orrery/store";
import type { Beat, MetRound, RoundFacts, TellableRound } from "@orrery/worlds/story";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { inSlices } from "../breath.ts";
import { Fault } from "../fault.ts";
import { sha256 } from "../ids.ts";
import { misfit, modelOf, openFor } from "../play/play.ts";
import { parseLineup } from "../seating/lineup.ts";
import type { ModelSetup } from "../seating/model-setup.ts";
import { BEAT } from "../turns/turn-lines.ts";
import { keyOf, type StoryRounds } from "./rounds.ts";

export const TEMPLATE = "template";

export class StoryTelling {
  readonly #registry: BranchRegistry;
  readonly #rounds: StoryRounds;
  readonly #models: () => ModelSetup;

  constructor(registry: BranchRegistry, rounds: StoryRounds, models: () => ModelSetup) {
    this.#registry = registry;
    this.#rounds = rounds;
    this.#models = models;
  }

  /** Tells one round as everything stands at `head`, and keeps the beat there. */
  async tell(
    run: string,
    branch: string,
    head: Head,
    { found, before, after }: MetRound,
    beats: readonly Beat[],
    earlier: readonly Beat[],
    by: { readonly teller: string; readonly last: number; readonly signal?: AbortSignal | undefined },
  ): Promise<Beat> {
    const { world } = await this.#rounds.storyOf(run);
    const facts = await inSlices(
      world.gatherFacts({
        ...found,
        before,
        after,
        now: world.livingIn(await this.#rounds.stateAtHead(run, branch, head), found.round, by.last),
        // Told again, a round tells what it told before, and nothing that another has.
        told: beats.flatMap((beat) => (keyOf(beat) === keyOf(found) ? [] : beat.events)),
      }),
    );
    const previous = earlier.slice(-2).map(({ prose }) => prose);
    const { prose, prompt } = world.translateRound(facts, previous, world.tellingDice(sha256, found));
    const model = by.teller === TEMPLATE ? null : this.modelNamed(by.teller);
    const text =
      model === null ? null : await this.#askModel(run, branch, model, prompt(), facts, previous, found, by.signal);
    const teller = text === null ? TEMPLATE : `model ${model}`;
    const beat = world.beatOf(facts, {
      prose: text ?? prose,
      teller,
      from: found.from,
      to: found.to,
      asOf: head.turn,
      isFirst: earlier.length === 0,
    });
    const note = {
      turnId: head.id,
      teller: `${BEAT}${teller} ${beat.version}`,
      viewer: "",
      text: JSON.stringify(beat),
      at: this.#registry.outside.now(),
    };
    await this.#registry.store.addNotes(run, [note]);
    return beat;
  }

  /** Fault `bad_agents` where the teller is no model. */
  modelNamed(teller: string): string {
    const player = /^model(?::|$)/.test(teller) ? parseLineup(`*=${teller}`).get("*") : undefined;
    if (player?.kind !== "model")
      throw new Fault("bad_agents", `The teller is template, model:NAME or model, not "${teller}".`);
    return modelOf(this.#models(), player, "narrator");
  }

  /** What a model makes of the prompt, mended once where it does not stand; null where it still does not. */
  async #askModel(
    run: string,
    branch: string,
    name: string,
    prompt: string,
    facts: RoundFacts,
    previous: readonly string[],
    { round, platform }: TellableRound,
    signal: AbortSignal | undefined,
  ): Promise<string | null> {
    const { problemsOf } = await import("@orrery/worlds/story");
    const setup = this.#models();
    const opened = await openFor(this.#registry.store, run, setup);
    const lane = `story/${branch}/${platform ?? "*"}/${round}`;
    const port = opened.port(name);
    const result = await port
      .generateTurn<string>(
        port.startConversation(lane, []),
        {
          lane,
          segments: [volatile("prompt", 1, prompt)],
          output: null,
          rules: (text) => problemsOf(text, facts, previous).map((message) => ({ path: "", code: "telling", message })),
          repairs: 1,
          budget: new Budget("story", setup.config.budget.run),
        },
        signal,
      )
      .catch((error: unknown) => {
        throw misfit(error);
      });
    return result.ok ? result.output.trim() : null;
  }
}
