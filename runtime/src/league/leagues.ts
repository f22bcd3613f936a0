// Leagues over a store: what was planned, which games are done, playing the rest, and the table. A league's games are runs like any other.
import { type Agent, botAgent, promptProblem } from "@orrery/agents";
import { type AnyEngine, type Contest, canonical, checker, type GameFacts, type Shape } from "@orrery/kernel";
import type { Ceiling } from "@orrery/models/pure";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import type { Prepared } from "../branch/start.ts";
import { Breath } from "../breath.ts";
import { Fault } from "../fault.ts";
import { sha256 } from "../ids.ts";
import { type LearnedStore, learningOf } from "../play/learned.ts";
import { botsOf, modelsOf, requirePlayers } from "../play/play.ts";
import type { Runs } from "../runs.ts";
import { named, parsePlayer } from "../seating/lineup.ts";
import { type ModelSetup, promptNamesFor } from "../seating/model-setup.ts";
import { type ExportFile, exportLeague } from "./export.ts";
import { readGame, readTurns } from "./game.ts";
import { playStraight } from "./in-memory-game.ts";
import { type Carried, Lessons } from "./lessons.ts";
import {
  blockSize,
  checkPlan,
  type Entrant,
  type LineUp,
  leagueId,
  type Plan,
  type Scheduled,
  scheduled,
  type Table,
  usualLineUp,
} from "./plan.ts";
import { minus, NOTHING_SPENT, plus, type Spent, spentOn } from "./spent.ts";
import { type LeagueTable, TableMaker } from "./table.ts";

export interface LeagueCard extends Plan {
  readonly id: string;
  /** Games of the schedule, in every arm. */
  readonly games: number;
  /** Games played to their end, all arms together. */
  readonly done: number;
  readonly createdAt: number;
}

export interface GameCard {
  readonly index: number;
  readonly arm: string;
  readonly run: string;
  readonly seats: Scheduled["seats"];
  /** Each party with its place; null while it goes on. */
  readonly results: GameFacts["results"];
  readonly reason: string;
  readonly ended: boolean;
  /** How, in the words of its world; null while it goes on. */
  readonly ending: string | null;
}

export interface Progress {
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
  readonly onProgress?: (progress: Progress) => void;
  /** Bots' games too are played turn by turn, for followers of a game, rather than in memory and stored whole. */
  readonly turnByTurn?: boolean;
}

export interface Leagues {
  /** Fault `bad_agents` where an entrant is no bot and no model. Opens a league, or the one that is there already with the same plan; more games than before make it longer. */
  open(plan: Omit<Plan, "lineUp"> & { readonly lineUp?: LineUp }, games: number): Promise<LeagueCard>;
  list(): Promise<readonly LeagueCard[]>;
  /** Fault `unknown_league`. */
  card(id: string): Promise<LeagueCard>;
  /** Plays what is not done yet, and goes on with what was begun. Stops between turns when `signal` aborts. */
  play(id: string, options: PlayOptions): Promise<LeagueCard>;
  /** Games `from`..`to` (all unless told), in order: those that have begun. */
  games(id: string, range?: { from?: number | undefined; to?: number | undefined }): AsyncIterable<GameCard>;
  /** The plan of a frozen protocol with these players beside its baselines, and its games. Faults: `bad_config` for one that there is none of, `rules_changed` where this program has other rules. */
  protocol(name: string, entrants: readonly Entrant[]): Promise<{ readonly plan: Plan; readonly games: number }>;
  /** Everything behind a league's figures, file by file. */
  export(id: string): AsyncIterable<ExportFile>;
  /** Of one league, or of several that play the same world by the same seats. */
  table(ids: readonly string[]): Promise<LeagueTable>;
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

const INDEX = "leagues";
/** Games are begun in their order: after the last one that has ended, so many are looked for that are under way. A larger number would chase a league that is being played. */
const BEGUN_MAX = 100;
const keyOf = (id: string) => `league ${id}`;

/** What a league's setting holds. `done` counts games from the first on that have all ended; `beyond` those after it. */
interface Kept extends Carried {
  /** Name of the rules that it was begun by; absent in leagues of earlier versions. */
  readonly rules?: string;
  readonly games: number;
  readonly createdAt: number;
  readonly done: number;
  readonly beyond: readonly number[];
}

export function openLeagues(registry: BranchRegistry, doors: Doors): Leagues {
  const { store } = registry;
  const lessons = new Lessons(registry, doors.learned);
  /** The last table asked for. One is made at a time, so that no game is added while another is being made. */
  let tables: Promise<unknown> = Promise.resolve();
  /** Tables as far as they have been added up in this process, with the record hash of each game that is in them. */
  const gathered = new Map<string, { maker: TableMaker; seen: Map<string, string> }>();

  async function kept(id: string): Promise<Kept> {
    const text = await store.setting(keyOf(id));
    if (text !== null) {
      const record = JSON.parse(text) as Kept;
      if (leagueId(record.plan) === id) return record;
      throw new Fault(
        "bad_config",
        `League "${id}" was planned by an earlier Runs, which seated its games otherwise. Its games are runs that can still be looked at; play it again for a table.`,
      );
    }
    throw new Fault("unknown_league", `There is no league "${id}".`);
  }
  const ids = async (): Promise<string[]> => JSON.parse((await store.setting(INDEX)) ?? "[]") as string[];
  const keep = (id: string, record: Kept) => store.setSetting(keyOf(id), canonical(record));

  async function contestOf(
    plan: Plan,
  ): Promise<{ engine: AnyEngine; config: unknown; contest: Contest<Shape>; table: Table }> {
    const { engine, config } = await registry.worlds.start(plan.world, plan.config, { files: false });
    const contest = engine.world.contest as Contest<Shape> | undefined;
    if (!contest)
      throw new Fault("bad_config", `"${plan.world}" is not played for ratings: nobody wins it. Leagues need a game.`);
    const { seats, sizes } = tableOf(contest, config);
    const actors: Table["actors"] = (shuffle) => contest.actors(config, shuffle);
    return {
      engine,
      config,
      contest,
      table: { sides: contest.sides, groups: contest.measures ?? [], seats, sizes, actors },
    };
  }

  /** The rules as this program has them, by name. */
  async function rulesOf(plan: Plan): Promise<string> {
    const { engine, config, contest } = await contestOf(plan);
    const rules = contest.rules?.(config as Shape["config"]) ?? config;
    return `${engine.world.id} ${engine.world.version}, rules ${sha256(canonical(rules)).slice(0, 8)}`;
  }

  /** Fault `rules_changed`: games of other rules are not put beside those that were played. */
  async function requireRules(id: string, { plan, rules }: Pick<Kept, "plan" | "rules">): Promise<void> {
    const now = await rulesOf(plan);
    if (rules !== undefined && rules === now) return;
    throw new Fault(
      "rules_changed",
      `League ${id} was begun by "${rules ?? "rules that were not written down"}", and these are "${now}". Its table stands; begin a new league with another --seed.`,
    );
  }

  const cardOf = (id: string, { plan, games, createdAt, done, beyond }: Kept): LeagueCard => ({
    id,
    ...plan,
    games,
    done: done + beyond.length,
    createdAt,
  });

  async function configOf(record: Kept, id: string, game: Scheduled): Promise<unknown> {
    const { plan } = record;
    const { engine, config, contest, table } = await contestOf(plan);
    const brought = await lessons.of(record, id, game, { engine, table });
    const seats = game.seats.map(({ actor, side, entrant }) => {
      const { agent, traits } = plan.entrants.find(({ name }) => name === entrant)!;
      const model = modelsOf(`${actor}=${agent}`, [actor], doors.models)[actor];
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

  /** Games of bots let others in between their turns, however many are played. */
  const breath = new Breath();

  /** Begins a game unless it has begun, and plays it to its end; false when it was stopped before. */
  async function playOne(
    record: Kept,
    id: string,
    game: Scheduled,
    { turnByTurn = false, signal }: PlayOptions,
    left: Ceiling | undefined,
  ): Promise<boolean> {
    const { plan } = record;
    const { engine } = await contestOf(plan);
    const entrantOf = (entrant: string) => plan.entrants.find(({ name }) => name === entrant)!;
    const agentOf = (entrant: string) => entrantOf(entrant).agent;
    if (!(await store.run(game.run))) {
      const start = { id: game.run, world: plan.world, config: await configOf(record, id, game), seed: game.seed };
      // What bots do costs nothing to do again: their games are stored whole, and half a game never is.
      if (!turnByTurn && areBots(plan)) {
        const agents = new Map(game.seats.map(({ actor, entrant }) => [actor, botNamed(engine, agentOf(entrant))]));
        return playStraight(registry, await doors.prepare(start), (actor) => agents.get(actor) ?? null, {
          signal,
          breath,
        });
      }
      await doors.createRun(start);
    }
    const agents = game.seats.map(({ actor, entrant }) => `${actor}=${agentOf(entrant)}`).join(",");
    const { outcome } = await doors.play(game.run, {
      agents,
      prompts: Object.fromEntries(
        game.seats.map(({ actor, entrant }) => [actor, entrantOf(entrant).prompts ?? {}] as const),
      ),
      ...(left ? { budget: left } : {}),
      ...(signal ? { signal } : {}),
    });
    return outcome !== null;
  }

  /** What the models of a league's games have used so far, by their own records. */
  async function spentBy(id: string, plan: Plan, table: Table, games: number): Promise<Spent> {
    let spent = NOTHING_SPENT;
    if (!hasModels(plan)) return spent;
    for (let index = 0; index < games * plan.arms.length; index++)
      spent = plus(spent, await spentIn(scheduled(plan, id, table, index).run));
    return spent;
  }

  async function spentIn(run: string): Promise<Spent> {
    if (!(await store.run(run))) return NOTHING_SPENT;
    let spent = NOTHING_SPENT;
    for await (const call of doors.calls(run)) spent = plus(spent, spentOn(call));
    return spent;
  }

  const self: Leagues = {
    async open(asked, games) {
      const { table, engine, contest } = await contestOf({ ...asked, lineUp: "mixed" });
      const plan: Plan = { ...asked, lineUp: asked.lineUp ?? usualLineUp(asked, table) };
      checkPlan(plan, table);
      for (const entrant of plan.entrants) requireTraits(contest, entrant);
      for (const { name, prompts } of plan.entrants) requireEntrantPrompts(engine, name, prompts);
      if (games < 1) throw new Fault("bad_config", "A league has at least one game.");
      for (const entrant of plan.entrants) requireAgent(registry, engine, entrant, doors.models);
      if (plan.arms.some((arm) => arm !== "off")) learningOf(engine);
      const id = leagueId(plan);
      const before = await store.setting(keyOf(id));
      const known = before === null ? null : (JSON.parse(before) as Kept);
      if (known && (known.done > 0 || known.beyond.length > 0)) await requireRules(id, known);
      const rules = await rulesOf(plan);
      const record: Kept = known
        ? { ...known, rules, games: Math.max(known.games, games) }
        : {
            plan,
            rules,
            games,
            createdAt: registry.outside.now(),
            done: 0,
            beyond: [],
            ...(await lessons.begin(plan, engine)),
          };
      await keep(id, record);
      await store.changeSetting(INDEX, (text) => {
        const all = JSON.parse(text ?? "[]") as string[];
        return all.includes(id) ? null : canonical([...all, id]);
      });
      return cardOf(id, record);
    },

    async list() {
      return Promise.all(
        (await ids()).map(async (id) => cardOf(id, JSON.parse((await store.setting(keyOf(id)))!) as Kept)),
      );
    },

    async card(id) {
      return cardOf(id, await kept(id));
    },

    async play(id, options) {
      const record = await kept(id);
      const { plan, games, beyond } = record;
      const total = games * plan.arms.length;
      if (record.done + beyond.length < total) await requireRules(id, record);
      const { engine, table } = await contestOf(plan);
      const finished = new Set(beyond);
      let { done } = record;
      let next = done;
      let open = 0;
      let spent = await spentBy(id, plan, table, games);
      const report = () => options.onProgress?.({ done: done + finished.size, games: total, open, spent });
      const { budget } = options;
      const goesOn = () => !options.signal?.aborted && !(budget && isUsedUp(budget, spent));
      /** Games wait for the block before them where lessons pass on, so that what is learned does not depend on who was fastest. */
      const learning = plan.arms.some((arm) => arm !== "off");
      const size = blockSize(plan, table) * plan.arms.length;
      const mayBegin = () => !learning || done >= Math.floor(next / size) * size;
      const working = new Set<Promise<void>>();
      const work = async (index: number) => {
        open++;
        const game = scheduled(plan, id, table, index);
        const before = hasModels(plan) ? await spentIn(game.run) : NOTHING_SPENT;
        const ended = await playOne(record, id, game, options, budget && leftOf(budget, spent)).finally(() => open--);
        if (hasModels(plan)) spent = plus(spent, minus(await spentIn(game.run), before));
        if (!ended) {
          report();
          return;
        }
        finished.add(index);
        while (finished.delete(done)) done++;
        await keep(id, {
          ...record,
          games: Math.max(games, (await kept(id)).games),
          done,
          beyond: [...finished].sort((a, b) => a - b),
        });
        report();
      };
      report();
      while (next < total || working.size > 0) {
        while (next < total && working.size < (options.concurrency ?? 1) && goesOn() && mayBegin()) {
          const index = next++;
          if (finished.has(index)) continue;
          const one = work(index).finally(() => working.delete(one));
          working.add(one);
        }
        if (working.size === 0) break;
        await Promise.race(working);
      }
      if (plan.lasting) await lessons.keep(record, id, { engine, table });
      return self.card(id);
    },

    async *games(id, { from = 0, to } = {}) {
      const { plan, games } = await kept(id);
      const { engine, table } = await contestOf(plan);
      const total = games * plan.arms.length;
      const breath = new Breath();
      for (let index = from; index < Math.min(total, (to ?? total - 1) + 1); index++) {
        const game = scheduled(plan, id, table, index);
        if (!(await store.run(game.run))) continue;
        const { facts, ending } = await readGame(engine, store, game.run, doors.calls, breath);
        const { arm, run, seats } = game;
        yield { index, arm, run, seats, results: facts.results, reason: facts.reason, ended: ending !== null, ending };
      }
    },

    async protocol(name, entrants) {
      const world = name.replace(/-\d+$/, "");
      const { contest } = await contestOf({ ...NO_PLAN, world });
      const frozen = contest.protocols?.[name];
      const names = Object.keys(contest.protocols ?? {}).join(", ") || "none";
      if (!frozen) throw new Fault("bad_config", `"${world}" has no protocol "${name}". It has: ${names}.`);
      const { config, seed, seeds, baselines, rules } = frozen;
      const always = Object.entries(baselines).map(([name, agent]) => ({ name, agent }));
      const plan: Plan = { ...NO_PLAN, world, config, seed, entrants: [...always, ...entrants], paired: true };
      const { table } = await contestOf(plan);
      const now = await rulesOf(plan);
      if (now !== rules)
        throw new Fault("rules_changed", `Protocol ${name} is played by "${rules}", and these are "${now}".`);
      return { plan, games: seeds * blockSize(plan, table) };
    },

    async *export(id) {
      const { plan, games, rules, createdAt, brought } = await kept(id);
      const { engine, contest, config, table } = await contestOf(plan);
      const ruleset = rules ?? (await rulesOf(plan));
      async function* all() {
        const breath = new Breath();
        for (let index = 0; index < games * plan.arms.length; index++) {
          const game = scheduled(plan, id, table, index);
          if (!(await store.run(game.run))) continue;
          const record = await readGame(engine, store, game.run, doors.calls, breath);
          yield { plan, ruleset, scheduled: game, record, turns: await readTurns(store, game.run, breath) };
        }
      }
      const card = {
        league: id,
        world: engine.world.id,
        rules: ruleset,
        rulesInFull: contest.rules?.(config as Shape["config"]) ?? config,
        plan,
        games,
        createdAt: new Date(createdAt).toISOString(),
        spent: await spentBy(id, plan, table, games),
        ...(brought === undefined ? {} : { brought }),
      };
      yield* exportLeague({ card, table: await self.table([id]), codebook: contest.codebook ?? {}, games: all() });
    },

    async table(wanted) {
      const made = tables.then(() => makeTable(wanted));
      tables = made.catch(() => {});
      return made;
    },
  };

  async function makeTable(wanted: readonly string[]): Promise<LeagueTable> {
    const leagues = await Promise.all([...new Set(wanted)].sort().map(async (id) => ({ id, ...(await kept(id)) })));
    const [first] = leagues;
    if (!first) throw new Fault("unknown_league", "Name the league whose table is wanted.");
    const { table, engine } = await contestOf(first.plan);
    const key = leagues.map(({ id }) => id).join(" ");
    const breath = new Breath();
    let { maker, seen } = gathered.get(key) ?? fresh();
    let unfinished = 0;
    function fresh() {
      const made = {
        maker: new TableMaker(
          leagues.map(({ id }) => id),
          first!.plan.world,
          table,
        ),
        seen: new Map<string, string>(),
      };
      gathered.set(key, made);
      return made;
    }
    // A game that has changed since it was added, as only a god can bring about: all is added anew.
    for (const [run, hash] of seen) {
      await breath.take();
      if ((await store.head(run, "main"))?.hash === hash) continue;
      ({ maker, seen } = fresh());
      break;
    }
    for (const { id, plan, games, rules, done, beyond } of leagues) {
      const its = await contestOf(plan);
      if (its.engine !== engine || !sameTable(its.table, table))
        throw new Fault("bad_config", `League ${id} plays another game or by other seats: its table stands alone.`);
      requireSameAgents(first.plan, plan, id);
      const ruleset = rules ?? (await rulesOf(plan));
      // A league that is being played grows meanwhile: what has begun by now is what counts.
      const end = Math.min(games * plan.arms.length, Math.max(done, ...beyond.map((index) => index + 1)) + BEGUN_MAX);
      for (let index = 0; index < end; index++) {
        await breath.take();
        const game = scheduled(plan, id, table, index);
        if (seen.has(game.run) || !(await store.run(game.run))) continue;
        const record = await readGame(engine, store, game.run, doors.calls, breath);
        if (record.ending === null && !record.touched) {
          unfinished++;
          continue;
        }
        maker.add({ plan, ruleset, scheduled: game, record });
        seen.set(game.run, record.hash);
      }
    }
    return maker.make(unfinished);
  }
  return self;
}

const NO_PLAN: Plan = {
  world: "",
  config: {},
  seed: "",
  entrants: [],
  arms: ["off"],
  paired: false,
  lineUp: "teams",
};

const sameTable = (a: Table, b: Table): boolean =>
  canonical([a.sides, a.seats, a.sizes]) === canonical([b.sides, b.seats, b.sizes]);

/** Fault `bad_config` when the configuration does not hold together. */
function tableOf(contest: Contest<Shape>, config: unknown): ReturnType<Contest<Shape>["table"]> {
  try {
    return contest.table(config as Shape["config"]);
  } catch (error) {
    if (error instanceof RangeError) throw new Fault("bad_config", `${error.message}.`);
    throw error;
  }
}

/** Bots alone answer again as they answered: their games may be played in memory and stored whole. */
const areBots = ({ entrants }: Plan): boolean => entrants.every(({ agent }) => agent.startsWith("bot"));
const hasModels = ({ entrants }: Plan): boolean => entrants.some(({ agent }) => agent.startsWith("model"));

/** Fault `bad_agents` when an entrant is a person, or no bot of this world, model or program of this installation. */
function requireAgent(
  { programs }: BranchRegistry,
  engine: AnyEngine,
  { name, agent }: Entrant,
  models: () => ModelSetup,
): void {
  const entry = `${name}=${agent}`;
  const player = agent.includes(",") ? null : parsePlayer(agent, entry);
  if (!player || player.kind === "person")
    throw new Fault("bad_agents", `"${entry}": in a league a bot:NAME, a model:NAME or an agent:NAME plays.`);
  requirePlayers(new Map([["*", player]]), engine, [], models, programs);
}

function botNamed(engine: AnyEngine, agent: string): Agent {
  return botAgent(named("bot", botsOf(engine), agent.slice("bot:".length)));
}

/** What is left of a budget; nothing less than nothing. */
const leftOf = (budget: Ceiling, { calls, tokens, microdollars }: Spent): Ceiling => ({
  ...(budget.calls === undefined ? {} : { calls: Math.max(0, budget.calls - calls) }),
  ...(budget.tokens === undefined ? {} : { tokens: Math.max(0, budget.tokens - tokens) }),
  ...(budget.money === undefined ? {} : { money: Math.max(0, budget.money - microdollars / 1e6) }),
});
const isUsedUp = (budget: Ceiling, spent: Spent): boolean => Object.values(leftOf(budget, spent)).includes(0);

/** Fault `bad_models` where a player's own prompts are none that it is ever given here, or cannot be used. */
function requireEntrantPrompts({ world }: AnyEngine, entrant: string, prompts: Entrant["prompts"] = {}): void {
  const given = world.prompt ? promptNamesFor(world).filter((name) => name.includes(".")) : ["player"];
  for (const [name, text] of Object.entries(prompts)) {
    const problem = given.includes(name)
      ? promptProblem(name, text)
      : `players here are given ${given.join(", ") || "none that can be worded otherwise"}`;
    if (problem !== null)
      throw new Fault("bad_models", `The prompt "${name}" of "${entrant}" cannot be used: ${problem}.`);
  }
}

/** Fault `bad_config` when an entrant is to be what nobody can be in this world. */
function requireTraits(contest: Contest<Shape>, { name, traits }: Entrant): void {
  if (traits === undefined) return;
  const problem = contest.traits ? checker(contest.traits, "traits")(traits) : "nobody has any in this game";
  if (problem !== null) throw new Fault("bad_config", `The traits of "${name}" cannot be: ${problem}.`);
}

/** One name must not stand for two agents in one table. */
function requireSameAgents(a: Plan, b: Plan, league: string): void {
  for (const { name, agent, traits = {} } of b.entrants) {
    const other = a.entrants.find((entrant) => entrant.name === name);
    if (other && other.agent !== agent)
      throw new Fault("bad_config", `"${name}" is ${agent} in league ${league} and ${other.agent} elsewhere.`);
    if (other && canonical(other.traits ?? {}) !== canonical(traits))
      throw new Fault("bad_config", `"${name}" has other traits in league ${league} than elsewhere.`);
  }
}
