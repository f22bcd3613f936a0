// A sealed-bid auction for four: everybody has a hunch of their own, the highest bid takes the lot, and lots are traded in between.
import { type Action, type Ask, type Dice, refuse, type World } from "@orrery/kernel";
import { bots } from "./bots.ts";
import { contest } from "./contest.ts";
import { ledger } from "./ledger.ts";
import {
  type Auction,
  actions,
  ConfigSchema,
  type Event,
  LOTS,
  type Lot,
  type Offer,
  type Phase,
  PLAYERS,
  type Player,
  type Side,
  type State,
  type View,
} from "./shape.ts";
import { scoresOf, valid } from "./state.ts";
import { lexicon, nameOf, tell } from "./words.ts";

export * from "./shape.ts";

const HUNCH = 6;

export const world = {
  id: "auction",
  version: 1,
  about: {
    title: "Four at an auction",
    summary: "Four players, sealed bids, a hunch for each, and trades in between. The richest player wins.",
    rules: [
      "Lots are put up one after another. A lot is worth the same to everybody, and nobody knows how much until the end: each player has a hunch of its own, which is off by six coins at most.",
      "- All bid at once, in secret. The highest bid takes the lot and is paid; of equal bids chance takes one. A bid of 0 buys nothing. Only the price is told.",
      "- Then each player may offer one other player a trade: coins and at most one lot for coins and at most one lot. Those two alone know of it.",
      "- Then offers are answered. A trade that is no longer possible when its turn comes does not happen.",
      "- Silence until the deadline is a bid of 0, no offer, or no.",
      "When all lots are sold, their values are told. A player's score is its coins and the values of its lots.",
    ].join("\n"),
  },
  config: ConfigSchema,
  actions,
  open({ lots = 4, purse = 100, deadlineMs = 120_000 }, dice) {
    const each = <T>(of: (who: Player) => T) =>
      Object.fromEntries(PLAYERS.map((who) => [who, of(who)])) as Record<Player, T>;
    return {
      deadlineMs,
      purses: each(() => purse),
      lots: LOTS.slice(0, lots).map(([id, name]): Lot => {
        const value = dice.int(`value of ${id}`, 10, 60);
        const hunches = each((who) => Math.max(0, value + dice.int(`hunch of ${who} for ${id}`, -HUNCH, HUNCH)));
        return { id, name, value, hunches, owner: null, price: null };
      }),
      round: 0,
      phase: "bids",
      bids: {},
      offers: [],
      done: [],
      accepted: [],
    };
  },
  actors: () => PLAYERS,
  asks,

  check: {
    bid(view, { metadata: { coins } }) {
      const purse = view.purses[view.you];
      return early(view, "bids") ?? (coins > purse ? refuse("too_much", { coins, purse }) : null);
    },
    offer(view, { targetId, metadata: { give, want } }) {
      const wrong = early(view, "offers");
      if (wrong) return wrong;
      if (!isPlayer(targetId) || targetId === view.you) return refuse("no_such_player", { id: targetId });
      const owner = (lot: string | undefined) => view.lots.find(({ id }) => id === lot)?.owner ?? null;
      if (give.lot !== undefined && owner(give.lot) !== view.you) return refuse("not_yours", { lot: give.lot });
      if (want.lot !== undefined && owner(want.lot) !== targetId)
        return refuse("not_theirs", { lot: want.lot, who: targetId });
      if (give.coins > view.purses[view.you])
        return refuse("too_much", { coins: give.coins, purse: view.purses[view.you] });
      if (want.coins > view.purses[targetId])
        return refuse("they_lack", { who: targetId, purse: view.purses[targetId] });
      return isNothing(give) && isNothing(want) ? refuse("empty_offer", {}) : null;
    },
    pass: (view) => early(view, "offers"),
    accept(view, { targetId }) {
      const offer = view.offers.find(({ id, to }) => id === targetId && to === view.you);
      return early(view, "answers") ?? (offer ? null : refuse("no_such_offer", { id: targetId }));
    },
    decline: (view) => early(view, "answers"),
  },
  decide: {
    bid: (_state, { actorId, metadata: { coins } }) => [{ type: "bid", who: actorId as Player, coins }],
    offer({ round }, { actorId, targetId, metadata: { give, want, note = "" } }) {
      const from = actorId as Player;
      const offer: Offer = { id: `offer-${round + 1}-${from}`, from, to: targetId as Player, give, want, note };
      return [{ type: "offered", offer }];
    },
    pass: (_state, { actorId }) => [{ type: "passed", who: actorId as Player }],
    accept: (_state, { actorId, targetId }) => [{ type: "accepted", who: actorId as Player, offer: targetId }],
    decline: (_state, { actorId }) => [{ type: "declined", who: actorId as Player }],
  },
  settle,
  apply: {
    bid: (state, { who, coins }) => ({ ...state, bids: { ...state.bids, [who]: coins } }),
    sold: (state, { lot, to, price }) => ({
      ...state,
      lots: state.lots.map((one) => (one.id === lot ? { ...one, owner: to, price } : one)),
      purses: to === null ? state.purses : { ...state.purses, [to]: state.purses[to] - price },
    }),
    offered: (state, { offer }) => ({ ...state, offers: [...state.offers, offer], done: [...state.done, offer.from] }),
    passed: (state, { who }) => ({ ...state, done: [...state.done, who] }),
    accepted: (state, { who, offer }) => ({
      ...state,
      done: [...state.done, who],
      accepted: [...state.accepted, offer],
    }),
    declined: (state, { who }) => ({ ...state, done: [...state.done, who] }),
    traded: (state, { offer }) => traded(state, offer),
    lapsed: (state) => state,
    moved: (state, { phase, round }) => ({
      ...state,
      phase,
      round,
      bids: {},
      done: [],
      accepted: [],
      offers: phase === "answers" ? state.offers : [],
    }),
  },
  perceive: (_before, event) => {
    const to = hearersOf(event);
    return to.map((who) => ({ to: who, what: event }));
  },
  view,
  legal,
  explain: {
    wrong_phase: ({ phase }) => PHASES[phase],
    done_already: () => "You have had your say. Now the others are waited for.",
    too_much: ({ coins, purse }) => `You have ${purse} coins, not ${coins}.`,
    they_lack: ({ who, purse }) => `${nameOf(who)} has ${purse} coins and no more.`,
    no_such_player: () => "An offer goes to one of the other players.",
    not_yours: ({ lot }) => `You do not own “${lot}”.`,
    not_theirs: ({ lot, who }) => `${nameOf(who)} does not own “${lot}”.`,
    empty_offer: () => "Offer or ask for something.",
    no_such_offer: () => "Nobody has made you that offer.",
  },
  outcome: (state) => (state.phase === "over" ? { scores: scoresOf(state) } : null),
  valid,
  entities: (state) => [
    ...PLAYERS.map((id) => ({ id, name: nameOf(id), type: "player", attributes: { coins: state.purses[id] } })),
    ...state.lots
      .slice(0, state.round + 1)
      .map(({ id, name, owner, price, value }) => ({ id, name, type: "lot", attributes: { owner, price, value } })),
  ],
  words: {
    name: (_view, who) => nameOf(who),
    ending(state) {
      const scores = scoresOf(state);
      const best = Math.max(...Object.values(scores));
      const first = PLAYERS.filter((who) => scores[who] === best).map(nameOf);
      return `${first.join(" and ")} ${first.length === 1 ? "wins" : "win"} with ${best}`;
    },
    lexicon,
    tell,
  },
  bots,
  company: { bot: "shader", seated: {}, first: "seat" },
  contest,
  exports: { ledger },
} satisfies World<Auction>;

const PHASES: Readonly<Record<Phase, string>> = {
  bids: "Bids are taken now.",
  offers: "Offers are made now.",
  answers: "Offers are answered now.",
  over: "The auction is over.",
};

const isPlayer = (id: string): id is Player => (PLAYERS as readonly string[]).includes(id);
const isNothing = ({ coins, lot }: Side): boolean => coins === 0 && lot === undefined;

/** Why nothing may be done now that belongs to a phase; null where it may. */
function early(view: View, phase: Phase) {
  if (view.phase !== phase) return refuse("wrong_phase", { phase: view.phase });
  return view.done ? refuse("done_already", {}) : null;
}

/** Everybody who is still to speak in this phase, in one window: nobody sees another's answer before all are in. */
function asks(state: State): Ask<Auction>[] {
  const { phase, round, deadlineMs } = state;
  return waitedFor(state).map((who) => ({
    id: `${phase}-${round + 1}-${who}`,
    to: who,
    lane: "hall",
    kind: "due",
    ...(phase === "answers" ? {} : { most: 1 }),
    may: phase === "bids" ? ["bid"] : phase === "offers" ? ["offer", "pass"] : ["accept", "decline"],
    ...(deadlineMs > 0 ? { deadlineMs } : {}),
    fallback: (): Action<Auction> =>
      phase === "bids"
        ? { actorId: who, type: "bid", metadata: { coins: 0 } }
        : { actorId: who, type: phase === "offers" ? "pass" : "decline" },
  }));
}

function waitedFor({ phase, bids, done, offers }: State): readonly Player[] {
  switch (phase) {
    case "bids":
      return PLAYERS.filter((who) => bids[who] === undefined);
    case "offers":
      return PLAYERS.filter((who) => !done.includes(who));
    case "answers":
      return PLAYERS.filter((who) => !done.includes(who) && offers.some(({ to }) => to === who));
    default:
      return [];
  }
}

/** Once nobody is waited for: the lot is sold, offers are answered, trades happen, the next lot is put up. */
function settle(state: State, dice: Dice): readonly Event[] {
  const { phase, round, lots, offers } = state;
  if (phase === "over" || waitedFor(state).length > 0) return [];
  const next: Event = {
    type: "moved",
    phase: round + 1 < lots.length ? "bids" : "over",
    round: Math.min(round + 1, lots.length - 1),
  };
  switch (phase) {
    case "bids":
      return [sale(state, dice), { type: "moved", phase: "offers", round }];
    case "offers":
      return [offers.length > 0 ? { type: "moved", phase: "answers", round } : next];
    case "answers":
      return [...trades(state), next];
  }
}

function sale({ bids, lots, round }: State, dice: Dice): Event {
  const price = Math.max(...PLAYERS.map((who) => bids[who]!));
  const [first, ...others] = PLAYERS.filter((who) => bids[who] === price);
  const { id: lot } = lots[round]!;
  if (price === 0) return { type: "sold", lot, to: null, price };
  // With one highest bid there is nothing to roll for.
  return { type: "sold", lot, price, to: others.length === 0 ? first! : dice.pick("tie", [first!, ...others]) };
}

/** Accepted offers one after another: each changes what the next can still take. */
function trades(state: State): Event[] {
  let at = state;
  return state.accepted.flatMap((id): Event[] => {
    const offer = state.offers.find((one) => one.id === id)!;
    if (!isPossible(at, offer)) return [{ type: "lapsed", offer }];
    at = traded(at, offer);
    return [{ type: "traded", offer }];
  });
}

function isPossible({ purses, lots }: State, { from, to, give, want }: Offer): boolean {
  const owns = (who: Player, lot: string | undefined) =>
    lot === undefined || lots.find(({ id }) => id === lot)?.owner === who;
  return purses[from] >= give.coins && purses[to] >= want.coins && owns(from, give.lot) && owns(to, want.lot);
}

function traded(state: State, { from, to, give, want }: Offer): State {
  const { purses, lots } = state;
  return {
    ...state,
    purses: {
      ...purses,
      [from]: purses[from] - give.coins + want.coins,
      [to]: purses[to] - want.coins + give.coins,
    },
    lots: lots.map((lot) =>
      lot.id === give.lot ? { ...lot, owner: to } : lot.id === want.lot ? { ...lot, owner: from } : lot,
    ),
  };
}

/** Bids are sealed, and trades a matter between two. */
function hearersOf(event: Event): readonly Player[] {
  switch (event.type) {
    case "bid":
    case "passed":
    case "accepted":
    case "declined":
      return [event.who];
    case "offered":
    case "traded":
    case "lapsed":
      return [event.offer.from, event.offer.to];
    default:
      return PLAYERS;
  }
}

function view({ phase, round, lots, purses, bids, offers, done }: State, who: string): View {
  const you = who as Player;
  return {
    you,
    phase,
    round,
    rounds: lots.length,
    purses,
    lots: lots.slice(0, round + 1).map(({ id, name, hunches, owner, price, value }) => ({
      id,
      name,
      hunch: hunches[you],
      owner,
      price,
      value: phase === "over" ? value : null,
    })),
    bid: bids[you] ?? null,
    // An offer reaches the other when all have been made.
    offers: offers.filter(({ from, to }) => from === you || (to === you && phase !== "offers")),
    done: bids[you] !== undefined || done.includes(you),
  };
}

/** Examples of bids and offers; every answer. */
function legal(view: View, actorId: string): Action<Auction>[] {
  const { you, phase, purses, lots, offers, round } = view;
  if (view.done) return [];
  const purse = purses[you];
  switch (phase) {
    case "bids": {
      const hunch = lots[round]!.hunch;
      const coins = [0, Math.trunc(hunch / 2), hunch].filter((some) => some <= purse);
      return [...new Set(coins)].map((some) => ({ actorId, type: "bid", metadata: { coins: some } }));
    }
    case "offers":
      return [
        { actorId, type: "pass" },
        ...lots.flatMap(({ id, owner, hunch }): Action<Auction>[] =>
          owner === null || owner === you || hunch > purse
            ? []
            : [
                {
                  actorId,
                  type: "offer",
                  targetId: owner,
                  metadata: { give: { coins: hunch }, want: { coins: 0, lot: id } },
                },
              ],
        ),
      ];
    case "answers": {
      const mine = offers.filter(({ to }) => to === you);
      if (mine.length === 0) return [];
      return [
        ...mine.map(({ id }): Action<Auction> => ({ actorId, type: "accept", targetId: id })),
        { actorId, type: "decline" },
      ];
    }
    default:
      return [];
  }
}
