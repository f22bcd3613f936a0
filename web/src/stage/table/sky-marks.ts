// Where on the band of hours what happened is marked: turns that are close by are one mark. Draws nothing.
import type { TableView } from "@orrery/worlds/table";

/** Hours shown before and after now. */
export const BEFORE = 4;
export const AFTER = 8;
export const HOUR = 3600;
/** Part of the band, in percent, within which marks become one. */
const NEAR = 2.4;

export type SkyMarkKind = NonNullable<TableView["timeline"][number]["kind"]>;

interface SkyMark {
  readonly place: number;
  readonly kind: SkyMarkKind;
  /** The turns of the timeline that it stands for, oldest first. */
  readonly told: readonly TableView["timeline"][number][];
}

/** Kinds that speak for a mark of several turns, the weightiest first. */
const WEIGHT: readonly SkyMarkKind[] = [
  "fall",
  "fight",
  "travel",
  "rest",
  "god",
  "check",
  "talk",
  "deed",
  "ask",
  "think",
];

export function marksOf(timeline: TableView["timeline"], now: number): readonly SkyMark[] {
  const marks: SkyMark[] = [];
  for (const one of timeline) {
    if (one.seconds === null || one.kind === null || one.seconds > now) continue;
    const place = placeOf((one.seconds - now) / HOUR);
    if (place < 0) continue;
    const last = marks.at(-1);
    if (last === undefined || place - last.place > NEAR) marks.push({ place, kind: one.kind, told: [one] });
    else {
      const kind = WEIGHT.find((kind) => kind === last.kind || kind === one.kind)!;
      marks[marks.length - 1] = { ...last, kind, told: [...last.told, one] };
    }
  }
  return marks;
}

/** Where hours from now stand on the band, in percent. */
export const placeOf = (ahead: number): number => ((ahead + BEFORE) / (BEFORE + AFTER)) * 100;
