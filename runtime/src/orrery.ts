// Orrery opened on a store: the one interface every door uses. Holds no rule of any world and no word of any language.
import {
  type ActionBase,
  AMEND,
  type AnyEngine,
  actionSchema,
  type Change,
  type Commit,
  type Contract,
  commitSeed,
  diff,
  type Opening,
  openRun,
  type Roll,
  readCommit,
  type Shape,
  truthAfter,
  truthOpen,
  valueAt,
  viewOf,
} from "@orrery/kernel";
import { writeRecording } from "@orrery/models/recording";
import {
  exportRun,
  type Head,
  importRun,
  type Place,
  type RunRow,
  type Secret,
  type Store,
  StoreFault,
  type TruthOf,
} from "@orrery/store";
import type {
  Line as AnyLine,
  At,
  Explained,
  Orrery,
  RunCard,
  Showing,
  Submission,
  Submitted,
  ToldLine,
  TurnLine,
} from "./api.ts";
import { putArtifact, readArtifact, storedArtifacts } from "./branch/artifacts.ts";
import { askView, contractsOf, liveAsks } from "./branch/asks.ts";
import { commit, commitWindow, type Done, doneBefore, take, wordsFor } from "./branch/commits.ts";
import { follow, headAt } from "./branch/follow.ts";
import { judge } from "./branch/judging.ts";
import { Keeper } from "./branch/keeper.ts";
import { depthOf, godTurn, tryGod, undo } from "./branch/rewind.ts";
import { Breath } from "./breath.ts";
import { billOf } from "./calls/bill.ts";
import { callLines, recordingOf } from "./calls/recordings.ts";
import { isExample } from "./examples.ts";
import { openExperiments } from "./experiment/kept.ts";
import { Fault } from "./fault.ts";
import { exportCards, writeExport } from "./history/exports.ts";
import { Minds } from "./history/minds.ts";
import { reelOf } from "./history/reel.ts";
import { verify } from "./history/verify.ts";
import { newRunId, newSalt, newSeatId, newSeed, type Outside, outside as realOutside, sha256 } from "./ids.ts";
import { openLeagues } from "./league/leagues.ts";
import type { Prepared } from "./league/straight.ts";
import { crank } from "./play/crank.ts";
import { Ends, type EndsOptions } from "./play/ends.ts";
import { forecastPlay } from "./play/forecast.ts";
import { modelsOf, play, probeModels, requirePlay } from "./play/play.ts";
import { staffLineup } from "./seating/lineup.ts";
import { type ModelSetup, noModels } from "./seating/model-setup.ts";
import { type AgentFactory, NO_PROGRAMS } from "./seating/programs.ts";
import { isBeat, openStories } from "./story/stories.ts";
import { type Moment, momentAt, sharedTurn } from "./turns/line.ts";
import { askedFirst, headView, seatLine, TELLER, toldOf, turnLine } from "./turns/lines.ts";
import { SeatTrack } from "./turns/seat-track.ts";
import { requireStanding, Seats, withTerms } from "./turns/seats.ts";
import { endingOf } from "./turns/telling.ts";
import { walk } from "./turns/walk.ts";
import { rulesOf } from "./worlds/rules.ts";
import { shippedWorlds, type Worlds } from "./worlds/worlds.ts";

export interface OrreryOptions extends EndsOptions {
  readonly store: Store;
  readonly worlds?: Worlds;
  readonly outside?: Outside;
  /** The models that may be seated. Absent: none. Called when a model is asked for, and then its faults are told. */
  readonly models?: () => ModelSetup;
  /** Programs that may be seated, by the name that a lineup's `agent:NAME` gives. Absent: none. */
  readonly agents?: Readonly<Record<string, AgentFactory>>;
  /** Milliseconds that such a program has for an ask without a deadline: five minutes unless told. */
  readonly agentLimitMs?: number;
  /** Whether a path to a file names a world or a program: for people at their own machine, not for a network. */
  readonly files?: boolean;
}

const MAIN = "main";
/** Under which name a run's card in the list is kept. */
const CARD = "card";
type Standing = Pick<RunCard, "title" | "outcome" | "ending" | "glance" | "example">;
/** How long a change that named itself is known: thirty days. */
const ONCE_MS = 30 * 24 * 3_600_000;
/** How often older ones are dropped. */
const FORGET_MS = 3_600_000;
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,63}$/u;
/** Setting that keeps from which folders worlds of runs were taken, by world. */
const FOLDERS = "world_folders";
async function keepFolder(store: Store, world: string, folder: string): Promise<void> {
  const kept = JSON.parse((await store.setting(FOLDERS)) ?? "{}") as Record<string, string>;
  if (kept[world] !== folder) await store.setSetting(FOLDERS, JSON.stringify({ ...kept, [world]: folder }));
}

/** The query cache is written when a branch has been quiet for so long. */
const QUIET_MS = 250;
/** What was written is folded into the file when nothing came for so long, so that a copy of the file is whole. */
const SETTLE_MS = 1000;

export async function openOrrery({
  store,
  worlds = shippedWorlds(),
  outside = realOutside,
  files = false,
  models = noModels,
  agents = NO_PROGRAMS.registered,
  agentLimitMs = NO_PROGRAMS.limitMs,
  ...modelled
}: OrreryOptions): Promise<Orrery> {
  worlds.recall(JSON.parse((await store.setting(FOLDERS)) ?? "{}") as Record<string, string>);
  const keeper = new Keeper(store, worlds, outside, { registered: agents, files, limitMs: agentLimitMs });
  const ends = new Ends(keeper, modelled, models);
  keeper.aloud = (telling) => ends.say(telling);
  if (modelled.narrator !== undefined) keeper.told = (...turn) => ends.tell(...turn);
  const seats = await Seats.open(store, outside);
  const tracks = new Map<string, SeatTrack>();
  const minds = new Minds(keeper, trackOf);
  let quiet: NodeJS.Timeout | null = null;
  let settling: NodeJS.Timeout | null = null;
  let closing = false;
  /** When old keys were dropped last. */
  let forgotAt = 0;

  /** One track per seat and branch, so that counting goes on where it stopped. */
  async function trackOf(run: string, branch: string, who: string): Promise<SeatTrack> {
    const engine = await keeper.engine(run);
    const { frame } = await keeper.line(run, branch);
    if (!engine.world.actors(frame.state).includes(who))
      throw new Fault("unknown_actor", `There is no actor "${who}" in this run.`);
    const key = `${run}\n${branch}\n${who}`;
    const track = tracks.get(key) ?? new SeatTrack(engine, keeper, seats, { run, branch, who });
    tracks.set(key, track);
    return track;
  }

  async function cacheHeads(): Promise<void> {
    for (const [key, { run, branch }] of [...keeper.stale]) {
      const { world } = await keeper.engine(run);
      const { frame, head } = await keeper.line(run, branch);
      await store.cacheHead(run, {
        branch,
        turnId: head.id,
        turn: head.turn,
        state: JSON.stringify(frame.state),
        entities: world.entities(frame.state),
      });
      keeper.stale.delete(key);
      // Agents at play would wait for it; the first quiet moment after them makes it up.
      if (!closing && !keeper.isTurned(run, branch)) await minds.keepUp(run, head);
    }
  }

  function rest(): void {
    if (keeper.stale.size === 0) return;
    if (quiet) return void quiet.refresh();
    quiet = setTimeout(() => {
      quiet = null;
      // A cache that cannot be written now is written with the next turn, or when the store is closed.
      cacheHeads().catch(() => {});
      clearTimeout(settling ?? undefined);
      settling = setTimeout(() => void store.settle().catch(() => {}), SETTLE_MS).unref();
    }, QUIET_MS);
    quiet.unref();
  }

  /** Of a world that has a card its title; of somebody's own what the state or the view of it says. */
  async function titleOf(name: string, seen: unknown): Promise<string> {
    const { title } = seen as { title?: unknown };
    return (await worlds.card(name))?.title ?? (typeof title === "string" ? title : name);
  }

  /** A run's card in the list. A run of a missing world gets a card too, so that the list still loads. */
  async function runCard({ id, name, createdAt }: RunRow): Promise<RunCard> {
    const branches = await store.branches(id);
    const card = { run: id, world: name, branches: branches.map((branch) => branch.name), createdAt };
    const { head } = branches.find((branch) => branch.name === MAIN)!;
    const engine = await keeper.engine(id).catch((error: unknown) => {
      if (error instanceof Fault) return error;
      throw error;
    });
    if (engine instanceof Fault)
      return {
        ...card,
        title: name,
        turns: head.turn,
        outcome: null,
        ending: null,
        glance: null,
        missing: engine.message,
      };
    return { ...card, turns: head.turn, ...(await standingOf(id, name, engine, head)) };
  }

  /** What a card says of a head: derived once, and kept for the next list. */
  async function standingOf(run: string, name: string, { world }: AnyEngine, head: Head) {
    const kept = await store.derived(run, CARD);
    if (kept !== null) {
      const { id, version, standing } = JSON.parse(kept) as { id: string; version: number; standing: Standing };
      if (id === head.id && version === world.version && "glance" in standing) return standing;
    }
    const { frame } = await keeper.line(run, MAIN);
    const standing: Standing = {
      title: await titleOf(name, frame.state),
      outcome: world.outcome(frame.state),
      ending: endingOf(world, frame.state),
      glance: world.glance?.(frame.state) ?? null,
      ...(isExample(name, frame.commitment) ? { example: true as const } : {}),
    };
    const value = JSON.stringify({ id: head.id, version: world.version, standing });
    // A list can be read where nothing can be written.
    await store.putDerived(run, CARD, value).catch(ignoreStore);
    return standing;
  }

  async function placeOf(run: string, side: string): Promise<Moment> {
    const [branch, turn, more] = side.split("@");
    if (!branch || more !== undefined || (turn !== undefined && !/^\d+$/.test(turn)))
      throw new Fault("bad_name", `"${side}" is no place: write a branch, or branch@turn.`);
    return keeper.moment(run, branch, turn === undefined ? undefined : Number(turn));
  }

  /** A run as it is about to begin: its row with the opening, and the frame that this folds to. */
  async function prepare({
    world,
    config,
    seed,
    id = newRunId(outside),
  }: Parameters<Orrery["createRun"]>[0]): Promise<Prepared> {
    const { engine, name, config: resolved } = await worlds.start(world, config, { files });
    const folder = worlds.folderOf(engine.world.id);
    if (folder !== null) await keepFolder(store, engine.world.id, folder);
    const secret: Secret = seed === undefined ? newSecret(outside) : publicSecret(seed);
    const salt = newSaltOf(seed, outside);
    const { body, hash, frame } = openWorld(engine, {
      name,
      config: resolved,
      seed: secret.seed,
      salt,
      dice: { commitment: secret.commitment, ...(seed === undefined ? {} : { seed }) },
      createdAt: outside.now(),
    });
    const truth = truthOpen(engine, JSON.parse(body) as Opening<Shape>);
    const row = {
      id,
      name,
      world: engine.world.id,
      createdAt: outside.now(),
      salt,
      opening: { body, hash, truth },
      secret,
    };
    return { engine, row, frame, config: resolved };
  }

  const self: Orrery = {
    worlds: () => worlds.cards(),
    worldRules: (world) => rulesOf(worlds, world),
    worldText: (world) => worlds.text(world),
    checkWorld: (text, { tries = 0 } = {}) => worlds.check(text, { tries }),

    async createRun(start) {
      const prepared = await prepare(start);
      const { engine, frame, config } = prepared;
      const actors = engine.world.actors(frame.state);
      if (start.play) await requirePlay(keeper, engine, actors, start.play, models);
      const seated = start.play ? modelsOf(start.play.agents, actors, models) : {};
      const isCast = engine.world.cast !== undefined && Object.keys(seated).length > 0;
      const { row } = isCast ? await prepare({ ...start, config: engine.world.cast!(config, seated) }) : prepared;
      const head = await store.createRun(row);
      await keeper.clocks.keep(await keeper.line(head.run, MAIN));
      keeper.moved(head.run, MAIN);
      rest();
      return { run: head.run, head: headView(head) };
    },

    async runs({ before, most = Number.POSITIVE_INFINITY } = {}) {
      const rows = await store.runs();
      const end = before === undefined ? rows.length : rows.findIndex(({ id }) => id === before);
      if (end < 0) throw new Fault("unknown_run", `There is no run "${before}" to list those before.`);
      const cards: RunCard[] = [];
      const breath = new Breath();
      for (const row of rows.slice(Math.max(0, end - most), end)) {
        cards.push(await runCard(row));
        await breath.take();
      }
      return cards;
    },

    reel: (run) => reelOf(keeper, run),

    async show(run, { branch = MAIN, at, as }: At = {}): Promise<Showing> {
      const engine = await keeper.engine(run);
      const moment = await keeper.moment(run, branch, at);
      const { frame } = moment;
      const { world } = engine;
      const actors = world.actors(frame.state);
      requireActor(engine, frame.state, as);
      const asks = world.asks(frame.state).filter(({ to }) => as === undefined || to === as);
      const speakers = as === undefined ? [...new Set(askedFirst(engine, frame))] : [as];
      const named = actors.filter((id) => as === undefined || id === as);
      const { name } = await keeper.run(run);
      const view = as === undefined ? frame.state : viewOf(engine, frame, as);
      return {
        run,
        world: name,
        title: await titleOf(name, view),
        plays: world.id,
        head:
          as === undefined
            ? headView(await headAt(keeper, run, branch, moment.place))
            : { branch, ...(await (await trackOf(run, branch, as)).head(moment.place)) },
        as: as ?? null,
        view,
        legal: speakers.flatMap((who) => world.legal(viewOf(engine, frame, who), who) as readonly ActionBase[]),
        asks: at === undefined ? await liveAsks(keeper, run, branch, asks) : asks.map(askView),
        actors: named.map((id) => ({ id, name: world.words.name(viewOf(engine, frame, id), id) })),
        outcome: world.outcome(frame.state),
        ending: endingOf(world, frame.state),
      };
    },

    async asks(run, { branch = MAIN, as } = {}) {
      const engine = await keeper.engine(run);
      const { frame } = await keeper.line(run, branch);
      requireActor(engine, frame.state, as);
      const asks = engine.world.asks(frame.state).filter(({ to }) => as === undefined || to === as);
      return (await liveAsks(keeper, run, branch, asks)).map((ask) => ({ ...ask, actions: contractsOf(engine, ask) }));
    },

    judge: (run, answer) => judge(keeper, run, answer),

    staff: async (run) => staffLineup((await keeper.engine(run)).world),

    async branches(run) {
      await keeper.run(run);
      return (await store.branches(run)).map(({ name, head, parent }) => ({ name, head: headView(head), parent }));
    },

    async submit(run, submission): Promise<Submitted> {
      await keeper.catchUp();
      await keeper.run(run);
      const { as, branch = MAIN } = submission;
      const track = submission.seat && as !== undefined ? await trackOf(run, branch, as) : null;
      const { text } = submission;
      const before = await doneBefore(keeper, submission);
      if (before) return again(run, before, submission);
      const prior =
        text === undefined || modelled.parser === undefined
          ? null
          : await ends.read(run, branch, text, await wordsFor(keeper, run, submission));
      const headFor = async (head: Head) => (track ? { branch, ...(await track.head(head)) } : headView(head));
      const took = await take(keeper, run, submission, headFor, prior);
      rest();
      if (took.kind === "done") return again(run, took.done, submission);
      if (took.kind === "kept") return took;
      if (!track || as === undefined) return { kind: "turn", line: took.made.line };
      const { passed } = took.made;
      return {
        kind: "turn",
        line: seatLine(await keeper.engine(run), passed, as, await track.head(passed.after.place))!,
      };
    },

    async enter(run, entry) {
      await keeper.run(run);
      const took = await take(keeper, run, entry, async (head: Head) => headView(head));
      if (took.kind !== "turn")
        throw new Fault("not_allowed", `"${entry.as}" is not alone here: submit its answer instead.`);
      const { stored, commit: made } = took.made.passed;
      return { turn: stored.turn, id: stored.id, validation: made!.turn.validation };
    },

    async crank(run, options) {
      const done = await crank(keeper, run, options);
      rest();
      return done;
    },

    async play(run, options) {
      const played = await play(keeper, run, options, models);
      rest();
      return played;
    },
    async *tellings(run, { branch = MAIN, as, from = 1 } = {}) {
      const head = await keeper.head(run, branch);
      if (as !== undefined) {
        const track = await trackOf(run, branch, as);
        for await (const { passed, line } of track.own(head, from))
          yield* await toldByModels(passed.stored.id, { turn: line.turn, id: line.id }, as);
        return;
      }
      for (let next = from; next <= head.turn; next += 256)
        for (const { id, turn } of await store.read(head, next, Math.min(next + 255, head.turn)))
          yield* await toldByModels(id, { turn, id }, null);

      /** The latest telling of each model to each viewer. */
      async function toldByModels(stored: string, name: { turn: number; id: string }, viewer: string | null) {
        const latest = new Map<string, ToldLine>();
        for (const note of await store.notes(run, [stored]))
          if (note.teller !== TELLER && !isBeat(note) && (viewer === null || note.viewer === viewer))
            latest.set(`${note.teller}\n${note.viewer}`, {
              ...name,
              teller: note.teller,
              viewer: note.viewer,
              text: note.text,
            });
        return latest.values();
      }
    },
    onTelling: (listener) => ends.listen(listener),
    onModelNews: (listener) => ends.onNews(listener),
    modelTroubles: (run, branch = MAIN) => ends.troubles(run, branch),
    tellingsDone: () => ends.idle(),
    async seatTurn(run, { branch = MAIN, as, turnId }) {
      const track = await trackOf(run, branch, as);
      const place = await store.locate(run, turnId);
      return place ? track.head(place) : null;
    },

    forecast: (run, options) => forecastPlay(keeper, run, options, models),
    probe: (options) => probeModels(store, models(), options),
    async *calls(run, { branch = MAIN, ...which } = {}) {
      yield* callLines(store, run, await keeper.head(run, branch), which);
    },
    async discover(urls) {
      const { discover } = await import("@orrery/models");
      return discover(urls?.map((url) => url.replace(/\/+$/, "").replace(/\/v1$/, "")));
    },
    async bill({ run } = {}) {
      if (run !== undefined) await keeper.head(run, MAIN);
      const rows = await store.runs();
      return billOf(store, run === undefined ? rows : rows.filter(({ id }) => id === run));
    },
    async recording(run, { branch = MAIN } = {}) {
      return writeRecording(await recordingOf(store, run, await keeper.head(run, branch)));
    },

    async *log(run, { branch = MAIN, at, as, from = 1 } = {}): AsyncGenerator<AnyLine> {
      const engine = await keeper.engine(run);
      const to: Place = at === undefined ? await keeper.head(run, branch) : await keeper.place(run, branch, at);
      if (as !== undefined) {
        const track = await trackOf(run, branch, as);
        for await (const { line } of track.own(to, from)) yield line;
        return;
      }
      if (from > to.turn) return;
      const start = from === 0 ? null : await keeper.moment(run, branch, from - 1);
      for await (const passed of walk(engine, store, start, to)) {
        yield turnLine(engine, passed, await toldOf(keeper, run, passed.stored));
      }
    },

    async why(run, which, { branch = MAIN } = {}): Promise<Explained> {
      const engine = await keeper.engine(run);
      const line = await keeper.line(run, branch);
      const turn = await depthOf(keeper, run, line, which);
      const start = turn === 0 ? null : await keeper.moment(run, branch, turn - 1);
      for await (const passed of walk(engine, store, start, await store.ancestor(line.head, turn))) {
        return explainTurn(
          engine,
          turnLine(engine, passed, await toldOf(keeper, run, passed.stored)),
          passed.before,
          passed.after,
          passed.commit,
        );
      }
      throw new Error(`turn ${turn} of run ${run} is on its line and was not walked to`);
    },

    whySo: (run, of, at = {}) => minds.whySo(run, of, at),
    knows: (run, thing, at = {}) => minds.knows(run, thing, at),
    recall: (run, cue) => minds.recall(run, cue),

    async *follow(run, { branch = MAIN, as, after, signal }) {
      await keeper.head(run, branch);
      const track = as === undefined ? null : await trackOf(run, branch, as);
      const from = after === undefined ? null : await standing(run, branch, as, after);
      yield* follow(keeper, run, branch, { as, track, from, signal });
    },

    async takenBack(run) {
      await keeper.run(run);
      const named = async (place: Place) => {
        const [stored] = await store.read(place, place.turn, place.turn);
        return { turn: place.turn, id: stored!.id };
      };
      const back = (await store.reflog(run)).filter(({ from, to }) => from.turn > to.turn);
      return Promise.all(
        back.map(async ({ branch, from, to, why, at }) => ({
          branch,
          from: await named(from),
          to: await named(to),
          why,
          at,
        })),
      );
    },

    async createBranch(run, { name, at, dice = "fresh", from = MAIN }) {
      if (!NAME.test(name))
        throw new Fault(
          "bad_name",
          `"${name}" cannot name a branch: use up to 64 letters, digits, spaces, dots, dashes and underscores, a letter or digit first.`,
        );
      const origin = await keeper.head(run, from);
      const { salt } = origin;
      const place = typeof at === "number" ? await keeper.place(run, from, at) : await store.locate(run, at);
      if (!place) throw new Fault("unknown_turn", `There is no turn "${at}" in this run.`);
      // A turn that was taken back is on a line of its own: the new branch leaves where the two part, and stands there.
      const fork = await store.ancestor(place, await sharedTurn(keeper, place, origin));
      const created = await store.createBranch(run, {
        name,
        from,
        at: fork,
        salt: dice === "keep" ? salt : newSalt(outside),
        createdAt: outside.now(),
      });
      if (created === "exists") throw new Fault("name_taken", `This run already has a branch "${name}".`);
      const head =
        place.turn === fork.turn
          ? created
          : (await store.moveHead(created, place, `recover ${place.turn}`, outside.now())).head;
      await keeper.clocks.keep(await keeper.line(run, name));
      keeper.moved(run, name);
      rest();
      return { branch: name, head: headView(head) };
    },

    async rollback(run, to, { branch = MAIN } = {}) {
      return keeper.alone(run, branch, async () => {
        const head = await keeper.head(run, branch);
        const moved = await store.moveHead(head, await keeper.place(run, branch, to), `rollback ${to}`, outside.now());
        if (!moved.ok)
          throw new Fault("moved", "The story has moved on meanwhile. Look again.", { head: headView(moved.head) });
        await keeper.clocks.keep(await keeper.line(run, branch), true);
        keeper.moved(run, branch);
        rest();
        return { head: headView(moved.head) };
      });
    },

    async diff(run, a, b): Promise<{ changes: readonly Change[] }> {
      const [before, after] = [await placeOf(run, a), await placeOf(run, b)];
      return { changes: diff(before.frame.state, after.frame.state) };
    },

    async godActions(run) {
      const { world } = await keeper.engine(run);
      const all = { amend: AMEND, ...(world.god?.actions as Record<string, Contract> | undefined) };
      return Object.entries(all).map(([type, contract]) => ({ type, schema: actionSchema(type, contract) }));
    },

    tryGod: (run, action, { branch = MAIN } = {}) => tryGod(keeper, run, branch, action),

    async god(run, action, { branch = MAIN, once } = {}) {
      const before = await doneBefore(keeper, { once });
      const took = before ? { kind: "done" as const, done: before } : await godTurn(keeper, run, branch, action, once);
      rest();
      if (took.kind === "turn") return took.made.line;
      const submitted = await again(run, took.done, {});
      if (submitted.kind === "kept") throw new Error("a god's action is kept in no inbox");
      return submitted.line as TurnLine;
    },

    async undo(run, turn, { branch = MAIN, asIfNever = false } = {}) {
      const undone = await undo(keeper, run, branch, turn, asIfNever);
      rest();
      return undone;
    },

    verify: (run) => verify(keeper, run),

    async reveal(run, { branch = MAIN } = {}) {
      return keeper.alone(run, branch, async () => {
        const engine = await keeper.engine(run);
        for (;;) {
          const line = await keeper.line(run, branch);
          const open = await store.secret(run, line.frame.commitment);
          if (!open)
            throw new Fault(
              "sealed",
              "This installation does not hold the seed of this epoch, so it cannot reveal it.",
            );
          const next = newSecret(outside);
          await store.addSecret(run, next);
          const { commitment, seed, nonce } = open;
          const event = { type: "@revealed", commitment, seed, nonce, next: next.commitment } as const;
          const draft = {
            lane: "@god",
            actions: [],
            validation: [],
            events: [event],
            by: ["god" as const],
            answers: [{ actor: "god", ask: null, by: "god" as const }],
            rolls: [] as Roll[],
            after: line.frame,
            percepts: [],
          };
          const made = await commit(keeper, engine, line, draft, "");
          if (made) return { commitment, seed, nonce, next: next.commitment, head: headView(line.head) };
        }
      });
    },

    async *export(run) {
      const { world } = await keeper.run(run);
      const truthOf: TruthOf = ({ body }, before) =>
        before === ""
          ? truthOpen({ hash: sha256, world: { id: world } }, JSON.parse(body) as Opening<Shape>)
          : truthAfter(sha256, before, readCommit(body));
      const breath = new Breath();
      for await (const line of exportRun(store, run, truthOf)) {
        yield line;
        await breath.take();
      }
    },
    exports: (run) => exportCards(keeper, run),
    exportAs: (run, name, { branch = MAIN, options = {} } = {}) => writeExport(keeper, run, name, { branch, options }),
    async import(lines) {
      const done = await importRun(store, lines, sha256);
      for (const { name } of await store.branches(done.run)) keeper.moved(done.run, name);
      rest();
      return done;
    },
    async backup(file) {
      return store.backup(file);
    },
    artifact: (run, hash, at) => readArtifact(keeper, run, hash, at),
    artifacts: (run) => storedArtifacts(keeper, run),
    putArtifact: (run, file, at) => putArtifact(keeper, run, file, at),
    get leagues() {
      return leagues;
    },
    experiments: openExperiments(store, outside, () => self),
    stories: openStories(keeper, models, async (run, side) => (await placeOf(run, side)).place),

    async doneOnce(once) {
      const row = await store.once(once.scope, once.key);
      if (row && row.body !== once.body)
        throw new Fault("key_taken", "That Idempotency-Key came with something else before. Take a new one.");
      return row && (JSON.parse(row.done) as unknown);
    },
    async keepOnce(once, done) {
      const at = outside.now();
      await store.putOnce({ ...once, run: null, done: JSON.stringify(done), at });
      if (at - forgotAt < FORGET_MS) return;
      forgotAt = at;
      await store.dropOnce(at - ONCE_MS);
    },

    async invite(run, actor, { once, ...terms } = {}) {
      const before = once ? ((await self.doneOnce(once)) as { readonly seat: string } | null) : null;
      if (before) return seats.token((await store.seat(before.seat))!);
      const createdAt = outside.now();
      const plain = { id: newSeatId(outside), run, actor, label: "", createdAt, expiresAt: null, revokedAt: null };
      const { branches: [first = MAIN, ...more] = [] } = terms;
      await trackOf(run, first, actor);
      const seat = await withTerms(store, { ...plain, branches: [] }, { ...terms, branches: [first, ...more] });
      await store.putSeat(seat);
      // The token is made again from the seat, and kept nowhere.
      if (once) await self.keepOnce(once, { seat: seat.id });
      await keeper.clocks.seat(run);
      return seats.token(seat);
    },
    async seats(run) {
      await keeper.run(run);
      return store.seats(run);
    },
    async changeSeat(run, id, { revoked, ...terms }) {
      await keeper.run(run);
      const seat = await store.seat(id);
      if (seat?.run !== run) throw new Fault("unknown_seat", `This run has no seat "${id}".`);
      const changed = await withTerms(store, seat, terms);
      const revokedAt = seat.revokedAt ?? (revoked ? outside.now() : null);
      await store.putSeat({ ...changed, revokedAt });
      return { ...changed, revokedAt };
    },
    async seatOf(token) {
      const read = seats.read(token);
      const seat = read && (await store.seat(read.id));
      if (!seat || seat.run !== read.run) return null;
      requireStanding(seat, outside.now());
      return seat;
    },

    async keepTime({ onBug = throwLater } = {}) {
      await keeper.clocks.start({
        commit: (engine, line, lane, given) => commitWindow(keeper, engine, line, lane, given),
        onBug,
      });
      return () => keeper.clocks.stop();
    },
    async close() {
      await keeper.clocks.stop();
      if (quiet) clearTimeout(quiet);
      if (settling) clearTimeout(settling);
      closing = true;
      await ends.close();
      await keeper.settled();
      await cacheHeads();
      await store.close();
    },
  };
  const { createRun, play: playRun, calls } = self;
  const leagues = openLeagues(keeper, { prepare, createRun, play: playRun, calls, models });
  return self;

  /** A submission that was carried out before, answered as it was then. */
  async function again(run: string, done: Done, { as, seat }: Pick<Submission, "as" | "seat">): Promise<Submitted> {
    if (done.kind === "kept") return done;
    const place = await store.locate(run, done.id);
    if (!place) throw new StoreFault("corrupt", `Turn "${done.id}" of run "${run}" was stored once and is gone.`);
    const engine = await keeper.engine(run);
    const start = place.turn === 0 ? null : await momentAt(engine, store, await store.ancestor(place, place.turn - 1));
    for await (const passed of walk(engine, store, start, place, keeper.recent)) {
      const told = await toldOf(keeper, run, passed.stored);
      if (!seat || as === undefined) return { kind: "turn", line: turnLine(engine, passed, told) };
      const name = await (await trackOf(run, done.branch, as)).head(place);
      return { kind: "turn", line: seatLine(engine, passed, as, name, told)! };
    }
    throw new Error(`turn ${place.turn} of run ${run} was located and not walked to`);
  }

  /** Where a reader stood, by the id it was given; a reader that sees everything may also count. */
  async function standing(run: string, branch: string, as: string | undefined, id: string): Promise<Place | "lost"> {
    const unknown = () =>
      new Fault("unknown_turn", "The stream cannot go on from there: that turn is not known. Load the run again.");
    if (as === undefined) {
      const place = await store.locate(run, id);
      if (place) return place;
      const head = await keeper.head(run, branch);
      if (!/^\d+$/.test(id) || Number(id) > head.turn) throw unknown();
      return store.ancestor(head, Number(id));
    }
    const head: Head = await keeper.head(run, branch);
    const idAt = async (turn: number) =>
      turn > head.turn ? null : ((await store.read(head, turn, turn))[0]?.id ?? null);
    const found = await seats.find(run, as, id, idAt);
    // A seat's turn that was rolled back is on no line it may know.
    return found ? store.ancestor(head, found.turn) : "lost";
  }
}

/** Why a turn came out as it did: each action with its verdict and its events, each event with what it changed, rolls, answers. */
function explainTurn(
  engine: AnyEngine,
  line: Awaited<ReturnType<typeof turnLine>>,
  before: Moment | null,
  after: Moment,
  commit: Commit<Shape> | null,
): Explained {
  const changes = before ? diff(before.frame.state, after.frame.state) : [];
  return {
    turn: line.turn,
    id: line.id,
    rawText: line.rawText,
    actions: line.actions.map((action, i) => ({
      action,
      ...line.validation.find(({ actionIndex }) => actionIndex === i),
      events: line.events.filter((_, n) => line.by[n] === i),
    })),
    settled: line.events.filter((_, n) => line.by[n] === "settle"),
    god: line.events.filter((_, n) => line.by[n] === "god"),
    changes,
    rolls: (commit?.rolls ?? []).map((roll) => ({
      ...roll,
      lane: commit!.lane,
      depth: commit!.depth,
      salt: commit!.salt,
      commitment: before?.frame.commitment ?? null,
    })),
    answers: commit?.answers ?? [],
    names: Object.fromEntries(engine.world.entities(after.frame.state).map(({ id, name }) => [id, name])),
    world: { id: engine.world.id, version: commit?.version ?? valueAt(engine.world, ["version"]) },
    narration: line.narration,
  };
}

/** Opens a world; a configuration that does not hold together is its sender's to mend. */
function openWorld(engine: AnyEngine, start: Parameters<typeof openRun>[1]): ReturnType<typeof openRun> {
  try {
    return openRun(engine, start);
  } catch (error) {
    if (error instanceof RangeError)
      throw new Fault("bad_config", `${error.message}. The configuration does not hold together.`);
    throw error;
  }
}

/** 256 random bits under a salted hash. */
function newSecret(outside: Outside): Secret {
  const seed = newSeed(outside);
  const nonce = outside.bytes(16);
  return { commitment: commitSeed(sha256, seed, nonce), seed, nonce };
}

/** A seed that a person chose is no secret: its commitment is the same everywhere, so that the same seed gives the same run. */
const publicSecret = (seed: string): Secret => ({ commitment: commitSeed(sha256, seed, ""), seed, nonce: "" });

/** The first branch of a chosen seed has a fixed salt, or two runs of that seed would differ. */
const newSaltOf = (seed: string | undefined, outside: Outside): string =>
  seed === undefined ? newSalt(outside) : "main";

/** For caches: what cannot be kept is derived again. */
function ignoreStore(error: unknown): void {
  if (!(error instanceof StoreFault)) throw error;
}

/** A bug that nobody is told of ends the process, as any other does. */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}

function requireActor({ world }: AnyEngine, state: unknown, as: string | undefined): void {
  const actors = world.actors(state);
  if (as !== undefined && !actors.includes(as))
    throw new Fault("unknown_actor", `There is no actor "${as}" in this run. There are: ${actors.join(", ")}.`);
}
