// Tic-tac-toe as a board of nine buttons: arrows move, Enter or Space places, and 1 to 9 place at once.
import type { TicTacToe } from "@orrery/worlds/tictactoe";
import { type Board as BoardView, type Mark, NAMES, winningLine } from "@orrery/worlds/tictactoe/board";
import { type KeyboardEvent, useRef, useState } from "react";
import { capital } from "../say.ts";
import { t } from "../words.ts";
import type { StageKind, StageProps } from "./stage.ts";
import style from "./tictactoe.module.css";

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

const cellName = (cell: number): string => NAMES[cell] ?? String(cell);

function Board({ view, legal, act }: StageProps) {
  const { cells, turn } = view as BoardView;
  const [at, setAt] = useState(4);
  const buttons = useRef<(HTMLButtonElement | null)[]>([]);
  const won = winningLine({ cells });
  const full = cells.every((mark) => mark !== null);
  const place = (cell: number) => {
    const action = legal.find(({ metadata }) => metadata?.["cell"] === cell);
    if (action && act) act(action);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step) {
      event.preventDefault();
      const row = (Math.floor(at / 3) + step[0] + 3) % 3;
      const column = ((at % 3) + step[1] + 3) % 3;
      setAt(row * 3 + column);
      buttons.current[row * 3 + column]?.focus();
    } else if (/^[1-9]$/.test(event.key)) place(Number(event.key) - 1);
  };
  return (
    <figure className={style.figure}>
      <div className={style.board} role="toolbar" aria-label={t("boardOf")} onKeyDown={onKeyDown}>
        {cells.map((mark, cell) => (
          <button
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is its place
            key={cell}
            ref={(button) => {
              buttons.current[cell] = button;
            }}
            type="button"
            className={style.cell}
            tabIndex={cell === at ? 0 : -1}
            aria-label={mark ? t("cellHas", { cell: cellName(cell), mark }) : t("cellEmpty", { cell: cellName(cell) })}
            aria-disabled={mark !== null || act === null}
            data-won={won?.some((one) => one === cell) ?? false}
            onFocus={() => setAt(cell)}
            onClick={() => place(cell)}
          >
            {mark && <MarkPicture mark={mark} />}
          </button>
        ))}
      </div>
      <figcaption className={style.caption}>
        {won ? (
          <strong>{t("markWins", { mark: capital(cells[won[0]]!) })}</strong>
        ) : full ? (
          <strong>{t("aDraw")}</strong>
        ) : (
          <>
            <span className={style.mini}>
              <MarkPicture mark={turn} />
            </span>
            {t("markToMove", { mark: capital(turn) })}
          </>
        )}
      </figcaption>
    </figure>
  );
}

const MarkPicture = ({ mark }: { mark: Mark }) => (
  <svg viewBox="0 0 40 40" className={style.mark} data-mark={mark} aria-hidden="true">
    {mark === "x" ? <path pathLength={1} d="M9 9l22 22M31 9 9 31" /> : <circle pathLength={1} cx="20" cy="20" r="12" />}
  </svg>
);

export const stage: StageKind = {
  Stage: Board,
  place: "wide",
  paged: true,
  title: () => t("board"),
  hint: () => t("boardHint"),
  inWords: ({ metadata }) => cellName(Number(metadata?.["cell"])),
  headline: ({ events }) =>
    (events as readonly TicTacToe["event"][])
      .filter(({ type }) => type === "placed")
      .map(({ mark, cell }) => t("markTakes", { mark: capital(mark), cell: cellName(cell) }))
      .join(" "),
  tidy: (narration) =>
    narration
      .split("\n\n")
      .filter((part) => !/^[xo·\s]+$/.test(part))
      .join("\n\n"),
};
