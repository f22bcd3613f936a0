// What an SQLite file keeps beside the turns: secrets, notes, answers that wait, the query cache, settings.
import { canonical, commitSeed, type Entity, firstHash, type Hash } from "@orrery/kernel";
import { noteHash, sha256 } from "./chain.ts";
import type { Driver } from "./driver.ts";
import { onceRows } from "./idempotency.ts";
import type {
  TurnExtras as BesideTurn,
  ClockChange,
  InboxRow,
  NewNote,
  Note,
  OnceRow,
  OpenClock,
  Secret,
  Store,
  StoredNote,
} from "./store.ts";
import { StoreFault } from "./store.ts";
import { requireSum, sumOf } from "./sum.ts";
import { requireWholeTable } from "./whole-tables.ts";

type SideMethods = Pick<
  Store,
  | "addSecret"
  | "secret"
  | "secrets"
  | "addNotes"
  | "notes"
  | "noteLog"
  | "keepAnswer"
  | "inbox"
  | "dropAnswers"
  | "moveClocks"
  | "clocks"
  | "cacheHead"
  | "cachedHead"
  | "once"
  | "putOnce"
  | "dropOnce"
  | "setting"
  | "setSetting"
  | "changeSetting"
>;
type NoteRow = readonly [
  n: number,
  at: number,
  turnId: string,
  teller: string,
  viewer: string,
  text: string,
  hash: string,
];

/** All but `methods` is for use inside a transaction. */
export function besideTurns(db: Driver): {
  putSecret(run: string, secret: Secret): void;
  /** The row of a change that was done before. */
  doneBefore(once: OnceRow | null | undefined): OnceRow | null;
  put(run: string, branch: string, beside: BesideTurn): void;
  storedNotes(run: string, from: number, to: number): StoredNote[];
  methods: SideMethods;
} {
  const once = onceRows(db);
  const secrets = secretRows(db);
  const notes = noteRows(db);
  const answers = answerRows(db, once);
  const clocks = clockRows(db);
  return {
    putSecret: secrets.put,
    doneBefore: (row) => outcomeBefore(once, row),
    put(run, branch, beside) {
      if (beside.notes?.length) notes.put(run, beside.notes);
      if (beside.dropAnswers?.length) answers.drop(run, branch, beside.dropAnswers);
      if (beside.clocks) clocks.put(run, branch, beside.clocks);
      if (beside.once) once.put(beside.once);
    },
    storedNotes: notes.stored,
    methods: {
      ...once.methods,
      ...secrets.methods,
      ...notes.methods,
      ...answers.methods,
      ...clocks.methods,
      ...headCache(db),
      ...settingRows(db),
    },
  };
}

type OnceRows = ReturnType<typeof onceRows>;
const outcomeBefore = (once: OnceRows, row: OnceRow | null | undefined): OnceRow | null =>
  row ? once.find(row.scope, row.key) : null;

function secretRows(db: Driver) {
  const addSecret = db.prepare(
    "INSERT INTO secrets (run_id, commitment, seed, nonce) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const oneSecret = db.prepare<[Hash, string, string]>(
    "SELECT commitment, seed, nonce FROM secrets WHERE run_id = ? AND commitment = ?",
  );
  const runSecrets = db.prepare<[Hash, string, string]>(
    "SELECT commitment, seed, nonce FROM secrets WHERE run_id = ? ORDER BY commitment",
  );
  const requireWholeSecrets = requireWholeTable(db, "secrets");

  const put = (run: string, { commitment, seed, nonce }: Secret) => {
    addSecret.run(run, commitment, seed, nonce);
  };
  const methods: Pick<Store, "addSecret" | "secret" | "secrets"> = {
    async addSecret(run, secret) {
      put(run, secret);
    },
    async secret(run, commitment) {
      const row = oneSecret.get(run, commitment);
      return row ? secretOf(run, row) : null;
    },
    async secrets(run) {
      requireWholeSecrets();
      return runSecrets.all(run).map((row) => secretOf(run, row));
    },
  };
  return { put, methods };
}

function noteRows(db: Driver) {
  const addNote = db.prepare(
    "INSERT INTO notes (run_id, n, at, turn_id, teller, viewer, text, hash) VALUES (?, ?, ?, ?, ?, ?, ?, unhex(?))",
  );
  const lastNote = db.prepare<[number, Hash]>(
    "SELECT n, lower(hex(hash)) FROM notes WHERE run_id = ? ORDER BY n DESC LIMIT 1",
  );
  // The sign keeps the order from choosing the index, which would lead through every note of the run.
  const turnNotes = db.prepare<[...NoteRow, string | null]>(
    `SELECT n, at, turn_id, teller, viewer, text, lower(hex(hash)),
       (SELECT lower(hex(p.hash)) FROM notes p WHERE p.run_id = notes.run_id AND p.n = notes.n - 1)
     FROM notes WHERE run_id = ? AND turn_id IN (SELECT value FROM json_each(?)) ORDER BY +n`,
  );
  const someNotes = db.prepare<NoteRow>(
    `SELECT n, at, turn_id, teller, viewer, text, lower(hex(hash)) FROM notes
     WHERE run_id = ? AND n BETWEEN ? AND ? ORDER BY n`,
  );
  const requireWholeNotes = requireWholeTable(db, "notes");

  const put = (run: string, notes: readonly NewNote[]) => {
    let [n, before] = lastNote.get(run) ?? [0, firstHash];
    for (const note of notes) {
      n++;
      before = noteHash(sha256, before, n, note, note.at);
      addNote.run(run, n, note.at, note.turnId, note.teller, note.viewer, note.text, before);
    }
  };
  /** As they lie there, for a check. */
  const storedNotes = (run: string, from: number, to: number): StoredNote[] =>
    someNotes
      .all(run, from, to)
      .map(
        ([n, at, turnId, teller, viewer, text, hash]): StoredNote => ({ turnId, teller, viewer, text, n, at, hash }),
      );
  const methods: Pick<Store, "addNotes" | "notes" | "noteLog"> = {
    async addNotes(run, notes) {
      db.transaction(() => put(run, notes));
    },
    async notes(run, turnIds) {
      return turnNotes
        .all(run, JSON.stringify(turnIds))
        .map(([n, at, turnId, teller, viewer, text, hash, before]): Note => {
          const note = { turnId, teller, viewer, text };
          if (noteHash(sha256, n === 1 ? firstHash : (before ?? ""), n, note, at) !== hash) throw damagedNote(run, n);
          return note;
        });
    },
    async noteLog(run, from, to) {
      requireWholeNotes();
      const notes = storedNotes(run, from, to);
      let before = from <= 1 ? firstHash : (storedNotes(run, from - 1, from - 1)[0]?.hash ?? "");
      for (const note of notes) {
        if (noteHash(sha256, before, note.n, note, note.at) !== note.hash) throw damagedNote(run, note.n);
        before = note.hash;
      }
      return notes;
    },
  };
  return { put, stored: storedNotes, methods };
}

function answerRows(db: Driver, once: OnceRows) {
  // OR REPLACE and not an update, so that a later answer also stands later in the list.
  const putAnswer = db.prepare(
    `INSERT OR REPLACE INTO inbox (run_id, branch, ask, at, actor, answer, received_at, sum) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const branchAnswers = db.prepare<[string, string, string, string, number, number | null]>(
    "SELECT ask, at, actor, answer, received_at, sum FROM inbox WHERE run_id = ? AND branch = ? ORDER BY id",
  );
  const dropAnswers = db.prepare(
    "DELETE FROM inbox WHERE run_id = ? AND branch = ? AND ask IN (SELECT value FROM json_each(?))",
  );

  const drop = (run: string, branch: string, asks: readonly string[]) => {
    dropAnswers.run(run, branch, JSON.stringify(asks));
  };
  const methods: Pick<Store, "keepAnswer" | "inbox" | "dropAnswers"> = {
    async keepAnswer(run, { branch, ask, at, actor, answer, receivedAt }, row = null) {
      const values = [run, branch, ask, at, actor, answer, receivedAt] as const;
      const keep = () => void putAnswer.run(...values, sumOf(...values));
      if (!row) {
        keep();
        return null;
      }
      return db.transaction(() => {
        const before = outcomeBefore(once, row);
        if (before) return before;
        keep();
        once.put(row);
        return null;
      });
    },
    async inbox(run, branch) {
      return branchAnswers.all(run, branch).map(([ask, at, actor, answer, receivedAt, sum]): InboxRow => {
        const values = [run, branch, ask, at, actor, answer, receivedAt];
        // Of an older file they have none.
        if (sum !== null) requireSum(`The answer of "${actor}" that waits in run "${run}"`, sum, values);
        return { branch, at, ask, actor, answer, receivedAt };
      });
    },
    async dropAnswers(run, branch, asks) {
      drop(run, branch, asks);
    },
  };
  return { drop, methods };
}

function clockRows(db: Driver) {
  const openClock = db.prepare(
    "INSERT INTO clocks (run_id, branch, ask, opened_at, sum) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const dropClock = db.prepare("DELETE FROM clocks WHERE run_id = ? AND branch = ? AND ask = ?");
  const someClocks = db.prepare<[string, string, string, number, number | null]>(
    `SELECT run_id, branch, ask, opened_at, sum FROM clocks WHERE run_id = ?1 AND branch = ?2 OR ?1 IS NULL
     ORDER BY run_id, branch, ask`,
  );

  const put = (run: string, branch: string, { open, closed, at }: ClockChange) => {
    for (const ask of closed) dropClock.run(run, branch, ask);
    for (const ask of open) openClock.run(run, branch, ask, at, sumOf(run, branch, ask, at));
  };
  const methods: Pick<Store, "moveClocks" | "clocks"> = {
    async moveClocks(run, branch, change) {
      db.transaction(() => put(run, branch, change));
    },
    async clocks(of) {
      return someClocks.all(of?.run ?? null, of?.branch ?? null).map(([run, branch, ask, openedAt, sum]): OpenClock => {
        // The list of all says where time runs. A damaged clock is told where it is used, and stops no other.
        if (of !== null && sum !== null) requireSum(`A clock of run "${run}"`, sum, [run, branch, ask, openedAt]);
        return { run, branch, ask, openedAt };
      });
    },
  };
  return { put, methods };
}

function headCache(db: Driver): Pick<Store, "cacheHead" | "cachedHead"> {
  const putState = db.prepare(
    `INSERT INTO world_states (run_id, branch, turn_id, turn, state) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
     SET turn_id = excluded.turn_id, turn = excluded.turn, state = excluded.state`,
  );
  const oneState = db.prepare<[string, number, string]>(
    "SELECT turn_id, turn, state FROM world_states WHERE run_id = ? AND branch = ?",
  );
  const branchEntities = db.prepare<[string, string, string, string]>(
    "SELECT id, name, type, attributes FROM entities WHERE run_id = ? AND branch = ?",
  );
  const putEntity = db.prepare(
    `INSERT INTO entities (run_id, branch, id, name, type, attributes) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE
     SET name = excluded.name, type = excluded.type, attributes = excluded.attributes`,
  );
  const dropEntity = db.prepare("DELETE FROM entities WHERE run_id = ? AND branch = ? AND id = ?");

  return {
    async cacheHead(run, { branch, turnId, turn, state, entities }) {
      db.transaction(() => {
        putState.run(run, branch, turnId, turn, state);
        const gone = new Set<string>();
        const kept = new Map<string, string>();
        for (const [id, name, type, attributes] of branchEntities.all(run, branch)) {
          gone.add(id);
          kept.set(id, JSON.stringify([name, type, attributes]));
        }
        for (const { id, name, type, attributes } of entities) {
          gone.delete(id);
          const text = canonical(attributes);
          if (kept.get(id) !== JSON.stringify([name, type, text])) putEntity.run(run, branch, id, name, type, text);
        }
        for (const id of gone) dropEntity.run(run, branch, id);
      });
    },
    async cachedHead(run, branch) {
      const [turnId, turn, state] = oneState.get(run, branch) ?? [];
      if (turnId === undefined) return null;
      const entities = branchEntities.all(run, branch).map(([id, name, type, attributes]): Entity => {
        const kept = { id, name, type };
        return { ...kept, attributes: plainOf(attributes, `The cached entity "${id}" of run "${run}"`) };
      });
      return { branch, turnId, turn: turn!, state: state!, entities: entities.sort((a, b) => (a.id < b.id ? -1 : 1)) };
    },
  };
}

function settingRows(db: Driver): Pick<Store, "setting" | "setSetting" | "changeSetting"> {
  const oneSetting = db.prepare<[string, number | null]>("SELECT value, sum FROM settings WHERE key = ?");
  const requireWholeSettings = requireWholeTable(db, "settings");
  const putSetting = db.prepare(
    `INSERT INTO settings (key, value, sum) VALUES (?, ?, ?) ON CONFLICT DO UPDATE
     SET value = excluded.value, sum = excluded.sum`,
  );

  const setting = (key: string): string | null => {
    const [value = null, sum = null] = oneSetting.get(key) ?? [];
    // A damaged key would make a setting look like one that was never made.
    if (value === null) requireWholeSettings();
    if (sum !== null) requireSum(`The setting "${key}"`, sum, [key, value]);
    return value;
  };

  return {
    setting: async (key) => setting(key),
    async setSetting(key, value) {
      putSetting.run(key, value, sumOf(key, value));
    },
    async changeSetting(key, change) {
      db.transaction(() => {
        const value = change(setting(key));
        if (value !== null) putSetting.run(key, value, sumOf(key, value));
      });
    },
  };
}

/** A damaged seed would roll other dice than those that were committed to, and be revealed for them. */
function secretOf(run: string, [commitment, seed, nonce]: readonly [Hash, string, string]): Secret {
  if (commitSeed(sha256, seed, nonce) === commitment) return { commitment, seed, nonce };
  throw new StoreFault(
    "corrupt",
    `The seed of the dice of run "${run}" is damaged: it is not the one that was committed to. Restore a backup.`,
  );
}

function plainOf(text: string, what: string): Entity["attributes"] {
  try {
    return JSON.parse(text) as Entity["attributes"];
  } catch (error) {
    throw new StoreFault("corrupt", `${what} is damaged. It is only a cache.`, error);
  }
}

const damagedNote = (run: string, n: number): StoreFault =>
  new StoreFault(
    "corrupt",
    `Note ${n} of run "${run}", or the one before it, is not as it was written. \`verify\` says more; a backup restores it.`,
  );
