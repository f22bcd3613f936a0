// Words of the page for what people did and who plays: no event's own name, no entry for each of hundreds.
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { it } from "node:test";
import { importerFor } from "@orrery/formats";
import { openOrrery } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import type { StoryEvent, StoryState } from "@orrery/worlds/story";
import { withOthers, withPlayer } from "../src/run/lineup-text.ts";
import { actionWords, type StoryAct } from "../src/stage/story/action-words.ts";

const FIXTURE = resolve(import.meta.dirname, "../../fixtures/oasis/reddit-12x10/sim_3893a0b4a610");

it("says in plain words what somebody did, in a town and in an imported run", async () => {
  const orrery = await openOrrery({ store: memoryStore() });
  const { run: town } = await orrery.createRun({ world: "story", seed: "words", config: { people: 20, rounds: 12 } });
  await orrery.play(town, { agents: "*=bot:resident" });
  const { run: imported } = await importerFor(FIXTURE)!.read(orrery, FIXTURE);
  const said = new Map<string, string>();
  for (const run of [town, imported]) {
    const state = (await orrery.show(run)).view as StoryState;
    for await (const line of orrery.log(run, { from: 1 }))
      for (const event of line.events as readonly StoryEvent[]) {
        if (!("by" in event)) continue;
        const words = actionWords(event, state);
        if (event.type === "idled" || event.type === "held") assert.equal(words, null);
        else said.set(words!, event.type);
      }
  }
  for (const [words, type] of said) assert.ok(words !== type && !/[{}]/.test(words), words);
  assert.ok(said.has("answered The Larkhaven Courier"), [...said.keys()].join("; "));
  assert.ok(said.has("liked the words of Ropewalk Traders' Association"));
  const state = (await orrery.show(imported)).view as StoryState;
  const [somebody] = state.actors;
  const noted = { type: "noted", by: somebody!, action: "LISTEN_FROM_GROUP", args: {}, round: 1 } as StoryAct;
  assert.equal(actionWords(noted, state), "did something that only the other simulation knows: LISTEN_FROM_GROUP");
  const muted = { type: "muted", by: somebody!, who: null, round: 1 } as StoryAct;
  assert.equal(actionWords(muted, state), "muted somebody");
  await orrery.close();
});

it("writes a lineup with an entry for each seat that is played otherwise, and one for the others", () => {
  const actors = Array.from({ length: 30 }, (_, i) => ({ id: `p${i}` }));
  const one = withPlayer("*=bot:resident", actors, "p1", "model:keen");
  assert.equal(one, "p1=model:keen,*=bot:resident");
  assert.equal(withPlayer(one, actors, "p0", "model:calm"), "p0=model:calm,p1=model:keen,*=bot:resident");
  assert.equal(withPlayer(one, actors, "p1", "bot:resident"), "*=bot:resident");
  assert.equal(withOthers(one, "bot:random"), "p1=model:keen,*=bot:random");
  assert.equal(withOthers("", "person"), "*=person");
  assert.equal(
    withPlayer("x=bot:random", [{ id: "x" }, { id: "o" }], "o", "bot:random"),
    "x=bot:random,o=bot:random,*=person",
  );
});
