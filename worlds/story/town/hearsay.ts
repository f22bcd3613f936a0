// How an author's news goes round: who has heard it and from which source, who believes it, who passed it on. Read from states and from what people are shown in them; never from what they claim.
import { getKey } from "@orrery/kernel";
import type { StoryState } from "../shape.ts";
import { contentWords, hasWords } from "../text.ts";
import type { AgentId, Happening, PostId } from "./state.ts";
import { type AgentView, type PostView, view } from "./view.ts";

/** A text tells news when it holds at least this share of the words that matter in it. */
const SHARE = 0.6;
/** An opinion no farther than this from what the news says believes it. */
export const BELIEVES = 0.25;

type HeardNews = Pick<Happening, "text">;
type RumourTest = (text: string) => boolean;

function tellerOf({ text: news }: HeardNews): RumourTest {
  const words = contentWords(news);
  return (text) => {
    if (text === "") return false;
    if (hasWords(text, news)) return true;
    const said = contentWords(text);
    let shared = 0;
    for (const word of words) if (said.has(word)) shared++;
    return words.size > 0 && shared >= SHARE * words.size;
  };
}

/** Who tells the news in what somebody is shown: the first in feed, finds, letters and talk. Null: nobody does. */
function tellerIn({ feed, found, mail, groups, me }: AgentView, tells: RumourTest): AgentId | null {
  const byPost = ({ by, text, original, comments }: PostView): AgentId | null =>
    tells(text) || (original && tells(original.text)) ? by : (comments.find((one) => tells(one.text))?.by ?? null);
  for (const post of [...feed, ...(found?.posts ?? [])]) {
    const by = byPost(post);
    if (by !== null && by !== me.id) return by;
  }
  const letters = [...mail, ...groups.flatMap(({ talk }) => talk)];
  return letters.find(({ from, text }) => from !== me.id && tells(text))?.from ?? null;
}

/** Who tells one of the author's events to somebody who is asked in this state; null where nobody does. */
export function readsOf(state: StoryState, who: AgentId, id: string): { readonly from: AgentId } | null {
  const news = state.happenings.find((one) => one.id === id);
  if (!news || !getKey(state.agents, who)) return null;
  const seen = view(state, who) as AgentView;
  const from = tellerIn(seen, tellerOf(news));
  return from === null ? null : { from };
}

/** One person who has heard. */
export interface Hearer {
  readonly who: AgentId;
  /** The round in which it was told or shown to them. */
  readonly round: number;
  /** Null: from the author. */
  readonly from: AgentId | null;
}
/** How far news has come by the end of a round: counts of people. */
export interface HearsayRound {
  readonly round: number;
  readonly heard: number;
  /** Of those who live and have heard. Null: the news takes no side on any topic. */
  readonly believe: number | null;
  readonly passedOn: number;
}

/** Follows one event of the author's through the states at the ends of rounds, given in order. */
export class Hearsay {
  readonly #news: Happening;
  readonly #tells: RumourTest;
  readonly #hearers = new Map<AgentId, Hearer>();
  readonly #passedOn = new Set<AgentId>();
  #newestPost: PostId | null = null;
  #isOut = false;

  constructor(news: Happening) {
    this.#news = news;
    this.#tells = tellerOf(news);
  }

  /** The state at the end of a round, in which people are about to be asked in the next. */
  take(state: StoryState): HearsayRound {
    const round = state.round - 1;
    this.#takePosts(state);
    if (round >= this.#news.round) this.#tell(state);
    const row = this.#row(state, round);
    if (state.happenings.some(({ id }) => id === this.#news.id)) this.#show(state);
    return row;
  }

  /** In the order in which they heard. */
  get hearers(): readonly Hearer[] {
    return [...this.#hearers.values()];
  }
  hasPassedOn(who: AgentId): boolean {
    return this.#passedOn.has(who);
  }
  /** Whether somebody thinks what the news says; null where it takes no side, or they hold no opinion. */
  believes(state: StoryState, who: AgentId): boolean | null {
    const { topic, stance } = this.#news;
    const opinion = topic === null ? undefined : getKey(state.agents, who)?.opinions[topic];
    return stance === null || opinion === undefined ? null : Math.abs(opinion - stance) <= BELIEVES;
  }

  #takePosts(state: StoryState): void {
    for (let id = state.newestPost; id !== null && id !== this.#newestPost; ) {
      const post = getKey(state.posts, id);
      if (!post) break;
      const root = post.root === null ? undefined : getKey(state.posts, post.root);
      if (post.round >= this.#news.round && (this.#tells(post.text) || (root && this.#tells(root.text)))) {
        this.#isOut = true;
        this.#passedOn.add(post.by);
      }
      id = post.before;
    }
    this.#newestPost = state.newestPost;
  }

  /** Records the people that the author told. */
  #tell({ actors }: StoryState): void {
    const { to, scope, round } = this.#news;
    if (scope === "telling" || this.#hearers.size > 0) return;
    for (const who of to ?? actors.slice(0, -2)) this.#hearers.set(who, { who, round, from: null });
  }

  /** What people are shown in the round that begins. */
  #show(state: StoryState): void {
    const told = this.#isOut || state.counts.messages > 0 || state.counts.comments > 0;
    if (!told) return;
    for (const who of state.actors.slice(0, -2)) {
      if (this.#hearers.has(who) || getKey(state.agents, who)!.status === "dead") continue;
      const seen = view(state, who) as AgentView;
      const from = seen.asked ? tellerIn(seen, this.#tells) : null;
      if (from !== null) this.#hearers.set(who, { who, round: state.round, from });
    }
  }

  #row(state: StoryState, round: number): HearsayRound {
    const hearers = this.hearers.filter((one) => one.round <= round);
    const living = hearers.filter(({ who }) => getKey(state.agents, who)?.status === "alive");
    const takesSide = this.#news.topic !== null && this.#news.stance !== null;
    return {
      round,
      heard: hearers.length,
      believe: takesSide ? living.filter(({ who }) => this.believes(state, who)).length : null,
      passedOn: this.#passedOn.size,
    };
  }
}
