// The labelled utterances with a model beside the rules: how often it is asked, how much it then reads, and that nothing it
// says counts unless the parser by rule understands it. A fake model proves the way there and back, and nothing about sense.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { viewOf } from "@orrery/kernel";
import { createPort, liveTransport, modelOf } from "@orrery/models";
import { estimateTokens } from "@orrery/models/pure";
import { FakeProvider, type Seen } from "@orrery/models/testing";
import { parseTextToActions } from "@orrery/parser";
import { type Labelled, labelled, parse, situationOf } from "../../parser/test/situations.ts";
import { isUnsure, readWithModel } from "../src/index.ts";

const fake = new FakeProvider();
const port = () => {
  const model = modelOf({ provider: "compatible", id: "fake", url: fake.url("compatible"), stream: false });
  return createPort(model, liveTransport(model, null).transport);
};

const PARTS = ["tuned", "first-look", "held-out", "blind", "second-blind", "third-blind", "fourth-blind"];
const lines = PARTS.flatMap((part) => labelled(`${part}.jsonl`)).filter(({ world }) => world.startsWith("house/"));
const LONG = process.env["ORRERY_LONG"] === "1";
const sample = LONG ? lines : lines.filter((_, i) => i % 4 === 0);

/** What the model makes of a line, or null where the rules are sure of it. */
async function read(one: Labelled) {
  const { at, recent } = situationOf(one);
  const { engine, frame, who } = at;
  const ask = engine.world.asks(frame.state).find(({ to }) => to === who);
  assert.ok(ask);
  const heard = parse(at, one.say, recent);
  const lexicon = engine.world.words.lexicon(viewOf(engine, frame, who), who);
  if (!isUnsure(heard, lexicon)) return null;
  const { reading } = heard;
  const place = { engine, port: port(), lane: "parser/you", budget: null, callIds: () => [] };
  const told = ["Rain runs down the panes. ".repeat(30)];
  const made = await readWithModel(place, one.say, { ask, lexicon, recent, reading, told });
  return { made, lexicon, who, recent };
}

const sizeOf = ({ system, messages, schema }: Seen): number =>
  estimateTokens(
    system.length + messages.reduce((sum, { text }) => sum + text.length, 0) + JSON.stringify(schema).length,
  );

describe("a model parser on the labelled corpus", () => {
  before(() => fake.start());
  after(() => fake.stop());

  it("is asked only where the rules are unsure, and a typed line costs 1,500 tokens or fewer on average", async (t) => {
    let asked = 0;
    let tokens = 0;
    let most = 0;
    fake.answerWith(() => ({ json: { commands: [] } }));
    for (const one of sample) {
      fake.seen.length = 0;
      if ((await read(one)) === null) continue;
      asked++;
      const size = sizeOf(fake.seen[0]!);
      tokens += size;
      most = Math.max(most, size);
    }
    const average = tokens / sample.length;
    t.diagnostic(
      `${asked} of ${sample.length} lines asked; ${Math.round(tokens / asked)} tokens each, ${most} at most; ${Math.round(average)} a line`,
    );
    assert.ok(asked > 0);
    assert.ok(average <= 1_500, `${average}`);
    assert.ok(most <= 4_096, `${most}`);
  });

  it("says what the rules understand: its commands become the very actions that they would, typed", async () => {
    fake.answerWith(() => ({ json: { commands: ["look", "wait"] } }));
    let read_ = 0;
    for (const one of sample) {
      const found = await read(one);
      if (found === null) continue;
      read_++;
      assert.equal(found.made.words, "look. wait", one.say);
      const { actions } = parseTextToActions("look. wait", {
        actorId: found.who,
        lexicon: found.lexicon,
        recent: found.recent,
      });
      assert.deepEqual(
        actions.map(({ type }) => type),
        ["look", "wait"],
      );
      if (read_ === 12) break;
    }
    assert.ok(read_ > 3);
  });

  it("leaves everything to the rules that is told in broken answers, in names of nothing and in words nobody typed", async () => {
    let left = 0;
    for (const answer of [
      { text: "They seem to want something." },
      { json: { commands: ["take the golden sun of Peru"] } },
      { json: { commands: ["fnord"] } },
      { json: { commands: ["say I surrender the castle"] } },
      { json: { actions: [{ type: "look" }] } },
    ])
      for (const one of sample.slice(0, 40)) {
        fake.answerWith(() => answer);
        const found = await read(one);
        if (found === null) continue;
        left++;
        assert.deepEqual(
          [found.made.words, found.made.attempts.length],
          [null, 2],
          `${one.say} ${JSON.stringify(answer)}`,
        );
        assert.equal(found.made.trouble?.reason, "invalid");
      }
    assert.ok(left > 5, `${left}`);
  });
});
