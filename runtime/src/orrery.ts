// Orrery opened on a store: wires the rooms to the one interface every door uses. Holds no rule of any world and no work of its own.
import { AMEND, actionSchema, type Contract, diff } from "@orrery/kernel";
import { modelForRole } from "@orrery/models/config";
import { Budget } from "@orrery/models/pure";
import { writeRecording } from "@orrery/models/recording";
import { importRun, type Store } from "@orrery/store";
import type { Orrery } from "./api.ts";
import { putArtifact, readArtifact, storedArtifacts } from "./branch/artifacts.ts";
import { BranchRegistry } from "./branch/branch-registry.ts";
import { branchCards, createBranch, momentNamed, rollback, takenBack } from "./branch/branches.ts";
import { commitWindow, outcomeBefore, submitAnswer } from "./branch/commits.ts";
import { exportLines } from "./branch/export-lines.ts";
import { follow, standing } from "./branch/follow.ts";
import { HeadCaches } from "./branch/head-caches.ts";
import { Once } from "./branch/idempotency.ts";
import { Invitations } from "./branch/invitations.ts";
import { judge } from "./branch/judging.ts";
import { Lobbies } from "./branch/lobbies.ts";
import { reveal } from "./branch/reveal.ts";
import { godTurn, tryGod, undo } from "./branch/rewind.ts";
import { SeatTracks } from "./branch/seat-tracks.ts";
import { prepareRun, recallFolders } from "./branch/start.ts";
import { billOf } from "./calls/bill.ts";
import { Meanings } from "./calls/meanings.ts";
import { callLines, recordingOf, tapeOf } from "./calls/recordings.ts";
import { openExperiments } from "./experiment/kept.ts";
import { Fault } from "./fault.ts";
import { runCards } from "./history/cards.ts";
import { why } from "./history/explain.ts";
import { configOf, exportCards, writeExport } from "./history/exports.ts";
import { log, modelTellings } from "./history/log.ts";
import { Minds } from "./history/minds.ts";
import { outlineOf } from "./history/outline.ts";
import { reelOf } from "./history/reel.ts";
import { chooseTelling, tellingPlace, tellingSheet, writeTelling } from "./history/retelling.ts";
import { shelve } from "./history/shelf.ts";
import { show, showAsks } from "./history/showing.ts";
import { Speaker } from "./history/speaker.ts";
import { verify } from "./history/verify.ts";
import { type Outside, outside as realOutside, sha256 } from "./ids.ts";
import { openLeagues } from "./league/leagues.ts";
import { forecastPlay, forecastStart } from "./play/forecast.ts";
import { LearnedStore, learningOf, wordsOf } from "./play/learned.ts";
import { ParserAndNarrator, type ParserAndNarratorOptions } from "./play/parser-and-narrator.ts";
import { modelsOf, play, probeModels, requirePlay } from "./play/play.ts";
import { runLoop } from "./play/run-loop.ts";
import { answerAgain, submit } from "./play/submit.ts";
import type { Runs } from "./runs.ts";
import { staffLineup } from "./seating/lineup.ts";
import { addModel, removeModel } from "./seating/model-file.ts";
import { type ModelSetup, noModels } from "./seating/model-setup.ts";
import { type AgentFactory, NO_PROGRAMS } from "./seating/programs.ts";
import type { TurnLine } from "./shapes.ts";
import { openStories } from "./story/stories.ts";
import { Seats } from "./turns/seats.ts";
import { headView } from "./turns/turn-lines.ts";
import { rulesOf } from "./worlds/rules.ts";
import { shippedWorlds, type Worlds } from "./worlds/worlds.ts";

export interface OrreryOptions extends ParserAndNarratorOptions {
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

/** What is open while an Orrery is. */
interface Open {
  readonly registry: BranchRegistry;
  readonly seats: Seats;
  readonly tracks: SeatTracks;
  readonly minds: Minds;
  readonly parserAndNarrator: ParserAndNarrator;
  readonly speaker: Speaker;
  readonly caches: HeadCaches;
  readonly once: Once;
  readonly invitations: Invitations;
  readonly learned: LearnedStore;
  readonly lobbies: Lobbies;
  readonly models: () => ModelSetup;
  readonly files: boolean;
}

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
  await recallFolders({ store, worlds });
  const registry = new BranchRegistry(store, worlds, outside, { registered: agents, files, limitMs: agentLimitMs });
  const parserAndNarrator = new ParserAndNarrator(registry, modelled, models);
  registry.aloud = (telling) => parserAndNarrator.say(telling);
  registry.told = (...turn) => parserAndNarrator.tell(...turn);
  const seats = await Seats.open(store, outside);
  const tracks = new SeatTracks(registry, seats);
  const minds = new Minds(registry, tracks);
  const caches = new HeadCaches(registry, (run, head) => minds.keepUp(run, head));
  const once = new Once(store, outside);
  const invitations = new Invitations(registry, seats, tracks, once);
  const learned = new LearnedStore(registry);
  const lobbies = new Lobbies(registry, seats, once);
  const open: Open = {
    registry,
    seats,
    tracks,
    minds,
    parserAndNarrator,
    speaker: new Speaker(registry, (...of) => parserAndNarrator.models(...of), models, modelled.budget),
    caches,
    once,
    invitations,
    learned,
    lobbies,
    models,
    files,
  };
  const runs: Runs = {
    ...worldsOf(open),
    ...playOf(open),
    ...historyOf(open),
    ...branchesOf(open),
    ...seatsOf(open),
    ...filesOf(open),
    close: () => close(open),
  };
  const self: Orrery = {
    ...runs,
    leagues: openLeagues(registry, {
      prepare: (start) => prepareRun({ store, worlds, outside, files }, start),
      createRun: runs.createRun,
      play: runs.play,
      calls: runs.calls,
      models,
      learned,
    }),
    learned,
    experiments: openExperiments(store, outside, () => runs),
    stories: openStories(registry, models, async (run, side) => (await momentNamed(registry, run, side)).place),
  };
  return self;
}

function worldsOf({ registry: { worlds } }: Open) {
  return {
    worlds: () => worlds.cards(),
    worldRules: (world) => rulesOf(worlds, world),
    worldText: (world) => worlds.text(world),
    checkWorld: (text, { tries = 0 } = {}) => worlds.check(text, { tries }),
  } satisfies Partial<Runs>;
}

function playOf({ registry, tracks, parserAndNarrator, speaker, caches, learned, models, files }: Open) {
  const { store, worlds, outside } = registry;
  const prepare = (start: Parameters<Runs["createRun"]>[0]) => prepareRun({ store, worlds, outside, files }, start);
  return {
    async createRun(start) {
      const prepared = await prepare(start);
      const { engine, frame } = prepared;
      const actors = engine.world.actors(frame.state);
      if (start.play) await requirePlay(registry, engine, actors, start.play, models);
      const seated = start.play ? modelsOf(start.play.agents, actors, models) : {};
      const isCast = engine.world.cast !== undefined && Object.keys(seated).length > 0;
      const config = isCast ? engine.world.cast!(prepared.config, seated) : prepared.config;
      const brought = start.play?.learn ? await learned.bringing(engine, actors, start.play, models) : null;
      const dealt = brought ? learningOf(engine).bring(config, wordsOf(brought)) : config;
      const { row } = dealt === prepared.config ? prepared : await prepare({ ...start, config: dealt });
      if (brought) await learned.begin(row.id, brought);
      await parserAndNarrator.choose(row.id, start.ends);
      const head = await store.createRun(row);
      await registry.clocks.keep(await registry.session(head.run, MAIN));
      registry.announceMove(head.run, MAIN);
      caches.rest();
      return { run: head.run, head: headView(head) };
    },
    async submit(run, submission) {
      await registry.catchUp();
      const submitted = await submit({ registry, tracks, parser: parserAndNarrator }, run, submission);
      caches.rest();
      return submitted;
    },
    async enter(run, entry) {
      await registry.run(run);
      const took = await submitAnswer(registry, run, entry, async (head) => headView(head));
      if (took.kind !== "turn")
        throw new Fault("not_allowed", `"${entry.as}" is not alone here: submit its answer instead.`);
      const { stored, commit: made } = took.committed.transition;
      return { turn: stored.turn, id: stored.id, validation: made!.turn.validation };
    },
    judge: (run, answer) => judge(registry, run, answer),
    async crank(run, options) {
      const done = await runLoop(registry, run, options);
      caches.rest();
      return done;
    },
    async play(run, options) {
      const played = await play(registry, run, options, models);
      if (played.outcome !== null) await learned.keepRun(registry, run, options.branch ?? MAIN);
      caches.rest();
      return played;
    },
    staff: async (run) => staffLineup((await registry.engine(run)).world),
    async tellingSheet(run, of) {
      return tellingSheet(registry, await tellingPlace(registry, run, of));
    },
    async retell(run, { narrator, ...of }) {
      const told = await tellingPlace(registry, run, of);
      const trouble = await parserAndNarrator.retell(await registry.engine(run), told, told.passed, narrator);
      return { ...(await tellingSheet(registry, told)), trouble };
    },
    async writeTelling(run, { text, ...of }) {
      const told = await tellingPlace(registry, run, of);
      await writeTelling(registry, told, text, (telling) => parserAndNarrator.say(telling));
      return tellingSheet(registry, told);
    },
    async chooseTelling(run, { n, ...of }) {
      const told = await tellingPlace(registry, run, of);
      await chooseTelling(registry, told, n, (telling) => parserAndNarrator.say(telling));
      return tellingSheet(registry, told);
    },
    speak: async (run, { speaker: said, ...of }) => speaker.speak(await tellingPlace(registry, run, of), said),
    sound: async (run, of) => speaker.sound(await tellingPlace(registry, run, of)),
    onTelling: (listener) => parserAndNarrator.listen(listener),
    onModelNews: (listener) => parserAndNarrator.onNews(listener),
    modelTroubles: (run, branch = MAIN) => parserAndNarrator.troubles(run, branch),
    tellingsDone: () => parserAndNarrator.idle(),
    forecast: (run, options) => forecastPlay(registry, run, options, models),
    forecastStart: (start, options) => forecastStart({ store, worlds, files }, start, options, models),
    probe: (options) => probeModels(store, models(), options),
    addModel: async (added) => addModel(models(), added),
    async removeModel(name) {
      removeModel(models(), name);
    },
    async discover(urls) {
      const { discover } = await import("@orrery/models");
      return discover(urls?.map((url) => url.replace(/\/+$/, "").replace(/\/v1$/, "")));
    },
    async keepTime({ onBug = throwLater } = {}) {
      await registry.clocks.start({
        commit: (engine, line, lane, given) => commitWindow(registry, engine, line, lane, given),
        onBug,
      });
      return () => registry.clocks.stop();
    },
  } satisfies Partial<Runs>;
}

function historyOf(open: Open) {
  const { registry, seats, tracks, minds } = open;
  const { store } = registry;
  return {
    runs: (page = {}) => runCards(registry, page),
    async shelve(run, change) {
      await registry.run(run);
      return shelve(store, run, change);
    },
    reel: (run) => reelOf(registry, run),
    show: (run, at = {}) => show(registry, tracks, run, at),
    asks: (run, at = {}) => showAsks(registry, run, at),
    log: (run, at = {}) => log({ registry, tracks }, run, at),
    tellings: (run, at = {}) => modelTellings({ registry, tracks }, run, at),
    async seatTurn(run, { branch = MAIN, as, turnId }) {
      const track = await tracks.of(run, branch, as);
      const place = await store.locate(run, turnId);
      return place ? track.head(place) : null;
    },
    outline: (run, { branch = MAIN } = {}) => outlineOf(registry, run, branch),
    why: (run, which, { branch = MAIN } = {}) => why(registry, run, branch, which),
    whySo: (run, of, at = {}) => minds.whySo(run, of, at),
    knows: (run, thing, at = {}) => minds.knows(run, thing, at),
    async recall(run, { near = false, ...cue }) {
      return minds.recall(run, cue, near ? await meaningsOf(open, run) : null);
    },
    async *follow(run, { branch = MAIN, as, after, signal }) {
      await registry.head(run, branch);
      const track = as === undefined ? null : await tracks.of(run, branch, as);
      const from = after === undefined ? null : await standing(registry, seats, { run, branch, as, id: after });
      yield* follow(registry, run, branch, { as, track, from, signal });
    },
    async *calls(run, { branch = MAIN, ...which } = {}) {
      yield* callLines(store, run, await registry.head(run, branch), which);
    },
    async bill({ run } = {}) {
      if (run !== undefined) await registry.head(run, MAIN);
      const rows = await store.runs();
      return billOf(store, run === undefined ? rows : rows.filter(({ id }) => id === run));
    },
    async recording(run, { branch = MAIN } = {}) {
      return writeRecording(await recordingOf(store, run, await registry.head(run, branch)));
    },
    verify: (run) => verify(registry, run),
  } satisfies Partial<Runs>;
}

/** Vectors for one question to somebody's memory. Fault `bad_agents`. */
async function meaningsOf({ registry, parserAndNarrator, models }: Open, run: string): Promise<Meanings> {
  const { config } = models();
  const name = modelForRole(config, "embedder");
  if (name === null)
    throw new Fault("bad_agents", 'No model has the role "embedder". Set it in orrery.config.json, or ask without.');
  const port = (await parserAndNarrator.models(run)).port(name);
  return new Meanings(port, tapeOf(registry.store, run), new Budget("embedder", config.budget.run));
}

function branchesOf({ registry, tracks, caches }: Open) {
  return {
    branches: (run, { beside } = {}) => branchCards(registry, run, beside),
    takenBack: (run) => takenBack(registry, run),
    async createBranch(run, branch) {
      const created = await createBranch(registry, run, branch);
      caches.rest();
      return created;
    },
    async rollback(run, to, { branch = MAIN } = {}) {
      const moved = await rollback(registry, run, branch, to);
      caches.rest();
      return moved;
    },
    async diff(run, a, b) {
      const [before, after] = [await momentNamed(registry, run, a), await momentNamed(registry, run, b)];
      return { changes: diff(before.frame.state, after.frame.state) };
    },
    async godActions(run) {
      const { world } = await registry.engine(run);
      const all = { amend: AMEND, ...(world.god?.actions as Record<string, Contract> | undefined) };
      return Object.entries(all).map(([type, contract]) => ({ type, schema: actionSchema(type, contract) }));
    },
    tryGod: (run, action, { branch = MAIN } = {}) => tryGod(registry, run, branch, action),
    async god(run, action, { branch = MAIN, once } = {}) {
      const before = await outcomeBefore(registry, { once });
      const took = before
        ? { kind: "done" as const, done: before }
        : await godTurn(registry, run, branch, action, once);
      caches.rest();
      if (took.kind === "turn") return took.committed.line;
      const submitted = await answerAgain({ registry, tracks }, run, took.done, {});
      if (submitted.kind !== "turn") throw new Error("a god's action is kept in no inbox");
      return submitted.line as TurnLine;
    },
    async undo(run, turn, { branch = MAIN, asIfNever = false } = {}) {
      const undone = await undo(registry, run, branch, turn, asIfNever);
      caches.rest();
      return undone;
    },
    reveal: (run, { branch = MAIN } = {}) => reveal(registry, run, branch),
  } satisfies Partial<Runs>;
}

function seatsOf({ invitations, lobbies, once }: Open) {
  return {
    invite: (run, actor, terms = {}) => invitations.invite(run, actor, terms),
    seats: (run) => invitations.list(run),
    changeSeat: (run, id, change) => invitations.change(run, id, change),
    seatOf: (token) => invitations.behind(token),
    openLobby: (run, terms) => lobbies.open(run, terms),
    lobbies: (run) => lobbies.list(run),
    closeLobby: (run, id) => lobbies.close(run, id),
    showLobby: (run, token) => lobbies.show(run, token),
    takeSeat: (run, token, guest) => lobbies.take(run, token, guest),
    outcomeOf: (key) => once.outcomeOf(key),
    keepOnce: (key, done) => once.keep(key, done),
  } satisfies Partial<Runs>;
}

function filesOf({ registry, caches }: Open) {
  const { store } = registry;
  return {
    export: (run) => exportLines(registry, run),
    async import(lines) {
      const done = await importRun(store, lines, sha256);
      for (const { name } of await store.branches(done.run)) registry.announceMove(done.run, name);
      caches.rest();
      return done;
    },
    exports: (run) => exportCards(registry, run),
    async configOf(run) {
      await registry.run(run);
      return configOf(registry, run);
    },
    exportAs: (run, name, { branch = MAIN, options = {} } = {}) =>
      writeExport(registry, run, name, { branch, options }),
    backup: (file) => store.backup(file),
    artifact: (run, hash, at) => readArtifact(registry, run, hash, at),
    artifacts: (run) => storedArtifacts(registry, run),
    putArtifact: (run, file, at) => putArtifact(registry, run, file, at),
  } satisfies Partial<Runs>;
}

async function close({ registry, parserAndNarrator, speaker, caches }: Open): Promise<void> {
  await registry.clocks.stop();
  caches.stop();
  await parserAndNarrator.close();
  await speaker.close();
  await registry.settled();
  await caches.write();
  await registry.store.close();
}

/** For a bug without a handler: ends the process like any uncaught error. */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
