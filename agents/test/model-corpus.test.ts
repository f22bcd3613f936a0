// The labelled utterances read by a model at a real server: whatever is meant can be said through the schema, and what the model gets wrong
// is left to the rules. A fake that knows the labels proves the way there and back, and nothing about any model's sense.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { type ActionBase, canonical, viewOf } from "@orrery/kernel";
import { createPort, liveTransport, modelOf } from "@orrery/models";
import { FakeProvider, type Seen } from "@orrery/models/testing";
import { readWithModel } from "../src/index.ts";
import { type Labelled, labelled, situationOf } from "./situations.ts";

const fake = new FakeProvider();
const port = () => {
  const model = modelOf({ provider: "compatible", id: "fake", url: fake.url("compatible"), stream: false });
  return createPort(model, liveTransport(model, null).transport);
};

/** A value as the wire wants it: what is left out is null, and an action goes by the tag of what it says. */
function wired(action: Omit<ActionBase, "actorId">, seen: Seen): unknown {
  const given = action as { type: string; targetId?: string; locationId?: string; metadata?: Record<string, unknown> };
  const { items } = (seen.schema as { properties: { actions: { items: Record<string, unknown> } } }).properties.actions;
  const kinds = (items["anyOf"] ?? [items]) as readonly { properties: Record<string, Record<string, unknown>> }[];
  for (const { properties } of kinds) {
    const tag = (properties["type"]!["enum"] as readonly string[])[0]!;
    const { metadata: inner } = properties as { metadata?: { properties?: Record<string, unknown> } };
    const names = (of: object, but: string[] = []) => Object.keys(of).filter((name) => !but.includes(name));
    const outer = names(properties, ["type", "metadata"]);
    const within = names(inner?.properties ?? {});
    if (tag.split(" with ")[0] !== given.type) continue;
    const has = (name: string, of: object) =>
      Object.hasOwn(of, name) && (of as Record<string, unknown>)[name] !== undefined;
    const metadata = given.metadata ?? {};
    if (!names(given, ["type", "metadata"]).every((name) => outer.includes(name))) continue;
    if (!names(metadata).every((name) => within.includes(name))) continue;
    const value: Record<string, unknown> = { type: tag };
    for (const name of outer) value[name] = has(name, given) ? given[name as "targetId"] : null;
    if (inner)
      value["metadata"] = Object.fromEntries(within.map((name) => [name, has(name, metadata) ? metadata[name] : null]));
    // With tags of their own, what a kind has is there: another kind is meant where it is not.
    if (
      tag.includes(" with ") ||
      kinds.filter((one) => String((one.properties["type"]!["enum"] as string[])[0]).split(" with ")[0] === given.type)
        .length > 1
    ) {
      const all = [...outer.map((name) => value[name]), ...Object.values((value["metadata"] ?? {}) as object)];
      if (all.includes(null)) continue;
    }
    return value;
  }
  throw new Error(`the schema has no way to say ${JSON.stringify(action)}`);
}

const PARTS = ["tuned", "first-look", "held-out", "blind", "second-blind", "third-blind", "fourth-blind"];
const meant = PARTS.flatMap((part) => labelled(`${part}.jsonl`)).filter(
  ({ world, actions, reason }) => world.startsWith("house/") && actions.length > 0 && reason === undefined,
);
const LONG = process.env["ORRERY_LONG"] === "1";
const sample = LONG ? meant : meant.filter((_, i) => i % 4 === 0);

async function read(one: Labelled) {
  const { at, recent } = situationOf(one);
  const { engine, frame, who } = at;
  const ask = engine.world.asks(frame.state).find(({ to }) => to === who);
  assert.ok(ask);
  const lexicon = engine.world.words.lexicon(viewOf(engine, frame, who), who);
  const place = { engine, port: port(), lane: "parser/you", budget: null, callIds: () => [] };
  return { who, reading: await readWithModel(place, one.say, { ask, lexicon, recent }) };
}

describe("a model parser on the labelled corpus", () => {
  before(() => fake.start());
  after(() => fake.stop());

  it("can say through its schema whatever is meant, and it comes back exactly", async (t) => {
    let [exact, own] = [0, 0];
    const wrong: string[] = [];
    for (const one of sample) {
      let unsayable = "";
      fake.reset();
      fake.answerWith((seen) => {
        try {
          return { json: { actions: one.actions.map((action) => wired(action, seen)) } };
        } catch (error) {
          unsayable = (error as Error).message;
          return { json: { actions: [] } };
        }
      });
      const { who, reading } = await read(one);
      const wanted = one.actions.map((action) => ({ ...action, actorId: who }));
      if (canonical(reading.actions) === canonical(wanted)) exact++;
      // What the rules make of words that are nobody's own (a count, a topic spelt out) only the rules may say.
      else if (reading.attempts.some(({ problems }) => problems.some(({ reason }) => reason === "not_said"))) own++;
      else wrong.push(`${one.world} "${one.say}": ${unsayable || canonical(reading)}`);
    }
    t.diagnostic(
      `${exact} of ${sample.length} said and read back, ${own} left to the rules for words nobody typed, ${wrong.length} unsayable`,
    );
    assert.ok(exact / sample.length >= 0.9, wrong.slice(0, 20).join("\n"));
  });

  it("leaves to the rules whatever it is told in broken answers", async () => {
    for (const one of sample.slice(0, 12)) {
      fake.reset();
      fake.answerWith(() => ({ text: "They seem to want something." }));
      const { reading } = await read(one);
      assert.deepEqual([reading.actions, reading.attempts.length], [[], 3], one.say);
    }
  });
});
