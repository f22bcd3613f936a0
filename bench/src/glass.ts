// Figures of the Glass Box: whole games of ten by seats that follow a script, against the clock of the games themselves.
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import {
  type Action,
  type Answer,
  decideTurn,
  type Engine,
  type Frame,
  keyedDice,
  loadWorld,
  seal,
  viewOf,
} from "@orrery/kernel";
import {
  type GlassBox,
  type GlassConfig,
  type GlassState,
  type GlassView,
  glassbox,
  settle,
  type TriggerConfig,
} from "@orrery/worlds/glassbox";
import { peerMoves } from "./games.ts";
import { KEY, openUnderKey, sha256 } from "./memory-run.ts";
import { type FigureValue, inRounds, middle, type RoundPace, ratio, tellRate } from "./rounds.ts";

type Script = (view: GlassView, actorId: string, salt: string) => Action<GlassBox>;
/** Settings, and what all ten seats do. */
interface ScriptedGame {
  readonly config: GlassConfig;
  readonly script: Script;
}

/** Written out where it matters to the length of a game, so that no change of a preset moves a figure. */
const CONFIG: GlassConfig = {
  preset: "model",
  settings: {
    interruptAsk: false,
    preparationAsk: false,
    deliberationAsk: false,
    consolidationAsk: false,
    gameEndAsk: false,
    discussionRounds: 1,
    decisionMs: 5000,
    ghostDecisionMs: 30_000,
    killCooldownMs: 15_000,
    firstSabotageMs: 10_000,
    sabotageCooldownMs: 30_000,
    commonTasks: 1,
    longTasks: 1,
    shortTasks: 1,
    crewMuted: [
      "PLAYER_ENTERS_FOV",
      "PLAYER_EXITS_FOV",
      "OBJECT_IN_RANGE",
      "COOLDOWN_READY",
      "SABOTAGE_START",
      "SABOTAGE_END",
      "LIGHTS_ON",
    ],
    impostorMuted: [
      "PLAYER_ENTERS_FOV",
      "PLAYER_EXITS_FOV",
      "OBJECT_IN_RANGE",
      "BODY_IN_FOV",
      "DESTINATION_REACHED",
      "TASK_COMPLETE",
      "SABOTAGE_START",
      "SABOTAGE_END",
      "LIGHTS_OUT",
      "LIGHTS_ON",
    ],
  },
};
export const PINNED: ScriptedGame = { config: CONFIG, script };
/** What anybody can start: the preset as it is, and seats that say themselves what they are to be woken for. */
export const SHIPPED: ScriptedGame = { config: { preset: "model" }, script: heeding };
const GAMES = 20;
const MICROSECONDS_A_TICK = 100_000;
const stepping = loadWorld<GlassBox>({ ...glassbox, settle: (state, dice) => settle(state, dice, "step") }, sha256);
const skipping = loadWorld<GlassBox>(glassbox, sha256);

/** Seconds of game clock in one second of the processor: whole games stepped at 10 Hz, with all that a run owes for them. */
export async function glassGameFigure(pace: RoundPace): Promise<FigureValue> {
  let n = 0;
  const run = () => playGame(stepping, PINNED, `game ${n++ % GAMES}`) * MICROSECONDS_A_TICK;
  return perSecond(await inRounds([{ name: "games", run }], "cpu", pace));
}

/** The same for the rules alone: answers resolved, time stepped through, events folded. */
export async function glassRulesFigure(pace: RoundPace): Promise<FigureValue> {
  const asked: GlassState[] = [];
  let ticks = 0;
  for (let n = 0; n < GAMES; n++) ticks += playGame(stepping, PINNED, `game ${n}`, (state) => asked.push(state));
  const dice = keyedDice(sha256, { ...KEY, lane: "station", depth: 0 }, "@settle");
  const run = () => {
    for (const state of asked) settle(state, dice, "step");
    return ticks * MICROSECONDS_A_TICK;
  };
  return perSecond(await inRounds([{ name: "games", run }], "cpu", pace));
}

/**
 * A game when idle time is skipped, in moves of boardgame.io's tic-tac-toe that the same processor makes meanwhile. `skip`
 * is by the rules alone: dealt, asked, each seat's script on its view, decided, time run on, events folded. `owed` is all
 * that a run owes for the same games.
 */
export async function glassSkipFigures(
  pace: RoundPace,
  table: ScriptedGame,
): Promise<{ skip: FigureValue; owed: FigureValue }> {
  const seeds = Array.from({ length: GAMES }, (_, n) => `game ${n}`);
  for (const seed of seeds)
    if (playRules(table, seed) !== playGame(skipping, table, seed))
      throw new Error(`${seed} is another game by its rules alone`);
  const all = (play: (seed: string) => number) => () => {
    for (const seed of seeds) play(seed);
    return GAMES;
  };
  const cases = [
    { name: "skip", run: all((seed) => playRules(table, seed)) },
    { name: "owed", run: all((seed) => playGame(skipping, table, seed)) },
    { name: "move", run: peerMoves() },
  ];
  const samples = await inRounds(cases, "cpu", pace);
  for (const name of ["skip", "owed", "move"]) tellRate(name, samples);
  return { skip: ratio(samples, "skip", "move"), owed: ratio(samples, "owed", "move") };
}

/** Heap after so many games ÷ after a hundred. */
export function glassMemoryFigure(games: number): FigureValue {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as () => void;
  const heapAfter = (from: number, to: number) => {
    for (let n = from; n < to; n++) playGame(stepping, PINNED, `memory ${n}`);
    collect();
    return process.memoryUsage().heapUsed;
  };
  const early = heapAfter(0, 100);
  return { value: heapAfter(100, games) / early, noise: 0 };
}

const perSecond = (samples: ReadonlyMap<string, readonly number[]>): FigureValue =>
  middle(samples.get("games")!.map((share) => 1 / share));

/** One game from the lobby to its end: views, admission, events, minds, texts and hashes. Its ticks. */
function playGame(
  engine: Engine<GlassBox>,
  { config, script }: ScriptedGame,
  seed: string,
  settling: (state: GlassState) => void = () => {},
): number {
  const key = { seed, salt: KEY.salt };
  let { frame }: { frame: Frame<GlassBox> } = openUnderKey(engine, config, seed);
  for (let turn = 1; ; turn++) {
    const asks = engine.world.asks(frame.state);
    if (asks.length === 0) return frame.state.tick;
    const given: Answer<GlassBox>[] = asks.map((ask) => {
      const view = viewOf(engine, frame, ask.to);
      const provenance = { actor: ask.to, ask: ask.id, by: "agent" as const };
      return { actor: ask.to, ask, actions: [script(view, ask.to, seed + turn)], provenance, saw: { frame, view } };
    });
    settling(intending(frame.state, given));
    const draft = decideTurn(engine, frame, "station", given, key);
    frame = seal(engine, frame, draft, { id: `${turn}`, createdAt: turn, rawText: "", salt: KEY.salt }).frame;
  }
}

/** The same game by its rules alone: no memories, no verdicts, no text. Its ticks. */
function playRules({ config, script }: ScriptedGame, seed: string): number {
  const { world } = skipping;
  let state = world.open(config, keyedDice(sha256, { seed, salt: KEY.salt, lane: "@open", depth: 0 }, "world"));
  const nothing = world.mind!.open(state, "");
  for (let turn = 1; ; turn++) {
    const asks = world.asks(state);
    if (asks.length === 0) return state.tick;
    const given = asks.map(({ to }) => ({ actions: [script(world.view(state, to, nothing), to, seed + turn)] }));
    state = intending(state, given);
    const dice = keyedDice(sha256, { seed, salt: KEY.salt, lane: "station", depth: turn - 1 }, "@settle");
    for (const event of world.settle!(state, dice, "answers")) state = world.apply[event.type](state, event as never);
  }
}

/** What `settle` is given: the state in which all have handed in what they will do. */
function intending(state: GlassState, given: readonly Pick<Answer<GlassBox>, "actions">[]): GlassState {
  let now = state;
  for (const { actions } of given) {
    const [action] = actions as [Action<GlassBox>];
    const decide = glassbox.decide[action.type] as (state: GlassState, action: unknown, dice: unknown) => never;
    for (const event of decide(now, action, null) as readonly { type: "intended" }[])
      now = glassbox.apply[event.type](now, event as never);
  }
  return now;
}

/** Report, work, go to the next work; impostors kill when they can and wander. Who came in vain looks again in a while. */
function script(view: GlassView, actorId: string, salt: string): Action<GlassBox> {
  const can = view.available_actions;
  const metadata = {};
  const some = <T>(list: readonly T[]): T => list[hash(salt + actorId) % list.length]!;
  if (can.types.includes("vote")) return { actorId, type: "vote", targetId: some(can.available_votes), metadata };
  if (can.types.includes("speak")) return { actorId, type: "speak", metadata: { text: "I saw nothing." } };
  if (can.available_kills.length > 0) return { actorId, type: "kill", targetId: some(can.available_kills), metadata };
  if (!can.types.includes("move")) return { actorId, type: can.types[0] as "wait", metadata };
  if (view.you.role === "impostor")
    return view.you.heading === null
      ? { actorId, type: "move", locationId: some(can.available_moves), metadata }
      : { actorId, type: "wait", metadata };
  const body = can.available_interactions.find((id) => id.startsWith("body_"));
  if (body) return { actorId, type: "interact", targetId: body, metadata };
  if (view.you.at_work) return { actorId, type: "wait", metadata };
  if (view.ask?.triggers.some(({ trigger_data }) => trigger_data["failed"] === true))
    return { actorId, type: "wait", metadata: { triggers: { every_n_seconds: 5 } } };
  const task = view.you.tasks.find(({ site }) => site !== null && can.available_interactions.includes(site));
  if (task) return { actorId, type: "interact", targetId: task.site!, metadata };
  const next = view.you.tasks.find(({ site, wait_seconds }) => site !== null && wait_seconds === 0);
  if (next && view.you.heading !== next.location)
    return { actorId, type: "move", locationId: next.location!, metadata };
  return { actorId, type: "wait", metadata };
}

/** What the script does nothing about. */
const UNHEEDED: TriggerConfig = {
  mute: [
    { type: "PLAYER_ENTERS_FOV" },
    { type: "VENT_WITNESSED" },
    { type: "KILL_WITNESSED" },
    { type: "LIGHTS_OUT" },
    { type: "LIGHTS_ON" },
    { type: "COOLDOWN_READY" },
  ],
};
const LATER: TriggerConfig = { every_n_seconds: 10 };
const NO_MORE: TriggerConfig = { every_n_seconds: 0 };

/** The same by seats that are woken for no more than that: they say so with their first answer, and look again only while they wait for something. */
function heeding(view: GlassView, actorId: string, salt: string): Action<GlassBox> {
  const action = script(view, actorId, salt);
  const { metadata } = action;
  const triggers = metadata.triggers
    ? LATER
    : view.phase === "LOBBY"
      ? UNHEEDED
      : view.you.triggers.every > 0
        ? NO_MORE
        : null;
  return triggers ? ({ ...action, metadata: { ...metadata, triggers } } as Action<GlassBox>) : action;
}

function hash(text: string): number {
  let h = 2166136261;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 16777619);
  return h >>> 0;
}
