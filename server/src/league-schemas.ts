// The shapes of leagues, their games and their tables, as the OpenAPI document shows them.
import { Type } from "@orrery/kernel";
import { ARMS, type Arm, LINE_UPS, type LineUp } from "@orrery/runtime";
import { Ceiling } from "./model-schemas.ts";

const closed = { additionalProperties: false } as const;
const Id = Type.String({ minLength: 1, maxLength: 200 });
const OrNull = Type.Union([Type.Number(), Type.Null()]);

const Figure = Type.Object(
  { value: OrNull, low: OrNull, high: OrNull, n: Type.Integer({ description: "Games it rests on." }) },
  { ...closed, title: "Figure", description: "An estimate with its 95 % interval; null where nothing is known." },
);
const Figures = Type.Record(Type.String(), Figure);

const Spent = Type.Object(
  {
    calls: Type.Integer(),
    tokens: Type.Integer(),
    cached: Type.Integer(),
    output: Type.Integer(),
    microdollars: Type.Integer({ description: "Calls without a known price are left out, and counted as unpriced." }),
    unpriced: Type.Integer(),
    ms: Type.Integer(),
  },
  { ...closed, title: "Spent", description: "What the models of a league have used so far." },
);
const Traits = Type.Record(Type.String(), Type.Unknown());
/** The plan of a league as it is sent: see `Plan`. */
export const LeagueBody = Type.Object(
  {
    world: Id,
    config: Type.Optional(Type.Unknown()),
    entrants: Type.Array(
      Type.Object(
        {
          name: Id,
          agent: Type.String({ minLength: 1, maxLength: 400, description: "As a lineup names it: `bot:detective`." }),
          side: Type.Optional(Id),
          traits: Type.Optional(Traits),
        },
        closed,
      ),
      { minItems: 1, maxItems: 100 },
    ),
    games: Type.Integer({ minimum: 1, maximum: 1_000_000, description: "Of the schedule, in every arm." }),
    seed: Type.Optional(Type.String({ minLength: 1, maxLength: 4096 })),
    arms: Type.Optional(Type.Array(Type.Unsafe<Arm>(Type.Enum([...ARMS])), { minItems: 1 })),
    paired: Type.Optional(Type.Boolean({ description: "Games of a block share one seed." })),
    lineUp: Type.Optional(Type.Unsafe<LineUp>(Type.Enum([...LINE_UPS]))),
    lasting: Type.Optional(
      Type.Literal(true, {
        description: "In the arm `on`, what was learned is brought in, and kept beyond the league.",
      }),
    ),
    budget: Type.Optional(Ceiling),
  },
  closed,
);
export const LeagueGo = Type.Object({ budget: Type.Optional(Ceiling) }, closed);
export const LeagueCard = Type.Object(
  {
    id: Id,
    world: Type.String(),
    config: Type.Unknown(),
    seed: Type.String(),
    entrants: Type.Array(
      Type.Object(
        {
          name: Type.String(),
          agent: Type.String(),
          side: Type.Optional(Type.String()),
          traits: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
          prompts: Type.Optional(Type.Record(Type.String(), Type.String())),
        },
        closed,
      ),
    ),
    arms: Type.Array(Type.String()),
    paired: Type.Boolean(),
    lineUp: Type.String(),
    lasting: Type.Optional(Type.Literal(true, { description: "Learning lasts beyond the league." })),
    games: Type.Integer({ description: "Of the schedule, in every arm." }),
    done: Type.Integer({ description: "Played to their end, all arms together." }),
    createdAt: Type.Integer(),
    state: Type.Enum(["playing", "stopped"], { description: "Stopped: by its owner, by a fault, or at its end." }),
    now: Type.Union([
      Type.Object(
        { open: Type.Integer({ description: "Games begun and not ended." }), spent: Spent },
        { ...closed, description: "What is known while it is played by this server." },
      ),
      Type.Null(),
    ]),
    why: Type.Union([Type.String({ description: "Why it cannot go on." }), Type.Null()]),
  },
  { ...closed, title: "League" },
);
export const LeagueCards = Type.Array(LeagueCard);

export const GameCards = Type.Array(
  Type.Object(
    {
      index: Type.Integer(),
      arm: Type.String(),
      run: Id,
      seats: Type.Array(Type.Object({ actor: Type.String(), entrant: Type.String(), side: Type.String() }, closed)),
      results: Type.Union(
        [
          Type.Array(
            Type.Object(
              {
                side: Type.String(),
                actors: Type.Array(Type.String()),
                place: Type.Integer({ minimum: 1, description: "1 for the best; level parties share one." }),
                score: Type.Optional(Type.Number()),
              },
              closed,
            ),
          ),
          Type.Null(),
        ],
        { description: "Who won and lost together, with places; null while the game goes on." },
      ),
      reason: Type.String(),
      ended: Type.Boolean(),
      ending: Type.Union([Type.String(), Type.Null()], { description: "How, in the words of its world." }),
    },
    closed,
  ),
);

const Belief = Type.Object(
  {
    n: Type.Integer(),
    logLoss: Figure,
    brier: Figure,
    priorBrier: Figure,
    auroc: Figure,
    curve: Type.Array(Type.Object({ thought: Type.Number(), happened: Type.Number(), n: Type.Integer() }, closed)),
  },
  closed,
);
const Standing = Type.Object(
  {
    entrant: Type.String(),
    agent: Type.String(),
    traits: Type.Record(Type.String(), Type.Unknown(), { description: "What it is beside its agent: a persona, say." }),
    arm: Type.String(),
    side: Type.String(),
    games: Type.Integer(),
    wins: Figure,
    rating: Type.Union([
      Type.Object({ value: OrNull, low: OrNull, high: OrNull, n: Type.Integer(), best: Type.Number() }, closed),
      Type.Null(),
    ]),
    measures: Figures,
    beliefs: Type.Record(Type.String(), Belief),
  },
  { ...closed, title: "Standing" },
);
const Meeting = Type.Object(
  { first: Type.String(), second: Type.String(), games: Type.Integer(), wins: Figure, predicted: Figure },
  { ...closed, title: "HeadToHead" },
);

export const LeagueTable = Type.Object(
  {
    leagues: Type.Array(Id),
    world: Type.String(),
    sides: Type.Array(Type.String()),
    groups: Type.Array(
      Type.Object(
        {
          title: Type.String(),
          measures: Type.Array(
            Type.Object(
              {
                name: Type.String(),
                title: Type.String(),
                as: Type.Optional(Type.String()),
                brief: Type.Optional(Type.Boolean()),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
      { description: "How the world shows its measures." },
    ),
    games: Type.Integer(),
    seeds: Type.Integer(),
    unfinished: Type.Integer(),
    touched: Type.Integer(),
    firstSideWins: Type.Union([Figure, Type.Null()], { description: "Null where all play on one side." }),
    standings: Type.Array(Standing),
    sidesApart: Type.Boolean(),
    rulesets: Type.Array(
      Type.Object({ ruleset: Type.String(), first: Type.String(), second: Type.String(), favour: Figure }, closed),
    ),
    headToHead: Type.Array(Meeting),
    seats: Type.Array(Type.Object({ seat: Type.Integer(), wins: Figures }, closed)),
    seatSlope: Figures,
    reasons: Type.Record(Type.String(), Type.Integer()),
    contrasts: Type.Array(
      Type.Object(
        {
          side: Type.String(),
          first: Type.String(),
          second: Type.String(),
          seeds: Type.Integer(),
          difference: Type.Number(),
          low: Type.Number(),
          high: Type.Number(),
          p: Type.Number(),
          holm: Type.Number(),
          seedsForTenPoints: Type.Integer(),
        },
        closed,
      ),
      { description: "Differences on the seeds that both played; `holm` is corrected for all of a side." },
    ),
    perGame: Figures,
    heldOut: Type.Object(
      { games: Type.Integer(), logLoss: Figure, baseLogLoss: Figure, brier: Figure, baseBrier: Figure },
      closed,
    ),
  },
  { ...closed, title: "LeagueTable" },
);
export const Entrant = Type.Object(
  { entrant: Type.String(), agent: Type.String(), standings: Type.Array(Standing), headToHead: Type.Array(Meeting) },
  { ...closed, title: "Entrant" },
);

const LearnedVersion = {
  version: Type.Integer({ minimum: 1, description: "Never given twice." }),
  at: Type.Integer({ description: "Milliseconds since 1970." }),
  from: Type.Unknown({ description: "`run` with `branch` and `turn`, `league`, or `file`." }),
  hash: Type.String(),
};
const Learner = { world: Type.String(), agent: Type.String({ description: "As a lineup names it: model:NAME." }) };
export const LearnedCards = Type.Array(
  Type.Object(
    { ...Learner, versions: Type.Array(Type.Object(LearnedVersion, closed)) },
    { ...closed, title: "Learner" },
  ),
);
export const LearnedFile = Type.Object(
  { orrery: Type.Literal("learned"), ...Learner, ...LearnedVersion, learned: Type.Unknown() },
  { ...closed, title: "Learned", description: "What an agent learned, as `orrery learned import` takes it." },
);
export const LearnerPath = Type.Object({ agent: Id }, closed);
export const ForgetBody = Type.Object(
  { world: Type.Optional(Id) },
  { ...closed, description: "The world is needed where the agent has learned in several." },
);
export const LearnerQuery = Type.Object(
  { world: Type.Optional(Id), version: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })) },
  closed,
);
export const LeaguePath = Type.Object({ id: Id }, closed);
export const EntrantPath = Type.Object({ id: Id, name: Id }, closed);
const Index = Type.Integer({ minimum: 0, maximum: 1_000_000_000 });
export const GamesQuery = Type.Object({ from: Type.Optional(Index), to: Type.Optional(Index) }, closed);
