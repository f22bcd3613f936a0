// Caches the newest turns of all runs with the moments around them, so that all viewers of a turn share one fold of it.
import type { Place } from "@orrery/store";
import type { TurnTransition } from "./turn-transition.ts";

/** The most characters of all cached turns together. The newest turn is cached at any size. */
const TEXT_MAX = 4_000_000;
const TURNS_MAX = 64;

export class RecentTurns {
  readonly #turns = new Map<string, TurnTransition>();
  #text = 0;

  add(transition: TurnTransition): void {
    const { body } = transition.stored;
    const key = keyOf(transition.stored);
    if (this.#turns.has(key)) return;
    this.#turns.set(key, transition);
    this.#text += body.length;
    for (const [oldest, { stored }] of this.#turns) {
      if (this.#turns.size === 1 || (this.#text <= TEXT_MAX && this.#turns.size <= TURNS_MAX)) return;
      this.#turns.delete(oldest);
      this.#text -= stored.body.length;
    }
  }

  /** The turn at a place; null when it is not cached. */
  find(at: Place): TurnTransition | null {
    return this.#turns.get(keyOf(at)) ?? null;
  }
}

const keyOf = ({ segment, turn }: Place) => `${segment}/${turn}`;
