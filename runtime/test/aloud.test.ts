// What a model says aloud while it writes its answer: heard by the actors that the ask names, provisional, and taken back with the turn.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { AnyWorld } from "@orrery/kernel";
import type { Seen } from "@orrery/models/testing";
import { openOrrery, shippedWorlds, type Telling } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { fakeProvider, schemaIn, setupAt, spelled, tagFor } from "./fakes.ts";
import { BLANK, gallery } from "./gallery.ts";

const fake = fakeProvider();
const TITLE = "A river at night, seen from the second bridge";

describe("an answer that is said aloud", () => {
  async function played(config: object): Promise<{ heard: readonly Telling[]; run: string }> {
    const orrery = await openOrrery({
      store: memoryStore(),
      worlds: shippedWorlds([gallery as AnyWorld]),
      models: setupAt(fake),
    });
    const heard: Telling[] = [];
    orrery.onTelling((telling) => heard.push(telling));
    fake.answerWith((seen: Seen) => {
      const schema = schemaIn(seen);
      const metadata = { picture: BLANK, title: TITLE };
      const action = { type: tagFor(schema, "hang", metadata), metadata };
      return { json: spelled({ thought: "A river.", action }, schema), stream: { piece: 12, gapMs: 2 } };
    });
    const { run } = await orrery.createRun({ world: "gallery", config: { rounds: 1, ...config } });
    const { outcome } = await orrery.play(run, { agents: "ann=model:google,ben=bot:first" });
    assert.deepEqual(outcome, { done: 1 });
    const [ann] = (await orrery.why(run, "1")).answers;
    assert.equal(ann!.by, "agent", JSON.stringify(ann!.attempts));
    return { heard, run };
  }

  it("is shown piece by piece to its own actor alone, and taken back once it becomes a turn", async () => {
    const { heard, run } = await played({});
    assert.ok(heard.length > 2, `${heard.length} pieces`);
    const pieces = heard.slice(0, -1);
    for (const [i, { text, ...one }] of pieces.entries()) {
      assert.deepEqual(one, { run, branch: "main", turnId: null, viewer: "ann", teller: "ann", provisional: true });
      assert.ok(TITLE.startsWith(text!) && text!.length > (pieces[i - 1]?.text?.length ?? 0), text!);
    }
    assert.equal(pieces.at(-1)!.text, TITLE);
    assert.deepEqual([heard.at(-1)!.text, heard.at(-1)!.provisional], [null, false]);
  });

  it("[law 5] is shown to other actors only if the ask names them", async () => {
    const { heard } = await played({ loud: true });
    const of = (who: string) => heard.filter(({ viewer }) => viewer === who).map(({ text }) => text);
    assert.ok(of("ben").length > 2);
    assert.deepEqual(of("ben"), of("ann"));
    assert.deepEqual(new Set(heard.map(({ teller }) => teller)), new Set(["ann"]));
  });
});
