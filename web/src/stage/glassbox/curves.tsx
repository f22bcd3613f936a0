// How much the crew suspects each of them, along the turns of the run: level between meetings, and where minds changed most it says so.
import { useLayoutEffect, useMemo, useRef } from "react";
import { capital } from "../../say.ts";
import type { StageProps } from "../stage.ts";
import { inkOf } from "./figure.tsx";
import style from "./panels.module.css";
import { isState, sceneOf } from "./scene.ts";
import { meanOf, readingsOf, turningsOf } from "./suspicions.ts";
import { t } from "./words.ts";

/** In the units of the drawing: a thousand along, a hundred up. */
const WIDE = 1000;

/** Sets a drawing under the bar that it goes along: as far from the left, and as wide. */
function useAlong() {
  const figure = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const drawn = figure.current;
    const bar = drawn?.parentElement?.querySelector("input[type=range]");
    if (!drawn || !bar) return;
    const fit = () => {
      const { left, width } = bar.getBoundingClientRect();
      drawn.style.marginLeft = `${left - drawn.parentElement!.getBoundingClientRect().left}px`;
      drawn.style.width = `${width}px`;
    };
    fit();
    const watch = new ResizeObserver(fit);
    watch.observe(bar);
    return () => watch.disconnect();
  });
  return figure;
}

export function Curves({ view, scene: run }: StageProps) {
  const lines = run?.lines;
  const along = useAlong();
  const readings = useMemo(() => (lines ? readingsOf(lines) : []), [lines]);
  const opened = run?.stateAt?.(0);
  const scene = useMemo(
    () => (isState(view) ? sceneOf(view) : isState(opened) ? sceneOf(opened) : null),
    [view, opened],
  );
  if (!run || run.head === 0 || !scene || readings.length === 0) return null;
  // Beyond what has been watched nothing is given away.
  const until = run.player.seen ?? run.head;
  const known = readings.filter(({ turn }) => turn <= until);
  const { eyes } = run;
  const seen = eyes === null || eyes === "*";
  const crew = new Set(scene.members.flatMap(({ id, role }) => (role === "impostor" ? [] : [id])));
  const counts = (by: string) => (seen ? crew.has(by) : by === eyes);
  const impostors = scene.members.length - crew.size;
  const first = (100 * impostors) / Math.max(1, scene.members.length - 1);
  const ids = scene.members.map(({ id }) => id);
  const names = new Map(scene.members.map(({ id, name }) => [id, name]));
  const x = (turn: number) => (turn / run.head) * WIDE;
  const turnings = turningsOf(known, ids, counts, first);
  return (
    <figure ref={along} className={style.curves}>
      <svg className={style.lines} viewBox={`0 0 ${WIDE} 100`} preserveAspectRatio="none" aria-hidden="true">
        <path d={`M0 50H${WIDE}`} className={style.half} />
        {ids.map((id) => (
          <path
            key={id}
            d={curveOf(known, id, counts, first, x, x(until))}
            stroke={inkOf(id)}
            className={style.curve}
            data-impostor={seen && !crew.has(id)}
          />
        ))}
        <path d={`M${x(run.turn)} 0V100`} className={style.here} />
      </svg>
      {turnings.map(({ who, turn, from, to }) => (
        <button
          key={`${who} ${turn}`}
          type="button"
          className={style.turning}
          style={{ left: `${(turn / run.head) * 100}%`, top: `${100 - Math.min(88, Math.max(12, to))}%` }}
          data-late={turn > run.head * 0.8}
          onClick={() => run.player.seek(turn)}
        >
          {t("curveTurning", {
            who: capital(names.get(who) ?? who),
            by: `${to > from ? "+" : "−"}${Math.abs(Math.round(to - from))}`,
          })}
        </button>
      ))}
      <figcaption className="unseen">{t("curvesTitle")}</figcaption>
    </figure>
  );
}

function curveOf(
  readings: Parameters<typeof turningsOf>[0],
  id: string,
  counts: (by: string) => boolean,
  first: number,
  x: (turn: number) => number,
  end: number,
): string {
  let path = `M0 ${(100 - first).toFixed(1)}`;
  let level = first;
  for (const reading of readings) {
    const mean = meanOf(reading, id, counts);
    if (mean === null) continue;
    const at = x(reading.turn);
    path += `H${Math.max(0, at - 10).toFixed(1)}C${(at - 4).toFixed(1)} ${(100 - level).toFixed(1)} ${(at - 6).toFixed(1)} ${(100 - mean).toFixed(1)} ${at.toFixed(1)} ${(100 - mean).toFixed(1)}`;
    level = mean;
  }
  return `${path}H${end.toFixed(1)}`;
}
