// The turns as a list to step through. Only those in sight are drawn, so that ten thousand are no more than ten.
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from "react";
import { useSeenAgain } from "../parts/seen.ts";
import type { Line } from "../wire.ts";
import { isRefused } from "./marks.ts";
import style from "./timeline.module.css";

interface TimelineProps {
  readonly lines: readonly Line[];
  /** A turn in a few words. */
  readonly short: (line: Line) => string;
  /** The turn looked at; null: now. */
  readonly at: number | null;
  /** Of the newest turn. */
  readonly lookAt: (turn: number | null) => void;
  /** Asks for those turns in sight that are not here. */
  readonly reach: (from: number, to: number) => void;
}

/** A row in rem; the style sheet says the same. Larger letters make higher rows. */
const ROW_REM = 2.25;
const rowHeight = (): number => ROW_REM * Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
const BEYOND = 6;
const PAGE = 8;
/** The list is one stop; within it keys go from turn to turn. */
const GOALS: Readonly<Record<string, (turn: number, last: number) => number>> = {
  ArrowUp: (turn) => turn - 1,
  ArrowDown: (turn) => turn + 1,
  PageUp: (turn) => turn - PAGE,
  PageDown: (turn) => turn + PAGE,
  Home: () => 0,
  End: (_, last) => last,
};

export function Timeline({ lines, short, at, lookAt, reach: askFor }: TimelineProps) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(304);
  const [row] = useState(rowHeight);
  const head = lines.at(-1)?.turn ?? 0;
  const now = at ?? head;
  const toNow = useCallback(() => {
    const list = box.current;
    if (!list) return;
    setHeight(list.clientHeight);
    const place = now * row;
    if (place < list.scrollTop || place + row > list.scrollTop + list.clientHeight)
      list.scrollTop = place - list.clientHeight / 2;
  }, [now, row]);
  useEffect(toNow, [toNow]);
  useSeenAgain(box, toNow);
  const [focus, setFocus] = useState<number | null>(null);
  /** A turn that keys went to: it gets the focus as soon as it is drawn, whichever drawing that is. */
  const reach = useRef<number | null>(null);
  useEffect(() => {
    if (reach.current === null) return;
    const turn = box.current?.querySelector<HTMLElement>(`[data-turn="${reach.current}"]`);
    if (!turn) return;
    reach.current = null;
    turn.focus();
  });
  const onKeyDown = (event: KeyboardEvent) => {
    const list = box.current;
    const from = Number((event.target as HTMLElement).dataset["turn"]);
    const goal = GOALS[event.key];
    if (!list || !goal) return;
    event.preventDefault();
    const to = Math.min(lines.length - 1, Math.max(0, goal(from, lines.length - 1)));
    const place = to * row;
    if (place < list.scrollTop) list.scrollTop = place;
    else if (place + row > list.scrollTop + list.clientHeight) list.scrollTop = place + row - list.clientHeight;
    setTop(list.scrollTop);
    setFocus(to);
    reach.current = to;
  };
  const first = Math.max(0, Math.floor(top / row) - BEYOND);
  const last = Math.min(lines.length, Math.ceil((top + height) / row) + BEYOND);
  const isDrawn = (turn: number | null): turn is number => turn !== null && turn >= first && turn < last;
  const stop = isDrawn(focus) ? focus : isDrawn(now) ? now : Math.ceil(top / row);
  useEffect(() => askFor(first, last - 1), [askFor, first, last]);
  return (
    <div className={style.timeline}>
      <div ref={box} className={style.turns} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
        <ol
          onKeyDown={onKeyDown}
          onBlur={(event) => event.currentTarget.contains(event.relatedTarget) || setFocus(null)}
          style={{ height: lines.length * row, paddingTop: first * row }}
        >
          {Array.from({ length: Math.max(0, last - first) }, (_, i) => first + i).map((turn) => {
            const line = lines[turn];
            return line ? (
              <Row
                key={line.id}
                line={line}
                now={now}
                all={lines.length}
                isStop={turn === stop}
                short={short}
                lookAt={lookAt}
              />
            ) : (
              <li key={turn} aria-hidden="true" />
            );
          })}
        </ol>
      </div>
    </div>
  );
}

function Row({
  line,
  now,
  all,
  isStop,
  short,
  lookAt,
}: Pick<TimelineProps, "short" | "lookAt"> & { line: Line; now: number; all: number; isStop: boolean }) {
  return (
    <li data-later={line.turn > now} aria-setsize={all} aria-posinset={line.turn + 1}>
      <button
        type="button"
        className={style.turn}
        data-turn={line.turn}
        tabIndex={isStop ? 0 : -1}
        aria-current={line.turn === now ? "step" : undefined}
        onClick={() => lookAt(line.turn)}
      >
        <span className={style.count}>{line.turn}</span>
        <span className={style.what} translate={line.turn === 0 ? undefined : "no"} data-refused={isRefused(line)}>
          {short(line)}
        </span>
      </button>
    </li>
  );
}
