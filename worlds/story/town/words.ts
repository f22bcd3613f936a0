// How a town is spoken of: what a person who takes a seat in it can say, and what they are told.
import type { Lexicon, Noun, Telling, Words } from "@orrery/kernel";
import type { Story, StoryEvent } from "../shape.ts";
import type { AgentView, TownView } from "./view.ts";

export const words: Words<Story> = {
  lexicon,
  tell,
  name: (view, who) => (view.kind === "agent" ? nameFor(view, who) : (allName(view, who) ?? who)),
  ending: ({ round }) => `The town's ${round - 1} rounds are over`,
};

function lexicon(view: TownView): Lexicon {
  if (view.kind === "all") return { verbs: [], nouns: [] };
  const people = peopleOf(view);
  const nouns: Noun[] = [
    ...[...people].map(([id, name]): Noun => ({ id, names: [name], kinds: ["person"] })),
    ...view.feed.map(
      (post, i): Noun => ({
        id: post.id,
        names: [`post ${i + 1}`, post.id, `post of ${post.name}`],
        kinds: ["post"],
        pronouns: ["it"],
      }),
    ),
  ];
  const target = (kind: "post" | "person", ask: string) => ({ kinds: [kind], ask });
  return {
    verbs: [
      {
        type: "create_post",
        patterns: ["post {metadata.text}", "write|say {metadata.text}"],
        slots: { "metadata.text": { kinds: ["text"] } },
        usage: "Post and your words.",
      },
      { type: "like_post", patterns: ["like {target}"], slots: { target: target("post", "Like which post?") } },
      {
        type: "dislike_post",
        patterns: ["dislike {target}"],
        slots: { target: target("post", "Dislike which post?") },
      },
      { type: "repost", patterns: ["repost|share {target}"], slots: { target: target("post", "Repost which post?") } },
      {
        type: "create_comment",
        patterns: ["comment|reply on|to {target} {metadata.text}"],
        slots: { target: target("post", "Comment on which post?"), "metadata.text": { kinds: ["quote"] } },
      },
      { type: "follow", patterns: ["follow {target}"], slots: { target: target("person", "Follow whom?") } },
      { type: "unfollow", patterns: ["unfollow {target}"], slots: { target: target("person", "Unfollow whom?") } },
      { type: "mute", patterns: ["mute {target}"], slots: { target: target("person", "Mute whom?") } },
      {
        type: "search_posts",
        patterns: ["search (for) {metadata.query}"],
        slots: { "metadata.query": { kinds: ["text"] } },
      },
      { type: "trend", patterns: ["trends", "trending"] },
      { type: "refresh", patterns: ["refresh", "look"] },
      { type: "do_nothing", patterns: ["wait", "do nothing", "nothing"] },
    ],
    nouns,
    ...(view.over ? { over: "The town's time is over." } : {}),
  };
}

function peopleOf(view: AgentView): ReadonlyMap<string, string> {
  const people = new Map<string, string>();
  for (const { by, name, original, comments } of [...view.feed, ...(view.found?.posts ?? [])]) {
    people.set(by, name);
    if (original) people.set(original.by, original.name);
    for (const comment of comments) people.set(comment.by, comment.name);
  }
  for (const { id, name } of view.found?.people ?? []) people.set(id, name);
  for (const { by, name } of view.notices) people.set(by, name);
  for (const { from, name } of view.mail) people.set(from, name);
  people.delete(view.me.id);
  return people;
}

const nameFor = (view: AgentView, who: string): string =>
  who === view.me.id ? view.me.name : (peopleOf(view).get(who) ?? who);

function allName({ state }: Extract<TownView, { kind: "all" }>, who: string): string | undefined {
  for (const leaf of state.profiles.leaves) if (Object.hasOwn(leaf, who)) return leaf[who]!.name;
  return undefined;
}

function tell({ who, before, after, percepts, tried }: Telling<Story>): string {
  if (after.kind === "all") return "";
  const refusals = tried.flatMap(({ validation }) =>
    validation.success ? [] : [validation.message ?? "That cannot be done."],
  );
  const lines = [
    ...refusals,
    ...percepts.flatMap((event) => sentenceOf(after, event, who)),
    ...groundOf(before, after),
  ];
  if (before === null || (before.kind === "agent" && before.round !== after.round)) lines.push(scene(after));
  return lines.join("\n");
}

/** Rules of the world and one's own place, when they are new or have changed. */
function groundOf(before: TownView | null, after: AgentView): string[] {
  const was = before?.kind === "agent" ? before : null;
  const rules = after.rules?.join("; ");
  return [
    ...(rules !== undefined && rules !== was?.rules?.join("; ") ? [`What holds here: ${rules}`] : []),
    ...(after.place && after.place.name !== was?.place?.name
      ? [`You are at ${after.place.name}. ${after.place.description}`.trim()]
      : []),
  ];
}

/** The hour, the news and the feed. */
function scene({ round, rounds, hour, feed, over }: AgentView): string {
  if (over) return "It is over.";
  const posts = feed.map(
    ({ name, text, original, likes, comments }, i) =>
      `${i + 1}. ${name}${original ? ` passes on ${original.name}: “${original.text}”` : ""}${text ? `: “${text}”` : ""}${likes > 0 ? ` (${likes} likes)` : ""}` +
      comments.map((comment) => `\n   ${comment.name}: “${comment.text}”`).join(""),
  );
  const head = `Round ${round} of ${rounds}, ${hour} o'clock.`;
  return posts.length === 0 ? `${head} There is nothing new.` : `${head}\n${posts.join("\n")}`;
}

function sentenceOf(view: AgentView, event: StoryEvent, who: string): string[] {
  const name = (id: string) => nameFor(view, id);
  if ("by" in event && event.by === who) return own(event, name);
  switch (event.type) {
    case "commented":
      return [`${name(event.by)} answers you: “${event.text}”`];
    case "reacted":
      return [`${name(event.by)} ${event.what}s what you wrote.`];
    case "reposted":
    case "quoted":
      return [`${name(event.by)} passes on what you wrote${event.type === "quoted" ? `: “${event.text}”` : "."}`];
    case "followed":
      return [`${name(event.by)} follows you.`];
    case "messaged":
      return [`${name(event.by)} writes to you: “${event.text}”`];
    case "interviewed":
      return [`You are asked: “${event.text}”`];
    case "happened":
      return [event.text];
    case "died":
      return event.who === who ? ["You are dead."] : [];
    case "revived":
      return event.who === who ? ["You live again."] : [];
    default:
      return [];
  }
}

function own(event: StoryEvent & { readonly by: string }, name: (id: string) => string): string[] {
  switch (event.type) {
    case "posted":
      return [`You post: “${event.text}”`];
    case "commented":
      return [`You comment: “${event.text}”`];
    case "reposted":
      return ["You pass it on."];
    case "quoted":
      return [`You pass it on: “${event.text}”`];
    case "reacted":
      return [`You ${event.what} it.`];
    case "followed":
    case "unfollowed":
    case "muted":
    case "unmuted":
      return event.who === null
        ? []
        : [
            `You ${event.type.replace(/ed$/, event.type === "muted" || event.type === "unmuted" ? "e" : "")} ${name(event.who)}.`,
          ];
    case "messaged":
      return [`You write to ${name(event.to)}: “${event.text}”`];
    case "looked":
      return ["You look around."];
    case "idled":
      return ["You let it pass."];
    default:
      return [];
  }
}
