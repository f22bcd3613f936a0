// The table's runtime: a campaign that the game master who comes with it tells, and the drift of one that writes what the rules compute.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { memoryStore } from "@orrery/store";
import { answerTableMessage, openOrrery, shippedWorlds, tableDrift } from "../src/index.ts";

const say = (content: string) => ({
  message_type: "user_input",
  content,
  context: { game_mode: "character", user_id: "u1" },
});
const opened = async () => {
  const orrery = await openOrrery({ store: memoryStore(), worlds: shippedWorlds() });
  const { run } = await orrery.createRun({ world: "table/third-bell", seed: "drift" });
  return { orrery, run };
};

describe("a run of the shipped adventure", () => {
  it("takes who plays and how it is rated beside its text, and nothing else of the text", async () => {
    const orrery = await openOrrery({ store: memoryStore(), worlds: shippedWorlds() });
    const create = (config: unknown) => orrery.createRun({ world: "table/third-bell", config });
    const { run } = await create({ party: ["maren", "tobin"], lines: ["spiders"] });
    const { view } = (await orrery.show(run)) as { view: { order: string[]; settings: { lines: string[] } } };
    assert.deepEqual(view.order, ["pc_maren_holt_001", "pc_tobin_quill_002"]);
    assert.ok(view.settings.lines.includes("spiders"));
    for (const config of [
      { adventure: {} },
      { party: ["nobody"] },
      { party: [] },
      { party: "bram" },
      { rating: "any" },
    ])
      await assert.rejects(create(config), { code: "bad_config" }, JSON.stringify(config));
    await assert.rejects(orrery.createRun({ world: "house/cottage", config: { rooms: {} } }), { code: "bad_config" });
    await orrery.close();
  });
});

describe("a message that nobody tells of", () => {
  /** A sitting that holds the game master's seat and never tells. */
  const silent = () => new AbortController().signal;
  it("is told to be stored, and its response is had later without saying it again", async () => {
    const { orrery, run } = await opened();
    await answerTableMessage(orrery, run, say("I look around."));
    const client = new AbortController();
    const asked = answerTableMessage(orrery, run, say("I look around."), { sittingOf: silent, signal: client.signal });
    const untold = async () => ((await orrery.show(run)).view as { phase: string }).phase !== "player";
    while (!(await untold())) await new Promise((resolve) => setImmediate(resolve));
    const { turn } = (await orrery.show(run)).head;
    client.abort();
    await assert.rejects(asked, {
      code: "nobody_asked",
      message: new RegExp(`stored as turn ${turn}: do not send it again.* sequence id 3 and no content`),
    });
    const context = { checkpoint_block: "at the gate", sequence_id: 3 };
    const later = await answerTableMessage(orrery, run, { message_type: "story_continuation", content: "", context });
    assert.ok("response" in later && later.sequence_id === 3, JSON.stringify(later));
    assert.equal(((await orrery.show(run)).view as { told: { input: string } }).told.input, "Look around");
    await orrery.close();
  });
  it("is told not to be stored where the turn before is untold", async () => {
    const orrery = await openOrrery({ store: memoryStore(), worlds: shippedWorlds() });
    const { run } = await orrery.createRun({ world: "table/third-bell" });
    const options = { sittingOf: silent, signal: AbortSignal.abort() };
    await assert.rejects(answerTableMessage(orrery, run, say("I wait."), options), {
      code: "nobody_asked",
      message: /Nothing of this message is stored/,
    });
    assert.equal((await orrery.show(run)).head.turn, 0);
    await orrery.close();
  });
});

describe("drift", () => {
  it("is zero for a game master that leaves the facts to the rules", async () => {
    const { orrery, run } = await opened();
    for (const words of ["I look around.", "I think about my options."]) {
      const answer = await answerTableMessage(orrery, run, say(words));
      assert.ok("response" in answer, JSON.stringify(answer));
    }
    assert.deepEqual(await tableDrift(orrery, run), [{ model: null, told: 3, refused: [], fields: [] }]);
    await orrery.close();
  });

  it("counts differing and refused fields, and no unchanged one that is right", async () => {
    const { orrery, run } = await opened();
    await answerTableMessage(orrery, run, say("I look around."));
    await orrery.submit(run, { text: "I look around." });
    const { asks, legal } = await orrery.show(run);
    const narrate = legal.find(({ type }) => type === "narrate")!;
    const as = asks[0]!.to;
    const bad = { ...narrate, metadata: { ...narrate.metadata, choices: {} } };
    await orrery.submit(run, { as, actions: [bad] });
    const wrote = {
      ...narrate,
      metadata: { ...narrate.metadata, state_updates: { player_character_data: { hp_current: 999, temp_hp: 0 } } },
    };
    await orrery.submit(run, { as, actions: [wrote] });
    const [drift] = await tableDrift(orrery, run);
    assert.equal(drift!.told, 3);
    assert.deepEqual(
      drift!.refused.map(({ reason, times }) => [reason, times]),
      [["choice_count", 1]],
    );
    assert.deepEqual(drift!.fields, [
      { field: "player_character_data.hp_current", written: 1, differed: 1, last: { wrote: 999, is: 17 } },
      { field: "player_character_data.temp_hp", written: 1, differed: 0 },
    ]);
    const state = (await orrery.show(run)).view as {
      drift: Record<string, number>;
      heroes: Record<string, { hp: number }>;
    };
    assert.deepEqual(state.drift, { "player_character_data.hp_current": 1 });
    assert.ok(Object.values(state.heroes).every(({ hp }) => hp < 999));
    await orrery.close();
  });

  it("is refused for a run of another world", async () => {
    const orrery = await openOrrery({ store: memoryStore(), worlds: shippedWorlds() });
    const { run } = await orrery.createRun({ world: "tictactoe" });
    await assert.rejects(tableDrift(orrery, run), { code: "not_allowed" });
    await assert.rejects(answerTableMessage(orrery, run, say("5")), { code: "not_allowed" });
    await orrery.close();
  });
});
