// Steps that nobody asked for and that what was asked for plainly needs: a thing is picked up, a coat taken off, a lid opened.
//
// Only what is free to do is implied. A lock, a fixed thing or another's hands are in the way still, and show themselves.
import { type Failure, fail, failureOf, type Outcome, refuse } from "@orrery/kernel";
import { type HouseState, own } from "../model/state.ts";
import type { House } from "../shape.ts";
import type { HouseEvent } from "./events.ts";

export const inHand = (state: HouseState, who: string, thing: string): readonly HouseEvent[] => {
  const { at } = state.things[thing]!;
  return "heldBy" in at && at.heldBy === who ? [] : [{ type: "took", who, thing, implied: true }];
};

export const risingFirst = (state: HouseState, who: string): readonly HouseEvent[] =>
  own(state.posed ?? {}, who) ? [{ type: "rose", who, implied: true }] : [];

export const unworn = (state: HouseState, who: string, thing: string): readonly HouseEvent[] =>
  state.things[thing]!.worn ? [{ type: "removed", who, thing, implied: true }] : [];

/** A locked lid looks like any closed one, and is tried in vain. */
export function open(state: HouseState, who: string, what: string): readonly HouseEvent[] {
  const thing = own(state.things, what);
  if (!thing?.container || thing.container.open || thing.container.transparent || thing.supporter) return [];
  return thing.lock?.locked
    ? [{ type: "tried", who, reason: "container_locked", what }]
    : [{ type: "opened", who, what, implied: true }];
}

/** The steps, and then the deed; where a step fails, the deed is not come to. */
export function after(steps: readonly HouseEvent[], deed: () => Outcome<House>): Outcome<House> {
  const last = steps.at(-1);
  if (last?.type === "tried")
    return {
      ...fail(refuse("container_locked", { id: last.what }), last),
      events: steps as unknown as Failure<House>["events"],
    };
  const outcome = deed();
  const failure = failureOf(outcome);
  return failure
    ? { ...failure, events: [...steps, ...failure.events] as unknown as Failure<House>["events"] }
    : [...steps, ...(outcome as readonly HouseEvent[])];
}
