// Utterances with later clauses that name what earlier ones bring to light: one turn, nothing invented, dice unchanged.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inMemory, turn } from "./open.ts";

async function inTheKitchen() {
  const orrery = await inMemory();
  const { run } = await orrery.createRun({ world: "house/cottage", seed: "s" });
  for (const text of ["open the door and go in", "go west"]) await turn(orrery, run, { text });
  return { orrery, run };
}
const types = (line: Awaited<ReturnType<typeof turn>>) => line.actions.map(({ type }) => type);

describe("a plan in one sentence", () => {
  it("may name what it only finds on the way, and is one turn", async () => {
    const { orrery, run } = await inTheKitchen();
    const line = await turn(orrery, run, { text: "open the cupboard, take the lamp and turn it on, then go east" });
    assert.deepEqual(types(line), ["open", "take", "switch", "go"]);
    assert.ok(line.validation.every(({ success }) => success));
    assert.equal(line.turn, 3);
    assert.match(line.narration, /lamp/);
  });

  it("means by a pronoun what its first part named, also where the rest is read after that was done", async () => {
    const { orrery, run } = await inTheKitchen();
    const line = await turn(orrery, run, { text: "open the cupboard and take the lamp from it" });
    assert.deepEqual(types(line), ["open", "take"]);
    assert.ok(line.validation.every(({ success }) => success));
  });

  it("stops where it names what is not there even then, and says so in terms of what is seen by now", async () => {
    const { orrery, run } = await inTheKitchen();
    const line = await turn(orrery, run, { text: "open the cupboard and take the unicorn and go east" });
    assert.deepEqual(types(line), ["open"]);
    assert.match(line.narration, /no unicorn/);
  });

  it("does not see into what did not open", async () => {
    const { orrery, run } = await inTheKitchen();
    await turn(orrery, run, { text: "go east" });
    const line = await turn(orrery, run, { text: "go east, open the bureau and take the photograph" });
    assert.deepEqual(types(line), ["go", "open"]);
    assert.equal(line.validation[1]?.success, false);
    assert.match(line.narration, /photograph/);
  });
});

describe("why not", () => {
  it("[P65] is answered from the run: with the refusal before it, as often as it is asked, and no longer than it stands", async () => {
    const orrery = await inMemory();
    const { run } = await orrery.createRun({ world: "house/cottage", seed: "s" });
    const told = async (text: string) => {
      const { actions, narration } = await turn(orrery, run, { text });
      return { acts: actions.length, narration };
    };
    assert.match((await told("why not?")).narration, /^Nothing has been refused/);
    const refused = await told("take the sundial");
    assert.equal(refused.acts, 1);
    for (const text of ["why not?", "but why cant i", "huh why not"])
      assert.deepEqual(await told(text), { acts: 0, narration: refused.narration }, text);
    await told("look");
    assert.match((await told("why not")).narration, /^Nothing has been refused/);
  });

  it("[P65] is answered with what was tried in vain, and with what was not understood", async () => {
    const { orrery, run } = await inTheKitchen();
    await turn(orrery, run, { text: "go east" });
    const tried = await turn(orrery, run, { text: "open the cellar door" });
    const { message } = tried.validation[0]!;
    assert.match(message!, /locked/);
    assert.equal((await turn(orrery, run, { text: "why wont it open" })).narration, message);
    const flarb = await turn(orrery, run, { text: "flarb the gate" });
    assert.equal((await turn(orrery, run, { text: "why not" })).narration, flarb.narration);
  });
});
