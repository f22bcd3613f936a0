// The story world: a town in which people act, or the recorded history of one, and what is told of it. Its functions put together; rules live in their own files.
import { type Entity, entriesOf, getKey, type World } from "@orrery/kernel";
import { storyGod, taleExplain } from "./god/actions.ts";
import { storyGodDecide } from "./god/decide.ts";
import { storyApply } from "./god/fold.ts";
import { undone } from "./god/undone.ts";
import { storyExports } from "./narrative/exports.ts";
import type { Story, StoryState } from "./shape.ts";
import { townActions } from "./town/actions.ts";
import { asks } from "./town/asks.ts";
import { bots, botWords } from "./town/bots.ts";
import { check, explain, legal } from "./town/check.ts";
import { ConfigSchema, EMOTIONS } from "./town/config.ts";
import { decide } from "./town/decide.ts";
import { emotionsOf } from "./town/emotions.ts";
import { exports } from "./town/exports.ts";
import { readsOf } from "./town/hearsay.ts";
import { open } from "./town/open.ts";
import { impression, perceive } from "./town/perceive.ts";
import { settle } from "./town/settle.ts";
import { aboutTown, compileTown } from "./town/text.ts";
import { valid } from "./town/valid.ts";
import { view } from "./town/view.ts";
import { words } from "./town/words.ts";

export const story = {
  id: "story",
  about: {
    title: "Story",
    summary:
      "A town of people who post, answer, follow and fall out, round by round; or the history of such a town, brought in from elsewhere.",
  },
  version: 1,
  config: ConfigSchema,
  actions: townActions,
  open,
  actors: ({ actors }) => actors,
  asks,
  check,
  decide,
  settle: (state, _dice, after) => settle(state, after),
  apply: storyApply,
  perceive,
  view,
  legal,
  explain: { ...explain, ...taleExplain },
  movesLeft: ({ settings: { rounds }, round }) => Math.max(0, rounds - round + 1),
  outcome,
  valid,
  god: { actions: storyGod, decide: storyGodDecide },
  undone,
  entities,
  facts: ({ settings, happenings }) => [
    ...settings.topics.map(({ id, name }) => ({ id, name })),
    ...happenings.map(({ id, text }) => ({ id, name: text })),
  ],
  reads: readsOf,
  impression,
  words,
  bots,
  botWords,
  exports: { ...exports, ...storyExports },
  text: { compile: compileTown, about: aboutTown },
  company: { bot: "resident", seated: { people: 12, rounds: 24 }, first: "watch" },
} satisfies World<Story>;

function entities(state: StoryState): Entity[] {
  const people = [...entriesOf(state.profiles)].map(([id, profile]): Entity => {
    const one = getKey(state.agents, id)!;
    const levels = emotionsOf(one, profile, state.round);
    return {
      id,
      name: profile.name,
      type: "person",
      attributes: {
        status: one.status,
        opinions: one.opinions,
        emotions: Object.fromEntries(EMOTIONS.map((name, i) => [name, levels[i]!])),
        following: one.following.length,
        followers: one.followers,
      },
    };
  });
  const groups = [...entriesOf(state.groups)].map(
    ([id, { name, members }]): Entity => ({ id, name, type: "group", attributes: { members: members.length } }),
  );
  return [...people, ...groups];
}

/** Null while it goes on; an imported run never ends by itself. */
function outcome({ closed, round, counts, agents, dead }: StoryState) {
  return closed
    ? { rounds: round - 1, people: agents.size, dead: dead.length, posts: counts.posts, comments: counts.comments }
    : null;
}
