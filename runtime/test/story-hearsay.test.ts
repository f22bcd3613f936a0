// A rumour that three people are told: who hears of it, its source, and who believes it, as the log and what people are shown have it.
import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { memoryStore } from "@orrery/store";
import { Hearsay, type StoryState } from "@orrery/worlds/story";
import { type Knowledge, type Orrery, openOrrery } from "../src/index.ts";

const RUMOUR = "The mayor sold the old lighthouse to a stranger.";

describe("a rumour to three people", () => {
  let orrery: Orrery;
  let run: string;
  let told: readonly string[];
  let known: Knowledge;
  before(async () => {
    orrery = await openOrrery({ store: memoryStore() });
    ({ run } = await orrery.createRun({
      world: "story",
      seed: "hearsay",
      config: { people: 30, rounds: 12, topics: [{ id: "mayor", name: "the mayor", words: ["mayor"] }] },
    }));
    const metadata = { text: RUMOUR, topic: "mayor", stance: 0, some: { count: 3, by: "followers" } };
    await orrery.god(run, { actorId: "god", type: "rumour", metadata });
    const { happenings } = await stateNow();
    told = happenings[0]!.to!;
    await orrery.play(run, { agents: "*=bot:resident" });
    known = await orrery.knows(run, "evt_001");
  });
  after(() => orrery.close());
  const stateNow = async () => (await orrery.show(run)).view as StoryState;
  const waysOf = (who: string) => known.knowers.find(({ actor }) => actor === who)?.ways ?? [];

  it("is known by its id and by its words", async () => {
    assert.equal(known.thing.name, RUMOUR);
    assert.deepEqual((await orrery.knows(run, RUMOUR)).thing, known.thing);
  });

  it("was told to three, and to nobody else", () => {
    const first = known.knowers.filter(({ actor, ways }) => actor !== "author" && ways[0]!.turn === 1);
    assert.deepEqual(first.map(({ actor }) => actor).sort(), [...told].sort());
    for (const who of told) assert.equal(waysOf(who)[0]!.words, "was told");
  });

  it("reached others by what they were shown, each from somebody who knew it before", () => {
    const readers = known.knowers.filter(({ ways }) => ways.some(({ how }) => how === "read"));
    assert.ok(readers.length > 3, `${readers.length} have read it`);
    for (const { actor, ways } of readers) {
      const { from, turn } = ways.find(({ how }) => how === "read")!;
      assert.ok(waysOf(actor).some(({ words }) => words === `read it in words of ${from!.name}`));
      const [first] = waysOf(from!.id);
      assert.ok(first && first.turn < turn, `${actor} read it in turn ${turn} from ${from!.id}`);
    }
  });

  it("has the same hearers round by round as by the log, and believers among them", async () => {
    const hearsay = new Hearsay((await stateNow()).happenings[0]!);
    const { head } = await orrery.show(run);
    let last = hearsay.take((await orrery.show(run, { at: 0 })).view as StoryState);
    for (let turn = 2; turn <= head.turn; turn++) {
      const row = hearsay.take((await orrery.show(run, { at: turn })).view as StoryState);
      assert.ok(row.heard >= last.heard && row.passedOn >= last.passedOn && row.believe! <= row.heard);
      last = row;
    }
    assert.deepEqual(
      new Set(hearsay.hearers.filter(({ round }) => round <= last.round).map(({ who }) => who)),
      new Set(known.knowers.map(({ actor }) => actor).filter((actor) => actor !== "author")),
    );
    const people = await stateNow();
    assert.equal(
      last.believe,
      hearsay.hearers.filter(({ who, round }) => round <= last.round && hearsay.believes(people, who)).length,
    );
  });

  it("is written as CSV by round", async () => {
    const [file] = await orrery.exportAs(run, "hearsay");
    const rows = Buffer.from(file!.bytes).toString().trimEnd().split("\n");
    assert.equal(rows[0], "event,round,heard,believe,passed_on");
    assert.equal(rows.length, 13);
    assert.match(rows[1]!, /^evt_001,1,3,\d,\d+$/);
  });
});
