// Histories in memory, for tests and for play that nobody keeps. Holds the contract, and forgets everything when it ends.
import { firstHash } from "@orrery/kernel";
import { artifactDamage, otherType, requireArtifact } from "./artifacts.ts";
import { callDamage, taken } from "./calls.ts";
import { chainDamage, noteDamage, noteHash, sha256 } from "./chain.ts";
import { depthOf, headAt, isSameHead, requireAncestor, requireId, storedTurn } from "./head.ts";
import { holderOf, linksBehind, rootLinks, type Segment, stretches } from "./line.ts";
import { whyNotTaken, withSeat } from "./lobby.ts";
import { plainMemories } from "./memories.ts";
import {
  type Artifact,
  type BranchRow,
  type Clock,
  type ClockChange,
  type Damage,
  type Head,
  type InboxRow,
  type LobbyRow,
  type Move,
  type NewNote,
  type NewTurn,
  type OnceRow,
  type Place,
  type RunPart,
  type RunRow,
  type SeatRow,
  type Secret,
  type SegmentRow,
  type Store,
  type StoredNote,
  type StoredTurn,
  StoreFault,
  type Take,
} from "./store.ts";

interface Branch {
  readonly name: string;
  readonly parent: BranchRow["parent"];
  readonly salt: string;
  readonly createdAt: number;
  segment: number;
  /** Null: the end of its segment, which this branch alone extends. */
  turn: number | null;
}

interface Held extends Segment {
  readonly run: string;
  readonly turns: StoredTurn[];
  readonly snapshots: Map<number, string>;
}

interface Run {
  readonly row: RunRow;
  readonly segments: number[];
  readonly branches: Map<string, Branch>;
  readonly secrets: Map<string, Secret>;
  readonly notes: StoredNote[];
  readonly notesByTurn: Map<string, StoredNote[]>;
  readonly inbox: Map<string, InboxRow>;
  readonly reflog: Move[];
  readonly texts: Map<string, string>;
  readonly takes: Take[];
  readonly artifacts: Map<string, Artifact>;
  /** By branch, then ask. */
  readonly clocks: Map<string, Map<string, number>>;
}

/** All that is held, and how it is found. Throws the faults of the contract for what is not there. */
function openShelf() {
  const runs = new Map<string, Run>();
  const segments = new Map<number, Held>();
  const settings = new Map<string, string>();
  const seats = new Map<string, SeatRow>();
  const lobbies = new Map<string, LobbyRow>();
  const derived = new Map<string, string>();
  const onces = new Map<string, OnceRow>();

  const segmentOf = (id: number): Held => {
    const found = segments.get(id);
    if (!found) throw new StoreFault("not_found", `There is no segment ${id} in this store.`);
    return found;
  };
  const runOf = (id: string): Run => {
    const found = runs.get(id);
    if (!found) throw new StoreFault("not_found", `There is no run "${id}" in this store.`);
    return found;
  };
  const branchOf = (run: string, name: string): Branch => {
    const found = runOf(run).branches.get(name);
    if (!found) throw new StoreFault("not_found", `Run "${run}" has no branch "${name}".`);
    return found;
  };
  const turnAt = (place: Place): StoredTurn => {
    const segment = holderOf(segmentOf, place.segment, place.turn) as Held;
    const found = segment.turns[place.turn - segment.fork - 1];
    if (!found) throw new StoreFault("not_found", `There is no turn ${place.turn} in segment ${place.segment}.`);
    return found;
  };
  const headOf = (run: string, { name, segment, turn, salt }: Branch): Head => {
    const held = segmentOf(segment);
    return headAt(run, name, salt, turnAt({ segment, turn: turn ?? lastOf(held) }));
  };
  const addSegment = (run: Run, links: Omit<Segment, "id">): Held => {
    const held = { ...links, id: segments.size + 1, run: run.row.id, turns: [], snapshots: new Map() };
    segments.set(held.id, held);
    run.segments.push(held.id);
    return held;
  };
  const readLine = (at: Place, from: number, to: number): StoredTurn[] => {
    turnAt(at);
    const last = Math.min(to, at.turn);
    if (last < from) return [];
    return [...stretches(segmentOf, { segment: at.segment, turn: last }, from)].reverse().flatMap((stretch) => {
      const { turns, fork } = segmentOf(stretch.segment);
      return turns.slice(stretch.from - fork - 1, stretch.to - fork);
    });
  };
  const inRun = (run: string, at: Place): StoredTurn => {
    const found = turnAt(at);
    if (segmentOf(found.segment).run !== run)
      throw new StoreFault("not_found", `Segment ${at.segment} is not part of run "${run}".`);
    return found;
  };
  const open = (row: RunRow): Run => {
    if (runs.has(row.id)) throw new StoreFault("exists", `There is a run "${row.id}" already. Take another id.`);
    return emptyRun(row);
  };

  return {
    runs,
    segments,
    settings,
    seats,
    lobbies,
    derived,
    onces,
    segmentOf,
    runOf,
    branchOf,
    turnAt,
    headOf,
    addSegment,
    readLine,
    inRun,
    open,
  };
}
type Shelf = ReturnType<typeof openShelf>;

export function memoryStore(): Store {
  const shelf = openShelf();
  return {
    file: null,
    ...runRows(shelf),
    ...branchRows(shelf),
    ...lines(shelf),
    ...secretsAndNotes(shelf),
    ...answersAndClocks(shelf),
    ...calls(shelf),
    ...artifacts(shelf),
    ...access(shelf),
    ...sideRows(shelf),
    ...plainMemories(shelf.segmentOf, (id) => shelf.runOf(id).segments),
    async settle() {},
    async check(id, options = {}) {
      return damageIn(shelf, this, id, options);
    },
    async backup() {
      throw new StoreFault("io", "This store lives in memory and has no file to copy. Export its runs instead.");
    },
    async close() {},
  };
}

/** The runs and their lines of turns, as they are written. */
function runRows({
  runs,
  segments,
  segmentOf,
  headOf,
  addSegment,
  open,
}: Shelf): Pick<Store, "createRun" | "runs" | "run" | "restore"> {
  return {
    async createRun({ opening, secret, salt, ...row }) {
      const run = open(row);
      runs.set(row.id, run);
      const segment = addSegment(run, rootLinks);
      putTurn(segment, { id: "0", ...opening });
      const branch = { name: "main", parent: null, salt, createdAt: row.createdAt, segment: segment.id, turn: null };
      run.branches.set("main", branch);
      run.secrets.set(secret.commitment, { ...secret });
      return headOf(row.id, branch);
    },
    async runs() {
      return [...runs.values()].map(({ row }) => row);
    },
    async run(id) {
      return runs.get(id)?.row ?? null;
    },
    async restore(row, parts) {
      const run = open(row);
      const staged: { parent: Place | null; turns: StoredTurn[] }[] = [];
      for await (const part of parts) stage(run, staged, part);
      open(row);
      const base = segments.size;
      for (const { parent, turns } of staged) {
        const links = parent ? linksBehind(segmentOf, { ...parent, segment: parent.segment + base }) : rootLinks;
        const held = addSegment(run, links);
        for (const turn of turns) putTurn(held, turn);
      }
      const owned = new Set<number>();
      for (const branch of run.branches.values()) {
        branch.segment += base;
        if (branch.turn !== lastOf(segmentOf(branch.segment)) || owned.has(branch.segment)) continue;
        owned.add(branch.segment);
        branch.turn = null;
      }
      runs.set(row.id, run);
    },
  };
}

/** Branches and their heads. */
function branchRows({
  runs,
  onces,
  segmentOf,
  runOf,
  branchOf,
  headOf,
  addSegment,
  inRun,
}: Shelf): Pick<Store, "branches" | "head" | "createBranch" | "append" | "moveHead" | "reflog"> {
  return {
    async branches(id) {
      return [...(runs.get(id)?.branches.values() ?? [])].map((branch) => ({
        name: branch.name,
        head: headOf(id, branch),
        parent: branch.parent,
        createdAt: branch.createdAt,
      }));
    },
    async head(id, name) {
      const branch = runs.get(id)?.branches.get(name);
      return branch ? headOf(id, branch) : null;
    },
    async createBranch(id, { name, from, at, salt, createdAt }) {
      branchOf(id, from);
      const { segment, turn } = inRun(id, at);
      const { branches } = runOf(id);
      if (branches.has(name)) return "exists";
      const branch = { name, parent: { branch: from, turn }, salt, createdAt, segment, turn };
      branches.set(name, branch);
      return headOf(id, branch);
    },
    async append(head, turn, { notes = [], dropAnswers: asks = [], clocks, once } = {}) {
      requireId(turn, head.turn + 1);
      const branch = branchOf(head.run, head.branch);
      const now = headOf(head.run, branch);
      const before = once ? onces.get(nameOf(once)) : undefined;
      if (before) return { ok: false, head: now, once: before };
      if (!isSameHead(now, head)) return { ok: false, head: now };
      const run = runOf(head.run);
      putNotes(run, notes);
      dropAnswers(run, head.branch, asks);
      if (clocks) moveClocks(run, head.branch, clocks);
      if (once) onces.set(nameOf(once), { ...once });
      if (branch.turn !== null) {
        branch.segment = addSegment(run, linksBehind(segmentOf, now)).id;
        branch.turn = null;
      }
      return { ok: true, head: headAt(head.run, branch.name, branch.salt, putTurn(segmentOf(branch.segment), turn)) };
    },
    async moveHead(head, to, why, at) {
      const branch = branchOf(head.run, head.branch);
      const now = headOf(head.run, branch);
      if (!isSameHead(now, head)) return { ok: false, head: now };
      const { segment, turn } = inRun(head.run, to);
      const from = { segment: now.segment, turn: now.turn };
      runOf(head.run).reflog.push({ branch: branch.name, from, to: { segment, turn }, why, at });
      branch.segment = segment;
      branch.turn = turn;
      return { ok: true, head: headOf(head.run, branch) };
    },
    async reflog(id) {
      return runs.get(id)?.reflog.slice() ?? [];
    },
  };
}

/** Turns as they are read. */
function lines({
  runs,
  segmentOf,
  turnAt,
  readLine,
}: Shelf): Pick<Store, "ancestor" | "read" | "load" | "locate" | "saveSnapshot" | "segments"> {
  return {
    async ancestor(at, turn) {
      requireAncestor(at, turn);
      return { segment: holderOf(segmentOf, at.segment, turn).id, turn };
    },
    async read(at, from, to) {
      return readLine(at, from, to);
    },
    async load(at) {
      const { hash, truth } = turnAt(at);
      const bodiesFrom = (turn: number) => readLine(at, turn, at.turn).map(({ body }) => body);
      for (const { segment, from, to } of stretches(segmentOf, at, 0)) {
        const { snapshots } = segmentOf(segment);
        const turn = Math.max(...[...snapshots.keys()].filter((kept) => kept >= from && kept <= to));
        const text = snapshots.get(turn);
        if (text !== undefined) return { snapshot: { turn, text }, bodies: bodiesFrom(turn + 1), hash, truth };
      }
      return { snapshot: null, bodies: bodiesFrom(0), hash, truth };
    },
    async locate(id, turnId) {
      const turn = depthOf(turnId);
      if (turn === null) return null;
      for (const segment of runs.get(id)?.segments ?? []) {
        const { fork, turns } = segmentOf(segment);
        if (turns[turn - fork - 1]?.id === turnId) return { segment, turn };
      }
      return null;
    },
    async saveSnapshot(at, text) {
      const { segment, turn } = turnAt(at);
      segmentOf(segment).snapshots.set(turn, text);
      return Buffer.byteLength(text);
    },
    async segments(id) {
      return (runs.get(id)?.segments ?? []).map((segment) => rowOf(segmentOf(segment)));
    },
  };
}

function secretsAndNotes({
  runs,
  runOf,
}: Shelf): Pick<Store, "addSecret" | "secret" | "secrets" | "addNotes" | "notes" | "noteLog"> {
  return {
    async addSecret(id, secret) {
      runOf(id).secrets.set(secret.commitment, { ...secret });
    },
    async secret(id, commitment) {
      return runs.get(id)?.secrets.get(commitment) ?? null;
    },
    async secrets(id) {
      return [...(runs.get(id)?.secrets.values() ?? [])].sort((a, b) => (a.commitment < b.commitment ? -1 : 1));
    },

    async addNotes(id, notes) {
      putNotes(runOf(id), notes);
    },
    async notes(id, turnIds) {
      const found = [...new Set(turnIds)].flatMap((turnId) => runs.get(id)?.notesByTurn.get(turnId) ?? []);
      return found.sort((a, b) => a.n - b.n).map(plainNote);
    },
    async noteLog(id, from, to) {
      return runs.get(id)?.notes.slice(Math.max(from, 1) - 1, Math.max(to, 0)) ?? [];
    },
  };
}

/** What waits at a head. */
function answersAndClocks({
  runs,
  onces,
  runOf,
  branchOf,
}: Shelf): Pick<Store, "keepAnswer" | "inbox" | "dropAnswers" | "moveClocks" | "clocks" | "cacheHead" | "cachedHead"> {
  return {
    async keepAnswer(id, row, once = null) {
      branchOf(id, row.branch);
      const before = once ? onces.get(nameOf(once)) : undefined;
      if (before) return before;
      if (once) onces.set(nameOf(once), { ...once });
      const { inbox } = runOf(id);
      const key = JSON.stringify([row.branch, row.ask]);
      inbox.delete(key);
      inbox.set(key, { ...row });
      return null;
    },
    async inbox(id, branch) {
      return [...(runs.get(id)?.inbox.values() ?? [])].filter((row) => row.branch === branch);
    },
    async dropAnswers(id, branch, asks) {
      const run = runs.get(id);
      if (run) dropAnswers(run, branch, asks);
    },

    async moveClocks(id, branch, change) {
      branchOf(id, branch);
      moveClocks(runOf(id), branch, change);
    },
    async clocks(of) {
      const found: Clock[] = [];
      for (const [run, { clocks }] of runs)
        for (const [branch, asks] of clocks)
          for (const [ask, openedAt] of asks)
            if (of === null || (of.run === run && of.branch === branch)) found.push({ run, branch, ask, openedAt });
      const key = ({ run, branch, ask }: Clock) => JSON.stringify([run, branch, ask]);
      return found.sort((a, b) => (key(a) < key(b) ? -1 : 1));
    },

    async cacheHead(id, head) {
      branchOf(id, head.branch);
    },
    async cachedHead() {
      return null;
    },
  };
}

function calls({
  runs,
  runOf,
}: Shelf): Pick<Store, "callText" | "keepCallText" | "callTexts" | "take" | "addTake" | "takeCount" | "takeLog"> {
  return {
    async callText(id, hash) {
      return runs.get(id)?.texts.get(hash) ?? null;
    },
    async keepCallText(id, { hash, text }) {
      const { texts } = runOf(id);
      if (!texts.has(hash)) texts.set(hash, text);
    },
    async callTexts(id, after, most) {
      const texts = [...(runs.get(id)?.texts ?? [])].filter(([hash]) => hash > after);
      texts.sort(([a], [b]) => (a < b ? -1 : 1));
      return texts.slice(0, most).map(([hash, text]) => ({ hash, text }));
    },
    async take(id, lane, seq) {
      return runs.get(id)?.takes.find((take) => take.lane === lane && take.seq === seq) ?? null;
    },
    async addTake(id, { lane, seq, call, outcome }) {
      const { takes } = runOf(id);
      if (seq !== takes.filter((take) => take.lane === lane).length + 1) throw taken({ lane, seq });
      takes.push({ lane, seq, call, outcome });
    },
    async takeCount(id, lane) {
      return runs.get(id)?.takes.filter((take) => take.lane === lane).length ?? 0;
    },
    async takeLog(id, from, to) {
      return runs.get(id)?.takes.slice(Math.max(from, 1) - 1, Math.max(to, 0)) ?? [];
    },
  };
}

function artifacts({ runs, runOf }: Shelf): Pick<Store, "putArtifact" | "artifact" | "artifacts"> {
  return {
    async putArtifact(id, artifact) {
      requireArtifact(artifact);
      const { artifacts } = runOf(id);
      const kept = artifacts.get(artifact.hash);
      if (kept && kept.mediaType !== artifact.mediaType) throw otherType(artifact, kept.mediaType);
      if (!kept) artifacts.set(artifact.hash, { ...artifact, bytes: artifact.bytes.slice() });
    },
    async artifact(id, hash) {
      const of = id === null ? [...runs.values()] : [runs.get(id)];
      const kept = of.map((run) => run?.artifacts.get(hash)).find((found) => found !== undefined);
      return kept ? { ...kept, bytes: kept.bytes.slice() } : null;
    },
    async artifacts(id, after, most) {
      const found = [...(runs.get(id)?.artifacts.values() ?? [])].filter(({ hash }) => hash > after);
      found.sort((a, b) => (a.hash < b.hash ? -1 : 1));
      return found.slice(0, most).map(({ hash, mediaType, bytes }) => ({ hash, mediaType, size: bytes.length }));
    },
  };
}

/** Seats, and lobbies that give them. */
function access({
  seats,
  lobbies,
  onces,
  runOf,
}: Shelf): Pick<Store, "putSeat" | "seat" | "seats" | "addLobby" | "closeLobby" | "lobby" | "lobbies" | "takeSeat"> {
  return {
    async putSeat(seat) {
      runOf(seat.run);
      seats.set(seat.id, { ...seat });
    },
    async seat(id) {
      return seats.get(id) ?? null;
    },
    async seats(id) {
      return [...seats.values()].filter(({ run }) => run === id);
    },
    async addLobby(lobby) {
      runOf(lobby.run);
      lobbies.set(lobby.id, { ...lobby });
    },
    async closeLobby(id, at) {
      const lobby = lobbies.get(id);
      if (lobby === undefined || lobby.revokedAt !== null) return lobby ?? null;
      const closed = { ...lobby, revokedAt: at };
      lobbies.set(id, closed);
      return closed;
    },
    async lobby(id) {
      return lobbies.get(id) ?? null;
    },
    async lobbies(id) {
      return [...lobbies.values()].filter(({ run }) => run === id);
    },
    async takeSeat(lobby, seat, once = null) {
      const others = [...seats.values()].filter(({ run }) => run === seat.run);
      const found = lobbies.get(lobby) ?? null;
      const why = whyNotTaken(found, others, seat);
      if (why !== null) return why;
      seats.set(seat.id, { ...seat });
      lobbies.set(lobby, withSeat(found!, seat));
      if (once) onces.set(nameOf(once), { ...once });
      return null;
    },
  };
}

/** Changes that were done once, what is derived, and settings. */
function sideRows({
  settings,
  derived,
  onces,
  runOf,
}: Shelf): Pick<
  Store,
  "once" | "putOnce" | "dropOnce" | "derived" | "putDerived" | "setting" | "setSetting" | "changeSetting"
> {
  return {
    async once(scope, key) {
      return onces.get(nameOf({ scope, key })) ?? null;
    },
    async putOnce(row) {
      const name = nameOf(row);
      if (!onces.has(name)) onces.set(name, { ...row });
      return onces.get(name)!;
    },
    async dropOnce(before) {
      for (const [name, { at }] of onces) if (at < before) onces.delete(name);
    },
    async derived(id, name) {
      return derived.get(JSON.stringify([id, name])) ?? null;
    },
    async putDerived(id, name, value) {
      runOf(id);
      derived.set(JSON.stringify([id, name]), value);
    },

    async setting(key) {
      return settings.get(key) ?? null;
    },
    async setSetting(key, value) {
      settings.set(key, value);
    },
    async changeSetting(key, change) {
      const value = change(settings.get(key) ?? null);
      if (value !== null) settings.set(key, value);
    },
  };
}

async function damageIn(
  { runs, segmentOf, runOf }: Shelf,
  store: Store,
  id: string | null,
  options: Parameters<Store["check"]>[1] & {},
): Promise<readonly Damage[]> {
  if (id !== null) runOf(id);
  const damage: Damage[] = [];
  for (const [name, run] of runs) {
    if (id !== null && id !== name) continue;
    const raw = (turn: StoredTurn | undefined) => (turn ? { ...turn, body: Buffer.from(turn.body) } : null);
    const source = {
      segmentOf,
      segments: run.segments,
      *turns(segment: number) {
        for (const turn of segmentOf(segment).turns) yield raw(turn)!;
      },
      turn(segment: number, turn: number) {
        const { turns, fork } = segmentOf(segment);
        return raw(turns[turn - fork - 1]);
      },
    };
    if (options.turns ?? true) for await (const one of chainDamage(name, source)) damage.push(one);
    for await (const one of noteDamage(name, run.notes)) damage.push(one);
    for await (const one of callDamage(name, store, sha256)) damage.push(one);
    for await (const one of artifactDamage(name, store)) damage.push(one);
  }
  return damage;
}

const lastOf = ({ fork, turns }: Held) => fork + turns.length;
const nameOf = ({ scope, key }: Pick<OnceRow, "scope" | "key">) => JSON.stringify([scope, key]);

function emptyRun({ id, name, world, createdAt }: RunRow): Run {
  return {
    row: { id, name, world, createdAt },
    segments: [],
    branches: new Map(),
    secrets: new Map(),
    notes: [],
    notesByTurn: new Map(),
    inbox: new Map(),
    reflog: [],
    texts: new Map(),
    takes: [],
    artifacts: new Map(),
    clocks: new Map(),
  };
}

function putTurn(held: Held, turn: NewTurn): StoredTurn {
  const stored = storedTurn({ segment: held.id, turn: lastOf(held) + 1 }, turn);
  held.turns.push(stored);
  return stored;
}

function putNotes(run: Run, notes: readonly NewNote[]): void {
  const chained: StoredNote[] = [];
  for (const { turnId, teller, viewer, text, at } of notes) {
    const n = run.notes.length + chained.length + 1;
    const before = (chained.at(-1) ?? run.notes.at(-1))?.hash ?? firstHash;
    const note = { turnId, teller, viewer, text };
    chained.push({ ...note, n, at, hash: noteHash(sha256, before, n, note, at) });
  }
  for (const note of chained) putNote(run, note);
}

function dropAnswers({ inbox }: Run, branch: string, asks: readonly string[]): void {
  for (const ask of asks) inbox.delete(JSON.stringify([branch, ask]));
}

function moveClocks({ clocks }: Run, branch: string, { open, closed, at }: ClockChange): void {
  const mine = clocks.get(branch) ?? new Map<string, number>();
  clocks.set(branch, mine);
  for (const ask of closed) mine.delete(ask);
  for (const ask of open) if (!mine.has(ask)) mine.set(ask, at);
}

function putNote(run: Run, note: StoredNote): void {
  run.notes.push(note);
  const ofTurn = run.notesByTurn.get(note.turnId);
  if (ofTurn) ofTurn.push(note);
  else run.notesByTurn.set(note.turnId, [note]);
}

function stage(run: Run, segments: { parent: Place | null; turns: StoredTurn[] }[], part: RunPart): void {
  switch (part.kind) {
    case "segment":
      segments.push({ parent: part.segment.parent, turns: [] });
      return;
    case "turn":
      segments[part.turn.segment - 1]!.turns.push(part.turn);
      return;
    case "branch": {
      const { at, ...branch } = part.branch;
      run.branches.set(branch.name, { ...branch, segment: at.segment, turn: at.turn });
      return;
    }
    case "secret":
      run.secrets.set(part.secret.commitment, part.secret);
      return;
    case "note":
      putNote(run, part.note);
      return;
    case "text":
      run.texts.set(part.text.hash, part.text.text);
      return;
    case "take":
      run.takes.push(part.take);
      return;
    case "artifact":
      run.artifacts.set(part.artifact.hash, part.artifact);
      return;
  }
}

const plainNote = ({ turnId, teller, viewer, text }: StoredNote) => ({ turnId, teller, viewer, text });

const rowOf = ({ id, parent, fork, turns }: Held): SegmentRow => ({
  id,
  parent: parent === null ? null : { segment: parent, turn: fork },
  last: fork + turns.length,
});
