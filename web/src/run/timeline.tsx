// The turns as a list to step through, and what can be done from where one stands: go back to it, or branch from it.
import { useEffect, useRef } from "react";
import parts from "../parts/parts.module.css";
import { type Names, outcomeInWords } from "../say.ts";
import type { Action, Line } from "../wire.ts";
import { saidIn } from "./story.tsx";
import style from "./timeline.module.css";

export interface TimelineProps {
  readonly lines: readonly Line[];
  readonly names: Names;
  readonly inWords: (action: Action) => string;
  /** The turn looked at; null: now. */
  readonly at: number | null;
  readonly outcome: unknown;
  readonly lookAt: (turn: number | null) => void;
}

export function Timeline({ lines, names, inWords, at, outcome, lookAt }: TimelineProps) {
  const here = useRef<HTMLLIElement>(null);
  const head = lines.at(-1)?.turn ?? 0;
  const now = at ?? head;
  // biome-ignore lint/correctness/useExhaustiveDependencies: moving is what brings the row into sight
  useEffect(() => {
    const row = here.current;
    const list = row?.parentElement;
    if (row && list) list.scrollTop = row.offsetTop - list.clientHeight / 2;
  }, [now]);
  const ended = outcomeInWords(outcome, names);
  return (
    <div className={style.timeline}>
      <div className={style.steps}>
        <button
          type="button"
          className={parts.button}
          disabled={now <= 0}
          onClick={() => lookAt(now - 1)}
          aria-label="Earlier turn"
        >
          ←
        </button>
        <span className={style.where}>
          Turn <b>{now}</b> of {head}
        </span>
        <button
          type="button"
          className={parts.button}
          disabled={now >= head}
          onClick={() => lookAt(now + 1 >= head ? null : now + 1)}
          aria-label="Later turn"
        >
          →
        </button>
      </div>
      <ol className={style.turns}>
        {lines.map((line) => (
          <li key={line.id} ref={line.turn === now ? here : null} data-later={line.turn > now}>
            <button
              type="button"
              className={style.turn}
              aria-current={line.turn === now ? "step" : undefined}
              onClick={() => lookAt(line.turn === head ? null : line.turn)}
            >
              <span className={style.count}>{line.turn}</span>
              <span className={style.what} data-refused={line.validation.some(({ success }) => !success)}>
                {line.turn === 0 ? "The beginning" : saidIn(line, inWords) || "Something happened"}
              </span>
            </button>
          </li>
        ))}
      </ol>
      {ended && <p className={style.ended}>{ended}</p>}
    </div>
  );
}
