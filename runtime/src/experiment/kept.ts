// Experiments by their id: their plans are kept in the store, so that any of them can be listed, gone on with and read again.
import { canonical } from "@orrery/kernel";
import type { Store } from "@orrery/store";
import { Fault } from "../fault.ts";
import type { Outside } from "../ids.ts";
import type { Runs } from "../runs.ts";
import {
  type Experiment,
  type ExperimentOptions,
  readResults,
  readTrial,
  runExperiment,
  type Trial,
} from "./experiments.ts";
import { type ExperimentPlan, planId } from "./plan.ts";
import type { MeasureTable, Series } from "./series.ts";

export interface ExperimentCard {
  readonly id: string;
  readonly title: string;
  readonly arms: readonly string[];
  readonly seeds: number;
  /** Null: it branches off a run. */
  readonly world: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
}
export interface Experiments {
  /** Oldest first. */
  list(): Promise<readonly ExperimentCard[]>;
  /** Fault `unknown_experiment`. */
  plan(id: string): Promise<ExperimentPlan>;
  /** Makes it one of the list; its runs are not begun. */
  keep(plan: ExperimentPlan): Promise<void>;
  /** Keeps the plan, plays what is not played yet, and compares. Null: `signal` stopped it; the same call goes on. */
  play(plan: ExperimentPlan, options?: ExperimentOptions): Promise<Experiment | null>;
  /** Effects and measures by round of the seeds that are played to the end, from the stored runs; null where none is. Fault `unknown_experiment`. */
  results(id: string): Promise<(Experiment & { readonly series: readonly Series[] }) | null>;
}

const TABLES_MAX = 1000;
const INDEX = "experiments";
const keyOf = (id: string): string => `experiment:${id}`;
interface StoredPlan {
  readonly plan: ExperimentPlan;
  readonly createdAt: number;
}

export function openExperiments(store: Store, outside: Pick<Outside, "now">, orrery: () => Runs): Experiments {
  const ids = async (): Promise<string[]> => JSON.parse((await store.setting(INDEX)) ?? "[]") as string[];
  async function storedPlan(id: string): Promise<StoredPlan> {
    const text = await store.setting(keyOf(id));
    if (text === null)
      throw new Fault("unknown_experiment", `There is no experiment "${id}". There are: ${(await ids()).join(", ")}.`);
    return JSON.parse(text) as StoredPlan;
  }
  /** The plan as it was last written: what is read out of its runs may change, and the number of its seeds. */
  async function keep(plan: ExperimentPlan): Promise<void> {
    const id = planId(plan);
    const before = await store.setting(keyOf(id));
    const createdAt = before === null ? outside.now() : (JSON.parse(before) as StoredPlan).createdAt;
    await store.setSetting(keyOf(id), canonical(JSON.parse(JSON.stringify({ plan, createdAt }))));
    await store.changeSetting(INDEX, (text) => {
      const all = JSON.parse(text ?? "[]") as string[];
      return all.includes(id) ? null : canonical([...all, id]);
    });
  }
  /** Tables by the hash that their trial stood at: while an experiment is played and watched, each is read once. A cache and nothing more. */
  const tables = new Map<string, Promise<MeasureTable>>();
  async function tableAt(orrery: Runs, trial: Trial): Promise<MeasureTable> {
    const key = `${trial.run} ${(await store.head(trial.run, trial.branch))?.hash}`;
    const known = tables.get(key) ?? readTrial(orrery, trial);
    tables.delete(key);
    tables.set(key, known);
    known.catch(() => tables.delete(key));
    if (tables.size > TABLES_MAX) tables.delete(tables.keys().next().value!);
    return known;
  }
  return {
    async list() {
      const all = await Promise.all((await ids()).map(async (id) => ({ id, ...(await storedPlan(id)) })));
      return all.map(({ id, plan, createdAt }) => ({
        id,
        title: plan.title ?? `Experiment ${id}`,
        arms: plan.arms.map(({ name }) => name),
        seeds: typeof plan.seeds === "number" ? plan.seeds : plan.seeds.length,
        world: plan.world ?? null,
        createdAt,
      }));
    },
    plan: async (id) => (await storedPlan(id)).plan,
    keep,
    async play(plan, options) {
      await keep(plan);
      return runExperiment(orrery(), plan, options);
    },
    results: async (id) => readResults(orrery(), (await storedPlan(id)).plan, tableAt),
  };
}
