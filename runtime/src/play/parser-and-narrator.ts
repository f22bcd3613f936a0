// The two ends that a model may play: words into actions before a turn, and a turn into prose after it. The middle is never theirs.
// A telling is written when the turn is long committed and answered: it is a note of its own teller, and changes no truth.
import {
  briefOf,
  causeOf,
  type ModelReading,
  type ModelTrouble,
  readWithModel,
  seatWords,
  tellWithModel,
} from "@orrery/agents";
import type { AnyEngine } from "@orrery/kernel";
import type { Models } from "@orrery/models";
import { Budget, type Ceiling, quotationIn, type TextCall, type Wait } from "@orrery/models/pure";
import { loadCall, type Tape } from "@orrery/models/recording";
import type { StoredTurn } from "@orrery/store";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import type { SubmittedWords } from "../branch/commits.ts";
import { ModelBreaker } from "../calls/model-breaker.ts";
import { answering, callId, countCallsOf, laneOf, recordedLane, telledLane } from "../calls/recordings.ts";
import { Fault } from "../fault.ts";
import { InTurn } from "../in-turn.ts";
import { parsePlayer } from "../seating/lineup.ts";
import type { ModelSetup } from "../seating/model-setup.ts";
import type { ModelNews, Telling } from "../shapes.ts";
import { alternativesFor, shownAlternative } from "../turns/alternatives.ts";
import { notice } from "../turns/telling.ts";
import type { TurnTransition } from "../turns/turn-transition.ts";
import { misfit, modelsOfPlayer, openFor, type PlayWith, replayTape } from "./play.ts";
import { BY_RULE, type EndsChoice, RunEnds } from "./run-ends.ts";

export interface ParserAndNarratorOptions {
  /** `model:NAME`, `model:A>B` (B where A cannot be asked), or `model` for whichever has the role `parser`. Absent: the parser by rule. */
  readonly parser?: string | undefined;
  /** The same for the role `narrator`. Absent: templates alone. */
  readonly narrator?: string | undefined;
  /** What each of the two may use; what the configuration says of runs where it is absent. */
  readonly budget?: Ceiling | undefined;
  /** What is read and told comes from this recording, as seats play from it, and from nowhere else. */
  readonly replay?: PlayWith["replay"];
}

export class ParserAndNarrator {
  readonly #registry: BranchRegistry;
  readonly #options: ParserAndNarratorOptions;
  readonly #setup: () => ModelSetup;
  readonly #ends: RunEnds;
  readonly #open = new Map<string, Promise<Models>>();
  #replayed: Promise<Tape | null> | null = null;
  readonly #queues = new InTurn();
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

  constructor(registry: BranchRegistry, options: ParserAndNarratorOptions, setup: () => ModelSetup) {
    this.#registry = registry;
    this.#options = options;
    this.#setup = setup;
    this.#ends = new RunEnds(registry.store);
    // Who cannot be there is told now, and not in the middle of a story.
    this.#modelsFor("parser");
    this.#modelsFor("narrator");
  }

  /** Keeps who reads and tells in a run that is about to begin. Faults as of `play`. */
  async choose(run: string, choice: EndsChoice | undefined): Promise<void> {
    if (choice) for (const role of ["parser", "narrator"] as const) this.#modelsFor(role, choice[role]);
    await this.#ends.choose(run, choice);
  }

  /** Whether a model reads in a run. */
  async reads(run: string): Promise<boolean> {
    return (await this.#modelsOf(run, "parser")) !== null;
  }

  /** What a model makes of words that the rules are unsure of; null where none is asked. */
  async read(run: string, branch: string, text: string, words: SubmittedWords): Promise<ModelReading | null> {
    const names = await this.#modelsOf(run, "parser");
    if (names === null || words.ask === null || !words.isUnsure) return null;
    const asked = { ...words, ask: words.ask };
    return this.#queues
      .run(`${run} ${laneOf(branch, `parser/${words.actor}`)}`, () =>
        this.#inChain(
          { run, branch, viewer: words.actor, role: "parser" },
          names,
          (about) => this.#readOne(about, text, asked),
          joinedReading,
        ),
      )
      .catch((error: unknown) => {
        throw misfit(error);
      });
  }

  async #readOne(
    about: About,
    text: string,
    words: SubmittedWords & { ask: NonNullable<SubmittedWords["ask"]> },
  ): Promise<ModelReading> {
    const lane = laneOf(about.branch, `parser/${about.viewer}`);
    const models = await this.models(about.run);
    const parser = {
      engine: words.engine,
      port: models.port(about.model),
      lane,
      budget: this.#budgetOf("parser"),
      prompts: this.#setup().prompts,
      callIds: idsOf(models, lane),
      onWait: this.#waitFor(about),
    };
    return readWithModel(parser, text, words, this.#stop.signal);
  }

  /** Tells a committed turn to those who answered in it, in its own time; nobody waits for it. */
  tell(engine: AnyEngine, run: string, branch: string, transition: TurnTransition): void {
    const { commit, before } = transition;
    // Where nothing was done, what is said is the rules' own word to the player and no story.
    if (!commit || !before || commit.turn.actions.length === 0) return;
    const known = this.#ends.choiceFor(run);
    if (known !== null && this.#modelsFor("narrator", known.narrator) === null) return;
    for (const viewer of new Set(commit.answers.flatMap(({ actor, by }) => (by === "god" ? [] : [actor]))))
      void this.#queues
        .run(`${run} narrator/${viewer}`, async () => {
          const names = await this.#modelsOf(run, "narrator");
          if (names === null) return null;
          return this.#inChain({ run, branch, viewer, role: "narrator" }, names, (about) =>
            this.#tellOne(engine, about, transition),
          );
        })
        .catch((error: unknown) => {
          const known = misfit(error);
          if (known instanceof Fault) this.#broken ??= known;
          else if (!this.#stop.signal.aborted && !(error instanceof Error && error.name === "StoreFault")) throw error;
        });
  }

  /**
   * Tells a turn once more, whoever told it before; `said` names another narrator. Resolves to why there is no new telling, in
   * the owner's words; null where there is one. Faults `bad_agents`, `no_agent`, `unknown_turn`.
   */
  async retell(
    engine: AnyEngine,
    of: Omit<About, "model" | "role">,
    transition: TurnTransition,
    said?: string,
  ): Promise<string | null> {
    const names = said === undefined ? await this.#modelsOf(of.run, "narrator") : this.#modelsFor("narrator", said);
    if (transition.commit === null) throw new Fault("unknown_turn", "The opening is told as it is written.");
    if (names === null)
      throw new Fault("bad_agents", "Nobody tells here. Name a model, or start with --narrator model:NAME.");
    if (this.#options.replay !== undefined)
      throw new Fault("no_agent", "What is told comes from a recording here: open the run without --replay first.");
    return this.#queues.run(`${of.run} narrator/${of.viewer}`, async () => {
      for (const [i, model] of names.entries()) {
        const { trouble } = await this.#tellOne(engine, { ...of, role: "narrator", model }, transition);
        const isLast = i === names.length - 1;
        if (trouble === null) return null;
        if (isLast || causeOf(trouble.reason) !== "fault") return trouble.message;
      }
      return null;
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
    await this.#queues.quiet();
    const broken = this.#broken;
    this.#broken = null;
    if (broken) throw broken;
  }

  /** Calls off what is under way. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#queues.quiet();
  }

  /** Asks one model after the other, until one can be asked; null where all of them rest. What one of them said is never a reason to ask the next. */
  async #inChain<T extends { readonly trouble: ModelTrouble | null }>(
    of: Omit<About, "model">,
    names: readonly string[],
    ask: (about: About) => Promise<T>,
    join: (before: T, next: T) => T = (_, next) => next,
  ): Promise<T | null> {
    let last: T | null = null;
    for (const [i, model] of names.entries()) {
      const about = { ...of, model };
      if (!this.#breaker(about).mayAsk()) continue;
      this.#report(about, "asked");
      const answer = await ask(about);
      last = last === null ? answer : join(last, answer);
      if (this.#stop.signal.aborted) return last;
      const next = names[i + 1];
      const isPassedOn = answer.trouble !== null && causeOf(answer.trouble.reason) === "fault" && next !== undefined;
      this.#note(about, answer.trouble, isPassedOn ? next : null);
      if (!isPassedOn) return last;
    }
    return last;
  }

  async #tellOne(
    engine: AnyEngine,
    about: About,
    transition: TurnTransition,
  ): Promise<{ readonly trouble: ModelTrouble | null }> {
    const { run, branch, viewer, model } = about;
    const { commit, index, stored } = transition;
    const noticed = notice(index!, viewer);
    const models = await this.models(run, stored);
    const teller = `model ${model}`;
    const currentAlternative = async () =>
      shownAlternative(alternativesFor(await this.#registry.store.notes(run, [stored.id]), viewer));
    const say = (text: string | null, provisional: boolean, by = teller) =>
      this.say({ run, branch, turnId: stored.id, viewer, teller: by, text, provisional });
    const lexicon = (view: unknown) => engine.world.words.lexicon(view, viewer);
    const own = commit!.answers.find(({ actor }) => actor === viewer);
    const { text, trouble } = await tellWithModel(
      {
        port: models.port(model),
        lane: telledLane(viewer, stored.id),
        budget: this.#budgetOf("narrator"),
        prompts: this.#setup().prompts,
        onText: (partial) => say(partial, true),
        onWait: this.#waitFor(about),
      },
      {
        template: noticed.narration,
        rawText: own?.rawText ?? commit!.turn.rawText,
        view: briefOf(engine.world, noticed.after),
        before: await this.#toldBefore(about, transition),
        style: engine.world.words.style?.(noticed.after) ?? {},
        lexicons: [lexicon(noticed.before), lexicon(noticed.after)],
        entities: engine.world.entities(index!.after.state),
      },
      this.#stop.signal,
    );
    if (this.#stop.signal.aborted) return { trouble };
    if (text !== null)
      await this.#registry.store.addNotes(run, [
        { turnId: stored.id, teller, viewer, text, at: this.#registry.outside.now() },
      ]);
    const stands = await currentAlternative();
    say(stands?.text ?? null, false, stands?.teller);
    return { trouble };
  }

  /** The telling that is shown of the last of the turns just before one. */
  async #toldBefore({ run, branch, viewer }: About, { stored: { turn } }: TurnTransition): Promise<string | undefined> {
    const recording = await this.#recording();
    // What a telling went on from may have come from the owner's hand, which is in no recording; the recorded prompt has it.
    if (recording) {
      const take = await recording.take(telledLane(viewer, turn), 1);
      const call = take && ((await loadCall(recording, take.call)) as TextCall);
      return (call && quotationIn(call.messages[0]!.text, "before")) ?? undefined;
    }
    const { store } = this.#registry;
    const head = await this.#registry.head(run, branch);
    const turns = await store.read(head, Math.max(1, turn - BEFORE_TURNS), turn - 1);
    const notes = await store.notes(
      run,
      turns.map(({ id }) => id),
    );
    const alternativeOf = (turnId: string) =>
      shownAlternative(
        alternativesFor(
          notes.filter((note) => note.turnId === turnId),
          viewer,
        ),
      );
    return turns
      .toReversed()
      .flatMap(({ id }) => alternativeOf(id)?.text ?? [])
      .at(0);
  }

  #breaker(about: About): ModelBreaker {
    // By lane and model: calls of one lane come one after another, and a replay asks them in the same order.
    const key = keyOf(about);
    const breaker = this.#breakers.get(key) ?? new ModelBreaker();
    this.#breakers.set(key, breaker);
    return breaker;
  }

  /** `next`: the model that is asked instead, so that the seat misses nothing. */
  #note(about: About, trouble: ModelTrouble | null, next: string | null): void {
    const change = this.#breaker(about).note(trouble);
    if (change === "failed" && next !== null)
      this.#report(about, "failed", null, `${trouble!.message} "${next}" is asked instead.`);
    else if (change === "failed")
      this.#report(about, "failed", seatWords(about.role, trouble!.reason), trouble!.message);
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

  /** The models of an end of a run, in the order in which they are asked; null where there is none. */
  async #modelsOf(run: string, role: ModelNews["role"]): Promise<readonly string[] | null> {
    return this.#modelsFor(role, (await this.#ends.of(run))[role]);
  }

  #modelsFor(role: ModelNews["role"], said = this.#options[role]): readonly string[] | null {
    if (said === undefined || said === BY_RULE) return null;
    const player = /^model(?::|$)/.test(said) ? parsePlayer(said, said) : undefined;
    if (player?.kind !== "model")
      throw new Fault("bad_agents", `The ${role} is model:NAME, model or ${BY_RULE}, not "${said}".`);
    return modelsOfPlayer(this.#setup(), player, role);
  }

  #budgetOf(role: ModelNews["role"]): Budget {
    const known = this.#budgets.get(role) ?? new Budget(role, this.#options.budget ?? this.#setup().config.budget.run);
    this.#budgets.set(role, known);
    return known;
  }

  /** The models of a run, which keep their calls with it; a turn that is told or spoken is given along. */
  models(run: string, told?: Pick<StoredTurn, "id" | "turn">): Promise<Models> {
    if (told) this.#depths.set(told.id, told.turn);
    const known = this.#open.get(run) ?? this.#openFor(run);
    this.#open.set(run, known);
    return known;
  }

  async #openFor(run: string): Promise<Models> {
    const { store } = this.#registry;
    const recording = await this.#recording();
    if (recording === null) return openFor(store, run, this.#setup());
    const from: Record<string, number> = {};
    for (const { name } of await store.branches(run))
      Object.assign(from, await countCallsOf(store, await this.#registry.head(run, name)));
    const laneOfTurn = (lane: string) =>
      recordedLane(lane).replace(
        /^((?:narrator|speaker)\/.*\/)([^/]*)$/,
        (_, viewer: string, id: string) => viewer + this.#depths.get(id),
      );
    return openFor(store, run, this.#setup(), { tape: answering(recording, laneOfTurn), from });
  }

  /** What everything is read and told from; null where models are asked. */
  #recording(): Promise<Tape | null> {
    const { replay } = this.#options;
    this.#replayed ??= replay === undefined ? Promise.resolve(null) : replayTape(this.#registry, replay);
    return this.#replayed;
  }
}

/** How far back the telling that a narrator goes on from may lie. */
const BEFORE_TURNS = 3;

/** The second reading, with the tries and calls of both: a replay needs them all. */
const joinedReading = (before: ModelReading, next: ModelReading): ModelReading => ({
  ...next,
  attempts: [...before.attempts, ...next.attempts],
  calls: [...before.calls, ...next.calls],
});

const keyOf = ({ run, branch, viewer, role, model }: About): string => [run, branch, viewer, role, model].join("\n");
type About = Pick<ModelNews, "run" | "branch" | "viewer" | "role" | "model">;

const idsOf = (models: Models, lane: string) => (count: number) => {
  const last = models.positions()[lane] ?? 0;
  return Array.from({ length: count }, (_, i) => callId({ lane, seq: last - count + 1 + i }));
};
