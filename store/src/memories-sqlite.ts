// Memories in an SQLite file: a table, and an index of terms that say whose memory they are of. Finds what the plain way finds.
import type { Driver, Statement } from "./driver.ts";
import { SPAN } from "./layout.ts";
import { stretches } from "./line.ts";
import { asWord, inRun, latestFirst, type Mark, type Part, partsOf, requireSpan, WEIGHTY } from "./memories.ts";
import type { SegmentOfRun } from "./segment.ts";
import type { Memory, MemorySpan, Store } from "./store.ts";

type Methods = Pick<Store, "remember" | "remembered" | "forget" | "recall">;
/** Ids in so few statements as there are sizes of lists: each is prepared once. */
const FEW = 32;

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
  const lastAt = later<[number | null]>("SELECT max(id) FROM memory_texts WHERE id BETWEEN ? AND ?");
  const add = later("INSERT INTO memory_texts (id, run_id, body) VALUES (?, ?, ?)");
  const addTerms = later("INSERT INTO memory_terms (rowid, terms) VALUES (?, ?)");
  const dropTerms = later("DELETE FROM memory_terms WHERE rowid IN (SELECT id FROM memory_texts WHERE run_id = ?)");
  const dropAll = later("DELETE FROM memory_texts WHERE run_id = ?");
  const dropSpans = later("DELETE FROM memory_spans WHERE segment IN (SELECT id FROM segments WHERE run_id = ?)");
  const latest = later<[number]>(
    `SELECT rowid FROM memory_terms WHERE memory_terms MATCH ? AND rowid BETWEEN ? AND ?
     ORDER BY rowid DESC LIMIT ?`,
  );
  const latestTexts = later<[number, string]>(
    `SELECT text.id, text.body FROM memory_terms AS term CROSS JOIN memory_texts AS text ON text.id = term.rowid
     WHERE term.memory_terms MATCH ? AND term.rowid BETWEEN ? AND ? ORDER BY term.rowid DESC LIMIT ?`,
  );
  const some = later<[number, string]>(
    `SELECT id, body FROM memory_texts WHERE id IN (${Array.from({ length: FEW }, () => "?").join(", ")})`,
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
          add().run(id, run, JSON.stringify(one));
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
      const { actor, most } = query;
      const line = [...stretches(segmentOf, at, 0)];
      const latestOf = <R extends readonly unknown[]>(statement: Statement<R>, part: Part, count: number): R[] => {
        const rows: R[] = [];
        for (const { segment, from, to } of line) {
          if (rows.length >= count) break;
          const match = matchOf(scopeOf(segment, actor), part);
          rows.push(...statement.all(match, from * SPAN, to * SPAN + SPAN - 1, count - rows.length));
        }
        return rows;
      };
      const parts = partsOf(query);
      const { marks } = parts.at(-1)!;
      // Mostly all that has any of the marks is no more than one part may hold: then it is what the parts come to.
      const rows = latestOf(latestTexts(), { marks, need: "any", weighty: false }, most + 1);
      const bodies = new Map(rows);
      if (rows.length > most) {
        // Of one mark the first part is what was just found.
        const others = marks.length === 1 ? parts.slice(1) : parts;
        const ids = new Set(others.flatMap((part) => latestOf(latest(), part, most)).map(([id]) => id));
        for (const [id] of rows.slice(0, marks.length === 1 ? most : 0)) ids.add(id);
        for (const id of bodies.keys()) if (!ids.has(id)) bodies.delete(id);
        const missing = [...ids].filter((id) => !bodies.has(id));
        for (let i = 0; i < missing.length; i += FEW) {
          const few: (number | null)[] = missing.slice(i, i + FEW);
          while (few.length < FEW) few.push(null);
          for (const [id, body] of some().all(...few)) bodies.set(id, body);
        }
      }
      return latestFirst([...bodies.values()].map((body) => JSON.parse(body) as Memory));
    },
  };
}

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
  const marks = [...about.map((id) => termOf({ id })), ...words.map((word) => termOf({ word }))];
  // What weighs something is found by terms of its own: to look for both marks and weight would go through all that weighs.
  const scopes = importance >= WEIGHTY ? [scope, scope + WEIGHS] : [scope];
  return scopes.flatMap((whose) => [whose, ...marks.map((mark) => whose + mark)]);
}

function matchOf(scope: string, { marks, need, weighty }: Part): string {
  const whose = weighty ? scope + WEIGHS : scope;
  const terms = marks.length === 0 ? [whose] : marks.map((mark) => whose + termOf(mark));
  return terms.map((term) => `"${term}"`).join(need === "all" ? " AND " : " OR ");
}
