// Experiments that this server is playing: started, watched, stopped. Nothing of it outlives the process; the runs do.
import { type ExperimentCard, type ExperimentPlan, type Orrery, planId } from "@orrery/runtime";
import { openJobs } from "./jobs.ts";

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
export function openTrials(orrery: Orrery, onBug: (error: unknown) => void): Trials {
  const jobs = openJobs<number>(onBug);

  async function trialCard(card: ExperimentCard): Promise<TrialCard> {
    const done = jobs.progress(card.id);
    const { arms } = await orrery.experiments.plan(card.id);
    return {
      ...card,
      state: done === null ? "stopped" : "playing",
      done,
      why: jobs.why(card.id),
      deeds: arms.flatMap(({ name, do: deeds = [] }) =>
        deeds.map(({ after, action }) => ({ arm: name, after, type: action.type })),
      ),
    };
  }
  async function card(id: string): Promise<TrialCard> {
    await orrery.experiments.plan(id);
    return trialCard((await orrery.experiments.list()).find((one) => one.id === id)!);
  }
  return {
    async list() {
      return Promise.all((await orrery.experiments.list()).map(trialCard));
    },
    card,
    async start(plan) {
      const id = planId(plan);
      await orrery.experiments.keep(plan);
      jobs.start(id, 0, (signal, tell) =>
        orrery.experiments.play(plan, { signal, onProgress: ({ done }) => tell(done) }),
      );
      return card(id);
    },
    async stop(id) {
      await jobs.stop(id);
      return card(id);
    },
    close: () => jobs.close(),
  };
}
