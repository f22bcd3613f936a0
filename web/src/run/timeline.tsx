// The turns as a list to step through. Only those in sight are drawn, so that ten thousand are no more than ten.
import { useEffect, useRef, useState } from "react";
import { type Names, outcomeInWords } from "../say.ts";
import type { Action, Line } from "../wire.ts";
import { inShort } from "./story.tsx";
import style from "./timeline.module.css";

export interface TimelineProps {
  readonly lines: readonly Line[];
  readonly names: Names;
  readonly inWords: (action: Action) => string;
  /** The turn looked at; null: now. */
  readonly at: number | null;
  /** Of the newest turn. */
  readonly outcome: unknown;
  readonly lookAt: (turn: number | null) => void;
}

/** Pixels; the style sheet says the same. */
const ROW = 36;
const BEYOND = 6;

export function Timeline({ lines, names, inWords, at, outcome, lookAt }: TimelineProps) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const [height, setHeight] = useState(304);
  const head = lines.at(-1)?.turn ?? 0;
  const now = at ?? head;
  useEffect(() => {
    const list = box.current;
    if (!list) return;
    setHeight(list.clientHeight);
    const row = now * ROW;
    if (row < list.scrollTop || row + ROW > list.scrollTop + list.clientHeight)
      list.scrollTop = row - list.clientHeight / 2;
  }, [now]);
  const first = Math.max(0, Math.floor(top / ROW) - BEYOND);
  const last = Math.min(lines.length, Math.ceil((top + height) / ROW) + BEYOND);
  const ended = outcomeInWords(outcome, names);
  return (
    <div className={style.timeline}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <div ref={box} className={style.turns} tabIndex={0} onScroll={(event) => setTop(event.currentTarget.scrollTop)}>
        <ol style={{ height: lines.length * ROW, paddingTop: first * ROW }}>
          {lines.slice(first, last).map((line) => (
            <li key={line.id} data-later={line.turn > now} aria-setsize={lines.length} aria-posinset={line.turn + 1}>
              <button
                type="button"
                className={style.turn}
                aria-current={line.turn === now ? "step" : undefined}
                onClick={() => lookAt(line.turn)}
              >
                <span className={style.count}>{line.turn}</span>
                <span
                  className={style.what}
                  translate={line.turn === 0 ? undefined : "no"}
                  data-refused={line.validation.some(({ success }) => !success)}
                >
                  {inShort(line, inWords)}
                </span>
              </button>
            </li>
          ))}
        </ol>
      </div>
      {ended && (
        <p className={style.ended} translate="no">
          {ended}
        </p>
      )}
    </div>
  );
}
