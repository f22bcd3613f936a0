// What a god of houses can do beside amending: put things and people anywhere, open, close, lock, unlock and switch.
import type { GodAction } from "@orrery/kernel";
import { type HouseState, own } from "../model/state.ts";
import type { House } from "../shape.ts";
import { apply, type HouseEvent } from "./events.ts";
import { valid } from "./valid.ts";

type Of<K> = Extract<GodAction<House>, { type: K }>;

/** A sentence refuses. A place is judged before anyone perceives it: nobody can look into a box that is inside itself. */
export const godDecide = {
  move(state: HouseState, { targetId, metadata }: Of<"move">): readonly HouseEvent[] | string {
    if ("at" in metadata) {
      if (!own(state.things, targetId)) return `There is no thing "${targetId}". A person is moved with a room.`;
      const event = { type: "placed", thing: targetId, at: metadata.at } as const;
      const [broken] = valid(apply.placed(state, event));
      return broken === undefined ? [event] : `${targetId} cannot go there: ${broken}.`;
    }
    if (!own(state.people, targetId))
      return `There is no person "${targetId}". A thing is moved with a place to be at.`;
    if (!own(state.rooms, metadata.room)) return `There is no room "${metadata.room}".`;
    return [{ type: "brought", person: targetId, to: metadata.room }];
  },
  set(state: HouseState, { targetId: what, metadata: set }: Of<"set">): readonly HouseEvent[] | string {
    const door = own(state.doors, what);
    const thing = own(state.things, what);
    if (!door && !thing) return `There is no door or thing "${what}".`;
    if ("open" in set && !door && !thing?.container?.lid) return `"${what}" neither opens nor closes.`;
    if ("locked" in set && !(door ?? thing)?.lock) return `"${what}" has no lock.`;
    if ("on" in set && !thing?.light) return `"${what}" gives no light.`;
    return [{ type: "changed", what, set }];
  },
};
