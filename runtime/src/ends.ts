// The two ends that a model may play: words into actions before a turn, and a turn into prose after it. The middle is never theirs.
// A telling is written when the turn is long committed and answered: it is a note of its own teller, and changes no truth.
import { type ModelReading, readWithModel, tellWithModel } from "@orrery/agents";
import type { AnyEngine } from "@orrery/kernel";
import type { Models } from "@orrery/models";
import { Budget, type Ceiling } from "@orrery/models/pure";
import type { Words } from "./commits.ts";
import { Fault } from "./fault.ts";
import type { Keeper } from "./keeper.ts";
import type { Passed } from "./lines.ts";
import { parseLineup } from "./lineup.ts";
import type { ModelSetup } from "./model-setup.ts";
import { misfit, modelOf, openFor, type PlayWith, replayTape } from "./play.ts";
import { answering, callId, laneOf, madeOn, recordedLane, telledLane } from "./recordings.ts";
import { notice } from "./telling.ts";

export interface EndsOptions {
  /** `model:NAME`, or `model` for whichever has the role `parser`. Absent: the parser by rule. */
  readonly parser?: string | undefined;
  /** The same for the role `narrator`. Absent: templates alone. */
  readonly narrator?: string | undefined;
  /** What each of the two may use; what the configuration says of runs where it is absent. */
  readonly budget?: Ceiling | undefined;
  /** What is read and told comes from this recording, as seats play from it, and from nowhere else. */
  readonly replay?: PlayWith["replay"];
}

/** A telling by a model, as it comes: provisional until it has been checked. `text` null: none passed, and the template's stands. */
export interface Telling {
  readonly run: string;
  readonly branch: string;
  /** Null: of an answer that is still being written, and that its `teller`, an actor, may still change or lose. */
  readonly turnId: string | null;
  readonly viewer: string;
  readonly teller: string;
  readonly text: string | null;
  readonly provisional: boolean;
}

export class Ends {
  readonly #keeper: Keeper;
  readonly #options: EndsOptions;
  readonly #setup: () => ModelSetup;
  readonly #open = new Map<string, Promise<Models>>();
  readonly #queues = new Map<string, Promise<unknown>>();
  readonly #stop = new AbortController();
  readonly #listeners = new Set<(telling: Telling) => void>();
  readonly #budgets = new Map<Role, Budget>();
  /** Numbers of the turns being told: a recording knows them by these. */
  readonly #depths = new Map<string, number>();
  /** What went wrong where nobody waited. */
  #broken: unknown = null;

  constructor(keeper: Keeper, options: EndsOptions, setup: () => ModelSetup) {
    this.#keeper = keeper;
    this.#options = options;
    this.#setup = setup;
    // Who cannot be there is told now, and not in the middle of a story.
    this.#modelFor("parser");
    this.#modelFor("narrator");
  }

  /** What a model makes of the words; null where none reads them. */
  async read(run: string, branch: string, text: string, words: Words): Promise<ModelReading | null> {
    const name = this.#modelFor("parser");
    if (name === null || words.ask === null) return null;
    const lane = laneOf(branch, `parser/${words.actor}`);
    return this.#inTurn(`${run} ${lane}`, async () => {
      const models = await this.#models(run);
      const { engine, ask, lexicon, recent } = words;
      const budget = this.#budgetOf("parser");
      const parser = { engine, port: models.port(name), lane, budget, callIds: idsOf(models, lane) };
      return readWithModel(parser, text, { ask: ask!, lexicon, recent }, this.#stop.signal);
    }).catch((error: unknown) => {
      throw misfit(error);
    });
  }

  /** Tells a committed turn to those who answered in it, in its own time; nobody waits for it. */
  tell(engine: AnyEngine, run: string, branch: string, passed: Passed): void {
    const name = this.#modelFor("narrator");
    const { commit, before } = passed;
    if (name === null || !commit || !before) return;
    for (const viewer of new Set(commit.answers.flatMap(({ actor, by }) => (by === "god" ? [] : [actor]))))
      void this.#inTurn(`${run} narrator/${viewer}`, () =>
        this.#tellOne(engine, run, branch, passed, viewer, name),
      ).catch((error: unknown) => {
        const known = misfit(error);
        if (known instanceof Fault) this.#broken ??= known;
        else if (!this.#stop.signal.aborted && !(error instanceof Error && error.name === "StoreFault")) throw error;
      });
  }

  /** Tellings as they are written, until the function that this returns is called. */
  listen(listener: (telling: Telling) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Hands a telling that came about elsewhere to those who listen. */
  say(telling: Telling): void {
    for (const listener of this.#listeners) listener(telling);
  }

  /** When all that is being told has been told. Fault `recording_mismatch` where a recording had to tell it, and did not fit. */
  async idle(): Promise<void> {
    await this.#quiet();
    const broken = this.#broken;
    this.#broken = null;
    if (broken) throw broken;
  }

  async #quiet(): Promise<void> {
    while (this.#queues.size > 0) await Promise.all(this.#queues.values());
  }

  /** Calls off what is under way. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#quiet();
  }

  async #tellOne(
    engine: AnyEngine,
    run: string,
    branch: string,
    passed: Passed,
    viewer: string,
    name: string,
  ): Promise<void> {
    const { commit, index, stored } = passed;
    const noticed = notice(index!, viewer);
    const models = await this.#models(run);
    const teller = `model ${name}`;
    this.#depths.set(stored.id, stored.turn);
    const about = { run, branch, turnId: stored.id, viewer, teller };
    const say = (text: string | null, provisional: boolean) => {
      this.say({ ...about, text, provisional });
    };
    const lexicon = (view: unknown) => engine.world.words.lexicon(view, viewer);
    const own = commit!.answers.find(({ actor }) => actor === viewer);
    const text = await tellWithModel(
      {
        port: models.port(name),
        lane: telledLane(viewer, stored.id),
        budget: this.#budgetOf("narrator"),
        onText: (partial) => say(partial, true),
      },
      {
        template: noticed.narration,
        rawText: own?.rawText ?? commit!.turn.rawText,
        view: noticed.after,
        style: engine.world.words.style?.(noticed.after) ?? {},
        lexicons: [lexicon(noticed.before), lexicon(noticed.after)],
        entities: engine.world.entities(index!.after.state),
      },
      this.#stop.signal,
    );
    if (this.#stop.signal.aborted) return;
    if (text !== null)
      await this.#keeper.store.addNotes(run, [
        { turnId: stored.id, teller, viewer, text, at: this.#keeper.outside.now() },
      ]);
    say(text, false);
  }

  #modelFor(role: Role): string | null {
    const said = this.#options[role];
    if (said === undefined) return null;
    const player = /^model(?::|$)/.test(said) ? parseLineup(`*=${said}`).get("*") : undefined;
    if (player?.kind !== "model") throw new Fault("bad_agents", `The ${role} is model:NAME or model, not "${said}".`);
    return modelOf(this.#setup(), player, role);
  }

  #budgetOf(role: Role): Budget {
    const known = this.#budgets.get(role) ?? new Budget(role, this.#options.budget ?? this.#setup().config.budget.run);
    this.#budgets.set(role, known);
    return known;
  }

  #models(run: string): Promise<Models> {
    const known = this.#open.get(run) ?? this.#openFor(run);
    this.#open.set(run, known);
    return known;
  }

  async #openFor(run: string): Promise<Models> {
    const { store } = this.#keeper;
    const { replay } = this.#options;
    if (replay === undefined) return openFor(store, run, this.#setup());
    const recording = await replayTape(this.#keeper, replay);
    const from: Record<string, number> = {};
    for (const { name } of await store.branches(run))
      Object.assign(from, await madeOn(store, await this.#keeper.head(run, name)));
    const told = (lane: string) =>
      recordedLane(lane).replace(
        /^(narrator\/.*\/)([^/]*)$/,
        (_, viewer: string, id: string) => viewer + this.#depths.get(id),
      );
    return openFor(store, run, this.#setup(), { tape: answering(recording, told), from });
  }

  /** One after the other: calls of one lane are numbered as they begin. */
  #inTurn<T>(key: string, work: () => Promise<T>): Promise<T> {
    const mine = (this.#queues.get(key) ?? Promise.resolve()).then(work);
    const ended = mine.then(
      () => {},
      () => {},
    );
    this.#queues.set(key, ended);
    void ended.then(() => {
      if (this.#queues.get(key) === ended) this.#queues.delete(key);
    });
    return mine;
  }
}

type Role = "parser" | "narrator";

const idsOf = (models: Models, lane: string) => (count: number) => {
  const last = models.positions()[lane] ?? 0;
  return Array.from({ length: count }, (_, i) => callId({ lane, seq: last - count + 1 + i }));
};
