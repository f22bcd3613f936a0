// A few seconds of a station at night: rooms are lit where somebody living is, and a lamp goes out. Drawn turn by turn from small pictures.
import type { GlassGlance } from "@orrery/worlds/glassbox";
import { stationOf } from "@orrery/worlds/glassbox/station";
import { useEffect, useRef, useState } from "react";
import { capital } from "../say.ts";
import { extentOf } from "../stage/glassbox/camera.ts";
import type { Reel } from "../wire.ts";
import { t } from "../words.ts";
import style from "./station-reel.module.css";

/** How long a turn is shown; the one that matters is there to be read. Milliseconds. */
const TURN_MS = 650;
const HELD_MS = 3_800;

const HUES: Readonly<Record<string, readonly [fill: string, ink: string]>> = {
  red: ["#d2402f", "#fff"],
  blue: ["#386fd8", "#fff"],
  green: ["#3fb870", "#06240f"],
  pink: ["#f6a2d2", "#3a0f29"],
  orange: ["#f6952a", "#2e1500"],
  yellow: ["#f5de55", "#2f2703"],
  black: ["#6b7590", "#fff"],
  white: ["#f1f3f6", "#1b2130"],
  purple: ["#8b57e2", "#fff"],
  brown: ["#b47a4d", "#1f0f03"],
};

interface Watched {
  readonly type: string;
  readonly who?: string;
  readonly by?: string | null;
  readonly place?: string;
  readonly x?: number;
  readonly y?: number;
  readonly witnesses?: readonly string[];
}

const isStill = (): boolean =>
  matchMedia("(prefers-reduced-motion: reduce)").matches || document.documentElement.dataset["motion"] === "reduced";

export function StationReel({ reel }: { reel: Reel }) {
  const best = Math.max(
    0,
    reel.frames.findIndex(({ turn }) => turn === reel.turn),
  );
  const [at, setAt] = useState(() => (isStill() ? best : 0));
  const [playing, setPlaying] = useState(() => !isStill());
  const [seen, setSeen] = useState(true);
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? true));
    if (box.current) watch.observe(box.current);
    return () => watch.disconnect();
  }, []);
  const last = reel.frames.length - 1;
  // It plays once and rests; out of sight it waits.
  useEffect(() => {
    if (!playing || !seen) return;
    if (at === last) return setPlaying(false);
    const step = setTimeout(() => setAt(at + 1), at === best ? HELD_MS : TURN_MS);
    return () => clearTimeout(step);
  }, [at, best, last, playing, seen]);
  const press = () => {
    if (!playing && at === last) setAt(0);
    setPlaying(!playing);
  };
  const frame = reel.frames[at]!;
  const glance = frame.glance as GlassGlance;
  const { tick, players, bodies } = glance;
  const station = stationOf(glance);
  const end = extentOf(station);
  const kill = (frame.events as readonly Watched[]).find(({ type }) => type === "killed");
  const lit = new Set(
    station.places
      .filter(({ x, y, w, h }) =>
        Object.values(players).some(
          ([px, py, lives]) => lives === 1 && px >= x && px <= x + w && py >= y && py <= y + h,
        ),
      )
      .map(({ id }) => id),
  );
  return (
    <figure ref={box} className={style.reel}>
      <svg viewBox={`-80 -80 ${end.x + 160} ${end.y + 160}`} aria-hidden="true">
        {station.places.map(({ id, kind, x, y, w, h }) => (
          <rect
            key={id}
            className={style.place}
            data-kind={kind}
            data-lit={lit.has(id)}
            x={x + 8}
            y={y + 8}
            width={w - 16}
            height={h - 16}
            rx="22"
          />
        ))}
        {kill && <circle className={style.ring} cx={kill.x} cy={kill.y} r="270" />}
        {bodies.map(([who, x, y]) => (
          <g key={who} className={style.body} transform={`translate(${x} ${y})`}>
            <ellipse rx="74" ry="36" fill={HUES[who]?.[0]} />
            <path d="M-44-10l20 20m0-20-20 20M24-10l20 20m0-20-20 20" />
          </g>
        ))}
        {Object.entries(players)
          .filter(([, [, , lives]]) => lives === 1)
          .map(([who, [x, y]]) => (
            <g key={who} className={style.figure} style={{ transform: `translate(${x}px, ${y}px)` }}>
              <circle className={style.glow} r="230" />
              <path d="M-58 50v-88a58 62 0 0 1 116 0v88q-29 22-58 0-29 22-58 0z" fill={HUES[who]?.[0]} />
              <rect x="-36" y="-64" width="72" height="42" rx="21" fill="#0c111d" />
              <circle cx="-14" cy="-43" r="8" fill="#ffe6b0" />
              <circle cx="14" cy="-43" r="8" fill="#ffe6b0" />
              <text y="34" textAnchor="middle" fill={HUES[who]?.[1]}>
                {who.charAt(0).toUpperCase()}
              </text>
            </g>
          ))}
      </svg>
      <figcaption>
        <time>
          {Math.floor(tick / 600)}:{String(Math.floor(tick / 10) % 60).padStart(2, "0")}
        </time>
        {kill?.by && kill.who
          ? t(kill.witnesses?.length === 0 ? "reelKillUnseen" : "reelKill", {
              killer: capital(kill.by),
              victim: capital(kill.who),
              place: station.place.get(kill.place ?? "")?.name ?? "",
            })
          : t("reelCaption")}
        <button type="button" onClick={press}>
          {t(playing ? "pause" : "play")}
        </button>
      </figcaption>
    </figure>
  );
}
