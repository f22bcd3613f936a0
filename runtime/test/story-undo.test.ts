// What an author takes back in a story: its number is spent, and what came since stays.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { memoryStore } from "@orrery/store";
import type { StoryState } from "@orrery/worlds/story";
import { type Orrery, openOrrery } from "../src/index.ts";

describe("an older intervention that is undone by its turn", () => {
  let orrery: Orrery;
  let run: string;
  before(async () => {
    orrery = await openOrrery({ store: memoryStore() });
    ({ run } = await orrery.createRun({ world: "story", seed: "undo", config: { people: 12, rounds: 8 } }));
  });
  after(() => orrery.close());

  const god = (type: string, rest: object) => orrery.god(run, { actorId: "god", type, ...rest });
  const stateNow = async () => (await orrery.show(run)).view as StoryState;
  const headTurn = async () => (await orrery.show(run)).head.turn;
  const playRound = () => orrery.play(run, { agents: "*=bot:resident", turnsMax: 1 });
  const undo = async (turn: number) => {
    const undone = await orrery.undo(run, String(turn));
    assert.equal(undone.kind, "amended", JSON.stringify(undone));
  };
  const stranger = "A stranger came with a sealed letter.";

  it("leaves its number spent, so that a telling misses nothing that comes after it", async () => {
    await god("kill", { targetId: (await stateNow()).actors[0]! });
    await playRound();
    assert.deepEqual((await orrery.stories.translate(run))?.events, ["evt_001"]);
    await undo(1);
    await god("inject_event", { metadata: { description: stranger } });
    await playRound();
    const beat = await orrery.stories.translate(run);
    assert.deepEqual(beat?.events, ["evt_002"]);
    assert.ok(beat.prose.includes("sealed letter"), beat.prose);
  });

  it("is struck out in the log, in which everything keeps its place", async () => {
    const { tale, dead } = await stateNow();
    assert.deepEqual(
      tale.log.map(({ id, undone }) => [id, undone]),
      [
        ["evt_001", true],
        ["evt_002", false],
      ],
    );
    assert.deepEqual(dead, []);
  });

  it("can be one of several of its kind, after anything that came since", async () => {
    const turn = (await headTurn()) + 1;
    await god("inject_event", { metadata: { description: "The bridge fell." } });
    await god("inject_event", { metadata: { description: "A ferry was found." } });
    await undo(turn);
    const { tale, happenings } = await stateNow();
    assert.deepEqual(
      happenings.map(({ text }) => text),
      [stranger, "A ferry was found."],
    );
    assert.deepEqual(
      tale.log.map(({ id, undone }) => [id, undone]),
      [
        ["evt_001", true],
        ["evt_002", false],
        ["evt_003", true],
        ["evt_004", false],
      ],
    );
  });

  it("comes back when its undoing is undone", async () => {
    const turn = await headTurn();
    await god("set_rules", { metadata: { rules: ["Nobody lies."] } });
    await undo(turn);
    const { happenings, tale } = await stateNow();
    assert.ok(happenings.some(({ text }) => text === "The bridge fell."));
    assert.equal(tale.log.find(({ id }) => id === "evt_003")?.undone, false);
    assert.deepEqual(tale.rules, ["Nobody lies."]);
    assert.equal((await orrery.verify(run)).ok, true);
  });

  it("leaves numbers spent where it has no opposite", async () => {
    const [who] = (await stateNow()).actors;
    const turn = (await headTurn()) + 1;
    const metadata = { action: { type: "create_group", metadata: { name: "The Watch" } } };
    await god("force_action", { targetId: who, metadata });
    const { counts, groupOrder, tale } = await stateNow();
    assert.equal(tale.log.at(-1)?.undo, null);
    await god("set_rules", { metadata: { rules: ["Nobody steals."] } });
    await undo(turn);
    const back = await stateNow();
    assert.deepEqual(back.groupOrder, groupOrder.slice(0, -1));
    assert.deepEqual(back.counts, counts);
    assert.equal(back.tale.log.at(-2)?.undone, true);
  });
});
