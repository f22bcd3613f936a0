// What makes somebody stop who waits or walks on: words, company, harm. What comes round by the clock alone is no reason.
import type { HouseState } from "../model/state.ts";
import { soundFrom } from "../sense/scope.ts";
import type { HouseEvent } from "./events.ts";

/** Whether anything in these events, in the order they happened, is noticed by a person and worth stopping for. */
export function isRousing(state: HouseState, who: string, events: readonly HouseEvent[]): boolean {
  const { at } = state.people[who]!;
  let ambient = false;
  return events.some((event) => {
    switch (event.type) {
      case "fired":
        ambient = isAmbient(state, event.rule);
        return false;
      case "ticked":
        ambient = false;
        return false;
      case "narrated":
        return !ambient && (event.room === null || event.room === at);
      case "said":
      case "recounted":
        return event.who !== who && state.people[event.who]!.at === at;
      case "went":
        return event.who !== who && event.to === at && event.after !== who;
      case "gave":
        return event.who !== who && event.to === who;
      case "noised":
        return soundFrom(state, event.room, at) !== null;
      case "hurt":
        return event.who === who;
      case "brought":
        return event.person === who || event.to === at;
      case "ended":
        return true;
      default:
        return false;
    }
  });
}

/** Rain that falls every fourth turn is no news. */
const isAmbient = ({ rules = [] }: HouseState, id: string): boolean => {
  const on = rules.find((rule) => rule.id === id)?.on;
  return on !== null && on !== undefined && "every" in on;
};
