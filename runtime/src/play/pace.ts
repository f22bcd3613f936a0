// Keeps the time of a world that goes along with its players' own: no window in which a person is asked closes before the world's time has come for it.
import type { Ask, Shape } from "@orrery/kernel";

export class Pace {
  /** When the last such window closed, by both clocks. */
  #last: { readonly now: number; readonly clock: number } | null = null;
  readonly #opened = new Map<string, number>();

  /** Milliseconds for which a window must stay open yet. `asks` are those of its people; `now` is any steady clock. */
  left(asks: readonly Ask<Shape>[], now: number): number {
    const clock = clockOf(asks);
    if (clock === null) return 0;
    for (const { id } of asks) if (!this.#opened.has(id)) this.#opened.set(id, now);
    if (this.#last === null) return 0;
    const due = this.#last.now + clock - this.#last.clock;
    // Nobody waits longer than for somebody who says nothing at all: what took no play, such as a meeting, is not waited for again.
    const latest = Math.min(...asks.map(({ id, deadlineMs }) => this.#opened.get(id)! + (deadlineMs ?? 0)));
    return Math.max(0, Math.min(due, latest) - now);
  }

  /** The window of these has closed. */
  noteClosed(asks: readonly Ask<Shape>[], now: number): void {
    const clock = clockOf(asks);
    if (clock === null) return;
    this.#last = { now, clock };
    this.#opened.clear();
  }
}

/** The world's time at a window; null where it keeps none, and when it has all the time in the world. */
function clockOf(asks: readonly Ask<Shape>[]): number | null {
  for (const { clockMs } of asks) if (clockMs !== undefined) return clockMs;
  return null;
}
