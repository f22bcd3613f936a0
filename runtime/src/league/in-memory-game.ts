// Plays a game of bots from its opening to its end in memory, and stores it whole in one go: the same history as turn by turn, for a fraction of the time.
import type { Agent } from "@orrery/agents";
import { type Answer, type Ask, decideTurn, type Shape, seal, truthAfter } from "@orrery/kernel";
import { type NewRun, type RunPart, type StoredTurn, StoreFault } from "@orrery/store";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import type { Prepared } from "../branch/start.ts";
import type { Breath } from "../breath.ts";
import { newTurnId } from "../ids.ts";
import { collect, inTurn, type Past } from "../play/run-loop.ts";

/** Bots have their view and nothing else: what was told before, and memories, are for agents that read. */
const NO_PAST: Past = {
  tellings: async () => ({ since: [], before: [] }),
  memories: () => Promise.reject(new Error("a bot has no memories but those in its view")),
  aloud: () => {},
  keep: () => Promise.reject(new Error("a bot brings no files")),
};
const SEGMENT = 1;

/** False: stopped before the end, or nobody could speak for a seat; then nothing is stored. */
export async function playStraight(
  { store, outside }: BranchRegistry,
  { engine, row, frame: opened }: Prepared,
  agents: (actor: string) => Agent | null,
  { signal, breath }: { readonly signal: AbortSignal | undefined; readonly breath: Breath },
): Promise<boolean> {
  const { world, hash } = engine;
  const { salt, opening, secret } = row;
  const turns: StoredTurn[] = [{ ...opening, id: "0", segment: SEGMENT, turn: 0 }];
  let frame = opened;
  const answers = new Map<string, Answer<Shape>>();
  while (world.outcome(frame.state) === null) {
    // Bots and a store in this process wait for nothing by themselves.
    await breath.take();
    if (signal?.aborted) return false;
    const due = (world.asks(frame.state) as readonly Ask<Shape>[]).filter(({ kind }) => kind === "due");
    // As in the run loop: everyone who is asked answers at once, and then the first lane commits.
    for (const id of answers.keys()) if (!due.some((ask) => ask.id === id)) answers.delete(id);
    for (const ask of due) {
      if (answers.has(ask.id)) continue;
      const at = { frame, head: { salt } };
      const { given } = await collect(
        engine,
        at,
        ask,
        agents(ask.to),
        secret.seed,
        NO_PAST,
        new AbortController().signal,
      );
      if (!given) return false;
      answers.set(ask.id, given);
    }
    const [lane] = inTurn(
      frame,
      due.map((ask) => ask.lane),
    );
    if (lane === undefined) return false;
    const given = due.flatMap((ask) => (ask.lane === lane ? [{ ...answers.get(ask.id)!, ask }] : []));
    for (const { ask } of given) answers.delete(ask.id);
    const last = turns.at(-1)!;
    const draft = decideTurn(engine, frame, lane, given, { seed: secret.seed, salt });
    const turn = turns.length;
    const envelope = { id: newTurnId(outside, turn), createdAt: outside.now(), rawText: "", salt };
    const sealed = seal(engine, frame, draft, envelope);
    const truth = truthAfter(hash, last.truth, sealed.commit);
    turns.push({ id: envelope.id, body: sealed.body, hash: sealed.hash, truth, segment: SEGMENT, turn });
    frame = sealed.frame;
  }
  const { id, name, createdAt } = row;
  try {
    await store.restore({ id, name, world: row.world, createdAt }, parts(row, turns));
  } catch (error) {
    // Another process plays the same league and was quicker: it has stored the very same game.
    if (error instanceof StoreFault && error.code === "exists") return true;
    throw error;
  }
  const { id: turnId, turn } = turns.at(-1)!;
  const state = JSON.stringify(frame.state);
  await store.cacheHead(id, { branch: "main", turnId, turn, state, entities: world.entities(frame.state) });
  return true;
}

async function* parts({ salt, createdAt, secret }: NewRun, turns: readonly StoredTurn[]): AsyncGenerator<RunPart> {
  const last = turns.length - 1;
  yield { kind: "segment", segment: { id: SEGMENT, parent: null, last } };
  for (const turn of turns) yield { kind: "turn", turn };
  yield {
    kind: "branch",
    branch: { name: "main", parent: null, createdAt, at: { segment: SEGMENT, turn: last }, salt },
  };
  yield { kind: "secret", secret };
}
