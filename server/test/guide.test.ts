// The programs of docs/guides/programs.md, run as they stand there.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { after, describe, it } from "node:test";
import type { AnyWorld } from "@orrery/kernel";
import { openOrrery, shippedWorlds } from "@orrery/runtime";
import { memoryStore } from "@orrery/store";
import { BLANK, gallery } from "../../runtime/test/gallery.ts";
import { listen } from "../src/index.ts";

const GUIDE = readFileSync(resolve(import.meta.dirname, "../../docs/guides/programs.md"), "utf8");

describe("the guide to programs", async () => {
  const folder = mkdtempSync(join(tmpdir(), "orrery-guide-"));
  const orrery = await openOrrery({
    store: memoryStore(),
    worlds: shippedWorlds([gallery as AnyWorld]),
    files: true,
  });
  const server = await listen({ orrery, port: 0, pages: null, token: "secret" });
  after(async () => {
    await server.close();
    await orrery.close();
    rmSync(folder, { recursive: true });
  });
  /** The block that begins with the name of its file, in that file. */
  const fileOf = (name: string): string => {
    const block = GUIDE.split("```").find((part) => part.startsWith(`js\n// ${name}\n`));
    assert.ok(block, name);
    const file = join(folder, name);
    writeFileSync(file, block.slice("js\n".length));
    return file;
  };
  /** Runs a program in a process of its own, in a seat; fails with what it wrote to stderr. */
  const seated = async (name: string, run: string, actor: string) => {
    const words = [fileOf(name), server.url, run, await orrery.invite(run, actor), actor];
    const program = spawn(process.execPath, words, { stdio: ["ignore", "ignore", "pipe"] });
    const [wrong, [code]] = await Promise.all([text(program.stderr), once(program, "exit")]);
    assert.equal(code, 0, wrong);
  };

  it("has a client that plays a whole game over HTTP, against another of its kind", async () => {
    const { run } = await orrery.createRun({ world: "tictactoe" });
    await Promise.all(["x", "o"].map((actor) => seated("seat.mjs", run, actor)));
    const { outcome, head } = await orrery.show(run);
    assert.notEqual(outcome, null);
    assert.ok(head.turn >= 5 && head.turn <= 9, `${head.turn} turns, one for each mark`);
  });

  it("has a client that uploads a picture and answers with it", async () => {
    const { run } = await orrery.createRun({ world: "gallery", config: { rounds: 1 } });
    await seated("picture.mjs", run, "ann");
    const actions = [{ actorId: "ben", type: "hang", metadata: { picture: BLANK } }];
    await orrery.submit(run, { as: "ben", actions });
    const [hash] = (await orrery.why(run, "1")).answers[0]!.artifacts!;
    assert.match(Buffer.from((await orrery.artifact(run, hash!)).bytes).toString(), /<circle/);
  });

  it("has an in-process agent that a lineup seats by its file", async () => {
    const { run } = await orrery.createRun({ world: "tictactoe" });
    const { outcome } = await orrery.play(run, { agents: `*=agent:${fileOf("patient.mjs")}` });
    assert.notEqual(outcome, null);
  });
});
