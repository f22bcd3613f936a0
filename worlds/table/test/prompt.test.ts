// What a model in the game master's seat is asked over a long campaign: no longer than at its beginning, and with what was promised then.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { prompt } from "../gm/prompt.ts";
import { recall } from "../gm/recall.ts";
import { passing } from "../gm/scripted.ts";
import type { TableAction } from "../shape.ts";
import { GM } from "../shape.ts";
import type { TableState } from "../state.ts";
import { view } from "../view/index.ts";
import { table } from "../world.ts";
import { dull, sceneOf } from "./campaign.ts";

const PROMISE = "Ilsa promised Jory Pell to bring back his grandmother's thimble.";
const decided = (state: TableState, action: TableAction): TableState =>
  (
    table.decide[action.type] as (
      state: TableState,
      action: TableAction,
      dice: typeof dull,
    ) => readonly { type: string }[]
  )(state, action, dull).reduce(
    (at, event) => (table.apply[event.type as "passed"] as (state: TableState, event: object) => TableState)(at, event),
    state,
  );
const textOf = (state: TableState): string => {
  const asked = { ask: table.asks(state)[0]!, view: view(state, GM), legal: [] };
  return prompt(asked)
    .parts.map(({ text }) => text)
    .join("\n");
};

const HOME = "loc_thornwick_001";
/** What is done in turn: words to people, a look, a check, a thought, a question to the game master, and a walk. */
const DEEDS = [
  { type: "look", metadata: {} },
  { type: "talk", targetId: "npc_hesper_001", metadata: { say: "the bell" } },
  { type: "check", metadata: { skill: "perception" } },
  { type: "think", metadata: { about: "the road" } },
  { type: "ask_gm", metadata: { text: "How do I look around here?" } },
  { type: "travel", locationId: "loc_salt_road_001", metadata: {} },
] as const;
const BACK = { type: "travel", locationId: HOME, metadata: {} } as const;
/** What the player of a long campaign does in a turn. */
const deedAt = (state: TableState, turn: number): TableAction => {
  const actorId = state.order[0]!;
  if (turn === LATE) return { actorId, type: "talk", targetId: "npc_jory_001", metadata: { say: "your thimble" } };
  return { actorId, ...(state.at === HOME ? DEEDS[turn % DEEDS.length]! : BACK) };
};
const LATE = 195;

/** Two hundred turns of play, in each of which the game master has something to remember. */
function campaign(turns: number): { readonly prompts: string[]; readonly state: TableState } {
  const prompts: string[] = [];
  let { state } = sceneOf();
  for (let turn = 1; turn <= turns; turn++) {
    state = decided(state, deedAt(state, turn));
    prompts.push(textOf(state));
    const memory =
      turn === 5 ? PROMISE : `On turn ${turn} the wind over the ${NOUNS[turn % NOUNS.length]} turned a little.`;
    const told = passing(view(state, GM), dull);
    const state_updates = { custom_campaign_state: { core_memories: { append: memory } } };
    state = decided(state, { actorId: GM, type: "narrate", metadata: { ...told, state_updates } });
  }
  return { prompts, state };
}
const NOUNS = ["marsh", "causeway", "tower", "road", "pond", "mill", "reeds"];

describe("the prompt of a long campaign", () => {
  const { prompts, state } = campaign(200);
  it("is on turn 200 no longer than 1.3 times that of turn 20", () => {
    assert.ok(state.memories.length >= 200, `${state.memories.length}`);
    const ratio = prompts[199]!.length / prompts[19]!.length;
    assert.ok(ratio <= 1.3, `${prompts[199]!.length} over ${prompts[19]!.length}: ${ratio}`);
    const longest = Math.max(...prompts.map(({ length }) => length));
    assert.ok(longest <= 1.3 * Math.max(...prompts.slice(0, 20).map(({ length }) => length)), `${longest}`);
  });
  it("holds in turn 195 what was promised in turn 5, when it is asked about", () => {
    assert.ok(prompts[LATE - 1]!.includes(PROMISE));
    assert.ok(
      prompts.slice(20, LATE).every((one) => !one.includes("turn 7 ")),
      "the rest stays away",
    );
  });
});

describe("recall", () => {
  const many = Array.from({ length: 300 }, (_, i) => `The ${NOUNS[i % NOUNS.length]} was quiet on day ${i}.`);
  it("prefers rare words to frequent ones, and ends with the latest", () => {
    const all = recall([PROMISE, ...many], "Jory's thimble on the marsh");
    assert.equal(all[0], PROMISE);
    assert.deepEqual(all.slice(-4), many.slice(-4));
  });
  it("keeps to its room however long memories are", () => {
    const long = many.map((one) => one.repeat(20));
    assert.ok(recall(long, "marsh").join("").length <= 1_600);
  });
  it("remembers nothing of nothing", () => assert.deepEqual(recall([], "anything"), []));
});
