// Who perceives an event, and how: the only way from the truth into a mind.
import { equal, type Percept } from "@orrery/kernel";
import { type HouseState, own } from "../model/state.ts";
import type { HouseEvent } from "../rules/events.ts";
import type { House } from "../shape.ts";
import { describeGlimpse, hearNoise, hearWords, recount, wentBy, withAccounts } from "./hearing.ts";
import {
  actOf,
  breakOf,
  FROM_AFAR,
  meansOf,
  nearDoor,
  perceiveChange,
  perceiveLook,
  perceiveRuling,
  sawAct,
  smeltBy,
  strange,
} from "./onlooking.ts";
import { cardOf, doorCard, knowsVoice, nameCard, namedPerson, overlooks, sceneOf, sees } from "./scope.ts";
import { namedOfAny, roomNamed, topicOf } from "./seen.ts";
import type { ToldEvent } from "./told.ts";
import { roomsTouchedBy } from "./touched.ts";

export function perceive(before: HouseState, event: HouseEvent, after: HouseState): Percept<House>[] {
  const touched = roomsTouchedBy(before, event, after);
  const percepts: Percept<House>[] = [];
  for (const to of idsOfPeople(after)) {
    const told = perceiveOne(before, event, after, to);
    const mayDiffer = touched === "all" || touched.has(after.people[to]!.at) || touched.has(before.people[to]!.at);
    if (told === null && (!mayDiffer || equal(sceneOf(after, to), sceneOf(before, to)))) continue;
    const into = told === null ? null : roomLookedInto(before, event, after, to);
    const scene = sceneOf(after, to);
    percepts.push({ to, what: into === null ? { told, scene } : { told, scene, into: roomNamed(after, into) } });
  }
  return percepts;
}

/** The other room in which somebody has seen this being done; null for what was before their eyes, or only heard. */
function roomLookedInto(before: HouseState, event: HouseEvent, after: HouseState, to: string): string | null {
  if (!FROM_AFAR.has(event.type) || !("who" in event) || event.who === to) return null;
  const rooms = [before.people[event.who]!.at, after.people[event.who]!.at];
  const [was, is] = [before.people[to]!.at, after.people[to]!.at];
  if (rooms[0] === was || rooms[1] === is) return null;
  return rooms.find((room) => overlooks(after, is, room) || overlooks(before, was, room)) ?? null;
}

/** In an order that does not depend on how the record came about. */
function idsOfPeople({ people }: HouseState): readonly string[] {
  let ids = peopleIds.get(people);
  if (!ids) {
    ids = Object.keys(people).sort();
    peopleIds.set(people, ids);
  }
  return ids;
}

const peopleIds = new WeakMap<object, readonly string[]>();

function perceiveOne(before: HouseState, event: HouseEvent, after: HouseState, to: string): ToldEvent | null {
  const card = (id: string) => cardOf(after, id);
  const person = (id: string) => namedPerson(after, id);
  switch (event.type) {
    case "looked":
    case "smelt":
    case "recalled":
    case "thought":
    case "halted":
    case "roused":
    case "hinted":
    case "claimed":
    case "glimpsed":
      return event.who === to ? privately(after, event) : null;
    case "went":
      return wentBy(before, event, after, to);
    case "said":
      return hearWords(after, event, to, () => event.text);
    case "recounted":
      return withAccounts(
        after,
        event,
        hearWords(after, event, to, () => recount(after, event)),
      );
    case "found":
      return sawAct(before, event, after, event.who, to)
        ? { type: "found", who: person(event.who), thing: card(event.thing), cover: card(event.cover), how: event.how }
        : null;
    case "showed":
      return sawAct(before, event, after, event.who, to)
        ? { type: "showed", who: person(event.who), thing: card(event.thing), to: person(event.to) }
        : null;
    case "passed":
      return after.players.includes(to) && (to === event.to || to === before.turn)
        ? { type: "passed", to: person(event.to) }
        : null;
    case "ended": {
      const { tone, title, text } = after.endings.find(({ id }) => id === event.ending)!;
      return { type: "ended", tone, title, text };
    }
    case "placed":
      return event.quiet ? null : strange(before, after, to, event.thing);
    case "brought":
      return event.person === to
        ? { type: "brought", to: roomNamed(after, event.to), ...(event.quiet ? { quiet: true } : {}) }
        : event.quiet
          ? null
          : strange(before, after, to, event.person);
    case "changed":
      return perceiveChange(before, event, after, to);
    case "taught":
      return event.to.includes(to)
        ? {
            type: "learned",
            topic: nameCard(event.topic, topicOf(after, event.topic)),
            from: !own(after.people, event.from)
              ? card(event.from)
              : knowsVoice(after, to, event.from)
                ? person(event.from)
                : null,
          }
        : null;
    case "suggested":
      return event.to === to
        ? {
            type: "suggested",
            who: person(event.who),
            about: event.about.map((id) => nameCard(id, topicOf(after, id))),
          }
        : null;
    case "narrated":
      return event.room === null || after.people[to]!.at === event.room ? { type: "narrated", text: event.text } : null;
    case "posed":
    case "routed":
    case "lied":
    case "forewarned":
    case "ticked":
    case "fired":
    case "baulked":
    case "revealed":
    case "hid":
    case "flagged":
    case "counted":
      return null;
    case "attempted":
      return event.waits && sawAct(before, event, after, event.who, to)
        ? { type: "attempted", who: person(event.who), ...meansOf(after, event) }
        : null;
    case "ruled":
      return perceiveRuling(before, event, after, to);
    case "broke":
      return nearDoor(after, event.what, to)
        ? { type: "broke", what: doorCard(after, event.what) }
        : breakOf(before, to, event.what);
    case "noised":
      return hearNoise(after, event, to);
    case "hurt":
      return sawAct(before, event, after, event.who, to)
        ? { type: "hurt", who: person(event.who), by: event.by }
        : null;
    case "mooded":
      return event.person !== to && sees(after, to, event.person)
        ? { type: "mooded", person: person(event.person), mood: event.mood }
        : null;
    case "opened":
    case "closed":
      return sawAct(before, event, after, event.who, to)
        ? {
            type: event.type,
            who: person(event.who),
            what: namedOfAny(after, event.what),
            ...(event.who === to && event.type === "opened" && event.implied ? { implied: true } : {}),
          }
        : nearDoor(after, event.what, to)
          ? { type: "door_moved", what: doorCard(after, event.what), open: event.type === "opened" }
          : null;
    case "unlocked":
    case "locked":
      return sawAct(before, event, after, event.who, to)
        ? { type: event.type, who: person(event.who), what: namedOfAny(after, event.what), key: card(event.key) }
        : nearDoor(after, event.what, to)
          ? { type: "lock_clicked", what: doorCard(after, event.what) }
          : null;
    default:
      return sawAct(before, event, after, event.who, to) ? actOf(before, event, after, to) : null;
  }
}

type Private = "looked" | "smelt" | "recalled" | "thought" | "halted" | "roused" | "hinted" | "claimed" | "glimpsed";

/** What nobody perceives but the person who does it. */
function privately(after: HouseState, event: Extract<HouseEvent, { type: Private }>): ToldEvent {
  const who = namedPerson(after, event.who);
  switch (event.type) {
    case "looked":
      return perceiveLook(after, event);
    case "smelt":
      return smeltBy(after, event);
    case "recalled":
      return { ...event, who };
    case "thought":
    case "claimed":
      return { type: event.type, who, text: event.text };
    case "halted":
      return { type: "halted", who, why: event.why };
    case "roused":
      return { type: "roused", who, left: event.left };
    case "glimpsed":
      return describeGlimpse(after, event);
    case "hinted": {
      const steps = after.hints?.find(({ id }) => id === event.hint)?.steps ?? [];
      return { type: "hinted", who, text: steps[event.step - 1] ?? null, step: event.step, of: steps.length };
    }
  }
}
