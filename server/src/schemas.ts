// The shapes of everything that crosses HTTP, as JSON Schema and as types in one. A schema with a title becomes a component.
import { ActionSchema, type Static, type TSchema, Type, WAYS } from "@orrery/kernel";
import { PlayFields, Sitting } from "./model-schemas.ts";

export const closed = { additionalProperties: false } as const;
/** Actions of one answer: more than any world asks for. */
const ACTIONS_MAX = 1000;
const Turn = Type.Integer({ minimum: 0, description: "Depth on its line; 0 is the opening. A seat counts its own." });
export const Id = Type.String({ minLength: 1, maxLength: 200 });
export const BranchName = Type.String({ minLength: 1, maxLength: 200 });
const Nothing = Type.Null();
export const orNull = <S extends TSchema>(schema: S) => Type.Union([schema, Nothing]);

const Head = Type.Object(
  { branch: Type.String(), turn: Turn, id: Type.String(), hash: Type.Optional(Type.String()) },
  { ...closed, title: "Head", description: "Where a branch stands. A seat's has no hash and its own id and count." },
);
const Action = Type.Object(ActionSchema.properties, { ...closed, title: "Action" });
const Validation = Type.Object(
  {
    actionIndex: Type.Integer({ minimum: 0 }),
    success: Type.Boolean(),
    reason: Type.Optional(Type.String()),
    message: Type.Optional(Type.String()),
  },
  { ...closed, title: "Validation" },
);
const Events = Type.Array(Type.Unknown());
const Choices = Type.Optional(
  Type.Array(Type.String(), { description: "What may be answered to the question that was asked back." }),
);
const Remark = Type.Optional(
  Type.String({ description: "What the reader said of the typed words, at the end of the narration." }),
);
const spoken = {
  turn: Turn,
  id: Type.String(),
  rawText: Type.String(),
  actions: Type.Array(Action),
  validation: Type.Array(Validation),
  events: Events,
  narration: Type.String(),
  choices: Choices,
  remark: Remark,
  createdAt: Type.Integer({ description: "Milliseconds since 1970." }),
};
const TurnLine = Type.Object(
  {
    ...spoken,
    by: Type.Array(Type.Unknown({ description: 'What caused each event: an action\'s index, "settle" or "god".' })),
    account: Type.Optional(
      Type.Array(Type.String(), { description: "What all eyes see of it, line by line, where its world says that." }),
    ),
    rolls: Type.Optional(Type.Array(Type.Unknown(), { description: "What was drawn, when anything was." })),
    version: Type.Optional(Type.Integer({ description: "Of the world, when the events are of an older one." })),
    seed: Type.Optional(Type.String({ description: "Of an opening whose seed somebody chose." })),
    actor: orNull(Type.String({ description: "The first who answered." })),
    seats: Type.Optional(
      Type.Array(
        Type.Object(
          { actor: Type.String(), rawText: Type.String(), narration: Type.String(), choices: Choices, remark: Remark },
          closed,
        ),
        { description: "Everyone who answered, with what each said and was told, where several did." },
      ),
    ),
    attempts: Type.Optional(
      Type.Array(
        Type.Object(
          {
            actor: Type.String(),
            text: Type.String({ description: "The beginning of what was handed in." }),
            problems: Type.Array(Type.Object({ reason: Type.String(), message: Type.String() }, closed)),
          },
          closed,
        ),
        { description: "Answers that were refused before the ones that count, oldest first." },
      ),
    ),
    stateHash: Type.Optional(Type.String({ description: "Absent only where it was not wanted." })),
    truthHash: Type.String(),
    hash: Type.String(),
  },
  { ...closed, title: "Turn", description: "One turn as the owner has it." },
);
const SeatLine = Type.Object(spoken, {
  ...closed,
  title: "SeatTurn",
  description: "One turn as a seat has it: its own words and actions, what it perceived, and no hash of anything.",
});
export const Line = Type.Union([TurnLine, SeatLine]);
export const OwnerLine = TurnLine;

export const Rewound = Type.Object(
  { kind: Type.Literal("rewound"), head: Head, undone: Type.Union([Type.String(), Type.Null()]) },
  { ...closed, title: "Rewound", description: "Turns were taken back; they stay in the run." },
);
export const Kept = Type.Object(
  { kind: Type.Literal("kept"), ask: Type.String(), waitingFor: Type.Optional(Type.Array(Type.String())) },
  {
    ...closed,
    title: "Kept",
    description: "Received durably; the turn comes when the rest of its window has answered.",
  },
);
export const WorldCards = Type.Array(
  Type.Object(
    {
      name: Type.String(),
      title: Type.String(),
      summary: Type.String(),
      plays: Type.String({ description: "Id of the world whose rules are played." }),
      written: Type.Boolean({ description: "Whether it has a text that can be edited." }),
    },
    { ...closed, title: "World", description: "Something that can be started." },
  ),
);
const Contracts = Type.Array(Type.Object({ type: Type.String(), schema: Type.Unknown() }, closed));
export const WorldRules = Type.Object(
  {
    name: Type.String(),
    title: Type.String(),
    summary: Type.String(),
    plays: Type.String(),
    version: Type.Integer(),
    rules: orNull(Type.String({ description: "In words, as Markdown." })),
    actions: Type.Array(
      Type.Object(
        {
          type: Type.String(),
          schema: Type.Unknown({ description: "JSON Schema of the whole action." }),
          phrases: Type.Array(Type.String(), { description: "Ways of saying it, as patterns." }),
        },
        closed,
      ),
    ),
    reasons: Type.Array(Type.String(), { description: "Why the world may refuse." }),
    god: Contracts,
    players: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }, closed)),
    bots: Type.Array(Type.String()),
    botWords: Type.Record(Type.String(), Type.String(), { description: "A sentence on how a bot plays, by its name." }),
    company: Type.Union(
      [
        Type.Object(
          {
            bot: Type.String({ description: "The bot that is offered first." }),
            seated: Type.Record(Type.String(), Type.Unknown(), {
              description: "Configuration of a game in which somebody takes a seat.",
            }),
            first: Type.Union([Type.Literal("watch"), Type.Literal("seat")], {
              description: "What is offered first: to look on, or to take a seat.",
            }),
            staff: Type.Optional(
              Type.Array(Type.String(), { description: "Actors that the bot plays unless another is named." }),
            ),
          },
          closed,
        ),
        Type.Null(),
      ],
      { description: "Null where the world has no wishes." },
    ),
    sides: Type.Array(Type.String(), { description: "Parts that leagues rate apart; empty where nobody wins." }),
    learns: Type.Boolean({ description: "Whether players take what they learned from game to game." }),
    written: Type.Boolean({ description: "Whether it has a text that can be edited." }),
  },
  { ...closed, title: "WorldRules" },
);
const SHELVED = {
  name: Type.Optional(Type.String({ description: "What its owner calls it." })),
  away: Type.Optional(Type.Literal(true, { description: "Put away: listed apart." })),
  gone: Type.Optional(Type.Literal(true, { description: "Out of the library; its history is kept." })),
};
export const Shelved = Type.Object(SHELVED, { ...closed, title: "Shelved" });
export const ShelveBody = Type.Object(
  {
    name: Type.Optional(
      Type.String({ maxLength: 1000, description: 'Of 80 characters at most; "": it is called by its world again.' }),
    ),
    away: Type.Optional(Type.Boolean()),
    gone: Type.Optional(Type.Boolean()),
  },
  { ...closed, minProperties: 1, description: "What is left out stays as it is." },
);
export const RunCards = Type.Array(
  Type.Object(
    {
      ...SHELVED,
      run: Type.String(),
      world: Type.String(),
      title: Type.String({ description: "What its world is called." }),
      turns: Type.Integer(),
      branches: Type.Array(Type.String()),
      outcome: Type.Unknown(),
      ending: orNull(Type.String({ description: "The outcome in the words of its world." })),
      glance: Type.Unknown({ description: "What its world's small picture is drawn from; null where it has none." }),
      createdAt: Type.Integer(),
      example: Type.Optional(Type.Literal(true)),
      missing: Type.Optional(Type.String({ description: "Why its world cannot be loaded here." })),
    },
    { ...closed, title: "Run" },
  ),
);
export const Reel = orNull(
  Type.Object(
    {
      turn: Type.Integer({ description: "The turn that is most worth watching." }),
      frames: Type.Array(
        Type.Object({ turn: Type.Integer(), glance: Type.Unknown(), events: Type.Array(Type.Unknown()) }, closed),
      ),
    },
    { ...closed, title: "Reel" },
  ),
);
export const Started = Type.Object(
  {
    id: Type.String(),
    run: Type.String(),
    head: Head,
    sitting: Type.Optional(Sitting),
  },
  { ...closed, title: "Started" },
);

const ask = {
  id: Type.String({ description: "Stable while the question stays the same: name it as `ask` of an answer." }),
  to: Type.String(),
  lane: Type.String(),
  may: Type.Array(Type.String(), { description: "Which action types may answer." }),
  kind: Type.Union([Type.Literal("due"), Type.Literal("standing")]),
  mode: Type.Union([Type.Literal("all"), Type.Literal("each")], {
    description: "Several actions in one answer: all or none, or each in sequence.",
  }),
  most: Type.Optional(Type.Integer({ description: "So many actions an answer may hold; absent: any number." })),
  attempts: Type.Optional(Type.Integer({ description: "Tries that an agent has before the fallback." })),
  quorum: Type.Optional(Type.Integer({ description: "The window closes when so many of its asks are answered." })),
  answered: Type.Optional(
    Type.Literal(true, { description: "An answer is kept until its window closes, and may still be replaced." }),
  ),
  deadlineAt: Type.Optional(Type.Integer({ description: "When its time is over: milliseconds since 1970." })),
  leftMs: Type.Optional(Type.Integer({ description: "How much of its time was left when this was answered." })),
};
const Ask = Type.Object(ask, { ...closed, title: "Ask" });
export const Asks = Type.Array(
  Type.Object(
    {
      ...ask,
      actions: Type.Array(
        Type.Object(
          {
            type: Type.String(),
            schema: Type.Unknown({ description: "JSON Schema of the whole action." }),
            open: Type.Boolean({
              description:
                "`legal` lists examples, and any action that fits the schema is allowed; false: it lists every choice.",
            }),
          },
          closed,
        ),
        { description: "The contract of each action that may answer." },
      ),
    },
    { ...closed, title: "AskDescription" },
  ),
);
/** Actions before they are judged. Nothing is said of an item, so that a list too long is refused without a look at each. */
const Unjudged = (description?: string) =>
  Type.Unsafe<unknown[]>({ type: "array", maxItems: ACTIONS_MAX, ...(description ? { description } : {}) });
export const JudgeBody = Type.Object(
  {
    as: Type.Optional(Id),
    ask: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1000, description: "Id of the ask; absent: whichever fits." }),
    ),
    actions: Unjudged(),
    branch: Type.Optional(BranchName),
  },
  closed,
);
export const Judged = Type.Object(
  {
    ask: Type.String(),
    ok: Type.Boolean(),
    problems: Type.Array(Validation, { description: "Of a sequence only the first part can be known." }),
  },
  { ...closed, title: "Judged", description: "Whether an answer would be admitted now." },
);
export const Showing = Type.Object(
  {
    run: Type.String(),
    world: Type.String(),
    title: Type.String({ description: "What its world is called." }),
    plays: Type.String({ description: "Id of the world whose rules are played." }),
    head: Head,
    as: orNull(Type.String()),
    view: Type.Unknown(),
    legal: Type.Array(Action),
    asks: Type.Array(Ask),
    actors: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }, closed)),
    outcome: Type.Unknown(),
    ending: orNull(Type.String({ description: "The outcome in the words of its world." })),
    seat: Type.Optional(Type.Literal(true, { description: "There for a seat, which sees no other view than this." })),
  },
  { ...closed, title: "Showing" },
);
export const Outline = Type.Object(
  { turns: Turn, refused: Type.Array(Turn), gods: Type.Array(Turn), rolled: Type.Array(Turn) },
  { ...closed, title: "Outline" },
);
export const BranchCards = Type.Array(
  Type.Object(
    {
      name: Type.String(),
      head: Head,
      parent: orNull(Type.Object({ branch: Type.String(), turn: Turn }, closed)),
      apart: Type.Optional(
        Type.Object(
          { turn: Turn, next: orNull(Type.String()) },
          {
            ...closed,
            description: "The last turn that it shares with the branch it is held beside, and its own next.",
          },
        ),
      ),
    },
    { ...closed, title: "Branch" },
  ),
);
const Point = Type.Object({ turn: Turn, id: Type.String() }, closed);
export const TakenBack = Type.Array(
  Type.Object(
    { branch: Type.String(), from: Point, to: Point, why: Type.String(), at: Type.Integer() },
    { ...closed, title: "TakenBack", description: "Turns that left a branch, and are still there." },
  ),
);
export const Changes = Type.Object(
  {
    changes: Type.Array(
      Type.Object(
        {
          path: Type.Array(Type.Union([Type.String(), Type.Integer()])),
          before: Type.Optional(Type.Unknown()),
          after: Type.Optional(Type.Unknown()),
        },
        { ...closed, title: "Change" },
      ),
    ),
  },
  closed,
);
export const GodActions = Type.Array(
  Type.Object(
    { type: Type.String(), schema: Type.Unknown({ description: "JSON Schema of the whole action." }) },
    { ...closed, title: "GodAction" },
  ),
);
export const Tried = Type.Union([
  Type.Object({ ok: Type.Literal(true), ...Changes.properties }, closed),
  Type.Object({ ok: Type.Literal(false), reason: Type.String(), message: Type.String() }, closed),
]);
export const Branched = Type.Object({ branch: Type.String(), head: Head }, closed);
export const Moved = Type.Object({ head: Head }, closed);
export const Undone = Type.Union([
  Type.Object({ kind: Type.Literal("moved_back"), head: Head }, closed),
  Type.Object({ kind: Type.Literal("amended"), line: TurnLine }, closed),
  Type.Object({ kind: Type.Literal("refused"), reason: Type.String(), message: Type.String() }, closed),
  Type.Object(
    {
      kind: Type.Literal("as_if_never"),
      branch: Type.String(),
      head: Head,
      refused: Type.Array(
        Type.Object(
          { turn: Turn, rawText: Type.String(), reason: Type.String(), message: Type.String() },
          { ...closed, title: "NowRefused" },
        ),
      ),
    },
    closed,
  ),
]);
export const Verified = Type.Object(
  {
    ok: Type.Boolean(),
    runs: Type.Integer(),
    turns: Type.Integer(),
    run: Type.Optional(orNull(Type.String())),
    turn: Type.Optional(orNull(Type.Integer())),
    problem: Type.Optional(Type.String()),
  },
  { ...closed, title: "Verified" },
);
export const Revealed = Type.Object(
  { commitment: Type.String(), seed: Type.String(), nonce: Type.String(), next: Type.String(), head: Head },
  {
    ...closed,
    title: "Revealed",
    description: "The seed that was committed to, and the commitment that holds from here on.",
  },
);
export const Imported = Type.Object({ id: Type.String(), run: Type.String(), existed: Type.Boolean() }, closed);
export const Invited = Type.Object(
  {
    id: Type.String({ description: "Of the seat: to change or revoke it." }),
    token: Type.String({ description: "For `Authorization: Bearer`." }),
    link: Type.String({ description: "Path of the invite link, for a browser." }),
  },
  closed,
);
export const Health = Type.Object({ ok: Type.Literal(true) }, closed);
export const Session = Type.Object(
  { role: Type.Union([Type.Literal("owner"), Type.Literal("nobody")]), locked: Type.Boolean() },
  { ...closed, description: "Whether this caller is the owner, and whether a token is asked for at all." },
);
export const Anything = Type.Unknown();

const WorldProblem = Type.Object(
  {
    line: Type.Integer(),
    column: Type.Integer(),
    path: Type.Array(Type.Union([Type.String(), Type.Integer()])),
    message: Type.String(),
    hint: Type.String(),
  },
  { ...closed, title: "WorldProblem" },
);
export const WorldToCheck = Type.Object(
  {
    text: Type.String(),
    tries: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 20_000,
        description: "How many acts may be tried to find out whether it can be won; none unless told.",
      }),
    ),
  },
  closed,
);
export const WorldText = Type.Object({ text: Type.String() }, closed);
export const CheckedWorld = Type.Union([
  Type.Object(
    {
      ok: Type.Literal(true),
      plays: Type.String({ description: "Id of the text's world." }),
      title: Type.String(),
      config: Type.Unknown({ description: "What starting a run of the world `plays` takes." }),
      warnings: Type.Array(WorldProblem, { description: "What may not be meant so." }),
      winnable: orNull(Type.Boolean({ description: "Null: not found out within the tries, or not asked." })),
      way: Type.Array(Type.String(), {
        description: "What one would type to win; the longest, where chance deals out parts.",
      }),
      deals: Type.Array(
        Type.Object({ cast: Type.String(), winnable: orNull(Type.Boolean()), way: Type.Array(Type.String()) }, closed),
        { description: "Where chance deals out parts: the same for each deal that was tried." },
      ),
      endings: Type.Array(
        Type.Object(
          {
            id: Type.String(),
            title: Type.String(),
            tone: Type.Enum(["won", "lost", "neutral"]),
            way: orNull(
              Type.Array(Type.String(), {
                description: "What one would type, on the shortest way found. Null: not reached, which proves nothing.",
              }),
            ),
            cast: Type.String({ description: "Who had which part on that way, where chance deals out parts." }),
          },
          closed,
        ),
        { description: "Every ending, in the text's order; none where nothing was tried." },
      ),
    },
    closed,
  ),
  Type.Object({ ok: Type.Literal(false), problems: Type.Array(WorldProblem) }, closed),
]);

const Thing = Type.Object(
  { id: Type.String(), name: Type.String(), type: Type.String() },
  { ...closed, title: "Thing", description: "An entity, or a fact that one may know." },
);
const How = Type.Union(
  WAYS.map((way) => Type.Literal(way)),
  { title: "How", description: "How something was come by." },
);
export const Recalled = Type.Array(
  Type.Object(
    {
      turn: Turn,
      id: Type.String(),
      text: Type.String(),
      how: How,
      from: orNull(Thing),
      about: Type.Array(Thing),
      importance: Type.Integer({ minimum: 0, maximum: 10 }),
      age: Type.Integer({ minimum: 0, description: "The actor's own moments since." }),
      score: Type.Integer(),
      why: Type.Array(Type.String(), { description: "Why this one was chosen." }),
    },
    { ...closed, title: "Recalled" },
  ),
);
export const Knowledge = Type.Object(
  {
    thing: Thing,
    knowers: Type.Array(
      Type.Object(
        {
          actor: Type.String(),
          name: Type.String(),
          ways: Type.Array(
            Type.Object(
              {
                turn: Turn,
                id: Type.String(),
                how: How,
                from: orNull(Thing),
                text: orNull(Type.String()),
                words: Type.String(),
              },
              closed,
            ),
          ),
        },
        closed,
      ),
    ),
    others: Type.Array(Type.Object({ actor: Type.String(), name: Type.String() }, closed), {
      description: "Who knows nothing of it; a seat is not told of others.",
    }),
  },
  { ...closed, title: "Knowledge" },
);
export const Because = Type.Object(
  {
    thing: Thing,
    attribute: orNull(Type.String()),
    value: Type.Optional(Type.Unknown()),
    settings: Type.Array(
      Type.Object(
        {
          turn: Turn,
          id: Type.String(),
          before: Type.Optional(Type.Unknown()),
          after: Type.Optional(Type.Unknown()),
          rawText: Type.String(),
          by: Type.Unknown({ description: "`kind` is opening, action, settle or god; the rest says which." }),
          event: Type.Unknown(),
          words: Type.String(),
        },
        closed,
      ),
      { description: "Newest first, the opening last." },
    ),
  },
  { ...closed, title: "Because" },
);

/** Problem details (RFC 9457). `code` is stable and what programs read; `detail` says what to do. */
export const Problem = Type.Object(
  {
    type: Type.String(),
    title: Type.String(),
    status: Type.Integer(),
    detail: Type.String(),
    code: Type.String(),
    head: Type.Optional(Head),
    problems: Type.Optional(Type.Array(WorldProblem)),
    choices: Type.Optional(Type.Array(Thing, { description: "What may be meant, when a name is not clear." })),
  },
  { ...closed, title: "Problem" },
);
export type Problem = Static<typeof Problem>;

const End = (does: string) =>
  Type.String({
    minLength: 1,
    maxLength: 500,
    description: `Which model ${does} in this run: \`model:NAME\`, \`model:A>B\`, \`model\` for the role, or \`rules\` for none. Left out: as this server was started.`,
  });
export const StartBody = Type.Object(
  {
    world: Type.String({ minLength: 1, maxLength: 4096 }),
    config: Type.Optional(Type.Unknown({ description: "Judged by the world's own contract." })),
    seed: Type.Optional(Type.String({ minLength: 1, maxLength: 4096, description: "Makes the dice public." })),
    ...PlayFields,
    parser: Type.Optional(End("reads what is typed, where the rules are unsure of it")),
    narrator: Type.Optional(End("tells each turn again in prose")),
    learn: Type.Optional(
      Type.Boolean({
        description:
          "Models and programs of `agents` bring what they learned in earlier games, and what they learn in this one is kept at its end.",
      }),
    ),
  },
  {
    ...closed,
    description:
      "With `agents` they begin to play at once, as by `POST /api/runs/{id}/agents`. They are judged before the run is there: what cannot be played is not begun. Without `agents` the world's own staff plays, such as a game master; `*=person` leaves every seat to people.",
  },
);
export const TurnBody = Type.Object(
  {
    as: Type.Optional(Id),
    text: Type.Optional(Type.String()),
    actions: Type.Optional(Unjudged("Judged by the world: a bad one is a refusal.")),
    ask: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1000,
        description:
          "Id of the ask that is answered, so that an answer sent twice or too late changes nothing: then 409 `moved`.",
      }),
    ),
    artifacts: Type.Optional(
      Type.Array(Type.String({ minLength: 64, maxLength: 64 }), {
        maxItems: 64,
        description: "Hashes of uploaded files that the answer brings along.",
      }),
    ),
    branch: Type.Optional(BranchName),
    expectedHead: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description:
          "Id of the head that the actor saw. When the branch has moved on, what still fits is taken and anything else is 409 `moved`.",
      }),
    ),
    exact: Type.Optional(
      Type.Boolean({
        description: "Makes `expectedHead` a compare-and-set: 409 `moved` unless it is the head, whatever would fit.",
      }),
    ),
  },
  { ...closed, description: "Exactly one of `text` and `actions`." },
);
export const BranchBody = Type.Object(
  {
    name: BranchName,
    at: Type.Union([Turn, Type.String({ pattern: "^[0-9a-z]{1,10}-", maxLength: 200 })], {
      description: "A turn of the branch `from`; or the id of any turn of the run, such as one that was taken back.",
    }),
    dice: Type.Optional(Type.Union([Type.Literal("keep"), Type.Literal("fresh")])),
    from: Type.Optional(BranchName),
  },
  closed,
);
export const RollbackBody = Type.Object({ to: Turn, branch: Type.Optional(BranchName) }, closed);
export const GodBody = Type.Object(
  {
    action: Type.Unknown({ description: "Recorded whether or not the world allows it." }),
    branch: Type.Optional(BranchName),
  },
  closed,
);
/** A turn by its number, or by its id. */
export const UndoBody = Type.Object(
  {
    turn: Type.Union([Type.Integer({ minimum: 0 }), Id]),
    branch: Type.Optional(BranchName),
    asIfNever: Type.Optional(Type.Boolean()),
  },
  closed,
);
const Terms = {
  branches: Type.Optional(
    Type.Array(BranchName, {
      minItems: 1,
      maxItems: 100,
      description: "Branches that the seat opens; the first is shown unasked. `main` alone unless told.",
    }),
  ),
  label: Type.Optional(Type.String({ maxLength: 200, description: "Whom it is for, in the owner's words." })),
  expiresAt: Type.Optional(
    orNull(Type.Integer({ minimum: 0, description: "Milliseconds since 1970. Null, or absent: never." })),
  ),
};
export const SeatBody = Type.Object({ actor: Id, ...Terms }, closed);
export const SeatChange = Type.Object(
  { ...Terms, revoked: Type.Optional(Type.Literal(true, { description: "For good." })) },
  closed,
);
export const SeatPath = Type.Object({ id: Id, seat: Id }, closed);
export const SeatCard = Type.Object(
  {
    id: Type.String(),
    run: Type.String(),
    actor: Type.String(),
    branches: Type.Array(Type.String()),
    label: Type.String(),
    createdAt: Type.Integer(),
    expiresAt: orNull(Type.Integer()),
    revokedAt: orNull(Type.Integer()),
  },
  { ...closed, title: "Seat", description: "An invitation, without its token. Times in milliseconds since 1970." },
);
export const Seats = Type.Array(SeatCard);
export const RevealBody = Type.Object({ branch: Type.Optional(BranchName) }, closed);
export const LoginBody = Type.Object({ token: Type.String({ minLength: 1, maxLength: 4096 }) }, closed);

export const RunsQuery = Type.Object(
  {
    before: Type.Optional(Id),
    most: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, description: "So many at most; 500 unless told." })),
  },
  closed,
);
export const WorldQuery = Type.Object({ world: Type.String({ minLength: 1, maxLength: 400 }) }, closed);
export const RunPath = Type.Object({ id: Id }, closed);
export const TurnPath = Type.Object({ id: Id, turn: Id }, closed);
const Branch = Type.Optional(BranchName);
const As = Type.Optional(Id);
export const OnBranch = Type.Object({ branch: Branch }, closed);
export const EyesOnBranch = Type.Object({ branch: Branch, as: As }, closed);
export const ShowQuery = Type.Object({ branch: Branch, at: Type.Optional(Turn), as: As }, closed);
export const BranchesQuery = Type.Object({ beside: Branch }, closed);
export const LogQuery = Type.Object(
  {
    from: Type.Optional(Turn),
    branch: Branch,
    at: Type.Optional(Turn),
    as: As,
    most: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 100_000, description: "So many at most; all unless told." }),
    ),
    stateHash: Type.Optional(
      Type.Enum(["true", "false"], {
        type: "string",
        description: "`false` leaves the hash of each state out, which takes as long as the state is large.",
      }),
    ),
  },
  closed,
);
export const StreamQuery = Type.Object(
  { branch: Branch, as: As, after: Type.Optional(Id) },
  {
    ...closed,
    description:
      "A turn's id, as the stream gave it; to the owner also a turn's number. The header Last-Event-ID wins over it.",
  },
);
const Called = Type.String({ minLength: 1, maxLength: 400, description: "An id or a name." });
export const RecallQuery = Type.Object(
  {
    as: As,
    query: Type.Optional(Type.String({ maxLength: 10_000 })),
    about: Type.Optional(Called),
    k: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
    branch: Branch,
    at: Type.Optional(Turn),
  },
  closed,
);
export const KnowsQuery = Type.Object({ thing: Called, as: As, branch: Branch, at: Type.Optional(Turn) }, closed);
export const WhySoQuery = Type.Object({ of: Called, branch: Branch, at: Type.Optional(Turn) }, closed);
export const DiffQuery = Type.Object(
  { a: Type.String({ minLength: 1, maxLength: 400 }), b: Type.String({ minLength: 1, maxLength: 400 }) },
  { ...closed, description: "Each side is `branch` or `branch@turn`." },
);
export const NoQuery = Type.Object({}, closed);
