// A world for tests: ten stalls, each a lane of its own where two bid in every round. No stall waits for another.
import { type Lexicon, refuse, Type, type World } from "@orrery/kernel";

const STALLS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9] as const;
const SIDES = ["left", "right"] as const;
const bidders = (stall: number) => SIDES.map((side) => `${side}-${stall}`);
const stallOf = (who: string) => Number(who.split("-")[1]);

const actions = { bid: { metadata: Type.Object({ coins: Type.Integer() }, { additionalProperties: false }) } } as const;

interface Stall {
  readonly round: number;
  readonly bids: Readonly<Record<string, number>>;
  readonly sold: readonly number[];
}
interface State {
  readonly rounds: number;
  readonly stalls: readonly Stall[];
}
type Event =
  | { readonly type: "bade"; readonly who: string; readonly coins: number }
  | { readonly type: "sold"; readonly stall: number; readonly coins: number };
export interface Market {
  config: { readonly rounds: number };
  state: State;
  view: { readonly round: number; readonly sold: readonly number[]; readonly mine: number | null };
  percept: { readonly coins: number };
  mind: null;
  event: Event;
  reasons: { bade_already: Record<string, never>; too_much: { readonly coins: number } };
  actions: typeof actions;
  god: Record<string, never>;
}

const change = (state: State, stall: number, more: Partial<Stall>): State => ({
  ...state,
  stalls: state.stalls.with(stall, { ...state.stalls[stall]!, ...more }),
});

export const market = {
  id: "market",
  version: 1,
  config: Type.Object({ rounds: Type.Integer({ minimum: 1 }) }, { additionalProperties: false }),
  actions,
  open: ({ rounds }) => ({ rounds, stalls: STALLS.map(() => ({ round: 0, bids: {}, sold: [] })) }),
  actors: () => STALLS.flatMap(bidders),
  asks: ({ rounds, stalls }) =>
    stalls.flatMap(({ round }, stall) =>
      round >= rounds
        ? []
        : bidders(stall).map((to) => ({
            id: `${to}/${round}`,
            to,
            lane: `stall ${stall}`,
            may: ["bid" as const],
            kind: "due" as const,
            fallback: () => ({ actorId: to, type: "bid" as const, metadata: { coins: 0 } }),
          })),
    ),
  check: {
    bid: (view, { metadata: { coins } }) =>
      view.mine !== null ? refuse("bade_already", {}) : coins < 0 || coins > 9 ? refuse("too_much", { coins }) : null,
  },
  decide: { bid: (_state, { actorId, metadata: { coins } }) => [{ type: "bade", who: actorId, coins }] },
  settle: ({ stalls }) =>
    stalls.flatMap(({ bids }, stall) => {
      const all = Object.values(bids);
      return all.length < SIDES.length ? [] : [{ type: "sold" as const, stall, coins: Math.max(...all) }];
    }),
  apply: {
    bade: (state, { who, coins }) => {
      const stall = stallOf(who);
      return change(state, stall, { bids: { ...state.stalls[stall]!.bids, [who]: coins } });
    },
    sold: (state, { stall, coins }) => {
      const { round, sold } = state.stalls[stall]!;
      return change(state, stall, { round: round + 1, bids: {}, sold: [...sold, coins] });
    },
  },
  perceive: (_before, event) =>
    event.type === "sold" ? bidders(event.stall).map((to) => ({ to, what: { coins: event.coins } })) : [],
  view: ({ stalls }, who) => {
    const { round, sold, bids } = stalls[stallOf(who)]!;
    return { round, sold, mine: bids[who] ?? null };
  },
  legal: ({ mine }, actorId) =>
    mine === null ? STALLS.map((coins) => ({ actorId, type: "bid" as const, metadata: { coins } })) : [],
  explain: {
    bade_already: () => "You have made your bid.",
    too_much: ({ coins }) => `Nobody can pay ${coins} here.`,
  },
  outcome: ({ rounds, stalls }) =>
    stalls.every(({ round }) => round >= rounds) ? stalls.map(({ sold }) => sold.reduce((sum, n) => sum + n, 0)) : null,
  valid: ({ rounds }) => (Number.isInteger(rounds) && rounds >= 1 ? [] : ["rounds must be a whole number above 0"]),
  entities: () => [],
  words: {
    name: (_view, who) => who,
    lexicon: (): Lexicon => ({ verbs: [], nouns: [] }),
    tell: ({ percepts }) => percepts.map(({ coins }) => `It went for ${coins}.`).join(" "),
  },
} satisfies World<Market>;
