// A world in three versions: `moved` once held one signed amount, then a direction, and is two events today.
import { refuse, type Shape, Type, type World } from "@orrery/kernel";
import { plainWords } from "./words.ts";

const actions = {
  move: { metadata: Type.Object({ amount: Type.Integer() }, { additionalProperties: false }) },
} as const;

export interface Ledger1 extends Shape {
  config: Record<string, never>;
  state: { readonly balance: number; readonly moves: number };
  view: { readonly balance: number };
  percept: { readonly balance: number };
  mind: { readonly seen: readonly number[] };
  event: { readonly type: "moved"; readonly amount: number };
  reasons: { too_poor: { readonly balance: number } };
  actions: typeof actions;
  god: Record<string, never>;
}
export interface Ledger3 extends Omit<Ledger1, "event"> {
  event: { readonly type: "paid" | "received"; readonly sum: number } | { readonly type: "counted" };
}

const shared = {
  id: "ledger",
  config: Type.Object({}, { additionalProperties: false }),
  actions,
  open: () => ({ balance: 10, moves: 0 }),
  actors: () => ["ann"],
  mind: {
    open: () => ({ seen: [] }),
    learn: ({ seen }: Ledger1["mind"], { balance }: Ledger1["percept"]) => ({ seen: [...seen, balance] }),
  },
  view: ({ balance }: Ledger1["state"]) => ({ balance }),
  explain: { too_poor: ({ balance }: { balance: number }) => `There are only ${balance}.` },
  outcome: () => null,
  entities: () => [],
} as const;
const asks = [{ id: "move", to: "ann", lane: "book", may: ["move"], kind: "standing" }] as const;
const check = {
  move: ({ balance }: Ledger1["view"], { metadata }: { readonly metadata: { readonly amount: number } }) =>
    balance + metadata.amount < 0 ? refuse("too_poor", { balance }) : null,
};

export const ledger1 = {
  ...shared,
  version: 1,
  asks: () => asks,
  check,
  decide: { move: (_state, { metadata: { amount } }) => [{ type: "moved", amount }] },
  apply: { moved: (state, { amount }) => ({ balance: state.balance + amount, moves: state.moves + 1 }) },
  perceive: (_before, _event, { balance }) => [{ to: "ann", what: { balance } }],
  legal: (_view, actorId) => [{ actorId, type: "move", metadata: { amount: 1 } }],
  words: plainWords<Ledger1>(["move"]),
} satisfies World<Ledger1>;

export const ledger3 = {
  ...shared,
  version: 3,
  asks: () => asks,
  check,
  decide: {
    move: (_state, { metadata: { amount } }) => [
      { type: amount < 0 ? "paid" : "received", sum: Math.abs(amount) },
      { type: "counted" },
    ],
  },
  apply: {
    paid: (state, { sum }) => ({ ...state, balance: state.balance - sum }),
    received: (state, { sum }) => ({ ...state, balance: state.balance + sum }),
    counted: (state) => ({ ...state, moves: state.moves + 1 }),
  },
  perceive: (_before, event, { balance }) => (event.type === "counted" ? [{ to: "ann", what: { balance } }] : []),
  legal: (_view, actorId) => [{ actorId, type: "move", metadata: { amount: 1 } }],
  words: plainWords<Ledger3>(["move"]),
  upcast: {
    1: (old) => {
      const { amount } = old as { type: "moved"; amount: number };
      return [{ type: "moved2", down: amount < 0, sum: Math.abs(amount) } as { type: string }];
    },
    2: (old) => {
      const { down, sum } = old as unknown as { down: boolean; sum: number };
      return [{ type: down ? "paid" : "received", sum } as { type: string }, { type: "counted" }];
    },
  },
} satisfies World<Ledger3>;
