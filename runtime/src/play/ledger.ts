// What the models of one play may use: set aside for all who are asked together, in the order of being asked, and counted when their
// window is committed. So what is refused depends on the history alone, never on who was quicker, and a replay refuses the same.
import { type Budget, type Grant, type Reservation, reserveBatch, type Usage, type Want } from "@orrery/models/pure";

/** Told by the run loop, so that budgets go by the history and not by the clock. */
export interface Books {
  /** All who are asked now have been asked: resolves when what they may use is set aside. */
  readonly reserveBatched: () => Promise<void>;
  /** These asks are answered and committed: what they used counts from here on. */
  readonly over: (asks: readonly string[]) => void;
}

/** One ask on its way to an answer. */
export interface AskAccount {
  /** Waits for the others who are asked at the same time. What is granted is charged to `meter` at once, and to the budgets when the ask is over. */
  readonly reserve: (want: Want) => Promise<Grant>;
  /** It needs nothing more. */
  readonly leave: () => void;
}

interface QueuedAsk {
  readonly wanted: Promise<Want | null>;
  readonly grant: (grant: Grant) => void;
  readonly charges: [usage: Usage, money: number | null][];
  reservation: Reservation | null;
}

export class Ledger implements Books {
  /** Asked since the last batch, in the order of being asked. */
  #batch: QueuedAsk[] = [];
  readonly #open = new Map<string, QueuedAsk[]>();
  readonly #meter: Budget;

  /** `meter` has no ceiling: it shows what was used by now. */
  constructor(meter: Budget) {
    this.#meter = meter;
  }

  enter(ask: string): AskAccount {
    let want = (_: Want | null) => {};
    let grant = (_: Grant) => {};
    const wanted = new Promise<Want | null>((resolve) => {
      want = resolve;
    });
    const granted = new Promise<Grant>((resolve) => {
      grant = resolve;
    });
    const entry: QueuedAsk = { wanted, grant, charges: [], reservation: null };
    const before = this.#open.get(ask) ?? [];
    this.#open.set(ask, [...before, entry]);
    // Who is asked the same once more has nobody to wait for.
    const isAlone = before.length > 0;
    if (!isAlone) this.#batch.push(entry);
    return {
      reserve: (wants) => {
        if (isAlone) this.#take([[entry, wants]]);
        else want(wants);
        return granted;
      },
      leave: () => want(null),
    };
  }

  async reserveBatched(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    const wants = await Promise.all(
      batch.map(async (entry) => {
        const want = await entry.wanted;
        return want ? ([[entry, want]] as const) : [];
      }),
    );
    this.#take(wants.flat());
  }

  over(asks: readonly string[]): void {
    for (const ask of asks) {
      for (const { reservation, charges } of this.#open.get(ask) ?? []) {
        for (const [usage, money] of charges) reservation?.charge(usage, money);
        reservation?.settle();
      }
      this.#open.delete(ask);
    }
  }

  /** Nobody is asked any more: open calls are counted too. */
  end(): void {
    this.over([...this.#open.keys()]);
  }

  #take(wants: readonly (readonly [QueuedAsk, Want])[]): void {
    const grants = reserveBatch(wants.map(([, want]) => want));
    for (const [i, [entry]] of wants.entries()) {
      const grant = grants[i]!;
      if (grant.ok) entry.reservation = grant.reservation;
      entry.grant(grant.ok ? { ok: true, reservation: this.#noted(entry, grant.reservation) } : grant);
    }
  }

  /** The same right; its charges are only noted. */
  #noted({ charges }: QueuedAsk, { calls }: Reservation): Reservation {
    return {
      calls,
      charge: (usage, money) => {
        charges.push([usage, money]);
        this.#meter.book(usage, money);
      },
      settle: () => {},
    };
  }
}
