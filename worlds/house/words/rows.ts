// Several acts of one kind, one after the other, told as one: things taken, moments waited, what was looked at. Says where such a row ends.
import type { HousePercept, Told } from "../sense/told.ts";
import { and, lies, list, the, upper } from "./grammar.ts";
import { narrate } from "./narrate.ts";
import type { Teller } from "./teller.ts";

type Handled = Extract<Told, { type: "took" | "dropped" | "put" }>;

/** Things taken or put away one after the other make one sentence. */
export function gathered(groups: readonly (readonly HousePercept[])[]): Handled[] {
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
export function waited(groups: readonly (readonly HousePercept[])[]): number {
  let times = 0;
  for (const group of groups) {
    if (group[0]?.told?.type !== "waited") break;
    times++;
    if (group.length > 1) break;
  }
  return times;
}

export function underName(teller: Teller, percept: HousePercept): string {
  const told = percept.told as Extract<Told, { type: "looked" }>;
  const words = narrate(teller, percept)
    .map(({ text }) => text)
    .join(" ");
  return `${told.at ? upper(the(told.at)) : "Yourself"}: ${words}`;
}

/** What was looked at, when several things were, one after the other: each under its name. */
export function inspected({ who }: Teller, groups: readonly (readonly HousePercept[])[]): HousePercept[] {
  const out: HousePercept[] = [];
  for (const group of groups) {
    const told = group.length === 1 ? group[0]!.told : null;
    if (told?.type !== "looked" || told.how !== "at" || told.who.id !== who) break;
    out.push(group[0]!);
  }
  return out.length > 1 ? out : [];
}

export type Glimpsed = Extract<Told, { type: "glimpsed" }>;
export const isQuiet = (told: Told): told is Glimpsed =>
  told.type === "glimpsed" && told.by === "sound" && told.voices === 0;
export const nothingStirs = (all: readonly Glimpsed[]): string =>
  `Nothing stirs ${and(
    all.map(({ direction }) => (direction === "" ? "next door" : lies(direction))),
    "or",
  )}.`;
