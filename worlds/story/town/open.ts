// The opening of a town: settings with their defaults, people, ties, and the posts that are there before anybody acts.
import { type Dice, keyed } from "@orrery/kernel";
import type { StoryState } from "../shape.ts";
import { openTale } from "../tale.ts";
import { AUTHOR, IMPORTER } from "./actions.ts";
import { addPost, endRound } from "./apply.ts";
import type { ConfigPerson, StoryConfig, Topic } from "./config.ts";
import { networkOf } from "./networks.ts";
import { agentOf, makePeople, profileOf } from "./people.ts";
import { readPeople } from "./people-table.ts";
import { type AgentId, EMPTY_POOL, type Platform, type TownSettings } from "./state.ts";

const PEOPLE = 30;
const ROUNDS = 50;
const FEED = 8;
/** Towns of more people than this forget posts after a day of rounds unless their author says otherwise: memory is then the same in every round. */
const MANY = 500;
const DAY = 24;
const DEFAULT_TOPICS: readonly Topic[] = [
  { id: "harbour", name: "the new harbour", words: ["jobs", "ships", "dredging", "the quay"] },
  { id: "square", name: "cars on the square", words: ["parking", "noise", "the market", "deliveries"] },
];

/** Throws a `RangeError` when what is written does not hold together. */
export function open(config: StoryConfig, dice: Dice): StoryState {
  const written = [...(config.written ?? []), ...(config.table === undefined ? [] : readPeople(config.table))];
  requireUnique(
    "person",
    written.map(({ id }) => id),
  );
  for (const { id } of written)
    if (id === AUTHOR || id === IMPORTER) throw new RangeError(`the id "${id}" is kept for the town's own`);
  const imported = config.mode === "imported";
  const count = config.people ?? (imported || written.length > 0 ? 0 : PEOPLE);
  const settings = settingsOf(config, written.length + count, dice);
  const made = makePeople(count, settings.topics, new Set([AUTHOR, IMPORTER, ...written.map(({ id }) => id)]), dice);
  const people: ConfigPerson[] = [...written, ...made];
  const following = tiesOf(config, people, made.length, dice);
  const platforms = settings.platforms.map(({ id }) => id);
  const profiles = people.map((person, place) => {
    for (const platform of person.platforms ?? [])
      if (!platforms.includes(platform))
        throw new RangeError(`${person.id} is on "${platform}", and there is no such platform`);
    for (const topic of Object.keys(person.opinions ?? {}))
      if (!settings.topics.some(({ id }) => id === topic))
        throw new RangeError(`${person.id} has an opinion on "${topic}", and there is no such topic`);
    return profileOf(person, place, config.behaviour ?? {}, settings.topics, platforms);
  });
  const followers = new Map<AgentId, number>();
  for (const list of following) for (const id of list) followers.set(id, (followers.get(id) ?? 0) + 1);
  const state: StoryState = {
    settings,
    actors: [...people.map(({ id }) => id), AUTHOR, IMPORTER],
    round: 0,
    closed: false,
    stirred: false,
    profiles: keyed(profiles.map((profile) => [profile.id, profile] as const)),
    agents: keyed(
      people.map((person, i) => {
        const agent = agentOf(person, profiles[i]!, following[i]!);
        return [person.id, { ...agent, followers: followers.get(person.id) ?? 0 }] as const;
      }),
    ),
    dead: [],
    posts: keyed(),
    newestPost: null,
    collectedTo: null,
    comments: keyed(),
    messages: keyed(),
    groups: keyed(),
    groupOrder: [],
    counts: { posts: 0, comments: 0, messages: 0, groups: 0, questions: 0, happenings: 0 },
    written: [],
    pool: EMPTY_POOL,
    happenings: [],
    closedRounds: {},
    tale: openTale(),
  };
  // The opening posts are round 0, which is over before anybody is asked.
  return endRound(
    (config.opening ?? []).reduce((now, post) => applyOpeningPost(now, post), state),
    null,
  );
}

function applyOpeningPost(
  state: StoryState,
  { by, text, platform, topic, stance }: NonNullable<StoryConfig["opening"]>[number],
): StoryState {
  if (!state.actors.includes(by)) throw new RangeError(`an opening post is by "${by}", and there is nobody of that id`);
  const { platforms, topics } = state.settings;
  if (platform !== undefined && !platforms.some(({ id }) => id === platform))
    throw new RangeError(`an opening post is on "${platform}", and there is no such platform`);
  if (topic !== undefined && !topics.some(({ id }) => id === topic))
    throw new RangeError(`an opening post is about "${topic}", and there is no such topic`);
  return addPost(state, {
    type: "posted",
    by,
    post: `p${state.counts.posts + 1}`,
    platform: platform ?? platforms[0]!.id,
    text,
    round: 0,
    ...(topic === undefined ? {} : { topic }),
    ...(stance === undefined ? {} : { stance }),
  });
}

function settingsOf(config: StoryConfig, people: number, dice: Dice): TownSettings {
  const mode = config.mode ?? "town";
  if (mode === "imported" && (config.people ?? 0) > 0)
    throw new RangeError("an imported run makes up nobody: leave `people` out");
  const topics = (config.topics ?? (mode === "imported" ? [] : DEFAULT_TOPICS)).map(({ id, name, words }) => ({
    id,
    name: name ?? id,
    words: words ?? [],
  }));
  requireUnique(
    "topic",
    topics.map(({ id }) => id),
  );
  const platforms = (config.platforms ?? [{ id: "square" }]).map(platformOf);
  requireUnique(
    "platform",
    platforms.map(({ id }) => id),
  );
  return {
    title: config.title ?? (mode === "imported" ? "An imported run" : "A town"),
    mode,
    salt: Array.from({ length: 4 }, () =>
      dice
        .int("salt", 0, 2 ** 32 - 1)
        .toString(16)
        .padStart(8, "0"),
    ).join(""),
    topics,
    platforms,
    rounds: config.rounds ?? (mode === "imported" ? 0 : ROUNDS),
    minutesPerRound: config.minutesPerRound ?? 60,
    startHour: config.startHour ?? 8,
    asked: config.asked ?? "all",
    quorum: config.quorum ?? null,
    deadlineMs: config.deadlineMs ?? null,
    retainRounds: config.retainRounds ?? (mode === "town" && people > MANY ? DAY : null),
  };
}

function platformOf({
  id,
  name,
  policy = "chronological",
  feed,
}: NonNullable<StoryConfig["platforms"]>[number]): Platform {
  const weights = typeof policy === "string" ? { [policy]: 1 } : policy;
  const parts = Object.entries(weights) as [Platform["policy"][number]["policy"], number][];
  if (parts.length === 0) throw new RangeError(`platform "${id}": a mixture names one policy at least`);
  const sum = parts.reduce((total, [, weight]) => total + weight, 0);
  return {
    id,
    name: name ?? id,
    policy: parts.map(([policy, weight]) => ({ policy, weight: weight / sum })),
    feed: feed ?? FEED,
  };
}

/** The people each person follows, in the order of the people: as written, else by the network. Made-up people have no written ties. */
function tiesOf(
  { network, mode }: StoryConfig,
  people: readonly ConfigPerson[],
  madeUp: number,
  dice: Dice,
): readonly (readonly AgentId[])[] {
  const ids = new Set(people.map(({ id }) => id));
  for (const { id, follows = [] } of people)
    for (const other of follows)
      if (other === id || !ids.has(other))
        throw new RangeError(
          `${id} follows "${other}", ${other === id ? "which is themselves" : "and there is nobody of that id"}`,
        );
  const fallback =
    mode === "imported" || (madeUp === 0 && people.some(({ follows }) => follows !== undefined))
      ? { kind: "written" as const }
      : DEFAULT_NETWORK;
  const kind = network ?? fallback;
  if (kind.kind === "none" || kind.kind === "written")
    return people.map(({ follows = [] }) => (kind.kind === "none" ? [] : [...new Set(follows)]));
  return networkOf(kind, people.length, dice).map((places, i) => [
    ...new Set([...places.map((place) => people[place]!.id), ...(people[i]!.follows ?? [])]),
  ]);
}
const DEFAULT_NETWORK = { kind: "preferential" as const, ties: 3 };

function requireUnique(what: string, ids: readonly string[]): void {
  const seen = new Set<string>();
  for (const id of ids) {
    if (seen.has(id)) throw new RangeError(`two have the ${what} id "${id}"`);
    seen.add(id);
  }
}
