// Leagues that this server is playing: begun, watched, stopped. Nothing of it outlives the process; the games do.
import type { LeagueCard, LeagueProgress, Orrery, PlayOptions } from "@orrery/runtime";
import { openJobs } from "./jobs.ts";

export interface LeaguePlayCard extends LeagueCard {
  readonly state: "playing" | "stopped";
  /** Games begun and not ended, and what models have used; null where it is not being played here. */
  readonly now: Pick<LeagueProgress, "open" | "spent"> | null;
  readonly why: string | null;
}
export interface LeaguePlays {
  list(): Promise<readonly LeaguePlayCard[]>;
  /** Fault `unknown_league`. */
  card(id: string): Promise<LeaguePlayCard>;
  /** Plays what is not done yet; one that is being played is left alone. Fault `unknown_league`. */
  start(id: string, options?: Pick<PlayOptions, "budget">): Promise<LeaguePlayCard>;
  stop(id: string): Promise<LeaguePlayCard>;
  close(): Promise<void>;
}
/** Games of models wait for their models, so several are played side by side. */
const CONCURRENCY = 4;

export function openLeaguePlays({ leagues }: Orrery, onBug: (error: unknown) => void): LeaguePlays {
  const jobs = openJobs<LeagueProgress | "begun">(onBug);

  function playCard(card: LeagueCard): LeaguePlayCard {
    const progress = jobs.progress(card.id);
    const now = progress === null || progress === "begun" ? null : { open: progress.open, spent: progress.spent };
    return { ...card, state: progress === null ? "stopped" : "playing", now, why: jobs.why(card.id) };
  }
  const card = async (id: string) => playCard(await leagues.card(id));
  return {
    list: async () => (await leagues.list()).map(playCard),
    card,
    async start(id, options = {}) {
      await leagues.card(id);
      jobs.start(id, "begun", (signal, onProgress) =>
        leagues.play(id, { concurrency: CONCURRENCY, ...options, signal, onProgress }),
      );
      return card(id);
    },
    async stop(id) {
      await leagues.card(id);
      await jobs.stop(id);
      return card(id);
    },
    close: () => jobs.close(),
  };
}
