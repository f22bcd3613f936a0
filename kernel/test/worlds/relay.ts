// Two lanes that never wait for each other: each team runs at its own pace, and what joins them rolls jointly.
import { refuse, type Shape, Type, type World } from "@orrery/kernel";
import { plainWords } from "./words.ts";

const LEGS = 3;
const actions = { run: {}, heckle: {} } as const;

interface State {
  /** Steps of each leg, by team. */
  readonly legs: Readonly<Record<string, readonly number[]>>;
  readonly prize: number | null;
  readonly heckles: number;
}
export interface Relay extends Shape {
  config: { readonly teams: readonly string[] };
  state: State;
  view: State;
  percept: never;
  mind: null;
  event:
    | { readonly type: "ran"; readonly team: string; readonly steps: number }
    | { readonly type: "heckled" }
    | { readonly type: "awarded"; readonly prize: number };
  reasons: { arrived: { readonly team: string } };
  actions: typeof actions;
  god: Record<string, never>;
}

const arrived = (legs: readonly number[] | undefined) => (legs?.length ?? 0) >= LEGS;

export const relay = {
  id: "relay",
  version: 1,
  config: Type.Object({ teams: Type.Array(Type.String()) }, { additionalProperties: false }),
  actions,
  open: ({ teams }) => ({ legs: Object.fromEntries(teams.map((team) => [team, []])), prize: null, heckles: 0 }),
  actors: ({ legs }) => [...Object.keys(legs), "crowd"],
  asks: ({ legs, prize }) => [
    ...Object.entries(legs).flatMap(([team, run]) =>
      arrived(run)
        ? []
        : [{ id: `${team}-${run.length}`, to: team, lane: team, may: ["run"] as const, kind: "due" as const }],
    ),
    ...(prize === null
      ? [{ id: "heckle", to: "crowd", lane: "stands", may: ["heckle"] as const, kind: "standing" as const }]
      : []),
  ],
  check: {
    run: ({ legs }, { actorId }) => (arrived(legs[actorId]) ? refuse("arrived", { team: actorId }) : null),
    heckle: () => null,
  },
  decide: {
    run: (_state, { actorId }, dice) => [{ type: "ran", team: actorId, steps: dice.int("steps", 1, 1000) }],
    heckle: () => [{ type: "heckled" }],
  },
  settle: ({ legs, prize }, dice) =>
    prize === null && Object.values(legs).every(arrived)
      ? [{ type: "awarded", prize: dice.joint("prize").int("gold", 1, 1_000_000) }]
      : [],
  apply: {
    ran: (state, { team, steps }) => ({
      ...state,
      legs: { ...state.legs, [team]: [...(state.legs[team] ?? []), steps] },
    }),
    heckled: (state) => ({ ...state, heckles: state.heckles + 1 }),
    awarded: (state, { prize }) => ({ ...state, prize }),
  },
  mind: { open: () => null, learn: () => null },
  view: ({ legs, prize, heckles }) => ({ legs, prize, heckles }),
  legal: ({ legs, prize }, actorId) => {
    if (actorId === "crowd") return prize === null ? [{ actorId, type: "heckle" }] : [];
    return arrived(legs[actorId]) ? [] : [{ actorId, type: "run" }];
  },
  explain: { arrived: ({ team }) => `${team} has arrived.` },
  outcome: ({ prize }) => (prize === null ? null : { prize }),
  entities: ({ legs }) => Object.keys(legs).map((id) => ({ id, name: id, type: "team", attributes: {} })),
  words: plainWords<Relay>(["run", "heckle"]),
} satisfies World<Relay>;
