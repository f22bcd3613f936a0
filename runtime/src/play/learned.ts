// What agents learned, by agent and world: kept from run to run and league to league, version by version. A run that uses a version
// holds its words in its opening, so that no replay needs this store; what a player learned is never read by another.
import { type AnyEngine, canonical, checker, type Hash, type Json, type Learning, type Shape } from "@orrery/kernel";
import type { Store } from "@orrery/store";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { Fault } from "../fault.ts";
import { sha256 } from "../ids.ts";
import { parseLineup, playerFor } from "../seating/lineup.ts";
import type { ModelSetup } from "../seating/model-setup.ts";
import type { Worlds } from "../worlds/worlds.ts";
import { modelsOf, type PlayWith } from "./play.ts";

/** Where a version comes from: the end of a branch, a league so far, or a file. */
export type LearnedFrom =
  | { readonly run: string; readonly branch: string; readonly turn: string }
  | { readonly league: string }
  | { readonly file: { readonly agent: string; readonly version: number } };

export interface LearnedVersion {
  /** From 1; a number is never given twice. */
  readonly version: number;
  readonly at: number;
  readonly from: LearnedFrom;
  /** sha-256 of `learned` as canonical JSON. */
  readonly hash: Hash;
}

/** One agent in one world. */
export interface LearnedCard {
  readonly world: string;
  /** As a lineup names it, `model:clever`; with a name of its league where it has traits or prompts of its own. */
  readonly agent: string;
  /** Oldest first. */
  readonly versions: readonly LearnedVersion[];
}

/** A version with its words, as a file holds it. */
export interface LearnedFile extends LearnedVersion {
  readonly orrery: "learned";
  readonly world: string;
  readonly agent: string;
  readonly learned: Json;
}

export interface Learned {
  list(): Promise<readonly LearnedCard[]>;
  /** The newest version, or the one that is named. `world` may be left out where the agent has learned in one alone. Faults `unknown_thing`, `ambiguous`. */
  show(agent: string, which?: { world?: string | undefined; version?: number | undefined }): Promise<LearnedFile>;
  /** Makes the words of a file the agent's newest version; null where they are that already. `agent`: other than the file's. Fault `bad_export`. */
  import(file: unknown, as?: { agent?: string | undefined }): Promise<LearnedVersion | null>;
  /** Erases every version. Runs that used one keep it. Faults as of `show`. */
  forget(agent: string, which?: { world?: string | undefined }): Promise<void>;
}

/** What an agent brings to a game: `version` 0 and null where it has learned nothing yet. */
export interface Brought {
  readonly agent: string;
  readonly version: number;
  readonly learned: Json | null;
}

/** What a version is kept for: words learned by an agent that began with version `base`. */
interface Lesson {
  readonly world: string;
  readonly agent: string;
  readonly base: number;
  readonly from: LearnedFrom;
  readonly learned: Json;
}

interface VersionList {
  readonly next: number;
  readonly versions: readonly LearnedVersion[];
}

const INDEX = "lessons";
const keyOf = (world: string, agent: string) => `lessons of ${canonical([world, agent])}`;
const wordsKey = (world: string, agent: string, hash: Hash) => `lesson ${hash} of ${canonical([world, agent])}`;
const runKey = (run: string) => `learners of ${run}`;
const ERASED = "null";

export class LearnedStore implements Learned {
  readonly #store: Store;
  readonly #worlds: Worlds;
  readonly #now: () => number;

  constructor({ store, worlds, outside }: Pick<BranchRegistry, "store" | "worlds" | "outside">) {
    this.#store = store;
    this.#worlds = worlds;
    this.#now = () => outside.now();
  }

  async list(): Promise<readonly LearnedCard[]> {
    const cards: LearnedCard[] = [];
    for (const [world, agent] of await this.#agents()) {
      const { versions } = await this.#kept(world, agent);
      if (versions.length > 0) cards.push({ world, agent, versions });
    }
    return cards;
  }

  async show(agent: string, { world, version }: { world?: string | undefined; version?: number | undefined } = {}) {
    const card = await this.#card(agent, world);
    const found = version === undefined ? card.versions.at(-1)! : card.versions.find((one) => one.version === version);
    if (!found) {
      const numbers = card.versions.map((one) => one.version).join(", ");
      throw new Fault("unknown_thing", `There is no version ${version} of "${agent}". There are: ${numbers}.`);
    }
    const learned = await this.#words(card.world, agent, found.hash);
    return { orrery: "learned" as const, world: card.world, agent, ...found, learned };
  }

  async import(file: unknown, { agent }: { agent?: string | undefined } = {}): Promise<LearnedVersion | null> {
    const { orrery, world, agent: own, version, learned } = (file ?? {}) as Partial<LearnedFile>;
    if (orrery !== "learned" || typeof world !== "string" || typeof own !== "string" || !Number.isInteger(version))
      throw new Fault("bad_export", "This is no file of what an agent learned, as `learned export` writes it.");
    const learning = learningOf((await this.#worlds.start(world, undefined, { files: false })).engine);
    const problem = checker(learning.schema, "learned")(learned);
    if (problem !== null) throw new Fault("bad_export", `What was learned cannot be read: ${problem}.`);
    const to = agent ?? own;
    const base = (await this.#kept(world, to)).versions.at(-1)?.version ?? 0;
    const from = { file: { agent: own, version: version! } };
    return this.#add(learning, { world, agent: to, base, from, learned: learned! });
  }

  async forget(agent: string, { world: wanted }: { world?: string | undefined } = {}): Promise<void> {
    const { world, versions } = await this.#card(agent, wanted);
    await this.#store.changeSetting(keyOf(world, agent), (text) => canonical({ ...versionsIn(text), versions: [] }));
    for (const { hash } of versions) await this.#store.setSetting(wordsKey(world, agent, hash), ERASED);
  }

  /** What an agent brings to a game that begins now. */
  async brought(world: string, agent: string): Promise<Brought> {
    const last = (await this.#kept(world, agent)).versions.at(-1);
    if (!last) return { agent, version: 0, learned: null };
    return { agent, version: last.version, learned: await this.#words(world, agent, last.hash) };
  }

  /** What the models and programs of a lineup bring to a game that begins now. Faults `bad_config`, `bad_agents`. */
  async bringing(
    engine: AnyEngine,
    actors: readonly string[],
    { agents, replay }: Pick<PlayWith, "agents" | "replay">,
    models: () => ModelSetup,
  ): Promise<Readonly<Record<string, Brought>>> {
    learningOf(engine);
    if (replay !== undefined)
      throw new Fault(
        "bad_config",
        "A replay learns nothing: begin it with the configuration of the recorded run, which holds what was brought to it.",
      );
    const brought: Record<string, Brought> = {};
    for (const [actor, agent] of Object.entries(learnersOf(agents, actors, models)))
      brought[actor] = await this.brought(engine.world.id, agent);
    return brought;
  }

  /** Notes with a run which versions its actors brought, before there is the run. */
  async begin(run: string, actors: Readonly<Record<string, Brought>>): Promise<void> {
    const versions = Object.entries(actors).map(([actor, { agent, version }]) => [actor, { agent, version }] as const);
    await this.#store.setSetting(runKey(run), canonical(Object.fromEntries(versions)));
  }

  /** Keeps what the learners of a run have learned by the end of a branch, once. */
  async keepRun(registry: BranchRegistry, run: string, branch: string): Promise<void> {
    const text = await this.#store.setting(runKey(run));
    if (text === null) return;
    const learners = Object.entries(JSON.parse(text) as Record<string, { agent: string; version: number }>);
    const { world } = await registry.engine(run);
    const learning = world.contest!.learning as Learning<Shape>;
    const { frame, head } = await registry.session(run, branch);
    const taken = learning.taken(frame.state);
    for (const [agent, seats] of Map.groupBy(learners, ([, one]) => one.agent)) {
      const learned = learning.joined(seats.flatMap(([actor]) => taken[actor] ?? []));
      const from = { run, branch, turn: head.id };
      await this.#add(learning, { world: world.id, agent, base: seats[0]![1].version, from, learned });
    }
  }

  /** Keeps what an agent has learned in a league so far, on top of what it brought there. */
  async keepLeague(engine: AnyEngine, league: string, brought: Brought, learned: Json): Promise<void> {
    const world = engine.world.id;
    const { agent } = brought;
    const { versions } = await this.#kept(world, agent);
    const own = versions.findLast(({ from }) => "league" in from && from.league === league);
    const base = own?.version ?? brought.version;
    await this.#add(learningOf(engine), { world, agent, base, from: { league }, learned });
  }

  /**
   * A new version: in place of the one it was learned on top of, or put beside what others have learned meanwhile. Null where
   * nothing is new.
   */
  async #add(learning: Learning<Shape>, lesson: Lesson): Promise<LearnedVersion | null> {
    const { world, agent, base, from } = lesson;
    for (;;) {
      const { versions } = await this.#kept(world, agent);
      if ("run" in from && versions.some((one) => canonical(one.from) === canonical(from))) return null;
      const before = versions.find(({ version }) => version === base);
      const known = before ? await this.#words(world, agent, before.hash) : learning.joined([]);
      if (canonical(lesson.learned) === canonical(known)) return null;
      const last = versions.at(-1);
      const words = last && (await this.#words(world, agent, last.hash));
      const learned = last && last.version !== base ? learning.joined([words!, lesson.learned]) : lesson.learned;
      const hash = sha256(canonical(learned));
      if (last?.hash === hash) return null;
      await this.#store.setSetting(wordsKey(world, agent, hash), canonical(learned));
      const made = await this.#put(world, agent, last?.version ?? 0, { at: this.#now(), from, hash });
      if (made) return made;
    }
  }

  /** Null where another version came meanwhile. */
  async #put(
    world: string,
    agent: string,
    last: number,
    { at, from, hash }: Omit<LearnedVersion, "version">,
  ): Promise<LearnedVersion | null> {
    let made: LearnedVersion | null = null;
    await this.#store.changeSetting(keyOf(world, agent), (text) => {
      const { next, versions } = versionsIn(text);
      made = null;
      if ((versions.at(-1)?.version ?? 0) !== last) return null;
      made = { version: next, at, from, hash };
      return canonical({ next: next + 1, versions: [...versions, made] } satisfies VersionList);
    });
    await this.#store.changeSetting(INDEX, (text) => {
      const all = JSON.parse(text ?? "[]") as [string, string][];
      return all.some((one) => one[0] === world && one[1] === agent) ? null : canonical([...all, [world, agent]]);
    });
    return made;
  }

  async #card(agent: string, world: string | undefined): Promise<LearnedCard> {
    const all = await this.list();
    const cards = all.filter((card) => card.agent === agent && (world === undefined || card.world === world));
    if (cards.length > 1)
      throw new Fault(
        "ambiguous",
        `"${agent}" has learned in ${cards.map((card) => card.world).join(" and ")}: say which world.`,
      );
    if (cards[0]) return cards[0];
    const names = all.map((card) => card.agent).join(", ") || "nobody yet";
    throw new Fault("unknown_thing", `Nothing is kept of what "${agent}" learned. There is: ${names}.`);
  }

  #agents = async (): Promise<readonly (readonly [world: string, agent: string])[]> =>
    JSON.parse((await this.#store.setting(INDEX)) ?? "[]") as [string, string][];
  #kept = async (world: string, agent: string): Promise<VersionList> =>
    versionsIn(await this.#store.setting(keyOf(world, agent)));
  #words = async (world: string, agent: string, hash: Hash): Promise<Json> =>
    JSON.parse((await this.#store.setting(wordsKey(world, agent, hash))) ?? ERASED) as Json;
}

export const wordsOf = (brought: Readonly<Record<string, Brought>>): Readonly<Record<string, Json | null>> =>
  Object.fromEntries(Object.entries(brought).map(([actor, { learned }]) => [actor, learned]));

const versionsIn = (text: string | null): VersionList =>
  text === null ? { next: 1, versions: [] } : (JSON.parse(text) as VersionList);

/** Fault `bad_config` where nothing is learned between games. */
export function learningOf({ world }: AnyEngine): Learning<Shape> {
  const learning = world.contest?.learning as Learning<Shape> | undefined;
  if (learning) return learning;
  throw new Fault("bad_config", `Nothing is learned from game to game in "${world.id}".`);
}

/** The agents that learn among the actors of a lineup, by actor: models and programs. Fault `bad_agents` where there is none. */
function learnersOf(
  agents: string,
  actors: readonly string[],
  setup: () => ModelSetup,
): Readonly<Record<string, string>> {
  const lineup = parseLineup(agents);
  const models = modelsOf(agents, actors, setup);
  const learners = actors.flatMap((actor): [actor: string, agent: string][] => {
    const player = playerFor(lineup, actor);
    if (player.kind === "model") return [[actor, `model:${models[actor]}`]];
    return player.kind === "agent" ? [[actor, `agent:${player.name}`]] : [];
  });
  if (learners.length > 0) return Object.fromEntries(learners);
  throw new Fault("bad_agents", `Nobody in "${agents}" keeps what it learns: seat a model:NAME or an agent:NAME.`);
}
