// A world with any number of agents: all are asked at once, each answers with one action, and a neighbour may see it. Untouched weight makes its state large.
import { entriesOf, getKey, type Keyed, keyed, type Lexicon, refuse, setKey, Type, type World } from "@orrery/kernel";

const actions = {
  work: { metadata: Type.Object({ amount: Type.Integer() }, { additionalProperties: false }) },
  /** May be done at any time, alone. */
  stroll: { metadata: Type.Object({ steps: Type.Integer() }, { additionalProperties: false }) },
  /** One actor does many deeds at once. */
  toil: { metadata: Type.Object({ times: Type.Integer({ minimum: 1 }) }, { additionalProperties: false }) },
} as const;

interface State {
  readonly round: number;
  readonly names: readonly string[];
  readonly people: Keyed<{ readonly done: number }>;
  readonly weight: readonly string[];
}
type Event =
  | { readonly type: "worked"; readonly who: string; readonly amount: number }
  | { readonly type: "strolled"; readonly who: string; readonly steps: number }
  | { readonly type: "dusk"; readonly round: number };

export interface Crowd {
  /** `minds`: neighbours see and remember. `weight`: kilobytes that never change. */
  config: { readonly agents: number; readonly minds: boolean; readonly weight: number };
  state: State & { readonly minds: boolean };
  view: { readonly round: number; readonly done: number; readonly seen: number };
  percept: { readonly who: string; readonly amount: number };
  mind: { readonly seen: number };
  event: Event;
  reasons: { nobody: Record<string, never> };
  actions: typeof actions;
  god: Record<string, never>;
}

const nameOf = (index: number) => `agent-${index}`;
const LINE = "the quick brown fox jumps over the lazy dog ".repeat(23);

export const crowd = {
  id: "crowd",
  version: 1,
  config: Type.Object(
    { agents: Type.Integer({ minimum: 1 }), minds: Type.Boolean(), weight: Type.Integer({ minimum: 0 }) },
    { additionalProperties: false },
  ),
  actions,
  open: ({ agents, minds, weight }) => {
    const names = Array.from({ length: agents }, (_, i) => nameOf(i));
    return {
      round: 0,
      minds,
      names,
      people: keyed(names.map((name) => [name, { done: 0 }] as const)),
      weight: Array.from({ length: weight }, (_, i) => `${i} ${LINE}`),
    };
  },
  actors: ({ names }) => names,
  asks: ({ names, round }) => [
    ...names.map((to) => ({
      id: `${to}/${round}`,
      to,
      lane: "field",
      may: ["work" as const, "toil" as const],
      kind: "due" as const,
    })),
    { id: "stroll", to: names[0]!, lane: "path", may: ["stroll" as const], kind: "standing" as const },
  ],
  check: { work: () => null, stroll: () => null, toil: ({ done }) => (done < 0 ? refuse("nobody", {}) : null) },
  decide: {
    work: (_state, { actorId, metadata: { amount } }) => [{ type: "worked", who: actorId, amount }],
    stroll: (_state, { actorId, metadata: { steps } }) => [{ type: "strolled", who: actorId, steps }],
    toil: (_state, { actorId, metadata: { times } }) =>
      Array.from({ length: times }, (_, amount) => ({ type: "worked" as const, who: actorId, amount })),
  },
  settle: ({ round }) => [{ type: "dusk" as const, round: round + 1 }],
  apply: {
    worked: (state, { who, amount }) => ({
      ...state,
      people: setKey(state.people, who, { done: (getKey(state.people, who)?.done ?? 0) + amount }),
    }),
    strolled: (state, { who, steps }) => ({
      ...state,
      people: setKey(state.people, who, { done: (getKey(state.people, who)?.done ?? 0) + steps }),
    }),
    dusk: (state, { round }) => ({ ...state, round }),
  },
  perceive: (before, event) => {
    if (event.type === "strolled") return [{ to: event.who, what: { who: event.who, amount: event.steps } }];
    if (!before.minds || event.type !== "worked") return [];
    const next = (Number(event.who.slice(6)) + 1) % before.names.length;
    return [{ to: nameOf(next), what: { who: event.who, amount: event.amount } }];
  },
  mind: { open: () => ({ seen: 0 }), learn: ({ seen }) => ({ seen: seen + 1 }) },
  view: ({ round, people }, who, { seen }) => ({ round, done: getKey(people, who)?.done ?? 0, seen }),
  legal: (_view, actorId) => [{ actorId, type: "work" as const, metadata: { amount: 1 } }],
  explain: { nobody: () => "Nobody does that." },
  outcome: () => null,
  entities: ({ people }) =>
    [...entriesOf(people)].map(([id, attributes]) => ({ id, name: id, type: "person", attributes })),
  words: {
    name: (_view, who) => who,
    lexicon: (): Lexicon => ({ verbs: [], nouns: [] }),
    tell: ({ percepts }) => percepts.map(({ who, amount }) => `You see ${who} work for ${amount}.`).join(" "),
  },
} satisfies World<Crowd>;
