// An action log as rounds, one at a time: which rows a round holds, whether it had ended, and what of the file is no such thing. Knows no database.
import { type FileLine, readLines } from "../lines.ts";
import { isKnownAction, type LogAction, type LogRow, readRow } from "./row.ts";
import type { UnreadList } from "./unread.ts";

export interface LoggedAction extends LogAction {
  readonly line: number;
}

export interface LogRound {
  readonly round: number;
  readonly line: number;
  readonly hour: number | null;
  readonly startedAt: string | null;
  /** When its rows were written, all at once, after it was over. */
  readonly writtenAt: string | null;
  readonly endedAt: string | null;
  /** How many actions its end claims. */
  readonly claimed: number | null;
  readonly rows: readonly LoggedAction[];
  /** False for the round that a killed or growing log ends on. */
  readonly closed: boolean;
}

/** One simulation in the log; a folder that is run again appends another. */
export interface LogSegment {
  readonly line: number;
  readonly startedAt: string | null;
  /** Closed rounds and action rows in it. */
  readonly rounds: number;
  readonly rows: number;
  /** `total_actions` of each `simulation_end`. */
  readonly claimed: readonly number[];
  readonly ended: boolean;
}

export interface LogPart {
  /** Which simulation of the file, from 0. */
  readonly segment: number;
  readonly round: LogRound;
}

interface LogSource {
  readonly path: string;
  /** As it is named in reports. */
  readonly file: string;
  readonly unread: UnreadList;
  readonly onBytes?: (bytes: number) => void;
}

/** Where the simulations of a log begin, without reading its actions. */
export async function scanSegments({ path, onBytes }: Pick<LogSource, "path" | "onBytes">): Promise<readonly number[]> {
  const starts: number[] = [];
  const seen = new SegmentFinder();
  for await (const lines of readLines(path, onBytes))
    for (const line of lines) {
      const isMarker = line.text?.includes('"event_type"');
      if (seen.begins(line, isMarker ? readRow(line.text!) : null)) starts.push(line.n);
    }
  return starts;
}

/** Decides which lines begin a simulation: its own marker, or round 0 after a marker that cannot be read. */
class SegmentFinder {
  #started = false;
  #justStarted = false;
  #garbled = false;
  begins(line: FileLine, row: LogRow | string | null): boolean {
    const marker = row !== null && typeof row !== "string" && row.event !== null ? row : null;
    const begins =
      marker?.event === "simulation_start" ||
      (marker?.event === "round_start" &&
        marker.round === 0 &&
        !this.#justStarted &&
        (this.#garbled || !this.#started)) ||
      (!this.#started && row !== null && typeof row !== "string");
    this.#justStarted = marker?.event === "simulation_start";
    // An action that is not parsed here is still one line of JSON, and so no marker.
    this.#garbled =
      line.text === null || typeof row === "string" || (row === null && !/^\s*\{.*\}\s*$/s.test(line.text));
    this.#started ||= begins;
    return begins;
  }
}

interface OpenRound {
  readonly round: number;
  readonly line: number;
  readonly hour: number | null;
  readonly startedAt: string | null;
  readonly rows: LoggedAction[];
  readonly texts: Set<string>;
}

/** Every round of every simulation in the file, in order; the last of each may be open. */
export class LogReader {
  readonly #source: LogSource;
  readonly #segments: {
    line: number;
    startedAt: string | null;
    rounds: number;
    rows: number;
    claimed: number[];
    ended: boolean;
  }[] = [];
  readonly #finder = new SegmentFinder();
  #open: OpenRound | null = null;
  #closed = new Set<number>();
  constructor(source: LogSource) {
    this.#source = source;
  }

  get segments(): readonly LogSegment[] {
    return this.#segments;
  }

  async *rounds(): AsyncGenerator<LogPart> {
    const { path, onBytes } = this.#source;
    for await (const lines of readLines(path, onBytes))
      for (const line of lines) {
        if (line.text !== null && line.text.trim() === "") continue;
        const row = line.text === null ? line.why! : readRow(line.text);
        if (this.#finder.begins(line, row)) yield* this.#begin(line, row);
        if (typeof row === "string") this.#unread(line.n, line.cut ? `The file ends inside this line. ${row}` : row);
        else yield* this.#take(line, row);
      }
    yield* this.#leave();
  }

  *#begin(line: FileLine, row: LogRow | string): Generator<LogPart> {
    yield* this.#leave();
    const startedAt = typeof row === "string" ? null : row.timestamp;
    this.#segments.push({ line: line.n, startedAt, rounds: 0, rows: 0, claimed: [], ended: false });
    this.#closed = new Set();
  }

  *#take(line: FileLine, row: LogRow): Generator<LogPart> {
    const segment = this.#segments.at(-1);
    if (!segment) return;
    if (row.event === null) yield* this.#action(line, row);
    else if (row.event === "round_start") {
      yield* this.#follow(row.round, line.n);
      if (this.#closed.has(row.round))
        return this.#unread(line.n, `Round ${row.round} is there twice; the first is kept.`);
      this.#open = {
        round: row.round,
        line: line.n,
        hour: row.hour,
        startedAt: row.timestamp,
        rows: [],
        texts: new Set(),
      };
    } else if (row.event === "round_end") {
      if (this.#open?.round !== row.round) {
        if (this.#closed.has(row.round)) return this.#unread(line.n, `Round ${row.round} had ended already.`);
        this.#unread(line.n, `Round ${row.round} ends here, and where it began cannot be read.`);
        yield* this.#follow(row.round, line.n);
        this.#open = { round: row.round, line: line.n, hour: null, startedAt: null, rows: [], texts: new Set() };
      }
      yield this.#close(row.timestamp, row.actions, line.n);
    } else if (row.event === "simulation_end") {
      segment.ended = true;
      if (row.totalActions !== null) segment.claimed.push(row.totalActions);
    }
  }

  *#action(line: FileLine, row: LogAction): Generator<LogPart> {
    this.#segments.at(-1)!.rows++;
    if (this.#closed.has(row.round))
      return this.#unread(line.n, `An action of round ${row.round}, which had ended already.`);
    if (this.#open?.round !== row.round) {
      yield* this.#follow(row.round, line.n);
      this.#unread(line.n, `An action of round ${row.round}, and where that began cannot be read.`);
      this.#open = { round: row.round, line: line.n, hour: null, startedAt: null, rows: [], texts: new Set() };
    }
    const open = this.#open!;
    // Rows carry the microsecond at which they were written: two that are alike to the letter are one.
    if (open.texts.has(line.text!)) return this.#unread(line.n, "The same line a second time.");
    open.texts.add(line.text!);
    if (!isKnownAction(row.type))
      this.#unread(
        line.n,
        `An action of no known type: ${JSON.stringify(row.type.slice(0, 60))}. It is kept and counts nowhere.`,
      );
    open.rows.push({ ...row, line: line.n });
  }

  /** Another round begins while one is open: that its end cannot be read does not keep it from having ended. */
  *#follow(next: number, line: number): Generator<LogPart> {
    if (!this.#open || this.#open.round === next) return;
    this.#unread(line, `Round ${this.#open.round} has no end that can be read; it had ended when round ${next} began.`);
    yield this.#close(null, null, line);
  }

  #close(endedAt: string | null, claimed: number | null, line: number): LogPart {
    const open = this.#open!;
    if (claimed !== null && claimed !== open.rows.length)
      this.#unread(line, `Round ${open.round} claims ${claimed} actions, and ${open.rows.length} can be read.`);
    this.#closed.add(open.round);
    this.#segments.at(-1)!.rounds++;
    this.#open = null;
    return this.#part(open, { endedAt, claimed, closed: true });
  }

  /** A simulation breaks off: what is open stays so. */
  *#leave(): Generator<LogPart> {
    if (this.#open) yield this.#part(this.#open, { endedAt: null, claimed: null, closed: false });
    this.#open = null;
  }

  #part({ texts: _, ...open }: OpenRound, end: Pick<LogRound, "endedAt" | "claimed" | "closed">): LogPart {
    return {
      segment: this.#segments.length - 1,
      round: { ...open, writtenAt: open.rows[0]?.timestamp ?? end.endedAt, ...end },
    };
  }

  #unread(line: number, why: string): void {
    this.#source.unread.add(this.#source.file, line, why);
  }
}
