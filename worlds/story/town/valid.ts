// What must hold of a town, as sentences about what does not: what a god may not bring about.
import { checker, entriesOf, getKey, type Keyed, keyedProblem, type TSchema, Type } from "@orrery/kernel";
import type { StoryState } from "../shape.ts";
import { AUTHOR, IMPORTER } from "./actions.ts";
import { EMOTIONS, HabitsSchema, Id, OpinionRuleSchema, POLICIES, Share, SpreadRuleSchema } from "./config.ts";

const closed = { additionalProperties: false } as const;
const Text = Type.String();
const Count = Type.Integer({ minimum: 0 });
const Hour = Type.Integer({ minimum: 0, maximum: 23 });
const Bond = Type.Number({ minimum: -1, maximum: 1 });
const orNull = (schema: TSchema) => Type.Union([schema, Type.Null()]);
const list = (schema: TSchema) => Type.Array(schema);
const by = (schema: TSchema) => Type.Record(Type.String(), schema);
const six = (schema: TSchema) => Type.Array(schema, { minItems: EMOTIONS.length, maxItems: EMOTIONS.length });

const Behaviour = Type.Object(
  {
    opinion: OpinionRuleSchema,
    spread: SpreadRuleSchema,
    homophily: orNull(Share),
    outspoken: Type.Boolean(),
    habits: Type.Required(HabitsSchema),
    activity: Share,
    hours: orNull(list(Hour)),
  },
  closed,
);
const Settings = Type.Object(
  {
    title: Text,
    mode: Type.Enum(["town", "imported"]),
    salt: Text,
    topics: list(Type.Object({ id: Id, name: Text, words: list(Text) }, closed)),
    platforms: Type.Array(
      Type.Object(
        {
          id: Id,
          name: Text,
          policy: Type.Array(
            Type.Object(
              { policy: Type.Enum([...POLICIES]), weight: Type.Number({ exclusiveMinimum: 0, maximum: 1 }) },
              closed,
            ),
            { minItems: 1 },
          ),
          feed: Type.Integer({ minimum: 1, maximum: 100_000 }),
        },
        closed,
      ),
      { minItems: 1 },
    ),
    rounds: Count,
    minutesPerRound: Type.Integer({ minimum: 1 }),
    startHour: Hour,
    asked: Type.Enum(["all", "awake"]),
    quorum: orNull(Type.Number({ exclusiveMinimum: 0, maximum: 1 })),
    deadlineMs: orNull(Count),
    retainRounds: orNull(Type.Integer({ minimum: 1 })),
  },
  closed,
);
const Profile = Type.Object(
  {
    place: Count,
    id: Id,
    name: Text,
    handle: Text,
    bio: Text,
    persona: Text,
    kind: Text,
    interests: list(Text),
    facts: Type.Object(
      {
        age: Type.Optional(Count),
        gender: Type.Optional(Text),
        country: Type.Optional(Text),
        profession: Type.Optional(Text),
        mbti: Type.Optional(Text),
      },
      closed,
    ),
    platforms: list(Id),
    behaviour: Behaviour,
    firstOpinions: by(Share),
    halfLives: six(Type.Number({ exclusiveMinimum: 0 })),
  },
  closed,
);
const NOTICES = ["liked", "disliked", "commented", "reposted", "quoted", "followed", "invited"] as const;
const LOOKS = ["search_posts", "search_user", "trend", "refresh"] as const;
const Agent = Type.Object(
  {
    status: Type.Enum(["alive", "dead"]),
    opinions: by(Share),
    emotions: six(Share),
    feltIn: Count,
    bonds: by(Bond),
    following: list(Text),
    followers: Type.Integer(),
    muted: list(Text),
    liked: list(Text),
    disliked: list(Text),
    shared: list(Text),
    recent: list(Type.Object({ id: Text, round: Count }, closed)),
    groups: list(Text),
    notices: list(Type.Object({ round: Count, what: Type.Enum([...NOTICES]), by: Text, on: orNull(Text) }, closed)),
    mail: list(Text),
    found: orNull(Type.Object({ round: Count, what: Type.Enum([...LOOKS]), query: Text, ids: list(Text) }, closed)),
    questions: list(Type.Object({ id: Id, text: Type.String({ minLength: 1 }) }, closed)),
    silentUntil: Count,
    actedIn: Count,
  },
  closed,
);
const Post = Type.Object(
  {
    id: Id,
    by: Id,
    platform: Id,
    round: Count,
    text: Text,
    topic: orNull(Id),
    stance: orNull(Share),
    of: orNull(Id),
    root: orNull(Id),
    likes: Type.Integer(),
    dislikes: Type.Integer(),
    shares: Type.Integer(),
    comments: list(Text),
    reports: Type.Integer(),
    before: orNull(Id),
  },
  closed,
);
const Comment = Type.Object(
  {
    id: Id,
    by: Id,
    post: Text,
    round: Count,
    text: Text,
    stance: orNull(Share),
    likes: Type.Integer(),
    dislikes: Type.Integer(),
  },
  closed,
);
const Message = Type.Object({ id: Id, from: Id, to: Id, round: Count, text: Text }, closed);
const Group = Type.Object({ id: Id, name: Text, members: list(Id), talk: list(Text) }, closed);
const Rest = Type.Object({
  settings: Settings,
  actors: Type.Array(Id, { minItems: 2, uniqueItems: true }),
  round: Count,
  closed: Type.Boolean(),
  stirred: Type.Boolean(),
  dead: Type.Array(Id, { uniqueItems: true }),
  newestPost: orNull(Id),
  collectedTo: orNull(Id),
  groupOrder: Type.Array(Id, { uniqueItems: true }),
  counts: Type.Object(
    { posts: Count, comments: Count, messages: Count, groups: Count, questions: Count, happenings: Count },
    closed,
  ),
  written: list(Type.Object({ round: Count, posts: list(Id) }, closed)),
  pool: Type.Object({ newest: by(list(Id)), hot: by(list(Id)), index: by(list(Count)), indexed: list(Id) }, closed),
  happenings: list(
    Type.Object(
      {
        id: Id,
        kind: Text,
        text: Text,
        round: Count,
        scope: Type.Enum(["truth", "telling"]),
        to: orNull(list(Id)),
        topic: orNull(Id),
        stance: orNull(Share),
      },
      closed,
    ),
  ),
  closedRounds: by(Count),
});

const restProblem = checker(Rest, "state");
const COLLECTIONS = {
  profiles: checker(Profile, "profile"),
  agents: checker(Agent, "agent"),
  posts: checker(Post, "post"),
  comments: checker(Comment, "comment"),
  messages: checker(Message, "message"),
  groups: checker(Group, "group"),
} as const;
/** Sentences that are enough. */
const ENOUGH = 5;

export function valid(state: StoryState): readonly string[] {
  const rest = restProblem(state);
  if (rest) return [rest];
  for (const [name, problemOf] of Object.entries(COLLECTIONS)) {
    const all = state[name as keyof typeof COLLECTIONS] as Keyed<unknown>;
    const shape = keyedProblem(all);
    if (shape) return [`${name}: ${shape}`];
    for (const [key, value] of entriesOf(all)) {
      const problem = problemOf(value);
      if (problem) return [`${key}: ${problem}`];
      const { id } = value as { readonly id?: string };
      if (id !== undefined && id !== key) return [`${name}: ${key} calls itself ${id}`];
    }
  }
  return [...problemsOf(state)].slice(0, ENOUGH);
}

function* problemsOf(state: StoryState): Generator<string> {
  const { actors, counts, dead, pool } = state;
  if (actors.at(-2) !== AUTHOR || actors.at(-1) !== IMPORTER) yield "actors must end with the author and the importer";
  if (actors.length - 2 !== state.agents.size || state.profiles.size !== state.agents.size)
    yield "everybody in the town has one profile and one agent";
  for (const [id, { place }] of entriesOf(state.profiles)) {
    const agent = getKey(state.agents, id);
    if (!agent || actors[place] !== id) yield `${id} must be an agent, and stand at its place among the actors`;
    else if ((agent.status === "dead") !== dead.includes(id)) yield `${id} must be dead in both places or in neither`;
  }
  for (const id of dead) if (!getKey(state.agents, id)) yield `${id} is among the dead and was never here`;
  for (const id of state.groupOrder) if (!getKey(state.groups, id)) yield `there is no group ${id}`;
  if (state.groupOrder.length !== state.groups.size) yield "every group stands in the order of groups";
  const next = [
    [state.posts, "p", counts.posts],
    [state.comments, "c", counts.comments],
    [state.messages, "m", counts.messages],
    [state.groups, "g", counts.groups],
  ] as const;
  for (const [all, letter, count] of next)
    if (getKey(all as Keyed<unknown>, `${letter}${count + 1}`)) yield `${letter}${count + 1} is given out already`;
  yield* chain(state);
  for (const places of Object.values(pool.index))
    if (places.some((place) => place >= pool.indexed.length)) yield "the index points behind its end";
  if (!state.settings.platforms.every(({ id }) => Object.hasOwn(pool.newest, id) && Object.hasOwn(pool.hot, id)))
    yield "the pool has a list for each platform";
}

/** Each post names the one before it, down to where the last round ended. */
function* chain({ posts, newestPost, collectedTo }: StoryState): Generator<string> {
  let left = posts.size;
  for (let id = newestPost; id !== null && id !== collectedTo; id = getKey(posts, id)?.before ?? null)
    if (left-- === 0 || !getKey(posts, id)) {
      yield `the newest posts are no chain: it breaks at ${id}`;
      return;
    }
}
