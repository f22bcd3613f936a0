// Orrery opened on a store: wires the rooms to the one interface every door uses. Holds no rule of any world and no work of its own.
import {
  AMEND,
  actionSchema,
  type Contract,
  diff,
  type Opening,
  readCommit,
  type Shape,
  truthAfter,
  truthOpen,
} from "@orrery/kernel";
import { writeRecording } from "@orrery/models/recording";
import { exportRun, importRun, type Store, type TruthOf } from "@orrery/store";
import type { Orrery } from "./api.ts";
import { putArtifact, readArtifact, storedArtifacts } from "./branch/artifacts.ts";
import { createBranch, momentNamed, rollback, takenBack } from "./branch/branches.ts";
import { commitWindow, doneBefore, take } from "./branch/commits.ts";
import { follow, standing } from "./branch/follow.ts";
import { HeadCaches } from "./branch/head-caches.ts";
import { Invitations } from "./branch/invitations.ts";
import { judge } from "./branch/judging.ts";
import { Keeper } from "./branch/keeper.ts";
import { Once } from "./branch/once.ts";
import { reveal } from "./branch/reveal.ts";
import { godTurn, tryGod, undo } from "./branch/rewind.ts";
import { SeatTracks } from "./branch/seat-tracks.ts";
import { prepareRun, recallFolders } from "./branch/start.ts";
import { Breath } from "./breath.ts";
import { billOf } from "./calls/bill.ts";
import { callLines, recordingOf } from "./calls/recordings.ts";
import { openExperiments } from "./experiment/kept.ts";
import { Fault } from "./fault.ts";
import { runCards } from "./history/cards.ts";
import { why } from "./history/explain.ts";
import { exportCards, writeExport } from "./history/exports.ts";
import { log, modelTellings } from "./history/log.ts";
import { Minds } from "./history/minds.ts";
import { reelOf } from "./history/reel.ts";
import { chooseTelling, tellingSheet, toldAt, writeTelling } from "./history/retelling.ts";
import { show, showAsks } from "./history/showing.ts";
import { verify } from "./history/verify.ts";
import { type Outside, outside as realOutside, sha256 } from "./ids.ts";
import { openLeagues } from "./league/leagues.ts";
import { crank } from "./play/crank.ts";
import { Ends, type EndsOptions } from "./play/ends.ts";
import { forecastPlay } from "./play/forecast.ts";
import { modelsOf, play, probeModels, requirePlay } from "./play/play.ts";
import { answerAgain, submit } from "./play/submit.ts";
import type { Runs } from "./runs.ts";
import { staffLineup } from "./seating/lineup.ts";
import { type ModelSetup, noModels } from "./seating/model-setup.ts";
import { type AgentFactory, NO_PROGRAMS } from "./seating/programs.ts";
import type { TurnLine } from "./shapes.ts";
import { openStories } from "./story/stories.ts";
import { headView } from "./turns/lines.ts";
import { Seats } from "./turns/seats.ts";
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

/** What is open while an Orrery is. */
interface Open {
  readonly keeper: Keeper;
  readonly seats: Seats;
  readonly tracks: SeatTracks;
  readonly minds: Minds;
  readonly ends: Ends;
  readonly caches: HeadCaches;
  readonly once: Once;
  readonly invitations: Invitations;
  readonly models: () => ModelSetup;
  readonly files: boolean;
  /** Whether a model reads what people type. */
  readonly isParsed: boolean;
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
  const keeper = new Keeper(store, worlds, outside, { registered: agents, files, limitMs: agentLimitMs });
  const ends = new Ends(keeper, modelled, models);
  keeper.aloud = (telling) => ends.say(telling);
  if (modelled.narrator !== undefined) keeper.told = (...turn) => ends.tell(...turn);
  const seats = await Seats.open(store, outside);
  const tracks = new SeatTracks(keeper, seats);
  const minds = new Minds(keeper, tracks);
  const caches = new HeadCaches(keeper, (run, head) => minds.keepUp(run, head));
  const once = new Once(store, outside);
  const invitations = new Invitations(keeper, seats, tracks, once);
  const isParsed = modelled.parser !== undefined;
  const open: Open = { keeper, seats, tracks, minds, ends, caches, once, invitations, models, files, isParsed };
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
    leagues: openLeagues(keeper, {
      prepare: (start) => prepareRun({ store, worlds, outside, files }, start),
      createRun: runs.createRun,
      play: runs.play,
      calls: runs.calls,
      models,
    }),
    experiments: openExperiments(store, outside, () => runs),
    stories: openStories(keeper, models, async (run, side) => (await momentNamed(keeper, run, side)).place),
  };
  return self;
}

function worldsOf({ keeper: { worlds } }: Open) {
  return {
    worlds: () => worlds.cards(),
    worldRules: (world) => rulesOf(worlds, world),
    worldText: (world) => worlds.text(world),
    checkWorld: (text, { tries = 0 } = {}) => worlds.check(text, { tries }),
  } satisfies Partial<Runs>;
}

function playOf({ keeper, tracks, ends, caches, models, files, isParsed }: Open) {
  const { store, worlds, outside } = keeper;
  const prepare = (start: Parameters<Runs["createRun"]>[0]) => prepareRun({ store, worlds, outside, files }, start);
  const read = isParsed ? ends.read.bind(ends) : null;
  return {
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
      caches.rest();
      return { run: head.run, head: headView(head) };
    },
    async submit(run, submission) {
      await keeper.catchUp();
      const submitted = await submit({ keeper, tracks, read }, run, submission);
      caches.rest();
      return submitted;
    },
    async enter(run, entry) {
      await keeper.run(run);
      const took = await take(keeper, run, entry, async (head) => headView(head));
      if (took.kind !== "turn")
        throw new Fault("not_allowed", `"${entry.as}" is not alone here: submit its answer instead.`);
      const { stored, commit: made } = took.made.passed;
      return { turn: stored.turn, id: stored.id, validation: made!.turn.validation };
    },
    judge: (run, answer) => judge(keeper, run, answer),
    async crank(run, options) {
      const done = await crank(keeper, run, options);
      caches.rest();
      return done;
    },
    async play(run, options) {
      const played = await play(keeper, run, options, models);
      caches.rest();
      return played;
    },
    staff: async (run) => staffLineup((await keeper.engine(run)).world),
    async tellingSheet(run, of) {
      return tellingSheet(keeper, await toldAt(keeper, run, of));
    },
    async retell(run, { narrator, ...of }) {
      const told = await toldAt(keeper, run, of);
      const trouble = await ends.retell(await keeper.engine(run), told, told.passed, narrator);
      return { ...(await tellingSheet(keeper, told)), trouble };
    },
    async writeTelling(run, { text, ...of }) {
      const told = await toldAt(keeper, run, of);
      await writeTelling(keeper, told, text, (telling) => ends.say(telling));
      return tellingSheet(keeper, told);
    },
    async chooseTelling(run, { n, ...of }) {
      const told = await toldAt(keeper, run, of);
      await chooseTelling(keeper, told, n, (telling) => ends.say(telling));
      return tellingSheet(keeper, told);
    },
    onTelling: (listener) => ends.listen(listener),
    onModelNews: (listener) => ends.onNews(listener),
    modelTroubles: (run, branch = MAIN) => ends.troubles(run, branch),
    tellingsDone: () => ends.idle(),
    forecast: (run, options) => forecastPlay(keeper, run, options, models),
    probe: (options) => probeModels(store, models(), options),
    async discover(urls) {
      const { discover } = await import("@orrery/models");
      return discover(urls?.map((url) => url.replace(/\/+$/, "").replace(/\/v1$/, "")));
    },
    async keepTime({ onBug = throwLater } = {}) {
      await keeper.clocks.start({
        commit: (engine, line, lane, given) => commitWindow(keeper, engine, line, lane, given),
        onBug,
      });
      return () => keeper.clocks.stop();
    },
  } satisfies Partial<Runs>;
}

function historyOf({ keeper, seats, tracks, minds }: Open) {
  const { store } = keeper;
  return {
    runs: (page = {}) => runCards(keeper, page),
    reel: (run) => reelOf(keeper, run),
    show: (run, at = {}) => show(keeper, tracks, run, at),
    asks: (run, at = {}) => showAsks(keeper, run, at),
    log: (run, at = {}) => log({ keeper, tracks }, run, at),
    tellings: (run, at = {}) => modelTellings({ keeper, tracks }, run, at),
    async seatTurn(run, { branch = MAIN, as, turnId }) {
      const track = await tracks.of(run, branch, as);
      const place = await store.locate(run, turnId);
      return place ? track.head(place) : null;
    },
    why: (run, which, { branch = MAIN } = {}) => why(keeper, run, branch, which),
    whySo: (run, of, at = {}) => minds.whySo(run, of, at),
    knows: (run, thing, at = {}) => minds.knows(run, thing, at),
    recall: (run, cue) => minds.recall(run, cue),
    async *follow(run, { branch = MAIN, as, after, signal }) {
      await keeper.head(run, branch);
      const track = as === undefined ? null : await tracks.of(run, branch, as);
      const from = after === undefined ? null : await standing(keeper, seats, { run, branch, as, id: after });
      yield* follow(keeper, run, branch, { as, track, from, signal });
    },
    async *calls(run, { branch = MAIN, ...which } = {}) {
      yield* callLines(store, run, await keeper.head(run, branch), which);
    },
    async bill({ run } = {}) {
      if (run !== undefined) await keeper.head(run, MAIN);
      const rows = await store.runs();
      return billOf(store, run === undefined ? rows : rows.filter(({ id }) => id === run));
    },
    async recording(run, { branch = MAIN } = {}) {
      return writeRecording(await recordingOf(store, run, await keeper.head(run, branch)));
    },
    verify: (run) => verify(keeper, run),
  } satisfies Partial<Runs>;
}

function branchesOf({ keeper, tracks, caches }: Open) {
  const { store } = keeper;
  return {
    async branches(run) {
      await keeper.run(run);
      return (await store.branches(run)).map(({ name, head, parent }) => ({ name, head: headView(head), parent }));
    },
    takenBack: (run) => takenBack(keeper, run),
    async createBranch(run, branch) {
      const created = await createBranch(keeper, run, branch);
      caches.rest();
      return created;
    },
    async rollback(run, to, { branch = MAIN } = {}) {
      const moved = await rollback(keeper, run, branch, to);
      caches.rest();
      return moved;
    },
    async diff(run, a, b) {
      const [before, after] = [await momentNamed(keeper, run, a), await momentNamed(keeper, run, b)];
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
      caches.rest();
      if (took.kind === "turn") return took.made.line;
      const submitted = await answerAgain({ keeper, tracks }, run, took.done, {});
      if (submitted.kind === "kept") throw new Error("a god's action is kept in no inbox");
      return submitted.line as TurnLine;
    },
    async undo(run, turn, { branch = MAIN, asIfNever = false } = {}) {
      const undone = await undo(keeper, run, branch, turn, asIfNever);
      caches.rest();
      return undone;
    },
    reveal: (run, { branch = MAIN } = {}) => reveal(keeper, run, branch),
  } satisfies Partial<Runs>;
}

function seatsOf({ invitations, once }: Open) {
  return {
    invite: (run, actor, terms = {}) => invitations.invite(run, actor, terms),
    seats: (run) => invitations.list(run),
    changeSeat: (run, id, change) => invitations.change(run, id, change),
    seatOf: (token) => invitations.behind(token),
    doneOnce: (key) => once.done(key),
    keepOnce: (key, done) => once.keep(key, done),
  } satisfies Partial<Runs>;
}

function filesOf({ keeper, caches }: Open) {
  const { store } = keeper;
  return {
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
    async import(lines) {
      const done = await importRun(store, lines, sha256);
      for (const { name } of await store.branches(done.run)) keeper.moved(done.run, name);
      caches.rest();
      return done;
    },
    exports: (run) => exportCards(keeper, run),
    exportAs: (run, name, { branch = MAIN, options = {} } = {}) => writeExport(keeper, run, name, { branch, options }),
    backup: (file) => store.backup(file),
    artifact: (run, hash, at) => readArtifact(keeper, run, hash, at),
    artifacts: (run) => storedArtifacts(keeper, run),
    putArtifact: (run, file, at) => putArtifact(keeper, run, file, at),
  } satisfies Partial<Runs>;
}

async function close({ keeper, ends, caches }: Open): Promise<void> {
  await keeper.clocks.stop();
  caches.stop();
  await ends.close();
  await keeper.settled();
  await caches.write();
  await keeper.store.close();
}

/** A bug that nobody is told of ends the process, as any other does. */
function throwLater(error: unknown): void {
  queueMicrotask(() => {
    throw error;
  });
}
