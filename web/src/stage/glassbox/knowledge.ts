// What the owner's page reads from the whole log beside one moment of it: thoughts, grounds, ways, suspicions. Nothing of it is there for a seat.
import type { GlassEvent } from "@orrery/worlds/glassbox";
import { useMemo } from "react";
import type { Line } from "../../shapes.ts";
import type { StageScene } from "../stage.ts";
import { useGrounds } from "./grounds.ts";
import type { ThoughtAt } from "./meeting.tsx";
import { type Reason, reasonsIn } from "./reasons.ts";
import { isState, ticksOf } from "./scene.ts";
import type { WorthOf } from "./signs.ts";
import { readingsOf, type SuspicionReading } from "./suspicions.ts";
import { type Track, trackOf } from "./track.ts";

interface Knowledge {
  readonly worthOf: WorthOf;
  readonly thoughtAt: ThoughtAt;
  readonly reasons: ReadonlyMap<number, readonly Reason[]>;
  readonly readings: readonly SuspicionReading[];
  /** Null where these eyes may not know it. */
  readonly track: Track | null;
}

/** `all`: whether everything may be known; with one pair of eyes only that one's own thoughts and suspicions are. */
export function useKnowledge(scene: StageScene | null, story: readonly Line[], all: boolean): Knowledge {
  const lines = scene?.lines ?? story;
  const worthOf = useGrounds(scene, all);
  const thoughtAt = useMemo(() => thoughtsIn(story), [story]);
  const reasons = useMemo(() => reasonsIn(story), [story]);
  const readings = useMemo(() => (scene?.seat ? NONE : readingsOf(lines)), [lines, scene?.seat]);
  const stateAt = all ? (scene?.stateAt ?? null) : null;
  const track = useMemo(() => {
    const opened = stateAt?.(0);
    return isState(opened) ? trackOf(opened, lines) : null;
  }, [stateAt, lines]);
  return { worthOf, thoughtAt, reasons, readings, track };
}
const NONE: readonly SuspicionReading[] = [];

/** What somebody thought while it spoke: noted in the same turn. Only the owner's lines hold it. */
function thoughtsIn(story: readonly Line[]): ThoughtAt {
  const known = new Map<string, string>();
  for (const line of story) {
    if (!("by" in line)) continue;
    const events = line.events as unknown as readonly GlassEvent[];
    for (const event of events) {
      if (event.type !== "spoke") continue;
      const noted = events.find((one) => one.type === "noted" && one.who === event.who);
      if (noted?.type === "noted" && noted.thought) known.set(`${event.who} ${event.tick}`, noted.thought);
    }
  }
  return (who, seconds) => known.get(`${who} ${ticksOf(seconds)}`) ?? null;
}
