// The time of a story: one bar a round in the hue of its strongest feeling, what the author did above it, and the ways to move along it.
import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import type { StageScene } from "../stage.ts";
import hues from "./feelings.module.css";
import { fillOf, strongest } from "./feelings.ts";
import type { Round, RoundMark } from "./rounds.ts";
import { MARK_SIGNS } from "./score.tsx";
import style from "./time.module.css";
import { say } from "./words.ts";

interface TimeProps {
  readonly rounds: readonly Round[];
  readonly marks: readonly RoundMark[];
  /** Index in `rounds`; -1 before the first. */
  readonly now: number;
  readonly scene: StageScene;
  readonly where: string;
}

export function Time({ rounds, marks, now, scene, where }: TimeProps) {
  const { player } = scene;
  const bar = useRef<HTMLDivElement>(null);
  const last = rounds.length - 1;
  const go = (index: number) => {
    const at = Math.max(-1, Math.min(last, index));
    player.seek(at < 0 ? 0 : at === last ? null : rounds[at]!.turn);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const goal = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: -1, End: last, PageUp: now - 10, PageDown: now + 10 }[
      event.key
    ];
    if (goal === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    go(goal);
  };
  const onPointer = (event: PointerEvent) => {
    if (event.buttons !== 1 || rounds.length === 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { left, width } = bar.current!.getBoundingClientRect();
    go(Math.floor(((event.clientX - left) / width) * rounds.length));
  };
  return (
    <section className={`${hues.hues} ${style.time}`} aria-label={say("matchTime")}>
      <button type="button" aria-label={say("previous")} disabled={now < 0} onClick={() => go(now - 1)}>
        ‹
      </button>
      <button
        type="button"
        className={style.play}
        aria-label={say(player.playing ? "pause" : "play")}
        disabled={scene.head === 0}
        onClick={player.playing ? player.pause : player.play}
      >
        <svg viewBox="0 0 16 16" className={style.sign} aria-hidden="true">
          <path d={player.playing ? "M4 3h3v10H4zM9 3h3v10H9z" : "M5 2.500v11l8-5.500z"} />
        </svg>
      </button>
      <button type="button" aria-label={say("next")} disabled={now >= last} onClick={() => go(now + 1)}>
        ›
      </button>
      <button
        type="button"
        aria-label={say("branchHere")}
        title={say("branchHere")}
        onClick={() => scene.ask("branch")}
      >
        <svg viewBox="0 0 16 16" aria-hidden="true" className={style.fork}>
          <path d="M4 14V2M4 10c0-4 8-3 8-8" />
        </svg>
      </button>
      <b className={style.where}>{where}</b>
      <div
        ref={bar}
        className={style.bars}
        role="slider"
        tabIndex={0}
        aria-label={say("matchTime")}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, last + 1)}
        aria-valuenow={now + 1}
        aria-valuetext={where}
        onKeyDown={onKeyDown}
        onPointerDown={onPointer}
        onPointerMove={onPointer}
      >
        {rounds.map(({ round, mean }, i) => (
          <i
            key={round}
            className={style.bar}
            data-later={i > now}
            data-now={i === now}
            style={{ height: `${heightOf(mean)}%`, background: fillOf(strongest(mean, 1, 0)[0] ?? "trust") }}
          />
        ))}
        {marks.map((mark) => {
          const index = rounds.findIndex(({ round }) => round >= mark.round);
          const at = ((index < 0 ? rounds.length : index + 0.5) / Math.max(1, rounds.length)) * 100;
          return (
            <svg
              key={`${mark.turn} ${mark.text}`}
              viewBox="-1 -1 16 16"
              className={style.markSign}
              style={{ left: `${at}%` }}
              data-kind={mark.kind}
              aria-hidden="true"
            >
              <path d={MARK_SIGNS[mark.kind]} />
            </svg>
          );
        })}
      </div>
    </section>
  );
}

/** Feeling beyond everybody's ground of trust, as a share of the row. */
const heightOf = (mean: readonly number[]): number => {
  const stirred = mean.reduce((sum, level, i) => sum + (i === 4 ? 0 : level), 0);
  return Math.min(78, 16 + stirred * 90);
};
