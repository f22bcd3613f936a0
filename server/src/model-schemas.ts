// The shapes of what models and agents at work look like over HTTP.
import { Type } from "@orrery/kernel";
import { ON_FAULT } from "@orrery/runtime";

const closed = { additionalProperties: false } as const;
const orNull = <S extends Parameters<typeof Type.Union>[0][number]>(schema: S) => Type.Union([schema, Type.Null()]);
const Name = Type.String({ minLength: 1, maxLength: 200 });
const Count = Type.Integer({ minimum: 0 });
const Money = Type.Number({ description: "Dollars." });

const Usage = Type.Object(
  {
    input: Type.Number(),
    cached: Type.Number(),
    written: Type.Number(),
    output: Type.Number(),
    reasoning: Type.Number(),
    estimated: Type.Boolean(),
  },
  { ...closed, title: "Usage", description: "Tokens. Billed input is `input`; cached and written are parts of it." },
);
export const Ceiling = Type.Object(
  { calls: Type.Optional(Count), tokens: Type.Optional(Count), money: Type.Optional(Type.Number({ minimum: 0 })) },
  { ...closed, title: "Ceiling" },
);
const Spending = Type.Object(
  {
    name: Type.String(),
    ceiling: Ceiling,
    calls: Count,
    usage: Usage,
    money: Money,
    unpriced: Type.Integer({ description: "Calls whose price is not known, and which `money` leaves out." }),
    reserved: Type.Object({ calls: Count, tokens: Type.Number(), money: Money }, closed),
  },
  { ...closed, title: "Spending" },
);
export const Sitting = Type.Object(
  {
    branch: Type.String(),
    agents: Type.String({ description: "Who plays what, such as x=model:clever,*=bot:random." }),
    state: Type.Union([
      Type.Literal("playing"),
      Type.Literal("waiting"),
      Type.Literal("ended"),
      Type.Literal("stopped"),
    ]),
    why: orNull(Type.String({ description: "Why it stopped, and what to do." })),
    waitingFor: Type.Array(Type.String()),
    working: Type.Array(
      Type.Object(
        {
          actor: Type.String(),
          model: Type.String(),
          state: Type.Union([Type.Literal("asked"), Type.Literal("writing")]),
          ms: Type.Number(),
        },
        closed,
      ),
    ),
    spending: Type.Array(Spending),
  },
  { ...closed, title: "Sitting", description: "Agents at work on one branch of a run." },
);
export const Sittings = Type.Array(Sitting);
/** How agents are to play. */
export const PlayFields = {
  agents: Type.Optional(Type.String({ minLength: 1, maxLength: 4000 })),
  budget: Type.Optional(Ceiling),
  replay: Type.Optional(
    Type.Object(
      { run: Name, branch: Type.Optional(Name) },
      { ...closed, description: "Answers come from that run's calls, and no model is asked." },
    ),
  ),
  onFault: Type.Optional(
    Type.Union(
      ON_FAULT.map((one) => Type.Literal(one)),
      { description: "What a seat without a fallback does when its model gives no answer that counts. Else it stops." },
    ),
  ),
  standing: Type.Optional(
    Type.Boolean({
      description:
        "Agents also answer asks that wait for nobody, such as an author's, each of them once. Without it they do not.",
    }),
  ),
} as const;
export const SittingBody = Type.Object(
  { ...PlayFields, branch: Type.Optional(Name) },
  { ...closed, description: "`agents` may be left out where the server was started with some." },
);
export const StopBody = Type.Object({ branch: Type.Optional(Name) }, closed);
export const ForecastQuery = Type.Object(
  {
    agents: Type.String({ minLength: 1, maxLength: 4000 }),
    branch: Type.Optional(Name),
    moves: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  },
  closed,
);
export const ForecastBody = Type.Object(
  {
    world: Name,
    config: Type.Optional(Type.Unknown()),
    seed: Type.Optional(Type.String({ maxLength: 4096 })),
    agents: Type.String({ minLength: 1, maxLength: 4000 }),
    moves: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
  },
  closed,
);
export const Forecast = Type.Object(
  {
    moves: Type.Integer({ minimum: 0, description: "Of each seat at most." }),
    ended: Type.Boolean({ description: "Whether the game is over by then." }),
    seats: Type.Array(
      Type.Object(
        { actor: Type.String(), model: Type.String(), calls: Count, usage: Usage, money: orNull(Money) },
        closed,
      ),
    ),
    calls: Count,
    usage: Usage,
    money: orNull(Money),
  },
  { ...closed, title: "Forecast" },
);
export const CallsQuery = Type.Object(
  {
    branch: Type.Optional(Name),
    turn: Type.Optional(Type.Integer({ minimum: 0 })),
    from: Type.Optional(Type.Integer({ minimum: 1 })),
    most: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
  },
  closed,
);
export const TellingsQuery = Type.Object(
  { branch: Type.Optional(Name), as: Type.Optional(Name), from: Type.Optional(Type.Integer({ minimum: 1 })) },
  closed,
);
export const Told = Type.Object(
  {
    turn: Count,
    id: Type.String(),
    teller: Type.String({ description: "`model` and its name, or `hand` for what the owner wrote." }),
    viewer: Type.String(),
    text: Type.String(),
  },
  { ...closed, title: "Telling" },
);

const ToldIn = { branch: Type.Optional(Name), as: Type.Optional(Name) };
export const ToldQuery = Type.Object(ToldIn, closed);
export const WriteTellingBody = Type.Object(
  { ...ToldIn, text: Type.String({ minLength: 1, maxLength: 20_000 }) },
  closed,
);
export const RetellBody = Type.Object(
  {
    ...ToldIn,
    narrator: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 400,
        description: "Another than the usual one: model:NAME or model:A>B.",
      }),
    ),
  },
  closed,
);
export const ChooseTellingBody = Type.Object(
  { ...ToldIn, n: Type.Integer({ minimum: 0, description: "0: what the rules told." }) },
  closed,
);
const Sheet = {
  turn: Count,
  id: Type.String(),
  viewer: Type.String(),
  facts: Type.String({ description: "What the rules told: it says what is so." }),
  tellings: Type.Array(
    Type.Object(
      { n: Count, teller: Type.String({ description: "`model` and its name, or `hand`." }), text: Type.String() },
      closed,
    ),
  ),
  shown: Type.Integer({ minimum: 0, description: "Number of the telling that is shown; 0: the facts." }),
};
export const TellingSheet = Type.Object(Sheet, { ...closed, title: "TellingSheet" });
export const Retold = Type.Object(
  { ...Sheet, trouble: orNull(Type.String({ description: "Why there is no new telling." })) },
  { ...closed, title: "Retold" },
);

export const SpeakBody = Type.Object(
  {
    ...ToldIn,
    speaker: Type.Optional(
      Type.String({ minLength: 1, maxLength: 400, description: "Another than the role speaker: model:NAME." }),
    ),
  },
  closed,
);
export const Spoken = Type.Object(
  {
    turn: Count,
    id: Type.String(),
    viewer: Type.String(),
    audio: orNull(
      Type.Object(
        { hash: Type.String({ description: "Of an artifact." }), mediaType: Type.String(), speaker: Type.String() },
        closed,
      ),
    ),
    trouble: orNull(Type.String({ description: "Why there is no sound." })),
  },
  { ...closed, title: "Spoken" },
);

export const Call = Type.Object(
  {
    n: Type.Integer({ minimum: 1, description: "Its place among all calls of the run." }),
    id: Type.String(),
    turn: orNull(Type.Object({ turn: Count, id: Type.String() }, closed)),
    lane: Type.String({ description: "Whose call it was: an actor, with @branch where that is not main." }),
    model: Type.String(),
    system: Type.Array(
      Type.Object({ id: Type.String(), version: Count, stable: Type.Boolean(), text: Type.String() }, closed),
    ),
    prompt: Type.String({ description: "What was said last; `earlier` messages stood before it." }),
    earlier: Count,
    output: orNull(Type.String({ description: "Name of the schema that the answer had to fit." })),
    answer: Type.String(),
    problems: Type.Array(Type.Unknown({ description: "What was wrong with it; empty when it was taken." })),
    attempt: Type.Integer({ minimum: 1 }),
    fault: orNull(Type.Object({ code: Type.String(), message: Type.String() }, closed)),
    usage: Usage,
    cost: orNull(Money),
    ms: Type.Number(),
    notes: Type.Array(Type.String()),
  },
  { ...closed, title: "ModelCall", description: "One call to a model. No key is ever in it." },
);

export const Models = Type.Array(
  Type.Object(
    {
      name: Type.String(),
      provider: Type.String(),
      model: Type.String(),
      url: Type.String(),
      roles: Type.Array(Type.String()),
      key: orNull(Type.Object({ from: Type.String(), found: Type.Boolean(), hint: Type.String() }, closed)),
      reachable: Type.Boolean(),
      listed: orNull(Type.Boolean()),
      call: Type.Unknown(),
      capabilities: Type.Object(
        { structure: Type.String(), system: Type.String(), learned: Type.Array(Type.String()) },
        closed,
      ),
      price: Type.Unknown(),
    },
    { ...closed, title: "Model" },
  ),
);

export const CheckBody = Type.Object(
  { only: Type.Optional(Type.Array(Name, { maxItems: 100, description: "These models alone." })) },
  closed,
);
export const NewModelBody = Type.Object(
  {
    name: Type.Optional(Type.String({ minLength: 1, maxLength: 100, description: "Made of `model`, if left out." })),
    provider: Type.Enum(["openai", "anthropic", "google", "compatible"], { description: "Who serves it." }),
    model: Type.String({ minLength: 1, maxLength: 200, description: "The provider's name of the model." }),
    url: Type.Optional(Type.String({ minLength: 1, maxLength: 500, description: "Needed for `compatible`." })),
    key: Type.Optional(
      Type.Object(
        { env: Type.String({ minLength: 1, maxLength: 200 }) },
        { ...closed, description: "The variable of the environment that holds the key; its name ends in `_API_KEY`." },
      ),
    ),
    contextTokens: Type.Optional(Type.Integer({ minimum: 256, maximum: 100_000_000 })),
    roles: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 100 }), {
        maxItems: 20,
        description: "What it is used for from now on; `*` is every role of a model that writes.",
      }),
    ),
  },
  { ...closed, title: "NewModel" },
);
export const ModelNamed = Type.Object({ name: Name }, { ...closed, title: "ModelNamed" });

const BillSum = { calls: Count, usage: Usage, money: Money, unpriced: Count };
const BillLines = Type.Array(Type.Object({ of: Type.String(), ...BillSum }, closed));
export const BillQuery = Type.Object({ run: Type.Optional(Name) }, closed);
export const Bill = Type.Object(
  { total: Type.Object(BillSum, closed), models: BillLines, runs: BillLines, days: BillLines },
  { ...closed, title: "Bill" },
);

export const DiscoverBody = Type.Object(
  { urls: Type.Optional(Type.Array(Type.String({ minLength: 1, maxLength: 500 }), { maxItems: 16 })) },
  closed,
);
export const Discovered = Type.Array(
  Type.Object(
    { server: Type.String(), url: Type.String(), model: Type.String(), contextTokens: orNull(Count) },
    { ...closed, title: "DiscoveredModel" },
  ),
);
