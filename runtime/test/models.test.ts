// Models at the table, over real HTTP: whole games, replays without a network, and what every fault leaves behind.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { describe, it } from "node:test";
import { compactJson } from "@orrery/agents";
import { type Answerer, babble, brokenAnswers, FAMILIES, type Reply } from "@orrery/models/testing";
import { type CallLine, type ModelProgress, type Orrery, type PlayWith, sha256, type TurnLine } from "@orrery/runtime";
import { exportRun, importRun, memoryStore, openSqlite } from "@orrery/store";
import {
  babbling,
  doing,
  fakeProvider,
  hourglass,
  KEY,
  offline,
  schemaIn,
  setupAt,
  spelled,
  tagFor,
  withModels,
} from "./fakes.ts";
import { INJECTIONS } from "./injections.ts";
import { all, folder, turn } from "./open.ts";

const fake = fakeProvider();
const DEADLINE_MS = 300_003;
/** How long a model that was called off may take to say what it has used. */
const GRACE_MS = 1000;
const glass = hourglass(DEADLINE_MS, GRACE_MS);
const linesOf = async (orrery: Orrery, run: string) => (await all(orrery.log(run))) as TurnLine[];
const callsOf = (orrery: Orrery, run: string): Promise<CallLine[]> => all(orrery.calls(run));
const truthOf = async (orrery: Orrery, run: string) => (await linesOf(orrery, run)).at(-1)?.truthHash;
const answersOf = async (orrery: Orrery, run: string, at: string) => (await orrery.why(run, at)).answers;

/** The cottage from its first step to a good end, in words. */
const COTTAGE = [
  ...["read the letter", "open the front door", "go in", "take the brass key", "go west", "open the cupboard"],
  ...["take the lamp", "go east", "go east", "unlock the bureau with the brass key", "open the bureau"],
  ...["take the spectacles", "go west", "go west", "give the spectacles to ada", "go east"],
  ...["unlock the cellar door with the iron key", "open the cellar door", "go down", "turn on the lamp"],
  ...["open the crate", "take the sun", "go up", "go up", "put the sun on the orrery"],
];

describe("a whole game", () => {
  for (const family of FAMILIES) {
    it(`of tic-tac-toe is played by a model of the family ${family}, with no code of its own`, async () => {
      fake.answerWith(babbling(family));
      const { orrery } = await withModels(setupAt(fake));
      const { run } = await orrery.createRun({ world: "tictactoe", seed: "s" });
      const { outcome, turns, spending } = await orrery.play(run, { agents: `*=model:${family}` });
      assert.notEqual(outcome, null);
      const lines = await linesOf(orrery, run);
      assert.ok(lines.every(({ validation }) => validation.every(({ success }) => success)));
      assert.equal(lines.length, turns);
      const calls = await callsOf(orrery, run);
      assert.deepEqual(
        calls.map(({ turn, problems }) => [turn?.turn, problems]),
        lines.map((_, i) => [i + 1, []]),
      );
      assert.equal(spending[0]!.calls, turns);
      assert.equal(
        spending[0]!.usage.input,
        calls.reduce((sum, { usage }) => sum + usage.input, 0),
      );
    });

    it(`of the cottage is played to its end by ${family}, and comes to the truth that a person came to`, async () => {
      const { orrery } = await withModels(setupAt(fake));
      const person = await orrery.createRun({ world: "house/cottage", seed: "s" });
      for (const text of COTTAGE) await turn(orrery, person.run, { text });
      const typed = await linesOf(orrery, person.run);
      const { outcome } = await orrery.show(person.run);
      assert.notEqual(outcome, null, typed.map(({ rawText, narration }) => `${rawText}: ${narration}`).join("\n"));
      const moves = typed.map(({ actions }) => ({
        thought: "",
        actions: actions.map(({ actorId: _, ...rest }) => rest),
      }));
      fake.answerWith(doing(moves));
      const { run } = await orrery.createRun({ world: "house/cottage", seed: "s" });
      const done = await orrery.play(run, { agents: `*=model:${family}` });
      assert.deepEqual(done.outcome, outcome, JSON.stringify(done.stopped));
      assert.equal(await truthOf(orrery, run), await truthOf(orrery, person.run));
      assert.equal((await orrery.verify(run)).ok, true);
    });
  }

  it("mixes models, bots and people at one table", async () => {
    fake.answerWith(babbling("mixed"));
    const { orrery } = await withModels(setupAt(fake));
    const { run } = await orrery.createRun({ world: "tictactoe", seed: "s" });
    assert.deepEqual((await orrery.play(run, { agents: "x=person,o=model:openai" })).waitingFor, ["x"]);
    await turn(orrery, run, { as: "x", actions: [{ actorId: "x", type: "place", metadata: { cell: 4 } }] });
    const done = await orrery.play(run, { agents: "x=bot:first,o=model:openai" });
    assert.notEqual(done.outcome, null);
    const told = (await callsOf(orrery, run)).map(({ prompt }) => prompt);
    assert.match(told[0]!, /X takes the centre/);
  });
});

/** Six seats side by side; every third request gets an answer that must be repaired, every eleventh none at all. */
const troubled: Answerer = (seen) => {
  const { system, messages } = seen;
  const said = messages.at(-1)!.text;
  const n = Number.parseInt(sha256(`${system}${said}`).slice(0, 6), 16);
  if (n % 11 === 0) return { declined: "I would rather not." };
  const json = babble(schemaIn(seen), String(n));
  const delayMs = n % 7;
  return n % 3 === 0 ? { text: `Well: ${JSON.stringify(json).slice(0, -3)}`, delayMs } : { json, delayMs };
};

async function played(
  options: Partial<PlayWith> & { orrery: Orrery },
  world = "council",
  config: unknown = { rounds: 6, deadlineMs: 0 },
) {
  const { orrery, ...rest } = options;
  const { run } = await orrery.createRun({ world, config, seed: "s" });
  const agents = "red-ann=model:openai,red-ben=model:anthropic,red-cat=model:google,*=model:compatible";
  const done = await orrery.play(run, { agents, ...rest });
  return { run, done, turns: (await linesOf(orrery, run)).map(({ hash, truthHash }) => [hash, truthHash]) };
}

describe("[law 9] a replay", () => {
  it("of a concurrent, repaired, budget-cut run is bit for bit the same, without network and key", async () => {
    fake.answerWith(troubled);
    const setup = setupAt(fake, { budget: { agent: { calls: 7 } } });
    const { orrery } = await withModels(setup);
    const first = await played({ orrery });
    const calls = await callsOf(orrery, first.run);
    const causes = new Set<string | undefined>();
    for (const { id } of await linesOf(orrery, first.run))
      for (const { cause } of await answersOf(orrery, first.run, id)) causes.add(cause);
    assert.ok(causes.has("budget"), [...causes].join(" "));
    assert.ok(causes.has(undefined));
    assert.ok(
      calls.some(({ attempt, problems }) => attempt > 1 && problems.length === 0),
      "something was repaired",
    );
    const recording = await orrery.recording(first.run);
    const bare = setupAt(fake, { budget: { agent: { calls: 7 } } });
    const seen = fake.seen.length;
    await offline(async () => {
      const again = await withModels(() => ({ ...bare(), environment: {} }));
      const second = await played({ orrery: again.orrery, replay: recording });
      assert.deepEqual(second.turns, first.turns);
      assert.equal(await again.orrery.recording(second.run), recording);
      const third = await withModels(() => ({ ...bare(), environment: {} }), { seed: "other ids" });
      const elsewhere = await played({ orrery: third.orrery, replay: recording });
      assert.deepEqual(
        elsewhere.turns.map(([, truth]) => truth),
        first.turns.map(([, truth]) => truth),
      );
    });
    assert.equal(fake.seen.length, seen);
  });

  it("may come from another run of the same database, and from a branch alone", async () => {
    fake.answerWith(babbling("branch"));
    const { orrery } = await withModels(setupAt(fake));
    const { run } = await orrery.createRun({ world: "tictactoe", seed: "s" });
    await orrery.play(run, { agents: "*=model:openai", turnsMax: 3 });
    await orrery.createBranch(run, { name: "other", at: 2 });
    fake.answerWith(babbling("another"));
    const done = await orrery.play(run, { agents: "*=model:openai", branch: "other" });
    assert.notEqual(done.outcome, null);
    const asked = fake.seen.length;
    const again = await orrery.createRun({ world: "tictactoe", seed: "s" });
    const replay = { run, branch: "other" };
    assert.deepEqual((await orrery.play(again.run, { agents: "*=model:openai", replay })).outcome, done.outcome);
    assert.equal(fake.seen.length, asked);
    const other = (await all(orrery.log(run, { branch: "other" }))) as TurnLine[];
    assert.equal(await truthOf(orrery, again.run), other.at(-1)!.truthHash);
  });

  it("that does not fit says the first path that differs, and the run goes on", async () => {
    fake.answerWith(babbling("fit"));
    const { orrery } = await withModels(setupAt(fake));
    const first = await orrery.createRun({ world: "tictactoe", seed: "s" });
    await orrery.play(first.run, { agents: "*=model:openai" });
    const recording = await orrery.recording(first.run);
    const { run } = await orrery.createRun({ world: "tictactoe", seed: "s" });
    await turn(orrery, run, { as: "x", actions: [{ actorId: "x", type: "place", metadata: { cell: 8 } }] });
    await assert.rejects(orrery.play(run, { agents: "*=model:openai", replay: recording }), {
      code: "recording_mismatch",
      message: /lane "o", call 1: first difference at \/[a-z]+/,
    });
    await assert.rejects(orrery.play(run, { agents: "*=model:openai", replay: `${recording}torn` }), {
      code: "recording_damaged",
    });
    assert.notEqual((await orrery.play(run, { agents: "*=bot:first" })).outcome, null);
  });

  it("of a run that was stopped and went on leaves out what was called off", async () => {
    const { orrery } = await withModels(setupAt(fake));
    const { run } = await orrery.createRun({ world: "tictactoe", seed: "s" });
    fake.answerWith(babbling("stop"));
    await orrery.play(run, { agents: "*=model:openai", turnsMax: 2 });
    fake.answerWith(() => ({ hang: true }));
    const stop = new AbortController();
    fake.onStill = () => stop.abort();
    const cut = await orrery.play(run, { agents: "*=model:openai", signal: stop.signal });
    assert.deepEqual([cut.outcome, cut.turns], [null, 0]);
    assert.equal((await callsOf(orrery, run)).at(-1)!.fault!.code, "cancelled");
    fake.answerWith(babbling("goes on"));
    const { outcome } = await orrery.play(run, { agents: "*=model:openai" });
    const again = await orrery.createRun({ world: "tictactoe", seed: "s" });
    const done = await offline(async () => orrery.play(again.run, { agents: "*=model:openai", replay: { run } }));
    assert.deepEqual(done.outcome, outcome);
    assert.equal(await truthOf(orrery, again.run), await truthOf(orrery, run));
  });
});

describe("a conversation", () => {
  it("goes on from move to move, after a restart too, and forgets what was rolled back", async (t) => {
    const file = `${folder(t)}/o.db`;
    const open = async () => withModels(setupAt(fake), { store: openSqlite(file), seed: String(Math.random()) });
    fake.answerWith((seen) => ({ json: spelled({ thought: "", actions: [{ type: "look" }] }, schemaIn(seen)) }));
    const first = await open();
    const { run } = await first.orrery.createRun({ world: "house/cottage", seed: "s" });
    await first.orrery.play(run, { agents: "*=model:anthropic", turnsMax: 3 });
    await first.orrery.close();
    const { orrery } = await open();
    await orrery.play(run, { agents: "*=model:anthropic", turnsMax: 1 });
    await orrery.rollback(run, 2);
    await orrery.play(run, { agents: "*=model:anthropic", turnsMax: 1 });
    const calls = await callsOf(orrery, run);
    assert.deepEqual(
      calls.map(({ earlier }) => earlier),
      [0, 2, 4, 6, 4],
    );
    assert.deepEqual(calls.map(({ turn }) => turn?.turn).toSorted(), [1, 2, 3, undefined, undefined].toSorted());
    assert.deepEqual(await orrery.verify(run).then(({ ok }) => ok), true);
    await orrery.close();
  });

  it("begins anew when it has become long, with what was told and what was noted last", async () => {
    const looking = { thought: "Wren keeps a key back.", actions: [{ type: "look" }] };
    fake.answerWith((seen) => ({ json: spelled(looking, schemaIn(seen)) }));
    const { orrery } = await withModels(setupAt(fake));
    const { run } = await orrery.createRun({ world: "house/cottage", seed: "s" });
    await orrery.play(run, { agents: "*=model:google", turnsMax: 40 });
    const calls = await callsOf(orrery, run);
    const anew = calls.findIndex(({ earlier }, i) => i > 0 && earlier === 0);
    assert.ok(anew > 3);
    const [before, after] = [calls[anew - 1]!.system, calls[anew]!.system];
    assert.deepEqual(after.slice(0, before.length), before);
    const [told, noted] = after.at(-1)!.text.split("What you noted to yourself last:");
    assert.match(told!, /been going on for a while[\s\S]*<<<TOLD-BEFORE/);
    assert.match(noted!, /^\n\n<<<NOTE\nWren keeps a key back\.\nNOTE>>>/);
  });
});

describe("[law 8] anything a model says", () => {
  it("of more than five hundred broken shapes, each leaves one turn, and one answer or fallback with its repairs", async () => {
    const good = { thought: "it is sound", action: { type: "vote", metadata: { yes: true } } };
    const shapes = brokenAnswers(good);
    assert.ok(shapes.length >= 500, `${shapes.length}`);
    // By a digit that changes with the seed, some are babble broken in the same ways.
    const { orrery, store } = await withModels(setupAt(fake));
    const { run } = await orrery.createRun({
      world: "council",
      config: { rounds: shapes.length, deadlineMs: 0 },
      seed: "s",
    });
    const families = ["openai", "anthropic", "google", "compatible"] as const;
    let accepted = 0;
    for (const [i, { name, text }] of shapes.entries()) {
      fake.answerWith((seen): Reply => {
        const spoilt = text.startsWith(JSON.stringify(good)) && text.length < 120;
        return {
          text:
            i % 2 === 0 || spoilt ? text : text.replace('"it is sound"', JSON.stringify(`round ${i} ${seen.model}`)),
        };
      });
      const before = (await orrery.show(run)).head.turn;
      const lineup = `red-ann=model:${families[i % 4]},red-ben=bot:first,red-cat=bot:first`;
      const done = await orrery.play(run, { agents: lineup, turnsMax: 1 });
      assert.equal(done.turns, 1, name);
      assert.equal((await orrery.show(run)).head.turn, before + 1, name);
      const answers = (await answersOf(orrery, run, String(before + 1))).filter(({ actor }) => actor === "red-ann");
      assert.equal(answers.length, 1, name);
      const [{ by, attempts = [], calls = [], cause }] = answers as [Awaited<ReturnType<typeof answersOf>>[number]];
      if (by === "agent") {
        accepted++;
        assert.equal(calls.length, attempts.length + 1, name);
      } else {
        assert.deepEqual([by, cause], ["fallback", "attempts"], name);
        assert.equal(calls.length, attempts.length, name);
        assert.equal(attempts.length, 2, name);
      }
    }
    assert.ok(accepted > 20 && accepted < shapes.length / 2, `${accepted} of ${shapes.length}`);
    const lines = await linesOf(orrery, run);
    assert.ok(lines.every(({ events, by }) => events.length === by.length && events.length === 4));
    assert.deepEqual(await store.check(run), []);
    assert.equal((await orrery.verify(run)).ok, true);
  });

  it("a seat without a fallback stays empty, nothing changes, and it can be asked again", async () => {
    fake.answerWith(() => ({ text: "no" }));
    const { orrery } = await withModels(setupAt(fake));
    const { run, head } = await orrery.createRun({ world: "tictactoe", seed: "s" });
    const { stopped, waitingFor, turns } = await orrery.play(run, { agents: "*=model:google" });
    assert.deepEqual([stopped.length, stopped[0]!.cause, waitingFor, turns], [1, "attempts", ["x"], 0]);
    assert.deepEqual((await orrery.show(run)).head, head);
    assert.equal((await callsOf(orrery, run)).length, 3);
    fake.answerWith(babbling("again"));
    assert.notEqual((await orrery.play(run, { agents: "*=model:google" })).outcome, null);
  });

  it("the world's own refusal goes back to it, in the world's words", async () => {
    let asked = 0;
    fake.answerWith((seen) => {
      const schema = schemaIn(seen);
      const said = asked++ === 0 ? { text: "Hello?", to: "nobody-at-all" } : { text: "Hello?" };
      return {
        json: spelled({ thought: "", actions: [{ type: tagFor(schema, "say", said), metadata: said }] }, schema),
      };
    });
    const { orrery } = await withModels(setupAt(fake));
    const { run } = await orrery.createRun({ world: "house/cottage", seed: "s" });
    await orrery.play(run, { agents: "*=model:anthropic", turnsMax: 1 });
    const [first, second] = await callsOf(orrery, run);
    assert.deepEqual(
      first!.problems.map(({ reason, message }) => [reason, message]),
      [["object_not_found", "/actions/0: You see no such thing here."]],
    );
    assert.match(second!.prompt, /was not accepted:\n- \/actions\/0: You see no such thing here\./);
    assert.deepEqual(second!.problems, []);
  });
});

describe("trouble", () => {
  const cases: readonly [what: string, model: object, before: () => void, message: RegExp][] = [
    [
      "a wrong key",
      {},
      () => {
        fake.quirks = { key: "another" };
      },
      /key/i,
    ],
    ["a missing key", { key: { env: "NOT_SET" } }, () => {}, /NOT_SET|key/i],
    ["a server that is down", { url: "http://127.0.0.1:9/v1" }, () => {}, /127\.0\.0\.1:9|reach|connect/i],
    [
      "a model that does not exist",
      {},
      () => {
        fake.quirks = { models: ["other"] };
      },
      /not found|model/i,
    ],
    [
      "a server error that does not pass",
      {},
      () => fake.answerWith(() => ({ status: 500, error: { message: "out of order" } })),
      /out of order|server/i,
    ],
  ];
  for (const [what, model, before, message] of cases)
    it(`${what} stops the play with a clear word, and the run goes on when it is mended`, async () => {
      fake.answerWith(babbling("mended"));
      before();
      const { orrery } = await withModels(setupAt(fake, {}, model));
      const { run } = await orrery.createRun({ world: "tictactoe", seed: "s" });
      const { stopped, turns } = await orrery.play(run, { agents: "*=model:compatible" });
      assert.equal(turns, 0);
      assert.equal(stopped[0]!.cause, "fault");
      assert.match(stopped[0]!.message, message);
      assert.ok(!stopped[0]!.message.includes(KEY));
      assert.notEqual((await orrery.play(run, { agents: "*=bot:random" })).outcome, null);
    });

  it("a budget of nothing sends nothing; a spent one stops where it is, and more lets it go on", async () => {
    fake.answerWith(babbling("budget"));
    const { orrery } = await withModels(setupAt(fake));
    const { run } = await orrery.createRun({ world: "tictactoe", seed: "s" });
    const agents = "*=model:openai";
    const none = await orrery.play(run, { agents, budget: { calls: 0 } });
    assert.deepEqual([none.turns, none.stopped[0]!.cause, fake.seen.length], [0, "budget", 0]);
    assert.match(none.stopped[0]!.message, /this play: no call is allowed/);
    const some = await orrery.play(run, { agents, budget: { calls: 2 } });
    assert.deepEqual([some.turns, some.stopped[0]!.cause, fake.seen.length], [2, "budget", 2]);
    assert.notEqual((await orrery.play(run, { agents })).outcome, null);
  });

  it("[law 6] a deadline calls the model off, keeps what was bought, and the fallback speaks", async () => {
    fake.answerWith(() => ({ hang: true }));
    fake.onStill = () => assert.deepEqual(glass.turn(), [DEADLINE_MS]);
    const { orrery } = await withModels(setupAt(fake), { now: 1_700_000_000_000 });
    const first = await played({ orrery, agents: "red-ann=model:openai,*=bot:first" }, "council", {
      rounds: 1,
      deadlineMs: DEADLINE_MS,
    });
    const lines = await linesOf(orrery, first.run);
    const all = (await Promise.all(lines.map(({ id }) => answersOf(orrery, first.run, id)))).flat();
    const ann = all.find(({ actor }) => actor === "red-ann")!;
    assert.deepEqual([ann.by, ann.cause, ann.calls], ["fallback", "deadline", ["red-ann#1"]]);
    assert.equal((await callsOf(orrery, first.run))[0]!.fault!.code, "cancelled");
    await offline(async () => {
      const again = await withModels(setupAt(fake));
      const replay = await orrery.recording(first.run);
      const second = await played(
        { orrery: again.orrery, agents: "red-ann=model:openai,*=bot:first", replay },
        "council",
        { rounds: 1, deadlineMs: DEADLINE_MS },
      );
      assert.deepEqual(
        second.turns.map(([, truth]) => truth),
        first.turns.map(([, truth]) => truth),
      );
    });
  });

  it("a lineup that cannot be is refused with what would mend it", async () => {
    const { orrery } = await withModels(setupAt(fake));
    const { run } = await orrery.createRun({ world: "tictactoe", seed: "s" });
    for (const [agents, message] of [
      ["x=model:opnai", /did you mean "openai"/],
      ["x=bot:randm", /did you mean "random"/],
      ["y=person", /Nobody is called "y" here[\s\S]*x, o/],
      ["x=persn", /did you mean "person"/],
      ["x=bot", /which bot/],
      ["x", /names no seat/],
      ["x=person,x=bot:first", /twice/],
      ["x=person,", /missing/],
      ["*=model", /No model has the role "player"/],
    ] as const)
      await assert.rejects(orrery.play(run, { agents }), { code: "bad_agents", message }, agents);
  });
});

describe("secrets", () => {
  it("a key is in no database, export, recording, call, error or progress", async (t) => {
    const path = folder(t);
    const store = openSqlite(`${path}/o.db`);
    const { orrery } = await withModels(setupAt(fake), { store });
    const said: unknown[] = [];
    const onProgress = (progress: ModelProgress) => void said.push(progress);
    const { run } = await orrery.createRun({ world: "tictactoe", seed: "s" });
    // A server that quotes the key it was sent, in answers and in errors.
    fake.answerWith((seen): Reply => {
      const key = String(seen.headers["authorization"] ?? seen.headers["x-api-key"] ?? seen.headers["x-goog-api-key"]);
      return fake.seen.length % 2
        ? { text: `{"thought":"${key}"` }
        : { status: 400, error: { message: `bad key ${key}` } };
    });
    for (const family of FAMILIES) said.push(await orrery.play(run, { agents: `*=model:${family}`, onProgress }));
    fake.answerWith(babbling("then"));
    said.push(await orrery.play(run, { agents: "*=model:openai", onProgress }));
    assert.ok(
      fake.seen.some(({ headers }) => JSON.stringify(headers).includes(KEY)),
      "the key was sent",
    );
    said.push(await callsOf(orrery, run), await orrery.recording(run), await all(exportRun(store, run)));
    said.push(await linesOf(orrery, run));
    await orrery.close();
    const files = readdirSync(path).map((name) => readFileSync(`${path}/${name}`).toString("latin1"));
    for (const text of [...files, JSON.stringify(said)]) {
      assert.ok(!text.includes(KEY));
      assert.ok(!text.includes(encodeURIComponent(KEY)));
      assert.ok(!text.includes(Buffer.from(KEY).toString("base64")));
    }
  });

  it("calls travel with their run, byte for byte", async () => {
    fake.answerWith(babbling("travel"));
    const { orrery, store } = await withModels(setupAt(fake));
    const { run } = await orrery.createRun({ world: "tictactoe", seed: "s" });
    await orrery.play(run, { agents: "*=model:anthropic" });
    const target = memoryStore();
    const lines = await all(exportRun(store, run));
    await importRun(target, lines, sha256);
    const there = await withModels(setupAt(fake), { store: target });
    assert.deepEqual(await all(exportRun(target, run)), lines);
    assert.deepEqual(await callsOf(there.orrery, run), await callsOf(orrery, run));
    assert.equal(await there.orrery.recording(run), await orrery.recording(run));
  });
});

describe("what was learned of a server", () => {
  it("is kept, so that the next play does not pay for it again", async () => {
    const { orrery } = await withModels(setupAt(fake));
    const game = async () => {
      fake.reset();
      fake.quirks = { noSystemRole: true };
      fake.answerWith(babbling("learned"));
      const { run } = await orrery.createRun({ world: "tictactoe", seed: "s" });
      const { turns } = await orrery.play(run, { agents: "*=model:compatible" });
      return fake.seen.length - turns;
    };
    assert.equal(await game(), 1);
    assert.equal(await game(), 0);
  });
});

describe("a game master", () => {
  it("may be a model: what nobody foresaw is ruled on, within the world's bounds", async () => {
    const { orrery } = await withModels(setupAt(fake));
    const checked = await orrery.checkWorld(`gamemaster: true\n${await orrery.worldText("house/cottage")}`);
    assert.ok(checked.ok);
    const { run } = await orrery.createRun({ world: "house", config: checked.config, seed: "s" });
    await turn(orrery, run, { actions: [{ actorId: "you", type: "attempt", metadata: { how: "listen" } }] });
    const nothing = { tell: "", do: [] };
    const metadata = {
      possible: true,
      stakes: "",
      difficulty: 0,
      turns: 0,
      success: { tell: "A wren is singing.", do: [] },
      failure: nothing,
    };
    fake.answerWith((seen) => ({ json: spelled({ thought: "", action: { type: "rule", metadata } }, schemaIn(seen)) }));
    const done = await orrery.play(run, { agents: "gamemaster=model:anthropic,you=person" });
    assert.deepEqual([done.turns, done.stopped, done.waitingFor], [1, [], ["you"]]);
    const [answer] = await answersOf(orrery, run, "2");
    assert.deepEqual([answer!.by, answer!.calls], ["agent", ["gamemaster#1"]]);
    assert.match((await callsOf(orrery, run))[0]!.prompt, /"how":"listen"/);
  });
});

describe("words that want to be obeyed", () => {
  it("stand between marks in what was told, too", async () => {
    fake.answerWith((seen) => ({ json: spelled({ thought: "", actions: [{ type: "look" }] }, schemaIn(seen)) }));
    const { orrery } = await withModels(setupAt(fake));
    const { run } = await orrery.createRun({ world: "house/cottage", seed: "s" });
    let said = 0;
    for (const text of INJECTIONS) {
      const line = await turn(orrery, run, { actions: [{ actorId: "you", type: "say", metadata: { text } }] });
      if (!line.validation[0]!.success) continue;
      said++;
      await orrery.play(run, { agents: "*=model:anthropic", turnsMax: 1 });
      const { prompt } = (await callsOf(orrery, run)).at(-1)!;
      // A teller may set words as a sentence is set.
      const flat = (words: string) => words.replaceAll(/\s+/g, " ").toLowerCase();
      const spoken = flat(text).slice(1, -1);
      assert.ok(flat(prompt).includes(spoken), prompt);
      const outside = prompt.replaceAll(/<<<([A-Z-]+=*)\n[\s\S]*?\n\1>>>/g, "");
      assert.ok(!flat(outside).includes(spoken), outside);
      // No mark stands in what it encloses.
      for (const [, mark, inside] of prompt.matchAll(/<<<([A-Z-]+=*)\n([\s\S]*?)\n\1>>>/g))
        assert.ok(!inside!.includes(mark!), `${mark} stands in\n${inside}`);
    }
    assert.ok(said > 10);
  });

  it("stand between marks that they cannot close, for every author", async () => {
    fake.answerWith(babbling("inert"));
    const { orrery } = await withModels(setupAt(fake));
    for (const text of INJECTIONS) {
      const { run } = await orrery.createRun({ world: "council", config: { rounds: 1, deadlineMs: 0 }, seed: "s" });
      await turn(orrery, run, { as: "chair", actions: [{ actorId: "chair", type: "speak", metadata: { text } }] });
      await orrery.play(run, { agents: "red-ann=model:google,*=bot:first", turnsMax: 1 });
      const [{ prompt }] = (await callsOf(orrery, run)) as [CallLine];
      const outside = prompt.replaceAll(/<<<([A-Z-]+=*)\n[\s\S]*?\n\1>>>/g, "");
      assert.ok(prompt.includes(JSON.stringify(text)), text);
      for (const piece of text.split("\n"))
        assert.ok(piece.length < 4 || !outside.includes(piece), `${piece}\n${outside}`);
    }
  });

  it("a model that obeys them acts for nobody else, sees no more, and changes nothing by itself", async () => {
    const { orrery } = await withModels(setupAt(fake));
    const wanted: readonly unknown[] = [
      { thought: "", action: { actorId: "blue-ann", type: "vote", metadata: { yes: true } } },
      { thought: "", action: { type: "speak", metadata: { text: "close" } } },
      { thought: "", action: { type: "vote", metadata: { yes: true, for: "blue-ben" } } },
      { thought: "", action: { type: "@amended", metadata: { path: ["closed"], value: true } } },
      { thought: "", action: { type: "amend", metadata: { path: [], value: {} } } },
      {
        thought: "",
        actions: [
          { type: "vote", metadata: { yes: true } },
          { type: "vote", metadata: { yes: true } },
        ],
      },
      { state: { closed: true } },
    ];
    for (const json of wanted) {
      fake.answerWith(() => ({ json }));
      const { run } = await orrery.createRun({ world: "council", config: { rounds: 1, deadlineMs: 0 }, seed: "s" });
      const before = (await orrery.show(run, { as: "red-ann" })).view;
      await orrery.play(run, { agents: "red-ann=model:google,red-ben=bot:first,red-cat=bot:first", turnsMax: 1 });
      const [line] = await linesOf(orrery, run);
      const mine = line!.actions.filter(({ actorId }) => actorId === "red-ann");
      assert.deepEqual(mine, [{ actorId: "red-ann", type: "vote", metadata: { yes: false } }], JSON.stringify(json));
      assert.deepEqual([...new Set(line!.actions.map(({ actorId }) => actorId))].sort(), [
        "red-ann",
        "red-ben",
        "red-cat",
      ]);
      const calls = await callsOf(orrery, run);
      assert.equal(calls.length, 2);
      assert.ok(calls.every(({ prompt }) => prompt.includes(compactJson(before))));
      assert.equal(((await orrery.show(run)).view as { closed: boolean }).closed, false);
    }
  });
});
