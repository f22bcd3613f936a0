// The rounds of a story's branches, and what was told of them: found in the log once, read again a turn at a time. Tells nothing.
import { type AnyEngine, readCommit, type Shape } from "@orrery/kernel";
import type { Head } from "@orrery/store";
import type { Beat, MetRound, StoryEvent, StoryState, TellableRound } from "@orrery/worlds/story";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { Breath } from "../breath.ts";
import { Fault } from "../fault.ts";
import { InTurn } from "../in-turn.ts";
import { advance, type HistoryMoment } from "../turns/branch-session.ts";
import { isBeat } from "../turns/turn-lines.ts";

const READ = 256;

type StoryWorld = typeof import("@orrery/worlds/story");
type RoundPlace = Omit<TellableRound, "events">;
interface Index {
  /** By turn. */
  readonly ids: string[];
  readonly rounds: RoundPlace[];
  /** Of the event log: entry to the time of its turn. */
  readonly injectedAt: Map<string, number>;
  readonly finder: InstanceType<StoryWorld["RoundFinder"]>;
}
const INDEXES_MAX = 32;
/** Branches of which the place of the last telling is kept: a state may be large. */
const REACHED_MAX = 4;

const placeOf = ({ round, platform, from, to }: TellableRound): RoundPlace => ({ round, platform, from, to });

export const keyOf = ({ round, platform }: Pick<Beat, "round" | "platform">): string => `${platform ?? ""}\n${round}`;

export class StoryRounds {
  readonly #registry: BranchRegistry;
  /** Rounds and turn ids of each branch as far as they were looked through: bodies of turns may be large, and are read once. */
  readonly #indexes = new Map<string, Index>();
  /** Where the round lies that was told last on a branch: the next one goes on from there, and nothing is folded twice. */
  readonly #reached = new Map<string, HistoryMoment>();
  readonly #queues = new InTurn();

  constructor(registry: BranchRegistry) {
    this.#registry = registry;
  }

  /** The world's own functions, and the run's engine. */
  async storyOf(run: string): Promise<{ world: StoryWorld; engine: AnyEngine }> {
    const engine = await this.#registry.engine(run);
    if (engine.world.id !== "story")
      throw new Fault("not_allowed", `The run plays "${engine.world.id}", and stories are told of "story" alone.`);
    return { world: await import("@orrery/worlds/story"), engine };
  }

  async stateAt(run: string, branch: string, turn: number): Promise<StoryState> {
    return (await this.#registry.moment(run, branch, turn)).frame.state as StoryState;
  }

  async stateNow(run: string, branch: string): Promise<StoryState> {
    return (await this.#registry.session(run, branch)).frame.state as StoryState;
  }

  async #indexOf(
    run: string,
    branch: string,
    head: Head,
    { RoundFinder, openingRound, logIdsOf: loggedBy }: StoryWorld,
  ): Promise<Index> {
    const key = `${run}\n${branch}`;
    const known = this.#indexes.get(key);
    const last = known === undefined ? -1 : known.ids.length - 1;
    const goesOn = known !== undefined && last <= head.turn && (await this.#isOn(run, head, known.ids[last]!, last));
    const index = goesOn
      ? known
      : { ids: ["0"], rounds: [] as RoundPlace[], injectedAt: new Map<string, number>(), finder: new RoundFinder() };
    if (!goesOn) {
      const opening = openingRound(await this.stateAt(run, branch, 0));
      if (opening) index.rounds.push(placeOf(opening));
    }
    const breath = new Breath();
    for (let from = index.ids.length; from <= head.turn; from += READ)
      for (const { id, turn, body } of await this.#registry.store.read(
        head,
        from,
        Math.min(from + READ - 1, head.turn),
      )) {
        const commit = readCommit<Shape>(body);
        const events = commit.events as unknown as readonly StoryEvent[];
        index.ids.push(id);
        index.rounds.push(...index.finder.take(turn, events).map(placeOf));
        for (const entry of loggedBy(events)) index.injectedAt.set(entry, commit.turn.createdAt);
        await breath.take();
      }
    this.#indexes.delete(key);
    this.#indexes.set(key, index);
    if (this.#indexes.size > INDEXES_MAX) this.#indexes.delete(this.#indexes.keys().next().value!);
    return index;
  }

  /** Rounds and turn ids up to `head`; of one branch one after the other, so that no turn is read twice. */
  indexAt(run: string, branch: string, head: Head, world: StoryWorld): Promise<Index> {
    return this.#queues.run(`${run}\n${branch}`, () => this.#indexOf(run, branch, head, world));
  }

  async #isOn(run: string, head: Head, id: string, turn: number): Promise<boolean> {
    if (turn === 0) return true;
    const place = await this.#registry.store.locate(run, id);
    return (
      place !== null &&
      place.turn === turn &&
      (await this.#registry.store.ancestor(head, turn)).segment === place.segment
    );
  }

  async #momentBefore(run: string, branch: string, head: Head, turn: number): Promise<HistoryMoment> {
    const last = this.#reached.get(`${run}\n${branch}`);
    if (last?.place.turn === turn && (await this.#registry.store.ancestor(head, turn)).segment === last.place.segment)
      return last;
    return this.#registry.moment(run, branch, turn);
  }

  /** A round with its events and the states around it, read again a turn at a time. */
  async readRound(
    run: string,
    branch: string,
    head: Head,
    place: RoundPlace,
    { world: { RoundFinder, openingRound }, engine }: { readonly world: StoryWorld; readonly engine: AnyEngine },
  ): Promise<MetRound> {
    if (place.to === 0) {
      const state = await this.stateAt(run, branch, 0);
      return { found: openingRound(state)!, before: state, after: state };
    }
    const breath = new Breath();
    const finder = new RoundFinder();
    let found: TellableRound | undefined;
    let moment = await this.#momentBefore(run, branch, head, Math.max(0, place.from - 1));
    const before = moment.frame.state as StoryState;
    for (const stored of await this.#registry.store.read(head, moment.place.turn + 1, place.to)) {
      const commit = readCommit<Shape>(stored.body);
      const rounds = finder.take(stored.turn, commit.events as unknown as readonly StoryEvent[]);
      found ??= rounds.find((round) => keyOf(round) === keyOf(place));
      ({ moment } = advance(engine, moment, stored, commit));
      await breath.take();
    }
    if (!found) throw new Error(`round ${place.round} was in turns ${place.from} to ${place.to}, and is there no more`);
    const key = `${run}\n${branch}`;
    this.#reached.delete(key);
    this.#reached.set(key, moment);
    if (this.#reached.size > REACHED_MAX) this.#reached.delete(this.#reached.keys().next().value!);
    return { found, before, after: moment.frame.state as StoryState };
  }

  /** The state at the head, which is mostly where the branch's line stands already. */
  async stateAtHead(run: string, branch: string, head: Head): Promise<StoryState> {
    const { place, frame } = (await this.#registry.session(run, branch)).moment;
    const isThere = place.turn === head.turn && place.segment === head.segment;
    return isThere ? (frame.state as StoryState) : this.stateAt(run, branch, head.turn);
  }

  /** Beats by round: one is of this branch when the turn that it was told at is. */
  async #beatsOn(run: string, ids: readonly string[]): Promise<Map<string, Beat>> {
    const beats = new Map<string, Beat>();
    for (let from = 0; from < ids.length; from += READ) {
      const part = ids.slice(from, from + READ);
      const order = new Map(part.map((id, i) => [id, i]));
      const notes = (await this.#registry.store.notes(run, part)).filter(isBeat);
      for (const { text } of notes.toSorted((a, b) => order.get(a.turnId)! - order.get(b.turnId)!)) {
        const beat = JSON.parse(text) as Beat;
        beats.set(keyOf(beat), beat);
      }
    }
    return beats;
  }

  async inOrder(run: string, branch: string, world: StoryWorld) {
    const head = await this.#registry.head(run, branch);
    const { ids, rounds } = await this.indexAt(run, branch, head, world);
    const told = await this.#beatsOn(run, ids.slice(0, head.turn + 1));
    return { head, rounds, beats: rounds.flatMap((round) => told.get(keyOf(round)) ?? []) };
  }
}
