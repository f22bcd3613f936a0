// Rules of files that answers bring along.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe } from "node:test";
import { ARTIFACT_BYTES_MAX, hashBytes } from "../src/artifacts.ts";
import { exportRun, importRun } from "../src/ndjson.ts";
import { memoryStore } from "../src/sqlite.ts";
import type { Artifact } from "../src/store.ts";
import { collect, faults, grown, sampleRun, sha256 } from "./sample.ts";
import type { Open, Rule, Subject } from "./subject.ts";

export const artifactOf = (mediaType: string, bytes: Uint8Array): Artifact => ({
  hash: hashBytes(bytes),
  mediaType,
  bytes: new Uint8Array(bytes),
});
const png = artifactOf("image/png", Buffer.from("\x89PNG\r\n\x1a\n and then some\x00\xff", "latin1"));
const svg = artifactOf("image/svg+xml", Buffer.from('<?xml version="1.0"?>\n<!-- é --><svg xmlns="x"/>'));
const text = artifactOf("text/plain", Buffer.from("A cave.\n"));
const inOrder = [png, svg, text].sort((a, b) => (a.hash < b.hash ? -1 : 1));
const rowOf = ({ hash, mediaType, bytes }: Artifact) => ({ hash, mediaType, size: bytes.length });
const plain = (found: Artifact | null) => found && { ...found, bytes: new Uint8Array(found.bytes) };

export function artifactRules(name: string, rule: Rule, open: Open): void {
  describe(`${name}: artifacts`, () => {
    rule("[S64] an artifact comes back as it was put, from its own run", async ({ store }) => {
      await store.createRun(sampleRun("a"));
      await store.createRun(sampleRun("b"));
      for (const each of [png, svg, text, png]) await store.putArtifact("a", each);
      for (const each of [png, svg, text]) assert.deepEqual(plain(await store.artifact("a", each.hash)), each);
      assert.equal(await store.artifact("b", png.hash), null);
      assert.equal(await store.artifact("a", sha256("nothing")), null);
      assert.deepEqual(plain(await store.artifact(null, png.hash)), png);
      assert.equal(await store.artifact(null, sha256("nothing")), null);
      assert.deepEqual(await store.artifacts("a", "", 2), inOrder.slice(0, 2).map(rowOf));
      assert.deepEqual(await store.artifacts("a", inOrder[1]!.hash, 2), inOrder.slice(2).map(rowOf));
      assert.deepEqual(await store.artifacts("b", "", 2), []);
      await faults(() => store.putArtifact("a", { ...text, mediaType: "text/markdown" }), "conflict", /text\/plain/);
      await store.putArtifact("b", { ...text, mediaType: "text/markdown" });
      await faults(() => store.putArtifact("c", png), "not_found");
      assert.deepEqual(await store.check(null), []);
    });

    rule("[S65] bytes that do not fit their name, type or size are refused", async ({ store }) => {
      await store.createRun(sampleRun("a"));
      const bytes = (words: string) => Buffer.from(words, "latin1");
      const cases: [Artifact, RegExp][] = [
        [{ ...png, hash: sha256("another") }, /sha-256 of its bytes is/],
        [{ ...png, hash: png.hash.toUpperCase() }, /sha-256 of its bytes is/],
        [artifactOf("text/html", bytes("<p>")), /cannot be "text\/html"/],
        [artifactOf("constructor", bytes("<p>")), /cannot be "constructor"/],
        [artifactOf("image/png", bytes("\x89PNG\r\n\x1a")), /not image\/png/],
        [artifactOf("image/jpeg", png.bytes), /not image\/jpeg/],
        [artifactOf("audio/mpeg", bytes("\xff\x1f")), /not audio\/mpeg/],
        [artifactOf("audio/mpeg", bytes("\xf0\xfb")), /not audio\/mpeg/],
        [artifactOf("image/svg+xml", bytes("<html><svg></svg></html>")), /not image\/svg/],
        [artifactOf("text/plain", bytes("\xff")), /not text\/plain/],
        [artifactOf("application/json", bytes("{")), /not application\/json/],
        [artifactOf("text/plain", bytes("")), /is empty/],
        [artifactOf("text/plain", Buffer.alloc(ARTIFACT_BYTES_MAX + 1, "x")), /may have 16777216 bytes/],
      ];
      for (const [bad, message] of cases) await faults(() => store.putArtifact("a", bad), "malformed", message);
      assert.deepEqual(await store.artifacts("a", "", 99), []);
      for (const start of ["ID3", "\xff\xfb", "\xff\xe0"])
        await store.putArtifact("a", artifactOf("audio/mpeg", bytes(start)));
      // A view of a larger buffer is judged by its own bytes alone.
      const inside = Buffer.concat([bytes("\x89P"), bytes("NG\r\n\x1a\n")]).subarray(0, 2);
      await faults(() => store.putArtifact("a", artifactOf("image/png", inside)), "malformed");
    });

    rule("[S66] artifacts travel with an export and a backup", async ({ store, reopen }) => {
      await grown(store, "a");
      for (const each of [png, svg, text]) await store.putArtifact("a", each);
      const lines = await collect(exportRun(store, "a"));
      assert.equal(lines.filter((line) => line.startsWith('{"artifact"')).length, 3);
      const others: Subject[] = [{ store: memoryStore() }, await open()];
      for (const { store: target, dispose } of others) {
        await importRun(target, lines, sha256);
        for (const each of [png, svg, text]) assert.deepEqual(plain(await target.artifact("a", each.hash)), each);
        assert.deepEqual(await collect(exportRun(target, "a")), lines);
        assert.deepEqual(await target.check(null), []);
        await target.close();
        await dispose?.();
      }
      const at = lines.findIndex((line) => line.startsWith('{"artifact"'));
      const edited = (from: RegExp, to: string) => lines.with(at, lines[at]!.replace(from, to));
      const empty = (await open()) as Subject;
      for (const [bad, message] of [
        [edited(/"bytes":"../, '"bytes":"AA'), /the artifact is named|the bytes are not/i],
        [edited(/"bytes":"../, '"bytes":"!!'), /not base64/],
        [edited(/"mediaType":"[^"]+"/, '"mediaType":"text/html"'), /cannot be "text\/html"/],
        [lines.toSpliced(at, 0, lines[at]!), /twice/],
        [lines.toSpliced(at, 1), /lines should come before it/],
      ] as const) {
        await faults(() => importRun(empty.store, bad, sha256), "malformed", message);
        assert.deepEqual(await empty.store.runs(), []);
      }
      await empty.store.close();
      await empty.dispose?.();
      if (!reopen) return;
      const folder = await mkdtemp(join(tmpdir(), "orrery-artifacts-"));
      await store.backup(join(folder, "copy.db"));
      const copy = await reopen(join(folder, "copy.db"));
      assert.deepEqual(plain(await copy.artifact("a", svg.hash)), svg);
      await copy.close();
      await rm(folder, { recursive: true });
    });
  });
}
