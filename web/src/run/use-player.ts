// The cursor over a run's turns: where it stands, and how it moves by itself while playing. At rest nothing runs.
import { useCallback, useEffect, useRef, useState } from "react";
import type { RunPlace } from "../address.ts";
import { readingMs } from "./pace.ts";

/** As long for each turn as reading it takes. */
export const READING = 0;
/** Milliseconds for a turn at single speed, in worlds that keep no time of their own. */
const TURN_MS = 1_000;
export const SPEEDS = [READING, 0.5, 1, 2, 4, 8, 16, 32] as const;
/** At which one watches what others begin to play. */
export const WATCH_SPEED = 2;
/** The address is written this often at most: browsers allow no more for long. */
const WRITE_MS = 500;

export interface Player {
  /** The turn looked at; null: live, at the end, wherever that is. */
  readonly cursor: number | null;
  readonly playing: boolean;
  /** How much faster than a turn a second, or than the world's own time; or `READING`. */
  readonly speed: number;
  /** How long the moment looked at is shown while it plays by itself; null: it does not. */
  readonly shownMs: number | null;
  /** While a run is watched from before its end: the furthest turn that has been shown. Null: nothing is to come. */
  readonly seen: number | null;
  readonly skips: boolean;
  /** Whether the end leads back to where play began. */
  readonly loops: boolean;
  seek(turn: number | null): void;
  play(): void;
  /** Watches from a turn on, waiting at the end for as long as the run goes on. */
  follow(turn: number): void;
  pause(): void;
  setSpeed(speed: number): void;
  setSkips(skips: boolean): void;
  setLoops(loops: boolean): void;
}

interface Played {
  readonly head: number;
  /** Whether a turn shows nothing, so that play may pass over it. */
  readonly idle: (turn: number) => boolean;
  /** How many words are told of a turn. */
  readonly words: (turn: number) => number;
  /** By turn, when it was over in the world's own time, in milliseconds; null: it keeps none. */
  readonly clock: readonly number[] | null;
  /** Whether more turns may come at any time. */
  readonly goesOn: boolean;
}

export function usePlayer(place: RunPlace, played: Played, write: (at: number | null) => void): Player {
  const [cursor, setCursor] = useState<number | null>(place.at);
  const [playing, setPlaying] = useState(place.play !== null);
  const [speed, setSpeed] = useState(place.play ?? 1);
  const [skips, setSkips] = useState(true);
  const [loops, setLoops] = useState(false);
  const now = useRef({ ...played, cursor, write, skips, loops });
  now.current = { ...played, cursor, write, skips, loops };
  /** Whether it is watched as it comes, and the end of what there is so far is not the end. */
  const watching = useRef(place.play !== null);
  const furthest = useRef(place.play === null ? null : place.at);
  if (furthest.current !== null) furthest.current = cursor === null ? null : Math.max(furthest.current, cursor);
  /** The turn that was shown before this one, while it plays. */
  const shown = useRef(0);
  const began = useRef(0);
  const written = useRef(place.at);
  const due = useRef<ReturnType<typeof setTimeout> | null>(null);

  // The address follows the cursor, twice a second at most; elsewhere it leads, as when going back.
  useEffect(() => {
    if (place.at === written.current) return;
    written.current = place.at;
    if (due.current) clearTimeout(due.current);
    due.current = null;
    setPlaying(false);
    setCursor(place.at);
  }, [place.at]);
  const tell = useCallback(() => {
    const { cursor, write } = now.current;
    due.current = null;
    if (cursor === written.current) return;
    written.current = cursor;
    write(cursor);
  }, []);
  const last = useRef(0);
  useEffect(() => {
    if (cursor === written.current || due.current) return;
    const wait = Math.max(0, last.current + WRITE_MS - performance.now());
    due.current = setTimeout(() => {
      last.current = performance.now();
      tell();
    }, wait);
  }, [cursor, tell]);
  useEffect(
    () => () => {
      if (due.current) clearTimeout(due.current);
    },
    [],
  );

  const seek = useCallback((turn: number | null) => {
    setPlaying(false);
    setCursor(turn === null || turn >= now.current.head ? null : Math.max(0, turn));
  }, []);
  const play = useCallback(() => {
    const { cursor, head } = now.current;
    if (head === 0) return;
    watching.current = false;
    began.current = cursor ?? 0;
    if (cursor === null) setCursor(0);
    setPlaying(true);
  }, []);
  const follow = useCallback((turn: number) => {
    watching.current = true;
    furthest.current = turn;
    setCursor(turn);
    setSpeed(WATCH_SPEED);
    setPlaying(true);
  }, []);
  const pause = useCallback(() => setPlaying(false), []);

  useEffect(() => {
    if (!playing) return;
    let frame = 0;
    let before = performance.now();
    let owed = 0;
    shown.current = Math.max(0, (now.current.cursor ?? now.current.head) - 1);
    const tick = (time: number) => {
      // A slow frame passes over turns instead of falling behind; a page that slept does not leap.
      owed += Math.min(1000, Math.max(0, time - before));
      before = time;
      if (advance()) frame = requestAnimationFrame(tick);
    };
    const advance = (): boolean => {
      const { cursor, head, idle, skips, loops, goesOn } = now.current;
      let turn = cursor ?? head;
      for (let ms = lasts(turn, shown.current); owed >= ms; ms = lasts(turn, shown.current)) {
        if (turn >= head) {
          // What stands at the end is looked at as long as any other turn; then it begins again, or more is waited for.
          if (loops) {
            owed = 0;
            shown.current = 0;
            setCursor(began.current < head ? began.current : 0);
            return true;
          }
          owed = 0;
          if (goesOn && watching.current) break;
          setCursor(null);
          setPlaying(false);
          return false;
        }
        owed -= ms;
        shown.current = turn++;
        while (skips && turn < head && idle(turn)) turn++;
      }
      if (turn !== cursor) setCursor(turn);
      return true;
    };
    const lasts = (turn: number, from: number) => msOf(now.current, speed, turn, from);
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [playing, speed]);

  const shownMs = playing ? msOf(played, speed, cursor ?? played.head, shown.current) : null;
  const seen = furthest.current;
  return {
    cursor,
    playing,
    speed,
    shownMs,
    seen,
    skips,
    loops,
    seek,
    play,
    follow,
    pause,
    setSpeed,
    setSkips,
    setLoops,
  };
}

/** How long a turn is shown that comes after another one on the screen: what was passed over between them takes its time too. */
function msOf({ words, clock }: Played, speed: number, turn: number, from: number): number {
  if (speed === READING) return readingMs(words(turn));
  const took = clock?.[turn] === undefined ? TURN_MS : clock[turn]! - (clock[from] ?? 0);
  return took / speed;
}
