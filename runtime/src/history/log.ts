// The log of a run: turns in order as the owner or a seat has them, and what models told of them.
import type { Place } from "@orrery/store";
import type { Keeper } from "../branch/keeper.ts";
import type { SeatTracks } from "../branch/seat-tracks.ts";
import type { At, Line, ToldLine } from "../shapes.ts";
import { isBeat, TELLER, toldOf, turnLine } from "../turns/lines.ts";
import { walk } from "../turns/walk.ts";

const MAIN = "main";

/** Where turns are read from. */
interface Reading {
  readonly keeper: Keeper;
  readonly tracks: SeatTracks;
}

/** Turns `from` (1 unless told; 0 is the opening) to the head or `at`, in order. */
export async function* log(
  { keeper, tracks }: Reading,
  run: string,
  { branch = MAIN, at, as, from = 1 }: At & { from?: number | undefined },
): AsyncGenerator<Line> {
  const { store } = keeper;
  const engine = await keeper.engine(run);
  const to: Place = at === undefined ? await keeper.head(run, branch) : await keeper.place(run, branch, at);
  if (as !== undefined) {
    const track = await tracks.of(run, branch, as);
    for await (const { line } of track.own(to, from)) yield line;
    return;
  }
  if (from > to.turn) return;
  const start = from === 0 ? null : await keeper.moment(run, branch, from - 1);
  for await (const passed of walk(engine, store, start, to)) {
    yield turnLine(engine, passed, await toldOf(keeper, run, passed.stored));
  }
}

/** What models told of turns, beside the template's narration. A seat has its own alone. */
export async function* modelTellings(
  { keeper, tracks }: Reading,
  run: string,
  { branch = MAIN, as, from = 1 }: Pick<At, "branch" | "as"> & { from?: number | undefined },
): AsyncGenerator<ToldLine> {
  const { store } = keeper;
  const head = await keeper.head(run, branch);
  if (as !== undefined) {
    const track = await tracks.of(run, branch, as);
    for await (const { passed, line } of track.own(head, from))
      yield* await toldByModels(passed.stored.id, { turn: line.turn, id: line.id }, as);
    return;
  }
  for (let next = from; next <= head.turn; next += 256)
    for (const { id, turn } of await store.read(head, next, Math.min(next + 255, head.turn)))
      yield* await toldByModels(id, { turn, id }, null);

  /** The latest telling of each model to each viewer. */
  async function toldByModels(stored: string, name: { turn: number; id: string }, viewer: string | null) {
    const latest = new Map<string, ToldLine>();
    for (const note of await store.notes(run, [stored]))
      if (note.teller !== TELLER && !isBeat(note) && (viewer === null || note.viewer === viewer))
        latest.set(`${note.teller}\n${note.viewer}`, {
          ...name,
          teller: note.teller,
          viewer: note.viewer,
          text: note.text,
        });
    return latest.values();
  }
}
