// Work that this server does under an id until it is done or stopped: started once, watched, stopped. Nothing of it outlives the process; what it made does.
import { Fault, StoreFault } from "@orrery/runtime";

interface Jobs<P> {
  /** How far it has come; null where it is not being done. */
  progress(id: string): P | null;
  /** Why its last attempt could not go on; null where it could. */
  why(id: string): string | null;
  /** Begins it, unless it is being done. `first`: how far it is before it says anything. */
  start(id: string, first: P, work: (signal: AbortSignal, tell: (progress: P) => void) => Promise<unknown>): void;
  /** Resolves when it has come to rest. */
  stop(id: string): Promise<void>;
  close(): Promise<void>;
}

interface Job<P> {
  now: P;
  readonly stop: AbortController;
  readonly ended: Promise<void>;
}

/** `onBug`: hears of errors that are no faults. */
export function openJobs<P>(onBug: (error: unknown) => void): Jobs<P> {
  const open = new Map<string, Job<P>>();
  const failed = new Map<string, string>();
  return {
    progress: (id) => open.get(id)?.now ?? null,
    why: (id) => failed.get(id) ?? null,
    start(id, first, work) {
      if (open.has(id)) return;
      failed.delete(id);
      const stop = new AbortController();
      const tell = (progress: P) => {
        const job = open.get(id);
        if (job) job.now = progress;
      };
      const ended = work(stop.signal, tell)
        .catch((error: unknown) => {
          if (error instanceof Fault || error instanceof StoreFault) failed.set(id, error.message);
          else {
            failed.set(id, "Something broke here; the server's log says more.");
            onBug(error);
          }
        })
        .finally(() => open.delete(id));
      open.set(id, { now: first, stop, ended: ended.then(() => {}) });
    },
    async stop(id) {
      const job = open.get(id);
      job?.stop.abort();
      await job?.ended;
    },
    async close() {
      for (const { stop } of open.values()) stop.abort();
      await Promise.all([...open.values()].map(({ ended }) => ended));
    },
  };
}
