// Says a model's trouble once, and stops asking a model that fails again and again. Counts asks, never time, so that a replay repeats it.
import type { ModelTrouble } from "@orrery/agents";

/** Faults that asking again at once cannot cure. */
const LASTING: ReadonlySet<string> = new Set([
  "key_missing",
  "key_refused",
  "quota",
  "model_unknown",
  "schema_refused",
]);
/** Equal faults in a row after which the model rests. */
const EQUAL_MOST = 2;
/** Asks that a resting model is spared before it is tried again. */
const REST = 8;

export class ModelBreaker {
  #said: string | null = null;
  #last: string | null = null;
  #inRow = 0;
  #resting = 0;

  /** Whether the model may be asked now. Each call that says no brings the next try nearer. */
  mayAsk(): boolean {
    if (this.#resting === 0) return true;
    this.#resting--;
    return false;
  }

  /** Notes what became of an ask; null: it was answered. Returns the news: `failed` once a reason, `recovered` once. */
  note(trouble: ModelTrouble | null): "failed" | "recovered" | null {
    if (trouble === null) {
      const was = this.#said;
      this.#said = this.#last = null;
      this.#inRow = 0;
      return was === null ? null : "recovered";
    }
    const { reason } = trouble;
    this.#inRow = reason === this.#last ? this.#inRow + 1 : 1;
    this.#last = reason;
    // An answer that was refused says nothing about the next one.
    if (reason !== "invalid" && (LASTING.has(reason) || this.#inRow >= EQUAL_MOST)) this.#resting = REST;
    if (reason === this.#said) return null;
    this.#said = reason;
    return "failed";
  }
}
