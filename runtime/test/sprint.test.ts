// The sprint as a run: models and programs in its seats, pictures as artifacts, exports, blind judging, pausing.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import type { Agent } from "@orrery/agents";
import { canonical } from "@orrery/kernel";
import { type Orrery, openOrrery, type TurnLine } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { OPENING } from "@orrery/worlds/sprint/canon";
import { parse } from "yaml";
import { canonYaml } from "../../worlds/sprint/exports/canon-yaml.ts";
import { fakeProvider, schemaIn, setupAt, spelled, withModels } from "./fakes.ts";

const fake = fakeProvider();
const SHORT = { rounds: { FOUNDATION: 1, LANDMARKS: 1, TENSION: 1, CRYSTALLIZATION: 1 }, pictures: false };
const sha256 = (data: string | Uint8Array) => createHash("sha256").update(data).digest("hex");

async function started(orrery: Orrery, config: object = SHORT, seed = "sprint") {
  return (await orrery.createRun({ world: "sprint", seed, config })).run;
}
const open = () => openOrrery({ store: memoryStore() });

interface Event {
  readonly event_id: string;
  readonly team_id: string;
  readonly phase: string;
  readonly round: number;
  readonly speaker_role: string;
  readonly turn_type: string;
  readonly turn_output: Record<string, unknown> | null;
  readonly canon_before_hash: string;
  readonly canon_after_hash: string;
  readonly timestamp: string;
  readonly llm_metadata: {
    readonly model: string;
    readonly response_id: string | null;
    readonly tokens_in: number;
    readonly tokens_out: number;
    readonly attempts: readonly {
      readonly output: unknown;
      readonly problems: readonly { code: string; message: string }[];
    }[];
    readonly forfeit?: { readonly cause: string };
  };
}
async function transcript(orrery: Orrery, run: string, options: Record<string, string> = {}): Promise<Event[]> {
  const [file] = await orrery.exportAs(run, "transcript", { options });
  return String(file!.bytes)
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

describe("a model at a table", () => {
  it("[W16] repairs a refused turn, and the transcript keeps the try, the tokens and the model", async () => {
    let calls = 0;
    const asked = new Set<string>();
    fake.answerWith((seen) => {
      asked.add(`${seen.body.temperature} ${seen.body.max_output_tokens}`);
      const content =
        calls++ % 2 === 0
          ? "I object."
          : "Breaks: nobody can hear who pays.\nWhere: /governing_logic\nSettle: say who listens at night.";
      const where = [...seen.messages].reverse().find(({ role }) => role === "user")!.text;
      assert.match(seen.system + where, /You are CONTRARIAN/);
      assert.match(where, /Canon now, as far as you may write it/);
      const turn = /Give a (\w+)\./.exec(where)?.[1];
      const answer = {
        speaker_role: "CONTRARIAN",
        turn_type: turn,
        content,
        canon_patch: [],
        references: [],
        vote: null,
        decision: null,
      };
      return { json: spelled(answer, schemaIn(seen)) };
    });
    const { orrery } = await withModels(setupAt(fake));
    const run = await started(orrery);
    await orrery.play(run, { agents: "A.CONTRARIAN=model:openai,*=bot:scripted", turnsMax: 60 });
    const events = await transcript(orrery, run, { team: "A" });
    const objection = events.find(({ turn_type }) => turn_type === "OBJECTION")!;
    const { model, tokens_in, tokens_out, attempts, response_id } = objection.llm_metadata;
    assert.equal(model, "gpt-4.1-mini");
    assert.ok(tokens_in > 0 && tokens_out > 0);
    assert.equal(typeof response_id, "string");
    assert.deepEqual(
      attempts.map(({ problems }) => problems.map(({ code }) => code)),
      [["objection_missing"], []],
    );
    assert.deepEqual(attempts.at(-1)!.output, objection.turn_output);
    assert.equal((attempts[0]!.output as { content: string }).content, "I object.");
    // The agent's configuration: what the model's own leaves open.
    assert.deepEqual([...asked], ["0.8 900"]);
  });

  it("forfeits after three tries, each kept, and the match goes on", async () => {
    fake.answerWith((seen) => ({
      json: spelled(
        {
          speaker_role: "CONTRARIAN",
          turn_type: "OBJECTION",
          content: "No.",
          canon_patch: [],
          references: [],
          vote: null,
          decision: null,
        },
        schemaIn(seen),
      ),
    }));
    const { orrery } = await withModels(setupAt(fake));
    const run = await started(orrery);
    const { outcome } = await orrery.play(run, { agents: "A.CONTRARIAN=model:openai,*=bot:scripted" });
    assert.notEqual(outcome, null);
    const forfeits = (await transcript(orrery, run)).filter(({ turn_output }) => turn_output === null);
    assert.ok(forfeits.length > 8);
    for (const { llm_metadata, team_id } of forfeits) {
      assert.equal(team_id, "A");
      assert.deepEqual(llm_metadata.forfeit, { cause: "attempts" });
      assert.equal(llm_metadata.attempts.length, 3);
      assert.ok(llm_metadata.attempts.every(({ problems }) => problems.length > 0));
    }
  });
});

describe("an image model at the easel", () => {
  const PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYGD4DwABBAEAX+XDSwAAAABJRU5ErkJggg==";
  const painter = () =>
    setupAt(fake, {}, { model: "gemini-2.5-flash-image", provider: "google", url: fake.url("google") });

  it("is sent the rendered prompt, and its file hangs in the entry", async () => {
    const asked: string[] = [];
    fake.answerWith((seen) => {
      asked.push(seen.messages.map(({ text }) => text).join("\n"));
      return { image: PNG };
    });
    const { orrery } = await withModels(painter());
    const run = await started(orrery, { ...SHORT, pictures: true });
    const { outcome } = await orrery.play(run, { agents: "painter=model:google,*=bot:scripted" });
    assert.notEqual(outcome, null);
    assert.equal(asked.length, 12);
    const [prompts] = await orrery.exportAs(run, "prompts", { options: { team: "A" } });
    const pack = JSON.parse(String(prompts!.bytes)) as { hero_image: { rendered_prompt: string } };
    assert.ok(asked.some((text) => text.includes(pack.hero_image.rendered_prompt)));
    const files = await orrery.exportAs(run, "package", {});
    const pictures = files.filter(({ path }) => path.endsWith(".png"));
    assert.equal(pictures.length, 12);
    for (const { bytes } of pictures) assert.equal(Buffer.from(bytes as Uint8Array).toString("base64"), PNG);
    const { bytes } = await orrery.artifact(run, sha256(Buffer.from(PNG, "base64")), {});
    assert.equal(Buffer.from(bytes).toString("base64"), PNG);
  });

  it("is sent the shape and the seed that the pack names", async () => {
    const configs: unknown[] = [];
    fake.answerWith((seen) => {
      configs.push(seen.body.generationConfig);
      return { image: PNG };
    });
    const { orrery } = await withModels(painter());
    const run = await started(orrery, { ...SHORT, pictures: true });
    const teams = ["A", "B"].flatMap((team) =>
      ["ARCHITECT", "LOREKEEPER", "CONTRARIAN", "SYNTHESIZER"].map((role) => `${team}.${role}=bot:scripted`),
    );
    await orrery.play(run, { agents: teams.join(",") });
    for (const _ of ["A", "B"]) {
      const [example] = (await orrery.show(run, { as: "prompt-engineer" })).legal;
      const action = structuredClone(example) as unknown as { metadata: { pack: { hero_image: { params: object } } } };
      action.metadata.pack.hero_image.params = { aspect_ratio: "3:4", seed: 4711 };
      await orrery.submit(run, { as: "prompt-engineer", actions: [action] });
    }
    await orrery.play(run, { agents: "painter=model:google" });
    assert.equal(configs.length, 12);
    const own = configs.filter((one) => (one as { seed?: number }).seed === 4711);
    assert.deepEqual(
      own.map((one) => (one as { imageConfig: unknown }).imageConfig),
      [{ aspectRatio: "3:4" }, { aspectRatio: "3:4" }],
    );
  });

  it("gives way to a sketch where it fails, and the picture says so", async () => {
    fake.answerWith(() => ({ status: 400, error: { code: "bad", message: "no pictures today" } }) as never);
    const { orrery } = await withModels(painter());
    const run = await started(orrery, { ...SHORT, pictures: true });
    const { outcome } = await orrery.play(run, { agents: "painter=model:google,*=bot:scripted" });
    assert.notEqual(outcome, null);
    const files = await orrery.exportAs(run, "package", {});
    const sketches = files.filter(({ path }) => path.endsWith(".svg"));
    assert.equal(sketches.length, 12);
    for (const { bytes } of sketches) assert.match(String(bytes), /drawn from the prompt without a model/);
    for (const { bytes } of sketches) {
      const drawn = await orrery.artifact(run, sha256(bytes), {});
      assert.equal(drawn.mediaType, "image/svg+xml");
      assert.equal(Buffer.from(drawn.bytes).toString(), String(bytes));
    }
    await assert.rejects(orrery.artifact(run, sha256("no picture"), {}), { code: "unknown_artifact" });
  });
});

describe("a program at a table", () => {
  it("may answer with anything or crash: the match always continues", async () => {
    const store = memoryStore();
    let n = 0;
    const wild: Agent = ({ ask, legal }) => {
      const example = legal[0] as { metadata: { output: object } } | undefined;
      switch (n++ % 5) {
        case 0:
          throw new Error("broken");
        case 1:
          return { actions: [{ actorId: ask.to, type: "speak", metadata: { output: { content: "?" } } }] };
        case 2:
          return { actions: [] };
        case 3:
          return { actions: [{ ...example, metadata: { output: { ...example?.metadata.output, vote: "ABSTAIN" } } }] };
        default:
          return { actions: legal.slice(0, 1) };
      }
    };
    const orrery = await openOrrery({ store });
    const run = await started(orrery, { ...SHORT, tier: 3 });
    const { outcome } = await orrery.crank(run, { agents: () => wild });
    assert.notEqual(outcome, null);
    const events = await transcript(orrery, run);
    const causes = new Set(events.flatMap(({ llm_metadata: { forfeit } }) => forfeit?.cause ?? []));
    assert.ok(causes.has("fault") && causes.has("attempts"), [...causes].join());
    assert.ok(events.every(({ llm_metadata }) => llm_metadata.attempts.length <= 3));
    assert.deepEqual((await orrery.verify(run)).ok, true);
    await attemptsAreTheOwnersAlone(orrery, run, events);
  });
});

/** The owner's lines have the refused attempts of the transcript, with the beginning of each; no seat's lines have any. */
async function attemptsAreTheOwnersAlone(orrery: Orrery, run: string, events: readonly Event[]): Promise<void> {
  const lines = (await Array.fromAsync(orrery.log(run))) as TurnLine[];
  const shown = lines.flatMap(({ attempts = [] }) => attempts);
  const codes = shown.flatMap(({ problems }) => problems.map(({ reason }) => reason));
  const refused = events.flatMap(({ llm_metadata }) => llm_metadata.attempts.filter(({ problems }) => problems.length));
  assert.deepEqual(codes.sort(), refused.flatMap(({ problems }) => problems.map(({ code }) => code)).sort());
  assert.ok(codes.length > 0 && shown.every(({ text }) => text.length > 0 && text.length <= 501));
  for await (const line of orrery.log(run, { as: "A.ARCHITECT" })) assert.ok(!("attempts" in line), line.id);
}

describe("the exports of a match", () => {
  it("tell both teams turn by turn: hashes chained, ids apart, rounds within their phases", async () => {
    const orrery = await open();
    const run = await started(orrery, { pictures: false });
    await orrery.play(run, { agents: "*=bot:scripted" });
    const events = await transcript(orrery, run);
    assert.equal(new Set(events.map(({ event_id }) => event_id)).size, events.length);
    for (const team of ["A", "B"]) {
      const own = await transcript(orrery, run, { team });
      assert.deepEqual(
        own,
        events.filter(({ team_id }) => team_id === team),
      );
      for (const [i, event] of own.entries())
        if (i > 0) assert.equal(event.canon_before_hash, own[i - 1]!.canon_after_hash);
      for (const { canon_before_hash, canon_after_hash, turn_type, llm_metadata, turn_output } of own) {
        const isMoved = canon_before_hash !== canon_after_hash;
        if (isMoved)
          assert.ok(
            turn_type === "VOTE" ||
              turn_output?.["decision"] === "DEADLOCK_TIEBREAK" ||
              llm_metadata.model === "engine",
          );
      }
      assert.ok(own.filter(({ phase }) => phase === "TENSION").every(({ round }) => round === 1 || round === 2));
      const [file] = await orrery.exportAs(run, "canon", { options: { team, json: "true" } });
      const canon = JSON.parse(String(file!.bytes)) as unknown;
      assert.equal(own.at(-1)!.canon_after_hash, `sha256:${sha256(canonical(canon))}`);
      const [yaml] = await orrery.exportAs(run, "canon", { options: { team } });
      assert.match(String(yaml!.bytes), /^world_name: ".+"\ngoverning_logic: "/);
      assert.deepEqual(parse(String(yaml!.bytes)), canon);
      for (const event of own) {
        assert.deepEqual(Object.keys(event.turn_output!).sort(), KEYS);
        assert.equal(new Date(event.timestamp).toISOString(), event.timestamp);
      }
    }
  });
  it("keep every text of a canon in YAML, quotes, colons and line breaks too", () => {
    const awkward = [
      '"quoted": # no comment',
      "- one\n  two\r\n\tthree",
      "no",
      "1e3",
      "\u0085\u2028 { } [ ] & * ! | > % @ `",
      "~",
    ];
    const landmarks = awkward
      .slice(0, 3)
      .map((name) => ({ visual_key: "v", name, description: "", significance: name }));
    const canon = {
      ...OPENING,
      world_name: awkward[0]!,
      aesthetic_mood: awkward,
      landmarks,
      tension: { conflict: awkward[1]! },
    };
    assert.deepEqual(parse(canonYaml(canon)), canon);
    assert.deepEqual(parse(canonYaml(OPENING)), OPENING);
  });
  const KEYS = ["canon_patch", "content", "decision", "references", "speaker_role", "turn_type", "vote"];

  it("[W10] [W11] pack entries, transcript included, without a team, a run, a seed or an original id", async () => {
    const orrery = await open();
    const seed = "planted-seed-4711";
    const run = await started(orrery, {}, seed);
    await assert.rejects(orrery.exportAs(run, "package", {}), { code: "bad_export", message: /not over/ });
    await orrery.play(run, { agents: "*=bot:scripted" });
    const ids = (await transcript(orrery, run)).map(({ event_id }) => event_id);
    const files = await orrery.exportAs(run, "package", {});
    for (const label of ["entry-1", "entry-2"]) {
      const own = files
        .filter(({ path }) => path.startsWith(`${label}/`))
        .map(({ path }) => path.slice(label.length + 1));
      assert.deepEqual(own.filter((name) => !name.endsWith(".svg")).sort(), [
        "canon.json",
        "commitment",
        "prompts.json",
        "transcript.jsonl",
      ]);
      assert.equal(own.filter((name) => name.endsWith(".svg")).length, 6);
    }
    for (const { path, bytes } of files) {
      const text = String(bytes);
      assert.ok(!text.includes(seed) && !text.includes(run), path);
      assert.ok(!ids.some((id) => text.includes(id)), path);
      assert.doesNotMatch(text, /team[ _-]?[ab]\b|"team|\b[AB]\.[A-Z]{4}|scripted|"model|timestamp/i, path);
    }
  });
});

describe("judging", () => {
  it("is blind both ways round, keeps its verdict, and opens the mapping after it", async () => {
    const orrery = await open();
    const run = await started(orrery, { ...SHORT, pictures: true });
    await assert.rejects(orrery.exportAs(run, "verdict", {}), { code: "bad_export", message: /not over/ });
    await orrery.play(run, { agents: "*=bot:scripted" });
    const verdict = async () => JSON.parse(String((await orrery.exportAs(run, "verdict", {}))[0]!.bytes));
    await assert.rejects(verdict(), { code: "bad_export", message: /nobody has judged/ });
    const early = await orrery.god(run, { actorId: "god", type: "unseal" });
    assert.equal(early.validation[0]!.reason, "no_verdict");

    await orrery.play(run, { agents: "judge=bot:rubric", standing: true });
    const first = await verdict();
    assert.deepEqual(
      first.verdicts.map(({ judge, order }: { judge: string; order: string[] }) => [judge, ...order]),
      [
        ["judge", "entry-1", "entry-2"],
        ["judge", "entry-2", "entry-1"],
      ],
    );
    assert.equal(first.reveal, null);
    await orrery.play(run, { agents: "judge=bot:rubric", standing: true });
    assert.deepEqual(await verdict(), first);

    await orrery.god(run, { actorId: "god", type: "unseal" });
    const { reveal, commitment } = await verdict();
    assert.equal(commitment, `sha256:${sha256(canonical(reveal))}`);
    const files = await orrery.exportAs(run, "package", {});
    for (const [label, team] of Object.entries(reveal.mapping)) {
      const [canon] = await orrery.exportAs(run, "canon", { options: { team: String(team), json: "true" } });
      const entry = files.find(({ path }) => path === `${label}/canon.json`)!;
      assert.deepEqual(JSON.parse(String(entry.bytes)), JSON.parse(String(canon!.bytes)));
    }
    const { turns } = await orrery.play(run, { agents: "judge-2=bot:rubric", standing: true });
    assert.equal(turns, 0, "a judge of an unsealed match would not be blind");
  });

  it("takes a person's marks through the same ask", async () => {
    const orrery = await open();
    const run = await started(orrery);
    await orrery.play(run, { agents: "*=bot:scripted" });
    const marks = { coherence: 4, ambition: 3, visual_fidelity: 2, artifact_quality: 1, process: 5 };
    const submit = () =>
      orrery.submit(run, {
        as: "judge-2",
        actions: [{ actorId: "judge-2", type: "score", metadata: { scores: { "entry-1": marks, "entry-2": marks } } }],
      });
    await submit();
    await submit();
    const verdict = JSON.parse(String((await orrery.exportAs(run, "verdict", {}))[0]!.bytes));
    assert.deepEqual(verdict.totals["entry-1"], { mean: 2.95, low: 2.95, high: 2.95 });
    await assert.rejects(async () => {
      const third = await submit();
      if (third.kind === "turn" && third.line.validation.some(({ success }) => !success)) throw new Error("refused");
    });
  });
});

describe("[W13] an interrupted match", () => {
  it("resumes after every restart and reaches the same worlds; a branch reaches others", async () => {
    const store = memoryStore();
    const orrery = await openOrrery({ store });
    const [whole, halves] = [await started(orrery), await started(orrery)];
    await orrery.play(whole, { agents: "*=bot:scripted" });
    // Each time by another server, which knows of the match only what was stored.
    for (let i = 0; i < 40; i++) {
      const next = await openOrrery({ store });
      if ((await next.play(halves, { agents: "*=bot:scripted", turnsMax: 5 })).turns === 0) break;
    }
    assert.notEqual((await orrery.show(halves)).outcome, null);
    const canonOf = async (run: string, branch = "main") =>
      String((await orrery.exportAs(run, "canon", { branch, options: { team: "A" } }))[0]!.bytes);
    assert.equal(await canonOf(halves), await canonOf(whole));
    await orrery.createBranch(whole, { name: "again", at: 3, dice: "fresh" });
    await orrery.play(whole, { agents: "*=bot:scripted", branch: "again" });
    assert.notEqual(await canonOf(whole, "again"), await canonOf(whole));
  });
});
