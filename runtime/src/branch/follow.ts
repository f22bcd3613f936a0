// Turns as they come: from wherever the reader stood, with what was rolled back said, and none lost or doubled.
import type { Head, Place } from "@orrery/store";
import { Fault } from "../fault.ts";
import type { StreamEvent } from "../shapes.ts";
import { type HistoryMoment, momentAt, sharedTurn } from "../turns/branch-session.ts";
import type { SeatTrack } from "../turns/seat-track.ts";
import type { Seats } from "../turns/seats.ts";
import { headView, tellingsOf, turnLine } from "../turns/turn-lines.ts";
import { walk } from "../turns/walk.ts";
import type { BranchRegistry } from "./branch-registry.ts";

/** Other processes may move a branch too: how often we look, in milliseconds. */
const LOOK_MS = 400;

interface Follower {
  readonly as: string | undefined;
  /** The seat's own count of turns; the owner has none. */
  readonly track: SeatTrack | null;
  /** Where the reader stood; null: at the head now. "lost": at a turn it can no longer know, so it begins again. */
  readonly from: Place | "lost" | null;
  readonly signal: AbortSignal;
}

/** Yields one event per turn the reader may know of, for ever, until `signal` aborts. */
export async function* follow(
  registry: BranchRegistry,
  run: string,
  branch: string,
  { track, from, signal }: Follower,
): AsyncGenerator<StreamEvent> {
  const engine = await registry.engine(run);
  let wake = () => {};
  const stopListening = registry.listen(run, branch, () => wake());
  const onAbort = () => wake();
  signal.addEventListener("abort", onAbort);
  try {
    let at: Place = from === null || from === "lost" ? await registry.head(run, branch) : from;
    if (from === "lost") {
      at = await registry.store.ancestor(at, 0);
      yield await rollbackEvent(registry, run, branch, at, track);
    }
    let moment: HistoryMoment | null = null;
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const head = await registry.head(run, branch);
      if (head.segment !== at.segment || head.turn !== at.turn) {
        const shared = await sharedTurn(registry, at, head);
        if (shared < at.turn) {
          at = await registry.store.ancestor(head, shared);
          moment = null;
          yield await rollbackEvent(registry, run, branch, at, track);
        }
        if (track) {
          for await (const { transition, line } of track.lines(head, at.turn + 1)) {
            at = transition.after.place;
            yield { type: "turn", id: line.id, line };
          }
        } else {
          moment ??= await momentAt(engine, registry.store, at);
          for await (const transition of walk(engine, registry.store, moment, head, registry.recent)) {
            moment = transition.after;
            at = moment.place;
            const line = turnLine(engine, transition, await tellingsOf(registry, run, transition.stored));
            yield { type: "turn", id: transition.stored.id, line };
            if (signal.aborted) return;
          }
        }
        at = { segment: head.segment, turn: head.turn };
        continue;
      }
      if (signal.aborted) return;
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([
        woken,
        new Promise<void>((resolve) => {
          timer = setTimeout(resolve, LOOK_MS);
        }),
      ]);
      clearTimeout(timer);
    }
  } finally {
    stopListening();
    signal.removeEventListener("abort", onAbort);
  }
}

/** Says that a line now ends at a place that the reader is past. */
async function rollbackEvent(
  registry: BranchRegistry,
  run: string,
  branch: string,
  at: Place,
  track: SeatTrack | null,
): Promise<StreamEvent> {
  const head = track ? { branch, ...(await track.head(at)) } : headView(await headAt(registry, run, branch, at));
  return { type: "rollback", id: head.id, head };
}

/** A head as it would stand at an earlier place of its line. */
export async function headAt(registry: BranchRegistry, run: string, branch: string, at: Place) {
  const head = await registry.head(run, branch);
  const [stored] = await registry.store.read(at, at.turn, at.turn);
  return { ...head, ...at, id: stored!.id, hash: stored!.hash, truth: stored!.truth };
}

/** Where a reader stood, by the id it was given; a reader that sees everything may also count. */
export async function standing(
  registry: BranchRegistry,
  seats: Seats,
  { run, branch, as, id }: { run: string; branch: string; as: string | undefined; id: string },
): Promise<Place | "lost"> {
  const { store } = registry;
  const unknown = () =>
    new Fault("unknown_turn", "The stream cannot go on from there: that turn is not known. Load the run again.");
  if (as === undefined) {
    const place = await store.locate(run, id);
    if (place) return place;
    const head = await registry.head(run, branch);
    if (!/^\d+$/.test(id) || Number(id) > head.turn) throw unknown();
    return store.ancestor(head, Number(id));
  }
  const head: Head = await registry.head(run, branch);
  const idAt = async (turn: number) =>
    turn > head.turn ? null : ((await store.read(head, turn, turn))[0]?.id ?? null);
  const found = await seats.find(run, as, id, idAt);
  // A seat's turn that was rolled back is on no line it may know.
  return found ? store.ancestor(head, found.turn) : "lost";
}
