// `orrery table check` as other programs call it: files in, one JSON value out, and an exit code.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, describe, it } from "node:test";
import { Thread } from "./thread.ts";

const folder = mkdtempSync(join(tmpdir(), "orrery-table-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const thread = new Thread();
const { fight } = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../fixtures/table/scenes.json"), "utf8"),
) as Record<string, { state: unknown; input: string; response: Record<string, unknown> }>;

function file(name: string, content: string): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}
const state = file("state.json", JSON.stringify(fight!.state));
const clean = file("clean.txt", `[Mode: STORY MODE]\n${JSON.stringify(fight!.response)}`);
const faulty = file("faulty.txt", JSON.stringify({ ...fight!.response, dice_rolls: ["Luck: 1d20 = 20 = 20 Success"] }));
const check = (...words: string[]) => thread.do(["table", "check", ...words]);

describe("orrery table check", () => {
  it("exits 0 for a clean response, with the next campaign state", () => {
    const { code, out } = check("--state", state, "--input", fight!.input, "--response", clean, "--json");
    assert.equal(code, 0);
    const verdict = JSON.parse(out) as {
      ok: boolean;
      mode: string;
      violations: unknown[];
      state: unknown;
      shown: object;
    };
    assert.deepEqual(Object.keys(verdict), ["ok", "mode", "violations", "applied", "state", "shown"]);
    assert.deepEqual([verdict.ok, verdict.mode, verdict.violations], [true, "STORY", []]);
    assert.equal("debug_info" in verdict.shown, false);
    const next = file("next.json", JSON.stringify(verdict.state));
    assert.equal(
      check("--state", next, "--input", "look", "--response", clean).code,
      1,
      "the same dice do not count twice",
    );
  });

  it("exits 1 for a faulty response, with one fault per line", () => {
    const { code, out } = check("--state", state, "--input", fight!.input, "--response", faulty);
    assert.equal(code, 1);
    assert.match(out, /^dice_rolls\.0: .*\(dice_unmatched\)$/m);
    assert.match(out, /^STORY: 1 fault\.$/m);
  });

  it("shows debug_info on request", () => {
    const { out } = check("--state", state, "--input", fight!.input, "--response", clean, "--json", "--debug");
    assert.equal("debug_info" in (JSON.parse(out) as { shown: object }).shown, true);
  });

  it("takes an empty input", () => {
    assert.ok([0, 1].includes(check("--state", state, "--input", "", "--response", clean).code));
  });

  for (const [name, words] of Object.entries({
    "nothing to judge": ["--state", state, "--input", "x"],
    "no state": ["--input", "x", "--response", clean],
    "no input": ["--state", state, "--response", clean],
    "a file that is not there": ["--state", join(folder, "none.json"), "--input", "x", "--response", clean],
    "a state that is no JSON": ["--state", file("bad.json", "{"), "--input", "x", "--response", clean],
    "a state that is no campaign": ["--state", file("odd.json", '{"party": 1}'), "--input", "x", "--response", clean],
    "a state with a key twice": [
      "--state",
      file("twice.json", '{"npc_data": {}, "npc_data": {}}'),
      "--input",
      "x",
      "--response",
      clean,
    ],
    "a word too many": ["--state", state, "--input", "x", "--response", clean, "now"],
  }))
    it(`exits 2 for ${name}`, () => {
      const { code, out, err } = check(...words);
      assert.equal(code, 2);
      assert.equal(out, "");
      assert.notEqual(err, "");
    });

  it("exits 2 for any subcommand but check", () => assert.equal(thread.do(["table", "play"]).code, 2));
});
