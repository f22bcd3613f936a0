// A byte is changed somewhere in the file: reading gives what was written or refuses, `verify` finds it, and nothing breaks otherwise.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { Fault, openOrrery, StoreFault } from "@orrery/runtime";
import { openSqlite } from "@orrery/store";
import { all, folder, worlds } from "./open.ts";

const ROUNDS = process.env["ORRERY_LONG"] ? 600 : 25;
const SEED = Number(process.env["ORRERY_SEED"] ?? Date.now() % 1_000_000);

/** Everything that can be read of a file, as text by what was asked. */
async function readAll(file: string): Promise<Map<string, string>> {
  const told = new Map<string, string>();
  const orrery = await openOrrery({ store: openSqlite(file), worlds });
  try {
    const ask = async (what: string, work: () => Promise<unknown>) => {
      told.set(
        what,
        await work()
          .then((value) => JSON.stringify(value))
          .catch(refusal),
      );
    };
    await ask("runs", () => orrery.runs());
    for (const run of RUNS) {
      await ask(`${run} branches`, () => orrery.branches(run));
      await ask(`${run} export`, () => all(orrery.export(run)));
      await ask(`${run} seats`, () => orrery.seats(run));
      for (const branch of ["main", "side"]) {
        // What the house shows is the same state with every legal action, which takes long.
        await ask(`${run} ${branch} show`, () =>
          run === "house" ? orrery.diff(run, "main@0", branch) : orrery.show(run, { branch }),
        );
        await ask(`${run} ${branch} log`, () => all(orrery.log(run, { branch, from: 0 })));
        const as = run === "house" ? "you" : "x";
        await ask(`${run} ${branch} seat`, () => all(orrery.log(run, { branch, as, from: 0 })));
        if (run === "house")
          await ask(`${run} ${branch} recall`, () => orrery.recall(run, { as: "you", branch, query: "room" }));
      }
    }
  } finally {
    await orrery.close().catch(refusal);
  }
  return told;
}

const RUNS = ["house", "game"];
const REFUSED = "refused";
/** A refusal is a fault with a sentence; anything else is a bug of ours. */
function refusal(error: unknown): string {
  if (error instanceof StoreFault || error instanceof Fault) return REFUSED;
  throw error;
}

it("a census of changed bytes", async (t) => {
  const place = folder(t);
  const file = join(place, "orrery.db");
  const orrery = await openOrrery({ store: openSqlite(file), worlds });
  await orrery.createRun({ world: "house/cottage", id: "house", seed: "1" });
  await orrery.createRun({ world: "tictactoe", id: "game", seed: "2" });
  for (let i = 0; i < 12; i++) await orrery.submit("house", { text: ["look", "wait", "north", "south"][i % 4]! });
  for (const text of ["centre", "top left", "bottom"]) await orrery.submit("game", { text });
  for (const run of RUNS) {
    await orrery.createBranch(run, { name: "side", at: 2 });
    await orrery.submit(run, { text: "look", branch: "side" });
    await orrery.invite(run, run === "house" ? "you" : "x", { label: "a guest" });
  }
  await orrery.recall("house", { as: "you", query: "room" });
  await orrery.close();
  const whole = readFileSync(file);
  const was = await readAll(file);
  assert.ok(
    [...was.values()].every((text) => text !== REFUSED),
    "everything could be read before",
  );
  const tally = { same: 0, refused: 0, unopened: 0 };
  let state = SEED;
  const random = (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state % below;
  };
  const problems: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const at = random(whole.length);
    const bytes = Buffer.from(whole);
    bytes[at] = bytes[at]! ^ (1 << random(8));
    const copy = join(place, `flip.db`);
    writeFileSync(copy, bytes);
    const told = `seed ${SEED}, round ${round}: byte ${at}`;
    try {
      const now = await readAll(copy);
      let refused = false;
      for (const [what, text] of now) {
        if (text === REFUSED) refused = true;
        else if (text !== was.get(what)) problems.push(`${told} altered ${what}: ${difference(was.get(what)!, text)}`);
      }
      tally[refused ? "refused" : "same"]++;
      writeFileSync(copy, bytes);
      const checked = await verified(copy);
      if (refused) assert.equal(checked, false, `${told}: a read is refused, and verify finds nothing`);
    } catch (error) {
      if (!(error instanceof StoreFault)) {
        problems.push(`${told}: ${error instanceof Error ? error.stack : error}`.slice(0, 700));
        continue;
      }
      tally.unopened++;
    }
  }
  t.diagnostic(JSON.stringify(tally));
  assert.deepEqual(problems, []);
  assert.ok(tally.same > 0 && tally.refused + tally.unopened > 0, JSON.stringify(tally));
});

function difference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const near = (text: string) => text.slice(Math.max(0, at - 60), at + 30);
  return `${near(a)} became ${near(b)}`;
}

async function verified(file: string): Promise<boolean> {
  const orrery = await openOrrery({ store: openSqlite(file, { readOnly: true }), worlds });
  try {
    return (await orrery.verify()).ok;
  } catch (error) {
    if (error instanceof StoreFault) return false;
    throw error;
  } finally {
    await orrery.close().catch(refusal);
  }
}
