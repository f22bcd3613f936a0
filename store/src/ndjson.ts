// A whole run as lines of JSON: every line of its tree, rolled-back ones too, in an order in which each can be judged at once.
import { canonical, type Hash } from "@orrery/kernel";
import { artifactRows } from "./artifacts.ts";
import { FORMAT, readParts } from "./import-reader.ts";
import { type Place, type RunPart, type RunRow, type Store, type StoredTurn, StoreFault, type Take } from "./store.ts";

const CHUNK = 100;

/** The truth hash that a turn must have after that of the turn before it; "" before the opening. A store knows no worlds. */
export type TruthOf = (turn: StoredTurn, before: Hash) => Hash;

/**
 * The run as lines without line ends: header, opening, segments, turns, branches, secrets (unrevealed ones too), notes, calls to models, artifacts, end.
 * Reads in chunks. What is written meanwhile may be left out; what is there fits together. Fault `not_found`.
 * With `truthOf` each turn is held against it first: fault `corrupt`.
 */
export async function* exportRun(store: Store, run: string, truthOf?: TruthOf): AsyncGenerator<string> {
  const row = await store.run(run);
  if (!row) throw new StoreFault("not_found", `There is no run "${run}" in this store.`);
  yield* writeLines(row, partsIn(store, row.id, truthOf));
}

/**
 * Puts an exported run in, unless the very same is there. Every hash is computed again by `hash`; nothing is visible
 * before all of it fits. Faults: `malformed` names the line, `conflict` when the id belongs to something else here.
 */
export async function importRun(
  store: Store,
  lines: AsyncIterable<string> | Iterable<string>,
  hash: (text: string) => string,
): Promise<{ run: string; existed: boolean }> {
  const { row, parts, close } = await readParts(lines, hash);
  try {
    const existed = (await store.run(row.id)) !== null;
    if (existed) await requireSame(exportRun(store, row.id), writeLines(row, parts), row.id);
    else await store.restore(row, parts);
    return { run: row.id, existed };
  } finally {
    await close();
  }
}

/** Lines of a text that arrives in pieces; only line feeds end them. Fault `malformed` where it is no UTF-8. */
export async function* linesOf(chunks: AsyncIterable<string | Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  let count = 0;
  const decode = (chunk?: Uint8Array) => {
    try {
      return chunk ? decoder.decode(chunk, { stream: true }) : decoder.decode();
    } catch (error) {
      throw new StoreFault(
        "malformed",
        `Line ${count + 1} or the one after it is not UTF-8 text. Use the file as it was exported.`,
        error,
      );
    }
  };
  for await (const chunk of chunks) {
    const text = typeof chunk === "string" ? chunk : decode(chunk);
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      const line = rest + text.slice(from, end);
      rest = "";
      from = end + 1;
      count++;
      yield line.endsWith("\r") ? line.slice(0, -1) : line;
    }
    rest += text.slice(from);
  }
  rest += decode();
  if (rest !== "") yield rest;
}

/** A run as a store has it, its segments numbered from 1. */
async function* partsIn(store: Store, run: string, truthOf?: TruthOf): AsyncGenerator<RunPart> {
  // In this order, because writers go on: notes tell of turns, heads stand on segments, and neither may be ahead of them.
  const noteCount = await countNotes(store, run);
  const branches = await store.branches(run);
  const segments = await store.segments(run);
  const numbers = new Map(segments.map(({ id }, i) => [id, i + 1]));
  const local = ({ segment, turn }: { segment: number; turn: number }) => {
    const number = numbers.get(segment);
    if (number !== undefined) return { segment: number, turn };
    throw lostFault(`A part of run "${run}"`);
  };

  for (const { id, parent, last } of segments) {
    yield { kind: "segment", segment: { id: numbers.get(id)!, parent: parent && local(parent), last } };
  }
  const truths = new Map<string, Hash>();
  const forks = new Set(segments.flatMap(({ parent }) => (parent ? [placeKey(parent)] : [])));
  for (const { id, parent, last } of segments) {
    let truth = parent ? truths.get(placeKey(parent))! : "";
    for (let from = parent ? parent.turn + 1 : 0; from <= last; from += CHUNK) {
      const to = Math.min(from + CHUNK - 1, last);
      for (const turn of await store.read({ segment: id, turn: to }, from, to)) {
        truth = truthOf?.(turn, truth) ?? turn.truth;
        if (truth !== turn.truth)
          throw new StoreFault(
            "corrupt",
            `The truth hash of turn ${turn.turn} is not as it was written. \`verify\` says more; a backup restores it.`,
          );
        if (forks.has(placeKey(turn))) truths.set(placeKey(turn), truth);
        yield { kind: "turn", turn: { ...turn, ...local(turn) } };
      }
    }
  }
  for (const { name, head, parent, createdAt } of branches) {
    yield { kind: "branch", branch: { name, at: local(head), parent, salt: head.salt, createdAt } };
  }
  for (const secret of await store.secrets(run)) yield { kind: "secret", secret };
  for (let from = 1; from <= noteCount; from += CHUNK) {
    for (const note of await store.noteLog(run, from, Math.min(from + CHUNK - 1, noteCount)))
      yield { kind: "note", note };
  }
  const takes: Take[] = [];
  for (let more = CHUNK; more === CHUNK; ) {
    const chunk = await store.takeLog(run, takes.length + 1, takes.length + CHUNK);
    takes.push(...chunk);
    more = chunk.length;
  }
  for (let after = "", more = CHUNK; more === CHUNK; ) {
    const texts = await store.callTexts(run, after, CHUNK);
    for (const text of texts) yield { kind: "text", text };
    more = texts.length;
    after = texts.at(-1)?.hash ?? after;
  }
  for (const take of takes) yield { kind: "take", take };
  for await (const { hash } of artifactRows(store, run)) {
    const artifact = await store.artifact(run, hash);
    if (!artifact) throw lostFault(`A file of run "${run}"`);
    yield { kind: "artifact", artifact };
  }
}

/** What is listed is not there. */
const lostFault = (what: string): StoreFault =>
  new StoreFault("corrupt", `${what} cannot be found. \`verify\` says more; a backup restores it.`);

const placeKey = ({ segment, turn }: Place): string => `${segment}/${turn}`;

async function countNotes(store: Store, run: string): Promise<number> {
  for (let count = 0; ; ) {
    const chunk = await store.noteLog(run, count + 1, count + CHUNK);
    if (chunk.length === 0) return count;
    count += chunk.length;
  }
}

/** Parts as lines. The opening comes before the segments, so that a reader sees first what the run is. */
async function* writeLines(row: RunRow, parts: AsyncIterable<RunPart>): AsyncGenerator<string> {
  const { id, name, world, createdAt } = row;
  yield canonical({ orrery: FORMAT, run: { id, name, world, createdAt } });
  let count = 1;
  const segments: string[] = [];
  for await (const part of parts) {
    if (part.kind === "segment") segments.push(canonical({ segment: part.segment }));
    else {
      yield part.kind === "turn" ? turnLine(part.turn) : canonical(plainLine(part));
      count++;
    }
    if (part.kind === "turn" && part.turn.turn === 0) {
      yield* segments;
      count += segments.length;
    }
  }
  yield canonical({ end: count });
}

/** The body goes in as it is: it is canonical JSON already, and stays readable. */
const turnLine = ({ segment, turn, body, hash, truth }: StoredTurn) =>
  turn === 0
    ? `{"hash":"${hash}","opening":${body},"truth":"${truth}"}`
    : `{"body":${body},"hash":"${hash}","segment":${segment},"truth":"${truth}","turn":${turn}}`;

function plainLine(
  part: Extract<RunPart, { kind: "branch" | "secret" | "note" | "text" | "take" | "artifact" }>,
): unknown {
  if (part.kind === "branch") return { branch: part.branch };
  if (part.kind === "text") return { text: part.text };
  if (part.kind === "take") return { take: part.take };
  if (part.kind === "artifact") {
    const { hash, mediaType, bytes } = part.artifact;
    return { artifact: { hash, mediaType, bytes: Buffer.from(bytes).toString("base64") } };
  }
  return part.kind === "secret" ? { secret: part.secret } : { note: part.note };
}

async function requireSame(ours: AsyncGenerator<string>, theirs: AsyncGenerator<string>, run: string): Promise<void> {
  for (let line = 1; ; line++) {
    const [a, b] = [await ours.next(), await theirs.next()];
    if (a.done && b.done) return;
    if (a.value === b.value) continue;
    throw new StoreFault(
      "conflict",
      `Run "${run}" is in this store already and is not the same: line ${line} differs. Import it into another database.`,
    );
  }
}
