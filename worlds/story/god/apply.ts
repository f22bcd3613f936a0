// What each event of an author does to a tale. Total: what is not there is left alone.
import type { StoryEvent, StoryState } from "../shape.ts";
import type { LogEntry, Tale, TaleEvent } from "../tale.ts";

type TaleEventOf<T extends TaleEvent["type"]> = Extract<TaleEvent, { type: T }>;

export const taleApply: { [T in TaleEvent["type"]]: (state: StoryState, event: TaleEventOf<T>) => StoryState } = {
  rules_set: (state, { rules }) => tale(state, { rules }),
  place_put: (state, { place, at }) => tale(state, { places: put(state.tale.places, place, at) }),
  place_removed: (state, { id }) => tale(state, { places: without(state.tale.places, id) }),
  moved(state, { who, place }) {
    const { [who]: _, ...others } = state.tale.whereabouts;
    return tale(state, { whereabouts: place === null ? others : { ...others, [who]: place } });
  },
  faction_put: (state, { faction, at }) => tale(state, { factions: put(state.tale.factions, faction, at) }),
  faction_removed: (state, { id }) => tale(state, { factions: without(state.tale.factions, id) }),
  resource_put: (state, { resource, at }) => tale(state, { resources: put(state.tale.resources, resource, at) }),
  resource_removed: (state, { id }) => tale(state, { resources: without(state.tale.resources, id) }),
  directive_put: (state, { directive, at }) =>
    tale(state, {
      directives: put(state.tale.directives, directive, at),
      counts: { ...state.tale.counts, directives: state.tale.counts.directives + 1 },
    }),
  directive_removed: (state, { id }) => tale(state, { directives: without(state.tale.directives, id) }),
  telling_set: (state, { telling }) => tale(state, { telling }),
  logged: (state, { entry }) => addLogEntry(state, entry),
  relogged: (state, { entry }) =>
    tale(state, { log: state.tale.log.map((one) => (one.id === entry.id ? entry : one)) }),
  forgotten: (state, { id }) => ({ ...state, happenings: state.happenings.filter((one) => one.id !== id) }),
};

/** A number is given to everything in the log but edits, and to every happening: what has both has one. */
function addLogEntry(state: StoryState, entry: LogEntry): StoryState {
  const after = tale(state, { log: [...state.tale.log, entry] });
  if (entry.type === "edit")
    return tale(after, { counts: { ...after.tale.counts, edits: after.tale.counts.edits + 1 } });
  const number = Number(/^evt_(\d+)$/.exec(entry.id)?.[1] ?? 0);
  return { ...after, counts: { ...after.counts, happenings: Math.max(after.counts.happenings, number) } };
}

/** What happened in the town by the author's hand stands in the log as well. */
export function logHappening(state: StoryState, event: Extract<StoryEvent, { type: "happened" }>): StoryState {
  const { id, round, kind, text, scope } = event;
  const type = kind === "event" ? "god_mode_injection" : kind;
  const undo: StoryEvent[] = [{ type: "forgotten", id, round }];
  return addLogEntry(state, { id, round, type, description: text, scope, who: null, at: null, undo, undone: false });
}

const tale = (state: StoryState, change: Partial<Tale>): StoryState => ({
  ...state,
  tale: { ...state.tale, ...change },
});

/** In place of the one of the same id; else at `at`, or as the newest. */
const put = <T extends { readonly id: string }>(list: readonly T[], one: T, at: number = list.length): readonly T[] => {
  const known = list.findIndex(({ id }) => id === one.id);
  return known < 0 ? list.toSpliced(at, 0, one) : list.with(known, one);
};
const without = <T extends { readonly id: string }>(list: readonly T[], id: string): readonly T[] =>
  list.filter((one) => one.id !== id);
