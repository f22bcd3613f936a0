// A person at the table: lines are read while the others think, each is submitted when the person is asked, and events
// are printed as they come. Decides nothing.
import { setTimeout as pause } from "node:timers/promises";
import type { Spending } from "@orrery/models/pure";
import { type Orrery, parseLineup, playerFor } from "@orrery/runtime";
import { proseOf, record, say } from "./print.ts";
import { letPlay, type Seating, type SeatingFlags } from "./seating.ts";
import type { Lines } from "./terminal.ts";

/** How often a person who has not typed yet is shown what happened, and the time that is left. */
const LOOK_MS = 250;

interface PlaySession {
  readonly orrery: Orrery;
  readonly run: string;
  readonly branch: string;
  readonly flags: SeatingFlags;
  readonly seating: Seating;
  /** The agents of the other seats; null: none, every line is typed. */
  readonly agents: string | null;
  /** A terminal with somebody at it; null where lines come from a file or a pipe. */
  readonly person: Lines | null;
}

/** Reads `lines` to their end, or until a terminal's game has ended. */
export async function playByHand(table: PlaySession, lines: AsyncIterable<string>): Promise<void> {
  const seat = new TerminalSeat(table);
  const { person } = table;
  try {
    await seat.sit();
    await seat.turn();
    if (person) await seat.watch();
    for await (const text of lines) {
      if (person && text.trim() === "") {
        person.prompt();
        continue;
      }
      await seat.turn();
      await seat.say(text);
      await seat.turn();
      if (person) await seat.watch();
    }
  } finally {
    await seat.leave();
  }
}

class TerminalSeat {
  readonly #table: PlaySession;
  /** The actor with the printed view. */
  readonly #eyes;
  readonly #stop = new AbortController();
  readonly #used: Spending[] = [];
  /** Ids of turns printed as replies to typed lines. */
  readonly #own = new Set<string>();
  #others: Promise<void> | null = null;
  #broken: { readonly error: unknown } | null = null;
  #watching: Promise<void> | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #head: string | null = null;
  /** The last turn that was printed, as these eyes count; -1 before the opening was. */
  #told = -1;

  constructor(table: PlaySession) {
    this.#table = table;
    const { branch, flags } = table;
    this.#eyes = { branch, ...(flags.as === undefined ? {} : { as: flags.as }) };
    // At a terminal Ctrl-C ends the lines, and leaving the table stops the others.
    if (table.person === null) process.once("SIGINT", this.#interrupted);
  }
  readonly #interrupted = () => this.#stop.abort();

  /** Tells what happened so far, then lets the others begin. */
  async sit(): Promise<void> {
    await this.#tell();
    this.#begin();
  }

  /** When a line would count: the person is asked, or nobody else can go on. */
  async turn(): Promise<void> {
    for (;;) {
      if (this.#broken) throw this.#broken.error;
      const others = this.#others;
      const ask = others ? await this.#asked() : null;
      // A script's next line waits for the other seats, so that runs repeat; deadlines do not wait.
      if (!others || (ask && (this.#table.person !== null || ask.leftMs !== undefined))) return this.#tell();
      await this.#tell();
      await Promise.race([others, pause(LOOK_MS)]);
    }
  }

  /** Submits a typed line and prints the result. */
  async say(text: string): Promise<void> {
    const { orrery, run, flags, person } = this.#table;
    await this.#tell();
    await this.#alone(async () => {
      const submitted = await orrery.submit(run, { text, ...this.#eyes, seat: flags.as !== undefined });
      if (submitted.kind === "turn") this.#own.add(submitted.line.id);
      if (flags.json) record(submitted.kind === "turn" ? submitted.line : submitted);
      else if (submitted.kind === "rewound") {
        // From the beginning, the opening is told again.
        if (submitted.undone === null) this.#told = -1;
        say(submitted.undone === null ? "(From the beginning.)" : `(Taken back: “${submitted.undone}”)\n`);
      }
      // The list of asked actors may be secret.
      else if (submitted.kind === "kept")
        say(`(waiting for ${flags.as === undefined ? submitted.waitingFor.join(", ") : "the others"})`);
      // Printed at once, so that a model's narration comes after it.
      else proseOf(submitted.line, person ? "" : text);
    });
    await this.#tell();
    this.#begin();
  }

  /** Prompts a person, and shows what happens and how much time is left until a line is typed or the game has ended. */
  async watch(): Promise<void> {
    const { person, agents } = this.#table;
    if (!person) return;
    if (await this.#hasEnded()) return person.close();
    person.prompt();
    if (agents === null || this.#watching) return;
    const look = async () => {
      while (!this.#stop.signal.aborted && !(await this.#hasEnded())) {
        await this.#tell();
        const left = (await this.#asked())?.leftMs;
        person.prompting(left === undefined ? "> " : `${timeOf(left)} > `);
        await pause(LOOK_MS, undefined, { signal: this.#stop.signal }).catch(() => {});
      }
      await this.#tell();
      person.close();
    };
    this.#watching = look().catch((error: unknown) => {
      this.#broken ??= { error };
      person.close();
    });
  }

  async leave(): Promise<void> {
    process.off("SIGINT", this.#interrupted);
    this.#stop.abort();
    await this.#watching;
    await this.#others;
    if (this.#broken) throw this.#broken.error;
  }

  /** Lets the others play in the background. */
  #begin(): void {
    const { orrery, run, branch, flags, seating, agents, person } = this.#table;
    if (agents === null || this.#others) return;
    const isFree = () => person?.isAsking() !== true;
    const more = { branch, used: this.#used, agents, signal: this.#stop.signal, isFree };
    this.#others = letPlay(orrery, run, flags, seating, more)
      .then(
        ({ spending }) => void this.#used.push(...spending),
        (error: unknown) => {
          this.#broken = { error };
        },
      )
      .finally(() => {
        this.#others = null;
      });
  }

  /** An open ask of the person's; null while there is none. */
  async #asked() {
    const { orrery, run, branch, flags, agents } = this.#table;
    const lineup = agents === null ? null : parseLineup(agents);
    const isMine = (to: string) =>
      flags.as === undefined ? !lineup || playerFor(lineup, to).kind === "person" : to === flags.as;
    const asks = await orrery.asks(run, { branch, as: flags.as });
    return asks.find(({ to, answered }) => isMine(to) && answered !== true) ?? null;
  }

  /** Prints every turn that was not printed yet. */
  #tell(): Promise<void> {
    return this.#alone(async () => {
      const { orrery, run, branch, flags, person } = this.#table;
      if (flags.json) return;
      const { head } = (await orrery.branches(run)).find(({ name }) => name === branch)!;
      if (head.id === this.#head) return;
      this.#head = head.id;
      const isFirst = this.#told < 0;
      // After a rollback, printing continues from the new head.
      const now = (await orrery.show(run, this.#eyes)).head.turn;
      this.#told = Math.min(this.#told, now);
      for await (const line of orrery.log(run, { ...this.#eyes, from: this.#told + 1 })) {
        this.#told = line.turn;
        if (this.#own.delete(line.id)) continue;
        const print = () => (isFirst ? proseOf(line) : proseOf(line, ""));
        if (person) person.aside(print);
        else print();
      }
      this.#told = Math.max(this.#told, now);
    });
  }

  async #hasEnded(): Promise<boolean> {
    const { orrery, run, branch } = this.#table;
    return (await orrery.show(run, { branch })).ending !== null;
  }

  #alone<T>(work: () => Promise<T>): Promise<T> {
    const mine = this.#queue.then(work, work);
    this.#queue = mine.catch(() => {});
    return mine;
  }
}

/** Minutes and seconds, rounded up: "0:00" is when it is over. */
export function timeOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
