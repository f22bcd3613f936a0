// Players that come with the auction. Each sees what its seat sees, and rolls dice of its own.
import type { Action, Bot } from "@orrery/kernel";
import type { Auction, View } from "./shape.ts";

type Answer = { readonly view: View; readonly actorId: string };

/** What one side of an offer is worth to a player: coins, and its hunch of the lot. */
const worth = ({ coins, lot }: { readonly coins: number; readonly lot?: string }, view: View): number =>
  coins + (view.lots.find(({ id }) => id === lot)?.hunch ?? 0);

/** Says yes to the offer that it gains most by. */
function best({ view, actorId }: Answer): Action<Auction> {
  const [first] = view.offers
    .filter(({ to }) => to === view.you)
    .map((offer) => ({ id: offer.id, gain: worth(offer.give, view) - worth(offer.want, view) }))
    .filter(({ gain }) => gain > 0)
    .sort((a, b) => b.gain - a.gain);
  return first ? { actorId, type: "accept", targetId: first.id } : { actorId, type: "decline" };
}

const bidding =
  (percent: number, spread: number): Bot<Auction> =>
  ({ ask, view, dice, legal }) => {
    const actorId = ask.to;
    if (view.phase === "answers") return best({ view, actorId });
    if (view.phase === "offers") {
      const offers = legal.filter(({ type }) => type === "offer");
      const [first, ...others] = offers;
      return first && dice.int("offer", 1, 3) === 1
        ? dice.pick("which", [first, ...others])
        : { actorId, type: "pass" };
    }
    const { hunch } = view.lots[view.round]!;
    const wanted = Math.trunc((hunch * (percent + dice.int("shade", -spread, spread))) / 100);
    return { actorId, type: "bid", metadata: { coins: Math.max(0, Math.min(view.purses[view.you], wanted)) } };
  };

export const bots = {
  /** Bids well below its hunch: the highest of four hunches is too high. */
  shader: bidding(75, 10),
  /** Bids what it believes, and pays for it. */
  honest: bidding(100, 0),
  /** Buys nothing unless it is cheap. */
  miser: bidding(45, 15),
} satisfies Readonly<Record<string, Bot<Auction>>>;
