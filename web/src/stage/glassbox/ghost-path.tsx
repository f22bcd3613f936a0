// Where somebody really was: the way that the log has of the seconds around a claim, and the room that was named instead.
import type { Station } from "@orrery/worlds/glassbox/station";
import { capital } from "../../say.ts";
import { inkOf, Person } from "./figure.tsx";
import style from "./glassbox.module.css";
import { clock } from "./say.ts";
import type { Picked } from "./signs.ts";
import type { Track } from "./track.ts";
import { t } from "./words.ts";

/** Ticks before and after the moment, and between two points of the way. */
const BEFORE = 130;
const AFTER = 40;
const EACH = 4;
/** Map units for a unit of the drawing, with the whole station in sight. */
const SIZE = 2.1;

export function GhostPath({
  picked,
  track,
  until,
  station,
}: {
  picked: Picked;
  track: Track;
  until: number;
  station: Station;
}) {
  const { who, claim, tick, holds } = picked;
  const at = track.at(who, Math.min(tick, until));
  if (!at) return null;
  const points = wayOf(track, who, Math.max(0, tick - BEFORE), Math.min(until, tick + AFTER));
  const named = "place" in claim ? station.place.get(claim.place) : undefined;
  const real = station.place.get(at.place)?.name ?? at.place;
  return (
    <g pointerEvents="none">
      {named && !holds && (
        <>
          <rect
            className={style.named}
            x={named.x + 14}
            y={named.y + 14}
            width={named.w - 28}
            height={named.h - 28}
            rx="26"
          />
          <Tag
            x={named.x + named.w / 2}
            y={named.y + named.h / 2}
            text={`✗ ${t("ghostSaid", { place: named.name })}`}
            ink="#ff8570"
          />
        </>
      )}
      <polyline points={points} className={style.underway} />
      <polyline points={points} className={style.way} stroke={inkOf(who)} />
      <g transform={`translate(${at.x} ${at.y + 30}) scale(${SIZE * 1.2})`}>
        <ellipse rx="52" ry="17" className={style.halo} />
        <Person id={who} />
      </g>
      <Tag
        x={at.x}
        y={at.y + 62 * SIZE}
        text={
          holds
            ? `✓ ${t("ghostWas", { who: capital(who), place: real, at: clock(tick) })}`
            : t("ghostReally", { place: real, at: clock(tick) })
        }
        ink={holds ? "#7fe0ac" : "#ffdf9e"}
      />
    </g>
  );
}

function wayOf(track: Track, who: string, from: number, to: number): string {
  const points: string[] = [];
  for (let tick = from; tick <= to; tick += EACH) {
    const spot = track.at(who, tick);
    if (spot) points.push(`${spot.x},${spot.y}`);
  }
  return points.join(" ");
}

function Tag({ x, y, text, ink }: { x: number; y: number; text: string; ink: string }) {
  const width = text.length * 7.4 + 26;
  return (
    <g style={{ transform: `translate(${x}px, ${y}px) scale(var(--unit))` }}>
      <rect x={-width / 2} y="-15" width={width} height="30" rx="15" fill="#0b0e16" stroke={ink} strokeWidth="1.8" />
      <text y="5.5" className={style.glyph} fontSize="14" fill={ink}>
        {text}
      </text>
    </g>
  );
}
