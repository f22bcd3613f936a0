// A run folder sent as a tar archive becomes a run, with progress on the way; an archive that is damaged, too large or leads out of its folder is refused, and nothing of it stays.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, before, describe, it } from "node:test";
import { unpackTar } from "../src/tar.ts";
import { type Fixture, openFixture } from "./support.ts";

const FIXTURE = resolve(import.meta.dirname, "../../fixtures/oasis/reddit-12x10");
const FOLDER = "sim_3893a0b4a610";
const tar = (cwd: string, ...what: string[]) => execFileSync("tar", ["cf", "-", ...what], { cwd, maxBuffer: 1 << 28 });
const LIMITS = { bytes: 1 << 20, files: 100 };

describe("a folder sent as an archive", () => {
  let at: Fixture;
  const root = mkdtempSync(join(tmpdir(), "orrery-tar-test-"));
  before(async () => {
    at = await openFixture();
  });
  after(async () => {
    await at.close();
    rmSync(root, { recursive: true });
  });
  const send = async (payload: Buffer, query = "") => {
    const { statusCode, body } = await at.app.inject({
      method: "POST",
      url: `/api/import/folder${query}`,
      payload,
      headers: { "content-type": "application/x-tar" },
    });
    const lines = statusCode === 200 ? body.trimEnd().split("\n") : [body];
    return { status: statusCode, lines: lines.map((line) => JSON.parse(line)) };
  };

  it("becomes a run, tells how far it is, and is the same run when it is sent again", async () => {
    const archive = tar(FIXTURE, FOLDER);
    const { status, lines } = await send(archive, "?report=true");
    assert.equal(status, 200);
    const last = lines.at(-1);
    assert.deepEqual(
      [last.run, last.turns, last.existed, Object.keys(last.platforms)],
      [`oasis-${FOLDER}`, 12, false, ["reddit"]],
    );
    assert.ok(lines.slice(0, -1).every(({ progress }) => progress.bytes <= progress.total));
    assert.ok(lines.length > 1);
    const truth = JSON.parse(readFileSync(resolve(FIXTURE, "../reddit-12x10.truth.json"), "utf8"));
    assert.deepEqual(last.platforms.reddit.totals_by_type, truth.small.reddit.totals_by_type);
    const again = await send(tar(join(FIXTURE, FOLDER), "."));
    assert.deepEqual([again.lines.at(-1).existed, again.lines.at(-1).turns], [true, 0]);
    assert.deepEqual(await at.orrery.verify(last.run), { ok: true, runs: 1, turns: 12 });
  });

  it("leaves no files behind, read or refused", async () => {
    const left = () => readdirSync(tmpdir()).filter((name) => name.startsWith("orrery-folder-"));
    const before = left();
    await send(tar(FIXTURE, FOLDER));
    await send(Buffer.from("no archive at all"));
    assert.deepEqual(left(), before);
  });

  it("says what is wrong with an archive", async () => {
    const problem = async (archive: Buffer) => {
      const { status, lines } = await send(archive);
      return `${status} ${lines[0].code} ${lines[0].detail}`;
    };
    const whole = tar(FIXTURE, FOLDER);
    assert.match(await problem(Buffer.from("{}")), /^400 bad_archive .*ends in the middle/);
    assert.match(await problem(whole.subarray(0, 3000)), /^400 bad_archive .*ends in the middle/);
    const changed = Buffer.from(whole);
    changed[3] = 1;
    assert.match(await problem(changed), /does not add up/);
    mkdirSync(join(root, "notes"));
    writeFileSync(join(root, "notes", "a.txt"), "a");
    assert.match(await problem(tar(root, "notes")), /holds no folder that can be imported/);
    assert.match((await send(whole, "?format=sims")).lines[0].detail, /There is no format "sims"/);
  });

  it("writes inside its folder alone: no path leads out, and links are left out", async () => {
    const into = mkdtempSync(join(root, "into-"));
    writeFileSync(join(root, "secret.txt"), "secret");
    const out = Buffer.from(tar(root, "notes/a.txt"));
    const named = (name: string) => {
      const bytes = Buffer.from(out);
      bytes.fill(0, 0, 100).write(name);
      bytes.fill(32, 148, 156);
      const sum = bytes.subarray(0, 512).reduce((all, byte) => all + byte, 0);
      bytes.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
      return (async function* () {
        yield bytes;
      })();
    };
    for (const name of ["../out.txt", "/tmp/orrery-out.txt", "a/../../out.txt", "a\\b", "."])
      await assert.rejects(unpackTar(named(name), into, LIMITS), /leads out of the folder/, name);
    assert.ok(!existsSync(join(root, "out.txt")));
    symlinkSync("../secret.txt", join(root, "notes", "link.txt"));
    const linked = tar(root, "notes");
    const parts = (async function* () {
      for (let i = 0; i < linked.length; i += 100) yield linked.subarray(i, i + 100);
    })();
    assert.equal(await unpackTar(parts, into, LIMITS), 1);
    assert.deepEqual(readdirSync(join(into, "notes")), ["a.txt"]);
    assert.equal(readFileSync(join(into, "notes", "a.txt"), "utf8"), "a");
  });

  it("holds its limits of bytes and of files", async () => {
    const stream = async function* () {
      yield tar(FIXTURE, FOLDER);
    };
    const into = () => mkdtempSync(join(root, "limit-"));
    await assert.rejects(unpackTar(stream(), into(), { bytes: 100, files: 100 }), /larger than 100 bytes/);
    await assert.rejects(unpackTar(stream(), into(), { bytes: 1 << 28, files: 2 }), /more than 2 files/);
    // As many as it may hold, and each path once.
    const one = tar(root, "notes/a.txt").subarray(0, 1024);
    const twice = async function* () {
      yield Buffer.concat([one, one, Buffer.alloc(1024)]);
    };
    await assert.rejects(
      unpackTar(twice(), into(), { bytes: 1 << 20, files: 2 }),
      /two of its files have the same path/,
    );
    const once = async function* () {
      yield Buffer.concat([one, Buffer.alloc(1024)]);
    };
    assert.equal(await unpackTar(once(), into(), { bytes: 2048, files: 1 }), 1);
  });

  it("reads long and foreign paths, as GNU and POSIX write them", async () => {
    const deep = `${"ein/langer/weg/".repeat(12)}Größe 城.txt`;
    mkdirSync(join(root, "deep", deep, ".."), { recursive: true });
    writeFileSync(join(root, "deep", deep), "x".repeat(1500));
    for (const format of ["gnu", "pax", "ustar"]) {
      const path = format === "ustar" ? `${"a/".repeat(60)}b.txt` : deep;
      mkdirSync(join(root, "deep", path, ".."), { recursive: true });
      writeFileSync(join(root, "deep", path), "x".repeat(1500));
      const bytes = tar(join(root, "deep"), `--format=${format}`, path);
      const into = mkdtempSync(join(root, "format-"));
      const one = (async function* () {
        yield bytes;
      })();
      assert.equal(await unpackTar(one, into, LIMITS), 1, format);
      assert.equal(readFileSync(join(into, path), "utf8").length, 1500);
    }
  });

  it("is the owner's alone", async () => {
    const locked = await openFixture({ token: "owner" });
    const { statusCode } = await locked.app.inject({
      method: "POST",
      url: "/api/import/folder",
      payload: tar(FIXTURE, FOLDER),
      headers: { "content-type": "application/x-tar" },
    });
    assert.equal(statusCode, 401);
    await locked.close();
  });
});
