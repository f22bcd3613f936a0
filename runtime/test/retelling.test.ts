// Other tellings of a turn: told once more, written by hand, chosen. None of it moves the truth, and a seat sees what was chosen of its own.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Answerer, Seen } from "@orrery/models/testing";
import { fixedOutside, openOrrery, type ParserAndNarratorOptions, type Telling, type TurnLine } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { fakeProvider, offline, setupAt } from "./fakes.ts";
import { all, turn, worlds } from "./open.ts";

const fake = fakeProvider();
const factsIn = ({ messages }: Seen): string =>
  /<<<FACTS\n([\s\S]*?)\nFACTS>>>/.exec(messages.map(({ text }) => text).join("\n"))![1]!;
const inWeather =
  (weather: string): Answerer =>
  (seen) => ({ text: `${weather} ${factsIn(seen)}` });

async function opened(ends: ParserAndNarratorOptions = { narrator: "model:google" }, seed = "t") {
  const store = memoryStore();
  const outside = fixedOutside(seed);
  const orrery = await openOrrery({ store, worlds, outside, models: setupAt(fake), ...ends });
  const { run } = await orrery.createRun({ world: "house/cottage", seed: "s" });
  const type = async (text: string) => {
    const line = await turn(orrery, run, { text });
    await orrery.tellingsDone();
    return line;
  };
  return { orrery, run, store, type };
}

describe("other tellings of a turn", () => {
  it("are kept beside the facts; the newest or the chosen one is shown, and no hash moves", async () => {
    const { orrery, run, type } = await opened();
    fake.answerWith(inWeather("Rain falls."));
    const line = await type("look");
    const heard: Telling[] = [];
    orrery.onTelling((telling) => !telling.provisional && heard.push(telling));
    fake.answerWith(inWeather("Wind blows."));
    const again = await orrery.retell(run, { turn: 1 });
    assert.equal(again.trouble, null);
    assert.equal(again.facts, line.narration);
    assert.deepEqual(
      again.tellings.map(({ n, teller, text }) => [n, teller, text.slice(0, 11)]),
      [
        [1, "model google", "Rain falls."],
        [2, "model google", "Wind blows."],
      ],
    );
    assert.equal(again.shown, 2);
    const byHand = await orrery.writeTelling(run, { turn: line.id, text: " Dusk, and nothing stirs. " });
    assert.deepEqual(byHand.tellings[2], { n: 3, teller: "hand", text: "Dusk, and nothing stirs." });
    const shown = async (as?: string) => (await all(orrery.tellings(run, { as }))).map(({ text }) => text);
    assert.deepEqual(await shown(), ["Dusk, and nothing stirs."]);
    assert.equal((await orrery.chooseTelling(run, { turn: 1, n: 1 })).shown, 1);
    assert.match((await shown("you"))[0]!, /^Rain falls/);
    assert.equal((await orrery.chooseTelling(run, { turn: 1, n: 0 })).shown, 0);
    assert.deepEqual(await shown(), []);
    assert.deepEqual(
      heard.map(({ teller, text, turnId }) => [teller, text?.slice(0, 4) ?? null, turnId === line.id]),
      [
        ["model google", "Wind", true],
        ["hand", "Dusk", true],
        ["model google", "Rain", true],
        ["hand", null, true],
      ],
    );
    const [now] = (await all(orrery.log(run))) as TurnLine[];
    assert.deepEqual(now, line);
    assert.equal((await orrery.verify(run)).ok, true);
    const calls = await all(orrery.calls(run, { turn: 1 }));
    assert.equal(calls.length, 2);
  });

  it("of a seat show the seat its own alone", async () => {
    const { orrery, run, type } = await opened({});
    await type("look");
    await orrery.writeTelling(run, { turn: 1, text: "Mine." });
    assert.deepEqual(await all(orrery.tellings(run, { as: "ada" })), []);
    const [mine] = await all(orrery.tellings(run, { as: "you" }));
    assert.equal(mine!.text, "Mine.");
    assert.notEqual(mine!.id, (await all(orrery.tellings(run)))[0]!.id);
  });

  it("may be told by another model than the usual one, also where nobody told, and say why nobody could", async () => {
    const { orrery, run, type } = await opened({});
    await type("look");
    await assert.rejects(orrery.retell(run, { turn: 1 }), { code: "bad_agents", message: /--narrator model:NAME/ });
    fake.answerWith(inWeather("Fog."));
    const told = await orrery.retell(run, { turn: 1, narrator: "model:anthropic" });
    assert.equal(told.tellings[0]!.teller, "model anthropic");
    fake.answerWith(() => ({ status: 401, error: { message: "no" } }));
    const failed = await orrery.retell(run, { turn: 1, narrator: "model:anthropic" });
    assert.match(failed.trouble!, /The key of "anthropic" is refused/);
    assert.deepEqual([failed.tellings.length, failed.shown], [1, 1]);
  });

  it("are refused for an opening told again, a number that is not there, empty text, and somebody who noticed nothing", async () => {
    const { orrery, run, type } = await opened();
    fake.answerWith(inWeather("Rain."));
    await type("look");
    await assert.rejects(orrery.retell(run, { turn: 0 }), { code: "unknown_turn" });
    await assert.rejects(orrery.chooseTelling(run, { turn: 1, n: 2 }), { code: "unknown_thing", message: /1 to 1/ });
    await assert.rejects(orrery.chooseTelling(run, { turn: 1, n: -1 }), { code: "unknown_thing" });
    await assert.rejects(orrery.writeTelling(run, { turn: 1, text: "  " }), { code: "not_text" });
    await assert.rejects(orrery.tellingSheet(run, { turn: 9 }), { code: "unknown_turn" });
    await assert.rejects(orrery.tellingSheet(run, { turn: 1, as: "nobody" }), { code: "unknown_actor" });
    await assert.rejects(orrery.tellingSheet(run, { turn: 1, as: "ada" }), { code: "unknown_turn" });
  });

  it("are what the next telling goes on from, and a replay without the owner's hand goes on from the same", async () => {
    const { orrery, run, type } = await opened();
    fake.answerWith(inWeather("Rain falls."));
    const words = ["look", "open the front door", "go in"];
    await type(words[0]!);
    await orrery.writeTelling(run, { turn: 1, text: "A dry wind, by my own hand." });
    const seen: string[] = [];
    fake.answerWith((one) => {
      seen.push(one.messages.map(({ text }) => text).join("\n"));
      return { text: factsIn(one) };
    });
    await type(words[1]!);
    assert.match(seen[0]!, /<<<BEFORE\nA dry wind, by my own hand\.\nBEFORE>>>/);
    await orrery.retell(run, { turn: 2 });
    await orrery.chooseTelling(run, { turn: 2, n: 0 });
    await type(words[2]!);
    assert.match(seen.at(-1)!, /<<<BEFORE\nA dry wind/);
    const replay = await orrery.recording(run);
    await offline(async () => {
      const again = await opened({ narrator: "model:google", replay });
      for (const text of words) await again.type(text);
      const truth = async (of: typeof again) =>
        ((await all(of.orrery.log(of.run))) as TurnLine[]).map(({ truthHash }) => truthHash);
      assert.deepEqual(await truth(again), await truth({ orrery, run, store: again.store, type }));
      await assert.rejects(again.orrery.retell(again.run, { turn: 1 }), { code: "no_agent" });
    });
  });
});

describe("a chain of models that read or tell", () => {
  it("asks the next where one cannot be asked; the seat misses nothing, the owner is told once, and a replay does the same", async () => {
    const ends = { narrator: "model:openai>google", parser: "model:openai>anthropic" };
    const { orrery, run, type } = await opened(ends);
    const news: (readonly [string, string | null, string | null])[] = [];
    orrery.onModelNews(({ state, text, detail }) => state === "failed" && news.push([state, text, detail]));
    fake.answerWith((seen) =>
      seen.family === "openai"
        ? { status: 401, error: { message: "no" } }
        : seen.messages.some(({ text }) => text.includes("<<<FACTS"))
          ? { text: factsIn(seen) }
          : { json: { commands: ["look"] } },
    );
    const words = ["let my eyes wander about", "let my eyes wander once more"];
    for (const text of words) await type(text);
    const told = await all(orrery.tellings(run));
    assert.deepEqual(
      told.map(({ teller }) => teller),
      ["model google", "model google"],
    );
    assert.equal(((await all(orrery.log(run))) as TurnLine[])[1]!.actions[0]!.type, "look");
    assert.equal(news.length, 2);
    for (const [, text, detail] of news) {
      assert.equal(text, null);
      assert.match(detail!, /The key of "openai" is refused.*"(google|anthropic)" is asked instead\./);
    }
    // The first of each chain rests after a refused key: it was asked once.
    assert.equal(fake.seen.filter(({ family }) => family === "openai").length, 2);
    const replay = await orrery.recording(run);
    await offline(async () => {
      const again = await opened({ ...ends, replay }, "u");
      for (const text of words) await again.type(text);
      assert.deepEqual(
        (await all(again.orrery.tellings(again.run))).map(({ text }) => text),
        told.map(({ text }) => text),
      );
    });
  });

  it("is not passed on for what a model said, and says it once to the seat when the last of them fails", async () => {
    const { orrery, run, type } = await opened({ narrator: "model:openai>google" });
    const said: (string | null)[] = [];
    orrery.onModelNews(({ state, text }) => state === "failed" && said.push(text));
    const from = fake.seen.length;
    fake.answerWith(() => ({ text: "You find a golden sword." }));
    await type("look");
    assert.ok(fake.seen.slice(from).every(({ family }) => family === "openai"));
    fake.answerWith(() => ({ status: 401, error: { message: "no" } }));
    await type("look");
    assert.equal((await all(orrery.tellings(run))).length, 0);
    assert.deepEqual(
      said.map((text) => text?.includes("The plain telling stands") ?? null),
      [true, null, true],
    );
  });
});
