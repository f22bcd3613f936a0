// Lets a new scene be reached by walking instead of at a leap: a tick on its way from the last scene to this one. At rest nothing runs.
import { useLayoutEffect, useRef, useState } from "react";
import { follows } from "./motion.ts";
import type { Scene } from "./scene.ts";

/** Milliseconds that a way takes on the screen when nobody says: as long as the last one lasted, within these, and never longer than it took. */
const SHOWN_MS = { least: 150, most: 1200 } as const;
const TICK_MS = 100;

export interface Motion {
  /** Where the way began; null: nothing moves. */
  readonly before: Scene | null;
  readonly tick: number;
}

/** `shownMs`: how long the scene will be looked at; null: nobody knows. */
export function useMotion(scene: Scene, shownMs: number | null): Motion {
  const [motion, setMotion] = useState<Motion>({ before: null, tick: scene.tick });
  const shown = useRef(shownMs);
  shown.current = shownMs;
  const last = useRef<{ readonly scene: Scene; readonly at: number } | null>(null);
  useLayoutEffect(() => {
    const began = performance.now();
    const from = last.current;
    last.current = { scene, at: began };
    const still = { before: null, tick: scene.tick };
    if (!from || !follows(from.scene, scene) || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      setMotion(still);
      return;
    }
    const before = from.scene;
    const ticks = scene.tick - before.tick;
    const usual = Math.max(SHOWN_MS.least, Math.min(SHOWN_MS.most, began - from.at, ticks * TICK_MS));
    const ms = shown.current ?? usual;
    setMotion({ before, tick: before.tick });
    let frame = requestAnimationFrame(function draw(now) {
      const share = (now - began) / ms;
      if (share >= 1) return setMotion(still);
      setMotion({ before, tick: before.tick + Math.max(0, share) * ticks });
      frame = requestAnimationFrame(draw);
    });
    return () => cancelAnimationFrame(frame);
  }, [scene]);
  return motion;
}
