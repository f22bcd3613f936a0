// Events and opened states of older versions in the shape of this one. The only place that still names what those versions had.
import { withNatures } from "./author/nature.ts";
import type { Trigger } from "./model/rule.ts";
import type { HouseState } from "./model/state.ts";
import type { HouseEvent } from "./rules/events.ts";

/** Until version 4 to accuse was an act of every house; since then it is a verb of the stories that need it. */
const ACCUSE = "accuse";

export const upcast = {
  4: (event: { readonly type: string }): HouseEvent[] => {
    if (event.type !== "accused") return [event as HouseEvent];
    const { who, whom } = event as { type: string; who: string; whom: string };
    return [{ type: "performed", who, verb: ACCUSE, target: whom }];
  },
};

export const upcastState = {
  2: (state: unknown) => withNatures(state as HouseState),
  4: (state: unknown) => withAccusing(state as HouseState),
};

/** The state with rules that wait for a verb in place of the act, and the people that they name shown for it. */
function withAccusing(state: HouseState): HouseState {
  const { rules = [], people, verbs = {} } = state;
  const waited = new Set(rules.flatMap(({ on }) => (isAccusing(on) ? [(on as { target: string | null }).target] : [])));
  if (waited.size === 0) return state;
  return {
    ...state,
    verbs: {
      ...verbs,
      [ACCUSE]: {
        rank: Object.keys(verbs).length,
        patterns: ["accuse {person}", "it was {person}", "it was {you}"],
        grave: true,
        ...(waited.has(null) ? { open: true } : {}),
      },
    },
    rules: rules.map((rule) => (isAccusing(rule.on) ? { ...rule, on: verbIn(rule.on!) } : rule)),
    people: Object.fromEntries(
      Object.entries(people).map(([id, person]) => [
        id,
        waited.has(id) ? { ...person, verbs: [...(person.verbs ?? []), ACCUSE] } : person,
      ]),
    ),
  };
}

const isAccusing = (on: Trigger | null): boolean => on !== null && "act" in on && (on.act as string) === ACCUSE;

function verbIn(on: Trigger): Trigger {
  const { target, other, by } = on as Extract<Trigger, { act: string }>;
  return { verb: ACCUSE, target, other, by };
}
