// The time of a match: a row of marks for each team in bands of phases, one place for each turn of the run, and the ways to move along it.
import { type KeyboardEvent, type PointerEvent, useMemo, useRef } from "react";
import type { Player } from "../../run/use-player.ts";
import { READING, SPEEDS } from "../../run/use-player.ts";
import { t } from "../../words.ts";
import { inWords, PHASE_LOOKS, type Phase, ROLE_LOOKS, SIGNALS } from "./identity.ts";
import type { Stop } from "./match.ts";
import timeStyle from "./time.module.css";
import { say } from "./words.ts";

interface TimeProps {
  readonly stops: readonly Stop[];
  readonly turn: number;
  readonly head: number;
  readonly player: Player;
  readonly live: boolean;
  /** Where the match stands, in words. */
  readonly where: string;
}

const ROW = { A: 19, B: 39 } as const;
/** In the drawing's own units: it is stretched to the width there is. */
const WIDTH = 1_000;
/** Marks drawn at most: of a long match, those that share a place are drawn as the most important of them. */
const PLACES = 480;

export function Time({ stops, turn, head, player, live, where }: TimeProps) {
  const { playing, seek } = player;
  const bar = useRef<HTMLDivElement>(null);
  const rounds = useMemo(() => roundStarts(stops), [stops]);
  const phases = useMemo(() => bandsOf(stops, head), [stops, head]);
  const at = (x: number): number => {
    const { left, width } = bar.current!.getBoundingClientRect();
    return Math.round(Math.max(0, Math.min(1, (x - left) / width)) * head);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const goal = {
      ArrowLeft: turn - 1,
      ArrowRight: turn + 1,
      PageUp: before(rounds, turn),
      PageDown: after(rounds, turn) ?? head,
      Home: 0,
      End: head,
    }[event.key];
    if (goal === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    seek(Math.max(0, Math.min(head, goal)));
  };
  const onPointer = (event: PointerEvent) => {
    if (event.buttons !== 1) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    seek(at(event.clientX));
  };
  return (
    <section className={timeStyle.time} aria-label={say("matchTime")}>
      <div className={timeStyle.transport}>
        <button type="button" aria-label={say("previousRound")} onClick={() => seek(before(rounds, turn))}>
          «
        </button>
        <button type="button" aria-label={say("previous")} disabled={turn === 0} onClick={() => seek(turn - 1)}>
          ‹
        </button>
        <button
          type="button"
          className={timeStyle.play}
          aria-label={say(playing ? "pause" : "play")}
          disabled={head === 0}
          onClick={playing ? player.pause : player.play}
        >
          <svg viewBox="0 0 16 16" aria-hidden="true">
            <path d={playing ? "M4 3h3v10H4zM9 3h3v10H9z" : "M5 2.500v11l8-5.500z"} />
          </svg>
        </button>
        <button type="button" aria-label={say("next")} disabled={turn >= head} onClick={() => seek(turn + 1)}>
          ›
        </button>
        <button type="button" aria-label={say("nextRound")} onClick={() => seek(after(rounds, turn) ?? head)}>
          »
        </button>
        <b>{where}</b>
        <span className={timeStyle.count}>{say("eventOf", { now: turn, all: head })}</span>
        <span className={timeStyle.legend}>
          <i style={{ background: SIGNALS.objection }} /> {say("objectionMark")}
          <i style={{ background: SIGNALS.accepted }} /> {say("canonMark")}
          <span>{say("legend")}</span>
        </span>
        <label className={timeStyle.speed}>
          <span className="unseen">{say("speed")}</span>
          <select value={player.speed} onChange={(event) => player.setSpeed(Number(event.target.value))}>
            {SPEEDS.map((one) => (
              <option key={one} value={one}>
                {one === READING ? t("readingPace") : `${one}×`}
              </option>
            ))}
          </select>
        </label>
        <button
          type="button"
          className={timeStyle.live}
          aria-pressed={player.cursor === null}
          onClick={() => seek(null)}
        >
          {live ? say("live") : say("toLive")}
        </button>
      </div>
      <div className={timeStyle.whole}>
        <div
          ref={bar}
          className={timeStyle.bar}
          role="slider"
          tabIndex={0}
          aria-label={say("matchTime")}
          aria-valuemin={0}
          aria-valuemax={head}
          aria-valuenow={turn}
          aria-valuetext={where}
          onKeyDown={onKeyDown}
          onPointerDown={onPointer}
          onPointerMove={onPointer}
        >
          <Marks stops={stops} head={head} />
          <i className={timeStyle.later} style={{ left: `${percent(turn, head)}%` }} />
          <i className={timeStyle.cursor} style={{ left: `${percent(turn, head)}%` }} />
        </div>
        {phases.map(({ phase, from, to, turn: first }, i) => (
          <button
            key={phase}
            type="button"
            className={timeStyle.phase}
            style={{
              left: `min(${from / 10}%, calc(100% - 6rem))`,
              // The last name needs its room, and takes it from the one before it.
              maxWidth:
                i === phases.length - 1
                  ? `max(6rem, ${(to - from) / 10}%)`
                  : `max(1.5rem, min(${to / 10}%, 100% - 6rem) - ${from / 10}% - 0.3rem)`,
            }}
            aria-label={say("goToPhase", { phase: inWords(phase) })}
            onClick={() => seek(first)}
          >
            {inWords(phase)}
          </button>
        ))}
      </div>
    </section>
  );
}

const percent = (turn: number, head: number): number => (head === 0 ? 0 : (turn / head) * 100);

/** Drawn once for a match as long as it is; the cursor moves over it. */
function Marks({ stops, head }: { stops: readonly Stop[]; head: number }) {
  const drawn = useMemo(() => {
    const bands = bandsOf(stops, head);
    return { bands, marks: marksOf(stops, head) };
  }, [stops, head]);
  const width = Math.max(1.5, WIDTH / Math.max(1, Math.min(head, PLACES)) - 1.2);
  return (
    <svg viewBox={`0 0 ${WIDTH} 62`} preserveAspectRatio="none" aria-hidden="true">
      {drawn.bands.map(({ phase, from, to }) => (
        <rect
          key={phase}
          x={from}
          y="14"
          width={Math.max(0, to - from - 2)}
          height="44"
          rx="4"
          fill={PHASE_LOOKS[phase].light}
          opacity=".13"
        />
      ))}
      {drawn.marks.map(({ x, y, high, fill }) => (
        <rect
          key={`${x} ${y}`}
          x={x}
          y={y - (high ? 4 : 0)}
          width={width}
          height={high ? 17 : 10}
          rx="1.2"
          fill={fill}
        />
      ))}
    </svg>
  );
}

function bandsOf(stops: readonly Stop[], head: number) {
  const bands: { phase: Phase; from: number; to: number; turn: number }[] = [];
  for (const { record, turn } of stops) {
    const x = (turn / Math.max(1, head)) * WIDTH;
    const last = bands.find(({ phase }) => phase === record.phase);
    if (last) last.to = Math.max(last.to, x);
    else bands.push({ phase: record.phase, from: bands.length === 0 ? 0 : x, to: x, turn });
  }
  // Two teams may be in two phases at once: a band ends where the next begins.
  return bands.map((band, i) => ({ ...band, to: bands[i + 1]?.from ?? WIDTH }));
}

const weight = ({ landed, record }: Stop): number => (landed.length > 0 ? 2 : record.turn_type === "OBJECTION" ? 1 : 0);

function marksOf(stops: readonly Stop[], head: number) {
  const places = new Map<string, Stop>();
  const bins = Math.max(1, Math.min(head, PLACES));
  for (const stop of stops) {
    const key = `${stop.team} ${Math.min(bins - 1, Math.floor((stop.turn / Math.max(1, head)) * bins))}`;
    const there = places.get(key);
    if (!there || weight(stop) > weight(there)) places.set(key, stop);
  }
  return [...places].map(([key, stop]) => {
    const heavy = weight(stop);
    return {
      x: (Number(key.slice(2)) / bins) * WIDTH,
      y: ROW[stop.team],
      high: heavy > 0,
      fill: heavy === 2 ? SIGNALS.accepted : heavy === 1 ? SIGNALS.objection : ROLE_LOOKS[stop.record.role].color,
    };
  });
}

/** Turns in which a round of either team begins. */
function roundStarts(stops: readonly Stop[]): readonly number[] {
  const seen = new Set<string>();
  const starts: number[] = [];
  for (const { team, record, turn } of stops) {
    const key = `${team} ${record.phase} ${record.round}`;
    if (seen.has(key)) continue;
    seen.add(key);
    starts.push(turn);
  }
  return starts;
}
const before = (starts: readonly number[], turn: number): number => starts.findLast((start) => start < turn) ?? 0;
const after = (starts: readonly number[], turn: number): number | undefined => starts.find((start) => start > turn);
