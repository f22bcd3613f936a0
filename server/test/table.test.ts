// The table over HTTP: its schemas, its check, and the three messages of the protocol answered by a run with the game master that comes with it.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { openOrrery } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { listen } from "../src/index.ts";
import { type Fixture, openFixture, until } from "./support.ts";

const { fight } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../fixtures/table/scenes.json"), "utf8"),
) as Record<string, { state: unknown; input: string; response: unknown }>;

interface Person {
  readonly alignment: string;
  readonly mbti: string;
}

describe("the table over HTTP", () => {
  let at: Fixture;
  let run: string;
  before(async () => {
    at = await openFixture();
    run = await at.start("table/third-bell");
  });
  after(() => at.close());
  const send = (message: unknown, query = "") => at.ask("POST", `/api/runs/${run}/protocol${query}`, message);
  const say = (content: string, query = "") =>
    send({ message_type: "user_input", content, context: { game_mode: "character", user_id: "u1" } }, query);

  it("shows its schemas and codes to anyone", async () => {
    const { status, body } = await at.ask("GET", "/api/table/schema");
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(body.responses as object), ["STORY", "DM", "GOD"]);
    assert.deepEqual(Object.keys(body.messages as object), ["user_input", "system_instruction", "story_continuation"]);
    assert.equal((body.codes as Record<string, { blocks: boolean }>)["dice_unmatched"]?.blocks, true);
  });

  it("judges a response as the command line does", async () => {
    const given = { state: fight!.state, input: fight!.input, response: JSON.stringify(fight!.response) };
    const clean = await at.ask("POST", "/api/table/check", given);
    assert.deepEqual([clean.status, clean.body.ok], [200, true]);
    const faulty = await at.ask("POST", "/api/table/check", { ...given, response: "{" });
    assert.deepEqual([faulty.status, faulty.body.ok], [200, false]);
    assert.equal((await at.ask("POST", "/api/table/check", { ...given, state: { party: 1 } })).status, 400);
  });

  it("answers a player's words with the exact response", async () => {
    const { status, body } = await say("I look around.");
    assert.equal(status, 200, JSON.stringify(body));
    for (const field of [
      "session_header",
      "resources",
      "narrative",
      "planning_block",
      "dice_rolls",
      "entities_mentioned",
      "location_confirmed",
      "state_updates",
    ])
      assert.ok(Object.hasOwn(body, field), field);
    assert.equal("debug_info" in body, false);
    assert.doesNotMatch(JSON.stringify(body), /"(mbti|alignment)"/);
  });

  it("has debug_info in it when debug is on", async () => {
    assert.equal("debug_info" in (await say("I look around.", "?debug=true")).body, true);
  });

  it("thinks without a deed", async () => {
    const { status, body } = await say("I think about my options.");
    assert.equal(status, 200, JSON.stringify(body));
    assert.ok((body.planning_block as Record<string, unknown>)["analysis"]);
    assert.deepEqual(body.dice_rolls, []);
  });

  it("puts an instruction to the game master out of character", async () => {
    const { status, body } = await send({
      message_type: "system_instruction",
      content: "How does grappling work?",
      context: { instruction_type: "base_system" },
    });
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal("session_header" in body, false);
  });

  it("continues from the story's current sequence id, and from no other", async () => {
    const went = (await at.orrery.show(run)).view as { told: { sequence: number; narrative: string } };
    const message = (sequence_id: unknown, content = "") => ({
      message_type: "story_continuation",
      content,
      context: { checkpoint_block: "At Thornwick", sequence_id },
    });
    const again = await send(message(went.told.sequence));
    assert.deepEqual([again.status, again.body.narrative], [200, went.told.narrative]);
    assert.equal((await send(message(went.told.sequence + 1))).status, 409);
    assert.equal((await send(message(went.told.sequence, "I look around."))).status, 200);
  });

  describe("with a seat's token", () => {
    const ILSA = "pc_ilsa_vane_001";
    let token: string;
    before(async () => {
      token = await at.orrery.invite(run, ILSA);
    });
    const told = (content: string, query = "") => ({
      message: { message_type: "user_input", content, context: { game_mode: "character", user_id: "u1" } },
      query,
    });
    const bySeat = ({ message, query }: ReturnType<typeof told>, id = run) =>
      at.ask("POST", `/api/runs/${id}/protocol${query}`, message, { authorization: `Bearer ${token}` });

    it("answers on the seat's branch, and knows no other", async () => {
      await at.orrery.play(run, { agents: "gm=bot:scripted" });
      await at.orrery.createBranch(run, { name: "aside", at: 1 });
      const heads = async () => JSON.stringify((await at.orrery.branches(run)).map(({ name, head }) => [name, head]));
      const was = await heads();
      const [real, none] = [
        await bySeat(told("I wait.", "?branch=aside")),
        await bySeat(told("I wait.", "?branch=typo")),
      ];
      assert.deepEqual([real.status, real.text.replace("aside", "B")], [404, none.text.replace("typo", "B")]);
      assert.equal((await bySeat(told("I wait."), await at.start("table/third-bell"))).status, 403);
      assert.equal(await heads(), was, "nothing was played");
    });

    it("gives the changes that the seat's view shows, where the owner gets all", async () => {
      const mine = await bySeat(told("I look around.", "?debug=true&gm=bot:nobody"));
      assert.equal(mine.status, 200, mine.text);
      assert.equal("debug_info" in mine.body, false, "debug is the owner's choice");
      const { told: last } = (await at.orrery.show(run)).view as { told: { state_updates: object } };
      assert.notDeepEqual(last.state_updates, {}, "the turn changed something");
      const { debug } = (await at.orrery.show(run, { as: ILSA })).view as { debug: { state_updates: object } | null };
      assert.deepEqual(mine.body.state_updates, debug?.state_updates ?? {});
      const context = { checkpoint_block: "At Thornwick", sequence_id: mine.headers["x-table-sequence"] };
      const all = await send({ message_type: "story_continuation", content: "", context });
      assert.deepEqual([all.status, Object.keys(all.body.state_updates as object).length > 0], [200, true]);
      assert.deepEqual({ ...all.body, state_updates: 0 }, { ...mine.body, state_updates: 0 });
    });

    it("names no alignment, personality or note of the game master in any answer", async () => {
      const { heroes, npcs } = (await at.orrery.show(run)).view as Record<"heroes" | "npcs", Record<string, Person>>;
      const labels = Object.values({ ...heroes, ...npcs }).flatMap(({ alignment, mbti }) => [alignment, mbti]);
      assert.ok(labels.length > 8 && labels.every((label) => label !== ""), labels.join());
      const internal = new RegExp(`${[...new Set(labels)].join("|")}|debug_info|dm_notes|state_rationale`, "i");
      const ofRun = `/api/runs/${run}`;
      const asked = (method: "GET" | "POST", path: string, body?: unknown) =>
        at.ask(method, path, body, { authorization: `Bearer ${token}` });
      const answers = [];
      for (const words of [
        "Who is Hesper, and what is her alignment?",
        "talk to hesper",
        "long rest",
        "GOD MODE: help",
      ])
        answers.push(await bySeat(told(words, "?debug=true")));
      for (const body of [{ text: "attack nobody" }, { actions: [{ actorId: ILSA, type: "level_up", metadata: {} }] }])
        answers.push(await asked("POST", `${ofRun}/turns`, body), await asked("POST", `${ofRun}/judge`, body));
      for (const path of ["", "/asks", "/turns", "/recall", "/knows?thing=npc_hesper_001", "/tellings"])
        answers.push(await asked("GET", ofRun + path));
      assert.ok(answers.filter(({ status }) => status === 200).length > 6, answers.map(({ status }) => status).join());
      for (const { text } of answers) assert.doesNotMatch(text, internal);
      const owner = await at.ask("GET", ofRun);
      assert.match(owner.text, internal, "the campaign itself has them");
    });

    it("names the seat in the record of its turn", async () => {
      await bySeat(told("I look around."));
      const [seat] = await at.orrery.seats(run);
      const lines = await Array.fromAsync(at.orrery.log(run));
      const mine = lines.findLast((line) => "actor" in line && line.actor === ILSA)!;
      const why = (await at.ask("GET", `/api/runs/${run}/turns/${mine.id}/why`)).body;
      assert.equal(why.answers[0].seat, seat!.id);
    });
  });

  it("does not process a message without its context", async () => {
    const turns = (await at.orrery.show(run)).head.turn;
    const { status, body } = await send({
      message_type: "user_input",
      content: "I look around.",
      context: { game_mode: "character" },
    });
    assert.equal(status, 400);
    assert.deepEqual(
      (body.violations as { path: string }[]).map(({ path }) => path),
      ["context.user_id"],
    );
    assert.equal((await at.orrery.show(run)).head.turn, turns);
  });

  it("refuses runs of other worlds", async () => {
    const other = await at.start("tictactoe");
    const message = { message_type: "user_input", content: "5", context: { game_mode: "character", user_id: "u1" } };
    assert.equal((await at.ask("POST", `/api/runs/${other}/protocol`, message)).status, 403);
    assert.equal((await at.ask("POST", "/api/runs/nothing/protocol", message)).status, 404);
  });
});

describe("the staff of a world", () => {
  const LOOK = { as: "pc_ilsa_vane_001", text: "I look around." };
  const isAsked = (at: Fixture, run: string, told: number) => async () => {
    const { view, asks } = await at.orrery.show(run);
    return (view as { told: { sequence: number } | null }).told?.sequence === told && asks[0]?.to !== "gm";
  };

  it("plays in a run that names no agents", async (t) => {
    const at = await openFixture();
    t.after(() => at.close());
    const { body } = await at.ask("POST", "/api/runs", { world: "table/third-bell" });
    assert.equal(body.sitting.agents, "gm=bot:scripted,*=person");
    await until(isAsked(at, body.run, 1), "the game master has told the opening");
    assert.equal((await at.ask("POST", `/api/runs/${body.run}/turns`, LOOK)).status, 201);
    await until(isAsked(at, body.run, 2), "the game master has told the turn");
  });

  it("takes its seat again with the first turn after a restart, and on a new branch", async (t) => {
    const orrery = await openOrrery({ store: memoryStore() });
    const { run } = await orrery.createRun({ world: "table/third-bell" });
    await orrery.play(run, { agents: "gm=bot:scripted" });
    const at = await openFixture({ orrery });
    t.after(() => at.close());
    assert.deepEqual((await at.ask("GET", `/api/runs/${run}/agents`)).body, []);
    assert.equal((await at.ask("POST", `/api/runs/${run}/turns`, LOOK)).status, 201);
    await until(isAsked(at, run, 2), "the game master has told the turn");
    assert.equal((await at.ask("POST", `/api/runs/${run}/branches`, { name: "other", at: 1 })).status, 201);
    const sittings: { branch: string }[] = (await at.ask("GET", `/api/runs/${run}/agents`)).body;
    assert.deepEqual(sittings.map(({ branch }) => branch).sort(), ["main", "other"]);
  });

  it("makes way for agents that are asked for, and stays away when it was called off", async (t) => {
    const at = await openFixture();
    t.after(() => at.close());
    const { run } = (await at.ask("POST", "/api/runs", { world: "table/third-bell" })).body;
    await until(isAsked(at, run, 1), "the game master has told the opening");
    const named = { agents: "gm=bot:scripted,pc_ilsa_vane_001=person" };
    assert.equal((await at.ask("POST", `/api/runs/${run}/agents`, named)).body.agents, named.agents);
    assert.equal((await at.ask("POST", `/api/runs/${run}/agents`, named)).status, 403);
    assert.equal((await at.ask("POST", `/api/runs/${run}/agents/stop`, {})).body.state, "stopped");
    await at.ask("POST", `/api/runs/${run}/turns`, LOOK);
    const [sitting] = (await at.ask("GET", `/api/runs/${run}/agents`)).body;
    assert.equal(sitting.state, "stopped");
    assert.equal((await at.orrery.show(run)).asks[0]?.to, "gm");
  });

  it("tells what a guest's message of the protocol sets off, and no bot steps in for a person in its seat", async (t) => {
    const at = await openFixture();
    t.after(() => at.close());
    const told: string[] = [];
    const play = at.orrery.play.bind(at.orrery);
    t.mock.method(at.orrery, "play", (...given: Parameters<typeof play>) => {
      told.push(given[1].agents);
      return play(...given);
    });
    const context = { game_mode: "character", user_id: "u1" };
    const look = { message_type: "user_input", content: "I look around.", context };
    const said = async (agents: string) => {
      const { run } = (await at.ask("POST", "/api/runs", { world: "table/third-bell", agents })).body;
      const authorization = `Bearer ${await at.orrery.invite(run, LOOK.as)}`;
      const { status, text } = await at.ask("POST", `/api/runs/${run}/protocol`, look, { authorization });
      return { status, text, turns: (await at.orrery.show(run)).head.turn };
    };
    const seated = "gm=bot:first,*=person";
    const answered = await said(seated);
    assert.equal(answered.status, 200, answered.text);
    assert.deepEqual([...new Set(told)], [seated]);
    const alone = await said("*=person");
    assert.deepEqual([alone.status, alone.turns], [409, 0], alone.text);
  });

  it("is waited for no longer than the client stays", async (t) => {
    const at = await openFixture();
    t.after(() => at.close());
    // A game master that sits and never tells.
    const sitting = (_run: string, { signal }: { readonly signal?: AbortSignal | undefined }) =>
      new Promise<never>((resolve) =>
        signal?.addEventListener("abort", () => resolve({ turns: 0, stopped: "aborted", spending: [] } as never)),
      );
    t.mock.method(at.orrery, "play", sitting);
    const waiting: AbortSignal[] = [];
    const follow = at.orrery.follow.bind(at.orrery);
    t.mock.method(at.orrery, "follow", (...given: Parameters<typeof follow>) => {
      waiting.push(given[1].signal);
      return follow(...given);
    });
    const server = await listen({ orrery: at.orrery, port: 0 });
    t.after(() => server.close());
    const post = (path: string, body: unknown, signal?: AbortSignal) =>
      fetch(server.url + path, {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify(body),
        ...(signal ? { signal } : {}),
      });
    const begun = await post("/api/runs", { world: "table/third-bell", agents: "gm=bot:first,*=person" });
    const { id: run } = (await begun.json()) as { id: string };
    const context = { game_mode: "character", user_id: "u1" };
    const said = { message_type: "user_input", content: "I look around.", context };
    const client = new AbortController();
    const asked = post(`/api/runs/${run}/protocol`, said, client.signal);
    await until(async () => waiting.length === 1, "the telling is waited for");
    assert.equal(waiting[0]!.aborted, false);
    client.abort();
    await assert.rejects(asked, { name: "AbortError" });
    await until(async () => waiting[0]!.aborted, "nobody waits any more");
  });

  it("is nobody in a world without staff, and where every seat is a person's", async (t) => {
    const at = await openFixture();
    t.after(() => at.close());
    const board = (await at.ask("POST", "/api/runs", { world: "tictactoe" })).body;
    assert.equal("sitting" in board, false);
    const { run } = (await at.ask("POST", "/api/runs", { world: "table/third-bell", agents: "*=person" })).body;
    await until(
      async () => (await at.ask("GET", `/api/runs/${run}/agents`)).body[0]?.state === "waiting",
      "people are waited for",
    );
    const { head, asks } = await at.orrery.show(run);
    assert.deepEqual([head.turn, asks[0]?.to], [0, "gm"]);
  });
});
