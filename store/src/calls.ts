// Calls to models as an SQLite file keeps them: texts by their hash, and takes that name what was asked and what came of it.
// Content-addressed, so that a long conversation is kept once and not once a call. Knows nothing of what the texts say.
import type { HashText } from "@orrery/kernel";
import { sha256 } from "./chain.ts";
import type { Driver } from "./driver.ts";
import { type CallLog, type CallText, type Damage, StoreFault, type Take } from "./store.ts";
import { requireSum, sumOf } from "./sum.ts";

type TakeRow = readonly [lane: string, seq: number, call: string, outcome: string, n: number, sum: number | null];

/** What is read is as it was written, or `corrupt`. `storedTexts` gives texts as they lie there, for a check. */
export function callsOf(db: Driver): { readonly methods: CallLog; readonly storedTexts: CallLog["callTexts"] } {
  const oneText = db.prepare<[string]>("SELECT text FROM model_texts WHERE run_id = ? AND hash = ?");
  const putText = db.prepare("INSERT INTO model_texts (run_id, hash, text) VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
  const someTexts = db.prepare<[string, string]>(
    "SELECT hash, text FROM model_texts WHERE run_id = ? AND hash > ? ORDER BY hash LIMIT ?",
  );
  const oneTake = db.prepare<TakeRow>(
    "SELECT lane, seq, call, outcome, n, sum FROM model_takes WHERE run_id = ? AND lane = ? AND seq = ?",
  );
  // One statement, so that of two writers one takes the place and the other is told.
  const putTake = db.prepare(
    `INSERT INTO model_takes (run_id, n, lane, seq, call, outcome, sum)
     SELECT ?1, (SELECT coalesce(max(n), 0) + 1 FROM model_takes WHERE run_id = ?1), ?2, ?3, ?4, ?5, ?6
     WHERE ?3 = (SELECT coalesce(max(seq), 0) + 1 FROM model_takes WHERE run_id = ?1 AND lane = ?2)`,
  );
  const countTakes = db.prepare<[number]>(
    "SELECT coalesce(max(seq), 0) FROM model_takes WHERE run_id = ? AND lane = ?",
  );
  const someTakes = db.prepare<TakeRow>(
    "SELECT lane, seq, call, outcome, n, sum FROM model_takes WHERE run_id = ? AND n BETWEEN ? AND ? ORDER BY n",
  );
  const lastTake = db.prepare<[number]>("SELECT coalesce(max(n), 0) FROM model_takes WHERE run_id = ?");
  const storedTexts: CallLog["callTexts"] = async (run, after, most) =>
    someTexts.all(run, after, most).map(([hash, text]): CallText => ({ hash, text }));
  const methods: CallLog = {
    async callText(run, hash) {
      const [text] = oneText.get(run, hash) ?? [];
      return text === undefined ? null : requireWhole(run, { hash, text }).text;
    },
    async keepCallText(run, { hash, text }) {
      putText.run(run, hash, text);
    },
    async callTexts(run, after, most) {
      return (await storedTexts(run, after, most)).map((text) => requireWhole(run, text));
    },
    async take(run, lane, seq) {
      const row = oneTake.get(run, lane, seq);
      return row ? takeOf(run, row) : null;
    },
    async addTake(run, { lane, seq, call, outcome }) {
      if (putTake.run(run, lane, seq, call, outcome, sumOfTake(run, { lane, seq, call, outcome })) === 0)
        throw takenFault({ lane, seq });
    },
    async takeCount(run, lane) {
      return countTakes.get(run, lane)![0];
    },
    async takeLog(run, from, to) {
      const rows = someTakes.all(run, from, to);
      const first = Math.max(from, 1);
      const wanted = Math.min(to, lastTake.get(run)![0]) - first + 1;
      if (rows.length < wanted || rows.some(([, , , , n], i) => n !== first + i))
        throw new StoreFault("corrupt", `The order of the model calls of run "${run}" is damaged. Restore a backup.`);
      return rows.map((row) => takeOf(run, row));
    },
  };
  return { methods, storedTexts };
}

export const sumOfTake = (run: string, { lane, seq, call, outcome }: Take): number =>
  sumOf(run, lane, seq, call, outcome);

function takeOf(run: string, [lane, seq, call, outcome, , sum]: TakeRow): Take {
  const take = { lane, seq, call, outcome };
  // Of an older file they have none.
  if (sum !== null) requireSum(`Call ${seq} of "${lane}" in run "${run}"`, sum, [run, lane, seq, call, outcome]);
  return take;
}

function requireWhole(run: string, text: CallText): CallText {
  if (sha256(text.text) === text.hash) return text;
  throw new StoreFault(
    "corrupt",
    `A text of a model call of run "${run}" is damaged: it is not what ${text.hash} says. Restore a backup.`,
  );
}

/** The fault for a place in a lane that is taken, or leaves a gap. */
const takenFault = ({ lane, seq }: Pick<Take, "lane" | "seq">): StoreFault =>
  new StoreFault(
    "conflict",
    `Call ${seq} of "${lane}" cannot be recorded there: somebody else is playing this run too. Let one of them play.`,
  );

const CHUNK = 500;

/** What is wrong with the calls of a run: a text that is not what its hash says, a take without its texts, a gap. */
export async function* callDamage(run: string, log: CallLog, hash: HashText): AsyncGenerator<Damage> {
  const damage = (problem: string): Damage => ({ run, segment: null, turn: null, problem });
  const known = new Set<string>();
  for (let after = ""; ; ) {
    const texts = await log.callTexts(run, after, CHUNK);
    for (const one of texts) {
      known.add(one.hash);
      if (hash(one.text) !== one.hash)
        yield damage(`a text of a model call was changed: it is not what ${one.hash} says`);
    }
    if (texts.length < CHUNK) break;
    after = texts.at(-1)!.hash;
  }
  const counts = new Map<string, number>();
  for (let from = 1; ; from += CHUNK) {
    const takes = await log.takeLog(run, from, from + CHUNK - 1);
    for (const { lane, seq, call, outcome } of takes) {
      if (seq !== (counts.get(lane) ?? 0) + 1) yield damage(`before call ${seq} of "${lane}" one is missing`);
      counts.set(lane, seq);
      for (const part of [call, outcome])
        if (!known.has(part)) yield damage(`call ${seq} of "${lane}" names a text that is missing`);
    }
    if (takes.length < CHUNK) break;
  }
  for (const [lane, count] of counts)
    if ((await log.takeCount(run, lane)) !== count) yield damage(`the numbers of the calls of "${lane}" were changed`);
}
