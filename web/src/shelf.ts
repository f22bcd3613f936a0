// What the owner calls runs, and which are put away or out of the library: the server's, so that every browser shows the same. What this browser once kept by itself is handed over.
import { keep, readKept } from "./kept.ts";
import { type RunCard, type Shelved, shelve } from "./wire.ts";

/** A card with other marks; those that it had are gone. */
export const withMarks = ({ name: _n, away: _a, gone: _g, ...card }: RunCard, marks: Shelved): RunCard => ({
  ...card,
  ...marks,
});

const OLD = "shelf";

/** Carries over, once, what this browser kept before the server did. Marks that the server has already stay. */
export async function handOver(runs: readonly RunCard[]): Promise<readonly RunCard[]> {
  const old = readOld();
  if (old.length === 0) return runs;
  const news = new Map<string, Shelved>();
  for (const [run, { name, away }] of old) {
    const card = runs.find((one) => one.run === run);
    if (!card || (card.name ?? card.away ?? card.gone) !== undefined) continue;
    news.set(run, await shelve(run, { ...(name ? { name } : {}), ...(away ? { away } : {}) }));
  }
  keep(OLD, "");
  return runs.map((card) => (news.has(card.run) ? withMarks(card, news.get(card.run)!) : card));
}

function readOld(): readonly (readonly [run: string, Shelved])[] {
  try {
    const kept = JSON.parse(readKept(OLD) || "{}") as Readonly<Record<string, Shelved>>;
    return Object.entries(kept).filter(([, { name, away }]) => name || away);
  } catch {
    return [];
  }
}
