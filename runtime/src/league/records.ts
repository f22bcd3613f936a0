// What a store keeps of leagues: their plans, how far they are, and the rules that they were begun by. Plays none.
import { type AnyEngine, type Contest, canonical, type Shape } from "@orrery/kernel";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { Fault } from "../fault.ts";
import { sha256 } from "../ids.ts";
import type { Carried } from "./lessons.ts";
import { type LeaguePlan, type LeagueSeats, leagueId } from "./plan.ts";

/** What a league's setting holds. `done` counts games from the first on that have all ended; `beyond` those after it. */
export interface LeagueRecord extends Carried {
  /** Name of the rules that it was begun by; absent in leagues of earlier versions. */
  readonly rules?: string;
  readonly games: number;
  readonly createdAt: number;
  readonly done: number;
  readonly beyond: readonly number[];
}

/** A plan's game, as this program plays it. */
export interface PlannedGame {
  readonly engine: AnyEngine;
  readonly config: unknown;
  readonly contest: Contest<Shape>;
  readonly table: LeagueSeats;
}

const INDEX = "leagues";
const keyOf = (id: string) => `league ${id}`;

export class LeagueRecords {
  readonly #registry: BranchRegistry;

  constructor(registry: BranchRegistry) {
    this.#registry = registry;
  }

  /** Ids in the order in which leagues were opened. */
  async ids(): Promise<readonly string[]> {
    return JSON.parse((await this.#registry.store.setting(INDEX)) ?? "[]") as string[];
  }

  /** Null: there is no league of this id. */
  async find(id: string): Promise<LeagueRecord | null> {
    const text = await this.#registry.store.setting(keyOf(id));
    return text === null ? null : (JSON.parse(text) as LeagueRecord);
  }

  /** Faults: `unknown_league`; `bad_config` where an earlier version seated its games otherwise. */
  async read(id: string): Promise<LeagueRecord> {
    const record = await this.find(id);
    if (!record) throw new Fault("unknown_league", `There is no league "${id}".`);
    if (leagueId(record.plan) === id) return record;
    throw new Fault(
      "bad_config",
      `League "${id}" was planned by an earlier version, which seated its games otherwise. Its games are runs that can still be looked at; play it again for a table.`,
    );
  }

  async keep(id: string, record: LeagueRecord): Promise<void> {
    await this.#registry.store.setSetting(keyOf(id), canonical(record));
  }

  /** Keeps the record of a league that is opened, and lists it. */
  async add(id: string, record: LeagueRecord): Promise<void> {
    await this.keep(id, record);
    await this.#registry.store.changeSetting(INDEX, (text) => {
      const all = JSON.parse(text ?? "[]") as string[];
      return all.includes(id) ? null : canonical([...all, id]);
    });
  }

  /** Fault `bad_config` where nobody wins the game, or its configuration does not hold together. */
  async planGame({ world, config: asked }: Pick<LeaguePlan, "world" | "config">): Promise<PlannedGame> {
    const { engine, config } = await this.#registry.worlds.start(world, asked, { files: false });
    const contest = engine.world.contest as Contest<Shape> | undefined;
    if (!contest)
      throw new Fault("bad_config", `"${world}" is not played for ratings: nobody wins it. Leagues need a game.`);
    const { seats, sizes } = tableOf(contest, config);
    const actors: LeagueSeats["actors"] = (shuffle) => contest.actors(config as Shape["config"], shuffle);
    return {
      engine,
      config,
      contest,
      table: { sides: contest.sides, groups: contest.measures ?? [], seats, sizes, actors },
    };
  }

  /** The rules as this program has them, by name. */
  async rulesOf(plan: LeaguePlan): Promise<string> {
    const { engine, config, contest } = await this.planGame(plan);
    const rules = contest.rules?.(config as Shape["config"]) ?? config;
    return `${engine.world.id} ${engine.world.version}, rules ${sha256(canonical(rules)).slice(0, 8)}`;
  }

  /** Fault `rules_changed`: games of other rules are not put beside those that were played. */
  async requireRules(id: string, { plan, rules }: Pick<LeagueRecord, "plan" | "rules">): Promise<void> {
    const now = await this.rulesOf(plan);
    if (rules !== undefined && rules === now) return;
    throw new Fault(
      "rules_changed",
      `League ${id} was begun by "${rules ?? "rules that were not written down"}", and these are "${now}". Its table stands; begin a new league with another --seed.`,
    );
  }
}

function tableOf(contest: Contest<Shape>, config: unknown): ReturnType<Contest<Shape>["table"]> {
  try {
    return contest.table(config as Shape["config"]);
  } catch (error) {
    if (error instanceof RangeError) throw new Fault("bad_config", `${error.message}.`);
    throw error;
  }
}
