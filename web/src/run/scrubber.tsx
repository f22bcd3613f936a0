// The timeline of a run: a bar to scrub along, marks by kind on lanes of their own, play, step, speed, and the way back to now.
import { type CSSProperties, useMemo, useState } from "react";
import parts from "../parts/parts.module.css";
import { Rich } from "../parts/rich.tsx";
import { t } from "../words.ts";
import { type Marks, nextMark, places, type TimelineMark } from "./marks.ts";
import style from "./scrubber.module.css";
import { Sign } from "./sign.tsx";
import { type Player, READING, SPEEDS } from "./use-player.ts";

/** Marks are drawn at so many places of the bar at most. */
const ROOM = 240;

interface ScrubberProps {
  readonly player: Player;
  readonly head: number;
  /** All of them: one may leap to what has not been watched yet, but it is not shown before. */
  readonly marks: Marks;
  /** What happened in the turn that is looked at, in a few words. */
  readonly here: string;
  readonly live: boolean;
  readonly help: () => void;
}

export function Scrubber({ player, head, marks, here, live, help }: ScrubberProps) {
  const { cursor, playing, speed, seen, skips, loops, seek } = player;
  const now = cursor ?? head;
  const where = head === 0 ? t("turnNone") : t("turnOf", { turn: now, head, here });
  const [sliding, setSliding] = useState(false);
  const shown = useMemo(
    () => (seen === null ? marks : marks.map(({ kind, turns }) => ({ kind, turns: turns.filter((at) => at <= seen) }))),
    [marks, seen],
  );
  const rows = Math.max(0, ...marks.map(({ kind }) => kind.row));
  return (
    <section style={{ "--rows": rows } as CSSProperties} className={style.bar} aria-label={t("timeline")}>
      <div className={style.transport}>
        <button
          type="button"
          className={parts.button}
          disabled={head === 0}
          aria-label={playing ? t("pause") : t("play")}
          onClick={playing ? player.pause : player.play}
        >
          <svg viewBox="0 0 16 16" width="1rem" height="1rem" fill="currentColor" aria-hidden="true">
            <path d={playing ? "M4 3h3v10H4zM9 3h3v10H9z" : "M5 2.5v11l8-5.5z"} />
          </svg>
        </button>
        <button
          type="button"
          className={parts.button}
          aria-disabled={now <= 0}
          onClick={() => seek(now - 1)}
          aria-label={t("earlier")}
        >
          ←
        </button>
        <button
          type="button"
          className={parts.button}
          aria-disabled={now >= head}
          onClick={() => seek(now + 1)}
          aria-label={t("later")}
        >
          →
        </button>
      </div>
      <div className={style.track}>
        <Lanes marks={shown} head={head} />
        <input
          type="range"
          min={0}
          max={head}
          value={now}
          disabled={head === 0}
          aria-label={t("turn")}
          aria-valuetext={where}
          onChange={(event) => seek(Number(event.target.value))}
          // The bar says by itself where it stands.
          onFocus={() => setSliding(true)}
          onBlur={() => setSliding(false)}
        />
      </div>
      <p className="unseen" role="status">
        {cursor === null || playing || sliding ? "" : where}
      </p>
      <p className={style.where}>
        {head === 0 ? t("turnNone") : <Rich word="turnNow" turn={<b>{now}</b>} head={<span>{head}</span>} />}
      </p>
      <button
        type="button"
        className={style.live}
        aria-pressed={cursor === null}
        disabled={head === 0 && cursor === null}
        onClick={() => seek(null)}
      >
        <i aria-hidden="true" />
        {t(live ? "live" : cursor === null ? "atEnd" : "toEnd")}
      </button>
      <details className={style.settings}>
        <summary aria-label={t("playback")} title={t("playback")}>
          <svg
            viewBox="0 0 20 20"
            width="1.1rem"
            height="1.1rem"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
            aria-hidden="true"
          >
            <path d="M3 5h14M3 10h14M3 15h14" />
            <circle cx="7" cy="5" r="2" fill="var(--sheet)" />
            <circle cx="13" cy="10" r="2" fill="var(--sheet)" />
            <circle cx="6" cy="15" r="2" fill="var(--sheet)" />
          </svg>
        </summary>
        <div className={style.sheet}>
          <label className={style.speed}>
            <span>{t("speed")}</span>
            <select
              className={parts.select}
              value={speed}
              onChange={(event) => player.setSpeed(Number(event.target.value))}
            >
              {SPEEDS.map((one) => (
                <option key={one} value={one}>
                  {one === READING ? t("readingPace") : `${one}×`}
                </option>
              ))}
            </select>
          </label>
          <label className={style.skips}>
            <input type="checkbox" checked={skips} onChange={(event) => player.setSkips(event.target.checked)} />
            {t("skipIdle")}
          </label>
          <label className={style.skips}>
            <input type="checkbox" checked={loops} onChange={(event) => player.setLoops(event.target.checked)} />
            {t("loop")}
          </label>
        </div>
      </details>
      <div className={style.more}>
        {marks.map((mark, i) => (
          <Jump key={mark.kind.id} mark={mark} count={shown[i]!.turns.length} now={now} seek={seek} />
        ))}
        <button type="button" className={style.help} aria-label={t("keys")} onClick={help}>
          ?
        </button>
      </div>
    </section>
  );
}

/** Goes to the next turn of a kind, and from the last of them to the first. */
export function jump(turns: readonly number[], now: number, back: boolean): number | null {
  return nextMark(turns, now, back) ?? (back ? turns.at(-1) : turns[0]) ?? null;
}

/** `count`: of those that are no secret yet. */
function Jump({
  mark: { kind, turns },
  count,
  now,
  seek,
}: {
  mark: TimelineMark;
  count: number;
  now: number;
  seek: Player["seek"];
}) {
  return (
    <button
      type="button"
      className={style.jump}
      data-tone={kind.tone}
      title={t("jumpTitle", { kind: kind.name(), key: kind.key })}
      onClick={(event) => {
        const to = jump(turns, now, event.shiftKey);
        if (to !== null) seek(to);
      }}
    >
      <Sign kind={kind} />
      <span className="unseen">{t("nextOf")} </span>
      {kind.name()} <small>{count}</small>
    </button>
  );
}

function Lanes({ marks, head }: { marks: Marks; head: number }) {
  const drawn = useMemo(
    () => marks.flatMap(({ kind, turns }) => places(turns, head, ROOM).map((place) => ({ kind, place }))),
    [marks, head],
  );
  return (
    <div className={style.lanes} aria-hidden="true">
      {drawn.map(({ kind, place }) => (
        <i key={`${kind.id} ${place}`} data-tone={kind.tone} data-row={kind.row} style={{ left: `${place * 100}%` }}>
          <Sign kind={kind} />
        </i>
      ))}
    </div>
  );
}
