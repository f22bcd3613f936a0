// An author's hand in a town: who learns of it, what it does, and what nobody who should not may notice.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type ActionBase, decideGod, decideTurn, type Frame, getKey, seal, setKey, viewOf } from "@orrery/kernel";
import { blindfold, playOut } from "@orrery/kernel/testing";
import type { AgentView, Story, StoryAction, StoryConfig, StoryState } from "../shape.ts";
import { bots } from "../town/bots.ts";
import { story } from "../world.ts";
import { engine, SMALL } from "./stage.ts";

const CONFIG: StoryConfig = { people: 12, rounds: 20, network: { kind: "random", degree: 4 } };
/** The town after so many rounds of its residents. */
const frameAfter = (turns: number, config = CONFIG, seed = "interventions"): Frame<Story> =>
  turns === 0
    ? playOut(engine, { config, choose: () => null, seed, turns: 1 }).opened.frame
    : playOut(engine, {
        config,
        seed,
        turns: 400,
        choose: ({ ask, view, legal, dice }) =>
          ask.kind === "standing" || (view as AgentView).round > turns
            ? []
            : (bots.resident({ ask, view, legal, dice }) as readonly unknown[]),
      }).commits.findLast(({ draft }) => draft.events.some(({ type }) => type === "round_ended"))!.frame;

const god = (frame: Frame<Story>, action: object) => {
  const draft = decideGod(engine, frame, { actorId: "god", ...action } as ActionBase, { seed: "s", salt: "0" });
  if ("reason" in draft) return draft;
  return seal(engine, frame, draft, { id: "g", createdAt: 0, rawText: "", salt: "0" }).frame;
};
const done = (frame: Frame<Story>, action: object): Frame<Story> => {
  const after = god(frame, action);
  if ("reason" in after) assert.fail(after.message);
  return after;
};
/** A round in which these do this, and everybody else nothing. */
const round = (frame: Frame<Story>, actions: readonly StoryAction[]): Frame<Story> => {
  const given = story
    .asks(frame.state)
    .filter(({ kind }) => kind === "due")
    .map((ask) => {
      const own = actions.filter(({ actorId }) => actorId === ask.to);
      const provenance = { actor: ask.to, ask: ask.id, by: "agent" } as const;
      return { actor: ask.to, ask, actions: own.length > 0 ? own : [ask.fallback!("scripted")], provenance };
    });
  const draft = decideTurn(engine, frame, "town", given, { seed: "s", salt: "0" });
  assert.ok(
    draft.validation.every(({ success }) => success),
    JSON.stringify(draft.validation),
  );
  return seal(engine, frame, draft, { id: "r", createdAt: 0, rawText: "", salt: "0" }).frame;
};
const see = (frame: Frame<Story>, who: string) => viewOf(engine, frame, who) as AgentView;
const people = ({ actors }: StoryState) => actors.slice(0, -2);

describe("an author", () => {
  it("injects an event that everybody learns of, feels, and talks about", () => {
    const before = frameAfter(2);
    const after = done(before, {
      type: "inject",
      metadata: { text: "The bridge is closed.", topic: "harbour", stance: 0 },
    });
    assert.equal(after.state.round, before.state.round);
    for (const id of people(after.state)) {
      assert.equal(see(after, id).news.at(-1)!.text, "The bridge is closed.");
      assert.ok(see(after, id).me.emotions.surprise > see(before, id).me.emotions.surprise);
    }
    const spoken = people(after.state).some((id) => {
      const view = see(after, id);
      const dice = { int: (_: string, low: number) => low + 12345 } as never;
      const actions = bots.resident({ ask: { to: id } as never, view, legal: [], dice }) as readonly StoryAction[];
      return actions.some(
        (action) => "metadata" in action && JSON.stringify(action.metadata).includes("The bridge is closed."),
      );
    });
    assert.ok(spoken, "nobody says a word about it");
  });

  it("keeps what is for the telling alone from everybody in the town", () => {
    const before = frameAfter(2);
    const after = done(before, { type: "inject", metadata: { text: "The duke knows.", scope: "telling" } });
    assert.equal(after.state.happenings.length, 1);
    for (const who of people(after.state)) blindfold(engine, before, after, who);
  });

  it("sets rules that everybody lives under and places that only those who are there know; directives stay with the telling", () => {
    const before = frameAfter(1);
    const [one, other] = people(before.state) as [string, string];
    assert.ok(!("rules" in see(before, one)) && !("place" in see(before, one)));
    const tower = { id: "tower", name: "The Iron Tower", description: "Black stone." };
    const ruled = done(before, { type: "set_rules", metadata: { rules: ["Magic is feared", "Winter is near"] } });
    const placed = done(done(ruled, { type: "put_location", metadata: tower }), {
      type: "move",
      targetId: one,
      metadata: { place: "tower" },
    });
    for (const who of [one, other]) assert.deepEqual(see(placed, who).rules, ["Magic is feared", "Winter is near"]);
    assert.deepEqual(see(placed, one).place, { name: "The Iron Tower", description: "Black stone." });
    assert.deepEqual(see(placed, other), see(ruled, other), "where others are is not seen");
    const told = (who: string, from: Frame<Story>, to: Frame<Story>) =>
      story.words.tell({ who, before: see(from, who), after: see(to, who), percepts: [], tried: [] } as never);
    assert.match(
      told(one, before, placed),
      /What holds here: Magic is feared; Winter is near\nYou are at The Iron Tower\./,
    );
    assert.equal(told(one, placed, placed), "");
    const changed = done(placed, { type: "edit_rule", metadata: { index: 1, text: "Winter is here" } });
    assert.deepEqual(see(changed, other).rules, ["Magic is feared", "Winter is here"]);
    const bound = done(changed, { type: "add_directive", metadata: { text: "The duke never learns of the letter" } });
    assert.deepEqual(see(bound, other), see(changed, other));
  });

  it("whispers a rumour to those who are chosen, and nobody else notices", () => {
    const before = frameAfter(2);
    const [first, second, ...others] = people(before.state) as [string, string, ...string[]];
    const after = done(before, {
      type: "rumour",
      metadata: { text: "They are selling the well.", to: [first, second] },
    });
    assert.equal(see(after, first).news.length, 1);
    for (const who of others) blindfold(engine, before, after, who);
  });

  it("whispers it to a number of people, picked by followers or by chance", () => {
    const before = frameAfter(2);
    const followers = (id: string) => getKey(before.state.agents, id)!.followers;
    const by = (by: "chance" | "followers") =>
      done(before, { type: "rumour", metadata: { text: "x", some: { count: 3, by } } }).state.happenings[0]!.to!;
    const least = Math.min(...by("followers").map(followers));
    assert.equal(by("followers").length, 3);
    assert.ok(people(before.state).filter((id) => followers(id) > least).length < 3);
    assert.equal(new Set(by("chance")).size, 3);
    const both = god(before, { type: "rumour", metadata: { text: "x" } });
    assert.ok("reason" in both && both.reason === "to_whom");
  });

  it("silences a person: writing is refused until it is over, and reading is allowed", () => {
    const [who] = people(frameAfter(0).state);
    let frame = done(frameAfter(0), { type: "silence", targetId: who!, metadata: { rounds: 2 } });
    const post = { actorId: who!, type: "create_post", metadata: { text: "Can you hear me?" } } as const;
    const verdict = () => story.check.create_post(see(frame, who!), post);
    for (let n = 0; n < 2; n++) {
      assert.equal(verdict()?.reason, "silenced");
      assert.ok(!story.legal(see(frame, who!), who!).some(({ type }) => type === "create_post" || type === "repost"));
      frame = round(frame, [{ actorId: who!, type: "refresh" }]);
    }
    assert.equal(verdict(), null);
    round(frame, [post]);
  });

  it("lets time pass: the hour advances, feelings fade, and a skip past the end is refused", () => {
    const before = done(frameAfter(1), { type: "inject", metadata: { text: "A fire!" } });
    const after = done(before, { type: "skip_time", metadata: { rounds: 6 } });
    const [who] = people(before.state);
    assert.equal(after.state.round, before.state.round + 6);
    assert.equal(see(after, who!).hour, (see(before, who!).hour + 6) % 24);
    const [then, now] = [see(before, who!).me.emotions, see(after, who!).me.emotions];
    assert.ok(Math.abs(now.surprise - then.surprise / 4) < 1e-12, "surprise halves in three rounds");
    const over = god(after, { type: "skip_time", metadata: { rounds: 100 } });
    assert.ok("reason" in over && over.reason === "wrong_round");
  });

  it("asks a person, who answers with their next words", () => {
    let frame = frameAfter(1);
    const [who] = people(frame.state);
    frame = done(frame, {
      type: "interview",
      targetId: who!,
      metadata: { text: "What do you think of the new harbour?" },
    });
    const view = see(frame, who!);
    assert.equal(view.questions.length, 1);
    const dice = { int: (_: string, low: number) => low } as never;
    const actions = bots.resident({ ask: { to: who! } as never, view, legal: [], dice }) as readonly StoryAction[];
    const answer = actions.find(({ type }) => type === "answer_interview")!;
    assert.ok(JSON.stringify(answer).includes("harbour"), JSON.stringify(answer));
    assert.equal(see(round(frame, [answer]), who!).questions.length, 0);
  });

  it("may do the same from its own seat, and people may not", () => {
    const frame = frameAfter(1);
    const [who] = people(frame.state);
    const action = { type: "inject", metadata: { text: "x" } } as const;
    assert.equal(story.check.inject(viewOf(engine, frame, "author"), { actorId: "author", ...action }), null);
    assert.equal(story.check.inject(see(frame, who!), { actorId: who!, ...action })?.reason, "not_yours");
    const ask = story.asks(frame.state).find(({ to }) => to === "author")!;
    assert.equal(ask.kind, "standing");
    const provenance = { actor: "author", ask: ask.id, by: "agent" } as const;
    const given = [{ actor: "author", ask, actions: [{ actorId: "author", ...action }], provenance }];
    const draft = decideTurn(engine, frame, ask.lane, given, { seed: "s", salt: "0" });
    assert.deepEqual(
      draft.events.map(({ type }) => type),
      ["happened"],
    );
  });
});

describe("the dead", () => {
  it("are neither asked nor act until they are revived", () => {
    let frame = frameAfter(1);
    const [who] = people(frame.state);
    frame = done(frame, { type: "kill", targetId: who!, metadata: {} });
    assert.ok(!story.asks(frame.state).some(({ to }) => to === who));
    assert.deepEqual(story.legal(see(frame, who!), who!), []);
    frame = done(round(frame, []), { type: "resurrect", targetId: who! });
    assert.ok(story.asks(frame.state).some(({ to }) => to === who));
  });
});

describe("a seat cannot see", () => {
  const frame = frameAfter(6, { ...CONFIG, behaviour: { habits: { message: 0.5, mute: 0.3 } } });
  const { state } = frame;
  const [me, other] = people(state) as [string, string];
  const agent = getKey(state.agents, other)!;
  const but = (change: Partial<typeof agent>): Frame<Story> => ({
    ...frame,
    state: { ...state, agents: setKey(state.agents, other, { ...agent, ...change }) },
  });
  const stranger = people(state).find((id) => id !== me && id !== other)!;
  it("what others hold, feel, mute, like, think of each other, and search for", () => {
    for (const change of [
      { opinions: { harbour: 0.001, square: 0.999 } },
      { emotions: [1, 1, 1, 1, 1, 1] },
      { muted: [me] },
      { liked: ["p1"] },
      { disliked: ["p1"] },
      { bonds: { [me]: -1 } },
      { notices: [] },
      { silentUntil: 100 },
      { found: { round: 1, what: "trend", query: "", ids: [] } as const },
    ])
      blindfold(engine, frame, but(change), me);
  });

  it("letters between others", () => {
    const id = `m${state.counts.messages + 1}`;
    const messages = setKey(state.messages, id, { id, from: other, to: stranger, round: 3, text: "Meet me at nine." });
    blindfold(engine, frame, { ...frame, state: { ...state, messages } }, me);
    assert.ok(
      people(state).some((id) => see(frame, id).mail.length > 0),
      "nobody writes letters",
    );
  });

  it("posts, comments, notices and letters of those it has muted", () => {
    const seen = people(state).find((id) => see(frame, id).feed.length > 0)!;
    const mine = getKey(state.agents, seen)!;
    const { by } = see(frame, seen).feed[0]!;
    const muting = { ...frame, state: { ...state, agents: setKey(state.agents, seen, { ...mine, muted: [by] }) } };
    const text = JSON.stringify({ ...see(muting, seen), me: null });
    assert.ok(!text.includes(`"by":"${by}"`) && !text.includes(`"from":"${by}"`), `${by} is muted and still there`);
  });
});

describe("groups, searches and trends", () => {
  it("let people gather, talk among themselves, and find", () => {
    let frame = frameAfter(0, { ...SMALL, rounds: 20 });
    const [editor, ann, ben] = people(frame.state) as [string, string, string];
    frame = round(frame, [{ actorId: ann, type: "create_group", metadata: { name: "Night owls" } }]);
    const [group] = see(frame, ben).groups;
    assert.deepEqual([group!.name, group!.mine, group!.talk], ["Night owls", false, []]);
    frame = round(frame, [
      { actorId: ann, type: "send_to_group", targetId: group!.id, metadata: { text: "Nobody here yet." } },
    ]);
    assert.deepEqual(see(frame, ben).groups[0]!.talk, []);
    frame = round(frame, [
      { actorId: ben, type: "join_group", targetId: group!.id },
      { actorId: ann, type: "search_posts", metadata: { query: "the harbour" } },
      { actorId: editor, type: "search_user", metadata: { query: "nobody of that name" } },
    ]);
    assert.equal(see(frame, ben).groups[0]!.talk[0]!.text, "Nobody here yet.");
    assert.equal(see(frame, ann).found!.posts[0]!.by, editor);
    assert.deepEqual(see(frame, editor).found!.people, []);
    frame = round(frame, [{ actorId: ann, type: "trend" }]);
    assert.equal(see(frame, ann).found!.what, "trend");
  });
});
