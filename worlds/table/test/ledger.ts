// Explains a turn from its events alone: every change of hit points, experience, gold, things and time must have its cause there.
import { entriesOf } from "../order.ts";
import { secondsBetween } from "../protocol/world-time.ts";
import type { Item } from "../rules/hero.ts";
import type { TableEvent } from "../shape.ts";
import { type Fact, NOWHERE, type TableState } from "../state.ts";
import { calendarOf } from "../time.ts";

/** What changed in a turn without a cause, one sentence a change; none is as it should be. */
export function unexplained(
  before: TableState,
  events: readonly TableEvent[],
  after: TableState,
  isStory = true,
): string[] {
  return [
    ...bodies(before, events, after),
    ...holdings("gold", goldOf(before), goldMoved(before, events), goldOf(after)),
    ...holdings("things", thingsOf(before), thingsMoved(events), thingsOf(after)),
    ...clock(before, events, after, isStory),
  ];
}

interface Body {
  readonly name: string;
  readonly hp: number;
  readonly temp: number;
  readonly xp: number;
}
const bodyOf = (one: { name: string; hp: number; temp: number; xp?: number }): Body => ({
  name: one.name,
  hp: one.hp,
  temp: one.temp,
  xp: one.xp ?? 0,
});

/** Changes of hit points and experience that are written without a word of why, or to another amount than is told. */
function bodies(before: TableState, events: readonly TableEvent[], after: TableState): string[] {
  const known = new Map(entriesOf({ ...before.heroes, ...before.npcs }).map(([id, one]) => [id, bodyOf(one)]));
  const wrong: string[] = [];
  for (const [i, event] of events.entries()) {
    if (event.type === "npc_added") known.set(event.npc.id, bodyOf(event.npc));
    if (event.type !== "hero_changed" && event.type !== "npc_changed") continue;
    const was = known.get(event.id)!;
    const is = { ...was, ...event.set };
    known.set(event.id, bodyOf(is));
    const facts = events.slice(i + 1).flatMap((one) => (one.type === "fact" ? [one.fact] : []));
    const life = is.hp + is.temp - (was.hp + was.temp);
    if (life !== 0 && !explainsLife(event.why, facts, was, is))
      wrong.push(`${was.name} went from ${was.hp}+${was.temp} to ${is.hp}+${is.temp} by "${event.why}"`);
    const xp = is.xp - was.xp;
    if (
      xp !== 0 &&
      !facts.some((fact) => fact.is === "got" && fact.who === was.name && fact.what === `${xp} experience`)
    )
      wrong.push(`${was.name} went from ${was.xp} to ${is.xp} experience by "${event.why}"`);
  }
  for (const [id, one] of entriesOf({ ...after.heroes, ...after.npcs })) {
    const { hp, temp, xp } = known.get(id)!;
    const is = bodyOf(one);
    if (is.hp !== hp || is.temp !== temp || is.xp !== xp)
      wrong.push(
        `${one.name} has ${is.hp}+${is.temp} hit points and ${is.xp} experience; the events make it ${hp}+${temp} and ${xp}`,
      );
  }
  return wrong;
}

function explainsLife(why: string, facts: readonly Fact[], was: Body, is: Body): boolean {
  const [next] = facts;
  const lost = was.hp + was.temp - (is.hp + is.temp);
  if (next?.is === "hurt" && next.who === was.name) return lost === next.amount || (is.hp === 0 && lost < next.amount);
  if (next?.is === "healed" && next.who === was.name) return -lost === next.amount;
  if (why === "undead fortitude" || why === "relentless endurance") return was.hp === 0 && is.hp === 1;
  return facts.some(
    (fact) =>
      (fact.is === "rest" && fact.who.includes(was.name) && /rest$/.test(why)) ||
      (fact.is === "level" && fact.who === was.name && why === `level ${fact.level}`),
  );
}

type Purses = ReadonlyMap<string, number>;
function holdings(what: string, before: Purses, moved: Purses, after: Purses): string[] {
  const holders = new Set([...before.keys(), ...moved.keys(), ...after.keys()]);
  return [...holders].flatMap((holder) => {
    const [was, by, is] = [before.get(holder) ?? 0, moved.get(holder) ?? 0, after.get(holder) ?? 0];
    return was + by === is ? [] : [`${what} of ${holder}: ${was} and ${by} moved, yet ${is}`];
  });
}

function goldOf({ heroes, npcs, places }: TableState): Purses {
  return new Map(entriesOf({ ...heroes, ...npcs, ...places }).map(([id, { gold }]) => [id, gold]));
}

/** Somebody who dies takes to the grave what was not moved out of the purse. */
function goldMoved(before: TableState, events: readonly TableEvent[]): Purses {
  const moved = new Map<string, number>();
  const add = (id: string, amount: number) => moved.set(id, (moved.get(id) ?? 0) + amount);
  for (const event of events) {
    if (event.type === "npc_added") add(event.npc.id, event.npc.gold);
    if (event.type === "died") add(event.id, -((before.npcs[event.id]?.gold ?? 0) + (moved.get(event.id) ?? 0)));
    if (event.type !== "gold_moved") continue;
    if (event.from !== NOWHERE) add(event.from, -event.amount);
    if (event.to !== NOWHERE) add(event.to, event.amount);
  }
  return moved;
}

const held = (holder: string, { kind }: Item) => `${holder}/${kind}`;
function thingsOf({ heroes, places }: TableState): Purses {
  const all = new Map<string, number>();
  for (const [holder, { items }] of entriesOf({ ...heroes, ...places }))
    for (const item of items) all.set(held(holder, item), (all.get(held(holder, item)) ?? 0) + item.count);
  return all;
}

function thingsMoved(events: readonly TableEvent[]): Purses {
  const moved = new Map<string, number>();
  const add = (holder: string, item: Item, count: number) =>
    holder !== NOWHERE && moved.set(held(holder, item), (moved.get(held(holder, item)) ?? 0) + count);
  for (const event of events)
    if (event.type === "item_moved") {
      add(event.from, event.item, -event.item.count);
      add(event.to, event.item, event.item.count);
    }
  return moved;
}

/** Time goes by what has passed and by nothing else, and forward in each turn that is told. */
function clock(before: TableState, events: readonly TableEvent[], after: TableState, isStory: boolean): string[] {
  const passed = events.reduce(
    (sum, event) => (event.type === "passed" ? sum + event.seconds * 1e6 + event.micros : sum),
    0,
  );
  const went = Math.round(secondsBetween(calendarOf(before.adventure), before.now, after.now) * 1e6);
  const wrong = went === passed ? [] : [`the clock went ${went} µs, and ${passed} passed`];
  if (events.some(({ type }) => type === "clock_set")) wrong.push("the clock was set");
  if (isStory && passed < 0) wrong.push(`${-passed} µs were taken back`);
  return wrong;
}
