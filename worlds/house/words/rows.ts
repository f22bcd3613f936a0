// Several acts of one kind, one after the other, told as one: things taken, moments waited, what was looked at. Says where such a row ends.
import type { HousePercept, ToldEvent } from "../sense/told.ts";
import { and, fromThe, lies, list, sentence, the, toward, upper } from "./grammar.ts";
import { narrate } from "./narrate.ts";
import { isOwn, type Piece, type Teller } from "./teller.ts";

type Handled = Extract<ToldEvent, { type: "took" | "dropped" | "put" }>;

/** Things taken or put away one after the other make one sentence. */
export function gatherHandled(groups: readonly (readonly HousePercept[])[]): Handled[] {
  const out: Handled[] = [];
  for (const group of groups) {
    const told = group.length === 1 ? group[0]!.told : null;
    if (told?.type !== "took" && told?.type !== "dropped" && told?.type !== "put") break;
    if (out[0] && (out[0].type !== told.type || placeIn(out[0]) !== placeIn(told))) break;
    out.push(told);
  }
  return out;
}
const placeIn = (told: Handled): string =>
  told.type === "put" ? `${told.how} ${told.into.id}` : (told.from?.id ?? "");

export function together(all: readonly Handled[]): string {
  const [first] = all as [Handled];
  const things = list(
    all.map(({ thing }) => thing),
    the,
  );
  if (first.type === "put") return `You put ${things} ${first.how} ${the(first.into)}.`;
  if (first.type === "dropped") return `You put down ${things}.`;
  const { from, how } = first;
  return `You take ${things}${from ? ` ${how === "in" ? "out of" : "from"} ${the(from)}` : ""}.`;
}

/** How often one waited in a row, up to the first time that something came of it. */
export function countWaits(groups: readonly (readonly HousePercept[])[]): number {
  let times = 0;
  for (const group of groups) {
    if (group[0]?.told?.type !== "waited") break;
    times++;
    if (group.length > 1) break;
  }
  return times;
}

export function underName(teller: Teller, percept: HousePercept): string {
  const told = percept.told as Extract<ToldEvent, { type: "looked" }>;
  const words = narrate(teller, percept)
    .map(({ text }) => text)
    .join(" ");
  return `${told.at ? upper(the(told.at)) : "Yourself"}: ${words}`;
}

/** What was looked at, when several things were, one after the other: each under its name. */
export function inspectionsOf({ who }: Teller, groups: readonly (readonly HousePercept[])[]): HousePercept[] {
  const out: HousePercept[] = [];
  for (const group of groups) {
    const told = group.length === 1 ? group[0]!.told : null;
    if (told?.type !== "looked" || told.how !== "at" || told.who.id !== who) break;
    out.push(group[0]!);
  }
  return out.length > 1 ? out : [];
}

/** What happened in a row: who only comes through is told of once, and so are footsteps next door, however many. */
export function inARow(teller: Teller, percepts: readonly HousePercept[]): Piece[] {
  // Where light comes or goes, everything is told as it came.
  if (percepts.some(({ scene }) => scene.lit !== teller.lit)) return percepts.flatMap((one) => narrate(teller, one));
  const steps = percepts.filter(({ told }) => told?.type === "stepped" && told.where !== undefined);
  const gone = new Set<HousePercept>();
  return percepts.flatMap((percept, i) => {
    if (gone.has(percept)) return [];
    if (steps.length > 1 && steps.includes(percept))
      return percept === steps[0] ? [{ text: comeAndGo(steps.map(({ told }) => told as Stepped)) }] : [];
    const on = wentOn(teller, percepts, i);
    if (!on) return narrate(teller, percept);
    gone.add(on);
    const came = percept.told as Went;
    const { direction } = on.told as Went;
    const way = came.back!.includes(direction!) ? "goes back" : "goes on";
    return [
      { text: sentence(`${the(came.who)} comes in ${fromThe(came.back![0]!)} and ${way} ${toward(direction!)}`) },
    ];
  });
}

type Went = Extract<ToldEvent, { type: "went" }>;
type Stepped = Extract<ToldEvent, { type: "stepped" }>;

/** The percept in which a person who came in goes on, with only other walkers in between. */
function wentOn(teller: Teller, percepts: readonly HousePercept[], at: number): HousePercept | null {
  const { told, into } = percepts[at]!;
  if (told?.type !== "went" || isOwn(told, teller.who) || into || told.after) return null;
  if (told.direction !== undefined || !told.back?.length) return null;
  for (const next of percepts.slice(at + 1)) {
    const then = next.told;
    if (then?.type === "stepped") continue;
    if (then?.type !== "went" || then.after || next.into) return null;
    if (then.who.id === told.who.id) return then.direction === undefined ? null : next;
  }
  return null;
}

const comeAndGo = (steps: readonly Stepped[]): string => {
  const where = new Set(steps.map(({ where }) => (where ? lies(where) : "somewhere near")));
  return `Footsteps come and go ${and([...where])}.`;
};

export type Glimpsed = Extract<ToldEvent, { type: "glimpsed" }>;
export const isQuiet = (told: ToldEvent): told is Glimpsed =>
  told.type === "glimpsed" && told.by === "sound" && told.voices === 0;
export const nothingStirs = (all: readonly Glimpsed[]): string =>
  `Nothing stirs ${and(
    all.map(({ direction }) => (direction === "" ? "next door" : lies(direction))),
    "or",
  )}.`;
