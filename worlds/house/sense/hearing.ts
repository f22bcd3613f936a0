// What is heard: words, noises and steps; and what people say that they know.
import { type HouseState, own } from "../model/state.ts";
import { placeOf } from "../model/thing.ts";
import { type Account, isPresent } from "../people/sightings.ts";
import { exitsFrom } from "../rules/conditions.ts";
import type { Of } from "../rules/events.ts";
import { is, object, subject as subjectOf, the, toward, upper, was, within } from "../words/grammar.ts";
import {
  cardOf,
  doorCard,
  isLit,
  knowsVoice,
  type Named,
  namedPerson,
  overlooks,
  peopleIn,
  sees,
  soundFrom,
  waysBack,
} from "./scope.ts";
import { namedOfAny, roomNamed } from "./seen.ts";
import type { ToldEvent } from "./told.ts";

/** Words: heard where they are said, and through an open way in the next room. */
export function hearWords(
  state: HouseState,
  { who, to }: { readonly who: string; readonly to?: string },
  listener: string,
  words: () => string,
): ToldEvent | null {
  const [room, here] = [state.people[who]!.at, state.people[listener]!.at];
  const sound = room === here ? null : soundFrom(state, room, here);
  if (room !== here && !sound?.open) return null;
  return {
    type: "said",
    who: knowsVoice(state, listener, who) ? namedPerson(state, who) : null,
    text: words(),
    ...(to !== undefined && (who === listener || sees(state, listener, who)) ? { to: namedPerson(state, to) } : {}),
    ...(sound ? { where: sound.direction } : {}),
  };
}

/** In the room itself one sees what makes the noise; one room further it is only heard, through closed doors too. */
export function hearNoise(state: HouseState, { room, text }: Of<"noised">, to: string): ToldEvent | null {
  const sound = soundFrom(state, room, state.people[to]!.at);
  return sound ? { type: "noised", text, from: sound.direction } : null;
}

export function describeGlimpse(state: HouseState, { who, room, by }: Of<"glimpsed">): ToldEvent {
  const there = peopleIn(state, room, who);
  const lit = by === "sight" && isLit(state, room);
  const way = exitsFrom(state, state.people[who]!.at).find((exit) => exit.to === room);
  return {
    type: "glimpsed",
    room: roomNamed(state, room),
    by,
    people: lit ? there.map((id) => namedPerson(state, id)) : [],
    voices: lit ? 0 : there.length,
    direction: way?.direction ?? "",
  };
}

/** What somebody knows, in their own words to the asker, who is "you". */
export function recount(state: HouseState, { who, to, about, says, accounts }: Of<"recounted">): string {
  const name = (id: string) => (id === who ? "me" : id === to ? "you" : the(namedOfAny(state, id)));
  const known = accounts.map((account) => {
    const { subject, room, holder, left, from, when } = account;
    const it = own(state.people, subject) ? namedPerson(state, subject) : cardOf(state, subject);
    const isAbout = subject === about;
    const isYou = subject === to;
    if (isPresent(state, who, account))
      return isYou ? "There is nobody here but you and me." : presentOf(state, account, it, to, isAbout);
    const whom = isYou ? "you" : isAbout ? object(it) : name(subject);
    const here = room === state.people[who]!.at ? " here" : "";
    const there = isAbout ? `${here} ${within(roomNamed(state, room))}` : here || " there";
    const ago = agoOf((state.moment ?? 0) - when);
    const had =
      holder === undefined || holder === subject
        ? ""
        : holder === who
          ? `, and I had ${object(it)}`
          : `, and ${name(holder)} had ${object(it)}`;
    const went = left === undefined ? "" : `, going ${toward(left)}`;
    return from === null
      ? `I saw ${whom}${there}${went}${had}, ${ago}.`
      : `${upper(from === who ? "I" : name(from))} told me that ${isYou ? "you were" : `${isAbout ? subjectOf(it) : name(subject)} ${was(it)}`}${there}${had}, ${ago}.`;
  });
  return [...(says === undefined ? [] : [says]), ...known].join(" ");
}

/** "It is right here, on the shelf." */
function presentOf(state: HouseState, { subject, holder }: Account, it: Named, to: string, isAbout: boolean): string {
  if (!isAbout) return `${upper(the(it))} ${is(it)} here.`;
  const be = `${upper(subjectOf(it))} ${it.pronouns === "they" ? "are" : is(it)}`;
  if (holder !== undefined)
    return holder === to ? `You have ${object(it)}.` : `${upper(the(namedOfAny(state, holder)))} has ${object(it)}.`;
  const at = own(state.things, subject)?.at;
  const place = at === undefined ? undefined : own(state.things, placeOf(at));
  return place && at ? `${be} right here, ${"on" in at ? "on" : "in"} ${the(place)}.` : `${be} right here.`;
}

/** Speech with its accounts listed, for minds that remember who said what. */
export const withAccounts = (
  state: HouseState,
  { accounts }: Of<"recounted">,
  told: ToldEvent | null,
): ToldEvent | null =>
  told?.type !== "said"
    ? told
    : {
        ...told,
        accounts: accounts.map(({ subject, room }) => ({
          of: namedOfAny(state, subject),
          room: roomNamed(state, room),
        })),
      };

const agoOf = (moments: number): string =>
  moments <= 2
    ? "just now"
    : moments <= 10
      ? "a little while ago"
      : moments <= 40
        ? "a while ago"
        : "a good long while ago";

export function wentBy(before: HouseState, event: Of<"went">, after: HouseState, to: string): ToldEvent | null {
  const { who, from, direction } = event;
  const isWho = to === who;
  const [was, is] = [before.people[to]!.at, after.people[to]!.at];
  const isSeen = (room: string, at: string, state: HouseState) =>
    (isLit(before, room) || isLit(after, room)) && (at === room || (at !== event.to && overlooks(state, at, room)));
  const left = !isWho && isSeen(from, was, before);
  const met = !isWho && isLit(after, event.to) && (is === event.to || (is !== from && overlooks(after, is, event.to)));
  if (!isWho && !left && !met) return stepsOf(before, event, after, to);
  const door = before.rooms[from]!.exits.find((exit) => exit.direction === direction)?.door ?? null;
  return {
    type: "went",
    who: namedPerson(after, who),
    ...(isWho ? { between: { from: roomNamed(before, from), to: roomNamed(before, event.to) } } : {}),
    door: door === null ? null : doorCard(after, door),
    ...(isWho || left ? { direction } : {}),
    ...(isWho || met ? { back: waysBack(before, from, direction) } : {}),
    ...(event.after === undefined ? {} : { after: namedPerson(after, event.after) }),
    ...(isWho && event.implied ? { implied: true } : {}),
  };
}

/** Who walks in the dark, or in the next room, is heard and not known. */
function stepsOf(before: HouseState, event: Of<"went">, after: HouseState, to: string): ToldEvent | null {
  const { who, from, to: into } = event;
  if (after.people[who]!.silent) return null;
  const here = after.people[to]!.at;
  if (event.after === to && here === into) return { type: "stepped", coming: true, behind: true };
  if (here === into || here === from) return { type: "stepped", coming: here === into };
  const comes = soundFrom(after, into, here);
  const goes = comes?.open ? null : soundFrom(before, from, here);
  const sound = comes?.open ? comes : goes?.open ? goes : null;
  return sound ? { type: "stepped", coming: sound === comes, where: sound.direction } : null;
}
