// Experiments that this server is playing: started, watched, stopped. Nothing of it outlives the process; the runs do.
import { type ExperimentCard, type ExperimentPlan, Fault, type Orrery, planId, StoreFault } from "@orrery/runtime";

export interface TrialCard extends ExperimentCard {
  readonly state: "playing" | "stopped";
  /** Seeds that are done; null where it is not being played. */
  readonly done: number | null;
  readonly why: string | null;
  readonly deeds: readonly { readonly arm: string; readonly after: number; readonly type: string }[];
}
export interface Trials {
  list(): Promise<readonly TrialCard[]>;
  /** Fault `unknown_experiment`. */
  card(id: string): Promise<TrialCard>;
  /** Resolves once its plan is kept; one that is being played is left alone. */
  start(plan: ExperimentPlan): Promise<TrialCard>;
  stop(id: string): Promise<TrialCard>;
  close(): Promise<void>;
}
interface Playing {
  done: number;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

export function openTrials(orrery: Orrery, onBug: (error: unknown) => void): Trials {
  const playing = new Map<string, Playing>();
  /** Why the last attempt failed, by id. */
  const failed = new Map<string, string>();

  async function told(card: ExperimentCard): Promise<TrialCard> {
    const now = playing.get(card.id);
    const { arms } = await orrery.experiments.plan(card.id);
    return {
      ...card,
      state: now ? "playing" : "stopped",
      done: now?.done ?? null,
      why: failed.get(card.id) ?? null,
      deeds: arms.flatMap(({ name, do: deeds = [] }) =>
        deeds.map(({ after, action }) => ({ arm: name, after, type: action.type })),
      ),
    };
  }
  async function card(id: string): Promise<TrialCard> {
    await orrery.experiments.plan(id);
    return told((await orrery.experiments.list()).find((one) => one.id === id)!);
  }
  return {
    async list() {
      return Promise.all((await orrery.experiments.list()).map(told));
    },
    card,
    async start(plan) {
      const id = planId(plan);
      await orrery.experiments.keep(plan);
      if (!playing.has(id)) {
        failed.delete(id);
        const stop = new AbortController();
        const onProgress = ({ done }: { done: number }) => {
          const now = playing.get(id);
          if (now) now.done = done;
        };
        const ended = orrery.experiments
          .play(plan, { signal: stop.signal, onProgress })
          .catch((error: unknown) => {
            if (error instanceof Fault || error instanceof StoreFault) failed.set(id, error.message);
            else onBug(error);
          })
          .finally(() => playing.delete(id));
        playing.set(id, { done: 0, stop, ended: ended.then(() => {}) });
      }
      return card(id);
    },
    async stop(id) {
      const now = playing.get(id);
      now?.stop.abort();
      await now?.ended;
      return card(id);
    },
    async close() {
      for (const { stop } of playing.values()) stop.abort();
      await Promise.all([...playing.values()].map(({ ended }) => ended));
    },
  };
}
