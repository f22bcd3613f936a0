// Deeds, as the onlookers and the actor perceive them.
import { equal } from "@orrery/kernel";
import type { Attempt } from "../model/ruling.ts";
import { type HouseState, moodOf, own } from "../model/state.ts";
import { isPose } from "../model/thing.ts";
import { deedPhrase, legacyVerb, placesOf, TARGETS } from "../model/verb.ts";
import { deedTold } from "../people/wanted.ts";
import { currentWords } from "../rules/conditions.ts";
import type { HouseEvent, Of } from "../rules/events.ts";
import { isAnswered } from "../rules/triggers.ts";
import { the } from "../words/grammar.ts";
import { cardOf, doorCard, isLit, namedPerson, overlooks, sceneOf, sees, sidesOf } from "./scope.ts";
import { allSeen, findSeen, namedOfAny } from "./seen.ts";
import type { ToldEvent } from "./told.ts";

/** What can be made out through a window: what hands and feet do, and not what is said. */
export const FROM_AFAR: ReadonlySet<HouseEvent["type"]> = new Set([
  "went",
  "took",
  "wore",
  "removed",
  "dropped",
  "put",
  "opened",
  "closed",
  "unlocked",
  "locked",
  "switched",
  "gave",
  "used",
  "performed",
  "hurt",
]);

/** A distracted person notices what has changed, but not who does what. */
export const sawAct = (before: HouseState, event: HouseEvent, after: HouseState, who: string, to: string): boolean =>
  who === to ||
  (moodOf(after, to) !== "distracted" &&
    (sees(before, to, who) ||
      sees(after, to, who) ||
      sawFromAfar(before, event, who, to) ||
      sawFromAfar(after, event, who, to)));

function sawFromAfar(state: HouseState, { type }: HouseEvent, who: string, to: string): boolean {
  const room = state.people[who]!.at;
  return FROM_AFAR.has(type) && overlooks(state, state.people[to]!.at, room) && isLit(state, room);
}

export const nearDoor = (state: HouseState, what: string, who: string): boolean =>
  Object.hasOwn(state.doors, what) && sidesOf(state, what).includes(state.people[who]!.at);

export function breakOf(before: HouseState, to: string, id: string): ToldEvent | null {
  const what = findSeen(sceneOf(before, to), id);
  return what ? { type: "broke", what } : null;
}

type Visible = Extract<
  HouseEvent,
  {
    type:
      | "took"
      | "wore"
      | "removed"
      | "dropped"
      | "put"
      | "switched"
      | "gave"
      | "requested"
      | "waited"
      | "rose"
      | "tried"
      | "used"
      | "performed"
      | "asked"
      | "informed"
      | "bade"
      | "joined"
      | "stayed"
      | "released"
      | "lagged"
      | "caught";
  }
>;

export function actOf(before: HouseState, event: Visible, after: HouseState, to: string): ToldEvent | null {
  const who = namedPerson(after, event.who);
  switch (event.type) {
    case "took": {
      const { at } = before.things[event.thing]!;
      const from = "in" in at && Object.hasOwn(before.things, at.in) ? at.in : "on" in at ? at.on : null;
      return {
        type: "took",
        who,
        thing: cardOf(after, event.thing),
        ...(from === null ? {} : { from: cardOf(after, from), how: "in" in at ? "in" : "on" }),
        ...impliedFor(event, to),
      };
    }
    case "wore":
      return { type: "wore", who, thing: cardOf(after, event.thing) };
    case "removed":
      return { type: "removed", who, thing: cardOf(after, event.thing), ...impliedFor(event, to) };
    case "dropped":
      return { type: "dropped", who, thing: cardOf(after, event.thing) };
    case "put":
      return { type: "put", who, thing: cardOf(after, event.thing), how: event.how, into: cardOf(after, event.into) };
    case "switched":
      return { type: "switched", who, thing: cardOf(after, event.thing), on: event.on };
    case "gave":
      return { type: "gave", who, thing: cardOf(after, event.thing), to: namedPerson(after, event.to) };
    case "requested":
      return { type: "requested", who, thing: cardOf(after, event.thing), from: namedPerson(after, event.from) };
    case "rose":
      return { type: "rose", who, ...impliedFor(event, to) };
    case "waited":
    case "stayed":
    case "released":
      return { type: event.type, who };
    case "joined":
    case "lagged":
      return { type: event.type, who, whom: namedPerson(after, event.whom) };
    case "caught":
      return { type: "caught", by: who, whom: namedPerson(after, event.whom), about: namedOfAny(after, event.about) };
    case "bade":
      return {
        type: "bade",
        who,
        to: namedPerson(after, event.to),
        deed: deedTold(event.wanted, (id) => namedOfAny(after, id)),
      };
    case "asked":
    case "informed": {
      const told = { who, to: namedPerson(after, event.to), about: namedOfAny(after, event.about) };
      return event.type === "informed"
        ? { type: "informed", ...told }
        : { type: "asked", ...told, ...questionIn(event) };
    }
    case "used":
      return {
        type: "used",
        who,
        how: event.how,
        what: namedOfAny(after, event.what),
        ...(event.with === undefined ? {} : { with: cardOf(after, event.with) }),
        ...(event.who === to && (isPose(event.how) || isAnswered(before, after)) ? { works: true } : {}),
      };
    case "performed":
      return perceivePerformance(before, event, after, to);
    case "tried": {
      if (event.who !== to && event.reason === "not_reachable") return null;
      const what = event.reason === "no_exit" ? null : namedOfAny(after, event.what);
      return {
        type: "tried",
        who,
        reason: event.reason,
        what,
        ...(event.reason === "no_exit" ? { direction: event.what } : {}),
        ...(event.wanted === undefined ? {} : { deed: deedTold(event.wanted, (id) => namedOfAny(after, id)) }),
        ...questionIn(event),
        ...(event.other === undefined
          ? {}
          : {
              other: Object.hasOwn(after.people, event.other)
                ? namedPerson(after, event.other)
                : cardOf(after, event.other),
            }),
      };
    }
  }
}

const questionIn = ({ question }: { readonly question?: "where" }): { readonly question?: "where" } =>
  question === undefined ? {} : { question };

/** Only its actor need be told that a step was not asked for. */
const impliedFor = (event: Of<"took" | "removed" | "rose">, to: string): { readonly implied?: true } =>
  event.implied && event.who === to ? { implied: true } : {};

function perceivePerformance(
  before: HouseState,
  event: Of<"performed">,
  after: HouseState,
  listener: string,
): ToldEvent {
  const { verb, target, with: tool, to, number, words } = event;
  const known = own(after.verbs ?? {}, verb) ?? legacyVerb(verb);
  const named = [target, tool, to].flatMap((id) => (id === undefined ? [] : [namedOfAny(after, id)]));
  const call = (id: string) =>
    id === listener ? (event.who === listener ? "yourself" : "you") : the(namedOfAny(after, id));
  const place = target === undefined ? null : [...placesOf(known)].find((one) => TARGETS.includes(one));
  const deed = deedPhrase(known, {
    ...(place ? { [place]: call(target!) } : {}),
    ...(tool === undefined ? {} : { with: call(tool) }),
    ...(to === undefined ? {} : { to: call(to) }),
    ...(number === undefined ? {} : { number: String(number) }),
    ...(words === undefined ? {} : { words: `"${words}"` }),
  });
  const isOwn = event.who === listener;
  return {
    type: "performed",
    who: namedPerson(after, event.who),
    deed,
    about: named,
    ...(isOwn && known.otherwise !== undefined ? { otherwise: known.otherwise } : {}),
    ...(known.grave ? { grave: true } : {}),
    ...(isOwn && isAnswered(before, after) ? { works: true } : {}),
  };
}

export function perceiveLook(state: HouseState, { who, how, at }: Of<"looked">): ToldEvent {
  const base = { type: "looked", who: namedPerson(state, who), how } as const;
  if (at === undefined || at === who)
    return { ...base, description: at === who ? currentWords(state, state.people[who]!, "description") : "" };
  const door = own(state.doors, at);
  if (door) return { ...base, at: doorCard(state, at), description: currentWords(state, door, "description") };
  const scene = sceneOf(state, who);
  const person = scene.people.find(({ id }) => id === at);
  if (person) return { ...base, at: person, description: currentWords(state, state.people[at]!, "description") };
  const thing = state.things[at]!;
  return {
    ...base,
    at: allSeen(scene).find(({ id }) => id === at)!,
    description:
      how === "text" ? (currentWords(state, thing, "text") ?? "") : currentWords(state, thing, "description"),
  };
}

export function smeltBy(state: HouseState, { who, at }: Of<"smelt">): ToldEvent {
  const it =
    at === undefined
      ? state.rooms[state.people[who]!.at]!
      : (own(state.doors, at) ?? own(state.things, at) ?? state.people[at]!);
  return {
    type: "smelt",
    who: namedPerson(state, who),
    what: at === undefined ? null : namedOfAny(state, at),
    text: currentWords(state, it, "smell") ?? null,
  };
}

export const meansOf = (state: HouseState, { how, target, with: tool }: Attempt) => ({
  how,
  what: target === null ? null : namedOfAny(state, target),
  with: tool === null ? null : namedOfAny(state, tool),
});

export function perceiveRuling(
  before: HouseState,
  event: Of<"ruled">,
  after: HouseState,
  to: string,
): ToldEvent | null {
  const { attempt, outcome, ruling, roll } = event;
  const own = attempt.who === to;
  if (!own && (outcome === "impossible" || !sawAct(before, event, after, attempt.who, to))) return null;
  return {
    type: "ruled",
    who: namedPerson(after, attempt.who),
    ...meansOf(after, attempt),
    outcome,
    text: own ? (outcome === "success" ? ruling.success.tell : ruling.failure.tell) : null,
    stakes: own ? ruling.stakes : null,
    difficulty: own ? ruling.difficulty : 0,
    roll: own ? roll : null,
  };
}

/** A thing or person that is suddenly in sight, or no longer. */
export function strange(before: HouseState, after: HouseState, to: string, id: string): ToldEvent | null {
  const was = findSeen(sceneOf(before, to), id);
  const is = findSeen(sceneOf(after, to), id);
  if (is && (!was || !equal(is, was))) return { type: "appeared", what: is };
  return was && !is ? { type: "vanished", what: was } : null;
}

export function perceiveChange(
  before: HouseState,
  { what, set, quiet }: Of<"changed">,
  after: HouseState,
  to: string,
): ToldEvent | null {
  const seen = nearDoor(after, what, to) ? doorCard(after, what) : findSeen(sceneOf(before, to), what);
  if (!seen || quiet) return null;
  if (set.open !== undefined) return { type: "door_moved", what: seen, open: set.open };
  if (set.on !== undefined) return { type: "lit", what: seen, on: set.on };
  return { type: "lock_clicked", what: seen };
}
