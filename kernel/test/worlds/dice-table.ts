// One player who rolls as often as it likes in one breath: `each`, failures, and dice of several purposes.
import { fail, refuse, type Shape, Type, type World } from "@orrery/kernel";
import { plainWords } from "./words.ts";

const actions = {
  roll: {
    metadata: Type.Object(
      { sides: Type.Integer(), say: Type.Optional(Type.String()) },
      { additionalProperties: false },
    ),
  },
  /** Rolls for itself first, so that a draw of another purpose stands before the first `roll`. */
  peek: {},
  stop: {},
} as const;

interface State {
  readonly rolls: readonly number[];
  readonly luck: number;
  readonly stopped: boolean;
}
export interface DiceTable extends Shape {
  config: { readonly luck?: number };
  state: State;
  view: State;
  percept: never;
  mind: null;
  event:
    | { readonly type: "rolled"; readonly value: number }
    | { readonly type: "peeked"; readonly value: number }
    | { readonly type: "slipped" }
    | { readonly type: "stopped" };
  reasons: {
    bad_die: { readonly sides: number };
    slipped: Record<string, never>;
    stopped_already: Record<string, never>;
  };
  actions: typeof actions;
  god: Record<string, never>;
}

export const diceTable = {
  id: "dice-table",
  version: 1,
  config: Type.Object({ luck: Type.Optional(Type.Integer()) }, { additionalProperties: false }),
  actions,
  open: ({ luck }, dice) => ({ rolls: [], luck: luck ?? dice.int("luck", 1, 1_000_000), stopped: false }),
  actors: () => ["ann"],
  asks: ({ rolls, stopped }) =>
    stopped
      ? []
      : [
          {
            id: `roll-${rolls.length}`,
            to: "ann",
            lane: "table",
            may: ["roll", "peek", "stop"],
            kind: "due",
            mode: "each",
            fallback: () => ({ actorId: "ann", type: "stop" }),
          },
        ],
  check: {
    roll: ({ stopped }, { metadata: { sides } }) =>
      stopped ? refuse("stopped_already", {}) : sides < 2 ? refuse("bad_die", { sides }) : null,
    peek: ({ stopped }) => (stopped ? refuse("stopped_already", {}) : null),
    stop: ({ stopped }) => (stopped ? refuse("stopped_already", {}) : null),
  },
  decide: {
    roll(_state, { metadata: { sides } }, dice) {
      const value = dice.int("roll", 1, sides);
      return value === 1 ? fail(refuse("slipped", {}), { type: "slipped" }) : [{ type: "rolled", value }];
    },
    peek: (_state, _action, dice) => [{ type: "peeked", value: dice.int("peek", 1, 1000) }],
    stop: () => [{ type: "stopped" }],
  },
  apply: {
    rolled: (state, { value }) => ({ ...state, rolls: [...state.rolls, value] }),
    peeked: (state) => state,
    slipped: (state) => ({ ...state, rolls: [...state.rolls, 0] }),
    stopped: (state) => ({ ...state, stopped: true }),
  },
  mind: { open: () => null, learn: () => null },
  view: ({ rolls, luck, stopped }) => ({ rolls, luck, stopped }),
  legal: ({ stopped }, actorId) =>
    stopped
      ? []
      : [
          { actorId, type: "roll", metadata: { sides: 6 } },
          { actorId, type: "peek" },
          { actorId, type: "stop" },
        ],
  explain: {
    bad_die: ({ sides }) => `There is no die with ${sides} sides.`,
    slipped: (_data, { rolls }) => `It slipped, at roll ${rolls.length}.`,
    stopped_already: () => "You have stopped.",
  },
  outcome: ({ stopped, rolls }) => (stopped ? { rolls } : null),
  entities: () => [],
  words: plainWords<DiceTable>(["roll", "peek", "stop"]),
} satisfies World<DiceTable>;
