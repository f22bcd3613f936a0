// The figure of remembering: what finding and ranking memories costs beside the bare full-text query over the same texts.

import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { cueWords, reasonsOf, wordsOf } from "@orrery/agents";
import { type Memory, openSqlite } from "@orrery/store";
import { mattering } from "../../runtime/src/memory/recall.ts";
import { inFolder } from "./histories.ts";
import { type FigureValue, inRounds, middle, type RoundPace, ratio, sequence } from "./rounds.ts";

const RUN = "bench";
const ACTOR = "ada";
const K = 8;
/** Memories of one turn. */
const EACH = 4;

/** What is asked for: words that stand in few of all memories, in some, in many; or two to four of one sentence, as they come. */
export const RARITIES = ["mixed", "rare", "some", "many"] as const;
type Rarity = (typeof RARITIES)[number];

/** Eight memories, ranked and with their reasons ÷ the eight best by FTS5's own rank, with their texts; for each rarity. */
export const recallFigures = (
  pace: RoundPace,
  memories: number,
  rarities: readonly Rarity[],
): Promise<Partial<Record<Rarity, FigureValue>>> =>
  inFolder(async (folder) => {
    const texts = sentences(memories);
    const bare = new DatabaseSync(join(folder, "bare.db"));
    bare.exec("PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; PRAGMA cache_size = -16000");
    bare.exec("CREATE VIRTUAL TABLE texts USING fts5 (text)");
    const insert = bare.prepare("INSERT INTO texts VALUES (?)");
    bare.exec("BEGIN");
    for (const text of texts) insert.run(text);
    bare.exec("COMMIT");
    const best = bare.prepare(`SELECT rowid, text FROM texts WHERE texts MATCH ? ORDER BY rank LIMIT ${K}`);

    const store = openSqlite(join(folder, "ours.db"));
    const { segment } = await store.createRun({
      id: RUN,
      name: RUN,
      world: RUN,
      createdAt: 0,
      salt: "",
      opening: { body: "{}", hash: "0".repeat(64), truth: "0".repeat(64) },
      secret: { commitment: "0".repeat(64), seed: "", nonce: "" },
    });
    const last = Math.ceil(memories / EACH);
    for (let from = 0; from <= last; from += 1000) {
      const upTo = Math.min(last, from + 999);
      const some = texts.slice(from * EACH, (upTo + 1) * EACH).map((text, i): Memory => {
        const turn = from + Math.floor(i / EACH);
        return {
          segment,
          turn,
          turnId: `${turn.toString(36)}-x`,
          actor: ACTOR,
          moment: turn,
          n: i % EACH,
          how: "saw",
          from: null,
          importance: (turn + i) % 11,
          about: [`t${(turn * 7 + i) % 300}`],
          text,
          words: wordsOf(text),
        };
      });
      if (!(await store.remember(RUN, { segment, upTo, stamp: "" }, from, some))) throw new Error("not kept");
    }

    const at = { segment, turn: last };
    const casesFor = (questions: readonly { text: string; match: string; least: number }[]) => [
      {
        name: "bare",
        run() {
          for (const { match, least } of questions)
            if (best.all(match).length < least) throw new Error(`too little: ${match}`);
          return questions.length;
        },
      },
      {
        name: "ours",
        async run() {
          for (const { text, least } of questions) {
            const words = cueWords(text);
            const chosen = await mattering(store, at, { actor: ACTOR, words, about: [], now: last }, K);
            if (chosen.flatMap((one) => reasonsOf(one, () => null)).length < least)
              throw new Error(`too little: ${text}`);
          }
          return questions.length;
        },
      },
    ];
    try {
      const values: Partial<Record<Rarity, FigureValue>> = {};
      for (const rarity of rarities) {
        const samples = await inRounds(casesFor(questionsFrom(texts, rarity)), "cpu", pace);
        values[rarity] = ratio(samples, "ours", "bare");
        process.stderr.write(
          `  ${rarity}: ${middle(samples.get("bare")!).value.toFixed(1)} µs bare, ${middle(samples.get("ours")!).value.toFixed(1)} µs ours\n`,
        );
      }
      return values;
    } finally {
      bare.close();
      await store.close();
    }
  });

/** Sentences with words as unequal as those of a language: the second is half as frequent as the first, and so on. */
function sentences(count: number): string[] {
  const upTo = sequence(11);
  const words = Array.from({ length: 4000 }, (_, i) => `${LETTERS[i % 20]}${LETTERS[(i >> 2) % 20]}o${i.toString(36)}`);
  const draw = () => words[Math.min(words.length - 1, Math.floor(1 / ((upTo(1_000_000) + 1) / 1_000_000)))]!;
  return Array.from({ length: count }, () => `${Array.from({ length: 14 }, draw).join(" ")}.`);
}
const LETTERS = "bcdfghjklmnpqrstvwxz";

/** How many memories of 100,000 a word stands in. */
const BANDS: Record<Exclude<Rarity, "mixed">, readonly [least: number, most: number]> = {
  rare: [1, 30],
  some: [30, 500],
  many: [500, 5000],
};

/** Two to four words of one sentence each, the commonest left out as a language's would be; or one word of a rarity. */
function questionsFrom(texts: readonly string[], rarity: Rarity): { text: string; match: string; least: number }[] {
  const upTo = sequence(12);
  const counts = new Map<string, number>();
  for (const text of texts) for (const word of text.match(/\w+/g)!) counts.set(word, (counts.get(word) ?? 0) + 1);
  if (rarity !== "mixed") {
    const share = texts.length / 100_000;
    const [least, most] = BANDS[rarity].map((count) => Math.max(1, count * share)) as [number, number];
    const words = [...counts].filter(([, count]) => count >= least && count < most);
    return Array.from({ length: 64 }, () => {
      const [word, count] = words[upTo(words.length)]!;
      return { text: word, match: word, least: Math.min(K, count) };
    });
  }
  const out: { text: string; match: string; least: number }[] = [];
  while (out.length < 64) {
    const said = [...new Set(texts[upTo(texts.length)]!.match(/\w+/g)!)].filter((word) => {
      const share = counts.get(word)! / texts.length;
      return share < 0.05 && counts.get(word)! >= K;
    });
    if (said.length < 2) continue;
    const words = said.slice(0, 2 + upTo(3));
    out.push({ text: words.join(" "), match: words.join(" OR "), least: K });
  }
  return out;
}
