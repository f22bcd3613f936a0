// What a lineup's models would cost, told before anything is sent: from a rehearsal with bots in the models' places, and by how these
// models have answered in the same world before.
import { addUsage, NO_USAGE, type Usage } from "@orrery/models/pure";
import { memoryStore } from "@orrery/store";
import { BranchRegistry } from "../branch/branch-registry.ts";
import { type Beginnings, prepareRun } from "../branch/start.ts";
import { type Habit, habitsIn } from "../calls/habits.ts";
import { fixedOutside } from "../ids.ts";
import { parseLineup } from "../seating/lineup.ts";
import type { ModelSetup } from "../seating/model-setup.ts";
import type { RunStart } from "../shapes.ts";
import { requirePlayers } from "./play.ts";
import { copyOf, type Rehearsed, rehearse } from "./rehearsal.ts";

export interface Forecasted {
  /** Of each seat at most. */
  readonly moves: number;
  /** Whether the game is over by then. */
  readonly ended: boolean;
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

/** How often each seat is asked where neither the asker nor the world says, and the game has not ended by itself before. */
const MOVES = 60;
/** What is foretold of a game without an end in sight. */
const MOVES_WITHOUT_END = 20;

/** For `moves` moves of every seat that is played by a model, or to the end of the game. Repairs are foreseen as far as there were some before. */
export async function forecastPlay(
  registry: BranchRegistry,
  run: string,
  given: { readonly agents: string; readonly branch?: string | undefined; readonly moves?: number | undefined },
  setup: () => ModelSetup,
): Promise<Forecasted> {
  const { branch = "main" } = given;
  await registry.head(run, branch);
  const { world } = await registry.run(run);
  const habits = await habitsIn(registry.store, world);
  return foretell(await copyOf(registry, run), run, { ...given, branch }, setup, habits);
}

/** The same for a run that has not begun. Faults as starting it would have them. */
export async function forecastStart(
  from: Omit<Beginnings, "outside">,
  start: RunStart,
  given: { readonly agents: string; readonly moves?: number | undefined },
  setup: () => ModelSetup,
): Promise<Forecasted> {
  const store = memoryStore();
  const outside = fixedOutside("forecast");
  const { row, engine } = await prepareRun({ ...from, store, outside }, start);
  const { run } = await store.createRun(row);
  const habits = await habitsIn(from.store, engine.world.id);
  return foretell(new BranchRegistry(store, from.worlds, outside), run, { ...given, branch: "main" }, setup, habits);
}

async function foretell(
  copy: BranchRegistry,
  run: string,
  { agents, branch, moves }: { readonly agents: string; readonly branch: string; readonly moves?: number | undefined },
  setup: () => ModelSetup,
  habits: ReadonlyMap<string, Habit>,
): Promise<Forecasted> {
  const engine = await copy.engine(run);
  const { frame } = await copy.session(run, branch);
  const lineup = parseLineup(agents);
  requirePlayers(lineup, engine, engine.world.actors(frame.state), setup, copy.programs);
  const most = moves ?? engine.world.movesLeft?.(frame.state) ?? MOVES;
  if (most === 0 || ![...lineup.values()].some(({ kind }) => kind === "model"))
    return { ...sumOfCalls([]), moves: most, ended: engine.world.outcome(frame.state) !== null };
  const { calls, ended } = await rehearse(copy, run, { branch, lineup, moves: most }, setup(), habits);
  const isEndless = moves === undefined && most === MOVES && !ended;
  const counted = isEndless ? firstOf(calls, MOVES_WITHOUT_END) : calls;
  const sum = sumOfCalls(counted);
  return { ...sum, moves: Math.max(0, ...sum.seats.map((seat) => seat.calls)), ended };
}

/** Of each seat so many calls. */
function firstOf(calls: readonly Rehearsed[], most: number): readonly Rehearsed[] {
  const made = new Map<string, number>();
  return calls.filter(({ actor }) => {
    const n = (made.get(actor) ?? 0) + 1;
    made.set(actor, n);
    return n <= most;
  });
}

const addMoney = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

function sumOfCalls(calls: readonly Rehearsed[]): Omit<Forecasted, "moves" | "ended"> {
  const seats = new Map<string, Forecasted["seats"][number]>();
  for (const { actor, model, usage, cost } of calls) {
    const { calls: before, usage: used, money } = seats.get(actor) ?? { calls: 0, usage: NO_USAGE, money: 0 };
    seats.set(actor, { actor, model, calls: before + 1, usage: addUsage(used, usage), money: addMoney(money, cost) });
  }
  const all = [...seats.values()];
  return {
    seats: all,
    calls: calls.length,
    usage: all.reduce((sum, { usage }) => addUsage(sum, usage), NO_USAGE),
    money: all.reduce<number | null>((sum, { money }) => addMoney(sum, money), 0),
  };
}
