// How models have answered here before: what an answer of theirs comes to, how our count of tokens differs from the provider's, and how
// often an answer has to be asked for again. Read from the newest recorded calls of a world; a forecast leans on it.
import { estimateTokens, inputCharacters } from "@orrery/models/pure";
import { loadCall, loadOutcome } from "@orrery/models/recording";
import type { Store, Take } from "@orrery/store";
import { isAside, tapeOf } from "./recordings.ts";

export interface Habit {
  /** Tokens of an answer, thinking included. */
  readonly answer: number;
  /** Tokens that the provider counts for each that we estimate. */
  readonly share: number;
  /** Whether it counts the schema of an answer as input: a grammar takes no room. */
  readonly countsSchema: boolean;
  /** Calls for each ask. */
  readonly tries: number;
}

const RUNS_MAX = 4;
const CALLS_MAX = 80;

interface CallCounts {
  calls: number;
  asks: number;
  /** Our estimate of all texts, and of all schemas. */
  texts: number;
  schemas: number;
  input: number;
  output: number;
}

/** By the provider's name of the model; none for those that were never asked in this world. */
export async function habitsIn(store: Store, world: string): Promise<ReadonlyMap<string, Habit>> {
  const seen = new Map<string, CallCounts>();
  let runs = 0;
  for (const { id } of (await store.runs()).filter((row) => row.world === world).toReversed()) {
    const takes = (await store.takeLog(id, 1, CALLS_MAX)).filter(({ lane }) => !isAside(lane));
    if (takes.length === 0) continue;
    await count(store, id, takes, seen);
    if (++runs === RUNS_MAX) break;
  }
  return new Map([...seen].map(([model, sum]) => [model, habitOf(sum)]));
}

function habitOf({ calls, asks, texts, schemas, input, output }: CallCounts): Habit {
  const [without, withThem] = [input / texts, input / (texts + schemas)];
  const countsSchema = Math.abs(withThem - 1) < Math.abs(without - 1);
  return { answer: output / calls, share: countsSchema ? withThem : without, countsSchema, tries: calls / asks };
}

async function count(store: Store, run: string, takes: readonly Take[], seen: Map<string, CallCounts>): Promise<void> {
  const tape = tapeOf(store, run);
  /** Messages of the last call of a lane: a repair asks after just as many. */
  const lengths = new Map<string, number>();
  for (const { lane, call: hash, outcome } of takes) {
    const [call, { usage, fault }] = [await loadCall(tape, hash), await loadOutcome(tape, outcome)];
    if (call.kind !== "text" || fault !== null || usage.estimated) continue;
    const sum = seen.get(call.model) ?? { calls: 0, asks: 0, texts: 0, schemas: 0, input: 0, output: 0 };
    seen.set(call.model, sum);
    sum.calls++;
    if (lengths.get(lane) !== call.messages.length) sum.asks++;
    lengths.set(lane, call.messages.length);
    const texts = estimateTokens(inputCharacters({ ...call, output: null }));
    sum.texts += texts;
    sum.schemas += estimateTokens(inputCharacters(call)) - texts;
    sum.input += usage.input;
    sum.output += usage.output;
  }
}
