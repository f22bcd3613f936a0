// Questions to oneself, answered from one's own view and memory: where, who, which way, what was said. It looks at nothing new and takes no time.

import type { Named, Seen } from "../sense/scope.ts";
import { allSeen, talkers } from "../sense/seen.ts";
import { find, type HouseView, keeperOf, lockIn } from "../sense/view.ts";
import { ways } from "../words/describe.ts";
import { lastSeen } from "../words/explain.ts";
import { and, areAll, is, list, sentence, subjectIs, the, toward, upper, within } from "../words/grammar.ts";
import { hourInWords } from "../words/hour.ts";
import { CHOICES, choicesOf } from "./choices.ts";
import { usesOf } from "./uses.ts";

export const QUESTIONS = [
  "company",
  "people",
  /** Who was in this room before. */
  "visitors",
  "place",
  "state",
  "way",
  "exits",
  "words",
  /** What can be done with a thing, a door or a person. */
  "uses",
  "options",
  /** What hour it is, and how long there is left. */
  "time",
  ...CHOICES,
] as const;
export type Question = (typeof QUESTIONS)[number];
export interface Asked {
  readonly what: Question;
  readonly id?: string;
  readonly about?: string;
}

const SAID_MAX = 6;

export function answer(view: HouseView, { what, id, about }: Asked): string {
  switch (what) {
    case "company":
      return company(view);
    case "people":
      return everybody(view);
    case "visitors":
      return visitors(view);
    case "place":
      return placeIn(view, id ?? "");
    case "state":
      return standing(view, id ?? "");
    case "way":
      return wayTo(view, id ?? "");
    case "exits":
      return ways(view.exits, view.lit) || "You see no way on from here.";
    case "words":
      return words(view, id, about);
    case "uses":
      return usesOf(view, id ?? "");
    case "options":
      return options(view);
    case "time":
      return time(view);
    default:
      return choicesOf(view, what);
  }
}

function company({ people, lit }: HouseView): string {
  if (!lit) return "It is too dark to tell.";
  if (people.length === 0) return "There is nobody here but you.";
  return `${upper(list(people, the))} ${areAll(people)} here.`;
}

/** Who is here, where the others were last seen, and who is known by name only. */
function everybody(view: HouseView): string {
  const seen = view.absent.flatMap(({ person, room, last }) => {
    const at = room ?? last?.room;
    const gone = room === null && last?.left !== undefined ? `, going ${toward(last.left)}` : "";
    return at ? [`${the(person)} ${within(at)}${gone}`] : [];
  });
  const unseen = view.absent.filter(({ room, last }) => room === null && !last);
  return [
    company(view),
    ...(seen.length === 0 ? [] : [`You last saw ${and(seen)}.`]),
    ...(unseen.length === 0
      ? []
      : [
          `Where ${list(
            unseen.map(({ person }) => person),
            the,
          )} may be, you do not know.`,
        ]),
  ].join(" ");
}

/** People that the player has seen in this room; a mind holds no other visits. */
function visitors(view: HouseView): string {
  const before = view.absent.filter(({ room }) => room?.id === view.room.id).map(({ person }) => person);
  const seen = before.length === 0 ? "" : `You last saw ${list(before, the)} in this very room.`;
  const [here] = view.lit ? talkers(view) : [];
  const more = here
    ? `${seen === "" ? "Of anybody who was here before you, you know nothing yet" : "Of anybody else, you know nothing"}. You could ask ${the(here)} who was ${within(view.room)}.`
    : `${seen === "" ? "You have met nobody here, and nobody has told you who was" : "You have seen nobody else here"}. If you meet somebody, you could ask who was ${within(view.room)}.`;
  return [seen, more].filter(Boolean).join(" ");
}

function placeIn(view: HouseView, id: string): string {
  const found = find(view, id);
  const topic = view.topics.find((one) => one.id === id);
  if (!found) {
    if (view.elsewhere?.some((door) => door.id === id)) return doorElsewhere(view, id);
    const room = view.map[id]?.room;
    if (room) return `You are not ${within(room)}. You are here: ${the(view.room)}.`;
    return topic
      ? `Where ${the(topic)} ${is(topic)}, you do not know. ${sourcesClause(view, id) || `You could ASK somebody ABOUT ${the(topic).toUpperCase()}.`}`
      : "You do not know.";
  }
  const name = the(found.it);
  switch (found.is) {
    case "self":
      return `You are here: ${the(view.room)}.`;
    case "person":
      return `${upper(name)} ${is(found.it)} right here.`;
    case "door": {
      const exit = view.exits.find(({ door }) => door?.id === id);
      return `${upper(name)} is right here${exit ? `: it leads ${toward(exit.direction)}` : ""}.`;
    }
    case "thing":
      return sentence(
        `${found.it.reach === "held" ? "you have" : `${name} ${is(found.it)} ${whereOf(view, found.it)}`}${found.it.reach === "held" ? ` ${name}` : ""}`,
      );
    case "felt":
      return `${upper(name)} must be somewhere near, but it is too dark to see.`;
    default:
      return lastSeen(view, id).trim() || `You do not know where ${subjectIs(found.it)}.`;
  }
}

function doorElsewhere({ map, elsewhere }: HouseView, id: string): string {
  const sides = Object.keys(map)
    .sort()
    .flatMap((room) => (map[room]!.exits.some(({ door }) => door === id) ? [map[room]!.room] : []));
  const name = upper(the(elsewhere!.find((door) => door.id === id)!));
  return `${name} is ${sides.length > 1 ? `between ${list(sides, the)}` : within(sides[0]!)}.`;
}

function whereOf(view: HouseView, it: Seen): string {
  const keeper = keeperOf(view, it.id);
  const holder = keeper === null ? null : find(view, keeper);
  if (!holder || keeper === view.room.id) return "right here";
  if (holder.is === "self") return "with you";
  if (holder.is === "person") return `in the hands of ${the(holder.it)}`;
  return `${"in" in it.at ? "in" : "on"} ${the(holder.it)}`;
}

const CLOCK = /\b(\p{L}*clock|\p{L}*watch|sundial|hourglass|chronometer)$/iu;
const HOUR =
  "noon|midday|midnight|dawn|daybreak|sunrise|sunset|dusk|nightfall|dark|tonight|tomorrow|morning|afternoon|evening|o['’]clock";
const LIMIT = new RegExp(
  `\\b(by|before|until|till|within)\\s+(\\p{L}+\\s+){0,2}(${HOUR}|minutes?|hours?|days?)\\b`,
  "iu",
);
const AN_HOUR = new RegExp(`\\b(${HOUR})\\b`, "iu");

/** What tells the hour, and what was told of it at the beginning, above all by when. Rules may count turns; nobody sees them do it. */
function time(view: HouseView): string {
  const clock = allSeen(view).find(({ name }) => CLOCK.test(name));
  const known = clock ? undefined : view.remembered.find(({ card }) => CLOCK.test(card.name))?.card;
  const lines = view.opening.match(/[^.!?]+[.!?]+/g)?.map((line) => line.replace(/\s+/g, " ").trim()) ?? [];
  const told = lines.find((line) => LIMIT.test(line)) ?? lines.find((line) => AN_HOUR.test(line));
  const shows = view.clock
    ? `It is ${hourInWords(view.clock.minute)}.`
    : clock
      ? `You could look at ${the(clock)}.`
      : known
        ? `You could look at ${the(known)}.${lastSeen(view, known.id)}`
        : "Nothing that you can see tells the time.";
  const limit = told
    ? `At the beginning you heard: “${told}”`
    : "You have heard of no hour by which anything must be done.";
  return `${shows} ${limit}`;
}

/** Open or closed, locked as far as one has found out, lit, worn. */
function standing(view: HouseView, id: string): string {
  const found = find(view, id);
  if (!found) return "You do not know.";
  const { it } = found;
  const shut = "open" in it ? it.open : "container" in it && it.container?.lid ? it.container.open : null;
  const lock = lockIn(view, id);
  const parts = [
    ...(shut === null ? [] : [shut ? "open" : "closed"]),
    ...(shut === false && lock?.locked === true ? ["locked"] : []),
    ...(shut === false && lock?.locked === false ? ["not locked"] : []),
    ...("light" in it && it.light ? [it.light.on ? "lit" : "not lit"] : []),
    ...("worn" in it && it.worn ? ["being worn"] : []),
  ];
  const untried =
    shut === false && lock && lock.locked === null ? " Whether it is locked, you have yet to find out." : "";
  const fitting = lock?.locked === false ? [] : view.holding.filter((key) => lock?.fits.includes(key.id));
  const key = fitting.map((one) => ` ${upper(the(one))} fits the lock.`).join("");
  if (parts.length === 0) return `There is no more to say of ${the(it)} than meets the eye: you could look closer.`;
  const seen = found.is === "remembered" ? "was, when you last saw it," : is(it);
  return `${upper(the(it))} ${seen} ${and(parts)}.${untried}${key}`;
}

/** Along the ways of which one knows where they lead. */
function wayTo({ room, map, exits }: HouseView, to: string): string {
  const goal = map[to]?.room;
  if (!goal) return "You do not know the way there. Nobody has shown it to you yet.";
  if (to === room.id) return `You are there: this is ${the(goal)}.`;
  const came = new Map<string, { readonly from: string; readonly direction: string }>();
  const todo = [room.id];
  for (let at = todo.shift(); at !== undefined && !came.has(to); at = todo.shift()) {
    for (const { direction, to: next } of map[at]?.exits ?? []) {
      if (next === null || next === room.id || came.has(next)) continue;
      came.set(next, { from: at, direction });
      todo.push(next);
    }
  }
  const steps: string[] = [];
  for (let at = came.get(to); at; at = came.get(at.from)) steps.unshift(at.direction);
  if (steps.length === 0) return `You know of no way from here to ${the(goal)}.`;
  const door = exits.find(({ direction }) => direction === steps[0])?.door;
  const shut = door && !door.open ? `, through ${the(door)}, which is closed` : "";
  const way = steps.map((step, i) => (step === steps[i - 1] ? `${toward(step)} again` : toward(step))).join(", then ");
  return sentence(`to get to ${the(goal)}, go ${way}${steps.length === 1 ? shut : ""}`);
}

/** What one has heard and read, of somebody or about something, newest last. */
function words(view: HouseView, from: string | undefined, about: string | undefined): string {
  const subjectOf = about === undefined ? null : findNamed(view, about);
  const names = subjectOf ? [subjectOf.name, ...subjectOf.aliases].map((name) => name.toLowerCase()) : [];
  const said = view.memories.filter(
    ({ kind, from: by, text }) =>
      kind !== "said" &&
      kind !== "noise" &&
      (from === undefined || by?.id === from) &&
      (names.length === 0 || by?.id === about || names.some((name) => text.toLowerCase().includes(name))),
  );
  const heard = sourcesClause(view, about);
  if (said.length === 0) {
    const who = from === undefined ? null : findNamed(view, from);
    const of = subjectOf ? ` about ${the(subjectOf)}` : "";
    if (heard !== "" && from === undefined) return heard;
    return who ? `You recall nothing that ${the(who)} said${of}.` : `You recall nothing that was said${of}.`;
  }
  const lines = said
    .filter(isLast)
    .slice(-SAID_MAX)
    .map(({ kind, from: by, text }) => {
      const quote = `“${text.replace(/\s+/g, " ").trim()}”`;
      if (kind === "thought") return `You thought: ${quote}`;
      if (kind === "read") return `You read on ${by ? the(by) : "something"}: ${quote}`;
      return `${by ? upper(the(by)) : "A voice you did not know"} said: ${quote}`;
    });
  return [...(heard === "" ? [] : [heard]), ...lines].join("\n");
}

/** The player's sources for a topic. */
function sourcesClause({ topics }: HouseView, about: string | undefined): string {
  const topic = topics.find(({ id }) => id === about);
  if (!topic || topic.sources.length === 0) return "";
  const sources = topic.sources.map((from) =>
    from === null ? "a voice you did not know" : from.pronouns ? the(from) : `what stands on ${the(from)}`,
  );
  return `You have heard of ${the(topic)} from ${and([...new Set(sources)])}.`;
}

/** What was said in the same words again counts once, the last time. */
const isLast = ({ kind, from, text }: HouseView["memories"][number], i: number, all: HouseView["memories"]): boolean =>
  !all.slice(i + 1).some((one) => one.kind === kind && one.from?.id === from?.id && one.text === text);

const findNamed = (view: HouseView, id: string): Named | null =>
  find(view, id)?.it ??
  view.topics.find((topic) => topic.id === id) ??
  view.elsewhere?.find((door) => door.id === id) ??
  null;

/** What there is to do: the ways on, and ways of speaking with what is at hand. */
function options(view: HouseView): string {
  const near = allSeen(view).filter((one) => one.reach === "near" && !one.fixed);
  const closed = [...allSeen(view).filter(({ container }) => container?.lid && !container.open), ...doorsShut(view)];
  const tips = [
    ...(near.length > 0 ? [`TAKE ${the(near[0]!).toUpperCase()}`] : []),
    ...(closed.length > 0 ? [`OPEN ${the(closed[0]!).toUpperCase()}`] : []),
    ...talkers(view)
      .slice(0, 1)
      .flatMap((one) => [`ASK ${the(one).toUpperCase()} ABOUT something`, `SAY something`]),
    "EXAMINE or SEARCH whatever is named",
    "INVENTORY",
    "WAIT",
  ];
  const goes = ways(view.exits, view.lit);
  return `Say in plain words what you do: ${and(tips, "or")}.${goes === "" ? "" : ` ${goes}`} LOOK shows where you are. If you are at a loss, ask for a HINT.`;
}

const doorsShut = (view: HouseView): Named[] => view.exits.flatMap(({ door }) => (door && !door.open ? [door] : []));
