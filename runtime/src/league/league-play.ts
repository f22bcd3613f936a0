// Plays a league: the games that are not done yet, so many at a time, within a budget. Makes no table.
import { type Agent, botAgent } from "@orrery/agents";
import type { AnyEngine, Shape } from "@orrery/kernel";
import type { Ceiling } from "@orrery/models/pure";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import type { Prepared } from "../branch/start.ts";
import { Breath } from "../breath.ts";
import { type LearnedStore, learningOf } from "../play/learned.ts";
import { botsOf, modelsOf } from "../play/play.ts";
import type { Runs } from "../runs.ts";
import { findByName } from "../seating/lineup.ts";
import type { ModelSetup } from "../seating/model-setup.ts";
import { playStraight } from "./in-memory-game.ts";
import type { Lessons } from "./lessons.ts";
import { blockSize, type Entrant, type LeaguePlan, type LeagueSeats, type Scheduled, scheduleGame } from "./plan.ts";
import type { LeagueRecord, LeagueRecords, PlannedGame } from "./records.ts";
import { minus, NOTHING_SPENT, plus, type Spent, spendingOf } from "./spent.ts";

export interface LeagueProgress {
  readonly done: number;
  readonly games: number;
  /** Games begun and not ended. */
  readonly open: number;
  /** What models have used in this league, earlier plays of it included. */
  readonly spent: Spent;
}

export interface PlayOptions {
  /** Games at a time. */
  readonly concurrency?: number;
  /** For the whole league, earlier plays included. No game is begun when it is used up. */
  readonly budget?: Ceiling;
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: LeagueProgress) => void;
  /** Bots' games too are played turn by turn, for followers of a game, rather than in memory and stored whole. */
  readonly turnByTurn?: boolean;
}

/** What a league asks of the runtime around it. */
export interface Doors {
  readonly prepare: (start: Parameters<Runs["createRun"]>[0]) => Promise<Prepared>;
  readonly createRun: Runs["createRun"];
  readonly play: Runs["play"];
  readonly calls: Runs["calls"];
  readonly models: () => ModelSetup;
  readonly learned: LearnedStore;
}

/** A league that is being played: how far it is, and what it has used. */
interface Going {
  readonly id: string;
  readonly record: LeagueRecord;
  readonly played: PlannedGame;
  readonly options: PlayOptions;
  /** Games from the first on that have all ended. */
  done: number;
  /** Games beyond those that have ended. */
  readonly finished: Set<number>;
  /** The first game that was not begun or looked at. */
  next: number;
  /** Games begun and not ended. */
  open: number;
  spent: Spent;
}

export class LeaguePlay {
  readonly #registry: BranchRegistry;
  readonly #doors: Doors;
  readonly #records: LeagueRecords;
  readonly #lessons: Lessons;
  /** Games of bots let others in between their turns, however many are played. */
  readonly #breath = new Breath();

  constructor(registry: BranchRegistry, doors: Doors, records: LeagueRecords, lessons: Lessons) {
    this.#registry = registry;
    this.#doors = doors;
    this.#records = records;
    this.#lessons = lessons;
  }

  /** Plays what is not done yet, until all is, the budget is used up or the signal aborts. */
  async play(id: string, options: PlayOptions): Promise<void> {
    const record = await this.#records.read(id);
    const { plan, games, done, beyond } = record;
    const total = totalOf(record);
    if (done + beyond.length < total) await this.#records.requireRules(id, record);
    const played = await this.#records.planGame(plan);
    const spent = await this.spendingOf(id, plan, played.table, games);
    const going: Going = { id, record, played, options, done, finished: new Set(beyond), next: done, open: 0, spent };
    report(going);
    const working = new Set<Promise<void>>();
    while (going.next < total || working.size > 0) {
      while (working.size < (options.concurrency ?? 1) && mayBegin(going)) {
        const index = going.next++;
        if (going.finished.has(index)) continue;
        const one = this.#work(going, index).finally(() => working.delete(one));
        working.add(one);
      }
      if (working.size === 0) break;
      await Promise.race(working);
    }
    if (plan.lasting) await this.#lessons.keep(record, id, played);
  }

  /** What the models of a league's games have used so far, by their own records. */
  async spendingOf(id: string, plan: LeaguePlan, table: LeagueSeats, games: number): Promise<Spent> {
    let spent = NOTHING_SPENT;
    if (!hasModels(plan)) return spent;
    for (let index = 0; index < games * plan.arms.length; index++)
      spent = plus(spent, await this.#spentIn(scheduleGame(plan, id, table, index).run));
    return spent;
  }

  async #spentIn(run: string): Promise<Spent> {
    if (!(await this.#registry.store.run(run))) return NOTHING_SPENT;
    let spent = NOTHING_SPENT;
    for await (const call of this.#doors.calls(run)) spent = plus(spent, spendingOf(call));
    return spent;
  }

  /** Plays one game, and keeps that it has ended. */
  async #work(going: Going, index: number): Promise<void> {
    const { id, record, played, finished } = going;
    const { plan } = record;
    going.open++;
    const game = scheduleGame(plan, id, played.table, index);
    const before = hasModels(plan) ? await this.#spentIn(game.run) : NOTHING_SPENT;
    const ended = await this.#playGame(going, game).finally(() => going.open--);
    if (hasModels(plan)) going.spent = plus(going.spent, minus(await this.#spentIn(game.run), before));
    if (ended) {
      finished.add(index);
      while (finished.delete(going.done)) going.done++;
      await this.#records.keep(id, {
        ...record,
        games: Math.max(record.games, (await this.#records.read(id)).games),
        done: going.done,
        beyond: [...finished].sort((a, b) => a - b),
      });
    }
    report(going);
  }

  /** Begins a game unless it has begun, and plays it to its end; false when it was stopped before. */
  async #playGame(going: Going, game: Scheduled): Promise<boolean> {
    const { plan } = going.record;
    const { budget, signal, turnByTurn = false } = going.options;
    if (!(await this.#registry.store.run(game.run))) {
      const config = await this.#configOf(going, game);
      const start = { id: game.run, world: plan.world, config, seed: game.seed };
      // What bots do costs nothing to do again: their games are stored whole, and half a game never is.
      if (!turnByTurn && areBots(plan)) return this.#playBots(going, game, await this.#doors.prepare(start));
      await this.#doors.createRun(start);
    }
    const { outcome } = await this.#doors.play(game.run, {
      agents: game.seats.map(({ actor, entrant }) => `${actor}=${entrantOf(plan, entrant).agent}`).join(","),
      prompts: Object.fromEntries(
        game.seats.map(({ actor, entrant }) => [actor, entrantOf(plan, entrant).prompts ?? {}] as const),
      ),
      ...(budget ? { budget: leftOf(budget, going.spent) } : {}),
      ...(signal ? { signal } : {}),
    });
    return outcome !== null;
  }

  #playBots({ record: { plan }, played, options: { signal } }: Going, game: Scheduled, prepared: Prepared) {
    const agents = new Map(
      game.seats.map(({ actor, entrant }) => [actor, botNamed(played.engine, entrantOf(plan, entrant).agent)]),
    );
    return playStraight(this.#registry, prepared, (actor) => agents.get(actor) ?? null, {
      signal,
      breath: this.#breath,
    });
  }

  /** The configuration of one game: who sits where, and what learners bring to it. */
  async #configOf({ id, record, played }: Going, game: Scheduled): Promise<unknown> {
    const { engine, config, contest } = played;
    const brought = await this.#lessons.of(record, id, game, played);
    const seats = game.seats.map(({ actor, side, entrant }) => {
      const { agent, traits } = entrantOf(record.plan, entrant);
      const model = modelsOf(`${actor}=${agent}`, [actor], this.#doors.models)[actor];
      return {
        actor,
        side,
        ...(model === undefined ? {} : { model }),
        ...(traits === undefined ? {} : { traits }),
      };
    });
    const dealt = contest.deal(config as Shape["config"], seats);
    if (brought.size === 0) return dealt;
    const learned = game.seats.flatMap(({ actor, entrant }) =>
      brought.has(entrant) ? [[actor, brought.get(entrant)!] as const] : [],
    );
    return learningOf(engine).bring(dealt, Object.fromEntries(learned));
  }
}

const totalOf = ({ plan, games }: LeagueRecord): number => games * plan.arms.length;

const report = ({ record, options, done, finished, open, spent }: Going): void =>
  options.onProgress?.({ done: done + finished.size, games: totalOf(record), open, spent });

/** Games wait for the block before them where lessons pass on, so that what is learned does not depend on who was fastest. */
function mayBegin({ record, played, options, done, next, spent }: Going): boolean {
  if (next >= totalOf(record) || options.signal?.aborted) return false;
  if (options.budget && isUsedUp(options.budget, spent)) return false;
  const { plan } = record;
  const size = blockSize(plan, played.table) * plan.arms.length;
  return plan.arms.every((arm) => arm === "off") || done >= Math.floor(next / size) * size;
}

const entrantOf = (plan: LeaguePlan, name: string): Entrant => plan.entrants.find((entrant) => entrant.name === name)!;

/** Bots alone answer again as they answered: their games may be played in memory and stored whole. */
const areBots = ({ entrants }: LeaguePlan): boolean => entrants.every(({ agent }) => agent.startsWith("bot"));
const hasModels = ({ entrants }: LeaguePlan): boolean => entrants.some(({ agent }) => agent.startsWith("model"));

function botNamed(engine: AnyEngine, agent: string): Agent {
  return botAgent(findByName("bot", botsOf(engine), agent.slice("bot:".length)));
}

/** What is left of a budget; nothing less than nothing. */
const leftOf = (budget: Ceiling, { calls, tokens, microdollars }: Spent): Ceiling => ({
  ...(budget.calls === undefined ? {} : { calls: Math.max(0, budget.calls - calls) }),
  ...(budget.tokens === undefined ? {} : { tokens: Math.max(0, budget.tokens - tokens) }),
  ...(budget.money === undefined ? {} : { money: Math.max(0, budget.money - microdollars / 1e6) }),
});
const isUsedUp = (budget: Ceiling, spent: Spent): boolean => Object.values(leftOf(budget, spent)).includes(0);
