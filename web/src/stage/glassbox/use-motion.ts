// Lets a new scene be reached by a way instead of at a leap: draws each frame of it, and then the moment as it stands. At rest nothing runs.
import { useCallback, useLayoutEffect, useRef } from "react";
import { HELD_MS } from "./drama.ts";
import type { Frame, StationMoment } from "./moment.ts";
import { follows } from "./motion.ts";

/** Milliseconds that a way takes on the screen when nobody says: as long as the last one lasted, within these, and never longer than it took. */
const SHOWN_MS = { least: 150, most: 1200 } as const;
const TICK_MS = 100;

const REST = { before: null, walked: 1, held: 1 } as const;

export const isStill = (): boolean =>
  document.documentElement.dataset["motion"] === "reduced" || matchMedia("(prefers-reduced-motion: reduce)").matches;

/** `shownMs`: how long the moment will be looked at; null: nobody knows. Returns what draws it once more as it stands. */
export function useMotion(moment: StationMoment, shownMs: number | null, draw: (frame: Frame) => void): () => void {
  const shown = useRef({ shownMs, draw, moment });
  shown.current = { shownMs, draw, moment };
  const running = useRef(0);
  const last = useRef<{ readonly moment: StationMoment; readonly at: number } | null>(null);
  const rest = useCallback(() => {
    const { draw, moment } = shown.current;
    if (running.current === 0) draw({ ...REST, tick: moment.scene.tick });
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a moment is its scene; what is drawn of it is read when it is drawn
  useLayoutEffect(() => {
    const began = performance.now();
    const from = last.current;
    last.current = { moment, at: began };
    const { scene, drama } = moment;
    if (!from || from.moment.scene === scene || !follows(from.moment.scene, scene) || isStill()) {
      rest();
      return;
    }
    const before = from.moment;
    const ticks = scene.tick - before.scene.tick;
    const held = drama ? HELD_MS[drama.kind] : 0;
    const usual = Math.max(SHOWN_MS.least, Math.min(SHOWN_MS.most, began - from.at, ticks * TICK_MS)) + held;
    const ms = Math.max(1, shown.current.shownMs ?? usual);
    // What it keeps for itself comes after the walking, in the proportion of their times.
    const walking = held === 0 ? 1 : Math.max(0.15, (ticks * TICK_MS) / (ticks * TICK_MS + held));
    const frame = (now: number) => {
      const share = Math.max(0, (now - began) / ms);
      if (share >= 1) {
        running.current = 0;
        return rest();
      }
      const walked = Math.min(1, share / walking);
      shown.current.draw({
        before,
        tick: before.scene.tick + walked * ticks,
        walked,
        held: walking === 1 ? walked : Math.max(0, (share - walking) / (1 - walking)),
      });
      running.current = requestAnimationFrame(frame);
    };
    running.current = requestAnimationFrame(frame);
    return () => {
      cancelAnimationFrame(running.current);
      running.current = 0;
    };
  }, [moment.scene]);
  return rest;
}
