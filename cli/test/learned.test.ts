// The command `learned` as its users meet it: what is kept is listed, shown, carried in a file and forgotten; wrong words are told what to do.
import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, it } from "node:test";
import { Thread } from "./thread.ts";

const folder = mkdtempSync(join(tmpdir(), "orrery-learned-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const thread = new Thread();
const orrery = (...words: string[]) => thread.do(words, "", { ORRERY_DB: join(folder, "o.db") });
const fileAt = (name: string, value: unknown): string => {
  const path = join(folder, name);
  writeFileSync(path, typeof value === "string" ? value : JSON.stringify(value));
  return path;
};
const FILE = {
  orrery: "learned",
  world: "glassbox",
  agent: "model:clever",
  version: 4,
  learned: { games: 4, lessons: [{ about: "map", text: "The engine room is a trap." }] },
};

it("lists, shows, exports, imports and forgets what agents learned", () => {
  assert.match(orrery("learned").out, /Nothing is kept yet\. Begin a game that teaches: run glassbox .* --learn/);
  const path = fileAt("clever.json", FILE);
  assert.equal(orrery("learned", "import", path).out, "model:clever is at version 1.\n");
  assert.equal(orrery("learned", "import", path).out, "model:clever has learned just that already.\n");
  assert.equal(orrery("learned", "import", path, "--name", "model:other").out, "model:other is at version 1.\n");
  assert.match(
    orrery("learned", "list").out,
    /^model:clever {2}glassbox +version 1, \d{4}-\d\d-\d\d \d\d:\d\d, from a file of model:clever, version 4$/m,
  );
  assert.match(orrery("learned", "show", "model:clever").out, /^model:clever in glassbox, version 1,.*\n[\s\S]*trap/);
  const exported = JSON.parse(orrery("learned", "export", "model:clever").out) as typeof FILE;
  assert.deepEqual(exported.learned, FILE.learned);
  const next = { ...exported, learned: { games: 5, lessons: [] } };
  assert.equal(orrery("learned", "import", fileAt("next.json", next)).out, "model:clever is at version 2.\n");
  const old = orrery("learned", "show", "model:clever", "--version", "1", "--json");
  assert.deepEqual((JSON.parse(old.out) as typeof FILE).learned, FILE.learned);
  assert.match(orrery("learned", "forget", "model:clever").out, /^Forgotten\./);
  const gone = orrery("learned", "show", "model:clever");
  assert.deepEqual([gone.code, gone.out], [1, ""]);
  assert.match(gone.err, /Nothing is kept of what "model:clever" learned\. There is: model:other\./);
});

it("says what is wrong with words, files and games", () => {
  const begun = orrery("new", "glassbox").out.trim();
  for (const [words, code, said] of [
    [["learned", "teach"], 2, /learned takes list, show, export, import, forget/],
    [["learned", "show"], 2, /needs an agent, such as model:NAME/],
    [["learned", "import"], 2, /needs a file/],
    [["learned", "import", join(folder, "none.json")], 2, /cannot be read/],
    [["learned", "import", fileAt("bad.json", "{")], 2, /is not JSON/],
    [["learned", "import", fileAt("other.json", { lessons: [] })], 2, /no file of what an agent learned/],
    [["learned", "forget", "model:other", "--version", "1"], 2, /erases every version/],
    [["run", "glassbox", "--learn"], 2, /Nobody in ".*" keeps what it learns/],
    [["run", begun, "--learn"], 2, /brought to a game's beginning/],
    [["run", "tictactoe", "--learn"], 2, /Nothing is learned from game to game in "tictactoe"/],
    [["play", "glassbox", "--learn"], 2, /--learn is for agents/],
  ] as const) {
    const done = orrery(...words);
    assert.equal(done.code, code, `${words.join(" ")}: ${done.err}`);
    assert.match(done.err, said);
  }
  assert.match(orrery("help", "learned").out, /forget AGENT/);
});
