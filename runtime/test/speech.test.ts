// Tellings read aloud: a model speaks what is shown of a turn once; the sound is an artifact that travels with the run, and a replay
// needs no model. Nothing of it moves the truth.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { fixedOutside, openOrrery, type ParserAndNarratorOptions } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { fakeProvider, offline, setupAt } from "./fakes.ts";
import { all, turn, worlds } from "./open.ts";

const fake = fakeProvider();
const mp3 = (words: string): string => Buffer.from(`ID3\u0004 ${words}`, "latin1").toString("base64");
const heard = (bytes: Uint8Array): string => Buffer.from(bytes).toString("latin1").slice(5);
/** Speaks the number of the request. */
const speakNumbers = () => fake.answerWith((_, n) => ({ audio: mp3(String(n)) }));

async function opened(roles: object = { speaker: "compatible" }, ends: ParserAndNarratorOptions = {}, model = {}) {
  const store = memoryStore();
  const models = setupAt(fake, { roles }, model);
  const orrery = await openOrrery({ store, worlds, outside: fixedOutside("t"), models, ...ends });
  const { run } = await orrery.createRun({ world: "house/cottage", seed: "s" });
  await turn(orrery, run, { text: "look" });
  return { orrery, run };
}

describe("a telling read aloud", () => {
  it("is spoken once, in the words that are shown; another telling is spoken anew, and the first is still there", async () => {
    const { orrery, run } = await opened();
    speakNumbers();
    const [before] = await all(orrery.log(run));
    const facts = (await orrery.tellingSheet(run, { turn: 1 })).facts;
    const first = await orrery.speak(run, { turn: 1 });
    assert.deepEqual([first.trouble, first.viewer, first.audio!.speaker], [null, "you", "compatible"]);
    assert.equal(fake.last.body.input, facts);
    assert.deepEqual(await orrery.speak(run, { turn: 1 }), first);
    assert.equal(fake.seen.length, 1);
    await orrery.writeTelling(run, { turn: 1, text: "Dusk." });
    await assert.rejects(orrery.sound(run, { turn: 1 }), { code: "unknown_artifact" });
    const second = await orrery.speak(run, { turn: 1 });
    assert.equal(fake.last.body.input, "Dusk.");
    assert.notEqual(second.audio!.hash, first.audio!.hash);
    assert.equal(heard((await orrery.sound(run, { turn: 1 })).bytes), "1");
    await orrery.chooseTelling(run, { turn: 1, n: 0 });
    assert.deepEqual(await orrery.speak(run, { turn: 1 }), first);
    assert.equal(fake.seen.length, 2);
    const other = await orrery.speak(run, { turn: 1, speaker: "model:openai" });
    assert.deepEqual([other.audio!.speaker, fake.last.family], ["openai", "openai"]);
    assert.deepEqual((await all(orrery.log(run)))[0], before);
    assert.ok((await orrery.verify(run)).ok);
  });

  it("is heard by the seat that it was told to and by no other", async () => {
    const { orrery, run } = await opened();
    speakNumbers();
    await orrery.speak(run, { turn: 1 });
    assert.equal((await orrery.sound(run, { turn: 1, as: "you" })).mediaType, "audio/mpeg");
    await assert.rejects(orrery.sound(run, { turn: 1, as: "ada" }), { code: "unknown_turn" });
  });

  it("travels with an export, is billed, and belongs to its turn in the list of calls", async () => {
    const { orrery, run } = await opened();
    speakNumbers();
    await orrery.speak(run, { turn: 1 });
    const calls = await all(orrery.calls(run, { turn: 1 }));
    assert.deepEqual(
      calls.map(({ lane, prompt, answer }) => [lane.split("/").slice(0, 2), prompt === fake.last.body.input, answer]),
      [[["speaker", "you"], true, ""]],
    );
    const bill = await orrery.bill({ run });
    assert.equal(bill.total.calls, 1);
    assert.ok(bill.total.money > 0 && bill.total.usage.estimated);
    const lines = await all(orrery.export(run));
    const there = await openOrrery({ store: memoryStore(), worlds, outside: fixedOutside("u") });
    const done = await there.import(lines);
    assert.equal(heard((await there.sound(done.run, { turn: 1 })).bytes), "0");
    assert.ok((await there.verify(done.run)).ok);
  });

  it("is replayed from a recording without a network, and a changed text is no part of the recording", async () => {
    const { orrery, run } = await opened();
    speakNumbers();
    await orrery.speak(run, { turn: 1 });
    const replay = await orrery.recording(run);
    await offline(async () => {
      const again = await opened({ speaker: "compatible" }, { replay });
      await again.orrery.speak(again.run, { turn: 1 });
      assert.equal(heard((await again.orrery.sound(again.run, { turn: 1 })).bytes), "0");
      await again.orrery.writeTelling(again.run, { turn: 1, text: "Dusk." });
      await assert.rejects(again.orrery.speak(again.run, { turn: 1 }), { code: "recording_mismatch" });
    });
  });

  it("asks two who press at once for one sound", async () => {
    const { orrery, run } = await opened();
    speakNumbers();
    const both = await Promise.all([orrery.speak(run, { turn: 1 }), orrery.speak(run, { turn: 1 })]);
    assert.deepEqual(both[0], both[1]);
    assert.equal(fake.seen.length, 1);
  });

  it("says why there is no sound, and what to do; a chain asks the next for a fault alone", async () => {
    const none = await opened({ "*": "compatible" });
    await assert.rejects(none.orrery.speak(none.run, { turn: 1 }), { code: "bad_agents", message: /role "speaker"/ });
    assert.equal(fake.seen.length, 0);
    await assert.rejects(none.orrery.speak(none.run, { turn: 1, speaker: "bot:random" }), { code: "bad_agents" });
    const { orrery, run } = await opened();
    fake.answerWith(() => ({ status: 401, error: { message: "no" } }));
    const refused = await orrery.speak(run, { turn: 1 });
    assert.equal(refused.audio, null);
    assert.match(refused.trouble!, /The key of "compatible" is refused/);
    fake.answerWith(() => ({ body: "<html>" }));
    assert.match((await orrery.speak(run, { turn: 1 })).trouble!, /"compatible": the provider sent no sound/);
    fake.answerWith(({ family }) =>
      family === "openai" ? { status: 401, error: { message: "no" } } : { audio: mp3("b") },
    );
    const chained = await orrery.speak(run, { turn: 1, speaker: "model:openai>compatible" });
    assert.equal(chained.audio!.speaker, "compatible");
    await orrery.writeTelling(run, { turn: 1, text: "x".repeat(4_097) });
    await assert.rejects(orrery.speak(run, { turn: 1 }), { code: "too_large", message: /4096 characters.*4097/ });
  });

  it("stops at a spent budget", async () => {
    const { orrery, run } = await opened({ speaker: "compatible" }, { budget: { calls: 1 } });
    speakNumbers();
    assert.ok((await orrery.speak(run, { turn: 1 })).audio);
    await orrery.writeTelling(run, { turn: 1, text: "Dusk." });
    assert.match((await orrery.speak(run, { turn: 1 })).trouble!, /no call of 1 is left/);
  });
});
