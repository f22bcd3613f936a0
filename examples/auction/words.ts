// How the auction is spoken of: what one may type, and what one is told.
import type { Lexicon, Noun, Telling } from "@orrery/kernel";
import { type Auction, type Event, type Offer, PLAYERS, type Side, type View } from "./shape.ts";

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const nameOf = (who: string): string => capital(who);

export function lexicon({ lots, offers, you }: View): Lexicon {
  const nouns: Noun[] = [
    ...PLAYERS.filter((who) => who !== you).map((who) => ({ id: who, names: [nameOf(who)], kinds: ["player"] })),
    ...lots.map(({ id, name }) => ({ id, names: [name], kinds: ["lot"] })),
    ...offers
      .filter(({ to }) => to === you)
      .map(({ id, from }) => ({
        id,
        names: [`${nameOf(from)}'s offer`, `offer of ${nameOf(from)}`, nameOf(from)],
        kinds: ["offer"],
      })),
  ];
  const coins = { kinds: ["number"] };
  const lot = { kinds: ["lot"] };
  return {
    nouns,
    verbs: [
      {
        type: "bid",
        patterns: ["bid {metadata.coins} (coins|coin)", "{metadata.coins} (coins|coin)"],
        slots: { "metadata.coins": { kinds: ["number"], ask: "How many coins do you bid?" } },
        usage: "Say how many coins: BID 17.",
      },
      {
        type: "offer",
        patterns: ["offer {target} {metadata.give.coins} (coins|coin) for (the) {metadata.want.lot}"],
        slots: {
          target: { kinds: ["player"], ask: "To whom?" },
          "metadata.give.coins": coins,
          "metadata.want.lot": lot,
        },
        fixed: { want: { coins: 0 } },
        usage: "OFFER BEN 20 COINS FOR THE CLOCK, or OFFER BEN THE VASE FOR 20 COINS.",
      },
      {
        type: "offer",
        patterns: ["offer {target} (the) {metadata.give.lot} for {metadata.want.coins} (coins|coin)"],
        slots: { target: { kinds: ["player"] }, "metadata.give.lot": lot, "metadata.want.coins": coins },
        fixed: { give: { coins: 0 } },
      },
      {
        type: "offer",
        patterns: ["offer {target} (the) {metadata.give.lot} for (the) {metadata.want.lot}"],
        slots: { target: { kinds: ["player"] }, "metadata.give.lot": lot, "metadata.want.lot": lot },
        fixed: { give: { coins: 0 }, want: { coins: 0 } },
      },
      { type: "pass", patterns: ["pass", "make no offer", "no offer", "wait"] },
      {
        type: "accept",
        patterns: ["accept|take {target}", "say yes to {target}"],
        slots: { target: { kinds: ["offer"], ask: "Whose offer?" } },
      },
      { type: "decline", patterns: ["decline", "say no", "no", "refuse"] },
    ],
  };
}

export function tell({ who, before, after, percepts, tried }: Telling<Auction>): string {
  const problems = tried.flatMap(({ validation: { success, message = "" } }) => (success ? [] : [message]));
  const told = percepts.map((event) => sentence(event, who, after));
  const isNew = before === null || before.phase !== after.phase || before.round !== after.round;
  return [...problems, ...told, isNew ? now(after) : ""].filter((line) => line !== "").join("\n");
}

function now(view: View): string {
  const { you, phase, lots, round, purses, offers } = view;
  const lot = lots[round]!;
  switch (phase) {
    case "bids":
      return `Lot ${round + 1} of ${view.rounds} is put up: the ${lot.name}. Your hunch is ${lot.hunch} coins. You have ${purses[you]}. What do you bid?`;
    case "offers":
      return "You may offer one of the others a trade, or pass.";
    case "answers": {
      const mine = offers
        .filter(({ to }) => to === you)
        .map((offer) => `${nameOf(offer.from)} offers ${terms(offer, view)}.`);
      return mine.length > 0 ? `${mine.join("\n")}\nAccept or decline?` : "The others consider offers.";
    }
    case "over":
      return `The auction is over. ${lots.map(({ name, value, owner }) => `The ${name} was worth ${value}${owner ? ` and is ${owner === you ? "yours" : `${nameOf(owner)}'s`}` : ""}.`).join(" ")}`;
  }
}

const side = ({ coins, lot }: Side, view: View): string => {
  const parts = [
    ...(coins > 0 ? [`${coins} ${coins === 1 ? "coin" : "coins"}`] : []),
    ...(lot === undefined ? [] : [`the ${view.lots.find(({ id }) => id === lot)?.name ?? lot}`]),
  ];
  return parts.length > 0 ? parts.join(" and ") : "nothing";
};
const terms = ({ give, want, note }: Offer, view: View): string =>
  `${side(give, view)} for ${side(want, view)}${note === "" ? "" : `, and says: “${note}”`}`;

function sentence(event: Event, who: string, view: View): string {
  const lotName = (lot: string) => view.lots.find(({ id }) => id === lot)?.name ?? lot;
  switch (event.type) {
    case "bid":
      return `You bid ${event.coins}.`;
    case "sold":
      return event.to === null
        ? `Nobody wants the ${lotName(event.lot)}.`
        : `The ${lotName(event.lot)} goes to ${event.to === who ? "you" : nameOf(event.to)} for ${event.price}.`;
    case "offered":
      return event.offer.from === who ? `You offer ${nameOf(event.offer.to)} ${terms(event.offer, view)}.` : "";
    case "passed":
      return "You make no offer.";
    case "accepted":
      return `You accept ${nameOf(event.offer.split("-").at(-1)!)}'s offer.`;
    case "declined":
      return "You say no.";
    case "traded": {
      const { from, to } = event.offer;
      return `You and ${nameOf(from === who ? to : from)} trade: ${terms(event.offer, view)}.`;
    }
    case "lapsed":
      return `The trade of ${terms(event.offer, view)} is no longer possible.`;
    case "moved":
      return "";
  }
}
