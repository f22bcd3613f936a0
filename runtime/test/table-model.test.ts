// A model in the game master's seat, over HTTP at a fake OpenAI-compatible server: it invents, leaks and drifts; the campaign stays the rules' own.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Answerer, Seen } from "@orrery/models/testing";
import { type TurnLine, tableDrift } from "@orrery/runtime";
import { fakeProvider, offline, setupAt, withModels } from "./fakes.ts";
import { all } from "./open.ts";

const SCENE = [
  "I look around.",
  "I climb the roof of the smithy.",
  "I think about my options.",
  "I draw my holy avenger.",
];

/** What was asked, without what the engine only shows. */
const asked = ({ messages }: Seen): string => messages.at(-1)!.text;
const isRuling = ({ system, messages }: Seen): boolean =>
  /# How you rule/.test(`${system}${messages.map(({ text }) => text).join("")}`);
const offered = (seen: Seen): string[] =>
  [...asked(seen).matchAll(/^- ([a-z_]+) \((?:low|medium|high)\)/gm)].map(([, key]) => key!);

function narration(seen: Seen) {
  const keys = [...new Set(offered(seen))];
  const choices = Object.fromEntries(
    keys.map((key) => [key, { text: key.replaceAll("_", " "), description: "As offered.", risk_level: "low" }]),
  );
  const thinks = asked(seen).includes('"is":"think"');
  return {
    narrative: "The wind comes over the marsh, and the place waits for what is done next.",
    thinking: "Nothing presses.",
    choices,
    ...(thinks ? { analysis: { pros: ["There is time."], cons: ["Not much of it."], confidence: "medium" } } : {}),
  };
}

/** The first try of the second telling has a key that the protocol forbids; the third claims hit points; the fourth an alignment, on its first try. */
function gameMaster(): Answerer {
  let told = 0;
  let good: ReturnType<typeof narration>;
  return (seen) => {
    if (isRuling(seen))
      return {
        json: {
          ruling: "check",
          skill: "athletics",
          dc: 12,
          minutes: 2,
          what: "climbs",
          yes: "It holds.",
          no: "It does not hold.",
        },
      };
    const isRepair = !asked(seen).includes("# This turn");
    if (!isRepair) {
      told++;
      good = narration(seen);
    }
    if (told === 2 && !isRepair)
      return { json: { ...good, choices: { ...good.choices, "Attack-Goblin": good.choices["other_action"] } } };
    if (told === 3) return { json: { ...good, state_updates: { player_character_data: { hp_current: 999 } } } };
    if (told === 4 && !isRepair)
      return { json: { ...good, narrative: "You are chaotic good, and everybody can see it." } };
    return { json: good };
  };
}

describe("a model in the game master's seat", () => {
  const fake = fakeProvider();
  async function scene(replay?: string) {
    fake.answerWith(gameMaster());
    const { orrery } = await withModels(setupAt(fake));
    const { run } = await orrery.createRun({ world: "table/third-bell", seed: "model" });
    const gm = { agents: "gm=model:compatible", turnsMax: 6, ...(replay === undefined ? {} : { replay }) };
    await orrery.play(run, gm);
    for (const text of SCENE) {
      await orrery.submit(run, { text });
      const done = await orrery.play(run, gm);
      assert.deepEqual(done.stopped, []);
    }
    return { orrery, run };
  }

  it("tells a whole scene, is corrected where it breaks the protocol, and changes no number", async () => {
    const { orrery, run } = await scene();
    const { view } = await orrery.show(run);
    const { told, heroes, phase } = view as {
      told: { sequence: number; narrative: string };
      heroes: Record<string, { hp: number; items: { name: string }[] }>;
      phase: string;
    };
    assert.equal(phase, "player");
    assert.equal(told.sequence, SCENE.length + 1);
    const [hero] = Object.values(heroes);
    assert.ok(hero!.hp <= 17, `${hero!.hp}`);
    assert.ok(!hero!.items.some(({ name }) => /avenger/i.test(name)), "a claim is no gift");
    const lines = (await all(orrery.log(run))) as TurnLine[];
    const words = JSON.stringify(lines.map(({ events, narration }) => [events, narration]));
    assert.doesNotMatch(words, /Attack-Goblin|everybody can see it/);
    const calls = await all(orrery.calls(run));
    const repaired = calls.flatMap(({ problems }) => problems.map(({ reason }) => reason));
    assert.ok(repaired.includes("bad_key") && repaired.includes("leaks_internals"), JSON.stringify(repaired));
    await orrery.close();
  });

  it("shows by model and field what it wrote otherwise than the rules have it", async () => {
    const { orrery, run } = await scene();
    const drift = (await tableDrift(orrery, run)).find(({ model }) => model !== null)!;
    assert.equal(drift.told, SCENE.length + 1);
    assert.deepEqual(
      drift.fields.map(({ field, written, differed, last }) => [field, written, differed, last?.wrote]),
      [["player_character_data.hp_current", 1, 1, 999]],
    );
    const state = (await orrery.show(run)).view as { drift: Record<string, number> };
    assert.deepEqual(state.drift, { "player_character_data.hp_current": 1 });
    await orrery.close();
  });

  it("replays bit for bit from its recording, without a model", async () => {
    const { orrery, run } = await scene();
    const recording = await orrery.recording(run);
    assert.equal((await orrery.verify(run)).ok, true);
    const { hash } = (await orrery.show(run)).head as { hash: string };
    const seen = fake.seen.length;
    await offline(async () => {
      const again = await scene(recording);
      assert.equal(((await again.orrery.show(again.run)).head as { hash: string }).hash, hash);
      await again.orrery.close();
    });
    assert.equal(fake.seen.length, seen);
    await orrery.close();
  });
});
