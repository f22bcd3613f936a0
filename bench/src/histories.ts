// Figures of disk: what a durable turn costs, and what branching, loading, checking and keeping cost when a history is long.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Action, type AnyEngine, type AnyWorld, decideTurn, type Opening, truthOpen } from "@orrery/kernel";
import { openOrrery, outside, shippedWorlds } from "@orrery/runtime";
import { type Head, openSqlite, type Place, type Store } from "@orrery/store";
import { BranchSession, momentAt } from "../../runtime/src/turns/branch-session.ts";
import { packSnapshot, unpackSnapshot } from "../../store/src/snapshot.ts";
import { engineOf, KEY, NONCE, openUnderKey } from "./memory-run.ts";
import { type FigureValue, inRounds, middle, quantile, type RoundPace, ratio, sequence } from "./rounds.ts";
import { type Chronicle, chronicle, phrase } from "./worlds/chronicle.ts";

const DATA = resolve(import.meta.dirname, "../../data");
const RUN = "bench";
/** Fourteen of everything make a state of ten kilobytes. */
const SIZE = 14;
const engine: AnyEngine = engineOf<Chronicle>(chronicle);

export type HistoryFigure = "branch" | "rollback" | "load-p50" | "load-p99" | "load-forked" | "file-bytes" | "verify";
interface HistorySize {
  readonly turns: number;
  readonly forks: number;
  /** Random turns loaded in a round. */
  readonly loads: number;
}

/** A turn with its own transaction in WAL mode ÷ a bare insert of the same bytes by the same driver. */
export const durableTurnFigure = (pace: RoundPace): Promise<FigureValue> =>
  inFolder(async (folder) => {
    const book = await ChronicleBook.open(join(folder, "book.db"));
    for (let i = 0; i < 512; i++) await book.write();
    const bodies = (await book.store.read(book.head, 1, 512)).map(({ body }) => body);
    const bare = bareInserts(join(folder, "bare.db"), bodies);
    const cases = [
      {
        name: "bare",
        run: () => bare.insert(256),
      },
      {
        name: "ours",
        async run() {
          for (let i = 0; i < 256; i++) await book.write();
          return 256;
        },
      },
    ];
    try {
      // In short turns: a moment in which the disk is busy falls on few of them.
      const short = { rounds: pace.rounds * 6, ms: pace.ms / 3 };
      return ratio(await inRounds(cases, "wall", short), "bare", "ours");
    } finally {
      bare.close();
      await book.store.close();
    }
  });

/** A file with one table of turns, and inserts into it that are a transaction each. */
export function bareInserts(file: string, bodies: readonly string[]) {
  const digest = Buffer.alloc(32, 7);
  const bare = new DatabaseSync(file);
  // The same pages as ours: how large they are is a matter of the file's size, and that is a figure of its own.
  bare.exec(
    "PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA cache_size = -16000",
  );
  bare.exec(
    "CREATE TABLE commits (key INTEGER PRIMARY KEY, hash BLOB NOT NULL, truth BLOB NOT NULL, body TEXT NOT NULL)",
  );
  const insert = bare.prepare("INSERT INTO commits VALUES (?, ?, ?, ?)");
  let key = 0;
  return {
    insert(count: number): number {
      for (let i = 0; i < count; i++) insert.run(++key, digest, digest, bodies[key % bodies.length]!);
      return count;
    },
    close: () => bare.close(),
  };
}

/** All that is measured on one long history, which is written once. */
export const historyFigures = (
  pace: RoundPace,
  size: HistorySize,
  wanted: ReadonlySet<HistoryFigure>,
): Promise<Partial<Record<HistoryFigure, FigureValue>>> =>
  inFolder(async (folder) => {
    const file = join(folder, "long.db");
    const made = await ChronicleBook.open(file);
    await made.write(size.turns);
    await made.store.close();
    const values: Partial<Record<HistoryFigure, FigureValue>> = {};
    if (wanted.has("file-bytes")) values["file-bytes"] = fileBytes(file);
    const book = await ChronicleBook.open(file);
    try {
      if (wanted.has("verify")) values.verify = await verifying(book, pace);
      if (wanted.has("load-p50") || wanted.has("load-p99")) {
        const { p50, p99 } = await loading(book, pace, size);
        if (wanted.has("load-p50")) values["load-p50"] = p50;
        if (wanted.has("load-p99")) values["load-p99"] = p99;
      }
      if (wanted.has("branch")) values.branch = await branching(book, pace);
      if (wanted.has("rollback")) values.rollback = await rollingBack(book, pace);
      if (wanted.has("load-forked")) values["load-forked"] = await loadingForked(book, pace, size);
      return values;
    } finally {
      await book.store.close();
    }
  });

/** The closed file ÷ the text of its turns. */
function fileBytes(file: string): FigureValue {
  const db = new DatabaseSync(file, { readOnly: true });
  const { bytes } = db.prepare("SELECT sum(octet_length(body)) AS bytes FROM commits").get() as { bytes: number };
  db.close();
  return { value: statSync(file).size / bytes, noise: 0 };
}

/** JSON.parse of every text, already in memory ÷ everything that `verify` does, from the file. */
async function verifying({ store, head }: ChronicleBook, { rounds }: RoundPace): Promise<FigureValue> {
  const orrery = await openOrrery({ store, worlds: shippedWorlds([chronicle as AnyWorld]) });
  const texts = (await store.read(head, 0, head.turn)).map(({ body }) => body);
  const verify = async () => {
    const { ok, turns } = await orrery.verify(RUN);
    if (!ok || turns !== head.turn) throw new Error(`verified ${turns} of ${head.turn} turns`);
    return turns;
  };
  const parse = () => {
    for (const text of texts) JSON.parse(text);
    return texts.length;
  };
  const cases = [
    { name: "parse", run: parse },
    { name: "verify", run: verify },
  ];
  return ratio(await inRounds(cases, "cpu", { rounds: Math.min(rounds, 5), ms: 1 }), "parse", "verify");
}

/** A random turn, found, read and folded ÷ the median time of unpacking and parsing one snapshot. */
async function loading(book: ChronicleBook, { rounds }: RoundPace, { loads }: HistorySize) {
  const { store, head } = book;
  const { snapshot } = await store.load(head);
  if (!snapshot) throw new Error("no snapshot at all");
  const packed = packSnapshot(snapshot.text);
  const decode = () => Object.keys(JSON.parse(unpackSnapshot(packed)!)).length;
  const upTo = sequence(3);
  const load = () => book.loadAt(head, 1 + upTo(head.turn));
  for (let i = 0; i < loads / 2; i++) {
    await load();
    decode();
  }
  const p50: number[] = [];
  const p99: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const decoding = await time(loads, async () => decode());
    const loaded = await time(loads, load);
    p50.push(quantile(loaded, 0.5) / quantile(decoding, 0.5));
    p99.push(quantile(loaded, 0.99) / quantile(decoding, 0.5));
  }
  return { p50: middle(p50), p99: middle(p99) };
}

/** A branch made at the end of the history ÷ one made at turn 100, each found and committed by itself. */
async function branching({ store, head }: ChronicleBook, pace: RoundPace): Promise<FigureValue> {
  let made = 0;
  const branchAt = (turn: number) => async () => {
    for (let i = 0; i < 32; i++) {
      const at = await store.ancestor(head, turn);
      await store.createBranch(RUN, { name: `b${++made}`, from: "main", at, salt: KEY.salt, createdAt: outside.now() });
    }
    return 32;
  };
  const cases = [
    { name: "late", run: branchAt(head.turn) },
    { name: "early", run: branchAt(100) },
  ];
  return ratio(await inRounds(cases, "cpu", pace), "late", "early");
}

/** From the end of the history back to turn 50 and forward again ÷ the same from turn 100. */
async function rollingBack({ store, head }: ChronicleBook, pace: RoundPace): Promise<FigureValue> {
  const at = { name: "short", from: "main", at: await store.ancestor(head, 100), salt: KEY.salt, createdAt: 0 };
  const short = await store.createBranch(RUN, at);
  if (short === "exists") throw new Error("a branch is there already");
  const thereAndBack = (start: Head) => {
    let now = start;
    const move = async (to: Place) => {
      const moved = await store.moveHead(now, to, "bench", outside.now());
      if (!moved.ok) throw new Error("the head had moved");
      now = moved.head;
    };
    return async () => {
      for (let i = 0; i < 16; i++) {
        await move(await store.ancestor(now, 50));
        await move(start);
      }
      return 32;
    };
  };
  const cases = [
    { name: "late", run: thereAndBack(head) },
    { name: "early", run: thereAndBack(short) },
  ];
  return ratio(await inRounds(cases, "cpu", pace), "late", "early");
}

/** A random turn of a branch on which every turn was taken back once and played again ÷ one of the line it left. */
async function loadingForked(
  book: ChronicleBook,
  { rounds }: RoundPace,
  { forks, loads }: HistorySize,
): Promise<FigureValue> {
  const { store, head } = book;
  const from = 50;
  const name = "forked";
  const at = await store.ancestor(head, from);
  await store.createBranch(RUN, { name, from: "main", at, salt: KEY.salt, createdAt: 0 });
  const forked = await ChronicleBook.on(store, name);
  await forked.writeTwice(forks);
  const upTo = sequence(5);
  const straight = () => book.loadAt(head, from + 1 + upTo(forks));
  const bent = () => book.loadAt(forked.head, from + 1 + upTo(forks));
  await time(loads / 2, straight);
  await time(loads / 2, bent);
  const ratios: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const plain = quantile(await time(loads, straight), 0.5);
    ratios.push(quantile(await time(loads, bent), 0.5) / plain);
  }
  return middle(ratios);
}

/**
 * Milliseconds of each of `count` calls, sorted. The wall's clock counts a neighbour's time slices and the process's own clock
 * what its other threads do meanwhile: a call took no longer than the shorter of the two.
 */
async function time(count: number, work: () => Promise<unknown>): Promise<Float64Array> {
  const times = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    const start = performance.now();
    const used = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(used);
    times[i] = Math.min(performance.now() - start, (user + system) / 1000);
  }
  return times.sort();
}

/** A chronicle in a store, written by the runtime's own line: decided, sealed, stored, with a snapshot when one is due. */
class ChronicleBook {
  readonly store: Store;
  readonly #session: BranchSession;
  #written = 0;

  private constructor(store: Store, session: BranchSession) {
    this.store = store;
    this.#session = session;
  }

  static async open(file: string): Promise<ChronicleBook> {
    const store = openSqlite(file);
    if (!(await store.run(RUN))) {
      const { body, hash, frame } = openUnderKey(engine, { size: SIZE });
      await store.createRun({
        id: RUN,
        name: chronicle.id,
        world: chronicle.id,
        createdAt: outside.now(),
        salt: KEY.salt,
        opening: { body, hash, truth: truthOpen(engine, JSON.parse(body) as Opening<Chronicle>) },
        secret: { commitment: frame.commitment, seed: KEY.seed, nonce: NONCE },
      });
    }
    return ChronicleBook.on(store, "main");
  }

  static async on(store: Store, branch: string): Promise<ChronicleBook> {
    const head = await store.head(RUN, branch);
    return new ChronicleBook(store, await BranchSession.open(engine, store, head!));
  }

  get head(): Head {
    return this.#session.head;
  }

  async write(turns = 1): Promise<void> {
    for (let i = 0; i < turns; i++) {
      const { action, prose } = PAGES[this.#written++ % PAGES.length]!;
      const session = this.#session;
      const ask = engine.world.asks(session.frame.state)[0]!;
      const provenance = { actor: ask.to, ask: ask.id, by: "agent" } as const;
      const given = [{ actor: ask.to, ask, actions: [action], provenance }];
      const draft = decideTurn(engine, session.frame, ask.lane, given, KEY);
      if (!draft.validation[0]!.success) throw new Error(`refused: ${draft.validation[0]!.message}`);
      if (!(await session.store(session.seal(draft, { rawText: prose, outside }), {})))
        throw new Error("the head had moved");
      await session.rest();
    }
  }

  /** Each turn is written, taken back and written otherwise. */
  async writeTwice(turns: number): Promise<void> {
    for (let i = 0; i < turns; i++) {
      const before = this.head;
      await this.write();
      const back = await this.store.moveHead(this.head, before, "bench", outside.now());
      if (!back.ok) throw new Error("the head had moved");
      await this.#session.refresh(back.head);
      await this.write();
    }
  }

  /** The moment of a turn, by its number, as a program that opens the file has to find it. */
  async loadAt(head: Head, turn: number): Promise<void> {
    const { frame } = await momentAt(engine, this.store, await this.store.ancestor(head, turn));
    if (frame.state === undefined) throw new Error(`no state at turn ${turn}`);
  }
}

const PAGES = (() => {
  const upTo = sequence(9);
  return Array.from({ length: 4096 }, (_, i) => {
    const metadata = { mood: phrase(upTo(1000), 1), hp: upTo(100), thread: `t${upTo(SIZE)}` };
    const action: Action<Chronicle> = {
      actorId: "author",
      type: "write",
      targetId: `c${upTo(SIZE)}`,
      locationId: `l${upTo(SIZE)}`,
      metadata,
    };
    return { action, prose: `${phrase(i + upTo(1000), 12)}.` };
  });
})();

/** A folder on the disk that histories live on, gone when `work` is done. */
export async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(DATA, { recursive: true });
  const folder = mkdtempSync(join(DATA, "bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    if (readdirSync(DATA).length === 0) rmSync(DATA, { recursive: true });
  }
}
