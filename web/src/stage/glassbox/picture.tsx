// The map with everybody in it: who is where, who lies where, and what those looked through can see.
import { PLACES, SITES } from "@orrery/worlds/glassbox/map";
import { useId, useMemo } from "react";
import type { Names as People } from "../../say.ts";
import { t } from "../../words.ts";
import { apart, noted } from "./crowd.ts";
import { Remains, Token } from "./figure.tsx";
import style from "./glassbox.module.css";
import { Floors, Names, ShutDoors, WHOLE } from "./map.tsx";
import { type Spot, spotsAt } from "./motion.ts";
import type { Figure, Scene } from "./scene.ts";
import { sightOf } from "./sight.ts";
import { useMotion } from "./use-motion.ts";

export interface Window {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}
/** How much of the station a following window shows. */
const CLOSE = { w: 1760, h: 1200 } as const;

/** The part of the station to draw: all of it, or what lies around somebody. */
export function windowOn(around: Spot | null): Window {
  if (!around) return WHOLE;
  const within = (at: number, size: number, from: number, whole: number) =>
    Math.min(Math.max(at - size / 2, from), from + whole - size);
  return {
    x: within(around.x, CLOSE.w, WHOLE.x, WHOLE.w),
    y: within(around.y, CLOSE.h, WHOLE.y, WHOLE.h),
    ...CLOSE,
  };
}

export function Picture({
  scene,
  lookers,
  follow,
  people,
  reach,
  shownMs,
}: {
  scene: Scene;
  /** Through whose eyes the light falls; none: it is light everywhere. */
  lookers: readonly string[];
  /** Whom the window follows; null: it shows everything. */
  follow: string | null;
  people: People;
  /** What a click does, by id of a place, a thing, a body or a player. All of it can be done by buttons too. */
  reach: ReadonlyMap<string, () => void>;
  shownMs: number | null;
}) {
  const { before, tick } = useMotion(scene, shownMs);
  const spots = useMemo(
    () => (before ? spotsAt(before, scene, tick) : new Map<string, Spot>(scene.figures.map((one) => [one.id, one]))),
    [before, scene, tick],
  );
  const at = (figure: Figure): Spot => spots.get(figure.id) ?? figure;
  const beside = apart(scene.figures.map((figure) => ({ id: figure.id, ...at(figure) })));
  const agos = noted(
    scene.figures.flatMap(({ id, ago }) =>
      ago === null ? [] : [{ ...beside.get(id)!, id, text: t("stationAgo", { seconds: Math.round(ago) }) }],
    ),
  );
  const followed = scene.figures.find(({ id }) => id === follow);
  const { x, y, w, h } = windowOn(followed ? at(followed) : null);
  const eyes = scene.figures.filter(({ id, ago }) => lookers.includes(id) && ago === null);
  const dark = eyes.length > 0 && scene.phase === "PLAYING" && eyes.every(({ id }) => (scene.radius[id] ?? 0) > 0);
  return (
    <svg viewBox={`${x} ${y} ${w} ${h}`} className={style.map} role="img" aria-label={inShort(scene, people)}>
      <Floors />
      <ShutDoors rooms={scene.shut} />
      {dark && (
        <Dark eyes={eyes.map((eye) => ({ eye, spot: at(eye), radius: scene.radius[eye.id] ?? 0 }))} shut={scene.shut} />
      )}
      <Names />
      <Reach reach={reach} />
      {scene.bodies.map(({ who, x, y }) => (
        <g
          key={who}
          transform={`translate(${x} ${y})`}
          data-reached={reach.has(`body_${who}`)}
          onPointerDown={reach.get(`body_${who}`)}
        >
          <Remains who={who} />
        </g>
      ))}
      {scene.figures.map((figure) => {
        const spot = beside.get(figure.id)!;
        const ago = agos.get(figure.id);
        return (
          <g
            key={figure.id}
            transform={`translate(${spot.x} ${spot.y})`}
            className={style.figure}
            data-reached={reach.has(figure.id)}
            onPointerDown={reach.get(figure.id)}
            data-ghost={figure.ghost}
            data-ago={figure.ago !== null}
            data-hidden={figure.hidden}
            data-unseen={
              dark &&
              !figure.ghost &&
              scene.you === null &&
              !lookers.includes(figure.id) &&
              !seenBy(eyes, figure, scene, at)
            }
          >
            <g>
              {lookers.includes(figure.id) && <circle r="74" className={style.ring} />}
              <Token id={figure.id} />
              {figure.doing !== "standing" && figure.doing !== "walking" && <path d={BUSY} className={style.busy} />}
            </g>
            {ago && (
              <text y={ago.below} className={style.ago}>
                {ago.text}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

/** What can be clicked on the floor: rooms and hallways one may go to, and things within reach. */
const Reach = ({ reach }: { reach: ReadonlyMap<string, () => void> }) =>
  reach.size === 0 ? null : (
    <g>
      {PLACES.filter(({ id }) => reach.has(id)).map(({ id, x, y, w, h }) => (
        <rect key={id} x={x} y={y} width={w} height={h} className={style.goal} onPointerDown={reach.get(id)} />
      ))}
      {SITES.filter(({ id }) => reach.has(id)).map(({ id, x, y }) => (
        <circle key={id} cx={x} cy={y} r="64" className={style.within} onPointerDown={reach.get(id)} />
      ))}
    </g>
  );

/** A sign over whoever has its hands full. */
const BUSY = "M36-66a20 20 0 1 1 .1 0zM36-94v-12M36-54v-12M56-80h10M6-80h10";

/** Whether any of those looked through sees a figure: in reach, and in one of the shapes of their sight. */
function seenBy(eyes: readonly Figure[], { x, y }: Figure, scene: Scene, at: (figure: Figure) => Spot): boolean {
  return eyes.some((eye) => {
    const spot = at(eye);
    if (Math.hypot(spot.x - x, spot.y - y) > (scene.radius[eye.id] ?? 0)) return false;
    return sightOf({ ...spot, place: eye.place }, scene.shut).some((shape) =>
      shape.every(([ax, ay], i) => {
        const [bx, by] = shape[(i + 1) % shape.length]!;
        return (bx - ax) * (y - ay) - (by - ay) * (x - ax) >= -1;
      }),
    );
  });
}

/** Everything that nobody of them sees. */
function Dark({
  eyes,
  shut,
}: {
  eyes: readonly { readonly eye: Figure; readonly spot: Spot; readonly radius: number }[];
  shut: readonly string[];
}) {
  const id = useId();
  return (
    <>
      <mask id={id} maskUnits="userSpaceOnUse" {...NIGHT}>
        <rect {...NIGHT} fill="white" />
        {eyes.map(({ eye, spot, radius }) => (
          <g key={eye.id}>
            <clipPath id={`${id}-${eye.id}`}>
              <circle cx={spot.x} cy={spot.y} r={radius} />
            </clipPath>
            <g clipPath={`url(#${id}-${eye.id})`}>
              {sightOf({ ...spot, place: eye.place }, shut).map((shape, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: shapes of a sight have no names
                <polygon key={i} points={shape.map((point) => point.join(",")).join(" ")} fill="black" />
              ))}
            </g>
          </g>
        ))}
      </mask>
      <rect {...NIGHT} mask={`url(#${id})`} className={style.dark} />
    </>
  );
}
/** Reaches beyond the hull, over whatever shape the frame has. */
const NIGHT = { x: WHOLE.x - WHOLE.w, y: WHOLE.y - WHOLE.h, width: 3 * WHOLE.w, height: 3 * WHOLE.h } as const;

/** The picture in words, for whoever does not see it: who is in which place. */
function inShort({ figures, bodies }: Scene, people: People): string {
  const named = (id: string) => people.get(id) ?? id;
  const places = Map.groupBy(
    figures.filter(({ ago, hidden }) => ago === null && !hidden),
    ({ place }) => place,
  );
  const there = [...places].map(([place, ones]) =>
    t("stationIn", { place: named(place), who: ones.map(({ id }) => named(id)).join(", ") }),
  );
  return [t("stationMap"), ...there, ...bodies.map(({ who }) => t("stationBody", { who: named(who) }))].join(" ");
}
