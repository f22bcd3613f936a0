// One window of several seats: secret votes tallied when all are in, and a last slice of cake that two may reach for.
import { type ActorId, fail, refuse, type Shape, Type, type World } from "@orrery/kernel";
import { plainWords } from "./words.ts";

const actions = {
  vote: {
    metadata: Type.Object({ for: Type.String(), note: Type.Optional(Type.String()) }, { additionalProperties: false }),
  },
  /** More haste comes first. */
  take: { metadata: Type.Object({ haste: Type.Integer() }, { additionalProperties: false }) },
  look: { targetId: "optional", locationId: true },
} as const;
const god = { pardon: { targetId: true } } as const;

interface State {
  readonly members: readonly ActorId[];
  readonly round: number;
  readonly rounds: number;
  readonly cakes: number;
  readonly votes: Readonly<Record<ActorId, string>>;
  readonly acted: readonly ActorId[];
  readonly results: readonly string[];
}
type Event =
  | { readonly type: "voted"; readonly by: ActorId; readonly for: string }
  | { readonly type: "took"; readonly by: ActorId }
  | { readonly type: "reached"; readonly by: ActorId }
  | { readonly type: "looked"; readonly by: ActorId }
  | { readonly type: "closed"; readonly winner: string }
  | { readonly type: "pardoned"; readonly whom: ActorId };

export interface Council extends Shape {
  config: { readonly members: readonly ActorId[]; readonly rounds?: number; readonly cakes?: number };
  state: State;
  view: {
    readonly you: ActorId;
    readonly members: readonly ActorId[];
    readonly yours: string | null;
    readonly open: boolean;
    readonly results: readonly string[];
    readonly heard: number;
  };
  percept: { readonly what: "voted" | "took" | "reached" | "closed"; readonly by?: ActorId };
  /** How often this member noticed anything. */
  mind: { readonly heard: number };
  event: Event;
  reasons: {
    voted_already: { readonly for: string };
    no_such_member: { readonly name: string };
    no_cake_left: Record<string, never>;
  };
  actions: typeof actions;
  god: typeof god;
}

export const council = {
  id: "council",
  version: 1,
  config: Type.Object(
    {
      members: Type.Array(Type.String(), { minItems: 1 }),
      rounds: Type.Optional(Type.Integer()),
      cakes: Type.Optional(Type.Integer()),
    },
    { additionalProperties: false },
  ),
  actions,
  open: ({ members, rounds = 1, cakes = 1 }) => ({
    members,
    round: 1,
    rounds,
    cakes,
    votes: {},
    acted: [],
    results: [],
  }),
  actors: ({ members }) => members,
  asks: ({ members, round, rounds, acted }) =>
    round > rounds
      ? []
      : members.flatMap((to) =>
          acted.includes(to)
            ? []
            : [
                {
                  id: `vote-${round}-${to}`,
                  to,
                  lane: "council",
                  may: ["vote", "take"],
                  kind: "due",
                  fallback: () => ({ actorId: to, type: "vote", metadata: { for: to } }),
                },
              ],
        ),
  check: {
    vote(view, { metadata }) {
      if (view.yours !== null) return refuse("voted_already", { for: view.yours });
      return view.members.includes(metadata.for) ? null : refuse("no_such_member", { name: metadata.for });
    },
    take: () => null,
    look: () => null,
  },
  decide: {
    vote: (_state, { actorId, metadata }) => [{ type: "voted", by: actorId, for: metadata.for }],
    take: ({ cakes }, { actorId }) =>
      cakes > 0 ? [{ type: "took", by: actorId }] : fail(refuse("no_cake_left", {}), { type: "reached", by: actorId }),
    look: (_state, { actorId }) => [{ type: "looked", by: actorId }],
  },
  settle(state, dice) {
    if (state.members.some((member) => !state.acted.includes(member))) return [];
    const cast = Object.values(state.votes);
    const tally = state.members.map((member) => ({ member, count: cast.filter((name) => name === member).length }));
    const most = Math.max(...tally.map(({ count }) => count));
    const leading = tally.flatMap(({ member, count }) => (count === most ? [member] : []));
    return [{ type: "closed", winner: dice.pick("tie", leading as [string, ...string[]]) }];
  },
  apply: {
    voted: (state, event) => ({
      ...state,
      votes: { ...state.votes, [event.by]: event.for },
      acted: [...state.acted, event.by],
    }),
    took: (state, { by }) => ({ ...state, cakes: state.cakes - 1, acted: [...state.acted, by] }),
    reached: (state, { by }) => ({ ...state, acted: [...state.acted, by] }),
    looked: (state) => state,
    closed: (state, { winner }) => ({
      ...state,
      round: state.round + 1,
      votes: {},
      acted: [],
      results: [...state.results, winner],
    }),
    pardoned: (state, { whom }) => ({ ...state, results: state.results.filter((name) => name !== whom) }),
  },
  perceive(_before, event, { members }) {
    switch (event.type) {
      case "voted":
        return [{ to: event.by, what: { what: "voted" } }];
      case "took":
      case "reached":
        return members.map((to) => ({ to, what: { what: event.type, by: event.by } }));
      case "closed":
        return members.map((to) => ({ to, what: { what: "closed" } }));
      default:
        return [];
    }
  },
  mind: { open: () => ({ heard: 0 }), learn: ({ heard }) => ({ heard: heard + 1 }) },
  view: ({ members, votes, acted, results }, you, { heard }) => ({
    you,
    members,
    yours: Object.hasOwn(votes, you) ? votes[you]! : null,
    open: !acted.includes(you),
    results,
    heard,
  }),
  legal: ({ members, yours, open, results }, actorId) =>
    yours !== null || !open || results.length > 0
      ? []
      : [
          ...members.map((name) => ({ actorId, type: "vote" as const, metadata: { for: name } })),
          { actorId, type: "take", metadata: { haste: 0 } },
        ],
  explain: {
    voted_already: (data) => `You have voted for ${data.for}.`,
    no_such_member: ({ name }, { members }) => `${name} does not sit here: ${members.join(", ")} do.`,
    no_cake_left: (_data, { heard }) => `The plate is empty (${heard}).`,
  },
  priority: (action) => (action.type === "take" ? action.metadata.haste : 0),
  outcome: ({ round, rounds, results }) => (round > rounds ? { results } : null),
  valid: ({ cakes }) => (cakes < 0 ? ["there cannot be fewer than no cakes"] : []),
  god: {
    actions: god,
    decide: {
      pardon: ({ results }, { targetId }) =>
        results.includes(targetId) ? [{ type: "pardoned", whom: targetId }] : `${targetId} has won nothing.`,
    },
  },
  entities: ({ members }) => members.map((id) => ({ id, name: id, type: "member", attributes: {} })),
  words: plainWords<Council>(["vote", "take"]),
} satisfies World<Council>;
