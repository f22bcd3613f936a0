// Which rules an event sets off: what a player did, or somebody else where the rule says so. They are carried out when the turn is settled.

import type { Act } from "../model/person.ts";
import { ANYONE, type Rule, type Trigger } from "../model/rule.ts";
import { type HouseState, own } from "../model/state.ts";
import { plainWords } from "../model/text.ts";
import { holds } from "./conditions.ts";
import type { HouseEvent } from "./events.ts";

interface DoneAct {
  /** An act of every house, or `verb` of the author's. */
  readonly act: Act | null;
  readonly verb?: string;
  readonly number?: number | undefined;
  readonly words?: string | undefined;
  readonly target: string | null;
  readonly other: string | null;
  readonly who: string;
}

/** The state with the rules noted that this event sets off. */
export function setOff(state: HouseState, event: HouseEvent): HouseState {
  if (state.rules === undefined || state.rules.length === 0) return state;
  const deed = doneActOf(event);
  if (deed === null) return state;
  const due = state.rules.flatMap(({ id, on }) =>
    on && (deed.who === state.turn || isForPeople(on)) && isSetOff(on, deed) ? [{ rule: id, by: deed.who }] : [],
  );
  return due.length === 0 ? state : { ...state, due: [...(state.due ?? []), ...due] };
}

/** A rule waits for what the player whose turn it is does, unless `by` says otherwise. */
export const isForPeople = (on: Trigger): boolean => "by" in on && on.by !== null;

/** Whether the newest of the rules that are due may fire as things stand: then what was done was not in vain. */
export const isAnswered = (before: HouseState, after: HouseState): boolean =>
  (after.due ?? []).slice(before.due?.length ?? 0).some(({ rule }) => {
    const one = after.rules?.find(({ id }) => id === rule);
    return one !== undefined && mayFire(after, one);
  });

export const mayFire = (state: HouseState, { id, when, once }: Rule): boolean =>
  !(once && own(state.fired ?? {}, id) !== undefined) && (when === undefined || holds(state, when));

function isSetOff(on: Trigger, { act, verb, target, other, who, number, words }: DoneAct): boolean {
  if (!("act" in on || "verb" in on)) return false;
  if ("act" in on ? on.act !== act : on.verb !== verb || (on.number !== undefined && on.number !== number))
    return false;
  return (
    (on.words === undefined || (words !== undefined && plainWords(words).includes(plainWords(on.words)))) &&
    (on.target === null || on.target === target) &&
    (on.other === null || on.other === other) &&
    (on.by === null || on.by === ANYONE || on.by === who)
  );
}

/** What somebody did, or null for what nobody did and for what was tried in vain. */
function doneActOf(event: HouseEvent): DoneAct | null {
  const doneAct = (act: Act, target: string | null, other: string | null = null): DoneAct | null =>
    "who" in event ? { act, target, other, who: event.who } : null;
  switch (event.type) {
    case "looked":
      return event.at === undefined
        ? null
        : doneAct(event.how === "text" ? "read" : event.how === "into" ? "search" : "examine", event.at);
    case "went":
      return doneAct("go", event.to);
    case "took":
      return doneAct("take", event.thing);
    case "found":
      return doneAct("search", event.cover);
    case "wore":
      return doneAct("wear", event.thing);
    case "removed":
      return doneAct("remove", event.thing);
    case "dropped":
      return doneAct("drop", event.thing);
    case "put":
      return doneAct("put", event.thing, event.into);
    case "opened":
      return doneAct("open", event.what);
    case "closed":
      return doneAct("close", event.what);
    case "unlocked":
      return doneAct("unlock", event.what, event.key);
    case "locked":
      return doneAct("lock", event.what, event.key);
    case "switched":
      return doneAct(event.on ? "light" : "extinguish", event.thing);
    case "gave":
      return doneAct("give", event.thing, event.to);
    case "showed":
      return doneAct("show", event.thing, event.to);
    case "requested":
      return doneAct("request", event.thing, event.from);
    case "said":
      return { ...doneAct("say", event.to ?? null)!, words: event.text };
    case "performed": {
      const { who, verb, target = null, with: tool, to, number, words } = event;
      return { act: null, verb, target, other: tool ?? to ?? null, who, number, words };
    }
    case "asked":
      return doneAct("ask", event.to, event.about);
    case "informed":
      return doneAct("tell", event.to, event.about);
    case "caught":
      return doneAct("catch", event.whom, event.about);
    case "used":
      return doneAct(event.how, event.what, event.with ?? null);
    case "attempted":
      return doneAct("attempt", event.target, event.with);
    case "waited":
      return doneAct("wait", null);
    default:
      return null;
  }
}
