// Tables of leagues, added up game by game and kept for the next that asks. Plays nothing.
import { canonical } from "@orrery/kernel";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { Breath } from "../breath.ts";
import { Fault } from "../fault.ts";
import type { Runs } from "../runs.ts";
import { readGame } from "./game.ts";
import { type LeaguePlan, type LeagueSeats, scheduleGame } from "./plan.ts";
import type { LeagueRecord, LeagueRecords, PlannedGame } from "./records.ts";
import { type LeagueTable, TableMaker } from "./table.ts";

type League = LeagueRecord & { readonly id: string };

/**
 * Games are begun in their order: so many after the last that has ended are looked for, since they may be under way. A larger
 * number would chase a league that is being played.
 */
const BEGUN_MAX = 100;

/** A table as far as it has been added up in this process, with the record hash of each game that is in it. */
interface Gathered {
  readonly maker: TableMaker;
  readonly seen: Map<string, string>;
}

export class LeagueTables {
  readonly #registry: BranchRegistry;
  readonly #records: LeagueRecords;
  readonly #calls: Runs["calls"];
  /** The last table asked for. One is made at a time, so that no game is added while another is being made. */
  #last: Promise<unknown> = Promise.resolve();
  readonly #gathered = new Map<string, Gathered>();

  constructor(registry: BranchRegistry, records: LeagueRecords, calls: Runs["calls"]) {
    this.#registry = registry;
    this.#records = records;
    this.#calls = calls;
  }

  /** Faults: `unknown_league`; `bad_config` where the leagues play different games, by other seats, or with other players of one name. */
  make(ids: readonly string[]): Promise<LeagueTable> {
    const made = this.#last.then(() => this.#make(ids));
    this.#last = made.catch(() => {});
    return made;
  }

  async #make(ids: readonly string[]): Promise<LeagueTable> {
    const leagues = await Promise.all(
      [...new Set(ids)].sort().map(async (id) => ({ id, ...(await this.#records.read(id)) })),
    );
    const [first] = leagues;
    if (!first) throw new Fault("unknown_league", "Name the league whose table is wanted.");
    const played = await this.#records.planGame(first.plan);
    const gathered = await this.#gatheredOf(leagues, first.plan, played.table);
    let unfinished = 0;
    for (const league of leagues) {
      const its = await this.#records.planGame(league.plan);
      if (its.engine !== played.engine || !isSameTable(its.table, played.table))
        throw new Fault(
          "bad_config",
          `League ${league.id} plays another game or by other seats: its table stands alone.`,
        );
      requireSameAgents(first.plan, league.plan, league.id);
      unfinished += await this.#gather(league, played, gathered);
    }
    return gathered.maker.make(unfinished);
  }

  /** What was added up before; nothing, where a game has changed since, as only a god can bring about. */
  async #gatheredOf(leagues: readonly League[], { world }: LeaguePlan, table: LeagueSeats): Promise<Gathered> {
    const ids = leagues.map(({ id }) => id);
    const key = ids.join(" ");
    const known = this.#gathered.get(key);
    if (known && (await this.#isAsItWas(known))) return known;
    const fresh = { maker: new TableMaker(ids, world, table), seen: new Map<string, string>() };
    this.#gathered.set(key, fresh);
    return fresh;
  }

  async #isAsItWas({ seen }: Gathered): Promise<boolean> {
    const breath = new Breath();
    for (const [run, hash] of seen) {
      await breath.take();
      if ((await this.#registry.store.head(run, "main"))?.hash !== hash) return false;
    }
    return true;
  }

  /** Adds the games that have ended since, and counts those that have begun and not ended. */
  async #gather(
    { id, plan, games, rules, done, beyond }: League,
    { engine, table }: PlannedGame,
    { maker, seen }: Gathered,
  ) {
    const { store } = this.#registry;
    const breath = new Breath();
    const ruleset = rules ?? (await this.#records.rulesOf(plan));
    let unfinished = 0;
    // A league that is being played grows meanwhile: what has begun by now is what counts.
    const end = Math.min(games * plan.arms.length, Math.max(done, ...beyond.map((index) => index + 1)) + BEGUN_MAX);
    for (let index = 0; index < end; index++) {
      await breath.take();
      const game = scheduleGame(plan, id, table, index);
      if (seen.has(game.run) || !(await store.run(game.run))) continue;
      const record = await readGame(engine, store, game.run, this.#calls, breath);
      if (record.ending === null && !record.touched) {
        unfinished++;
        continue;
      }
      maker.add({ plan, ruleset, scheduled: game, record });
      seen.set(game.run, record.hash);
    }
    return unfinished;
  }
}

const isSameTable = (a: LeagueSeats, b: LeagueSeats): boolean =>
  canonical([a.sides, a.seats, a.sizes]) === canonical([b.sides, b.seats, b.sizes]);

/** One name must not stand for two agents in one table. */
function requireSameAgents(a: LeaguePlan, b: LeaguePlan, league: string): void {
  for (const { name, agent, traits = {} } of b.entrants) {
    const other = a.entrants.find((entrant) => entrant.name === name);
    if (other && other.agent !== agent)
      throw new Fault("bad_config", `"${name}" is ${agent} in league ${league} and ${other.agent} elsewhere.`);
    if (other && canonical(other.traits ?? {}) !== canonical(traits))
      throw new Fault("bad_config", `"${name}" has other traits in league ${league} than elsewhere.`);
  }
}
