// What a window of answers comes to: intents are resolved together in a fixed order, and time runs on to the next one who must be asked.
//
// Order at one tick: reports and the button; kills; sabotage; everything else. What is left of equal claims to one thing
// (two reports, one victim, one system, one place in the scanner) is for the dice, which know no seats.
import type { Dice } from "@orrery/kernel";
import { SITE, type System } from "./map.ts";
import { afterEnd, callMeeting, finish, proceed } from "./meet.ts";
import { bodyId, buttonWorks, decided, isCritical, PLACE_SPOT, spotOf, USE_RANGE, witnessesOf } from "./rules.ts";
import { Run, type Stride } from "./run.ts";
import { ticksOf } from "./settings.ts";
import type { GlassEvent, GlassState, Intent } from "./shape.ts";
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
  const run = new Run(turn, stride);
  run.lookRound();
  run.flush();
  turn.fireAll("MEETING_END", turn.state.tick);
  turn.ask();
}

/** `fresh`: all rise from one table, and look round. */
function play(turn: Unfolding, stride: Stride, fresh: boolean): void {
  if (turn.state.phase === "LOBBY") turn.happen({ type: "started", tick: 0 });
  const run = new Run(turn, stride);
  if (report(turn)) return;
  const won = kill(turn, run) ? decided(turn.state) : null;
  if (won) {
    run.flush();
    finish(turn, won.winner, won.by);
    return;
  }
  sabotage(turn, run);
  act(turn, run);
  if (fresh && !run.over) run.lookRound();
  if (!run.over) run.go();
  if (turn.state.phase === "ENDED") afterEnd(turn);
  else if (turn.state.phase === "PLAYING") {
    run.flush();
    turn.ask(run.random);
  }
}

/** Those who intend something of a type, in seat order. */
function intending<T extends Intent["type"]>(turn: Unfolding, type: T): Intending<T>[] {
  const out: Intending<T>[] = [];
  for (const id of turn.ids) {
    const { intent } = turn.player(id);
    if (intent?.type === type) out.push([id, intent as Extract<Intent, { type: T }>]);
  }
  return out;
}
type Intending<T extends Intent["type"]> = readonly [id: string, intent: Extract<Intent, { type: T }>];

/** One of several with the same right to something. */
const one = <T>(turn: Unfolding, purpose: string, list: readonly [T, ...T[]]): T =>
  list.length === 1 ? list[0] : turn.dice.pick(purpose, list);

interface Call {
  readonly by: string;
  readonly body: string | null;
  readonly place: string;
}

/** A report, or a hand on the button, stops everything else of the same moment. */
function report(turn: Unfolding): boolean {
  const { state } = turn;
  const calls = intending(turn, "interact").flatMap(([by, { object }]): Call[] => {
    const body = state.bodies.find(({ who }) => bodyId(who) === object);
    if (body) return [{ by, body: body.who, place: body.place }];
    return object === "button" && isAtButton(state, by) ? [{ by, body: null, place: SITE.get("button")!.place }] : [];
  });
  if (calls.length === 0) return false;
  const { by, body, place } = one(turn, "caller", calls as [Call, ...Call[]]);
  for (const [killer, { target }] of intending(turn, "kill")) {
    turn.happen({ type: "kill_interrupted", by: killer, who: target, tick: state.tick });
    turn.keep(killer, "KILL_INTERRUPTED", state.tick, { player: target });
  }
  callMeeting(turn, by, body, place);
  return true;
}

function isAtButton(state: GlassState, id: string): boolean {
  const player = state.players[id]!;
  const { place, x, y } = spotOf(state, player);
  const button = SITE.get("button")!;
  return (
    place === button.place && distance(x, y, button.x, button.y) <= USE_RANGE && buttonWorks(state, player, state.tick)
  );
}

/** True when somebody has died. */
function kill(turn: Unfolding, run: Run): boolean {
  const { tick } = turn.state;
  const wanted = new Map<string, string[]>();
  for (const [by, { target }] of intending(turn, "kill")) wanted.set(target, [...(wanted.get(target) ?? []), by]);
  // All of them happen at once: who sees which is settled before anyone falls.
  const kills = [...wanted].map(([who, killers]) => {
    const by = one(turn, "killer", killers as [string, ...string[]]);
    const { place, x, y } = spotOf(turn.state, turn.player(who));
    const witnesses = witnessesOf(turn.state, { place, x, y }, by, who);
    return { by, who, place, x, y, witnesses, late: killers.filter((id) => id !== by) };
  });
  for (const { by, who, place, x, y, witnesses, late } of kills) {
    run.release(turn.ids.indexOf(who));
    run.release(turn.ids.indexOf(by));
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
  if (kills.length > 0) run.refresh();
  return kills.length > 0;
}

const DOORS_PREFIX = "doors_";

function sabotage(turn: Unfolding, run: Run): void {
  const { tick, settings } = turn.state;
  const wanted = intending(turn, "sabotage");
  if (wanted.length === 0) return;
  const systems = wanted.filter(([, { system }]) => !system.startsWith(DOORS_PREFIX));
  if (systems.length > 0) {
    const [by, { system }] = one(turn, "saboteur", systems as [(typeof systems)[0], ...typeof systems]);
    breakDown(turn, by, system as System);
    for (const [id, intent] of systems)
      if (id !== by) turn.happen({ type: "failed", who: id, intent, reason: "too_late", tick });
  }
  const rooms = new Set(
    wanted.flatMap(([, { system }]) => (system.startsWith(DOORS_PREFIX) ? [system.slice(DOORS_PREFIX.length)] : [])),
  );
  for (const room of rooms) {
    const closers = wanted.filter(([, { system }]) => system === DOORS_PREFIX + room).map(([id]) => id);
    const by = one(turn, "closer", closers as [string, ...string[]]);
    const until = tick + ticksOf(settings.doorsMs);
    turn.happen({ type: "doors_closed", by, room, until, ready: tick + ticksOf(settings.doorsCooldownMs), tick });
    for (const id of turn.ids)
      if (turn.player(id).life === "alive" && spotOf(turn.state, turn.player(id)).place === room)
        turn.fire(id, "SABOTAGE_START", tick, { system: "doors", location: room });
  }
  run.refresh();
}

function breakDown(turn: Unfolding, by: string, system: System): void {
  const { tick, settings } = turn.state;
  const limit = system === "reactor" ? settings.reactorMs : system === "oxygen" ? settings.oxygenMs : null;
  const until = limit === null ? null : tick + ticksOf(limit);
  turn.happen({ type: "sabotaged", by, sabotage: { system, since: tick, until, fixed: [] }, tick });
  if (isCritical(system)) turn.fireAll("SABOTAGE_CRITICAL", tick, { system, seconds: limit! / 1000 });
  if (system === "lights") turn.fireAll("LIGHTS_OUT", tick, { system });
  turn.fireAll("SABOTAGE_START", tick, { system });
}

/** Feet and hands. Nobody's depend on another's, but for those who reach for one thing. */
function act(turn: Unfolding, run: Run): void {
  const seats = turn.ids.flatMap((id, i) => {
    const { intent, life } = turn.player(id);
    return intent === null || life === "gone" ? [] : [{ i, intent }];
  });
  const objects = seats.flatMap(({ intent }) => (intent.type === "interact" ? [intent.object] : []));
  const order = new Set(objects).size < objects.length ? turn.dice.shuffle("hands", seats) : seats;
  for (const { i, intent } of order) {
    if (run.over) return;
    if (intent.type === "move") {
      const spot = spotOf(turn.state, turn.player(turn.ids[i]!));
      if (spot.place === intent.to) run.stop(i);
      else run.walk(i, PLACE_SPOT.get(intent.to)!, { to: intent.to, follow: null, caught: false, use: null });
    } else if (intent.type === "follow") run.follow(i, intent.who);
    else if (intent.type === "fake") run.use(i, intent.site, "fake");
    else if (intent.type === "interact") {
      if (turn.player(turn.ids[i]!).vent !== null) run.crawl(i, intent.object);
      else if (SITE.has(intent.object)) run.use(i, intent.object, "interact");
    }
  }
}
