// The nouns of the auction: what is true, what one sees, what can be done and what happens. Nothing here runs.
import { type Static, Type } from "@orrery/kernel";

export const PLAYERS = ["ada", "ben", "cyd", "dot"] as const;
export type Player = (typeof PLAYERS)[number];

/** What the lots are called, in the order in which they are put up. */
export const LOTS = [
  ["vase", "blue vase"],
  ["clock", "brass clock"],
  ["chart", "sea chart"],
  ["box", "music box"],
  ["lamp", "green lamp"],
  ["globe", "old globe"],
  ["comb", "ivory comb"],
  ["chair", "walnut chair"],
] as const;

const closed = { additionalProperties: false } as const;
const Coins = Type.Integer({ minimum: 0, maximum: 1000 });
const Side = Type.Object(
  { coins: Coins, lot: Type.Optional(Type.String({ maxLength: 40, description: "id of a lot" })) },
  closed,
);
export type Side = Static<typeof Side>;

export const actions = {
  /** Sealed: nobody sees it, and only the highest is ever told. */
  bid: { metadata: Type.Object({ coins: Coins }, closed), open: true },
  /** Of a trade to one other player. */
  offer: {
    targetId: true,
    metadata: Type.Object({ give: Side, want: Side, note: Type.Optional(Type.String({ maxLength: 300 })) }, closed),
    open: true,
  },
  pass: {},
  /** `targetId`: an offer. */
  accept: { targetId: true },
  decline: {},
} as const;

export const ConfigSchema = Type.Object(
  {
    lots: Type.Optional(Type.Integer({ minimum: 1, maximum: LOTS.length, default: 4 })),
    purse: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
    /** For each answer, in milliseconds; 0: no deadline. */
    deadlineMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 3_600_000, default: 120_000 })),
  },
  closed,
);

export interface Lot {
  readonly id: string;
  readonly name: string;
  /** What it is worth in the end, the same for all. Nobody knows it before. */
  readonly value: number;
  /** What each player takes it to be worth: near the value, and nobody else's business. */
  readonly hunches: Readonly<Record<Player, number>>;
  readonly owner: Player | null;
  /** What it was sold for; null while it has not been. */
  readonly price: number | null;
}
export interface Offer {
  readonly id: string;
  readonly from: Player;
  readonly to: Player;
  readonly give: Side;
  readonly want: Side;
  readonly note: string;
}
/** `bids`, then `offers`, then `answers` where there are offers; round after round. */
export type Phase = "bids" | "offers" | "answers" | "over";

export interface State {
  readonly deadlineMs: number;
  readonly lots: readonly Lot[];
  readonly purses: Readonly<Record<Player, number>>;
  /** Index of the lot that is put up. */
  readonly round: number;
  readonly phase: Phase;
  readonly bids: Readonly<Partial<Record<Player, number>>>;
  readonly offers: readonly Offer[];
  /** Who has made an offer or passed, and later who has answered. */
  readonly done: readonly Player[];
  /** Offers that their receivers accepted, in the order of their answers. */
  readonly accepted: readonly string[];
}

/** A lot as one player sees it. `value` is there when all is over. */
export interface SeenLot {
  readonly id: string;
  readonly name: string;
  readonly hunch: number;
  readonly owner: Player | null;
  readonly price: number | null;
  readonly value: number | null;
}
export interface View {
  readonly you: Player;
  readonly phase: Phase;
  readonly round: number;
  readonly rounds: number;
  readonly purses: Readonly<Record<Player, number>>;
  /** Those that were put up so far. */
  readonly lots: readonly SeenLot[];
  readonly bid: number | null;
  /** Those that one made or was made. */
  readonly offers: readonly Offer[];
  readonly done: boolean;
}

export type Event =
  | { readonly type: "bid"; readonly who: Player; readonly coins: number }
  | { readonly type: "sold"; readonly lot: string; readonly to: Player | null; readonly price: number }
  | { readonly type: "offered"; readonly offer: Offer }
  | { readonly type: "passed"; readonly who: Player }
  | { readonly type: "accepted"; readonly who: Player; readonly offer: string }
  | { readonly type: "declined"; readonly who: Player }
  | { readonly type: "traded"; readonly offer: Offer }
  /** Accepted, and no longer possible when its turn came. */
  | { readonly type: "lapsed"; readonly offer: Offer }
  | { readonly type: "moved"; readonly phase: Phase; readonly round: number };

export interface Auction {
  config: Static<typeof ConfigSchema>;
  state: State;
  view: View;
  percept: Event;
  mind: null;
  event: Event;
  reasons: {
    wrong_phase: { readonly phase: Phase };
    done_already: Record<string, never>;
    too_much: { readonly coins: number; readonly purse: number };
    they_lack: { readonly who: Player; readonly purse: number };
    no_such_player: { readonly id: string };
    not_yours: { readonly lot: string };
    not_theirs: { readonly lot: string; readonly who: Player };
    empty_offer: Record<string, never>;
    no_such_offer: { readonly id: string };
  };
  actions: typeof actions;
  god: Record<string, never>;
}
