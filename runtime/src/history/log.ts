// The log of a run: turns in order as the owner or a seat has them, and what is told of them in place of the rules' words.
import type { Place } from "@orrery/store";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import type { SeatTracks } from "../branch/seat-tracks.ts";
import { Breath } from "../breath.ts";
import type { BranchAt, Line, ToldLine } from "../shapes.ts";
import { alternativesFor, shownAlternative } from "../turns/alternatives.ts";
import { tellingsOf, turnLine } from "../turns/turn-lines.ts";
import { walk } from "../turns/walk.ts";

const MAIN = "main";

/** Where turns are read from. */
interface TurnSource {
  readonly registry: BranchRegistry;
  readonly tracks: SeatTracks;
}

/** Turns `from` (1 unless told; 0 is the opening) to the head or `at`, in order. */
export async function* log(
  { registry, tracks }: TurnSource,
  run: string,
  { branch = MAIN, at, as, from = 1, hashed }: BranchAt & { from?: number | undefined; hashed?: boolean | undefined },
): AsyncGenerator<Line> {
  const { store } = registry;
  const engine = await registry.engine(run);
  const to: Place = at === undefined ? await registry.head(run, branch) : await registry.place(run, branch, at);
  if (as !== undefined) {
    const track = await tracks.of(run, branch, as);
    for await (const { line } of track.own(to, from)) yield line;
    return;
  }
  if (from > to.turn) return;
  const start = from === 0 ? null : await registry.moment(run, branch, from - 1);
  for await (const transition of walk(engine, store, start, to)) {
    const line = turnLine(engine, transition, await tellingsOf(registry, run, transition.stored), hashed);
    const { before, commit, after } = transition;
    const account = engine.world.words?.account?.({
      before: before === null ? null : before.frame.state,
      events: commit?.events ?? [],
      after: after.frame.state,
    });
    yield account === undefined ? line : { ...line, account };
  }
}

/** What is shown of turns in place of the rules' narration. A seat has its own alone. */
export async function* modelTellings(
  { registry, tracks }: TurnSource,
  run: string,
  { branch = MAIN, as, from = 1 }: Pick<BranchAt, "branch" | "as"> & { from?: number | undefined },
): AsyncGenerator<ToldLine> {
  const { store } = registry;
  const head = await registry.head(run, branch);
  if (as !== undefined) {
    const track = await tracks.of(run, branch, as);
    for await (const { transition, line } of track.own(head, from))
      yield* await shownTellings(transition.stored.id, { turn: line.turn, id: line.id }, as);
    return;
  }
  const breath = new Breath();
  for (let next = from; next <= head.turn; next += 256)
    for (const { id, turn } of await store.read(head, next, Math.min(next + 255, head.turn))) {
      yield* await shownTellings(id, { turn, id }, null);
      await breath.take();
    }

  /** The telling that each viewer is shown. */
  async function shownTellings(stored: string, name: { turn: number; id: string }, only: string | null) {
    const notes = await store.notes(run, [stored]);
    const viewers = only === null ? new Set(notes.map(({ viewer }) => viewer)) : [only];
    return [...viewers].flatMap((viewer): readonly ToldLine[] => {
      const shown = shownAlternative(alternativesFor(notes, viewer));
      return shown ? [{ ...name, teller: shown.teller, viewer, text: shown.text }] : [];
    });
  }
}
