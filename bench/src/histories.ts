// Figures of disk: what a durable turn costs, and what branching, loading, checking and keeping cost when a history is long.
import { hash } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { type Action, decideTurn, type Engine, openRun, truthOpen } from "@orrery/kernel";
import { openOrrery, outside, shippedWorlds } from "@orrery/runtime";
import { type Head, openSqlite, type Place, type Store } from "@orrery/store";
import { Line, momentAt } from "../../runtime/src/line.ts";
import { packSnapshot, unpackSnapshot } from "../../store/src/snapshot.ts";
import { engineOf } from "./engine.ts";
import { clockOf, inRounds, type Pace, quantile, ratio, sequence, type Value, valueOf } from "./rounds.ts";
import { type Chronicle, chronicle, phrase } from "./worlds/chronicle.ts";

const DATA = resolve(import.meta.dirname, "../../data");
const RUN = "bench";
/** Fourteen of everything: a state of ten kilobytes. */
const SIZE = 14;

/** A folder on the disk that histories live on, gone when `work` is done. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  mkdirSync(DATA, { recursive: true });
  const folder = mkdtempSync(join(DATA, "bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
    if (readdirSync(DATA).length === 0) rmSync(DATA, { recursive: true });
  }
}

/** A chronicle in a store, written to by the runtime's own line: decided, sealed, stored, and snapshot when one is due. */
class Book {
  readonly engine: Engine<Chronicle> = engineOf(chronicle);
  readonly store: Store;
  readonly #pages: readonly { action: Action<Chronicle>; prose: string }[];
  #line: Line;

  private constructor(store: Store, line: (engine: Engine<Chronicle>) => Promise<Line>) {
    this.store = store;
    this.#pages = pages(4096);
    this.#line = null as unknown as Line;
    void line;
  }
}
