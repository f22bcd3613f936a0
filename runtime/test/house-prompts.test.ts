// What a model in a house is sent, byte for byte as it goes over the wire: nothing of what its person cannot know, and its memories.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Seen } from "@orrery/models/testing";
import type { Orrery } from "@orrery/runtime";
import { fakeProvider, offline, schemaIn, setupAt, spelled, withModels } from "./fakes.ts";
import { all, turn } from "./open.ts";

const fake = fakeProvider();

/** A house with parts that can be other: every pair below changes some of them. */
const PARTS = {
  cellar: "dark: true, description: Shelves of jars.",
  coin: "in: chest",
  plum: "in: pantry",
  moll: "in: pantry, known: true",
  note: "in: hall, text: Ask Moll.",
  chest: "in: hall, container: closed, locked: true, key: iron-key",
  oak: "locked: true, key: iron-key",
  ned: "in: garden, knows: [culprit], topics: { coin: { says: In the chest. } }",
  yard: "A wet yard.",
  ending: "title: Rich, text: You are rich.",
};
type Parts = typeof PARTS;

const houseOf = (parts: Partial<Parts>): string => {
  const { cellar, coin, plum, moll, note, chest, oak, ned, yard, ending } = { ...PARTS, ...parts };
  return `
title: The Pair
opening: Rain on the roof.
darkness: It is dark.
players: [you, ann]
rooms:
  hall: { description: A bare hall., exits: { east: { to: pantry, door: oak-door }, down: cellar, north: yard } }
  pantry: { description: A cold pantry., exits: { west: { to: hall, door: oak-door } } }
  cellar: { ${cellar}, exits: { up: hall } }
  yard: { description: ${yard}, exits: { south: hall, north: garden } }
  garden: { description: Beans., exits: { south: yard } }
doors:
  oak-door: { ${oak} }
things:
  chest: { ${chest} }
  coin: { ${coin} }
  plum: { ${plum} }
  iron-key: { in: hall }
  note: { ${note} }
people:
  you: { name: visitor, in: hall }
  ann: { name: Ann, pronouns: she, in: hall }
  moll: { name: Moll, pronouns: she, ${moll} }
  ned: { name: Ned, pronouns: he, ${ned} }
topics: { culprit: { name: culprit } }
endings: { rich: { tone: won, ${ending}, when: { thing: coin, heldBy: you } } }
`;
};

/** A pair that the visitor cannot tell apart. `ann`: what she types after each of the visitor's moves, in one and the other; a `;` parts what is typed one by one. */
interface Pair {
  readonly hides: string;
  readonly parts: readonly [Partial<Parts>, Partial<Parts>];
  readonly ann?: readonly [readonly string[], readonly string[]];
  /** What the visitor does, each a type of action and its direction. */
  readonly visitor?: readonly (readonly [string, string?])[];
}

const PAIRS: readonly Pair[] = [
  { hides: "what is in a closed box", parts: [{}, { coin: "in: pantry" }] },
  { hides: "what lies in rooms out of sight", parts: [{}, { plum: "in: yard" }] },
  { hides: "where others are", parts: [{}, { moll: "in: cellar, known: true" }] },
  { hides: "what others have in their pockets", parts: [{}, { plum: "heldBy: ann" }] },
  { hides: "what is written on what nobody has read", parts: [{}, { note: "in: hall, text: Run while you can." }] },
  {
    hides: "whether a box is locked",
    parts: [{}, { chest: "in: hall, container: closed, locked: false, key: iron-key" }],
  },
  { hides: "which key fits, and whether a door is locked", parts: [{}, { oak: "locked: false, key: plum" }] },
  { hides: "what people know and would say", parts: [{}, { ned: "in: garden, answers: Nothing, hides: [coin]" }] },
  { hides: "how rooms look that one has not seen", parts: [{}, { yard: "A garden with a well." }] },
  { hides: "how it may end", parts: [{}, { ending: "title: Poor, text: It was tin." }] },
  {
    hides: "what the dark holds, from inside it",
    parts: [{}, { plum: "in: cellar", cellar: "dark: true, description: Bones." }],
    visitor: [["go", "down"], ["look"], ["wait"]],
  },
  {
    hides: "what another thinks",
    parts: [{}, {}],
    ann: [
      ["think the coin is in the chest; wait", "wait"],
      ["think nothing much; wait", "wait"],
    ],
  },
  {
    hides: "what is said and done out of earshot, and remembered there",
    parts: [{}, {}],
    ann: [
      ["go north", "go north", "ask ned about coin", "say the chest"],
      ["go north", "go north", "wait", "wait"],
    ],
    visitor: [["wait"], ["wait"], ["look"], ["wait"]],
  },
  {
    hides: "what another takes in the dark",
    parts: [{ plum: "in: cellar", cellar: "description: Jars." }, { cellar: "description: Jars." }],
    ann: [
      ["go down", "take plum", "go up"],
      ["go down", "wait", "go up"],
    ],
    visitor: [["wait"], ["wait"], ["look"]],
  },
];

/** Every request that the visitor's model got, as bytes without headers. */
async function sent(parts: Partial<Parts>, ann: readonly string[], visitor: Pair["visitor"]): Promise<Seen[]> {
  fake.reset();
  let n = 0;
  const moves = visitor ?? [["wait"], ["look"]];
  fake.answerWith((seen) => {
    const [type, direction] = moves[n++ % moves.length]!;
    const action = direction === undefined ? { type } : { type, metadata: { direction } };
    return { json: spelled({ thought: "", actions: [action] }, schemaIn(seen)) };
  });
  const { orrery } = await withModels(setupAt(fake));
  const run = await houseRun(orrery, houseOf(parts));
  for (const _ of moves) {
    const done = await orrery.play(run, { agents: "you=model:anthropic,ann=person" });
    assert.deepEqual([done.stopped, done.waitingFor], [[], ["ann"]]);
    for (const text of (ann[n - 1] ?? "wait").split("; ")) await turn(orrery, run, { as: "ann", text });
  }
  await orrery.play(run, { agents: "you=model:anthropic,ann=person" });
  return [...fake.seen];
}

async function houseRun(orrery: Orrery, text: string): Promise<string> {
  const checked = await orrery.checkWorld(text);
  assert.ok(checked.ok, JSON.stringify(checked));
  return (await orrery.createRun({ world: "house", config: checked.config, seed: "s" })).run;
}
const bytes = (seen: readonly Seen[]): string => JSON.stringify(seen.map(({ body }) => body));

describe("[law 5] prompts of a house", () => {
  for (const { hides, parts, ann = [[], []], visitor } of PAIRS)
    it(`say nothing of ${hides}: the same bytes go over the wire`, async () => {
      const [a, b] = [await sent(parts[0], ann[0], visitor), await sent(parts[1], ann[1], visitor)];
      assert.ok(a.length > 2);
      assert.equal(bytes(a), bytes(b));
    });

  it("do differ by what the visitor sees: the comparison is no blind one", async () => {
    for (const parts of [{ plum: "in: hall" }, { moll: "in: hall" }, { chest: "in: hall, container: open" }])
      assert.notEqual(bytes(await sent({}, [], undefined)), bytes(await sent(parts, [], undefined)));
  });
});

describe("a model that plays a house", () => {
  for (const family of ["openai", "anthropic"] as const)
    it(`is asked under one schema as long as it can be, so that ${family} finds the conversation in its cache`, async () => {
      const round = ["north", "south", "down", "up"];
      let n = 0;
      fake.answerWith((seen) => {
        const action = { type: "go", metadata: { direction: round[n++ % round.length] } };
        return { json: spelled({ thought: "", actions: [action] }, schemaIn(seen)) };
      });
      const { orrery } = await withModels(setupAt(fake));
      const run = await houseRun(orrery, houseOf({ cellar: "description: Jars." }).replace("[you, ann]", "[you]"));
      const done = await orrery.play(run, { agents: `you=model:${family}`, turnsMax: 12 });
      assert.deepEqual([done.turns, done.stopped], [12, []]);
      const calls = await all(orrery.calls(run));
      const schemas = fake.seen.map(({ schema }) => JSON.stringify(schema));
      assert.ok(new Set(schemas.slice(0, 5)).size > 1, "what was not known before is taken in");
      assert.equal(new Set(schemas.slice(-6)).size, 1, "what is known changes nothing any more");
      const uncached = calls.map(({ usage }) => usage.input - usage.cached);
      for (const late of calls.slice(-4))
        assert.ok(late.usage.cached > 0.6 * late.usage.input, `${JSON.stringify(late.usage)}: ${uncached}`);
    });

  const recording = async (orrery: Orrery) => {
    const run = await houseRun(orrery, houseOf({}));
    const typed = [
      "think of the sea",
      "say the plum is mine",
      "go down",
      "wait",
      "go up",
      "wait",
      "say look at the plum",
    ];
    for (const text of typed) {
      await turn(orrery, run, { as: "you", text: text === "say look at the plum" ? "take note" : "wait" });
      await turn(orrery, run, { as: "ann", text });
      if (text.startsWith("think")) await turn(orrery, run, { as: "ann", text: "wait" });
    }
    return run;
  };

  it("is reminded of what matters now, with why, within bounds; and a replay of that is the same bytes", async () => {
    fake.answerWith((seen) => ({ json: spelled({ thought: "", actions: [{ type: "wait" }] }, schemaIn(seen)) }));
    const { orrery } = await withModels(setupAt(fake));
    const run = await recording(orrery);
    const agents = "you=model:openai,ann=bot:first";
    await orrery.play(run, { agents, turnsMax: 5 });
    const prompts = (await all(orrery.calls(run))).map(({ prompt }) => prompt);
    const [first, ...later] = prompts.map((prompt) => /<<<MEMORIES\n([\s\S]*?)\nMEMORIES>>>/.exec(prompt)?.[1] ?? "");
    assert.match(first!, /\([^)]*(?:about|mentions)[^)]*moments? ago[^)]*\)\n.*plum is mine/i);
    assert.ok(first!.split("\n\n(").length <= 6 && first!.length < 5_000);
    assert.doesNotMatch(prompts.join(), /the sea/);
    for (const one of later)
      assert.doesNotMatch(one, /plum is mine/, "what stands in the conversation is not told twice");
    const recorded = await orrery.recording(run);
    const asked = fake.seen.length;
    await offline(async () => {
      const again = await withModels(setupAt(fake));
      const twin = await recording(again.orrery);
      assert.equal(twin, run);
      await again.orrery.play(twin, { agents, turnsMax: 5, replay: recorded });
      const [a, b] = [await all(orrery.log(run)), await all(again.orrery.log(twin))];
      assert.deepEqual(b, a);
      assert.equal(await again.orrery.recording(twin), recorded);
    });
    assert.equal(fake.seen.length, asked);
  });
});
