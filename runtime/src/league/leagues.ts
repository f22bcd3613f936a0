// Leagues over a store: what was planned, which games are done, playing the rest, and the table. A league's games are runs like any other.
import { promptProblem } from "@orrery/agents";
import { type AnyEngine, type Contest, checker, type GameFacts, type Shape } from "@orrery/kernel";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { Breath } from "../breath.ts";
import { Fault } from "../fault.ts";
import { learningOf } from "../play/learned.ts";
import { requirePlayers } from "../play/play.ts";
import { parsePlayer } from "../seating/lineup.ts";
import { type ModelSetup, promptNamesFor } from "../seating/model-setup.ts";
import { type ExportFile, exportLeague } from "./export.ts";
import { readGame, readTurns } from "./game.ts";
import { type Doors, LeaguePlay, type PlayOptions } from "./league-play.ts";
import { LeagueTables } from "./league-table.ts";
import { Lessons } from "./lessons.ts";
import {
  blockSize,
  checkPlan,
  type Entrant,
  type LeaguePlan,
  type LineUp,
  leagueId,
  type Scheduled,
  scheduleGame,
  usualLineUp,
} from "./plan.ts";
import { type LeagueRecord, LeagueRecords } from "./records.ts";
import type { LeagueTable } from "./table.ts";

export interface LeagueCard extends LeaguePlan {
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

export interface Leagues {
  /** Fault `bad_agents` where an entrant is no bot and no model. Opens a league, or the one that is there already with the same plan; more games than before make it longer. */
  open(plan: Omit<LeaguePlan, "lineUp"> & { readonly lineUp?: LineUp }, games: number): Promise<LeagueCard>;
  list(): Promise<readonly LeagueCard[]>;
  /** Fault `unknown_league`. */
  card(id: string): Promise<LeagueCard>;
  /** Plays what is not done yet, and goes on with what was begun. Stops between turns when `signal` aborts. */
  play(id: string, options: PlayOptions): Promise<LeagueCard>;
  /** Games `from`..`to` (all unless told), in order: those that have begun. */
  games(id: string, range?: { from?: number | undefined; to?: number | undefined }): AsyncIterable<GameCard>;
  /** The plan of a frozen protocol with these players beside its baselines, and its games. Faults: `bad_config` for one that there is none of, `rules_changed` where this program has other rules. */
  protocol(name: string, entrants: readonly Entrant[]): Promise<{ readonly plan: LeaguePlan; readonly games: number }>;
  /** Everything behind a league's figures, file by file. */
  export(id: string): AsyncIterable<ExportFile>;
  /** Of one league, or of several that play the same world by the same seats. */
  table(ids: readonly string[]): Promise<LeagueTable>;
}

export function openLeagues(registry: BranchRegistry, doors: Doors): Leagues {
  const { store } = registry;
  const lessons = new Lessons(registry, doors.learned);
  const records = new LeagueRecords(registry);
  const playing = new LeaguePlay(registry, doors, records, lessons);
  const tables = new LeagueTables(registry, records, doors.calls);

  const self: Leagues = {
    async open(asked, games) {
      const { table, engine, contest } = await records.planGame(asked);
      const plan: LeaguePlan = { ...asked, lineUp: asked.lineUp ?? usualLineUp(asked, table) };
      checkPlan(plan, table);
      for (const entrant of plan.entrants) requireTraits(contest, entrant);
      for (const { name, prompts } of plan.entrants) requireEntrantPrompts(engine, name, prompts);
      if (games < 1) throw new Fault("bad_config", "A league has at least one game.");
      for (const entrant of plan.entrants) requireAgent(registry, engine, entrant, doors.models);
      if (plan.arms.some((arm) => arm !== "off")) learningOf(engine);
      const id = leagueId(plan);
      const known = await records.find(id);
      if (known && (known.done > 0 || known.beyond.length > 0)) await records.requireRules(id, known);
      const rules = await records.rulesOf(plan);
      const record: LeagueRecord = known
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
      await records.add(id, record);
      return cardOf(id, record);
    },

    async list() {
      return Promise.all((await records.ids()).map(async (id) => cardOf(id, (await records.find(id))!)));
    },

    async card(id) {
      return cardOf(id, await records.read(id));
    },

    async play(id, options) {
      await playing.play(id, options);
      return self.card(id);
    },

    async *games(id, { from = 0, to } = {}) {
      const { plan, games } = await records.read(id);
      const { engine, table } = await records.planGame(plan);
      const total = games * plan.arms.length;
      const breath = new Breath();
      for (let index = from; index < Math.min(total, (to ?? total - 1) + 1); index++) {
        const game = scheduleGame(plan, id, table, index);
        if (!(await store.run(game.run))) continue;
        const { facts, ending } = await readGame(engine, store, game.run, doors.calls, breath);
        const { arm, run, seats } = game;
        yield { index, arm, run, seats, results: facts.results, reason: facts.reason, ended: ending !== null, ending };
      }
    },

    async protocol(name, entrants) {
      const world = name.replace(/-\d+$/, "");
      const { contest } = await records.planGame({ ...NO_PLAN, world });
      const frozen = contest.protocols?.[name];
      const names = Object.keys(contest.protocols ?? {}).join(", ") || "none";
      if (!frozen) throw new Fault("bad_config", `"${world}" has no protocol "${name}". It has: ${names}.`);
      const { config, seed, seeds, baselines, rules } = frozen;
      const always = Object.entries(baselines).map(([name, agent]) => ({ name, agent }));
      const plan: LeaguePlan = { ...NO_PLAN, world, config, seed, entrants: [...always, ...entrants], paired: true };
      const { table } = await records.planGame(plan);
      const now = await records.rulesOf(plan);
      if (now !== rules)
        throw new Fault("rules_changed", `Protocol ${name} is played by "${rules}", and these are "${now}".`);
      return { plan, games: seeds * blockSize(plan, table) };
    },

    async *export(id) {
      const { plan, games, rules, createdAt, brought } = await records.read(id);
      const { engine, contest, config, table } = await records.planGame(plan);
      const ruleset = rules ?? (await records.rulesOf(plan));
      async function* all() {
        const breath = new Breath();
        for (let index = 0; index < games * plan.arms.length; index++) {
          const game = scheduleGame(plan, id, table, index);
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
        spent: await playing.spendingOf(id, plan, table, games),
        ...(brought === undefined ? {} : { brought }),
      };
      yield* exportLeague({ card, table: await self.table([id]), codebook: contest.codebook ?? {}, games: all() });
    },

    table: (ids) => tables.make(ids),
  };
  return self;
}

const cardOf = (id: string, { plan, games, createdAt, done, beyond }: LeagueRecord): LeagueCard => ({
  id,
  ...plan,
  games,
  done: done + beyond.length,
  createdAt,
});

const NO_PLAN: LeaguePlan = {
  world: "",
  config: {},
  seed: "",
  entrants: [],
  arms: ["off"],
  paired: false,
  lineUp: "teams",
};

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
