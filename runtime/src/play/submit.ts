// One utterance or answer from the outside: read where a model reads, handed in, and answered as its sender knows turns.

import type { ModelReading } from "@orrery/agents";
import type { Head } from "@orrery/store";
import { StoreFault } from "@orrery/store";
import type { BranchRegistry } from "../branch/branch-registry.ts";
import { type Done, outcomeBefore, type SubmittedWords, submitAnswer, wordsFor } from "../branch/commits.ts";
import type { SeatTracks } from "../branch/seat-tracks.ts";
import type { Submission, Submitted } from "../shapes.ts";
import { momentAt } from "../turns/branch-session.ts";
import { headView, seatLine, tellingsOf, turnLine } from "../turns/turn-lines.ts";
import { walk } from "../turns/walk.ts";
import { rewindByWords, wayBack } from "./rewind-words.ts";

const MAIN = "main";

/** Where answers are handed in. `reads`: whether a model reads in a run; what it makes of words is what `read` resolves to. */
interface Doorway {
  readonly registry: BranchRegistry;
  readonly tracks: SeatTracks;
  readonly parser: {
    reads(run: string): Promise<boolean>;
    read(run: string, branch: string, text: string, words: SubmittedWords): Promise<ModelReading | null>;
  };
}

/** Always one stored turn, refused or not, or a kept answer in a shared window; but what takes turns back stores none. */
export async function submit(
  { registry, tracks, parser }: Doorway,
  run: string,
  submission: Submission,
): Promise<Submitted> {
  await registry.catchUp();
  await registry.run(run);
  const { as, branch = MAIN } = submission;
  const track = submission.seat && as !== undefined ? await tracks.of(run, branch, as) : null;
  const { text } = submission;
  const before = await outcomeBefore(registry, submission);
  if (before) return answerAgain({ registry, tracks }, run, before, submission);
  const back = wayBack(submission);
  if (back !== null) return rewindByWords(registry, run, back, submission);
  const prior =
    text !== undefined && (await parser.reads(run))
      ? await parser.read(run, branch, text, await wordsFor(registry, run, submission))
      : null;
  const headFor = async (head: Head) => (track ? { branch, ...(await track.head(head)) } : headView(head));
  const took = await submitAnswer(registry, run, submission, headFor, prior);
  if (took.kind === "done") return answerAgain({ registry, tracks }, run, took.done, submission);
  if (took.kind === "kept") return took;
  if (!track || as === undefined) return { kind: "turn", line: took.committed.line };
  const { transition } = took.committed;
  return {
    kind: "turn",
    line: seatLine(await registry.engine(run), transition, as, await track.head(transition.after.place))!,
  };
}

/** A submission that was carried out before, answered as it was then. */
export async function answerAgain(
  { registry, tracks }: Pick<Doorway, "registry" | "tracks">,
  run: string,
  done: Done,
  { as, seat }: Pick<Submission, "as" | "seat">,
): Promise<Submitted> {
  const { store } = registry;
  if (done.kind === "kept") return done;
  const place = await store.locate(run, done.id);
  if (!place) throw new StoreFault("corrupt", `Turn "${done.id}" of run "${run}" was stored once and is gone.`);
  const engine = await registry.engine(run);
  const start = place.turn === 0 ? null : await momentAt(engine, store, await store.ancestor(place, place.turn - 1));
  for await (const transition of walk(engine, store, start, place, registry.recent)) {
    const told = await tellingsOf(registry, run, transition.stored);
    if (!seat || as === undefined) return { kind: "turn", line: turnLine(engine, transition, told) };
    const name = await (await tracks.of(run, done.branch, as)).head(place);
    return { kind: "turn", line: seatLine(engine, transition, as, name, told)! };
  }
  throw new Error(`turn ${place.turn} of run ${run} was located and not walked to`);
}
