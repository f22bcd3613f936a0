// The corpus of broken answers: never a crash, never a value that the schema or the rules refuse, each with its record.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import {
  babble,
  babblingTransport,
  brokenAnswers,
  createPort,
  FORMS,
  modelOf,
  REASONS,
  read,
  type SchemaForm,
  scriptedTransport,
} from "./exports.ts";
import { conversation, fakeProvider, GOOD, good, portAt, rules, turn, VOTE, type Vote } from "./rig.ts";

const LONG = process.env["ORRERY_LONG"] === "1";
const fake = fakeProvider();
const full = { ...GOOD, changes: [{ path: "/a", value: { n: [1, null, "x"] } }] };
const corpus = brokenAnswers(full);
const model = modelOf({ provider: "compatible", id: "m", url: "http://127.0.0.1:1" });

const isVote = (value: unknown): boolean => {
  const { why, vote, changes, ...rest } = value as Vote;
  return (
    typeof why === "string" &&
    why.length >= 3 &&
    (vote === "accept" || (vote === "reject" && !!changes?.length)) &&
    Object.keys(rest).length === 0
  );
};

describe("the corpus", () => {
  it(`[M25] has ${corpus.length} shapes, all different by name`, () => {
    assert.ok(corpus.length >= 500);
    assert.equal(new Set(corpus.map(({ name }) => name)).size, corpus.length);
  });

  it("[M25] each shape is read as the answer it disguises, or refused with a reason; in every form", () => {
    const count: Record<string, number> = {};
    for (const form of FORMS as readonly SchemaForm[])
      for (const { name, text } of corpus) {
        const result = read(text, VOTE, form, (value) => rules(value as Vote));
        if (result.ok) assert.ok(isVote(result.value), `${form}, ${name}: ${text}`);
        else assert.ok(result.problems.length > 0 && result.problems.length <= 12, name);
        const kind = result.ok ? (result.mended.length > 0 ? "mended" : "as it was") : result.problems[0]!.code;
        count[kind] = (count[kind] ?? 0) + 1;
      }
    assert.ok(count["mended"]! > 100 && count["unclosed"]! > 100, JSON.stringify(count));
  });

  it("[M25] what was cut, left out or doubled is never read as whole", () => {
    for (const { name, text } of corpus)
      if (/^cut|ellipsis|twice|too few|unclosed thinking/.test(name))
        assert.ok(!read(text, VOTE, "plain").ok, `${name}: ${text}`);
  });

  it("[M4][M25] as a turn each leaves one record: an output, or a reason and the conversation as it was", async () => {
    for (const { name, text } of corpus) {
      const handle = conversation();
      const result = await createPort(model, scriptedTransport([text, text, GOOD])).generateTurn(handle, turn("x"));
      assert.ok(result.ok, name);
      const wrong = result.attempts.filter(({ problems }) => problems.length > 0);
      assert.equal(result.attempts.length, wrong.length + 1, name);
      assert.equal(result.handle.log.length, 2, `${name}: refused answers never enter the transcript`);
      if (wrong.length > 0) {
        const stubborn = await createPort(
          model,
          scriptedTransport(() => text),
        ).generateTurn(handle, turn("x"));
        assert.ok(!stubborn.ok && stubborn.attempts.length === 3 && stubborn.handle === handle, name);
        assert.ok(stubborn.reason === "invalid", `${name}: ${stubborn.reason}`);
      }
    }
  });

  it("[M25] broken babble: other values, the same promises", () => {
    const seeds = LONG ? 200 : 6;
    let tried = 0;
    for (let seed = 0; seed < seeds; seed++) {
      const value = babble(VOTE.schema, `corpus ${seed}`) as Readonly<Record<string, unknown>>;
      for (const { name, text } of brokenAnswers(value)) {
        const result = read(text, VOTE, "plain", (one) => rules(one as Vote));
        tried++;
        if (result.ok) assert.ok(isVote(result.value), `seed ${seed}, ${name}: ${text}`);
      }
    }
    assert.ok(tried > seeds * 500);
  });

  it("[M25] a thousand turns of babbling end in outputs or reasons, and nothing else", async () => {
    const transport = babblingTransport("thousand", { spoilt: 60 });
    const reasons: Record<string, number> = {};
    for (let i = 0; i < 1000; i++) {
      const result = await createPort(model, transport).generateTurn(conversation(), turn("x", { lane: `l${i}` }));
      const key = result.ok ? "ok" : result.reason;
      reasons[key] = (reasons[key] ?? 0) + 1;
      if (result.ok) assert.ok(isVote(result.output));
      else assert.ok(REASONS.includes(result.reason));
    }
    assert.ok(reasons["ok"]! > 500 && Object.keys(reasons).length >= 3, JSON.stringify(reasons));
  });

  it("[M25] over real HTTP, as each family would carry it", async () => {
    const some = corpus.filter((_, i) => i % (LONG ? 1 : 23) === 0);
    for (const family of ["openai", "anthropic", "google", "compatible"] as const) {
      const port = portAt(fake, family);
      for (const { name, text } of some) {
        fake.reset();
        fake.push({ text }, { json: good(family) });
        const result = await port.generateTurn(conversation(), turn("x", { repairs: 1 }));
        assert.ok(result.ok, `${family}, ${name}: ${JSON.stringify(result)}`);
        assert.ok(isVote(result.output));
      }
    }
  });
});
