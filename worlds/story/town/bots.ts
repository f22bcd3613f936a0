// Residents: scripted people who act by stated models of opinion, spreading and company, and by habit. A pure function of what one of them sees and of one draw.
import type { Bot } from "@orrery/kernel";
import type { Story, StoryAction } from "../shape.ts";
import { ACTIONS_MAX } from "./asks.ts";
import type { Topic } from "./config.ts";
import { type Met, nextOpinion } from "./models/opinion.ts";
import { passesOn } from "./models/spread.ts";
import { Stream } from "./stream.ts";
import { answerTo, commentOn, letter, smallTalk, speechOn, type TownSpeaker, wordOf } from "./utterances.ts";
import type { AgentView, PostView } from "./view.ts";

/** The speaker of the news: an author's events count as one more voice. */
const NEWS = "news";

const resident: Bot<Story> = ({ ask, view, dice }) => {
  if (view.kind !== "agent") return null;
  const draw = new Stream(ask.to, dice.int("day", 0, 2 ** 48 - 1));
  return new Day(view, draw).actions();
};

/** Does nothing, every round. */
const quiet: Bot<Story> = ({ ask }) => ({ actorId: ask.to, type: "do_nothing" });

export const bots = { resident, quiet };
/** How each lives, for a person who chooses one. */
export const botWords: Readonly<Record<keyof typeof bots, string>> = {
  resident: "Acts by habit and by stated models of opinion, rumour and company.",
  quiet: "Does nothing, every round.",
};

/** One round of one person. */
class Day {
  readonly #view: AgentView;
  readonly #draw: Stream;
  readonly #speaker: TownSpeaker;
  readonly #out: StoryAction[] = [];
  /** Opinions as they are after what was met today. */
  readonly #opinions = new Map<string, number>();

  constructor(view: AgentView, draw: Stream) {
    this.#view = view;
    this.#draw = draw;
    this.#speaker = { me: view.me, draw };
  }

  actions(): readonly StoryAction[] {
    const { me, round } = this.#view;
    this.#answerQuestions();
    if (this.#isAwake()) {
      for (const topic of this.#view.topics) this.#consider(topic);
      this.#passOn();
      if (me.behaviour.homophily !== null) this.#chooseCompany(me.behaviour.homophily);
      if (me.silentUntil <= round) this.#speak();
      this.#react();
    }
    if (this.#out.length === 0) this.#out.push({ actorId: me.id, type: "do_nothing" });
    return this.#out.length > ACTIONS_MAX ? this.#out.slice(0, ACTIONS_MAX) : this.#out;
  }

  #isAwake(): boolean {
    const { hours, activity } = this.#view.me.behaviour;
    if (hours !== null && !hours.includes(this.#view.hour)) return false;
    return activity >= 1 || this.#draw.share() < activity;
  }

  #answerQuestions(): void {
    const { me, questions, topics } = this.#view;
    for (const { id: targetId, text } of questions) {
      const topic = topicIn(text, topics);
      const words = answerTo(topic, topic === null ? 0.5 : this.#opinionOn(topic.id), this.#speaker);
      this.#out.push({ actorId: me.id, type: "answer_interview", targetId, metadata: { text: words } });
    }
  }

  /** What everybody in the feed last said on a topic, and today's news of it. */
  #met(topic: string): Met[] {
    const met: Met[] = [];
    const seen = new Set<string>();
    for (const post of this.#view.feed) {
      if (post.topic !== topic || post.stance === null || seen.has(post.by)) continue;
      seen.add(post.by);
      met.push({ by: post.by, opinion: post.stance });
    }
    for (const news of this.#view.news)
      if (news.topic === topic && news.stance !== null && news.round === this.#view.round)
        met.push({ by: NEWS, opinion: news.stance });
    return met;
  }

  #opinionOn(topic: string): number {
    return this.#opinions.get(topic) ?? this.#view.me.opinions[topic] ?? 0.5;
  }

  /** Moves an opinion by what was met; those who are outspoken say it. */
  #consider(topic: Topic): void {
    const { me, round } = this.#view;
    const { id } = topic;
    const opinion = this.#opinionOn(id);
    const holder = { id: me.id, opinion, first: me.firstOpinions[id] ?? opinion };
    const value = nextOpinion(me.behaviour.opinion, holder, this.#met(id));
    this.#opinions.set(id, value);
    if (value !== opinion) this.#out.push({ actorId: me.id, type: "hold", metadata: { topic: id, value } });
    if (me.behaviour.outspoken && me.silentUntil <= round) this.#post(topic);
  }

  #post(topic: Topic): void {
    const stance = this.#opinionOn(topic.id);
    const text = speechOn(topic, stance, this.#speaker);
    this.#out.push({
      actorId: this.#view.me.id,
      type: "create_post",
      metadata: { text, topic: topic.id, stance },
    });
  }

  /** Passes on what its rule of spreading says. */
  #passOn(): void {
    const { me, feed, round } = this.#view;
    const { spread } = me.behaviour;
    if (spread.rule === "nobody" || me.silentUntil > round) return;
    const roots = new Map<string, { readonly post: PostView; fresh: number }>();
    for (const post of feed) {
      const root = post.original?.id ?? post.id;
      const known = roots.get(root) ?? { post, fresh: 0 };
      if (post.round === round - 1 && me.following.includes(post.by)) known.fresh++;
      roots.set(root, known);
    }
    for (const [root, { post, fresh }] of roots) {
      const author = post.original?.by ?? post.by;
      if (author === me.id || me.shared.includes(root)) continue;
      const acting = { all: post.acting, friends: post.friends ?? 0, following: me.following.length, fresh };
      if (passesOn(spread, acting, () => this.#draw.share()))
        this.#out.push({ actorId: me.id, type: "repost", targetId: post.id });
    }
  }

  /** Follows the nearest new voice within a distance, and drops one beyond it. */
  #chooseCompany(within: number): void {
    const { me, feed } = this.#view;
    const distance = ({ topic, stance }: PostView): number | null =>
      topic === null || stance === null ? null : Math.abs(stance - this.#opinionOn(topic));
    const near = feed.find((post) => !me.following.includes(post.by) && (distance(post) ?? 2) <= within);
    if (near) this.#out.push({ actorId: me.id, type: "follow", targetId: near.by });
    const far = feed.find((post) => me.following.includes(post.by) && (distance(post) ?? 0) > within);
    if (far) this.#out.push({ actorId: me.id, type: "unfollow", targetId: far.by });
  }

  #speak(): void {
    const { me, topics, news, round, feed } = this.#view;
    const { habits } = me.behaviour;
    const fresh = news.filter((one) => one.round === round);
    if (fresh.length > 0 && this.#draw.share() < habits.post * 2) {
      const { text, topic, stance } = fresh.at(-1)!;
      const about = topic === null || stance === null ? {} : { topic, stance: this.#opinionOn(topic) };
      this.#out.push({
        actorId: me.id,
        type: "create_post",
        metadata: { text: wordOf(text, this.#speaker), ...about },
      });
    } else if (!me.behaviour.outspoken && this.#draw.share() < habits.post) {
      const topic = topics.length > 0 && this.#draw.share() < 0.75 ? topics[this.#draw.below(topics.length)]! : null;
      if (topic) this.#post(topic);
      else this.#out.push({ actorId: me.id, type: "create_post", metadata: { text: smallTalk(this.#speaker) } });
    }
    if (feed.length > 0 && this.#draw.share() < habits.comment) this.#comment(this.#any(feed));
    if (feed.length > 0 && this.#draw.share() < habits.share) this.#share(this.#any(feed));
    if (this.#draw.share() < habits.message) this.#write();
  }

  #comment(post: PostView): void {
    const { me } = this.#view;
    const topic = this.#view.topics.find(({ id }) => id === post.topic) ?? null;
    const text = commentOn(post, this.#gap(post), topic, this.#speaker);
    const stance = topic === null ? {} : { topic: topic.id, stance: this.#opinionOn(topic.id) };
    this.#out.push({ actorId: me.id, type: "create_comment", targetId: post.id, metadata: { text, ...stance } });
  }

  /** Passes on what one agrees with; answers what one does not. */
  #share(post: PostView): void {
    const { me } = this.#view;
    const gap = this.#gap(post);
    const root = post.original?.id ?? post.id;
    if (gap !== null && gap > 0.5) {
      const topic = this.#view.topics.find(({ id }) => id === post.topic)!;
      const text = commentOn(post, gap, topic, this.#speaker);
      const metadata = { text, topic: topic.id, stance: this.#opinionOn(topic.id) };
      this.#out.push({ actorId: me.id, type: "quote_post", targetId: post.id, metadata });
    } else if ((post.original?.by ?? post.by) !== me.id && !me.shared.includes(root) && !this.#passes(root))
      this.#out.push({ actorId: me.id, type: "repost", targetId: post.id });
  }

  /** Whether this root is passed on today already. */
  #passes(root: string): boolean {
    return this.#out.some(
      (action) =>
        action.type === "repost" &&
        this.#view.feed.some((post) => post.id === action.targetId && (post.original?.id ?? post.id) === root),
    );
  }

  #write(): void {
    const { me, topics } = this.#view;
    const known = [...new Set([...Object.keys(me.bonds), ...me.following])];
    const dear = known.filter((id) => id !== me.id && (me.bonds[id] ?? 0.1) > 0.05 && !me.muted.includes(id));
    if (dear.length === 0) return;
    const topic = topics.length === 0 ? null : this.#any(topics);
    const text = letter(topic, this.#speaker);
    this.#out.push({ actorId: me.id, type: "send_message", targetId: this.#any(dear), metadata: { text } });
  }

  #react(): void {
    const { me, feed, topics } = this.#view;
    const { habits, homophily } = me.behaviour;
    if (feed.length > 0 && this.#draw.share() < habits.react) {
      const post = this.#any(feed);
      const gap = this.#gap(post);
      const against = gap !== null && gap > 0.5;
      if (!(against ? me.disliked : me.liked).includes(post.id))
        this.#out.push({ actorId: me.id, type: against ? "dislike_post" : "like_post", targetId: post.id });
    }
    // Those who choose their company by opinion do it by that rule alone.
    if (feed.length > 0 && homophily === null && this.#draw.share() < habits.follow) {
      const stranger = feed.find((post) => !me.following.includes(post.by) && (this.#gap(post) ?? 0) < 0.3);
      if (stranger) this.#out.push({ actorId: me.id, type: "follow", targetId: stranger.by });
    }
    if (this.#draw.share() < habits.mute) {
      const foe = feed.find(({ by }) => (me.bonds[by] ?? 0) < -0.4);
      if (foe) this.#out.push({ actorId: me.id, type: "mute", targetId: foe.by });
    }
    if (topics.length > 0 && this.#draw.share() < habits.search) {
      const topic = this.#any(topics);
      this.#out.push({ actorId: me.id, type: "search_posts", metadata: { query: topic.words[0] ?? topic.name } });
    }
  }

  /** How far a post stands from one's own opinion; null where it takes no side. */
  #gap({ topic, stance }: PostView): number | null {
    return topic === null || stance === null ? null : Math.abs(stance - this.#opinionOn(topic));
  }

  #any<T>(list: readonly T[]): T {
    return list[this.#draw.below(list.length)]!;
  }
}

/** The topic that a question names, if any. */
const topicIn = (text: string, topics: readonly Topic[]): Topic | null => {
  const words = text.toLowerCase();
  return (
    topics.find(({ id, name, words: known }) =>
      [id, name, ...known].some((word) => word !== "" && words.includes(word.toLowerCase())),
    ) ?? null
  );
};
