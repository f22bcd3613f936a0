// The author's hand in a story: every action through the kernel's own god turns, each in the log, each taken back whole.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { decideGod, type GodRefusal, getKey, openRun } from "@orrery/kernel";
import { charactersFile, worldFile } from "../narrative/characters.ts";
import { readStoryFiles } from "../narrative/read-files.ts";
import { eventLog, type Story, type StoryState, tellable } from "../shape.ts";
import { emotionsOf } from "../town/emotions.ts";
import { engine, SMALL } from "./stage.ts";

const KEY = { seed: "s", salt: "t" };
const opening = () =>
  openRun(engine, {
    name: "story",
    config: SMALL,
    seed: "s",
    salt: "t",
    dice: { commitment: "0".repeat(64) },
    createdAt: 0,
  } as never).frame;
type Frame = ReturnType<typeof opening>;

/** A god's action on a frame: the frame after it. */
function act(frame: Frame, type: string, metadata?: object, targetId?: string): Frame {
  const done = tried(frame, type, metadata, targetId);
  assert.ok(!("reason" in done), JSON.stringify(done));
  return { ...frame, state: done.after.state, minds: done.after.minds } as Frame;
}
function tried(frame: Frame, type: string, metadata?: object, targetId?: string) {
  const action = { actorId: "god", type, ...(targetId ? { targetId } : {}), ...(metadata ? { metadata } : {}) };
  return decideGod<Story>(engine, frame as never, action as never, KEY);
}
const refusal = (frame: Frame, type: string, metadata?: object, targetId?: string): GodRefusal => {
  const done = tried(frame, type, metadata, targetId);
  assert.ok("reason" in done, "it was not refused");
  return done;
};
const stateOf = (frame: Frame): StoryState => frame.state as StoryState;
const feelings = (frame: Frame, who: string) => {
  const state = stateOf(frame);
  return emotionsOf(getKey(state.agents, who)!, getKey(state.profiles, who)!, state.round);
};
/** A state but for its log and the numbers that are given once. */
function withoutLog({ tale, counts, ...rest }: StoryState) {
  const { log: _, counts: __, ...world } = tale;
  return { ...rest, counts: { ...counts, happenings: 0 }, tale: world };
}

describe("world state", () => {
  it("test_world_state_empty_on_fresh_sim", () => {
    const { tale } = stateOf(opening());
    assert.deepEqual([tale.rules, tale.places, eventLog(tale)], [[], [], []]);
  });
  it("test_add_location_persists, and a second one of the same id takes its place", () => {
    const tower = { id: "iron_tower", name: "The Iron Tower", description: "A brutal spire." };
    const first = act(opening(), "put_location", tower);
    assert.deepEqual(stateOf(first).tale.places, [tower]);
    const fuller = { ...tower, atmosphere: "oppressive silence", time_of_day: "dusk" };
    assert.deepEqual(stateOf(act(first, "put_location", fuller)).tale.places, [fuller]);
  });
  it("test_set_rules_replaces_previous", () => {
    const first = act(opening(), "set_rules", { rules: ["one", "two"] });
    assert.deepEqual(stateOf(act(first, "set_rules", { rules: ["three"] })).tale.rules, ["three"]);
    assert.deepEqual(stateOf(act(first, "edit_rule", { index: 1, text: "zwei" })).tale.rules, ["one", "zwei"]);
    assert.deepEqual(stateOf(act(first, "delete_rule", { index: 0 })).tale.rules, ["two"]);
    assert.equal(refusal(first, "delete_rule", { index: 2 }).reason, "unknown_rule");
  });
  it("test_append_event_auto_ids: counted up, never given again", () => {
    let frame = opening();
    for (const description of ["One.", "Two."]) frame = act(frame, "inject_event", { description });
    frame = act(frame, "delete_event", { id: "evt_002" });
    frame = act(frame, "inject_event", { description: "Three." });
    assert.deepEqual(
      eventLog(stateOf(frame).tale).map(({ id }) => id),
      ["evt_001", "evt_003"],
    );
  });
});

describe("god mode", () => {
  it("test_inject_event_appends_to_log, with the round and the time that were given", () => {
    const frame = act(opening(), "inject_event", {
      description: "A {stranger}\narrived.",
      round: 0,
      at: "2026-04-20T14:22:00Z",
    });
    const [event] = eventLog(stateOf(frame).tale);
    assert.deepEqual(
      [event!.id, event!.round, event!.type, event!.description, event!.at],
      ["evt_001", 0, "god_mode_injection", "A {stranger}\narrived.", "2026-04-20T14:22:00Z"],
    );
  });
  it("informs people of a true event, and nobody of an event for the telling only", () => {
    const learned = (scope: string) => {
      const frame = act(opening(), "inject_event", { description: "The quay burns.", scope });
      return engine.world.view(frame.state as StoryState, "editor", null) as { news: readonly { text: string }[] };
    };
    assert.deepEqual(
      learned("truth").news.map(({ text }) => text),
      ["The quay burns."],
    );
    assert.deepEqual(learned("telling").news, []);
  });
  it("test_modify_emotion_clamps_and_preserves_others; unknown names change nothing", () => {
    const before = opening();
    const frame = act(before, "modify_emotion", { emotions: { anger: 7, joy: -2, envy: 1 } }, "editor");
    const [anger, fear, joy, , trust] = feelings(frame, "editor");
    assert.deepEqual([anger, joy], [1, 0]);
    assert.deepEqual([fear, trust], [feelings(before, "editor")[1], feelings(before, "editor")[4]]);
    assert.equal(refusal(before, "modify_emotion", { emotions: { envy: 1 } }, "editor").reason, "unknown_emotion");
  });
  it("M6: keeps a change of feelings in the log, and out of what a telling may speak of", () => {
    const { tale } = stateOf(act(opening(), "modify_emotion", { emotions: { anger: 0.8 } }, "editor"));
    assert.equal(eventLog(tale)[0]!.type, "god_mode_emotion_change");
    assert.deepEqual(tellable(tale), []);
  });
  it("test_kill_character_sets_status, and says so in the log", () => {
    const frame = act(opening(), "kill", { round: 4 }, "editor");
    assert.equal(getKey(stateOf(frame).agents, "editor")!.status, "dead");
    const [event] = eventLog(stateOf(frame).tale);
    assert.deepEqual([event!.type, event!.description, event!.round], ["god_mode_death", "The Echo has died.", 4]);
    assert.equal(refusal(frame, "kill", {}, "editor").reason, "already_done");
    assert.equal(getKey(stateOf(act(frame, "resurrect", undefined, "editor")).agents, "editor")!.status, "alive");
  });
  it("test_kill_character_not_found_raises", () => {
    assert.equal(refusal(opening(), "kill", {}, "nobody").reason, "unknown_person");
  });
  it("moves people between places that are there", () => {
    const place = act(opening(), "put_location", { id: "market", name: "The Old Market", description: "" });
    const there = act(place, "move", { place: "market" }, "editor");
    assert.deepEqual(stateOf(there).tale.whereabouts, { editor: "market" });
    assert.equal(refusal(there, "move", { place: "moon" }, "editor").reason, "unknown_place");
    assert.deepEqual(stateOf(act(there, "delete_location", { id: "market" })).tale.whereabouts, {});
  });
  it("makes a person act under the ordinary rules", () => {
    const frame = opening();
    const text = { action: { type: "create_post", metadata: { text: "I was made to say this." } } };
    const posts = stateOf(frame).posts.size;
    assert.equal(stateOf(act(frame, "force_action", text, "editor")).posts.size, posts + 1);
    const nothing = refusal(frame, "force_action", { action: { type: "like_post", targetId: "p99" } }, "editor");
    assert.equal(nothing.reason, "unknown_post");
    assert.match(nothing.message, /^The Echo cannot do that now: /);
    assert.equal(refusal(frame, "force_action", { action: { type: "create_post" } }, "editor").reason, "unfit_action");
  });
  it("does several things at once, or none of them", () => {
    const two = [
      { type: "kill", targetId: "editor", metadata: {} },
      { type: "inject_event", metadata: { description: "The bells rang." } },
    ];
    const frame = act(opening(), "bulk", { actions: two });
    assert.deepEqual(
      eventLog(stateOf(frame).tale).map(({ id }) => id),
      ["evt_001", "evt_002"],
    );
    const half = refusal(opening(), "bulk", { actions: [...two, { type: "kill", targetId: "editor", metadata: {} }] });
    assert.match(half.message, /^actions\[2\]: The Echo is dead already/);
  });
  it("keeps factions and resources", () => {
    const frame = act(opening(), "put_faction", {
      id: "guild",
      name: "The Guild",
      power: 0.6,
      members: ["editor"],
      goals: ["salt"],
    });
    const goods = act(frame, "put_resource", { id: "salt", name: "Salt", abundance: 0.2, controlled_by: "guild" });
    assert.equal(stateOf(goods).tale.factions[0]!.name, "The Guild");
    assert.equal(stateOf(goods).tale.resources[0]!.controlled_by, "guild");
    assert.equal(refusal(goods, "delete_faction", { id: "x" }).reason, "unknown_faction");
  });
});

describe("world_state.json and characters.json", () => {
  const written = (frame: Frame) => ({
    world: worldFile("s", stateOf(frame), injectedAt(frame)),
    characters: charactersFile(stateOf(frame)),
  });
  /** As if all turns had been made at one moment. */
  const injectedAt = (frame: Frame) => new Map(stateOf(frame).tale.log.map(({ id }) => [id, Date.UTC(2026, 3, 20)]));
  const doAll = (frame: Frame, type: string, ...all: readonly object[]) =>
    all.reduce((now: Frame, metadata) => act(now, type, metadata), frame);
  /** A world with something in every field. */
  const rich = () => {
    let frame = act(opening(), "set_rules", { rules: ["Magic is {feared}."] });
    frame = act(frame, "put_location", {
      id: "market",
      name: "The Old Market",
      description: "Stalls.",
      atmosphere: "smoke",
      time_of_day: "dusk",
    });
    frame = doAll(frame, "inject_event", { description: "A stranger came.", scope: "telling", round: 2, at: "2026" });
    frame = act(frame, "move", { place: "market", round: 3 }, "editor");
    frame = act(frame, "kill", { round: 4, at: "2027" }, "editor");
    frame = doAll(frame, "inject_event", { description: "It rained.", scope: "telling", round: 5 });
    frame = act(frame, "put_faction", { id: "g", name: "Guild", power: 0.6, members: ["editor"], goals: ["salt"] });
    frame = act(frame, "put_resource", { id: "salt", name: "Salt", abundance: 0.2, controlled_by: "g" });
    frame = act(frame, "set_telling", { tone: "wry", enforcement: "hard", places: "full" });
    return act(frame, "add_directive", { text: "No magic before winter." });
  };

  it("bring another run to what they say, field by field, with one death for one death", () => {
    const files = JSON.parse(JSON.stringify(written(rich())));
    const fresh = opening();
    const { actions, ignored } = readStoryFiles(files, stateOf(fresh));
    assert.deepEqual(ignored, []);
    assert.deepEqual(written(act(fresh, "bulk", { actions })), files);
  });

  it("says when an event was injected: as a file had it, else when its turn was made", () => {
    const log = written(rich()).world.event_log.map(({ description, injected_at }) => [description, injected_at]);
    assert.deepEqual(
      log.filter(([text]) => text === "A stranger came." || text === "It rained."),
      [
        ["A stranger came.", "2026"],
        ["It rained.", "2026-04-20T00:00:00Z"],
      ],
    );
  });

  it("change nothing when they are read again", () => {
    const frame = rich();
    assert.deepEqual(readStoryFiles(written(frame), stateOf(frame)), { actions: [], ignored: [] });
  });

  it("name what does not fit and read the rest", () => {
    const world = {
      rules: ["Good.", 3],
      locations: { a: { name: "" }, b: { name: "The Quay" } },
      factions: { f: { name: "Guild", power: 7, members: ["editor", "nobody"] } },
      resources: { r: 1 },
      enforcement: "fierce",
      event_log: [{ description: "" }, { description: "x", type: "two words" }, { description: "A tremor." }],
    };
    const { actions, ignored } = readStoryFiles({ world }, stateOf(opening()));
    assert.deepEqual(ignored, [
      "rules must be a list of strings; what is none was left out.",
      "locations.a has no name.",
      "factions.f: some of its members are not here.",
      "resources.r has no name.",
      "enforcement must be one of soft, medium, hard.",
      "event_log[0] has no description.",
      'event_log[1]: "two words" is no type of event.',
    ]);
    const { tale } = stateOf(act(opening(), "bulk", { actions }));
    assert.deepEqual(tale.rules, ["Good."]);
    assert.deepEqual(tale.places, [{ id: "b", name: "The Quay", description: "" }]);
    assert.deepEqual(tale.factions, [{ id: "f", name: "Guild", power: 1, members: ["editor"], goals: [] }]);
    assert.deepEqual(
      eventLog(tale).map(({ round, type, description }) => [round, type, description]),
      [[0, "god_mode_injection", "A tremor."]],
    );
  });
});

describe("an intervention of which nothing more is said", () => {
  it("needs no metadata, alone or as one of several", () => {
    assert.deepEqual(stateOf(act(opening(), "kill", undefined, "editor")).dead, ["editor"]);
    const several = act(opening(), "bulk", { actions: [{ type: "kill", targetId: "editor" }] });
    assert.deepEqual(stateOf(several).dead, ["editor"]);
  });
});

describe("taking back", () => {
  const place = { id: "market", name: "The Old Market", description: "Stalls." };
  const all: readonly [string, object | undefined, string | undefined][] = [
    ["inject_event", { description: "A stranger came." }, undefined],
    ["kill", {}, "editor"],
    ["modify_emotion", { emotions: { anger: 0.9 } }, "editor"],
    ["move", { place: "market" }, "editor"],
    ["set_rules", { rules: ["Magic is feared."] }, undefined],
    ["put_location", { ...place, id: "quay", name: "The Quay" }, undefined],
    ["delete_location", { id: "market" }, undefined],
    ["edit_event", { id: "evt_001", description: "Otherwise." }, undefined],
    ["put_faction", { id: "g", name: "G", power: 1, members: [], goals: [] }, undefined],
    ["put_resource", { id: "r", name: "R", abundance: 1, controlled_by: null }, undefined],
    ["set_telling", { enforcement: "hard" }, undefined],
    ["add_directive", { text: "No magic before winter." }, undefined],
    ["silence", { rounds: 3 }, "editor"],
    ["edit_rule", { index: 0, text: "Magic is loved." }, undefined],
    ["delete_rule", { index: 0 }, undefined],
    ["delete_event", { id: "evt_001" }, undefined],
    ["delete_faction", { id: "f" }, undefined],
    ["delete_resource", { id: "f" }, undefined],
    ["delete_directive", { id: "dir_001" }, undefined],
  ];
  it("force_action: an opinion that was forced on somebody returns to what it was", () => {
    const opinion = (frame: Frame) => getKey(stateOf(frame).agents, "editor")!.opinions["harbour"];
    const before = opening();
    const action = { type: "hold", metadata: { topic: "harbour", value: 0.987 } };
    const forced = act(before, "force_action", { action }, "editor");
    assert.equal(opinion(forced), 0.987);
    assert.equal(opinion(act(forced, "take_back", { id: "evt_001" })), opinion(before));
  });
  for (const [type, metadata, target] of all)
    it(`${type}: undoing it restores the town, even after later interventions`, () => {
      let before = act(act(opening(), "put_location", place), "inject_event", {
        description: "First.",
        scope: "telling",
      });
      before = act(before, "modify_emotion", { emotions: { fear: 0.5 } }, "editor");
      before = act(before, "set_rules", { rules: ["Magic is feared."] });
      before = act(before, "put_faction", { id: "f", name: "F", power: 1, members: [], goals: [] });
      before = act(before, "put_resource", { id: "f", name: "Fish", abundance: 1, controlled_by: null });
      before = act(before, "add_directive", { text: "The sea is never crossed." });
      const done = act(before, type, metadata, target);
      const { id } = stateOf(done).tale.log.at(-1)!;
      const later = act(done, "put_resource", { id: "salt", name: "Salt", abundance: 0.5, controlled_by: null });
      const back = act(later, "take_back", { id });
      const otherwise = act(before, "put_resource", { id: "salt", name: "Salt", abundance: 0.5, controlled_by: null });
      const [a, b] = [withoutLog(stateOf(back)), withoutLog(stateOf(otherwise))];
      if (type === "inject_event") {
        // Those who learned of it have felt something, and that is not taken from them.
        assert.deepEqual(a.happenings, b.happenings);
        assert.deepEqual(eventLog(stateOf(back).tale), eventLog(stateOf(otherwise).tale));
      } else assert.deepEqual(a, b);
      assert.equal(refusal(back, "take_back", { id }).reason, "unknown_event");
    });
});

describe("directives", () => {
  const stated = (text: string) => act(opening(), "add_directive", { text });
  const check = (text: string) => stateOf(stated(text)).tale.directives[0]!.check;

  it("are compiled where their words say what to check, and advice where they do not", () => {
    assert.deepEqual(check("No magic before winter."), {
      kind: "forbid",
      words: ["magic"],
      untilRound: null,
      untilWords: ["winter"],
    });
    assert.deepEqual(check("no dragons until round 12"), {
      kind: "forbid",
      words: ["dragons"],
      untilRound: 12,
      untilWords: null,
    });
    assert.deepEqual(check("The Echo never dies"), { kind: "immortal", who: "editor" });
    assert.equal(check("The Echo never learns of the theft")!.kind, "apart");
    assert.equal(check("Keep it melancholy."), null);
  });
  it("bind the author too, for a thousand rounds, until they are lifted", () => {
    const frame = stated("No magic before winter.");
    for (let round = 0; round < 1000; round++)
      assert.equal(
        refusal(frame, "inject_event", { description: "Magic fills the square.", round }).reason,
        "against_directive",
      );
    const spoken = { action: { type: "create_post", metadata: { text: "I saw magic." } } };
    assert.equal(refusal(frame, "force_action", spoken, "editor").reason, "against_directive");
    assert.equal(refusal(frame, "rumour", { text: "Magic, they say.", to: ["editor"] }).reason, "against_directive");
    const winter = act(frame, "inject_event", { description: "Winter has come." });
    act(winter, "inject_event", { description: "Magic fills the square." });
    const kept = stated("The Echo never dies.");
    assert.equal(refusal(kept, "kill", {}, "editor").reason, "against_directive");
  });
});
