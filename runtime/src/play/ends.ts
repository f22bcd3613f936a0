// The two ends that a model may play: words into actions before a turn, and a turn into prose after it. The middle is never theirs.
// A telling is written when the turn is long committed and answered: it is a note of its own teller, and changes no truth.
import { type ModelReading, type ModelTrouble, readWithModel, seatWords, tellWithModel } from "@orrery/agents";
import type { AnyEngine } from "@orrery/kernel";
import type { Models } from "@orrery/models";
import { Budget, type Ceiling, type Wait } from "@orrery/models/pure";
import type { Words } from "../branch/commits.ts";
import type { Keeper } from "../branch/keeper.ts";
import { ModelBreaker } from "../calls/model-breaker.ts";
import { answering, callId, laneOf, madeOn, recordedLane, telledLane } from "../calls/recordings.ts";
import { Fault } from "../fault.ts";
import { parseLineup } from "../seating/lineup.ts";
import type { ModelSetup } from "../seating/model-setup.ts";
import type { ModelNews, Telling } from "../shapes.ts";
import type { Passed } from "../turns/passed.ts";
import { notice } from "../turns/telling.ts";
import { misfit, modelOf, openFor, type PlayWith, replayTape } from "./play.ts";

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

export class Ends {
  readonly #keeper: Keeper;
  readonly #options: EndsOptions;
  readonly #setup: () => ModelSetup;
  readonly #open = new Map<string, Promise<Models>>();
  readonly #queues = new Map<string, Promise<unknown>>();
  readonly #stop = new AbortController();
  readonly #listeners = new Set<(telling: Telling) => void>();
  readonly #budgets = new Map<ModelNews["role"], Budget>();
  readonly #breakers = new Map<string, ModelBreaker>();
  readonly #troubles = new Map<string, ModelNews>();
  readonly #readers = new Set<(news: ModelNews) => void>();
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

  /** What a model makes of words that the rules are unsure of; null where none is asked. */
  async read(run: string, branch: string, text: string, words: Words): Promise<ModelReading | null> {
    const name = this.#modelFor("parser");
    if (name === null || words.ask === null || !words.isUnsure) return null;
    const lane = laneOf(branch, `parser/${words.actor}`);
    return this.#inTurn(`${run} ${lane}`, async () => {
      const about = { run, branch, viewer: words.actor, role: "parser", model: name } as const;
      if (!this.#breaker(about).mayAsk()) return null;
      const models = await this.#models(run);
      const parser = {
        engine: words.engine,
        port: models.port(name),
        lane,
        budget: this.#budgetOf("parser"),
        prompts: this.#setup().prompts,
        callIds: idsOf(models, lane),
        onWait: this.#waitFor(about),
      };
      this.#report(about, "asked");
      const read = await readWithModel(parser, text, { ...words, ask: words.ask! }, this.#stop.signal);
      this.#note(about, read.trouble);
      return read;
    }).catch((error: unknown) => {
      throw misfit(error);
    });
  }

  /** Tells a committed turn to those who answered in it, in its own time; nobody waits for it. */
  tell(engine: AnyEngine, run: string, branch: string, passed: Passed): void {
    const name = this.#modelFor("narrator");
    const { commit, before } = passed;
    // Where nothing was done, what is said is the rules' own word to the player and no story.
    if (name === null || !commit || !before || commit.turn.actions.length === 0) return;
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

  /** What the models do and what troubles them, until the function that this returns is called. */
  onNews(listener: (news: ModelNews) => void): () => void {
    this.#readers.add(listener);
    return () => void this.#readers.delete(listener);
  }

  /** Troubles that were told of and are not over. */
  troubles(run: string, branch: string): readonly ModelNews[] {
    return [...this.#troubles.values()].filter((one) => one.run === run && one.branch === branch);
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
    const news = { run, branch, viewer, role: "narrator", model: name } as const;
    if (!this.#breaker(news).mayAsk()) return;
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
    this.#report(news, "asked");
    const { text, trouble } = await tellWithModel(
      {
        port: models.port(name),
        lane: telledLane(viewer, stored.id),
        budget: this.#budgetOf("narrator"),
        prompts: this.#setup().prompts,
        onText: (partial) => say(partial, true),
        onWait: this.#waitFor(news),
      },
      {
        template: noticed.narration,
        rawText: own?.rawText ?? commit!.turn.rawText,
        view: noticed.after,
        before: await this.#toldBefore(run, branch, stored.turn, viewer, teller),
        style: engine.world.words.style?.(noticed.after) ?? {},
        lexicons: [lexicon(noticed.before), lexicon(noticed.after)],
        entities: engine.world.entities(index!.after.state),
      },
      this.#stop.signal,
    );
    if (this.#stop.signal.aborted) return;
    this.#note(news, trouble);
    if (text !== null)
      await this.#keeper.store.addNotes(run, [
        { turnId: stored.id, teller, viewer, text, at: this.#keeper.outside.now() },
      ]);
    say(text, false);
  }

  /** The telling that came last before a turn, of the turns just before it. */
  async #toldBefore(run: string, branch: string, turn: number, viewer: string, teller: string) {
    const { store } = this.#keeper;
    const head = await this.#keeper.head(run, branch);
    const turns = await store.read(head, Math.max(1, turn - BEFORE_TURNS), turn - 1);
    const notes = await store.notes(
      run,
      turns.map(({ id }) => id),
    );
    const own = notes.filter((note) => note.viewer === viewer && note.teller === teller);
    return turns
      .toReversed()
      .flatMap(({ id }) => own.findLast(({ turnId }) => turnId === id)?.text ?? [])
      .at(0);
  }

  #breaker({ run, branch, viewer, role }: About): ModelBreaker {
    // By lane: calls of one lane come one after another, and a replay asks them in the same order.
    const key = keyOf({ run, branch, viewer, role });
    const breaker = this.#breakers.get(key) ?? new ModelBreaker();
    this.#breakers.set(key, breaker);
    return breaker;
  }

  #note(about: About, trouble: ModelTrouble | null): void {
    const change = this.#breaker(about).note(trouble);
    if (change === "failed") this.#report(about, "failed", seatWords(about.role, trouble!.reason), trouble!.message);
    else if (change === "recovered") this.#report(about, "recovered");
    else this.#report(about, "done");
  }

  #waitFor(about: About): (wait: Wait) => void {
    return ({ code, ms }) =>
      this.#report(about, "waiting", null, `${about.model}: ${code}, asked again in ${Math.ceil(ms / 1000)} s`);
  }

  #report(about: About, state: ModelNews["state"], text: string | null = null, detail: string | null = null): void {
    const news = { ...about, state, text, detail };
    if (state === "failed") this.#troubles.set(keyOf(about), news);
    if (state === "recovered") this.#troubles.delete(keyOf(about));
    for (const reader of this.#readers) reader(news);
  }

  #modelFor(role: ModelNews["role"]): string | null {
    const said = this.#options[role];
    if (said === undefined) return null;
    const player = /^model(?::|$)/.test(said) ? parseLineup(`*=${said}`).get("*") : undefined;
    if (player?.kind !== "model") throw new Fault("bad_agents", `The ${role} is model:NAME or model, not "${said}".`);
    return modelOf(this.#setup(), player, role);
  }

  #budgetOf(role: ModelNews["role"]): Budget {
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

/** How far back the telling that a narrator goes on from may lie. */
const BEFORE_TURNS = 3;

const keyOf = ({ run, branch, viewer, role }: Pick<About, "run" | "branch" | "viewer" | "role">): string =>
  [run, branch, viewer, role].join("\n");
type About = Pick<ModelNews, "run" | "branch" | "viewer" | "role" | "model">;

const idsOf = (models: Models, lane: string) => (count: number) => {
  const last = models.positions()[lane] ?? 0;
  return Array.from({ length: count }, (_, i) => callId({ lane, seq: last - count + 1 + i }));
};
