// What players carry from block to block of a league, and, where learning lasts, into it and out of it. Reads the games that were played, and deals none.
import type { AnyEngine, Json } from "@orrery/kernel";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { Fault } from "../fault.ts";
import { type Brought, type LearnedStore, learningOf } from "../play/learned.ts";
import { blockSize, type Entrant, type LeaguePlan, type LeagueSeats, type Scheduled, scheduleGame } from "./plan.ts";

/** What a league keeps of it. */
export interface Carried {
  readonly plan: LeaguePlan;
  /** By entrant, where learning lasts: fixed when the league is opened, so that it stays the same league whatever is learned elsewhere. */
  readonly brought?: Readonly<Record<string, Brought>>;
}

/** Where and how a league is played. */
interface LessonTable {
  readonly engine: AnyEngine;
  readonly table: LeagueSeats;
}

export class Lessons {
  readonly #registry: BranchRegistry;
  readonly #learned: LearnedStore;

  constructor(registry: BranchRegistry, learned: LearnedStore) {
    this.#registry = registry;
    this.#learned = learned;
  }

  /** What the entrants of a league that begins bring to it. Fault `bad_agents` where learning is to last and nobody learns. */
  async begin(plan: LeaguePlan, { world }: AnyEngine): Promise<Pick<Carried, "brought">> {
    if (!plan.lasting) return {};
    const learners = plan.entrants.filter(isLearner);
    if (learners.length === 0)
      throw new Fault("bad_agents", "Nobody in this league keeps what it learns: name a model:NAME or an agent:NAME.");
    const brought: Record<string, Brought> = {};
    for (const one of learners) brought[one.name] = await this.#learned.brought(world.id, memoryOf(one));
    return { brought };
  }

  /**
   * What learners bring to a game, by entrant: from all their seats in the last block before it that they sat in, or else from
   * before the league. Null: nothing yet.
   */
  async of(
    { plan, brought: before = {} }: Carried,
    id: string,
    game: Pick<Scheduled, "arm" | "block">,
    place: LessonTable,
  ): Promise<ReadonlyMap<string, Json | null>> {
    const names = plan.entrants
      .filter(isLearner)
      .map(({ name }) => name)
      .sort();
    if (game.arm === "off" || names.length === 0 || !place.engine.world.contest?.learning) return new Map();
    const taken = await this.#taken(plan, id, game, place, names);
    const own = (name: string): Json | null => taken.get(name) ?? before[name]?.learned ?? null;
    // The placebo is somebody else's memory: the next learner's by name.
    const of = (i: number) => names[game.arm === "on" ? i : (i + 1) % names.length]!;
    return new Map(names.map((name, i) => [name, own(of(i))]));
  }

  /** Keeps what entrants have learned in the arm `on` by now, for other leagues and runs. */
  async keep(
    { plan, games, brought = {} }: Carried & { readonly games: number },
    id: string,
    place: LessonTable,
  ): Promise<void> {
    const block = Math.ceil(games / blockSize(plan, place.table));
    const taken = await this.#taken(plan, id, { arm: "on", block }, place, Object.keys(brought));
    for (const [name, before] of Object.entries(brought)) {
      const learned = taken.get(name);
      if (learned !== undefined) await this.#learned.keepLeague(place.engine, id, before, learned);
    }
  }

  async #taken(
    plan: LeaguePlan,
    id: string,
    { arm, block: next }: Pick<Scheduled, "arm" | "block">,
    { engine, table }: LessonTable,
    names: readonly string[],
  ): Promise<ReadonlyMap<string, Json>> {
    const learning = learningOf(engine);
    const size = blockSize(plan, table);
    const all = new Map<string, Json>();
    // Everyone sits somewhere in so many blocks.
    const back = Math.ceil(plan.entrants.length / table.seats.length) + 1;
    for (let block = next - 1; block >= Math.max(0, next - back) && all.size < names.length; block--) {
      const found = new Map<string, Json[]>();
      for (let turn = 0; turn < size; turn++) {
        const index = (block * size + turn) * plan.arms.length + plan.arms.indexOf(arm);
        const { run, seats } = scheduleGame(plan, id, table, index);
        const wanted = seats.filter(({ entrant }) => names.includes(entrant) && !all.has(entrant));
        if (wanted.length === 0 || !(await this.#registry.store.run(run))) continue;
        const taken = learning.taken((await this.#registry.session(run, "main")).frame.state);
        for (const { actor, entrant } of wanted)
          if (taken[actor] !== undefined) found.set(entrant, [...(found.get(entrant) ?? []), taken[actor]]);
      }
      for (const [entrant, own] of found) all.set(entrant, learning.joined(own));
    }
    return all;
  }
}

/** Bots read nothing that was written down. */
const isLearner = ({ agent }: Entrant): boolean => !agent.startsWith("bot");
/** Under which name its memory is kept: its agent's, and its own where it is a person of its own. */
const memoryOf = ({ name, agent, traits, prompts }: Entrant): string =>
  traits === undefined && prompts === undefined ? agent : `${agent} as ${name}`;
