// Nearest: each round two players secretly name a number, a die falls, and the nearest scores. A template for new worlds.
import { type Ask, type Lexicon, refuse, Type, type World } from "@orrery/kernel";

const PLAYERS = ["ann", "ben"] as const;
type Player = (typeof PLAYERS)[number];
const LOW = 1;
const HIGH = 20;

/** What may be handed in. `open`: any number that fits may be named, and `legal` lists examples. */
const actions = {
  name: { metadata: Type.Object({ number: Type.Integer() }, { additionalProperties: false }), open: true },
} as const;

interface State {
  readonly rounds: number;
  readonly round: number;
  /** Numbers of this round: nobody knows the other's. */
  readonly named: Readonly<Partial<Record<Player, number>>>;
  readonly scores: Readonly<Record<Player, number>>;
}
interface View extends Omit<State, "named"> {
  /** The viewer's own number in this round. */
  readonly named: number | null;
}
type Event =
  | { readonly type: "named"; readonly who: Player; readonly number: number }
  | { readonly type: "fell"; readonly die: number; readonly named: Readonly<Record<Player, number>> };
type Percept = { readonly type: "named"; readonly number: number } | Extract<Event, { type: "fell" }>;

/** The nouns of this world. Everything below is typed from here. */
export interface Nearest {
  config: { readonly rounds?: number };
  state: State;
  view: View;
  percept: Percept;
  mind: null;
  event: Event;
  reasons: {
    out_of_range: { readonly number: number };
    named_already: { readonly number: number };
    game_over: Record<string, never>;
  };
  actions: typeof actions;
  god: Record<string, never>;
}

export const world = {
  id: "starter",
  version: 1,
  about: {
    title: "Nearest",
    summary: "Two players secretly name a number, a die of twenty falls, and the nearest scores.",
    rules: `Each round both players name a whole number from ${LOW} to ${HIGH}, without knowing the other's. Then a die of ${HIGH} sides falls. The nearest player scores a point; if both are equally near, both score. Most points win.`,
  },
  config: Type.Object(
    { rounds: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 3 })) },
    { additionalProperties: false },
  ),
  actions,
  open: ({ rounds = 3 }) => ({ rounds, round: 1, named: {}, scores: { ann: 0, ben: 0 } }),
  actors: () => PLAYERS,

  // Asks of one lane are answered together: here nobody sees the other's number before both are in.
  asks: (state): Ask<Nearest>[] =>
    isOver(state)
      ? []
      : PLAYERS.filter((who) => state.named[who] === undefined).map((who) => ({
          id: `round-${state.round}-${who}`,
          to: who,
          lane: "table",
          may: ["name"],
          kind: "due",
          most: 1,
        })),

  // From the view alone, so that a refusal cannot say more than its player knows.
  check: {
    name(view, { metadata: { number } }) {
      if (isOver(view)) return refuse("game_over", {});
      if (view.named !== null) return refuse("named_already", { number: view.named });
      return number < LOW || number > HIGH ? refuse("out_of_range", { number }) : null;
    },
  },
  decide: {
    name: (_state, { actorId, metadata: { number } }) => [{ type: "named", who: actorId as Player, number }],
  },
  // After the answers of a turn: the die falls once both numbers are in.
  settle({ named }, dice) {
    const { ann, ben } = named;
    return ann === undefined || ben === undefined
      ? []
      : [{ type: "fell", die: dice.int("die", LOW, HIGH), named: { ann, ben } }];
  },
  apply: {
    named: (state, { who, number }) => ({ ...state, named: { ...state.named, [who]: number } }),
    fell({ rounds, round, scores }, { die, named }) {
      const nearest = Math.min(...PLAYERS.map((who) => Math.abs(named[who] - die)));
      const point = (who: Player) => (Math.abs(named[who] - die) === nearest ? 1 : 0);
      return {
        rounds,
        round: round + 1,
        named: {},
        scores: { ann: scores.ann + point("ann"), ben: scores.ben + point("ben") },
      };
    },
  },

  perceive: (_before, event) =>
    event.type === "named"
      ? [{ to: event.who, what: { type: "named", number: event.number } }]
      : PLAYERS.map((to) => ({ to, what: event })),
  view: ({ rounds, round, named, scores }, who) => ({ rounds, round, scores, named: named[who as Player] ?? null }),
  legal: (view, actorId) =>
    isOver(view) || view.named !== null
      ? []
      : [LOW, 5, 10, 15, HIGH].map((number) => ({ actorId, type: "name", metadata: { number } })),

  explain: {
    out_of_range: ({ number }) => `The die has ${HIGH} sides: name a number from ${LOW} to ${HIGH}, not ${number}.`,
    named_already: ({ number }) => `You have named ${number}. Now the other's number is waited for.`,
    game_over: () => "The game is over.",
  },
  outcome: (state) => (isOver(state) ? { scores: state.scores } : null),
  valid: (state) => brokenIn(state),
  entities: ({ scores }) =>
    PLAYERS.map((id) => ({ id, name: nameOf(id), type: "player", attributes: { score: scores[id] } })),

  words: {
    name: (_view, who) => nameOf(who),
    ending: ({ scores: { ann, ben } }) => (ann === ben ? "A draw" : `${ann > ben ? "Ann" : "Ben"} wins`),
    lexicon: (): Lexicon => ({
      verbs: [
        {
          type: "name",
          patterns: ["name|say|pick|choose|take {metadata.number}", "{metadata.number}"],
          slots: { "metadata.number": { kinds: ["number"], ask: "Which number?" } },
          usage: "Say a number: NAME 7.",
        },
      ],
      nouns: [],
    }),
    tell({ who, before, after, percepts, tried }) {
      const problems = tried.flatMap(({ validation: { success, message } }) => (success ? [] : [message ?? ""]));
      const told = percepts.map((what) =>
        what.type === "named"
          ? `You name ${what.number}.`
          : `The die shows ${what.die}. ${PLAYERS.map((one) => `${one === who ? "You" : nameOf(one)} said ${what.named[one]}.`).join(" ")}`,
      );
      const now =
        before === null || before.round !== after.round
          ? isOver(after)
            ? "The game is over."
            : `Round ${after.round} of ${after.rounds}. Ann has ${after.scores.ann}, Ben ${after.scores.ben}. Name a number from ${LOW} to ${HIGH}.`
          : "";
      return [...problems, ...told, now].filter((line) => line !== "").join(" ");
    },
  },
  bots: {
    /** The middle is never far off. */
    middle: ({ ask }) => ({ actorId: ask.to, type: "name", metadata: { number: 10 } }),
  },
} satisfies World<Nearest>;

function isOver({ rounds, round }: Pick<State, "rounds" | "round">): boolean {
  return round > rounds;
}
const nameOf = (who: string): string => who.charAt(0).toUpperCase() + who.slice(1);

/** What a god may not bring about. */
function brokenIn(state: State): string[] {
  const isCount = (value: unknown, low: number) => Number.isSafeInteger(value) && (value as number) >= low;
  const { rounds, round, named, scores, ...more } = state;
  const isRecord = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);
  const players = (value: object) => Object.keys(value).every((who) => (PLAYERS as readonly string[]).includes(who));
  return [
    ...(Object.keys(more).length > 0 ? ["there is nothing else in a game"] : []),
    ...(isCount(rounds, 1) && isCount(round, 1) ? [] : ["rounds and round must be whole numbers from 1"]),
    ...(isRecord(scores) && players(scores) && PLAYERS.every((who) => isCount(scores[who], 0))
      ? []
      : ["scores must hold a whole number for each player"]),
    ...(isRecord(named) &&
    players(named) &&
    Object.values(named).every((number) => isCount(number, LOW) && number <= HIGH)
      ? []
      : [`named may hold a number from ${LOW} to ${HIGH} for each player`]),
  ];
}
