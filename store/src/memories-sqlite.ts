// Memories in an SQLite file: a table, and an index of terms that name the actor. Finds what the plain way finds.
import type { Driver, Statement } from "./driver.ts";
import { stretches } from "./line.ts";
import {
  asWord,
  inRun,
  type MemoryMark,
  partsOf,
  type QueryPart,
  rememberedStretches,
  requireSpan,
  WEIGHTY,
} from "./memories.ts";
import { SPAN } from "./schema.ts";
import type { SegmentOfRun } from "./segment.ts";
import { type Gist, type Memory, type MemoryQuery, type Store, StoreFault } from "./store.ts";
import { sumOf } from "./sum.ts";

type Methods = Pick<Store, "remember" | "remembered" | "forget" | "recall">;
/** Rows by their keys in one statement, which is prepared once. */
const FEW = 32;

/** A memory as it lies there; the last column is JSON. */
type MemoryRow = readonly [
  id: number,
  moment: number,
  importance: number,
  wordCount: number,
  aboutCount: number,
  text: string,
  words: string,
  body: string,
];
const COLUMNS = ["id", "moment", "importance", "word_count", "about_count", "text", "words", "body"];

export function sqliteMemories(db: Driver, segmentOf: (id: number) => SegmentOfRun): Methods {
  const later = laterIn(db);
  const limited = limitStatements(db);
  const oneSpan = later<[number, string]>("SELECT up_to, stamp FROM memory_spans WHERE segment = ?");
  const putSpan = later(
    `INSERT INTO memory_spans (segment, up_to, stamp) VALUES (?, ?, ?) ON CONFLICT DO UPDATE
     SET up_to = excluded.up_to, stamp = excluded.stamp`,
  );
  const lastAt = later<[number | null]>("SELECT max(id) FROM memory_texts WHERE id BETWEEN ? AND ?");
  const add = later(
    `INSERT INTO memory_texts (id, moment, importance, word_count, about_count, run_id, text, words, body)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const addTerms = later("INSERT INTO memory_terms (rowid, terms) VALUES (?, ?)");
  const dropTerms = later("DELETE FROM memory_terms WHERE rowid IN (SELECT id FROM memory_texts WHERE run_id = ?)");
  const dropAll = later("DELETE FROM memory_texts WHERE run_id = ?");
  const dropSpans = later("DELETE FROM memory_spans WHERE segment IN (SELECT id FROM segments WHERE run_id = ?)");
  const latestIds = limited<[number]>(
    "SELECT rowid FROM memory_terms WHERE memory_terms MATCH ? AND rowid <= ? ORDER BY rowid DESC",
  );
  const latestRows = limited<MemoryRow>(
    `SELECT ${COLUMNS.map((name) => `text.${name}`).join(", ")}
     FROM memory_terms AS term CROSS JOIN memory_texts AS text ON text.id = term.rowid
     WHERE term.memory_terms MATCH ? AND term.rowid <= ? ORDER BY term.rowid DESC`,
  );
  const few = later<MemoryRow>(
    `SELECT ${COLUMNS.join(", ")} FROM memory_texts WHERE id IN (${Array.from({ length: FEW }, () => "?").join(", ")})`,
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
          const { moment, importance, text, words, ...rest } = one;
          const said = words.join(" ");
          const body = JSON.stringify({ ...rest, sum: sumOf(moment, importance, text, said, JSON.stringify(rest)) });
          add().run(id, moment, importance, words.length, one.about.length, run, text, said, body);
          addTerms().run(id, termsOf(one).join(" "));
        }
        putSpan().run(span.segment, span.upTo, span.stamp);
        return true;
      });
    },
    async remembered(at) {
      return rememberedStretches(segmentOf, at, (segment) => {
        const [upTo, stamp] = oneSpan().get(segment) ?? [];
        return upTo === undefined ? null : { segment, upTo, stamp: stamp! };
      });
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
      /** The latest of a part, of keys below `end`. */
      const latestOf = <R extends readonly [id: number, ...rest: unknown[]]>(
        statement: (most: number) => Statement<R>,
        part: QueryPart,
        count: number,
        end = Number.POSITIVE_INFINITY,
      ): R[] => {
        let rows: R[] = [];
        for (const { segment, to } of line) {
          const last = Math.min(to * SPAN + SPAN - 1, end - 1);
          const some = statement(count).all(matchOf(scopeOf(segment, actor), part), last);
          rows = rows.length === 0 ? some : [...rows, ...some];
          if (rows.length >= count) break;
        }
        return rows.length > count ? rows.slice(0, count) : rows;
      };
      const parts = partsOf(query);
      const { marks } = parts.at(-1)!;
      const isOne = marks.length < 2;
      // Mostly all that has any of the marks is no more than one part may hold: then it is what the parts come to.
      const rows = latestOf(latestRows, isOne ? parts[0]! : { marks, need: "any", weighty: false }, most + 1);
      if (rows.length > most) {
        // The latest that have any mark are among the latest that have each.
        rows.pop();
        if (isOne) {
          // What weighs something and is as late is there already.
          const end = rows.at(-1)![0];
          const weighty = rows.filter(([, , importance]) => importance >= WEIGHTY).length;
          if (weighty < most) rows.push(...latestOf(latestRows, parts[1]!, most - weighty, end));
        } else {
          const known = new Set(rows.map(([id]) => id));
          const ids = parts.flatMap((part) => latestOf(latestIds, part, most)).map(([id]) => id);
          const missing = [...new Set(ids)].filter((id) => !known.has(id));
          for (let i = 0; i < missing.length; i += FEW) {
            const some: (number | null)[] = missing.slice(i, i + FEW);
            while (some.length < FEW) some.push(null);
            rows.push(...few().all(...some));
          }
          rows.sort((a, b) => b[0] - a[0]);
        }
      }
      return rows.map(gistsFor(query));
    },
  };
}

/** Statements that are prepared when they are first needed: most who open a file never ask for a memory. */
const laterIn =
  (db: Driver) =>
  <R extends readonly unknown[]>(sql: string): (() => Statement<R>) => {
    let made: Statement<R> | null = null;
    return () => {
      made ??= db.prepare<R>(sql);
      return made;
    };
  };

/** A limit that is bound has the statement prepared anew at each call: as a number in its text it costs a third as much. */
const limitStatements =
  (db: Driver) =>
  <R extends readonly unknown[]>(sql: string): ((most: number) => Statement<R>) => {
    const made = new Map<number, Statement<R>>();
    return (most) => {
      const known = made.get(most);
      if (known) return known;
      const statement = db.prepare<R>(`${sql} LIMIT ${most}`);
      made.set(most, statement);
      return statement;
    };
  };

/** Rows as what is weighed for one query. */
function gistsFor(query: MemoryQuery): (row: MemoryRow) => Gist {
  const asked = { words: [...new Set(query.words)], about: [...new Set(query.about)] };
  // What was found by one mark has it.
  const isOne = asked.words.length + asked.about.length < 2;
  return ([id, moment, importance, words, about, text, said, body]) => {
    const read = () => memoryOf(body, { moment, importance, text }, said);
    let { words: says, about: shares } = asked;
    if (!isOne) {
      const marks = ` ${said} `;
      says = says.filter((word) => marks.includes(` ${word} `));
      const own = about > 0 && shares.length > 0 ? read().about : [];
      shares = shares.filter((thing) => own.includes(thing));
    }
    return { id, moment, importance, says, shares, words, about, text, read };
  };
}

export function memoryOf(body: string, gist: Pick<Memory, "moment" | "importance" | "text">, words: string): Memory {
  try {
    const { sum, ...rest } = JSON.parse(body) as Memory & { readonly sum: number };
    if (sumOf(gist.moment, gist.importance, gist.text, words, JSON.stringify(rest)) !== sum) throw new Error("its sum");
    return { ...rest, ...gist, words: words === "" ? [] : words.split(" ") };
  } catch (error) {
    throw new StoreFault(
      "corrupt",
      "A memory is damaged. Export the run and import it elsewhere: memories are made anew from its turns.",
      error,
    );
  }
}

// A term is one token: the actor, then the word or thing. The marks between are characters for private use, which no word holds,
// and ids are written as hexadecimal digits, so that nothing in them can be taken for syntax.
const OF = "\u{e000}";
const WEIGHS = "\u{e001}";
const ABOUT = "\u{e002}";
const SAYS = "\u{e003}";

const scopeOf = (segment: number, actor: string): string => `${segment}${OF}${hex(actor)}`;
const hex = (id: string): string => Buffer.from(id).toString("hex");
const termOf = (mark: MemoryMark): string => ("word" in mark ? SAYS + asWord(mark.word) : ABOUT + hex(mark.id));

function termsOf({ segment, actor, words, about, importance }: Memory): string[] {
  const scope = scopeOf(segment, actor);
  const marks = [...about.map((id) => termOf({ id })), ...words.map((word) => termOf({ word }))];
  // What weighs something is found by terms of its own: to look for both marks and weight would go through all that weighs.
  const scopes = importance >= WEIGHTY ? [scope, scope + WEIGHS] : [scope];
  return scopes.flatMap((whose) => [whose, ...marks.map((mark) => whose + mark)]);
}

function matchOf(scope: string, { marks, need, weighty }: QueryPart): string {
  const whose = weighty ? scope + WEIGHS : scope;
  const terms = marks.length === 0 ? [whose] : marks.map((mark) => whose + termOf(mark));
  return terms.map((term) => `"${term}"`).join(need === "all" ? " AND " : " OR ");
}
