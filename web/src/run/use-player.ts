// The cursor over a run's turns: where it stands, and how it moves by itself while playing. At rest nothing runs.
import { useCallback, useEffect, useRef, useState } from "react";
import type { Place } from "../address.ts";
import { readingMs } from "./pace.ts";

/** As long for each turn as reading it takes. */
export const READING = 0;
export const SPEEDS = [READING, 0.5, 1, 2, 4, 8, 16, 32] as const;
/** The address is written this often at most: browsers allow no more for long. */
const WRITE_MS = 500;

export interface Player {
  /** The turn looked at; null: live, at the end, wherever that is. */
  readonly cursor: number | null;
  readonly playing: boolean;
  /** Turns a second, or `READING`. */
  readonly speed: number;
  readonly skips: boolean;
  /** Whether the end leads back to where play began. */
  readonly loops: boolean;
  seek(turn: number | null): void;
  play(): void;
  pause(): void;
  setSpeed(speed: number): void;
  setSkips(skips: boolean): void;
  setLoops(loops: boolean): void;
}

export interface Played {
  readonly head: number;
  /** Whether a turn shows nothing, so that play may pass over it. */
  readonly idle: (turn: number) => boolean;
  /** How many words are told of a turn. */
  readonly words: (turn: number) => number;
}

export function usePlayer(place: Place, { head, idle, words }: Played, write: (at: number | null) => void): Player {
  const [cursor, setCursor] = useState<number | null>(place.at);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [skips, setSkips] = useState(true);
  const [loops, setLoops] = useState(false);
  const now = useRef({ cursor, head, idle, words, write, skips, loops });
  now.current = { cursor, head, idle, words, write, skips, loops };
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
    began.current = cursor ?? 0;
    if (cursor === null) setCursor(0);
    setPlaying(true);
  }, []);
  const pause = useCallback(() => setPlaying(false), []);

  useEffect(() => {
    if (!playing) return;
    let frame = 0;
    let before = performance.now();
    let owed = 0;
    const tick = (time: number) => {
      // A slow frame passes over turns instead of falling behind; a page that slept does not leap.
      const passed = Math.min(1000, Math.max(0, time - before));
      const { cursor, head, words } = now.current;
      owed += speed === READING ? passed / readingMs(words(cursor ?? head)) : (passed / 1000) * speed;
      before = time;
      const steps = Math.floor(owed);
      owed -= steps;
      if (steps > 0 && !advance(steps)) return;
      frame = requestAnimationFrame(tick);
    };
    const advance = (steps: number): boolean => {
      const { cursor, head, idle, skips, loops } = now.current;
      let turn = cursor ?? head;
      // What stands at the end is looked at as long as any other turn; then it begins again.
      if (loops && turn >= head) {
        setCursor(began.current < head ? began.current : 0);
        return true;
      }
      for (let left = steps; left > 0 && turn < head; left--) {
        turn++;
        while (skips && turn < head && idle(turn)) turn++;
      }
      setCursor(turn >= head ? null : turn);
      if (turn >= head && !loops) setPlaying(false);
      return turn < head || loops;
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [playing, speed]);

  return { cursor, playing, speed, skips, loops, seek, play, pause, setSpeed, setSkips, setLoops };
}
