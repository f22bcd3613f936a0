// Stories told of runs of the world `story`: beats in their order, told round by round by the template or a model, and kept as notes beside the turns. No truth depends on a beat.
import type { AnyEngine, Shape } from "@orrery/kernel";
import { readCommit } from "@orrery/kernel";
import { Budget, volatile } from "@orrery/models/pure";
import type { Head, Place } from "@orrery/store";
import type {
  Beat,
  Book,
  CharacterFile,
  MetRound,
  ReadFile,
  RoundFacts,
  StoryComparison,
  StoryEvent,
  StoryState,
  TellableRound,
  WorldFile,
} from "@orrery/worlds/story";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { Breath, inSlices } from "../breath.ts";
import { Fault } from "../fault.ts";
import { recordOf } from "../history/exports.ts";
import { sha256 } from "../ids.ts";
import { InTurn } from "../in-turn.ts";
import { misfit, modelOf, openFor } from "../play/play.ts";
import { parseLineup } from "../seating/lineup.ts";
import type { ModelSetup } from "../seating/model-setup.ts";
import { advance, type Moment } from "../turns/branch-session.ts";
import { BEAT, isBeat } from "../turns/turn-lines.ts";

export interface StoryAt {
  readonly branch?: string | undefined;
}
export interface Stories {
  /** Beats that were told on this branch, in the order of its rounds; of a round that was told twice the later. Fault `not_allowed` where the run is no story. */
  beats(run: string, at?: StoryAt): Promise<readonly Beat[]>;
  /** Rounds that have ended, told or not. */
  rounds(run: string, at?: StoryAt): Promise<readonly Pick<TellableRound, "round" | "platform" | "from" | "to">[]>;
  /**
   * Tells a round: the one that is named, again if need be, or the first that nobody has told. Null: there is none. `teller`
   * is `template` (the default) or `model:NAME`; a telling by a model that fails its checks is replaced by the template's.
   */
  translate(
    run: string,
    which?: StoryAt & {
      readonly round?: number | undefined;
      readonly platform?: string | undefined;
      readonly teller?: string | undefined;
      readonly signal?: AbortSignal | undefined;
    },
  ): Promise<Beat | null>;
  /** The round that an author's doing is shown with: the one after the last that was told, 0 before the first. */
  currentRound(run: string, at?: StoryAt): Promise<number>;
  /** What was told so far as the bytes of a book. */
  book(run: string, format: BookFormat, at?: StoryAt): Promise<Uint8Array>;
  /** As `world_state.json` and `characters.json` have them. */
  world(run: string, at?: StoryAt): Promise<WorldFile>;
  characters(run: string, at?: StoryAt): Promise<readonly CharacterFile[]>;
  /**
   * Two branches held against each other, each told by the template: `a` and `b` are a branch, or `branch@turn`. What first
   * differed, both tellings from there on, and who stands otherwise in the end.
   */
  compare(run: string, a: string, b: string): Promise<StoryComparison>;
  /** Null: there is nobody of that id. */
  character(run: string, id: string, at?: StoryAt): Promise<CharacterFile | null>;
  /** What a god would do to bring a run to what these files say, for one `bulk`; and what of them is left out. */
  readFiles(
    run: string,
    files: { readonly world?: unknown; readonly characters?: unknown },
    at?: StoryAt,
  ): Promise<ReadFile>;
}
export const BOOK_FORMATS = ["markdown", "epub", "html"] as const;
export type BookFormat = (typeof BOOK_FORMATS)[number];

const TEMPLATE = "template";
const READ = 256;

type World = typeof import("@orrery/worlds/story");
type RoundPlace = Omit<TellableRound, "events">;
interface Index {
  /** By turn. */
  readonly ids: string[];
  readonly rounds: RoundPlace[];
  /** Of the event log: entry to the time of its turn. */
  readonly injectedAt: Map<string, number>;
  readonly finder: InstanceType<World["RoundFinder"]>;
}
const INDEXES_MAX = 32;
/** Branches of which the place of the last telling is kept: a state may be large. */
const REACHED_MAX = 4;

const placeOf = ({ round, platform, from, to }: TellableRound): RoundPlace => ({ round, platform, from, to });

/** `sideOf`: the place of a branch, or of `branch@turn`. */
export function openStories(
  registry: BranchRegistry,
  models: () => ModelSetup,
  sideOf: (run: string, side: string) => Promise<Place>,
): Stories {
  const { store, outside } = registry;

  /** The world's own functions, and the run's engine. */
  async function storyOf(run: string): Promise<{ world: World; engine: AnyEngine }> {
    const engine = await registry.engine(run);
    if (engine.world.id !== "story")
      throw new Fault("not_allowed", `The run plays "${engine.world.id}", and stories are told of "story" alone.`);
    return { world: await import("@orrery/worlds/story"), engine };
  }

  const stateAt = async (run: string, branch: string, turn: number): Promise<StoryState> =>
    (await registry.moment(run, branch, turn)).frame.state as StoryState;

  const stateNow = async (run: string, branch: string): Promise<StoryState> =>
    (await registry.session(run, branch)).frame.state as StoryState;

  /** Rounds and turn ids of each branch as far as they were looked through: bodies of turns may be large, and are read once. */
  const indexes = new Map<string, Index>();
  async function indexOf(
    run: string,
    branch: string,
    head: Head,
    { RoundFinder, openingRound, loggedBy }: World,
  ): Promise<Index> {
    const key = `${run}\n${branch}`;
    const known = indexes.get(key);
    const last = known === undefined ? -1 : known.ids.length - 1;
    const goesOn = known !== undefined && last <= head.turn && (await isOn(run, head, known.ids[last]!, last));
    const index = goesOn
      ? known
      : { ids: ["0"], rounds: [] as RoundPlace[], injectedAt: new Map<string, number>(), finder: new RoundFinder() };
    if (!goesOn) {
      const opening = openingRound(await stateAt(run, branch, 0));
      if (opening) index.rounds.push(placeOf(opening));
    }
    const breath = new Breath();
    for (let from = index.ids.length; from <= head.turn; from += READ)
      for (const { id, turn, body } of await store.read(head, from, Math.min(from + READ - 1, head.turn))) {
        const commit = readCommit<Shape>(body);
        const events = commit.events as unknown as readonly StoryEvent[];
        index.ids.push(id);
        index.rounds.push(...index.finder.take(turn, events).map(placeOf));
        for (const entry of loggedBy(events)) index.injectedAt.set(entry, commit.turn.createdAt);
        await breath.take();
      }
    indexes.delete(key);
    indexes.set(key, index);
    if (indexes.size > INDEXES_MAX) indexes.delete(indexes.keys().next().value!);
    return index;
  }
  const indexAt = (run: string, branch: string, head: Head, world: World): Promise<Index> =>
    queues.run(`index ${run}\n${branch}`, () => indexOf(run, branch, head, world));
  async function isOn(run: string, head: Head, id: string, turn: number): Promise<boolean> {
    if (turn === 0) return true;
    const place = await store.locate(run, id);
    return place !== null && place.turn === turn && (await store.ancestor(head, turn)).segment === place.segment;
  }

  /** Where the round lies that was told last on a branch: the next one goes on from there, and nothing is folded twice. */
  const reached = new Map<string, Moment>();
  async function momentBefore(run: string, branch: string, head: Head, turn: number): Promise<Moment> {
    const last = reached.get(`${run}\n${branch}`);
    if (last?.place.turn === turn && (await store.ancestor(head, turn)).segment === last.place.segment) return last;
    return registry.moment(run, branch, turn);
  }

  /** A round with its events and the states around it, read again a turn at a time. */
  async function readRound(
    run: string,
    branch: string,
    head: Head,
    place: RoundPlace,
    { world: { RoundFinder, openingRound }, engine }: { readonly world: World; readonly engine: AnyEngine },
  ): Promise<MetRound> {
    if (place.to === 0) {
      const state = await stateAt(run, branch, 0);
      return { found: openingRound(state)!, before: state, after: state };
    }
    const breath = new Breath();
    const finder = new RoundFinder();
    let found: TellableRound | undefined;
    let moment = await momentBefore(run, branch, head, Math.max(0, place.from - 1));
    const before = moment.frame.state as StoryState;
    for (const stored of await store.read(head, moment.place.turn + 1, place.to)) {
      const commit = readCommit<Shape>(stored.body);
      const rounds = finder.take(stored.turn, commit.events as unknown as readonly StoryEvent[]);
      found ??= rounds.find((round) => keyOf(round) === keyOf(place));
      ({ moment } = advance(engine, moment, stored, commit));
      await breath.take();
    }
    if (!found) throw new Error(`round ${place.round} was in turns ${place.from} to ${place.to}, and is there no more`);
    const key = `${run}\n${branch}`;
    reached.delete(key);
    reached.set(key, moment);
    if (reached.size > REACHED_MAX) reached.delete(reached.keys().next().value!);
    return { found, before, after: moment.frame.state as StoryState };
  }

  /** The state at the head, which is mostly where the branch's line stands already. */
  async function stateAtHead(run: string, branch: string, head: Head): Promise<StoryState> {
    const { place, frame } = (await registry.session(run, branch)).moment;
    const isThere = place.turn === head.turn && place.segment === head.segment;
    return isThere ? (frame.state as StoryState) : stateAt(run, branch, head.turn);
  }

  /** Beats by round: one is of this branch when the turn that it was told at is. */
  async function beatsOn(run: string, ids: readonly string[]): Promise<Map<string, Beat>> {
    const beats = new Map<string, Beat>();
    for (let from = 0; from < ids.length; from += READ) {
      const part = ids.slice(from, from + READ);
      const order = new Map(part.map((id, i) => [id, i]));
      const notes = (await store.notes(run, part)).filter(isBeat);
      for (const { text } of notes.toSorted((a, b) => order.get(a.turnId)! - order.get(b.turnId)!)) {
        const beat = JSON.parse(text) as Beat;
        beats.set(keyOf(beat), beat);
      }
    }
    return beats;
  }

  async function inOrder(run: string, branch: string, world: World) {
    const head = await registry.head(run, branch);
    const { ids, rounds } = await indexAt(run, branch, head, world);
    const told = await beatsOn(run, ids.slice(0, head.turn + 1));
    return { head, rounds, beats: rounds.flatMap((round) => told.get(keyOf(round)) ?? []) };
  }

  /** Tells one round as everything stands at `head`, and keeps the beat there. */
  async function tell(
    run: string,
    branch: string,
    head: Head,
    { found, before, after }: MetRound,
    beats: readonly Beat[],
    earlier: readonly Beat[],
    by: { readonly teller: string; readonly last: number; readonly signal?: AbortSignal | undefined },
  ): Promise<Beat> {
    const { world } = await storyOf(run);
    const facts = await inSlices(
      world.gatherFacts({
        ...found,
        before,
        after,
        now: world.livingIn(await stateAtHead(run, branch, head), found.round, by.last),
        // Told again, a round tells what it told before, and nothing that another has.
        told: beats.flatMap((beat) => (keyOf(beat) === keyOf(found) ? [] : beat.events)),
      }),
    );
    const previous = earlier.slice(-2).map(({ prose }) => prose);
    const { prose, prompt } = world.translateRound(facts, previous, world.tellingDice(sha256, found));
    const model = by.teller === TEMPLATE ? null : modelNamed(by.teller);
    const text =
      model === null ? null : await askModel(run, branch, model, prompt(), facts, previous, found, by.signal);
    const teller = text === null ? TEMPLATE : `model ${model}`;
    const beat = world.beatOf(facts, {
      prose: text ?? prose,
      teller,
      from: found.from,
      to: found.to,
      asOf: head.turn,
      isFirst: earlier.length === 0,
    });
    const note = {
      turnId: head.id,
      teller: `${BEAT}${teller} ${beat.version}`,
      viewer: "",
      text: JSON.stringify(beat),
      at: outside.now(),
    };
    await store.addNotes(run, [note]);
    return beat;
  }

  function modelNamed(teller: string): string {
    const player = /^model(?::|$)/.test(teller) ? parseLineup(`*=${teller}`).get("*") : undefined;
    if (player?.kind !== "model")
      throw new Fault("bad_agents", `The teller is template, model:NAME or model, not "${teller}".`);
    return modelOf(models(), player, "narrator");
  }

  /** What a model makes of the prompt, mended once where it does not stand; null where it still does not. */
  async function askModel(
    run: string,
    branch: string,
    name: string,
    prompt: string,
    facts: RoundFacts,
    previous: readonly string[],
    { round, platform }: TellableRound,
    signal: AbortSignal | undefined,
  ): Promise<string | null> {
    const { problemsOf } = await import("@orrery/worlds/story");
    const setup = models();
    const opened = await openFor(store, run, setup);
    const lane = `story/${branch}/${platform ?? "*"}/${round}`;
    const port = opened.port(name);
    const result = await port
      .generateTurn<string>(
        port.startConversation(lane, []),
        {
          lane,
          segments: [volatile("prompt", 1, prompt)],
          output: null,
          rules: (text) => problemsOf(text, facts, previous).map((message) => ({ path: "", code: "telling", message })),
          repairs: 1,
          budget: new Budget("story", setup.config.budget.run),
        },
        signal,
      )
      .catch((error: unknown) => {
        throw misfit(error);
      });
    return result.ok ? result.output.trim() : null;
  }

  /** Tellings of a branch come one after the other, so that none is told twice; turns go on meanwhile. */
  const queues = new InTurn();

  return {
    async beats(run, { branch = "main" } = {}) {
      const { world } = await storyOf(run);
      return (await inOrder(run, branch, world)).beats;
    },
    async rounds(run, { branch = "main" } = {}) {
      const { world } = await storyOf(run);
      const { rounds } = await inOrder(run, branch, world);
      return rounds.map(({ round, platform, from, to }) => ({ round, platform, from, to }));
    },
    async translate(run, { branch = "main", round, platform, teller = TEMPLATE, signal } = {}) {
      const story = await storyOf(run);
      if (teller !== TEMPLATE) modelNamed(teller);
      return queues.run(`${run}\n${branch}`, async () => {
        const { head, rounds, beats } = await inOrder(run, branch, story.world);
        const told = new Set(beats.map(keyOf));
        const wanted = rounds.filter((one) => platform === undefined || one.platform === platform);
        const found =
          round === undefined
            ? wanted.find((one) => !told.has(keyOf(one)))
            : (wanted.find((one) => one.round === round && !told.has(keyOf(one))) ??
              wanted.find((one) => one.round === round));
        if (!found) return null;
        const before = new Set(rounds.slice(0, rounds.indexOf(found)).map(keyOf));
        const earlier = beats.filter((beat) => before.has(keyOf(beat)));
        const whole = await readRound(run, branch, head, found, story);
        return tell(run, branch, head, whole, beats, earlier, { teller, last: rounds.at(-1)!.round, signal });
      });
    },
    async currentRound(run, { branch = "main" } = {}) {
      const { world } = await storyOf(run);
      const last = (await inOrder(run, branch, world)).beats.at(-1);
      return last === undefined ? 0 : last.round + 1;
    },
    async book(run, format, { branch = "main" } = {}) {
      const { world } = await storyOf(run);
      const { head, beats } = await inOrder(run, branch, world);
      const { settings } = await stateAt(run, branch, head.turn);
      const title = settings.title || "A story";
      const book: Book = { title, run, branch, hash: head.hash, turn: head.turn, beats, language: "en" };
      if (format !== "epub") return Buffer.from(format === "html" ? world.writeHtml(book) : world.writeMarkdown(book));
      const [stored] = head.turn === 0 ? [] : await store.read(head, head.turn, head.turn);
      return world.writeEpub(book, stored ? readCommit<Shape>(stored.body).turn.createdAt : 0);
    },
    async world(run, { branch = "main" } = {}) {
      const { world } = await storyOf(run);
      const head = await registry.head(run, branch);
      const { injectedAt } = await indexAt(run, branch, head, world);
      return world.worldFile(run, await stateAtHead(run, branch, head), injectedAt);
    },
    async characters(run, { branch = "main" } = {}) {
      const { world } = await storyOf(run);
      return world.charactersFile(await stateNow(run, branch));
    },
    async compare(run, a, b) {
      const { world } = await storyOf(run);
      const sides = [];
      for (const side of [a, b]) sides.push(await recordOf(registry, run, await sideOf(run, side)));
      const [one, other] = sides as unknown as Parameters<typeof world.compareStories>;
      return inSlices(world.compareStories(one, other));
    },
    async character(run, id, { branch = "main" } = {}) {
      const { world } = await storyOf(run);
      return world.characterFile(await stateNow(run, branch), id);
    },
    async readFiles(run, files, { branch = "main" } = {}) {
      const { world } = await storyOf(run);
      return world.readStoryFiles(files, await stateNow(run, branch));
    },
  };
}

const keyOf = ({ round, platform }: Pick<Beat, "round" | "platform">): string => `${platform ?? ""}\n${round}`;
