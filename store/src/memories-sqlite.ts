// Memories in an SQLite file: a table, and an index of terms that say whose memory they are of. Finds what the plain way finds.
import type { Driver, Statement } from "./driver.ts";
import { SPAN } from "./layout.ts";
import { stretches } from "./line.ts";
import { asWord, inRun, latestFirst, type Mark, type Part, partsOf, requireSpan, WEIGHTY } from "./memories.ts";
import type { SegmentOfRun } from "./segment.ts";
import type { Memory, MemorySpan, Store } from "./store.ts";

type Methods = Pick<Store, "remember" | "remembered" | "forget" | "recall">;
type Row = readonly [
  id: number,
  segment: number,
  turnId: string,
  actor: string,
  moment: number,
  n: number,
  how: string,
  from: string | null,
  importance: number,
  about: string,
  text: string,
  words: string,
];
const COLUMNS = "id, segment, turn_id, actor_id, moment, n, how, source, importance, about, text, words";

/** Ids in so few statements as there are sizes of lists: each is prepared once. */
const FEW = 64;

export function sqliteMemories(db: Driver, segmentOf: (id: number) => SegmentOfRun): Methods {
  // Prepared when they are first needed: most who open a file never ask for a memory.
  const later = <R extends readonly unknown[]>(sql: string) => {
    let made: Statement<R> | null = null;
    return () => {
      made ??= db.prepare<R>(sql);
      return made;
    };
  };
  const oneSpan = later<[number]>("SELECT up_to FROM memory_spans WHERE segment = ?");
  const putSpan = later(
    `INSERT INTO memory_spans (segment, up_to, stamp) VALUES (?, ?, ?) ON CONFLICT DO UPDATE
     SET up_to = excluded.up_to, stamp = excluded.stamp`,
  );
  const runSpans = later<[number, number, string]>(
    `SELECT segment, up_to, stamp FROM memory_spans
     WHERE segment IN (SELECT id FROM segments WHERE run_id = ?) ORDER BY segment`,
  );
  const lastAt = later<[number | null]>("SELECT max(id) FROM memories WHERE id BETWEEN ? AND ?");
  const add = later(`INSERT INTO memories (run_id, ${COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const addTerms = later("INSERT INTO memory_terms (rowid, terms) VALUES (?, ?)");
  const dropTerms = later("DELETE FROM memory_terms WHERE rowid IN (SELECT id FROM memories WHERE run_id = ?)");
  const dropAll = later("DELETE FROM memories WHERE run_id = ?");
  const dropSpans = later("DELETE FROM memory_spans WHERE segment IN (SELECT id FROM segments WHERE run_id = ?)");
  const latest = later<[number]>(
    `SELECT rowid FROM memory_terms WHERE memory_terms MATCH ? AND rowid BETWEEN ? AND ?
     ORDER BY rowid DESC LIMIT ?`,
  );
  const some = later<Row>(
    `SELECT ${COLUMNS} FROM memories WHERE id IN (${Array.from({ length: FEW }, () => "?").join(", ")})`,
  );

  return {
    async remember(run, span, from, memories) {
      requireSpan(span, from, memories);
      const { fork } = inRun(segmentOf, run, span.segment);
      return db.transaction(() => {
        if ((oneSpan().get(span.segment)?.[0] ?? fork) !== from - 1) return false;
        let turn = -1;
        let id = 0;
        for (const one of memories) {
          if (one.turn !== turn) {
            turn = one.turn;
            id = (lastAt().get(turn * SPAN, turn * SPAN + SPAN - 1)?.[0] ?? turn * SPAN - 1) + 1;
          } else id++;
          add().run(
            run,
            id,
            one.segment,
            one.turnId,
            one.actor,
            one.moment,
            one.n,
            one.how,
            one.from,
            one.importance,
            JSON.stringify(one.about),
            one.text,
            one.words.join(" "),
          );
          addTerms().run(id, termsOf(one).join(" "));
        }
        putSpan().run(span.segment, span.upTo, span.stamp);
        return true;
      });
    },
    async remembered(run) {
      return runSpans()
        .all(run)
        .map(([segment, upTo, stamp]): MemorySpan => ({ segment, upTo, stamp }));
    },
    async forget(run) {
      db.transaction(() => {
        dropTerms().run(run);
        dropAll().run(run);
        dropSpans().run(run);
      });
    },
    async recall(at, query) {
      const line = [...stretches(segmentOf, at, 0)];
      const ids = new Set<number>();
      for (const part of partsOf(query)) {
        let left = query.most;
        for (const { segment, from, to } of line) {
          if (left <= 0) break;
          const match = matchOf(scopeOf(segment, query.actor), part);
          const rows = latest().all(match, from * SPAN, to * SPAN + SPAN - 1, left);
          for (const [id] of rows) ids.add(id);
          left -= rows.length;
        }
      }
      const wanted = [...ids];
      const found: Memory[] = [];
      for (let i = 0; i < wanted.length; i += FEW) {
        const few = wanted.slice(i, i + FEW);
        const rows = some().all(...few, ...Array.from({ length: FEW - few.length }, () => null));
        for (const row of rows) found.push(memoryOf(row));
      }
      return latestFirst(found);
    },
  };
}

const memoryOf = ([id, segment, turnId, actor, moment, n, how, from, importance, about, text, words]: Row): Memory => ({
  segment,
  turn: Math.floor(id / SPAN),
  turnId,
  actor,
  moment,
  n,
  how,
  from,
  importance,
  about: JSON.parse(about) as string[],
  text,
  words: words === "" ? [] : words.split(" "),
});

// A term is one token: whose it is, then what. The marks between are characters for private use, which no word holds,
// and ids are written as hexadecimal digits, so that whatever they consist of cannot be taken for syntax.
const OF = "\u{e000}";
const WEIGHS = "\u{e001}";
const ABOUT = "\u{e002}";
const SAYS = "\u{e003}";

const scopeOf = (segment: number, actor: string): string => `${segment}${OF}${hex(actor)}`;
const hex = (id: string): string => Buffer.from(id).toString("hex");
const termOf = (mark: Mark): string => ("word" in mark ? SAYS + asWord(mark.word) : ABOUT + hex(mark.id));

function termsOf({ segment, actor, words, about, importance }: Memory): string[] {
  const scope = scopeOf(segment, actor);
  return [
    scope,
    ...(importance >= WEIGHTY ? [scope + WEIGHS] : []),
    ...about.map((id) => scope + termOf({ id })),
    ...words.map((word) => scope + termOf({ word })),
  ];
}

function matchOf(scope: string, { marks, need, weighty }: Part): string {
  const quoted = marks.map((mark) => `"${scope}${termOf(mark)}"`);
  const own = weighty ? `"${scope}${WEIGHS}"` : `"${scope}"`;
  if (quoted.length === 0) return own;
  const joined = quoted.join(need === "all" ? " AND " : " OR ");
  return weighty ? `${own} AND (${joined})` : joined;
}
