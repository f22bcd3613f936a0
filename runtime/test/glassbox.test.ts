// Ten models at one table of the Glass Box, over real HTTP of all four families: the game ends for any answers, and plays again without any of them.
import assert from "node:assert/strict";
import { it } from "node:test";
import { sha256 } from "@orrery/kernel/testing";
import type { Answerer, Seen } from "@orrery/models/testing";
import type { Orrery, TurnLine } from "@orrery/runtime";
import { COLOURS, type GlassEvent } from "@orrery/worlds/glassbox";
import { fakeProvider, offline, schemaIn, setupAt, spelled, withModels } from "./fakes.ts";
import { all } from "./open.ts";

const fake = fakeProvider();
const CONFIG = {
  preset: "model",
  seats: COLOURS.slice(0, 10).map((id, i) => ({ id, role: i < 2 ? "impostor" : "crewmate", model: `model of ${id}` })),
  settings: { limitMs: 90_000, gameEndAsk: true, firstKillCooldownMs: 15_000, killCooldownMs: 15_000 },
};
const LINEUP = [
  ...["red", "blue", "green"].map((id) => `${id}=model:openai`),
  ...["pink", "orange", "yellow"].map((id) => `${id}=model:anthropic`),
  ...["black", "white"].map((id) => `${id}=model:google`),
  "*=model:compatible",
].join(",");

/** Everything that the model gets to read, what was said before included. */
const wordsOf = ({ blocks }: Seen): string => blocks.map(({ text }) => text).join("\n");
interface Listed {
  readonly types: readonly string[];
  readonly [list: string]: readonly string[];
}

/** Players that strike, work, report, accuse and vote as what they are told allows; Purple's server is broken, and Brown never makes sense. */
const brains: Answerer = (seen) => {
  const words = wordsOf(seen);
  const who = [...words.matchAll(/"you":\{"id":"(\w+)"/g)].at(-1)?.[1];
  // A repair that goes on from what the server remembers repeats nothing of it.
  if (who === undefined) return { text: "As I said." };
  if (who === "purple") return { status: 500, error: { message: "out of order" } };
  if (who === "brown") return { text: "I am a teapot, short and stout." };
  const said = words.slice(words.lastIndexOf("# You\n"));
  const listed = JSON.parse(/# Available actions\n[^\n]*\n(\{.*\})/.exec(said)![1]!) as Listed;
  const n = Number.parseInt(sha256(said).slice(0, 6), 16);
  const any = (list: readonly string[] = []) => list[n % Math.max(1, list.length)];
  const thought = { internal_thought: `${who} thinks number ${n}.` };
  const reply = (value: object) => ({ json: spelled(value, schemaIn(seen)), delayMs: n % 3 });
  const answer = (type: string, target: string, scratchpad_updates: object, more: object = {}) =>
    reply({ ...thought, action: { type, target }, scratchpad_updates, ...more });
  if (listed.types.includes("VOTE")) return answer("VOTE", any(listed["available_votes"])!, {});
  if (listed.types.includes("SPEAK")) {
    const claims = [{ kind: "accusation", player: "red" }];
    return answer(
      "SPEAK",
      "",
      { meeting_scratch: `Scratch of ${who}.` },
      { meeting: { speech: `Trust me, says ${who}.`, claims, suspicions: [] } },
    );
  }
  if (said.includes("The game is over."))
    return reply({ ...thought, learned: { games: 1, lessons: [{ about: "map", text: `${who} got lost.` }] } });
  if (!listed.types.includes("MOVE"))
    return listed.types.includes("WAIT")
      ? answer("WAIT", "", {})
      : answer("REFLECT", "", { plan: `Beware of number ${n}.` });
  const target = any(listed["available_kills"]);
  const use = any(listed["available_interactions"]);
  const [type, object] = target
    ? (["KILL", target] as const)
    : use && n % 4 > 0
      ? (["INTERACT", use] as const)
      : (["MOVE", ["reactor", "bridge", "atrium", "hold"][n % 4]!] as const);
  return answer(type, object, { events: `Was asked about ${n}.` });
};

async function played(orrery: Orrery, replay?: string) {
  const { run } = await orrery.createRun({ world: "glassbox", config: CONFIG, seed: "models" });
  // Live, it is left and gone on with: conversations are then told again from the calls that were kept.
  if (replay === undefined) await orrery.play(run, { agents: LINEUP, turnsMax: 45 });
  const done = await orrery.play(run, { agents: LINEUP, ...(replay === undefined ? {} : { replay }) });
  const lines = (await all(orrery.log(run))) as TurnLine[];
  return { run, done, lines, hashes: lines.map(({ hash, truthHash }) => [hash, truthHash]) };
}

it("a game of ten models ends for any answers of one of them, and replays bit for bit with the network trapped", async () => {
  fake.answerWith(brains);
  const { orrery } = await withModels(setupAt(fake));
  const first = await played(orrery);
  assert.notEqual(first.done.outcome, null, JSON.stringify(first.done.stopped));
  assert.equal((await orrery.verify(first.run)).ok, true);

  const events = first.lines.flatMap(({ events }) => events) as unknown as readonly GlassEvent[];
  const happened = new Set(events.map(({ type }) => type));
  for (const type of ["killed", "meeting_called", "spoke", "tallied", "task_stepped", "noted", "learned", "ended"])
    assert.ok(happened.has(type as GlassEvent["type"]), `no "${type}" in ${[...happened].join(", ")}`);
  // An actor that talks nonsense or never answers waits, is silent and skips; the game goes on without them.
  const calls = await all(orrery.calls(first.run));
  assert.equal(new Set(calls.map(({ lane }) => lane)).size, 10);
  for (const who of ["purple", "brown"]) {
    const own = first.lines.flatMap(({ actions }) => actions).filter(({ actorId }) => actorId === who);
    assert.ok(own.length > 1, `${who} was asked`);
    for (const { type, targetId, metadata } of own)
      assert.ok(
        type === "wait" || type === "reflect" || targetId === "skip" || metadata?.["text"] === "",
        `${who}: ${type} ${targetId}`,
      );
  }

  // Each meeting's end is the end of a conversation: its talk and its scratch are gone but for the pads.
  let began = 0;
  for (const lane of new Set(calls.map((call) => call.lane))) {
    let chapter = "";
    for (const { system, earlier, prompt, attempt } of calls.filter((call) => call.lane === lane)) {
      const now = system.find(({ id }) => id === "chapter")?.text ?? "";
      if (attempt === 1 && now !== chapter) {
        assert.equal(earlier, 0, `${lane} goes on with a conversation from before "${now}"`);
        began++;
      }
      chapter = now;
      const over = /"phase":"PLAYING"/.test(prompt) && /"status":"alive"/.test(prompt);
      if (over) assert.doesNotMatch(prompt, /Trust me|Scratch of/);
    }
  }
  assert.ok(began > 3, `${began} conversations began after a meeting`);
  const inPlay = fake.seen
    .map(wordsOf)
    .filter((words) =>
      /^(?=.*"phase":"PLAYING")(?=.*"status":"alive")/m.test(words.slice(words.lastIndexOf("# You\n"))),
    );
  const later = inPlay.filter((words) => words.includes("# So far\n"));
  assert.ok(later.length > 3);
  for (const words of later) assert.doesNotMatch(words.slice(0, words.lastIndexOf("# You\n")), /Scratch of/);

  const recording = await orrery.recording(first.run);
  const asked = fake.seen.length;
  const bare = setupAt(fake);
  await offline(async () => {
    const again = await withModels(() => ({ ...bare(), environment: {} }));
    const second = await played(again.orrery, recording);
    assert.deepEqual(second.hashes, first.hashes);
    assert.deepEqual(second.done.outcome, first.done.outcome);
    assert.equal(await again.orrery.recording(second.run), recording);
    await again.orrery.close();
  });
  assert.equal(fake.seen.length, asked);
  await orrery.close();
});
