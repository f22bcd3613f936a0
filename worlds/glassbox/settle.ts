// What a window of answers comes to: intents are resolved together in a fixed order, and time runs on to the next one who must be asked.
//
// Order at one tick: reports and the button; kills; sabotage; everything else. What is left of equal claims to one thing
// (two reports, one victim, one system, one place in the scanner) is for the dice, which know no seats.
import type { Dice } from "@orrery/kernel";
import { afterEnd, callMeeting, finish, proceed } from "./meet.ts";
import { bodyId, buttonWorks, living, outcomeOf, spotOf, USE_RANGE, witnessesOf } from "./rules.ts";
import { runOf, type StationMotion, type Stride } from "./run.ts";
import { SABOTAGES, type System } from "./sabotages/index.ts";
import { ticksOf } from "./settings.ts";
import type { GlassEvent, GlassState, Intent } from "./shape.ts";
import { stationOf } from "./station/index.ts";
import { Unfolding } from "./unfold.ts";
import { distance } from "./ways.ts";

/** The world's `settle`. `stride` is `skip` but where a test proves that `step` gives the same. */
export function settle(state: GlassState, dice: Dice, stride: Stride = "skip"): readonly GlassEvent[] {
  const turn = new Unfolding(state, dice);
  if (state.phase === "ENDED") turn.happen({ type: "closed", tick: state.tick });
  else if (state.phase === "MEETING") meet(turn, stride);
  else play(turn, stride, false);
  return turn.events;
}

function meet(turn: Unfolding, stride: Stride): void {
  const deeds = turn.state.meeting!.stage === "consolidation";
  if (!proceed(turn)) return;
  turn.happen({ type: "resumed", tick: turn.state.tick });
  if (deeds) {
    play(turn, stride, true);
    return;
  }
  const run = runOf(turn, stride);
  run.lookRound();
  run.flush();
  for (const id of living(turn.state)) turn.fire(id, "MEETING_END", turn.state.tick);
  turn.ask();
}

/** `fresh`: all rise from one table, and look round. */
function play(turn: Unfolding, stride: Stride, fresh: boolean): void {
  if (turn.state.phase === "LOBBY") turn.happen({ type: "started", tick: 0 });
  const handed = intents(turn);
  if (report(turn, handed)) return;
  const run = runOf(turn, stride);
  const won = kill(turn, handed, run) ? outcomeOf(turn.state) : null;
  if (won) {
    run.flush();
    finish(turn, won.winner, won.by);
    return;
  }
  sabotage(turn, handed, run);
  act(turn, handed, run);
  if (fresh && !run.over) run.lookRound();
  if (!run.over) run.go();
  if (turn.state.phase === "ENDED") afterEnd(turn);
  else if (turn.state.phase === "PLAYING") run.leave();
}

type Handed<T extends Intent = Intent> = { readonly seat: number; readonly id: string; readonly intent: T };

/** What has been handed in, in seat order. */
function intents(turn: Unfolding): readonly Handed[] {
  const out: Handed[] = [];
  for (let seat = 0; seat < turn.ids.length; seat++) {
    const id = turn.ids[seat]!;
    const { intent } = turn.player(id);
    if (intent !== null) out.push({ seat, id, intent });
  }
  return out;
}

const ofType = <T extends Intent["type"]>(handed: readonly Handed[], type: T) =>
  handed.filter(({ intent }) => intent.type === type) as Handed<Extract<Intent, { type: T }>>[];

/** One of several with the same right to something. */
const one = <T>(turn: Unfolding, purpose: string, list: readonly [T, ...T[]]): T =>
  list.length === 1 ? list[0] : turn.dice.pick(purpose, list);

interface MeetingCall {
  readonly by: string;
  readonly body: string | null;
  readonly place: string;
}

/** A report, or a hand on the button, stops everything else of the same moment. */
function report(turn: Unfolding, handed: readonly Handed[]): boolean {
  const { state } = turn;
  const calls: MeetingCall[] = [];
  for (const { id: by, intent } of handed) {
    if (intent.type !== "interact") continue;
    if (intent.object === "button" && isAtButton(state, by))
      calls.push({ by, body: null, place: stationOf(state.settings).hub });
    for (const { who, place } of state.bodies) if (bodyId(who) === intent.object) calls.push({ by, body: who, place });
  }
  if (calls.length === 0) return false;
  const { by, body, place } = one(turn, "caller", calls as [MeetingCall, ...MeetingCall[]]);
  for (const { id: killer, intent } of ofType(handed, "kill")) {
    const { target } = intent;
    turn.happen({ type: "kill_interrupted", by: killer, who: target, tick: state.tick });
    turn.keep(killer, "KILL_INTERRUPTED", state.tick, { player: target });
  }
  callMeeting(turn, by, body, place);
  return true;
}

function isAtButton(state: GlassState, id: string): boolean {
  const player = state.players[id]!;
  const { place, x, y } = spotOf(state, player);
  const button = stationOf(state.settings).site.get("button")!;
  return (
    place === button.place && distance(x, y, button.x, button.y) <= USE_RANGE && buttonWorks(state, player, state.tick)
  );
}

/** True when somebody has died. */
function kill(turn: Unfolding, handed: readonly Handed[], run: StationMotion): boolean {
  const killing = ofType(handed, "kill");
  if (killing.length === 0) return false;
  const { tick } = turn.state;
  const wanted = new Map<string, string[]>();
  for (const { id: by, intent } of killing) wanted.set(intent.target, [...(wanted.get(intent.target) ?? []), by]);
  // All of them happen at once: who sees which is settled before anyone falls.
  const kills = [...wanted].map(([who, killers]) => {
    const by = one(turn, "killer", killers as [string, ...string[]]);
    const { place, x, y } = spotOf(turn.state, turn.player(who));
    const witnesses = witnessesOf(turn.state, { place, x, y }, by, who);
    return { by, who, place, x, y, witnesses, late: killers.filter((id) => id !== by) };
  });
  for (const { by, who, place, x, y, witnesses, late } of kills) {
    for (const id of [who, by]) run.hands.release(run.pawns[turn.ids.indexOf(id)]!);
    turn.happen({ type: "killed", by, who, place, x, y, witnesses, tick });
    for (const id of late)
      turn.happen({ type: "failed", who: id, intent: { type: "kill", target: who }, reason: "too_late", tick });
  }
  for (const { by, who, place, witnesses } of kills) {
    turn.fire(who, "DEATH", tick, { how: "killed", by, location: place });
    for (const to of witnesses)
      if (turn.player(to).life === "alive")
        turn.fire(to, "KILL_WITNESSED", tick, { killer: by, victim: who, location: place });
  }
  run.refresh();
  return true;
}

const DOORS_PREFIX = "doors_";

function sabotage(turn: Unfolding, handed: readonly Handed[], run: StationMotion): void {
  const { tick, settings } = turn.state;
  const wanted = ofType(handed, "sabotage").filter(({ id }) => turn.player(id).intent !== null);
  if (wanted.length === 0) return;
  const systems = wanted.filter(({ intent: { system } }) => !system.startsWith(DOORS_PREFIX));
  if (systems.length > 0) {
    const { id: by, intent: first } = one(turn, "saboteur", systems as [(typeof systems)[0], ...typeof systems]);
    breakDown(turn, by, first.system as System, run);
    for (const { id, intent } of systems)
      if (id !== by) turn.happen({ type: "failed", who: id, intent, reason: "too_late", tick });
  }
  const rooms = new Set(
    wanted.flatMap(({ intent: { system } }) =>
      system.startsWith(DOORS_PREFIX) ? [system.slice(DOORS_PREFIX.length)] : [],
    ),
  );
  for (const room of rooms) {
    const closers = wanted.flatMap(({ id, intent }) => (intent.system === DOORS_PREFIX + room ? [id] : []));
    const by = one(turn, "closer", closers as [string, ...string[]]);
    const until = tick + ticksOf(settings.doorsMs);
    turn.happen({ type: "doors_closed", by, room, until, ready: tick + ticksOf(settings.doorsCooldownMs), tick });
    for (const id of turn.ids)
      if (turn.player(id).life === "alive" && spotOf(turn.state, turn.player(id)).place === room)
        turn.fire(id, "SABOTAGE_START", tick, { system: "doors", location: room });
  }
  run.refresh();
}

function breakDown(turn: Unfolding, by: string, system: System, run: StationMotion): void {
  const before = turn.state;
  const { tick, settings } = before;
  const { limit: clock, effect } = SABOTAGES[system];
  const limit = clock === null ? null : settings[clock];
  const until = limit === null ? null : tick + ticksOf(limit);
  turn.happen({ type: "sabotaged", by, sabotage: { system, since: tick, until, fixed: [] }, tick });
  if (limit !== null) turn.fireAll("SABOTAGE_CRITICAL", tick, { system, seconds: limit / 1000 });
  if (effect === "dark") turn.fireAll("LIGHTS_OUT", tick, { system });
  turn.fireAll("SABOTAGE_START", tick, { system });
  for (const one of run.pawns) run.reachAnew(one, before, tick);
}

/** Feet and hands. Nobody's depend on another's, but for those who reach for one thing. */
function act(turn: Unfolding, handed: readonly Handed[], run: StationMotion): void {
  // A player killed or gone by now does nothing more.
  const hands = handed.filter(({ id }) => {
    const { intent, life } = turn.player(id);
    return intent !== null && life !== "gone";
  });
  const order = compete(hands) ? turn.dice.shuffle("hands", hands) : hands;
  for (const { seat, intent } of order) {
    if (run.over) return;
    const one = run.pawns[seat]!;
    if (intent.type === "move") {
      if (run.spotOf(one).place === intent.to) run.stop(one);
      else run.walk(one, run.station.middle.get(intent.to)!, { to: intent.to, follow: null, caught: false, use: null });
    } else if (intent.type === "follow") run.follow(one, intent.who);
    else if (intent.type === "fake") run.hands.use(one, intent.site, "fake");
    else if (intent.type === "interact") {
      if (one.player.vent !== null) run.hands.crawl(one, intent.object);
      else if (run.station.site.has(intent.object)) run.hands.use(one, intent.object, "interact");
    }
  }
}

/** Whether two reach for the same thing. */
function compete(hands: readonly Handed[]): boolean {
  if (hands.length < 2) return false;
  const objects = ofType(hands, "interact").map(({ intent }) => intent.object);
  return new Set(objects).size < objects.length;
}
