// Tellings and the troubles of models, told to the streams of those whom they concern. Keeps nothing.
import type { ModelNews, Orrery, Telling } from "@orrery/runtime";
import type { StreamKey, StreamOptions, Streams } from "./streams.ts";

/** What a page that comes late must know: which models are in trouble. */
export const greeting =
  (orrery: Orrery): NonNullable<StreamOptions["greet"]> =>
  ({ run, branch, as }: StreamKey) =>
    orrery
      .modelTroubles(run, branch)
      .filter(({ viewer }) => as === undefined || viewer === as)
      .map((news) => ["model", newsFor(news, as)] as const);

/** Tells until the function that it returns is called. */
export function tellNews(
  orrery: Orrery,
  streams: Streams,
  { onBug, onNotice }: { onBug: (error: unknown) => void; onNotice?: ((words: string) => void) | undefined },
): () => void {
  const unheard = orrery.onTelling((telling) => void tellAll(telling).catch(onBug));
  /** To its viewer under the viewer's own name for the turn, and to the owner. */
  async function tellAll({ run, branch, turnId, viewer, teller, text, provisional }: Telling): Promise<void> {
    const said = { viewer, teller, text, provisional };
    // A partial answer has no turn; other seats may not learn its ask's id.
    const id = turnId ?? `answer ${teller}`;
    streams.tell({ run, branch, as: undefined }, "telling", { id, ...said });
    const seat = { run, branch, as: viewer };
    if (!streams.has(seat)) return;
    if (turnId === null) return streams.tell(seat, "telling", { id, ...said });
    const named = await orrery.seatTurn(run, { branch, as: viewer, turnId });
    if (named) streams.tell(seat, "telling", { id: named.id, ...said });
  }
  const unread = orrery.onModelNews((news) => {
    const { run, branch, viewer, role, state, text, detail } = news;
    streams.tell({ run, branch, as: undefined }, "model", newsFor(news, undefined));
    if (text !== null || state === "recovered")
      streams.tell({ run, branch, as: viewer }, "model", newsFor(news, viewer));
    if (state === "failed") onNotice?.(`Run ${run}, ${role}: ${detail}`);
  });
  return () => {
    unheard();
    unread();
  };
}

/** A seat learns what is missing, and neither the model's name nor its server. */
const newsFor = ({ viewer, role, model, state, text, detail }: ModelNews, as: string | undefined) =>
  as === undefined ? { viewer, role, model, state, text, detail } : { viewer, role, state, text };
