// What an actor remembers: memories made from the turns of its line when they are missing, and those of them that matter now.
import { setImmediate } from "node:timers/promises";
import {
  type Cue,
  cueWords,
  fuse,
  type MemoryCue,
  type Ranked,
  type Recollection,
  rank,
  reasonsOf,
  wordsOf,
} from "@orrery/agents";
import type { AnyEngine, Frame, Shape } from "@orrery/kernel";
import type { Gist, Memory, Place, Store } from "@orrery/store";
import { InTurn } from "../in-turn.ts";
import { momentAt } from "../turns/branch-session.ts";
import type { RecentTurns } from "../turns/recent-turns.ts";
import { walk } from "../turns/walk.ts";
import { type Impressed, Impressions } from "./impressions.ts";
import { spokenName, type Thing, thingsOf } from "./name-resolution.ts";

/** Moves when the making of memories changes; the world's version and the words it is told in belong to it too. */
const MAKING = 2;
/** Turns that become memories in one write, and before others get a turn of the processor. */
const CHUNK = 64;
/** Memories that are looked at for each word or entity asked for. */
const MOST = 32;
const K = 8;
const K_MAX = 100;

/** A memory that matters, and why. */
interface Chosen {
  readonly ranked: Ranked<Gist>;
  readonly why: readonly string[];
}

/** What finds memories by their meaning. */
export interface Nearness {
  /** Of an actor's memories, latest first, those nearest to a text, nearest first; empty where that cannot be told. */
  nearest(actor: string, query: string, memories: readonly Gist[]): Promise<readonly Gist[]>;
}
/** Older memories than so many are found by their words alone. */
export const NEAR_AMONG = 512;

/** Where turns are read from. */
interface Turns {
  readonly store: Store;
  readonly recent: RecentTurns;
  engine(run: string): Promise<AnyEngine>;
}

/** Makes and finds memories. One at a time a run, so that no turn is told twice. */
export class MemoryIndexer {
  readonly #turns: Turns;
  readonly #queues = new InTurn();

  constructor(turns: Turns) {
    this.#turns = turns;
  }

  /** How many turns of the line to a place are not memories yet. */
  async behind(run: string, at: Place): Promise<number> {
    const engine = await this.#turns.engine(run);
    if (!engine.world.perceive) return 0;
    return (await missing(this.#turns.store, at, stampOf(engine))).reduce(
      (sum, { from, to }) => sum + to - from + 1,
      0,
    );
  }

  /** Makes what is missing on the line to a place. */
  async upTo(run: string, at: Place): Promise<void> {
    await this.#queues.run(run, () => this.#make(run, at));
  }

  /** The memories of one actor that matter at a place, best first. `things` are what it can name. */
  async recall(
    run: string,
    at: Place,
    cue: { actor: string; query?: string | undefined; about?: readonly string[]; k?: number | undefined },
    things: readonly Thing[],
    meanings: Nearness | null = null,
  ): Promise<Chosen[]> {
    const { store } = this.#turns;
    await this.upTo(run, at);
    const { actor, query = "", about = [], k = K } = cue;
    const names = new Map(things.map((thing) => [thing.id, spokenName(thing)]));
    const asked = { actor, words: cueWords(query), about, now: await latestMoment(store, at, actor) };
    const near = meanings ? await meanings.nearest(actor, query, await latest(store, at, actor)) : [];
    return (await mattering(store, at, asked, Math.min(k, K_MAX), near)).map((ranked) => ({
      ranked,
      why: reasonsOf(ranked, (id) => names.get(id) ?? null),
    }));
  }

  /** The same for an agent at its ask: by ids, and without a word of who acted when. */
  async recollect(
    run: string,
    at: Place,
    frame: Pick<Frame<Shape>, "state" | "minds">,
    actor: string,
    { about = [], ...cue }: MemoryCue,
    meanings: Nearness | null = null,
  ): Promise<Recollection[]> {
    const engine = await this.#turns.engine(run);
    const chosen = await this.recall(run, at, { actor, about, ...cue }, thingsOf(engine, frame, actor), meanings);
    return chosen.map(({ ranked, why }) => ({ text: ranked.memory.text, age: ranked.age, why }));
  }

  async #make(run: string, at: Place): Promise<void> {
    const engine = await this.#turns.engine(run);
    if (!engine.world.perceive) return;
    const { store } = this.#turns;
    const stamp = stampOf(engine);
    if ((await store.remembered(at)).some(({ span }) => span !== null && span.stamp !== stamp)) await store.forget(run);
    for (;;) {
      const [first] = await missing(store, at, stamp);
      if (!first) return;
      await makeStretch(engine, this.#turns, run, first, stamp);
    }
  }
}

/** The `k` memories that matter to somebody at a place, best first; what was told in the same words once. `near`: those nearest in meaning. */
export async function mattering(
  store: Store,
  at: Place,
  cue: Cue & { readonly actor: string },
  k: number,
  near: readonly Gist[] = [],
): Promise<Ranked<Gist>[]> {
  const { actor, words, about } = cue;
  const asked = { actor, words: words.map(({ word }) => word), about, most: MOST };
  const told = new Set<string>();
  const chosen: Ranked<Gist>[] = [];
  for (const one of fuse(rank(await store.recall(at, asked), cue), near, cue)) {
    if (chosen.length >= k) break;
    const { text } = one.memory;
    if (told.has(text)) continue;
    told.add(text);
    chosen.push(one);
  }
  return chosen;
}

interface SegmentSpan {
  readonly segment: number;
  readonly from: number;
  readonly to: number;
}

/** What of the line to a place is not memories yet, oldest first. */
const missing = async (store: Store, at: Place, stamp: string): Promise<SegmentSpan[]> =>
  (await store.remembered(at)).flatMap(({ segment, from, to, span }) => {
    const first = span?.stamp === stamp ? span.upTo + 1 : from;
    return first <= to ? [{ segment, from: first, to }] : [];
  });

/** Turns of one segment, chunk by chunk; ends early when another process is at it. */
async function makeStretch(
  engine: AnyEngine,
  { store, recent }: Pick<Turns, "store" | "recent">,
  run: string,
  of: SegmentSpan,
  stamp: string,
): Promise<void> {
  const { segment, from, to } = of;
  const end = { segment, turn: to };
  const start = from === 0 ? null : await momentAt(engine, store, await store.ancestor(end, from - 1));
  const impressions = new Impressions(engine);
  const moments = new Map<string, number>();
  let first = from;
  let made: Memory[] = [];
  for await (const { stored, before, after, commit } of walk(engine, store, start, end, recent)) {
    const impressed: Iterable<Impressed> =
      before && commit ? impressions.ofTurn(before.frame, commit) : impressions.ofOpening(after.frame);
    const counts = new Map<string, number>();
    for (const one of impressed) {
      const { actor, how, from, importance } = one;
      const text = importance === 0 ? "" : one.text();
      if (text === "") continue;
      const n = counts.get(actor) ?? 0;
      counts.set(actor, n + 1);
      if (n === 0) {
        const last = moments.get(actor) ?? (start ? await latestMoment(store, start.place, actor) : -1);
        moments.set(actor, last + 1);
      }
      const moment = moments.get(actor)!;
      const words = wordsOf(text);
      const about = [...new Set([...one.about, ...(one.sees ?? [])])];
      const place = { segment, turn: stored.turn, turnId: stored.id };
      made.push({ ...place, actor, moment, n, how, from, importance, about, text, words });
    }
    if (stored.turn < to && stored.turn - first + 1 < CHUNK) continue;
    if (!(await store.remember(run, { segment, upTo: stored.turn, stamp }, first, made))) return;
    first = stored.turn + 1;
    made = [];
    await setImmediate();
  }
}

const latest = (store: Store, at: Place, actor: string): Promise<readonly Gist[]> =>
  store.recall(at, { actor, words: [], about: [], most: NEAR_AMONG });

/** The moment of an actor's latest memory on the line to a place; -1 before the first. */
async function latestMoment(store: Store, at: Place, actor: string): Promise<number> {
  return (await store.recall(at, { actor, words: [], about: [], most: 1 }))[0]?.moment ?? -1;
}

const stampOf = ({ world }: AnyEngine): string => `${MAKING}/${world.id}/${world.version}`;
