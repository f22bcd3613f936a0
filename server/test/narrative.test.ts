// The narrative endpoints over HTTP: the source's bodies, codes and messages, with a real run folder and a real model server behind them.
import assert from "node:assert/strict";
import { resolve } from "node:path";
import { after, before, beforeEach, describe, it } from "node:test";
import { importerFor } from "@orrery/formats";
import { fakeProvider, setupAt } from "../../runtime/test/fakes.ts";
import { type Fixture, openFixture } from "./support.ts";

const FOLDER = resolve(import.meta.dirname, "../../fixtures/oasis/reddit-12x10/sim_3893a0b4a610");
const N = "/api/narrative";

describe("the narrative endpoints", () => {
  const fake = fakeProvider();
  let at: Fixture;
  let sim: string;
  const post = (path: string, body?: unknown) => at.ask("POST", `${N}${path}`, body ?? {});
  const get = (path: string) => at.ask("GET", `${N}${path}`);
  /** What a model was sent, whole. */
  const prompts = () => fake.seen.map(({ messages }) => messages.map(({ text }) => text).join("\n"));
  before(async () => {
    at = await openFixture({}, { models: setupAt(fake) });
  });
  after(async () => {
    await at.close();
  });
  const fresh = async () => {
    ({ run: sim } = await importerFor(FOLDER)!.read(at.orrery, FOLDER));
    return sim;
  };

  it("answer 404 for a simulation or a character that is not there", async () => {
    await fresh();
    const nothing = { status: 404, error: "simulation not found" };
    for (const [path, body] of [
      ["/world/nothing/rules", { rules: [] }],
      ["/godmode/nothing/inject-event", { description: "A tremor." }],
      ["/godmode/nothing/kill", { character_id: "1" }],
    ] as const) {
      const { status, body: answer } = await post(path, body);
      assert.deepEqual({ status, ...answer }, nothing, path);
    }
    assert.deepEqual((await get("/world/nothing")).body, { error: "simulation not found" });
    for (const path of ["kill", "modify-emotion"]) {
      const { status, body } = await post(`/godmode/${sim}/${path}`, { character_id: "99", emotions: { anger: 1 } });
      assert.deepEqual([status, body], [404, { error: "character not found" }]);
    }
    const other = await at.start("tictactoe");
    assert.equal((await get(`/world/${other}`)).status, 404);
  });

  it("give an empty world state at first, and later the stored one", async () => {
    const { status, body } = await get(`/world/${sim}`);
    assert.equal(status, 200);
    assert.deepEqual([body.sim_id, body.rules, body.locations, body.event_log], [sim, [], {}, []]);
    const rules = ["The kingdom is in civil war", "Magic is {feared}"];
    assert.deepEqual((await post(`/world/${sim}/rules`, { rules })).body.rules, rules);
    const tower = {
      id: "iron_tower",
      name: "The Iron Tower",
      description: "A brutal spire.",
      atmosphere: "oppressive silence",
    };
    const { body: world } = await post(`/world/${sim}/locations`, tower);
    assert.deepEqual(world.locations, { iron_tower: tower }, "M8: the atmosphere stays");
    assert.equal((await post(`/world/${sim}/rules`, { rules: "one" })).status, 400);
    assert.deepEqual((await post(`/world/${sim}/locations`, { id: "x" })).body, { error: "name is required" });
  });

  it("store an event injected before any beat with round 0, and refuse a bad round", async () => {
    const { status, body } = await post(`/godmode/${sim}/inject-event`, {
      description: "A tremor ran through the city.",
    });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.id, body.round, body.type, body.description],
      ["evt_001", 0, "god_mode_injection", "A tremor ran through the city."],
    );
    const [line] = (await Array.fromAsync(at.orrery.log(sim, { from: 0 }))).slice(-1);
    const made = `${new Date(line!.createdAt).toISOString().slice(0, 19)}Z`;
    assert.equal(body.injected_at, made, "the time of its turn, and of no other clock");
    for (const round of [-1, 1.5, "3", true]) {
      const bad = await post(`/godmode/${sim}/inject-event`, { description: "x", round });
      assert.deepEqual([bad.status, bad.body], [400, { error: "round must be a non-negative integer" }]);
    }
    assert.equal((await post(`/godmode/${sim}/inject-event`, { round: 1 })).status, 400);
    assert.equal((await post(`/godmode/${sim}/inject-event`, { description: "Later.", round: null })).status, 200);
    assert.equal((await post(`/godmode/${sim}/inject-event`, { description: "Seven.", round: 7 })).body.round, 7);
  });

  it("set feelings, clamped; unknown feelings are named and ignored", async () => {
    const was = (await get(`/characters/${sim}`)).body.find(({ id }: { id: string }) => id === "3");
    const { body } = await post(`/godmode/${sim}/modify-emotion`, {
      character_id: "3",
      emotions: { anger: 4, joy: -1, envy: 1 },
    });
    assert.deepEqual([body.emotional_state.anger, body.emotional_state.joy], [1, 0]);
    assert.equal(body.emotional_state.trust, was.emotional_state.trust);
    assert.deepEqual(body.ignored, ["envy"]);
    const none = await post(`/godmode/${sim}/modify-emotion`, { character_id: 3, emotions: { envy: 1 } });
    assert.deepEqual([none.status, none.body.emotional_state.anger], [200, 1]);
    assert.equal(
      (await post(`/godmode/${sim}/modify-emotion`, { character_id: "3", emotions: { anger: "much" } })).status,
      400,
    );
  });

  it("say when an author did something, by whichever way, also when it is exported", async () => {
    await at.orrery.god(sim, { actorId: "god", type: "kill", targetId: "9", metadata: {} }, { branch: "main" });
    const { event_log } = (await get(`/world/${sim}`)).body;
    assert.ok(event_log.length > 3);
    for (const { id, injected_at } of event_log) assert.match(injected_at ?? "", /^\d{4}-\d\d-\d\dT[\d:]{8}Z$/, id);
    const [file] = await at.orrery.exportAs(sim, "world_state");
    assert.deepEqual(JSON.parse(file!.bytes as string).event_log, event_log);
    const died = event_log.at(-1).id;
    const back = await at.orrery.god(sim, { actorId: "god", type: "take_back", metadata: { id: died } });
    assert.ok(back.validation.every(({ success }) => success));
  });

  it("kill, and say so in the log", async () => {
    const { status, body } = await post(`/godmode/${sim}/kill`, { character_id: "7" });
    assert.deepEqual([status, body.status, body.name], [200, "dead", "O'Dowd, Patrick"]);
    assert.equal((await post(`/godmode/${sim}/kill`, { character_id: "7" })).status, 200);
    const { event_log } = (await get(`/world/${sim}`)).body;
    const deaths = event_log.filter(({ type }: { type: string }) => type === "god_mode_death");
    assert.deepEqual(
      deaths.map(({ description, round }: { description: string; round: number }) => [description, round]),
      [["O'Dowd, Patrick has died.", 0]],
    );
  });

  it("translate round by round, tell each once, and tell it again when asked", async () => {
    const { status, body } = await post(`/translate/${sim}`);
    assert.deepEqual([status, body.round, body.platform, body.teller], [200, 0, "reddit", "template"]);
    assert.match(body.prose, /^O'Dowd, Patrick has died\.|tremor/);
    assert.equal((await post(`/translate/${sim}`, { round: 3 })).body.round, 3);
    assert.equal((await post(`/translate/${sim}`)).body.round, 1);
    const again = await post(`/translate/${sim}`, { round: 1 });
    assert.equal(again.body.prose, (await get(`/story/${sim}/1`)).body[0].prose);
    assert.deepEqual(
      (await get(`/story/${sim}`)).body.map(({ round }: { round: number }) => round),
      [0, 1, 3],
    );
    assert.equal((await get(`/story/${sim}/2`)).status, 404);
    assert.deepEqual((await post(`/translate/${sim}`, { round: 99 })).body, { error: "round not found" });
    assert.equal((await post(`/translate/${sim}`, { teller: "nobody" })).status, 400);
  });

  it("stamp later events with the round after the last told one", async () => {
    const { body } = await post(`/godmode/${sim}/inject-event`, { description: "The bells rang." });
    assert.equal(body.round, 4);
  });

  it("send a model the source's prompt, with the author's words byte for byte", async () => {
    const words = 'A {stranger} arrived, carrying a "sealed" letter.\n{{previous}} <b>林</b>';
    await post(`/godmode/${sim}/inject-event`, { description: words, round: 2 });
    await at.orrery.god(sim, { actorId: "god", type: "move", targetId: "1", metadata: { place: "iron_tower" } });
    fake.push({ text: "A {stranger} arrived, carrying a sealed letter. Nobody at The Iron Tower spoke." });
    const { body } = await post(`/translate/${sim}`, { round: 2, teller: "model:openai" });
    assert.equal(body.teller, "model openai");
    const prompt = prompts().at(-1)!;
    for (const part of [
      "Rules: The kingdom is in civil war; Magic is {feared}\n",
      `(Round 2) ${words}`,
      "(Round 4) The bells rang.",
      "Known locations: The Iron Tower — A brutal spire.",
      "- The Larkhaven Courier (at The Iron Tower, feeling: ",
      "- If a character has a known location, root the scene there.\n",
      "- If a recent world event is listed, weave it in OR acknowledge its aftermath — do not ignore it.\n",
    ])
      assert.ok(prompt.includes(part), `${part}\nis not in\n${prompt}`);
    assert.ok(!prompt.includes("(Round 0) A tremor ran"), "only the last three events are shown");
    assert.ok(!prompt.includes("feelings were changed"), "M6");
    assert.ok(!/- O'Dowd, Patrick /.test(prompt), "the dead are on no list");
  });

  it("repair a telling once, then fall back to the template", async () => {
    const before = prompts().length;
    await post(`/godmode/${sim}/inject-event`, { description: "The harbour froze overnight." });
    fake.push({ text: "O'Dowd, Patrick nodded and walked to the harbour, which had frozen overnight." });
    fake.push({ text: "Captain Varnholt nodded. The harbour had frozen overnight." });
    const { body } = await post(`/translate/${sim}`, { round: 5, teller: "model:openai" });
    assert.equal(body.teller, "template");
    assert.match(body.prose, /The harbour froze overnight\./);
    const asked = prompts().slice(before);
    assert.equal(asked.length, 2);
    assert.match(asked[1]!, /is dead and neither acts nor speaks/);
  });

  it("never lose an author's act during a telling, nor tell half of it", async () => {
    let go = () => {};
    const begun = new Promise<void>((resolve) => {
      fake.push(async () => {
        resolve();
        await new Promise<void>((done) => {
          go = done;
        });
        return { text: "The harbour froze overnight, and Tobias Fenn said nothing of it." };
      });
    });
    const slow = post(`/translate/${sim}`, { round: 6, teller: "model:openai" });
    await begun;
    const writers = [
      post(`/godmode/${sim}/kill`, { character_id: "3" }),
      post(`/godmode/${sim}/modify-emotion`, { character_id: "6", emotions: { fear: 0.9 } }),
      ...Array.from({ length: 6 }, (_, i) =>
        post(`/godmode/${sim}/inject-event`, { description: `Sign number ${i} was seen in the sky.` }),
      ),
    ];
    assert.deepEqual(
      (await Promise.all(writers)).map(({ status }) => status),
      writers.map(() => 200),
    );
    go();
    assert.equal((await slow).status, 200);
    const { event_log } = (await get(`/world/${sim}`)).body;
    const ids = event_log.map(({ id }: { id: string }) => id);
    assert.equal(new Set(ids).size, ids.length, "no id is given twice");
    for (let i = 0; i < 6; i++)
      assert.ok(
        event_log.some(({ description }: { description: string }) => description.startsWith(`Sign number ${i}`)),
      );
    const { body: next } = await post(`/translate/${sim}`, { round: 7 });
    for (let i = 0; i < 6; i++) assert.ok(next.prose.includes(`Sign number ${i} was seen in the sky.`), `sign ${i}`);
    assert.match(next.prose, /Tobias Fenn has died\./);
    assert.ok(!next.characters.includes("Tobias Fenn"));
    assert.ok(!(await get(`/story/${sim}/6`)).body[0].prose.includes("Sign number"));
  });

  it("read and write world_state.json and characters.json", async () => {
    const world_state = (await get(`/world/${sim}`)).body;
    const characters = (await get(`/characters/${sim}`)).body;
    const { run } = await importerFor(FOLDER)!.read(at.orrery, FOLDER);
    assert.equal(run, sim);
    const branch = await at.orrery.createBranch(sim, { name: "otherwise", at: 12 });
    assert.equal(branch.branch, "otherwise");
    const there = `/world/${sim}/import?branch=otherwise`;
    const more = [...characters, { id: "nobody", name: "Nobody" }];
    const { status, body } = await post(there, {
      world_state: { ...world_state, sim_id: "x", locations: { ...world_state.locations, odd: 3 } },
      characters: more,
    });
    assert.equal(status, 200);
    assert.deepEqual(
      body.ignored.filter((text: string) => !/change of feelings/.test(text)),
      ["locations.odd has no name.", "[12]: there is nobody of that id here."],
    );
    const copy = (await get(`/world/${sim}?branch=otherwise`)).body;
    assert.deepEqual([copy.rules, copy.locations], [world_state.rules, world_state.locations]);
    const people = (await get(`/characters/${sim}?branch=otherwise`)).body;
    const statuses = (list: { id: string; status: string; location?: string }[]) =>
      list.map(({ id, status, location }) => [id, status, location]);
    assert.deepEqual(statuses(people), statuses(characters));
    assert.deepEqual(
      (await get(`/story/${sim}?branch=otherwise`)).body,
      [],
      "beats of another line are not this one's",
    );
  });

  it("return the tellings as a book", async () => {
    const html = await get(`/book/${sim}/html`);
    assert.match(html.text, /^<!doctype html>/);
    assert.ok(html.text.includes("&lt;b&gt;林&lt;/b&gt;") || !html.text.includes("<b>林"), "author's markup is text");
    const epub = await get(`/book/${sim}/epub`);
    assert.equal(epub.headers["content-type"], "application/epub+zip");
    assert.match((await get(`/book/${sim}/markdown`)).text, /^# What does Larkhaven say/);
    assert.deepEqual((await get(`/book/${sim}/pdf`)).body, { error: "format must be one of markdown, html, epub" });
    assert.equal((await get(`/story/${sim}/first`)).status, 400);
  });

  it("keep a run's beats through export and import, and record its calls", async () => {
    const lines: string[] = [];
    for await (const line of at.orrery.export(sim)) lines.push(line);
    const other = await openFixture();
    await other.orrery.import(lines);
    assert.deepEqual(await other.orrery.stories.beats(sim), await at.orrery.stories.beats(sim));
    await other.close();
    const calls: string[] = [];
    for await (const { lane } of at.orrery.calls(sim)) calls.push(lane);
    assert.ok(
      calls.some((lane) => /^story\/main\/reddit\/2/.test(lane)),
      calls.join(" "),
    );
    assert.ok((await at.orrery.recording(sim)).length > 0);
    for await (const told of at.orrery.tellings(sim)) assert.fail(`a beat is no telling of a turn: ${told.teller}`);
  });

  it("are undone like any intervention, and verified with the run", async () => {
    const { event_log } = (await get(`/world/${sim}`)).body;
    const death = event_log.find(({ description }: { description: string }) => description === "Tobias Fenn has died.");
    await at.orrery.god(sim, { actorId: "god", type: "take_back", metadata: { id: death.id } });
    const { body } = await get(`/characters/${sim}`);
    assert.equal(body.find(({ id }: { id: string }) => id === "3").status, "alive");
    assert.equal((await at.orrery.verify(sim)).ok, true);
  });
});

// The integration tests that the source's document lists, each by the file that it belongs to there.
describe("the source's own list, over HTTP", () => {
  const fake = fakeProvider();
  let at: Fixture;
  let sim: string;
  const post = (path: string, body: object = {}) => at.ask("POST", `${N}${path}`, body);
  /** Tells a round by the model, which says this, and returns the prompt that it was given. */
  const translate = async (round: number, text = "The hour passed, and nobody spoke.") => {
    const before = fake.seen.length;
    fake.push({ text });
    fake.push({ text });
    const { status, body } = await post(`/translate/${sim}`, { round, teller: "model:openai" });
    assert.equal(status, 200);
    const [asked] = fake.seen.slice(before);
    return { prompt: asked!.messages.map(({ text: said }) => said).join("\n"), beat: body };
  };
  const killed = { id: "3", name: "Tobias Fenn" };
  beforeEach(async () => {
    await at?.close();
    at = await openFixture({}, { models: setupAt(fake) });
    ({ run: sim } = await importerFor(FOLDER)!.read(at.orrery, FOLDER));
  });
  after(() => at.close());

  it("test_narrative_e2e: an event injected between round 1 and round 2 is in the prompt of round 2", async () => {
    const { prompt: first } = await translate(1);
    await post(`/godmode/${sim}/inject-event`, { description: "A stranger carried a sealed letter." });
    const { prompt: second } = await translate(2, "A stranger carried a sealed letter through the hour.");
    assert.ok(!first.includes("sealed letter"));
    assert.ok(second.includes("Recent events: (Round 2) A stranger carried a sealed letter."), second);
  });

  it("test_narrative_e2e: the actions of a character killed between rounds are skipped in the next translation", async () => {
    const acted = async (round: number) => {
      const { prompt, beat } = await translate(round);
      const events = prompt.slice(prompt.indexOf("Events this round:"), prompt.indexOf("STRUCTURE"));
      return { inPrompt: events.includes(`- ${killed.name} `), inBeat: beat.characters.includes(killed.name), prompt };
    };
    const { inPrompt, inBeat } = await acted(1);
    assert.deepEqual([inPrompt, inBeat], [true, true], "he acts in round 1");
    await post(`/godmode/${sim}/kill`, { character_id: killed.id });
    const next = await acted(3);
    assert.deepEqual([next.inPrompt, next.inBeat], [false, false], "and in round 3 no more");
    assert.ok(!next.prompt.includes(`- ${killed.name} (`), "nor is he in the roster");
    assert.ok(next.prompt.includes(`${killed.name} has died.`), "and the teller knows why");
  });

  it("test_narrative_e2e: rules and locations are in the prompt", async () => {
    await post(`/world/${sim}/rules`, { rules: ["The kingdom is in civil war", "Magic is feared"] });
    await post(`/world/${sim}/locations`, { id: "market", name: "The Old Market", description: "Narrow stalls." });
    const { prompt } = await translate(1);
    assert.ok(prompt.includes("Rules: The kingdom is in civil war; Magic is feared\n"), prompt);
    assert.ok(prompt.includes("Known locations: The Old Market — Narrow stalls.\n"), prompt);
  });

  it("test_narrative_translator: the prompt holds each rule, the last three events, and five locations", async () => {
    const rules = ["One {rule}", "Two"];
    await post(`/world/${sim}/rules`, { rules });
    for (let i = 1; i <= 6; i++)
      await post(`/world/${sim}/locations`, { id: `p${i}`, name: `Place ${i}`, description: "Stone." });
    for (let i = 1; i <= 4; i++) await post(`/godmode/${sim}/inject-event`, { description: `Sign ${i}.`, round: i });
    const { prompt } = await translate(1);
    for (const rule of rules) assert.ok(prompt.includes(rule), rule);
    for (const i of [2, 3, 4]) assert.ok(prompt.includes(`(Round ${i}) Sign ${i}.`), `sign ${i}`);
    for (const i of [1, 2, 3, 4, 5]) assert.ok(prompt.includes(`Place ${i} — Stone.`), `place ${i}`);
    assert.ok(!prompt.includes("(Round 1) Sign 1.") && !prompt.includes("Place 6"));
  });
});
