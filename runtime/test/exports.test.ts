// Runs written as files by their worlds' own exports: what is in them, and what is said of requests that do not fit.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { AnyWorld, RunRecord, Shape } from "@orrery/kernel";
import { type Orrery, openOrrery, shippedWorlds, type TurnLine } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { tictactoe } from "@orrery/worlds/tictactoe";
import { COLUMNS } from "../../worlds/glassbox/transcript.ts";
import { fakeProvider, schemaIn, setupAt, spelled, withModels } from "./fakes.ts";
import { all } from "./open.ts";

const fake = fakeProvider();
const textOf = async (orrery: Orrery, run: string, name: string, options: Record<string, string> = {}) => {
  const [file, ...more] = await orrery.exportAs(run, name, { options });
  assert.deepEqual(more, []);
  return { path: file!.path, text: String(file!.bytes) };
};
const place = (actorId: string, cell: number) => ({
  as: actorId,
  actions: [{ actorId, type: "place", metadata: { cell } }],
});

describe("the record that an export reads", () => {
  it("holds no frames, and folds them anew at each reading", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    let record: RunRecord<Shape> | null = null;
    const states: WeakRef<object>[] = [];
    const read = () => Array.from(record!.turns(), ({ after }) => after.state as object);
    const write = (run: RunRecord<Shape>) => {
      record = run;
      states.push(...read().map((state) => new WeakRef(state)));
      return [{ path: "boards", bytes: JSON.stringify(read()) }];
    };
    const world = { ...tictactoe, id: "looked-at", exports: { boards: { about: "Every state.", write } } };
    const orrery = await openOrrery({ store: memoryStore(), worlds: shippedWorlds([world as unknown as AnyWorld]) });
    const { run } = await orrery.createRun({ world: "looked-at" });
    for (const [who, cell] of [
      ["x", 0],
      ["o", 3],
      ["x", 1],
      ["o", 4],
    ] as const)
      await orrery.submit(run, place(who, cell));
    const { text } = await textOf(orrery, run, "boards");
    assert.equal(JSON.parse(text).length, 4);
    await new Promise(setImmediate);
    collect();
    assert.equal(states.filter((state) => state.deref()).length, 0, "states that are still held");
    assert.equal(JSON.stringify(read()), text);
  });
});

describe("an export of tic-tac-toe", () => {
  it("lists the moves, the board and the ending of the requested branch", async () => {
    const orrery = await openOrrery({ store: memoryStore() });
    const { run } = await orrery.createRun({ world: "tictactoe" });
    for (const [who, cell] of [
      ["x", 0],
      ["o", 3],
      ["x", 1],
      ["o", 4],
    ] as const)
      await orrery.submit(run, place(who, cell));
    await orrery.createBranch(run, { name: "other", at: 4 });
    await orrery.submit(run, place("x", 2));
    const { path, text } = await textOf(orrery, run, "moves");
    assert.equal(path, "moves.txt");
    assert.deepEqual(text.split("\n"), [
      "1. x takes the top left",
      "2. o takes the left",
      "3. x takes the top",
      "4. o takes the centre",
      "5. x takes the top right",
      "",
      "x x x",
      "o o ·",
      "· · ·",
      "",
      "X wins.",
      "",
    ]);
    const [other] = await orrery.exportAs(run, "moves", { branch: "other" });
    assert.match(String(other!.bytes), /4\. o takes the centre\n\nx x ·\n[\s\S]*It goes on\.\n$/);
  });

  it("lists the exports and options when an unknown name is given", async () => {
    const orrery = await openOrrery({ store: memoryStore() });
    const { run } = await orrery.createRun({ world: "tictactoe" });
    await assert.rejects(orrery.exportAs(run, "move"), {
      code: "unknown_export",
      message: /Did you mean "moves"\? There are: moves/,
    });
    await assert.rejects(orrery.exportAs(run, "moves", { options: { team: "A" } }), {
      code: "bad_export",
      message: /no option "team"/,
    });
    const house = await orrery.createRun({ world: "house/cottage" });
    await assert.rejects(orrery.exportAs(house.run, "moves"), {
      code: "unknown_export",
      message: /no exports of its own/,
    });
    assert.deepEqual(await orrery.exports(house.run), []);
    await assert.rejects(orrery.exportAs("nowhere", "moves"), { code: "unknown_run" });
  });

  it("names the model that answered, with the cost of its calls", async () => {
    fake.answerWith((seen) => ({
      json: spelled(
        { internal_thought: "Let me see.", action: { type: "WAIT", target: "" }, scratchpad_updates: {} },
        schemaIn(seen),
      ),
    }));
    const { orrery } = await withModels(setupAt(fake));
    const { run } = await orrery.createRun({ world: "glassbox", seed: "s", config: { preset: "model" } });
    await orrery.play(run, { agents: "red=model:openai,*=bot:detective", turnsMax: 3 });
    const { text } = await textOf(orrery, run, "transcript", { thoughts: "yes" });
    const rows = text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    const thoughts = rows.filter(({ type }) => type === "thought");
    assert.ok(thoughts.some(({ text }) => text === "Let me see."));
    const calls = await all(orrery.calls(run));
    for (const { model, calls: n, tokens_in, by } of thoughts) {
      assert.equal(model, calls[0]!.model);
      assert.ok(n >= 1 && tokens_in > 0);
      assert.equal(by, "agent");
    }
  });
});

describe("the transcript of a Glass Box", () => {
  it("has a row for each event, the same as JSON lines and as CSV", async () => {
    const orrery = await openOrrery({ store: memoryStore() });
    const { run } = await orrery.createRun({ world: "glassbox", seed: "a" });
    await orrery.play(run, { agents: "*=bot:detective" });
    const json = await textOf(orrery, run, "transcript");
    const rows = json.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const row of rows) assert.deepEqual(Object.keys(row), Object.keys(COLUMNS));
    const events = ((await all(orrery.log(run))) as TurnLine[]).flatMap((line) => line.events);
    for (const type of ["killed", "spoke", "meeting_called", "tallied", "ended"])
      assert.equal(
        rows.filter((row) => row["type"] === type).length,
        events.filter((event) => event.type === type).length,
        type,
      );
    assert.ok(
      rows.every(({ type }) => type !== "thought" && type !== "suspicion"),
      "thoughts are left out unless asked for",
    );
    const spoken = rows.find(({ type }) => type === "spoke")!;
    assert.equal(spoken["by"], "agent");
    assert.equal(spoken["model"], null);

    const { text, path } = await textOf(orrery, run, "transcript", { format: "csv" });
    assert.equal(path, "transcript.csv");
    const [header, ...lines] = cellsOf(text);
    assert.deepEqual(header, Object.keys(COLUMNS));
    assert.deepEqual(
      lines,
      rows.map((row) => Object.values(row).map((value) => (value === null ? "" : String(value)))),
    );
    await assert.rejects(textOf(orrery, run, "transcript", { format: "xml" }), {
      code: "bad_export",
      message: /jsonl or csv, not "xml"/,
    });
  });
});

/** CSV read back by RFC 4180. */
function cellsOf(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)!.push(quoted === undefined ? plain! : quoted.replaceAll('""', '"'));
    if (end === "\r\n") rows.push([]);
  }
  assert.deepEqual(rows.pop(), []);
  return rows;
}
