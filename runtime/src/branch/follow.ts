// Turns as they come: from wherever the reader stood, with what was rolled back said, and none lost or doubled.
import type { Head, Place } from "@orrery/store";
import { Fault } from "../fault.ts";
import type { StreamEvent } from "../shapes.ts";
import { type Moment, momentAt, sharedTurn } from "../turns/line.ts";
import { headView, toldOf, turnLine } from "../turns/lines.ts";
import type { SeatTrack } from "../turns/seat-track.ts";
import type { Seats } from "../turns/seats.ts";
import { walk } from "../turns/walk.ts";
import type { Keeper } from "./keeper.ts";

/** Other processes may move a branch too: how often we look, in milliseconds. */
const LOOK_MS = 400;

export interface Reader {
  readonly as: string | undefined;
  /** The seat's own count of turns; the owner has none. */
  readonly track: SeatTrack | null;
  /** Where the reader stood; null: at the head now. "lost": at a turn it can no longer know, so it begins again. */
  readonly from: Place | "lost" | null;
  readonly signal: AbortSignal;
}

/** Yields one event per turn the reader may know of, for ever, until `signal` aborts. */
export async function* follow(
  keeper: Keeper,
  run: string,
  branch: string,
  { track, from, signal }: Reader,
): AsyncGenerator<StreamEvent> {
  const engine = await keeper.engine(run);
  let wake = () => {};
  const stopListening = keeper.listen(run, branch, () => wake());
  const onAbort = () => wake();
  signal.addEventListener("abort", onAbort);
  try {
    let at: Place = from === null || from === "lost" ? await keeper.head(run, branch) : from;
    if (from === "lost") {
      at = await keeper.store.ancestor(at, 0);
      yield await rolledBack(keeper, run, branch, at, track);
    }
    let moment: Moment | null = null;
    while (!signal.aborted) {
      const woken = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const head = await keeper.head(run, branch);
      if (head.segment !== at.segment || head.turn !== at.turn) {
        const shared = await sharedTurn(keeper, at, head);
        if (shared < at.turn) {
          at = await keeper.store.ancestor(head, shared);
          moment = null;
          yield await rolledBack(keeper, run, branch, at, track);
        }
        if (track) {
          for await (const { passed, line } of track.lines(head, at.turn + 1)) {
            at = passed.after.place;
            yield { type: "turn", id: line.id, line };
          }
        } else {
          moment ??= await momentAt(engine, keeper.store, at);
          for await (const passed of walk(engine, keeper.store, moment, head, keeper.recent)) {
            moment = passed.after;
            at = moment.place;
            const line = turnLine(engine, passed, await toldOf(keeper, run, passed.stored));
            yield { type: "turn", id: passed.stored.id, line };
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
async function rolledBack(
  keeper: Keeper,
  run: string,
  branch: string,
  at: Place,
  track: SeatTrack | null,
): Promise<StreamEvent> {
  const head = track ? { branch, ...(await track.head(at)) } : headView(await headAt(keeper, run, branch, at));
  return { type: "rollback", id: head.id, head };
}

/** A head as it would stand at an earlier place of its line. */
export async function headAt(keeper: Keeper, run: string, branch: string, at: Place) {
  const head = await keeper.head(run, branch);
  const [stored] = await keeper.store.read(at, at.turn, at.turn);
  return { ...head, ...at, id: stored!.id, hash: stored!.hash, truth: stored!.truth };
}

/** Where a reader stood, by the id it was given; a reader that sees everything may also count. */
export async function standing(
  keeper: Keeper,
  seats: Seats,
  { run, branch, as, id }: { run: string; branch: string; as: string | undefined; id: string },
): Promise<Place | "lost"> {
  const { store } = keeper;
  const unknown = () =>
    new Fault("unknown_turn", "The stream cannot go on from there: that turn is not known. Load the run again.");
  if (as === undefined) {
    const place = await store.locate(run, id);
    if (place) return place;
    const head = await keeper.head(run, branch);
    if (!/^\d+$/.test(id) || Number(id) > head.turn) throw unknown();
    return store.ancestor(head, Number(id));
  }
  const head: Head = await keeper.head(run, branch);
  const idAt = async (turn: number) =>
    turn > head.turn ? null : ((await store.read(head, turn, turn))[0]?.id ?? null);
  const found = await seats.find(run, as, id, idAt);
  // A seat's turn that was rolled back is on no line it may know.
  return found ? store.ancestor(head, found.turn) : "lost";
}
