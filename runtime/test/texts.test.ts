// Several worlds written as texts: how a text names its world, and what decides where it does not.
import assert from "node:assert/strict";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, describe, it } from "node:test";
import { openOrrery, shippedWorlds } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { WORLDS } from "@orrery/worlds";
import { readText, usualWorld, withWorldName } from "../src/worlds/texts.ts";

const root = mkdtempSync(join(tmpdir(), "orrery-texts-"));
after(() => rmSync(root, { recursive: true, force: true }));
const KNOWN = ["house", "table"];

describe("a text", () => {
  it("names its world with the key `world`, and is compiled without that key", () => {
    const read = readText("title: X\nworld: table\nplaces: {}\n", KNOWN, "house");
    assert.ok(read.ok);
    assert.equal(read.world, "table");
    assert.deepEqual(read.document.value, { title: "X", places: {} });
    assert.deepEqual(read.document.atKey(["places"]), { line: 3, column: 1 });
    const none = readText("title: X\n", KNOWN, "house");
    assert.ok(none.ok && none.world === "house");
  });

  for (const [text, message, hint] of [
    ["title: X\nworld: tabel\n", /no world "tabel" that is written as a text/, /Did you mean `table`/],
    ["title: X\nworld: [table]\n", /named by its id/, /There are: house, table/],
  ] as const)
    it(`is refused where it stands for ${JSON.stringify(text)}`, () => {
      const read = readText(text, KNOWN, "house");
      assert.ok(!read.ok);
      const [{ line, column, ...problem }] = read.problems as [(typeof read.problems)[number]];
      assert.deepEqual([line, column], [2, 8]);
      assert.match(problem.message, message);
      assert.match(problem.hint, hint);
    });

  it("without the key belongs to the world named by an enclosing folder, else to the first world", () => {
    assert.equal(usualWorld("/home/me/table/mine.yaml", KNOWN), "table");
    assert.equal(usualWorld("/table/house/mine.yaml", KNOWN), "house");
    assert.equal(usualWorld("/home/me/table.yaml", KNOWN), "house");
  });

  it("gets its world's name once, after its first comments, when it leaves the world's folder", () => {
    assert.equal(withWorldName("# About.\n\ntitle: X\n", "table", KNOWN), "# About.\n\nworld: table\ntitle: X\n");
    assert.equal(withWorldName("world: table\ntitle: X\n", "table", KNOWN), "world: table\ntitle: X\n");
    assert.equal(withWorldName("title: X\n", "house", KNOWN), "title: X\n");
  });
});

describe("a shipped text", () => {
  // Verdicts are kept for the whole process: this test comes before all others that start a house.
  it("is judged again after a failure, and never again after a verdict", async ({ mock }) => {
    const { house } = WORLDS;
    const { mock: loading } = mock.method(WORLDS, "house", house!);
    loading.mockImplementationOnce(() => Promise.reject(new Error("the disk is away")));
    const start = () => shippedWorlds().start("house/cottage", undefined, { files: false });
    await assert.rejects(start(), /the disk is away/);
    assert.equal(loading.callCount(), 1);
    await start();
    assert.equal(loading.callCount(), 3, "once for the verdict, once for the engine");
    await start();
    assert.equal(loading.callCount(), 4, "once for the engine");
  });
});

describe("every world with texts", () => {
  it("has a small text to begin from that holds together anywhere, and shipped texts that can be edited and started", async () => {
    const worlds = shippedWorlds();
    const orrery = await openOrrery({ store: memoryStore(), worlds, files: true });
    const cards = (await worlds.cards()).filter(({ written }) => written);
    const ids = [...new Set(cards.map(({ plays }) => plays))];
    assert.ok(ids.length >= 2, ids.join(", "));
    for (const id of ids) {
      const text = await worlds.starter("A title of mine", id);
      const file = join(root, `${id}-starter.yaml`);
      writeFileSync(file, text);
      const { run } = await orrery.createRun({ world: file });
      assert.equal((await orrery.show(run)).plays, id);
    }
    for (const { name, plays, title } of cards) {
      const checked = await worlds.check(await worlds.text(name), { tries: 0 });
      assert.ok(checked.ok, JSON.stringify(checked));
      assert.deepEqual([checked.plays, checked.title], [plays, title]);
    }
    mkdirSync(join(root, ids[1]!));
    const bare = (await worlds.starter("Bare", ids[1])).replace(/^world: .*\n/m, "");
    const inside = join(root, ids[1]!, "bare.yaml");
    writeFileSync(inside, bare);
    assert.equal((await worlds.start(inside, undefined, { files: true })).engine.world.id, ids[1]);
    cpSync(inside, join(root, "bare.yaml"));
    await assert.rejects(worlds.start(join(root, "bare.yaml"), undefined, { files: true }), { code: "bad_world" });
  });
});
