// Hash chains as stored: of turns along the segments, and of notes along a run. Finds where a chain breaks; mends nothing.
import { hash } from "node:crypto";
import { canonical, firstHash, type Hash, type HashText } from "@orrery/kernel";
import { holderOf, linksBehind, type Segment, type SegmentOf } from "./line.ts";
import type { Damage, Note, StoredNote } from "./store.ts";

export const sha256: HashText = (text) => hash("sha256", text, DIGEST);
/** Told how long it is to be, Node need not find out at every hash whether the algorithm says so. */
const DIGEST = { outputEncoding: "hex", outputLength: 32 } as const;

const HASH = /^[0-9a-f]{64}$/;
const isHash = (text: unknown): text is Hash => typeof text === "string" && HASH.test(text);

/** The hash of a run's note, over the one before it; `firstHash` stands before the first. */
export const noteHash = (hashText: HashText, before: Hash, n: number, note: Note, at: number): Hash =>
  hashText(before + canonical([n, note.turnId, note.teller, note.viewer, note.text, at]));

/** A turn as its bytes lie there. `body` null: there is a row, but no text in it. */
export interface RawTurn {
  readonly turn: number;
  readonly hash: string;
  readonly truth: string;
  readonly body: Uint8Array | null;
}

/** Turns `turn`..`last` that cannot be read, and why. */
export interface Unreadable {
  readonly turn: number;
  readonly last: number;
  readonly unreadable: string;
}

export type Rows<T> = AsyncIterable<T> | Iterable<T>;

/** What a check of chains reads from. Turns come in order; one that cannot be read comes as a problem. */
export interface ChainSource {
  readonly segmentOf: SegmentOf;
  /** Every segment of the run, in order of their ids. */
  readonly segments: readonly number[];
  turns(segment: number): Rows<RawTurn | Unreadable>;
  turn(segment: number, turn: number): RawTurn | null;
}

/** Reads every segment of one run and says where its chain does not hold. */
export async function* chainDamage(run: string, source: ChainSource): AsyncGenerator<Damage> {
  for (const id of source.segments) {
    const damage = (turn: number | null, problem: string): Damage => ({ run, segment: id, turn, problem });
    const links = checkedLinks(source.segmentOf, id);
    if (typeof links === "string") {
      yield damage(null, links);
      continue;
    }
    // After a break both go on: the hash as stored and the one that it should be. Whichever the next turn continues was whole.
    let before = links.parent === null ? [firstHash] : hashesAt(source, links.parent, links.fork);
    if (before.length === 0)
      yield damage(null, `the turn it continues from is missing: turn ${links.fork} of segment ${links.parent}`);
    let expected = links.fork + 1;
    for await (const row of source.turns(id)) {
      if (row.turn !== expected) yield damage(expected, gapText(expected, row.turn - 1));
      if (row.turn !== expected) before = [];
      if ("unreadable" in row) {
        yield damage(
          row.turn,
          row.last > row.turn ? `${row.unreadable}; likewise up to turn ${row.last}` : row.unreadable,
        );
        expected = row.last + 1;
        before = [];
        continue;
      }
      expected = row.turn + 1;
      for (const problem of shapeProblems(row)) yield damage(row.turn, problem);
      const made = row.body === null ? [] : before.map((previous) => hashBytes(previous, row.body!));
      if (before.length > 0 && row.body !== null && !made.includes(row.hash)) {
        yield damage(row.turn, "its text or its hash was changed: they do not fit together");
        before = isHash(row.hash) ? [row.hash, ...made] : made;
      } else before = isHash(row.hash) ? [row.hash] : made;
    }
    if (expected === links.fork + 1) yield damage(null, "it holds no turns");
  }
}

/** Where the chain of a run's notes breaks. `notes` come in order. */
export async function* noteDamage(run: string, notes: Rows<StoredNote>): AsyncGenerator<Damage> {
  let before: Hash[] = [firstHash];
  let expected = 1;
  for await (const { n, at, hash: stored, ...note } of notes) {
    const damage = (problem: string): Damage => ({ run, segment: null, turn: null, problem });
    if (n !== expected) {
      yield damage(`note ${expected} is missing`);
      before = [];
    }
    expected = n + 1;
    const made = before.map((previous) => noteHash(sha256, previous, n, note, at));
    if (before.length > 0 && !made.includes(stored)) {
      yield damage(`note ${n} (of turn ${note.turnId}) was changed: its text and its hash do not fit together`);
      before = [stored, ...made];
    } else before = [stored];
  }
}

/** The segment with its links when these are what they must be; else what is wrong with them. */
function checkedLinks(segmentOf: SegmentOf, id: number): Segment | string {
  try {
    const found = segmentOf(id);
    if (found.parent === null) return found;
    const { depth, jump, jumpFork } = linksBehind(segmentOf, { segment: found.parent, turn: found.fork });
    if (found.fork <= segmentOf(found.parent).fork)
      return `it continues from turn ${found.fork}, which its parent does not hold`;
    return depth === found.depth && jump === found.jump && jumpFork === found.jumpFork
      ? found
      : "its links to earlier segments were changed";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function hashesAt(source: ChainSource, segment: number, turn: number): Hash[] {
  const row = source.turn(segment, turn);
  if (!row) return [];
  const previous =
    turn === 0 ? firstHash : source.turn(holderOf(source.segmentOf, segment, turn - 1).id, turn - 1)?.hash;
  return previous !== undefined && row.body ? [row.hash, hashBytes(previous, row.body)] : [row.hash];
}

function* shapeProblems(row: RawTurn): Generator<string> {
  if (row.body === null) yield "its text is gone";
  if (!isHash(row.hash)) yield "its hash is not 32 bytes long";
  if (!isHash(row.truth)) yield "its truth hash is not 32 bytes long";
}

const gapText = (first: number, last: number) =>
  first === last ? `turn ${first} is missing` : `turns ${first} to ${last} are missing`;

/** The record hash over bytes as they lie there: text that is no longer UTF-8 must not be mended by reading it. */
const hashBytes = (before: Hash, body: Uint8Array): Hash =>
  hash("sha256", Buffer.concat([Buffer.from(before, "latin1"), body]), DIGEST);
