// The cursor over a run's turns: where it stands, and how it moves by itself while playing. At rest nothing runs.
import { useCallback, useEffect, useRef, useState } from "react";
import type { Place } from "../address.ts";

export const SPEEDS = [0.5, 1, 2, 4, 8, 16, 32] as const;
/** The address is written this often at most: browsers allow no more for long. */
const WRITE_MS = 500;

export interface Player {
  /** The turn looked at; null: live, at the end, wherever that is. */
  readonly cursor: number | null;
  readonly playing: boolean;
  /** Turns a second. */
  readonly speed: number;
  readonly skips: boolean;
  seek(turn: number | null): void;
  play(): void;
  pause(): void;
  setSpeed(speed: number): void;
  setSkips(skips: boolean): void;
}

/** `idle` tells whether a turn shows nothing, so that play may pass over it. */
export function usePlayer(
  place: Place,
  head: number,
  idle: (turn: number) => boolean,
  write: (at: number | null) => void,
): Player {
  const [cursor, setCursor] = useState<number | null>(place.at);
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(1);
  const [skips, setSkips] = useState(true);
  const now = useRef({ cursor, head, idle, write, skips });
  now.current = { cursor, head, idle, write, skips };
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
      owed += (Math.min(1000, Math.max(0, time - before)) / 1000) * speed;
      before = time;
      const steps = Math.floor(owed);
      owed -= steps;
      if (steps > 0 && !advance(steps)) return;
      frame = requestAnimationFrame(tick);
    };
    const advance = (steps: number): boolean => {
      const { cursor, head, idle, skips } = now.current;
      let turn = cursor ?? head;
      for (let left = steps; left > 0 && turn < head; left--) {
        turn++;
        while (skips && turn < head && idle(turn)) turn++;
      }
      setCursor(turn >= head ? null : turn);
      if (turn >= head) setPlaying(false);
      return turn < head;
    };
    frame = requestAnimationFrame(tick);
    return () => cancelAnimationFrame(frame);
  }, [playing, speed]);

  return { cursor, playing, speed, skips, seek, play, pause, setSpeed, setSkips };
}
