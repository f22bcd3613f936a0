// Reads the lines of an exported run. Each is judged by shape, place and hash before it is handed on; nothing is mended.
import {
  canonical,
  checker,
  commitSeed,
  firstHash,
  type Hash,
  type HashText,
  recordHash,
  type TSchema,
  Type,
} from "@orrery/kernel";
import { artifactProblem } from "./artifacts.ts";
import { noteHash } from "./chain.ts";
import { depthOf } from "./head.ts";
import { SPAN } from "./schema.ts";
import {
  type CallText,
  type Place,
  type RestoredBranch,
  type RunPart,
  type RunRow,
  type Secret,
  type SegmentRow,
  type StoredNote,
  type StoredTurn,
  StoreFault,
  type Take,
} from "./store.ts";

/** The version of the format, which its first line names. */
export const FORMAT = 1;

/** The kinds of lines: a line is of the first kind that names one of its properties. */
const KINDS = [
  "orrery",
  "opening",
  "body",
  "segment",
  "branch",
  "secret",
  "note",
  "text",
  "take",
  "artifact",
  "end",
] as const;
type LineKind = (typeof KINDS)[number];

const exact = <P extends Record<string, TSchema>>(properties: P) =>
  Type.Object(properties, { additionalProperties: false });
const Name = Type.String({ minLength: 1 });
const Hex = Type.String({ pattern: "^[0-9a-f]{64}$" });
const Time = Type.Integer();
const Depth = Type.Integer({ minimum: 0, maximum: SPAN - 1 });
const Count = Type.Integer({ minimum: 1, maximum: SPAN * 2 });
const At = exact({ segment: Count, turn: Depth });
const Line: Record<LineKind, TSchema> = {
  orrery: exact({ orrery: Count, run: exact({ id: Name, name: Name, world: Name, createdAt: Time }) }),
  opening: exact({ opening: Type.Object({}), hash: Hex, truth: Hex }),
  segment: exact({ segment: exact({ id: Count, parent: Type.Union([Type.Null(), At]), last: Depth }) }),
  body: exact({
    body: Type.Object({ turn: Type.Object({ id: Name }) }),
    hash: Hex,
    segment: Count,
    truth: Hex,
    turn: Depth,
  }),
  branch: exact({
    branch: exact({
      name: Name,
      at: At,
      parent: Type.Union([Type.Null(), exact({ branch: Name, turn: Depth })]),
      salt: Type.String(),
      createdAt: Time,
    }),
  }),
  secret: exact({ secret: exact({ commitment: Name, seed: Type.String(), nonce: Type.String() }) }),
  note: exact({
    note: exact({
      n: Count,
      at: Time,
      turnId: Name,
      teller: Type.String(),
      viewer: Type.String(),
      text: Type.String(),
      hash: Hex,
    }),
  }),
  text: exact({ text: exact({ hash: Hex, text: Type.String() }) }),
  artifact: exact({ artifact: exact({ hash: Hex, mediaType: Name, bytes: Type.String() }) }),
  take: exact({ take: exact({ lane: Name, seq: Count, call: Hex, outcome: Hex }) }),
  end: exact({ end: Count }),
};
const PROBLEMS = Object.fromEntries(KINDS.map((kind) => [kind, checker(Line[kind], "it")])) as Record<
  LineKind,
  (value: unknown) => string | null
>;
const WORDS: Record<LineKind, string> = {
  orrery: "the header",
  opening: "the opening",
  segment: "a segment",
  body: "a turn",
  branch: "a branch",
  secret: "a secret",
  note: "a note",
  text: "a text of a model call",
  take: "a model call",
  artifact: "an artifact",
  end: "the end",
};

/** The run of a text, and its parts, each checked as it is reached. Fault `malformed` names the line. Call `close()`, or the lines stay open. */
export async function readParts(
  lines: AsyncIterable<string> | Iterable<string>,
  hash: HashText,
): Promise<{ row: RunRow; parts: AsyncGenerator<RunPart>; close(): Promise<void> }> {
  const reader = lineReader(lines);
  try {
    const { orrery, run } = await reader.take<{ orrery: number; run: RunRow }>("orrery");
    if (orrery > FORMAT)
      reader.fail(`it is of format ${orrery}, and this version of Orrery knows ${FORMAT}: update Orrery`);
    return { row: run, parts: judgeParts(reader, hash), close: reader.close };
  } catch (error) {
    await reader.close();
    throw error;
  }
}

async function* judgeParts(reader: LineReader, hash: HashText): AsyncGenerator<RunPart> {
  const opening = await reader.take<{ opening: unknown; hash: Hash; truth: Hash }>("opening");
  const first: StoredTurn = {
    segment: 1,
    turn: 0,
    id: "0",
    body: canonicalText(opening.opening, reader),
    hash: opening.hash,
    truth: opening.truth,
  };
  requireHash(hash, firstHash, first, reader);

  const segments: SegmentRow[] = [];
  while (await reader.has("segment")) {
    const { segment } = await reader.take<{ segment: SegmentRow }>("segment");
    requireSegment(segment, segments, reader);
    segments.push(segment);
    yield { kind: "segment", segment };
  }
  if (segments.length === 0) reader.fail("there is no segment to put turns in");
  yield { kind: "turn", turn: first };
  yield* judgedTurns(segments, first, hash, reader);

  const branches = new Set<string>();
  while (await reader.has("branch")) {
    const { branch } = await reader.take<{ branch: RestoredBranch }>("branch");
    if (branches.has(branch.name)) reader.fail(`there are two branches "${branch.name}"`);
    branches.add(branch.name);
    requirePlace(branch.at, segments, reader);
    yield { kind: "branch", branch };
  }
  if (!branches.has("main")) reader.fail('the branch "main" is missing');

  const commitments = new Set<string>();
  while (await reader.has("secret")) {
    const { secret } = await reader.take<{ secret: Secret }>("secret");
    if (commitments.has(secret.commitment)) reader.fail("it is there twice");
    if (commitSeed(hash, secret.seed, secret.nonce) !== secret.commitment)
      reader.fail("its seed is not the one that was committed to");
    commitments.add(secret.commitment);
    yield { kind: "secret", secret };
  }

  let before = firstHash;
  for (let n = 1; await reader.has("note"); n++) {
    const { note } = await reader.take<{ note: StoredNote }>("note");
    if (note.n !== n) reader.fail(`note ${n} should stand here`);
    if (noteHash(hash, before, n, note, note.at) !== note.hash)
      reader.fail("the note and its hash do not fit together");
    before = note.hash;
    yield { kind: "note", note };
  }

  yield* judgedCalls(hash, reader);
  yield* judgedArtifacts(reader);

  const { end } = await reader.take<{ end: number }>("end");
  if (end !== reader.taken() - 1) reader.fail(`${end} lines should come before it, not ${reader.taken() - 1}`);
  await reader.finish();
}

/** What models were asked and answered: texts by their hashes, then the takes that name them. */
async function* judgedCalls(hash: HashText, reader: LineReader): AsyncGenerator<RunPart> {
  const known = new Set<Hash>();
  let last = "";
  while (await reader.has("text")) {
    const { text } = await reader.take<{ text: CallText }>("text");
    if (text.hash <= last) reader.fail("it is there twice, or out of order");
    if (hash(text.text) !== text.hash) reader.fail("the text and its hash do not fit together");
    last = text.hash;
    known.add(text.hash);
    yield { kind: "text", text };
  }
  const counts = new Map<string, number>();
  while (await reader.has("take")) {
    const { take } = await reader.take<{ take: Take }>("take");
    const { lane, seq, call, outcome } = take;
    if (seq !== (counts.get(lane) ?? 0) + 1)
      reader.fail(`call ${(counts.get(lane) ?? 0) + 1} of "${lane}" should stand here`);
    if (!known.has(call) || !known.has(outcome)) reader.fail("it names a text that is not there");
    counts.set(lane, seq);
    yield { kind: "take", take };
  }
}

/** Files in the order of their hashes, their bytes as base64. */
async function* judgedArtifacts(reader: LineReader): AsyncGenerator<RunPart> {
  let last = "";
  while (await reader.has("artifact")) {
    const { artifact } = await reader.take<{ artifact: { hash: Hash; mediaType: string; bytes: string } }>("artifact");
    const { hash, mediaType } = artifact;
    if (hash <= last) reader.fail("it is there twice, or out of order");
    last = hash;
    const bytes = Buffer.from(artifact.bytes, "base64");
    if (bytes.toString("base64") !== artifact.bytes) reader.fail("the bytes of the artifact are not base64");
    const problem = artifactProblem({ hash, mediaType, bytes });
    if (problem !== null) reader.fail(problem.replace(/\.$/, ""));
    yield { kind: "artifact", artifact: { hash, mediaType, bytes } };
  }
}

/** Turns of every segment, in order, each chained to the one before it on its line. */
async function* judgedTurns(
  segments: readonly SegmentRow[],
  opening: StoredTurn,
  hash: HashText,
  reader: LineReader,
): AsyncGenerator<RunPart> {
  const key = ({ segment, turn }: Place) => `${segment}:${turn}`;
  const forks = new Map<string, Hash>();
  for (const { parent } of segments) if (parent) forks.set(key(parent), "");
  if (forks.has(key(opening))) forks.set(key(opening), opening.hash);

  for (const { id: segment, parent, last } of segments) {
    let before = parent ? forks.get(key(parent))! : opening.hash;
    for (let turn = (parent?.turn ?? 0) + 1; turn <= last; turn++) {
      const line = await reader.take<TurnLine>("body", `turn ${turn} of segment ${segment}`);
      if (line.segment !== segment || line.turn !== turn)
        reader.fail(`turn ${turn} of segment ${segment} should stand here`);
      const { id } = line.body.turn;
      if (depthOf(id) !== turn) reader.fail(`turn ${turn} cannot have the id "${id}"`);
      const stored = { segment, turn, id, body: canonicalText(line.body, reader), hash: line.hash, truth: line.truth };
      requireHash(hash, before, stored, reader);
      before = stored.hash;
      if (forks.has(key(stored))) forks.set(key(stored), stored.hash);
      yield { kind: "turn", turn: stored };
    }
  }
}

interface TurnLine extends Place {
  readonly body: { readonly turn: { readonly id: string } };
  readonly hash: Hash;
  readonly truth: Hash;
}

function requireSegment({ id, parent, last }: SegmentRow, before: readonly SegmentRow[], reader: LineReader): void {
  if (id !== before.length + 1) reader.fail(`segment ${before.length + 1} should stand here`);
  if ((parent === null) !== (id === 1)) reader.fail("only the first segment, and it alone, continues from nothing");
  if (parent) requirePlace(parent, before, reader);
  if (parent && last <= parent.turn) reader.fail("a segment holds one turn at least");
}

function requirePlace({ segment, turn }: Place, segments: readonly SegmentRow[], reader: LineReader): void {
  const holder = segments[segment - 1];
  const first = holder?.parent ? holder.parent.turn + 1 : 0;
  if (!holder || turn < first || turn > holder.last) reader.fail(`there is no turn ${turn} in segment ${segment}`);
}

function requireHash(hash: HashText, before: Hash, { body, hash: given }: StoredTurn, reader: LineReader): void {
  if (recordHash(hash, before, body) !== given)
    reader.fail("the turn and its hash do not fit together: one of them, or a turn before, was changed");
}

/** The text a body was stored as. What canonical text cannot carry was never stored. */
function canonicalText(body: unknown, reader: LineReader): string {
  try {
    return canonical(body);
  } catch (error) {
    return reader.fail(error instanceof Error ? error.message : "the body is no plain JSON");
  }
}

interface LineReader {
  /** Whether the next line is of this kind. */
  has(kind: LineKind): Promise<boolean>;
  /** The next line, which must be of this kind. */
  take<T>(kind: LineKind, what?: string): Promise<T>;
  /** Lines taken so far. */
  taken(): number;
  /** Fails when anything is left. */
  finish(): Promise<void>;
  close(): Promise<void>;
  /** Throws the fault, naming the line that was looked at last. */
  fail(problem: string): never;
}

function lineReader(lines: AsyncIterable<string> | Iterable<string>): LineReader {
  let at = 0;
  let taken = 0;
  let next: { kind: LineKind; value: unknown } | null | undefined;
  const source = (async function* () {
    yield* lines;
  })();
  const fail = (problem: string): never => {
    throw new StoreFault("malformed", `Line ${at}: ${problem}. Use the file as it was exported.`);
  };
  const peek = async () => {
    while (next === undefined) {
      const { value: line, done } = await source.next();
      at++;
      if (done) next = null;
      else if (line.trim() !== "") next = parseLine(line, fail);
    }
    return next;
  };
  return {
    fail,
    taken: () => taken,
    close: async () => void (await source.return()),
    has: async (kind) => (await peek())?.kind === kind,
    async take<T>(kind: LineKind, what?: string) {
      const found = await peek();
      if (!found) return fail(`the text ends where ${what ?? WORDS[kind]} should stand: it was cut off`);
      if (found.kind !== kind) return fail(`${what ?? WORDS[kind]} should stand here, not ${WORDS[found.kind]}`);
      next = undefined;
      taken++;
      return found.value as T;
    },
    async finish() {
      if (await peek()) fail("there is more after the end");
    },
  };
}

function parseLine(line: string, fail: (problem: string) => never): { kind: LineKind; value: unknown } {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return fail("it is not JSON");
  }
  const kind = KINDS.find((key) => typeof value === "object" && value !== null && Object.hasOwn(value, key));
  if (!kind) return fail("it is no line of an export");
  const problem = PROBLEMS[kind](value);
  return problem ? fail(`as ${WORDS[kind]}, ${problem}`) : { kind, value };
}
