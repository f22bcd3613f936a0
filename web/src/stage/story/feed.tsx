// One person: their feed in their order, their feelings, thoughts and friends. Drawn from the world's own view, so it shows only what they see.
import { getKey } from "@orrery/kernel";
import type { AgentView, PostView, StoryState } from "@orrery/worlds/story";
import { view } from "@orrery/worlds/story/view";
import { useMemo } from "react";
import { EMOTIONS, lineOf, nameOfEmotion } from "./feelings.ts";
import { Picker } from "./panel-parts.tsx";
import { Disc, isDead, peopleOf, personOf } from "./people.tsx";
import style from "./story.module.css";
import { say } from "./words.ts";

export function Feed({ state, chosen, choose }: { state: StoryState; chosen: string; choose: (id: string) => void }) {
  const seen = useMemo(() => view(state, chosen) as AgentView, [state, chosen]);
  const people = peopleOf(state);
  const person = personOf(state, chosen);
  const unseen = unseenOf(state, seen);
  const policies = policiesOf(state, seen);
  return (
    <section className={style.feed} aria-label={say("sees", { name: person.name })}>
      <Picker people={people} chosen={chosen} choose={choose} state={state} label={say("choosePerson")} isBare />
      <PersonPage state={state} seen={seen} />
      <h3>{say("sees", { name: person.name })}</h3>
      <p className={style.small}>
        {say("inOrder", { round: state.round })}
        {policies.length > 0 && ` · ${say("pickedBy", { policies: policies.join(", ") })}`}
      </p>
      {seen.news.slice(-2).map(({ id, text, round }) => (
        <p key={id} className={style.news}>
          <small>{say("roundNow", { round })}</small> {text}
        </p>
      ))}
      {seen.feed.length === 0 ? (
        <p className={style.small}>{say("emptyFeed")}</p>
      ) : (
        <ul>
          {seen.feed.slice(0, FEED_SHOWN).map((post) => (
            <PostCard
              key={post.id}
              post={post}
              state={state}
              choose={choose}
              isFollowed={seen.me.following.includes(post.by)}
            />
          ))}
        </ul>
      )}
      {unseen && unseen.n > 0 && <p className={style.small}>{say("notShown", unseen)}</p>}
    </section>
  );
}
const FEED_SHOWN = 30;

/** What fills this person's feeds. Of an imported run that is the other simulation's secret. */
function policiesOf({ settings }: StoryState, { me }: AgentView): readonly string[] {
  if (settings.mode !== "town") return [];
  const mine = settings.platforms.filter(({ id }) => me.platforms.includes(id));
  return [...new Set(mine.flatMap(({ policy }) => policy.map((part) => say(`policy_${part.policy}`))))];
}

/** Of the posts that others wrote in the round before, those that this feed holds nothing of. Null: of an imported run nothing is known. */
function unseenOf(
  { settings, written, round, posts }: StoryState,
  { feed, me }: AgentView,
): { n: number; all: number } | null {
  if (settings.mode !== "town") return null;
  const shown = new Set(feed.map(({ id }) => id));
  const others = written
    .filter((one) => one.round === round - 1)
    .flatMap((one) => one.posts.filter((id) => getKey(posts, id)?.by !== me.id));
  return { n: others.filter((id) => !shown.has(id)).length, all: others.length };
}

function PostCard({
  post,
  state,
  choose,
  isFollowed,
}: {
  post: PostView;
  state: StoryState;
  choose: (id: string) => void;
  isFollowed: boolean;
}) {
  const { by, name, round, text, original, likes, shares, comments } = post;
  return (
    <li className={style.post}>
      <Disc person={personOf(state, by)} size={32} />
      <div>
        <p>
          <button type="button" className={style.plain} onClick={() => choose(by)} translate="no">
            <b>{name}</b>
          </button>{" "}
          <small>
            {say("roundNow", { round })}
            {isFollowed && ` · ${say("followed")}`}
            {isDead(state, by) && ` · ${say("dead")}`}
          </small>
        </p>
        {text !== "" && (
          <p className={style.said} translate="no">
            {text}
          </p>
        )}
        {original && (
          <blockquote className={style.said} translate="no">
            <small>{text === "" ? say("passedOn", { name: original.name }) : original.name}</small> {original.text}
          </blockquote>
        )}
        {comments.map(({ id, name: who, text: said }) => (
          <p key={id} className={style.reply} translate="no">
            <b>{who}</b> {said}
          </p>
        ))}
        <p className={style.counts}>
          <span title={say("likes")}>♡ {likes}</span> <span title={say("shares")}>⇄ {shares}</span>
        </p>
      </div>
    </li>
  );
}

function PersonPage({ state, seen }: { state: StoryState; seen: AgentView }) {
  const { me } = seen;
  const person = personOf(state, me.id);
  const bonds = Object.entries(me.bonds)
    .filter(([id]) => getKey(state.profiles, id))
    .sort(([, a], [, b]) => b - a)
    .slice(0, 3);
  return (
    <div className={style.person}>
      <p className={style.personHead}>
        <Disc person={person} size={40} />
        <span>
          <b translate="no">{person.name}</b>
          <small translate="no">{[person.role, seen.place?.name].filter(Boolean).join(" · ")}</small>
        </span>
      </p>
      <ul className={style.meters}>
        {EMOTIONS.map((emotion) => (
          <li key={emotion}>
            <span>{nameOfEmotion(emotion)}</span>
            <i style={{ width: `${me.emotions[emotion] * 100}%`, background: lineOf(emotion) }} />
            <small>{me.emotions[emotion].toFixed(2)}</small>
          </li>
        ))}
        {state.settings.topics.map(({ id, name }) => (
          <li key={id} data-opinion>
            <span translate="no">{name}</span>
            <i style={{ left: `${(me.opinions[id] ?? 0.5) * 100}%` }} />
            <small>{(me.opinions[id] ?? 0.5).toFixed(2)}</small>
          </li>
        ))}
      </ul>
      <p className={style.small}>
        {say("follows", { n: me.following.length })} · {say("followers", { n: me.followers })}
        {me.muted.length > 0 &&
          ` · ${say("mutes", { names: me.muted.map((id) => personOf(state, id).name).join(", ") })}`}
        {bonds.length > 0 && ` · ${say("bonds")}: ${bonds.map(([id]) => personOf(state, id).name).join(", ")}`}
      </p>
    </div>
  );
}
