// A world for tests: two teams vote blind in windows of their own, and a chair may speak at any time. Secrets: votes until counted.
import { type Lexicon, refuse, Type, type World } from "@orrery/kernel";

const TEAMS = ["red", "blue"] as const;
type Team = (typeof TEAMS)[number];
const SEATS = ["ann", "ben", "cat"] as const;

const actions = {
  vote: { metadata: Type.Object({ yes: Type.Boolean() }, { additionalProperties: false }) },
  speak: { metadata: Type.Object({ text: Type.String({ maxLength: 200 }) }, { additionalProperties: false }) },
} as const;

interface Side {
  readonly round: number;
  readonly votes: Readonly<Record<string, boolean>>;
  readonly passed: readonly boolean[];
}
interface State {
  readonly rounds: number;
  readonly deadlineMs: number;
  readonly quorum?: number;
  readonly teams: Readonly<Record<Team, Side>>;
  readonly said: readonly string[];
  readonly closed: boolean;
}
interface View {
  readonly round: number;
  readonly passed: readonly boolean[];
  readonly said: readonly string[];
  readonly mine: boolean | null;
  readonly closed: boolean;
}
type Event =
  | { readonly type: "voted"; readonly who: string; readonly yes: boolean }
  | { readonly type: "counted"; readonly team: Team; readonly passed: boolean; readonly luck: number }
  | { readonly type: "spoke"; readonly text: string };
export interface Council {
  config: { readonly rounds: number; readonly deadlineMs: number; readonly quorum?: number };
  state: State;
  view: View;
  percept: { readonly team: Team; readonly passed: boolean } | { readonly text: string };
  mind: null;
  event: Event;
  reasons: { voted_already: Record<string, never>; closed: Record<string, never>; rude: { readonly text: string } };
  actions: typeof actions;
  god: Record<string, never>;
}

const teamOf = (who: string): Team | null => TEAMS.find((team) => who.startsWith(`${team}-`)) ?? null;
const members = (team: Team) => SEATS.map((seat) => `${team}-${seat}`);
const done = ({ rounds, teams, closed }: State, team: Team) => closed || teams[team].round >= rounds;
const put = (state: State, team: Team, change: Partial<Side>): State => ({
  ...state,
  teams: { ...state.teams, [team]: { ...state.teams[team], ...change } },
});

export const council = {
  id: "council",
  version: 1,
  config: Type.Object(
    {
      rounds: Type.Integer({ minimum: 1 }),
      deadlineMs: Type.Integer({ minimum: 0 }),
      quorum: Type.Optional(Type.Integer({ minimum: 1 })),
    },
    { additionalProperties: false },
  ),
  actions,
  open: ({ rounds, deadlineMs, quorum }) => ({
    rounds,
    deadlineMs,
    ...(quorum === undefined ? {} : { quorum }),
    said: [],
    closed: false,
    teams: { red: { round: 0, votes: {}, passed: [] }, blue: { round: 0, votes: {}, passed: [] } },
  }),
  actors: () => [...TEAMS.flatMap(members), "chair"],
  asks: (state) => [
    ...TEAMS.flatMap((team) =>
      done(state, team)
        ? []
        : members(team).map((to) => ({
            id: `${to}/${state.teams[team].round}`,
            to,
            lane: team,
            may: ["vote" as const],
            kind: "due" as const,
            attempts: 2,
            ...(state.deadlineMs > 0 ? { deadlineMs: state.deadlineMs } : {}),
            ...(state.quorum === undefined ? {} : { quorum: state.quorum }),
            fallback: () => ({ actorId: to, type: "vote" as const, metadata: { yes: false } }),
          })),
    ),
    ...(TEAMS.every((team) => done(state, team))
      ? []
      : [{ id: "chair", to: "chair", lane: "chair", may: ["speak" as const], kind: "standing" as const }]),
  ],
  check: {
    vote: (view) => (view.closed ? refuse("closed", {}) : view.mine === null ? null : refuse("voted_already", {})),
    speak: (_view, { metadata: { text } }) => (text.includes("damn") ? refuse("rude", { text }) : null),
  },
  decide: {
    vote: (_state, { actorId, metadata: { yes } }) => [{ type: "voted", who: actorId, yes }],
    speak: (_state, { metadata: { text } }) => [{ type: "spoke", text }],
  },
  settle: (state, dice) =>
    TEAMS.flatMap((team) => {
      const votes = Object.values(state.teams[team].votes);
      return votes.length < SEATS.length
        ? []
        : [
            {
              type: "counted" as const,
              team,
              passed: votes.filter(Boolean).length >= 2,
              luck: dice.int(`luck ${team}`, 1, 1_000_000),
            },
          ];
    }),
  apply: {
    voted: (state, { who, yes }) => {
      const team = teamOf(who)!;
      return put(state, team, { votes: { ...state.teams[team].votes, [who]: yes } });
    },
    counted: (state, { team, passed }) =>
      put(state, team, {
        round: state.teams[team].round + 1,
        votes: {},
        passed: [...state.teams[team].passed, passed],
      }),
    spoke: (state, { text }) => ({ ...state, said: [...state.said, text], closed: state.closed || text === "close" }),
  },
  perceive: (_before, event) => {
    if (event.type === "counted")
      return members(event.team).map((to) => ({ to, what: { team: event.team, passed: event.passed } }));
    if (event.type === "spoke")
      return [...TEAMS.flatMap(members), "chair"].map((to) => ({ to, what: { text: event.text } }));
    return [];
  },
  view: ({ teams, said, closed }, who) => {
    const team = teamOf(who);
    if (!team) return { round: 0, passed: [], said, mine: null, closed };
    return { round: teams[team].round, passed: teams[team].passed, said, mine: teams[team].votes[who] ?? null, closed };
  },
  legal: (view, actorId) =>
    actorId === "chair" || view.closed || view.mine !== null
      ? []
      : [true, false].map((yes) => ({ actorId, type: "vote" as const, metadata: { yes } })),
  explain: {
    voted_already: () => "You have voted.",
    closed: () => "The council is closed.",
    rude: () => "Mind your language.",
  },
  outcome: (state) =>
    TEAMS.every((team) => done(state, team)) ? { red: state.teams.red.passed, blue: state.teams.blue.passed } : null,
  valid: ({ rounds }) => (Number.isInteger(rounds) && rounds >= 1 ? [] : ["rounds must be a whole number above 0"]),
  entities: () => SEATS.map((seat) => ({ id: seat, name: seat, type: "seat", attributes: {} })),
  words: {
    name: (_view, who) => who,
    lexicon: (): Lexicon => ({
      verbs: [
        { type: "vote", patterns: ["yes|aye"], fixed: { yes: true } },
        { type: "vote", patterns: ["no|nay"], fixed: { yes: false } },
      ],
      nouns: [],
    }),
    tell: ({ percepts, tried }) =>
      [
        ...tried.map(({ validation }) => (validation.success ? "You have spoken." : (validation.message ?? ""))),
        ...percepts.map((what) =>
          "text" in what ? `The chair: ${what.text}` : what.passed ? "It passed." : "It failed.",
        ),
      ].join(" "),
  },
} satisfies World<Council>;
