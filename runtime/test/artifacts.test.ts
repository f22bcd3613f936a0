// Files that answers bring along: stored before the turn, linked by it, and readable by actors with a view that names them.
import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Agent, Reply } from "@orrery/agents";
import type { AnyWorld } from "@orrery/kernel";
import { Fault, fixedOutside, type Orrery, openOrrery, shippedWorlds } from "@orrery/runtime";
import { hashBytes, memoryStore, type Store, StoreFault } from "@orrery/store";
import { keepArtifacts } from "../src/branch/artifacts.ts";
import { BLANK, gallery } from "./gallery.ts";
import { all, folder, turn } from "./open.ts";

const pictureOf = (words: string) => {
  const bytes = new Uint8Array(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><text>${words}</text></svg>`));
  return { hash: hashBytes(bytes), mediaType: "image/svg+xml", bytes };
};
const hang = (to: string, picture: string) => [{ actorId: to, type: "hang", metadata: { picture } }];
const painter: Agent = ({ ask }) => {
  const picture = pictureOf(`${ask.to} ${ask.id}`);
  return { actions: hang(ask.to, picture.hash), artifacts: [picture] };
};
async function open(store: Store = memoryStore()): Promise<{ orrery: Orrery; run: string; store: Store }> {
  const orrery = await openOrrery({
    store,
    worlds: shippedWorlds([gallery as AnyWorld]),
    outside: fixedOutside("test"),
  });
  const { run } = await orrery.createRun({ world: "gallery", config: { rounds: 1 }, seed: "s" });
  return { orrery, run, store };
}
const fault = (code: string, message = /\w/) => ({ name: "Fault", code, message }) as unknown as Fault;

describe("artifacts of agents", () => {
  it("are stored before the turn that names them, and the turn names the bringer of each", async () => {
    const { orrery, run, store } = await open();
    await orrery.crank(run, { agents: () => painter });
    const { answers } = await orrery.why(run, "1");
    const [ann, ben] = ["ann ann/0", "ben ben/0"].map(pictureOf);
    assert.deepEqual(
      answers.map(({ actor, by, artifacts }) => [actor, by, artifacts]),
      [
        ["ann", "agent", [ann!.hash]],
        ["ben", "agent", [ben!.hash]],
      ],
    );
    const kept = await orrery.artifact(run, ann!.hash);
    assert.deepEqual([kept.mediaType, Buffer.from(kept.bytes)], [ann!.mediaType, Buffer.from(ann!.bytes)]);
    assert.equal((await store.artifacts(run, "", 9)).length, 2);
    assert.deepEqual(await orrery.verify(run), { ok: true, runs: 1, turns: 1 });
  });

  it("that cannot be stored are reported to the agent, which may try again", async () => {
    const { orrery, run } = await open();
    const good = pictureOf("good");
    const tries: string[] = [];
    const careless: Agent = ({ ask, problems }): Reply => {
      if (ask.to === "ben") return { actions: hang("ben", BLANK) };
      if (problems.length > 0) {
        tries.push(...problems.map(({ message }) => message ?? ""));
        return { actions: hang("ann", good.hash), artifacts: [good] };
      }
      return { actions: hang("ann", good.hash), artifacts: [{ ...good, bytes: pictureOf("other").bytes }] };
    };
    await orrery.crank(run, { agents: () => careless });
    assert.match(tries.join(), /artifacts\[0\]: The artifact is named [0-9a-f]{64}, and the sha-256/);
    const [ann] = (await orrery.why(run, "1")).answers;
    assert.deepEqual([ann!.by, ann!.artifacts, ann!.attempts!.length], ["agent", [good.hash], 1]);
  });

  it("of another type than before are reported; faults of the store are thrown", async ({ mock }) => {
    const { run, store } = await open();
    const bytes = new Uint8Array(Buffer.from("A cave."));
    const text = { hash: hashBytes(bytes), mediaType: "text/plain", bytes };
    assert.deepEqual(await keepArtifacts(store, run, [text]), []);
    const [problem] = await keepArtifacts(store, run, [{ ...text, mediaType: "text/markdown" }]);
    assert.match(problem!.message ?? "", /^artifacts\[0\]: .* kept as text\/plain/);
    const { mock: put } = mock.method(store, "putArtifact");
    put.mockImplementation(() => Promise.reject(new StoreFault("io", "The disk is full.")));
    await assert.rejects(keepArtifacts(store, run, [text]), { code: "io" });
  });

  it("of a refused answer are not stored, and the fallback brings none", async () => {
    const { orrery, run, store } = await open();
    const refused = pictureOf("refused");
    const agent: Agent = ({ ask }) => ({
      actions: [{ actorId: ask.to, type: "hang", metadata: { picture: refused.hash, title: "untitled" } }],
      artifacts: [refused],
    });
    await orrery.crank(run, { agents: () => agent });
    assert.deepEqual(await store.artifacts(run, "", 9), []);
    assert.deepEqual(
      (await orrery.why(run, "1")).answers.map(({ by, artifacts }) => [by, artifacts]),
      [
        ["fallback", undefined],
        ["fallback", undefined],
      ],
    );
  });

  it("travel with an export, and verify finds one that was changed", async (t) => {
    const { orrery, run } = await open();
    await orrery.crank(run, { agents: () => painter });
    const lines = await all(orrery.export(run));
    const file = `${folder(t)}/o.db`;
    const { openSqlite } = await import("@orrery/store");
    const store = openSqlite(file);
    const other = await openOrrery({ store, worlds: shippedWorlds([gallery as AnyWorld]) });
    await other.import(lines);
    assert.deepEqual(await other.verify(run), { ok: true, runs: 1, turns: 1 });
    assert.deepEqual(await all(other.export(run)), lines);
    await other.close();
    const { DatabaseSync } = await import("node:sqlite");
    const db = new DatabaseSync(file);
    db.exec("UPDATE artifact_files SET body = x'00' WHERE id = 1");
    db.close();
    const again = await openOrrery({ store: openSqlite(file), worlds: shippedWorlds([gallery as AnyWorld]) });
    const verdict = await again.verify(run);
    assert.equal(verdict.ok, false);
    assert.match(verdict.problem ?? "", /an artifact was changed/);
    await again.close();
  });
});

describe("artifacts of people and programs elsewhere", () => {
  it("are uploaded first and named by the answer", async () => {
    const { orrery, run } = await open();
    const picture = pictureOf("by hand");
    const put = await orrery.putArtifact(run, picture, { as: "ann" });
    assert.deepEqual(put, { hash: picture.hash, size: picture.bytes.length });
    const answer = { as: "ann", actions: hang("ann", picture.hash), artifacts: [picture.hash] };
    await orrery.submit(run, answer);
    await turn(orrery, run, { as: "ben", actions: hang("ben", BLANK) });
    const [ann, ben] = (await orrery.why(run, "1")).answers;
    assert.deepEqual([ann!.artifacts, ben!.artifacts], [[picture.hash], undefined]);
  });

  it("rejects what cannot be stored or named, with a reason", async () => {
    const { orrery, run } = await open();
    const picture = pictureOf("one");
    const bad = (file: Partial<typeof picture>) => orrery.putArtifact(run, { ...picture, ...file }, { as: "ann" });
    await assert.rejects(bad({ mediaType: "text/html" }), fault("bad_artifact", /cannot be "text\/html"/));
    await assert.rejects(bad({ mediaType: "image/png" }), fault("bad_artifact", /not image\/png/));
    await assert.rejects(bad({ hash: BLANK }), fault("bad_artifact", /sha-256 of its bytes/));
    await assert.rejects(bad({ bytes: new Uint8Array((1 << 24) + 1) }), fault("too_large"));
    const answer = { as: "ann", actions: hang("ann", picture.hash), artifacts: [picture.hash] };
    await assert.rejects(orrery.submit(run, answer), fault("unknown_artifact", /Upload it/));
    await orrery.crank(run, { agents: () => painter });
    await assert.rejects(bad({}), fault("nobody_asked"));
  });

  it("[law 5] an actor reads files that its view names; hidden and missing files look alike", async () => {
    const { orrery, run } = await open();
    const mine = pictureOf("ann's own");
    await orrery.putArtifact(run, mine, { as: "ann" });
    const asBen = () => orrery.artifact(run, mine.hash, { as: "ben" });
    const hidden = await asBen().catch((error: unknown) => error);
    const absent = await orrery.artifact(run, BLANK, { as: "ben" }).catch((error: unknown) => error);
    assert.ok(hidden instanceof Fault && absent instanceof Fault);
    assert.deepEqual([hidden.code, hidden.message], [absent.code, absent.message]);
    // The same bytes under another type: a conflict would tell that somebody else has them.
    const text = new Uint8Array(Buffer.from("the word is swordfish"));
    await orrery.putArtifact(run, { mediaType: "text/plain", bytes: text });
    const guess = { mediaType: "text/markdown", bytes: text };
    assert.deepEqual(await orrery.putArtifact(run, guess, { as: "ben" }), { hash: hashBytes(text), size: 21 });
    await assert.rejects(orrery.putArtifact(run, guess), { code: "conflict" });
    await orrery.submit(run, { as: "ann", actions: hang("ann", mine.hash), artifacts: [mine.hash] });
    await assert.rejects(asBen(), fault("unknown_artifact"));
    await turn(orrery, run, { as: "ben", actions: hang("ben", BLANK) });
    assert.equal((await asBen()).hash, mine.hash);
  });
});
