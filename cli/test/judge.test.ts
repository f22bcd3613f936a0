// `judge`, and the exports of a sprint, as they are typed: exit codes, what is printed, what lies in the folder afterwards.
import assert from "node:assert/strict";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { Thread } from "./thread.ts";

const folder = mkdtempSync(join(tmpdir(), "orrery-judge-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const thread = new Thread();
const orrery = (...words: string[]) => thread.do(words, "", { ORRERY_DB: join(folder, "orrery.db") });
const config = '{"rounds":{"FOUNDATION":1,"LANDMARKS":1,"TENSION":1}}';
const { run } = JSON.parse(orrery("run", "sprint", "--seed", "cli", "--config", config, "--json").out) as {
  run: string;
};

describe("judge", () => {
  it("refuses to reveal before a verdict, judges by rubric unless told, and judging again changes nothing", () => {
    const early = orrery("judge", run, "--reveal", "--json");
    assert.equal(early.code, 1);
    assert.equal(early.out, "");
    assert.match(early.err, /no verdict yet/);
    const first = orrery("judge", run, "--json");
    assert.equal(first.code, 0);
    const { verdicts, reveal, weights } = JSON.parse(first.out);
    assert.equal(verdicts.length, 2);
    assert.equal(reveal, null);
    assert.deepEqual(Object.values(weights), [25, 20, 20, 20, 15]);
    assert.equal(orrery("judge", run, "--agents", "judge=bot:rubric", "--json").out, first.out);
    assert.match(orrery("judge", run).out, /^judged by judge$/m);
    const open = orrery("judge", run, "--reveal", "--json");
    assert.equal(open.code, 0);
    assert.deepEqual(Object.values(JSON.parse(open.out).reveal.mapping).sort(), ["A", "B"]);
    assert.equal(orrery("judge", run, "--reveal", "--json").out, open.out);
  });

  it("seats judges only, and only in a world with judging", () => {
    assert.equal(orrery("judge", run, "--agents", "A.ARCHITECT=bot:scripted").code, 2);
    assert.equal(orrery("judge", run, "--agents", "judge=bot:nobody").code, 2);
    assert.equal(orrery("judge", "nowhere").code, 1);
    const { run: other } = JSON.parse(orrery("new", "tictactoe", "--json").out);
    assert.equal(orrery("judge", other).code, 2);
    const { run: begun } = JSON.parse(orrery("new", "sprint", "--json").out);
    const early = orrery("judge", begun);
    assert.equal(early.code, 1);
    assert.match(early.err, /not over/);
  });
});

describe("exports of a sprint", () => {
  it("print the canon as YAML, or as JSON on request", () => {
    const yaml = orrery("export", run, "--as", "canon", "--team", "A").out;
    const canon = JSON.parse(orrery("export", run, "--as", "canon", "--team", "A", "--json").out);
    assert.ok(yaml.startsWith(`world_name: ${JSON.stringify(canon.world_name)}\n`));
    assert.equal(canon.landmarks.length, 3);
    assert.equal(orrery("export", run, "--as", "canon").code, 2);
    const lines = orrery("export", run, "--as", "transcript", "--json").out.trimEnd().split("\n");
    assert.ok(lines.length > 70 && lines.every((line) => JSON.parse(line).match_id === run));
  });

  it("write the package with one timestamp for all files and no trace of the run", () => {
    const out = join(folder, "package");
    assert.equal(orrery("export", run, "--as", "package").code, 2);
    assert.equal(orrery("export", run, "--as", "package", "--out", out).code, 0);
    const files = readdirSync(out, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    assert.equal(files.length, 21);
    const paths = files.map(({ parentPath, name }) => join(parentPath, name));
    assert.equal(new Set(paths.map((path) => statSync(path).mtimeMs)).size, 1);
    for (const path of paths) assert.ok(!readFileSync(path, "utf8").includes(run), path);
  });
});
