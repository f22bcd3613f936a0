// How the auction is played for ratings: four parties of one, placed by what they end up with.
import type { Contest, PartyResult } from "@orrery/kernel";
import { type Auction, type Event, PLAYERS, type Player, type State } from "./shape.ts";
import { scoresOf } from "./state.ts";

export const contest: Contest<Auction> = {
  sides: ["bidder"],
  table: () => ({ seats: PLAYERS.map((who) => ({ side: "bidder", party: who })), sizes: [PLAYERS.length] }),
  actors: (_config, shuffle) => shuffle("seats", PLAYERS),
  deal: (config) => config,
  watch(opened) {
    let { state } = opened;
    const seats = new Map(PLAYERS.map((who) => [who, { bought: 0, paid: 0, trades: 0 }]));
    return {
      see(_before, event, after) {
        state = after.state;
        const happened = event as Event;
        if (happened.type === "sold" && happened.to !== null) {
          const seat = seats.get(happened.to)!;
          seat.bought++;
          seat.paid += happened.price;
        }
        if (happened.type === "traded")
          for (const who of [happened.offer.from, happened.offer.to]) seats.get(who)!.trades++;
      },
      facts: () => ({
        results: state.phase === "over" ? places(state) : null,
        reason: state.phase === "over" ? "sold_out" : "",
        durationMs: 0,
        seats: PLAYERS.map((actor) => ({
          actor,
          side: "bidder",
          counts: { ...seats.get(actor)! },
          ratios: {},
          predictions: {},
        })),
        counts: { lots: state.lots.length },
      }),
    };
  },
};

function places(state: State): PartyResult[] {
  const scores = scoresOf(state);
  const better = (who: Player) => PLAYERS.filter((other) => scores[other] > scores[who]).length;
  return PLAYERS.map((who) => ({ side: "bidder", actors: [who], place: better(who) + 1, score: scores[who] }));
}
