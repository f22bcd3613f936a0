// What can happen in a house, and what each happening does to the state.
import type { HouseState, Placement } from "./model.ts";

export const LOOKS = ["around", "at", "into", "text", "self"] as const;
export type Look = (typeof LOOKS)[number];

/** Why something that was tried did not work: hidden from whoever tried it until then. */
export type Hidden =
  | "door_locked"
  | "door_closed"
  | "container_locked"
  | "wrong_key"
  | "already_locked"
  | "already_unlocked"
  | "not_reachable"
  | "not_wanted"
  | "not_given"
  | "no_exit";

export type HouseEvent =
  | { readonly type: "looked"; readonly who: string; readonly how: Look; readonly at?: string }
  | {
      readonly type: "went";
      readonly who: string;
      readonly from: string;
      readonly to: string;
      readonly direction: string;
    }
  | { readonly type: "took"; readonly who: string; readonly thing: string }
  | { readonly type: "dropped"; readonly who: string; readonly thing: string }
  | {
      readonly type: "put";
      readonly who: string;
      readonly thing: string;
      readonly how: "in" | "on";
      readonly into: string;
    }
  | { readonly type: "opened"; readonly who: string; readonly what: string }
  | { readonly type: "closed"; readonly who: string; readonly what: string }
  | { readonly type: "unlocked"; readonly who: string; readonly what: string; readonly key: string }
  | { readonly type: "locked"; readonly who: string; readonly what: string; readonly key: string }
  | { readonly type: "switched"; readonly who: string; readonly thing: string; readonly on: boolean }
  | { readonly type: "gave"; readonly who: string; readonly thing: string; readonly to: string }
  | { readonly type: "showed"; readonly who: string; readonly thing: string; readonly to: string }
  | { readonly type: "requested"; readonly who: string; readonly thing: string; readonly from: string }
  | { readonly type: "said"; readonly who: string; readonly text: string; readonly to?: string }
  | { readonly type: "thought"; readonly who: string; readonly text: string }
  | { readonly type: "waited"; readonly who: string }
  /** `what` is a thing, a door or a direction; `other` the key or the person it was tried with. */
  | {
      readonly type: "tried";
      readonly who: string;
      readonly reason: Hidden;
      readonly what: string;
      readonly other?: string;
    }
  | { readonly type: "passed"; readonly to: string }
  | { readonly type: "ended"; readonly ending: string }
  | { readonly type: "placed"; readonly thing: string; readonly at: Placement }
  | { readonly type: "brought"; readonly person: string; readonly to: string }
  | { readonly type: "changed"; readonly what: string; readonly set: Setting };

/** What a god may turn on a thing or a door. */
export interface Setting {
  readonly open?: boolean;
  readonly locked?: boolean;
  readonly on?: boolean;
}
export type Of<T extends HouseEvent["type"]> = Extract<HouseEvent, { type: T }>;

export const apply: { [T in HouseEvent["type"]]: (state: HouseState, event: Of<T>) => HouseState } = {
  looked: (state) => state,
  went: (state, { who, to }) =>
    acted({ ...state, people: { ...state.people, [who]: { ...state.people[who]!, at: to } } }),
  took: (state, { who, thing }) => acted(place(state, thing, { heldBy: who })),
  dropped: (state, { who, thing }) => acted(place(state, thing, { in: state.people[who]!.at })),
  put: (state, { thing, how, into }) => acted(place(state, thing, how === "in" ? { in: into } : { on: into })),
  opened: (state, { what }) => acted(change(state, what, { open: true })),
  closed: (state, { what }) => acted(change(state, what, { open: false })),
  unlocked: (state, { what }) => acted(change(state, what, { locked: false })),
  locked: (state, { what }) => acted(change(state, what, { locked: true })),
  switched: (state, { thing, on }) => acted(change(state, thing, { on })),
  gave: (state, { thing, to }) => acted(place(state, thing, { heldBy: to })),
  showed: (state) => acted(state),
  requested: (state) => acted(state),
  said: (state) => acted(state),
  thought: (state) => state,
  waited: (state) => acted(state),
  tried: (state) => acted(state),
  passed: (state, { to }) => ({ ...state, turn: to, acted: false }),
  ended: (state, { ending }) => ({ ...state, ended: ending }),
  placed: (state, { thing, at }) => place(state, thing, at),
  brought: (state, { person, to }) => ({
    ...state,
    people: { ...state.people, [person]: { ...state.people[person]!, at: to } },
  }),
  changed: (state, { what, set }) => change(state, what, set),
};

/** Only where players take turns does it matter who has acted. */
const acted = (state: HouseState): HouseState =>
  state.players.length < 2 || state.acted ? state : { ...state, acted: true };

const place = (state: HouseState, id: string, at: Placement): HouseState => ({
  ...state,
  things: { ...state.things, [id]: { ...state.things[id]!, at, moved: true } },
});

function change(state: HouseState, id: string, { open, locked, on }: Setting): HouseState {
  const door = Object.hasOwn(state.doors, id) ? state.doors[id] : undefined;
  if (door) {
    const lock = door.lock && locked !== undefined ? { ...door.lock, locked } : door.lock;
    return { ...state, doors: { ...state.doors, [id]: { ...door, lock, open: open ?? door.open } } };
  }
  const thing = state.things[id]!;
  return {
    ...state,
    things: {
      ...state.things,
      [id]: {
        ...thing,
        container: thing.container && open !== undefined ? { ...thing.container, open } : thing.container,
        lock: thing.lock && locked !== undefined ? { ...thing.lock, locked } : thing.lock,
        light: thing.light && on !== undefined ? { ...thing.light, on } : thing.light,
      },
    },
  };
}
