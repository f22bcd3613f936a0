// What follows from a state: scores, and what is broken in it.
import { checker, Type } from "@orrery/kernel";
import { actions, LOTS, PLAYERS, type Player, type State } from "./shape.ts";

export const scoresOf = ({ purses, lots }: Pick<State, "purses" | "lots">): Readonly<Record<Player, number>> =>
  Object.fromEntries(
    PLAYERS.map((who) => [
      who,
      purses[who] + lots.reduce((sum, { owner, value }) => sum + (owner === who ? value : 0), 0),
    ]),
  ) as Record<Player, number>;

const closed = { additionalProperties: false } as const;
const Who = Type.Enum([...PLAYERS]);
const Amount = Type.Integer({ minimum: 0, maximum: 1_000_000 });
const { give: GiveSchema, want: WantSchema } = actions.offer.metadata.properties;
const each = (of: ReturnType<typeof Type.Integer>) =>
  Type.Object(Object.fromEntries(PLAYERS.map((who) => [who, of])), closed);
const StateSchema = Type.Object(
  {
    deadlineMs: Type.Integer({ minimum: 0, maximum: 3_600_000 }),
    purses: each(Amount),
    lots: Type.Array(
      Type.Object(
        {
          id: Type.Enum(LOTS.map(([id]) => id)),
          name: Type.String({ minLength: 1, maxLength: 60 }),
          value: Amount,
          hunches: each(Amount),
          owner: Type.Union([Who, Type.Null()]),
          price: Type.Union([Amount, Type.Null()]),
        },
        closed,
      ),
      { minItems: 1, maxItems: LOTS.length },
    ),
    round: Type.Integer({ minimum: 0, maximum: LOTS.length - 1 }),
    phase: Type.Enum(["bids", "offers", "answers", "over"]),
    bids: Type.Partial(each(Amount)),
    offers: Type.Array(
      Type.Object(
        {
          id: Type.String({ minLength: 1, maxLength: 60 }),
          from: Who,
          to: Who,
          give: GiveSchema,
          want: WantSchema,
          note: Type.String({ maxLength: 300 }),
        },
        closed,
      ),
      { maxItems: PLAYERS.length },
    ),
    done: Type.Array(Who, { maxItems: PLAYERS.length * PLAYERS.length }),
    accepted: Type.Array(Type.String(), { maxItems: PLAYERS.length * PLAYERS.length }),
  },
  closed,
);
const misfit = checker(StateSchema, "state");

/** Every sentence says what a god may not bring about. */
export function valid(state: State): readonly string[] {
  const problem = misfit(state);
  if (problem !== null) return [problem];
  const { lots, round, offers, accepted, phase, done } = state;
  const isTwice = (ids: readonly string[]) => new Set(ids).size < ids.length;
  return [
    ...(isTwice(lots.map(({ id }) => id)) ? ["no lot may be there twice"] : []),
    ...(round < lots.length ? [] : ["round must be the index of a lot"]),
    ...(isTwice(offers.map(({ id }) => id)) ? ["no two offers may have one id"] : []),
    ...(isTwice(accepted) || isTwice(done) ? ["nobody answers the same thing twice"] : []),
    ...(accepted.every((id) => offers.some((offer) => offer.id === id)) ? [] : ["what is accepted must be an offer"]),
    ...(offers.every(({ from, to }) => from !== to) ? [] : ["nobody trades with itself"]),
    // Somebody must be waited for, or nothing would ever happen again.
    ...(phase === "answers" && offers.every(({ to }) => done.includes(to))
      ? ["some offer must still wait for its answer"]
      : []),
    ...(phase === "offers" && PLAYERS.every((who) => done.includes(who))
      ? ["somebody must still be free to make an offer"]
      : []),
    ...(phase === "bids" && PLAYERS.every((who) => state.bids[who] !== undefined)
      ? ["somebody's bid must still be missing"]
      : []),
  ];
}
