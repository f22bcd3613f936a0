// Vectors of memories, beside the index of their words: which memories are nearest in meaning to what is asked. Texts go out in blocks that
// depend on the line alone, and each block is one recorded call, so that a replay finds the same. Without vectors nothing is near.
import { type Budget, cosine, type Port } from "@orrery/models/pure";
import { loadOutcome, readVectors, type Tape } from "@orrery/models/recording";
import type { Gist } from "@orrery/store";
import { InTurn } from "../in-turn.ts";
import { NEAR_AMONG, type Nearness } from "../memory/recall.ts";
import { ModelBreaker } from "./model-breaker.ts";
import { embeddedLane } from "./recordings.ts";

/** Memories of so many moments are asked about in one call, once all of them have passed. */
const BLOCK_MOMENTS = 16;
/** So many of the nearest take part in a recall, and no more than a quarter of all: the rest is not near. */
const NEAREST = 16;
/** A longer text is compared by its beginning. */
const TEXT_MAX = 2_000;

export class Meanings implements Nearness {
  readonly #port: Port;
  readonly #tape: Tape;
  readonly #budget: Budget;
  readonly #signal: AbortSignal | undefined;
  readonly #queues = new InTurn();
  readonly #known = new Map<string, readonly Float32Array[]>();
  /** By actor: who is asked first among several must not matter. */
  readonly #breakers = new Map<string, ModelBreaker>();

  /** `tape`: the run's own calls, where vectors that were paid for are found again. */
  constructor(port: Port, tape: Tape, budget: Budget, signal?: AbortSignal) {
    this.#port = port;
    this.#tape = tape;
    this.#budget = budget;
    this.#signal = signal;
  }

  async nearest(actor: string, query: string, memories: readonly Gist[]): Promise<readonly Gist[]> {
    const breaker = this.#breakers.get(actor) ?? new ModelBreaker();
    this.#breakers.set(actor, breaker);
    if (query.trim() === "" || memories.length === 0 || !breaker.mayAsk()) return [];
    const asked = await this.#vectors(actor, [clipText(query)]);
    if (asked === null) return [];
    const found: { readonly memory: Gist; readonly nearness: number }[] = [];
    for (const block of blocksOf(memories)) {
      const texts = [...new Set(block.map(({ text }) => clipText(text)))];
      const vectors = await this.#vectors(actor, texts);
      if (vectors === null) return [];
      for (const memory of block)
        found.push({ memory, nearness: cosine(asked[0]!, vectors[texts.indexOf(clipText(memory.text))]!) });
    }
    return found
      .sort((a, b) => b.nearness - a.nearness || b.memory.id - a.memory.id)
      .slice(0, Math.min(NEAREST, Math.ceil(found.length / 4)))
      .map(({ memory }) => memory);
  }

  #vectors(actor: string, texts: readonly string[]): Promise<readonly Float32Array[] | null> {
    const lane = embeddedLane(texts);
    return this.#queues.run(lane, async () => {
      const known = this.#known.get(lane) ?? (await this.#paidFor(lane, texts.length));
      if (known) {
        this.#known.set(lane, known);
        return known;
      }
      const made = await this.#port.embed({ lane, texts, budget: this.#budget }, this.#signal);
      const trouble = made.ok ? null : { reason: made.reason, message: made.message };
      this.#breakers.get(actor)!.note(trouble);
      if (!made.ok) return null;
      this.#known.set(lane, made.value);
      return made.value;
    });
  }

  async #paidFor(lane: string, count: number): Promise<readonly Float32Array[] | null> {
    for (let seq = await this.#tape.length(lane); seq > 0; seq--) {
      const take = await this.#tape.take(lane, seq);
      const { fault, vectors = [] } = await loadOutcome(this.#tape, take!.outcome);
      const read = fault ? null : readVectors(vectors, count);
      if (read) return read;
    }
    return null;
  }
}

/** Whole blocks, oldest first. What has no block yet is fresh enough to be found without. */
function blocksOf(memories: readonly Gist[]): readonly (readonly Gist[])[] {
  const blockOf = ({ moment }: Gist) => Math.floor(moment / BLOCK_MOMENTS);
  const blocks = Map.groupBy(memories.toReversed(), blockOf);
  blocks.delete(blockOf(memories[0]!));
  // The oldest may have been cut where the list ends.
  if (memories.length >= NEAR_AMONG) blocks.delete(blockOf(memories.at(-1)!));
  return [...blocks.values()];
}

const clipText = (text: string): string => text.slice(0, TEXT_MAX).toWellFormed();
