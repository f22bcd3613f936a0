// Carries out an author's rules when a turn is settled: those that were set off, then those of time, then those with a condition that has come to hold.
//
// All rules that one thing sets off are judged before any of them is carried out, so that none of them undoes the reason
// for the next. In one chain a rule fires once, and rules that wait for nothing but a condition fire once in all: so
// every author's rules come to an end.
import type { Dice } from "@orrery/kernel";
import type { Effect, Rule } from "../model/rule.ts";
import { type HouseState, isClocked, own } from "../model/state.ts";
import { LIMITS } from "../model/text.ts";
import { placeOf } from "../model/thing.ts";
import { isLed, leaderOf, walkWithFollowers } from "../people/company.ts";
import { walkRoutes } from "../people/routes.ts";
import { choiceOf } from "../words/wordings.ts";
import { exitsFrom, holds, inFull } from "./conditions.ts";
import { apply, type HouseEvent, type Of } from "./events.ts";
import { isRousing } from "./rousing.ts";
import { isForPeople, mayFire } from "./triggers.ts";

/** A turn being settled: what has happened in it so far, and the state that this leads to. */
export class Settling {
  readonly events: HouseEvent[] = [];
  #state: HouseState;
  constructor(state: HouseState) {
    this.#state = state;
  }
  get state(): HouseState {
    return this.#state;
  }
  get over(): boolean {
    return this.#state.ended !== null;
  }
  happen<E extends HouseEvent>(event: E): void {
    const change = apply[event.type] as (state: HouseState, event: HouseEvent) => HouseState;
    this.#state = change(this.#state, event);
    this.events.push(event);
  }
}

interface Due {
  readonly rule: Rule;
  /** Who set it off; null when time did. */
  readonly by: string | null;
}

/** Rules where there is time or anything to go by; then the first ending that holds. */
export function passTime(turn: Settling, dice: Dice): void {
  if (isClocked(turn.state)) runRules(turn, dice);
  if (turn.over) return;
  const ending = turn.state.endings.find(({ when }) => when !== undefined && holds(turn.state, when));
  if (ending) turn.happen({ type: "ended", ending: ending.id });
}

function runRules(turn: Settling, dice: Dice): void {
  const { rules = [], due = [], spent = 0, time = 0, idle = 0 } = turn.state;
  const { turn: who } = turn.state;
  for (const chain of chainsOf(dueIn(turn.state))) fireAll(turn, chain, dice);
  answerPeople(turn, due.length, time, dice);
  if (due.length > 0 && spent === 0 && !turn.over) turn.happen({ type: "ticked", time });
  for (let now = time + 1; now <= time + spent && !turn.over; now++) {
    const since = turn.events.length;
    turn.happen({ type: "ticked", time: now });
    const timed = rules.filter(
      ({ on }) => on && (("after" in on && on.after === now) || ("every" in on && now % on.every === 0)),
    );
    fireAll(
      turn,
      timed.map((rule) => ({ rule, by: null })),
      dice,
    );
    if (!turn.over) walkRoutes(turn, now);
    answerPeople(turn, 0, now, dice);
    waiting(turn, rules, dice);
    const left = time + spent - now;
    if (left === 0 || left >= idle || turn.over || !isRousing(turn.state, who, turn.events.slice(since))) continue;
    turn.happen({ type: "roused", who, left });
    break;
  }
  waiting(turn, rules, dice);
  answerPeople(turn, 0, turn.state.time ?? 0, dice);
}

const dueIn = ({ rules = [], due = [] }: HouseState): Due[] =>
  due.map(({ rule, by }) => ({ rule: rules.find(({ id }) => id === rule)!, by }));

/** What people did on their rounds, or on a rule's word. Each sets off a rule at most once a moment, so every turn ends. */
function answerPeople(turn: Settling, since: number, time: number, dice: Dice): void {
  const answered = new Set<string>();
  for (let from = since; !turn.over; from = 0) {
    const due = dueIn(turn.state)
      .slice(from)
      .filter(({ rule }) => rule.on !== null && isForPeople(rule.on));
    if (due.length === 0) return;
    turn.happen({ type: "ticked", time });
    const fresh = due.filter(({ rule, by }) => !answered.has(`${rule.id} ${by}`));
    for (const { rule, by } of fresh) answered.add(`${rule.id} ${by}`);
    for (const chain of chainsOf(fresh)) fireAll(turn, chain, dice);
    waiting(turn, turn.state.rules ?? [], dice);
  }
}

/** What was done twice in one turn sets a rule off twice, one chain after the other. */
function chainsOf(due: readonly Due[]): Due[][] {
  const chains: Due[][] = [];
  for (const one of due) {
    const free = chains.find((chain) => !chain.some(({ rule }) => rule.id === one.rule.id));
    if (free) free.push(one);
    else chains.push([one]);
  }
  return chains;
}

/** Rules without a trigger, until none of them has its moment any more. */
function waiting(turn: Settling, rules: readonly Rule[], dice: Dice): void {
  for (;;) {
    const ready = rules.filter((rule) => rule.on === null && mayFire(turn.state, rule));
    if (ready.length === 0 || turn.over) return;
    fireAll(
      turn,
      ready.map((rule) => ({ rule, by: null })),
      dice,
    );
  }
}

function fireAll(turn: Settling, first: readonly Due[], dice: Dice): void {
  const fired = new Set<string>();
  for (let batch = first; batch.length > 0; ) {
    const ready = batch.filter(({ rule }) => !fired.has(rule.id) && mayFire(turn.state, rule));
    const next: Due[] = [];
    for (const { rule, by } of ready) {
      if (turn.over) return;
      if (fired.has(rule.id)) continue;
      fired.add(rule.id);
      fire(turn, { rule, by }, dice);
      for (const other of turn.state.rules ?? [])
        if (other.on && "rule" in other.on && other.on.rule === rule.id) next.push({ rule: other, by });
    }
    batch = next;
  }
}

function fire(turn: Settling, { rule, by }: Due, dice: Dice): void {
  turn.happen({ type: "fired", rule: rule.id, by });
  for (const effect of rule.do) {
    if (turn.over) return;
    const event = eventOf(turn.state, effect, rule.id, by, dice);
    if (event)
      for (const one of event.type === "went" ? walkWithFollowers(turn.state, event) : [event]) turn.happen(one);
  }
}

/** What an effect comes to, for a rule or a ruling that somebody set off; null where it is so already. */
export function eventOf(
  state: HouseState,
  effect: Effect,
  rule: string,
  by: string | null,
  dice: Dice,
): HouseEvent | null {
  if ("tell" in effect) {
    const [first, ...more] = effect.tell as [string, ...string[]];
    const purpose = `tell ${rule}`;
    // Whether the rule has fired an odd or an even number of times halves the ways, so that none is told twice running.
    const odd = (own(state.fired ?? {}, rule) ?? 0) % 2 === 0 ? [purpose] : [];
    const text = more.length === 0 ? first : choiceOf(dice, { odd }).pick(purpose, [first, ...more]);
    const room = effect.in ?? (by === null || effect.everywhere ? null : state.people[by]!.at);
    return { type: "narrated", text: inFull(state, text), room };
  }
  if ("says" in effect) return { type: "said", who: effect.person, text: inFull(state, effect.says) };
  if ("goes" in effect) return walk(state, effect.person, effect.goes);
  if ("follows" in effect) {
    const { person: who, follows: whom } = effect;
    return who === whom || leaderOf(state, who) === whom ? null : { type: "joined", who, whom };
  }
  if ("stays" in effect) {
    const { person: who, stays } = effect;
    if (stays) return isLed(state, who) && leaderOf(state, who) === null ? null : { type: "stayed", who };
    return isLed(state, who) ? { type: "released", who } : null;
  }
  if ("move" in effect) {
    const event = { type: "placed", thing: effect.move, at: effect.at, quiet: true } as const;
    // Where the pieces are by then is not the author's to foresee.
    return isCircle(state, event) ? { type: "baulked", rule, reason: "into_itself", thing: effect.move } : event;
  }
  if ("set" in effect) {
    const { set: what } = effect;
    if ("open" in effect)
      return { type: "changed", what, set: effect.open ? { open: true, locked: false } : { open: false } };
    if ("locked" in effect)
      return { type: "changed", what, set: effect.locked ? { locked: true, open: false } : { locked: false } };
    return "lit" in effect
      ? { type: "changed", what, set: { on: effect.lit }, quiet: true }
      : { type: "changed", what, set: { dark: effect.dark }, quiet: true };
  }
  if ("reveal" in effect)
    return state.things[effect.reveal]!.hidden ? { type: "revealed", thing: effect.reveal } : null;
  if ("hide" in effect) return state.things[effect.hide]!.hidden ? null : { type: "hid", thing: effect.hide };
  if ("flag" in effect) return { type: "flagged", flag: effect.flag, is: effect.is };
  if ("counter" in effect) {
    const to = "to" in effect ? effect.to : (own(state.counters ?? {}, effect.counter) ?? 0) + effect.add;
    return { type: "counted", counter: effect.counter, to: Math.max(-LIMITS.count, Math.min(LIMITS.count, to)) };
  }
  if ("break" in effect) {
    const it = own(state.doors, effect.break) ?? state.things[effect.break]!;
    return it.broken ? null : { type: "broke", what: effect.break };
  }
  if ("noise" in effect) {
    const room = effect.in ?? (by === null ? null : state.people[by]!.at);
    return room === null ? null : { type: "noised", text: effect.noise, room };
  }
  if ("hurt" in effect) return { type: "hurt", who: effect.hurt, by: effect.by };
  if ("mood" in effect)
    return {
      type: "mooded",
      person: effect.person,
      mood: effect.mood,
      until: (state.moment ?? 0) + effect.turns,
    };
  if ("glimpse" in effect) return { type: "glimpsed", who: effect.to, room: effect.glimpse, by: effect.by };
  return { type: "ended", ending: effect.end };
}

/** By a way that is there, seen leaving and coming; else all at once. Who is played does not walk unasked. */
function walk(state: HouseState, who: string, to: string): HouseEvent | null {
  const from = state.people[who]!.at;
  if (from === to) return null;
  const exit = state.players.includes(who) ? undefined : exitsFrom(state, from).find((one) => one.to === to);
  return exit
    ? { type: "went", who, from, to, direction: exit.direction }
    : { type: "brought", person: who, to, quiet: true };
}

function isCircle(state: HouseState, { thing, at }: Pick<Of<"placed">, "thing" | "at">): boolean {
  for (let place = at; !("heldBy" in place); ) {
    const id = placeOf(place);
    if (id === thing) return true;
    const holder = own(state.things, id);
    if (!holder) return false;
    place = holder.at;
  }
  return false;
}
