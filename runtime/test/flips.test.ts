// A faulty disk changes a bit, a letter, a sector or a block somewhere in the file: reading gives what was written or refuses, `verify` finds it, and nothing breaks otherwise.
import assert from "node:assert/strict";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { it } from "node:test";
import { Fault, type Orrery, openOrrery, StoreFault } from "@orrery/runtime";
import { hashBytes, openSqlite, type Store } from "@orrery/store";
import { all, folder, worlds } from "./open.ts";

const ROUNDS = process.env["ORRERY_LONG"] ? 600 : 28;
const SEED = Number(process.env["ORRERY_SEED"] ?? Date.now() % 1_000_000);

const PICTURE = Buffer.from("\x89PNG\r\n\x1a\n a picture of a door", "latin1");
const NAME = hashBytes(PICTURE);

/** Everything that can be read of a file, as text by what was asked. */
async function readAll(file: string, tokens: readonly string[]): Promise<Map<string, string>> {
  const told = new Map<string, string>();
  await withOrrery(openSqlite(file), async (orrery) => {
    const ask = async (what: string, work: () => Promise<unknown>) => {
      told.set(
        what,
        await work()
          .then((value) => JSON.stringify(value))
          .catch(refusal),
      );
    };
    await ask("runs", () => orrery.runs());
    for (const token of tokens) await ask(`seat ${token}`, async () => (await orrery.seatOf(token)) ?? nobody());
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
        await ask(`${run} ${branch} tellings`, () => all(orrery.tellings(run, { branch })));
      }
      await ask(`${run} artifacts`, () => all(orrery.artifacts(run)));
      await ask(`${run} artifact`, async () => {
        const { mediaType, bytes } = await orrery.artifact(run, NAME);
        return [mediaType, Buffer.from(bytes).toString("base64")];
      });
      // The last: it is a turn itself.
      await ask(`${run} seed`, async () => {
        const { commitment, seed, nonce } = await orrery.reveal(run);
        return [commitment, seed, nonce];
      });
    }
  });
  return told;
}

const RUNS = ["house", "game"];
const REFUSED = "refused";
/** A refusal is a fault with a sentence; anything else is a bug of ours. */
function refusal(error: unknown): string {
  if (error instanceof StoreFault || error instanceof Fault) return REFUSED;
  throw error;
}

/** What a disk may do to a file, at a place of its choice. */
const HARMS: Readonly<Record<string, (bytes: Buffer, random: (below: number) => number) => number>> = {
  bit(bytes, random) {
    const at = random(bytes.length);
    bytes[at] = bytes[at]! ^ (1 << random(8));
    return at;
  },
  // What is still text, and says something else.
  letter(bytes, random) {
    let at = random(bytes.length);
    const isLetter = (byte: number) => byte >= 97 && byte <= 122;
    while (!isLetter(bytes[at]!)) at = (at + 1) % bytes.length;
    bytes[at] = 97 + ((bytes[at]! - 97 + 1 + random(25)) % 26);
    return at;
  },
  sector(bytes, random) {
    const at = 512 * random(bytes.length / 512);
    for (let i = at; i < at + 512; i++) bytes[i] = random(256);
    return at;
  },
  block(bytes, random) {
    const at = 4096 * random(bytes.length / 4096);
    bytes.fill(0, at, at + 4096);
    return at;
  },
};

/** A seat that is known no more lets nobody in. */
const nobody = (): never => {
  throw new Fault("unknown_seat", "Nobody is invited by this token.");
};

/** So much at once can empty a page of an index, and rows are missing then: no read can tell, and `verify` must. */
const WIDE: ReadonlySet<string> = new Set(["sector", "block"]);

it("a census of changed bytes", async (t) => {
  const place = folder(t);
  const file = join(place, "orrery.db");
  const orrery = await openOrrery({ store: openSqlite(file), worlds });
  await orrery.createRun({ world: "house/cottage", id: "house", seed: "1" });
  await orrery.createRun({ world: "tictactoe", id: "game", seed: "2" });
  for (let i = 0; i < 12; i++) await orrery.submit("house", { text: ["look", "wait", "north", "south"][i % 4]! });
  for (const text of ["centre", "top left", "bottom"]) await orrery.submit("game", { text });
  const tokens: string[] = [];
  for (const run of RUNS) {
    await orrery.createBranch(run, { name: "side", at: 2 });
    await orrery.submit(run, { text: "look", branch: "side" });
    tokens.push(await orrery.invite(run, run === "house" ? "you" : "x", { label: "a guest" }));
    await orrery.putArtifact(run, { hash: NAME, mediaType: "image/png", bytes: PICTURE });
  }
  await orrery.recall("house", { as: "you", query: "room" });
  await orrery.close();
  const whole = readFileSync(file);
  // Each under a name of its own: what SQLite knows of a file that was open may not reach the next.
  let copies = 0;
  const inCopy = async <T>(bytes: Buffer, work: (copy: string) => Promise<T>): Promise<T> => {
    const copy = join(place, `copy-${++copies}.db`);
    writeFileSync(copy, bytes);
    try {
      return await work(copy);
    } finally {
      for (const end of ["", "-wal", "-shm"]) rmSync(copy + end, { force: true });
    }
  };
  const was = await inCopy(whole, (copy) => readAll(copy, tokens));
  assert.ok(
    [...was.values()].every((text) => text !== REFUSED),
    "everything could be read before",
  );
  const harms = Object.entries(HARMS);
  const tally = Object.fromEntries(harms.map(([kind]) => [kind, { same: 0, refused: 0, altered: 0, unopened: 0 }]));
  let state = SEED;
  const random = (below: number) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state % below;
  };
  const problems: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const [kind, harm] = harms[round % harms.length]!;
    const bytes = Buffer.from(whole);
    const at = harm(bytes, random);
    const told = `seed ${SEED}, round ${round}: ${kind} at ${at}`;
    try {
      const now = await inCopy(bytes, (copy) => readAll(copy, tokens));
      const refused = [...now.values()].includes(REFUSED);
      const altered = [...now].flatMap(([what, text]) =>
        text === REFUSED || text === was.get(what) ? [] : [`altered ${what}: ${difference(was.get(what)!, text)}`],
      );
      tally[kind]![altered.length > 0 ? "altered" : refused ? "refused" : "same"]++;
      if (!WIDE.has(kind)) problems.push(...altered.map((problem) => `${told} ${problem}`));
      const checked = await inCopy(bytes, verified);
      if ((refused || altered.length > 0) && checked)
        problems.push(`${told}: verify finds nothing, and ${altered[0] ?? "a read is refused"}`);
    } catch (error) {
      if (!(error instanceof StoreFault)) {
        problems.push(`${told}: ${error instanceof Error ? error.stack : error}`.slice(0, 700));
        continue;
      }
      tally[kind]!.unopened++;
    }
  }
  t.diagnostic(JSON.stringify(tally));
  assert.deepEqual(problems, []);
  const sum = (of: "same" | "refused" | "unopened") => Object.values(tally).reduce((all, one) => all + one[of], 0);
  assert.ok(sum("same") > 0 && sum("refused") > 0, JSON.stringify(tally));
  assert.ok(sum("unopened") < ROUNDS / 2, `most files could not even be opened: ${JSON.stringify(tally)}`);
});

function difference(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const near = (text: string) => text.slice(Math.max(0, at - 60), at + 30);
  return `${near(a)} became ${near(b)}`;
}

async function verified(file: string): Promise<boolean> {
  try {
    return await withOrrery(openSqlite(file, { readOnly: true }), async (orrery) => (await orrery.verify()).ok);
  } catch (error) {
    if (error instanceof StoreFault) return false;
    throw error;
  }
}

/** Leaves no file open, however it is damaged. */
async function withOrrery<T>(store: Store, work: (orrery: Orrery) => Promise<T>): Promise<T> {
  const orrery = await openOrrery({ store, worlds }).catch(async (error: unknown) => {
    await store.close();
    throw error;
  });
  try {
    return await work(orrery);
  } finally {
    await orrery.close().catch(refusal);
  }
}
