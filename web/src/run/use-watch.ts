// How a run is watched: where its cursor stands, how it moves in the world's own time, and whether more is to come.
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { RunPlace } from "../address.ts";
import type { Chronicle } from "../fold/chronicle.ts";
import type { StageKind } from "../stage/stage.ts";
import type { TurnLine } from "../wire.ts";
import { ALL_EYES } from "./use-moment.ts";
import { type Player, usePlayer } from "./use-player.ts";
import type { Run } from "./use-run.ts";

const LIVE: RunPlace = { branch: "main", at: null, eyes: null, play: null };

interface Watch {
  readonly player: Player;
  /** The turn looked back at; null at the end. */
  readonly past: number | null;
  /** When each turn was over in the world's own time; null: it keeps none, or this is a seat. */
  readonly clock: readonly number[] | null;
  /** Agents play on, and the newest turn is followed. */
  readonly waits: boolean;
  readonly atWork: boolean;
  /** Whether somebody has looked back since the last answer: then the next key is no word. */
  readonly looked: RefObject<boolean>;
}

export function useWatch({
  kind,
  live,
  place,
  head,
  seat,
  disk,
  move,
}: {
  kind: StageKind | null;
  live: Run;
  place: RunPlace;
  head: number;
  seat: boolean;
  disk: boolean;
  move: (to: Partial<RunPlace>) => void;
}): Watch {
  const { lines, now, chronicle, sitting } = live;
  const idle = useIdle(chronicle, place.eyes === ALL_EYES ? null : place.eyes);
  const wordsAt = useCallback((turn: number) => lines[turn]?.narration.split(/\s+/).length ?? 0, [lines]);
  const clock = useMemo(
    () => (seat ? null : (kind?.clock?.(lines as readonly TurnLine[]) ?? null)),
    [kind, lines, seat],
  );
  const resting = sitting !== null && sitting.state !== "playing" && sitting.state !== "waiting";
  const goesOn = !disk && (now === null || (now.outcome === null && !resting));
  const player = usePlayer(seat ? LIVE : place, { head, idle, words: wordsAt, clock, goesOn }, (at) => move({ at }));
  const past = !seat && player.cursor !== null && player.cursor < head ? player.cursor : null;
  // Coming to the end by keys must not put the next key into the words; coming back to play does.
  const looked = useRef(false);
  if (past !== null) looked.current = true;
  return {
    player,
    past,
    clock,
    // At the end of what there is so far, while it plays on by itself.
    waits: !seat && player.playing && goesOn,
    atWork: sitting?.state === "playing" || (sitting?.state === "waiting" && !seat && place.eyes === ALL_EYES),
    looked,
  };
}

/** Whether a turn shows nothing to these eyes. Without the fold nothing is known to be idle. */
function useIdle(chronicle: Chronicle | null, as: string | null): (turn: number) => boolean {
  const [look, setLook] = useState<{ isIdle: typeof import("../fold/open.ts")["isIdle"] } | null>(null);
  useEffect(() => {
    if (chronicle) import("../fold/open.ts").then(setLook, () => {});
  }, [chronicle]);
  return useCallback(
    (turn) => chronicle !== null && look !== null && turn <= chronicle.head && look.isIdle(chronicle, turn, as),
    [chronicle, look, as],
  );
}
